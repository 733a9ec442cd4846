//! Writing a match, or a picture of a position, to a file.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use directories::UserDirs;
use egui::Ui;
use majlis_rules::registry::AnyGame;

use super::Shown;
use crate::export::{Format, Look, write_new};
use crate::folder::{shown, typed};
use crate::ui::feed::Wake;
use crate::ui::history::story::Story;
use crate::ui::history::work::Work;
use crate::ui::sentence::Sentence;
use crate::ui::style::{Style, Type, space};
use crate::ui::text::{self, Field, Weight};
use crate::ui::widgets::{Closing, choice, dialog, row};
use crate::ui::words::Words;

/// What the dialog keeps.
pub(super) struct ExportDialog {
    format: Format,
    /// Whether a picture shows the end instead of the position on the screen.
    end: bool,
    path: String,
    /// The path that was proposed.
    proposed: String,
    work: Option<Work<Result<PathBuf, NotWritten>>>,
    said: Option<Result<PathBuf, NotWritten>>,
}

/// Why a file was not written.
#[derive(Debug)]
enum NotWritten {
    /// There is one already.
    Exists(PathBuf),
    /// What the system or the picture's encoder says.
    Refused(Sentence),
}

impl ExportDialog {
    pub(super) fn new(story: &Story, profile: &Path) -> Self {
        let format = Format::Png;
        let proposed = propose(story, profile, format);
        Self {
            format,
            end: false,
            path: proposed.clone(),
            proposed,
            work: None,
            said: None,
        }
    }

    fn choose(&mut self, format: Format, story: &Story, profile: &Path) {
        self.format = format;
        self.said = None;
        let proposed = propose(story, profile, format);
        if self.path == self.proposed {
            self.path.clone_from(&proposed);
        } else {
            // What the person has written stays, but for its ending.
            let path = typed(&self.path).with_extension(format.extension());
            self.path = path.to_string_lossy().into_owned();
        }
        self.proposed = proposed;
    }

    /// Writes the file on a thread of its own.
    fn write(&mut self, ui: &Ui, story: &Story, board: Option<&AnyGame>, look: Look) {
        let (story, format) = (story.clone(), self.format);
        let board = if self.end { story.last_board() } else { board }.cloned();
        let path = typed(&self.path);
        let context = ui.ctx().clone();
        let wake: Wake = Arc::new(move || context.request_repaint());
        self.said = None;
        let work = Work::start(wake, move |_, give| {
            give(write(&story, format, board.as_ref(), look, path));
        });
        match work {
            Ok(work) => self.work = Some(work),
            Err(_) => self.said = Some(Err(NotWritten::Refused(Sentence::NO_THREAD))),
        }
    }
}

fn write(
    story: &Story,
    format: Format,
    board: Option<&AnyGame>,
    look: Look,
    path: PathBuf,
) -> Result<PathBuf, NotWritten> {
    let path = std::path::absolute(&path).unwrap_or(path);
    let bytes = story.write(format, board, look);
    let bytes = bytes.map_err(|error| NotWritten::Refused((&error).into()))?;
    match write_new(&path, &bytes) {
        Ok(()) => Ok(path),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(NotWritten::Exists(path)),
        Err(error) => Err(NotWritten::Refused(Sentence::at(&path, &error))),
    }
}

/// Where a file could go: beside what it is made of or, where that is in the profile's own folder, among the person's documents.
fn propose(story: &Story, profile: &Path, format: Format) -> String {
    let beside = story.path.parent().unwrap_or_else(|| Path::new(""));
    let folder = if beside.starts_with(profile) {
        let dirs = UserDirs::new();
        let documents = dirs.as_ref().and_then(UserDirs::document_dir);
        let there = documents.filter(|folder| folder.is_dir());
        there
            .map(Path::to_owned)
            .or_else(|| dirs.as_ref().map(|dirs| dirs.home_dir().to_owned()))
            .unwrap_or_else(|| beside.to_owned())
    } else {
        beside.to_owned()
    };
    let name = match story.match_id().and_then(|id| id.get(..8)) {
        Some(id) => format!("{}-{id}", story.game.id()),
        None => {
            let stem = story.path.file_stem().unwrap_or_default().to_string_lossy();
            format!("{}-{stem}", story.game.id())
        }
    };
    let path = |number: u32| {
        let name = match number {
            1 => format!("{name}.{}", format.extension()),
            _ => format!("{name}-{number}.{}", format.extension()),
        };
        folder.join(name)
    };
    // One that is not there yet.
    let free = (1..100).map(path).find(|path| !path.exists());
    free.unwrap_or_else(|| path(100)).to_string_lossy().into_owned()
}

