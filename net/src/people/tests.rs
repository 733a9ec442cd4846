use super::*;
use majlis_crypto::identity::Identity;
use proptest::prelude::*;

fn key(seed: u16) -> IdentityKey {
    let mut secret = [0; 32];
    secret[..2].copy_from_slice(&seed.to_be_bytes());
    Identity::from_secret(&secret).key()
}

fn at(ports: &[u16]) -> Lead {
    Lead {
        addresses: ports.iter().copied().map(address).collect(),
        relays: Vec::new(),
    }
}

fn relay(port: u16) -> RelayAddress {
    RelayAddress {
        key: key(900 + port),
        address: address(port),
    }
}

fn address(port: u16) -> Address {
    format!("/ip4/192.0.2.7/tcp/{port}").parse().unwrap()
}

#[test]
fn what_was_noted_is_there_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.cbor");
    let mut people = People::open(&path).unwrap();
    assert_eq!(people.iter().count(), 0);
    let lead = Lead {
        relays: (1..9).map(relay).collect(),
        ..at(&[1, 2, 3, 4, 5])
    };
    people.met(key(1), " أبو علي\n", &lead, 100).unwrap();
    people.met(key(1), "أبو علي", &Lead::default(), 200).unwrap();
    people.met(key(2), "Ana", &Lead::default(), 150).unwrap();
    people.set_standing(key(2), "", Standing::Friend, 160).unwrap();
    people.set_standing(key(3), "x", Standing::Blocked, 170).unwrap();
    people.set_verified(&key(1), true).unwrap();
    people.set_verified(&key(9), true).unwrap();

    let again = People::open(&path).unwrap();
    assert_eq!(again.of, people.of);
    let first = again.get(&key(1)).unwrap();
    assert_eq!(
        (first.name.as_str(), first.first, first.last, first.matches),
        ("أبو علي", 100, 200, 2)
    );
    assert!(first.verified && first.lead.addresses.len() == MAX_LAST_ADDRESSES);
    // Who is found nowhere new is still where he was.
    assert_eq!(first.lead.relays, (1..7).map(relay).collect::<Vec<_>>());
    assert_eq!(again.blocked().collect::<Vec<_>>(), [key(3)]);
    assert_eq!(again.friends().collect::<Vec<_>>(), [key(2)]);
    assert!(again.is_blocked(&key(3)) && !again.is_blocked(&key(1)) && !again.is_blocked(&key(9)));
    people.forget(&key(3)).unwrap();
    assert!(!People::open(&path).unwrap().is_blocked(&key(3)));
    // Nothing is left beside the file.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_list_that_cannot_be_read_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.cbor");
    let good = encode(&BTreeMap::from([(key(1), stranger(1))])).unwrap();
    let later = cbor::to_vec(&(KIND, 3u8, "anything")).unwrap();
    let other = cbor::to_vec(&("majlis identity", 1u8, [0u8; 0])).unwrap();
    for (bytes, sentence) in [
        (good[..good.len() - 1].to_vec(), "damaged"),
        (later, "version 3, which is newer; update"),
        (other, "something else"),
        (vec![], "damaged"),
        (vec![0xff; 1000], "damaged"),
    ] {
        fs::write(&path, &bytes).unwrap();
        let error = People::open(&path).unwrap_err().to_string();
        assert!(error.contains(sentence) && error.contains("people.cbor"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    assert!(People::open(folder.path()).is_err());
}

#[test]
fn where_it_cannot_be_written_nothing_changes() {
    let folder = tempfile::tempdir().unwrap();
    let mut people = People::open(folder.path().join("missing").join("people.cbor")).unwrap();
    let error = people.met(key(1), "x", &Lead::default(), 1).unwrap_err();
    assert!(error.to_string().contains("check the disk"), "{error}");
    assert_eq!(people.get(&key(1)), None);
}

#[test]
fn a_full_list_forgets_who_was_met_longest_ago_and_never_a_friend() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.cbor");
    let person = |n: u16| Person {
        standing: match n {
            0 => Standing::Friend,
            1 => Standing::Blocked,
            _ => Standing::Met,
        },
        ..stranger(n.into())
    };

    let of: BTreeMap<_, _> = (0..=MAX_PEOPLE as u16).map(|n| (key(n), person(n))).collect();
    let mut people = People { path, of };
    people.met(key(5000), "new", &Lead::default(), 9000).unwrap();
    assert!(people.get(&key(2)).is_none());
    assert!([0, 1, 3, 5000].iter().all(|n| people.get(&key(*n)).is_some()));
    assert_eq!(People::open(&people.path).unwrap().of, people.of);
}

/// A list as the program wrote it before it kept relays: it is read, and written anew with the next change.
#[test]
fn a_list_of_the_first_version_is_read_and_written_anew() {
    let golden = include_bytes!("people-1.cbor");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.cbor");
    fs::write(&path, golden).unwrap();
    let mut people = People::open(&path).unwrap();
    let names: Vec<&str> = people.iter().map(|(_, person)| person.name.as_str()).collect();
    assert_eq!(names.len(), 3);
    let first = people.get(&key(1)).unwrap();
    assert_eq!(
        (first.name.as_str(), first.matches, first.verified),
        ("أبو علي", 2, true)
    );
    assert_eq!(first.lead, at(&[1, 2, 3, 4]));
    assert!(people.is_blocked(&key(3)) && people.friends().eq([key(2)]));
    assert_eq!(fs::read(&path).unwrap(), golden, "reading changes nothing");
    let lead = Lead {
        relays: vec![relay(1)],
        ..Lead::default()
    };
    people.met(key(2), "Ana", &lead, 900).unwrap();
    let again = People::open(&path).unwrap();
    assert_eq!(again.of, people.of);
    assert_eq!(again.get(&key(1)).unwrap().lead, at(&[1, 2, 3, 4]));
    assert_eq!(again.get(&key(2)).unwrap().lead, lead);
    // Relays are of the second version alone, and each version has its own number of fields.
    let mut mixed = golden.to_vec();
    let version = KIND.len() + 2;
    assert_eq!(mixed[version], 1);
    mixed[version] = 2;
    assert!(decode(&mixed).is_err());
    for end in 0..golden.len() {
        assert!(decode(&golden[..end]).is_err(), "{end}");
    }
}

/// The golden list of the second version: what the program writes now.
#[test]
fn a_list_is_written_as_its_format_says() {
    let golden = include_bytes!("people-2.cbor");
    let of = decode(golden).unwrap();
    assert_eq!(encode(&of).unwrap(), golden);
    let first = &of[&key(1)];
    assert_eq!((first.name.as_str(), first.lead.relays.len()), ("أبو علي", 2));
    assert_eq!(first.lead.relays[0], relay(1));
}

proptest! {
    #[test]
    fn any_bytes_are_refused_or_are_the_encoding(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        if let Ok(of) = decode(&bytes) {
            prop_assert!(encode(&of).unwrap() == bytes || bytes[KIND.len() + 2] == 1);
        }
    }

    #[test]
    fn a_spoiled_list_is_refused_or_is_the_encoding(at: prop::sample::Index, byte: u8) {
        let mut bytes = encode(&BTreeMap::from([(key(1), stranger(1)), (key(2), stranger(300))])).unwrap();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(of) = decode(&bytes) {
            prop_assert!(encode(&of).unwrap() == bytes || bytes[KIND.len() + 2] == 1);
        }
    }
}
