//! Genesis: the commitments, the reveals and the lot (log.1, log.2).

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use majlis_crypto::lot::{Contribution, Lot, LotContext};
use majlis_rules::game::Game;
use majlis_rules::registry::AnyGame;
use majlis_rules::seat::SeatSet;
use majlis_rules::table::OptionValue;

use super::Match;
use crate::error::{BadLog, Refusal};
use crate::party::{MAX_PARTIES, PartyId};

/// The lot's purpose for who has which place.
const SEATS: &str = "seats";
/// The lot's purpose for the seat that starts, in games that draw it.
const START: &str = "start";

/// The lot of a match: drawn at genesis, bound to the match and nothing else.
pub(crate) const fn lot_context(match_id: Digest32) -> LotContext {
    LotContext {
        match_id,
        epoch: 0,
        step: 0,
    }
}

/// What a party's commitment binds besides its part of the lot: who it is, and its deck and sealing keys.
pub(crate) fn commitment(
    match_id: Digest32,
    party: PartyId,
    contribution: &Contribution,
    identity: &IdentityKey,
    keys: &[u8],
) -> Digest32 {
    contribution.commitment(&lot_context(match_id), party.number(), &[identity.as_bytes(), keys])
}

/// What was drawn.
pub(super) struct Drawn {
    pub(super) seats: [SeatSet; MAX_PARTIES as usize],
    pub(super) game: AnyGame,
}

impl Match {
    /// Draws the lot from the reveals of all parties, in party order.
    pub(super) fn draw(&self, reveals: &[(PartyId, Contribution, Vec<u8>)]) -> Result<Drawn, Refusal> {
        let broken = |error: &dyn core::fmt::Display| Refusal::Log(BadLog::Lot(error.to_string()));
        let agreement = self.agreement();
        let commitments: Vec<(u8, Digest32)> = PartyId::all(agreement.parties())
            .filter_map(|party| Some((party.number(), self.commitments.get(party.index()).copied()??)))
            .collect();
        let mut lot = Lot::new(lot_context(self.place.match_id), &commitments).map_err(|error| broken(&error))?;
        for (party, contribution, keys) in reveals {
            let identity = self.identity(*party).ok_or(Refusal::NoSuchParty { party: *party })?;
            lot.reveal(party.number(), contribution, &[identity.as_bytes(), keys])
                .map_err(|error| broken(&error))?;
        }
        let seed = lot.seed().map_err(|error| broken(&error))?;

        // Chosen places first; the lot deals what is left (common.3).
        let persons = self.game.persons();
        let chosen: Vec<Option<u8>> = agreement.members.iter().map(|member| member.chosen).collect();
        let free: Vec<usize> = (0..persons.len())
            .filter(|place| !chosen.iter().flatten().any(|taken| usize::from(*taken) == *place))
            .collect();
        let order = seed
            .draw(SEATS)
            .permutation(u32::try_from(free.len()).map_err(|error| broken(&error))?);
        let mut dealt = order
            .iter()
            .filter_map(|&at| free.get(usize::try_from(at).ok()?).copied());
        let mut seats = [SeatSet::EMPTY; MAX_PARTIES as usize];
        for (party, chosen) in seats.iter_mut().zip(&chosen) {
            let place = chosen.map(usize::from).or_else(|| dealt.next());
            *party = place
                .and_then(|place| persons.get(place).copied())
                .unwrap_or(SeatSet::EMPTY);
        }

        let mut table = agreement.table.clone();
        if let Some(option) = agreement.game.drawn_seat() {
            let start = seed
                .draw(START)
                .choice(u32::from(table.seats))
                .map_err(|error| broken(&error))?;
            table.options.set(option, OptionValue::Number(start));
        }
        let game = agreement.game.start(&table).map_err(|error| broken(&error))?;
        Ok(Drawn { seats, game })
    }
}
