//! Animal Shogi (Dobutsu shogi, Madoka Kitao and Maiko Fujita), with the
//! variant `quick-try`.
//!
//! ```text
//!       3 2 1
//!     | r k b | a     k lion, r giraffe, b elephant, p chick, +p hen
//!     | . p . | b     upper case: the first side's (sente's), who plays
//!     | . P . | c     upward; lower case: the second side's
//!     | B K R | d
//! ```
//!
//! A side wins by capturing the lion (catch), or when its own lion is on the far rank and not
//! attacked (try).

mod board;
mod details;
mod diagram;
mod end;
mod moves;
mod one_ply;
mod piece;
mod playout;
mod position;
mod refusal;
mod setup;
mod steps;

pub use moves::Move;
pub use piece::{Animal, Piece, Square};
pub use position::AnimalShogi;

use crate::hash::mix;
use crate::{
    Detail, Diagram, Editable, Ending, Error, Game, GameOption, Options, Outcome, Reason, Side,
};
use end::End;
use position::QUICK_TRY;
use steps::Choice;

impl Game for AnimalShogi {
    type Move = Move;

    const NAME: &'static str = "animal_shogi";
    const OPTIONS: &'static [GameOption] = &[GameOption::variant(
        &["standard", QUICK_TRY],
        "quick-try: a lion wins on its far rank even under attack",
    )];
    const MOVE_FORMS: &'static [&'static str] = &["2c2b", "1b1a+", "P*2b"];
    const MOVE_WORDS: &'static [(&'static str, &'static str)] = &[
        ("giraffe", "r"),
        ("elephant", "b"),
        ("chick", "p"),
        ("きりん", "r"),
        ("キリン", "r"),
        ("ぞう", "b"),
        ("ゾウ", "b"),
        ("ひよこ", "p"),
        ("ヒヨコ", "p"),
        ("成", "+"),
    ];
    const REPETITIONS_TO_DRAW: u32 = 3;

    fn start(options: &Options) -> Result<Self, Error> {
        let chosen = options.choose_from(Self::OPTIONS)?;
        Ok(setup::start(chosen.choice("variant") == QUICK_TRY))
    }

    fn parse(text: &str) -> Result<Self, Error> {
        Self::parse_checked(text)
    }

    fn variant(&self) -> &'static str {
        Self::VARIANTS[usize::from(self.quick_try)]
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(self.end?.outcome(self.side))
    }

    fn ending(&self) -> Option<Ending> {
        let (outcome, end) = (self.outcome()?, self.end?);
        let (reason, sides): (_, &[Side]) = match &end {
            End::Catch(_) => (Reason::Catch, &[]),
            End::Try(winner) => (Reason::Try, std::slice::from_ref(winner)),
            End::BothSafe => (Reason::BothSafe, &Side::BOTH),
            End::NoMoves => (Reason::NoMoves, &[]),
        };
        let lions = sides.iter().filter_map(|&side| self.lion(side));
        let cells = lions.map(|square| square.to_string()).collect();
        Some(Ending { outcome, reason, cells, details: Vec::new() })
    }

    fn diagram(&self) -> Diagram {
        self.drawn()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.end.is_none() {
            moves.extend(self.choices().all().map(|choice| self.move_of(choice)));
        }
    }

    /// The eight pieces, were all of them to move like lions, or dropped anywhere.
    fn max_moves(&self) -> usize {
        8 * 12
    }

    fn is_legal(&self, mv: Move) -> bool {
        if self.end.is_some() {
            return false;
        }
        match mv {
            Move::Drop { animal, to } => {
                self.piece_at(to).is_none() && self.in_hand(self.side, animal) > 0
            }
            Move::Step { from, to, promotes } => self.piece_at(from).is_some_and(|piece| {
                piece.side == self.side
                    && piece.attacks(from) & !self.board.squares(self.side) & to.bit() != 0
                    && promotes == self.board.promotes(self.side, from, to)
            }),
        }
    }

    fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self}");
        self.make(match mv {
            Move::Step { from, to, .. } => Choice::Step(from, to),
            Move::Drop { animal, to } => Choice::Drop(animal as usize, to),
        });
    }

    fn key(&self) -> u64 {
        let [first, second] = Side::BOTH.map(|side| u64::from(self.board.hand(side)));
        let rest = u64::from(self.quick_try) | (self.side as u64) << 1 | first << 2 | second << 8;
        mix(mix(0, self.board.codes()), rest)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn steps(&self, mv: Move) -> Vec<String> {
        match mv {
            Move::Step { from, to, .. } => vec![from.to_string(), to.to_string()],
            Move::Drop { animal, to } => vec![animal.letter().to_string(), to.to_string()],
        }
    }

    fn move_details(&self, mv: Move) -> Vec<(&'static str, Detail)> {
        self.details_of(mv)
    }

    fn alerts(&self) -> Vec<(&'static str, Vec<String>)> {
        self.lion_alerts()
    }

    fn parse_move(&self, text: &str) -> Result<Move, Error> {
        let unreadable = || Error::unreadable_move(text, "Animal Shogi", Self::MOVE_FORMS);
        let mv = Move::parse(text).ok_or_else(unreadable)?;
        if self.is_legal(mv) { Ok(mv) } else { Err(self.refusal(mv)) }
    }

    fn refuse_step(&self, picked: &[&str], step: &str) -> Error {
        self.step_refusal(picked, step)
    }
}
