/// The most characters of a line, as in PGN, unless a single word is longer.
const WIDTH: usize = 80;

/// Text that is broken into lines between words.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    /// Adds a word after a space, or on a new line if it does not fit.
    pub(crate) fn word(&mut self, word: &str) {
        self.push(word, " ");
    }

    /// Adds a word right after the last one, or on a new line if it does not fit.
    pub(crate) fn close(&mut self, word: &str) {
        self.push(word, "");
    }

    fn push(&mut self, word: &str, gap: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            if self.column + gap.len() + length > WIDTH {
                self.text.push('\n');
                self.column = 0;
            } else {
                self.text.push_str(gap);
                self.column += gap.len();
            }
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// All lines, each with its end.
    pub(crate) fn finish(mut self) -> String {
        if self.column > 0 {
            self.text.push('\n');
        }
        self.text
    }
}
