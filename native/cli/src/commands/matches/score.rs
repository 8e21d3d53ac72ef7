//! The score of a match, with its confidence interval and the difference in Elo.

use playout_games::Side;

use super::game::GameResult;
use super::student_t::{CONFIDENCE, quantile};
use crate::json::{self, Black, Results};
use crate::mean::{mean, ratio};

/// Totals over the games of a match.
#[derive(Debug)]
pub(super) struct Tally {
    /// By the side that A played.
    by_side: [Results; 2],
    /// Black's result in each game that has a black.
    black: Vec<f64>,
    /// A's mean result in each pair.
    pairs: Vec<f64>,
    plies: usize,
    moves: [usize; 2],
    seconds: [f64; 2],
}

impl Tally {
    /// Adds up games in order, with the two games of a pair next to each other.
    pub(super) fn of(games: &[GameResult]) -> Self {
        let of_both = |player: usize| games.iter().map(|game| game.moves[player]).sum();
        let time_of = |player: usize| games.iter().map(|game| game.seconds[player]).sum();
        Self {
            by_side: Side::BOTH.map(|side| {
                results(games.iter().filter(|it| it.side_of_a == side).map(|it| it.reward))
            }),
            black: games.iter().filter_map(reward_of_black).collect(),
            pairs: games.chunks(2).map(|pair| mean(pair.iter().map(|game| game.reward))).collect(),
            plies: games.iter().map(|game| game.plies).sum(),
            moves: [of_both(0), of_both(1)],
            seconds: [time_of(0), time_of(1)],
        }
    }

    pub(super) fn result(&self, seed: u64) -> json::Match {
        let [as_first, as_second] = self.by_side;
        let games = as_first.games + as_second.games;
        let score = mean(self.pairs.iter().copied());
        let [interval, of_black] = [&self.pairs, &self.black].map(|it| interval(it));
        let elo_of_score = elo(score);
        json::Match {
            games,
            wins: as_first.wins + as_second.wins,
            draws: as_first.draws + as_second.draws,
            losses: as_first.losses + as_second.losses,
            score,
            interval,
            elo: elo_of_score,
            elo_interval: elo_of_score.map(|_| interval.map(elo)),
            plies: ratio(self.plies as f64, games),
            seconds_per_move: [0, 1].map(|player| ratio(self.seconds[player], self.moves[player])),
            seed,
            as_first,
            as_second,
            mistakes: None,
            black: (!self.black.is_empty()).then(|| Black {
                results: results(self.black.iter().copied()),
                score: mean(self.black.iter().copied()),
                interval: of_black,
            }),
        }
    }
}

/// Black's result in a game that has a black.
fn reward_of_black(game: &GameResult) -> Option<f64> {
    let is_a = game.black? == game.side_of_a;
    Some(if is_a { game.reward } else { 1.0 - game.reward })
}

/// How many of some results are wins, draws and losses.
fn results(rewards: impl Iterator<Item = f64> + Clone) -> Results {
    let count = |reward| rewards.clone().filter(|it| *it == reward).count();
    let (wins, draws, losses) = (count(1.0), count(0.5), count(0.0));
    Results { games: wins + draws + losses, wins, draws, losses }
}

/// The 95% confidence interval of the mean result of pairs, clipped to 0 and 1.
///
/// The sample consists of pairs, because the two games of a pair share an opening and are not
/// independent. The interval uses Student's t-distribution. If all pairs had the same result, the
/// variance says nothing, and the interval follows from a bound on the fraction of pairs with
/// a different result, of which none was seen (Clopper and Pearson 1934).
fn interval(pairs: &[f64]) -> [f64; 2] {
    let count = pairs.len() as f64;
    let mean = mean(pairs.iter().copied());
    if pairs.iter().all(|pair| *pair == pairs[0]) {
        let others = 1.0 - ((1.0 - CONFIDENCE) / 2.0).powf(1.0 / count);
        return [mean * (1.0 - others), mean + (1.0 - mean) * others];
    }
    let squares: f64 = pairs.iter().map(|pair| (pair - mean).powi(2)).sum();
    let deviation = (squares / (count - 1.0) / count).sqrt();
    let width = quantile(pairs.len() - 1) * deviation;
    [(mean - width).max(0.0), (mean + width).min(1.0)]
}

