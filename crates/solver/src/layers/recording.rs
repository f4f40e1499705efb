//! Records the queries a run asks, for benchmarks: see [`crate::recorded`] for the format.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};

use raddle_expr::{TermId, Terms};
use rustc_hash::FxHashMap;

use crate::path::Path;
use crate::{Answer, Effort, Solver};

#[derive(Debug)]
pub struct Recording<S> {
    below: S,
    /// Absent if the file could not be made.
    file: Option<BufWriter<File>>,
    /// Numbers of the paths written; the paths are held so that their identities last.
    numbers: FxHashMap<usize, (u64, Path)>,
    recorded: u64,
    failed: u64,
}

impl<S: Solver> Recording<S> {
    /// Records to a new file; its directory is made if it is missing.
    pub fn new(below: S, file: &std::path::Path) -> Recording<S> {
        // If this fails, so does making the file.
        let _ = file.parent().map(fs::create_dir_all);
        let file = File::create(file).ok().map(BufWriter::new);
        Recording { below, file, numbers: FxHashMap::default(), recorded: 0, failed: 0 }
    }

    fn record(
        &mut self,
        terms: &Terms,
        path: &Path,
        assumptions: &[TermId],
        answer: &Answer,
    ) -> io::Result<()> {
        let number = self.record_path(terms, path)?;
        let answer = match answer {
            Answer::Sat(_) => "sat",
            Answer::Unsat(_) => "unsat",
            Answer::Unknown(_) => "unknown",
        };
        for &assumption in assumptions {
            self.write(format_args!("assume {}", terms.display(assumption)))?;
        }
        self.write(format_args!("query {number} {answer}\n"))
    }
    fn record_path(&mut self, terms: &Terms, path: &Path) -> io::Result<u64> {
        let is_new = |path: &&Path| !path.is_empty() && !self.numbers.contains_key(&path.id());
        let mut missing: Vec<&Path> = path.prefixes().take_while(is_new).collect();
        missing.reverse();
        for prefix in missing {
            if let Some((condition, parent)) = prefix.split_last() {
                let number = self.numbers.len() as u64 + 1;
                let parent = self.number(parent);
                self.write(format_args!("path {number} {parent} {}", terms.display(condition)))?;
                self.numbers.insert(prefix.id(), (number, prefix.clone()));
            }
        }
        Ok(self.number(path))
    }
    fn write(&mut self, line: std::fmt::Arguments<'_>) -> io::Result<()> {
        match &mut self.file {
            Some(file) => writeln!(file, "{line}"),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }
    fn number(&self, path: &Path) -> u64 {
        self.numbers.get(&path.id()).map_or(0, |&(number, _)| number)
    }
}

impl<S: Solver> Solver for Recording<S> {
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer {
        let answer = self.below.check_within(terms, path, assumptions, limit);
        // A full disk must not end the exploration; the counter tells.
        match self.record(terms, path, assumptions, &answer) {
            Ok(()) => self.recorded += 1,
            Err(_) => self.failed += 1,
        }
        answer
    }
    fn spent(&self) -> Effort {
        self.below.spent()
    }
    fn counters(&self, into: &mut Vec<(&'static str, u64)>) {
        into.extend([("queries recorded", self.recorded), ("queries not recorded", self.failed)]);
        self.below.counters(into);
    }
}
