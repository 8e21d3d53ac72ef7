use std::fmt;

use playout_games::{Code, Error, Game, shown, with_game};

use crate::{MAX_CLOCK, MAX_COMMENT, MAX_MOVES, tags};

/// The record of a game: its moves with variations, comments and clock times, and its tags.
///
/// The nodes are the positions. All but the root have a move, which leads to them. The first child
/// of a node continues the main line, the others begin variations; no two have the same move.
///
/// A tree itself does not know whether its moves are legal; see [`check`](Self::check). Two trees
/// are equal if they say the same, in whatever order their nodes were added.
#[derive(Clone, Debug)]
pub struct GameTree {
    game: &'static str,
    start: String,
    tags: Vec<(String, String)>,
    /// Parents come before their children.
    nodes: Vec<Node>,
}

/// A node of a [`GameTree`].
#[derive(Clone, Debug, Default)]
pub struct Node {
    parent: Option<NodeId>,
    mv: String,
    comment: Option<String>,
    clock: Option<u64>,
    children: Vec<NodeId>,
}

/// Identifies a node within its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: Self = Self(0);

    /// Its index: nodes are counted in the order in which they were added, from the root, which
    /// is 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("the number of nodes is limited"))
    }
}

impl Node {
    /// The text of the move; empty at the root.
    #[must_use]
    pub fn mv(&self) -> &str {
        &self.mv
    }

    /// The comment on the position.
    #[must_use]
    pub fn comment(&self) -> Option<&str> {
        self.comment.as_deref()
    }

    /// The time that the side which made the move had left after it, in milliseconds.
    #[must_use]
    pub fn clock(&self) -> Option<u64> {
        self.clock
    }

    /// The moves that follow, main line first.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The position before the move; `None` for the root.
    #[must_use]
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }
}

impl GameTree {
    /// A tree without moves.
    ///
    /// # Errors
    ///
    /// `unknown_game`, and those of [`Game::parse`] for the text of the start position.
    pub fn new(game: &str, start: &str) -> Result<Self, Error> {
        with_game!(game, G => Self::from_position(&G::parse(start)?))
    }

    pub(crate) fn from_position<G: Game>(start: &G) -> Self {
        Self {
            game: G::NAME,
            start: start.to_string(),
            tags: Vec::new(),
            nodes: vec![Node::default()],
        }
    }

    /// The name of the game.
    #[must_use]
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// The text of the start position.
    #[must_use]
    pub fn start(&self) -> &str {
        &self.start
    }

