//! A match at a table on the screen: one person whose moves the table gives, bots for all others; no keys and no proofs.

use std::cell::RefCell;
use std::rc::Rc;

use egui_kittest::Harness;
use majlis::ui::games::{GameTable, Person, Presence, Scene, table_of};
use majlis_bots::{Bot, BotKind, bot};
use majlis_referee::party::PartyId;
use majlis_referee::replay::Report;
use majlis_referee::told::Told;
use majlis_rules::face::{Face, FaceSet, PackKind};
use majlis_rules::game::{Game as _, GameEvent as _, View};
use majlis_rules::open::OpenMatch;
use majlis_rules::registry::{AnyEvent, AnyGame, AnyMove, GameId};
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::Table;
use majlis_rules::tiles::Tile;
use rand::SeedableRng as _;
use rand::rngs::ChaCha20Rng;
use rand::seq::SliceRandom as _;

use crate::support::{Look, show};

/// The match and the table.
pub struct Live {
    at: OpenMatch<AnyGame>,
    rng: ChaCha20Rng,
    bots: Vec<Option<Box<dyn Bot>>>,
    /// The table on the screen.
    pub table: Box<dyn GameTable>,
    /// Who sits at it.
    pub persons: Vec<Person>,
    /// My seats.
    pub me: SeatSet,
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// What I may play.
    pub legal: Vec<AnyMove>,
    /// Every move so far.
    pub moves: Vec<(Seat, String)>,
    /// What happened since the table was told last.
    news: Vec<AnyEvent>,
    view: View<AnyGame>,
}

impl Live {
    pub fn new(game: GameId, table: &Table, seed: u64, me: u8) -> Self {
        Self::from_match(OpenMatch::new(game.start(table).unwrap()), seed, me)
    }

    /// Goes on from a position.
    pub fn from_match(at: OpenMatch<AnyGame>, seed: u64, me: u8) -> Self {
        let game = at.game().id();
        let seats = at.game().persons();
        let me = *seats
            .iter()
            .find(|person| person.contains(Seat::new(me).unwrap()))
            .unwrap();
        let names = ["سلمى", "Yusuf", "Ilinca", "مروان"];
        let persons = (0u8..)
            .zip(&seats)
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
        let bots = (0u64..)
            .zip(&seats)
            .map(|(number, seats)| (*seats != me).then(|| bot(BotKind::Greedy, game, seed.wrapping_add(number))))
            .collect();
        let mut live = Self {
            view: View::new(at.game().clone(), me, at.faces()),
            at,
            rng: ChaCha20Rng::seed_from_u64(seed),
            bots,
            table: (table_of(game).unwrap().table)(),
            persons,
            me,
            turn: None,
            legal: Vec::new(),
            moves: Vec::new(),
            news: Vec::new(),
        };
        live.advance();
        live
    }

    pub fn game(&self) -> &AnyGame {
        self.at.game()
    }

    /// Whether a round ended with what the table has not been told yet.
    pub fn round_ended(&self) -> bool {
        self.news.iter().any(|event| event.round().is_some())
    }

    pub fn is_over(&self) -> bool {
        self.at.game().outcome().is_some()
    }

    /// Makes a move of whoever's turn it is.
    pub fn play(&mut self, text: &str) {
        let seat = self.turn.unwrap();
        let mv = self.at.game().parse_move(text).unwrap();
        self.at.play(seat, &mv, &mut self.news).unwrap();
        self.moves.push((seat, text.to_owned()));
        self.advance();
    }

    /// The tiles that a seat holds, dominoes being played.
    pub fn hand(&self, seat: Seat) -> Vec<Tile> {
        let cards = self.at.game().visible(seat);
        cards
            .into_iter()
            .filter_map(|card| Tile::from_face(self.at.face(card)?))
            .collect()
    }

    /// Lets a bot move for whoever's turn it is, me too.
    pub fn let_anybody_play(&mut self) {
        let Some(seat) = self.turn else { return };
        if self.me.contains(seat) {
            let game = self.at.game().id();
            let mv = bot(BotKind::Greedy, game, self.moves.len() as u64).choose(seat, &self.view);
            self.play(&mv.unwrap().to_string());
        } else {
            self.let_bot_play();
        }
    }

    /// Lets a bot move, if it is one's turn.
    pub fn let_bot_play(&mut self) {
        let Some(seat) = self.turn.filter(|seat| !self.me.contains(*seat)) else {
            return;
        };
        let at = self
            .persons
            .iter()
            .position(|person| person.seats.contains(seat))
            .unwrap();
        let view = View::new(self.at.game().clone(), self.persons[at].seats, self.at.faces());
        let mv = self.bots[at].as_mut().unwrap().choose(seat, &view).unwrap().to_string();
        self.play(&mv);
    }

    fn advance(&mut self) {
        let rng = &mut self.rng;
        let mut packs = |_: PackKind, faces: FaceSet| {
            let mut faces: Vec<Face> = faces.iter().collect();
            faces.shuffle(rng);
            Some(faces)
        };
        self.turn = self.at.advance(&mut packs, &mut self.news).unwrap();
        for (bot, person) in self.bots.iter_mut().zip(&self.persons) {
            if let Some(bot) = bot {
                let view = View::new(self.at.game().clone(), person.seats, self.at.faces());
                bot.observe(&view, &self.news, &[]);
            }
        }
        self.view = View::new(self.at.game().clone(), self.me, self.at.faces());
        let mine = self.turn.filter(|turn| self.me.contains(*turn));
        self.legal = mine.map(|seat| self.view.legal_moves(seat)).unwrap_or_default();
    }

    /// Tells the table what happened, shows it, and plays what the table gives.
    pub fn frame(&mut self, ui: &mut egui::Ui, look: &Look) {
        let now = ui.input(|input| input.time);
        let Self {
            view,
            persons,
            turn,
            legal,
            table,
            news,
            ..
        } = self;
        let scene = Scene {
            view,
            persons,
            turn: *turn,
            legal,
            style: &look.style,
            words: &look.words,
            now,
        };
        if !news.is_empty() {
            let told = Told {
                step: 0,
                did: Vec::new(),
                report: Report {
                    events: std::mem::take(news),
                    departures: Vec::new(),
                },
                opened: Vec::new(),
                looks: Vec::new(),
                view: Some(view.clone()),
                awaited: Vec::new(),
                ahead: Default::default(),
                decided: Default::default(),
                seats: persons.iter().map(|person| person.seats).collect(),
            };
            table.told(&told, &scene);
        }
        let decided = table.show(ui, &scene);
        if let Some(mv) = decided {
            assert!(
                self.legal.iter().any(|legal| legal.to_string() == mv),
                "the table gives {mv:?}, which is not one of {:?}",
                self.legal
            );
            self.play(&mv);
        }
    }
}

/// A table on the screen, with the match to look into.
pub fn at_table<'a>(size: [f32; 2], look: Look, live: Live) -> (Harness<'a>, Rc<RefCell<Live>>) {
    let live = Rc::new(RefCell::new(live));
    let inner = Rc::clone(&live);
    let harness = show(size, look, move |ui, look| inner.borrow_mut().frame(ui, look));
    (harness, live)
}
