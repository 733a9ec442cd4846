//! What is added to a table where people play, in every language and size: nothing is cut off, overlaps, or leaves the window.

use std::sync::Arc;
use std::time::Instant;

use egui_kittest::kittest::{NodeT as _, Queryable as _};
use majlis::language::Language;
use majlis::ui::feed::{Among, Company, End, Gain, News, Said, Whereabouts};
use majlis::ui::settings::{TextSize, ThemeChoice};
use majlis::ui::text::plain;
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::Identity;
use majlis_net::chat::{Phrase, Saying};
use majlis_net::table_id::TableId;
use majlis_referee::party::{PartyId, PartySet};
use majlis_referee::replay::Ending;
use majlis_referee::verify::Grade;
use majlis_rules::game::Outcome;
use majlis_rules::rule::{Illegal, Rule};

use crate::drawn::on_top;
use crate::program::{Window, click, said};
use crate::screens::{check, each_look, home, steps};
use crate::shield::{Played, cheated};
use crate::support::pictures;

fn ilinca() -> PartyId {
    PartyId::new(2).unwrap()
}

/// The match of three in which Omar cheats, as one among people, with a chat.
fn among_people() -> Played {
    let mut played = cheated();
    played.about.among = Some(Among {
        match_id: Digest32::from_bytes([1; 32]),
        table: TableId([2; 16]),
    });
    for (seed, member) in (1u8..).zip(&mut played.about.members) {
        member.key = Some(Identity::from_secret(&[seed; 32]).key());
    }
    let said = |name: &str, mine: bool, saying: Saying| Said {
        name: name.to_owned(),
        mine,
        saying,
    };
    let text = |text: &str| Saying::text(text).unwrap();
    played.company = Company {
        presence: vec![Whereabouts::Here; 3],
        said: Arc::new(vec![
            said("Omar", false, Saying::Phrase(Phrase::Salam)),
            said("سلمى", true, Saying::Phrase(Phrase::SalamBack)),
            said(
                "Ilinca",
                false,
                text("Bună seara! Joc prima dată cu voi, aveți răbdare cu mine."),
            ),
            said("Omar", false, text("أهلًا بك، نبدأ على مهل: القرعة 3 من 4 (تقريبًا)")),
            said("سلمى", true, Saying::Phrase(Phrase::GoodLuck)),
        ]),
        unread: 2,
        ..Company::default()
    };
    played
}

fn open(window: &mut Window, played: Played) {
    window.state_mut().as_mut().unwrap().open(Box::new(played));
    for _ in 0..14 {
        window.step();
    }
}

fn with(change: impl FnOnce(&mut Company)) -> Played {
    let mut played = among_people();
    change(&mut played.company);
    played
}

fn key(window: &mut Window, key: egui::Key) {
    window.key_press(key);
    steps(window);
}

/// The same match at its end.
fn ended() -> Played {
    let mut ended = with(|company| {
        company.rematch = PartySet::EMPTY.with(ilinca());
        company.gain = Some(Gain {
            points: 1_250,
            rating: Some((1_517, 17)),
        });
    });
    ended.news.push_back(News::Ended(End {
        ending: Some(Ending::Played),
        outcomes: vec![Some(Outcome::Win), Some(Outcome::Loss), Some(Outcome::Loss)],
        scores: vec![-12, -40, -21],
        grade: Some(Grade::Agreed),
    }));
    ended
}

#[test]
fn what_stands_round_a_table_has_its_place() {
    let ended = ended();
    each_look(|size, language, theme, look| {
        let dir = tempfile::tempdir().unwrap();
        let mut window = home(dir.path(), size, language, |settings| settings.theme = theme);
        open(&mut window, among_people());
        check(&window, &format!("a table of people {look}"), false);
        key(&mut window, egui::Key::F5);
        check(&window, &format!("chat {look}"), true);
        let phrases = said(&window, "table-chat-phrases");
        click(&mut window, &phrases);
        check(&window, &format!("phrases {look}"), true);
        let back = said(&window, "table-chat-write");
        click(&mut window, &back);
        key(&mut window, egui::Key::Escape);
        let leave = said(&window, "leave");
        click(&mut window, &leave);
        steps(&mut window);
        check(&window, &format!("leaving people {look}"), false);
        for (what, played) in [
            (
                "a pause is wanted",
                with(|company| company.pause = PartySet::EMPTY.with(ilinca())),
            ),
            (
                "a pause was asked for",
                with(|company| company.pause = PartySet::EMPTY.with(PartyId::new(0).unwrap())),
            ),
            ("a pause", with(|company| company.paused = true)),
            (
                "somebody is missing",
                with(|company| {
                    company.missing = PartySet::EMPTY.with(ilinca());
                    company.presence[2] = Whereabouts::Gone(Instant::now());
                }),
            ),
            (
                "the choice",
                with(|company| {
                    company.missing = PartySet::EMPTY.with(ilinca());
                    company.may_claim = true;
                }),
            ),
            ("the end", ended.again()),
        ] {
            open(&mut window, played);
            check(&window, &format!("{what} {look}"), false);
        }
        // The dialog of the end put away, the strip says the same.
        key(&mut window, egui::Key::Escape);
        check(&window, &format!("after the end {look}"), false);
        let mut refused = among_people();
        // The longest: a rule of the game, as the book words it.
        let why = Illegal::new(Rule::new("four.33"), "");
        refused.news.push_back(News::Refused((&why).into()));
        open(&mut window, refused);
        check(&window, &format!("a refusal {look}"), false);
        let mut watched = among_people();
        watched.about.me = None;
        watched.about.log = None;
        open(&mut window, watched);
        check(&window, &format!("watching {look}"), false);
        let leave = said(&window, "leave");
        click(&mut window, &leave);
        steps(&mut window);
        check(&window, &format!("watching no longer {look}"), false);
    });
}

