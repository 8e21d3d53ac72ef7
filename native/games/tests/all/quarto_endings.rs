use playout_games::quarto::Quarto;
use playout_games::{Detail, Game, Outcome, Reason, Side};

use crate::quarto_reference::lines;
use crate::tools::{after_texts, legal_texts, list, parse};

/// Before the sixteenth placement, which completes neither a line nor a block.
pub(crate) const BEFORE_DRAW: &str = "23C5/F0B7/98D6/4E1. A";

/// The text of a position with the given pieces.
fn position_text(squares: bool, pieces: &[(&str, u8)], hand: u8) -> String {
    let cell = |name: String| {
        let piece = pieces.iter().find(|(cell, _)| *cell == name);
        piece.map_or(".".to_owned(), |(_, piece)| format!("{piece:X}"))
    };
    let row = |row: u8| ["a", "b", "c", "d"].map(|column| cell(format!("{column}{row}"))).concat();
    let variant = if squares { "squares " } else { "" };
    format!("{variant}{} {hand:X}", [4, 3, 2, 1].map(row).join("/"))
}

/// Four pieces that share one value of one attribute and nothing else.
fn sharing_only(attribute: usize, value: u8) -> [u8; 4] {
    [0b000, 0b011, 0b101, 0b110].map(|others: u8| {
        let above = (others >> attribute) << (attribute + 1);
        let below = others & ((1 << attribute) - 1);
        above | value << attribute | below
    })
}

const NAMES: [[&str; 2]; 4] =
    [["solid", "hollow"], ["round", "square"], ["light", "dark"], ["short", "tall"]];

/// Every line, for both values of every attribute, completed in each of its cells, by either side.
fn check_all_lines(squares: bool) {
    let all = lines(squares);
    assert_eq!(all.len(), if squares { 19 } else { 10 });
    for (index, line) in all.iter().enumerate() {
        for (attribute, value) in (0..8).map(|i| (i / 2, (i % 2) as u8)) {
            for last in 0..4 {
                let pieces = sharing_only(attribute, value);
                let mut placed: Vec<_> = line.iter().copied().zip(pieces).collect();
                let (cell, hand) = placed.remove(last);
                let expected_name = NAMES[attribute][usize::from(value)];
                check_win(squares, &placed, hand, cell, Side::First, index < 10, expected_name);

                // One more piece off the line makes it Second's turn.
                let beside = ["a1", "c1", "d1", "b2", "c2", "d2", "a3", "b4"];
                let free = beside.iter().find(|cell| !line.contains(cell)).expect("a free cell");
                placed.push((free, 15 - pieces[0]));
                check_win(squares, &placed, hand, cell, Side::Second, index < 10, expected_name);
            }
        }
    }
}

fn check_win(
    squares: bool,
    placed: &[(&str, u8)],
    hand: u8,
    cell: &str,
    winner: Side,
    straight: bool,
    shared: &str,
) {
    let text = position_text(squares, placed, hand);
    let before = parse::<Quarto>(&text);
    assert_eq!(before.outcome(), None);
    assert_eq!(before.ending(), None);
    assert_eq!(before.side_to_move(), winner, "{text}");
    let won = after_texts(&before, cell);
    let ending = won.ending().unwrap_or_else(|| panic!("{text}, {cell}"));
    assert_eq!(won.outcome(), Some(Outcome::Win(winner)), "{text}, {cell}");
    assert_eq!(ending.outcome, Outcome::Win(winner));
    assert_eq!(ending.reason, if straight { Reason::Line } else { Reason::Block });
    assert_eq!(ending.details, [("shared", list(&[shared]))], "{text}, {cell}");
    assert!(ending.cells.iter().any(|c| c == cell), "{text}: {:?}", ending.cells);
    assert!(won.to_string().ends_with(" -"));
    assert_eq!(legal_texts(&won), [""; 0]);
}

#[test]
fn every_straight_line_wins() {
    check_all_lines(false);
}

#[test]
fn every_line_and_block_wins_in_squares() {
    check_all_lines(true);
}

#[test]
fn blocks_do_not_win_in_the_standard_variant() {
    let text = "..../..../01../2... 3";
    let usual = after_texts(&parse::<Quarto>(text), "b1-8");
    assert_eq!((usual.outcome(), usual.ending()), (None, None));
    assert_eq!(usual.to_string(), "..../..../01../23.. 8");
    let squares = after_texts(&parse::<Quarto>(&format!("squares {text}")), "b1");
    let ending = squares.ending().expect("a block is complete");
    assert_eq!(ending.reason, Reason::Block);
    assert_eq!(ending.cells, ["a1", "b1", "a2", "b2"]);
    assert_eq!(ending.details, [("shared", list(&["light", "short"]))]);
}

