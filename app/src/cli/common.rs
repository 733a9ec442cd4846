//! What several commands ask for.

use std::env;
use std::path::PathBuf;

use clap::Args;
use majlis::folder::Folder;
use majlis::language::Language;

use super::Failure;

/// Where the profile is.
#[derive(Args)]
pub(super) struct Data {
    /// The folder of the profile; otherwise the system's usual one
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Data {
    /// The folder; it need not exist yet.
    pub(super) fn folder(&self) -> Result<Folder, Failure> {
        Folder::choose(self.data.as_deref()).map_err(|error| Failure::usage(&error))
    }

    /// The folder that was named, from the root of the file system on.
    pub(super) fn named(&self) -> Option<PathBuf> {
        let named = self.data.as_ref()?;
        std::path::absolute(named).ok()
    }
}

/// The language of the texts.
#[derive(Args)]
pub(super) struct Lang {
    /// ar, en or ro; otherwise the system's language, or English
    #[arg(long)]
    lang: Option<String>,
}

impl Lang {
    pub(super) fn language(&self) -> Result<Language, Failure> {
        match &self.lang {
            Some(code) => code.parse().map_err(|error| Failure::usage(&error)),
            None => Ok(Language::from_environment(|name| env::var(name).ok())),
        }
    }
}
