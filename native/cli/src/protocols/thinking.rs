use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use playout_search::{Budget, Choice, Session, Status};

/// How long a search works between two looks at the clock and at who wants it
/// to stop.
const SLICE: Duration = Duration::from_millis(1);
/// How often it tells how far it has come.
const TELLING: Duration = Duration::from_millis(500);

/// When a search has to answer, beside its own limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// When it is done.
    Done,
    /// By then, if it is not done sooner.
    Deadline(Instant),
    /// When it is stopped, no sooner.
    Stopped,
}

/// What a search has to say: how it stands, or what it plays.
pub(crate) enum Thought {
    Standing(Choice<String>),
    Answer(Choice<String>),
}

/// Work in a thread of its own, which gives something back when it is over.
pub(crate) struct Thinking<T> {
    stop: Sender<()>,
    worker: JoinHandle<T>,
}

/// How a worker learns that it has to stop.
pub(crate) struct Stop(Receiver<()>);

impl<T: Send + 'static> Thinking<T> {
    pub(crate) fn begin(work: impl FnOnce(&Stop) -> T + Send + 'static) -> Self {
        let (stop, stopped) = mpsc::channel();
        Self { stop, worker: thread::spawn(move || work(&Stop(stopped))) }
    }

    /// Has the worker answer now, waits until it has, and answers what it gives back:
    /// nothing if it panicked, which it has said on standard error.
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
        // Nothing is ever sent: it ends when the other side is dropped.
        let _ = self.0.recv();
    }
}

/// Lets a search work, and hands on what it has to say; the last of it is its
/// answer.
pub(crate) fn think(
    search: &mut dyn Session,
    until: Until,
    stop: &Stop,
    hear: &mut dyn FnMut(Thought),
) {
    let mut told = Instant::now();
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
        if told.elapsed() >= TELLING {
            told = Instant::now();
            hear(Thought::Standing(chosen(search)));
        }
    }
    hear(Thought::Answer(chosen(search)));
}

fn is_time(until: Until) -> bool {
    matches!(until, Until::Deadline(end) if Instant::now() >= end)
}

fn chosen(search: &dyn Session) -> Choice<String> {
    search.choice().expect("a search begins where there is a move")
}
