//! An entry of a list: an emblem, a title, some lines, and what can be done. Everything wraps; nothing is shortened.

use std::sync::Arc;

use egui::{Color32, Galley, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use majlis_rules::registry::GameId;

use crate::ui::emblem;
use crate::ui::style::{Style, Type, faded, shape, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Icon, mirrored, paint_icon, row, within};

/// The side of an emblem, in points.
const EMBLEM: f32 = 44.0;
/// Between lines, in points: marks of Arabic reach far up and down.
const GAP: f32 = 4.0;
/// From this width on buttons stand beside the texts, below it under them.
const WIDE: f32 = 520.0;

/// What stands in front.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// A game.
    Game(GameId),
    /// A person or something else.
    Icon(Icon),
    /// The first letter of a name.
    Letter(char),
}

/// How a line is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Beside the rest.
    Soft,
    /// To be noticed: it is somebody's turn.
    Accent,
    /// Something is in the way.
    Danger,
    /// Something is sure.
    Good,
}

impl Tone {
    const fn colour(self, style: &Style) -> Color32 {
        match self {
            Self::Soft => style.palette.ink_soft,
            Self::Accent => style.palette.accent,
            Self::Danger => style.palette.danger,
            Self::Good => style.palette.good,
        }
    }
}

/// Something that can be done with an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// What stands on the button.
    pub text: String,
    /// What it is called: with whom or what it is done.
    pub name: String,
    /// How loud it is.
    pub weight: Weight,
}

/// An entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What stands in front.
    pub sign: Sign,
    /// Its name.
    pub title: String,
    /// What is said about it.
    pub lines: Vec<(String, Tone)>,
    /// What can be done.
    pub actions: Vec<Action>,
}

struct Laid {
    texts: Vec<(Arc<Galley>, String, Color32)>,
    height: f32,
}

/// How much an entry stands out of its list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stress {
    Usual,
    Loud,
}

impl Entry {
    fn laid(&self, ui: &Ui, style: &Style, width: f32) -> Laid {
        let ink = style.palette.ink;
        let mut texts = vec![(
            text::galley(ui.ctx(), style, &self.title, Type::Strong, ink, width),
            self.title.clone(),
            ink,
        )];
        for (line, tone) in &self.lines {
            let colour = tone.colour(style);
            let kind = if *tone == Tone::Soft { Type::Small } else { Type::Strong };
            let galley = text::galley(ui.ctx(), style, line, kind, colour, width);
            texts.push((galley, line.clone(), colour));
        }
        let height = texts.iter().map(|(galley, ..)| galley.size().y + GAP).sum();
        Laid { texts, height }
    }

    fn actions_width(&self, ui: &Ui, style: &Style) -> f32 {
        let widths = self.actions.iter().map(|action| {
            let ink = style.palette.ink;
            let galley = text::galley(ui.ctx(), style, &action.text, Type::Button, ink, f32::INFINITY);
            galley.size().x + 2.0 * space::TWO + space::ONE
        });
        widths.sum()
    }

    /// Shows it as wide as there is room; `key` tells it from the others of its list. Gives which of its actions was clicked.
    pub fn show(&self, ui: &mut Ui, style: &Style, key: &str) -> Option<usize> {
        self.show_as(ui, style, key, Stress::Usual)
    }

    /// Shows it so that it stands out: somebody waits for an answer.
    pub fn show_loud(&self, ui: &mut Ui, style: &Style, key: &str) -> Option<usize> {
        self.show_as(ui, style, key, Stress::Loud)
    }

