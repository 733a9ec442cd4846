//! Any bytes as CBOR: what is accepted is written back as it was, and all ways of reading agree.
#![no_main]

use ciborium::Value;
use libfuzzer_sys::fuzz_target;
use majlis_crypto::cbor::{self, ItemReader, Items, Limits};

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits::new(1 << 12).depth(9).items(200).string(500);
    let checked = cbor::check(bytes, &limits);
    let read = cbor::from_slice::<Value>(bytes, &limits);
    assert!(checked.is_ok() || read.is_err());
    if let Ok(value) = &read {
        assert_eq!(cbor::value_to_vec(value).as_deref(), Ok(bytes));
    }
    // As a sequence, at once and from a reader: the same items up to the same place.
    let mut items = Items::new(bytes, limits);
    let mut reader = ItemReader::new(bytes, limits);
    let mut length = 0;
    loop {
        let (item, streamed) = (items.next(), reader.next());
        match (item, streamed) {
            (None, None) => {
                assert_eq!(length, bytes.len());
                break;
            }
            (Some(Ok(item)), Some(Ok(streamed))) => {
                assert_eq!(item, streamed.as_slice());
                assert!(cbor::check(item, &limits).is_ok());
                length += item.len();
            }
            (Some(Err(_)), Some(Err(_))) => break,
            (one, other) => panic!("the two readers differ: {one:?}, {other:?}"),
        }
    }
});
