//! What goes over a table stream between two people: frames of canonical CBOR, each after its length.
//!
//! A stream carries frames one way; the other side opens one of its own. The first frame is a [`Frame::Hello`], and its form never
//! changes, so that programs of different versions can tell their people so. `docs/protocol/table.md` describes it byte by byte.

use std::io;

use futures::{AsyncRead, AsyncReadExt as _};
use majlis_crypto::cbor::{self, Limits};
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use majlis_referee::item::{Item, Sealed};
use serde::{Deserialize, Serialize};
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use crate::address::Address;
use crate::advert::Versions;
use crate::invite::Secret;
use crate::limits;
use crate::table_id::TableId;

/// The name of the protocol of table streams.
pub const TABLE_PROTOCOL: &str = "/majlis/table/1";

/// Somebody wants to sit down, or is sitting and says so again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub(crate) struct Sit {
    pub(crate) table: TableId,
    /// Which attempt to sit down this is, so that a late refusal of another one is not taken for its answer.
    pub(crate) attempt: u32,
    /// Of a private table.
    pub(crate) secret: Option<Secret>,
    pub(crate) versions: Versions,
    pub(crate) name: String,
    /// The place, where seats are chosen.
    pub(crate) chosen: Option<u8>,
    pub(crate) ready: bool,
}

/// The terms of a table, as the wire carries them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub(crate) struct WireTerms {
    pub(crate) game: String,
    pub(crate) seats: u8,
    pub(crate) options: Vec<(String, WireValue)>,
    pub(crate) turn: Option<u32>,
    pub(crate) grace: u32,
    pub(crate) chosen: bool,
    pub(crate) watchers: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum WireValue {
    Flag(bool),
    Number(u32),
}

/// A person at a table that is not closed yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub(crate) struct WireSitter {
    pub(crate) identity: IdentityKey,
    pub(crate) name: String,
    pub(crate) chosen: Option<u8>,
    pub(crate) ready: bool,
}

/// How a table stands, from its host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub(crate) struct WireSeating {
    pub(crate) table: TableId,
    pub(crate) terms: WireTerms,
    pub(crate) sitters: Vec<WireSitter>,
}

/// Why nobody is let sit down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WireRefusal {
    /// There is no such table here, or the secret is wrong: a stranger is not told which.
    NoTable,
    /// All seats are taken.
    Full,
    /// The versions differ; those of the host.
    Versions(Versions),
    /// The host does not want this person.
    Unwanted,
}

/// The table is closed: the match begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub(crate) struct WireClosed {
    pub(crate) table: TableId,
    pub(crate) closing: Sealed,
    /// Where the others may be reached.
    pub(crate) addresses: Vec<(IdentityKey, Vec<Address>)>,
}

/// Somebody wants to watch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub(crate) struct WireWatch {
    pub(crate) table: TableId,
    /// Of a private table.
    pub(crate) secret: Option<Secret>,
}

/// A frame of a table stream.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Frame {
    /// The first frame of a stream.
    Hello(Versions),
    /// To the host: let me sit down.
    Sit(Sit),
    /// To the host: I get up.
    Stand(TableId),
    /// From the host: how the table stands.
    Seating(WireSeating),
    /// From the host: you cannot sit here. The number is that of the attempt; 0 where there was none.
    Refused(TableId, u32, WireRefusal),
    /// From the host: the table is gone.
    Dissolved(TableId),
    /// From the host: the match begins.
    Closed(WireClosed),
    /// Something signed.
    Item(Digest32, Item),
    /// "Send me what you have from this step on."
    Ask(Digest32, u64),
    /// "That was all: I stand at this step."
    Standing(Digest32, u64),
    /// "The log is whole here."
    Whole(Digest32),
    /// "Let us pause" or "let us go on".
    Pause(Digest32, bool),
    /// "Once more", or not.
    Again(Digest32, bool),
    /// To a party: let me watch the match of this table.
    Watch(WireWatch),
    /// To a party: I have seen enough; from a party: there is nothing to watch here.
    Unwatch(TableId),
    /// To a watcher: the closing of the match that he watches; its log begins with the next frame.
    Watched(TableId, Sealed),
    /// A signed message of somebody at the table.
    Chat(TableId, Sealed),
}

/// How many bytes there are before each frame: its length, most significant byte first.
const PREFIX: usize = 4;

impl Frame {
    /// The frame with its length before it.
    pub(crate) fn encode(&self) -> Option<Vec<u8>> {
        let bytes = cbor::to_vec(self).ok()?;
        let length = u32::try_from(bytes.len()).ok()?;
        (bytes.len() <= limits::MAX_FRAME).then(|| [length.to_be_bytes().as_slice(), &bytes].concat())
    }

    fn decode(bytes: &[u8]) -> Result<Self, cbor::DecodeError> {
        cbor::from_slice(bytes, &Limits::new(limits::MAX_FRAME).depth(12).items(4096))
    }
}

