//! The settings, the connection, and the identity: driven by the names of what they show.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, SnapshotResults};
use majlis::folder::Folder;
use majlis::identity::{is_sealed, whose};
use majlis::language::Language;
use majlis::links::desktop::Desktop;
use majlis::ui::online::{Online, Reachability};
use majlis::ui::practice::unfinished;
use majlis::ui::screens::connection::{ConnectionScreen, Reached, Running, Way, Ways};
use majlis::ui::sentence::Sentence;
use majlis::ui::settings::{Settings, ThemeChoice};
use majlis::ui::style::Theme;
use majlis::ui::text::plain;
use majlis_crypto::identity::{Identity, KdfCost, Passphrase, store};
use majlis_net::address::RelayAddress;
use majlis_net::people::{People, Standing};
use majlis_rules::registry::GameId;

use crate::program::{Window, click, first_start, program, program_at, said, until};
use crate::screens::{check, check_but, each_look, steps};
use crate::support::{Look, pictures, show};

/// Goes to a part of the settings, from the home screen or another part.
pub fn part(window: &mut Window, name: &str) {
    let settings = said(window, "settings");
    let part = format!("{}: {}", said(window, "settings-part"), said(window, name));
    if window.query_by_label(&part).is_none() {
        click(window, &settings);
    }
    click(window, &part);
}

/// Clicks on the last of what has this role and name, or gives it the keyboard: what a dialog holds comes last.
fn take_last(window: &mut Window, role: Role, name: &str, click: bool) {
    let label = said(window, name);
    let named: Vec<_> = window
        .query_all_by_role(role)
        .filter(|node| node.accesskit_node().label().as_deref() == Some(label.as_str()))
        .collect();
    let last = named.last().unwrap_or_else(|| panic!("there is no {role:?} {label:?}"));
    // What has the keyboard is scrolled to, wherever it lies in a list.
    last.focus();
    drop(named);
    window.run_ok();
    if click {
        let named = window.query_all_by_role(role);
        let named = named.filter(|node| node.accesskit_node().label().as_deref() == Some(label.as_str()));
        let named: Vec<_> = named.collect();
        named.last().unwrap_or_else(|| panic!("{label:?} is gone")).click();
        drop(named);
        window.run_ok();
    }
}

/// Writes into a field.
fn write(window: &mut Window, role: Role, name: &str, text: &str) {
    take_last(window, role, name, false);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.event(egui::Event::Text(text.to_owned()));
    window.run_ok();
}

/// Holds every part of the settings, its dialogs and the connection to their places. The settings are shown.
pub fn have_their_places(window: &mut Window, look: &str) {
    for name in ["settings-network", "settings-blocked", "settings-identity"] {
        part(window, name);
        steps(window);
        check(window, &format!("{name} {look}"), true);
    }
    for name in ["settings-seal", "settings-backup", "settings-restore"] {
        if reads(window, name) {
            click_button(window, name);
            steps(window);
            assert!(reads(window, "settings-cancel"), "{name} {look} does not open");
            check(window, &format!("dialog {name} {look}"), true);
            window.key_press(egui::Key::Escape);
            steps(window);
        }
    }
}

fn passphrase(window: &mut Window, name: &str, text: &str) {
    write(window, Role::PasswordInput, name, text);
}

fn reads(window: &Window, name: &str) -> bool {
    window.query_all_by_label(&said(window, name)).next().is_some()
}

/// Nothing that assistive technology is told holds these words.
fn nobody_is_told(window: &Window, secret: &str) {
    for node in window.query_all_by(|_| true) {
        let node = node.accesskit_node();
        for told in [node.label(), node.value()].into_iter().flatten() {
            assert!(!told.contains(secret), "{told:?}");
        }
    }
}

/// A profile with a name and an identity, sealed or not.
fn profile(folder: &Path, language: Language, seal: Option<&str>) -> Identity {
    let mut settings = Settings::first(language);
    "سلمى 🐢".clone_into(&mut settings.name);
    settings.reduced_motion = true;
    let folder = Folder::at(folder);
    settings.save(&folder).unwrap();
    let identity = Identity::generate(&mut rand::rng());
    let passphrase = seal.map(|seal| Passphrase::new(seal).unwrap());
    let seal = passphrase.as_ref().map(|passphrase| (passphrase, KdfCost::LEAST));
    store::save_new(&folder.identity_file(), &identity, seal, &mut rand::rng()).unwrap();
    identity
}

