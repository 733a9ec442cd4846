//! Certificates made up for the tests: well signed, and spoiled in every way there is.

use std::sync::Arc;

use majlis_crypto::cbor::{ByteArray, ByteString};
use majlis_crypto::chain::{Digest32, match_id};
use majlis_crypto::identity::{Identity, SignTag};
use majlis_referee::agreement::{Agreement, Clock, Closing, Member};
use majlis_referee::certificate::{Came, Certificate, Statement};
use majlis_referee::item::Sealed;
use majlis_referee::notice::{Leave, Signed};
use majlis_referee::party::PartyId;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};

pub(crate) const WIN: Option<Came> = Some(Came::Win);
pub(crate) const DRAW: Option<Came> = Some(Came::Draw);
pub(crate) const LOSS: Option<Came> = Some(Came::Loss);

const NAMES: [&str; 8] = ["Salma", "Yusuf", "Ilinca", "Matei", "نور", "Radu", "Huda", "Ana"];

/// One of eight people, always the same.
pub(crate) fn person(number: usize) -> Arc<Identity> {
    Arc::new(Identity::from_secret(&[number as u8 + 1; 32]))
}

pub(crate) fn key(number: usize) -> [u8; 32] {
    *person(number).key().as_bytes()
}

fn party(number: usize) -> PartyId {
    PartyId::new(number as u8).unwrap()
}

/// A match that could have been.
#[derive(Clone)]
pub(crate) struct Made {
    pub(crate) game: GameId,
    /// The people, party by party, the host first.
    pub(crate) people: Vec<usize>,
    pub(crate) outcomes: Vec<Option<Came>>,
    /// The parties that have left instead of signing.
    pub(crate) left: Vec<usize>,
    pub(crate) chosen: bool,
    pub(crate) bot: bool,
    pub(crate) partners: bool,
    /// Tells matches apart.
    pub(crate) number: u8,
}

impl Made {
    pub(crate) fn new(number: u8, game: GameId, people: &[usize], outcomes: &[Option<Came>]) -> Self {
        Self {
            game,
            people: people.to_vec(),
            outcomes: outcomes.to_vec(),
            left: Vec::new(),
            chosen: false,
            bot: false,
            partners: false,
            number,
        }
    }

    fn table(&self) -> Table {
        let seats = if self.game == GameId::Jackaroo {
            4
        } else {
            self.people.len() as u8
        };
        let table = Table::new(seats);
        match self.game {
            GameId::Jackaroo if self.people.len() == 2 => table.with("persons", OptionValue::Number(2)),
            GameId::Domino if self.partners => table.with("partners", OptionValue::Flag(true)),
            _ => table,
        }
    }

    pub(crate) fn agreement(&self) -> Agreement {
        let members = self
            .people
            .iter()
            .enumerate()
            .map(|(at, &number)| Member {
                identity: person(number).key(),
                name: if self.bot && at == 1 {
                    "bot:Radu".to_owned()
                } else {
                    NAMES[number].to_owned()
                },
                chosen: (self.chosen && at == 0).then_some(1),
            })
            .collect();
        Agreement::new(self.game, self.table(), Clock::default(), members, [self.number; 32])
    }

    pub(crate) fn statement(&self, match_id: Digest32) -> Statement {
        Statement {
            match_id,
            log: match_id,
            game: self.game.id().to_owned(),
            members: self.people.iter().map(|&number| person(number).key()).collect(),
            outcomes: self.outcomes.clone(),
            scores: vec![0; self.people.len()],
        }
    }

    /// Signs a statement as everybody who has not left.
    pub(crate) fn signed(&self, closing: Sealed, statement: Statement) -> Certificate {
        let staying = (0..self.people.len()).filter(|at| !self.left.contains(at));
        let signatures = staying
            .map(|at| {
                let signature = statement.sign(&person(self.people[at])).unwrap();
                (party(at), ByteArray(signature.0))
            })
            .collect();
        let leaves = self.left.iter().map(|&at| self.leave(statement.match_id, at)).collect();
        Certificate {
            closing,
            statement,
            signatures,
            leaves,
        }
    }

    pub(crate) fn leave(&self, match_id: Digest32, at: usize) -> Sealed {
        let leave = Leave {
            match_id,
            party: party(at),
            from: 7,
        };
        (&Signed::sign(leave, &person(self.people[at])).unwrap()).into()
    }

    pub(crate) fn certificate(&self) -> Certificate {
        let closing = Closing::sign(self.agreement(), &person(self.people[0])).unwrap();
        let statement = self.statement(closing.match_id());
        self.signed((&closing).into(), statement)
    }

    /// The same on a closing that no honest program signs.
    pub(crate) fn on_bad_closing(&self) -> Certificate {
        let bytes = self.agreement().encode().unwrap();
        let signature = person(self.people[0]).sign(SignTag::Closing, &bytes);
        let statement = self.statement(match_id(&bytes));
        let closing = Sealed {
            bytes: ByteString(bytes),
            signature: ByteArray(signature.0),
        };
        self.signed(closing, statement)
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.certificate().encode().unwrap()
    }
}

