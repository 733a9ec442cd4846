//! The screens about people before a match: home with company, a new table, a table before play, the people met.

use std::cell::RefCell;
use std::rc::Rc;

use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, SnapshotResults};
use jiff::tz::TimeZone;
use majlis::language::Language;
use majlis::links::desktop::Desktop;
use majlis::ui::asked::Ask;
use majlis::ui::online::{Sitting, Talk};
use majlis::ui::screens::home::company::{Company, Invited, Near, Running, Sat, Standing as Stands};
use majlis::ui::screens::home::link::LinkDialog;
use majlis::ui::screens::home::{self, Home};
use majlis::ui::screens::open::OpenScreen;
use majlis::ui::screens::people::{self, OwnTable, PeopleScreen};
use majlis::ui::screens::waiting::dealing::Dealing;
use majlis::ui::screens::waiting::{self, WaitingScreen};
use majlis::ui::screens::{Go, game_name};
use majlis::ui::settings::{Settings, TextSize};
use majlis::ui::style::Theme;
use majlis::ui::text::plain;
use majlis::ui::widgets::Closing;
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::{Identity, IdentityKey};
use majlis_net::advert::Versions;
use majlis_net::invite::{Invitation, Secret};
use majlis_net::people::{Lead, People, Standing};
use majlis_net::table::{Seating, Sitter, Terms};
use majlis_net::table_id::TableId;
use majlis_referee::agreement::Clock;
use majlis_referee::party::PartyId;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};

use crate::drawn::check_list;
use crate::support::{self, Look, SIZES, pictures};

pub const SMALLEST: [f32; 2] = [640.0, 480.0];

pub fn key(seed: u8) -> IdentityKey {
    Identity::from_secret(&[seed; 32]).key()
}

pub fn each_look(mut of: impl FnMut([f32; 2], Language, Theme, &str)) {
    for size in SIZES.into_iter().chain([SMALLEST]) {
        for language in Language::ALL {
            for theme in [Theme::Light, Theme::Dark] {
                of(size, language, theme, &format!("{language} {theme:?} {size:?}"));
            }
        }
    }
}

/// Shows something as the program does.
pub fn show<'a>(size: [f32; 2], look: Look, mut ui: impl FnMut(&mut egui::Ui, &Look) + 'a) -> Harness<'a> {
    let mut styled = false;
    support::show(size, look, move |area, look| {
        if !std::mem::replace(&mut styled, true) {
            majlis::ui::style::apply(area.ctx(), &look.style);
        }
        ui(area, look);
    })
}

/// A screen, with what came of it so far.
pub type Came = Rc<RefCell<Vec<Go>>>;

pub fn came() -> Came {
    Rc::new(RefCell::new(Vec::new()))
}

pub fn click(harness: &mut Harness<'_>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_ok();
}

pub fn word(language: Language, name: &str) -> String {
    plain(&Look::new(language, Theme::Light).words.get(name))
}

