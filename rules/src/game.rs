//! The one trait that all games share.

use core::fmt::{Debug, Display};

use crate::canon::Canon;
use crate::face::{Face, FaceSet, Faces, Handle, Knowledge, PackKind};
use crate::rule::{Illegal, NotAMove, Rule};
use crate::seat::{Seat, SeatSet};
use crate::table::{OptionSpec, Table, TableError};

/// What a game waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Due {
    /// A move of one seat: [`Game::play`].
    Turn(Seat),
    /// An answer from each of several seats, in parallel: [`Game::play`] of who holds the face, [`Game::deny`]
    /// of everybody else.
    Question(Question),
    /// Card operations, all of them; then [`Game::settle`].
    Cards(Vec<CardOp>),
    /// Nothing more: the match is over and [`Game::outcome`] says how it ended.
    Nothing,
}

/// "Do you hold this face?", put to several seats at once (dominoes' search for the opener of round 1).
///
/// Who holds it plays the move that shows it; everybody else denies, with the requirement of [`Game::denial`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The seats that have not answered yet.
    pub seats: SeatSet,
    /// The face asked for.
    pub face: Face,
    /// The rule by which it is asked.
    pub rule: Rule,
}

/// Something to be done with cards. Rules ask for it; whoever holds the keys (or the open pack) does it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardOp {
    /// Make a fresh pack: all seats at the table shuffle these faces. Its handles are 0 to the number of faces - 1.
    Shuffle {
        /// The new pack's number: 0 for the first of the match, then one more each.
        pack: u32,
        /// What kind of faces.
        kind: PackKind,
        /// The faces in the pack, each once.
        faces: FaceSet,
    },
    /// Let one seat, and nobody else, see a card.
    Look {
        /// The card.
        card: Handle,
        /// Who may see it.
        seat: Seat,
    },
    /// Let everybody see a card.
    Open {
        /// The card.
        card: Handle,
    },
}

/// A card that the mover shows to everybody with the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Show {
    /// The card.
    pub card: Handle,
    /// What may be on it.
    pub faces: FaceSet,
    /// The rule that is broken where something else is on it.
    pub rule: Rule,
}

/// A rule about cards that stay hidden: on each of them is one of the permitted faces.
///
/// The judge tests it on the faces ([`Requirement::test`]); a referee asks for a proof that shows nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requirement {
    /// Whose cards they are.
    pub seat: Seat,
    /// The cards, in the order in which the seat holds them.
    pub cards: Vec<Handle>,
    /// What may be on each of them.
    pub faces: FaceSet,
    /// The rule that is broken where something else is on one.
    pub rule: Rule,
    /// The sentence for [`Illegal`] where it is broken.
    pub message: &'static str,
}

impl Requirement {
    /// Whether the requirement is met, judged on the faces that `faces` knows; `None` where one that matters is unknown.
    #[must_use]
    pub fn test(&self, faces: &dyn Faces) -> Option<bool> {
        let mut unknown = false;
        for &card in &self.cards {
            match faces.face(card) {
                Some(face) if self.faces.contains(face) => {}
                Some(_) => return Some(false),
                None => unknown = true,
            }
        }
        (!unknown).then_some(true)
    }

    /// The breach of this requirement.
    #[must_use]
    pub fn breach(&self) -> Illegal {
        Illegal::new(self.rule, self.message)
    }
}

/// What a move asks of the cards, besides what is public.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Plan {
    /// Cards that the mover shows with the move. Their faces have to be known to [`Game::play`].
    pub shows: Vec<Show>,
    /// Rules about cards that stay hidden.
    pub requires: Vec<Requirement>,
    /// Cards that will be opened to everybody once the move is made; the operations follow as [`Due::Cards`]. The mover's
    /// own part in opening them can travel with the move.
    pub opens: Vec<Handle>,
}

