//! What assertions depend on, as a program of its own, if that is the business of single threads.
//!
//! All else is *removed*, not executed with any values: whatever waits, fails, ends the run or never ends is gone with it, so the
//! program that is left can do whatever the original one does before an assertion, and perhaps more. If no assertion can fail
//! there, none can fail in the original one, in whatever order its threads move, as long as what was removed has no undefined
//! behaviour. (A failure in what is left says nothing: it may be out of reach.) So the slice need not contain what may not return, as the one of
//! `criteria.rs` does. What is left must not access memory that several threads know; then their order does not matter.

use raddle_analysis::PostDominators;
use raddle_ir::{Body, Callee, FuncId, Inst, Op, Operand, Program, Terminator};
use raddle_pointsto::{
    CallSite, Expired, ObjectId, PointsTo, Position, Sharing, library_function, positions_of,
};
use rustc_hash::FxHashSet;

use crate::closure::{Closure, all_accesses};

/// The program, and how many of its instructions are left.
#[derive(Debug)]
pub struct Essence {
    pub program: Program,
    pub instructions: usize,
}

/// Functions that exclude runs: what they ask for is worth keeping.
const ASSUMPTIONS: [&str; 2] = ["__VERIFIER_assume", "raddle_assume"];

/// What some positions depend on; `None` if that is not the business of single threads, or not known.
pub fn essence(
    program: &Program,
    entry: FuncId,
    targets: &[Position],
    expired: Expired<'_>,
) -> Option<Essence> {
    let points_to = PointsTo::new(program, entry, expired)?;
    let sharing = Sharing::new(program, &points_to, expired)?;
    let reachable = points_to.calls.reachable();
    let all = || reachable.iter().flat_map(|&func| positions_of(program, func));
    if all().any(|at| is_unknown(program, at)) || is_called_back(program, &points_to, &reachable) {
        return None;
    }
    let accesses = all_accesses(program, &points_to, &reachable, expired)?;
    let mut closure = Closure::new(program, &points_to, &reachable, &accesses);
    let assumptions = all().filter(|&at| is_assumption(program, at));
    let wanted = targets.iter().copied().filter(|at| reachable.contains(&at.func));
    let wanted: Vec<Position> = wanted.collect();
    // Then something else is expected of the check, such as that nothing undefined is met.
    if wanted.is_empty() {
        return None;
    }
    let wanted: Vec<Position> = wanted.into_iter().chain(assumptions).collect();
    let does_more: FxHashSet<FuncId> = accesses
        .iter()
        .filter(|(_, accesses)| !accesses.writes.is_empty())
        .map(|(at, _)| at.func)
        .chain(wanted.iter().map(|at| at.func))
        .chain(points_to.calls.starts.iter().map(|start| start.0))
        .collect();
    closure.only_compute = reachable
        .iter()
        .copied()
        .filter(|&func| points_to.calls.reachable_from([func]).is_disjoint(&does_more))
        .collect();
    wanted.into_iter().for_each(|at| closure.keep(at));
    closure.run(expired)?;
    let is_kept = |at: Position| closure.contains(at);
    let written: FxHashSet<ObjectId> = accesses
        .values()
        .flat_map(|accesses| &accesses.writes)
        .map(|region| region.object)
        .collect();
    let known_to_others = |at: &Position| {
        let accesses = accesses.get(at).filter(|_| is_kept(*at));
        let regions = accesses.into_iter().flat_map(|all| all.reads.iter().chain(&all.writes));
        regions.map(|region| region.object).any(|object| {
            written.contains(&object) && (sharing.is_shared(object) || sharing.is_published(object))
        })
    };
    if all().any(|at| known_to_others(&at)) {
        return None;
    }
    let instructions = all().filter(|&at| is_kept(at)).count();
    let mut rest = program.clone();
    for &func in &reachable {
        let function = &mut rest.functions[func];
        let nothing = vec![Operand::Undef; function.returns.len()];
        if let Some(body) = &mut function.body {
            reduce(body, func, &nothing, &is_kept);
        }
    }
    debug_assert_eq!(raddle_ir::verify(&rest).err(), None);
    Some(Essence { program: rest, instructions })
}

fn library_callee<'p>(program: &'p Program, op: &Op) -> Option<&'p str> {
    let Op::Call { callee: Callee::Direct(callee), .. } = op else { return None };
    let function = &program.functions[*callee];
    function.body.is_none().then_some(function.name.as_str())
}

/// Whether nobody knows what an instruction does.
fn is_unknown(program: &Program, at: Position) -> bool {
    at.op(program).is_some_and(|op| {
        matches!(op, Op::Unsupported { .. })
            || library_callee(program, op).is_some_and(|name| library_function(name).is_none())
    })
}

/// Whether library functions call functions of the program, other than to start threads: when they do may depend on
/// anything, such as how a thread ends.
fn is_called_back(program: &Program, points_to: &PointsTo, reachable: &FxHashSet<FuncId>) -> bool {
    let calls = &points_to.calls;
    let by_library = |site: &CallSite| {
        let op = site.at.op(program);
        site.starts_with.is_none() && op.is_some_and(|op| library_callee(program, op).is_some())
    };
    !calls.by_any_thread.is_empty()
        || reachable
            .iter()
            .filter(|&&func| program.functions[func].body.is_some())
            .any(|&func| calls.callers(func).iter().any(by_library))
}

fn is_assumption(program: &Program, at: Position) -> bool {
    let name = at.op(program).and_then(|op| library_callee(program, op));
    name.is_some_and(|name| ASSUMPTIONS.contains(&name))
}

/// Removes all but what is kept. A branch that decides nothing leads to where its sides meet.
fn reduce(body: &mut Body, func: FuncId, nothing: &[Operand], is_kept: &dyn Fn(Position) -> bool) {
    let joins = PostDominators::new(body);
    for (block, data) in body.blocks.iter_mut() {
        let at = |inst: usize| Position { func, block, inst: inst as u32 };
        let terminator_is_kept = is_kept(at(data.insts.len()));
        let insts: Vec<Inst> = std::mem::take(&mut data.insts);
        let kept = insts.into_iter().enumerate().filter(|&(index, _)| is_kept(at(index)));
        data.insts = kept.map(|(_, inst)| inst).collect();
        if terminator_is_kept {
            continue;
        }
        match &mut data.terminator {
            Terminator::Branch { .. } | Terminator::Switch { .. } => {
                data.terminator = match joins.immediate(block) {
                    Some(join) => Terminator::Jump(join),
                    None => Terminator::Return(nothing.to_vec()),
                };
            }
            Terminator::Return(values) => values.fill(Operand::Undef),
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
    }
}
