//! Player specs: `NAME[:key=value,…]`.

use std::fmt;
use std::time::Duration;

use playout_games::{Code, Error, shown};

use crate::{FinalChoice, Limits, MctsSettings, Policy, Random, levels};

/// The playouts of a player that was given no limit.
const DEFAULT_PLAYOUTS: u64 = 3_000;

/// A player with its settings and limits, e.g. `mcts:ms=500,c=1.2`.
///
/// Levels and specs are read here, once, for the program, the site and
/// everyone else.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    player: Player,
    limits: Limits,
    seed: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Player {
    Random,
    Careful,
    MonteCarlo,
    Mcts(MctsSettings),
    Level(u32),
}

/// The players and the keys that each takes.
const PLAYERS: &[(&str, &[&str])] = &[
    ("random", &["seed"]),
    ("careful", &["seed"]),
    ("monte_carlo", &["playouts", "ms", "threads", "seed"]),
    (
        "mcts",
        &[
            "playouts",
            "ms",
            "nodes",
            "memory",
            "c",
            "threshold",
            "policy",
            "choice",
            "proofs",
            "exact",
            "threads",
            "seed",
        ],
    ),
    ("level", &["n", "seed"]),
];

impl Spec {
    /// Reads a spec.
    ///
    /// # Errors
    ///
    /// `bad_option` with the character at fault and a message that lists what
    /// there is: an unknown player or key, a key twice, a value out of range.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(a, b)| (a, Some(b)));
        let Some((name, known)) = PLAYERS.iter().find(|(player, _)| *player == name) else {
            let names: Vec<_> = PLAYERS.iter().map(|(player, _)| *player).collect();
            let message =
                format!("unknown player \"{}\"; there are: {}", shown(name), names.join(", "));
            return Err(refuse("unknown_player", message, 1)
                .with("player", name)
                .with("known", names.as_slice()));
        };
        let mut spec = Self {
            player: match *name {
                "random" => Player::Random,
                "careful" => Player::Careful,
                "monte_carlo" => Player::MonteCarlo,
                "mcts" => Player::Mcts(MctsSettings::default()),
                _ => Player::Level(0),
            },
            limits: Limits::default(),
            seed: None,
        };

