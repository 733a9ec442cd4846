//! Random matches: the crate and the naive rules side by side.

use std::sync::LazyLock;

use majlis_rules::cards::Card;
use majlis_rules::face::{Face, FaceSet, PackKind};
use majlis_rules::four::{Event, Four, Phase};
use majlis_rules::game::{Game, GameEvent, RoundReport, Variant};
use majlis_rules::open::OpenMatch;
use majlis_rules::seat::Seat;
use majlis_rules::table::Table;

use crate::naive::Naive;

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
#[derive(Clone)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// Pack `number` of the match with this seed.
pub(crate) fn pack(seed: u64, number: u32) -> Vec<Face> {
    let mut random = Random(seed ^ (u64::from(number) << 32));
    let mut faces: Vec<Face> = PackKind::Cards.faces().iter().collect();
    for last in (1..faces.len()).rev() {
        faces.swap(last, random.below(last + 1));
    }
    faces
}

/// How the players of a random match tend to play, so that all corners of the rules are reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Any legal move.
    Any,
    /// Right matches wherever there are some: rows become empty.
    Right,
    /// Wrong matches and no calls: rows grow and the stock runs out.
    Wrong,
    /// Draws and discards: the stock runs out.
    Idle,
}

pub(crate) const STYLES: [Style; 4] = [Style::Any, Style::Right, Style::Wrong, Style::Idle];

/// A random match in play.
pub(crate) struct Walk {
    pub(crate) open: OpenMatch<Four>,
    pub(crate) naive: Naive,
    pub(crate) random: Random,
    /// The moves so far, leaves among them.
    pub(crate) record: Vec<String>,
    pub(crate) rounds: Vec<Vec<Option<u32>>>,
    /// What of note happened since the last look.
    pub(crate) corners: Vec<String>,
    events: Vec<Event>,
    seed: u64,
    style: Style,
}

/// More packs than a match takes.
const PACKS: u32 = 200;

static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| Card::all().map(|card| card.to_string()).collect());

/// The match with this seed by the naive rules.
pub(crate) fn naive_match(seats: u8, seed: u64, packs: u32) -> Naive {
    let texts = |number| {
        pack(seed, number)
            .iter()
            .map(|face| NAMES[usize::from(face.number())].as_str())
            .collect()
    };
    Naive::new(usize::from(seats), (0..packs).map(texts).collect())
}

/// Carries on until somebody has to move.
pub(crate) fn advance(open: &mut OpenMatch<Four>, seed: u64, events: &mut Vec<Event>) -> Option<Seat> {
    let running = open.game().live_packs().first().copied().unwrap_or(0);
    let mut number = running + u32::from(open.game().phase() != Phase::Deal);
    let mut packs = |_: PackKind, _: FaceSet| {
        number += 1;
        Some(pack(seed, number - 1))
    };
    open.advance(&mut packs, events).unwrap()
}

impl Walk {
    pub(crate) fn new(seats: u8, seed: u64, style: Style) -> Self {
        let mut walk = Self {
            open: OpenMatch::new(Four::new(&Table::new(seats)).unwrap()),
            naive: naive_match(seats, seed, PACKS),
            random: Random(seed),
            record: Vec::new(),
            rounds: Vec::new(),
            corners: Vec::new(),
            events: Vec::new(),
            seed,
            style,
        };
        advance(&mut walk.open, seed, &mut walk.events);
        walk
    }

    /// Makes one random move, or a leave in `leaves` of a hundred cases. False where the match is over.
    pub(crate) fn step(&mut self, leaves: usize) -> bool {
        let Some(mover) = self.open.game().turn() else {
            return false;
        };
        let last_turns = self.open.game().caller().is_some();
        if self.random.percent(leaves) {
            let present: Vec<Seat> = self.open.game().present().iter().collect();
            let leaver = present[self.random.below(present.len())];
            self.open.leave(leaver, &mut self.events).unwrap();
            self.naive.leave(leaver.index());
            self.record.push(format!("leave {leaver}"));
        } else {
            let text = self.choose(mover);
            let mv = self.open.game().parse_move(&text).unwrap();
            self.open.play(mover, &mv, &mut self.events).unwrap();
            self.naive.play(&text);
            self.record.push(text);
        }
        self.advance();
        if last_turns && self.corners.iter().any(|corner| corner == "EmptyStock") {
            self.corners.push("stock empty in the last turns".into());
        }
        true
    }

