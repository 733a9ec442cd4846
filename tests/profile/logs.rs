//! Facts from logs, and the certificates that are made of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use majlis::folder::Folder;
use majlis::profile::Profile;
use majlis::profile::certificates::{Received, receive};
use majlis::profile::fact::{Fact, Strength};
use majlis::profile::figures::Figure;
use majlis::verified::{check_file, walk};
use majlis_referee::verify::Proofs;

fn golden() -> Vec<PathBuf> {
    walk(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden")]).unwrap()
}

#[test]
fn a_log_gives_what_verify_says_and_a_certificate_that_says_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path().join("of logs"));
    let other = Folder::at(dir.path().join("of certificates"));
    fs::create_dir_all(folder.matches()).unwrap();
    let logs = golden();
    for path in &logs {
        fs::copy(path, folder.matches().join(path.file_name().unwrap())).unwrap();
    }
    // A log that is not over, and one that is spoiled.
    let log = fs::read(&logs[0]).unwrap();
    fs::write(folder.matches().join("cut.mlog"), &log[..900]).unwrap();
    let mut spoiled = log;
    spoiled[2000] ^= 1;
    fs::write(folder.matches().join("spoiled.mlog"), spoiled).unwrap();

    let profile = Profile::load(&folder, &|_, _| ()).unwrap();
    assert_eq!(profile.matches().len(), logs.len());
    assert_eq!(profile.unfinished().len() + profile.refused().len(), 2);
    // The golden logs are about the same four people.
    let mut right: BTreeMap<String, u32> = BTreeMap::new();
    for path in &logs {
        let finding = check_file(path, Proofs::Together, &mut |_| ());
        let known = profile.known(finding.match_id.unwrap()).unwrap();
        let finding = finding.finding.unwrap();
        for (person, part) in finding.persons.iter().zip(&known.fact.parts) {
            assert_eq!(person.outcome, part.came.map(Into::into), "{}", path.display());
            *right.entry(person.key.clone()).or_default() += person.points.unwrap_or(0);
            let is_behind = |figure| profile.behind(&part.key, figure).any(|behind| behind == known);
            assert!(is_behind(Figure::Points) && is_behind(Figure::Game(known.fact.game)));
            assert_eq!(
                is_behind(Figure::Rating),
                finding.persons.len() == 2,
                "{}",
                path.display()
            );
        }
    }
    for person in profile.people() {
        let key: String = person.key.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(Some(&person.points()), right.get(&key));
        let behind = profile.behind(&person.key, Figure::Points).count();
        let played: u32 = person.games.iter().map(|(_, tally)| tally.played()).sum();
        assert_eq!(behind, played as usize);
    }

    let mut given = 0;
    for match_id in profile.to_give() {
        let bytes = profile.certificate(match_id).unwrap();
        let fact = Fact::of_certificate(&bytes).unwrap();
        assert!(fact.strength > Strength::Lacking);
        assert!(
            profile
                .known(fact.match_id)
                .unwrap()
                .fact
                .outcomes()
                .eq(fact.outcomes())
        );
        assert!(matches!(receive(&other, &bytes), Ok(Received::Kept(_))));
        given += 1;
    }
    // In the golden logs somebody leaves in nearly every match, and the leaves are in the certificates.
    assert!(given >= 10, "{given} of {}", logs.len());

    // Whoever has only the certificates finds the same about the same matches.
    let read = Profile::load(&other, &|_, _| ()).unwrap();
    assert_eq!(read.matches().len(), given);
    for known in read.matches() {
        let of_log = profile.known(known.fact.match_id).unwrap();
        assert_eq!(known.standing, of_log.standing);
        assert_eq!(known.is_rated(), of_log.is_rated());
    }
}
