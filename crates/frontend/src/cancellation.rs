//! Where threads that somebody cancelled end: looks for a request are calls that are put into the program.
//!
//! **At cancellation points**, before calls of the functions that the table of the library says it of. Functions that wait without end have versions of their own
//! that look by themselves (`runtime/cancel.c`).
//!
//! **At any moment** (`PTHREAD_CANCEL_ASYNCHRONOUS`): a thread that asked for it may end before any of its operations, once
//! somebody cancelled it.
//!
//! In a program that cancels threads and sets their type, a call of [`CHECK`] (`runtime/asynchronous.c`) stands before every
//! operation that another thread may notice: accesses to memory, fences, calls of functions that are not the program's own, and the
//! end of functions that a thread may start in. What a thread does in between is its own: nobody can tell whether it
//! ended before or after it, and its memory ends with it. So that a thread that computes for ever ends, too, there is one on every way back to an earlier block,
//! which every circle has. The check is a part of the program, so reductions and summaries need not know of it. It *may* end the thread: POSIX lets
//! a request arrive any time later.
//!
//! Left out are accesses to local variables whose address goes nowhere, and to constants. Functions of the library are left before or after what they do, which
//! the report says. Where a thread waits in one that cannot be left, the path ends as unsupported.

use raddle_ir::{Callee, FuncId, Inst, Intrinsic, Loc, Op, Operand, Program, Reg, Terminator};
use raddle_library::{By, Cancellation, Row, Waits};
use rustc_hash::FxHashSet;

use crate::origins::{Origin, Origins, call, escapes};

/// Ends the calling thread, perhaps, if it was cancelled and may be at any moment.
pub(crate) const CHECK: &str = "__raddle_at_any_moment";
/// Stands before a call that may wait and cannot be left: unsupported if the calling thread may be cancelled at any moment.
pub(crate) const CHECK_WAIT: &str = "__raddle_waits_at_any_moment";

/// A program that calls all of these needs the checks.
const NEEDED_BY: [&str; 2] = ["pthread_cancel", "pthread_setcanceltype"];

/// Functions in which a thread may wait, and which the run-time library has no version of that a request ends.
fn waits_on(row: &Row) -> bool {
    let has_own_version = matches!(row.by, By::Either(_, OWN | "asynchronous.c") | By::C(_));
    !has_own_version && !matches!(row.threads.waits, Waits::Never | Waits::ForAWhile)
}

/// The file of the run-time library in which functions look for a request by themselves.
const OWN: &str = "cancel.c";
/// Ends the calling thread if it was cancelled.
const LOOK: &str = "__raddle_cancel_here";

/// Deliberate mistakes about what is left out, for tests that must notice them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokenChecks {
    /// Local variables count as nobody else's although their address goes somewhere: a clean-up handler may look at them.
    EscapingLocals,
    /// A thread that goes round without an operation that others notice is never ended.
    WaysBack,
    /// A thread is not ended behind the last of its operations.
    Ends,
}

impl BrokenChecks {
    pub const ALL: [BrokenChecks; 3] =
        [BrokenChecks::EscapingLocals, BrokenChecks::WaysBack, BrokenChecks::Ends];
}

/// What checks are, and which of them are left out by mistake.
#[derive(Clone, Copy)]
struct Checks {
    check: FuncId,
    check_wait: FuncId,
    broken: Option<BrokenChecks>,
}

/// Whether a program that calls these functions of the library can cancel threads at any moment.
pub(crate) fn is_possible(is_called: impl Fn(&str) -> bool) -> bool {
    NEEDED_BY.iter().all(|name| is_called(name))
}

/// Puts the checks into the program, if its run-time library has them.
pub(crate) fn allow_at_any_moment(program: &mut Program, broken: Option<BrokenChecks>) {
    let (Some(check), Some(check_wait)) = (program.function(CHECK), program.function(CHECK_WAIT))
    else {
        return;
    };
    let checks = Checks { check, check_wait, broken };
    let started = functions_used_as_values(program);
    for func in program.functions.keys().collect::<Vec<_>>() {
        if !is_of_runtime(program, func) {
            let is_main = program.functions[func].name == "main";
            check_function(program, func, checks, is_main || started.contains(&func));
        }
    }
}

fn is_of_runtime(program: &Program, func: FuncId) -> bool {
    program.is_of_runtime(program.functions[func].loc)
}

/// Functions that threads may start in besides `main`: those whose address is used.
fn functions_used_as_values(program: &Program) -> FxHashSet<FuncId> {
    let mut used = FxHashSet::default();
    let mut note = |operand: &Operand| {
        if let Operand::Func(func) = operand {
            used.insert(*func);
        }
    };
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    for block in bodies.flat_map(|body| body.blocks.values()) {
        block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut note));
        block.terminator.for_each_operand(&mut note);
    }
    let parts = program.globals.values().flat_map(|global| &global.init);
    for (_, part) in parts.flat_map(|init| &init.parts) {
        if let raddle_ir::InitPart::Func(func) = part {
            used.insert(*func);
        }
    }
    used
}

