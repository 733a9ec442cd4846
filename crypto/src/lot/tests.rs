use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::*;
use crate::chain::match_id;

fn context() -> LotContext {
    LotContext {
        match_id: match_id(b"closing"),
        epoch: 0,
        step: 0,
    }
}

fn contributions(count: u8, seed: u64) -> Vec<Contribution> {
    let mut rng = StdRng::seed_from_u64(seed);
    (0..count).map(|_| Contribution::random(&mut rng)).collect()
}

const BOUND: [&[u8]; 3] = [b"identity", b"deck key", b"sealing key"];

fn lot(contributions: &[Contribution]) -> Lot {
    let commitments: Vec<_> = (0u8..)
        .zip(contributions)
        .map(|(party, contribution)| (party, contribution.commitment(&context(), party, &BOUND)))
        .collect();
    Lot::new(context(), &commitments).unwrap()
}

#[test]
fn all_must_reveal_what_they_committed_to() {
    let all = contributions(3, 1);
    let mut lot = lot(&all);
    assert_eq!(lot.missing().collect::<Vec<_>>(), [0, 1, 2]);
    lot.reveal(2, &all[2], &BOUND).unwrap();
    lot.reveal(0, &all[0], &BOUND).unwrap();
    assert_eq!(lot.seed(), Err(LotError::Missing { party: 1 }));
    assert_eq!(lot.reveal(1, &all[0], &BOUND), Err(LotError::Mismatch { party: 1 }));
    assert_eq!(lot.reveal(3, &all[0], &BOUND), Err(LotError::NotCommitted { party: 3 }));
    lot.reveal(1, &all[1], &BOUND).unwrap();
    let seed = lot.seed().unwrap();
    lot.reveal(1, &all[1], &BOUND).unwrap();
    assert_eq!(lot.seed(), Ok(seed));
    assert_eq!(lot.missing().count(), 0);
}

#[test]
fn the_order_of_revealing_does_not_matter_and_every_nonce_does() {
    let all = contributions(4, 2);
    let seed_of = |contributions: &[Contribution], order: [usize; 4]| {
        let mut lot = lot(contributions);
        for party in order {
            lot.reveal(party as u8, &contributions[party], &BOUND).unwrap();
        }
        lot.seed().unwrap()
    };
    let seed = seed_of(&all, [0, 1, 2, 3]);
    assert_eq!(seed, seed_of(&all, [3, 1, 0, 2]));
    for party in 0..4 {
        let mut changed = all.clone();
        changed[party].nonce[31] ^= 1;
        assert_ne!(seed, seed_of(&changed, [0, 1, 2, 3]));
    }
    let mut exchanged = all.clone();
    exchanged.swap(0, 1);
    assert_ne!(seed, seed_of(&exchanged, [0, 1, 2, 3]));
}

#[test]
fn row02_every_field_of_a_commitment_is_bound() {
    let contribution = Contribution::from_bytes([1; 32], [2; 32]);
    let base = context();
    let mut seen = BTreeSet::new();
    assert!(seen.insert(contribution.commitment(&base, 0, &BOUND)));
    for changed in [
        LotContext {
            match_id: match_id(b"other"),
            ..base
        },
        LotContext { epoch: 1, ..base },
        LotContext { step: 1, ..base },
    ] {
        assert!(seen.insert(contribution.commitment(&changed, 0, &BOUND)));
    }
    assert!(seen.insert(contribution.commitment(&base, 1, &BOUND)));
    assert!(seen.insert(Contribution::from_bytes([3; 32], [2; 32]).commitment(&base, 0, &BOUND)));
    assert!(seen.insert(Contribution::from_bytes([1; 32], [3; 32]).commitment(&base, 0, &BOUND)));
    for bound in [
        &[b"identity".as_slice(), b"deck key", b"sealing kez"][..],
        &[b"identity", b"deck keys", b"ealing key"],
        &[b"identity", b"deck key"],
        &[b"identity", b"deck key", b"sealing key", b""],
    ] {
        assert!(seen.insert(contribution.commitment(&base, 0, bound)));
    }
}

#[test]
fn row10_a_commitment_or_reveal_of_another_place_is_refused() {
    let contribution = Contribution::from_bytes([1; 32], [2; 32]);
    let here = context();
    for other in [
        LotContext {
            match_id: match_id(b"other"),
            ..here
        },
        LotContext { epoch: 1, ..here },
        LotContext { step: 1, ..here },
    ] {
        let mut lot = Lot::new(here, &[(0, contribution.commitment(&other, 0, &BOUND))]).unwrap();
        assert_eq!(
            lot.reveal(0, &contribution, &BOUND),
            Err(LotError::Mismatch { party: 0 })
        );
    }
    // Party 1 repeats party 0's commitment, hoping to repeat its reveal and so to cancel or copy its chance.
    let commitment = contribution.commitment(&here, 0, &BOUND);
    let mut lot = Lot::new(here, &[(0, commitment), (1, commitment)]).unwrap();
    lot.reveal(0, &contribution, &BOUND).unwrap();
    assert_eq!(
        lot.reveal(1, &contribution, &BOUND),
        Err(LotError::Mismatch { party: 1 })
    );
    // Keys exchanged after the commitment.
    assert_eq!(
        lot.reveal(0, &contribution, &[b"identity", b"other deck key", b"sealing key"]),
        Err(LotError::Mismatch { party: 0 })
    );
}

#[test]
fn parties_out_of_order_are_named() {
    let digest = match_id(b"");
    let new = |parties: &[u8]| {
        let commitments: Vec<_> = parties.iter().map(|&party| (party, digest)).collect();
        Lot::new(context(), &commitments).map(|_| ())
    };
    assert_eq!(new(&[]), Err(LotError::Nobody));
    assert_eq!(new(&[1, 0]), Err(LotError::PartyOrder { party: 0 }));
    assert_eq!(new(&[2, 2]), Err(LotError::PartyOrder { party: 2 }));
    assert_eq!(new(&[0, 2, 3]), Ok(()));
}

