use playout_games::gomoku::{Colour, Gomoku, Move, Point};
use playout_games::{Game, Options, Outcome, Reason, Side, describe, perft, start_text};

use crate::tools::{after_texts, legal, legal_texts, parse};

fn start(options: &[(&str, &str)]) -> Gomoku {
    Gomoku::start(&Options::new(options.iter().copied())).expect("a start")
}

fn ended(position: &Gomoku) -> (Outcome, Reason, Vec<String>) {
    let ending = position.ending().expect("it is over");
    (ending.outcome, ending.reason, ending.cells)
}

fn won(side: Side, cells: &str) -> (Outcome, Reason, Vec<String>) {
    let cells = cells.split_whitespace().map(str::to_owned).collect();
    (Outcome::Win(side), Reason::Five, cells)
}

#[test]
fn perft_matches_the_rules() {
    for (depth, count) in (0..).zip([1, 225, 50_400, 11_239_200]) {
        assert_eq!(perft(&Gomoku::default(), depth), count);
        assert_eq!(perft(&start(&[("opening", "swap2")]), depth), count);
    }
    assert_eq!(perft(&start(&[("opening", "swap2")]), 4), 2_517_580_800);
}

#[test]
fn starts() {
    let text = |options: &[(&str, &str)]| {
        start_text("gomoku", &Options::new(options.iter().copied())).expect("a start")
    };
    let empty = ["15"; 15].join("/");
    assert_eq!(text(&[]), format!("{empty} x freestyle"));
    assert_eq!(text(&[("variant", "standard")]), format!("{empty} x standard"));
    assert_eq!(text(&[("opening", "swap2")]), format!("{empty} x freestyle+swap2"));
    assert_eq!(text(&[("opening", "none"), ("size", "5")]), "5/5/5/5/5 x freestyle");
    let all = [("size", "6"), ("opening", "swap2"), ("variant", "standard")];
    assert_eq!(text(&all), "6/6/6/6/6/6 x standard+swap2");
    for size in 5..=20_u8 {
        let position = start(&[("size", &size.to_string())]);
        assert_eq!((position.size(), legal(&position).len()), (size, usize::from(size).pow(2)));
    }
}

#[test]
fn the_first_example_of_the_rules() {
    let position = after_texts(&Gomoku::default(), "h8");
    assert_eq!(position.to_string(), "15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o freestyle");
    assert_eq!(position.steps(position.parse_move("i9").expect("a move")), ["i9"]);
}

#[test]
fn five_in_any_direction_win() {
    for (moves, cells) in [
        ("a1 a6 b1 b6 c1 c6 d1 d6 e1", "a1 b1 c1 d1 e1"),
        ("a1 f1 a2 f2 a3 f3 a5 f5 a4", "a1 a2 a3 a4 a5"),
        ("a1 f1 b2 f2 c3 f3 d4 f4 e5", "a1 b2 c3 d4 e5"),
        ("a6 f6 b5 f5 c4 f4 d3 f3 e2", "e2 d3 c4 b5 a6"),
    ] {
        let position = after_texts(&start(&[("size", "6")]), moves);
        assert_eq!(ended(&position), won(Side::First, cells), "{moves}");
        assert_eq!(legal(&position), []);
        assert_eq!(position.side_to_move(), Side::Second);
    }
}

/// These five stones would be in a row if the board continued from one edge to the other. They are
/// not.
#[test]
fn rows_end_at_the_edge() {
    let over = |side: i32, (across, up): (i32, i32)| {
        let steps = (0..5).map(|step| {
            // Begins two columns before one edge and continues from the other.
            let from = if across < 0 { 1 } else { side - 2 };
            let at = side + from + step * (up * side + across);
            (at.rem_euclid(side), at.div_euclid(side))
        });
        steps.collect::<Vec<_>>()
    };
    for size in 8..=20 {
        for direction in [(1, 0), (1, 1), (-1, 1)] {
            let mut position = start(&[("size", &size.to_string())]);
            // White stays out of the way, on the last row.
            for (index, (column, row)) in over(size, direction).into_iter().enumerate() {
                assert_eq!(position.outcome(), None, "{position}");
                let name = |column: i32, row: i32| {
                    format!("{}{}", char::from(b'a' + column as u8), row + 1)
                };
                let white = name(if index < 3 { index as i32 } else { index as i32 + 1 }, size - 1);
                position = after_texts(&position, &format!("{} {white}", name(column, row)));
            }
            assert_eq!(position.outcome(), None, "{position}");
        }
    }
}

