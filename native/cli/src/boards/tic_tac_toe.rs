use playout_games::tic_tac_toe::{Cell, TicTacToe};
use playout_games::{Game, Side};

use super::Board;

impl Board for TicTacToe {
    const HELP: &'static str = "\
x belongs to the first side, o to the second. Three in a row wins, in any direction.
Moves:
  b2    mark the centre cell";

    fn board(&self) -> String {
        let decisive = self.ending().map_or_else(Vec::new, |ending| ending.cells);
        let mut lines = Vec::new();
        for row in (0..3).rev() {
            let mut line = format!("{} ", row + 1);
            for cell in (0..3).filter_map(|column| Cell::new(column, row)) {
                let mark = if decisive.contains(&cell.to_string()) { '*' } else { ' ' };
                let sign = match self.side_at(cell) {
                    Some(Side::First) => 'x',
                    Some(Side::Second) => 'o',
                    None => '.',
                };
                line.extend([mark, sign]);
            }
            lines.push(line);
        }
        lines.push("   a b c".to_owned());
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_shows_cells_and_marks_the_winning_line() {
        let board = |text: &str| TicTacToe::parse(text).expect("a position").board();
        assert_eq!(board("x../.o./... x"), "3  x . .\n2  . o .\n1  . . .\n   a b c");
        assert_eq!(board("xxx/oo./... o"), "3 *x*x*x\n2  o o .\n1  . . .\n   a b c");
    }
}
