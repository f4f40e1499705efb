//! Reads the `//@ name: value` lines of a corpus program. Names that are not in the table are errors.

use std::collections::BTreeSet;

/// Every directive with one name, in the order of `tests/corpus/README.md`. Counts are recognised by [`is_count`].
const NAMES: &[&str] = &[
    "verdict",
    "property",
    "flags",
    "files",
    "revisions",
    "family",
    "reason",
    "assumption",
    "vacuous",
    "output",
    "exit",
    "error",
    "time",
    "finding",
];

/// Statistics a program can state. `counter.NAME` names one of the layers' counters.
pub const COUNTS: &[&str] =
    &["runs", "full_runs", "partial_runs", "blocked_runs", "states", "subsumed", "queries"];

/// One directive line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    pub line: usize,
    /// Revisions or sizes (`N=3`) it applies to; empty: all.
    pub conditions: Vec<String>,
    pub name: String,
    pub value: String,
}

impl Directive {
    /// Whether it applies to a test with these names (its revision and its size).
    pub fn applies(&self, active: &BTreeSet<String>) -> bool {
        self.conditions.is_empty() || self.conditions.iter().any(|name| active.contains(name))
    }
}

pub fn is_count(name: &str) -> bool {
    COUNTS.contains(&name) || name.starts_with("counter.")
}

/// All directives of a text, or the first that is wrong.
pub fn parse(text: &str) -> Result<Vec<Directive>, String> {
    let mut directives = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let Some(rest) = line.strip_prefix("//@").or_else(|| line.strip_prefix(";@")) else {
            continue;
        };
        directives.push(parse_line(index + 1, rest)?);
    }
    Ok(directives)
}

fn parse_line(line: usize, rest: &str) -> Result<Directive, String> {
    let (conditions, rest) =
        split_conditions(rest).ok_or_else(|| format!("line {line}: `[` without `]`"))?;
    let (name, value) = rest
        .split_once(':')
        .ok_or_else(|| format!("line {line}: a directive is `//@ name: value`"))?;
    let name = name.trim().to_owned();
    if !NAMES.contains(&name.as_str()) && !is_count(&name) {
        return Err(format!("line {line}: unknown directive `{name}`"));
    }
    Ok(Directive { line, conditions, name, value: value.trim().to_owned() })
}

/// `[a,b] rest` → (["a", "b"], rest).
pub fn split_conditions(text: &str) -> Option<(Vec<String>, &str)> {
    let Some(inner) = text.strip_prefix('[') else {
        return Some((Vec::new(), text));
    };
    let (conditions, rest) = inner.split_once(']')?;
    Some((conditions.split(',').map(|name| name.trim().to_owned()).collect(), rest))
}
