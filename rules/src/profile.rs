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
        use Outcome::{Draw, Loss, Win};
        let table = [
            ("arkan", [22, 8, 3]),
            ("domino", [25, 8, 3]),
            ("four", [22, 8, 3]),
            ("jackaroo", [28, 9, 4]),
        ];
        for &game in GameId::ALL {
            let (_, right) = table.iter().find(|(id, _)| *id == game.id()).unwrap();
            assert_eq!([Win, Draw, Loss].map(|outcome| points(game, outcome)), *right, "{game}");
        }
    }

    #[test]
    fn common_7_five_wins_give_the_badge() {
        assert!(!has_badge(4));
        assert!(has_badge(5));
        assert!(has_badge(6));
    }
}
