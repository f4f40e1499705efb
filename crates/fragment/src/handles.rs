//! Values of a context that are handles of threads: those by which a thread is joined. Values that lie in memory with handles that nobody copies are read from there (`own_handles` in `crates/context`).

use std::collections::BTreeMap;

use raddle_context::{Context, Facts, OwnHandles, ValueId};
use raddle_ir::{Body, Callee, DebugType, DebugTypeId, Op, Operand, Program, Reg};
use raddle_library::Deed;
use raddle_machine::HandleOf;

/// Handles of threads among the values of a context, with their type.
pub(crate) fn handles(
    program: &Program,
    context: &Context,
    facts: &Facts,
) -> BTreeMap<ValueId, DebugTypeId> {
    let mut types = BTreeMap::new();
    let Some(ty) = thread_type(program) else { return types };
    for (thread, known) in context.threads.iter().zip(&facts.threads) {
        for (at, frame) in thread.frames.iter().zip(&known.frames) {
            let Some(body) = &program.functions[at.func].body else { continue };
            let joined = frame.registers.iter().filter(|(reg, _)| is_joined(program, body, *reg));
            types.extend(joined.map(|&(_, value)| (value, ty)));
        }
    }
    types
}

/// Whose handles a context says that memory holds.
pub(crate) fn handle_of(own: &OwnHandles) -> HandleOf {
    HandleOf {
        every: own.every,
        threads: own.threads.clone(),
        let_go: own.let_go,
        written: own.written.is_some(),
        zeroed: own.zeroed,
    }
}

/// The type of thread handles, for a register that is used as one and says nothing of its type.
pub(crate) fn handle_type(program: &Program, body: &Body, reg: Reg) -> Option<DebugTypeId> {
    thread_type(program).filter(|_| is_joined(program, body, reg))
}

/// Whether a thread is joined or detached by what a register holds.
fn is_joined(program: &Program, body: &Body, reg: Reg) -> bool {
    let mut insts = body.blocks.values().flat_map(|block| &block.insts);
    insts.any(|inst| match &inst.op {
        Op::Call { callee: Callee::Direct(func), args, .. } => {
            lets_go(&program.functions[*func].name)
                && args.first().is_some_and(|arg| arg.value == Operand::Reg(reg))
        }
        _ => false,
    })
}

/// Whether a function joins or detaches the thread whose handle is its first argument.
fn lets_go(function: &str) -> bool {
    raddle_library::find(function)
        .is_some_and(|row| row.threads.deed == Deed::Join || row.threads.watches.ends())
}

fn thread_type(program: &Program) -> Option<DebugTypeId> {
    let is_handle = |ty: &DebugType| match ty {
        DebugType::Typedef { name, .. } => matches!(&name[..], "pthread_t" | "thrd_t"),
        _ => false,
    };
    program.types.iter().find(|(_, ty)| is_handle(ty)).map(|(id, _)| id)
}
