//! A log, move by move: what `majlis show` prints.

use std::io::{self, Read, Write};

use majlis_referee::party::PartyId;
use majlis_referee::replay::{Awaited, Match, Report, Slot};
use majlis_referee::verify::{LogError, Proofs, Watch, verify};
use majlis_rules::face::{Face, Handle};
use majlis_rules::game::{Game, GameEvent as _, Outcome};
use majlis_rules::seat::Seat;
use serde_json::{Value, json};

use crate::simulate::move_of;
use crate::verified::{departure_json, option_value};

/// Prints a log while it is checked. A fault of the log comes after what went before it.
///
/// # Errors
/// Where the log is not valid, the outer error where the text cannot be written.
pub fn show(log: impl Read, as_json: bool, out: &mut dyn Write) -> io::Result<Result<(), LogError>> {
    let mut shower = Shower {
        as_json,
        out,
        ply: 0,
        begun: false,
        failed: None,
    };
    // One by one, so that nothing is shown that was not checked.
    let checked = verify(log, Proofs::OneByOne, &mut shower);
    match shower.failed {
        Some(error) => Err(error),
        None => Ok(checked.map(|_| ())),
    }
}

struct Shower<'w> {
    as_json: bool,
    out: &'w mut dyn Write,
    ply: u64,
    begun: bool,
    failed: Option<io::Error>,
}

/// What is awaited next, in words and as seats.
fn due(state: &Match) -> (&'static str, Vec<u8>) {
    let mut seats = Vec::new();
    let mut what = "nothing";
    for (party, awaited) in state.awaited() {
        what = match awaited {
            Awaited::Commit => "commitments",
            Awaited::Reveal => "reveals",
            Awaited::Ack => "acknowledgements",
            Awaited::Shuffle(_) => "a shuffle",
            Awaited::Shares(_) => "shares",
            Awaited::Move(_) => "a move",
            Awaited::Answer(_) => "answers",
            Awaited::Result => "results",
        };
        match awaited {
            Awaited::Move(seat) | Awaited::Answer(seat) => seats.push(seat.number()),
            _ => seats.extend(state.seats_of(*party).iter().map(Seat::number)),
        }
    }
    (what, seats)
}

fn name(state: &Match, card: Handle, face: Face) -> String {
    let pack = state.deck().packs().find(|pack| pack.number() == card.pack);
    let label = pack.and_then(|pack| {
        pack.kind()
            .label(majlis_crypto::pack::Face(face.number()))
            .map(str::to_owned)
    });
    // A pack that has left the table is of the kind of those that have come.
    let any = || {
        let pack = state.deck().packs().next()?;
        pack.kind()
            .label(majlis_crypto::pack::Face(face.number()))
            .map(str::to_owned)
    };
    label.or_else(any).unwrap_or_else(|| format!("face {}", face.number()))
}

impl Shower<'_> {
    fn line(&mut self, value: &Value, text: &str) {
        if self.failed.is_none() {
            let written = if self.as_json {
                writeln!(self.out, "{value}")
            } else {
                self.out.write_all(text.as_bytes())
            };
            self.failed = written.err();
        }
    }

    fn begin(&mut self, state: &Match) {
        let agreement = state.agreement();
        let options: serde_json::Map<String, Value> = (agreement.table.options.iter())
            .map(|(key, value)| (key.to_owned(), option_value(value)))
            .collect();
        let names: Vec<&str> = agreement.members.iter().map(|member| member.name.as_str()).collect();
        let value = json!({
            "match": state.place().match_id.to_string(),
            "game": agreement.game.id(),
            "seats": agreement.table.seats,
            "options": options,
            "persons": names,
        });
        let text = format!(
            "match {}\n{}, {} seats: {}\n",
            state.place().match_id,
            agreement.game,
            agreement.table.seats,
            names.join(", ")
        );
        self.line(&value, &text);
    }
}

