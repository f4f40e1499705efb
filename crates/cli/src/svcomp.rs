//! `--svcomp`: tasks and verdicts as the Competition on Software Verification has them.
//!
//! Among the files may be a task definition (`.yml`) and a property (`.prp`). Properties are narrower than Raddle's own: only a
//! finding that violates exactly what was asked makes the verdict FALSE; any other undefined behaviour on the way makes it
//! UNKNOWN, because nothing is promised behind it. A failed `assert` is an abort and not asked about.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use raddle_findings::codes::{FindingKind, ReasonKind};
use raddle_findings::{Finding, Reason, Report, Verdict};
use raddle_frontend::shown_path;

use crate::arguments::{CheckArguments, PropertyName};
use crate::files;
use crate::yaml::{self, Yaml};

/// What one `CHECK` of a property file asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    UnreachCall,
    /// No assertion of the C library fails; not one of the competition's, but of the same form.
    NoFailedAssertion,
    ValidFree,
    ValidDeref,
    ValidMemtrack,
    ValidMemcleanup,
    NoOverflow,
    NoDataRace,
    NoDeadlock,
    Termination,
}

/// Formulas without their blanks.
const FORMULAS: &[(&str, Question)] = &[
    ("G!call(reach_error())", Question::UnreachCall),
    ("G!call(__VERIFIER_error())", Question::UnreachCall),
    ("G!call(__assert_fail())", Question::NoFailedAssertion),
    ("Gvalid-free", Question::ValidFree),
    ("Gvalid-deref", Question::ValidDeref),
    ("Gvalid-memtrack", Question::ValidMemtrack),
    ("Gvalid-memcleanup", Question::ValidMemcleanup),
    ("G!overflow", Question::NoOverflow),
    ("G!data-race", Question::NoDataRace),
    ("G!deadlock", Question::NoDeadlock),
    ("Fend", Question::Termination),
];

/// A task of the competition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Task {
    pub(crate) questions: Vec<Question>,
    /// The text of the property file.
    pub(crate) specification: String,
}

/// Replaces task and property files by what they stand for; `None` without `--svcomp`.
pub(crate) fn prepare(arguments: &mut CheckArguments) -> anyhow::Result<Option<Task>> {
    if !arguments.question.svcomp {
        return Ok(None);
    }
    let mut property = None;
    let mut sources = Vec::new();
    let mut properties_of_task = Vec::new();
    for file in std::mem::take(&mut arguments.input.files) {
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("prp") => {
                ensure!(property.is_none(), "--svcomp takes one property file, there are two");
                property = Some(file);
            }
            Some("yml" | "yaml") => {
                let definition = TaskDefinition::read(&file)?;
                arguments.input.bits32 |= definition.bits32;
                sources.extend(definition.files);
                properties_of_task = definition.properties;
            }
            _ => sources.push(file),
        }
    }
    ensure!(!sources.is_empty(), "--svcomp needs a program: a C file or a task definition (.yml)");
    let property = match (property, properties_of_task.as_slice()) {
        (Some(property), _) => property,
        (None, [only]) => only.clone(),
        (None, []) => bail!("--svcomp needs a property: a .prp file"),
        (None, several) => {
            let names: Vec<String> = several.iter().map(|path| shown_path(path)).collect();
            bail!("the task has several properties, give one of them too: {}", names.join(", "));
        }
    };
    let task = read_property(&property)?;
    arguments.input.files = sources;
    arguments.question.properties = properties(&task.questions);
    Ok(Some(task))
}

