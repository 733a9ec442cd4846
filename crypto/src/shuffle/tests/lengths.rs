//! Rows 4, 5 and 6: what is decoded, and how long it is.

use rand::Rng;

use super::*;

const IDENTITY: [u8; 32] = [0; 32];
/// The order ℓ as a number, which is also not an encoded point.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

#[test]
fn row04_no_word_of_a_proof_or_pack_may_be_out_of_range() {
    for shape in SHAPES {
        let case = Case::new(shape, 4);
        let bytes = case.prove().unwrap().encode();
        let mut points = 0;
        for at in (0..bytes.len()).step_by(32) {
            let with = |word: [u8; 32]| {
                let mut changed = bytes.clone();
                changed[at..at + 32].copy_from_slice(&word);
                Proof::decode_as(&changed, shape)
            };
            // ℓ is no scalar; as a point it is an odd, that is negative, field element.
            match with(ORDER) {
                Err(ProofError::Point { .. }) => points += 1,
                Err(ProofError::Scalar { .. }) => {}
                other => panic!("{other:?}"),
            }
            assert!(with([0xff; 32]).is_err());
            // 0 is a scalar, and the identity is a commitment; no proof holds with either.
            assert_ne!(case.verify(&with(IDENTITY).unwrap()), Ok(()));
        }
        let (m, sent) = (shape.m, 2 * shape.m - 1);
        let columns = if m > 1 { 3 * m + 1 } else { 0 };
        assert_eq!(points, 2 * m + columns + 3 + 1 + 3 * sent);
    }
    let pack = encode_pack(&Case::new(SHAPES[1], 4).output);
    for at in (0..pack.len()).step_by(32) {
        let with = |word: [u8; 32]| {
            let mut changed = pack.clone();
            changed[at..at + 32].copy_from_slice(&word);
            decode_pack(&changed, 5)
        };
        let position = at / 64;
        assert_eq!(with(ORDER), Err(ProofError::Point { what: "card", position }));
        let c1 = at % 64 == 0;
        let what = "c1 of the output";
        assert_eq!(
            with(IDENTITY).err(),
            c1.then_some(ProofError::Identity { what, position })
        );
    }
}

#[test]
fn row05_encodings_have_one_length() {
    for shape in SHAPES {
        let mut bytes = Case::new(shape, 5).prove().unwrap().encode();
        let expected = bytes.len();
        for cut in [0, 1, 31, 32, 33, expected - 1] {
            let short = &bytes[..cut];
            let found = Proof::decode_as(short, shape).unwrap_err();
            let what = "the proof of a shuffle, in bytes,";
            assert_eq!(
                found,
                ProofError::Length {
                    what,
                    expected,
                    found: cut
                }
            );
        }
        for _ in 0..33 {
            bytes.push(0);
            assert!(matches!(
                Proof::decode_as(&bytes, shape),
                Err(ProofError::Length { .. })
            ));
        }
    }
    for cards in [2, 5, 28] {
        let pack = encode_pack(&Case::new(Shape::of(cards).unwrap(), 5).output);
        assert!(decode_pack(&pack, cards).is_ok());
        for other in [cards - 1, cards + 1, 0, 105] {
            assert!(decode_pack(&pack, other).is_err());
            assert!(Proof::decode(&pack, other).is_err());
        }
        assert!(matches!(decode_pack(&pack[1..], cards), Err(ProofError::Length { .. })));
    }
}

#[test]
fn row05_packs_one_card_off_are_refused() {
    for shape in SHAPES {
        let case = Case::new(shape, 6);
        let proof = case.prove().unwrap();
        let length = |result: Result<(), ProofError>| assert!(matches!(result, Err(ProofError::Length { .. })));
        for change in [
            |case: &mut Case| case.input.truncate(case.input.len() - 1),
            |case: &mut Case| case.output.truncate(case.output.len() - 1),
            |case: &mut Case| case.input.push(Ciphertext::open(group::g())),
            |case: &mut Case| case.output.extend_from_within(..1),
        ] {
            let mut changed = case.clone();
            change(&mut changed);
            length(changed.verify(&proof));
            length(changed.prove().map(drop));
            assert!(verify_alone(&changed.statement(), &proof).is_err());
        }
        // Both packs one off, so that only the proof tells.
        let mut changed = case.clone();
        changed.input.push(Ciphertext::open(group::g()));
        changed.output.extend_from_within(..1);
        assert!(verify_alone(&changed.statement(), &proof).is_err());
        changed.input.truncate(shape.cards() - 1);
        changed.output.truncate(shape.cards() - 1);
        assert!(verify_alone(&changed.statement(), &proof).is_err());
    }
}

