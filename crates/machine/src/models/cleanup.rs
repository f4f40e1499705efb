//! Clean-up handlers of POSIX threads, as the macros of the C library spell them.
//!
//! `pthread_cleanup_push` marks a place with `__sigsetjmp` and hands the mark to `__pthread_register_cancel`; a thread
//! that exits in between goes back to the newest mark, where `__sigsetjmp` returns a second time, the handler is called,
//! and `__pthread_unwind_next` goes on with the mark before it. The marks are cells: each is kept in
//! the buffer the program provides, which is a local variable of the function that pushed, and the chain of them
//! starts in the thread's control block. A mark whose function has returned is a dangling pointer and found as one.
//!
//! `longjmp` goes back to a mark in the same way. Functions that call `setjmp` keep their variables in memory, so these have the values
//! that they had before the jump, as in code that is not optimised. A mark remembers a local variable of its function: that tells
//! a call that has returned from a later one of the same function.

use raddle_ir::{Op, Type};

use crate::fault::FaultKind;
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::sync::{EINVAL, known_value, store_result};
use crate::models::{nothing, pthread, value};
use crate::names::ThreadId;
use crate::place::Direction;
use crate::state::{Frame, State, control, frame_bytes};
use crate::stop::Exec;
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("setjmp", mark),
    ("_setjmp", mark),
    ("sigsetjmp", mark),
    ("__sigsetjmp", mark),
    ("longjmp", jump),
    ("_longjmp", jump),
    ("siglongjmp", jump),
    ("__longjmp_chk", jump),
    ("__pthread_register_cancel", register),
    ("__pthread_unregister_cancel", unregister),
    ("__pthread_unwind_next", unwind_next),
    ("__raddle_is_cancelled", is_cancelled),
    ("__raddle_cancel_here", go_on),
    ("pthread_setcancelstate", set_cancel_state),
    ("pthread_setcanceltype", set_cancel_type),
];

/// Cells of a mark: how many frames the thread had, where in the last one it stood, its function and one of its local variables.
const DEPTH: u64 = 0;
const BLOCK: u64 = 4;
const INSTRUCTION: u64 = 8;
const FUNCTION: u64 = 12;
const LOCAL: u64 = 16;
const MARK_SIZE: u64 = 24;

/// Where the buffer of a handler keeps the mark before it: behind what `setjmp` may use.
fn link_offset(machine: &Machine<'_>) -> u64 {
    if machine.facts.pointer_bits == 64 { 72 } else { 28 }
}

fn mark(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let depth = st.thread(call.thread).frames.len() as u64;
    let frame = st.thread(call.thread).top();
    let words = [
        (DEPTH, depth),
        (BLOCK, frame.block.0.into()),
        (INSTRUCTION, frame.inst as u64),
        (FUNCTION, frame.func.0.into()),
    ];
    let local = frame.locals.first().map_or(0, |&local| machine.names.base(local));
    let place = machine.place(st, call.thread, call.arg(0), MARK_SIZE, Direction::Write)?;
    let offset = known_value(machine, st, call, place.offset)?;
    for (cell, word) in words {
        machine.store_at(st, place.object, offset + cell, 4, Value::Word(word));
    }
    machine.store_at(st, place.object, offset + LOCAL, 8, Value::Word(local));
    value(Value::Word(0))
}

/// `longjmp(buffer, result)`: the call of `setjmp` returns again, this time not zero.
fn jump(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let place = machine.place(st, call.thread, call.arg(0), MARK_SIZE, Direction::Read)?;
    let offset = known_value(machine, st, call, place.offset)?;
    let mut word = |cell: u64, size: u64| {
        let stored = machine.load_state(st, place.object, offset + cell, size);
        machine.pin(stored).word()
    };
    let found = (word(DEPTH, 4), word(FUNCTION, 4), word(LOCAL, 8));
    let (Some(depth @ 1..), Some(function), Some(local)) = found else {
        let message = "longjmp to a place that setjmp never marked".to_owned();
        return Err(machine.fail(st, call.thread, FaultKind::LibraryMisuse, message));
    };
    let is_there = |frame: &Frame| {
        let has_local = |address| frame.locals.iter().any(|&id| machine.names.base(id) == address);
        u64::from(frame.func.0) == function && (local == 0 || has_local(local))
    };
    let frames = &st.thread(call.thread).frames;
    if !frames.get(depth as usize - 1).is_some_and(|frame| is_there(frame)) {
        let message = "longjmp into a function that has returned".to_owned();
        return Err(machine.fail(st, call.thread, FaultKind::LibraryMisuse, message));
    }
    let given = call.arg(1).term(&mut machine.terms, 32);
    let (zero, one) = (machine.terms.constant(32, 0), machine.terms.constant(32, 1));
    let is_zero = machine.terms.eq(given, zero);
    let result = machine.terms.ite(is_zero, one, given);
    let result = Value::of_term(&machine.terms, result);
    go_back(machine, st, call, call.arg(0), result)
}

fn register(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let newest = newest_mark(machine, st, call.thread);
    let long = Type::Int(machine.facts.pointer_bits as u16);
    let link = machine.offset_pointer(call.arg(0), link_offset(machine));
    store_result(machine, st, call, link, long, newest)?;
    set_newest_mark(machine, st, call.thread, call.arg(0));
    nothing()
}

fn unregister(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let before = linked_mark(machine, st, call, call.arg(0))?;
    set_newest_mark(machine, st, call.thread, before);
    nothing()
}