/// Why no further frame comes from a stream.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// It was closed, or broke.
    Ended,
    /// It carries something that no honest program sends.
    Garbage(String),
}

impl From<io::Error> for ReadError {
    fn from(_: io::Error) -> Self {
        Self::Ended
    }
}

/// Reads a frame; with it the number of its bytes.
pub(crate) async fn read_frame(stream: &mut (impl AsyncRead + Unpin)) -> Result<(Frame, usize), ReadError> {
    read_frame_within(limits::FRAME_TIME, stream).await
}

/// The same, with another limit on the time from the frame's first byte to its last.
async fn read_frame_within(
    limit: core::time::Duration,
    stream: &mut (impl AsyncRead + Unpin),
) -> Result<(Frame, usize), ReadError> {
    let mut prefix = [0; PREFIX];
    stream.read_exact(&mut prefix).await?;
    let length = usize::try_from(u32::from_be_bytes(prefix)).unwrap_or(usize::MAX);
    if length > limits::MAX_FRAME {
        return Err(ReadError::Garbage(format!("a frame of {length} bytes")));
    }
    // Memory grows with what comes, not with what is announced.
    let mut bytes = Vec::with_capacity(length.min(4 << 10));
    let mut rest = stream.take(length as u64);
    let rest = rest.read_to_end(&mut bytes);
    match tokio::time::timeout(limit, rest).await {
        Ok(Ok(read)) if read == length => {}
        // A line that is too slow is nobody's fault: the stream ends, and another one begins.
        Ok(_) | Err(_) => return Err(ReadError::Ended),
    }
    let frame = Frame::decode(&bytes).map_err(|error| ReadError::Garbage(error.to_string()))?;
    Ok((frame, length + PREFIX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(frame: &Frame) {
        let bytes = frame.encode().unwrap();
        let mut cursor = futures::io::Cursor::new(bytes.clone());
        let (read, length) = futures::executor::block_on(async {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_time()
                .build()
                .unwrap();
            runtime.block_on(read_frame(&mut cursor))
        })
        .unwrap();
        assert_eq!((&read, length), (frame, bytes.len()));
    }

    #[test]
    fn frames_come_back_as_they_were_sent() {
        let id = Digest32::from_bytes([7; 32]);
        for frame in [
            Frame::Hello(Versions::OURS),
            Frame::Ask(id, 3),
            Frame::Whole(id),
            Frame::Pause(id, true),
            Frame::Refused(TableId([1; 16]), 1, WireRefusal::Versions(Versions::OURS)),
            Frame::Refused(TableId([1; 16]), 1, WireRefusal::Full),
            Frame::Sit(Sit {
                table: TableId([2; 16]),
                attempt: 3,
                secret: Some(Secret([3; 16])),
                versions: Versions::OURS,
                name: "سلمى".to_owned(),
                chosen: Some(1),
                ready: true,
            }),
        ] {
            round(&frame);
        }
    }

    /// Gives a byte whenever it is asked twice, and no end.
    struct Trickle(Vec<u8>, usize);

    impl AsyncRead for Trickle {
        fn poll_read(
            mut self: std::pin::Pin<&mut Self>,
            cx: &mut std::task::Context<'_>,
            buffer: &mut [u8],
        ) -> std::task::Poll<io::Result<usize>> {
            self.1 += 1;
            let byte = self.0.get(self.1 / 2).copied();
            match byte {
                Some(byte) if self.1.is_multiple_of(2) => {
                    buffer[0] = byte;
                    std::task::Poll::Ready(Ok(1))
                }
                Some(_) => {
                    cx.waker().wake_by_ref();
                    std::task::Poll::Pending
                }
                None => std::task::Poll::Pending,
            }
        }
    }

    #[test]
    fn a_slow_line_is_no_offence() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        // Each byte alone: the frame is read all the same.
        let mut bytes = vec![0];
        bytes.extend(Frame::Hello(Versions::OURS).encode().unwrap());
        let (frame, _) = runtime.block_on(read_frame(&mut Trickle(bytes.clone(), 1))).unwrap();
        assert_eq!(frame, Frame::Hello(Versions::OURS));
        // The last byte never comes: the stream ends, and nobody is blamed.
        bytes.pop();
        let limit = std::time::Duration::from_millis(50);
        let read = runtime.block_on(read_frame_within(limit, &mut Trickle(bytes, 1)));
        assert!(matches!(read, Err(ReadError::Ended)), "{read:?}");
    }

    #[test]
    fn a_long_frame_is_refused_before_it_comes() {
        let mut cursor = futures::io::Cursor::new(u32::MAX.to_be_bytes().to_vec());
        let read = futures::executor::block_on(read_frame(&mut cursor));
        assert!(matches!(read, Err(ReadError::Garbage(_))));
    }
}
