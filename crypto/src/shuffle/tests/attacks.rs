//! Rows 1, 2, 3 and 9: provers who do not follow the protocol.

use super::super::commit::{Derived, Secret, powers};
use super::super::{hadamard, multiexp, product, single_value};
use super::*;

#[test]
fn row09_replaced_cards_are_refused() {
    type Attack<'a> = &'a dyn Fn(&mut Case);
    let foreign = Case::new(Shape { m: 1, n: 5 }, 77).output[0];
    let h = *group::h().point();
    for shape in SHAPES {
        let honest = Case::new(shape, 20);
        let encrypted = |card: &Ciphertext, rho: u64| Ciphertext {
            c1: plus(&card.c1, &RistrettoPoint::mul_base(&scalar(rho))),
            c2: plus(&card.c2, &(scalar(rho) * honest.key.point())),
        };
        let attacks: [(&str, Attack<'_>); 7] = [
            ("substituted", &|case| case.output[0].c2 = plus(&case.output[0].c2, &h)),
            ("another face", &|case| {
                case.output[0] = encrypted(&Ciphertext::open(group::face("test", "99")), 5);
            }),
            ("duplicated and dropped", &|case| {
                case.output[1] = encrypted(&case.output[0], 6);
            }),
            ("from another pack", &|case| case.output[0] = foreign),
            ("sum kept", &|case| {
                case.output[0].c2 = plus(&case.output[0].c2, &h);
                case.output[1].c2 = plus(&case.output[1].c2, &-h);
            }),
            ("added up", &|case| {
                // A linear map that is no permutation: the first card hides in the second.
                let [first, second] = [case.output[0], case.output[1]];
                case.output[1] = Ciphertext {
                    c1: plus(&first.c1, second.c1.point()),
                    c2: plus(&first.c2, second.c2.point()),
                };
            }),
            ("re-encrypted for another key", &|case| {
                case.output[0].c1 = plus(&case.output[0].c1, group::g().point());
            }),
        ];
        for (name, attack) in attacks {
            let mut case = honest.clone();
            attack(&mut case);
            let equation = rejected(case.verify(&case.prove().unwrap()));
            assert!(
                equation.starts_with("multi-exponentiation, c"),
                "{shape:?} {name}: {equation}"
            );
        }
    }
}

#[test]
fn row09_a_map_that_is_no_permutation_is_refused() {
    for shape in SHAPES {
        // A consistent statement: one card twice, another not at all.
        let mut case = Case::new(shape, 21);
        let mut sources = case.witness.permutation.sources().to_vec();
        sources[0] = sources[1];
        case.witness.permutation = Permutation::of(sources);
        case.output = case.witness.apply(&case.key, &case.input);
        let equation = rejected(case.verify(&case.prove().unwrap()));
        assert_eq!(equation, "single value product, f", "{shape:?}");
    }
}

/// What the honest prover computes on the way, for provers who leave it at some point.
struct Secrets {
    sent_a: Vec<Element>,
    sent_b: Vec<Element>,
    b: Vec<Secret>,
    e: Vec<Secret>,
    x: Vec<Scalar>,
    rho: Scalar,
}

fn cards(case: &Case) -> multiexp::Cards<'_> {
    multiexp::Cards {
        key: &case.key,
        rows: &case.output,
        logarithms: None,
    }
}

