//! The player `mcts`: UCT (Kocsis and Szepesvári 2006) on a tree in an arena.
//!
//! * **Selection** goes by UCB1 (Auer, Cesa-Bianchi and Fischer 2002): the mean reward (1, 1/2 or
//!   0) plus `c * sqrt(ln N / n)`, where N counts the visits of the parent and n those of the
//!   child. Among equal children the first is selected.
//! * **First play urgency**: a child without a visit counts as if it had one visit
//!   with its parent's mean reward. Which of them is tried next is random.
//! * **Expansion** gives a leaf all its children at once, after `threshold` visits; a
//!   child takes a node's memory when it is visited itself. With proofs on, a move
//!   that wins at once is the only child, and a move after which the opponent wins at
//!   once gets no node if there is another (decisive and anti-decisive moves, Teytaud
//!   and Teytaud 2010). A move that draws by repetition keeps its node: the game is over
//!   before the opponent can win.
//! * **Playouts** start at the leaf's own position. With `policy=mast` the moves of a
//!   playout are credited with its result and guide later playouts (MAST, Finnsson and
//!   Björnsson 2008); each tree learns for itself.
//! * **Evaluation** replaces playouts with `policy=evaluation`: a leaf counts with its
//!   static evaluation (Lorentz 2008), selection goes by PUCT (Rosin 2011, in the form
//!   of Silver and others 2017), and values are backed up by minimax too (implicit
//!   minimax backups, Lanctot, Winands, Pepels and Sturtevant 2014).
//! * **Proofs** are backed up as in MCTS-Solver (Winands, Björnsson and Saito 2008). A
//!   proven child is not visited again. A side with a proven draw never scores less
//!   than a draw at that node, and the search goes on looking for more.
//! * **Final choice**: a proven win; otherwise the most visited move that is not a
//!   proven loss (`choice=visits`), or the one with the best mean reward
//!   (`choice=win_less_loss`). A proven draw beats moves whose mean is no better than a
//!   draw.
//! * **Threads** search a tree each, and their root statistics are added up (root
//!   parallelization, Cazenave and Jouandeau 2007).

mod choice;
mod evaluation;
mod focus;
mod playouts;
mod search;
mod settings;
mod threads;
mod tree;
mod ucb;

pub use playouts::bytes_per_node;
pub use settings::{FinalChoice, MctsSettings};
pub(crate) use threads::strategy;
