//! The `gif` command: makes an animated GIF of drawings.

use std::io::{self, BufRead, Read, Write};
use std::time::Duration;
use std::{process, thread};

use clap::Args;
use playout_pictures::{Animation, limits};

use crate::failure::Failure;

#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct Arguments {
    /// How long each frame is shown, in milliseconds; the last one is shown four times as long
    #[arg(long, value_name = "MS", default_value_t = 800, value_parser = delays())]
    delay: u16,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
}

/// The end of `--help`.
const HELP: &str = "\
Standard input consists of SVG documents of the same size, each followed by a NUL byte. An empty \
document (another NUL byte) ends it. The GIF is written to standard output at the end. Only shapes, \
gradients, <use> and a stylesheet can be drawn; anything else is an error.";

fn delays() -> clap::builder::RangedI64ValueParser<u16> {
    let (least, most) = limits::DELAY.into_inner();
    clap::value_parser!(u16).range(i64::from(least)..=i64::from(most))
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(seconds) = arguments.limit {
        give_up_after(seconds);
    }
    let mut animation = Animation::new(arguments.delay);
    let mut input = io::stdin().lock();
    loop {
        let document = next_document(&mut input, animation.frames() + 1)?;
        if document.is_empty() {
            break;
        }
        animation.add(&document).map_err(|error| Failure::Job(error.to_string()))?;
    }
    if animation.frames() == 0 {
        return Err(Failure::Job("there are no frames".to_owned()));
    }
    Ok(animation.write(io::stdout().lock())?)
}

/// Ends this process after a while, whatever it is doing.
fn give_up_after(seconds: u32) {
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(seconds.into()));
        let _ = writeln!(io::stderr(), "playout: not done after {seconds} s");
        process::exit(1);
    });
}

/// Reads up to the next NUL byte. Whoever has the other end of the pipe may not be able to close it,
/// and if they are gone, the input ends without an empty document.
fn next_document(input: &mut impl BufRead, number: usize) -> Result<String, Failure> {
    let refused = |why: &str| Failure::Job(format!("frame {number}: {why}"));
    let mut document = Vec::new();
    let most = limits::FRAME_BYTES as u64 + 1;
    input.take(most).read_until(0, &mut document).map_err(|error| Failure::input(&error))?;
    if document.pop_if(|byte| *byte == 0).is_none() {
        return Err(if document.len() as u64 == most {
            refused(&format!("it has more than {} bytes", limits::FRAME_BYTES))
        } else {
            refused("the input ends before an empty document")
        });
    }
    String::from_utf8(document).map_err(|_| refused("it is not valid UTF-8"))
}
