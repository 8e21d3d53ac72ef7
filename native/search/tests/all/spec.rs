//! Player specs: what is read, and what is refused with which words.

use playout_games::{Detail, Record, quarto::Quarto};
use playout_search::{Search, Spec, levels};
use proptest::prelude::*;

fn refused(text: &str) -> playout_games::Error {
    let error = Spec::parse(text).expect_err(text);
    assert_eq!(error.code().name(), "bad_option", "{text}");
    error
}

#[test]
fn what_is_there_is_read() {
    for text in [
        "random",
        "random:seed=18446744073709551615",
        "careful:seed=0",
        "monte_carlo",
        "monte_carlo:playouts=10,ms=5,threads=1,seed=3",
        "mcts",
        "mcts:playouts=1,ms=1,nodes=1,memory=1,c=0,threshold=0,policy=uniform,choice=visits,proofs=on,exact=off,threads=1,seed=1",
        "mcts:c=1.4142,policy=decisive,choice=win_less_loss,proofs=off,exact=on",
        "level:n=3",
        "level:n=1,seed=9",
    ] {
        assert!(Spec::parse(text).is_ok(), "{text}: {:?}", Spec::parse(text));
    }
}

#[test]
fn refusals_say_where_and_what_there_is() {
    for (text, place, words) in [
        ("", 1, "there are: random, careful, monte_carlo, mcts, level"),
        ("alphabeta:depth=3", 1, "unknown player \"alphabeta\""),
        ("mcts:", 6, "has no key \"\""),
        ("mcts:playouts", 15, "playouts= should be a whole number from 1 to 4000000000"),
        ("mcts:playouts=0", 15, "from 1 to"),
        ("mcts:playouts=-5", 15, "from 1 to"),
        ("mcts:playouts=1e3", 15, "from 1 to"),
        ("mcts:playouts=99999999999999999999999", 15, "from 1 to"),
        ("mcts:ms=10,depth=4", 12, "there are: playouts, ms, nodes, memory, c, threshold"),
        ("mcts:ms=10,ms=10", 12, "given twice"),
        ("mcts:c=nan", 8, "a number from 0 to 1000"),
        ("mcts:c=-1", 8, "a number from 0 to 1000"),
        ("mcts:c=", 8, "a number from 0 to 1000"),
        ("mcts:policy=wild", 13, "one of uniform, decisive"),
        ("mcts:proofs=yes", 13, "one of on, off"),
        ("mcts:memory=99999999", 13, "from 1 to 65536"),
        ("mcts:threads=2", 14, "from 1 to 1"),
        ("careful:playouts=3", 9, "there are: seed"),
        ("level", 6, "needs its number"),
        ("level:seed=4", 13, "needs its number"),
        ("mcts: playouts=3", 6, "has no key \" playouts\""),
        ("MCTS", 1, "unknown player"),
        ("mcts:ü=3", 6, "has no key"),
    ] {
        let error = refused(text);
        assert_eq!(error.place(), Some(place), "{text}");
        assert!(error.to_string().contains(words), "{text}: {error}");
        assert!(error.to_string().starts_with(&format!("character {place}: ")), "{error}");
    }
    let known = refused("careful:x=3").details().iter().find(|(name, _)| *name == "known").cloned();
    assert_eq!(known, Some(("known", Detail::List(vec!["seed".to_owned()]))));
}

#[test]
fn levels_are_players() {
    let record = Record::new(Quarto::default());
    assert_eq!(levels("quarto").len(), 3);
    assert!(levels("chess").is_empty());
    for (index, level) in levels("quarto").iter().enumerate() {
        assert_eq!(level.number as usize, index + 1);
        let spec = Spec::parse(&format!("level:n={},seed=7", level.number)).expect("a level");
        let resolved = spec.resolve("quarto").expect("it exists");
        assert_eq!(resolved.seed(), Some(7));
        assert_eq!(resolved.limits(), Spec::parse(level.spec).expect("a spec").limits());
        assert!(Search::new(&record, &spec).is_ok());
    }
    let unknown = Spec::parse("level:n=4").expect("its form is right");
    let error = Search::new(&record, &unknown).err().expect("there is no such level");
    assert_eq!(error.to_string(), "quarto has no level 4; there are 1 to 3");
}

proptest! {
    #[test]
    fn nothing_panics(text in "\\PC{0,40}") {
        let _ = Spec::parse(&text);
    }

    #[test]
    fn nothing_nearly_right_panics(
        name in prop::sample::select(vec!["random", "mcts", "level", "monte_carlo"]),
        pairs in prop::collection::vec(("(n|c|ms|playouts|seed|memory|proofs)", "[0-9.on-]{0,24}"), 0..5),
    ) {
        let pairs: Vec<_> = pairs.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let text = format!("{name}:{}", pairs.join(","));
        if let Err(error) = Spec::parse(&text) {
            prop_assert!(error.place().is_some_and(|place| place <= text.len() + 1));
        }
    }
}
