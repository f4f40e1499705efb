//! Functions that do nothing with memory but allocate and return it: `xmalloc` and its like. What they return is named by who calls them, so that two callers have two objects.
//!
//! A function is one if all that it returns are results of allocating library functions, of other such functions, or null, and it does nothing with them but compare, fill by
//! `memset` and free them. Then nobody but its caller gets hold of what it allocates, and nothing in it holds an address.

use raddle_analysis::{defined_registers, read_operands};
use raddle_ir::{Body, Callee, FuncId, Op, Operand, Program, Reg, Terminator};
use rustc_hash::FxHashSet;

use crate::library::{Effect, library_function};

/// Wrappers of wrappers are found so deep.
const ROUNDS: usize = 4;

pub(crate) fn wrappers(program: &Program) -> FxHashSet<FuncId> {
    let mut found = FxHashSet::default();
    for _ in 0..ROUNDS {
        let before = found.len();
        for (func, function) in program.functions.iter() {
            if let Some(body) = &function.body
                && !found.contains(&func)
                && wraps(program, body, &found)
            {
                found.insert(func);
            }
        }
        if found.len() == before {
            break;
        }
    }
    found
}

fn wraps(program: &Program, body: &Body, known: &FxHashSet<FuncId>) -> bool {
    let Some(allocated) = allocated(program, body, known) else { return false };
    let insts = body.blocks.values().flat_map(|data| &data.insts);
    insts.into_iter().all(|inst| !leaks(program, &inst.op, &allocated))
}

/// The registers that hold what is returned, back to where it is allocated; `None` if it may come from elsewhere.
fn allocated(program: &Program, body: &Body, known: &FxHashSet<FuncId>) -> Option<FxHashSet<Reg>> {
    let mut open = Vec::new();
    for data in body.blocks.values() {
        if let Terminator::Return(values) = &data.terminator {
            let [value] = values[..] else { return None };
            open.push(value);
        }
    }
    let mut seen = FxHashSet::default();
    let mut allocates = false;
    while let Some(operand) = open.pop() {
        let reg = match operand {
            Operand::Reg(reg) => reg,
            Operand::Const(0) => continue,
            _ => return None,
        };
        if !seen.insert(reg) {
            continue;
        }
        let insts = body.blocks.values().flat_map(|data| &data.insts);
        let mut is_set = false;
        for inst in insts {
            let mut sets = false;
            defined_registers(&inst.op, &mut |set| sets |= set == reg);
            if !sets {
                continue;
            }
            is_set = true;
            match &inst.op {
                Op::Copy { src, .. } => open.push(*src),
                Op::Select { a, b, .. } => open.extend([*a, *b]),
                Op::Call { callee: Callee::Direct(callee), .. }
                    if known.contains(callee) || allocates_fresh(program, *callee) =>
                {
                    allocates = true;
                }
                _ => return None,
            }
        }
        // A parameter.
        if !is_set {
            return None;
        }
    }
    allocates.then_some(seen)
}

fn allocates_fresh(program: &Program, callee: FuncId) -> bool {
    let function = &program.functions[callee];
    let effects = library_function(&function.name).filter(|_| function.body.is_none());
    // `realloc` and `strdup` also return or copy what was there.
    effects.is_some_and(|known| {
        let fresh = |effect: &Effect| {
            matches!(effect, Effect::ReturnsFresh | Effect::ReturnsFilled | Effect::Reads(_))
        };
        known.effects.iter().all(fresh)
            && known.effects.iter().any(|effect| !matches!(effect, Effect::Reads(_)))
    })
}

/// Whether an operation hands one of these on, or accesses what it points to.
fn leaks(program: &Program, op: &Op, allocated: &FxHashSet<Reg>) -> bool {
    let mut reads = false;
    read_operands(op, &mut |operand| {
        reads |= matches!(operand, Operand::Reg(reg) if allocated.contains(&reg));
    });
    if !reads {
        return false;
    }
    match op {
        Op::Copy { dst, .. } | Op::Select { dst, .. } => !allocated.contains(dst),
        Op::Compare { .. } => false,
        Op::Call { callee: Callee::Direct(callee), .. } => {
            let function = &program.functions[*callee];
            function.body.is_some() || !matches!(&*function.name, "memset" | "free")
        }
        // `memset` may have become one.
        Op::Intrinsic { intrinsic, .. } => *intrinsic != raddle_ir::Intrinsic::MemSet,
        _ => true,
    }
}
