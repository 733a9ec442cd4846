//! The fonts: `DejaVu Sans` and, for small pictures, `Noto Emoji` in one colour, which are compiled in; for Arabic letters a better
//! one of the system where there is one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Context, FallbackRequest, FontData, FontDefinitions, FontFamily, FontInsert, FontProvider};

/// The name of the bold family.
pub const BOLD: &str = "bold";
/// The name of the family for letters written from right to left.
pub const ARABIC: &str = "arabic";
/// The name of its bold.
pub const ARABIC_BOLD: &str = "arabic-bold";

/// The name of the family for small pictures.
pub const EMOJI: &str = "emoji";

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

/// All files in the folders of fonts.
fn system_files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in folders() {
        files(&folder, DEPTH, &mut found);
    }
    found
}

fn named<'a>(found: &'a [PathBuf], name: &str) -> Option<&'a Path> {
    let mut paths = found.iter();
    paths
        .find(|path| path.file_name().is_some_and(|own| own == name))
        .map(PathBuf::as_path)
}

/// Files of fonts, best first, and the characters that they are asked for, as the first and the last of each range.
type Known = (&'static [&'static str], &'static [(char, char)]);

/// Fonts that systems have for scripts that no font here has.
const OTHERS: &[Known] = &[
    (
        &[
            "NotoSansCJK-Regular.ttc",
            "NotoSansCJKsc-Regular.otf",
            "SourceHanSans-Regular.ttc",
            "DroidSansFallbackFull.ttf",
            "wqy-microhei.ttc",
            "wqy-zenhei.ttc",
            "msyh.ttc",
            "PingFang.ttc",
            "Hiragino Sans GB.ttc",
        ],
        &[
            ('\u{1100}', '\u{11FF}'),
            ('\u{2E80}', '\u{9FFF}'),
            ('\u{A960}', '\u{A97F}'),
            ('\u{AC00}', '\u{D7FF}'),
            ('\u{F900}', '\u{FAFF}'),
            ('\u{FF00}', '\u{FFEF}'),
            ('\u{20000}', '\u{3FFFD}'),
        ],
    ),
    (
        &["malgun.ttf", "AppleSDGothicNeo.ttc", "UnDotum.ttf", "NanumGothic.ttf"],
        &[('\u{1100}', '\u{11FF}'), ('\u{AC00}', '\u{D7FF}')],
    ),
    (
        &[
            "NotoSansDevanagari-Regular.ttf",
            "Lohit-Devanagari.ttf",
            "Nirmala.ttf",
            "Nirmala.ttc",
        ],
        &[('\u{900}', '\u{97F}')],
    ),
    (
        &[
            "NotoSansBengali-Regular.ttf",
            "Lohit-Bengali.ttf",
            "Nirmala.ttf",
            "Nirmala.ttc",
        ],
        &[('\u{980}', '\u{9FF}')],
    ),
    (
        &[
            "NotoSansTamil-Regular.ttf",
            "Lohit-Tamil.ttf",
            "Nirmala.ttf",
            "Nirmala.ttc",
        ],
        &[('\u{B80}', '\u{BFF}')],
    ),
    (
        &["NotoSansThai-Regular.ttf", "Loma.ttf", "LeelawUI.ttf", "Thonburi.ttc"],
        &[('\u{E00}', '\u{E7F}')],
    ),
    (
        &[
            "FreeSans.ttf",
            "FreeSerif.ttf",
            "unifont.ttf",
            "unifont.otf",
            "ARIALUNI.TTF",
        ],
        &[('\u{A0}', '\u{10FFFF}')],
    ),
];

/// A font of the system that is read when a character is to be shown that no other font has.
struct Fallback {
    path: PathBuf,
    name: &'static str,
    ranges: &'static [(char, char)],
}

impl FontProvider for Fallback {
    fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        let first = request.cluster.chars().next()?;
        let ours = self.ranges.iter().any(|(from, to)| (*from..=*to).contains(&first));
        let data = ours.then(|| fs::read(&self.path)).and_then(Result::ok)?;
        Some(FontInsert::new(self.name, FontData::from_owned(data), Vec::new()))
    }
}

