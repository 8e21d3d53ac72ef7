//! Helpers for the tests of playouts.

use super::Separo;
use crate::hash::mix;
use crate::{Game, Options};

/// Random words.
pub(super) fn words(seed: u64) -> impl FnMut() -> u64 {
    let mut state = mix(0, seed);
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(0, state)
    }
}

pub(super) fn start(size: u64) -> Separo {
    Separo::start(&Options::new([("size", size.to_string())])).expect("a start")
}
