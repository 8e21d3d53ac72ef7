//! `mcts` with a MAST table in SEPARO's playouts.

use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::{GAMES, Game, Playouts, Record, with_game};
use playout_search::{Bounds, Budget, Choice, Kind, Search, Spec, Status, players};

use crate::support::{choose, search, spec};

const MAST: &str = "mcts:playouts=2000,policy=mast,seed=5";

/// A choice without the time it took.
fn timeless(choice: Option<Choice<<Separo as Game>::Move>>) -> Choice<<Separo as Game>::Move> {
    Choice { seconds: 0.0, ..choice.expect("the game is not over") }
}

#[test]
fn the_same_seed_gives_the_same_result_in_every_run_and_slice() {
    let start = Record::new(Separo::default());
    let mut whole = search(&start, MAST);
    let mut sliced = search(&start, MAST);
    for _ in 0..3 {
        whole.run();
        while sliced.step(Budget::units(7)) == Status::Running {}
        let choice = timeless(whole.choice());
        assert_eq!(choice, timeless(sliced.choice()));
        whole.advance(choice.mv).expect("it is legal");
        sliced.advance(choice.mv).expect("it is legal");
    }
}

#[test]
fn threads_have_separate_averages() {
    let start = Record::new(Separo::default());
    let player = format!("{MAST},threads=2");
    let choice = timeless(search(&start, &player).run());
    for _ in 0..3 {
        assert_eq!(timeless(search(&start, &player).run()), choice);
    }
}

#[test]
fn it_differs_from_uniform_playouts() {
    let start = Record::new(Separo::default());
    let uniform = choose(&start, "mcts:playouts=2000,policy=uniform,seed=5");
    assert_ne!(choose(&start, MAST).visits, uniform.visits);
}

#[test]
fn games_without_such_playouts_refuse_it() {
    let error = Search::new(&Record::new(Quarto::default()), &spec(MAST)).err().expect("refused");
    let words = "policy=mast should be one of uniform, decisive, evaluation";
    assert_eq!((error.code().name(), error.location()), ("bad_option", None));
    assert_eq!(error.to_string(), words);
    let error = Spec::parse_within("quarto", MAST, &Bounds::default()).expect_err("refused");
    assert_eq!((error.code().name(), error.location()), ("bad_option", Some(27)));
    assert_eq!(error.to_string(), format!("character 27: {words}"));
    assert!(Spec::parse_within("separo", MAST, &Bounds::default()).is_ok());
}

#[test]
fn only_supporting_games_offer_it() {
    let mut having_it = 0;
    for game in GAMES {
        let has_it = with_game!(*game, G => G::MAST_MOVES != 0).expect("it exists");
        let keys = players(game).into_iter().flat_map(|player| player.keys);
        let kinds: Vec<_> = keys.filter(|key| key.key == "policy").map(|key| key.kind).collect();
        let [Kind::OneOf(words)] = kinds[..] else { panic!("{game}: {kinds:?}") };
        assert_eq!(words.contains(&"mast"), has_it, "{game}");
        having_it += u32::from(has_it);
    }
    assert!(having_it > 0 && having_it < GAMES.len() as u32, "{having_it}");
}
