//! The folder of a person's profile: where everything lies that the program keeps.
//!
//! | path | what | can be made anew |
//! | --- | --- | --- |
//! | `identity` | the person's key, sealed if there is a passphrase | no: back it up |
//! | `identity-KEY.old` | an identity in whose place a backup was restored | no |
//! | `matches/ID.mlog` and what belongs to it | logs of matches, see the referee's store | no |
//! | `matches/ID.practice` | the keys of a practice match that is not over | no: the match stops |
//! | `certificates/ID.cert` | results of other people's matches, as they were received | by meeting them again |
//! | `people` | who was met, blocked or muted, and where they were reached | by meeting them again |
//! | `settings` | what the person has chosen | yes |
//! | `index.redb` | what was computed from logs and certificates | yes, at any time |
//! | `lock` | held while a program uses the profile for playing | yes |
//!
//! Nothing is created before it is needed. Folders get mode 0700 and files 0600 where the system knows modes; elsewhere they
//! inherit those of the user's own folder. A file is written beside its place, synced, and renamed into it: after a crash there is
//! the old one or the new one, whole.

use core::fmt;
use std::fs::{self, DirBuilder, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use directories::{BaseDirs, ProjectDirs};
use majlis_crypto::identity::{Identity, IdentityError, Passphrase, store};
use percent_encoding::percent_decode_str;
use rand::CryptoRng;

use crate::language::spoils_lines;

/// Why something in a profile's folder could not be read or written.
#[derive(Debug)]
pub enum FolderError {
    /// The system has no folder for a user's data.
    NoHome,
    /// Another program plays with this profile.
    InUse(PathBuf),
    /// The system refused.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The identity cannot be read or written.
    Identity(store::StoreError),
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHome => f.write_str(
                "the system names no folder for your data; name one with --data DIR, or set the variable HOME",
            ),
            Self::InUse(path) => write!(
                f,
                "{}: another Majlis plays with this profile; close it, or use another with --data DIR",
                path.display()
            ),
            Self::Io { path, error } => write!(f, "{}: {error}; check the path and its permissions", path.display()),
            Self::Identity(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl std::error::Error for FolderError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { error, .. } => Some(error),
            Self::Identity(error) => Some(error),
            Self::NoHome | Self::InUse(_) => None,
        }
    }
}

impl FolderError {
    /// Whether the identity is sealed and its passphrase was not given.
    #[must_use]
    pub const fn needs_passphrase(&self) -> bool {
        matches!(
            self,
            Self::Identity(store::StoreError {
                kind: store::StoreErrorKind::Identity(IdentityError::PassphraseNeeded),
                ..
            })
        )
    }
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> FolderError + '_ {
    |error| FolderError::Io {
        path: path.to_owned(),
        error,
    }
}

