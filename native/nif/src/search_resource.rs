#[cfg(feature = "testing")]
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use playout_search::Session;
use rustler::Resource;

use crate::failure::Failure;
use crate::guarded::Guarded;

/// A search that the VM holds; empty once it has been closed or has panicked.
pub(crate) struct SearchResource {
    search: Guarded<Counted>,
    /// Whether its owner asked for lines.
    has_lines: bool,
}

#[rustler::resource_impl]
impl Resource for SearchResource {}

impl SearchResource {
    /// A search that reports so many lines; with 0, none.
    pub(crate) fn new(mut session: Box<dyn Session>, lines: usize) -> Self {
        let has_lines = lines > 0;
        if has_lines {
            session.set_multi_pv(lines);
        }
        Self { search: Guarded::new(Counted::new(session)), has_lines }
    }

    /// Whether its owner asked for lines.
    pub(crate) fn has_lines(&self) -> bool {
        self.has_lines
    }

    /// Calls a function with the search. If it panics, the search is discarded.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut dyn Session) -> T) -> Result<T, Failure> {
        self.search.with(|search| work(&mut *search.0)).ok_or_else(Failure::search_over)
    }

    /// Frees the search.
    pub(crate) fn close(&self) {
        drop(self.search.take());
    }
}

impl Drop for SearchResource {
    /// Runs in the VM's garbage collection, on a normal scheduler, if the process was killed before
    /// it could close its search. Freeing a large tree takes milliseconds, so another thread does
    /// it (or this one, if none can be started).
    fn drop(&mut self) {
        if let Some(search) = self.search.take() {
            let freeing = thread::Builder::new().spawn(move || drop(search));
            drop(freeing);
        }
    }
}

/// A search that holds memory; tests count these.
struct Counted(Box<dyn Session>);

impl Counted {
    fn new(session: Box<dyn Session>) -> Self {
        #[cfg(feature = "testing")]
        COUNT.fetch_add(1, Ordering::SeqCst);
        Self(session)
    }
}

#[cfg(feature = "testing")]
impl Drop for Counted {
    fn drop(&mut self) {
        COUNT.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(feature = "testing")]
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// The number of searches that hold memory.
#[cfg(feature = "testing")]
pub(crate) fn count() -> usize {
    COUNT.load(Ordering::SeqCst)
}
