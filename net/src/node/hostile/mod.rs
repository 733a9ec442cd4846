//! Nodes against peers that say over table streams whatever a test wants.

mod puppet;

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::StreamExt as _;
use libp2p::swarm::SwarmEvent;
use libp2p::{Multiaddr, SwarmBuilder, noise, tcp, yamux};
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::Identity;
use majlis_referee::agreement::{Clock, Closing};
use majlis_referee::session::{self, Output, Session};
use majlis_referee::store::Store;
use tempfile::TempDir;

use super::tables::sealed;
use crate::chat::{Message, Phrase, Saying};
use crate::event::{Command, Event, MatchEvent, TableEvent};
use crate::gossip;
use crate::limits;
use crate::lobby::listing;
use crate::table::Seating;
use crate::table_id::TableId;
use crate::wire::{Frame, WireRefusal, WireWatch};

use self::puppet::{LONG, Person, Puppet, TABLE, closed, terms};

/// A puppet at whose table a person sits, as it tells.
fn hosted(puppet: &Puppet, person: &mut Person) {
    person.join(puppet.invitation(TABLE));
    puppet.hears("somebody who sits down", |frame| {
        matches!(frame, Frame::Sit(_)).then_some(())
    });
    puppet.say([puppet.seating(&terms(), &[(person.key(), false)])]);
    person.seated(2);
}

/// The same, with the match begun.
fn playing(puppet: &Puppet, person: &mut Person) -> Closing {
    hosted(puppet, person);
    person.seat(true);
    puppet.hears("somebody who is ready", |frame| {
        matches!(frame, Frame::Sit(sit) if sit.ready).then_some(())
    });
    let closing = puppet.closes(&terms(), person.key(), 1);
    puppet.say([closed(TABLE, &closing)]);
    assert_eq!(person.began(), closing.match_id());
    closing
}

#[test]
fn nobody_is_made_to_play_who_has_not_said_that_he_is_ready() {
    let puppet = Puppet::new(11);
    let mut person = Person::new(1);
    hosted(&puppet, &mut person);
    let closing = puppet.closes(&terms(), person.key(), 1);
    // He has not been asked; then he was, and has changed his mind; and at last he wants to.
    // What follows a closing tells that it has arrived, before he says another word.
    puppet.say([closed(TABLE, &closing), puppet.seating(&terms(), &[])]);
    person.seated(1);
    assert_eq!(person.logs(), 0);
    person.seat(true);
    person.seat(false);
    for ready in [true, false] {
        puppet.hears_ready(ready);
    }
    puppet.say([
        closed(TABLE, &closing),
        puppet.seating(&terms(), &[(person.key(), false)]),
    ]);
    person.seated(2);
    assert_eq!(person.logs(), 0);
    person.seat(true);
    puppet.hears_ready(true);
    puppet.say([closed(TABLE, &closing)]);
    assert_eq!(person.began(), closing.match_id());
}

#[test]
fn who_has_missed_how_a_closed_table_stands_sees_it_before_he_plays() {
    let puppet = Puppet::new(11);
    let mut person = Person::new(1);
    let mut terms = terms();
    terms.clock = Clock {
        turn: Some(1),
        grace: 0,
    };
    let closing = puppet.closes(&terms, person.key(), 1);
    person.join(puppet.invitation(TABLE));
    puppet.hears("somebody who sits down", |frame| {
        matches!(frame, Frame::Sit(_)).then_some(())
    });
    puppet.say([closed(TABLE, &closing)]);
    let seating = person.seated(2);
    assert_eq!(
        (seating.terms.clock, seating.sitters[0].identity),
        (terms.clock, puppet.key())
    );
    assert_eq!(person.logs(), 0);
    person.seat(true);
    puppet.hears_ready(true);
    puppet.say([closed(TABLE, &closing)]);
    assert_eq!(person.began(), closing.match_id());
}

#[test]
fn a_table_with_the_name_of_another_one_is_not_joined() {
    let [puppet, thief] = [11, 12].map(Puppet::new);
    let mut person = Person::new(1);
    hosted(&puppet, &mut person);
    person.join(thief.invitation(TABLE));
    assert!(person.refused().contains("the name of another"));
    // He sits where he sat.
    person.seat(true);
    puppet.hears_ready(true);
    // The same while one is open here, and while a match is played at it, or would be next.
    let mut host = Person::new(2);
    host.open(terms());
    host.seated(1);
    host.join(thief.invitation(TABLE));
    assert!(host.refused().contains("the name of another"));
    let closing = puppet.closes(&terms(), person.key(), 1);
    puppet.say([closed(TABLE, &closing)]);
    person.began();
    for table in [TABLE, super::matches::rematch_table(closing.match_id())] {
        person.join(thief.invitation(table));
        assert!(person.refused().contains("the name of another"));
    }
    person.open(terms());
    assert!(person.refused().contains("the name of another"));
}

