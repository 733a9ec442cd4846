//! Logs that somebody has tampered with: bytes flipped, entries dropped, doubled, exchanged and replaced, files cut. Each is
//! found invalid or unfinished, with its place; none is accepted.
//!
//! The match is kept as it stood before each step, so that a try costs one entry and not a whole log.
//!
//! One thing is no tampering: a log from which *some* of the signatures under the result are missing is a log of a match
//! that they did not sign (log.9). It is worth less, and says so.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../malice/mod.rs"]
mod malice;

use majlis_referee::file::{HEAD, LogReader};
use majlis_referee::item::Item;
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Match, Report, Slot};
use majlis_referee::verify::{Grade, LogError, Proofs, Watch, verify, verify_on};
use majlis_rules::game::GameEvent;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};

use crate::malice::Rig;

/// A log, the start of each of its items, and the match before each of its steps.
struct Kept {
    log: Vec<u8>,
    items: Vec<Item>,
    starts: Vec<usize>,
    marks: Vec<Mark>,
    finished: Match,
}

/// The match before a step.
struct Mark {
    /// The first item of the step.
    item: usize,
    /// Where it starts.
    at: usize,
    state: Match,
}

/// Keeps the match before each step while a log is checked.
struct Keep(Vec<Mark>);

impl Watch for Keep {
    fn step(&mut self, state: &Match, slots: &[(PartyId, Slot)], _: &Report) {
        let items = slots.iter().flat_map(|(_, slot)| slot.items());
        let before = self.0.last().unwrap();
        let (mut item, mut at) = (before.item, before.at);
        for written in items {
            item += 1;
            at += written.encode().unwrap().len();
        }
        self.0.push(Mark {
            item,
            at,
            state: state.clone(),
        });
    }
}

/// What came of a log.
fn told(result: Result<Match, LogError>) -> Told {
    match result {
        Ok(state) => Told::Accepted(Box::new(state)),
        Err(LogError::Unfinished { step }) => Told::Unfinished(step),
        Err(LogError::Invalid { step, .. }) => Told::Invalid(step),
        Err(LogError::File(error)) => Told::Unreadable(error.to_string()),
        Err(LogError::Closing(_)) => Told::Closing,
    }
}

#[derive(Debug)]
enum Told {
    Accepted(Box<Match>),
    Unfinished(u64),
    Invalid(u64),
    Unreadable(String),
    Closing,
}

impl Kept {
    fn of(rig: &Rig) -> Self {
        let log = rig.log();
        let mut starts = vec![HEAD];
        for item in &rig.items {
            starts.push(starts.last().unwrap() + item.encode().unwrap().len());
        }
        assert_eq!(starts.pop(), Some(log.len()));
        let mut keep = Keep(vec![Mark {
            item: 1,
            at: starts[1],
            state: Match::new(rig.state().closing().clone()).unwrap(),
        }]);
        let finished = verify(log.as_slice(), Proofs::OneByOne, &mut keep).unwrap();
        let mut marks = keep.0;
        assert!(
            marks
                .iter()
                .all(|mark| starts.get(mark.item).is_none_or(|start| *start == mark.at))
        );
        // Behind the last step there is nothing to tamper with.
        assert_eq!(marks.pop().map(|mark| mark.at), Some(log.len()));
        Self {
            log,
            items: rig.items.clone(),
            starts,
            marks,
            finished,
        }
    }

    /// The last mark that is not behind this item.
    fn mark_of(&self, item: usize) -> &Mark {
        let behind = self.marks.partition_point(|mark| mark.item <= item);
        &self.marks[behind - 1]
    }

    /// Checks the log with `tampered` in place of everything from a mark on.
    fn check(&self, mark: &Mark, tampered: &[u8], proofs: Proofs) -> Told {
        let reader = LogReader::resume(tampered, mark.at as u64);
        told(verify_on(mark.state.clone(), reader, proofs, &mut ()))
    }

