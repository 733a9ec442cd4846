//! Times the checking of whole logs: many proofs together against one by one, and against the bare group operations.
//!
//! `cargo bench -p majlis --bench verify [NAME]`. A greedy match of each kind is simulated and its log checked over and over; bare
//! and real work alternate. The bare operations are those of `docs/bare-operations.md`, counted message by message from
//! the log itself, and the signatures; printed is the least processor time of each on one core. Then come the one-way delays from
//! one decision to the next, counted in steps.
#![allow(
    missing_docs,
    clippy::float_arithmetic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark measures and prints"
)]

#[path = "../../crypto/benches/bare/mod.rs"]
mod bare;

use std::collections::BTreeMap;
use std::time::Instant;

use bare::{Operands, least, proof_points, time};
use majlis::simulate::{Setup, simulate};
use majlis_bots::BotKind;
use majlis_crypto::identity::{Identity, SignTag};
use majlis_crypto::shuffle::Shape;
use majlis_referee::act::{Act, Body, Proofs as Beside, Shares};
use majlis_referee::file::write_log;
use majlis_referee::item::Item;
use majlis_referee::local::Scrutiny;
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Awaited, Match, Report, Slot};
use majlis_referee::verify::{Proofs, Watch, verify};
use majlis_rules::game::GameEvent as _;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};
use rand::SeedableRng as _;
use rand::rngs::StdRng;

/// How often each log is checked in each way.
const ROUNDS: usize = 7;
/// How many matches are counted for delays, and for figures by ply.
const MATCHES: u64 = 3;
/// As many terms go into one sum as `verify` puts together.
const STRETCH: usize = 16_384;

/// What a log costs at the least.
#[derive(Default)]
struct Count {
    signatures: usize,
    decoded: usize,
    encoded: usize,
    terms: usize,
    clauses: usize,
    plies: usize,
    /// By pack: how many shuffles it has had.
    shuffles: BTreeMap<(u64, usize), usize>,
}

impl Count {
    fn shares(&mut self, shares: &Shares) {
        for plain in &shares.plain {
            self.plain(plain.0.len() / 32);
        }
        self.decoded += 5 * shares.sealed.len();
        self.terms += 9 * shares.sealed.len();
    }

    fn plain(&mut self, cards: usize) {
        self.decoded += cards + 2;
        self.terms += 2 * cards + 4;
    }

    fn commitments(&mut self, commitments: &[majlis_crypto::cbor::ByteString]) {
        for bytes in commitments {
            let cards = bytes.0.len() / 32;
            self.decoded += cards + 2;
            self.encoded += cards;
            self.terms += 3 * cards + 5;
        }
    }

    /// The proofs beside commitments: first one for each list of commitments, then those of membership, `shares` more at the end.
    fn members(&mut self, beside: &Beside, commitments: usize, shares: usize) {
        let members = beside.0.len() - commitments - shares;
        for proof in beside.0.iter().skip(commitments).take(members) {
            self.clauses += proof.0.len() / 48;
        }
    }
}

impl Watch for Count {
    fn step(&mut self, _: &Match, slots: &[(PartyId, Slot)], _: &Report) {
        for (_, slot) in slots {
            self.signatures += 1;
            let Slot::Entry(entry) = slot else { continue };
            let beside = Beside::decode(entry.proofs()).unwrap();
            match Body::decode(entry.body()).unwrap().act {
                Act::Commit(_) | Act::Ack | Act::Carry => {}
                Act::Reveal(_) => {
                    self.decoded += 4;
                    self.terms += 6;
                }
                Act::Shuffle(output, shares) => {
                    let cards = output.0.len() / 64;
                    // A pack is shuffled by one party after the other without anything in between.
                    let place = (entry.header().step, cards);
                    let before = self.shuffles.remove(&(place.0 - 1, cards)).unwrap_or_default();
                    self.shuffles.insert(place, before + 1);
                    let shape = Shape::of(cards).unwrap();
                    let points = proof_points(shape);
                    let input = if before == 0 { 1 } else { 2 } * cards;
                    self.decoded += 2 * cards + points;
                    self.terms += 2 * cards + input + points + shape.columns() + 2;
                    self.shares(&shares);
                }
                Act::Shares(shares) => self.shares(&shares),
                Act::Move(mv) => {
                    self.plies += 1;
                    for plain in &mv.shares {
                        self.plain(plain.0.len() / 32);
                    }
                    self.commitments(&mv.commitments);
                    self.members(&beside, mv.commitments.len(), mv.shares.len());
                }
                Act::Deny(commitments) => {
                    self.commitments(&commitments);
                    self.members(&beside, commitments.len(), 0);
                }
                Act::Result(_) => self.signatures += 1,
            }
        }
    }
}

