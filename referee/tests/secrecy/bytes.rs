//! Every byte that a party could have of whole matches, searched for the secrets of the others.
//!
//! What is searched for is computed from the secrets of all parties together, which nobody has: scalars of keys, the way every
//! shuffle went, the scalars with which cards were encrypted anew and committed to, and the points that would show a face.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use majlis_crypto::group;
use majlis_crypto::pack::Pack;
use majlis_referee::act::Act;
use majlis_referee::item::Item;
use majlis_referee::replay::{Awaited, Slot};
use majlis_rules::face::Handle;
use majlis_rules::game::Game;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};

use crate::malice::{Rig, parts};

/// Scalars and points have this many bytes.
const WIDTH: usize = 32;

/// What must not be found, with a word for messages.
#[derive(Default)]
struct Forbidden {
    /// These very bytes.
    bytes: Vec<(Vec<u8>, String)>,
    /// The scalar that makes this point of the generator.
    logarithms: HashMap<[u8; WIDTH], String>,
    /// The scalar that makes this point of the other base, H.
    openings: HashMap<[u8; WIDTH], String>,
}

impl Forbidden {
    fn bytes(&mut self, bytes: &[u8], word: impl Into<String>) {
        self.bytes.push((bytes.to_vec(), word.into()));
    }

    fn logarithm(&mut self, point: &RistrettoPoint, word: impl Into<String>) {
        self.logarithms.insert(point.compress().to_bytes(), word.into());
    }

    /// All that is found of it.
    fn search(&self, haystack: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        let mut exact: HashMap<usize, HashMap<&[u8], &str>> = HashMap::new();
        for (bytes, word) in &self.bytes {
            exact.entry(bytes.len()).or_default().insert(bytes, word);
        }
        for (length, needles) in &exact {
            let hits = haystack.windows(*length).filter_map(|window| needles.get(window));
            found.extend(hits.map(|word| (*word).to_owned()));
        }
        // Scalars are written reduced, so what is no reduced scalar cannot be one that leaked.
        let scalars: Vec<Scalar> = (haystack.windows(WIDTH))
            .filter_map(|window| Scalar::from_canonical_bytes(window.try_into().ok()?).into_option())
            .collect();
        let half = Scalar::from(2u64).invert();
        for (base, points) in [(group::g(), &self.logarithms), (*group::h(), &self.openings)] {
            let table = curve25519_dalek::ristretto::RistrettoBasepointTable::create(base.point());
            let halves: Vec<RistrettoPoint> = scalars.iter().map(|scalar| &table * &(scalar * half)).collect();
            let products = RistrettoPoint::double_and_compress_batch(&halves);
            let hits = products.iter().filter_map(|point| points.get(point.as_bytes()));
            found.extend(hits.cloned());
        }
        found
    }
}

/// The scalars x and r of a party.
fn keys(rig: &Rig, party: usize) -> [Scalar; 2] {
    let bytes = rig.secrets[party].deck().to_bytes();
    let scalar = |at: usize| Scalar::from_canonical_bytes(bytes[at..at + WIDTH].try_into().unwrap()).unwrap();
    [scalar(0), scalar(WIDTH)]
}

/// The points that the ciphertexts of a pack hide, in the order of its places.
fn open(pack: &Pack, x: &[Scalar]) -> Vec<[u8; WIDTH]> {
    let key: Scalar = pack.holders().iter().map(|(holder, _)| x[usize::from(holder.0)]).sum();
    let cards = pack.ciphertexts().iter();
    cards
        .map(|card| (card.c2.point() - card.c1.point() * key).compress().to_bytes())
        .collect()
}

