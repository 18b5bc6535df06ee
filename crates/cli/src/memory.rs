//! How much memory a worker may use, so that one job cannot take the machine's.

use std::num::NonZeroUsize;

/// What a worker may use at least, in bytes, however small the machine is: the solver and the JDK's classes need some.
const MIN_WORKER_BYTES: u64 = 1 << 30;

/// The address space that each of so many workers may use, in bytes: its share of the machine's memory. Nothing where the
/// system doesn't tell how much there is.
pub fn share(workers: NonZeroUsize) -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    Some((total(&info)? / workers.get() as u64).max(MIN_WORKER_BYTES))
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
}
