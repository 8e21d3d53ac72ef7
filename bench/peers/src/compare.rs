//! Runs two equivalent searches alternately and formats the result as a row of the table.

use std::error::Error;

/// Runs one search with a seed and returns its CPU time in seconds.
pub(crate) type Searcher<'a> = Box<dyn FnMut(u64) -> Result<f64, Box<dyn Error>> + 'a>;

/// Two searches to compare.
pub(crate) struct Pair<'a> {
    pub(crate) game: &'static str,
    pub(crate) against: &'static str,
    /// Simulations per search.
    pub(crate) simulations: u64,
    /// The ratio to reach, if there is one.
    pub(crate) target: Option<f64>,
    pub(crate) ours: Searcher<'a>,
    pub(crate) theirs: Searcher<'a>,
}

/// The minimum duration of a run in seconds; a run repeats the search until then.
const MIN_SECONDS: f64 = 0.3;

/// The result of a [`Pair`].
pub(crate) struct Row {
    game: &'static str,
    against: &'static str,
    simulations: u64,
    target: Option<f64>,
    /// In each round, both sides' simulations per second.
    rounds: Vec<[f64; 2]>,
}

impl Pair<'_> {
    /// Runs ours, theirs, ours, theirs, …, after one of each as a warm-up.
    pub(crate) fn run(mut self, rounds: u64) -> Result<Row, Box<dyn Error>> {
        (self.ours)(0)?;
        (self.theirs)(0)?;
        let mut speeds = Vec::new();
        for round in 1..=rounds {
            let ours = speed(self.simulations, round, &mut self.ours)?;
            let theirs = speed(self.simulations, round, &mut self.theirs)?;
            speeds.push([ours, theirs]);
        }
        let Self { game, against, simulations, target, .. } = self;
        Ok(Row { game, against, simulations, target, rounds: speeds })
    }
}

fn speed(simulations: u64, round: u64, search: &mut Searcher<'_>) -> Result<f64, Box<dyn Error>> {
    let (mut seconds, mut searches) = (0.0, 0);
    while seconds < MIN_SECONDS {
        searches += 1;
        seconds += search(round * 1_000 + searches)?;
    }
    Ok((simulations * searches) as f64 / seconds)
}

impl Row {
    pub(crate) const HEAD: &'static str = "\
| game | against | simulations per search | ours per second | theirs per second | ratio (min to max) | target |
|---|---|---|---|---|---|---|";

    /// A row of a Markdown table.
    pub(crate) fn to_markdown(&self) -> String {
        let of = |side: usize| sorted(self.rounds.iter().map(|speeds| speeds[side]));
        let ratios = sorted(self.rounds.iter().map(|[ours, theirs]| ours / theirs));
        let target = self.target.map(|target| format!("{target:.0}")).unwrap_or_default();
        format!(
            "| {} | {} | {} | {} | {} | {:.2} ({:.2} to {:.2}) | {target} |",
            self.game,
            self.against,
            grouped(self.simulations as f64),
            grouped(middle(&of(0))),
            grouped(middle(&of(1))),
            middle(&ratios),
            ratios[0],
            ratios[ratios.len() - 1],
        )
    }
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The median of a nonempty sorted slice.
fn middle(values: &[f64]) -> f64 {
    let upper = values.len() / 2;
    if values.len() % 2 == 1 { values[upper] } else { (values[upper - 1] + values[upper]) / 2.0 }
}

/// A number rounded to three significant digits, with thousands separators: 1,230,000.
fn grouped(number: f64) -> String {
    let unit = 10_f64.powf((number.log10().floor() - 2.0).max(0.0));
    let digits = format!("{:.0}", (number / unit).round() * unit);
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_shows_medians_and_the_range_of_ratios() {
        let pair = Pair {
            game: "quarto",
            against: "a clock",
            simulations: 100_000,
            target: Some(2.0),
            ours: Box::new(|_| Ok(0.5)),
            // Each round has its own range of seeds.
            theirs: Box::new(|seed| Ok([9.0, 1.0, 2.5, 2.0][(seed / 1_000) as usize])),
        };
        assert_eq!(
            pair.run(3).expect("nothing fails").to_markdown(),
            "| quarto | a clock | 100,000 | 200,000 | 50,000 | 4.00 (2.00 to 5.00) | 2 |"
        );
    }

    #[test]
    fn numbers_are_rounded_and_grouped() {
        let written = [7.0, 123.4, 1_234.0, 98_765.0, 1_234_567.0].map(grouped);
        assert_eq!(written, ["7", "123", "1,230", "98,800", "1,230,000"]);
    }
}