impl Watch for Shower<'_> {
    fn step(&mut self, state: &Match, slots: &[(PartyId, Slot)], report: &Report) {
        if !self.begun {
            self.begun = true;
            self.begin(state);
        }
        let step = state.place().step - 1;
        let member = |party: PartyId| {
            state
                .agreement()
                .member(party)
                .map_or("", |member| member.name.as_str())
        };
        let opened: Vec<(String, String)> = (state.deck().opened().iter())
            .map(|(card, face)| (format!("{}:{}", card.pack, card.index), name(state, *card, *face)))
            .collect();
        let mut moves = Vec::new();
        for (party, slot) in slots {
            let said = match slot {
                Slot::Entry(entry) => move_of(entry.body()),
                Slot::Left(_) => Some(
                    state
                        .seats_of(*party)
                        .iter()
                        .next()
                        .map_or_else(|| "leaves before the lot".to_owned(), |seat| format!("leave {seat}")),
                ),
                Slot::Absent(_) | Slot::Forked(_) => None,
            };
            moves.extend(said.map(|said| (*party, said)));
        }
        let looks: Vec<u8> = report
            .events
            .iter()
            .filter_map(|event| Some(event.look()?.0.number()))
            .collect();
        let rounds = report.events.iter().filter(|event| event.round().is_some()).count();
        // A step that does nothing but carry a proof on is no news.
        if moves.is_empty()
            && opened.is_empty()
            && looks.is_empty()
            && rounds == 0
            && report.departures.is_empty()
            && !state.is_finished()
        {
            return;
        }
        let (what, seats) = due(state);
        let scores = state.game().map(Game::scores);
        let outcomes = state.outcomes();
        let mut value = json!({
            "step": step,
            "moves": moves.iter().map(|(party, said)| json!({"party": party.number(), "move": said})).collect::<Vec<_>>(),
            "opened": opened.iter().map(|(card, face)| json!({"card": card, "face": face})).collect::<Vec<_>>(),
            "looked": looks,
            "departures": report.departures.iter().map(departure_json).collect::<Vec<_>>(),
            "scores": scores,
            "due": {"what": what, "seats": seats},
        });
        if let (Some(outcomes), Some(object)) = (&outcomes, value.as_object_mut()) {
            let outcomes: Vec<Option<&str>> = outcomes.iter().map(|outcome| outcome.map(Outcome::name)).collect();
            object.insert("outcome".to_owned(), json!(outcomes));
        }
        let mut text = String::new();
        for (party, said) in &moves {
            self.ply += 1;
            text += &format!("{:>4}. {}: {said}\n", self.ply, member(*party));
        }
        if !opened.is_empty() {
            let faces: Vec<&str> = opened.iter().map(|(_, face)| face.as_str()).collect();
            text += &format!("      open to all: {}\n", faces.join(" "));
        }
        if !looks.is_empty() {
            let looks: Vec<String> = looks.iter().map(|seat| format!("seat {seat}")).collect();
            text += &format!("      looked at a card: {}\n", looks.join(", "));
        }
        if rounds > 0
            && let Some(scores) = &scores
        {
            text += &format!("      the round is over, scores {scores:?}\n");
        }
        for departure in &report.departures {
            text += &format!("      {} is gone: {}\n", member(departure.party), cause(departure));
        }
        if state.is_finished()
            && let Some(outcomes) = &outcomes
        {
            for (party, outcome) in PartyId::all(state.agreement().parties()).zip(outcomes) {
                let outcome = outcome.map_or("does not count", Outcome::name);
                text += &format!("{}: {outcome}\n", member(party));
            }
        }
        self.line(&value, &text);
    }
}

fn cause(departure: &majlis_referee::replay::Departure) -> String {
    use majlis_referee::replay::Cause;
    match &departure.cause {
        Cause::Left => "left".to_owned(),
        Cause::Absent => "was absent (log.6)".to_owned(),
        Cause::Fault(fault) => format!("{} ({})", fault.sentence, fault.rule),
        Cause::Equivocated => "signed two things for one place (log.5)".to_owned(),
    }
}
