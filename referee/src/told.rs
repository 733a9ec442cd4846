//! What a step tells somebody at the table, for screens, bots and command lines: who did what and what was proved with it, what
//! happened in the game, and how the table looks to him afterwards.

use majlis_rules::face::{Face, Handle, Knowledge};
use majlis_rules::game::{Game, View};
use majlis_rules::registry::AnyGame;
use majlis_rules::rule::Rule;
use majlis_rules::seat::{Seat, SeatSet};

use crate::act::{Act, Body, Move};
use crate::entry::Entry;
use crate::party::PartyId;
use crate::player::{Ahead, Player};
use crate::replay::{Awaited, Match, Report, Slot};

/// What one party did in a step. Where nothing departs with the step ([`Report::departures`]), all of it has been checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Did {
    /// Bound itself to its keys and its part of the lot, without showing them.
    Committed,
    /// Showed what it was bound to.
    Revealed,
    /// Acknowledged an expulsion.
    Acknowledged,
    /// Shuffled a pack, and proved that it is still the same cards.
    Shuffled {
        /// The pack.
        pack: u32,
    },
    /// Gave its part in letting cards be seen, with a proof that it is the right one.
    Shared {
        /// How many cards everybody got its part of.
        open: usize,
        /// How many cards just one party got its part of.
        sealed: usize,
    },
    /// Moved.
    Moved {
        /// The seat it moved for.
        seat: Seat,
        /// The move, in the notation of `judge.md`.
        text: String,
        /// What it proved about cards that stay hidden.
        proved: Vec<Proved>,
    },
    /// Passed on what it carried along, in place of a move.
    Carried,
    /// Proved that it does not hold the card that was asked for.
    Denied {
        /// The seat that was asked.
        seat: Seat,
        /// What it proved.
        proved: Proved,
    },
    /// Signed the result.
    Signed,
    /// Left.
    Left,
    /// Was voted absent, or its absence was claimed.
    WasAbsent,
    /// Was found to have signed two things for one place.
    Equivocated,
    /// Sent something that does not belong here; it departs for it.
    Misbehaved,
}

/// A rule about hidden cards that was proved when it was used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The rule.
    pub rule: Rule,
    /// Whose cards.
    pub seat: Seat,
    /// How many.
    pub cards: usize,
}

/// What a step tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The step's number.
    pub step: u64,
    /// Who did what, in party order.
    pub did: Vec<(PartyId, Did)>,
    /// What happened in the game, and who has departed.
    pub report: Report,
    /// The cards that everybody has seen with this step, and what is on them.
    pub opened: Vec<(Handle, Face)>,
    /// The cards that this party was shown with this step: to be shown once (four.33), never kept on a screen.
    pub looks: Vec<(Handle, Face)>,
    /// The seats of each party, in party order; none before the lot is drawn.
    pub seats: Vec<SeatSet>,
    /// How the table looks now; `None` before the lot is drawn.
    pub view: Option<View<AnyGame>>,
    /// What is awaited now, and of whom.
    pub awaited: Vec<(PartyId, Awaited)>,
    /// This party's turn that is about to come, and on which it may decide already.
    pub ahead: Option<Ahead>,
    /// What this party has decided ahead, if that still holds: it is signed by itself, now or as soon as the turn has come, so
    /// nothing has to be asked of its person.
    pub decided: Option<String>,
}

impl Told {
    /// What a step told a party: `did` from [before](did) the step, `looks` as it was shown them with it.
    #[must_use]
    pub fn to_party(did: Vec<(PartyId, Did)>, report: Report, looks: Vec<(Handle, Face)>, player: &Player) -> Self {
        Self {
            ahead: player.ahead(),
            ..Self::new(did, report, looks, player.view(), player.state())
        }
    }

    /// What a step told somebody who only watches: what is public.
    #[must_use]
    pub fn to_watcher(did: Vec<(PartyId, Did)>, report: Report, state: &Match) -> Self {
        let game = state.game().cloned();
        let view = game.map(|game| View::new(game, SeatSet::EMPTY, &Knowledge::new()));
        Self::new(did, report, Vec::new(), view, state)
    }

    fn new(
        did: Vec<(PartyId, Did)>,
        report: Report,
        looks: Vec<(Handle, Face)>,
        view: Option<View<AnyGame>>,
        state: &Match,
    ) -> Self {
        Self {
            step: state.place().step.saturating_sub(1),
            did,
            report,
            opened: state.deck().opened().to_vec(),
            looks,
            seats: PartyId::all(state.agreement().parties())
                .map(|party| state.seats_of(party))
                .collect(),
            view,
            awaited: state.awaited().to_vec(),
            ahead: None,
            decided: None,
        }
    }
}

/// What each party does with these slots, told from the match *before* it takes them.
#[must_use]
pub fn did(state: &Match, slots: &[(PartyId, Slot)]) -> Vec<(PartyId, Did)> {
    let told = |(party, slot): &(PartyId, Slot)| {
        let did = match slot {
            Slot::Entry(entry) => entry_did(state, *party, entry),
            Slot::Left(_) => Did::Left,
            Slot::Absent(_) => Did::WasAbsent,
            Slot::Forked(_) => Did::Equivocated,
        };
        (*party, did)
    };
    slots.iter().map(told).collect()
}

fn entry_did(state: &Match, party: PartyId, entry: &Entry) -> Did {
    let Ok(body) = Body::decode(entry.body()) else {
        return Did::Misbehaved;
    };
    let awaited = state.awaited_of(party);
    match (body.act, awaited) {
        (Act::Commit(_), Some(Awaited::Commit)) => Did::Committed,
        (Act::Reveal(_), Some(Awaited::Reveal)) => Did::Revealed,
        (Act::Ack, Some(Awaited::Ack)) => Did::Acknowledged,
        (Act::Shuffle(..), Some(Awaited::Shuffle(pack))) => Did::Shuffled { pack: *pack },
        (Act::Shares(_), Some(Awaited::Shares(owed))) => Did::Shared {
            open: owed.plain.len(),
            sealed: owed.sealed.len(),
        },
        (Act::Move(mv), Some(Awaited::Move(seat) | Awaited::Answer(seat))) => Did::Moved {
            seat: *seat,
            proved: proved_with(state, *seat, &mv),
            text: mv.text,
        },
        (Act::Carry, Some(Awaited::Move(_))) => Did::Carried,
        (Act::Deny(_), Some(Awaited::Answer(seat))) => match denied(state, *seat) {
            Some(proved) => Did::Denied { seat: *seat, proved },
            None => Did::Misbehaved,
        },
        (Act::Result(_), Some(Awaited::Result)) => Did::Signed,
        _ => Did::Misbehaved,
    }
}

/// What a move proves about hidden cards; nothing where it is not legal.
fn proved_with(state: &Match, seat: Seat, mv: &Move) -> Vec<Proved> {
    let plan = state.game().and_then(|game| {
        let parsed = game.parse_move(&mv.text).ok()?;
        game.plan(seat, &parsed, mv.handle()).ok()
    });
    let requirements = plan.into_iter().flat_map(|plan| plan.requires);
    requirements
        .map(|requirement| Proved {
            rule: requirement.rule,
            seat: requirement.seat,
            cards: requirement.cards.len(),
        })
        .collect()
}

fn denied(state: &Match, seat: Seat) -> Option<Proved> {
    let requirement = state.game()?.denial(seat).ok()?;
    Some(Proved {
        rule: requirement.rule,
        seat,
        cards: requirement.cards.len(),
    })
}
