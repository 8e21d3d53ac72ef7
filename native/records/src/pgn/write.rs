use playout_games::{Error, Game, Side, with_game};

use super::escape;
use crate::lines::Lines;
use crate::tags::{GAME, POSITION, RESULT, VARIANT};
use crate::{GameTree, NodeId, clock, start};

/// Writes a tree with legal moves.
pub(crate) fn write(tree: &GameTree) -> Result<String, Error> {
    let mut text = String::new();
    let is_second = with_game!(tree.game(), G => {
        let position = G::parse(tree.start())?;
        let (variant, start) = start::write(&position)?;
        push_tag(&mut text, GAME, tree.game());
        push_tag(&mut text, VARIANT, variant);
        if let Some(start) = start {
            push_tag(&mut text, POSITION, &start);
        }
        position.side_to_move() == Side::Second
    })?;
    for (name, value) in tree.tags() {
        push_tag(&mut text, name, value);
    }
    text.push('\n');
    text.push_str(&Moves::new(tree, usize::from(is_second)).write());
    Ok(text)
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    text.extend(["[", name, " \""]);
    value.chars().for_each(|written| escape::push(text, written, &['"']));
    text.push_str("\"]\n");
}

/// Writes the moves of a tree.
struct Moves<'a> {
    tree: &'a GameTree,
    lines: Lines,
    /// What remains to be written, last first.
    tasks: Vec<Task>,
    /// The ply of the first move for its number: 0, or 1 if the second side makes it.
    first_ply: usize,
    /// Whether the next move needs its number, because it does not follow another directly.
    needs_number: bool,
    /// Parentheses that the next word begins with.
    prefix: &'static str,
}

enum Task {
    /// The moves that follow a node with a ply, and their variations.
    Line(NodeId, usize),
    /// A variation: a move with a ply.
    Begin(NodeId, usize),
    End,
}

impl<'a> Moves<'a> {
    fn new(tree: &'a GameTree, first_ply: usize) -> Self {
        let tasks = vec![Task::Line(NodeId::ROOT, 0)];
        let lines = Lines::default();
        Self { tree, lines, tasks, first_ply, needs_number: true, prefix: "" }
    }

    fn write(mut self) -> String {
        self.comment(NodeId::ROOT);
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Line(id, ply) => self.line(id, ply),
                Task::Begin(id, ply) => {
                    self.prefix = "(";
                    self.needs_number = true;
                    self.mv(id, ply);
                }
                Task::End => {
                    self.lines.close(")");
                    self.needs_number = true;
                }
            }
        }
        self.lines.word(self.tree.tag(RESULT).unwrap_or("*"));
        self.lines.finish()
    }

    /// Writes moves up to the next variations.
    fn line(&mut self, mut id: NodeId, mut ply: usize) {
        while let Some((&main, others)) = self.tree.node(id).children().split_first() {
            self.mv(main, ply);
            ply += 1;
            id = main;
            if !others.is_empty() {
                self.tasks.push(Task::Line(main, ply));
                for &other in others.iter().rev() {
                    self.tasks.push(Task::End);
                    self.tasks.push(Task::Line(other, ply));
                    self.tasks.push(Task::Begin(other, ply - 1));
                }
                return;
            }
        }
    }

    fn mv(&mut self, id: NodeId, ply: usize) {
        let number = (ply + self.first_ply) / 2 + 1;
        match (ply + self.first_ply) % 2 {
            0 => self.word(&format!("{number}.")),
            _ if self.needs_number => self.word(&format!("{number}...")),
            _ => {}
        }
        self.needs_number = false;
        self.word(self.tree.node(id).mv());
        self.comment(id);
    }

    fn word(&mut self, word: &str) {
        let prefix = std::mem::take(&mut self.prefix);
        self.lines.word(&format!("{prefix}{word}"));
    }

    /// Writes the clock time and the comment of a node, if it has any.
    fn comment(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        let clock = node.clock().map(|clock| format!("[%clk {}]", clock::write(clock)));
        let text = node.comment().map(escaped);
        let words = text.iter().flat_map(|text| text.split(' '));
        let words: Vec<_> = clock.iter().map(String::as_str).chain(words).collect();
        let Some((last, others)) = words.split_last() else { return };
        self.needs_number = true;
        self.prefix = "{";
        others.iter().for_each(|word| self.word(word));
        self.word(&format!("{last}}}"));
    }
}

/// The text of a comment, in which a space only separates words.
fn escaped(comment: &str) -> String {
    let mut text = String::with_capacity(comment.len());
    if comment.starts_with("[%") {
        text.push('\\');
    }
    let mut may_separate = false;
    let mut rest = comment.chars();
    while let Some(written) = rest.next() {
        // Several spaces are read as one, and those at the ends not at all.
        if written == ' ' && (!may_separate || rest.as_str().is_empty()) {
            escape::push_number(&mut text, written);
            may_separate = true;
        } else {
            escape::push(&mut text, written, &['}']);
            may_separate = written != ' ';
        }
    }
    text
}
