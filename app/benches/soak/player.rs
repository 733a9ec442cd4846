//! One program that plays match after match: the words are its number, 0 for the host, and the folder that all have in common.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use majlis_bots::{Bot, BotKind, bot};
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::Identity;
use majlis_net::event::{Command, Event, MatchEvent, TableEvent};
use majlis_net::invite::Invitation;
use majlis_net::table::Terms;
use majlis_net::table_id::TableId;
use majlis_net::{Config, Events, Node, stored};
use majlis_referee::agreement::Clock;
use majlis_rules::game::View;
use majlis_rules::registry::{AnyGame, GameId};
use majlis_rules::table::Table;

const GAMES: [GameId; 4] = [GameId::Arkan, GameId::Domino, GameId::Jackaroo, GameId::Four];

pub(crate) fn run(words: &[String]) {
    let number: u8 = words[0].parse().unwrap();
    let shared = PathBuf::from(&words[1]);
    let data = shared.join(format!("player{number}"));
    let identity = Arc::new(Identity::from_secret(&[number + 1; 32]));
    let mut config = Config::new(Arc::clone(&identity), format!("player {number}"), &data);
    // When two of them get other addresses at once, nothing else leads them together again.
    config.mdns = true;
    config.stand_in = Some(Arc::new(|seat, view: &View<AnyGame>| {
        bot(BotKind::Random, view.state().id(), 0)
            .choose(seat, view)
            .map(|mv| mv.to_string())
    }));
    let (node, events) = Node::start(config).unwrap();
    let known = stored(&data, &identity.key());
    let mut played = known.iter().filter(|stored| stored.over).count();
    if let Some(unfinished) = known.iter().find(|stored| !stored.over) {
        node.command(Command::Resume(unfinished.match_id));
        play(&node, &events, None);
        played += 1;
        println!("played {played}");
    }
    loop {
        let invitation = shared.join(format!("invitation{played}"));
        if number == 0 {
            if shared.join("stop").exists() {
                fs::write(&invitation, "stop").unwrap();
                break;
            }
            open(&node, played);
        } else {
            let Some(invitation) = wait_for(&invitation) else { break };
            let table = invitation.table;
            node.command(Command::Join(Box::new(invitation)));
            node.command(Command::Seat {
                table,
                chosen: None,
                ready: true,
            });
        }
        play(&node, &events, (number == 0).then_some(&*invitation));
        played += 1;
        println!("played {played}");
    }
    node.stop();
}

fn open(node: &Node, played: usize) {
    let mut id = [0; 16];
    id[..8].copy_from_slice(&u64::try_from(played).unwrap().to_le_bytes());
    let table = TableId(id);
    let mut terms = Terms::new(GAMES[played % GAMES.len()], Table::new(4));
    // Nothing that goes wrong lasts as long.
    terms.clock = Clock {
        turn: Some(60),
        grace: 60,
    };
    node.command(Command::Open {
        table,
        terms,
        secret: None,
        advertised: false,
    });
    node.command(Command::Seat {
        table,
        chosen: None,
        ready: true,
    });
}

/// The next invitation; `None` where there is none any more.
fn wait_for(path: &Path) -> Option<Invitation> {
    loop {
        match fs::read_to_string(path) {
            Ok(text) if text == "stop" => return None,
            Ok(text) => return Some(text.parse().unwrap()),
            Err(_) => sleep(Duration::from_millis(50)),
        }
    }
}

/// Plays the next match to its end. The host writes the invitation.
fn play(node: &Node, events: &Events, invitation: Option<&Path>) {
    let mut playing: Option<(Digest32, Box<dyn Bot>)> = None;
    let mut last: Option<View<AnyGame>> = None;
    loop {
        match events.recv_timeout(Duration::from_secs(5)) {
            Some(Event::Table {
                event: TableEvent::Open(opened),
                ..
            }) => {
                if let Some(path) = invitation {
                    let beside = path.with_extension("new");
                    fs::write(&beside, opened.to_string()).unwrap();
                    fs::rename(&beside, path).unwrap();
                }
            }
            Some(Event::Table {
                event: TableEvent::Refused(sentence),
                ..
            }) => panic!("{sentence}"),
            Some(Event::Match { match_id, event }) => match event {
                MatchEvent::Began { closing, .. } => {
                    println!("{}", closing.agreement().game);
                    playing = Some((match_id, bot(BotKind::Random, closing.agreement().game, rand::random())));
                }
                MatchEvent::Told { told, .. } => {
                    if let (Some((_, bot)), Some(view)) = (&mut playing, &told.view) {
                        bot.observe(view, &told.report.events, &told.looks);
                        last = Some(view.clone());
                    }
                    println!("step {}", told.step);
                }
                MatchEvent::Turn { seat, .. } => {
                    if let (Some((_, bot)), Some(view)) = (&mut playing, &last)
                        && let Some(mv) = bot.choose(seat, view)
                    {
                        node.command(Command::Move {
                            match_id,
                            text: mv.to_string(),
                        });
                    }
                }
                MatchEvent::Refused(sentence) => println!("refused: {sentence}"),
                MatchEvent::TimeUp { .. } => println!("time up"),
                MatchEvent::Resting { missing, .. } => println!("resting: {missing:?}"),
                MatchEvent::Failed(sentence) => panic!("{sentence}"),
                // Kept, so that whoever has missed the end can still ask for it.
                MatchEvent::Settled if playing.as_ref().is_some_and(|(id, _)| *id == match_id) => return,
                _ => {}
            },
            Some(Event::Stopped) => panic!("the node has stopped"),
            _ => {}
        }
    }
}
