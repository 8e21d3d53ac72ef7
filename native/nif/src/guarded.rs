use std::sync::{Mutex, PoisonError};

/// A native value that a process of the VM uses. It is gone once it has been taken out, or once a
/// function that used it has panicked.
pub(crate) struct Guarded<T>(Mutex<Option<T>>);

impl<T> Guarded<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Mutex::new(Some(value)))
    }

    /// Calls a function with the value, if it is still there. If the function panics, the value is
    /// discarded, because it may be in an inconsistent state.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> Option<R> {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut value = slot.take()?;
        let done = work(&mut value);
        *slot = Some(value);
        Some(done)
    }

    /// Takes the value out.
    pub(crate) fn take(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
