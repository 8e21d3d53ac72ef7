//! The table of Animal Shogi, checked by a plain forward search. These tests do nothing on machines
//! without the table, which takes a minute to make: `playout tables build animal_shogi`.

use std::collections::HashMap;
use std::sync::Arc;

use playout_games::animal_shogi::AnimalShogi;
use playout_games::quarto::Quarto;
use playout_games::{Game, Outcome, Playouts, Record, Side};
use playout_search::tables::{animal_shogi::Table, path};
use playout_search::{Oracle, Random, Search, Value};

use crate::support::{choose, search, spec};

/// The table, if it has been made.
fn table() -> Option<Arc<Table>> {
    let path = path(AnimalShogi::NAME).expect("a directory for tables");
    path.exists().then(|| Table::open(&path).expect("a table that is not damaged"))
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

#[test]
fn the_start_is_lost_in_78_plies() {
    let Some(table) = table() else { return };
    let start = AnimalShogi::default();
    assert_eq!(table.value(&start), Value::Loss(78));
    for (mv, plies) in [("2c2b", 75), ("2d1c", 77), ("2d3c", 77), ("1d1c", 77)] {
        let next = after(&start, start.parse_move(mv).expect("a legal move"));
        assert_eq!(table.value(&next), Value::Win(plies), "{mv}");
    }
}

#[test]
fn distances_agree_with_a_forward_search() {
    /// How deep the search looks in positions that the table calls nearer than this or not.
    const DEPTHS: [u32; 2] = [9, 3];

    let Some(table) = table() else { return };
    let mut near = [0; 10];
    for position in random_positions(6_000) {
        let value = table.value(&position);
        let plies = value.plies().filter(|&plies| plies <= DEPTHS[0]);
        let found = Forward::default().value(&position, plies.unwrap_or(DEPTHS[1]));
        assert_eq!(found, plies.map(|_| value), "{position}");
        if let Some(plies) = plies {
            near[plies as usize] += 1;
        }
    }
    assert!(near[1..].iter().all(|&count| count >= 20), "{near:?}");
}

#[test]
fn perfect_keeps_what_it_has() {
    let Some(table) = table() else { return };
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
fn searches_with_exact_values_prove_what_the_table_says() {
    const PLAYERS: [&str; 4] = [
        "mcts:exact=on,playouts=1",
        "mcts:exact=on,playouts=100,policy=uniform",
        "minimax:exact=on",
        "minimax:exact=on,depth=1",
    ];

    let Some(table) = table() else { return };
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
fn a_search_with_exact_values_wins_in_as_few_plies_as_the_table() {
    let Some(table) = table() else { return };
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
    let error = Search::new(&Record::new(Quarto::default()), &spec("perfect")).err();
    assert_eq!(error.map(|error| error.code().name()), Some("no_table"));
}