#[test]
fn all_rows_completed_by_one_stone_are_listed() {
    let cross = "oo4/x5/x1oo1o/1xxxx1/x1o3/xooo1x x freestyle";
    let position = after_texts(&parse::<Gomoku>(cross), "a3");
    let (outcome, _, cells) = ended(&position);
    assert_eq!(outcome, Outcome::Win(Side::First));
    assert_eq!(cells, ["a1", "a2", "a3", "b3", "c3", "d3", "e3", "a4", "a5"]);
}

#[test]
fn six_win_except_in_the_standard_variant() {
    let before = "o6/7/7/7/7/oooo3/xxx1xx1 x";
    let longer = after_texts(&parse::<Gomoku>(&format!("{before} freestyle")), "d1");
    assert_eq!(ended(&longer), won(Side::First, "a1 b1 c1 d1 e1 f1"));
    let standard = parse::<Gomoku>(&format!("{before} standard"));
    assert_eq!(after_texts(&standard, "d1").outcome(), None);
    assert_eq!(after_texts(&standard, "d1 e2").outcome(), Some(Outcome::Win(Side::Second)));
    // Six in one direction do not invalidate five in another.
    let both = parse::<Gomoku>("oo1oo1o/oo1oo2/3x3/3x3/3x3/3x3/xxx1xx1 x standard");
    assert_eq!(ended(&after_texts(&both, "d1")), won(Side::First, "d1 d2 d3 d4 d5"));
}

#[test]
fn a_full_board_without_a_row_is_a_draw() {
    let position = after_texts(&parse::<Gomoku>("xxoox/ooxxo/xxoox/ooxxo/xxoo1 x freestyle"), "e1");
    assert_eq!(ended(&position), (Outcome::Draw, Reason::FullBoard, vec![]));
    assert_eq!(legal(&position), []);
    // The last stone can also win.
    let position = after_texts(&parse::<Gomoku>("xooox/oxxxo/xxxox/ooxxo/oxoo1 x freestyle"), "e1");
    assert_eq!(ended(&position), won(Side::First, "e1 d2 c3 b4 a5"));
}

/// After each move: the side to move, how many points it can place a stone on, and its other moves.
fn swap2(moves: &str) -> Vec<(Side, usize, Vec<String>)> {
    let mut position = start(&[("size", "6"), ("opening", "swap2")]);
    let mut seen = Vec::new();
    for mv in moves.split_whitespace() {
        position = after_texts(&position, mv);
        let texts = legal_texts(&position);
        let colours = texts.iter().filter(|text| text.len() > 3).cloned().collect::<Vec<_>>();
        seen.push((position.side_to_move(), texts.len() - colours.len(), colours));
    }
    seen
}

#[test]
fn the_opening_swap2_by_placing_two_more() {
    let choice = || vec!["black".to_owned(), "white".to_owned()];
    let [first, second] = Side::BOTH;
    assert_eq!(
        swap2("a1 b1 c1 d1 e1 black a2 b2"),
        [
            (first, 35, vec![]),
            (first, 34, vec![]),
            (second, 33, choice()),
            (second, 32, vec![]),
            (first, 0, choice()),
            // The first side has black, and white moves.
            (second, 31, vec![]),
            (first, 30, vec![]),
            (second, 29, vec![]),
        ]
    );
}

#[test]
fn the_opening_swap2_by_choosing_a_colour() {
    let opening = after_texts(&start(&[("opening", "swap2"), ("size", "5")]), "a1 b1 c1");
    assert_eq!(opening.to_string(), "5/5/5/5/xox2 o freestyle+swap2");
    let black = after_texts(&opening, "black");
    assert_eq!(black.to_string(), "5/5/5/5/xox2 o freestyle+swapped");
    assert_eq!(black.side_to_move(), Side::First);
    assert_eq!(black.side_of(Colour::Black), Some(Side::Second));
    let white = after_texts(&opening, "white");
    assert_eq!(white.to_string(), "5/5/5/5/xox2 o freestyle");
    assert_eq!(white.side_to_move(), Side::Second);
    let placed = after_texts(&opening, "d1 e1");
    assert_eq!(placed.to_string(), "5/5/5/5/xoxox x freestyle+swap2");
    let swapped = after_texts(&placed, "white");
    assert_eq!(swapped.to_string(), "5/5/5/5/xoxox o freestyle+swapped");
    assert_eq!(swapped.side_to_move(), Side::First);
}

