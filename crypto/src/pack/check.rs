//! When the equations of an accepted message are evaluated.

use crate::batch::{Batch, Claim};
use crate::error::ProofError;

/// When the equations of an accepted message are evaluated.
#[derive(Debug)]
pub enum Check<'a> {
    /// Before the message takes effect.
    Now,
    /// Together with others, by [`Batch::verify`]. The message takes effect at once, and
    /// the pack does nothing with secrets until [`Pack::settle`](super::Pack::settle).
    ///
    /// [`MemberMessage`](super::MemberMessage) is always checked now: it has no effect to put off.
    Later {
        /// Where the equations go.
        batch: &'a mut Batch,
        /// The number under which [`Batch::verify`] will name the message if it is wrong.
        item: u64,
    },
}

impl Check<'_> {
    /// The number of the message.
    pub(crate) fn item(&self) -> u64 {
        match self {
            Self::Now => 0,
            Self::Later { item, .. } => *item,
        }
    }

    /// Evaluates a claim, or takes it for later.
    pub(crate) fn take(&mut self, claim: Claim) -> Result<(), ProofError> {
        match self {
            Self::Now => claim.verify(),
            Self::Later { batch, .. } => {
                batch.push(claim);
                Ok(())
            }
        }
    }

    /// Whether nothing is put off.
    pub(crate) fn is_now(&self) -> bool {
        matches!(self, Self::Now)
    }
}