fn secrets(
    oracle: &mut impl Oracle,
    nonces: &mut crate::transcript::Nonces,
    ck: &CommitmentKey,
    case: &Case,
) -> Secrets {
    case.statement().absorb(case.shape, oracle);
    let n = case.shape.n;
    let mut rows = |entries: Vec<Scalar>| -> Vec<Secret> {
        entries
            .chunks(n)
            .map(|row| Secret::blinded(nonces, row.to_vec()))
            .collect()
    };
    let sources = case.witness.permutation.sources();
    let a = rows(sources.iter().map(|at| scalar(u64::from(*at) + 1)).collect());
    let commit =
        |rows: &[Secret]| Element::double_batch(&rows.iter().map(|row| row.commit_half(ck)).collect::<Vec<_>>());
    let sent_a = commit(&a);
    let x = powers(&challenge_x(oracle, &sent_a).unwrap(), case.shape.cards() + 1);
    let x = x[1..].to_vec();
    let entries: Vec<Scalar> = sources.iter().map(|at| x[usize::from(*at)]).collect();
    let rho = -inner(&entries, &case.witness.rerandomizers);
    let b = rows(entries);
    let sent_b = commit(&b);
    let (y, z) = challenge_yz(oracle, &sent_b).unwrap();
    let e = a.iter().zip(&b).map(|(a, b)| {
        let mut e = Secret::sum(n, [(&y, a), (&Scalar::ONE, b)]);
        e.values.iter_mut().for_each(|value| *value -= z);
        e
    });
    Secrets {
        e: e.collect(),
        sent_a,
        sent_b,
        b,
        x,
        rho,
    }
}

/// A forger with an output that is no shuffle: its first card is the sum of two cards. The multi-exponentiation
/// holds for other scalars than those in the product argument, and c_B can be opened to both if the logarithms βₖ
/// of the bases are known: b and s become b′ and s + Σ (bₖ − b′ₖ)·βₖ.
fn forge_with_logarithms(ck: &CommitmentKey, logarithms: &[Scalar]) -> Result<(), ProofError> {
    let shape = Shape { m: 2, n: 2 };
    let mut case = Case::new(shape, 22);
    case.witness.permutation = Permutation::of(vec![0, 1, 2, 3]);
    case.output = case.witness.apply(&case.key, &case.input);
    let [first, second] = [case.output[0], case.output[1]];
    case.output[0] = Ciphertext {
        c1: plus(&first.c1, second.c1.point()),
        c2: plus(&first.c2, second.c2.point()),
    };

    let mut oracle = case.oracle();
    let mut nonces = oracle.nonces([], &mut rng(23));
    let Secrets {
        sent_a,
        sent_b,
        mut b,
        e,
        x,
        rho,
    } = secrets(&mut oracle, &mut nonces, ck, &case);
    let product = product::prove(&mut oracle, &mut nonces, ck, &e).unwrap();
    // x·(C₁ + C₂) + (x² − x)·C₂ = x·C₁ + x²·C₂.
    let lied = [x[0], x[1] - x[0]];
    let shift: Scalar = b[0]
        .values
        .iter()
        .zip(&lied)
        .zip(logarithms)
        .map(|((b, lied), beta)| (b - lied) * beta)
        .sum();
    b[0].values = lied.to_vec();
    b[0].blind += shift;
    let multiexp = multiexp::prove(&mut oracle, &mut nonces, ck, &cards(&case), &b, &rho).unwrap();
    let proof = Proof {
        shape,
        a: sent_a,
        b: sent_b,
        product,
        multiexp,
    };
    verify_as(&mut case.oracle(), ck, shape, &case.statement(), &proof, 0)?.verify()
}

#[test]
fn row01_known_logarithms_forge_on_a_toy_key_and_not_on_ours() {
    let logarithms: Vec<Scalar> = (3..9).map(scalar).collect();
    let toy = CommitmentKey::new(
        logarithms
            .iter()
            .map(|beta| Element::new(RistrettoPoint::mul_base(beta)))
            .collect(),
    );
    assert_eq!(
        forge_with_logarithms(&toy, &logarithms),
        Ok(()),
        "the attack works where bases are bad"
    );
    let ours = CommitmentKey::get();
    assert_eq!(
        rejected(forge_with_logarithms(ours, &logarithms)),
        "multi-exponentiation, a"
    );
}

#[test]
fn row01_no_two_constants_are_equal() {
    let ck = CommitmentKey::get();
    let mut all: Vec<[u8; 32]> = ck
        .bases
        .iter()
        .chain([&ck.g, group::h()])
        .map(|element| *element.bytes())
        .collect();
    assert_eq!(ck.bases.len(), group::MAX_BASES);
    all.extend(faces(60).iter().map(|card| *card.c2.bytes()));
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
    assert!(all.iter().all(|bytes| *bytes != [0; 32]));
}

