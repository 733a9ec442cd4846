//! The list of tables, asked of a neighbour: gossip repeats nothing, so whoever has just come would wait a minute for what
//! everybody else knows.
//!
//! The protocol is `/majlis/lobby/1`: the request is a stream that is closed at once, the answer the CBOR array of adverts, as
//! byte strings, at most [`MAX_LISTED`] of at most [`MAX_LISTED_BYTES`] altogether. Each is judged as if it came by gossip.

use std::io;

use futures::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use libp2p::StreamProtocol;
use libp2p::request_response::{self, Codec, ProtocolSupport};
use majlis_crypto::cbor::{self, ByteString, DecodeErrorKind, Limits};

use crate::limits::{MAX_ADVERT, MAX_LISTED, MAX_LISTED_BYTES, MAX_LISTINGS_AT_ONCE, REQUEST_TIME};

const PROTOCOL: StreamProtocol = StreamProtocol::new("/majlis/lobby/1");

/// Asks and answers.
pub(crate) type Behaviour = request_response::Behaviour<Listing>;

/// The behaviour of a node.
pub(crate) fn behaviour() -> Behaviour {
    let config = request_response::Config::default()
        .with_request_timeout(REQUEST_TIME)
        .with_max_concurrent_streams(MAX_LISTINGS_AT_ONCE);
    request_response::Behaviour::with_codec(Listing, [(PROTOCOL, ProtocolSupport::Full)], config)
}

/// What was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    /// The list.
    List,
    /// Something that is no question. libp2p does not tell of a request that cannot be read, so it is read as this.
    Garbage,
}

/// How list and request are written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Listing;

/// As many of these adverts as may be told.
pub(crate) fn cut<'a>(adverts: impl Iterator<Item = &'a [u8]>) -> Vec<Vec<u8>> {
    let mut left = MAX_LISTED_BYTES;
    adverts
        .take(MAX_LISTED)
        .take_while(|advert| {
            let room = left.checked_sub(advert.len() + 3);
            left = room.unwrap_or(0);
            room.is_some()
        })
        .map(<[u8]>::to_vec)
        .collect()
}

fn invalid(error: impl core::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

impl Codec for Listing {
    type Protocol = StreamProtocol;
    type Request = Asked;
    type Response = Vec<Vec<u8>>;

    async fn read_request<T: AsyncRead + Unpin + Send>(&mut self, _: &StreamProtocol, io: &mut T) -> io::Result<Asked> {
        match io.read(&mut [0]).await? {
            0 => Ok(Asked::List),
            _ => Ok(Asked::Garbage),
        }
    }

    async fn read_response<T: AsyncRead + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
    ) -> io::Result<Vec<Vec<u8>>> {
        let most = MAX_LISTED_BYTES + 16;
        let mut bytes = Vec::new();
        io.take(most as u64 + 1).read_to_end(&mut bytes).await?;
        let limits = Limits::new(most).depth(1).items(MAX_LISTED + 1).string(MAX_ADVERT);
        let adverts: Vec<ByteString> = cbor::from_slice(&bytes, &limits).map_err(|error| match error.kind {
            // A connection that broke in the middle of it is nobody's fault.
            DecodeErrorKind::Truncated => io::Error::new(io::ErrorKind::UnexpectedEof, error.to_string()),
            _ => invalid(error),
        })?;
        Ok(adverts.into_iter().map(|advert| advert.0).collect())
    }

    async fn write_request<T: AsyncWrite + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        _: Asked,
    ) -> io::Result<()> {
        io.close().await
    }

    async fn write_response<T: AsyncWrite + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        adverts: Vec<Vec<u8>>,
    ) -> io::Result<()> {
        let adverts: Vec<ByteString> = adverts.into_iter().map(ByteString).collect();
        io.write_all(&cbor::to_vec(&adverts).map_err(invalid)?).await?;
        io.close().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::executor::block_on;
    use futures::io::Cursor;

    #[test]
    fn a_list_is_cut_and_read_again() {
        let advert = vec![7; 1000];
        let adverts = vec![advert.as_slice(); 2 * MAX_LISTED];
        let list = cut(adverts.into_iter());
        assert!(!list.is_empty() && list.len() <= MAX_LISTED);
        let mut bytes = Cursor::new(Vec::new());
        block_on(Listing.write_response(&PROTOCOL, &mut bytes, list.clone())).unwrap();
        let mut bytes = Cursor::new(bytes.into_inner());
        assert_eq!(block_on(Listing.read_response(&PROTOCOL, &mut bytes)).unwrap(), list);
    }

    #[test]
    fn a_list_that_breaks_off_is_no_offence() {
        let whole = cbor::to_vec(&vec![ByteString(vec![7; 100]); 3]).unwrap();
        for length in 0..whole.len() {
            let cut = whole.get(..length).unwrap().to_vec();
            let error = block_on(Listing.read_response(&PROTOCOL, &mut Cursor::new(cut))).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{length}: {error}");
        }
    }

    #[test]
    fn what_is_no_list_is_refused_within_its_bounds() {
        let read = |bytes: Vec<u8>| block_on(Listing.read_response(&PROTOCOL, &mut Cursor::new(bytes)));
        let large = cbor::to_vec(&[ByteString(vec![0; MAX_ADVERT + 1])]).unwrap();
        let many = cbor::to_vec(&vec![ByteString(vec![]); MAX_LISTED + 1]).unwrap();
        for bytes in [
            vec![],
            vec![0xff; 100],
            vec![0x9b; 9],
            vec![0; MAX_LISTED_BYTES * 2],
            large,
            many,
        ] {
            assert!(read(bytes).is_err());
        }
        let asked = |bytes: Vec<u8>| block_on(Listing.read_request(&PROTOCOL, &mut Cursor::new(bytes))).unwrap();
        assert_eq!((asked(vec![1]), asked(vec![])), (Asked::Garbage, Asked::List));
    }
}