/// What Raddle has to look for.
pub(crate) fn properties(questions: &[Question]) -> Vec<PropertyName> {
    let mut names: Vec<PropertyName> = Vec::new();
    for question in questions {
        let needed: &[PropertyName] = match question {
            Question::UnreachCall | Question::NoFailedAssertion | Question::Termination => {
                &[PropertyName::Assert]
            }
            Question::ValidFree | Question::ValidDeref => &[PropertyName::Memory],
            Question::ValidMemtrack | Question::ValidMemcleanup => {
                &[PropertyName::Memory, PropertyName::Leak]
            }
            Question::NoOverflow => &[PropertyName::Overflow],
            Question::NoDataRace => &[PropertyName::Race],
            Question::NoDeadlock => &[PropertyName::Deadlock],
        };
        for name in needed {
            if !names.contains(name) {
                names.push(*name);
            }
        }
    }
    names
}

struct TaskDefinition {
    files: Vec<PathBuf>,
    properties: Vec<PathBuf>,
    bits32: bool,
}

impl TaskDefinition {
    fn read(path: &Path) -> anyhow::Result<TaskDefinition> {
        let text = files::read_ordinary(path)?;
        let task = yaml::parse(&text)
            .with_context(|| format!("{} is no task definition", shown_path(path)))?;
        let beside = |name: &str| path.parent().unwrap_or(Path::new("")).join(name);
        let files = task.get("input_files").map_or(&[][..], Yaml::items);
        let files: Vec<PathBuf> = files.iter().filter_map(Yaml::text).map(beside).collect();
        ensure!(!files.is_empty(), "{} names no input_files", shown_path(path));
        let properties = task.get("properties").map_or(&[][..], Yaml::items).iter();
        let properties =
            properties.filter_map(|entry| entry.text_at(&["property_file"])).map(beside);
        let bits32 = match task.text_at(&["options", "data_model"]) {
            None | Some("LP64") => false,
            Some("ILP32") => true,
            Some(other) => bail!("{}: the data model {other} is not known", shown_path(path)),
        };
        if let Some(language) = task.text_at(&["options", "language"]) {
            ensure!(language == "C", "{} is written in {language}, not C", shown_path(path));
        }
        Ok(TaskDefinition { files, properties: properties.collect(), bits32 })
    }
}

fn read_property(path: &Path) -> anyhow::Result<Task> {
    let text = files::read_ordinary(path)?;
    let specification = text.trim().to_owned();
    let questions =
        questions(&specification).with_context(|| format!("cannot use {}", shown_path(path)))?;
    Ok(Task { questions, specification })
}

/// The questions of a property: `CHECK( init(main()), LTL(G ! overflow) )`, one per line.
pub(crate) fn questions(specification: &str) -> anyhow::Result<Vec<Question>> {
    let mut questions = Vec::new();
    for line in specification.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let dense: String = line.chars().filter(|character| !character.is_whitespace()).collect();
        let formula = dense
            .strip_prefix("CHECK(init(main()),LTL(")
            .and_then(|rest| rest.strip_suffix("))"))
            .with_context(|| {
                format!("`{line}` is not of the form CHECK( init(main()), LTL(…) )")
            })?;
        let known = FORMULAS.iter().find(|(text, _)| *text == formula);
        let (_, question) =
            known.with_context(|| format!("`{line}` asks something Raddle does not check"))?;
        questions.push(*question);
    }
    ensure!(!questions.is_empty(), "there is no CHECK in it");
    Ok(questions)
}

