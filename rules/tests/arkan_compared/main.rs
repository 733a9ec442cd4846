//! Arkan held against a second, naive writing of its rules.

mod naive;
mod perft;
mod properties;
