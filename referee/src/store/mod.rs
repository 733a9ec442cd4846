//! A match on disk. Nowhere else does this crate touch files.
//!
//! A match has up to four files in one folder, named by its match id:
//!
//! | file | what | written |
//! | --- | --- | --- |
//! | `ID.keys` | the owner's [`Secrets`] of this match, mode 0600 | once, atomically, before anything is signed |
//! | `ID.mlog` | the log: whole steps | a step at a time, each synced |
//! | `ID.own` | what the owner has signed and is not in the log yet | an item at a time, each synced **before it is sent** |
//! | `ID.mark` | how far the log was checked by its owner | now and then, atomically, never synced |
//!
//! # Nobody signs twice (log.13)
//!
//! A log has exactly one valid encoding, whole steps with their parties in order, so an entry whose step is not whole yet has no
//! place in it. It goes to `ID.own` ([`Store::keep`]), is synced there, and only then sent. Once the step is whole it is written
//! to the log ([`Store::append`]), the log is synced, and only then is the entry dropped from `ID.own`. So at every moment
//! everything that was sent is in one of the two files, and after a crash it is found again and never signed differently;
//! [`Store::keep`] refuses a second entry for one place. Leaves are never dropped.
//!
//! # After a crash
//!
//! [`Store::resume`] opens a match *for playing on*. What a crash has torn off is cut away: the log to its last whole step, the
//! own entries to the last whole one (a torn one was never sent). Whole items of the torn step are given back, so that they need
//! not be asked for again. Nothing else is repaired: a log that is damaged further up is refused. Whoever only reads a log uses
//! [`verify`](fn@crate::verify::verify), which repairs nothing.
//!
//! A [`Session`](crate::session::Session) says what has to be on disk: its [`Keep`](crate::session::Keep) is [`Store::keep`],
//! [`Store::append`] or [`Store::cut_to`].
//!
//! The log up to the mark was checked before; its proofs are not checked a second time ([`Player::retake`]) if the digest of its
//! steps is still the one that the mark holds. A missing or stale mark, or one that does not fit, costs time and nothing else.
//! Who can write into the folder could forge a mark, but he could as well copy the secrets beside it.

mod files;
mod reopen;

use core::fmt;
use std::collections::VecDeque;
use std::fs;
use std::io::{self, Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use majlis_crypto::cbor;
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::Identity;
use rand_core::CryptoRng;
use serde_tuple::{Deserialize_tuple, Serialize_tuple};
use zeroize::Zeroizing;

use self::files::{Appending, write_new, write_over};
use crate::act::{Act, Body};
use crate::agreement::Closing;
use crate::assemble::Assembler;
use crate::entry::{Entry, Header};
use crate::error::{BadLog, Piece, Refusal};
use crate::file::{FileError, LogReader};
use crate::item::Item;
use crate::notice::{Ballot, Claim, Leave, Signed};
use crate::party::PartyId;
use crate::player::Player;
use crate::replay::{Checking, Match, Slot};
use crate::secrets::Secrets;
use crate::wire::{MAX_HEADER, MAX_ITEM, limits};

pub use self::files::{Durability, LogFile};
pub use self::reopen::{Reopened, read_closing, reopen};

/// How many steps are taken before the mark is written anew.
const MARK_EVERY: u64 = 64;

/// Why a match cannot be stored or resumed; with the file.
#[derive(Debug)]
pub struct StoreError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub kind: StoreErrorKind,
}

