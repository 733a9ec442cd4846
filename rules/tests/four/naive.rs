//! The rules a second time, slow and plain, straight from the page: cards and moves are texts, everything lies open.
//! It shares nothing with the crate.

use std::collections::VecDeque;

type Place = (usize, usize);

/// A match with open cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Naive {
    seats: usize,
    packs: VecDeque<Vec<&'static str>>,
    left: Vec<bool>,
    pub(crate) rows: Vec<Vec<Option<&'static str>>>,
    /// Next card first.
    pub(crate) stock: Vec<&'static str>,
    /// Top last.
    pub(crate) pile: Vec<&'static str>,
    pub(crate) hand: Option<&'static str>,
    pub(crate) hole: Option<Place>,
    pub(crate) turn: usize,
    starter: usize,
    /// After a call: who still has a turn, the next one first.
    last_turns: Option<VecDeque<usize>>,
    pub(crate) totals: Vec<u32>,
    pub(crate) rounds: Vec<Vec<Option<u32>>>,
    pub(crate) outcome: Option<Vec<&'static str>>,
}

fn rank(card: &str) -> &str {
    card.trim_end_matches(['C', 'D', 'H', 'S'])
}

/// four.4
fn worth(card: &str) -> u32 {
    match (card, rank(card)) {
        ("KD", _) => 0,
        (_, "A") => 1,
        (_, "J") => 11,
        (_, "Q") => 12,
        (_, "K") => 13,
        (_, number) => number.parse().unwrap(),
    }
}

fn place(text: &str) -> Place {
    let (seat, slot) = text.split_once('.').unwrap();
    (seat.parse().unwrap(), slot.parse().unwrap())
}

impl Naive {
    pub(crate) fn new(seats: usize, packs: Vec<Vec<&'static str>>) -> Self {
        let mut naive = Self {
            seats,
            packs: packs.into(),
            left: vec![false; seats],
            rows: Vec::new(),
            stock: Vec::new(),
            pile: Vec::new(),
            hand: None,
            hole: None,
            turn: 0,
            starter: 0,
            last_turns: None,
            totals: vec![0; seats],
            rounds: Vec::new(),
            outcome: None,
        };
        naive.deal();
        naive
    }

    /// Who stays, going round from behind `seat`; `seat` itself last, if it stays.
    fn round_from(&self, seat: usize) -> Vec<usize> {
        let all = (1..=self.seats).map(|steps| (seat + steps) % self.seats);
        all.filter(|&other| !self.left[other]).collect()
    }

    /// four.1 and four.3
    fn deal(&mut self) {
        self.stock = self.packs.pop_front().expect("a pack");
        self.rows = vec![Vec::new(); self.seats];
        for seat in 0..self.seats {
            if !self.left[seat] {
                self.rows[seat] = self.stock.drain(..4).map(Some).collect();
            }
        }
        self.pile = vec![self.stock.remove(0)];
        self.hand = None;
        self.hole = None;
        self.last_turns = None;
        self.turn = self.starter;
    }

