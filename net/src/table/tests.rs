use majlis_crypto::identity::Identity;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use proptest::prelude::*;

use super::guest::Guest;
use super::host::{Host, Output};
use super::{BadClosing, Seating, Terms};
use crate::advert::Versions;
use crate::invite::{Invitation, Secret};
use crate::table_id::TableId;
use crate::wire::{Frame, WireClosed, WireRefusal};

const TABLE: TableId = TableId([5; 16]);

fn identity(seed: u8) -> Identity {
    Identity::from_secret(&[seed; 32])
}

fn terms(persons: u8, chosen: bool) -> Terms {
    let mut terms = Terms::new(GameId::Arkan, Table::new(persons));
    terms.chosen = chosen;
    terms
}

fn host(terms: Terms, secret: Option<Secret>) -> Host {
    Host::new(TABLE, terms, secret, identity(0).key(), "host", Versions::OURS).unwrap()
}

fn guest(seed: u8, secret: Option<Secret>) -> Guest {
    let mut invitation = Invitation::new(identity(0).key(), TABLE);
    invitation.secret = secret;
    Guest::new(invitation, identity(seed).key(), "guest", 1, Versions::OURS)
}

/// The guest asks, the host answers, everybody hears what he is told.
fn ask(host: &mut Host, guests: &mut [Guest], who: usize) -> Vec<WireRefusal> {
    let seed = u8::try_from(who + 1).unwrap();
    let Frame::Sit(sit) = guests[who].sit() else {
        panic!("a guest asks to sit down");
    };
    let outputs = host.sit(identity(seed).key(), &sit, false);
    tell(guests, outputs)
}

fn tell(guests: &mut [Guest], outputs: Vec<Output>) -> Vec<WireRefusal> {
    let mut refusals = Vec::new();
    for output in outputs {
        let Output::Send(to, frame) = output else { continue };
        let to = (0..guests.len()).find(|n| identity(u8::try_from(n + 1).unwrap()).key() == to);
        match (to, *frame) {
            (Some(to), Frame::Seating(seating)) => {
                guests[to].take_seating(seating).unwrap();
            }
            (_, Frame::Refused(table, 1, why)) => {
                assert_eq!(table, TABLE);
                refusals.push(why);
            }
            (_, frame) => panic!("{frame:?}"),
        }
    }
    refusals
}

fn closed(host: &Host) -> WireClosed {
    let closing = host.close(&identity(0), [1; 32]).unwrap();
    WireClosed {
        table: TABLE,
        closing: match majlis_referee::item::Item::from(&closing) {
            majlis_referee::item::Item::Closing(sealed) => sealed,
            _ => panic!("a closing"),
        },
        addresses: Vec::new(),
    }
}

#[test]
fn who_does_not_fit_is_refused_and_told_why() {
    let mut table = host(terms(2, false), Some(Secret([1; 16])));
    let mut guests = [
        guest(1, None),
        guest(2, Some(Secret([2; 16]))),
        guest(3, Some(Secret([1; 16]))),
        guest(4, Some(Secret([1; 16]))),
    ];
    assert_eq!(ask(&mut table, &mut guests, 0), [WireRefusal::NoTable]);
    assert_eq!(ask(&mut table, &mut guests, 1), [WireRefusal::NoTable]);
    assert_eq!(ask(&mut table, &mut guests, 2), []);
    assert_eq!(ask(&mut table, &mut guests, 3), [WireRefusal::Full]);
    // To ask again is harmless.
    assert_eq!(ask(&mut table, &mut guests, 2), []);
    assert_eq!(table.seating().sitters.len(), 2);
    let Frame::Sit(sit) = guests[2].sit() else { panic!() };
    let outputs = table.sit(identity(3).key(), &sit, true);
    assert_eq!(tell(&mut guests, outputs), [WireRefusal::Unwanted]);
    // With other versions, a stranger learns no more of a private table, and who has its secret is told.
    for (secret, why) in [
        (None, WireRefusal::NoTable),
        (Some(Secret([1; 16])), WireRefusal::Versions(Versions::OURS)),
    ] {
        let Frame::Sit(mut sit) = guest(5, secret).sit() else {
            panic!()
        };
        sit.versions.rules += 1;
        let outputs = table.sit(identity(5).key(), &sit, false);
        assert_eq!(tell(&mut guests, outputs), [why]);
    }
}

#[test]
fn whoever_changes_his_place_while_the_host_closes_plays_where_he_sat() {
    let mut table = host(terms(2, true), None);
    let mut guests = [guest(1, None)];
    guests[0].choose(Some(1), true);
    ask(&mut table, &mut guests, 0);
    let good = closed(&table);
    for late in [Some(0), None] {
        guests[0].choose(late, true);
        guests[0].take_closing(&good).unwrap();
    }
    // Where he never wanted to sit he does not.
    let mut other = guest(1, None);
    other.choose(Some(0), true);
    assert!(other.take_seating(table.seating().to_wire()).unwrap());
    assert_eq!(other.take_closing(&good).unwrap_err(), BadClosing::OtherSeats);
}

