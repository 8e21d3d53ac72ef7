//! Quarto (Blaise Müller), with the variant `squares`.
//!
//! ```text
//!   4 | . . . .        . an empty cell, 7 and A pieces as hex digits:
//!   3 | . . 7 .        8 tall, 4 dark, 2 square, 1 hollow
//!   2 | . . . .
//!   1 | . . . .        in hand: A
//!       a b c d
//! ```
//!
//! The first player begins by giving a piece. In every later turn, a player places the piece
//! received and gives another. Four pieces in a line that share an attribute win for the side that
//! placed the last of them.

mod diagram;
mod lanes;
mod line;
mod moves;
mod piece;
mod playout;
mod position;
mod refusal;
mod setup;
mod threats;

pub use lanes::{LINES, STRAIGHT_LINES};
pub use moves::Move;
pub use piece::{Cell, Piece};
pub use position::Quarto;

use crate::hash::mix;
use crate::{
    Detail, Diagram, Editable, Ending, Error, Game, GameOption, Options, Outcome, Reason, Side,
};
use lanes::Lines;
use position::Stage;

impl Game for Quarto {
    type Move = Move;

    const NAME: &'static str = "quarto";
    const OPTIONS: &'static [GameOption] =
        &[GameOption::variant(&["standard", "squares"], "squares: 2x2 blocks count as lines too")];
    const MOVE_FORMS: &'static [&'static str] = &["-7", "c3-A", "c3"];

    fn start(options: &Options) -> Result<Self, Error> {
        let chosen = options.choose_from(Self::OPTIONS)?;
        Ok(Self::empty(Lines::of_variant(chosen.choice("variant"))))
    }

    fn parse(text: &str) -> Result<Self, Error> {
        Self::parse_checked(text)
    }

    fn variant(&self) -> &'static str {
        Self::VARIANTS[self.lines as usize]
    }

    fn side_to_move(&self) -> Side {
        match self.stage {
            Stage::Opening => Side::First,
            _ => self.last_placer().other(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            Stage::Opening | Stage::Playing => None,
            Stage::Won => Some(Outcome::Win(self.last_placer())),
            Stage::Drawn => Some(Outcome::Draw),
        }
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.outcome()?;
        if outcome == Outcome::Draw {
            return Some(Ending {
                outcome,
                reason: Reason::FullBoard,
                cells: Vec::new(),
                details: Vec::new(),
            });
        }
        let won = self.winning_line().expect("a won position has a line");
        Some(Ending {
            outcome,
            reason: if won.is_block { Reason::Block } else { Reason::Line },
            cells: Cell::of_set(won.cells).map(|cell| cell.to_string()).collect(),
            details: vec![("shared", Detail::from(won.shared.as_slice()))],
        })
    }

    fn diagram(&self) -> Diagram {
        self.drawn()
    }

    /// A cell for the piece in hand, and a piece to give.
    fn max_moves(&self) -> usize {
        ((!self.occupied()).count_ones().max(1) * self.remaining.count_ones().max(1)) as usize
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        match self.stage {
            Stage::Won | Stage::Drawn => {}
            Stage::Opening => moves.extend(self.remaining().map(Move::opening)),
            Stage::Playing => {
                let Some(piece) = self.hand else { return };
                let winning = self.winning_cells(piece);
                for cell in Cell::of_set(!self.occupied()) {
                    if winning & cell.bit() != 0 || self.is_last_piece() {
                        moves.push(Move::last(cell));
                    } else {
                        Self::moves_at(cell, self.remaining, moves);
                    }
                }
            }
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        let remains = |piece: Piece| self.remaining & piece.bit() != 0;
        match (self.stage, mv.cell(), mv.piece()) {
            (Stage::Opening, None, Some(piece)) => remains(piece),
            (Stage::Playing, Some(cell), given) if self.occupied() & cell.bit() == 0 => {
                let ends = self.ends_at(cell);
                given.map_or(ends, |piece| !ends && remains(piece))
            }
            _ => false,
        }
    }

    fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self}");
        if let (Some(cell), Some(piece)) = (mv.cell(), self.hand) {
            if mv.piece().is_none() {
                let won = self.wins_at(piece, cell);
                self.stage = if won { Stage::Won } else { Stage::Drawn };
            }
            self.place(piece, cell);
        }
        if self.is_over() {
            self.hand = None;
            return;
        }
        self.stage = Stage::Playing;
        self.hand = mv.piece();
        self.remaining &= !mv.piece().map_or(0, Piece::bit);
    }

    fn key(&self) -> u64 {
        let rest = u64::from(self.remaining)
            | self.hand.map_or(16, |piece| u64::from(piece.index())) << 16
            | (self.stage as u64) << 24
            | (self.lines as u64) << 28;
        [self.with.bits(), self.without.bits(), rest].into_iter().fold(0, mix)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn steps(&self, mv: Move) -> Vec<String> {
        let cell = mv.cell().map(|cell| cell.to_string());
        cell.into_iter().chain(mv.piece().map(|piece| piece.to_string())).collect()
    }

    fn parse_move(&self, text: &str) -> Result<Move, Error> {
        let unreadable = || Error::unreadable_move(text, "Quarto", Self::MOVE_FORMS);
        let mv = Move::parse(text).ok_or_else(unreadable)?;
        if self.is_legal(mv) { Ok(mv) } else { Err(self.refusal(mv)) }
    }

    fn refuse_step(&self, _picked: &[&str], step: &str) -> Error {
        self.step_refusal(step)
    }
}
