use std::convert::Infallible;

use curve25519_dalek::scalar::Scalar;
use majlis_crypto::chain::{Label, hash, match_id};
use majlis_crypto::error::ProofError;
use majlis_crypto::keys::{DeckSecret, KeysMessage};
use majlis_crypto::pack::{
    Check, CommitMessage, Face, FaceSet, Handle, Kind, LookMessage, MemberMessage, Pack, PackError, Party,
    ShareMessage, ShuffleMessage,
};
use majlis_crypto::transcript::{Context, SUITE};
use rand_core::{TryCryptoRng, TryRng};
use serde_json::{Value, json};
use sha2::{Digest, Sha512};

use crate::{compare, hex, unhex};

/// Randomness that no library's new version changes: SHA-512 in counter mode.
struct Fixed(u64);

impl TryRng for Fixed {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes).map(|()| u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes).map(|()| u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        for chunk in out.chunks_mut(64) {
            self.0 += 1;
            chunk.copy_from_slice(&Sha512::digest(self.0.to_le_bytes())[..chunk.len()]);
        }
        Ok(())
    }
}

impl TryCryptoRng for Fixed {}

fn secret(party: u8) -> DeckSecret {
    let scalar = |name: &[u8]| {
        let wide = Sha512::new().chain_update(name).chain_update([party]).finalize();
        Scalar::from_bytes_mod_order_wide(&wide.into()).to_bytes()
    };
    let bytes = [scalar(b"deck"), scalar(b"sealing")].concat();
    DeckSecret::from_bytes(&bytes.try_into().unwrap()).unwrap()
}

fn context(party: u8, step: u64) -> Context {
    Context {
        suite: SUITE,
        match_id: *match_id(b"closing").as_bytes(),
        epoch: 3,
        step,
        party,
        prev: *hash(Label::Step, &[&step.to_be_bytes()]).as_bytes(),
    }
}

fn shown_context(context: &Context) -> Value {
    json!({
        "suite": context.suite, "match": hex(context.match_id), "epoch": context.epoch, "step": context.step,
        "party": context.party, "prev": hex(context.prev),
    })
}

fn read_context(shown: &Value) -> Context {
    let digest = |name: &str| unhex(&shown[name]).try_into().unwrap();
    let number = |name: &str| shown[name].as_u64().unwrap();
    Context {
        suite: number("suite") as u16,
        match_id: digest("match"),
        epoch: number("epoch") as u32,
        step: number("step"),
        party: number("party") as u8,
        prev: digest("prev"),
    }
}

/// What a party does; indices of cards and faces.
#[derive(Clone)]
enum Act {
    Shuffle,
    Share(Vec<u8>),
    Look(u8, u8),
    Commit(Vec<u8>),
    Member(Vec<u8>, Vec<u8>),
}

fn handles(pack: &Pack, cards: &[u8]) -> Vec<Handle> {
    let pack = pack.number();
    cards.iter().map(|&index| Handle { pack, index }).collect()
}

fn faces(numbers: &[u8]) -> FaceSet {
    numbers.iter().copied().map(Face).collect()
}

impl Act {
    fn make(&self, pack: &Pack, party: u8, context: &Context, rng: &mut Fixed) -> Vec<u8> {
        let secret = secret(party);
        match self {
            Self::Shuffle => pack.shuffle(&secret, context, rng).unwrap().encode(),
            Self::Share(cards) => pack
                .share(&secret, &handles(pack, cards), context, rng)
                .unwrap()
                .encode(),
            Self::Look(card, to) => {
                let [card] = handles(pack, &[*card])[..] else {
                    unreachable!()
                };
                pack.seal_look(&secret, card, Party(*to), context, rng)
                    .unwrap()
                    .encode()
            }
            Self::Commit(cards) => pack
                .commit(&secret, &handles(pack, cards), context, rng)
                .unwrap()
                .encode(),
            Self::Member(cards, set) => {
                let message = pack.prove_all_in(&secret, &handles(pack, cards), faces(set), context, rng);
                message.unwrap().encode()
            }
        }
    }

    /// Decodes a message and puts it into effect.
    fn accept(&self, pack: &mut Pack, context: &Context, message: &[u8]) -> Result<(), PackError> {
        let now = &mut Check::Now;
        let decoded = |reason: ProofError| PackError::Refused {
            party: Party(context.party),
            message: majlis_crypto::transcript::Purpose::Keys,
            reason,
        };
        match self {
            Self::Shuffle => {
                let message = ShuffleMessage::decode(message, pack.ciphertexts().len()).map_err(decoded)?;
                pack.accept_shuffle(&message, context, now)
            }
            Self::Share(cards) => {
                let message = ShareMessage::decode(message, cards.len()).map_err(decoded)?;
                pack.accept_shares(&handles(pack, cards), &message, context, now)
            }
            Self::Look(card, to) => {
                let [card] = handles(pack, &[*card])[..] else {
                    unreachable!()
                };
                pack.accept_look(
                    card,
                    Party(*to),
                    &LookMessage::decode(message).map_err(decoded)?,
                    context,
                    now,
                )
            }
            Self::Commit(cards) => {
                let message = CommitMessage::decode(message, cards.len()).map_err(decoded)?;
                pack.accept_commit(&handles(pack, cards), &message, context, now)
            }
            Self::Member(cards, set) => {
                let size = pack.permitted(faces(set)).len();
                let message = MemberMessage::decode(message, cards.len(), size).map_err(decoded)?;
                pack.verify_all_in(&handles(pack, cards), faces(set), &message, context)
            }
        }
    }

