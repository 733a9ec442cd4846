//! A match that is watched: the log of others, checked and told as far as it is public.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use majlis_referee::agreement::Closing;
use majlis_referee::assemble::Assembler;
use majlis_referee::error::{BadLog, Refusal};
use majlis_referee::item::{Item, Sealed};
use majlis_referee::replay::{Checking, Match};
use majlis_referee::told::{self, Told};
use tokio::sync::OwnedSemaphorePermit;

use super::{Out, Said};
use crate::event::MatchEvent;
use crate::reason::Failed;
use crate::table_id::TableId;

/// What a watcher is told; permits are given back when it is dealt with.
#[derive(Debug)]
pub(crate) enum Seen {
    /// The log begins anew.
    Closing(Sealed, OwnedSemaphorePermit),
    /// The next item of the log.
    Item(Item, OwnedSemaphorePermit),
    /// The log goes on with this step; what came before it is whole.
    Standing(u64, OwnedSemaphorePermit),
}

/// Watches until the match is over or something is wrong with its log.
pub(super) fn run(table: TableId, closing: &Arc<Closing>, inputs: &Receiver<Seen>, out: &Out) {
    let id = closing.match_id();
    let event = |event| {
        let _ = out.send((id, Said::Event(event)));
    };
    let mut watch: Option<Watch> = None;
    while let Ok(seen) = inputs.recv() {
        let taken = match seen {
            Seen::Closing(sealed, _permit) => begin(sealed).and_then(|begun| {
                if begun.state.place().match_id != id {
                    return Err(Refusal::OtherMatch);
                }
                event(MatchEvent::Began {
                    table,
                    closing: Arc::clone(closing),
                    party: None,
                    resumed: false,
                });
                watch = Some(begun);
                Ok(())
            }),
            Seen::Item(item, _permit) => watch.as_mut().map_or(Ok(()), |watch| {
                watch.assembler.feed(item);
                watch.take(false, &event)
            }),
            Seen::Standing(step, _permit) => watch.as_mut().map_or(Ok(()), |watch| {
                watch.take(true, &event)?;
                if watch.state.place().step == step {
                    Ok(())
                } else {
                    Err(Refusal::Log(BadLog::StepsMissing))
                }
            }),
        };
        if let Err(refusal) = taken {
            event(MatchEvent::Failed(Failed::Watched(refusal)));
            return;
        }
    }
}

struct Watch {
    state: Match,
    assembler: Assembler,
    finished: bool,
}

fn begin(sealed: Sealed) -> Result<Watch, Refusal> {
    Ok(Watch {
        state: Match::new(Arc::new(sealed.closing()?))?,
        assembler: Assembler::new(),
        finished: false,
    })
}

impl Watch {
    /// Takes the steps that are whole.
    fn take(&mut self, at_end: bool, event: &dyn Fn(MatchEvent)) -> Result<(), Refusal> {
        while let Some(slots) = self.assembler.next_step(&self.state, at_end)? {
            let did = told::did(&self.state, &slots);
            let report = self.state.take(&slots, &mut Checking::Now)?;
            event(MatchEvent::Told {
                told: Box::new(Told::to_watcher(did, report, &self.state)),
                again: false,
            });
            if self.state.is_finished() && !self.finished {
                self.finished = true;
                event(MatchEvent::Finished {
                    ending: self.state.ending(),
                    grade: self.state.grade(),
                    statement: self.state.statement().map(Box::new),
                    again: false,
                });
            }
        }
        Ok(())
    }
}
