//! Reads moves as people type them.

use crate::{Code, Error, Game, Record, with_game};

/// The longest text, in bytes, that is compared with moves. No move is even a quarter as long.
const MAX_TYPED_BYTES: usize = 200;

impl<G: Game> Record<G> {
    /// Reads a legal move as a person types it: in capitals or full-width characters, with or
    /// without spaces, commas or other punctuation between its parts, and with common words for
    /// some parts ([`Game::MOVE_WORDS`]). Input can mean at most one legal move, so nothing is
    /// guessed.
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
    /// Those of [`Record::parse_move`], with `forms` (how the legal moves are written) and, unless the game
    /// is over, an `example`: a legal move that is similar to the text, if there is one.
    pub fn read_move(&self, text: &str) -> Result<G::Move, Error> {
        let refusal = match self.parse_move(text) {
            Err(refusal) if refusal.code() != Code::TooLarge => refusal,
            read => return read,
        };
        let typed =
            if text.len() <= MAX_TYPED_BYTES { normalised::<G>(text) } else { String::new() };
        let legal = self.legal_moves().into_iter().map(|mv| (mv, self.position().move_text(mv)));
        let legal: Vec<_> = legal.map(|(mv, text)| (mv, normalised::<G>(&text), text)).collect();
        if let Some((mv, ..)) = legal.iter().find(|(_, legal, _)| matches_typed(&typed, legal)) {
            return Ok(*mv);
        }
        let refusal = self.rejection(&typed).unwrap_or(refusal);
        let refusal = refusal.with("forms", legal_forms::<G>(&legal).as_slice());
        // The first of the most similar moves.
        let example =
            legal.into_iter().rev().max_by_key(|(_, legal, _)| common_prefix(&typed, legal));
        Err(match example {
            Some((_, _, example)) => refusal.with_example(&example),
            None => refusal,
        })
    }

    /// The error for input that is a move but not a legal one.
    fn rejection(&self, typed: &str) -> Option<Error> {
        if typed.is_empty() {
            return None;
        }
        let spelled = G::MOVE_FORMS.iter().filter_map(|form| in_form(typed, form));
        let written = std::iter::once(typed.to_owned()).chain(spelled);
        let mut refusals = written.filter_map(|text| self.parse_move(&text).err());
        refusals.find(|refusal| refusal.code() != Code::BadMove)
    }
}

/// Reads a legal move as a person types it, in the position of a game after the given moves, and
/// returns its canonical text.
///
/// # Errors
///
/// `unknown_game`, and the errors of [`Record::from_texts`] and [`Record::read_move`].
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

/// Normalises input by removing everything that people write in different ways. Only letters,
/// digits and `+` remain, or [`PASS`].
fn normalised<G: Game>(text: &str) -> String {
    let narrow: String = text.chars().map(narrow).flat_map(char::to_lowercase).collect();
    let is_significant = |&sign: &char| (sign.is_alphanumeric() && !is_dash(sign)) || sign == '+';
    let mut reading: String = narrow.chars().filter(is_significant).collect();
    for (word, meaning) in G::MOVE_WORDS {
        reading = reading.replace(word, meaning);
    }
    if reading.is_empty() && narrow.contains(is_dash) { PASS.to_owned() } else { reading }
}

/// A pass, normalised; in games that have one, also its canonical text.
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

/// Whether a normalised text means a legal move. A promotion sign can be left out but not added.
fn matches_typed(typed: &str, legal: &str) -> bool {
    typed == legal || (legal.contains('+') && typed == legal.replace('+', ""))
}

/// The [`Game::MOVE_FORMS`] of the legal moves, or all of them if there is no legal move. Each move
/// comes with its normalised text and its text.
fn legal_forms<G: Game>(legal: &[(G::Move, String, String)]) -> Vec<&'static str> {
    let has_moves = |form: &str| {
        legal.iter().any(|(_, normalised, text)| {
            text == form || in_form(normalised, form).as_ref() == Some(text)
        })
    };
    let forms = G::MOVE_FORMS.iter().copied().filter(|form| legal.is_empty() || has_moves(form));
    forms.collect()
}

/// Writes a normalised text in one of the [`Game::MOVE_FORMS`], if it has the parts of that form.
fn in_form(reading: &str, form: &str) -> Option<String> {
    let Some(part) = form.chars().next() else { return reading.is_empty().then(String::new) };
    let form = &form[part.len_utf8()..];
    let taken = |count: usize| {
        let (taken, rest) = reading.split_at_checked(count)?;
        Some(taken.to_owned() + &in_form(rest, form)?)
    };
    let first = reading.chars().next();
    match part {
        // Where two numbers meet, as in `a13` for a1-3, the first one takes as many digits as
        // possible.
        '0'..='9' => {
            let digits = reading.chars().take_while(char::is_ascii_digit).count();
            (1..=digits).rev().find_map(taken)
        }
        'a'..='z' => first.filter(char::is_ascii_lowercase).and_then(|_| taken(1)),
        'A'..='Z' => first.filter(char::is_ascii_alphanumeric).and_then(|_| {
            let rest = in_form(&reading[1..], form)?;
            Some(reading[..1].to_ascii_uppercase() + &rest)
        }),
        '+' => first.filter(|&sign| sign == '+').and_then(|_| taken(1)),
        sign => Some(sign.to_string() + &in_form(reading, form)?),
    }
}

/// The number of characters with which both texts begin.
fn common_prefix(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count()
}
