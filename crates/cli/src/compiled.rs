//! The program in files for worker processes: it is compiled once, and each of them loads the result.

use std::path::PathBuf;

use anyhow::Context;
use raddle_budget::Budget;
use raddle_frontend::shown_path;

use crate::arguments::CheckArguments;
use crate::fnv::Fnv;
use crate::load::compiled_texts;

/// The compiled files. They are removed when this is dropped.
pub(crate) struct Compiled {
    directory: PathBuf,
    pub(crate) files: Vec<PathBuf>,
    /// A number for what they hold.
    pub(crate) key: String,
}

impl Compiled {
    pub(crate) fn new(arguments: &CheckArguments, budget: &Budget) -> anyhow::Result<Compiled> {
        let directory = std::env::temp_dir().join(format!("raddle-check-{}", std::process::id()));
        std::fs::create_dir_all(&directory)
            .with_context(|| format!("cannot create {}", shown_path(&directory)))?;
        let mut compiled = Compiled { directory, files: Vec::new(), key: String::new() };
        let mut hash = Fnv::default();
        for (index, text) in compiled_texts(&arguments.input, budget)?.into_iter().enumerate() {
            hash.add(text.as_bytes());
            let path = compiled.directory.join(format!("module{index}.ll"));
            std::fs::write(&path, text)
                .with_context(|| format!("cannot write {}", shown_path(&path)))?;
            compiled.files.push(path);
        }
        compiled.key = format!("{:016x}", hash.0);
        Ok(compiled)
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        // Nothing to be done about a directory that cannot be removed.
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}
