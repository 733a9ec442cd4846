//! The rules once more, written from the page alone: texts and lists, every move tried. It shares nothing with the crate but
//! the random packs.

use std::collections::VecDeque;

use crate::support::shuffled;

type Halves = (u8, u8);

#[derive(Clone)]
pub(crate) struct Naive {
    n: usize,
    partners: bool,
    seed: u64,
    packs_used: u32,
    pub(crate) hands: Vec<Vec<Halves>>,
    yard: VecDeque<Halves>,
    row: VecDeque<Halves>,
    gone: Vec<bool>,
    pub(crate) points: Vec<i32>,
    knocked: Vec<bool>,
    pub(crate) turn: usize,
    last_opener: Option<usize>,
    /// In round 1: what has to be opened with.
    must_open: Option<Halves>,
    pub(crate) rounds: Vec<(Vec<u8>, u32, bool)>,
    pub(crate) won: Option<Vec<bool>>,
}

fn halves(text: &str) -> Halves {
    let (a, b) = text.split_once('-').unwrap();
    (a.parse().unwrap(), b.parse().unwrap())
}

fn pips(hand: &[Halves]) -> u32 {
    hand.iter().map(|(a, b)| u32::from(a + b)).sum()
}

/// Every text that is a move.
pub(crate) fn all_moves() -> Vec<String> {
    let mut all = vec!["draw".to_owned(), "knock".to_owned()];
    for high in 0..=6 {
        for low in 0..=high {
            all.extend(["open", "left", "right"].map(|word| format!("{word} {high}-{low}")));
        }
    }
    all.sort();
    all
}

impl Naive {
    pub(crate) fn new(n: usize, partners: bool, seed: u64) -> Self {
        let mut new = Self {
            n,
            partners,
            seed,
            packs_used: 0,
            hands: vec![Vec::new(); n],
            yard: VecDeque::new(),
            row: VecDeque::new(),
            gone: vec![false; n],
            points: vec![0; n],
            knocked: vec![false; n],
            turn: 0,
            last_opener: None,
            must_open: None,
            rounds: Vec::new(),
            won: None,
        };
        new.deal();
        new
    }

    fn deal(&mut self) {
        let text: Vec<String> = shuffled(self.seed, self.packs_used)
            .iter()
            .map(ToString::to_string)
            .collect();
        self.packs_used += 1;
        let mut pack: VecDeque<Halves> = text.iter().map(|text| halves(text)).collect();
        self.row.clear();
        self.knocked = vec![false; self.n];
        for who in 0..self.n {
            self.hands[who].clear();
            if !self.gone[who] {
                for _ in 0..7 {
                    self.hands[who].push(pack.pop_front().unwrap());
                }
            }
        }
        self.yard = if self.n == 2 { pack } else { VecDeque::new() };
        self.choose_opener();
    }

    fn choose_opener(&mut self) {
        match self.last_opener {
            None => {
                let held =
                    |(who, hand): (usize, &Vec<Halves>)| hand.iter().map(move |&tile| (tile, who)).collect::<Vec<_>>();
                let all: Vec<(Halves, usize)> = self.hands.iter().enumerate().flat_map(held).collect();
                let doubles = all.iter().filter(|((a, b), _)| a == b).max_by_key(|((a, _), _)| *a);
                let highest = all.iter().max_by_key(|((a, b), _)| (a + b, *a));
                let (tile, who) = *doubles.or(highest).unwrap();
                self.must_open = Some(tile);
                self.turn = who;
            }
            Some(last) => {
                self.must_open = None;
                self.turn = self.after(last);
            }
        }
    }

    fn after(&self, who: usize) -> usize {
        let mut who = (who + 1) % self.n;
        while self.gone[who] {
            who = (who + 1) % self.n;
        }
        who
    }

    fn fits(&self, (a, b): Halves, left: bool) -> bool {
        let end = if left {
            self.row[0].0
        } else {
            self.row[self.row.len() - 1].1
        };
        a == end || b == end
    }

