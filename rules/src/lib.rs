//! The rules of the four games: what may be done.
//!
//! Everything here is pure: no input or output, clock, randomness, floats, keys, or iteration in an unspecified order. The
//! same calls give the same bytes on every platform.
//!
//! # Three examples
//!
//! Generate moves. Arkan hides nothing, so nothing has to be known ([`Knowledge::new`](face::Knowledge::new)):
//!
//! ```
//! use majlis_rules::face::Knowledge;
//! use majlis_rules::game::{Due, Game, Variant};
//! use majlis_rules::{arkan::Arkan, table::Table};
//!
//! let game = Arkan::new(&Table::new(2))?;
//! let Due::Turn(seat) = game.due() else { unreachable!() };
//! let moves = game.legal_moves(seat, &Knowledge::new());
//! assert_eq!(moves.len(), 414);
//! assert!(moves.iter().any(|mv| mv.to_string() == "d10,e10"));
//! # Ok::<(), majlis_rules::table::TableError>(())
//! ```
//!
//! Play one. A game with cards asks for its packs; an [`OpenMatch`](open::OpenMatch) is dealt from open ones. Here seat 0
//! gets the smallest seven tiles, whose highest double is 2-2, and seat 1 the next seven, with 3-3:
//!
//! ```
//! use majlis_rules::face::{FaceSet, PackKind};
//! use majlis_rules::game::Game;
//! use majlis_rules::{open::OpenMatch, registry::GameId, table::Table};
//!
//! let mut packs = |_: PackKind, faces: FaceSet| Some(faces.iter().collect());
//! let start = "domino".parse::<GameId>()?.start(&Table::new(2))?;
//! let (mut at, mut events) = (OpenMatch::new(start), Vec::new());
//! let seat = at.advance(&mut packs, &mut events)?.expect("a seat to move");
//! assert_eq!(seat.number(), 1);
//!
//! let wrong = at.game().parse_move("open 4-2")?;
//! assert_eq!(at.play(seat, &wrong, &mut events).unwrap_err().rule.id(), "domino.6");
//!
//! let mv = at.game().parse_move("open 3-3")?;
//! at.play(seat, &mv, &mut events)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Detect the end:
//!
//! ```
//! use majlis_rules::face::{FaceSet, PackKind};
//! use majlis_rules::game::{Game, Outcome};
//! use majlis_rules::{open::OpenMatch, registry::GameId, table::Table};
//!
//! let mut packs = |_: PackKind, faces: FaceSet| Some(faces.iter().collect());
//! let start = "four".parse::<GameId>()?.start(&Table::new(2))?;
//! let (mut at, mut events) = (OpenMatch::new(start), Vec::new());
//! while let Some(seat) = at.advance(&mut packs, &mut events)? {
//!     let mv = at.legal_moves(seat).remove(0);
//!     at.play(seat, &mv, &mut events)?;
//! }
//! let outcome = at.game().outcome().expect("the match is over");
//! assert!(outcome.iter().any(|seat| *seat != Outcome::Loss));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How a match is played
//!
//! All games share one trait, [`Game`](game::Game), and everybody who plays, judges, shows or carries a match uses it and
//! nothing else: the judge, the bots, the referee with its keys, the desktop program.
//!
//! **A card is a place, not a face.** A [`Handle`](face::Handle) names a card by pack and place; what is printed on it, its
//! [`Face`](face::Face), may be known to everybody, to one person, or to nobody. A state holds handles, and those faces that
//! everybody may see. What somebody knows is a separate set of faces, [`Knowledge`](face::Knowledge). State and knowledge
//! together are a [`View`](game::View), and a view holds just what its person may see *now*: a hand, but not a card that was
//! looked at once and turned over again. Since a state has no secrets, everybody at the table holds the same state, and its
//! [canonical bytes](game::Game::encode) are the same everywhere.
//!
//! **The game says what is due**, [`Due`](game::Due), and whoever drives it provides that: a move of one seat; an answer to a
//! question that is put to several seats at once; or card operations. The rules only ask for these: shuffle a pack, let this
//! seat look at that card, open it to all. They never see how it is done, so a judge does it with an open list of cards, a
//! referee with keys and proofs, and the rules cannot tell the difference.
//!
//! **A move is text** in one canonical notation, which names cards by face. [`locate`](game::Game::locate) finds the card in
//! the mover's hand, [`plan`](game::Game::plan) checks all that is public and says what the move asks of the cards: which
//! ones the mover shows with it, what has to be true of those that stay hidden, which ones all open afterwards. A
//! [`Requirement`](game::Requirement) is a rule about hidden cards written once, as "on each of these cards is one of those
//! faces": a judge tests it on the faces, a referee asks for a proof that shows nothing else. Then [`play`](game::Game::play)
//! makes the move. It judges that one move; it does not search a list of legal ones.
//!
//! **Whoever need not wait can decide.** While cards are dealt that the next person does not have to see before he moves,
//! [`next_turn`](game::Game::next_turn) says whose turn comes and how the table looks then: he thinks while the keys are at work.
//!
//! **Some moves take two steps.** Where the result hangs on a card that nobody has seen, playing ends with card operations due,
//! and [`settle`](game::Game::settle) goes on once they are done. Anybody may [`leave`](game::Game::leave) at any moment, also
//! in between, or in the middle of a deal, which then is void: a fresh pack under the next number is due.
//!
//! **Nothing is half-applied.** A call that returns an error has changed nothing. An error names the rule it comes from
//! ([`Illegal`](rule::Illegal)). No input makes a call panic.
//!
//! **What happened is told as events**, in order and in the words of the game: a marble's path, a tile to an end, a card from
//! slot to slot, a seat skipped. They name handles, not faces that are not public, so they can be shown to everybody; whoever
//! may see a card looks it up in what he knows.
//!
//! The test `referee` of this crate plays all games this way: a referee without keys who alone knows the faces, players who
//! know what they were shown, and assertions of what is said here about cards, moves, leaving and errors.
//!
//! # A fifth game
//!
//! is a folder beside [`domino`] with a type for the state that implements [`Game`](game::Game) and
//! [`Variant`](game::Variant), and a line in [`registry`]. The judge, perft, records, the referee's proofs and the protocol
//! follow from these two; the desktop program needs a folder for its screen. In return the game
//!
//! - asks for faces only where [`visible`](game::Game::visible) allows the seat to see them, so that legal moves are the same
//!   from a view as from the open cards;
//! - says every rule about hidden cards as a requirement, and every card operation in [`due`](game::Game::due);
//! - gives equal bytes to equal states, and to no others;
//! - ends: every sequence of moves comes to [`Due::Nothing`](game::Due::Nothing) and an outcome.
//!
//! The test `referee` needs a line for it and then holds it to all of this; records with right answers go into `tests/cases`.

pub mod arkan;
pub mod canon;
pub mod cards;
pub mod domino;
pub mod face;
pub mod four;
pub mod game;
pub mod jackaroo;
pub mod open;
pub mod perft;
pub mod profile;
pub mod registry;
pub mod rule;
pub mod seat;
pub mod table;
pub mod tiles;
