//! Every limit on what a stranger can make this program hold or do, in one place, each with its reason.
//!
//! Sizes are in bytes, times in seconds unless the type says otherwise. What a peer sends beyond a limit is refused before
//! memory is taken for it; whether the peer is also dropped stands at the limit. A peer that is only slow is never
//! punished: no limit here is a least speed.

use core::time::Duration;

use crate::rate::Rate;

// ---------------------------------------------------------------- addresses and invitations

/// The longest address in its binary form. The longest that is accepted is a DNS name of 253 characters with its code,
/// length and port: 263.
pub const MAX_ADDRESS_BYTES: usize = 264;

/// How many addresses of one person are kept, dialled or told. A machine with two adapters has two IPv4 and a few IPv6
/// addresses, each by TCP and QUIC.
pub const MAX_ADDRESSES: usize = 16;

/// How many addresses stand in an invitation or an advert. More would make the QR code too fine for a telephone, and let an
/// advert send its readers to many machines that have nothing to do with the match.
pub const MAX_SHARED_ADDRESSES: usize = 8;

/// How many relays stand in an invitation or an advert: one, and two in reserve, each with two addresses.
pub const MAX_SHARED_RELAYS: usize = 6;

/// The longest invitation in characters. The largest one has all its addresses and relays as long DNS names; one that a
/// person meets is below 300.
pub const MAX_INVITATION: usize = 8 << 10;

// ---------------------------------------------------------------- connections and streams

/// Connections that are not yet authenticated, incoming and outgoing together by direction. A handshake holds about
/// 20 KiB.
pub const MAX_PENDING_CONNECTIONS: u32 = 32;

/// Established connections of a player's node, of which relays, the lobby's mesh and Kademlia take some 40.
pub const MAX_CONNECTIONS: u32 = 160;

/// Established connections with one peer. TCP and QUIC from both sides make four; a hole punched adds one.
pub const MAX_CONNECTIONS_PER_PEER: u32 = 6;

/// Streams that one connection may have open towards us. A dozen protocols use one or two each, those of tables up to
/// [`MAX_TABLE_STREAMS`].
pub const MAX_STREAMS_PER_CONNECTION: usize = 64;

/// Streams of one connection whose protocol is still being agreed on. Honest peers open a few at a time.
pub const MAX_NEGOTIATING_STREAMS: usize = 32;

/// How much a QUIC connection may send before it is read: one stream, and all together. A frame of the log and the streams
/// beside it fit.
pub const QUIC_WINDOWS: (u32, u32) = (256 << 10, 2 << 20);

/// How long a request may take from its first byte to the last of the answer, before its stream is closed. An honest peer
/// behind a line of 8 KiB a second gets a largest message through in ten seconds; the peer is not punished.
pub const REQUEST_TIME: Duration = Duration::from_secs(60);

/// How long a connection without a stream stays open. libp2p's ten seconds would close a table while somebody thinks.
pub const IDLE_CONNECTION: Duration = Duration::from_secs(600);

/// Connection attempts of one address (an IPv4 address, or the /64 of an IPv6 one) that are answered at once. A family behind one
/// address, restarting, makes some tens. The machine itself is not limited.
pub const ATTEMPT_BURST: u32 = 60;

/// After how long one attempt more of that address is answered.
pub const ATTEMPT_REFILL: Duration = Duration::from_millis(500);

/// Addresses whose attempts are counted. When there are more, new ones are refused until it is quieter.
pub const MAX_COUNTED_ADDRESSES: usize = 16 << 10;

/// Established connections that come from one address to a player's node: four people of a household, each with
/// [`MAX_CONNECTIONS_PER_PEER`], and somebody more. So one machine cannot take all the connections.
pub const MAX_CONNECTIONS_PER_ADDRESS: u32 = 32;

/// The same at a relay, where many households may share one address of their provider.
pub const RELAY_MAX_CONNECTIONS_PER_ADDRESS: u32 = 256;

/// Memory of the whole process above which a player's node accepts no further connection. A node with a running match and
/// a full lobby was measured far below.
pub const MAX_PROCESS_MEMORY: usize = 1 << 30;

/// Memory of the whole process above which a relay accepts no further connection.
pub const MAX_RELAY_MEMORY: usize = 1 << 30;

// ---------------------------------------------------------------- offences

/// After so many offences a peer is disconnected and refused until the program ends. Garbage on a protocol, a wrong
/// signature and a message beyond its size are offences; being slow, repeating oneself or going away is none. One could be
/// the work of a damaged program of somebody honest, so there is a second chance, and no third.
pub const MAX_OFFENCES: u32 = 3;

