//! The documents that the editor has open, by the path of their file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::Uri;

use crate::functions::{Function, functions};
use crate::uri::uri_of;

#[derive(Debug)]
pub(crate) struct Document {
    /// As the client spells it.
    pub(crate) uri: Uri,
    pub(crate) text: String,
    /// It was edited since it was opened or saved.
    pub(crate) edited: bool,
    /// The path without links, under which a compiler may know it.
    real: PathBuf,
}

impl Document {
    pub(crate) fn functions(&self) -> Vec<Function> {
        functions(&self.text)
    }

    pub(crate) fn function(&self, name: &str) -> Option<Function> {
        self.functions().into_iter().find(|function| function.name == name)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Documents(BTreeMap<PathBuf, Document>);

impl Documents {
    pub(crate) fn open(&mut self, path: PathBuf, uri: Uri, text: String) {
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        self.0.insert(path, Document { uri, text, edited: false, real });
    }

    pub(crate) fn close(&mut self, path: &Path) -> bool {
        self.0.remove(path).is_some()
    }

    pub(crate) fn get(&self, path: &Path) -> Option<&Document> {
        self.0.get(path)
    }

    pub(crate) fn get_mut(&mut self, path: &Path) -> Option<&mut Document> {
        self.0.get_mut(path)
    }

    /// The path under which the editor knows a file, if it does.
    pub(crate) fn known(&self, path: &Path) -> PathBuf {
        if self.0.contains_key(path) {
            return path.to_owned();
        }
        let same = self.0.iter().find(|(_, document)| document.real == path);
        same.map_or_else(|| path.to_owned(), |(known, _)| known.clone())
    }

    pub(crate) fn uri(&self, path: &Path) -> Uri {
        self.0.get(path).map_or_else(|| uri_of(path), |document| document.uri.clone())
    }

    /// The documents that are not as their files are, with their texts.
    pub(crate) fn unsaved(&self) -> impl Iterator<Item = (&Path, &str)> {
        let edited = self.0.iter().filter(|(_, document)| document.edited);
        edited.map(|(path, document)| (path.as_path(), document.text.as_str()))
    }
}

/// Whether a file is a program's or a part of one that can be checked on its own.
pub(crate) fn is_source(path: &Path) -> bool {
    has_ending(path, &["c", "i", "ll"])
}

/// Whether an edit of a file may change what a check says.
pub(crate) fn is_of_program(path: &Path) -> bool {
    is_source(path) || has_ending(path, &["h", "inc", "def"])
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension()
        .and_then(|ending| ending.to_str())
        .is_some_and(|ending| endings.contains(&ending))
}
