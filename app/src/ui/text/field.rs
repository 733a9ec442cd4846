//! A field of one line to write into, whatever the direction of what is written.

use core::ops::Range;
use std::sync::Arc;

use egui::{
    Event, EventFilter, Id, ImeEvent, Key, Modifiers, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};

use zeroize::{Zeroize as _, Zeroizing};

use super::{Laid, focus_ring, laid, plain};
use crate::ui::style::{Style, Type, faded, shape, space};

/// A field of one line. The caret moves the way its key points, a click sets it where it points, a drag selects; two clicks
/// select a word, three everything.
pub struct Field<'a> {
    text: &'a mut String,
    name: &'a str,
    hint: &'a str,
    most: usize,
    width: f32,
    secret: bool,
}

/// What a field keeps between frames.
#[derive(Clone, Default)]
struct State {
    /// The characters between these are selected; the caret is at the second.
    anchor: usize,
    caret: usize,
    /// How far the text is moved so that the caret is seen.
    shift: f32,
    /// What an input method is composing, as a range of characters.
    composing: Option<Range<usize>>,
    /// Texts before, for going back.
    before: Vec<(String, usize)>,
    /// Since when the caret stands still.
    still: f64,
}

impl State {
    fn selected(&self) -> Range<usize> {
        self.anchor.min(self.caret)..self.anchor.max(self.caret)
    }

    fn set(&mut self, caret: usize, extend: bool) {
        self.caret = caret;
        if !extend {
            self.anchor = caret;
        }
    }
}

/// The most steps that can be taken back.
const HISTORY: usize = 100;

impl<'a> Field<'a> {
    /// A field for `text`; `name` is what AccessKit calls it.
    pub fn new(text: &'a mut String, name: &'a str) -> Self {
        Self {
            text,
            name,
            hint: "",
            most: 4096,
            width: 320.0,
            secret: false,
        }
    }

    /// For passphrases: dots are shown and told to assistive technology, nothing is copied out of it, no step is taken back, and
    /// what the text was is wiped whenever it changes.
    #[must_use]
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// What stands in the field while it is empty.
    #[must_use]
    pub const fn hint(mut self, hint: &'a str) -> Self {
        self.hint = hint;
        self
    }

    /// At most so many characters.
    #[must_use]
    pub const fn at_most(mut self, characters: usize) -> Self {
        self.most = characters;
        self
    }

