//! The prover on positions of the game, with the engine's suggestions.

use playout_games::gomoku::{Colour, Gomoku, Point};
use playout_games::{Game, Record};
use playout_search::{Search, Spec};

use super::prover::{self, GivenUp, Prover};

/// By how many plies a win may be longer than the engine's line, which need not be the longest
/// defence.
const LONGER: u32 = 6;

/// The prover for the side to move, which visits at most so many positions.
pub(crate) fn prover(position: &Gomoku, most: u64) -> Prover {
    let size = position.size();
    let own = position.colour_to_move();
    let points = (0..size).flat_map(|row| (0..size).map(move |column| (column, row)));
    let points: Vec<_> = points
        .map(|(column, row)| match position.stone_at(Point::new(column, row).expect("a point")) {
            None => prover::Point::Empty,
            Some(colour) if colour == own => prover::Point::Attacker,
            Some(_) => prover::Point::Defender,
        })
        .collect();
    let is_exact = position.variant() == "standard";
    Prover::new(size.into(), is_exact, &points, most)
}

/// How many positions the prover, with suggestions, needs to confirm that the side to move wins in
/// at most a few plies more than the engine's line.
pub(crate) fn prove(position: &Gomoku, plies: u32, most: u64) -> Result<u64, GivenUp> {
    let (start, own) = (*position, position.colour_to_move());
    let suggest = move |points: &[prover::Point]| suggestion(&start, own, points);
    let mut prover = prover(position, most).suggesting(Box::new(suggest));
    if prover.wins(plies + LONGER)? { Ok(most - prover.left()) } else { Err(GivenUp) }
}

/// The engine's move where the attacker has a colour, and the move.
fn suggestion(start: &Gomoku, own: Colour, points: &[prover::Point]) -> Option<usize> {
    let size = usize::from(start.size());
    let (attacker, defender) = if own == Colour::Black { ('x', 'o') } else { ('o', 'x') };
    let row = |row: &[prover::Point]| {
        let (mut text, mut empty) = (String::new(), 0);
        for point in row.iter().chain([&prover::Point::Outside]) {
            if *point == prover::Point::Empty {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            match point {
                prover::Point::Attacker => text.push(attacker),
                prover::Point::Defender => text.push(defender),
                _ => {}
            }
        }
        text
    };
    let rows = points.chunks(size).rev().map(row);
    let rows = rows.collect::<Vec<_>>().join("/");
    let position = Gomoku::parse(&format!("{rows} {attacker} {}", start.variant())).ok()?;
    let spec = Spec::parse("minimax:nodes=60000,memory=16,seed=1").expect("a spec");
    let mut search = Search::new(&Record::new(position), &spec).ok()?;
    let point = search.run()?.mv.point()?;
    Some(usize::from(point.row()) * size + usize::from(point.column()))
}