/// A profile's folder; it need not exist yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The profile in this folder.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The profile in `--data DIR`, or in the platform's usual folder (on Linux `$XDG_DATA_HOME/majlis`, else
    /// `~/.local/share/majlis`).
    ///
    /// # Errors
    /// [`FolderError::NoHome`] where no folder is named and the system knows none.
    pub fn choose(named: Option<&Path>) -> Result<Self, FolderError> {
        match named {
            Some(root) => Ok(Self::at(root)),
            None => ProjectDirs::from("", "", "majlis")
                .map(|dirs| Self::at(dirs.data_dir()))
                .ok_or(FolderError::NoHome),
        }
    }

    /// The folder itself.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The file of the person's identity.
    #[must_use]
    pub fn identity_file(&self) -> PathBuf {
        self.root.join("identity")
    }

    /// The folder of the matches' logs.
    #[must_use]
    pub fn matches(&self) -> PathBuf {
        self.root.join("matches")
    }

    /// The folder of the certificates that were received.
    #[must_use]
    pub fn certificates(&self) -> PathBuf {
        self.root.join("certificates")
    }

    /// The file about the people who were met.
    #[must_use]
    pub fn people(&self) -> PathBuf {
        self.root.join("people")
    }

    /// The file of the person's choices.
    #[must_use]
    pub fn settings(&self) -> PathBuf {
        self.root.join("settings")
    }

    /// The file of what was computed from logs and certificates; it can be deleted at any time.
    #[must_use]
    pub fn index(&self) -> PathBuf {
        self.root.join("index.redb")
    }

    /// Makes a folder of the profile, and those above it, where they are missing; gives its path back.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn make(&self, folder: PathBuf) -> Result<PathBuf, FolderError> {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&folder).map_err(|error| {
            // The system says no more than that there is something already.
            let error = match error.kind() {
                io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
                _ => error,
            };
            at(&folder)(error)
        })?;
        Ok(folder)
    }

    /// Writes a file of the profile as a whole, readable by its owner only: afterwards it is on the disk, and after a crash there is
    /// the old one or the new one.
    ///
    /// # Errors
    /// Where it cannot be written; then the old one stays.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), FolderError> {
        let folder = self.make(path.parent().unwrap_or(&self.root).to_owned())?;
        // `tempfile` creates the file exclusively and with mode 0600.
        let write = || {
            let mut file = tempfile::Builder::new().prefix(".majlis-").tempfile_in(&folder)?;
            file.write_all(bytes)?;
            file.as_file().sync_all()?;
            file.persist(path).map_err(|error| error.error)?;
            sync_folder(&folder)
        };
        write().map_err(at(path))
    }

    /// Reads a file of the profile that holds at most `limit` bytes; `None` where there is none yet.
    ///
    /// # Errors
    /// Where it cannot be read, or is larger.
    pub fn read(&self, path: &Path, limit: u64) -> Result<Option<Vec<u8>>, FolderError> {
        match read_bounded(path, limit) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(at(path)(error)),
        }
    }

    /// Reads the person's identity; where there is none yet, one is drawn and saved without a passphrase.
    ///
    /// # Errors
    /// Where the file cannot be read or written, or is sealed and the passphrase is missing
    /// ([`needs_passphrase`](FolderError::needs_passphrase)) or wrong.
    pub fn identity(
        &self,
        passphrase: Option<&Passphrase>,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<Arc<Identity>, FolderError> {
        let path = self.identity_file();
        let load = || store::load(&path, passphrase).map(Arc::new);
        match load() {
            Err(error) if matches!(error.kind, store::StoreErrorKind::NotFound) => {}
            loaded => return loaded.map_err(FolderError::Identity),
        }
        self.make(self.root.clone())?;
        let identity = Identity::generate(rng);
        match store::save_new(&path, &identity, None, rng) {
            Ok(()) => Ok(Arc::new(identity)),
            // Another program was faster: its identity is this person's.
            Err(error) if matches!(error.kind, store::StoreErrorKind::Exists) => load().map_err(FolderError::Identity),
            Err(error) => Err(FolderError::Identity(error)),
        }
    }

    /// Takes the profile for playing: two programs that sign with one identity could sign two things for one place (log.13). The
    /// lock is free again when what is returned is dropped, or the program ends, however it ends.
    ///
    /// # Errors
    /// [`FolderError::InUse`] where another program has it.
    pub fn lock(&self) -> Result<Lock, FolderError> {
        let path = self.make(self.root.clone())?.join("lock");
        let mut options = File::options();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).map_err(at(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(FolderError::InUse(self.root.clone())),
            Err(TryLockError::Error(error)) => Err(at(&path)(error)),
        }
    }
}

/// A profile taken for playing; see [`Folder::lock`].
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// A path as somebody has typed or pasted it: blanks and quotation marks round it do not belong to it, `~/` is his own folder, and file
/// managers copy addresses, with signs for what an address must not hold.
#[must_use]
pub fn typed(text: &str) -> PathBuf {
    let text = text.trim_matches(|char: char| char.is_whitespace() || spoils_lines(char));
    let inner = |mark: char| text.strip_prefix(mark)?.strip_suffix(mark);
    let text = inner('"').or_else(|| inner('\'')).unwrap_or(text);
    if let Some(address) = text.strip_prefix("file://") {
        let host = address.find('/').unwrap_or(address.len());
        let path = address.get(host..).unwrap_or_default();
        return PathBuf::from(percent_decode_str(path).decode_utf8_lossy().into_owned());
    }
    let home = text.strip_prefix("~/").zip(BaseDirs::new());
    match home {
        Some((below, dirs)) => dirs.home_dir().join(below),
        None => PathBuf::from(text),
    }
}

/// Reads the beginning of a file, at most so many bytes of it.
///
/// # Errors
/// Where it cannot be read.
pub fn read_at_most(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    use std::io::Read as _;

    let mut bytes = Vec::new();
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The same of a file that is there whoever has put it there: of nothing that is none ([`open`]).
///
/// # Errors
/// Where it cannot be read.
pub fn read_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    use std::io::Read as _;

    let mut bytes = Vec::new();
    open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a file to be read, whoever has put it there: opening a pipe would wait for its writer, and a device may have no end.
///
/// # Errors
/// Where it cannot be opened, or is a folder, a pipe or a device.
pub fn open(path: &Path) -> io::Result<File> {
    let data = fs::metadata(path)?;
    if data.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !data.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is a pipe or a device, and no file",
        ));
    }
    File::open(path)
}

/// A path as it is shown to people. A name may hold anything but a slash: what would spoil the line that it stands in, turn the
/// direction of what follows, or speak to a terminal is shown as `�`.
#[must_use]
pub fn shown(path: &Path) -> String {
    path.to_string_lossy().replace(spoils_lines, "\u{fffd}")
}

fn read_bounded(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let bytes = read_at_most(path, limit.saturating_add(1))?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it is larger than {limit} bytes, so it is not one of this program"),
        ));
    }
    Ok(bytes)
}

