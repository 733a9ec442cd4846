//! Valid messages of every kind with changes: accepted only if nothing is changed after all.
#![no_main]

use std::sync::LazyLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use majlis_crypto::batch::Batch;
use majlis_crypto::group;
use majlis_crypto::pack::{
    Check, CommitMessage, DeckSecret, FaceSet, Handle, KeysMessage, Kind, LookMessage, MemberMessage, Pack, PackError,
    Party, ShareMessage, ShuffleMessage,
};
use majlis_crypto::transcript::{Context, SUITE};
use rand::SeedableRng;
use rand::rngs::StdRng;

/// One change of a message.
#[derive(Arbitrary, Debug)]
enum Edit {
    /// A byte is changed.
    Xor { at: u16, by: u8 },
    /// A field of 32 bytes becomes the identity or 0.
    Zero { field: u16 },
    /// A field of 32 bytes becomes G, H or the scalar 1.
    Constant { field: u16, which: u8 },
    /// Two fields of 32 bytes change places.
    Swap { one: u16, other: u16 },
    /// A field is copied over another.
    Copy { from: u16, to: u16 },
    /// The message ends earlier.
    Cut { by: u8 },
    /// The message goes on.
    Extend { by: u8 },
}

/// One change of where or about what the message is.
#[derive(Arbitrary, Debug)]
enum Place {
    Here,
    Step(u64),
    Epoch(u32),
    Match(u8),
    Prev(u8),
    Suite(u16),
    Party(u8),
}

#[derive(Arbitrary, Debug)]
struct Input {
    message: u8,
    later: bool,
    place: Place,
    edits: Vec<Edit>,
}

/// What a message does to which pack.
enum Act {
    Keys,
    Shuffle(Pack),
    Shares(Pack, Vec<Handle>),
    Look(Pack, Handle, Party),
    Commit(Pack, Vec<Handle>),
    Member(Pack, Vec<Handle>, FaceSet),
}

struct Case {
    act: Act,
    context: Context,
    bytes: Vec<u8>,
}

fn context(party: u8, step: u64) -> Context {
    Context {
        suite: SUITE,
        match_id: [7; 32],
        epoch: 3,
        step,
        party,
        prev: [5; 32],
    }
}

/// Messages of a whole match, for packs of one row and of four.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| [4, 28].iter().flat_map(|cards| cases(*cards)).collect());

fn cases(cards: u8) -> Vec<Case> {
    let mut rng = StdRng::seed_from_u64(1);
    let mut cases = Vec::new();
    let secrets: Vec<DeckSecret> = (0..3).map(|_| DeckSecret::generate(&mut rng)).collect();
    let mut add = |act, context, bytes| cases.push(Case { act, context, bytes });
    let here = context(0, 0);
    add(Act::Keys, here, secrets[0].publish(&here, &mut rng).unwrap().encode());
    let kind = Kind::new("fuzz", (0..cards).map(|n| n.to_string())).unwrap();
    let holders = (0..).map(Party).zip(secrets.iter().map(|s| *s.keys())).collect();
    let mut pack = Pack::new(9, kind.clone(), kind.faces(), holders).unwrap();
    for (party, secret) in (0u8..).zip(&secrets) {
        let here = context(party, party.into());
        let message = pack.shuffle(secret, &here, &mut rng).unwrap();
        add(Act::Shuffle(pack.clone()), here, message.encode());
        pack.accept_shuffle(&message, &here, &mut Check::Now).unwrap();
    }
    let hand: Vec<Handle> = pack.handles().take(3).collect();
    for party in [1u8, 2, 0] {
        let secret = &secrets[usize::from(party)];
        let here = context(party, 5);
        if party == 0 {
            let look = pack.seal_look(secret, hand[1], Party(2), &here, &mut rng).unwrap();
            add(Act::Look(pack.clone(), hand[1], Party(2)), here, look.encode());
            let commit = pack.commit(secret, &hand, &here, &mut rng).unwrap();
            add(Act::Commit(pack.clone(), hand.clone()), here, commit.encode());
            let mut committed = pack.clone();
            committed.accept_commit(&hand, &commit, &here, &mut Check::Now).unwrap();
            let mut set: FaceSet = hand.iter().filter_map(|card| pack.face(secret, *card)).collect();
            set.insert(pack.faces().iter().next().unwrap());
            let member = committed.prove_all_in(secret, &hand, set, &here, &mut rng).unwrap();
            add(Act::Member(committed, hand.clone(), set), here, member.encode());
        }
        let message = pack.share(secret, &hand, &here, &mut rng).unwrap();
        add(Act::Shares(pack.clone(), hand.clone()), here, message.encode());
        pack.accept_shares(&hand, &message, &here, &mut Check::Now).unwrap();
    }
    cases
}

