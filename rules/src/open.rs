//! A match played with open cards: the rules alone, no keys.

use core::fmt;

use crate::face::{Face, FaceSet, Handle, Knowledge, PackKind};
use crate::game::{CardOp, Due, Game};
use crate::rule::Illegal;
use crate::seat::Seat;

/// Where the packs of an open match come from.
pub trait Packs {
    /// The next pack, its faces in the order of its places, each of `faces` once; `None` where there is no further pack.
    fn next_pack(&mut self, kind: PackKind, faces: FaceSet) -> Option<Vec<Face>>;
}

impl<F: FnMut(PackKind, FaceSet) -> Option<Vec<Face>>> Packs for F {
    fn next_pack(&mut self, kind: PackKind, faces: FaceSet) -> Option<Vec<Face>> {
        self(kind, faces)
    }
}

/// Why an open match cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PackError {
    /// A pack is due and there is none.
    Missing {
        /// Its number, from 0.
        pack: u32,
    },
    /// The pack does not hold just the faces it should.
    NotAPermutation {
        /// Its number, from 0.
        pack: u32,
        /// How many cards it should have.
        expected: u8,
    },
    /// The game refused to go on; a fault of the rules.
    Refused(Illegal),
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { pack } => write!(f, "pack {pack} is due and the record has no further one"),
            Self::NotAPermutation { pack, expected } => {
                write!(f, "pack {pack} does not hold each of its {expected} cards just once")
            }
            Self::Refused(illegal) => write!(f, "the game does not go on: {illegal}"),
        }
    }
}

impl std::error::Error for PackError {}

/// A match of which every card is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenMatch<G> {
    game: G,
    faces: Knowledge,
}

impl<G: Game> OpenMatch<G> {
    /// A match in this state, none of its cards known yet.
    #[must_use]
    pub const fn new(game: G) -> Self {
        Self {
            game,
            faces: Knowledge::new(),
        }
    }

    /// A match in this state with these cards known.
    #[must_use]
    pub const fn with_faces(game: G, faces: Knowledge) -> Self {
        Self { game, faces }
    }

    /// The public state.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Every card that still matters.
    #[must_use]
    pub const fn faces(&self) -> &Knowledge {
        &self.faces
    }

    /// Goes on until a seat has to move: carries out card operations, taking packs from `packs`, and answers questions that
    /// nobody has to play on. Gives the seat whose move is awaited, or `None` where the match is over.
    ///
    /// # Errors
    /// Where a pack is missing or is not what it should be. The match can then not go on.
    pub fn advance(&mut self, packs: &mut dyn Packs, events: &mut Vec<G::Event>) -> Result<Option<Seat>, PackError> {
        loop {
            match self.game.due() {
                Due::Nothing => return Ok(None),
                Due::Turn(seat) => return Ok(Some(seat)),
                Due::Question(question) => {
                    let holder = question
                        .seats
                        .iter()
                        .find(|&seat| self.game.count_legal(seat, &self.faces) > 0);
                    if holder.is_some() {
                        return Ok(holder);
                    }
                    for seat in question.seats.iter() {
                        self.game.deny(seat, events).map_err(PackError::Refused)?;
                    }
                }
                Due::Cards(operations) => {
                    for operation in operations {
                        if let CardOp::Shuffle { pack, kind, faces } = operation {
                            self.take_pack(packs, pack, kind, faces)?;
                        }
                    }
                    self.game.settle(&self.faces, events).map_err(PackError::Refused)?;
                }
            }
        }
    }

    fn take_pack(&mut self, packs: &mut dyn Packs, pack: u32, kind: PackKind, faces: FaceSet) -> Result<(), PackError> {
        let order = packs.next_pack(kind, faces).ok_or(PackError::Missing { pack })?;
        let distinct: FaceSet = order.iter().copied().collect();
        if distinct != faces || order.len() != usize::from(faces.len()) {
            return Err(PackError::NotAPermutation {
                pack,
                expected: faces.len(),
            });
        }
        let live = self.game.live_packs();
        self.faces.retain_packs(|number| live.contains(&number));
        self.faces.learn_pack(pack, &order);
        Ok(())
    }

    /// Makes a move of the awaited seat.
    ///
    /// # Errors
    /// Where it is illegal; nothing has changed then.
    pub fn play(&mut self, seat: Seat, mv: &G::Move, events: &mut Vec<G::Event>) -> Result<(), Illegal> {
        self.game.play_open(seat, mv, &self.faces, events)
    }

    /// A seat leaves.
    ///
    /// # Errors
    /// Where it cannot; nothing has changed then.
    pub fn leave(&mut self, seat: Seat, events: &mut Vec<G::Event>) -> Result<(), Illegal> {
        self.game.leave(seat, events)
    }

    /// The legal moves of the awaited seat.
    #[must_use]
    pub fn legal_moves(&self, seat: Seat) -> Vec<G::Move> {
        self.game.legal_moves(seat, &self.faces)
    }

    /// How many legal moves the awaited seat has.
    #[must_use]
    pub fn count_legal(&self, seat: Seat) -> usize {
        self.game.count_legal(seat, &self.faces)
    }

    /// The face of a card.
    #[must_use]
    pub fn face(&self, card: Handle) -> Option<Face> {
        crate::face::Faces::face(&self.faces, card)
    }
}
