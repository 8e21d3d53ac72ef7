//! Player specs: `NAME[:key=value,…]`.

mod bounds;
mod keys;
mod listing;
mod mcts;

use std::fmt;
use std::time::Duration;

use playout_games::{Code, Error, GAMES, shown, with_game};

use crate::{Level, Limits, MinimaxSettings, Random, levels};
pub use bounds::Bounds;
pub use keys::Kind;
use keys::{Entry, PLAYERS, Value};
pub use listing::{KeyChoice, PlayerChoice, players};
use mcts::MctsKeys;

/// The playouts of a player that was given no limit.
const DEFAULT_PLAYOUTS: u64 = 3_000;
/// The plies of a minimax search that was given no limit.
const DEFAULT_DEPTH: u32 = 4;

/// A player with its settings and limits, e.g. `mcts:ms=500,c=1.2`.
///
/// Levels and specs are read here, once, for the program, the site and
/// everyone else. As text it is in canonical form: keys in a fixed order, the
/// limits always, what is tuned for each game (`mcts`) where it is given, the
/// others where they differ from what they would be anyway. Reading that text
/// gives the same player.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    player: Player,
    limits: Limits,
    seed: Option<u64>,
}

/// The keys that a text gives, with the places of their values.
type Given<'a> = Vec<(&'a str, Option<usize>)>;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Player {
    Random,
    Careful,
    MonteCarlo,
    Mcts(MctsKeys),
    Minimax(MinimaxSettings),
    Level(u32),
}