    /// Names and texts, in order; without the game and its start.
    #[must_use]
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The text of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
    }

    /// Adds a tag.
    ///
    /// # Errors
    ///
    /// `bad_record` for a name that is not an ASCII letter followed by letters, digits or `_`, for
    /// one that the tree already has, for `Game`, `Variant` and `Position`, which follow from the
    /// start, and for a `Result` other than `1-0`, `0-1`, `1/2-1/2` and `*`; `too_large` beyond the
    /// limits of tags.
    pub fn add_tag(
        &mut self,
        name: impl Into<String>,
        text: impl Into<String>,
    ) -> Result<(), Error> {
        let (name, text) = (name.into(), text.into());
        tags::check(&self.tags, &name, &text)?;
        self.tags.push((name, text));
        Ok(())
    }

    /// A node.
    ///
    /// # Panics
    ///
    /// If it is a node of another tree, which has more.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The number of moves, in all variations together.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Adds a move after a node, as the last of its children. Whether it is legal is not checked.
    ///
    /// # Errors
    ///
    /// `bad_record` if the node is followed by the same move already; `too_large` beyond
    /// [`MAX_MOVES`].
    pub fn add(&mut self, parent: NodeId, mv: impl Into<String>) -> Result<NodeId, Error> {
        let mv = mv.into();
        if self.size() >= MAX_MOVES {
            return Err(too_many_moves());
        }
        let mut siblings = self.node(parent).children.iter();
        if siblings.any(|&sibling| self.node(sibling).mv == mv) {
            let message = format!("{}: this move is in the record already", shown(&mv));
            return Err(Error::new(Code::BadRecord, "same_move", message).with("move", &*mv));
        }
        let id = NodeId::new(self.nodes.len());
        self.nodes.push(Node { parent: Some(parent), mv, ..Node::default() });
        self.nodes[parent.index()].children.push(id);
        Ok(id)
    }

    /// Sets the comment of a node; an empty one deletes it.
    ///
    /// # Errors
    ///
    /// `too_large` beyond [`MAX_COMMENT`].
    pub fn set_comment(&mut self, id: NodeId, comment: impl Into<String>) -> Result<(), Error> {
        let comment = comment.into();
        check_comment(&comment)?;
        self.nodes[id.index()].comment = Some(comment).filter(|comment| !comment.is_empty());
        Ok(())
    }

    /// Adds a comment below the one that a node has.
    ///
    /// # Errors
    ///
    /// Those of [`set_comment`](Self::set_comment).
    pub(crate) fn add_comment(&mut self, id: NodeId, more: String) -> Result<(), Error> {
        let comment = match self.node(id).comment() {
            Some(comment) if !more.is_empty() => format!("{comment}\n{more}"),
            Some(_) => return Ok(()),
            None => more,
        };
        self.set_comment(id, comment)
    }

    /// Sets the time that the side which made the move of a node had left after it, in
    /// milliseconds.
    ///
    /// # Errors
    ///
    /// `bad_record` for the root, which has no move; `too_large` beyond [`MAX_CLOCK`].
    pub fn set_clock(&mut self, id: NodeId, clock: u64) -> Result<(), Error> {
        if id == NodeId::ROOT {
            let message = "a clock time belongs to a move, and there is none yet";
            return Err(Error::new(Code::BadRecord, "clock_without_move", message));
        }
        if clock > MAX_CLOCK {
            return Err(clock_too_long());
        }
        self.nodes[id.index()].clock = Some(clock);
        Ok(())
    }

    /// All nodes except the root: each before those that follow it, and the main line before its
    /// variations.
    #[must_use]
    pub fn steps(&self) -> Steps<'_> {
        let mut steps = Steps { tree: self, open: Vec::new() };
        steps.push_children(NodeId::ROOT, 0);
        steps
    }

    /// All nodes in the order in which they were added, so each after the one before it.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId::new)
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = &str> {
        let first = |id: NodeId| self.node(id).children.first().copied();
        let line = std::iter::successors(first(NodeId::ROOT), move |&id| first(id));
        line.map(|id| self.node(id).mv())
    }

    /// The number of moves from the root to a node.
    #[must_use]
    pub fn ply(&self, id: NodeId) -> usize {
        std::iter::successors(self.node(id).parent, |&id| self.node(id).parent).count()
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        fn same(one: &Node, other: &Node) -> bool {
            (&one.mv, &one.comment, one.clock) == (&other.mv, &other.comment, other.clock)
        }
        let heads = |tree: &Self| (tree.game, tree.start.clone(), tree.tags.clone(), tree.size());
        heads(self) == heads(other)
            && same(self.node(NodeId::ROOT), other.node(NodeId::ROOT))
            && self.steps().zip(other.steps()).all(|((id, ply), (other_id, other_ply))| {
                ply == other_ply && same(self.node(id), other.node(other_id))
            })
    }
}

impl Eq for GameTree {}

/// An iterator over the nodes of a tree, with the number of moves from the root to each of them.
#[derive(Clone)]
pub struct Steps<'a> {
    tree: &'a GameTree,
    open: Vec<(NodeId, usize)>,
}

impl Steps<'_> {
    fn push_children(&mut self, id: NodeId, ply: usize) {
        self.open.extend(self.tree.node(id).children.iter().rev().map(|&child| (child, ply + 1)));
    }
}

impl Iterator for Steps<'_> {
    type Item = (NodeId, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let (id, ply) = self.open.pop()?;
        self.push_children(id, ply);
        Some((id, ply))
    }
}

impl fmt::Debug for Steps<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Steps").field("open", &self.open).finish_non_exhaustive()
    }
}

pub(crate) fn check_comment(comment: &str) -> Result<(), Error> {
    // Characters are counted only where there may be too many.
    if comment.len() > MAX_COMMENT && comment.chars().count() > MAX_COMMENT {
        let message = format!("a comment has at most {MAX_COMMENT} characters");
        return Err(Error::new(Code::TooLarge, "comment_too_long", message)
            .with("limit", MAX_COMMENT as u64));
    }
    Ok(())
}

pub(crate) fn too_many_moves() -> Error {
    let message = format!("a record has at most {MAX_MOVES} moves");
    Error::new(Code::TooLarge, "too_many_moves", message).with("limit", MAX_MOVES as u64)
}

pub(crate) fn clock_too_long() -> Error {
    let message = "a clock time is at most 9999:59:59.999";
    Error::new(Code::TooLarge, "clock_too_long", message).with("limit", MAX_CLOCK)
}