/// The puppet's side of a match, honestly played.
struct Played {
    id: Digest32,
    session: Session,
    start: Instant,
    _folder: TempDir,
}

impl Played {
    fn new(puppet: &Puppet, closing: &Closing) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let identity = Arc::new(Identity::from_secret(puppet.identity.expose_secret()));
        let closing = Arc::new(closing.clone());
        let (_, player) = Store::create(folder.path(), &closing, &identity, &mut rand::rng()).unwrap();
        Self {
            id: closing.match_id(),
            session: Session::new(player, 0),
            start: Instant::now(),
            _folder: folder,
        }
    }

    /// The person leaves, and everything is said about it.
    fn play_to_the_end(&mut self, puppet: &Puppet, person: &Person) {
        let id = self.id;
        person.node.command(Command::Leave(id));
        loop {
            let now = u64::try_from(self.start.elapsed().as_millis()).unwrap();
            self.session.tick(now, &mut rand::rng()).unwrap();
            while let Some(output) = self.session.poll() {
                if let Output::Send { message, .. } = output {
                    puppet.say([match message {
                        session::Message::Item(item) => Frame::Item(id, item),
                        session::Message::Ask { from, .. } => Frame::Ask(id, from),
                        session::Message::Standing { step, .. } => Frame::Standing(id, step),
                    }]);
                }
            }
            let message = puppet.hears("what the person says", |frame| match frame {
                Frame::Item(_, item) => Some(Some(session::Message::Item(item))),
                Frame::Ask(match_id, from) => Some(Some(session::Message::Ask { match_id, from })),
                Frame::Standing(match_id, step) => Some(Some(session::Message::Standing { match_id, step })),
                Frame::Whole(_) => Some(None),
                _ => None,
            });
            let Some(message) = message else { return };
            let from = majlis_referee::party::PartyId::new(1).unwrap();
            let _ = self.session.receive(from, message, now, &mut rand::rng());
        }
    }
}

#[test]
fn a_host_who_closes_one_rematch_after_the_other_gets_one() {
    let puppet = Puppet::new(11);
    let mut person = Person::new(1);
    let closing = playing(&puppet, &mut person);
    let id = closing.match_id();
    Played::new(&puppet, &closing).play_to_the_end(&puppet, &person);
    person.node.command(Command::Rematch {
        match_id: id,
        wanted: true,
    });
    puppet.hears("a wish", |frame| matches!(frame, Frame::Again(_, true)).then_some(()));
    let table = super::matches::rematch_table(id);
    let again: Vec<Frame> = (2..40)
        .map(|nonce| closed(table, &puppet.closes(&terms(), person.key(), nonce)))
        .collect();
    puppet.say(again);
    let first = puppet.closes(&terms(), person.key(), 2).match_id();
    assert_eq!(person.began(), first);
    // All the others have come by the time that this is answered.
    puppet.say([Frame::Watch(WireWatch {
        table: TABLE,
        secret: None,
    })]);
    puppet.hears("an answer", |frame| matches!(frame, Frame::Unwatch(_)).then_some(()));
    let begun = |event: &Event| {
        matches!(
            event,
            Event::Match {
                event: MatchEvent::Began { .. },
                ..
            }
        )
    };
    assert!(!person.all().iter().any(begun));
    assert_eq!(person.logs(), 2);
}

#[test]
fn floods_of_wishes_are_heard_slowly_and_whoever_goes_on_is_dropped() {
    for again in [false, true] {
        let puppet = Puppet::new(11);
        let mut person = Person::new(1);
        let id = playing(&puppet, &mut person).match_id();
        let flood = (0..4000).map(|n| match (again, n % 2 == 0) {
            (true, wanted) => Frame::Again(id, wanted),
            (false, wanted) => Frame::Pause(id, wanted),
        });
        puppet.say(flood);
        puppet.parted();
        let told = person.all();
        let told = told.iter().filter(|event| {
            let Event::Match { event, .. } = event else {
                return false;
            };
            matches!(event, MatchEvent::Pause { .. } | MatchEvent::Rematch { .. })
        });
        // Three offences, and before each the burst; now and then a moment passes.
        assert!(told.count() < 100);
    }
}