pub fn with(language: Language, name: &str, values: &[(&str, majlis::ui::words::Value<'_>)]) -> String {
    plain(&Look::new(language, Theme::Light).words.with(name, values))
}

fn near(seed: u8, name: &str, game: GameId, free: u8) -> Near {
    let terms = match game {
        GameId::Domino => Table::new(4).with("partners", OptionValue::Flag(true)),
        GameId::Jackaroo => Table::new(4).with("marbles", OptionValue::Number(4)),
        GameId::Arkan | GameId::Four => Table::new(3),
    };
    Near {
        host: key(seed),
        name: name.to_owned(),
        table: TableId([seed; 16]),
        game: Some(game),
        persons: terms.seats,
        terms,
        clock: Clock::default(),
        friend: false,
        local: true,
        free,
        watch: false,
        mismatch: None,
    }
}

/// A lively evening.
pub fn company() -> Company {
    let newer = Versions {
        rules: Versions::OURS.rules + 1,
        ..Versions::OURS
    };
    Company {
        online: true,
        matches: vec![
            Running {
                match_id: Digest32::from_bytes([1; 32]),
                game: GameId::Domino,
                with: vec!["مروان".to_owned()],
                standing: Stands::MyTurn,
            },
            Running {
                match_id: Digest32::from_bytes([2; 32]),
                game: GameId::Jackaroo,
                with: vec!["Ilinca".to_owned(), "Yusuf".to_owned(), "ليلى".to_owned()],
                standing: Stands::Resting,
            },
        ],
        tables: vec![Sat {
            table: TableId([3; 16]),
            game: Some(GameId::Arkan),
            host: None,
            seats: Some((1, 2)),
        }],
        invited: Vec::new(),
        around: vec![
            Near {
                friend: true,
                watch: true,
                ..near(4, "Ștefan Alexandru Constantinescu", GameId::Jackaroo, 2)
            },
            near(5, "سلمى", GameId::Domino, 3),
            Near {
                local: false,
                free: 0,
                watch: true,
                ..near(6, "Yusuf", GameId::Four, 0)
            },
            Near {
                mismatch: newer.mismatch(),
                ..near(7, "Ada", GameId::Arkan, 1)
            },
        ],
    }
}

/// Two who ask to their tables.
pub fn invited() -> Vec<Invited> {
    let asks = |seed, name: &str, game| Invited {
        name: name.to_owned(),
        game,
        invitation: Box::new(invitation(seed)),
        minutes: Some(28),
    };
    vec![
        asks(8, "ليلى", GameId::Domino),
        asks(9, "Ștefan Alexandru Constantinescu", GameId::Four),
    ]
}

pub fn home_screen(size: [f32; 2], look: Look, company: Company, came: &Came) -> Harness<'static> {
    let (mut home, came) = (Home::default(), Rc::clone(came));
    let mut settings = Settings::first(look.words.language());
    "سلمى".clone_into(&mut settings.name);
    let mut harness = show(size, look, move |ui, look| {
        let area = ui.ctx().content_rect();
        let scene = home::Scene {
            style: &look.style,
            words: &look.words,
            company: &company,
        };
        came.borrow_mut().extend(home.show(ui, area, &scene, &mut settings).0);
    });
    harness.run_ok();
    harness
}

#[test]
fn home_has_its_place_with_company_and_without() {
    each_look(|size, language, theme, look| {
        for company in [
            company(),
            Company {
                invited: invited(),
                ..company()
            },
            Company::default(),
            Company {
                online: true,
                ..Company::default()
            },
        ] {
            let harness = home_screen(size, Look::new(language, theme), company.clone(), &came());
            check_list(&harness, &format!("home {look}, {} around", company.around.len()));
        }
    });
}

#[test]
fn home_leads_to_tables_and_matches() {
    for language in Language::ALL {
        for size in [[1280.0, 1200.0], [800.0, 1400.0]] {
            let came = came();
            let mut harness = home_screen(size, Look::new(language, Theme::Light), company(), &came);
            let name = majlis::ui::screens::game_name(&Look::new(language, Theme::Light).words, GameId::Domino);
            let resume = with(
                language,
                "home-resume-match",
                &[("game", name.as_str().into()), ("names", "مروان".into())],
            );
            click(&mut harness, &resume);
            let sit = with(
                language,
                "home-sit-with",
                &[("name", "Ștefan Alexandru Constantinescu".into())],
            );
            click(&mut harness, &sit);
            let watch = with(
                language,
                "home-watch-table",
                &[("name", "Ștefan Alexandru Constantinescu".into())],
            );
            assert!(harness.query_by_label(&watch).is_none(), "nothing is to be seen yet");
            if size[0] < 1000.0 {
                let more = with(language, "home-more", &[("count", 2.into())]);
                click(&mut harness, &more);
            }
            let full = with(language, "home-sit-with", &[("name", "Yusuf".into())]);
            assert!(harness.query_by_label(&full).is_none(), "all seats are taken");
            let newer = with(language, "home-sit-with", &[("name", "Ada".into())]);
            assert!(harness.query_by_label(&newer).is_none(), "the versions differ");
            let watch = with(language, "home-watch-table", &[("name", "Yusuf".into())]);
            click(&mut harness, &watch);
            click(&mut harness, &word(language, "home-link"));
            click(&mut harness, &word(language, "home-people"));
            let open = with(language, "home-open-game", &[("game", name.as_str().into())]);
            click(&mut harness, &open);
            let (host, table) = (key(4), TableId([4; 16]));
            let expected = vec![
                Go::Ask(Ask::Resume(Digest32::from_bytes([1; 32]))),
                Go::Ask(Ask::SitDown { host, table }),
                Go::Ask(Ask::Watch {
                    host: key(6),
                    table: TableId([6; 16]),
                }),
                Go::Link(None),
                Go::People,
                Go::Open(Some(GameId::Domino)),
            ];
            assert_eq!(*came.borrow(), expected, "{language} {size:?}");
        }
    }
}

/// Without a node there is nobody to play with, and nothing that leads there.
#[test]
fn home_without_a_node_is_for_practice() {
    let harness = home_screen(
        [800.0, 600.0],
        Look::new(Language::English, Theme::Light),
        Company::default(),
        &came(),
    );
    assert!(harness.query_by_label("I have a link").is_none());
    assert!(harness.query_by_label("New table: Arkan").is_none());
    assert!(harness.query_by_label("Play Arkan").is_some());
}

fn link_dialog(look: Look, text: Option<String>, desktop: Option<&Desktop>, came: &Came) -> Harness<'static> {
    let (mut dialog, came) = (LinkDialog::with(text, desktop), Rc::clone(came));
    let mut harness = show([800.0, 600.0], look, move |ui, look| {
        if let Closing::Done(Some(go)) = dialog.show(ui, &look.style, &look.words, Some(key(1))) {
            came.borrow_mut().push(go);
        }
    });
    harness.run_ok();
    harness
}

