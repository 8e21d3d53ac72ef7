use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::options::variants;
use crate::{Detail, Diagram, Ending, Error, GameOption, Kind, Options, Outcome, Side};

/// A game for two players without chance or hidden information. A value is a position of the game.
///
/// A position knows its variant, its size and whose turn it is. Its history is kept by
/// [`Record`](crate::Record), which also counts repetitions.
///
/// The smallest example is [`TicTacToe`](crate::tic_tac_toe::TicTacToe), with one file for each
/// part of a game.
pub trait Game: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// One complete turn. It should be small, because a search stores one in every node.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// The game's name in programs, e.g. `quarto`.
    const NAME: &'static str;

    /// The options of a new game, variant first.
    const OPTIONS: &'static [GameOption];

    /// The names of the variants, default first. They are the values of the first option.
    const VARIANTS: &'static [&'static str] = variants(Self::OPTIONS);

    /// How moves are written: an example of each form, in which a digit stands for any number, a
    /// lower case letter for any letter, an upper case letter for any letter or digit, and any
    /// other character for itself.
    const MOVE_FORMS: &'static [&'static str];

    /// Words that people may type for a part of a move, each with the text that it stands for, all
    /// in lower case; see [`Record::read_move`](crate::Record::read_move).
    const MOVE_WORDS: &'static [(&'static str, &'static str)] = &[];

    /// A game is drawn when the same position occurs this many times; 0 if repetition has no effect
    /// (or cannot happen).
    const REPETITIONS_TO_DRAW: u32 = 0;

    /// The start position with the given options.
    ///
    /// # Errors
    ///
    /// The errors of [`Options::choose_from`] for [`OPTIONS`](Self::OPTIONS).
    fn start(options: &Options) -> Result<Self, Error>;

    /// Reads the canonical text of a position, which `Display` writes.
    ///
    /// # Errors
    ///
    /// `bad_position`, with the location of the error, and `unknown_variant`.
    fn parse(text: &str) -> Result<Self, Error>;

    /// The name of the variant being played.
    fn variant(&self) -> &'static str;

    /// The side to move; in a finished position, the side whose turn it would be.
    fn side_to_move(&self) -> Side;

    /// How the game ended; `None` while it is still going. This should be cheap, because searches
    /// call it at every node.
    fn outcome(&self) -> Option<Outcome>;

    /// The outcome with its reason and the cells that decided it.
    fn ending(&self) -> Option<Ending>;

    /// The score of both sides (`First`'s first), in games that have one.
    fn score(&self) -> Option<[u32; 2]> {
        None
    }

    /// What a board draws.
    fn diagram(&self) -> Diagram;

    /// Appends all legal moves; none once the game is over. A side that must
    /// pass has the pass as its only move.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// The number of legal moves. Games that can count moves without listing them should override
    /// this. `spare` is an empty list that the default fills.
    fn count_moves(&self, spare: &mut Vec<Self::Move>) -> usize {
        self.legal_moves(spare);
        spare.len()
    }

    /// At least the number of legal moves here and in every position that can follow, from which
    /// searches know how large their trees can get. The default is right for every game, but so
    /// large that even a short search is taken for one that may use all its memory.
    fn max_moves(&self) -> usize {
        usize::from(u16::MAX)
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
    /// If the move is illegal and debug assertions are enabled. Without them, an illegal move leads
    /// to a meaningless position.
    fn play(&mut self, mv: Self::Move);

    /// A hash of everything that distinguishes positions.
    fn key(&self) -> u64;

    /// The canonical text of a legal move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Whether a legal move is a pass, which is then the only one.
    fn is_pass(&self, _mv: Self::Move) -> bool {
        false
    }

    /// The steps that a person picks, in order, to make a legal move.
    fn steps(&self, mv: Self::Move) -> Vec<String>;

    /// Details of a legal move beyond its text, by name (for Animal Shogi, which `piece` moves and
    /// what is `captured`); empty in games whose steps say everything.
    fn move_details(&self, _mv: Self::Move) -> Vec<(&'static str, Detail)> {
        Vec::new()
    }

    /// Alerts for the players: cells by kind (for Animal Shogi, an `attacked` lion; for Gomoku, the
    /// stones of a `black_four`); kinds without cells are left out.
    fn alerts(&self) -> Vec<(&'static str, Vec<String>)> {
        Vec::new()
    }

    /// Reads the canonical text of a move that is legal here.
    ///
    /// # Errors
    ///
    /// `bad_move` if the text is not a move of this game, `finished` if the game is over,
    /// `illegal_move` if the move is illegal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Error>;

    /// Explains why a step cannot follow the steps picked so far, with which some legal move
    /// begins. Called only if it cannot and the game is not over. The default returns the error of
    /// [`parse_move`](Self::parse_move), which is enough for games whose moves are single steps.
    fn refuse_step(&self, _picked: &[&str], step: &str) -> Error {
        self.parse_move(step).err().unwrap_or_else(|| Error::no_step(step))
    }
}

impl Diagram {
    /// The diagram of an empty board, with the fields that every game has.
    pub fn empty<G: Game>(position: &G, columns: u8, rows: u8, kinds: &'static [Kind]) -> Self {
        Self {
            variant: position.variant(),
            side: position.side_to_move(),
            over: position.outcome().is_some(),
            columns,
            rows,
            kinds,
            cells: vec![0; usize::from(columns) * usize::from(rows)],
            hands: [const { Vec::new() }; 2],
            pool: Vec::new(),
            roots: [const { Vec::new() }; 2],
            growth: [const { Vec::new() }; 2],
            regions: None,
            details: Vec::new(),
        }
    }
}
