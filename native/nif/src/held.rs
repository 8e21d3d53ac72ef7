use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use playout_search::Session;
use rustler::Resource;

use crate::failure::Failure;

/// The number of searches that hold memory.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// The number of searches that hold memory.
pub(crate) fn count() -> usize {
    COUNT.load(Ordering::SeqCst)
}

/// A search as the VM holds it; empty once it is closed or has panicked.
pub(crate) struct Held(Mutex<Option<Counted>>);

struct Counted(Box<dyn Session>);

#[rustler::resource_impl]
impl Resource for Held {}

impl Held {
    pub(crate) fn new(session: Box<dyn Session>) -> Self {
        COUNT.fetch_add(1, Ordering::SeqCst);
        Self(Mutex::new(Some(Counted(session))))
    }

    /// Does something with the search. A panic in it discards the search:
    /// nobody knows what state it is in.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut dyn Session) -> T) -> Result<T, Failure> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut search = held.take().ok_or_else(Failure::search_over)?;
        let done = work(&mut *search.0);
        *held = Some(search);
        Ok(done)
    }

    /// Frees the search.
    pub(crate) fn close(&self) {
        let search = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(search);
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        COUNT.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Drop for Held {
    /// Runs where the VM collects garbage, on a normal scheduler, if the
    /// process was killed before it could close its search. Freeing a large
    /// tree takes milliseconds, so a thread of its own does it (where none
    /// can be had, it is freed here).
    fn drop(&mut self) {
        let search = self.0.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(search) = search {
            let freeing = thread::Builder::new().spawn(move || drop(search));
            drop(freeing);
        }
    }
}
