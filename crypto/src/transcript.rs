//! Where a proof is made, and the strong Fiat–Shamir transcript that binds it to that place.
//!
//! A transcript is a merlin transcript. It absorbs the protocol's name, all of [`Context`] and the
//! [`Purpose`] before anything else; then the statement; then the prover's messages, each before
//! the challenge that answers it. merlin frames every message with its label and length. A list is
//! one message: the number of its members (8 bytes, little-endian), then the members, which are of
//! fixed width. Numbers are little-endian.
//!
//! Verification equations see a transcript through the trait `Oracle` only, so that a test can
//! put a programmed oracle in its place.

use curve25519_dalek::scalar::Scalar;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use crate::error::ProofError;
use crate::group::{Ciphertext, Element, SecretScalar, WIDTH};

/// The suite of this crate: ristretto255, SHA-512 to hash to the group, merlin 3, and the proofs
/// described in `docs/protocol/`.
pub const SUITE: u16 = 1;

/// The place in a match in which a proof is made. A proof is valid nowhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// Group, hash and proof system: [`SUITE`]. Nothing here looks at it but the transcripts: whoever makes a context sees to it that the
    /// match was agreed on in this suite.
    pub suite: u16,
    /// The digest of the table's closing.
    pub match_id: [u8; 32],
    /// The epoch, which grows with every expulsion.
    pub epoch: u32,
    /// The step of the log.
    pub step: u64,
    /// The party that proves, in the order of the table.
    pub party: u8,
    /// The digest of the step before.
    pub prev: [u8; 32],
}

/// What a proof is for. No proof is valid for another purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Knowledge of the secret keys of a party.
    Keys,
    /// A pack was permuted and re-encrypted.
    Shuffle,
    /// Shares of cards.
    Share,
    /// A share sealed to one party.
    SealedLook,
    /// A card committed to again by its keeper.
    Recommit,
    /// A card is one of a set of faces.
    Member,
}

impl Purpose {
    /// The word absorbed for this purpose.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Keys => "keys",
            Self::Shuffle => "shuffle",
            Self::Share => "share",
            Self::SealedLook => "sealed look",
            Self::Recommit => "recommit",
            Self::Member => "member",
        }
    }
}

