//! The numbered rules of dominoes that an error can name.

use crate::rule::Rule;

/// Four players: the whole set is dealt, there is no boneyard.
pub const NO_BONEYARD: Rule = Rule::new("domino.3");
/// Who opens round 1: the holder of the highest double, or else of the highest tile.
pub const HIGHEST_OPENS: Rule = Rule::new("domino.5");
/// Round 1 is opened with that tile itself.
pub const OPENING_TILE: Rule = Rule::new("domino.6");
/// Later rounds: the next seat opens, with any tile of its hand.
pub const LATER_OPENING: Rule = Rule::new("domino.7");
/// A tile is joined to an open end, pips to pips; only the first tile of a round opens.
pub const JOINING: Rule = Rule::new("domino.8");
/// If you can play you must play.
pub const MUST_PLAY: Rule = Rule::new("domino.10");
/// Two players: draw until you can play or the boneyard is empty, and only then knock.
pub const DRAWING: Rule = Rule::new("domino.11");
/// At the end of every round all remaining hands are opened.
pub const HANDS_OPENED: Rule = Rule::new("domino.19");
