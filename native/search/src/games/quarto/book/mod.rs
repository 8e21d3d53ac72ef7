//! The book: the exact value of every position of the standard variant with up to four pieces on the
//! board, so that no search has to begin there.
//!
//! | file | contents |
//! |---|---|
//! | `index.rs` | the positions, numbered |
//! | `file.rs` | their values as bytes, and the file with them |
//! | `values.rs` | the book, and the one that is part of the program |
//! | `partial.rs` | the file of an unfinished build |
//! | `build.rs` | the values, from the solver |
//! | `verify.rs` | values checked and counted |

mod build;
mod file;
pub(super) mod index;
mod partial;
mod values;
mod verify;

pub use build::build;
pub use file::Flaw;
pub use values::Book;
pub use verify::Counts;
