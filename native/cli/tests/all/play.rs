use crate::tools::{RunOutput, answer, run_with};

const FIRST_WINS: &str = "The game is over: first wins (line a1 b1 c1 d1, light and short).\n";
const TWO_PEOPLE: &[&str] = &["play", "quarto", "--second", "human"];

fn typed(arguments: &[&str], lines: &[&str]) -> String {
    let RunOutput { status, out, errors } = run_with(arguments, lines.join("\n"));
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    out
}

#[test]
fn two_people_play_to_the_end() {
    let out = typed(TWO_PEOPLE, &["-0", "a1-1", "b1-2", "c1-3", "d1"]);
    assert!(out.contains("In hand: 3 (short, light, square, hollow)"), "{out}");
    assert!(out.contains("*[: :] 3*"), "{out}");
    assert!(out.ends_with(FIRST_WINS), "{out}");
    assert_eq!(out.matches("> ").count(), 5, "{out}");
}

#[test]
fn moves_can_be_mistyped_and_undone() {
    let out = typed(
        TWO_PEOPLE,
        &["undo", "hello", "-0", "a1-0", " a1-1 ", "undo", "", "b2-1", "moves", "resign"],
    );
    assert!(out.contains("No move to undo."), "{out}");
    assert!(out.contains("\"hello\" is not a move in Quarto"), "{out}");
    assert!(out.contains("a1-0: piece 0 is no longer available"), "{out}");
    assert!(out.contains("a1-2 a1-3 a1-4"), "{out}");
    let board = out.rsplit("second> ").next().expect("the end");
    assert!(board.contains("2 |         | (:::) 0 |"), "{board}");
    assert!(out.ends_with("first resigns: second wins.\n"), "{out}");
}

#[test]
fn moves_are_read_as_people_type_them() {
    let out = typed(TWO_PEOPLE, &["７", "A1 f", "a1, 3", "B2-ー0", "quit"]);
    assert!(out.contains("a1-3: a1 is occupied; try "), "{out}");
    assert!(out.contains("The position is: ..../..../.F../7... 0"), "{out}");
}

#[test]
fn undo_goes_back_to_before_the_persons_last_move() {
    let first = ["play", "quarto", "--second", "random:seed=1"];
    let out = typed(&first, &["-0", "undo", "-5", "quit"]);
    assert_eq!(out.matches("second plays ").count(), 2);
    let left = out.rsplit("Goodbye. The position is: ").next().expect("a position");
    assert!(left.contains('5') && !left.contains('0'), "{left}");

    let second = ["play", "quarto", "--first", "random:seed=1", "--second", "human"];
    let out = typed(&second, &["undo", "quit"]);
    assert_eq!(out.matches("first plays ").count(), 1);
    assert!(out.contains("No move to undo."), "{out}");
}

#[test]
fn the_end_of_input_ends_the_game() {
    for lines in [&[][..], &["-0"], &["-0", "a1-"]] {
        let out = typed(TWO_PEOPLE, lines);
        assert!(out.contains("Goodbye. The position is: "), "{out}");
    }
}

#[test]
fn a_forced_pass_is_announced() {
    let stuck = "5 b a5b4,b4c4,c4c5,c4d3,d2d3,d2e1 a1b2,a3a4,a3b2,b2c2";
    let people = ["play", "separo", "--second", "human", "--position", stuck];
    let out = typed(&people, &["a4-b5-c5", "--", "d2-c1-b1"]);
    let expected = "second can only pass: --\nsecond> ";
    assert_eq!(out.matches(expected).count(), 1, "{out}");
    assert!(out.contains("you cannot grow any roots, so you must pass"), "{out}");
    assert_eq!(out.matches("can only pass").count(), 1, "{out}");
    assert!(out.ends_with("The game is over: first wins (regions).\n"), "{out}");
}

#[test]
fn help_is_shown_at_the_start_and_on_request() {
    let out = typed(TWO_PEOPLE, &["help"]);
    for part in ["c3-A    place the piece", "resign  resign the game", "pieces are drawn with #"] {
        assert_eq!(out.matches(part).count(), 2, "{out}");
    }
}

#[test]
fn players_play_each_other() {
    let arguments =
        ["play", "quarto", "--first", "careful:seed=2", "--second", "mcts:playouts=50,seed=3"];
    let out = answer(&arguments);
    assert!(out.contains("first plays -"), "{out}");
    assert!(out.contains("(mcts:playouts=50,seed=3: "), "{out}");
    assert_eq!(out.matches("The game is over: ").count(), 1);
    assert_eq!(out, answer(&arguments));
}

#[test]
fn a_person_plays_the_default_opponent_from_a_position() {
    let from = ["play", "quarto", "--position", "..../..../..../0... 1"];
    // After one piece it is the first player's turn, and then level 2 replies.
    let out = typed(&from, &["b1-2", "quit"]);
    assert!(out.contains("second plays "), "{out}");
    assert!(out.contains("(level:n=2: "), "{out}");

    let over = ["play", "quarto", "--position", "..../..../..../0123 -"];
    assert!(answer(&over).ends_with(FIRST_WINS));
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let drawn = (0..200).find_map(|seed| {
        let spec = format!("mcts:playouts=50,seed={seed}");
        let out = answer(&["play", "quarto", "--first", &spec, "--second", &spec]);
        out.ends_with("The game is over: a draw (full board).\n").then_some(out)
    });
    // The first move gives a piece, and sixteen are placed.
    assert_eq!(drawn.expect("a draw").matches(" plays ").count(), 17);
}
