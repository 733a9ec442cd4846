//! A table before play: who sits there, on what terms, the invitation, and everybody's word that the match may begin.
//!
//! | file | what |
//! | --- | --- |
//! | `asking` | the people met, to be asked there |
//! | `chat` | what is said there |
//! | [`code`] | the invitation as a QR code |
//! | [`dealing`] | what happens between the start and the first decision |
//! | `invitation` | the way to the table, to be handed on |
//! | `seats` | choosing a place |

mod asking;
mod chat;
pub mod code;
pub mod dealing;
mod invitation;
mod seats;

use std::collections::BTreeMap;

use egui::{Rect, ScrollArea, Sense, Ui, pos2, vec2};
use majlis_crypto::fingerprint::Fingerprint;
use majlis_crypto::identity::IdentityKey;
use majlis_net::people::{People, Standing};
use majlis_net::table::{Seating, Sitter};
use majlis_net::table_id::TableId;
use majlis_referee::agreement::BOT_MARK;

use self::asking::Asking;
use self::chat::Chat;
use self::invitation::Shown;
use super::entry::{Action, Entry, Sign, Tone, letter_of};
use super::fingerprint;
use super::home::company;
use super::{Go, game_name, terms};
use crate::ui::asked::Ask;
use crate::ui::online::Sitting;
use crate::ui::style::{Style, Type, shape, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Closing, Icon, column, dialog, icon_button, mirrored, panel, row, within};
use crate::ui::words::Words;

/// From this width on the invitation stands beside the people.
const WIDE: f32 = 900.0;
/// The width of what stands beside.
const SIDE: f32 = 360.0;

/// What the screen keeps.
#[derive(Default)]
pub struct WaitingScreen {
    table: Option<TableId>,
    invitation: Shown,
    asking: Asking,
    /// Whose pictures are shown.
    pictures: Option<IdentityKey>,
    fingerprints: BTreeMap<IdentityKey, Fingerprint>,
    chat: Chat,
    refused: Option<String>,
    /// Whether it is asked if the table is to be closed.
    closing: bool,
    /// Whether the terms have no room beside the name of the game.
    terms_below: bool,
}

/// What the screen is drawn from.
pub struct Scene<'a> {
    /// How things look.
    pub style: &'a Style,
    /// How things are said.
    pub words: &'a Words,
    /// The table; nothing where one sits there no longer.
    pub sitting: Option<&'a Sitting>,
    /// This person.
    pub me: IdentityKey,
    /// The people met.
    pub people: &'a People,
}

impl WaitingScreen {
    /// Turns to a table.
    pub fn turn_to(&mut self, table: TableId) {
        if self.table != Some(table) {
            let fingerprints = std::mem::take(&mut self.fingerprints);
            *self = Self {
                table: Some(table),
                fingerprints,
                ..Self::default()
            };
        }
        self.refused = None;
    }

    /// The table that is shown.
    #[must_use]
    pub const fn table(&self) -> Option<TableId> {
        self.table
    }

    /// This person does not sit at the table, or no longer: one sentence that says why.
    pub fn refuse(&mut self, sentence: String) {
        self.refused = Some(sentence);
    }

