//! What the program does about people before a match: tables around, a table of one's own, links, the people met.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use egui::{Context, Rect, Ui, UserAttentionType, ViewportCommand};
use jiff::tz::TimeZone;
use majlis_net::people::{People, Standing as PersonStanding};
use majlis_net::table::Refusal;
use majlis_net::table_id::TableId;

use super::{Program, Screen};
use crate::links::desktop::Desktop;
use crate::links::handover;
use crate::ui::asked::Ask;
use crate::ui::feed::Wake;
use crate::ui::online::{self, Around, Kept, Online, Sitting};
use crate::ui::screens::home::company::{Company, Invited, Near, Running, Sat, Standing};
use crate::ui::screens::home::link::LinkDialog;
use crate::ui::screens::passphrase::{Asked, Form};
use crate::ui::screens::people::OwnTable;
use crate::ui::screens::{Go, home, people, waiting};
use crate::ui::sentence::Sentence;
use crate::ui::widgets::Closing;

/// So many tables around are shown.
const AROUND: usize = 60;
/// How often a screen is drawn on which nothing changes but time.
const ONCE_IN_A_WHILE: Duration = Duration::from_secs(10);

impl Company {
    /// Everything that a node has told.
    #[must_use]
    pub fn of(online: &Online) -> Self {
        Self {
            online: true,
            matches: online.matches().iter().map(Running::of).collect(),
            tables: (online.sittings().iter())
                .map(|(table, sitting)| Sat::of(*table, sitting))
                .collect(),
            invited: (online.invited().iter())
                .map(|invited| Invited::of(invited, online.people()))
                .collect(),
            // Where one sits or plays already is told above.
            around: (online.around().iter())
                .filter(|around| !online.sittings().contains_key(&around.table))
                .filter(|around| online.match_at(around.table).is_none())
                .take(AROUND)
                .map(Near::of)
                .collect(),
        }
    }
}

impl Invited {
    pub(super) fn of(invited: &online::Invited, people: &People) -> Self {
        let known = people.get(&invited.invitation.host);
        Self {
            name: online::shown_name(known.map_or("", |known| &known.name), &invited.invitation.host),
            game: invited.game,
            invitation: invited.invitation.clone(),
            minutes: (invited.stands()).map(|left| u32::try_from(left.as_secs().div_ceil(60)).unwrap_or(u32::MAX)),
        }
    }
}

impl OwnTable {
    /// The table of this person that somebody can still be asked to.
    fn of(online: &Online) -> Option<Self> {
        let mut sittings = online.sittings().iter();
        sittings.find_map(|(table, sitting)| {
            let seating = sitting.seating.as_ref().filter(|seating| seating.free() > 0)?;
            (sitting.mine && sitting.invitation.is_some()).then(|| Self {
                table: *table,
                seated: seating.sitters.iter().map(|sitter| sitter.identity).collect(),
                calls: sitting.calls.clone(),
            })
        })
    }
}

impl Running {
    fn of(kept: &Kept) -> Self {
        Self {
            match_id: kept.match_id,
            game: kept.game,
            with: kept.names.clone(),
            standing: if !kept.again.is_empty() {
                Standing::Again(kept.again.clone())
            } else if !kept.plays {
                Standing::Watched
            } else if kept.resting {
                Standing::Resting
            } else if kept.paused {
                Standing::Paused
            } else if kept.my_turn {
                Standing::MyTurn
            } else {
                kept.turn.clone().map_or(Standing::On, Standing::Turn)
            },
        }
    }
}

impl Sat {
    fn of(table: TableId, sitting: &Sitting) -> Self {
        let seating = sitting.seating.as_ref();
        let host = seating.and_then(|seating| seating.sitters.first());
        Self {
            table,
            game: sitting.terms.as_ref().map(|terms| terms.game),
            host: (!sitting.mine).then(|| host.map(|host| host.name.clone()).unwrap_or_default()),
            seats: seating.map(|seating| (seating.sitters.len(), seating.persons)),
        }
    }
}

impl Near {
    fn of(around: &Around) -> Self {
        let advert = &around.advert;
        Self {
            host: around.host,
            name: online::shown_name(&advert.name, &around.host),
            table: around.table,
            game: advert.game_id(),
            terms: advert.terms.clone(),
            clock: advert.clock,
            friend: around.friend,
            local: around.near,
            persons: advert.persons,
            free: advert.free,
            watch: advert.watch,
            mismatch: advert.versions.mismatch(),
        }
    }
}

