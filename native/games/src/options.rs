use std::ops::RangeInclusive;

use crate::error::shown;
use crate::{Code, Error};

/// What a new game is asked to be: keys and values such as `variant=squares`.
///
/// Each game takes the keys it knows and refuses the rest, so a new option
/// of one game changes nothing for the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<(String, String)>);

impl Options {
    /// Options from pairs of key and value.
    pub fn new<K: Into<String>, V: Into<String>>(pairs: impl IntoIterator<Item = (K, V)>) -> Self {
        Self(pairs.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
    }

    /// The variant asked for, one of `variants`; the first of them if none is.
    ///
    /// # Errors
    ///
    /// `unknown_variant` for any other.
    pub fn variant(&self, variants: &[&'static str]) -> Result<&'static str, Error> {
        let Some(asked) = self.value("variant") else {
            return Ok(variants[0]);
        };
        variants.iter().copied().find(|variant| *variant == asked).ok_or_else(|| {
            let message =
                format!("unknown variant \"{}\"; there are: {}", shown(asked), variants.join(", "));
            Error::new(Code::UnknownVariant, "unknown_variant", message)
                .with("variant", asked)
                .with("known", variants)
        })
    }

    /// The value of `key`, one of `known`; the first of them if it is not
    /// given.
    ///
    /// # Errors
    ///
    /// `bad_option` for any other.
    pub fn one_of(&self, key: &str, known: &[&'static str]) -> Result<&'static str, Error> {
        let Some(asked) = self.value(key) else {
            return Ok(known[0]);
        };
        known
            .iter()
            .copied()
            .find(|value| *value == asked)
            .ok_or_else(|| bad_value(key, asked, &format!("one of {}", known.join(", "))))
    }

    /// The number that is the value of `key`, in decimal; `default` if it is
    /// not given.
    ///
    /// # Errors
    ///
    /// `bad_option` for one out of range, and for what is no number.
    pub fn number(&self, key: &str, range: RangeInclusive<u8>, default: u8) -> Result<u8, Error> {
        let Some(asked) = self.value(key) else {
            return Ok(default);
        };
        // Only the text that the number is written as.
        let read = asked.parse().ok().filter(|read: &u8| read.to_string() == asked);
        read.filter(|read| range.contains(read)).ok_or_else(|| {
            let wanted = format!("a number from {} to {}", range.start(), range.end());
            bad_value(key, asked, &wanted)
        })
    }

    fn value(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// Refuses every key that is not among `known`, and every key given twice.
    ///
    /// # Errors
    ///
    /// `bad_option`, naming the key.
    pub fn only(&self, known: &[&str]) -> Result<(), Error> {
        for (index, (key, _)) in self.0.iter().enumerate() {
            if !known.contains(&key.as_str()) {
                let message =
                    format!("unknown option \"{}\"; there are: {}", shown(key), known.join(", "));
                return Err(Error::new(Code::BadOption, "unknown_option", message)
                    .with("option", key.as_str())
                    .with("known", known));
            }
            if self.0[..index].iter().any(|(earlier, _)| earlier == key) {
                let message = format!("option \"{}\" is given twice", shown(key));
                return Err(Error::new(Code::BadOption, "option_twice", message)
                    .with("option", key.as_str()));
            }
        }
        Ok(())
    }
}

fn bad_value(key: &str, asked: &str, wanted: &str) -> Error {
    let message = format!("option {key}: \"{}\" should be {wanted}", shown(asked));
    Error::new(Code::BadOption, "bad_value", message)
        .with("option", key)
        .with("value", asked)
        .with("wanted", wanted)
}
