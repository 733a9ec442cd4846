//! The shuffle: a pack is permuted and re-encrypted, with a proof that nothing else was done to it.
//!
//! The argument of Bayer and Groth, “Efficient Zero-Knowledge Argument for Correctness of a Shuffle”
//! (Eurocrypt 2012), for ElGamal on ristretto255, made non-interactive by the transcript of
//! [`transcript`](crate::transcript).
//!
//! *Statement.* A pack key Y ≠ O, ciphertexts C₁, …, C_N and C′₁, …, C′_N. The C are pairwise different;
//! c₁ ≠ O in every C′.
//!
//! *Witness.* A permutation π of 1, …, N and scalars ρ₁, …, ρ_N with C′ᵢ = C_π(i) + Enc(O; ρᵢ), where
//! Enc(M; ρ) = (ρG, M + ρY).
//!
//! *Argument* (§3 of the paper). N = m·n; vectors of N entries are m rows of n.
//! 1. The prover commits to the rows of aᵢ = π(i): c_A₁, …, c_Aₘ.
//! 2. The verifier sends x.
//! 3. The prover commits to the rows of bᵢ = x^π(i): c_B₁, …, c_Bₘ.
//! 4. The verifier sends y and z.
//! 5. Product argument (module `product`): with c_Eⱼ = y·c_Aⱼ + c_Bⱼ + com(−z, …, −z; 0), the product of all committed
//!    y·aᵢ + bᵢ − z is Π_{i=1}^N (y·i + xⁱ − z).
//! 6. Multi-exponentiation argument (module `multiexp`): with ρ = −Σ bᵢρᵢ,
//!    Σ xⁱCᵢ = Enc(O; ρ) + Σ bᵢC′ᵢ.
//!
//! *Soundness.* By 5 and the lemma of Schwartz and Zippel over z and y, the committed pairs
//! (aᵢ, bᵢ) are the pairs (i, xⁱ) in some order; the order was fixed in c_A before x was known. By
//! 6, Σ xⁱ(Cᵢ − C′_{π⁻¹(i)}) encrypts O, a polynomial in x, so each coefficient does. This is a
//! witness-extended emulation of the interactive argument under the discrete logarithm assumption;
//! the non-interactive one is argued in the random-oracle model. *Zero knowledge* is statistical:
//! commitments hide perfectly, and both arguments can be simulated once the challenges are known.
//!
//! | N | m × n | bytes of a proof |
//! | --- | --- | --- |
//! | 28 | 4 × 7 | 2,816 |
//! | 36 | 4 × 9 | 3,136 |
//! | 52 | 4 × 13 | 3,776 |
//! | any other from 2 to 104 | 1 × N | 96·N + 416 |
//!
//! *Constant time.* All that depends on the permutation or on a secret scalar runs in constant
//! time, look-ups included. Secrets are wiped when dropped; copies that the compiler makes on the
//! stack are not.
//!
//! ```
//! use majlis_crypto::group::{Ciphertext, face, hash_to_group};
//! use majlis_crypto::shuffle::{self, Proof, Statement};
//! use majlis_crypto::transcript::{Context, SUITE};
//!
//! # fn main() -> Result<(), majlis_crypto::error::ProofError> {
//! let context = Context { suite: SUITE, match_id: [7; 32], epoch: 0, step: 2, party: 0, prev: [9; 32] };
//! let key = hash_to_group("the sum of everybody's deck keys");
//! let input = ["AS", "KS", "QS"].map(|card| Ciphertext::open(face("example", card)));
//!
//! // One party shuffles and sends two byte strings.
//! let shuffled = shuffle::prove(&context, b"pack 1", &key, &input, &mut rand::rng())?;
//! let (pack, proof) = (shuffle::encode_pack(&shuffled.output), shuffled.proof.encode());
//!
//! // Everybody else decodes and verifies them.
//! let output = shuffle::decode_pack(&pack, input.len())?;
//! let proof = Proof::decode(&proof, input.len())?;
//! let statement = Statement { context: &context, binding: b"pack 1", key: &key, input: &input, output: &output };
//! shuffle::verify_alone(&statement, &proof)?;
//! # Ok(())
//! # }
//! ```

