//! Playout's rules, searches and records as native functions of the Erlang VM.
//!
//! This crate only translates: terms become arguments of `playout_games`, `playout_search` and
//! `playout_records`, and their results become terms. Every function runs inside `answer`, which turns a panic into an
//! error of that one call, and returns `{:ok, value}` or `{:error, map}`.
//!
//! What may take longer than a millisecond runs on the dirty CPU schedulers, because a normal one
//! must not be blocked for longer. Everything else runs on the normal ones, because a change of
//! threads takes as long as a move does, and on a busy machine several milliseconds. The rules take
//! half a millisecond for ten thousand moves, the most that they read. The functions of a search
//! exist for both: those that end in `_briefly` are for what is known to be small.
#![deny(missing_docs)]

mod answer;
mod failure;
mod guarded;
mod input;
mod perft_resource;
mod record_resource;
mod records;
mod search_resource;
mod terms;

use std::time::Duration;

use playout_games::{
    GAMES, Game, blank_setup, change_setup, check_steps, describe, diagram, open_perft, palette,
    position_of, read_move, read_setup, setup_of, start_text, step_tree, view_setup, with_game,
};
use playout_search::{
    Bounds, Budget, Spec, Status, finished, levels, open, players, tables, values,
};
use rustler::schedule::consume_timeslice;
use rustler::{Encoder, Env, ResourceArc, Term};

use answer::answer;
use failure::Failure;
use perft_resource::PerftResource;
use record_resource::RecordResource;
use search_resource::SearchResource;

rustler::init!("Elixir.Playout.Engine.Native");

/// The names of all games.
#[rustler::nif(name = "games")]
fn game_names(env: Env<'_>) -> Term<'_> {
    answer(env, || Ok(terms::atoms(env, GAMES)))
}

/// The options of a new game, variant first; empty for an unknown game.
#[rustler::nif]
fn options<'a>(env: Env<'a>, game: Term<'a>) -> Term<'a> {
    answer(env, || {
        let offered = with_game!(input::game(game)?, G => G::OPTIONS).unwrap_or_default();
        Ok(offered.iter().map(|it| terms::option(env, it)).collect::<Vec<_>>().encode(env))
    })
}

/// The levels of a game, weakest first.
#[rustler::nif(name = "levels")]
fn levels_of<'a>(env: Env<'a>, game: Term<'a>) -> Term<'a> {
    answer(env, || {
        let levels = levels(input::game(game)?).iter();
        Ok(levels.map(|level| terms::level(env, level)).collect::<Vec<_>>().encode(env))
    })
}

/// The players of a game with their keys, simplest first.
#[rustler::nif(name = "players")]
fn players_of<'a>(env: Env<'a>, game: Term<'a>) -> Term<'a> {
    answer(env, || {
        let players = players(input::game(game)?);
        Ok(players.iter().map(|it| terms::player(env, it)).collect::<Vec<_>>().encode(env))
    })
}

/// The canonical text of a player within bounds, which are pairs of a key and its maximum.
#[rustler::nif]
fn check_player<'a>(env: Env<'a>, game: Term<'a>, player: Term<'a>, bounds: Term<'a>) -> Term<'a> {
    answer(env, || {
        let bounds = input::bounds(bounds)?;
        let spec = Spec::parse_within(input::known_game(game)?, input::player(player)?, &bounds)?;
        Ok(spec.to_string().encode(env))
    })
}

/// The canonical text of a player from the log of a match. Logs may contain keys that mean nothing
/// in the game; these are left out.
#[rustler::nif]
fn stored_player<'a>(env: Env<'a>, game: Term<'a>, player: Term<'a>) -> Term<'a> {
    answer(env, || {
        let spec = Spec::parse_stored(input::known_game(game)?, input::player(player)?)?;
        Ok(spec.to_string().encode(env))
    })
}

