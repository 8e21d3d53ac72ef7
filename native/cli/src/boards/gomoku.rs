use playout_games::gomoku::{Colour, Gomoku, Move, Point};
use playout_games::{Game, Record};
use playout_search::{Random, gomoku_openings};

use super::Board;

impl Board for Gomoku {
    const HELP: &'static str = "\
x is a black stone, o a white one. Five in a row wins, in any direction.
Moves:
  h8       place a stone on h8
  black    choose black (or white) in the swap2 opening";

    fn board(&self) -> String {
        let decisive = self.ending().map_or_else(Vec::new, |ending| ending.cells);
        let mut lines = Vec::new();
        for row in (0..self.size()).rev() {
            let mut line = format!("{:>2} ", row + 1);
            for point in (0..self.size()).filter_map(|column| Point::new(column, row)) {
                let stone = self.stone_at(point).map_or('.', Colour::letter);
                let mark = if decisive.contains(&point.to_string()) { '*' } else { ' ' };
                line.extend([mark, stone]);
            }
            lines.push(line);
        }
        let columns = ('a'..).take(self.size().into()).flat_map(|column| [' ', column]);
        lines.push(format!("   {}", columns.collect::<String>()));
        lines.push(String::new());
        lines.push(match self.side_of(Colour::Black) {
            Some(side) => {
                format!("The {side} side is black (x), the {} side white (o).", side.other())
            }
            None => opening(self),
        });
        lines.join("\n")
    }

    fn balanced_openings(
        start: &Record<Self>,
        count: usize,
        random: &mut Random,
    ) -> Option<Vec<Vec<Move>>> {
        gomoku_openings(start, count, random)
    }
}

/// What the side to move can do in the swap2 opening.
fn opening(position: &Gomoku) -> String {
    let colour = position.colour_to_move();
    let (mut may_place, mut may_choose) = (false, false);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    for mv in moves {
        may_place |= mv.point().is_some();
        may_choose |= mv.colour().is_some();
    }
    let side = position.side_to_move();
    match (may_place, may_choose) {
        (true, true) => format!("The {side} side chooses a colour or places a {colour} stone."),
        (true, false) => format!("The {side} side places a {colour} stone."),
        (false, _) => format!("The {side} side chooses a colour."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> String {
        Gomoku::parse(text).expect("a position").board()
    }

    #[test]
    fn a_board_shows_stones_and_colours() {
        let lines = [
            " 5  . . . . .",
            " 4  . x . . .",
            " 3  . . x o .",
            " 2  . . o . .",
            " 1  . . . . .",
            "    a b c d e",
            "",
            "The first side is black (x), the second side white (o).",
        ];
        assert_eq!(board("5/1x3/2xo1/2o2/5 x freestyle"), lines.join("\n"));
    }

    #[test]
    fn columns_of_large_boards_line_up_with_their_letters() {
        let empty = format!("{}20 x freestyle", "20/".repeat(19));
        let drawn = board(&empty);
        let lines: Vec<_> = drawn.lines().collect();
        assert!(lines[0].starts_with("20  . .") && lines[20].ends_with(" s t"), "{drawn}");
        assert_eq!(lines[0].len(), lines[20].len());
    }

    #[test]
    fn the_winning_row_is_marked() {
        let drawn = board("5/5/5/oooo1/xxxxx o freestyle");
        assert!(drawn.contains(" 1 *x*x*x*x*x\n"), "{drawn}");
        assert_eq!(drawn.matches('*').count(), 5, "{drawn}");
    }

    #[test]
    fn the_opening_names_the_side_and_its_choices() {
        for (text, says) in [
            ("5/5/5/5/5 x freestyle+swap2", "The first side places a black stone."),
            ("5/5/5/5/x4 x freestyle+swap2", "The first side places a white stone."),
            (
                "5/5/5/5/xox2 o freestyle+swap2",
                "The second side chooses a colour or places a white stone.",
            ),
            ("5/5/5/5/xoxo1 o freestyle+swap2", "The second side places a black stone."),
            ("5/5/5/5/xoxox x freestyle+swap2", "The first side chooses a colour."),
            (
                "5/5/5/5/xox2 o freestyle+swapped",
                "The second side is black (x), the first side white (o).",
            ),
        ] {
            let drawn = board(text);
            assert!(drawn.ends_with(&format!("\n\n{says}")), "{text}:\n{drawn}");
        }
    }
}
