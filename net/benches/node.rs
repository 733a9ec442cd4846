//! How fast a move gets there, and what a match and an idle hour cost: `cargo bench -p majlis-net --bench node`.
//!
//! Two nodes in this process, with profiles on disk. Where there is delay, their one connection goes through a forwarder that holds
//! every byte back for so long, and counts it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]
// Figures are for people.
#![allow(clippy::float_arithmetic)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use majlis_bots::{Bot, BotKind, bot};
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::Identity;
use majlis_net::event::{Command, Event, MatchEvent, TableEvent};
use majlis_net::table::Terms;
use majlis_net::table_id::TableId;
use majlis_net::{Config, Events, Node};
use majlis_referee::party::PartyId;
use majlis_referee::told::Did;
use majlis_rules::game::View;
use majlis_rules::registry::{AnyGame, GameId};
use majlis_rules::seat::Seat;
use majlis_rules::table::Table;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// Passes connections on, every piece of bytes after this delay.
struct Forwarder {
    port: u16,
    /// Bytes passed on, both ways together.
    bytes: Arc<AtomicU64>,
}

impl Forwarder {
    fn start(to: u16, delay: Duration) -> Self {
        let bytes = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&bytes);
        let (tell, port) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async move {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                tell.send(listener.local_addr().unwrap().port()).unwrap();
                loop {
                    let (near, _) = listener.accept().await.unwrap();
                    let far = TcpStream::connect(("127.0.0.1", to)).await.unwrap();
                    let _ = (near.set_nodelay(true), far.set_nodelay(true));
                    let (near_in, near_out) = near.into_split();
                    let (far_in, far_out) = far.into_split();
                    tokio::spawn(pass(near_in, far_out, delay, Arc::clone(&count)));
                    tokio::spawn(pass(far_in, near_out, delay, Arc::clone(&count)));
                }
            });
        });
        Self {
            port: port.recv().unwrap(),
            bytes,
        }
    }
}

async fn pass(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    delay: Duration,
    count: Arc<AtomicU64>,
) {
    let (queue, mut pieces) = tokio::sync::mpsc::unbounded_channel::<(tokio::time::Instant, Vec<u8>)>();
    tokio::spawn(async move {
        while let Some((due, piece)) = pieces.recv().await {
            tokio::time::sleep_until(due).await;
            if to.write_all(&piece).await.is_err() {
                return;
            }
        }
    });
    let mut piece = vec![0; 64 << 10];
    while let Ok(length @ 1..) = from.read(&mut piece).await {
        count.fetch_add(length as u64, Ordering::Relaxed);
        let due = tokio::time::Instant::now() + delay;
        if queue.send((due, piece[..length].to_vec())).is_err() {
            return;
        }
    }
}

struct Person {
    node: Node,
    events: Events,
    folder: TempDir,
}

impl Person {
    fn new() -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let identity = Arc::new(Identity::generate(&mut rand::rng()));
        let mut config = Config::new(identity, "bench", folder.path());
        config.listen = vec!["/ip4/127.0.0.1/tcp/0".to_owned()];
        let (node, events) = Node::start(config).unwrap();
        Self { node, events, folder }
    }
}

/// What a match took.
struct Measured {
    /// From the command to move to what the move tells the other person.
    moves: Vec<Duration>,
    /// From the beginning of the match to the first turn.
    deal: Duration,
    /// The length of the log.
    log: u64,
    /// Bytes that passed through the forwarder until the match was over.
    wire: u64,
}