/// The canonical text of a player with other limits instead of its own; pairs of a key and a value.
#[rustler::nif]
fn limit_player<'a>(env: Env<'a>, game: Term<'a>, player: Term<'a>, limits: Term<'a>) -> Term<'a> {
    answer(env, || {
        let (game, player) = (input::known_game(game)?, input::player(player)?);
        let spec = Spec::parse_within(game, player, &Bounds::default())?;
        Ok(spec.limited_to(&input::bounds(limits)?).to_string().encode(env))
    })
}

/// Whether a player should continue in the tree of its last move.
#[rustler::nif]
fn keeps_tree<'a>(env: Env<'a>, game: Term<'a>, player: Term<'a>) -> Term<'a> {
    answer(env, || {
        let game = input::known_game(game)?;
        let spec = Spec::parse_within(game, input::player(player)?, &Bounds::default())?;
        Ok(spec.keeps_tree(game)?.encode(env))
    })
}

/// The text of a new game's first position; the options are pairs of a key and a value.
#[rustler::nif]
fn start<'a>(env: Env<'a>, game: Term<'a>, options: Term<'a>) -> Term<'a> {
    answer(env, || Ok(start_text(input::game(game)?, &input::options(options)?)?.encode(env)))
}

/// Describes the position of a game after the given moves.
#[rustler::nif(name = "describe")]
fn describe_position<'a>(
    env: Env<'a>,
    game: Term<'a>,
    start: Term<'a>,
    moves: Term<'a>,
) -> Term<'a> {
    answer(env, || {
        let start = input::position(start)?;
        let described = describe(input::game(game)?, Some(start), input::moves(moves)?)?;
        Ok(terms::description(env, &described))
    })
}

/// The diagram of a game after the given moves.
#[rustler::nif(name = "diagram")]
fn diagram_of<'a>(env: Env<'a>, game: Term<'a>, start: Term<'a>, moves: Term<'a>) -> Term<'a> {
    answer(env, || {
        let start = input::position(start)?;
        let diagram = diagram(input::game(game)?, Some(start), input::moves(moves)?)?;
        Ok(terms::diagram(env, &diagram))
    })
}

/// The legal moves that begin with the given steps, as a step tree.
#[rustler::nif(name = "step_tree")]
fn tree_of_steps<'a>(
    env: Env<'a>,
    game: Term<'a>,
    start: Term<'a>,
    moves: Term<'a>,
    given: Term<'a>,
) -> Term<'a> {
    answer(env, || {
        let (start, moves) = (input::position(start)?, input::moves(moves)?);
        let given = input::steps(given)?;
        let mut legal = describe(input::game(game)?, Some(start), moves)?.moves;
        legal.retain(|mv| {
            mv.steps.len() >= given.len() && mv.steps.iter().zip(&given).all(|(a, b)| a == b)
        });
        Ok(step_tree(&legal).encode(env))
    })
}

/// Reads a legal move as a person types it and returns its canonical text.
#[rustler::nif(name = "read_move")]
fn read_typed_move<'a>(
    env: Env<'a>,
    game: Term<'a>,
    start: Term<'a>,
    moves: Term<'a>,
    typed: Term<'a>,
) -> Term<'a> {
    answer(env, || {
        let (start, moves) = (input::position(start)?, input::moves(moves)?);
        let typed = input::text(typed, "a move")?;
        Ok(read_move(input::game(game)?, Some(start), moves, typed)?.encode(env))
    })
}

/// Checks that some legal move begins with the given steps.
#[rustler::nif(name = "check_steps")]
fn check_picked_steps<'a>(
    env: Env<'a>,
    game: Term<'a>,
    start: Term<'a>,
    moves: Term<'a>,
    steps: Term<'a>,
) -> Term<'a> {
    answer(env, || {
        let (start, moves) = (input::position(start)?, input::moves(moves)?);
        let steps = input::steps(steps)?;
        check_steps(input::game(game)?, Some(start), moves, &steps)?;
        Ok(rustler::types::atom::ok().encode(env))
    })
}

