use crate::error::shown;
use crate::{Code, Error};

/// The option that every game has: its variant.
const VARIANT: &str = "variant";

/// An option of a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// Its name, e.g. `size`.
    pub name: &'static str,
    /// Its possible values and its default.
    pub values: Values,
    /// A description for people: one line, without a full stop.
    pub about: &'static str,
}

/// The possible values of a [`GameOption`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of several names, default first.
    OneOf(&'static [&'static str]),
    /// A whole number.
    Number {
        /// The smallest.
        least: u8,
        /// The largest.
        most: u8,
        /// The default.
        default: u8,
    },
}

impl GameOption {
    /// The option `variant`: the names of the variants, default first.
    #[must_use]
    pub const fn variant(names: &'static [&'static str], about: &'static str) -> Self {
        Self { name: VARIANT, values: Values::OneOf(names), about }
    }
}

/// The names of a game's variants. A game whose first option is not the variant does not compile.
pub(crate) const fn variants(offered: &[GameOption]) -> &'static [&'static str] {
    match offered {
        [GameOption { name, values: Values::OneOf(names), .. }, ..]
            if matches!(name.as_bytes(), b"variant") =>
        {
            names
        }
        _ => panic!("the first option of a game must be its variant"),
    }
}

/// The options chosen for a new game: keys and values such as `variant=squares`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<(String, String)>);

impl Options {
    /// Creates options from pairs of a key and a value.
    pub fn new<K: Into<String>, V: Into<String>>(pairs: impl IntoIterator<Item = (K, V)>) -> Self {
        Self(pairs.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
    }

    /// The chosen or default value of every option that a game offers.
    ///
    /// # Errors
    ///
    /// `unknown_variant`, and `bad_option` for any other invalid value, for an unknown key, and for
    /// a key given twice.
    pub fn choose_from(&self, offered: &[GameOption]) -> Result<Chosen, Error> {
        self.check_keys(offered)?;
        let choose = |option: &GameOption| {
            let requested = self.0.iter().find(|(key, _)| key == option.name);
            Ok((option.name, option.choose(requested.map(|(_, value)| value.as_str()))?))
        };
        Ok(Chosen(offered.iter().map(choose).collect::<Result<_, Error>>()?))
    }

    fn check_keys(&self, offered: &[GameOption]) -> Result<(), Error> {
        for (index, (key, _)) in self.0.iter().enumerate() {
            if !offered.iter().any(|option| option.name == key) {
                let known: Vec<_> = offered.iter().map(|option| option.name).collect();
                let message =
                    format!("unknown option \"{}\"; choose from: {}", shown(key), known.join(", "));
                return Err(Error::new(Code::BadOption, "unknown_option", message)
                    .with("option", key.as_str())
                    .with("known", &known[..]));
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

/// The values of all options that a game offers.
///
/// Panics if asked for an option that does not exist or has the other type, because that is a bug
/// in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen(Vec<(&'static str, Value)>);

/// The chosen value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// One of several names.
    Name(&'static str),
    /// A number.
    Number(u8),
}

impl Chosen {
    /// The values of all options, in the order in which the game offers them.
    #[must_use]
    pub fn values(&self) -> &[(&'static str, Value)] {
        &self.0
    }

    /// The name chosen for an option.
    #[must_use]
    pub fn choice(&self, name: &str) -> &'static str {
        match self.value(name) {
            Value::Name(chosen) => chosen,
            Value::Number(_) => panic!("the option {name} is a number"),
        }
    }

    /// The number chosen for an option.
    #[must_use]
    pub fn number(&self, name: &str) -> u8 {
        match self.value(name) {
            Value::Number(number) => number,
            Value::Name(_) => panic!("the option {name} is not a number"),
        }
    }

    fn value(&self, name: &str) -> Value {
        let chosen = self.0.iter().find(|(known, _)| *known == name);
        chosen.unwrap_or_else(|| panic!("there is no option {name}")).1
    }
}

impl GameOption {
    /// The requested value, or the default.
    fn choose(&self, requested: Option<&str>) -> Result<Value, Error> {
        match (self.values, requested) {
            (Values::OneOf(names), None) => Ok(Value::Name(names[0])),
            (Values::Number { default, .. }, None) => Ok(Value::Number(default)),
            (Values::OneOf(names), Some(requested)) => {
                let name = names.iter().find(|name| **name == requested);
                name.map(|name| Value::Name(name)).ok_or_else(|| match self.name {
                    VARIANT => Error::unknown_variant(requested, names),
                    _ => self.bad_value(requested, &format!("one of {}", names.join(", "))),
                })
            }
            (Values::Number { least, most, .. }, Some(requested)) => {
                // Only the canonical text of a number is accepted.
                let read = requested.parse().ok().filter(|read: &u8| read.to_string() == requested);
                let number = read.filter(|read| (least..=most).contains(read));
                number.map(Value::Number).ok_or_else(|| {
                    self.bad_value(requested, &format!("a number from {least} to {most}"))
                })
            }
        }
    }

    fn bad_value(&self, requested: &str, wanted: &str) -> Error {
        let message =
            format!("option {} must be {wanted}, not \"{}\"", self.name, shown(requested));
        Error::new(Code::BadOption, "bad_value", message)
            .with("option", self.name)
            .with("value", requested)
            .with("wanted", wanted)
    }
}