    /// How wide the field is, in points, where there is room.
    #[must_use]
    pub const fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    /// Shows it. [`Response::changed`] tells of writing, [`Response::lost_focus`] with Enter of being done.
    pub fn show(self, ui: &mut Ui, style: &Style) -> Response {
        let Self {
            text,
            name,
            hint,
            most,
            width,
            secret,
        } = self;
        let palette = style.palette;
        let kind = Type::Body;
        let lay = |ui: &Ui, text: &str| laid(ui.ctx(), style, text, kind, palette.ink, f32::INFINITY, None);
        let seen = |text: &str| {
            if secret {
                "•".repeat(text.chars().count())
            } else {
                text.to_owned()
            }
        };
        let height = (lay(ui, "x").galley.size().y + 2.0 * space::ONE).max(shape::TOUCH);
        let size = vec2(width.min(ui.available_width()), height);
        let (rect, mut response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        let id = response.id;
        let mut state: State = ui.data_mut(|data| data.get_temp(id)).unwrap_or_default();
        let length = text.chars().count();
        state.caret = state.caret.min(length);
        state.anchor = state.anchor.min(length);

        let inner = rect.shrink2(vec2(space::ONE + space::HALF, 0.0));
        let text_before = seen(text);
        let line = lay(ui, &text_before);
        let origin = origin(&line, inner, state.shift);
        Self::point(ui, &response, &mut state, &text_before, &line, origin);
        if response.clicked() || response.drag_started() {
            response.request_focus();
        }
        super::show_focused(ui, &response);
        if response.has_focus() {
            let filter = EventFilter {
                horizontal_arrows: true,
                vertical_arrows: false,
                tab: false,
                escape: false,
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
            if write(ui, id, &mut state, text, &line, most, secret) {
                response.mark_changed();
            }
        }
        let selection = state.selected();
        let shown = seen(text);
        response.widget_info(|| WidgetInfo::text_edit(ui.is_enabled(), &text_before, shown.as_str(), plain(hint)));
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_role(if secret { Role::PasswordInput } else { Role::TextInput });
            node.set_label(plain(name));
            node.set_value(shown.as_str());
        });

        let line = lay(ui, &shown);
        // The text moves until its caret is seen.
        let caret = line.caret(state.caret);
        let at = self::origin(&line, inner, state.shift).x + caret.left();
        if at < inner.left() {
            state.shift += inner.left() - at;
        } else if at > inner.right() {
            state.shift -= at - inner.right();
        }
        if line.galley.size().x <= inner.width() {
            state.shift = 0.0;
        }
        let origin = self::origin(&line, inner, state.shift);

        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        painter.rect_filled(rect, shape::SMALL, palette.inset);
        painter.rect_stroke(
            rect,
            shape::SMALL,
            Stroke::new(shape::LINE, palette.line),
            StrokeKind::Inside,
        );
        if response.has_focus() {
            for part in line.selection(selection) {
                painter.rect_filled(part.translate(origin.to_vec2()), 0.0, faded(palette.accent, 0.35));
            }
        }
        if shown.is_empty() && !hint.is_empty() {
            let hint = lay(ui, hint);
            let at = self::origin(&hint, inner, 0.0);
            painter.galley_with_override_text_color(at, Arc::clone(&hint.galley), palette.ink_soft);
        } else {
            painter.galley(origin, Arc::clone(&line.galley), palette.ink);
        }
        if let Some(composing) = &state.composing {
            for part in line.selection(composing.clone()) {
                let part = part.translate(origin.to_vec2());
                painter.hline(part.x_range(), part.bottom(), Stroke::new(shape::LINE, palette.accent));
            }
        }
        if response.has_focus() {
            focus_ring(ui, style, rect, shape::SMALL);
            let caret = caret.translate(origin.to_vec2());
            blink(ui, &painter, style, caret, &mut state);
            ui.output_mut(|output| {
                output.ime = Some(egui::output::IMEOutput {
                    purpose: if secret {
                        egui::IMEPurpose::Password
                    } else {
                        egui::IMEPurpose::Normal
                    },
                    rect,
                    cursor_rect: caret,
                    should_interrupt_composition: false,
                });
            });
        }
        ui.data_mut(|data| data.insert_temp(id, state));
        response.on_hover_cursor(egui::CursorIcon::Text)
    }

    /// Clicks and drags.
    fn point(ui: &Ui, response: &Response, state: &mut State, text: &str, line: &Laid, origin: egui::Pos2) {
        let Some(pointer) = response.interact_pointer_pos() else {
            return;
        };
        let at = line.hit(pos2(pointer.x - origin.x, pointer.y - origin.y));
        let moved = (state.anchor, state.caret);
        if response.triple_clicked() {
            (state.anchor, state.caret) = (0, text.chars().count());
        } else if response.double_clicked() {
            let word = word_at(text, at);
            (state.anchor, state.caret) = (word.start, word.end);
        } else if response.is_pointer_button_down_on() {
            let begins = ui.input(|input| input.pointer.any_pressed());
            let extend = !begins || ui.input(|input| input.modifiers.shift);
            state.set(at, extend);
        }
        if moved != (state.anchor, state.caret) {
            state.still = ui.input(|input| input.time);
        }
    }
}

/// Where the text begins: at the side its paragraph begins at.
fn origin(line: &Laid, inner: Rect, shift: f32) -> egui::Pos2 {
    let size = line.galley.size();
    let x = if line.right_to_left {
        inner.right() - size.x
    } else {
        inner.left()
    };
    pos2(x + shift, inner.center().y - size.y / 2.0)
}

