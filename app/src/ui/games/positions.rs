//! Positions to paint: out of the middle of a match between two bots, always the same one.

use majlis_bots::{BotKind, bot};
use majlis_rules::face::{Face, FaceSet, PackKind};
use majlis_rules::game::{Game as _, GameEvent as _, View};
use majlis_rules::open::OpenMatch;
use majlis_rules::registry::{AnyEvent, AnyGame, GameId};
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::Table;
use rand::SeedableRng as _;
use rand::rngs::ChaCha20Rng;
use rand::seq::SliceRandom as _;

/// The middle of a match, as seat 0 sees it.
#[must_use]
pub fn middle(game: GameId) -> View<AnyGame> {
    let (seats, plies) = match game {
        GameId::Arkan => (2, 18),
        GameId::Domino => (2, 11),
        GameId::Four => (2, 8),
        GameId::Jackaroo => (4, 60),
    };
    played(game, &Table::new(seats), 2026, plies)
}

/// A match after so many moves, or at its end.
///
/// # Panics
/// Never with a table that fits the game: the start of a match, which any table gives, is what is shown where something does not go on.
#[must_use]
pub fn played(game: GameId, table: &Table, seed: u64, plies: usize) -> View<AnyGame> {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut packs = |_: PackKind, faces: FaceSet| {
        let mut faces: Vec<Face> = faces.iter().collect();
        faces.shuffle(&mut rng);
        Some(faces)
    };
    let fallback = Table::new(game.seats().first().copied().unwrap_or(2));
    let start = game.start(table).or_else(|_| game.start(&fallback));
    let Ok(start) = start else {
        unreachable!("a table of the least seats without options fits every game")
    };
    let mut at = OpenMatch::new(start);
    let persons = at.game().persons();
    let mut bots: Vec<_> = (0u64..)
        .zip(&persons)
        .map(|(number, _)| bot(BotKind::Greedy, game, seed.wrapping_add(number)))
        .collect();
    let mut events: Vec<AnyEvent> = Vec::new();
    for ply in 0..=plies {
        let Ok(turn) = at.advance(&mut packs, &mut events) else {
            break;
        };
        for (bot, person) in bots.iter_mut().zip(&persons) {
            let view = View::new(at.game().clone(), *person, at.faces());
            let looks = events.iter().filter_map(AnyEvent::look);
            let mine = looks.filter(|(seat, _)| person.contains(*seat));
            let looked: Vec<_> = mine.filter_map(|(_, card)| Some((card, at.face(card)?))).collect();
            bot.observe(&view, &events, &looked);
        }
        events.clear();
        let Some(mover) = turn.filter(|_| ply < plies) else {
            break;
        };
        let who = persons.iter().position(|person| person.contains(mover));
        let chosen = who.and_then(|who| {
            let view = View::new(at.game().clone(), *persons.get(who)?, at.faces());
            bots.get_mut(who)?.choose(mover, &view)
        });
        let Some(mv) = chosen else { break };
        if at.play(mover, &mv, &mut events).is_err() {
            break;
        }
    }
    let mine = persons
        .iter()
        .copied()
        .find(|person| Seat::new(0).is_some_and(|zero| person.contains(zero)))
        .unwrap_or(SeatSet::EMPTY);
    View::new(at.game().clone(), mine, at.faces())
}