fn check_function(program: &mut Program, func: FuncId, checks: Checks, may_be_started: bool) {
    let Checks { check, check_wait, broken } = checks;
    let Some(mut body) = program.functions[func].body.take() else { return };
    let origins = Origins::new(program, func, &body);
    let escaping = match broken {
        Some(BrokenChecks::EscapingLocals) => FxHashSet::default(),
        _ => escaping_locals(&origins, &body),
    };
    for (block, data) in body.blocks.iter_mut() {
        let mut insts = Vec::with_capacity(2 * data.insts.len());
        for inst in std::mem::take(&mut data.insts) {
            if may_be_noticed(program, &origins, &escaping, &inst) {
                insts.push(call(check, &[], Vec::new(), inst.loc));
            }
            if may_wait(program, &inst) {
                insts.push(call(check_wait, &[], Vec::new(), inst.loc));
            }
            insts.push(inst);
        }
        let mut goes_back = false;
        data.terminator.for_each_successor(|target| goes_back |= target <= block);
        let returns = matches!(data.terminator, Terminator::Return(_));
        goes_back &= broken != Some(BrokenChecks::WaysBack);
        let ends = returns && may_be_started && broken != Some(BrokenChecks::Ends);
        if goes_back || ends {
            insts.push(call(check, &[], Vec::new(), data.terminator_loc));
        }
        data.insts = insts;
    }
    program.functions[func].body = Some(body);
}

/// Local variables whose address is used for more than to access them.
fn escaping_locals(origins: &Origins, body: &raddle_ir::Body) -> FxHashSet<Reg> {
    let mut escaping = FxHashSet::default();
    let mut note = |operand: &Operand| {
        if let Origin::Local(local) = origins.of(*operand) {
            escaping.insert(local);
        }
    };
    for block in body.blocks.values() {
        block.insts.iter().for_each(|inst| escapes(origins, &inst.op, &mut note));
        block.terminator.for_each_operand(&mut note);
    }
    escaping
}

/// Whether another thread may notice an instruction.
fn may_be_noticed(
    program: &Program,
    origins: &Origins,
    escaping: &FxHashSet<Reg>,
    inst: &Inst,
) -> bool {
    let shared = |pointer: &Operand| match origins.of(*pointer) {
        Origin::Local(local) => escaping.contains(&local),
        Origin::Global(global) => !program.globals[global].constant,
        Origin::Unknown => true,
    };
    match &inst.op {
        Op::Load { ptr, .. }
        | Op::Store { ptr, .. }
        | Op::AtomicUpdate { ptr, .. }
        | Op::CompareExchange { ptr, .. } => shared(ptr),
        Op::Intrinsic {
            intrinsic: Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet,
            args,
            ..
        } => args.iter().take(2).any(shared),
        Op::Fence { .. } | Op::Unsupported { .. } => true,
        // Functions of the program have their own checks.
        Op::Call { callee: Callee::Direct(callee), .. } => {
            program.functions[*callee].body.is_none() || is_of_runtime(program, *callee)
        }
        Op::Call { callee: Callee::Indirect(_), .. } => true,
        Op::Copy { .. }
        | Op::Binary { .. }
        | Op::Compare { .. }
        | Op::FloatBinary { .. }
        | Op::FloatNeg { .. }
        | Op::FloatCompare { .. }
        | Op::Cast { .. }
        | Op::Select { .. }
        | Op::Address { .. }
        | Op::Alloca { .. }
        | Op::Intrinsic { .. } => false,
    }
}

fn may_wait(program: &Program, inst: &Inst) -> bool {
    let Op::Call { callee: Callee::Direct(callee), .. } = inst.op else { return false };
    let function = &program.functions[callee];
    function.body.is_none() && raddle_library::find(&function.name).is_some_and(waits_on)
}

/// Lets a thread look whether it was cancelled before it calls a function at which it ends then. Whoever waits only for a while there does nothing that
/// others notice until then, so it makes no difference whether it ends before or while it waits.
pub(crate) fn allow_at_points(program: &mut Program) {
    let Some(look) = program.function(LOOK).filter(|&func| program.functions[func].body.is_some())
    else {
        return;
    };
    // A call by address does not say what it calls.
    let mut by_address: Vec<FuncId> = functions_used_as_values(program).into_iter().collect();
    by_address.retain(|&func| is_cancellation_point(program, func));
    by_address.sort_unstable();
    for func in by_address {
        let name = &program.functions[func].name;
        let what = format!("cancellation of a thread that calls `{name}` by its address");
        program.unsupported.push((what, Loc::NONE));
    }
    for func in program.functions.keys().collect::<Vec<_>>() {
        if is_of_runtime(program, func) {
            continue;
        }
        let Some(mut body) = program.functions[func].body.take() else { continue };
        for data in body.blocks.values_mut() {
            let mut insts = Vec::with_capacity(data.insts.len());
            for inst in std::mem::take(&mut data.insts) {
                let callee = match inst.op {
                    Op::Call { callee: Callee::Direct(callee), .. } => Some(callee),
                    _ => None,
                };
                if callee.is_some_and(|callee| is_cancellation_point(program, callee)) {
                    insts.push(call(look, &[], Vec::new(), inst.loc));
                }
                insts.push(inst);
            }
            data.insts = insts;
        }
        program.functions[func].body = Some(body);
    }
}

/// Whether a function is one at which cancelled threads end, and which does not look for it by itself.
fn is_cancellation_point(program: &Program, func: FuncId) -> bool {
    let is_library = program.functions[func].body.is_none() || is_of_runtime(program, func);
    let row = raddle_library::find(&program.functions[func].name).filter(|_| is_library);
    row.is_some_and(|row| {
        let looks = matches!(row.by, By::Either(_, file) if file == OWN);
        row.cancellation == Cancellation::Always && !looks
    })
}
