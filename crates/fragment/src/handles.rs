//! Values of a context that are handles of threads.
//!
//! A value is one if a thread is joined by it, or if it lies in a variable to which nothing but creations of threads writes. The latter are handles of different threads, as those are
//! that nobody has looked at yet (`own_handles` in `crates/context`): a value counts once for each cell that it lies in, and a cell has one value, whoever has read it. A value that was read from a
//! cell of which only the variable is known may be the same as another, and is the handle of any thread that was created with that variable.

use std::collections::{BTreeMap, BTreeSet};

use raddle_context::{Context, Facts, OwnHandles, ValueDef, ValueId};
use raddle_ir::{Body, Callee, DebugType, DebugTypeId, Op, Operand, Program, Reg};
use raddle_library::Deed;
use raddle_machine::HandleOf;
use raddle_pointsto::Object;

/// Handles of threads among the values of a context.
#[derive(Debug, Default)]
pub(crate) struct Handles {
    types: BTreeMap<ValueId, DebugTypeId>,
    own: BTreeMap<ValueId, HandleOf>,
}

impl Handles {
    pub(crate) fn new(program: &Program, context: &Context, facts: &Facts) -> Handles {
        let mut handles = Handles::default();
        let Some(ty) = thread_type(program) else { return handles };
        for (thread, known) in context.threads.iter().zip(&facts.threads) {
            for (at, frame) in thread.frames.iter().zip(&known.frames) {
                let Some(body) = &program.functions[at.func].body else { continue };
                let joined =
                    frame.registers.iter().filter(|(reg, _)| is_joined(program, body, *reg));
                handles.types.extend(joined.map(|&(_, value)| (value, ty)));
            }
        }
        let mut cells = BTreeSet::new();
        for known in &facts.memory {
            let Some(cell) = cell(context, facts, known.address) else { continue };
            let own = facts.own_handles.iter().find(|own| own.object == cell.0);
            let Some(own) = own.map(handle_of) else { continue };
            let alone = cell.1.is_some() && cells.insert(cell);
            if alone || !handles.own.contains_key(&known.value) {
                handles.own.insert(known.value, HandleOf { own: alone, ..own });
                handles.types.insert(known.value, ty);
            }
        }
        handles
    }

    /// The type of a handle, for a value that says nothing of its type.
    pub(crate) fn type_of(&self, value: ValueId) -> Option<DebugTypeId> {
        self.types.get(&value).copied()
    }

    /// Whose handle a value is, as far as that is known.
    pub(crate) fn own(&self, value: ValueId) -> Option<&HandleOf> {
        self.own.get(&value)
    }
}

/// Whose handles a context says that memory holds.
pub(crate) fn handle_of(own: &OwnHandles) -> HandleOf {
    HandleOf { threads: own.threads.clone(), certain: own.certain, own: true }
}

/// The variable that a value is an address in, if that is certain, and the offset in it, if that is.
fn cell(context: &Context, facts: &Facts, address: ValueId) -> Option<(Object, Option<i64>)> {
    match &facts.values[address] {
        ValueDef::Slot { thread, frame, slot } => {
            let frame = context.threads.get(*thread)?.frames.get(*frame)?;
            Some((Object::Local(frame.func, *slot), Some(0)))
        }
        ValueDef::Operand(Operand::Global(global, offset), _) => {
            Some((Object::Global(*global), Some(*offset)))
        }
        ValueDef::Op { op: Op::Address { offset, indices, .. }, args } => {
            let (object, base) = cell(context, facts, *args.first()?)?;
            let base = base.filter(|_| indices.is_empty());
            Some((object, base.and_then(|base| base.checked_add(*offset))))
        }
        _ => None,
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
    let is_handle =
        |ty: &DebugType| matches!(ty, DebugType::Typedef { name, .. } if name == "pthread_t");
    program.types.iter().find(|(_, ty)| is_handle(ty)).map(|(id, _)| id)
}