/// Fails where a button cannot be brought into the window.
fn is_within_reach(window: &mut Window, name: &str, told: &str) {
    let label = said(window, name);
    window.get_by_label(&label).scroll_to_me();
    for _ in 0..10 {
        window.step();
    }
    let rect = window.get_by_label(&label).rect();
    let screen = window.ctx.content_rect();
    assert!(
        screen.contains_rect(rect),
        "{told}: {label:?} at {rect} is out of reach"
    );
}

/// In the smallest window with the largest texts the clock is whole, and every dialog can be answered.
#[test]
fn in_the_smallest_window_the_clock_is_seen_and_answers_are_within_reach() {
    for (language, text_size) in Language::ALL
        .into_iter()
        .flat_map(|language| [TextSize::Usual, TextSize::Larger].map(|size| (language, size)))
    {
        let told = format!("{language} {text_size:?}");
        let dir = tempfile::tempdir().unwrap();
        let mut window = home(dir.path(), [640.0, 480.0], language, |settings| {
            settings.text_size = text_size;
        });
        open(&mut window, among_people());
        let texts_there = on_top(&window);
        let clock: Vec<_> = texts_there
            .iter()
            .filter(|text| plain(&text.text).contains("2:00"))
            .collect();
        assert!(!clock.is_empty(), "{told}: no clock");
        for text in clock {
            assert!(
                text.clip.expand(1.0).contains_rect(text.rect),
                "{told}: the clock is cut off"
            );
        }
        let chip = texts(&window).into_iter().find(|text| text.starts_with("Ilinca. "));
        click(&mut window, &chip.unwrap());
        steps(&mut window);
        is_within_reach(&mut window, "close", &told);
        key(&mut window, egui::Key::Escape);
        let leave = said(&window, "leave");
        click(&mut window, &leave);
        steps(&mut window);
        for name in ["table-home", "table-pause", "table-leave", "leave-stay"] {
            is_within_reach(&mut window, name, &told);
        }
        let vanished = with(|company| {
            company.missing = PartySet::EMPTY.with(ilinca());
            company.may_claim = true;
        });
        open(&mut window, vanished);
        for name in ["table-claim", "table-claim-wait"] {
            is_within_reach(&mut window, name, &told);
        }
        open(&mut window, ended());
        for name in ["table-rematch", "to-home"] {
            is_within_reach(&mut window, name, &told);
        }
    }
}

#[test]
fn a_person_is_shown_with_the_pictures_of_the_key() {
    each_look(|size, language, theme, look| {
        let dir = tempfile::tempdir().unwrap();
        let mut window = home(dir.path(), size, language, |settings| settings.theme = theme);
        open(&mut window, among_people());
        let chip = texts(&window)
            .into_iter()
            .find(|text| text.starts_with("Ilinca"))
            .unwrap();
        click(&mut window, &chip);
        steps(&mut window);
        check(&window, &format!("a person {look}"), false);
    });
}

fn texts(window: &Window) -> Vec<String> {
    let nodes = window.query_all_by(|_| true);
    nodes.filter_map(|node| node.accesskit_node().label()).collect()
}

#[test]
fn a_table_of_people_looks() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = home(dir.path(), [640.0, 480.0], Language::Arabic, |settings| {
        settings.theme = ThemeChoice::Light;
    });
    open(
        &mut window,
        with(|company| {
            company.pause = PartySet::EMPTY.with(ilinca());
            company.presence[2] = Whereabouts::Reconnecting(Instant::now());
        }),
    );
    key(&mut window, egui::Key::F5);
    check(&window, "the smallest window", true);
    window.snapshot_options("people-chat-ar", &pictures());
}
