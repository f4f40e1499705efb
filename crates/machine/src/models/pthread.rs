//! Threads and mutexes of POSIX.

use raddle_ir::Type;

use crate::access::Access;
use crate::decide::{Exec, Stop};
use crate::event::Sync;
use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::models::{Call, Outcome, nothing, value};
use crate::names::{ObjectId, ObjectName, ThreadId};
use crate::state::State;
use crate::threads::control;
use crate::trace::TraceKind;
use crate::value::Value;

pub(super) const TABLE: super::Table = &[
    ("pthread_create", create),
    ("pthread_join", join),
    ("pthread_exit", exit),
    ("pthread_self", this_thread),
    ("pthread_equal", equal),
    ("pthread_detach", detach),
    ("raddle_atomic_begin", atomic_begin),
    ("raddle_atomic_end", atomic_end),
    ("__VERIFIER_atomic_begin", atomic_begin),
    ("__VERIFIER_atomic_end", atomic_end),
    ("raddle_await", wait_until),
];

/// Writes a value through a pointer argument unless it is NULL.
pub(super) fn store_result(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
    ty: Type,
    result: Value,
) -> Exec {
    if pointer == Value::Word(0) {
        return Ok(());
    }
    let size = ty.bytes(&machine.program.target);
    let place = machine.place(st, call.thread, pointer, size, Access::Write)?;
    machine.publish(st, place.object, result);
    machine.store(st, call.thread, place, ty, result)
}

fn create(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.visible(st, call.thread)?;
    st.acting = true;
    let start = machine.function_behind(st, call.thread, call.arg(2))?;
    let takes = machine.program.functions[start].params.len();
    let arguments = [call.arg(3)];
    let child = machine.create_thread(st, call.thread, start, &arguments[..takes.min(1)]);
    let block = machine.thread_object(child);
    machine.push_access(st, call.thread, block, 0..control::SIZE, true, Sync::Release);
    let handle = Value::Word(machine.names.base(block));
    let long = Type::Int(machine.pointer_bits as u16);
    store_result(machine, st, call, call.arg(0), long, handle)?;
    if machine.recorder.is_some() {
        let name = machine.function_name(start).to_owned();
        machine.record(
            st,
            call.thread,
            TraceKind::Synchronise,
            format!("creates {child} running {name}"),
            true,
        );
    }
    value(Value::Word(0))
}

/// The thread a `pthread_t` stands for.
pub(super) fn thread_behind(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    handle: Value,
) -> Exec<(ThreadId, ObjectId)> {
    machine.demand_defined(st, call.thread, handle, "a thread handle")?;
    let object = match handle {
        Value::Word(address) => machine.names.resolve(address).map(|(id, _)| id),
        Value::Term(term) => Some(machine.object_of(st, call.thread, term)?),
        Value::Undef => None,
    };
    match object.map(|id| (machine.names.name(id).clone(), id)) {
        Some((ObjectName::Thread(thread), id)) => {
            machine.control_block(st, thread);
            Ok((thread, id))
        }
        _ => {
            let message = "the handle is not that of a thread".to_owned();
            Err(machine.fail(st, call.thread, FaultKind::JoinMisuse, message))
        }
    }
}

fn join(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.visible(st, call.thread)?;
    st.acting = true;
    let (thread, block) = thread_behind(machine, st, call, call.arg(0))?;
    if machine.load_at(st, block, control::CLAIMED, 8) != Value::Word(0) {
        let message =
            format!("thread {thread} is joined although it was joined or detached before");
        return Err(machine.fail(st, call.thread, FaultKind::JoinMisuse, message));
    }
    machine.push_access(st, call.thread, block, 0..control::SIZE, true, Sync::Acquire);
    if machine.load_at(st, block, control::DONE, 8) == Value::Word(0) {
        return Err(Stop::Blocked);
    }
    machine.store_at(st, block, control::CLAIMED, 8, Value::Word(1));
    let result = machine.load_at(st, block, control::RESULT, 8);
    st.unjoined = st.unjoined.saturating_sub(1);
    store_result(machine, st, call, call.arg(1), Type::Ptr, result)?;
    if machine.recorder.is_some() {
        machine.record(st, call.thread, TraceKind::Synchronise, format!("joins {thread}"), true);
    }
    value(Value::Word(0))
}

fn detach(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.visible(st, call.thread)?;
    st.acting = true;
    let (thread, block) = thread_behind(machine, st, call, call.arg(0))?;
    machine.push_access(st, call.thread, block, control::CLAIMED..control::SIZE, true, Sync::Both);
    if machine.load_at(st, block, control::CLAIMED, 8) != Value::Word(0) {
        let message =
            format!("thread {thread} is detached although it was joined or detached before");
        return Err(machine.fail(st, call.thread, FaultKind::JoinMisuse, message));
    }
    machine.store_at(st, block, control::CLAIMED, 8, Value::Word(2));
    value(Value::Word(0))
}

fn exit(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.end_thread(st, call.thread, call.arg(0))?;
    nothing()
}

fn this_thread(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let block = machine.control_block(st, call.thread);
    value(Value::Word(machine.names.base(block)))
}

fn equal(machine: &mut Machine<'_>, _st: &mut State, call: &Call) -> Exec<Outcome> {
    let width = call.arg_type(0).bits(&machine.program.target);
    let same = machine.compare(raddle_ir::CompareOp::Eq, width, call.arg(0), call.arg(1));
    let same = same.term(&mut machine.terms, 1);
    let same = machine.terms.zext(same, 32);
    value(Value::of_term(&machine.terms, same))
}

fn atomic_begin(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.visible(st, call.thread)?;
    machine.begin_atomic(st, call.thread);
    nothing()
}

fn atomic_end(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.end_atomic(st, call.thread);
    nothing()
}

/// `raddle_await(condition)`: the transition that computed the condition waits until it is true.
fn wait_until(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let width = call.arg_type(0).bits(&machine.program.target);
    let condition = machine.compare(raddle_ir::CompareOp::Ne, width, call.arg(0), Value::Word(0));
    if machine.decide(st, call.thread, condition)? { nothing() } else { Err(Stop::Blocked) }
}
