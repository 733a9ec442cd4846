//! Points, rating and badges: what a match means for a person's profile (common.5 to common.7).

use crate::game::{Game, Outcome};
use crate::registry::GameId;

/// The points that a match of `game` gives a person (common.5). Who left gets those of a loss.
#[must_use]
pub const fn points(game: GameId, outcome: Outcome) -> u32 {
    let points = game.points();
    match outcome {
        Outcome::Win => points.win,
        Outcome::Draw => points.draw,
        Outcome::Loss => points.loss,
    }
}

/// Whether a match moves the rating ladder: just two persons play it (common.6).
pub fn is_rated<G: Game>(game: &G) -> bool {
    game.persons().len() == 2
}

/// How many match wins in a game give that game's badge (common.7).
pub const BADGE_WINS: u32 = 5;

/// Whether `wins` won matches of one game give its badge (common.7).
#[must_use]
pub const fn has_badge(wins: u32) -> bool {
    wins >= BADGE_WINS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_5_points_by_game_and_outcome() {
        use GameId::*;
        use Outcome::*;
        let table = [(Arkan, 22, 8, 3), (Domino, 25, 8, 3), (Four, 22, 8, 3), (Jackaroo, 28, 9, 4)];
        for (game, win, draw, loss) in table {
            assert_eq!((points(game, Win), points(game, Draw), points(game, Loss)), (win, draw, loss), "{game}");
        }
    }

    #[test]
    fn common_7_five_wins_give_the_badge() {
        assert!(!has_badge(4));
        assert!(has_badge(5));
        assert!(has_badge(6));
    }
}
