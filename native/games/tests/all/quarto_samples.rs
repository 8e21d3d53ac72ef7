//! Counts how many times playouts draw each move.

use std::collections::BTreeMap;

use playout_games::quarto::{Cell, Move, Piece, Quarto};
use playout_games::{Game, Playouts};

use crate::counting::{assert_near, assert_uniform, counts};
use crate::playouts::{decisive_playouts_match_played_games, uniform_playouts_match_played_games};
use crate::tools::{dice, parse, random_game};
use crate::whole_run::short_or_whole;

fn name(mv: Move) -> (Option<String>, Option<String>) {
    (mv.cell().map(|cell: Cell| cell.to_string()), mv.piece().map(|piece: Piece| piece.to_string()))
}

#[test]
fn the_opening_is_uniform() {
    let start = Quarto::default();
    let mut pick = dice(1);
    assert_uniform(counts(|| start.sample(&mut pick)), 16);
    assert_uniform(counts(|| start.sample_decisive(&mut pick)), 16);
}

/// A winning cell is as likely as any other, although it has only one move and the others have
/// twelve each.
#[test]
fn a_sample_is_a_uniform_cell_and_then_a_uniform_piece() {
    let position = parse::<Quarto>("..../..../..../012. 3");
    let mut pick = dice(2);
    assert_uniform(counts(|| position.sample(&mut pick).cell()), 13);
    let pairs = counts(|| name(position.sample(&mut pick)));
    assert_eq!(pairs.len(), 1 + 12 * 12);
    for (pair, count) in pairs {
        let pieces = if pair.1.is_none() { 1.0 } else { 12.0 };
        assert_near(pair, count, 1.0 / 13.0 / pieces);
    }
}

#[test]
fn the_last_placement_gives_no_piece() {
    let position = parse::<Quarto>(crate::quarto_endings::BEFORE_DRAW);
    let mut pick = dice(3);
    let only = |mv| name(mv) == (Some("d1".to_owned()), None);
    assert!(only(position.sample(&mut pick)) && only(position.sample_decisive(&mut pick)));
}

#[test]
fn a_decisive_sample_wins_if_it_can() {
    let mut pick = dice(4);
    let one = parse::<Quarto>("..../..../..../012. 3");
    let texts = counts(|| one.sample_decisive(&mut pick).to_string());
    assert_eq!(texts.keys().collect::<Vec<_>>(), ["d1"]);
    // Row 1 and column a.
    let two = parse::<Quarto>("..../5.../6.../012. 3");
    let texts = counts(|| two.sample_decisive(&mut pick).to_string());
    assert_eq!(texts.keys().collect::<Vec<_>>(), ["a4", "d1"]);
    assert_uniform(texts, 2);
}

/// It draws a uniform cell among those that leave a safe piece to give, then a uniform one of these
/// pieces.
#[test]
fn a_decisive_sample_is_safe_if_possible() {
    let position = parse::<Quarto>("..../..../..../8DE. 3");
    let mut safe = Vec::new();
    position.urgent_moves(&mut safe);
    let mut by_cell: BTreeMap<_, u32> = BTreeMap::new();
    for mv in &safe {
        *by_cell.entry(mv.cell()).or_insert(0) += 1;
    }
    assert!(by_cell.values().any(|&count| count != by_cell[&safe[0].cell()]));
    let mut pick = dice(5);
    let drawn = counts(|| position.sample_decisive(&mut pick));
    assert_eq!(drawn.len(), safe.len());
    for (mv, count) in drawn {
        let pieces = f64::from(by_cell[&mv.cell()]);
        assert_near(mv, count, 1.0 / by_cell.len() as f64 / pieces);
    }
}

/// Whatever piece is given, the opponent wins, so any cell and any piece will do.
#[test]
fn a_decisive_sample_of_a_lost_position_is_any_move() {
    let position = parse::<Quarto>("FD9./.1.3/5.CB/6E7. 0");
    let mut all = Vec::new();
    position.legal_moves(&mut all);
    let mut pick = dice(6);
    let drawn = counts(|| position.sample_decisive(&mut pick));
    assert_eq!((drawn.len(), all.len()), (20, 20));
    assert!(drawn.keys().all(|mv| all.contains(mv)));
    assert_uniform(counts(|| position.sample_decisive(&mut pick).cell()), 5);
}

/// From positions at every stage of the game, in both variants.
#[test]
fn playouts_end_as_if_played_move_by_move() {
    let variants: Vec<_> = [2, 3].into_iter().map(random_game::<Quarto>).collect();
    assert_ne!(variants[0][0].variant(), variants[1][0].variant());
    for (seed, position) in (0..).zip(variants.concat()).step_by(short_or_whole(3, 1)) {
        uniform_playouts_match_played_games(&position, seed);
        decisive_playouts_match_played_games(&position, seed);
    }
}
