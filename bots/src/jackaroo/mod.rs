//! Jackaroo: forward, home, and away from those behind; capture theirs, spare the partner's, keep the cards that matter.

mod reply;
mod standing;

use core::cmp::Reverse;

use majlis_rules::cards::Card;
use majlis_rules::face::{Faces, Knowledge};
use majlis_rules::game::Game;
use majlis_rules::jackaroo::{Board, Jackaroo, Move};
use majlis_rules::seat::Seat;

use crate::dice::Dice;
use crate::greedy::Strategy;
use reply::Replies;
use standing::{keep, standing};

/// How many of the moves that look best at once are held against the next player's answer.
const SHORTLIST: usize = 10;

pub(crate) struct Player;

/// A move and what comes of it.
struct Candidate {
    mv: Move,
    board: Board,
    /// What the cards left in the hand are worth on that board.
    kept: i32,
}

impl Strategy for Player {
    type Game = Jackaroo;

    fn choose(&mut self, game: &Jackaroo, faces: &Knowledge, seat: Seat, dice: &mut Dice) -> Option<Move> {
        let face_up = |card| faces.face(card).and_then(Card::from_face);
        let hand: Vec<Card> = game
            .hand(seat)
            .iter()
            .flatten()
            .filter_map(|&card| face_up(card))
            .collect();
        let mut options: Vec<(i32, Candidate)> = game
            .legal_moves(seat, faces)
            .into_iter()
            .filter_map(|mv| {
                let (board, _) = game.board().after(seat, mv).ok()?;
                let kept = keep(&board, seat, hand.iter().copied().filter(|card| *card != mv.card));
                Some((kept + standing(&board, seat), Candidate { mv, board, kept }))
            })
            .collect();
        options.sort_by_key(|(score, _)| Reverse(*score));
        options.truncate(SHORTLIST);
        let replies = Replies::of(game, faces, seat);
        dice.best(options, |(_, option)| {
            option.kept + replies.standing_after(&option.board)
        })
        .map(|(_, option)| option.mv)
    }
}
