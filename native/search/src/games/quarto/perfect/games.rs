//! Games against a simulated opponent, until it makes a mistake.

use playout_games::quarto::{Move, Quarto};
use playout_games::{Game, Record};

use super::candidate::careful_replies;
use crate::exact::Value;
use crate::games::quarto::oracle::{Exact, Question};
use crate::games::quarto::solver::Wanted;
use crate::mcts;
use crate::strategy::Strategy;
use crate::{MctsSettings, Random};

/// How many playouts an opponent that searches makes for a move.
const PLAYOUTS: u32 = 100;
/// The size of its tree, in MiB.
const TREE_MIB: u32 = 1;

/// A game in which the opponent is to move first.
pub(super) struct SimulatedGame {
    position: Quarto,
    /// Whether the opponent searches, or only looks one ply ahead.
    searches: bool,
    turn: Turn,
}

enum Turn {
    Opponent,
    /// Its search, and how many playouts it still makes.
    Searching(Box<dyn Strategy<Quarto>>, u32),
    /// Whether the opponent has made a mistake.
    Asking(Question),
    /// Looking for a move that keeps the draw: those left, and the one that is being solved.
    Answering(Vec<Move>, Quarto, Question),
}

impl SimulatedGame {
    /// A game from a drawn position.
    pub(super) fn new(position: Quarto, searches: bool) -> Self {
        Self { position, searches, turn: Turn::Opponent }
    }

    /// Does one unit of work. Once the game is decided, returns whether the opponent has made a
    /// mistake.
    pub(super) fn unit(&mut self, exact: &Exact, random: &mut Random) -> Option<bool> {
        match &mut self.turn {
            Turn::Opponent if self.position.outcome().is_some() => return Some(false),
            Turn::Opponent if self.searches => {
                let settings = MctsSettings { memory: TREE_MIB, ..MctsSettings::COMMON };
                let record = Record::new(self.position);
                let search = mcts::strategy(&record, settings, &None, random.word());
                self.turn = Turn::Searching(search, PLAYOUTS);
            }
            Turn::Opponent => {
                let replies = careful_replies(&self.position);
                let reply = replies[random.below(replies.len() as u32) as usize];
                self.reply(reply, exact);
            }
            Turn::Searching(search, left) => {
                *left = left.saturating_sub(1);
                if !search.unit() || *left == 0 {
                    let reply = search.decision()?.mv;
                    self.reply(reply, exact);
                }
            }
            Turn::Asking(question) => match question.unit(exact)? {
                Value::Win(_) => return Some(true),
                Value::Loss(_) => return Some(false),
                Value::Draw => {
                    let mut moves = Vec::new();
                    self.position.legal_moves(&mut moves);
                    random.shuffle(&mut moves);
                    self.answer(moves, exact);
                }
            },
            Turn::Answering(moves, next, question) => {
                if question.unit(exact)? == Value::Draw {
                    self.position = *next;
                    self.turn = Turn::Opponent;
                } else {
                    let moves = std::mem::take(moves);
                    self.answer(moves, exact);
                }
            }
        }
        None
    }

    fn reply(&mut self, reply: Move, exact: &Exact) {
        self.position.play(reply);
        self.turn = Turn::Asking(exact.ask(&self.position, Wanted::Result));
    }

    /// Asks about the next of some moves. One of them keeps the draw.
    fn answer(&mut self, mut moves: Vec<Move>, exact: &Exact) {
        let mut next = self.position;
        if let Some(mv) = moves.pop() {
            next.play(mv);
        }
        let question = exact.ask(&next, Wanted::Result);
        self.turn = Turn::Answering(moves, next, question);
    }
}
