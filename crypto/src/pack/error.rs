//! Why something cannot be done with a pack, and whose fault it is.

use core::fmt;

use crate::error::ProofError;
use crate::handle::{Handle, Party};
use crate::keys::KeysError;
use crate::pack::Face;
use crate::transcript::Purpose;

/// Why something cannot be done with a pack.
///
/// [`PackError::culprit`] tells a party's fault from a wrong call.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackError {
    /// The kind of pack cannot exist.
    Kind {
        /// What is wrong with it, in words.
        what: &'static str,
    },
    /// The pack would have this many cards, but must have 2 to 104.
    Size {
        /// The number of cards.
        cards: usize,
    },
    /// The kind has no such face.
    NoSuchFace {
        /// The face.
        face: Face,
    },
    /// The parties cannot make a pack together.
    Holders(KeysError),
    /// The party holds no part of the pack's key, or the secret belongs to another party than the
    /// context names.
    NotAHolder {
        /// The party.
        party: Party,
    },
    /// The pack is not ready: this party has to shuffle it first.
    NotShuffled {
        /// Whose shuffle is next.
        next: Party,
    },
    /// It is not this party's turn to shuffle.
    NotTheShuffler {
        /// The party.
        party: Party,
        /// Whose shuffle is next; `None` if all have shuffled.
        next: Option<Party>,
    },
    /// Some checks were put off, and nobody has said yet that they passed. Nothing may be done with
    /// a secret until then.
    Unsettled,
    /// The pack has no such card.
    NoSuchCard {
        /// The card.
        card: Handle,
    },
    /// Cards must be given in ascending order, each once, and there must be some.
    Order,
    /// The party's share of the card is there already.
    AlreadyShared {
        /// The party.
        party: Party,
        /// The card.
        card: Handle,
    },
    /// The party is not the card's keeper: its share is not the only one missing.
    NotTheKeeper {
        /// The party.
        party: Party,
        /// The card.
        card: Handle,
    },
    /// The recipient needs no look: it is the keeper, or the share was sealed to it before.
    AlreadySeen {
        /// The recipient.
        party: Party,
        /// The card.
        card: Handle,
    },
    /// The keeper has committed to the card already.
    AlreadyCommitted {
        /// The card.
        card: Handle,
    },
    /// The keeper has not committed to the card yet.
    NotCommitted {
        /// The card.
        card: Handle,
    },
    /// None of the permitted faces is still hidden in the pack.
    EmptySet,
    /// One of the cards shows none of the permitted faces, so that there is no proof.
    NotInTheSet,
    /// A message is refused.
    Refused {
        /// Who made it.
        party: Party,
        /// What kind of message it is.
        message: Purpose,
        /// What is wrong with it.
        reason: ProofError,
    },
    /// A card opens to a point that is none of the pack's faces. Where checks were put off, they will
    /// tell which of the contributors is at fault.
    NotAFace {
        /// The card.
        card: Handle,
        /// Everybody whose share was used.
        contributors: Vec<Party>,
    },
}

impl PackError {
    /// The party whose message is at fault, if one is. Other errors are in how the pack was called.
    #[must_use]
    pub fn culprit(&self) -> Option<Party> {
        match self {
            Self::Refused { party, .. } => Some(*party),
            _ => None,
        }
    }
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind { what } => write!(f, "this kind of pack is not possible: {what}"),
            Self::Size { cards } => write!(f, "a pack must have 2 to 104 cards, not {cards}"),
            Self::NoSuchFace { face } => write!(f, "the kind of pack has no face number {}", face.0),
            Self::Holders(error) => write!(f, "the pack cannot be made: {error}"),
            Self::NotAHolder { party } => write!(f, "{party} does not hold this secret in this pack"),
            Self::NotShuffled { next } => write!(f, "the pack is not ready: {next} has to shuffle it first"),
            Self::NotTheShuffler {
                party,
                next: Some(next),
            } => {
                write!(f, "{party} cannot shuffle now: it is the turn of {next}")
            }
            Self::NotTheShuffler { party, next: None } => {
                write!(f, "{party} cannot shuffle: all have done so")
            }
            Self::Unsettled => f.write_str("some checks of this pack were put off; finish them first"),
            Self::NoSuchCard { card } => write!(f, "there is no {card}"),
            Self::Order => f.write_str("cards must be given in ascending order, each once, and at least one"),
            Self::AlreadyShared { party, card } => write!(f, "the share of {party} in {card} is there already"),
            Self::NotTheKeeper { party, card } => write!(f, "{party} is not the keeper of {card}"),
            Self::AlreadySeen { party, card } => write!(f, "{party} can see {card} already"),
            Self::AlreadyCommitted { card } => write!(f, "the keeper of {card} has committed to it already"),
            Self::NotCommitted { card } => write!(f, "the keeper of {card} has to commit to it first"),
            Self::EmptySet => f.write_str("none of the permitted faces is still hidden in the pack"),
            Self::NotInTheSet => f.write_str("a card shows none of the permitted faces, so nothing can be proved"),
            Self::Refused { party, message, reason } => {
                write!(f, "the {} message of {party} is refused: {reason}", message.word())
            }
            Self::NotAFace { card, contributors } => {
                write!(f, "{card} opens to none of the pack's faces, by the shares of")?;
                for party in contributors {
                    write!(f, " {party}")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for PackError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Refused { reason, .. } => Some(reason),
            Self::Holders(error) => Some(error),
            _ => None,
        }
    }
}
