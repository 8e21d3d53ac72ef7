use std::fmt;

/// Why a frame was refused.
///
/// The message is a single line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    frame: usize,
    message: String,
}

/// The longest message, in characters. It may contain names from the drawing.
const LONGEST: usize = 300;

impl Error {
    pub(crate) fn new(frame: usize, message: &str) -> Self {
        let printable = |c: char| if c.is_control() { ' ' } else { c };
        Self { frame, message: message.chars().map(printable).take(LONGEST).collect() }
    }

    /// The number of the frame, counted from 1.
    #[must_use]
    pub fn frame(&self) -> usize {
        self.frame
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frame {}: {}", self.frame, self.message)
    }
}

impl std::error::Error for Error {}