/// What is wrong with a stored match.
#[derive(Debug)]
pub enum StoreErrorKind {
    /// The system refused.
    Io(io::Error),
    /// There is a log of that match already.
    Exists,
    /// The log is damaged, not just torn at its end.
    Damaged(FileError),
    /// The contents are wrong.
    Refused(Refusal),
    /// Something different was signed for this place before: it must not be sent (log.13).
    SignedAlready {
        /// The step.
        step: u64,
    },
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.kind {
            StoreErrorKind::Io(error) => write!(f, "{error}; check the disk and its permissions"),
            StoreErrorKind::Exists => f.write_str("there is a log of this match already; resume it"),
            StoreErrorKind::Damaged(error) => {
                write!(
                    f,
                    "the log is damaged ({error}); put it aside and get it from the others"
                )
            }
            StoreErrorKind::Refused(refusal) => fmt::Display::fmt(refusal, f),
            StoreErrorKind::SignedAlready { step } => {
                write!(
                    f,
                    "something else is signed for step {step} already, and nobody signs twice"
                )
            }
        }
    }
}

impl std::error::Error for StoreError {}

impl From<io::Error> for StoreErrorKind {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::AlreadyExists => Self::Exists,
            _ => Self::Io(error),
        }
    }
}

impl From<Refusal> for StoreErrorKind {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

fn at<E: Into<StoreErrorKind>>(path: &Path) -> impl Fn(E) -> StoreError + '_ {
    move |error| StoreError {
        path: path.to_owned(),
        kind: error.into(),
    }
}

/// How far a log was checked.
#[derive(Serialize_tuple, Deserialize_tuple)]
struct Mark {
    version: u8,
    /// The length of the checked part of the file, in bytes.
    offset: u64,
    /// The first step beyond it.
    step: u64,
    /// The digest of the last step in it.
    digest: Digest32,
}

const MARK_VERSION: u8 = 1;

/// The paths of a match's files.
#[derive(Clone, Debug)]
struct Paths {
    log: PathBuf,
    own: PathBuf,
    keys: PathBuf,
    mark: PathBuf,
}

impl Paths {
    fn new(folder: &Path, match_id: Digest32) -> Self {
        let path = |extension: &str| folder.join(format!("{match_id}.{extension}"));
        Self {
            log: path("mlog"),
            own: path("own"),
            keys: path("keys"),
            mark: path("mark"),
        }
    }
}

/// What somebody has signed for which place: two different ones for one place are equivocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// `result`: the signature under the result, by which a leave that has come to nothing is no longer of account (log.11).
    Entry {
        epoch: u32,
        step: u64,
        result: bool,
    },
    Ballot {
        epoch: u32,
        step: u64,
        accused: PartyId,
    },
    Claim {
        epoch: u32,
        step: u64,
        accused: PartyId,
    },
    Leave {
        from: u64,
    },
}

impl Place {
    fn of(item: &Item) -> Result<Self, Refusal> {
        let read = |error: cbor::DecodeError| Refusal::decoding(Piece::Stored, &error);
        Ok(match item {
            Item::Entry(entry) => {
                let header: Header = cbor::from_slice(&entry.header.0, &limits(MAX_HEADER)).map_err(read)?;
                let act = Body::decode(&entry.body.0).map(|body| body.act);
                Self::Entry {
                    epoch: header.epoch,
                    step: header.step,
                    result: matches!(act, Ok(Act::Result(_))),
                }
            }
            Item::Ballot(sealed) => {
                let ballot: Ballot = cbor::from_slice(&sealed.bytes.0, &limits(MAX_ITEM)).map_err(read)?;
                Self::Ballot {
                    epoch: ballot.epoch,
                    step: ballot.step,
                    accused: ballot.accused,
                }
            }
            Item::Claim(sealed) => {
                let claim: Claim = cbor::from_slice(&sealed.bytes.0, &limits(MAX_ITEM)).map_err(read)?;
                Self::Claim {
                    epoch: claim.epoch,
                    step: claim.step,
                    accused: claim.accused,
                }
            }
            Item::Leave(sealed) => {
                let leave: Leave = cbor::from_slice(&sealed.bytes.0, &limits(MAX_ITEM)).map_err(read)?;
                Self::Leave { from: leave.from }
            }
            Item::Closing(_) | Item::Fork(..) | Item::Relapse(..) => {
                return Err(Refusal::Log(BadLog::NotKept));
            }
        })
    }

