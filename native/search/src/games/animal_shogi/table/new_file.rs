//! A file that replaces another one once it is complete.
//!
//! It is written beside the other file under a name of its own, `NAME.PROCESS-NUMBER.new`, and locked
//! as long as its process lives. So whoever writes the next one can tell what a killed process has
//! left, and removes that. The number is random, because a name must never come up again: a process
//! that opened the old file of that name would take the new one for a leftover.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use crate::Random;

const SUFFIX: &str = ".new";

/// The new file, which is removed unless it replaces another.
#[derive(Debug)]
pub(super) struct NewFile {
    file: File,
    path: PathBuf,
    is_complete: bool,
}

impl NewFile {
    /// Creates an empty file beside `path`, in a directory that need not exist yet, and removes those
    /// left by killed processes.
    pub(super) fn beside(path: &Path) -> io::Result<Self> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)?;
        }
        remove_leftovers(path)?;
        loop {
            let mut own = name.to_owned();
            own.push(format!(".{}-{}{SUFFIX}", process::id(), Random::draw_seed()));
            let own = path.with_file_name(own);
            let file = File::create_new(&own)?;
            lock(&file)?;
            // Before it was locked, another process may have taken it for a leftover.
            if own.exists() {
                return Ok(Self { file, path: own, is_complete: false });
            }
        }
    }

    pub(super) fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Replaces a file of the same directory, once everything is on the disk.
    pub(super) fn replace(mut self, path: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, path)?;
        self.is_complete = true;
        // A rename lasts once the directory is on the disk. Not all systems can do that.
        if let Some(directory) = path.parent().and_then(|it| File::open(it).ok()) {
            let _ = directory.sync_all();
        }
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.is_complete {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Locks a file. Where the file system has no locks, leftovers are not removed either.
fn lock(file: &File) -> io::Result<()> {
    match file.lock() {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        locked => locked,
    }
}

/// Removes new files beside `path` whose processes are gone: only those can be locked.
fn remove_leftovers(path: &Path) -> io::Result<()> {
    let parent = path.parent().filter(|it| !it.as_os_str().is_empty());
    for entry in fs::read_dir(parent.unwrap_or(Path::new(".")))? {
        let entry = entry?;
        if !is_new_file_of(path, &entry.file_name()) {
            continue;
        }
        // Another process may have removed it or may not let us open it; then it is not ours to tidy.
        let Ok(file) = File::options().append(true).open(entry.path()) else { continue };
        match file.try_lock() {
            Ok(()) => match fs::remove_file(entry.path()) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            },
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
        }
    }
    Ok(())
}

/// Whether a name is one of those that new files beside `path` get: the number of a process, which a
/// dash and a number may follow.
fn is_new_file_of(path: &Path, name: &OsString) -> bool {
    let own = path.file_name().and_then(|it| it.to_str());
    let between = own
        .zip(name.to_str())
        .and_then(|(own, name)| name.strip_prefix(own)?.strip_prefix('.')?.strip_suffix(SUFFIX));
    between.is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    use std::thread;

    use super::*;

    /// Where the process that is killed writes.
    const VARIABLE: &str = "PLAYOUT_TEST_NEW_FILE";
    /// What it says once there is something to leave.
    const READY: &str = "half is written";

    fn directory(name: &str) -> PathBuf {
        let name = format!("playout-{}-new-file-{name}", process::id());
        let directory = env::temp_dir().join(name);
        fs::create_dir_all(&directory).expect("a directory");
        directory
    }

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).expect("a directory");
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<_> =
            entries.map(|it| name(it).into_string().expect("a name in UTF-8")).collect();
        names.sort();
        names
    }

    fn write(path: &Path, text: &str) {
        let mut new = NewFile::beside(path).expect("a new file");
        new.file().write_all(text.as_bytes()).expect("the text is written");
        new.replace(path).expect("the file is replaced");
    }

    /// Only a process of its own can be killed, so the next test starts this one in another process.
    #[test]
    #[ignore = "the next test kills this one"]
    fn writes_until_it_is_killed() {
        let Some(path) = env::var_os(VARIABLE).map(PathBuf::from) else { return };
        let mut new = NewFile::beside(&path).expect("a new file");
        new.file().write_all(b"half").expect("the text is written");
        // Not with println, whose output is shown only at the end of a test.
        writeln!(io::stdout(), "\n{READY}").expect("the text is written");
        // Until this process is killed, or the other one is gone.
        io::copy(&mut io::stdin(), &mut io::sink()).expect("the input ends");
    }

    #[test]
    fn what_a_killed_process_leaves_is_removed_and_what_a_live_one_writes_is_not() {
        let directory = directory("killed");
        let path = directory.join("a.table");
        write(&path, "old");
        let this = env::current_exe().expect("the path of this program");
        let test = "games::animal_shogi::table::new_file::tests::writes_until_it_is_killed";
        let mut child = Command::new(this)
            .args(["--exact", "--ignored", test])
            .env(VARIABLE, &path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program starts");
        let out = BufReader::new(child.stdout.take().expect("it is piped"));
        assert!(out.lines().any(|line| line.expect("a line") == READY), "it ended too early");
        let with_half = names(&directory);
        assert_eq!(with_half.len(), 2, "{with_half:?}");
        assert!(with_half[1].starts_with(&format!("a.table.{}-", child.id())), "{with_half:?}");
        write(&path, "while the other process lives");
        assert_eq!(names(&directory), with_half);

        child.kill().expect("the process is killed");
        child.wait().expect("the process has ended");
        assert_eq!(names(&directory), with_half);
        write(&path, "new");
        assert_eq!(names(&directory), ["a.table"]);
        assert_eq!(fs::read_to_string(&path).expect("the file"), "new");
        fs::remove_dir_all(&directory).expect("the directory is removed");
    }

    /// The last one to finish decides, whatever the others are doing.
    #[test]
    fn several_writers_do_not_disturb_each_other() {
        let directory = directory("several");
        let path = directory.join("a.table");
        thread::scope(|scope| {
            for writer in 0..4 {
                let path = &path;
                scope.spawn(move || {
                    (0..50).for_each(|_| write(path, &format!("{writer}").repeat(1_000)));
                });
            }
        });
        let text = fs::read_to_string(&path).expect("the file");
        assert!(text.len() == 1_000 && text.chars().all(|it| text.starts_with(it)), "{text}");
        assert_eq!(names(&directory), ["a.table"]);
        fs::remove_dir_all(&directory).expect("the directory is removed");
    }

    #[test]
    fn only_new_files_of_the_same_table_are_removed() {
        let directory = directory("others");
        let path = directory.join("a.table");
        let kept = ["a.table.backup.new", "a.table.old", "b.table.7-0.new"];
        for name in kept.iter().chain(&["a.table.7.new", "a.table.7-1.new"]) {
            fs::write(directory.join(name), "").expect("the file is written");
        }
        let failed = NewFile::beside(&path).expect("a new file");
        drop(failed);
        assert_eq!(names(&directory), kept);
        fs::remove_dir_all(&directory).expect("the directory is removed");
    }
}
