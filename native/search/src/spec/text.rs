use std::fmt;
use std::time::Duration;

use playout_games::{Code, Error, shown};

use super::facts::GameFacts;
use super::keys::{DEPTH, EXACT, Entry, Key, MEMORY, MS, NODES, PLAYERS, PLAYOUTS, SEED, THREADS};
use super::kinds::{Kind, Value};
use super::settings::{Player, Settings};
use crate::Limits;
use crate::game::SearchGame;

/// A player with its settings and limits, e.g. `mcts:ms=500,c=1.2`.
///
/// All code that parses specs, including levels, uses this type. Formatting gives the canonical
/// text: keys in a fixed order, all limits, settings tuned per game (`mcts`) and `memory` if they
/// were given, and other settings if they differ from the default. Parsing that text gives the same
/// player.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    entry: &'static Entry,
    /// The given values, in the order of the table.
    given: Vec<(&'static Key, Value)>,
}

/// The keys given in the text of a spec, with the locations of their values.
type Locations = Vec<(&'static str, Option<usize>)>;

/// What to do with a key that has no effect in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnusedKeys {
    Reject,
    Ignore,
}

impl Spec {
    /// Parses a spec without knowing the game.
    ///
    /// Keys that have no effect in the game for which the spec is used are ignored. For input from
    /// people, use [`parse_within`](Self::parse_within), which rejects such keys.
    ///
    /// # Errors
    ///
    /// `bad_option` for an unknown player or key, a repeated key, or a value out of range. The
    /// error has the location in the text, and its message lists the valid choices.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Ok(Self::read(text, &GameFacts::ANY, UnusedKeys::Reject)?.0)
    }

    /// Parses a spec for a game, within bounds. A level is replaced by the player that it stands
    /// for.
    ///
    /// A key that the text leaves out is set to its bound if its default is larger or unlimited.
    ///
    /// # Errors
    ///
    /// `unknown_game`; the errors of [`parse`](Self::parse) and [`resolve`](Self::resolve);
    /// `bad_option` for a key that has no effect in the game, and for a value above its bound, with
    /// the details `key` and `limit`.
    pub fn parse_within(game: &str, text: &str, bounds: &Bounds) -> Result<Self, Error> {
        Self::read_within(text, &GameFacts::named(game)?, bounds, UnusedKeys::Reject)
    }

    /// Parses a spec from the log of a match, without bounds. Logs may contain keys that have no
    /// effect in the game; they are dropped, so that every match can continue.
    ///
    /// # Errors
    ///
    /// Those of [`parse_within`](Self::parse_within), except for such keys.
    pub fn parse_stored(game: &str, text: &str) -> Result<Self, Error> {
        let game = GameFacts::named(game)?;
        Self::read_within(text, &game, &Bounds::default(), UnusedKeys::Ignore)
    }

    fn read_within(
        text: &str,
        game: &GameFacts,
        bounds: &Bounds,
        unused_keys: UnusedKeys,
    ) -> Result<Self, Error> {
        let (spec, locations) = Self::read(text, game, unused_keys)?;
        let Some(number) = spec.level() else { return spec.apply_bounds(game, bounds, &locations) };
        let (level, mut locations) =
            Self::of_level(number, game).map_err(|error| at_value(error, "n", &locations))?;
        // Locations in a level's spec, which nobody typed, would only confuse.
        locations.iter_mut().for_each(|(_, location)| *location = None);
        level.with_seed(spec.seed()).apply_bounds(game, bounds, &locations)
    }

    /// Parses a spec for a game, and also returns the keys that it gives.
    fn read(
        text: &str,
        game: &GameFacts,
        unused_keys: UnusedKeys,
    ) -> Result<(Self, Locations), Error> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(a, b)| (a, Some(b)));
        let Some(entry) = PLAYERS.iter().find(|entry| entry.name == name) else {
            return Err(unknown_player(name));
        };
        let mut spec = Self { entry, given: Vec::new() };

        let mut location = name.len() + 2;
        let mut locations = Locations::new();
        for pair in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let Some(key) = entry.key(name) else {
                return Err(unknown_key(entry, game, name).at_character(location));
            };
            if locations.iter().any(|(earlier, _)| *earlier == key.name) {
                return Err(key_twice(key).at_character(location));
            }
            let kind = key.kind_in(game);
            if kind.is_none() && unused_keys == UnusedKeys::Reject {
                return Err(key_without_effect(entry, game, key).at_character(location));
            }
            let value_location = location + name.chars().count() + 1;
            let value_kind = kind.unwrap_or(key.kind);
            let Some(read) = value_kind.read(value) else {
                return Err(out_of_range(key, value, value_kind).at_character(value_location));
            };
            if kind.is_some() {
                spec.set(key, read);
            }
            locations.push((key.name, Some(value_location)));
            location += pair.chars().count() + 1;
        }
        if entry.player == Player::Level && spec.level().is_none() {
            return Err(no_level(entry).at_character(text.chars().count() + 1));
        }
        if let Some((limit, default)) = &entry.default_limit
            && !spec.given.iter().any(|(key, _)| key.is_limit)
        {
            spec.set(limit, *default);
        }
        Ok((spec, locations))
    }

    /// The player that a level stands for.
    fn of_level(number: u32, game: &GameFacts) -> Result<(Self, Locations), Error> {
        let Some(level) = game.levels.iter().find(|level| level.number == number) else {
            return Err(unknown_level(number, game));
        };
        Self::read(level.spec, game, UnusedKeys::Reject)
    }

    /// Sets a key, if the player has it.
    fn set(&mut self, key: &Key, value: Value) {
        let Some(index) = self.entry.keys.iter().position(|other| other == key) else { return };
        let key = &self.entry.keys[index];
        self.given.retain(|(given, _)| *given != key);
        if key.is_changed_by(value) {
            self.given.push((key, value));
            let index = |key: &Key| self.entry.keys.iter().position(|other| other == key);
            self.given.sort_by_key(|(key, _)| index(key));
        }
    }

    /// All settings of the player in a game: those given, and for the others the values tuned for
    /// the game. These were tuned for the game's default policy; with another policy, the common
    /// values play better.
    pub(crate) fn settings(&self, game: &GameFacts) -> Settings {
        let given_over = |mut settings: Settings| {
            self.given.iter().for_each(|(key, value)| key.set(&mut settings, *value));
            settings
        };
        let settings = given_over(game.settings());
        let has_default_policy = settings.mcts.policy == game.mcts.policy;
        if has_default_policy { settings } else { given_over(Settings::COMMON) }
    }

    /// Checks given values against bounds, and lowers defaults to them.
    fn apply_bounds(
        mut self,
        game: &GameFacts,
        bounds: &Bounds,
        locations: &Locations,
    ) -> Result<Self, Error> {
        if let Some(max) = bounds.max_of(&MEMORY)
            && max < game.table_mib
            && self.needs_table()
        {
            if self.entry.player == Player::Perfect {
                return Err(
                    no_room_for_table("table_over_limit", "perfect", game, max).at_character(1)
                );
            }
            let error =
                no_room_for_table("over_limit", "exact=on", game, max).with("key", MEMORY.name);
            return Err(at_value(error, EXACT.name, locations));
        }
        for key in self.entry.keys {
            let Some(max) = bounds.max_of(key) else { continue };
            let now = match key.get(&self.settings(game)) {
                Some(Value::Integer(now)) if now <= max => continue,
                now => now,
            };
            if let Some(now) = now
                && locations.iter().any(|(name, _)| *name == key.name)
            {
                return Err(at_value(over_limit(key, now, max), key.name, locations));
            }
            self.set(key, Value::Integer(max));
        }
        Ok(self)
    }

    /// The same player for a game: a level is replaced by the player that it stands for, and keys
    /// that have no effect in the game are removed.
    ///
    /// # Errors
    ///
    /// `bad_option` if the game has no such level, or a value is out of range in the game.
    pub fn resolve<G: SearchGame>(&self) -> Result<Self, Error> {
        let game = GameFacts::of::<G>();
        if let Some(number) = self.level() {
            let (level, _) = Self::of_level(number, &game)?;
            return Ok(level.with_seed(self.seed()));
        }
        let mut spec = self.clone();
        spec.given.retain(|(key, _)| key.kind_in(&game).is_some());
        for (key, value) in &spec.given {
            let value = value.to_string();
            if let Some(kind) = key.kind_in(&game).filter(|kind| kind.read(&value).is_none()) {
                return Err(out_of_range(key, &value, kind));
            }
        }
        Ok(spec)
    }

    /// Whether the player cannot play without a table, which takes half a second to read.
    #[must_use]
    pub fn needs_table(&self) -> bool {
        let is_on = |(key, value): &(&Key, Value)| **key == EXACT && *value == Value::Name("on");
        self.entry.player == Player::Perfect || self.given.iter().any(is_on)
    }

    /// The same player with other limits instead of its own. For players that do not search by
    /// depth, a ply of `depth` counts as 1,000 playouts. For players that do not count nodes, a
    /// node counts as one playout.
    #[must_use]
    pub fn limited(&self, limits: Limits, depth: Option<u32>) -> Self {
        let mut spec = self.clone();
        spec.given.retain(|(key, _)| !key.is_limit);
        let plies = depth.map(u64::from);
        let ms = limits.time.map(|time| time.as_millis() as u64);
        let searches_by_depth = self.entry.key(DEPTH.name).is_some();
        let counts_nodes = self.entry.key(NODES.name).is_some();
        let playouts = [
            limits.playouts,
            plies.filter(|_| !searches_by_depth).map(|plies| 1_000 * plies),
            limits.nodes.filter(|_| !counts_nodes),
        ];
        for (key, max) in [
            (&PLAYOUTS, playouts.into_iter().flatten().min()),
            (&MS, ms),
            (&NODES, limits.nodes),
            (&DEPTH, plies),
        ] {
            max.into_iter().for_each(|max| spec.set(key, Value::Integer(max)));
        }
        spec
    }

    /// The same player with these limits instead of its own, as far as it has them.
    #[must_use]
    pub fn limited_to(&self, limits: &Bounds) -> Self {
        let playouts_time_and_nodes = Limits {
            playouts: limits.max_of(&PLAYOUTS),
            time: limits.max_of(&MS).map(Duration::from_millis),
            nodes: limits.max_of(&NODES),
        };
        let mut spec = self.limited(playouts_time_and_nodes, None);
        if let Some(memory) = limits.max_of(&MEMORY) {
            spec.set(&MEMORY, Value::Integer(memory));
        }
        spec
    }

    /// The same player with another memory limit for its tree, in MiB, if it has a tree.
    #[must_use]
    pub fn with_memory(&self, memory: u32) -> Self {
        let mut spec = self.clone();
        spec.set(&MEMORY, Value::Integer(memory.into()));
        spec
    }

    /// The same player with a memory limit for its tree, in MiB, unless it has its own limit or no
    /// tree.
    #[must_use]
    pub fn with_default_memory(&self, memory: u32) -> Self {
        let has_limit = self.given.iter().any(|(key, _)| **key == MEMORY);
        if has_limit { self.clone() } else { self.with_memory(memory) }
    }

    /// Whether this player keeps its tree from move to move.
    ///
    /// A level that limits playouts, nodes or plies, except the game's last level, starts a new search
    /// for every move, because its strength should depend neither on how long a person thinks nor on
    /// memory. All other players get stronger by keeping their trees.
    ///
    /// # Errors
    ///
    /// `unknown_game`, and `bad_option` if the game has no such level.
    pub fn keeps_tree(&self, game: &str) -> Result<bool, Error> {
        let game = GameFacts::named(game)?;
        let of_level = |number| Self::of_level(number, &game).map(|(spec, _)| spec);
        let mut player = self.level().map_or_else(|| Ok(self.clone()), of_level)?;
        // With another seed or memory limit, a level is still that level.
        player.given.retain(|(key, _)| **key != SEED && **key != MEMORY);
        let limits = player.limits();
        let below_last = game.levels.split_last().map_or(&[][..], |(_, below)| below);
        let is_below_last = below_last
            .iter()
            .any(|level| of_level(level.number).is_ok_and(|of_level| of_level == player));
        let counts = limits.playouts.is_some()
            || limits.nodes.is_some()
            || player.given.iter().any(|(key, _)| **key == DEPTH);
        Ok(!is_below_last || !counts)
    }

    /// The same player with its own seed, or the given one if it has none.
    #[must_use]
    pub fn or_seed(&self, seed: u64) -> Self {
        self.clone().with_seed(Some(self.seed().unwrap_or(seed)))
    }

    /// The same player with the given seed, if any.
    fn with_seed(mut self, seed: Option<u64>) -> Self {
        if let Some(seed) = seed {
            self.set(&SEED, Value::Integer(seed));
        }
        self
    }

    /// The seed, if it has one.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.settings(&GameFacts::ANY).seed
    }

    /// Its limits.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.settings(&GameFacts::ANY).limits
    }

    fn level(&self) -> Option<u32> {
        self.settings(&GameFacts::ANY).level
    }

    pub(crate) fn player(&self) -> Player {
        self.entry.player
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry.name)?;
        let mut mark = ':';
        for (key, value) in &self.given {
            write!(f, "{mark}{}={value}", key.name)?;
            mark = ',';
        }
        Ok(())
    }
}

