//! The whole program as one value: what is shown, what was chosen, and the match that is on.

mod called;
mod lobby;
mod own;

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Context, Rect, Theme as SystemTheme, Ui, vec2};
use majlis_crypto::chain::Digest32;
use majlis_rules::registry::GameId;

use super::feed::Wake;
use super::games::table_of;
use super::history::History;
use super::keyring::{Deed, Keyring};
use super::online::{Happened, Online, Reachability};
use super::practice::{self, Pace, Setup};
use super::screens::broken_off::BrokenOff;
use super::screens::connection::ConnectionScreen;
use super::screens::home::link::LinkDialog;
use super::screens::home::{Home, table_for};
use super::screens::open::OpenScreen;
use super::screens::passphrase::Form;
use super::screens::people::PeopleScreen;
use super::screens::rules::RulesScreen;
use super::screens::settings::SettingsScreen;
use super::screens::waiting::WaitingScreen;
use super::screens::welcome::{Answer, Welcome};
use super::screens::{Go, keys};
use super::sentence::Sentence;
use super::settings::Settings;
use super::sound::Sound;
use super::style::{self, Style, Type, fonts, space};
use super::table::{TableScreen, Wants};
use super::task::Task;
use super::text::{self, Weight};
use super::widgets::{panel, row, within};
use super::words::Words;
use crate::folder::Folder;
use crate::language::Language;
use crate::links::desktop::Desktop;
use crate::links::handover;

/// The names of bots: those of the language, but for the person's own.
fn bot_names(names: &str, own: &str) -> Vec<String> {
    let names = names.split(['،', ',']).map(|name| name.trim().to_owned());
    names.filter(|name| name != own).collect()
}

/// How the program is started.
#[derive(Debug)]
pub struct Options {
    /// The profile.
    pub folder: Folder,
    /// The language of the system: what a first start begins with.
    pub language: Language,
    /// Where fonts come from.
    pub fonts: fonts::Source,
    /// How long bots wait.
    pub pace: Pace,
    /// Where the chance of practice matches comes from: [`None`] for the system's.
    pub seed: Option<u64>,
    /// What plays sounds.
    pub sound: Sound,
    /// The file for reports of faults, if one is written.
    pub report: Option<PathBuf>,
    /// How people reach this program: [`None`] where it is for practice alone.
    pub network: Option<Reachability>,
    /// A link that it is started with: it is offered first.
    pub link: Option<String>,
    /// The desktop that may be asked to open links with this program; [`None`] where there is none.
    pub desktop: Option<Desktop>,
}

/// What is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Screen {
    Welcome,
    Home,
    Rules(GameId),
    Settings,
    Connection,
    Table,
    Open,
    Waiting,
    People,
    History,
}

/// The program.
pub struct Program {
    options: Options,
    settings: Settings,
    words: Words,
    style: Style,
    /// Whether the system is dark.
    dark: bool,
    screen: Screen,
    welcome: Welcome,
    broken_off: BrokenOff,
    home: Home,
    open: OpenScreen,
    waiting: WaitingScreen,
    people: PeopleScreen,
    link: Option<LinkDialog>,
    links: Option<handover::Listener>,
    rules: RulesScreen,
    settings_screen: SettingsScreen,
    connection: ConnectionScreen,
    table: Option<TableScreen>,
    keyring: Keyring,
    /// The dialog that asks for the passphrase of a sealed identity.
    unlock: Option<Form>,
    /// Who is blocked, as it was read when the settings were come to.
    blocked: Option<own::Blocked>,
    /// The node while it says good-bye, and what is to be done with the identity afterwards.
    closing: Option<(Task<()>, Option<Deed>)>,
    /// What the node was started with.
    in_use: Option<own::InUse>,
    /// Why there is no node.
    apart: Option<Sentence>,
    /// Whether the connection was come to from the settings.
    from_settings: bool,
    history: History,
    online: Option<Online>,
    /// Whether the node was started, or found not to start.
    connected: bool,
    keys: bool,
    /// The screen of the last frame, and when it was come to.
    came: (Screen, f64),
    /// What did not go well, and the person has to know.
    trouble: Option<String>,
    matches: u64,
}

