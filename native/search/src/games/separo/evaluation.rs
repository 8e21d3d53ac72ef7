use playout_games::Side;
use playout_games::separo::Separo;

use crate::MAX_POINTS;

/// Points for a region; a possible move is worth one point.
const REGION: i32 = 10;

/// The difference in regions and possible moves.
pub(super) fn evaluate(position: &Separo) -> i32 {
    let points = points(position, Side::First) - points(position, Side::Second);
    points.clamp(-MAX_POINTS, MAX_POINTS)
}

fn points(position: &Separo, side: Side) -> i32 {
    position.score_of(side) as i32 * REGION + position.mobility(side) as i32
}

#[cfg(test)]
mod tests {
    use playout_games::Game;

    use super::*;

    #[test]
    fn regions_and_possible_moves_count() {
        let points = |text: &str| evaluate(&Separo::parse(text).expect("a position"));
        assert_eq!(points("9 r - -"), 0);
        // Red has three regions and one move, Blue one region and no moves.
        assert_eq!(points("5 r a5b4,b4c4,c4c5,c4d3,d2d3,d2e1 a1b2,a3a4,a3b2,b2c2"), 21);
        // The same position mirrored left to right, with the colours swapped.
        assert_eq!(points("5 b c2d2,d2e1,d2e3,e3e4 a1b2,b2b3,b3c4,c4c5,c4d4,d4e5"), -21);
    }
}
