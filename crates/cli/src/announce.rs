//! Findings of a search without a limit, named as they are found: how they come about is in the report, and that may never come by
//! itself. One line for each kind of finding at each line of the program; standard output has the report alone.

use std::collections::BTreeSet;

use raddle_findings::{Finding, Report};

use crate::output::print_line_to_stderr;
use crate::paths;
use crate::progress::ProgressLine;

/// So long, in seconds, before somebody wants to hear of findings.
const SOON: f64 = 2.0;
/// After so many lines everybody knows that there are findings.
const MOST: usize = 12;

#[derive(Debug)]
pub(crate) struct Announcer {
    /// Findings that nobody wants to hear of; `None`: of none at all.
    hidden: Option<BTreeSet<String>>,
    /// Kinds and places that were named or are about to be.
    met: BTreeSet<(String, String)>,
    waiting: Vec<String>,
    told: usize,
}

impl Announcer {
    pub(crate) fn new(hidden: Option<BTreeSet<String>>) -> Announcer {
        Announcer { hidden, met: BTreeSet::new(), waiting: Vec::new(), told: 0 }
    }

    pub(crate) fn notice(&mut self, report: &Report) {
        let Some(hidden) = &self.hidden else { return };
        for finding in &report.findings {
            let place = place(finding);
            let mut is_new = || self.met.insert((finding.code.clone(), place.clone()));
            if !hidden.contains(&finding.id) && is_new() {
                let kind = finding.kind.replace('-', " ");
                self.waiting.push(format!("found {kind} [{}]{place}", finding.code));
            }
        }
    }

    /// Names what was not named yet, unless the report may come any moment.
    pub(crate) fn tell(&mut self, seconds: f64, line: &mut ProgressLine) {
        if seconds < SOON || self.waiting.is_empty() {
            return;
        }
        line.clear();
        if self.told == 0 {
            print_line_to_stderr(
                "note: the search goes on without a limit; Ctrl-C ends it with a report of what was found",
            );
        }
        for text in self.waiting.drain(..) {
            self.told += 1;
            match self.told {
                ..=MOST => print_line_to_stderr(&raddle_report::printable(&text)),
                told if told == MOST + 1 => print_line_to_stderr("found more"),
                _ => {}
            }
        }
    }
}

/// ` at file:line` or nothing.
fn place(finding: &Finding) -> String {
    let location = finding.location.as_ref();
    location.map_or_else(String::new, |at| format!(" at {}:{}", paths::shown(&at.file), at.line))
}
