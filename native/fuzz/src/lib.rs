//! Properties that hold for any bytes: one function per parser, and one that plays games. Each
//! panics if its property fails. The fuzz targets call them with input from libFuzzer, the tests
//! with input from proptest.

use playout_games::{
    Detail, Editable, Error, GAMES, Game, Options, Record, Values, describe, start_text,
    view_setup, with_game,
};
use playout_pictures::Animation;
use playout_records::{Format, GameTree, NodeId, Reader, write};
use playout_search::{Bounds, Spec};

/// The first byte, for choices, and the rest as text if it is UTF-8.
fn text(bytes: &[u8]) -> Option<(u8, &str)> {
    let (&first, rest) = bytes.split_first()?;
    Some((first, std::str::from_utf8(rest).ok()?))
}

fn game(choice: u8) -> &'static str {
    GAMES[usize::from(choice) % GAMES.len()]
}

/// The message of every error is short and fits on one line.
fn check_message(error: &Error) {
    let message = error.to_string();
    assert!(!message.is_empty() && message.chars().count() < 600, "{message}");
    assert!(!message.chars().any(char::is_control), "{message:?}");
    assert_eq!(error.details().first().map(|(name, _)| *name), Some("problem"));
}

/// Reads bytes as a position of one of the games: an accepted position prints as the same text, and
/// the error for a refused one has a location. Whatever has the form of a position can be shown.
pub fn position(bytes: &[u8]) {
    let Some((choice, text)) = text(bytes) else { return };
    let read = with_game!(game(choice), G => position_of::<G>(text));
    read.expect("the game exists");
    if let Err(error) = describe(game(choice), Some(text), []) {
        check_message(&error);
    }
}

/// Reads bytes as options, one `KEY=VALUE` per line: accepted options start a game.
pub fn options(bytes: &[u8]) {
    let Some((choice, text)) = text(bytes) else { return };
    let pairs = text.lines().map(|line| line.split_once('=').unwrap_or((line, "")));
    match start_text(game(choice), &Options::new(pairs)) {
        Ok(start) => with_game!(game(choice), G => position_of::<G>(&start)).expect("it exists"),
        Err(error) => check_message(&error),
    }
}

/// Reads bytes as lines `POSITION | MOVES`: an accepted line can be read again as the record writes
/// it, and the error for a refused one has a location.
pub fn line(bytes: &[u8]) {
    let Some((choice, text)) = text(bytes) else { return };
    for line in text.lines().take(100) {
        with_game!(game(choice), G => line_of::<G>(line)).expect("the game exists");
    }
}

fn line_of<G: Game>(line: &str) {
    match Record::<G>::from_line(line) {
        Ok(record) => {
            check_position(record.position());
            let written = format!("{} | {}", record.start(), record.move_texts().join(" "));
            let again = Record::<G>::from_line(&written).expect("it was accepted");
            assert_eq!(again.position(), record.position(), "{line:?}");
            assert_eq!(again.moves(), record.moves(), "{line:?}");
        }
        Err(error) => {
            assert!(error.location().is_some(), "{line:?}: {error}");
            check_message(&error);
        }
    }
}

fn position_of<G: Editable>(text: &str) {
    if let Ok((setup, _)) = G::read(text) {
        let view = view_setup(G::NAME, &setup).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(G::read(&view.text).map(|(again, _)| again.cells), Ok(setup.cells), "{text}");
        if let Err(error) = view.verdict {
            check_message(&error);
        }
    }
    match G::parse(text) {
        Ok(position) => {
            assert_eq!(position.to_string(), text);
            check_position(&position);
        }
        Err(error) => {
            let location = error.location().expect("the error has a location");
            assert!((1..=text.chars().count() + 1).contains(&location), "{text:?}: {error}");
            check_message(&error);
        }
    }
}

/// Reads bytes as moves, one per line, from the start of one of the games: as canonical
/// text, as a person might type them, and as steps.
pub fn moves(bytes: &[u8]) {
    let Some((choice, text)) = text(bytes) else { return };
    with_game!(game(choice), G => moves_of::<G>(text)).expect("the game exists");
}