        let mut place = name.len() + 2;
        let mut seen = Vec::new();
        for pair in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            if !known.contains(&key) {
                let message = format!(
                    "{name} has no key \"{}\"; there are: {}",
                    shown(key),
                    known.join(", ")
                );
                return Err(refuse("unknown_key", message, place)
                    .with("key", key)
                    .with("known", *known));
            }
            if seen.contains(&key) {
                let message = format!("the key {key} is given twice");
                return Err(refuse("key_twice", message, place).with("key", key));
            }
            seen.push(key);
            spec.set(key, &Value { key, text: value, place: place + key.chars().count() + 1 })?;
            place += pair.chars().count() + 1;
        }
        spec.complete(name, &seen, text.chars().count() + 1)
    }

    fn set(&mut self, key: &str, value: &Value<'_>) -> Result<(), Error> {
        match (key, &mut self.player) {
            ("seed", _) => self.seed = Some(value.whole(0, u64::MAX)?),
            ("playouts", _) => self.limits.playouts = Some(value.whole(1, 4_000_000_000)?),
            ("nodes", _) => self.limits.nodes = Some(value.whole(1, 4_000_000_000)?),
            ("ms", _) => {
                self.limits.time = Some(Duration::from_millis(value.whole(1, 86_400_000)?));
            }
            // One thread, until a search can use more.
            ("threads", _) => drop(value.whole(1, 1)?),
            // Nothing to switch on yet: no game has tables or solvers.
            ("exact", _) => drop(value.one_of(&["on", "off"])?),
            ("n", player) => *player = Player::Level(value.whole(1, u64::from(u32::MAX))? as u32),
            ("memory", Player::Mcts(settings)) => settings.memory = value.whole(1, 65_536)? as u32,
            ("threshold", Player::Mcts(settings)) => {
                settings.threshold = value.whole(0, 1_000_000)? as u32;
            }
            ("c", Player::Mcts(settings)) => settings.c = value.decimal(0.0, 1_000.0)?,
            ("policy", Player::Mcts(settings)) => {
                let policies = [Policy::Uniform, Policy::Decisive];
                settings.policy = policies[value.one_of(&["uniform", "decisive"])?];
            }
            ("choice", Player::Mcts(settings)) => {
                let choices = [FinalChoice::Visits, FinalChoice::WinLessLoss];
                settings.choice = choices[value.one_of(&["visits", "win_less_loss"])?];
            }
            ("proofs", Player::Mcts(settings)) => {
                settings.proofs = value.one_of(&["on", "off"])? == 0;
            }
            _ => unreachable!("every known key is read"),
        }
        Ok(())
    }

    /// Sees to what no single key can: defaults and keys that must be there.
    fn complete(mut self, name: &str, seen: &[&str], end: usize) -> Result<Self, Error> {
        match self.player {
            Player::Level(_) if !seen.contains(&"n") => {
                let message = "a level needs its number, as in level:n=1";
                return Err(refuse("key_missing", message, end)
                    .with("key", "n")
                    .with("player", name));
            }
            Player::MonteCarlo | Player::Mcts(_) if self.limits == Limits::default() => {
                self.limits.playouts = Some(DEFAULT_PLAYOUTS);
            }
            Player::Mcts(MctsSettings { threshold, .. }) => {
                if let Limits { playouts: None, time: None, nodes: Some(nodes) } = self.limits {
                    // A small or full tree stops growing: end there as well.
                    let playouts = nodes.saturating_mul(u64::from(threshold) + 10);
                    self.limits.playouts = Some(playouts.min(u64::from(u32::MAX)));
                }
            }
            _ => {}
        }
        Ok(self)
    }

    /// The same, with a level replaced by the player that it names.
    ///
    /// # Errors
    ///
    /// `bad_option` if the game has no such level.
    pub fn resolve(&self, game: &str) -> Result<Self, Error> {
        let Player::Level(number) = self.player else {
            return Ok(self.clone());
        };
        let levels = levels(game);
        let Some(level) = levels.iter().find(|level| level.number == number) else {
            let message = format!("{game} has no level {number}; there are 1 to {}", levels.len());
            return Err(Error::new(Code::BadOption, "unknown_level", message)
                .with("level", u64::from(number))
                .with("limit", levels.len() as u64));
        };
        let spec = Self::parse(level.spec)?;
        Ok(Self { seed: self.seed.or(spec.seed), ..spec })
    }

    /// The same with a seed: its own, or one drawn now.
    #[must_use]
    pub fn seeded(&self) -> Self {
        self.or_seed(Random::draw_seed())
    }

    /// The same with a seed: its own, or the one given.
    #[must_use]
    pub fn or_seed(&self, seed: u64) -> Self {
        Self { seed: self.seed.or(Some(seed)), ..self.clone() }
    }

    /// The seed, if one was given.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// What ends its searches.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// MiB that its tree may take; 0 for a player without a tree.
    #[must_use]
    pub fn memory(&self) -> u32 {
        match self.player {
            Player::Mcts(settings) => settings.memory,
            _ => 0,
        }
    }

    pub(crate) fn player(&self) -> &Player {
        &self.player
    }
}

struct Value<'a> {
    key: &'a str,
    text: &'a str,
    /// The character where it begins, counted from 1.
    place: usize,
}

impl Value<'_> {
    fn whole(&self, least: u64, most: u64) -> Result<u64, Error> {
        let is_plain = !self.text.is_empty() && self.text.bytes().all(|b| b.is_ascii_digit());
        let number = self.text.parse().ok().filter(|n| is_plain && (least..=most).contains(n));
        number.ok_or_else(|| self.refused(format_args!("a whole number from {least} to {most}")))
    }

    fn decimal(&self, least: f64, most: f64) -> Result<f64, Error> {
        let is_plain = self.text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let number = self.text.parse().ok().filter(|n| is_plain && (least..=most).contains(n));
        number.ok_or_else(|| self.refused(format_args!("a number from {least} to {most}")))
    }

    fn one_of(&self, words: &[&str]) -> Result<usize, Error> {
        let place = words.iter().position(|word| *word == self.text);
        place.ok_or_else(|| self.refused(format_args!("one of {}", words.join(", "))))
    }

    fn refused(&self, wanted: impl fmt::Display) -> Error {
        let message = format!("{}={} should be {wanted}", self.key, shown(self.text));
        refuse("out_of_range", message, self.place)
            .with("key", self.key)
            .with("value", self.text)
            .with("wanted", wanted.to_string().as_str())
    }
}

fn refuse(problem: &'static str, message: impl Into<String>, place: usize) -> Error {
    Error::new(Code::BadOption, problem, message).at_character(place)
}
