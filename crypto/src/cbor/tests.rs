use std::io::{self, Read};

use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use super::*;

const LIMITS: Limits = Limits::new(1 << 16);

fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(core::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

fn refusal(text: &str) -> (u64, DecodeErrorKind) {
    let error = check(&hex(text), &LIMITS).unwrap_err();
    (error.at, error.kind)
}

/// Values within the profile, nested to eight levels.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<u64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0u64..70_000).prop_map(Value::from),
        Just(Value::Integer(
            ciborium::value::Integer::try_from(-1i128 - i128::from(u64::MAX)).unwrap()
        )),
        prop::collection::vec(any::<u8>(), 0..300).prop_map(Value::Bytes),
        ".{0,40}".prop_map(Value::Text),
        any::<bool>().prop_map(Value::Bool),
        Just(Value::Null),
    ];
    leaf.prop_recursive(8, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..30).prop_map(Value::Array),
            prop::collection::vec((inner.clone(), inner), 0..30).prop_map(|mut entries| {
                let mut seen = std::collections::BTreeSet::new();
                entries.retain(|(key, _)| seen.insert(value_to_vec(key).unwrap()));
                Value::Map(entries)
            }),
        ]
    })
}

/// The same value with every map in the order in which it is encoded, as decoding gives it back.
fn sorted(value: Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        Value::Map(entries) => {
            let mut entries: Vec<_> = entries.into_iter().map(|(k, v)| (sorted(k), sorted(v))).collect();
            entries.sort_by_key(|(key, _)| value_to_vec(key).unwrap());
            Value::Map(entries)
        }
        other => other,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_encoded_is_decoded(value in values()) {
        let bytes = value_to_vec(&value).unwrap();
        prop_assert_eq!(check(&bytes, &LIMITS), Ok(()));
        let again: Value = from_slice(&bytes, &LIMITS).unwrap();
        prop_assert_eq!(again, sorted(value));
    }

    #[test]
    fn our_bytes_are_those_of_ciborium(value in values()) {
        let mut theirs = Vec::new();
        ciborium::into_writer(&sorted(value.clone()), &mut theirs).unwrap();
        prop_assert_eq!(value_to_vec(&value).unwrap(), theirs);
    }

    #[test]
    fn whatever_is_accepted_is_the_only_encoding(
        value in values(), changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = value_to_vec(&value).unwrap();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if check(&bytes, &LIMITS).is_ok() {
            let read: Value = ciborium::from_reader(bytes.as_slice()).unwrap();
            prop_assert_eq!(value_to_vec(&read).unwrap(), bytes);
        }
    }

    #[test]
    fn arbitrary_bytes_are_refused_or_canonical(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        if let Ok((item, _)) = split_first(&bytes, &LIMITS) {
            let read: Value = ciborium::from_reader(item).unwrap();
            prop_assert_eq!(value_to_vec(&read).unwrap(), item);
        }
    }

    #[test]
    fn every_cut_is_truncated(value in values(), cut in any::<prop::sample::Index>()) {
        let bytes = value_to_vec(&value).unwrap();
        let cut = cut.index(bytes.len());
        let error = check(&bytes[..cut], &LIMITS).unwrap_err();
        prop_assert_eq!(error.kind, DecodeErrorKind::Truncated);
    }

    #[test]
    fn sequences_from_memory_and_from_a_reader_agree(
        items in prop::collection::vec(values(), 0..6), tail in prop::collection::vec(any::<u8>(), 0..6),
    ) {
        let mut bytes: Vec<u8> = items.iter().flat_map(|value| value_to_vec(value).unwrap()).collect();
        bytes.extend(tail);
        let mut slices = Items::new(&bytes, LIMITS);
        let mut reader = ItemReader::new(OneByOne(&bytes), LIMITS);
        loop {
            let (a, b) = (slices.next(), reader.next());
            prop_assert_eq!(a.clone().map(|item| item.map(<[u8]>::to_vec)), b);
            prop_assert_eq!(slices.offset(), reader.offset());
            // The reader has not been asked for anything that follows.
            if matches!(a, Some(Ok(_))) {
                prop_assert_eq!(reader_rest(&reader), &bytes[slices.offset() as usize..]);
            }
            if a.is_none() {
                break;
            }
        }
    }
}

/// Gives one byte a call, and now and then an interruption.
#[derive(Debug)]
struct OneByOne<'a>(&'a [u8]);

impl Read for OneByOne<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match (self.0.split_first(), into.first_mut()) {
            (Some((&byte, rest)), Some(place)) => {
                *place = byte;
                self.0 = rest;
                Ok(1)
            }
            _ => Ok(0),
        }
    }
}

