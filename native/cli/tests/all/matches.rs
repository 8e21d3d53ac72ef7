use serde_json::{Value, json};

use crate::tools::{answer, fields, json};

fn play(a: &str, b: &str, games: &str, rest: &[&str]) -> Value {
    json(&[&["match", "quarto", a, b, "--games", games, "--json"][..], rest].concat())
}

/// The result without the fields that depend on the clock.
fn without_times(mut result: Value) -> Value {
    result.as_object_mut().expect("an object").remove("seconds_per_move");
    result
}

#[test]
fn fields_and_their_order_match_the_docs() {
    let line = answer(&["match", "quarto", "random", "careful", "--games", "4", "--json"]);
    let documented = [
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "interval",
        "elo",
        "elo_interval",
        "plies",
        "seconds_per_move",
        "seed",
        "as_first",
        "as_second",
    ];
    assert_eq!(fields(&line), documented);
}

#[test]
fn the_numbers_are_consistent() {
    let result = play("careful", "random", "60", &["--opening-plies", "2"]);
    let number = |name: &str| result[name].as_f64().expect("a number");
    assert_eq!(number("games"), 60.0);
    assert_eq!(number("wins") + number("draws") + number("losses"), 60.0);
    let score = (number("wins") + number("draws") / 2.0) / 60.0;
    assert!((number("score") - score).abs() < 1e-12);
    let end = |index: usize| result["interval"][index].as_f64().expect("a number");
    assert!(0.0 <= end(0) && end(0) <= score && score <= end(1) && end(1) <= 1.0, "{result}");
    assert!((6.0..=17.0).contains(&number("plies")), "{result}");
    for seconds in result["seconds_per_move"].as_array().expect("two") {
        assert!(seconds.as_f64().expect("a number") > 0.0);
    }
    assert!(result["seed"].is_u64());
    for name in ["games", "wins", "draws", "losses"] {
        let of = |part: &str| result[part][name].as_u64().expect("a number");
        assert_eq!(Some(of("as_first") + of("as_second")), result[name].as_u64(), "{result}");
        assert!(name != "games" || of("as_first") == 30, "{result}");
    }
}

#[test]
fn the_stronger_player_wins_as_a_and_as_b() {
    let score = |a, b| play(a, b, "100", &["--seed", "1"])["score"].as_f64().expect("a number");
    let (strong, weak) = (score("careful", "random"), score("random", "careful"));
    assert!(strong > 0.7 && weak < 0.3, "{strong} {weak}");
    assert!(score("mcts:playouts=200", "careful") > 0.6);
}

#[test]
fn the_same_seed_gives_the_same_match_on_any_number_of_threads() {
    for players in [["random", "careful"], ["mcts:playouts=30", "monte_carlo:playouts=60"]] {
        let played = |rest: &[&str]| {
            let rest = [&["--opening-plies", "2"], rest].concat();
            without_times(play(players[0], players[1], "30", &rest))
        };
        let once = played(&["--seed", "5", "--threads", "1"]);
        for threads in ["1", "2", "1000"] {
            assert_eq!(played(&["--seed", "5", "--threads", threads]), once);
        }
        assert_eq!(played(&["--seed", "5"]), once);
        let another = (6..12).any(|seed| {
            let result = played(&["--seed", &seed.to_string()]);
            (&result["plies"], &result["score"]) != (&once["plies"], &once["score"])
        });
        assert!(another);
    }
}

#[test]
fn a_random_seed_is_reported_and_reproduces_the_match() {
    let drawn = play("random", "careful", "20", &[]);
    let again = play("random", "careful", "20", &["--seed", &drawn["seed"].to_string()]);
    assert_eq!(without_times(drawn), without_times(again));
}

/// The side to move wins at once, so each player wins once per pair, whoever is stronger.
#[test]
fn sides_are_swapped_within_a_pair() {
    let winning = ["--position", "..../..../..../012. 3"];
    let result = play("careful", "mcts:playouts=20", "2", &winning);
    assert_eq!(
        (&result["wins"], &result["draws"], &result["losses"]),
        (&json!(1), &json!(0), &json!(1))
    );
    assert_eq!(
        (&result["score"], &result["elo"], &result["plies"]),
        (&json!(0.5), &json!(0.0), &json!(1.0))
    );
    let result = play("careful", "careful", "40", &winning);
    assert_eq!((&result["wins"], &result["losses"]), (&json!(20), &json!(20)));
    let [won, lost] = [[20, 0], [0, 20]]
        .map(|[wins, losses]| json!({"games": 20, "wins": wins, "draws": 0, "losses": losses}));
    assert_eq!((&result["as_first"], &result["as_second"]), (&won, &lost));
}

#[test]
fn players_with_seeds_keep_them() {
    let fixed = |seed| play("random:seed=1", "random:seed=2", "6", &["--seed", seed]);
    let (one, other) = (without_times(fixed("1")), without_times(fixed("2")));
    assert_eq!((&one["wins"], &one["plies"]), (&other["wins"], &other["plies"]));
    // Nothing is random, so every pair is the same.
    assert_eq!(one["wins"].as_u64().expect("a number") % 3, 0);
}

#[test]
fn a_perfect_score_has_no_elo() {
    let result = (0..50)
        .map(|seed| play("mcts:playouts=400", "random", "4", &["--seed", &seed.to_string()]))
        .find(|result| result["score"] == json!(1.0))
        .expect("a match with four wins");
    assert_eq!((&result["elo"], &result["elo_interval"]), (&json!(null), &json!(null)));
    assert_eq!(result["interval"][1], json!(1.0));
    assert!(result["interval"][0].as_f64().expect("a number") < 0.5);
}

#[test]
fn text_output_has_players_score_and_seed() {
    let text = answer(&["match", "quarto", "careful", "random", "--games", "10", "--seed", "3"]);
    for part in [
        "A         careful\n",
        "B         random\n",
        "Games     10: ",
        "As first  5: ",
        "As second 5: ",
        "Score     ",
        "Seed      3\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}
