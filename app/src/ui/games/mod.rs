//! The table of each game on the screen, and what all of them share.
//!
//! A game has a folder here with a type that implements [`GameTable`], and a line in [`TABLES`]. The table draws the game and
//! nothing round it: persons, turn, clock, move list, shield and leaving belong to the frame, which is the same for all games.

pub mod arkan;
pub mod cards;
pub mod domino;
pub mod four;
pub mod illustrations;
pub mod jackaroo;
pub mod lessons;
pub mod pieces;
pub mod positions;
pub mod press;
pub mod spot;

use egui::{Painter, Rect};
use majlis_referee::party::PartyId;
use majlis_referee::told::Told;
use majlis_rules::game::{Game as _, View};
use majlis_rules::registry::{AnyGame, AnyMove, GameId};
use majlis_rules::seat::{Seat, SeatSet};

use super::sound::Cue;
use super::style::Style;
use super::words::Words;

/// A table of one game on the screen: what is lifted, hovered, on its way. Knows nothing of the network.
pub trait GameTable: Send {
    /// A step has come: start what is to be seen moving. `scene.view` is how the table looks *after* it, `told.looks` what was
    /// shown to me alone with it.
    fn told(&mut self, told: &Told, scene: &Scene<'_>);

    /// Draws the table into the space that is left, and gives the move that the person has decided on, in the notation of
    /// `judge.md`: one of `scene.legal`.
    fn show(&mut self, ui: &mut egui::Ui, scene: &Scene<'_>) -> Option<String>;

    /// Whether something still moves. Then the next step waits, and another frame is asked for. A peek's ring that runs out is
    /// motion too; it asks for its own frames and does not hold up the match, so it does not count here.
    fn is_moving(&self, now: f64) -> bool;

    /// What stands beside a person's name, worded and short: score, tiles in hand. The frame draws it.
    fn standing(&self, scene: &Scene<'_>, person: &Person) -> Vec<String> {
        let scores = scene.view.state().scores();
        let score = person.seats.iter().find_map(|seat| scores.get(seat.index()).copied());
        let line = |score| scene.words.with("score", &[("score", i64::from(score).into())]);
        score.map(line).into_iter().collect()
    }

    /// What is heard with a step. `told` is the same as in [`GameTable::told`].
    fn cues(&self, told: &Told) -> Vec<Cue> {
        let _ = told;
        Vec::new()
    }

    /// The keys of the table, for the list under F1: how a key is written, and the name of the text that says what it does.
    fn keys(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}

/// A person at the table, as a screen knows him.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// Who, in the log.
    pub party: PartyId,
    /// The name the person goes by.
    pub name: String,
    /// The seats, none before the lot. More than one in two-person Jackaroo.
    pub seats: SeatSet,
    /// Whether it is the one who looks at this screen.
    pub me: bool,
    /// Whether the program plays for this person.
    pub bot: bool,
    /// Whether the person is there.
    pub presence: Presence,
}

/// Whether somebody is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Presence {
    /// At the table.
    #[default]
    Here,
    /// Not reached at the moment.
    Away,
    /// Out of the match.
    Left,
}

/// What a table is drawn from.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The table as I see it. [`View::state`] is the game, [`View::face`](majlis_rules::face::Faces::face) what I see of a card,
    /// [`View::seats`] the seats that are mine (none for a watcher).
    pub view: &'a View<AnyGame>,
    /// Everybody, in party order.
    pub persons: &'a [Person],
    /// Whose turn it is, where it is somebody's.
    pub turn: Option<Seat>,
    /// My legal moves; empty unless I have to decide something now. Listed once a step, not once a frame.
    pub legal: &'a [AnyMove],
    /// How things look.
    pub style: &'a Style,
    /// How things are said.
    pub words: &'a Words,
    /// The frame's time, in seconds.
    pub now: f64,
}

impl Scene<'_> {
    /// The seat nearest to the one who looks: the first of his own, seat 0 for a watcher.
    #[must_use]
    pub fn near(&self) -> Seat {
        let mine = self.view.seats().iter().next();
        mine.unwrap_or(FIRST)
    }

    /// Whether I have to decide something now.
    #[must_use]
    pub fn is_mine(&self) -> bool {
        !self.legal.is_empty()
    }

    /// The person at a seat.
    #[must_use]
    pub fn person(&self, seat: Seat) -> Option<&Person> {
        self.persons.iter().find(|person| person.seats.contains(seat))
    }

    /// The name of the person at a seat.
    #[must_use]
    pub fn name(&self, seat: Seat) -> String {
        match self.person(seat) {
            Some(person) => person.name.clone(),
            None => self
                .words
                .with("seat", &[("seat", i64::from(seat.number() + 1).into())]),
        }
    }
}

const FIRST: Seat = match Seat::new(0) {
    Some(seat) => seat,
    None => unreachable!(),
};

/// Paints a position and nothing else, for the rules, for replays and for pictures: no interaction, no motion.
pub type Paint = fn(&Painter, Rect, &Scene<'_>);

/// Paints a position small, as a picture of a whole table: laid out as if it were `width` points wide, and then made smaller.
pub fn miniature(
    painter: &Painter,
    rect: Rect,
    width: f32,
    paint: impl FnOnce(&Painter, Rect, &Scene<'_>),
    scene: &Scene<'_>,
) {
    let scale = rect.width() / width;
    if scale <= 0.0 {
        return;
    }
    let large = Rect::from_min_size(egui::Pos2::ZERO, rect.size() / scale);
    let list = |painter: &Painter| {
        let layer = painter.layer_id();
        painter.ctx().graphics_mut(|graphics| graphics.entry(layer).next_idx())
    };
    let (clip, layer) = (painter.clip_rect(), painter.layer_id());
    let start = list(painter);
    let mut apart = painter.clone();
    apart.set_clip_rect(large);
    paint(&apart, large, scene);
    let end = list(painter);
    let transform = egui::emath::TSTransform::new(rect.min.to_vec2(), scale);
    painter.ctx().graphics_mut(|graphics| {
        let list = graphics.entry(layer);
        list.transform_range(start, end, transform);
        for at in start.0..end.0 {
            list.mutate_shape(egui::layers::ShapeIdx(at), |shape| {
                shape.clip_rect = shape.clip_rect.intersect(clip).intersect(rect);
            });
        }
    });
}

/// A game's table in the registry.
pub struct TableEntry {
    /// Which game.
    pub game: GameId,
    /// Makes its table.
    pub table: fn() -> Box<dyn GameTable>,
    /// Paints one of its positions.
    pub paint: Paint,
}

/// Every table, a line a game.
pub const TABLES: &[TableEntry] = &[
    TableEntry {
        game: GameId::Arkan,
        table: arkan::table,
        paint: arkan::paint,
    },
    TableEntry {
        game: GameId::Domino,
        table: domino::table,
        paint: domino::paint,
    },
    four::ENTRY,
    jackaroo::ENTRY,
];

/// The table of a game.
#[must_use]
pub fn table_of(game: GameId) -> Option<&'static TableEntry> {
    TABLES.iter().find(|entry| entry.game == game)
}
