//! The program in the menus of a Linux desktop, as the one that opens `majlis:` links: an entry and icons in the folders of the
//! user, and nothing beyond them. On other systems there is nothing of it.
//!
//! | file | what |
//! | --- | --- |
//! | `~/.local/share/applications/majlis.desktop` | the entry, with `x-scheme-handler/majlis` |
//! | `~/.local/share/icons/hicolor/SIZExSIZE/apps/majlis.png` | the icon |
//! | `~/.config/mimeapps.list` | written by `xdg-mime`, where there is one; our line goes when the entry goes |

use core::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::ui::picture;

/// The name of the entry.
const ENTRY: &str = "majlis.desktop";
/// What it opens.
const SCHEME_TYPE: &str = "x-scheme-handler/majlis";
/// The sizes of the icon, in pixels a side.
const SIZES: [u32; 3] = [48, 128, 256];
/// The largest list of choices that is looked at.
const MAX_LIST: u64 = 1 << 20;

/// Why the program was not registered, or not taken away again.
#[derive(Debug)]
pub enum NotRegistered {
    /// The path of the program or of its profile cannot stand in an entry.
    Path(PathBuf),
    /// The icon cannot be made.
    Icon(png::EncodingError),
    /// The system refused.
    Io(PathBuf, io::Error),
}

impl fmt::Display for NotRegistered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => write!(
                f,
                "{}: such a path cannot stand in an entry of the menu; move the program to another folder",
                path.display()
            ),
            Self::Icon(error) => write!(f, "the icon cannot be made: {error}"),
            Self::Io(path, error) => write!(f, "{}: {error}; check the path and its permissions", path.display()),
        }
    }
}

impl std::error::Error for NotRegistered {}

/// The folders of a user of a Linux desktop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Desktop {
    data: PathBuf,
    config: PathBuf,
    program: PathBuf,
    profile: Option<PathBuf>,
}

impl Desktop {
    /// That of this user, for this program as it runs, with a profile that is not the usual one if one is named. `None` on other
    /// systems, and where the system names no folders.
    #[must_use]
    pub fn of_this_user(profile: Option<&Path>) -> Option<Self> {
        if !cfg!(target_os = "linux") {
            return None;
        }
        let folders = directories::BaseDirs::new()?;
        let program = std::env::current_exe().ok()?;
        Some(Self::at(folders.data_dir(), folders.config_dir(), &program, profile))
    }

    /// The same with these folders: `data` is `~/.local/share`, `config` is `~/.config`.
    #[must_use]
    pub fn at(data: &Path, config: &Path, program: &Path, profile: Option<&Path>) -> Self {
        Self {
            data: data.to_owned(),
            config: config.to_owned(),
            program: program.to_owned(),
            profile: profile.map(Path::to_owned),
        }
    }

    fn entry(&self) -> PathBuf {
        self.data.join("applications").join(ENTRY)
    }

    fn icon(&self, side: u32) -> PathBuf {
        let size = format!("{side}x{side}");
        self.data.join("icons/hicolor").join(size).join("apps/majlis.png")
    }

    /// Whether the entry is there.
    #[must_use]
    pub fn is_registered(&self) -> bool {
        self.entry().is_file()
    }

    /// Writes entry and icons, and has the system told.
    ///
    /// # Errors
    /// Where a file cannot be written, or the program's own path cannot stand in an entry.
    pub fn register(&self) -> Result<(), NotRegistered> {
        let text = self.text()?;
        for side in SIZES {
            let icon = picture::icon(side).map_err(NotRegistered::Icon)?;
            write(&self.icon(side), &icon)?;
        }
        write(&self.entry(), text.as_bytes())?;
        self.tell(&[("xdg-mime", &["default", ENTRY, SCHEME_TYPE])]);
        Ok(())
    }

    /// Takes all of it away again.
    ///
    /// # Errors
    /// Where a file cannot be removed.
    pub fn unregister(&self) -> Result<(), NotRegistered> {
        remove(&self.entry())?;
        for side in SIZES {
            remove(&self.icon(side))?;
        }
        for list in [
            self.config.join("mimeapps.list"),
            self.data.join("applications/mimeapps.list"),
        ] {
            forget(&list)?;
        }
        self.tell(&[]);
        Ok(())
    }

    /// Runs the tools of the desktop, where they are there, after all files are written. Nobody waits for them: they only make
    /// known sooner what the files say.
    fn tell(&self, first: &'static [(&'static str, &'static [&'static str])]) {
        let applications = self.data.join("applications");
        let (data, config) = (self.data.clone(), self.config.clone());
        let run = move || {
            let quietly = |command: &mut Command| {
                let command = command.env("XDG_DATA_HOME", &data).env("XDG_CONFIG_HOME", &config);
                let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
                if let Err(error) = command.status() {
                    tracing::debug!(%error, "a tool of the desktop is not there");
                }
            };
            for (tool, arguments) in first {
                quietly(Command::new(tool).args(*arguments));
            }
            quietly(Command::new("update-desktop-database").arg(&applications));
        };
        if let Err(error) = std::thread::Builder::new().name("desktop".to_owned()).spawn(run) {
            tracing::warn!(%error, "no thread can be started for the tools of the desktop");
        }
    }

    fn text(&self) -> Result<String, NotRegistered> {
        let mut exec = quoted(&self.program)?;
        if let Some(profile) = &self.profile {
            exec.push_str(" --data ");
            exec.push_str(&quoted(profile)?);
        }
        Ok(format!(
            "[Desktop Entry]\n\
             Type=Application\n\
             Version=1.5\n\
             Name=Majlis\n\
             Name[ar]=مجلس\n\
             GenericName=Family games\n\
             GenericName[ar]=ألعاب العائلة\n\
             GenericName[ro]=Jocuri de familie\n\
             Comment=Four games for two to four people, with nobody in between\n\
             Comment[ar]=أربع ألعاب لاثنين إلى أربعة، بلا وسيط\n\
             Comment[ro]=Patru jocuri pentru doi până la patru oameni, fără intermediari\n\
             Exec={exec} %u\n\
             Icon=majlis\n\
             Terminal=false\n\
             Categories=Game;BoardGame;\n\
             MimeType={SCHEME_TYPE};\n\
             StartupWMClass=majlis\n"
        ))
    }
}

