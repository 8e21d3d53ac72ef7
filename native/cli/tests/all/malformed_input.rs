//! Random and damaged input, generated from a fixed seed.

use playout_games::describe;
use playout_search::Random;
use serde_json::Value;

use crate::tools::{Sample, run_with, samples};

fn random_bytes(count: usize, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    (0..count).map(|_| random.below(256) as u8).collect()
}

/// `count` copies of a line, each with a few random characters replaced.
fn damaged_lines(line: &str, count: usize) -> Vec<u8> {
    const CHARACTERS: &[u8] = b"0123456789ABCDEFabcdxokrp+*=./-| \tsquares\r\xff\0";
    let mut random = Random::new(9);
    let mut lines = Vec::new();
    for _ in 0..count {
        let mut line = line.as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            let index = random.below(line.len() as u32) as usize;
            line[index] = CHARACTERS[random.below(CHARACTERS.len() as u32) as usize];
        }
        lines.extend(line);
        lines.push(b'\n');
    }
    lines
}

fn show(game: &str, input: impl AsRef<[u8]>) -> Vec<Value> {
    answers(&["show", game, "--position", "-"], input.as_ref())
}

/// The answers to lines of input, and checks that every line has one.
fn answers(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    let lines = input.split_inclusive(|byte| *byte == b'\n').count();
    let output = run_with(arguments, input);
    assert_eq!((output.status, output.errors.as_str()), (Some(0), ""));
    let answers: Vec<Value> =
        output.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), lines);
    assert!(answers.iter().all(Value::is_object));
    answers
}

fn is_refused(answer: &Value) -> bool {
    answer.get("error").is_some()
}

#[test]
fn random_bytes_are_rejected_line_by_line() {
    for (seed, Sample { game, .. }) in samples().iter().enumerate() {
        let bytes = random_bytes(100_000, seed as u64);
        assert!(show(game, &bytes).iter().all(is_refused));
        let best = ["best", game, "--position", "-", "--player", "careful"];
        assert!(answers(&best, &bytes).iter().all(is_refused));
    }
}

#[test]
fn damaged_lines_are_answered_or_rejected() {
    for Sample { game, start, moves } in &samples() {
        let answers = show(game, damaged_lines(&format!("{start} | {moves}"), 2_000));
        let refused = answers.iter().filter(|answer| is_refused(answer)).count();
        assert!((1_000..2_000).contains(&refused), "{game}: {refused}");
    }
}

#[test]
fn a_huge_line_is_rejected_and_the_next_is_read() {
    for Sample { game, start, .. } in &samples() {
        let mut input = vec![b'.'; 20_000_000];
        input.extend(format!("\n{start}\n").into_bytes());
        input.extend(vec![0xff; 3_000_000]);
        let output = run_with(&["show", game, "--position", "-"], input);
        let answers: Vec<Value> =
            output.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!((output.status, answers.len()), (Some(0), 3));
        assert_eq!(answers[0]["error"]["code"], "too_large");
        assert_eq!(answers[1]["position"], *start);
        assert_eq!(answers[2]["error"]["code"], "too_large");
        assert!(answers[0].to_string().len() < 300);
    }
}

#[test]
fn a_line_of_a_million_moves_is_too_large() {
    for Sample { game, start, moves } in &samples() {
        let input = format!("{start} | {}\n{start}\n", format!("{moves} ").repeat(1_000_000));
        let answers = show(game, input);
        assert_eq!(answers[0]["error"]["code"], "too_large");
        assert_eq!(answers[1]["ply"], 0);
    }
}

#[test]
fn lines_may_have_any_ending_or_none() {
    for Sample { game, start, moves } in &samples() {
        let input = format!("{start}\r\n\r\n\n{start}\0\n{start}\r\r\n{start} | {moves}");
        let answers = show(game, &input);
        let refused: Vec<_> = answers.iter().map(is_refused).collect();
        assert_eq!(refused, [false, true, true, true, true, false], "{game}: {answers:?}");
        for (answer, last) in answers[1..5].iter().zip([1, 1, start.len() + 1, start.len() + 1]) {
            // In Gomoku the variant comes last, and an error points to its first character.
            let place = answer["error"]["where"].as_u64().expect("a place");
            assert!((1..=last as u64).contains(&place), "{answer}");
        }
        let cut = format!("{start} | {}", &moves[..moves.len() - 1]);
        let cut = &show(game, cut)[0]["error"];
        assert_eq!(cut["where"], moves.split(' ').count(), "{game}: {cut}");
    }
}

#[test]
fn the_error_for_a_move_of_another_game_or_side_names_the_move() {
    for Sample { game, start, moves } in &samples() {
        for other in samples().iter().filter(|other| other.game != *game) {
            let all = format!("{moves} {}", other.moves);
            // Some moves are legal in several games, so the rules decide whether this is an error.
            let Err(refused) = describe(game, None, all.split(' ')) else { continue };
            let error = &show(game, format!("{start} | {all}"))[0]["error"];
            assert_eq!(error["code"], refused.code().name(), "{game}, {}", other.game);
            assert_eq!(error["where"].as_u64(), refused.location().map(|place| place as u64));
        }
        // The second side cannot repeat the first side's move.
        let first = moves.split(' ').next().expect("there is one");
        let error = &show(game, format!("{start} | {first} {first}"))[0]["error"];
        assert_eq!(
            (&error["code"], &error["where"]),
            (&"illegal_move".into(), &2.into()),
            "{game}"
        );
    }
}

#[test]
fn invalid_utf8_is_reported_with_its_position() {
    let answer = &show("quarto", b"\xc3\xa4.\xff\n")[0];
    assert_eq!(answer["error"]["code"], "not_utf8");
    assert_eq!(answer["error"]["where"], 3);
}

#[test]
fn protocols_survive_random_input() {
    for (protocol, lines) in [
        (&["ugi", "gomoku"][..], "go nodes 5\nposition startpos moves h8 g7\nquery result\nstop"),
        (&["usi"], "go byoyomi 1\nposition startpos moves 2c2b\nstop\ngo mate 9\nsetoption"),
        (&["gomocup"], "START 15\nTURN 1,1\nBOARD\n1,2,2\nDONE\nINFO time_left 1\nPLAY 9,9"),
    ] {
        let lines = damaged_lines(lines, 500);
        for input in [random_bytes(50_000, 6), lines] {
            let output = run_with(protocol, input);
            assert_eq!((output.status, output.errors.as_str()), (Some(0), ""), "{protocol:?}");
        }
    }
}

#[test]
fn a_game_survives_random_input() {
    for Sample { game, start, moves } in &samples() {
        let lines = damaged_lines(&format!("{start} | {moves}"), 300);
        for input in [random_bytes(50_000, 5), vec![b'x'; 5_000_000], lines] {
            let output = run_with(&["play", game, "--second", "random"], input);
            assert_eq!((output.status, output.errors.as_str()), (Some(0), ""));
        }
    }
}
