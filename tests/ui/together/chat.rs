//! What people say to each other, who hears it, pauses, and somebody who watches.

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use majlis::language::Language;
use majlis::ui::text::plain;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;

use super::{Person, play_to_the_end, sit_down, terms, two, until};

/// Opens the chat and says something.
fn say(person: &mut Person, text: &str) {
    let field = person.word("table-chat-field");
    if person.window.query_by_role_and_label(Role::TextInput, &field).is_none() {
        person.key(egui::Key::F5);
    }
    person.window.get_by_role_and_label(Role::TextInput, &field).focus();
    person.window.run_ok();
    person.window.event(egui::Event::Text(text.to_owned()));
    person.window.run_ok();
    person.key(egui::Key::Enter);
}

fn mute_all(person: &mut Person) {
    let mute = person.word("table-mute-all");
    person.window.get_by_role_and_label(Role::Switch, &mute).click();
    person.window.run_ok();
}

fn line(person: &Person, name: &str, text: &str) -> String {
    let values = [("name", name.into()), ("text", text.into())];
    plain(&person.program().words().with("table-said", &values))
}

#[test]
fn people_talk_and_each_reads_phrases_in_his_own_language() {
    let mut people = two();
    sit_down(&mut people, terms(GameId::Arkan, Table::new(2)));
    // What is typed is said and plays nothing: N puts a piece on the board where the board has the keyboard.
    let played = people[0].table().unwrap().played();
    say(&mut people[0], "Nanna, n!");
    until(&mut people, "the mark of something new", |people| {
        people[1].shows(&people[1].word_with("table-chat-new", "count", "1"))
            || people[1].shows(&plain(
                &people[1]
                    .program()
                    .words()
                    .with("table-chat-new", &[("count", 1.into())]),
            ))
    });
    assert_eq!(people[0].table().unwrap().played(), played);
    people[1].key(egui::Key::F5);
    let heard = line(&people[1], "Salma", "Nanna, n!");
    until(&mut people, "what was said", |people| people[1].shows(&heard));
    // A phrase, chosen by its name in one language, is read in another.
    people[1].click("table-chat-phrases");
    people[1].click("table-phrase-salam");
    let read = line(&people[0], "رضا", &people[0].word("table-phrase-salam"));
    until(&mut people, "a phrase", |people| people[0].shows(&read));
    assert!(people[1].shows_some(&people[1].word("table-phrase-salam")));
    // Who mutes everybody hears nobody, and who hears again hears what comes then.
    mute_all(&mut people[1]);
    say(&mut people[0], "unheard");
    until(&mut people, "one's own words", |people| people[0].shows_some("unheard"));
    mute_all(&mut people[1]);
    say(&mut people[0], "heard again");
    let heard = line(&people[1], "Salma", "heard again");
    until(&mut people, "words after muting", |people| people[1].shows(&heard));
    assert!(!people[1].shows_some("unheard"));
    // One person is muted where his name is.
    people[1].key(egui::Key::Escape);
    let chip = people[1]
        .texts()
        .into_iter()
        .find(|text| text.starts_with("Salma. "))
        .unwrap();
    crate::program::click(&mut people[1].window, &chip);
    let mute = people[1].word_with("table-mute", "name", "Salma");
    people[1].window.get_by_role_and_label(Role::Switch, &mute).click();
    people[1].window.run_ok();
    people[1].key(egui::Key::Escape);
    say(&mut people[0], "to nobody");
    until(&mut people, "one's own words", |people| {
        people[0].shows_some("to nobody")
    });
    for _ in 0..60 {
        super::step(&mut people);
    }
    people[1].key(egui::Key::F5);
    assert!(people[1].shows_some("heard again") && !people[1].shows_some("to nobody"));
}

#[test]
fn a_pause_is_one_when_all_agree_and_ends_when_one_goes_on() {
    let mut people = two();
    sit_down(&mut people, terms(GameId::Arkan, Table::new(2)));
    until(&mut people, "a turn", |people| {
        people.iter().any(|person| !person.table().unwrap().legal().is_empty())
    });
    people[0].key(egui::Key::F6);
    until(&mut people, "the wish for a pause", |people| {
        people[1].shows(&people[1].word_with("table-pause-wanted", "names", "Salma"))
    });
    assert!(people[0].says("table-pause-asked"));
    people[1].click("table-pause-agree");
    until(&mut people, "the pause", |people| {
        people.iter().all(|person| person.says("table-paused-long"))
    });
    // Nobody is offered a move.
    assert!(people.iter().all(|person| person.table().unwrap().legal().is_empty()));
    people[1].click("table-pause-end");
    until(&mut people, "a turn again", |people| {
        people.iter().any(|person| !person.table().unwrap().legal().is_empty())
            && !people.iter().any(|person| person.says("table-paused-long"))
            // Who has agreed is not taken for one who asks for another.
            && !people.iter().any(|person| person.says("table-pause-asked"))
            && !people[1].shows(&people[1].word_with("table-pause-wanted", "names", "Salma"))
    });
}

#[test]
fn somebody_watches_and_sees_what_everybody_sees() {
    let mut people = two();
    let mut terms = terms(GameId::Domino, Table::new(2));
    terms.watchers = true;
    let link = sit_down(&mut people, terms);
    people.push(Person::new("Ilinca", Language::Romanian, [1280.0, 800.0]));
    let invitation = Box::new(link.parse().unwrap());
    people[2].program_mut().online_mut().unwrap().watch(invitation);
    until(&mut people, "the match at the watcher's", |people| {
        people[2].table().is_some_and(|table| table.view().is_some())
    });
    assert!(people[2].says("table-watching"));
    let view = people[2].table().unwrap().view().unwrap();
    assert!(view.seats().is_empty());
    play_to_the_end(&mut people);
    let score = |person: &Person| {
        let view = person.table().unwrap().view().unwrap();
        majlis_rules::game::Game::scores(view.state())
    };
    assert_eq!(score(&people[2]), score(&people[0]));
    // There is nobody to talk to, and nothing to claim, pause or play again.
    for name in ["table-chat", "table-rematch", "table-pause"] {
        assert!(!people[2].says(name), "{name}");
    }
}
