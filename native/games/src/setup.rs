//! Setups: positions that have not been checked, as an editor puts them together. The text of a
//! position is read into a setup first, so text and editors share one check of the rules.

use crate::diagram::Kind;
use crate::options::{Chosen, GameOption, Options};
use crate::{Diagram, Error, Game, Side, Vertex};

/// The contents of a position, whether the rules accept it or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The values of all options of [`Palette::options`].
    pub options: Chosen,
    /// The side to move; `None` if it is to follow from the pieces.
    pub side: Option<Side>,
    /// The piece on each cell, row by row from the top: its number in [`Palette::pieces`], counted
    /// from 1, or 0 for an empty cell. Empty in games whose palette has no pieces.
    pub cells: Vec<u8>,
    /// The names and counts of the pieces in each side's hand; a shared hand is the first one.
    pub hands: [Vec<(String, u8)>; 2],
    /// The roots of each side.
    pub roots: [Vec<[Vertex; 2]>; 2],
}

/// What can be set up in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The options of a setup, variant first: those of a new game, perhaps with more values.
    pub options: &'static [GameOption],
    /// The pieces that can be put on cells.
    pub pieces: &'static [Kind],
    /// The names of those pieces of which there is only one; for pieces with a side, one each.
    pub singles: &'static [&'static str],
    /// The names of the pieces that a hand can hold.
    pub held: &'static [&'static str],
    /// Whose the hands are.
    pub hands: Hands,
    /// Whether there are roots.
    pub roots: bool,
    /// Whether the side to move can be chosen; otherwise it follows from the pieces.
    pub side: bool,
}

/// The hands of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// There are none.
    None,
    /// One, with room for one piece.
    Shared,
    /// One for each side, with room for this many of each piece.
    Each(u8),
}

/// What a refusal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The board as a whole, when something is missing.
    Board,
    /// A cell with a piece, by its index in [`Setup::cells`].
    Cell(usize),
    /// The hand of a side.
    Hand(Side),
    /// A root.
    Root(Side, [Vertex; 2]),
    /// All roots of a side together.
    Roots(Side),
    /// The side to move.
    Side,
    /// The value of an option.
    Option(&'static str),
}

/// Why a setup is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The place to look at.
    pub place: Place,
    /// What is wrong there; it has no location.
    pub error: Error,
}

impl Refusal {
    pub(crate) fn new(place: Place, problem: &'static str, message: impl Into<String>) -> Self {
        Self { place, error: Error::bad_position(problem, message) }
    }

    /// The error with the place as details: `place`, and for a place of several the name of the one
    /// (`at`): a cell, a side, both ends of a root, an option.
    #[must_use]
    pub fn into_error<G: Editable>(self, setup: &Setup) -> Error {
        let (place, at) = match self.place {
            Place::Board => ("board", None),
            Place::Cell(index) => ("cell", Some(G::cell_name(&setup.options, index))),
            Place::Hand(side) => ("hand", Some(side.name().to_owned())),
            Place::Root(_, [from, to]) => ("root", Some(point_name(from) + &point_name(to))),
            Place::Roots(side) => ("roots", Some(side.name().to_owned())),
            Place::Side => ("side", None),
            Place::Option(name) => ("option", Some(name.to_owned())),
        };
        let error = self.error.with("place", place);
        let error = match self.place {
            Place::Root(side, _) => error.with("side", side.name()),
            _ => error,
        };
        match at {
            Some(at) => error.with("at", at.as_str()),
            None => error,
        }
    }
}

/// Where the parts of a setup are in the text that it was read from, counted from 1.
#[derive(Clone, Debug, Default)]
pub struct Locations {
    pub(crate) board: usize,
    /// As long as [`Setup::cells`]; only occupied cells need one.
    pub(crate) cells: Vec<usize>,
    pub(crate) hands: [usize; 2],
    /// In the order of [`Setup::roots`].
    pub(crate) roots: [Vec<usize>; 2],
    /// Where the roots of each side begin.
    pub(crate) all_roots: [usize; 2],
    pub(crate) side: usize,
    pub(crate) options: usize,
}

impl Locations {
    fn of(&self, place: Place, setup: &Setup) -> usize {
        let found = match place {
            Place::Board => Some(self.board),
            Place::Cell(index) => self.cells.get(index).copied(),
            Place::Hand(side) => Some(self.hands[side as usize]),
            Place::Root(side, root) => {
                let index = setup.roots[side as usize].iter().position(|it| *it == root);
                index.and_then(|index| self.roots[side as usize].get(index).copied())
            }
            Place::Roots(side) => Some(self.all_roots[side as usize]),
            Place::Side => Some(self.side),
            Place::Option(_) => Some(self.options),
        };
        found.unwrap_or(self.board)
    }
}

