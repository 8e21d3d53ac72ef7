//! The players and the keys that each takes: one table, for the parser, for
//! the canonical text and for whoever lets people choose.

use std::fmt;

use playout_games::{Playouts, with_game};

use crate::game::MOST_POINTS;

/// What a key may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number.
    Whole {
        /// The least that it may be.
        least: u64,
        /// The most that it may be.
        most: u64,
    },
    /// A number with or without decimals.
    Decimal {
        /// The least that it may be.
        least: f64,
        /// The most that it may be.
        most: f64,
    },
    /// One of several words.
    OneOf(&'static [&'static str]),
}

impl Kind {
    /// Reads a value; `None` if it is not of this kind or out of range.
    pub(super) fn read(self, text: &str) -> Option<Value> {
        let is_made_of = |allowed: fn(u8) -> bool| !text.is_empty() && text.bytes().all(allowed);
        match self {
            Self::Whole { least, most } if is_made_of(|b| b.is_ascii_digit()) => {
                let number = text.parse().ok().filter(|n| (least..=most).contains(n));
                number.map(Value::Whole)
            }
            Self::Decimal { least, most } if is_made_of(|b| b.is_ascii_digit() || b == b'.') => {
                let number = text.parse().ok().filter(|n| (least..=most).contains(n));
                number.map(Value::Decimal)
            }
            Self::OneOf(words) => {
                words.iter().find(|word| **word == text).copied().map(Value::Word)
            }
            _ => None,
        }
    }
}

/// In words: "a whole number from 1 to 9".
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole { least, most } => write!(f, "a whole number from {least} to {most}"),
            Self::Decimal { least, most } => write!(f, "a number from {least} to {most}"),
            Self::OneOf(words) => write!(f, "one of {}", words.join(", ")),
        }
    }
}

/// The value of a key, in its kind and range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Whole(u64),
    Decimal(f64),
    Word(&'static str),
}

/// As a spec writes it.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Decimal(number) => number.fmt(f),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// A key of a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// Whether it can make a difference where people choose; one that cannot is
    /// read, and not offered.
    pub(super) matters: bool,
    /// The games in which it does; empty: in all.
    pub(super) games: &'static [&'static str],
}

impl Key {
    const fn whole(name: &'static str, least: u64, most: u64) -> Self {
        Self { name, kind: Kind::Whole { least, most }, matters: true, games: &[] }
    }

    /// What it may be in a game.
    pub(super) fn kind_in(&self, game: &str) -> Kind {
        let has_mast = with_game!(game, G => G::MAST_MOVES != 0).unwrap_or(false);
        if self.name == POLICY.name && !has_mast {
            Kind::OneOf(&["uniform", "decisive", "evaluation"])
        } else {
            self.kind
        }
    }

    /// Whether setting it changes anything in a game.
    pub(super) fn matters_in(&self, game: &str) -> bool {
        self.matters && (self.games.is_empty() || self.games.contains(&game))
    }

    const fn one_of(name: &'static str, words: &'static [&'static str]) -> Self {
        Self { name, kind: Kind::OneOf(words), matters: true, games: &[] }
    }
}

const PLAYOUTS: Key = Key::whole("playouts", 1, 4_000_000_000);
const MS: Key = Key::whole("ms", 1, 86_400_000);
const NODES: Key = Key::whole("nodes", 1, 4_000_000_000);
const SEED: Key = Key::whole("seed", 0, u64::MAX);
/// At most as many as there are cores are used. Not offered: in the VM a search
/// has one thread, as its queue counts them.
const THREADS: Key = Key { matters: false, ..Key::whole("threads", 1, 64) };
/// Flat playouts are done on one.
const ONE_THREAD: Key = Key { matters: false, ..Key::whole("threads", 1, 1) };
/// No game has tables or solvers yet.
const EXACT: Key = Key { matters: false, ..Key::one_of("exact", &["on", "off"]) };

/// Playouts with a MAST table are for games that have them: [`Key::kind_in`].
const POLICY: Key = Key::one_of("policy", &["uniform", "decisive", "evaluation", "mast"]);

/// A player and its keys, in the order of the canonical text.
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) keys: &'static [Key],
}

impl Entry {
    pub(super) fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

pub(super) const PLAYERS: &[Entry] = &[
    Entry { name: "random", keys: &[SEED] },
    Entry { name: "careful", keys: &[SEED] },
    Entry { name: "monte_carlo", keys: &[PLAYOUTS, MS, ONE_THREAD, SEED] },
    Entry {
        name: "mcts",
        keys: &[
            PLAYOUTS,
            MS,
            NODES,
            Key::whole("memory", 1, 65_536),
            Key {
                name: "c",
                kind: Kind::Decimal { least: 0.0, most: 1_000.0 },
                matters: true,
                games: &[],
            },
            Key::whole("threshold", 0, 1_000_000),
            POLICY,
            Key::one_of("choice", &["visits", "win_less_loss"]),
            Key::one_of("proofs", &["on", "off"]),
            EXACT,
            THREADS,
            SEED,
        ],
    },
    Entry {
        name: "minimax",
        keys: &[
            Key::whole("depth", 1, 1_000),
            MS,
            NODES,
            Key::whole("radius", 1, 19),
            Key::whole("margin", 0, MOST_POINTS as u64),
            EXACT,
            SEED,
        ],
    },
    Entry { name: "level", keys: &[Key::whole("n", 1, u32::MAX as u64), SEED] },
];