/// How many offenders are remembered for the session. The oldest is forgotten first; a peer id costs nothing, so a longer
/// list would only cost us.
pub const MAX_OFFENDERS: usize = 4096;

// ---------------------------------------------------------------- tables

/// Open tables of one host. A person sits at one; a few more may be announced by a club.
pub const MAX_TABLES_PER_HOST: usize = 4;

/// How often one person may say at once how he sits; each time everybody at the table is told. Whoever tries all places and changes
/// his mind a few times says less.
pub const SIT_BURST: u32 = 12;

/// After how long it may be said once more. What is said in between waits, and only the last of it is heard.
pub const SIT_REFILL: Duration = Duration::from_millis(500);

/// How much beyond that is an offence. No hand presses so fast; a program that has lost its connection says it once for each.
pub const SIT_EXCESS: u32 = 200;

/// How often one person may say at once that he wants a pause or another match, or no longer. What is said faster waits, and only the last
/// of it is heard.
pub const WISHES: Rate = Rate {
    burst: 12,
    refill: Duration::from_millis(500),
};

/// How much beyond [`WISHES`], or beyond [`WATCHES`], is an offence: as with [`SIT_EXCESS`].
pub const WISH_EXCESS: u32 = 200;

/// How long a program waits between two questions to the others for what somebody has said whom it cannot reach itself. A step between two
/// who play through a third takes about as long.
pub const ASK_AROUND: Duration = Duration::from_secs(1);

/// How long a program waits before it writes down, and a host tells the others, that somebody at the table is to be reached elsewhere.
pub const ADDRESSES_PAUSE: Duration = Duration::from_secs(1);

/// How often the host of a match may say where the others are to be reached. Whoever is told dials them.
pub const ADDRESSES: Rate = Rate {
    burst: 16,
    refill: ADDRESSES_PAUSE,
};

/// How often one party may ask for what it lacks of a match. Each answer is up to 64 steps; whoever has missed a whole match catches
/// up within these. What is asked faster waits, and is no offence.
pub const ASKS: Rate = Rate {
    burst: 64,
    refill: Duration::from_millis(250),
};

/// How often one person may ask to watch: each time the whole log is shown. Whoever loses his connection asks again. What is asked
/// faster waits.
pub const WATCHES: Rate = Rate {
    burst: 8,
    refill: Duration::from_secs(15),
};

/// How often a host may say how his table stands: three guests who each say all that they may, and he himself. What is said faster
/// waits, and only the last of it is heard.
pub const SEATINGS: Rate = Rate {
    burst: 4 * SIT_BURST,
    refill: Duration::from_millis(150),
};

/// How often the log of a match that is watched may begin anew: with each connection, and with each cut. Whoever shows it more often
/// is watched no longer.
pub const WATCHED: Rate = Rate {
    burst: 16,
    refill: Duration::from_secs(10),
};

/// Watchers of one table. Each receives the whole log, some 300 KiB.
pub const MAX_WATCHERS: usize = 16;

// ---------------------------------------------------------------- the lobby

/// The largest advert with its signature. One with all addresses as IP addresses is about 700 bytes.
pub const MAX_ADVERT: usize = 4 << 10;

/// The largest packet of gossip. It holds several adverts, or thousands of ids of those that are offered: with less room than
/// gossipsub's own 64 KiB, honest neighbours would seem to send garbage in a busy lobby.
pub const MAX_GOSSIP: usize = 64 << 10;

/// The longest life of an advert. A host that is gone disappears from the lobby within it.
pub const ADVERT_LIFE: Duration = Duration::from_secs(180);

/// How often a host repeats its advert. Two may be lost before the table disappears, and a person who has just come waits
/// at most so long for a table that gossip alone would tell of.
pub const ADVERT_INTERVAL: Duration = Duration::from_secs(60);

/// After how long one advert more of a host is passed on, beyond [`ADVERT_HOST_BURST`]; what comes earlier is ignored.
pub const ADVERT_PAUSE: Duration = Duration::from_secs(4);

/// Adverts of one host that are passed on at once: a table opens, fills and closes with five.
pub const ADVERT_HOST_BURST: u32 = 8;

/// How far an advert's clock may lie ahead of ours or behind, beyond its life. People's clocks are wrong by minutes and
/// must find each other nevertheless; a replayed advert dies by the time after which we have seen it first.
pub const ADVERT_SKEW: Duration = Duration::from_secs(900);

/// Adverts that the lobby keeps, at most [`MAX_ADVERT`] each: 8 MiB in the worst case, 1.5 MiB in practice. Where more
/// tables are open, the ones seen longest ago make room.
pub const MAX_ADVERTS: usize = 2048;

