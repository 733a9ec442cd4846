//! The desktop program without its window: screens that tests drive as they are.
//!
//! | module | what |
//! | --- | --- |
//! | [`style`] | the visual language: colours, type, spacing, times, wood and felt (`docs/design.md`) |
//! | [`text`] | text from right to left and both at once: labels, buttons, fields |
//! | [`words`] | the texts of the program, in three languages |
//! | [`motion`] | what moves, and how long |
//! | [`sound`] | what is heard |
//! | [`program`] | the whole program as one value |
//! | [`screens`] | home, first start, rules, settings, logs, replay, profile |
//! | [`history`] | what was played: logs, replays, profiles |
//! | [`table`] | the frame round a table: persons, turn, moves, shield, leaving, the end |
//! | [`feed`], [`practice`], [`online`] | where a match comes from: bots in this process, people over the network |
//! | [`keyring`] | the person's identity: open, sealed, backed up, restored |
//! | [`task`] | work that takes longer than a frame |
//! | [`picture`] | a position as PNG and SVG |
//! | [`asked`] | what screens ask of the person's node |
//! | [`emblem`] | what stands for a game, and for the program |
//! | [`tree`] | the names and places of what is on the screen, in a file |
//! | [`games`] | the table of each game: [`GameTable`](games::GameTable), [`Scene`](games::Scene) |
//!
//! Screens are floats from end to end (points, seconds, colours), and nothing here decides about a match: the lint against
//! floating point is off for this module alone.
#![allow(clippy::float_arithmetic)]

pub mod asked;
pub mod emblem;
pub mod feed;
pub mod games;
pub mod history;
pub mod keyring;
pub mod motion;
pub mod online;
pub mod picture;
pub mod practice;
pub mod program;
pub mod screens;
pub mod sentence;
pub mod settings;
pub mod sound;
pub mod style;
pub mod table;
pub mod task;
pub mod text;
pub mod tree;
pub mod when;
pub mod widgets;
pub mod words;
