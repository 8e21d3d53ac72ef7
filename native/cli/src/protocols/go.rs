use std::num::IntErrorKind;
use std::time::Duration;

use playout_games::Side;

/// How long an answer takes to reach the other program.
const OVERHEAD: Duration = Duration::from_millis(20);
/// An estimate of how many moves are left in the game.
const MOVES_LEFT: u32 = 25;

/// How long to search, as given by `go`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    /// Whether `go` gave any clock values. Those that it left out are zero.
    has_clocks: bool,
    /// The time left on the clocks of `First` and `Second`.
    time: [Duration; 2],
    /// Each side's increment per move.
    increment: [Duration; 2],
    /// The extra time for each move, which remains when the clock has run out.
    byoyomi: Duration,
    pub(crate) movetime: Option<Duration>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) infinite: bool,
}

/// The protocol's names for the clocks and increments of both sides.
pub(crate) struct ClockNames {
    pub(crate) time: [&'static str; 2],
    pub(crate) increment: [&'static str; 2],
}

impl Go {
    /// Reads the words after `go`. Unknown words are ignored, as the protocols require; a known
    /// word without a number is an error.
    pub(crate) fn read(words: &[&str], names: &ClockNames) -> Result<Self, String> {
        let mut go = Self::default();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            // Negative times, which some programs send when a clock has run out, count as zero.
            // Numbers that are too large are clamped.
            let mut number = |most: u64| {
                let text = words.next().copied().unwrap_or_default();
                match text.parse::<i128>() {
                    Ok(number) => Ok(number.clamp(0, most.into()) as u64),
                    Err(error) if *error.kind() == IntErrorKind::PosOverflow => Ok(most),
                    Err(error) if *error.kind() == IntErrorKind::NegOverflow => Ok(0),
                    Err(_) => Err(format!("go: {word} must be followed by a number")),
                }
            };
            let mut ms = || number(86_400_000).map(Duration::from_millis);
            let of = |names: &[&'static str; 2]| names.iter().position(|name| *name == word);
            let clock = match (of(&names.time), of(&names.increment)) {
                (Some(side), _) => Some(&mut go.time[side]),
                (_, Some(side)) => Some(&mut go.increment[side]),
                _ => (word == "byoyomi").then_some(&mut go.byoyomi),
            };
            if let Some(clock) = clock {
                *clock = ms()?;
                go.has_clocks = true;
                continue;
            }
            match word {
                "movetime" => go.movetime = Some(ms()?),
                "depth" => go.depth = Some(number(1_000)?.max(1) as u32),
                "nodes" => go.nodes = Some(number(4_000_000_000)?.max(1)),
                "infinite" => go.infinite = true,
                _ => {}
            }
        }
        Ok(go)
    }

    /// Whether only `stop` ends the search.
    pub(crate) fn is_infinite(&self) -> bool {
        self.infinite
            || (self.depth.is_none()
                && self.nodes.is_none()
                && self.movetime.is_none()
                && !self.has_clocks)
    }

    /// How long a side may think; `None` means no limit.
    pub(crate) fn time_for(&self, side: Side) -> Option<Duration> {
        if let Some(movetime) = self.movetime {
            return Some(without_overhead(movetime));
        }
        let clock = self.time[side as usize];
        let budget = clock / MOVES_LEFT + self.increment[side as usize] * 3 / 4 + self.byoyomi;
        self.has_clocks.then(|| without_overhead(budget.min(clock + self.byoyomi)))
    }
}

/// The part of a time that can be spent searching if the answer is to arrive in time.
fn without_overhead(time: Duration) -> Duration {
    time.saturating_sub(OVERHEAD.max(time / 20)).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: ClockNames =
        ClockNames { time: ["p1time", "p2time"], increment: ["p1inc", "p2inc"] };

    fn read(line: &str) -> Result<Go, String> {
        Go::read(&line.split_whitespace().collect::<Vec<_>>(), &NAMES)
    }

    #[test]
    fn a_side_uses_part_of_its_own_clock() {
        let go = read("p1time 60000 p2time 1000 p1inc 1000 p2inc 0").expect("a go");
        let [first, second] =
            Side::BOTH.map(|side| go.time_for(side).expect("a clock").as_millis());
        assert!((2_500..3_150).contains(&first), "{first}");
        assert!((1..=40).contains(&second), "{second}");
        assert!(!go.is_infinite());
    }

    #[test]
    fn no_clock_runs_out() {
        for left in [0, 1, 5, 30, 1_000] {
            let go = read(&format!("p1time {left} p2time 0 p1inc 10000")).expect("a go");
            let time = go.time_for(Side::First).expect("a clock").as_millis();
            assert!(time <= left.max(1), "{time} of {left}");
        }
    }

    #[test]
    fn a_missing_or_negative_clock_counts_as_zero() {
        let soon = Some(Duration::from_millis(1));
        for line in ["p1time 60000", "p2time -70", "p1inc 100 p2inc 100", "byoyomi -1"] {
            let go = read(line).expect("a go");
            assert_eq!((go.is_infinite(), go.time_for(Side::Second)), (false, soon), "{line}");
        }
        let go = read("movetime -1").expect("a go");
        assert_eq!(go.time_for(Side::First), soon);
    }

    #[test]
    fn unknown_words_are_ignored_and_missing_numbers_reported() {
        let go = read("quickly depth 4 searchmoves a1").expect("a go");
        assert_eq!(go, Go { depth: Some(4), ..Go::default() });
        for many in [u64::MAX.to_string(), "9".repeat(50)] {
            let go = read(&format!("nodes {many} movetime {many} p2time {many}")).expect(&many);
            assert_eq!(go.nodes, Some(4_000_000_000), "{many}");
        }
        for line in ["depth", "depth x", "movetime soon", "nodes 1e3", "p1time"] {
            let word = line.split(' ').next().expect("a word");
            assert_eq!(read(line), Err(format!("go: {word} must be followed by a number")));
        }
        assert!(read("").expect("a go").is_infinite());
        assert!(read("infinite movetime 5").expect("a go").is_infinite());
    }
}