/// A match of two whose connection goes through a forwarder.
fn play(game: GameId, delay: Duration, idle: Option<Duration>) -> (Measured, Option<u64>) {
    let people = [Person::new(), Person::new()];
    let table = TableId::draw(&mut rand::rng());
    let mut terms = Terms::new(game, Table::new(2));
    terms.clock.turn = None;
    people[0].node.command(Command::Open {
        table,
        terms,
        secret: None,
        advertised: false,
    });
    let mut invitation = loop {
        if let Some(Event::Table {
            event: TableEvent::Open(invitation),
            ..
        }) = people[0].events.recv()
        {
            break invitation;
        }
    };
    let address = invitation.addresses[0].to_string();
    let port: u16 = address.rsplit('/').next().unwrap().parse().unwrap();
    let forwarder = Forwarder::start(port, delay);
    invitation.addresses = vec![format!("/ip4/127.0.0.1/tcp/{}", forwarder.port).parse().unwrap()];
    people[1].node.command(Command::Join(invitation));
    let idled = idle.map(|idle| {
        std::thread::sleep(Duration::from_secs(5));
        let before = forwarder.bytes.load(Ordering::Relaxed);
        std::thread::sleep(idle);
        forwarder.bytes.load(Ordering::Relaxed) - before
    });
    for person in &people {
        person.node.command(Command::Seat {
            table,
            chosen: None,
            ready: true,
        });
    }
    let mut id: Option<Digest32> = None;
    let mut began = Instant::now();
    let mut deal = None;
    let mut moves = Vec::new();
    let mut moved: Option<(PartyId, Instant)> = None;
    let mut bots: Vec<Box<dyn Bot>> = (0..2).map(|seed| bot(BotKind::Greedy, game, seed)).collect();
    let mut views: Vec<Option<View<AnyGame>>> = vec![None, None];
    let mut over = [false; 2];
    while over != [true; 2] {
        for (n, person) in people.iter().enumerate() {
            let mut turn: Option<Seat> = None;
            // The other's events are what is timed: nothing else waits.
            while let Some(event) = person.events.recv_timeout(Duration::from_micros(200)) {
                let Event::Match { match_id, event } = event else {
                    continue;
                };
                match event {
                    MatchEvent::Began { .. } => {
                        id = Some(match_id);
                        began = Instant::now();
                    }
                    MatchEvent::Told { told, .. } => {
                        let now = Instant::now();
                        let mover = told.did.iter().find(|(_, did)| matches!(did, Did::Moved { .. }));
                        if let (Some((party, at)), Some((mover, _))) = (moved, mover)
                            && party == *mover
                            && party.index() != n
                        {
                            moves.push(now - at);
                            moved = None;
                        }
                        if let Some(view) = &told.view {
                            bots[n].observe(view, &told.report.events, &told.looks);
                            views[n] = Some(view.clone());
                        }
                    }
                    MatchEvent::Turn { seat, .. } => {
                        deal.get_or_insert_with(|| began.elapsed());
                        turn = Some(seat);
                    }
                    MatchEvent::Finished { .. } => over[n] = true,
                    MatchEvent::Failed(sentence) => panic!("{sentence}"),
                    _ => {}
                }
            }
            if let (Some(seat), Some(view), Some(id)) = (turn, &views[n], id)
                && let Some(mv) = bots[n].choose(seat, view)
            {
                moved = Some((PartyId::new(u8::try_from(n).unwrap()).unwrap(), Instant::now()));
                person.node.command(Command::Move {
                    match_id: id,
                    text: mv.to_string(),
                });
            }
        }
    }
    let log = people[0]
        .folder
        .path()
        .join("matches")
        .join(format!("{}.mlog", id.unwrap()));
    let measured = Measured {
        moves,
        deal: deal.unwrap(),
        log: std::fs::metadata(log).unwrap().len(),
        wire: forwarder.bytes.load(Ordering::Relaxed),
    };
    (measured, idled)
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// Of sorted durations, the one at this part of a thousand.
fn at(sorted: &[Duration], thousandth: usize) -> f64 {
    milliseconds(sorted[(sorted.len() - 1) * thousandth / 1000])
}

fn fsync() -> Vec<Duration> {
    use std::io::Write as _;

    let mut file = tempfile::tempfile_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let mut took: Vec<Duration> = (0..200)
        .map(|_| {
            let start = Instant::now();
            file.write_all(&[7; 400]).unwrap();
            file.sync_data().unwrap();
            start.elapsed()
        })
        .collect();
    took.sort();
    took
}

/// What a piece of bytes takes through a forwarder with this delay, one way.
fn bare(delay: Duration) -> Vec<Duration> {
    use std::io::{Read as _, Write as _};

    let echo = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let forwarder = Forwarder::start(echo.local_addr().unwrap().port(), delay);
    std::thread::spawn(move || {
        let (mut stream, _) = echo.accept().unwrap();
        stream.set_nodelay(true).unwrap();
        let mut piece = [0; 400];
        while stream.read_exact(&mut piece).is_ok() {
            stream.write_all(&piece).unwrap();
        }
    });
    let mut stream = std::net::TcpStream::connect(("127.0.0.1", forwarder.port)).unwrap();
    stream.set_nodelay(true).unwrap();
    let mut piece = [7; 400];
    let mut took: Vec<Duration> = (0..40)
        .map(|_| {
            let start = Instant::now();
            stream.write_all(&piece).unwrap();
            stream.read_exact(&mut piece).unwrap();
            start.elapsed() / 2
        })
        .collect();
    took.sort();
    took
}

fn main() {
    let disk = fsync();
    println!(
        "fsync of 400 bytes here: median {:.2} ms, p99 {:.2} ms",
        at(&disk, 500),
        at(&disk, 990)
    );
    for delay in [0, 50] {
        let delay = Duration::from_millis(delay);
        let mut all = Vec::new();
        for _ in 0..if delay.is_zero() { 8 } else { 3 } {
            all.extend(play(GameId::Arkan, delay, None).0.moves);
        }
        all.sort();
        println!(
            "a move of Arkan, from deciding to the other's screen, {} ms one way: median {:.2} ms, p99 {:.2} ms, {} moves",
            delay.as_millis(),
            at(&all, 500),
            at(&all, 990),
            all.len()
        );
        if !delay.is_zero() {
            let bare = bare(delay);
            println!(
                "  400 bytes through the same forwarder: median {:.2} ms; a move takes {:.3} times that, and {:.3} times the delay asked for",
                at(&bare, 500),
                at(&all, 500) / at(&bare, 500),
                at(&all, 500) / milliseconds(delay)
            );
        }
    }
    for delay in [0, 50] {
        let delay = Duration::from_millis(delay);
        let mut deals: Vec<Duration> = (0..5).map(|_| play(GameId::Domino, delay, None).0.deal).collect();
        deals.sort();
        println!(
            "dominoes of two, from the beginning of the match to the first turn, {} ms one way: median {:.0} ms",
            delay.as_millis(),
            at(&deals, 500)
        );
    }
    for game in [GameId::Arkan, GameId::Domino, GameId::Four] {
        let (measured, _) = play(game, Duration::ZERO, None);
        println!(
            "{game}: log {} bytes, wire {} bytes both ways, with connecting and sitting down: {:.2} times",
            measured.log,
            measured.wire,
            measured.wire as f64 / measured.log as f64
        );
    }
    let idle = Duration::from_secs(60);
    let (_, idled) = play(GameId::Arkan, Duration::ZERO, Some(idle));
    println!(
        "two who sit at an open table: {} bytes in {} s, both ways",
        idled.unwrap(),
        idle.as_secs()
    );
}
