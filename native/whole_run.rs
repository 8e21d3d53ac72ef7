//! The tests of each crate include this file, for numbers that the whole run makes larger.

/// The first number, or in the whole run (`bin/test --all`) the second.
pub(crate) fn short_or_whole<T>(short: T, whole: T) -> T {
    if std::env::var_os("PLAYOUT_TEST_ALL").is_some_and(|it| it == "yes") { whole } else { short }
}
