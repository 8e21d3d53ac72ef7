//! Legal moves as a compact tree of their steps, which a page receives on every turn.

use crate::MoveText;

/// Writes moves as a tree of their steps. The steps that can follow a step are in parentheses after
/// it. If a step completes a move, the text of the move comes after `=`, unless it is the
/// concatenation of its steps: `1b(1a=1b1a+ 2b)`, `a1 a2 a3`. A tree that begins with `- ` joins
/// steps with `-` instead: `- c3(A B) d4=d4+`.
///
/// ```
/// use playout_games::{describe, step_tree};
///
/// let described = describe("separo", None, ["a9-b8-c8"])?;
/// assert_eq!(step_tree(&described.moves), "- a1(b2(b3 c2)) i9(h8(g8 h7))");
/// # Ok::<(), playout_games::Error>(())
/// ```
#[must_use]
pub fn step_tree(moves: &[MoveText]) -> String {
    let hyphens = moves.iter().any(|mv| mv.steps.len() > 1 && is_joined(mv, "-"));
    let (sign, mut text) = if hyphens { ("-", "- ".to_owned()) } else { ("", String::new()) };
    let mut moves: Vec<_> = moves.iter().collect();
    moves.sort_unstable_by(|a, b| a.steps.cmp(&b.steps));
    write(&moves, 0, sign, &mut text);
    text
}

/// Whether a move's text is its steps, joined by a separator.
fn is_joined(mv: &MoveText, sign: &str) -> bool {
    let mut rest = Some(mv.text.as_str());
    for (index, step) in mv.steps.iter().enumerate() {
        let sign = if index > 0 { sign } else { "" };
        rest = rest.and_then(|rest| rest.strip_prefix(sign)?.strip_prefix(step.as_str()));
    }
    rest == Some("")
}

/// Writes the steps after the first `steps`, which all these moves have in common. In no game does
/// a step that completes a move also begin a longer one.
fn write(moves: &[&MoveText], steps: usize, sign: &str, text: &mut String) {
    for (index, group) in
        moves.chunk_by(|a, b| a.steps.get(steps) == b.steps.get(steps)).enumerate()
    {
        if index > 0 {
            text.push(' ');
        }
        let mv = group[0];
        text.extend(mv.steps.get(steps).map(String::as_str));
        if mv.steps.len() > steps + 1 {
            text.push('(');
            write(group, steps + 1, sign, text);
            text.push(')');
        } else if !is_joined(mv, sign) {
            text.push('=');
            text.push_str(&mv.text);
        }
    }
}
