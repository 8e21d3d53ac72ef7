use crate::{
    Diagram, Ending, Error, Game, MoveText, Options, Played, Record, Side, step_tree, with_game,
};

/// A position as text, with everything that clients need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The game's name.
    pub game: &'static str,
    /// The variant's name.
    pub variant: &'static str,
    /// The canonical text of the position before the first move.
    pub start: String,
    /// The canonical text of the position after the last move.
    pub position: String,
    /// The side to move.
    pub side: Side,
    /// The moves played, in order.
    pub played: Vec<Played>,
    /// The legal moves, sorted by text; none once the game is over.
    pub moves: Vec<MoveText>,
    /// The text of the pass, if it is the only legal move.
    pub pass: Option<String>,
    /// How the game ended; `None` while it is still going.
    pub ending: Option<Ending>,
    /// The score, in games that have one.
    pub score: Option<[u32; 2]>,
    /// Alerts for the players: cells by kind; empty once the game is over.
    pub alerts: Alerts,
    /// What a board draws.
    pub diagram: Diagram,
}

/// Alerts for the players: cells by kind.
pub type Alerts = Vec<(&'static str, Vec<String>)>;

/// What a match needs after a move: like a [`Description`], but with only the last move of the
/// history and with all legal moves in a single string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The canonical text of the position.
    pub position: String,
    /// The side to move.
    pub side: Side,
    /// The number of moves played.
    pub ply: usize,
    /// The last move.
    pub last: Option<Played>,
    /// The legal moves as [`step_tree`] writes them; empty once the game is over.
    pub moves: String,
    /// The text of one legal move.
    pub example: Option<String>,
    /// The text of the pass, if it is the only legal move.
    pub pass: Option<String>,
    /// How the game ended; `None` while it is still going.
    pub ending: Option<Ending>,
    /// The score, in games that have one.
    pub score: Option<[u32; 2]>,
    /// The same as in a [`Description`].
    pub alerts: Alerts,
    /// What a board draws.
    pub diagram: Diagram,
}

/// The legal moves, sorted by text, and the text of the pass if they include one.
fn legal_moves<G: Game>(record: &Record<G>) -> (Vec<MoveText>, Option<String>) {
    let position = record.position();
    let legal = record.legal_moves();
    let pass = legal.iter().find(|&&mv| position.is_pass(mv));
    let pass = pass.map(|&mv| position.move_text(mv));
    let mut moves: Vec<_> = legal.iter().map(|&mv| MoveText::new(position, mv)).collect();
    moves.sort_by(|a, b| a.text.cmp(&b.text));
    (moves, pass)
}

fn alerts<G: Game>(record: &Record<G>, ending: Option<&Ending>) -> Alerts {
    if ending.is_some() { Vec::new() } else { record.position().alerts() }
}

impl<G: Game> From<&Record<G>> for Description {
    fn from(record: &Record<G>) -> Self {
        let position = record.position();
        let (moves, pass) = legal_moves(record);
        let ending = record.ending();
        Self {
            game: G::NAME,
            variant: position.variant(),
            start: record.start().to_string(),
            position: position.to_string(),
            side: position.side_to_move(),
            played: Played::all(record),
            moves,
            pass,
            alerts: alerts(record, ending.as_ref()),
            ending,
            score: position.score(),
            diagram: position.diagram(),
        }
    }
}

impl Snapshot {
    /// A snapshot of a record whose last move is `last`.
    pub fn new<G: Game>(record: &Record<G>, last: Option<Played>) -> Self {
        let position = record.position();
        let (moves, pass) = legal_moves(record);
        let ending = record.ending();
        Self {
            position: position.to_string(),
            side: position.side_to_move(),
            ply: record.ply(),
            last,
            moves: step_tree(&moves),
            example: moves.into_iter().next().map(|mv| mv.text),
            pass,
            alerts: alerts(record, ending.as_ref()),
            ending,
            score: position.score(),
            diagram: position.diagram(),
        }
    }

    /// Plays a move given as text and returns the snapshot after it.
    ///
    /// # Errors
    ///
    /// The errors of [`Record::play_texts`].
    pub fn after<G: Game>(record: &mut Record<G>, text: &str) -> Result<Self, Error> {
        let mv = record.parse_move(text).map_err(|error| error.at_move(record.ply() + 1))?;
        let played = Played::of(record.position(), mv);
        record.play(mv);
        Ok(Self::new(record, Some(played)))
    }
}

/// Describes the position of a game after the given moves.
///
/// ```
/// let described = playout_games::describe("quarto", None, ["-7"])?;
/// assert_eq!(described.position, "..../..../..../.... 7");
/// assert_eq!(described.moves.len(), 240);
/// # Ok::<(), playout_games::Error>(())
/// ```
///
/// # Errors
///
/// `unknown_game`, and the errors of [`Record::from_texts`].
pub fn describe<'a>(
    game: &str,
    position: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<Description, Error> {
    with_game!(game, G => Description::from(&Record::<G>::from_texts(position, moves)?))
}

/// The diagram of a game after the given moves.
///
/// # Errors
///
/// `unknown_game`, and the errors of [`Record::from_texts`].
pub fn diagram<'a>(
    game: &str,
    position: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<Diagram, Error> {
    with_game!(game, G => Record::<G>::from_texts(position, moves)?.position().diagram())
}

/// The text of a new game's first position.
///
/// # Errors
///
/// `unknown_game`, and the errors of [`Game::start`].
pub fn start_text(game: &str, options: &Options) -> Result<String, Error> {
    with_game!(game, G => G::start(options)?.to_string())
}