/// Persons of whom the lobby remembers when their last advert came, so that one that has expired cannot be replayed.
pub const MAX_LOBBY_PERSONS: usize = 4096;

/// A peer from which more adverts per second come than this, over [`ADVERT_BURST`], is not heard until it is quieter. It is
/// no offence, since in gossip a peer passes on what others say; in a lobby of 2,000 tables 33 adverts a second are normal.
pub const ADVERTS_PER_SECOND: u32 = 50;

/// See [`ADVERTS_PER_SECOND`]: a whole lobby may come at once when two networks meet.
pub const ADVERT_BURST: u32 = 2048;

/// The heartbeat of gossip: how often the mesh is mended and what was missed is offered. A second is gossipsub's own.
pub const LOBBY_HEARTBEAT: Duration = Duration::from_secs(1);

/// Neighbours to which a player's node passes adverts on at once: from the first number on it looks for more, up to the second, and
/// above the third it turns some away. Most people cannot be dialled, so those who can have many neighbours; with gossipsub's own 12
/// at most, a third of a crowd could not serve the rest.
pub const LOBBY_MESH: (usize, usize, usize) = (4, 6, 24);

/// The same of a relay.
pub const RELAY_LOBBY_MESH: (usize, usize, usize) = (8, 16, 64);

/// Adverts in the list that a neighbour is asked for.
pub const MAX_LISTED: usize = 512;

/// The same in bytes.
pub const MAX_LISTED_BYTES: usize = 256 << 10;

/// Lists that one connection may ask for at the same time.
pub const MAX_LISTINGS_AT_ONCE: usize = 2;

/// After how long a peer may ask for the list once more; see [`LISTING_BURST`]. What comes earlier gets an empty list.
pub const LISTING_PAUSE: Duration = Duration::from_secs(20);

/// How often a peer may ask for the list at once.
pub const LISTING_BURST: u32 = 3;

/// Peers up to which a node connects to others for the lobby's sake: neighbours of the local network and hosts of tables that
/// Kademlia has found. Those who connect to us come beside them.
pub const MAX_LOBBY_NEIGHBOURS: usize = 40;

/// How often Kademlia is asked for the hosts of open tables.
pub const LOOK_INTERVAL: Duration = Duration::from_secs(120);

/// How often Kademlia is asked for a person who is missed at a table.
pub const PERSON_LOOK_INTERVAL: Duration = Duration::from_secs(30);

/// How often friends who are not there are looked for.
pub const FRIENDS_INTERVAL: Duration = Duration::from_secs(120);

/// How many of them at once; with more, each has a turn.
pub const MAX_FRIENDS_AT_ONCE: usize = 32;

/// Relays that are used because invitations to tables of others name them, until those tables are gone.
pub const MAX_BORROWED_RELAYS: usize = 8;

/// Of these, how many of one table: one, and two in reserve.
pub const MAX_BORROWED_OF_TABLE: usize = 3;

/// Relays of this person's choice at which a place is reserved; borrowed ones come on top up to as many. One can fail.
pub const MAX_RESERVATIONS: usize = 2;

// ---------------------------------------------------------------- chat

/// Tables whose chat is kept; those that are over make room.
pub const MAX_ROOMS: usize = 16;

/// The longest chat message in characters; it must fit into a bubble at the table.
pub const MAX_CHAT_CHARACTERS: usize = 200;

/// The same in bytes of UTF-8. Arabic takes two bytes a character, an emoji four.
pub const MAX_CHAT_TEXT: usize = 800;

/// The largest chat message with its signature.
pub const MAX_CHAT: usize = MAX_CHAT_TEXT + 256;

/// Messages that one person may send at once before the rate counts.
pub const CHAT_BURST: u32 = 6;

/// One message more is allowed each so many milliseconds.
pub const CHAT_REFILL: Duration = Duration::from_millis(1500);

/// How many messages beyond the rate are silently dropped before they count as an offence. An honest program does not
/// send them; one with a wrong clock sends a few.
pub const CHAT_EXCESS: u32 = 200;

/// Messages of one table that are kept to be shown.
pub const MAX_CHAT_HISTORY: usize = 200;

// ---------------------------------------------------------------- certificates

/// The largest request for certificates: sixteen digests, with room.
pub const MAX_CERTIFICATES_REQUEST: usize = 1 << 10;

/// The largest answer: sixteen certificates of the largest kind. One that is met has 700 bytes.
pub const MAX_CERTIFICATES_ANSWER: usize = 132 << 10;

