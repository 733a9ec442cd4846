//! Which routers let two people meet directly: `cargo bench --profile dev -p majlis --bench soak -- routers`.

use crate::bench::Bench;
use crate::bench::nat::Kind;
use crate::bench::seat::alike;
use crate::internet::Internet;

const KINDS: [Kind; 4] = [Kind::Open, Kind::PortRestricted, Kind::Symmetric, Kind::NoUdp];

pub(crate) fn run() {
    for (at, host) in KINDS.into_iter().enumerate() {
        for guest in KINDS.into_iter().skip(at) {
            let Some(bench) = Bench::new() else { return };
            // What fails is told beside the rest.
            let how = std::panic::catch_unwind(|| meet(&bench, [host, guest]));
            println!("{host:?} and {guest:?}: {}", how.unwrap_or_else(|_| "fails".to_owned()));
        }
    }
}

/// Plays a match and tells how what was said went.
fn meet(bench: &Bench, kinds: [Kind; 2]) -> String {
    let internet = Internet::new(bench, kinds);
    let mut seats = internet.seats();
    let mut direct = None;
    for step in (10..60).step_by(10) {
        let before = internet.relay.bytes();
        seats[1].wait_for_step(step);
        seats[1].wait_for_step(step + 10);
        // Ten steps are some thirty frames; what a relay says by itself in that time is less.
        if internet.relay.bytes() - before < 4_000 {
            direct = Some(step);
            break;
        }
    }
    for seat in &mut seats {
        seat.finish();
    }
    alike(&[&seats[0], &seats[1]]);
    direct.map_or_else(
        || "through the relay to the end".to_owned(),
        |step| format!("directly, by step {step} at the latest"),
    )
}
