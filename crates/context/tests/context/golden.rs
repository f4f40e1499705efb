//! C and a context → facts: each program of `golden` and of `tests/from`, with what is known in its context (`golden/*.facts`). `RADDLE_BLESS=1` rewrites the expectations.

use std::path::Path;

use crate::case::{Case, programs, programs_with_contexts};

#[test]
fn contexts_have_the_expected_facts() {
    let bless = std::env::var_os("RADDLE_BLESS").is_some();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let golden = here.join("tests/golden");
    let mut inputs = programs(&golden);
    inputs.extend(programs_with_contexts(&here.join("../../tests/from")));
    assert!(!inputs.is_empty());
    let mut different = Vec::new();
    for input in inputs {
        let facts = Case::read(&input).text();
        let name = input.file_stem().expect("programs have names");
        let expectation = golden.join(name).with_extension("facts");
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