impl Program {
    /// Listens for links that are handed over, once the profile is taken.
    pub(super) fn listen_for_links(&mut self, wake: Wake) {
        match handover::listen(&self.options.folder, wake) {
            Ok(listener) => self.links = Some(listener),
            Err(error) => tracing::warn!(%error, "no links can be handed over"),
        }
    }

    /// Takes the link that the program was started with, and those that were handed over since.
    pub(super) fn take_links(&mut self, context: &Context) {
        if self.screen == Screen::Welcome {
            return;
        }
        let handed = self.links.as_ref().and_then(handover::Listener::next);
        if handed.is_some() {
            // Somebody has clicked a link elsewhere and looks for what comes of it.
            context.send_viewport_cmd(ViewportCommand::Minimized(false));
            context.send_viewport_cmd(ViewportCommand::Focus);
            let attention = ViewportCommand::RequestUserAttention(UserAttentionType::Informational);
            context.send_viewport_cmd(attention);
        }
        if let Some(link) = handed.or_else(|| self.options.link.take()) {
            self.offer_link(Some(link));
        }
    }

    /// Begins with a link on a desktop, as if the program had been started with them.
    pub fn begin_with_link(&mut self, link: String, desktop: Option<Desktop>) {
        self.options.link = Some(link);
        self.options.desktop = desktop;
    }

    /// Opens the dialog for a link: this one, or one that is to be pasted.
    pub(super) fn offer_link(&mut self, link: Option<String>) {
        self.link = Some(LinkDialog::with(link, self.options.desktop.as_ref()));
    }

    /// Shows that dialog over whatever else is there.
    pub(super) fn show_link(&mut self, ui: &Ui) -> Option<Go> {
        let dialog = self.link.as_mut()?;
        let me = self.online.as_ref().map(Online::me);
        match dialog.show(ui, &self.style, &self.words, me) {
            Closing::Open => None,
            Closing::Dismissed => {
                self.link = None;
                None
            }
            Closing::Done(wanted) => {
                self.link = None;
                wanted
            }
        }
    }

    pub(super) fn show_home(&mut self, ui: &mut Ui, area: Rect) -> Option<Go> {
        let area = self.locked_strip(ui, area);
        let (style, words, folder) = (&self.style, &self.words, &self.options.folder);
        let (area, on) = self.broken_off.show(ui, area, style, words, folder);
        let company = self.online.as_ref().map(Company::of).unwrap_or_default();
        if !company.invited.is_empty() {
            // They say for how many minutes they stand.
            ui.ctx().request_repaint_after(ONCE_IN_A_WHILE);
        }
        let scene = home::Scene {
            style: &self.style,
            words: &self.words,
            company: &company,
        };
        let (go, changed) = self.home.show(ui, area, &scene, &mut self.settings);
        if changed {
            self.save();
            ui.ctx().request_repaint();
        }
        on.or(go)
    }

    pub(super) fn show_open(&mut self, ui: &mut Ui, area: Rect) -> Option<Go> {
        let (style, words) = (&self.style, &self.words);
        let (go, changed) = self.open.show(ui, area, style, words, &mut self.settings);
        if changed {
            self.save();
            ui.ctx().request_repaint();
        }
        go.or_else(|| self.escaped(ui))
    }

    pub(super) fn show_waiting(&mut self, ui: &mut Ui, area: Rect) -> Option<Go> {
        let (Some(online), Some(table)) = (&self.online, self.waiting.table()) else {
            return Some(Go::Home);
        };
        let scene = waiting::Scene {
            style: &self.style,
            words: &self.words,
            sitting: online.sittings().get(&table),
            me: online.me(),
            people: online.people(),
        };
        let go = self.waiting.show(ui, area, &scene);
        go.or_else(|| self.escaped(ui))
    }

    pub(super) fn show_people(&mut self, ui: &mut Ui, area: Rect) -> Option<Go> {
        let Some(online) = &self.online else {
            return Some(Go::Home);
        };
        let company = Company::of(online);
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let zone = TimeZone::system();
        let scene = people::Scene {
            style: &self.style,
            words: &self.words,
            people: online.people(),
            around: &company.around,
            own: OwnTable::of(online),
            now: since.map_or(0, |since| since.as_secs()),
            zone: &zone,
        };
        let go = self.people.show(ui, area, &scene);
        go.or_else(|| self.escaped(ui))
    }

