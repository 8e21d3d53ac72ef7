//! Setups: every position is the check of its setup, and arbitrary setups are accepted or refused
//! with the place of something that was set up.

use playout_games::animal_shogi::AnimalShogi;
use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::{
    Detail, Editable, Error, Hands, Options, Place, Playouts, Setup, Side, Values, blank_setup,
    change_setup, position_of, read_setup, setup_of, view_setup,
};
use proptest::prelude::*;

use crate::tools::{detail, dice, random_game, text};

/// A setup contains everything in a position, and its text is the position's.
fn sets_up<G: Editable>(position: &G) {
    let setup = position.setup();
    assert_eq!(setup.check_form::<G>(), Ok(()), "{position}");
    assert_eq!(G::check(&setup).as_ref(), Ok(position));
    assert_eq!(G::write(&setup), position.to_string());
    let (read, _) = G::read(&position.to_string()).expect("it is the text of a position");
    assert_eq!(G::check(&read).as_ref(), Ok(position));
    if !G::PALETTE.side {
        let unsaid = Setup { side: None, ..setup.clone() };
        assert_eq!(G::check(&unsaid).as_ref(), Ok(position));
        assert_eq!(G::write(&unsaid), position.to_string());
        let wrong = Setup { side: Some(position.side_to_move().other()), ..setup.clone() };
        let refusal = G::check(&wrong).expect_err("the other side is to move");
        assert_eq!(refusal.place, Place::Side, "{position}");
    }
    let mut diagram = position.diagram();
    let drawn = G::draw(&setup);
    diagram.over = drawn.over;
    diagram.growth.clone_from(&drawn.growth);
    diagram.regions.clone_from(&drawn.regions);
    assert_eq!(drawn, diagram, "{position}");
}

/// A random setup with a board that is nearly empty, half full or full.
fn random_setup<G: Editable>(seed: u64) -> Setup {
    let mut pick = dice(seed);
    let palette = G::PALETTE;
    let options = palette.options.iter().map(|option| {
        let value = match option.values {
            Values::OneOf(names) => names[pick(names.len() as u32) as usize].to_owned(),
            Values::Number { least, most, .. } => {
                (u32::from(least) + pick(u32::from(most - least) + 1)).to_string()
            }
        };
        (option.name, value)
    });
    let mut setup = Setup::blank::<G>(&Options::new(options)).expect("the values are known");
    let fullness = [1, 10, 50, 100][pick(4) as usize];
    for cell in &mut setup.cells {
        if pick(100) < fullness {
            *cell = pick(palette.pieces.len() as u32) as u8 + 1;
        }
    }
    let (sides, most) = match palette.hands {
        Hands::None => (0, 0),
        Hands::Shared => (1, 1),
        Hands::Each(most) => (2, most),
    };
    for hand in &mut setup.hands[..sides] {
        for name in palette.held {
            let count = pick(u32::from(most) + 1) as u8;
            if count > 0 && (most > 1 || hand.is_empty()) {
                hand.push(((*name).to_owned(), count));
            }
        }
    }
    if palette.roots {
        let (columns, rows) = G::size_of(&setup.options);
        for roots in &mut setup.roots {
            for _ in 0..pick(8) {
                let (x, y) = (pick(columns.into()) as u8 * 2, pick(rows.into()) as u8 * 2);
                let step = |at: u8, limit: u8, by: u32| match by {
                    0 => at.saturating_sub(2),
                    1 if at + 2 < 2 * limit => at + 2,
                    _ => at,
                };
                let to = (step(x, columns, pick(3)), step(y, rows, pick(3)));
                let root = [(x, y), to];
                let is_new = !roots.contains(&root) && !roots.contains(&[to, (x, y)]);
                if (x, y) != to && is_new {
                    roots.push(root);
                }
            }
        }
    }
    setup.side = match pick(3) {
        0 if !palette.side => None,
        1 => Some(Side::Second),
        _ => Some(Side::First),
    };
    assert_eq!(setup.check_form::<G>(), Ok(()), "{setup:?}");
    setup
}

