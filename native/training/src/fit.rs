//! Fits the network and the policy to games.

use std::fs;
use std::io;
use std::path::Path;

use playout_search::POINTS_TO_LEAD;

use crate::choices::{self, Choice};
use crate::descent::{Samples, descend};
use crate::network::Network;
use crate::policy::Policy;
use crate::samples::{self, Sample};

/// How many times a fit uses each position.
const EPOCHS: usize = 8;
const POLICY_EPOCHS: usize = 3;
const FINE_TUNING_EPOCHS: usize = 6;
/// As many moves as `mcts` lists with the policy (`LIKELIEST` of `expansion.rs`).
const LISTED: usize = 12;

/// The games in some files, as a function reads them.
fn games<S>(
    files: &[&Path],
    read: impl Fn(&Path) -> io::Result<Vec<Vec<S>>>,
) -> io::Result<Vec<Vec<S>>> {
    let mut games = Vec::new();
    for file in files {
        games.extend(read(file)?);
    }
    Ok(games)
}

/// Fits a network to the games in some files, says how well it does, and writes its weights.
pub(crate) fn fit(files: &[&Path], seed: u64, to: &Path) -> io::Result<()> {
    let games = games(files, samples::read)?;
    let mut samples = Samples::of(&games);
    report("without the network", &samples.kept, |it| it.evaluation / POINTS_TO_LEAD);
    let mut network = Network::new(seed);
    descend(&mut network, &mut samples, EPOCHS, seed, |name, kept, network: &Network| {
        report(name, kept, |it| network.value(it));
    });
    fs::write(to, network.quantised())
}

/// Fits a policy to the games in some files, says how well it does, and writes its weights.
pub(crate) fn fit_policy(files: &[&Path], seed: u64, to: &Path) -> io::Result<()> {
    descend_policy(Policy::new(seed), files, POLICY_EPOCHS, seed, to)
}

/// Fits a policy as [`fit_policy`] does, but begins with the weights in a file.
pub(crate) fn fine_tune_policy(
    from: &Path,
    files: &[&Path],
    seed: u64,
    to: &Path,
) -> io::Result<()> {
    let unreadable = || io::Error::other(format!("{}: no weights of a policy", from.display()));
    let policy = Policy::read(&fs::read(from)?).ok_or_else(unreadable)?;
    descend_policy(policy, files, FINE_TUNING_EPOCHS, seed, to)
}

fn descend_policy(
    mut policy: Policy,
    files: &[&Path],
    epochs: usize,
    seed: u64,
    to: &Path,
) -> io::Result<()> {
    let games = games(files, choices::read)?;
    let mut samples = Samples::of(&games);
    report_choices("before", &samples.kept, &policy);
    descend(&mut policy, &mut samples, epochs, seed, report_choices);
    fs::write(to, policy.quantised())
}

/// Prints the mean log losses of values: to the targets, and to the results where there are any.
fn report(name: &str, samples: &[&Sample], value: impl Fn(&Sample) -> f32) {
    let mean = |losses: &mut dyn Iterator<Item = f64>| {
        let (sum, count) = losses.fold((0.0, 0), |(sum, count), it| (sum + it, count + 1));
        sum / f64::from(count.max(1))
    };
    let targets = mean(&mut samples.iter().map(|it| loss(value(it), it.target())));
    let results = mean(&mut samples.iter().filter_map(|it| Some(loss(value(it), it.result?))));
    println!("{name}: log loss {targets:.4} to the targets, {results:.4} to the results");
}

/// The log loss of a value, which is the logarithm of how many times as often a side wins as it
/// loses.
fn loss(value: f32, target: f32) -> f64 {
    let chance = (1.0 / (1.0 + f64::from(-value).exp())).clamp(1e-9, 1.0 - 1e-9);
    let target = f64::from(target);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

/// Prints the mean cross entropy of choices, and how often the move that the search visited most is the
/// likeliest, or among those that `mcts` lists.
fn report_choices(name: &str, choices: &[&Choice], policy: &Policy) {
    let count = choices.len().max(1) as f64;
    let (mut entropy, mut first, mut among) = (0.0, 0, 0);
    for choice in choices {
        let probabilities = policy.probabilities(choice);
        let moves = choice.shares.iter().zip(&probabilities);
        entropy -= moves.clone().map(|(&it, of)| f64::from(it * of.max(1e-9).ln())).sum::<f64>();
        let (_, &chance) = moves.max_by(|a, b| a.0.total_cmp(b.0)).expect("moves");
        let likelier = probabilities.iter().filter(|it| **it > chance).count();
        first += u32::from(likelier == 0);
        among += u32::from(likelier < LISTED);
    }
    let [first, among] = [first, among].map(|it| 100.0 * f64::from(it) / count);
    let entropy = entropy / count;
    println!(
        "{name}: cross entropy {entropy:.4}, {first:.1}% the likeliest, {among:.1}% among {LISTED}"
    );
}