/// Decodes a message and checks it; what is put off is checked right after.
fn accepted(act: &Act, bytes: &[u8], context: &Context, later: bool) -> bool {
    let mut batch = Batch::new();
    let mut check = if later {
        Check::Later {
            batch: &mut batch,
            item: 1,
        }
    } else {
        Check::Now
    };
    let result: Option<Result<(), PackError>> = match act {
        Act::Keys => return KeysMessage::decode(bytes).is_ok_and(|message| message.verify(context).is_ok()),
        Act::Shuffle(pack) => ShuffleMessage::decode(bytes, pack.ciphertexts().len())
            .ok()
            .map(|message| pack.clone().accept_shuffle(&message, context, &mut check)),
        Act::Shares(pack, cards) => ShareMessage::decode(bytes, cards.len())
            .ok()
            .map(|message| pack.clone().accept_shares(cards, &message, context, &mut check)),
        Act::Look(pack, card, recipient) => LookMessage::decode(bytes).ok().map(|message| {
            pack.clone()
                .accept_look(*card, *recipient, &message, context, &mut check)
        }),
        Act::Commit(pack, cards) => CommitMessage::decode(bytes, cards.len())
            .ok()
            .map(|message| pack.clone().accept_commit(cards, &message, context, &mut check)),
        Act::Member(pack, cards, set) => MemberMessage::decode(bytes, cards.len(), set.len())
            .ok()
            .map(|message| pack.verify_all_in(cards, *set, &message, context)),
    };
    match result {
        Some(Ok(())) => batch.verify().is_ok(),
        Some(Err(error)) => {
            assert!(error.to_string().len() < 400);
            false
        }
        None => false,
    }
}

fn edit(bytes: &mut Vec<u8>, edit: &Edit) {
    let fields = bytes.len() / 32;
    let range = |field: u16| {
        let at = 32 * (usize::from(field) % fields.max(1));
        at..at + 32
    };
    let mut put = |field: u16, value: &[u8]| {
        if let Some(place) = bytes.get_mut(range(field)) {
            place.copy_from_slice(value);
        }
    };
    match edit {
        Edit::Xor { at, by } => {
            let at = usize::from(*at) % bytes.len().max(1);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= by;
            }
        }
        Edit::Zero { field } => put(*field, &[0; 32]),
        Edit::Constant { field, which } => match which % 3 {
            0 => put(*field, group::g().bytes()),
            1 => put(*field, group::h().bytes()),
            _ => {
                let mut one = [0; 32];
                one[0] = 1;
                put(*field, &one);
            }
        },
        Edit::Swap { one, other } => {
            if let (Some(first), Some(second)) = (bytes.get(range(*one)), bytes.get(range(*other))) {
                let (first, second) = (first.to_vec(), second.to_vec());
                bytes[range(*one)].copy_from_slice(&second);
                bytes[range(*other)].copy_from_slice(&first);
            }
        }
        Edit::Copy { from, to } => {
            if let Some(value) = bytes.get(range(*from)) {
                let value = value.to_vec();
                bytes[range(*to)].copy_from_slice(&value);
            }
        }
        Edit::Cut { by } => bytes.truncate(bytes.len().saturating_sub(usize::from(*by))),
        Edit::Extend { by } => bytes.extend(std::iter::repeat_n(*by, usize::from(*by % 65))),
    }
}

fuzz_target!(|input: Input| {
    let case = &CASES[usize::from(input.message) % CASES.len()];
    let mut bytes = case.bytes.clone();
    for change in input.edits.iter().take(8) {
        edit(&mut bytes, change);
    }
    let mut context = case.context;
    match input.place {
        Place::Here => {}
        Place::Step(step) => context.step = step,
        Place::Epoch(epoch) => context.epoch = epoch,
        Place::Match(byte) => context.match_id[31] = byte,
        Place::Prev(byte) => context.prev[0] = byte,
        Place::Suite(suite) => context.suite = suite,
        Place::Party(party) => context.party = party,
    }
    let unchanged = bytes == case.bytes && context == case.context;
    assert_eq!(accepted(&case.act, &bytes, &context, input.later), unchanged);
});
