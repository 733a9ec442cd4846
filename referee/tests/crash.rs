//! Parties that crash: after every entry, and in the middle of writing one.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod stored;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use majlis_referee::item::Item;
use majlis_referee::replay::Awaited;
use majlis_referee::session::{Millis, Session};
use majlis_referee::store::{Store, StoreErrorKind};
use majlis_referee::verify::{Grade, LogError, Proofs, verify};
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};

use stored::{Stored, Until};

/// Plays a round twice, once with everybody dying after every entry, and gives the log.
fn round(game: GameId, table: &Table, moves: u32) {
    let logs = [true, false].map(|crashes| {
        let folder = tempfile::tempdir().unwrap();
        Stored::new(folder.path(), game, table.clone(), 1, crashes, Until::RoundOr(moves)).play()
    });
    assert!(logs[0] == logs[1], "the logs differ");
    let end = verify(logs[0].as_slice(), Proofs::Together, &mut ()).unwrap();
    assert_eq!(end.grade(), Some(Grade::Agreed));
}

#[test]
fn arkan() {
    round(GameId::Arkan, &Table::new(2), 12);
}

#[test]
fn domino() {
    round(GameId::Domino, &Table::new(2), 40);
}

#[test]
fn four() {
    round(GameId::Four, &Table::new(3), 12);
}

#[test]
fn jackaroo() {
    let table = Table::new(4).with("persons", OptionValue::Number(2));
    round(GameId::Jackaroo, &table, 10);
}

fn copy(from: &Path, to: &Path) {
    for file in fs::read_dir(from).unwrap() {
        let path = file.unwrap().path();
        fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
}

fn names(folder: &Path, extension: &str) -> std::path::PathBuf {
    let mut files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files
        .find(|path| path.extension().is_some_and(|e| e == extension))
        .unwrap()
}

/// The disk takes part of the last step and then the machine stops, whatever part it is.
#[test]
fn a_log_that_is_torn_anywhere_in_its_last_step_is_mended_on_resuming() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Stored::new(folder.path(), GameId::Arkan, Table::new(2), 1, false, Until::End);
    assert!(table.step());
    let party = &table.parties[1];
    let (home, identity) = (party.folder.clone(), Arc::clone(&party.identity));
    let match_id = party.player.state().place().match_id;
    let before = fs::read(party.store.log_path()).unwrap();
    // What the party has signed for the step that is torn is still in its own file: it goes only when the log is synced.
    let mut chance = rand::rng();
    let entry = party.player.make_entry(None, Vec::new(), &mut chance).unwrap().unwrap();
    table.parties[1].store.keep(&Item::from(&entry)).unwrap();
    let crashed = tempfile::tempdir().unwrap();
    copy(&home, crashed.path());
    let other = table.parties[0]
        .player
        .make_entry(None, Vec::new(), &mut chance)
        .unwrap()
        .unwrap();
    let items = [Item::from(&other), Item::from(&entry)].map(|item| item.encode().unwrap());
    let whole = [before.as_slice(), &items.concat()].concat();

    for length in before.len()..=whole.len() {
        // Some file systems leave zeros where the length was written and the contents were not.
        let tails: &[usize] = if length < whole.len() {
            &[0, 1, 3, 70, 150, 3000]
        } else {
            &[0]
        };
        for &zeros in tails
            .iter()
            .filter(|zeros| **zeros == 0 || (length + **zeros).is_multiple_of(5))
        {
            let mut cut = whole[..length].to_vec();
            cut.resize(length + zeros, 0);
            if cut == whole {
                continue;
            }
            fs::write(names(crashed.path(), "mlog"), &cut).unwrap();
            if zeros == 0 {
                assert!(matches!(
                    verify(cut.as_slice(), Proofs::Together, &mut ()),
                    Err(LogError::Unfinished { .. } | LogError::File(_))
                ));
            }
            let resumed = Store::resume(crashed.path(), match_id, &identity);
            let resumed = resumed.unwrap_or_else(|error| panic!("cut at {length}, {zeros} zeros: {error}"));
            assert_eq!(resumed.player.state().place().step, 1);
            assert_eq!(fs::read(names(crashed.path(), "mlog")).unwrap(), before);
            assert_eq!(resumed.cut, cut.len() as u64 - before.len() as u64);
            assert_eq!(resumed.store.own_entry(resumed.player.state()).as_ref(), Some(&entry));
            let first_is_whole = cut.starts_with(&whole[..before.len() + items[0].len()]);
            assert_eq!(
                resumed.loose.len(),
                usize::from(first_is_whole),
                "cut at {length}, {zeros} zeros"
            );
        }
    }
    fs::write(names(crashed.path(), "mlog"), &whole).unwrap();
    let resumed = Store::resume(crashed.path(), match_id, &identity);
    assert_eq!(resumed.unwrap().player.state().place().step, 2);
    assert_eq!(fs::read(names(crashed.path(), "mlog")).unwrap(), whole);
}

