//! Findings on disk: `raddle-out/<program>/finding-N.json`, read again by `raddle replay`.
//!
//! The directory of a program is named by where the program is: `src/list.c` has `raddle-out/src/list`. So programs of one name do not get
//! in each other's way, and a check of a program finds what earlier checks of it left.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use anyhow::Context;
use raddle_findings::{Finding, FindingFile, SCHEMA_VERSION};
use raddle_frontend::shown_path;

use crate::files;
use crate::fnv::Fnv;

/// Where findings are kept if nothing is said.
const DIRECTORY: &str = "raddle-out";

/// The directory of a program, which is known by its first file.
pub(crate) fn directory(out: Option<&Path>, program: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    out.unwrap_or(Path::new(DIRECTORY)).join(place(program, &here))
}

/// A relative path that is one program's own.
fn place(program: &Path, here: &Path) -> PathBuf {
    let full = without_dots(&here.join(program));
    let name = match full.extension() {
        Some(ending) if ending == "c" => full.file_stem(),
        _ => full.file_name(),
    };
    let name = name.unwrap_or(program.as_os_str());
    match full.strip_prefix(here) {
        Ok(rest) => rest.with_file_name(name),
        // A number stands for directories elsewhere.
        Err(_) => {
            let mut hash = Fnv::default();
            hash.add(full.as_os_str().as_encoded_bytes());
            let mut unique = OsString::from(name);
            unique.push(format!("-{:08x}", hash.0 >> 32));
            unique.into()
        }
    }
}

/// A path without `.` and `..`, as it is written; links are not looked at.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// Writes one file per finding and returns where. What an earlier check of the program left there goes, also if this one
/// found nothing.
pub(crate) fn write(
    directory: &Path,
    command: &[String],
    findings: &[Finding],
) -> anyhow::Result<Vec<PathBuf>> {
    let each: Vec<(&[String], &Finding)> =
        findings.iter().map(|finding| (command, finding)).collect();
    write_each(directory, &each)
}

/// The same with findings of several commands.
pub(crate) fn write_each(
    directory: &Path,
    findings: &[(&[String], &Finding)],
) -> anyhow::Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    for (index, &(command, finding)) in findings.iter().enumerate() {
        let path = directory.join(format!("finding-{}.json", index + 1));
        let file = FindingFile {
            schema_version: SCHEMA_VERSION,
            tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            command: command.to_vec(),
            finding: finding.clone(),
        };
        let text = serde_json::to_string_pretty(&file).context("cannot print a finding as JSON")?;
        files::write(&path, &(text + "\n"))?;
        written.push(path);
    }
    remove_stale(directory, findings.len())?;
    Ok(written)
}

/// Removes findings of earlier checks, numbered above `kept`.
fn remove_stale(directory: &Path, kept: usize) -> anyhow::Result<()> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Ok(()) };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix("finding-"));
        let number = number.and_then(|rest| rest.strip_suffix(".json"));
        if number.and_then(|digits| digits.parse::<usize>().ok()).is_some_and(|n| n > kept) {
            let path = entry.path();
            std::fs::remove_file(&path)
                .with_context(|| format!("cannot remove {}", shown_path(&path)))?;
        }
    }
    // Nobody needs an empty directory; one with something in it stays.
    let _ = std::fs::remove_dir(directory);
    Ok(())
}

pub(crate) fn read(path: &Path) -> anyhow::Result<FindingFile> {
    let text = files::read(path)?;
    let file: FindingFile = serde_json::from_str(&text).with_context(|| {
        format!("{} is not a finding that `raddle check` wrote", shown_path(path))
    })?;
    anyhow::ensure!(
        file.schema_version == SCHEMA_VERSION,
        "{} has version {} of the format, this Raddle reads version {SCHEMA_VERSION}; check the program again",
        shown_path(path),
        file.schema_version,
    );
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::place;

    #[test]
    fn each_program_has_its_place() {
        let here = Path::new("/some/where/project");
        let place = |program: &str| place(Path::new(program), here);
        assert_eq!(place("a.c"), PathBuf::from("a"));
        assert_eq!(place("./src/../src/a.c"), PathBuf::from("src/a"));
        assert_eq!(place("/some/where/project/src/a.c"), PathBuf::from("src/a"));
        assert_eq!(place("a.ll"), PathBuf::from("a.ll"));
        let elsewhere = [place("../a.c"), place("../other/a.c"), place("/a.c")];
        for (index, one) in elsewhere.iter().enumerate() {
            assert!(one.to_string_lossy().starts_with("a-"), "{}", one.display());
            assert!(!elsewhere[..index].contains(one));
        }
        assert_eq!(place("/some/where/a.c"), place("../a.c"));
    }
}
