use crate::{Game, animal_shogi::AnimalShogi, gomoku::Gomoku, quarto::Quarto, separo::Separo};

/// The names of all games.
pub const GAMES: &[&str] = &[Quarto::NAME, AnimalShogi::NAME, Gomoku::NAME, Separo::NAME];

/// Runs an expression for the game of a name: inside it, the given identifier
/// is the game's type. Answers `Ok` of its value, or the error
/// `unknown_game`.
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
    ($name:expr, $G:ident => $body:expr) => {{
        match $name {
            <$crate::quarto::Quarto as $crate::Game>::NAME => {
                type $G = $crate::quarto::Quarto;
                ::core::result::Result::Ok($body)
            }
            <$crate::animal_shogi::AnimalShogi as $crate::Game>::NAME => {
                type $G = $crate::animal_shogi::AnimalShogi;
                ::core::result::Result::Ok($body)
            }
            <$crate::gomoku::Gomoku as $crate::Game>::NAME => {
                type $G = $crate::gomoku::Gomoku;
                ::core::result::Result::Ok($body)
            }
            <$crate::separo::Separo as $crate::Game>::NAME => {
                type $G = $crate::separo::Separo;
                ::core::result::Result::Ok($body)
            }
            other => ::core::result::Result::Err($crate::Error::unknown_game(other)),
        }
    }};
}
