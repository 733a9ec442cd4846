//! Decisions before the turn has come: while cards are dealt that the next person need not see.

use majlis_referee::item::Item;
use majlis_referee::replay::Awaited;
use majlis_referee::verify::Grade;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};
use rand::RngExt;

use crate::sim::{Sim, Weather, id};

/// Moves of Four Face-Down after which a card is shown to the mover alone.
const LOOKS: &[&str] = &["peek", "spy", "draw"];

fn two_persons() -> Table {
    Table::new(4).with("persons", OptionValue::Number(2))
}

fn everybody(sim: &Sim) -> Vec<usize> {
    (0..sim.sessions.len()).collect()
}

/// Somebody leaves, and the others finish; everybody holds the same log then.
fn end(sim: &mut Sim) {
    sim.idle.clear();
    let leaver = sim.rng.random_range(0..sim.sessions.len());
    sim.leave(leaver);
    sim.finish();
    let end = sim.agree(&everybody(sim));
    assert_eq!(end.grade(), Some(Grade::Agreed));
    assert_eq!(end.departures().len(), 1);
}

/// A table at which somebody can decide ahead; gives who.
fn waiting(game: GameId, table: Table, seed: u64) -> (Sim, usize) {
    let mut sim = Sim::new(game, table, seed);
    sim.prefer = LOOKS;
    sim.start();
    let who = |sim: &Sim| {
        everybody(sim)
            .into_iter()
            .find(|n| sim.session(*n).player().ahead().is_some())
    };
    // Long enough after the deal for some cards to be on the table.
    sim.run(|sim| sim.state(0).place().step > 12 && who(sim).is_some());
    let n = who(&sim).unwrap();
    (sim, n)
}

