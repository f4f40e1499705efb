//! The commands that a client can execute, and their arguments.

use std::path::PathBuf;

use lsp_types::Uri;
use raddle_findings::{Location, Warning};
use serde::Deserialize;
use serde_json::Value;

use crate::uri::path_of;
use crate::work::Subject;

/// Checks a program or a function now.
pub(crate) const CHECK: &str = "raddle.check";
/// Runs into a finding again; the answer is the trace as text.
pub(crate) const REPLAY: &str = "raddle.replay";
/// Opens the page of a finding; the answer is its path.
pub(crate) const OPEN_TRACE: &str = "raddle.openTrace";
/// Drives threads to the places of a warning; the answer is the text of the hunt.
pub(crate) const HUNT: &str = "raddle.hunt";
/// The client's own: runs a command line in a terminal.
pub(crate) const RUN_IN_TERMINAL: &str = "raddle.runInTerminal";

pub(crate) const OF_SERVER: [&str; 4] = [CHECK, REPLAY, OPEN_TRACE, HUNT];

/// What a command is about: its only argument.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    uri: Uri,
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
        let first =
            arguments.into_iter().flatten().next().ok_or("it needs an argument: { uri, … }")?;
        serde_json::from_value(first).map_err(|error| format!("its argument is wrong: {error}"))
    }

    pub(crate) fn file(&self) -> Result<PathBuf, String> {
        path_of(&self.uri)
            .ok_or_else(|| format!("`{}` is no file: save the buffer to a file first", self.uri.0))
    }

    pub(crate) fn subject(&self) -> Result<Subject, String> {
        let function = self.function.clone().filter(|name| name != "main");
        Ok(Subject { file: self.file()?, function })
    }
}

/// The hunt that decides a warning, without the program: threads at its places, at once.
pub(crate) fn hunt_words(warning: &Warning) -> Option<Vec<String>> {
    let places: Vec<&Location> =
        warning.places.iter().filter_map(|place| place.location.as_ref()).collect();
    if places.is_empty() {
        return None;
    }
    let mut words = vec!["hunt".to_owned()];
    words.extend(places.iter().map(|place| format!("--target={}:{}", place.file, place.line)));
    if warning.property == "race" && places.len() == 2 {
        words.push("--same-memory".to_owned());
    }
    Some(words)
}
