//! Why something does not go, told apart, so that a program can say it in its user's language. Displayed each is one sentence in English
//! that says what is wrong and what to do.

use core::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use majlis_crypto::chain::Digest32;
use majlis_referee::error::Refusal;
use majlis_referee::store::StoreError;

use crate::certificates::NotKept;
use crate::chat::ChatError;

/// Why a node does not start.
#[derive(Debug)]
pub enum NotStarted {
    /// That is no address to listen on.
    Address(String),
    /// The identity cannot be used for connections.
    Identity(String),
    /// Connections cannot be encrypted.
    Encryption(String),
    /// The names of the internet cannot be looked up.
    Names(String),
    /// The node's parts do not go together.
    Parts(String),
    /// The system gives no thread or nothing to wait with.
    System(io::Error),
}

impl fmt::Display for NotStarted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(text) => write!(
                f,
                "{text:?} is no address to listen on; say something like /ip4/0.0.0.0/tcp/4001 or /ip4/0.0.0.0/udp/4001/quic-v1"
            ),
            Self::Identity(error) => write!(f, "the identity cannot be used for connections: {error}"),
            Self::Encryption(error) => write!(f, "connections cannot be encrypted: {error}"),
            Self::Names(error) => write!(
                f,
                "the names of the internet cannot be looked up: {error}; check /etc/resolv.conf"
            ),
            Self::Parts(error) => write!(f, "the node cannot be put together: {error}"),
            Self::System(error) => write!(f, "the node cannot be started: {error}; close other programs"),
        }
    }
}

impl core::error::Error for NotStarted {}

/// What does not work while the node goes on.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// Nothing can be listened for at an address.
    Listening {
        /// The address, as a multiaddr.
        address: String,
        /// What the system says.
        error: Arc<io::Error>,
    },
    /// Certificates cannot be kept.
    Certificates(NotKept),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listening { address, error } => write!(
                f,
                "nothing can be listened for at {address}: {error}; choose another address or port"
            ),
            Self::Certificates(error) => fmt::Display::fmt(error, f),
        }
    }
}

/// Why something was not said at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotSaid {
    /// This person sits at no such table.
    NoTable,
    /// This person speaks faster than the others would hear.
    TooFast,
    /// It cannot be said like that.
    Text(ChatError),
}

impl fmt::Display for NotSaid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTable => f.write_str("you sit at no such table; nothing was said"),
            Self::TooFast => f.write_str("you speak too fast for the others; wait a moment"),
            Self::Text(error) => fmt::Display::fmt(error, f),
        }
    }
}

/// Why what this person wanted in a match was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotDone {
    /// The match is not running here.
    NotRunning,
    /// Another match is asked for while this one is not over.
    NotOver,
    /// The match is paused.
    Paused,
    /// The referee refuses it.
    Refused(Refusal),
}

impl fmt::Display for NotDone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRunning => f.write_str("this match is not running here"),
            Self::NotOver => f.write_str("another match can be asked for once this one is over"),
            Self::Paused => f.write_str("the match is paused"),
            Self::Refused(refusal) => fmt::Display::fmt(refusal, f),
        }
    }
}

/// Why a match cannot go on at this machine.
#[derive(Clone, Debug)]
pub enum Failed {
    /// The folder of the matches cannot be made.
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: Arc<io::Error>,
    },
    /// This person is not at the table of the match.
    NotAtTable,
    /// There is no log of it.
    NoLog {
        /// The match.
        match_id: Digest32,
        /// Where its log would lie.
        folder: PathBuf,
    },
    /// The system gives no thread to play on.
    NoThread(Arc<io::Error>),
    /// The log cannot be read or written.
    Store(Arc<StoreError>),
    /// The referee refuses to go on.
    Refused(Refusal),
    /// What is shown of a match that is watched is wrong.
    Watched(Refusal),
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder { path, error } => {
                write!(f, "{}: {error}; check the folder and its permissions", path.display())
            }
            Self::NotAtTable => f.write_str("you are not at the table of this match"),
            Self::NoLog { match_id, folder } => write!(
                f,
                "there is no log of match {match_id} in {}; check the name",
                folder.display()
            ),
            Self::NoThread(error) => write!(
                f,
                "no thread can be started for the match: {error}; close other programs"
            ),
            Self::Store(error) => fmt::Display::fmt(error, f),
            Self::Refused(refusal) => write!(f, "the match cannot go on here: {refusal}; its log stays as it is"),
            Self::Watched(refusal) => write!(
                f,
                "the match cannot be watched any longer: {refusal}; watch it through somebody else"
            ),
        }
    }
}

impl From<Refusal> for Failed {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        Self::Store(Arc::new(error))
    }
}

/// What the system says at the bottom of an error of a library: its kind, where it names one, and its words.
pub(crate) fn of_system(error: &(dyn core::error::Error + 'static)) -> io::Error {
    let (mut kind, mut cause) = (io::ErrorKind::Other, error);
    loop {
        let system = cause.downcast_ref::<io::Error>();
        if let Some(system) = system {
            if system.kind() != io::ErrorKind::Other {
                kind = system.kind();
            }
            // Its source is not what it wraps, but the source of that.
            if let Some(inner) = system.get_ref() {
                cause = inner;
                continue;
            }
        }
        match cause.source() {
            Some(deeper) => cause = deeper,
            None => return io::Error::new(kind, cause.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_kind_is_found_below_what_libraries_wrap_round_it() {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let system = || std::net::TcpListener::bind(taken.local_addr().unwrap()).unwrap_err();
        let words = system().to_string();
        for error in [
            system(),
            io::Error::other(system()),
            io::Error::other(io::Error::other(system())),
        ] {
            let found = of_system(&error);
            assert_eq!(
                (found.kind(), found.to_string()),
                (io::ErrorKind::AddrInUse, words.clone())
            );
        }
        assert_eq!(of_system(&fmt::Error).kind(), io::ErrorKind::Other);
    }
}