/// The maximum values that a player may request, for example 5,000 `ms` on a public server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds(Vec<(&'static str, u64)>);

impl Bounds {
    /// The keys that can be bounded.
    const KEYS: &[Key] = &[PLAYOUTS, MS, NODES, MEMORY, THREADS];

    /// Creates bounds from keys and their maximum values. The keys are `playouts`, `ms`, `nodes`,
    /// `memory` (in MiB) and `threads`.
    ///
    /// # Errors
    ///
    /// `bad_option` for another key, and for a maximum outside the range of its key.
    pub fn new<'a>(pairs: impl IntoIterator<Item = (&'a str, u64)>) -> Result<Self, Error> {
        let mut bounds = Self::default();
        for (name, max) in pairs {
            let Some(key) = Self::KEYS.iter().find(|key| key.name == name) else {
                let choices: Vec<_> = Self::KEYS.iter().map(|key| key.name).collect();
                return Err(unknown_choice("unknown_limit", ("limit", "key"), name, &choices));
            };
            if !matches!(key.kind, Kind::Integer { min, max: top } if (min..=top).contains(&max)) {
                let message = format!("the limit {name}={max} must be {}", key.kind);
                return Err(refuse("limit_out_of_range", message)
                    .with("key", name)
                    .with("limit", max));
            }
            bounds.0.push((key.name, max));
        }
        Ok(bounds)
    }

    /// The maximum value of a key, if it is bounded.
    fn max_of(&self, key: &Key) -> Option<u64> {
        self.0.iter().filter(|(name, _)| *name == key.name).map(|(_, max)| *max).min()
    }
}

