//! Nobody escapes blame by leaving, and nobody else pays for it: somebody leaves in every kind of step of every game.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../malice/mod.rs"]
mod malice;

use std::collections::BTreeMap;

use majlis_referee::act::{Act, Body, Proofs};
use majlis_referee::item::Item;
use majlis_referee::notice::Leave;
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Awaited, Cause, Ending, Slot};
use majlis_referee::verify::Grade;
use majlis_rules::game::{CardOp, Due, Game, GameEvent, Outcome};
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};

use crate::malice::{Rig, party};

/// How many steps are looked through for kinds of steps; a round and the shuffle of the next fit in.
const STEPS: usize = 260;

struct Config {
    game: GameId,
    table: Table,
    prefer: &'static [&'static str],
    seed: u64,
    /// The steps of the match, once it was played.
    played: Vec<Vec<(PartyId, Slot)>>,
}

impl Config {
    fn new(game: GameId, table: Table, seed: u64) -> Self {
        let prefer: &[&str] = if game == GameId::Four { &["spy", "draw"] } else { &[] };
        Self {
            game,
            table,
            prefer,
            seed,
            played: Vec::new(),
        }
    }

    /// The match as it stands after so many of its steps.
    fn after(&self, steps: usize) -> Rig {
        let mut rig = Rig::new(self.game, self.table.clone(), self.seed);
        rig.prefer = self.prefer;
        for slots in &self.played[..steps] {
            rig.take(slots, true);
        }
        rig
    }
}

/// What kind of step it is for this party: steps of one kind are alike for whoever leaves in them.
fn kind(rig: &Rig, party: PartyId) -> String {
    let state = rig.state();
    let alone = if state.awaited().len() == 1 {
        "alone"
    } else {
        "with others"
    };
    let doing = match state.game().map(Game::due) {
        Some(Due::Cards(operations)) => {
            let any = |test: fn(&CardOp) -> bool| operations.iter().any(test);
            let looks = any(|operation| matches!(operation, CardOp::Look { .. }));
            let opens = any(|operation| matches!(operation, CardOp::Open { .. }));
            match (looks, opens) {
                (true, true) => "deal and open",
                (true, false) => "deal",
                (false, true) => "opening",
                (false, false) => "shuffle",
            }
        }
        Some(Due::Turn(_)) => "turn",
        Some(Due::Question(_)) => "question",
        Some(Due::Nothing) | None => "-",
    };
    let owed = match state.awaited_of(party) {
        None => "nothing".to_owned(),
        Some(Awaited::Shares(owed)) => format!(
            "shares plain {} sealed {}",
            !owed.plain.is_empty(),
            !owed.sealed.is_empty()
        ),
        Some(Awaited::Shuffle(pack)) => {
            let last = state
                .deck()
                .packs()
                .find(|on_table| on_table.number() == *pack)
                .is_some_and(|on_table| on_table.holders().last().map(|(holder, _)| holder.0) == Some(party.number()));
            format!("shuffle last {last}")
        }
        Some(Awaited::Move(_)) => "move".to_owned(),
        Some(Awaited::Answer(_)) => "answer".to_owned(),
        Some(other) => format!("{other:?}"),
    };
    format!("{owed}, {doing}, {alone}")
}

/// Plays the match and gives every kind of step, with the number of steps before one of the kind, and somebody for whom it is of that kind.
fn kinds(config: &mut Config) -> BTreeMap<String, (usize, PartyId)> {
    let mut kinds = BTreeMap::new();
    let mut rig = config.after(0);
    let mut rounds = 0;
    for steps in 0..STEPS {
        let parties = rig.state().agreement().parties();
        for who in PartyId::all(parties).rev() {
            kinds.entry(kind(&rig, who)).or_insert((steps, who));
        }
        if rig.awaited().is_empty() || rounds == 2 {
            break;
        }
        let slots = rig.slots(&[]);
        let report = rig.take(&slots, true);
        config.played.push(slots);
        rounds += report.events.iter().filter(|event| event.round().is_some()).count();
    }
    kinds
}

