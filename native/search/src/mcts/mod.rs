//! The player `mcts`: UCT (Kocsis and Szepesvári 2006) on a tree in an arena.
//!
//! * **Selection** uses UCB1 (Auer, Cesa-Bianchi and Fischer 2002): the mean reward (1, 1/2 or 0)
//!   plus `c * sqrt(ln N / n)`, where N is the visit count of the parent and n that of the child.
//!   Ties go to the first child.
//! * **First play urgency**: an unvisited child counts as if it had been visited once, with its
//!   parent's mean reward. Unvisited children are tried in random order.
//! * **Expansion** adds all children of a leaf at once, after `threshold` visits; knowledge of the
//!   game's own may leave moves out (`knowledge.rs`). A child takes up a node only when it is visited
//!   itself. With proofs on, an immediate win is the only child, and a move that lets the opponent win
//!   at once is left out if there is another (decisive and anti-decisive moves, Teytaud and Teytaud
//!   2010). A move that draws by repetition is not left out, because the game ends before the opponent
//!   can win.
//! * **Playouts** start from the leaf's position. With `policy=mast`, the result of a playout is
//!   credited to its moves, which guides later playouts (MAST, Finnsson and Björnsson 2008); each
//!   tree has its own table.
//! * **Evaluation** replaces playouts with `policy=evaluation`: the result of a simulation is the
//!   leaf's static evaluation (Lorentz 2008), selection uses PUCT (Rosin 2011, in the form of
//!   Silver and others 2017), and values are also backed up by minimax (implicit minimax backups,
//!   Lanctot, Winands, Pepels and Sturtevant 2014).
//! * **Widening** (`search/widening.rs`): a node whose expansion left out moves gets more of them later.
//!   Before it has them all, its outcome may only seem to be decided.
//! * **Forced wins** (`search/probing.rs`): in a game whose knowledge can look for them, a node is
//!   searched for one each time its visits have grown fourfold.
//! * **Transpositions** (`transpositions.rs`): in a game whose knowledge allows it, the first visit to a leaf
//!   takes the mean result of another node of its position, if that has been visited.
//! * **Exact values** (`exact=on`, `search/exact.rs`): a leaf whose value by the game's table is certain with
//!   the history on its path (`certainty.rs`) is proven and needs no playout. If the value is not
//!   certain, the leaf counts as what the table says until it is expanded.
//! * **Proofs** are backed up as in MCTS-Solver (Winands, Björnsson and Saito 2008). A child that
//!   is proven, or seems to be decided, is not visited again. At a node where a side has a proven
//!   draw, its reward is at least a draw, and the search keeps looking for a win.
//! * **Final choice**: a win, proven before seeming; otherwise the most visited move that is not a loss
//!   (`choice=visits`), or the one with the best mean reward (`choice=win_less_loss`). A proven
//!   draw beats moves whose mean is no better than a draw. Of several proven wins the shortest, and the
//!   longest loss if every move loses, as far as proofs or exact values show.
//! * **Threads** each search their own tree, and the statistics of the roots are added up (root
//!   parallelization, Cazenave and Jouandeau 2007).

mod choice;
mod evaluation;
mod evaluator;
mod focus;
mod knowledge;
mod playouts;
mod search;
mod settings;
mod threads;
mod transpositions;
mod tree;
mod ucb;

pub(crate) use knowledge::{Knowledge, Listed, Probe};
pub use playouts::bytes_per_node;
pub use settings::{FinalChoice, MctsSettings};
pub(crate) use threads::{evaluating_with, strategy, strategy_with};