/// The Elo difference for a score; `None` at 0 and 1, where it is infinite.
fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-4
    }

    fn game(side_of_a: Side, reward: f64, moves: [usize; 2], seconds: [f64; 2]) -> GameResult {
        GameResult {
            reward,
            side_of_a,
            black: None,
            plies: moves[0] + moves[1],
            moves,
            seconds,
            mistakes: [0; 2],
        }
    }

    #[test]
    fn an_interval_matches_a_calculation_by_hand() {
        // Mean 5/8.
        let pairs = [1.0, 0.25, 0.5, 0.75];
        // Deviations 3/8, -3/8, -1/8, 1/8: squares sum to 20/64, variance 20/192,
        // standard error sqrt(20/768), t(3) = 3.18245.
        let width = 3.182_446 * (20.0_f64 / 768.0).sqrt();
        let [low, high] = interval(&pairs);
        assert!(close(low, 0.625 - width) && high == 1.0, "{low} {high}");
    }

    #[test]
    fn intervals_contain_the_mean_and_stay_within_bounds() {
        for pairs in [&[0.5][..], &[1.0], &[0.0, 0.0], &[0.0, 1.0], &[1.0; 200], &[0.5, 0.75]] {
            let [low, high] = interval(pairs);
            let mean = mean(pairs.iter().copied());
            assert!(0.0 <= low && low <= mean && mean <= high && high <= 1.0, "{pairs:?}");
            assert!(low < high, "{pairs:?}");
        }
    }

    #[test]
    fn a_few_equal_pairs_give_a_wide_interval() {
        let [low, high] = interval(&[1.0; 5]);
        assert!(close(low, 0.025_f64.powf(0.2)) && high == 1.0);
        let [low, high] = interval(&[0.5; 200]);
        assert!(close(high - 0.5, 0.5 - low) && high - low < 0.02);
    }

    #[test]
    fn elo_of_scores() {
        assert_eq!(elo(0.5), Some(0.0));
        assert!(close(elo(10.0 / 11.0).expect("finite"), 400.0));
        assert!(close(elo(1.0 / 11.0).expect("finite"), -400.0));
        assert_eq!((elo(0.0), elo(1.0)), (None, None));
    }

    #[test]
    fn games_are_counted() {
        let games = [
            game(Side::First, 1.0, [5, 4], [1.0, 0.4]),
            game(Side::Second, 0.5, [8, 9], [1.6, 0.9]),
            game(Side::First, 0.0, [7, 7], [1.4, 0.7]),
            game(Side::Second, 1.0, [4, 4], [0.0, 0.4]),
        ];
        let result = Tally::of(&games).result(9);
        assert_eq!((result.games, result.wins, result.draws, result.losses), (4, 2, 1, 1));
        let half = Results { games: 2, wins: 1, ..Results::default() };
        assert_eq!(result.as_first, Results { losses: 1, ..half });
        assert_eq!(result.as_second, Results { draws: 1, ..half });
        assert_eq!((result.score, result.plies, result.seed), (0.625, 12.0, 9));
        assert!(close(result.seconds_per_move[0], 4.0 / 24.0));
        assert!(close(result.seconds_per_move[1], 2.4 / 24.0));
        // Pairs 0.75 and 0.5: mean 0.625, standard error 0.125.
        assert!(close(result.interval[0], 0.0) && close(result.interval[1], 1.0));
        assert_eq!(result.elo_interval, Some([None, None]));
        assert!(close(result.elo.expect("finite"), 88.7395));
    }

    #[test]
    fn games_are_counted_for_black() {
        let game = |side_of_a, reward, black| GameResult {
            black,
            ..game(side_of_a, reward, [5, 4], [1.0, 0.4])
        };
        let games = [
            game(Side::First, 1.0, Some(Side::First)),
            game(Side::Second, 1.0, Some(Side::First)),
            game(Side::First, 0.5, Some(Side::Second)),
            game(Side::Second, 0.0, Some(Side::First)),
        ];
        let black = Tally::of(&games).result(1).black.expect("it is counted");
        assert_eq!(black.results, Results { games: 4, wins: 2, draws: 1, losses: 1 });
        assert_eq!((black.score, black.interval), (0.625, interval(&[1.0, 0.0, 0.5, 1.0])));
        let games = [None; 2].map(|black| game(Side::First, 1.0, black));
        assert!(Tally::of(&games).result(1).black.is_none());
    }

    #[test]
    fn a_perfect_score_has_no_elo() {
        let games = vec![game(Side::First, 1.0, [1, 1], [0.0, 0.0]); 4];
        let result = Tally::of(&games).result(1);
        assert_eq!((result.score, result.elo, result.elo_interval), (1.0, None, None));
    }
}
