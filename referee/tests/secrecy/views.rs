//! Two matches that differ in nothing but two hidden faces: whoever sees neither card sees the same match.
//!
//! The parties have the same secrets and the same chance in both matches. In the second, the first to shuffle exchanges two
//! cards behind its proof (which nobody looks at here: it is the one thing that would not stand), so that in the end two cards
//! have changed places in two hands. Everything else is honest, and the same moves are made.

use majlis_crypto::pack::Pack;
use majlis_referee::act::Act;
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Awaited, Slot};
use majlis_referee::secrets::Decision;
use majlis_rules::face::{Face, Handle};
use majlis_rules::game::{CardOp, Due, Game};
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::malice::{Rig, parts};

const CARD: usize = 64;

/// A match to be played twice.
struct Twice {
    game: GameId,
    table: Table,
    seed: u64,
}

impl Twice {
    fn rig(&self) -> Rig {
        Rig::new(self.game, self.table.clone(), self.seed)
    }

    /// The table after the last shuffle; `exchange` says which two places of the first shuffle's output change.
    fn shuffled(&self, exchange: Option<(usize, usize)>) -> Rig {
        let mut rig = self.rig();
        let mut first = true;
        loop {
            chance(&mut rig);
            let shuffler = rig.who(|awaited| matches!(awaited, Awaited::Shuffle(_)));
            if let Some(who) = shuffler
                && std::mem::take(&mut first)
            {
                let (mut body, proofs) = parts(&rig.honest(who));
                if let Some((one, other)) = exchange {
                    let Act::Shuffle(output, _) = &mut body.act else {
                        panic!()
                    };
                    for byte in 0..CARD {
                        output.0.swap(one * CARD + byte, other * CARD + byte);
                    }
                }
                let entry = rig.signed(who, &body, &proofs);
                rig.take(&[(who, Slot::Entry(entry))], true);
                continue;
            }
            if shuffler.is_none() && !first {
                return rig;
            }
            rig.step();
        }
    }

    /// The faces of the first shuffle's output, in order.
    fn first_order(&self) -> Vec<Face> {
        let mut rig = self.rig();
        while rig.who(|awaited| matches!(awaited, Awaited::Shuffle(_))).is_none() {
            chance(&mut rig);
            rig.step();
        }
        chance(&mut rig);
        rig.step();
        order(&rig, rig.pack(0))
    }
}

/// The same chance in both matches at every step, however much of it the steps before used up.
fn chance(rig: &mut Rig) {
    rig.rng = StdRng::seed_from_u64(1000 + rig.state().place().step);
}

/// The whole pack, read with everybody's secrets.
fn order(rig: &Rig, pack: &Pack) -> Vec<Face> {
    use curve25519_dalek::scalar::Scalar;
    let key: Scalar = (rig.secrets.iter())
        .map(|secrets| Scalar::from_canonical_bytes(secrets.deck().to_bytes()[..32].try_into().unwrap()).unwrap())
        .sum();
    let faces: Vec<_> = pack
        .faces()
        .iter()
        .map(|face| (face, *pack.kind().point(face).unwrap().point()))
        .collect();
    let read = |card: &majlis_crypto::group::Ciphertext| {
        let point = card.c2.point() - card.c1.point() * key;
        let (face, _) = faces.iter().find(|(_, other)| *other == point).unwrap();
        Face::new(face.0).unwrap()
    };
    pack.ciphertexts().iter().map(read).collect()
}

/// What the two matches had in common.
#[derive(Default, Debug)]
struct Common {
    steps: usize,
    moves: usize,
    denials: usize,
    bytes: usize,
}

/// Exchanges the faces of two cards and plays both matches with the same moves, none of which shows either card, as long as
/// there are such moves.
fn compare(twice: &Twice, one: Handle, other: Handle, owners: &[PartyId], prefer: &[&str]) -> Common {
    let mut left = twice.shuffled(None);
    let final_order = order(&left, left.pack(0));
    let first_order = twice.first_order();
    let place = |card: Handle| {
        let face = final_order[usize::from(card.index)];
        first_order.iter().position(|other| *other == face).unwrap()
    };
    let mut right = twice.shuffled(Some((place(one), place(other))));
    let mut expected = final_order;
    expected.swap(one.index.into(), other.index.into());
    assert_eq!(order(&right, right.pack(0)), expected);

    let mut common = Common::default();
    let mut differed = owners.is_empty();
    loop {
        assert_eq!(left.state().awaited(), right.state().awaited());
        for (a, b) in left.players.iter().zip(&right.players) {
            // Looks are events shown to one seat alone, and no part of the view.
            let same = a.view() == b.view() && a.looks() == b.looks();
            if owners.contains(&a.party()) {
                differed |= !same;
            } else {
                assert!(same, "{} sees a difference", a.party());
            }
        }
        let sizes = |rig: &Rig| {
            rig.items
                .iter()
                .map(|item| item.encode().unwrap().len())
                .collect::<Vec<_>>()
        };
        assert_eq!(sizes(&left), sizes(&right));
        common.bytes = sizes(&left).iter().sum();
        // A step that would open one of the cards to all is the end of what is hidden.
        let shows = |rig: &Rig| match rig.state().game().unwrap().due() {
            Due::Cards(operations) => operations.iter().any(|operation| match *operation {
                CardOp::Open { card } => card == one || card == other,
                CardOp::Look { card, seat } => {
                    (card == one || card == other) && !owners.contains(&rig.state().party_of(seat).unwrap())
                }
                CardOp::Shuffle { .. } => false,
            }),
            _ => false,
        };
        if shows(&left) || left.state().ending().is_some() {
            break;
        }
        let mut decision = None;
        if let Some((who, seat)) = left.mover() {
            let views = [&left, &right].map(|rig| rig.players[who.index()].view().unwrap());
            let [mine, theirs] = [0, 1].map(|at| {
                let moves = views[at].legal_moves(seat);
                moves
                    .into_iter()
                    .filter(|mv| {
                        let game = views[at].state();
                        let card = game.locate(seat, mv, &views[at]).unwrap();
                        card != Some(one)
                            && card != Some(other)
                            && game.plan(seat, mv, card).is_ok_and(|plan| {
                                !plan
                                    .opens
                                    .iter()
                                    .chain(plan.shows.iter().map(|show| &show.card))
                                    .any(|card| *card == one || *card == other)
                            })
                    })
                    .map(|mv| mv.to_string())
                    .collect::<Vec<_>>()
            });
            let mut both: Vec<&String> = mine.iter().filter(|text| theirs.contains(text)).collect();
            both.sort_by_key(|text| {
                prefer
                    .iter()
                    .position(|word| text.starts_with(word))
                    .unwrap_or(prefer.len())
            });
            let Some(text) = both.first() else { break };
            decision = Some((who, Decision::Move((*text).clone())));
            common.moves += 1;
        }
        for rig in [&mut left, &mut right] {
            chance(rig);
            let given: Vec<_> = (decision.iter())
                .map(|(who, decision)| (*who, Slot::Entry(rig.entry(*who, Some(decision)))))
                .collect();
            let slots = rig.slots(&given);
            let denies = |slot: &Slot| matches!(slot, Slot::Entry(entry) if matches!(parts(entry).0.act, Act::Deny(_)));
            common.denials += slots.iter().filter(|(_, slot)| denies(slot)).count();
            rig.take(&slots, true);
        }
        common.steps += 1;
    }
    assert!(differed, "the owners see no difference: the two matches are one");
    common
}

