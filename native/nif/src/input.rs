//! Arguments, read without trust in them.

use playout_games::MAX_MOVES;
use rustler::{Binary, ResourceArc, Term};

use crate::failure::Failure;
use crate::held::Held;

pub(crate) fn text(term: Term<'_>) -> Result<&str, Failure> {
    let binary: Binary<'_> = term.decode().map_err(|_| Failure::not_text())?;
    std::str::from_utf8(binary.as_slice()).map_err(|error| {
        let valid = &binary.as_slice()[..error.valid_up_to()];
        Failure::not_utf8(String::from_utf8_lossy(valid).chars().count())
    })
}

/// A list of texts, bounded before any of it is read.
pub(crate) fn moves(term: Term<'_>) -> Result<Vec<&str>, Failure> {
    let length = term.list_length().map_err(|_| Failure::not_list())?;
    if length > MAX_MOVES {
        return Err(Failure::too_many_moves(MAX_MOVES));
    }
    let terms: Vec<Term<'_>> = term.decode().map_err(|_| Failure::not_list())?;
    let read = |(index, term)| text(term).map_err(|failure| failure.at_move(index + 1));
    terms.into_iter().enumerate().map(read).collect()
}

pub(crate) fn pairs(term: Term<'_>) -> Result<Vec<(&str, &str)>, Failure> {
    let pairs: Vec<(Term<'_>, Term<'_>)> = term.decode().map_err(|_| Failure::not_list())?;
    pairs.into_iter().map(|(key, value)| Ok((text(key)?, text(value)?))).collect()
}

pub(crate) fn search(term: Term<'_>) -> Result<ResourceArc<Held>, Failure> {
    term.decode().map_err(|_| Failure::not_search())
}
