//! The end of a match: how it came out, how well that is established, what it means for the profile, and another one.

use egui::Ui;
use majlis_referee::replay::Ending;
use majlis_referee::verify::Grade;
use majlis_rules::game::Outcome;

use super::{TableScreen, Wants};
use crate::ui::feed::{Command, End};
use crate::ui::sentence::Sentence;
use crate::ui::style::{Style, Type, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Closing, long_dialog, row};
use crate::ui::words::Words;

/// What the person wants at the end.
enum Answer {
    Goes(Wants),
    Rematch(bool),
}

impl TableScreen {
    pub(super) fn end_dialog(&mut self, ui: &Ui, style: &Style, words: &Words) -> Option<Wants> {
        let about = self.feed.about();
        let title = match (&self.end, &self.failed) {
            (_, Some(reason)) => {
                let name = |party| Some(self.name(party));
                let failed = Sentence::of("failed").sentence("reason", reason.clone());
                failed.say_among(words, &name)
            }
            (Some(end), None) => self.result_line(end, words),
            (None, None) => return None,
        };
        let lines = self
            .end
            .as_ref()
            .map_or_else(Vec::new, |end| self.result_lines(end, words));
        let mut gains: Vec<String> = self.points_line(words).into_iter().collect();
        gains.extend(self.gain_line(words));
        let grade = self.end.as_ref().and_then(|end| grade_line(end, words));
        let rematch = self.rematch_line(words);
        let me = about.me.filter(|_| self.has_chat() && self.failed.is_none());
        let wanted = me.map(|me| self.company.rematch.contains(me));
        let log = about
            .log
            .as_ref()
            .map(|path| format!("\u{2066}{}\u{2069}", path.display()));
        let is_alone = about.practice && !self.is_among_people();
        let closing = long_dialog(ui, style, "end", 480.0, |ui| {
            let kind = if self.failed.is_some() {
                Type::Strong
            } else {
                Type::Title
            };
            text::label(ui, style, &title, kind);
            ui.add_space(space::ONE);
            for line in &lines {
                text::label(ui, style, line, Type::Body);
            }
            if let Some(grade) = &grade {
                ui.add_space(space::HALF);
                text::coloured(ui, style, grade, Type::Small, style.palette.ink_soft);
            }
            if !gains.is_empty() {
                ui.add_space(space::HALF);
            }
            for gain in &gains {
                text::coloured(ui, style, gain, Type::Strong, style.palette.good);
            }
            if let Some(log) = &log {
                ui.add_space(space::HALF);
                let line = words.with("end-log", &[("path", log.as_str().into())]);
                text::coloured(ui, style, &line, Type::Small, style.palette.ink_soft);
            }
            if let Some(rematch) = &rematch {
                ui.add_space(space::ONE);
                text::label(ui, style, rematch, Type::Body);
            }
            ui.add_space(space::TWO);
            row(ui, style, |ui| {
                let mut answer = None;
                if let Some(wanted) = wanted {
                    let (name, weight) = if wanted {
                        ("table-take-back", Weight::Plain)
                    } else {
                        ("table-rematch", Weight::Primary)
                    };
                    if text::clicked_once(&text::button(ui, style, &words.get(name), weight)) {
                        answer = Some(Answer::Rematch(!wanted));
                    }
                }
                if is_alone && text::button(ui, style, &words.get("play-again"), Weight::Primary).clicked() {
                    answer = Some(Answer::Goes(Wants::Again));
                }
                if text::button(ui, style, &words.get("to-home"), Weight::Plain).clicked() {
                    answer = Some(Answer::Goes(Wants::Home));
                }
                answer
            })
        });
        match closing {
            Closing::Open => None,
            Closing::Dismissed => {
                self.open = None;
                None
            }
            Closing::Done(Answer::Goes(wants)) => Some(wants),
            Closing::Done(Answer::Rematch(wanted)) => {
                self.feed.send(Command::Rematch(wanted));
                None
            }
        }
    }

    fn result_line(&self, end: &End, words: &Words) -> String {
        match end.ending {
            Some(Ending::Annulled) => return words.get("end-annulled"),
            Some(Ending::NeverWas) => return words.get("table-never-was"),
            Some(Ending::Played) | None => {}
        }
        let me = self.feed.about().me;
        let mine = me.and_then(|me| end.outcomes.get(me.index()).copied().flatten());
        words.get(match mine {
            Some(Outcome::Win) => "end-won",
            Some(Outcome::Draw) => "end-draw",
            Some(Outcome::Loss) => "end-lost",
            None => "match-over",
        })
    }

    fn result_lines(&self, end: &End, words: &Words) -> Vec<String> {
        let line = |person: &crate::ui::games::Person| {
            let outcome = end.outcomes.get(person.party.index()).copied().flatten()?;
            let seat = person.seats.iter().next()?;
            let score = end.scores.get(seat.index()).copied().unwrap_or_default();
            let score = words.with("score", &[("score", i64::from(score).into())]);
            let key = match outcome {
                Outcome::Win => "end-line-won",
                Outcome::Draw => "end-line-draw",
                Outcome::Loss => "end-line-lost",
            };
            let values = [("name", person.name.as_str().into()), ("score", score.as_str().into())];
            Some(words.with(key, &values))
        };
        self.persons.iter().filter_map(line).collect()
    }

    fn points_line(&self, words: &Words) -> Option<String> {
        let about = self.feed.about();
        let end = self.end.as_ref()?;
        if about.practice {
            return Some(words.get("end-practice"));
        }
        let outcome = end.outcomes.get(about.me?.index()).copied().flatten()?;
        let points = about.game.points();
        let points = match outcome {
            Outcome::Win => points.win,
            Outcome::Draw => points.draw,
            Outcome::Loss => points.loss,
        };
        Some(words.with("end-points", &[("points", i64::from(points).into())]))
    }

    /// What the match has changed in the profile, once that is known.
    fn gain_line(&self, words: &Words) -> Option<String> {
        let gain = self.company.gain.filter(|_| !self.feed.about().practice)?;
        let points = words.with("table-points", &[("points", i64::from(gain.points).into())]);
        let Some((rating, moved)) = gain.rating else {
            return Some(points);
        };
        let moved = words.digits(&format!("\u{2066}{moved:+}\u{2069}"));
        let values = [("rating", i64::from(rating).into()), ("change", moved.as_str().into())];
        Some(format!("{points} · {}", words.with("table-rating", &values)))
    }
}

/// How well the result is established.
fn grade_line(end: &End, words: &Words) -> Option<String> {
    Some(words.get(match end.grade? {
        Grade::Agreed => "table-grade-agreed",
        Grade::Proved => "table-grade-proved",
        Grade::Claimed => "table-grade-claimed",
        Grade::Contested => "table-grade-contested",
    }))
}