pub fn invitation(host: u8) -> Invitation {
    let mut invitation = Invitation::new(key(host), TableId([8; 16]));
    invitation.secret = Some(Secret([5; 16]));
    invitation
        .addresses
        .push("/ip4/192.168.1.20/udp/41234/quic-v1".parse().unwrap());
    invitation
        .addresses
        .push("/ip4/192.168.1.20/tcp/41234".parse().unwrap());
    invitation
}

#[test]
fn a_link_that_is_pasted_leads_to_its_table() {
    for language in Language::ALL {
        let came = came();
        let mut harness = link_dialog(Look::new(language, Theme::Light), None, None, &came);
        check_list(&harness, &format!("link {language}"));
        let said = |harness: &Harness<'_>, name: &str| harness.query_by_label(&word(language, name)).is_some();
        // What the clipboard held when the dialog opened is not complained about; what is pasted then is.
        harness.event(egui::Event::Paste("a recipe".to_owned()));
        harness.run_ok();
        assert!(!said(&harness, "home-link-none"));
        for (pasted, name) in [
            ("a recipe".to_owned(), "home-link-none"),
            (invitation(1).to_string(), "home-link-own"),
            (invitation(2).to_string()[..60].to_owned(), "home-link-mistyped"),
        ] {
            harness.event(egui::Event::Paste(pasted));
            harness.run_ok();
            assert!(said(&harness, name), "{language}: {name}");
            check_list(&harness, &format!("link {language} {name}"));
        }
        click(&mut harness, &word(language, "home-sit"));
        assert!(came.borrow().is_empty());
        harness.event(egui::Event::Paste(format!("تعال! {}", invitation(2))));
        harness.run_ok();
        click(&mut harness, &word(language, "home-sit"));
        assert_eq!(*came.borrow(), [Go::Ask(Ask::Join(Box::new(invitation(2))))]);
    }
}

