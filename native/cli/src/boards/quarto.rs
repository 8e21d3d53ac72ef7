use playout_games::Game;
use playout_games::quarto::{Cell, Piece, Quarto};

use super::Board;

/// Pieces per row in the list of available pieces.
const PIECES_PER_ROW: usize = 8;

const RULE: &str = "  +---------+---------+---------+---------+";
const COLUMNS: &str = "       a         b         c         d";
const EMPTY: [&str; 2] = ["       ", "       "];

impl Board for Quarto {
    const HELP: &'static str = "\
Each piece has a digit. Tall pieces are two lines high, short ones one line. Dark
pieces are drawn with #, light ones with :. Square pieces are drawn in [ ], round
ones in ( ). Hollow pieces have a gap in the middle, solid ones don't.
Moves:
  -7      give piece 7 (only as the first move)
  c3-A    place the piece in hand on c3, then give piece A
  c3      place the piece in hand on c3 (only if that ends the game)";

    fn board(&self) -> String {
        let decisive = self.ending().map_or_else(Vec::new, |ending| ending.cells);
        let mut lines = vec![RULE.to_owned()];
        for row in (0..4).rev() {
            let mut drawn = ["  |".to_owned(), format!("{} |", row + 1)];
            for cell in (0..4).filter_map(|column| Cell::new(column, row)) {
                let halves = self.piece_at(cell).map_or(EMPTY.map(str::to_owned), halves);
                let margin = if decisive.contains(&cell.to_string()) { '*' } else { ' ' };
                for (line, half) in drawn.iter_mut().zip(halves) {
                    *line += &format!("{margin}{half}{margin}|");
                }
            }
            lines.extend(drawn);
            lines.push(RULE.to_owned());
        }
        lines.push(COLUMNS.to_owned());

        let remaining: Vec<_> = self.remaining().map(halves).collect();
        if !remaining.is_empty() {
            lines.extend([String::new(), "To give:".to_owned()]);
        }
        for pieces in remaining.chunks(PIECES_PER_ROW) {
            for half in 0..2 {
                let line: Vec<_> = pieces.iter().map(|halves| halves[half].as_str()).collect();
                lines.push(format!("  {}", line.join("  ")).trim_end().to_owned());
            }
        }
        if let Some(piece) = self.hand() {
            lines.push(String::new());
            lines.push(format!("In hand: {piece} ({})", attributes_text(piece)));
        }
        lines.join("\n")
    }
}

/// The two lines of a piece, seven characters each.
fn halves(piece: Piece) -> [String; 2] {
    let is = |attribute: usize| piece.index() >> attribute & 1 == 1;
    let (hollow, square, dark, tall) = (is(0), is(1), is(2), is(3));
    let fill = if dark { '#' } else { ':' };
    let middle = if hollow { ' ' } else { fill };
    let (left, right) = if square { ('[', ']') } else { ('(', ')') };
    let body = format!("{left}{fill}{middle}{fill}{right}");
    let upper = if tall { format!("{body}  ") } else { EMPTY[0].to_owned() };
    [upper, format!("{body} {piece}")]
}

fn attributes_text(piece: Piece) -> String {
    let words: Vec<_> = (0..4).rev().map(|attribute| piece.attribute_name(attribute)).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_looks_different_without_its_digit() {
        let drawings: std::collections::HashSet<_> = Quarto::default()
            .remaining()
            .map(|piece| {
                let [upper, lower] = halves(piece);
                assert_eq!((upper.len(), lower.len()), (7, 7));
                (upper, lower[..5].to_owned())
            })
            .collect();
        assert_eq!(drawings.len(), 16);
    }

    #[test]
    fn descriptions_match_the_rules() {
        let piece = |digit| Piece::from_digit(digit).expect("a digit");
        assert_eq!(attributes_text(piece('0')), "short, light, round, solid");
        assert_eq!(attributes_text(piece('F')), "tall, dark, square, hollow");
        assert_eq!(attributes_text(piece('9')), "tall, light, round, hollow");
    }

    #[test]
    fn a_board_shows_pieces_hand_and_remaining_pieces() {
        let position = Quarto::parse("..../..7./..../.... A").expect("a position");
        let board = position.board();
        let lines: Vec<_> = board.lines().collect();
        assert_eq!(lines[5], "3 |         |         | [# #] 7 |         |");
        assert!(lines.contains(&"In hand: A (tall, light, square, solid)"), "{board}");
        let available: String = lines[lines.len() - 6..].concat();
        assert!(!available.contains(" 7"), "{board}");
        assert!(available.contains(" 8") && available.contains(" F"), "{board}");
    }

    #[test]
    fn the_winning_line_is_marked() {
        let position = Quarto::parse("..../..../..../0123 -").expect("a position");
        let board = position.board();
        assert!(board.contains("1 |*(:::) 0*|*(: :) 1*|*[:::] 2*|*[: :] 3*|"), "{board}");
        assert_eq!(board.matches('*').count(), 16, "{board}");
        assert!(!board.contains("In hand"), "{board}");
    }
}
