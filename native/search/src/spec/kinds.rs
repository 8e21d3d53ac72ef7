//! The values of keys: their types, and how they are converted to text and to settings.

use std::fmt;
use std::time::Duration;

use crate::{Among, FinalChoice, Policy, Threats};

/// The type and range of a key's values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number.
    Integer {
        /// The minimum.
        min: u64,
        /// The maximum.
        max: u64,
    },
    /// A number, which may have decimals.
    Decimal {
        /// The minimum.
        min: f64,
        /// The maximum.
        max: f64,
    },
    /// One of several names.
    OneOf(&'static [&'static str]),
}

impl Kind {
    /// Parses a value; `None` if it has another type or is out of range.
    pub(super) fn read(self, text: &str) -> Option<Value> {
        let is_made_of = |allowed: fn(u8) -> bool| !text.is_empty() && text.bytes().all(allowed);
        match self {
            Self::Integer { min, max } if is_made_of(|b| b.is_ascii_digit()) => {
                let number = text.parse().ok().filter(|n| (min..=max).contains(n));
                number.map(Value::Integer)
            }
            Self::Decimal { min, max } if is_made_of(|b| b.is_ascii_digit() || b == b'.') => {
                let number = text.parse().ok().filter(|n| (min..=max).contains(n));
                number.map(Value::Decimal)
            }
            Self::OneOf(names) => {
                names.iter().find(|name| **name == text).copied().map(Value::Name)
            }
            _ => None,
        }
    }
}

/// Describes the values, for example "a whole number from 1 to 9".
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Decimal { min, max } => write!(f, "a number from {min} to {max}"),
            Self::OneOf(names) => write!(f, "one of {}", names.join(", ")),
        }
    }
}

/// A valid value of a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Integer(u64),
    Decimal(f64),
    Name(&'static str),
}

/// Formats the value as in a spec.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => number.fmt(f),
            Self::Decimal(number) => number.fmt(f),
            Self::Name(name) => f.write_str(name),
        }
    }
}

/// The type of a setting, which can be converted from and to the value of a key.
///
/// A value always has the kind of its key, which matches the type of the field that the key sets.
pub(super) trait Field: Sized {
    fn read(value: Value) -> Self;
    fn write(self) -> Option<Value>;
}

impl Field for u64 {
    fn read(value: Value) -> Self {
        let Value::Integer(number) = value else { unreachable!("{value} is not a whole number") };
        number
    }

    fn write(self) -> Option<Value> {
        Some(Value::Integer(self))
    }
}

impl Field for u32 {
    fn read(value: Value) -> Self {
        u32::try_from(u64::read(value)).expect("the range of the key fits the field")
    }

    fn write(self) -> Option<Value> {
        u64::from(self).write()
    }
}

impl Field for f64 {
    fn read(value: Value) -> Self {
        let Value::Decimal(number) = value else { unreachable!("{value} is not a decimal") };
        number
    }

    fn write(self) -> Option<Value> {
        Some(Value::Decimal(self))
    }
}

/// In milliseconds.
impl Field for Duration {
    fn read(value: Value) -> Self {
        Self::from_millis(u64::read(value))
    }

    fn write(self) -> Option<Value> {
        (self.as_millis() as u64).write()
    }
}

impl<T: Field> Field for Option<T> {
    fn read(value: Value) -> Self {
        Some(T::read(value))
    }

    fn write(self) -> Option<Value> {
        self.and_then(T::write)
    }
}

/// The names that a key accepts, and what they stand for.
pub(super) type Choices<T, const N: usize> = [(&'static str, T); N];

pub(super) const ON_OFF: Choices<bool, 2> = [("on", true), ("off", false)];

pub(super) const FINAL_CHOICES: Choices<FinalChoice, 2> =
    [("visits", FinalChoice::Visits), ("win_less_loss", FinalChoice::WinLessLoss)];

pub(super) const AMONG: Choices<Among, 2> =
    [("hardest", Among::Hardest), ("random", Among::Random)];

pub(super) const THREATS: Choices<Threats, 5> = [
    ("on", Threats::All),
    ("fours", Threats::Fours),
    ("fives", Threats::Fives),
    ("rows", Threats::Rows),
    ("off", Threats::Off),
];

pub(super) const POLICIES: Choices<Option<Policy>, 4> = [
    ("uniform", Some(Policy::Uniform)),
    ("decisive", Some(Policy::Decisive)),
    ("evaluation", None),
    ("mast", Some(Policy::Mast)),
];

pub(super) const fn names_of<T: Copy, const N: usize>(
    choices: &Choices<T, N>,
) -> [&'static str; N] {
    let mut names = [""; N];
    let mut index = 0;
    while index < N {
        names[index] = choices[index].0;
        index += 1;
    }
    names
}

macro_rules! choice_fields {
    ($($type:ty: $choices:expr;)+) => {
        $(impl Field for $type {
            fn read(value: Value) -> Self {
                let choice = $choices.into_iter().find(|(name, _)| Value::Name(name) == value);
                let Some((_, meaning)) = choice else { unreachable!("{value} is not one of the names") };
                meaning
            }

            fn write(self) -> Option<Value> {
                let choice = $choices.into_iter().find(|(_, meaning)| *meaning == self);
                choice.map(|(name, _)| Value::Name(name))
            }
        })+
    };
}

choice_fields! {
    bool: ON_OFF;
    Among: AMONG;
    Threats: THREATS;
    FinalChoice: FINAL_CHOICES;
    Option<Policy>: POLICIES;
}
