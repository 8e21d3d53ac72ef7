//! Reading the texts of positions.

use crate::Error;

/// Takes the name of a variant off the front of a position that begins with its
/// board, and says how long it was: `squares ..../…`. The usual variant, the first
/// one, is never named.
pub(crate) fn split_variant(
    text: &str,
    variants: &[&'static str],
) -> Result<(&'static str, usize), Error> {
    let (usual, named) = (variants[0], &variants[1..]);
    let Some((word, rest)) = text.split_once(' ') else { return Ok((usual, 0)) };
    if let Some(variant) = named.iter().find(|variant| **variant == word) {
        return Ok((variant, word.len() + 1));
    }
    // A board has slashes. What is in front of one is a name if it is written as
    // names of variants are.
    let in_names = |c: char| c.is_ascii_alphabetic() || named.iter().any(|name| name.contains(c));
    if rest.contains('/') && !word.is_empty() && word.chars().all(in_names) {
        return Err(Error::unknown_variant(word, named).at_character(1));
    }
    Ok((usual, 0))
}
