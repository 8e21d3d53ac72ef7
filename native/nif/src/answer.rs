use std::panic::{AssertUnwindSafe, catch_unwind};

use rustler::{Encoder, Env, Term};

use crate::failure::Failure;
use crate::terms;

/// Runs a native function and returns `{:ok, value}`, or `{:error, map}` if it fails or panics.
/// Everything that a function does must happen in `work`, including reading its arguments and
/// building terms.
pub(crate) fn answer<'a>(
    env: Env<'a>,
    work: impl FnOnce() -> Result<Term<'a>, Failure>,
) -> Term<'a> {
    // `work` can leave only searches and records in an inconsistent state, and these are discarded
    // if it panics (see `Guarded`).
    let result = catch_unwind(AssertUnwindSafe(work));
    match result.unwrap_or_else(|panic| Err(Failure::panic(&*panic))) {
        Ok(value) => (rustler::types::atom::ok(), value).encode(env),
        Err(failure) => (rustler::types::atom::error(), terms::failure(env, &failure)).encode(env),
    }
}
