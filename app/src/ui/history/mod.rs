//! What was played: logs, replays and profiles, and the screens that show them. Everything is read, checked and written on threads of
//! its own.
//!
//! | module | what |
//! | --- | --- |
//! | [`archive`] | the matches of a profile |
//! | [`story`] | a match, read from its file and checked |
//! | [`verdict`] | what checking has given, in plain words |
//! | [`work`] | work on a thread |

pub mod archive;
pub mod story;
pub mod verdict;
pub mod work;

use std::sync::Arc;

use egui::{Align2, Context, Key as Press, Order, Rect, Sense, Ui};

use self::archive::Archive;
use self::story::Checked;
use super::feed::Wake;
use super::screens::Go;
use super::screens::check::{After, CheckDialog};
use super::screens::logs::LogsScreen;
use super::screens::profile;
use super::screens::replay::ReplayScreen;
use super::style::{Style, Type, faded};
use super::text;
use super::words::Words;
use crate::folder::Folder;
use crate::profile::fact::Key;
use crate::profile::figures::Figure;
use crate::profile::matches::Standing;

/// One of the screens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Logs,
    Behind(Key, Figure),
    Profile(Option<Key>),
    Replay,
}

/// The screens about what was played, and what they show.
#[derive(Default)]
pub struct History {
    archive: Archive,
    logs: LogsScreen,
    replay: ReplayScreen,
    check: CheckDialog,
    /// Where the person is, and where he came from.
    places: Vec<Place>,
}

impl History {
    /// Goes where the person wants to, if it is here. Says whether one of these screens is to be shown: what checking a file
    /// gives is shown over any screen.
    pub fn go(&mut self, go: &Go, folder: &Folder, context: &Context) -> bool {
        let place = match go {
            Go::Logs => Place::Logs,
            Go::Profile(key) => Place::Profile(*key),
            Go::Behind(key, figure) => Place::Behind(*key, *figure),
            Go::Check(path) => {
                self.check.add(path.clone());
                return false;
            }
            Go::Replay(path) => {
                self.replay.load(path.clone(), folder, context);
                Place::Replay
            }
            _ => return false,
        };
        if matches!(place, Place::Logs | Place::Profile(_)) {
            self.read(folder, context);
        }
        self.places.push(place);
        true
    }

    fn read(&mut self, folder: &Folder, context: &Context) {
        let waker = context.clone();
        let wake: Wake = Arc::new(move || waker.request_repaint());
        self.archive.refresh(folder, wake);
    }

    /// Something new is known: what is shown of it is computed anew, and stays as it is until that is done. Where nothing is shown,
    /// everything is read when somebody comes here.
    pub fn renew(&mut self, folder: &Folder, context: &Context) {
        if !self.places.is_empty() {
            self.read(folder, context);
        }
    }

    /// Whether something of it lies over whatever screen there is.
    #[must_use]
    pub const fn covers(&self) -> bool {
        self.check.is_open()
    }

    /// The replay.
    #[must_use]
    pub const fn replay(&self) -> &ReplayScreen {
        &self.replay
    }

    /// What the profile holds.
    #[must_use]
    pub const fn archive(&self) -> &Archive {
        &self.archive
    }

    /// Shows the screen where the person is, who goes by `own`; [`Go::Back`] where he leaves the last of them.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        style: &Style,
        words: &Words,
        own: &str,
        covered: bool,
    ) -> Option<Go> {
        self.archive.take_in();
        let covered = covered || self.covers();
        let escape = !covered && !self.replay.is_covered() && ui.input(|input| input.key_pressed(Press::Escape));
        let go = match *self.places.last()? {
            Place::Logs => self.logs.show(ui, area, style, words, &self.archive, None, covered),
            Place::Behind(key, figure) => {
                let behind = Some((key, figure));
                self.logs.show(ui, area, style, words, &self.archive, behind, covered)
            }
            Place::Profile(key) => profile::show(ui, area, style, words, &self.archive, key, own),
            Place::Replay => self.replay.show(ui, area, style, words, covered),
        };
        if let Some((path, checked)) = self.replay.refused() {
            self.check.tell(path, checked);
        }
        match go.or(escape.then_some(Go::Back)) {
            Some(Go::Back) => {
                if self.places.pop() == Some(Place::Replay) {
                    self.replay = ReplayScreen::default();
                }
                ui.ctx().request_repaint();
                self.places.is_empty().then_some(Go::Back)
            }
            go => go,
        }
    }

    /// Shows what lies over any screen, and takes files that are dropped on the window.
    pub fn over(&mut self, ui: &Ui, style: &Style, words: &Words, folder: &Folder) -> Option<Go> {
        // A frame may be laid out twice; a file is dropped once.
        if ui.ctx().current_pass_index() == 0 {
            for file in ui.input(|input| input.raw.dropped_files.clone()) {
                self.check.add(file.path().to_owned());
            }
        }
        if ui.input(|input| !input.raw.hovered_files.is_empty()) {
            veil(ui, style, words);
        }
        let archive = &self.archive;
        let contested = |checked: &Checked| {
            let match_id = match checked {
                Checked::Log(log) => log.verified.match_id,
                Checked::Certificate(fact) => fact.as_ref().as_ref().ok().map(|fact| fact.match_id),
                _ => None,
            };
            let known = match_id.and_then(|match_id| archive.profile()?.known(match_id));
            known.is_some_and(|known| known.standing == Standing::Contested)
        };
        match self.check.show(ui, style, words, &contested)? {
            After::Replay(story) => {
                self.replay.open(story, folder);
                if self.places.last() != Some(&Place::Replay) {
                    self.places.push(Place::Replay);
                }
                ui.ctx().request_repaint();
                Some(Go::History)
            }
        }
    }
}

/// Says that a file can be dropped here.
fn veil(ui: &Ui, style: &Style, words: &Words) {
    let screen = ui.ctx().content_rect();
    let layer = egui::LayerId::new(Order::Foreground, egui::Id::unique("dropping"));
    let painter = ui.ctx().layer_painter(layer);
    let palette = &style.palette;
    painter.rect_filled(screen, 0.0, faded(palette.page, 0.86));
    let said = words.get("logs-drop");
    let at = screen.center();
    let rect = text::paint(
        &painter,
        style,
        at,
        Align2::CENTER_CENTER,
        &said,
        Type::Heading,
        palette.ink,
    );
    let response = ui.interact(rect, ui.scope_id().with("dropping"), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text::plain(&said)));
}
