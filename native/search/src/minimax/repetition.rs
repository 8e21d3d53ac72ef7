use playout_games::{Game, Record};

/// How often a position has occurred including now, in the record and on the path, and the ply of
/// its first occurrence: 0 if that is in the record.
///
/// Always once in games that do not count repetitions.
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
