//! A program of thousands of lines: the analyses look at what leads to the places, not at everything.

use std::time::Instant;

use raddle_context::Precision;
use raddle_fuzz::large::large_program;

use crate::case::Case;

#[test]
fn a_large_program_is_no_matter() {
    let lines = std::env::var("RADDLE_LARGE_LINES").ok().and_then(|text| text.parse().ok());
    let program = large_program(lines.unwrap_or(4000), 1);
    let path = crate::home().join("large.c");
    std::fs::write(&path, &program.text).expect("a program can be written");
    let (first, second) = program.race;
    let case = Case::new(&path, &format!("--at T1={first} --at T2={second}"));
    let begun = Instant::now();
    let known = case.facts(Precision::Full).expect("the context exists");
    let seconds = begun.elapsed().as_secs_f64();
    eprintln!("{} lines: {seconds:.2} s, {} values", program.lines, known.values.len());
    assert!(seconds < 20.0, "{seconds} s");
}
