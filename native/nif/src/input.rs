//! Reads untrusted arguments.

use std::path::PathBuf;

use playout_games::{
    Code, Error, GAMES, MAX_MOVES, Options, Setup, Side, Vertex, setup_options, shown,
};
use playout_search::{Bounds, Spec};
use rustler::{Binary, ResourceArc, Term};

use crate::failure::Failure;
use crate::perft_resource::PerftResource;
use crate::record_resource::RecordResource;
use crate::search_resource::SearchResource;

/// Reads text; errors refer to it as `what`.
pub(crate) fn text<'a>(term: Term<'a>, what: &str) -> Result<&'a str, Failure> {
    let binary: Binary<'_> = term.decode().map_err(|_| Failure::not_text(what))?;
    std::str::from_utf8(binary.as_slice()).map_err(|error| {
        let valid = &binary.as_slice()[..error.valid_up_to()];
        Failure::not_utf8(what, String::from_utf8_lossy(valid).chars().count())
    })
}

pub(crate) fn game(term: Term<'_>) -> Result<&str, Failure> {
    text(term, "the game")
}

/// Like [`game`], but accepts only games of the site. (Specs can also be read for the example game,
/// which only the program offers.)
pub(crate) fn known_game(term: Term<'_>) -> Result<&str, Failure> {
    let name = game(term)?;
    if GAMES.contains(&name) { Ok(name) } else { Err(Error::unknown_game(name).into()) }
}

pub(crate) fn position(term: Term<'_>) -> Result<&str, Failure> {
    text(term, "the position")
}

pub(crate) fn player(term: Term<'_>) -> Result<&str, Failure> {
    text(term, "the player")
}

/// The steps at the beginning of a move.
pub(crate) fn steps(term: Term<'_>) -> Result<Vec<&str>, Failure> {
    texts(term, "the steps", "a step")
}

/// Reads moves. The length of the list is checked before any of it is read.
pub(crate) fn moves(term: Term<'_>) -> Result<Vec<&str>, Failure> {
    texts(term, "the moves", "a move")
}

fn texts<'a>(term: Term<'a>, list: &str, one: &str) -> Result<Vec<&'a str>, Failure> {
    let not_list = |_| Failure::not_list(list);
    let length = term.list_length().map_err(not_list)?;
    if length > MAX_MOVES {
        return Err(Failure::too_many_moves(MAX_MOVES));
    }
    let terms: Vec<Term<'_>> = term.decode().map_err(not_list)?;
    let read = |(index, term)| text(term, one).map_err(|failure| failure.at_move(index + 1));
    terms.into_iter().enumerate().map(read).collect()
}

/// Reads pairs of a name and something else.
pub(crate) fn pairs<'a>(term: Term<'a>, what: &str) -> Result<Vec<(&'a str, Term<'a>)>, Failure> {
    let not_list = |_| Failure::not_list(what);
    // Decoding panics on an improper list.
    term.list_length().map_err(not_list)?;
    let pairs: Vec<(Term<'_>, Term<'_>)> = term.decode().map_err(not_list)?;
    pairs.into_iter().map(|(key, value)| Ok((text(key, "a key")?, value))).collect()
}

/// Reads the options of a game: keys and values.
pub(crate) fn options(term: Term<'_>) -> Result<Options, Failure> {
    let read = |(key, value)| Ok((key, text(value, &format!("the option {}", shown(key)))?));
    let pairs: Result<Vec<_>, Failure> =
        pairs(term, "the options")?.into_iter().map(read).collect();
    Ok(Options::new(pairs?))
}

