use playout_games::animal_shogi::AnimalShogi;
use playout_games::{Game, Playouts, Urgency};

use super::build::decide_all;
use super::index::{Decoder, Index, SLOTS, all_lions};
use super::lookup::placement_of;
use super::pieces::{Piece, Placement};
use super::safe_moves::{Board, safe_moves};
use super::solver::solve;
use super::unmoves::each_unmove;
use super::value::{value, value_of, without_entry};
use super::verify::position_of;
use crate::Random;
use crate::exact::Value;
use crate::whole_run::short_or_whole;

/// Random slots with their positions.
fn random_slots(count: usize) -> impl Iterator<Item = (u32, Placement)> {
    let mut random = Random::new(1);
    let mut decoder = Decoder::new(Index::full());
    (0..count).map(move |_| {
        let slot = random.below(SLOTS);
        (slot, decoder.position(slot))
    })
}

/// Random accepted positions with any squares of the lions.
fn random_positions(count: usize) -> impl Iterator<Item = Placement> {
    let mut random = Random::new(2);
    let lions = all_lions();
    random_slots(usize::MAX)
        .filter_map(move |(_, mut position)| {
            position.lions = lions[random.below(lions.len() as u32) as usize].0;
            let squares = position.squares();
            let lions = 1 << position.lions[0] | 1 << position.lions[1];
            let pieces = position.pieces.iter().fold(0, |set, piece| set | piece.bit());
            (pieces & lions == 0 && squares[0] & squares[1] == 0).then_some(position)
        })
        .take(count)
}

fn mirrored(position: &Placement) -> Placement {
    let mirror = |square: usize| square / 3 * 3 + 2 - square % 3;
    let mut image = *position;
    image.lions = image.lions.map(|square| mirror(square.into()) as u8);
    for piece in image.pieces.iter_mut().filter(|piece| !piece.is_held()) {
        *piece = piece.moved_to(mirror(piece.square()));
    }
    image
}

/// The same pieces, each pair in a fixed order.
fn normal(mut position: Placement) -> Placement {
    position.pieces.chunks_mut(2).for_each(|pair| {
        pair.sort_by_key(|piece| (piece.square(), piece.state()));
    });
    position
}

fn after(position: &AnimalShogi, mv: <AnimalShogi as Game>::Move) -> AnimalShogi {
    let mut next = *position;
    next.play(mv);
    next
}

#[test]
fn there_are_as_many_slots_as_the_format_says() {
    assert_eq!(Index::full().slots(), SLOTS);
}

#[test]
fn the_positions_of_slots_have_these_slots() {
    let index = Index::full();
    for (slot, position) in random_slots(300_000) {
        let found = index.slot_of(&position, 0).expect("it has a slot");
        let image = index.slot_of(&mirrored(&position), 0).expect("it has a slot");
        assert_eq!((found.number, found.is_symmetric), (image.number, image.is_symmetric));
        if index.is_central(slot) && !found.is_canonical {
            assert!(found.number < slot && image.is_canonical);
        } else {
            assert_eq!(found.number, slot, "{position:?}");
        }
        assert_eq!(found.is_symmetric, normal(position) == normal(mirrored(&position)));
    }
}

#[test]
fn both_sides_see_the_same_slot() {
    for (_, position) in random_slots(10_000) {
        let index = Index::full();
        assert_eq!(
            index.slot_of(&position, 0).map(|it| it.number),
            index.slot_of(&turned(&position), 1).map(|it| it.number)
        );
    }
}

#[test]
fn placements_are_the_positions_of_the_game() {
    for position in random_positions(10_000) {
        let placement = placement_of(&position_of(&position)).expect("both lions");
        assert_eq!(normal(placement), normal(position));
    }
}

#[test]
fn safe_moves_are_those_of_the_game() {
    let mut seen = [0; 3];
    for (_, placement) in random_slots(100_000) {
        let position = position_of(&placement);
        let mut moves = Vec::new();
        let expected = match position.outcome() {
            Some(_) => None,
            None => match position.urgent_moves(&mut moves) {
                Urgency::Win => None,
                Urgency::Safe => Some(moves.len() as u32),
                Urgency::Lost => Some(0),
            },
        };
        assert_eq!(safe_moves(&placement), expected, "{position}");
        seen[expected.map_or(0, |count| 1 + usize::from(count > 0))] += 1;
    }
    assert!(seen.iter().all(|&count| count > 1_000), "{seen:?}");
}