mod commit;
mod diagonals;
mod hadamard;
mod multiexp;
mod product;
mod sampler;
mod single_value;
#[cfg(test)]
mod tests;
mod zero;

use std::collections::BTreeSet;

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use rand_core::CryptoRng;
use zeroize::{ZeroizeOnDrop, Zeroizing};

use crate::batch::{Batch, Claim};
use crate::error::ProofError;
use crate::group::{Ciphertext, Element, MAX_CARDS, Reader, WIDTH};
use crate::transcript::{Context, Oracle, Purpose, Transcript};
use commit::{CommitmentKey, Derived, Secret, exactly, inner, powers};
pub use sampler::Permutation;
use sampler::select;

/// How a pack of N = m·n cards is laid out: m rows of n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    m: usize,
    n: usize,
}

impl Shape {
    /// The layout of a pack.
    ///
    /// # Errors
    ///
    /// [`ProofError::Statement`] unless the pack has 2 to [`MAX_CARDS`] cards.
    pub fn of(cards: usize) -> Result<Self, ProofError> {
        match cards {
            28 | 36 | 52 => Ok(Self { m: 4, n: cards / 4 }),
            2..=MAX_CARDS => Ok(Self { m: 1, n: cards }),
            _ => Err(ProofError::Statement {
                what: "a pack has 2 to 104 cards",
            }),
        }
    }

    /// m, the number of rows.
    #[must_use]
    pub fn rows(self) -> usize {
        self.m
    }

    /// n, the number of cards in a row.
    #[must_use]
    pub fn columns(self) -> usize {
        self.n
    }

    /// N, the number of cards.
    #[must_use]
    pub fn cards(self) -> usize {
        self.m * self.n
    }

    /// The length in bytes of a proof.
    #[must_use]
    pub fn proof_bytes(self) -> usize {
        WIDTH * self.width()
    }

    fn width(self) -> usize {
        2 * self.m + product::Proof::width(self.m, self.n) + multiexp::Proof::width(self.m, self.n)
    }
}

/// What a proof of a shuffle is about.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'a> {
    /// Where in which match the shuffle is made.
    pub context: &'a Context,
    /// Whatever else the shuffle is bound to, in an encoding without ambiguity: the number of the
    /// pack, its digest, the parties.
    pub binding: &'a [u8],
    /// The pack key Y.
    pub key: &'a Element,
    /// The pack before.
    pub input: &'a [Ciphertext],
    /// The pack after.
    pub output: &'a [Ciphertext],
}

impl Statement<'_> {
    /// Refuses what no proof may be about, before anything is hashed.
    fn check(&self, shape: Shape) -> Result<(), ProofError> {
        exactly("the input of the shuffle", self.input, shape.cards())?;
        exactly("the output of the shuffle", self.output, shape.cards())?;
        self.key.non_identity("pack key", 0)?;
        let different: BTreeSet<_> = self.input.iter().map(Ciphertext::encode).collect();
        if different.len() != self.input.len() {
            return Err(ProofError::Statement {
                what: "two cards of the input are the same",
            });
        }
        for (position, card) in self.output.iter().enumerate() {
            card.c1.non_identity("c1 of the output", position)?;
        }
        Ok(())
    }

    fn absorb(&self, shape: Shape, oracle: &mut impl Oracle) {
        oracle.absorb_u64("rows", shape.m as u64);
        oracle.absorb_u64("columns", shape.n as u64);
        oracle.absorb("binding", self.binding);
        oracle.absorb_element("key", self.key);
        oracle.absorb_ciphertexts("input", self.input);
        oracle.absorb_ciphertexts("output", self.output);
    }
}

/// The proof of a shuffle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    shape: Shape,
    /// c_A₁, …, c_Aₘ.
    a: Vec<Element>,
    /// c_B₁, …, c_Bₘ.
    b: Vec<Element>,
    product: product::Proof,
    multiexp: multiexp::Proof,
}

