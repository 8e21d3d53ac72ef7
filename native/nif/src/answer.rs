use std::panic::{AssertUnwindSafe, catch_unwind};

use rustler::{Encoder, Env, Term};

use crate::failure::Failure;

/// The answer of a native function: `{:ok, value}`, or `{:error, map}`, also for a panic.
/// Everything that a function does has to happen in `work`, including reading its arguments and
/// making terms.
pub(crate) fn answer<'a>(
    env: Env<'a>,
    work: impl FnOnce() -> Result<Term<'a>, Failure>,
) -> Term<'a> {
    // `work` shares only searches and records, and those that panic are discarded (see `Guarded`).
    let result = catch_unwind(AssertUnwindSafe(work));
    match result.unwrap_or_else(|panic| Err(Failure::panic(&*panic))) {
        Ok(value) => (rustler::types::atom::ok(), value).encode(env),
        Err(failure) => (rustler::types::atom::error(), failure.term(env)).encode(env),
    }
}
