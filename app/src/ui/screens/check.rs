//! What checking a file has given, over whatever screen there is: a log, a certificate, or a match of another program.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{ScrollArea, Sense, Ui, vec2};

use crate::folder::shown;
use crate::ui::feed::Wake;
use crate::ui::history::story::{Checked, check};
use crate::ui::history::verdict::{Tone, Verdict, icon_of, verdict};
use crate::ui::history::work::Work;
use crate::ui::sentence::Sentence;
use crate::ui::style::{Style, Type, shape, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Closing, column, dialog, paint_icon, row};
use crate::ui::words::Words;

/// What the dialog keeps.
#[derive(Default)]
pub struct CheckDialog {
    /// The files that wait.
    waiting: VecDeque<PathBuf>,
    /// The file that is shown.
    path: Option<PathBuf>,
    work: Option<Reading>,
    result: Option<Checked>,
    /// For so many frames more it may still find its place: its height has changed.
    settles: u8,
    /// What is said about it, and in which language it was worded.
    said: Option<(crate::language::Language, Verdict)>,
}

/// What the person wants after it.
pub enum After {
    /// To see the match.
    Replay(Box<crate::ui::history::story::Story>),
}

/// A file that is read on a thread of its own.
pub(crate) struct Reading(std::io::Result<Work<Checked>>);

impl Reading {
    /// Begins to read a file.
    pub(crate) fn begin(path: PathBuf, context: &egui::Context) -> Self {
        let context = context.clone();
        let wake: Wake = Arc::new(move || context.request_repaint());
        Self(Work::start(wake, move |progress, give| {
            give(check(&path, &mut |done, all| progress.tell(done, all)));
        }))
    }

    /// What it holds, once that is known, or why that will never be.
    pub(crate) fn take(&mut self) -> Option<Checked> {
        match &mut self.0 {
            Ok(work) => {
                let checked = work.take();
                checked.or_else(|| (!work.is_running()).then_some(Checked::Unreadable(Sentence::BROKE_OFF)))
            }
            Err(_) => Some(Checked::Unreadable(Sentence::NO_THREAD)),
        }
    }

    /// How many bytes are read, and of how many.
    pub(crate) fn progress(&self) -> (u64, u64) {
        self.0.as_ref().map(Work::progress).unwrap_or_default()
    }
}

impl CheckDialog {
    /// Whether something is shown.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.path.is_some()
    }

    /// Checks a file, after those that wait already.
    pub fn add(&mut self, path: PathBuf) {
        self.waiting.push_back(path);
    }

    /// Shows what was found out already.
    pub fn tell(&mut self, path: PathBuf, result: Checked) {
        self.path = Some(path);
        self.work = None;
        self.result = Some(result);
        self.said = None;
    }

    fn close(&mut self) {
        self.path = None;
        self.work = None;
        self.result = None;
        self.said = None;
    }

    /// Shows it. `contested` says whether a file of the profile tells another result of this match.
    pub fn show(
        &mut self,
        ui: &Ui,
        style: &Style,
        words: &Words,
        contested: &dyn Fn(&Checked) -> bool,
    ) -> Option<After> {
        if self.path.is_none() {
            let next = self.waiting.pop_front()?;
            self.work = Some(Reading::begin(next.clone(), ui.ctx()));
            self.path = Some(next);
        }
        let path = self.path.clone()?;
        if let Some(work) = &mut self.work
            && let Some(checked) = work.take()
        {
            self.result = Some(checked);
            self.work = None;
        }
        if let Some(result) = &self.result
            && self
                .said
                .as_ref()
                .is_none_or(|(language, _)| *language != words.language())
        {
            let verdict = verdict(result, words, contested(result));
            self.said = Some((words.language(), verdict));
            self.settles = 3;
        }
        if self.settles > 0 {
            self.settles -= 1;
            ui.ctx().request_repaint();
        }
        let part = self.work.as_ref().map(Reading::progress);
        let more = self.waiting.len();
        let replay = self.result.as_ref().is_some_and(Checked::has_story);
        let said = self.said.as_ref().map(|(_, verdict)| verdict);
        let closing = dialog(ui, style, "check", 600.0, |ui| {
            match said {
                None => waiting(ui, style, words, &path, part.unwrap_or_default()),
                Some(verdict) => show(ui, style, words, &path, verdict),
            }
            ui.add_space(space::TWO);
            row(ui, style, |ui| {
                let close = words.get(if more > 0 { "logs-next" } else { "close" });
                if text::button(ui, style, &close, Weight::Primary).clicked() {
                    return Some(false);
                }
                let again = replay && text::button(ui, style, &words.get("logs-watch"), Weight::Plain).clicked();
                again.then_some(true)
            })
        });
        match closing {
            Closing::Open => None,
            Closing::Done(true) => {
                let story = self.result.take().and_then(Checked::into_story);
                self.close();
                story.map(|story| After::Replay(Box::new(story)))
            }
            Closing::Done(false) | Closing::Dismissed => {
                if matches!(closing, Closing::Dismissed) {
                    // Whoever has dropped a whole folder is not to close each of its files.
                    self.waiting.clear();
                }
                self.close();
                ui.ctx().request_repaint();
                None
            }
        }
    }
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    format!("\u{2066}{}\u{2069}", shown(Path::new(name)))
}