impl Proof {
    /// The encoding: points and scalars in the order in which they are sent,
    /// [`Shape::proof_bytes`] bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.shape.proof_bytes());
        for element in self.a.iter().chain(&self.b) {
            out.extend_from_slice(element.bytes());
        }
        self.product.encode(&mut out);
        self.multiexp.encode(&mut out);
        out
    }

    /// Decodes the proof for a pack of `cards` cards.
    ///
    /// # Errors
    ///
    /// [`ProofError::Statement`] for a number of cards out of range, [`ProofError::Length`] for any
    /// other length than [`Shape::proof_bytes`], [`ProofError::Point`] and [`ProofError::Scalar`] for
    /// what is not canonical, with the name of the field.
    pub fn decode(bytes: &[u8], cards: usize) -> Result<Self, ProofError> {
        Self::decode_as(bytes, Shape::of(cards)?)
    }

    fn decode_as(bytes: &[u8], shape: Shape) -> Result<Self, ProofError> {
        let Shape { m, n } = shape;
        let mut reader = Reader::new(bytes, shape.width(), "the proof of a shuffle, in bytes,")?;
        Ok(Self {
            shape,
            a: reader.elements("c_A", m)?,
            b: reader.elements("c_B", m)?,
            product: product::Proof::decode(&mut reader, m, n)?,
            multiexp: multiexp::Proof::decode(&mut reader, m, n)?,
        })
    }
}

/// The encoding of a pack: its ciphertexts in order.
#[must_use]
pub fn encode_pack(pack: &[Ciphertext]) -> Vec<u8> {
    pack.iter().flat_map(Ciphertext::encode).collect()
}

/// Decodes a pack of `cards` cards that a shuffle gave out.
///
/// # Errors
///
/// [`ProofError::Statement`] for a number of cards out of range, [`ProofError::Length`] for any
/// other length, [`ProofError::Point`] for what is not canonical, [`ProofError::Identity`] where c₁ is
/// O; with the position of the card.
pub fn decode_pack(bytes: &[u8], cards: usize) -> Result<Vec<Ciphertext>, ProofError> {
    let cards = Shape::of(cards)?.cards();
    let mut reader = Reader::new(bytes, 2 * cards, "a pack, in bytes,")?;
    (0..cards)
        .map(|position| {
            let card = reader.ciphertext("card", position)?;
            card.c1.non_identity("c1 of the output", position)?;
            Ok(card)
        })
        .collect()
}

/// What [`prove`] gives out.
pub struct Shuffled {
    /// The pack after. To be sent.
    pub output: Vec<Ciphertext>,
    /// The proof. To be sent.
    pub proof: Proof,
    /// The permutation. It MUST NOT be sent.
    pub permutation: Permutation,
}

/// The secrets of a shuffle. They MUST NOT be sent.
#[derive(Clone, ZeroizeOnDrop)]
struct Witness {
    permutation: Permutation,
    /// ρ₁, …, ρ_N.
    rerandomizers: Vec<Scalar>,
}

impl Witness {
    fn draw(cards: usize, rng: &mut (impl CryptoRng + ?Sized)) -> Self {
        Self {
            permutation: Permutation::draw(cards, rng),
            rerandomizers: (0..cards).map(|_| Scalar::random(rng)).collect(),
        }
    }

    /// C′ᵢ = C_π(i) + Enc(O; ρᵢ).
    fn apply(&self, key: &Element, input: &[Ciphertext]) -> Vec<Ciphertext> {
        let c1: Vec<RistrettoPoint> = input.iter().map(|card| *card.c1.point()).collect();
        let c2: Vec<RistrettoPoint> = input.iter().map(|card| *card.c2.point()).collect();
        let secrets = self.permutation.sources().iter().zip(&self.rerandomizers);
        let c1: Vec<Element> = if input.iter().all(|card| card.c1.is_identity()) {
            // A first shuffle: c₁ is just ρG, and half of that is at hand.
            let half = *commit::HALF;
            let halves = self.rerandomizers.iter();
            let halves: Vec<_> = halves.map(|rho| RistrettoPoint::mul_base(&(half * rho))).collect();
            Element::double_batch(&halves)
        } else {
            let encrypt =
                |(source, rho): (&u8, &Scalar)| Element::new(select(&c1, *source) + RistrettoPoint::mul_base(rho));
            secrets.clone().map(encrypt).collect()
        };
        let encrypt = |(source, rho): (&u8, &Scalar)| Element::new(select(&c2, *source) + rho * key.point());
        let c2 = secrets.map(encrypt);
        c1.into_iter().zip(c2).map(|(c1, c2)| Ciphertext { c1, c2 }).collect()
    }
}

