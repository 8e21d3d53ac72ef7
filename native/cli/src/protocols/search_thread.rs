use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use playout_search::{Budget, Choice, Session, Status};

/// How long a search runs between checks of the clock and of the stop signal.
const SLICE: Duration = Duration::from_millis(1);
/// The time between two progress reports.
const REPORT_EVERY: Duration = Duration::from_millis(500);

/// When a search must answer, besides reaching its own limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// When it is done.
    Done,
    /// When it is done, or at this time.
    Deadline(Instant),
    /// When it is stopped, not before.
    Stopped,
}

/// A report of a search: the best move so far, or its answer.
pub(crate) enum Report {
    Progress(Choice<String>),
    Answer(Choice<String>),
}

/// A thread that searches and returns a value at the end.
pub(crate) struct SearchThread<T> {
    stop: Sender<()>,
    thread: JoinHandle<T>,
}

/// Tells the thread when to stop.
pub(crate) struct Stop(Receiver<()>);

impl<T: Send + 'static> SearchThread<T> {
    pub(crate) fn start(work: impl FnOnce(&Stop) -> T + Send + 'static) -> Self {
        let (stop, stopped) = mpsc::channel();
        Self { stop, thread: thread::spawn(move || work(&Stop(stopped))) }
    }

    /// Makes the thread answer, waits for it, and returns its value; `None` if it panicked, which
    /// has been reported on standard error.
    pub(crate) fn stop(self) -> Option<T> {
        drop(self.stop);
        self.thread.join().ok()
    }
}

impl Stop {
    fn is_requested(&self) -> bool {
        self.0.try_recv() != Err(TryRecvError::Empty)
    }

    fn wait(&self) {
        // Nothing is ever sent; this returns when the sender is dropped.
        let _ = self.0.recv();
    }
}

/// Runs a search and reports its progress. The last report is its answer.
pub(crate) fn think(
    search: &mut dyn Session,
    until: Until,
    stop: &Stop,
    report: &mut dyn FnMut(Report),
) {
    let mut reported = Instant::now();
    while !is_past(until) && !stop.is_requested() {
        let slice = match until {
            Until::Deadline(end) => SLICE.min(end.saturating_duration_since(Instant::now())),
            Until::Done | Until::Stopped => SLICE,
        };
        if search.step(Budget::time(slice)) == Status::Done {
            if until == Until::Stopped {
                stop.wait();
            }
            break;
        }
        if reported.elapsed() >= REPORT_EVERY {
            reported = Instant::now();
            report(Report::Progress(choice(search)));
        }
    }
    report(Report::Answer(choice(search)));
}

/// Whether the deadline has passed, if there is one.
fn is_past(until: Until) -> bool {
    matches!(until, Until::Deadline(end) if Instant::now() >= end)
}

fn choice(search: &dyn Session) -> Choice<String> {
    search.choice().expect("a search needs a legal move")
}
