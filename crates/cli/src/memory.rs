//! How much memory a worker may use, so that one job cannot take the machine's.
//!
//! A job that needs more than half of it gives up states, and the solver a query that needs more than the other half; what
//! goes past both ends the process, and so costs one job.

use std::fs::read_to_string;
use std::num::NonZeroUsize;

/// What a worker may use at least, in bytes: the solver and the JDK's classes need some.
pub const MIN_WORKER_BYTES: u64 = 128 << 20;

/// The share of the machine's memory that all workers together may use; the rest is for the JVM that replays tests, for the
/// system and for whoever else is there.
const WORKERS_SHARE: (u64, u64) = (3, 4);

/// What a worker may use unless the user says otherwise, in bytes: its share of the machine's memory. Nothing where the
/// system doesn't tell how much there is.
pub fn share(workers: NonZeroUsize) -> Option<u64> {
    let machine = read_to_string("/proc/meminfo").ok().and_then(|info| total(&info));
    let group = read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|limit| limit.trim().parse().ok());
    let all = machine.into_iter().chain(group).min()?;
    Some((all / WORKERS_SHARE.1 * WORKERS_SHARE.0 / workers.get() as u64).max(MIN_WORKER_BYTES))
}

/// What a job may use before it gives up states, of the bytes that its worker may use.
pub fn for_states(bytes: u64) -> u64 {
    bytes / 2
}

/// A size with its unit, in bytes: `512M`, `2G`, `2GiB`. Units are powers of 1,024.
///
/// # Errors
/// What is wrong with it.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let bytes = parse_bytes(text)?;
    if bytes < MIN_WORKER_BYTES {
        return Err(format!("at least {}M are needed", MIN_WORKER_BYTES >> 20));
    }
    Ok(bytes)
}

/// Any size with its unit, in bytes.
///
/// # Errors
/// What is wrong with it.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let shift = match unit.trim().to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b') {
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err("a number with a unit is needed, such as 512M or 2G".to_owned()),
    };
    let number: u64 =
        number.parse().map_err(|_| "a whole number with a unit is needed, such as 512M or 2G".to_owned())?;
    Ok(number.checked_mul(1 << shift).ok_or("it is too large")?)
}

/// The total memory, in bytes, from the text of `/proc/meminfo`.
fn total(info: &str) -> Option<u64> {
    let line = info.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read() {
        assert_eq!(total("MemTotal:       16303428 kB\nMemFree: 1 kB\n"), Some(16_303_428 << 10));
        assert_eq!(total("MemFree: 1 kB\n"), None);
    }

    #[test]
    fn sizes_are_read() {
        let accepted =
            [("512M", 512 << 20), ("2g", 2 << 30), ("2 GiB", 2 << 30), ("256MB", 256 << 20), ("1T", 1 << 40)];
        for (text, bytes) in accepted {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "512", "M", "-1G", "1.5G", "1X", "127M", "99999999999999999999G", "18446744073709551615G"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
