use super::*;
use majlis_crypto::identity::Identity;
use proptest::prelude::*;

fn key(seed: u8) -> IdentityKey {
    Identity::from_secret(&[seed; 32]).key()
}

/// Invitations whose links are fixed for ever.
fn golden() -> Vec<(Invitation, &'static str)> {
    let bare = Invitation::new(key(7), TableId([1; 16]));
    let full = Invitation {
        secret: Some(Secret([9; 16])),
        addresses: [
            "/ip4/192.0.2.7/tcp/4001",
            "/ip4/192.0.2.7/udp/4001/quic-v1",
            "/ip6/2001:db8::7/tcp/4001",
            "/dns/home.example/udp/4001/quic-v1",
        ]
        .map(|address| address.parse().unwrap())
        .into(),
        relays: vec![RelayAddress {
            key: key(8),
            address: "/dns4/relay.example/tcp/4001".parse().unwrap(),
        }],
        ..bare.clone()
    };
    let links: Vec<&str> = include_str!("../../golden/invitations.txt").lines().collect();
    [bare, full].into_iter().zip(links).collect()
}

#[test]
fn golden_links() {
    let golden = golden();
    assert_eq!(golden.len(), 2);
    for (invitation, link) in golden {
        assert_eq!(invitation.to_string(), link);
        assert_eq!(link.parse::<Invitation>().unwrap(), invitation);
    }
}

#[test]
fn crc32_of_the_usual_example() {
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
}

#[test]
fn a_link_fits_a_qr_code_in_its_compact_mode() {
    let alphanumeric = |c: char| c.is_ascii_digit() || c.is_ascii_uppercase() || " $%*+-./:".contains(c);
    for (invitation, link) in golden() {
        let qr = invitation.to_qr();
        assert!(qr.chars().all(alphanumeric));
        assert_eq!(qr.parse::<Invitation>().unwrap(), invitation);
        // Version 15 of QR with medium correction holds 600 of these characters.
        assert!(link.len() < 600, "{}", link.len());
    }
}

#[test]
fn links_are_read_as_people_paste_them() {
    for (invitation, link) in golden() {
        let (start, end) = link.split_at(40);
        for text in [
            link.to_lowercase(),
            link.to_uppercase(),
            format!("  {link}\r\n"),
            format!("{start}\n  {end}"),
            format!("\u{2068}{link}\u{2069}"),
            format!("\u{200f}{link}\u{200f}"),
            link.replace("majlis:", "majlis://"),
        ] {
            assert_eq!(text.parse::<Invitation>().as_ref(), Ok(&invitation), "{text}");
        }
    }
}

#[test]
fn each_mistake_has_its_sentence() {
    let (_, link) = golden().remove(1);
    let cut = &link[..link.len() - 3];
    for (text, sentence) in [
        ("", "is not an invitation"),
        ("https://example.org", "is not an invitation"),
        ("majlis", "is not an invitation"),
        ("majlis:", "incomplete or mistyped"),
        ("majlis:AAAA", "incomplete or mistyped"),
        ("majlis:AAAAAAAA", "incomplete or mistyped"),
        ("majlis:AB1D", "character 10 of the invitation, '1'"),
        ("majlis:///AB", "character 10 of the invitation, '/'"),
        ("majlis:مجلس", "character 8 of the invitation"),
        (cut, "incomplete or mistyped"),
        (&format!("{link}A"), "incomplete or mistyped"),
        (&format!("{link}{link}"), "character"),
        (&format!("majlis:{}", "A".repeat(20_000)), "too long"),
        (&format!("majlis:{}", "A".repeat(9_000)), "too long"),
    ] {
        let error = text.parse::<Invitation>().unwrap_err().to_string();
        assert!(error.contains(sentence), "{text}: {error}");
        assert!(error.len() < 200 && !error.contains('\n'), "{error}");
    }
}

/// A link around any content, with the right checksum.
fn sealed(content: &[u8]) -> String {
    format!(
        "{SCHEME}{}",
        BASE32_NOPAD.encode(&[content, &crc32(content).to_be_bytes()].concat())
    )
}

