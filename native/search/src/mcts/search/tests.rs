use playout_games::gomoku::{Gomoku, Move};
use playout_games::{Game, Playouts, Record, Side, Urgency};

use super::*;
use crate::game::Accumulator;
use crate::mcts::evaluation::StaticEvaluator;

/// Knows the candidates of alpha-beta, in a search with or without transpositions.
struct Transposing<const YES: bool>;

impl<const YES: bool> Knowledge<Gomoku> for Transposing<YES> {
    const HAS_TRANSPOSITIONS: bool = YES;

    fn urgent_moves(&mut self, position: &Gomoku, moves: &mut Vec<Move>) -> Listed {
        let urgency = position.urgent_moves(moves);
        if urgency != Urgency::Safe {
            return Listed::at_once((urgency, false));
        }
        moves.clear();
        Listed::at_once((urgency, self.moves(position, moves)))
    }

    fn moves(&mut self, position: &Gomoku, moves: &mut Vec<Move>) -> bool {
        let state = <Gomoku as SearchGame>::Accumulator::new(position);
        !state.candidates(position, 1, moves)
    }
}

/// A search from a position with many threats.
fn search<const YES: bool>() -> Mcts<Gomoku, Transposing<YES>, StaticEvaluator<Gomoku>> {
    let start = Gomoku::parse("7/7/2x4/2ox3/3ox2/7/7 o freestyle").expect("a position");
    let settings = MctsSettings { policy: None, threshold: 1, ..MctsSettings::COMMON };
    Mcts::new(&Record::new(start), settings, None, Transposing, StaticEvaluator::default(), 1)
}

#[test]
fn the_first_visit_takes_the_result_of_another_node_of_the_position() {
    let mut mcts = search::<true>();
    let (mut open, mut decided) = (0, 0);
    for _ in 0..10_000 {
        assert!(mcts.unit());
        let PathNode { index, .. } = mcts.path.nodes[mcts.path.nodes.len() - 1];
        let node = mcts.tree.node(index);
        // Unless the path has been cut since.
        let key = mcts.path.keys.get(mcts.path.nodes.len() - 1);
        let Some(&key) = key.filter(|_| node.visits() == 1 && !node.is_closed()) else { continue };
        let Some(result) = mcts.transpositions.get(key) else { continue };
        assert_eq!(node.statistics().mean_reward(), Some(result));
        open += 1;
        let is_decided = [Outcome::Win(Side::First), Outcome::Win(Side::Second)]
            .into_iter()
            .any(|outcome| result == outcome.into());
        decided += u32::from(is_decided);
    }
    assert!(open > 100 && decided > 0, "{open} {decided}");
}

#[test]
fn without_transpositions_there_is_no_table() {
    let mut mcts = search::<false>();
    (0..1_000).for_each(|_| assert!(mcts.unit()));
    assert!(mcts.path.keys.is_empty());
    assert_eq!((mcts.transpositions.bytes(), mcts.transpositions.max_bytes()), (0, 0));
    assert_eq!(mcts.max_bytes(&Limits::default()), 64 << 20);
}
