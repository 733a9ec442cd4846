//! When proofs are checked.

use majlis_crypto::batch::{Batch, Claim};
use majlis_crypto::error::ProofError;

/// When the proofs of a step are checked.
#[derive(Debug)]
pub enum Checking<'a> {
    /// At once: a failing proof is its party's fault in this very step. What peers do with each other's entries.
    Now,
    /// Later, all together: every proof is taken for good and its equations go into the batch. Where the batch fails, what was
    /// replayed on it is worth nothing and has to be replayed with [`Checking::Now`].
    Later(&'a mut Batch),
    /// Never: the steps were checked before, by whoever keeps this log, up to a digest that he recorded.
    Trusted,
}

impl Checking<'_> {
    /// Checks a claim now, or takes it along.
    pub(super) fn submit(&mut self, claim: Claim) -> Result<(), ProofError> {
        match self {
            Self::Now => claim.verify(),
            Self::Later(batch) => {
                batch.push(claim);
                Ok(())
            }
            Self::Trusted => Ok(()),
        }
    }
}
