use std::io;

use playout_games::Error;

/// Why a command stopped before its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments ask for something that there is not: exit status 2.
    Usage(String),
    /// The arguments were sound, but the work failed: exit status 1.
    Job(String),
    /// Whoever read the answers has gone away (`| head`): nothing to complain
    /// about.
    Unread,
}

impl Failure {
    /// An argument with something wrong in it.
    pub(crate) fn argument(name: &str, error: &Error) -> Self {
        Self::Usage(format!("{name}: {error}"))
    }

    /// Standard input cannot be read.
    pub(crate) fn input(error: &io::Error) -> Self {
        Self::Job(format!("cannot read standard input: {error}"))
    }
}

/// What the rules and players refuse came from the arguments.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Usage(error.to_string())
    }
}

/// An answer that cannot be written.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Unread,
            _ => Self::Job(format!("cannot write the answer: {error}")),
        }
    }
}
