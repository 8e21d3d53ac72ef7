//! Victory by continuous fours (VCF): every stone of the attacker makes a four, so that the defender
//! has one reply each time. The search is not complete: it leaves out fours that rarely matter.

use playout_games::gomoku::Colour;

use super::board::Board;
use super::cells::{Cell, iterate};
use super::patterns::{Class, Shape};
use super::status::{Status, reply_to_four, win_at_once};

/// A position in which the attacker is to move, on the path of the search.
#[derive(Clone, Copy, Debug)]
struct Frame {
    key: u64,
    /// The fours to try are `fours[first..]`, up to the next frame's.
    first: usize,
    next: usize,
}

/// A search for wins by VCF, which remembers positions in which it found none.
#[derive(Debug)]
pub(super) struct Vcf {
    frames: Vec<Frame>,
    fours: Vec<Cell>,
    /// The keys of positions in which no such win was found, each in one place.
    hopeless: Vec<u64>,
    /// The line of the last win.
    line: Vec<Cell>,
    /// The positions visited, in all searches.
    nodes: u64,
}

/// The number of keys remembered. It is small enough for the processor's fastest memory.
const REMEMBERED: usize = 1 << 12;

impl Vcf {
    pub(super) fn new() -> Self {
        Self {
            frames: Vec::new(),
            fours: Vec::new(),
            hopeless: vec![0; REMEMBERED],
            line: Vec::new(),
            nodes: 0,
        }
    }

    /// The size of the memory of positions without a win, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.hopeless.capacity() * size_of::<u64>()
    }

    /// The line of the last win that was found, with the opponent's replies, from the position
    /// searched to the completed row.
    pub(super) fn line(&self) -> &[Cell] {
        &self.line
    }

    /// Whether the side to move wins by VCF, as far as `max_nodes` positions show, and
    /// in how many plies by the line found.
    pub(super) fn find(&mut self, board: &mut Board, max_nodes: u64) -> Option<u32> {
        let attacker = board.to_move();
        let (placed, limit) = (board.placed(), self.nodes + max_nodes);
        self.frames.clear();
        self.fours.clear();
        if self.enter(board, attacker) {
            return Some(self.finish(board, placed));
        }
        while let Some(frame) = self.frames.last_mut() {
            if frame.next == self.fours.len() {
                let Frame { key, first, .. } = *frame;
                self.hopeless[place_of(key)] = key;
                self.fours.truncate(first);
                self.frames.pop();
                if !self.frames.is_empty() {
                    board.undo();
                    board.undo();
                }
                continue;
            }
            if self.nodes >= limit {
                break;
            }
            let four = self.fours[frame.next];
            frame.next += 1;
            board.play(four);
            board.play(reply_to_four(board));
            if self.enter(board, attacker) {
                return Some(self.finish(board, placed));
            }
        }
        board.undo_to(placed);
        None
    }

    /// Enters the position on the board. Returns whether the attacker wins at once; if it may win
    /// later, it becomes the last frame, otherwise the last two stones are taken back.
    fn enter(&mut self, board: &mut Board, attacker: Colour) -> bool {
        self.nodes += 1;
        let first = self.fours.len();
        let key = board.key();
        let is_hopeless = self.hopeless[place_of(key)] == key;
        match Status::of(board) {
            Status::Wins(_) => return true,
            Status::Loses(_) => {}
            Status::Forced => {
                let only = reply_to_four(board);
                let shape = board.shape(attacker, only);
                if shape >= Shape::OpenFour {
                    // It stops the only row that the defender could complete.
                    return true;
                }
                if shape >= Shape::Four && !is_hopeless {
                    self.fours.push(only);
                }
            }
            Status::Threatened | Status::Open => {
                if !is_hopeless {
                    let fours = iterate(board.fours(attacker));
                    self.fours.extend(fours.filter(|&four| prepares(board, attacker, four)));
                    self.fours[first..]
                        .sort_by_key(|&it| std::cmp::Reverse(board.shape(attacker, it)));
                }
            }
        }
        // Every frame's moves end where the next frame's begin, so those of the last are the rest.
        if self.fours.len() > first {
            self.frames.push(Frame { key, first, next: first });
        } else if !self.frames.is_empty() {
            board.undo();
            board.undo();
        }
        false
    }

    /// Records the line to the win on the board, and takes its stones back.
    fn finish(&mut self, board: &mut Board, placed: usize) -> u32 {
        win_at_once(board);
        self.line.clear();
        self.line.extend(board.stones_since(placed));
        board.undo_to(placed);
        self.line.len() as u32
    }
}

/// Whether a four leaves at least two stones on another line that can still become a row. Most others
/// only gain time, and a few of those can be played in so many orders that nearly all positions
/// would be theirs. Wins that need another one are overlooked: where it stops the defender, prepares
/// a four on its own line, or has the first stone of a row.
fn prepares(board: &Board, attacker: Colour, four: Cell) -> bool {
    let lines = board.classes(attacker, four);
    lines.into_iter().filter(|&class| class >= Class::Two).count() > 1
}

fn place_of(key: u64) -> usize {
    (key >> (u64::BITS - REMEMBERED.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use playout_games::Game;
    use playout_games::gomoku::Gomoku;

    use super::*;

    /// Whether black wins by VCF, and how many positions were visited.
    fn find(text: &str) -> (Option<u32>, u64) {
        let position = Gomoku::parse(text).expect(text);
        let mut vcf = Vcf::new();
        (vcf.find(&mut Board::new(&position), 1_000), vcf.nodes)
    }

    #[test]
    fn fours_that_only_gain_time_are_not_tried() {
        // Black can make eight fours, in four rows far from each other.
        let text = |below: [&str; 3]| {
            let below = below.join("/");
            format!("oxxx11/15/15/o2o2o2o5/11xxxo/15/15/15/oxxx11/{below}/11xxxo/15/15 x freestyle")
        };
        assert_eq!(find(&text(["15", "15", "2o2o2o2o3"])), (None, 1));
        // With two stones below, one of them makes a three as well.
        assert_eq!(find(&text(["4x5o4", "4x7o2", "2o2o2o2o3"])), (Some(5), 2));
    }
}