/// A well-formed setup has a text, which is read as the same setup, and it is a position, or there is
/// something wrong with something that it contains. Returns whether it is a position.
fn is_checked<G: Editable>(setup: &Setup) -> bool {
    let text = G::write(setup);
    let (read, _) = G::read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(G::write(&read), text);
    assert_eq!(read.cells, setup.cells, "{text}");
    let (checked, parsed) = (G::check(setup), G::parse(&text));
    match checked {
        Ok(position) => {
            assert_eq!(position.to_string(), text);
            assert_eq!(parsed.as_ref(), Ok(&position));
            true
        }
        Err(refusal) => {
            let is_set = match refusal.place {
                Place::Board => true,
                Place::Cell(index) => setup.cells[index] != 0,
                Place::Hand(side) => {
                    let problem = &refusal.error.details()[0].1;
                    let is_empty = setup.hands[side as usize].is_empty();
                    is_empty == (*problem == Detail::from("hand_empty"))
                }
                Place::Root(side, root) => setup.roots[side as usize].contains(&root),
                Place::Roots(side) => !setup.roots[side as usize].is_empty(),
                Place::Side => setup.side.is_some(),
                Place::Option(name) => G::PALETTE.options.iter().any(|it| it.name == name),
            };
            assert!(is_set, "{text}: {refusal:?}");
            // Text says the side to move only where it can be chosen, or as a colour.
            if refusal.place != Place::Side {
                let error = parsed.expect_err(&text);
                assert!(error.to_string().ends_with(&refusal.error.to_string()), "{text}");
            }
            false
        }
    }
}

/// Whatever a setup contains, its form is checked, and no check panics.
fn has_a_form<G: Editable>(seed: u64) {
    let mut setup = random_setup::<G>(seed);
    let mut pick = dice(!seed);
    let side = pick(2) as usize;
    match pick(6) {
        0 => setup.cells.truncate(pick(400) as usize),
        1 => setup.cells.resize(pick(500) as usize, pick(256) as u8),
        2 => setup.cells.iter_mut().for_each(|cell| *cell = pick(256) as u8),
        3 => {
            let name = ["lion", "A", "", "giraffe"][pick(4) as usize];
            setup.hands[side].push((name.to_owned(), pick(256) as u8));
        }
        4 => {
            let mut vertex = || (pick(256) as u8, pick(256) as u8);
            setup.roots[side].push([vertex(), vertex()]);
        }
        _ => setup.side = None,
    }
    let shown = view_setup(G::NAME, &setup);
    let changed = change_setup(G::NAME, &setup, &Options::default());
    assert_eq!(shown.is_ok(), setup.check_form::<G>().is_ok());
    assert_eq!(changed.is_ok(), shown.is_ok());
    if let Err(error) = shown {
        assert!(detail(&error, "place").is_some(), "{error:?}");
    }
}

fn is_tested<G: Editable + Playouts>(seed: u64) {
    random_game::<G>(seed).iter().for_each(sets_up);
    is_checked::<G>(&random_setup::<G>(seed));
    has_a_form::<G>(seed);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn quarto(seed in any::<u64>()) {
        is_tested::<Quarto>(seed);
    }

    #[test]
    fn animal_shogi(seed in any::<u64>()) {
        is_tested::<AnimalShogi>(seed);
    }

    #[test]
    fn gomoku(seed in any::<u64>()) {
        is_tested::<Gomoku>(seed);
    }

    #[test]
    fn separo(seed in any::<u64>()) {
        is_tested::<Separo>(seed);
    }
}

#[test]
fn some_random_setups_are_positions() {
    let accepted = |check: fn(u64) -> bool| (0..5_000).filter(|&seed| check(seed)).count();
    let counts = [
        accepted(|seed| is_checked::<Quarto>(&random_setup::<Quarto>(seed))),
        accepted(|seed| is_checked::<AnimalShogi>(&random_setup::<AnimalShogi>(seed))),
        accepted(|seed| is_checked::<Gomoku>(&random_setup::<Gomoku>(seed))),
        accepted(|seed| is_checked::<Separo>(&random_setup::<Separo>(seed))),
    ];
    assert!(counts.iter().all(|&count| count < 4_000), "{counts:?}");
    assert!(counts.iter().filter(|&&count| count > 20).count() >= 3, "{counts:?}");
}

/// Checks why the setup with this text is no position, and where.
fn refused(game: &str, text_of_setup: &str, problem: &str, place: &str, at: Option<&str>) -> Error {
    let setup =
        read_setup(game, text_of_setup).unwrap_or_else(|it| panic!("{text_of_setup}: {it}"));
    let error = position_of(game, &setup).expect_err(text_of_setup);
    assert_eq!(detail(&error, "problem"), Some(&text(problem)), "{text_of_setup}: {error}");
    assert_eq!(detail(&error, "place"), Some(&text(place)), "{text_of_setup}");
    assert_eq!(detail(&error, "at").cloned(), at.map(Detail::from), "{text_of_setup}");
    assert_eq!(error.location(), None);
    let view = view_setup(game, &setup).expect("the form is right");
    assert_eq!((view.text.as_str(), &view.verdict), (text_of_setup, &Err(error.clone())));
    error
}