#[test]
fn row08_each_residue_has_exactly_as_many_words() {
    for words in [256u64, 1024] {
        for n in 1..=words {
            let mut counts = BTreeMap::new();
            for word in 0..words {
                if let Some(choice) = residue(word, words, n) {
                    *counts.entry(choice).or_insert(0u64) += 1;
                }
            }
            assert_eq!(counts.keys().copied().collect::<Vec<_>>(), (0..n).collect::<Vec<_>>());
            assert!(counts.values().all(|&count| count == words / n), "{words} {n}");
        }
    }
    // For the words in use the accepted ones are 0 … k·n − 1, so again k of each residue; fewer than n are lost.
    for n in (1..=1000).chain([1 << 16, (1 << 16) + 1, 1 << 31, (1 << 31) + 1, u64::from(u32::MAX)]) {
        let kept = WORDS / n * n;
        assert_eq!(residue(kept - 1, WORDS, n), Some(n - 1));
        assert_eq!(residue(0, WORDS, n), Some(0));
        for lost in [kept, kept + 1, WORDS - 1] {
            assert_eq!(residue(lost, WORDS, n), (lost < kept).then(|| lost % n), "{n} {lost}");
        }
    }
}

#[test]
fn row08_every_sequence_of_choices_gives_another_permutation() {
    // Uniform and independent choices therefore give uniform permutations: a bijection, checked up to 6.
    for n in 1..=6u32 {
        let sequences: u32 = (1..=n).product();
        let mut seen = BTreeSet::new();
        for mut code in 0..sequences {
            let permutation = fisher_yates(n, |k| {
                let choice = code % k;
                code /= k;
                choice
            });
            assert!(seen.insert(permutation));
        }
        assert_eq!(seen.len(), sequences as usize);
    }
}

/// χ² · expected, so that no floats are needed.
fn deviation(counts: impl Iterator<Item = u64>, expected: u64) -> u64 {
    counts.map(|count| count.abs_diff(expected).pow(2)).sum()
}

#[test]
fn row08_permutations_of_four_pass_a_chi_square_test() {
    const EACH: u64 = 1000;
    let mut counts: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
    for i in 0..24 * EACH {
        let seed = Seed::from_digest(hash(Label::State, &[&i.to_be_bytes()]));
        *counts.entry(seed.draw("test").permutation(4)).or_default() += 1;
    }
    assert_eq!(counts.len(), 24);
    // 23 degrees of freedom: the 1 − 10⁻⁶ quantile is 71.2. The draw is deterministic, so this never flickers.
    assert!(deviation(counts.values().copied(), EACH) < 71 * EACH);
}

#[test]
fn row08_choices_among_every_small_number_pass_a_chi_square_test() {
    for n in 2..=20u32 {
        let seed = Seed::from_digest(hash(Label::State, &[&n.to_be_bytes()]));
        let mut draw = seed.draw("test");
        let mut counts = vec![0u64; n as usize];
        for _ in 0..n * 1000 {
            counts[draw.choice(n).unwrap() as usize] += 1;
        }
        // Far above the 1 − 10⁻⁶ quantile for n − 1 ≤ 19 degrees of freedom.
        assert!(deviation(counts.into_iter(), 1000) < 65 * 1000, "{n}");
    }
}

#[test]
fn the_stream_is_what_the_definition_says() {
    let seed = Seed::from_digest(match_id(b"seed"));
    let block = |k: u64| hash(Label::LotStream, &[seed.digest().as_ref(), b"seats", &k.to_be_bytes()]);
    let bytes = [block(0), block(1)].map(|digest| *digest.as_bytes()).concat();
    let mut draw = seed.draw("seats");
    for word in bytes.chunks(4) {
        assert_eq!(draw.word().to_be_bytes(), word);
    }
}

#[test]
fn a_choice_among_nothing_is_refused() {
    let mut draw = Seed::from_digest(match_id(b"seed")).draw("x");
    assert_eq!(draw.choice(0), Err(LotError::NoChoice));
    assert_eq!(draw.choice(1), Ok(0));
    assert_eq!(draw.permutation(0), [0u32; 0]);
    assert_eq!(draw.permutation(1), [0]);
}

#[test]
fn nothing_prints_a_contribution() {
    let all = contributions(1, 3);
    let shown = format!("{:?} {:?}", all[0], {
        let mut lot = lot(&all);
        lot.reveal(0, &all[0], &BOUND).unwrap();
        lot
    });
    assert_eq!(shown.matches("Contribution(secret)").count(), 2);
    assert!(!shown.contains(&format!("{}, {}", all[0].nonce[0], all[0].nonce[1])));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn permutations_are_permutations(n in 0u32..200, seed in any::<[u8; 32]>(), purpose in "[a-z]{0,8}") {
        let seed = Seed::from_digest(Digest32::from_bytes(seed));
        let permutation = seed.draw(&purpose).permutation(n);
        let sorted: BTreeSet<u32> = permutation.iter().copied().collect();
        prop_assert_eq!(sorted.into_iter().collect::<Vec<_>>(), (0..n).collect::<Vec<_>>());
        prop_assert_eq!(seed.draw(&purpose).permutation(n), permutation);
    }

    #[test]
    fn choices_are_in_range(n in 1u32.., seed in any::<[u8; 32]>()) {
        let mut draw = Seed::from_digest(Digest32::from_bytes(seed)).draw("range");
        for _ in 0..20 {
            prop_assert!(draw.choice(n).unwrap() < n);
        }
    }
}
