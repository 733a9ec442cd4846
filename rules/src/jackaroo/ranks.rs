//! What each rank does (jackaroo.10 to jackaroo.16), and the numbers of the rules.

use crate::cards::Rank;
use crate::rule::Rule;

/// All marbles start at home, three or four a seat.
pub const MARBLES: Rule = Rule::new("jackaroo.4");
/// If no card can be played, one is burned; and only then.
pub const BURN: Rule = Rule::new("jackaroo.9");
/// Only an ace or a king brings a marble out of home.
pub const OUT: Rule = Rule::new("jackaroo.10");
/// 2, 3, 6, 8, 9, 10 and the queen move one marble of yours forward by their number.
pub const NUMBERS: Rule = Rule::new("jackaroo.11");
/// What an ace and a king can do.
pub const ACE_AND_KING: Rule = Rule::new("jackaroo.12");
/// The four goes back four cells and does nothing else.
pub const FOUR: Rule = Rule::new("jackaroo.13");
/// The five moves any marble on the track five forward.
pub const FIVE: Rule = Rule::new("jackaroo.14");
/// The seven: all with one marble, or split between two.
pub const SEVEN: Rule = Rule::new("jackaroo.15");
/// The jack swaps a marble of yours with an opponent's.
pub const JACK: Rule = Rule::new("jackaroo.16");
/// A marble on its own base is not passed, not captured, not swapped.
pub const OWN_BASE: Rule = Rule::new("jackaroo.19");
/// The front of a block is not passed, not captured, not swapped.
pub const BLOCK: Rule = Rule::new("jackaroo.20");
/// A marble never jumps over a marble of its own colour.
pub const OWN_COLOUR: Rule = Rule::new("jackaroo.22");
/// The safe zone is entered with a number that ends on a free cell of it.
pub const ENTRANCE: Rule = Rule::new("jackaroo.26");
/// A marble in its safe zone is out of reach.
pub const SAFE_ZONE: Rule = Rule::new("jackaroo.28");
/// Whoever has all marbles in plays with the partner's.
pub const FOR_THE_PARTNER: Rule = Rule::new("jackaroo.30");

pub(super) const FOUR_RANK: u8 = 4;
pub(super) const FIVE_RANK: u8 = 5;
pub(super) const SEVEN_RANK: u8 = 7;
pub(super) const JACK_RANK: u8 = Rank::JACK.number();
pub(super) const KING_RANK: u8 = Rank::KING.number();

/// The rule that says what a rank does.
#[must_use]
pub const fn rule_of(rank: Rank) -> Rule {
    match rank.number() {
        1 | KING_RANK => ACE_AND_KING,
        FOUR_RANK => FOUR,
        FIVE_RANK => FIVE,
        SEVEN_RANK => SEVEN,
        JACK_RANK => JACK,
        _ => NUMBERS,
    }
}

/// Whether the rank brings a marble out of home (jackaroo.10).
#[must_use]
pub const fn brings_out(rank: Rank) -> bool {
    matches!(rank.number(), 1 | KING_RANK)
}

/// By how many cells the rank moves a whole marble, back where negative. The seven can be split besides; the jack moves none.
#[must_use]
pub const fn strides(rank: Rank) -> &'static [i8] {
    match rank.number() {
        1 => &[1, 11],
        2 => &[2],
        3 => &[3],
        FOUR_RANK => &[-4],
        FIVE_RANK => &[5],
        6 => &[6],
        SEVEN_RANK => &[7],
        8 => &[8],
        9 => &[9],
        10 => &[10],
        12 => &[12],
        KING_RANK => &[13],
        _ => &[],
    }
}

/// What the rank does, as half a sentence that follows "the 9C".
pub(super) const fn does(rank: Rank) -> &'static str {
    match rank.number() {
        1 => "brings a marble of yours out, or moves one 1 or 11 forward",
        2 => "moves one marble of yours 2 forward",
        3 => "moves one marble of yours 3 forward",
        FOUR_RANK => "moves one marble of yours 4 back",
        FIVE_RANK => "moves any one marble on the track 5 forward",
        6 => "moves one marble of yours 6 forward",
        SEVEN_RANK => "moves one marble of yours 7 forward, or two of yours 7 together",
        8 => "moves one marble of yours 8 forward",
        9 => "moves one marble of yours 9 forward",
        10 => "moves one marble of yours 10 forward",
        JACK_RANK => "swaps a marble of yours, named first, with an opponent's",
        12 => "moves one marble of yours 12 forward",
        _ => "brings a marble of yours out, or moves one 13 forward",
    }
}