fn reader_rest<'a>(reader: &ItemReader<OneByOne<'a>>) -> &'a [u8] {
    reader.reader().0
}

/// RFC 8949, appendix A, as far as the profile goes.
#[test]
fn the_examples_of_the_standard() {
    let text = |text: &str| Value::Text(text.into());
    let array = |items: &[u64]| Value::Array(items.iter().copied().map(Value::from).collect());
    let examples: Vec<(Value, &str)> = vec![
        (0.into(), "00"),
        (10.into(), "0a"),
        (23.into(), "17"),
        (24.into(), "1818"),
        (100.into(), "1864"),
        (1000.into(), "1903e8"),
        (1_000_000.into(), "1a000f4240"),
        (1_000_000_000_000u64.into(), "1b000000e8d4a51000"),
        (u64::MAX.into(), "1bffffffffffffffff"),
        ((-1).into(), "20"),
        ((-10).into(), "29"),
        ((-100).into(), "3863"),
        ((-1000).into(), "3903e7"),
        (Value::Bool(false), "f4"),
        (Value::Bool(true), "f5"),
        (Value::Null, "f6"),
        (Value::Bytes(vec![]), "40"),
        (Value::Bytes(vec![1, 2, 3, 4]), "4401020304"),
        (text(""), "60"),
        (text("IETF"), "6449455446"),
        (text("\u{fc}"), "62c3bc"),
        (text("\u{10151}"), "64f0908591"),
        (array(&[]), "80"),
        (array(&[1, 2, 3]), "83010203"),
        (
            array(&(1..=25).collect::<Vec<_>>()),
            "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
        ),
        (Value::Map(vec![]), "a0"),
        (
            Value::Map(vec![(3.into(), 4.into()), (1.into(), 2.into())]),
            "a201020304",
        ),
        (
            Value::Map(vec![(text("b"), array(&[2, 3])), (text("a"), 1.into())]),
            "a26161016162820203",
        ),
    ];
    for (value, bytes) in examples {
        assert_eq!(value_to_vec(&value).unwrap(), hex(bytes), "{value:?}");
        assert_eq!(from_slice::<Value>(&hex(bytes), &LIMITS), Ok(sorted(value)));
    }
    // §4.2.1: keys in bytewise order of their encodings.
    let keys: Vec<(Value, Value)> = vec![
        (Value::Bool(false), Value::Null),
        (Value::Array(vec![(-1).into()]), Value::Null),
        (text("aa"), Value::Null),
        (text("z"), Value::Null),
        ((-1).into(), Value::Null),
        (100.into(), Value::Null),
        (10.into(), Value::Null),
    ];
    assert_eq!(
        value_to_vec(&Value::Map(keys)).unwrap(),
        hex("a7 0af6 1864f6 20f6 617af6 626161f6 8120f6 f4f6")
    );
}

#[test]
fn row06_other_spellings_are_refused_with_their_position() {
    use DecodeErrorKind as K;
    let cases: [(&str, u64, K); 40] = [
        ("", 0, K::Truncated),
        // Numbers longer than needed, at every width and in every major type.
        ("1817", 0, K::NotShortest),
        ("1900ff", 0, K::NotShortest),
        ("1a0000ffff", 0, K::NotShortest),
        ("1b00000000ffffffff", 0, K::NotShortest),
        ("3817", 0, K::NotShortest),
        ("580161", 0, K::NotShortest),
        ("780161", 0, K::NotShortest),
        ("820098 0100", 2, K::NotShortest),
        ("b8010000", 0, K::NotShortest),
        ("d80100", 0, K::NotShortest),
        // Indefinite lengths and the break.
        ("5f41004100ff", 0, K::Indefinite),
        ("7f6161ff", 0, K::Indefinite),
        ("9fff", 0, K::Indefinite),
        ("bfff", 0, K::Indefinite),
        ("8201ff", 2, K::Indefinite),
        // Reserved first bytes.
        ("1c", 0, K::Reserved),
        ("1d", 0, K::Reserved),
        ("3f", 0, K::Indefinite),
        ("de", 0, K::Reserved),
        ("fc", 0, K::Reserved),
        // Maps.
        ("a201020002", 3, K::UnsortedKeys),
        ("a2626161006162 00", 5, K::UnsortedKeys),
        ("a2616100616100", 4, K::DuplicateKey),
        ("8101 00", 2, K::TrailingBytes),
        // Other kinds of value.
        ("f97e00", 0, K::Float),
        ("fa7fc00000", 0, K::Float),
        ("fb7ff8000000000000", 0, K::Float),
        ("f7", 0, K::Simple),
        ("e0", 0, K::Simple),
        ("f3", 0, K::Simple),
        ("f820", 0, K::Simple),
        ("c000", 0, K::Tag { number: 0 }),
        ("c24101", 0, K::Tag { number: 2 }),
        ("81d9d9f700", 1, K::Tag { number: 55799 }),
        // Text that is not UTF-8: a lone continuation, an overlong form, a surrogate.
        ("6180", 0, K::Utf8),
        ("62c080", 0, K::Utf8),
        ("63eda080", 0, K::Utf8),
        ("8261 80", 1, K::Utf8),
        ("a1f6", 2, K::Truncated),
    ];
    for (bytes, at, kind) in cases {
        assert_eq!(refusal(bytes), (at, kind), "{bytes}");
    }
}

