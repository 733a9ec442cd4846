//! Times the loading of a profile with 10,000 certificates: without an index and with one, against the bare verification of their
//! signatures.
//!
//! `cargo bench -p majlis --bench profile`. Bare and real work alternate; printed is the least time of each, by
//! the clock and as processor time of all cores.
#![allow(
    missing_docs,
    clippy::float_arithmetic,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a benchmark measures and prints"
)]

use std::fs;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use majlis::folder::Folder;
use majlis::profile::Profile;
use majlis::profile::fact::Fact;
use majlis_crypto::cbor::ByteArray;
use majlis_crypto::identity::{Identity, SignTag, Signature};
use majlis_referee::agreement::{Agreement, Clock, Closing, Member};
use majlis_referee::certificate::{Came, Certificate, Statement};
use majlis_referee::party::PartyId;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

const CERTIFICATES: usize = 10_000;
const PEOPLE: usize = 200;
const ROUNDS: usize = 5;

/// A match of two people, signed by both.
fn certificate(people: &[Identity], rng: &mut StdRng) -> Certificate {
    let game = GameId::ALL[rng.random_range(0..GameId::ALL.len())];
    let table = match game {
        GameId::Jackaroo => Table::new(4).with("persons", OptionValue::Number(2)),
        _ => Table::new(2),
    };
    let one = rng.random_range(0..PEOPLE);
    let two = (one + rng.random_range(1..PEOPLE)) % PEOPLE;
    let both = [&people[one], &people[two]];
    let members = both.iter().zip([one, two]).map(|(identity, number)| Member {
        identity: identity.key(),
        name: format!("Person {number}"),
        chosen: None,
    });
    let agreement = Agreement::new(game, table, Clock::default(), members.collect(), rng.random());
    let closing = Closing::sign(agreement, both[0]).unwrap();
    let first_wins = rng.random_bool(0.5 + 0.4 * (two as f64 - one as f64) / PEOPLE as f64);
    let outcomes = if first_wins {
        [Came::Win, Came::Loss]
    } else {
        [Came::Loss, Came::Win]
    };
    let statement = Statement {
        match_id: closing.match_id(),
        log: closing.match_id(),
        game: game.id().to_owned(),
        members: both.iter().map(|identity| identity.key()).collect(),
        outcomes: outcomes.map(Some).to_vec(),
        scores: vec![100, 0],
    };
    let signatures = both.iter().enumerate().map(|(at, identity)| {
        let party = PartyId::new(at as u8).unwrap();
        (party, ByteArray(statement.sign(identity).unwrap().0))
    });
    Certificate {
        closing: (&closing).into(),
        signatures: signatures.collect(),
        statement,
        leaves: Vec::new(),
    }
}

/// By the clock, and processor time of all cores.
fn time(work: impl FnOnce()) -> [Duration; 2] {
    let (clock, processor) = (Instant::now(), ProcessTime::now());
    work();
    [clock.elapsed(), processor.elapsed()]
}

fn main() {
    let mut rng = StdRng::seed_from_u64(2026);
    let people: Vec<Identity> = (0..PEOPLE).map(|_| Identity::generate(&mut rng)).collect();
    let made: Vec<Certificate> = (0..CERTIFICATES).map(|_| certificate(&people, &mut rng)).collect();
    let bytes: Vec<Vec<u8>> = made.iter().map(|certificate| certificate.encode().unwrap()).collect();
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    fs::create_dir_all(folder.certificates()).unwrap();
    for (number, bytes) in bytes.iter().enumerate() {
        fs::write(folder.certificates().join(format!("{number:05}.cert")), bytes).unwrap();
    }

    // The least that can be done: the host's signature and both under the result, keys and messages at hand.
    let bare = || {
        for certificate in &made {
            let statement = certificate.statement.encode().unwrap();
            let keys = &certificate.statement.members;
            let closing = Signature(certificate.closing.signature.0);
            keys[0]
                .verify(SignTag::Closing, &certificate.closing.bytes.0, &closing)
                .unwrap();
            for (key, (_, signature)) in keys.iter().zip(&certificate.signatures) {
                key.verify(SignTag::Certificate, &statement, &Signature(signature.0))
                    .unwrap();
            }
        }
    };
    let checked = || {
        for bytes in &bytes {
            Fact::of_certificate(bytes).unwrap();
        }
    };
    let load = |remembered: usize| {
        let profile = Profile::load(&folder, &|_, _| ()).unwrap();
        assert_eq!(profile.checked(), (CERTIFICATES - remembered, remembered));
        assert_eq!(profile.matches().len(), CERTIFICATES);
    };
    let mut least = [[Duration::MAX; 2]; 4];
    for _ in 0..ROUNDS {
        let _ = fs::remove_file(folder.index());
        let times = [time(bare), time(checked), time(|| load(0)), time(|| load(CERTIFICATES))];
        for (least, time) in least.iter_mut().flatten().zip(times.into_iter().flatten()) {
            *least = time.min(*least);
        }
    }
    let size: usize = bytes.iter().map(Vec::len).sum();
    let index = fs::metadata(folder.index()).unwrap().len();
    println!(
        "{CERTIFICATES} certificates of {PEOPLE} people, {} bytes each; the index has {index} bytes; {} cores",
        size / CERTIFICATES,
        std::thread::available_parallelism().unwrap()
    );
    let names = [
        "bare verification",
        "checking",
        "loading without an index",
        "loading with one",
    ];
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let [[_, bare], ..] = least;
    for (name, [clock, processor]) in names.iter().zip(least) {
        println!(
            "{name:28} {:7.1} ms by the clock  {:7.1} ms of processor time  {:5.2} x bare",
            milliseconds(clock),
            milliseconds(processor),
            processor.as_secs_f64() / bare.as_secs_f64()
        );
    }
}