impl Program {
    /// The program at its start: nothing is created on disk.
    #[must_use]
    pub fn new(context: &Context, options: Options) -> Self {
        fonts::install(context, &options.fonts);
        let settings = Settings::load(&options.folder, options.language);
        let dark = context.input(|input| input.raw.system_theme) == Some(SystemTheme::Dark);
        let (words, style) = (settings.words(), settings.style(dark));
        style::apply(context, &style);
        let screen = if settings.name.is_empty() {
            Screen::Welcome
        } else {
            Screen::Home
        };
        let keyring = Keyring::new(&options.folder);
        let mut program = Self {
            options,
            settings,
            words,
            style,
            dark,
            screen,
            welcome: Welcome::default(),
            broken_off: BrokenOff::default(),
            home: Home::default(),
            open: OpenScreen::default(),
            waiting: WaitingScreen::default(),
            people: PeopleScreen::default(),
            link: None,
            links: None,
            rules: RulesScreen::default(),
            settings_screen: SettingsScreen::default(),
            connection: ConnectionScreen::default(),
            table: None,
            keyring,
            unlock: None,
            blocked: None,
            closing: None,
            in_use: None,
            apart: None,
            from_settings: false,
            history: History::default(),
            online: None,
            connected: false,
            keys: false,
            came: (screen, 0.0),
            trouble: None,
            matches: 0,
        };
        program.ask_at_start();
        program
    }

    /// The name of the window.
    #[must_use]
    pub fn title(&self) -> String {
        self.words.get("app-name")
    }

    /// The texts in the language chosen.
    #[must_use]
    pub const fn words(&self) -> &Words {
        &self.words
    }

    /// The style chosen.
    #[must_use]
    pub const fn style(&self) -> &Style {
        &self.style
    }