/// Permutes and re-encrypts a pack, and proves it.
///
/// The permutation and the re-encryption come from `rng`; the nonces of the proof from the secrets,
/// the statement and `rng`. The proof is verified before it is given out.
///
/// # Errors
///
/// [`ProofError::Statement`] or [`ProofError::Identity`] for a pack or key that cannot be shuffled;
/// [`ProofError::ZeroChallenge`] if a challenge is 0, which does not happen by chance.
pub fn prove(
    context: &Context,
    binding: &[u8],
    key: &Element,
    input: &[Ciphertext],
    rng: &mut (impl CryptoRng + ?Sized),
) -> Result<Shuffled, ProofError> {
    let shape = Shape::of(input.len())?;
    let witness = Witness::draw(shape.cards(), rng);
    let output = witness.apply(key, input);
    let statement = Statement {
        context,
        binding,
        key,
        input,
        output: &output,
    };
    let ck = CommitmentKey::get();
    let mut oracle = Transcript::new(context, Purpose::Shuffle);
    let proof = prove_as(&mut oracle, ck, shape, &statement, &witness, rng)?;
    let mut oracle = Transcript::new(context, Purpose::Shuffle);
    verify_as(&mut oracle, ck, shape, &statement, &proof, 0)?.verify()?;
    Ok(Shuffled {
        output,
        proof,
        permutation: witness.permutation.clone(),
    })
}

/// The prover, for any oracle, commitment key, shape and witness.
fn prove_as(
    oracle: &mut impl Oracle,
    ck: &CommitmentKey,
    shape: Shape,
    statement: &Statement<'_>,
    witness: &Witness,
    rng: &mut (impl CryptoRng + ?Sized),
) -> Result<Proof, ProofError> {
    statement.check(shape)?;
    statement.absorb(shape, oracle);
    let sources = witness.permutation.sources();
    let rerandomizers = &witness.rerandomizers;
    let mut nonces = oracle.nonces(
        core::iter::once(sources).chain(rerandomizers.iter().map(|rho| rho.as_bytes().as_slice())),
        rng,
    );
    let rows = |nonces: &mut _, entries: &[Scalar]| -> Vec<Secret> {
        entries
            .chunks(shape.n)
            .map(|row| Secret::blinded(nonces, row.to_vec()))
            .collect()
    };

    // π(i), from 1.
    let places: Zeroizing<Vec<u8>> = Zeroizing::new(sources.iter().map(|at| at.wrapping_add(1)).collect());
    let a = Zeroizing::new(places.iter().map(|place| Scalar::from(*place)).collect::<Vec<_>>());
    let a = rows(&mut nonces, &a);
    let halves = a.iter().zip(places.chunks(shape.n));
    let halves: Vec<_> = halves
        .map(|(row, places)| row.commit_half_to_bytes(ck, places))
        .collect();
    let sent_a = Element::double_batch(&halves);
    let x = challenge_x(oracle, &sent_a)?;

    let x: Vec<Scalar> = powers(&x, shape.cards() + 1).into_iter().skip(1).collect();
    let b: Vec<Scalar> = sources.iter().map(|at| select(&x, *at)).collect();
    let b = Zeroizing::new(b);
    let rho = Zeroizing::new(-inner(&b, rerandomizers));
    let b = rows(&mut nonces, &b);
    let halves: Vec<_> = b.iter().map(|row| row.commit_half(ck)).collect();
    let sent_b = Element::double_batch(&halves);
    let (y, z) = challenge_yz(oracle, &sent_b)?;

    let e: Vec<Secret> = a
        .iter()
        .zip(&b)
        .map(|(a, b)| {
            let mut e = Secret::sum(shape.n, [(&y, a), (&Scalar::ONE, b)]);
            for value in &mut e.values {
                *value -= z;
            }
            e
        })
        .collect();
    let product = product::prove(oracle, &mut nonces, ck, &e)?;
    // After a first shuffle c₁ is ρG.
    let first = statement.input.iter().all(|card| card.c1.is_identity());
    let cards = multiexp::Cards {
        key: statement.key,
        rows: statement.output,
        logarithms: first.then_some(rerandomizers.as_slice()),
    };
    let multiexp = multiexp::prove(oracle, &mut nonces, ck, &cards, &b, &rho)?;
    Ok(Proof {
        shape,
        a: sent_a,
        b: sent_b,
        product,
        multiexp,
    })
}

