//! Everything that can befall honest people, in any order: programs die and start again, lines break and heal, machines sleep,
//! people leave, and people claim a match that rests.

use majlis_referee::party::PartyId;
use majlis_referee::verify::{LogError, Proofs, verify};
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};
use rand::RngExt;

use crate::sim::{Sim, Weather};

/// What each party holds is a log, whole or not; gives whether it is whole.
fn sound(sim: &Sim, n: usize) -> bool {
    match verify(sim.log(n).as_slice(), Proofs::Together, &mut ()) {
        Ok(_) => true,
        Err(LogError::Unfinished { .. }) => false,
        Err(error) => panic!("the log of party {n}: {error}"),
    }
}

fn happens(sim: &mut Sim, claims: bool, leaves: &mut usize) {
    let n = sim.rng.random_range(0..sim.sessions.len());
    let m = sim.rng.random_range(0..sim.sessions.len());
    match sim.rng.random_range(0..20) {
        0..5 if sim.sessions[n].is_some() => sim.kill(n),
        0..8 if sim.sessions[n].is_none() => sim.restart(n),
        8..10 if n != m => {
            sim.blocked.insert((n, m));
        }
        10..13 => sim.blocked.clear(),
        13..15 if sim.sessions[n].is_some() => sim.woke(n),
        15 if sim.sessions[n].is_some() && *leaves > 0 => {
            let present = sim.state(n).present().contains(crate::sim::id(n));
            if present && sim.state(n).ending().is_none() && sim.state(n).place().step > 2 {
                sim.leave(n);
                *leaves -= 1;
            }
        }
        16..18 if sim.sessions[n].is_some() && claims && sim.may_claim[n] => {
            let missing: Vec<usize> = sim.resting[n].iter().map(PartyId::index).collect();
            for gone in missing {
                sim.try_claim(n, gone);
            }
        }
        _ => {}
    }
}

/// Lets things happen, and everybody come back in the end.
fn chaos(game: GameId, table: &Table, seed: u64, claims: bool) -> Sim {
    let mut sim = Sim::new(game, table.clone(), seed);
    sim.eager = seed.is_multiple_of(2);
    sim.weather = Weather {
        delay: 300,
        loss: 0,
        twice: 5,
    };
    sim.start();
    let mut leaves = usize::from(seed.is_multiple_of(3));
    for _ in 0..30 {
        // Sometimes for moments, sometimes for minutes.
        let until = sim.now + [2_000, 30_000, 400_000][sim.rng.random_range(0..3)];
        for _ in 0..sim.rng.random_range(1..80) {
            if sim.next().is_none_or(|next| next > until) || !sim.step() {
                break;
            }
        }
        happens(&mut sim, claims, &mut leaves);
    }
    sim.blocked.clear();
    for n in 0..sim.sessions.len() {
        if sim.sessions[n].is_none() {
            sim.restart(n);
        }
    }
    for n in 0..sim.sessions.len() {
        sim.woke(n);
    }
    sim
}

const TABLES: [(GameId, u8, bool); 6] = [
    (GameId::Arkan, 2, false),
    (GameId::Arkan, 3, false),
    (GameId::Arkan, 4, false),
    (GameId::Domino, 4, false),
    (GameId::Four, 3, false),
    (GameId::Jackaroo, 4, true),
];

fn table(seats: u8, two: bool) -> Table {
    let table = Table::new(seats);
    if two {
        table.with("persons", OptionValue::Number(2))
    } else {
        table
    }
}

#[test]
fn without_claims_everybody_at_the_table_ends_with_one_log() {
    for (seed, (game, seats, two)) in (2000..).zip(TABLES.into_iter().cycle().take(6)) {
        let mut sim = chaos(game, &table(seats, two), seed, false);
        let everybody: Vec<usize> = (0..sim.sessions.len()).collect();
        // Whoever was voted out watches; the others play to the end.
        let at_table = |sim: &Sim| -> Vec<usize> {
            let gone = |n: &usize| {
                everybody
                    .iter()
                    .any(|m| !sim.state(*m).present().contains(crate::sim::id(*n)))
            };
            everybody.iter().copied().filter(|n| !gone(n)).collect()
        };
        let done = |sim: &Sim| at_table(sim).iter().all(|n| sim.state(*n).is_finished());
        sim.run(done);
        let rest = at_table(&sim);
        assert!(
            done(&sim),
            "{game} {seats} {seed}: nothing happens any more and {rest:?} are not at the end"
        );
        for n in &everybody {
            sound(&sim, *n);
        }
        if !rest.is_empty() {
            sim.agree_but_for_results(&rest);
        }
    }
}

#[test]
fn with_claims_everybody_holds_a_sound_log() {
    for (seed, (game, seats, two)) in (2100..).zip(TABLES.into_iter().cycle().take(6)) {
        let mut sim = chaos(game, &table(seats, two), seed, true);
        for _ in 0..8 {
            sim.run(|_| false);
            for n in 0..sim.sessions.len() {
                let missing: Vec<usize> = sim.resting[n].iter().map(PartyId::index).collect();
                for gone in missing {
                    if sim.may_claim[n] {
                        sim.try_claim(n, gone);
                    }
                }
            }
        }
        for n in 0..sim.sessions.len() {
            sound(&sim, n);
        }
    }
}
