//! How the project of a file wants it to be checked: `raddle.toml`, and a compilation database in its neighbourhood.
//!
//! `raddle check` reads `raddle.toml` itself. The commands that do not are given those of its settings that say how sources are read; the
//! compiler and its arguments only if the user trusts the file.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use toml::{Table, Value};

use crate::child::{Failure, Leash};
use crate::functions::functions;
use crate::options::Options;

const DATABASE: &str = "compile_commands.json";
/// Where build systems leave their database.
const BUILDS: [&str; 3] = ["", "build", "builddir"];

/// What a command is to be told of the project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Project {
    /// A database that `raddle.toml` does not name.
    pub(crate) build: Option<PathBuf>,
    /// For commands that do not read `raddle.toml`: what stands in it, and the database. The second list is for the compiler.
    pub(crate) words: Vec<String>,
    pub(crate) compiler_words: Vec<String>,
    /// Where included files are looked for.
    include: Vec<PathBuf>,
    database: Option<PathBuf>,
}

impl Project {
    /// Asks `raddle check` what the settings for a file are. If they are wrong, it says so when it is asked to check.
    pub(crate) fn of(
        file: &Path,
        root: &Path,
        program: &Path,
        options: &Options,
        leash: &Leash,
    ) -> Result<Project, Failure> {
        let words = ["check".to_owned(), "--print-config".to_owned(), file.display().to_string()];
        let output = leash.run(program, &words, root)?;
        let listing: Table = output.stdout.parse().unwrap_or_default();
        let named = options.build.as_ref().map(|path| root.join(path));
        let mut project = Project::default();
        if let Some(Value::Table(settings)) = listing.get("check") {
            project.read(settings, options.trust);
        }
        if named.is_some() || project.database.is_none() {
            project.build = named.or_else(|| database_near(file, root));
            project.database = project.build.clone().or(project.database);
        }
        if let Some(path) = &project.database {
            project.words.push(format!("--build={}", path.display()));
        }
        Ok(project)
    }

    fn read(&mut self, settings: &Table, trust: bool) {
        for (key, value) in settings {
            let texts: Vec<&str> = match value {
                Value::Array(values) => values.iter().filter_map(Value::as_str).collect(),
                other => other.as_str().into_iter().collect(),
            };
            let spelled = |prefix: &str| {
                texts.iter().map(|text| format!("{prefix}{text}")).collect::<Vec<_>>()
            };
            match key.as_str() {
                "include" => {
                    self.include = texts.iter().map(PathBuf::from).collect();
                    self.words.extend(spelled("-I"));
                }
                "define" => self.words.extend(spelled("-D")),
                "std" => self.words.extend(spelled("--std=")),
                "m32" if value.as_bool() == Some(true) => self.words.push("--m32".to_owned()),
                "build" => self.database = texts.first().map(PathBuf::from),
                "clang" if trust => self.words.extend(spelled("--clang=")),
                "compiler-arguments" if trust => self.compiler_words.extend(spelled("")),
                _ => {}
            }
        }
    }

    /// The files that a check of this one reads: what it includes, and the files of the database that define what it names.
    pub(crate) fn files(&self, file: &Path) -> BTreeSet<PathBuf> {
        let mut found = Found::default();
        self.follow(file, &mut found);
        let database =
            self.database.iter().flat_map(|path| files_of_database(path)).take(MOST_FILES);
        let mut others: Vec<(PathBuf, Vec<String>)> =
            database.map(|path| (path.clone(), names_defined(&path))).collect();
        others.retain(|(_, names)| !names.iter().any(|name| name == "main"));
        loop {
            let is_named = |(_, names): &mut (PathBuf, Vec<String>)| {
                names.iter().any(|name| found.words.contains(name))
            };
            let needed: Vec<_> = others.extract_if(.., is_named).collect();
            if needed.is_empty() {
                return found.files;
            }
            needed.iter().for_each(|(path, _)| self.follow(path, &mut found));
        }
    }

    /// Adds a file with what it includes.
    fn follow(&self, file: &Path, found: &mut Found) {
        let mut open = vec![file.to_owned()];
        while let Some(next) = open.pop() {
            if found.files.len() >= MOST_FILES || !found.files.insert(next.clone()) {
                continue;
            }
            let text = std::fs::read_to_string(&next).unwrap_or_default();
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            found.words.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
            let directories =
                || next.parent().into_iter().chain(self.include.iter().map(PathBuf::as_path));
            let there =
                |name: &str| directories().map(|one| one.join(name)).find(|path| path.is_file());
            open.extend(text.lines().filter_map(included_name).filter_map(there));
        }
    }
}

/// Files, and all words in them.
#[derive(Debug, Default)]
struct Found {
    files: BTreeSet<PathBuf>,
    words: HashSet<String>,
}

fn names_defined(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    functions(&text).into_iter().map(|function| function.name).collect()
}

/// Enough for a project; a mistake in a database does not keep the server busy.
const MOST_FILES: usize = 5000;

/// `#include "name"`
fn included_name(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
    let quoted = rest.trim_start().strip_prefix(['"', '<'])?;
    quoted.find(['"', '>']).map(|end| &quoted[..end])
}

/// The database nearest to a file, not above the root of the project.
fn database_near(file: &Path, root: &Path) -> Option<PathBuf> {
    let above = file.ancestors().skip(1).take_while(|directory| directory.starts_with(root));
    let mut places =
        above.flat_map(|directory| BUILDS.map(|build| directory.join(build).join(DATABASE)));
    places.find(|path| path.is_file())
}

fn files_of_database(path: &Path) -> Vec<PathBuf> {
    let path = if path.is_dir() { path.join(DATABASE) } else { path.to_owned() };
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let base = path.parent().unwrap_or(Path::new("/"));
    let of_entry = |entry: &Json| {
        let directory = base.join(entry.get("directory")?.as_str()?);
        let file = directory.join(entry.get("file")?.as_str()?);
        Some(file.canonicalize().unwrap_or(file))
    };
    match serde_json::from_str(&text) {
        Ok(Json::Array(entries)) => entries.iter().filter_map(of_entry).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use toml::Table;

    use super::{Project, included_name};

    fn project(text: &str, trust: bool) -> Project {
        let mut project = Project::default();
        project.read(&text.parse::<Table>().expect("TOML"), trust);
        project
    }

    #[test]
    fn what_runs_something_needs_trust() {
        let text = "include = [\"/p/inc\"]\ndefine = [\"N=3\"]\nstd = \"c99\"\nm32 = true\nclang = \"/p/clang\"\n\
                    compiler-arguments = [\"-fplugin=x\"]\ntime = \"5m\"\n";
        let plain = project(text, false);
        let mut words = plain.words.clone();
        words.sort();
        assert_eq!(words, ["--m32", "--std=c99", "-DN=3", "-I/p/inc"]);
        assert!(plain.compiler_words.is_empty());
        let trusted = project(text, true);
        assert!(trusted.words.contains(&"--clang=/p/clang".to_owned()));
        assert_eq!(trusted.compiler_words, ["-fplugin=x"]);
    }

    #[test]
    fn names_of_included_files_are_found() {
        assert_eq!(included_name("  # include \"a/b.h\" // x"), Some("a/b.h"));
        assert_eq!(included_name("#include <pthread.h>"), Some("pthread.h"));
        for line in
            ["", "#include", "#include X", "#define include \"x\"", "include \"x\"", "#include \"x"]
        {
            assert_eq!(included_name(line), None, "{line}");
        }
    }
}