/// Adds the location of a key's value to an error, if the text gives the key.
fn at_value(error: Error, key: &str, locations: &Locations) -> Error {
    match locations.iter().find(|(name, _)| *name == key) {
        Some((_, Some(location))) => error.at_character(*location),
        _ => error,
    }
}

fn unknown_player(name: &str) -> Error {
    let choices: Vec<_> = PLAYERS.iter().map(|entry| entry.name).collect();
    unknown_choice("unknown_player", ("player", "player"), name, &choices).at_character(1)
}

fn unknown_key(entry: &Entry, game: &GameFacts, name: &str) -> Error {
    unknown_choice("unknown_key", ("setting", "key"), name, &keys_of(entry, game))
}

fn key_without_effect(entry: &Entry, game: &GameFacts, key: &Key) -> Error {
    let choices = keys_of(entry, game);
    let message = format!(
        "setting {} has no effect in {}; choose from: {}",
        key.name,
        game.name,
        choices.join(", ")
    );
    refuse("key_without_effect", message).with("key", key.name).with("known", choices.as_slice())
}

/// The keys of a player that have an effect in a game.
fn keys_of(entry: &Entry, game: &GameFacts) -> Vec<&'static str> {
    let keys = entry.keys.iter().filter(|key| key.kind_in(game).is_some());
    keys.map(|key| key.name).collect()
}

