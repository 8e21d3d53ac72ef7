use playout_games::Side;
use playout_games::separo::Separo;

use super::{Evaluate, MOST_POINTS};

/// Points for a region; a place to grow is one.
const REGION: i32 = 10;

impl Evaluate for Separo {
    /// The difference of the scores, and of the ways to go on.
    fn evaluate(&self) -> i32 {
        let points = points(self, Side::First) - points(self, Side::Second);
        points.clamp(-MOST_POINTS, MOST_POINTS)
    }
}

fn points(position: &Separo, side: Side) -> i32 {
    position.score_of(side) as i32 * REGION + position.mobility(side) as i32
}
