//! The exact values of the positions of a game that has been played.

use playout_games::{Error, Record, with_game};

use crate::exact::{Oracle, Value};
use crate::game::SearchGame;

/// The value of a position for the side to move, and whether the game so far can change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The value by the table, or by the result if the game ended here, even by repetition.
    pub value: Value,
    /// Whether the value holds whatever has been played before: whether no position that would end
    /// the game as a draw at its next occurrence is nearer to the end. (See the documentation of
    /// the player `perfect`.)
    pub is_certain: bool,
}

/// The values of all positions of a game, from the start position to the one after the last move.
///
/// # Errors
///
/// `unknown_game`, the errors of [`Record::from_texts`], and `no_table` if the game or the variant
/// has no table, or it is missing or damaged.
pub fn values<'a>(
    game: &str,
    position: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Valued>, Error> {
    with_game!(game, G => {
        let record = Record::<G>::from_texts(position, moves)?;
        let oracle = record.position().oracle()?;
        values_of(&record, &*oracle)
    })
}

fn values_of<G: SearchGame>(record: &Record<G>, oracle: &dyn Oracle<G>) -> Vec<Valued> {
    let mut played = Record::new(record.start().clone());
    let mut nearest_closed = None;
    let mut values = vec![valued(&played, oracle, &mut nearest_closed)];
    for &mv in record.moves() {
        played.play(mv);
        values.push(valued(&played, oracle, &mut nearest_closed));
    }
    values
}

/// The value of the position that a record has reached. `nearest_closed` is the least distance to
/// the end of all decided positions whose next occurrence is a draw.
fn valued<G: SearchGame>(
    played: &Record<G>,
    oracle: &dyn Oracle<G>,
    nearest_closed: &mut Option<u32>,
) -> Valued {
    let position = played.position();
    if let Some(outcome) = played.outcome() {
        return Valued { value: Value::of_outcome(position, outcome), is_certain: true };
    }
    let value = oracle.value(position);
    let Some(plies) = value.plies() else { return Valued { value, is_certain: true } };
    let is_certain = nearest_closed.is_none_or(|nearest| nearest >= plies);
    if G::REPETITIONS_TO_DRAW > 0 && played.occurrences(position) + 1 == G::REPETITIONS_TO_DRAW {
        *nearest_closed = Some(nearest_closed.map_or(plies, |nearest| nearest.min(plies)));
    }
    Valued { value, is_certain }
}

#[cfg(test)]
mod tests {
    use playout_games::Code;
    use playout_games::animal_shogi::AnimalShogi;

    use super::*;

    /// Knows positions by their text; all others are drawn.
    #[derive(Debug)]
    struct Listed(&'static [(&'static str, Value)]);

    impl Oracle<AnimalShogi> for Listed {
        fn value(&self, position: &AnimalShogi) -> Value {
            let text = position.to_string();
            let known = self.0.iter().find(|(known, _)| *known == text);
            known.map_or(Value::Draw, |(_, value)| *value)
        }
    }

    const START: &str = "rkb/1p1/1P1/BKR b -";
    const AFTER_GIRAFFE: &str = "rkb/1p1/1PR/BK1 w -";
    /// The moves that lead back to the start.
    const CIRCLE: [&str; 4] = ["1d1c", "3a3b", "1c1d", "3b3a"];

    fn values(moves: &[&str], known: &'static [(&'static str, Value)]) -> Vec<Valued> {
        let record = Record::from_texts(None, moves.iter().copied()).expect("legal moves");
        values_of(&record, &Listed(known))
    }

    fn certain(value: Value) -> Valued {
        Valued { value, is_certain: true }
    }

    #[test]
    fn each_position_has_a_value_for_its_side_to_move() {
        let known = &[(START, Value::Win(9)), (AFTER_GIRAFFE, Value::Loss(8))];
        let expected = [Value::Win(9), Value::Loss(8), Value::Draw].map(certain);
        assert_eq!(values(&CIRCLE[..2], known), expected);
    }

    #[test]
    fn a_position_that_has_occurred_twice_makes_longer_wins_uncertain() {
        let known = &[(START, Value::Win(7)), (AFTER_GIRAFFE, Value::Loss(10))];
        let values = values(&CIRCLE.repeat(2)[..6], known);
        assert_eq!(values[1], certain(Value::Loss(10)));
        // The start has occurred again, which changes nothing about itself.
        assert_eq!(values[4], certain(Value::Win(7)));
        // It is nearer to the end than this position.
        assert_eq!(values[5], Valued { value: Value::Loss(10), is_certain: false });
        assert_eq!(values[6], certain(Value::Draw));
    }

    #[test]
    fn a_repetition_is_a_draw_whatever_the_table_says() {
        let values = values(&CIRCLE.repeat(2), &[(START, Value::Win(7))]);
        assert_eq!(values.last(), Some(&certain(Value::Draw)));
        assert_eq!(values[4], certain(Value::Win(7)));
    }

    #[test]
    fn a_finished_game_has_its_result() {
        let moves = ["2c2b", "3a3b", "2b2a+"];
        assert_eq!(values(&moves, &[]).last(), Some(&certain(Value::Loss(0))));
    }

    #[test]
    fn games_and_variants_without_a_table_have_no_values() {
        let code = |game, position| super::values(game, position, []).map_err(|it| it.code());
        assert_eq!(code("quarto", None), Err(Code::NoTable));
        let quick = Some("quick-try rkb/1p1/1P1/BKR b -");
        assert_eq!(code("animal_shogi", quick), Err(Code::NoTable));
        assert_eq!(code("chess", None), Err(Code::UnknownGame));
    }
}
