//! Perft: how many sequences of so many moves there are from a position.
//!
//! The numbers test a move generator as a whole, since one wrong move anywhere changes them, and measure its speed. Moves of
//! the awaited seats are counted; leaves are not. A match that is over has no moves, so a sequence has just as many as asked.

use crate::face::{Face, FaceSet, PackKind};
use crate::game::Game;
use crate::open::{OpenMatch, PackError, Packs};
use crate::rule::Illegal;

/// What [`perft`] counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Perft {
    /// Sequences of as many moves as were asked for.
    pub sequences: u64,
    /// Shorter ones that stopped because a pack was due and there was none that fits; nothing beyond them is counted.
    pub out_of_packs: u64,
}

/// The packs of a record, taken in order. A copy goes on from where the original was.
#[derive(Clone, Copy, Debug)]
pub struct Decks<'a>(pub &'a [Vec<Face>]);

impl Packs for Decks<'_> {
    fn next_pack(&mut self, _: PackKind, _: FaceSet) -> Option<Vec<Face>> {
        let (next, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(next.clone())
    }
}

/// Counts the sequences of `depth` moves from `at`; there is one of no moves.
///
/// `packs` gives the packs from the next one on. Every line of play takes them from there, so each round or reshuffle gets
/// the same pack in whichever way it was reached. Where there is none, or it does not hold what it should (Jackaroo's later
/// packs hold the fire pile, which is not the same in every line), the line stops and is counted in [`Perft::out_of_packs`].
///
/// The last ply is counted in bulk by [`Game::count_legal`], the last two by [`Game::count_pairs`] where the game has it.
///
/// # Errors
/// Where the game does not take a move that it lists: a fault of its rules.
pub fn perft<G: Game, P: Packs + Clone>(at: &OpenMatch<G>, packs: &P, depth: u32) -> Result<Perft, Illegal> {
    if depth == 0 {
        return Ok(Perft {
            sequences: 1,
            out_of_packs: 0,
        });
    }
    let mut at = at.clone();
    let mut packs = packs.clone();
    let mut events = Vec::new();
    let seat = match at.advance(&mut packs, &mut events) {
        Ok(Some(seat)) => seat,
        Ok(None) => return Ok(Perft::default()),
        Err(PackError::Missing { .. } | PackError::NotAPermutation { .. }) => {
            return Ok(Perft {
                sequences: 0,
                out_of_packs: 1,
            });
        }
        Err(PackError::Refused(fault)) => return Err(fault),
    };
    if depth == 1 {
        return Ok(Perft {
            sequences: at.count_legal(seat) as u64,
            out_of_packs: 0,
        });
    }
    if depth == 2
        && let Some(sequences) = at.game().count_pairs(seat)
    {
        return Ok(Perft {
            sequences,
            out_of_packs: 0,
        });
    }
    let mut total = Perft::default();
    for mv in at.legal_moves(seat) {
        let mut next = at.clone();
        next.play(seat, &mv, &mut events)?;
        events.clear();
        let beyond = perft(&next, &packs, depth - 1)?;
        total.sequences = total.sequences.saturating_add(beyond.sequences);
        total.out_of_packs = total.out_of_packs.saturating_add(beyond.out_of_packs);
    }
    Ok(total)
}
