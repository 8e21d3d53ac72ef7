//! Input that nobody would write, from a fixed source of chance.

use playout_search::Random;
use serde_json::Value;

use crate::tools::{START, run_with};

fn random_bytes(count: usize, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    (0..count).map(|_| random.below(256) as u8).collect()
}

/// Well-formed lines with a few characters changed.
fn damaged_lines(count: usize) -> Vec<u8> {
    const CHARACTERS: &[u8] = b"0123456789ABCDEFabcd./-| \tsquares\r\xff\0";
    let mut random = Random::new(9);
    let mut lines = Vec::new();
    for _ in 0..count {
        let mut line = format!("{START} | -7 c3-A a1-0").into_bytes();
        for _ in 0..=random.below(3) {
            let place = random.below(line.len() as u32) as usize;
            line[place] = CHARACTERS[random.below(CHARACTERS.len() as u32) as usize];
        }
        lines.extend(line);
        lines.push(b'\n');
    }
    lines
}

/// Every line gets an answer or an error object, whatever it is.
fn every_line_is_answered(input: &[u8]) {
    let lines = input.split_inclusive(|byte| *byte == b'\n').count();
    for arguments in [
        &["show", "quarto", "--position", "-"][..],
        &["best", "quarto", "--position", "-", "--player", "careful"],
    ] {
        let ran = run_with(arguments, input);
        assert_eq!((ran.status, ran.errors.as_str()), (Some(0), ""));
        assert_eq!(ran.out.lines().count(), lines);
        for line in ran.out.lines() {
            let answer: Value = serde_json::from_str(line).expect("JSON");
            assert!(answer.is_object());
        }
    }
}

#[test]
fn random_bytes_are_refused_line_by_line() {
    for seed in 0..4 {
        every_line_is_answered(&random_bytes(100_000, seed));
    }
}

#[test]
fn damaged_lines_are_answered_or_refused() {
    every_line_is_answered(&damaged_lines(2_000));
}

#[test]
fn huge_lines_are_too_large_and_the_rest_goes_on() {
    let mut input = vec![b'.'; 20_000_000];
    input.extend(format!("\n{START}\n").into_bytes());
    input.extend(vec![0xff; 3_000_000]);
    let ran = run_with(&["show", "quarto", "--position", "-"], input);
    let answers: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(ran.status, Some(0));
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0]["error"]["code"], "too_large");
    assert_eq!(answers[1]["position"], START);
    assert_eq!(answers[2]["error"]["code"], "too_large");
    assert!(ran.out.len() < 2_000);
}

#[test]
fn bytes_that_are_no_text_say_where() {
    let ran = run_with(&["show", "quarto", "--position", "-"], b"\xc3\xa4.\xff\n");
    let answer: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(answer["error"]["code"], "not_utf8");
    assert_eq!(answer["error"]["where"], 3);
}

#[test]
fn a_game_survives_what_is_typed() {
    for input in [random_bytes(50_000, 5), vec![b'x'; 5_000_000], damaged_lines(300)] {
        let ran = run_with(&["play", "quarto", "--second", "random"], input);
        assert_eq!((ran.status, ran.errors.as_str()), (Some(0), ""));
    }
}
