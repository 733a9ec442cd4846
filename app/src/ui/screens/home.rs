//! The home screen: a card for each game, one click from a first move.

use std::sync::Arc;

use egui::{Rect, Ui, pos2, vec2};
use majlis_rules::game::View;
use majlis_rules::registry::{AnyGame, GameId};
use majlis_rules::table::{OptionValue, Table};

use super::{Go, game_name};
use crate::ui::games::{Scene, TableEntry, miniature, positions, table_of};
use crate::ui::settings::{LastTable, Settings};
use crate::ui::style::{Style, Type, shape, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Icon, choice, hint, icon_button, mirrored, panel, row, within};
use crate::ui::words::Words;

/// What the home screen keeps: the pictures on its cards.
#[derive(Default)]
pub struct Home {
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

/// How high the texts of a card are.
fn text_height(style: &Style, game: GameId) -> f32 {
    let rows = if matches!(game, GameId::Domino | GameId::Jackaroo) {
        3.0
    } else {
        2.0
    };
    104.0 * style.text_scale + rows * (shape::TOUCH + 6.0)
}

impl Home {
    /// Shows the screen. What is chosen on the cards is put into `settings`.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        style: &Style,
        words: &Words,
        settings: &mut Settings,
    ) -> (Option<Go>, bool) {
        let mut go = None;
        let mut changed = false;
        let margin = if area.width() < 1000.0 { space::TWO } else { space::FOUR };
        let inner = area.shrink(margin);
        let head = Rect::from_min_size(inner.min, vec2(inner.width(), 44.0));
        self.head(ui, head, style, words, settings, &mut go);
        let games: Vec<&TableEntry> = GameId::ALL.iter().filter_map(|game| table_of(*game)).collect();
        let body = Rect::from_min_max(pos2(inner.left(), head.bottom() + space::TWO), inner.max);
        let columns = 2;
        let rows = games.len().div_ceil(columns).max(1);
        let gap = if area.width() < 1000.0 {
            space::TWO
        } else {
            space::THREE
        };
        let width = (body.width() - gap * (columns as f32 - 1.0)) / columns as f32;
        let height = ((body.height() - gap * (rows as f32 - 1.0)) / rows as f32).min(width * 0.62);
        let used = height * rows as f32 + gap * (rows as f32 - 1.0);
        let top = body.top() + ((body.height() - used) / 3.0).max(0.0);
        for (at, entry) in games.into_iter().enumerate() {
            let (column, line) = ((at % columns) as f32, (at / columns) as f32);
            let corner = pos2(body.left() + column * (width + gap), top + line * (height + gap));
            let card = mirrored(Rect::from_min_size(corner, vec2(width, height)), body, style);
            changed |= self.card(ui, card, entry, style, words, settings, &mut go);
        }
        (go, changed)
    }

    fn head(&self, ui: &mut Ui, rect: Rect, style: &Style, words: &Words, settings: &Settings, go: &mut Option<Go>) {
        let tools = 3.0 * shape::TOUCH + 2.0 * space::ONE;
        let right = Rect::from_min_max(pos2(rect.right() - tools, rect.top()), rect.max);
        let left = Rect::from_min_max(rect.min, pos2(right.left() - space::ONE, rect.bottom()));
        within(ui, style, mirrored(left, rect, style), "home title", |ui| {
            row(ui, style, |ui| {
                text::label(ui, style, &words.get("app-name"), Type::Title);
                ui.add_space(space::TWO);
                let hello = words.with("home-hello", &[("name", settings.name.as_str().into())]);
                let room = ui.available_width();
                text::label_within(ui, style, &hello, Type::Body, style.palette.ink_soft, room);
            });
        });
        within(ui, style, mirrored(right, rect, style), "home tools", |ui| {
            row(ui, style, |ui| {
                if icon_button(ui, style, Icon::Rules, &words.get("rules")).clicked() {
                    *go = Some(Go::Rules(GameId::Arkan));
                }
                if icon_button(ui, style, Icon::Settings, &words.get("settings")).clicked() {
                    *go = Some(Go::Settings);
                }
                if icon_button(ui, style, Icon::Help, &words.get("keys")).clicked() {
                    *go = Some(Go::Keys);
                }
            });
        });
    }

    #[expect(clippy::too_many_arguments, reason = "a card needs the whole screen's things")]
    fn card(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        entry: &TableEntry,
        style: &Style,
        words: &Words,
        settings: &mut Settings,
        go: &mut Option<Go>,
    ) -> bool {
        let game = entry.game;
        panel(ui, style, rect);
        let mut chosen = settings.table(game);
        let before = chosen.clone();
        let part = if rect.width() < 450.0 { 0.42 } else { 0.5 };
        let side = (rect.width() * part).min(rect.height() * 1.15);
        let inner = rect.shrink(6.0);
        let picture = Rect::from_min_max(inner.min, pos2(rect.left() + side, inner.bottom()));
        let picture = mirrored(picture, rect, style);
        let view = self.picture(game);
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
        let width = picture.width().max(picture.width() * 560.0 / picture.height().max(1.0));
        miniature(ui.painter(), picture, width, entry.paint, &scene);
        let about = ui.interact(
            picture,
            ui.scope_id().with(("picture", game.id())),
            egui::Sense::hover(),
        );
        let name = game_name(words, game);
        about.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
        let body = Rect::from_min_max(pos2(rect.left() + side + space::TWO, inner.top()), inner.max);
        let body = mirrored(body, rect, style);
        let spare = (body.height() - text_height(style, game)) / 2.0;
        let body = body.shrink2(vec2(0.0, spare.clamp(0.0, 80.0)));
        within(ui, style, body, game.id(), |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            let name = game_name(words, game);
            text::label(ui, style, &name, Type::Heading);
            let about = words.get(match game {
                GameId::Arkan => "home-about-arkan",
                GameId::Domino => "home-about-domino",
                GameId::Four => "home-about-four",
                GameId::Jackaroo => "home-about-jackaroo",
            });
            text::coloured(ui, style, &about, Type::Small, style.palette.ink_soft);
            row(ui, style, |ui| {
                let people = persons(game);
                let names: Vec<String> = people.iter().map(|count| words.number(i64::from(*count))).collect();
                let at = people.iter().position(|count| *count == chosen.persons).unwrap_or(0);
                let name = format!("{}, {}", game_name(words, game), words.get("home-persons"));
                if let Some(at) = choice(ui, style, &name, &names, at) {
                    chosen.persons = people.get(at).copied().unwrap_or(2);
                }
                let rules = format!("{}: {}", words.get("rules"), game_name(words, game));
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
            let label = words.with("home-play-game", &[("game", name.as_str().into())]);
            let play = text::button_as(ui, style, &words.get("home-play"), &label, Weight::Primary);
            if hint(play, style, &words.get("home-play-now")).clicked() {
                *go = Some(Go::Play(game));
            }
        });
        if chosen == before {
            return false;
        }
        settings.set_table(game, chosen);
        true
    }

    /// The position on a game's card.
    fn picture(&mut self, game: GameId) -> Arc<View<AnyGame>> {
        if let Some((_, view)) = self.pictures.iter().find(|(known, _)| *known == game) {
            return Arc::clone(view);
        }
        let view = Arc::new(positions::middle(game));
        self.pictures.push((game, Arc::clone(&view)));
        view
    }
}
