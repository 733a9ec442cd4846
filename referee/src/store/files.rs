//! Files that only grow, and files that are written as a whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::agreement::Closing;
use crate::file::head;
use crate::item::Item;

/// Whether what is written has to be on the disk before the writer goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Durability {
    /// It has to be: a match that is played.
    #[default]
    Synced,
    /// It may still be in the system's memory and be lost when the machine stops: a simulated match.
    Unsynced,
}

/// A file to which bytes are appended.
#[derive(Debug)]
pub(super) struct Appending {
    file: File,
    length: u64,
    durability: Durability,
}

impl Appending {
    /// Opens a file, or makes it.
    pub(super) fn open(path: &Path, durability: Durability) -> io::Result<Self> {
        let file = private().create(true).truncate(false).open(path)?;
        if durability == Durability::Synced {
            sync_folder(path)?;
        }
        let length = file.metadata()?.len();
        Ok(Self {
            file,
            length,
            durability,
        })
    }

    fn create(path: &Path, durability: Durability) -> io::Result<Self> {
        let file = private().create_new(true).open(path)?;
        Ok(Self {
            file,
            length: 0,
            durability,
        })
    }

    pub(super) fn read_all(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Appends bytes with one write, and syncs. Where it fails, as on a full disk, nothing is appended: the file is cut back to
    /// what it was, and where even that fails, the next append overwrites what may be there.
    pub(super) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.write_at_end(bytes) {
            let _ = self.file.set_len(self.length);
            return Err(error);
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    fn write_at_end(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(bytes)?;
        self.sync()
    }

    /// Cuts the file.
    pub(super) fn truncate(&mut self, length: u64) -> io::Result<()> {
        if length != self.length {
            self.file.set_len(length)?;
            self.sync()?;
            self.length = length;
        }
        Ok(())
    }

    /// Drops all that is there. Not synced: it is worth nothing any more.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.length = 0;
        Ok(())
    }

    fn sync(&self) -> io::Result<()> {
        match self.durability {
            Durability::Synced => self.file.sync_data(),
            Durability::Unsynced => Ok(()),
        }
    }
}

/// The file of a log that is being written: whole steps, one after the other.
#[derive(Debug)]
pub struct LogFile(Appending);

impl LogFile {
    /// Begins a log with the closing of its table, where no file is yet.
    ///
    /// # Errors
    /// Where there is a file already, or it cannot be written.
    pub fn create(path: &Path, closing: &Closing, durability: Durability) -> io::Result<Self> {
        let mut file = Appending::create(path, durability)?;
        let mut bytes = head().to_vec();
        bytes.extend(Item::from(closing).encode().map_err(io::Error::other)?);
        if let Err(error) = file.append(&bytes) {
            // An empty file is no log, and would be in the way of one.
            let _ = fs::remove_file(path);
            return Err(error);
        }
        if durability == Durability::Synced {
            sync_folder(path)?;
        }
        Ok(Self(file))
    }

    /// Opens a log and cuts it to this length.
    pub(super) fn open_at(path: &Path, length: u64, durability: Durability) -> io::Result<Self> {
        let mut file = Appending::open(path, durability)?;
        file.truncate(length)?;
        Ok(Self(file))
    }

    /// Appends the items of a whole step.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn append(&mut self, items: &[Item]) -> io::Result<()> {
        let mut bytes = Vec::new();
        for item in items {
            bytes.extend(item.encode().map_err(io::Error::other)?);
        }
        self.0.append(&bytes)
    }

    /// Cuts the log back to this length.
    pub(super) fn cut(&mut self, length: u64) -> io::Result<()> {
        self.0.truncate(length)
    }

    /// How long the log is, in bytes.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.0.length
    }
}

/// Writes a file where none is yet, for its owner alone: whole or not at all.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = beside(path)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path).map_err(|error| error.error)?;
    sync_folder(path)
}

/// Writes a file over what is there: whole or not at all. Not synced.
pub(super) fn write_over(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = beside(path)?;
    file.write_all(bytes)?;
    file.persist(path).map(|_| ()).map_err(|error| error.error)
}

/// A temporary file in the folder of `path`, readable by its owner only.
fn beside(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::NamedTempFile::new_in(folder(path))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// How a file is opened that nobody else may read, should it be made now.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Sees to it that a new name in a folder outlives a crash.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder(path))?.sync_all()?;
    }
    Ok(())
}
