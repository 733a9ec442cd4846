use std::fs;
use std::path::Path;

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::*;
use crate::cbor::{self, DecodeErrorKind, Limits, Value};
use crate::identity::store::{self, StoreErrorKind};

fn rng() -> StdRng {
    StdRng::seed_from_u64(1)
}

fn passphrase(text: &str) -> Passphrase {
    Passphrase::new(text).unwrap()
}

fn sealed() -> Vec<u8> {
    let file = identity(1).to_sealed_file(&passphrase("كلمة السر"), KdfCost::LEAST, &mut rng());
    file.unwrap().to_vec()
}

fn read(bytes: &[u8], phrase: Option<&str>) -> Result<IdentityKey, IdentityError> {
    Identity::from_file(bytes, phrase.map(passphrase).as_ref()).map(|identity| identity.key())
}

/// Changes one field of a file and encodes it again.
fn with(bytes: &[u8], path: &[&str], new: Value) -> Vec<u8> {
    fn set(value: &mut Value, path: &[&str], new: Value) {
        let Some((first, rest)) = path.split_first() else {
            *value = new;
            return;
        };
        let entries = value.as_map_mut().unwrap();
        match entries.iter_mut().find(|(key, _)| key.as_text() == Some(first)) {
            Some((_, value)) => set(value, rest, new),
            None => entries.push((Value::Text((*first).to_owned()), new)),
        }
    }
    let mut value: Value = cbor::from_slice(bytes, &Limits::new(4096)).unwrap();
    set(&mut value, path, new);
    cbor::value_to_vec(&value).unwrap()
}

#[test]
fn files_are_read_as_they_are_written() {
    let identity = identity(1);
    let plain = identity.to_file();
    assert_eq!(cbor::check(&plain, &Limits::new(4096)), Ok(()));
    assert_eq!(read(&plain, None), Ok(identity.key()));
    // The phrase that an unsealed file does not need is no error.
    assert_eq!(read(&plain, Some("x")), Ok(identity.key()));
    let sealed = sealed();
    assert_eq!(cbor::check(&sealed, &Limits::new(4096)), Ok(()));
    assert_eq!(read(&sealed, Some("كلمة السر")), Ok(identity.key()));
    let secret = identity.expose_secret().as_slice();
    assert!(!sealed.windows(32).any(|window| window == secret));
    // Another salt each time.
    let again = identity.to_sealed_file(&passphrase("كلمة السر"), KdfCost::LEAST, &mut StdRng::seed_from_u64(2));
    assert_ne!(again.unwrap().to_vec(), sealed);
}

#[test]
fn row12_files_of_version_one_stay_readable() {
    let plain = include_bytes!("../../../tests/vectors/identity-plain.cbor");
    let sealed = include_bytes!("../../../tests/vectors/identity-sealed.cbor");
    assert_eq!(identity(1).to_file().as_slice(), plain);
    assert_eq!(read(plain, None), Ok(identity(1).key()));
    assert_eq!(read(sealed, Some("كلمة السر")), Ok(identity(1).key()));
}

#[test]
fn the_standard_cost_works() {
    let file = identity(1)
        .to_sealed_file(&passphrase("x"), KdfCost::STANDARD, &mut rng())
        .unwrap();
    assert_eq!(read(&file, Some("x")), Ok(identity(1).key()));
}

#[test]
fn a_missing_or_wrong_passphrase_is_named() {
    let sealed = sealed();
    assert_eq!(read(&sealed, None), Err(IdentityError::PassphraseNeeded));
    for wrong in ["كلمة السرّ", "كلمة", "x"] {
        assert_eq!(read(&sealed, Some(wrong)), Err(IdentityError::PassphraseWrong));
    }
}

#[test]
fn every_truncation_is_a_named_error() {
    for file in [identity(1).to_file().to_vec(), sealed()] {
        for cut in 0..file.len() {
            let error = read(&file[..cut], Some("كلمة السر")).unwrap_err();
            let IdentityError::FileDamaged(error) = error else {
                panic!("{cut}: {error:?}")
            };
            assert_eq!(error.kind, DecodeErrorKind::Truncated, "{cut}");
        }
        let longer = [file.as_slice(), &[0]].concat();
        let error = read(&longer, Some("كلمة السر")).unwrap_err();
        assert!(matches!(error, IdentityError::FileDamaged(error) if error.kind == DecodeErrorKind::TrailingBytes));
    }
}