    fn card(&self, (seat, slot): Place) -> Option<&'static str> {
        *self.rows.get(seat)?.get(slot)?
    }

    fn mine(&self, place: Place) -> bool {
        place.0 == self.turn && self.card(place).is_some()
    }

    /// Whether the player to move may make this move.
    pub(crate) fn legal(&self, text: &str) -> bool {
        if self.outcome.is_some() {
            return false;
        }
        let words: Vec<&str> = text.split(' ').collect();
        let verb = words[0];
        let places: Vec<Place> = words[1..].iter().map(|word| place(word)).collect();
        if self.hole.is_some() {
            return verb == "give" && self.mine(places[0]);
        }
        let Some(hand) = self.hand else {
            return match verb {
                "draw" => true,
                "call" => self.last_turns.is_none(),
                "take" => self.mine(places[0]),
                _ => false,
            };
        };
        match verb {
            "discard" => true,
            "keep" => self.mine(places[0]),
            "match" => self.card(places[0]).is_some(),
            "peek" => ["7", "8"].contains(&rank(hand)) && self.mine(places[0]),
            "spy" => ["9", "10"].contains(&rank(hand)) && self.card(places[0]).is_some() && places[0].0 != self.turn,
            "swap" => {
                let cards = places.iter().all(|&place| self.card(place).is_some());
                ["J", "Q"].contains(&rank(hand)) && cards && places[0] != places[1]
            }
            _ => false,
        }
    }

    /// Makes a legal move, and deals and counts where that is due.
    pub(crate) fn play(&mut self, text: &str) {
        assert!(self.legal(text), "{text}");
        let words: Vec<&str> = text.split(' ').collect();
        let places: Vec<Place> = words[1..].iter().map(|word| place(word)).collect();
        match words[0] {
            "draw" => {
                self.hand = Some(self.stock.remove(0));
                return;
            }
            "call" => {
                let mut others = self.round_from(self.turn);
                others.pop();
                // Nobody's turn has been taken yet: the caller's own ends below.
                others.insert(0, self.turn);
                self.last_turns = Some(others.into());
            }
            "take" => {
                let top = self.pile.pop().unwrap();
                self.replace(places[0], top);
            }
            "keep" => {
                let card = self.hand.take().unwrap();
                self.replace(places[0], card);
            }
            "discard" | "peek" | "spy" => self.lay_down(),
            "swap" => {
                self.lay_down();
                let [(seat, slot), (other_seat, other_slot)] = places[..] else {
                    panic!("two places");
                };
                let card = self.rows[seat][slot];
                self.rows[seat][slot] = self.rows[other_seat][other_slot];
                self.rows[other_seat][other_slot] = card;
            }
            "match" => {
                let (seat, slot) = places[0];
                let pointed = self.card(places[0]).unwrap();
                if rank(pointed) == rank(self.hand.unwrap()) {
                    self.rows[seat][slot] = None;
                    self.pile.push(pointed);
                    self.lay_down();
                    if seat != self.turn {
                        self.hole = Some(places[0]);
                        return;
                    }
                } else {
                    self.lay_down();
                    if !self.stock.is_empty() {
                        let penalty = self.stock.remove(0);
                        self.rows[self.turn].push(Some(penalty));
                    }
                }
            }
            "give" => {
                let (seat, slot) = self.hole.take().unwrap();
                self.rows[seat][slot] = self.card(places[0]);
                self.rows[places[0].0][places[0].1] = None;
            }
            other => panic!("{other}"),
        }
        self.end_of_turn();
    }

    fn lay_down(&mut self) {
        let card = self.hand.take().unwrap();
        self.pile.push(card);
    }

    fn replace(&mut self, (seat, slot): Place, card: &'static str) {
        let old = self.rows[seat][slot].replace(card).unwrap();
        self.pile.push(old);
    }

    fn end_of_turn(&mut self) {
        let somebody_is_out =
            (0..self.seats).any(|seat| !self.left[seat] && self.rows[seat].iter().all(Option::is_none));
        let all_had_their_last_turn = match &mut self.last_turns {
            Some(turns) => {
                assert_eq!(turns.pop_front(), Some(self.turn));
                turns.is_empty()
            }
            None => false,
        };
        if somebody_is_out || self.stock.is_empty() || all_had_their_last_turn {
            self.count();
        } else {
            self.turn = self.round_from(self.turn)[0];
        }
    }

    /// four.25 and four.26
    fn count(&mut self) {
        let mut sums = Vec::new();
        for seat in 0..self.seats {
            let sum: u32 = self.rows[seat].iter().flatten().map(|card| worth(card)).sum();
            self.totals[seat] += sum;
            sums.push((!self.left[seat]).then_some(sum));
        }
        self.rounds.push(sums);
        if self.totals.iter().all(|&total| total < 100) {
            self.starter = self.round_from(self.starter)[0];
            self.deal();
            return;
        }
        let playing: Vec<usize> = (0..self.seats).filter(|&seat| !self.left[seat]).collect();
        let best = playing.iter().map(|&seat| self.totals[seat]).min().unwrap();
        let winners: Vec<usize> = playing.into_iter().filter(|&seat| self.totals[seat] == best).collect();
        self.end(&winners);
    }

    fn end(&mut self, winners: &[usize]) {
        let word = |seat| match (winners.contains(&seat), winners.len()) {
            (true, 1) => "win",
            (true, _) => "draw",
            (false, _) => "loss",
        };
        self.outcome = Some((0..self.seats).map(word).collect());
    }

    /// four.28 and four.29
    pub(crate) fn leave(&mut self, seat: usize) {
        assert!(!self.left[seat] && self.outcome.is_none());
        self.left[seat] = true;
        let staying = self.round_from(seat);
        if let [winner] = staying[..] {
            self.end(&[winner]);
            return;
        }
        if self.starter == seat {
            self.starter = staying[0];
        }
        self.deal();
    }

    /// Well-formed moves, legal ones and others: every verb with every slot in reach and some beyond.
    pub(crate) fn candidates(&self) -> Vec<String> {
        let widest = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let slots: Vec<String> = (0..4)
            .flat_map(|seat| (0..widest + 2).map(move |slot| format!("{seat}.{slot}")))
            .collect();
        let mut texts: Vec<String> = ["draw", "call", "discard"].map(String::from).into();
        for (at, slot) in slots.iter().enumerate() {
            for verb in ["take", "keep", "peek", "spy", "match", "give"] {
                texts.push(format!("{verb} {slot}"));
            }
            for other in &slots[at..] {
                texts.push(format!("swap {slot} {other}"));
            }
        }
        texts
    }

    /// The legal moves, in the order of judge.md.
    pub(crate) fn legal_moves(&self) -> Vec<String> {
        let mut texts = self.candidates();
        texts.retain(|text| self.legal(text));
        texts.sort();
        texts
    }

    /// How many sequences of `depth` moves there are.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let texts = self.legal_moves();
        if depth == 1 {
            return texts.len() as u64;
        }
        let after = |text: &String| {
            let mut next = self.clone();
            next.play(text);
            next
        };
        texts.iter().map(|text| after(text).perft(depth - 1)).sum()
    }
}
