//! A simple, slow reference implementation of Quarto that shares no code with the crate.

type Board = [[Option<u8>; 4]; 4];

/// The names of a line's cells.
type Line = [&'static str; 4];

const STRAIGHT: [Line; 10] = [
    ["a1", "b1", "c1", "d1"],
    ["a2", "b2", "c2", "d2"],
    ["a3", "b3", "c3", "d3"],
    ["a4", "b4", "c4", "d4"],
    ["a1", "a2", "a3", "a4"],
    ["b1", "b2", "b3", "b4"],
    ["c1", "c2", "c3", "c4"],
    ["d1", "d2", "d3", "d4"],
    ["a1", "b2", "c3", "d4"],
    ["a4", "b3", "c2", "d1"],
];

const BLOCKS: [Line; 9] = [
    ["a1", "b1", "a2", "b2"],
    ["b1", "c1", "b2", "c2"],
    ["c1", "d1", "c2", "d2"],
    ["a2", "b2", "a3", "b3"],
    ["b2", "c2", "b3", "c3"],
    ["c2", "d2", "c3", "d3"],
    ["a3", "b3", "a4", "b4"],
    ["b3", "c3", "b4", "c4"],
    ["c3", "d3", "c4", "d4"],
];

#[derive(Clone, Debug)]
pub(crate) struct Reference {
    squares: bool,
    /// By row from the bottom, then by column.
    board: Board,
    hand: Option<u8>,
}

#[derive(Clone, Copy)]
pub(crate) struct ReferenceMove {
    cell: Option<(usize, usize)>,
    given: Option<u8>,
}

impl ReferenceMove {
    pub(crate) fn text(self) -> String {
        let cell = self.cell.map_or(String::new(), |(row, column)| {
            format!("{}{}", ["a", "b", "c", "d"][column], row + 1)
        });
        let given = self.given.map_or(String::new(), |piece| format!("-{piece:X}"));
        cell + &given
    }
}

/// The lines of a variant, straight ones first.
pub(crate) fn lines(squares: bool) -> Vec<Line> {
    let blocks = if squares { &BLOCKS[..] } else { &[] };
    STRAIGHT.iter().chain(blocks).copied().collect()
}

fn at(board: &Board, cell: &str) -> Option<u8> {
    let column = "abcd".find(&cell[..1]).expect("a cell");
    let row = "1234".find(&cell[1..]).expect("a cell");
    board[row][column]
}

/// Whether four pieces all have, or all lack, the same bit.
fn have_common_attribute(board: &Board, line: &Line) -> bool {
    let pieces: Vec<u8> = line.iter().filter_map(|cell| at(board, cell)).collect();
    pieces.len() == 4
        && [1, 2, 4, 8].iter().any(|bit| {
            pieces.iter().all(|piece| piece / bit % 2 == 1)
                || pieces.iter().all(|piece| piece / bit % 2 == 0)
        })
}

fn count(board: &Board) -> usize {
    board.iter().flatten().flatten().count()
}

impl Reference {
    /// Reads a well-formed text.
    pub(crate) fn read(text: &str) -> Self {
        let (squares, text) = match text.strip_prefix("squares ") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let digit = |character: char| character.to_digit(16).map(|digit| digit as u8);
        let (rows, hand) = text.split_once(' ').expect("a board and a hand");
        let mut board = [[None; 4]; 4];
        for (from_top, row) in rows.split('/').enumerate() {
            for (column, character) in row.chars().enumerate() {
                board[3 - from_top][column] = digit(character);
            }
        }
        Self { squares, board, hand: hand.chars().next().and_then(digit) }
    }

    pub(crate) fn text(&self) -> String {
        let character =
            |piece: Option<u8>, none: &str| piece.map_or(none.to_owned(), |p| format!("{p:X}"));
        let row = |row: &[Option<u8>; 4]| row.map(|piece| character(piece, ".")).concat();
        let rows: Vec<String> = self.board.iter().rev().map(row).collect();
        let variant = if self.squares { "squares " } else { "" };
        format!("{variant}{} {}", rows.join("/"), character(self.hand, "-"))
    }

    pub(crate) fn complete_lines(&self) -> Vec<Line> {
        let mut lines = lines(self.squares);
        lines.retain(|line| have_common_attribute(&self.board, line));
        lines
    }

    /// Follows the paragraph "Accepted" of the rules.
    pub(crate) fn is_accepted(&self) -> bool {
        let mut seen: Vec<u8> = self.board.iter().flatten().flatten().copied().collect();
        seen.extend(self.hand);
        let once = (0..16).all(|piece| seen.iter().filter(|&&other| other == piece).count() <= 1);

        let standing = self.complete_lines();
        let hand_is_right = if standing.is_empty() {
            let may_be_empty = [0, 16].contains(&count(&self.board));
            self.hand.is_some() || may_be_empty
        } else {
            let common = |cell: &&str| standing.iter().all(|line| line.contains(cell));
            self.hand.is_none() && standing[0].iter().any(common)
        };
        once && hand_is_right
    }

    pub(crate) fn side(&self) -> &'static str {
        match (count(&self.board), self.hand) {
            (0, None) => "first",
            (placed, _) => ["second", "first"][placed % 2],
        }
    }

    /// `first`, `second`, `draw`, or `None` before the end.
    pub(crate) fn outcome(&self) -> Option<&'static str> {
        let placed = count(&self.board);
        if !self.complete_lines().is_empty() {
            return Some(["first", "second"][placed % 2]);
        }
        (placed == 16).then_some("draw")
    }

    pub(crate) fn moves(&self) -> Vec<ReferenceMove> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let Some(hand) = self.hand else {
            return (0..16).map(|p| ReferenceMove { cell: None, given: Some(p) }).collect();
        };
        let mut moves = Vec::new();
        for row in 0..4 {
            for column in 0..4 {
                if self.board[row][column].is_some() {
                    continue;
                }
                let mut next = Self { hand: None, ..self.clone() };
                next.board[row][column] = Some(hand);
                let cell = Some((row, column));
                if next.outcome().is_some() {
                    moves.push(ReferenceMove { cell, given: None });
                    continue;
                }
                let used: Vec<u8> = next.board.iter().flatten().flatten().copied().collect();
                let left = (0..16).filter(|piece| !used.contains(piece));
                moves.extend(left.map(|piece| ReferenceMove { cell, given: Some(piece) }));
            }
        }
        moves
    }

    pub(crate) fn after(&self, mv: ReferenceMove) -> Self {
        let mut next = self.clone();
        if let Some((row, column)) = mv.cell {
            next.board[row][column] = self.hand;
        }
        next.hand = mv.given;
        next
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.moves().into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum(),
        }
    }
}
