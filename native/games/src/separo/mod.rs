//! SEPARO (Takashi Suwa), after the public description and program by Toru
//! Niina, on boards of 4 to 19 points a side.
//!
//! ```text
//!   5 R   .   .   .   B      R a stone of Red (the first side), B one of Blue
//!       \
//!   4 .   R---R   .   .      The first root of a move goes one step diagonally
//!                            to an empty point, the second goes on from it
//!   3 .   .   .   .   .      along a column or row. Here Red has played
//!                                a5-b4-c4
//!   2 .   .   .   .   .      which makes the position
//!                                5 b a5b4,b4c4 -
//!   1 B   .   .   .   R
//!     a   b   c   d   e
//! ```
//!
//! Two roots of a colour never leave a point in the same direction or at 45 degrees to each other.
//! The game is over once neither side can move. The side whose roots, together with the border of
//! the board, enclose more regions larger than a unit square wins.

mod board;
mod cell;
mod decisive;
mod diagram;
mod growth;
mod mast;
mod moves;
mod playout;
mod point;
mod position;
mod refusal;
mod regions;
mod setup;
mod small;
#[cfg(test)]
mod testing;
mod uniform;
mod walls;

pub use moves::Move;
pub use point::{Direction, MAX_SIZE, MIN_SIZE, Point};
pub use position::Separo;

use crate::hash::mix;
use crate::{
    Detail, Diagram, Editable, Ending, Error, Game, GameOption, Options, Outcome, Reason, Side,
    Values,
};
use growth::Stage;
use moves::MAX_MOVES_FROM_STONE;
use position::DEFAULT_SIZE;

impl Game for Separo {
    type Move = Move;

    const NAME: &'static str = "separo";
    const OPTIONS: &'static [GameOption] = &[
        GameOption::variant(&["standard"], "the only variant"),
        GameOption {
            name: "size",
            values: Values::Number { least: MIN_SIZE, most: MAX_SIZE, default: DEFAULT_SIZE },
            about: "number of columns and rows of points",
        },
    ];

    const MOVE_FORMS: &'static [&'static str] = &["a9-b8-c8", "--"];
    const MOVE_WORDS: &'static [(&'static str, &'static str)] = &[("pass", "--"), ("パス", "--")];

    fn start(options: &Options) -> Result<Self, Error> {
        Ok(Self::of_size(options.choose_from(Self::OPTIONS)?.number("size")))
    }

    fn parse(text: &str) -> Result<Self, Error> {
        Self::parse_checked(text)
    }

    fn variant(&self) -> &'static str {
        Self::VARIANTS[0]
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.stage() != Stage::Over {
            return None;
        }
        Some(self.board.outcome())
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.outcome()?;
        let [first, second] = self.board.scores.map(|regions| Detail::Number(regions.into()));
        let details = vec![("first", first), ("second", second)];
        Some(Ending { outcome, reason: Reason::Regions, cells: Vec::new(), details })
    }

    fn score(&self) -> Option<[u32; 2]> {
        Some(self.board.scores.map(u32::from))
    }

    fn diagram(&self) -> Diagram {
        self.drawn()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        match self.stage() {
            Stage::Roots => self.growth(self.side).for_each(|mv| moves.push(mv)),
            Stage::Pass => moves.push(Move::PASS),
            Stage::Over => {}
        }
    }

    fn max_moves(&self) -> usize {
        usize::from(self.size()).pow(2) * MAX_MOVES_FROM_STONE
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.read_move(mv.points()).is_ok()
    }

    fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self}");
        let side = self.side;
        self.side = side.other();
        if mv != Move::PASS {
            self.board.make(side, mv);
            self.add_stones(side, mv);
        }
    }

    fn key(&self) -> u64 {
        mix(self.board.hash(), u64::from(self.size()) << 1 | self.side as u64)
    }

    fn is_pass(&self, mv: Move) -> bool {
        mv == Move::PASS
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn steps(&self, mv: Move) -> Vec<String> {
        mv.steps()
    }

    /// Details of a `pass`, which is always forced.
    fn move_details(&self, mv: Move) -> Vec<(&'static str, Detail)> {
        if self.is_pass(mv) { vec![("pass", "forced".into())] } else { Vec::new() }
    }

    fn parse_move(&self, text: &str) -> Result<Move, Error> {
        let unreadable = || Error::unreadable_move(text, "SEPARO", Self::MOVE_FORMS);
        let written = moves::parse(text).ok_or_else(unreadable)?;
        self.read_move(written).map_err(|error| error.into_error(text))
    }

    fn refuse_step(&self, picked: &[&str], step: &str) -> Error {
        self.step_refusal(picked, step)
    }
}
