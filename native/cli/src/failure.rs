use std::io;
use std::path::Path;

use playout_games::Error;

/// Why a command stopped early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments are invalid: exit status 2.
    Usage(String),
    /// The arguments are valid, but the command failed: exit status 1.
    Job(String),
    /// Whatever was reading standard output (`| head`) has closed it, which is not an error.
    OutputClosed,
}

impl Failure {
    /// An error in an argument.
    pub(crate) fn argument(name: &str, error: &Error) -> Self {
        Self::Usage(format!("{name}: {error}"))
    }

    /// Standard input could not be read.
    pub(crate) fn input(error: &io::Error) -> Self {
        Self::Job(format!("cannot read standard input: {error}"))
    }

    /// A file could not be written.
    pub(crate) fn cannot_write(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Job(format!("cannot write {}: {error}", path.display()))
    }
}

/// Anything that the rules or players reject came from the arguments.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Usage(error.to_string())
    }
}

/// Writing to standard output failed.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Job(format!("cannot write to standard output: {error}")),
        }
    }
}