    fn show(&self) -> Value {
        match self {
            Self::Shuffle => json!({"do": "shuffle"}),
            Self::Share(cards) => json!({"do": "share", "cards": cards}),
            Self::Look(card, to) => json!({"do": "look", "cards": [card], "recipient": to}),
            Self::Commit(cards) => json!({"do": "commit", "cards": cards}),
            Self::Member(cards, set) => json!({"do": "member", "cards": cards, "faces": set}),
        }
    }

    fn read(shown: &Value) -> Self {
        let list = |name: &str| -> Vec<u8> {
            let list = shown[name].as_array().into_iter().flatten();
            list.map(|number| number.as_u64().unwrap() as u8).collect()
        };
        match shown["do"].as_str().unwrap() {
            "shuffle" => Self::Shuffle,
            "share" => Self::Share(list("cards")),
            "look" => Self::Look(list("cards")[0], shown["recipient"].as_u64().unwrap() as u8),
            "commit" => Self::Commit(list("cards")),
            "member" => Self::Member(list("cards"), list("faces")),
            other => panic!("{other}"),
        }
    }
}

/// A pack and all that was posted about it, with wrong messages between the right ones.
struct Story {
    pack: Pack,
    rng: Fixed,
    step: u64,
    start: Value,
    events: Vec<Value>,
}

impl Story {
    fn new(number: u32, name: &str, labels: &[String], parties: &[u8]) -> Self {
        let kind = Kind::new(name, labels).unwrap();
        let holders: Vec<_> = parties
            .iter()
            .map(|&party| (Party(party), *secret(party).keys()))
            .collect();
        let shown: Vec<Value> = parties
            .iter()
            .map(|&party| {
                let secret = secret(party);
                json!({"party": party, "secret": hex(*secret.to_bytes()), "keys": hex(secret.keys().encode())})
            })
            .collect();
        let pack = Pack::new(number, kind.clone(), kind.faces(), holders).unwrap();
        let start = json!({
            "number": number, "kind": name, "labels": labels, "holders": shown, "digest": hex(pack.digest()),
        });
        Self {
            pack,
            rng: Fixed(u64::from(number) << 32),
            step: 10,
            start,
            events: Vec::new(),
        }
    }

    fn push(&mut self, act: &Act, context: &Context, message: &[u8], valid: bool) {
        let accepted = act.accept(&mut self.pack, context, message);
        assert_eq!(accepted.is_ok(), valid, "{accepted:?}");
        let mut event = act.show();
        event["context"] = shown_context(context);
        event["message"] = hex(message).into();
        event["valid"] = valid.into();
        event["digest"] = hex(self.pack.digest()).into();
        self.events.push(event);
    }

    /// A message with its last scalar changed, the message in another place, and then the message.
    fn act(&mut self, party: u8, act: &Act) {
        self.step += 1;
        let here = context(party, self.step);
        let message = act.make(&self.pack, party, &here, &mut self.rng);
        let mut changed = message.clone();
        let at = changed.len() - 32;
        changed[at] ^= 1;
        self.push(act, &here, &changed, false);
        self.push(act, &Context { epoch: 4, ..here }, &message, false);
        self.push(act, &here, &message, true);
    }

    /// The number of the face that a party can read.
    fn face(&self, party: u8, card: u8) -> u8 {
        let [card] = handles(&self.pack, &[card])[..] else {
            unreachable!()
        };
        self.pack.face(&secret(party), card).unwrap().0
    }

    fn show(self) -> Value {
        let Self {
            pack,
            mut start,
            events,
            ..
        } = self;
        start["events"] = events.into();
        start["seen"] = seen(&pack);
        start
    }
}

/// What each holder can read at the end: numbers of faces, or null.
fn seen(pack: &Pack) -> Value {
    let holders = pack.holders().iter().map(|(Party(party), _)| *party);
    holders
        .map(|party| {
            let faces: Vec<Option<u8>> = pack
                .handles()
                .map(|card| pack.face(&secret(party), card).map(|face| face.0))
                .collect();
            json!({"party": party, "faces": faces})
        })
        .collect()
}

fn tiles() -> Vec<String> {
    (0..7)
        .rev()
        .flat_map(|a| (0..=a).rev().map(move |b| format!("{a}-{b}")))
        .collect()
}

