//! A form of PGN (Portable Game Notation, Edwards 1994), for all games.
//!
//! ```text
//! [Game "gomoku"]
//! [Variant "freestyle"]
//! [First "Ada"]
//! [Second "mcts:ms=500"]
//! [Result "1-0"]
//!
//! {A game that ends soon.} 1. h8 {[%clk 0:04:58.5]} i9 {[%clk 0:04:51] Better is
//! the centre.} (1... i8 2. g7 (2. h7)) 2. g7 1-0
//! ```
//!
//! **Tags**, each on its own line: `[Name "text"]`. The first ones say what is played: `Game`;
//! `Variant`, unless it is the game's usual one; and `Position`, the text of the start position,
//! unless the variant has it anyway (a board of another size, or an opening such as `swap2`, is
//! part of the position). They are written first. Others follow in any order; common ones are
//! `Site`, `Date`, `First` and `Second` (the players), `Result`, `Termination` (why the game
//! ended) and `TimeControl`.
//!
//! **Moves** are written as in the rules of the game, a pass too. In front of every second one is
//! a number with a point, and with three points where a comment or a variation has come between:
//! `1... i9`. Numbers count plies, whoever moves; if the second side moves first, the first number
//! has three points. When read, they are optional and any number is right.
//!
//! **Variations** are in parentheses, right after the move that they replace, and can be nested. A
//! game that goes back on a move has the moves undone as a variation.
//!
//! **Comments** are in braces, after the move that they are about; one before the first move is
//! about the start. A clock time, what the side that moved had left, stands at the beginning of a
//! comment: `[%clk H:MM:SS]`, with up to three decimals.
//!
//! **The result** ends the record: `1-0` (the first side has won), `0-1`, `1/2-1/2`, or `*` for an
//! unknown one. The tag `Result` has the same.
//!
//! White space in a comment separates words, so that long comments can be broken into lines; all
//! other white space also only separates. Any text can be written, because a backslash begins an
//! escape, in the text of tags and in comments: `\n` is the end of a line, `\u{9}` the character
//! with this hexadecimal number, and before a punctuation mark the backslash makes it an ordinary
//! character (`\\`, `\"`, `\}`; and `\[` before `%` at the beginning of a comment).
//!
//! Unlike in chess, there are no numbered marks (`$1`), no comments after `;`, and no lines that
//! begin with `%`.

mod escape;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