/// Every vector of a proof, to be changed in length by one.
fn vectors(proof: &mut Proof) -> Vec<&mut dyn Stretch> {
    let mut all: Vec<&mut dyn Stretch> = vec![&mut proof.a, &mut proof.b];
    if let Some((_, hadamard)) = &mut proof.product.columns {
        let zero = &mut hadamard.zero;
        all.extend([
            &mut hadamard.q as &mut dyn Stretch,
            &mut zero.d,
            &mut zero.a.values,
            &mut zero.b.values,
        ]);
    }
    let (single, multiexp) = (&mut proof.product.single, &mut proof.multiexp);
    all.extend([
        &mut single.p.values as &mut dyn Stretch,
        &mut single.f.values,
        &mut multiexp.c_b,
        &mut multiexp.e,
        &mut multiexp.a.values,
        &mut multiexp.b.values,
    ]);
    all
}

trait Stretch {
    fn shorten(&mut self) -> bool;
    fn lengthen(&mut self);
}

impl<T: Clone + Default> Stretch for Vec<T> {
    fn shorten(&mut self) -> bool {
        self.pop().is_some()
    }

    fn lengthen(&mut self) {
        self.push(T::default());
    }
}

impl Default for Element {
    fn default() -> Self {
        Self::identity()
    }
}

impl Default for Ciphertext {
    fn default() -> Self {
        Self::open(Element::identity())
    }
}

#[test]
fn row05_every_vector_of_a_proof_one_off_is_refused() {
    for shape in SHAPES {
        let case = Case::new(shape, 7);
        let mut proof = case.prove().unwrap();
        for i in 0..vectors(&mut proof).len() {
            let mut longer = proof.clone();
            vectors(&mut longer)[i].lengthen();
            assert!(
                matches!(case.verify(&longer), Err(ProofError::Length { .. })),
                "{shape:?} {i}"
            );
            let mut shorter = proof.clone();
            if vectors(&mut shorter)[i].shorten() {
                assert!(
                    matches!(case.verify(&shorter), Err(ProofError::Length { .. })),
                    "{shape:?} {i}"
                );
            }
        }
        let mut other = proof.clone();
        other.product.columns = match proof.product.columns {
            Some(_) => None,
            None => Case::new(Shape { m: 2, n: 2 }, 7).prove().unwrap().product.columns,
        };
        assert!(matches!(case.verify(&other), Err(ProofError::Length { .. })));
    }
}

#[test]
fn row05_random_damage_is_refused_without_a_panic() {
    let mut rng = rng(9);
    for shape in SHAPES {
        let case = Case::new(shape, 9);
        let bytes = case.prove().unwrap().encode();
        for round in 0..60 {
            let mut damaged = bytes.clone();
            // Single bits, then words copied elsewhere, then noise.
            let at = rng.next_u32() as usize % damaged.len();
            match round % 3 {
                0 => damaged[at] ^= 1 << (rng.next_u32() % 8),
                1 => damaged.copy_within(
                    at / 32 * 32..at / 32 * 32 + 32,
                    rng.next_u32() as usize % (bytes.len() - 32),
                ),
                _ => rng.fill_bytes(&mut damaged[at..]),
            }
            if damaged != bytes {
                let result = Proof::decode_as(&damaged, shape).and_then(|proof| case.verify(&proof));
                assert!(result.is_err(), "{shape:?} {round} {at}");
            }
        }
    }
}

#[test]
fn row06_equal_concatenations_are_different_statements() {
    // The same bytes, cut elsewhere: between the binding and the key, and between rows.
    let draw = |shape: Shape, binding: &[u8]| {
        let case = Case::new(Shape { m: 1, n: 6 }, 8);
        let mut oracle = case.oracle();
        let statement = Statement {
            binding,
            ..case.statement()
        };
        statement.absorb(shape, &mut oracle);
        oracle.challenge("test").unwrap()
    };
    let one = Shape { m: 1, n: 6 };
    let mut longer = b"pack 3".to_vec();
    longer.extend_from_slice(key().bytes());
    let drawn = [
        draw(one, b"pack 3"),
        draw(one, &longer),
        draw(one, b"pack "),
        draw(Shape { m: 2, n: 3 }, b"pack 3"),
        draw(Shape { m: 3, n: 2 }, b"pack 3"),
    ];
    for (i, a) in drawn.iter().enumerate() {
        assert!(drawn.iter().skip(i + 1).all(|b| a != b));
    }
}
