use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::options::variants;
use crate::{Detail, Diagram, Ending, Error, GameOption, Options, Outcome, Side};

/// A game for two without chance and hidden information; a value is one of
/// its positions.
///
/// A position knows its variant, its size and whose turn it is, but not its
/// history: that is [`Record`](crate::Record)'s, which also counts
/// repetitions.
///
/// The smallest example is [`TicTacToe`](crate::tic_tac_toe::TicTacToe), one file for
/// each thing that a game has to say.
pub trait Game: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// One whole turn. Small: a search stores one in every node.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// The name by which programs know the game, e.g. `quarto`.
    const NAME: &'static str;

    /// What can be chosen for a new game, the variant first.
    const OPTIONS: &'static [GameOption];

    /// The names of the variants, the default first: the values of the first
    /// option.
    const VARIANTS: &'static [&'static str] = variants(Self::OPTIONS);

    /// The occurrence of one and the same position at which a game is drawn,
    /// 0 if repetition means nothing (or cannot happen).
    const REPETITIONS_TO_DRAW: u32 = 0;

    /// The position a game starts from.
    ///
    /// # Errors
    ///
    /// What [`Options::choose_from`] refuses of [`OPTIONS`](Self::OPTIONS).
    fn start(options: &Options) -> Result<Self, Error>;

    /// Reads the canonical text of a position, which `Display` writes.
    ///
    /// # Errors
    ///
    /// `bad_position` with the character at fault, `unknown_variant`.
    fn parse(text: &str) -> Result<Self, Error>;

    /// The name of the variant being played.
    fn variant(&self) -> &'static str;

    /// The side whose turn it is; in a finished position, whose it would be.
    fn side_to_move(&self) -> Side;

    /// How the game ended, `None` while it goes on. Cheap: searches ask it at
    /// every node.
    fn outcome(&self) -> Option<Outcome>;

    /// The same with its reason and the cells that decided.
    fn ending(&self) -> Option<Ending>;

    /// The score of both sides (`First`'s first) in games that keep one.
    fn score(&self) -> Option<[u32; 2]> {
        None
    }

    /// What a board shows.
    fn diagram(&self) -> Diagram;

    /// Appends all legal moves; none once the game is over. A side that must
    /// pass has the pass as its only move.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// The number of legal moves. A game that knows it without a list says
    /// so; `spare` is an empty list for the others to use.
    fn count_moves(&self, spare: &mut Vec<Self::Move>) -> usize {
        self.legal_moves(spare);
        spare.len()
    }

    /// Whether a move is legal here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&mv)
    }

    /// Plays a legal move.
    ///
    /// # Panics
    ///
    /// With debug assertions, if the move is not legal; without them an
    /// illegal move leaves a position without meaning.
    fn play(&mut self, mv: Self::Move);

    /// A hash of everything that makes two positions different.
    fn key(&self) -> u64;

    /// The canonical text of a legal move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Whether a legal move is a pass. It then is the only one.
    fn is_pass(&self, _mv: Self::Move) -> bool {
        false
    }

    /// What a person picks, one after the other, to make a legal move.
    fn steps(&self, mv: Self::Move) -> Vec<String>;

    /// What a person says of a legal move beside its text, by name (for Animal
    /// Shogi which `piece` goes, what is `captured`); nothing in games whose
    /// steps say it all.
    fn move_details(&self, _mv: Self::Move) -> Vec<(&'static str, Detail)> {
        Vec::new()
    }

    /// What a player should not overlook here, by kind, and the cells that it
    /// is about (for Animal Shogi an `attacked` lion); kinds without a cell are
    /// left out.
    fn alerts(&self) -> Vec<(&'static str, Vec<String>)> {
        Vec::new()
    }

    /// Reads the canonical text of a move that is legal here.
    ///
    /// # Errors
    ///
    /// `bad_move` if the text is no move of this game, `finished` if the game
    /// is over, `illegal_move` if the move may not be played here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Error>;
}
