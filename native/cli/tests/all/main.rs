//! Tests of the compiled program: its output and exit status.

mod arguments;
mod bench;
mod best;
mod convert;
mod gif;
mod gomocup;
mod levels;
mod malformed_input;
mod matches;
mod openings;
mod perft;
mod piped;
mod play;
mod records;
mod session;
mod show;
mod soundness;
mod tables;
mod tools;
mod ugi;
mod usi;
#[path = "../../../whole_run.rs"]
mod whole_run;
