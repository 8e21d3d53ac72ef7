use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use playout_search::{Budget, Choice, Session, Status};

/// How long a search runs between checks of the clock and of the stop signal.
const SLICE: Duration = Duration::from_millis(1);
/// The time between two progress reports.
const REPORT_EVERY: Duration = Duration::from_millis(500);

/// When a search has to answer, apart from its own limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// When it is done.
    Done,
    /// At this time, if it is not done earlier.
    Deadline(Instant),
    /// When it is stopped, and not earlier.
    Stopped,
}

/// What a search reports: its progress, or its answer.
pub(crate) enum Thought {
    Standing(Choice<String>),
    Answer(Choice<String>),
}

/// Work in its own thread, which returns a value at the end.
pub(crate) struct Thinking<T> {
    stop: Sender<()>,
    worker: JoinHandle<T>,
}

/// How a worker learns that it should stop.
pub(crate) struct Stop(Receiver<()>);

impl<T: Send + 'static> Thinking<T> {
    pub(crate) fn begin(work: impl FnOnce(&Stop) -> T + Send + 'static) -> Self {
        let (stop, stopped) = mpsc::channel();
        Self { stop, worker: thread::spawn(move || work(&Stop(stopped))) }
    }

    /// Tells the worker to answer, waits for it, and returns its value; `None` if it panicked,
    /// which it has reported on standard error.
    pub(crate) fn stop(self) -> Option<T> {
        drop(self.stop);
        self.worker.join().ok()
    }
}

impl Stop {
    fn is_wanted(&self) -> bool {
        self.0.try_recv() != Err(TryRecvError::Empty)
    }

    fn wait(&self) {
        // Nothing is ever sent: this returns when the other side is dropped.
        let _ = self.0.recv();
    }
}

/// Runs a search and reports its progress; the last report is its answer.
pub(crate) fn think(
    search: &mut dyn Session,
    until: Until,
    stop: &Stop,
    report: &mut dyn FnMut(Thought),
) {
    let mut reported = Instant::now();
    while !is_time(until) && !stop.is_wanted() {
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
            report(Thought::Standing(chosen(search)));
        }
    }
    report(Thought::Answer(chosen(search)));
}

fn is_time(until: Until) -> bool {
    matches!(until, Until::Deadline(end) if Instant::now() >= end)
}

fn chosen(search: &dyn Session) -> Choice<String> {
    search.choice().expect("a search needs a legal move")
}