/// What can be set up in a game.
#[rustler::nif(name = "palette")]
fn palette_of<'a>(env: Env<'a>, game: Term<'a>) -> Term<'a> {
    answer(env, || Ok(terms::palette(env, &palette(input::game(game)?)?)))
}

/// A setup without pieces; the options are pairs of a key and a value.
#[rustler::nif]
fn setup_blank<'a>(env: Env<'a>, game: Term<'a>, options: Term<'a>) -> Term<'a> {
    answer(env, || {
        let setup = blank_setup(input::game(game)?, &input::options(options)?)?;
        Ok(terms::setup(env, &setup))
    })
}

/// The setup of the position of a game after the given moves.
#[rustler::nif(name = "setup_of")]
fn setup_of_game<'a>(env: Env<'a>, game: Term<'a>, start: Term<'a>, moves: Term<'a>) -> Term<'a> {
    answer(env, || {
        let (start, moves) = (input::position(start)?, input::moves(moves)?);
        Ok(terms::setup(env, &setup_of(input::game(game)?, start, moves)?))
    })
}

/// Reads the text of a setup, which may be one of no position.
#[rustler::nif]
fn setup_read<'a>(env: Env<'a>, game: Term<'a>, text: Term<'a>) -> Term<'a> {
    answer(env, || Ok(terms::setup(env, &read_setup(input::game(game)?, input::position(text)?)?)))
}

/// A setup with other options.
#[rustler::nif]
fn setup_change<'a>(env: Env<'a>, game: Term<'a>, setup: Term<'a>, options: Term<'a>) -> Term<'a> {
    answer(env, || {
        let game = input::game(game)?;
        let setup = input::setup(game, setup)?;
        Ok(terms::setup(env, &change_setup(game, &setup, &input::options(options)?)?))
    })
}

/// What an editor shows of a setup.
#[rustler::nif]
fn setup_view<'a>(env: Env<'a>, game: Term<'a>, setup: Term<'a>) -> Term<'a> {
    answer(env, || {
        let game = input::game(game)?;
        Ok(terms::setup_view(env, &view_setup(game, &input::setup(game, setup)?)?))
    })
}

/// The text of a setup's position.
#[rustler::nif]
fn setup_position<'a>(env: Env<'a>, game: Term<'a>, setup: Term<'a>) -> Term<'a> {
    answer(env, || {
        let game = input::game(game)?;
        Ok(position_of(game, &input::setup(game, setup)?)?.encode(env))
    })
}

/// Opens a record of a game; only `record_play` changes it.
#[rustler::nif]
fn record_open<'a>(env: Env<'a>, game: Term<'a>, start: Term<'a>, moves: Term<'a>) -> Term<'a> {
    answer(env, || {
        let (start, moves) = (input::position(start)?, input::moves(moves)?);
        Ok(ResourceArc::new(RecordResource::open(input::game(game)?, start, moves)?).encode(env))
    })
}

/// A record's snapshot and all its moves; `nil` once it is gone.
#[rustler::nif(schedule = "DirtyCpu")]
fn record_snapshot<'a>(env: Env<'a>, record: Term<'a>) -> Term<'a> {
    answer(env, || {
        let snapshot_and_moves = input::record(record)?.snapshot();
        let snapshot_and_moves = snapshot_and_moves.map(|(snapshot, played)| {
            (terms::snapshot(env, &snapshot), terms::played(env, &played))
        });
        Ok(snapshot_and_moves.encode(env))
    })
}

/// Plays a move on a record that has the given stamp, which is 0 when a record is opened. Returns
/// the new stamp and the snapshot, or `nil` if the record has another stamp or is gone.
#[rustler::nif]
fn record_play<'a>(env: Env<'a>, record: Term<'a>, stamp: u64, mv: Term<'a>) -> Term<'a> {
    answer(env, || {
        let played = input::record(record)?.play(stamp, input::text(mv, "a move")?)?;
        let played = played.map(|(stamp, snapshot)| (stamp, terms::snapshot(env, &snapshot)));
        Ok(played.encode(env))
    })
}