    pub(crate) fn advance(&mut self) {
        advance(&mut self.open, self.seed, &mut self.events);
        let last = self.record.last().and_then(|text| text.split(' ').next());
        self.corners.extend(last.map(String::from));
        self.corners.extend(corners(&self.events));
        for event in self.events.drain(..) {
            if let Some(RoundReport::Sums(sums)) = event.round() {
                self.rounds.push(sums);
            }
        }
    }

    fn choose(&mut self, mover: Seat) -> String {
        let mut moves: Vec<String> = self.open.legal_moves(mover).iter().map(ToString::to_string).collect();
        let rank = |text: &str| text[..text.len() - 1].to_string();
        let hand = self.naive.hand.map(rank);
        let is_right = |text: &String| {
            let pointed = text.strip_prefix("match ").and_then(|at| at.split_once('.'));
            let card = pointed.and_then(|(seat, slot)| {
                self.naive.rows[seat.parse::<usize>().unwrap()][slot.parse::<usize>().unwrap()]
            });
            card.map(rank) == hand
        };
        let matches = |text: &String| text.starts_with("match");
        let wanted: Vec<String> = match self.style {
            Style::Any => Vec::new(),
            Style::Right => moves
                .iter()
                .filter(|text| *text == "draw" || matches(text) && is_right(text))
                .cloned()
                .collect(),
            Style::Wrong => moves
                .iter()
                .filter(|text| *text == "draw" || matches(text) && !is_right(text))
                .cloned()
                .collect(),
            Style::Idle => moves
                .iter()
                .filter(|text| ["draw", "discard"].contains(&text.as_str()))
                .cloned()
                .collect(),
        };
        if !wanted.is_empty() && self.random.percent(90) {
            moves = wanted;
        }
        moves.swap_remove(self.random.below(moves.len()))
    }

    /// The crate and the naive rules agree on everything that lies on the table.
    pub(crate) fn compare(&self) {
        let game = self.open.game();
        let text = |card: Card| card.to_string();
        let face = |handle| text(Card::from_face(self.open.face(handle).unwrap()).unwrap());
        assert_eq!(game.totals(), self.naive.totals);
        assert_eq!(self.rounds, self.naive.rounds);
        let outcome = game.outcome();
        let names = outcome.map(|outcome| outcome.iter().map(|outcome| outcome.name()).collect::<Vec<_>>());
        assert_eq!(names, self.naive.outcome);
        if names.is_some() {
            return;
        }
        for (seat, row) in Seat::all(game.seats()).zip(&self.naive.rows) {
            let slots: Vec<_> = game.slots(seat).map(|card| card.map(face)).collect();
            assert_eq!(slots, row.iter().map(|card| card.map(String::from)).collect::<Vec<_>>());
        }
        assert_eq!(game.turn().map(Seat::index), Some(self.naive.turn));
        assert_eq!(usize::from(game.stock()), self.naive.stock.len());
        assert_eq!(game.stock_top().map(face).as_deref(), self.naive.stock.first().copied());
        assert_eq!(
            game.pile().iter().map(|top| text(top.card)).collect::<Vec<_>>(),
            self.naive.pile
        );
        assert_eq!(game.drawn().map(|(_, card)| face(card)).as_deref(), self.naive.hand);
        let hole = match game.phase() {
            Phase::Give { hole } => Some((hole.seat.index(), usize::from(hole.index))),
            _ => None,
        };
        assert_eq!(hole, self.naive.hole);
    }
}

/// Names for what happened in one ply.
fn corners(events: &[Event]) -> Vec<String> {
    let has = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
    let side = |own: bool| if own { "own" } else { "opponent" };
    let mut names = Vec::new();
    for event in events {
        names.push(match event {
            Event::RoundEnded { cause } => format!("{cause:?}"),
            Event::Matched { seat, slot } => format!("right match, {}", side(slot.seat == *seat)),
            Event::Mismatched { seat, slot, .. } => format!("wrong match, {}", side(slot.seat == *seat)),
            _ => continue,
        });
    }
    if has(|event| matches!(event, Event::Gave { .. })) && names.iter().any(|name| name == "EmptyRow") {
        names.push("row emptied by a give".into());
    }
    if has(|event| matches!(event, Event::Mismatched { .. })) && !has(|event| matches!(event, Event::Penalty { .. })) {
        names.push("wrong match without a penalty".into());
    }
    names
}
