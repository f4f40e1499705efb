//! How a lock is taken: also if somebody panicked who had it. Whoever ends the command in place of another needs it, so it is below all of them.

use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