/// A handler has returned.
fn unwind_next(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let block = machine.control_block(st, call.thread);
    let result = machine.load_at(st, block, control::RESULT, 8);
    unwind(machine, st, call, result)
}

/// Goes back to the newest handler of a thread that exits; without one, the thread ends.
pub(super) fn unwind(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    result: Value,
) -> Exec<Outcome> {
    let newest = newest_mark(machine, st, call.thread);
    if newest == Value::Word(0) {
        machine.end_thread(st, call.thread, result)?;
        return Ok(Outcome::Again);
    }
    let block = machine.control_block(st, call.thread);
    machine.store_at(st, block, control::RESULT, 8, result);
    let before = linked_mark(machine, st, call, newest)?;
    set_newest_mark(machine, st, call.thread, before);
    go_back(machine, st, call, newest, Value::Word(1))
}

/// Leaves all functions called since the mark was made and lets the call that made it return a result.
fn go_back(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    buffer: Value,
    returned: Value,
) -> Exec<Outcome> {
    let place = machine.place(st, call.thread, buffer, MARK_SIZE, Direction::Read)?;
    let offset = known_value(machine, st, call, place.offset)?;
    let mut word = |cell: u64| {
        let stored = machine.load_state(st, place.object, offset + cell, 4);
        machine.pin(stored).word().unwrap_or(0)
    };
    let (depth, block, inst) = (word(DEPTH), word(BLOCK), word(INSTRUCTION));
    while st.thread(call.thread).frames.len() as u64 > depth.max(1) {
        leave_function(machine, st, call.thread);
    }
    let frame = st.thread_mut(call.thread).top_mut();
    frame.block = raddle_ir::Block(block as u32);
    frame.inst = inst as usize + 1;
    let body = machine.program.functions[frame.func].body.as_ref().expect("frames have bodies");
    if let Some(Op::Call { dsts, .. }) =
        body.blocks[frame.block].insts.get(inst as usize).map(|inst| &inst.op)
        && let Some(result) = dsts.first()
    {
        frame.regs[result.0 as usize] = returned;
    }
    Ok(Outcome::Again)
}

fn leave_function(machine: &mut Machine<'_>, st: &mut State, thread: ThreadId) {
    let func = st.thread(thread).top().func;
    if machine.is_atomic_function(func) {
        machine.end_atomic(st, thread);
    }
    machine.end_locals(st, thread);
    let owner = st.thread_mut(thread);
    if let Some(frame) = owner.frames.pop() {
        owner.stack_bytes = owner.stack_bytes.saturating_sub(frame_bytes(&frame));
    }
}

/// A thread must not return between `pthread_cleanup_push` and `pthread_cleanup_pop`.
pub(crate) fn check_return(machine: &mut Machine<'_>, st: &mut State, thread: ThreadId) -> Exec {
    let block = machine.thread_object(thread);
    if st.memory.get(block).is_none() || newest_mark(machine, st, thread) == Value::Word(0) {
        return Ok(());
    }
    let message = "the thread returns between pthread_cleanup_push and pthread_cleanup_pop";
    Err(machine.fail(st, thread, FaultKind::LibraryMisuse, message.to_owned()))
}

fn newest_mark(machine: &mut Machine<'_>, st: &mut State, thread: ThreadId) -> Value {
    let block = machine.control_block(st, thread);
    let newest = machine.load_at(st, block, control::CLEANUP, 8);
    machine.pin(newest)
}

fn set_newest_mark(machine: &mut Machine<'_>, st: &mut State, thread: ThreadId, mark: Value) {
    let block = machine.control_block(st, thread);
    machine.store_at(st, block, control::CLEANUP, 8, mark);
}

/// The mark that was registered before one.
fn linked_mark(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    buffer: Value,
) -> Exec<Value> {
    let long = Type::Int(machine.facts.pointer_bits as u16);
    let link = machine.offset_pointer(buffer, link_offset(machine));
    let size = u64::from(machine.facts.pointer_bits / 8);
    let place = machine.place(st, call.thread, link, size, Direction::Read)?;
    let stored = machine.load(st, call.thread, place, long)?;
    Ok(machine.pin(stored))
}

/// In a program that cancels nobody. Others have the run-time library's version.
fn is_cancelled(_machine: &mut Machine<'_>, _st: &mut State, _call: &Call) -> Exec<Outcome> {
    value(Value::Word(0))
}

fn go_on(_machine: &mut Machine<'_>, _st: &mut State, _call: &Call) -> Exec<Outcome> {
    nothing()
}

fn set_cancel_state(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    exchange(machine, st, call, control::CANCEL_STATE)
}

fn set_cancel_type(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    exchange(machine, st, call, control::CANCEL_TYPE)
}

/// The setting is kept and told; what it means, the run-time library knows.
fn exchange(machine: &mut Machine<'_>, st: &mut State, call: &Call, cell: u64) -> Exec<Outcome> {
    let wanted = known_value(machine, st, call, call.arg(0))?;
    if wanted > 1 {
        return value(Value::Word(EINVAL));
    }
    let block = machine.control_block(st, call.thread);
    let old = machine.load_at(st, block, cell, 4);
    pthread::store_if_wanted(machine, st, call, call.arg(1), Type::Int(32), old)?;
    machine.store_at(st, block, cell, 4, Value::Word(wanted));
    value(Value::Word(0))
}