#[test]
fn limits_hold_before_anything_is_built() {
    use DecodeErrorKind as K;
    let kind = |bytes: &[u8], limits: Limits| check(bytes, &limits).map_err(|error| error.kind);

    // Claims of 2⁶⁴ − 1 bytes, elements, pairs.
    for (bytes, expected) in [
        (
            "5bffffffffffffffff",
            K::StringTooLong {
                length: u64::MAX,
                limit: 1 << 16,
            },
        ),
        (
            "7bffffffffffffffff",
            K::StringTooLong {
                length: u64::MAX,
                limit: 1 << 16,
            },
        ),
        ("9bffffffffffffffff", K::TooManyItems { limit: 1 << 16 }),
        ("bbffffffffffffffff", K::TooManyItems { limit: 1 << 16 }),
        ("bb8000000000000000", K::TooManyItems { limit: 1 << 16 }),
    ] {
        assert_eq!(refusal(bytes), (0, expected), "{bytes}");
    }

    // Each bound exactly, and one less.
    let bytes = hex("8343010203820405f6");
    assert_eq!(kind(&bytes, Limits::new(9)), Ok(()));
    assert_eq!(kind(&bytes, Limits::new(8)), Err(K::TooLarge { limit: 8 }));
    assert_eq!(kind(&bytes, Limits::new(9).items(6)), Ok(()));
    assert_eq!(kind(&bytes, Limits::new(9).items(5)), Err(K::TooManyItems { limit: 5 }));
    assert_eq!(kind(&bytes, Limits::new(9).string(3)), Ok(()));
    assert_eq!(
        kind(&bytes, Limits::new(9).string(2)),
        Err(K::StringTooLong { length: 3, limit: 2 })
    );
    assert_eq!(kind(&bytes, Limits::new(9).depth(2)), Ok(()));
    assert_eq!(kind(&bytes, Limits::new(9).depth(1)), Err(K::TooDeep { limit: 1 }));
    assert_eq!(kind(&[0xc1, 0x00], Limits::new(9).tags(&[1]).depth(1)), Ok(()));
    assert_eq!(
        kind(&[0xc1, 0x00], Limits::new(9).tags(&[1]).depth(0)),
        Err(K::TooDeep { limit: 0 })
    );

    // A limit on depth that would exhaust the stack is brought down to the module's own.
    let deep = [vec![0x81; 100_000], vec![0]].concat();
    let limits = Limits::new(1 << 20).depth(usize::MAX).items(usize::MAX);
    assert_eq!(kind(&deep, limits), Err(K::TooDeep { limit: MAX_DEPTH }));
    let allowed = [vec![0x81; MAX_DEPTH], vec![0]].concat();
    assert_eq!(kind(&allowed, limits), Ok(()));
    let value: Value = from_slice(&allowed, &limits).unwrap();
    assert_eq!(value_to_vec(&value).unwrap(), allowed);
    assert_eq!(value_to_vec(&Value::Array(vec![value])), Err(EncodeError::TooDeep));
}

#[test]
fn a_reader_is_not_believed_about_lengths() {
    // A string of 2⁶² bytes is announced and three arrive; memory must follow the three.
    let mut bytes = hex("5b4000000000000000");
    bytes.extend([1, 2, 3]);
    let limits = Limits::new(usize::MAX);
    let mut items = ItemReader::new(bytes.as_slice(), limits);
    assert_eq!(
        items.next(),
        Some(Err(DecodeError {
            at: 9,
            kind: DecodeErrorKind::Truncated
        }))
    );
    assert_eq!(items.next(), None);
}

#[test]
fn a_failing_reader_is_reported() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::PermissionDenied.into())
        }
    }
    let mut items = ItemReader::new(Broken, LIMITS);
    let kind = DecodeErrorKind::Read(io::ErrorKind::PermissionDenied);
    assert_eq!(items.next(), Some(Err(DecodeError { at: 0, kind })));
    assert_eq!(items.next(), None);
}

