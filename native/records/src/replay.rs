use playout_games::{Error, Game, Record};

use crate::{GameTree, NodeId};

/// Plays all moves of a tree by the rules of its game, which is `G`, and calls `visit` for each
/// with its node and the game before it.
///
/// # Errors
///
/// The first one of [`Record::parse_move`] or `visit`, with the node of its move.
pub(crate) fn replay<G: Game>(
    tree: &GameTree,
    mut visit: impl FnMut(NodeId, &Record<G>, G::Move) -> Result<(), Error>,
) -> Result<(), (NodeId, Error)> {
    let mut record = tree.record::<G>().map_err(|error| (NodeId::ROOT, error))?;
    // The position before each move of the record.
    let mut before: Vec<G> = Vec::new();
    for (id, ply) in tree.steps() {
        before.drain(ply - 1..).rev().for_each(|position| record.take_back(position));
        let at_node = |error| (id, error);
        let mv = record.parse_move(tree.node(id).mv()).map_err(at_node)?;
        visit(id, &record, mv).map_err(at_node)?;
        before.push(record.position().clone());
        record.play(mv);
    }
    Ok(())
}