#[test]
fn what_a_right_checksum_does_not_excuse() {
    let bytes = |bytes: &[u8]| Value::Bytes(bytes.to_vec());
    let array = Value::Array;
    let host = bytes(key(7).as_bytes());
    let good = bytes(&"/ip4/192.0.2.7/tcp/4001".parse::<Address>().unwrap().to_bytes());
    let link = |format: u64, host: &Value, table: usize, addresses: Vec<Value>, relays: Vec<Value>| {
        let value = array(vec![
            format.into(),
            1.into(),
            host.clone(),
            bytes(&vec![1; table]),
            Value::Null,
            array(addresses),
            array(relays),
        ]);
        sealed(&cbor::value_to_vec(&value).unwrap())
    };
    assert!(
        link(1, &host, 16, vec![good.clone()], vec![])
            .parse::<Invitation>()
            .is_ok()
    );
    let mut nobody = [0; 32];
    nobody[0] = 1;
    let multiaddr = |text: &str| bytes(&text.parse::<libp2p::Multiaddr>().unwrap().to_vec());
    let relay = array(vec![host.clone(), good.clone()]);
    for (link, sentence) in [
        (
            link(2, &host, 16, vec![], vec![]),
            "version 2, this program reads version 1",
        ),
        (link(1, &bytes(&nobody), 16, vec![], vec![]), "weak"),
        (link(1, &bytes(&[2; 31]), 16, vec![], vec![]), "cannot be used"),
        (link(1, &host, 15, vec![], vec![]), "cannot be used"),
        (link(1, &host, 16, vec![good.clone(); 9], vec![]), "9 addresses"),
        (link(1, &host, 16, vec![], vec![relay.clone(); 7]), "7 relays"),
        (
            link(1, &host, 16, vec![bytes(&[])], vec![]),
            "not of a kind that is dialled",
        ),
        (link(1, &host, 16, vec![bytes(&[0xff; 40])], vec![]), "damaged"),
        (link(1, &host, 16, vec![bytes(&[7; 300])], vec![]), "cannot be used"),
        (
            link(1, &host, 16, vec![multiaddr("/unix/etc")], vec![]),
            "not of a kind that is dialled",
        ),
        (
            link(1, &host, 16, vec![multiaddr("/ip4/0.0.0.0/tcp/1")], vec![]),
            "nobody's",
        ),
        (
            link(1, &host, 16, vec![multiaddr("/ip4/1.2.3.4/tcp/0")], vec![]),
            "port 0",
        ),
        (
            link(1, &host, 16, vec![multiaddr("/ip4/1.2.3.4/tcp/1/p2p-circuit")], vec![]),
            "not of a kind that is dialled",
        ),
        (link(1, &host, 16, vec![good; 100], vec![]), "cannot be used"),
        (sealed(b"\x01"), "no version"),
        (sealed(b"\x80"), "no version"),
        (sealed(b"\x81\x01"), "cannot be used"),
        (sealed(b"\x9f\x01\xff"), "cannot be used"),
    ] {
        let error = link.parse::<Invitation>().unwrap_err().to_string();
        assert!(error.contains(sentence), "{sentence}: {error}");
        assert!(error.len() < 400, "{error}");
    }
}

#[test]
fn what_is_too_much_is_not_written() {
    let mut invitation = golden().remove(1).0;
    let address = invitation.addresses[0].clone();
    invitation.addresses = vec![address; MAX_SHARED_ADDRESSES + 5];
    let read: Invitation = invitation.to_string().parse().unwrap();
    assert_eq!(read.addresses.len(), MAX_SHARED_ADDRESSES);
}

#[test]
fn the_longest_link_is_within_the_limit() {
    let name = format!("{0}.{0}.{0}.{1}", "a".repeat(63), "b".repeat(61));
    let address: Address = format!("/dns4/{name}/udp/65535/quic-v1").parse().unwrap();
    let relay = RelayAddress {
        key: key(1),
        address: address.clone(),
    };
    let invitation = Invitation {
        protocol: u32::MAX,
        secret: Some(Secret([0xff; 16])),
        addresses: vec![address; MAX_SHARED_ADDRESSES],
        relays: vec![relay; MAX_SHARED_RELAYS],
        ..Invitation::new(key(7), TableId([0xff; 16]))
    };
    let link = invitation.to_string();
    assert!(link.len() <= MAX_INVITATION, "{}", link.len());
    assert_eq!(link.parse::<Invitation>().unwrap(), invitation);
}

