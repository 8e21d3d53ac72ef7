use playout_games::{Error, Game, Played, Record, with_game};

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
    let start = G::parse(tree.start()).map_err(|error| (NodeId::ROOT, error))?;
    let mut record = Record::new(start);
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

impl GameTree {
    /// Checks every move of every variation by the rules of the game.
    ///
    /// # Errors
    ///
    /// Those of [`Record::parse_move`], with the number of the move on its line.
    pub fn check(&self) -> Result<(), Error> {
        with_game!(self.game(), G => {
            let checked = replay::<G>(self, |_, _, _| Ok(()));
            checked.map_err(|(id, error)| error.at_move(self.ply(id)))?;
        })
    }

    /// The moves of all nodes except the root, in the order in which they were added, as the rules
    /// describe them.
    ///
    /// # Errors
    ///
    /// Those of [`check`](Self::check).
    pub fn played(&self) -> Result<Vec<Played>, Error> {
        let mut played = Vec::with_capacity(self.size());
        with_game!(self.game(), G => {
            let checked = replay::<G>(self, |id, record, mv| {
                played.push((id, Played::of(record.position(), mv)));
                Ok(())
            });
            checked.map_err(|(id, error)| error.at_move(self.ply(id)))?;
        })?;
        played.sort_unstable_by_key(|&(id, _)| id);
        Ok(played.into_iter().map(|(_, played)| played).collect())
    }
}
