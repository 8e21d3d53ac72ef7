//! Trains the network of Gomoku's evaluation on games that the engine plays against itself.
//!
//!     cargo run --release -p playout-training -- games FILE GAMES NODES SEED
//!
//! Plays games until FILE has GAMES lines, one a game. It goes on where it was interrupted, and the
//! same arguments give the same lines.

mod fit;
mod games;
mod network;
mod samples;

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["games", file, games, nodes, seed] => {
            match (games.parse(), nodes.parse(), seed.parse()) {
                (Ok(games), Ok(nodes), Ok(seed)) => games::append(file.as_ref(), games, nodes, seed),
                _ => usage(),
            }
        }
        ["check", file] => fit::check(file.as_ref()),
        ["fit", file, epochs, seed, to] => match (epochs.parse(), seed.parse()) {
            (Ok(epochs), Ok(seed)) => fit::fit(file.as_ref(), epochs, seed, to.as_ref()),
            _ => usage(),
        },
        _ => usage(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("training: {error}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> std::io::Result<()> {
    Err(std::io::Error::other("usage: training games FILE GAMES NODES SEED"))
}
