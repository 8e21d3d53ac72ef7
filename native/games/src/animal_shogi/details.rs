//! Details of moves and positions that their texts do not contain.

use super::end::End;
use super::piece::FAR_RANK;
use super::steps::Choice;
use super::{Animal, AnimalShogi, Move, Piece, Square};
use crate::{Detail, Side};

impl AnimalShogi {
    /// Which `piece` moves, what is `captured`, and what a chick `becomes`.
    pub(super) fn details_of(&self, mv: Move) -> Vec<(&'static str, Detail)> {
        let animal = |square| self.piece_at(square).map(|piece| piece.animal);
        let (piece, captured, becomes) = match mv {
            Move::Drop { animal, .. } => (Some(animal), None, None),
            Move::Step { from, to, promotes } => {
                (animal(from), animal(to), promotes.then_some(Animal::Hen))
            }
        };
        [("piece", piece), ("captured", captured), ("becomes", becomes)]
            .into_iter()
            .filter_map(|(name, animal)| Some((name, animal?.name().into())))
            .collect()
    }

    /// Lions that are `attacked`, and the cells where a lion could win by a `try`; for each side,
    /// as if it were its turn.
    pub(super) fn lion_alerts(&self) -> Vec<(&'static str, Vec<String>)> {
        let sides = Side::BOTH;
        let attacked =
            |&side: &Side| self.lion(side).filter(|&square| self.attacks(side.other(), square));
        let texts = |squares: Vec<Square>| squares.iter().map(Square::to_string).collect();
        [
            ("attacked", sides.iter().filter_map(attacked).collect()),
            ("try", sides.iter().flat_map(|&side| self.tries(side)).collect()),
        ]
        .into_iter()
        .filter(|(_, squares): &(_, Vec<_>)| !squares.is_empty())
        .map(|(kind, squares)| (kind, texts(squares)))
        .collect()
    }

    /// The squares on which a side's lion could win by a try.
    fn tries(&self, side: Side) -> Vec<Square> {
        let Some(from) = self.lion(side) else { return Vec::new() };
        let lion = Piece { animal: Animal::Lion, side };
        let to = lion.attacks(from) & FAR_RANK[side as usize] & !self.board.squares(side);
        let turn = Self { side, ..*self };
        Square::of_set(to)
            .filter(|&to| turn.after(Choice::Step(from, to)).end == Some(End::Try(side)))
            .collect()
    }
}
