//! Links that are clicked elsewhere, with real processes: one program runs, another is started with a link and hands it over; and a
//! program that is started with a link where none runs opens at it.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use egui_kittest::kittest::Queryable as _;
use majlis::folder::Folder;
use majlis::language::Language;
use majlis::links::desktop::Desktop;
use majlis::links::handover;
use majlis::ui::settings::Settings;
use majlis_crypto::identity::Identity;
use majlis_net::invite::Invitation;
use majlis_net::table_id::TableId;

use crate::program::{program, said};

const SIZE: [f32; 2] = [1120.0, 760.0];
/// Far beyond what anything here takes: only to fail rather than hang.
const LIMIT: Duration = Duration::from_secs(180);

struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn link() -> String {
    Invitation::new(Identity::from_secret(&[3; 32]).key(), TableId([9; 16])).to_string()
}

/// The program without a display.
fn majlis(folder: &Path, arguments: &[&str]) -> Command {
    let mut majlis = Command::new(env!("CARGO_BIN_EXE_majlis"));
    majlis.arg("--data").arg(folder).args(arguments);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        majlis.env_remove(name);
    }
    majlis
}

#[cfg(unix)]
#[test]
fn a_link_that_is_clicked_goes_to_the_program_that_runs() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path().join("profile"));
    // Nobody runs: a window is needed for it, and there is none here.
    let output = majlis(folder.root(), &[&link()]).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    // Somebody does.
    let _lock = folder.lock().unwrap();
    let listener = handover::listen(&folder, Arc::new(|| {})).unwrap();
    let output = majlis(folder.root(), &[&link()]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(listener.next(), Some(link()));
    // What is no link is not taken there, and it is said.
    let output = majlis(folder.root(), &["majlis:AAAA"]).output().unwrap();
    assert!(!output.status.success());
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
    assert_eq!(listener.next(), None);
}

#[test]
fn what_is_neither_a_command_nor_a_link_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let output = majlis(dir.path(), &["hots"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("hots") && said.contains("majlis:"), "{said}");
}

fn has(program: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|paths| std::env::split_paths(&paths).any(|folder| folder.join(program).is_file()))
}

fn until(what: &str, mut done: impl FnMut() -> bool) {
    let end = Instant::now() + LIMIT;
    while !done() {
        assert!(Instant::now() < end, "not within {LIMIT:?}: {what}");
        sleep(Duration::from_millis(100));
    }
}

fn name_in(folder: &Path, name: &str) {
    let mut settings = Settings::first(Language::English);
    name.clone_into(&mut settings.name);
    settings.save(&Folder::at(folder)).unwrap();
}

/// A table that is hosted without a window; one is sat down at it by a link that is clicked while the window is open, by the mouse.
#[cfg(target_os = "linux")]
#[test]
fn a_click_on_a_link_leads_to_its_table() {
    let lacking: Vec<_> = ["Xvfb", "xdotool"].into_iter().filter(|name| !has(name)).collect();
    if !lacking.is_empty() {
        let line = format!(
            "SKIPPED: no link was clicked, {} is not installed",
            lacking.join(" and ")
        );
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{line}");
        writeln!(std::io::stderr(), "{line}").unwrap();
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let invitation = dir.path().join("invitation");
    let loopback = "/ip4/127.0.0.1/tcp/0";
    let host = Command::new(env!("CARGO_BIN_EXE_majlis"))
        .args(["host", "--game", "arkan", "--seats", "2", "--private"])
        .args([
            "--bot",
            "greedy",
            "--name",
            "Yusuf",
            "--no-mdns",
            "--listen",
            loopback,
            "--data",
        ])
        .arg(dir.path().join("host"))
        .arg("--invite-file")
        .arg(&invitation)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let _host = Ended(host.unwrap());
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
    let profile = dir.path().join("guest");
    name_in(&profile, "Ada");
    let mut guest = Ended(
        majlis(
            &profile,
            &["--lang", "en", "--no-mdns", "--no-upnp", "--listen", loopback],
        )
        .env("DISPLAY", &display)
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env("XDG_RUNTIME_DIR", dir.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap(),
    );
    let xdotool = |arguments: &[&str]| {
        let output = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &display)
            .output();
        String::from_utf8(output.unwrap().stdout).unwrap().trim().to_owned()
    };
    let mut window = String::new();
    until("the window", || {
        assert!(guest.0.try_wait().unwrap().is_none(), "the window has closed");
        let found = xdotool(&["search", "--onlyvisible", "--name", "Majlis"]);
        found.lines().next().unwrap_or_default().clone_into(&mut window);
        !window.is_empty()
    });
    let [width, height] = SIZE.map(|length| length.to_string());
    xdotool(&["windowmove", &window, "0", "0"]);
    xdotool(&["windowsize", "--sync", &window, &width, &height]);
    xdotool(&["windowfocus", &window]);
    until("the socket and the invitation", || {
        profile.join("link.sock").exists() && invitation.exists()
    });
    let link = fs::read_to_string(&invitation).unwrap();
    let handed = majlis(&profile, &[link.trim()]).status().unwrap();
    assert!(handed.success());
    // Where the buttons are is learnt from the same dialog without a window.
    let home = tempfile::tempdir().unwrap();
    name_in(home.path(), "Ada");
    let mut model = program(home.path(), SIZE, Language::English);
    // The window that is open can be registered with the desktop, and its dialog says so; nothing is registered here.
    let desktop = Desktop::at(home.path(), home.path(), Path::new("majlis"), None);
    let state = model.state_mut().as_mut().unwrap();
    state.begin_with_link(link.trim().to_owned(), Some(desktop));
    model.run_ok();
    let sit = model.get_by_label(&said(&model, "home-sit")).rect().center();
    let matches = || fs::read_dir(profile.join("matches")).is_ok_and(|mut folder| folder.next().is_some());
    let click = |x: f32, y: f32| {
        xdotool(&[
            "mousemove",
            "--window",
            &window,
            &x.round().to_string(),
            &y.round().to_string(),
        ]);
        sleep(Duration::from_millis(150));
        xdotool(&["click", "1"]);
        sleep(Duration::from_millis(600));
    };
    let begin = crate::lobby::guest_of_two(SIZE)
        .get_by_label("Let us begin")
        .rect()
        .center();
    let mut tries = 0;
    until("the match", || {
        tries += 1;
        // Once more where the dialog was not there yet; at the table nothing that gets up lies there.
        if tries <= 3 {
            click(sit.x, sit.y);
        }
        if let Some(folder) = std::env::var_os("MAJLIS_PICTURES") {
            let mut import = Command::new("import");
            import
                .args(["-window", "root"])
                .arg(Path::new(&folder).join("link.png"));
            assert!(
                import
                    .env("DISPLAY", &display)
                    .status()
                    .is_ok_and(|status| status.success())
            );
        }
        click(begin.x, begin.y);
        matches()
    });
}
