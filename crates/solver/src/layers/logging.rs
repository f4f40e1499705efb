//! Writes every query to a file of its own, in SMT-LIB.

use std::path::PathBuf;
use std::{fs, io};

use raddle_expr::{TermId, Terms};

use crate::path::Path;
use crate::smtlib;
use crate::{Answer, Effort, Solver};

#[derive(Debug)]
pub struct Logging<S> {
    below: S,
    directory: PathBuf,
    logged: u64,
    failed: u64,
}

impl<S: Solver> Logging<S> {
    /// Logs to `query-000001.smt2` and so on in the directory, which is made if it is missing.
    pub fn new(below: S, directory: &std::path::Path) -> Logging<S> {
        Logging { below, directory: directory.to_path_buf(), logged: 0, failed: 0 }
    }

    fn log(&self, text: &str) -> io::Result<()> {
        if self.logged == 0 {
            fs::create_dir_all(&self.directory)?;
        }
        let name = format!("query-{:06}.smt2", self.logged + self.failed + 1);
        fs::write(self.directory.join(name), text)
    }
}

impl<S: Solver> Solver for Logging<S> {
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer {
        let answer = self.below.check_within(terms, path, assumptions, limit);
        let status = match &answer {
            Answer::Sat(_) => "sat",
            Answer::Unsat(_) => "unsat",
            Answer::Unknown(_) => "unknown",
        };
        let mut conditions = path.after(0);
        conditions.extend_from_slice(assumptions);
        let text = smtlib::query(terms, &conditions, Some(status));
        // A full disk must not end the exploration; the counter tells.
        match self.log(&text) {
            Ok(()) => self.logged += 1,
            Err(_) => self.failed += 1,
        }
        answer
    }
    fn spent(&self) -> Effort {
        self.below.spent()
    }
    fn counters(&self, into: &mut Vec<(&'static str, u64)>) {
        into.extend([("queries logged", self.logged), ("queries not logged", self.failed)]);
        self.below.counters(into);
    }
}
