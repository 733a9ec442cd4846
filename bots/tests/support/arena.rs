//! A table for bots: an open match of which each bot sees its person's view, its looks and the events.

// Each of the programs that share it uses a part; and it is a test's, so what goes wrong stops it.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use majlis_bots::Bot;
use majlis_rules::face::{Face, FaceSet, Faces, Handle, PackKind};
use majlis_rules::game::{Game, GameEvent, Outcome, View};
use majlis_rules::open::OpenMatch;
use majlis_rules::registry::{AnyEvent, AnyGame, AnyMove, GameId};
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::{OptionValue, Table};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

/// A match in play.
pub(crate) struct Arena {
    table: OpenMatch<AnyGame>,
    packs: Xoshiro256PlusPlus,
    persons: Vec<SeatSet>,
    bots: Vec<Box<dyn Bot>>,
    events: Vec<AnyEvent>,
}

impl Arena {
    /// A match whose packs come from `seed`; `seat_bot` gives each person's bot, by person.
    pub(crate) fn new(game: GameId, table: &Table, seed: u64, mut seat_bot: impl FnMut(usize) -> Box<dyn Bot>) -> Self {
        let start = game.start(table).unwrap();
        let persons = start.persons();
        Self {
            bots: (0..persons.len()).map(&mut seat_bot).collect(),
            persons,
            table: OpenMatch::new(start),
            packs: Xoshiro256PlusPlus::seed_from_u64(seed),
            events: Vec::new(),
        }
    }

    /// Carries on to the next move and tells every bot what happened. Gives the seat to move.
    pub(crate) fn advance(&mut self) -> Option<Seat> {
        let packs = &mut self.packs;
        let mut shuffled = |_: PackKind, faces: FaceSet| {
            let mut pack: Vec<Face> = faces.iter().collect();
            pack.shuffle(packs);
            Some(pack)
        };
        let seat = self.table.advance(&mut shuffled, &mut self.events).unwrap();
        for person in 0..self.persons.len() {
            let view = self.view(person);
            let looked = self.looked(person);
            self.bots[person].observe(&view, &self.events, &looked);
        }
        seat
    }

    /// What a person's bot was told last: the events, which the next move forgets.
    pub(crate) fn events(&self) -> &[AnyEvent] {
        &self.events
    }

    /// The cards that a person was let look at with the last events.
    pub(crate) fn looked(&self, person: usize) -> Vec<(Handle, Face)> {
        let looks = self.events.iter().filter_map(GameEvent::look);
        looks
            .filter(|(seat, _)| self.persons[person].contains(*seat))
            // A look at the end of a round is of a pack that is put away by now.
            .filter_map(|(_, card)| Some((card, self.table.face(card)?)))
            .collect()
    }

    /// What a person sees.
    pub(crate) fn view(&self, person: usize) -> View<AnyGame> {
        View::new(self.table.game().clone(), self.persons[person], self.table.faces())
    }

    /// What a person would see if the cards that it may not see had been shuffled among themselves.
    pub(crate) fn view_of_shuffled_rest(&self, person: usize, seed: u64) -> View<AnyGame> {
        let game = self.table.game();
        let seen = self.view(person);
        let hidden: Vec<(Handle, Face)> = self
            .table
            .faces()
            .iter()
            .filter(|(card, _)| seen.face(*card).is_none())
            .collect();
        let mut faces: Vec<Face> = hidden.iter().map(|(_, face)| *face).collect();
        faces.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let mut shuffled = self.table.faces().clone();
        for ((card, _), face) in hidden.into_iter().zip(faces) {
            shuffled.learn(card, face);
        }
        View::new(game.clone(), self.persons[person], &shuffled)
    }

    /// Whose seat it is.
    pub(crate) fn person(&self, seat: Seat) -> usize {
        self.persons.iter().position(|seats| seats.contains(seat)).unwrap()
    }

    /// The move that the seat's bot chooses on its person's view.
    pub(crate) fn ask(&mut self, seat: Seat, view: &View<AnyGame>) -> Option<AnyMove> {
        let person = self.person(seat);
        self.bots[person].choose(seat, view)
    }

    /// Makes a move.
    pub(crate) fn play(&mut self, seat: Seat, mv: &AnyMove) {
        self.events.clear();
        if let Err(illegal) = self.table.play(seat, mv, &mut self.events) {
            panic!("{}: {mv} of seat {seat}: {illegal}", self.table.game().id());
        }
    }

    /// A seat leaves.
    pub(crate) fn leave(&mut self, seat: Seat) {
        self.table.leave(seat, &mut self.events).unwrap();
    }

    /// Plays to the end and gives the outcome of each seat and the number of moves.
    pub(crate) fn finish(mut self) -> (Vec<Outcome>, u32) {
        let mut plies = 0;
        while let Some(seat) = self.advance() {
            let view = self.view(self.person(seat));
            let mv = self
                .ask(seat, &view)
                .unwrap_or_else(|| panic!("seat {seat} does not move"));
            self.play(seat, &mv);
            plies += 1;
            assert!(plies < 50_000, "{} does not end", self.table.game().id());
        }
        (self.table.game().outcome().unwrap(), plies)
    }

    /// The match, with every card known.
    pub(crate) const fn table(&self) -> &OpenMatch<AnyGame> {
        &self.table
    }

    /// The bots, by person.
    pub(crate) fn bots(&self) -> &[Box<dyn Bot>] {
        &self.bots
    }
}

/// Every table at which a game can be played: all seat counts with all values of all options, one beside the other, but for
/// options whose value is drawn by lot.
pub(crate) fn tables(game: GameId) -> Vec<Table> {
    let mut tables: Vec<Table> = game.seats().iter().map(|&seats| Table::new(seats)).collect();
    for option in game
        .options()
        .iter()
        .filter(|option| game.drawn_seat() != Some(option.key))
    {
        tables = tables
            .iter()
            .flat_map(|table| {
                option
                    .allowed
                    .iter()
                    .map(|&value| table.clone().with(option.key, value))
            })
            .collect();
    }
    tables.retain(|table| game.start(table).is_ok());
    tables
}

/// A table in words: `4 seats, partners true`.
pub(crate) fn describe(table: &Table) -> String {
    let options = table
        .options
        .iter()
        .map(|(key, value): (&str, OptionValue)| format!(", {key} {value}"));
    format!("{} seats{}", table.seats, options.collect::<String>())
}

/// The seed of match number `number` of a series.
pub(crate) fn seed(series: u64, number: u64) -> u64 {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(series.rotate_left(32) ^ number);
    random.next_u64()
}
