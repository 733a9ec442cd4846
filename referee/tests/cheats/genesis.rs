//! Before the first card: the closing of the table, the commitments, the lot.

use std::sync::Arc;

use majlis_crypto::cbor::{ByteArray, ByteString};
use majlis_crypto::identity::{Identity, SignTag};
use majlis_referee::act::Act;
use majlis_referee::agreement::{Agreement, Clock, PROTOCOL, RULES};
use majlis_referee::error::Refusal;
use majlis_referee::file::head;
use majlis_referee::item::{Item, Sealed};
use majlis_referee::replay::Awaited;
use majlis_referee::secrets::Secrets;
use majlis_referee::verify::{LogError, Proofs, verify};
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::malice::{Rig, close, members, party};

fn is_reveal(awaited: &Awaited) -> bool {
    *awaited == Awaited::Reveal
}

/// A host closes a table on other terms than this program plays on; it signs them itself.
fn closed_on(alter: impl FnOnce(&mut Agreement)) {
    let mut rng = StdRng::seed_from_u64(1);
    let identities: Vec<Arc<Identity>> = (0..2).map(|_| Arc::new(Identity::generate(&mut rng))).collect();
    let mut agreement = Agreement::new(
        GameId::Domino,
        Table::new(2),
        Clock::default(),
        members(&identities),
        [7; 32],
    );
    alter(&mut agreement);
    let bytes = agreement.encode().unwrap();
    let signature = identities[0].sign(SignTag::Closing, &bytes);
    let sealed = Sealed {
        bytes: ByteString(bytes),
        signature: ByteArray(signature.0),
    };
    let refusal = sealed.clone().closing().unwrap_err();
    assert!(matches!(refusal, Refusal::Closing(_)), "{refusal}");
    let log = [head().as_slice(), &Item::Closing(sealed).encode().unwrap()].concat();
    let error = verify(log.as_slice(), Proofs::Together, &mut ()).unwrap_err();
    assert!(matches!(error, LogError::Closing(_)), "{error}");
}

#[test]
fn log_1_a_lower_protocol_version() {
    closed_on(|agreement| agreement.protocol = PROTOCOL - 1);
}

#[test]
fn log_1_a_wrong_version_of_the_rules() {
    closed_on(|agreement| agreement.rules = RULES + 1);
}

#[test]
fn log_1_another_suite_of_proofs() {
    closed_on(|agreement| agreement.suite += 1);
}

/// A name stands in lines of text, among names of others and numbers: it must not break or turn them.
#[test]
fn log_1_a_name_that_spoils_the_line_it_stands_in() {
    for char in "\n\r\t\u{7}\u{1b}\u{7f}\u{85}\u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{2069}\u{fff9}\u{feff}".chars()
    {
        closed_on(|agreement| agreement.members[1].name = format!("Sal{char}ma"));
    }
    closed_on(|agreement| agreement.members[1].name = "س".repeat(41));
}

#[test]
fn log_1_a_party_at_two_places() {
    closed_on(|agreement| agreement.members[1] = agreement.members[0].clone());
}

#[test]
fn common_3_the_seat_that_the_lot_draws_is_set_beforehand() {
    use majlis_rules::table::OptionValue;
    closed_on(|agreement| {
        agreement.game = GameId::Jackaroo;
        let option = GameId::Jackaroo.drawn_seat().unwrap();
        agreement.table = Table::new(4)
            .with("persons", OptionValue::Number(2))
            .with(option, OptionValue::Number(0));
    });
}

#[test]
fn log_1_a_closing_signed_by_somebody_else() {
    let mut rng = StdRng::seed_from_u64(1);
    let (closing, identities) = close(GameId::Arkan, Table::new(2), &mut rng);
    let forged = identities[1].sign(SignTag::Closing, closing.bytes());
    let sealed = Sealed {
        bytes: ByteString(closing.bytes().to_vec()),
        signature: ByteArray(forged.0),
    };
    assert!(matches!(sealed.closing(), Err(Refusal::Closing(_))));
}

#[test]
fn log_1_a_nonce_chosen_after_the_others_are_known() {
    let mut rig = Rig::at(GameId::Arkan, 3, |rig| rig.who(is_reveal).is_some());
    let entry = rig.altered(party(2), |act, _| {
        let Act::Reveal(reveal) = act else { panic!() };
        reveal.nonce.0[0] ^= 1;
    });
    rig.caught(entry, "log.1");
}

#[test]
fn log_1_deck_keys_chosen_after_the_others_are_known() {
    let mut rig = Rig::at(GameId::Domino, 2, |rig| rig.who(is_reveal).is_some());
    let other = rig.secrets[0].deck().keys().encode();
    let entry = rig.altered(party(1), |act, _| {
        let Act::Reveal(reveal) = act else { panic!() };
        reveal.keys = ByteString(other.to_vec());
    });
    rig.caught(entry, "log.1");
}

#[test]
fn log_1_the_deck_keys_of_an_accomplice() {
    // Both accomplices know the secret, so both can prove it; the pack would have one lock fewer than parties.
    let mut rng = StdRng::seed_from_u64(2);
    let (closing, identities) = close(GameId::Four, Table::new(3), &mut rng);
    let mut secrets: Vec<Secrets> = (0..3).map(|_| Secrets::generate(&mut rng)).collect();
    // Deck keys come first in what is stored, nonce and salt of the lot behind them.
    let (accomplice, own) = (secrets[0].encode().unwrap(), secrets[1].encode().unwrap());
    let keys = 3..3 + 64;
    let mut mixed = own.to_vec();
    mixed[keys.clone()].copy_from_slice(&accomplice[keys]);
    secrets[1] = Secrets::decode(&mixed).unwrap();
    let mut rig = Rig::with(&closing, identities, secrets, 2);
    rig.run_until(|rig| rig.who(is_reveal).is_some());
    // An honest program would not send it: party 1's own check sees the same keys in party 0's reveal only in the same step.
    let entry = rig.honest(party(1));
    rig.caught(entry, "log.1");
}

#[test]
fn log_1_keys_of_which_the_secret_is_not_known() {
    let mut rig = Rig::at(GameId::Domino, 2, |rig| rig.who(is_reveal).is_some());
    let (_, other) = crate::malice::parts(&rig.honest(party(0)));
    let entry = rig.altered(party(1), |_, proofs| *proofs = other.0);
    rig.caught(entry, "log.1");
}

#[test]
fn log_11_refusing_to_reveal_in_the_lot() {
    let rig = Rig::at(GameId::Arkan, 3, |rig| rig.who(is_reveal).is_some());
    let slot = rig.leave(party(1));
    let departures = rig.ends_with(&[(party(1), slot)]);
    assert_eq!(departures.len(), 1);
    assert_eq!(departures[0].party, party(1));
}
