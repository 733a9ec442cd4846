//! The program in a real window, on a display that only exists in memory: a practice match by mouse and keys, and no trace of an error.
//!
//! Where things are is learnt from the same screens without a window, which look the same at the same size.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use egui::{Pos2, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use majlis::language::Language;
use majlis::ui::text::plain;
use majlis_rules::arkan::Shape;

use crate::program::{first_start, program, said, until};

const SIZE: [f32; 2] = [1120.0, 760.0];
/// How long the whole of it may take.
const LIMIT: Duration = Duration::from_secs(400);

/// A process that is ended when the test is, however it ends.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn has(program: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|paths| std::env::split_paths(&paths).any(|folder| folder.join(program).is_file()))
}

/// Where everything is that is to be clicked.
struct Places {
    field: Pos2,
    start: Pos2,
    play: Pos2,
    /// The pieces, the largest first.
    pieces: Vec<Pos2>,
    place: Pos2,
}

fn places() -> Places {
    let dir = tempfile::tempdir().unwrap();
    let mut window = program(dir.path(), SIZE, Language::English);
    let centre = |window: &crate::program::Window, label: &str| window.get_by_label(label).rect().center();
    let field = window
        .get_by_role_and_label(Role::TextInput, &said(&window, "welcome-name"))
        .rect()
        .center();
    let start = centre(&window, &said(&window, "welcome-start"));
    first_start(&mut window, Language::English, "Ada");
    let play = centre(&window, "Play Arkan");
    crate::program::click(&mut window, "Play Arkan");
    until(&mut window, "my turn", |window| {
        let table = window.state().as_ref().unwrap().table().unwrap();
        !table.legal().is_empty() && !table.is_moving(f64::MAX)
    });
    let words = window.state().as_ref().unwrap().words();
    let mut shapes: Vec<Shape> = Shape::ALL.to_vec();
    shapes.sort_by_key(|shape| std::cmp::Reverse(shape.size()));
    let piece = |shape: &Shape| {
        let values = [
            ("shape", shape.name().into()),
            ("squares", i64::from(shape.size()).into()),
        ];
        centre(&window, &plain(&words.with("arkan-piece", &values)))
    };
    let pieces = shapes.iter().map(piece).collect();
    let label = said(&window, "arkan-place");
    let place = window
        .get_all_by_label(&label)
        .filter(|node| node.accesskit_node().role() == Role::Button)
        .map(|node| node.rect().center())
        .next()
        .unwrap();
    Places {
        field,
        start,
        play,
        pieces,
        place,
    }
}

/// Where there is no display it is said in one sentence, which names what works without, and nothing is created.
#[test]
fn without_a_display_it_says_so_and_ends_with_3() {
    let dir = tempfile::tempdir().unwrap();
    for display in [None, Some(""), Some(":4711")] {
        let mut majlis = Command::new(env!("CARGO_BIN_EXE_majlis"));
        majlis.arg("--data").arg(dir.path().join("profile"));
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
            majlis.env_remove(name);
        }
        if let Some(display) = display {
            majlis.env("DISPLAY", display);
        }
        let output = majlis.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(
            said.starts_with("majlis: ") && said.contains("simulate, verify, show"),
            "{said}"
        );
        assert!(output.stdout.is_empty());
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}

/// Mouse and keys of a display.
struct Hand {
    display: String,
    window: String,
}

impl Hand {
    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.display)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn click(&self, at: Pos2) {
        let (x, y) = (at.x.round().to_string(), at.y.round().to_string());
        self.xdotool(&["mousemove", "--window", &self.window, &x, &y]);
        sleep(Duration::from_millis(60));
        self.xdotool(&["click", "1"]);
        sleep(Duration::from_millis(90));
    }
}

/// Whether a profile holds a log of a match that was played to its end.
fn finished(folder: &Path) -> bool {
    let logs = majlis::folder::files(&folder.join("matches"), "mlog").unwrap_or_default();
    logs.iter().any(|log| {
        let Ok(bytes) = std::fs::read(log) else { return false };
        let proofs = majlis_referee::verify::Proofs::Together;
        majlis_referee::verify::verify(bytes.as_slice(), proofs, &mut ()).is_ok_and(|end| end.is_finished())
    })
}

