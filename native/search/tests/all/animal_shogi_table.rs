//! The table of Animal Shogi: its distances agree with a plain forward search, and players keep what
//! it promises. Most of these tests need the table, which takes a minute to make, so they are ignored
//! unless they are asked for with `--include-ignored`, as bin/test does where there is a table.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use playout_games::animal_shogi::{Animal, AnimalShogi, Piece, Square};
use playout_games::gomoku::Gomoku;
use playout_games::{Game, Outcome, Playouts, Record, Side};
use playout_search::tables::{animal_shogi::Table, path};
use playout_search::{Oracle, Random, Search, Value};

use crate::support::{choose, search, spec};
use crate::whole_run::short_or_whole;

/// What the table says about each of [`random_positions`]: the distance in plies up to [`DEEPEST`],
/// or `-`. So the forward search needs no table, and only the table's values need to be compared where
/// there is one.
const RECORDED: &str = include_str!("animal_shogi_distances.txt");
const POSITIONS: usize = 6_000;
const DEEPEST: u32 = 9;

fn table() -> Arc<Table> {
    let path = path(AnimalShogi::NAME).expect("a directory for tables");
    Table::open(&path).expect("a table that has been made")
}

fn after(position: &AnimalShogi, mv: <AnimalShogi as Game>::Move) -> AnimalShogi {
    let mut next = *position;
    next.play(mv);
    next
}

/// A forward search without anything but the rules, which remembers its results.
#[derive(Default)]
struct Forward(HashMap<(AnimalShogi, u32), bool>);

impl Forward {
    /// Whether the side to move wins within some plies if `wins`, or else loses.
    fn decides(&mut self, position: &AnimalShogi, wins: bool, plies: u32) -> bool {
        if let Some(outcome) = position.outcome() {
            let side = position.side_to_move();
            return outcome == Outcome::Win(if wins { side } else { side.other() });
        }
        if plies == 0 {
            return false;
        }
        if let Some(&known) = self.0.get(&(*position, 2 * plies + u32::from(wins))) {
            return known;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut nexts = moves.into_iter().map(|mv| after(position, mv));
        let decides = if wins {
            nexts.any(|next| self.decides(&next, false, plies - 1))
        } else {
            nexts.all(|next| self.decides(&next, true, plies - 1))
        };
        self.0.insert((*position, 2 * plies + u32::from(wins)), decides);
        decides
    }

    /// The value of a position if it is decided within some plies.
    fn value(&mut self, position: &AnimalShogi, most: u32) -> Option<Value> {
        (0..=most).find_map(|plies| {
            let mut found = |wins, value| self.decides(position, wins, plies).then_some(value);
            found(true, Value::Win(plies)).or_else(|| found(false, Value::Loss(plies)))
        })
    }
}

/// Positions from random games, finished ones left out.
fn random_positions(count: usize) -> Vec<AnimalShogi> {
    let mut random = Random::new(3);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = AnimalShogi::default();
        while position.outcome().is_none() {
            if random.below(4) == 0 {
                positions.push(position);
            }
            position = after(&position, position.sample(&mut |n| random.below(n)));
        }
    }
    positions.truncate(count);
    positions
}

/// A distance as in [`RECORDED`].
fn recorded(value: Option<Value>) -> String {
    let plies = value.and_then(Value::plies).filter(|&plies| plies <= DEEPEST);
    plies.map_or_else(|| "-".to_owned(), |plies| plies.to_string())
}

#[test]
fn recorded_distances_agree_with_a_forward_search() {
    /// How deep the search looks where the recorded distance is longer than [`DEEPEST`].
    const ELSEWHERE: u32 = 3;

    let least = short_or_whole(5, 20);
    let mut counts = BTreeMap::new();
    let recorded_distances: Vec<_> =
        RECORDED.split_whitespace().collect::<String>().chars().collect();
    assert_eq!(recorded_distances.len(), POSITIONS);
    let all = random_positions(POSITIONS).into_iter().zip(recorded_distances);
    for (position, expected) in all.step_by(short_or_whole(4, 1)) {
        let plies = expected.to_digit(10);
        let found = Forward::default().value(&position, plies.unwrap_or(ELSEWHERE));
        assert_eq!(recorded(found), expected.to_string(), "{position}");
        *counts.entry(plies).or_insert(0) += 1;
    }
    assert!(counts.len() == 10 && counts.values().all(|&count| count >= least), "{counts:?}");
}