#[test]
fn the_cells_of_a_line_are_in_the_order_of_the_board() {
    let cells = |text| parse::<Quarto>(text).ending().expect("it is finished").cells;
    assert_eq!(cells("..../..../..../0123 -"), ["a1", "b1", "c1", "d1"]);
    assert_eq!(cells(".0../.1../.2../.3.. -"), ["b1", "b2", "b3", "b4"]);
    assert_eq!(cells("...0/..1./.2../3... -"), ["a1", "b2", "c3", "d4"]);
    assert_eq!(cells("0.../.1../..2./...3 -"), ["d1", "c2", "b3", "a4"]);
}

#[test]
fn all_shared_attributes_are_listed() {
    let shared = |text| parse::<Quarto>(text).ending().expect("it is finished").details;
    assert_eq!(shared("..../..../..../0123 -"), [("shared", list(&["light", "short"]))]);
    assert_eq!(shared("..../..../..../FEDC -"), [("shared", list(&["dark", "tall"]))]);
    assert_eq!(shared("..../..../..../048C -"), [("shared", list(&["solid", "round"]))]);
    assert_eq!(shared("..../..../..../37BF -"), [("shared", list(&["hollow", "square"]))]);
}

#[test]
fn only_one_of_several_lines_is_shown() {
    // b3 completes column b and a long diagonal.
    let won = after_texts(&parse::<Quarto>("6A91/8.5F/DE03/C7B4 2"), "b3");
    assert_eq!(won.to_string(), "6A91/825F/DE03/C7B4 -");
    let ending = won.ending().expect("it is finished");
    assert_eq!(ending.cells, ["b1", "b2", "b3", "b4"]);
    // d4 completes a row and a block.
    let both = parse::<Quarto>("squares 048C/..79/..../.... -").ending().expect("it is finished");
    assert_eq!(both.reason, Reason::Line);
}

#[test]
fn a_sixteenth_placement_without_a_line_draws() {
    for variant in ["", "squares "] {
        let before = parse::<Quarto>(&format!("{variant}{BEFORE_DRAW}"));
        assert_eq!(legal_texts(&before), ["d1"]);
        let drawn = after_texts(&before, "d1");
        assert_eq!(drawn.outcome(), Some(Outcome::Draw));
        let ending = drawn.ending().expect("it is finished");
        assert_eq!((ending.outcome, ending.reason), (Outcome::Draw, Reason::FullBoard));
        assert_eq!(ending.cells, [""; 0]);
        assert_eq!(ending.details, [] as [(&str, Detail); 0]);
        assert_eq!(drawn.to_string(), format!("{variant}23C5/F0B7/98D6/4E1A -"));
        assert_eq!(parse::<Quarto>(&drawn.to_string()), drawn);
    }
}

#[test]
fn a_sixteenth_placement_may_win() {
    let before = parse::<Quarto>("F1AB/2986/7E3D/4C5. 0");
    assert_eq!(before.side_to_move(), Side::First);
    assert_eq!(legal_texts(&before), ["d1"]);
    let won = after_texts(&before, "d1");
    assert_eq!(won.outcome(), Some(Outcome::Win(Side::First)));
    let ending = won.ending().expect("it is finished");
    assert_eq!(ending.reason, Reason::Line);
    assert_eq!(ending.cells, ["a1", "b1", "c1", "d1"]);
    assert_eq!(ending.details, [("shared", list(&["round"]))]);
}

#[test]
fn a_full_board_may_be_won_only_with_squares() {
    let board = "5E94/A6DF/87B1/302C -";
    let outcome = |text: &str| parse::<Quarto>(text).outcome();
    assert_eq!(outcome(board), Some(Outcome::Draw));
    assert_eq!(outcome(&format!("squares {board}")), Some(Outcome::Win(Side::First)));
}

#[test]
fn names_and_values_of_outcomes() {
    let [first, second] = [Outcome::Win(Side::First), Outcome::Win(Side::Second)];
    assert_eq!([first, second, Outcome::Draw].map(Outcome::name), ["first", "second", "draw"]);
    assert_eq!([first, second, Outcome::Draw].map(|o| o.value_for(Side::Second)), [-1.0, 1.0, 0.0]);
    let reasons = [Reason::Line, Reason::Block, Reason::FullBoard, Reason::Repetition];
    assert_eq!(reasons.map(Reason::code), ["line", "block", "full_board", "repetition"]);
}
