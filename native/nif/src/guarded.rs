use std::sync::{Mutex, PoisonError};

/// A native value used by one process of the VM; gone once it has been taken, or once work on it
/// has panicked.
pub(crate) struct Guarded<T>(Mutex<Option<T>>);

impl<T> Guarded<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Mutex::new(Some(value)))
    }

    /// Works with the value, if it is still there. A panic discards it, because its state may be
    /// inconsistent.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> Option<R> {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut value = slot.take()?;
        let done = work(&mut value);
        *slot = Some(value);
        Some(done)
    }

    /// Takes the value out for good.
    pub(crate) fn take(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
