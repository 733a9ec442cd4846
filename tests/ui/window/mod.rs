//! The program in real windows, on displays that only exist in memory: by mouse and keys, and no trace of an error.
//!
//! Where things are is read from the tree that the program writes (`majlis::ui::tree`): what is clicked is what somebody would find by
//! its name, at the place where it is drawn.

mod files;
mod practice;
mod together;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long anything may take before the test fails.
const LIMIT: Duration = Duration::from_secs(300);
/// How long a click may take to change anything on the screen.
const ANSWER: Duration = Duration::from_secs(8);

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

/// Whether real windows can be tried here; where not, it is said loudly, and with `CI=true` it is a failure.
fn can_be_tried() -> bool {
    let lacking: Vec<&str> = ["Xvfb", "xdotool"].into_iter().filter(|name| !has(name)).collect();
    if lacking.is_empty() {
        return true;
    }
    let line = format!(
        "SKIPPED: no real window was tried, {} is not installed",
        lacking.join(" and ")
    );
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{line}");
    let mut out = std::io::stderr();
    writeln!(out, "{line}").unwrap();
    false
}

/// Something on the screen that has a name or a value.
#[derive(Clone, Debug)]
struct Thing {
    role: String,
    name: String,
    value: String,
    /// Left, top, right, bottom.
    rect: [f64; 4],
    off: bool,
}

/// A display that only exists in memory.
struct Screen {
    _server: Ended,
    display: String,
}

impl Screen {
    fn open(size: [u32; 2]) -> Self {
        let [width, height] = size;
        let mut server = Ended(
            Command::new("Xvfb")
                .args(["-displayfd", "1", "-screen", "0", &format!("{width}x{height}x24")])
                // One window after the other: the display does not begin anew between them.
                .args(["-nolisten", "tcp", "-noreset"])
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap(),
        );
        let mut number = String::new();
        let pipe = server.0.stdout.take().unwrap();
        BufReader::new(pipe).read_line(&mut number).unwrap();
        Self {
            _server: server,
            display: format!(":{}", number.trim()),
        }
    }

    /// What it shows, as a file in the folder that `MAJLIS_PICTURES` names, if it names one.
    fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("MAJLIS_PICTURES") else {
            return;
        };
        let path = Path::new(&folder).join(format!("{name}.png"));
        let mut import = Command::new("import");
        import.args(["-window", "root"]).arg(path).env("DISPLAY", &self.display);
        assert!(import.status().is_ok_and(|status| status.success()));
    }
}

/// A real window.
struct Real {
    program: Child,
    display: String,
    window: String,
    tree: PathBuf,
    profile: PathBuf,
    name: &'static str,
    _dir: tempfile::TempDir,
}

impl Drop for Real {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

impl Real {
    /// Opens the program with an empty profile in a window of that many points, so far from the left edge of the screen.
    fn open(screen: &Screen, name: &'static str, left: u32, size: [u32; 2]) -> Self {
        Self::open_with(screen, name, left, size, &[], |_| ())
    }

    /// The same with more on the command line, and a profile that is made ready.
    fn open_with(
        screen: &Screen,
        name: &'static str,
        left: u32,
        size: [u32; 2],
        more: &[&std::ffi::OsStr],
        ready: impl FnOnce(&Path),
    ) -> Self {
        let [width, height] = size.map(|length| length.to_string());
        let display = screen.display.clone();
        let dir = tempfile::tempdir().unwrap();
        let profile = dir.path().join("profile");
        let tree = dir.path().join("tree");
        ready(&profile);
        let program = Command::new(env!("CARGO_BIN_EXE_majlis"))
            .args(more)
            .args([
                "--lang",
                "en",
                "--listen",
                "/ip4/127.0.0.1/tcp/0",
                "--no-mdns",
                "--no-upnp",
            ])
            .arg("--data")
            .arg(&profile)
            .env("DISPLAY", &display)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            // The machine's cores are for the program, not for its pixels.
            .env("LP_NUM_THREADS", "1")
            .env("XDG_RUNTIME_DIR", dir.path())
            .env("MAJLIS_TREE", &tree)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut real = Self {
            program,
            display,
            window: String::new(),
            tree,
            profile,
            name,
            _dir: dir,
        };
        let begun = Instant::now();
        while real.window.is_empty() {
            assert!(begun.elapsed() < LIMIT, "no window came");
            real.lives();
            let process = real.program.id().to_string();
            let found = real.xdotool(&[
                "search",
                "--all",
                "--onlyvisible",
                "--pid",
                &process,
                "--name",
                "Majlis",
            ]);
            found.lines().next().unwrap_or_default().clone_into(&mut real.window);
            sleep(Duration::from_millis(100));
        }
        real.xdotool(&["windowmove", &real.window, &left.to_string(), "0"]);
        real.xdotool(&["windowsize", "--sync", &real.window, &width, &height]);
        real.xdotool(&["windowfocus", &real.window]);
        real
    }