    fn show_as(&self, ui: &mut Ui, style: &Style, key: &str, stress: Stress) -> Option<usize> {
        let width = ui.available_width();
        let pad = space::ONE + space::HALF;
        let buttons = self.actions_width(ui, style);
        let texts = width - 2.0 * pad - EMBLEM - space::ONE - space::HALF;
        let beside = width >= WIDE && texts - buttons > 200.0;
        let laid = self.laid(ui, style, if beside { texts - buttons - space::ONE } else { texts });
        let body = laid.height.max(EMBLEM);
        let under = !beside && !self.actions.is_empty();
        let below = if under { shape::TOUCH + space::ONE } else { 0.0 };
        let height = body + below + 2.0 * pad;
        let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
        let palette = &style.palette;
        let edge = match stress {
            Stress::Usual => Stroke::new(shape::LINE, palette.line),
            Stress::Loud => Stroke::new(shape::RING, palette.accent),
        };
        ui.painter()
            .rect(rect, shape::LARGE, palette.panel, edge, StrokeKind::Inside);
        if stress == Stress::Loud {
            ui.painter()
                .rect_filled(rect, shape::LARGE, faded(palette.accent, 0.08));
        }
        let inner = rect.shrink(pad);
        let head = Rect::from_min_size(inner.min, vec2(inner.width(), body));
        let place = Rect::from_min_size(head.min, vec2(EMBLEM, EMBLEM));
        self.sign(ui, mirrored(place, inner, style), style);
        let left = head.left() + EMBLEM + space::ONE + space::HALF;
        let mut y = head.top() + ((body - laid.height) / 2.0).max(0.0);
        for (at, (galley, line, colour)) in laid.texts.into_iter().enumerate() {
            let own = Rect::from_min_size(pos2(left, y), galley.size());
            let own = mirrored(own, inner, style);
            y += galley.size().y + GAP;
            let response = ui.interact(own, ui.scope_id().with((key, "line", at)), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text::plain(&line)));
            ui.painter().galley(own.min, galley, colour);
        }
        let place = if beside {
            let middle = head.center().y - shape::TOUCH / 2.0;
            Rect::from_min_size(pos2(inner.right() - buttons, middle), vec2(buttons, shape::TOUCH))
        } else {
            Rect::from_min_max(pos2(left, inner.bottom() - shape::TOUCH), inner.max)
        };
        let mut clicked = None;
        if !self.actions.is_empty() {
            within(
                ui,
                style,
                mirrored(place, inner, style),
                &format!("{key} actions"),
                |ui| {
                    row(ui, style, |ui| {
                        for (at, action) in self.actions.iter().enumerate() {
                            if text::button_as(ui, style, &action.text, &action.name, action.weight).clicked() {
                                clicked = Some(at);
                            }
                        }
                    });
                },
            );
        }
        clicked
    }

    fn sign(&self, ui: &Ui, rect: Rect, style: &Style) {
        let palette = &style.palette;
        match self.sign {
            Sign::Game(game) => emblem::game(ui.painter(), rect, game, style),
            Sign::Icon(icon) => {
                ui.painter()
                    .circle_filled(rect.center(), rect.width() / 2.0, palette.inset);
                paint_icon(ui.painter(), style, icon, rect.shrink(11.0), palette.ink_soft);
            }
            Sign::Letter(letter) => letter_in_a_disc(ui, rect, letter, style),
        }
    }
}

/// The first letter of a name on a disc of felt, as people have no pictures.
pub fn letter_in_a_disc(ui: &Ui, rect: Rect, letter: char, style: &Style) {
    let palette = &style.palette;
    let painter = ui.painter();
    painter.circle_filled(rect.center(), rect.width() / 2.0, palette.wood);
    painter.circle_filled(rect.center(), rect.width() / 2.0 - 2.5, palette.felt);
    painter.circle_stroke(
        rect.center(),
        rect.width() / 2.0 - 2.5,
        Stroke::new(1.0, faded(palette.felt_dark, 0.8)),
    );
    text::paint(
        painter,
        style,
        rect.center(),
        egui::Align2::CENTER_CENTER,
        &letter.to_string(),
        Type::Heading,
        palette.on_felt,
    );
}

/// The letter that stands for a name.
#[must_use]
pub fn letter_of(name: &str) -> char {
    let mut letters = name.chars().filter(|char| char.is_alphabetic());
    letters
        .next()
        .map_or('?', |letter| letter.to_uppercase().next().unwrap_or(letter))
}
