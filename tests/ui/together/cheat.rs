//! Somebody signs what the rules forbid: his program does not help him, so it is put among what it has signed already.

use std::sync::Arc;

use majlis::folder::Folder;
use majlis_referee::act::{Act, Body, Move, Proofs};
use majlis_referee::entry::Entry;
use majlis_referee::item::Item;
use majlis_referee::replay::Awaited;
use majlis_referee::store::Store;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;

use super::{play_until, sit_down, terms, two, until, verified};

#[test]
fn a_cheat_turns_the_shield_red_and_the_proof_can_be_saved() {
    let mut people = two();
    sit_down(&mut people, terms(GameId::Arkan, Table::new(2)));
    play_until(&mut people, "a turn of the cheat", |people| {
        let table = people[1].table().unwrap();
        table.played() > 3 && !table.legal().is_empty()
    });
    let match_id = people[1].table().unwrap().about().among.unwrap().match_id;
    let gone = people.pop().unwrap().vanish();
    let folder = Folder::at(gone.folder());
    let identity = folder.identity(None, &mut rand::rng()).unwrap();
    let mut resumed = Store::resume(&folder.matches(), match_id, &Arc::clone(&identity)).unwrap();
    let player = &resumed.player;
    assert!(matches!(player.owes(), Some(Awaited::Move(_))));
    // A square far from everything of his.
    let said = Move {
        text: "a1".to_owned(),
        card: None,
        shares: Vec::new(),
        commitments: Vec::new(),
    };
    let (place, body) = (player.state().place(), Body::new(Act::Move(said)));
    let entry = Entry::sign(&place, player.party(), &body, &Proofs::default(), &identity).unwrap();
    resumed.store.keep(&Item::from(&entry)).unwrap();
    drop(resumed);
    people.push(gone.back());
    until(&mut people, "the red shield", |people| people[0].says("shield-broken"));
    until(&mut people, "the end", |people| people[0].says("end-won"));
    people[0].key(egui::Key::Escape);
    people[0].key(egui::Key::F3);
    let named = people[0].word_with("shield-consequence", "name", "رضا");
    assert!(people[0].shows(&named));
    people[0].click("table-proof-save");
    let file = people[0].folder().join("proofs").join(format!("{match_id}.mlog"));
    assert!(people[0].shows_some(&file.display().to_string()));
    let bytes = std::fs::read(file).unwrap();
    let proofs = majlis_referee::verify::Proofs::Together;
    let proof = majlis_referee::verify::verify(bytes.as_slice(), proofs, &mut ()).unwrap();
    assert_eq!(proof.departures().len(), 1);
    assert_eq!(verified(people[0].folder()).len(), 1);
}
