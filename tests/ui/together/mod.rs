//! Several programs in one test, over the loopback interface, driven by the names of what they show.

mod chat;
mod cheat;
mod looks;
mod lost;
mod unforeseen;
mod whole;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use egui_kittest::kittest::{NodeT as _, Queryable as _};
use majlis::folder::Folder;
use majlis::language::Language;
use majlis::ui::online::Reachability;
use majlis::ui::program::Program;
use majlis::ui::settings::Settings;
use majlis::ui::table::TableScreen;
use majlis::ui::text::plain;
use majlis_bots::{Bot, BotKind, bot};
use majlis_net::invite::Invitation;
use majlis_net::table::Terms;
use majlis_net::table_id::TableId;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use tempfile::TempDir;

use crate::hands;
use crate::program::{Window, click, program_at, said};

/// How long anything may take. Machines are slow and busy; it is there to fail and not to hang.
pub const DEADLINE: Duration = Duration::from_secs(240);

/// Somebody with a program.
pub struct Person {
    pub window: Window,
    folder: PathBuf,
    language: Language,
    size: [f32; 2],
    advice: Option<Box<dyn Bot>>,
    _dir: Option<TempDir>,
}

impl Person {
    /// Somebody who has said his name before, in a window of that many points.
    pub fn new(name: &str, language: Language, size: [f32; 2]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("profile");
        let mut settings = Settings::first(language);
        name.clone_into(&mut settings.name);
        settings.reduced_motion = true;
        settings.save(&Folder::at(&folder)).unwrap();
        Self {
            window: Self::start(&folder, size, language),
            folder,
            language,
            size,
            advice: None,
            _dir: Some(dir),
        }
    }

