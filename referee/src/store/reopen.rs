//! A log that is written on, for whoever holds all of a match's secrets elsewhere.

use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use super::files::{Durability, LogFile};
use super::{StoreError, StoreErrorKind, at, torn, zeros};
use crate::agreement::Closing;
use crate::assemble::Assembler;
use crate::error::{BadLog, Refusal};
use crate::file::{FileError, LogReader};
use crate::item::Item;
use crate::party::PartyId;
use crate::replay::{Checking, Match, Slot};

/// A log that was found again.
pub struct Reopened {
    /// The file, open for its next step.
    pub file: LogFile,
    /// What was agreed.
    pub closing: Arc<Closing>,
    /// The whole steps that it holds.
    pub steps: Vec<Vec<(PartyId, Slot)>>,
    /// How many bytes of a torn step were cut off.
    pub cut: u64,
}

/// Reads the closing that a log begins with.
///
/// # Errors
/// Where the file cannot be read, or does not begin with one.
pub fn read_closing(path: &Path) -> Result<Closing, StoreError> {
    let file = fs::File::open(path).map_err(at(path))?;
    let mut reader = LogReader::new(BufReader::new(file)).map_err(damaged(path))?;
    closing_of(path, &mut reader)
}

fn damaged(path: &Path) -> impl Fn(FileError) -> StoreError + '_ {
    |error| at(path)(StoreErrorKind::Damaged(error))
}

fn closing_of(path: &Path, reader: &mut LogReader<BufReader<fs::File>>) -> Result<Closing, StoreError> {
    match reader.next() {
        Some(Ok(Item::Closing(sealed))) => sealed.closing().map_err(at(path)),
        Some(Err(error)) => Err(damaged(path)(error)),
        _ => Err(at(path)(Refusal::Log(BadLog::NoClosing))),
    }
}

/// Opens a log for writing on, in a process that holds the secrets of *all* parties, such as a practice match. What a crash has torn
/// off is cut away, up to the last whole step; a log that is damaged further up is refused. Proofs are not checked again.
///
/// A party of a match among several programs resumes with [`Store::resume`](super::Store::resume): what it has signed and sent may
/// be missing in the log.
///
/// # Errors
/// Where the file cannot be read or written, or is damaged.
pub fn reopen(path: &Path, durability: Durability) -> Result<Reopened, StoreError> {
    let file = fs::File::open(path).map_err(at(path))?;
    let length = file.metadata().map_err(at(path))?.len();
    let mut reader = LogReader::new(BufReader::new(file)).map_err(damaged(path))?;
    let closing = Arc::new(closing_of(path, &mut reader)?);
    let mut state = Match::new(Arc::clone(&closing)).map_err(at(path))?;
    let mut whole = reader.offset();
    let mut steps = Vec::new();
    let mut assembler = Assembler::new();
    let mut at_end = false;
    while !at_end {
        at_end = match reader.next() {
            Some(Ok(item)) => {
                assembler.feed(item);
                false
            }
            Some(Err(FileError::Item { .. })) if torn(path, reader.offset()).map_err(at(path))? => true,
            Some(Err(error)) => return Err(damaged(path)(error)),
            None => true,
        };
        loop {
            let slots = match next_step(&mut assembler, &mut state, at_end) {
                Ok(Some(slots)) => slots,
                Ok(None) => break,
                // Zeros may fill up an item that was torn: whole in form, and signed by nobody.
                Err(_) if zeros(path, reader.offset().saturating_sub(1)).map_err(at(path))? => {
                    at_end = true;
                    break;
                }
                Err(refusal) => return Err(at(path)(refusal)),
            };
            for item in slots.iter().flat_map(|(_, slot)| slot.items()) {
                whole += item.encode().map_err(at(path))?.len() as u64;
            }
            steps.push(slots);
        }
    }
    let file = LogFile::open_at(path, whole, durability).map_err(at(path))?;
    Ok(Reopened {
        file,
        closing,
        steps,
        cut: length.saturating_sub(whole),
    })
}

/// The next whole step, taken.
fn next_step(
    assembler: &mut Assembler,
    state: &mut Match,
    at_end: bool,
) -> Result<Option<Vec<(PartyId, Slot)>>, Refusal> {
    // Who holds all secrets has signed with all of them or with none.
    let Some(slots) = assembler.next_step(state, at_end)? else {
        return Ok(None);
    };
    if slots.len() < state.awaited().len() {
        return Ok(None);
    }
    state.take(&slots, &mut Checking::Trusted)?;
    state.settle();
    Ok(Some(slots))
}