#[test]
fn finished_and_immediately_won_positions_are_those_of_the_game() {
    let mut seen = std::collections::HashMap::new();
    for placement in random_positions(200_000) {
        let position = position_of(&placement);
        let expected = match position.outcome() {
            Some(outcome) => Some(Value::of_outcome(&position, outcome)),
            None if position.urgent_moves(&mut Vec::new()) == Urgency::Win => Some(Value::Win(1)),
            None => None,
        };
        let found = without_entry(&placement, &Board::of(&placement), 0);
        assert_eq!(found, expected, "{position}");
        *seen.entry(expected).or_insert(0) += 1;
    }
    assert!(seen.len() == 5 && seen.values().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn unmoves_take_back_the_moves_of_the_game() {
    for (_, placement) in random_slots(3_000) {
        let position = position_of(&placement);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for mv in moves {
            // The next position, turned so that side 0 is to move.
            let next = after(&position, mv);
            let Some(next) = placement_of(&next) else { continue };
            let mut found = 0;
            each_unmove(&turned(&next), |before| {
                found += u32::from(normal(*before) == normal(turned(&placement)));
            });
            assert_eq!(found, 1, "{position} {mv}");
        }
        // And every position before it leads to it by one move.
        each_unmove(&placement, |before| {
            let before = position_of(&turned(before));
            let mut moves = Vec::new();
            before.legal_moves(&mut moves);
            let leads = |mv: &_| {
                placement_of(&after(&before, *mv))
                    .is_some_and(|next| normal(turned(&next)) == normal(placement))
            };
            let count = moves.iter().filter(|mv| leads(mv)).count();
            assert!(count == 1 || before.outcome().is_some(), "{before}: {count}");
        });
    }
}

/// The same position seen from the other side.
fn turned(position: &Placement) -> Placement {
    let mut turned = *position;
    turned.lions = [position.lions[1], position.lions[0]].map(|square| 11 - square);
    turned.pieces = position.pieces.map(|piece| match (piece.is_held(), piece.is_hen()) {
        (true, _) => Piece::held_by(1 - piece.side()),
        (_, true) => Piece::hen_on(11 - piece.square(), 1 - piece.side()),
        _ => Piece::on(11 - piece.square(), 1 - piece.side()),
    });
    turned
}

/// With some kinds of pieces, the generator and the other solver decide every position alike. Also
/// checks the longest distance, and how many positions have an entry.
#[test]
fn small_tables_agree_with_another_solver() {
    let tables = [
        ([true, false, false], (16, 2_922)),
        ([false, true, false], (18, 3_207)),
        ([false, false, true], (22, 10_533)),
        ([true, true, false], (46, 394_768)),
        ([true, false, true], (64, 1_246_366)),
        ([false, true, true], (50, 1_379_260)),
    ];
    for (has, expected) in tables.into_iter().take(short_or_whole(3, 6)) {
        let index = Index::new(has);
        let slots = decide_all(&index, 2, |_| {});
        let entry = |slot| slots.decided(slot).expect("it has an entry");
        let (mut most, mut entries) = (0, 0);
        for (position, distance) in solve(has) {
            let placement = position.placement();
            let found = value(&index, &placement, 0, entry);
            assert_eq!(found, value_of(distance), "{has:?} {position:?}");
            most = most.max(distance);
            if let Some(slot) = index.slot_of(&placement, 0) {
                entries += if slot.is_symmetric { 2 } else { 1 };
            }
        }
        let used = (0..index.slots()).filter(|&slot| slots.decided(slot).is_some()).count();
        assert_eq!(2 * used, entries, "{has:?}: no other slots are used");
        assert_eq!((most, used), expected, "{has:?}");
    }
}

#[test]
fn several_threads_decide_the_same() {
    let index = Index::new([true, true, false]);
    let [one, three] = [1, 3].map(|threads| decide_all(&index, threads, |_| {}));
    assert!((0..index.slots()).all(|slot| one.get(slot) == three.get(slot)));
}
