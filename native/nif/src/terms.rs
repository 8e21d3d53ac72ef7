//! What the rules and searches answer, as terms: maps with atoms as keys.

use playout_games::{Description, Detail, Ending, MoveText, Played, Region};
use playout_search::{Choice, Estimate, KeyChoice, Kind, Level, PlayerChoice, Progress, Proof};
use rustler::{Atom, Encoder, Env, Term};

/// An atom; only for words of ours, as the VM never forgets one.
pub(crate) fn atom<'a>(env: Env<'a>, name: &str) -> Term<'a> {
    Atom::from_str(env, name).expect("the words of ours are short").encode(env)
}

pub(crate) fn atoms<'a>(env: Env<'a>, names: &[&str]) -> Term<'a> {
    names.iter().map(|name| atom(env, name)).collect::<Vec<_>>().encode(env)
}

pub(crate) fn map<'a, const N: usize>(env: Env<'a>, pairs: [(&str, Term<'a>); N]) -> Term<'a> {
    let pairs = pairs.map(|(name, value)| (atom(env, name), value));
    Term::map_from_pairs(env, &pairs).expect("no key is there twice")
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
    let nothing = || rustler::types::atom::nil().encode(env);
    let none: &[&str] = &[];
    let (kind, least, most, choices) = match key.kind {
        Kind::Whole { least, most } => ("integer", least.encode(env), most.encode(env), none),
        Kind::Decimal { least, most } => ("number", least.encode(env), most.encode(env), none),
        Kind::OneOf(words) => ("choice", nothing(), nothing(), words),
    };
    map(
        env,
        [
            ("key", key.key.encode(env)),
            ("kind", atom(env, kind)),
            ("min", least),
            ("max", most),
            ("choices", choices.encode(env)),
            ("default", key.default.encode(env)),
        ],
    )
}

pub(crate) fn description<'a>(env: Env<'a>, description: &Description) -> Term<'a> {
    let moves = description.moves.iter().map(|MoveText { text, steps, details: about }| {
        map(
            env,
            [
                ("text", text.encode(env)),
                ("steps", steps.encode(env)),
                ("details", details(env, about)),
            ],
        )
    });
    let played = description.played.iter().map(|Played { side, mv }| {
        map(
            env,
            [
                ("side", atom(env, side.name())),
                ("text", mv.text.encode(env)),
                ("steps", mv.steps.encode(env)),
                ("details", details(env, &mv.details)),
            ],
        )
    });
    let score = description.score.map(|[first, second]| (first, second));
    let regions = description.regions.as_ref().map(|[first, second]| {
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
            ("side", atom(env, description.side.name())),
            ("ply", description.played.len().encode(env)),
            ("played", played.collect::<Vec<_>>().encode(env)),
            ("moves", moves.collect::<Vec<_>>().encode(env)),
            ("pass", description.pass.encode(env)),
            ("outcome", description.ending.as_ref().map(|it| ending(env, it)).encode(env)),
            ("score", score.encode(env)),
            ("regions", regions.encode(env)),
            ("alerts", alerts(env, &description.alerts)),
        ],
    )
}

fn alerts<'a>(env: Env<'a>, alerts: &[(&'static str, Vec<String>)]) -> Term<'a> {
    let pairs: Vec<_> = alerts.iter().map(|(kind, cells)| (atom(env, kind), cells)).collect();
    Term::map_from_pairs(env, &pairs).expect("no kind is there twice")
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

pub(crate) fn progress<'a>(env: Env<'a>, progress: &Progress) -> Term<'a> {
    map(
        env,
        [
            ("playouts", progress.playouts.encode(env)),
            ("nodes", progress.nodes.encode(env)),
            ("seconds", progress.seconds.encode(env)),
            ("used", progress.used.encode(env)),
            ("estimate", estimate(env, &progress.estimate)),
            ("proof", proof(env, progress.proof)),
        ],
    )
}

pub(crate) fn choice<'a>(env: Env<'a>, choice: &Choice<String>) -> Term<'a> {
    let visits: Vec<_> =
        choice.visits.iter().map(|(text, visits)| (text.encode(env), visits.encode(env))).collect();
    map(
        env,
        [
            ("move", choice.mv.encode(env)),
            ("value", choice.value.encode(env)),
            ("estimate", estimate(env, &choice.estimate)),
            ("playouts", choice.playouts.encode(env)),
            ("nodes", choice.nodes.encode(env)),
            ("seconds", choice.seconds.encode(env)),
            ("visits", Term::map_from_pairs(env, &visits).expect("no move is there twice")),
            ("line", choice.line.encode(env)),
            ("proof", proof(env, choice.proof)),
            ("seed", choice.seed.encode(env)),
        ],
    )
}
