//! A person who plays by lines on standard input.

use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;

use majlis_referee::assemble::Assembler;
use majlis_referee::file::LogReader;
use majlis_referee::item::Item;
use majlis_referee::replay::{Checking, Match};
use majlis_rules::face::Knowledge;
use majlis_rules::game::{Due, Game as _};

use crate::program::{Program, TCP, until};

/// A table of Arkan for two: this person by lines, and a bot.
fn open(folder: &std::path::Path) -> (Program, Program) {
    let args = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
    let file = folder.join("invitation");
    let mut host = args(&["host", "--game", "arkan", "--seats", "2", "--stdin", "--listen", TCP]);
    host.extend(["--invite-file".to_owned(), file.display().to_string()]);
    let host = Program::new(folder, "host", host);
    until("an invitation", || file.exists());
    let invitation = std::fs::read_to_string(&file).unwrap();
    let join = args(&["join", invitation.trim(), "--bot", "greedy", "--listen", TCP]);
    let guest = Program::new(folder, "guest", join);
    until("a match", || host.has("match"));
    (host, guest)
}

/// The match as far as the log on disk goes.
fn replay(program: &Program) -> Match {
    let file = File::open(&program.logs()[0]).unwrap();
    let mut items = LogReader::new(BufReader::new(file)).unwrap().map_while(Result::ok);
    let Some(Item::Closing(sealed)) = items.next() else {
        panic!("a log begins with its closing");
    };
    let mut state = Match::new(Arc::new(sealed.closing().unwrap())).unwrap();
    let mut assembler = Assembler::new();
    for item in items {
        assembler.feed(item);
        while let Some(slots) = assembler.next_step(&state, false).unwrap() {
            state.take(&slots, &mut Checking::Now).unwrap();
        }
    }
    state
}

#[test]
fn a_match_is_played_by_lines() {
    let folder = tempfile::tempdir().unwrap();
    let (mut host, mut guest) = open(folder.path());
    host.write("say good evening");
    let turns = |program: &Program| program.events().iter().filter(|event| event["event"] == "turn").count();
    let mut answered = 0;
    let mut wrong = false;
    loop {
        until("a turn, or the end", || turns(&host) > answered || host.has("finished"));
        if host.has("finished") {
            break;
        }
        answered += 1;
        let state = replay(&host);
        let game = state.game().unwrap();
        let Due::Turn(seat) = game.due() else {
            panic!("{:?}", game.due());
        };
        if !wrong {
            // A line that is no move, and one that is none here, cost nothing.
            wrong = true;
            host.write("checkmate");
            host.write("a1,t20");
        }
        let moves = game.legal_moves(seat, &Knowledge::new());
        host.write(&moves[0].to_string());
    }
    assert_eq!((host.wait(), guest.wait()), (0, 0));
    assert!(answered > 1, "{answered}");
    let refused = host.events().iter().filter(|event| event["event"] == "refused").count();
    assert_eq!(refused, 2);
    let heard = guest
        .events()
        .iter()
        .any(|event| event["event"] == "chat" && event["text"] == "good evening");
    assert!(heard);
}

#[test]
fn who_leaves_loses_and_the_other_has_won() {
    let folder = tempfile::tempdir().unwrap();
    let (mut host, mut guest) = open(folder.path());
    until("the lot", || host.moves() > 0 || host.has("turn"));
    host.write("leave");
    assert_eq!((host.wait(), guest.wait()), (3, 0));
    let outcomes = |program: &Program| {
        let finished = program.events().into_iter().find(|event| event["event"] == "finished");
        finished.unwrap()["outcomes"].clone()
    };
    assert_eq!(outcomes(&guest), serde_json::json!(["loss", "win"]));
    assert_eq!(
        std::fs::read(&host.logs()[0]).unwrap(),
        std::fs::read(&guest.logs()[0]).unwrap()
    );
}
