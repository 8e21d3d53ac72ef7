//! One module per command.

mod bench;
mod best;
mod convert;
mod gif;
mod levels;
mod matches;
mod perft;
mod play;
mod position;
mod show;
mod spec;
mod tables;

use clap::Subcommand;

use crate::failure::Failure;
use crate::protocols::{gomocup, ugi, usi};

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play a game in the terminal against an engine or a person, or watch two engines play
    Play(play::Arguments),
    /// Count the move sequences of each length, to verify the rules
    Perft(perft::Arguments),
    /// Show a position and its legal moves
    Show(show::Arguments),
    /// Print a player's choice of move
    Best(best::Arguments),
    /// Play many games between two players to compare their strength
    Match(matches::Arguments),
    /// Convert records of games to another format
    Convert(convert::Arguments),
    /// Measure the speed of playouts and searches
    Bench(bench::Arguments),
    /// List the site's levels with their player specs, or measure their strength
    Levels(levels::Arguments),
    /// Make, check and describe the exact tables that `perfect` and players with `exact=on` need
    Tables(tables::Arguments),
    /// Make an animated GIF of SVG drawings, for example of the positions of a game
    Gif(gif::Arguments),
    /// Speak UGI, the Universal Game Interface, on standard input and output
    Ugi(ugi::Arguments),
    /// Speak USI, the protocol of shogi engines, for Animal Shogi
    Usi,
    /// Speak the Gomocup (Piskvork) protocol, for Gomoku
    Gomocup,
}

impl Command {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Self::Play(arguments) => play::run(&arguments),
            Self::Perft(arguments) => perft::run(&arguments),
            Self::Show(arguments) => show::run(&arguments),
            Self::Best(arguments) => best::run(&arguments),
            Self::Match(arguments) => matches::run(&arguments),
            Self::Convert(arguments) => convert::run(&arguments),
            Self::Bench(arguments) => bench::run(&arguments),
            Self::Levels(arguments) => levels::run(&arguments),
            Self::Tables(arguments) => tables::run(&arguments),
            Self::Gif(arguments) => gif::run(&arguments),
            Self::Ugi(arguments) => ugi::run(&arguments),
            Self::Usi => usi::run(),
            Self::Gomocup => gomocup::run(),
        }
    }
}