/// Opens a perft count without starting it.
#[rustler::nif]
fn perft_open<'a>(
    env: Env<'a>,
    game: Term<'a>,
    start: Term<'a>,
    moves: Term<'a>,
    depth: Term<'a>,
) -> Term<'a> {
    answer(env, || {
        let (start, moves) = (input::position(start)?, input::moves(moves)?);
        let count = open_perft(input::game(game)?, Some(start), moves, input::depth(depth)?)?;
        Ok(ResourceArc::new(PerftResource::new(count)).encode(env))
    })
}

/// Runs a count for a number of milliseconds; returns the count once it is complete, and `nil`
/// until then.
#[rustler::nif(schedule = "DirtyCpu")]
fn perft_step<'a>(env: Env<'a>, perft: Term<'a>, milliseconds: u64) -> Term<'a> {
    answer(env, || {
        let time = Duration::from_millis(milliseconds);
        Ok(input::perft(perft)?.step(time).encode(env))
    })
}

/// Opens a search by a player within bounds (see `check_player`) without starting it; returns the
/// search and the size in bytes that its tree will not exceed. For a player that needs a table it
/// only returns `needs_table`, because the first one reads the table. The search reports up to
/// `lines` of its best moves, with 0 none.
#[rustler::nif]
fn search_open<'a>(
    env: Env<'a>,
    game: Term<'a>,
    start: Term<'a>,
    moves: Term<'a>,
    player: Term<'a>,
    bounds: Term<'a>,
    lines: Term<'a>,
) -> Term<'a> {
    answer(env, || {
        let spec = input::spec(game, player, bounds)?;
        if spec.needs_table() {
            return Ok(terms::atom(env, "needs_table"));
        }
        open_search(env, &spec, [game, start, moves], lines)
    })
}

/// Like [`search_open`], for any player.
#[rustler::nif(schedule = "DirtyCpu")]
fn search_open_with_table<'a>(
    env: Env<'a>,
    game: Term<'a>,
    start: Term<'a>,
    moves: Term<'a>,
    player: Term<'a>,
    bounds: Term<'a>,
    lines: Term<'a>,
) -> Term<'a> {
    answer(env, || {
        open_search(env, &input::spec(game, player, bounds)?, [game, start, moves], lines)
    })
}

fn open_search<'a>(
    env: Env<'a>,
    spec: &Spec,
    [game, start, moves]: [Term<'a>; 3],
    lines: Term<'a>,
) -> Result<Term<'a>, Failure> {
    let lines = input::lines(lines)?;
    let (start, moves) = (input::position(start)?, input::moves(moves)?);
    let session = open(input::game(game)?, Some(start), moves, spec)?;
    let max_bytes = session.max_bytes();
    Ok((ResourceArc::new(SearchResource::new(session, lines)), max_bytes).encode(env))
}

/// Runs a search for a number of milliseconds; returns `running`, or the choice if it is done.
#[rustler::nif(schedule = "DirtyCpu")]
fn search_step<'a>(env: Env<'a>, search: Term<'a>, milliseconds: u64) -> Term<'a> {
    answer(env, || step(env, search, Duration::from_millis(milliseconds)))
}

/// Like [`search_step`], for a millisecond.
#[rustler::nif]
fn search_step_briefly<'a>(env: Env<'a>, search: Term<'a>) -> Term<'a> {
    answer(env, || {
        let stepped = step(env, search, Duration::from_millis(1));
        consume_timeslice(env, 100);
        stepped
    })
}

fn step<'a>(env: Env<'a>, search: Term<'a>, time: Duration) -> Result<Term<'a>, Failure> {
    let search = input::search(search)?;
    match search.with(|it| it.step(Budget::time(time)))? {
        Status::Running => Ok(terms::running(env)),
        Status::Done => choice(env, &search),
    }
}