#[test]
fn a_sealed_identity_is_asked_for_at_the_start_and_told_to_nobody() {
    let dir = tempfile::tempdir().unwrap();
    profile(dir.path(), Language::Arabic, Some("ثلاث كلمات سرية"));
    let mut window = program(dir.path(), [800.0, 600.0], Language::Arabic);
    assert!(reads(&window, "settings-unlock-title"));
    passphrase(&mut window, "settings-passphrase-own", "كلمات أخرى");
    nobody_is_told(&window, "أخرى");
    click_button(&mut window, "settings-unlock");
    until(&mut window, "that it is wrong", |window| {
        reads(window, "settings-wrong-passphrase")
    });
    passphrase(&mut window, "settings-passphrase-own", "ثلاث كلمات سرية");
    nobody_is_told(&window, "سرية");
    // What is written there cannot be carried off.
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.event(egui::Event::Copy);
    window.step();
    assert!(window.output().platform_output.commands.is_empty());
    click_button(&mut window, "settings-unlock");
    until(&mut window, "the home screen", |window| {
        !reads(window, "settings-unlock-title")
    });
    part(&mut window, "settings-identity");
    assert!(reads(&window, "settings-sealed-open"));
}

fn click_button(window: &mut Window, name: &str) {
    take_last(window, Role::Button, name, true);
}

#[test]
fn whoever_unlocks_later_practises_meanwhile() {
    let dir = tempfile::tempdir().unwrap();
    profile(dir.path(), Language::Romanian, Some("trei cuvinte"));
    let mut window = program(dir.path(), [1000.0, 700.0], Language::Romanian);
    click_button(&mut window, "settings-later");
    assert!(!reads(&window, "settings-unlock-title"));
    play(&mut window, GameId::Arkan);
    until(&mut window, "a first move", |window| {
        !window.state().as_ref().unwrap().table().unwrap().legal().is_empty()
    });
    drop(window);
    // The thread of the match lets go of its files a moment later; a process that has ended holds none.
    let deadline = Instant::now() + Duration::from_secs(120);
    while unfinished(&Folder::at(dir.path())).is_empty() {
        assert!(Instant::now() < deadline, "the match is still held");
        thread::sleep(Duration::from_millis(1));
    }
    // The keys of a passing identity are kept with the match, so it goes on without the passphrase too.
    let mut window = program(dir.path(), [1000.0, 700.0], Language::Romanian);
    click_button(&mut window, "settings-later");
    until(&mut window, "the match to go on with", |window| {
        reads(window, "practice-go-on")
    });
    click_button(&mut window, "practice-go-on");
    until(&mut window, "my turn", |window| {
        let table = window.state().as_ref().unwrap().table();
        table.is_some_and(|table| !table.legal().is_empty())
    });
}

fn play(window: &mut Window, game: GameId) {
    let words = window.state().as_ref().unwrap().words();
    let name = majlis::ui::screens::game_name(words, game);
    let play = plain(&words.with("home-play-game", &[("game", name.as_str().into())]));
    click(window, &play);
}

#[test]
fn a_passphrase_is_set_a_backup_made_and_restored_over_another_identity() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("profile");
    let identity = profile(&home, Language::English, None);
    let folder = Folder::at(&home);
    let backup = dir.path().join("my.backup");
    let mut window = program(&home, [800.0, 600.0], Language::English);
    part(&mut window, "settings-identity");
    assert!(reads(&window, "settings-unsealed"));

    click_button(&mut window, "settings-seal");
    passphrase(&mut window, "settings-passphrase-new", "first words");
    passphrase(&mut window, "settings-passphrase-again", "other words");
    click_button(&mut window, "settings-seal-do");
    assert!(reads(&window, "settings-passphrase-differs") && !is_sealed(&folder).unwrap());
    passphrase(&mut window, "settings-passphrase-again", "first words");
    click_button(&mut window, "settings-seal-do");
    until(&mut window, "that it is sealed", |window| {
        reads(window, "settings-sealed-now")
    });
    assert!(is_sealed(&folder).unwrap());

    click_button(&mut window, "settings-backup");
    write(&mut window, Role::TextInput, "settings-file", backup.to_str().unwrap());
    passphrase(&mut window, "settings-passphrase-own", "first words");
    // Both fields are called the same again; they are filled in their order.
    passphrase(&mut window, "settings-passphrase-backup", "backup words");
    passphrase(&mut window, "settings-passphrase-backup-again", "backup words");
    click_button(&mut window, "settings-backup-do");
    until(&mut window, "the backup", |_| backup.exists());
    let open = Passphrase::new("backup words").unwrap();
    assert_eq!(store::load(&backup, Some(&open)).unwrap().key(), identity.key());
    until(&mut window, "that it is told", |window| {
        !reads(window, "settings-passphrase-own")
    });

    click_button(&mut window, "settings-unseal");
    passphrase(&mut window, "settings-passphrase-own", "first words");
    click_button(&mut window, "settings-unseal-do");
    until(&mut window, "that it is unsealed", |window| {
        reads(window, "settings-unsealed-now")
    });
    assert!(!is_sealed(&folder).unwrap());
    drop(window);

    // Another identity is there; the restored one takes its place, and it is kept aside.
    let other = Identity::generate(&mut rand::rng());
    store::replace(&folder.identity_file(), &other, None, &mut rand::rng()).unwrap();
    let mut window = program(&home, [800.0, 600.0], Language::English);
    part(&mut window, "settings-identity");
    click_button(&mut window, "settings-restore");
    write(&mut window, Role::TextInput, "settings-file", backup.to_str().unwrap());
    passphrase(&mut window, "settings-passphrase-backup", "backup words");
    click_button(&mut window, "settings-restore-do");
    until(&mut window, "the identity", |_| {
        whose(&folder).unwrap() == identity.key()
    });
    let aside = majlis::folder::files(&home, "old").unwrap();
    assert_eq!(aside.len(), 1);
    assert_eq!(store::load(&aside[0], None).unwrap().key(), other.key());
}

