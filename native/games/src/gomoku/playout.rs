//! Playouts of Gomoku, and one ply of lookahead.

use super::{Colour, Gomoku, Move, decisive, uniform};
use crate::draw::draw;
use crate::{Game, Outcome, Playouts, Urgency};

impl Playouts for Gomoku {
    fn urgent_moves(&self, moves: &mut Vec<Move>) -> Urgency {
        let colour = self.colour_to_move();
        let wins = self.winning_points(colour);
        if !wins.is_empty() {
            moves.extend(wins.iter().map(Move::place));
            return Urgency::Win;
        }
        let threats = self.winning_points(colour.other());
        match threats.len() {
            // Only a stone on the point itself prevents a win there.
            1 => moves.extend(threats.iter().map(Move::place)),
            0 => self.legal_moves(moves),
            _ => {
                self.legal_moves(moves);
                return Urgency::Lost;
            }
        }
        Urgency::Safe
    }

    fn sample(&self, pick: &mut impl FnMut(u32) -> u32) -> Move {
        if self.may_choose() {
            let points = if self.may_place() { self.empty_count() } else { 0 };
            let colours = Colour::ALL.len() as u32;
            if let Some(&colour) = Colour::ALL.get(pick(points + colours) as usize) {
                return Move::choose(colour);
            }
        }
        Move::place(self.random_empty_point(pick))
    }

    fn sample_decisive(&self, pick: &mut impl FnMut(u32) -> u32) -> Move {
        let colour = self.colour_to_move();
        if let Some(point) = self.winning_points(colour).random(pick) {
            return Move::place(point);
        }
        let threats = self.winning_points(colour.other());
        match threats.len() {
            1 => threats.random(pick).map_or_else(|| self.sample(pick), Move::place),
            _ => self.sample(pick),
        }
    }

    fn play_out_uniformly(&self, word: &mut impl FnMut() -> u64) -> Option<Outcome> {
        let mut position = *self;
        while position.black.is_none() {
            let mut pick = |n| draw(&mut word(), n as usize) as u32;
            position.play(position.sample(&mut pick));
        }
        Some(position.outcome().unwrap_or_else(|| uniform::play_out(&position, word)))
    }

    fn play_out_decisively(&self, pick: &mut impl FnMut(u32) -> u32) -> Option<Outcome> {
        let mut position = *self;
        while position.black.is_none() {
            position.play(position.sample_decisive(pick));
        }
        Some(position.outcome().unwrap_or_else(|| decisive::play_out(&position, pick)))
    }
}
