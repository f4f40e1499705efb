//! A directory of the server's own for pages, findings and texts. Nobody else can look into it, and it goes with the server.

use std::io::{Error, ErrorKind};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use lsp_types::Uri;

use crate::explain;
use crate::uri::uri_of;

#[derive(Debug)]
pub(crate) struct Scratch {
    directory: PathBuf,
    used: u64,
}

impl Scratch {
    pub(crate) fn new() -> Result<Scratch, Error> {
        let parent = std::env::temp_dir();
        for attempt in 0..100 {
            let name = format!("raddle-lsp-{}-{attempt}", std::process::id());
            let directory = parent.join(name);
            match std::fs::DirBuilder::new().mode(0o700).create(&directory) {
                Ok(()) => return Ok(Scratch { directory, used: 0 }),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(Error::new(ErrorKind::AlreadyExists, "all names for it are taken"))
    }

    /// A path in it that nothing has had before.
    pub(crate) fn fresh(&mut self, name: &str) -> PathBuf {
        self.used += 1;
        self.directory.join(format!("{name}-{}", self.used))
    }

    /// Removes it, with everything in it.
    pub(crate) fn clear(&self) {
        // Nothing to be done about a directory that cannot be removed.
        let _ = std::fs::remove_dir_all(&self.directory);
    }

    /// A page that explains a code.
    pub(crate) fn explanation(&self, code: &str) -> Option<Uri> {
        let text = explain::page(code)?;
        let path = self.directory.join(format!("{code}.md"));
        if !path.exists() {
            std::fs::write(&path, text).ok()?;
        }
        Some(uri_of(&path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.clear();
    }
}

/// The file of a finding below a directory that a check wrote to.
pub(crate) fn finding_file(directory: &Path, number: usize) -> Option<PathBuf> {
    let name = format!("finding-{number}.json");
    let mut open = vec![directory.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).ok()?.flatten() {
            let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_directory {
                open.push(entry.path());
            } else if entry.file_name() == name.as_str() {
                return Some(entry.path());
            }
        }
    }
    None
}
