//! The cards of the games: a picture of a table, what can be chosen, and one click to a first move or to a table with others.

use std::sync::Arc;

use egui::{Rect, Ui, pos2, vec2};
use majlis_rules::game::View;
use majlis_rules::registry::{AnyGame, GameId};
use majlis_rules::table::{OptionValue, Table};

use super::super::{Go, game_name};
use crate::ui::games::{Scene, TableEntry, miniature, positions};
use crate::ui::settings::{LastTable, NewTable, Settings};
use crate::ui::style::{Style, Type, shape, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Icon, choice, hint, icon_button, mirrored, panel, row, within};
use crate::ui::words::Words;

/// The pictures on the cards, which are made once.
#[derive(Default)]
pub(super) struct Cards {
    pictures: Vec<(GameId, Arc<View<AnyGame>>)>,
}

/// How many persons may sit at a practice table of a game.
#[must_use]
pub const fn persons(game: GameId) -> &'static [u8] {
    match game {
        GameId::Arkan | GameId::Four => &[2, 3, 4],
        GameId::Domino | GameId::Jackaroo => &[2, 4],
    }
}

/// The table that was chosen on a card.
#[must_use]
pub fn table_for(game: GameId, chosen: &LastTable) -> Table {
    let allowed = persons(game);
    let people = if allowed.contains(&chosen.persons) {
        chosen.persons
    } else {
        2
    };
    match game {
        GameId::Arkan | GameId::Four => Table::new(people),
        GameId::Domino => {
            let table = Table::new(people);
            if people == 4 && chosen.partners {
                table.with("partners", OptionValue::Flag(true))
            } else {
                table
            }
        }
        GameId::Jackaroo => {
            let marbles = if chosen.full { 4 } else { 3 };
            Table::new(4)
                .with("marbles", OptionValue::Number(marbles))
                .with("persons", OptionValue::Number(u32::from(people)))
        }
    }
}

/// From this width of a card on its picture has half of it.
const WIDE: f32 = 450.0;
/// The highest that a picture is for its width: a table that is painted as high as a tower is none.
const TALLEST: f32 = 1.25;

/// Which choices a card offers beside the persons.
fn has_second_choice(game: GameId, chosen: &LastTable) -> bool {
    match game {
        GameId::Domino => chosen.persons == 4,
        GameId::Jackaroo => true,
        GameId::Arkan | GameId::Four => false,
    }
}

/// What is shown on a card.
struct Texts {
    name: String,
    about: String,
    play: String,
    open: Option<String>,
}

impl Texts {
    fn of(words: &Words, game: GameId, online: bool) -> Self {
        Self {
            name: game_name(words, game),
            about: words.get(match game {
                GameId::Arkan => "home-about-arkan",
                GameId::Domino => "home-about-domino",
                GameId::Four => "home-about-four",
                GameId::Jackaroo => "home-about-jackaroo",
            }),
            play: words.get("home-play"),
            open: online.then(|| words.get("home-open")),
        }
    }

    /// Whether both buttons stand side by side in that width.
    fn buttons_fit(&self, ui: &Ui, style: &Style, width: f32) -> bool {
        let own = |text: &str| {
            let ink = style.palette.ink;
            text::galley(ui.ctx(), style, text, Type::Button, ink, f32::INFINITY)
                .size()
                .x
                + 2.0 * space::TWO
        };
        let open = self.open.as_deref().map_or(0.0, |open| own(open) + space::ONE);
        own(&self.play) + open <= width
    }

    /// How high the texts and controls of a card are in that width.
    fn height(&self, ui: &Ui, style: &Style, width: f32, second: bool) -> f32 {
        let high = |text: &str, kind| {
            let ink = style.palette.ink;
            text::galley(ui.ctx(), style, text, kind, ink, width).size().y
        };
        let rows = 2.0 + f32::from(u8::from(second)) + f32::from(u8::from(!self.buttons_fit(ui, style, width)));
        let texts = high(&self.name, Type::Heading) + high(&self.about, Type::Small);
        texts + 6.0 + rows * (shape::TOUCH + 6.0)
    }
}

/// The parts of a card: the picture, and the texts.
fn parts(rect: Rect, style: &Style) -> (Rect, Rect) {
    let part = if rect.width() < WIDE { 0.33 } else { 0.48 };
    let side = (rect.width() * part).min(rect.height() * 1.15);
    let inner = rect.shrink(6.0);
    let picture = Rect::from_min_max(inner.min, pos2(rect.left() + side, inner.bottom()));
    let high = picture.height().min(picture.width() * TALLEST);
    let picture = Rect::from_center_size(picture.center(), vec2(picture.width(), high));
    let left = rect.left() + side + space::ONE + space::HALF;
    let body = Rect::from_min_max(pos2(left, inner.top()), inner.max);
    (mirrored(picture, rect, style), mirrored(body, rect, style))
}

