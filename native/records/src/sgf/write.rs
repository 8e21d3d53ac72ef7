use std::fmt::Write;

use playout_games::gomoku::{Colour, Gomoku};
use playout_games::{Code, Error, Game};

use super::properties::{CHOICE, TAG, TEXTS, black_is_first, properties};
use super::{point, text};
use crate::lines::Lines;
use crate::replay::replay;
use crate::tags::RESULT;
use crate::{GameTree, NodeId, clock};

/// Writes a tree with legal moves.
pub(crate) fn write(tree: &GameTree) -> Result<String, Error> {
    if tree.game() != Gomoku::NAME {
        let message = format!("SGF is only for gomoku, not for {}", tree.game());
        return Err(Error::new(Code::BadRecord, "other_game", message).with("game", tree.game()));
    }
    let start = Gomoku::parse(tree.start())?;
    let mut lines = Lines::default();
    lines.word(&format!("({}", root(tree, &start)?));
    write_moves(tree, &nodes(tree, start.size())?, &mut lines);
    Ok(lines.finish())
}

/// The root with its properties.
fn root(tree: &GameTree, start: &Gomoku) -> Result<String, Error> {
    let mut text = format!(";FF[4]GM[4]CA[UTF-8]AP[Playout]SZ[{}]", start.size());
    let written = start.to_string();
    let variant = written.rsplit(' ').next().unwrap_or_default();
    push(&mut text, "RU", [variant.to_owned()]);
    for (colour, name) in [(Colour::Black, "AB"), (Colour::White, "AW")] {
        let stones = start.stones(colour).iter();
        push(&mut text, name, stones.map(|point| point::write(point, start.size())));
    }
    push_tags(&mut text, tree, black_is_first(tree)?);
    push_comment(&mut text, tree.node(NodeId::ROOT).comment());
    Ok(text)
}

/// Writes a property, unless it has no values.
fn push(text: &mut String, name: &str, values: impl IntoIterator<Item = String>) {
    for (index, value) in values.into_iter().enumerate() {
        let name = if index == 0 { name } else { "" };
        write!(text, "{name}[{value}]").expect("text can be written");
    }
}

fn push_comment(text: &mut String, comment: Option<&str>) {
    push(text, "C", comment.map(text::escape));
}

/// Writes the tags: those with properties of their own, then the others.
fn push_tags(text: &mut String, tree: &GameTree, black_is_first: bool) {
    let mut others = Vec::new();
    for (name, value) in tree.tags() {
        let line = text::escape_line(value);
        let usual = TEXTS.iter().find(|(_, tag)| tag == name).map(|(property, _)| *property);
        match (name.as_str(), usual) {
            ("First" | "Second", _) => {
                let is_black = (name == "First") == black_is_first;
                push(text, if is_black { "PB" } else { "PW" }, [line]);
            }
            (RESULT, _) => push(text, "RE", [result_text(value, black_is_first).to_owned()]),
            ("Date", _) if is_day(value) => push(text, "DT", [value.replace('.', "-")]),
            (_, Some(property)) if name != "Date" => push(text, property, [line]),
            _ => others.push(format!("{name}:{line}")),
        }
    }
    push(text, TAG, others);
}

fn result_text(result: &str, black_is_first: bool) -> &'static str {
    match (result, black_is_first) {
        ("1-0", true) | ("0-1", false) => "B+",
        ("1-0" | "0-1", _) => "W+",
        ("1/2-1/2", _) => "0",
        _ => "?",
    }
}

/// Whether a text is a day such as `2026.11.25`.
fn is_day(text: &str) -> bool {
    let form = |byte: u8| if byte.is_ascii_digit() { b'0' } else { byte };
    text.bytes().map(form).eq(*b"0000.00.00")
}

/// The text of each node, by its index; that of the root is empty.
fn nodes(tree: &GameTree, size: u8) -> Result<Vec<String>, Error> {
    let mut texts = vec![String::new(); tree.size() + 1];
    let played = replay::<Gomoku>(tree, |id, record, mv| {
        let node = tree.node(id);
        let mut text = ";".to_owned();
        let colour = mv.colour().unwrap_or(record.position().colour_to_move());
        let (stone, time) = properties(colour);
        match mv.point() {
            Some(point) => push(&mut text, stone, [point::write(point, size)]),
            None => push(&mut text, CHOICE, [node.mv().to_owned()]),
        }
        push(&mut text, time, node.clock().map(clock::write_seconds));
        push_comment(&mut text, node.comment());
        texts[id.index()] = text;
        Ok(())
    });
    played.map_err(|(_, error)| error)?;
    Ok(texts)
}

/// What remains to be written.
enum Task {
    /// What follows a node.
    After(NodeId),
    /// A variation that begins with a node.
    Variation(NodeId),
    End,
}

/// Writes everything after the root, and the end of the game.
fn write_moves(tree: &GameTree, texts: &[String], lines: &mut Lines) {
    let mut tasks = vec![Task::End, Task::After(NodeId::ROOT)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::After(id) => match tree.node(id).children() {
                [] => {}
                [only] => {
                    lines.close(&texts[only.index()]);
                    tasks.push(Task::After(*only));
                }
                several => {
                    tasks.extend(several.iter().rev().map(|&child| Task::Variation(child)));
                }
            },
            Task::Variation(id) => {
                lines.close(&format!("({}", texts[id.index()]));
                tasks.extend([Task::End, Task::After(id)]);
            }
            Task::End => lines.close(")"),
        }
    }
}
