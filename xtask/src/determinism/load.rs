//! Keeps the machine busy.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// Threads that do nothing but take time, until this value is dropped.
pub struct Load {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Load {
    /// Starts this many threads for each core.
    pub fn start(for_each_core: usize) -> Load {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let stop = Arc::new(AtomicBool::new(false));
        let busy = |_| {
            let stop = Arc::clone(&stop);
            thread::spawn(move || {
                let mut number = 0_u64;
                while !stop.load(Ordering::Relaxed) {
                    number = black_box(number.wrapping_mul(31).wrapping_add(7));
                }
            })
        };
        let threads = (0..for_each_core * cores).map(busy).collect();
        Load { stop, threads }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // A thread that panicked is gone, and that is all that is asked for.
            let _ = thread.join();
        }
    }
}
