//! One ply of lookahead in games with draws by repetition. A position does not know its history, so
//! [`Playouts::urgent_moves`] treats a move as losing if the opponent could win at once after it,
//! even if the move itself draws by repetition.

use playout_games::{Playouts, Record, Urgency};

/// The positions of a record, with their keys, to which a move that was left out may lead and yet
/// draw: their next occurrence draws, and the side to move there could win at once.
///
/// They need not include those on the path of a simulation: a search proves such a position and
/// does not go beyond it. In nearly every game there are none, because nobody misses the same win
/// twice.
#[derive(Clone, Debug)]
pub(crate) struct Repeated<G>(Vec<(u64, G)>);

impl<G: Playouts> Repeated<G> {
    pub(crate) fn of(record: &Record<G>) -> Self {
        let can_win = |position: &&G| {
            position.outcome().is_none() && position.urgent_moves(&mut Vec::new()) == Urgency::Win
        };
        let often = record.occurring(G::REPETITIONS_TO_DRAW.saturating_sub(1)).filter(can_win);
        Self(often.map(|position| (position.key(), position.clone())).collect())
    }

    /// Whether a move leads to one of them.
    fn draws(&self, position: &G, mv: G::Move) -> bool {
        let mut next = position.clone();
        next.play(mv);
        let key = next.key();
        self.0.iter().any(|(other, known)| *other == key && *known == next)
    }
}

/// What [`look_ahead`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lookahead {
    /// The side to move can win at once, with these moves.
    Win,
    /// It cannot; these are the moves after which the opponent cannot either (not necessarily all
    /// legal moves).
    Open,
    /// These moves draw by repetition; after every other one the opponent can win at once.
    Draw,
    /// The opponent can win at once after every move: these are all legal moves.
    Loss,
}

/// Corrects the result of one ply of lookahead and its list of moves by the history in the record.
/// The game must not be over.
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