/// A small generator, so that the sets are the same for ever.
pub(crate) struct Drawn(pub(crate) u64);

impl Drawn {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}

/// Sixty matches of two.
pub(crate) fn pairs() -> Vec<Vec<u8>> {
    let mut drawn = Drawn(2026);
    (0..60)
        .map(|number: u8| {
            let game = GameId::ALL[usize::from(number) % GameId::ALL.len()];
            let one = drawn.below(6);
            let two = (one + 1 + drawn.below(5)) % 6;
            // The first people are the better players.
            let outcomes = match drawn.below(6) {
                0 => [DRAW, DRAW],
                roll if (roll > 1) == (one < two) => [WIN, LOSS],
                _ => [LOSS, WIN],
            };
            let mut made = Made::new(number, game, &[one, two], &outcomes);
            made.chosen = number % 7 == 3;
            made.bot = number % 11 == 5;
            if number % 13 == 4 && outcomes[1] == LOSS {
                made.left = vec![1];
            }
            made.bytes()
        })
        .collect()
}

/// Matches of three and four, with partners, leaves and annulled ones.
pub(crate) fn tables() -> Vec<Vec<u8>> {
    let mut made: Vec<Made> = Vec::new();
    let mut add = |game, people: &[usize], outcomes: &[Option<Came>]| {
        let mut one = Made::new(made.len() as u8, game, people, outcomes);
        one.partners = outcomes.iter().filter(|came| **came == WIN).count() == 2;
        made.push(one);
    };
    for turn in 0..6 {
        add(GameId::Arkan, &[turn, 6, 7], &[WIN, LOSS, LOSS]);
        add(GameId::Arkan, &[0, 1, 2, 3], &[DRAW, LOSS, DRAW, LOSS]);
        add(GameId::Four, &[7, turn, 6], &[LOSS, WIN, LOSS]);
        add(GameId::Domino, &[0, 1, 2, 3], &[WIN, LOSS, WIN, LOSS]);
        add(GameId::Domino, &[4, 5, 6, 7], &[LOSS, LOSS, LOSS, WIN]);
        add(GameId::Jackaroo, &[0, 2, 4, 6], &[LOSS, WIN, LOSS, WIN]);
    }
    // Somebody left, and nobody was left.
    for (at, one) in made.iter_mut().enumerate() {
        if at % 5 == 2 {
            let lost = one.outcomes.iter().position(|came| *came == LOSS).unwrap();
            one.left = vec![lost];
        }
    }
    add_annulled(&mut made);
    made.iter().map(Made::bytes).collect()
}

fn add_annulled(made: &mut Vec<Made>) {
    for people in [[0, 1], [2, 0]] {
        let mut one = Made::new(made.len() as u8, GameId::Four, &people, &[None, LOSS]);
        one.left = vec![1];
        made.push(one);
    }
    let mut nobody = Made::new(made.len() as u8, GameId::Arkan, &[3, 4], &[LOSS, LOSS]);
    nobody.left = vec![0, 1];
    made.push(nobody);
}

/// What becomes of a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// It says something, and the match stands like this.
    Standing(&'static str),
    /// It is refused, with these words in the sentence.
    Refused(&'static str),
}

/// An attack or an accident: its name, the certificates, and what becomes of the first of them.
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    pub(crate) certificates: Vec<Vec<u8>>,
    pub(crate) fate: Fate,
}