/// Paints the caret: on for a second's half, off for the other; it stands still for tests and where nothing is to move.
fn blink(ui: &Ui, painter: &egui::Painter, style: &Style, caret: Rect, state: &mut State) {
    let since = ui.input(|input| input.time) - state.still;
    let on = style.reduced_motion || !ui.visuals().text_cursor.blink || since.rem_euclid(1.0) < 0.5;
    if on {
        let stroke = Stroke::new(2.0, style.palette.ink);
        painter.vline(caret.left(), caret.y_range(), stroke);
    }
    if !style.reduced_motion && ui.visuals().text_cursor.blink {
        ui.request_repaint_after_secs((0.5 - since.rem_euclid(0.5)) as f32);
    }
}

/// Takes what was typed. Says whether the text has changed.
fn write(ui: &Ui, id: Id, state: &mut State, text: &mut String, line: &Laid, most: usize, secret: bool) -> bool {
    let events = ui.input(|input| {
        input.filtered_events(&EventFilter {
            horizontal_arrows: true,
            vertical_arrows: false,
            tab: false,
            escape: false,
        })
    });
    let (original, original_caret) = (Zeroizing::new(text.clone()), state.caret);
    let mut going_back = false;
    for event in events {
        match event {
            Event::Text(new) | Event::Paste(new) => replace(state, text, &new, most),
            Event::Copy | Event::Cut if secret => {}
            Event::Copy => copy(ui, state, text),
            Event::Cut => {
                copy(ui, state, text);
                replace(state, text, "", most);
            }
            Event::Ime(ime) => compose(state, text, ime, most),
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } => match key {
                Key::Enter => ui.memory_mut(|memory| memory.surrender_focus(id)),
                Key::Z if modifiers.command => {
                    if let Some((before, caret)) = state.before.pop() {
                        *text = before;
                        state.set(caret, false);
                        going_back = true;
                    }
                }
                key => press(state, text, line, key, modifiers, most),
            },
            _ => {}
        }
    }
    if *text == *original {
        if state.caret != original_caret {
            state.still = ui.input(|input| input.time);
        }
        return false;
    }
    state.still = ui.input(|input| input.time);
    if !going_back && !secret {
        state.before.push((original.to_string(), original_caret));
        if state.before.len() > HISTORY {
            state.before.remove(0);
        }
    }
    true
}

fn press(state: &mut State, text: &mut String, line: &Laid, key: Key, modifiers: Modifiers, most: usize) {
    let length = text.chars().count();
    let extend = modifiers.shift;
    match key {
        Key::A if modifiers.command => (state.anchor, state.caret) = (0, length),
        Key::Home => state.set(0, extend),
        Key::End => state.set(length, extend),
        Key::ArrowLeft | Key::ArrowRight => {
            // The caret moves the way the key points: towards the end of a text that goes that way.
            let onward = (key == Key::ArrowRight) != goes_from_right(line, state.caret);
            let selected = state.selected();
            let to = if !extend && !selected.is_empty() {
                if onward { selected.end } else { selected.start }
            } else if modifiers.ctrl || modifiers.alt {
                let word = |at| word_at(text, at);
                if onward {
                    word(skip_space(text, state.caret)).end
                } else {
                    word(state.caret.saturating_sub(1)).start
                }
            } else if onward {
                (state.caret + 1).min(length)
            } else {
                state.caret.saturating_sub(1)
            };
            state.set(to, extend);
        }
        Key::Backspace | Key::Delete => {
            if state.selected().is_empty() {
                let from = state.caret;
                let to = match (key, modifiers.ctrl || modifiers.alt) {
                    (Key::Backspace, true) => word_at(text, from.saturating_sub(1)).start,
                    (Key::Backspace, false) => from.saturating_sub(1),
                    (_, true) => word_at(text, skip_space(text, from)).end,
                    _ => (from + 1).min(length),
                };
                (state.anchor, state.caret) = (from, to);
            }
            replace(state, text, "", most);
        }
        _ => {}
    }
}