/// What a protocol does with its transcript: absorb messages, and draw challenges.
pub(crate) trait Oracle {
    /// Absorbs one message under a label.
    fn absorb(&mut self, label: &'static str, message: &[u8]);

    /// Draws bytes that depend on everything absorbed and drawn so far.
    fn fill(&mut self, label: &'static str, out: &mut [u8]);

    /// A copy of the transcript behind the oracle, from which nonces are drawn.
    fn fork(&self) -> merlin::Transcript;

    /// Absorbs a number as 8 bytes.
    fn absorb_u64(&mut self, label: &'static str, number: u64) {
        self.absorb(label, &number.to_le_bytes());
    }

    /// Absorbs a list of strings of 32 bytes as one message.
    fn absorb_list<'a>(&mut self, label: &'static str, members: impl ExactSizeIterator<Item = &'a [u8; WIDTH]>)
    where
        Self: Sized,
    {
        let mut message = Vec::with_capacity(8 + WIDTH * members.len());
        message.extend_from_slice(&(members.len() as u64).to_le_bytes());
        for member in members {
            message.extend_from_slice(member);
        }
        self.absorb(label, &message);
    }

    /// Absorbs one point.
    fn absorb_element(&mut self, label: &'static str, element: &Element) {
        self.absorb(label, element.bytes());
    }

    /// Absorbs a list of points.
    fn absorb_elements(&mut self, label: &'static str, elements: &[Element])
    where
        Self: Sized,
    {
        self.absorb_list(label, elements.iter().map(Element::bytes));
    }

    /// Absorbs a list of ciphertexts: the number of ciphertexts, then c₁ and c₂ of each.
    fn absorb_ciphertexts(&mut self, label: &'static str, ciphertexts: &[Ciphertext]) {
        let mut message = Vec::with_capacity(8 + Ciphertext::BYTES * ciphertexts.len());
        message.extend_from_slice(&(ciphertexts.len() as u64).to_le_bytes());
        for ciphertext in ciphertexts {
            message.extend_from_slice(&ciphertext.encode());
        }
        self.absorb(label, &message);
    }

    /// Absorbs a list of scalars.
    fn absorb_scalars(&mut self, label: &'static str, scalars: &[Scalar])
    where
        Self: Sized,
    {
        self.absorb_list(label, scalars.iter().map(Scalar::as_bytes));
    }

    /// Draws a challenge: 64 bytes, little-endian, modulo ℓ.
    ///
    /// # Errors
    ///
    /// [`ProofError::ZeroChallenge`] if that is 0.
    fn challenge(&mut self, label: &'static str) -> Result<Scalar, ProofError> {
        let mut wide = [0; 64];
        self.fill(label, &mut wide);
        let scalar = Scalar::from_bytes_mod_order_wide(&wide);
        if scalar == Scalar::ZERO {
            Err(ProofError::ZeroChallenge { challenge: label })
        } else {
            Ok(scalar)
        }
    }

    /// Draws `count` weights of 128 bits each: 16 · `count` bytes at once, little-endian.
    ///
    /// # Errors
    ///
    /// [`ProofError::ZeroChallenge`] if one of them is 0.
    fn weights(&mut self, label: &'static str, count: usize) -> Result<Vec<Scalar>, ProofError> {
        let mut bytes = vec![0; 16 * count];
        self.fill(label, &mut bytes);
        let (chunks, _) = bytes.as_chunks();
        chunks
            .iter()
            .map(|chunk| match u128::from_le_bytes(*chunk) {
                0 => Err(ProofError::ZeroChallenge { challenge: label }),
                weight => Ok(Scalar::from(weight)),
            })
            .collect()
    }

    /// The prover's nonces for the statement absorbed so far.
    ///
    /// They depend on the whole transcript, on the witness and on 32 fresh random bytes. If the
    /// randomness fails or repeats, they still differ between statements; if it does not, nobody who
    /// learns the witness later can compute them.
    fn nonces<'a>(&self, witness: impl IntoIterator<Item = &'a [u8]>, rng: &mut (impl CryptoRng + ?Sized)) -> Nonces
    where
        Self: Sized,
    {
        let mut transcript = self.fork();
        for part in witness {
            transcript.append_message(b"witness", part);
        }
        let mut fresh = Zeroizing::new([0; 32]);
        rng.fill_bytes(fresh.as_mut());
        transcript.append_message(b"randomness", fresh.as_ref());
        Nonces { transcript }
    }
}

/// The transcript of one proof.
#[derive(Clone)]
pub struct Transcript(merlin::Transcript);

impl Transcript {
    /// Starts the transcript of a proof made in `context` for `purpose`.
    #[must_use]
    pub fn new(context: &Context, purpose: Purpose) -> Self {
        // Destructured, so that a new field cannot be forgotten here.
        let Context {
            suite,
            match_id,
            epoch,
            step,
            party,
            prev,
        } = context;
        let mut transcript = merlin::Transcript::new(b"majlis/proof/v1");
        transcript.append_message(b"suite", &suite.to_le_bytes());
        transcript.append_message(b"match", match_id);
        transcript.append_message(b"epoch", &epoch.to_le_bytes());
        transcript.append_message(b"step", &step.to_le_bytes());
        transcript.append_message(b"party", &[*party]);
        transcript.append_message(b"prev", prev);
        transcript.append_message(b"purpose", purpose.word().as_bytes());
        Self(transcript)
    }
}

impl Oracle for Transcript {
    fn absorb(&mut self, label: &'static str, message: &[u8]) {
        self.0.append_message(label.as_bytes(), message);
    }

    fn fill(&mut self, label: &'static str, out: &mut [u8]) {
        self.0.challenge_bytes(label.as_bytes(), out);
    }

    fn fork(&self) -> merlin::Transcript {
        self.0.clone()
    }
}

/// A stream of secret nonces, from `Oracle::nonces`. Its state is wiped when dropped.
pub(crate) struct Nonces {
    transcript: merlin::Transcript,
}

impl Nonces {
    /// The next nonce.
    pub(crate) fn scalar(&mut self) -> SecretScalar {
        let mut wide = Zeroizing::new([0; 64]);
        self.transcript.challenge_bytes(b"nonce", wide.as_mut());
        SecretScalar::new(Scalar::from_bytes_mod_order_wide(&wide))
    }

    /// The next `count` nonces, drawn at once.
    pub(crate) fn scalars(&mut self, count: usize) -> Zeroizing<Vec<Scalar>> {
        let mut wide = Zeroizing::new(vec![0; 64 * count]);
        self.transcript.challenge_bytes(b"nonces", wide.as_mut());
        let (chunks, _) = wide.as_chunks();
        let mut scalars = Zeroizing::new(Vec::with_capacity(count));
        scalars.extend(chunks.iter().map(Scalar::from_bytes_mod_order_wide));
        scalars
    }
}

impl Nonces {
    /// The next `count` challenges of simulated proofs, of 128 bits each, drawn at once.
    pub(crate) fn challenges(&mut self, count: usize) -> Zeroizing<Vec<u128>> {
        let mut bytes = Zeroizing::new(vec![0; 16 * count]);
        self.transcript.challenge_bytes(b"challenges", bytes.as_mut());
        let (chunks, _) = bytes.as_chunks();
        let mut challenges = Zeroizing::new(Vec::with_capacity(count));
        challenges.extend(chunks.iter().map(|chunk| u128::from_le_bytes(*chunk)));
        challenges
    }
}

/// A programmed oracle, for simulators and for forced challenges.
#[cfg(test)]
pub(crate) mod testing {
    use std::collections::BTreeMap;

    use super::{Context, Oracle, Purpose, Scalar, Transcript};

    /// Answers the labels it was programmed for with given scalars, and others like a transcript.
    #[derive(Clone)]
    pub(crate) struct Programmed {
        transcript: Transcript,
        answers: BTreeMap<&'static str, Scalar>,
    }

    impl Programmed {
        /// A transcript whose challenges `answers` are known beforehand.
        pub(crate) fn new(
            context: &Context,
            purpose: Purpose,
            answers: impl IntoIterator<Item = (&'static str, Scalar)>,
        ) -> Self {
            Self {
                transcript: Transcript::new(context, purpose),
                answers: answers.into_iter().collect(),
            }
        }
    }

    impl Oracle for Programmed {
        fn absorb(&mut self, label: &'static str, message: &[u8]) {
            self.transcript.absorb(label, message);
        }

        fn fill(&mut self, label: &'static str, out: &mut [u8]) {
            self.transcript.fill(label, out);
            if let Some(answer) = self.answers.get(label) {
                out.fill(0);
                let len = out.len().min(32);
                out[..len].copy_from_slice(&answer.as_bytes()[..len]);
            }
        }

        fn fork(&self) -> merlin::Transcript {
            self.transcript.fork()
        }
    }

    /// Some place in some match.
    pub(crate) fn context() -> Context {
        Context {
            suite: super::SUITE,
            match_id: [1; 32],
            epoch: 2,
            step: 3,
            party: 1,
            prev: [4; 32],
        }
    }

    /// [`context`] with one field changed at a time: everywhere else that a proof could be replayed.
    pub(crate) fn contexts() -> [Context; 6] {
        let base = context();
        [
            Context { suite: 2, ..base },
            Context {
                match_id: [9; 32],
                ..base
            },
            Context { epoch: 9, ..base },
            Context { step: 9, ..base },
            Context { party: 9, ..base },
            Context { prev: [9; 32], ..base },
        ]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::testing::{Programmed, context};
    use super::*;
    use crate::group;

    fn draw(mut transcript: impl Oracle) -> Scalar {
        transcript.challenge("c").unwrap()
    }

    #[test]
    fn row02_every_field_of_the_context_changes_the_challenge() {
        let base = context();
        let all = [
            base,
            Context { suite: 2, ..base },
            Context {
                match_id: [9; 32],
                ..base
            },
            Context { epoch: 9, ..base },
            Context { step: 9, ..base },
            Context { party: 9, ..base },
            Context { prev: [9; 32], ..base },
        ];
        let drawn: BTreeSet<[u8; 32]> = all
            .iter()
            .map(|c| draw(Transcript::new(c, Purpose::Keys)).to_bytes())
            .chain([draw(Transcript::new(&base, Purpose::Share)).to_bytes()])
            .collect();
        assert_eq!(drawn.len(), all.len() + 1);
    }

    #[test]
    fn row06_lists_of_equal_concatenation_differ() {
        let (g, h) = (group::g(), *group::h());
        let lists: [&[&[Element]]; 4] = [&[&[g, h], &[]], &[&[g], &[h]], &[&[], &[g, h]], &[&[g, h]]];
        let drawn: BTreeSet<[u8; 32]> = lists
            .iter()
            .map(|lists| {
                let mut transcript = Transcript::new(&context(), Purpose::Keys);
                for list in *lists {
                    transcript.absorb_elements("list", list);
                }
                draw(transcript).to_bytes()
            })
            .collect();
        assert_eq!(drawn.len(), lists.len());
    }

    #[test]
    fn row11_a_challenge_of_zero_is_refused() {
        let zero = ProofError::ZeroChallenge { challenge: "c" };
        let mut oracle = Programmed::new(&context(), Purpose::Keys, [("c", Scalar::ZERO)]);
        assert_eq!(oracle.challenge("c"), Err(zero.clone()));
        assert_eq!(oracle.weights("c", 1), Err(zero));
        assert!(oracle.challenge("d").is_ok());
    }

    #[test]
    fn row13_nonces_depend_on_statement_witness_and_randomness() {
        let transcript = Transcript::new(&context(), Purpose::Keys);
        let mut other = transcript.clone();
        other.absorb("statement", b"another");
        let nonce = |t: &Transcript, witness: &[u8], seed| {
            let mut nonces = t.nonces([witness], &mut StdRng::seed_from_u64(seed));
            (nonces.scalar().expose().to_bytes(), nonces.scalars(2).to_vec())
        };
        let first = nonce(&transcript, b"x", 1);
        assert_eq!(first, nonce(&transcript, b"x", 1));
        assert_ne!(first.1[0], first.1[1]);
        for different in [
            nonce(&other, b"x", 1),
            nonce(&transcript, b"y", 1),
            nonce(&transcript, b"x", 2),
        ] {
            assert_ne!(first.0, different.0);
            assert_ne!(first.1[0], different.1[0]);
        }
    }
}