#[test]
fn the_program_opens_links_on_request_and_no_longer() {
    let dir = tempfile::tempdir().unwrap();
    let (data, config) = (dir.path().join("share"), dir.path().join("config"));
    let desktop = Desktop::at(&data, &config, std::path::Path::new("/opt/majlis"), None);
    let look = Look::new(Language::English, Theme::Light);
    let mut harness = link_dialog(look, None, Some(&desktop), &came());
    check_list(&harness, "link with a desktop");
    assert!(!desktop.is_registered());
    let switch = |harness: &mut Harness<'_>| {
        let name = word(Language::English, "home-handler");
        harness.get_by_role_and_label(egui::Role::Switch, &name).click();
        harness.run_ok();
    };
    switch(&mut harness);
    assert!(desktop.is_registered());
    switch(&mut harness);
    assert!(!desktop.is_registered());
    // Where nothing can be written it is said.
    std::fs::remove_dir_all(&data).unwrap();
    std::fs::write(&data, "no folder").unwrap();
    switch(&mut harness);
    assert!(!desktop.is_registered());
    let failed = harness.query_by_label_contains("What opens the links was not changed");
    assert!(failed.is_some());
}

fn open_screen(
    size: [f32; 2],
    look: Look,
    settings: Settings,
    game: GameId,
    came: &Came,
) -> (Harness<'static>, Rc<RefCell<Settings>>) {
    let (mut open, came) = (OpenScreen::default(), Rc::clone(came));
    open.begin(Some(game));
    let settings = Rc::new(RefCell::new(settings));
    let kept = Rc::clone(&settings);
    let mut harness = show(size, look, move |ui, look| {
        let area = ui.ctx().content_rect();
        let (go, _) = open.show(ui, area, &look.style, &look.words, &mut settings.borrow_mut());
        came.borrow_mut().extend(go);
    });
    harness.run_ok();
    (harness, kept)
}

#[test]
fn the_terms_of_a_table_have_their_place() {
    each_look(|size, language, theme, look| {
        for game in GameId::ALL {
            let mut settings = Settings::first(language);
            let mut table = settings.new_table(*game);
            table.persons = 4;
            settings.set_new_table(*game, table);
            let (harness, _) = open_screen(size, Look::new(language, theme), settings, *game, &came());
            check_list(&harness, &format!("open {game} {look}"));
        }
    });
}

#[test]
fn a_table_is_opened_with_one_click_or_as_it_was_chosen() {
    for language in Language::ALL {
        let came = came();
        let settings = Settings::first(language);
        let look = Look::new(language, Theme::Light);
        let names = Look::new(language, Theme::Light);
        let (mut harness, kept) = open_screen([1280.0, 800.0], look, settings, GameId::Four, &came);
        click(&mut harness, &word(language, "open-now"));
        let chosen = |name: &str, option: &str| format!("{}: {}", word(language, name), word(language, option));
        click(
            &mut harness,
            &format!(
                "{}: {}",
                word(language, "open-game"),
                game_name(&names.words, GameId::Domino)
            ),
        );
        click(&mut harness, &format!("{}: 4", word(language, "home-persons")));
        click(&mut harness, &chosen("home-sides", "home-partners"));
        click(&mut harness, &chosen("open-clock", "open-no-clock"));
        click(&mut harness, &chosen("open-seats", "open-seats-chosen"));
        click(&mut harness, &chosen("open-who", "open-private"));
        harness
            .get_by_role_and_label(egui::Role::Switch, &word(language, "open-watchers"))
            .click();
        harness.run_ok();
        click(&mut harness, &word(language, "open-now"));
        let mut partners = Terms::new(GameId::Domino, Table::new(4).with("partners", OptionValue::Flag(true)));
        partners.clock.turn = None;
        partners.chosen = true;
        partners.watchers = true;
        let expected = vec![
            Go::Ask(Ask::Open {
                terms: Box::new(Terms::new(GameId::Four, Table::new(2))),
                private: false,
            }),
            Go::Ask(Ask::Open {
                terms: Box::new(partners),
                private: true,
            }),
        ];
        assert_eq!(*came.borrow(), expected, "{language}");
        // All of it is there again the next time, on the disk too.
        let dir = tempfile::tempdir().unwrap();
        let folder = majlis::folder::Folder::at(dir.path());
        kept.borrow().save(&folder).unwrap();
        let again = Settings::load(&folder, language);
        assert_eq!(again.last_opened(), GameId::Domino);
        assert_eq!(again, *kept.borrow());
        assert!(again.new_table(GameId::Domino).private && !again.new_table(GameId::Four).private);
    }
}

