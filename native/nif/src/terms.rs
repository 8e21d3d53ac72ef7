//! The results of rules and searches, and errors, as terms: maps with atoms as keys.

use playout_games::{
    Description, Detail, Diagram, Ending, Error, GameOption, Hands, MoveText, Palette, Played,
    Region, Setup, SetupView, Side, Snapshot, Values, Vertex,
};
use playout_search::{
    Choice, Estimate, KeyChoice, Kind, Level, Line, PlayerChoice, Progress, Proof, Value, Valued,
};
use rustler::{Atom, Encoder, Env, NewBinary, Term};

use crate::failure::Failure;

/// An atom. Only a fixed set of names may become atoms, because the VM never frees them.
pub(crate) fn atom<'a>(env: Env<'a>, name: &str) -> Term<'a> {
    Atom::from_str(env, name).expect("the names of atoms are short").encode(env)
}

pub(crate) fn atoms<'a>(env: Env<'a>, names: &[&str]) -> Term<'a> {
    names.iter().map(|name| atom(env, name)).collect::<Vec<_>>().encode(env)
}

pub(crate) fn map<'a, const N: usize>(env: Env<'a>, pairs: [(&str, Term<'a>); N]) -> Term<'a> {
    let pairs = pairs.map(|(name, value)| (atom(env, name), value));
    Term::map_from_pairs(env, &pairs).expect("the keys are unique")
}

pub(crate) fn details<'a>(env: Env<'a>, details: &[(&'static str, Detail)]) -> Term<'a> {
    let mut map = Term::map_new(env);
    for (name, detail) in details {
        let value = match detail {
            Detail::Text(text) => text.encode(env),
            Detail::Number(number) => number.encode(env),
            Detail::List(words) => words.encode(env),
        };
        map = map.map_put(atom(env, name), value).expect("it is a map");
    }
    map
}

pub(crate) fn failure<'a>(env: Env<'a>, failure: &Failure) -> Term<'a> {
    map(
        env,
        [
            ("code", atom(env, failure.code)),
            ("where", failure.location.encode(env)),
            ("details", details(env, &failure.details)),
            ("message", failure.message.encode(env)),
        ],
    )
}

pub(crate) fn level<'a>(env: Env<'a>, level: &Level) -> Term<'a> {
    map(
        env,
        [
            ("number", level.number.encode(env)),
            ("name", level.name.encode(env)),
            ("spec", level.spec.encode(env)),
        ],
    )
}

pub(crate) fn player<'a>(env: Env<'a>, player: &PlayerChoice) -> Term<'a> {
    let keys: Vec<_> = player.keys.iter().map(|it| key(env, it)).collect();
    map(env, [("name", player.name.encode(env)), ("keys", keys.encode(env))])
}

fn key<'a>(env: Env<'a>, key: &KeyChoice) -> Term<'a> {
    let none: &[&str] = &[];
    let (kind, min, max, choices) = match key.kind {
        Kind::Integer { min, max } => ("integer", min.encode(env), max.encode(env), none),
        Kind::Decimal { min, max } => ("number", min.encode(env), max.encode(env), none),
        Kind::OneOf(words) => ("choice", nil(env), nil(env), words),
    };
    map(
        env,
        [
            ("key", key.key.encode(env)),
            ("kind", atom(env, kind)),
            ("min", min),
            ("max", max),
            ("choices", choices.encode(env)),
            ("default", key.default.encode(env)),
        ],
    )
}

pub(crate) fn option<'a>(env: Env<'a>, option: &GameOption) -> Term<'a> {
    let (kind, least, most, choices, default) = match option.values {
        Values::OneOf(words) => {
            ("choice", nil(env), nil(env), atoms(env, words), atom(env, words[0]))
        }
        Values::Number { least, most, default } => {
            let none = atoms(env, &[]);
            ("integer", least.encode(env), most.encode(env), none, default.encode(env))
        }
    };
    map(
        env,
        [
            ("option", atom(env, option.name)),
            ("kind", atom(env, kind)),
            ("min", least),
            ("max", most),
            ("choices", choices),
            ("default", default),
            ("about", option.about.encode(env)),
        ],
    )
}

