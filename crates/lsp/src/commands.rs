//! The commands that a client can execute, and their arguments.

use std::path::{Path, PathBuf};

use lsp_types::Uri;
use raddle_findings::{Location, Warning};
use serde::Deserialize;
use serde_json::Value;

use crate::project::Project;
use crate::uri::path_of;
use crate::work::Subject;

/// Checks a program or a function now.
pub(crate) const CHECK: &str = "raddle.check";
/// Runs into a finding again; the answer is the trace as text.
pub(crate) const REPLAY: &str = "raddle.replay";
/// Opens the page of a finding; the answer is its path.
pub(crate) const OPEN_TRACE: &str = "raddle.openTrace";
/// Finds out whether a warning comes true; the answer is what the hunt or the check prints.
pub(crate) const HUNT: &str = "raddle.hunt";
/// The client's own: runs a command line in a terminal.
pub(crate) const RUN_IN_TERMINAL: &str = "raddle.runInTerminal";

pub(crate) const OF_SERVER: [&str; 4] = [CHECK, REPLAY, OPEN_TRACE, HUNT];

/// What a command is about: its only argument. Without one, it is about the document that was used last.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    #[serde(default)]
    uri: Option<Uri>,
    #[serde(default)]
    function: Option<String>,
    /// The id of a finding.
    #[serde(default)]
    pub(crate) finding: Option<String>,
    /// The number of a warning.
    #[serde(default)]
    pub(crate) warning: Option<usize>,
}

impl Arguments {
    pub(crate) fn read(arguments: Option<Vec<Value>>) -> Result<Arguments, String> {
        match arguments.into_iter().flatten().next() {
            None => Ok(Arguments::default()),
            Some(first) => serde_json::from_value(first)
                .map_err(|error| format!("its argument is wrong: {error}")),
        }
    }

    pub(crate) fn file(&self, last: Option<&Path>) -> Result<PathBuf, String> {
        match &self.uri {
            Some(uri) => path_of(uri)
                .ok_or_else(|| format!("`{}` is no file: save the buffer to a file first", uri.0)),
            None => last.map(Path::to_owned).ok_or_else(|| "no C file is open".to_owned()),
        }
    }

    pub(crate) fn subject(&self, last: Option<&Path>) -> Result<Subject, String> {
        let function = self.function.clone().filter(|name| name != "main");
        Ok(Subject { file: self.file(last)?, function })
    }
}

/// The command that finds out whether a warning comes true: for a race, a hunt that drives threads to both places, else a check.
pub(crate) fn deciding_words(warning: &Warning, file: &Path, project: &Project) -> Vec<String> {
    let places: Vec<&Location> =
        warning.places.iter().filter_map(|place| place.location.as_ref()).collect();
    let mut words = Vec::new();
    if warning.property == "race" && places.len() == 2 {
        words.push("hunt".to_owned());
        let targets = places.iter().map(|place| format!("--target={}:{}", place.file, place.line));
        words.extend(targets);
        words.push("--same-memory".to_owned());
        words.extend(project.words.iter().cloned());
    } else {
        words.extend(["check".to_owned(), format!("--property={}", warning.property)]);
        // A check reads `raddle.toml` itself.
        words.extend(project.build.iter().map(|path| format!("--build={}", path.display())));
    }
    words.push(file.display().to_string());
    if !project.compiler_words.is_empty() {
        words.push("--".to_owned());
        words.extend(project.compiler_words.iter().cloned());
    }
    words
}
