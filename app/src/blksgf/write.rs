//! Writing.

use core::fmt::Write as _;

use majlis_rules::arkan::{Arkan, Placement};
use majlis_rules::game::{Due, Game as _, Outcome};
use majlis_rules::seat::{Seat, SeatSet};

use super::{Act, Record, after, sign};

/// The text of a file, ready to be written as UTF-8.
#[must_use]
pub fn write(record: &Record) -> String {
    let mut text = String::from("(;");
    let seats = record.seats;
    let game = if seats == 2 { "Blokus Duo" } else { "Blokus" };
    property(&mut text, "GM", game);
    property(&mut text, "CA", "UTF-8");
    property(&mut text, "AP", concat!("Majlis:", env!("CARGO_PKG_VERSION")));
    for (seat, name) in Seat::all(seats).zip(&record.names) {
        // One for each seat, so that three are told from four.
        property(&mut text, &format!("P{}", sign(seats, seat)), name);
    }
    if let Some(match_id) = &record.match_id {
        property(&mut text, "GN", match_id);
    }
    if let Some(result) = result(record) {
        property(&mut text, "RE", &result);
    }
    let mut state = record.start().ok();
    // A leave before the first move, and a position to begin with, stand in the first node.
    let mut in_first = true;
    for act in &record.acts {
        match act {
            Act::Place { seat, placement } => {
                text.push_str("\n;");
                property(&mut text, sign(seats, *seat), &placement.to_string());
            }
            Act::Leave { seat } => property(&mut text, "LEAVE", sign(seats, *seat)),
            Act::Position(_) => {
                if !in_first {
                    text.push_str("\n;");
                }
                let next = state.as_ref().and_then(|state| after(state, act).ok());
                if let (Some(state), Some(next)) = (&state, &next) {
                    position(&mut text, state, next);
                }
            }
        }
        in_first = false;
        state = state.and_then(|state| after(&state, act).ok());
    }
    text.push_str(")\n");
    text
}

/// What is taken away and what is added, and whose turn it is then.
fn position(text: &mut String, before: &Arkan, then: &Arkan) {
    let seats = then.seats();
    let mut values = |name: &str, placements: &mut dyn Iterator<Item = Placement>| {
        let mut placements = placements.peekable();
        if placements.peek().is_some() {
            text.push_str(name);
            for placement in placements {
                // Writing to a string does not fail.
                let _ = write!(text, "[{placement}]");
            }
        }
    };
    let all: SeatSet = SeatSet::all(seats);
    let mut gone = all.iter().flat_map(|seat| {
        let kept = then.placed(seat);
        before
            .placed(seat)
            .iter()
            .copied()
            .filter(|placement| !kept.contains(placement))
    });
    values("AE", &mut gone);
    for seat in Seat::all(seats) {
        let old = before.placed(seat);
        let mut new = then
            .placed(seat)
            .iter()
            .copied()
            .filter(|placement| !old.contains(placement));
        values(&format!("A{}", sign(seats, seat)), &mut new);
    }
    if let Due::Turn(seat) = then.due() {
        property(text, "PL", sign(seats, seat));
    }
}

/// For two seats, who won and by how much.
fn result(record: &Record) -> Option<String> {
    let last = record.states().ok()?.pop()?;
    let (outcome, scores) = (last.outcome()?, last.scores());
    let ([first, _], [one, two]) = (outcome.as_slice(), scores.as_slice()) else {
        return None;
    };
    let left = last.present().len() < 2;
    let by = if left {
        "F".to_owned()
    } else {
        (one - two).abs().to_string()
    };
    Some(match first {
        Outcome::Win => format!("B+{by}"),
        Outcome::Loss => format!("W+{by}"),
        Outcome::Draw => "0".to_owned(),
    })
}

fn property(text: &mut String, name: &str, value: &str) {
    text.push_str(name);
    text.push('[');
    for char in value.chars() {
        if matches!(char, ']' | '\\') {
            text.push('\\');
        }
        text.push(char);
    }
    text.push(']');
}
