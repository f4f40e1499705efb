//! Which lines and branches were executed, and which assertions never were.

use std::collections::{BTreeMap, BTreeSet};

use raddle_analysis::successors;
use raddle_findings::{Coverage, Location};
use raddle_ir::{Block, Body, Callee, FuncId, Loc, Op, Program};
use raddle_machine::Machine;

use crate::assemble::location;

/// Functions whose call is an assertion that failed.
const FAILED_ASSERTIONS: &[&str] =
    &["__assert_fail", "__assert", "__assert_rtn", "_assert", "reach_error", "__VERIFIER_error"];
/// Functions that check their argument.
const CHECKS: &[&str] = &["raddle_check", "raddle.holds"];

pub fn summarise(machine: &Machine<'_>) -> Coverage {
    let program = machine.program;
    let mut covered: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut known: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut coverage = Coverage::default();
    for (func, body) in user_bodies(machine) {
        for (block, data) in body.blocks.iter() {
            let executed = machine.coverage().block(func, block);
            let locs = data.insts.iter().map(|inst| inst.loc).chain([data.terminator_loc]);
            for location in locs.filter_map(Loc::get).filter(|location| location.line > 0) {
                let line = (location.file.0, location.line);
                known.insert(line);
                if executed.entered {
                    covered.insert(line);
                }
            }
            coverage.branches_total += executed.edges.len() as u64;
            coverage.branches_covered +=
                executed.edges.iter().filter(|&&taken| taken).count() as u64;
        }
    }
    coverage.lines_total = known.len() as u64;
    coverage.lines_covered = covered.len() as u64;
    coverage.missed = missed_lines(program, &known, &covered);
    coverage
}

fn missed_lines(
    program: &Program,
    known: &BTreeSet<(u32, u32)>,
    covered: &BTreeSet<(u32, u32)>,
) -> BTreeMap<String, Vec<u32>> {
    let mut missed: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for &(file, line) in known.difference(covered) {
        let path = program.files[raddle_ir::FileId(file)].path.clone();
        missed.entry(path).or_default().push(line);
    }
    missed
}

/// Assertions whose condition no run has evaluated.
pub fn vacuous(machine: &Machine<'_>) -> Vec<Location> {
    let mut places = BTreeSet::new();
    // A function may have several versions, such as one that begins in the middle.
    let mut met = BTreeSet::new();
    for (func, body) in user_bodies(machine) {
        for (block, data) in body.blocks.iter() {
            for inst in &data.insts {
                let Op::Call { callee: Callee::Direct(callee), .. } = &inst.op else { continue };
                let name = machine.program.functions[*callee].name.as_str();
                let reached = if CHECKS.contains(&name) {
                    machine.outbox.was_checked(inst.loc)
                } else if FAILED_ASSERTIONS.contains(&name) {
                    reached_from_outside(machine, func, body, block, inst.loc)
                } else {
                    continue;
                };
                let Some(place) = location(machine.program, func, inst.loc) else { continue };
                if reached {
                    met.insert((place.file, place.line, place.column));
                } else {
                    places.insert(place);
                }
            }
        }
    }
    places.retain(|place| !met.contains(&(place.file.clone(), place.line, place.column)));
    places.into_iter().collect()
}

/// Whether control came to this block or was decided not to: a branch that leads here was executed, or one of
/// the same assertion, for `a || b` does not come to `b` where `a` holds.
fn reached_from_outside(
    machine: &Machine<'_>,
    func: FuncId,
    body: &Body,
    target: Block,
    loc: Loc,
) -> bool {
    machine.coverage().block(func, target).entered
        || body.blocks.iter().any(|(block, data)| {
            let leads_here = successors(&data.terminator).contains(&target);
            (leads_here || same_line(data.terminator_loc, loc))
                && machine.coverage().block(func, block).edges.contains(&true)
        })
}

fn same_line(a: Loc, b: Loc) -> bool {
    let line = |loc: Loc| loc.get().map(|place| (place.file, place.line));
    line(a).is_some() && line(a) == line(b)
}

fn user_bodies<'a>(machine: &'a Machine<'_>) -> impl Iterator<Item = (FuncId, &'a Body)> + 'a {
    machine.program.functions.iter().filter_map(|(func, function)| {
        let body = function.body.as_ref()?;
        machine.is_user_location(function.loc).then_some((func, body))
    })
}
