//! Random openings: random legal plies, different for each pair as long as there are enough
//! openings.

use std::collections::HashSet;

use playout_games::{Game, Record};
use playout_search::Random;

/// If there are few openings, all of them are listed and assigned in random order. If there are
/// many, an opening is drawn at random for each pair, again and again until it is a new one. "Few"
/// means at most this many times the number of pairs; with more, a new one is soon found.
const FEW: usize = 2;

/// The maximum number of positions to visit while listing openings: if they are long, most
/// positions may lead only to games that end too early.
const MAX_VISITED: u64 = 1_000_000;

/// How many times to draw an opening before accepting one that an earlier pair had.
const MAX_DRAWS: u32 = 10_000;

type Opening<G> = Vec<<G as Game>::Move>;

/// Draws one opening per pair. Two openings count as the same if they lead to the same position.
/// `None` if every opening ends the game.
pub(super) fn draw<G: Game>(
    start: &Record<G>,
    plies: u32,
    pairs: usize,
    random: &mut Random,
) -> Option<Vec<Opening<G>>> {
    match Listing::new(pairs.saturating_mul(FEW)).list(start.clone(), plies) {
        Some(all) => assign(all, pairs, random),
        None => draw_many(start, plies, pairs, random),
    }
}

/// Assigns the openings to the pairs in random order. If there are more pairs than openings, it
/// starts over in a different order.
fn assign<M: Clone>(
    mut all: Vec<Vec<M>>,
    pairs: usize,
    random: &mut Random,
) -> Option<Vec<Vec<M>>> {
    if all.is_empty() {
        return None;
    }
    let mut assigned = Vec::with_capacity(pairs);
    while assigned.len() < pairs {
        random.shuffle(&mut all);
        assigned.extend(all.iter().take(pairs - assigned.len()).cloned());
    }
    Some(assigned)
}

fn draw_many<G: Game>(
    start: &Record<G>,
    plies: u32,
    pairs: usize,
    random: &mut Random,
) -> Option<Vec<Opening<G>>> {
    let mut seen = HashSet::new();
    let mut drawn = Vec::with_capacity(pairs);
    for _ in 0..pairs {
        let mut opening = None;
        for _ in 0..MAX_DRAWS {
            let Some((moves, position)) = draw_one(start, plies, random) else { continue };
            opening = Some(moves);
            if seen.insert(position) {
                break;
            }
        }
        drawn.push(opening?);
    }
    Some(drawn)
}

/// Random plies and the position after them; `None` if the game is over by then.
fn draw_one<G: Game>(
    start: &Record<G>,
    plies: u32,
    random: &mut Random,
) -> Option<(Opening<G>, G)> {
    let mut record = start.clone();
    for _ in 0..plies {
        let moves = record.legal_moves();
        let count = u32::try_from(moves.len()).ok()?;
        record.play(*moves.get(random.below(count) as usize)?);
    }
    let opening = record.moves()[start.ply()..].to_vec();
    record.outcome().is_none().then(|| (opening, record.position().clone()))
}

/// Lists all openings, but gives up if there are too many.
struct Listing<G: Game> {
    found: Vec<Opening<G>>,
    seen: HashSet<G>,
    max: usize,
    visited: u64,
}

impl<G: Game> Listing<G> {
    fn new(max: usize) -> Self {
        Self { found: Vec::new(), seen: HashSet::new(), max, visited: 0 }
    }

    fn list(mut self, start: Record<G>, plies: u32) -> Option<Vec<Opening<G>>> {
        let played = start.ply();
        // An explicit stack, so that the call stack does not grow with depth.
        let mut open = vec![start];
        while let Some(record) = open.pop() {
            self.visited += 1;
            if self.visited > MAX_VISITED {
                return None;
            }
            if record.ply() - played < plies as usize {
                for mv in record.legal_moves() {
                    let mut next = record.clone();
                    next.play(mv);
                    open.push(next);
                }
            } else if record.outcome().is_none() && self.seen.insert(record.position().clone()) {
                self.found.push(record.moves()[played..].to_vec());
                if self.found.len() > self.max {
                    return None;
                }
            }
        }
        Some(self.found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use playout_games::quarto::Quarto;

    fn positions(start: &Record<Quarto>, plies: u32, pairs: usize, seed: u64) -> Vec<Quarto> {
        let openings = draw(start, plies, pairs, &mut Random::new(seed)).expect("openings");
        assert_eq!(openings.len(), pairs);
        let after = |opening: Opening<Quarto>| {
            assert_eq!(opening.len(), plies as usize);
            let mut record = start.clone();
            for mv in opening {
                assert!(record.position().is_legal(mv));
                record.play(mv);
            }
            assert_eq!(record.outcome(), None);
            *record.position()
        };
        openings.into_iter().map(after).collect()
    }

    fn start(text: &str) -> Record<Quarto> {
        Record::from_texts(Some(text), []).expect("a position")
    }

    fn different(positions: &[Quarto]) -> usize {
        positions.iter().collect::<HashSet<_>>().len()
    }

    #[test]
    fn an_opening_of_no_plies_is_the_start() {
        let record = Record::new(Quarto::default());
        assert_eq!(positions(&record, 0, 3, 1), [Quarto::default(); 3]);
    }

    #[test]
    fn openings_repeat_only_after_all_others() {
        let record = Record::new(Quarto::default());
        assert_eq!(different(&positions(&record, 1, 7, 1)), 7);
        let drawn = positions(&record, 1, 40, 1);
        assert_eq!(different(&drawn[..16]), 16);
        assert_eq!(different(&drawn[16..32]), 16);
        assert_eq!(different(&drawn[32..]), 8);
        assert_eq!(different(&positions(&record, 2, 3_840, 1)), 3_840);
        assert_eq!(different(&positions(&record, 2, 1_000, 1)), 1_000);
        assert_eq!(different(&positions(&record, 6, 1_000, 1)), 1_000);
    }

    #[test]
    fn the_seed_determines_the_openings() {
        let record = Record::new(Quarto::default());
        for plies in [1, 4] {
            let drawn = positions(&record, plies, 10, 7);
            assert_eq!(drawn, positions(&record, plies, 10, 7));
            assert_ne!(drawn, positions(&record, plies, 10, 8));
        }
    }

    #[test]
    fn openings_that_end_the_game_are_not_used() {
        // Piece 3 wins on d1, and only there.
        let record = start("..../..../..../012. 3");
        let moves = record.legal_moves().len();
        let drawn = positions(&record, 1, moves, 1);
        assert_eq!(different(&drawn), moves - 1);
    }

    #[test]
    fn there_may_be_no_openings() {
        let record = Record::new(Quarto::default());
        for plies in [17, 200] {
            assert_eq!(draw(&record, plies, 5, &mut Random::new(1)), None);
        }
    }
}
