//! Two real windows side by side: one hosts a table of dominoes, the other sits down by the link, which goes through the clipboard, and
//! they play by the mouse to the end.

use std::thread::sleep;
use std::time::{Duration, Instant};

use majlis_rules::registry::GameId;

use super::{Real, Screen, Thing, can_be_tried, verified};

/// How long the match may take.
const MATCH: Duration = Duration::from_secs(600);

/// What may be pressed in a match of dominoes, what ends a wait first.
const BUTTONS: [&str; 6] = [
    "Continue",
    "Play the first tile",
    "Play left",
    "Play right",
    "Draw",
    "Pass",
];

fn is_button(thing: &Thing, name: &str) -> bool {
    thing.role == "Button" && !thing.off && thing.name == name
}

/// Does what there is to be done, if there is something: plays by the buttons, after a tile that fits was taken up.
fn act(real: &Real) -> bool {
    let things = real.things();
    let button = BUTTONS
        .iter()
        .find_map(|name| things.iter().find(|thing| is_button(thing, name)));
    let tile = || {
        let fits = |thing: &&Thing| thing.role == "Button" && !thing.off && thing.name.ends_with(", fits");
        things.iter().find(fits)
    };
    let Some(thing) = button.or_else(tile) else {
        return false;
    };
    real.click(thing);
    // The screen takes it in; where a click was lost, it is clicked again.
    let clicked = Instant::now();
    while clicked.elapsed() < Duration::from_secs(3) {
        let same = real
            .things()
            .iter()
            .any(|now| now.name == thing.name && now.rect == thing.rect);
        if !same {
            break;
        }
        sleep(Duration::from_millis(20));
    }
    true
}

/// Things stand where they belong at once: in the settings, as somebody who does not like motion would.
fn less_motion(real: &mut Real) {
    real.press("Settings");
    let switch = real.wait("the switch", |thing| {
        thing.name == "Reduced motion" && thing.role == "Switch"
    });
    real.click(&switch);
    sleep(Duration::from_millis(300));
    real.press("Back");
    real.wait("the home screen", |thing| thing.name == "Play Arkan");
}

#[test]
fn two_real_windows_host_join_and_play_dominoes_to_the_end() {
    if !can_be_tried() {
        return;
    }
    let size = [800, 600];
    let screen = Screen::open([1600, 600]);
    let mut host = Real::open(&screen, "Salma", 0, size);
    let mut guest = Real::open(&screen, "Omar", 800, size);
    for real in [&mut host, &mut guest] {
        real.first_start(real.name);
        less_motion(real);
    }
    host.press("New table: Dominoes");
    host.press("Who may sit down: With the link");
    host.press("Open the table");
    host.press("Copy the link");
    host.wait("the link in the clipboard", |thing| {
        thing.name == "Copied" || thing.value == "Copied"
    });
    screen.picture("together-table");
    guest.press("I have a link");
    screen.picture("together-link");
    guest.press("Sit down");
    for real in [&mut host, &mut guest] {
        real.press("Let us begin");
    }
    let begun = Instant::now();
    let mut acts = 0;
    let over = |real: &Real| real.shows("Another match");
    while !(over(&host) && over(&guest)) {
        if begun.elapsed() > MATCH {
            screen.picture("together-late");
            panic!("the match does not end: {:?} {:?}", host.things(), guest.things());
        }
        host.lives();
        guest.lives();
        let acted = [&host, &guest].map(act);
        acts += acted.into_iter().filter(|acted| *acted).count();
        if acts == 20 {
            screen.picture("together-match");
        }
        if acted == [false, false] {
            sleep(Duration::from_millis(30));
        }
    }
    screen.picture("together-end");
    assert!(acts > 20, "{acts}");
    // Both hold the same match, and it is one that a stranger believes.
    let ends = [&host, &guest].map(|real| {
        let logs = real.logs();
        assert_eq!(logs.len(), 1);
        verified(&logs[0]).expect("a valid log")
    });
    let [one, other] = &ends;
    assert!(one.is_finished() && one.agreement().game == GameId::Domino);
    assert_eq!(one.statement(), other.statement());
    host.close();
    guest.close();
}
