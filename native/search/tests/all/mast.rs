//! `mcts` with a MAST table in SEPARO's playouts.

use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::{GAMES, Game, Playouts, Record, with_game};
use playout_search::{Bounds, Budget, Choice, Kind, Search, Spec, Status, players};

use crate::support::{choose, search, spec};

const MAST: &str = "mcts:playouts=2000,policy=mast,seed=5";

/// A choice with its time set to zero, for comparisons.
fn timeless(choice: Option<Choice<<Separo as Game>::Move>>) -> Choice<<Separo as Game>::Move> {
    Choice { seconds: 0.0, ..choice.expect("the game is not over") }
}

#[test]
fn the_seed_determines_the_result_in_any_slices() {
    let start = Record::new(Separo::default());
    let mut unsliced = search(&start, MAST);
    let mut sliced = search(&start, MAST);
    for _ in 0..3 {
        unsliced.run();
        while sliced.step(Budget::units(7)) == Status::Running {}
        let choice = timeless(unsliced.choice());
        assert_eq!(choice, timeless(sliced.choice()));
        unsliced.advance(choice.mv).expect("it is legal");
        sliced.advance(choice.mv).expect("it is legal");
    }
}

#[test]
fn threads_have_their_own_tables() {
    let start = Record::new(Separo::default());
    let player = format!("{MAST},threads=2");
    let choice = timeless(search(&start, &player).run());
    for _ in 0..3 {
        assert_eq!(timeless(search(&start, &player).run()), choice);
    }
}

#[test]
fn mast_changes_the_playouts() {
    let start = Record::new(Separo::default());
    let uniform = choose(&start, "mcts:playouts=2000,policy=uniform,seed=5");
    assert_ne!(choose(&start, MAST).visits, uniform.visits);
}

#[test]
fn games_without_mast_reject_it() {
    let error = Search::new(&Record::new(Quarto::default()), &spec(MAST)).err().expect("refused");
    let message = "policy=mast must be one of uniform, decisive, evaluation";
    assert_eq!((error.code().name(), error.location()), ("bad_option", None));
    assert_eq!(error.to_string(), message);
    let error = Spec::parse_within("quarto", MAST, &Bounds::default()).expect_err("refused");
    assert_eq!((error.code().name(), error.location()), ("bad_option", Some(27)));
    assert_eq!(error.to_string(), format!("character 27: {message}"));
    assert!(Spec::parse_within("separo", MAST, &Bounds::default()).is_ok());
}

#[test]
fn only_games_with_mast_offer_it() {
    let mut supporting = 0;
    for game in GAMES {
        let is_supported = with_game!(*game, G => G::MAST_MOVES != 0).expect("it exists");
        let keys = players(game).into_iter().flat_map(|player| player.keys);
        let kinds: Vec<_> = keys.filter(|key| key.key == "policy").map(|key| key.kind).collect();
        let [Kind::OneOf(policies)] = kinds[..] else { panic!("{game}: {kinds:?}") };
        assert_eq!(policies.contains(&"mast"), is_supported, "{game}");
        supporting += u32::from(is_supported);
    }
    assert!(supporting > 0 && supporting < GAMES.len() as u32, "{supporting}");
}