    /// The step that a place belongs to, and that makes it worthless once it is in the log; [`None`] for a leave.
    const fn step(self) -> Option<u64> {
        match self {
            Self::Entry { step, .. } | Self::Ballot { step, .. } | Self::Claim { step, .. } => Some(step),
            Self::Leave { .. } => None,
        }
    }
}

/// The files of one party's match.
#[derive(Debug)]
pub struct Store {
    paths: Paths,
    log: LogFile,
    own_file: Appending,
    own: Vec<(Place, Item)>,
    /// Whose files they are.
    party: PartyId,
    /// Where each step begins in the log, and where the next one will.
    starts: Vec<u64>,
    marked: u64,
}

/// A match found again on disk.
pub struct Resumed {
    /// Its files.
    pub store: Store,
    /// The party with its secrets, as far as its log goes.
    pub player: Player,
    /// The steps of the log, for [`Session::resume`](crate::session::Session::resume).
    pub steps: Vec<Vec<(PartyId, Slot)>>,
    /// Whole items of a step of which the rest was torn off, in the order of the log.
    pub loose: Vec<Item>,
    /// How many bytes were cut off the log.
    pub cut: u64,
}

impl Store {
    /// Begins a match: draws its secrets, stores them, and begins the log with the closing.
    ///
    /// Where secrets of this match are there already and no log, the program stopped between the two, and nothing was signed:
    /// those secrets are taken.
    ///
    /// # Errors
    /// [`StoreErrorKind::Exists`] where there is a log already; where this identity is not at the table; where the files cannot
    /// be written.
    pub fn create(
        folder: &Path,
        closing: &Arc<Closing>,
        identity: &Arc<Identity>,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<(Self, Player), StoreError> {
        let paths = Paths::new(folder, closing.match_id());
        if paths.log.exists() {
            return Err(at(&paths.log)(StoreErrorKind::Exists));
        }
        let secrets = if paths.keys.exists() {
            read_secrets(&paths.keys)?
        } else {
            let secrets = Secrets::generate(rng);
            let bytes = secrets.encode().map_err(at(&paths.keys))?;
            write_new(&paths.keys, &bytes).map_err(at(&paths.keys))?;
            secrets
        };
        let player = Player::new(Arc::clone(closing), Arc::clone(identity), secrets).map_err(at(&paths.log))?;
        let own_file = Appending::open(&paths.own, Durability::Synced).map_err(at(&paths.own))?;
        let log = LogFile::create(&paths.log, closing, Durability::Synced).map_err(at(&paths.log))?;
        let store = Self {
            paths,
            starts: vec![log.offset()],
            log,
            own_file,
            own: Vec::new(),
            party: player.party(),
            marked: 0,
        };
        Ok((store, player))
    }

    /// Opens a match for playing on: cuts off what a crash has torn, and replays the log.
    ///
    /// # Errors
    /// Where a file is missing or damaged, or the log is not one of a match of this identity.
    pub fn resume(folder: &Path, match_id: Digest32, identity: &Arc<Identity>) -> Result<Resumed, StoreError> {
        let paths = Paths::new(folder, match_id);
        let secrets = read_secrets(&paths.keys)?;
        let mark = fs::read(&paths.mark)
            .ok()
            .and_then(|bytes| cbor::from_slice::<Mark>(&bytes, &limits(128)).ok())
            .filter(|mark| mark.version == MARK_VERSION);
        let trusted = mark.as_ref();
        let replayed = match replay(&paths, match_id, identity, secrets, trusted) {
            Ok(replayed) if !replayed.wrong_mark => replayed,
            Err(error) if trusted.is_none() => return Err(error),
            // What was taken on trust is worth nothing: everything is checked.
            _ => replay(&paths, match_id, identity, read_secrets(&paths.keys)?, None)?,
        };
        let log = LogFile::open_at(&paths.log, replayed.whole, Durability::Synced).map_err(at(&paths.log))?;
        let (own_file, own) = Self::read_own(&paths.own, &replayed.player)?;
        let mut player = replayed.player;
        let party = player.party();
        let state = player.state();
        let due: Vec<Entry> = own
            .iter()
            .filter_map(|(_, item)| match item {
                Item::Entry(entry) => entry.clone().open(|party| state.identity(party)).ok(),
                _ => None,
            })
            .filter(|entry| entry.party() == party)
            .collect();
        for entry in &due {
            player.note_signed(entry);
        }
        let mut store = Self {
            paths,
            log,
            own_file,
            own,
            party,
            starts: replayed.starts,
            marked: 0,
        };
        store.mark(player.state())?;
        Ok(Resumed {
            store,
            player,
            steps: replayed.steps,
            loose: replayed.loose,
            cut: replayed.cut,
        })
    }

    /// The matches that have a log in a folder.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn matches(folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for file in fs::read_dir(folder)? {
            let path = file?.path();
            if path.extension().is_some_and(|extension| extension == "mlog") {
                found.push(path);
            }
        }
        found.sort();
        Ok(found)
    }

    /// The path of the log.
    #[must_use]
    pub fn log_path(&self) -> &Path {
        &self.paths.log
    }

    /// Everything that the owner has signed and that is not in the log: to be sent again after a restart, and never to be signed
    /// differently.
    pub fn own(&self) -> impl Iterator<Item = &Item> + '_ {
        self.own.iter().map(|(_, item)| item)
    }

    /// The owner's entry for the step that is due, if it was signed before.
    #[must_use]
    pub fn own_entry(&self, state: &Match) -> Option<Entry> {
        let place = state.place();
        let due =
            |at: &Place| matches!(at, Place::Entry { epoch, step, .. } if (*epoch, *step) == (place.epoch, place.step));
        let (_, item) = self.own.iter().find(|(at, _)| due(at))?;
        match item {
            Item::Entry(entry) => entry.clone().open(|party| state.identity(party)).ok(),
            _ => None,
        }
    }

    /// Puts something that the owner has signed on disk. When this returns it may be sent, and not before (log.13).
    ///
    /// # Errors
    /// [`StoreErrorKind::SignedAlready`] where something different was signed for this place, or a leave before it; where it
    /// cannot be written.
    pub fn keep(&mut self, item: &Item) -> Result<(), StoreError> {
        let place = Place::of(item).map_err(at(&self.paths.own))?;
        for (other, kept) in &self.own {
            let clash = match (*other, place) {
                (Place::Leave { from }, Place::Entry { step, result, .. })
                | (Place::Entry { step, result, .. }, Place::Leave { from }) => step >= from && !result,
                (Place::Entry { epoch: e, step: s, .. }, Place::Entry { epoch, step, .. }) => (e, s) == (epoch, step),
                (Place::Leave { .. }, Place::Leave { .. }) => true,
                (one, other) => one == other,
            };
            if clash {
                if kept == item {
                    return Ok(());
                }
                let step = place.step().or(other.step()).unwrap_or_default();
                return Err(at(&self.paths.own)(StoreErrorKind::SignedAlready { step }));
            }
        }
        let bytes = item.encode().map_err(at(&self.paths.own))?;
        self.own_file.append(&bytes).map_err(at(&self.paths.own))?;
        self.own.push((place, item.clone()));
        Ok(())
    }

    /// Writes a whole step to the log. `after` is the match with the step taken.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn append(&mut self, slots: &[(PartyId, Slot)], after: &Match) -> Result<(), StoreError> {
        let items: Vec<Item> = slots.iter().flat_map(|(_, slot)| slot.items()).collect();
        let due = after.place().step;
        self.append_items(&items)?;
        if after.awaited().is_empty() || due >= self.marked + MARK_EVERY {
            self.mark(after)?;
        }
        Ok(())
    }

    /// Writes the items of a whole step to the log, as [`Keep::Step`](crate::session::Keep::Step) holds them. No mark is set, since a session may be further on already when its outputs are carried out.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn append_items(&mut self, items: &[Item]) -> Result<(), StoreError> {
        self.log.append(items).map_err(at(&self.paths.log))?;
        self.starts.push(self.log.offset());
        let due = self.due();
        if self
            .own
            .iter()
            .any(|(place, _)| place.step().is_some_and(|step| step < due))
        {
            self.own
                .retain(|(place, _)| place.step().is_none_or(|step| step >= due));
            // The log is synced, so what is dropped here is in it. What stays keeps its place in the file, and what is dropped beside
            // it is passed over when the file is read.
            if self.own.is_empty() {
                self.own_file.clear().map_err(at(&self.paths.own))?;
            }
        }
        Ok(())
    }

    /// The step that the log's next items belong to.
    #[must_use]
    pub fn due(&self) -> u64 {
        u64::try_from(self.starts.len()).unwrap_or(u64::MAX).saturating_sub(1)
    }

    /// Sets a mark where the last one lies far behind or the match is over. `state` is the match as far as the log goes.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn mark_now_and_then(&mut self, state: &Match) -> Result<(), StoreError> {
        let due = state.place().step;
        if due == self.due() && due > self.marked && (state.awaited().is_empty() || due >= self.marked + MARK_EVERY) {
            self.mark(state)?;
        }
        Ok(())
    }

    /// Cuts the log back: `step` and all after it are void and come again (log.5, log.7). What the owner has signed for them goes back
    /// among its own items before the log is cut, so that it is never signed differently.
    ///
    /// # Errors
    /// Where the files cannot be read or written.
    pub fn cut_to(&mut self, step: u64) -> Result<(), StoreError> {
        let Some(&start) = usize::try_from(step).ok().and_then(|step| self.starts.get(step)) else {
            return Ok(());
        };
        let bytes = fs::read(&self.paths.log).map_err(at(&self.paths.log))?;
        let rest = usize::try_from(start)
            .ok()
            .and_then(|start| bytes.get(start..))
            .unwrap_or_default();
        for bytes in cbor::Items::new(rest, limits(MAX_ITEM)).map_while(Result::ok) {
            let item = Item::decode(bytes).map_err(at(&self.paths.log))?;
            let Item::Entry(entry) = &item else { continue };
            let header: Header = cbor::from_slice(&entry.header.0, &limits(MAX_HEADER))
                .map_err(|error| at(&self.paths.log)(Refusal::decoding(Piece::Header, &error)))?;
            if header.party == self.party && !self.own().any(|kept| *kept == item) {
                let place = Place::of(&item).map_err(at(&self.paths.log))?;
                self.own_file.append(bytes).map_err(at(&self.paths.own))?;
                self.own.push((place, item));
            }
        }
        self.log.cut(start).map_err(at(&self.paths.log))?;
        self.starts
            .truncate(usize::try_from(step).unwrap_or(usize::MAX).saturating_add(1));
        self.marked = self.marked.min(step);
        Ok(())
    }

    /// Records that the log is checked as far as it goes, so that it need not be after a restart. Worth doing when a match is put
    /// away; it is done by itself every now and then.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn mark(&mut self, state: &Match) -> Result<(), StoreError> {
        let place = state.place();
        let mark = Mark {
            version: MARK_VERSION,
            offset: self.log.offset(),
            step: place.step,
            digest: place.prev,
        };
        let bytes =
            cbor::to_vec(&mark).map_err(|error| at(&self.paths.mark)(Refusal::encoding(Piece::Mark, &error)))?;
        write_over(&self.paths.mark, &bytes).map_err(at(&self.paths.mark))?;
        self.marked = place.step;
        Ok(())
    }

    fn read_own(path: &Path, player: &Player) -> Result<(Appending, Vec<(Place, Item)>), StoreError> {
        let mut file = Appending::open(path, Durability::Synced).map_err(at(path))?;
        let bytes = file.read_all().map_err(at(path))?;
        let mut items = cbor::Items::new(&bytes, limits(MAX_ITEM));
        let mut own = Vec::new();
        let mut whole = 0;
        while let Some(Ok(bytes)) = items.next() {
            let Ok(item) = Item::decode(bytes) else { break };
            // Zeros may fill up an item that was torn: whole in form, and signed by nobody.
            if !is_own(&item, player) {
                break;
            }
            whole = items.offset();
            own.push((Place::of(&item).map_err(at(path))?, item));
        }
        file.truncate(whole).map_err(at(path))?;
        let due = player.state().place().step;
        own.retain(|(place, _)| place.step().is_none_or(|step| step >= due));
        Ok((file, own))
    }
}