/// Whoever closes the dialog while something is being done is told all the same that it was not.
#[test]
fn what_was_not_done_is_told_though_its_dialog_is_closed() {
    let dir = tempfile::tempdir().unwrap();
    profile(dir.path(), Language::English, None);
    let mut window = program(dir.path(), [800.0, 600.0], Language::English);
    part(&mut window, "settings-identity");
    for closed in [false, true] {
        click_button(&mut window, "settings-backup");
        let to = dir.path().join("no/such/folder/backup");
        write(&mut window, Role::TextInput, "settings-file", to.to_str().unwrap());
        passphrase(&mut window, "settings-passphrase-backup", "backup words");
        passphrase(&mut window, "settings-passphrase-backup-again", "backup words");
        click_button(&mut window, "settings-backup-do");
        if closed {
            window.key_press(egui::Key::Escape);
            window.step();
            assert!(!reads(&window, "settings-cancel"));
        }
        until(&mut window, "that it is told", |window| {
            let words = window.query_all_by_role(Role::Label);
            words
                .filter_map(|node| node.value())
                .any(|line| line.contains("no/such/folder"))
        });
        window.run_ok();
        if !closed {
            window.key_press(egui::Key::Escape);
            window.run_ok();
        }
    }
}

/// A relay, as its address is written.
fn relay() -> String {
    let key = Identity::from_secret(&[3; 32]).key();
    let address = "/dns/relay.example/tcp/4001".parse().unwrap();
    RelayAddress { key, address }.to_string()
}

#[test]
fn relays_are_checked_kept_and_removed() {
    for language in Language::ALL {
        let dir = tempfile::tempdir().unwrap();
        profile(dir.path(), language, None);
        let mut window = program(dir.path(), [800.0, 600.0], language);
        part(&mut window, "settings-network");
        for bad in [
            "relay.example",
            "/dns/relay.example/tcp/4001",
            "/ip4/0.0.0.0/tcp/1/p2p/x",
        ] {
            write(&mut window, Role::TextInput, "settings-relay-address", bad);
            click_button(&mut window, "settings-relay-add-one");
            assert!(reads(&window, "settings-relay-wrong"), "{bad}");
        }
        write(&mut window, Role::TextInput, "settings-relay-address", &relay());
        assert!(!reads(&window, "settings-relay-wrong"));
        click_button(&mut window, "settings-relay-add-one");
        write(&mut window, Role::TextInput, "settings-relay-address", &relay());
        click_button(&mut window, "settings-relay-add-one");
        assert!(reads(&window, "settings-relay-there"));
        let kept = || Settings::load(&Folder::at(dir.path()), language).relays;
        assert_eq!(kept().iter().map(ToString::to_string).collect::<Vec<_>>(), [relay()]);
        let words = window.state().as_ref().unwrap().words();
        let remove = plain(&words.with("settings-relay-remove-which", &[("address", relay().as_str().into())]));
        click(&mut window, &remove);
        assert!(kept().is_empty());
        let lan = said(&window, "settings-lan");
        window.get_by_role_and_label(Role::Switch, &lan).click();
        window.run_ok();
        assert!(Settings::load(&Folder::at(dir.path()), language).lan_only);
    }
}

