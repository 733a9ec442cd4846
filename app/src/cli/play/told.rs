//! What happens at a table and in a match, as it is printed: a line for a person, or an object of JSON.

use std::time::Instant;

use majlis_crypto::chain::Digest32;
use majlis_net::event::{MatchEvent, Presence, TableEvent};
use majlis_net::table::Seating;
use majlis_net::table_id::TableId;
use majlis_referee::agreement::Agreement;
use majlis_referee::certificate::Statement;
use majlis_referee::party::{PartyId, PartySet};
use majlis_referee::replay::Ending;
use majlis_referee::told::{Did, Told};
use majlis_referee::verify::Grade;
use serde_json::{Value, json};

use super::{Match, Outcome, Session, met};
use crate::cli::Failure;

impl Session {
    pub(super) fn on_table(&self, table: TableId, event: TableEvent) -> Result<(), Failure> {
        let id = table.to_string();
        match event {
            TableEvent::Open(invitation) => {
                let link = invitation.to_string();
                self.print(&link, &json!({"event": "open", "table": id, "invitation": link}));
            }
            TableEvent::Seating(seating) => {
                self.print(
                    &format!("{} of {} are seated: {}", seating.sitters.len(), seating.persons, names(&seating)),
                    &json!({"event": "seating", "table": id, "seated": seating.sitters.len(), "persons": seating.persons,
                        "sitters": seating.sitters.iter().map(|sitter| json!({"identity": sitter.identity.to_string(),
                            "name": sitter.name, "chosen": sitter.chosen, "ready": sitter.ready})).collect::<Vec<_>>()}),
                );
            }
            TableEvent::HostAway => {
                self.print(
                    "the host cannot be reached at present; dialling goes on",
                    &json!({"event": "host away", "table": id}),
                );
            }
            TableEvent::Refused(refusal) => {
                return Err(Failure {
                    sentence: Some(refusal.to_string()),
                    status: 1,
                });
            }
            TableEvent::Began(match_id) => {
                self.print(
                    &format!("match {match_id} begins"),
                    &json!({"event": "began", "table": id, "match": match_id.to_string()}),
                );
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn on_match(
        &self,
        id: Digest32,
        event: MatchEvent,
        current: &mut Option<Match>,
    ) -> Option<Result<(), Failure>> {
        let name = id.to_string();
        if let MatchEvent::Began {
            table,
            closing,
            party,
            resumed,
        } = &event
        {
            let agreement = closing.agreement();
            self.print(
                &format!(
                    "match {name}: {}, {} seats, {}",
                    agreement.game,
                    agreement.table.seats,
                    if *resumed { "taken up again" } else { "new" }
                ),
                &json!({"event": "match", "match": name, "game": agreement.game.id(), "seats": agreement.table.seats,
                    "party": party.map(PartyId::number), "resumed": resumed, "members": members(agreement)}),
            );
            *current = Some(Match {
                id,
                table: *table,
                game: agreement.game,
                party: *party,
                bot: self.new_bot(agreement.game),
                view: None,
                turn: None,
                thought: Instant::now(),
                missing: PartySet::EMPTY,
                claim_at: None,
                over: None,
            });
            return None;
        }
        let current = current.as_mut().filter(|current| current.id == id)?;
        match event {
            MatchEvent::Told { told, again } => self.on_told(current, &told, again),
            MatchEvent::Cut { step, culprit } => {
                current.bot = self.new_bot(current.game);
                current.turn = None;
                self.print(
                    &format!("the log is cut back to step {step}: {culprit} signed twice or was voted absent"),
                    &json!({"event": "cut", "match": name, "step": step, "culprit": culprit.number()}),
                );
            }
            MatchEvent::Turn { seat, step } => {
                current.turn = Some(seat);
                current.thought = Instant::now() + self.think;
                if self.kind.is_none() {
                    self.print(
                        &format!("step {step}: it is the turn of your seat {seat}"),
                        &json!({"event": "turn", "match": name, "seat": seat.number(), "step": step}),
                    );
                }
            }
            MatchEvent::Presence { party, presence } => {
                self.print(
                    &format!("{party} is {}", presence.name()),
                    &json!({"event": "presence", "match": name, "party": party.number(), "presence": presence.name()}),
                );
                if presence == Presence::Here {
                    current.claim_at = None;
                }
            }
            MatchEvent::TimeUp { lost } => {
                self.print(
                    if lost {
                        "your time is up, and the match is lost with it (common.9)"
                    } else {
                        "your time is up, and a move is made for you (common.9)"
                    },
                    &json!({"event": "time up", "match": name, "lost": lost}),
                );
            }
            MatchEvent::Resting { missing, may_claim } => {
                current.missing = missing;
                current.claim_at = match self.claim_after {
                    // Beyond what the clock can count is never.
                    Some(after) if may_claim => Instant::now().checked_add(after),
                    _ => None,
                };
                let parties: Vec<u8> = missing.iter().map(PartyId::number).collect();
                self.print(
                    &if missing.is_empty() {
                        "the match goes on".to_owned()
                    } else {
                        format!(
                            "the match rests: parties {parties:?} are missing{}",
                            if may_claim { ", you may claim it" } else { "" }
                        )
                    },
                    &json!({"event": "resting", "match": name, "missing": parties, "may_claim": may_claim}),
                );
            }
            MatchEvent::Pause { wanted, paused } => {
                let parties: Vec<u8> = wanted.iter().map(PartyId::number).collect();
                self.print(
                    &format!(
                        "a pause is wanted by {parties:?}{}",
                        if paused { ": the clocks stand still" } else { "" }
                    ),
                    &json!({"event": "pause", "match": name, "wanted": parties, "paused": paused}),
                );
            }
            MatchEvent::Refused(why) => {
                let sentence = why.to_string();
                self.print(
                    &sentence,
                    &json!({"event": "refused", "match": name, "sentence": sentence}),
                );
                // Standard input may say something better.
                if self.kind.is_none() && current.turn.is_none() {
                    current.turn = current.view.as_ref().and_then(|view| view.seats().iter().next());
                }
            }
            MatchEvent::Finished {
                ending,
                grade,
                statement,
                ..
            } => {
                self.on_finished(current, ending, grade, statement.as_deref());
            }
            MatchEvent::Settled => {
                // The match is over all the same. One at which nobody sat in the end was none.
                let was = !(current.over.as_ref()).is_some_and(|over| over.ending == Some(Ending::NeverWas));
                let mut people = self.people.borrow_mut();
                if let Err(error) = was
                    .then(|| met::note(&mut people, &self.data, &self.identity.key(), id))
                    .transpose()
                {
                    let sentence = error.to_string();
                    self.print(&sentence, &json!({"event": "trouble", "sentence": sentence}));
                }
                return Some(self.status(current));
            }
            MatchEvent::Failed(why) => {
                return Some(Err(Failure {
                    sentence: Some(why.to_string()),
                    status: 1,
                }));
            }
            _ => {}
        }
        None
    }

    fn on_told(&self, current: &mut Match, told: &Told, again: bool) {
        if let Some(view) = &told.view {
            if let Some(bot) = &mut current.bot {
                bot.observe(view, &told.report.events, &told.looks);
            }
            current.view = Some(view.clone());
        }
        current.turn = None;
        for departure in &told.report.departures {
            if current.party == Some(departure.party) && current.over.is_none() {
                current.over = Some(Outcome {
                    ending: None,
                    grade: None,
                    departed: true,
                });
            }
        }
        for (party, did) in &told.did {
            let (text, value) = match did {
                Did::Moved { seat, text, proved } => (
                    format!("step {}: {party} in seat {seat} plays {text}", told.step),
                    json!({"did": "moved", "seat": seat.number(), "move": text,
                        "proved": proved.iter().map(|proved| proved.rule.id()).collect::<Vec<_>>()}),
                ),
                Did::Left => (format!("step {}: {party} leaves", told.step), json!({"did": "left"})),
                Did::WasAbsent => (
                    format!("step {}: {party} is absent", told.step),
                    json!({"did": "was absent"}),
                ),
                Did::Equivocated => (
                    format!("step {}: {party} has signed twice", told.step),
                    json!({"did": "equivocated"}),
                ),
                Did::Misbehaved => (
                    format!("step {}: {party} breaks a rule", told.step),
                    json!({"did": "misbehaved"}),
                ),
                _ => continue,
            };
            let mut value = value;
            if let Value::Object(fields) = &mut value {
                fields.insert("event".to_owned(), json!("step"));
                fields.insert("match".to_owned(), json!(current.id.to_string()));
                fields.insert("step".to_owned(), json!(told.step));
                fields.insert("party".to_owned(), json!(party.number()));
                fields.insert("again".to_owned(), json!(again));
            }
            if !again {
                self.print(&text, &value);
            }
        }
    }

    fn on_finished(
        &self,
        current: &mut Match,
        ending: Option<Ending>,
        grade: Option<Grade>,
        statement: Option<&Statement>,
    ) {
        let departed = current.over.as_ref().is_some_and(|over| over.departed);
        current.over = Some(Outcome {
            ending,
            grade,
            departed,
        });
        let outcomes: Vec<Value> = statement
            .map(|statement| statement.outcomes.iter().map(|came| json!(came)).collect())
            .unwrap_or_default();
        let scores = statement.map(|statement| statement.scores.clone()).unwrap_or_default();
        let grade = grade.map(Grade::name);
        self.print(
            &format!(
                "the match is over: outcomes {}, scores {scores:?}, {}",
                Value::from(outcomes.clone()),
                grade.unwrap_or("no result")
            ),
            &json!({"event": "finished", "match": current.id.to_string(), "outcomes": outcomes, "scores": scores, "grade": grade,
                "played": ending == Some(Ending::Played)}),
        );
    }
}

fn names(seating: &Seating) -> String {
    let names: Vec<&str> = seating.sitters.iter().map(|sitter| sitter.name.as_str()).collect();
    names.join(", ")
}

fn members(agreement: &Agreement) -> Vec<Value> {
    agreement
        .members
        .iter()
        .map(|member| json!({"identity": member.identity.to_string(), "name": member.name}))
        .collect()
}