/// Whether something is signed by the owner.
fn is_own(item: &Item, player: &Player) -> bool {
    let key = |party| player.state().identity(party);
    let signer = match item.clone() {
        Item::Entry(entry) => entry.open(key).map(|entry| entry.party()),
        Item::Leave(sealed) => sealed.notice(key).map(|leave: Signed<Leave>| leave.notice().party),
        Item::Ballot(sealed) => sealed.notice(key).map(|ballot: Signed<Ballot>| ballot.notice().voter),
        Item::Claim(sealed) => sealed.notice(key).map(|claim: Signed<Claim>| claim.notice().claimer),
        Item::Closing(_) | Item::Fork(..) | Item::Relapse(..) => return false,
    };
    signer.is_ok_and(|signer| signer == player.party())
}

/// The last step that something in a file of own items is an entry for.
fn last_own_step(path: &Path) -> Option<u64> {
    let bytes = fs::read(path).ok()?;
    let items = cbor::Items::new(&bytes, limits(MAX_ITEM)).map_while(Result::ok);
    let places = items.map_while(|bytes| Place::of(&Item::decode(bytes).ok()?).ok());
    let steps = places.filter_map(|place| match place {
        Place::Entry { step, .. } => Some(step),
        _ => None,
    });
    steps.max()
}

