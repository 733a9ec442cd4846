//! Time at a table: clocks that stand still during a pause, a machine that slept, and what becomes of a turn when its time is up.

use std::time::{Duration, Instant, SystemTime};

use majlis_referee::agreement::Agreement;
use majlis_referee::session::Millis;
use majlis_rules::registry::GameId;
use majlis_rules::table::OptionValue;

/// How much later than intended one has to wake for it to count as sleep.
const SLEPT: Duration = Duration::from_secs(4);

/// The time of a session, which stands still while the match is paused.
#[derive(Debug)]
pub(crate) struct Time {
    start: Instant,
    held: Duration,
    held_since: Option<Instant>,
}

impl Time {
    pub(crate) fn new() -> Self {
        Self {
            start: Instant::now(),
            held: Duration::ZERO,
            held_since: None,
        }
    }

    /// The session's time.
    pub(crate) fn now(&self) -> Millis {
        let end = self.held_since.unwrap_or_else(Instant::now);
        let elapsed = end.saturating_duration_since(self.start).saturating_sub(self.held);
        Millis::try_from(elapsed.as_millis()).unwrap_or(Millis::MAX)
    }

    /// Lets the time stand still, or run.
    pub(crate) fn hold(&mut self, held: bool) {
        match (self.held_since, held) {
            (None, true) => self.held_since = Some(Instant::now()),
            (Some(since), false) => {
                self.held += since.elapsed();
                self.held_since = None;
            }
            _ => {}
        }
    }

    pub(crate) const fn is_held(&self) -> bool {
        self.held_since.is_some()
    }

    /// The moment at which it was `then`.
    pub(crate) fn moment(&self, then: Millis) -> Instant {
        let ago = Duration::from_millis(self.now().saturating_sub(then));
        let now = Instant::now();
        now.checked_sub(ago).unwrap_or(now)
    }
}

/// Watches for sleep: of the machine, which some clocks count and some do not, and of the program.
#[derive(Debug)]
pub(crate) struct Wakefulness {
    monotonic: Instant,
    wall: SystemTime,
}

impl Wakefulness {
    pub(crate) fn now() -> Self {
        Self {
            monotonic: Instant::now(),
            wall: SystemTime::now(),
        }
    }

    /// Whether more time has passed since than the wait that was intended.
    pub(crate) fn slept(&self, intended: Duration) -> bool {
        let wall = self.wall.elapsed().unwrap_or_default();
        self.monotonic.elapsed().max(wall) > intended.saturating_add(SLEPT)
    }
}

/// Whether the match is lost for whom the clock has run out; otherwise his program makes a real move for him (common.9).
#[must_use]
pub fn is_lost_on_time(agreement: &Agreement) -> bool {
    let persons = agreement.members.len();
    match agreement.game {
        GameId::Jackaroo => false,
        GameId::Domino => {
            let partners = agreement
                .table
                .options
                .iter()
                .any(|(key, value)| key == majlis_rules::domino::PARTNERS.key && value == OptionValue::Flag(true));
            persons == 2 || partners
        }
        GameId::Arkan | GameId::Four => persons == 2,
    }
}