/// Every way in which certificates may be wrong, each in a match of its own.
pub(crate) fn attacks() -> Vec<Attack> {
    use Fate::{Refused, Standing};
    let mut number = 100;
    let mut next = |outcomes: &[Option<Came>]| {
        number += 1;
        let people: Vec<usize> = (0..outcomes.len()).collect();
        Made::new(number, GameId::Arkan, &people, outcomes)
    };
    let mut all = Vec::new();
    let mut add = |name, certificates: Vec<Vec<u8>>, fate| {
        all.push(Attack {
            name,
            certificates,
            fate,
        });
    };
    let bytes = |certificate: &Certificate| certificate.encode().unwrap();

    add("honest", vec![next(&[WIN, LOSS]).bytes()], Standing("counts"));

    let honest = next(&[WIN, LOSS]).bytes();
    add("twice", vec![honest.clone(), honest], Standing("counts"));

    let mut forged = next(&[WIN, LOSS]).certificate();
    forged.signatures[1].1.0[5] ^= 1;
    add("forged", vec![bytes(&forged)], Refused("signature of party 1"));

    let mut turned = next(&[LOSS, WIN]).certificate();
    turned.statement.outcomes.reverse();
    add("turned round", vec![bytes(&turned)], Refused("signature of party 0"));

    let made = next(&[LOSS, WIN]);
    let mut alone = made.certificate();
    alone.statement.outcomes.reverse();
    alone.signatures = vec![(party(0), ByteArray(alone.statement.sign(&person(0)).unwrap().0))];
    add("signed by the loser alone", vec![bytes(&alone)], Standing("lacking"));
    add(
        "the loser alone against both",
        vec![bytes(&alone), made.bytes()],
        Standing("counts"),
    );

    let made = next(&[WIN, LOSS]);
    let other = Made {
        outcomes: vec![LOSS, WIN],
        ..made.clone()
    };
    add(
        "both have signed both",
        vec![made.bytes(), other.bytes()],
        Standing("contested"),
    );

    let made = next(&[WIN, LOSS]);
    let left = Made {
        outcomes: vec![LOSS, WIN],
        left: vec![0],
        ..made.clone()
    };
    add(
        "a leave against both signatures",
        vec![left.bytes(), made.bytes()],
        Standing("counts"),
    );

    let mut left = next(&[LOSS, WIN]);
    left.left = vec![0];
    add("left", vec![left.bytes()], Standing("counts"));
    let mut left = next(&[WIN, LOSS]);
    left.left = vec![0];
    add("left and yet won", vec![left.bytes()], Standing("lacking"));

    let mut left = next(&[LOSS, WIN]);
    left.left = vec![0];
    let mut foreign = left.certificate();
    foreign.leaves = vec![left.leave(next(&[WIN, LOSS]).certificate().statement.match_id, 0)];
    add(
        "a leave of another match",
        vec![bytes(&foreign)],
        Refused("the leave of party 0 does not belong"),
    );

    let mut both = next(&[LOSS, WIN]).certificate();
    both.leaves = vec![next(&[WIN, LOSS]).leave(both.statement.match_id, 0)];
    add(
        "signed and left",
        vec![bytes(&both)],
        Refused("the leave of party 0 does not belong"),
    );

    add(
        "both won",
        vec![next(&[WIN, WIN]).bytes()],
        Refused("no match can come out"),
    );
    add(
        "won and shared",
        vec![next(&[WIN, DRAW, LOSS]).bytes()],
        Refused("no match can come out"),
    );
    add(
        "shared alone",
        vec![next(&[DRAW, LOSS]).bytes()],
        Refused("no match can come out"),
    );
    add(
        "too few outcomes",
        vec![{
            let mut short = next(&[WIN, LOSS, LOSS]);
            short.outcomes.pop();
            short.bytes()
        }],
        Refused("not one of this table"),
    );

    let mut selves = next(&[WIN, LOSS]);
    selves.people = vec![0, 0];
    add(
        "against oneself",
        vec![bytes(&selves.on_bad_closing())],
        Refused("has the key of another party"),
    );
    let mut crowd = next(&[WIN, LOSS, LOSS, LOSS]);
    crowd.game = GameId::Jackaroo;
    crowd.people = vec![0, 1, 2, 2];
    add(
        "one of four twice",
        vec![bytes(&crowd.on_bad_closing())],
        Refused("has the key of another party"),
    );

    let mut stolen = next(&[WIN, LOSS]).certificate();
    stolen.closing.signature.0[0] ^= 1;
    add(
        "a closing that nobody signed",
        vec![bytes(&stolen)],
        Refused("the host's signature is not valid"),
    );

    let mut moved = next(&[WIN, LOSS]).certificate();
    moved.closing = next(&[WIN, LOSS]).certificate().closing;
    add("another closing", vec![bytes(&moved)], Refused("not one of this table"));

    let mut swapped = next(&[WIN, LOSS]).certificate();
    swapped.signatures.reverse();
    add(
        "signatures out of order",
        vec![bytes(&swapped)],
        Refused("the signatures do not stand in order"),
    );
    let mut doubled = next(&[WIN, LOSS]).certificate();
    doubled.signatures[1] = doubled.signatures[0];
    add(
        "one signature twice",
        vec![bytes(&doubled)],
        Refused("the signatures do not stand in order"),
    );
    let mut nobody = next(&[WIN, LOSS]).certificate();
    nobody.signatures[1].0 = party(3);
    add(
        "the signature of somebody who was not there",
        vec![bytes(&nobody)],
        Refused("no party 3"),
    );

    let mut bot = next(&[WIN, LOSS]);
    bot.bot = true;
    add("against a bot", vec![bot.bytes()], Standing("practice"));

    let mut annulled = next(&[None, LOSS]);
    annulled.left = vec![1];
    add("annulled", vec![annulled.bytes()], Standing("annulled"));
    add("never was", vec![next(&[None, None]).bytes()], Standing("never-was"));
    add(
        "annulled for the loser alone",
        vec![next(&[None, WIN]).bytes()],
        Refused("no match can come out"),
    );

    let mut long = next(&[WIN, LOSS]).bytes();
    long.push(0);
    add("with a byte too many", vec![long], Refused("is not well encoded"));
    let mut short = next(&[WIN, LOSS]).bytes();
    short.pop();
    add("with a byte too few", vec![short], Refused("is not well encoded"));
    add("nothing", vec![Vec::new()], Refused("is not well encoded"));
    add("huge", vec![vec![0x58; 20_000]], Refused("is not well encoded"));
    all
}
