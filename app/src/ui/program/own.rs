//! What the program does with what is the person's own: settings, identity, practice matches that were broken off.

use std::sync::Arc;

use egui::{Context, Rect, Ui, pos2, vec2};
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::{Identity, IdentityKey};
use majlis_net::address::RelayAddress;
use majlis_net::link;
use majlis_net::people::{People, Standing};

use super::{Program, Screen};
use crate::folder::FolderError;
use crate::ui::feed::Wake;
use crate::ui::keyring::Deed;
use crate::ui::online;
use crate::ui::practice;
use crate::ui::screens::Go;
use crate::ui::screens::connection::{Reached, Running, Way, Ways};
use crate::ui::screens::passphrase::{Asked, Form, refused};
use crate::ui::screens::settings::Scene;
use crate::ui::sentence::Sentence;
use crate::ui::settings::Settings;
use crate::ui::style::{Type, space};
use crate::ui::task::Task;
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Closing, panel, row, within};

/// The height of a strip at the top, in points.
pub(super) const STRIP: f32 = 60.0;

/// Who is blocked: key and name.
pub(super) type Blocked = Vec<(IdentityKey, String)>;

/// What the node was started with, of what can be changed in the settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct InUse {
    name: String,
    relays: Vec<RelayAddress>,
    bootstrap: Vec<RelayAddress>,
    lan_only: bool,
    lobby: bool,
    upnp: bool,
}

impl InUse {
    pub(super) fn of(settings: &Settings) -> Self {
        Self {
            name: settings.name.clone(),
            relays: settings.relays.clone(),
            bootstrap: settings.bootstrap.clone(),
            lan_only: settings.lan_only,
            lobby: settings.lobby,
            upnp: settings.upnp,
        }
    }
}

impl Program {
    /// Asks for the passphrase of a sealed identity, once there is a name.
    pub(super) fn ask_at_start(&mut self) {
        if self.keyring.is_locked() && !self.settings.name.is_empty() {
            self.unlock = Some(Form::new(Asked::Unlock, true));
        }
    }

    /// The dialog that asks for it, and what came of what is being done with the identity.
    pub(super) fn identity_at_work(&mut self, ui: &Ui) {
        if let Some(form) = &mut self.unlock {
            let busy = self.keyring.is_busy() || self.closing.is_some();
            match form.show(ui, &self.style, &self.words, busy) {
                Closing::Open => {}
                Closing::Dismissed => self.unlock = None,
                Closing::Done(deed) => self.keyring.begin(ui.ctx(), deed),
            }
        }
        let Some(result) = self.keyring.poll() else { return };
        let mut told = self.settings_screen.tell(&self.words, &result);
        match (&result, &mut self.unlock) {
            (Ok(_), unlock) => *unlock = None,
            (Err(reason), Some(form)) => {
                form.refuse(&self.words, reason);
                told = true;
            }
            (Err(_), None) => {}
        }
        // Whoever has closed the dialog meanwhile must not believe that it was done.
        if let Err(reason) = &result
            && !told
        {
            self.trouble = Some(refused(reason).say(&self.words));
        }
        // With another identity, or one that is open now, the node can be begun; or again, where it was ended for it.
        if self.online.is_none() && self.closing.is_none() {
            self.connected = false;
        }
    }

    /// Has something done with the identity.
    fn do_with_identity(&mut self, context: &Context, deed: Deed) {
        if matches!(deed, Deed::Restore { .. }) && self.online.is_some() {
            // Nobody plays with the profile while its identity is exchanged.
            self.disconnect(context, Some(deed));
        } else {
            self.keyring.begin(context, deed);
        }
    }

    /// Has the node say good-bye, which takes a moment; then the identity is dealt with, or the node begun anew. Matches with people go on
    /// with it.
    fn disconnect(&mut self, context: &Context, deed: Option<Deed>) {
        let Some(online) = self.online.take() else { return };
        if self.table.as_ref().is_some_and(|table| table.about().among.is_some()) {
            self.table = None;
        }
        (self.in_use, self.links) = (None, None);
        self.closing = Some((Task::begin(context, move || online.quit()), deed));
    }

    /// Goes on where the node has said good-bye.
    pub(super) fn after_good_bye(&mut self, context: &Context) {
        let Some((task, _)) = &self.closing else { return };
        if task.poll().is_none() {
            return;
        }
        match self.closing.take().and_then(|(_, deed)| deed) {
            Some(deed) => self.keyring.begin(context, deed),
            None => self.connected = false,
        }
    }

