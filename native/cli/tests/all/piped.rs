//! Positions read from standard input.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::tools::{RunOutput, START, Sample, command, fields, json, run_with, samples};
use crate::whole_run::short_or_whole;

const SHOW: &[&str] = &["show", "quarto", "--position", "-"];

fn answers(arguments: &[&str], input: impl AsRef<[u8]>) -> Vec<Value> {
    let RunOutput { status, out, errors } = run_with(arguments, input);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    out.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect()
}

#[test]
fn lines_are_answered_in_order() {
    let input = format!("{START}\n{START} | -7 c3-A\r\nrubbish\n\n{START} | -7 c3-7\n{START}");
    let answers = answers(SHOW, input);
    assert_eq!(answers.len(), 6);
    assert_eq!(answers[0], json(&["show", "quarto", "--json"]));
    assert_eq!(answers[1], json(&["show", "quarto", "--json", "--moves", "-7 c3-A"]));
    let refused =
        |index: usize| (&answers[index]["error"]["code"], &answers[index]["error"]["where"]);
    assert_eq!(refused(2), (&json!("bad_position"), &json!(1)));
    assert_eq!(refused(3), (&json!("bad_position"), &json!(1)));
    assert_eq!(refused(4), (&json!("illegal_move"), &json!(2)));
    assert_eq!(answers[5], answers[0]);
}

#[test]
fn an_error_object_has_the_documented_fields() {
    let out = run_with(SHOW, "..../..../..../.... G\n").out;
    assert_eq!(fields(&out), ["error"]);
    let error: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(fields(&error["error"].to_string()).len(), 4);
    let inner = out.trim_end().strip_prefix("{\"error\":").and_then(|rest| rest.strip_suffix('}'));
    assert_eq!(fields(inner.expect("an object")), ["code", "where", "details", "message"]);
    assert_eq!(error["error"]["where"], json!(21));
    assert_eq!(error["error"]["details"]["problem"], "unexpected");
    assert!(error["error"]["message"].as_str().expect("text").starts_with("character 21: "));
}

#[test]
fn thousands_of_lines_stay_in_order() {
    let piece = |index: usize| char::from(b"0123456789ABCDEF"[index % 16]);
    let input: String = (0..5_000)
        .map(|index| match index % 7 {
            3 => format!("line {index}\n"),
            _ => format!("{START} | -{}\n", piece(index)),
        })
        .collect();
    let answers = answers(SHOW, input);
    assert_eq!(answers.len(), 5_000);
    for (index, answer) in answers.iter().enumerate() {
        match index % 7 {
            3 => assert_eq!(answer["error"]["code"], "bad_position", "{index}"),
            _ => assert_eq!(answer["position"], format!("..../..../..../.... {}", piece(index))),
        }
    }
}

/// The first moves of a game, one more on each line, over and over, with an invalid line each time.
#[test]
fn many_lines_are_answered_in_every_game() {
    let count = short_or_whole(300, 3_000);
    for Sample { game, start, moves } in &samples() {
        let moves: Vec<_> = moves.split(' ').collect();
        let lines: String = (0..count)
            .map(|index| match index % (moves.len() + 2) {
                0 => format!("{start}\n"),
                count if count <= moves.len() => {
                    format!("{start} | {}\r\n", moves[..count].join(" "))
                }
                _ => format!("{start} | {} z99\n", moves[0]),
            })
            .collect();
        let ask = ["--position", "-"];
        let show = answers(&[&["show", game], &ask[..]].concat(), &lines);
        let best = [&["best", game, "--player", "careful:seed=1"], &ask[..]].concat();
        let best = answers(&best, &lines);
        assert_eq!((show.len(), best.len()), (count, count));
        for (index, (shown, chosen)) in show.iter().zip(&best).enumerate() {
            let count = index % (moves.len() + 2);
            if count > moves.len() {
                assert_eq!((&shown["error"]["where"], shown), (&json!(2), chosen), "{game}");
            } else {
                assert_eq!(shown["ply"], count, "{game}");
                let legal = shown["moves"].as_array().expect("moves");
                assert!(legal.contains(&chosen["move"]), "{game}: {chosen}");
            }
        }
    }
}

#[test]
fn best_starts_a_new_search_for_each_line() {
    let player = ["best", "quarto", "--position", "-", "--player", "mcts:playouts=200,seed=3"];
    let over = "..../..../..../0123 -";
    let answers = answers(&player, format!("{START} | -7\n{over}\n{START} | -7\n"));
    let alone = json(&["best", "quarto", "--moves", "-7", "--json", "--player", player[5]]);
    for answer in [&answers[0], &answers[2]] {
        assert_eq!((&answer["visits"], &answer["seed"]), (&alone["visits"], &json!(3)));
    }
    assert_eq!(answers[1]["error"]["code"], "finished");
    assert_eq!(answers[1]["error"]["where"], json!(null));
}

#[test]
fn best_lists_the_best_lines_of_each_position() {
    let player = ["best", "quarto", "--position", "-", "--player", "mcts:playouts=200,seed=3"];
    let ask = [&player[..], &["--lines", "2"]].concat();
    let answers = answers(&ask, format!("{START}\nrubbish\n{START} | -7\n"));
    for answer in [&answers[0], &answers[2]] {
        assert_eq!(answer["lines"].as_array().map(Vec::len), Some(2), "{answer}");
        assert_eq!(answer["lines"][0]["move"], answer["move"]);
    }
    assert_eq!(answers[1]["error"]["code"], "bad_position");
}

#[test]
fn a_line_is_answered_before_the_next_is_read() {
    for arguments in [SHOW, &["best", "quarto", "--position", "-", "--player", "random"]] {
        let mut child = command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = child.stdin.take().expect("piped");
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        for _ in 0..3 {
            writeln!(input, "{START}").expect("it reads");
            let mut line = String::new();
            out.read_line(&mut line).expect("it answers");
            assert!(line.ends_with("}\n"), "{line}");
        }
        drop(input);
        assert_eq!(out.read(&mut [0]).expect("the end"), 0);
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
    }
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    let mut child = command(SHOW)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("piped");
    drop(child.stdout.take());
    // It may exit before everything is written.
    let _ = input.write_all(format!("{START}\n").repeat(1_000).as_bytes());
    drop(input);
    let output = RunOutput::from(child.wait_with_output().expect("it ends"));
    assert_eq!((output.status, output.errors.as_str()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn unreadable_input_is_a_failure() {
    let directory = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).expect("it is there");
    let output = command(SHOW).stdin(directory).output().expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors.starts_with("playout: cannot read standard input"), "{errors}");
}
