//! Prints the random sequential program of a seed: `cargo run -p raddle-fuzz --example sequential -- 17`.

use std::io::Write;

fn main() -> std::io::Result<()> {
    let seed = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    let text = raddle_fuzz::sequential::program::generate(seed);
    std::io::stdout().write_all(text.as_bytes())
}