/// Requests that one connection may have open at the same time; an honest program waits for each answer.
pub const MAX_REQUESTS_AT_ONCE: usize = 2;

/// Requests of one person that are answered at once: the lists and certificates of some hundred matches. What goes beyond the rate
/// gets an empty answer.
pub const CERTIFICATES_BURST: u32 = 32;

/// After how long one request more of that person is answered.
pub const CERTIFICATES_REFILL: Duration = Duration::from_millis(500);

/// The pause between two requests of this program, after as many as are answered at once.
pub const ASK_PAUSE: Duration = Duration::from_millis(600);

/// Requests that wait for their answer to be looked up; what comes beyond them gets an empty one. Together their answers hold less than
/// 2 MiB.
pub const MAX_ANSWERS_WAITING: usize = 12;

/// People who are asked at the same time; the others wait.
pub const MAX_ASKED_AT_ONCE: usize = 4;

/// After how long the same person is asked again, while there is a connection and no match has been played since.
pub const ASK_AGAIN: Duration = Duration::from_secs(1800);

// ---------------------------------------------------------------- people asked to a table

/// The largest request that asks somebody to a table: the longest link, the name of a game, and their case.
pub const MAX_INVITATION_REQUEST: usize = MAX_INVITATION + 64;

/// How often one person may ask this one to a table. Whoever opens a table, closes it and opens another one asks a few times; what is
/// asked faster is not shown, and is no offence.
pub const INVITATIONS: Rate = Rate {
    burst: 3,
    refill: Duration::from_secs(60),
};

/// Invitations of others that wait to be answered, one of each person; those that came first make room. More would hide the home screen.
pub const MAX_INVITED: usize = 8;

/// How long an invitation is shown. A table that has not begun by then will hardly be waiting.
pub const INVITATION_LIFE: Duration = Duration::from_secs(1800);

/// People whom this person asks to his tables at the same time.
pub const MAX_CALLS: usize = 16;

/// How long somebody who is asked to a table is dialled. Kademlia and a hole that is punched take some ten seconds.
pub const CALL_TIME: Duration = Duration::from_secs(30);

// ---------------------------------------------------------------- people

/// Blocked persons in the list, which only its owner fills.
pub const MAX_BLOCKED: usize = 4096;

/// People met that are remembered; the one met longest ago is forgotten first, a friend never.
pub const MAX_PEOPLE: usize = 4096;

// ---------------------------------------------------------------- Kademlia

/// Largest Kademlia packet, libp2p's own.
pub const MAX_KAD_PACKET: usize = 16 << 10;

/// Keys for which a node keeps providers: the games, and persons that want to be found. Each peer can be provider of itself and of
/// the games only.
pub const MAX_PROVIDED_KEYS: usize = 4 << 10;

/// Providers kept for one key. More tables of one game than this are found through the lobby.
pub const MAX_PROVIDERS_PER_KEY: usize = 64;

/// Addresses kept of one provider.
pub const MAX_PROVIDER_ADDRESSES: usize = 8;

/// How long a provider record holds. A host that is gone is found in vain for at most so long.
pub const PROVIDER_LIFE: Duration = Duration::from_secs(3600);

/// How often a provider record is told anew.
pub const PROVIDER_INTERVAL: Duration = Duration::from_secs(1200);

// ---------------------------------------------------------------- a relay

/// Established connections of a relay. Each costs about 60 KiB with TCP, noise and yamux.
pub const RELAY_MAX_CONNECTIONS: u32 = 4096;

/// Pending connections of a relay.
pub const RELAY_MAX_PENDING: u32 = 256;

/// Reservations: persons that can be reached through this relay at the same time.
pub const RELAY_MAX_RESERVATIONS: usize = 2048;

/// Reservations of one peer. libp2p counts one a connection.
pub const RELAY_MAX_RESERVATIONS_PER_PEER: usize = 6;

/// How long a reservation holds. It is renewed before.
pub const RELAY_RESERVATION: Duration = Duration::from_secs(3600);

/// Circuits at the same time. At a table of four behind bad routers each pair may need one.
pub const RELAY_MAX_CIRCUITS: usize = 2048;

/// Circuits of one peer: three others at a table, from both sides, and those of a table before that are not closed yet.
pub const RELAY_MAX_CIRCUITS_PER_PEER: usize = 16;

/// How long one circuit lasts; libp2p's two minutes would cut every match. A match is over in less than four hours, and a
/// new circuit follows one that ended.
pub const RELAY_CIRCUIT_TIME: Duration = Duration::from_secs(4 * 3600);

