//! Checking a whole log as a stranger: encoding, chain, signatures, proofs, rules, result.
//!
//! Memory does not grow with the log: a state of the match, a step in the making, and the proofs of a bounded stretch of steps
//! that are checked together. Where they do not hold together, the stretch is replayed with every proof checked alone, and the
//! culprit comes out as everywhere else.

use std::io::Read;
use std::sync::Arc;

use majlis_crypto::batch::Batch;

use crate::assemble::Assembler;
use crate::error::{BadClosing, BadLog, Refusal};
use crate::file::{FileError, LogReader};
use crate::item::Item;
use crate::party::PartyId;
use crate::replay::{Checking, Ending, Match, Report, Slot};

/// How many terms of equations are held before they are checked together. A term is a scalar and a point, some 200 bytes.
const STRETCH: usize = 16_384;
/// How many steps are held at the most before they are checked together.
const STRETCH_STEPS: usize = 256;

/// How well a result is established (log.9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// Everybody who was there signed it.
    Agreed,
    /// The log is complete to the end of the game.
    Proved,
    /// Only some could press for it.
    Claimed,
    /// Two claims contradict each other.
    Contested,
}

impl Grade {
    /// `agreed`, `proved`, `claimed` or `contested`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agreed => "agreed",
            Self::Proved => "proved",
            Self::Claimed => "claimed",
            Self::Contested => "contested",
        }
    }
}

impl Match {
    /// How well the result is established; `None` where there is none yet.
    #[must_use]
    pub fn grade(&self) -> Option<Grade> {
        if !self.is_finished() || self.ending() == Some(Ending::NeverWas) {
            return None;
        }
        Some(if self.is_claimed() {
            Grade::Claimed
        } else if self.present().minus(self.result_signers()).is_empty() {
            Grade::Agreed
        } else {
            Grade::Proved
        })
    }
}

/// Why a log is not valid.
#[derive(Debug)]
pub enum LogError {
    /// The file cannot be read as a log.
    File(FileError),
    /// It does not begin with a closing that a match can be played on.
    Closing(Refusal),
    /// At this byte and step it goes on with something that does not belong there.
    Invalid {
        /// The offset of the first byte behind the step.
        at: u64,
        /// The step.
        step: u64,
        /// What is wrong.
        refusal: Refusal,
    },
    /// It is a good log so far, but its result is missing.
    Unfinished {
        /// The step that is due.
        step: u64,
    },
}

impl core::fmt::Display for LogError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::File(error) => core::fmt::Display::fmt(error, f),
            Self::Closing(refusal) => core::fmt::Display::fmt(refusal, f),
            Self::Invalid { at, step, refusal } => write!(f, "step {step}, before byte {at}: {refusal}"),
            Self::Unfinished { step } => write!(f, "the log ends before its result, step {step} is due"),
        }
    }
}

impl std::error::Error for LogError {}

/// What a reader of a log is shown while it is checked.
pub trait Watch {
    /// A step was taken. Where proofs are checked in stretches, a step may be shown before its proofs are checked, and the log
    /// be refused afterwards.
    fn step(&mut self, state: &Match, slots: &[(PartyId, Slot)], report: &Report);
}

/// Shows nothing.
impl Watch for () {
    fn step(&mut self, _: &Match, _: &[(PartyId, Slot)], _: &Report) {}
}

/// When proofs are checked by [`verify`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Proofs {
    /// Many together.
    #[default]
    Together,
    /// One by one.
    OneByOne,
}

/// Checks a log from its first byte to its last and gives the match as it ended.
///
/// # Errors
/// The first thing that is wrong with it, with its place.
pub fn verify(reader: impl Read, proofs: Proofs, watch: &mut dyn Watch) -> Result<Match, LogError> {
    let mut reader = LogReader::new(reader).map_err(LogError::File)?;
    let closing = match reader.next() {
        Some(item) => match item.map_err(LogError::File)? {
            Item::Closing(sealed) => sealed.closing().map_err(LogError::Closing)?,
            _ => {
                return Err(LogError::Closing(Refusal::Closing(BadClosing::Missing)));
            }
        },
        None => return Err(LogError::Closing(Refusal::Closing(BadClosing::Empty))),
    };
    let state = Match::new(Arc::new(closing)).map_err(LogError::Closing)?;
    verify_on(state, reader, proofs, watch)
}

