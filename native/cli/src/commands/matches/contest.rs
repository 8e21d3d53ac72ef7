//! A match of two players, in pairs of games.
//!
//! Both games of a pair start from the same opening, with sides swapped. A player starts each game
//! with a new search; its spec says whether it continues that search from move to move or starts a
//! new one for every move. So a game depends only on its opening and its seed, and a match only on
//! its seed, not on the number of threads. (With a time limit it also depends on the machine.) A
//! player whose spec has a seed uses it for every search.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use indicatif::ProgressBar;
use playout_games::Record;
use playout_search::{Random, SearchGame, Spec};

use super::game::{self, GameResult};
use super::openings::Openings;
use super::recorder::Recorder;
use super::score::Tally;
use crate::boards::Board;
use crate::failure::Failure;
use crate::json;
use crate::progress::bar_of;

/// A match to play.
pub(crate) struct Contest {
    /// A, whose wins are counted, and B.
    pub(crate) specs: [Spec; 2],
    /// The number of games, which is even.
    pub(crate) games: u32,
    /// How the pairs start.
    pub(crate) openings: Openings,
    /// The seed of openings and players.
    pub(crate) seed: u64,
    /// How many games to play at once, up to the number of cores; `None` means all cores.
    pub(crate) threads: Option<u16>,
    /// The match ends early once the confidence interval of the score is within these bounds.
    pub(crate) until: Option<[f64; 2]>,
    /// Whether to count, by the game's table, the moves that give away a win or a draw.
    pub(crate) counts_mistakes: bool,
    /// Where the games are recorded, if they are.
    pub(crate) recorder: Option<Recorder>,
}

/// The number of games between checks of the interval. It is fixed so that a match ends after the
/// same game on any number of threads.
const BATCH: usize = 20;

impl Contest {
    /// Rejects an invalid match before any game is played.
    pub(crate) fn check<G: SearchGame>(&self, start: &Record<G>) -> Result<(), Failure> {
        let games = self.games;
        if !games.is_multiple_of(2) {
            let message = format!("--games {games}: must be even, as games are played in pairs");
            return Err(Failure::Usage(message));
        }
        if start.outcome().is_some() {
            return Err(Failure::Usage("--position: the game is over".to_owned()));
        }
        Ok(())
    }

    /// Plays all games from a position, showing a progress bar.
    pub(crate) fn play<G: Board>(&self, start: &Record<G>) -> Result<json::Match, Failure> {
        self.check(start)?;
        let games = self.games as usize;
        let mut random = Random::new(self.seed);
        let openings = self.openings.of_pairs(start, games / 2, &mut random)?;
        // Drawn before the first game, so that they do not depend on the threads.
        let seeds: Vec<_> = (0..games).map(|_| game::draw_seed(&mut random)).collect();

        let oracle = if self.counts_mistakes { Some(start.position().oracle()?) } else { None };
        let play = &|index: usize| {
            let record = openings[index / 2].clone();
            let opening_plies = record.ply();
            let (a_is_first, seed) = (index.is_multiple_of(2), seeds[index]);
            let (result, record) =
                game::play(record, &self.specs, a_is_first, seed, oracle.as_ref())?;
            if let Some(recorder) = &self.recorder {
                recorder.add(index, &record, a_is_first, opening_plies)?;
            }
            Ok(result)
        };
        let bar = bar_of(games as u64, "{wide_bar} {pos} of {len} games, {eta} left");
        // Shows the bar at once, because the first game may take a while.
        bar.tick();
        let batch = if self.until.is_some() { BATCH } else { games };
        let mut played = Vec::with_capacity(games);
        while played.len() < games {
            let next = played.len()..games.min(played.len() + batch);
            played.extend(play_all(next, self.threads(), &bar, play)?);
            let [low, high] = Tally::of(&played).result(self.seed).interval;
            if self.until.is_some_and(|[least, most]| least <= low && high <= most) {
                break;
            }
        }
        bar.finish_and_clear();
        let mut result = Tally::of(&played).result(self.seed);
        if self.counts_mistakes {
            let of = |player: usize| played.iter().map(|game| game.mistakes[player]).sum();
            result.mistakes = Some([of(0), of(1)]);
        }
        Ok(result)
    }

    fn threads(&self) -> usize {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or(cores, usize::from).min(cores)
    }
}

/// Plays games, several at once, and returns their results in order. After a failure, no more games
/// begin.
fn play_all(
    games: Range<usize>,
    threads: usize,
    bar: &ProgressBar,
    play: impl Fn(usize) -> Result<GameResult, Failure> + Sync,
) -> Result<Vec<GameResult>, Failure> {
    let next = AtomicUsize::new(games.start);
    let finished = Mutex::new(Vec::with_capacity(games.len()));
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= games.end {
                return;
            }
            let played = play(index);
            if played.is_err() {
                next.store(games.end, Ordering::Relaxed);
            }
            bar.inc(1);
            let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
            finished.push((index, played));
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.min(games.len()) {
            scope.spawn(work);
        }
    });
    let mut finished = finished.into_inner().unwrap_or_else(PoisonError::into_inner);
    finished.sort_by_key(|(index, _)| *index);
    finished.into_iter().map(|(_, played)| played).collect()
}