/// How a match ended for a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// Won.
    Win,
    /// Shared the top.
    Draw,
    /// Lost, or left.
    Loss,
}

impl Outcome {
    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

/// The points that a match of a game gives a person's profile (common.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points {
    /// For a win.
    pub win: u32,
    /// For a draw.
    pub draw: u32,
    /// For a loss, and for who left.
    pub loss: u32,
}

/// What came out of a finished round, in games that have rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RoundReport {
    /// Dominoes: a side scored.
    Scored {
        /// The seats of the side that won; none where nobody did.
        winner: SeatSet,
        /// What it scored.
        points: u32,
        /// Whether the round was blocked.
        blocked: bool,
    },
    /// Four Face-Down: what each seat's row came to, by seat; `None` for who has left.
    Sums(Vec<Option<u32>>),
}

/// What all events have in common, whatever the game.
pub trait GameEvent: Clone + Eq + Debug + Send + Sync + 'static {
    /// The round that ended with this event, if one did.
    fn round(&self) -> Option<RoundReport> {
        None
    }

    /// Who was let see which card with this event, if anybody was.
    fn look(&self) -> Option<(Seat, Handle)> {
        None
    }
}

/// The state of a match of one game: all that is public about it.
///
/// A state holds handles and public faces, never a hidden face; what somebody knows is [`Knowledge`], kept apart.
/// The life of a match is: ask [`due`](Game::due), give it that, ask again.
///
/// - [`Due::Turn`]: the seat's move comes in as text and perhaps a card. [`parse_move`](Game::parse_move) reads the text;
///   [`plan`](Game::plan) says which cards the mover shows with it and which requirements its hidden cards have to meet;
///   once the shown faces are known and the requirements are tested or proved, [`play`](Game::play) makes it.
/// - [`Due::Question`]: one of the seats plays, every other [`deny`](Game::deny)s.
/// - [`Due::Cards`]: the operations are carried out, then [`settle`](Game::settle) goes on with the faces that were opened.
///   A move whose outcome hangs on a card not seen before (Four Face-Down's match) is made in two phases this way.
/// - At any moment a seat may [`leave`](Game::leave). What was due before may then be void: ask again.
///
/// All methods that change the state either do so wholly or return an error and leave it untouched.
/// What happened is appended to `events`, in order.
pub trait Game: Clone + Eq + Debug + Send + Sync + Sized + 'static {
    /// A move, as the notation of `judge.md` writes it. `Display` writes exactly what [`Game::parse_move`] reads.
    type Move: Clone + Eq + Debug + Display + Send + Sync + 'static;
    /// What can happen.
    type Event: GameEvent;

    /// How many seats the table has.
    fn seats(&self) -> u8;

    /// The seats whose persons have not left.
    fn present(&self) -> SeatSet;

    /// The seats of each person, in the order of their first seats. One seat a person, but for two-person Jackaroo.
    fn persons(&self) -> Vec<SeatSet> {
        Seat::all(self.seats()).map(SeatSet::of).collect()
    }

    /// What the game waits for.
    fn due(&self) -> Due;

    /// The seat that moves once the card operations that are due are done, and the state as it will be then, where both can be
    /// said before: no card is opened, and none of the cards is shown to that seat's person. So he can think, and decide, while
    /// the operations are carried out; the move is made when they are done.
    fn next_turn(&self) -> Option<(Seat, Self)> {
        let Due::Cards(operations) = self.due() else {
            return None;
        };
        if operations
            .iter()
            .any(|operation| matches!(operation, CardOp::Open { .. }))
        {
            return None;
        }
        let mut after = self.clone();
        after.settle(&Knowledge::new(), &mut Vec::new()).ok()?;
        let Due::Turn(next) = after.due() else { return None };
        let person = self.persons().into_iter().find(|seats| seats.contains(next))?;
        let learns = |operation: &CardOp| matches!(operation, CardOp::Look { seat, .. } if person.contains(*seat));
        (!operations.iter().any(learns)).then_some((next, after))
    }

    /// Reads a move in the notation of `judge.md`, whether it is legal or not.
    ///
    /// # Errors
    /// Where the text is outside the notation.
    fn parse_move(&self, text: &str) -> Result<Self::Move, NotAMove>;

    /// The card of the seat's hand that `mv` means, where the move names one by its face; `None` where it names none.
    ///
    /// # Errors
    /// Where the seat is not known to hold it, with the rule that is broken.
    fn locate(&self, seat: Seat, mv: &Self::Move, faces: &dyn Faces) -> Result<Option<Handle>, Illegal>;

    /// Checks everything public about a move and says what it asks of the cards.
    ///
    /// `card` is the card that the move names by its face, as found by [`Game::locate`] or sent along by the mover.
    ///
    /// # Errors
    /// Where the move is illegal whatever the hidden cards are.
    fn plan(&self, seat: Seat, mv: &Self::Move, card: Option<Handle>) -> Result<Plan, Illegal>;

    /// Makes a move. `faces` has to know the faces of all cards that the [`plan`](Game::plan) shows; they are checked here.
    /// The plan's requirements are not: test or prove them first.
    ///
    /// # Errors
    /// Where the move is illegal, or a shown card's face is not known or not permitted.
    fn play(
        &mut self,
        seat: Seat,
        mv: &Self::Move,
        card: Option<Handle>,
        faces: &dyn Faces,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Illegal>;

    /// What a seat has to prove in order to deny the question that is due.
    ///
    /// # Errors
    /// Where no question is put to that seat.
    fn denial(&self, seat: Seat) -> Result<Requirement, Illegal> {
        Err(Illegal::new(
            crate::rule::common::TURN,
            format!("seat {seat} has no question to answer"),
        ))
    }

    /// Denies the question that is due. The requirement of [`denial`](Game::denial) is not checked here.
    ///
    /// # Errors
    /// Where no question is put to that seat.
    fn deny(&mut self, seat: Seat, events: &mut Vec<Self::Event>) -> Result<(), Illegal> {
        let _ = events;
        self.denial(seat).map(|_| ())
    }

    /// Goes on after the card operations of [`Due::Cards`]. `faces` has to know every card that was to be opened.
    ///
    /// # Errors
    /// Where no card operations are due, or the face of a card that was to be opened is not known.
    fn settle(&mut self, faces: &dyn Faces, events: &mut Vec<Self::Event>) -> Result<(), Illegal>;

    /// A seat's person leaves for good, at any moment.
    ///
    /// # Errors
    /// Where there is no such seat, it has left already, or the match is over (common.11).
    fn leave(&mut self, seat: Seat, events: &mut Vec<Self::Event>) -> Result<(), Illegal>;

    /// The legal moves of a seat, each once, in no particular order; none where the seat has nothing to play. Only faces
    /// that [`visible`](Game::visible) allows the seat are asked for.
    fn legal_moves(&self, seat: Seat, faces: &dyn Faces) -> Vec<Self::Move>;

    /// How many moves [`Game::legal_moves`] lists.
    fn count_legal(&self, seat: Seat, faces: &dyn Faces) -> usize {
        self.legal_moves(seat, faces).len()
    }

    /// How many sequences of two moves begin with a move of `seat`, where the game can tell without making the first of them.
    /// [`perft`](crate::perft::perft) asks; what it counts is the same either way.
    fn count_pairs(&self, seat: Seat) -> Option<u64> {
        let _ = seat;
        None
    }

    /// The cards that a seat may see now and that its screen shows (its hand; in Four Face-Down just the card in hand).
    /// Cards that lie face up are in the state itself.
    fn visible(&self, seat: Seat) -> Vec<Handle>;

    /// The packs of which some card can still be named by an operation or a move, ascending; a pack whose shuffle is due is
    /// one of them.
    fn live_packs(&self) -> Vec<u32>;

    /// The score of each seat, as `judge.md` defines it for the game.
    fn scores(&self) -> Vec<i32>;

    /// How the match ended for each seat, or `None` while it runs.
    fn outcome(&self) -> Option<Vec<Outcome>>;

    /// Appends the state's canonical bytes: equal states, and only they, have equal bytes, on every platform.
    fn encode(&self, canon: &mut Canon);

    /// The canonical bytes of [`Game::encode`].
    fn canonical_bytes(&self) -> Vec<u8> {
        let mut canon = Canon::new();
        self.encode(&mut canon);
        canon.into_bytes()
    }

    /// Makes a move with every card that matters known: what the judge does with an open record.
    ///
    /// # Errors
    /// Where the move is illegal, the rules about hidden cards among them.
    fn play_open(
        &mut self,
        seat: Seat,
        mv: &Self::Move,
        faces: &dyn Faces,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Illegal> {
        let card = self.locate(seat, mv, faces)?;
        let plan = self.plan(seat, mv, card)?;
        for requirement in &plan.requires {
            match requirement.test(faces) {
                Some(true) => {}
                Some(false) => return Err(requirement.breach()),
                None => {
                    return Err(Illegal::new(
                        crate::rule::common::HIDDEN_CARDS,
                        format!("the hand of seat {} is not known", requirement.seat),
                    ));
                }
            }
        }
        self.play(seat, mv, card, faces, events)
    }
}

/// A game that can be set up by its name: what the registry knows of it.
pub trait Variant: Game {
    /// Its name in records, options and files: `domino`.
    const ID: &'static str;
    /// How many seats it may have.
    const SEATS: &'static [u8];
    /// Its options.
    const OPTIONS: &'static [OptionSpec];
    /// What a match gives a person's profile.
    const POINTS: Points;
    /// Whether a match is made of rounds that are reported one by one ([`GameEvent::round`]).
    const HAS_ROUNDS: bool = false;
    /// The option whose value is a seat drawn by lot and not agreed on, if the game has one (jackaroo.7).
    const DRAWN_SEAT: Option<&'static str> = None;

    /// The state at the start of a match.
    ///
    /// # Errors
    /// Where the table does not fit the game.
    fn new(table: &Table) -> Result<Self, TableError>;
}

/// What somebody sees: the public state, and the faces that those seats may see now.
///
/// Made by a referee or judge with [`View::new`]; screens and bots get nothing else, but for the events shown to them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View<G> {
    state: G,
    seats: SeatSet,
    faces: Knowledge,
}

