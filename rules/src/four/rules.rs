//! The numbered rules that a move can break.

use crate::rule::Rule;

/// A turn takes just one card, from the stock or from the pile, or calls.
pub const ONE_CARD: Rule = Rule::new("four.6");
/// A card from the pile goes into the mover's own row.
pub const FROM_THE_PILE: Rule = Rule::new("four.7");
/// A card from the stock is kept, discarded, used for its power or matched.
pub const FROM_THE_STOCK: Rule = Rule::new("four.8");
/// What the powers do, and which ranks have them.
pub const POWERS: Rule = Rule::new("four.9");
/// Only a slot that holds a card can be pointed at.
pub const SLOT_HOLDS_A_CARD: Rule = Rule::new("four.11");
/// The drawn card is shown, and a face-down card pointed at.
pub const MATCHING: Rule = Rule::new("four.12");
/// The hole of a right match on an opponent's card is filled from the mover's own row.
pub const FILL_THE_HOLE: Rule = Rule::new("four.14");
/// Calling is instead of drawing, and once a round.
pub const CALLING: Rule = Rule::new("four.20");
/// At the end of a round all rows are turned up.
pub const COUNTING: Rule = Rule::new("four.25");