/// Reads pairs of a key and its maximum.
pub(crate) fn bounds(term: Term<'_>) -> Result<Bounds, Failure> {
    let read =
        |(key, most): (_, Term<'_>)| Ok((key, most.decode().map_err(|_| Failure::not_count(key))?));
    let pairs: Result<Vec<_>, Failure> = pairs(term, "the limits")?.into_iter().map(read).collect();
    Ok(Bounds::new(pairs?)?)
}

/// Reads a player of a game within bounds.
pub(crate) fn spec(game: Term<'_>, player: Term<'_>, within: Term<'_>) -> Result<Spec, Failure> {
    Ok(Spec::parse_within(self::game(game)?, self::player(player)?, &bounds(within)?)?)
}

pub(crate) fn is_nil(term: Term<'_>) -> bool {
    term.is_atom() && rustler::types::atom::nil() == term
}

/// Reads a path, or `nil`.
pub(crate) fn directory(term: Term<'_>) -> Result<Option<PathBuf>, Failure> {
    if is_nil(term) {
        return Ok(None);
    }
    Ok(Some(PathBuf::from(text(term, "the directory")?)))
}

/// Reads how many lines a search is to report.
pub(crate) fn lines(term: Term<'_>) -> Result<usize, Failure> {
    term.decode().map_err(|_| Failure::not_lines())
}

/// Anything else is read as a depth that is too large.
pub(crate) fn depth(term: Term<'_>) -> Result<u32, Failure> {
    Ok(term.decode().unwrap_or(u32::MAX))
}

pub(crate) fn perft(term: Term<'_>) -> Result<ResourceArc<PerftResource>, Failure> {
    term.decode().map_err(|_| Failure::not_perft())
}

pub(crate) fn record(term: Term<'_>) -> Result<ResourceArc<RecordResource>, Failure> {
    term.decode().map_err(|_| Failure::not_record())
}

pub(crate) fn search(term: Term<'_>) -> Result<ResourceArc<SearchResource>, Failure> {
    term.decode().map_err(|_| Failure::not_search())
}

/// The most pieces that a hand of any game holds, and the most roots of a side, with which no point
/// of the largest board would have room for another.
const MOST_HELD: usize = 16;
const MOST_ROOTS: usize = 1_000;

/// Reads a setup: `{options, side, cells, hands, roots}`.
pub(crate) fn setup(game: &str, term: Term<'_>) -> Result<Setup, Failure> {
    let (options, side, cells, hands, roots): (Term<'_>, Term<'_>, Term<'_>, Term<'_>, Term<'_>) =
        term.decode().map_err(|_| Failure::not_setup())?;
    let cells: Binary<'_> = cells.decode().map_err(|_| Failure::not_setup())?;
    let (first, second): (Term<'_>, Term<'_>) = hands.decode().map_err(|_| Failure::not_setup())?;
    let (red, blue): (Term<'_>, Term<'_>) = roots.decode().map_err(|_| Failure::not_setup())?;
    Ok(Setup {
        options: setup_options(game, &self::options(options)?)?,
        side: self::side(side)?,
        cells: cells.as_slice().to_vec(),
        hands: [hand(first)?, hand(second)?],
        roots: [self::roots(red)?, self::roots(blue)?],
    })
}

fn side(term: Term<'_>) -> Result<Option<Side>, Failure> {
    let name =
        if term.is_atom() { term.atom_to_string().unwrap_or_default() } else { String::new() };
    match Side::BOTH.into_iter().find(|side| side.name() == name) {
        None if name != "nil" => Err(Failure::not_setup()),
        side => Ok(side),
    }
}

fn hand(term: Term<'_>) -> Result<Vec<(String, u8)>, Failure> {
    let held = pairs(term, "a hand")?;
    if held.len() > MOST_HELD {
        let message = format!("a hand can hold at most {MOST_HELD} kinds of pieces");
        return Err(Error::new(Code::TooLarge, "too_many_held", message).into());
    }
    let read = |(name, count): (&str, Term<'_>)| {
        Ok((name.to_owned(), count.decode().map_err(|_| Failure::not_setup())?))
    };
    held.into_iter().map(read).collect()
}

fn roots(term: Term<'_>) -> Result<Vec<[Vertex; 2]>, Failure> {
    let bytes: Binary<'_> = term.decode().map_err(|_| Failure::not_setup())?;
    let (roots, rest) = bytes.as_slice().as_chunks::<4>();
    if !rest.is_empty() {
        return Err(Failure::not_setup());
    }
    if roots.len() > MOST_ROOTS {
        let message = format!("a side can have at most {MOST_ROOTS} roots");
        return Err(Error::new(Code::TooLarge, "too_many_roots", message).into());
    }
    Ok(roots.iter().map(|&[x1, y1, x2, y2]| [(x1, y1), (x2, y2)]).collect())
}
