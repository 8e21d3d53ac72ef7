//! The levels are valid players, and nobody can win by repeating a game from memory.

use std::collections::BTreeSet;

use playout_games::animal_shogi::AnimalShogi;
use playout_games::gomoku::{Colour, Gomoku, Move};
use playout_games::{GAMES, Game, Options, Record, Side, with_game};
use playout_search::{Bounds, Level, SearchGame, Spec, levels};

use crate::support::choose;
use crate::whole_run::short_or_whole;

/// A simulated person who always plays the same move in a position.
fn person() -> String {
    format!("minimax:nodes={},seed=1", short_or_whole(500, 3_000))
}

/// Levels with at most this many playouts or nodes per move are quick enough to test.
const QUICK: u64 = 400;

/// The number of plies after which a game is cut off.
fn plies() -> usize {
    short_or_whole(24, 60)
}

/// The moves of a game against the person, who moves first.
fn game<G: SearchGame>(level: u32, seed: u64) -> Vec<G::Move> {
    let start = G::start(&Options::default()).expect("the default start");
    let mut record = Record::new(start);
    let mut moves = Vec::new();
    let person = person();
    while record.outcome().is_none() && moves.len() < plies() {
        let mv = if record.position().side_to_move() == Side::First {
            choose(&record, &person).mv
        } else {
            let seed = 1_000 * seed + moves.len() as u64;
            choose(&record, &format!("level:n={level},seed={seed}")).mv
        };
        moves.push(mv);
        record.play(mv);
    }
    moves
}

/// For each quick level, the number of distinct games among so many.
fn distinct<G: SearchGame>(games: u64) -> Vec<(u32, usize)> {
    let quick = |level: &&Level| {
        let spec = Spec::parse(level.spec).expect("a valid spec");
        let limits = spec.limits();
        limits.playouts.or(limits.nodes).is_some_and(|max| max <= QUICK)
    };
    let played = |level| (1..=games).map(move |seed| game::<G>(level, seed));
    let distinct = |level| played(level).collect::<BTreeSet<_>>().len();
    G::LEVELS.iter().filter(quick).map(|level| (level.number, distinct(level.number))).collect()
}

#[test]
fn games_against_a_fixed_opponent_differ() {
    let (games, least) = short_or_whole((5, 3), (8, 5));
    for game in GAMES {
        let distinct = with_game!(*game, G => distinct::<G>(games)).expect("it exists");
        assert!(!distinct.is_empty(), "{game} has no quick level");
        for (level, distinct) in distinct {
            assert!(distinct >= least, "{game}, level {level}: {distinct} of {games} games");
        }
    }
}

/// The specs of levels pass the same checks as those that people type, and are canonical.
#[test]
fn levels_are_valid_players() {
    for game in GAMES {
        let numbers: Vec<_> = levels(game).iter().map(|level| level.number).collect();
        assert_eq!(numbers, (1..=numbers.len() as u32).collect::<Vec<_>>(), "{game}");
        // With fewer levels, the second would not be the hedgehog.
        assert!(numbers.len() >= 8, "{game}");
        for level in levels(game) {
            let spec = Spec::parse_within(game, level.spec, &Bounds::default());
            assert_eq!(spec.expect(level.spec).to_string(), level.spec, "{game}");
        }
    }
}

#[test]
fn the_strongest_is_a_valid_player() {
    for game in GAMES {
        let strongest = with_game!(*game, G => G::STRONGEST).expect("it exists");
        let spec = Spec::parse_within(game, strongest, &Bounds::default());
        assert!(spec.is_ok(), "{game}: {spec:?}");
    }
}

/// Tests a game in which a smaller margin would leave no choice, so that a person could repeat a
/// win.
#[test]
fn alpha_beta_chooses_among_similar_moves() {
    let game = "1d1c 3a3b 1c1d 3b3a 1d1c 3a3b 2c2b 1a2b 3d2c 2b1c 2d1c";
    for plies in [9, 11] {
        let moves = game.split(' ').take(plies);
        let record = Record::<AnimalShogi>::from_texts(None, moves).expect("legal moves");
        let chosen: BTreeSet<_> =
            (1..=8).map(|seed| choose(&record, &format!("level:n=10,seed={seed}")).mv).collect();
        assert!(chosen.len() > 1, "after {plies} plies: {chosen:?}");
    }
}

/// The column and row of a stone, from 0; `None` if a colour is chosen.
fn coordinates(position: &Gomoku, mv: Move) -> Option<[u32; 2]> {
    let text = position.move_text(mv);
    let (column, row) = text.split_at(1);
    let column = u32::from(column.as_bytes()[0] - b'a');
    row.parse().ok().map(|row: u32| [column, row - 1])
}

fn distance(a: [u32; 2], b: [u32; 2]) -> u32 {
    a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1]))
}

/// Like people, they answer where the stones are, whatever the opening.
#[test]
fn weak_levels_of_gomoku_place_stones_near_others() {
    let levels = [(1, 2), (2, 1), (3, 1), (4, 1)];
    for ((level, radius), opening) in
        levels.into_iter().flat_map(|it| [(it, "none"), (it, "swap2")])
    {
        let start = Gomoku::start(&Options::new([("opening", opening.to_owned())]));
        let mut record = Record::new(start.expect("a start"));
        let mut stones = Vec::new();
        for seed in 0..30 {
            let choice = choose(&record, &format!("level:n={level},seed={seed}"));
            if let Some(stone) = coordinates(record.position(), choice.mv) {
                let is_opening = record.position().side_of(Colour::Black).is_none();
                let near = |other: &[u32; 2]| distance(stone, *other);
                let (apart, max) = match stones.iter().map(near).min() {
                    Some(apart) => (apart, if is_opening { 3 } else { radius }),
                    None => (distance(stone, [7, 7]), 2),
                };
                assert!(apart <= max, "level {level}, {opening}: {stone:?} after {stones:?}");
                stones.push(stone);
            }
            record.play(choice.mv);
            if record.outcome().is_some() {
                break;
            }
        }
        assert!(stones.len() > 9, "level {level}, {opening}");
    }
}
