//! Asking people to a table, and being asked: at a table before play, among the people met, at the home screen.

use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, SnapshotResults};
use majlis::language::Language;
use majlis::ui::asked::Ask;
use majlis::ui::online::Sitting;
use majlis::ui::screens::Go;
use majlis::ui::screens::home::company::Company;
use majlis::ui::screens::people::OwnTable;
use majlis::ui::style::Theme;
use majlis_net::event::Outcome;
use majlis_net::table_id::TableId;

use crate::drawn::check_list;
use crate::lobby::{
    came, click, company, each_look, home_screen, invitation, invited, key, own_table, people_and_table,
    waiting_screen, with, word,
};
use crate::support::{Look, pictures};

/// Who is asked to a table sits down with one click, or not now; without a word about a link.
#[test]
fn home_shows_who_invites() {
    for language in Language::ALL {
        for size in [[1280.0, 1200.0], [800.0, 1400.0]] {
            let came = came();
            let company = Company {
                online: true,
                invited: invited(),
                ..Company::default()
            };
            let mut harness = home_screen(size, Look::new(language, Theme::Light), company, &came);
            let game = word(language, "game-domino");
            let values = [("name", "ليلى".into()), ("game", game.as_str().into())];
            assert!(
                harness
                    .query_by_label(&with(language, "home-invites", &values))
                    .is_some()
            );
            let name = [("name", "ليلى".into())];
            click(&mut harness, &with(language, "home-sit-with", &name));
            click(&mut harness, &with(language, "home-not-now-name", &name));
            let expected = vec![
                Go::Ask(Ask::Join(Box::new(invitation(8)))),
                Go::Ask(Ask::Decline(key(8))),
            ];
            assert_eq!(*came.borrow(), expected, "{language}");
        }
    }
}

/// While one's own table has an empty seat, those who were met are asked to it, and what came of it is told.
#[test]
fn people_are_asked_to_an_open_table() {
    let table = TableId([8; 16]);
    let own = OwnTable {
        table,
        seated: vec![key(1)],
        calls: [
            (key(2), Some(Outcome::Shown)),
            (key(4), Some(Outcome::NotReached)),
            (key(5), None),
        ]
        .into(),
    };
    each_look(|size, language, theme, look| {
        let mut own = own.clone();
        for (calls, what) in [(true, "asked"), (false, "to be asked")] {
            if !calls {
                own.calls.clear();
            }
            let harness = people_and_table(size, Look::new(language, theme), Some(own.clone()), &came());
            check_list(&harness, &format!("people {what} {look}"));
        }
    });
    for language in Language::ALL {
        let came = came();
        let look = Look::new(language, Theme::Light);
        let mut harness = people_and_table([1280.0, 800.0], look, Some(own.clone()), &came);
        let ask = |name: &str| with(language, "people-call-name", &[("name", name.into())]);
        click(&mut harness, &ask("ليلى"));
        for told in ["people-called", "people-calling", "people-call-not-reached"] {
            assert!(
                harness.query_by_label(&word(language, told)).is_some(),
                "{language} {told}"
            );
        }
        // Nobody is asked while he is being asked, nor where he has a table of his own, nor where he is blocked.
        for name in ["Ilinca", "Yusuf", "مروان"] {
            assert!(harness.query_by_label(&ask(name)).is_none(), "{language} {name}");
        }
        let person = key(4);
        assert_eq!(*came.borrow(), [Go::Ask(Ask::Invite { table, person })]);
    }
}

const TABLE: TableId = TableId([8; 16]);

/// A table of two at which there is a place, with these who were asked to it.
fn asked(calls: &[(u8, Option<Outcome>)]) -> Sitting {
    Sitting {
        calls: calls.iter().map(|(seed, outcome)| (key(*seed), *outcome)).collect(),
        ..own_table(false)
    }
}

