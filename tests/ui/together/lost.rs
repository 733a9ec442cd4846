//! Somebody whose program has ended: he comes back, or does not.

use egui_kittest::kittest::Queryable as _;
use majlis::language::Language;
use majlis_referee::agreement::Clock;
use majlis_referee::verify::Grade;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};

use super::{Person, play_until, sit_down, terms, two, until, verified};

/// How many matches somebody has played with each of those whom he has met.
fn met(person: &Person) -> Vec<u32> {
    let Some(online) = person.program().online() else {
        return Vec::new();
    };
    online.people().iter().map(|(_, met)| met.matches).collect()
}

#[test]
fn who_was_lost_comes_back_and_the_match_goes_on_where_it_was() {
    let mut people = two();
    sit_down(&mut people, terms(GameId::Domino, Table::new(2)));
    play_until(&mut people, "some moves", |people| {
        people[0].table().unwrap().played() > 3
    });
    let gone = people.pop().unwrap().vanish();
    until(&mut people, "that he is missed", |people| {
        people[0].shows_some(&people[0].word("table-reconnecting"))
    });
    let played = people[0].table().unwrap().played();
    people.push(gone.back());
    // The match waits where the program begins, and is taken up from there.
    until(&mut people, "the match that waits", |people| {
        let online = people[1].program().online().unwrap();
        online.matches().len() == 1
    });
    assert!(people[1].table().is_none());
    let match_id = people[1].program().online().unwrap().matches()[0].match_id;
    people[1].program_mut().show_match(match_id);
    until(&mut people, "what was played before", |people| {
        people[1].table().is_some_and(|table| table.played() >= played)
    });
    until(&mut people, "that he is there again", |people| {
        !people[0].shows_some(&people[0].word("table-reconnecting"))
    });
    play_until(&mut people, "further moves of both", |people| {
        people
            .iter()
            .all(|person| person.table().unwrap().played() > played + 4)
    });
    // Home the match waits, and the table is found again as it was; from there it can be left for good.
    let leave = people[1].word("leave");
    crate::program::click(&mut people[1].window, &leave);
    people[1].click("table-home");
    assert!(people[1].table().is_none());
    people[1].program_mut().show_match(match_id);
    people[1].window.run_ok();
    assert!(people[1].table().unwrap().played() > played + 4);
    crate::program::click(&mut people[1].window, &leave);
    people[1].click("table-leave");
    until(&mut people, "the end", |people| people[0].says("end-won"));
    // It was a match together, for who stayed and for who left.
    until(&mut people, "that both have met", |people| {
        people.iter().all(|person| met(person) == [1])
    });
    people[1].program_mut().close();
    for person in &people {
        assert!(verified(person.folder())[0].is_finished());
    }
}

#[test]
fn whoever_does_not_come_back_is_waited_for_or_the_match_is_claimed() {
    let mut people = two();
    // In Jackaroo a move is made for whoever is late, and nobody loses by the clock.
    let table = Table::new(4)
        .with("marbles", OptionValue::Number(3))
        .with("persons", OptionValue::Number(2));
    let mut terms = terms(GameId::Jackaroo, table);
    terms.clock = Clock {
        turn: Some(4),
        grace: 2,
    };
    sit_down(&mut people, terms);
    let his_turn = |people: &[Person]| !people[1].table().unwrap().legal().is_empty();
    until(&mut people, "a turn of the other", his_turn);
    let gone = people.pop().unwrap().vanish();
    until(&mut people, "the choice", |people| people[0].says("table-claim-title"));
    // Waiting puts the choice away, and it can be had again.
    people[0].click("table-claim-wait");
    for _ in 0..20 {
        super::step(&mut people);
    }
    assert!(!people[0].says("table-claim-title"));
    people[0].click("table-claim-or-wait");
    assert!(people[0].says("table-claim-title"));
    // While it is read it does not vanish, even where the other is there again.
    people.push(gone.back());
    let back = people[0].word_with("table-claim-back", "names", "رضا");
    until(&mut people, "that he is back", |people| people[0].shows(&back));
    assert!(
        people[0]
            .window
            .query_by_label(&people[0].word("table-claim"))
            .is_none()
    );
    people[0].key(egui::Key::Escape);
    until(&mut people, "the match that waits", |people| {
        people[1].program().online().unwrap().matches().len() == 1
    });
    let match_id = people[1].program().online().unwrap().matches()[0].match_id;
    people[1].program_mut().show_match(match_id);
    until(&mut people, "the table", |people| {
        people[1].table().is_some_and(|table| table.view().is_some())
    });
    until(&mut people, "a turn of the other once more", his_turn);
    let gone = people.pop().unwrap().vanish();
    // Where he took his time, the choice was offered in between, and still says that he is back.
    until(&mut people, "the choice once more", |people| {
        people[0].says("table-claim") || people[0].shows(&back)
    });
    if people[0].shows(&back) {
        people[0].key(egui::Key::Escape);
        until(&mut people, "the choice itself", |people| people[0].says("table-claim"));
    }
    people[0].click("table-claim");
    until(&mut people, "the end", |people| {
        people[0].says("end-won") && people[0].says("table-grade-claimed")
    });
    assert_eq!(verified(people[0].folder())[0].grade(), Some(Grade::Claimed));
    // It was a match together.
    assert_eq!(met(&people[0]), [1]);
    drop(gone);
}

/// At a table of three whoever leaves is out at once, though the others play on; they have met him when their match is over.
#[test]
fn whoever_leaves_while_others_play_on_has_met_them() {
    let mut people = two();
    people.push(Person::new("Ana", Language::Romanian, [800.0, 600.0]));
    sit_down(&mut people, terms(GameId::Arkan, Table::new(3)));
    play_until(&mut people, "some moves", |people| {
        people[0].table().unwrap().played() > 3
    });
    assert!(people.iter().all(|person| met(person).is_empty()));
    let leave = |person: &mut Person| {
        let leave = person.word("leave");
        crate::program::click(&mut person.window, &leave);
        person.click("table-leave");
    };
    leave(&mut people[2]);
    until(&mut people, "that she has met them", |people| met(&people[2]) == [1, 1]);
    play_until(&mut people[..2], "further moves", |people| {
        people[0].table().unwrap().played() > 5
    });
    assert!(met(&people[0]).is_empty() && met(&people[1]).is_empty());
    leave(&mut people[1]);
    until(&mut people, "that all have met", |people| {
        people.iter().all(|person| met(person) == [1, 1])
    });
    for person in &mut people {
        person.program_mut().close();
    }
}
