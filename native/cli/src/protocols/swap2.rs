use std::time::{Duration, Instant};

use playout_games::gomoku::{Gomoku, Point};
use playout_games::{Game, Options, Record};
use playout_search::Spec;

use super::search_thread::{Report, Stop, Until, think};
use super::stones::{occupied, point_text};
use crate::player::Player;

/// A swap2 opening in which none, three or five stones have been placed.
pub(super) struct Opening {
    record: Record<Gomoku>,
}

impl Opening {
    pub(super) fn new(options: &Options, stones: &[Point]) -> Result<Self, String> {
        if ![0, 3, 5].contains(&stones.len()) {
            return Err(format!("an opening must have 0, 3 or 5 stones, not {}", stones.len()));
        }
        let start = Gomoku::start(options).map_err(|error| error.to_string())?;
        let mut record = Record::new(start);
        for stone in stones {
            // Without a row, nothing else is illegal.
            let played = record.play_texts([stone.to_string().as_str()]);
            played.map_err(|_| occupied(*stone))?;
        }
        Ok(Self { record })
    }
}

/// The engine's move in an opening: three points; `SWAP`, which chooses black; one point, which
/// chooses white and places a stone; or two points, after which the opponent chooses a colour.
pub(super) fn answer(
    opening: Opening,
    spec: &Spec,
    begun: Instant,
    time: Duration,
    stop: &Stop,
) -> String {
    let mut record = opening.record;
    // One player for all stones, because it plans them together.
    let Ok(mut player) = Player::<Gomoku>::new(spec.clone()) else { return String::new() };
    // Three points at first; later a colour and a point, or two points.
    let most = if record.ply() == 0 { 3 } else { 2 };
    let mut points = Vec::new();
    for number in 1..=most {
        let Ok(search) = player.search(&record, spec) else { break };
        let end = begun + time * number / most;
        let mut chosen = None;
        think(search, Until::Deadline(end), stop, &mut |report| {
            if let Report::Answer(choice) = report {
                chosen = Some(choice.mv);
            }
        });
        let Some(text) = chosen else { break };
        if text == "black" {
            return "SWAP".to_owned();
        }
        points.extend(Point::parse(&text).map(point_text));
        if record.play_texts([text.as_str()]).is_err() {
            break;
        }
    }
    points.join(" ")
}