/// The progress of a search; with lines, it includes them and the visits of all moves.
#[rustler::nif(schedule = "DirtyCpu")]
fn search_progress<'a>(env: Env<'a>, search: Term<'a>) -> Term<'a> {
    answer(env, || {
        let search = input::search(search)?;
        let has_lines = search.has_lines();
        let (progress, found) = search.with(|it| {
            let found = has_lines.then(|| (it.lines(), it.choice()));
            (it.progress(), found)
        })?;
        let progress = terms::progress(env, &progress);
        let Some((lines, choice)) = found else { return Ok(progress) };
        let visits = choice.map_or_else(Vec::new, |choice| choice.visits);
        Ok(terms::with_lines(env, progress, &lines, &visits))
    })
}

/// The move that a search would choose now.
#[rustler::nif(schedule = "DirtyCpu")]
fn search_choice<'a>(env: Env<'a>, search: Term<'a>) -> Term<'a> {
    answer(env, || choice(env, &*input::search(search)?))
}

fn choice<'a>(env: Env<'a>, search: &SearchResource) -> Result<Term<'a>, Failure> {
    let (choice, lines) = search.with(|it| {
        let lines = if search.has_lines() { it.lines() } else { Vec::new() };
        (it.choice(), lines)
    })?;
    let choice = choice.ok_or_else(finished)?;
    Ok(terms::with_lines(env, terms::choice(env, &choice), &lines, &choice.visits))
}

/// Advances a search to the position after the given moves, keeping the part of its tree that is
/// still useful. Returns `nil` if nothing is left to search, and otherwise the size of the tree in
/// bytes, and the size that it will not exceed in a turn that begins now or in a few moves. An error
/// closes the search.
#[rustler::nif(schedule = "DirtyCpu")]
fn search_advance<'a>(env: Env<'a>, search: Term<'a>, moves: Term<'a>) -> Term<'a> {
    answer(env, || advance(env, search, moves))
}

/// Like [`search_advance`], for a small tree.
#[rustler::nif]
fn search_advance_briefly<'a>(env: Env<'a>, search: Term<'a>, moves: Term<'a>) -> Term<'a> {
    answer(env, || advance(env, search, moves))
}

fn advance<'a>(env: Env<'a>, search: Term<'a>, moves: Term<'a>) -> Result<Term<'a>, Failure> {
    let (search, moves) = (input::search(search)?, input::moves(moves)?);
    let advanced = search.with(|it| moves.iter().try_for_each(|mv| it.advance(mv)))?;
    if let Err(refusal) = advanced {
        search.close();
        return Err(refusal.into());
    }
    let sizes = search.with(|it| match it.step(Budget::units(0)) {
        Status::Running => Some((it.bytes(), it.max_bytes())),
        Status::Done => None,
    })?;
    Ok(sizes.encode(env))
}

/// Lets a search look at the position that the given moves lead to from its root; from then on it
/// reports up to `lines` of its best moves, if it reports any. Returns `nil`. An error changes nothing.
#[rustler::nif(schedule = "DirtyCpu")]
fn search_focus<'a>(env: Env<'a>, search: Term<'a>, moves: Term<'a>, lines: Term<'a>) -> Term<'a> {
    answer(env, || {
        let (search, moves) = (input::search(search)?, input::moves(moves)?);
        let lines = input::lines(lines)?;
        search.with(|it| {
            // Only once the moves are known to be legal, because alpha-beta begins again with another
            // number of lines. A focus has just begun a new search of it, and trees are the same for
            // any number.
            it.focus(&moves).map(|()| it.set_multi_pv(lines))
        })??;
        Ok(rustler::types::atom::nil().encode(env))
    })
}

/// The size of a search's tree in bytes, and the size that it will not exceed in its next turn.
#[rustler::nif]
fn search_sizes<'a>(env: Env<'a>, search: Term<'a>) -> Term<'a> {
    answer(env, || {
        let sizes = input::search(search)?.with(|it| (it.bytes(), it.max_bytes()))?;
        Ok(sizes.encode(env))
    })
}

