//! How a program is built: a compilation database (`--build DIR`, `compile_commands.json`), or the record that `raddle cc` leaves next to what it
//! makes (`program.raddle`). Both are lists of files, each with its own arguments.
//!
//! Such files come with a program, so of the arguments only those are used that say how to read the source (`trust.rs`).

use std::path::{Path, PathBuf};

use anyhow::Context;
use raddle_frontend::{FileArguments, shown_path};
use serde::{Deserialize, Serialize};

use crate::arguments::InputArguments;
use crate::response::{expanded, split_words};
use crate::trust::reading_arguments;

/// The name under which build systems write a compilation database.
const DATABASE: &str = "compile_commands.json";
/// What is added to the name of an object or a program for its record.
pub(crate) const SUFFIX: &str = "raddle";

/// One compilation, in the words of a compilation database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Compilation {
    pub(crate) directory: PathBuf,
    pub(crate) file: PathBuf,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) arguments: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) command: Option<String>,
}

impl Compilation {
    fn source(&self) -> PathBuf {
        let joined = self.directory.join(&self.file);
        joined.canonicalize().unwrap_or(joined)
    }

    fn file_arguments(&self) -> FileArguments {
        let words = match &self.command {
            Some(command) => split_words(command),
            None => self.arguments.clone(),
        };
        let words = expanded(words.into_iter().skip(1), &self.directory);
        FileArguments {
            file: self.source(),
            directory: self.directory.clone(),
            arguments: reading_arguments(&words),
        }
    }
}

/// The program that a command line means.
#[derive(Clone, Debug, Default)]
pub(crate) struct Build {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) arguments: Vec<FileArguments>,
    /// Files of the build that are used if they define something that is missing.
    others: Vec<FileArguments>,
}

pub(crate) fn build(input: &InputArguments) -> anyhow::Result<Build> {
    let mut build = Build::default();
    let known = match &input.build {
        Some(path) => read(&database(path))?,
        None => Vec::new(),
    };
    for file in &input.files {
        match record_of(file) {
            Some(record) => {
                for one in read(&record)?.iter().map(Compilation::file_arguments) {
                    build.files.push(one.file.clone());
                    build.arguments.push(one);
                }
            }
            None => build.add_named(file, &known),
        }
    }
    for one in known.iter().map(Compilation::file_arguments) {
        if !build.files.contains(&one.file) {
            build.others.push(one);
        }
    }
    Ok(build)
}

impl Build {
    /// A file that the user names; the build may know how to compile it.
    fn add_named(&mut self, file: &Path, known: &[Compilation]) {
        let source = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        match known.iter().find(|one| one.source() == source) {
            Some(one) => {
                self.files.push(source);
                self.arguments.push(one.file_arguments());
            }
            None => self.files.push(file.to_owned()),
        }
    }

    /// Takes the files of the build that define one of these functions; `false` if there is none.
    pub(crate) fn add_definitions(&mut self, missing: &[&str]) -> bool {
        let (found, others) = std::mem::take(&mut self.others).into_iter().partition(|one| {
            let text = std::fs::read_to_string(&one.file).unwrap_or_default();
            !defines(&text, "main") && missing.iter().any(|name| defines(&text, name))
        });
        self.others = others;
        let found: Vec<FileArguments> = found;
        self.files.extend(found.iter().map(|one| one.file.clone()));
        let is_new = !found.is_empty();
        self.arguments.extend(found);
        is_new
    }
}

/// Whether a C text seems to define a function: its name, parameters in parentheses, and a body.
fn defines(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let begins = !text[..at].ends_with(is_word);
        let behind = text[at + name.len()..].trim_start();
        begins && behind.starts_with('(') && behind_parentheses(behind).starts_with('{')
    })
}

fn behind_parentheses(text: &str) -> &str {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return text[at + 1..].trim_start(),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    ""
}

/// A directory with a database, or the database itself.
fn database(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(DATABASE) } else { path.to_owned() }
}

/// The record that belongs to a file: itself, or the one next to a program or an object.
fn record_of(file: &Path) -> Option<PathBuf> {
    if file.extension().is_some_and(|extension| extension == SUFFIX) {
        return Some(file.to_owned());
    }
    let is_source = ["c", "i", "ll", "cc", "cpp", "cxx", "ii", "yml"];
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    let record = with_suffix(file);
    (!is_source.contains(&extension) && record.is_file()).then_some(record)
}

/// `program.raddle`
pub(crate) fn with_suffix(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(SUFFIX);
    name.into()
}

pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<Compilation>> {
    let text = std::fs::read_to_string(path).with_context(|| {
        format!("cannot read how the program is built from {}", shown_path(path))
    })?;
    let mut found: Vec<Compilation> = serde_json::from_str(&text)
        .with_context(|| format!("{} is no list of compilations", shown_path(path)))?;
    let base = path.canonicalize().unwrap_or_default();
    let base = base.parent().unwrap_or(Path::new(".")).to_owned();
    for one in &mut found {
        one.directory = base.join(&one.directory);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::defines;

    #[test]
    fn definitions_are_told_from_declarations_and_calls() {
        let text = "int put(int);\nstatic int get(void (*f)(int), int n)\n{ return put(n); }\n";
        assert!(defines(text, "get"));
        assert!(!defines(text, "put"));
        assert!(!defines(text, "et"));
        assert!(!defines("", "get") && !defines("get(", "get"));
    }
}