#[test]
fn a_guest_takes_no_other_table_than_he_was_shown() {
    let mut table = host(terms(2, false), None);
    let mut guests = [guest(1, None)];
    guests[0].choose(None, true);
    ask(&mut table, &mut guests, 0);
    table.sit_myself(None, true);
    assert!(table.is_complete());
    let good = closed(&table);
    guests[0].take_closing(&good).unwrap();

    // Another clock, another game, somebody else's name, somebody else's seat.
    let mut other = terms(2, false);
    other.clock.turn = Some(5);
    let mut slow = host(other, None);
    let mut watchers = [guest(1, None)];
    ask(&mut slow, &mut watchers, 0);
    let error = guests[0].take_closing(&closed(&slow)).unwrap_err();
    assert_eq!(error, BadClosing::OtherTerms);
    let mut without = host(terms(2, false), None);
    let mut others = [guest(1, None), guest(2, None)];
    ask(&mut without, &mut others, 1);
    let error = guests[0].take_closing(&closed(&without)).unwrap_err();
    assert_eq!(error, BadClosing::WithoutMe);
    let changed = {
        let mut seating = table.seating().clone();
        seating.terms.clock.grace += 1;
        seating.to_wire()
    };
    assert!(
        guests[0]
            .take_seating(changed)
            .unwrap_err()
            .to_string()
            .contains("changed the terms")
    );
}

#[test]
fn seatings_that_cannot_be_are_not_taken() {
    let mut guest = guest(1, None);
    let table = host(terms(2, false), None);
    let good = table.seating().to_wire();
    let mut crowded = good.clone();
    crowded.sitters = vec![crowded.sitters[0].clone(); 3];
    assert!(Seating::from_wire(crowded).is_err());
    let mut unknown = good.clone();
    unknown.terms.game = "chess".to_owned();
    assert!(Seating::from_wire(unknown).is_err());
    let mut elsewhere = good.clone();
    elsewhere.table = TableId([6; 16]);
    assert!(guest.take_seating(elsewhere).is_err());
    let mut stranger = good;
    stranger.sitters[0].identity = identity(9).key();
    assert!(guest.take_seating(stranger).is_err());
}

/// What somebody at a table does.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Choose(usize, Option<u8>, bool),
    Stand(usize),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        4 => (0..5usize, proptest::option::of(0..6u8), any::<bool>()).prop_map(|(who, place, ready)| Deed::Choose(who, place, ready)),
        1 => (0..5usize).prop_map(Deed::Stand),
    ]
}

proptest! {
    /// Whatever people do: nobody sits twice, no place is taken twice, there are never more than there are seats, all who sit know
    /// how the table stands, and a complete table can be closed as all were shown it.
    #[test]
    fn a_table_is_always_one_that_could_be_closed(persons in 2..=4u8, chosen: bool, deeds in prop::collection::vec(deed(), 0..40)) {
        let mut table = host(terms(persons, chosen), None);
        let mut guests: Vec<Guest> = (1..=4).map(|seed| guest(seed, None)).collect();
        for deed in deeds {
            match deed {
                Deed::Choose(4, place, ready) => {
                    let outputs = table.sit_myself(place, ready);
                    tell(&mut guests, outputs);
                }
                Deed::Choose(who, place, ready) => {
                    guests[who].choose(place, ready);
                    ask(&mut table, &mut guests, who);
                }
                Deed::Stand(who) => {
                    let outputs = table.stand(identity(u8::try_from(who + 1).unwrap()).key());
                    tell(&mut guests, outputs);
                }
            }
            let seating = table.seating();
            let mut keys: Vec<_> = seating.sitters.iter().map(|sitter| sitter.identity).collect();
            prop_assert_eq!(keys[0], identity(0).key());
            prop_assert!(keys.len() <= usize::from(persons));
            keys.sort();
            keys.dedup();
            prop_assert_eq!(keys.len(), seating.sitters.len());
            let mut places: Vec<u8> = seating.taken().collect();
            prop_assert!(places.iter().all(|place| chosen && *place < persons));
            places.sort_unstable();
            places.dedup();
            prop_assert_eq!(places.len(), seating.taken().count());
            for (n, guest) in guests.iter().enumerate() {
                if keys.contains(&identity(u8::try_from(n + 1).unwrap()).key()) {
                    prop_assert_eq!(guest.seating(), Some(seating));
                }
            }
            if table.is_complete() {
                let closing = table.close(&identity(0), [3; 32]).unwrap();
                prop_assert_eq!(closing.agreement().members.len(), usize::from(persons));
            }
        }
    }
}