/// Whether the text goes from right to left where the caret is.
fn goes_from_right(line: &Laid, caret: usize) -> bool {
    let x = |at: usize| line.caret(at).left();
    let before = caret.checked_sub(1).map(|before| x(caret) - x(before));
    let after = (caret < line.len()).then(|| x(caret + 1) - x(caret));
    let moves = |step: &f32| step.abs() > 0.1;
    let step = after.filter(moves).or(before.filter(moves));
    step.map_or(line.right_to_left, |step| step < 0.0)
}

fn copy(ui: &Ui, state: &State, text: &str) {
    let selected = state.selected();
    if !selected.is_empty() {
        ui.copy_text(text.chars().skip(selected.start).take(selected.len()).collect());
    }
}

fn compose(state: &mut State, text: &mut String, event: ImeEvent, most: usize) {
    let previous = state.composing.take();
    match event {
        ImeEvent::Preedit { text: new, .. } => {
            if let Some(previous) = previous {
                (state.anchor, state.caret) = (previous.start, previous.end);
            }
            let start = state.selected().start;
            replace(state, text, &new, most);
            if !new.is_empty() {
                state.composing = Some(start..state.caret);
            }
        }
        ImeEvent::Commit(new) => {
            if let Some(previous) = previous {
                (state.anchor, state.caret) = (previous.start, previous.end);
            }
            replace(state, text, &new, most);
        }
        ImeEvent::DeleteSurrounding {
            before_chars,
            after_chars,
        } => {
            let end = state.caret.saturating_add(after_chars).min(text.chars().count());
            (state.anchor, state.caret) = (state.caret.saturating_sub(before_chars), end);
            replace(state, text, "", most);
        }
        #[expect(deprecated, reason = "egui still has them, and sends them no more")]
        ImeEvent::Enabled | ImeEvent::Disabled => {}
    }
}

/// Puts `new` in the place of what is selected.
fn replace(state: &mut State, text: &mut String, new: &str, most: usize) {
    let selected = state.selected();
    let kept = text.chars().count() - selected.len();
    let new: Zeroizing<Vec<char>> = new
        .chars()
        .map(|char| if char == '\n' || char == '\t' { ' ' } else { char })
        .filter(|char| !char.is_control())
        .take(most.saturating_sub(kept))
        .collect::<Vec<char>>()
        .into();
    let before = text.chars().take(selected.start);
    let after = text.chars().skip(selected.end);
    // Enough room from the start, so that nothing is left where it was; and what was is wiped, since it may be a secret.
    let mut all = String::with_capacity(text.len() + 4 * new.len());
    all.extend(before.chain(new.iter().copied()).chain(after));
    text.zeroize();
    *text = all;
    state.set(selected.start + new.len(), false);
}

fn skip_space(text: &str, from: usize) -> usize {
    from + text.chars().skip(from).take_while(|char| char.is_whitespace()).count()
}

/// The word round a character.
fn word_at(text: &str, at: usize) -> Range<usize> {
    let chars: Vec<char> = text.chars().collect();
    let at = at.min(chars.len().saturating_sub(1));
    let kind = |char: &char| (char.is_alphanumeric(), char.is_whitespace());
    let Some(own) = chars.get(at).map(kind) else {
        return 0..0;
    };
    let same = |char: &&char| kind(char) == own;
    let end = at + chars.iter().skip(at).take_while(same).count();
    let before = chars.get(..at).unwrap_or_default();
    let start = at - before.iter().rev().take_while(same).count();
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_from_any_character_in_them() {
        let text = "مرحبا Salma، 12";
        assert_eq!(word_at(text, 0), 0..5);
        assert_eq!(word_at(text, 4), 0..5);
        assert_eq!(word_at(text, 8), 6..11);
        assert_eq!(word_at(text, 11), 11..12);
        assert_eq!(word_at(text, 99), 13..15);
        assert_eq!(word_at("", 0), 0..0);
    }

    #[test]
    fn what_is_pasted_stays_one_line_and_within_its_length() {
        let mut text = "ab".to_owned();
        let mut state = State::default();
        state.set(1, false);
        replace(&mut state, &mut text, "x\ny\u{7}zzz", 6);
        assert_eq!(text, "ax yzb");
        assert_eq!(state.caret, 5);
    }
}
