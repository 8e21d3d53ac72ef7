//! Progress bars on standard error, shown only if it is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use playout_search::{Budget, Choice, Session, Status};

/// The time between two updates of the bar. A shorter search shows no bar at all.
const SLICE: Duration = Duration::from_millis(100);

/// Runs a search to its end, showing a progress bar, and returns its choice; `None` if the game is
/// over.
pub(crate) fn think(search: &mut dyn Session) -> Option<Choice<String>> {
    const PARTS: u64 = 1_000;

    let bar = bar_of(PARTS, "{wide_bar} {msg}");
    let slice = if bar.is_hidden() { Budget::UNLIMITED } else { Budget::time(SLICE) };
    while search.step(slice) == Status::Running {
        let progress = search.progress();
        let value = progress.estimate.value();
        bar.set_message(format!("{} playouts, value {value:+.2}", progress.playouts));
        bar.set_position((progress.used * PARTS as f64) as u64);
    }
    bar.finish_and_clear();
    search.choice()
}

/// A bar of `parts` parts, hidden unless standard error is a terminal.
pub(crate) fn bar_of(parts: u64, template: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(parts).with_style(style)
}

/// Runs a job that reports a fraction, with a progress bar.
pub(crate) fn with_bar<T>(job: impl FnOnce(&mut (dyn FnMut(f64) + Send)) -> T) -> T {
    const PARTS: f64 = 1_000.0;

    let bar = bar_of(PARTS as u64, "{wide_bar} {percent}%");
    let shown = bar.clone();
    let result = job(&mut move |fraction| shown.set_position((fraction * PARTS) as u64));
    bar.finish_and_clear();
    result
}
