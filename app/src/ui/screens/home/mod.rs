//! The home screen: the four games, and beside them whatever there is to go on with and whoever is around.
//!
//! | file | what |
//! | --- | --- |
//! | `cards` | the games: a click to a first move, a click to a table with others |
//! | [`company`] | matches to go on with, tables at which one sits, tables around |
//! | [`link`] | sitting down by a link |
//!
//! In a wide window company stands beside the games, in a narrow one above them; where there is none the games have everything.

mod cards;
pub mod company;
pub mod link;

use egui::{Rect, ScrollArea, Sense, Ui, pos2, vec2};
use majlis_rules::registry::GameId;

use self::cards::Cards;
use self::company::Company;
use super::Go;
use crate::ui::games::{TableEntry, table_of};
use crate::ui::settings::Settings;
use crate::ui::style::{Style, Type, ground, shape, space};
use crate::ui::text::{self, Weight, focus_ring};
use crate::ui::widgets::{Icon, column, hint, icon_button, mirrored, paint_icon, row, within};
use crate::ui::words::Words;

pub use self::cards::{persons, table_for};

/// From this width on company stands beside the games.
const WIDE: f32 = 1000.0;
/// The width of what stands beside.
const SIDE: f32 = 340.0;
/// Below this height, and below [`NARROW`], the shelf gives way to small buttons.
const LOW: f32 = 680.0;
const NARROW: f32 = 900.0;
/// The height of the shelf.
const SHELF: f32 = 56.0;
/// So many tables around are shown above the games in a narrow window before more are asked for.
const FEW: usize = 2;

/// What the home screen keeps.
#[derive(Default)]
pub struct Home {
    cards: Cards,
    all_around: bool,
}

/// A place on the shelf: a picture, the name of a text, where it leads.
type Place = (Icon, &'static str, fn() -> Go);

/// The places on the shelf.
const SHELF_PLACES: &[Place] = &[
    (Icon::People, "home-people", || Go::People),
    (Icon::Profile, "profile", || Go::Profile(None)),
    (Icon::Logs, "logs", || Go::Logs),
    (Icon::Connection, "connection", || Go::Connection),
    (Icon::Rules, "rules", || Go::Rules(GameId::Arkan)),
];

/// The places that lead somewhere: without a node there are no people.
fn places(online: bool) -> impl Iterator<Item = &'static Place> {
    SHELF_PLACES.iter().filter(move |(.., to)| online || to() != Go::People)
}

/// What the home screen is drawn from.
pub struct Scene<'a> {
    /// How things look.
    pub style: &'a Style,
    /// How things are said.
    pub words: &'a Words,
    /// Who and what is there.
    pub company: &'a Company,
}

impl Home {
    /// Shows the screen. What is chosen on the cards is put into `settings`.
    pub fn show(&mut self, ui: &mut Ui, area: Rect, scene: &Scene<'_>, settings: &mut Settings) -> (Option<Go>, bool) {
        let (style, words, company) = (scene.style, scene.words, scene.company);
        let mut go = None;
        let mut changed = false;
        let margin = if area.width() < WIDE { space::TWO } else { space::FOUR };
        let shelf = area.height() >= LOW && area.width() >= NARROW;
        let inner = area.shrink(margin);
        let head = Rect::from_min_size(inner.min, vec2(inner.width(), 44.0));
        Self::head(ui, head, scene, settings, !shelf, &mut go);
        let mut body = Rect::from_min_max(pos2(inner.left(), head.bottom() + space::TWO), inner.max);
        if shelf {
            let plank = Rect::from_min_max(pos2(inner.left(), inner.bottom() - SHELF), inner.max);
            body.max.y = plank.top() - space::TWO;
            Self::shelf(ui, plank, scene, &mut go);
        }
        let gap = if area.width() < WIDE { space::TWO } else { space::THREE };
        let beside = area.width() >= WIDE && !company.is_empty();
        if beside {
            let side = Rect::from_min_max(pos2(body.right() - SIDE, body.top()), body.max);
            let own = mirrored(side, body, style);
            within(ui, style, own, "company", |ui| {
                ScrollArea::vertical()
                    .id_salt("company list")
                    .auto_shrink(false)
                    .show(ui, |ui| {
                        ui.with_layout(column(style), |ui| {
                            ui.set_width(ui.available_width() - space::ONE);
                            go = company::show(ui, style, words, company, usize::MAX).or(go.take());
                        });
                    });
            });
            let rest = Rect::from_min_max(body.min, pos2(side.left() - space::THREE, body.bottom()));
            body = mirrored(rest, body, style);
        }
        within(ui, style, body, "games", |ui| {
            ScrollArea::vertical()
                .id_salt("games list")
                .auto_shrink(false)
                .show(ui, |ui| {
                    ui.with_layout(column(style), |ui| {
                        if !beside && !company.is_empty() {
                            self.above(ui, scene, &mut go);
                        }
                        changed |= self.games(ui, body.height(), gap, scene, settings, &mut go);
                    });
                });
        });
        if company.online {
            go = go.or_else(|| link::pasted(ui).map(|text| Go::Link(Some(text))));
        }
        (go, changed)
    }

