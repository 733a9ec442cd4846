//! A person who sits at a table with bots: the match goes on by itself until a move is the person's, who clicks.

use std::cell::RefCell;
use std::rc::Rc;

use egui::Role;
use egui_kittest::kittest::{By, NodeT as _, Queryable as _};
use egui_kittest::{Harness, Node};
use majlis::language::Language;
use majlis::ui::games::{GameTable, Person, Presence, Scene, table_of};
use majlis::ui::style::{Style, Theme, Type};
use majlis::ui::text::{self, plain};
use majlis::ui::words::AREAS;
use majlis_bots::{Bot, BotKind, bot};
use majlis_referee::party::PartyId;
use majlis_referee::replay::Report;
use majlis_referee::told::Told;
use majlis_rules::cards::Card;
use majlis_rules::face::{Face, FaceSet, Handle, PackKind};
use majlis_rules::game::{Game as _, GameEvent as _, View};
use majlis_rules::open::OpenMatch;
use majlis_rules::registry::{AnyEvent, AnyGame, AnyMove, GameId};
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::Table;
use rand::SeedableRng as _;
use rand::rngs::ChaCha20Rng;
use rand::seq::SliceRandom as _;

use crate::support::{Look, show};

/// A match without keys and proofs, and the table at which one person sees it.
pub struct Sitting {
    at: OpenMatch<AnyGame>,
    rng: ChaCha20Rng,
    people: Vec<SeatSet>,
    bots: Vec<Box<dyn Bot>>,
    me: SeatSet,
    pub table: Box<dyn GameTable>,
    pub view: View<AnyGame>,
    pub persons: Vec<Person>,
    pub turn: Option<Seat>,
    pub legal: Vec<AnyMove>,
    pub now: f64,
    /// How far the clock goes on with every frame, in seconds.
    pub tick: f64,
    /// The moves that the person has made at the table.
    pub decided: Vec<String>,
    pub over: bool,
    events: Vec<AnyEvent>,
    waiting: Vec<Told>,
    /// The first pack, where it is not to be shuffled.
    first_pack: Option<Vec<Face>>,
    last_looks: Vec<(Handle, Face)>,
}

impl Sitting {
    pub fn new(game: GameId, table: &Table, seed: u64, seat: u8) -> Self {
        let at = OpenMatch::new(game.start(table).unwrap());
        Self::from(at, seed, seat)
    }

    /// From a position with all its cards known.
    pub fn from(at: OpenMatch<AnyGame>, seed: u64, seat: u8) -> Self {
        let game = at.game().id();
        let people = at.game().persons();
        let seat = Seat::new(seat).unwrap();
        let me = *people.iter().find(|person| person.contains(seat)).unwrap();
        let bots = (0u64..)
            .zip(&people)
            .map(|(number, _)| bot(BotKind::Greedy, game, seed + number))
            .collect();
        let names = ["سلمى", "Yusuf", "Ilinca", "مروان"];
        let persons = (0u8..)
            .zip(&people)
            .zip(names)
            .map(|((party, seats), name)| Person {
                party: PartyId::new(party).unwrap(),
                name: name.to_owned(),
                seats: *seats,
                me: *seats == me,
                bot: *seats != me,
                presence: Presence::Here,
            })
            .collect();
        let view = View::new(at.game().clone(), me, at.faces());
        Self {
            rng: ChaCha20Rng::seed_from_u64(seed),
            people,
            bots,
            me,
            table: (table_of(game).unwrap().table)(),
            view,
            persons,
            turn: None,
            legal: Vec::new(),
            now: 1.0,
            tick: 0.05,
            decided: Vec::new(),
            over: false,
            events: Vec::new(),
            waiting: Vec::new(),
            first_pack: None,
            last_looks: Vec::new(),
            at,
        }
    }

    /// With these cards on top of the first pack.
    pub fn with_cards(mut self, cards: &str) -> Self {
        let named: Vec<Face> = cards
            .split(' ')
            .map(|card| card.parse::<Card>().unwrap().face())
            .collect();
        let rest = PackKind::Cards.faces().iter().filter(|face| !named.contains(face));
        let mut pack = named.clone();
        pack.extend(rest);
        pack[named.len()..].shuffle(&mut self.rng);
        self.first_pack = Some(pack);
        self
    }

    fn looked(&self, person: SeatSet) -> Vec<(Handle, Face)> {
        let looks = self.events.iter().filter_map(AnyEvent::look);
        let mine = looks.filter(|(seat, _)| person.contains(*seat));
        mine.filter_map(|(_, card)| Some((card, self.at.face(card)?))).collect()
    }