/// Typed input is either refused or read as a legal move, whose steps can then be picked. The
/// canonical text of a move is read as that move.
fn check_typed_move<G: Game>(record: &Record<G>, line: &str) {
    let words: Vec<_> = line.split_whitespace().collect();
    let typed = record.read_move(line);
    if let Ok(mv) = record.parse_move(line) {
        assert_eq!(typed, Ok(mv), "{line:?}");
    }
    match typed {
        Ok(mv) => {
            let steps = record.position().steps(mv);
            let steps: Vec<_> = steps.iter().map(String::as_str).collect();
            assert_eq!(record.check_steps(&steps), Ok(()), "{line:?}");
        }
        Err(error) => check_message(&error),
    }
    if let Err(error) = record.check_steps(&words) {
        check_message(&error);
    }
}

fn moves_of<G: Game>(text: &str) {
    let mut record = Record::<G>::from_texts(None, []).expect("every game has a start");
    for line in text.lines().take(300) {
        let ply = record.ply();
        check_typed_move(&record, line);
        match record.play_texts([line]) {
            Ok(()) => {
                assert_eq!(record.move_texts().last().map(String::as_str), Some(line));
                check_position(record.position());
            }
            Err(error) => {
                assert_eq!(record.ply(), ply);
                check_message(&error);
            }
        }
    }
}

/// Reads bytes as a player: an accepted spec has a canonical text, which is read as the same
/// player.
pub fn spec(bytes: &[u8]) {
    let Some((choice, text)) = text(bytes) else { return };
    let bounds = Bounds::new([("ms", 5_000), ("memory", 128)]).expect("the limits are valid");
    let game = game(choice);
    for read in
        [Spec::parse(text), Spec::parse_within(game, text, &bounds), Spec::parse_stored(game, text)]
    {
        match read {
            Ok(spec) => assert_eq!(Spec::parse(&spec.to_string()), Ok(spec)),
            Err(error) => check_message(&error),
        }
    }
}

/// Reads bytes as records, in all formats: accepted ones have legal moves, and are the same after
/// they have been written and read again; the error for a refused one has a place.
pub fn record(bytes: &[u8]) {
    let Some((_, text)) = text(bytes) else { return };
    for format in Format::ALL.map(Some).into_iter().chain([None]) {
        let read = Reader::new(text, format);
        let read: Result<Vec<_>, _> = read.and_then(|reader| reader.take(10).collect());
        match read {
            Ok(entries) => entries.iter().for_each(|entry| check_tree(&entry.tree)),
            Err(error) => {
                check_message(&error);
                check_place(&error, text);
            }
        }
    }
}

fn check_tree(tree: &GameTree) {
    assert_eq!(tree.check(), Ok(()));
    for format in Format::ALL {
        let Ok(text) = write(tree, format) else { continue };
        let again = playout_records::read(&text, None);
        let again = again.unwrap_or_else(|error| panic!("{error}\n{text}"));
        let is_whole = format == Format::Pgn;
        assert!(again.len() == 1 && (!is_whole || again[0] == *tree), "{text}");
        assert_eq!(write(&again[0], format).as_ref(), Ok(&text));
    }
}

/// The place of an error is within the text, or right after it.
fn check_place(error: &Error, text: &str) {
    let number = |wanted| {
        let detail = error.details().iter().find(|(name, _)| *name == wanted);
        match detail.unwrap_or_else(|| panic!("{error} has no {wanted}")).1 {
            Detail::Number(number) => number as usize,
            _ => panic!("{error}: {wanted} is not a number"),
        }
    };
    let (line, column) = (number("line"), number("column"));
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<_> = text.split_inclusive('\n').chain([""]).collect();
    let before: usize = lines[..line - 1].iter().map(|line| line.chars().count()).sum();
    assert_eq!(error.location(), Some(before + column), "{error}\n{text}");
    assert!(before + column <= text.chars().count() + 1, "{error}\n{text}");
}