/// Somebody leaves in every kind of step; what comes of it is what the rules say, and a stranger reads the same in the log.
fn leaving(game: GameId, table: &Table, expected: &[&str]) {
    // A match in which all the kinds that the game has occur.
    let matches = (1..6).map(|seed| {
        let mut config = Config::new(game, table.clone(), seed);
        let found = kinds(&mut config);
        (config, found)
    });
    let mut complete =
        matches.filter(|(_, found)| expected.iter().all(|word| found.keys().any(|kind| kind.contains(word))));
    let (config, found) = complete.next().unwrap();
    for (kind, (steps, who)) in found {
        let mut rig = config.after(steps);
        if rig.state().ending().is_some() {
            continue;
        }
        let stage = rig.state().awaited_of(who).cloned();
        let rules = rig.state().game().cloned();
        let Slot::Left(leave) = rig.leave(who) else { panic!() };
        let given = if stage.is_some() {
            vec![(who, Slot::Left(leave))]
        } else {
            // It is not awaited: whoever is carries the leave along.
            let carrier = rig.awaited()[0];
            vec![(
                carrier,
                Slot::Entry(rig.carrying(carrier, Item::Leave((&leave).into()))),
            )]
        };
        let step = rig.state().place().step;
        let slots = rig.slots(&given);
        let report = rig.take(&slots, false);
        let [departure] = report.departures.as_slice() else {
            panic!("{kind}: {report:?}")
        };
        assert_eq!(
            (departure.party, departure.step, &departure.cause),
            (who, step, &Cause::Left),
            "{kind}"
        );
        assert!(
            stage == Some(Awaited::Commit) || !rig.state().present().contains(who),
            "{kind}"
        );
        // A leave is no expulsion: nothing has to be acknowledged.
        assert_eq!(rig.state().place().epoch, 0, "{kind}");
        match stage {
            Some(Awaited::Commit) => assert_eq!(rig.state().ending(), Some(Ending::NeverWas)),
            Some(Awaited::Reveal) => assert_eq!(rig.state().ending(), Some(Ending::Annulled)),
            _ => {
                // What the rules make of it where nothing else has happened in the step.
                let mut rules = rules.unwrap();
                let mut events = Vec::new();
                for seat in rig.state().seats_of(who).iter() {
                    let _ = rules.leave(seat, &mut events);
                }
                if stage.is_some() {
                    assert_eq!(rig.state().game().unwrap().outcome(), rules.outcome(), "{kind}");
                    assert_eq!(rig.state().game().unwrap().present(), rules.present(), "{kind}");
                }
            }
        }
        rig.finish();
        rig.fair();
        let verified = rig.verified();
        if verified.ending() != Some(Ending::NeverWas) {
            assert_eq!(verified.grade(), Some(Grade::Agreed), "{kind}");
        }
    }
}

fn flag(seats: u8, option: &str) -> Table {
    Table::new(seats).with(option, OptionValue::Flag(true))
}

#[test]
fn arkan_of_two() {
    leaving(GameId::Arkan, &Table::new(2), &["Commit", "Reveal", "move", "nothing"]);
}

#[test]
fn arkan_of_three() {
    leaving(GameId::Arkan, &Table::new(3), &["Commit", "Reveal", "move", "nothing"]);
}

#[test]
fn dominoes_of_two() {
    leaving(
        GameId::Domino,
        &Table::new(2),
        &[
            "Commit",
            "Reveal",
            "shuffle last false",
            "shuffle last true",
            "shares",
            "answer",
            "move",
            "nothing",
        ],
    );
}

#[test]
fn dominoes_of_four_each_for_himself() {
    leaving(
        GameId::Domino,
        &Table::new(4),
        &["shuffle last true", "shares", "answer", "opening", "nothing"],
    );
}

#[test]
fn dominoes_of_four_partners() {
    leaving(
        GameId::Domino,
        &flag(4, "partners"),
        &["shuffle last true", "shares", "answer", "opening", "nothing"],
    );
}

#[test]
fn four_face_down_of_two() {
    leaving(
        GameId::Four,
        &Table::new(2),
        &["shuffle last false", "deal", "opening", "sealed true", "move"],
    );
}

#[test]
fn four_face_down_of_three() {
    leaving(
        GameId::Four,
        &Table::new(3),
        &["shuffle last false", "deal", "opening", "sealed true", "move"],
    );
}

#[test]
fn jackaroo_of_four() {
    leaving(
        GameId::Jackaroo,
        &Table::new(4),
        &["shuffle last true", "shares", "move", "nothing"],
    );
}

#[test]
fn jackaroo_of_two_persons() {
    let table = Table::new(4).with("persons", OptionValue::Number(2));
    leaving(
        GameId::Jackaroo,
        &table,
        &["shuffle last true", "shares", "move", "nothing"],
    );
}