pub(crate) fn nil(env: Env<'_>) -> Term<'_> {
    rustler::types::atom::nil().encode(env)
}

fn bytes<'a>(env: Env<'a>, bytes: impl AsRef<[u8]>) -> Term<'a> {
    let mut binary = NewBinary::new(env, bytes.as_ref().len());
    binary.as_mut_slice().copy_from_slice(bytes.as_ref());
    binary.into()
}

fn side<'a>(env: Env<'a>, side: Side) -> Term<'a> {
    atom(env, side.name())
}

fn a_move<'a>(env: Env<'a>, MoveText { text, steps, details: about }: &MoveText) -> Term<'a> {
    map(
        env,
        [
            ("text", text.encode(env)),
            ("steps", steps.encode(env)),
            ("details", details(env, about)),
        ],
    )
}

fn played_move<'a>(env: Env<'a>, Played { side: by, mv }: &Played) -> Term<'a> {
    a_move(env, mv).map_put(atom(env, "side"), side(env, *by)).expect("it is a map")
}

/// Moves that have been played.
pub(crate) fn played<'a>(env: Env<'a>, played: &[Played]) -> Term<'a> {
    played.iter().map(|it| played_move(env, it)).collect::<Vec<_>>().encode(env)
}

pub(crate) fn description<'a>(env: Env<'a>, description: &Description) -> Term<'a> {
    let moves: Vec<_> = description.moves.iter().map(|it| a_move(env, it)).collect();
    let regions = description.diagram.regions.as_ref().map(|[first, second]| {
        let outlines = |regions: &[Region]| -> Vec<_> {
            regions.iter().map(|region| region.outline.encode(env)).collect()
        };
        (outlines(first), outlines(second))
    });
    map(
        env,
        [
            ("variant", atom(env, description.variant)),
            ("start", description.start.encode(env)),
            ("position", description.position.encode(env)),
            ("side", side(env, description.side)),
            ("ply", description.played.len().encode(env)),
            ("played", played(env, &description.played)),
            ("moves", moves.encode(env)),
            ("pass", description.pass.encode(env)),
            ("outcome", description.ending.as_ref().map(|it| ending(env, it)).encode(env)),
            ("score", score(env, description.score)),
            ("regions", regions.encode(env)),
            ("alerts", alerts(env, &description.alerts)),
            ("diagram", diagram(env, &description.diagram)),
        ],
    )
}

/// Contains only what a match needs after every move.
pub(crate) fn snapshot<'a>(env: Env<'a>, snapshot: &Snapshot) -> Term<'a> {
    map(
        env,
        [
            ("position", snapshot.position.encode(env)),
            ("side", side(env, snapshot.side)),
            ("ply", snapshot.ply.encode(env)),
            ("last", snapshot.last.as_ref().map(|it| played_move(env, it)).encode(env)),
            ("moves", snapshot.moves.encode(env)),
            ("example", snapshot.example.encode(env)),
            ("pass", snapshot.pass.encode(env)),
            ("outcome", snapshot.ending.as_ref().map(|it| ending(env, it)).encode(env)),
            ("score", score(env, snapshot.score)),
            ("alerts", alerts(env, &snapshot.alerts)),
            ("diagram", diagram(env, &snapshot.diagram)),
        ],
    )
}