fn card(index: u8) -> Handle {
    Handle { pack: 0, index }
}

fn owner(twice: &Twice, card: Handle) -> PartyId {
    let rig = twice.shuffled(None);
    let game = rig.state().game().unwrap();
    let seats = majlis_rules::seat::Seat::all(twice.table.seats);
    let seat = seats
        .into_iter()
        .find(|seat| game.visible(*seat).contains(&card))
        .unwrap_or_else(|| {
            // Not dealt yet as far as the rules know: in order, seat by seat.
            let each = if twice.game == GameId::Domino { 7 } else { 4 };
            majlis_rules::seat::Seat::new(card.index / each).unwrap()
        });
    rig.state().party_of(seat).unwrap()
}

#[test]
fn dominoes_two_tiles_of_two_hands() {
    let mut all = Common::default();
    for seed in 1..6 {
        let twice = Twice {
            game: GameId::Domino,
            table: Table::new(4),
            seed,
        };
        let rig = twice.shuffled(None);
        let faces = order(&rig, rig.pack(0));
        let light = |range: std::ops::Range<u8>| {
            // Not a double, so that it is asked for as late as can be.
            range.map(card).find(|card| {
                let tile = majlis_rules::tiles::Tile::from_face(faces[usize::from(card.index)]).unwrap();
                !tile.is_double()
            })
        };
        let (one, other) = (light(0..7).unwrap(), light(7..14).unwrap());
        let common = compare(
            &twice,
            one,
            other,
            &[owner(&twice, one), owner(&twice, other)],
            &["knock"],
        );
        all.steps += common.steps;
        all.moves += common.moves;
        all.denials += common.denials;
    }
    assert!(all.moves >= 20 && all.denials >= 8, "{all:?}");
}

#[test]
fn dominoes_a_tile_of_a_hand_and_one_of_the_boneyard() {
    let twice = Twice {
        game: GameId::Domino,
        table: Table::new(2),
        seed: 3,
    };
    let (one, other) = (card(1), card(27));
    let common = compare(&twice, one, other, &[owner(&twice, one)], &["draw"]);
    assert!(common.moves >= 2, "{common:?}");
}

#[test]
fn four_face_down_two_cards_that_nobody_has_seen() {
    let twice = Twice {
        game: GameId::Four,
        table: Table::new(3),
        seed: 1,
    };
    // Slots 2 of seats 0 and 1.
    let common = compare(&twice, card(2), card(6), &[], &["draw", "discard"]);
    assert!(common.moves >= 40, "{common:?}");
}

#[test]
fn four_face_down_two_cards_that_their_owners_have_seen() {
    let twice = Twice {
        game: GameId::Four,
        table: Table::new(3),
        seed: 2,
    };
    let (one, other) = (card(0), card(4));
    let common = compare(
        &twice,
        one,
        other,
        &[owner(&twice, one), owner(&twice, other)],
        &["draw", "discard"],
    );
    assert!(common.moves >= 40, "{common:?}");
}

#[test]
fn jackaroo_two_cards_of_two_hands() {
    let mut moves = 0;
    for seed in 1..6 {
        let twice = Twice {
            game: GameId::Jackaroo,
            table: Table::new(4),
            seed,
        };
        let rig = twice.shuffled(None);
        let faces = order(&rig, rig.pack(0));
        // Neither an ace nor a king, so that neither can be played before a marble is out.
        let idle = |range: std::ops::Range<u8>| {
            range.map(card).find(|card| {
                let rank = majlis_rules::cards::Card::from_face(faces[usize::from(card.index)])
                    .unwrap()
                    .rank;
                rank.number() != 1 && rank.number() != 13
            })
        };
        let (one, other) = (idle(0..4).unwrap(), idle(4..8).unwrap());
        let common = compare(
            &twice,
            one,
            other,
            &[owner(&twice, one), owner(&twice, other)],
            &["burn"],
        );
        moves += common.moves;
    }
    assert!(moves >= 10, "{moves}");
}