/// Reads bytes as SVG documents, divided by NUL bytes: the accepted ones become a GIF, and the error
/// for a refused one has its number.
pub fn gif(bytes: &[u8]) {
    let mut animation = Animation::new(100);
    for document in bytes.split(|&byte| byte == 0).take(20) {
        let Ok(document) = std::str::from_utf8(document) else { continue };
        let before = animation.frames();
        match animation.add(document) {
            Ok(()) => assert_eq!(animation.frames(), before + 1),
            Err(error) => {
                let message = error.to_string();
                assert_eq!((animation.frames(), error.frame()), (before, before + 1));
                assert!(message.starts_with(&format!("frame {}: ", before + 1)), "{message}");
                assert!(message.chars().count() < 400, "{message}");
                assert!(!message.chars().any(char::is_control), "{message:?}");
            }
        }
    }
    let mut written = Vec::new();
    animation.write(&mut written).expect("memory can be written");
    assert_eq!(written.starts_with(b"GIF89a"), animation.frames() > 0);
    assert_eq!(written.ends_with(b";"), animation.frames() > 0);
}

/// Plays one of the games. The bytes choose first the start position, then the moves.
pub fn play(bytes: &[u8]) {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let played = with_game!(game(choice), G => played::<G>(bytes, check_position).is_some());
    played.expect("the game exists");
}

fn played<G: Game>(bytes: &[u8], visit: impl Fn(&G)) -> Option<Record<G>> {
    let (choices, bytes) = bytes.split_at_checked(G::OPTIONS.len())?;
    let options = G::OPTIONS.iter().zip(choices).map(|(option, &choice)| {
        let value = match option.values {
            Values::OneOf(words) => words[usize::from(choice) % words.len()].to_owned(),
            Values::Number { least, most, .. } => (least + choice % (most - least + 1)).to_string(),
        };
        (option.name, value)
    });
    let start = G::start(&Options::new(options)).expect("the options are valid");
    let mut record = Record::new(start);
    for &byte in bytes.iter().take(300) {
        let moves = record.legal_moves();
        assert_eq!(moves.is_empty(), record.outcome().is_some(), "{}", record.position());
        if moves.is_empty() {
            break;
        }
        record.play(moves[usize::from(byte) % moves.len()]);
        visit(record.position());
    }
    Some(record)
}

/// A game played by bytes, as in [`play`].
#[derive(Clone, Debug)]
pub struct Played {
    /// The byte that chooses the game.
    pub choice: u8,
    /// The final position.
    pub position: String,
    /// Its start and its moves: `POSITION | MOVES`.
    pub line: String,
}

impl Played {
    /// The game that the bytes play, if there are enough of them.
    #[must_use]
    pub fn by(bytes: &[u8]) -> Option<Self> {
        let (&choice, bytes) = bytes.split_first()?;
        let played = with_game!(game(choice), G => played::<G>(bytes, |_| ()).map(|record| {
            let line = format!("{} | {}", record.start(), record.move_texts().join(" "));
            Self { choice, position: record.position().to_string(), line }
        }));
        played.expect("the game exists")
    }

    /// The record of the game, with a comment and a variation, in every format that has the game.
    #[must_use]
    pub fn records(&self) -> Vec<String> {
        let (start, moves) = self.line.split_once(" | ").expect("moves");
        let moves: Vec<_> = moves.split_whitespace().collect();
        let mut tree = GameTree::new(game(self.choice), start).expect("a position");
        let mut last = NodeId::ROOT;
        for (ply, mv) in moves.iter().enumerate() {
            let next = tree.add(last, *mv).expect("a new move");
            if ply == 2 {
                let before = describe(tree.game(), Some(start), moves[..ply].iter().copied());
                let legal = before.expect("legal moves").moves;
                if let Some(other) = legal.iter().find(|other| other.text != *mv) {
                    let other = tree.add(last, other.text.as_str()).expect("a new move");
                    tree.set_comment(other, "a }]\\ \n b").expect("short");
                    tree.set_clock(other, 61_500).expect("short");
                }
            }
            last = next;
        }
        tree.add_tag("First", "a \"b\" [c:d]").expect("a tag");
        Format::ALL.into_iter().filter_map(|format| write(&tree, format).ok()).collect()
    }
}

/// Checks the properties of every position.
fn check_position<G: Game>(position: &G) {
    let text = position.to_string();
    let read = G::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(&read, position);
    assert_eq!(read.key(), position.key(), "{text}");
    assert_eq!(position.ending().map(|ending| ending.outcome), position.outcome(), "{text}");
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    assert_eq!(moves.is_empty(), position.outcome().is_some(), "{text}");
    for &mv in &moves {
        assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv), "{text}");
    }
}