#[test]
#[ignore = "needs the table"]
fn recorded_distances_are_those_of_the_table() {
    let table = table();
    let values = random_positions(POSITIONS).into_iter().map(|it| table.value(&it));
    let found: Vec<_> = values.map(|value| recorded(Some(value))).collect();
    let lines: String = found.chunks(100).map(|line| line.concat() + "\n").collect();
    assert!(lines == RECORDED, "animal_shogi_distances.txt should be:\n{lines}");
}

#[test]
#[ignore = "needs the table"]
fn the_start_is_lost_in_78_plies() {
    let table = table();
    let start = AnimalShogi::default();
    assert_eq!(table.value(&start), Value::Loss(78));
    for (mv, plies) in [("2c2b", 75), ("2d1c", 77), ("2d3c", 77), ("1d1c", 77)] {
        let next = after(&start, start.parse_move(mv).expect("a legal move"));
        assert_eq!(table.value(&next), Value::Win(plies), "{mv}");
    }
}

/// A position whose pieces are on random squares or in random hands.
fn anywhere(random: &mut Random) -> AnimalShogi {
    let mut squares: Vec<_> = Square::all().collect();
    random.shuffle(&mut squares);
    let (mut board, mut hands) = (Vec::new(), [[0; 3]; 2]);
    let mut put = |animal, side| {
        board.push((squares.pop().expect("eight pieces at most"), Piece { animal, side }));
    };
    Side::BOTH.into_iter().for_each(|side| put(Animal::Lion, side));
    for (kind, animal) in Animal::IN_HAND.into_iter().enumerate().flat_map(|it| [it, it]) {
        let side = Side::BOTH[random.below(2) as usize];
        match random.below(3) {
            0 => hands[side as usize][kind] += 1,
            1 if animal == Animal::Chick => put(Animal::Hen, side),
            _ => put(animal, side),
        }
    }
    let side_to_move = Side::BOTH[random.below(2) as usize];
    AnimalShogi::place(side_to_move, board, hands).expect("a position of the rules")
}

/// `tables verify` checks the entries. Positions without one need the lions in places where the game is
/// nearly over, which no game may ever reach.
#[test]
#[ignore = "needs the table"]
fn positions_with_or_without_an_entry_have_the_value_of_their_best_move() {
    let table = table();
    let (mut random, mut moves) = (Random::new(5), Vec::new());
    let mut retreats = BTreeMap::new();
    let positions = std::iter::repeat_with(|| anywhere(&mut random)).take(1_000_000);
    for position in positions.filter(|it| it.outcome().is_none()) {
        moves.clear();
        position.legal_moves(&mut moves);
        let best = moves.iter().map(|&mv| table.value(&after(&position, mv)).before()).max();
        let value = table.value(&position);
        assert_eq!(Some(value), best, "{position}");
        let side = position.side_to_move();
        let far = if side == Side::First { 0..3 } else { 9..12 };
        let lion = position.lion(side).expect("a lion").index();
        // The lion is attacked on its far rank, and has to retreat.
        if far.contains(&lion) && value != Value::Win(1) {
            let kind = match value {
                Value::Loss(_) => "lost",
                Value::Draw => "drawn",
                Value::Win(_) => "won",
            };
            *retreats.entry(kind).or_insert(0) += 1;
        }
    }
    assert!(retreats.len() == 3 && retreats.values().all(|&count| count >= 20), "{retreats:?}");
}

