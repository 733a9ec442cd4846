//! Any bytes as the file of a log, or a good log with pieces cut out and put in: it is checked in both ways, which tell the same;
//! and what was changed is not accepted.
#![no_main]

use std::sync::OnceLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use majlis_referee::verify::{Grade, Proofs, verify};

#[path = "../../referee/tests/malice/mod.rs"]
mod malice;
mod short;

#[derive(Arbitrary, Debug)]
enum File<'a> {
    /// Any bytes.
    Bytes(&'a [u8]),
    /// A good log, changed.
    Changed(u8, Vec<Change<'a>>),
}

#[derive(Arbitrary, Debug)]
struct Change<'a> {
    /// From which byte on, of all that there are.
    at: u32,
    /// So many bytes are cut out.
    cut: u16,
    /// These are put in.
    put: &'a [u8],
}

static LOGS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();

fn log(bytes: &[u8]) -> bool {
    let told = [Proofs::Together, Proofs::OneByOne].map(|proofs| match verify(bytes, proofs, &mut ()) {
        Ok(state) => Ok((
            state.place(),
            state.departures().to_vec(),
            state.outcomes(),
            state.grade(),
        )),
        Err(error) => Err(error.to_string()),
    });
    assert_eq!(told[0], told[1]);
    matches!(&told[0], Ok((.., grade)) if *grade == Some(Grade::Agreed))
}

fuzz_target!(|file: File<'_>| {
    match file {
        File::Bytes(bytes) => {
            log(bytes);
        }
        File::Changed(which, changes) => {
            let logs = LOGS.get_or_init(|| short::all().into_iter().map(|(rig, _)| rig.log()).collect());
            let good = &logs[usize::from(which) % logs.len()];
            let mut bytes = good.clone();
            for change in changes {
                let at = change.at as usize % (bytes.len() + 1);
                let end = (at + usize::from(change.cut)).min(bytes.len());
                bytes.splice(at..end, change.put.iter().copied());
            }
            assert!(bytes == *good || !log(&bytes), "a changed log is accepted as agreed");
        }
    }
});
