//! Completeness, attacks, exact lengths and simulation. Names start with the row of the list of known faults.

mod attacks;
mod binding;
mod lengths;
mod simulator;

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::commit::CommitmentKey;
use super::*;
use crate::group;
use crate::transcript::testing::context;

/// Layouts that reach every branch: one row, two rows (no c_Q), the method for four rows, more.
const SHAPES: [Shape; 6] = [
    Shape { m: 1, n: 2 },
    Shape { m: 1, n: 5 },
    Shape { m: 2, n: 2 },
    Shape { m: 3, n: 2 },
    Shape { m: 4, n: 2 },
    Shape { m: 5, n: 3 },
];

fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

fn scalar(value: u64) -> Scalar {
    Scalar::from(value)
}

fn faces(cards: usize) -> Vec<Ciphertext> {
    (0..cards)
        .map(|i| Ciphertext::open(group::face("test", &i.to_string())))
        .collect()
}

const SECRET: u64 = 0x1234_5678_9abc;

fn key() -> Element {
    Element::new(RistrettoPoint::mul_base(&scalar(SECRET)))
}

fn plus(element: &Element, point: &RistrettoPoint) -> Element {
    Element::new(element.point() + point)
}

/// A shuffle with everything that can be tampered with.
#[derive(Clone)]
struct Case {
    context: Context,
    binding: Vec<u8>,
    key: Element,
    input: Vec<Ciphertext>,
    output: Vec<Ciphertext>,
    shape: Shape,
    witness: Witness,
}

impl Case {
    /// An honest shuffle of a pack that was shuffled before.
    fn new(shape: Shape, seed: u64) -> Self {
        let mut rng = rng(seed);
        let input = Witness::draw(shape.cards(), &mut rng).apply(&key(), &faces(shape.cards()));
        let witness = Witness::draw(shape.cards(), &mut rng);
        Self {
            context: context(),
            binding: b"pack 3".to_vec(),
            key: key(),
            output: witness.apply(&key(), &input),
            input,
            shape,
            witness,
        }
    }

    fn statement(&self) -> Statement<'_> {
        Statement {
            context: &self.context,
            binding: &self.binding,
            key: &self.key,
            input: &self.input,
            output: &self.output,
        }
    }

    fn oracle(&self) -> Transcript {
        Transcript::new(&self.context, Purpose::Shuffle)
    }

    /// What the honest algorithm says about this statement and witness, true or not.
    fn prove(&self) -> Result<Proof, ProofError> {
        prove_as(
            &mut self.oracle(),
            CommitmentKey::get(),
            self.shape,
            &self.statement(),
            &self.witness,
            &mut rng(99),
        )
    }

    fn verify(&self, proof: &Proof) -> Result<(), ProofError> {
        verify_as(
            &mut self.oracle(),
            CommitmentKey::get(),
            self.shape,
            &self.statement(),
            proof,
            7,
        )?
        .verify()
    }
}

/// The equation for which a proof is rejected.
fn rejected(result: Result<(), ProofError>) -> &'static str {
    match result {
        Err(ProofError::Rejected { items }) => match items.as_slice() {
            [only] => only.equation,
            others => panic!("{others:?}"),
        },
        other => panic!("{other:?}"),
    }
}

fn decrypt(card: &Ciphertext) -> Element {
    Element::new(card.c2.point() - scalar(SECRET) * card.c1.point())
}

#[test]
fn every_size_is_proved_twice_in_a_row() {
    let mut rng = rng(1);
    for cards in [2, 3, 4, 5, 13, 27, 28, 29, 36, 52, 53, 78, 103, 104] {
        let open = faces(cards);
        let mut pack = open.clone();
        let mut faces: Vec<Element> = open.iter().map(|card| card.c2).collect();
        for _ in 0..2 {
            let shuffled = prove(&context(), b"pack", &key(), &pack, &mut rng).unwrap();
            let bytes = shuffled.proof.encode();
            assert_eq!(bytes.len(), Shape::of(cards).unwrap().proof_bytes());
            let proof = Proof::decode(&bytes, cards).unwrap();
            assert_eq!(proof, shuffled.proof);
            let output = decode_pack(&encode_pack(&shuffled.output), cards).unwrap();
            assert_eq!(output, shuffled.output);
            let statement = Statement {
                context: &context(),
                binding: b"pack",
                key: &key(),
                input: &pack,
                output: &output,
            };
            assert_eq!(verify_alone(&statement, &proof), Ok(()));
            let mut batch = Batch::new();
            verify(&statement, &proof, 0, &mut batch).unwrap();
            verify(&statement, &proof, 1, &mut batch).unwrap();
            assert_eq!(batch.verify(), Ok(()));

            let sources = shuffled.permutation.sources();
            let expected: Vec<Element> = sources.iter().map(|at| faces[usize::from(*at)]).collect();
            let found: Vec<Element> = output.iter().map(decrypt).collect();
            assert_eq!(found, expected);
            pack = output;
            faces = found;
        }
    }
}

#[test]
fn every_layout_is_complete() {
    for shape in SHAPES.into_iter().chain([Shape { m: 2, n: 13 }, Shape { m: 8, n: 13 }]) {
        let case = Case::new(shape, 2);
        let proof = case.prove().unwrap();
        assert_eq!(case.verify(&proof), Ok(()), "{shape:?}");
        let bytes = proof.encode();
        assert_eq!(bytes.len(), shape.proof_bytes());
        assert_eq!(Proof::decode_as(&bytes, shape), Ok(proof));
    }
}

#[test]
fn the_layouts_and_sizes_are_those_of_the_documentation() {
    let expected = [
        (28, 4, 7, 2816),
        (36, 4, 9, 3136),
        (52, 4, 13, 3776),
        (2, 1, 2, 608),
        (104, 1, 104, 10_400),
    ];
    for (cards, m, n, bytes) in expected {
        let shape = Shape::of(cards).unwrap();
        assert_eq!((shape.rows(), shape.columns(), shape.proof_bytes()), (m, n, bytes));
    }
    for cards in [0, 1, 105, usize::MAX] {
        assert!(matches!(Shape::of(cards), Err(ProofError::Statement { .. })));
    }
}

#[test]
fn degenerate_statements_are_refused() {
    let case = Case::new(Shape { m: 1, n: 5 }, 3);
    let proof = case.prove().unwrap();
    let refused = |change: fn(&mut Case)| {
        let mut changed = case.clone();
        change(&mut changed);
        (changed.prove().err(), changed.verify(&proof).err())
    };
    let identity = |what, position| Some(ProofError::Identity { what, position });
    let expected = identity("pack key", 0);
    assert_eq!(
        refused(|case| case.key = Element::identity()),
        (expected.clone(), expected)
    );
    let expected = identity("c1 of the output", 3);
    assert_eq!(
        refused(|case| case.output[3].c1 = Element::identity()),
        (expected.clone(), expected)
    );
    let expected = Some(ProofError::Statement {
        what: "two cards of the input are the same",
    });
    assert_eq!(
        refused(|case| case.input[4] = case.input[0]),
        (expected.clone(), expected)
    );
}
