//! Names and options of new games.

use playout_games::quarto::Quarto;
use playout_games::{Code, Error, GAMES, Game, Options, Values, describe, start_text, with_game};

use crate::tools::{detail, list, text};

fn refused(options: &[(&str, &str)]) -> Error {
    let options = Options::new(options.iter().copied());
    let error = Quarto::start(&options).expect_err("an error");
    assert_eq!(start_text("quarto", &options), Err(error.clone()));
    error
}

#[test]
fn valid_starts() {
    let start = |pairs: &[(&str, &str)]| start_text("quarto", &Options::new(pairs.iter().copied()));
    assert_eq!(start(&[]).as_deref(), Ok("..../..../..../.... -"));
    assert_eq!(start(&[("variant", "standard")]).as_deref(), Ok("..../..../..../.... -"));
    assert_eq!(start(&[("variant", "squares")]).as_deref(), Ok("squares ..../..../..../.... -"));
}

#[test]
fn unknown_variants() {
    for variant in ["", "Squares", "squares ", "quick-try"] {
        let error = refused(&[("variant", variant)]);
        assert_eq!(error.code(), Code::UnknownVariant);
        let message = format!("unknown variant \"{variant}\"; choose from: standard, squares");
        assert_eq!(error.to_string(), message);
        assert_eq!(detail(&error, "variant"), Some(&text(variant)));
        assert_eq!(detail(&error, "known"), Some(&list(&["standard", "squares"])));
    }
}

#[test]
fn unknown_options() {
    for key in ["size", "Variant", ""] {
        let error = refused(&[("variant", "squares"), (key, "15")]);
        assert_eq!(error.code(), Code::BadOption);
        assert_eq!(error.to_string(), format!("unknown option \"{key}\"; choose from: variant"));
        assert_eq!(detail(&error, "problem"), Some(&text("unknown_option")));
        assert_eq!(detail(&error, "option"), Some(&text(key)));
        assert_eq!(detail(&error, "known"), Some(&list(&["variant"])));
    }
}

#[test]
fn a_repeated_option() {
    let error = refused(&[("variant", "squares"), ("variant", "squares")]);
    assert_eq!(error.code(), Code::BadOption);
    assert_eq!(error.to_string(), "option \"variant\" is given twice");
    assert_eq!(detail(&error, "problem"), Some(&text("option_twice")));
}

#[test]
fn quoted_options_are_escaped_and_shortened() {
    let error = refused(&[("a\nb\u{7}", "")]);
    assert_eq!(error.to_string(), "unknown option \"a\\nb\\u{7}\"; choose from: variant");
    assert!(refused(&[("variant", &"\n".repeat(100_000))]).to_string().len() < 200);
}

#[test]
fn unknown_games() {
    for name in ["", "chess", "Quarto", "quarto ", "\n"] {
        let error = describe(name, None, []).expect_err("an error");
        assert_eq!(start_text(name, &Options::default()), Err(error.clone()));
        assert_eq!((error.code(), error.location()), (Code::UnknownGame, None));
        assert_eq!(detail(&error, "game"), Some(&text(name)));
        assert_eq!(detail(&error, "known"), Some(&list(GAMES)));
    }
    let error = describe("chess", None, []).expect_err("an error");
    assert!(error.to_string().starts_with("unknown game \"chess\"; choose from: quarto"));
}

#[test]
fn codes_have_their_documented_names() {
    let codes = [
        (Code::UnknownGame, "unknown_game"),
        (Code::UnknownVariant, "unknown_variant"),
        (Code::BadPosition, "bad_position"),
        (Code::BadMove, "bad_move"),
        (Code::IllegalMove, "illegal_move"),
        (Code::Finished, "finished"),
        (Code::BadOption, "bad_option"),
        (Code::TooLarge, "too_large"),
    ];
    for (code, name) in codes {
        assert_eq!(code.name(), name);
    }
}

/// Every value of every option starts a game, and the default values give the default start.
#[test]
fn all_offered_options_work() {
    for game in GAMES {
        let offered = with_game!(*game, G => G::OPTIONS).expect("the game exists");
        assert_eq!(offered[0].name, "variant");
        let usual = start_text(game, &Options::default());
        for option in offered {
            let (values, default): (Vec<_>, _) = match option.values {
                Values::OneOf(words) => (words.iter().map(ToString::to_string).collect(), 0),
                Values::Number { least, most, default } => {
                    ((least..=most).map(|number| number.to_string()).collect(), default - least)
                }
            };
            for (index, value) in values.iter().enumerate() {
                let start = start_text(game, &Options::new([(option.name, value.as_str())]));
                assert!(start.is_ok(), "{game}, {} {value}: {start:?}", option.name);
                assert_eq!(start == usual, index == usize::from(default), "{game}, {value}");
            }
        }
    }
}
