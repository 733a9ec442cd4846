//! Two whole programs over loopback: from the home screens to one table, by the names of what they show.

use std::fs;
use std::path::Path;
use std::sync::mpsc;

use egui::Event;
use egui_kittest::kittest::Queryable as _;
use majlis::folder::Folder;
use majlis::language::Language;
use majlis::ui::online::Reachability;
use majlis::ui::settings::Settings;
use majlis::ui::sound::{Cue, Sound};
use majlis::ui::text::plain;
use majlis_net::people::{Lead, People, Standing};
use majlis_rules::registry::GameId;

use crate::program::{Window, click, program_heard, said, until};

fn start(folder: &Path, language: Language, name: &str) -> Window {
    start_heard(folder, language, name, Sound::silent())
}

fn start_heard(folder: &Path, language: Language, name: &str, sound: Sound) -> Window {
    let mut settings = Settings::first(language);
    name.clone_into(&mut settings.name);
    settings.reduced_motion = true;
    settings.save(&Folder::at(folder)).unwrap();
    let network = Reachability {
        listen: vec!["/ip4/127.0.0.1/tcp/0".to_owned()],
        mdns: false,
        upnp: false,
    };
    program_heard(folder, [1280.0, 900.0], language, Some(network), sound)
}

fn with(window: &Window, name: &str, values: &[(&str, majlis::ui::words::Value<'_>)]) -> String {
    plain(&window.state().as_ref().unwrap().words().with(name, values))
}

/// Frames of both until something is so at the first.
fn until_both(what: &str, one: &mut Window, other: &mut Window, mut done: impl FnMut(&Window, &Window) -> bool) {
    until(one, what, |one| {
        other.step();
        done(one, other)
    });
}

fn sees(window: &Window, label: &str) -> bool {
    window.query_by_label(label).is_some()
}

/// Says something at a table before play.
fn write(window: &mut Window, text: &str) {
    let field = said(window, "table-chat-field");
    window.get_by_role_and_label(egui::Role::TextInput, &field).focus();
    window.run_ok();
    window.event(Event::Text(text.to_owned()));
    window.run_ok();
    let send = said(window, "table-chat-send");
    click(window, &send);
}

/// A private table of dominoes with chosen seats is opened in Arabic and sat down at in Romanian by its link; the two choose their seats,
/// talk, get up and sit down again, and the match begins when both say so. Each is then among the people whom the other knows.
#[test]
fn two_programs_sit_down_at_one_table() {
    let dir = tempfile::tempdir().unwrap();
    let mut salma = start(&dir.path().join("salma"), Language::Arabic, "سلمى");
    let mut radu = start(&dir.path().join("radu"), Language::Romanian, "Radu");
    let game = with(&salma, "game-domino", &[]);
    let open = with(&salma, "home-open-game", &[("game", game.as_str().into())]);
    click(&mut salma, &open);
    for (name, option) in [("open-seats", "open-seats-chosen"), ("open-who", "open-private")] {
        let label = format!("{}: {}", said(&salma, name), said(&salma, option));
        click(&mut salma, &label);
    }
    let now = said(&salma, "open-now");
    click(&mut salma, &now);
    let copy = said(&salma, "waiting-copy");
    until(&mut salma, "the invitation", |window| sees(window, &copy));
    click(&mut salma, &copy);
    let copied = salma
        .output()
        .platform_output
        .commands
        .iter()
        .find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
    let link = copied.unwrap_or_else(|| {
        let program = salma.state().as_ref().unwrap();
        let sitting = program.online().unwrap().sittings().values().next().unwrap();
        sitting.invitation.as_ref().unwrap().to_string()
    });

    let label = said(&radu, "home-link");
    click(&mut radu, &label);
    radu.event(Event::Paste(format!("Hai la noi: {link}")));
    radu.run_ok();
    let sit = said(&radu, "home-sit");
    click(&mut radu, &sit);
    let seat =
        |window: &Window, seat: i64, name: &str| format!("{}: {name}", with(window, "seat", &[("seat", seat.into())]));
    let free = said(&radu, "waiting-place-free");
    let second = seat(&radu, 2, &free);
    until_both("a seat", &mut radu, &mut salma, |radu, _| sees(radu, &second));
    click(&mut radu, &second);
    let taken = seat(&salma, 2, "Radu");
    until_both("the choice", &mut salma, &mut radu, |salma, _| sees(salma, &taken));

    // A word, which each reads in his own language.
    let salam = said(&radu, "table-phrase-salam");
    click(&mut radu, &salam);
    let heard = with(
        &salma,
        "table-said",
        &[
            ("name", "Radu".into()),
            ("text", said(&salma, "table-phrase-salam").as_str().into()),
        ],
    );
    until_both("a word", &mut salma, &mut radu, |salma, _| sees(salma, &heard));
    // Who is muted is not heard, until he is again: here, and at the match.
    let mute = with(&salma, "table-mute", &[("name", "Radu".into())]);
    click(&mut salma, &mute);
    let own = with(&radu, "table-said-me", &[("text", "unu".into())]);
    write(&mut radu, "unu");
    until_both("his own word", &mut radu, &mut salma, |radu, _| sees(radu, &own));
    // What he says before he chooses another seat arrives before that.
    for place in [1, 2] {
        let (wanted, taken) = (seat(&radu, place, &free), seat(&salma, place, "Radu"));
        until_both("a free seat", &mut radu, &mut salma, |radu, _| sees(radu, &wanted));
        click(&mut radu, &wanted);
        until_both("his choice", &mut salma, &mut radu, |salma, _| sees(salma, &taken));
    }
    let hear = with(&salma, "waiting-hear-name", &[("name", "Radu".into())]);
    click(&mut salma, &hear);
    write(&mut radu, "doi");
    let words = |text: &str| with(&salma, "table-said", &[("name", "Radu".into()), ("text", text.into())]);
    let (first, second) = (words("unu"), words("doi"));
    until_both("a second word", &mut salma, &mut radu, |salma, _| sees(salma, &second));
    assert!(!sees(&salma, &first));
    click(&mut salma, &mute);

    // The guest gets up, and is at his home screen; the link still leads to the table.
    let stand = said(&radu, "waiting-stand");
    click(&mut radu, &stand);
    let empty = seat(&salma, 2, &said(&salma, "waiting-place-free"));
    until_both("the empty seat", &mut salma, &mut radu, |salma, _| sees(salma, &empty));
    radu.event(Event::Paste(link));
    radu.run_ok();
    click(&mut radu, &sit);
    let begin = said(&radu, "waiting-begin");
    until_both("a seat again", &mut radu, &mut salma, |radu, _| sees(radu, &begin));
    click(&mut radu, &begin);
    let begin = said(&salma, "waiting-begin");
    until_both("the word of the host", &mut salma, &mut radu, |salma, _| {
        sees(salma, &begin)
    });
    click(&mut salma, &begin);
    let on = |window: &Window| {
        let table = window.state().as_ref().unwrap().table();
        table.is_some_and(|table| table.about().game == GameId::Domino && table.view().is_some())
    };
    until_both("the match", &mut salma, &mut radu, |salma, radu| on(salma) && on(radu));
    let of = |window: &Window| {
        let online = window.state().as_ref().unwrap().online().unwrap();
        let feed = online.feed(online.matches()[0].match_id).unwrap();
        (feed.company().muted.len(), feed.company().said.len())
    };
    // She has heard two of three words; what he said before he got up is nothing to him any more.
    assert_eq!((of(&salma), of(&radu)), ((1, 2), (0, 0)));
    for window in [&mut salma, &mut radu] {
        window.state_mut().as_mut().unwrap().close();
    }
}

/// A table that the host closes before the match is gone for the guest, who is told so in his own language.
#[test]
fn a_table_that_is_closed_is_told_as_such() {
    let dir = tempfile::tempdir().unwrap();
    let mut salma = start(&dir.path().join("salma"), Language::Arabic, "سلمى");
    let mut ada = start(&dir.path().join("ada"), Language::English, "Ada");
    let game = with(&salma, "game-arkan", &[]);
    let open = with(&salma, "home-open-game", &[("game", game.as_str().into())]);
    click(&mut salma, &open);
    let now = said(&salma, "open-now");
    click(&mut salma, &now);
    let copy = said(&salma, "waiting-copy");
    until(&mut salma, "the invitation", |window| sees(window, &copy));
    let link = {
        let program = salma.state().as_ref().unwrap();
        let sitting = program.online().unwrap().sittings().values().next().unwrap();
        sitting.invitation.as_ref().unwrap().to_string()
    };
    ada.event(Event::Paste(link));
    ada.run_ok();
    click(&mut ada, "Sit down");
    until_both("a seat", &mut ada, &mut salma, |ada, _| sees(ada, "Let us begin"));
    // The pictures of the host's key, and that they were compared.
    let pictures = with(&ada, "people-pictures-of", &[("name", "سلمى".into())]);
    click(&mut ada, &pictures);
    click(&mut ada, "Yes, the same");
    let close = said(&salma, "waiting-close");
    click(&mut salma, &close);
    let now = said(&salma, "waiting-close-now");
    click(&mut salma, &now);
    let gone = "The host has closed the table before the match began.";
    until_both("the end of the table", &mut ada, &mut salma, |ada, _| sees(ada, gone));
    click(&mut ada, "To the start");
    click(&mut ada, "People you met");
    let about = with(&ada, "people-about-name", &[("name", "سلمى".into())]);
    click(&mut ada, &about);
    click(&mut ada, "This person is: A friend");
    click(&mut ada, "Close");
    let program = ada.state().as_ref().unwrap();
    let (_, known) = program.online().unwrap().people().iter().next().unwrap();
    assert!(known.verified && known.standing == Standing::Friend, "{known:?}");
    for window in [&mut salma, &mut ada] {
        window.state_mut().as_mut().unwrap().close();
    }
}

/// How often a frame has asked for attention.
fn asks_for_attention(window: &Window) -> usize {
    let output = window.output().viewport_output.get(&egui::ViewportId::ROOT);
    let commands = output.map(|output| output.commands.as_slice()).unwrap_or_default();
    let asks = |command: &&egui::ViewportCommand| matches!(command, egui::ViewportCommand::RequestUserAttention(_));
    commands.iter().filter(asks).count()
}

/// Two who know each other sit down at a private table without a link: one asks, the other is asked on the home screen.
#[test]
fn somebody_who_was_met_is_asked_and_sits_down_without_a_link() {
    let dir = tempfile::tempdir().unwrap();
    let (one, two) = (dir.path().join("salma"), dir.path().join("ada"));
    let about = |window: &mut Window| {
        until(window, "a node that listens", |window| {
            let online = window.state().as_ref().unwrap().online();
            online.is_some_and(|online| !online.reach().listening.is_empty())
        });
        let online = window.state().as_ref().unwrap().online().unwrap();
        (online.me(), online.reach().listening.clone())
    };
    // They have played before.
    let known = |folder: &Path, key, name: &str, at: &[_]| {
        let mut people = People::open(Folder::at(folder).people()).unwrap();
        let lead = Lead {
            addresses: at.to_vec(),
            relays: Vec::new(),
        };
        people.met(key, name, &lead, 1_790_000_000).unwrap();
    };
    let mut salma = start(&one, Language::Arabic, "سلمى");
    let (key, _) = about(&mut salma);
    salma.state_mut().as_mut().unwrap().close();
    drop(salma);
    fs::create_dir_all(&two).unwrap();
    known(&two, key, "سلمى", &[]);
    let (ears, heard) = mpsc::channel();
    let mut ada = start_heard(&two, Language::English, "Ada", Sound::to(ears));
    let (key, at) = about(&mut ada);
    known(&one, key, "Ada", &at);
    let mut salma = start(&one, Language::Arabic, "سلمى");
    let game = with(&salma, "game-domino", &[]);
    let open = with(&salma, "home-open-game", &[("game", game.as_str().into())]);
    click(&mut salma, &open);
    let private = format!("{}: {}", said(&salma, "open-who"), said(&salma, "open-private"));
    click(&mut salma, &private);
    let now = said(&salma, "open-now");
    click(&mut salma, &now);
    let copy = said(&salma, "waiting-copy");
    until_both("the invitation", &mut salma, &mut ada, |salma, _| sees(salma, &copy));
    let ask = said(&salma, "waiting-ask");
    click(&mut salma, &ask);
    // Her window lies behind others, and she was reading the rules in it.
    click(&mut ada, "Rules");
    ada.event(Event::WindowFocused(false));
    ada.input_mut().focused = false;
    let call = with(&salma, "people-call-name", &[("name", "Ada".into())]);
    click(&mut salma, &call);
    let called = said(&salma, "people-called");
    // It may reach her before the answer reaches the one who asks. Each of her frames counts once, however often it is looked at.
    let (mut attention, mut last) = (0, None);
    let mut count = |ada: &Window| {
        let frame = Some(ada.ctx.cumulative_frame_nr());
        if std::mem::replace(&mut last, frame) != frame {
            attention += asks_for_attention(ada);
        }
    };
    until_both("the invitation is shown", &mut salma, &mut ada, |salma, ada| {
        count(ada);
        sees(salma, &called)
    });
    let values = [("name", "سلمى".into()), ("game", "Dominoes".into())];
    let invites = with(&ada, "home-invites", &values);
    until_both("who invites", &mut ada, &mut salma, |ada, _| {
        count(ada);
        sees(ada, &invites)
    });
    for _ in 0..5 {
        ada.step();
        count(&ada);
    }
    assert_eq!(attention, 1);
    assert_eq!(heard.try_iter().map(|(cue, _)| cue).collect::<Vec<_>>(), [Cue::Invited]);
    // On whatever screen she is it is told; home has it in its list, and there alone.
    click(&mut ada, "Back");
    assert!(ada.query_all_by_label(&invites).count() == 1);
    let sit = with(&ada, "home-sit-with", &[("name", "سلمى".into())]);
    click(&mut ada, &sit);
    let begin = said(&ada, "waiting-begin");
    until_both("a seat", &mut ada, &mut salma, |ada, _| sees(ada, &begin));
    // Nobody is asked who has come; and the table is full, so that the guest has nothing to hand on.
    until_both("the guest", &mut salma, &mut ada, |salma, _| !sees(salma, &call));
    assert!(!sees(&ada, "Copy the link"));
    assert!(ada.state().as_ref().unwrap().online().unwrap().invited().is_empty());
    for window in [&mut salma, &mut ada] {
        window.state_mut().as_mut().unwrap().close();
    }
}
