use crate::{Code, Error, Game, Record, with_game};

/// The maximum depth of a count, in plies.
pub const MAX_PERFT_PLIES: u32 = 1_000;

/// The number of legal move sequences of exactly `depth` plies. Sequences that end earlier are not
/// counted, and repetition is ignored.
///
/// ```
/// use playout_games::{perft, quarto::Quarto};
///
/// assert_eq!(perft(&Quarto::default(), 2), 3_840);
/// ```
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    let mut perft = Perft::new(position, depth);
    loop {
        if let Some(count) = perft.step(u64::MAX) {
            return count;
        }
    }
}

/// The same count in small steps, for callers that do other work in between.
#[derive(Clone, Debug)]
pub struct Perft<G: Game> {
    depth: usize,
    /// The path from the first position to the current one.
    open: Vec<Open<G>>,
    /// Lists of moves to be reused, to avoid allocations.
    spare: Vec<Vec<G::Move>>,
    count: u64,
}

/// A position with moves that have not been played yet.
#[derive(Clone, Debug)]
struct Open<G: Game> {
    position: G,
    moves: Vec<G::Move>,
    played: usize,
}

impl<G: Game> Perft<G> {
    /// Creates a count that has not started yet.
    pub fn new(position: &G, depth: u32) -> Self {
        let mut perft =
            Self { depth: depth as usize, open: Vec::new(), spare: Vec::new(), count: 0 };
        match depth {
            0 => perft.count = 1,
            _ => perft.enter(position.clone()),
        }
        perft
    }

    /// Plays at most `moves` moves; returns the count once it is complete.
    pub fn step(&mut self, moves: u64) -> Option<u64> {
        for _ in 0..moves {
            let Some(open) = self.open.last_mut() else { break };
            if let Some(&mv) = open.moves.get(open.played) {
                open.played += 1;
                let mut next = open.position.clone();
                next.play(mv);
                self.enter(next);
            } else if let Some(open) = self.open.pop() {
                self.spare.push(open.moves);
            }
        }
        self.open.is_empty().then_some(self.count)
    }

    fn enter(&mut self, position: G) {
        let mut moves = self.spare.pop().unwrap_or_default();
        moves.clear();
        if self.open.len() + 1 < self.depth {
            position.legal_moves(&mut moves);
            self.open.push(Open { position, moves, played: 0 });
        } else {
            self.count += position.count_moves(&mut moves) as u64;
            self.spare.push(moves);
        }
    }
}

/// [`Perft::step`] of a count, for clients that know games only by name.
pub type PerftStep = Box<dyn FnMut(u64) -> Option<u64> + Send>;

/// Starts a count from a game's position after the given moves.
///
/// # Errors
///
/// `unknown_game`, the errors of [`Record::from_texts`], and `bad_option` if `depth` is more than
/// [`MAX_PERFT_PLIES`].
pub fn open_perft<'a>(
    game: &str,
    position: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
    depth: u32,
) -> Result<PerftStep, Error> {
    with_game!(game, G => {
        let record = Record::<G>::from_texts(position, moves)?;
        if depth > MAX_PERFT_PLIES {
            return Err(too_deep());
        }
        let mut perft = Perft::new(record.position(), depth);
        Box::new(move |moves| perft.step(moves))
    })
}

fn too_deep() -> Error {
    let message = format!("depth must be a whole number from 0 to {MAX_PERFT_PLIES}");
    Error::new(Code::BadOption, "out_of_range", message)
        .with("key", "depth")
        .with("limit", u64::from(MAX_PERFT_PLIES))
}
