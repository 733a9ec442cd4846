mod files;
mod signatures;

use super::*;

fn identity(seed: u8) -> Identity {
    Identity::from_secret(&[seed; 32])
}