/// Checks the rest of a log, for somebody who has checked what comes before and kept the match as it stood then.
///
/// # Errors
/// The first thing that is wrong with it, with its place.
pub fn verify_on(
    state: Match,
    mut reader: LogReader<impl Read>,
    proofs: Proofs,
    watch: &mut dyn Watch,
) -> Result<Match, LogError> {
    let mut checker = Checker {
        state,
        batch: Batch::new(),
        stretch: None,
        proofs,
        alone: false,
    };
    let mut assembler = Assembler::new();
    loop {
        let item = reader.next();
        let at_end = item.is_none();
        match item {
            Some(Ok(item)) => assembler.feed(item),
            Some(Err(error)) => {
                // What went before is told first, if it is wrong.
                checker.close(reader.offset())?;
                return Err(LogError::File(error));
            }
            None => {}
        }
        let at = reader.offset();
        while checker.step(&mut assembler, at, at_end, watch)? {}
        if at_end {
            if checker.close(at)? {
                break;
            }
            // What is left over was put together on a state that the proofs do not bear out: once more, on the right one.
            assembler.rewind(Vec::new());
        }
    }
    let state = checker.state;
    if state.is_finished() && assembler.is_empty() {
        Ok(state)
    } else {
        Err(LogError::Unfinished {
            step: state.place().step,
        })
    }
}

/// Steps whose proofs are not checked yet, and the state before them.
struct Stretch {
    before: Match,
    steps: Vec<Vec<(PartyId, Slot)>>,
}

struct Checker {
    state: Match,
    batch: Batch,
    stretch: Option<Stretch>,
    proofs: Proofs,
    /// Whether the proofs of the next step are checked one by one, whatever is asked for.
    alone: bool,
}

impl Checker {
    /// Takes the next step, if the items fed so far make one; says whether they did.
    fn step(
        &mut self,
        assembler: &mut Assembler,
        at: u64,
        at_end: bool,
        watch: &mut dyn Watch,
    ) -> Result<bool, LogError> {
        loop {
            let step = self.state.place().step;
            let invalid = |refusal| LogError::Invalid { at, step, refusal };
            let alone = self.alone || self.proofs == Proofs::OneByOne;
            let slots = match self.next(assembler, at_end) {
                Ok(None) => return Ok(false),
                Ok(Some(slots)) => slots,
                Err(refusal) if alone => return Err(invalid(refusal)),
                // It may be what the step stands on that is faulty, so that other entries are due than it seems: then they are
                // put together anew on the state that bears the proofs out.
                Err(_) => {
                    self.recheck(at)?;
                    assembler.rewind(Vec::new());
                    continue;
                }
            };
            let taken = if alone {
                self.state.take(&slots, &mut Checking::Now)
            } else {
                self.stretch.get_or_insert_with(|| Stretch {
                    before: self.state.clone(),
                    steps: Vec::new(),
                });
                self.state.take(&slots, &mut Checking::Later(&mut self.batch))
            };
            match taken {
                Ok(report) => {
                    watch.step(&self.state, &slots, &report);
                    self.alone = false;
                    if let Some(stretch) = &mut self.stretch {
                        stretch.steps.push(slots);
                        if self.batch.terms() >= STRETCH || stretch.steps.len() >= STRETCH_STEPS {
                            self.close(at)?;
                        }
                    }
                    return Ok(true);
                }
                Err(refusal) if alone => return Err(invalid(refusal)),
                Err(_) => {
                    self.recheck(at)?;
                    assembler.rewind(slots);
                }
            }
        }
    }

    fn next(&self, assembler: &mut Assembler, at_end: bool) -> Result<Option<Vec<(PartyId, Slot)>>, Refusal> {
        if self.state.awaited().is_empty() && !assembler.is_empty() {
            return Err(Refusal::Log(BadLog::BehindResult));
        }
        assembler.next_step(&self.state, at_end)
    }

    /// Checks the proofs that are held. Says whether they hold; where they do not, the state has become another.
    fn close(&mut self, at: u64) -> Result<bool, LogError> {
        if self.batch.verify().is_err() {
            self.recheck(at)?;
            return Ok(false);
        }
        self.stretch = None;
        self.state.settle();
        Ok(true)
    }

    /// Replays the stretch with every proof checked alone, and has the next step checked so too.
    fn recheck(&mut self, at: u64) -> Result<(), LogError> {
        self.batch = Batch::new();
        self.alone = true;
        let Some(stretch) = self.stretch.take() else {
            return Ok(());
        };
        self.state = stretch.before;
        for slots in stretch.steps {
            let step = self.state.place().step;
            self.state
                .take(&slots, &mut Checking::Now)
                .map_err(|refusal| LogError::Invalid { at, step, refusal })?;
        }
        Ok(())
    }
}