impl<G: Game> View<G> {
    /// The view of the person who holds `seats` (none for a watcher), filled from `faces` with what they may see and nothing else.
    #[must_use]
    pub fn new(state: G, seats: SeatSet, faces: &dyn Faces) -> Self {
        let mut seen = Knowledge::new();
        for card in seats.iter().flat_map(|seat| state.visible(seat)) {
            if let Some(face) = faces.face(card) {
                seen.learn(card, face);
            }
        }
        Self {
            state,
            seats,
            faces: seen,
        }
    }

    /// The public state.
    pub const fn state(&self) -> &G {
        &self.state
    }

    /// The seats whose view it is.
    #[must_use]
    pub const fn seats(&self) -> SeatSet {
        self.seats
    }

    /// The faces seen.
    #[must_use]
    pub const fn faces(&self) -> &Knowledge {
        &self.faces
    }

    /// The legal moves of one of the view's seats; none for any other seat.
    #[must_use]
    pub fn legal_moves(&self, seat: Seat) -> Vec<G::Move> {
        if self.seats.contains(seat) {
            self.state.legal_moves(seat, &self.faces)
        } else {
            Vec::new()
        }
    }
}

impl<G> Faces for View<G> {
    fn face(&self, card: Handle) -> Option<Face> {
        self.faces.face(card)
    }
}
