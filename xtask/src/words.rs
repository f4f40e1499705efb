//! Rules about the text of the repository: every Rust file says what it is for, and some words do not belong.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::scratch;

/// Words that must not occur, and why. They are written in two halves so that this file passes its own check.
const FORBIDDEN: &[(&str, &str, &str)] = &[
    ("to", "do!(", "finish it, or report it as a located unknown"),
    ("unimple", "mented!(", "finish it, or report it as a located unknown"),
    ("#[ig", "nore", "no test is ignored: assert today's answer instead"),
    ("TO", "DO", "finish it, or describe the gap in ARCHITECTURE.md"),
    ("FIX", "ME", "fix it, or describe the gap in ARCHITECTURE.md"),
    ("/wo", "rk/", "paths of one machine mean nothing elsewhere"),
    ("/ho", "me/", "paths of one machine mean nothing elsewhere"),
    ("/ro", "ot/", "paths of one machine mean nothing elsewhere"),
    ("index.cr", "ates.io", "registries are configured by the user"),
];

/// The one way in which a test may be left out: it takes long, and `test.rs` runs it with `--all`.
const LONG_TEST: &str = r#"#[ignore = "long: cargo xtask test --all"]"#;

/// Everything that breaks a rule: `file:line: what`.
pub(crate) fn complaints(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut complaints = Vec::new();
    let mut sources = Vec::new();
    for file in tracked_files(root)? {
        let Ok(text) = std::fs::read_to_string(root.join(&file)) else {
            continue; // Not text, or deleted and not yet committed.
        };
        complaints.extend(header_complaint(&file, &text));
        complaints.extend(word_complaints(&file, &text));
        if file.extension().is_some_and(|extension| extension == "rs") {
            sources.push((file, text));
        }
    }
    complaints.extend(scratch::complaints(&sources));
    Ok(complaints)
}

fn tracked_files(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut command = Command::new("git");
    command
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
        .current_dir(root);
    let output = command.output().context("cannot run git to list the files")?;
    if !output.status.success() {
        bail!("git cannot list the files: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(names.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect())
}

fn header_complaint(file: &Path, text: &str) -> Option<String> {
    // Golden inputs are data that happens to be Rust.
    let is_data = file.components().any(|part| part.as_os_str() == "golden");
    let is_rust = file.extension().is_some_and(|extension| extension == "rs") && !is_data;
    let has_header = text.starts_with("//!");
    (is_rust && !has_header)
        .then(|| format!("{}:1: open the file with `//!`: what it is for, and why", file.display()))
}

fn word_complaints(file: &Path, text: &str) -> Vec<String> {
    // The lock file names the registry by design.
    if file.ends_with("Cargo.lock") {
        return Vec::new();
    }
    let mut complaints = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.replace(LONG_TEST, "");
        for (first, second, advice) in FORBIDDEN {
            let word = format!("{first}{second}");
            if line.contains(&word) {
                complaints.push(format!("{}:{}: `{word}`: {advice}", file.display(), index + 1));
            }
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{header_complaint, word_complaints};

    #[test]
    fn files_need_a_header() {
        assert!(header_complaint(Path::new("a.rs"), "fn main() {}").is_some());
        assert!(header_complaint(Path::new("a.rs"), "//! Says what.\n").is_none());
        assert!(header_complaint(Path::new("a.c"), "int x;").is_none());
    }

    #[test]
    fn only_long_tests_may_be_left_out() {
        let complaints = |text: &str| word_complaints(Path::new("a.rs"), text).len();
        let (start, end) = ("#[ig", "nore");
        assert_eq!(complaints(&format!("{start}{end} = \"long: cargo xtask test --all\"]")), 0);
        assert_eq!(complaints(&format!("{start}{end} = \"it fails\"]")), 1);
        assert_eq!(complaints(&format!("{start}{end}]")), 1);
    }

    #[test]
    fn words_are_found_with_their_line() {
        let text = format!("fine\nnot {}{}\n", "TO", "DO");
        let complaints = word_complaints(Path::new("a.rs"), &text);
        assert_eq!(complaints.len(), 1);
        assert!(complaints[0].starts_with("a.rs:2:"), "{complaints:?}");
    }
}
