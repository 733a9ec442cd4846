//! What moves, and how long: times of the visual language, easing, and a value on its way.
//!
//! All motion follows the time of the frame that is drawn ([`Scene::now`](super::games::Scene::now)), so a test that sets the time
//! sees every stage of it. With reduced motion every [`span`](super::style::Style::span) is nothing, and things are where they
//! belong at once.

use egui::{Pos2, pos2};

/// How long something takes, by what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Span {
    /// A highlight that comes or goes: 0.12 s.
    Glow,
    /// A piece lifted or put back: 0.18 s.
    Lift,
    /// A piece or card that travels: 0.45 s.
    Travel,
    /// One step of a marble on its track: 0.11 s.
    Step,
    /// A card turned over: 0.35 s.
    Turn,
    /// A pause in which the eye takes in what happened: 0.5 s.
    Rest,
}

impl Span {
    /// In seconds, with motion.
    #[must_use]
    pub const fn seconds(self) -> f64 {
        match self {
            Self::Glow => 0.12,
            Self::Lift => 0.18,
            Self::Travel => 0.45,
            Self::Step => 0.11,
            Self::Turn => 0.35,
            Self::Rest => 0.5,
        }
    }
}

/// A motion from one moment to another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Motion {
    /// When it begins, in seconds of the frame's clock.
    pub start: f64,
    /// How long it takes, in seconds; nothing with reduced motion.
    pub length: f64,
}

impl Motion {
    /// A motion of this length from `start` on.
    #[must_use]
    pub const fn new(start: f64, length: f64) -> Self {
        Self { start, length }
    }

    /// When it is over.
    #[must_use]
    pub fn end(self) -> f64 {
        self.start + self.length
    }

    /// Whether it is not over yet.
    #[must_use]
    pub fn is_on(self, now: f64) -> bool {
        now < self.end()
    }

    /// How far it is, evenly, 0 to 1.
    #[must_use]
    pub fn part(self, now: f64) -> f32 {
        if self.length <= 0.0 {
            return if now < self.start { 0.0 } else { 1.0 };
        }
        (((now - self.start) / self.length) as f32).clamp(0.0, 1.0)
    }

    /// How far it is, starting and ending gently, 0 to 1.
    #[must_use]
    pub fn eased(self, now: f64) -> f32 {
        ease(self.part(now))
    }

    /// The point between two that it has come to.
    #[must_use]
    pub fn between(self, from: Pos2, to: Pos2, now: f64) -> Pos2 {
        let part = self.eased(now);
        pos2(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
    }
}

/// Slow, fast, slow: 0 to 0, 1 to 1.
#[must_use]
pub fn ease(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_motion_without_length_is_over_when_it_begins() {
        let motion = Motion::new(3.0, 0.0);
        assert!(!motion.is_on(3.0));
        assert_eq!(motion.part(2.9), 0.0);
        assert_eq!(motion.eased(3.0), 1.0);
    }

    #[test]
    fn easing_keeps_its_ends_and_never_goes_back() {
        assert_eq!(ease(-1.0), 0.0);
        assert_eq!(ease(2.0), 1.0);
        let mut last = 0.0;
        for step in 0..=100u16 {
            let now = ease(f32::from(step) / 100.0);
            assert!(now >= last);
            last = now;
        }
    }
}
