use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use playout_games::Error;
use playout_search::{Budget, Choice, Clock, Session, Status};

/// How long a search runs between checks of the clock and of the stop signal.
const SLICE: Duration = Duration::from_millis(1);
/// The time between two progress reports.
const REPORT_EVERY: Duration = Duration::from_millis(500);
/// How old the move may be that is the answer at a deadline, beyond a slice.
const RENEW_EVERY: Duration = Duration::from_millis(10);

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

/// A report of a search: the best move so far, its answer, or why it could not begin.
pub(crate) enum Report {
    Progress(Choice<String>),
    Answer(Choice<String>),
    Failure(Error),
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

/// Where a search reports to.
type Receive<'a> = &'a mut (dyn FnMut(Report) + Send);

/// Runs a search and reports its progress. The last report is its answer.
///
/// At a deadline another thread answers, with the best move that it knows of, because a thread that
/// sleeps is woken in time: one that computes may have to wait until busy processes let it go on.
pub(crate) fn think(search: &mut dyn Session, until: Until, stop: &Stop, report: Receive<'_>) {
    think_by(Instant::now, search, until, stop, report);
}

/// Like [`think`], by a clock.
fn think_by(
    clock: Clock,
    search: &mut dyn Session,
    until: Until,
    stop: &Stop,
    report: Receive<'_>,
) {
    let answer = &Answer::to(report);
    thread::scope(|scope| {
        if let Until::Deadline(end) = until {
            scope.spawn(move || answer.give_at(end, clock));
        }
        run(clock, search, until, stop, answer);
        answer.give(choice(search));
    });
}

/// Runs a search until it must answer.
fn run(clock: Clock, search: &mut dyn Session, until: Until, stop: &Stop, answer: &Answer<'_>) {
    let mut reported = clock();
    let mut renewed = None;
    loop {
        let now = clock();
        let slice = match until {
            Until::Deadline(end) => SLICE.min(end.saturating_duration_since(now)),
            Until::Done | Until::Stopped => SLICE,
        };
        if slice.is_zero() || stop.is_requested() {
            break;
        }
        if search.step(Budget::time(slice)) == Status::Done {
            if until == Until::Stopped {
                // Until it is stopped, this is the only sign of what it has found.
                answer.report_progress(choice(search));
                stop.wait();
            }
            break;
        }
        let now = clock();
        let is_old = |since: Instant, time| now.saturating_duration_since(since) >= time;
        if matches!(until, Until::Deadline(_)) && renewed.is_none_or(|it| is_old(it, RENEW_EVERY)) {
            answer.renew(choice(search));
            renewed = Some(clock());
        }
        if is_old(reported, REPORT_EVERY) {
            reported = now;
            answer.report_progress(choice(search));
        }
    }
}

/// The answer of a search, which the search or the thread with its deadline gives, whoever is first.
struct Answer<'a> {
    state: Mutex<State<'a>>,
    given: Condvar,
}

struct State<'a> {
    report: Receive<'a>,
    /// The best move so far.
    best: Option<Choice<String>>,
    is_given: bool,
}

impl<'a> Answer<'a> {
    fn to(report: Receive<'a>) -> Self {
        let state = State { report, best: None, is_given: false };
        Self { state: Mutex::new(state), given: Condvar::new() }
    }

    /// A panic in the other thread ends this one too, so what it leaves does not matter.
    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn renew(&self, best: Choice<String>) {
        self.lock().best = Some(best);
    }

    fn report_progress(&self, best: Choice<String>) {
        let mut state = self.lock();
        if !state.is_given {
            (state.report)(Report::Progress(best));
        }
    }

    fn give(&self, best: Choice<String>) {
        self.lock().give(best);
        self.given.notify_all();
    }