/// The fonts of the system for other scripts: of each script the best that is there.
fn fallbacks(found: &[PathBuf]) -> Vec<Fallback> {
    let best = OTHERS.iter().filter_map(|(names, ranges)| {
        let (name, path) = names.iter().find_map(|name| Some((*name, named(found, name)?)))?;
        Some(Fallback {
            path: path.to_owned(),
            name,
            ranges,
        })
    });
    best.collect()
}

/// The regular and the bold file of the best Arabic font there is.
fn system_arabic(found: &[PathBuf]) -> Option<(Vec<u8>, Vec<u8>)> {
    let path = |name: &str| named(found, name);
    KNOWN.iter().find_map(|(regular, bold)| {
        let regular = fs::read(path(regular)?).ok()?;
        let bold = path(bold).and_then(|path| fs::read(path).ok());
        let bold = bold.unwrap_or_else(|| regular.clone());
        Some((regular, bold))
    })
}

/// The fonts of the program; `found` are the files of the system's fonts.
fn definitions(found: &[PathBuf]) -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    let mut add = |name: &str, families: &[FontFamily], data: FontData| {
        fonts.font_data.insert(name.to_owned(), Arc::new(data));
        for family in families {
            fonts.families.entry(family.clone()).or_default().push(name.to_owned());
        }
    };
    let [bold, arabic, arabic_bold, emoji] =
        [BOLD, ARABIC, ARABIC_BOLD, EMOJI].map(|name| FontFamily::Name(name.into()));
    if let Some((regular, heavy)) = system_arabic(found) {
        add("Arabic", std::slice::from_ref(&arabic), FontData::from_owned(regular));
        add(
            "Arabic Bold",
            std::slice::from_ref(&arabic_bold),
            FontData::from_owned(heavy),
        );
    }
    // First among the small pictures, last among all others.
    let pictures = || FontData::from_static(epaint_default_fonts::NOTO_EMOJI_REGULAR);
    add("Noto Emoji", std::slice::from_ref(&emoji), pictures());
    add(
        "DejaVu Sans",
        &[FontFamily::Proportional, arabic.clone(), emoji],
        FontData::from_static(dejavu::sans::regular()),
    );
    add(
        "DejaVu Sans Bold",
        &[bold.clone(), arabic_bold.clone()],
        FontData::from_static(dejavu::sans::bold()),
    );
    add(
        "DejaVu Sans Mono",
        &[FontFamily::Monospace],
        FontData::from_static(dejavu::sans_mono::regular()),
    );
    add(
        "Noto Emoji",
        &[
            FontFamily::Proportional,
            bold,
            arabic,
            arabic_bold,
            FontFamily::Monospace,
        ],
        pictures(),
    );
    fonts
}

/// Installs the fonts; they are there from the next frame on.
pub fn install(context: &Context, source: &Source) {
    let found = match source {
        Source::Embedded => Vec::new(),
        Source::System => system_files(),
    };
    context.set_fonts(definitions(&found));
    let others = fallbacks(&found).into_iter();
    context.set_font_providers(others.map(|other| Arc::new(other) as Arc<dyn FontProvider>).collect());
    crate::ui::text::forget(context);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_font_for_another_script_is_the_best_that_is_there_and_is_read_when_it_is_needed() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        for name in ["msyh.ttc", "wqy-zenhei.ttc", "Loma.ttf", "other.ttf"] {
            fs::write(path(name), name).unwrap();
        }
        let mut found = Vec::new();
        files(dir.path(), DEPTH, &mut found);
        let fonts = fallbacks(&found);
        let names: Vec<_> = fonts.iter().map(|font| font.name).collect();
        assert_eq!(names, ["wqy-zenhei.ttc", "Loma.ttf"]);
        let family = FontFamily::Proportional;
        let asked = |cluster| {
            let request = FallbackRequest {
                cluster,
                family: &family,
            };
            let mut fonts = fonts.iter();
            fonts.find_map(|font| font.font_for(&request)).map(|font| font.name)
        };
        assert_eq!(asked("李").as_deref(), Some("wqy-zenhei.ttc"));
        assert_eq!(asked("ก").as_deref(), Some("Loma.ttf"));
        assert_eq!(asked("न"), None);
        fs::remove_file(path("Loma.ttf")).unwrap();
        assert_eq!(asked("ก"), None);
    }
}
