//! Text from right to left and both at once: labels, buttons, fields.

use egui::{Event, Key, Modifiers, pos2};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, SnapshotResults};
use majlis::language::Language;
use majlis::ui::style::{Theme, Type, space};
use majlis::ui::text::{self, Field, Weight};

use crate::support::{Look, pictures, show};

/// What AccessKit is told has no invisible marks in it, whatever the text has.
#[test]
fn names_have_no_direction_marks() {
    let look = Look::new(Language::Arabic, Theme::Light);
    let score = look.words.with("score", &[("score", 21.into())]);
    assert!(score.contains('\u{2068}'));
    let mut harness = show([400.0, 200.0], look, move |ui, look| {
        text::label(ui, &look.style, &score, Type::Body);
        text::button(ui, &look.style, &score, Weight::Primary);
    });
    harness.run();
    assert_eq!(harness.query_all_by_label("النقاط: 21").count(), 2);
}

/// Texts with everything that goes wrong: numbers, brackets, names, marks, ligatures, punctuation at the ends.
const HARD: [&str; 9] = [
    "لعب \u{2068}Yusuf\u{2069} الحجر \u{2068}6-4\u{2069} (21 قطعة).",
    "السَّلامُ عَلَيْكُمْ، لا إلٰه! «مجلس» أوّلًا؟",
    "١٢٣ نقطة من ٤٥٦، والباقي -٧",
    "يُعرض الرابط majlis:host/abc?x=1 هنا؛ انسخه",
    "English first, then عربي (مع قوس), and 12.",
    "Ilinca a pus „șțăîâ” — 3 piese",
    "لغة C\u{200E}++\u{200E} وملف /home/salma/.local/share/majlis",
    "سطر أول\nسطر ثانٍ أطول بكثير من الأول، لا يتّسع له العرض فينكسر إلى سطرين أو ثلاثة",
    "",
];

/// Names and sayings with small pictures, of one character and of many. A character that no font has stops a test.
const PICTURES: [&str; 6] = [
    "سلمى 🐢😀 (٢)",
    "Omar 🎲🎉 – \u{2068}ليلى 🌙\u{2069}",
    "👩🏽‍🚀 Ștefan 🇷🇴❤\u{FE0F}",
    "أحسنت 👏🏽👏! 1\u{FE0F}\u{20E3}",
    "⭐☕⚽✨ 🀱 🂡 ♠",
    "😀",
];

#[test]
fn small_pictures_stand_where_they_are_read() {
    let look = Look::new(Language::Arabic, Theme::Light);
    let mut harness = show([600.0, 100.0], look, |ui, look| {
        for kind in [Type::Small, Type::Body, Type::Strong, Type::Title] {
            for (text, from_right) in [("سلمى 🐢😀 (٢)", true), ("Omar 🐢😀 (2)", false)] {
                let ink = look.style.palette.ink;
                let laid = text::laid(ui.ctx(), &look.style, text, kind, ink, f32::INFINITY, Some(from_right));
                let place = |wanted: char| {
                    let at = text.chars().position(|char| char == wanted).unwrap();
                    let cells = laid.selection(at..at + 1);
                    assert!(cells[0].width() > 5.0, "{wanted} in {text} has no width");
                    cells[0].center().x
                };
                let name = text.chars().next().unwrap();
                let order = [place(name), place('🐢'), place('😀'), place('(')];
                let sorted = order.windows(2).all(|two| (two[0] > two[1]) == from_right);
                assert!(sorted, "{text} {kind:?}: {order:?}");
            }
        }
    });
    harness.run();
}

#[test]
fn hard_lines_look_right() {
    let mut results = SnapshotResults::new();
    for (language, name) in [(Language::Arabic, "text-ar"), (Language::English, "text-en")] {
        let look = Look::new(language, Theme::Light);
        let mut harness = show([560.0, 470.0], look, |ui, look| {
            let align = if look.style.right_to_left {
                egui::Align::Max
            } else {
                egui::Align::Min
            };
            let rect = ui.max_rect().shrink(space::TWO);
            ui.scope_builder(egui::UiBuilder::new().max_rect(rect), |ui| {
                ui.with_layout(egui::Layout::top_down(align), |ui| {
                    for line in HARD {
                        text::label(ui, &look.style, line, Type::Body);
                    }
                    text::label(ui, &look.style, HARD[0], Type::Heading);
                    text::button(ui, &look.style, HARD[1], Weight::Primary);
                    let mut text = HARD[0].to_owned();
                    Field::new(&mut text, "field").show(ui, &look.style);
                });
            });
        });
        harness.run_ok();
        harness.snapshot_options(name, &pictures());
        results.extend_harness(&mut harness);
    }
}