#[test]
fn refusals_name_the_place() {
    refused("quarto", "0..0/..../..../.... 1", "piece_twice", "cell", Some("d4"));
    refused("quarto", "..../..7./..../.... 7", "piece_twice", "hand", Some("first"));
    refused("quarto", "0.../..../..../.... -", "hand_empty", "hand", Some("first"));
    refused("quarto", "0123/..../..../.... 4", "hand_after_end", "hand", Some("first"));
    refused("quarto", "4567/..../..../0123 -", "lines_apart", "cell", Some("a4"));
    refused("animal_shogi", "rkk/1p1/1P1/BKR b b", "second_lion", "cell", Some("1a"));
    refused("animal_shogi", "rkb/1p1/RP1/BKR b -", "wrong_count", "cell", Some("1d"));
    refused("animal_shogi", "rkb/1p1/1P1/BKR b 2R", "wrong_count", "hand", Some("first"));
    refused("animal_shogi", "3/1k1/1K1/3 b 2Rrb2p", "wrong_count", "hand", Some("second"));
    refused("animal_shogi", "3/3/3/3 b -", "wrong_count", "board", None);
    refused("animal_shogi", "3/3/3/3 b 2R2B2P", "no_lion", "board", None);
    refused("gomoku", "5/5/2o2/5/5 o freestyle", "wrong_count", "cell", Some("c3"));
    refused("gomoku", "5/5/2xx1/5/5 x freestyle", "wrong_count", "cell", Some("d3"));
    refused(
        "gomoku",
        "5/5/5/5/5 o freestyle+swapped",
        "opening_not_over",
        "option",
        Some("opening"),
    );
    refused("gomoku", "5/5/2x2/5/5 x freestyle", "wrong_turn", "side", None);
    refused("gomoku", "xxxxx/ooooo/5/5/5 x freestyle", "row_of_other", "cell", Some("a5"));
    refused("separo", "5 r a5b4 -", "wrong_count", "roots", Some("first"));
    refused("separo", "5 r b3c2,c2d2 -", "not_joined", "root", Some("b3c2"));
    let error = refused("separo", "5 b - c3d3,d3e4", "not_joined", "root", Some("c3d3"));
    assert_eq!(detail(&error, "side"), Some(&text("second")));
}

#[test]
fn a_setup_of_a_match_has_its_moves() {
    let setup = setup_of("gomoku", "5/5/5/5/5 x freestyle+swap2", ["c3", "c4", "a1", "white"]);
    let text_of = |setup: &Setup| position_of("gomoku", setup).expect("a position");
    // The side that was to choose has white and moves: nobody has swapped.
    assert_eq!(text_of(&setup.expect("legal moves")), "5/2o2/2x2/5/x4 o freestyle");
    let setup = setup_of("gomoku", "5/5/5/5/5 x freestyle+swap2", ["c3", "c4", "a1", "black"]);
    assert_eq!(text_of(&setup.expect("legal moves")), "5/2o2/2x2/5/x4 o freestyle+swapped");
}

#[test]
fn what_fits_stays_on_a_board_of_another_size() {
    let sized = |size: &str| Options::new([("size", size)]);
    let setup = read_setup("gomoku", "5x/6/6/6/6/o5 x freestyle").expect("a setup");
    let smaller = change_setup("gomoku", &setup, &sized("5")).expect("a size");
    assert_eq!(view_setup("gomoku", &smaller).expect("formed").text, "5/5/5/5/o4 x freestyle");
    let larger = change_setup("gomoku", &setup, &sized("7")).expect("a size");
    assert_eq!(view_setup("gomoku", &larger).expect("formed").text, "7/5x1/7/7/7/7/o6 x freestyle");

    let setup = read_setup("separo", "5 b a1b2,d4e5 c3d3").expect("a setup");
    let smaller = change_setup("separo", &setup, &sized("4")).expect("a size");
    assert_eq!(view_setup("separo", &smaller).expect("formed").text, "4 b a1b2 c3d3");
}

#[test]
fn a_blank_setup_is_empty() {
    for game in playout_games::GAMES {
        let setup = blank_setup(game, &Options::default()).expect("it exists");
        let view = view_setup(game, &setup).expect("it is well formed");
        assert!(setup.cells.iter().all(|&cell| cell == 0) && setup.roots.iter().all(Vec::is_empty));
        assert_eq!(view.names.len(), setup.cells.len());
    }
    assert!(blank_setup("chess", &Options::default()).is_err());
    assert!(blank_setup("gomoku", &Options::new([("size", "4")])).is_err());
    assert!(blank_setup("gomoku", &Options::new([("opening", "swapped")])).is_ok());
}
