//! Legal moves as a tree of their steps, short, as a page gets it with every turn.

use std::collections::BTreeMap;
use std::iter::Peekable;

use crate::MoveText;

/// What can follow a step: further steps, or the end of a move, with its text where that
/// is not what its steps say.
enum Branch<'a> {
    Steps(BTreeMap<&'a str, Branch<'a>>),
    Whole(Option<&'a str>),
}

/// Writes moves as a tree of their steps. What can follow a step stands in parentheses
/// after it; the text of the move that is whole with a step after `=`, unless it is that
/// of its steps one after the other: `1b(1a=1b1a+ 2b)`, `a1 a2 a3`; or of its steps with
/// `-` between them, where the tree begins with `- `: `- c3(A B) d4=d4+`.
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
    let joined = |sign| move |mv: &MoveText| mv.steps.len() > 1 && mv.steps.join(sign) == mv.text;
    let sign = if moves.iter().any(joined("-")) { "-" } else { "" };
    let mut tree = BTreeMap::new();
    for mv in moves {
        let whole = (mv.steps.join(sign) != mv.text).then_some(mv.text.as_str());
        add(&mut tree, mv.steps.iter().map(String::as_str).peekable(), whole);
    }
    let mut text = String::new();
    if !sign.is_empty() {
        text.push_str("- ");
    }
    write(&tree, &mut text);
    text
}

fn add<'a>(
    tree: &mut BTreeMap<&'a str, Branch<'a>>,
    mut steps: Peekable<impl Iterator<Item = &'a str>>,
    whole: Option<&'a str>,
) {
    let Some(step) = steps.next() else { return };
    if steps.peek().is_none() {
        tree.insert(step, Branch::Whole(whole));
        return;
    }
    let branch = tree.entry(step).or_insert_with(|| Branch::Steps(BTreeMap::new()));
    // A step that ends one move begins no other: a law of the rules.
    if let Branch::Steps(below) = branch {
        add(below, steps, whole);
    }
}

fn write(tree: &BTreeMap<&str, Branch<'_>>, text: &mut String) {
    for (index, (step, branch)) in tree.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        text.push_str(step);
        match branch {
            Branch::Whole(None) => {}
            Branch::Whole(Some(whole)) => {
                text.push('=');
                text.push_str(whole);
            }
            Branch::Steps(below) => {
                text.push('(');
                write(below, text);
                text.push(')');
            }
        }
    }
}
