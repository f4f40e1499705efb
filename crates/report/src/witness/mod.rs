//! Verification witnesses as SV-COMP defines them: what another tool needs to check a verdict.
//!
//! Two formats from the same steps: YAML (version 2.0, and 2.2 where threads take part) and the older GraphML 1.0. A violation
//! witness says which values the program's inputs have, where threads take turns, and what is violated where. A
//! correctness witness states no invariants: the exploration needs none. What neither format can say, such as inputs that are no
//! function's result, stands in the description of the producer, where `raddle replay` finds it again.

mod graphml;
mod sha256;
mod yaml;

use std::collections::BTreeMap;

use raddle_findings::{Finding, Location, OrderKind, Report, TraceStep};
use serde::{Deserialize, Serialize};

use crate::sources::Sources;

pub use graphml::graphml_witness;
pub use yaml::yaml_witness;

/// Changes of thread beyond this many are left out of YAML witnesses; the description has them all.
const MOST_SWITCHES: usize = 2_000;

/// What a witness says of the task beside the report.
#[derive(Clone, Debug, Default)]
pub struct WitnessTask {
    /// The property as `.prp` files spell it; if empty, it follows from the finding.
    pub specification: String,
    /// The program was checked as for 32 bits.
    pub bits32: bool,
    /// When, as ISO 8601 with a time zone.
    pub created: String,
    /// The arguments of the check, without the program's name.
    pub command: Vec<String>,
}

/// What the formats have no words for, written by Raddle for Raddle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayHints {
    pub command: Vec<String>,
    /// Bits of inputs that are no function's result, by name.
    #[serde(default)]
    pub inputs: BTreeMap<String, String>,
    #[serde(default)]
    pub schedule: Vec<u32>,
    /// Who created each thread, as parent and number among its children, from thread 1 on.
    #[serde(default)]
    pub threads: Vec<(u32, u32)>,
}

/// Stands before the hints in the description of the producer.
pub const HINTS_MARK: &str = "raddle-replay: ";

/// The property a finding violates, as `.prp` files spell it.
pub fn specification_of(property: &str, code: &str) -> String {
    let formula = match property {
        "memory:leak" => "G valid-memcleanup",
        "memory" => match code {
            "R0203" | "R0204" => "G valid-free",
            _ => "G valid-deref",
        },
        "overflow" => "G ! overflow",
        "race" => "G ! data-race",
        "deadlock" => "G ! deadlock",
        _ => match code {
            "R0102" => "G ! call(reach_error())",
            _ => "G ! call(__assert_fail())",
        },
    };
    format!("CHECK( init(main()), LTL({formula}) )")
}

/// One step that a witness tells of.
#[derive(Clone, Debug)]
enum Waypoint<'a> {
    /// A call returned a value of the program's choice.
    Returned { step: &'a TraceStep, location: &'a Location, value: String },
    /// Another thread goes on.
    Switch { step: &'a TraceStep, location: &'a Location },
    /// The violation, and for a race its other half.
    Target { step_thread: u32, location: &'a Location, other: Option<(u32, &'a Location)> },
}

/// The decisive steps of a finding and what of its inputs they do not tell.
struct Route<'a> {
    waypoints: Vec<Waypoint<'a>>,
    hints: ReplayHints,
    threaded: bool,
}

fn route<'a>(finding: &'a Finding, task: &WitnessTask, sources: &Sources) -> Route<'a> {
    let threaded = finding.trace.iter().any(|step| step.thread != 0);
    let mut told: Vec<&str> = Vec::new();
    let mut waypoints = Vec::new();
    let mut switches = 0;
    let mut running = 0;
    for step in &finding.trace {
        let Some(location) = &step.location else { continue };
        if let Some((name, value)) = returned(step, location, sources) {
            told.push(name);
            waypoints.push(Waypoint::Returned { step, location, value });
        } else if threaded && step.visible && step.thread != running && switches < MOST_SWITCHES {
            switches += 1;
            waypoints.push(Waypoint::Switch { step, location });
        }
        if step.visible {
            running = step.thread;
        }
    }
    waypoints.extend(target(finding));
    let rest = finding.inputs.iter().filter(|input| !told.contains(&&*input.name));
    let hints = ReplayHints {
        command: task.command.clone(),
        inputs: rest.map(|input| (input.name.clone(), input.bits.clone())).collect(),
        schedule: finding.schedule.iter().map(|step| step.thread).collect(),
        threads: finding.threads.iter().map(|path| (path.parent, path.nth)).collect(),
    };
    Route { waypoints, hints, threaded }
}

/// The name and value of an input that is the result of the call at its place: the source has to call what it is named after.
fn returned<'a>(
    step: &'a TraceStep,
    location: &Location,
    sources: &Sources,
) -> Option<(&'a str, String)> {
    if step.kind != "input" {
        return None;
    }
    let (name, value) = step.text.split_once(" = ")?;
    let (base, _) = name.split_once('#')?;
    let called = call_at(location, sources)?;
    let is_it = called.strip_prefix("__VERIFIER_").unwrap_or(&called) == base;
    is_it.then(|| (name, value.to_owned()))
}

fn call_at(location: &Location, sources: &Sources) -> Option<String> {
    let text = sources.get(&location.file)?;
    let span = text.token(location.line, location.column)?;
    let word = &text.text[span.clone()];
    let calls = text.text[span.end..].trim_start().starts_with('(');
    calls.then(|| word.to_owned())
}

/// Where the call at a place ends: the column of its closing parenthesis, if it is on the same line.
fn closing_parenthesis(location: &Location, sources: &Sources) -> Option<u32> {
    let text = sources.get(&location.file)?;
    let line = text.line(location.line)?;
    let start = line.start + usize::try_from(location.column).ok()?.checked_sub(1)?;
    let mut depth = 0_u32;
    for (offset, character) in text.text.get(start..line.end)?.char_indices() {
        match character {
            '(' => depth += 1,
            ')' if depth == 1 => return u32::try_from(start + offset - line.start + 1).ok(),
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

fn target(finding: &Finding) -> Option<Waypoint<'_>> {
    let location = finding.location.as_ref()?;
    let last = finding.trace.last();
    let step_thread = last.map_or(0, |step| step.thread);
    let conflicting = last.into_iter().flat_map(|step| &step.after);
    let other = conflicting
        .filter(|after| finding.property == "race" && after.because == OrderKind::Conflicts)
        .find_map(|after| {
            let step = finding.trace.get(after.step as usize)?;
            Some((step.thread, step.location.as_ref()?))
        });
    Some(Waypoint::Target { step_thread, location, other })
}

/// The file names of a task with the hashes of their contents.
fn hashed_files(report: &Report) -> std::io::Result<Vec<(&str, String)>> {
    let hashed = report.files.iter().map(|file| {
        let content = std::fs::read(file)?;
        Ok((file.as_str(), sha256::hex(&content)))
    });
    hashed.collect()
}

/// Findings a witness speaks of: those that count.
fn counted(report: &Report) -> impl Iterator<Item = &Finding> {
    report.findings.iter().filter(|finding| finding.suppressed.is_none())
}
