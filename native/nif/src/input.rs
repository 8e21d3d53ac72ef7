//! Arguments, read without trust in them.

use playout_games::MAX_MOVES;
use playout_search::Bounds;
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

fn pairs_of_terms(term: Term<'_>) -> Result<Vec<(Term<'_>, Term<'_>)>, Failure> {
    // Decoding panics where a list does not end as one.
    term.list_length().map_err(|_| Failure::not_list())?;
    term.decode().map_err(|_| Failure::not_list())
}

pub(crate) fn pairs(term: Term<'_>) -> Result<Vec<(&str, &str)>, Failure> {
    pairs_of_terms(term)?.into_iter().map(|(key, value)| Ok((text(key)?, text(value)?))).collect()
}

/// Pairs of a key and the most that it may be.
pub(crate) fn bounds(term: Term<'_>) -> Result<Bounds, Failure> {
    let pairs = pairs_of_terms(term)?;
    let mut read = Vec::with_capacity(pairs.len());
    for (key, most) in pairs {
        let key = text(key)?;
        read.push((key, most.decode().map_err(|_| Failure::not_count(key))?));
    }
    Ok(Bounds::new(read)?)
}

pub(crate) fn search(term: Term<'_>) -> Result<ResourceArc<Held>, Failure> {
    term.decode().map_err(|_| Failure::not_search())
}
