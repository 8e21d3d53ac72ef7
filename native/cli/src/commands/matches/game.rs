use std::sync::Arc;
use std::time::Instant;

use playout_games::{Detail, Error, Game, Outcome, Record, Side};
use playout_search::{Oracle, Random, SearchGame, Spec, Value, finished};

use crate::player::Player;

/// The result of one game of a match.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GameResult {
    /// A's result: 1, 1/2 or 0.
    pub(super) reward: f64,
    /// The side that A played.
    pub(super) side_of_a: Side,
    /// The side that had black, in games whose sides choose their colours.
    pub(super) black: Option<Side>,
    /// Its length from the given position, including the opening.
    pub(super) plies: usize,
    /// How many moves A and B chose.
    pub(super) moves: [usize; 2],
    /// How many seconds A and B took.
    pub(super) seconds: [f64; 2],
    /// How many moves of A and B gave away a win or a draw, if that is counted.
    pub(super) mistakes: [usize; 2],
}

/// A seed for a game or a search.
pub(super) fn draw_seed(random: &mut Random) -> u64 {
    u64::from(random.below(u32::MAX))
}

/// Plays an unfinished game to its end; returns the result, and the game with all its moves.
pub(super) fn play<G: SearchGame>(
    mut record: Record<G>,
    specs: &[Spec; 2],
    a_is_first: bool,
    seed: u64,
    oracle: Option<&Arc<dyn Oracle<G>>>,
) -> Result<(GameResult, Record<G>), Error> {
    let a = if a_is_first { Side::First } else { Side::Second };
    let mut random = Random::new(seed);
    let [player_a, player_b] = specs;
    let mut players = [Player::new(player_a.clone())?, Player::new(player_b.clone())?];
    let (mut moves, mut seconds, mut mistakes) = ([0; 2], [0.0; 2], [0; 2]);
    let outcome = loop {
        if let Some(outcome) = record.outcome() {
            break outcome;
        }
        let player = usize::from(record.position().side_to_move() != a);
        // Each move has its own seed, because a fixed one would give the same random numbers in
        // every position. A seed is drawn for a continued search too, so that one player's seeds
        // do not depend on the other's settings.
        let turn = specs[player].or_seed(draw_seed(&mut random));
        let begun = Instant::now();
        let choice = players[player].search(&record, &turn)?.run().ok_or_else(finished)?;
        seconds[player] += begun.elapsed().as_secs_f64();
        moves[player] += 1;
        let before = record.clone();
        record.play(choice.mv);
        if oracle.is_some_and(|oracle| is_mistake(&before, &record, oracle.as_ref())) {
            mistakes[player] += 1;
        }
    };
    let reward = (1.0 + outcome.value_for(a)) / 2.0;
    let black = black(record.position());
    let plies = record.ply();
    let result = GameResult { reward, side_of_a: a, black, plies, moves, seconds, mistakes };
    Ok((result, record))
}

/// The side that has black, in games whose sides choose their colours.
fn black<G: Game>(position: &G) -> Option<Side> {
    let colour = Detail::from("black");
    let details = position.diagram().details;
    Side::BOTH.into_iter().find(|side| details.contains(&(side.name(), colour.clone())))
}

/// Whether the last move of a game gave away a win or a draw.
fn is_mistake<G: SearchGame>(
    before: &Record<G>,
    after: &Record<G>,
    oracle: &dyn Oracle<G>,
) -> bool {
    let result = |value| match value {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
    };
    let possible = result(oracle.value(before.position()));
    let reached = match after.outcome() {
        Some(Outcome::Draw) => 0,
        _ => result(oracle.value(after.position()).before()),
    };
    reached < possible
}
