//! Work that takes longer than a frame may: it is done on a thread of its own, and what came of it is taken when it is there.

use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use egui::Context;

/// Work under way.
#[derive(Debug)]
pub struct Task<T>(Receiver<T>);

impl<T: Send + 'static> Task<T> {
    /// Begins it; a frame is asked for when it is done.
    pub fn begin(context: &Context, work: impl FnOnce() -> T + Send + 'static) -> Self {
        let (send, receive) = mpsc::channel();
        let context = context.clone();
        let work = move || {
            // Nobody may wait for it any more.
            let _ = send.send(work());
            context.request_repaint();
        };
        // Where the system gives no thread the work is lost, which [`Task::poll`] says.
        let _ = thread::Builder::new().name("task".to_owned()).spawn(work);
        Self(receive)
    }

    /// What came of it, once: `Some(None)` where it was lost, `None` while it goes on.
    pub fn poll(&self) -> Option<Option<T>> {
        match self.0.try_recv() {
            Ok(result) => Some(Some(result)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(None),
        }
    }

    /// Waits until it is done, or lost.
    pub fn wait(self) {
        let _ = self.0.recv();
    }
}
