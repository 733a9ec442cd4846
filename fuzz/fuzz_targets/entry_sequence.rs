//! A valid short match of any game in which parties sign other things than they should: bodies and proofs altered byte by byte
//! or part by part, signed with the party's own key, some of them broken items. Everybody has to come to the same verdict,
//! nobody else may be blamed, and the log that comes of it is accepted by a stranger in both ways.
#![no_main]

use std::cell::RefCell;

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;
use majlis_crypto::cbor::{ByteArray, ByteString};
use majlis_referee::act::{Act, Body, Move, Proofs, Shares};
use majlis_referee::assemble::Assembler;
use majlis_referee::entry::Entry;
use majlis_referee::file::{LogReader, write_log};
use majlis_referee::item::{Item, Sealed};
use majlis_referee::notice::Leave;
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Cause, Checking, Slot};
use majlis_referee::verify::{self, verify_on};

#[path = "../../referee/tests/malice/mod.rs"]
mod malice;
mod short;

use malice::Rig;
use short::{Keep, Mark};

thread_local! {
    static MATCHES: Vec<(RefCell<Rig>, Vec<Mark>)> =
        short::all().into_iter().map(|(rig, marks)| (RefCell::new(rig), marks)).collect();
}

/// What is done to the entry of one party.
#[derive(Arbitrary, Debug)]
enum Change {
    /// Bits of a byte of the body.
    BodyBits(u16, u8),
    /// The body ends here.
    BodyEnds(u16),
    /// More behind the body.
    BodyMore(Vec<u8>),
    /// Bits of a byte of the proofs as they are encoded.
    ProofsBits(u16, u8),
    /// Bits of a byte of one proof.
    ProofBits(u8, u16, u8),
    /// A proof is left out.
    NoProof(u8),
    /// A proof more.
    MoreProof(Vec<u8>),
    /// Two proofs change places.
    ExchangeProofs(u8, u8),
    /// A proof grows or shrinks by this many bytes.
    Resize(u8, i8),
    /// Another text for the move.
    Text(String),
    /// Another card for the move.
    Card(Option<(u32, u8)>),
    /// Bits of a byte of the shares, the commitments or the pack.
    ActBits(u8, u16, u8),
    /// A list of the act is emptied, or gets one more.
    List(u8, Option<Vec<u8>>),
    /// Another kind of act.
    Other(u8, Vec<u8>),
    /// The body of another step.
    Stale(u16, u8),
    /// A leave rides along: whose, signed by whom, from which step.
    RideLeave(u8, u8, u64),
    /// Some item of the log rides along.
    RideItem(u16),
}

fn bits(bytes: &mut [u8], at: u16, bits: u8) {
    if let Some(at) = usize::from(at).checked_rem(bytes.len()) {
        bytes[at] ^= bits;
    }
}

/// The lists of byte strings of an act.
fn lists(act: &mut Act) -> Vec<&mut Vec<ByteString>> {
    match act {
        Act::Shuffle(_, shares) | Act::Shares(shares) => vec![&mut shares.plain, &mut shares.sealed],
        Act::Move(mv) => vec![&mut mv.shares, &mut mv.commitments],
        Act::Deny(commitments) => vec![commitments],
        _ => Vec::new(),
    }
}

fn other(kind: u8, bytes: Vec<u8>) -> Act {
    match kind % 6 {
        0 => Act::Ack,
        1 => Act::Shares(Shares::default()),
        2 => Act::Shuffle(ByteString(bytes), Shares::default()),
        3 => Act::Deny(vec![ByteString(bytes)]),
        4 => Act::Result(ByteArray([kind; 64])),
        _ => Act::Move(Move {
            text: String::from_utf8_lossy(&bytes).into_owned(),
            card: None,
            shares: Vec::new(),
            commitments: Vec::new(),
        }),
    }
}

fn at<T>(list: &mut [T], index: u8) -> Option<&mut T> {
    let at = usize::from(index).checked_rem(list.len())?;
    list.get_mut(at)
}