    /// Shows the program and takes what the person does.
    pub fn ui(&mut self, ui: &mut Ui) {
        let dark = ui.input(|input| input.raw.system_theme) == Some(SystemTheme::Dark);
        if dark != self.dark {
            self.dark = dark;
            self.restyle(ui.ctx());
        }
        let area = ui.ctx().content_rect();
        ui.painter().rect_filled(area, 0.0, self.style.palette.page);
        self.leave_hasty_clicks(ui);
        if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::F1)) {
            self.keys = !self.keys;
        }
        let settings = ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::F7));
        if settings && !matches!(self.screen, Screen::Welcome | Screen::Settings) {
            self.go(ui.ctx(), &Go::Settings);
        }
        if ui.input_mut(|input| input.consume_key(egui::Modifiers::COMMAND, egui::Key::Q)) {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
        }
        self.after_good_bye(ui.ctx());
        self.connect(ui.ctx());
        self.hear(ui.ctx());
        self.take_links(ui.ctx());
        let area = self.notice(ui, area);
        let area = self.beside_the_match(ui, area);
        let (area, answered) = self.call_strip(ui, area);
        let go = match self.screen {
            Screen::Welcome => {
                self.show_welcome(ui, area);
                None
            }
            Screen::Home => self.show_home(ui, area),
            Screen::Settings => self.show_settings(ui, area),
            Screen::Connection => self.show_connection(ui, area),
            Screen::Rules(game) => {
                let choose = self.table.is_none();
                let (style, words) = (&self.style, &self.words);
                let go = self.rules.show(ui, area, style, words, game, choose);
                let escape = !self.covered() && ui.input(|input| input.key_pressed(egui::Key::Escape));
                go.or(escape.then_some(Go::Back))
            }
            Screen::Table => self.show_table(ui, area),
            Screen::Open => self.show_open(ui, area),
            Screen::Waiting => self.show_waiting(ui, area),
            Screen::People => self.show_people(ui, area),
            Screen::History => {
                let covered = self.covers();
                let (style, words, own) = (&self.style, &self.words, self.settings.name.as_str());
                self.history.show(ui, area, style, words, own, covered)
            }
        };
        let over = self.history.over(ui, &self.style, &self.words, &self.options.folder);
        let go = over.or(go).or(answered);
        if self.keys {
            let here = self.table.as_ref().map_or(&[][..], TableScreen::keys);
            self.keys = keys::show(ui, &self.style, &self.words, here);
        }
        self.identity_at_work(ui);
        let go = self.show_link(ui).or(go);
        if let Some(go) = go {
            self.go(ui.ctx(), &go);
        }
        self.look_anew();
        if let Some(table) = &mut self.table {
            while let Some(cue) = table.next_cue() {
                if self.settings.sounds {
                    self.options.sound.play(cue, self.settings.volume);
                }
            }
        }
    }

    /// The second click of a double click was meant for the screen that the first one has left: what lies there now does not hear it.
    fn leave_hasty_clicks(&mut self, ui: &mut Ui) {
        let (now, double) = ui.input(|input| {
            let pointer = &input.pointer;
            let primary = egui::PointerButton::Primary;
            let more = pointer.button_double_clicked(primary) || pointer.button_triple_clicked(primary);
            (input.time, more)
        });
        if self.came.0 != self.screen {
            self.came = (self.screen, now);
        }
        let quick = ui.ctx().options(|options| options.input_options.max_double_click_delay);
        if double && now - self.came.1 <= 2.0 * quick {
            ui.disable();
        }
    }

    fn go(&mut self, context: &Context, go: &Go) {
        match *go {
            Go::Home => self.screen = Screen::Home,
            Go::Back => {
                self.screen = if self.table.is_some() {
                    Screen::Table
                } else if self.settings.name.is_empty() {
                    // A file was looked at before the first start was done.
                    Screen::Welcome
                } else {
                    Screen::Home
                };
            }
            Go::Rules(game) => self.screen = Screen::Rules(game),
            Go::Settings => self.screen = Screen::Settings,
            Go::Connection => self.turn_to_connection(),
            Go::TakeUp(match_id) => self.take_up(context, match_id),
            Go::LetGo(match_id) => self.let_go(match_id),
            Go::Keys => self.keys = true,
            Go::Play(game) => self.play(context, game),
            Go::Open(game) => {
                self.open.begin(game);
                self.screen = Screen::Open;
            }
            Go::Waiting(table) => self.wait_at(table),
            Go::People => self.screen = Screen::People,
            Go::Link(ref link) => self.offer_link(link.clone()),
            Go::Ask(ref ask) => self.ask(ask),
            Go::Match(match_id) => self.show_match(match_id),
            Go::History => self.screen = Screen::History,
            _ => {
                if self.history.go(go, &self.options.folder, context) {
                    self.screen = Screen::History;
                }
            }
        }
        context.request_repaint();
    }

    /// A strip at the top that says what did not go well. Gives what is left of the area.
    fn notice(&mut self, ui: &mut Ui, area: Rect) -> Rect {
        let Some(trouble) = &self.trouble else {
            return area;
        };
        let (style, words) = (&self.style, &self.words);
        let ink = style.palette.ink;
        let width = area.width() - 180.0;
        let height = text::galley(ui.ctx(), style, trouble, Type::Body, ink, width).size().y;
        let height = (height + 2.0 * space::TWO).max(60.0);
        let strip = Rect::from_min_size(area.min, vec2(area.width(), height));
        panel(ui, style, strip.shrink(4.0));
        let mut closed = false;
        within(ui, style, strip.shrink(space::TWO), "notice", |ui| {
            row(ui, style, |ui| {
                closed = text::button(ui, style, &words.get("close"), Weight::Plain).clicked();
                text::coloured(ui, style, trouble, Type::Body, style.palette.danger);
            });
        });
        if closed {
            self.trouble = None;
        }
        Rect::from_min_max(egui::pos2(area.left(), strip.bottom()), area.max)
    }

    fn show_welcome(&mut self, ui: &mut Ui, area: Rect) {
        match self.welcome.show(ui, area, &self.style, &self.words) {
            Some(Answer::Language(language)) => {
                self.settings.set_language(language);
                self.restyle(ui.ctx());
            }
            Some(Answer::Name(name)) => {
                self.settings.name = name;
                self.save();
                self.screen = Screen::Home;
                ui.ctx().request_repaint();
            }
            None => {}
        }
    }

    fn show_table(&mut self, ui: &mut Ui, area: Rect) -> Option<Go> {
        let covered = self.covered();
        let table = self.table.as_mut()?;
        match table.show(ui, area, &self.style, &self.words, covered) {
            Some(Wants::Home) => {
                self.table = None;
                Some(Go::Home)
            }
            Some(Wants::Again) => {
                let game = table.about().game;
                self.table = None;
                Some(Go::Play(game))
            }
            Some(Wants::Rules(game)) => Some(Go::Rules(game)),
            Some(Wants::Settings) => Some(Go::Settings),
            Some(Wants::Keys) => Some(Go::Keys),
            None => None,
        }
    }

    /// Begins a practice match.
    fn play(&mut self, context: &Context, game: GameId) {
        let Some(entry) = table_of(game) else { return };
        let (identity, passing) = match self.practice_identity() {
            Ok(found) => found,
            Err(error) => {
                self.trouble = Some(Sentence::from(&error).say(&self.words));
                return;
            }
        };
        let names = self.words.get("bot-names");
        let setup = Setup {
            game,
            table: table_for(game, &self.settings.table(game)),
            name: self.settings.name.clone(),
            bots: bot_names(&names, &self.settings.name),
            clock: self.settings.practice_clock,
            pace: self.options.pace,
            seed: self.options.seed.map(|seed| seed.wrapping_add(self.matches)),
        };
        self.matches += 1;
        let waker = context.clone();
        let wake: Wake = Arc::new(move || waker.request_repaint());
        match practice::start(&setup, identity, passing, &self.options.folder, wake) {
            Ok(feed) => {
                self.table = Some(TableScreen::new(Box::new(feed), entry));
                self.screen = Screen::Table;
            }
            Err(error) => self.trouble = Some(Sentence::from(&error).say(&self.words)),
        }
    }

    /// The match that is on.
    #[must_use]
    pub const fn table(&self) -> Option<&TableScreen> {
        self.table.as_ref()
    }

    /// Goes to a screen.
    pub fn go_to(&mut self, go: &Go, context: &Context) {
        self.go(context, go);
    }

    /// What was played.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Shows a match that comes from elsewhere.
    pub fn open(&mut self, feed: Box<dyn super::feed::Feed>) {
        if let Some(entry) = table_of(feed.about().game) {
            self.table = Some(TableScreen::new(feed, entry));
            self.screen = Screen::Table;
        }
    }

    /// Starts the node, once there is a name and an identity that needs no passphrase. Where it does not start, it is said why, and
    /// practice goes on.
    fn connect(&mut self, context: &Context) {
        if self.connected || self.settings.name.is_empty() {
            return;
        }
        let Some(at) = self.options.network.clone() else {
            return;
        };
        self.connected = true;
        let identity = match self.keyring.identity() {
            Ok(Some(identity)) => identity,
            Ok(None) => return,
            Err(error) => return self.stay_apart((&error).into()),
        };
        let waker = context.clone();
        let wake: Wake = Arc::new(move || waker.request_repaint());
        match Online::start(&self.options.folder, identity, &self.settings, &at, Arc::clone(&wake)) {
            Ok(online) => {
                self.online = Some(online);
                self.in_use = Some(own::InUse::of(&self.settings));
                self.apart = None;
                self.listen_for_links(wake);
            }
            Err(sentence) => self.stay_apart(sentence),
        }
    }

    /// There are no people, and why.
    fn stay_apart(&mut self, reason: Sentence) {
        self.trouble = Some(self.offline(&reason));
        self.apart = Some(reason);
    }

    /// The sentence that says why there are no people.
    fn offline(&self, reason: &Sentence) -> String {
        let offline = Sentence::of("table-offline").sentence("reason", reason.clone());
        offline.say(&self.words)
    }

    /// Does what follows from what the node has told.
    fn hear(&mut self, context: &Context) {
        let Some(online) = &mut self.online else { return };
        for happened in online.take_in() {
            match happened {
                Happened::Invited => self.called(context),
                Happened::Certificates => self.history.renew(&self.options.folder, context),
                Happened::Began { match_id, after } => self.began(match_id, after),
                Happened::Refused { table, refusal } => self.refused(table, &refusal),
                Happened::Trouble(sentence) => self.trouble = Some(sentence.say(&self.words)),
                Happened::Stopped => {
                    self.online = None;
                    self.trouble = Some(self.words.get("table-stopped"));
                }
            }
        }
    }

    /// A match is there. It is shown, unless another one is being played on the screen; then it waits at the home screen. Whoever waits
    /// at its table looks for nothing else.
    fn began(&mut self, match_id: Digest32, after: Option<Digest32>) {
        let table = self.online.as_ref().and_then(|online| online.table_of(match_id));
        let waits = self.screen == Screen::Waiting && table.is_some() && self.waiting.table() == table;
        let shown = self.table.as_ref().filter(|_| self.screen != Screen::Home && !waits);
        let busy = shown.is_some_and(|table| {
            let follows = table.about().among.map(|among| among.match_id) == after && after.is_some();
            !follows && !table.is_over()
        });
        if busy {
            self.trouble = Some(self.words.get("table-begins-elsewhere"));
        } else {
            self.show_match(match_id);
        }
    }

    /// Shows a match with people.
    pub fn show_match(&mut self, match_id: Digest32) {
        if let Some(feed) = self.online.as_ref().and_then(|online| online.feed(match_id)) {
            self.open(feed);
        }
    }

    /// This person's node, where it runs.
    #[must_use]
    pub const fn online(&self) -> Option<&Online> {
        self.online.as_ref()
    }

    /// This person's node, to ask something of it.
    pub const fn online_mut(&mut self) -> Option<&mut Online> {
        self.online.as_mut()
    }

    /// The program ends: the node says good-bye, and stays a moment where the others may not have what was signed last. Matches with
    /// people go on at the next start.
    pub fn close(&mut self) {
        self.table = None;
        if let Some(online) = self.online.take() {
            online.quit();
        }
        if let Some((task, _)) = self.closing.take() {
            task.wait();
        }
    }

    /// Whether something lies over the screen and has the keys.
    const fn covered(&self) -> bool {
        self.covers() || self.history.covers()
    }

    /// Whether something lies over every screen.
    const fn covers(&self) -> bool {
        self.keys || self.link.is_some() || self.unlock.is_some()
    }

    fn save(&mut self) {
        if let Err(error) = self.settings.save(&self.options.folder) {
            let unsaved = Sentence::of("settings-unsaved").sentence("reason", &error);
            self.trouble = Some(unsaved.say(&self.words));
        }
    }

    fn restyle(&mut self, context: &Context) {
        self.words = self.settings.words();
        self.style = self.settings.style(self.dark);
        style::apply(context, &self.style);
        context.request_repaint();
    }
}