/// What the person who can decide ahead may play.
fn moves(sim: &Sim, n: usize) -> Vec<String> {
    let ahead = sim.session(n).player().ahead().unwrap();
    ahead
        .view
        .legal_moves(ahead.seat)
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn decide(sim: &mut Sim, n: usize, text: &str) -> bool {
    let now = sim.now;
    let done = sim.sessions[n]
        .as_mut()
        .unwrap()
        .decide(text, now, &mut sim.rng)
        .is_ok();
    sim.pump(n);
    done
}

#[test]
fn the_next_person_decides_one_delay_after_the_move() {
    for (seed, table) in (1000..).zip([Table::new(4), two_persons()]) {
        let mut sim = Sim::new(GameId::Jackaroo, table, seed);
        sim.eager = true;
        // Every message takes one millisecond.
        sim.weather = Weather {
            delay: 1,
            loss: 0,
            twice: 0,
        };
        sim.start();
        // A reshuffle among them.
        sim.run(|sim| sim.moved.len() >= 50 && sim.moved.len() == sim.decisions.len());
        for (moved, decided) in sim.moved.iter().zip(&sim.decisions[1..]) {
            assert_eq!(decided.0 - moved.0, 1, "{moved:?} {decided:?}");
        }
        // Of two, who is next is the one who deals the card, and has the turn with it.
        if sim.sessions.len() > 2 {
            assert_eq!(sim.early + 1, sim.decisions.len());
        }
        end(&mut sim);
    }
}

#[test]
fn matches_with_early_decisions_end_alike_over_a_bad_network() {
    let tables = [
        (GameId::Four, Table::new(2)),
        (GameId::Four, Table::new(3)),
        (GameId::Four, Table::new(4)),
    ];
    for (seed, (game, table)) in (1010..).zip(tables) {
        let mut sim = Sim::new(game, table, seed);
        sim.eager = true;
        sim.prefer = LOOKS;
        sim.weather = Weather {
            delay: 500,
            loss: 5,
            twice: 10,
        };
        sim.start();
        sim.finish();
        let end = sim.agree(&everybody(&sim));
        assert_eq!(end.grade(), Some(Grade::Agreed), "{game}");
        assert!(end.departures().is_empty(), "{game}: {:?}", end.departures());
        assert!(sim.early > 0 || sim.sessions.len() == 2, "{game}");
    }
}

#[test]
fn what_may_not_be_played_is_not_kept() {
    let (mut sim, n) = waiting(GameId::Jackaroo, Table::new(4), 1020);
    let held: Vec<String> = moves(&sim, n);
    for text in ["", "nonsense", "AC", "draw", "burn"] {
        assert!(!decide(&mut sim, n, text), "{text}");
        assert_eq!(sim.session(n).decided(), None);
    }
    // Nobody else has a turn ahead.
    for m in (0..4).filter(|m| *m != n) {
        assert!(sim.session(m).player().ahead().is_none());
        assert!(!decide(&mut sim, m, &held[0]));
    }
    assert!(decide(&mut sim, n, &held[0]));
}

#[test]
fn the_last_of_several_decisions_is_the_one_that_is_signed() {
    for seed in 1030..1033 {
        let (mut sim, n) = waiting(GameId::Jackaroo, Table::new(4), seed);
        let held = moves(&sim, n);
        let before = sim.disks[n].own.clone();
        for text in held.iter().rev() {
            assert!(decide(&mut sim, n, text));
            assert_eq!(sim.session(n).decided(), Some(text.as_str()));
        }
        assert_eq!(sim.disks[n].own, before, "nothing is signed ahead");
        let moved = sim.moved.len();
        sim.idle.extend(everybody(&sim));
        sim.run(|sim| sim.moved.len() > moved);
        let disk = &sim.disks[n];
        let signed = disk.steps.iter().rev().take(1).flatten().chain(&disk.own).any(|item| {
            let Item::Entry(entry) = item else { return false };
            let body = majlis_referee::act::Body::decode(&entry.body.0).unwrap();
            matches!(body.act, majlis_referee::act::Act::Move(mv) if mv.text == held[0])
        });
        assert!(signed, "{}", held[0]);
        end(&mut sim);
    }
}

#[test]
fn a_decision_is_void_when_somebody_leaves_meanwhile() {
    for seed in 1040..1044 {
        let (mut sim, n) = waiting(GameId::Four, Table::new(4), seed);
        let held = moves(&sim, n);
        let text = held[sim.rng.random_range(0..held.len())].clone();
        let waiting_at = sim.state(n).place();
        assert!(decide(&mut sim, n, &text));
        sim.idle.extend(everybody(&sim));
        let leaver = (n + 1 + sim.rng.random_range(0..3)) % 4;
        sim.leave(leaver);
        sim.run(|sim| {
            everybody(sim)
                .iter()
                .filter(|m| **m != leaver)
                .all(|m| !sim.state(*m).present().contains(id(leaver)))
        });
        // Whatever has become of the turn: it was not made in a game in which he was not asked.
        assert_eq!(sim.session(n).decided(), None);
        assert!(sim.state(n).place().step > waiting_at.step);
        let moved = sim.moved.len();
        sim.run(|_| false);
        assert_eq!(sim.moved.len(), moved, "a person was not asked");
        sim.idle.clear();
        for m in everybody(&sim) {
            sim.woke(m);
        }
        sim.finish();
        let end = sim.agree(&everybody(&sim));
        assert_eq!(end.grade(), Some(Grade::Agreed));
        assert!(end.departures().iter().any(|departure| departure.party == id(leaver)));
    }
}

#[test]
fn whoever_leaves_takes_his_decision_back() {
    let (mut sim, n) = waiting(GameId::Jackaroo, Table::new(4), 1050);
    let held = moves(&sim, n);
    assert!(decide(&mut sim, n, &held[0]));
    sim.leave(n);
    assert_eq!(sim.session(n).decided(), None);
    assert!(!decide(&mut sim, n, &held[0]));
    sim.finish();
    let end = sim.agree(&[0, 1, 2, 3]);
    assert_eq!(end.departures().len(), 1);
    assert_eq!(end.departures()[0].cause, majlis_referee::replay::Cause::Left);
}

#[test]
fn log_13_a_crash_forgets_a_decision_that_was_not_signed() {
    for seed in 1060..1062 {
        let (mut sim, n) = waiting(GameId::Jackaroo, Table::new(4), seed);
        let held = moves(&sim, n);
        assert!(decide(&mut sim, n, &held[0]));
        sim.idle.extend(everybody(&sim));
        sim.kill(n);
        for _ in 0..sim.rng.random_range(0..6) {
            sim.step();
        }
        sim.restart(n);
        assert_eq!(sim.session(n).decided(), None);
        // He is asked anew and decides otherwise.
        let moved = sim.moved.len();
        sim.run(|sim| matches!(sim.session(n).player().owes(), Some(Awaited::Move(_))));
        assert_eq!(sim.moved.len(), moved);
        sim.eager = true;
        sim.idle.clear();
        sim.run(|sim| sim.moved.len() > moved + 4);
        end(&mut sim);
    }
}

#[test]
fn log_13_crashes_and_early_decisions() {
    for (seed, table) in (1070..).zip([Table::new(4), two_persons()]) {
        let mut sim = Sim::new(GameId::Jackaroo, table, seed);
        sim.eager = true;
        sim.weather = Weather {
            delay: 300,
            loss: 5,
            twice: 5,
        };
        sim.start();
        for _ in 0..12 {
            let some = sim.rng.random_range(5..60);
            for _ in 0..some {
                sim.step();
            }
            let n = sim.rng.random_range(0..sim.sessions.len());
            sim.kill(n);
            let until = sim.now + sim.rng.random_range(0..20_000);
            while sim.next().is_some_and(|next| next < until) {
                sim.step();
            }
            sim.restart(n);
        }
        assert!(sim.early > 0 || sim.sessions.len() == 2);
        end(&mut sim);
    }
}
