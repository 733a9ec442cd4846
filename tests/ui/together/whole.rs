//! Matches among people from the first to the last click.

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use majlis::language::Language;
use majlis::ui::screens::game_name;
use majlis::ui::table::TableScreen;
use majlis_referee::verify::Grade;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};

use crate::program::click;

use super::{Person, play_to_the_end, play_until, sit_down, terms, two, until, verified};

fn ids(people: &[Person]) -> Vec<Option<majlis_crypto::chain::Digest32>> {
    people
        .iter()
        .map(|person| Some(person.table()?.about().among?.match_id))
        .collect()
}

/// Two people sit down by what the screens offer: a new table, its link pasted, and a word of each.
fn sit_down_by_hand(people: &mut [Person], game: GameId) {
    let name = game_name(people[0].program().words(), game);
    let open = people[0].word_with("home-open-game", "game", &name);
    click(&mut people[0].window, &open);
    people[0].click("open-now");
    let link = |people: &[Person]| {
        let mut sittings = people[0].program().online()?.sittings().values();
        Some(sittings.next()?.invitation.as_ref()?.to_string())
    };
    until(people, "an invitation", |people| link(people).is_some());
    let link = link(people).unwrap();
    people[1].click("home-link");
    let field = people[1].word("home-link-field");
    people[1].window.get_by_role_and_label(Role::TextInput, &field).focus();
    people[1].window.run_ok();
    people[1].window.event(egui::Event::Paste(link));
    people[1].window.run_ok();
    people[1].click("home-sit");
    until(people, "both at the table", |people| {
        people.iter().all(|person| person.says("waiting-begin"))
    });
    people[1].click("waiting-begin");
    people[0].click("waiting-begin");
    until(people, "the match", |people| {
        people
            .iter()
            .all(|person| person.table().is_some_and(|table| table.view().is_some()))
    });
}

/// A match to its end at all screens, and what is said there.
fn a_match(people: &mut [Person], game: GameId, table: Table) {
    sit_down(people, terms(game, table));
    to_the_end(people);
}

fn to_the_end(people: &mut [Person]) {
    play_to_the_end(people);
    until(people, "how well it is established", |people| {
        people.iter().all(|person| person.says("table-grade-agreed"))
    });
    let won = people.iter().filter(|person| person.says("end-won")).count();
    let drawn = people.iter().filter(|person| person.says("end-draw")).count();
    assert!(won + drawn >= 1);
    // What it has changed for each is computed from the log that lies on his disk.
    until(people, "the points", |people| {
        people.iter().all(|person| {
            let label = person.word_with("table-points", "points", "");
            person.shows_some(label.trim())
        })
    });
    for person in people.iter() {
        let logs = verified(person.folder());
        assert!(logs.iter().all(|log| log.grade() == Some(Grade::Agreed)));
        // Who was at the table is remembered.
        let met = person.program().online().unwrap().people().iter().count();
        assert_eq!(met, people.len() - 1);
    }
}

#[test]
fn two_play_arkan_and_once_more() {
    let mut people = two();
    sit_down_by_hand(&mut people, GameId::Arkan);
    to_the_end(&mut people);
    let before = ids(&people);
    // The first wants another one, the second reads it and wants it too.
    people[0].click("table-rematch");
    until(&mut people, "the wish", |people| {
        people[1].shows(&people[1].word_with("table-rematch-wanted", "names", "Salma"))
    });
    assert!(people[0].shows(&people[0].word_with("table-rematch-waits", "names", "رضا")));
    people[1].click("table-rematch");
    until(&mut people, "another match", |people| {
        let now = ids(people);
        now.iter()
            .zip(&before)
            .all(|(now, before)| now.is_some() && now != before)
            && people
                .iter()
                .all(|person| person.table().is_some_and(|table| table.view().is_some()))
    });
    play_until(&mut people, "some moves", |people| {
        people
            .iter()
            .all(|person| person.table().is_some_and(|table| table.played() > 3))
    });
    // Once left for good it is over for both, and both say so.
    let leave = people[1].word("leave");
    crate::program::click(&mut people[1].window, &leave);
    people[1].click("table-leave");
    until(&mut people, "the end", |people| {
        people[0].table().is_some_and(TableScreen::is_over)
    });
    assert!(people[0].says("end-won"));
}

#[test]
fn two_play_four_face_down() {
    let mut people = two();
    a_match(&mut people, GameId::Four, Table::new(2));
}

#[test]
fn two_play_jackaroo() {
    let mut people = two();
    let table = Table::new(4)
        .with("marbles", OptionValue::Number(3))
        .with("persons", OptionValue::Number(2));
    a_match(&mut people, GameId::Jackaroo, table);
}

#[test]
fn four_play_arkan() {
    let size = [800.0, 600.0];
    let mut people = two();
    people.push(Person::new("Ilinca", Language::Romanian, size));
    people.push(Person::new("مروان", Language::Arabic, size));
    a_match(&mut people, GameId::Arkan, Table::new(4));
}

/// A program that ends after the last click loses nothing: the match is whole at both.
#[test]
fn who_closes_the_window_after_the_last_move_loses_nothing() {
    let mut people = two();
    sit_down(&mut people, terms(GameId::Arkan, Table::new(2)));
    play_until(&mut people, "the last step", |people| {
        people
            .iter()
            .any(|person| person.table().is_some_and(TableScreen::is_over))
    });
    let at = people
        .iter()
        .position(|person| person.table().is_some_and(TableScreen::is_over))
        .unwrap();
    people[at].program_mut().close();
    let closed = people.remove(at);
    until(&mut people, "the end at the other", |people| {
        people[0].says("table-grade-agreed")
    });
    let folders = [closed.folder(), people[0].folder()];
    for folder in folders {
        assert_eq!(verified(folder)[0].grade(), Some(Grade::Agreed));
    }
}
