//! Recorded queries: a text file that keeps the tree of paths, so that replaying it meets the same shared
//! prefixes as the run that was recorded.
//!
//! ```text
//! # comment
//! path 1 0 (ult x:8 #x10)        path 1 extends path 0, the empty one, by a condition
//! assume (eq x:8 #x05)           an assumption of the next query
//! query 1 sat                    a query on path 1, and its answer: sat, unsat or unknown
//! ```
//!
//! Terms are in the text form of terms. Empty lines are skipped.

use raddle_expr::{TermId, Terms};
use rustc_hash::FxHashMap;

use crate::path::Path;

#[derive(Debug)]
pub struct RecordedQuery {
    pub path: Path,
    pub assumptions: Vec<TermId>,
    pub answer: RecordedAnswer,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordedAnswer {
    Sat,
    Unsat,
    Unknown,
}

/// What is wrong with a line of a recording.
#[derive(Debug, PartialEq, Eq)]
pub struct RecordingError {
    /// From 1.
    pub line: usize,
    pub problem: String,
}

impl std::fmt::Display for RecordingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {} of the recorded queries: {}", self.line, self.problem)
    }
}

impl std::error::Error for RecordingError {}

/// Reads all queries of a recording.
pub fn load(terms: &mut Terms, text: &str) -> Result<Vec<RecordedQuery>, RecordingError> {
    let mut loader = Loader::default();
    for (at, line) in text.lines().enumerate() {
        loader
            .line(terms, line.trim())
            .map_err(|problem| RecordingError { line: at + 1, problem })?;
    }
    Ok(loader.queries)
}

#[derive(Default)]
struct Loader {
    paths: FxHashMap<u64, Path>,
    assumptions: Vec<TermId>,
    queries: Vec<RecordedQuery>,
}

impl Loader {
    fn line(&mut self, terms: &mut Terms, line: &str) -> Result<(), String> {
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "path" => self.path(terms, rest),
            "assume" => {
                self.assumptions.push(condition(terms, rest)?);
                Ok(())
            }
            "query" => self.query(rest),
            _ => Err(format!("expected path, assume or query, found {word:?}")),
        }
    }
    fn path(&mut self, terms: &mut Terms, rest: &str) -> Result<(), String> {
        let (number, rest) = number(rest)?;
        let (parent, rest) = number_of_path(&self.paths, rest)?;
        let path = parent.and(condition(terms, rest)?);
        self.paths.insert(number, path);
        Ok(())
    }
    fn query(&mut self, rest: &str) -> Result<(), String> {
        let (path, answer) = number_of_path(&self.paths, rest)?;
        let answer = match answer {
            "sat" => RecordedAnswer::Sat,
            "unsat" => RecordedAnswer::Unsat,
            "unknown" => RecordedAnswer::Unknown,
            _ => return Err(format!("expected sat, unsat or unknown, found {answer:?}")),
        };
        let assumptions = std::mem::take(&mut self.assumptions);
        self.queries.push(RecordedQuery { path, assumptions, answer });
        Ok(())
    }
}

fn number(text: &str) -> Result<(u64, &str), String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let number = word.parse().map_err(|_| format!("expected a number, found {word:?}"))?;
    Ok((number, rest))
}

fn number_of_path<'a>(
    paths: &FxHashMap<u64, Path>,
    text: &'a str,
) -> Result<(Path, &'a str), String> {
    let (number, rest) = number(text)?;
    if number == 0 {
        return Ok((Path::new(), rest));
    }
    let path = paths.get(&number).ok_or_else(|| format!("no path {number} before this line"))?;
    Ok((path.clone(), rest))
}

fn condition(terms: &mut Terms, text: &str) -> Result<TermId, String> {
    let term = terms.parse(text).map_err(|error| error.to_string())?;
    match terms.sort(term) {
        raddle_expr::Sort::Bits(1) => Ok(term),
        sort => Err(format!("a condition has width 1, this has sort {sort:?}")),
    }
}

#[cfg(test)]
mod tests {
    use raddle_expr::{Sort, Terms};

    use super::{RecordedAnswer, load};
    use crate::layers::Recording;
    use crate::{BitBlaster, Path, Solver, SolverConfig};

    #[test]
    fn what_was_recorded_is_loaded() {
        let file = std::env::temp_dir().join(format!("raddle-recorded-{}", std::process::id()));
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bits(8));
        let five = terms.constant(8, 5);
        let small = terms.ult(x, five);
        let large = terms.ult(five, x);
        {
            let backend = BitBlaster::new(&SolverConfig::default());
            let mut solver = Recording::new(backend, &file);
            let path = Path::new().and(small);
            solver.check(&mut terms, &Path::new(), &[small]);
            solver.check(&mut terms, &path, &[large]);
            solver.check(&mut terms, &path, &[]);
        }
        let text = std::fs::read_to_string(&file).expect("the file was written");
        std::fs::remove_file(&file).expect("the file can be removed");
        let queries = load(&mut terms, &text).expect("the recording is well formed");
        assert_eq!(queries.len(), 3);
        assert_eq!(queries[1].path.iter().collect::<Vec<_>>(), [small]);
        assert_eq!(queries[1].assumptions, [large]);
        assert_eq!(queries[1].answer, RecordedAnswer::Unsat);
        assert!(queries[2].path.same(&queries[1].path));
        assert_eq!(queries[2].answer, RecordedAnswer::Sat);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let mut terms = Terms::new();
        let error = |terms: &mut Terms, text| load(terms, text).expect_err("an error").to_string();
        assert!(error(&mut terms, "path 1 7 true").contains("line 1"));
        assert!(error(&mut terms, "path 1 7 true").contains("no path 7"));
        assert!(error(&mut terms, "# fine\n\nassume x:8").contains("line 3"));
        assert!(error(&mut terms, "query 0 maybe").contains("maybe"));
        assert!(error(&mut terms, "assume (eq x:8").contains("line 1"));
    }
}
