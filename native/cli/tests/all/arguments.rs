use crate::tools::{START, answer, command, refusal};

#[test]
fn invalid_arguments_give_a_one_line_error() {
    let cases: &[(&[&str], &str)] = &[
        (&[], "subcommand"),
        (&["chess"], "chess"),
        (&["show"], "<GAME>"),
        (&["show", "chess"], "unknown game \"chess\"; choose from: quarto"),
        (&["show", "Quarto"], "unknown game"),
        (&["show", "quarto", "--depth", "3"], "--depth"),
        (&["show", "quarto", "--position", "x"], "--position: character 1"),
        (&["show", "quarto", "--position", ""], "--position: character 1"),
        (&["show", "quarto", "--position", "cubes ..../..../..../.... -"], "unknown variant"),
        (&["show", "quarto", "--moves", "-7 c3-7"], "--moves: move 2: c3-7"),
        (&["show", "quarto", "--position", "-", "--moves", "-7"], "--moves"),
        (&["best", "quarto"], "--player"),
        (&["best", "chess", "--player", "random"], "unknown game"),
        (&["best", "quarto", "--player", "human"], "--player: character 1: unknown player"),
        (&["best", "quarto", "--player", "mcts:depth=3"], "--player: character 6"),
        (&["best", "quarto", "--player", "mcts:playouts=0"], "playouts=0"),
        (
            &["best", "quarto", "--player", "minimax:radius=1"],
            "--player: character 9: setting radius has no effect in quarto; choose from: depth,",
        ),
        (
            &["best", "quarto", "--player", "level:n=99"],
            "--player: character 9: quarto has no level 99",
        ),
        (&["best", "quarto", "--player", "random", "--position", "..../..../..../0123 -"], "over"),
        (&["perft", "quarto"], "--depth"),
        (&["perft", "quarto", "--depth", "0"], "--depth"),
        (&["perft", "quarto", "--depth", "-1"], "-1"),
        (&["perft", "quarto", "--depth", "99999999999"], "--depth"),
        (&["perft", "quarto", "--depth", "2", "--position", "x"], "--position: character 1"),
        (&["match", "quarto", "random", "--games", "2"], "<SPEC_B>"),
        (&["match", "quarto", "random", "random"], "--games"),
        (&["match", "quarto", "random", "random", "--games", "3"], "even"),
        (&["match", "quarto", "random", "random", "--games", "0"], "--games"),
        (&["match", "quarto", "random", "best", "--games", "2"], "SPEC_B: character 1"),
        (
            &["match", "quarto", "random", "random", "--games", "2", "--threads", "0"],
            "'0' for '--threads <T>': 0 is not in 1..",
        ),
        (&["match", "quarto", "random", "random", "--games", "2", "--seed", "x"], "--seed"),
        (
            &["match", "quarto", "random", "random", "--games", "2", "--opening-plies", "17"],
            "--opening-plies 17",
        ),
        (
            &[
                "match",
                "quarto",
                "random",
                "random",
                "--games",
                "2",
                "--position",
                "..../..../..../0123 -",
            ],
            "--position: the game is over",
        ),
        (&["play", "chess"], "unknown game"),
        (&["play", "quarto", "--first", "nobody"], "--first: character 1"),
        (&["play", "quarto", "--second", "level:n=0"], "--second: character 9"),
        (&["levels", "chess"], "unknown game"),
        (&["levels", "quarto", "two"], "two"),
        (&["levels", "quarto", "--games", "2"], "--measure"),
        (&["levels", "quarto", "--measure", "--games", "3"], "even"),
        (&["levels", "quarto", "--measure", "--level", "9"], "--level 9: must be from 1 to 8"),
        (&["levels", "--measure", "--position", START], "<GAME>"),
        (
            &["levels", "quarto", "--measure", "--position", "..../..../..../0123 -"],
            "--position: the game is over",
        ),
    ];
    for (arguments, part) in cases {
        let errors = refusal(arguments);
        assert!(errors.contains(part), "{arguments:?}: {errors}");
    }
}

#[test]
fn error_messages_contain_no_newlines_or_escapes() {
    for text in ["a\n\nb\nc", "\u{1b}[31m red", "two\r\nlines", "\u{9b}x"] {
        for arguments in [
            &["show", text][..],
            &[text],
            &["perft", "quarto", "--depth", text],
            &["show", "quarto", "--position", text],
            &["show", "quarto", "--moves", text],
            &["best", "quarto", "--player", text],
        ] {
            let errors = refusal(arguments);
            assert!(!errors.trim_end().chars().any(char::is_control), "{errors:?}");
        }
    }
}

#[test]
fn help_is_not_an_error() {
    assert!(answer(&["--help"]).contains("perft"));
    assert!(answer(&["match", "--help"]).contains("--opening-plies"));
    for command in ["show", "best"] {
        assert!(answer(&[command, "--help"]).contains("--moves <\"M M ...\">"), "{command}");
    }
    assert!(answer(&["--version"]).starts_with("playout "));
}

#[cfg(unix)]
#[test]
fn arguments_may_be_invalid_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let output = command(&["show"]).arg(std::ffi::OsStr::from_bytes(b"\xff\xfe")).output();
    assert_eq!(output.expect("the program runs").status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_write_error_is_a_failure() {
    let full = || std::fs::File::options().write(true).open("/dev/full").expect("Linux has one");
    for arguments in [
        &["show", "quarto", "--json"][..],
        &["show", "quarto"],
        &["levels"],
        &["perft", "quarto", "--depth", "1"],
        &["best", "quarto", "--player", "random", "--position", START],
        &["match", "quarto", "random", "random", "--games", "2"],
        &["play", "quarto", "--first", "random", "--second", "random"],
    ] {
        let output = command(arguments).stdout(full()).output().expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(errors.starts_with("playout: cannot write to standard output"), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
}
