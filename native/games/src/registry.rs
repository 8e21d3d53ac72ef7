//! The list of all games, and a game by its name.

use crate::error::shown;
use crate::{Code, Error};

/// Passes the list of all games, each with its module and its type, to a macro. Apart from the
/// modules in `lib.rs`, this is the only place in this crate that names them. The example is not one
/// of them and comes last.
#[doc(hidden)]
#[macro_export]
macro_rules! all_games {
    ([$($then:tt)*] $($example:ident::$Example:ident)? ; $($given:tt)*) => {
        $($then)* {
            [
                quarto::Quarto
                animal_shogi::AnimalShogi
                gomoku::Gomoku
                separo::Separo
                $($example::$Example)?
            ]
            $($given)*
        }
    };
}

macro_rules! names {
    ([$($module:ident::$Game:ident)+]) => {
        &[$(<crate::$module::$Game as crate::Game>::NAME),+]
    };
}

/// The names of all games.
pub const GAMES: &[&str] = all_games! { [names!]; };

impl Error {
    /// No game has this name.
    #[must_use]
    pub fn unknown_game(name: &str) -> Self {
        let message =
            format!("unknown game \"{}\"; choose from: {}", shown(name), GAMES.join(", "));
        Self::new(Code::UnknownGame, "unknown_game", message)
            .with("game", name)
            .with("known", GAMES)
    }
}

/// Evaluates an expression in which an identifier stands for the type of the game with the given
/// name. Returns the value in `Ok`, or the error `unknown_game`.
///
/// ```
/// use playout_games::{Error, Game, with_game};
///
/// fn variants(game: &str) -> Result<&'static [&'static str], Error> {
///     with_game!(game, G => G::VARIANTS)
/// }
///
/// assert_eq!(variants("quarto")?, ["standard", "squares"]);
/// assert!(variants("chess").is_err());
/// # Ok::<(), Error>(())
/// ```
#[macro_export]
macro_rules! with_game {
    ($name:expr, $G:ident => $body:expr) => {
        $crate::all_games! { [$crate::match_game!]; $name, $G => $body }
    };
}

/// Like [`with_game!`], but also knows the example [`tic_tac_toe`](crate::tic_tac_toe); for the
/// program and for benchmarks.
///
/// ```
/// use playout_games::{Game, with_any_game, with_game};
///
/// assert!(with_any_game!("tic_tac_toe", G => G::NAME).is_ok());
/// assert!(with_game!("tic_tac_toe", G => G::NAME).is_err());
/// ```
#[macro_export]
macro_rules! with_any_game {
    ($name:expr, $G:ident => $body:expr) => {
        $crate::all_games! { [$crate::match_game!] tic_tac_toe::TicTacToe; $name, $G => $body }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! match_game {
    ([$($module:ident::$Game:ident)+] $name:expr, $G:ident => $body:expr) => {
        match $name {
            $(<$crate::$module::$Game as $crate::Game>::NAME => {
                type $G = $crate::$module::$Game;
                ::core::result::Result::Ok($body)
            })+
            other => ::core::result::Result::Err($crate::Error::unknown_game(other)),
        }
    };
}
