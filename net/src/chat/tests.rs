use super::*;
use proptest::prelude::*;

const TABLE: TableId = TableId([1; 16]);
const START: Duration = Duration::from_secs(1000);

fn identity(seed: u8) -> Identity {
    Identity::from_secret(&[seed; 32])
}

fn key(seed: u8) -> IdentityKey {
    identity(seed).key()
}

fn message(seed: u8, stamp: u64, saying: Saying) -> Message {
    Message {
        table: TABLE,
        sender: key(seed),
        stamp,
        saying,
    }
}

fn salam(seed: u8, stamp: u64) -> Vec<u8> {
    message(seed, stamp, Saying::Phrase(Phrase::Salam))
        .sign(&identity(seed))
        .unwrap()
}

fn room() -> Room {
    Room::new(TABLE, [1, 2, 3, 4].map(key))
}

/// A message around any content, signed by `seed`.
fn sealed(content: &impl Serialize, seed: u8) -> Vec<u8> {
    seal(cbor::to_vec(content).unwrap(), SignTag::Chat, &identity(seed)).unwrap()
}

#[test]
fn golden_messages() {
    let messages = [
        message(7, 1_700_000_000_000, Saying::Phrase(Phrase::GoodGame)),
        message(7, 1_700_000_000_001, Saying::text("أحسنت! 6-6").unwrap()),
    ];
    let lines: Vec<&str> = include_str!("../../golden/chat.txt").lines().collect();
    assert_eq!(lines.len(), 2);
    for (message, line) in messages.iter().zip(lines) {
        let bytes = message.sign(&identity(7)).unwrap();
        assert_eq!(data_encoding::HEXLOWER.encode(&bytes), line);
        assert_eq!(Message::open(&bytes).unwrap(), *message);
    }
}

#[test]
fn phrases_have_their_own_numbers_and_keys() {
    for (number, phrase) in Phrase::ALL.iter().enumerate() {
        assert_eq!(usize::from(phrase.number()), number);
        assert_eq!(Phrase::new(phrase.number()), Some(*phrase));
        assert!(
            phrase
                .key()
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        );
    }
    let keys: BTreeSet<_> = Phrase::ALL.iter().map(|phrase| phrase.key()).collect();
    assert_eq!(keys.len(), Phrase::ALL.len());
}

#[test]
fn a_text_is_one_line_that_can_be_shown() {
    let text = |typed: &str| Saying::text(typed);
    assert_eq!(text("  هلا\nوالله\u{202e} "), Ok(Saying::Text("هلا والله".to_owned())));
    assert_eq!(text(" \n\u{2067}"), Err(ChatError::Empty));
    assert_eq!(text(&"ش".repeat(201)), Err(ChatError::TooLong { characters: 201 }));
    assert!(text(&"\u{1f600}".repeat(200)).is_ok());
    // A program that sends what ours would not.
    for bad in ["", " a", "a\nb", "a\u{202e}b", &"a".repeat(201)] {
        let content = (FORM, TABLE, key(2), 1u64, bad);
        let heard = room().hear(&key(2), &sealed(&content, 2), START);
        assert!(matches!(heard, Heard::Offence(_)), "{bad:?}");
    }
}

#[test]
fn what_was_said_is_shown_once() {
    let (mut ours, mut theirs) = (room(), room());
    let (said, bytes) = ours
        .say(&identity(1), Saying::Phrase(Phrase::Salam), START, 5)
        .unwrap()
        .unwrap();
    assert_eq!(
        theirs.hear(&key(1), &bytes, START),
        Heard::Shown(Box::new(said.clone()))
    );
    assert_eq!(theirs.hear(&key(1), &bytes, START), Heard::Dropped);
    // Passed on by another it is the same message.
    assert_eq!(theirs.hear(&key(3), &bytes, START), Heard::Dropped);
    assert_eq!(theirs.history().collect::<Vec<_>>(), [&said]);
    assert_eq!(ours.history().collect::<Vec<_>>(), [&said]);
    // Two messages within one millisecond, or after the clock was set back, have different stamps.
    let (second, _) = ours
        .say(&identity(1), Saying::Phrase(Phrase::Salam), START, 0)
        .unwrap()
        .unwrap();
    assert!(second.stamp > said.stamp);
}

#[test]
fn nobody_speaks_for_another_or_from_outside() {
    let mut room = room();
    let forged = sealed(&(FORM, TABLE, key(1), 1u64, "x"), 2);
    assert_eq!(room.hear(&key(2), &forged, START), Heard::Offence(ChatError::Signature));
    let mut elsewhere = message(2, 1, Saying::Phrase(Phrase::Salam));
    elsewhere.table = TableId([2; 16]);
    let elsewhere = elsewhere.sign(&identity(2)).unwrap();
    assert_eq!(room.hear(&key(2), &elsewhere, START), Heard::Offence(ChatError::Table));
    assert_eq!(room.hear(&key(9), &salam(9, 1), START), Heard::Dropped);
    assert_eq!(room.hear(&key(2), &salam(9, 1), START), Heard::Dropped);
    assert_eq!(
        room.say(&identity(9), Saying::Phrase(Phrase::Salam), START, 1),
        Err(ChatError::Table)
    );
    assert_eq!(
        message(2, 1, Saying::Phrase(Phrase::Salam)).sign(&identity(3)),
        Err(ChatError::Signature)
    );
}

