//! Certificates of finished matches, which people give each other when they meet: how requests and answers travel. What is asked and
//! what is answered, the program says by an [`Exchange`]; `docs/protocol/certificates.md` has both.

use core::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use futures::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use libp2p::StreamProtocol;
use libp2p::request_response::{self, Codec, OutboundFailure, ProtocolSupport};
use majlis_crypto::identity::IdentityKey;

use crate::limits::{MAX_CERTIFICATES_ANSWER, MAX_CERTIFICATES_REQUEST, MAX_REQUESTS_AT_ONCE, REQUEST_TIME};

const PROTOCOL: StreamProtocol = StreamProtocol::new("/majlis/certificates/1");

/// What the program knows of finished matches. A thread of its own calls this, never the node's: it may read files and check
/// signatures.
pub trait Exchange: Send + Sync {
    /// The answer to somebody's request, at most [`MAX_CERTIFICATES_ANSWER`] bytes; `None` where the request is garbage.
    fn answer(&self, from: IdentityKey, request: &[u8]) -> Option<Vec<u8>>;

    /// Begins to ask somebody who is met.
    fn ask(&self, whom: IdentityKey) -> Box<dyn Asking>;

    /// A match of this person is over: there is more to tell.
    fn over(&self);
}

/// Asking one person.
pub trait Asking: Send {
    /// The next request, at most [`MAX_CERTIFICATES_REQUEST`] bytes; `None` where there is nothing more to ask for.
    fn request(&mut self) -> Option<Vec<u8>>;

    /// Takes the answer to the last request; gives how many certificates were new and are kept.
    ///
    /// # Errors
    /// [`Stopped`]: nothing more is to be asked.
    fn take(&mut self, answer: &[u8]) -> Result<usize, Stopped>;
}

/// Why somebody is asked no further.
#[derive(Clone, Debug)]
pub enum Stopped {
    /// What came is what no honest program sends. One sentence.
    Garbage(String),
    /// Nothing more can be kept here.
    Here(NotKept),
}

/// Why no certificate can be kept.
#[derive(Clone, Debug)]
pub enum NotKept {
    /// So many are kept already, and no more are.
    Full(usize),
    /// A file cannot be written.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: Arc<io::Error>,
    },
}

impl fmt::Display for NotKept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full(most) => write!(
                f,
                "{most} certificates are kept already; delete some from the folder certificates to make room"
            ),
            Self::Io { path, error } => write!(f, "{}: {error}; check the path and its permissions", path.display()),
        }
    }
}

impl core::error::Error for NotKept {}

/// Asks and answers.
pub(crate) type Behaviour = request_response::Behaviour<Letters>;

/// The behaviour of a node.
pub(crate) fn behaviour() -> Behaviour {
    let config = request_response::Config::default()
        .with_request_timeout(REQUEST_TIME)
        .with_max_concurrent_streams(MAX_REQUESTS_AT_ONCE);
    request_response::Behaviour::with_codec(Letters::CERTIFICATES, [(PROTOCOL, ProtocolSupport::Full)], config)
}

/// Whether an answer did not come because it was longer than it may be, as [`Letters`] reads it.
pub(crate) fn is_too_long(failure: &OutboundFailure) -> bool {
    matches!(failure, OutboundFailure::Io(error) if error.kind() == io::ErrorKind::InvalidData)
}

/// A request as it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// Too many of them. libp2p does not tell of a request that cannot be read, so it is read as this.
    TooLong,
}

/// How requests and answers are written: their bytes, and then the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Letters {
    /// The longest request in bytes.
    pub(crate) request: usize,
    /// The longest answer in bytes.
    pub(crate) answer: usize,
}

impl Letters {
    const CERTIFICATES: Self = Self {
        request: MAX_CERTIFICATES_REQUEST,
        answer: MAX_CERTIFICATES_ANSWER,
    };
}

/// Reads up to the end; `None` where there is more than `most`.
async fn read(io: &mut (impl AsyncRead + Unpin + Send), most: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    io.take(most as u64 + 1).read_to_end(&mut bytes).await?;
    Ok((bytes.len() <= most).then_some(bytes))
}

async fn write(io: &mut (impl AsyncWrite + Unpin + Send), bytes: &[u8]) -> io::Result<()> {
    io.write_all(bytes).await?;
    io.close().await
}

impl Codec for Letters {
    type Protocol = StreamProtocol;
    type Request = Asked;
    /// Empty where there is no answer.
    type Response = Vec<u8>;

    async fn read_request<T: AsyncRead + Unpin + Send>(&mut self, _: &StreamProtocol, io: &mut T) -> io::Result<Asked> {
        let read = read(io, self.request).await?;
        Ok(read.map_or(Asked::TooLong, Asked::Bytes))
    }

    async fn read_response<T: AsyncRead + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
    ) -> io::Result<Vec<u8>> {
        let read = read(io, self.answer).await?;
        read.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "an answer that is too long"))
    }

    async fn write_request<T: AsyncWrite + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        asked: Asked,
    ) -> io::Result<()> {
        match asked {
            Asked::Bytes(bytes) => write(io, &bytes).await,
            Asked::TooLong => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    async fn write_response<T: AsyncWrite + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        answer: Vec<u8>,
    ) -> io::Result<()> {
        write(io, &answer).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::executor::block_on;
    use futures::io::Cursor;

    const fn letters() -> Letters {
        Letters::CERTIFICATES
    }

    #[test]
    fn letters_come_whole_and_within_their_bounds() {
        let asked = |bytes: Vec<u8>| block_on(letters().read_request(&PROTOCOL, &mut Cursor::new(bytes))).unwrap();
        let most = MAX_CERTIFICATES_REQUEST;
        assert_eq!(asked(vec![7; most]), Asked::Bytes(vec![7; most]));
        assert_eq!(asked(vec![7; most + 1]), Asked::TooLong);
        let answered = |bytes: Vec<u8>| block_on(letters().read_response(&PROTOCOL, &mut Cursor::new(bytes)));
        let most = MAX_CERTIFICATES_ANSWER;
        assert_eq!(answered(vec![7; most]).unwrap().len(), most);
        assert_eq!(
            answered(vec![7; most + 1]).unwrap_err().kind(),
            io::ErrorKind::InvalidData
        );
        let mut bytes = Cursor::new(Vec::new());
        block_on(letters().write_response(&PROTOCOL, &mut bytes, vec![1, 2, 3])).unwrap();
        assert_eq!(bytes.into_inner(), [1, 2, 3]);
    }
}