    /// Home, where Escape was pressed and nothing lies over the screen that it closes.
    fn escaped(&self, ui: &Ui) -> Option<Go> {
        let dialog = ui.memory(|memory| memory.top_modal_layer().is_some());
        let covered = self.covered() || dialog || egui::Popup::is_any_open(ui.ctx());
        let escape = !covered && ui.input(|input| input.key_pressed(egui::Key::Escape));
        escape.then_some(Go::Home)
    }

    /// Asks the node for something, and goes where that leads.
    pub(super) fn ask(&mut self, ask: &Ask) {
        if self.online.is_none() {
            return self.ask_nobody();
        }
        // Whoever sits there already, or plays there, only goes back.
        let table = match ask {
            Ask::Join(invitation) => Some(invitation.table),
            Ask::SitDown { table, .. } | Ask::Watch { table, .. } => Some(*table),
            _ => None,
        };
        if table.is_some_and(|table| self.goes_back_to(table)) {
            return;
        }
        let Some(online) = &mut self.online else { return };
        let mut done = Ok(());
        match ask {
            Ask::Open { terms, private } => {
                let table = online.open((**terms).clone(), *private, !*private);
                self.wait_at(table);
            }
            Ask::Join(invitation) => {
                online.join(invitation.clone());
                self.wait_at(invitation.table);
            }
            Ask::SitDown { host, table } => {
                online.join_advert(*host, *table);
                self.wait_at(*table);
            }
            Ask::Watch { host, table } => {
                online.watch_advert(*host, *table);
                self.wait_at(*table);
            }
            Ask::Invite { table, person } => online.invite(*table, *person),
            Ask::Decline(host) => online.decline(host),
            Ask::Resume(match_id) => {
                online.resume(*match_id);
                self.show_match(*match_id);
            }
            Ask::Seat { table, chosen, ready } => online.seat(*table, *chosen, *ready),
            Ask::Say { table, saying } => online.say(*table, saying.clone()),
            Ask::Mute { table, person, muted } => online.mute_before(*table, *person, *muted),
            Ask::Stand(table) => {
                online.stand(*table);
                self.screen = Screen::Home;
            }
            Ask::Standing { person, name, standing } => {
                done = match standing {
                    PersonStanding::Met => online.unblock(*person),
                    PersonStanding::Friend => online.befriend(*person, name),
                    PersonStanding::Blocked => online.block(*person, name),
                };
            }
            Ask::Verified { person, name, verified } => {
                // Somebody whose pictures were compared is known from then on.
                done = online.know(*person, name);
                done = done.and_then(|()| online.set_verified(person, *verified));
            }
            Ask::Forget(person) => done = online.forget(person),
        }
        if let Err(sentence) = done {
            self.trouble = Some(sentence.say(&self.words));
        }
    }

    /// There is nobody to ask: it is said why, and an identity that is sealed is opened first.
    fn ask_nobody(&mut self) {
        let sentence = match &self.apart {
            _ if self.keyring.is_locked() => {
                self.unlock = Some(Form::new(Asked::Unlock, true));
                self.words.get("connection-locked")
            }
            Some(reason) => self.offline(reason),
            None => self.words.get("connection-never"),
        };
        self.trouble = Some(sentence);
    }

    /// Goes to a table at which this person sits, or to the match that is played there. Says whether there is one.
    fn goes_back_to(&mut self, table: TableId) -> bool {
        let Some(online) = &self.online else { return false };
        if online.sittings().contains_key(&table) {
            self.wait_at(table);
            return true;
        }
        match online.match_at(table) {
            Some(match_id) => {
                self.show_match(match_id);
                true
            }
            None => false,
        }
    }

    /// Shows a table that is not closed yet.
    pub(super) fn wait_at(&mut self, table: TableId) {
        self.waiting.turn_to(table);
        self.screen = Screen::Waiting;
    }

    /// This person does not sit at a table, or no longer.
    pub(super) fn refused(&mut self, table: TableId, refusal: &Refusal) {
        let sentence = Sentence::from(refusal).say(&self.words);
        if self.screen == Screen::Waiting && self.waiting.table() == Some(table) {
            self.waiting.refuse(sentence);
        } else {
            self.trouble = Some(sentence);
        }
    }
}