    /// Sees to it that a flip in this byte is found in the very step.
    fn flip(&mut self, at: usize, bits: u8) {
        self.log[at] ^= bits;
        if at < self.starts[1] {
            // Head and closing: found before any entry is read.
            let result = told(verify(self.log.as_slice(), Proofs::Together, &mut ()));
            assert!(
                matches!(result, Told::Closing | Told::Unreadable(_)),
                "byte {at}: {result:?}"
            );
        } else {
            let item = self.starts.partition_point(|start| *start <= at) - 1;
            let mark = self.mark_of(item);
            let step = mark.state.place().step;
            let proofs = if at.is_multiple_of(16) {
                Proofs::Together
            } else {
                Proofs::OneByOne
            };
            match self.check(mark, &self.log[mark.at..], proofs) {
                Told::Invalid(found) => assert_eq!(found, step, "byte {at}"),
                Told::Unreadable(sentence) => {
                    // The place named is where an item starts, in this step, not behind the byte.
                    let words = sentence.strip_prefix("byte ").unwrap();
                    let named: usize = words.split(':').next().unwrap().parse().unwrap();
                    assert!((mark.at..=at).contains(&named), "byte {at}: {sentence}");
                }
                other => panic!("byte {at}: {other:?}"),
            }
        }
        self.log[at] ^= bits;
    }

    /// Sees to it that these items in place of the log's, from `item` on, are not accepted.
    fn replaced(&self, item: usize, with: &[&Item], skip: usize, what: &str) {
        let mut bytes = Vec::new();
        if item == 0 {
            bytes.extend_from_slice(&self.log[..HEAD]);
        }
        let mark = self.mark_of(item.max(1));
        let first = if item == 0 { 0 } else { mark.item };
        for item in self.items[first..item].iter().chain(with.iter().copied()) {
            bytes.extend(item.encode().unwrap());
        }
        let rest = self
            .starts
            .get(item + skip)
            .map_or(&[][..], |start| &self.log[*start..]);
        bytes.extend_from_slice(rest);
        for proofs in [Proofs::OneByOne, Proofs::Together] {
            let result = if item == 0 {
                told(verify(bytes.as_slice(), proofs, &mut ()))
            } else {
                self.check(mark, &bytes, proofs)
            };
            match result {
                Told::Accepted(state) => self.is_worth_less(&state, what),
                Told::Invalid(step) | Told::Unfinished(step) => {
                    assert!(step >= mark.state.place().step, "{what} {item}: step {step}");
                }
                Told::Closing => assert_eq!(item, 0, "{what}"),
                Told::Unreadable(sentence) => panic!("{what} {item}: {sentence}"),
            }
        }
    }

    /// A log without some signatures under its result: all else is as it was, and the grade is lower.
    fn is_worth_less(&self, state: &Match, what: &str) {
        let (signed, before) = (state.result_signers(), self.finished.result_signers());
        assert!(
            !signed.is_empty() && signed.len() < before.len() && signed.minus(before).is_empty(),
            "{what}"
        );
        assert_eq!(self.finished.grade(), Some(Grade::Agreed));
        assert_eq!(state.grade(), Some(Grade::Proved), "{what}");
        assert_eq!(state.outcomes(), self.finished.outcomes(), "{what}");
    }

    /// Every entry dropped, doubled, exchanged with its neighbour, and replaced by that of another match.
    fn shuffle_entries(&self, other: &Self) {
        for (at, item) in self.items.iter().enumerate() {
            self.replaced(at, &[], 1, "dropped");
            self.replaced(at, &[item, item], 1, "doubled");
            if let Some(next) = self.items.get(at + 1) {
                self.replaced(at, &[next, item], 2, "exchanged");
            }
            if let Some(foreign) = other.items.get(at) {
                self.replaced(at, &[foreign], 1, "replaced");
            }
        }
    }

    /// The file cut at every length.
    fn cut(&self) {
        for length in 0..self.log.len() {
            let result = if length <= self.starts[1] {
                told(verify(&self.log[..length], Proofs::Together, &mut ()))
            } else {
                let item = self.starts.partition_point(|start| *start < length) - 1;
                let mark = self.mark_of(item);
                self.check(mark, &self.log[mark.at..length], Proofs::OneByOne)
            };
            let whole = length >= self.starts[1] && self.starts.contains(&length);
            match result {
                Told::Unreadable(_) => assert!(!whole || length < self.starts[1], "{length}"),
                Told::Closing => assert_eq!(length, HEAD),
                Told::Unfinished(step) => {
                    assert!(whole, "{length}");
                    let item = self.starts.partition_point(|start| *start < length);
                    assert_eq!(step, self.mark_of(item).state.place().step);
                }
                Told::Accepted(state) => {
                    assert!(whole, "{length}");
                    self.is_worth_less(&state, "cut");
                }
                Told::Invalid(step) => panic!("cut to {length}: invalid at step {step}"),
            }
        }
    }
}

