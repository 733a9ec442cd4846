//! The two ends of table streams: a task that writes frames to one person, and a task for each stream that reads from one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures::AsyncWriteExt as _;
use libp2p::PeerId;
use libp2p::swarm::{ConnectionId, Stream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use crate::advert::Versions;
use crate::limits::{MAX_QUEUED_IN, MAX_QUEUED_OUT};
use crate::wire::{Frame, ReadError, read_frame};

/// What the tasks tell the node.
#[derive(Debug)]
pub(crate) enum FromPipe {
    /// A frame has come. The permit is held until it is dealt with: so long no more than [`MAX_QUEUED_IN`] bytes of one stream
    /// wait inside this program.
    Frame {
        peer: PeerId,
        frame: Box<Frame>,
        permit: OwnedSemaphorePermit,
    },
    /// No more comes from a stream.
    ReadEnded {
        peer: PeerId,
        /// What was wrong with it, where something was.
        garbage: Option<String>,
    },
    /// No more can be written.
    WriteEnded { peer: PeerId, connection: ConnectionId },
}

/// Reads a stream until it ends.
pub(crate) async fn read(peer: PeerId, mut stream: Stream, node: mpsc::Sender<FromPipe>) {
    let credit = Arc::new(Semaphore::new(MAX_QUEUED_IN));
    let mut greeted = false;
    let garbage = loop {
        match read_frame(&mut stream).await {
            Ok((frame, bytes)) => {
                if !greeted && !matches!(frame, Frame::Hello(_)) {
                    break Some("a stream that does not begin with a greeting".to_owned());
                }
                greeted = true;
                let wanted = u32::try_from(bytes.min(MAX_QUEUED_IN)).unwrap_or(u32::MAX);
                let Ok(permit) = Arc::clone(&credit).acquire_many_owned(wanted).await else {
                    break None;
                };
                let frame = Box::new(frame);
                if node.send(FromPipe::Frame { peer, frame, permit }).await.is_err() {
                    return;
                }
            }
            Err(ReadError::Ended) => break None,
            Err(ReadError::Garbage(what)) => break Some(what),
        }
    };
    let _ = node.send(FromPipe::ReadEnded { peer, garbage }).await;
}

/// Frames on their way to one person over one stream.
#[derive(Debug)]
pub(crate) struct Writer {
    pub(crate) connection: ConnectionId,
    frames: mpsc::UnboundedSender<Vec<u8>>,
    queued: Arc<AtomicUsize>,
}

impl Writer {
    /// Starts a task that writes to the stream.
    pub(crate) fn start(
        peer: PeerId,
        connection: ConnectionId,
        stream: Stream,
        versions: Versions,
        node: mpsc::Sender<FromPipe>,
    ) -> Self {
        let (frames, queue) = mpsc::unbounded_channel();
        let queued = Arc::new(AtomicUsize::new(0));
        let writer = Self {
            connection,
            frames,
            queued: Arc::clone(&queued),
        };
        writer.send(&Frame::Hello(versions));
        tokio::spawn(async move {
            let _ = write(stream, queue, &queued).await;
            let _ = node.send(FromPipe::WriteEnded { peer, connection }).await;
        });
        writer
    }

    /// Queues a frame. Gives `false` where too much waits already: whoever does not read is given up, and asks for what he has missed
    /// when he is back.
    pub(crate) fn send(&self, frame: &Frame) -> bool {
        let Some(bytes) = frame.encode() else {
            return true;
        };
        let length = bytes.len();
        if self.queued.fetch_add(length, Ordering::Relaxed) + length > MAX_QUEUED_OUT {
            return false;
        }
        self.frames.send(bytes).is_ok()
    }
}

async fn write(
    mut stream: Stream,
    mut queue: mpsc::UnboundedReceiver<Vec<u8>>,
    queued: &AtomicUsize,
) -> std::io::Result<()> {
    while let Some(bytes) = queue.recv().await {
        stream.write_all(&bytes).await?;
        queued.fetch_sub(bytes.len(), Ordering::Relaxed);
        // What waits already goes in one piece.
        while let Ok(bytes) = queue.try_recv() {
            stream.write_all(&bytes).await?;
            queued.fetch_sub(bytes.len(), Ordering::Relaxed);
        }
        stream.flush().await?;
    }
    stream.close().await
}