/// Plays a whole match and gives its log with what must not be in it.
fn whole(game: GameId, table: Table, seed: u64, prefer: &'static [&'static str]) -> (Rig, Forbidden) {
    let mut rig = Rig::new(game, table, seed);
    rig.prefer = prefer;
    let mut forbidden = Forbidden::default();
    let parties = rig.players.len();
    let x: Vec<Scalar> = (0..parties).map(|party| keys(&rig, party)[0]).collect();
    for party in 0..parties {
        forbidden.bytes(
            rig.identities[party].expose_secret(),
            format!("the identity of {party}"),
        );
        for (scalar, word) in keys(&rig, party).iter().zip(["deck key", "sealing key"]) {
            forbidden.bytes(scalar.as_bytes(), format!("the {word} of {party}"));
            forbidden.logarithm(&RistrettoPoint::mul_base(scalar), format!("the {word} of {party}"));
        }
    }
    // As the packs were last seen, by number; they are forgotten once all their cards are open or gone.
    let mut packs: BTreeMap<u32, Pack> = BTreeMap::new();
    // What the rules have opened, or let somebody see, and whose shares did it.
    let mut due: BTreeSet<(u8, Handle)> = BTreeSet::new();
    while !rig.awaited().is_empty() {
        let slots = rig.slots(&[]);
        for (party, awaited) in rig.state().awaited() {
            match awaited {
                Awaited::Shares(owed) => due.extend(owed.plain.iter().map(|card| (party.number(), *card))),
                Awaited::Move(seat) | Awaited::Answer(seat) => {
                    let Some((_, Slot::Entry(entry))) = slots.iter().find(|(who, _)| who == party) else {
                        panic!()
                    };
                    let Act::Move(said) = parts(entry).0.act else { continue };
                    let game = rig.state().game().unwrap();
                    let plan = game
                        .plan(*seat, &game.parse_move(&said.text).unwrap(), said.handle())
                        .unwrap();
                    let shown = plan.shows.iter().map(|show| show.card).chain(plan.opens);
                    due.extend(shown.map(|card| (party.number(), card)));
                }
                _ => {}
            }
        }
        rig.take(&slots, true);
        let now: Vec<Pack> = rig.state().deck().packs().cloned().collect();
        for pack in now {
            if let Some(before) = packs.get(&pack.number())
                && before.ciphertexts() != pack.ciphertexts()
            {
                let (from, to) = (open(before, &x), open(&pack, &x));
                let sources: Vec<usize> = to
                    .iter()
                    .map(|face| from.iter().position(|other| other == face).unwrap())
                    .collect();
                let mut way: Vec<u8> = sources.iter().map(|place| u8::try_from(*place).unwrap()).collect();
                forbidden.bytes(&way, "a permutation");
                // And the way back.
                for (place, source) in sources.iter().enumerate() {
                    way[*source] = u8::try_from(place).unwrap();
                }
                forbidden.bytes(&way, "the inverse of a permutation");
                for (card, source) in pack.ciphertexts().iter().zip(&sources) {
                    let moved = card.c1.point() - before.ciphertexts()[*source].c1.point();
                    forbidden.logarithm(&moved, "what a card was encrypted anew with");
                }
            }
            packs.insert(pack.number(), pack);
        }
    }
    for pack in packs.values() {
        for face in pack.kind().faces().iter() {
            let point = pack.kind().point(face).unwrap();
            forbidden.bytes(
                point.bytes(),
                format!("the point of the face {}", pack.kind().label(face).unwrap()),
            );
        }
        for card in pack.handles() {
            let hidden = &pack.ciphertexts()[usize::from(card.index)];
            for missing in pack.missing(card) {
                let asked = Handle {
                    pack: card.pack,
                    index: card.index,
                };
                if due.contains(&(missing.0, asked)) {
                    continue;
                }
                let share = hidden.c1.point() * x[usize::from(missing.0)];
                forbidden.bytes(
                    share.compress().as_bytes(),
                    format!("the share of {missing:?} of a card that stayed hidden"),
                );
            }
        }
    }
    hidden_scalars(&rig, &mut forbidden, &packs);
    (rig, forbidden)
}

/// Commitments hide a face with tH: for whatever face there is, C − M must not be found to be a known multiple of H. Sealed
/// shares hide theirs with k, of which K = kG is known.
fn hidden_scalars(rig: &Rig, forbidden: &mut Forbidden, packs: &BTreeMap<u32, Pack>) {
    let Some(pack) = packs.values().next() else { return };
    for item in &rig.items {
        let Item::Entry(entry) = item else { continue };
        let body = majlis_referee::act::Body::decode(&entry.body.0).unwrap();
        let commitments = match body.act {
            Act::Move(mv) => mv.commitments,
            Act::Deny(commitments) => commitments,
            Act::Shares(shares) => {
                for sealed in &shares.sealed {
                    // K = kG comes first.
                    let sealing = group::Element::decode(sealed.0[..WIDTH].try_into().unwrap(), "K", 0).unwrap();
                    forbidden.logarithm(sealing.point(), "what a share was sealed with");
                }
                continue;
            }
            _ => continue,
        };
        for commitment in commitments.iter().flat_map(|list| list.0.chunks(WIDTH)) {
            let commitment = group::Element::decode(commitment.try_into().unwrap(), "C", 0).unwrap();
            for face in pack.kind().faces().iter() {
                let point = commitment.point() - pack.kind().point(face).unwrap().point();
                forbidden
                    .openings
                    .insert(point.compress().to_bytes(), "the opening of a commitment".to_owned());
            }
        }
    }
}