    /// Waits until the answer has been given, and gives it at a time. If no move is known by then, the
    /// search gives it as soon as there is one.
    fn give_at(&self, end: Instant, clock: Clock) {
        let mut state = self.lock();
        while !state.is_given {
            let left = end.saturating_duration_since(clock());
            if left.is_zero() {
                if let Some(best) = state.best.take() {
                    state.give(best);
                }
                return;
            }
            let waited = self.given.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl State<'_> {
    fn give(&mut self, best: Choice<String>) {
        if !self.is_given {
            self.is_given = true;
            (self.report)(Report::Answer(best));
        }
    }
}

fn choice(search: &dyn Session) -> Choice<String> {
    search.choice().expect("a search needs a legal move")
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::LazyLock;

    use playout_search::{Spec, open};

    use super::*;

    /// The choice of a search of so many playouts.
    fn choice_after(playouts: u64) -> Choice<String> {
        let spec = Spec::parse(&format!("mcts:playouts={playouts},seed=1")).expect("a spec");
        let mut search = open("quarto", None, [], &spec).expect("a search");
        while search.step(Budget::UNLIMITED) == Status::Running {}
        choice(search.as_ref())
    }

    /// The playouts of the answers among some reports.
    fn answers(reports: impl FnOnce(Receive<'_>)) -> Vec<u64> {
        let mut answers = Vec::new();
        reports(&mut |report| {
            if let Report::Answer(choice) = report {
                answers.push(choice.playouts);
            }
        });
        answers
    }

    #[test]
    fn at_the_deadline_the_best_move_known_is_the_only_answer() {
        let given = answers(|report| {
            let answer = Answer::to(report);
            answer.renew(choice_after(10));
            answer.renew(choice_after(20));
            answer.give_at(Instant::now(), Instant::now);
            answer.report_progress(choice_after(30));
            answer.give(choice_after(40));
        });
        assert_eq!(given, [20]);
    }

    #[test]
    fn a_search_that_has_no_move_at_its_deadline_answers_later() {
        let given = answers(|report| {
            let answer = Answer::to(report);
            answer.give_at(Instant::now(), Instant::now);
            answer.give(choice_after(10));
        });
        assert_eq!(given, [10]);
    }

    /// A clock that a millisecond passes on whenever it is read, and no other time. Each thread has
    /// its own.
    fn clock() -> Instant {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        thread_local!(static READ: Cell<u64> = const { Cell::new(0) });
        READ.set(READ.get() + 1);
        *START + Duration::from_millis(READ.get())
    }

    /// A search without an end of its own, in a position with no quick result.
    fn endless() -> Box<dyn Session> {
        let spec = Spec::parse("mcts:playouts=4000000000,memory=1,seed=1").expect("a spec");
        open("gomoku", None, [], &spec).expect("a search")
    }

    #[test]
    fn a_search_answers_once_at_its_deadline_with_what_it_has_found() {
        for ms in [1, 100, 500] {
            let (_sender, stopped) = mpsc::channel();
            let end = clock() + Duration::from_millis(ms);
            let mut answers = Vec::new();
            think_by(
                clock,
                endless().as_mut(),
                Until::Deadline(end),
                &Stop(stopped),
                &mut |report| {
                    if let Report::Answer(choice) = report {
                        answers.push((choice.playouts, clock()));
                    }
                },
            );
            let [(playouts, at)] = answers[..] else { panic!("{} answers", answers.len()) };
            assert_eq!(playouts > 0, ms > 1);
            // The clock is read a few times in each round.
            assert!((end..end + Duration::from_millis(5)).contains(&at), "{:?}", (end, at));
        }
    }

    #[test]
    fn a_search_that_is_stopped_answers_whatever_its_deadline() {
        for until in [Until::Stopped, Until::Done, Until::Deadline(far())] {
            let (sender, stopped) = mpsc::channel();
            drop(sender);
            let given = answers(|report| {
                think(endless().as_mut(), until, &Stop(stopped), report);
            });
            assert_eq!(given.len(), 1);
        }
    }

    /// A deadline that no test reaches.
    fn far() -> Instant {
        Instant::now() + Duration::from_secs(100_000)
    }

    #[test]
    fn a_search_that_is_done_does_not_wait_for_its_deadline() {
        let spec = Spec::parse("mcts:playouts=10,seed=1").expect("a spec");
        let given = answers(|report| {
            let mut search = open("quarto", None, [], &spec).expect("a search");
            let (_sender, stopped) = mpsc::channel();
            think(search.as_mut(), Until::Deadline(far()), &Stop(stopped), report);
        });
        assert_eq!(given, [10]);
    }
}