/// The file is being read.
fn waiting(ui: &mut Ui, style: &Style, words: &Words, path: &Path, (done, all): (u64, u64)) {
    text::label(ui, style, &words.get("logs-checking"), Type::Heading);
    text::coloured(ui, style, &name_of(path), Type::Small, style.palette.ink_soft);
    ui.add_space(space::ONE);
    let part = if all == 0 { 0.0 } else { done as f32 / all as f32 };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 10.0), Sense::hover());
    let percent = (part * 100.0) as i64;
    let said = words.with("logs-percent", &[("percent", percent.into())]);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, text::plain(&said)));
    ui.painter().rect_filled(rect, 5.0, style.palette.inset);
    let mut full = rect;
    if style.right_to_left {
        full.set_left(rect.right() - rect.width() * part.clamp(0.0, 1.0));
    } else {
        full.set_right(rect.left() + rect.width() * part.clamp(0.0, 1.0));
    }
    ui.painter().rect_filled(full, 5.0, style.palette.accent);
}

fn show(ui: &mut Ui, style: &Style, words: &Words, path: &Path, verdict: &Verdict) {
    let palette = &style.palette;
    let ink = |tone: Tone| match tone {
        Tone::Good => palette.good,
        Tone::Bad => palette.danger,
        Tone::Plain => palette.ink,
    };
    row(ui, style, |ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(30.0, 34.0), Sense::hover());
        paint_icon(ui.painter(), style, icon_of(verdict.tone), rect, ink(verdict.tone));
        text::label(ui, style, &verdict.title, Type::Heading);
    });
    text::coloured(ui, style, &name_of(path), Type::Small, palette.ink_soft);
    // As high as it will be from its first frame on: nothing moves away under a pointer.
    let most = (ui.ctx().content_rect().height() - 260.0).max(100.0);
    let height = height_of(ui, style, words, verdict, ui.available_width() - space::TWO).min(most);
    let list = ScrollArea::vertical()
        .auto_shrink(false)
        .min_scrolled_height(height)
        .max_height(height);
    list.show(ui, |ui| {
        ui.with_layout(column(style), |ui| {
            ui.set_width(ui.available_width() - space::TWO);
            ui.add_space(space::HALF);
            for line in &verdict.lines {
                let kind = if line.tone == Tone::Plain {
                    Type::Body
                } else {
                    Type::Strong
                };
                text::coloured(ui, style, &line.text, kind, ink(line.tone));
            }
            if !verdict.checked.is_empty() {
                ui.add_space(space::ONE);
                text::label(ui, style, &words.get("logs-what-was-checked"), Type::Strong);
                for line in &verdict.checked {
                    text::label(ui, style, &format!("•\u{a0}{line}"), Type::Small);
                }
            }
            if let Some(detail) = &verdict.detail {
                ui.add_space(space::ONE);
                let said = words.with("logs-exactly", &[("sentence", detail.as_str().into())]);
                text::coloured(ui, style, &said, Type::Small, palette.ink_soft);
            }
            ui.add_space(shape::LINE);
        });
    });
}

/// How high everything is that is said below the title.
fn height_of(ui: &Ui, style: &Style, words: &Words, verdict: &Verdict, width: f32) -> f32 {
    let gap = ui.spacing().item_spacing.y;
    let ink = style.palette.ink;
    let high = |text: &str, kind| text::galley(ui.ctx(), style, text, kind, ink, width).size().y + gap;
    let mut height = 2.0 * gap + space::HALF;
    for line in &verdict.lines {
        let kind = if line.tone == Tone::Plain {
            Type::Body
        } else {
            Type::Strong
        };
        height += high(&line.text, kind);
    }
    if !verdict.checked.is_empty() {
        height += space::ONE + gap + high(&words.get("logs-what-was-checked"), Type::Strong);
        for line in &verdict.checked {
            height += high(&format!("•\u{a0}{line}"), Type::Small);
        }
    }
    if let Some(detail) = &verdict.detail {
        let said = words.with("logs-exactly", &[("sentence", detail.as_str().into())]);
        height += space::ONE + gap + high(&said, Type::Small);
    }
    height
}
