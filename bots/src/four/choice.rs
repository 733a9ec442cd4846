//! What each move is worth: by how much it is expected to make the player's row lower than the others'.

use majlis_rules::cards::Card;
use majlis_rules::face::FaceSet;
use majlis_rules::four::{Four, Move, Power, Slot, SlotPair};
use majlis_rules::game::Game;
use majlis_rules::seat::{Seat, SeatSet};

use super::memory::{Memory, POINT, worth_of};

/// What it is worth to learn a card of one's own row.
const OWN_KNOWN: i32 = 2 * POINT;
/// What it is worth to learn a card of another row.
const OTHERS_KNOWN: i32 = POINT / 2;
/// What an unseen card put in the place of a known one costs.
const LOST_SIGHT: i32 = POINT;
/// A card below this on the pile is a gift to the next player.
const GIFT: i32 = 5 * POINT;
/// By how much the row has to be lower than every other to call.
const MARGIN: i32 = 10 * POINT;
/// What each card of the row that was never seen adds to that margin.
const DOUBT: i32 = 3 * POINT;

/// A card of a row, as the player sees it.
#[derive(Clone, Copy)]
struct Lying {
    slot: Slot,
    known: Option<Card>,
    worth: i32,
}

/// A turn as its player sees it.
pub(super) struct Table<'a> {
    game: &'a Four,
    unseen: FaceSet,
    own: Vec<Lying>,
    others: Vec<Lying>,
    /// How many opponents there are, at least one.
    opponents: i32,
    /// Whether nobody has a turn after this one to use what the pile or the rows give.
    last: bool,
    /// Whether the player has no further turn in this round.
    over: bool,
}

impl<'a> Table<'a> {
    /// `None` where it is not the seat's turn.
    pub(super) fn of(game: &'a Four, memory: &Memory, seat: Seat) -> Option<Self> {
        if game.turn() != Some(seat) {
            return None;
        }
        let unseen = memory.unseen(game);
        let mean =
            unseen.iter().filter_map(Card::from_face).map(worth_of).sum::<i32>() / i32::from(unseen.len()).max(1);
        let row = |seat: Seat| {
            (0u8..).zip(game.slots(seat)).filter_map(move |(index, card)| {
                let card = card?;
                Some(Lying {
                    slot: Slot::new(seat, index),
                    known: memory.known(card),
                    worth: memory.worth(card, mean),
                })
            })
        };
        let opponents = game.present().without(seat);
        Some(Self {
            game,
            unseen,
            own: row(seat).collect(),
            others: opponents.iter().flat_map(row).collect(),
            opponents: i32::from(opponents.len()).max(1),
            last: game.last_turns() == SeatSet::of(seat),
            over: game.caller().is_some(),
        })
    }

    /// What can be done before a card is taken.
    pub(super) fn beginnings(&self) -> Vec<(Move, i32)> {
        let mut options = vec![(Move::Draw, self.draw())];
        if let Some(top) = self.game.pile().top() {
            let take = |lying: &Lying| (Move::Take(lying.slot), self.replace(lying, worth_of(top.card)));
            options.extend(self.own.iter().map(take));
        }
        if self.game.caller().is_none() && self.should_call() {
            options = vec![(Move::Call, 0)];
        }
        options
    }

    /// What a card from the stock is expected to be worth: each unseen card is equally likely, and the best is made of it.
    fn draw(&self) -> i32 {
        let best = |card: Card| self.uses(card).into_iter().map(|(_, score)| score).max();
        let sum: i32 = self.unseen.iter().filter_map(Card::from_face).filter_map(best).sum();
        sum / i32::from(self.unseen.len()).max(1)
    }

    fn should_call(&self) -> bool {
        let mine: i32 = self.own.iter().map(|lying| lying.worth).sum();
        let doubts = self.own.iter().filter(|lying| lying.known.is_none()).count();
        let theirs = |seat: Seat| -> i32 {
            let row = self.others.iter().filter(|lying| lying.slot.seat == seat);
            row.map(|lying| lying.worth).sum()
        };
        let seats: SeatSet = self.others.iter().map(|lying| lying.slot.seat).collect();
        let lowest = seats.iter().map(theirs).min().unwrap_or(0);
        mine + MARGIN + DOUBT * i32::try_from(doubts).unwrap_or(0) <= lowest
    }

    /// What can be done with a drawn card.
    pub(super) fn uses(&self, drawn: Card) -> Vec<(Move, i32)> {
        let worth = worth_of(drawn);
        let shown = -self.gift(worth);
        let mut options = vec![(Move::Discard, shown)];
        for lying in &self.own {
            options.push((Move::Keep(lying.slot), self.replace(lying, worth)));
        }
        for lying in self.own.iter().chain(&self.others) {
            if lying.known.is_some_and(|known| known.rank == drawn.rank) {
                options.push((Move::Match(lying.slot), self.matched(lying, drawn)));
            }
        }
        match Power::of(drawn.rank) {
            None => {}
            Some(Power::Peek) => self.looks(&self.own, OWN_KNOWN, Move::Peek, shown, &mut options),
            Some(Power::Spy) => self.looks(&self.others, OTHERS_KNOWN, Move::Spy, shown, &mut options),
            Some(Power::Swap) => {
                for own in &self.own {
                    for other in &self.others {
                        let swap = Move::Swap(SlotPair::new(own.slot, other.slot));
                        options.push((swap, shown + self.swapped(own, other)));
                    }
                }
            }
        }
        options
    }

    fn looks(&self, cards: &[Lying], gain: i32, look: fn(Slot) -> Move, shown: i32, options: &mut Vec<(Move, i32)>) {
        for lying in cards.iter().filter(|lying| lying.known.is_none() && !self.over) {
            // Of cards not seen, those taken to be high are the ones to know.
            options.push((look(lying.slot), shown + gain + lying.worth / POINT));
        }
    }

    /// What can be given after a right match on another's card: the highest goes.
    pub(super) fn gifts(&self) -> Vec<(Move, i32)> {
        self.own
            .iter()
            .map(|lying| (Move::Give(lying.slot), lying.worth))
            .collect()
    }

    /// A card of this worth in the place of one of the row, which goes on the pile.
    fn replace(&self, lying: &Lying, worth: i32) -> i32 {
        let seen = if lying.known.is_none() && !self.over {
            OWN_KNOWN
        } else {
            0
        };
        lying.worth - worth + seen - self.gift(lying.worth)
    }

    /// A right match: the slot is gone, and the drawn card too. On another's card the player gives his highest away.
    fn matched(&self, lying: &Lying, drawn: Card) -> i32 {
        let shown = self.gift(worth_of(drawn));
        if self.own.iter().any(|own| own.slot == lying.slot) {
            return lying.worth - shown;
        }
        let given = self.own.iter().map(|own| own.worth).max().unwrap_or(0);
        given + self.theirs(given - lying.worth) - shown
    }

    fn swapped(&self, own: &Lying, other: &Lying) -> i32 {
        let gain = own.worth - other.worth;
        let lost = if own.known.is_some() && other.known.is_none() && !self.over {
            LOST_SIGHT
        } else {
            0
        };
        gain + self.theirs(gain) - lost
    }

    /// What it is worth that one opponent's row grows by this much: with more opponents each matters less.
    fn theirs(&self, growth: i32) -> i32 {
        growth / self.opponents
    }

    /// What a card on top of the pile costs, as the next player may take it.
    fn gift(&self, worth: i32) -> i32 {
        if self.last {
            0
        } else {
            (GIFT - worth).max(0) / self.opponents
        }
    }
}