/// A path as an argument in `Exec`: between quotes, with what is special there escaped, and then escaped once more as every text of
/// an entry is.
fn quoted(path: &Path) -> Result<String, NotRegistered> {
    let wrong = || NotRegistered::Path(path.to_owned());
    let text = path.to_str().ok_or_else(wrong)?;
    if text.chars().any(char::is_control) {
        return Err(wrong());
    }
    let mut quoted = String::from("\"");
    for char in text.chars() {
        match char {
            // One for the argument, and each of them doubled for the text.
            '\\' => quoted.push_str("\\\\\\\\"),
            '"' | '`' | '$' => {
                quoted.push_str("\\\\");
                quoted.push(char);
            }
            '%' => quoted.push_str("%%"),
            char => quoted.push(char),
        }
    }
    quoted.push('"');
    Ok(quoted)
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> NotRegistered + '_ {
    |error| NotRegistered::Io(path.to_owned(), error)
}

/// Writes a file beside its place and renames it.
fn write(path: &Path, bytes: &[u8]) -> Result<(), NotRegistered> {
    let write = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let beside = path.with_extension("majlis-new");
        fs::write(&beside, bytes)?;
        fs::rename(&beside, path)
    };
    write().map_err(at(path))
}

fn remove(path: &Path) -> Result<(), NotRegistered> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(path)(error)),
        _ => Ok(()),
    }
}

/// Takes our entry out of a list of who opens what; everything else in it stays as it is.
fn forget(list: &Path) -> Result<(), NotRegistered> {
    let bytes = match crate::folder::read_at_most(list, MAX_LIST) {
        Ok(bytes) if (bytes.len() as u64) < MAX_LIST => bytes,
        // A list that is not there, or is none, has nothing of ours.
        _ => return Ok(()),
    };
    let Ok(text) = String::from_utf8(bytes) else {
        return Ok(());
    };
    let mut changed = false;
    let mut kept = String::new();
    for line in text.split_inclusive('\n') {
        let ours = line
            .split_once('=')
            .filter(|(key, _)| key.trim() == SCHEME_TYPE)
            .map(|(_, value)| value);
        let Some(value) = ours else {
            kept.push_str(line);
            continue;
        };
        let others: Vec<&str> = value
            .trim()
            .split(';')
            .filter(|entry| !entry.is_empty() && *entry != ENTRY)
            .collect();
        changed = true;
        if !others.is_empty() {
            kept.push_str(&format!("{SCHEME_TYPE}={};\n", others.join(";")));
        }
    }
    if changed { write(list, kept.as_bytes()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registered_and_undone_again_nothing_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let (data, config) = (dir.path().join("share"), dir.path().join("config"));
        fs::create_dir_all(&config).unwrap();
        let list = config.join("mimeapps.list");
        let others = "[Default Applications]\ntext/html=browser.desktop\n";
        fs::write(
            &list,
            format!("{others}x-scheme-handler/majlis=majlis.desktop\n[Added Associations]\nx-scheme-handler/majlis=other.desktop;majlis.desktop;\n"),
        )
        .unwrap();
        let desktop = Desktop::at(
            &data,
            &config,
            Path::new("/opt/my games/majlis"),
            Some(Path::new("/home/a/100%")),
        );
        assert!(!desktop.is_registered());
        desktop.register().unwrap();
        assert!(desktop.is_registered());
        let entry = fs::read_to_string(data.join("applications/majlis.desktop")).unwrap();
        assert!(
            entry.contains("\nExec=\"/opt/my games/majlis\" --data \"/home/a/100%%\" %u\n"),
            "{entry}"
        );
        assert!(entry.contains("\nMimeType=x-scheme-handler/majlis;\n"), "{entry}");
        for side in SIZES {
            let decoder = png::Decoder::new(io::BufReader::new(fs::File::open(desktop.icon(side)).unwrap()));
            let info = decoder.read_info().unwrap();
            assert_eq!((info.info().width, info.info().height), (side, side));
        }
        // Twice is as good as once.
        desktop.register().unwrap();
        desktop.unregister().unwrap();
        assert!(!desktop.is_registered());
        assert_eq!(
            fs::read_to_string(&list).unwrap(),
            format!("{others}[Added Associations]\nx-scheme-handler/majlis=other.desktop;\n")
        );
        assert!(SIZES.iter().all(|side| !desktop.icon(*side).exists()));
        desktop.unregister().unwrap();
    }

    #[test]
    fn paths_are_written_as_entries_want_them() {
        let quoted = |path: &str| quoted(Path::new(path));
        assert_eq!(quoted("/a b/c").unwrap(), "\"/a b/c\"");
        assert_eq!(quoted("/50%").unwrap(), "\"/50%%\"");
        assert_eq!(quoted("/a\"b").unwrap(), "\"/a\\\\\"b\"");
        assert_eq!(quoted("/a\\b").unwrap(), "\"/a\\\\\\\\b\"");
        assert_eq!(quoted("/a$b`").unwrap(), "\"/a\\\\$b\\\\`\"");
        assert!(quoted("/a\nExec=evil").is_err());
    }
}