    /// Company above the games: a few tables, the others when asked for.
    fn above(&mut self, ui: &mut Ui, scene: &Scene<'_>, go: &mut Option<Go>) {
        let (style, words, company) = (scene.style, scene.words, scene.company);
        let most = if self.all_around { usize::MAX } else { FEW };
        *go = company::show(ui, style, words, company, most).or(go.take());
        let more = company.around.len().saturating_sub(most);
        if more > 0 {
            let count = i64::try_from(more).unwrap_or(i64::MAX);
            let label = words.with("home-more", &[("count", count.into())]);
            if text::button(ui, style, &label, Weight::Quiet).clicked() {
                self.all_around = true;
            }
        }
        ui.add_space(space::ONE);
    }

    /// The cards of the games, two in a row.
    fn games(
        &mut self,
        ui: &mut Ui,
        room: f32,
        gap: f32,
        scene: &Scene<'_>,
        settings: &mut Settings,
        go: &mut Option<Go>,
    ) -> bool {
        let (style, words) = (scene.style, scene.words);
        let games: Vec<&TableEntry> = GameId::ALL.iter().filter_map(|game| table_of(*game)).collect();
        let columns = 2;
        let rows = games.len().div_ceil(columns).max(1);
        let across = ui.available_width();
        let width = (across - gap * (columns as f32 - 1.0)) / columns as f32;
        let least = Cards::least_height(ui, style, words, settings, scene.company.online, width);
        let share = (room - gap * (rows as f32 - 1.0)) / rows as f32;
        let shape = if width < 450.0 { 0.8 } else { 0.62 };
        let height = share.min(width * shape).max(least);
        let used = height * rows as f32 + gap * (rows as f32 - 1.0);
        let (all, _) = ui.allocate_exact_size(vec2(across, used.max(1.0)), Sense::hover());
        let mut changed = false;
        for (at, entry) in games.into_iter().enumerate() {
            let (column, line) = ((at % columns) as f32, (at / columns) as f32);
            let corner = pos2(all.left() + column * (width + gap), all.top() + line * (height + gap));
            let card = mirrored(Rect::from_min_size(corner, vec2(width, height)), all, style);
            let online = scene.company.online;
            changed |= self.cards.show(ui, card, entry, style, words, settings, online, go);
        }
        changed
    }