impl Cards {
    /// How high the cards are at least, in that width of a card.
    #[must_use]
    pub(super) fn least_height(
        ui: &Ui,
        style: &Style,
        words: &Words,
        settings: &Settings,
        online: bool,
        width: f32,
    ) -> f32 {
        // A card is no higher than its picture's share allows: measured with the narrowest texts.
        let probe = Rect::from_min_size(egui::Pos2::ZERO, vec2(width, width));
        let room = parts(probe, style).1.width();
        let heights = GameId::ALL.iter().map(|game| {
            let second = has_second_choice(*game, &settings.table(*game));
            Texts::of(words, *game, online).height(ui, style, room, second)
        });
        heights.fold(0.0, f32::max) + 2.0 * (6.0 + space::HALF)
    }

    /// Shows the card of a game. Gives whether something was chosen on it.
    #[expect(clippy::too_many_arguments, reason = "a card needs the whole screen's things")]
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        entry: &TableEntry,
        style: &Style,
        words: &Words,
        settings: &mut Settings,
        online: bool,
        go: &mut Option<Go>,
    ) -> bool {
        let game = entry.game;
        panel(ui, style, rect);
        let mut chosen = settings.table(game);
        let before = chosen.clone();
        let (picture, body) = parts(rect, style);
        self.picture(ui, picture, entry, style, words);
        let texts = Texts::of(words, game, online);
        let name = &texts.name;
        let height = texts.height(ui, style, body.width(), has_second_choice(game, &chosen));
        let spare = (body.height() - height) / 2.0;
        let body = body.shrink2(vec2(0.0, spare.max(0.0)));
        within(ui, style, body, game.id(), |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            text::label(ui, style, name, Type::Heading);
            text::coloured(ui, style, &texts.about, Type::Small, style.palette.ink_soft);
            row(ui, style, |ui| {
                let people = persons(game);
                let names: Vec<String> = people.iter().map(|count| words.number(i64::from(*count))).collect();
                let at = people.iter().position(|count| *count == chosen.persons).unwrap_or(0);
                let label = format!("{name}, {}", words.get("home-persons"));
                if let Some(at) = choice(ui, style, &label, &names, at) {
                    chosen.persons = people.get(at).copied().unwrap_or(2);
                }
                let rules = format!("{}: {name}", words.get("rules"));
                if icon_button(ui, style, Icon::Rules, &rules).clicked() {
                    *go = Some(Go::Rules(game));
                }
            });
            match game {
                GameId::Domino if chosen.persons == 4 => {
                    let names = [words.get("home-alone"), words.get("home-partners")];
                    let at = usize::from(chosen.partners);
                    if let Some(at) = choice(ui, style, &words.get("home-sides"), &names, at) {
                        chosen.partners = at == 1;
                    }
                }
                GameId::Jackaroo => {
                    let names = [words.get("home-quick"), words.get("home-full")];
                    let at = usize::from(chosen.full);
                    if let Some(at) = choice(ui, style, &words.get("home-length"), &names, at) {
                        chosen.full = at == 1;
                    }
                }
                _ => {}
            }
            let mut buttons = |ui: &mut Ui, open: bool, play: bool| {
                if play {
                    let label = words.with("home-play-game", &[("game", name.as_str().into())]);
                    let button = text::button_as(ui, style, &texts.play, &label, Weight::Primary);
                    if hint(button, style, &words.get("home-play-now")).clicked() {
                        *go = Some(Go::Play(game));
                    }
                }
                if open && let Some(text) = &texts.open {
                    let label = words.with("home-open-game", &[("game", name.as_str().into())]);
                    let button = text::button_as(ui, style, text, &label, Weight::Plain);
                    if hint(button, style, &words.get("home-open-hint")).clicked() {
                        *go = Some(Go::Open(Some(game)));
                    }
                }
            };
            if texts.buttons_fit(ui, style, ui.available_width()) {
                row(ui, style, |ui| buttons(ui, true, true));
            } else {
                row(ui, style, |ui| buttons(ui, false, true));
                row(ui, style, |ui| buttons(ui, true, false));
            }
        });
        if chosen == before {
            return false;
        }
        // Both buttons stand below the choice, so it is meant for a table with people too.
        let opened = NewTable {
            persons: chosen.persons,
            partners: chosen.partners,
            full: chosen.full,
            ..settings.new_table(game)
        };
        settings.set_new_table(game, opened);
        settings.set_table(game, chosen);
        true
    }

    fn picture(&mut self, ui: &Ui, rect: Rect, entry: &TableEntry, style: &Style, words: &Words) {
        let game = entry.game;
        let view = self.view(game);
        let scene = Scene {
            view: &view,
            persons: &[],
            turn: None,
            legal: &[],
            style,
            words,
            now: 0.0,
        };
        // Pictures of tables are all of one table's size, so that none of them is cramped.
        let width = rect.width().max(rect.width() * 560.0 / rect.height().max(1.0));
        miniature(ui.painter(), rect, width, entry.paint, &scene);
        let about = ui.interact(rect, ui.scope_id().with(("picture", game.id())), egui::Sense::hover());
        let name = game_name(words, game);
        about.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
    }

    /// The position on a game's card.
    fn view(&mut self, game: GameId) -> Arc<View<AnyGame>> {
        if let Some((_, view)) = self.pictures.iter().find(|(known, _)| *known == game) {
            return Arc::clone(view);
        }
        let view = Arc::new(positions::middle(game));
        self.pictures.push((game, Arc::clone(&view)));
        view
    }
}