/// Closes a search and frees its tree.
#[rustler::nif(schedule = "DirtyCpu")]
fn search_close<'a>(env: Env<'a>, search: Term<'a>) -> Term<'a> {
    answer(env, || close(env, search))
}

/// Like [`search_close`], for a small tree.
#[rustler::nif]
fn search_close_briefly<'a>(env: Env<'a>, search: Term<'a>) -> Term<'a> {
    answer(env, || close(env, search))
}

fn close<'a>(env: Env<'a>, search: Term<'a>) -> Result<Term<'a>, Failure> {
    input::search(search)?.close();
    Ok(rustler::types::atom::nil().encode(env))
}

/// Sets the directory of the tables; `nil` for the default.
#[rustler::nif]
fn tables_use<'a>(env: Env<'a>, directory: Term<'a>) -> Term<'a> {
    answer(env, || {
        tables::use_directory(input::directory(directory)?);
        Ok(rustler::types::atom::nil().encode(env))
    })
}

/// The variants of a game that a table covers.
#[rustler::nif]
fn table_variants<'a>(env: Env<'a>, game: Term<'a>) -> Term<'a> {
    answer(env, || Ok(terms::atoms(env, tables::variants(input::game(game)?))))
}

/// Whether a game's exact values are part of the program, so that they need no file.
#[rustler::nif]
fn table_built_in<'a>(env: Env<'a>, game: Term<'a>) -> Term<'a> {
    answer(env, || Ok(tables::is_built_in(input::game(game)?).encode(env)))
}

/// The path of a game's table, whether there is one or not.
#[rustler::nif]
fn table_path<'a>(env: Env<'a>, game: Term<'a>) -> Term<'a> {
    answer(env, || {
        let path = tables::path(input::known_game(game)?)?;
        Ok(path.to_string_lossy().encode(env))
    })
}

/// Checks that the table of a game is there and undamaged.
#[rustler::nif(schedule = "DirtyIo")]
fn table_check<'a>(env: Env<'a>, game: Term<'a>) -> Term<'a> {
    answer(env, || {
        tables::check(input::known_game(game)?)?;
        Ok(rustler::types::atom::nil().encode(env))
    })
}

/// The exact values of all positions of a game that has been played, each for its side to move. The
/// first call reads the table.
#[rustler::nif(name = "values", schedule = "DirtyCpu")]
fn values_of_game<'a>(env: Env<'a>, game: Term<'a>, start: Term<'a>, moves: Term<'a>) -> Term<'a> {
    answer(env, || {
        let start = input::position(start)?;
        let values = values(input::game(game)?, Some(start), input::moves(moves)?)?;
        Ok(values.iter().map(|it| terms::valued(env, it)).collect::<Vec<_>>().encode(env))
    })
}

/// Functions for tests, which shipped libraries do not contain.
#[cfg(feature = "testing")]
mod testing {
    use std::panic::resume_unwind;

    use super::{Encoder, Env, Term, answer, input, search_resource};

    /// Panics like a defect, but prints nothing.
    fn panic_quietly() -> ! {
        resume_unwind(Box::new("a test asked for this"))
    }

    /// The number of searches that hold memory.
    #[rustler::nif]
    fn search_count(env: Env<'_>) -> Term<'_> {
        answer(env, || Ok(search_resource::count().encode(env)))
    }

    /// Panics.
    #[rustler::nif]
    fn panic(env: Env<'_>) -> Term<'_> {
        answer(env, || panic_quietly())
    }

    /// Panics while holding a search.
    #[rustler::nif(schedule = "DirtyCpu")]
    fn search_panic<'a>(env: Env<'a>, search: Term<'a>) -> Term<'a> {
        answer(env, || input::search(search)?.with(|_| panic_quietly()))
    }

    /// Panics while holding a record.
    #[rustler::nif(schedule = "DirtyCpu")]
    fn record_panic<'a>(env: Env<'a>, record: Term<'a>) -> Term<'a> {
        answer(env, || {
            input::record(record)?.hold(|| panic_quietly());
            Ok(().encode(env))
        })
    }
}
