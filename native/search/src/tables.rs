//! Tables of exact values: where they are, and how to make and check them.

use std::env;
use std::path::PathBuf;

use playout_games::{Code, Error};

/// The table of Animal Shogi: the exact value of every position by the standard rules, without
/// regard to its history.
pub mod animal_shogi {
    pub use crate::games::animal_shogi::table::{Built, Stats, Step, Table, Total, build};
}

/// The variable that names the directory of the tables.
pub const DIRECTORY_VARIABLE: &str = "PLAYOUT_TABLES";

/// The directory of the tables: `PLAYOUT_TABLES`, or else `playout/tables` in the user's data home
/// (`XDG_DATA_HOME`, by default `~/.local/share`); `None` if there is no home either. As XDG's
/// specification has it, an empty or relative data home counts as unset.
#[must_use]
pub fn directory() -> Option<PathBuf> {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    variable(DIRECTORY_VARIABLE).or_else(|| {
        let data_home = variable("XDG_DATA_HOME").filter(|path| path.is_absolute());
        let home = || Some(variable("HOME")?.join(".local/share"));
        Some(data_home.or_else(home)?.join("playout/tables"))
    })
}

/// The file of a game's table.
///
/// # Errors
///
/// `no_table` if the [`directory`] is unknown.
pub fn path(game: &str) -> Result<PathBuf, Error> {
    let Some(directory) = directory() else {
        let message = format!("there is no directory for tables; name one in {DIRECTORY_VARIABLE}");
        return Err(Error::new(Code::NoTable, "no_directory", message));
    };
    Ok(directory.join(format!("{game}.table")))
}