#[test]
fn a_real_window_plays_a_match_by_clicks_and_closes() {
    let lacking: Vec<&str> = ["Xvfb", "xdotool"].into_iter().filter(|name| !has(name)).collect();
    if !lacking.is_empty() {
        let line = format!(
            "SKIPPED: no real window was tried, {} is not installed",
            lacking.join(" and ")
        );
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{line}");
        let mut out = std::io::stderr();
        writeln!(out, "{line}").unwrap();
        return;
    }
    let places = places();
    let begun = Instant::now();
    let mut screen = Ended(
        Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    );
    let mut number = String::new();
    BufReader::new(screen.0.stdout.take().unwrap())
        .read_line(&mut number)
        .unwrap();
    let display = format!(":{}", number.trim());
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("profile");
    let mut program = Ended(
        Command::new(env!("CARGO_BIN_EXE_majlis"))
            .args([
                "--lang",
                "en",
                "--listen",
                "/ip4/127.0.0.1/tcp/0",
                "--no-mdns",
                "--no-upnp",
                "--data",
            ])
            .arg(&folder)
            .env("DISPLAY", &display)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env("XDG_RUNTIME_DIR", dir.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    let mut hand = Hand {
        display,
        window: String::new(),
    };
    while hand.window.is_empty() {
        assert!(begun.elapsed() < LIMIT, "no window came");
        if let Some(status) = program.0.try_wait().unwrap() {
            let mut said = String::new();
            let pipe = program.0.stderr.take().unwrap();
            BufReader::new(pipe).read_to_string(&mut said).unwrap();
            panic!("{status} before a window came: {said}");
        }
        let found = hand.xdotool(&["search", "--onlyvisible", "--name", "Majlis"]);
        found.lines().next().unwrap_or_default().clone_into(&mut hand.window);
        sleep(Duration::from_millis(200));
    }
    let [width, height] = SIZE.map(|length| length.to_string());
    hand.xdotool(&["windowmove", &hand.window, "0", "0"]);
    hand.xdotool(&["windowsize", "--sync", &hand.window, &width, &height]);
    hand.xdotool(&["windowfocus", &hand.window]);
    sleep(Duration::from_millis(800));
    // A name, and on to the table: nothing else stands between.
    assert!(
        !folder.exists(),
        "something is on the disk before the first start is done"
    );
    hand.click(places.field);
    hand.xdotool(&["type", "--delay", "40", "Ada"]);
    let until_there = |at: Pos2, what: &str, is_there: &dyn Fn() -> bool| {
        while !is_there() {
            assert!(begun.elapsed() < LIMIT, "{what} does not come");
            hand.click(at);
            sleep(Duration::from_millis(700));
        }
    };
    until_there(places.start, "the name", &|| folder.join("settings").exists());
    let matches = folder.join("matches");
    until_there(places.play, "the match", &|| {
        majlis::folder::files(&matches, "mlog").is_ok_and(|logs| !logs.is_empty())
    });
    // Piece after piece: those that fit nowhere, and those that are gone, are not taken up.
    let mut tried = 0;
    while !finished(&folder) {
        assert!(begun.elapsed() < LIMIT, "the match does not end");
        let piece = places.pieces[tried % places.pieces.len()];
        tried += 1;
        hand.click(piece);
        hand.xdotool(&["key", "n"]);
        sleep(Duration::from_millis(60));
        hand.click(places.place);
        if let Some(folder) = std::env::var_os("MAJLIS_PICTURES") {
            let path = Path::new(&folder).join(format!("{tried}.png"));
            let mut import = Command::new("import");
            import.args(["-window", "root"]).arg(path).env("DISPLAY", &hand.display);
            assert!(import.status().is_ok_and(|status| status.success()));
        }
    }
    assert!(tried > 10);
    hand.xdotool(&["key", "ctrl+q"]);
    let status = loop {
        if let Some(status) = program.0.try_wait().unwrap() {
            break status;
        }
        assert!(begun.elapsed() < LIMIT, "the window does not close");
        sleep(Duration::from_millis(50));
    };
    let mut said = String::new();
    for pipe in [
        program
            .0
            .stdout
            .take()
            .map(|pipe| Box::new(pipe) as Box<dyn std::io::Read>),
        program
            .0
            .stderr
            .take()
            .map(|pipe| Box::new(pipe) as Box<dyn std::io::Read>),
    ] {
        pipe.unwrap().read_to_string(&mut said).unwrap();
    }
    assert!(status.success(), "{status}: {said}");
    assert!(!said.contains("panicked"), "{said}");
    let report = std::fs::read_to_string(folder.join("report.log")).unwrap_or_default();
    assert!(!report.contains("ERROR"), "{report}");
}
