//! C and a context → facts: each program under `golden/` beside what is known in its context. `RADDLE_BLESS=1` rewrites the expectations.

use std::path::Path;

use crate::case::{Case, programs};

#[test]
fn contexts_have_the_expected_facts() {
    let bless = std::env::var_os("RADDLE_BLESS").is_some();
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut different = Vec::new();
    assert!(!programs(&directory).is_empty());
    for input in programs(&directory) {
        let facts = Case::read(&input).text();
        let expectation = input.with_extension("facts");
        if bless {
            std::fs::write(&expectation, &facts).expect("writable");
        } else if std::fs::read_to_string(&expectation).ok().as_deref() != Some(&facts) {
            different.push((expectation, facts));
        }
    }
    for (path, facts) in &different {
        eprintln!("{} would be\n{facts}", path.display());
    }
    assert!(different.is_empty(), "RADDLE_BLESS=1 would change {} files", different.len());
}