/// Both buttons of a card stand below what is chosen on it: a new table begins with it too, and with nothing else changed.
#[test]
fn what_is_chosen_on_a_card_is_chosen_for_a_new_table() {
    for language in Language::ALL {
        let mut settings = Settings::first(language);
        let mut table = settings.new_table(GameId::Four);
        (table.private, table.minutes) = (true, 5);
        settings.set_new_table(GameId::Four, table.clone());
        let settings = Rc::new(RefCell::new(settings));
        let (mut home, kept) = (Home::default(), Rc::clone(&settings));
        let look = Look::new(language, Theme::Light);
        let name = game_name(&look.words, GameId::Four);
        let company = Company {
            online: true,
            ..Company::default()
        };
        let mut harness = show([1280.0, 800.0], look, move |ui, look| {
            let area = ui.ctx().content_rect();
            let scene = home::Scene {
                style: &look.style,
                words: &look.words,
                company: &company,
            };
            let _ = home.show(ui, area, &scene, &mut settings.borrow_mut());
        });
        harness.run_ok();
        click(&mut harness, &format!("{name}, {}: 3", word(language, "home-persons")));
        table.persons = 3;
        assert_eq!(kept.borrow().new_table(GameId::Four), table, "{language}");
        assert_eq!(kept.borrow().new_table(GameId::Arkan).persons, 2, "{language}");
    }
}

pub fn sitter(seed: u8, name: &str, chosen: Option<u8>, ready: bool) -> Sitter {
    Sitter {
        identity: key(seed),
        name: name.to_owned(),
        chosen,
        ready,
    }
}

/// A table of this person, of four places, with three people.
pub fn own_table(chosen: bool) -> Sitting {
    let mut terms = Terms::new(GameId::Domino, Table::new(4).with("partners", OptionValue::Flag(true)));
    terms.chosen = chosen;
    terms.watchers = true;
    let place = |place| chosen.then_some(place);
    let seating = Seating {
        table: TableId([8; 16]),
        terms: terms.clone(),
        sitters: vec![
            sitter(1, "سلمى", place(0), false),
            sitter(2, "Ștefan Alexandru Constantinescu", place(2), true),
            sitter(3, "Yusuf", None, false),
        ],
        persons: 4,
    };
    Sitting {
        mine: true,
        invitation: Some(Box::new(invitation(1))),
        seating: Some(seating),
        terms: Some(terms),
        host_away: false,
        watches: false,
        calls: std::collections::BTreeMap::new(),
        talk: Talk::default(),
        not_said: None,
    }
}

fn met(dir: &std::path::Path) -> People {
    let mut people = People::open(dir.join("people")).unwrap();
    let now = 1_790_000_000;
    for (seed, name, ago, matches) in [
        (2, "Ștefan Alexandru Constantinescu", 0, 12),
        (3, "Yusuf", 1, 1),
        (4, "ليلى", 9, 2),
        (5, "Ilinca", 40, 3),
        (6, "مروان", 400, 102),
    ] {
        for _ in 0..matches {
            people
                .met(key(seed), name, &Lead::default(), now - ago * 24 * 60 * 60)
                .unwrap();
        }
    }
    people.set_standing(key(2), "", Standing::Friend, now).unwrap();
    people.set_verified(&key(2), true).unwrap();
    people.set_standing(key(6), "", Standing::Blocked, now).unwrap();
    people
}

