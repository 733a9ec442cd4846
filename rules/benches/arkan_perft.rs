//! How fast Arkan's moves are counted: perft from the start, and `count_legal` along matches.
//!
//! `cargo bench -p majlis-rules --bench arkan_perft`. The same sequences are counted in three ways:
//!
//! - *pairs*: as `perft` does it, the last two plies at once;
//! - *count*: every move but the last is made, and the last ply counted in bulk (`count_legal`);
//! - *list*: the same, but the last ply listed, move by move (`legal_moves`).
//!
//! At the end all are timed in turns by processor time, the best of several rounds counts, and the figures and their ratios
//! are printed. With `-- --once WAY SEATS DEPTH` one count is made and nothing else, for tools that count instructions.

#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    clippy::float_arithmetic,
    missing_docs,
    reason = "a benchmark is for people to read"
)]

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use criterion::{BenchmarkId, Criterion, Throughput};
use majlis_rules::arkan::Arkan;
use majlis_rules::face::Knowledge;
use majlis_rules::game::{Game, Variant};
use majlis_rules::open::OpenMatch;
use majlis_rules::perft::{Decks, perft};
use majlis_rules::table::Table;

/// Seats, depth, sequences.
const TREES: [(u8, u32, u64); 2] = [(2, 3, 89_204_762), (4, 4, 11_316_496)];

/// How often everything is timed in turns.
const ROUNDS: usize = 15;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Pairs,
    Count,
    List,
}

impl Way {
    const ALL: [Self; 3] = [Self::Pairs, Self::Count, Self::List];

    const fn name(self) -> &'static str {
        match self {
            Self::Pairs => "pairs",
            Self::Count => "count",
            Self::List => "list",
        }
    }

    fn sequences(self, game: &Arkan, depth: u32) -> u64 {
        match self {
            Self::Pairs => {
                perft(&OpenMatch::new(game.clone()), &Decks(&[]), depth)
                    .expect("a game without packs")
                    .sequences
            }
            Self::Count | Self::List => self.making_moves(game, depth),
        }
    }

    fn making_moves(self, game: &Arkan, depth: u32) -> u64 {
        let none = Knowledge::new();
        let Some(seat) = game.turn() else { return 0 };
        if depth == 1 {
            return match self {
                Self::List => black_box(game.legal_moves(seat, &none)).len() as u64,
                _ => game.count_legal(seat, &none) as u64,
            };
        }
        let mut events = Vec::new();
        let after = |mv| {
            let mut next = game.clone();
            next.play(seat, mv, None, &none, &mut events).expect("a legal move");
            events.clear();
            self.making_moves(&next, depth - 1)
        };
        game.legal_moves(seat, &none).iter().map(after).sum()
    }
}

fn start(seats: u8) -> Arkan {
    Arkan::new(&Table::new(seats)).expect("so many seats play it")
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--once") {
        let number = |place: usize| arguments.get(at + place).and_then(|text| text.parse::<u32>().ok());
        let way = Way::ALL
            .into_iter()
            .find(|way| arguments.get(at + 1).is_some_and(|name| name == way.name()));
        let way = way.expect("--once pairs|count|list SEATS DEPTH");
        let seats = number(2)
            .and_then(|seats| seats.try_into().ok())
            .expect("--once WAY SEATS DEPTH");
        println!(
            "{}",
            way.sequences(&start(seats), number(3).expect("--once WAY SEATS DEPTH"))
        );
        return;
    }
    let mut criterion = Criterion::default().sample_size(10).configure_from_args();
    for (seats, depth, sequences) in TREES {
        let mut group = criterion.benchmark_group(format!("arkan perft, {seats} seats, depth {depth}"));
        group.throughput(Throughput::Elements(sequences));
        for way in Way::ALL {
            let game = start(seats);
            group.bench_with_input(BenchmarkId::from_parameter(way.name()), &way, |bencher, way| {
                bencher.iter(|| way.sequences(black_box(&game), depth));
            });
        }
    }
    criterion.final_summary();
    perft_table();
    count_table();
}

/// Times several works in turns; for each the least processor time of one go.
fn least_times<const N: usize>(mut works: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut least = [Duration::MAX; N];
    for _ in 0..ROUNDS {
        for (least, work) in least.iter_mut().zip(&mut works) {
            let start = ThreadTime::now();
            work();
            *least = (*least).min(start.elapsed());
        }
    }
    least
}

fn perft_table() {
    println!("\n| seats | depth | way | ms | Mleaves/s | beside pairs |\n| --- | --- | --- | --- | --- | --- |");
    for (seats, depth, sequences) in TREES {
        let game = start(seats);
        let run = |way: Way| {
            let game = &game;
            move || assert_eq!(black_box(way.sequences(black_box(game), depth)), sequences)
        };
        let [mut pairs, mut count, mut list] = Way::ALL.map(run);
        let times = least_times([&mut pairs, &mut count, &mut list]);
        for (way, time) in Way::ALL.into_iter().zip(times) {
            println!(
                "| {seats} | {depth} | {} | {:.2} | {:.0} | {:.2} × |",
                way.name(),
                time.as_secs_f64() * 1e3,
                sequences as f64 / time.as_secs_f64() / 1e6,
                time.as_secs_f64() / times[0].as_secs_f64(),
            );
        }
    }
}

/// What counting the moves at every ply costs, as `majlis judge` with `show: count` does, along matches that are played by a
/// seeded generator.
fn count_table() {
    println!(
        "\n| seats | positions | moves each | count, ns | list, ns | list / count |\n| --- | --- | --- | --- | --- | --- |"
    );
    let none = Knowledge::new();
    for seats in [2, 3, 4] {
        let mut random = 1_u64;
        let mut positions = Vec::new();
        for _ in 0..20 {
            let mut game = start(seats);
            while let Some(seat) = game.turn() {
                positions.push((game.clone(), seat));
                // Knuth's generator (MMIX); the high bits are the good ones.
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let moves = game.legal_moves(seat, &none);
                let mv = &moves[(random >> 33) as usize % moves.len()];
                game.play(seat, mv, None, &none, &mut Vec::new()).expect("a legal move");
            }
        }
        let total = |each: &dyn Fn(&Arkan, majlis_rules::seat::Seat) -> usize| {
            positions.iter().map(|(game, seat)| each(game, *seat)).sum::<usize>()
        };
        let mut moves = 0;
        let mut count = || moves = black_box(total(&|game, seat| game.count_legal(seat, &none)));
        let mut list = || {
            black_box(total(&|game, seat| black_box(game.legal_moves(seat, &none)).len()));
        };
        let [count, list] = least_times([&mut count, &mut list]).map(|time| time.as_secs_f64() * 1e9);
        let many = positions.len() as f64;
        println!(
            "| {seats} | {many} | {:.0} | {:.0} | {:.0} | {:.2} × |",
            moves as f64 / many,
            count / many,
            list / many,
            list / count
        );
    }
}
