//! A simple reference implementation of Gomoku that answers every question by looking at the whole
//! board.

use std::collections::BTreeSet;

use playout_games::gomoku::Gomoku;
use playout_games::{Game, Options, Playouts, Reason};
use proptest::prelude::*;

use crate::tools::{after, dice, legal_texts};

struct Reference {
    /// Rows from the bottom; `x`, `o` or `.`.
    board: Vec<Vec<char>>,
    exactly_five: bool,
    /// The side that has black; `None` in the swap2 opening until a colour is chosen.
    black: Option<&'static str>,
}

fn other(side: &'static str) -> &'static str {
    if side == "first" { "second" } else { "first" }
}

fn name(column: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

impl Reference {
    fn new(size: usize, exactly_five: bool, swap2: bool) -> Self {
        let black = if swap2 { None } else { Some("first") };
        Self { board: vec![vec!['.'; size]; size], exactly_five, black }
    }

    fn size(&self) -> usize {
        self.board.len()
    }

    fn points(&self) -> Vec<(usize, usize)> {
        (0..self.size()).flat_map(|row| (0..self.size()).map(move |column| (column, row))).collect()
    }

    fn at(&self, column: i32, row: i32) -> Option<char> {
        let row = self.board.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn count(&self, colour: char) -> usize {
        self.board.iter().flatten().filter(|&&stone| stone == colour).count()
    }

    fn stones(&self) -> usize {
        self.count('x') + self.count('o')
    }

    /// The points of a colour's winning rows.
    fn winning(&self, colour: char) -> BTreeSet<(i32, i32)> {
        let mut winning = BTreeSet::new();
        for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for (column, row) in self.points() {
                let (column, row) = (column as i32, row as i32);
                if self.at(column - right, row - up) == Some(colour) {
                    continue;
                }
                let run: Vec<_> = (0..)
                    .map(|step| (column + step * right, row + step * up))
                    .take_while(|&(column, row)| self.at(column, row) == Some(colour))
                    .collect();
                if run.len() == 5 || run.len() > 5 && !self.exactly_five {
                    winning.extend(run);
                }
            }
        }
        winning
    }

    fn next_colour(&self) -> char {
        if self.stones().is_multiple_of(2) { 'x' } else { 'o' }
    }

    fn side(&self) -> &'static str {
        match self.black {
            Some(black) if self.next_colour() == 'x' => black,
            Some(black) => other(black),
            None => ["first", "first", "first", "second", "second", "first"][self.stones()],
        }
    }

    fn winner(&self) -> Option<char> {
        ['x', 'o'].into_iter().find(|&colour| !self.winning(colour).is_empty())
    }

    fn outcome(&self) -> Option<&'static str> {
        match self.winner() {
            Some('x') => self.black,
            Some(_) => self.black.map(other),
            None => (self.count('.') == 0).then_some("draw"),
        }
    }

    fn cells(&self) -> Vec<String> {
        let winning = self.winner().map(|colour| self.winning(colour)).unwrap_or_default();
        let is_winning = |&(column, row): &_| winning.contains(&(column as i32, row as i32));
        let points = self.points().into_iter().filter(is_winning);
        points.map(|(column, row)| name(column, row)).collect()
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.outcome().is_some() {
            return moves;
        }
        let opening = self.black.is_none();
        if !opening || self.stones() < 5 {
            let empty = |&(column, row): &(usize, usize)| self.board[row][column] == '.';
            moves.extend(self.points().into_iter().filter(empty).map(|(x, y)| name(x, y)));
        }
        if opening && [3, 5].contains(&self.stones()) {
            moves.extend(["black".to_owned(), "white".to_owned()]);
        }
        moves.sort();
        moves
    }

    fn play(&mut self, mv: &str) {
        match mv {
            "black" => self.black = Some(self.side()),
            "white" => self.black = Some(other(self.side())),
            _ => {
                let colour = self.next_colour();
                let found = self.points().into_iter().find(|&(x, y)| name(x, y) == mv);
                let (column, row) = found.expect("a point of the board");
                self.board[row][column] = colour;
            }
        }
    }

    fn text(&self) -> String {
        let rows: Vec<_> = self.board.iter().rev().map(|row| row_text(row)).collect();
        let turn = match (self.black, self.side()) {
            (Some(_), _) => self.next_colour(),
            (None, "first") => 'x',
            (None, _) => 'o',
        };
        let rule = if self.exactly_five { "standard" } else { "freestyle" };
        let opening = match self.black {
            Some("first") => "",
            Some(_) => "+swapped",
            None => "+swap2",
        };
        format!("{} {turn} {rule}{opening}", rows.join("/"))
    }

    /// Whether the rules accept the winning rows: they belong to the colour that moved last, and
    /// removing one of its stones leaves none.
    fn rows_are_accepted(&mut self) -> bool {
        let next = self.next_colour();
        let last = if next == 'x' { 'o' } else { 'x' };
        if !self.winning(next).is_empty() {
            return false;
        }
        if self.winning(last).is_empty() {
            return true;
        }
        self.points().into_iter().any(|(column, row)| {
            if self.board[row][column] != last {
                return false;
            }
            self.board[row][column] = '.';
            let none = self.winning(last).is_empty();
            self.board[row][column] = last;
            none
        })
    }
}