const fn about(format: Format) -> &'static str {
    match format {
        Format::Png => "replay-about-png",
        Format::Svg => "replay-about-svg",
        Format::Moves => "replay-about-moves",
        Format::Json => "replay-about-json",
        Format::Blksgf => "replay-about-blksgf",
    }
}

const fn name(format: Format) -> &'static str {
    match format {
        Format::Png => "PNG",
        Format::Svg => "SVG",
        Format::Moves => "TXT",
        Format::Json => "JSON",
        Format::Blksgf => "BLKSGF",
    }
}

impl Shown {
    pub(super) fn export_dialog(&mut self, ui: &Ui, style: &Style, words: &Words, profile: &Path) {
        let Some(mut export) = self.export.take() else { return };
        if let Some(work) = &mut export.work {
            let said = work.take();
            if said.is_some() || !work.is_running() {
                export.said = Some(said.unwrap_or(Err(NotWritten::Refused(Sentence::BROKE_OFF))));
                export.work = None;
            }
        }
        let look = Look {
            language: words.language(),
            theme: style.theme,
        };
        let story = &self.story;
        let board = self.frame().and_then(|frame| Some(frame.view()?.state()));
        let closing = dialog(ui, style, "export", 560.0, |ui| {
            text::label(ui, style, &words.get("replay-save"), Type::Heading);
            ui.add_space(space::ONE);
            let formats: Vec<Format> = story.formats().collect();
            let names: Vec<String> = formats.iter().map(|format| name(*format).to_owned()).collect();
            let at = formats.iter().position(|format| *format == export.format).unwrap_or(0);
            let chosen = choice(ui, style, &words.get("replay-format"), &names, at);
            if let Some(format) = chosen.and_then(|at| formats.get(at)) {
                export.choose(*format, story, profile);
            }
            text::coloured(
                ui,
                style,
                &words.get(about(export.format)),
                Type::Small,
                style.palette.ink_soft,
            );
            if export.format.is_picture() {
                let names = [words.get("replay-board-now"), words.get("replay-board-end")];
                if let Some(at) = choice(ui, style, &words.get("replay-board"), &names, usize::from(export.end)) {
                    export.end = at == 1;
                }
            }
            ui.add_space(space::HALF);
            let label = words.get("replay-path");
            text::label(ui, style, &label, Type::Body);
            let field = Field::new(&mut export.path, &label)
                .width(f32::INFINITY)
                .show(ui, style);
            if field.changed() {
                export.said = None;
            }
            match &export.said {
                None => {}
                Some(Ok(path)) => {
                    let path = format!("\u{2066}{}\u{2069}", shown(path));
                    let said = words.with("replay-written", &[("path", path.as_str().into())]);
                    text::coloured(ui, style, &said, Type::Strong, style.palette.good);
                }
                Some(Err(NotWritten::Exists(path))) => {
                    let path = format!("\u{2066}{}\u{2069}", shown(path));
                    let said = words.with("replay-exists", &[("path", path.as_str().into())]);
                    text::coloured(ui, style, &said, Type::Strong, style.palette.danger);
                }
                Some(Err(NotWritten::Refused(reason))) => {
                    let said = Sentence::of("replay-not-written").sentence("reason", reason.clone());
                    let said = said.say(words);
                    text::coloured(ui, style, &said, Type::Strong, style.palette.danger);
                }
            }
            ui.add_space(space::TWO);
            row(ui, style, |ui| {
                let ready = export.work.is_none() && !export.path.trim().is_empty();
                let save = text::button_if(ui, style, ready, &words.get("replay-write"), Weight::Primary);
                if ready && save.clicked() {
                    export.write(ui, story, board, look);
                }
                text::button(ui, style, &words.get("close"), Weight::Plain)
                    .clicked()
                    .then_some(())
            })
        });
        if closing == Closing::Open {
            self.export = Some(export);
        }
    }
}