fn read_secrets(path: &Path) -> Result<Secrets, StoreError> {
    let bytes = Zeroizing::new(fs::read(path).map_err(at(path))?);
    Secrets::decode(&bytes).map_err(at(path))
}

struct Replayed {
    player: Player,
    /// The length of the log up to its last whole step.
    whole: u64,
    starts: Vec<u64>,
    steps: Vec<Vec<(PartyId, Slot)>>,
    loose: Vec<Item>,
    cut: u64,
    wrong_mark: bool,
}

/// Replays the log as far as it is whole.
fn replay(
    paths: &Paths,
    match_id: Digest32,
    identity: &Arc<Identity>,
    secrets: Secrets,
    mark: Option<&Mark>,
) -> Result<Replayed, StoreError> {
    let path = paths.log.as_path();
    let own_step = last_own_step(&paths.own);
    let damaged = |error: FileError| at(path)(StoreErrorKind::Damaged(error));
    let file = fs::File::open(path).map_err(at(path))?;
    let length = file.metadata().map_err(at(path))?.len();
    let mut reader = LogReader::new(io::BufReader::new(file)).map_err(damaged)?;
    let closing = match reader.next() {
        Some(Ok(Item::Closing(sealed))) => sealed.closing().map_err(at(path))?,
        Some(Err(error)) => return Err(damaged(error)),
        _ => {
            return Err(at(path)(Refusal::Log(BadLog::NoClosing)));
        }
    };
    if closing.match_id() != match_id {
        return Err(at(path)(Refusal::OtherMatch));
    }
    let mut player = Player::new(Arc::new(closing), Arc::clone(identity), secrets).map_err(at(path))?;
    let mut whole = reader.offset();
    let mut starts = vec![whole];
    let mut steps = Vec::new();
    let mut assembler = Assembler::new();
    let mut loose: VecDeque<Item> = VecDeque::new();
    let mut wrong_mark = mark.is_some_and(|mark| mark.offset > length);
    let checked = mark.map_or(0, |mark| mark.step);
    let fits = |place: crate::entry::Place, whole: u64| {
        mark.is_none_or(|mark| place.step != mark.step || (place.prev == mark.digest && whole == mark.offset))
    };
    wrong_mark |= !fits(player.state().place(), whole);
    let mut at_end = false;
    while !at_end && !wrong_mark {
        at_end = match reader.next() {
            Some(Ok(item)) => {
                loose.push_back(item.clone());
                assembler.feed(item);
                false
            }
            Some(Err(error)) if torn(path, reader.offset()).map_err(at(path))? => {
                if !matches!(error, FileError::Item { .. }) {
                    return Err(damaged(error));
                }
                true
            }
            Some(Err(error)) => return Err(damaged(error)),
            None => true,
        };
        loop {
            let taken = assembler.next_step(player.state(), at_end).and_then(|slots| {
                let Some(slots) = slots else { return Ok(None) };
                // Of the results those that came are enough; but where the owner's own is not in the log yet, the step was torn.
                let whole = slots.len() == player.state().awaited().len();
                if !whole && own_step == Some(player.state().place().step) {
                    return Ok(None);
                }
                if player.state().place().step < checked {
                    player.retake(&slots)?;
                } else {
                    player.take(&slots, &mut Checking::Now)?;
                }
                Ok(Some(slots))
            });
            let slots = match taken {
                Ok(Some(slots)) => slots,
                Ok(None) => break,
                // The ballots of the last step may be torn in between.
                Err(_) if at_end && matches!(loose.back(), Some(Item::Ballot(_) | Item::Claim(_))) => break,
                // Zeros may fill up an item that was torn: whole in form, and signed by nobody.
                Err(_) if zeros(path, reader.offset().saturating_sub(1)).map_err(at(path))? => {
                    loose.pop_back();
                    at_end = true;
                    break;
                }
                // A step before the mark may hold a proof that fails, for which its party was expelled: without checking it,
                // what follows does not fit. Everything is checked anew then.
                Err(_) if mark.is_some() => {
                    wrong_mark = true;
                    break;
                }
                Err(refusal) => return Err(at(path)(refusal)),
            };
            // An absence is known to be whole only when the next item is there: the reader may be further on.
            for item in slots.iter().flat_map(|(_, slot)| slot.items()) {
                whole += item.encode().map_err(at(path))?.len() as u64;
                loose.pop_front();
            }
            starts.push(whole);
            steps.push(slots);
            wrong_mark |= !fits(player.state().place(), whole);
        }
    }
    // A mark further on than the log goes fits nothing.
    wrong_mark |= mark.is_some_and(|mark| mark.step > player.state().place().step);
    Ok(Replayed {
        player,
        whole,
        starts,
        steps,
        loose: loose.into(),
        cut: length.saturating_sub(whole),
        wrong_mark,
    })
}

