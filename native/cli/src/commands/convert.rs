use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use playout_games::{Code, Error};
use playout_records::{Entry, Format, Place, Reader, write};

use crate::failure::Failure;

/// The most bytes of a file, because it is kept in memory.
const MAX_BYTES: u64 = 256 << 20;

/// The name that means standard input.
const PIPED: &str = "-";

#[derive(Args)]
#[command(after_help = FORMATS_HELP)]
pub(crate) struct Arguments {
    /// The file to read, in any of the formats; "-" is standard input
    #[arg(default_value = PIPED, hide_default_value = true)]
    file: PathBuf,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    to: Format,
}

const FORMATS_HELP: &str = "\
Formats: pgn (a form of PGN, for all games), sgf (Gomoku), usi (Animal Shogi: the start and the \
main line). docs/records.md describes them. Nothing is written unless every record can be converted.";

fn format_parser() -> impl TypedValueParser<Value = Format> {
    let names = PossibleValuesParser::new(Format::ALL.map(Format::name));
    names.map(|name| Format::named(&name).expect("it is one of the names"))
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let is_piped = arguments.file.as_os_str() == PIPED;
    let name =
        if is_piped { "standard input".to_owned() } else { arguments.file.display().to_string() };
    let bytes = if is_piped {
        read_all(io::stdin().lock())
    } else {
        File::open(&arguments.file).and_then(read_all)
    };
    let bytes = bytes.map_err(|error| Failure::Job(format!("cannot read {name}: {error}")))?;
    let converted = convert(&bytes, arguments.to);
    let converted = converted.map_err(|error| Failure::Job(format!("{name}: {error}")))?;
    let mut out = io::stdout().lock();
    out.write_all(converted.as_bytes())?;
    Ok(out.flush()?)
}

/// Reads one byte more than the limit, if there are that many.
fn read_all(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn convert(bytes: &[u8], to: Format) -> Result<String, Error> {
    if bytes.len() as u64 > MAX_BYTES {
        let message = format!("there are more than {MAX_BYTES} bytes");
        return Err(Error::new(Code::TooLarge, "too_many_bytes", message).with("limit", MAX_BYTES));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let (valid, _) = bytes.split_at(error.valid_up_to());
        not_utf8(&String::from_utf8_lossy(valid))
    })?;
    let mut converted = String::new();
    for entry in Reader::new(text, None)? {
        let Entry { place: Place { line, column, character }, tree } = entry?;
        if !converted.is_empty() && to != Format::Usi {
            converted.push('\n');
        }
        let written = write(&tree, to);
        converted.push_str(&written.map_err(|error| error.at_place(line, column, character))?);
    }
    Ok(converted)
}

/// The error after some valid text.
fn not_utf8(before: &str) -> Error {
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
    let error = Error::new(Code::NotUtf8, "not_utf8", "the text is not valid UTF-8");
    error.at_place(line, column, before.chars().count() + 1)
}
