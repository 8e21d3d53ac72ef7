//! Stones in Gomocup's notation, and positions set up from them.

use playout_games::gomoku::{Gomoku, Move, Point};
use playout_games::{Game, Record};

/// The point of a stone, and whether the stone is ours.
pub(super) type Stone = (Point, bool);

/// `X,Y`, each from 0.
pub(super) fn point_text(point: Point) -> String {
    format!("{},{}", point.column(), point.row())
}

/// Reads the output of [`point_text`] for a board of `size`.
pub(super) fn read_point(text: &str, size: u8) -> Result<Point, String> {
    let read = || {
        let (x, y) = text.split_once(',')?;
        let number = |text: &str| text.trim().parse::<u8>().ok();
        Point::new(number(x)?, number(y)?).filter(|point| point.is_within(size))
    };
    read().ok_or_else(|| format!("a point must be X,Y, each from 0 to {}", size - 1))
}

/// Reads `X,Y,FIELD`, where FIELD is 1 for our stones and 2 for the opponent's.
pub(super) fn read_stone(text: &str, size: u8) -> Result<Stone, String> {
    let (point, field) = text.rsplit_once(',').unwrap_or((text, ""));
    let mine = match field.trim() {
        "1" => true,
        "2" => false,
        "3" => {
            return Err(
                "stones with field 3 are only for continuous games, which are not supported"
                    .to_owned(),
            );
        }
        _ => return Err("a stone must be X,Y,1 or X,Y,2".to_owned()),
    };
    Ok((read_point(point, size)?, mine))
}

/// That a point has got a second stone.
pub(super) fn occupied(point: Point) -> String {
    format!("two stones are on {}", point_text(point))
}

/// The position with these stones and us to move. The order of the moves is unknown, and in some
/// orders the game would have ended earlier, so the stones are set up instead of played.
///
/// # Errors
///
/// If the stones are invalid or the game is over.
pub(super) fn set_up(stones: &[Stone], size: u8, variant: &str) -> Result<Record<Gomoku>, String> {
    let ours = stones.iter().filter(|stone| stone.1).count();
    let theirs = stones.len() - ours;
    let we_began = ours == theirs;
    if !we_began && theirs != ours + 1 {
        return Err(format!("with {ours} of our stones and {theirs} of theirs it is not our turn"));
    }
    let mut rows = vec![vec!['.'; size.into()]; size.into()];
    for (point, mine) in stones {
        let cell = &mut rows[usize::from(size - 1 - point.row())][usize::from(point.column())];
        if *cell != '.' {
            return Err(occupied(*point));
        }
        *cell = if *mine == we_began { 'x' } else { 'o' };
    }
    let rows: Vec<_> = rows.iter().map(|row| row_text(row)).collect();
    let turn = if we_began { 'x' } else { 'o' };
    let position = Gomoku::parse(&format!("{} {turn} {variant}", rows.join("/")));
    // The counts were checked above, so this is the only possible error.
    let over_before = |_| "the game was over before the last stone".to_owned();
    let record = Record::new(position.map_err(over_before)?);
    match record.outcome() {
        Some(_) => Err("the game is over".to_owned()),
        None => Ok(record),
    }
}

/// A record that continues `earlier` up to the position of `later`, if moves lead there. Managers
/// send stones, but a search can only continue over moves. (Their order does not matter in Gomoku.)
pub(super) fn as_continuation(
    earlier: &Record<Gomoku>,
    later: &Record<Gomoku>,
) -> Option<Record<Gomoku>> {
    let (from, to) = (earlier.position(), later.position());
    let mover = from.colour_to_move();
    let [mut own, mut others] = [mover, mover.other()].map(|colour| {
        let is_new = |point: &Point| from.stone_at(*point).is_none();
        to.stones(colour).iter().filter(is_new)
    });
    let mut record = earlier.clone();
    while record.position() != to {
        let stones =
            if record.position().colour_to_move() == mover { &mut own } else { &mut others };
        let mv = Move::place(stones.next()?);
        if record.outcome().is_some() || !record.position().is_legal(mv) {
            return None;
        }
        record.play(mv);
    }
    Some(record)
}

/// A row in the notation of positions, where a number counts empty points.
fn row_text(row: &[char]) -> String {
    let runs = row.chunk_by(|one, next| (*one, *next) == ('.', '.'));
    runs.map(|run| match run[0] {
        '.' => run.len().to_string(),
        stone => stone.to_string(),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones(texts: &[&str]) -> Vec<Stone> {
        texts.iter().map(|text| read_stone(text, 15).expect("a stone")).collect()
    }

    fn record(texts: &[&str]) -> Record<Gomoku> {
        set_up(&stones(texts), 15, "freestyle").expect("a position")
    }

    /// The number of moves from one board to another, if moves lead there.
    fn moves(from: &[&str], to: &[&str]) -> Option<usize> {
        let (from, to) = (record(from), record(to));
        let record = as_continuation(&from, &to)?;
        assert_eq!((record.start(), record.position()), (from.start(), to.position()));
        Some(record.ply())
    }

    #[test]
    fn a_later_board_of_the_game_is_a_continuation() {
        let two = ["7,7,2", "8,8,1"];
        assert_eq!(moves(&[], &[]), Some(0));
        assert_eq!(moves(&["7,7,2"], &["7,7,2", "8,8,1", "6,6,2"]), Some(2));
        assert_eq!(moves(&["7,7,2"], &["6,6,2", "8,8,1", "7,7,2"]), Some(2), "in any order");
        assert_eq!(moves(&[], &two), Some(2));
        assert_eq!(moves(&two, &["7,7,2", "8,8,1", "1,1,1", "2,2,2", "3,3,1", "4,4,2"]), Some(4));
    }

    #[test]
    fn other_boards_are_not_continuations() {
        let two = ["7,7,1", "8,8,2"];
        for other in [&[][..], &["7,7,2", "8,8,1"], &["7,7,1", "9,9,2"], &["7,7,2"]] {
            assert_eq!(moves(&two, other), None, "{other:?}");
        }
        let other_rule = set_up(&stones(&two), 15, "standard").expect("a position");
        assert!(as_continuation(&record(&two), &other_rule).is_none());
        let smaller = set_up(&stones(&two), 14, "freestyle").expect("a position");
        assert!(as_continuation(&record(&two), &smaller).is_none());
    }
}