/// Cells, points and outlines become bytes, because there may be hundreds of them.
pub(crate) fn diagram<'a>(env: Env<'a>, diagram: &Diagram) -> Term<'a> {
    let kind = |&(of, name): &(Option<Side>, &'static str)| (of.map(|it| side(env, it)), name);
    let vertices = |lists: &[Vec<u8>; 2]| (bytes(env, &lists[0]), bytes(env, &lists[1]));
    let regions = diagram.regions.as_ref().map(|[first, second]| {
        let outlines = |regions: &[Region]| -> Vec<_> {
            regions.iter().map(|it| bytes(env, flat(&it.outline))).collect()
        };
        (outlines(first), outlines(second))
    });
    let [first, second] = &diagram.hands;
    map(
        env,
        [
            ("variant", atom(env, diagram.variant)),
            ("side", side(env, diagram.side)),
            ("over", diagram.over.encode(env)),
            ("columns", diagram.columns.encode(env)),
            ("rows", diagram.rows.encode(env)),
            ("kinds", diagram.kinds.iter().map(kind).collect::<Vec<_>>().encode(env)),
            ("cells", bytes(env, &diagram.cells)),
            ("hands", (first, second).encode(env)),
            ("pool", diagram.pool.encode(env)),
            (
                "roots",
                vertices(&diagram.roots.each_ref().map(|it| flat(it.as_flattened()))).encode(env),
            ),
            (
                "growth",
                vertices(&diagram.growth.each_ref().map(|it| flat(it.as_flattened()))).encode(env),
            ),
            ("regions", regions.encode(env)),
            ("details", details(env, &diagram.details)),
        ],
    )
}

pub(crate) fn palette<'a>(env: Env<'a>, palette: &Palette) -> Term<'a> {
    let pieces = palette.pieces.iter().map(|&(of, name)| (of.map(|it| side(env, it)), name));
    let hands = match palette.hands {
        Hands::None => (atom(env, "none"), 0),
        Hands::Shared => (atom(env, "shared"), 1),
        Hands::Each(most) => (atom(env, "each"), most),
    };
    let options: Vec<_> = palette.options.iter().map(|it| option(env, it)).collect();
    map(
        env,
        [
            ("options", options.encode(env)),
            ("pieces", pieces.collect::<Vec<_>>().encode(env)),
            ("singles", palette.singles.encode(env)),
            ("held", palette.held.encode(env)),
            ("hands", hands.0),
            ("most_held", hands.1.encode(env)),
            ("roots", palette.roots.encode(env)),
            ("side", palette.side.encode(env)),
        ],
    )
}

pub(crate) fn setup<'a>(env: Env<'a>, setup: &Setup) -> Term<'a> {
    let value = |&(name, value): &(&'static str, playout_games::Value)| {
        let value = match value {
            playout_games::Value::Name(name) => atom(env, name),
            playout_games::Value::Number(number) => number.encode(env),
        };
        (atom(env, name), value)
    };
    let [first, second] = &setup.hands;
    let [red, blue] = setup.roots.each_ref().map(|it| bytes(env, flat(it.as_flattened())));
    map(
        env,
        [
            ("options", setup.options.values().iter().map(value).collect::<Vec<_>>().encode(env)),
            ("side", setup.side.map(|it| side(env, it)).encode(env)),
            ("cells", bytes(env, &setup.cells)),
            ("hands", (first, second).encode(env)),
            ("roots", (red, blue).encode(env)),
        ],
    )
}

pub(crate) fn setup_view<'a>(env: Env<'a>, view: &SetupView) -> Term<'a> {
    let refusal = |error: &Error| failure(env, &Failure::from(error.clone()));
    map(
        env,
        [
            ("text", view.text.encode(env)),
            ("diagram", diagram(env, &view.diagram)),
            ("names", view.names.encode(env)),
            ("over", view.verdict.as_ref().ok().copied().unwrap_or_default().encode(env)),
            ("refusal", view.verdict.as_ref().err().map(refusal).encode(env)),
        ],
    )
}

fn flat(vertices: &[Vertex]) -> Vec<u8> {
    vertices.iter().flat_map(|&(x, y)| [x, y]).collect()
}

fn score<'a>(env: Env<'a>, score: Option<[u32; 2]>) -> Term<'a> {
    score.map(|[first, second]| (first, second)).encode(env)
}