fn stories() -> Vec<Value> {
    // Two parties, two cards: the smallest pack.
    let mut coins = Story::new(0, "coins", &["heads".to_owned(), "tails".to_owned()], &[0, 1]);
    coins.act(0, &Act::Shuffle);
    coins.act(1, &Act::Shuffle);
    coins.act(1, &Act::Share(vec![0]));
    coins.act(0, &Act::Share(vec![0, 1]));
    coins.act(1, &Act::Share(vec![1]));

    // Four rows of seven: all kinds of messages, by three parties of which one number is missing.
    let mut dominoes = Story::new(1, "domino", &tiles(), &[0, 2, 3]);
    for party in [0, 2, 3] {
        dominoes.act(party, &Act::Shuffle);
    }
    dominoes.act(2, &Act::Share(vec![0, 1, 2, 27]));
    dominoes.act(3, &Act::Share(vec![0, 1, 2, 27]));
    dominoes.act(0, &Act::Commit(vec![0, 2]));
    dominoes.act(0, &Act::Look(1, 2));
    dominoes.act(0, &Act::Look(1, 3));
    let (first, second) = (dominoes.face(0, 0), dominoes.face(0, 2));
    let mut set: Vec<u8> = vec![first, second, 5, 11];
    set.sort_unstable();
    set.dedup();
    dominoes.act(0, &Act::Member(vec![0, 2], set));
    dominoes.act(0, &Act::Share(vec![27]));
    let opened = dominoes.face(2, 27);
    // A face that is open no longer counts, though it is asked for.
    let mut set = vec![first, opened];
    set.sort_unstable();
    dominoes.act(0, &Act::Member(vec![0], set));

    // One row, four parties.
    let labels: Vec<String> = ["AC", "2C", "10D", "JH", "QS", "KS", "KD"].map(str::to_owned).to_vec();
    let mut cards = Story::new(u32::MAX, "seven", &labels, &[0, 1, 2, 3]);
    for party in 0..4 {
        cards.act(party, &Act::Shuffle);
    }
    for party in [0, 1, 3] {
        cards.act(party, &Act::Share(vec![4, 6]));
    }
    cards.act(2, &Act::Commit(vec![4, 6]));
    cards.act(2, &Act::Member(vec![4, 6], (0..7).collect()));
    cards.act(2, &Act::Look(6, 0));
    [coins, dominoes, cards].map(Story::show).to_vec()
}

fn keys() -> Vec<Value> {
    (0..4)
        .flat_map(|party| {
            let here = context(party, 1);
            let message = secret(party).publish(&here, &mut Fixed(u64::from(party))).unwrap().encode();
            let mut changed = message.clone();
            changed[message.len() - 32] ^= 1;
            let elsewhere = Context { prev: [0; 32], ..here };
            [(here, message.clone(), true), (elsewhere, message, false), (here, changed, false)]
        })
        .map(|(context, message, valid)| {
            json!({"context": shown_context(&context), "message": hex(message), "valid": valid})
        })
        .collect()
}

/// What the prover makes of fixed randomness.
#[test]
fn row12_proofs_are_made_as_they_were() {
    compare("proofs.json", &json!({"keys": keys(), "packs": stories()}));
}

/// The stored messages, whatever the prover would make today.
#[test]
fn row12_stored_proofs_get_the_stored_verdicts() {
    let text = std::fs::read_to_string(crate::vectors().join("proofs.json")).unwrap();
    let stored: Value = serde_json::from_str(&text).unwrap();
    let all = |list: &Value| list.as_array().unwrap().clone();
    for case in all(&stored["keys"]) {
        let verified = KeysMessage::decode(&unhex(&case["message"]))
            .and_then(|message| message.verify(&read_context(&case["context"])));
        assert_eq!(Value::from(verified.is_ok()), case["valid"]);
    }
    for case in all(&stored["packs"]) {
        let labels = all(&case["labels"]);
        let labels = labels.iter().map(|label| label.as_str().unwrap());
        let kind = Kind::new(case["kind"].as_str().unwrap(), labels).unwrap();
        let holders = all(&case["holders"]);
        let holders = holders.iter().map(|holder| {
            let secret = DeckSecret::from_bytes(&unhex(&holder["secret"]).try_into().unwrap()).unwrap();
            assert_eq!(hex(secret.keys().encode()), holder["keys"].as_str().unwrap());
            (Party(holder["party"].as_u64().unwrap() as u8), *secret.keys())
        });
        let number = case["number"].as_u64().unwrap() as u32;
        let mut pack = Pack::new(number, kind.clone(), kind.faces(), holders.collect()).unwrap();
        assert_eq!(hex(pack.digest()), case["digest"].as_str().unwrap());
        for event in all(&case["events"]) {
            let message = unhex(&event["message"]);
            let verdict = Act::read(&event).accept(&mut pack, &read_context(&event["context"]), &message);
            assert_eq!(Value::from(verdict.is_ok()), event["valid"], "{verdict:?}");
            assert_eq!(hex(pack.digest()), event["digest"].as_str().unwrap());
        }
        assert_eq!(seen(&pack), case["seen"]);
    }
}
