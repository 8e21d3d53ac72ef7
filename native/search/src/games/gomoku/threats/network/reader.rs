//! How weights are read.

use super::super::patterns::Class;
use super::rows::Rows;

/// Reads weights: a byte for each of the patterns', then two bytes, the lower first, for each of the
/// others.
pub(super) struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self(bytes)
    }

    /// The embeddings of all rows for one colour and for the other. That of the first, of lines without
    /// stones, is 0.
    pub(super) fn lines<const CHANNELS: usize>(&mut self) -> Option<Vec<[[i16; CHANNELS]; 2]>> {
        let rows = Rows::get();
        let (patterns, others) = self.0.split_at_checked(rows.patterns * CHANNELS)?;
        self.0 = others;
        let classes = Class::COUNT * Class::COUNT * CHANNELS;
        let classes: Vec<i16> = (0..classes).map(|_| self.next()).collect::<Option<_>>()?;
        let line = |row: usize| {
            let parts = rows.parts[row];
            let [pattern, pair] =
                [parts.pattern, parts.classes].map(|it| usize::from(it) * CHANNELS);
            std::array::from_fn(|at| i16::from(patterns[pattern + at] as i8) + classes[pair + at])
        };
        let both = |row| match row {
            0 => [[0; CHANNELS]; 2],
            _ => [row, usize::from(rows.parts[row].exchanged)].map(line),
        };
        Some((0..rows.parts.len()).map(both).collect())
    }

    /// The next weight.
    pub(super) fn next(&mut self) -> Option<i16> {
        let (weight, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(i16::from_le_bytes(*weight))
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }
}