/// Damage in the last step is no tear: what its owner has signed there may have been sent, and must not be signed anew.
#[test]
fn a_last_step_that_is_damaged_is_not_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Stored::new(folder.path(), GameId::Arkan, Table::new(2), 1, false, Until::RoundOr(2));
    table.play();
    let party = &table.parties[0];
    let match_id = party.player.state().place().match_id;
    let path = names(&party.folder, "mlog");
    let whole = fs::read(&path).unwrap();
    let _ = fs::remove_file(names(&party.folder, "mark"));
    for back in 1..40 {
        let mut damaged = whole.clone();
        let at = damaged.len() - back;
        damaged[at] ^= 1;
        fs::write(&path, &damaged).unwrap();
        assert!(
            Store::resume(&party.folder, match_id, &party.identity).is_err(),
            "{back} from the end"
        );
        assert_eq!(fs::read(&path).unwrap(), damaged);
    }
}

/// Of the results those that came are enough; but where a crash came between two of them, the step is not over.
#[test]
fn a_result_that_is_torn_between_two_signatures_is_taken_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Stored::new(folder.path(), GameId::Arkan, Table::new(2), 1, false, Until::End);
    while !matches!(table.parties[0].player.owes(), Some(Awaited::Result)) {
        assert!(table.step());
    }
    let step = table.parties[0].player.state().place().step;
    let entries: Vec<Item> = table
        .parties
        .iter()
        .map(|party| {
            let made = party
                .player
                .make_entry(None, Vec::new(), &mut rand::rng())
                .unwrap()
                .unwrap();
            Item::from(&made)
        })
        .collect();
    let before = fs::read(table.parties[1].store.log_path()).unwrap();
    let party = &mut table.parties[1];
    let torn = [before.as_slice(), &entries[0].encode().unwrap()].concat();
    for own in [true, false] {
        fs::write(names(&party.folder, "mlog"), &torn).unwrap();
        if own {
            party.store.keep(&entries[1]).unwrap();
        } else {
            fs::write(names(&party.folder, "own"), []).unwrap();
        }
        let resumed = Store::resume(&party.folder, party.player.state().place().match_id, &party.identity).unwrap();
        if own {
            // His own signature was not in the log yet: the step is due, and the other's is at hand.
            assert_eq!(resumed.player.state().place().step, step);
            assert_eq!(resumed.loose, [entries[0].clone()]);
            assert_eq!(resumed.store.own().cloned().collect::<Vec<_>>(), [entries[1].clone()]);
        } else {
            assert!(resumed.player.state().is_finished());
        }
    }
}

