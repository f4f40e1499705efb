//! The run-time library is C code that relies on the machine's models: each function that its files declare
//! must be one of them, or be defined in another of its files.

use std::path::Path;

use raddle_machine::is_library_function;

/// Functions declared (not defined) at the margin of a C file.
fn declared(text: &str) -> Vec<&str> {
    let declaration =
        |line: &&str| line.ends_with(");") && line.starts_with(|c: char| c.is_ascii_alphabetic());
    let name = |line| {
        // C cannot spell every name.
        if let Some((_, name)) = str::split_once(line, "__asm__(\"") {
            return name.split('"').next();
        }
        let (before, _) = str::split_once(line, '(')?;
        before.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()
    };
    text.lines()
        .filter(declaration)
        .filter(|line| !line.starts_with("typedef"))
        .filter_map(name)
        .collect()
}

/// Whether a file defines a function, at the margin.
fn defines(text: &str, name: &str) -> bool {
    let begins = |line: &str| {
        let before = line.split_once('(').map_or("", |(before, _)| before);
        before.rsplit([' ', '*']).next() == Some(name)
    };
    let is_definition =
        |line: &&str| line.ends_with('{') && line.starts_with(|c: char| c.is_ascii_alphabetic());
    text.lines().filter(is_definition).any(begins)
}

#[test]
fn every_declared_function_has_a_model() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend/runtime");
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(directory).expect("the library exists") {
        let path = entry.expect("readable").path();
        texts.push((std::fs::read_to_string(&path).expect("readable"), path));
    }
    let mut count = 0;
    for (text, path) in &texts {
        for name in declared(text) {
            let is_there = || texts.iter().any(|(other, _)| defines(other, name));
            let known = is_library_function(name) || is_there();
            assert!(known, "{}: {name} has no model", path.display());
            count += 1;
        }
    }
    assert!(count > 10, "only {count} declarations found");
}
