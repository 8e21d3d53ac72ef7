use playout_games::{Game, Record};

/// How often a position has occurred with this time, in the record and among those passed
/// below its position, and the ply of the first occurrence: 0 if that is in the record.
///
/// Always once in games that do not count it.
pub(super) fn occurrences<'a, G: Game>(
    record: &Record<G>,
    passed: impl Iterator<Item = &'a G>,
    position: &G,
) -> (u32, u32) {
    if G::REPETITIONS_TO_DRAW == 0 {
        return (1, 0);
    }
    let before = record.occurrences(position);
    let (mut count, mut first) = (before + 1, 0);
    for (ply, passed) in (1..).zip(passed) {
        if passed == position {
            count += 1;
            if first == 0 && before == 0 {
                first = ply;
            }
        }
    }
    (count, first)
}
