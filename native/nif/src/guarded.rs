use std::sync::{Mutex, PoisonError};

/// A native value that one process of the VM works with; gone once it was taken, or once
/// work on it has panicked.
pub(crate) struct Guarded<T>(Mutex<Option<T>>);

impl<T> Guarded<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Mutex::new(Some(value)))
    }

    /// Does something with the value, if it is there. A panic discards it: nobody knows
    /// what state it is in.
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
