//! What the commands print: progress, and how large a table is.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use crate::failure::Failure;

/// Reports progress, in percent, to the program that runs this one.
pub(super) fn progress(percent: u64) {
    // Without a reader, standard input is closed too.
    let _ = writeln!(io::stdout(), "progress {percent}");
}

/// Says that a table is made, with its size and the time since `begun`.
pub(super) fn made(path: &Path, positions: u64, bytes: u64, begun: Instant) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}: {} positions, {} bytes, {:.1} s{}",
        path.display(),
        grouped(positions),
        grouped(bytes),
        begun.elapsed().as_secs_f64(),
        peak_memory().map_or_else(String::new, |it| format!(", peak memory {it}")),
    )?;
    Ok(out.flush()?)
}

/// The largest size in memory that this process has had, where the system says so.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(format!("{:.0} MB", kib * 1024.0 / 1e6))
}

/// A number with commas.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