#[test]
fn whoever_is_blocked_is_listed_and_can_be_let_in_again() {
    let dir = tempfile::tempdir().unwrap();
    profile(dir.path(), Language::English, None);
    let path = Folder::at(dir.path()).people();
    let somebody = Identity::generate(&mut rand::rng()).key();
    People::open(&path)
        .unwrap()
        .set_standing(somebody, "Omar", Standing::Blocked, 7)
        .unwrap();
    let mut window = program(dir.path(), [800.0, 600.0], Language::English);
    part(&mut window, "settings-blocked");
    let words = window.state().as_ref().unwrap().words();
    let unblock = plain(&words.with("settings-unblock-who", &[("name", "Omar".into())]));
    click(&mut window, &unblock);
    assert!(reads(&window, "settings-blocked-none"));
    let standing = People::open(&path)
        .unwrap()
        .get(&somebody)
        .map(|person| person.standing);
    assert_ne!(standing, Some(Standing::Blocked));
}

#[test]
fn the_settings_are_a_key_away_from_a_table_and_the_match_goes_on_meanwhile() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = program(dir.path(), [1280.0, 800.0], Language::English);
    first_start(&mut window, Language::English, "Ada 🐢");
    let settings = said(&window, "settings");
    click(&mut window, &settings);
    let clock = format!("{}: 2:00", said(&window, "settings-clock"));
    click(&mut window, &clock);
    window.key_press(egui::Key::Escape);
    window.run_ok();
    play(&mut window, GameId::Domino);
    let mine = |window: &Window| {
        let table = window.state().as_ref().unwrap().table();
        table.is_some_and(|table| !table.legal().is_empty())
    };
    // Before it is my turn.
    window.key_press(egui::Key::F7);
    until(&mut window, "the settings", |window| reads(window, "settings-language"));
    until(&mut window, "my turn", mine);
    until(&mut window, "that it is told", |window| reads(window, "your-turn"));
    let arabic = format!(
        "{}: {}",
        said(&window, "settings-language"),
        Language::Arabic.own_name()
    );
    click(&mut window, &arabic);
    assert!(reads(&window, "your-turn"));
    click_button(&mut window, "to-table");
    assert!(mine(&window) && !reads(&window, "settings-language"));
    // The clock that was chosen runs.
    let words = window.state().as_ref().unwrap().words();
    let time = plain(&words.with("clock-left", &[("time", "".into())]));
    assert!(window.query_all_by_label_contains(time.trim()).next().is_some());
    let settings = said(&window, "settings");
    click(&mut window, &settings);
    assert!(reads(&window, "settings-language"));
    window.key_press(egui::Key::Escape);
    window.run_ok();
    assert!(mine(&window) && !reads(&window, "settings-language"));
}

#[test]
fn where_no_link_opens_the_program_it_is_said_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    profile(dir.path(), Language::Arabic, None);
    let mut window = program(dir.path(), [800.0, 600.0], Language::Arabic);
    part(&mut window, "settings-network");
    assert!(reads(&window, "settings-no-links"));
    // Where one does, nothing is said.
    let desktop = Desktop::at(dir.path(), dir.path(), Path::new("/majlis"), None);
    let opened = window.state_mut().as_mut().unwrap();
    opened.begin_with_link(String::new(), Some(desktop));
    window.run_ok();
    assert!(reads(&window, "home-handler"));
    window.key_press(egui::Key::Escape);
    window.run_ok();
    assert!(reads(&window, "settings-lan") && !reads(&window, "settings-no-links"));
}

#[test]
fn the_connection_is_told_in_plain_words_and_can_be_copied() {
    let dir = tempfile::tempdir().unwrap();
    profile(dir.path(), Language::Arabic, None);
    let mut window = program(dir.path(), [800.0, 600.0], Language::Arabic);
    part(&mut window, "settings-network");
    click_button(&mut window, "connection");
    assert!(reads(&window, "connection-never"));
    click_button(&mut window, "connection-copy");
    assert!(reads(&window, "connection-copied"));
    window.key_press(egui::Key::Escape);
    window.run_ok();
    assert!(reads(&window, "settings-lan"));
    // From the home screen one goes back there.
    window.key_press(egui::Key::Escape);
    window.run_ok();
    click_button(&mut window, "connection");
    assert!(reads(&window, "connection-never"));
    window.key_press(egui::Key::Escape);
    window.run_ok();
    assert!(reads(&window, "app-name"));
}