/// A leave that has come to nothing when the match ends does not keep its party from signing the result; it does from all else.
#[test]
fn log_11_the_result_is_signed_after_a_leave() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Stored::new(folder.path(), GameId::Arkan, Table::new(2), 1, false, Until::End);
    while !matches!(table.parties[0].player.owes(), Some(Awaited::Result)) {
        assert!(table.step());
    }
    let (place, from) = (
        table.parties[0].player.state().place(),
        table.parties[0].player.state().place().step - 3,
    );
    let party = &mut table.parties[0];
    let leave = majlis_referee::notice::Leave {
        match_id: place.match_id,
        party: party.player.party(),
        from,
    };
    let leave = majlis_referee::notice::Signed::sign(leave, &party.identity).unwrap();
    party.store.keep(&Item::Leave((&leave).into())).unwrap();
    let entry = |act| {
        use majlis_referee::act::{Body, Proofs};
        Item::from(
            &majlis_referee::entry::Entry::sign(
                &place,
                party.player.party(),
                &Body::new(act),
                &Proofs::default(),
                &party.identity,
            )
            .unwrap(),
        )
    };
    let ack = entry(majlis_referee::act::Act::Ack);
    let results = [0, 1].map(|byte| {
        entry(majlis_referee::act::Act::Result(majlis_crypto::cbor::ByteArray(
            [byte; 64],
        )))
    });
    assert!(party.store.keep(&ack).is_err());
    party.store.keep(&results[0]).unwrap();
    party.store.keep(&results[0]).unwrap();
    assert!(party.store.keep(&results[1]).is_err());
    assert!(party.store.keep(&ack).is_err());
}

/// What was not whole on disk was never sent, and is forgotten.
#[test]
fn an_own_entry_that_is_torn_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Stored::new(folder.path(), GameId::Domino, Table::new(2), 1, false, Until::End);
    let party = &mut table.parties[0];
    let entry = party
        .player
        .make_entry(None, Vec::new(), &mut rand::rng())
        .unwrap()
        .unwrap();
    party.store.keep(&Item::from(&entry)).unwrap();
    let path = names(&party.folder, "own");
    let whole = fs::read(&path).unwrap();
    let match_id = party.player.state().place().match_id;
    let tails = [0, 1, 3, 64, 70, 3000];
    for (length, zeros) in (0..=whole.len())
        .rev()
        .flat_map(|length| tails.map(|zeros| (length, zeros)))
    {
        let mut torn = whole[..length].to_vec();
        torn.resize(length + zeros, 0);
        if length < whole.len() && torn.starts_with(&whole) {
            continue;
        }
        fs::write(&path, &torn).unwrap();
        let resumed = Store::resume(&party.folder, match_id, &party.identity).unwrap();
        let found = resumed.store.own_entry(resumed.player.state());
        assert_eq!(found.is_some(), length == whole.len(), "cut at {length}");
        let left = fs::metadata(&path).unwrap().len();
        assert_eq!(left, if found.is_some() { length as u64 } else { 0 });
        // What it was torn from can be signed, and kept.
        if length + 1 == whole.len() {
            let mut store = resumed.store;
            store.keep(&Item::from(&entry)).unwrap();
        }
    }
}

/// A log that is damaged and not just torn is refused and stays as it is; a mark that does not fit is not believed.
#[test]
fn damage_is_no_tear_and_a_wrong_mark_is_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Stored::new(
        folder.path(),
        GameId::Domino,
        Table::new(2),
        1,
        false,
        Until::RoundOr(2),
    );
    table.play();
    let party = &mut table.parties[0];
    let match_id = party.player.state().place().match_id;
    let place = party.player.state().place();
    let resume = |folder: &Path| Store::resume(folder, match_id, &party.identity);
    let path = names(&party.folder, "mlog");
    let whole = fs::read(&path).unwrap();

    let mark = names(&party.folder, "mark");
    let good = fs::read(&mark).unwrap();
    for at in 0..good.len() {
        let mut wrong = good.clone();
        wrong[at] ^= 1;
        fs::write(&mark, &wrong).unwrap();
        assert_eq!(resume(&party.folder).unwrap().player.state().place(), place);
        // Resuming has put it right.
        assert_eq!(fs::read(&mark).unwrap(), good);
    }
    fs::remove_file(&mark).unwrap();
    assert_eq!(resume(&party.folder).unwrap().player.state().place(), place);

    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&path, &damaged).unwrap();
    assert!(resume(&party.folder).is_err());
    assert_eq!(fs::read(&path).unwrap(), damaged);
    fs::write(&path, &whole).unwrap();
    assert!(resume(&party.folder).is_ok());
}

