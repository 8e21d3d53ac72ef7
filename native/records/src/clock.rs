//! Clock times as text, such as `0:01:30.5` (hours, minutes, seconds).

use crate::MAX_CLOCK;

/// Writes a number of milliseconds.
pub(crate) fn write(clock: u64) -> String {
    let seconds = clock / 1_000;
    let [h, m, s] = [seconds / 3_600, seconds / 60 % 60, seconds % 60];
    format!("{h}:{m:02}:{s:02}{}", fraction(clock))
}

/// A point and the thousandths of a second; nothing if there are none.
fn fraction(clock: u64) -> String {
    let digits = format!(".{:03}", clock % 1_000);
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Reads hours, minutes and seconds as numbers of milliseconds, which may be more than a record
/// allows; `None` if it is something else.
pub(crate) fn read(text: &str) -> Option<u64> {
    let mut parts = text.split(':');
    let [hours, minutes, seconds] = [parts.next()?, parts.next()?, parts.next()?];
    if parts.next().is_some() || hours.is_empty() {
        return None;
    }
    let hours = whole(hours)?;
    let minutes = whole(minutes).filter(|it| minutes.len() == 2 && *it < 60)?;
    let (whole_seconds, _) = seconds.split_once('.').unwrap_or((seconds, ""));
    let seconds = read_seconds(seconds).filter(|it| whole_seconds.len() == 2 && *it < 60_000)?;
    Some(hours.saturating_mul(3_600_000).saturating_add(minutes * 60_000 + seconds))
}

/// Writes a number of milliseconds as seconds, such as `90.5`.
pub(crate) fn write_seconds(clock: u64) -> String {
    format!("{}{}", clock / 1_000, fraction(clock))
}

/// Reads seconds with up to three decimals as milliseconds.
pub(crate) fn read_seconds(text: &str) -> Option<u64> {
    let (seconds, decimals) = match text.split_once('.') {
        None => (text, ""),
        Some((seconds, decimals)) if (1..=3).contains(&decimals.len()) => (seconds, decimals),
        Some(_) => return None,
    };
    let thousandths = whole(&format!("{decimals:0<3}"))?;
    Some(whole(seconds)?.saturating_mul(1_000).saturating_add(thousandths))
}

/// Reads digits; a number above the longest clock time is cut to something longer than that.
fn whole(digits: &str) -> Option<u64> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().unwrap_or(u64::MAX).min(MAX_CLOCK + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_up_to_three_decimals() {
        for (clock, text, seconds) in [
            (0, "0:00:00", "0"),
            (90_500, "0:01:30.5", "90.5"),
            (1, "0:00:00.001", "0.001"),
            (3_600_000 + 59_990, "1:00:59.99", "3659.99"),
            (MAX_CLOCK, "9999:59:59.999", "35999999.999"),
        ] {
            assert_eq!((write(clock).as_str(), read(text)), (text, Some(clock)));
            assert_eq!(
                (write_seconds(clock).as_str(), read_seconds(seconds)),
                (seconds, Some(clock))
            );
        }
    }

    #[test]
    fn times_beyond_the_limit_are_read_as_too_long() {
        for text in ["10000:00:00", "99999999999999999999999:00:00"] {
            assert!(read(text) > Some(MAX_CLOCK), "{text}");
        }
        assert!(read_seconds("99999999999999999999999") > Some(MAX_CLOCK));
    }

    #[test]
    fn anything_else_is_no_time() {
        for text in [
            "",
            "1:30",
            "0:1:30",
            "0:01:3",
            "0:60:00",
            "0:00:60",
            ":00:00",
            "-1:00:00",
            "0:00:00.",
            "0:00:00.1234",
            "0:00:00:00",
            "+0:00:00",
            "0:00:+1",
            "0:00:1.5",
            "０:00:00",
            "0 :00:00",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        for text in ["", "-1", "1.", ".5", "1.2345", "1e3", "1,5", "+1"] {
            assert_eq!(read_seconds(text), None, "{text}");
        }
    }
}