#[test]
fn every_changed_byte_is_a_named_error() {
    for file in [identity(1).to_file().to_vec(), sealed()] {
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 1;
            let error = read(&changed, Some("كلمة السر")).unwrap_err();
            let named = matches!(
                error,
                IdentityError::FileDamaged(_)
                    | IdentityError::NotAnIdentity
                    | IdentityError::FileVersion { .. }
                    | IdentityError::FileKeys
                    | IdentityError::FileSealing
                    | IdentityError::PassphraseWrong
                    | IdentityError::KeyEncoding
                    | IdentityError::MixedOrderKey
            );
            assert!(named, "{at}: {error:?}");
        }
    }
}

#[test]
fn each_field_has_its_error() {
    use IdentityError as E;
    let plain = identity(1).to_file().to_vec();
    let plain_with = |path: &[&str], value: Value| read(&with(&plain, path, value), None).unwrap_err();
    assert_eq!(plain_with(&["kind"], "a diary".into()), E::NotAnIdentity);
    assert_eq!(plain_with(&["version"], 2.into()), E::FileVersion { found: 2 });
    assert_eq!(plain_with(&["version"], Value::Null), E::NotAnIdentity);
    assert_eq!(plain_with(&["secret"], Value::Bytes(vec![9; 32])), E::FileKeys);
    assert_eq!(plain_with(&["public"], Value::Bytes(vec![0; 32])), E::WeakKey);
    let other = identity(2).key().as_bytes().to_vec();
    assert_eq!(plain_with(&["public"], Value::Bytes(other)), E::FileKeys);
    assert!(matches!(
        plain_with(&["secret"], Value::Bytes(vec![9; 31])),
        E::FileDamaged(_)
    ));
    assert!(matches!(plain_with(&["spare"], 1.into()), E::FileDamaged(_)));
    assert_eq!(read(&cbor::to_vec("text").unwrap(), None), Err(E::NotAnIdentity));
    assert!(matches!(read(b"", None), Err(E::FileDamaged(_))));
    assert_eq!(read(&[0; MAX_FILE_BYTES + 1], None), Err(E::FileTooLarge));

    let sealed = sealed();
    let sealed_with = |path: &[&str], value: Value| read(&with(&sealed, path, value), Some("كلمة السر")).unwrap_err();
    // Costs out of range are refused before any memory is taken.
    for (field, value) in [
        ("memory", 0u32),
        ("memory", (1 << 13) - 1),
        ("memory", (1 << 20) + 1),
        ("memory", u32::MAX),
        ("passes", 0),
        ("passes", 17),
        ("lanes", 0),
        ("lanes", u32::MAX),
    ] {
        assert_eq!(
            sealed_with(&["sealed", field], value.into()),
            E::FileSealing,
            "{field} {value}"
        );
    }
    assert_eq!(sealed_with(&["sealed", "method"], "rot13".into()), E::FileSealing);
    assert_eq!(sealed_with(&["sealed", "passes"], 2.into()), E::PassphraseWrong);
    assert_eq!(
        sealed_with(&["sealed", "box"], Value::Bytes(vec![])),
        E::PassphraseWrong
    );
    // The public key is bound to the box: it cannot be exchanged to make a person show another's name.
    let other = identity(2).key().as_bytes().to_vec();
    assert_eq!(sealed_with(&["public"], Value::Bytes(other)), E::PassphraseWrong);
    assert!(matches!(sealed_with(&["sealed", "spare"], 1.into()), E::FileDamaged(_)));
    assert!(matches!(
        sealed_with(&["secret"], Value::Bytes(vec![1; 32])),
        E::FileDamaged(_)
    ));
    assert_eq!(KdfCost::new(1 << 16, 3, 4), Ok(KdfCost::STANDARD));
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn load_error(path: &Path, phrase: Option<&str>) -> StoreErrorKind {
    let error = store::load(path, phrase.map(passphrase).as_ref()).unwrap_err();
    assert_eq!(error.path, path);
    assert!(error.to_string().contains(&path.display().to_string()));
    error.kind
}

#[test]
fn an_identity_is_saved_once_and_replaced_on_purpose() {
    let folder = folder();
    let path = folder.path().join("identity");
    store::save_new(&path, &identity(1), None, &mut rng()).unwrap();
    assert_eq!(store::load(&path, None).unwrap().key(), identity(1).key());

    let before = fs::read(&path).unwrap();
    let error = store::save_new(&path, &identity(2), None, &mut rng()).unwrap_err();
    assert!(matches!(error.kind, StoreErrorKind::Exists), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);

    let phrase = passphrase("new");
    store::replace(&path, &identity(1), Some((&phrase, KdfCost::LEAST)), &mut rng()).unwrap();
    assert_eq!(store::load(&path, Some(&phrase)).unwrap().key(), identity(1).key());
    assert!(matches!(
        load_error(&path, None),
        StoreErrorKind::Identity(IdentityError::PassphraseNeeded)
    ));
    // No temporary file is left, neither by success nor by failure.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn damaged_files_stay_untouched() {
    let folder = folder();
    let path = folder.path().join("identity");
    for file in [identity(1).to_file().to_vec(), sealed()] {
        for damaged in [
            &file[..file.len() - 1],
            &file[..20],
            &[],
            &[file.as_slice(), b"x"].concat(),
        ] {
            store::replace(&path, &identity(1), None, &mut rng()).unwrap();
            fs::write(&path, damaged).unwrap();
            assert!(matches!(
                load_error(&path, Some("x")),
                StoreErrorKind::Identity(IdentityError::FileDamaged(_))
            ));
            assert_eq!(fs::read(&path).unwrap(), damaged);
        }
    }
    fs::write(&path, vec![0xa4; 1 << 20]).unwrap();
    assert!(matches!(
        load_error(&path, None),
        StoreErrorKind::Identity(IdentityError::FileTooLarge)
    ));
    assert_eq!(fs::metadata(&path).unwrap().len(), 1 << 20);
}

#[test]
fn what_is_no_file_is_named() {
    let folder = folder();
    assert!(matches!(
        load_error(&folder.path().join("none"), None),
        StoreErrorKind::NotFound
    ));
    assert!(matches!(load_error(folder.path(), None), StoreErrorKind::NotAFile));
    let error = store::save_new(&folder.path().join("none/identity"), &identity(1), None, &mut rng()).unwrap_err();
    assert!(matches!(error.kind, StoreErrorKind::NotFound));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn files_are_their_owners_alone() {
        let folder = folder();
        let path = folder.path().join("identity");
        store::save_new(&path, &identity(1), None, &mut rng()).unwrap();
        assert_eq!(mode(&path), 0o600);
        // A replacement does not inherit wider permissions.
        fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
        store::replace(&path, &identity(1), None, &mut rng()).unwrap();
        assert_eq!(mode(&path), 0o600);
    }

    #[test]
    fn an_open_unsealed_file_is_refused_and_a_sealed_one_is_not() {
        let folder = folder();
        let path = folder.path().join("identity");
        let phrase = passphrase("x");
        for wide in [0o640, 0o604, 0o660, 0o610, 0o777] {
            store::replace(&path, &identity(1), None, &mut rng()).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(wide)).unwrap();
            let kind = load_error(&path, None);
            assert!(
                matches!(kind, StoreErrorKind::Permissions { mode } if mode == wide),
                "{kind:?}"
            );
            assert_eq!(mode(&path), wide);

            store::replace(&path, &identity(1), Some((&phrase, KdfCost::LEAST)), &mut rng()).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(wide)).unwrap();
            assert_eq!(store::load(&path, Some(&phrase)).unwrap().key(), identity(1).key());
        }
        for narrow in [0o600, 0o400] {
            store::replace(&path, &identity(1), None, &mut rng()).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(narrow)).unwrap();
            assert!(store::load(&path, None).is_ok());
        }
    }

    #[test]
    fn links_and_devices() {
        let folder = folder();
        let (path, link) = (folder.path().join("identity"), folder.path().join("link"));
        store::save_new(&path, &identity(1), None, &mut rng()).unwrap();
        symlink(&path, &link).unwrap();
        // A link is followed for reading, and is something that exists when it comes to saving.
        assert_eq!(store::load(&link, None).unwrap().key(), identity(1).key());
        assert!(store::save_new(&link, &identity(2), None, &mut rng()).is_err());
        assert_eq!(store::load(&path, None).unwrap().key(), identity(1).key());
        assert!(matches!(
            load_error(Path::new("/dev/null"), None),
            StoreErrorKind::NotAFile
        ));
    }
}
