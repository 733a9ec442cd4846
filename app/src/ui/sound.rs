//! What is heard at a table.

/// A sound by what it tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Cue {
    /// A piece, tile, card or marble is put down.
    Place,
    /// Somebody knocks, or has nothing to play.
    Knock,
    /// A card or tile slides: drawn, dealt, swapped.
    Slide,
    /// A card is turned over.
    Flip,
    /// A marble is sent home; a match that failed.
    Capture,
    /// Something comes home: a marble into its safe zone, a match that was right.
    Home,
    /// It is your turn.
    Turn,
    /// The round is over.
    Round,
    /// You have won.
    Win,
    /// The match is over, and you have not won.
    Over,
}

impl Cue {
    /// Every cue.
    pub const ALL: [Self; 10] = [
        Self::Place,
        Self::Knock,
        Self::Slide,
        Self::Flip,
        Self::Capture,
        Self::Home,
        Self::Turn,
        Self::Round,
        Self::Win,
        Self::Over,
    ];
}