pub fn waiting_screen(size: [f32; 2], look: Look, sitting: Option<Sitting>, came: &Came) -> Harness<'static> {
    let dir = tempfile::tempdir().unwrap();
    let people = met(dir.path());
    let (mut screen, came) = (WaitingScreen::default(), Rc::clone(came));
    screen.turn_to(TableId([8; 16]));
    if sitting.is_none() {
        screen.refuse("all seats at this table are taken; ask for another invitation".to_owned());
    }
    let mut harness = show(size, look, move |ui, look| {
        let area = ui.ctx().content_rect();
        let scene = waiting::Scene {
            style: &look.style,
            words: &look.words,
            sitting: sitting.as_ref(),
            me: key(1),
            people: &people,
        };
        came.borrow_mut().extend(screen.show(ui, area, &scene));
    });
    harness.run_ok();
    harness
}

/// A guest at a table of two: its host is ready.
pub fn guest_of_two(size: [f32; 2]) -> Harness<'static> {
    let terms = Terms::new(GameId::Arkan, Table::new(2));
    let sitting = Sitting {
        mine: false,
        seating: Some(Seating {
            table: TableId([8; 16]),
            terms: terms.clone(),
            sitters: vec![sitter(2, "Yusuf", None, true), sitter(1, "Ada", None, false)],
            persons: 2,
        }),
        terms: Some(terms),
        ..own_table(false)
    };
    waiting_screen(size, Look::new(Language::English, Theme::Light), Some(sitting), &came())
}

#[test]
fn a_table_before_play_has_its_place() {
    let guest = Sitting {
        mine: false,
        host_away: true,
        ..own_table(false)
    };
    let asking = Sitting {
        mine: false,
        seating: None,
        terms: None,
        ..own_table(false)
    };
    let no_address = Sitting {
        invitation: None,
        ..own_table(true)
    };
    each_look(|size, language, theme, look| {
        for (what, sitting) in [
            ("mine", Some(own_table(true))),
            ("by lot", Some(own_table(false))),
            ("guest", Some(guest.clone())),
            ("asking", Some(asking.clone())),
            ("no address", Some(no_address.clone())),
            ("gone", None),
        ] {
            let harness = waiting_screen(size, Look::new(language, theme), sitting, &came());
            check_list(&harness, &format!("waiting {what} {look}"));
        }
    });
}

#[test]
fn at_a_table_one_chooses_a_seat_says_the_word_and_gets_up() {
    for language in Language::ALL {
        let came = came();
        let look = Look::new(language, Theme::Light);
        let mut harness = waiting_screen([1280.0, 800.0], look, Some(own_table(true)), &came);
        let seat = |seat: i64, name: &str| format!("{}: {name}", with(language, "seat", &[("seat", seat.into())]));
        click(&mut harness, &seat(4, &word(language, "waiting-place-free")));
        // A place that somebody else has is not given.
        click(&mut harness, &seat(3, "Ștefan Alexandru Constantinescu"));
        click(&mut harness, &seat(1, "سلمى"));
        click(&mut harness, &word(language, "waiting-begin"));
        // Others sit there: it is asked whether they are to get up.
        click(&mut harness, &word(language, "waiting-close"));
        click(&mut harness, &word(language, "waiting-close-now"));
        let table = TableId([8; 16]);
        let expected = vec![
            Go::Ask(Ask::Seat {
                table,
                chosen: Some(3),
                ready: false,
            }),
            Go::Ask(Ask::Seat {
                table,
                chosen: None,
                ready: false,
            }),
            Go::Ask(Ask::Seat {
                table,
                chosen: Some(0),
                ready: true,
            }),
            Go::Ask(Ask::Stand(table)),
        ];
        assert_eq!(*came.borrow(), expected, "{language}");
        click(&mut harness, &word(language, "waiting-copy"));
        assert!(harness.query_by_label(&word(language, "waiting-copied")).is_some());
        // The pictures of somebody new, and that they were compared.
        click(
            &mut harness,
            &with(language, "people-pictures-of", &[("name", "Yusuf".into())]),
        );
        check_list(&harness, &format!("pictures {language}"));
        click(&mut harness, &word(language, "people-verify"));
        let verified = Go::Ask(Ask::Verified {
            person: key(3),
            name: "Yusuf".to_owned(),
            verified: true,
        });
        assert_eq!(came.borrow().last(), Some(&verified));
    }
}

