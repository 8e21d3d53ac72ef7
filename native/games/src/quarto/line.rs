use super::lanes::Lines;
use super::{Cell, Quarto};

/// Four pieces in a line that share an attribute.
pub(super) struct WinningLine {
    pub(super) cells: u16,
    pub(super) is_block: bool,
    /// The names of the values they share.
    pub(super) shared: Vec<&'static str>,
}

impl Quarto {
    /// Whether a line has four pieces that share an attribute.
    pub(super) fn is_won_line(&self, line: u16) -> bool {
        self.shared_attributes(line).next().is_some()
    }

    /// The first line whose four pieces share an attribute.
    pub(super) fn winning_line(&self) -> Option<WinningLine> {
        let mut lines = self.lines.sets().iter().enumerate();
        let (index, &cells) = lines.find(|&(_, &cells)| self.is_won_line(cells))?;
        let piece = self.piece_at(Cell::of_set(cells).next()?)?;
        let shared = self.shared_attributes(cells);
        Some(WinningLine {
            cells,
            is_block: Lines::is_block(index),
            shared: shared.map(|attribute| piece.attribute_name(attribute)).collect(),
        })
    }

    /// The attributes in which all pieces of a line have the same value.
    fn shared_attributes(&self, line: u16) -> impl Iterator<Item = usize> {
        let halves = [self.with, self.without];
        (0..4).filter(move |&attribute| halves.iter().any(|half| line & !half.lane(attribute) == 0))
    }
}
