//! A search for wins by VCT that has a table of its own, for a few positions at a time.

use playout_games::gomoku::Colour;

use super::board::Board;
use super::cells::Cell;
use super::vcf::Vcf;
use super::vct::{Shared, Vct};
use crate::minimax::transpositions::Transpositions;

/// The search.
#[derive(Debug)]
pub(super) struct ThreatSearch {
    vct: Vct,
    table: Transpositions,
    max_bytes: usize,
    is_searching: bool,
}

/// What it has found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A win, with its line, and the plies within which it ends the game: the line need not be the
    /// longest defence.
    Win { line: Vec<Cell>, plies: u32 },
    /// There is no such win, or it was not found.
    Nothing,
    /// Nothing so far.
    Unfinished,
}

impl ThreatSearch {
    /// A search whose table never takes more than `max_bytes`.
    pub(super) fn new(max_bytes: usize) -> Self {
        Self {
            vct: Vct::new(),
            table: Transpositions::new(max_bytes),
            max_bytes,
            is_searching: false,
        }
    }

    /// The most bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.max_bytes + Vct::BYTES
    }

    /// Notes that another position is searched from now on: what was found before is replaced first.
    pub(super) fn begin_turn(&mut self) {
        self.table.next_generation();
    }

    /// Starts a search for a win of a colour, if there may be one.
    pub(super) fn begin(&mut self, board: &mut Board, vcf: &mut Vcf, attacker: Colour) -> bool {
        self.vct.begin_for(attacker, &mut Shared { board, vcf, table: &mut self.table });
        self.is_searching = !self.vct.is_disproven();
        self.is_searching
    }

    /// Gives the search up before the board goes to another position.
    pub(super) fn end(&mut self) {
        self.is_searching = false;
    }

    /// Gives the search up and takes its stones back.
    pub(super) fn stop(&mut self, board: &mut Board) {
        self.is_searching = false;
        self.vct.stop(board);
    }

    /// Visits so many positions more.
    pub(super) fn visit(&mut self, board: &mut Board, vcf: &mut Vcf, positions: u32) -> Found {
        if !self.is_searching {
            return Found::Nothing;
        }
        let mut with = Shared { board, vcf, table: &mut self.table };
        if (0..positions).all(|_| self.vct.step(&mut with)) {
            return Found::Unfinished;
        }
        self.is_searching = false;
        if self.vct.plies().is_none() {
            return Found::Nothing;
        }
        let (line, plies) = self.vct.line_with_plies(&mut with);
        if line.is_empty() { Found::Nothing } else { Found::Win { line, plies } }
    }
}

#[cfg(test)]
mod tests {
    use playout_games::Game;
    use playout_games::gomoku::{Colour, Gomoku};

    use super::*;

    /// White, to move, wins by an open three that makes others.
    const WIN: &str =
        "15/15/15/15/5xoxxx5/10o4/4o2o1x5/4xxo1o6/8x6/5o3o5/9x5/15/15/15/15 o freestyle";
    const BYTES: usize = 1 << 16;

    fn board() -> Board {
        Board::new(&Gomoku::parse(WIN).expect("a position"))
    }

    #[test]
    fn a_win_is_found_in_any_slices_and_the_board_stays_as_it_was() {
        let lines = [1, 7, 10_000].map(|slice| {
            let (mut board, mut vcf) = (board(), Vcf::new());
            let key = board.key();
            let mut search = ThreatSearch::new(BYTES);
            assert!(search.begin(&mut board, &mut vcf, Colour::White));
            let found = loop {
                match search.visit(&mut board, &mut vcf, slice) {
                    Found::Unfinished => {}
                    found => break found,
                }
            };
            assert_eq!(board.key(), key);
            found
        });
        assert!(matches!(&lines[0], Found::Win { line, .. } if line.len() > 5), "{lines:?}");
        assert!(lines.iter().all(|line| *line == lines[0]), "{lines:?}");
    }

    #[test]
    fn the_defender_may_be_to_move() {
        let (mut board, mut vcf) = (board(), Vcf::new());
        let mut search = ThreatSearch::new(BYTES);
        search.begin(&mut board, &mut vcf, Colour::White);
        let Found::Win { line, .. } = search.visit(&mut board, &mut vcf, 10_000) else {
            panic!("it is a win")
        };
        board.play(line[0]);
        assert!(search.begin(&mut board, &mut vcf, Colour::White));
        let found = search.visit(&mut board, &mut vcf, 10_000);
        assert!(matches!(found, Found::Win { line: rest, .. } if rest.len() + 1 >= line.len()));
    }

    #[test]
    fn a_search_that_is_given_up_takes_its_stones_back() {
        let (mut board, mut vcf) = (board(), Vcf::new());
        let key = board.key();
        let mut search = ThreatSearch::new(BYTES);
        search.begin(&mut board, &mut vcf, Colour::White);
        assert_eq!(search.visit(&mut board, &mut vcf, 1), Found::Unfinished);
        assert_ne!(board.key(), key);
        search.stop(&mut board);
        assert_eq!(board.key(), key);
        assert_eq!(search.visit(&mut board, &mut vcf, 10_000), Found::Nothing);
    }
}
