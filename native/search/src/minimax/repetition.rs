use playout_games::{Game, Record};

/// How many times a position has occurred in the record and on the path, including now, and the ply
/// of its first occurrence on the path, or 0 if it occurred in the record.
///
/// In games that do not count repetitions, the count is always 1.
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
