//! Typed moves, read as people write them.

use crate::{Code, Error, Game, Record, with_game};

/// The longest typed text in bytes that is compared with moves. No move is a quarter as long.
const MOST_BYTES: usize = 200;

impl<G: Game> Record<G> {
    /// Reads a legal move as a person types it: in capitals or full-width characters, with spaces,
    /// commas or other signs between its parts or without any, and with common words for parts of
    /// it ([`Game::MOVE_WORDS`]). A text can mean at most one legal move, so nothing is guessed.
    ///
    /// ```
    /// use playout_games::{Game, Record, separo::Separo};
    ///
    /// let record = Record::new(Separo::default());
    /// let mv = record.read_move("Ａ９, b8 → c8")?;
    /// assert_eq!(record.position().move_text(mv), "a9-b8-c8");
    /// assert!(record.parse_move("Ａ９, b8 → c8").is_err());
    /// # Ok::<(), playout_games::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Record::parse_move`], with `forms` (how moves are written) and, before the end of
    /// the game, the `example` of a legal move, similar to the text if possible.
    pub fn read_move(&self, text: &str) -> Result<G::Move, Error> {
        let refusal = match self.parse_move(text) {
            Err(refusal) if refusal.code() != Code::TooLarge => refusal,
            read => return read,
        };
        let typed = if text.len() <= MOST_BYTES { reading::<G>(text) } else { String::new() };
        let legal = self.legal_moves().into_iter().map(|mv| (mv, self.position().move_text(mv)));
        let legal: Vec<_> = legal.map(|(mv, text)| (mv, reading::<G>(&text), text)).collect();
        if let Some((mv, ..)) = legal.iter().find(|(_, legal, _)| is_meant(&typed, legal)) {
            return Ok(*mv);
        }
        let refusal = self.reason_against(&typed).unwrap_or(refusal);
        // The first of the most similar moves.
        let example =
            legal.into_iter().rev().max_by_key(|(_, legal, _)| common_start(&typed, legal));
        let refusal = refusal.with("forms", G::MOVE_FORMS);
        Err(match example {
            Some((_, _, example)) => refusal.with_example(&example),
            None => refusal,
        })
    }

    /// Why a reading that is a move, but not a legal one, is refused.
    fn reason_against(&self, typed: &str) -> Option<Error> {
        if typed.is_empty() {
            return None;
        }
        let spelled = G::MOVE_FORMS.iter().filter_map(|form| spelled(typed, form));
        let written = std::iter::once(typed.to_owned()).chain(spelled);
        let mut refusals = written.filter_map(|text| self.parse_move(&text).err());
        refusals.find(|refusal| refusal.code() != Code::BadMove)
    }
}

/// The canonical text of a legal move as a person types it, in the position of a game after
/// some moves.
///
/// # Errors
///
/// `unknown_game`, and what [`Record::from_texts`] and [`Record::read_move`] refuse.
pub fn read_move<'a>(
    game: &str,
    position: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
    text: &str,
) -> Result<String, Error> {
    with_game!(game, G => {
        let record = Record::<G>::from_texts(position, moves)?;
        record.position().move_text(record.read_move(text)?)
    })
}

/// Normalises a text by removing everything that people write in different ways: only letters,
/// digits and `+` remain, or a pass.
fn reading<G: Game>(text: &str) -> String {
    let narrow: String = text.chars().map(narrow).flat_map(char::to_lowercase).collect();
    let kept = |&sign: &char| (sign.is_alphanumeric() && !is_dash(sign)) || sign == '+';
    let mut reading: String = narrow.chars().filter(kept).collect();
    for (word, meaning) in G::MOVE_WORDS {
        reading = reading.replace(word, meaning);
    }
    if reading.is_empty() && narrow.contains(is_dash) { PASS.to_owned() } else { reading }
}

/// The reading of a pass, and its text in games that have one.
const PASS: &str = "--";

/// The ASCII character for a full-width one.
fn narrow(sign: char) -> char {
    match sign {
        '\u{FF01}'..='\u{FF5E}' => {
            char::from_u32(sign as u32 - 0xFF01 + 0x21).expect("these are ASCII")
        }
        _ => sign,
    }
}

/// Hyphens, dashes, the minus sign, and the characters that Japanese keyboards type for them.
fn is_dash(sign: char) -> bool {
    matches!(sign, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{30FC}' | '\u{FF70}')
}

/// Whether a reading means a legal move. The promotion sign may be left out, but must be correct if
/// it is there.
fn is_meant(typed: &str, legal: &str) -> bool {
    typed == legal || (legal.contains('+') && typed == legal.replace('+', ""))
}

/// Writes a reading in one of the [`Game::MOVE_FORMS`], if it has the parts of that form.
fn spelled(reading: &str, form: &str) -> Option<String> {
    let Some(part) = form.chars().next() else { return reading.is_empty().then(String::new) };
    let form = &form[part.len_utf8()..];
    let taken = |count: usize| {
        let (taken, rest) = reading.split_at_checked(count)?;
        Some(taken.to_owned() + &spelled(rest, form)?)
    };
    let first = reading.chars().next();
    match part {
        // If two numbers meet, as in `a13` for a1-3, the first is as long as possible.
        '0'..='9' => {
            let digits = reading.chars().take_while(char::is_ascii_digit).count();
            (1..=digits).rev().find_map(taken)
        }
        'a'..='z' => first.filter(char::is_ascii_lowercase).and_then(|_| taken(1)),
        'A'..='Z' => first.filter(char::is_ascii_alphanumeric).and_then(|_| {
            let rest = spelled(&reading[1..], form)?;
            Some(reading[..1].to_ascii_uppercase() + &rest)
        }),
        '+' => first.filter(|&sign| sign == '+').and_then(|_| taken(1)),
        sign => Some(sign.to_string() + &spelled(reading, form)?),
    }
}

/// The number of characters that two readings share at the beginning.
fn common_start(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count()
}