    /// Goes on to the next move, and tells everybody what has happened.
    fn go_on(&mut self) {
        let rng = &mut self.rng;
        let first = &mut self.first_pack;
        let mut packs = |_: PackKind, faces: FaceSet| {
            if let Some(pack) = first.take() {
                return Some(pack);
            }
            let mut faces: Vec<Face> = faces.iter().collect();
            faces.shuffle(rng);
            Some(faces)
        };
        self.turn = self.at.advance(&mut packs, &mut self.events).unwrap();
        self.over = self.turn.is_none();
        for (bot, person) in (0..).zip(self.people.clone()) {
            let view = View::new(self.at.game().clone(), person, self.at.faces());
            let looked = self.looked(person);
            let bot: &mut Box<dyn Bot> = &mut self.bots[bot];
            bot.observe(&view, &self.events, &looked);
        }
        self.view = View::new(self.at.game().clone(), self.me, self.at.faces());
        self.legal = self.turn.map(|turn| self.view.legal_moves(turn)).unwrap_or_default();
        let looks = self.looked(self.me);
        self.last_looks.clone_from(&looks);
        let events = std::mem::take(&mut self.events);
        self.tell(events, looks);
    }

    fn tell(&mut self, events: Vec<AnyEvent>, looks: Vec<(Handle, Face)>) {
        self.waiting.push(Told {
            step: 0,
            did: Vec::new(),
            report: Report {
                events,
                departures: Vec::new(),
            },
            opened: Vec::new(),
            looks,
            view: Some(self.view.clone()),
            seats: self.people.clone(),
            awaited: Vec::new(),
            ahead: None,
            decided: None,
        });
    }

    /// The program starts anew: an empty table is told how things stand, and what was shown since the person's last entry.
    pub fn restart(&mut self) {
        self.table = (table_of(self.view.state().id()).unwrap().table)();
        let looks = self.last_looks.clone();
        self.tell(Vec::new(), looks);
    }

    fn play(&mut self, mv: &AnyMove) {
        let turn = self.turn.unwrap();
        self.at.play(turn, mv, &mut self.events).unwrap();
        self.go_on();
    }

    /// Whether a move is the person's and everything that led to it has been seen.
    pub fn is_asked(&self) -> bool {
        !self.legal.is_empty() && self.waiting.is_empty() && !self.table.is_moving(self.now)
    }

    /// What a bot would do in the person's place.
    pub fn advice(&mut self) -> Option<AnyMove> {
        let turn = self.turn.filter(|turn| self.me.contains(*turn))?;
        let mine = self.people.iter().position(|person| *person == self.me).unwrap();
        self.bots[mine].choose(turn, &self.view)
    }

    fn scene<'a>(&'a self, look: &'a Look) -> Scene<'a> {
        Scene {
            view: &self.view,
            persons: &self.persons,
            turn: self.turn,
            legal: &self.legal,
            style: &look.style,
            words: &look.words,
            now: self.now,
        }
    }

    /// What the frame round a table does, once a frame.
    pub fn frame(&mut self, ui: &mut egui::Ui, look: &Look) {
        self.now += self.tick;
        if self.turn.is_none() && !self.over {
            self.go_on();
        }
        let mut table = std::mem::replace(&mut self.table, Box::new(Nothing));
        if !self.waiting.is_empty() {
            let told = self.waiting.remove(0);
            table.told(&told, &self.scene(look));
            let _ = table.cues(&told);
        }
        let decided = table.show(ui, &self.scene(look));
        let still = !table.is_moving(self.now);
        self.table = table;
        if let Some(text) = decided {
            let mv = self.legal.iter().find(|mv| mv.to_string() == text).cloned();
            self.decided.push(text);
            self.play(&mv.expect("a table gives legal moves alone"));
        } else if still && self.waiting.is_empty() {
            self.bots_move();
        }
    }

    fn bots_move(&mut self) {
        let Some(turn) = self.turn.filter(|turn| !self.me.contains(*turn)) else {
            return;
        };
        let mover = self.people.iter().position(|person| person.contains(turn)).unwrap();
        let view = View::new(self.at.game().clone(), self.people[mover], self.at.faces());
        let mv = self.bots[mover].choose(turn, &view).unwrap();
        self.play(&mv);
    }
}

struct Nothing;

impl GameTable for Nothing {
    fn told(&mut self, _: &Told, _: &Scene<'_>) {}

    fn show(&mut self, _: &mut egui::Ui, _: &Scene<'_>) -> Option<String> {
        None
    }

    fn is_moving(&self, _: f64) -> bool {
        false
    }
}

/// A sitting on a screen of that many points.
pub fn sit<'a>(size: [f32; 2], look: Look, sitting: Sitting) -> (Harness<'a>, Rc<RefCell<Sitting>>) {
    let shared = Rc::new(RefCell::new(sitting));
    let inner = Rc::clone(&shared);
    let harness = show(size, look, move |ui, look| inner.borrow_mut().frame(ui, look));
    (harness, shared)
}

