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
mod decisive;
mod diagram;
mod growth;
mod mast;
mod moves;
mod playout;
mod point;
mod refusal;
mod regions;
mod setup;
mod small;
#[cfg(test)]
mod testing;
mod walls;

pub use moves::Move;
pub use point::{Direction, MAX_SIZE, MIN_SIZE, Point};

use crate::hash::mix;
use crate::{
    Detail, Diagram, Editable, Ending, Error, Game, GameOption, Options, Outcome, Reason, Side,
    Values,
};
use board::{Board, Cell};
use growth::Cells;

/// The default size of the board.
const DEFAULT_SIZE: u8 = 9;

/// A position of SEPARO. Copying one takes about ten nanoseconds.
///
/// # Examples
///
/// ```
/// use playout_games::{Game, separo::Separo};
///
/// let mut position = Separo::default();
/// position.play(position.parse_move("a9-b8-c8")?);
/// assert_eq!(position.to_string(), "9 b a9b8,b8c8 -");
/// assert_eq!(position.score(), Some([1, 1]));
/// # Ok::<(), playout_games::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Separo {
    board: Board,
    /// By side.
    stones: [Cells; 2],
    side: Side,
}

/// What the side to move can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    /// It can grow roots.
    Roots,
    /// It can only pass; the other side could grow roots.
    Pass,
    /// Neither side can move.
    Over,
}

impl Default for Separo {
    /// The standard start, on a board of 9x9.
    fn default() -> Self {
        Self::of_size(DEFAULT_SIZE)
    }
}

impl Separo {
    /// The start position on a board of a given size.
    fn of_size(size: u8) -> Self {
        let board = Board::empty(size);
        let stones = [Cells::default(); 2];
        let mut position = Self { board, stones, side: Side::First };
        for side in Side::BOTH {
            for corner in corners(side, size) {
                position.board.put_stone(side, Cell::of(corner));
                position.stones[side as usize].insert(Cell::of(corner));
            }
        }
        position
    }

    /// The number of columns and of rows.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.board.size
    }

    /// How many regions of a side count.
    #[must_use]
    pub fn score_of(&self, side: Side) -> u32 {
        self.board.scores[side as usize].into()
    }

    /// The side whose stone is on a point.
    #[must_use]
    pub fn stone_at(&self, point: Point) -> Option<Side> {
        let sides = Side::BOTH;
        sides.into_iter().find(|&side| self.has_stone(side, point))
    }

    /// Whether a root leaves a point in a direction; it belongs to the side whose stone is there.
    #[must_use]
    pub fn has_root(&self, point: Point, direction: Direction) -> bool {
        let has = |side| self.board.has_root(side, Cell::of(point), direction);
        has(Side::First) || has(Side::Second)
    }

    /// The roots of a side in the order of the text: each with its smaller point first, sorted by
    /// points.
    pub fn roots(&self, side: Side) -> impl Iterator<Item = (Point, Point)> + '_ {
        const TO_LARGER: [Direction; 4] =
            [Direction::UP, Direction::DOWN_RIGHT, Direction::RIGHT, Direction::UP_RIGHT];
        let stones = Point::all(self.size()).filter(move |&point| self.has_stone(side, point));
        stones.flat_map(move |point| {
            TO_LARGER.into_iter().filter_map(move |direction| {
                let other = point.neighbour(direction, self.size())?;
                self.has_root(point, direction).then_some((point, other))
            })
        })
    }

    fn has_stone(&self, side: Side, point: Point) -> bool {
        point.is_within(self.size()) && self.board.has_stone(side, Cell::of(point))
    }

    fn add_stones(&mut self, side: Side, mv: Move) {
        for stone in [mv.via(), mv.to()] {
            self.stones[side as usize].insert(stone);
        }
    }

    /// Computed on demand, because a search does not need it after every move.
    fn stage(&self) -> Stage {
        if self.can_grow(self.side) {
            Stage::Roots
        } else if self.can_grow(self.side.other()) {
            Stage::Pass
        } else {
            Stage::Over
        }
    }

    fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// Appends the moves that win at once. There are hardly ever any, because such a move must
    /// block every move of the other side.
    fn wins_at_once(&self, moves: &mut Vec<Move>) {
        let candidates = self.growth_against_all(self.side);
        let wins = |&mv: &Move| self.after(mv).outcome() == Some(Outcome::Win(self.side));
        moves.extend(candidates.into_iter().filter(wins));
    }

    /// Whether a move neither loses by itself nor lets the other side win at once.
    fn is_safe(&self, mv: Move) -> bool {
        let next = self.after(mv);
        let mut wins = Vec::new();
        next.wins_at_once(&mut wins);
        wins.is_empty() && next.outcome() != Some(Outcome::Win(self.side.other()))
    }
}

/// The corners of a side's first stones.
fn corners(side: Side, size: u8) -> [Point; 2] {
    let last = size - 1;
    let corners = match side {
        Side::First => [(0, last), (last, 0)],
        Side::Second => [(0, 0), (last, last)],
    };
    corners.map(|(column, row)| Point::new(column, row).expect("corners are on the largest board"))
}

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
        usize::from(self.size()).pow(2) * playout::MAX_MOVES_FROM_STONE
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
        let written = moves::parse(text)?;
        self.read_move(written).map_err(|error| error.into_error(text))
    }

    fn refuse_step(&self, picked: &[&str], step: &str) -> Error {
        self.step_refusal(picked, step)
    }
}
