use playout_games::{Code, Error, shown};

use super::keys::{Key, Kind, PLAYERS};

/// The keys that can be bounded.
const BOUNDED: &[&str] = &["playouts", "ms", "nodes", "memory", "threads"];

/// What a player may ask for at most, e.g. 5,000 `ms`: the bounds of a server
/// that is open to all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds(Vec<(&'static str, u64)>);

impl Bounds {
    /// Bounds from keys and the most that each may be: `playouts`, `ms`,
    /// `nodes`, `memory` (MiB), `threads`.
    ///
    /// # Errors
    ///
    /// `bad_option` for another key, and for a bound that is outside the range
    /// of its key.
    pub fn new<'a>(pairs: impl IntoIterator<Item = (&'a str, u64)>) -> Result<Self, Error> {
        let mut bounds = Self::default();
        for (name, most) in pairs {
            let key = BOUNDED.iter().find(|key| **key == name).and_then(|key| known(key));
            let Some(key) = key else {
                let known = BOUNDED.join(", ");
                let message = format!("there is no limit \"{}\"; there are: {known}", shown(name));
                return Err(Error::new(Code::BadOption, "unknown_limit", message)
                    .with("key", name)
                    .with("known", BOUNDED));
            };
            if !matches!(key.kind, Kind::Whole { least, most: top } if (least..=top).contains(&most))
            {
                let message = format!("the limit {name}={most} should be {}", key.kind);
                return Err(Error::new(Code::BadOption, "limit_out_of_range", message)
                    .with("key", name)
                    .with("limit", most));
            }
            bounds.0.push((key.name, most));
        }
        Ok(bounds)
    }

    /// The most that a key may be, if it is bounded.
    pub(super) fn most(&self, key: &str) -> Option<u64> {
        self.0.iter().filter(|(name, _)| *name == key).map(|(_, most)| *most).min()
    }
}

fn known(name: &str) -> Option<&'static Key> {
    // From the last: of two players with a key that one can be set to more.
    PLAYERS.iter().rev().find_map(|player| player.key(name))
}