#[test]
fn who_wants_a_pause_again_and_again_is_heard_in_the_end() {
    let puppet = Puppet::new(11);
    let mut person = Person::new(1);
    let id = playing(&puppet, &mut person).match_id();
    puppet.say(
        (0..100)
            .map(|n| Frame::Pause(id, n % 2 == 0))
            .chain([Frame::Pause(id, true)]),
    );
    person.node.command(Command::Pause {
        match_id: id,
        wanted: true,
    });
    person.matched("a pause", |_, event| {
        matches!(event, MatchEvent::Pause { paused: true, .. }).then_some(())
    });
}

#[test]
fn a_flood_of_seatings_is_told_slowly_and_the_last_one_in_the_end() {
    let puppet = Puppet::new(11);
    let mut person = Person::new(1);
    hosted(&puppet, &mut person);
    let me = person.key();
    let flood: Vec<Frame> = (0..2001)
        .map(|n| puppet.seating(&terms(), &[(me, n % 2 == 0)]))
        .collect();
    puppet.say(flood);
    puppet.say([Frame::Watch(WireWatch {
        table: TABLE,
        secret: None,
    })]);
    puppet.hears("an answer", |frame| matches!(frame, Frame::Unwatch(_)).then_some(()));
    let seatings = person
        .all()
        .into_iter()
        .filter(|event| matches!(event, Event::Table { .. }))
        .count();
    assert!(seatings < 500, "{seatings}");
    person.node.command(Command::Stand(TABLE));
    puppet.hears("somebody who stands up", |frame| {
        matches!(frame, Frame::Stand(_)).then_some(())
    });
}

#[test]
fn what_is_asked_and_watched_without_end_is_answered_at_a_pace() {
    let puppet = Puppet::new(11);
    let mut person = Person::new(1);
    let mut terms = terms();
    terms.watchers = true;
    person.open(terms);
    person.seat(true);
    puppet.dial(&person);
    puppet.say([puppet.sit(true)]);
    let id = person.began();
    puppet.say((0..3000).map(|_| Frame::Ask(id, 0)));
    // The end of the flood is behind it, and so is this answer.
    puppet.say([Frame::Watch(WireWatch {
        table: TableId([9; 16]),
        secret: None,
    })]);
    let mut answers = 0;
    puppet.hears("an answer", |frame| {
        answers += usize::from(matches!(frame, Frame::Standing(..)));
        matches!(frame, Frame::Unwatch(_)).then_some(())
    });
    assert!((1..500).contains(&answers), "{answers}");
    // To ask is no offence. To watch so often is one.
    let watch = Frame::Watch(WireWatch {
        table: TABLE,
        secret: None,
    });
    puppet.say(vec![watch.clone(); 8]);
    puppet.hears("the log", |frame| matches!(frame, Frame::Watched(..)).then_some(()));
    puppet.say(vec![watch; 3 * limits::WISH_EXCESS as usize + 100]);
    puppet.parted();
}

#[test]
fn a_match_of_ones_own_is_not_told_a_second_time_by_somebody_who_shows_it() {
    let puppet = Puppet::new(11);
    let mut person = Person::new(1);
    let closing = playing(&puppet, &mut person);
    person
        .node
        .command(Command::Watch(Box::new(puppet.invitation(TableId([8; 16])))));
    puppet.hears("somebody who wants to watch", |frame| {
        matches!(frame, Frame::Watch(_)).then_some(())
    });
    puppet.say([Frame::Watched(TableId([8; 16]), sealed(&closing).unwrap())]);
    let refused = person.until("a refusal", |event| match event {
        Event::Match {
            event: MatchEvent::Began { .. },
            ..
        } => panic!("the match has begun twice"),
        Event::Table {
            event: TableEvent::Refused(refusal),
            ..
        } => Some(refusal.to_string()),
        _ => None,
    });
    assert!(refused.contains("cannot be watched"), "{refused}");
}