/// A row of a position's text.
fn row_text(row: &[char]) -> String {
    let mut text = String::new();
    let mut rest = row;
    while let Some(&first) = rest.first() {
        let length = rest.iter().take_while(|&&stone| stone == first).count();
        match first {
            '.' => text += &length.to_string(),
            stone => text.extend(std::iter::repeat_n(stone, length)),
        }
        rest = &rest[length..];
    }
    text
}

fn agrees(fast: &Gomoku, slow: &Reference) {
    let text = slow.text();
    assert_eq!(fast.to_string(), text);
    assert_eq!(fast.side_to_move().name(), slow.side(), "{text}");
    assert_eq!(fast.outcome().map(|outcome| outcome.name()), slow.outcome(), "{text}");
    assert_eq!(legal_texts(fast), slow.moves(), "{text}");
    if let Some(ending) = fast.ending() {
        assert_eq!(ending.cells, slow.cells(), "{text}");
        let reason = if slow.winner().is_some() { Reason::Five } else { Reason::FullBoard };
        assert_eq!(ending.reason, reason, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Whole games of all sizes, variants and openings, ply by ply.
    #[test]
    fn games(
        size in 5_usize..=20, exactly_five: bool, swap2: bool, carefully: bool, seed in any::<u64>(),
    ) {
        let mut slow = Reference::new(size, exactly_five, swap2);
        let mut fast = Gomoku::start(&Options::new([
            ("variant", if exactly_five { "standard" } else { "freestyle" }),
            ("size", &size.to_string()),
            ("opening", if swap2 { "swap2" } else { "none" }),
        ])).expect("a start");
        let mut pick = dice(seed);
        agrees(&fast, &slow);
        while fast.outcome().is_none() {
            let moves = slow.moves();
            let colours: Vec<_> = moves.iter().filter(|mv| mv.len() == "black".len()).collect();
            // Only two of hundreds of moves choose a colour.
            let mv = if !colours.is_empty() && pick(2) == 0 {
                colours[pick(2) as usize].clone()
            } else if carefully {
                fast.move_text(fast.sample_decisive(&mut pick))
            } else {
                moves[pick(moves.len() as u32) as usize].clone()
            };
            fast = after(&fast, fast.parse_move(&mv).expect("a legal move"));
            slow.play(&mv);
            agrees(&fast, &slow);
        }
    }

    /// Arbitrary boards, even if no game leads to them: those that the reference accepts must be
    /// accepted, and no others.
    #[test]
    fn arbitrary_boards(size in 5_usize..=9, exactly_five: bool, seed in any::<u64>()) {
        let mut pick = dice(seed);
        for _ in 0..50 {
            let mut slow = Reference::new(size, exactly_five, false);
            let mut empty = slow.points();
            let stones = pick((size * size) as u32 + 1);
            for _ in 0..stones {
                // Mostly points near the start of the list, so that there are long rows.
                let (one, another) = (pick(empty.len() as u32), pick(empty.len() as u32));
                let index = one.min(another) as usize;
                let (column, row) = empty.remove(index);
                slow.board[row][column] = slow.next_colour();
            }
            let text = slow.text();
            match Gomoku::parse(&text) {
                Ok(fast) => {
                    prop_assert!(slow.rows_are_accepted(), "{} is accepted", text);
                    agrees(&fast, &slow);
                }
                Err(error) => prop_assert!(!slow.rows_are_accepted(), "{}: {}", text, error),
            }
        }
    }
}
