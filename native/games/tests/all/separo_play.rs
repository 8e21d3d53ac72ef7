use std::cmp::Ordering;
use std::collections::HashSet;

use playout_games::separo::{Move, Separo};
use playout_games::{Game, Options, Outcome, Reason, Side, describe, perft, start_text};

use crate::tools::{after, after_texts, dice, legal, legal_texts, parse, random_game};

fn start(size: u8) -> Separo {
    Separo::start(&Options::new([("size", size.to_string())])).expect("a start")
}

#[test]
fn perft_matches_the_rules() {
    let counts: [(u8, &[u64]); 4] = [
        (9, &[1, 4, 16, 96, 568, 4_564]),
        (7, &[1, 4, 16, 96, 532]),
        (6, &[1, 4, 16, 92, 472]),
        (5, &[1, 4, 12, 44, 80, 144, 204, 260, 232, 172]),
    ];
    for (size, counts) in counts {
        for (depth, &count) in (0..).zip(counts) {
            assert_eq!(perft(&start(size), depth), count, "{size}, {depth} plies");
        }
    }
}

#[test]
fn starts() {
    let text = |options: &[(&str, &str)]| {
        start_text("separo", &Options::new(options.iter().copied())).expect("a start")
    };
    assert_eq!(text(&[]), "9 r - -");
    assert_eq!(text(&[("variant", "standard"), ("size", "4")]), "4 r - -");
    for size in 4..=19 {
        assert_eq!((start(size).size(), start(size).score()), (size, Some([1, 1])));
        assert_eq!(legal(&start(size)).len(), 4, "{size}");
    }
}

#[test]
fn the_first_example_of_the_rules() {
    let position = after_texts(&Separo::default(), "a9-b8-c8");
    assert_eq!(position.to_string(), "9 b a9b8,b8c8 -");
    let start = Separo::default();
    assert_eq!(legal_texts(&start), ["a9-b8-b7", "a9-b8-c8", "i1-h2-g2", "i1-h2-h3"]);
    assert_eq!(start.steps(start.parse_move("a9-b8-c8").expect("legal")), ["a9", "b8", "c8"]);
}

#[test]
fn angles_below_90_degrees_are_illegal() {
    // b4 has a root to the upper left and one to the right, c4 one to the left.
    let position = parse::<Separo>("5 r a5b4,b4c4 a1b2,b2c2");
    let from = |stone: &str| -> Vec<_> {
        legal_texts(&position).into_iter().filter(|mv| mv.starts_with(stone)).collect()
    };
    assert_eq!(from("b4"), ["b4-a3-a2"]);
    assert_eq!(from("c4"), ["c4-d3-d2", "c4-d3-e3"]);
}

#[test]
fn a_side_without_moves_can_only_pass() {
    let before = after_texts(&start(5), "e1-d2-d3 a1-b2-c2 d3-c4-c5 b2-a3-a4");
    assert!(legal(&before).iter().all(|&mv| !before.is_pass(mv)));
    let stuck = after_texts(&before, "a5-b4-c4");
    assert_eq!(legal(&stuck), [Move::PASS]);
    assert!(stuck.is_pass(Move::PASS));
    assert_eq!(stuck.steps(Move::PASS), ["--"]);

    let described = describe("separo", Some(&stuck.to_string()), []).expect("a position");
    assert_eq!((described.side, described.pass.as_deref()), (Side::Second, Some("--")));
    assert_eq!(described.moves[0].details, [("pass", "forced".into())]);

    let passed = after(&stuck, Move::PASS);
    assert_eq!(passed.to_string(), stuck.to_string().replacen(" b ", " r ", 1));
    assert_eq!(passed.score(), stuck.score());
    let over = after_texts(&passed, "d2-c1-b1");
    let ending = over.ending().expect("neither can move");
    assert_eq!((ending.outcome, ending.reason), (Outcome::Win(Side::First), Reason::Regions));
    assert_eq!(ending.details, [("first", 3.into()), ("second", 1.into())]);
    assert_eq!(over.score(), Some([3, 1]));
    let described = describe("separo", Some(&over.to_string()), []).expect("a position");
    assert_eq!((described.pass, described.moves.len()), (None, 0));
}

#[test]
fn equal_scores_draw() {
    let over = after_texts(&start(4), "d1-c2-b2 d4-c3-b3 b2-a3-a4 b3-a2-a1");
    assert_eq!(over.score(), Some([2, 2]));
    assert_eq!(over.outcome(), Some(Outcome::Draw));
}

#[test]
fn regions_are_larger_than_a_unit_square() {
    // A unit square, which is too small, and the areas above and below the roots.
    let square = parse::<Separo>("5 b a4a5,a4b4,b4b5,b4c3,c3d4,d4e3 -");
    assert_eq!(square.score(), Some([2, 1]));
    // Crossing roots cut off two triangles, which are too small, and five, which are not.
    let five = parse::<Separo>("5 b a3a4,a3b3,a4b5,a5b4,b3b4,b5c4 -");
    assert_eq!(five.score(), Some([2, 1]));
}

