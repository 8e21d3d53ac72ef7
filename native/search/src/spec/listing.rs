use playout_games::GAMES;

use super::Spec;
use super::keys::{Entry, Kind, PLAYERS};

/// A player that can be chosen, and what can be set about it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerChoice {
    /// Its name, with which its spec begins.
    pub name: &'static str,
    /// Its keys, in the order of the canonical text.
    pub keys: Vec<KeyChoice>,
}

/// A key that can be set.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyChoice {
    /// Its name.
    pub key: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it is where it is left out (`playouts`: where no limit is given at
    /// all); `None` if it is not set then.
    pub default: Option<String>,
}

/// The players of a game, the simplest first, with the keys that make a
/// difference; none for a game that does not exist.
#[must_use]
pub fn players(game: &str) -> Vec<PlayerChoice> {
    if !GAMES.contains(&game) {
        return Vec::new();
    }
    let choice_of = |entry: &Entry| {
        // A level is no player without its number, and another name of one.
        let usual = Spec::parse(entry.name).ok()?.in_game(game);
        let keys = entry.keys.iter().filter(|key| key.matters_in(game)).map(|key| KeyChoice {
            key: key.name,
            kind: key.kind_in(game),
            default: usual.get(key.name).map(|value| value.to_string()),
        });
        Some(PlayerChoice { name: entry.name, keys: keys.collect() })
    };
    PLAYERS.iter().filter_map(choice_of).collect()
}
