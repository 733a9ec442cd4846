//! The referee: one match, and what everybody at it knows.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use majlis_rules::face::{Face, Faces, Handle, Knowledge};
use majlis_rules::game::{CardOp, Due, Game, GameEvent, Outcome, Plan, Question, View};
use majlis_rules::registry::{AnyGame, GameId};
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::Table;

use crate::cards::Places;
use crate::random::Random;

/// How often people leave.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaving {
    Never,
    Seldom,
    Often,
}

/// What nobody knows, and what each person knows.
pub(crate) struct Referee<G: Places> {
    game: G,
    /// The same match behind the registry's type.
    twin: AnyGame,
    random: Random,
    leaving: Leaving,
    /// What is on every card: the referee's alone.
    truth: Knowledge,
    /// What everybody has been shown.
    public: Knowledge,
    /// The seats of each person.
    persons: Vec<SeatSet>,
    /// What each person has been shown.
    known: Vec<Knowledge>,
    /// The highest pack number asked for.
    last_pack: Option<u32>,
    /// What the last move said that it would open.
    announced: Option<BTreeSet<Handle>>,
    events: Vec<G::Event>,
    /// How many turns could be told of before the cards before them were dealt.
    foretold: usize,
}

/// Faces that remember what was asked for.
struct Watched<'a> {
    faces: &'a dyn Faces,
    asked: RefCell<BTreeSet<Handle>>,
}

impl<'a> Watched<'a> {
    fn new(faces: &'a dyn Faces) -> Self {
        Self {
            faces,
            asked: RefCell::default(),
        }
    }

    fn assert_asked_only_for(&self, allowed: &[Handle]) {
        for card in self.asked.borrow().iter() {
            assert!(
                allowed.contains(card),
                "{card} is none of the cards that the seat may see"
            );
        }
    }
}

impl Faces for Watched<'_> {
    fn face(&self, card: Handle) -> Option<Face> {
        self.asked.borrow_mut().insert(card);
        self.faces.face(card)
    }
}

fn sorted<M: ToString>(moves: &[M]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts
}