#[test]
fn a_sequence_cut_off_by_a_crash_tells_where_it_was_whole() {
    let bytes = hex("01 820203 4401020304 43aa");
    let mut items = Items::new(&bytes, LIMITS);
    assert_eq!(items.by_ref().filter(Result::is_ok).count(), 3);
    assert_eq!(items.offset(), 9);
    assert_eq!(
        Items::new(&bytes, LIMITS).last(),
        Some(Err(DecodeError {
            at: 10,
            kind: DecodeErrorKind::Truncated
        }))
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Header {
    step: u32,
    party: u8,
    digest: ByteArray<4>,
    body: ByteString,
    rider: Option<u8>,
}

fn header() -> Header {
    Header {
        step: 500,
        party: 1,
        digest: ByteArray([1, 2, 3, 4]),
        body: ByteString(vec![9; 5000]),
        rider: None,
    }
}

#[test]
fn structs_are_maps_with_sorted_keys() {
    let bytes = to_vec(&Header {
        body: ByteString(vec![7]),
        ..header()
    })
    .unwrap();
    assert_eq!(
        bytes,
        hex("a5 64626f6479 4107 6473746570 1901f4 657061727479 01 657269646572 f6 66646967657374 4401020304")
    );
    let long = to_vec(&header()).unwrap();
    assert_eq!(from_slice::<Header>(&long, &LIMITS), Ok(header()));
}

#[test]
fn unknown_missing_and_differently_shaped_fields_are_refused() {
    use DecodeErrorKind as K;
    let whole = Value::serialized(&header()).unwrap().into_map().unwrap();
    let read = |entries: Vec<(Value, Value)>| {
        from_slice::<Header>(&value_to_vec(&Value::Map(entries)).unwrap(), &LIMITS).map_err(|error| error.kind)
    };
    assert_eq!(read(whole.clone()), Ok(header()));

    let mut unknown = whole.clone();
    unknown.push((Value::Text("spare".into()), 1.into()));
    assert_eq!(read(unknown), Err(K::NotTheEncoding));

    // An option may be left out as far as serde is concerned, but then these are not the bytes of the value.
    let mut without_rider = whole.clone();
    without_rider.retain(|(key, _)| key.as_text() != Some("rider"));
    assert_eq!(read(without_rider), Err(K::NotTheEncoding));

    for name in ["step", "party", "digest", "body"] {
        let mut without = whole.clone();
        without.retain(|(key, _)| key.as_text() != Some(name));
        assert!(matches!(read(without), Err(K::Shape(_))), "{name}");
        for wrong in [
            Value::Null,
            Value::Text("1".into()),
            Value::Bytes(vec![1; 5]),
            (1u64 << 40).into(),
        ] {
            if name == "body" && wrong.is_bytes() {
                continue;
            }
            let mut other = whole.clone();
            for (key, value) in &mut other {
                if key.as_text() == Some(name) {
                    *value = wrong.clone();
                }
            }
            assert!(matches!(read(other), Err(K::Shape(_))), "{name} {wrong:?}");
        }
    }
    // The same fields as an array, which serde's derived code would take.
    let array = Value::Array(vec![
        500.into(),
        1.into(),
        Value::Bytes(vec![1, 2, 3, 4]),
        Value::Bytes(vec![]),
        Value::Null,
    ]);
    let error = from_slice::<Header>(&value_to_vec(&array).unwrap(), &LIMITS).unwrap_err();
    assert!(matches!(error.kind, K::Shape(_) | K::NotTheEncoding), "{error}");
}

#[test]
fn what_has_no_place_is_not_encoded() {
    assert_eq!(to_vec(&1.5f32), Err(EncodeError::Float));
    assert_eq!(to_vec(&vec![f64::NAN]), Err(EncodeError::Float));
    assert_eq!(to_vec(&u128::MAX), Err(EncodeError::Tag { number: 2 }));
    assert_eq!(
        value_to_vec(&Value::Tag(0, Box::new(Value::Null))),
        Err(EncodeError::Tag { number: 0 })
    );
    let twice = Value::Map(vec![(1.into(), 2.into()), (1.into(), 3.into())]);
    assert_eq!(value_to_vec(&twice), Err(EncodeError::DuplicateKey));
}

#[test]
fn errors_are_sentences_with_a_place() {
    let error = check(&hex("820118 05"), &LIMITS).unwrap_err();
    assert_eq!(
        error.to_string(),
        "byte 2: a number is not written in its shortest form; encode it canonically"
    );
}