fn alerts<'a>(env: Env<'a>, alerts: &[(&'static str, Vec<String>)]) -> Term<'a> {
    let pairs: Vec<_> = alerts.iter().map(|(kind, cells)| (atom(env, kind), cells)).collect();
    Term::map_from_pairs(env, &pairs).expect("the kinds are unique")
}

fn ending<'a>(env: Env<'a>, ending: &Ending) -> Term<'a> {
    map(
        env,
        [
            ("result", atom(env, ending.outcome.name())),
            ("reason", atom(env, ending.reason.code())),
            ("cells", ending.cells.encode(env)),
            ("details", details(env, &ending.details)),
        ],
    )
}

fn estimate<'a>(env: Env<'a>, estimate: &Estimate) -> Term<'a> {
    map(
        env,
        [
            ("win", estimate.win.encode(env)),
            ("draw", estimate.draw.encode(env)),
            ("loss", estimate.loss.encode(env)),
        ],
    )
}

fn proof<'a>(env: Env<'a>, proof: Option<Proof>) -> Term<'a> {
    let proof = proof.map(|Proof { result, plies, .. }| {
        map(env, [("result", atom(env, result)), ("plies", plies.encode(env))])
    });
    proof.encode(env)
}

pub(crate) fn valued<'a>(env: Env<'a>, valued: &Valued) -> Term<'a> {
    let result = match valued.value {
        Value::Win(_) => "win",
        Value::Draw => "draw",
        Value::Loss(_) => "loss",
    };
    map(
        env,
        [
            ("result", atom(env, result)),
            ("plies", valued.value.plies().encode(env)),
            ("certain", valued.is_certain.encode(env)),
        ],
    )
}

pub(crate) fn running(env: Env<'_>) -> Term<'_> {
    atom(env, "running")
}

pub(crate) fn progress<'a>(env: Env<'a>, progress: &Progress) -> Term<'a> {
    map(
        env,
        [
            ("playouts", progress.playouts.encode(env)),
            ("nodes", progress.nodes.encode(env)),
            ("depth", progress.depth.encode(env)),
            ("seconds", progress.seconds.encode(env)),
            ("used", progress.used.encode(env)),
            ("estimate", estimate(env, &progress.estimate)),
            ("proof", proof(env, progress.proof)),
        ],
    )
}

/// Adds the best lines, and the visits of all moves, to the map of a search.
pub(crate) fn with_lines<'a>(
    env: Env<'a>,
    search: Term<'a>,
    lines: &[Line<String>],
    visits: &[(String, u64)],
) -> Term<'a> {
    let lines: Vec<_> = lines.iter().map(|it| line(env, it)).collect();
    let visits: Vec<_> =
        visits.iter().map(|(text, visits)| (text.encode(env), visits.encode(env))).collect();
    let visits = Term::map_from_pairs(env, &visits).expect("the moves are unique");
    [("lines", lines.encode(env)), ("visits", visits)]
        .into_iter()
        .fold(search, |map, (name, value)| {
            map.map_put(atom(env, name), value).expect("it is a map")
        })
}

fn line<'a>(env: Env<'a>, line: &Line<String>) -> Term<'a> {
    map(
        env,
        [
            ("move", line.mv.encode(env)),
            ("value", line.value.encode(env)),
            ("estimate", estimate(env, &line.estimate)),
            ("visits", line.visits.encode(env)),
            ("line", line.line.encode(env)),
            ("proof", proof(env, line.proof)),
        ],
    )
}

/// The choice of a search, without its visits, which [`with_lines`] adds.
pub(crate) fn choice<'a>(env: Env<'a>, choice: &Choice<String>) -> Term<'a> {
    map(
        env,
        [
            ("move", choice.mv.encode(env)),
            ("value", choice.value.encode(env)),
            ("estimate", estimate(env, &choice.estimate)),
            ("playouts", choice.playouts.encode(env)),
            ("nodes", choice.nodes.encode(env)),
            ("depth", choice.depth.encode(env)),
            ("seconds", choice.seconds.encode(env)),
            ("line", choice.line.encode(env)),
            ("proof", proof(env, choice.proof)),
            ("seed", choice.seed.encode(env)),
        ],
    )
}
