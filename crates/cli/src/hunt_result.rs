//! What came of a hunt, as text and as JSON.

use anyhow::Context;
use raddle_explore::{Blocking, Hunted};
use raddle_findings::{AbstractSystem, Assumption, Finding, Report, Verdict};
use raddle_ir::Program;
use raddle_report::printable;
use raddle_target::Goal;
use serde_json::Value;

use crate::arguments::OutputArguments;
use crate::check::text_options;
use crate::paths;
use crate::quarry::Quarry;

/// What came of hunting for one thing.
pub(crate) struct HuntResult<'q> {
    pub(crate) goal: Goal,
    pub(crate) quarry: &'q Quarry,
    pub(crate) targets: Vec<String>,
    pub(crate) hunted: Hunted,
}

impl HuntResult<'_> {
    pub(crate) fn abstract_system(&self) -> Option<&AbstractSystem> {
        self.hunted.report.abstract_systems.first()
    }
}

/// One goal that is reached counts, then one of which nothing is known.
pub(crate) fn all_in_all(verdicts: &[Verdict]) -> Verdict {
    let counts = [Verdict::Unsafe, Verdict::Unknown].into_iter();
    counts.into_iter().find(|one| verdicts.contains(one)).unwrap_or(Verdict::Safe)
}

fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Unsafe => "reached",
        Verdict::Safe => "unreachable",
        Verdict::Unknown => "unknown",
    }
}

/// The report as an object, with what is said of a hunt in place of a check's words; several goals are a list of such objects.
pub(crate) fn printed(mut objects: Vec<Value>, verdict: Verdict) -> String {
    let value = match objects.len() {
        1 => objects.remove(0),
        _ => serde_json::json!({ "verdict": verdict_name(verdict), "goals": objects }),
    };
    format!("{value:#}\n")
}

pub(crate) fn object(result: &HuntResult<'_>) -> anyhow::Result<Value> {
    let Hunted { report, guided, stats, likelihood } = &result.hunted;
    let mut value = serde_json::to_value(report).context("cannot print the report as JSON")?;
    value["verdict"] = verdict_name(report.verdict).into();
    value["targets"] = result.targets.clone().into();
    value["message"] = result.quarry.message.clone().into();
    value["guided"] = (*guided).into();
    value["stats"]["guided_states"] = stats.states.into();
    value["stats"]["trace_sets"] = stats.trace_sets.into();
    value["stats"]["trace_length"] = stats.trace_length.into();
    value["stats"]["refinements"] = stats.refinements.into();
    value["likelihood"] = (*likelihood).into();
    if let Some(fields) = value.as_object_mut() {
        fields.remove("abstract_systems");
    }
    if let Some(system) = result.abstract_system() {
        value["abstract"] =
            serde_json::to_value(system).context("cannot print the abstract system as JSON")?;
    }
    if report.verdict == Verdict::Unknown {
        value["best"] = serde_json::json!({ "met": stats.best.0, "of": stats.best.1 });
        let blocking = stats.blocking.iter().filter_map(|one| {
            let (file, line) = place_of(one, &result.goal.program)?;
            Some(serde_json::json!({ "file": file, "line": line, "times": one.times, "why": why(one) }))
        });
        value["blocking"] = blocking.collect();
    }
    Ok(value)
}

pub(crate) fn text(result: &HuntResult<'_>, output: &OutputArguments) -> String {
    let options = text_options(output);
    let Hunted { report, guided, stats, .. } = &result.hunted;
    let mut text = String::new();
    if !output.quiet {
        for finding in &report.findings {
            text += &raddle_report::finding(finding, &options);
            text += &abstract_trace(finding);
            text.push('\n');
        }
    }
    text += &verdict_line(report, &result.targets);
    if let Some(message) = &result.quarry.message {
        text += &format!("  suspected: {}\n", printable(message));
    }
    if output.quiet {
        return text;
    }
    let explored = if *guided { 0 } else { report.stats.states };
    text += &format!(
        "guided: {} states, {} plans, {} refinements; exhaustive: {explored} states; {:.2} s\n",
        stats.states, stats.trace_sets, stats.refinements, report.stats.seconds,
    );
    if report.verdict == Verdict::Unknown {
        text += &blocking(&result.hunted, &result.goal.program);
    }
    text
}

pub(crate) fn verdict_line(report: &Report, targets: &[String]) -> String {
    let where_to = match targets {
        [one] => one.clone(),
        several => format!("{} at once", several.join(" and ")),
    };
    let model = match report.memory_model.as_str() {
        "sc" => String::new(),
        model => format!(" under memory model {model}"),
    };
    match report.verdict {
        Verdict::Unsafe => format!("reached{model}: {where_to}\n"),
        Verdict::Safe => {
            // The first one of a kind may say more than the others.
            let mut assumptions: Vec<&Assumption> = report.assumptions.iter().collect();
            assumptions.dedup_by_key(|one| &one.code);
            let assumed: Vec<&str> = assumptions.iter().map(|one| one.message.as_str()).collect();
            let assuming = match &assumed[..] {
                [] => String::new(),
                some => format!(", assuming {}", some.join(", ")),
            };
            format!("unreachable{model}: {where_to}{assuming}\n")
        }
        Verdict::Unknown => {
            format!("unknown: {where_to} was not reached ({})\n", reasons(report))
        }
    }
}

pub(crate) fn reasons(report: &Report) -> String {
    let reasons: Vec<&str> = report.reasons.iter().map(|reason| reason.message.as_str()).collect();
    reasons.join("; ")
}

/// What stood in the way.
fn blocking(hunted: &Hunted, program: &Program) -> String {
    let (met, of) = hunted.stats.best;
    let percent = 100.0 * hunted.likelihood;
    let mut text = format!(
        "the best run met {met} of {of} milestones; reachable with {percent:.0} %, at a guess\n"
    );
    for one in hunted.stats.blocking.iter().take(3) {
        let Some((file, line)) = place_of(one, program) else { continue };
        let times = one.times;
        text += &format!(
            "  the branch at {file}:{line} went the other way {times} times: {}\n",
            why(one)
        );
    }
    text
}

fn place_of(blocking: &Blocking, program: &Program) -> Option<(String, u32)> {
    let place = blocking.at.data(program).terminator_loc.get()?;
    Some((paths::shown(&program.files[place.file].path), place.line))
}

/// Why nobody could pass a branch, as far as it is known.
fn why(blocking: &Blocking) -> String {
    match (blocking.on_inputs, blocking.writers) {
        (true, _) => "it depends on inputs, and none of those that were tried turn it".to_owned(),
        (false, 0) => "nothing in the program writes what it depends on".to_owned(),
        (false, writers) => {
            format!("{writers} places write what it depends on, and none of them turned it in time")
        }
    }
}

/// The abstract trace: what of it the run did, in the order of the run.
fn abstract_trace(finding: &Finding) -> String {
    let mut text = String::new();
    for element in finding.elements.iter().take(MOST_ELEMENTS) {
        let (Some(at), Some(step)) = (&element.location, element.step) else { continue };
        let thread = finding.trace.get(step as usize).map_or(0, |step| step.thread);
        let thread = if thread == 0 { "main".to_owned() } else { format!("T{thread}") };
        let line = printable(&format!("{}  {}:{}, by {thread}", element.text, at.file, at.line));
        text += &format!("    {line}\n");
    }
    if text.is_empty() { text } else { format!("  what led there\n{text}") }
}

/// Elements of the abstract trace that are printed.
const MOST_ELEMENTS: usize = 30;
