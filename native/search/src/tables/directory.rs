//! The directory of the tables.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{env, io};

use playout_games::{Code, Error};

/// The variable that names the directory of the tables.
pub const DIRECTORY_VARIABLE: &str = "PLAYOUT_TABLES";

/// The directory that [`use_directory`] has set.
static CHOSEN: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Sets the directory of the tables for this process; `None` for the default.
pub fn use_directory(directory: Option<PathBuf>) {
    *CHOSEN.lock().unwrap_or_else(|it| it.into_inner()) = directory;
}

/// The directory of the tables: the one that [`use_directory`] has set, or else `PLAYOUT_TABLES`, or
/// else `playout/tables` in the user's data home (`XDG_DATA_HOME`, by default `~/.local/share`);
/// `None` if there is no home either. As XDG's specification has it, an empty or relative data home
/// counts as unset.
#[must_use]
pub fn directory() -> Option<PathBuf> {
    let chosen = CHOSEN.lock().unwrap_or_else(|it| it.into_inner()).clone();
    if chosen.is_some() {
        return chosen;
    }
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

/// The right to make a table. The system takes it back when the process ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the right to make the table at a path; `None` if another process has it.
    ///
    /// # Errors
    ///
    /// If the directory cannot be created or written.
    pub fn take(path: &Path) -> io::Result<Option<Self>> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_string_lossy();
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)?;
        }
        let file = File::create(path.with_file_name(format!("{name}.lock")))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_process_makes_a_table() {
        let directory = env::temp_dir().join(format!("playout-lock-{}", std::process::id()));
        let path = directory.join("tables/a.table");
        let lock = Lock::take(&path).expect("a directory").expect("nobody else has it");
        // Another handle stands for another process.
        assert!(Lock::take(&path).expect("a directory").is_none());
        drop(lock);
        assert!(Lock::take(&path).expect("a directory").is_some());
        fs::remove_dir_all(&directory).expect("the directory is removed");
    }
}
