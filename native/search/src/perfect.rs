//! The player `perfect`, which plays by a table of exact values.
//!
//! A table knows no history, so three things can differ from it in games with draws by repetition:
//!
//! * A position that has occurred so often that its next occurrence is a draw (a *closed*
//!   position) has that value, whatever the table says.
//! * A win can become a draw, if the loser can reach a closed position. The winner's shortest way
//!   to the end only passes positions nearer and nearer to it, so this is possible only if a closed
//!   position is nearer to the end than the win itself. If one is, the player claims no proof.
//! * A draw stays a draw: both sides can hold it by moves to drawn positions, and a repetition only
//!   makes draws. So a loss is a loss or a draw.
//!
//! If the opponent resists a win that the player has played without detours, no closed position
//! can be nearer, because all positions that have occurred since are farther away.

use std::sync::Arc;

use playout_games::{Outcome, Record, Side};

use crate::exact::{Oracle, Value};
use crate::game::SearchGame;
use crate::strategy::{Counts, Decision, Strategy};
use crate::{Estimate, Line, Proof, Random};

/// How the player chooses among moves of the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// Those that leave the opponent the fewest replies that hold: that keep a win or a draw, or
    /// that resist a loss as long as possible. If there are several, at random.
    Hardest,
    /// At random.
    Random,
}

/// See the [module's documentation](self).
#[derive(Debug)]
pub(crate) struct Perfect<G: SearchGame> {
    record: Record<G>,
    oracle: Arc<dyn Oracle<G>>,
    among: Among,
    random: Random,
    /// All legal moves, the chosen one first, the others from best to worst.
    ranked: Vec<Ranked<G>>,
}

/// A legal move with its value for the side that plays it.
#[derive(Clone, Debug)]
struct Ranked<G: SearchGame> {
    mv: G::Move,
    next: G,
    value: Value,
    /// Whether the value holds with the history.
    is_certain: bool,
    /// Whether the move ends the game by repetition.
    repeats: bool,
}

impl<G: SearchGame> Ranked<G> {
    /// Sorts moves from worst to best. A win that may turn out to be a draw comes after every win
    /// that cannot.
    fn rank(&self) -> (bool, Value) {
        (matches!(self.value, Value::Win(_)) && self.is_certain, self.value)
    }

    fn proof(&self, side: Side) -> Option<Proof> {
        let plies = if self.repeats { Some(1) } else { self.value.plies() };
        self.is_certain.then(|| Proof::new(outcome(self.value, side), side, plies))
    }
}

fn outcome(value: Value, side: Side) -> Outcome {
    match value {
        Value::Win(_) => Outcome::Win(side),
        Value::Draw => Outcome::Draw,
        Value::Loss(_) => Outcome::Win(side.other()),
    }
}

impl<G: SearchGame> Perfect<G> {
    /// A player at the position of a record.
    pub(crate) fn new(
        record: &Record<G>,
        oracle: Arc<dyn Oracle<G>>,
        among: Among,
        seed: u64,
    ) -> Self {
        let (record, random) = (record.clone(), Random::new(seed));
        let mut player = Self { record, oracle, among, random, ranked: Vec::new() };
        player.choose();
        player
    }

    fn choose(&mut self) {
        let moves = self.record.legal_moves();
        let nearest = self.nearest_closed();
        self.ranked = moves.into_iter().map(|mv| self.rank(mv, nearest)).collect();
        // Among equals, chance decides where nothing else does.
        self.random.shuffle(&mut self.ranked);
        self.ranked.sort_by_key(|it| std::cmp::Reverse(it.rank()));
        let Some(best) = self.ranked.first().map(Ranked::rank) else { return };
        if self.among == Among::Hardest {
            let equals = self.ranked.iter().take_while(|it| it.rank() == best).count();
            let holding: Vec<_> =
                self.ranked[..equals].iter().map(|it| self.holding_replies(it)).collect();
            let hardest = (0..equals).min_by_key(|&index| holding[index]).unwrap_or(0);
            self.ranked.swap(0, hardest);
        }
    }

    /// How near to the end a closed position can be, in plies, that either side wins.
    fn nearest_closed(&self) -> Option<u32> {
        if G::REPETITIONS_TO_DRAW == 0 {
            return None;
        }
        let closed = self.record.occurring(G::REPETITIONS_TO_DRAW - 1);
        closed.filter_map(|position| self.oracle.value(position).plies()).min()
    }

    fn rank(&self, mv: G::Move, nearest_closed: Option<u32>) -> Ranked<G> {
        let mut next = self.record.position().clone();
        next.play(mv);
        let is_closed = G::REPETITIONS_TO_DRAW > 0
            && self.record.occurrences(&next) + 1 >= G::REPETITIONS_TO_DRAW;
        if is_closed && next.outcome().is_none() {
            return Ranked { mv, next, value: Value::Draw, is_certain: true, repeats: true };
        }
        let after = self.oracle.value(&next);
        // Play after the move only passes positions that are nearer to the end.
        let is_certain = match (after.plies(), nearest_closed) {
            (Some(plies), Some(nearest)) => nearest >= plies,
            _ => true,
        };
        Ranked { mv, next, value: after.before(), is_certain, repeats: false }
    }