fn people_screen(size: [f32; 2], look: Look, came: &Came) -> Harness<'static> {
    people_and_table(size, look, None, came)
}

/// The people met, while one's own table is open.
pub fn people_and_table(size: [f32; 2], look: Look, own: Option<OwnTable>, came: &Came) -> Harness<'static> {
    let dir = tempfile::tempdir().unwrap();
    let people = met(dir.path());
    let (mut screen, came) = (PeopleScreen::default(), Rc::clone(came));
    let around = vec![near(3, "Yusuf", GameId::Four, 1)];
    let mut harness = show(size, look, move |ui, look| {
        let area = ui.ctx().content_rect();
        let scene = people::Scene {
            style: &look.style,
            words: &look.words,
            people: &people,
            around: &around,
            own: own.clone(),
            now: 1_790_000_000,
            zone: &TimeZone::UTC,
        };
        came.borrow_mut().extend(screen.show(ui, area, &scene));
    });
    harness.run_ok();
    harness
}

#[test]
fn the_people_met_have_their_place() {
    each_look(|size, language, theme, look| {
        let mut harness = people_screen(size, Look::new(language, theme), &came());
        check_list(&harness, &format!("people {look}"));
        let about = with(language, "people-about-name", &[("name", "Yusuf".into())]);
        click(&mut harness, &about);
        check_list(&harness, &format!("particulars {look}"));
        click(&mut harness, &word(language, "people-pictures"));
        check_list(&harness, &format!("pictures {look}"));
    });
}

#[test]
fn people_are_befriended_blocked_and_played_with_again() {
    for language in Language::ALL {
        let came = came();
        let mut harness = people_screen([1280.0, 800.0], Look::new(language, Theme::Light), &came);
        // Whoever has a table open is sat down with; with the others one opens a table.
        click(
            &mut harness,
            &with(language, "home-sit-with", &[("name", "Yusuf".into())]),
        );
        click(
            &mut harness,
            &with(language, "people-invite-name", &[("name", "ليلى".into())]),
        );
        click(
            &mut harness,
            &with(language, "people-about-name", &[("name", "ليلى".into())]),
        );
        let standing = |name: &str| format!("{}: {}", word(language, "people-standing"), word(language, name));
        click(&mut harness, &standing("people-friend"));
        click(&mut harness, &standing("people-block"));
        click(&mut harness, &word(language, "people-forget"));
        let set = |standing| {
            Go::Ask(Ask::Standing {
                person: key(4),
                name: "ليلى".to_owned(),
                standing,
            })
        };
        let expected = vec![
            Go::Ask(Ask::SitDown {
                host: key(3),
                table: TableId([3; 16]),
            }),
            Go::Open(None),
            set(Standing::Friend),
            set(Standing::Blocked),
            Go::Ask(Ask::Forget(key(4))),
        ];
        assert_eq!(*came.borrow(), expected, "{language}");
        // A blocked person is not asked to play.
        let invite = with(language, "people-invite-name", &[("name", "مروان".into())]);
        assert!(harness.query_by_label(&invite).is_none());
    }
}

