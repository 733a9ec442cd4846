//! What the greedy players have in common: they know which moves they have, like some better than others, and play one of
//! those that they like best.

use majlis_rules::arkan::Arkan;
use majlis_rules::domino::Domino;
use majlis_rules::face::{Face, Handle, Knowledge};
use majlis_rules::four::Four;
use majlis_rules::game::{Game, View};
use majlis_rules::jackaroo::Jackaroo;
use majlis_rules::registry::{AnyEvent, AnyGame, AnyMove, GameId};
use majlis_rules::seat::Seat;

use crate::dice::Dice;
use crate::{Bot, BotKind, arkan, domino, four, jackaroo};

/// How one game is played.
pub(crate) trait Strategy: Send {
    /// The game.
    type Game: Entered;

    /// See [`Bot::observe`]. `faces` are those that the person sees now.
    fn watch(
        &mut self,
        game: &Self::Game,
        faces: &Knowledge,
        events: &mut dyn Iterator<Item = &<Self::Game as Game>::Event>,
        looked: &[(Handle, Face)],
    ) {
        let _ = (game, faces, events, looked);
    }

    /// The move of a seat that has one to make.
    fn choose(
        &mut self,
        game: &Self::Game,
        faces: &Knowledge,
        seat: Seat,
        dice: &mut Dice,
    ) -> Option<<Self::Game as Game>::Move>;

    /// See [`Bot::remembers`].
    fn remembers(&self, card: Handle) -> Option<Face> {
        let _ = card;
        None
    }
}

/// A strategy and its chance: a bot.
struct Greedy<S> {
    strategy: S,
    dice: Dice,
}

impl<S: Strategy> Bot for Greedy<S> {
    fn kind(&self) -> BotKind {
        BotKind::Greedy
    }

    fn observe(&mut self, view: &View<AnyGame>, events: &[AnyEvent], looked: &[(Handle, Face)]) {
        if let Some(game) = S::Game::game(view.state()) {
            let mut events = events.iter().filter_map(S::Game::event);
            self.strategy.watch(game, view.faces(), &mut events, looked);
        }
    }

    fn choose(&mut self, seat: Seat, view: &View<AnyGame>) -> Option<AnyMove> {
        let game = S::Game::game(view.state()).filter(|_| view.seats().contains(seat))?;
        self.strategy
            .choose(game, view.faces(), seat, &mut self.dice)
            .map(S::Game::any_move)
            // A strategy may know too little to like anything; a person would still have to move.
            .or_else(|| self.dice.pick(view.legal_moves(seat)))
    }

    fn remembers(&self, card: Handle) -> Option<Face> {
        self.strategy.remembers(card)
    }
}

/// A game of the registry, taken out of and put into the registry's types.
pub(crate) trait Entered: Game {
    fn game(any: &AnyGame) -> Option<&Self>;
    fn event(any: &AnyEvent) -> Option<&Self::Event>;
    fn any_move(mv: Self::Move) -> AnyMove;
}

/// Writes the greedy players: a line a game, `Name(its state, its strategy)`.
macro_rules! greedy {
    ($($name:ident($game:ty, $strategy:expr),)+) => {
        /// The greedy player of a game.
        pub(crate) fn greedy(game: GameId, seed: u64) -> Box<dyn Bot> {
            let dice = Dice::new(seed);
            match game {
                $(GameId::$name => Box::new(Greedy { strategy: $strategy, dice }),)+
            }
        }

        $(impl Entered for $game {
            fn game(any: &AnyGame) -> Option<&Self> {
                match any {
                    AnyGame::$name(game) => Some(game),
                    _ => None,
                }
            }

            fn event(any: &AnyEvent) -> Option<&Self::Event> {
                match any {
                    AnyEvent::$name(event) => Some(event),
                    _ => None,
                }
            }

            fn any_move(mv: Self::Move) -> AnyMove {
                AnyMove::$name(mv)
            }
        })+
    };
}

greedy! {
    Arkan(Arkan, arkan::Player),
    Domino(Domino, domino::Player),
    Four(Four, four::Player::default()),
    Jackaroo(Jackaroo, jackaroo::Player),
}
