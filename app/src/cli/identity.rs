//! `majlis identity`: who you are, and backups of it.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use console::Term;
use majlis::folder::read_at_most;
use majlis::identity::{self, NotDone};
use majlis_crypto::fingerprint::Fingerprint;
use majlis_crypto::identity::{IdentityKey, KdfCost, Passphrase};
use serde_json::json;
use zeroize::Zeroizing;

use super::common::{Data, Lang};
use super::{Failure, print};

/// Show your fingerprint, back your identity up, or restore it
///
/// A passphrase is asked for at the terminal, or read from the first line of the file named by --passphrase-file.
#[derive(Args)]
pub(super) struct Identity {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Print the fingerprint that friends compare
    Show {
        /// Print a JSON object
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        lang: Lang,
        #[command(flatten)]
        data: Data,
    },
    /// Write a backup, sealed with a passphrase, to a file that is not there yet
    Backup {
        /// The file to write
        file: PathBuf,
        /// A file whose first line is the passphrase of the backup
        #[arg(long, value_name = "FILE")]
        passphrase_file: Option<PathBuf>,
        /// A file whose first line is the passphrase of the identity in the folder, if it is sealed
        #[arg(long, value_name = "FILE")]
        own_passphrase_file: Option<PathBuf>,
        #[command(flatten)]
        data: Data,
    },
    /// Restore a backup into a profile that has no identity yet
    Restore {
        /// The backup
        file: PathBuf,
        /// A file whose first line is the passphrase of the backup
        #[arg(long, value_name = "FILE")]
        passphrase_file: Option<PathBuf>,
        /// Keep it sealed in the profile, with the same passphrase
        #[arg(long)]
        sealed: bool,
        #[command(flatten)]
        data: Data,
    },
    /// Seal the identity in the profile with a passphrase, or change that
    Seal {
        /// A file whose first line is the new passphrase
        #[arg(long, value_name = "FILE")]
        passphrase_file: Option<PathBuf>,
        /// A file whose first line is the passphrase so far, if there is one
        #[arg(long, value_name = "FILE")]
        own_passphrase_file: Option<PathBuf>,
        #[command(flatten)]
        data: Data,
    },
}

/// The largest file of a passphrase that is read, in bytes.
const MAX_FILE: u64 = 2048;

fn failed(error: &NotDone) -> Failure {
    Failure {
        sentence: Some(error.to_string()),
        status: 1,
    }
}

impl Identity {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let cost = KdfCost::STANDARD;
        let mut rng = rand::rng();
        match &self.what {
            What::Show { json, lang, data } => {
                let language = lang.language()?;
                let key = identity::whose(&data.folder()?).map_err(|error| failed(&error))?;
                print(&if *json { show_json(key) } else { show(key, language) })
            }
            What::Backup {
                file,
                passphrase_file,
                own_passphrase_file,
                data,
            } => {
                let folder = data.folder()?;
                let open = own(&folder, own_passphrase_file.as_deref())?;
                let seal = passphrase(passphrase_file.as_deref(), "Passphrase of the backup", true)?;
                let key = identity::back_up(&folder, open.as_ref(), file, &seal, cost, &mut rng)
                    .map_err(|error| failed(&error))?;
                print(&format!("{}\n", Fingerprint::of(&key)))
            }
            What::Restore {
                file,
                passphrase_file,
                sealed,
                data,
            } => {
                let open = passphrase(passphrase_file.as_deref(), "Passphrase of the backup", false)?;
                let seal = sealed.then_some((&open, cost));
                let key = identity::restore(&data.folder()?, file, Some(&open), seal, &mut rng)
                    .map_err(|error| failed(&error))?;
                print(&format!("{}\n", Fingerprint::of(&key)))
            }
            What::Seal {
                passphrase_file,
                own_passphrase_file,
                data,
            } => {
                let folder = data.folder()?;
                let open = own(&folder, own_passphrase_file.as_deref())?;
                let seal = passphrase(passphrase_file.as_deref(), "New passphrase", true)?;
                identity::seal(&folder, open.as_ref(), Some((&seal, cost)), &mut rng).map_err(|error| failed(&error))
            }
        }
    }
}

fn show_json(key: IdentityKey) -> String {
    let fingerprint = Fingerprint::of(&key);
    let pictures: Vec<&str> = fingerprint.symbols().iter().map(|symbol| symbol.en).collect();
    let value = json!({
        "key": key.to_string(),
        "fingerprint": fingerprint.to_string(),
        "pictures": pictures,
    });
    format!("{value}\n")
}

/// Nine pictures with their names, three a line, and the digits.
fn show(key: IdentityKey, language: majlis::language::Language) -> String {
    use majlis::language::Language;
    let fingerprint = Fingerprint::of(&key);
    let mut text = String::new();
    for row in fingerprint.symbols().chunks(3) {
        let names: Vec<String> = row
            .iter()
            .map(|symbol| {
                let name = match language {
                    Language::Arabic => symbol.ar,
                    Language::English => symbol.en,
                    Language::Romanian => symbol.ro,
                };
                format!("{} {name}", symbol.emoji)
            })
            .collect();
        text += &format!("{}\n", names.join("   "));
    }
    text + &format!("{fingerprint}\n")
}

/// The passphrase of the identity in the folder, if it is sealed.
fn own(folder: &majlis::folder::Folder, file: Option<&Path>) -> Result<Option<Passphrase>, Failure> {
    if identity::is_sealed(folder).map_err(|error| failed(&error))? {
        passphrase(file, "Passphrase of your identity", false).map(Some)
    } else {
        Ok(None)
    }
}

/// A passphrase from a file, or from the terminal; a new one is asked for twice.
fn passphrase(file: Option<&Path>, what: &str, is_new: bool) -> Result<Passphrase, Failure> {
    let text = match file {
        Some(path) => first_line(path)?,
        None => ask(what)?,
    };
    if file.is_none() && is_new && ask("The same again")? != text {
        return Err(Failure::usage(&"the two passphrases differ: try again"));
    }
    Passphrase::new(&text).map_err(|error| Failure::usage(&error))
}

fn first_line(path: &Path) -> Result<Zeroizing<String>, Failure> {
    let unreadable = |error: io::Error| {
        Failure::usage(&format_args!(
            "{} cannot be read: {error}; check its name",
            path.display()
        ))
    };
    // Not the length that the system tells: a device or a pipe has none.
    let bytes = read_at_most(path, MAX_FILE + 1)
        .map(Zeroizing::new)
        .map_err(unreadable)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(Failure::usage(&format_args!(
            "{} is larger than {MAX_FILE} bytes, so it holds no passphrase: choose another",
            path.display()
        )));
    }
    let text = str::from_utf8(&bytes).map_err(|_| {
        Failure::usage(&format_args!(
            "{} is not UTF-8, so it holds no passphrase: choose another",
            path.display()
        ))
    })?;
    Ok(Zeroizing::new(text.lines().next().unwrap_or_default().to_owned()))
}

fn ask(what: &str) -> Result<Zeroizing<String>, Failure> {
    let failed =
        |error: io::Error| Failure::usage(&format_args!("the passphrase cannot be read: {error}; name a file"));
    if !io::stdin().is_terminal() {
        return Err(Failure::usage(
            &"a passphrase is asked for at a terminal: run the command there, or name a file with --passphrase-file",
        ));
    }
    let term = Term::stderr();
    term.write_str(&format!("{what}: ")).map_err(failed)?;
    term.read_secure_line().map(Zeroizing::new).map_err(failed)
}
