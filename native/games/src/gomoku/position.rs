use super::keys;
use super::point::{Colour, Point};
use super::points::Points;
use super::rows::Rule;
use crate::Side;

/// The default size of the board.
pub(super) const DEFAULT_SIZE: u8 = 15;

/// How many stones are placed in the swap2 opening before a colour must be chosen.
pub(super) const OPENING_STONES: u16 = 5;

/// The side to move in the swap2 opening after a number of stones.
pub(super) fn opening_side(stones: u16) -> Side {
    if matches!(stones, 3 | 4) { Side::Second } else { Side::First }
}

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
    pub(super) stones_key: u64,
    /// The number of stones.
    pub(super) count: u16,
    pub(super) size: u8,
    pub(super) rule: Rule,
    /// The side that has black; in the swap2 opening `None` until a colour is chosen.
    pub(super) black: Option<Side>,
    /// Whether the last stone has won.
    pub(super) won: bool,
}

impl Default for Gomoku {
    /// The standard start: an empty board of 15x15, freestyle, without an opening.
    fn default() -> Self {
        Self::empty(DEFAULT_SIZE, Rule::Freestyle, Some(Side::First))
    }
}

impl Gomoku {
    pub(super) fn empty(size: u8, rule: Rule, black: Option<Side>) -> Self {
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
    pub(super) fn fours(&self, colour: Colour) -> Vec<Point> {
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

    pub(super) fn put(&mut self, colour: Colour, point: Point) {
        self.stones[colour as usize].insert(point);
        self.stones_key ^= keys::of_stone(colour, point);
        self.count += 1;
    }

    pub(super) fn empty_count(&self) -> u32 {
        u32::from(self.size) * u32::from(self.size) - u32::from(self.count)
    }

    /// Whether a stone may be placed, if the game is not over.
    pub(super) fn may_place(&self) -> bool {
        self.black.is_some() || self.count < OPENING_STONES
    }

    /// Whether a colour may be chosen.
    pub(super) fn may_choose(&self) -> bool {
        self.black.is_none() && matches!(self.count, 3 | OPENING_STONES)
    }

    /// A uniformly random empty point; there must be one.
    pub(super) fn random_empty_point(&self, pick: &mut impl FnMut(u32) -> u32) -> Point {
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
