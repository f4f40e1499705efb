//! A run that reaches targets as one that a real binary can be led along.
//!
//! The goal is a part of the program that is explored, but not of the real one. So a thread that stays at a target has one transition more than natively, its last;
//! in its place the thread has to come to that line, which the run-time notices by itself.

use anyhow::Context;
use raddle_findings::{Choreography, Finding, Input, Location};
use raddle_ir::Program;
use raddle_native::Arrival;

use crate::quarry::Pursued;

/// How the inputs begin that say whether a thread stays.
const STAYS: &str = "stays#";

/// Who has to come where. What only the goal needs is taken out of the schedule and of the inputs.
pub(crate) fn arrivals(
    pursued: &Pursued,
    program: &Program,
    choreography: &mut Choreography,
    finding: &mut Finding,
) -> anyhow::Result<Vec<Arrival>> {
    let targets: Vec<(&str, u32)> = pursued
        .targets
        .iter()
        .map(|target| (&*program.files[target.file].path, target.line))
        .collect();
    let mut staying: Vec<u32> = finding.inputs.iter().filter_map(stays).collect();
    finding.inputs.retain(|input| !input.name.starts_with(STAYS));
    let access = pursued.same_memory;
    if staying.is_empty() {
        let &(file, line) = targets.first().context("a hunt has a target")?;
        let location = Location { file: file.to_owned(), line, column: 0, function: None };
        return Ok(vec![Arrival { thread: choreography.failing, location, access }]);
    }
    staying.sort_unstable();
    staying.dedup();
    staying.into_iter().map(|thread| arrival(thread, &targets, access, choreography)).collect()
}

/// The thread of an input that says that it stays.
fn stays(input: &Input) -> Option<u32> {
    let number = input.name.strip_prefix(STAYS)?;
    let thread = number.split_once("@T").map_or(Ok(0), |(_, thread)| thread.parse());
    let yes = input.bits.chars().any(|digit| digit != '0');
    thread.ok().filter(|_| yes)
}

/// Where a thread stays: at the place of its last transition, which is none of the program.
fn arrival(
    thread: u32,
    targets: &[(&str, u32)],
    access: bool,
    choreography: &mut Choreography,
) -> anyhow::Result<Arrival> {
    let last = choreography.steps.iter().rposition(|beat| beat.thread == thread);
    let location = last.and_then(|last| choreography.steps[last].location.clone());
    let here = location.filter(|at| targets.contains(&(&*at.file, at.line)));
    let (last, location) = last.zip(here).with_context(|| {
        format!("thread {thread} comes to its target inside of an atomic section, where a real thread cannot be kept")
    })?;
    choreography.steps.remove(last);
    Ok(Arrival { thread, location, access })
}