/// A game whose positions can be set up piece by piece.
pub trait Editable: Game {
    /// What can be set up.
    const PALETTE: Palette;

    /// The number of columns and of rows.
    fn size_of(options: &Chosen) -> (u8, u8);

    /// The name of a cell of [`Setup::cells`].
    fn cell_name(options: &Chosen, index: usize) -> String;

    /// Reads the form of a position's text, without checking the position.
    ///
    /// # Errors
    ///
    /// `bad_position`, with the location of the error, and `unknown_variant`.
    fn read(text: &str) -> Result<(Setup, Locations), Error>;

    /// Writes a well-formed setup as text. [`read`](Self::read) reads it, and the text of a position
    /// is that of its setup.
    fn write(setup: &Setup) -> String;

    /// The position of a well-formed setup.
    ///
    /// # Errors
    ///
    /// What the rules don't accept, and where.
    fn check(setup: &Setup) -> Result<Self, Refusal>;

    /// The setup of this position, with the side to move.
    fn setup(&self) -> Setup;

    /// What a board draws of a well-formed setup.
    fn draw(setup: &Setup) -> Diagram {
        Diagram::of_setup::<Self>(setup, setup.side.unwrap_or(Side::First))
    }

    /// Reads the text of a position.
    ///
    /// # Errors
    ///
    /// Those of [`read`](Self::read), and `bad_position` for what [`check`](Self::check) refuses.
    fn parse_checked(text: &str) -> Result<Self, Error> {
        let (setup, locations) = Self::read(text)?;
        Self::check(&setup)
            .map_err(|Refusal { place, error }| error.at_character(locations.of(place, &setup)))
    }
}

impl Setup {
    /// A setup without pieces.
    ///
    /// # Errors
    ///
    /// The errors of [`Options::choose_from`] for the options of the palette.
    pub fn blank<G: Editable>(options: &Options) -> Result<Self, Error> {
        Ok(Self::empty::<G>(options.choose_from(G::PALETTE.options)?))
    }

    /// A setup without pieces, with options that the palette has.
    pub(crate) fn with<G: Editable>(options: &[(&str, &str)]) -> Self {
        let options = Options::new(options.iter().copied());
        Self::blank::<G>(&options).expect("the palette has these options")
    }

    fn empty<G: Editable>(options: Chosen) -> Self {
        let (columns, rows) = G::size_of(&options);
        let cells = usize::from(columns) * usize::from(rows);
        Self {
            options,
            side: G::PALETTE.side.then_some(Side::First),
            cells: vec![0; if G::PALETTE.pieces.is_empty() { 0 } else { cells }],
            hands: [const { Vec::new() }; 2],
            roots: [const { Vec::new() }; 2],
        }
    }

    /// The same setup with other options. On another size of board, everything that fits stays,
    /// from the bottom left.
    ///
    /// # Errors
    ///
    /// Those of [`Setup::blank`].
    pub fn with_options<G: Editable>(&self, options: &Options) -> Result<Self, Error> {
        let mut changed = Self::blank::<G>(options)?;
        let [old, new] = [&self.options, &changed.options].map(|it| G::size_of(it));
        if !changed.cells.is_empty() {
            let (columns, rows) = (old.0.min(new.0), old.1.min(new.1));
            for row in 1..=rows {
                for column in 0..columns {
                    let index = |(width, height): (u8, u8)| {
                        usize::from(height - row) * usize::from(width) + usize::from(column)
                    };
                    changed.cells[index(new)] = self.cells.get(index(old)).copied().unwrap_or(0);
                }
            }
        }
        changed.side = self.side;
        changed.hands.clone_from(&self.hands);
        changed.roots = self.roots.each_ref().map(|roots| {
            let fits = |&(x, y): &Vertex| x / 2 < new.0 && y / 2 < new.1;
            roots.iter().filter(|root| root.iter().all(fits)).copied().collect()
        });
        Ok(changed)
    }