#[test]
fn a_match_is_begun_once_and_its_secrets_are_the_owners_alone() {
    let folder = tempfile::tempdir().unwrap();
    let table = Stored::new(folder.path(), GameId::Four, Table::new(2), 1, false, Until::End);
    let party = &table.parties[0];
    let closing = Arc::clone(party.player.state().closing());
    let again = Store::create(&party.folder, &closing, &party.identity, &mut rand::rng());
    assert!(matches!(again.err().unwrap().kind, StoreErrorKind::Exists));
    let keys = names(&party.folder, "keys");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&keys).unwrap().permissions().mode() & 0o777, 0o600);
    }
    // Stopped between the secrets and the log: the same secrets are taken.
    let before = fs::read(&keys).unwrap();
    fs::remove_file(names(&party.folder, "mlog")).unwrap();
    let (store, player) = Store::create(&party.folder, &closing, &party.identity, &mut rand::rng()).unwrap();
    assert_eq!(fs::read(&keys).unwrap(), before);
    assert_eq!(player.state().place().step, 0);
    assert_eq!(Store::matches(&party.folder).unwrap(), [store.log_path()]);
}

/// A log is cut back to a fork: what its owner signed beyond is among its own items again, also after a crash in between.
#[test]
fn cutting_back_forgets_nothing_that_was_signed() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Stored::new(
        folder.path(),
        GameId::Domino,
        Table::new(2),
        1,
        false,
        Until::RoundOr(2),
    );
    let mut lengths = vec![table.parties[0].log().len()];
    while table.step() {
        lengths.push(table.parties[0].log().len());
    }
    let party = &mut table.parties[0];
    let state = party.player.state();
    let match_id = state.place().match_id;
    let party_number = party.player.party();
    for step in (0..lengths.len() - 1).rev() {
        party.store.cut_to(step as u64).unwrap();
        assert_eq!(party.log().len(), lengths[step]);
        let resumed = Store::resume(&party.folder, match_id, &party.identity).unwrap();
        let state = resumed.player.state();
        assert_eq!(state.place().step, step as u64);
        let entry = resumed.store.own_entry(state);
        let signs = state.awaited_of(party_number).is_some();
        // The party that leaves has signed that instead.
        let left = matches!(resumed.store.own().next(), Some(Item::Leave(_)));
        assert!(entry.is_some() == signs || left, "step {step}");
        if let Some(entry) = entry {
            assert_eq!(entry.header().prev, state.place().prev);
        }
    }
}

/// What is found on disk is what a session resumes from; it signs nothing anew that was signed before.
#[test]
fn a_session_goes_on_from_what_is_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Stored::new(folder.path(), GameId::Domino, Table::new(2), 1, false, Until::End);
    // Next comes the first shuffle, which no two random numbers make alike.
    for _ in 0..2 {
        assert!(table.step());
    }
    let awaited = table.parties[0].player.state().awaited()[0].0;
    let party = &mut table.parties[awaited.index()];
    let entry = party
        .player
        .make_entry(None, Vec::new(), &mut rand::rng())
        .unwrap()
        .unwrap();
    party.store.keep(&Item::from(&entry)).unwrap();
    let place = party.player.state().place();
    let resumed = Store::resume(&party.folder, place.match_id, &party.identity).unwrap();
    let own: Vec<Item> = resumed.store.own().cloned().collect();
    assert_eq!(own, [Item::from(&entry)]);
    let mut rng = rand::rng();
    let session = Session::resume(resumed.player, &resumed.steps, own, Millis::default(), &mut rng).unwrap();
    let log: Vec<Item> = session.log(place.step).collect();
    assert_eq!(log, [Item::from(&entry)]);
}
