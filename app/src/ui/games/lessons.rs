//! Positions that the rules show: where in the text, what is to be seen, and what is said under it.

use majlis_rules::face::Faces;
use majlis_rules::game::{Due, Game as _, View};
use majlis_rules::registry::{AnyGame, AnyMove, GameId};
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::Table;

use super::{arkan, domino, positions};

/// A position in the rules.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// After which section of the text it stands, counted from 0.
    pub section: usize,
    /// The position, as seat 0 sees it.
    pub view: View<AnyGame>,
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// What seat 0 may play, if it is its turn.
    pub legal: Vec<AnyMove>,
    /// The name of the text under it, if there is one.
    pub caption: Option<&'static str>,
}

impl Lesson {
    /// A position with these faces known to who may see them.
    #[must_use]
    pub fn of(section: usize, game: AnyGame, faces: &dyn Faces, caption: &'static str) -> Self {
        let me = Seat::new(0).map_or(SeatSet::EMPTY, SeatSet::of);
        Self::shown(section, View::new(game, me, faces), Some(caption))
    }

    fn shown(section: usize, view: View<AnyGame>, caption: Option<&'static str>) -> Self {
        let turn = match view.state().due() {
            Due::Turn(seat) => Some(seat),
            _ => None,
        };
        Self {
            section,
            turn,
            legal: turn.map(|seat| view.legal_moves(seat)).unwrap_or_default(),
            view,
            caption,
        }
    }
}

/// The positions of a game's rules, in the order of the text: the middle of a match, its start, and those of the game's own.
#[must_use]
pub fn of(game: GameId) -> Vec<Lesson> {
    let (seats, plies) = match game {
        GameId::Arkan => (4, 4),
        GameId::Domino | GameId::Four => (2, 1),
        GameId::Jackaroo => (4, 12),
    };
    let start = positions::played(game, &Table::new(seats), 7, plies);
    let mut lessons = vec![
        Lesson::shown(0, positions::middle(game), None),
        Lesson::shown(1, start, None),
    ];
    lessons.extend(match game {
        GameId::Arkan => arkan::lessons(),
        GameId::Domino => domino::lessons(),
        GameId::Four | GameId::Jackaroo => Vec::new(),
    });
    lessons
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_of_arkan_and_dominoes_can_stand_on_a_table() {
        for game in [GameId::Arkan, GameId::Domino] {
            let lessons = of(game);
            assert_eq!(lessons.len(), 4, "a position made by hand is none: {game}");
            assert!(lessons.iter().all(|lesson| lesson.view.state().id() == game));
        }
    }

    #[test]
    fn the_finished_example_comes_out_as_the_rules_say() {
        let lessons = of(GameId::Arkan);
        let last = lessons.last().unwrap();
        assert_eq!(last.view.state().scores(), [20, -8, -24, -20]);
        assert!(last.view.state().outcome().is_some());
    }

    #[test]
    fn nobody_can_play_in_the_blocked_round() {
        let lessons = of(GameId::Domino);
        let AnyGame::Domino(game) = lessons.last().unwrap().view.state() else {
            panic!("another game");
        };
        let ends = game.ends().unwrap();
        assert_eq!((ends.left, ends.right), (6, 6));
        assert!(ends.fitting().minus(game.line().faces()).is_empty());
    }
}