#[test]
fn later_phrases_and_forms_are_no_offence() {
    let mut room = room();
    assert_eq!(
        room.hear(&key(2), &sealed(&(FORM, TABLE, key(2), 1u64, 250u8), 2), START),
        Heard::Dropped
    );
    assert_eq!(
        room.hear(&key(2), &sealed(&(2u64, "anything"), 2), START),
        Heard::Dropped
    );
    let garbage = room.hear(&key(2), &[0xff; 50], START);
    assert!(matches!(garbage, Heard::Offence(ChatError::Malformed(_))));
}

#[test]
fn muted_and_blocked_persons_are_not_heard() {
    let mut room = room();
    let shown =
        |room: &mut Room, seed, stamp| matches!(room.hear(&key(seed), &salam(seed, stamp), START), Heard::Shown(_));
    assert!(shown(&mut room, 2, 1));
    room.mute(key(2), true);
    assert!(!shown(&mut room, 2, 2) && shown(&mut room, 3, 2));
    room.mute(key(2), false);
    assert!(shown(&mut room, 2, 3));
    room.block([key(3)]);
    assert!(!shown(&mut room, 3, 3));
    assert!(room.history().all(|message| message.sender != key(3)));
    room.silence(true);
    assert!(!shown(&mut room, 4, 1));
    room.silence(false);
    assert!(shown(&mut room, 4, 2));
}

#[test]
fn who_talks_too_fast_is_cut_short_and_who_floods_offends() {
    let mut room = room();
    let heard: Vec<Heard> = (0..CHAT_BURST + 3)
        .map(|n| room.hear(&key(2), &salam(2, n.into()), START))
        .collect();
    let shown = heard.iter().filter(|heard| matches!(heard, Heard::Shown(_))).count();
    assert_eq!(shown, CHAT_BURST as usize);
    assert!(heard.iter().all(|heard| !matches!(heard, Heard::Offence(_))));
    // The rest of the table is heard as before, and the fast one again later.
    assert!(matches!(room.hear(&key(3), &salam(3, 1), START), Heard::Shown(_)));
    assert!(matches!(
        room.hear(&key(2), &salam(2, 100), START + CHAT_REFILL),
        Heard::Shown(_)
    ));
    // A flood costs a comparison a message until it is an offence.
    let bytes = salam(2, 200);
    let offences = (0..1000).filter(|_| matches!(room.hear(&key(2), &bytes, START + CHAT_REFILL), Heard::Offence(_)));
    assert_eq!(offences.count(), 1000 / (CHAT_EXCESS as usize + 1));
    // Our own program stops before the others would drop it.
    let say = |room: &mut Room| room.say(&identity(1), Saying::Phrase(Phrase::Hurry), START, 1).unwrap();
    assert_eq!(
        (0..20).filter(|_| say(&mut room).is_some()).count(),
        CHAT_BURST as usize
    );
}

#[test]
fn a_host_is_not_blamed_for_what_he_passes_on_however_much_his_guests_say() {
    let mut room = room();
    let mut shown = 0;
    // Ten minutes in which everybody but oneself says all that he may.
    for turn in 0..400u32 {
        let now = START + CHAT_REFILL * turn;
        for sender in 2..=4 {
            match room.hear(&key(2), &salam(sender, turn.into()), now) {
                Heard::Shown(_) => shown += 1,
                heard => panic!("{heard:?}"),
            }
        }
    }
    assert_eq!(shown, 3 * 400);
    // Somebody who says more through him is heard no more than he would be otherwise, and others are heard all the same.
    let later = START + CHAT_REFILL * 500;
    let more: Vec<Heard> = (0..12)
        .map(|n| room.hear(&key(2), &salam(3, 1000 + n), later))
        .collect();
    let shown = more.iter().filter(|heard| matches!(heard, Heard::Shown(_))).count();
    assert_eq!(shown, CHAT_BURST as usize);
    assert!(matches!(room.hear(&key(2), &salam(4, 1000), later), Heard::Shown(_)));
    // Whom its host does not want to hear, the others hear.
    room.mute(key(3), true);
    let muted = room.hear(&key(3), &salam(3, 5000), later * 2);
    assert_eq!(muted, Heard::Muted(key(3)));
}

#[test]
fn what_is_kept_is_bounded() {
    let mut room = room();
    for n in 0..1000u64 {
        room.hear(&key(2), &salam(2, n), START + CHAT_REFILL * n as u32);
    }
    assert_eq!(room.history().count(), MAX_CHAT_HISTORY);
    assert_eq!(room.voices[&key(2)].stamps.len(), REMEMBERED);
    // An old message, long forgotten, is not shown again.
    assert_eq!(room.hear(&key(2), &salam(2, 3), START * 10), Heard::Dropped);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_is_typed_is_sent_or_refused(typed in "\\PC{0,300}|.{0,250}") {
        if let Ok(saying) = Saying::text(&typed) {
            let message = message(2, 1, saying);
            let bytes = message.sign(&identity(2)).unwrap();
            prop_assert!(bytes.len() <= MAX_CHAT);
            prop_assert_eq!(Message::open(&bytes).unwrap(), message);
        }
    }

    #[test]
    fn any_bytes_are_heard_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(!matches!(room().hear(&key(2), &bytes, START), Heard::Shown(_)));
        prop_assert!(Message::open(&seal(bytes, SignTag::Chat, &identity(2)).unwrap()).is_err());
    }
}
