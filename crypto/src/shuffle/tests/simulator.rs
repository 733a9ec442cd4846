//! Zero knowledge: with the challenges known beforehand, whoever knows neither the permutation nor any other secret
//! writes proofs that the real verifier accepts. The challenges are programmed into the oracle.
//!
//! The simulator is that of the paper: answers and all commitments but one for each equation are drawn at random, and
//! the remaining one is computed from its equation. An honest proof has the same distribution, up to the encryptions
//! E_k, which are uniform in both.

use super::super::commit::Opening;
use super::super::{hadamard, multiexp, product, single_value, zero};
use super::*;
use crate::transcript::testing::Programmed;

struct Simulator {
    rng: StdRng,
    ck: &'static CommitmentKey,
}

impl Simulator {
    fn scalar(&mut self) -> Scalar {
        Scalar::random(&mut self.rng)
    }

    fn element(&mut self) -> Element {
        Element::new(RistrettoPoint::random(&mut self.rng))
    }

    fn elements(&mut self, count: usize) -> Vec<Element> {
        (0..count).map(|_| self.element()).collect()
    }

    fn opening(&mut self, len: usize) -> Opening {
        Opening {
            values: (0..len).map(|_| self.scalar()).collect(),
            blind: self.scalar(),
        }
    }

    fn commit(&self, values: &[Scalar], blind: &Scalar) -> RistrettoPoint {
        let sum: RistrettoPoint = values
            .iter()
            .zip(&self.ck.bases)
            .map(|(value, base)| value * base.point())
            .sum();
        sum + blind * self.ck.g.point()
    }
}

fn power(x: &Scalar, exponent: usize) -> Scalar {
    powers(x, exponent + 1)[exponent]
}

/// Σ xᵏ·Pₖ.
fn weighted<'a>(x: &Scalar, points: impl IntoIterator<Item = &'a RistrettoPoint>) -> RistrettoPoint {
    points
        .into_iter()
        .enumerate()
        .map(|(k, point)| power(x, k) * point)
        .sum()
}