    /// Fails where the program has ended.
    fn lives(&mut self) {
        if let Some(status) = self.program.try_wait().unwrap() {
            let mut said = String::new();
            if let Some(pipe) = self.program.stderr.take() {
                BufReader::new(pipe).read_to_string(&mut said).unwrap();
            }
            panic!("{}: {status}: {said}", self.name);
        }
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.display)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// What is on the screen now, as it is written.
    fn text(&self) -> String {
        std::fs::read_to_string(&self.tree).unwrap_or_default()
    }

    /// What is on the screen now.
    fn things(&self) -> Vec<Thing> {
        let text = self.text();
        let thing = |line: &str| {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
            Thing {
                role: text("role"),
                name: text("name"),
                value: text("value"),
                rect: [0, 1, 2, 3].map(|at| value["rect"][at].as_f64().unwrap()),
                off: value["off"].as_bool().unwrap_or_default(),
            }
        };
        text.lines().map(thing).collect()
    }

    /// Something that is there now.
    fn find(&self, wanted: impl Fn(&Thing) -> bool) -> Option<Thing> {
        self.things().into_iter().find(|thing| wanted(thing))
    }

    /// Whether something with this name is there now.
    fn shows(&self, name: &str) -> bool {
        self.find(|thing| thing.name == name).is_some()
    }

    /// Waits for something.
    fn wait(&mut self, what: &str, wanted: impl Fn(&Thing) -> bool) -> Thing {
        let begun = Instant::now();
        loop {
            if let Some(thing) = self.find(&wanted) {
                return thing;
            }
            self.lives();
            if begun.elapsed() > LIMIT {
                let names: Vec<String> = self.things().into_iter().map(|thing| thing.name).collect();
                panic!("{} waited in vain for {what}; there is {names:?}", self.name);
            }
            sleep(Duration::from_millis(25));
        }
    }

    /// Waits for something that can be pressed, and clicks it with the mouse.
    fn press(&mut self, name: &str) {
        for _ in 0..3 {
            let thing = self.wait(name, |thing| thing.name == name && !thing.off && thing.role != "Label");
            let before = self.text();
            self.click(&thing);
            // Where things moved under the pointer, or the screen was too slow to see it, the click is made once more.
            let clicked = Instant::now();
            while clicked.elapsed() < ANSWER {
                if self.text() != before {
                    return;
                }
                self.lives();
                sleep(Duration::from_millis(25));
            }
        }
    }

    /// Clicks something with the mouse.
    fn click(&self, thing: &Thing) {
        let [left, top, right, bottom] = thing.rect;
        let middle = |from: f64, to: f64| ((from + to) / 2.0).round().to_string();
        let (x, y) = (middle(left, right), middle(top, bottom));
        self.xdotool(&["mousemove", "--window", &self.window, &x, &y]);
        // A hand needs a moment too: the pointer is there in a frame before it is pressed.
        sleep(Duration::from_millis(30));
        self.xdotool(&["mousedown", "1"]);
        sleep(Duration::from_millis(30));
        self.xdotool(&["mouseup", "1"]);
    }

    fn key(&self, key: &str) {
        self.xdotool(&["windowfocus", "--sync", &self.window]);
        self.xdotool(&["key", key]);
    }

    fn write(&self, text: &str) {
        self.xdotool(&["windowfocus", "--sync", &self.window]);
        self.xdotool(&["type", "--delay", "20", text]);
    }

    /// From the first start to the home screen.
    fn first_start(&mut self, name: &str) {
        let field = self.wait("the name", |thing| thing.role == "TextInput");
        self.click(&field);
        let begun = Instant::now();
        while self.find(|thing| thing.value == name).is_none() {
            assert!(begun.elapsed() < LIMIT, "the name is not written");
            self.key("ctrl+a");
            self.write(name);
            sleep(Duration::from_millis(300));
        }
        self.press("Start");
        self.wait("the home screen", |thing| thing.name == "Play Arkan");
    }

    /// The logs of the profile's matches.
    fn logs(&self) -> Vec<PathBuf> {
        majlis::folder::files(&self.profile.join("matches"), "mlog").unwrap_or_default()
    }

    /// Closes the window by its keys, and looks for traces of errors.
    fn close(mut self) {
        let begun = Instant::now();
        self.key("ctrl+q");
        let status = loop {
            if let Some(status) = self.program.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < LIMIT, "the window does not close");
            sleep(Duration::from_millis(50));
        };
        let mut said = String::new();
        self.program.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        self.program.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(status.success(), "{status}: {said}");
        assert!(!said.contains("panicked"), "{said}");
        let report = std::fs::read_to_string(self.profile.join("report.log")).unwrap_or_default();
        assert!(!report.contains("ERROR"), "{report}");
    }
}

/// How a log checks out, as a stranger sees it.
fn verified(log: &Path) -> Option<majlis_referee::replay::Match> {
    let bytes = std::fs::read(log).unwrap();
    let proofs = majlis_referee::verify::Proofs::Together;
    majlis_referee::verify::verify(bytes.as_slice(), proofs, &mut ()).ok()
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
