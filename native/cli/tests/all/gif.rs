//! The `gif` command. The crate `playout-pictures` has the tests of what it draws.

use std::io::{Read, Write};
use std::process::Stdio;

use crate::tools::{command, refusal};

fn square(colour: &str) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'>\
         <rect width='9' height='9' fill='{colour}'/></svg>"
    )
}

/// The exit status, standard output and standard error.
fn run(arguments: &[&str], input: &[u8]) -> (Option<i32>, Vec<u8>, String) {
    let mut child = command(&[&["gif"], arguments].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may end before it has read everything.
    let _ = child.stdin.take().expect("piped").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8(output.stderr).expect("the program writes UTF-8");
    (output.status.code(), output.stdout, errors)
}

/// The error about the input, which is one line; nothing is written to standard output.
fn failure(input: impl AsRef<[u8]>) -> String {
    let (status, out, errors) = run(&[], input.as_ref());
    assert_eq!((status, out.len(), errors.lines().count()), (Some(1), 0, 1), "{errors}");
    errors.strip_prefix("playout: ").expect("the program's name").trim_end().to_owned()
}

#[test]
fn documents_become_frames() {
    let input = format!("{}\0{}\0\0", square("red"), square("green"));
    let (status, gif, errors) = run(&["--delay", "500"], input.as_bytes());
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    // The signature, the size, and after the palette a control block for each frame: how long it is
    // shown, in hundredths of a second.
    assert_eq!(gif[..10], *b"GIF89a\x14\0\x0a\0");
    let frame = |delay: u16| [&[0x21, 0xf9, 4, 5][..], &delay.to_le_bytes()].concat();
    let at = |part: &[u8]| gif.windows(part.len()).position(|window| window == part);
    assert!(at(&frame(50)).expect("the first frame") < at(&frame(200)).expect("the last frame"));
    assert_eq!(gif.last(), Some(&b';'));
}

/// An Erlang port cannot close the input of its program.
#[test]
fn an_empty_document_ends_the_input() {
    let mut child = command(&["gif"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("piped");
    write!(input, "{}\0\0", square("red")).expect("it reads");
    let mut gif = Vec::new();
    child.stdout.take().expect("piped").read_to_end(&mut gif).expect("it ends");
    assert!(gif.starts_with(b"GIF89a"));
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    drop(input);
}

#[test]
fn an_input_that_ends_too_early_is_an_error() {
    let early = |number| format!("frame {number}: the input ends before an empty document");
    assert_eq!(failure(""), early(1));
    assert_eq!(failure(square("red")), early(1));
    assert_eq!(failure(format!("{}\0", square("red"))), early(2));
    assert_eq!(failure("\0"), "there are no frames");
}

#[test]
fn errors_name_the_frame() {
    let after = |document: &[u8]| [square("red").as_bytes(), b"\0", document, b"\0\0"].concat();
    assert_eq!(failure(after(b"\xff")), "frame 2: it is not valid UTF-8");
    assert!(failure(after(b"rubbish")).starts_with("frame 2: it is not well-formed XML: "));
    let text = square("red").replace("rect", "text");
    assert_eq!(
        failure(after(text.as_bytes())),
        "frame 2: <text> cannot be drawn; draw text as paths"
    );
    let endless = vec![b' '; 1 << 21];
    assert_eq!(failure(after(&endless)), "frame 2: it has more than 1048576 bytes");
}

#[test]
fn it_gives_up_after_a_while() {
    let mut child = command(&["gif", "--limit", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let input = child.stdin.take();
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert_eq!(output.stderr, b"playout: not done after 1 s\n");
    drop(input);
}

#[test]
fn the_delay_has_a_range() {
    for delay in ["0", "19", "10001", "-1", "x"] {
        let error = refusal(&["gif", &format!("--delay={delay}")]);
        assert!(error.contains("--delay"), "{error}");
    }
}