impl<G: Places> Referee<G> {
    pub(crate) fn new(table: &Table, random: Random, leaving: Leaving) -> Self {
        let game = G::new(table).expect("a table of the game");
        let id: GameId = G::ID.parse().expect("a registered game");
        let twin = id.start(table).expect("a table of the game");
        let persons = game.persons();
        let mut all: Vec<Seat> = persons.iter().flat_map(|seats| seats.iter()).collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(Seat::all(table.seats)), "every seat is one person's");
        Self {
            twin,
            random,
            leaving,
            truth: Knowledge::new(),
            public: Knowledge::new(),
            known: vec![Knowledge::new(); persons.len()],
            persons,
            last_pack: None,
            announced: None,
            events: Vec::new(),
            foretold: 0,
            game,
        }
    }

    /// Plays on until nothing is due. Gives how it ended, as the game and as its twin say, and how many turns were foretold.
    pub(crate) fn play_to_the_end(mut self) -> ([Vec<Outcome>; 2], usize) {
        for _ in 0..20_000 {
            self.check();
            if self.somebody_leaves() {
                continue;
            }
            match self.game.due() {
                Due::Nothing => {
                    self.check_end();
                    let outcomes = [self.game.outcome(), self.twin.outcome()].map(Option::unwrap);
                    return (outcomes, self.foretold);
                }
                Due::Cards(operations) => self.handle_cards(&operations),
                Due::Turn(seat) => {
                    self.try_nonsense(seat);
                    self.take_turn(seat);
                }
                Due::Question(question) => self.ask(question),
            }
        }
        panic!("{} does not end", G::ID);
    }

    /// What holds at every moment.
    fn check(&self) {
        let (game, twin) = (&self.game, &self.twin);
        assert_eq!(game.canonical_bytes(), twin.canonical_bytes());
        assert_eq!(game.due(), twin.due());
        assert_eq!(game.present(), twin.present());
        assert_eq!(game.scores(), twin.scores());
        assert_eq!(game.outcome(), twin.outcome());
        assert_eq!(game.live_packs(), twin.live_packs());
        assert_eq!(game.outcome().is_some(), game.due() == Due::Nothing);
        assert_eq!(game.scores().len(), usize::from(game.seats()));
        assert!(game.live_packs().is_sorted_by(|one, other| one < other));
        game.assert_conserved(&self.truth);
        if !matches!(game.due(), Due::Cards(_)) {
            for (person, seats) in self.persons.iter().enumerate() {
                for card in seats.iter().flat_map(|seat| game.visible(seat)) {
                    assert!(game.live_packs().contains(&card.pack));
                    assert_eq!(
                        self.known[person].face(card),
                        self.truth.face(card),
                        "{card} was shown to its owner"
                    );
                    let others = self.known.iter().enumerate().filter(|(other, _)| *other != person);
                    for (_, other) in others {
                        assert!(other.face(card).is_none(), "{card} was shown to its owner alone");
                    }
                }
            }
        }
    }

    fn check_end(&self) {
        let outcome = self.game.outcome().expect("a finished match has an outcome");
        assert_eq!(outcome.len(), usize::from(self.game.seats()));
        let of = |seat: Seat| outcome[seat.index()];
        let count = |kind| outcome.iter().filter(|outcome| **outcome == kind).count();
        let (wins, draws) = (count(Outcome::Win), count(Outcome::Draw));
        assert!(if draws > 0 { draws > 1 && wins == 0 } else { wins > 0 }, "{outcome:?}");
        assert!(wins < outcome.len());
        let gone = SeatSet::all(self.game.seats()).minus(self.game.present());
        assert!(
            gone.iter().all(|seat| of(seat) == Outcome::Loss),
            "who left has lost: {outcome:?}"
        );
        for seats in &self.persons {
            assert!(seats.iter().all(|seat| seats.iter().all(|other| of(seat) == of(other))));
        }
        // After the end nothing is legal and nothing changes.
        let mut after = self.game.clone();
        let mut events = Vec::new();
        for seat in Seat::all(self.game.seats()) {
            assert!(self.game.legal_moves(seat, &self.truth).is_empty());
            assert_eq!(
                after.leave(seat, &mut events).map_err(|illegal| illegal.rule.id()),
                Err("common.11")
            );
            assert!(after.deny(seat, &mut events).is_err());
        }
        assert!(after.settle(&self.truth, &mut events).is_err());
        assert_eq!(after, self.game);
        assert!(events.is_empty());
    }

    fn somebody_leaves(&mut self) -> bool {
        let odds = match self.leaving {
            Leaving::Never => return false,
            Leaving::Seldom => 150,
            Leaving::Often => 12,
        };
        if self.game.due() == Due::Nothing || !self.random.once_in(odds) {
            return false;
        }
        let present: Vec<Seat> = self.game.present().iter().collect();
        let leaver = *self.random.pick(&present);
        self.game
            .leave(leaver, &mut self.events)
            .expect("who is there can leave");
        self.twin
            .leave(leaver, &mut Vec::new())
            .expect("who is there can leave");
        assert!(!self.game.present().contains(leaver));
        let before = self.game.clone();
        let again = self.game.leave(leaver, &mut self.events);
        assert_eq!(
            again.map_err(|illegal| illegal.rule.id()),
            Err("common.11"),
            "who has left cannot leave again"
        );
        assert_eq!(before, self.game);
        self.announced = None;
        true
    }

    fn person(&self, seat: Seat) -> usize {
        self.persons
            .iter()
            .position(|seats| seats.contains(seat))
            .expect("a person at every seat")
    }

    fn show_to_all(&mut self, card: Handle) -> Face {
        let face = self.truth.face(card).expect("a card of a pack that was shuffled");
        self.public.learn(card, face);
        for known in &mut self.known {
            known.learn(card, face);
        }
        face
    }

    fn handle_cards(&mut self, operations: &[CardOp]) {
        assert!(!operations.is_empty(), "card operations are due, and there are none");
        // Who moves next may know it, and all his moves, before any of this is done.
        let next = self.game.next_turn().map(|(seat, after)| {
            let person = self.person(seat);
            let view = View::new(after, self.persons[person], &self.known[person]);
            (seat, sorted(&view.legal_moves(seat)), view)
        });
        let twin_next = self
            .twin
            .next_turn()
            .map(|(seat, after)| (seat, after.canonical_bytes()));
        let here = next
            .as_ref()
            .map(|(seat, _, view)| (*seat, view.state().canonical_bytes()));
        assert_eq!(twin_next, here);
        let mut opened = BTreeSet::new();
        let mut looks = BTreeMap::new();
        for &operation in operations {
            match operation {
                CardOp::Shuffle { pack, kind, faces } => {
                    assert!(
                        self.last_pack.is_none_or(|last| pack > last),
                        "every pack has a new number"
                    );
                    assert!(self.last_pack.is_some() || pack == 0 || self.leaving != Leaving::Never);
                    assert!(!faces.is_empty() && faces.minus(kind.faces()).is_empty());
                    assert!(self.game.live_packs().contains(&pack));
                    self.last_pack = Some(pack);
                    let mut order: Vec<Face> = faces.iter().collect();
                    self.random.shuffle(&mut order);
                    self.truth.learn_pack(pack, &order);
                }
                CardOp::Look { card, seat } => {
                    assert!(self.game.present().contains(seat), "who has left sees no more cards");
                    assert!(self.game.live_packs().contains(&card.pack));
                    let face = self.truth.face(card).expect("a card of a pack that was shuffled");
                    let person = self.person(seat);
                    self.known[person].learn(card, face);
                    assert!(looks.insert((card, seat), ()).is_none(), "each look once");
                }
                CardOp::Open { card } => {
                    assert!(self.game.live_packs().contains(&card.pack));
                    self.show_to_all(card);
                    assert!(opened.insert(card), "each card is opened once");
                }
            }
        }
        if let Some(announced) = self.announced.take() {
            assert_eq!(opened, announced, "the move's plan says what will be opened");
        }
        if self.somebody_leaves() {
            return;
        }
        // Without the faces of the opened cards it does not go on, and nothing changes.
        let before = self.game.clone();
        let mut unknown = Knowledge::new();
        for (card, face) in self.public.iter().filter(|(card, _)| !opened.contains(card)) {
            unknown.learn(card, face);
        }
        if !opened.is_empty() {
            assert!(self.game.settle(&unknown, &mut self.events).is_err());
            assert_eq!(before, self.game);
        }
        let watched = Watched::new(&self.public);
        let events_before = self.events.len();
        self.game
            .settle(&watched, &mut self.events)
            .expect("everything that was due is done");
        watched.assert_asked_only_for(&opened.iter().copied().collect::<Vec<_>>());
        assert_ne!(before, self.game, "it goes on");
        self.twin
            .settle(&self.public, &mut Vec::new())
            .expect("everything that was due is done");
        if let Some((seat, moves, view)) = next {
            assert_eq!(view.state(), &self.game);
            assert_eq!(self.game.due(), Due::Turn(seat));
            assert_eq!(self.view(seat), view);
            assert_eq!(moves, sorted(&self.legal_moves(seat)));
            self.foretold += 1;
        }
        // Whom an event tells of a look was let see the card.
        for (seat, card) in self.events[events_before..].iter().filter_map(GameEvent::look) {
            assert!(looks.remove(&(card, seat)).is_some(), "{card} was shown to seat {seat}");
        }
    }

    fn view(&self, seat: Seat) -> View<G> {
        let person = self.person(seat);
        View::new(self.game.clone(), self.persons[person], &self.known[person])
    }

    /// The legal moves as the seat sees them; they are the same for who sees everything.
    fn legal_moves(&self, seat: Seat) -> Vec<G::Move> {
        let moves = self.view(seat).legal_moves(seat);
        let watched = Watched::new(&self.truth);
        let open = self.game.legal_moves(seat, &watched);
        watched.assert_asked_only_for(&self.game.visible(seat));
        let texts = sorted(&moves);
        assert_eq!(texts, sorted(&open));
        assert!(texts.is_sorted_by(|one, other| one < other), "each move once");
        assert_eq!(self.game.count_legal(seat, &self.truth), moves.len());
        assert_eq!(texts, sorted(&self.twin.legal_moves(seat, &self.truth)));
        moves
    }

    fn take_turn(&mut self, seat: Seat) {
        assert!(self.game.present().contains(seat));
        for other in Seat::all(self.game.seats()).filter(|other| *other != seat) {
            assert!(
                self.game.legal_moves(other, &self.truth).is_empty(),
                "it is not the turn of seat {other}"
            );
        }
        let moves = self.legal_moves(seat);
        assert!(!moves.is_empty(), "whose turn it is has a move");
        let mv = self.random.pick(&moves).clone();
        self.play(seat, &mv);
    }

    /// Plays a legal move: the mover proves what it has to, the table sees what is shown.
    fn play(&mut self, seat: Seat, mv: &G::Move) {
        let text = mv.to_string();
        assert_eq!(self.game.parse_move(&text).as_ref(), Ok(mv));
        let view = self.view(seat);
        let hand = self.game.visible(seat);
        let watched = Watched::new(&view);
        let card = self.game.locate(seat, mv, &watched).expect("the mover holds the card");
        watched.assert_asked_only_for(&hand);
        let plan = self.game.plan(seat, mv, card).expect("a legal move");
        self.check_plan(seat, &plan, &view);

        let before = self.game.clone();
        if !plan.shows.is_empty() {
            assert!(
                self.game.play(seat, mv, card, &self.public, &mut self.events).is_err(),
                "{text} shows nothing"
            );
            assert_eq!(before, self.game);
        }
        let shown: Vec<Handle> = plan.shows.iter().map(|show| show.card).collect();
        for &card in &shown {
            self.show_to_all(card);
        }
        let watched = Watched::new(&self.public);
        self.game
            .play(seat, mv, card, &watched, &mut self.events)
            .expect("a legal move");
        watched.assert_asked_only_for(&shown);
        assert_ne!(before, self.game);

        let again = self.twin.parse_move(&text).expect("notation");
        assert_eq!(self.twin.locate(seat, &again, &view), Ok(card));
        assert_eq!(self.twin.plan(seat, &again, card).as_ref(), Ok(&plan));
        self.twin
            .play(seat, &again, card, &self.public, &mut Vec::new())
            .expect("a legal move");
        self.announced = (!plan.opens.is_empty()).then(|| plan.opens.iter().copied().collect());
        if self.announced.is_some() {
            assert!(matches!(self.game.due(), Due::Cards(_)), "{text} opens cards");
        }
    }

    fn check_plan(&self, seat: Seat, plan: &Plan, view: &View<G>) {
        for show in &plan.shows {
            let face = view.face(show.card).expect("nobody shows what he has not seen");
            assert_eq!(Some(face), self.truth.face(show.card));
            assert!(show.faces.contains(face));
            assert!(self.public.face(show.card).is_none(), "what lies open is not shown");
        }
        for requirement in &plan.requires {
            assert_eq!(requirement.seat, seat);
            assert!(!requirement.cards.is_empty() && !requirement.faces.is_empty());
            let hand = self.game.visible(seat);
            let mut places = requirement
                .cards
                .iter()
                .map(|card| hand.iter().position(|held| held == card));
            assert!(
                places.all(|place| place.is_some()),
                "only one's own cards are asked for"
            );
            assert_eq!(requirement.test(view), Some(true), "the mover can prove it");
            assert_eq!(requirement.test(&self.truth), Some(true));
            assert_eq!(requirement.test(&self.public), None, "nothing else would have told");
        }
    }

    /// One of the seats answers, in whatever order they come.
    fn ask(&mut self, question: Question) {
        assert!(!question.seats.is_empty());
        assert!(question.seats.minus(self.game.present()).is_empty());
        let seats: Vec<Seat> = question.seats.iter().collect();
        let seat = *self.random.pick(&seats);
        let moves = self.legal_moves(seat);
        let view = self.view(seat);
        let holds = (self.game.visible(seat).into_iter()).any(|card| view.face(card) == Some(question.face));
        assert_eq!(
            !moves.is_empty(),
            holds,
            "who holds the face plays it, and nobody else plays"
        );
        let denial = self.game.denial(seat).expect("the question is put to it");
        assert_eq!((denial.seat, denial.rule), (seat, question.rule));
        assert_eq!(denial.cards, self.game.visible(seat));
        assert_eq!(denial.test(&view), Some(!holds), "nobody can deny what he holds");
        assert_eq!(denial.test(&self.public), None);
        assert_eq!(self.twin.denial(seat).as_ref(), Ok(&denial));
        if holds {
            let mv = self.random.pick(&moves).clone();
            self.play(seat, &mv);
        } else {
            self.game.deny(seat, &mut self.events).expect("a denial");
            self.twin.deny(seat, &mut Vec::new()).expect("a denial");
            let before = self.game.clone();
            if let Due::Question(next) = self.game.due()
                && next.face == question.face
            {
                assert_eq!(next.seats, question.seats.without(seat));
                assert!(self.game.deny(seat, &mut self.events).is_err(), "nobody answers twice");
                assert_eq!(before, self.game);
            }
        }
    }

    /// What is out of turn, of another seat or of another moment is refused, and changes nothing.
    fn try_nonsense(&mut self, seat: Seat) {
        if !self.random.once_in(8) {
            return;
        }
        let mut game = self.game.clone();
        let mut events = Vec::new();
        assert!(game.settle(&self.truth, &mut events).is_err(), "no cards are due");
        for other in Seat::all(4) {
            assert!(game.denial(other).is_err(), "nothing was asked");
            assert!(game.deny(other, &mut events).is_err());
            for mv in self
                .game
                .legal_moves(seat, &self.truth)
                .iter()
                .take(20)
                .filter(|_| other != seat)
            {
                assert!(
                    game.play_open(other, mv, &self.truth, &mut events).is_err(),
                    "{mv} by seat {other}"
                );
                let hands = Seat::all(4).flat_map(|seat| self.game.visible(seat)).map(Some);
                for card in hands.chain([None]) {
                    assert!(game.plan(other, mv, card).is_err());
                    assert!(game.play(other, mv, card, &self.truth, &mut events).is_err());
                }
            }
        }
        // A card of somebody else, or of nobody, in place of one's own.
        let own = self.game.visible(seat);
        let far = Handle {
            pack: u32::MAX,
            index: u8::MAX,
        };
        let others = Seat::all(4)
            .flat_map(|other| self.game.visible(other))
            .filter(|card| !own.contains(card));
        let others: Vec<Handle> = others.chain([far]).collect();
        for mv in self.game.legal_moves(seat, &self.truth).iter().take(20) {
            let card = self.game.locate(seat, mv, &self.truth).expect("a legal move");
            for &other in others.iter().filter(|_| card.is_some()) {
                assert!(game.plan(seat, mv, Some(other)).is_err(), "{mv} with {other}");
                assert!(game.play(seat, mv, Some(other), &self.truth, &mut events).is_err());
            }
        }
        assert_eq!(game, self.game);
        assert!(events.is_empty());
    }
}
