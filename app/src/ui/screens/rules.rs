//! The rules of a game: the texts of `majlis rules`, with positions painted as the tables paint them.

use std::sync::Arc;

use egui::{Rect, ScrollArea, Sense, Ui, vec2};
use majlis_rules::registry::GameId;

use super::{Go, game_name, head, reading_column};
use crate::rulebook::{self, Block, BlockKind};
use crate::ui::games::illustrations::{self, Illustration};
use crate::ui::games::lessons::{self, Lesson};
use crate::ui::games::{Paint, Scene, miniature, table_of};
use crate::ui::style::{Style, Type, space};
use crate::ui::text;
use crate::ui::widgets::{choice, column, panel, within};
use crate::ui::words::Words;

/// What the screen keeps: its pictures, and which game it was at.
#[derive(Default)]
pub struct RulesScreen {
    pictures: Vec<(GameId, Arc<[Lesson]>)>,
    shown: Option<GameId>,
}

/// The largest height of a picture, in points.
const PICTURE: f32 = 320.0;

impl RulesScreen {
    /// Shows the rules of `game`. `choose` is whether another game may be chosen: not over a table.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        style: &Style,
        words: &Words,
        game: GameId,
        choose: bool,
    ) -> Option<Go> {
        let mut go = None;
        within(ui, style, reading_column(area, 820.0), "rules", |ui| {
            let title = format!("{}: {}", words.get("rules"), game_name(words, game));
            if head(ui, style, words, &title) {
                go = Some(Go::Back);
            }
            if choose {
                let names: Vec<String> = GameId::ALL.iter().map(|game| game_name(words, *game)).collect();
                let at = GameId::ALL.iter().position(|known| *known == game).unwrap_or(0);
                let chosen = choice(ui, style, &words.get("rules"), &names, at);
                if let Some(game) = chosen.and_then(|at| GameId::ALL.get(at)) {
                    go = Some(Go::Rules(*game));
                }
            }
            ui.add_space(space::ONE);
            let card = ui.available_rect_before_wrap();
            panel(ui, style, card);
            within(ui, style, card.shrink(space::TWO), "rules text", |ui| {
                let mut area = ScrollArea::vertical().auto_shrink(false).id_salt(game.id());
                if self.shown != Some(game) {
                    area = area.vertical_scroll_offset(0.0);
                    self.shown = Some(game);
                }
                area.show(ui, |ui| {
                    ui.with_layout(column(style), |ui| {
                        ui.set_width(ui.available_width() - space::TWO);
                        self.text(ui, style, words, game);
                    });
                });
            });
        });
        go
    }

    fn text(&mut self, ui: &mut Ui, style: &Style, words: &Words, game: GameId) {
        let document = match rulebook::document(game.id(), words.language()) {
            Ok(document) => document,
            Err(_) => {
                text::label(ui, style, &words.get("wrong-rules"), Type::Body);
                return;
            }
        };
        let lessons = self.pictures_of(game);
        let mut illustrated: Vec<&str> = Vec::new();
        for (number, section) in document.sections.iter().enumerate() {
            if number > 0 {
                ui.add_space(space::TWO);
            }
            text::label(ui, style, &words.digits(section.heading), Type::Heading);
            ui.add_space(space::HALF);
            for part in &section.blocks {
                block(ui, style, words, part);
                for rule in &part.rules {
                    if !illustrated.contains(rule)
                        && let Some(illustration) = illustrations::of(rule)
                    {
                        illustrated.push(rule);
                        illustrate(ui, style, words, illustration);
                    }
                }
            }
            for lesson in lessons.iter().filter(|lesson| lesson.section == number) {
                picture(ui, style, words, game, lesson);
            }
        }
    }

    fn pictures_of(&mut self, game: GameId) -> Arc<[Lesson]> {
        if let Some((_, pictures)) = self.pictures.iter().find(|(known, _)| *known == game) {
            return Arc::clone(pictures);
        }
        let pictures: Arc<[Lesson]> = lessons::of(game).into();
        self.pictures.push((game, Arc::clone(&pictures)));
        pictures
    }
}

/// A paragraph or an item, the rules that it states behind it.
fn block(ui: &mut Ui, style: &Style, words: &Words, block: &Block<'_>) {
    let mut line = words.digits(block.text);
    if block.kind == BlockKind::Item {
        line = format!("•\u{a0}{line}");
    }
    if !block.rules.is_empty() {
        line.push_str(&format!(" \u{2066}[{}]\u{2069}", block.rules.join(", ")));
    }
    text::label(ui, style, &line, Type::Body);
    ui.add_space(space::HALF);
}

/// The picture of a rule, and what is to be seen on it.
fn illustrate(ui: &mut Ui, style: &Style, words: &Words, illustration: &Illustration) {
    let name = words.get(illustration.words);
    let width = ui.available_width().min(460.0);
    let size = vec2(width, width * 0.5);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, text::plain(&name)));
    if ui.is_rect_visible(rect) {
        (illustration.paint)(ui.painter(), rect, style, words);
    }
    text::coloured(ui, style, &name, Type::Small, style.palette.ink_soft);
    ui.add_space(space::ONE);
}

/// A position, painted by the game's own table.
fn picture(ui: &mut Ui, style: &Style, words: &Words, game: GameId, lesson: &Lesson) {
    let Some(entry) = table_of(game) else { return };
    let width = ui.available_width();
    let (all, response) = ui.allocate_exact_size(vec2(width, (width / 1.6).min(PICTURE)), Sense::hover());
    let rect = Rect::from_center_size(all.center(), vec2((all.height() * 1.6).min(width), all.height()));
    let name = lesson
        .caption
        .map_or_else(|| game_name(words, game), |caption| words.digits(&words.get(caption)));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, text::plain(&name)));
    if ui.is_rect_visible(rect) {
        paint(ui, style, words, rect, lesson, entry.paint);
    }
    ui.add_space(space::HALF);
    if lesson.caption.is_some() {
        text::coloured(ui, style, &name, Type::Small, style.palette.ink_soft);
    }
    ui.add_space(space::ONE);
}

fn paint(ui: &Ui, style: &Style, words: &Words, rect: Rect, lesson: &Lesson, paint: Paint) {
    let scene = Scene {
        view: &lesson.view,
        persons: &[],
        turn: lesson.turn,
        legal: &lesson.legal,
        style,
        words,
        now: 0.0,
    };
    miniature(ui.painter(), rect, 800.0, paint, &scene);
}
