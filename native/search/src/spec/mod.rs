//! Player specs: `NAME[:key=value,…]`.
//!
//! `settings` defines everything that can be set, `facts` what specs depend on in a game, `kinds` the
//! types of values, and `keys` the table of players, with a key for each setting; `text` uses that table
//! to parse and format specs. Each module depends only on those named before it.

mod facts;
mod keys;
mod kinds;
mod settings;
mod text;

pub(crate) use facts::GameFacts;
pub use facts::levels;
pub use keys::{KeyChoice, PlayerChoice, players};
pub use kinds::Kind;
pub use settings::{Among, Player, Settings};
pub use text::{Bounds, Spec};
