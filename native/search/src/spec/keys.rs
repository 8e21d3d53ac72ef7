//! The players and their keys, in one table. Parsing, formatting and the choices on the site all
//! use it. A new key needs a row in this table, a place in its player's list and a field in the settings;
//! one that only some games have, also its name in theirs (`SearchGame::OWN_KEYS`).

use super::facts::GameFacts;
use super::kinds::{
    AMONG as AMONG_NAMES, FINAL_CHOICES, Field, Kind, ON_OFF, POLICIES, THREATS as THREAT_NAMES,
    Value, names_of,
};
use super::settings::{Player, Settings};
use playout_games::with_game;

use crate::game::MAX_POINTS;

/// A key of a player.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    /// Its values if the game is unknown.
    pub(super) kind: Kind,
    /// Its values in a game; `None` if it has no effect there.
    in_game: fn(&Self, &GameFacts) -> Option<Kind>,
    /// Whether it can be set on the site.
    is_offered: bool,
    /// Whether it limits a search.
    pub(super) is_limit: bool,
    /// Whether its default depends on the game or the protocol, so that a spec keeps a given value
    /// even if it is the common default.
    is_tuned: bool,
    set: fn(&mut Settings, Value),
    get: fn(&Settings) -> Option<Value>,
}

impl Key {
    /// A key that is accepted but ignored.
    const fn ignored(name: &'static str, kind: Kind) -> Self {
        Self {
            name,
            kind,
            in_game: |key, _| Some(key.kind),
            is_offered: false,
            is_limit: false,
            is_tuned: false,
            set: |_, _| {},
            get: |_| None,
        }
    }

    /// Marks the key as a limit.
    const fn limit(self) -> Self {
        Self { is_limit: true, ..self }
    }

    /// Marks the key's default as dependent on the game or the protocol.
    const fn tuned(self) -> Self {
        Self { is_tuned: true, ..self }
    }

    /// Marks the key as one that only some games have (`SearchGame::OWN_KEYS`).
    const fn of_some_games(self) -> Self {
        Self { in_game: |key, game| (game.owns_key)(key.name).then_some(key.kind), ..self }
    }

    /// Its values in a game; `None` if it has no effect there.
    pub(super) fn kind_in(&self, game: &GameFacts) -> Option<Kind> {
        (self.in_game)(self, game)
    }

    pub(super) fn set(&self, settings: &mut Settings, value: Value) {
        (self.set)(settings, value);
    }

    /// Its value in the settings, if it is set.
    pub(super) fn get(&self, settings: &Settings) -> Option<Value> {
        (self.get)(settings)
    }

    /// Whether a value differs from the key's default in any game.
    pub(super) fn is_changed_by(&self, value: Value) -> bool {
        let mut settings = Settings::COMMON;
        self.set(&mut settings, value);
        self.get(&settings).is_some()
            && (self.is_tuned || self.get(&Settings::COMMON) != Some(value))
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// A key that sets a field of [`Settings`].
macro_rules! key {
    ($name:literal, $kind:expr, $($field:ident).+) => {
        Key {
            is_offered: true,
            set: |settings, value| settings.$($field).+ = Field::read(value),
            get: |settings| settings.$($field).+.write(),
            ..Key::ignored($name, $kind)
        }
    };
}

const fn integer(min: u64, max: u64) -> Kind {
    Kind::Integer { min, max }
}

pub(super) const PLAYOUTS: Key =
    key!("playouts", integer(1, 4_000_000_000), limits.playouts).limit();
pub(super) const MS: Key = key!("ms", integer(1, 86_400_000), limits.time).limit();
pub(super) const NODES: Key = key!("nodes", integer(1, 4_000_000_000), limits.nodes).limit();
pub(super) const DEPTH: Key = key!("depth", integer(1, 1_000), minimax.depth).limit();
pub(super) const MEMORY: Key = key!("memory", integer(1, 65_536), mcts.memory).tuned();
/// At most one thread per core is used. Not offered on the site: in the VM a search has one thread,
/// because the queue counts searches, not threads.
pub(super) const THREADS: Key =
    Key { is_offered: false, ..key!("threads", integer(1, 64), mcts.threads).tuned() };
pub(super) const SEED: Key = key!("seed", integer(0, u64::MAX), seed);

const C: Key = key!("c", Kind::Decimal { min: 0.0, max: 1_000.0 }, mcts.c).tuned();
const THRESHOLD: Key = key!("threshold", integer(0, 1_000_000), mcts.threshold).tuned();
const POLICY: Key = Key {
    in_game: |key, game| Some(if game.has_mast { key.kind } else { WITHOUT_MAST }),
    ..key!("policy", Kind::OneOf(&names_of(&POLICIES)), mcts.policy).tuned()
};
const WITHOUT_MAST: Kind = Kind::OneOf(&["uniform", "decisive", "evaluation"]);
const CHOICE: Key = key!("choice", Kind::OneOf(&names_of(&FINAL_CHOICES)), mcts.choice).tuned();
const PROOFS: Key = key!("proofs", Kind::OneOf(&names_of(&ON_OFF)), mcts.proofs).tuned();

const RADIUS: Key = key!("radius", integer(1, 19), minimax.radius).of_some_games();
/// The same for `mcts` with playouts. Not offered on the site: in Gomoku, `mcts` has none unless `policy`
/// is set too.
const RADIUS_OF_MCTS: Key =
    Key { is_offered: false, ..key!("radius", RADIUS.kind, mcts.radius).of_some_games() };
/// The size of the transposition table, which saves time without limiting strength.
const TABLE: Key = key!("memory", integer(0, 65_536), minimax.memory).tuned();
const MARGIN: Key = key!("margin", integer(0, MAX_POINTS as u64), minimax.margin);
/// Which threats `minimax` knows.
const THREATS: Key = Key {
    is_offered: false,
    ..key!("threats", Kind::OneOf(&names_of(&THREAT_NAMES)), minimax.threats).of_some_games()
};

/// Which threats `mcts` knows.
const THREATS_OF_MCTS: Key = Key {
    is_offered: false,
    ..key!("threats", Kind::OneOf(&["on", "fours", "off"]), mcts.threats).of_some_games()
};

/// Whether a network corrects the evaluation that knows all threats.
const NETWORK: Key = Key {
    is_offered: false,
    ..key!("network", Kind::OneOf(&names_of(&ON_OFF)), minimax.network).of_some_games()
};
/// The same for `mcts`, and whether a policy network chooses among its moves.
const NETWORK_OF_MCTS: Key =
    Key { is_offered: false, ..key!("network", NETWORK.kind, mcts.network).of_some_games() };

/// How `perfect` chooses among equal moves.
const AMONG: Key = key!("among", Kind::OneOf(&names_of(&AMONG_NAMES)), among);

/// Whether `mcts` uses tables of exact values. Not offered on the site, because not every site has
/// them.
pub(super) const EXACT: Key = Key {
    in_game: |key, game| game.has_tables.then_some(key.kind),
    is_offered: false,
    ..key!("exact", Kind::OneOf(&names_of(&ON_OFF)), mcts.exact)
};
/// The same for `minimax`.
const EXACT_OF_MINIMAX: Key =
    Key { in_game: EXACT.in_game, is_offered: false, ..key!("exact", EXACT.kind, minimax.exact) };
/// Flat Monte Carlo uses one thread.
const ONE_THREAD: Key = Key::ignored("threads", integer(1, 1));
/// The number of a level.
const N: Key = key!("n", integer(1, u32::MAX as u64), level);

/// A player and its keys, in the order of the canonical text.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) player: Player,
    pub(super) name: &'static str,
    pub(super) keys: &'static [Key],
    /// The limit of a spec without limits.
    pub(super) default_limit: Option<(Key, Value)>,
}

impl Entry {
    pub(super) fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.player == other.player
    }
}

