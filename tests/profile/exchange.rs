//! Two people give each other certificates.

use std::collections::VecDeque;

use majlis::folder::Folder;
use majlis::profile::Profile;
use majlis::profile::certificates::{NotKept, Received, receive};
use majlis::profile::exchange::{Asking, MAX_ANSWER, MAX_GOT, MAX_REQUEST, Stopped, answer};
use majlis::profile::print::to_json;
use majlis_crypto::cbor::{self, ByteString};
use serde_json::Value;

use crate::made::{Drawn, attacks, pairs, tables};
use crate::sets::fill;

fn load(folder: &Folder) -> Profile {
    Profile::load(folder, &|_, _| ()).unwrap()
}

/// What one learns from the other; how many certificates were kept.
fn learn(folder: &Folder, from: &Profile) -> usize {
    let mut asking = Asking::new(&load(folder));
    let mut kept = 0;
    while let Some(request) = asking.request() {
        assert!(request.len() <= MAX_REQUEST);
        let answer = answer(from, &request).unwrap();
        assert!(answer.len() <= MAX_ANSWER);
        for received in asking.take(folder, &answer).unwrap() {
            kept += usize::from(matches!(received, Received::Kept(_)));
        }
    }
    kept
}

/// What is known about people, without where it is known from.
fn ladder(profile: &Profile) -> Value {
    to_json(profile, None)["ladder"].clone()
}

#[test]
fn after_a_meeting_both_know_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let one = Folder::at(dir.path().join("one"));
    let two = Folder::at(dir.path().join("two"));
    let all: Vec<Vec<u8>> = pairs().into_iter().chain(tables()).collect();
    // They know some matches both.
    fill(&one, &all[..50]);
    fill(&two, &all[30..]);
    let (before, other) = (load(&one), load(&two));
    let learnt = learn(&one, &other);
    assert!(learnt > 20, "{learnt}");
    learn(&two, &before);
    assert_eq!(ladder(&load(&one)), ladder(&load(&two)));
    // What counts for nothing is not passed on.
    let given = load(&one).to_give().count();
    let counts = load(&one)
        .matches()
        .iter()
        .filter(|known| known.standing.gives_points())
        .count();
    assert_eq!(given, counts);
    // There is nothing left to be learnt.
    assert_eq!(learn(&one, &load(&two)), 0);
}

#[test]
fn long_lists_come_in_parts() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    let mut asking = Asking::new(&Profile::default());
    let ids: VecDeque<[u8; 32]> = (0..3000_u32)
        .map(|number| {
            let mut id = [0; 32];
            id[..4].copy_from_slice(&number.to_be_bytes());
            id
        })
        .collect();
    let mut lists = 0;
    while let Some(request) = asking.request() {
        let answer = match cbor::from_slice::<cbor::Value>(&request, &cbor::Limits::new(MAX_REQUEST)).unwrap() {
            cbor::Value::Map(entries) if entries[0].0.as_text() == Some("list") => {
                let part: Vec<ByteString> = ids
                    .iter()
                    .skip(lists * 1000)
                    .take(1000)
                    .map(|id| ByteString(id.to_vec()))
                    .collect();
                lists += 1;
                cbor::to_vec(&std::collections::BTreeMap::from([("list", (part, lists < 3))])).unwrap()
            }
            // He has none of them.
            _ => cbor::to_vec(&std::collections::BTreeMap::from([("get", Vec::<ByteString>::new())])).unwrap(),
        };
        asking.take(&folder, &answer).unwrap();
    }
    assert_eq!(lists, 3);
}

#[test]
fn garbage_ends_the_asking() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    let giver = Folder::at(dir.path().join("giver"));
    fill(&giver, &pairs());
    let giver = load(&giver);
    let mut drawn = Drawn(4);
    for round in 0..300 {
        let mut asking = Asking::new(&Profile::default());
        let request = asking.request().unwrap();
        let list = answer(&giver, &request).unwrap();
        let mut spoiled = list.clone();
        let at = drawn.below(spoiled.len());
        spoiled[at] ^= 1 << drawn.below(8);
        if round % 2 == 0 {
            // A list of other matches is a list: what is asked for then is not there.
            let _ = asking.take(&folder, &spoiled);
            continue;
        }
        asking.take(&folder, &list).unwrap();
        let mut certificates = answer(&giver, &asking.request().unwrap()).unwrap();
        let at = drawn.below(certificates.len());
        certificates[at] ^= 1 << drawn.below(8);
        match asking.take(&folder, &certificates) {
            Err(Stopped::Garbage(_)) => {}
            // A spoiled closing may be that of a newer program: it is passed over.
            Ok(received) => assert_eq!(received.len(), MAX_GOT - 1, "round {round}"),
            Err(Stopped::Here(error)) => panic!("round {round}: {error}"),
        }
    }
    // What cannot be honest ends it; what is worth nothing here is passed over.
    for attack in attacks() {
        let wanted = majlis_referee::certificate::Certificate::decode(&attack.certificates[0]);
        let Ok(match_id) = wanted.map(|certificate| certificate.statement.match_id) else {
            continue;
        };
        let mut asking = Asking::new(&Profile::default());
        asking.request().unwrap();
        let list = cbor::to_vec(&std::collections::BTreeMap::from([("list", (vec![match_id], false))])).unwrap();
        asking.take(&folder, &list).unwrap();
        asking.request().unwrap();
        let got = vec![ByteString(attack.certificates[0].clone())];
        let got = cbor::to_vec(&std::collections::BTreeMap::from([("get", got)])).unwrap();
        let fresh = Folder::at(dir.path().join(format!("fresh/{}", attack.name)));
        let kept = receive(&fresh, &attack.certificates[0]);
        let is_garbage = kept.as_ref().is_err_and(NotKept::is_garbage);
        let taken = asking.take(&folder, &got);
        assert_eq!(taken.is_err(), is_garbage, "{}", attack.name);
        assert_eq!(
            taken.is_ok_and(|taken| !taken.is_empty()),
            kept.is_ok(),
            "{}",
            attack.name
        );
    }
    for request in [&b""[..], b"\xa1", b"\xa1\x64list\xf7", &[0x80; 2000]] {
        assert!(answer(&giver, request).is_none());
    }
}
