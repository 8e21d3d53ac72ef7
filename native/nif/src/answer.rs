use std::panic::{AssertUnwindSafe, catch_unwind};

use rustler::{Encoder, Env, Term};

use crate::failure::Failure;

/// The answer of a native function: `{:ok, value}` or `{:error, map}`, the
/// latter for a panic too. Everything that a function does, reading its
/// arguments and making terms included, is to happen in `work`.
pub(crate) fn answer<'a>(
    env: Env<'a>,
    work: impl FnOnce() -> Result<Term<'a>, Failure>,
) -> Term<'a> {
    // Nothing is shared with `work` but searches, and one that panics is
    // discarded (see `Held`).
    let result = catch_unwind(AssertUnwindSafe(work));
    match result.unwrap_or_else(|panic| Err(Failure::panic(&*panic))) {
        Ok(value) => (rustler::types::atom::ok(), value).encode(env),
        Err(failure) => (rustler::types::atom::error(), failure.term(env)).encode(env),
    }
}