    /// Checks that a setup, from whatever source, has the form that the functions of [`Editable`]
    /// expect.
    ///
    /// # Errors
    ///
    /// `bad_position`: a cell that doesn't exist, or contains no piece of the palette; a hand with
    /// other pieces than those it can hold; a root that is not one step long, or occurs twice.
    pub fn check_form<G: Editable>(&self) -> Result<(), Refusal> {
        let Palette { pieces, held, hands, roots, side, .. } = G::PALETTE;
        let empty = Self::empty::<G>(self.options.clone());
        if self.cells.len() != empty.cells.len() {
            let message = format!("the board must have {} cells", empty.cells.len());
            return Err(Refusal::new(Place::Board, "wrong_cells", message));
        }
        let unknown = |&number: &u8| usize::from(number) > pieces.len();
        if let Some(index) = self.cells.iter().position(unknown) {
            let message = format!("there is no piece with the number {}", self.cells[index]);
            return Err(Refusal::new(Place::Cell(index), "no_such_piece", message));
        }
        for side in Side::BOTH {
            check_hand(&self.hands[side as usize], side, held, hands)?;
            if !roots && !self.roots[side as usize].is_empty() {
                let message = "this game has no roots";
                return Err(Refusal::new(Place::Roots(side), "no_roots", message));
            }
            check_roots(&self.roots[side as usize], side, G::size_of(&self.options))?;
        }
        if side && self.side.is_none() {
            return Err(Refusal::new(Place::Side, "no_side", "the side to move is missing"));
        }
        Ok(())
    }
}

fn check_hand(
    hand: &[(String, u8)],
    side: Side,
    held: &[&str],
    hands: Hands,
) -> Result<(), Refusal> {
    let (kinds, most) = match (hands, side) {
        (Hands::None, _) | (Hands::Shared, Side::Second) => (0, 0),
        (Hands::Shared, Side::First) => (1, 1),
        (Hands::Each(most), _) => (held.len(), most),
    };
    let fits =
        |(name, count): &(String, u8)| held.contains(&name.as_str()) && (1..=most).contains(count);
    let twice = |index: usize| hand[..index].iter().any(|(name, _)| *name == hand[index].0);
    if hand.len() <= kinds && hand.iter().all(fits) && !(0..hand.len()).any(twice) {
        return Ok(());
    }
    let message = "a hand holds something that it can't hold, or too much";
    Err(Refusal::new(Place::Hand(side), "bad_hand", message))
}

fn check_roots(
    roots: &[[Vertex; 2]],
    side: Side,
    (columns, rows): (u8, u8),
) -> Result<(), Refusal> {
    let mut known = std::collections::HashSet::new();
    for &root in roots {
        let refuse =
            |problem, message: &str| Err(Refusal::new(Place::Root(side, root), problem, message));
        let on_board = |(x, y): Vertex| x % 2 == 0 && y % 2 == 0 && x / 2 < columns && y / 2 < rows;
        if !root.into_iter().all(on_board) {
            return refuse("off_board", "a root leaves the board");
        }
        let [(x1, y1), (x2, y2)] = root;
        if x1.abs_diff(x2).max(y1.abs_diff(y2)) != 2 {
            return refuse("not_a_step", "a root must be one step long");
        }
        if !known.insert(root.min([root[1], root[0]])) {
            return refuse("root_twice", "a root appears twice");
        }
    }
    Ok(())
}

/// The name of a point, as in the texts of games with roots.
fn point_name((x, y): Vertex) -> String {
    crate::notation::Coordinates { column: x / 2, row: y / 2 }.to_string()
}

impl Diagram {
    /// The parts of a diagram that a setup has in every game.
    pub(crate) fn of_setup<G: Editable>(setup: &Setup, side: Side) -> Self {
        let Palette { pieces, held, .. } = G::PALETTE;
        let (columns, rows) = G::size_of(&setup.options);
        let mut cells = setup.cells.clone();
        cells.resize(usize::from(columns) * usize::from(rows), 0);
        let named = |hand: &Vec<(String, u8)>| {
            let count = |name: &&'static str| {
                let in_hand = hand.iter().find(|(held, _)| held == name);
                in_hand.map(|&(_, count)| (*name, count))
            };
            held.iter().filter_map(count).collect()
        };
        Self {
            variant: setup.options.choice("variant"),
            side,
            over: false,
            columns,
            rows,
            kinds: pieces,
            cells,
            hands: setup.hands.each_ref().map(named),
            pool: Vec::new(),
            roots: setup.roots.clone(),
            growth: [const { Vec::new() }; 2],
            regions: None,
            details: Vec::new(),
        }
    }
}