/// Whether an item that cannot be read is the end of a file that a crash has torn: cut short, or cut short with a tail of zeros,
/// which file systems leave where the length of a file was written and its contents were not.
fn torn(path: &Path, from: u64) -> io::Result<bool> {
    let rest = rest(path, from)?;
    let truncated = |bytes: &[u8]| {
        let first = cbor::Items::new(bytes, limits(MAX_ITEM)).next();
        matches!(first, Some(Err(error)) if error.kind == cbor::DecodeErrorKind::Truncated)
    };
    let written = rest.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let before_zeros = rest.get(..written).unwrap_or_default();
    Ok(before_zeros.is_empty() || truncated(&rest) || truncated(before_zeros))
}

/// Whether a file holds nothing but zeros from there on.
fn zeros(path: &Path, from: u64) -> io::Result<bool> {
    Ok(rest(path, from)?.iter().all(|byte| *byte == 0))
}

/// The rest of a file, as much of it as a step can be.
fn rest(path: &Path, from: u64) -> io::Result<Vec<u8>> {
    let mut file = fs::File::open(path)?;
    file.seek(io::SeekFrom::Start(from))?;
    let mut rest = Vec::new();
    file.take(16 * MAX_ITEM as u64).read_to_end(&mut rest)?;
    Ok(rest)
}
