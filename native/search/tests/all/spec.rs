//! Player specs: what is accepted, and the errors for everything else.

use playout_games::{
    Detail, GAMES, Game, Options, Record, animal_shogi::AnimalShogi, quarto::Quarto,
    separo::Separo, with_game,
};
use playout_search::{Accumulator, Bounds, Kind, Search, SearchGame, Spec, levels, players};
use proptest::prelude::*;

use crate::support::{choose, random_game};

fn refused(text: &str) -> playout_games::Error {
    let error = Spec::parse(text).expect_err(text);
    assert_eq!(error.code().name(), "bad_option", "{text}");
    error
}

#[test]
fn all_players_and_keys_are_accepted() {
    for text in [
        "random",
        "random:seed=18446744073709551615",
        "careful:seed=0",
        "monte_carlo",
        "monte_carlo:playouts=10,ms=5,threads=1,seed=3",
        "mcts",
        "mcts:playouts=1,ms=1,nodes=1,memory=1,c=0,threshold=0,policy=uniform,choice=visits,proofs=on,exact=off,threads=2,seed=1",
        "mcts:c=1.4142,policy=decisive,choice=win_less_loss,proofs=off,exact=on",
        "minimax:exact=on",
        "perfect:among=random,ms=5,seed=1",
        "level:n=3",
        "level:n=1,seed=9",
    ] {
        assert!(Spec::parse(text).is_ok(), "{text}: {:?}", Spec::parse(text));
    }
}

#[test]
fn errors_have_a_location_and_the_choices() {
    for (text, location, message) in [
        ("", 1, "choose from: random, careful, monte_carlo, mcts, minimax, perfect, level"),
        ("alphabeta:depth=3", 1, "unknown player \"alphabeta\""),
        ("mcts:", 6, "unknown setting \"\"; choose from: playouts, ms"),
        ("mcts:playouts", 15, "playouts= must be a whole number from 1 to 4000000000"),
        ("mcts:playouts=0", 15, "from 1 to"),
        ("mcts:playouts=-5", 15, "from 1 to"),
        ("mcts:playouts=1e3", 15, "from 1 to"),
        ("mcts:playouts=99999999999999999999999", 15, "from 1 to"),
        ("mcts:ms=10,depth=4", 12, "choose from: playouts, ms, nodes"),
        ("mcts:ms=10,ms=10", 12, "given twice"),
        ("mcts:c=nan", 8, "a number from 0 to 1000"),
        ("mcts:c=-1", 8, "a number from 0 to 1000"),
        ("mcts:c=", 8, "a number from 0 to 1000"),
        ("mcts:policy=wild", 13, "one of uniform, decisive"),
        ("mcts:proofs=yes", 13, "one of on, off"),
        ("perfect:among=best", 15, "one of hardest, random"),
        ("perfect:ms=0", 12, "from 1 to"),
        ("minimax:exact=1", 15, "one of on, off"),
        ("mcts:memory=99999999", 13, "from 1 to 65536"),
        ("monte_carlo:threads=2", 21, "from 1 to 1"),
        ("careful:playouts=3", 9, "choose from: seed"),
        ("level", 6, "needs a number"),
        ("level:seed=4", 13, "needs a number"),
        ("mcts: playouts=3", 6, "unknown setting \" playouts\""),
        ("MCTS", 1, "unknown player"),
        ("mcts:ü=3", 6, "unknown setting"),
    ] {
        let error = refused(text);
        assert_eq!(error.location(), Some(location), "{text}");
        assert!(error.to_string().contains(message), "{text}: {error}");
        assert!(error.to_string().starts_with(&format!("character {location}: ")), "{error}");
    }
    let known = refused("careful:x=3").details().iter().find(|(name, _)| *name == "known").cloned();
    assert_eq!(known, Some(("known", Detail::List(vec!["seed".to_owned()]))));
}

