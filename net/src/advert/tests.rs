use super::*;
use proptest::prelude::*;

fn identity(seed: u8) -> Identity {
    Identity::from_secret(&[seed; 32])
}

fn advert(seed: u8) -> Advert {
    Advert {
        versions: Versions::OURS,
        host: identity(seed).key(),
        name: "أم ياسر".to_owned(),
        table: TableId([1; 16]),
        stamp: 1_700_000_000_000,
        life: 180,
        game: "domino".to_owned(),
        terms: Table::new(4),
        clock: Clock::default(),
        persons: 4,
        free: 2,
        watch: true,
        addresses: vec!["/ip4/192.0.2.7/tcp/4001".parse().unwrap()],
        relays: vec![RelayAddress {
            key: identity(8).key(),
            address: "/dns4/relay.example/tcp/4001".parse().unwrap(),
        }],
    }
}

/// Bytes signed by `signer` around any content.
fn sealed(content: Vec<u8>, signer: &Identity) -> Vec<u8> {
    seal(content, SignTag::Advert, signer).unwrap()
}

#[test]
fn golden_adverts() {
    let mut plain = advert(7);
    plain.relays.clear();
    let mut closing = Advert {
        life: 0,
        name: String::new(),
        game: "jackaroo".to_owned(),
        terms: Table::new(4).with("persons", OptionValue::Number(2)),
        clock: Clock { turn: None, grace: 0 },
        persons: 2,
        free: 1,
        watch: false,
        ..advert(7)
    };
    closing.addresses.clear();
    let lines: Vec<&str> = include_str!("../../golden/adverts.txt").lines().collect();
    assert_eq!(lines.len(), 2);
    for (advert, line) in [plain, closing].iter().zip(lines) {
        assert_eq!(
            data_encoding::HEXLOWER.encode(&advert.sign(&identity(7)).unwrap()),
            line
        );
        let bytes = data_encoding::HEXLOWER.decode(line.as_bytes()).unwrap();
        assert_eq!(Advert::open(&bytes).unwrap(), *advert);
    }
}

#[test]
fn an_advert_in_anothers_name_cannot_be_made() {
    let (advert, other) = (advert(7), identity(9));
    assert_eq!(advert.sign(&other), Err(AdvertError::Signature));
    // Signed by somebody else; signed for another purpose; the signature of another advert.
    let content = cbor::to_vec(&advert.content()).unwrap();
    let theirs = sealed(content.clone(), &other);
    let chat = seal(content.clone(), SignTag::Chat, &identity(7)).unwrap();
    let mut later = advert.clone();
    later.stamp += 1;
    let (_, signature) = unseal(&later.sign(&identity(7)).unwrap(), MAX_ADVERT).unwrap();
    let moved = cbor::to_vec(&(cbor::ByteString(content), signature)).unwrap();
    for bytes in [theirs, chat, moved] {
        assert_eq!(Advert::open(&bytes), Err(AdvertError::Signature));
    }
}

#[test]
fn no_absurd_table_is_advertised_or_believed() {
    let good = advert(7);
    assert!(good.sign(&identity(7)).is_ok());
    type Spoil = fn(&mut Advert);
    let spoil: Vec<(&str, Spoil)> = vec![
        ("life", |a| a.life = 181),
        ("seats", |a| a.terms.seats = 9),
        ("option", |a| a.terms.options.set("partners", OptionValue::Number(1))),
        ("game", |a| a.game = "poker".to_owned()),
        ("no game", |a| a.game = String::new()),
        ("game in Arabic", |a| a.game = "دومينو".to_owned()),
        ("persons", |a| a.persons = 3),
        ("one person", |a| a.persons = 1),
        ("all free", |a| a.free = 4),
        ("more free", |a| a.free = 200),
        ("clock", |a| a.clock.turn = Some(0)),
        ("long clock", |a| a.clock.turn = Some(MAX_CLOCK + 1)),
        ("long grace", |a| a.clock.grace = MAX_CLOCK + 1),
        ("option's name", |a| a.terms.options.set("a b", OptionValue::Flag(true))),
        ("long option", |a| {
            a.terms.options.set("x".repeat(33), OptionValue::Flag(true));
        }),
        ("many options", |a| {
            (0..17).for_each(|n| a.terms.options.set(format!("x{n}"), OptionValue::Flag(true)));
        }),
    ];
    for (what, spoil) in spoil {
        let mut advert = good.clone();
        spoil(&mut advert);
        assert!(
            matches!(advert.sign(&identity(7)), Err(AdvertError::Absurd(_))),
            "{what}"
        );
        let bytes = sealed(cbor::to_vec(&advert.content()).unwrap(), &identity(7));
        let error = Advert::open(&bytes).unwrap_err();
        assert!(matches!(error, AdvertError::Absurd(_)), "{what}: {error}");
    }
    // What an honest program leaves out by itself, but a dishonest one sends.
    let spoil: Vec<fn(&mut Advert)> = vec![
        |a| a.name = "x\u{202e}".to_owned(),
        |a| a.name = "x".repeat(41),
        |a| a.addresses = vec![a.addresses[0].clone(); 9],
        |a| a.relays = vec![a.relays[0].clone(); 7],
    ];
    for spoil in spoil {
        let mut advert = good.clone();
        spoil(&mut advert);
        assert!(Advert::open(&advert.sign(&identity(7)).unwrap()).is_ok());
        assert!(Advert::open(&sealed(cbor::to_vec(&advert.content()).unwrap(), &identity(7))).is_err());
    }
}