    /// Shows the screen.
    pub fn show(&mut self, ui: &mut Ui, area: Rect, scene: &Scene<'_>) -> Option<Go> {
        let table = self.table?;
        let (style, words) = (scene.style, scene.words);
        let margin = if area.width() < WIDE { space::TWO } else { space::THREE };
        let width = (area.width() - 2.0 * margin).min(1180.0);
        let inner = Rect::from_center_size(area.center(), vec2(width, area.height() - 2.0 * margin));
        let mut go = None;
        let bar = Rect::from_min_size(inner.min, vec2(inner.width(), 44.0));
        within(ui, style, bar, "waiting head", |ui| {
            if self.head(ui, scene) {
                go = Some(Go::Home);
            }
        });
        let rest = Rect::from_min_max(pos2(inner.left(), bar.bottom() + space::ONE), inner.max);
        let Some(sitting) = scene.sitting else {
            return go.or(self.gone(ui, rest, style, words));
        };
        if area.width() >= WIDE {
            let side = Rect::from_min_max(pos2(rest.right() - SIDE, rest.top()), rest.max);
            let main = Rect::from_min_max(rest.min, pos2(side.left() - space::TWO, rest.bottom()));
            let main = mirrored(main, rest, style);
            let side = mirrored(side, rest, style);
            let foot = Rect::from_min_max(
                pos2(
                    main.left(),
                    main.bottom() - self.foot_height(ui, scene, sitting, main.width()),
                ),
                main.max,
            );
            let list = Rect::from_min_max(main.min, pos2(main.right(), foot.top() - space::TWO));
            scrolled(ui, style, list, "waiting people", |ui| {
                go = self.persons(ui, scene, table, sitting).or(go.take());
            });
            go = self.foot(ui, foot, scene, table, sitting).or(go);
            scrolled(ui, style, side, "waiting side", |ui| {
                self.invite(ui, scene, sitting);
                ui.add_space(space::ONE);
                go = self.chat.show(ui, scene, table, sitting).or(go.take());
            });
        } else {
            let foot = Rect::from_min_max(
                pos2(
                    rest.left(),
                    rest.bottom() - self.foot_height(ui, scene, sitting, rest.width()),
                ),
                rest.max,
            );
            let list = Rect::from_min_max(rest.min, pos2(rest.right(), foot.top() - space::ONE));
            scrolled(ui, style, list, "waiting all", |ui| {
                go = self.persons(ui, scene, table, sitting).or(go.take());
                ui.add_space(space::ONE);
                self.invite(ui, scene, sitting);
                ui.add_space(space::ONE);
                go = self.chat.show(ui, scene, table, sitting).or(go.take());
            });
            go = self.foot(ui, foot, scene, table, sitting).or(go);
        }
        go.or(self.asking.show(ui, scene, table, sitting))
            .or(self.show_pictures(ui, scene, sitting))
            .or(self.show_closing(ui, scene, table))
    }

    /// Asks whether the table is to be closed, at which others sit.
    fn show_closing(&mut self, ui: &Ui, scene: &Scene<'_>, table: TableId) -> Option<Go> {
        if !self.closing {
            return None;
        }
        let (style, words) = (scene.style, scene.words);
        let answer = dialog(ui, style, "close the table", 460.0, |ui| {
            text::label(ui, style, &words.get("waiting-close-title"), Type::Heading);
            ui.add_space(space::ONE);
            text::label(ui, style, &words.get("waiting-close-about"), Type::Body);
            ui.add_space(space::TWO);
            row(ui, style, |ui| {
                let close = text::button(ui, style, &words.get("waiting-close-now"), Weight::Danger).clicked();
                let stay = text::button(ui, style, &words.get("leave-stay"), Weight::Plain).clicked();
                if close { Some(true) } else { stay.then_some(false) }
            })
        });
        if answer != Closing::Open {
            self.closing = false;
            ui.request_repaint();
        }
        (answer == Closing::Done(true)).then_some(Go::Ask(Ask::Stand(table)))
    }

    /// Says whether the person wants to go home; he still sits at the table then.
    fn head(&mut self, ui: &mut Ui, scene: &Scene<'_>) -> bool {
        let (style, words) = (scene.style, scene.words);
        row(ui, style, |ui| {
            let back = icon_button(ui, style, Icon::Back, &words.get("back")).clicked();
            ui.add_space(space::ONE);
            let sitting = scene.sitting;
            let own = sitting.and_then(|sitting| sitting.terms.as_ref());
            let title = own.map_or_else(|| words.get("waiting-title"), |own| game_name(words, own.game));
            text::label(ui, style, &title, Type::Title);
            if let Some(own) = own {
                ui.add_space(space::ONE);
                let line = terms::line(words, own.game, &own.table, own.clock);
                let room = ui.available_width();
                let ink = style.palette.ink_soft;
                let galley = text::galley(ui.ctx(), style, &line, Type::Body, ink, f32::INFINITY);
                self.terms_below = galley.size().x > room;
                if !self.terms_below {
                    text::coloured(ui, style, &line, Type::Body, ink);
                }
            }
            back
        })
    }

