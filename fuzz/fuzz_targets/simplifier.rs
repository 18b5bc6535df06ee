#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| clew_fuzzing::fuzz(clew_fuzzing::Target::Simplifier, bytes));
