//! Test programs run at the same time, and some begin by removing a directory: each has one of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Where Cargo lets tests write, and the only thing that a test may do with it. In halves, so that this file passes its own check.
const SHARED: (&str, &str) = ("env!(\"CARGO_TAR", "GET_TMPDIR\"))");
const OWN: &str = ".join(env!(\"CARGO_CRATE_NAME\"))";

/// Places that write where another test program may write as well.
pub(crate) fn complaints(files: &[(PathBuf, String)]) -> Vec<String> {
    let shared = format!("{}{}", SHARED.0, SHARED.1);
    let mut complaints = Vec::new();
    let mut programs: BTreeMap<&str, &Path> = BTreeMap::new();
    for (file, text) in files {
        let mut line = 1;
        let mut pieces = text.split(shared.as_str());
        let mut before = pieces.next().unwrap_or_default();
        for after in pieces {
            line += before.matches('\n').count();
            let joins: String =
                after.chars().filter(|c| !c.is_whitespace()).take(OWN.len()).collect();
            let only_compared = before.ends_with("contains(");
            if joins != OWN && !only_compared {
                complaints.push(format!(
                    "{}:{line}: a directory that all tests share: go on with `{OWN}`",
                    file.display()
                ));
            }
            before = after;
        }
        let Some((package, program)) = program(file).filter(|_| text.contains(&shared)) else {
            continue;
        };
        let first = programs.entry(program).or_insert(package);
        if *first != package {
            complaints.push(format!(
                "{}:1: `{}` has a test program of this name, and both write to the directory of that name",
                file.display(),
                first.display()
            ));
        }
    }
    complaints
}

/// The package and the test program that a file belongs to.
fn program(file: &Path) -> Option<(&Path, &str)> {
    let tests = file.ancestors().find(|path| path.ends_with("tests"))?;
    let first = file.strip_prefix(tests).ok()?.components().next()?.as_os_str().to_str()?;
    Some((tests.parent()?, first.trim_end_matches(".rs")))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{OWN, SHARED, complaints};

    fn file(path: &str, rest: &str) -> (PathBuf, String) {
        (
            PathBuf::from(path),
            format!("//! Tests.\nlet here = Path::new({}{}{rest};", SHARED.0, SHARED.1),
        )
    }

    #[test]
    fn a_directory_is_named_after_the_test_program() {
        let wrong = complaints(&[file("crates/a/tests/x.rs", ".join(\"x\")")]);
        assert_eq!(wrong.len(), 1);
        assert!(wrong[0].starts_with("crates/a/tests/x.rs:2:"), "{wrong:?}");
        assert!(complaints(&[file("crates/a/tests/x.rs", &format!("\n    {OWN}"))]).is_empty());
    }

    #[test]
    fn two_test_programs_of_one_name_are_noticed() {
        let files = ["crates/a/tests/x.rs", "crates/a/tests/x/main.rs", "crates/b/tests/x/main.rs"];
        let found = complaints(&files.map(|path| file(path, OWN)));
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("crates/b/tests/x/main.rs:1:"), "{found:?}");
    }
}
