//! Table streams: a behaviour that opens and accepts them, and nothing more. What goes over them is read and written elsewhere.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::task::{Context, Poll, Waker};

use libp2p::core::transport::PortUse;
use libp2p::core::upgrade::ReadyUpgrade;
use libp2p::core::{Endpoint, Multiaddr};
use libp2p::swarm::handler::{
    ConnectionEvent, DialUpgradeError, FullyNegotiatedInbound, FullyNegotiatedOutbound, StreamUpgradeError,
};
use libp2p::swarm::{
    ConnectionDenied, ConnectionHandler, ConnectionHandlerEvent, ConnectionId, FromSwarm, NetworkBehaviour,
    NotifyHandler, Stream, SubstreamProtocol, THandler, THandlerInEvent, THandlerOutEvent, ToSwarm,
};
use libp2p::{PeerId, StreamProtocol};

use crate::limits::{MAX_TABLE_STREAMS, STREAM_OPEN_TIME};
use crate::wire::TABLE_PROTOCOL;

/// What happened to a table stream.
#[derive(Debug)]
pub(crate) enum Event {
    /// One that was asked for is open.
    Opened {
        peer: PeerId,
        connection: ConnectionId,
        stream: Stream,
    },
    /// The other side has opened one.
    Accepted { peer: PeerId, stream: Stream },
    /// One that was asked for cannot be had.
    Failed {
        peer: PeerId,
        connection: ConnectionId,
        /// Whether the other side does not know the protocol at all.
        unsupported: bool,
    },
}

/// The behaviour.
#[derive(Default)]
pub(crate) struct Links {
    to_swarm: VecDeque<ToSwarm<Event, Open>>,
    waker: Option<Waker>,
}

/// Asks a connection for a stream.
#[derive(Debug)]
pub(crate) struct Open;

/// What a connection says.
#[derive(Debug)]
pub(crate) enum FromConnection {
    Opened(Stream),
    Accepted(Stream),
    Failed { unsupported: bool },
}

impl Links {
    /// Opens a stream on a connection.
    pub(crate) fn open(&mut self, peer: PeerId, connection: ConnectionId) {
        self.to_swarm.push_back(ToSwarm::NotifyHandler {
            peer_id: peer,
            handler: NotifyHandler::One(connection),
            event: Open,
        });
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}

impl NetworkBehaviour for Links {
    type ConnectionHandler = Handler;
    type ToSwarm = Event;

    fn handle_established_inbound_connection(
        &mut self,
        _: ConnectionId,
        _: PeerId,
        _: &Multiaddr,
        _: &Multiaddr,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        Ok(Handler::default())
    }

    fn handle_established_outbound_connection(
        &mut self,
        _: ConnectionId,
        _: PeerId,
        _: &Multiaddr,
        _: Endpoint,
        _: PortUse,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        Ok(Handler::default())
    }

    fn on_swarm_event(&mut self, _: FromSwarm<'_>) {}

    fn on_connection_handler_event(&mut self, peer: PeerId, connection: ConnectionId, event: THandlerOutEvent<Self>) {
        let event = match event {
            FromConnection::Opened(stream) => Event::Opened {
                peer,
                connection,
                stream,
            },
            FromConnection::Accepted(stream) => Event::Accepted { peer, stream },
            FromConnection::Failed { unsupported } => Event::Failed {
                peer,
                connection,
                unsupported,
            },
        };
        self.to_swarm.push_back(ToSwarm::GenerateEvent(event));
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<ToSwarm<Self::ToSwarm, THandlerInEvent<Self>>> {
        if let Some(event) = self.to_swarm.pop_front() {
            return Poll::Ready(event);
        }
        self.waker = Some(cx.waker().clone());
        Poll::Pending
    }
}

/// One connection's side.
#[derive(Default)]
pub(crate) struct Handler {
    wanted: usize,
    said: VecDeque<FromConnection>,
}

impl ConnectionHandler for Handler {
    type FromBehaviour = Open;
    type ToBehaviour = FromConnection;
    type InboundProtocol = ReadyUpgrade<StreamProtocol>;
    type OutboundProtocol = ReadyUpgrade<StreamProtocol>;
    type InboundOpenInfo = ();
    type OutboundOpenInfo = ();

    fn listen_protocol(&self) -> SubstreamProtocol<Self::InboundProtocol> {
        SubstreamProtocol::new(ReadyUpgrade::new(StreamProtocol::new(TABLE_PROTOCOL)), ())
    }

    fn poll(
        &mut self,
        _: &mut Context<'_>,
    ) -> Poll<ConnectionHandlerEvent<Self::OutboundProtocol, (), Self::ToBehaviour>> {
        if let Some(said) = self.said.pop_front() {
            return Poll::Ready(ConnectionHandlerEvent::NotifyBehaviour(said));
        }
        if self.wanted > 0 {
            self.wanted -= 1;
            let upgrade = ReadyUpgrade::new(StreamProtocol::new(TABLE_PROTOCOL));
            return Poll::Ready(ConnectionHandlerEvent::OutboundSubstreamRequest {
                protocol: SubstreamProtocol::new(upgrade, ()).with_timeout(STREAM_OPEN_TIME),
            });
        }
        Poll::Pending
    }

    fn on_behaviour_event(&mut self, _: Open) {
        self.wanted += 1;
    }

    fn on_connection_event(&mut self, event: ConnectionEvent<'_, Self::InboundProtocol, Self::OutboundProtocol>) {
        match event {
            // What nobody has taken up yet is bounded; a stream that is dropped is closed.
            ConnectionEvent::FullyNegotiatedInbound(FullyNegotiatedInbound { protocol, .. })
                if self.said.len() < MAX_TABLE_STREAMS =>
            {
                self.said.push_back(FromConnection::Accepted(protocol));
            }
            ConnectionEvent::FullyNegotiatedOutbound(FullyNegotiatedOutbound { protocol, .. }) => {
                self.said.push_back(FromConnection::Opened(protocol));
            }
            ConnectionEvent::DialUpgradeError(DialUpgradeError { error, .. }) => {
                let unsupported = unsupported(&error);
                self.said.push_back(FromConnection::Failed { unsupported });
            }
            _ => {}
        }
    }
}

const fn unsupported(error: &StreamUpgradeError<Infallible>) -> bool {
    matches!(error, StreamUpgradeError::NegotiationFailed)
}