    /// One sits there no longer: why, and the way home.
    fn gone(&self, ui: &mut Ui, area: Rect, style: &Style, words: &Words) -> Option<Go> {
        let sentence = self.refused.clone().unwrap_or_else(|| words.get("waiting-over"));
        let width = 520.0_f32.min(area.width());
        let room = width - 2.0 * space::THREE;
        let high = text::galley(ui.ctx(), style, &sentence, Type::Body, style.palette.ink, room)
            .size()
            .y;
        let height = high + 30.0 * style.text_scale + shape::TOUCH + 2.0 * space::THREE + 3.0 * space::TWO;
        let card = Rect::from_center_size(area.center(), vec2(width, height));
        panel(ui, style, card);
        let mut go = None;
        within(ui, style, card.shrink(space::THREE), "waiting gone", |ui| {
            text::label(ui, style, &words.get("waiting-refused"), Type::Heading);
            ui.add_space(space::ONE);
            text::label(ui, style, &sentence, Type::Body);
            ui.add_space(space::ONE);
            if text::button(ui, style, &words.get("to-home"), Weight::Primary).clicked() {
                go = Some(Go::Home);
            }
        });
        go
    }

    fn persons(&mut self, ui: &mut Ui, scene: &Scene<'_>, table: TableId, sitting: &Sitting) -> Option<Go> {
        let (style, words) = (scene.style, scene.words);
        let mut go = None;
        ui.spacing_mut().item_spacing.y = space::ONE;
        if sitting.host_away {
            notice(ui, style, &words.get("waiting-host-away"));
        }
        let Some(seating) = &sitting.seating else {
            let name = if sitting.watches {
                "waiting-to-watch"
            } else {
                "waiting-asking"
            };
            notice(ui, style, &words.get(name));
            return None;
        };
        if self.terms_below {
            let terms = &seating.terms;
            let line = terms::line(words, terms.game, &terms.table, terms.clock);
            text::coloured(ui, style, &line, Type::Body, style.palette.ink_soft);
        }
        if seating.terms.chosen {
            let mine = sitting.sitter(&scene.me);
            if let Some(chosen) = seats::show(ui, style, words, seating, &scene.me) {
                let ready = mine.is_some_and(|sitter| sitter.ready);
                go = Some(Go::Ask(Ask::Seat { table, chosen, ready }));
            }
            ui.add_space(space::ONE);
        }
        for sitter in &seating.sitters {
            let person = sitter.identity;
            let muted = sitting.talk.muted.contains(&person);
            let entry = self.entry(scene, seating, sitter, muted);
            match entry.show(ui, style, &person.to_string()) {
                Some(0) => self.pictures = Some(person),
                Some(_) => {
                    let muted = !muted;
                    go = Some(Go::Ask(Ask::Mute { table, person, muted }));
                }
                None => {}
            }
        }
        if seating.sitters.iter().any(|sitter| sitter.name.starts_with(BOT_MARK)) {
            notice(ui, style, &words.get("waiting-bot"));
        }
        for at in 0..seating.free() {
            empty(ui, style, &words.get("waiting-free"), at);
        }
        ui.add_space(space::ONE);
        if !seating.terms.chosen {
            text::coloured(
                ui,
                style,
                &words.get("waiting-by-lot"),
                Type::Small,
                style.palette.ink_soft,
            );
        }
        if seating.terms.watchers {
            text::coloured(
                ui,
                style,
                &words.get("waiting-watchers"),
                Type::Small,
                style.palette.ink_soft,
            );
        }
        go
    }

    /// The invitation, where there is one to hand on, and the way to ask those who were met.
    fn invite(&mut self, ui: &mut Ui, scene: &Scene<'_>, sitting: &Sitting) {
        let ask = asking::anybody(scene, sitting);
        if self.invitation.show(ui, scene, sitting, ask) {
            self.asking.begin();
        }
    }