    fn start(folder: &Path, size: [f32; 2], language: Language) -> Window {
        let loopback = Reachability {
            listen: vec!["/ip4/127.0.0.1/tcp/0".to_owned()],
            mdns: false,
            upnp: false,
        };
        program_at(folder, size, language, Some(loopback))
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The program ends, and says nothing at the table; the profile stays.
    pub fn vanish(self) -> Gone {
        let Self {
            window,
            folder,
            language,
            size,
            advice,
            _dir,
        } = self;
        drop(window);
        Gone {
            folder,
            language,
            size,
            advice,
            dir: _dir,
        }
    }

    pub fn program(&self) -> &Program {
        self.window.state().as_ref().unwrap()
    }

    pub fn program_mut(&mut self) -> &mut Program {
        self.window.state_mut().as_mut().unwrap()
    }

    pub fn table(&self) -> Option<&TableScreen> {
        self.program().table()
    }

    /// A text in the language of this person.
    pub fn word(&self, name: &str) -> String {
        said(&self.window, name)
    }

    /// The same with a value in it.
    pub fn word_with(&self, name: &str, value: &str, with: &str) -> String {
        plain(&self.program().words().with(name, &[(value, with.into())]))
    }

    /// Whether something with this name is shown.
    pub fn shows(&self, label: &str) -> bool {
        self.window.query_by_label(label).is_some()
    }

    /// Whether the text with this name is shown.
    pub fn says(&self, name: &str) -> bool {
        self.shows(&self.word(name))
    }

    /// Whether some text holds this.
    pub fn shows_some(&self, part: &str) -> bool {
        self.texts().iter().any(|text| text.contains(part))
    }

    /// Every name on the screen.
    pub fn texts(&self) -> Vec<String> {
        let nodes = self.window.query_all_by(|_| true);
        nodes
            .filter_map(|node| node.accesskit_node().label().or_else(|| node.value()))
            .collect()
    }

    /// Clicks what the text with this name is on.
    pub fn click(&mut self, name: &str) {
        // What has just come up may not lie where it will.
        self.window.run_ok();
        let label = self.word(name);
        click(&mut self.window, &label);
    }

    pub fn key(&mut self, key: egui::Key) {
        self.window.key_press(key);
        for _ in 0..3 {
            self.window.step();
        }
    }

    /// Opens a table.
    pub fn open(&mut self, terms: Terms) -> TableId {
        self.program_mut().online_mut().unwrap().open(terms, false, false)
    }

    /// Sits down by a link, and is ready.
    pub fn join(&mut self, link: &str) {
        let invitation: Box<Invitation> = Box::new(link.parse().unwrap());
        let table = invitation.table;
        let online = self.program_mut().online_mut().unwrap();
        online.join(invitation);
        online.seat(table, None, true);
    }

    /// Makes a move where one is awaited, or goes on where the table waits for that. Says whether it did.
    pub fn play(&mut self) -> bool {
        let now = self.window.ctx.input(|input| input.time);
        let Some(table) = self.table().filter(|table| !table.is_moving(now)) else {
            return false;
        };
        if table.is_over() {
            return false;
        }
        if table.legal().is_empty() {
            return hands::go_on(&mut self.window);
        }
        let game = table.about().game;
        let advice = self.advice.get_or_insert_with(|| bot(BotKind::Greedy, game, 5));
        let table = self.window.state().as_ref().unwrap().table().unwrap();
        let mv = advice.choose(table.turn().unwrap(), table.view().unwrap()).unwrap();
        // An adviser who remembers no card may go on taking and giving back for ever.
        let call = table.legal().iter().find(|mv| mv.to_string() == "call");
        let mv = call.filter(|_| table.played() % 4 == 0).cloned().unwrap_or(mv);
        if hands::go_on(&mut self.window) {
            return true;
        }
        hands::make(&mut self.window, &mv);
        true
    }
}

/// Somebody whose program does not run.
pub struct Gone {
    folder: PathBuf,
    language: Language,
    size: [f32; 2],
    advice: Option<Box<dyn Bot>>,
    dir: Option<TempDir>,
}

impl Gone {
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Starts the program again.
    pub fn back(self) -> Person {
        Person {
            window: Person::start(&self.folder, self.size, self.language),
            folder: self.folder,
            language: self.language,
            size: self.size,
            advice: self.advice,
            _dir: self.dir,
        }
    }
}

/// A frame of everybody's.
pub fn step(people: &mut [Person]) {
    for person in people.iter_mut() {
        person.window.step();
    }
    std::thread::sleep(Duration::from_millis(1));
}

/// Frames of everybody's until something is true; fails where it does not come.
pub fn until(people: &mut [Person], what: &str, mut done: impl FnMut(&[Person]) -> bool) {
    let deadline = Instant::now() + DEADLINE;
    while !done(people) {
        if Instant::now() >= deadline {
            let seen: Vec<_> = people.iter().map(Person::texts).collect();
            panic!("waited in vain: {what}; on the screens: {seen:#?}");
        }
        step(people);
    }
}

/// The first opens a table on these terms, the others sit down by its link, and the match begins.
pub fn sit_down(people: &mut [Person], terms: Terms) -> String {
    let table = people[0].open(terms);
    let link = |people: &[Person]| {
        let sitting = people[0].program().online().unwrap().sittings().get(&table)?;
        Some(sitting.invitation.as_ref()?.to_string())
    };
    until(people, "an invitation", |people| link(people).is_some());
    let link = link(people).unwrap();
    people[0].program().online().unwrap().seat(table, None, true);
    for guest in &mut people[1..] {
        guest.join(&link);
    }
    until(people, "the match", |people| {
        people
            .iter()
            .all(|person| person.table().is_some_and(|table| table.view().is_some()))
    });
    link
}

/// Everybody plays until something is true.
pub fn play_until(people: &mut [Person], what: &str, mut done: impl FnMut(&[Person]) -> bool) {
    let deadline = Instant::now() + DEADLINE;
    while !done(people) {
        if Instant::now() >= deadline {
            let seen: Vec<_> = people.iter().map(Person::texts).collect();
            panic!("waited in vain: {what}; on the screens: {seen:#?}");
        }
        let mut any = false;
        for person in people.iter_mut() {
            any |= person.play();
        }
        if !any {
            step(people);
        }
    }
}

/// Everybody plays to the end.
pub fn play_to_the_end(people: &mut [Person]) {
    play_until(people, "the end", |people| {
        people
            .iter()
            .all(|person| person.table().is_some_and(TableScreen::is_over))
    });
}

/// The terms of a table of a game, with a clock that does not run out.
pub fn terms(game: GameId, table: Table) -> Terms {
    Terms::new(game, table)
}

/// Two people, with names in two scripts.
pub fn two() -> Vec<Person> {
    vec![
        Person::new("Salma", Language::English, [1280.0, 800.0]),
        Person::new("رضا", Language::Arabic, [800.0, 600.0]),
    ]
}

/// The finished logs of a profile, each verified as a stranger would.
pub fn verified(folder: &Path) -> Vec<majlis_referee::replay::Match> {
    let logs = majlis::folder::files(&Folder::at(folder).matches(), "mlog").unwrap();
    logs.iter()
        .map(|log| {
            let bytes = std::fs::read(log).unwrap();
            let proofs = majlis_referee::verify::Proofs::Together;
            majlis_referee::verify::verify(bytes.as_slice(), proofs, &mut ()).unwrap()
        })
        .collect()
}
