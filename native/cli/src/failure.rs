use std::io;

use playout_games::Error;

/// Why a command could not finish.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments name something that does not exist: exit status 2.
    Usage(String),
    /// The arguments were valid, but the work failed: exit status 1.
    Job(String),
    /// The reader of standard output has closed it (`| head`), which is not an error.
    Unread,
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
}

/// Whatever the rules or players refuse came from the arguments.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Usage(error.to_string())
    }
}

/// The answer could not be written.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Unread,
            _ => Self::Job(format!("cannot write the answer: {error}")),
        }
    }
}