/// From one's own table those who were met are asked without going anywhere else; what came of it is told there.
#[test]
fn people_met_are_asked_from_the_table() {
    let calls = [(4, Some(Outcome::NotReached)), (5, None)];
    for language in Language::ALL {
        let came = came();
        let look = Look::new(language, Theme::Light);
        let mut harness = waiting_screen([1280.0, 800.0], look, Some(asked(&calls)), &came);
        click(&mut harness, &word(language, "waiting-ask"));
        let ask = |name: &str| with(language, "people-call-name", &[("name", name.into())]);
        for told in ["people-calling", "people-call-not-reached", "people-seated"] {
            let all = harness.query_all_by_label(&word(language, told)).count();
            assert!(all > 0, "{language} {told}");
        }
        // Nobody is asked while he is being asked, nor where he sits already, nor where he is blocked.
        for name in ["Ilinca", "Yusuf", "Ștefan Alexandru Constantinescu", "مروان"] {
            assert!(harness.query_by_label(&ask(name)).is_none(), "{language} {name}");
        }
        click(&mut harness, &ask("ليلى"));
        let person = key(4);
        assert_eq!(*came.borrow(), [Go::Ask(Ask::Invite { table: TABLE, person })]);
        click(&mut harness, &word(language, "close"));
        assert!(harness.query_by_label(&ask("ليلى")).is_none());
    }
    each_look(|size, language, theme, look| {
        let mut harness = waiting_screen(size, Look::new(language, theme), Some(asked(&calls)), &came());
        // In a small window the button is further down.
        harness.get_by_label(&word(language, "waiting-ask")).scroll_to_me();
        harness.run_ok();
        click(&mut harness, &word(language, "waiting-ask"));
        check_list(&harness, &format!("asking {look}"));
    });
}

/// Where nobody can be asked nothing is offered: nobody was met, no place is free, the table cannot be found yet, it is somebody else's.
#[test]
fn nobody_is_asked_where_it_leads_nowhere() {
    let mut full = own_table(false);
    full.seating.as_mut().unwrap().persons = 3;
    let nowhere = Sitting {
        invitation: None,
        ..own_table(false)
    };
    let guest = Sitting {
        mine: false,
        ..own_table(false)
    };
    for (what, sitting) in [("full", full), ("nowhere", nowhere), ("guest", guest)] {
        let look = Look::new(Language::English, Theme::Light);
        let harness = waiting_screen([1280.0, 800.0], look, Some(sitting), &came());
        assert!(harness.query_by_label("Ask somebody you have met").is_none(), "{what}");
    }
}

/// A guest hands on the link that he came by, while there is a place; to a private table with a word of caution.
#[test]
fn a_guest_hands_on_the_link_he_came_by() {
    for language in Language::ALL {
        let guest = |secret: bool, persons| {
            let mut sitting = Sitting {
                mine: false,
                ..own_table(false)
            };
            sitting.seating.as_mut().unwrap().persons = persons;
            if !secret {
                sitting.invitation.as_mut().unwrap().secret = None;
            }
            waiting_screen(
                [1280.0, 800.0],
                Look::new(language, Theme::Light),
                Some(sitting),
                &came(),
            )
        };
        for (secret, about) in [(true, "waiting-invite-private-guest"), (false, "waiting-invite-about")] {
            let mut harness = guest(secret, 4);
            assert!(
                harness.query_by_label(&word(language, about)).is_some(),
                "{language} {about}"
            );
            assert!(harness.query_by_label(&word(language, "waiting-code")).is_some());
            let copy = word(language, "waiting-copy");
            harness.get_by_label(&copy).click();
            harness.step();
            harness.step();
            assert!(harness.query_by_label(&word(language, "waiting-copied")).is_some());
        }
        let full = guest(true, 3);
        assert!(
            full.query_by_label(&word(language, "waiting-copy")).is_none(),
            "{language}"
        );
    }
}

