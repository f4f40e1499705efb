//! Answers as data, and as text, JSON and HTML.

use std::fmt::Write;
use std::path::Path;

use raddle_ir::{Loc, Program};
use serde::Serialize;

use crate::affine::Int;
use crate::analyse::{Answer, Bounded, Reason};
use crate::cost::Resource;
use crate::error::Stop;
use crate::simulate::Statistics;

/// Inputs shown in text; JSON has all.
const SHOWN_INPUTS: usize = 12;
/// Reasons shown in text.
const SHOWN_REASONS: usize = 8;
/// Steps of a path shown in text.
const SHOWN_STEPS: usize = 24;
/// Lines of the profile shown in text.
const SHOWN_LINES: usize = 8;

/// Everything about one command, ready to be printed.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// `bound`, `exceeded` or `unknown`; the worst of all resources.
    pub verdict: &'static str,
    /// The first resource's entry, spelled out again.
    #[serde(flatten)]
    pub first: Entry,
    /// All resources, in the order they were asked for.
    pub resources: Vec<Entry>,
}

/// The answer for one resource.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    pub resource: &'static str,
    pub method: &'static str,
    pub bound: Option<i64>,
    /// What is left at the end at most, for resources that are given back.
    pub net: Option<i64>,
    /// The bound without assertions about counters.
    pub without_assertions: Option<i64>,
    pub exact: bool,
    pub at_most: Option<i64>,
    pub reasons: Vec<Note>,
    pub witness: Option<Run>,
    pub loops: Vec<Loop>,
    pub stats: Stats,
    /// Why there is no bound.
    pub unknown: Option<Unknown>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Position {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug, Serialize)]
