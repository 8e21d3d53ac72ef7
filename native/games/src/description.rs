use crate::{Detail, Ending, Error, Game, Options, Record, Region, Side, with_game};

/// A move in texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// Its canonical text.
    pub text: String,
    /// What a person picks for it, one after the other.
    pub steps: Vec<String>,
    /// What it is about, by name; see [`Game::move_details`].
    pub details: Vec<(&'static str, Detail)>,
}

/// A move that was played, in texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The side that made it.
    pub side: Side,
    /// Its canonical text and its steps.
    pub mv: MoveText,
}

/// Everything a client wants to know of a position, in texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The game's name.
    pub game: &'static str,
    /// The variant's name.
    pub variant: &'static str,
    /// The canonical text of the position that the moves started from.
    pub start: String,
    /// The canonical text of the position reached.
    pub position: String,
    /// The side to move.
    pub side: Side,
    /// The moves played, in order.
    pub played: Vec<Played>,
    /// The legal moves, sorted by text; none once the game is over.
    pub moves: Vec<MoveText>,
    /// The text of the pass, where the side to move can do nothing else.
    pub pass: Option<String>,
    /// How the game ended, `None` while it goes on.
    pub ending: Option<Ending>,
    /// The score, in games that keep one.
    pub score: Option<[u32; 2]>,
    /// The regions that were scored, in games that score them.
    pub regions: Option<[Vec<Region>; 2]>,
    /// What a player should not overlook, by kind, and the cells that it is
    /// about; nothing once the game is over.
    pub alerts: Vec<(&'static str, Vec<String>)>,
}

impl MoveText {
    fn new<G: Game>(position: &G, mv: G::Move) -> Self {
        Self {
            text: position.move_text(mv),
            steps: position.steps(mv),
            details: position.move_details(mv),
        }
    }
}

impl<G: Game> From<&Record<G>> for Description {
    fn from(record: &Record<G>) -> Self {
        let position = record.position();
        let legal = record.legal_moves();
        let pass = legal.iter().find(|&&mv| position.is_pass(mv));
        let mut moves: Vec<_> = legal.iter().map(|&mv| MoveText::new(position, mv)).collect();
        moves.sort_by(|a, b| a.text.cmp(&b.text));

        let mut earlier = record.start().clone();
        let played = record.moves().iter().map(|&mv| {
            let played = Played { side: earlier.side_to_move(), mv: MoveText::new(&earlier, mv) };
            earlier.play(mv);
            played
        });

        let ending = record.ending();
        let alerts = if ending.is_some() { Vec::new() } else { position.alerts() };

        Self {
            game: G::NAME,
            variant: position.variant(),
            start: record.start().to_string(),
            position: position.to_string(),
            side: position.side_to_move(),
            played: played.collect(),
            moves,
            pass: pass.map(|&mv| position.move_text(mv)),
            ending,
            score: position.score(),
            regions: position.regions(),
            alerts,
        }
    }
}

/// Describes the position of a game after some moves.
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
/// `unknown_game`, and what [`Record::from_texts`] refuses.
pub fn describe<'a>(
    game: &str,
    position: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<Description, Error> {
    with_game!(game, G => Description::from(&Record::<G>::from_texts(position, moves)?))
}

/// The text of the position from which a new game starts.
///
/// # Errors
///
/// `unknown_game`, and what [`Game::start`] refuses.
pub fn start_text(game: &str, options: &Options) -> Result<String, Error> {
    with_game!(game, G => G::start(options)?.to_string())
}