/// Does what was counted.
fn work(count: &Count, operands: &Operands, identity: &Identity, sum: &Sum) {
    let (key, signature) = (identity.key(), identity.sign(SignTag::Entry, &[7; 180]));
    for _ in 0..count.signatures {
        key.verify(SignTag::Entry, &[7; 180], &signature).unwrap();
    }
    for _ in 0..count.decoded / 500 {
        operands.decode(500);
    }
    operands.decode(count.decoded % 500);
    for _ in 0..count.encoded / 500 {
        operands.encode(500);
    }
    operands.encode(count.encoded % 500);
    for _ in 0..count.clauses / 500 {
        operands.verify_member(500);
    }
    operands.verify_member(count.clauses % 500);
    let mut left = count.terms;
    while left > 0 {
        let terms = left.min(STRETCH);
        sum.evaluate(terms);
        left -= terms;
    }
}

/// A long sum.
struct Sum {
    scalars: Vec<curve25519_dalek::Scalar>,
    points: Vec<curve25519_dalek::RistrettoPoint>,
}

impl Sum {
    fn new(rng: &mut StdRng) -> Self {
        let first = curve25519_dalek::RistrettoPoint::random(rng);
        Self {
            scalars: (0..STRETCH).map(|_| curve25519_dalek::Scalar::random(rng)).collect(),
            points: std::iter::successors(Some(first), |point| Some(point + first))
                .take(STRETCH)
                .collect(),
        }
    }

    fn evaluate(&self, terms: usize) {
        use curve25519_dalek::traits::VartimeMultiscalarMul as _;
        std::hint::black_box(curve25519_dalek::RistrettoPoint::vartime_multiscalar_mul(
            self.scalars.iter().take(terms),
            self.points.iter().take(terms),
        ));
    }
}

/// Counts the steps from each decision to the next.
#[derive(Default)]
struct Delays {
    /// The kind of the last decision and its step; whether a pack was shuffled since.
    last: Option<(String, u64, bool)>,
    /// By kind of turn: how often it took how many steps.
    counted: BTreeMap<String, BTreeMap<u64, usize>>,
    game: Option<GameId>,
}

fn kind(game: GameId, text: &str) -> String {
    match game {
        GameId::Arkan | GameId::Jackaroo if !text.starts_with("burn") => "move".to_owned(),
        _ => text.split(' ').next().unwrap_or_default().to_owned(),
    }
}

impl Watch for Delays {
    fn step(&mut self, state: &Match, slots: &[(PartyId, Slot)], _: &Report) {
        let step = state.place().step - 1;
        let game = *self.game.get_or_insert(state.agreement().game);
        for (_, slot) in slots {
            let Slot::Entry(entry) = slot else { continue };
            match Body::decode(entry.body()).unwrap().act {
                Act::Move(mv) => self.last = Some((kind(game, &mv.text), step, false)),
                Act::Shuffle(..) => {
                    if let Some((_, _, shuffled)) = &mut self.last {
                        *shuffled = true;
                    }
                }
                _ => {}
            }
        }
        // The next person decides when his turn has come, or before, where cards that he need not see are still being dealt.
        let turn = |(_, awaited): &(_, Awaited)| matches!(awaited, Awaited::Move(_));
        if (state.awaited().iter().any(turn) || state.next_turn().is_some())
            && let Some((kind, from, shuffled)) = self.last.take()
        {
            let kind = if shuffled { "new pack".to_owned() } else { kind };
            *self
                .counted
                .entry(kind)
                .or_default()
                .entry(step + 1 - from)
                .or_default() += 1;
        }
    }
}

/// Counts rounds.
#[derive(Default)]
struct Rounds(usize);

impl Watch for Rounds {
    fn step(&mut self, _: &Match, _: &[(PartyId, Slot)], report: &Report) {
        self.0 += report.events.iter().filter(|event| event.round().is_some()).count();
    }
}

/// The kind of which a match of just ten rounds is looked for.
const TEN_ROUNDS: &str = "four 4, 10 rounds";