#[test]
fn a_secret_is_not_printed() {
    let printed = format!("{:?}", golden().remove(1).0);
    assert!(printed.contains("Secret(…)") && !printed.contains("9, 9"), "{printed}");
}

fn addresses() -> impl Strategy<Value = Address> {
    prop_oneof![
        (any::<[u8; 4]>(), 1u16..).prop_map(|(ip, port)| format!("/ip4/{}/tcp/{port}", std::net::Ipv4Addr::from(ip))),
        (any::<[u8; 16]>(), 1u16..)
            .prop_map(|(ip, port)| format!("/ip6/{}/udp/{port}/quic-v1", std::net::Ipv6Addr::from(ip))),
        ("[a-z0-9]{1,30}(\\.[a-z]{2,8}){0,3}", 1u16..).prop_map(|(name, port)| format!("/dns/{name}/tcp/{port}")),
    ]
    .prop_filter_map("nobody's address", |text| text.parse().ok())
}

prop_compose! {
    fn invitations()(
        protocol: u32,
        host in 1u8..,
        table: [u8; 16],
        secret in prop::option::of(any::<[u8; 16]>()),
        addresses in prop::collection::vec(addresses(), 0..=MAX_SHARED_ADDRESSES),
        relays in prop::collection::vec((1u8.., addresses()), 0..=MAX_SHARED_RELAYS),
    ) -> Invitation {
        Invitation {
            protocol,
            host: key(host),
            table: TableId(table),
            secret: secret.map(Secret),
            addresses,
            relays: relays.into_iter().map(|(seed, address)| RelayAddress { key: key(seed), address }).collect(),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn writing_and_reading_are_inverse(invitation in invitations()) {
        let link = invitation.to_string();
        prop_assert_eq!(&link.parse::<Invitation>().unwrap(), &invitation);
        prop_assert_eq!(&invitation.to_qr().parse::<Invitation>().unwrap(), &invitation);
    }

    #[test]
    fn one_wrong_letter_is_noticed(invitation in invitations(), at: prop::sample::Index, letter in "[A-Z2-7]") {
        let link = invitation.to_string();
        let at = SCHEME.len() + at.index(link.len() - SCHEME.len());
        let mut spoiled = link.clone();
        spoiled.replace_range(at..=at, &letter);
        prop_assume!(spoiled != link);
        prop_assert_eq!(spoiled.parse::<Invitation>(), Err(InviteError::Mistyped));
    }

    #[test]
    fn two_letters_that_changed_places_are_noticed(invitation in invitations(), at: prop::sample::Index) {
        let mut letters = invitation.to_string().into_bytes();
        let at = SCHEME.len() + at.index(letters.len() - SCHEME.len() - 1);
        prop_assume!(letters[at] != letters[at + 1]);
        letters.swap(at, at + 1);
        let spoiled = String::from_utf8(letters).unwrap();
        prop_assert_eq!(spoiled.parse::<Invitation>(), Err(InviteError::Mistyped));
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in "\\PC{0,200}|majlis:[A-Za-z2-7]{0,400}|(?i)majlis:.{0,60}") {
        let _ = text.parse::<Invitation>().map_err(|error| error.to_string());
    }

    #[test]
    fn any_content_is_refused_or_is_the_encoding(content in prop::collection::vec(any::<u8>(), 1..300)) {
        if let Ok(invitation) = sealed(&content).parse::<Invitation>() {
            prop_assert_eq!(invitation.content().unwrap(), content);
        }
    }

    #[test]
    fn spoiled_content_is_refused_or_is_the_encoding(
        invitation in invitations(),
        spoil in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut content = invitation.content().unwrap();
        for (at, byte) in spoil {
            let at = at.index(content.len());
            content[at] = byte;
        }
        if let Ok(invitation) = sealed(&content).parse::<Invitation>() {
            prop_assert_eq!(invitation.content().unwrap(), content);
        }
    }
}

#[test]
fn the_golden_files_are_those_of_a_second_implementation() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/golden/write.py");
    match std::process::Command::new("python3").args([script, "--check"]).output() {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout)),
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "python3: {error}");
            use std::io::Write as _;
            let _ = writeln!(
                std::io::stderr(),
                "SKIPPED: python3 is missing, the golden files are not written again"
            );
        }
    }
}
