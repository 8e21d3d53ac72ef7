//! The built program from outside: what it prints, and its exit status.

mod arguments;
mod best;
mod levels;
mod matches;
mod perft;
mod piped;
mod play;
mod rubbish;
mod show;
mod tools;
