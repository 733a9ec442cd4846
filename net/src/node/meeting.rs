//! People who meet give each other certificates: whom to ask and when, whom to answer, and the thread that does the work.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use libp2p::PeerId;
use libp2p::request_response::{self, OutboundRequestId, ResponseChannel};
use majlis_crypto::identity::IdentityKey;

use super::core::Core;
use super::matches::Running;
use super::tables::Joined;
use crate::address::{key_of, peer_id};
use crate::certificates::{Asked, Asking, Exchange, Stopped, is_too_long};
use crate::event::Event;
use crate::limits::{
    ASK_AGAIN, ASK_PAUSE, CERTIFICATES_BURST, CERTIFICATES_REFILL, MAX_ANSWERS_WAITING, MAX_ASKED_AT_ONCE,
    MAX_CONNECTIONS,
};
use crate::rate::{Buckets, Rate};
use crate::reason::Trouble;

/// What the thread is to do.
enum Job {
    Answer {
        number: u64,
        from: IdentityKey,
        request: Vec<u8>,
    },
    Ask(IdentityKey),
    Take {
        whom: IdentityKey,
        answer: Vec<u8>,
    },
    Forget(IdentityKey),
    Over,
}

/// What the thread has done.
pub(super) enum Done {
    Answered {
        number: u64,
        from: IdentityKey,
        answer: Option<Vec<u8>>,
    },
    /// This is to be asked.
    Ask { whom: IdentityKey, request: Vec<u8> },
    /// There is nothing more to ask.
    Asked {
        whom: IdentityKey,
        kept: usize,
        stopped: Option<Stopped>,
    },
}

type Out = tokio::sync::mpsc::UnboundedSender<Done>;

/// The thread's work, until nobody gives it any more.
fn work(exchange: &dyn Exchange, jobs: &mpsc::Receiver<Job>, out: &Out) {
    let mut askings: BTreeMap<IdentityKey, (Box<dyn Asking>, usize)> = BTreeMap::new();
    for job in jobs {
        match job {
            Job::Answer { number, from, request } => {
                let answer = exchange.answer(from, &request);
                let _ = out.send(Done::Answered { number, from, answer });
            }
            Job::Ask(whom) => {
                askings.insert(whom, (exchange.ask(whom), 0));
                go_on(&mut askings, whom, out);
            }
            Job::Take { whom, answer } => {
                let Some((asking, kept)) = askings.get_mut(&whom) else {
                    continue;
                };
                match asking.take(&answer) {
                    Ok(more) => {
                        *kept += more;
                        go_on(&mut askings, whom, out);
                    }
                    Err(stopped) => {
                        let kept = askings.remove(&whom).map_or(0, |(_, kept)| kept);
                        let stopped = Some(stopped);
                        let _ = out.send(Done::Asked { whom, kept, stopped });
                    }
                }
            }
            Job::Forget(whom) => {
                if let Some((_, kept)) = askings.remove(&whom) {
                    let stopped = None;
                    let _ = out.send(Done::Asked { whom, kept, stopped });
                }
            }
            Job::Over => exchange.over(),
        }
    }
}

fn go_on(askings: &mut BTreeMap<IdentityKey, (Box<dyn Asking>, usize)>, whom: IdentityKey, out: &Out) {
    let Some((asking, kept)) = askings.get_mut(&whom) else {
        return;
    };
    let done = match asking.request() {
        Some(request) => Done::Ask { whom, request },
        None => {
            let kept = *kept;
            askings.remove(&whom);
            let stopped = None;
            Done::Asked { whom, kept, stopped }
        }
    };
    let _ = out.send(done);
}

/// Somebody who is being asked.
#[derive(Default)]
struct Being {
    /// How much has been asked.
    count: u32,
    /// What is on its way.
    sent: Option<OutboundRequestId>,
    /// What is to be asked next, and when.
    next: Option<(Instant, Vec<u8>)>,
}