/// Arguments of a proof replaced by ones about other vectors.
#[derive(Clone, Copy, Debug)]
enum Unlinked {
    /// The multi-exponentiation about b′ with the right sum, while c_B holds b.
    Multiexp,
    /// The product argument about e′ with the right product, while y·c_A + c_B − z holds e.
    Product,
    /// The single value argument about another vector than c_b, with the right product.
    SingleValue,
    /// c_b holds another vector with the right product than the rows give.
    Columns,
    /// The Hadamard argument about other rows than e.
    Hadamard,
}

fn prove_unlinked(case: &Case, how: Unlinked) -> Proof {
    let ck = CommitmentKey::get();
    let mut oracle = case.oracle();
    let mut nonces = oracle.nonces([], &mut rng(31));
    let Secrets {
        sent_a,
        sent_b,
        mut b,
        e,
        rho,
        ..
    } = secrets(&mut oracle, &mut nonces, ck, case);
    // The same product: one entry twice, another half as large.
    let (two, half) = (scalar(2), scalar(2).invert());
    let skew = |row: &Secret| {
        let mut skewed = row.clone();
        skewed.values[0] *= two;
        skewed.values[1] *= half;
        skewed
    };
    let mut rows = e.clone();
    if let Unlinked::Product = how {
        rows[0] = skew(&rows[0]);
    }
    let witness = hadamard::Witness::new(&mut nonces, &rows);
    let mut q = witness.q.clone();
    let last = q.len() - 1;
    if let Unlinked::Columns = how {
        q[last] = skew(&q[last]);
    }
    let commit =
        |rows: &[Secret]| Element::double_batch(&rows.iter().map(|row| row.commit_half(ck)).collect::<Vec<_>>());
    let sent_q = commit(&q[1..]);
    let columns = sent_q.last().map(|c_b| {
        oracle.absorb_element("product c_b", c_b);
        let mut other: Vec<Secret> = rows.to_vec();
        if let Unlinked::Hadamard = how {
            other[1] = skew(&other[1]);
        }
        let witness = hadamard::Witness {
            e: &other,
            q: q.clone(),
        };
        (
            *c_b,
            hadamard::prove(&mut oracle, &mut nonces, ck, &witness, &sent_q).unwrap(),
        )
    });
    let single = match how {
        Unlinked::SingleValue => skew(&q[last]),
        _ => q[last].clone(),
    };
    let single = single_value::prove(&mut oracle, &mut nonces, ck, &single).unwrap();
    if let Unlinked::Multiexp = how {
        b[0] = skew(&b[0]);
    }
    let multiexp = multiexp::prove(&mut oracle, &mut nonces, ck, &cards(case), &b, &rho).unwrap();
    Proof {
        shape: case.shape,
        a: sent_a,
        b: sent_b,
        product: product::Proof { columns, single },
        multiexp,
    }
}

#[test]
fn row03_arguments_about_other_vectors_are_refused() {
    for shape in [Shape { m: 2, n: 2 }, Shape { m: 4, n: 3 }] {
        let case = Case::new(shape, 30);
        for (how, equation) in [
            (Unlinked::Multiexp, "multi-exponentiation, c1"),
            (Unlinked::Product, "zero argument, b"),
            (Unlinked::SingleValue, "single value product, p"),
            (Unlinked::Columns, "zero argument, a ∗ b"),
            (Unlinked::Hadamard, "zero argument, a"),
        ] {
            let proof = prove_unlinked(&case, how);
            let result = case.verify(&proof);
            assert_eq!(rejected(result), equation, "{shape:?} {how:?}");
        }
    }
    // With one row, the product argument is the single value argument alone.
    let case = Case::new(Shape { m: 1, n: 4 }, 30);
    for (how, equation) in [
        (Unlinked::Multiexp, "multi-exponentiation, c1"),
        (Unlinked::SingleValue, "single value product, p"),
    ] {
        assert_eq!(rejected(case.verify(&prove_unlinked(&case, how))), equation);
    }
}

