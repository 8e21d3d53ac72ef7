//! Draws by repetition in one ply of lookahead. A position does not know its history, so
//! [`Playouts::urgent_moves`] treats a move as losing if it lets the opponent win at once, even if the
//! move ends the game in a draw by repetition.

use playout_games::{Playouts, Record, Urgency};

/// The positions of a record, with their keys, whose next occurrence is a draw although the side to
/// move could win at once: lookahead leaves out the moves that lead to them, but they draw.
///
/// The positions on a simulation's path are not needed: a position with an immediate win is proven,
/// so no path continues from it. Almost every game has none of these positions, because players
/// rarely miss the same win twice.
#[derive(Clone, Debug)]
pub(crate) struct Repeated<G>(Vec<(u64, G)>);

impl<G: Playouts> Repeated<G> {
    pub(crate) fn of(record: &Record<G>) -> Self {
        let can_win = |position: &&G| {
            position.outcome().is_none() && position.urgent_moves(&mut Vec::new()) == Urgency::Win
        };
        let closed = record.closed().filter(can_win);
        Self(closed.map(|position| (position.key(), position.clone())).collect())
    }

    /// Whether a move draws by leading to one of these positions.
    fn draws(&self, position: &G, mv: G::Move) -> bool {
        let mut next = position.clone();
        next.play(mv);
        let key = next.key();
        self.0.iter().any(|(other_key, other)| *other_key == key && *other == next)
    }
}

/// The result of [`look_ahead`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lookahead {
    /// The side to move can win at once; the list has the winning moves.
    Win,
    /// Neither side can win at once if the side to move plays a move of the list, which may leave
    /// out others.
    Open,
    /// The moves of the list draw by repetition, and every other move lets the opponent win at
    /// once.
    Draw,
    /// Every move lets the opponent win at once; the list has all legal moves, or those to lose with.
    Loss,
}

/// Corrects the result of one ply of lookahead, and its list of moves, for draws by repetition. The
/// game must not be over.
pub(crate) fn look_ahead<G: Playouts>(
    position: &G,
    repeated: &Repeated<G>,
    urgency: Urgency,
    moves: &mut Vec<G::Move>,
) -> Lookahead {
    let mut drawing = Vec::new();
    if urgency != Urgency::Win && !repeated.0.is_empty() {
        position.legal_moves(&mut drawing);
        let is_open = urgency == Urgency::Safe;
        drawing.retain(|mv| {
            let is_kept = is_open && moves.contains(mv);
            !is_kept && repeated.draws(position, *mv)
        });
    }
    match urgency {
        Urgency::Win => Lookahead::Win,
        Urgency::Lost if drawing.is_empty() => Lookahead::Loss,
        Urgency::Lost => {
            moves.clear();
            moves.append(&mut drawing);
            Lookahead::Draw
        }
        Urgency::Safe => {
            moves.append(&mut drawing);
            Lookahead::Open
        }
    }
}