/// The entry with the changes made, signed by its party.
fn changed(rig: &Rig, marks: &[Mark], mark: &Mark, entry: &Entry, changes: Vec<Change>) -> Option<Entry> {
    let (mut body, mut proofs) = malice::parts(entry);
    // What is done to the bytes comes after what is done to the parts.
    let (mut body_bytes, mut proof_bytes) = (Vec::new(), Vec::new());
    for change in changes {
        match change {
            Change::BodyBits(..) | Change::BodyEnds(_) | Change::BodyMore(_) => body_bytes.push(change),
            Change::ProofsBits(..) => proof_bytes.push(change),
            Change::ProofBits(which, place, by) => {
                if let Some(proof) = at(&mut proofs.0, which) {
                    bits(&mut proof.0, place, by);
                }
            }
            Change::NoProof(which) => {
                if let Some(which) = usize::from(which).checked_rem(proofs.0.len()) {
                    proofs.0.remove(which);
                }
            }
            Change::MoreProof(bytes) => proofs.0.push(ByteString(bytes)),
            Change::ExchangeProofs(one, other) => {
                let count = proofs.0.len();
                if count > 0 {
                    proofs.0.swap(usize::from(one) % count, usize::from(other) % count);
                }
            }
            Change::Resize(which, by) => {
                if let Some(proof) = at(&mut proofs.0, which) {
                    let length = proof.0.len().saturating_add_signed(by.into());
                    proof.0.resize(length, 0);
                }
            }
            Change::Text(text) => {
                if let Act::Move(mv) = &mut body.act {
                    mv.text = text;
                }
            }
            Change::Card(card) => {
                if let Act::Move(mv) = &mut body.act {
                    mv.card = card;
                }
            }
            Change::ActBits(which, place, by) => match &mut body.act {
                Act::Shuffle(output, _) if which % 2 == 0 => bits(&mut output.0, place, by),
                Act::Reveal(reveal) => match which % 3 {
                    0 => bits(&mut reveal.keys.0, place, by),
                    1 => bits(&mut reveal.nonce.0, place, by),
                    _ => bits(&mut reveal.salt.0, place, by),
                },
                Act::Result(signature) => bits(&mut signature.0, place, by),
                act => {
                    let mut all: Vec<&mut ByteString> = lists(act).into_iter().flatten().collect();
                    if let Some(list) = at(&mut all, which) {
                        bits(&mut list.0, place, by);
                    }
                }
            },
            Change::List(which, more) => {
                if let Some(list) = at(&mut lists(&mut body.act), which) {
                    match more {
                        Some(bytes) => list.push(ByteString(bytes)),
                        None => list.clear(),
                    }
                }
            }
            Change::Other(kind, bytes) => body.act = other(kind, bytes),
            Change::Stale(step, which) => {
                let other = marks.get(usize::from(step) % marks.len())?;
                let (_, slot) = other.slots.get(usize::from(which) % other.slots.len())?;
                if let Slot::Entry(other) = slot {
                    (body, proofs) = malice::parts(other);
                }
            }
            Change::RideLeave(party, signer, from) => {
                let parties = rig.state().agreement().parties();
                let leave = Leave {
                    match_id: mark.state.place().match_id,
                    party: PartyId::new(party % parties)?,
                    from: from % (marks.len() as u64 + 2),
                };
                let signed = rig.sign_leave(PartyId::new(signer % parties)?, leave);
                body.riders.push(Item::Leave(Sealed::from(&signed)));
            }
            Change::RideItem(which) => body
                .riders
                .push(rig.items.get(usize::from(which) % rig.items.len())?.clone()),
        }
    }
    let (mut body, mut proofs): (Vec<u8>, Vec<u8>) = (Body::encode(&body).ok()?, Proofs::encode(&proofs).ok()?);
    for change in body_bytes {
        match change {
            Change::BodyBits(place, by) => bits(&mut body, place, by),
            Change::BodyEnds(end) => body.truncate(end.into()),
            Change::BodyMore(more) => body.extend(more),
            _ => {}
        }
    }
    for change in proof_bytes {
        if let Change::ProofsBits(place, by) = change {
            bits(&mut proofs, place, by);
        }
    }
    rig.signed_bytes_at(&mark.state.place(), entry.party(), body, proofs)
        .ok()
}

/// Checks one step with changes, from the state before it.
fn run(input: &[u8]) -> arbitrary::Result<()> {
    let mut input = Unstructured::new(input);
    MATCHES.with(|matches| {
        let (rig, marks) = input.choose(matches)?;
        let rig = rig.borrow();
        let mark = input.choose(marks)?;
        let mut slots = mark.slots.clone();
        let mut cheats = Vec::new();
        let mut rides = false;
        for (party, slot) in &mut slots {
            if let Slot::Entry(entry) = slot
                && input.ratio(1, 2)?
            {
                let changes: Vec<Change> = input.arbitrary()?;
                rides |= changes
                    .iter()
                    .any(|change| matches!(change, Change::RideLeave(..) | Change::RideItem(_)));
                if let Some(made) = changed(&rig, marks, mark, entry, changes) {
                    *entry = made;
                    cheats.push(*party);
                }
            }
        }
        let mut state = mark.state.clone();
        let Ok(report) = state.take(&slots, &mut Checking::Now) else {
            return Ok(());
        };
        for departure in &report.departures {
            let (party, step, cause) = (&departure.party, departure.step, &departure.cause);
            assert_eq!(step, mark.state.place().step);
            match cause {
                Cause::Fault(fault) => {
                    assert_eq!(fault.party, *party);
                    assert!(cheats.contains(party), "blamed without a change: {fault}");
                }
                Cause::Left | Cause::Equivocated => {
                    let left = mark
                        .slots
                        .iter()
                        .any(|(who, slot)| who == party && matches!(slot, Slot::Left(_)));
                    assert!(left || rides);
                }
                Cause::Absent => panic!("nobody was voted out"),
            }
        }
        // A stranger puts the same step together from its items, and comes to the same verdict in both ways.
        let items: Vec<Item> = slots.iter().flat_map(|(_, slot)| slot.items()).collect();
        let mut assembler = Assembler::new();
        items.iter().cloned().for_each(|item| assembler.feed(item));
        assert_eq!(
            assembler
                .next_step(&mark.state, true)
                .expect("the step is whole")
                .as_ref(),
            Some(&slots)
        );
        let mut bytes = Vec::new();
        write_log(&mut bytes, &items).expect("a vector takes it all");
        let told = [verify::Proofs::OneByOne, verify::Proofs::Together].map(|proofs| {
            let reader = LogReader::new(bytes.as_slice()).expect("a head");
            let mut seen = Keep {
                before: mark.state.clone(),
                marks: Vec::new(),
            };
            let result = verify_on(mark.state.clone(), reader, proofs, &mut seen).map(|state| state.place());
            result.map_err(|error| error.to_string())
        });
        assert_eq!(told[0], told[1]);
        Ok(())
    })
}

fuzz_target!(|input: &[u8]| {
    // An input that is too short says nothing.
    let _ = run(input);
});