/// A proof for any statement, true or false, and the oracle under which it is valid.
fn simulate(case: &Case, seed: u64) -> (Proof, Programmed) {
    let Shape { m, n } = case.shape;
    let mut sim = Simulator {
        rng: rng(seed),
        ck: CommitmentKey::get(),
    };
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
    let answers = labels.map(|label| (label, sim.scalar()));
    let oracle = Programmed::new(&case.context, Purpose::Shuffle, answers);
    let [x, y, z, hadamard_x, hadamard_y, zero_x, single_x, multiexp_x] = answers.map(|(_, answer)| answer);

    let (a, b) = (sim.elements(m), sim.elements(m));
    let minus_z = sim.commit(&vec![-z; n], &Scalar::ZERO);
    let e: Vec<RistrettoPoint> = a
        .iter()
        .zip(&b)
        .map(|(a, b)| y * a.point() + b.point() + minus_z)
        .collect();

    // Hadamard and zero argument.
    let columns = (m > 1).then(|| {
        let c_b = sim.element();
        let sent_q = sim.elements(m - 2);
        let mut q = vec![e[0]];
        q.extend(sent_q.iter().chain([&c_b]).map(Element::point));
        let mut left = e[1..].to_vec();
        left.push(sim.commit(&vec![-Scalar::ONE; n], &Scalar::ZERO));
        let mut right: Vec<RistrettoPoint> = (1..m).map(|j| power(&hadamard_x, j) * q[j - 1]).collect();
        right.push((1..m).map(|j| power(&hadamard_x, j) * q[j]).sum());

        let (open_a, open_b, t) = (sim.opening(n), sim.opening(n), sim.scalar());
        let a0 = sim.commit(&open_a.values, &open_a.blind) - zero_x * weighted(&zero_x, &left);
        let bm = sim.commit(&open_b.values, &open_b.blind) - zero_x * weighted(&zero_x, right.iter().rev());
        let product: Scalar = (0..n)
            .map(|k| open_a.values[k] * open_b.values[k] * power(&hadamard_y, k + 1))
            .sum();
        let mut d = sim.elements(2 * m);
        let rest: RistrettoPoint = d
            .iter()
            .enumerate()
            .skip(1)
            .map(|(at, d)| power(&zero_x, if at > m { at + 1 } else { at }) * d.point())
            .sum();
        d[0] = Element::new(sim.commit(&[product], &t) - rest);
        let zero = zero::Proof {
            a0: Element::new(a0),
            bm: Element::new(bm),
            d,
            a: open_a,
            b: open_b,
            t,
        };
        (c_b, hadamard::Proof { q: sent_q, zero })
    });

    // Single value product argument.
    let committed = columns.as_ref().map_or(e[0], |(c_b, _)| *c_b.point());
    let claimed: Scalar = (1..=m * n).map(|i| y * scalar(i as u64) + power(&x, i) - z).product();
    let (p, f, large) = (sim.opening(n), sim.opening(n - 2), sim.element());
    let c_d = sim.commit(&p.values, &p.blind) - single_x * committed;
    let mut all = vec![p.values[0]];
    all.extend(&f.values);
    all.push(single_x * claimed);
    let values: Vec<Scalar> = (1..n).map(|k| single_x * all[k] - all[k - 1] * p.values[k]).collect();
    let small = sim.commit(&values, &f.blind) - single_x * large.point();
    let single = single_value::Proof {
        announced: [Element::new(c_d), Element::new(small), large],
        p,
        f,
    };

    // Multi-exponentiation argument.
    let (open_a, open_b, tau) = (sim.opening(n), sim.opening(1), sim.scalar());
    let b_points: Vec<RistrettoPoint> = b.iter().map(|b| *b.point()).collect();
    let a0 = sim.commit(&open_a.values, &open_a.blind) - multiexp_x * weighted(&multiexp_x, &b_points);
    let index = |at: usize| if at >= m { at + 1 } else { at };
    let rest = |elements: &[&Element]| -> RistrettoPoint {
        let tail = elements.iter().enumerate().skip(1);
        tail.map(|(at, element)| power(&multiexp_x, index(at)) * element.point())
            .sum()
    };
    let mut c_b = sim.elements(2 * m - 1);
    let first = sim.commit(&open_b.values, &open_b.blind) - rest(&c_b.iter().collect::<Vec<_>>());
    c_b[0] = Element::new(first);
    let mut sent_e: Vec<Ciphertext> = (0..2 * m - 1)
        .map(|_| Ciphertext {
            c1: sim.element(),
            c2: sim.element(),
        })
        .collect();
    type Half = fn(&Ciphertext) -> &Element;
    let halves: [(Half, RistrettoPoint); 2] = [
        (|card| &card.c1, tau * group::g().point()),
        (
            |card| &card.c2,
            tau * case.key.point() + open_b.values[0] * group::g().point(),
        ),
    ];
    let [e1, e2] = halves.map(|(half, encrypted)| {
        let rows: RistrettoPoint = case
            .output
            .iter()
            .enumerate()
            .map(|(at, card)| power(&multiexp_x, m - 1 - at / n) * open_a.values[at % n] * half(card).point())
            .sum();
        let input: RistrettoPoint = case
            .input
            .iter()
            .enumerate()
            .map(|(at, card)| power(&x, at + 1) * half(card).point())
            .sum();
        let sent: Vec<&Element> = sent_e.iter().map(half).collect();
        // With m = 1 the statement stands at k = 1, as for every m at k = m.
        Element::new(encrypted + rows - rest(&sent) - power(&multiexp_x, m) * input)
    });
    sent_e[0] = Ciphertext { c1: e1, c2: e2 };
    let multiexp = multiexp::Proof {
        a0: Element::new(a0),
        c_b,
        e: sent_e,
        a: open_a,
        b: open_b,
        tau,
    };
    let proof = Proof {
        shape: case.shape,
        a,
        b,
        product: product::Proof { columns, single },
        multiexp,
    };
    (proof, oracle)
}

#[test]
fn simulated_proofs_pass_the_verifier_under_their_programmed_challenges() {
    for (seed, shape) in (40..).zip(SHAPES.into_iter().chain([Shape { m: 4, n: 13 }])) {
        let mut case = Case::new(shape, seed);
        for _ in 0..2 {
            let (proof, oracle) = simulate(&case, seed);
            let verify = |mut oracle| {
                verify_as(&mut oracle, CommitmentKey::get(), shape, &case.statement(), &proof, 0)
                    .unwrap()
                    .verify()
            };
            assert_eq!(verify(oracle.clone()), Ok(()), "{shape:?}");
            // It is the programming that makes them pass: not with the true challenges, nor with others.
            rejected(case.verify(&proof));
            assert_ne!(verify(simulate(&case, seed + 100).1), Ok(()));
            // The second time for a statement that is false: the simulator did not use that it was true.
            case.output[0].c2 = plus(&case.output[0].c2, group::h().point());
        }
    }
}

#[test]
fn honest_and_simulated_proofs_have_the_same_form() {
    for shape in SHAPES {
        let case = Case::new(shape, 50);
        let (simulated, _) = simulate(&case, 51);
        assert_eq!(simulated.encode().len(), case.prove().unwrap().encode().len());
        assert!(simulated.check_lengths(shape).is_ok());
    }
}