/// A transcript that forgets some messages, as in a weak Fiat–Shamir transform.
#[derive(Clone)]
struct Weak {
    transcript: Transcript,
    forgotten: &'static str,
}

impl Oracle for Weak {
    fn absorb(&mut self, label: &'static str, message: &[u8]) {
        if label != self.forgotten {
            self.transcript.absorb(label, message);
        }
    }

    fn fill(&mut self, label: &'static str, out: &mut [u8]) {
        self.transcript.fill(label, out);
    }

    fn fork(&self) -> merlin::Transcript {
        self.transcript.fork()
    }
}

#[test]
fn row02_a_forger_who_chooses_the_output_last_is_refused() {
    let h = *group::h().point();
    for shape in SHAPES {
        let mut case = Case::new(shape, 24);
        let ck = CommitmentKey::get();
        let weak = |case: &Case| Weak {
            transcript: case.oracle(),
            forgotten: "output",
        };
        let mut proof = prove_as(
            &mut weak(&case),
            ck,
            shape,
            &case.statement(),
            &case.witness,
            &mut rng(25),
        )
        .unwrap();
        // With all challenges known, two cards of a row change so that a₁·C′₁ + a₂·C′₂ stays: nobody can play with
        // such cards, but any change that keeps one linear equation goes through.
        let [a1, a2] = [proof.multiexp.a.values[0], proof.multiexp.a.values[1]];
        case.output[0].c2 = plus(&case.output[0].c2, &h);
        case.output[1].c2 = plus(&case.output[1].c2, &(-(a1 * a2.invert()) * h));
        let forged = verify_as(&mut weak(&case), ck, shape, &case.statement(), &proof, 0).unwrap();
        assert_eq!(forged.verify(), Ok(()), "the attack works on a weak transcript");
        rejected(case.verify(&proof));
        // Nor does it help to run the prover on the strong transcript of the forged output.
        proof = case.prove().unwrap();
        rejected(case.verify(&proof));
    }
}

#[test]
fn row02_a_forger_who_chooses_a_commitment_last_is_refused() {
    // c_δ is not bound to its challenge in the weak transcript, so any product can be claimed.
    let case = Case::new(Shape { m: 1, n: 3 }, 26);
    let ck = CommitmentKey::get();
    let forge = |case: &Case, forgotten| {
        let mut oracle = Weak {
            transcript: case.oracle(),
            forgotten,
        };
        let mut nonces = oracle.nonces([], &mut rng(27));
        let secret = Secret::random(&mut nonces, 3);
        let sent = Element::double_batch(&[secret.commit_half(ck)]);
        let commitment = Derived::sent(&sent[0]);
        let mut proof = single_value::prove(&mut oracle, &mut nonces, ck, &secret).unwrap();
        let claimed = scalar(1);
        // What is missing to the claimed product goes into c_δ, once x is known.
        let mut replay = Weak {
            transcript: case.oracle(),
            forgotten,
        };
        replay.absorb_elements("single value c_d, c_delta, c_Delta", &proof.announced);
        let x = replay.challenge("single value x").unwrap();
        let product: Scalar = secret.values.iter().product();
        let missing = x * x * (claimed - product);
        proof.announced[1] = plus(&proof.announced[1], &(missing * ck.bases[1].point()));
        let mut claim = Claim::new(0);
        let mut oracle = Weak {
            transcript: case.oracle(),
            forgotten,
        };
        proof
            .verify(&mut oracle, ck, &commitment, &claimed, &mut claim)
            .unwrap();
        claim.verify()
    };
    assert_eq!(
        forge(&case, "single value c_d, c_delta, c_Delta"),
        Ok(()),
        "the attack works on a weak transcript"
    );
    rejected(forge(&case, "nothing"));
}
