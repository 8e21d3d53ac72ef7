//! Trees for tests, and what an error says.

use playout_games::{Code, Error, Game, Options, Record, Values, with_game};
use playout_records::{Format, GameTree, NodeId, read};

/// Reads one record.
pub(crate) fn tree(text: &str) -> GameTree {
    let [tree] = trees(text).try_into().expect("one record");
    tree
}

pub(crate) fn trees(text: &str) -> Vec<GameTree> {
    read(text, None).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A tree of a game with its usual start.
pub(crate) fn usual(game: &str) -> GameTree {
    let start = playout_games::start_text(game, &Options::default()).expect("a start");
    GameTree::new(game, &start).expect("a position")
}

/// A tree whose main line has the given moves.
pub(crate) fn line(game: &str, moves: &[&str]) -> GameTree {
    let mut tree = usual(game);
    add_line(&mut tree, NodeId::ROOT, moves);
    tree
}

/// Adds moves one after another; returns the last node.
pub(crate) fn add_line(tree: &mut GameTree, from: NodeId, moves: &[&str]) -> NodeId {
    moves.iter().fold(from, |id, mv| tree.add(id, *mv).expect("a new move"))
}

/// The problem and the place of the error for a text that is refused.
pub(crate) fn refusal(text: &str, format: Option<Format>) -> (Code, String, usize, usize) {
    let error = read(text, format).expect_err(text);
    let detail = |wanted: &str| {
        let found = error.details().iter().find(|(name, _)| *name == wanted);
        match found.map(|(_, detail)| detail) {
            Some(playout_games::Detail::Number(number)) => *number as usize,
            _ => panic!("{error} has no {wanted}"),
        }
    };
    let place = (detail("line"), detail("column"));
    assert_eq!(character(text, place), error.location(), "{error}\n{text}");
    let prefix = format!("line {}, column {}: ", place.0, place.1);
    assert!(error.to_string().starts_with(&prefix), "{error}");
    (error.code(), problem(&error), place.0, place.1)
}

pub(crate) fn problem(error: &Error) -> String {
    match &error.details()[0] {
        ("problem", playout_games::Detail::Text(problem)) => problem.clone(),
        other => panic!("{other:?}"),
    }
}

/// The number of the character at a place.
fn character(text: &str, (line, column): (usize, usize)) -> Option<usize> {
    let before: usize =
        text.split_inclusive('\n').take(line - 1).map(|line| line.chars().count()).sum();
    let character = before + column;
    (character <= text.chars().count() + 1).then_some(character)
}

/// A random tree: numbers choose the game, its options, and for each node its parent, its move, and
/// what else it has.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    pub(crate) game: &'static str,
    pub(crate) options: [u8; 4],
    /// The parent and the move of each node; its comment and its clock time.
    pub(crate) nodes: Vec<(u16, u16, Option<String>, Option<u64>)>,
    pub(crate) comment: Option<String>,
    pub(crate) tags: Vec<(String, String)>,
}

impl Choices {
    /// The tree that they choose.
    pub(crate) fn tree(&self) -> GameTree {
        with_game!(self.game, G => self.tree_of::<G>()).expect("the game exists")
    }

    fn tree_of<G: Game>(&self) -> GameTree {
        let options = G::OPTIONS.iter().zip(self.options).map(|(option, choice)| {
            let value = match option.values {
                Values::OneOf(words) => words[usize::from(choice) % words.len()].to_owned(),
                Values::Number { least, most, .. } => {
                    (least + choice % (most - least + 1)).to_string()
                }
            };
            (option.name, value)
        });
        let mut start = Record::new(G::start(&Options::new(options)).expect("valid options"));
        // A few moves before the start, so that it is not always a usual one.
        for index in 0..self.options[3] % 4 {
            let moves = start.legal_moves();
            if let Some(&mv) = moves.get(usize::from(index) * 7 % moves.len().max(1)) {
                start.play(mv);
            }
        }
        let start = start.position().clone();
        let mut tree = GameTree::new(G::NAME, &start.to_string()).expect("a position");
        let mut games = vec![(NodeId::ROOT, Record::new(start))];
        for (parent, mv, comment, clock) in &self.nodes {
            // Mostly the last node, so that lines become long.
            let last = games.len() - 1;
            let parent = if parent % 3 == 0 { usize::from(*parent) % games.len() } else { last };
            let (id, game) = games[parent].clone();
            let moves = game.legal_moves();
            if moves.is_empty() {
                continue;
            }
            let mv = moves[usize::from(*mv) % moves.len()];
            // The same move may be there already.
            let Ok(child) = tree.add(id, game.position().move_text(mv)) else { continue };
            if let Some(comment) = comment {
                tree.set_comment(child, comment.clone()).expect("a short comment");
            }
            if let Some(clock) = clock {
                tree.set_clock(child, *clock).expect("a clock time");
            }
            let mut game = game;
            game.play(mv);
            games.push((child, game));
        }
        if let Some(comment) = &self.comment {
            tree.set_comment(NodeId::ROOT, comment.clone()).expect("a short comment");
        }
        for (name, text) in &self.tags {
            // Some are there twice, or not allowed.
            let _ = tree.add_tag(name.clone(), text.clone());
        }
        tree
    }
}
