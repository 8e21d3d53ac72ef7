//! Trains Gomoku's network and policy network on games that the engine plays against itself.
//!
//!     cargo run --release -p playout-training -- games FILE GAMES SEED PLAYER
//!     cargo run --release -p playout-training -- fit WEIGHTS SEED FILE...
//!     cargo run --release -p playout-training -- policy WEIGHTS SEED FILE...
//!     cargo run --release -p playout-training -- fine-tune-policy WEIGHTS SEED POLICY FILE...
//!
//! `games` plays until FILE has GAMES lines, one a game, by a player such as
//! `minimax:nodes=800,memory=4`. It goes on where it was interrupted. `fit` fits a network to the
//! games of all FILEs and writes its weights, which belong in
//! `native/search/src/games/gomoku/threats/network/weights.bin`; `policy` does the same for the policy
//! network, in `policy.bin` next to it, and `fine-tune-policy` begins with the weights in the file POLICY. The
//! same arguments give the same files.

mod choices;
mod convolution;
mod descent;
mod fit;
mod games;
mod layer;
mod lines;
mod network;
mod played;
mod policy;
mod quantised;
mod samples;

use std::env;
use std::io;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: games FILE GAMES SEED PLAYER, fit or policy WEIGHTS SEED FILE..., \
     or fine-tune-policy WEIGHTS SEED POLICY FILE...";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("training: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> io::Result<()> {
    let usage = || io::Error::other(USAGE);
    match *arguments {
        ["games", file, games, seed, player] => {
            let games = games.parse().map_err(|_| usage())?;
            let seed = seed.parse().map_err(|_| usage())?;
            games::append(Path::new(file), games, seed, player)
        }
        [command @ ("fit" | "policy"), weights, seed, ref files @ ..] if !files.is_empty() => {
            let fit = if command == "fit" { fit::fit } else { fit::fit_policy };
            fit(&paths(files), seed.parse().map_err(|_| usage())?, Path::new(weights))
        }
        ["fine-tune-policy", weights, seed, policy, ref files @ ..] if !files.is_empty() => {
            let seed = seed.parse().map_err(|_| usage())?;
            fit::fine_tune_policy(Path::new(policy), &paths(files), seed, Path::new(weights))
        }
        _ => Err(usage()),
    }
}

fn paths<'a>(files: &'a [&str]) -> Vec<&'a Path> {
    files.iter().map(Path::new).collect()
}