fn nothing_leaks(game: GameId, table: Table, seed: u64, prefer: &'static [&'static str]) {
    let (rig, forbidden) = whole(game, table, seed, prefer);
    let log = rig.log();
    assert_eq!(forbidden.search(&log), Vec::<String>::new());
    // What a party keeps for itself holds nothing of another's either.
    for party in 0..rig.players.len() {
        let own = rig.secrets[party].encode().unwrap();
        let of_others = |word: &String| !word.ends_with(&format!("key of {party}"));
        assert_eq!(
            forbidden.search(&own).into_iter().filter(of_others).collect::<Vec<_>>(),
            Vec::<String>::new()
        );
    }
    // The search does find: everything, put in among the rest.
    let mut planted = log[..200].to_vec();
    for (bytes, _) in &forbidden.bytes {
        planted.extend_from_slice(bytes);
        planted.push(0xff);
    }
    let found: BTreeSet<String> = forbidden.search(&planted).into_iter().collect();
    for (_, word) in &forbidden.bytes {
        assert!(found.contains(word), "{word} was not found");
    }
}

#[test]
fn arkan() {
    nothing_leaks(GameId::Arkan, Table::new(3), 1, &[]);
}

#[test]
fn dominoes() {
    nothing_leaks(GameId::Domino, Table::new(2), 4, &[]);
}

#[test]
fn dominoes_of_four() {
    nothing_leaks(GameId::Domino, Table::new(4), 1, &[]);
}

#[test]
fn four_face_down() {
    nothing_leaks(GameId::Four, Table::new(3), 1, &["spy"]);
}

#[test]
fn jackaroo() {
    let table = Table::new(4).with("persons", OptionValue::Number(2));
    nothing_leaks(GameId::Jackaroo, table, 2, &["K", "A", "Q"]);
}

/// Before everybody has committed, nobody's part of the lot is anywhere.
#[test]
fn the_lot_is_hidden_until_everybody_has_committed() {
    let mut rig = Rig::new(GameId::Arkan, Table::new(4), 1);
    rig.step();
    let committed = rig.log();
    rig.step();
    for item in &rig.items[5..] {
        let Item::Entry(entry) = item else { panic!() };
        let Act::Reveal(reveal) = majlis_referee::act::Body::decode(&entry.body.0).unwrap().act else {
            panic!()
        };
        for secret in [&reveal.nonce.0, &reveal.salt.0] {
            assert!(!committed.windows(WIDTH).any(|window| window == secret));
            assert!(rig.log().windows(WIDTH).any(|window| window == secret));
        }
        for key in reveal.keys.0.chunks(WIDTH) {
            assert!(!committed.windows(WIDTH).any(|window| window == key));
        }
    }
}

/// The search for scalars finds one that leaked, whatever it is the logarithm of.
#[test]
fn a_leaked_scalar_is_found() {
    let mut forbidden = Forbidden::default();
    let secret = Scalar::from(0x1234_5678_9abc_def0u64) * Scalar::from(0x0fed_cba9_8765_4321u64);
    let opening = secret + Scalar::ONE;
    forbidden.logarithm(&RistrettoPoint::mul_base(&secret), "a logarithm");
    let point = group::h().point() * opening;
    forbidden
        .openings
        .insert(point.compress().to_bytes(), "an opening".to_owned());
    let log = [&[9; 5], secret.as_bytes().as_slice(), &[0; 3], opening.as_bytes()].concat();
    let mut found = forbidden.search(&log);
    found.sort();
    assert_eq!(found, ["a logarithm", "an opening"]);
}
