//! SGF (Smart Game Format, `FF[4]`, Hollosi 1999) for Gomoku, whose number there is `GM[4]`.
//!
//! ```text
//! (;FF[4]GM[4]CA[UTF-8]AP[Playout]SZ[15]RU[freestyle]PB[Ada]PW[Bo]RE[B+]
//! ;B[hh]C[The centre.](;W[ig];B[gi])(;W[ih]))
//! ```
//!
//! Points are two letters, as in Go: the column from the left and the row from the top. SZ is the
//! size, 15 if it is missing. RU is the variant, as at the end of a position's text: `freestyle`
//! (also if it is missing) or `standard`, with `+swap2` or `+swapped`. AB and AW place the stones of
//! the start. C is a comment, BL and WL are clock times in seconds.
//!
//! What SGF has no property for is in two of our own: `CHOICE[black]` and `CHOICE[white]` are moves,
//! the choice of a colour in the opening swap2; TAG holds tags, as `name:text`. These tags have
//! properties of their own: First and Second (PB and PW), Result (RE), Date (DT, if it is a day such
//! as 2026.11.25), Event (EV), Round (RO) and Site (PC). PB is the player who has black at the end
//! of the main line.
//!
//! When read, tags come in the order of their properties. All other properties are ignored, so their
//! contents are lost: marks, names of nodes, reasons in RE. Text must be UTF-8, whatever CA says.
//! The comment of a node without a move is added to that of the node before it. Stones placed after
//! the start are an error, and so is a pass.
//!
//! SGF knows only one kind of control character, the end of a line in a comment. All others are
//! written as spaces.

mod build;
mod point;
mod properties;
mod read;
mod syntax;
mod text;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
