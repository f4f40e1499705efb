//! What is known: the last answer of each kind about each program and function.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use lsp_types::Diagnostic;
use raddle_findings::{Finding, Report, Verdict, Warning};

use crate::marks::{About, Mark};
use crate::project::Project;
use crate::work::Subject;

/// The last check of a program or a function.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    /// There is none if it failed.
    pub(crate) report: Option<Report>,
    pub(crate) marks: Vec<Mark>,
    /// Where its findings are kept, and its page.
    pub(crate) directory: PathBuf,
    pub(crate) page: PathBuf,
    /// The directory that it ran in.
    pub(crate) root: PathBuf,
    pub(crate) uses: BTreeSet<PathBuf>,
    /// The files that it speaks of, as they were then.
    pub(crate) texts: BTreeMap<PathBuf, String>,
}

/// The last static warnings about a program.
#[derive(Debug, Default)]
pub(crate) struct Warned {
    pub(crate) warnings: Vec<Warning>,
    pub(crate) marks: Vec<Mark>,
    pub(crate) root: PathBuf,
    pub(crate) project: Project,
    pub(crate) texts: BTreeMap<PathBuf, String>,
}

#[derive(Debug, Default)]
pub(crate) struct Results {
    pub(crate) checks: BTreeMap<Subject, Checked>,
    pub(crate) warnings: BTreeMap<PathBuf, Warned>,
}

impl Results {
    /// Everything that is shown, file by file.
    pub(crate) fn shown(&self) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
        let mut shown: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
        for mark in self.marks() {
            let list = shown.entry(mark.file.clone()).or_default();
            if !list.contains(&mark.diagnostic) {
                list.push(mark.diagnostic.clone());
            }
        }
        shown
    }

    fn marks(&self) -> impl Iterator<Item = &Mark> {
        let checks = self.checks.values().flat_map(|checked| &checked.marks);
        checks.chain(self.warnings.values().flat_map(|warned| &warned.marks))
    }

    /// A finding by its id, or the first.
    pub(crate) fn finding(
        &self,
        subject: &Subject,
        id: Option<&str>,
    ) -> Option<(&Checked, usize, &Finding)> {
        let checked = self.checks.get(subject)?;
        let findings = &checked.report.as_ref()?.findings;
        let is_it = |finding: &Finding| id.is_none_or(|id| finding.id == id);
        let (number, finding) = findings.iter().enumerate().find(|(_, finding)| is_it(finding))?;
        Some((checked, number, finding))
    }

    /// Forgets everything about a file that was asked about.
    pub(crate) fn forget(&mut self, file: &Path) {
        self.checks.retain(|subject, _| subject.file != file);
        self.warnings.remove(file);
    }

    /// The functions that somebody asked about.
    pub(crate) fn functions(&self, file: &Path) -> Vec<Subject> {
        let asked = |subject: &&Subject| subject.file == file && subject.function.is_some();
        self.checks.keys().filter(asked).cloned().collect()
    }
}

impl Checked {
    /// In few words.
    pub(crate) fn verdict(&self) -> String {
        let Some(report) = &self.report else { return "not checked".to_owned() };
        match report.verdict {
            Verdict::Safe => "safe".to_owned(),
            Verdict::Unknown => "unknown".to_owned(),
            Verdict::Unsafe => match report.findings.len() {
                1 => "unsafe: 1 finding".to_owned(),
                count => format!("unsafe: {count} findings"),
            },
        }
    }

    /// The findings with their marks in a file.
    pub(crate) fn findings_in<'a>(
        &'a self,
        file: &'a Path,
    ) -> impl Iterator<Item = (&'a Mark, &'a Finding)> {
        let findings = self.report.as_ref().map_or(&[][..], |report| &report.findings);
        self.marks.iter().filter(move |mark| mark.file == file).filter_map(move |mark| {
            match mark.about {
                About::Finding(number) => findings.get(number).map(|finding| (mark, finding)),
                About::Warning(_) | About::Other => None,
            }
        })
    }
}

impl Warned {
    pub(crate) fn warnings_in<'a>(
        &'a self,
        file: &'a Path,
    ) -> impl Iterator<Item = (&'a Mark, usize, &'a Warning)> {
        self.marks.iter().filter(move |mark| mark.file == file).filter_map(move |mark| {
            match mark.about {
                About::Warning(number) => {
                    self.warnings.get(number).map(|warning| (mark, number, warning))
                }
                About::Finding(_) | About::Other => None,
            }
        })
    }
}