impl Task {
    /// The part of the property that a finding violates, in the competition's words.
    pub(crate) fn violated(&self, finding: &Finding) -> Option<&'static str> {
        let kind = FindingKind::ALL.iter().find(|kind| kind.code() == finding.code)?;
        let (question, words) = violation(*kind)?;
        self.questions.contains(&question).then_some(words)
    }

    /// Narrows a report down to the question.
    pub(crate) fn judge(&self, report: &mut Report) {
        let aside: Vec<Finding> =
            report.findings.extract_if(.., |finding| self.violated(finding).is_none()).collect();
        let harmless = |finding: &&Finding| finding.code == FindingKind::Assertion.code();
        for finding in aside.iter().filter(|finding| !harmless(finding)) {
            report.reasons.push(Reason {
                code: ReasonKind::UndefinedBehaviour.code().to_owned(),
                message: format!("{}, which the property does not ask about", finding.message),
                location: finding.location.clone(),
                count: 1,
            });
        }
        if self.questions.contains(&Question::Termination) {
            report.reasons.push(Reason {
                code: ReasonKind::UnsupportedConstruct.code().to_owned(),
                message: "termination is not checked".to_owned(),
                location: None,
                count: 1,
            });
        }
        report.verdict = if !report.findings.is_empty() {
            Verdict::Unsafe
        } else if report.reasons.is_empty() {
            Verdict::Safe
        } else {
            Verdict::Unknown
        };
    }

    /// The last line of output.
    pub(crate) fn verdict_line(&self, report: &Report) -> String {
        match report.verdict {
            Verdict::Safe => "TRUE\n".to_owned(),
            Verdict::Unknown => "UNKNOWN\n".to_owned(),
            Verdict::Unsafe => {
                let words = report.findings.iter().find_map(|finding| self.violated(finding));
                format!("FALSE({})\n", words.unwrap_or("unreach-call"))
            }
        }
    }
}

/// Which question a kind of finding answers, if it answers one exactly. Memory that is never freed may still be pointed
/// to, so it says nothing about `valid-memtrack`.
fn violation(kind: FindingKind) -> Option<(Question, &'static str)> {
    match kind {
        FindingKind::ReachError => Some((Question::UnreachCall, "unreach-call")),
        FindingKind::Assertion
        | FindingKind::Check
        | FindingKind::Invariant
        | FindingKind::Trap
        | FindingKind::Abort
        | FindingKind::UnreachableExecuted => {
            Some((Question::NoFailedAssertion, "no-failed-assertion"))
        }
        FindingKind::OutOfBounds
        | FindingKind::UseAfterFree
        | FindingKind::NullDereference
        | FindingKind::WildDereference
        | FindingKind::StackUseAfterReturn
        | FindingKind::WriteToConstant => Some((Question::ValidDeref, "valid-deref")),
        FindingKind::DoubleFree | FindingKind::InvalidFree => {
            Some((Question::ValidFree, "valid-free"))
        }
        FindingKind::Leak => Some((Question::ValidMemcleanup, "valid-memcleanup")),
        FindingKind::SignedOverflow => Some((Question::NoOverflow, "no-overflow")),
        FindingKind::DataRace => Some((Question::NoDataRace, "no-data-race")),
        FindingKind::Deadlock | FindingKind::SelfLock | FindingKind::LostWakeup => {
            Some((Question::NoDeadlock, "no-deadlock"))
        }
        // Unspecified values, contracts of the library and of locks, and what no property of the competition is about.
        FindingKind::Target
        | FindingKind::Uninitialised
        | FindingKind::OverlappingCopy
        | FindingKind::LibraryMisuse
        | FindingKind::FunctionType
        | FindingKind::StackOverflow
        | FindingKind::DivisionByZero
        | FindingKind::ShiftOutOfRange
        | FindingKind::Livelock
        | FindingKind::UnlockNotOwner
        | FindingKind::DestroyLocked
        | FindingKind::DoubleDestroy
        | FindingKind::BarrierMisuse
        | FindingKind::UninitialisedSync
        | FindingKind::JoinMisuse
        | FindingKind::WaitWithoutMutex => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Question, questions};

    #[test]
    fn properties_are_read() {
        let memory =
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n";
        assert_eq!(questions(memory).expect("known"), [Question::ValidFree, Question::ValidDeref]);
        let reach = "CHECK(init(main()), LTL(G ! call(reach_error())))";
        assert_eq!(questions(reach).expect("known"), [Question::UnreachCall]);
        for wrong in [
            "",
            "CHECK( init(main()), LTL(G x) )",
            "COVER EDGES(@CALL(f))",
            "CHECK( init(f()), LTL(G ! overflow) )",
        ] {
            assert!(questions(wrong).is_err(), "{wrong}");
        }
    }
}
