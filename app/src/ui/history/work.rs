//! Work that takes long, on a thread of its own, so that no frame waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use crate::ui::feed::Wake;

/// How far something is, told from its thread.
#[derive(Clone)]
pub struct Progress {
    done: Arc<AtomicU64>,
    all: Arc<AtomicU64>,
    wake: Wake,
}

impl Progress {
    /// Says that so much of so much is done; asks for a frame where a hundredth more is done than before.
    pub fn tell(&self, done: u64, all: u64) {
        let part = |done: u64| done.saturating_mul(100).checked_div(all).unwrap_or(0);
        self.all.store(all, Ordering::Relaxed);
        let before = self.done.swap(done, Ordering::Relaxed);
        if part(before) != part(done) {
            (self.wake)();
        }
    }
}

/// Work on a thread of its own. What it gives comes in parts, in order.
pub struct Work<T> {
    given: Receiver<T>,
    done: Arc<AtomicU64>,
    all: Arc<AtomicU64>,
    running: bool,
}

impl<T: Send + 'static> Work<T> {
    /// Begins the work. It gives its parts to the function that it is handed, which asks for a frame.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn start(
        wake: Wake,
        work: impl FnOnce(&Progress, &mut dyn FnMut(T)) + Send + 'static,
    ) -> Result<Self, std::io::Error> {
        let (give, given): (Sender<T>, _) = mpsc::channel();
        let (done, all) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let progress = Progress {
            done: Arc::clone(&done),
            all: Arc::clone(&all),
            wake: Arc::clone(&wake),
        };
        thread::Builder::new().name("history".to_owned()).spawn(move || {
            work(&progress, &mut |part| {
                // Nobody waits for it any more where this fails.
                let _ = give.send(part);
                wake();
            });
            drop(give);
            wake();
        })?;
        Ok(Self {
            given,
            done,
            all,
            running: true,
        })
    }

    /// The next part, if it is there.
    pub fn take(&mut self) -> Option<T> {
        match self.given.try_recv() {
            Ok(part) => Some(part),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.running = false;
                None
            }
        }
    }

    /// Whether more may come.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.running
    }

    /// How much is done, and of how much; nothing of nothing before it is known.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn parts_come_in_order_and_frames_are_asked_for() {
        let woken = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&woken);
        let wake: Wake = Arc::new(move || {
            counter.fetch_add(1, Ordering::Relaxed);
        });
        let mut work = Work::start(wake, |progress, give| {
            for number in 0..1000u64 {
                progress.tell(number, 1000);
            }
            give(1);
            give(2);
        })
        .unwrap();
        let mut parts = Vec::new();
        while work.is_running() {
            parts.extend(work.take());
            thread::yield_now();
        }
        assert_eq!(parts, [1, 2]);
        assert_eq!(work.progress(), (999, 1000));
        let woken = woken.load(Ordering::Relaxed);
        assert!((100..=104).contains(&woken), "{woken}");
    }
}
