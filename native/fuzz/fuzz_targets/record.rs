#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| playout_fuzz::record(bytes));
