//! The window: a thin shell round [`Program`].
//!
//! Before anything is created on disk it is found out whether there is a display at all. Whatever keeps a window from opening ends in
//! one sentence and the exit status 3.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use eframe::{App, CreationContext, NativeOptions};
use egui::{Ui, ViewportBuilder, vec2};
use majlis::folder::Folder;
use majlis::language::Language;
use majlis::links::desktop::Desktop;
use majlis::ui::online::Reachability;
use majlis::ui::picture;
use majlis::ui::practice::Pace;
use majlis::ui::program::{Options, Program};
use majlis::ui::screens::Go;
use majlis::ui::sound::Sound;
use majlis::ui::style::fonts::Source;
use majlis::ui::tree;
use tracing_subscriber::fmt::MakeWriter;

/// The largest log for reports: beyond it, it is begun anew when the program starts.
const REPORT_LIMIT: u64 = 1024 * 1024;

/// The variable that names a file for the [tree] of the screen: for tests, and for whoever looks into what assistive technology is told.
const TREE: &str = "MAJLIS_TREE";

/// Whether the system has a display that a window could be opened on.
fn has_display(variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> bool {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return true;
    }
    ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
        .into_iter()
        .any(|name| variable(name).is_some_and(|value| !value.is_empty()))
}

struct Shell {
    program: Program,
    title: String,
}

impl App for Shell {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.program.ui(ui);
        let title = self.program.title();
        if title != self.title {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.program.close();
    }
}

/// The side of the window's icon, in pixels.
const ICON: u32 = 128;

/// What a window is opened with.
pub(crate) struct Start {
    /// The profile.
    pub(crate) folder: Folder,
    /// The language of the system.
    pub(crate) language: Language,
    /// Where and how people reach it.
    pub(crate) reachability: Reachability,
    /// The link that it opens at.
    pub(crate) link: Option<String>,
    /// Where it opens: a file that it checks or replays.
    pub(crate) at: Option<Go>,
    /// The desktop that may be asked to open links with it.
    pub(crate) desktop: Option<Desktop>,
}

/// Opens the window on a profile, and stays until it is closed. People reach it there.
///
/// # Errors
/// One sentence, where no window can be opened.
pub(crate) fn run(start: Start) -> Result<(), String> {
    if !has_display(|name| std::env::var_os(name)) {
        return Err("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)".to_owned());
    }
    let Start {
        folder,
        language,
        reachability,
        link,
        at,
        desktop,
    } = start;
    let report = folder.root().join("report.log");
    let native = NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("Majlis")
            .with_app_id("majlis")
            .with_icon(egui::IconData {
                rgba: picture::icon_pixels(ICON),
                width: ICON,
                height: ICON,
            })
            .with_inner_size(vec2(1120.0, 760.0))
            .with_min_inner_size(vec2(640.0, 480.0)),
        ..NativeOptions::default()
    };
    // A graphics driver that is not there may end in a panic of a library: that too is no window, and is said in a sentence.
    let quiet = Arc::new(Mutex::new(true));
    let hush = Arc::clone(&quiet);
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !hush.lock().is_ok_and(|quiet| *quiet) {
            told(info);
        }
    }));
    let create = {
        let (quiet, report) = (Arc::clone(&quiet), report.clone());
        move |context: &CreationContext<'_>| -> Result<Box<dyn App>, Box<dyn std::error::Error + Send + Sync>> {
            if let Ok(mut quiet) = quiet.lock() {
                *quiet = false;
            }
            write_report(&report);
            let options = Options {
                folder,
                language,
                fonts: Source::System,
                pace: Pace::Human,
                seed: None,
                sound: Sound::system(),
                report: Some(report),
                network: Some(reachability),
                link,
                desktop,
            };
            if let Some(path) = std::env::var_os(TREE) {
                tree::write_to(Path::new(&path), &context.egui_ctx);
            }
            let mut program = Program::new(&context.egui_ctx, options);
            if let Some(at) = &at {
                program.go_to(at, &context.egui_ctx);
            }
            let title = String::new();
            Ok(Box::new(Shell { program, title }))
        }
    };
    let opened = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        eframe::run_native("majlis", native, Box::new(create))
    }));
    match opened {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(sentence(&error)),
        Err(panic) if quiet.lock().is_ok_and(|quiet| *quiet) => {
            let said = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied());
            let reason = said.unwrap_or("a graphics library gave up");
            Err(format!("the window cannot be opened: {reason}"))
        }
        // The window was open: this is a fault of the program, and was told as one.
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Why no window was opened, without the places in libraries that their errors name.
fn sentence(error: &eframe::Error) -> String {
    let reason = match error {
        eframe::Error::WinitEventLoop(_) => "the display does not answer; check DISPLAY or WAYLAND_DISPLAY",
        eframe::Error::Winit(_) => "the display refuses it",
        eframe::Error::Glutin(_) | eframe::Error::NoGlutinConfigs(..) | eframe::Error::OpenGL(_) => {
            "there is no OpenGL to draw it with; install a graphics driver, or one in software such as Mesa"
        }
        other => return format!("the window cannot be opened: {other}"),
    };
    format!("the window cannot be opened: {reason}")
}

/// A file that is created when something is first written to it.
#[derive(Clone)]
struct Report {
    path: PathBuf,
    file: Arc<Mutex<Option<File>>>,
}

impl Write for Report {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Ok(mut slot) = self.file.lock() else {
            return Ok(bytes.len());
        };
        if slot.is_none() {
            if let Some(folder) = self.path.parent() {
                fs::create_dir_all(folder)?;
            }
            let large = fs::metadata(&self.path).is_ok_and(|data| data.len() > REPORT_LIMIT);
            let mut options = OpenOptions::new();
            options.create(true);
            if large {
                options.write(true).truncate(true);
            } else {
                options.append(true);
            }
            *slot = Some(options.open(&self.path)?);
        }
        match slot.as_mut() {
            Some(file) => file.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Report {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// Has what libraries and the program find worth reporting written to a file.
fn write_report(path: &Path) {
    let report = Report {
        path: path.to_owned(),
        file: Arc::new(Mutex::new(None)),
    };
    // Where somebody listens already (a test), it stays as it is.
    let _ = tracing_subscriber::fmt()
        .with_writer(report)
        .with_ansi(false)
        .with_max_level(tracing::Level::WARN)
        .try_init();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(all(unix, not(target_os = "macos")))]
    #[test]
    fn an_empty_display_is_none() {
        let set =
            |name: &'static str, value: &'static str| has_display(move |asked| (asked == name).then(|| value.into()));
        assert!(set("DISPLAY", ":0"));
        assert!(set("WAYLAND_DISPLAY", "wayland-0"));
        assert!(!set("DISPLAY", ""));
        assert!(!set("TERM", "xterm"));
    }
}
