//! How many plies a second `majlis judge` plays, JSON included, beside what reading the same JSON costs alone.
//!
//! `cargo bench -p majlis --bench judge`. The records are random matches, played to the end by a seeded generator, at every
//! table that a game has. `judge` reads, plays and answers them with `show: none`; `json` builds a `serde_json::Value` of
//! every line and nothing more. At the end both are timed in turns, record by record: the best time of each record counts, so
//! that what else runs on the machine does not, and the sums and their ratio are printed.

#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    clippy::float_arithmetic,
    missing_docs,
    reason = "a benchmark is for people to read"
)]

use std::hint::black_box;
use std::io;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use majlis::judge::{self, Verdict};
use majlis_rules::face::{Face, FaceSet, PackKind};
use majlis_rules::open::OpenMatch;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Options, Table};
use serde_json::{Value, json};

/// How many matches are played at each table.
const MATCHES: u64 = 12;

/// How often the two are timed in turns.
const ROUNDS: usize = 31;

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        ((u128::from(mixed) * limit as u128) >> 64) as usize
    }
}

/// Records as lines, and how many moves they hold.
struct Records {
    lines: String,
    plies: u64,
}

fn records(game: GameId) -> Records {
    let mut records = Records {
        lines: String::new(),
        plies: 0,
    };
    let mut random = Random(1);
    for table in tables(game) {
        for _ in 0..MATCHES {
            let (record, plies) = play(game, &table, &mut random);
            records.lines.push_str(&format!("{record}\n"));
            records.plies += plies as u64;
        }
    }
    records
}

/// Every table of a game that a record can name.
fn tables(game: GameId) -> Vec<Table> {
    let mut options = vec![Options::new()];
    for spec in game.options() {
        let with = |value: &OptionValue| {
            let set = options.iter().map(|set| set.clone().with(spec.key, *value));
            set.collect::<Vec<_>>()
        };
        options = spec.allowed.iter().flat_map(with).collect();
    }
    let each = |&seats| options.iter().map(move |options| (seats, options.clone()));
    let tables = game
        .seats()
        .iter()
        .flat_map(each)
        .map(|(seats, options)| Table { seats, options });
    tables.filter(|table| game.start(table).is_ok()).collect()
}

/// A random match, played to the end.
fn play(game: GameId, table: &Table, random: &mut Random) -> (Value, usize) {
    let mut at = OpenMatch::new(game.start(table).expect("a table of the game"));
    let (mut moves, mut decks, mut events) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let mut packs = |kind: PackKind, faces: FaceSet| {
            let mut pack: Vec<Face> = faces.iter().collect();
            for end in (1..pack.len()).rev() {
                pack.swap(end, random.below(end + 1));
            }
            decks.push(pack.iter().filter_map(|face| kind.notation(*face)).collect::<Vec<_>>());
            Some(pack)
        };
        let Some(seat) = at.advance(&mut packs, &mut events).expect("packs that fit") else {
            break;
        };
        let legal = at.legal_moves(seat);
        let mv = &legal[random.below(legal.len())];
        moves.push(mv.to_string());
        at.play(seat, mv, &mut events).expect("a legal move");
    }
    let options = table.options.iter().map(|(key, value)| {
        let value = match value {
            OptionValue::Flag(flag) => json!(flag),
            OptionValue::Number(number) => json!(number),
        };
        (key.to_owned(), value)
    });
    let plies = moves.len();
    let options: serde_json::Map<String, Value> = options.collect();
    let record = json!({"game": game.id(), "seats": table.seats, "options": options, "decks": decks, "moves": moves, "show": "none"});
    (record, plies)
}

fn judge(lines: &str) {
    let verdict = judge::run(black_box(lines.as_bytes()), io::sink()).expect("nothing to fail at");
    assert_eq!(verdict, Verdict::AllLegal);
}

fn json(lines: &str) {
    for line in black_box(lines).lines() {
        black_box(serde_json::from_str::<Value>(line).expect("JSON"));
    }
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn speed(criterion: &mut Criterion) {
    let games = GameId::ALL.iter().map(|&game| (game, records(game)));
    let games: Vec<(GameId, Records)> = games.collect();
    let mut group = criterion.benchmark_group("plies");
    for (game, records) in &games {
        group.throughput(Throughput::Elements(records.plies));
        group.bench_with_input(BenchmarkId::new("judge", game), &*records.lines, |bench, lines| {
            bench.iter(|| judge(lines));
        });
        group.bench_with_input(BenchmarkId::new("json", game), &*records.lines, |bench, lines| {
            bench.iter(|| json(lines));
        });
    }
    group.finish();

    println!("\ngame         plies  bytes/ply  plies/s, judge  plies/s, json  judge/json");
    for (game, Records { lines, plies }) in &games {
        let best = |line: &str| {
            let rounds = (0..ROUNDS).map(|_| (time(|| judge(line)), time(|| json(line))));
            rounds.fold((Duration::MAX, Duration::MAX), |best, round| {
                (best.0.min(round.0), best.1.min(round.1))
            })
        };
        let sums = lines.lines().map(best).fold((0.0, 0.0), |sums, best| {
            (sums.0 + best.0.as_secs_f64(), sums.1 + best.1.as_secs_f64())
        });
        let count = *plies as f64;
        println!(
            "{:<9}{plies:>9}{:>11.1}{:>16.0}{:>15.0}{:>12.2}",
            game.id(),
            lines.len() as f64 / count,
            count / sums.0,
            count / sums.1,
            sums.0 / sums.1,
        );
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = speed
}
criterion_main!(benches);
