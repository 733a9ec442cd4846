//! Rows 2, 10, 11, 13 and 14: what a proof is bound to.

use super::*;
use crate::transcript::testing::Programmed;

#[test]
fn row02_row10_a_proof_is_valid_in_one_place_only() {
    type Change = fn(&mut Case);
    let changes: [(&str, Change); 13] = [
        ("suite", |case| case.context.suite += 1),
        ("match", |case| case.context.match_id[31] ^= 1),
        ("epoch", |case| case.context.epoch += 1),
        ("step", |case| case.context.step += 1),
        ("party", |case| case.context.party += 1),
        ("prev", |case| case.context.prev[0] ^= 1),
        ("pack", |case| case.binding = b"pack 4".to_vec()),
        ("no binding", |case| case.binding.clear()),
        ("key", |case| case.key = plus(&case.key, group::g().point())),
        ("input order", |case| case.input.swap(0, 1)),
        ("output order", |case| case.output.swap(0, 1)),
        ("both orders", |case| {
            case.input.swap(0, 1);
            case.output.swap(0, 1);
        }),
        ("exchanged", |case| core::mem::swap(&mut case.input, &mut case.output)),
    ];
    for shape in SHAPES {
        let case = Case::new(shape, 10);
        let proof = case.prove().unwrap();
        for (name, change) in changes {
            let mut changed = case.clone();
            change(&mut changed);
            assert!(
                matches!(changed.verify(&proof), Err(ProofError::Rejected { .. })),
                "{shape:?} {name}"
            );
        }
        for i in 0..shape.cards() {
            for half in 0..4 {
                let mut changed = case.clone();
                let (input, output) = (&mut changed.input[i], &mut changed.output[i]);
                let element = [&mut input.c1, &mut input.c2, &mut output.c1, &mut output.c2];
                let element = element.into_iter().nth(half).unwrap();
                *element = plus(element, group::g().point());
                assert!(
                    matches!(changed.verify(&proof), Err(ProofError::Rejected { .. })),
                    "{shape:?} {i} {half}"
                );
            }
        }
    }
}

#[test]
fn row02_row10_a_proof_for_another_purpose_is_refused() {
    let case = Case::new(SHAPES[1], 10);
    let mut oracle = Transcript::new(&case.context, Purpose::Share);
    let ck = CommitmentKey::get();
    let proof = prove_as(
        &mut oracle,
        ck,
        case.shape,
        &case.statement(),
        &case.witness,
        &mut rng(1),
    )
    .unwrap();
    rejected(case.verify(&proof));
}

#[test]
fn row02_every_word_of_a_proof_counts() {
    for shape in SHAPES {
        let case = Case::new(shape, 11);
        let bytes = case.prove().unwrap().encode();
        for at in (0..bytes.len()).step_by(32) {
            let mut changed = bytes.clone();
            let word: [u8; 32] = bytes[at..at + 32].try_into().unwrap();
            let other = if is_scalar(shape, at / 32) {
                (group::decode_scalar(&word, "", 0).unwrap() + Scalar::ONE).to_bytes()
            } else {
                *plus(&Element::decode(&word, "", 0).unwrap(), group::g().point()).bytes()
            };
            changed[at..at + 32].copy_from_slice(&other);
            let proof = Proof::decode_as(&changed, shape).unwrap();
            assert!(
                matches!(case.verify(&proof), Err(ProofError::Rejected { .. })),
                "{shape:?} {}",
                at / 32
            );
        }
    }
}

/// Whether a word of a proof is a scalar.
fn is_scalar(shape: Shape, word: usize) -> bool {
    let Shape { m, n } = shape;
    let columns = if m > 1 { 3 * m + 1 } else { 0 };
    let answers = if m > 1 { 2 * n + 3 } else { 0 };
    let scalars = [
        (2 * m + columns, answers),
        (2 * m + columns + answers + 3, 2 * n),
        (shape.width() - (n + 4), n + 4),
    ];
    scalars.iter().any(|(start, len)| (*start..start + len).contains(&word))
}

#[test]
fn row11_a_challenge_of_zero_is_refused_wherever_it_falls() {
    let shape = Shape { m: 3, n: 2 };
    let case = Case::new(shape, 12);
    let proof = case.prove().unwrap();
    let labels = [
        "x",
        "y",
        "z",
        "hadamard x",
        "hadamard y",
        "zero x",
        "single value x",
        "multiexp x",
    ];
    for challenge in labels {
        let oracle = || Programmed::new(&case.context, Purpose::Shuffle, [(challenge, Scalar::ZERO)]);
        let (ck, statement) = (CommitmentKey::get(), case.statement());
        let expected = Some(ProofError::ZeroChallenge { challenge });
        assert_eq!(
            prove_as(&mut oracle(), ck, shape, &statement, &case.witness, &mut rng(1)).err(),
            expected
        );
        assert_eq!(
            verify_as(&mut oracle(), ck, shape, &statement, &proof, 0).err(),
            expected
        );
    }
}

#[test]
fn row13_the_same_randomness_in_two_places_gives_two_sets_of_nonces() {
    let case = Case::new(SHAPES[4], 13);
    let mut moved = case.clone();
    moved.context.step += 1;
    let (first, second) = (case.prove().unwrap(), moved.prove().unwrap());
    assert_eq!(case.prove().unwrap(), first, "the randomness is the same");
    // Both commit to the same permutation and answer about the same secrets.
    for (a, b) in first.a.iter().zip(&second.a) {
        assert_ne!(a, b);
    }
    assert_ne!(first.multiexp.a0, second.multiexp.a0);
    assert_ne!(first.product.single.announced, second.product.single.announced);
}

#[test]
fn row14_two_wrong_proofs_that_cancel_under_weight_1_are_refused() {
    let case = Case::new(SHAPES[4], 14);
    let proof = case.prove().unwrap();
    let mut batch = Batch::new();
    let mut wrong = Vec::new();
    for (item, error) in [(5, Scalar::ONE), (6, -Scalar::ONE)] {
        let mut proof = proof.clone();
        proof.multiexp.tau += error;
        let ck = CommitmentKey::get();
        let claim = verify_as(&mut case.oracle(), ck, case.shape, &case.statement(), &proof, item).unwrap();
        batch.push(claim.clone());
        wrong.push(claim);
    }
    // A third, right one is not blamed.
    let ck = CommitmentKey::get();
    batch.push(verify_as(&mut case.oracle(), ck, case.shape, &case.statement(), &proof, 7).unwrap());
    let Err(ProofError::Rejected { items }) = batch.verify() else {
        panic!("the batch passed");
    };
    assert_eq!(items.iter().map(|rejection| rejection.item).collect::<Vec<_>>(), [5, 6]);
    assert!(
        items
            .iter()
            .all(|rejection| rejection.equation == "multi-exponentiation, c1")
    );
}
