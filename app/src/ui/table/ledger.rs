//! What has been checked of a match so far, in plain words: what the shield shows.

use std::collections::BTreeMap;

use majlis_referee::party::PartyId;
use majlis_referee::replay::{Cause, Departure};
use majlis_referee::told::{Did, Told};
use majlis_rules::registry::GameId;

use crate::profile::fact::is_cheat;
use crate::rulebook;
use crate::ui::words::Words;

/// What was checked, and what was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    lot: bool,
    shuffles: BTreeMap<PartyId, i64>,
    shares: BTreeMap<PartyId, i64>,
    moves: BTreeMap<PartyId, i64>,
    /// By person and rule: how often it was proved, the last proved last.
    proofs: Vec<(PartyId, &'static str, bool, i64)>,
    /// Who cheated.
    faults: Vec<Departure>,
}

impl Ledger {
    /// Takes a step into account.
    pub fn note(&mut self, told: &Told) {
        let gone: Vec<PartyId> = told.report.departures.iter().map(|departure| departure.party).collect();
        for (party, did) in &told.did {
            // What departs with the step was not found right.
            if gone.contains(party) {
                continue;
            }
            match did {
                Did::Revealed => self.lot = true,
                Did::Shuffled { .. } => *self.shuffles.entry(*party).or_default() += 1,
                Did::Shared { open, sealed } => {
                    *self.shares.entry(*party).or_default() += count(open.saturating_add(*sealed));
                }
                Did::Moved { text, proved, .. } => {
                    *self.moves.entry(*party).or_default() += 1;
                    for proved in proved {
                        self.prove(*party, proved.rule.id(), text == "knock");
                    }
                }
                Did::Denied { proved, .. } => self.prove(*party, proved.rule.id(), false),
                _ => {}
            }
        }
        for departure in &told.report.departures {
            if is_cheat(departure) {
                self.faults.push(departure.clone());
            }
        }
    }

    fn prove(&mut self, party: PartyId, rule: &'static str, knocked: bool) {
        let at = self
            .proofs
            .iter()
            .position(|(who, known, knock, _)| (*who, *known, *knock) == (party, rule, knocked));
        let times = at.map_or(0, |at| self.proofs.remove(at).3);
        self.proofs.push((party, rule, knocked, times + 1));
    }

    /// Whether somebody cheated.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        !self.faults.is_empty()
    }

    /// What was found against whom, worded; nothing where all is well.
    #[must_use]
    pub fn findings(&self, words: &Words, game: GameId, name: &dyn Fn(PartyId) -> String) -> Vec<String> {
        let mut lines = Vec::new();
        for departure in &self.faults {
            let who = name(departure.party);
            let step = i64::try_from(departure.step).unwrap_or(i64::MAX);
            let values = [("name", who.as_str().into()), ("step", step.into())];
            match &departure.cause {
                Cause::Fault(fault) => {
                    lines.push(words.with("shield-fault", &values));
                    lines.push(broken_rule(words, game, &fault.rule));
                }
                _ => lines.push(words.with("shield-equivocated", &values)),
            }
            lines.push(words.with("shield-consequence", &[("name", who.as_str().into())]));
        }
        if !lines.is_empty() && game != GameId::Arkan {
            lines.push(words.get("shield-hidden"));
        }
        lines
    }

    /// What was checked, worded, what is newest first among the proofs.
    #[must_use]
    pub fn lines(&self, words: &Words, name: &dyn Fn(PartyId) -> String) -> Vec<String> {
        let mut lines = Vec::new();
        for (party, rule, knocked, times) in self.proofs.iter().rev() {
            let who = name(*party);
            let key = match (*rule, *knocked) {
                ("domino.5", _) => "shield-proved-highest",
                ("domino.10" | "domino.11", false) => "shield-proved-draw",
                ("domino.10" | "domino.11" | "domino.12", _) => "shield-proved-knock",
                (rule, _) if rule.starts_with("jackaroo.") => "shield-proved-burn",
                _ => "shield-proved-other",
            };
            let mut line = words.with(key, &[("name", who.as_str().into()), ("rule", (*rule).into())]);
            if *times > 1 {
                let times = words.with("shield-times", &[("count", (*times).into())]);
                line = format!("{line} ({times})");
            }
            lines.push(line);
        }
        let mut counted = |counts: &BTreeMap<PartyId, i64>, key: &str| {
            for (party, count) in counts.iter().filter(|(_, count)| **count > 0) {
                let who = name(*party);
                lines.push(words.with(key, &[("name", who.as_str().into()), ("count", (*count).into())]));
            }
        };
        counted(&self.shuffles, "shield-shuffles");
        counted(&self.shares, "shield-shares");
        counted(&self.moves, "shield-moves");
        if self.lot {
            lines.push(words.get("shield-lot"));
        }
        lines
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A rule that was broken, in the words of the rule book; those of the log have words of their own.
fn broken_rule(words: &Words, game: GameId, rule: &str) -> String {
    let document = rulebook::document(game.id(), words.language());
    let passage = document.ok().and_then(|document| {
        let mut passages = document.passages(rule);
        passages.next().map(|(_, block)| block.text.to_owned())
    });
    match passage {
        Some(text) => {
            let text = words.digits(&text);
            words.with(
                "shield-fault-rule",
                &[("rule", rule.into()), ("text", text.as_str().into())],
            )
        }
        None => words.with("shield-fault-log", &[("rule", rule.into())]),
    }
}
