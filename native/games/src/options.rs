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
        let Some((_, asked)) = self.0.iter().find(|(key, _)| key == "variant") else {
            return Ok(variants[0]);
        };
        variants.iter().copied().find(|variant| variant == asked).ok_or_else(|| {
            let message =
                format!("unknown variant \"{}\"; there are: {}", shown(asked), variants.join(", "));
            Error::new(Code::UnknownVariant, "unknown_variant", message)
                .with("variant", asked.as_str())
                .with("known", variants)
        })
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