#[test]
fn levels_resolve_to_players() {
    let record = Record::new(Quarto::default());
    assert_eq!(levels("quarto").len(), 8);
    assert!(levels("chess").is_empty());
    for level in levels("quarto") {
        let spec = Spec::parse(&format!("level:n={},seed=7", level.number)).expect("a level");
        let resolved = spec.resolve::<Quarto>().expect("it exists");
        assert_eq!(resolved.seed(), Some(7));
        assert_eq!(resolved.limits(), Spec::parse(level.spec).expect("a spec").limits());
        assert!(Search::new(&record, &spec).is_ok());
    }
    let unknown = Spec::parse("level:n=9").expect("the syntax is valid");
    let error = Search::new(&record, &unknown).err().expect("there is no such level");
    assert_eq!(error.to_string(), "quarto has no level 9; choose from 1 to 8");
}

#[test]
fn an_unknown_level_is_rejected_at_its_number() {
    for (text, location) in [("level:n=9", 9), ("level:seed=7,n=99", 16)] {
        let error = Spec::parse_within("quarto", text, &Bounds::default()).expect_err(text);
        assert_eq!(
            (error.code().name(), error.location()),
            ("bad_option", Some(location)),
            "{text}"
        );
        assert!(error.to_string().contains("choose from 1 to 8"), "{error}");
    }
}

/// Specs with every key of a game's players, at both ends of its range.
fn extremes(game: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for player in players(game) {
        texts.push(player.name.to_owned());
        for key in player.keys {
            let values = match key.kind {
                Kind::Integer { min, max } => vec![min.to_string(), max.to_string()],
                Kind::Decimal { min, max } => vec![min.to_string(), max.to_string()],
                Kind::OneOf(names) => names.iter().map(ToString::to_string).collect(),
            };
            for value in values.into_iter().chain(key.default) {
                texts.push(format!("{}:{}={value}", player.name, key.key));
            }
        }
    }
    texts
}

#[test]
fn all_listed_keys_are_accepted() {
    assert!(players("chess").is_empty());
    for game in GAMES {
        let names: Vec<_> = players(game).iter().map(|player| player.name).collect();
        assert_eq!(names, ["random", "careful", "monte_carlo", "mcts", "minimax"]);
        for text in extremes(game) {
            let read = Spec::parse_within(game, &text, &Bounds::default());
            assert!(read.is_ok(), "{game}, {text}: {read:?}");
        }
    }
}

/// The keys that a player accepts in a game, as the error for an unknown key lists them.
fn accepted_keys(game: &str, player: &str) -> Vec<String> {
    let text = format!("{player}:bogus=1");
    let error = Spec::parse_within(game, &text, &Bounds::default()).expect_err("no such key");
    let known = error.details().iter().find(|(name, _)| *name == "known");
    let Some((_, Detail::List(keys))) = known else { panic!("{error:?}") };
    keys.clone()
}

#[test]
fn all_accepted_keys_are_listed_except_those_not_offered_on_the_site() {
    for game in GAMES {
        for player in players(game) {
            let mut keys = accepted_keys(game, player.name);
            keys.retain(|key| match key.as_str() {
                "exact" | "network" | "threads" | "threats" => false,
                "radius" => player.name != "mcts",
                _ => true,
            });
            let listed: Vec<_> = player.keys.iter().map(|key| key.key).collect();
            assert_eq!(keys, listed, "{game}, {}", player.name);
        }
    }
}

#[test]
fn the_keys_of_some_games_are_keys() {
    for game in GAMES {
        let own = with_game!(*game, G => G::OWN_KEYS).expect("it exists");
        let accepted = ["mcts", "minimax"].map(|player| accepted_keys(game, player)).concat();
        assert!(own.iter().all(|key| accepted.contains(&(*key).to_owned())), "{game}: {own:?}");
    }
}

/// The moves that a player looks at within a radius.
type Within<G> = fn(&Record<G>, u32) -> Vec<<G as Game>::Move>;

fn candidates<G: SearchGame>(record: &Record<G>, radius: u32) -> Vec<G::Move> {
    let (position, mut moves) = (record.position(), Vec::new());
    G::Accumulator::new(position).candidates(position, radius, &mut moves);
    moves
}