    /// How many replies to a move hold. A move that ends the game gives the opponent no chance to
    /// go wrong.
    fn holding_replies(&self, ranked: &Ranked<G>) -> usize {
        if ranked.repeats || ranked.next.outcome().is_some() {
            return usize::MAX;
        }
        let mut replies = Vec::new();
        ranked.next.legal_moves(&mut replies);
        let values = replies.into_iter().map(|reply| {
            let mut next = ranked.next.clone();
            next.play(reply);
            self.oracle.value(&next).before()
        });
        let values: Vec<_> = values.collect();
        let Some(best) = values.iter().copied().max() else { return 0 };
        let holds = |value: &Value| match best {
            Value::Win(_) => matches!(value, Value::Win(_)),
            Value::Draw | Value::Loss(_) => *value == best,
        };
        values.iter().filter(|value| holds(value)).count()
    }

    /// What has been proven about the position. A loss is proven only if it is certain after every
    /// move, and the length of a win only if no win that seems shorter is uncertain.
    fn proof(&self) -> Option<Proof> {
        let best = self.ranked.first()?;
        let proof = best.proof(self.record.position().side_to_move())?;
        let mut uncertain = self.ranked.iter().filter(|it| !it.is_certain);
        match best.value {
            Value::Loss(_) => uncertain.next().is_none().then_some(proof),
            Value::Win(_) if uncertain.any(|it| it.value > best.value) => {
                Some(Proof { plies: None, ..proof })
            }
            Value::Win(_) | Value::Draw => Some(proof),
        }
    }

    /// The shortest win or the longest resistance from a move on, or only the move if the result is
    /// a draw or depends on the history.
    fn line(&self, ranked: &Ranked<G>) -> Vec<G::Move> {
        let mut line = vec![ranked.mv];
        let is_decided = ranked.value.plies().is_some() && ranked.is_certain;
        let mut position = ranked.next.clone();
        let mut moves = Vec::new();
        while is_decided && position.outcome().is_none() {
            moves.clear();
            position.legal_moves(&mut moves);
            let after = |mv: &G::Move| {
                let mut next = position.clone();
                next.play(*mv);
                next
            };
            let best = moves.iter().max_by_key(|mv| self.oracle.value(&after(mv)).before());
            let Some(&mv) = best else { break };
            position = after(&mv);
            line.push(mv);
        }
        line
    }

    fn estimate(&self, ranked: &Ranked<G>) -> Estimate {
        let side = self.record.position().side_to_move();
        Estimate::certain(outcome(ranked.value, side), side)
    }
}

impl<G: SearchGame> Strategy<G> for Perfect<G> {
    fn unit(&mut self) -> bool {
        false
    }

    fn counts(&self) -> Counts {
        Counts::default()
    }

    fn decision(&self) -> Option<Decision<G::Move>> {
        let best = self.ranked.first()?;
        Some(Decision {
            mv: best.mv,
            estimate: self.estimate(best),
            depth: None,
            visits: self.record.legal_moves().into_iter().map(|mv| (mv, 0)).collect(),
            line: self.line(best),
            proof: self.proof(),
        })
    }

    fn verdict(&self) -> Option<(Estimate, Option<Proof>)> {
        self.ranked.first().map(|best| (self.estimate(best), self.proof()))
    }

    fn lines(&self, max: usize) -> Vec<Line<G::Move>> {
        let side = self.record.position().side_to_move();
        let line = |ranked: &Ranked<G>| {
            let estimate = self.estimate(ranked);
            Line {
                mv: ranked.mv,
                value: estimate.value(),
                estimate,
                visits: 0,
                line: self.line(ranked),
                proof: ranked.proof(side),
            }
        };
        self.ranked.iter().take(max).map(line).collect()
    }

    fn advance(&mut self, moves: &[G::Move]) {
        moves.iter().for_each(|&mv| self.record.play(mv));
        self.choose();
    }

    fn begin_turn(&mut self, _: Option<u32>) {
        self.choose();
    }
}

#[cfg(test)]
mod tests {
    use playout_games::Game;
    use playout_games::animal_shogi::AnimalShogi;

    use super::*;