fn key_twice(key: &Key) -> Error {
    let message = format!("setting {} is given twice", key.name);
    refuse("key_twice", message).with("key", key.name)
}

fn no_level(entry: &Entry) -> Error {
    let message = "a level needs a number, as in level:n=1";
    refuse("key_missing", message).with("key", "n").with("player", entry.name)
}

fn unknown_level(number: u32, game: &GameFacts) -> Error {
    let max = game.levels.len();
    let message = format!("{} has no level {number}; choose from 1 to {max}", game.name);
    refuse("unknown_level", message).with("level", u64::from(number)).with("limit", max as u64)
}

fn out_of_range(key: &Key, value: &str, wanted: Kind) -> Error {
    let message = format!("{}={} must be {wanted}", key.name, shown(value));
    refuse("out_of_range", message)
        .with("key", key.name)
        .with("value", value)
        .with("wanted", wanted.to_string().as_str())
}

fn no_room_for_table(problem: &'static str, what: &str, game: &GameFacts, max: u64) -> Error {
    let needed = game.table_mib;
    let message = format!("{what} needs {needed} MiB, which is more than the {max} allowed here");
    refuse(problem, message).with("limit", max)
}

fn over_limit(key: &Key, now: Value, max: u64) -> Error {
    let message = format!("{}={now} is more than the {max} allowed here", key.name);
    refuse("over_limit", message).with("key", key.name).with("limit", max)
}

/// The error for an unknown name, with the names to choose from. `what` is in the message, and
/// `detail` is the name of the detail.
fn unknown_choice(
    problem: &'static str,
    (what, detail): (&str, &'static str),
    name: &str,
    choices: &[&'static str],
) -> Error {
    let message =
        format!("unknown {what} \"{}\"; choose from: {}", shown(name), choices.join(", "));
    refuse(problem, message).with(detail, name).with("known", choices)
}

fn refuse(problem: &'static str, message: impl Into<String>) -> Error {
    Error::new(Code::BadOption, problem, message)
}