fn visited<G: SearchGame>(record: &Record<G>, radius: u32) -> Vec<G::Move> {
    let player = format!("mcts:playouts=500,policy=uniform,radius={radius},seed=1");
    let visits = choose(record, &player).visits.into_iter();
    visits.filter(|(_, visits)| *visits > 0).map(|(mv, _)| mv).collect()
}

fn radius_matters<G: SearchGame>(within: Within<G>) -> bool {
    let mut records = (0..20).filter_map(|seed| random_game::<G>(seed, 8));
    records.any(|record| within(&record, 1) != within(&record, 19))
}

#[test]
fn the_radius_is_accepted_only_where_it_matters() {
    for game in GAMES {
        let matters = with_game!(*game, G => {
            [("minimax", candidates as Within<G>), ("mcts", visited)]
                .map(|(player, within)| (player, radius_matters::<G>(within)))
        });
        for (player, matters) in matters.expect("it exists") {
            let is_accepted = accepted_keys(game, player).contains(&"radius".to_owned());
            assert_eq!(matters, is_accepted, "{game}, {player}");
        }
    }
}

#[test]
fn a_key_without_effect_in_the_game_is_rejected() {
    for (text, location) in
        [("minimax:radius=1", 9), ("minimax:ms=5,radius=99", 14), ("minimax:ms=5,radius", 14)]
    {
        let error = Spec::parse_within("separo", text, &Bounds::default()).expect_err(text);
        assert_eq!(
            (error.code().name(), error.location()),
            ("bad_option", Some(location)),
            "{text}"
        );
        let message = "setting radius has no effect in separo; \
                     choose from: depth, ms, nodes, memory, margin, seed";
        assert_eq!(error.to_string(), format!("character {location}: {message}"));
        let known = ["depth", "ms", "nodes", "memory", "margin", "seed"].as_slice();
        assert_eq!(
            error.details(),
            [
                ("problem", "key_without_effect".into()),
                ("key", "radius".into()),
                ("known", known.into())
            ]
        );
        assert!(Spec::parse_within("separo", "minimax:ms=5", &Bounds::default()).is_ok());
    }
    let gomoku = Spec::parse_within("gomoku", "minimax:radius=1", &Bounds::default());
    assert_eq!(gomoku.expect("it has one").to_string(), "minimax:depth=4,radius=1");
}

#[test]
fn a_key_without_effect_is_dropped_from_a_stored_spec() {
    let stored = |game: &str, text: &str| Spec::parse_stored(game, text).map(|it| it.to_string());
    let text = "minimax:depth=4,ms=5000,radius=1,seed=3";
    assert_eq!(stored("gomoku", text), Ok(text.to_owned()));
    assert_eq!(stored("quarto", text), Ok("minimax:depth=4,ms=5000,seed=3".to_owned()));
    for level in levels("gomoku") {
        let spec = Spec::parse_stored("gomoku", &format!("level:n={}", level.number));
        assert_eq!(spec.expect("a level").to_string(), level.spec);
    }
    for (game, text) in
        [("quarto", "minimax:bogus=1"), ("quarto", "minimax:radius=99"), ("chess", "mcts")]
    {
        assert!(Spec::parse_stored(game, text).is_err(), "{game}, {text}");
    }
}

/// If the game is unknown when a spec is parsed, such a key is accepted.
#[test]
fn keys_without_effect_are_ignored() {
    let record = random_game::<Quarto>(3, 6).expect("the game is not over");
    let choice = |text: &str| choose(&record, text).visits;
    assert_eq!(choice("minimax:depth=2,radius=1,seed=1"), choice("minimax:depth=2,seed=1"));
}

#[test]
fn defaults_match_the_list() {
    for game in GAMES {
        with_game!(*game, G => check_defaults::<G>()).expect("it exists");
    }
}