/// Steps in which several are awaited, and all of them leave at once, or all but one.
fn together(game: GameId, table: Table) {
    let mut config = Config::new(game, table, 1);
    for (kind, (steps, _)) in kinds(&mut config) {
        let rig = config.after(steps);
        let awaited = rig.awaited();
        if awaited.len() < 2 || rig.state().ending().is_some() {
            continue;
        }
        for leavers in [&awaited[..], &awaited[1..]] {
            let mut rig = config.after(steps);
            let slots: Vec<_> = leavers.iter().map(|who| (*who, rig.leave(*who))).collect();
            let before = rig.state().outcomes();
            assert_eq!(before, None);
            let slots = rig.slots(&slots);
            let report = rig.take(&slots, false);
            let gone: Vec<PartyId> = report.departures.iter().map(|departure| departure.party).collect();
            assert!(report.departures.iter().all(|departure| departure.cause == Cause::Left));
            // In seat order; once the match is over by it, the leaves that are left mean nothing (log.11).
            assert!(gone.iter().all(|who| leavers.contains(who)), "{kind}");
            assert!(
                gone.len() == leavers.len() || rig.state().ending() == Some(Ending::Played),
                "{kind}"
            );
            let seats = gone.iter().map(|who| rig.state().seats_of(*who).iter().next());
            if rig.state().game().is_some() {
                assert!(seats.is_sorted(), "{kind}");
            }
            // Those whose leave came too late to mean anything are still asked for the result; they have gone, so others sign.
            let late: Vec<PartyId> = leavers.iter().copied().filter(|who| !gone.contains(who)).collect();
            if late.is_empty() {
                rig.finish();
            } else {
                let signed: Vec<_> = rig
                    .slots(&[])
                    .into_iter()
                    .filter(|(who, _)| !late.contains(who))
                    .collect();
                if !signed.is_empty() {
                    rig.take(&signed, false);
                } else {
                    rig.finish();
                }
            }
            rig.fair();
            rig.verified();
        }
    }
}

#[test]
fn several_leave_at_once() {
    together(GameId::Arkan, Table::new(3));
    together(GameId::Domino, Table::new(2));
    together(GameId::Domino, Table::new(4));
    together(GameId::Domino, flag(4, "partners"));
    together(GameId::Four, Table::new(3));
    together(GameId::Jackaroo, Table::new(4));
}

/// One of three cheats, and another leaves in place of acknowledging it.
#[test]
fn leaving_at_the_acknowledgement() {
    for (game, table) in [
        (GameId::Arkan, Table::new(3)),
        (GameId::Four, Table::new(3)),
        (GameId::Domino, Table::new(4)),
    ] {
        let mut rig = Rig::new(game, table, 1);
        rig.run_until(|rig| rig.mover().is_some());
        let (cheat, _) = rig.mover().unwrap();
        let fault = rig.signed(cheat, &Body::new(Act::Deny(Vec::new())), &Proofs::default());
        rig.take(&[(cheat, Slot::Entry(fault))], false);
        let leaver = rig.who(|awaited| *awaited == Awaited::Ack).unwrap();
        let slot = rig.leave(leaver);
        let slots = rig.slots(&[(leaver, slot)]);
        let report = rig.take(&slots, false);
        assert_eq!(report.departures.len(), 1);
        assert_eq!(
            (report.departures[0].party, &report.departures[0].cause),
            (leaver, &Cause::Left)
        );
        // One expulsion, one epoch: a leave needs no acknowledgement.
        assert_eq!(rig.state().place().epoch, 1);
        rig.finish();
        rig.fair();
        rig.verified();
    }
}

/// Once the match is over nobody can leave it any more: who will not sign only makes the result worth less.
#[test]
fn leaving_at_the_result() {
    let mut rig = Rig::new(GameId::Arkan, Table::new(2), 3);
    rig.run_until(|rig| rig.state().ending().is_some());
    let outcomes = rig.state().outcomes();
    let leaver = party(1);
    assert!(rig.players[1].leave().is_err());
    let place = rig.state().place();
    let leave = rig.sign_leave(
        leaver,
        Leave {
            match_id: place.match_id,
            party: leaver,
            from: place.step,
        },
    );
    let slots = rig.slots(&[(leaver, Slot::Left(leave))]);
    let report = rig.take(&slots, false);
    assert_eq!(report.departures, []);
    let verified = rig.verified();
    assert_eq!(verified.outcomes(), outcomes);
    assert_eq!(verified.grade(), Some(Grade::Proved));
    assert_ne!(verified.outcomes().unwrap(), vec![Some(Outcome::Loss); 2]);
}