/// What one circuit may carry in both directions. A log has about 300 KiB; with catching up, pings and watchers 32 MiB are
/// far beyond any match and still no use for carrying films.
pub const RELAY_CIRCUIT_BYTES: u64 = 32 << 20;

/// Reservations and circuits that one peer may ask for: so many at once, and one more after each time. Who rejoins after every
/// break of his line asks a few times an hour.
pub const RELAY_RATE_PER_PEER: (u32, Duration) = (60, Duration::from_secs(20));

/// The same of one address, behind which there may be many households.
pub const RELAY_RATE_PER_ADDRESS: (u32, Duration) = (600, Duration::from_secs(2));

/// Connections at the same time to the metrics, which one program asks every few seconds.
pub const MAX_METRICS_CONNECTIONS: usize = 8;

/// The longest request for metrics: a line and the headers of a browser.
pub const MAX_METRICS_REQUEST: usize = 4 << 10;

/// How long a request for metrics may take to arrive and its answer to leave.
pub const METRICS_TIME: Duration = Duration::from_secs(5);

// ---------------------------------------------------------------- table streams

/// The largest frame of a table stream: the largest item of a log, with its match and its case around it.
pub const MAX_FRAME: usize = majlis_referee::wire::MAX_ITEM + 128;

/// How long a frame may take from its first byte to its last. The largest one gets through in it over a line of 1.4 KiB a
/// second; without a limit, a peer could hold a frame's memory for ever with one byte a minute.
pub const FRAME_TIME: Duration = Duration::from_secs(60);

/// Table streams that one peer may have open towards us. One is in use; another one takes its place when a better connection is
/// found, from both sides at once.
pub const MAX_TABLE_STREAMS: usize = 8;

/// How long opening a stream may take.
pub const STREAM_OPEN_TIME: Duration = Duration::from_secs(10);

/// Bytes of one stream that wait to be dealt with inside this program; no more is read before. Four of the largest frames.
pub const MAX_QUEUED_IN: usize = 4 * MAX_FRAME;

/// Bytes that wait to be sent to one peer. A whole log fits several times; whoever does not read so much is not there, and asks
/// again when he is.
pub const MAX_QUEUED_OUT: usize = 4 << 20;

/// Frames that wait for a stream to be opened. Longer queues are worth nothing: what is missing is asked for.
pub const MAX_WAITING_FRAMES: usize = 32;

/// After how long without a connection a person counts as gone, and no longer as reconnecting. Dialling goes on.
pub const GONE_AFTER: Duration = Duration::from_secs(60);

/// How long a seat at a table that is not closed yet is kept for somebody who is not connected.
pub const SEAT_HELD: Duration = Duration::from_secs(20);

/// How long a program that has the whole log stays for the others to get it. Somebody whose program was killed at that moment and
/// started again is back within it.
pub const SETTLE_TIME: Duration = Duration::from_secs(20);

/// How long a program stays after its person has left a match, so that the leave arrives.
pub const LEAVE_LINGER: Duration = Duration::from_secs(3);

/// The shortest and the longest wait between two attempts to reach somebody who is wanted.
pub const REDIAL: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(15));

/// How often an idle connection is tried, and how long the answer may take before the connection counts as broken. A cable that is
/// pulled out is noticed within the sum.
pub const PING: (Duration, Duration) = (Duration::from_secs(8), Duration::from_secs(12));

/// Peers of whom addresses and offences are kept, beside those who are at a table with this person.
pub const MAX_PEERS: usize = 1024;

/// Matches that are kept running or served at once. One is played; more are finished ones that others may still ask about.
pub const MAX_MATCHES: usize = 16;

/// How often matches that are over are taken from disk for one person who asks for their end: each is replayed, which takes some
/// hundred milliseconds. Whoever was away lacks one or two.
pub const SERVED: Rate = Rate {
    burst: 4,
    refill: Duration::from_secs(30),
};

// ---------------------------------------------------------------- for libp2p

/// Streams over TCP within [`MAX_STREAMS_PER_CONNECTION`].
pub(crate) fn yamux() -> libp2p::yamux::Config {
    let mut config = libp2p::yamux::Config::default();
    config.set_max_num_streams(MAX_STREAMS_PER_CONNECTION);
    config
}

/// QUIC within [`MAX_STREAMS_PER_CONNECTION`] and [`QUIC_WINDOWS`].
pub(crate) fn quic(mut config: libp2p::quic::Config) -> libp2p::quic::Config {
    config.max_concurrent_stream_limit = u32::try_from(MAX_STREAMS_PER_CONNECTION).unwrap_or(u32::MAX);
    (config.max_stream_data, config.max_connection_data) = QUIC_WINDOWS;
    config
}