fn table(game: GameId) -> Table {
    match game {
        // Two persons with two seats each.
        GameId::Jackaroo => Table::new(4).with("persons", OptionValue::Number(2)),
        _ => Table::new(2),
    }
}

fn rig(game: GameId, seed: u64) -> Rig {
    let mut rig = Rig::new(game, table(game), seed);
    rig.prefer = match game {
        GameId::Four => &["call"],
        GameId::Jackaroo => &["K", "A", "Q"],
        _ => &[],
    };
    rig
}

/// One round, and then somebody leaves; in games without rounds, two moves of each seat.
fn short(game: GameId, seed: u64) -> Kept {
    let mut rig = rig(game, seed);
    let mut moves = 0;
    loop {
        moves += u32::from(rig.mover().is_some());
        let report = rig.step();
        let round = report.events.iter().any(|event| event.round().is_some());
        if round || !game.has_rounds() && moves == 2 * u32::from(rig.state().agreement().table.seats) {
            break;
        }
    }
    let leaver = rig.awaited()[0];
    let leave = rig.leave(leaver);
    let slots = rig.slots(&[(leaver, leave)]);
    rig.take(&slots, true);
    rig.finish();
    Kept::of(&rig)
}

/// A whole match, as short as some seed gives.
fn whole(game: GameId, seed: u64) -> Kept {
    let mut rig = rig(game, seed);
    while !rig.awaited().is_empty() {
        rig.step();
    }
    assert!(rig.state().departures().is_empty());
    Kept::of(&rig)
}

/// Another bit of every byte: over any eight neighbours, all of them.
const fn bit(at: usize) -> u8 {
    1 << (at % 8)
}

fn short_log(game: GameId) {
    let mut kept = short(game, 1);
    for at in 0..kept.log.len() {
        kept.flip(at, bit(at));
    }
    // The heads of items are where lengths and kinds stand: all their bits.
    for start in kept.starts.clone() {
        for at in start..start + 12 {
            for shift in 0..8 {
                kept.flip(at, 1 << shift);
            }
        }
    }
    kept.cut();
    kept.shuffle_entries(&short(game, 9));
}

fn whole_match(game: GameId, seed: u64) {
    let mut kept = whole(game, seed);
    let ends = kept.starts[1..].to_vec();
    for (number, start) in kept.starts.clone().into_iter().enumerate() {
        let end = ends.get(number).copied().unwrap_or(kept.log.len());
        // A byte of each entry, another part of it each time.
        let at = start + (number * 7919) % (end - start);
        kept.flip(at, bit(number));
    }
    kept.shuffle_entries(&short(game, 9));
    // Through the front door too: a flip in the last entry is found behind all that is good.
    let last = kept.log.len() - 1;
    kept.log[last] ^= 1;
    let result = told(verify(kept.log.as_slice(), Proofs::Together, &mut ()));
    assert!(
        matches!(result, Told::Invalid(step) if step == kept.marks.last().unwrap().state.place().step),
        "{result:?}"
    );
    kept.log[last] ^= 1;
    for (number, start) in kept.starts.iter().enumerate().skip(1) {
        let mark = kept.mark_of(number.saturating_sub(1).max(1));
        let result = kept.check(mark, &kept.log[mark.at..*start], Proofs::OneByOne);
        match result {
            Told::Unfinished(_) => {}
            Told::Accepted(state) => kept.is_worth_less(&state, "cut"),
            other => panic!("cut before item {number}: {other:?}"),
        }
    }
}

#[test]
fn a_short_log_of_arkan() {
    short_log(GameId::Arkan);
}

#[test]
fn a_short_log_of_domino() {
    short_log(GameId::Domino);
}

#[test]
fn a_short_log_of_four() {
    short_log(GameId::Four);
}

#[test]
fn a_short_log_of_jackaroo() {
    short_log(GameId::Jackaroo);
}

#[test]
fn a_whole_match_of_arkan() {
    whole_match(GameId::Arkan, 3);
}

#[test]
fn a_whole_match_of_domino() {
    whole_match(GameId::Domino, 4);
}

#[test]
fn a_whole_match_of_four() {
    whole_match(GameId::Four, 1);
}

#[test]
fn a_whole_match_of_jackaroo() {
    whole_match(GameId::Jackaroo, 2);
}
