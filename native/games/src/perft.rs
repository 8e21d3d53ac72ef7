use crate::Game;

/// The number of legal move sequences of exactly `depth` plies; a sequence
/// that ended earlier is not counted, repetition is ignored.
///
/// ```
/// use playout_games::{perft, quarto::Quarto};
///
/// assert_eq!(perft(&Quarto::default(), 2), 3_840);
/// ```
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    count(position, depth, &mut Vec::new())
}

/// Takes the lists of moves from `spare` and puts them back, so that hardly
/// anything is allocated on the way.
fn count<G: Game>(position: &G, depth: u32, spare: &mut Vec<Vec<G::Move>>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = spare.pop().unwrap_or_default();
    position.legal_moves(&mut moves);
    let sequences = if depth == 1 {
        moves.len() as u64
    } else {
        let after = |&mv: &G::Move| {
            let mut next = position.clone();
            next.play(mv);
            count(&next, depth - 1, spare)
        };
        moves.iter().map(after).sum()
    };
    moves.clear();
    spare.push(moves);
    sequences
}
