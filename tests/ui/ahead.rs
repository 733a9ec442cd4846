//! The next person decides while cards are still being shared, and is asked once.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use egui_kittest::kittest::Queryable as _;
use majlis::language::Language;
use majlis::ui::feed::{About, Command, Feed, MemberAbout, News};
use majlis::ui::sentence::Sentence;
use majlis_bots::{BotKind, bot};
use majlis_crypto::identity::Identity;
use majlis_referee::agreement::{Agreement, Clock, Closing, Member};
use majlis_referee::local::{Choice, LocalTable, Scrutiny};
use majlis_referee::party::PartyId;
use majlis_referee::player::Player;
use majlis_referee::replay::Awaited;
use majlis_referee::secrets::Decision;
use majlis_referee::told::Told;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};
use rand::SeedableRng as _;
use rand::rngs::ChaCha20Rng;

use crate::hands;
use crate::program::{Window, first_start, program, said};

/// What is told and what was asked, seen from both sides.
#[derive(Default)]
struct Wire {
    news: VecDeque<News>,
    asked: Vec<Command>,
}

struct Wired {
    about: About,
    wire: Arc<Mutex<Wire>>,
}

impl Feed for Wired {
    fn about(&self) -> &About {
        &self.about
    }

    fn next(&mut self) -> Option<News> {
        self.wire.lock().unwrap().news.pop_front()
    }

    fn waiting(&self) -> usize {
        self.wire.lock().unwrap().news.len()
    }

    fn send(&mut self, command: Command) {
        self.wire.lock().unwrap().asked.push(command);
    }
}

/// Jackaroo among two, in which a card is drawn after each move.
fn table() -> (LocalTable, ChaCha20Rng, Table) {
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let identities = [0; 2].map(|_| Arc::new(Identity::generate(&mut rng)));
    let members = identities.iter().map(|identity| Member {
        identity: identity.key(),
        name: "Salma".to_owned(),
        chosen: None,
    });
    let terms = Table::new(4)
        .with("marbles", OptionValue::Number(3))
        .with("persons", OptionValue::Number(2));
    let agreement = Agreement::new(
        GameId::Jackaroo,
        terms.clone(),
        Clock::default(),
        members.collect(),
        [9; 32],
    );
    let closing = Arc::new(Closing::sign(agreement, &identities[0]).unwrap());
    let table = LocalTable::new(closing, identities, &mut rng).unwrap();
    (table.with_scrutiny(Scrutiny::Once), rng, terms)
}

fn is_awaited(told: &Told) -> bool {
    let me = PartyId::new(0).unwrap();
    let mut awaited = told.awaited.iter();
    awaited.any(|(party, awaited)| *party == me && matches!(awaited, Awaited::Move(_)))
}

#[test]
fn whoever_comes_next_decides_while_a_card_is_still_shared_and_is_asked_once() {
    let (mut table, mut rng, terms) = table();
    let mut advice = bot(BotKind::Greedy, GameId::Jackaroo, 1);
    let mut choose = |player: &Player| {
        let Some(Awaited::Move(seat)) = player.owes() else {
            return Choice::Leave;
        };
        let mv = advice.choose(*seat, &player.view().unwrap()).unwrap();
        Choice::Move(Decision::Move(mv.to_string()))
    };
    let mut step = || -> Told {
        let step = table.step(&mut choose, &mut rng).unwrap().unwrap();
        Told::to_party(step.did, step.report, Vec::new(), &table.players()[0])
    };
    let wire = Arc::new(Mutex::new(Wire::default()));
    loop {
        let told = step();
        let ahead = told.ahead.is_some();
        assert!(!ahead || !is_awaited(&told));
        wire.lock().unwrap().news.push_back(News::Step(Box::new(told)));
        if ahead {
            break;
        }
    }
    let member = |name: &str| MemberAbout {
        name: name.to_owned(),
        bot: false,
        key: None,
    };
    let about = About {
        game: GameId::Jackaroo,
        table: terms,
        members: vec![member("Salma 🐢"), member("Omar")],
        me: PartyId::new(0),
        clock: Clock::default(),
        practice: false,
        log: None,
        among: None,
    };
    let dir = tempfile::tempdir().unwrap();
    let mut window = program(dir.path(), [1280.0, 800.0], Language::English);
    first_start(&mut window, Language::English, "Salma");
    let feed = Wired {
        about,
        wire: Arc::clone(&wire),
    };
    window.state_mut().as_mut().unwrap().open(Box::new(feed));
    let legal = |window: &Window| window.state().as_ref().unwrap().table().unwrap().legal().to_vec();
    for _ in 0..200 {
        window.step();
        let table = window.state().as_ref().unwrap().table().unwrap();
        let still = !table.is_moving(window.ctx.input(|input| input.time));
        if still && wire.lock().unwrap().news.is_empty() && !table.legal().is_empty() {
            break;
        }
    }
    assert!(window.query_by_label(&said(&window, "your-turn")).is_some());
    let moves = legal(&window);
    hands::make(&mut window, &moves[0]);
    let asked = vec![Command::Decide(moves[0].to_string())];
    assert_eq!(wire.lock().unwrap().asked, asked);
    // The step that ends the wait may come before the decision has arrived: nothing is asked again.
    let told = step();
    assert!(is_awaited(&told) && told.decided.is_none());
    wire.lock().unwrap().news.push_back(News::Step(Box::new(told)));
    for _ in 0..20 {
        window.step();
    }
    assert!(legal(&window).is_empty() && window.query_by_label(&said(&window, "your-turn")).is_none());
    // Where it is refused, it is.
    let refused = News::Refused(Sentence::of("fault-due-turn"));
    wire.lock().unwrap().news.push_back(refused);
    for _ in 0..20 {
        window.step();
    }
    assert_eq!(legal(&window), moves);
}
