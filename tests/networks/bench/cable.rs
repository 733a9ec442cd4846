//! Cables that take their time: frames go from one machine's adapter to another's through this process.
//!
//! Each end is a TAP adapter. It is made beside all machines and then moved into one; whoever made it can still read and write
//! its frames. Two threads carry each direction: one takes frames up and notes when they are due, the other hands them over then.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use tun_rs::{DeviceBuilder, Layer, SyncDevice};

use super::{Machine, ip, number};

/// How many frames a cable holds in one direction; more are lost, as in a router's queue.
const QUEUE: usize = 4096;
/// The largest frame: an Ethernet header and what an adapter carries.
const FRAME: usize = 1600;

/// Where an end of a cable is plugged in.
pub(crate) struct End<'a> {
    machine: &'a Machine,
    adapter: &'a str,
    address: Option<&'a str>,
}

impl<'a> End<'a> {
    /// An adapter with an address, such as `10.0.0.1/24`.
    pub(crate) fn new(machine: &'a Machine, adapter: &'a str, address: &'a str) -> Self {
        Self {
            machine,
            adapter,
            address: Some(address),
        }
    }

    /// A socket of a switch.
    pub(crate) fn into_switch(machine: &'a Machine, adapter: &'a str) -> Self {
        Self {
            machine,
            adapter,
            address: None,
        }
    }

    fn plug_in(&self) -> Arc<SyncDevice> {
        let made = format!("mjl{}", number() + 100_000 * (std::process::id() % 10_000));
        let device = DeviceBuilder::new()
            .name(&made)
            .layer(Layer::L2)
            .enable(false)
            .build_sync()
            .unwrap();
        let (machine, adapter) = (self.machine, self.adapter);
        ip(&format!("link set {made} netns {} name {adapter}", machine.name()));
        match self.address {
            Some(address) => machine.ip(&format!("addr add {address} dev {adapter}")),
            None => machine.ip(&format!("link set {adapter} master switch")),
        };
        machine.ip(&format!("link set {adapter} up"));
        Arc::new(device)
    }
}

#[derive(Default)]
struct Way {
    delay_us: AtomicU64,
    pulled: AtomicBool,
    frames: AtomicU64,
    bytes: AtomicU64,
}

/// A cable between two machines. It lasts as long as they do.
pub(crate) struct Cable {
    there: Arc<Way>,
    back: Arc<Way>,
}

impl Cable {
    /// Lays a cable, without delay at first.
    pub(crate) fn between(one: &End<'_>, other: &End<'_>) -> Self {
        let (first, second) = (one.plug_in(), other.plug_in());
        let cable = Self {
            there: Arc::default(),
            back: Arc::default(),
        };
        carry(&first, &second, &cable.there);
        carry(&second, &first, &cable.back);
        cable
    }

    /// How long a frame takes, each way.
    pub(crate) fn set_delay(&self, delay: Duration) {
        for way in [&self.there, &self.back] {
            let us = u64::try_from(delay.as_micros()).unwrap();
            way.delay_us.store(us, Ordering::Relaxed);
        }
    }

    /// Pulls the cable: nothing comes through, and nobody is told.
    pub(crate) fn pull(&self) {
        self.set_pulled(true);
    }

    /// Puts it back.
    pub(crate) fn put_back(&self) {
        self.set_pulled(false);
    }

    fn set_pulled(&self, pulled: bool) {
        for way in [&self.there, &self.back] {
            way.pulled.store(pulled, Ordering::Relaxed);
        }
    }

    /// How many frames and bytes were taken up, both ways together.
    pub(crate) fn carried(&self) -> (u64, u64) {
        let sum = |of: fn(&Way) -> &AtomicU64| {
            of(&self.there).load(Ordering::Relaxed) + of(&self.back).load(Ordering::Relaxed)
        };
        (sum(|way| &way.frames), sum(|way| &way.bytes))
    }
}

/// Frames that are due at a moment.
type Due = (Instant, Vec<u8>);

/// Carries frames until an end is gone with its machine.
fn carry(from: &Arc<SyncDevice>, to: &Arc<SyncDevice>, way: &Arc<Way>) {
    let (send, receive) = sync_channel::<Due>(QUEUE);
    let (from, to) = (Arc::clone(from), Arc::clone(to));
    let taking = Arc::clone(way);
    std::thread::spawn(move || take_up(&from, &taking, &send));
    std::thread::spawn(move || hand_over(&to, &receive));
}

fn take_up(from: &SyncDevice, way: &Way, send: &SyncSender<Due>) {
    let mut frame = [0; FRAME];
    while let Ok(length) = from.recv(&mut frame) {
        if way.pulled.load(Ordering::Relaxed) {
            continue;
        }
        way.frames.fetch_add(1, Ordering::Relaxed);
        way.bytes.fetch_add(u64::try_from(length).unwrap(), Ordering::Relaxed);
        let due = Instant::now() + Duration::from_micros(way.delay_us.load(Ordering::Relaxed));
        match send.try_send((due, frame[..length].to_vec())) {
            Ok(()) | Err(TrySendError::Full(_)) => {}
            Err(TrySendError::Disconnected(_)) => return,
        }
    }
}

fn hand_over(to: &SyncDevice, receive: &Receiver<Due>) {
    for (due, frame) in receive {
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        // An adapter that is down refuses frames, and may be up again later; the taking side ends when its own is gone.
        let _ = to.send(&frame);
    }
}
