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
mod refusal;
mod rows;
mod setup;
mod uniform;

pub use moves::Move;
pub use point::{Colour, MAX_SIZE, MIN_SIZE, Point};
pub use points::Points;

use crate::hash::mix;
use crate::{
    Diagram, Editable, Ending, Error, Game, GameOption, Options, Outcome, Reason, Side, Values,
};
use rows::Rule;

/// The default size of the board.
const DEFAULT_SIZE: u8 = 15;

/// A position of Gomoku.
///
/// # Examples
///
/// ```
/// use playout_games::{Game, Options, gomoku::Gomoku};
///
/// let mut position = Gomoku::start(&Options::new([("size", "5")]))?;
/// position.play(position.parse_move("c3")?);
/// assert_eq!(position.to_string(), "5/5/2x2/5/5 o freestyle");
/// # Ok::<(), playout_games::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gomoku {
    /// By colour.
    stones: [Points; 2],
    /// The hash of all stones.
    stones_key: u64,
    /// The number of stones.
    count: u16,
    size: u8,
    rule: Rule,
    /// The side that has black; in the swap2 opening `None` until a colour is chosen.
    black: Option<Side>,
    /// Whether the last stone has won.
    won: bool,
}

impl Default for Gomoku {
    /// The standard start: an empty board of 15x15, freestyle, without an opening.
    fn default() -> Self {
        Self::empty(DEFAULT_SIZE, Rule::Freestyle, Some(Side::First))
    }
}

impl Gomoku {
    fn empty(size: u8, rule: Rule, black: Option<Side>) -> Self {
        let stones = [Points::default(); 2];
        Self { stones, stones_key: 0, count: 0, size, rule, black, won: false }
    }

    /// The number of columns and of rows.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The stones of a colour.
    #[must_use]
    pub fn stones(&self, colour: Colour) -> &Points {
        &self.stones[colour as usize]
    }

    /// The stone on a point.
    #[must_use]
    pub fn stone_at(&self, point: Point) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.stones(colour).contains(point))
    }

    /// The points without a stone.
    #[must_use]
    pub fn empty_points(&self) -> Points {
        Points::of_board(self.size).without(&self.stones[0]).without(&self.stones[1])
    }

    /// The empty points where a stone of a colour would win.
    #[must_use]
    pub fn winning_points(&self, colour: Colour) -> Points {
        // A colour has four stones only once its opponent has three.
        if self.count < 7 {
            return Points::default();
        }
        let completing = self.stones(colour).completing(self.rule);
        completing.without(&self.stones[0]).without(&self.stones[1]).within(self.size)
    }

    /// The stones of a colour that need one more for a winning row.
    fn fours(&self, colour: Colour) -> Vec<Point> {
        let stones = self.stones(colour);
        let completed = self.winning_points(colour).iter().map(|point| {
            let mut completed = *stones;
            completed.insert(point);
            completed
        });
        let completed: Vec<_> = completed.collect();
        let is_in_four = |point: &Point| completed.iter().any(|it| it.five_at(*point, self.rule));
        stones.iter().filter(is_in_four).collect()
    }

    /// The colour of the next stone.
    #[must_use]
    pub fn colour_to_move(&self) -> Colour {
        if self.count.is_multiple_of(2) { Colour::Black } else { Colour::White }
    }

    /// The side that has a colour; in the swap2 opening `None` until one is chosen.
    #[must_use]
    pub fn side_of(&self, colour: Colour) -> Option<Side> {
        let black = self.black?;
        Some(if colour == Colour::Black { black } else { black.other() })
    }

    fn put(&mut self, colour: Colour, point: Point) {
        self.stones[colour as usize].insert(point);
        self.stones_key ^= keys::of_stone(colour, point);
        self.count += 1;
    }

    fn empty_count(&self) -> u32 {
        u32::from(self.size) * u32::from(self.size) - u32::from(self.count)
    }

    /// Whether a stone may be placed, if the game is not over.
    fn may_place(&self) -> bool {
        self.black.is_some() || self.count < setup::OPENING_STONES
    }

    /// Whether a colour may be chosen.
    fn may_choose(&self) -> bool {
        self.black.is_none() && matches!(self.count, 3 | setup::OPENING_STONES)
    }

    /// A uniformly random empty point; there must be one.
    fn random_empty_point(&self, pick: &mut impl FnMut(u32) -> u32) -> Point {
        let size = u32::from(self.size);
        // Trying random points is faster than counting, unless few are empty.
        for _ in 0..16 {
            let drawn = Point::new(pick(size) as u8, pick(size) as u8);
            if let Some(point) = drawn.filter(|&point| self.stone_at(point).is_none()) {
                return point;
            }
        }
        self.empty_points().random(pick).expect("the board is not full")
    }
}

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
        self.side_of(self.colour_to_move()).unwrap_or_else(|| setup::opening_side(self.count))
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
        let mv = Move::parse(text)?;
        if self.is_legal(mv) { Ok(mv) } else { Err(self.refusal(mv)) }
    }
}