impl Spec {
    /// Reads a spec.
    ///
    /// # Errors
    ///
    /// `bad_option` with the character at fault and a message that lists what
    /// there is: an unknown player or key, a key twice, a value out of range.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Ok(Self::read(text)?.0)
    }

    /// Reads a spec for a game, within bounds; a level is replaced by the
    /// player that it names.
    ///
    /// A key that is left out and would otherwise be more than its bound, or
    /// have no end, is set to the bound.
    ///
    /// # Errors
    ///
    /// `unknown_game`; those of [`parse`](Self::parse) and
    /// [`resolve`](Self::resolve); `bad_option` for a key above its bound,
    /// with `key` and `limit`.
    pub fn parse_within(game: &str, text: &str, bounds: &Bounds) -> Result<Self, Error> {
        if !GAMES.contains(&game) {
            return Err(Error::unknown_game(game));
        }
        let (spec, given) = Self::read(text)?;
        let Player::Level(number) = spec.player else {
            return spec.held_to(game, bounds, &given);
        };
        let place = given.iter().find(|(key, _)| *key == "n").and_then(|(_, place)| *place);
        let level = level_of(game, number).map_err(|error| match place {
            Some(place) => error.at_character(place),
            None => error,
        })?;
        let (level, mut given) = Self::read(level.spec)?;
        // Places in a text that nobody has given would only confuse.
        given.iter_mut().for_each(|(_, place)| *place = None);
        Self { seed: spec.seed.or(level.seed), ..level }.held_to(game, bounds, &given)
    }

    /// Reads a spec, and answers which keys it gives, with the place of each
    /// value.
    fn read(text: &str) -> Result<(Self, Given<'_>), Error> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(a, b)| (a, Some(b)));
        let Some(entry) = PLAYERS.iter().find(|entry| entry.name == name) else {
            let names: Vec<_> = PLAYERS.iter().map(|entry| entry.name).collect();
            let message =
                format!("unknown player \"{}\"; there are: {}", shown(name), names.join(", "));
            return Err(refuse("unknown_player", message, 1)
                .with("player", name)
                .with("known", names.as_slice()));
        };
        let mut spec = Self::bare(entry.name);

        let mut place = name.len() + 2;
        let mut given = Given::new();
        for pair in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let Some(key) = entry.key(name) else {
                return Err(unknown_key(entry, name, place));
            };
            if given.iter().any(|(earlier, _)| *earlier == name) {
                let message = format!("the key {name} is given twice");
                return Err(refuse("key_twice", message, place).with("key", name));
            }
            let place_of_value = place + name.chars().count() + 1;
            let Some(read) = key.kind.read(value) else {
                return Err(out_of_range(name, value, key.kind).at_character(place_of_value));
            };
            spec.set(name, read);
            given.push((name, Some(place_of_value)));
            place += pair.chars().count() + 1;
        }
        spec.complete(text.chars().count() + 1)?;
        Ok((spec, given))
    }

    /// The player of a name, with nothing set.
    fn bare(name: &str) -> Self {
        let player = match name {
            "random" => Player::Random,
            "careful" => Player::Careful,
            "monte_carlo" => Player::MonteCarlo,
            "mcts" => Player::Mcts(MctsKeys::default()),
            "minimax" => Player::Minimax(MinimaxSettings::default()),
            _ => Player::Level(0),
        };
        Self { player, limits: Limits::default(), seed: None }
    }

    fn set(&mut self, key: &str, value: Value) {
        use Value::Whole;

        match (key, value, &mut self.player) {
            ("seed", Whole(seed), _) => self.seed = Some(seed),
            ("playouts", Whole(playouts), _) => self.limits.playouts = Some(playouts),
            ("nodes", Whole(nodes), _) => self.limits.nodes = Some(nodes),
            ("ms", Whole(ms), _) => self.limits.time = Some(Duration::from_millis(ms)),
            ("n", Whole(n), Player::Level(number)) => *number = n as u32,
            ("depth", Whole(plies), Player::Minimax(it)) => it.depth = Some(plies as u32),
            ("radius", Whole(points), Player::Minimax(it)) => it.radius = points as u32,
            ("margin", Whole(points), Player::Minimax(it)) => it.margin = points as u32,
            (key, value, Player::Mcts(it)) => it.set(key, value),
            // Those that make no difference.
            _ => {}
        }
    }

    /// What a key is set to, if it is.
    fn get(&self, key: &str) -> Option<Value> {
        match (key, &self.player) {
            ("seed", _) => self.seed.map(Value::Whole),
            ("playouts", _) => self.limits.playouts.map(Value::Whole),
            ("nodes", _) => self.limits.nodes.map(Value::Whole),
            ("ms", _) => self.limits.time.map(|time| Value::Whole(time.as_millis() as u64)),
            ("n", Player::Level(number)) => Some(Value::Whole((*number).into())),
            ("depth", Player::Minimax(it)) => it.depth.map(|plies| Value::Whole(plies.into())),
            ("radius", Player::Minimax(it)) => Some(Value::Whole(it.radius.into())),
            ("margin", Player::Minimax(it)) => Some(Value::Whole(it.margin.into())),
            (key, Player::Mcts(it)) => it.get(key),
            _ => None,
        }
    }

    /// Sees to what no single key can: defaults and keys that must be there.
    fn complete(&mut self, end: usize) -> Result<(), Error> {
        match self.player {
            // Numbers begin with 1.
            Player::Level(0) => {
                let message = "a level needs its number, as in level:n=1";
                return Err(refuse("key_missing", message, end)
                    .with("key", "n")
                    .with("player", self.name()));
            }
            Player::MonteCarlo | Player::Mcts(_) if self.limits == Limits::default() => {
                self.limits.playouts = Some(DEFAULT_PLAYOUTS);
            }
            Player::Minimax(MinimaxSettings { ref mut depth, .. })
                if depth.is_none() && self.limits == Limits::default() =>
            {
                *depth = Some(DEFAULT_DEPTH);
            }
            _ => {}
        }
        Ok(())
    }

    /// The same with what is tuned for a game where nothing is given.
    fn in_game(&self, game: &str) -> Self {
        let mut spec = self.clone();
        if let Player::Mcts(keys) = &mut spec.player {
            let settings = with_game!(game, G => keys.in_game::<G>()).unwrap_or_default();
            *keys = MctsKeys::of(&settings);
        }
        spec
    }

    /// The same, if the game has what is set. The place of a value that is refused is
    /// told where it is among those given.
    fn suited_to(self, game: &str, given: &Given<'_>) -> Result<Self, Error> {
        for key in self.entry().keys {
            let Some(value) = self.get(key.name).map(|value| value.to_string()) else { continue };
            let kind = key.kind_in(game);
            if kind.read(&value).is_none() {
                let error = out_of_range(key.name, &value, kind);
                let place = given.iter().find(|(name, _)| *name == key.name);
                return Err(match place.and_then(|(_, place)| *place) {
                    Some(place) => error.at_character(place),
                    None => error,
                });
            }
        }
        Ok(self)
    }

    /// The same within bounds.
    fn held_to(mut self, game: &str, bounds: &Bounds, given: &Given<'_>) -> Result<Self, Error> {
        for key in self.entry().keys {
            let Some(most) = bounds.most(key.name) else { continue };
            let now = self.in_game(game).get(key.name);
            if matches!(now, Some(Value::Whole(now)) if now <= most) {
                continue;
            }
            let given = given.iter().find(|(name, _)| *name == key.name);
            if let (Some(now), Some((_, place))) = (now, given) {
                let message = format!("{}={now} is more than the {most} allowed here", key.name);
                let error = Error::new(Code::BadOption, "over_limit", message);
                let error = error.with("key", key.name).with("limit", most);
                return Err(match *place {
                    Some(place) => error.at_character(place),
                    None => error,
                });
            }
            self.set(key.name, Value::Whole(most));
        }
        self.suited_to(game, given)
    }

    /// The same, with a level replaced by the player that it names.
    ///
    /// # Errors
    ///
    /// `bad_option` if the game has no such level, or not what a key is set to.
    pub fn resolve(&self, game: &str) -> Result<Self, Error> {
        let Player::Level(number) = self.player else {
            return self.clone().suited_to(game, &Given::new());
        };
        let spec = Self::parse(level_of(game, number)?.spec)?;
        Ok(Self { seed: self.seed.or(spec.seed), ..spec })
    }

    /// The same with other limits, and none beside them. A depth in plies counts
    /// for players that look ahead by plies; others do a thousand playouts for
    /// each.
    #[must_use]
    pub fn limited(&self, limits: Limits, depth: Option<u32>) -> Self {
        let mut spec = Self { limits, ..self.clone() };
        match &mut spec.player {
            Player::Minimax(settings) => settings.depth = depth,
            _ => {
                let playouts = depth.map(|plies| 1_000 * u64::from(plies));
                spec.limits.playouts = limits.playouts.or(playouts);
            }
        }
        spec
    }

    /// The same with other bounds for its tree, in MiB, if it has one.
    #[must_use]
    pub fn with_memory(&self, memory: u32) -> Self {
        let mut spec = self.clone();
        spec.set("memory", Value::Whole(memory.into()));
        spec
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

    pub(crate) fn player(&self) -> &Player {
        &self.player
    }

    fn entry(&self) -> &'static Entry {
        let name = self.name();
        PLAYERS.iter().find(|entry| entry.name == name).expect("every player is in the table")
    }

    fn name(&self) -> &'static str {
        match self.player {
            Player::Random => "random",
            Player::Careful => "careful",
            Player::MonteCarlo => "monte_carlo",
            Player::Mcts(_) => "mcts",
            Player::Minimax(_) => "minimax",
            Player::Level(_) => "level",
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        let bare = Self::bare(self.name());
        let mut mark = ':';
        for key in self.entry().keys {
            if let Some(value) = self.get(key.name)
                && bare.get(key.name) != Some(value)
            {
                write!(f, "{mark}{}={value}", key.name)?;
                mark = ',';
            }
        }
        Ok(())
    }
}

fn level_of(game: &str, number: u32) -> Result<&'static Level, Error> {
    let levels = levels(game);
    levels.iter().find(|level| level.number == number).ok_or_else(|| {
        let message = format!("{game} has no level {number}; there are 1 to {}", levels.len());
        Error::new(Code::BadOption, "unknown_level", message)
            .with("level", u64::from(number))
            .with("limit", levels.len() as u64)
    })
}

fn out_of_range(name: &str, value: &str, kind: Kind) -> Error {
    let message = format!("{name}={} should be {kind}", shown(value));
    Error::new(Code::BadOption, "out_of_range", message)
        .with("key", name)
        .with("value", value)
        .with("wanted", kind.to_string().as_str())
}

fn unknown_key(entry: &Entry, name: &str, place: usize) -> Error {
    let known: Vec<_> = entry.keys.iter().map(|key| key.name).collect();
    let message =
        format!("{} has no key \"{}\"; there are: {}", entry.name, shown(name), known.join(", "));
    refuse("unknown_key", message, place).with("key", name).with("known", known.as_slice())
}

fn refuse(problem: &'static str, message: impl Into<String>, place: usize) -> Error {
    Error::new(Code::BadOption, problem, message).at_character(place)
}