#[test]
fn the_largest_advert_fits() {
    let name = format!("{0}.{0}.{0}.{1}", "a".repeat(63), "b".repeat(61));
    let address: Address = format!("/dns4/{name}/udp/65535/quic-v1").parse().unwrap();
    let mut large = advert(7);
    large.name = "\u{1f3b2}".repeat(40);
    large.addresses = vec![address.clone(); MAX_SHARED_ADDRESSES];
    large.relays = vec![
        RelayAddress {
            key: identity(1).key(),
            address
        };
        MAX_SHARED_RELAYS
    ];
    let bytes = large.sign(&identity(7)).unwrap();
    assert!(bytes.len() <= MAX_ADVERT, "{}", bytes.len());
    assert_eq!(Advert::open(&bytes).unwrap().addresses.len(), MAX_SHARED_ADDRESSES);
}

#[test]
fn other_versions_are_told_in_one_sentence() {
    let mut newer = advert(7);
    newer.versions.rules += 1;
    newer.game = "chess".to_owned();
    newer.terms.seats = 2;
    newer.persons = 2;
    newer.free = 1;
    let read = Advert::open(&newer.sign(&identity(7)).unwrap()).unwrap();
    assert_eq!(read.game_id(), None);
    let mismatch = read.versions.mismatch().unwrap();
    assert_eq!(
        mismatch.to_string(),
        "the table uses version of the rules 2 and this program 1; update this program to sit down there"
    );
    let older = Versions {
        protocol: 0,
        ..Versions::OURS
    };
    assert!(
        older
            .mismatch()
            .unwrap()
            .to_string()
            .ends_with("ask the host to update the program")
    );
    assert_eq!(Versions::OURS.mismatch(), None);

    // A form that this program does not know is nobody's fault, whatever else it holds.
    let future = cbor::to_vec(&(2u8, "anything", [1u8, 2, 3])).unwrap();
    assert_eq!(
        Advert::open(&sealed(future, &identity(7))),
        Err(AdvertError::Form { found: 2 })
    );
}

#[test]
fn options_have_one_order() {
    let mut content = advert(7).content();
    content.game = "four".to_owned();
    content.options = vec![
        ("b".to_owned(), Setting::Flag(true)),
        ("a".to_owned(), Setting::Flag(true)),
    ];
    let disordered = cbor::to_vec(&content).unwrap();
    content.options = vec![
        ("a".to_owned(), Setting::Flag(true)),
        ("a".to_owned(), Setting::Flag(true)),
    ];
    let twice = cbor::to_vec(&content).unwrap();
    for content in [disordered, twice] {
        let error = Advert::open(&sealed(content, &identity(7))).unwrap_err();
        assert!(matches!(error, AdvertError::Malformed(_)), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_are_refused_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(Advert::open(&bytes).is_err());
        prop_assert!(Advert::open(&sealed(bytes, &identity(7))).is_err());
    }

    #[test]
    fn spoiled_bytes_are_refused(at: prop::sample::Index, byte: u8) {
        let mut bytes = advert(7).sign(&identity(7)).unwrap();
        let at = at.index(bytes.len());
        prop_assume!(bytes[at] != byte);
        bytes[at] = byte;
        prop_assert!(Advert::open(&bytes).is_err());
    }

    #[test]
    fn spoiled_content_is_refused_or_is_the_encoding(
        spoil in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut content = cbor::to_vec(&advert(7).content()).unwrap();
        for (at, byte) in spoil {
            let at = at.index(content.len());
            content[at] = byte;
        }
        if let Ok(advert) = Advert::open(&sealed(content.clone(), &identity(7))) {
            prop_assert_eq!(cbor::to_vec(&advert.content()).unwrap(), content);
        }
    }
}