/// A colour wins, but the outcome names the seat that has it.
#[test]
fn a_win_after_a_swap_belongs_to_the_seat() {
    let position = parse::<Gomoku>("5/5/5/oooo1/xxxx1 x freestyle+swapped");
    assert_eq!(position.side_to_move(), Side::Second);
    assert_eq!(ended(&after_texts(&position, "e1")).0, Outcome::Win(Side::Second));
    assert_eq!(ended(&after_texts(&position, "e3 e2")).0, Outcome::Win(Side::First));
}

#[test]
fn alerts_for_fours() {
    for (text, alerts) in [
        // Four stones between a white one and the edge are none.
        ("7/7/7/oo5/oxxxx2/1o5/7 x freestyle", "black_four b3 c3 d3 e3"),
        ("7/7/7/7/7/xxxxo2/ooo4 x freestyle", ""),
        // With a gap, whoever is to move. The stones of another line are not part of it.
        ("7/7/7/xx1xx2/1o1oo2/1o5/7 x freestyle", "black_four a4 b4 d4 e4"),
        ("7/7/7/xx1xx2/1o1oo2/7/7 o freestyle", "black_four a4 b4 d4 e4"),
        // Of both colours, and of two lines.
        ("7/7/7/xxxx3/7/7/oooo3 x freestyle", "black_four a4 b4 c4 d4, white_four a1 b1 c1 d1"),
        (
            "oo5/xxxx3/x6/x6/x6/7/1ooo1oo x freestyle",
            "black_four a3 a4 a5 a6 b6 c6 d6, white_four b1 c1 d1 f1 g1",
        ),
        // Six in a row do not win in `standard`.
        (
            "9/9/9/9/xxx1xx3/9/oo1oo4/9/9 o freestyle",
            "black_four a5 b5 c5 e5 f5, white_four a3 b3 d3 e3",
        ),
        ("9/9/9/9/xxx1xx3/9/oo1oo4/9/9 o standard", "white_four a3 b3 d3 e3"),
        // The game is over.
        ("7/7/7/xxxxx2/7/7/oooo3 o freestyle", ""),
    ] {
        let alerts_of = describe("gomoku", Some(text), []).expect(text).alerts;
        let words = |(kind, points): &(&str, Vec<String>)| format!("{kind} {}", points.join(" "));
        let found: Vec<_> = alerts_of.iter().map(words).collect();
        assert_eq!(found.join(", "), alerts, "{text}");
    }
}

#[test]
fn moves_are_two_bytes_and_positions_are_copy() {
    assert_eq!((size_of::<Move>(), size_of::<Option<Move>>()), (2, 2));
    assert!(size_of::<Gomoku>() <= 256);
    let point = Point::new(7, 8).expect("a point");
    assert_eq!((Move::place(point).point(), Move::place(point).colour()), (Some(point), None));
    let white = Move::choose(Colour::White);
    assert_eq!((white.point(), white.colour()), (None, Some(Colour::White)));
}

/// Different stones or rules make a different position.
#[test]
fn different_positions_have_different_keys() {
    let texts = [
        "6/6/6/6/6/x5 o freestyle",
        "6/6/6/6/6/1x4 o freestyle",
        "6/6/6/6/6/x5 o standard",
        "6/6/6/6/6/x5 x freestyle+swap2",
        "7/7/7/7/7/7/x6 o freestyle",
        "6/6/6/6/6/xo4 x freestyle",
        "6/6/6/6/6/ox4 x freestyle",
        "6/6/6/6/6/xox3 o freestyle",
        "6/6/6/6/6/xox3 o freestyle+swapped",
    ];
    let keys: std::collections::HashSet<_> =
        texts.iter().map(|text| parse::<Gomoku>(text).key()).collect();
    assert_eq!(keys.len(), texts.len());
}