/// What the node does about certificates.
pub(super) struct Meeting {
    jobs: Option<mpsc::Sender<Job>>,
    answers: BTreeMap<u64, ResponseChannel<Vec<u8>>>,
    number: u64,
    paces: Buckets<PeerId>,
    asking: BTreeMap<IdentityKey, Being>,
    waiting: VecDeque<IdentityKey>,
    /// Since when somebody need not be asked.
    asked: BTreeMap<IdentityKey, Instant>,
}

impl Meeting {
    /// Starts the thread, where there is something to do for it; and where its words come out.
    pub(super) fn new(exchange: Option<Arc<dyn Exchange>>) -> (Self, tokio::sync::mpsc::UnboundedReceiver<Done>) {
        let (out, done) = tokio::sync::mpsc::unbounded_channel();
        let jobs = exchange.and_then(|exchange| {
            let (jobs, todo) = mpsc::channel();
            let spawned = thread::Builder::new()
                .name("certificates".to_owned())
                .spawn(move || work(exchange.as_ref(), &todo, &out));
            spawned
                .inspect_err(|error| tracing::warn!(%error, "no thread can be started"))
                .is_ok()
                .then_some(jobs)
        });
        let rate = Rate {
            burst: CERTIFICATES_BURST,
            refill: CERTIFICATES_REFILL,
        };
        let meeting = Self {
            jobs,
            answers: BTreeMap::new(),
            number: 0,
            paces: Buckets::new(rate, 2 * MAX_CONNECTIONS as usize),
            asking: BTreeMap::new(),
            waiting: VecDeque::new(),
            asked: BTreeMap::new(),
        };
        (meeting, done)
    }

    fn job(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // The thread ends with the node.
            let _ = jobs.send(job);
        }
    }
}

impl Core {
    /// Those with whom certificates are exchanged: everybody who sits at a table with this person, and friends.
    fn company(&self) -> BTreeSet<IdentityKey> {
        let guests = self.hosting.values().flat_map(|hosting| hosting.host.guests());
        // The host does not know a guest before he has let him sit down.
        let sitters = self.joined.values().map(Joined::sitters);
        let sitters = sitters.filter(|sitters| sitters.contains(&self.me)).flatten();
        let parties = self.running.values().flat_map(Running::others);
        guests
            .chain(sitters)
            .chain(parties)
            .chain(self.friends.iter().copied())
            .filter(|key| *key != self.me && !self.blocked.contains(key))
            .collect()
    }

    /// Asks whoever has been met since; and what had to wait is asked.
    pub(super) fn meeting_tick(&mut self) {
        if self.meeting.jobs.is_none() {
            return;
        }
        let now = Instant::now();
        let met: Vec<IdentityKey> = self
            .company()
            .into_iter()
            .filter(|key| self.peers.is_connected(&peer_id(key)))
            .filter(|key| self.meeting.asked.get(key).is_none_or(|until| now >= *until))
            .filter(|key| !self.meeting.waiting.contains(key) && !self.meeting.asking.contains_key(key))
            .collect();
        let meeting = &mut self.meeting;
        meeting.asked.retain(|_, until| now < *until);
        meeting.waiting.extend(met);
        while meeting.asking.len() < MAX_ASKED_AT_ONCE
            && let Some(whom) = meeting.waiting.pop_front()
        {
            meeting.asked.insert(whom, now + ASK_AGAIN);
            meeting.asking.insert(whom, Being::default());
            meeting.job(Job::Ask(whom));
        }
        let due: Vec<IdentityKey> = meeting
            .asking
            .iter()
            .filter(|(_, being)| being.next.as_ref().is_some_and(|(at, _)| now >= *at))
            .map(|(whom, _)| *whom)
            .collect();
        for whom in due {
            // A request must not be what a connection is made for.
            if !self.peers.is_connected(&peer_id(&whom)) {
                self.meeting.job(Job::Forget(whom));
                continue;
            }
            if let Some(being) = self.meeting.asking.get_mut(&whom)
                && let Some((_, request)) = being.next.take()
                && let Some(certificates) = self.swarm.behaviour_mut().certificates.as_mut()
            {
                being.sent = Some(certificates.send_request(&peer_id(&whom), Asked::Bytes(request)));
            }
        }
    }

