//! What encoding, digests, signatures and the lot cost, as ratios to the bare operation that nothing can do without.
//!
//! `cargo bench -p majlis-crypto --bench encoding`. Each pair is measured alternately in the same run, and the median
//! of the rounds is shown.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::float_arithmetic)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use ed25519_dalek::{Signer, SigningKey};
use majlis_crypto::cbor::{self, ByteString, ItemReader, Items, Limits};
use majlis_crypto::chain::{Digest32, Label, hash, match_id};
use majlis_crypto::fingerprint::{Fingerprint, ROUNDS};
use majlis_crypto::identity::{Identity, IdentityKey, KdfCost, Passphrase, SignTag};
use majlis_crypto::lot::Seed;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

#[derive(Serialize, Deserialize)]
struct Entry {
    header: Header,
    body: ByteString,
    proofs: ByteString,
    signature: ByteString,
}

#[derive(Serialize, Deserialize)]
struct Header {
    r#match: Digest32,
    epoch: u32,
    step: u64,
    party: u8,
    prev: Digest32,
    body: Digest32,
    proofs: Digest32,
}

fn entry(step: u64, proof_bytes: usize) -> Entry {
    let digest = match_id(&step.to_be_bytes());
    Entry {
        header: Header {
            r#match: digest,
            epoch: 0,
            step,
            party: (step % 4) as u8,
            prev: digest,
            body: digest,
            proofs: digest,
        },
        body: ByteString(vec![7; 40]),
        proofs: ByteString(vec![9; proof_bytes]),
        signature: ByteString(vec![3; 64]),
    }
}

const ROUND: usize = 31;

fn time<T>(work: &mut impl FnMut() -> T) -> Duration {
    // As many repetitions as fill some milliseconds.
    let mut repetitions = 1;
    loop {
        let start = Instant::now();
        for _ in 0..repetitions {
            black_box(work());
        }
        let taken = start.elapsed();
        if taken > Duration::from_millis(3) || repetitions > 1 << 20 {
            return taken / repetitions;
        }
        repetitions *= 4;
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Prints both times and their ratio.
fn compare<T, U>(what: &str, base: &str, mut ours: impl FnMut() -> T, mut bare: impl FnMut() -> U) {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for _ in 0..ROUND {
        first.push(time(&mut ours));
        second.push(time(&mut bare));
    }
    let (ours, bare) = (median(first), median(second));
    let ratio = ours.as_secs_f64() / bare.as_secs_f64();
    println!("{what:<44} {ours:>12.2?}   {ratio:>7.3} × {base} ({bare:.2?})");
}

fn main() {
    let limits = Limits::new(1 << 20);
    for (name, proof_bytes) in [("without proofs", 0), ("with 4,032 bytes of proofs", 4032)] {
        let log: Vec<u8> = (0..200)
            .flat_map(|step| cbor::to_vec(&entry(step, proof_bytes)).unwrap())
            .collect();
        println!("\nlog of 200 entries {name}, {} bytes", log.len());
        let sha = || Sha256::digest(black_box(&log));
        compare(
            "split and check, from memory",
            "SHA-256 of it",
            || assert_eq!(Items::new(black_box(&log), limits).count(), 200),
            sha,
        );
        compare(
            "split and check, from a reader",
            "SHA-256 of it",
            || assert_eq!(ItemReader::new(black_box(log.as_slice()), limits).count(), 200),
            sha,
        );
        compare(
            "read into types (check, build, compare)",
            "ciborium alone",
            || {
                for item in Items::new(black_box(&log), limits) {
                    black_box(cbor::from_slice::<Entry>(item.unwrap(), &limits).unwrap());
                }
            },
            || {
                let mut rest = black_box(log.as_slice());
                while !rest.is_empty() {
                    black_box(ciborium::from_reader::<Entry, _>(&mut rest).unwrap());
                }
            },
        );
    }

    println!();
    let header = cbor::to_vec(&entry(1, 0).header).unwrap();
    compare(
        "digest of a header",
        "SHA-256 of it",
        || hash(Label::Header, &[black_box(&header)]),
        || Sha256::digest(black_box(&header)),
    );

    let secret = [7; 32];
    let (identity, bare) = (Identity::from_secret(&secret), SigningKey::from_bytes(&secret));
    let signature = identity.sign(SignTag::Entry, &header);
    let bare_signature = bare.sign(&header);
    let key = identity.key();
    let verify = || {
        bare.verifying_key()
            .verify_strict(black_box(&header), &bare_signature)
            .unwrap();
    };
    compare(
        "sign a header",
        "ed25519-dalek",
        || identity.sign(SignTag::Entry, black_box(&header)),
        || bare.sign(black_box(&header)),
    );
    compare(
        "verify a header",
        "ed25519-dalek",
        || key.verify(SignTag::Entry, black_box(&header), &signature).unwrap(),
        verify,
    );
    compare(
        "read a public key",
        "verifying once",
        || IdentityKey::from_bytes(black_box(key.as_bytes())),
        verify,
    );

    let block = [5; 64];
    compare(
        "a fingerprint",
        "its bare SHA-256",
        || Fingerprint::of(black_box(&key)),
        || {
            for _ in 0..ROUNDS {
                black_box(Sha256::digest(black_box(block)));
            }
        },
    );
    let seed = Seed::from_digest(match_id(b"seed"));
    compare(
        "a permutation of 104",
        "13 labelled digests",
        || seed.draw("cards").permutation(104),
        || {
            for k in 0..13u64 {
                black_box(hash(Label::LotStream, &[&[0; 32], b"cards", &k.to_be_bytes()]));
            }
        },
    );

    let passphrase = Passphrase::new("a passphrase").unwrap();
    let file = identity
        .to_sealed_file(&passphrase, KdfCost::STANDARD, &mut rand::rng())
        .unwrap();
    let start = Instant::now();
    Identity::from_file(&file, Some(&passphrase)).unwrap();
    println!(
        "open an identity file at the standard cost   {:>12.2?}",
        start.elapsed()
    );
}
