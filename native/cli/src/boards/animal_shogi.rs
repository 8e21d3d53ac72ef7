use playout_games::animal_shogi::{Animal, AnimalShogi, Square};
use playout_games::{Game, Side};

use super::Board;

const RULE: &str = "  +----+----+----+";

impl Board for AnimalShogi {
    const HELP: &'static str = "\
K is a lion, R a giraffe, B an elephant, P a chick, +P a hen. Upper-case pieces belong
to the first side and move up the board; lower-case pieces belong to the second side.
Moves:
  2c2b     move the piece on 2c to 2b
  1b1a+    move the chick on 1b to 1a, where it becomes a hen
  P*2b     drop a chick from your hand on 2b";

    fn board(&self) -> String {
        let decisive = self.ending().map_or_else(Vec::new, |ending| ending.cells);
        let mut lines = vec![in_hand(self, Side::Second), String::new()];
        lines.push("    3    2    1".to_owned());
        lines.push(RULE.to_owned());
        for (row, name) in (0..4).zip(["a", "b", "c", "d"]) {
            let mut line = "  |".to_owned();
            for square in (0..3).filter_map(|column| Square::new(column, row)) {
                let piece = self.piece_at(square).map_or_else(String::new, |p| p.to_string());
                let mark = if decisive.contains(&square.to_string()) { '*' } else { ' ' };
                line += &format!("{mark}{piece:>2}{mark}|");
            }
            lines.push(format!("{line} {name}"));
            lines.push(RULE.to_owned());
        }
        lines.extend([String::new(), in_hand(self, Side::First)]);
        lines.join("\n")
    }
}

fn in_hand(position: &AnimalShogi, side: Side) -> String {
    let pieces: Vec<_> = Animal::IN_HAND
        .into_iter()
        .flat_map(|animal| {
            let count = usize::from(position.in_hand(side, animal));
            std::iter::repeat_n(animal.letter().to_string(), count)
        })
        .collect();
    let held = if pieces.is_empty() { "nothing".to_owned() } else { pieces.join(" ") };
    format!("The {side} side holds {held}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_shows_pieces_and_hands() {
        let position = AnimalShogi::parse("rkb/1P1/3/BKR w P");
        let board = position.expect("a position").board();
        assert!(board.contains("  |  r |  k |  b | a\n"), "{board}");
        assert!(board.contains("  |    |  P |    | b\n"), "{board}");
        assert!(board.starts_with("The second side holds nothing.\n"), "{board}");
        assert!(board.ends_with("The first side holds P."), "{board}");
    }

    #[test]
    fn hens_differ_from_chicks_and_a_winning_lion_is_marked() {
        let position = AnimalShogi::parse("K2/3/2k/1+P1 w 2R2BP").expect("a position");
        let board = position.board();
        assert!(board.contains("|* K*|"), "{board}");
        assert!(board.contains("| +P |"), "{board}");
        assert!(board.ends_with("The first side holds R R B B P."), "{board}");
    }
}
