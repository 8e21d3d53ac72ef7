//! Players as arguments of commands.

use playout_search::{Bounds, Spec};

use crate::failure::Failure;

/// The end of `--help` for commands that take players.
pub(super) const PLAYERS_HELP: &str = "\
A player spec is NAME[:key=value,...], for example random, careful, mcts:ms=500 or level:n=2. \
The error for an invalid spec lists the valid choices.";

/// Parses the player spec given for the argument `name`.
pub(super) fn read_spec(game: &str, name: &str, text: &str) -> Result<Spec, Failure> {
    Spec::parse_within(game, text, &Bounds::default())
        .map_err(|error| Failure::argument(name, &error))
}