    /// Whether what was changed in the settings is used only when the node is begun anew.
    fn is_stale(&self) -> bool {
        let now = || InUse::of(&self.settings);
        self.in_use.as_ref().is_some_and(|in_use| *in_use != now())
    }

    /// What was found when a screen was come to is looked for anew the next time.
    pub(super) fn look_anew(&mut self) {
        if self.screen != Screen::Home {
            self.broken_off.forget();
        }
        if self.screen != Screen::Settings {
            self.blocked = None;
        }
    }

    /// Goes to the connection, and remembers from where.
    pub(super) fn turn_to_connection(&mut self) {
        self.from_settings = self.screen == Screen::Settings;
        self.screen = Screen::Connection;
    }

    /// The connection in plain words.
    pub(super) fn show_connection(&mut self, ui: &mut Ui, area: Rect) -> Option<Go> {
        let ways = self.ways();
        let covered = self.covered();
        let (style, words) = (&self.style, &self.words);
        match self.connection.show(ui, area, style, words, &ways, covered) {
            Some(Go::Back) if self.from_settings => Some(Go::Settings),
            go => go,
        }
    }

    fn ways(&self) -> Ways {
        let running = match (&self.online, &self.apart) {
            (Some(_), _) => Running::Yes,
            (None, _) if self.keyring.is_locked() => Running::Locked,
            (None, Some(reason)) => Running::No(reason.clone()),
            (None, None) => Running::Never,
        };
        let in_use = self.in_use.clone().unwrap_or_else(|| InUse::of(&self.settings));
        let mut ways = Ways {
            running,
            lan_only: in_use.lan_only,
            mdns: self.options.network.as_ref().is_some_and(|network| network.mdns),
            ..Ways::default()
        };
        if let Some(online) = &self.online {
            let reach = online.reach();
            ways.listening.clone_from(&reach.listening);
            ways.direct = reach.direct;
            ways.relays.clone_from(&reach.relays);
            for link in &reach.links {
                let way = match &link.way {
                    link::Way::Direct { .. } => Way::Direct,
                    link::Way::Relayed { relay } => Way::Relay(relay.clone().map(Box::new)),
                };
                match link.role {
                    link::Role::Relay => ways.connected_relays += 1,
                    link::Role::Table | link::Role::Friend => ways.people.push(Reached {
                        name: self.name_of(&link.who),
                        way,
                    }),
                }
            }
        }
        ways
    }

    /// What somebody goes by, as far as that is known here; else the beginning of the key.
    fn name_of(&self, who: &IdentityKey) -> String {
        let Some(online) = &self.online else {
            return String::new();
        };
        let met = online.people().get(who).map(|person| person.name.clone());
        let seats = online
            .sittings()
            .values()
            .filter_map(|sitting| sitting.seating.as_ref());
        let mut sitters = seats.flat_map(|seating| &seating.sitters);
        let name = met
            .filter(|name| !name.is_empty())
            .or_else(|| Some(sitters.find(|sitter| sitter.identity == *who)?.name.clone()));
        online::shown_name(&name.unwrap_or_default(), who)
    }

    /// The settings.
    pub(super) fn show_settings(&mut self, ui: &mut Ui, area: Rect) -> Option<Go> {
        let fingerprint = self.keyring.fingerprint();
        let blocked = self.blocked();
        let profile = self.options.folder.root().to_owned();
        let scene = Scene {
            style: &self.style,
            words: &self.words,
            profile: &profile,
            report: self.options.report.as_deref(),
            standing: self.keyring.standing(),
            locked: self.keyring.is_locked(),
            fingerprint,
            busy: self.keyring.is_busy() || self.closing.is_some(),
            blocked: &blocked,
            stale: self.is_stale(),
            opens_links: self.options.desktop.is_some(),
        };
        let covered = self.covered() || self.settings_screen.is_covered();
        let changed = self.settings_screen.show(ui, area, &scene, &mut self.settings);
        if changed.settings {
            self.save();
            self.restyle(ui.ctx());
        }
        if let Some(cue) = changed.cue {
            self.options.sound.play(cue, self.settings.volume);
        }
        if changed.restart {
            self.disconnect(ui.ctx(), None);
        }
        if let Some(deed) = changed.deed {
            self.do_with_identity(ui.ctx(), deed);
        }
        if let Some(person) = changed.unblock {
            self.unblock(person);
        }
        let escape = !covered && ui.input(|input| input.key_pressed(egui::Key::Escape));
        changed.go.or(escape.then_some(Go::Back))
    }

    /// Who is blocked, by name. The list is read when the settings are come to.
    fn blocked(&mut self) -> Blocked {
        if let Some(online) = &self.online {
            return blocked_of(online.people());
        }
        let folder = &self.options.folder;
        let listed = self.blocked.get_or_insert_with(|| {
            let people = People::open(folder.people()).ok();
            people.as_ref().map(blocked_of).unwrap_or_default()
        });
        listed.clone()
    }