#[test]
#[ignore = "needs the table"]
fn perfect_keeps_what_it_has() {
    let table = table();
    let mut random = Random::new(4);
    for seed in 0..40 {
        let mut record = Record::new(AnimalShogi::default());
        for _ in 0..seed % 12 {
            if record.outcome().is_none() {
                let mv = record.position().sample_decisive(&mut |n| random.below(n));
                record.play(mv);
            }
        }
        let mut expected = table.value(record.position());
        while record.outcome().is_none() {
            let choice = choose(&record, &format!("perfect:seed={seed}"));
            if let Some(proof) = choice.proof
                && expected != Value::Draw
            {
                assert_eq!(proof.plies, expected.plies());
            }
            record.play(choice.mv);
            if record.outcome().is_some() {
                break;
            }
            let least = match expected {
                Value::Win(plies) => Value::Win(plies - 2),
                Value::Draw => Value::Draw,
                Value::Loss(plies) => Value::Loss(plies - 2),
            };
            let mv = record.position().sample_decisive(&mut |n| random.below(n));
            record.play(mv);
            expected = table.value(record.position());
            assert!(expected >= least, "{}", record.position());
        }
    }
}

/// Without repetitions in the history, the table proves everything, and the search has only to choose.
#[test]
#[ignore = "needs the table"]
fn searches_with_exact_values_prove_what_the_table_says() {
    const PLAYERS: [&str; 4] = [
        "mcts:exact=on,playouts=1",
        "mcts:exact=on,playouts=100,policy=uniform",
        "minimax:exact=on",
        "minimax:exact=on,depth=1",
    ];

    let table = table();
    let mut results = [0; 3];
    for (number, position) in random_positions(300).into_iter().enumerate() {
        let record = Record::new(position);
        for player in PLAYERS {
            let choice = choose(&record, &format!("{player},seed={number}"));
            let proof = choice.proof.unwrap_or_else(|| panic!("{player} in {position}"));
            let value = table.value(&position);
            let (expected, index) = match value {
                Value::Loss(_) => ("loss", 0),
                Value::Draw => ("draw", 1),
                Value::Win(_) => ("win", 2),
            };
            let about = format!("{player} in {position}: {proof:?}, {value:?}");
            assert_eq!((proof.result, proof.plies), (expected, value.plies()), "{about}");
            assert_eq!(table.value(&after(&position, choice.mv)).before(), value, "{about}");
            results[index] += 1;
        }
    }
    assert!(results.iter().all(|&count| count >= 30), "{results:?}");
}

/// With `exact=on`, a search wins a won game although it need not search at all.
#[test]
#[ignore = "needs the table"]
fn a_search_with_exact_values_wins_in_as_few_plies_as_the_table() {
    let table = table();
    for player in ["mcts:exact=on,playouts=1", "minimax:exact=on,depth=1"] {
        let mut record = Record::new(AnimalShogi::default());
        record.play_texts(["2c2b"]).expect("a legal move");
        let plies = table.value(record.position()).plies().expect("a won position");
        let mut search = search(&record, &format!("{player},seed=1"));
        while record.outcome().is_none() {
            let mv = match record.position().side_to_move() {
                Side::Second => search.run().expect("the game is not over").mv,
                Side::First => choose(&record, "perfect:seed=2").mv,
            };
            search.advance(mv).expect("a legal move");
            record.play(mv);
        }
        assert_eq!(record.outcome(), Some(Outcome::Win(Side::Second)), "{player}");
        assert_eq!(record.ply() as u32, plies + 1, "{player}");
    }
}

#[test]
fn a_variant_without_a_table_is_refused() {
    let position = AnimalShogi::parse("quick-try rkb/1p1/1P1/BKR b -").expect("a position");
    for player in ["perfect", "mcts:exact=on", "minimax:exact=on"] {
        let error = Search::new(&Record::new(position), &spec(player)).err();
        assert_eq!(error.map(|error| error.code().name()), Some("no_table"), "{player}");
    }
    for player in ["mcts:playouts=10,exact=off", "minimax:depth=1"] {
        assert!(Search::new(&Record::new(position), &spec(player)).is_ok(), "{player}");
    }
    let error = Search::new(&Record::new(Gomoku::default()), &spec("perfect")).err();
    assert_eq!(error.map(|error| error.code().name()), Some("no_table"));
}
