//! Compares our search with published ones, on one thread each, and prints a Markdown table. Start
//! it with the script `run` in this crate, which says what it requires.

mod compare;
#[cfg(feature = "minimax")]
mod minimax_rs;
mod openspiel;
mod ours;

use std::cell::RefCell;
use std::error::Error;
use std::path::PathBuf;

use compare::{Pair, Row};
use openspiel::OpenSpiel;
use playout_games::gomoku::Gomoku;
use playout_games::tic_tac_toe::TicTacToe;
use playout_search::SearchGame;

const SIMULATIONS: u64 = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    let Arguments { rounds, python } = arguments()?;
    println!("{}", Row::HEAD);
    if let Some(python) = python {
        let open_spiel = RefCell::new(OpenSpiel::start(&python)?);
        for pairs in [
            open_spiel_pairs::<TicTacToe>(&open_spiel, "tic_tac_toe", 6.0),
            open_spiel_pairs::<Gomoku>(&open_spiel, "gomoku(size=15)", 40.0),
        ] {
            pairs.into_iter().try_for_each(|pair| print(pair, rounds))?;
        }
    }
    #[cfg(feature = "minimax")]
    {
        use playout_games::{animal_shogi::AnimalShogi, quarto::Quarto, separo::Separo};

        for pairs in [
            minimax_pairs::<TicTacToe>(),
            minimax_pairs::<Quarto>(),
            minimax_pairs::<AnimalShogi>(),
            minimax_pairs::<Gomoku>(),
            minimax_pairs::<Separo>(),
        ] {
            pairs.into_iter().try_for_each(|pair| print(pair, rounds))?;
        }
    }
    Ok(())
}

fn print(pair: Pair<'_>, rounds: u64) -> Result<(), Box<dyn Error>> {
    println!("{}", pair.run(rounds)?.to_markdown());
    Ok(())
}

fn open_spiel_pairs<'a, G: SearchGame>(
    open_spiel: &'a RefCell<OpenSpiel>,
    name: &'static str,
    target: f64,
) -> [Pair<'a>; 2] {
    let against = |against, settings| Pair {
        game: G::NAME,
        against,
        simulations: SIMULATIONS,
        target: Some(target),
        ours: Box::new(move |seed| Ok(ours::search::<G>(SIMULATIONS, settings, seed)?)),
        theirs: Box::new(move |seed| {
            Ok(open_spiel.borrow_mut().search(name, SIMULATIONS, seed)?)
        }),
    };
    [
        against("OpenSpiel", openspiel::SETTINGS),
        against("OpenSpiel, ours by default", ours::DEFAULT_SETTINGS),
    ]
}

#[cfg(feature = "minimax")]
fn minimax_pairs<G: SearchGame>() -> [Pair<'static>; 2] {
    use minimax_rs::{Playouts, SETTINGS};

    let against = |against, playouts, target| Pair {
        game: G::NAME,
        against,
        simulations: SIMULATIONS,
        target,
        ours: Box::new(|seed| Ok(ours::search::<G>(SIMULATIONS, SETTINGS, seed)?)),
        theirs: Box::new(move |seed| Ok(minimax_rs::search::<G>(SIMULATIONS, playouts, seed)?)),
    };
    [
        against("minimax-rs", Playouts::Theirs, Some(2.0)),
        against("minimax-rs with our playouts", Playouts::Ours, None),
    ]
}

struct Arguments {
    rounds: u64,
    /// A Python interpreter with OpenSpiel.
    python: Option<PathBuf>,
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let mut read = Arguments { rounds: 7, python: None };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} requires a value"))?;
        match name.as_str() {
            "--rounds" => {
                let rounds = value.parse().ok().filter(|rounds| (1..=1_000).contains(rounds));
                read.rounds = rounds.ok_or("--rounds must be a number from 1 to 1000")?;
            }
            "--python" => read.python = Some(value.into()),
            _ => return Err(format!("unknown argument {name}").into()),
        }
    }
    Ok(read)
}