fn kinds() -> Vec<(&'static str, GameId, Table)> {
    vec![
        ("arkan 2", GameId::Arkan, Table::new(2)),
        ("arkan 4", GameId::Arkan, Table::new(4)),
        ("domino 2", GameId::Domino, Table::new(2)),
        ("domino 4", GameId::Domino, Table::new(4)),
        ("four 2", GameId::Four, Table::new(2)),
        ("four 4", GameId::Four, Table::new(4)),
        (TEN_ROUNDS, GameId::Four, Table::new(4)),
        ("jackaroo 4", GameId::Jackaroo, Table::new(4)),
        (
            "jackaroo 2 persons",
            GameId::Jackaroo,
            Table::new(4).with("persons", OptionValue::Number(2)),
        ),
    ]
}

fn main() {
    let only: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let mut rng = StdRng::seed_from_u64(1);
    let (operands, sum) = (Operands::new(&mut rng), Sum::new(&mut rng));
    let identity = Identity::generate(&mut rng);
    println!(
        "{:<20}{:>7}{:>7}{:>9}{:>8}{:>11}{:>10}{:>10}{:>10}{:>8}",
        "kind", "plies", "steps", "bytes", "b/ply", "plies/s", "together", "one by 1", "bare", "ratio"
    );
    let mut delays = BTreeMap::new();
    for (name, game, table) in kinds() {
        if !only.is_empty() && !only.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let setup = Setup {
            game,
            table,
            bots: vec![BotKind::Greedy],
            seed: 1,
            leaves: 0,
            leave_within: 1,
            scrutiny: Scrutiny::Once,
            record: false,
        };
        let counted: &mut BTreeMap<String, BTreeMap<u64, usize>> = delays.entry(game).or_default();
        let mut longest = (Vec::new(), 0);
        let (mut plies, mut bytes) = (0, 0);
        let started = Instant::now();
        let wanted = |log: &[u8]| {
            let mut rounds = Rounds::default();
            name != TEN_ROUNDS || (verify(log, Proofs::Together, &mut rounds).is_ok() && rounds.0 == 10)
        };
        for number in 0.. {
            if number >= MATCHES && !longest.0.is_empty() {
                break;
            }
            let mut items: Vec<Item> = Vec::new();
            let mut keep = |step: &[Item]| {
                items.extend_from_slice(step);
                Ok(())
            };
            let played = simulate(&setup, number, &mut keep, &mut |_| ()).unwrap();
            let mut log = Vec::new();
            write_log(&mut log, &items).unwrap();
            plies += played.plies;
            bytes += log.len() as u64;
            if log.len() > longest.0.len() && wanted(&log) {
                longest = (log, played.end.place().step);
            }
        }
        let took = started.elapsed().as_secs_f64();
        let (log, steps) = longest;
        let mut found = Delays::default();
        verify(log.as_slice(), Proofs::Together, &mut found).unwrap();
        for (kind, steps) in found.counted {
            for (steps, times) in steps {
                *counted.entry(kind.clone()).or_default().entry(steps).or_default() += times;
            }
        }
        let mut count = Count::default();
        verify(log.as_slice(), Proofs::Together, &mut count).unwrap();
        let mut times = [(); 3].map(|()| Vec::with_capacity(ROUNDS));
        for _ in 0..ROUNDS {
            let [together, alone, bare] = &mut times;
            together.push(time(|| verify(log.as_slice(), Proofs::Together, &mut ()).is_ok()));
            alone.push(time(|| verify(log.as_slice(), Proofs::OneByOne, &mut ()).is_ok()));
            bare.push(time(|| work(&count, &operands, &identity, &sum)));
        }
        let [together, alone, bare] = times.map(least);
        println!(
            "{name:<20}{:>7}{steps:>7}{:>9}{:>8}{:>11.1}{together:>7.0} ms{alone:>7.0} ms{bare:>7.0} ms{:>8.2}",
            count.plies,
            log.len(),
            bytes / plies,
            plies as f64 / took,
            together / bare
        );
        println!(
            "{:<20}{} signatures, {} points decoded, {} encoded, {} terms, {} clauses",
            "", count.signatures, count.decoded, count.encoded, count.terms, count.clauses
        );
    }
    println!("\none-way delays from a decision to the next (how often)");
    for (game, kinds) in delays {
        for (kind, steps) in kinds {
            let steps: Vec<String> = steps
                .iter()
                .map(|(steps, times)| format!("{steps} ({times})"))
                .collect();
            println!("{game:<10}{kind:<10}{}", steps.join(", "));
        }
    }
}