#[cfg(test)]
mod tests {
    use majlis_crypto::identity::Identity;
    use majlis_rules::registry::GameId;
    use majlis_rules::table::Table;

    use super::*;
    use crate::agreement::{Agreement, Clock, Member};
    use crate::local::{Choice, LocalTable};
    use crate::player::Player;
    use crate::replay::Awaited;
    use crate::secrets::{Decision, Secrets};

    /// The first legal move, but the third person leaves at once.
    fn choose(player: &Player) -> Choice {
        match (player.owes(), player.view()) {
            (Some(Awaited::Move(seat)), Some(view)) if player.party().number() < 2 => {
                let first = view.legal_moves(*seat).first().map(ToString::to_string);
                Choice::Move(Decision::Move(first.unwrap_or_default()))
            }
            _ => Choice::Leave,
        }
    }

    #[test]
    fn a_log_that_is_cut_anywhere_goes_on_from_its_last_whole_step() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.mlog");
        let mut rng = rand::rng();
        let identities: Vec<Arc<Identity>> = (0..3).map(|_| Arc::new(Identity::generate(&mut rng))).collect();
        let members = identities.iter().map(|identity| Member {
            identity: identity.key(),
            name: "Salma".to_owned(),
            chosen: None,
        });
        let agreement = Agreement::new(
            GameId::Arkan,
            Table::new(3),
            Clock::default(),
            members.collect(),
            [3; 32],
        );
        let closing = Arc::new(Closing::sign(agreement, &identities[0]).unwrap());
        let stored: Vec<_> = identities
            .iter()
            .map(|_| Secrets::generate(&mut rng).encode().unwrap())
            .collect();
        let table = || {
            let secrets = stored.iter().map(|bytes| Secrets::decode(bytes).unwrap());
            LocalTable::with_secrets(Arc::clone(&closing), identities.iter().cloned().zip(secrets)).unwrap()
        };
        let mut played = table();
        let mut file = LogFile::create(&path, &closing, Durability::Unsynced).unwrap();
        let mut ends = vec![file.offset()];
        for _ in 0..12 {
            let step = played.step(&mut choose, &mut rng).unwrap().unwrap();
            file.append(&step.items().collect::<Vec<_>>()).unwrap();
            ends.push(file.offset());
        }
        drop(file);
        let whole = fs::read(&path).unwrap();
        let first = usize::try_from(ends[0]).unwrap();
        for length in (first..whole.len())
            .step_by(41)
            .chain(ends.iter().map(|end| *end as usize))
        {
            for tail in [0, 9] {
                // A crash may leave zeros where the rest was to be.
                let mut torn = whole[..length].to_vec();
                torn.resize(length + tail, 0);
                fs::write(&path, &torn).unwrap();
                let reopened = reopen(&path, Durability::Unsynced).unwrap();
                let steps = ends.iter().filter(|end| **end <= length as u64).count() - 1;
                assert_eq!(reopened.steps.len(), steps, "cut at {length}");
                assert_eq!(reopened.file.offset(), ends[steps]);
                assert_eq!(reopened.cut, torn.len() as u64 - ends[steps]);
                assert_eq!(*reopened.closing, *closing);
            }
        }
        // Goes on, as if nothing had been: everybody is told all of it, and the log is one that verifies.
        fs::write(&path, &whole[..whole.len() - 5]).unwrap();
        let mut reopened = reopen(&path, Durability::Unsynced).unwrap();
        let mut again = table();
        let mut told = [0; 3];
        again
            .replay(&reopened.steps, &mut |party, _| told[party.index()] += 1)
            .unwrap();
        assert_eq!(told, [11; 3]);
        while let Some(step) = again.step(&mut choose, &mut rng).unwrap() {
            reopened.file.append(&step.items().collect::<Vec<_>>()).unwrap();
        }
        drop(reopened);
        let log = fs::read(&path).unwrap();
        let end = crate::verify::verify(log.as_slice(), crate::verify::Proofs::Together, &mut ()).unwrap();
        assert!(end.is_finished());
        // What is damaged further up is not mended.
        let mut damaged = whole.clone();
        damaged[first + 40] ^= 1;
        fs::write(&path, &damaged).unwrap();
        assert!(reopen(&path, Durability::Unsynced).is_err());
        assert_eq!(fs::read(&path).unwrap(), damaged);
    }
}