/// Whoever sits at a table is muted and heard again there, as at the match.
#[test]
fn somebody_is_muted_before_play_and_heard_again() {
    for language in Language::ALL {
        let came = came();
        let mut sitting = own_table(false);
        let shown = |sitting: &Sitting| {
            let look = Look::new(language, Theme::Light);
            waiting_screen([1280.0, 800.0], look, Some(sitting.clone()), &came)
        };
        let of = |name: &str, who: &str| with(language, name, &[("name", who.into())]);
        let mut harness = shown(&sitting);
        assert!(harness.query_by_label(&of("table-mute", "سلمى")).is_none(), "oneself");
        assert!(harness.query_by_label(&word(language, "waiting-muted")).is_none());
        click(&mut harness, &of("table-mute", "Yusuf"));
        sitting.talk.muted.insert(key(3));
        let mut harness = shown(&sitting);
        assert!(harness.query_by_label(&word(language, "waiting-muted")).is_some());
        assert!(harness.query_by_label(&of("table-mute", "Yusuf")).is_none());
        click(&mut harness, &of("waiting-hear-name", "Yusuf"));
        let mute = |muted| {
            Go::Ask(Ask::Mute {
                table: TABLE,
                person: key(3),
                muted,
            })
        };
        assert_eq!(*came.borrow(), [mute(true), mute(false)], "{language}");
    }
    each_look(|size, language, theme, look| {
        let mut sitting = own_table(true);
        sitting.talk.muted = [key(2), key(3)].into();
        let harness = waiting_screen(size, Look::new(language, theme), Some(sitting), &came());
        check_list(&harness, &format!("muted {look}"));
    });
}

/// For how long an invitation stands is said with it; one that has expired stays until it is put away, and leads nowhere.
#[test]
fn an_invitation_that_has_expired_is_put_away() {
    for language in Language::ALL {
        let came = came();
        let mut invited = invited();
        invited[0].minutes = None;
        invited[1].minutes = Some(1);
        let company = Company {
            online: true,
            invited,
            ..Company::default()
        };
        let look = Look::new(language, Theme::Light);
        let mut harness = home_screen([1280.0, 1200.0], look, company, &came);
        let minute = with(language, "home-invited-minutes", &[("minutes", 1.into())]);
        assert!(harness.query_by_label(&minute).is_some(), "{language}");
        assert!(harness.query_by_label(&word(language, "home-invited-over")).is_some());
        let name = [("name", "ليلى".into())];
        assert!(
            harness
                .query_by_label(&with(language, "home-sit-with", &name))
                .is_none()
        );
        click(&mut harness, &with(language, "home-not-now-name", &name));
        assert_eq!(*came.borrow(), [Go::Ask(Ask::Decline(key(8)))], "{language}");
    }
}

#[test]
fn invitations_look() {
    let options = pictures();
    let arabic = || Look::new(Language::Arabic, Theme::Light);
    let mut results = SnapshotResults::new();
    let mut look = |mut harness: Harness<'static>, name: &str| {
        harness.snapshot_options(name, &options);
        results.extend(harness.take_snapshot_results());
    };
    let calls = [(2, Some(Outcome::Shown)), (4, Some(Outcome::NotReached)), (5, None)];
    let mut asking = waiting_screen([960.0, 640.0], arabic(), Some(asked(&calls)), &came());
    click(&mut asking, &word(Language::Arabic, "waiting-ask"));
    look(asking, "invite-asking-ar");
    let own = OwnTable {
        table: TABLE,
        seated: vec![key(1)],
        calls: calls.map(|(seed, outcome)| (key(seed), outcome)).into(),
    };
    let mut asks = invited();
    asks[0].minutes = None;
    asks.reverse();
    let company = Company {
        invited: asks,
        ..company()
    };
    look(
        home_screen([1120.0, 720.0], arabic(), company, &came()),
        "invite-home-ar",
    );
    look(
        people_and_table([800.0, 600.0], arabic(), Some(own), &came()),
        "invite-people-ar",
    );
}