    fn entry(&mut self, scene: &Scene<'_>, seating: &Seating, sitter: &Sitter, muted: bool) -> Entry {
        let words = scene.words;
        let me = sitter.identity == scene.me;
        let fingerprint = self.fingerprint(&sitter.identity);
        let known = scene.people.get(&sitter.identity);
        let mut parts = Vec::new();
        if seating
            .sitters
            .first()
            .is_some_and(|host| host.identity == sitter.identity)
        {
            parts.push(words.get("waiting-host"));
        }
        if !me {
            match known {
                None => parts.push(words.get("waiting-new")),
                Some(person) => {
                    if person.standing == Standing::Friend {
                        parts.push(words.get("home-friend"));
                    }
                    if person.verified {
                        parts.push(words.get("people-verified"));
                    }
                }
            }
        }
        if let Some(place) = sitter.chosen {
            let number = i64::from(place) + 1;
            parts.push(words.with("seat", &[("seat", number.into())]));
        }
        let mut lines = Vec::new();
        if !parts.is_empty() {
            lines.push((terms::joined(&parts), Tone::Soft));
        }
        lines.push((fingerprint::digits(fingerprint), Tone::Soft));
        lines.push(if sitter.ready {
            (words.get("waiting-ready"), Tone::Good)
        } else {
            (words.get("waiting-not-ready"), Tone::Soft)
        });
        if muted {
            lines.push((words.get("waiting-muted"), Tone::Soft));
        }
        let values = [("name", sitter.name.as_str().into())];
        let mut actions = vec![Action {
            text: words.get("people-pictures"),
            name: words.with("people-pictures-of", &values),
            weight: Weight::Plain,
        }];
        if !me {
            let (text, name) = if muted {
                ("waiting-hear", "waiting-hear-name")
            } else {
                ("waiting-mute", "table-mute")
            };
            actions.push(Action {
                text: words.get(text),
                name: words.with(name, &values),
                weight: Weight::Quiet,
            });
        }
        Entry {
            sign: Sign::Letter(letter_of(&sitter.name)),
            title: if me {
                words.with("me", &values)
            } else {
                sitter.name.clone()
            },
            lines,
            actions,
        }
    }

    fn fingerprint(&mut self, key: &IdentityKey) -> Fingerprint {
        *self.fingerprints.entry(*key).or_insert_with(|| Fingerprint::of(key))
    }

    /// What is waited for, the word that the match may begin, and getting up.
    fn foot(&mut self, ui: &mut Ui, rect: Rect, scene: &Scene<'_>, table: TableId, sitting: &Sitting) -> Option<Go> {
        let (style, words) = (scene.style, scene.words);
        panel(ui, style, rect);
        let mut go = None;
        within(ui, style, rect.shrink(space::TWO), "waiting foot", |ui| {
            ui.spacing_mut().item_spacing.y = space::ONE;
            text::label(ui, style, &awaited(words, sitting, &scene.me), Type::Strong);
            row(ui, style, |ui| {
                if let Some(mine) = sitting.sitter(&scene.me) {
                    let (name, weight) = if mine.ready {
                        ("waiting-wait", Weight::Plain)
                    } else {
                        ("waiting-begin", Weight::Primary)
                    };
                    if text::clicked_once(&text::button(ui, style, &words.get(name), weight)) {
                        go = Some(Go::Ask(Ask::Seat {
                            table,
                            chosen: mine.chosen,
                            ready: !mine.ready,
                        }));
                    }
                }
                let name = if sitting.mine { "waiting-close" } else { "waiting-stand" };
                if text::button(ui, style, &words.get(name), Weight::Quiet).clicked() {
                    // With others at it, one's own table is not closed by a slip of the hand.
                    let others = sitting
                        .seating
                        .as_ref()
                        .is_some_and(|seating| seating.sitters.len() > 1);
                    if sitting.mine && others {
                        self.closing = true;
                    } else {
                        go = Some(Go::Ask(Ask::Stand(table)));
                    }
                }
            });
        });
        go
    }

    fn foot_height(&self, ui: &Ui, scene: &Scene<'_>, sitting: &Sitting, width: f32) -> f32 {
        let line = awaited(scene.words, sitting, &scene.me);
        let room = width - 2.0 * space::TWO;
        let ink = scene.style.palette.ink;
        let galley = text::galley(ui.ctx(), scene.style, &line, Type::Strong, ink, room);
        galley.size().y + shape::TOUCH + space::ONE + 2.0 * space::TWO + space::HALF
    }