/// Everything that there may be to say.
fn ways() -> Ways {
    let relay: RelayAddress = relay().parse().unwrap();
    let person = |name: &str, way| Reached {
        name: name.to_owned(),
        way,
    };
    Ways {
        running: Running::Yes,
        mdns: true,
        listening: [
            "/ip4/127.0.0.1/tcp/40001",
            "/ip4/192.168.178.23/tcp/40001",
            "/ip4/192.168.178.23/udp/40002/quic-v1",
            "/ip6/2a00:1450:4001:80b:aaaa:bbbb:cccc:dddd/tcp/40001",
        ]
        .map(|address| address.parse().unwrap())
        .to_vec(),
        relays: vec![relay.clone()],
        people: vec![
            person("سلمى 🐢", Way::Direct),
            person("Ștefan", Way::Relay(Some(Box::new(relay)))),
            person("Omar", Way::Relay(None)),
        ],
        ..Ways::default()
    }
}

fn connection<'a>(size: [f32; 2], look: Look, ways: Ways) -> Harness<'a> {
    let mut screen = ConnectionScreen::default();
    show(size, look, move |ui, look| {
        let area = ui.ctx().content_rect();
        screen.show(ui, area, &look.style, &look.words, &ways, false);
    })
}

#[test]
fn the_connection_has_its_place() {
    let alone = || Ways {
        relays: Vec::new(),
        people: Vec::new(),
        ..ways()
    };
    let off = || Ways {
        running: Running::No(Sentence::of("system-in-use").path("path", Path::new("/home/salma/.local/share/majlis"))),
        ..Ways::default()
    };
    each_look(|size, language, theme, told| {
        let theme = if theme == ThemeChoice::Dark {
            Theme::Dark
        } else {
            Theme::Light
        };
        for (name, ways) in [("much", ways()), ("alone", alone()), ("off", off())] {
            let mut harness = connection(size, Look::new(language, theme), ways);
            harness.run_ok();
            check_but(&harness, &format!("connection {name} {told}"), true, "");
        }
    });
}

#[test]
fn the_connection_looks() {
    let mut results = SnapshotResults::new();
    let mut harness = connection([800.0, 600.0], Look::new(Language::Arabic, Theme::Light), ways());
    harness.run_ok();
    harness.snapshot_options("connection-ar", &pictures());
    results.extend_harness(&mut harness);
}

#[test]
fn the_connection_begins_anew_and_a_backup_is_restored_while_the_node_runs() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("profile");
    let first = profile(&home, Language::English, None);
    let second = Identity::generate(&mut rand::rng());
    let backup = dir.path().join("backup");
    let words = Passphrase::new("backup words").unwrap();
    store::save_new(&backup, &second, Some((&words, KdfCost::LEAST)), &mut rand::rng()).unwrap();
    let here = Reachability {
        listen: vec!["/ip4/127.0.0.1/tcp/0".to_owned()],
        mdns: false,
        upnp: false,
    };
    let mut window = program_at(&home, [800.0, 600.0], Language::English, Some(here));
    let me = |window: &Window| window.state().as_ref().unwrap().online().map(Online::me);
    assert_eq!(me(&window), Some(first.key()));
    let listens = |window: &Window| {
        let online = window.state().as_ref().unwrap().online();
        online.is_some_and(|online| !online.reach().listening.is_empty())
    };
    until(&mut window, "an address", listens);
    part(&mut window, "settings-network");
    assert!(!reads(&window, "settings-restart"));
    let lan = said(&window, "settings-lan");
    window.get_by_role_and_label(Role::Switch, &lan).click();
    window.run_ok();
    click_button(&mut window, "settings-restart");
    until(&mut window, "the node once more", |window| {
        listens(window) && !reads(window, "settings-restart")
    });
    click_button(&mut window, "connection");
    assert!(reads(&window, "connection-lan"));
    let port = window.query_all_by_label_contains("TCP").next();
    assert!(port.is_some(), "the port is not told");
    window.key_press(egui::Key::Escape);
    window.run_ok();

    part(&mut window, "settings-identity");
    click_button(&mut window, "settings-restore");
    write(&mut window, Role::TextInput, "settings-file", backup.to_str().unwrap());
    passphrase(&mut window, "settings-passphrase-backup", "wrong words");
    click_button(&mut window, "settings-restore-do");
    until(&mut window, "that it is wrong", |window| {
        reads(window, "settings-wrong-passphrase")
    });
    until(&mut window, "the node as it was", |window| {
        me(window) == Some(first.key())
    });
    passphrase(&mut window, "settings-passphrase-backup", "backup words");
    click_button(&mut window, "settings-restore-do");
    until(&mut window, "the node of the other", |window| {
        me(window) == Some(second.key())
    });
    assert!(is_sealed(&Folder::at(&home)).unwrap());
}