#[test]
fn who_shows_match_after_match_is_watched_no_longer() {
    let puppet = Puppet::new(11);
    let mut person = Person::new(1);
    person.node.command(Command::Watch(Box::new(puppet.invitation(TABLE))));
    puppet.hears("somebody who wants to watch", |frame| {
        matches!(frame, Frame::Watch(_)).then_some(())
    });
    let other = Identity::from_secret(&[9; 32]).key();
    let shown = (0..100).map(|nonce| Frame::Watched(TABLE, sealed(&puppet.closes(&terms(), other, nonce)).unwrap()));
    let shown: Vec<Frame> = shown.collect();
    puppet.say(shown);
    let mut begun = 0;
    let refused = person.until("a refusal", |event| match event {
        Event::Match {
            event: MatchEvent::Began { .. },
            ..
        } => {
            begun += 1;
            None
        }
        Event::Table {
            event: TableEvent::Refused(refusal),
            ..
        } => Some(refusal.to_string()),
        _ => None,
    });
    assert!(
        refused.contains("cannot be watched") && begun <= 20,
        "{refused} {begun}"
    );
}

#[test]
fn a_host_whose_disk_is_full_lets_the_guests_go_and_plays_when_there_is_room() {
    let puppet = Puppet::new(11);
    let mut person = Person::new(1);
    // Where the folder of the matches should be, there is a file.
    let matches = person.folder.path().join("matches");
    std::fs::write(&matches, b"").unwrap();
    let sit_down = |person: &mut Person| {
        person.open(terms());
        person.seat(true);
        puppet.say([puppet.sit(true)]);
    };
    puppet.dial(&person);
    sit_down(&mut person);
    puppet.hears("that there is no match", |frame| {
        assert!(!matches!(frame, Frame::Closed(_)));
        matches!(frame, Frame::Dissolved(TABLE)).then_some(())
    });
    person.matched("why", |_, event| matches!(event, MatchEvent::Failed(_)).then_some(()));
    // Now there is a folder, but no file can be made in it.
    std::fs::remove_file(&matches).unwrap();
    std::fs::write(person.folder.path().join("elsewhere"), b"").unwrap();
    std::os::unix::fs::symlink("/proc/self", &matches).unwrap();
    sit_down(&mut person);
    puppet.hears("that there is no match", |frame| {
        assert!(!matches!(frame, Frame::Closed(_)));
        matches!(frame, Frame::Dissolved(TABLE)).then_some(())
    });
    puppet.say([puppet.sit(true)]);
    puppet.hears("that there is no table", |frame| {
        assert!(!matches!(frame, Frame::Closed(_)));
        matches!(frame, Frame::Refused(TABLE, 1, WireRefusal::NoTable)).then_some(())
    });
    std::fs::remove_file(&matches).unwrap();
    sit_down(&mut person);
    puppet.hears("that the match begins", |frame| {
        matches!(frame, Frame::Closed(_)).then_some(())
    });
}

#[test]
fn a_log_that_a_crash_has_torn_at_its_beginning_is_not_in_the_way() {
    let puppet = Puppet::new(11);
    let mut person = Person::new(1);
    let closing = puppet.closes(&terms(), person.key(), 1);
    let matches = person.folder.path().join("matches");
    std::fs::create_dir_all(&matches).unwrap();
    let log = matches.join(format!("{}.mlog", closing.match_id()));
    std::fs::write(log, b"").unwrap();
    hosted(&puppet, &mut person);
    person.seat(true);
    puppet.hears_ready(true);
    puppet.say([closed(TABLE, &closing)]);
    person.matched("the match", |_, event| match event {
        MatchEvent::Began { .. } => Some(()),
        MatchEvent::Failed(sentence) => panic!("{sentence}"),
        _ => None,
    });
}

#[test]
fn a_host_who_passes_on_what_all_his_guests_say_is_no_offender() {
    let puppet = Puppet::new(11);
    let mut person = Person::new(1);
    let mut four = terms();
    four.table.seats = 4;
    person.join(puppet.invitation(TABLE));
    puppet.hears("somebody who sits down", |frame| {
        matches!(frame, Frame::Sit(_)).then_some(())
    });
    let others = [21, 22].map(|seed| Identity::from_secret(&[seed; 32]));
    let sitters = [puppet.key(), person.key(), others[0].key(), others[1].key()];
    let sitters = sitters.map(|identity| crate::table::Sitter {
        identity,
        name: String::new(),
        chosen: None,
        ready: false,
    });
    let seating = Seating {
        table: TABLE,
        terms: four,
        sitters: sitters.to_vec(),
        persons: 4,
    };
    puppet.say([Frame::Seating(seating.to_wire())]);
    person.seated(4);
    let said = |identity: &Identity, stamp| {
        let message = Message {
            table: TABLE,
            sender: identity.key(),
            stamp,
            saying: Saying::Phrase(Phrase::Hurry),
        };
        let bytes = message.sign(identity).unwrap();
        let limits = majlis_crypto::cbor::Limits::new(limits::MAX_CHAT).depth(1).items(3);
        Frame::Chat(TABLE, majlis_crypto::cbor::from_slice(&bytes, &limits).unwrap())
    };
    // Everybody says at once what one may say at once, and all is heard.
    for stamp in 1..=u64::from(limits::CHAT_BURST) {
        puppet.say([&puppet.identity, &others[0], &others[1]].map(|identity| said(identity, stamp)));
    }
    let mut heard = 0;
    person.until("all that was said", |event| {
        heard += u32::from(matches!(event, Event::Said(_)));
        (heard == 3 * limits::CHAT_BURST).then_some(())
    });
}

