//! What becomes of each certificate that is wrong, and of what is received over the network.

use majlis::folder::Folder;
use majlis::profile::Profile;
use majlis::profile::certificates::{NotKept, Received, receive};
use majlis::profile::fact::{Fact, NotBelieved};
use majlis::profile::matches::{Kind, weigh};
use majlis_rules::registry::GameId;

use crate::made::{Drawn, Fate, LOSS, Made, WIN, attacks, key, pairs};

#[test]
fn each_has_its_fate() {
    for attack in attacks() {
        let first = Fact::of_certificate(&attack.certificates[0]);
        match (attack.fate, first) {
            (Fate::Refused(words), Err(error)) => {
                let sentence = error.to_string();
                assert!(sentence.contains(words), "{}: {sentence}", attack.name);
            }
            (Fate::Standing(standing), Ok(_)) => {
                let facts = attack
                    .certificates
                    .iter()
                    .map(|bytes| Fact::of_certificate(bytes).unwrap());
                let known = weigh(facts.map(|fact| (fact, "x".into(), Kind::Certificate)));
                assert_eq!(known.len(), 1, "{}", attack.name);
                assert_eq!(known[0].standing.name(), standing, "{}", attack.name);
            }
            (fate, first) => panic!("{}: {fate:?} was to come, and it was {first:?}", attack.name),
        }
    }
}

#[test]
fn what_is_worth_nothing_is_not_kept() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    for attack in attacks() {
        for (at, bytes) in attack.certificates.iter().enumerate() {
            let received = receive(&folder, bytes);
            let name = attack.name;
            if at > 0 {
                assert!(received.is_ok(), "{name}: {received:?}");
                continue;
            }
            match attack.fate {
                Fate::Refused(words) => {
                    let error = received.unwrap_err();
                    // What is refused for its closing may be fine for a newer program.
                    let of_closing = error.to_string().contains("closing of the table");
                    assert!(
                        error.is_garbage() != of_closing && error.to_string().contains(words),
                        "{name}"
                    );
                }
                Fate::Standing("lacking" | "practice" | "never-was") => {
                    assert!(!received.unwrap_err().is_garbage(), "{name}");
                }
                Fate::Standing(_) if name == "the loser alone against both" => {
                    assert!(matches!(received, Err(NotKept::NotBelieved(NotBelieved::NeedsLog))));
                }
                Fate::Standing(_) => assert!(received.is_ok(), "{name}: {received:?}"),
            }
        }
    }
    // What was kept is what stands there when the profile is read, contradictions among it.
    let profile = Profile::load(&folder, &|_, _| ()).unwrap();
    assert_eq!(profile.refused(), []);
    let standing = |wanted: &str| {
        profile
            .matches()
            .iter()
            .filter(|known| known.standing.name() == wanted)
            .count()
    };
    assert_eq!(standing("contested"), 1);
    assert_eq!(standing("lacking") + standing("practice"), 0);
}

#[test]
fn what_is_known_is_not_kept_twice() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    let won = Made::new(1, GameId::Four, &[0, 1], &[WIN, LOSS]);
    let mut left = won.clone();
    left.left = vec![1];
    assert!(matches!(receive(&folder, &left.bytes()), Ok(Received::Kept(_))));
    // More stands behind this one.
    assert!(matches!(receive(&folder, &won.bytes()), Ok(Received::Kept(_))));
    for bytes in [won.bytes(), left.bytes()] {
        assert!(matches!(receive(&folder, &bytes), Ok(Received::Known(_))));
    }
    let profile = Profile::load(&folder, &|_, _| ()).unwrap();
    let given: Vec<Vec<u8>> = profile
        .to_give()
        .filter_map(|match_id| profile.certificate(match_id))
        .collect();
    assert_eq!(given.len(), 1);
    // What one gives, the other takes.
    let other = Folder::at(dir.path().join("other"));
    assert!(matches!(receive(&other, &given[0]), Ok(Received::Kept(_))));
}

#[test]
fn a_changed_byte_changes_no_figure_for_the_better() {
    let honest = pairs();
    let mut drawn = Drawn(7);
    for _ in 0..400 {
        let mut bytes = honest[drawn.below(honest.len())].clone();
        let at = drawn.below(bytes.len());
        bytes[at] ^= 1 << drawn.below(8);
        // Everything in a certificate is signed, or is a signature.
        assert!(Fact::of_certificate(&bytes).is_err(), "byte {at}");
    }
}

#[test]
fn nobody_is_believed_about_himself() {
    // A person with a hundred certificates that only he has signed has nothing.
    let facts = (0..100).map(|number| {
        let made = Made::new(number, GameId::Domino, &[0, 1], &[WIN, LOSS]);
        let mut certificate = made.certificate();
        certificate.signatures.pop();
        let fact = Fact::of_certificate(&certificate.encode().unwrap()).unwrap();
        (fact, "x".into(), Kind::Certificate)
    });
    let profile = Profile::of(facts);
    let person = profile.person(&key(0)).unwrap();
    assert_eq!((person.points(), person.level(), person.rating), (0, 1, None));
    assert_eq!(person.badges().count(), 0);
}

#[test]
fn a_match_won_moves_the_rating_up() {
    let facts = || pairs().into_iter().map(|bytes| Fact::of_certificate(&bytes).unwrap());
    let profile = Profile::of(facts().map(|fact| (fact, "x".into(), Kind::Certificate)));
    let mut moved = 0;
    for known in profile.matches() {
        let match_id = known.fact.match_id;
        let without = Profile::of(
            facts()
                .filter(|fact| fact.match_id != match_id)
                .map(|fact| (fact, "x".into(), Kind::Certificate)),
        );
        for part in &known.fact.parts {
            let rating = |profile: &Profile| profile.person(&part.key).and_then(|person| person.rating);
            let change = profile.moved_by(match_id, &part.key);
            let right = rating(&profile)
                .zip(rating(&without))
                .map(|(with, without)| with.value - without.value);
            assert_eq!(change, right.filter(|_| known.is_rated()));
            match (change, part.came) {
                (Some(change), WIN) => assert!(change >= 0),
                (Some(change), LOSS) => assert!(change <= 0),
                _ => {}
            }
            moved += usize::from(change.is_some_and(|change| change != 0));
        }
    }
    assert!(moved > 50, "{moved}");
}
