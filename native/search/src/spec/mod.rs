//! Player specs: `NAME[:key=value,…]`.
//!
//! `settings` has everything that can be set, `kinds` the types of values, and `keys` the table of
//! players with a key for each setting; `text` reads and writes specs by that table. Each module
//! depends only on those before it.

mod keys;
mod kinds;
mod settings;
mod text;

pub use keys::{KeyChoice, PlayerChoice, players};
pub use kinds::Kind;
pub(crate) use settings::{Player, Settings};
pub use text::{Bounds, Spec};