    /// A match of this person is over: those who were at it have more to tell, and so has he.
    pub(super) fn met_at(&mut self, people: impl Iterator<Item = IdentityKey>) {
        for key in people {
            self.meeting.asked.remove(&key);
        }
        self.meeting.job(Job::Over);
    }

    pub(super) fn on_certificates(&mut self, event: request_response::Event<Asked, Vec<u8>>) {
        match event {
            request_response::Event::Message { peer, message, .. } => match message {
                request_response::Message::Request {
                    request: Asked::TooLong,
                    ..
                } => self.offence(peer, "a request for certificates that is too long"),
                request_response::Message::Request {
                    request: Asked::Bytes(request),
                    channel,
                    ..
                } => self.answer(peer, request, channel),
                request_response::Message::Response { request_id, response } => {
                    let being = self
                        .meeting
                        .asking
                        .iter_mut()
                        .find(|(_, being)| being.sent == Some(request_id));
                    let Some((whom, being)) = being else { return };
                    being.sent = None;
                    let whom = *whom;
                    // An empty one is none.
                    self.meeting.job(if response.is_empty() {
                        Job::Forget(whom)
                    } else {
                        Job::Take { whom, answer: response }
                    });
                }
            },
            request_response::Event::OutboundFailure {
                peer,
                request_id,
                error,
                ..
            } => {
                if is_too_long(&error) {
                    self.offence(peer, "an answer with certificates that is too long");
                }
                let being = self
                    .meeting
                    .asking
                    .iter()
                    .find(|(_, being)| being.sent == Some(request_id));
                if let Some(whom) = being.map(|(whom, _)| *whom) {
                    self.meeting.job(Job::Forget(whom));
                }
            }
            _ => {}
        }
    }

    /// Somebody asks. Whoever has nothing to do with this person, or asks too fast, gets an empty answer.
    fn answer(&mut self, peer: PeerId, request: Vec<u8>, channel: ResponseChannel<Vec<u8>>) {
        let now = self.started.elapsed();
        let allowed = key_of(&peer).filter(|key| {
            self.company().contains(key)
                && self.meeting.answers.len() < MAX_ANSWERS_WAITING
                && self.meeting.paces.take(&peer, now)
        });
        let Some(from) = allowed else {
            self.send_answer(channel, Vec::new());
            return;
        };
        let number = self.meeting.number;
        self.meeting.number += 1;
        self.meeting.answers.insert(number, channel);
        self.meeting.job(Job::Answer { number, from, request });
    }

    fn send_answer(&mut self, channel: ResponseChannel<Vec<u8>>, answer: Vec<u8>) {
        if let Some(certificates) = self.swarm.behaviour_mut().certificates.as_mut() {
            // Who asked may be gone.
            let _ = certificates.send_response(channel, answer);
        }
    }

    pub(super) fn on_meeting(&mut self, done: Done) {
        match done {
            Done::Answered { number, from, answer } => {
                let Some(channel) = self.meeting.answers.remove(&number) else {
                    return;
                };
                if answer.is_none() {
                    self.offence(peer_id(&from), "a request for certificates that is none");
                }
                self.send_answer(channel, answer.unwrap_or_default());
            }
            Done::Ask { whom, request } => {
                if let Some(being) = self.meeting.asking.get_mut(&whom) {
                    // The other answers only so many at once.
                    being.count += 1;
                    let pause = if being.count < CERTIFICATES_BURST {
                        Duration::ZERO
                    } else {
                        ASK_PAUSE
                    };
                    being.next = Some((Instant::now() + pause, request));
                }
                self.meeting_tick();
            }
            Done::Asked { whom, kept, stopped } => {
                self.meeting.asking.remove(&whom);
                match stopped {
                    Some(Stopped::Garbage(what)) => self.offence(peer_id(&whom), &what),
                    Some(Stopped::Here(why)) => self.teller.tell(Event::Trouble(Trouble::Certificates(why))),
                    None => {}
                }
                if kept > 0 {
                    self.teller.tell(Event::Certificates { from: whom, kept });
                }
            }
        }
    }
}
