//! Helpers for tests.

use playout_games::{Detail, Error, Game, Options, Playouts, Values};

/// 64 random bits at a time, the same in every run with the same seed (SplitMix64).
pub(crate) fn words(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }
}

/// Random numbers below a bound, the same in every run with the same seed.
pub(crate) fn dice(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut word = words(seed);
    move |bound| ((u128::from(word()) * u128::from(bound)) >> 64) as u32
}

pub(crate) fn parse<G: Game>(text: &str) -> G {
    G::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn legal<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// The moves as text, sorted.
pub(crate) fn sorted_texts<G: Game>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut texts: Vec<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
    texts.sort();
    texts
}

pub(crate) fn legal_texts<G: Game>(position: &G) -> Vec<String> {
    sorted_texts(position, &legal(position))
}

pub(crate) fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut next = position.clone();
    next.play(mv);
    next
}

pub(crate) fn after_texts<G: Game>(position: &G, texts: &str) -> G {
    texts.split_whitespace().fold(position.clone(), |position, text| {
        let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        after(&position, mv)
    })
}

/// Random options for a new game.
fn random_options<G: Game>(pick: &mut impl FnMut(u32) -> u32) -> Options {
    Options::new(G::OPTIONS.iter().map(|option| {
        let value = match option.values {
            Values::OneOf(words) => words[pick(words.len() as u32) as usize].to_owned(),
            // Small boards are more frequent, because they fill up sooner.
            Values::Number { least, most, .. } => {
                let count = u32::from(most - least) + 1;
                (u32::from(least) + pick(count).min(pick(count))).to_string()
            }
        };
        (option.name, value)
    }))
}

/// The positions of a random game, from a random start to the end (or, in games that may be long,
/// to the 1,000th move). Half of the games avoid immediate losses; these last longer and fill the
/// board.
pub(crate) fn random_game<G: Playouts>(seed: u64) -> Vec<G> {
    let mut pick = dice(seed);
    let options = random_options::<G>(&mut pick);
    let mut positions = vec![G::start(&options).expect("the options are valid")];
    let carefully = pick(2) == 0;
    for _ in 0..1_000 {
        let position = positions.last().expect("there is a start").clone();
        let moves = legal(&position);
        if moves.is_empty() {
            break;
        }
        let mv = if carefully {
            position.sample_decisive(&mut pick)
        } else {
            moves[pick(moves.len() as u32) as usize]
        };
        positions.push(after(&position, mv));
    }
    positions
}

/// Some position of a random game.
pub(crate) fn random_position<G: Playouts>(seed: u64) -> G {
    let game = random_game::<G>(seed);
    let index = dice(!seed)(game.len() as u32);
    game[index as usize].clone()
}

/// An error's parameter; all errors have a `problem`.
pub(crate) fn detail<'a>(error: &'a Error, name: &str) -> Option<&'a Detail> {
    error.details().iter().find(|(known, _)| *known == name).map(|(_, detail)| detail)
}

pub(crate) fn text(text: &str) -> Detail {
    Detail::Text(text.to_owned())
}

pub(crate) fn list(words: &[&str]) -> Detail {
    Detail::from(words)
}