    fn head(ui: &mut Ui, rect: Rect, scene: &Scene<'_>, settings: &Settings, all: bool, go: &mut Option<Go>) {
        let (style, words) = (scene.style, scene.words);
        let places = if all { places(scene.company.online).count() } else { 0 } + 2;
        let link = scene.company.online.then(|| words.get("home-link"));
        let button = link.as_ref().map_or(0.0, |link| {
            let ink = style.palette.ink;
            let galley = text::galley(ui.ctx(), style, link, Type::Button, ink, f32::INFINITY);
            galley.size().x + 2.0 * space::TWO + space::ONE
        });
        let tools = places as f32 * (shape::TOUCH + space::ONE) + button;
        let right = Rect::from_min_max(pos2(rect.right() - tools, rect.top()), rect.max);
        let left = Rect::from_min_max(rect.min, pos2(right.left() - space::ONE, rect.bottom()));
        within(ui, style, mirrored(left, rect, style), "home title", |ui| {
            row(ui, style, |ui| {
                text::label(ui, style, &words.get("app-name"), Type::Title);
                ui.add_space(space::TWO);
                let hello = words.with("home-hello", &[("name", settings.name.as_str().into())]);
                let room = ui.available_width();
                let galley = text::galley(ui.ctx(), style, &hello, Type::Body, style.palette.ink, f32::INFINITY);
                // A greeting that is cut off is none.
                if galley.size().x <= room {
                    text::coloured(ui, style, &hello, Type::Body, style.palette.ink_soft);
                }
            });
        });
        within(ui, style, mirrored(right, rect, style), "home tools", |ui| {
            row(ui, style, |ui| {
                if let Some(link) = &link
                    && hint(
                        text::button(ui, style, link, Weight::Plain),
                        style,
                        &words.get("home-link-about"),
                    )
                    .clicked()
                {
                    *go = Some(Go::Link(None));
                }
                if all {
                    for (icon, name, to) in self::places(scene.company.online) {
                        if icon_button(ui, style, *icon, &words.get(name)).clicked() {
                            *go = Some(to());
                        }
                    }
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

    /// A shelf of wood with everything on it that is not a game.
    fn shelf(ui: &mut Ui, rect: Rect, scene: &Scene<'_>, go: &mut Option<Go>) {
        let (style, words) = (scene.style, scene.words);
        let count = places(scene.company.online).count().max(1) as f32;
        ground::wood(ui.painter(), rect, shape::LARGE, style);
        let inner = rect.shrink2(vec2(space::ONE, (SHELF - shape::TOUCH - space::ONE) / 2.0));
        let width = inner.width() / count;
        let width = width.min(240.0);
        let left = inner.center().x - width * count / 2.0;
        for (at, (icon, name, to)) in places(scene.company.online).enumerate() {
            let corner = pos2(left + width * at as f32, inner.top());
            let place = Rect::from_min_size(corner, vec2(width, inner.height()));
            let place = mirrored(place, inner, style);
            if on_the_shelf(
                ui,
                place.shrink2(vec2(space::HALF, 0.0)),
                *icon,
                &words.get(name),
                style,
            ) {
                *go = Some(to());
            }
        }
    }
}

/// A place on the shelf: a picture and a name, burnt into the wood.
fn on_the_shelf(ui: &Ui, rect: Rect, icon: Icon, name: &str, style: &Style) -> bool {
    let palette = &style.palette;
    let response = ui.interact(rect, ui.scope_id().with(("shelf", name)), Sense::click());
    let label = text::plain(name);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), &label));
    if response.hovered() {
        let light = crate::ui::style::faded(palette.wood_light, 0.45);
        ui.painter().rect_filled(rect, shape::MEDIUM, light);
    }
    if response.has_focus() {
        focus_ring(ui, style, rect, shape::MEDIUM);
    }
    let side = 22.0;
    let room = rect.width() - side - 3.0 * space::ONE;
    let galley = text::galley_within(ui.ctx(), style, name, Type::Button, palette.on_wood, room);
    let used = side + space::ONE + galley.size().x;
    let start = rect.center().x - used / 2.0;
    let picture = Rect::from_min_size(pos2(start, rect.center().y - side / 2.0), vec2(side, side));
    paint_icon(
        ui.painter(),
        style,
        icon,
        mirrored(picture, rect, style),
        palette.on_wood,
    );
    let place = Rect::from_min_size(
        pos2(picture.right() + space::ONE, rect.center().y - galley.size().y / 2.0),
        galley.size(),
    );
    ui.painter()
        .galley(mirrored(place, rect, style).min, galley, palette.on_wood);
    response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}