/// The values tuned for the evaluation do not suit playouts.
#[test]
fn another_policy_uses_the_common_values() {
    let settings = |text: &str| {
        let record = Record::new(AnimalShogi::default());
        let spec = Spec::parse(&format!("mcts:playouts=300,seed=2,{text}")).expect(text);
        let choice = Search::new(&record, &spec).expect(text).run();
        choice.map(|choice| (choice.nodes, choice.visits))
    };
    assert_eq!(settings("policy=uniform"), settings("policy=uniform,c=0.4,threshold=4"));
    assert_ne!(settings("policy=uniform"), settings("policy=uniform,c=0.5,threshold=1"));
}

fn check_defaults<G: SearchGame>() {
    let start = G::start(&Options::default()).expect("the default start");
    let play = |text: &str| {
        let spec = Spec::parse(text).expect(text).or_seed(5);
        let choice = Search::new(&Record::new(start.clone()), &spec).expect(text).run();
        choice.map(|choice| (choice.mv, choice.nodes, choice.visits))
    };
    for player in players(G::NAME) {
        let name = player.name;
        let limit = if name == "minimax" { "depth=2" } else { "playouts=300" };
        for key in player.keys {
            let (key, Some(default)) = (key.key, key.default) else { continue };
            if limit.starts_with(key) {
                assert_eq!(Spec::parse(&format!("{name}:{key}={default}")), Spec::parse(name));
            } else {
                let given = play(&format!("{name}:{limit},{key}={default}"));
                assert_eq!(given, play(&format!("{name}:{limit}")), "{}: {key}", G::NAME);
            }
        }
    }
}

#[test]
fn canonical_text_gives_the_same_player() {
    for text in extremes("gomoku").iter().map(String::as_str).chain([
        "mcts:nodes=50",
        "mcts:c=0.123456789012,nodes=7,seed=0,proofs=off,memory=1,policy=uniform,threshold=0",
        "level:seed=3,n=2",
        "monte_carlo:seed=9,ms=4",
    ]) {
        let spec = Spec::parse(text).expect(text);
        let canonical = spec.to_string();
        assert_eq!(Spec::parse(&canonical), Ok(spec), "{text}");
        assert_eq!(Spec::parse(&canonical).expect("read").to_string(), canonical, "{text}");
    }
    for (text, canonical) in [
        ("random", "random"),
        ("mcts", "mcts:playouts=3000"),
        ("mcts:threads=1,seed=4,ms=20,exact=off,c=1.50", "mcts:ms=20,c=1.5,threads=1,seed=4"),
        ("minimax:exact=on,seed=4,ms=20", "minimax:ms=20,exact=on,seed=4"),
        ("perfect:seed=4,ms=20,among=hardest", "perfect:ms=20,seed=4"),
        ("level:seed=3,n=2", "level:n=2,seed=3"),
    ] {
        assert_eq!(Spec::parse(text).expect(text).to_string(), canonical);
    }
}

#[test]
fn bounds_are_applied() {
    let bounds = Bounds::new([("ms", 500), ("memory", 16), ("playouts", 1_000)]).expect("bounds");
    let within = |text: &str| Spec::parse_within("quarto", text, &bounds);
    for (text, bounded) in [
        ("careful:seed=1", "careful:seed=1"),
        ("monte_carlo", "monte_carlo:playouts=1000,ms=500"),
        ("mcts", "mcts:playouts=1000,ms=500,memory=16"),
        ("mcts:ms=500,memory=15", "mcts:playouts=1000,ms=500,memory=15"),
        ("mcts:playouts=3,nodes=9999", "mcts:playouts=3,ms=500,nodes=9999,memory=16"),
    ] {
        assert_eq!(within(text).expect(text).to_string(), bounded);
    }
    for (text, key, location, limit) in [
        ("mcts:ms=501", "ms", 9, 500_u64),
        ("mcts:c=1,memory=64", "memory", 17, 16),
        ("monte_carlo:playouts=1001", "playouts", 22, 1_000),
    ] {
        let error = within(text).expect_err(text);
        assert_eq!(
            (error.code().name(), error.location()),
            ("bad_option", Some(location)),
            "{text}"
        );
        assert!(error.details().contains(&("key", key.into())), "{error:?}");
        assert!(error.details().contains(&("limit", limit.into())), "{error:?}");
        assert!(error.to_string().contains(&format!("more than the {limit} allowed")), "{error}");
    }
    assert_eq!(within("mcts:c=x").expect_err("no number").location(), Some(8));
    assert_eq!(
        Spec::parse_within("chess", "mcts", &bounds).expect_err("no game").code().name(),
        "unknown_game"
    );
}

