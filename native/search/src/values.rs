//! The exact values of the positions of a game that has been played.

use playout_games::{Error, Record, with_game};

use crate::certainty::{NearestClosed, Valued};
use crate::exact::{Oracle, Value};
use crate::game::SearchGame;

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
    let mut nearest_closed = NearestClosed::NONE;
    let mut values = vec![valued(&played, oracle, &mut nearest_closed)];
    for &mv in record.moves() {
        played.play(mv);
        values.push(valued(&played, oracle, &mut nearest_closed));
    }
    values
}

/// The value of the position that a record has reached. `nearest_closed` is the nearest of the
/// positions closed before, and is updated for this one.
fn valued<G: SearchGame>(
    played: &Record<G>,
    oracle: &dyn Oracle<G>,
    nearest_closed: &mut NearestClosed,
) -> Valued {
    let position = played.position();
    if let Some(outcome) = played.outcome() {
        return Valued { value: Value::of_outcome(position, outcome), is_certain: true };
    }
    let value = oracle.value(position);
    let valued = nearest_closed.valued(value);
    if played.draws_at([], position) {
        *nearest_closed = nearest_closed.or(value);
    }
    valued
}

#[cfg(test)]
mod tests {
    use playout_games::Code;

    use super::*;
    use crate::exact::listed::{AFTER_GIRAFFE, CIRCLE, Listed, START};

    fn values(moves: &[&str], known: &[(&'static str, Value)]) -> Vec<Valued> {
        let record = Record::from_texts(None, moves.iter().copied()).expect("legal moves");
        values_of(&record, &Listed(known.to_vec()))
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
        assert_eq!(code("gomoku", None), Err(Code::NoTable));
        let quick = Some("quick-try rkb/1p1/1P1/BKR b -");
        assert_eq!(code("animal_shogi", quick), Err(Code::NoTable));
        assert_eq!(code("chess", None), Err(Code::UnknownGame));
    }
}
