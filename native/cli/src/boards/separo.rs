use playout_games::Side;
use playout_games::separo::{Direction, Point, Separo};

use super::Board;

/// Characters from one column to the next.
const WIDTH: usize = 4;
/// Lines of text from one row to the next.
const HEIGHT: usize = 2;
/// Characters to the left of column a.
const MARGIN: usize = 3;

impl Board for Separo {
    const HELP: &'static str = "\
R is a stone of Red, the first side, and B a stone of Blue. Roots are the lines
between stones of the same colour. X marks a crossing of two diagonal roots.
Moves:
  a9-b8-c8    grow a root from the stone on a9 to b8, and another from b8 to c8
  --          pass (only if no root can grow)";

    fn board(&self) -> String {
        let size = usize::from(self.size());
        let mut drawn = vec![vec![' '; MARGIN + (size - 1) * WIDTH + 1]; (size - 1) * HEIGHT + 1];
        for row in 0..size {
            let y = (size - 1 - row) * HEIGHT;
            let name = format!("{:>2}", row + 1);
            drawn[y].splice(..name.len(), name.chars());
            for column in 0..size {
                if let Some(point) = Point::new(column as u8, row as u8) {
                    draw_point(self, point, MARGIN + column * WIDTH, y, &mut drawn);
                }
            }
        }
        let mut lines: Vec<_> = drawn
            .into_iter()
            .map(|line| line.into_iter().collect::<String>().trim_end().to_owned())
            .collect();
        let letters: Vec<_> = ('a'..).take(size).map(String::from).collect();
        lines.push(" ".repeat(MARGIN) + &letters.join(&" ".repeat(WIDTH - 1)));
        let [red, blue] = Side::BOTH.map(|side| self.score_of(side));
        lines.extend([String::new(), format!("Red has {red}, Blue has {blue}.")]);
        lines.join("\n")
    }
}

/// Draws a point with its roots to the right and upwards. The points below are already drawn.
fn draw_point(position: &Separo, point: Point, x: usize, y: usize, drawn: &mut [Vec<char>]) {
    drawn[y][x] = match position.stone_at(point) {
        None => '.',
        Some(Side::First) => 'R',
        Some(Side::Second) => 'B',
    };
    if position.has_root(point, Direction::RIGHT) {
        drawn[y][x + 1..x + WIDTH].fill('-');
    }
    if position.has_root(point, Direction::UP) {
        drawn[y - 1][x] = '|';
    }
    if position.has_root(point, Direction::UP_RIGHT) {
        drawn[y - 1][x + WIDTH / 2] = '/';
    }
    if position.has_root(point, Direction::DOWN_RIGHT) {
        let middle = &mut drawn[y + 1][x + WIDTH / 2];
        *middle = if *middle == '/' { 'X' } else { '\\' };
    }
}

#[cfg(test)]
mod tests {
    use playout_games::Game;

    use super::*;

    #[test]
    fn a_board_shows_stones_roots_and_the_score() {
        let text = "4 b a4b3,b3c3,c3d2,d1d2 a1b2,b2c2";
        let lines = [
            " 4 R   .   .   B",
            "     \\",
            " 3 .   R---R   .",
            "             \\",
            " 2 .   B---B   R",
            "     /         |",
            " 1 B   .   .   R",
            "   a   b   c   d",
            "",
            "Red has 2, Blue has 1.",
        ];
        let board = Separo::parse(text).expect("a position").board();
        assert_eq!(board, lines.join("\n"));
    }

    #[test]
    fn crossing_roots_are_drawn_as_a_cross() {
        let text = "5 r a5b4,b3b4,b3c2,c2d2 a1a2,a2b2,b2c3,c3d4";
        let board = Separo::parse(text).expect("a position").board();
        assert!(
            board.contains("\n 3 .   R   B   .   .\n         X\n 2 B---B   R---R   ."),
            "{board}"
        );
    }

    #[test]
    fn columns_of_large_boards_line_up_with_their_letters() {
        let board = Separo::parse("19 r - -").expect("a position").board();
        let lines: Vec<_> = board.lines().collect();
        assert!(lines[0].starts_with("19 R   .") && lines[37].ends_with("r   s"), "{board}");
        assert_eq!(lines[0].len(), lines[37].len());
    }
}
