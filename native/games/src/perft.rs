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
    let mut buffers = vec![Vec::new(); depth as usize];
    count(position, &mut buffers)
}

/// One buffer a remaining ply, so that nothing is allocated on the way.
fn count<G: Game>(position: &G, buffers: &mut [Vec<G::Move>]) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else {
        return 1;
    };
    moves.clear();
    position.legal_moves(moves);
    if deeper.is_empty() {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|&mv| {
            let mut next = position.clone();
            next.play(mv);
            count(&next, deeper)
        })
        .sum()
}