/// Steps 1 and 2 as the oracle sees them.
fn challenge_x(oracle: &mut impl Oracle, a: &[Element]) -> Result<Scalar, ProofError> {
    oracle.absorb_elements("c_A", a);
    oracle.challenge("x")
}

/// Steps 3 and 4 as the oracle sees them.
fn challenge_yz(oracle: &mut impl Oracle, b: &[Element]) -> Result<(Scalar, Scalar), ProofError> {
    oracle.absorb_elements("c_B", b);
    Ok((oracle.challenge("y")?, oracle.challenge("z")?))
}

/// Checks the shape of a proof and puts its equations into `batch` under the number `item`. The
/// proof is valid if [`Batch::verify`] then accepts.
///
/// # Errors
///
/// [`ProofError::Statement`], [`ProofError::Length`] or [`ProofError::Identity`] for what no proof may be
/// about; [`ProofError::ZeroChallenge`]. The batch is unchanged then.
pub fn verify(statement: &Statement<'_>, proof: &Proof, item: u64, batch: &mut Batch) -> Result<(), ProofError> {
    let shape = Shape::of(statement.input.len())?;
    let ck = CommitmentKey::get();
    let mut oracle = Transcript::new(statement.context, Purpose::Shuffle);
    batch.push(verify_as(&mut oracle, ck, shape, statement, proof, item)?);
    Ok(())
}

/// Verifies one proof alone.
///
/// # Errors
///
/// As [`verify`], and [`ProofError::Rejected`] with the equation that fails.
pub fn verify_alone(statement: &Statement<'_>, proof: &Proof) -> Result<(), ProofError> {
    let shape = Shape::of(statement.input.len())?;
    let ck = CommitmentKey::get();
    let mut oracle = Transcript::new(statement.context, Purpose::Shuffle);
    verify_as(&mut oracle, ck, shape, statement, proof, 0)?.verify()
}

/// The verifier, for any oracle, commitment key and shape.
fn verify_as(
    oracle: &mut impl Oracle,
    ck: &CommitmentKey,
    shape: Shape,
    statement: &Statement<'_>,
    proof: &Proof,
    item: u64,
) -> Result<Claim, ProofError> {
    statement.check(shape)?;
    proof.check_lengths(shape)?;
    statement.absorb(shape, oracle);
    let x = challenge_x(oracle, &proof.a)?;
    let (y, z) = challenge_yz(oracle, &proof.b)?;
    let mut claim = Claim::new(item);

    let e: Vec<Derived<'_>> = proof
        .a
        .iter()
        .zip(&proof.b)
        .map(|(a, b)| Derived::constant(-z).plus(y, a).plus(Scalar::ONE, b))
        .collect();
    // x, x², …, xᴺ.
    let x: Vec<Scalar> = powers(&x, shape.cards() + 1).into_iter().skip(1).collect();
    let mut product = Scalar::ONE;
    let mut y_i = Scalar::ZERO;
    for x_i in &x {
        y_i += y;
        product *= y_i + x_i - z;
    }
    proof.product.verify(oracle, ck, &e, &product, &mut claim)?;

    let half = |pick: fn(&Ciphertext) -> &Element| x.iter().copied().zip(statement.input.iter().map(pick)).collect();
    let multiexp = multiexp::Statement {
        key: statement.key,
        rows: statement.output,
        a: &proof.b,
        e: [half(|card| &card.c1), half(|card| &card.c2)],
    };
    proof.multiexp.verify(oracle, ck, multiexp, &mut claim)?;
    Ok(claim)
}

impl Proof {
    /// Refuses a proof whose vectors do not have the lengths of `shape`.
    fn check_lengths(&self, shape: Shape) -> Result<(), ProofError> {
        let Shape { m, n } = shape;
        exactly("c_A", &self.a, m)?;
        exactly("c_B", &self.b, m)?;
        self.product.check_lengths(m, n)?;
        self.multiexp.check_lengths(m, n)
    }
}