/// Makes a rename in a folder durable.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Windows has no such call and needs none.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The files in a folder whose names end in `.EXTENSION`, in the order of their names; none where there is no folder.
///
/// # Errors
/// Where the folder cannot be read.
pub fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, FolderError> {
    let list = || {
        fs::read_dir(folder)?
            .map(|file| file.map(|file| file.path()))
            .collect::<io::Result<Vec<_>>>()
    };
    let mut found = match list() {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(at(folder)(error)),
    };
    found.retain(|path| path.extension().is_some_and(|ending| ending == extension));
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rng() -> impl CryptoRng {
        rand::rng()
    }

    #[test]
    fn nothing_is_created_before_it_is_needed() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::at(dir.path().join("profile"));
        assert_eq!(folder.read(&folder.settings(), 10).unwrap(), None);
        assert_eq!(files(&folder.matches(), "mlog").unwrap(), Vec::<PathBuf>::new());
        assert!(!folder.root().exists());
        folder.write(&folder.settings(), b"one").unwrap();
        folder.write(&folder.settings(), b"two").unwrap();
        assert_eq!(folder.read(&folder.settings(), 10).unwrap().unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.root()).unwrap().count(), 1);
        let error = folder.read(&folder.settings(), 2).unwrap_err().to_string();
        assert!(error.contains("larger than 2 bytes"), "{error}");
    }

    #[test]
    fn the_identity_is_drawn_once() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::at(dir.path().join("a/b"));
        let first = folder.identity(None, &mut rng()).unwrap().key();
        assert_eq!(folder.identity(None, &mut rng()).unwrap().key(), first);
    }

    #[test]
    fn a_sealed_identity_asks_for_its_passphrase() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::at(dir.path());
        let passphrase = Passphrase::new("open sesame").unwrap();
        let identity = Identity::generate(&mut rng());
        let cost = majlis_crypto::identity::KdfCost::LEAST;
        store::save_new(
            &folder.identity_file(),
            &identity,
            Some((&passphrase, cost)),
            &mut rng(),
        )
        .unwrap();
        assert!(folder.identity(None, &mut rng()).unwrap_err().needs_passphrase());
        let opened = folder.identity(Some(&passphrase), &mut rng()).unwrap();
        assert_eq!(opened.key(), identity.key());
    }

    #[test]
    fn one_program_plays_with_a_profile() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::at(dir.path());
        let lock = folder.lock().unwrap();
        assert!(matches!(folder.lock(), Err(FolderError::InUse(_))));
        drop(lock);
        assert!(folder.lock().is_ok());
    }

    #[test]
    fn nothing_in_a_name_spoils_the_line_that_shows_it() {
        let hostile = "a\nb\u{1b}[2J\u{202e}gpj.\u{2069}\u{2067}\u{200f}\u{2028}x";
        assert_eq!(shown(Path::new(hostile)), "a�b�[2J�gpj.����x");
        assert_eq!(shown(Path::new("/home/سلمى/مباراة ١.mlog")), "/home/سلمى/مباراة ١.mlog");
    }

    #[test]
    fn a_path_is_understood_as_people_write_it() {
        let home = BaseDirs::new().unwrap().home_dir().to_owned();
        for (text, path) in [
            (" /a/b c.mlog\n", PathBuf::from("/a/b c.mlog")),
            ("'/a/b c.mlog'", PathBuf::from("/a/b c.mlog")),
            ("\"a.mlog\"", PathBuf::from("a.mlog")),
            ("\u{2066}/a/b\u{2069}", PathBuf::from("/a/b")),
            ("~/مباراة.mlog", home.join("مباراة.mlog")),
            ("~other/x", PathBuf::from("~other/x")),
            ("file:///a/%D8%A3%20b.mlog", PathBuf::from("/a/أ b.mlog")),
            ("file://host/a/100%25", PathBuf::from("/a/100%")),
            ("", PathBuf::new()),
            ("'", PathBuf::from("'")),
            ("file://", PathBuf::new()),
        ] {
            assert_eq!(typed(text), path, "{text:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_not_opened() {
        let dir = tempfile::tempdir().unwrap();
        let pipe = dir.path().join("pipe");
        assert!(
            std::process::Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let link = dir.path().join("link");
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        for path in [pipe, link, dir.path().to_owned(), dir.path().join("nothing")] {
            assert!(open(&path).is_err(), "{}", path.display());
            assert!(read_file(&path, 10).is_err(), "{}", path.display());
        }
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_the_profile() {
        use std::os::unix::fs::PermissionsExt as _;

        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::at(dir.path().join("profile"));
        folder.write(&folder.certificates().join("x.cert"), b"x").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(folder.root()), 0o700);
        assert_eq!(mode(&folder.certificates()), 0o700);
        assert_eq!(mode(&folder.certificates().join("x.cert")), 0o600);
        let _lock = folder.lock().unwrap();
        assert_eq!(mode(&folder.root().join("lock")), 0o600);
    }
}
