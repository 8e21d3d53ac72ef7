//! The memory of searches.

use playout_games::gomoku::Gomoku;
use playout_games::{GAMES, Game, Options, Record, with_game};
use playout_search::{Random, Search, SearchGame, levels};

use crate::support::{search, spec};
use crate::whole_run::short_or_whole;

const MIB: usize = 1024 * 1024;

/// Plays a few turns of a game, and looks at the tree in each: it never exceeds what was announced
/// before the turn. Returns what was announced for the first.
fn plays_within_bounds<G: SearchGame>(player: &str, seed: u64) -> usize {
    let start = G::start(&Options::default()).expect("the default start");
    plays_within_bounds_from(Record::new(start), player, seed)
}

fn plays_within_bounds_from<G: SearchGame>(
    mut record: Record<G>,
    player: &str,
    seed: u64,
) -> usize {
    let mut random = Random::new(seed);
    let mut search: Search<G> = search(&record, player);
    let first = search.max_bytes();
    for turn in 0..6 {
        let max = search.max_bytes();
        let Some(choice) = search.run() else { break };
        assert!(search.bytes() <= max, "{} {player}: {} > {max}", G::NAME, search.bytes());
        record.play(choice.mv);
        search.advance(choice.mv).expect("it is legal");
        let announced = search.max_bytes();
        let moves = record.legal_moves();
        if record.outcome().is_some() || turn == 5 {
            break;
        }
        // Sometimes the reply is one that the search did not look at.
        let reply = moves[random.below(moves.len() as u32) as usize];
        record.play(reply);
        search.advance(reply).expect("it is legal");
        assert!(search.bytes() <= announced, "{} {player} before turn {turn}", G::NAME);
        if record.outcome().is_some() {
            break;
        }
        search.run();
        assert!(search.bytes() <= announced, "{} {player} in turn {turn}", G::NAME);
        if !search.continue_from(&record, &spec(player)).expect("the game is not over") {
            break;
        }
    }
    first
}

#[test]
fn no_tree_exceeds_what_was_announced() {
    let settings = [
        "policy=uniform",
        "policy=uniform,threshold=0",
        "policy=uniform,threshold=1",
        "policy=decisive,proofs=off,threshold=1",
        "policy=evaluation,threshold=1",
        "policy=evaluation,memory=1",
        // In games without a radius, the key has no effect.
        "policy=uniform,radius=1,threshold=1",
        "threads=2",
    ];
    for game in GAMES {
        for playouts in [1, 30, short_or_whole(300, 900)] {
            for settings in settings {
                let player = format!("mcts:playouts={playouts},{settings},seed=1");
                with_game!(*game, G => plays_within_bounds::<G>(&player, playouts))
                    .expect("it exists");
            }
        }
        for nodes in [1, 500, short_or_whole(10_000, 40_000)] {
            let player = format!("minimax:nodes={nodes},memory=16,seed=1");
            with_game!(*game, G => plays_within_bounds::<G>(&player, nodes)).expect("it exists");
        }
    }
}

#[test]
fn what_is_announced_depends_on_the_limits() {
    for game in GAMES {
        let announced = |player: &str| {
            with_game!(*game, G => {
                let start = G::start(&Options::default()).expect("the default start");
                search(&Record::new(start), player).max_bytes()
            })
            .expect("it exists")
        };
        for player in ["random", "careful", "monte_carlo:playouts=5", "minimax:memory=0"] {
            assert_eq!(announced(player), 0, "{game} {player}");
        }
        for (player, mib) in [("mcts:ms=5", 64), ("mcts:ms=5,memory=7", 7), ("minimax:ms=5", 64)] {
            assert_eq!(announced(player), mib * MIB, "{game} {player}");
        }
        // Small enough for many at a time.
        assert!(announced("mcts:playouts=1") <= 5 * MIB, "{game}");
        assert!(announced("minimax:nodes=100") <= MIB / 16, "{game}");
        assert!(announced("mcts:playouts=1") <= announced("mcts:playouts=1000"), "{game}");
        assert_eq!(announced("mcts:playouts=1000000000"), 64 * MIB, "{game}");
        let first = format!("level:n={}", levels(game)[0].number);
        assert!(announced(&first) <= 5 * MIB, "{game} {first}: {}", announced(&first));
    }
}

/// Before colours have been chosen, positions are searched as `minimax` does, in a table.
#[test]
fn what_is_announced_in_an_opening_depends_on_the_limits() {
    let options = Options::new([("opening", "swap2")]);
    let start = Record::new(Gomoku::start(&options).expect("a start"));
    let announced = |player: &str| search(&start, player).max_bytes();
    for level in &levels("gomoku")[..4] {
        let player = format!("level:n={}", level.number);
        assert!(announced(&player) <= 5 * MIB, "{player}: {}", announced(&player));
    }
    assert_eq!(announced("mcts:ms=5"), 64 * MIB);
    assert_eq!(announced("mcts:ms=5,memory=7"), 7 * MIB);
    plays_within_bounds_from(start, "mcts:playouts=2000,memory=2,seed=1", 1);
}