#[test]
fn a_pause_ends_with_the_match() {
    let puppet = Puppet::new(11);
    let mut person = Person::new(1);
    let closing = playing(&puppet, &mut person);
    let id = closing.match_id();
    puppet.say([Frame::Pause(id, true)]);
    person.node.command(Command::Pause {
        match_id: id,
        wanted: true,
    });
    let paused = |person: &mut Person, expected: bool| {
        person.matched("a pause", |_, event| {
            matches!(event, MatchEvent::Pause { paused, .. } if *paused == expected).then_some(())
        });
    };
    paused(&mut person, true);
    Played::new(&puppet, &closing).play_to_the_end(&puppet, &person);
    paused(&mut person, false);
}

#[test]
fn a_match_that_could_not_go_on_is_taken_up_when_the_cause_is_gone() {
    let puppet = Puppet::new(11);
    let mut person = Person::new(1);
    let id = playing(&puppet, &mut person).match_id();
    person.node.command(Command::Forget(id));
    let keys = person.folder.path().join("matches").join(format!("{id}.keys"));
    let away = keys.with_extension("away");
    std::fs::rename(&keys, &away).unwrap();
    person.node.command(Command::Resume(id));
    person.matched("why not", |_, event| {
        matches!(event, MatchEvent::Failed(_)).then_some(())
    });
    std::fs::rename(&away, &keys).unwrap();
    person.node.command(Command::Resume(id));
    assert_eq!(person.began(), id);
}

/// A neighbour in the lobby.
#[derive(libp2p::swarm::NetworkBehaviour)]
struct Neighbour {
    gossip: gossip::Behaviour,
    listing: listing::Behaviour,
}

#[test]
fn a_neighbour_who_comes_to_the_lobby_again_and_again_is_asked_for_his_list_a_few_times() {
    let person = Person::new(1);
    let address: Multiaddr = person.at().parse().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let asked = runtime.block_on(async {
        let mut swarm = SwarmBuilder::with_new_identity()
            .with_tokio()
            .with_tcp(tcp::Config::default(), noise::Config::new, yamux::Config::default)
            .unwrap()
            .with_behaviour(|_| Neighbour {
                gossip: gossip::behaviour().unwrap(),
                listing: listing::behaviour(),
            })
            .unwrap()
            .with_swarm_config(|config| config.with_idle_connection_timeout(LONG))
            .build();
        swarm.dial(address).unwrap();
        let topic = gossip::topic();
        let mut ticks = tokio::time::interval(Duration::from_millis(50));
        let (mut turns, mut asked) = (0u32, 0u32);
        while turns < 200 {
            tokio::select! {
                event = swarm.select_next_some() => {
                    let SwarmEvent::Behaviour(NeighbourEvent::Listing(event)) = event else { continue };
                    if let libp2p::request_response::Event::Message {
                        message: libp2p::request_response::Message::Request { channel, .. },
                        ..
                    } = event
                    {
                        asked += 1;
                        let _ = swarm.behaviour_mut().listing.send_response(channel, Vec::new());
                    }
                }
                _ = ticks.tick() => {
                    // Until he is known here at all, he only waits.
                    turns += u32::from(asked > 0);
                    let gossip = &mut swarm.behaviour_mut().gossip;
                    if !gossip.unsubscribe(&topic) {
                        gossip.subscribe(&topic).unwrap();
                    }
                }
            }
        }
        asked
    });
    assert!(asked <= limits::LISTING_BURST + 2, "{asked}");
}