/// The rules give statistics of random games on 9x9: means over other games, rounded to a few
/// digits. The bounds here are half a unit of the last digit plus four standard errors of 40,000
/// games.
#[test]
fn random_games_match_the_rules() {
    const GAMES: u32 = 40_000;
    let mut pick = dice(20_261_121);
    let [mut moves, mut plies, mut choices] = [const { Vec::new() }; 3];
    let mut results = Vec::new();
    let mut scores = [0; 2];
    for _ in 0..GAMES {
        let mut position = Separo::default();
        let (mut drawn, mut passed) = (0, 0);
        while position.outcome().is_none() {
            let all = legal(&position);
            let mv = all[pick(all.len() as u32) as usize];
            if position.is_pass(mv) {
                passed += 1;
            } else {
                drawn += 1;
                choices.push(all.len() as u32);
            }
            position.play(mv);
        }
        moves.push(drawn);
        plies.push(drawn + passed);
        let score = position.score().expect("the game has a score");
        scores[0] += score[0];
        scores[1] += score[1];
        results.push(score[0].cmp(&score[1]));
    }
    let near = |what: &str, value: f64, expected: f64, bound: f64| {
        assert!((value - expected).abs() <= bound, "{what}: {value} instead of {expected}");
    };
    let mean = |all: &[u32]| all.iter().sum::<u32>() as f64 / all.len() as f64;
    let frequency =
        |result| results.iter().filter(|&&it| it == result).count() as f64 / GAMES as f64;
    near("moves", mean(&moves), 31.4, 0.15);
    near("plies", mean(&plies), 34.0, 0.15);
    near("legal moves", mean(&choices), 6.7, 0.1);
    near("score of Red", scores[0] as f64 / GAMES as f64, 6.11, 0.03);
    near("score of Blue", scores[1] as f64 / GAMES as f64, 5.83, 0.03);
    near("Red", frequency(Ordering::Greater), 0.461, 0.011);
    near("Blue", frequency(Ordering::Less), 0.368, 0.011);
    near("draws", frequency(Ordering::Equal), 0.172, 0.009);
    let range = |all: &[u32]| all.iter().min().copied().zip(all.iter().max().copied());
    assert_eq!((range(&moves), range(&choices)), (Some((18, 41)), Some((1, 23))));
    assert!(plies.iter().all(|plies| (18..=60).contains(plies)));
}

/// A position mirrored or rotated as `image` maps its points, and with colours exchanged if
/// `exchanged`.
fn image_of(position: &Separo, exchanged: bool, image: impl Fn(u8, u8) -> (u8, u8)) -> Separo {
    let name = |(column, row): (u8, u8)| format!("{}{}", char::from(b'a' + column), row + 1);
    let mut sides = Side::BOTH.map(|side| {
        let mut roots: Vec<_> = position
            .roots(side)
            .map(|(a, b)| [a, b].map(|point| image(point.column(), point.row())))
            .map(|[a, b]| (a.min(b), a.max(b)))
            .collect();
        roots.sort_unstable();
        let texts: Vec<_> = roots.into_iter().map(|(a, b)| name(a) + &name(b)).collect();
        if texts.is_empty() { "-".to_owned() } else { texts.join(",") }
    });
    let mut red_moves = position.side_to_move() == Side::First;
    if exchanged {
        sides.swap(0, 1);
        red_moves = !red_moves;
    }
    let turn = if red_moves { 'r' } else { 'b' };
    parse(&format!("{} {turn} {} {}", position.size(), sides[0], sides[1]))
}

/// Reflections in the long diagonals and the rotation by 180 degrees keep the corners of both
/// colours.
#[test]
fn four_symmetries_preserve_the_game() {
    for position in (0..60).flat_map(random_game::<Separo>).step_by(5) {
        let last = position.size() - 1;
        let images = [
            image_of(&position, false, |x, y| (y, x)),
            image_of(&position, false, |x, y| (last - y, last - x)),
            image_of(&position, false, |x, y| (last - x, last - y)),
        ];
        for image in images {
            assert_eq!(image.key() == position.key(), image == position, "{position} {image}");
            assert_eq!(legal(&image).len(), legal(&position).len(), "{position} {image}");
            assert_eq!((image.score(), image.outcome()), (position.score(), position.outcome()));
        }
    }
}

/// The other four exchange the corners. With colours and turn exchanged as well the game is the
/// same, but the sides' results are exchanged.
#[test]
fn four_symmetries_exchange_the_sides() {
    for position in (0..60).flat_map(random_game::<Separo>).step_by(5) {
        let last = position.size() - 1;
        let images = [
            image_of(&position, true, |x, y| (last - x, y)),
            image_of(&position, true, |x, y| (x, last - y)),
            image_of(&position, true, |x, y| (y, last - x)),
            image_of(&position, true, |x, y| (last - y, x)),
        ];
        let [first, second] = position.score().expect("the game has a score");
        for image in images {
            assert_eq!(legal(&image).len(), legal(&position).len(), "{position} {image}");
            assert_eq!(image.score(), Some([second, first]), "{position} {image}");
        }
    }
}

#[test]
fn different_positions_have_different_keys() {
    let texts = [
        "5 r - -",
        "5 b - -",
        "6 r - -",
        "5 b a5b4,b4c4 -",
        "5 r a5b4,b4c4 -",
        "5 b a5b4,b4c4,d2d3,d2e1 -",
        "5 b a5b4,b3b4,d2d3,d2e1 -",
        "5 b - a1b2,b2c2",
        "5 b a5b4,b4c4 a1b2,b2c2",
        "5 b a5b4,b4c4 d3d4,d4e5",
    ];
    let keys: HashSet<_> = texts.iter().map(|text| parse::<Separo>(text).key()).collect();
    assert_eq!(keys.len(), texts.len());
}

#[test]
fn moves_are_small_and_positions_are_copy() {
    assert_eq!(size_of::<Option<Move>>(), 2);
    assert!(size_of::<Separo>() <= 2_200, "{}", size_of::<Separo>());
}
