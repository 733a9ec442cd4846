mod files;
mod signatures;

use super::*;

fn identity(seed: u8) -> Identity {
    Identity::from_secret(&[seed; 32])
}

/// Good keys are remembered by their first byte; nothing else gets in by that.
#[test]
fn a_key_that_is_remembered_lets_no_other_through() {
    for seed in 0..=255 {
        let good = *identity(seed).key().as_bytes();
        for _ in 0..2 {
            assert_eq!(IdentityKey::from_bytes(&good).unwrap().as_bytes(), &good);
            let mut other = good;
            let mut refused = 0;
            for step in 1..=16 {
                // Half of all such strings are no points, and most of the others have a part of small order.
                other[31] = good[31] ^ step;
                let once = IdentityKey::from_bytes(&other);
                assert_eq!(once, IdentityKey::from_bytes(&other));
                assert!(once.as_ref().is_ok_and(|key| key.as_bytes() == &other) || once.is_err());
                refused += usize::from(once.is_err());
            }
            assert!(refused > 0, "{seed}");
            assert_eq!(IdentityKey::from_bytes(&good).unwrap().as_bytes(), &good);
        }
    }
}