#[test]
fn bounds_apply_to_levels() {
    let generous = Bounds::new([("ms", 60_000), ("memory", 1_024)]).expect("bounds");
    for level in levels("quarto") {
        let text = format!("level:n={},seed=5", level.number);
        let spec = Spec::parse_within("quarto", &text, &generous).expect("a level");
        let named = Spec::parse(level.spec).expect("its spec").or_seed(5);
        assert_eq!(spec, named);
    }
    let tight = Bounds::new([("ms", 1)]).expect("bounds");
    let error = Spec::parse_within("quarto", "level:n=1", &tight).expect_err("too long");
    assert_eq!((error.code().name(), error.location()), ("bad_option", None));
}

#[test]
fn invalid_bounds_are_rejected() {
    for (key, max, message) in [
        ("seed", 5, "unknown limit \"seed\"; choose from: playouts, ms, nodes, memory"),
        ("", 5, "unknown limit"),
        ("ms", 0, "the limit ms=0 must be a whole number from 1 to 86400000"),
        ("memory", 70_000, "from 1 to 65536"),
    ] {
        let error = Bounds::new([(key, max)]).expect_err(key);
        assert_eq!(error.code().name(), "bad_option");
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn a_table_counts_as_memory() {
    let within = |max| {
        let bounds = Bounds::new([("memory", max)]).expect("bounds");
        Spec::parse_within("animal_shogi", "perfect", &bounds)
    };
    assert!(within(256).is_ok());
    let error = within(128).expect_err("there is no room for a table");
    assert_eq!(
        error.to_string(),
        "character 1: perfect needs 256 MiB, which is more than the 128 allowed here"
    );
    let player = |text, max| {
        let bounds = Bounds::new([("memory", max)]).expect("bounds");
        Spec::parse_within("animal_shogi", text, &bounds)
    };
    for (text, location) in [("mcts:memory=16,exact=on", 22), ("minimax:exact=on", 15)] {
        assert!(player(text, 256).is_ok(), "{text}");
        let error = player(text, 128).expect_err("there is no room for a table");
        let message = "exact=on needs 256 MiB, which is more than the 128 allowed here";
        assert_eq!(error.to_string(), format!("character {location}: {message}"));
    }
    assert!(player("mcts:exact=off", 128).is_ok());
}

#[test]
fn exact_values_are_a_setting_only_of_games_with_tables() {
    for game in GAMES {
        for player in ["mcts", "minimax"] {
            let is_accepted = accepted_keys(game, player).contains(&"exact".to_owned());
            let has_values = matches!(*game, "animal_shogi" | "quarto");
            assert_eq!(is_accepted, has_values, "{game}, {player}");
        }
    }
    // If the game is unknown when the spec is parsed, the key is ignored there.
    let record = random_game::<Separo>(3, 6).expect("the game is not over");
    let choice = |text: &str| choose(&record, text).visits;
    assert_eq!(choice("minimax:depth=2,exact=on,seed=1"), choice("minimax:depth=2,seed=1"));
}

proptest! {
    #[test]
    fn arbitrary_texts_never_panic(text in "\\PC{0,40}") {
        let _ = Spec::parse(&text);
    }

    #[test]
    fn nearly_valid_texts_never_panic(
        name in prop::sample::select(vec!["random", "mcts", "level", "monte_carlo"]),
        pairs in prop::collection::vec(("(n|c|ms|playouts|seed|memory|proofs)", "[0-9.on-]{0,24}"), 0..5),
    ) {
        let pairs: Vec<_> = pairs.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let text = format!("{name}:{}", pairs.join(","));
        if let Err(error) = Spec::parse(&text) {
            prop_assert!(error.location().is_some_and(|location| location <= text.len() + 1));
        }
    }
}