    fn unblock(&mut self, person: IdentityKey) {
        let done = match &mut self.online {
            Some(online) => online.unblock(person),
            None => People::open(self.options.folder.people())
                .and_then(|mut people| people.set_standing(person, "", Standing::Met, 0))
                .map_err(|error| Sentence::from(&error)),
        };
        if let Err(sentence) = done {
            self.trouble = Some(sentence.say(&self.words));
        }
        self.blocked = None;
    }

    /// Goes on with a practice match.
    pub(super) fn take_up(&mut self, context: &Context, match_id: Digest32) {
        let own = self.keyring.identity().ok().flatten();
        let waker = context.clone();
        let wake: Wake = Arc::new(move || waker.request_repaint());
        match practice::resume(match_id, own.as_ref(), self.options.pace, &self.options.folder, wake) {
            Ok(feed) => self.open(Box::new(feed)),
            Err(error) => self.trouble = Some(Sentence::from(&error).say(&self.words)),
        }
    }

    /// Lets go of a practice match.
    pub(super) fn let_go(&mut self, match_id: Digest32) {
        if let Err(error) = practice::forget(&self.options.folder, match_id) {
            self.trouble = Some(Sentence::from(&error).say(&self.words));
        }
        self.broken_off.forget();
    }

    /// Who practises. One whose identity is sealed is not asked for its passphrase: a passing one does, and whether it is one is
    /// said.
    pub(super) fn practice_identity(&mut self) -> Result<(Arc<Identity>, bool), FolderError> {
        let own = self.keyring.identity()?;
        let passing = || Arc::new(Identity::generate(&mut rand::rng()));
        Ok((own.clone().unwrap_or_else(passing), own.is_none()))
    }

    /// A strip at the top that says, while another screen is shown, that the match waits for the person or is over, and leads back to
    /// it. Gives what is left of the area.
    pub(super) fn beside_the_match(&mut self, ui: &mut Ui, area: Rect) -> Rect {
        if self.screen == Screen::Table {
            return area;
        }
        let (style, words) = (&self.style, &self.words);
        let Some(line) = self.table.as_mut().and_then(|table| table.aside(ui, style, words)) else {
            return area;
        };
        let strip = Rect::from_min_size(area.min, vec2(area.width(), STRIP));
        panel(ui, style, strip.shrink(4.0));
        let mut back = false;
        within(
            ui,
            style,
            strip.shrink2(vec2(space::TWO, 12.0)),
            "beside the match",
            |ui| {
                row(ui, style, |ui| {
                    back = text::button(ui, style, &words.get("to-table"), Weight::Primary).clicked();
                    let room = ui.available_width();
                    text::label_within(ui, style, &line, Type::Strong, style.palette.ink, room);
                });
            },
        );
        if back {
            self.screen = Screen::Table;
            ui.ctx().request_repaint();
        }
        Rect::from_min_max(pos2(area.left(), strip.bottom()), area.max)
    }

    /// A strip above the home screen that says that the identity is locked, and opens it. Gives what is left of the area.
    pub(super) fn locked_strip(&mut self, ui: &mut Ui, area: Rect) -> Rect {
        if !self.keyring.is_locked() || self.unlock.is_some() {
            return area;
        }
        let (style, words) = (&self.style, &self.words);
        let strip = Rect::from_min_size(area.min, vec2(area.width(), STRIP));
        panel(ui, style, strip.shrink(4.0));
        let mut open = false;
        within(ui, style, strip.shrink2(vec2(space::TWO, 12.0)), "locked", |ui| {
            row(ui, style, |ui| {
                open = text::button(ui, style, &words.get("settings-unlock"), Weight::Primary).clicked();
                let line = words.get("connection-locked");
                let room = ui.available_width();
                text::label_within(ui, style, &line, Type::Body, style.palette.ink, room);
            });
        });
        if open {
            self.unlock = Some(Form::new(Asked::Unlock, true));
        }
        Rect::from_min_max(pos2(area.left(), strip.bottom()), area.max)
    }
}

/// The blocked persons of a list, by name.
fn blocked_of(people: &People) -> Blocked {
    let all = people.iter();
    let blocked = all.filter(|(_, person)| person.standing == Standing::Blocked);
    let mut listed: Blocked = blocked.map(|(key, person)| (*key, person.name.clone())).collect();
    listed.sort_by(|(one, name), (other, other_name)| (name, one).cmp(&(other_name, other)));
    listed
}