pub struct Note {
    pub location: Option<Position>,
    pub text: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct Run {
    pub cost: i64,
    pub inputs: Vec<Input>,
    pub profile: Vec<Line>,
    /// The lines it came through (`file:line`), one after the other; long runs are cut.
    pub path: Vec<String>,
    /// How many lines it came through.
    pub steps: u64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Input {
    pub name: String,
    pub value: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct Line {
    pub file: String,
    pub line: u32,
    pub cost: i64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Loop {
    pub location: Option<Position>,
    pub iterations: u64,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    pub states: u64,
    pub reused: u64,
    pub summaries: u64,
    pub unusable_summaries: u64,
    pub phase2_states: u64,
    pub phase2_reused: u64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Unknown {
    pub location: Option<Position>,
    pub what: String,
    pub advice: String,
}

/// How positions are shown: relative to the working directory.
#[derive(Clone, Debug)]
pub struct Positions<'p> {
    pub program: &'p Program,
    pub directory: Option<String>,
}

impl Positions<'_> {
    pub fn path(&self, path: &str) -> String {
        let relative = self
            .directory
            .as_ref()
            .and_then(|directory| Path::new(path).strip_prefix(directory).ok());
        relative.map_or_else(|| path.to_owned(), |relative| relative.display().to_string())
    }
    fn of(&self, loc: Loc) -> Option<Position> {
        let location = loc.get()?;
        let file = self.path(&self.program.files[location.file].path);
        Some(Position { file, line: location.line, column: location.column })
    }
}

fn number(value: Int) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}

impl Stats {
    fn new(statistics: &Statistics) -> Stats {
        Stats {
            states: statistics.states,
            reused: statistics.reused,
            summaries: statistics.summaries,
            unusable_summaries: statistics.unusable,
            ..Stats::default()
        }
    }
}

impl Entry {
    pub fn new(
        positions: &Positions<'_>,
        resource: Resource,
        method: &'static str,
        at_most: Option<i64>,
        answer: &Answer,
    ) -> Entry {
        let empty = Entry {
            resource: resource.name(),
            method,
            bound: None,
            net: None,
            without_assertions: None,
            exact: false,
            at_most,
            reasons: Vec::new(),
            witness: None,
            loops: Vec::new(),
            stats: Stats::default(),
            unknown: None,
        };
        match answer {
            Answer::Unknown(stop, statistics) => {
                let unknown = Some(unknown(positions, stop));
                Entry { unknown, stats: Stats::new(statistics), ..empty }
            }
            Answer::Bound(found) => bounded(positions, resource, found, empty),
        }
    }

    fn exceeds(&self) -> bool {
        matches!((self.bound, self.at_most), (Some(bound), Some(limit)) if bound > limit)
    }
}

fn bounded(positions: &Positions<'_>, resource: Resource, found: &Bounded, empty: Entry) -> Entry {
    let mut stats = Stats::new(&found.statistics);
    if let Some(second) = found.second_phase {
        stats.phase2_states = second.states;
        stats.phase2_reused = second.reused;
    }
    let note = |reason: &Reason| Note {
        location: reason.loc.and_then(|loc| positions.of(loc)),
        text: reason.text.clone(),
    };
    let witness = found.witness.as_ref().map(|witness| Run {
        cost: number(witness.measured),
        inputs: witness
            .inputs
            .iter()
            .map(|(name, value)| Input { name: name.clone(), value: value.clone() })
            .collect(),
        profile: witness
            .profile
            .iter()
            .map(|((file, line), &cost)| Line {
                file: positions.path(file),
                line: *line,
                cost: number(cost),
            })
            .collect(),
        path: witness
            .path
            .iter()
            .filter_map(|&loc| positions.of(loc))
            .map(|position| format!("{}:{}", position.file, position.line))
            .collect(),
        steps: witness.steps,
    });
    let loops = found
        .loops
        .iter()
        .map(|&(loc, iterations)| Loop { location: positions.of(loc), iterations })
        .collect();
    Entry {
        bound: Some(number(found.bound)),
        net: resource.has_peak().then(|| number(found.net)),
        without_assertions: found.without_assertions.map(number),
        exact: found.exact,
        reasons: found.reasons.iter().map(note).collect(),
        witness,
        loops,
        stats,
        ..empty
    }
}

fn unknown(positions: &Positions<'_>, stop: &Stop) -> Unknown {
    Unknown {
        location: positions.of(stop.loc),
        what: stop.what.clone(),
        advice: stop.advice.clone(),
    }
}

impl Report {
    /// `None` without entries.
    pub fn new(resources: Vec<Entry>) -> Option<Report> {
        let first = resources.first()?.clone();
        let verdict = if resources.iter().any(Entry::exceeds) {
            "exceeded"
        } else if resources.iter().any(|entry| entry.bound.is_none()) {
            "unknown"
        } else {
            "bound"
        };
        Some(Report { verdict, first, resources })
    }

    pub fn json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    pub fn text(&self) -> String {
        self.resources.iter().map(entry_text).collect()
    }
}

/// Text of the analysed program must not steer the terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

fn place(location: &Option<Position>) -> String {
    match location {
        Some(Position { file, line, column: 0 }) => format!("{file}:{line}: "),
        Some(Position { file, line, column }) => format!("{file}:{line}:{column}: "),
        None => String::new(),
    }
}

fn entry_text(entry: &Entry) -> String {
    let mut text = String::new();
    write_entry(&mut text, entry).expect("writing to a string");
    text
}

fn write_entry(text: &mut String, entry: &Entry) -> std::fmt::Result {
    if let Some(unknown) = &entry.unknown {
        writeln!(
            text,
            "unknown: {}{}",
            printable(&place(&unknown.location)),
            printable(&unknown.what)
        )?;
        return writeln!(text, "  what would help: {}", printable(&unknown.advice));
    }
    let Some(bound) = entry.bound else { return Ok(()) };
    let quality = if entry.exact { "exact" } else { "upper bound" };
    writeln!(text, "bound: {bound} {} ({quality})", entry.resource)?;
    if let Some(limit) = entry.at_most {
        let verdict = if entry.exceeds() { "exceeded" } else { "kept" };
        writeln!(text, "  at most {limit}: {verdict}")?;
    }
    if let Some(net) = entry.net {
        writeln!(text, "  held at the end: at most {net}")?;
    }
    if let Some(without) = entry.without_assertions {
        writeln!(text, "  without assertions about counters: {without}")?;
    }
    for reason in entry.reasons.iter().take(SHOWN_REASONS) {
        writeln!(text, "  {}{}", printable(&place(&reason.location)), printable(&reason.text))?;
    }
    if entry.reasons.len() > SHOWN_REASONS {
        writeln!(text, "  … and {} more reasons", entry.reasons.len() - SHOWN_REASONS)?;
    }
    if let Some(run) = &entry.witness {
        write_run(text, run)?;
    }
    for found in &entry.loops {
        writeln!(
            text,
            "  {}at most {} iterations",
            printable(&place(&found.location)),
            found.iterations
        )?;
    }
    let Stats { states, reused, .. } = entry.stats;
    write!(text, "  {states} states, {reused} reused")?;
    if entry.stats.phase2_states > 0 {
        write!(
            text,
            "; second phase {} states, {} reused",
            entry.stats.phase2_states, entry.stats.phase2_reused
        )?;
    }
    writeln!(text)
}

impl Run {
    /// The beginning of the path; a file is named where it changes.
    pub fn shown_path(&self, most: usize) -> String {
        let (mut shown, mut current) = (Vec::new(), "");
        for step in self.path.iter().take(most) {
            let (file, line) = step.rsplit_once(':').unwrap_or(("", step));
            shown.push(if file == current { line.to_owned() } else { step.clone() });
            current = file;
        }
        let more = self.steps.saturating_sub(shown.len() as u64);
        let rest = if more > 0 { format!(" … and {more} more lines") } else { String::new() };
        shown.join(" ") + &rest
    }
}

fn write_run(text: &mut String, run: &Run) -> std::fmt::Result {
    writeln!(text, "  a run that was executed costs {}", run.cost)?;
    for input in run.inputs.iter().take(SHOWN_INPUTS) {
        writeln!(text, "    {} = {}", printable(&input.name), printable(&input.value))?;
    }
    if run.inputs.len() > SHOWN_INPUTS {
        writeln!(text, "    … and {} more inputs", run.inputs.len() - SHOWN_INPUTS)?;
    }
    if !run.path.is_empty() {
        writeln!(text, "    path: {}", printable(&run.shown_path(SHOWN_STEPS)))?;
    }
    let mut lines: Vec<&Line> = run.profile.iter().collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.cost));
    for line in lines.iter().take(SHOWN_LINES) {
        writeln!(text, "    {:>10}  {}:{}", line.cost, printable(&line.file), line.line)?;
    }
    Ok(())
}
