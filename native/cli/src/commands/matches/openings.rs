//! The openings of a match: random legal plies, a different opening for each pair while there are
//! enough.

use std::collections::HashSet;

use playout_games::{Game, Record};
use playout_search::Random;

/// If there are few openings, all are listed and dealt in random order. If there are many, they are
/// drawn ply by ply, and again if an earlier pair had the same one. "Few" is at most this many
/// times the number of pairs, so that drawing soon finds a new one.
const FEW: usize = 2;

/// How many positions to visit while counting openings. In long openings, most of them may be
/// positions where the game is over in every line.
const MOST_LOOKED_AT: u64 = 1_000_000;

/// How often to draw an opening before accepting one that an earlier pair had.
const MOST_DRAWS: u32 = 10_000;

type Opening<G> = Vec<<G as Game>::Move>;

/// Draws one opening per pair; two are the same if they lead to the same position. `None` if every
/// opening ends the game.
pub(super) fn draw<G: Game>(
    start: &Record<G>,
    plies: u32,
    pairs: usize,
    random: &mut Random,
) -> Option<Vec<Opening<G>>> {
    match Listing::new(pairs.saturating_mul(FEW)).list(start.clone(), plies) {
        Some(all) => deal(all, pairs, random),
        None => draw_many(start, plies, pairs, random),
    }
}

/// Deals them in random order, all of them as often as necessary.
fn deal<M: Clone>(mut all: Vec<Vec<M>>, pairs: usize, random: &mut Random) -> Option<Vec<Vec<M>>> {
    if all.is_empty() {
        return None;
    }
    let mut dealt = Vec::with_capacity(pairs);
    while dealt.len() < pairs {
        random.shuffle(&mut all);
        dealt.extend(all.iter().take(pairs - dealt.len()).cloned());
    }
    Some(dealt)
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
        for _ in 0..MOST_DRAWS {
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

/// Random plies and the position after them; `None` if that game is over.
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

/// A list of all openings, abandoned if there are many.
struct Listing<G: Game> {
    found: Vec<Opening<G>>,
    seen: HashSet<G>,
    most: usize,
    looked_at: u64,
}

impl<G: Game> Listing<G> {
    fn new(most: usize) -> Self {
        Self { found: Vec::new(), seen: HashSet::new(), most, looked_at: 0 }
    }

    fn list(mut self, start: Record<G>, plies: u32) -> Option<Vec<Opening<G>>> {
        let played = start.ply();
        // An explicit stack, so that the call stack does not grow with depth.
        let mut open = vec![start];
        while let Some(record) = open.pop() {
            self.looked_at += 1;
            if self.looked_at > MOST_LOOKED_AT {
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
                if self.found.len() > self.most {
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
