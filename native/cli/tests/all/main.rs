//! Tests of the built program: its output and its exit status.

mod arguments;
mod bench;
mod best;
mod gomocup;
mod levels;
mod matches;
mod perft;
mod piped;
mod play;
mod rubbish;
mod show;
mod talk;
mod tools;
mod ugi;
mod usi;
