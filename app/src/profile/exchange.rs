//! How two people who meet give each other certificates, without a word about how the bytes travel.
//!
//! Each asks and each answers. Who asks sends requests, one after the other, and gets one answer to each:
//!
//! | request | answer |
//! | --- | --- |
//! | `{"list": id or null}` | `{"list": [ids, more]}`: the matches whose certificates there are to give, ascending from behind that id, at most [`MAX_LISTED`]; `more` says whether others follow |
//! | `{"get": [ids]}`, at most [`MAX_GOT`] | `{"get": [certificates]}`: of those that there are |
//!
//! in canonical CBOR, ids and certificates as byte strings. [`answer`] answers; an [`Asking`] asks for what is not known yet, checks what
//! comes, and keeps it ([`receive`]). Whoever sends garbage is told of as such, and asked no further.

use core::fmt;
use std::collections::{BTreeSet, VecDeque};

use majlis_crypto::cbor::{self, ByteString, Limits};
use majlis_crypto::chain::Digest32;
use majlis_referee::certificate::{Certificate, MAX_CERTIFICATE};
use serde::{Deserialize, Serialize};

use super::Profile;
use super::certificates::{NotKept, Received, receive};
use super::matches::Standing;
use crate::folder::Folder;

/// The most matches in one list.
pub const MAX_LISTED: usize = 1024;
/// The most certificates in one answer.
pub const MAX_GOT: usize = 16;
/// The largest request, in bytes.
pub const MAX_REQUEST: usize = 1024;
/// The largest answer, in bytes.
pub const MAX_ANSWER: usize = MAX_GOT * (MAX_CERTIFICATE + 8) + 64;
/// The most certificates that are asked for at one meeting.
pub const MAX_ASKED: usize = 4096;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Request {
    List(Option<Digest32>),
    Get(Vec<Digest32>),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    List(Vec<Digest32>, bool),
    Get(Vec<ByteString>),
}

const REQUESTS: Limits = Limits::new(MAX_REQUEST).depth(4).items(2 * MAX_GOT + 8);
const ANSWERS: Limits = Limits::new(MAX_ANSWER).depth(4).items(MAX_LISTED + 16);

/// The answer to somebody's request; `None` where it is garbage.
#[must_use]
pub fn answer(profile: &Profile, request: &[u8]) -> Option<Vec<u8>> {
    let answer = match cbor::from_slice(request, &REQUESTS).ok()? {
        Request::List(after) => {
            let mut following = profile
                .to_give()
                .filter(|match_id| after.is_none_or(|after| *match_id > after));
            let listed = following.by_ref().take(MAX_LISTED).collect();
            Answer::List(listed, following.next().is_some())
        }
        Request::Get(wanted) if wanted.len() <= MAX_GOT => {
            let found = wanted.into_iter().filter_map(|match_id| profile.certificate(match_id));
            Answer::Get(found.map(ByteString).collect())
        }
        Request::Get(_) => return None,
    };
    cbor::to_vec(&answer).ok()
}

/// Why somebody is asked no further.
#[derive(Debug)]
pub enum Stopped {
    /// What came is garbage, or was not asked for: its sender is to blame.
    Garbage(String),
    /// No more can be kept here.
    Here(NotKept),
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Garbage(what) => write!(f, "no certificates are taken from this person any more: {what}"),
            Self::Here(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl std::error::Error for Stopped {}

/// Asking one person for certificates.
#[derive(Debug)]
pub struct Asking {
    /// Matches about which nothing more has to be known.
    known: BTreeSet<Digest32>,
    /// Matches to be asked for.
    wanted: VecDeque<Digest32>,
    /// What the request that was made last asked for.
    asked: BTreeSet<Digest32>,
    listed: Option<Digest32>,
    is_listed: bool,
    left: usize,
}

impl Asking {
    /// Asks for what this profile does not know.
    #[must_use]
    pub fn new(profile: &Profile) -> Self {
        let is_known = |standing: Standing| standing != Standing::Lacking;
        let known = profile.matches().iter().filter(|known| is_known(known.standing));
        Self {
            known: known.map(|known| known.fact.match_id).collect(),
            wanted: VecDeque::new(),
            asked: BTreeSet::new(),
            listed: None,
            is_listed: false,
            left: MAX_ASKED,
        }
    }

    /// The next request; `None` where there is nothing more to ask for. [`Asking::take`] wants its answer before the next.
    pub fn request(&mut self) -> Option<Vec<u8>> {
        self.asked.clear();
        let request = if !self.wanted.is_empty() && self.left > 0 {
            let count = MAX_GOT.min(self.wanted.len()).min(self.left);
            self.asked = self.wanted.drain(..count).collect();
            self.left -= self.asked.len();
            Request::Get(self.asked.iter().copied().collect())
        } else if self.is_listed || self.left == 0 {
            return None;
        } else {
            Request::List(self.listed)
        };
        cbor::to_vec(&request).ok()
    }

    /// Takes the answer to the last request, and says what became of each certificate in it.
    ///
    /// # Errors
    /// [`Stopped`]; nothing more is to be asked then. What came before it is kept.
    pub fn take(&mut self, folder: &Folder, answer: &[u8]) -> Result<Vec<Received>, Stopped> {
        let garbage = |what: &str| Stopped::Garbage(what.to_owned());
        let decoded = cbor::from_slice(answer, &ANSWERS).map_err(|error| Stopped::Garbage(error.to_string()))?;
        match decoded {
            Answer::List(ids, more) if self.asked.is_empty() => {
                let ascends = ids.is_sorted_by(|one, two| one < two);
                let goes_on = self
                    .listed
                    .is_none_or(|last| ids.first().is_none_or(|first| *first > last));
                if !ascends || !goes_on || ids.len() > MAX_LISTED || (more && ids.is_empty()) {
                    return Err(garbage("the list of matches is not one"));
                }
                self.listed = ids.last().copied().or(self.listed);
                self.is_listed = !more;
                self.wanted
                    .extend(ids.into_iter().filter(|id| !self.known.contains(id)));
                Ok(Vec::new())
            }
            Answer::Get(certificates) if !self.asked.is_empty() => {
                let mut received = Vec::with_capacity(certificates.len());
                for ByteString(bytes) in certificates {
                    // Before anything is checked, since that costs more.
                    let about = Certificate::decode(&bytes).map(|certificate| certificate.statement.match_id);
                    if !about.is_ok_and(|match_id| self.asked.remove(&match_id)) {
                        return Err(garbage("a certificate came that was not asked for"));
                    }
                    match receive(folder, &bytes) {
                        Ok(what) => received.push(what),
                        Err(error @ (NotKept::Full | NotKept::Folder(_))) => return Err(Stopped::Here(error)),
                        Err(error) if error.is_garbage() => return Err(Stopped::Garbage(error.to_string())),
                        // It is worth nothing here.
                        Err(_) => {}
                    }
                }
                self.asked.clear();
                Ok(received)
            }
            Answer::List(..) | Answer::Get(_) => Err(garbage("the answer is one to another question")),
        }
    }
}