    fn show_pictures(&mut self, ui: &Ui, scene: &Scene<'_>, sitting: &Sitting) -> Option<Go> {
        let key = self.pictures?;
        let Some(sitter) = sitting.sitter(&key) else {
            self.pictures = None;
            return None;
        };
        let fingerprint = self.fingerprint(&key);
        let known = scene.people.get(&key).is_some_and(|person| person.verified);
        let about = fingerprint::About {
            name: &sitter.name,
            fingerprint,
            verified: (key != scene.me).then_some(known),
        };
        match fingerprint::show(ui, scene.style, scene.words, &about) {
            Closing::Open => None,
            Closing::Dismissed => {
                self.pictures = None;
                None
            }
            Closing::Done(answer) => {
                self.pictures = None;
                answer.map(|verified| {
                    Go::Ask(Ask::Verified {
                        person: key,
                        name: sitter.name.clone(),
                        verified,
                    })
                })
            }
        }
    }
}

/// What is waited for.
fn awaited(words: &Words, sitting: &Sitting, me: &IdentityKey) -> String {
    let Some(seating) = &sitting.seating else {
        return words.get("waiting-no-seating");
    };
    let free = seating.free();
    if free > 0 {
        let count = i64::try_from(free).unwrap_or(i64::MAX);
        return words.with("waiting-seats-free", &[("count", count.into())]);
    }
    let missing: Vec<String> = seating
        .sitters
        .iter()
        .filter(|sitter| !sitter.ready && sitter.identity != *me)
        .map(|sitter| sitter.name.clone())
        .collect();
    if sitting.sitter(me).is_some_and(|mine| !mine.ready) {
        return words.get("waiting-for-you");
    }
    if missing.is_empty() {
        return words.get("waiting-begins");
    }
    let names = company::names(words, &missing);
    words.with("waiting-for", &[("names", names.as_str().into())])
}

/// Something to be noticed.
fn notice(ui: &mut Ui, style: &Style, sentence: &str) {
    let pad = space::TWO;
    let room = ui.available_width() - 2.0 * pad;
    let ink = style.palette.ink;
    let galley = text::galley(ui.ctx(), style, sentence, Type::Strong, ink, room);
    let size = vec2(ui.available_width(), galley.size().y + 2.0 * pad);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text::plain(sentence)));
    panel(ui, style, rect);
    let place = Rect::from_min_size(rect.min + vec2(pad, pad), galley.size());
    ui.painter().galley(mirrored(place, rect, style).min, galley, ink);
}

/// A place that nobody has taken yet.
fn empty(ui: &mut Ui, style: &Style, name: &str, at: usize) {
    let palette = &style.palette;
    let size = vec2(ui.available_width(), 68.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let label = text::plain(name);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{label} {}", at + 1)));
    let edge = rect.shrink(1.0);
    let corners = [
        edge.left_top(),
        edge.right_top(),
        edge.right_bottom(),
        edge.left_bottom(),
        edge.left_top(),
    ];
    let stroke = egui::Stroke::new(1.5, palette.line);
    ui.painter()
        .extend(egui::Shape::dashed_line(&corners, stroke, 8.0, 6.0));
    let disc = pos2(rect.left() + space::ONE + space::HALF + 22.0, rect.center().y);
    let disc = Rect::from_center_size(disc, vec2(44.0, 44.0));
    let disc = mirrored(disc, rect, style);
    ui.painter().circle_stroke(disc.center(), 21.0, stroke);
    let galley = text::galley(ui.ctx(), style, name, Type::Body, palette.ink_soft, f32::INFINITY);
    let corner = pos2(
        rect.left() + 2.0 * space::ONE + 2.0 * space::HALF + 44.0,
        rect.center().y - galley.size().y / 2.0,
    );
    let place = mirrored(Rect::from_min_size(corner, galley.size()), rect, style);
    ui.painter().galley(place.min, galley, palette.ink_soft);
}

fn scrolled(ui: &mut Ui, style: &Style, rect: Rect, name: &str, add: impl FnOnce(&mut Ui)) {
    within(ui, style, rect, name, |ui| {
        ScrollArea::vertical().id_salt(name).auto_shrink(false).show(ui, |ui| {
            ui.with_layout(column(style), |ui| {
                ui.set_width(ui.available_width());
                add(ui);
            });
        });
    });
}
