//! Gomoku, five in a row, on boards of 5 to 20 points a side, with the variant
//! `standard` and the opening `swap2`.
//!
//! ```text
//!   5 | . . . . .        x a black stone, o a white one, . an empty point;
//!   4 | . x . . .        black begins
//!   3 | . . x o .
//!   2 | . . o . .        here, as text:    5/1x3/2xo1/2o2/5 x freestyle
//!   1 | . . . . .
//!       a b c d e
//! ```
//!
//! Five or more in a row win; in the variant `standard`, only exactly five. In the opening `swap2`
//! the first side places three stones; the second chooses a colour, or places two more and lets the
//! first side choose.

mod decisive;
mod diagram;
mod keys;
mod moves;
mod playout;
mod point;
mod points;
mod position;
mod refusal;
mod rows;
mod setup;
mod uniform;

pub use moves::Move;
pub use point::{Colour, MAX_SIZE, MIN_SIZE, Point};
pub use points::Points;
pub use position::Gomoku;

use crate::hash::mix;
use crate::{
    Diagram, Editable, Ending, Error, Game, GameOption, Options, Outcome, Reason, Side, Values,
};
use position::{DEFAULT_SIZE, opening_side};
use rows::Rule;

impl Game for Gomoku {
    type Move = Move;

    const NAME: &'static str = "gomoku";
    const OPTIONS: &'static [GameOption] = &[
        GameOption::variant(
            &["freestyle", "standard"],
            "freestyle: five or more in a row win; standard: only exactly five",
        ),
        GameOption {
            name: "size",
            values: Values::Number { least: MIN_SIZE, most: MAX_SIZE, default: DEFAULT_SIZE },
            about: "number of columns and rows",
        },
        GameOption {
            name: "opening",
            values: Values::OneOf(&["none", "swap2"]),
            about: "swap2: the first side places three stones; the second chooses a colour, or \
                    places two more and leaves the choice to the first",
        },
    ];

    const MOVE_FORMS: &'static [&'static str] = &["h8", "black", "white"];
    const MOVE_WORDS: &'static [(&'static str, &'static str)] = &[("黒", "black"), ("白", "white")];

    fn start(options: &Options) -> Result<Self, Error> {
        let chosen = options.choose_from(Self::OPTIONS)?;
        let black = (chosen.choice("opening") == "none").then_some(Side::First);
        Ok(Self::empty(chosen.number("size"), Rule::of_variant(chosen.choice("variant")), black))
    }

    fn parse(text: &str) -> Result<Self, Error> {
        Self::parse_checked(text)
    }

    fn variant(&self) -> &'static str {
        Self::VARIANTS[self.rule as usize]
    }

    fn side_to_move(&self) -> Side {
        self.side_of(self.colour_to_move()).unwrap_or_else(|| opening_side(self.count))
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.won {
            Some(Outcome::Win(self.side_to_move().other()))
        } else {
            (self.empty_count() == 0).then_some(Outcome::Draw)
        }
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.outcome()?;
        let reason = if self.won { Reason::Five } else { Reason::FullBoard };
        let winners = self.stones(self.colour_to_move().other()).in_fives(self.rule);
        let cells = winners.map(|point| point.to_string()).collect();
        Some(Ending { outcome, reason, cells, details: Vec::new() })
    }

    fn diagram(&self) -> Diagram {
        self.drawn()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.won {
            return;
        }
        if self.may_place() {
            moves.reserve(self.empty_count() as usize);
            self.empty_points().iter().for_each(|point| moves.push(Move::place(point)));
        }
        if self.may_choose() {
            moves.extend(Colour::ALL.map(Move::choose));
        }
    }

    fn max_moves(&self) -> usize {
        self.empty_count() as usize + Colour::ALL.len()
    }

    fn count_moves(&self, _: &mut Vec<Move>) -> usize {
        if self.won {
            return 0;
        }
        let points = if self.may_place() { self.empty_count() as usize } else { 0 };
        points + if self.may_choose() { Colour::ALL.len() } else { 0 }
    }

    fn is_legal(&self, mv: Move) -> bool {
        !self.won
            && match mv.point() {
                None => self.may_choose(),
                Some(point) => {
                    self.may_place() && point.is_within(self.size) && self.stone_at(point).is_none()
                }
            }
    }

    fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self}");
        if let Some(point) = mv.point() {
            let colour = self.colour_to_move();
            self.put(colour, point);
            self.won = self.stones(colour).five_at(point, self.rule);
        } else {
            let side = self.side_to_move();
            let chooses_black = mv.colour() == Some(Colour::Black);
            self.black = Some(if chooses_black { side } else { side.other() });
        }
    }

    fn key(&self) -> u64 {
        let black = self.black.map_or(2, |side| side as u64);
        mix(self.stones_key, u64::from(self.size) << 8 | (self.rule as u64) << 4 | black)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn steps(&self, mv: Move) -> Vec<String> {
        vec![mv.to_string()]
    }

    fn alerts(&self) -> Vec<(&'static str, Vec<String>)> {
        [("black_four", Colour::Black), ("white_four", Colour::White)]
            .into_iter()
            .map(|(kind, colour)| (kind, self.fours(colour).iter().map(Point::to_string).collect()))
            .filter(|(_, points): &(_, Vec<_>)| !points.is_empty())
            .collect()
    }

    fn parse_move(&self, text: &str) -> Result<Move, Error> {
        let unreadable = || Error::unreadable_move(text, "Gomoku", Self::MOVE_FORMS);
        let mv = Move::parse(text).ok_or_else(unreadable)?;
        if self.is_legal(mv) { Ok(mv) } else { Err(self.refusal(mv)) }
    }
}
