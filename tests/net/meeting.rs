//! People who meet again and again: what they remember of each other, and what they tell each other of others.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use majlis_crypto::identity::{IdentityKey, store};
use majlis_net::people::{People, Standing};
use serde_json::Value;
use tempfile::TempDir;

use crate::program::{Program, TCP, until};

/// A person with a profile that outlives the program.
struct Person {
    folder: TempDir,
    runs: usize,
}

impl Person {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            runs: 0,
        }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn start(&mut self, words: &[&str]) -> Program {
        self.runs += 1;
        let data = self.data();
        let mut args: Vec<String> = words.iter().map(ToString::to_string).collect();
        args.extend(["--stdin", "--listen", TCP].map(str::to_owned));
        Program::with_data(self.folder.path(), &format!("run {}", self.runs), &data, args)
    }

    /// Opens a table for two; with the program its invitation.
    fn host(&mut self) -> (Program, String) {
        let file = self.folder.path().join(format!("invitation {}", self.runs));
        let program = self.start(&[
            "host",
            "--game",
            "arkan",
            "--seats",
            "2",
            "--invite-file",
            file.to_str().unwrap(),
        ]);
        until("an invitation", || file.exists());
        let invitation = fs::read_to_string(&file).unwrap().trim().to_owned();
        (program, invitation)
    }

    fn key(&self) -> IdentityKey {
        store::load_public(&self.data().join("identity")).unwrap()
    }

    fn people(&self) -> People {
        People::open(self.data().join("people")).unwrap()
    }

    fn profile(&self) -> Value {
        profile(&self.data())
    }
}

fn profile(data: &Path) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_majlis"))
        .args(["profile", "--json", "--data"])
        .arg(data)
        .output()
        .unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A match of two that the guest leaves, where he is to be told of others not before that has come; gives its id.
fn play(host: &mut Person, guest: &mut Person, told: bool) -> String {
    let (mut at_home, invitation) = host.host();
    let mut away = guest.start(&["join", &invitation]);
    until("the lot", || at_home.has("turn") || away.has("turn"));
    until("what the guest is told", || !told || away.has("certificates"));
    away.write("leave");
    assert_eq!((at_home.wait(), away.wait()), (0, 3));
    let begun = at_home
        .events()
        .into_iter()
        .find(|event| event["event"] == "match")
        .unwrap();
    begun["match"].as_str().unwrap().to_owned()
}

#[test]
fn a_match_of_two_others_reaches_the_ladder_through_whoever_was_at_it() {
    let [mut a, mut b, mut c] = [Person::new(), Person::new(), Person::new()];
    let first = play(&mut b, &mut a, false);
    let second = play(&mut b, &mut c, true);
    let knows = |person: &Person, id: &str| {
        let profile = person.profile();
        let matches = profile["matches"].as_array().unwrap();
        matches.iter().find(|known| known["match"] == id).cloned()
    };
    // C has learnt of the match of A and B when it sat down with B; A cannot have heard of the other yet.
    assert!(knows(&c, &first).is_some());
    assert!(knows(&a, &second).is_none());
    // They meet again, at a table that is never played at.
    let (mut at_home, invitation) = b.host();
    let mut away = a.start(&["join", &invitation]);
    until("what A is told", || away.has("certificates"));
    let told = away
        .events()
        .into_iter()
        .find(|event| event["event"] == "certificates")
        .unwrap();
    assert_eq!(
        (told["from"].as_str().unwrap(), &told["kept"]),
        (b.key().to_string().as_str(), &Value::from(1))
    );
    away.kill();
    at_home.kill();
    let known = knows(&a, &second).unwrap();
    assert_eq!(
        (&known["standing"], &known["sources"][0]["kind"]),
        (&"counts".into(), &"certificate".into())
    );
    // B's figures on A's ladder rest on both matches.
    let ladder = a.profile()["ladder"].clone();
    let of_b = ladder
        .as_array()
        .unwrap()
        .iter()
        .find(|person| person["key"] == b.key().to_string().as_str());
    assert_eq!(of_b.unwrap()["rated_matches"], 2, "{ladder}");
}

#[test]
fn whom_one_has_played_with_is_remembered_and_whoever_is_blocked_does_not_sit_down() {
    let [mut host, mut guest] = [Person::new(), Person::new()];
    play(&mut host, &mut guest, false);
    let (host_key, guest_key) = (host.key(), guest.key());
    for (person, other) in [(&host, guest_key), (&guest, host_key)] {
        let people = person.people();
        let met = people.get(&other).unwrap();
        assert_eq!((met.matches, met.standing), (1, Standing::Met));
        assert!(!met.name.is_empty() && met.first > 0, "{met:?}");
        assert!(
            met.lead.addresses.iter().any(majlis_net::address::Address::is_loopback),
            "{met:?}"
        );
    }
    host.people().set_standing(guest_key, "", Standing::Blocked, 0).unwrap();
    let (_at_home, invitation) = host.host();
    let mut away = guest.start(&["join", &invitation]);
    assert_eq!(away.wait(), 1);
    assert!(away.sentence().contains("does not want"), "{}", away.sentence());
    // A list that cannot be read is not passed over: it may hold who is blocked.
    fs::write(guest.data().join("people"), b"nothing of the kind").unwrap();
    let mut without = guest.start(&["join", &invitation]);
    assert_eq!(without.wait(), 1);
    assert!(without.sentence().contains("list of people"), "{}", without.sentence());
}
