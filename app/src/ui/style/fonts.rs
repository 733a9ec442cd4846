//! The fonts: `DejaVu Sans`, which is compiled in, and for Arabic letters a better one of the system where there is one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Context, FontData, FontDefinitions, FontFamily};

/// The name of the bold family.
pub const BOLD: &str = "bold";
/// The name of the family for letters written from right to left.
pub const ARABIC: &str = "arabic";
/// The name of its bold.
pub const ARABIC_BOLD: &str = "arabic-bold";

/// Where to take the Arabic letters from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Source {
    /// The font that is compiled in; pictures for tests are made with it.
    #[default]
    Embedded,
    /// A good Arabic font of the system, if one is found.
    System,
}

/// Arabic fonts that read well on a screen, best first: the regular and the bold file.
const KNOWN: &[(&str, &str)] = &[
    ("NotoSansArabicUI-Regular.ttf", "NotoSansArabicUI-Bold.ttf"),
    ("NotoSansArabic-Regular.ttf", "NotoSansArabic-Bold.ttf"),
    ("NotoNaskhArabicUI-Regular.ttf", "NotoNaskhArabicUI-Bold.ttf"),
    ("NotoNaskhArabic-Regular.ttf", "NotoNaskhArabic-Bold.ttf"),
    ("Vazirmatn-Regular.ttf", "Vazirmatn-Bold.ttf"),
    ("Amiri-Regular.ttf", "Amiri-Bold.ttf"),
];

/// Folders in which systems keep fonts; those below them are searched as well.
fn folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = ["/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts"]
        .iter()
        .map(PathBuf::from)
        .collect();
    if let Some(home) = directories::BaseDirs::new() {
        folders.push(home.data_dir().join("fonts"));
        folders.push(home.home_dir().join(".fonts"));
    }
    folders
}

/// How deep and how far folders of fonts are searched.
const DEPTH: usize = 4;
const MOST_FILES: usize = 20_000;

fn files(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        if found.len() >= MOST_FILES {
            return;
        }
        let path = entry.path();
        if path.is_dir() {
            if depth > 0 {
                files(&path, depth - 1, found);
            }
        } else {
            found.push(path);
        }
    }
}

/// The regular and the bold file of the best Arabic font there is.
fn system_arabic() -> Option<(Vec<u8>, Vec<u8>)> {
    let mut found = Vec::new();
    for folder in folders() {
        files(&folder, DEPTH, &mut found);
    }
    let path = |name: &str| {
        let mut paths = found.iter();
        paths.find(|path| path.file_name().is_some_and(|own| own == name))
    };
    KNOWN.iter().find_map(|(regular, bold)| {
        let regular = fs::read(path(regular)?).ok()?;
        let bold = path(bold).and_then(|path| fs::read(path).ok());
        let bold = bold.unwrap_or_else(|| regular.clone());
        Some((regular, bold))
    })
}

/// The fonts of the program.
#[must_use]
pub fn definitions(source: &Source) -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    let mut add = |name: &str, families: &[FontFamily], data: FontData| {
        fonts.font_data.insert(name.to_owned(), Arc::new(data));
        for family in families {
            fonts.families.entry(family.clone()).or_default().push(name.to_owned());
        }
    };
    let [bold, arabic, arabic_bold] = [BOLD, ARABIC, ARABIC_BOLD].map(|name| FontFamily::Name(name.into()));
    if *source == Source::System
        && let Some((regular, heavy)) = system_arabic()
    {
        add("Arabic", std::slice::from_ref(&arabic), FontData::from_owned(regular));
        add(
            "Arabic Bold",
            std::slice::from_ref(&arabic_bold),
            FontData::from_owned(heavy),
        );
    }
    add(
        "DejaVu Sans",
        &[FontFamily::Proportional, arabic],
        FontData::from_static(dejavu::sans::regular()),
    );
    add(
        "DejaVu Sans Bold",
        &[bold, arabic_bold],
        FontData::from_static(dejavu::sans::bold()),
    );
    add(
        "DejaVu Sans Mono",
        &[FontFamily::Monospace],
        FontData::from_static(dejavu::sans_mono::regular()),
    );
    fonts
}

/// Installs the fonts; they are there from the next frame on.
pub fn install(context: &Context, source: &Source) {
    context.set_fonts(definitions(source));
    crate::ui::text::forget(context);
}