/// A click before a character sets the caret there, wherever the character is drawn; the caret stands within its line.
#[test]
fn a_click_finds_the_character_it_points_at() {
    let look = Look::new(Language::Arabic, Theme::Light);
    let mut harness = show([600.0, 100.0], look, |ui, look| {
        for line in HARD.into_iter().chain(PICTURES) {
            for base in [None, Some(true), Some(false)] {
                let wrap = 300.0;
                let ink = look.style.palette.ink;
                let laid = text::laid(ui.ctx(), &look.style, line, Type::Body, ink, wrap, base);
                let chars: Vec<char> = line.chars().collect();
                assert_eq!(
                    laid.galley
                        .rows
                        .iter()
                        .map(|row| row.glyphs.len() + usize::from(row.ends_with_newline))
                        .sum::<usize>(),
                    chars.len(),
                    "{line}"
                );
                for (at, char) in chars.iter().enumerate() {
                    let boxes = laid.selection(at..at + 1);
                    let cell = boxes.first().copied().unwrap_or(egui::Rect::NOTHING);
                    // White space at the end of a line hangs out of it.
                    if cell.width() < 1.0 || char.is_whitespace() {
                        continue;
                    }
                    let left = laid.hit(pos2(cell.left() + cell.width() * 0.2, cell.center().y));
                    let right = laid.hit(pos2(cell.right() - cell.width() * 0.2, cell.center().y));
                    assert_eq!(
                        [left.min(right), left.max(right)],
                        [at, at + 1],
                        "{line}: {char:?} at {at}"
                    );
                }
                for at in 0..=chars.len() {
                    let caret = laid.caret(at);
                    let bounds = laid.galley.rect.expand(12.0);
                    assert!(bounds.contains_rect(caret), "{line}: caret {at} is at {caret:?}");
                }
            }
        }
    });
    harness.run();
}

/// A field, and what is in it after each frame.
fn field(language: Language, text: &str) -> Harness<'static, String> {
    let look = Look::new(language, Theme::Light);
    let text = text.to_owned();
    let mut ready = false;
    let mut harness = Harness::builder()
        .with_size([400.0, 100.0])
        .with_step_dt(1.0 / 60.0)
        .build_ui_state(
            move |ui, text: &mut String| {
                if !std::mem::replace(&mut ready, true) {
                    majlis::ui::style::fonts::install(ui.ctx(), &majlis::ui::style::fonts::Source::Embedded);
                    return;
                }
                Field::new(text, "الاسم").show(ui, &look.style);
            },
            text,
        );
    harness.run_ok();
    harness
}

#[test]
fn a_field_is_written_in_by_keys() {
    let mut harness = field(Language::Arabic, "");
    harness.get_by_label("الاسم").focus();
    harness.run_ok();
    let press = |harness: &mut Harness<'_, String>, event: Event| {
        harness.event(event);
        harness.run_ok();
    };
    press(&mut harness, Event::Text("سلمى".to_owned()));
    assert_eq!(harness.state(), "سلمى");
    // In a text from right to left the left key goes on to its end, the right key back.
    harness.key_press(Key::ArrowRight);
    harness.run_ok();
    press(&mut harness, Event::Text("ا".to_owned()));
    assert_eq!(harness.state(), "سلماى");
    harness.key_press(Key::Backspace);
    harness.run_ok();
    assert_eq!(harness.state(), "سلمى");
    harness.key_press(Key::ArrowLeft);
    harness.run_ok();
    press(&mut harness, Event::Text("!".to_owned()));
    assert_eq!(harness.state(), "سلمى!");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_ok();
    press(&mut harness, Event::Paste("Omar\n2".to_owned()));
    assert_eq!(harness.state(), "Omar 2");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_ok();
    assert_eq!(harness.state(), "سلمى!");
}

#[test]
fn a_field_is_written_in_by_the_mouse() {
    let mut harness = field(Language::Arabic, "سلمى Omar");
    let rect = harness.get_by_label("الاسم").rect();
    let click = |harness: &mut Harness<'_, String>, x: f32, times: usize| {
        for _ in 0..times {
            harness.hover_at(pos2(x, rect.center().y));
            for pressed in [true, false] {
                harness.event(Event::PointerButton {
                    pos: pos2(x, rect.center().y),
                    button: egui::PointerButton::Primary,
                    pressed,
                    modifiers: Modifiers::NONE,
                });
                harness.step();
            }
        }
        harness.run_ok();
    };
    // The first letter is the rightmost: a click at the right edge is before it.
    click(&mut harness, rect.right() - 4.0, 1);
    harness.event(Event::Text("١".to_owned()));
    harness.run_ok();
    assert_eq!(harness.state(), "١سلمى Omar");
    // Two clicks select the word under the mouse, which stands to the left.
    for _ in 0..40 {
        harness.step();
    }
    let at = rect.right() - 80.0;
    click(&mut harness, at, 2);
    harness.event(Event::Text("ع".to_owned()));
    harness.run_ok();
    assert_eq!(harness.state(), "١سلمى ع");
    // A drag from one edge to the other selects everything.
    harness.drag_at(pos2(rect.right() - 3.0, rect.center().y));
    harness.step();
    harness.hover_at(pos2(rect.left() + 100.0, rect.center().y));
    harness.step();
    harness.hover_at(pos2(rect.left() + 3.0, rect.center().y));
    harness.step();
    harness.drop_at(pos2(rect.left() + 3.0, rect.center().y));
    harness.run_ok();
    harness.event(Event::Text("ي".to_owned()));
    harness.run_ok();
    assert_eq!(harness.state(), "ي");
}