/// Frames until something holds; fails after very many.
pub fn until(harness: &mut Harness<'_>, sitting: &Rc<RefCell<Sitting>>, holds: impl Fn(&Sitting) -> bool) {
    for _ in 0..4000 {
        if holds(&sitting.borrow()) {
            return;
        }
        harness.step();
    }
    panic!("it never comes to it");
}

/// Lets so much time go by, in seconds.
pub fn wait(harness: &mut Harness<'_>, sitting: &Rc<RefCell<Sitting>>, seconds: f64) {
    sitting.borrow_mut().now += seconds;
    harness.step();
    harness.step();
}

/// Clicks on the button whose name begins with `name`, and lets the table see it.
pub fn click(harness: &mut Harness<'_>, name: &str) {
    find(harness, name).click();
    harness.step();
    harness.step();
}

/// The button whose name begins with `name`.
pub fn find<'a>(harness: &'a Harness<'_>, name: &str) -> Node<'a> {
    let name = plain(name);
    let begins = {
        let name = name.clone();
        By::new()
            .role(Role::Button)
            .predicate(move |node| node.label().is_some_and(|label| label.starts_with(&name)))
    };
    let mut all: Vec<_> = harness.query_all(begins).collect();
    assert_eq!(all.len(), 1, "buttons whose names begin with {name:?}");
    all.remove(0)
}

/// The sizes that a table has in windows of [`SIZES`](crate::support::SIZES), the frame taken off, and in the smallest window.
pub const TABLES: [[f32; 2]; 4] = [[640.0, 362.0], [800.0, 482.0], [1010.0, 748.0], [1650.0, 1028.0]];

/// Everything on the screen that has a name: its role, its name, where it is.
pub fn named(harness: &Harness<'_>) -> Vec<(Role, String, egui::Rect)> {
    let nodes = harness.query_all(By::new().predicate(|node| matches!(node.role(), Role::Button | Role::Label)));
    let named = nodes.filter_map(|node| {
        let inner = node.accesskit_node();
        let name = inner.label().or_else(|| inner.value())?;
        Some((inner.role(), name, node.rect()))
    });
    named.collect()
}

/// Holds everything with a name to be in the window and, but for what `may` overlap, apart.
pub fn check_places(harness: &Harness<'_>, size: [f32; 2], may: impl Fn(&str, &str) -> bool) {
    let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
    let all = named(harness);
    assert!(all.len() > 10);
    crate::drawn::check_texts(harness, &format!("{size:?}"));
    for (index, (_, name, rect)) in all.iter().enumerate() {
        assert!(window.contains_rect(*rect), "{name:?} at {rect:?} leaves {size:?}");
        assert!(
            rect.width() > 8.0 && rect.height() > 8.0,
            "{name:?} is too small: {rect:?}"
        );
        for (_, other, place) in &all[..index] {
            let shared = rect.intersect(*place);
            let apart = shared.width() <= 0.5 || shared.height() <= 0.5;
            assert!(
                apart || may(name, other),
                "{name:?} {rect:?} and {other:?} {place:?} in {size:?}"
            );
        }
    }
}

/// Whether a style is to move nothing.
pub fn still(mut style: Style) -> Style {
    style.reduced_motion = true;
    style
}

/// Holds every text whose name begins with `prefix` to fit into the place that `place` gives for a table.
pub fn hints_have_room(prefix: &str, place: impl Fn(egui::Rect, bool, f32) -> egui::Rect + 'static) {
    let prefix = prefix.to_owned();
    for language in Language::ALL {
        let look = Look::new(language, Theme::Light);
        let keys: Vec<String> = AREAS
            .iter()
            .flat_map(|(_, texts)| texts[0].lines())
            .filter(|line| line.starts_with(&prefix))
            .filter_map(|line| line.split(" =").next().map(str::to_owned))
            .collect();
        assert!(keys.len() > 5);
        let place = &place;
        let mut harness = show([200.0, 200.0], look, move |ui, look| {
            let rtl = look.style.right_to_left;
            for size in TABLES {
                for scale in [1.0, 1.3] {
                    let mut style = look.style.clone();
                    style.text_scale = scale;
                    let table = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
                    let room = place(table, rtl, scale);
                    for key in &keys {
                        let values = [("name", "عبد الرحمن".into()), ("count", 6.into()), ("round", 12.into())];
                        let words = look.words.with(key, &values);
                        let colour = style.palette.ink;
                        let galley = text::galley(ui.ctx(), &style, &words, Type::Body, colour, room.width());
                        let taken = galley.size();
                        assert!(
                            taken.y <= room.height() + 1.0 && taken.x <= room.width() + 1.0,
                            "{key} in {language} takes {taken:?} of {room:?} at {size:?}, texts {scale}"
                        );
                    }
                }
            }
        });
        harness.step();
    }
}