    /// Knows positions by their text; all others are drawn.
    #[derive(Debug)]
    struct Listed(Vec<(&'static str, Value)>);

    impl Oracle<AnimalShogi> for Listed {
        fn value(&self, position: &AnimalShogi) -> Value {
            let text = position.to_string();
            let known = self.0.iter().find(|(known, _)| *known == text);
            known.map_or(Value::Draw, |(_, value)| *value)
        }
    }

    const START: &str = "rkb/1p1/1P1/BKR b -";
    /// The moves that lead back to the start.
    const CIRCLE: [&str; 4] = ["1d1c", "3a3b", "1c1d", "3b3a"];
    const AFTER_GIRAFFE: &str = "rkb/1p1/1PR/BK1 w -";
    const AFTER_LION_LEFT: &str = "rkb/1p1/KP1/B1R w -";

    fn player(circles: usize, known: &[(&'static str, Value)]) -> Perfect<AnimalShogi> {
        let moves = CIRCLE.repeat(circles);
        let record = Record::from_texts(None, moves).expect("legal moves");
        Perfect::new(&record, Arc::new(Listed(known.to_vec())), Among::Hardest, 1)
    }

    fn chosen(player: &Perfect<AnimalShogi>) -> (String, Option<(&'static str, Option<u32>)>) {
        let decision = player.decision().expect("the game is not over");
        let proof = decision.proof.map(|proof| (proof.result, proof.plies));
        (player.record.position().move_text(decision.mv), proof)
    }

    #[test]
    fn the_shortest_win_is_chosen() {
        let known = [(AFTER_GIRAFFE, Value::Loss(30)), (AFTER_LION_LEFT, Value::Loss(20))];
        assert_eq!(chosen(&player(0, &known)), ("2d3c".to_owned(), Some(("win", Some(21)))));
    }

    /// After one circle, the start has occurred twice, and so far nothing else has: a win is still
    /// one. After two moves of the second, so have two positions of the circle.
    #[test]
    fn a_win_past_closed_positions_is_not_proven() {
        let known = [(AFTER_GIRAFFE, Value::Loss(30)), (START, Value::Loss(40))];
        assert_eq!(chosen(&player(1, &known)), ("1d1c".to_owned(), Some(("win", Some(31)))));
        let nearer = [(AFTER_GIRAFFE, Value::Loss(30)), (START, Value::Loss(28))];
        assert_eq!(chosen(&player(1, &nearer)), ("1d1c".to_owned(), None));
        assert_eq!(chosen(&player(0, &nearer)).1, Some(("win", Some(31))));
    }

    /// A longer win that no closed position can spoil is better than a shorter one that might be.
    #[test]
    fn a_certain_win_is_preferred() {
        let known = [
            (AFTER_GIRAFFE, Value::Loss(30)),
            (AFTER_LION_LEFT, Value::Loss(20)),
            (START, Value::Loss(25)),
        ];
        assert_eq!(chosen(&player(1, &known)), ("2d3c".to_owned(), Some(("win", Some(21)))));
        let shorter_is_uncertain = [
            (AFTER_GIRAFFE, Value::Loss(30)),
            (AFTER_LION_LEFT, Value::Loss(20)),
            (START, Value::Loss(10)),
        ];
        assert_eq!(chosen(&player(1, &shorter_is_uncertain)).1, None);
    }

    /// A move to a position that has occurred twice ends the game, so it draws whatever the table
    /// says about the position.
    #[test]
    fn moves_to_closed_positions_draw() {
        let mut record = Record::from_texts(None, CIRCLE).expect("legal moves");
        record.play_texts(CIRCLE[..3].iter().copied()).expect("legal moves");
        // 3b3a would be the third occurrence of the start.
        let known = [(START, Value::Loss(30))];
        let player = Perfect::new(&record, Arc::new(Listed(known.to_vec())), Among::Random, 1);
        let text = |it: &Ranked<AnimalShogi>| player.record.position().move_text(it.mv);
        let back = player.ranked.iter().find(|it| text(it) == "3b3a").expect("a legal move");
        assert_eq!((back.value, back.is_certain, back.repeats), (Value::Draw, true, true));
        assert_eq!(chosen(&player).1.map(|(result, _)| result), Some("draw"));
    }

    /// Losing moves are losses only if nothing nearer to the end can save the loser.
    #[test]
    fn a_loss_is_proven_only_without_closed_positions() {
        let all = ["2c2b", "2d1c", "2d3c", "1d1c"].map(|mv| {
            let record = Record::<AnimalShogi>::from_texts(None, [mv]).expect("a legal move");
            let text: &'static str = record.position().to_string().leak();
            (text, Value::Win(if mv == "2c2b" { 75 } else { 77 }))
        });
        assert_eq!(chosen(&player(0, &all)).1, Some(("loss", Some(78))));
        assert_eq!(chosen(&player(1, &all)).1, Some(("loss", Some(78))));
        let closed = [&all[..], &[(START, Value::Loss(50))]].concat();
        assert_eq!(chosen(&player(1, &closed)).1, None);
    }

    #[test]
    fn the_hardest_move_leaves_the_fewest_holding_replies() {
        // After 2c2b Black attacks the lion: five replies, all drawn but those listed.
        let lost = ["1a2b", "2a2b", "2a1b"].map(|reply| {
            let moves = ["2c2b", reply];
            let record = Record::<AnimalShogi>::from_texts(None, moves).expect("legal moves");
            (&*record.position().to_string().leak(), Value::Win(9))
        });
        let hardest = player(0, &lost);
        assert_eq!(chosen(&hardest), ("2c2b".to_owned(), Some(("draw", None))));
        let random = |seed| {
            let record = Record::new(AnimalShogi::default());
            let oracle = Arc::new(Listed(lost.to_vec()));
            chosen(&Perfect::new(&record, oracle, Among::Random, seed)).0
        };
        let moves: std::collections::BTreeSet<_> = (0..50).map(random).collect();
        assert_eq!(moves.len(), 4);
    }
}