pub(super) static PLAYERS: &[Entry] = &[
    Entry { player: Player::Random, name: "random", keys: &[SEED], default_limit: None },
    Entry { player: Player::Careful, name: "careful", keys: &[SEED], default_limit: None },
    Entry {
        player: Player::MonteCarlo,
        name: "monte_carlo",
        keys: &[PLAYOUTS, MS, ONE_THREAD, SEED],
        default_limit: Some((PLAYOUTS, Value::Integer(3_000))),
    },
    Entry {
        player: Player::Mcts,
        name: "mcts",
        keys: &[
            PLAYOUTS,
            MS,
            NODES,
            MEMORY,
            C,
            THRESHOLD,
            POLICY,
            RADIUS_OF_MCTS,
            CHOICE,
            PROOFS,
            THREATS_OF_MCTS,
            NETWORK_OF_MCTS,
            EXACT,
            THREADS,
            SEED,
        ],
        default_limit: Some((PLAYOUTS, Value::Integer(3_000))),
    },
    Entry {
        player: Player::Minimax,
        name: "minimax",
        keys: &[DEPTH, MS, NODES, TABLE, RADIUS, MARGIN, THREATS, NETWORK, EXACT_OF_MINIMAX, SEED],
        default_limit: Some((DEPTH, Value::Integer(4))),
    },
    Entry {
        player: Player::Perfect,
        name: "perfect",
        keys: &[AMONG, MS, SEED],
        default_limit: None,
    },
    Entry { player: Player::Level, name: "level", keys: &[N, SEED], default_limit: None },
];

/// A player that can be chosen, and its keys.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerChoice {
    /// Its name, with which its specs begin.
    pub name: &'static str,
    /// Its keys, in the order of the canonical text.
    pub keys: Vec<KeyChoice>,
}

/// A key that can be set.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyChoice {
    /// Its name.
    pub key: &'static str,
    /// The values that it accepts.
    pub kind: Kind,
    /// Its default; `None` if it is unset by default. The default of a limit applies only if a spec
    /// has no limit at all.
    pub default: Option<String>,
}

/// The players of a game, simplest first, with the keys that have an effect in the game; empty for
/// an unknown game.
#[must_use]
pub fn players(game: &str) -> Vec<PlayerChoice> {
    let Ok(game) = with_game!(game, G => GameFacts::of::<G>()) else { return Vec::new() };
    let settings = game.settings();
    let key_choice = |entry: &Entry, key: &Key| {
        let default_limit = entry.default_limit.as_ref().filter(|(limit, _)| limit == key);
        let default = default_limit.map(|(_, value)| *value).or_else(|| key.get(&settings));
        let kind = key.kind_in(&game).filter(|_| key.is_offered)?;
        Some(KeyChoice { key: key.name, kind, default: default.map(|value| value.to_string()) })
    };
    let choice = |entry: &Entry| PlayerChoice {
        name: entry.name,
        keys: entry.keys.iter().filter_map(|key| key_choice(entry, key)).collect(),
    };
    // A level stands for one of the others, and not every site has the tables of `perfect`.
    let is_listed = |entry: &&Entry| !matches!(entry.player, Player::Level | Player::Perfect);
    PLAYERS.iter().filter(is_listed).map(choice).collect()
}