/// Whatever size texts have, everything still has room in the smallest usual window.
#[test]
fn large_texts_have_their_place_with_people_too() {
    for language in Language::ALL {
        let large = || {
            let mut look = Look::new(language, Theme::Light);
            look.style.text_scale = TextSize::Larger.scale();
            look
        };
        let size = [800.0, 600.0];
        check_list(
            &home_screen(size, large(), company(), &came()),
            &format!("home {language}"),
        );
        let (open, _) = open_screen(size, large(), Settings::first(language), GameId::Jackaroo, &came());
        check_list(&open, &format!("open {language}"));
        check_list(
            &waiting_screen(size, large(), Some(own_table(true)), &came()),
            &format!("waiting {language}"),
        );
        check_list(&people_screen(size, large(), &came()), &format!("people {language}"));
    }
}

fn dealing(game: GameId) -> (Dealing, Vec<String>) {
    use majlis_referee::replay::{Awaited, Report};
    use majlis_referee::told::{Did, Told};
    let party = |number| PartyId::new(number).unwrap();
    let told = |did, awaited| Told {
        step: 0,
        did,
        report: Report::default(),
        opened: Vec::new(),
        looks: Vec::new(),
        seats: Vec::new(),
        view: None,
        awaited,
        ahead: None,
        decided: None,
    };
    let mut dealing = Dealing::default();
    let mut said = Vec::new();
    let words = Look::new(Language::English, Theme::Light).words;
    let name = |party: PartyId| ["Salma", "Yusuf"][party.index()].to_owned();
    let mut note = |dealing: &mut Dealing, step: Told| {
        dealing.note(&step);
        let lines = dealing.lines(&words, game, &name);
        let (line, _) = lines.last().unwrap();
        said.push(plain(line));
    };
    note(
        &mut dealing,
        told(
            vec![(party(0), Did::Committed), (party(1), Did::Committed)],
            vec![(party(0), Awaited::Reveal), (party(1), Awaited::Reveal)],
        ),
    );
    note(
        &mut dealing,
        told(
            vec![(party(0), Did::Revealed), (party(1), Did::Revealed)],
            vec![(party(0), Awaited::Shuffle(0))],
        ),
    );
    note(
        &mut dealing,
        told(
            vec![(party(0), Did::Shuffled { pack: 0 })],
            vec![(party(1), Awaited::Shuffle(0))],
        ),
    );
    (dealing, said)
}

#[test]
fn what_the_shuffle_is_doing_is_told() {
    let (dealing, said) = dealing(GameId::Domino);
    assert_eq!(said, ["Drawing lots", "Salma is shuffling", "Yusuf is shuffling"]);
    assert!(!dealing.is_done());
    each_look(|size, language, theme, look| {
        let dealing = dealing.clone();
        let mut harness = show(size, Look::new(language, theme), move |ui, look| {
            let area = ui.ctx().content_rect();
            let name = |_: PartyId| "Ștefan Alexandru Constantinescu".to_owned();
            dealing.show(ui, area, &look.style, &look.words, GameId::Domino, &name);
        });
        harness.run_ok();
        check_list(&harness, &format!("dealing {look}"));
    });
}

#[test]
fn screens_about_people_look() {
    let options = pictures();
    let arabic = || Look::new(Language::Arabic, Theme::Light);
    let mut results = SnapshotResults::new();
    let mut look = |mut harness: Harness<'static>, name: &str| {
        harness.snapshot_options(name, &options);
        results.extend(harness.take_snapshot_results());
    };
    look(
        home_screen([1120.0, 720.0], arabic(), company(), &came()),
        "lobby-home-ar",
    );
    let dark = Look::new(Language::Romanian, Theme::Dark);
    let (open, _) = open_screen(
        [800.0, 600.0],
        dark,
        Settings::first(Language::Romanian),
        GameId::Jackaroo,
        &came(),
    );
    look(open, "lobby-open-ro-dark");
    look(
        waiting_screen([960.0, 640.0], arabic(), Some(own_table(true)), &came()),
        "lobby-waiting-ar",
    );
    look(people_screen([800.0, 600.0], arabic(), &came()), "lobby-people-ar");
    look(
        link_dialog(arabic(), Some(invitation(1).to_string()), None, &came()),
        "lobby-link-ar",
    );
}
