//! What goes wrong, and what is asked in the end.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::bench::cable::{Cable, End};
use crate::bench::node::{PATIENCE, Running};
use crate::bench::seat::verified;
use crate::bench::{Bench, Machine};

const PLAYERS: usize = 4;
/// The one that is killed and started again; the memory of the others is that of one long run.
const MORTAL: usize = 3;

struct Player {
    machine: Machine,
    cable: Cable,
    address: String,
    running: Running,
}

fn start(machine: &Machine, number: usize, shared: &Path) -> Running {
    let mut command = machine.command(std::env::current_exe().unwrap().to_str().unwrap());
    command.args(["player", &number.to_string()]).arg(shared);
    Running::start(&format!("player {number}"), command)
}

pub(crate) fn run(minutes: u64) {
    let Some(bench) = Bench::new() else { return };
    let shared = tempfile::tempdir().unwrap();
    let switch = bench.switch("switch");
    let mut players: Vec<Player> = (0..PLAYERS)
        .map(|number| {
            let machine = bench.machine(&format!("m{number}"));
            let address = format!("10.1.0.{}/24", number + 1);
            let cable = Cable::between(
                &End::into_switch(&switch, &format!("to{number}")),
                &End::new(&machine, "eth0", &address),
            );
            cable.set_delay(Duration::from_millis(5));
            Player {
                running: start(&machine, number, shared.path()),
                machine,
                cable,
                address,
            }
        })
        .collect();

    let seed = rand::random();
    println!("{minutes} minutes, storm {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let begun = Instant::now();
    let mut faults: BTreeMap<&str, usize> = BTreeMap::new();
    let mut fifth = None;
    let mut reported = 0;
    while begun.elapsed() < Duration::from_secs(60 * minutes) {
        sleep(Duration::from_millis(rng.random_range(500..6_000)));
        let what = trouble(&mut players, &mut rng, shared.path());
        *faults.entry(what).or_default() += 1;
        let minute = begun.elapsed().as_secs() / 60;
        if minute >= 5 && fifth.is_none() {
            fifth = Some(memory(&players));
        }
        if minute > reported {
            reported = minute;
            println!(
                "minute {minute}: {} matches, KiB {:?}, {faults:?}",
                played(&players),
                memory(&players)
            );
        }
    }
    let last = memory(&players);
    let matches = played(&players);
    fs::write(shared.path().join("stop"), "").unwrap();
    println!("the last match is played to its end");
    finish(&mut players);
    let logs = compare(shared.path());
    println!("{matches} matches played through, {logs} logs equal among all four and valid");
    println!("faults: {faults:?}");
    println!(
        "memory in KiB in the fifth minute {fifth:?}, at the end {last:?} (the last player was killed now and then)"
    );
}

/// Waits for the end of all, as long as any of them says something new now and then.
fn finish(players: &mut [Player]) {
    let (mut said, mut since) = (0, Instant::now());
    while players.iter().any(|player| player.running.is_running()) {
        sleep(Duration::from_millis(200));
        let now = players.iter().map(|player| player.running.printed().len()).sum();
        if now != said {
            if std::env::var_os("SOAK_TELLS").is_some() {
                println!(
                    "{:?}",
                    players
                        .iter()
                        .map(|player| player.running.printed().last().cloned())
                        .collect::<Vec<_>>()
                );
            }
            (said, since) = (now, Instant::now());
        }
        if since.elapsed() > PATIENCE {
            for player in players.iter() {
                let printed = player.running.printed();
                println!("{} lines, at last {:?}", printed.len(), printed.last());
            }
            panic!("nothing happens any more");
        }
    }
    for player in players {
        assert!(player.running.wait().success());
    }
}

/// One thing goes wrong, and is mended again.
fn trouble(players: &mut [Player], rng: &mut StdRng, shared: &Path) -> &'static str {
    let number = rng.random_range(0..PLAYERS);
    let time = Duration::from_millis(rng.random_range(200..5_000));
    match rng.random_range(0..11) {
        0 | 1 => {
            players[number].cable.pull();
            sleep(time);
            players[number].cable.put_back();
            "cable out"
        }
        2 | 3 => {
            players[number].running.signal("STOP");
            sleep(time);
            players[number].running.signal("CONT");
            "asleep"
        }
        4 | 5 => {
            players[number].machine.lose("eth0", 150);
            sleep(time);
            players[number].machine.lose("eth0", 0);
            "loss"
        }
        6 | 7 => {
            players[number].cable.set_delay(Duration::from_millis(250));
            sleep(time);
            players[number].cable.set_delay(Duration::from_millis(5));
            "delay"
        }
        8 | 9 => {
            let player = &mut players[number];
            let other = format!("10.1.0.{}/24", rng.random_range(10..250));
            player.machine.readdress("eth0", &player.address, &other);
            player.address = other;
            "another address"
        }
        _ => {
            players[MORTAL].running.kill();
            sleep(time);
            players[MORTAL].running = start(&players[MORTAL].machine, MORTAL, shared);
            "killed"
        }
    }
}

fn memory(players: &[Player]) -> Vec<u64> {
    players.iter().map(|player| player.running.memory()).collect()
}

/// How many matches the host has played through.
fn played(players: &[Player]) -> usize {
    let printed = players[0].running.printed();
    printed.iter().filter(|line| line.starts_with("played ")).count()
}

/// That all hold the same logs, and that those are valid; gives how many there are.
fn compare(shared: &Path) -> usize {
    let logs = |number: usize| -> BTreeMap<String, Vec<u8>> {
        let folder = shared.join(format!("player{number}/matches"));
        fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "mlog"))
            .map(|path| {
                (
                    path.file_name().unwrap().to_str().unwrap().to_owned(),
                    fs::read(path).unwrap(),
                )
            })
            .collect()
    };
    let first = logs(0);
    for number in 1..PLAYERS {
        let other = logs(number);
        assert_eq!(first.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
        for (name, log) in &first {
            assert!(
                other.get(name) == Some(log),
                "the logs {name} of player 0 and {number} differ"
            );
        }
    }
    for name in first.keys() {
        let found = verified(&shared.join("player0/matches").join(name));
        assert_eq!(found["departures"].as_array().map(Vec::len), Some(0), "{found}");
    }
    first.len()
}