    pub(crate) fn allowed(&self, text: &str) -> bool {
        if self.won.is_some() {
            return false;
        }
        let hand = &self.hands[self.turn];
        let stuck = !self.row.is_empty() && !hand.iter().any(|&tile| self.fits(tile, true) || self.fits(tile, false));
        match text.split_once(' ') {
            None if text == "draw" => stuck && !self.yard.is_empty(),
            None => stuck && self.yard.is_empty(),
            Some((word, tile)) => {
                let tile = halves(tile);
                hand.contains(&tile)
                    && match word {
                        "open" => self.row.is_empty() && self.must_open.is_none_or(|must| must == tile),
                        "left" => !self.row.is_empty() && self.fits(tile, true),
                        _ => !self.row.is_empty() && self.fits(tile, false),
                    }
            }
        }
    }

    pub(crate) fn moves(&self) -> Vec<String> {
        all_moves().into_iter().filter(|text| self.allowed(text)).collect()
    }

    pub(crate) fn apply(&mut self, text: &str) {
        let who = self.turn;
        match text.split_once(' ') {
            None if text == "draw" => {
                let tile = self.yard.pop_front().unwrap();
                self.hands[who].push(tile);
                return;
            }
            None => self.knocked[who] = true,
            Some((word, tile)) => {
                let (a, b) = halves(tile);
                self.hands[who].retain(|held| *held != (a, b));
                match word {
                    "open" => {
                        self.row.push_back((a, b));
                        self.last_opener = Some(who);
                    }
                    "left" => {
                        let end = self.row[0].0;
                        self.row.push_front(if b == end { (a, b) } else { (b, a) });
                    }
                    _ => {
                        let end = self.row[self.row.len() - 1].1;
                        self.row.push_back(if a == end { (a, b) } else { (b, a) });
                    }
                }
                self.knocked = vec![false; self.n];
            }
        }
        if self.hands[who].is_empty() {
            self.count(Some(who));
        } else {
            self.turn = self.after(who);
            self.look_for_block();
        }
    }

    fn look_for_block(&mut self) {
        if !self.row.is_empty() && (0..self.n).all(|who| self.gone[who] || self.knocked[who]) {
            self.count(None);
        }
    }

    fn side_of(&self, who: usize) -> Vec<usize> {
        (0..self.n)
            .filter(|&other| other == who || (self.partners && other % 2 == who % 2))
            .collect()
    }

    fn count(&mut self, out: Option<usize>) {
        let here: Vec<usize> = (0..self.n).filter(|&who| !self.gone[who]).collect();
        let side_pips = |who: usize| self.side_of(who).iter().map(|&who| pips(&self.hands[who])).sum::<u32>();
        let winner = out.or_else(|| {
            let lowest = here.iter().map(|&who| side_pips(who)).min().unwrap();
            let low: Vec<usize> = here.iter().copied().filter(|&who| side_pips(who) == lowest).collect();
            let one_side = low.iter().all(|&who| self.side_of(low[0]).contains(&who));
            one_side.then(|| low[0])
        });
        let (mut seats, mut points) = (Vec::new(), 0);
        if let Some(winner) = winner {
            seats = self.side_of(winner);
            points = here
                .iter()
                .filter(|who| !seats.contains(who))
                .map(|&who| pips(&self.hands[who]))
                .sum();
            for &who in &seats {
                self.points[who] += i32::try_from(points).unwrap();
            }
        }
        let names = seats.iter().map(|&who| u8::try_from(who).unwrap()).collect();
        self.rounds.push((names, points, out.is_none()));
        if seats.iter().any(|&who| self.points[who] >= 100) {
            self.won = Some((0..self.n).map(|who| seats.contains(&who)).collect());
        } else {
            self.deal();
        }
    }

    pub(crate) fn leave(&mut self, who: usize) {
        self.gone[who] = true;
        if self.n == 2 || self.partners {
            let losers = self.side_of(who);
            self.won = Some((0..self.n).map(|who| !losers.contains(&who)).collect());
            return;
        }
        self.points[who] = 0;
        self.hands[who].clear();
        let here: Vec<usize> = (0..self.n).filter(|&who| !self.gone[who]).collect();
        if here.len() == 1 {
            self.won = Some((0..self.n).map(|who| who == here[0]).collect());
            return;
        }
        if self.row.is_empty() {
            self.choose_opener();
        } else {
            if self.turn == who {
                self.turn = self.after(who);
            }
            self.look_for_block();
        }
    }
}
