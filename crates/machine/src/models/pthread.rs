//! Threads of POSIX, atomic sections and `raddle_await`.

use raddle_ir::Type;

use crate::access::Access;
use crate::decide::{Exec, Stop};
use crate::event::Sync;
use crate::fault::{CutKind, FaultKind};
use crate::machine::Machine;
use crate::models::sync::{EBUSY, ETIMEDOUT, accepted, unsupported};
use crate::models::{Call, Outcome, attributes, cleanup, nothing, value};
use crate::names::{Names, ObjectId, ObjectName, ThreadId};
use crate::state::State;
use crate::threads::{control, in_atomic};
use crate::trace::TraceKind;
use crate::value::Value;
use crate::waiting::Waiting;

pub(super) const TABLE: super::Table = &[
    ("pthread_create", create),
    ("pthread_join", join),
    ("pthread_exit", exit),
    ("pthread_self", this_thread),
    ("pthread_equal", equal),
    ("pthread_detach", detach),
    ("pthread_tryjoin_np", try_join),
    ("pthread_timedjoin_np", try_join),
    ("pthread_clockjoin_np", try_join),
    ("pthread_setname_np", accepted),
    ("pthread_setaffinity_np", accepted),
    ("pthread_setschedparam", accepted),
    ("pthread_setschedprio", accepted),
    ("pthread_setconcurrency", accepted),
    ("pthread_getconcurrency", accepted),
    // Nobody is cancelled: asking for it ends the path.
    ("pthread_testcancel", accepted),
    ("pthread_cancel", unsupported),
    ("pthread_kill", unsupported),
    ("pthread_sigqueue", unsupported),
    ("pthread_sigmask", unsupported),
    ("pthread_atfork", unsupported),
    ("pthread_getname_np", unsupported),
    ("pthread_getaffinity_np", unsupported),
    ("pthread_getschedparam", unsupported),
    ("pthread_getattr_np", unsupported),
    ("pthread_getcpuclockid", unsupported),
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

/// `pthread_create(handle, attributes, start, argument)`
fn create(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let detached = attributes::says_detached(machine, st, call, call.arg(1))?;
    create_with(machine, st, call, (call.arg(2), Type::Ptr), call.arg(3), detached)?;
    value(Value::Word(0))
}

/// Creates a thread and stores its handle where the first argument points. Its start function returns something of the given type.
pub(super) fn create_with(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    (start, result): (Value, Type),
    argument: Value,
    detached: bool,
) -> Exec {
    machine.visible(st, call.thread)?;
    let start = machine.function_behind(st, call.thread, start)?;
    machine.check_defined(st, call.thread, start)?;
    machine.check_signature(st, call.thread, start, &[Type::Ptr], &[result])?;
    let alive = st.threads.iter().filter(|thread| thread.is_running()).count();
    if let Some(most) = machine.config.max_threads
        && alive >= most as usize
    {
        let message = format!("more than {most} threads would be alive at once");
        return Err(machine.cut(st, call.thread, CutKind::Threads, message));
    }
    // From here on there is another thread, but this operation is under way already.
    st.acting = true;
    let takes = machine.program.functions[start].params.len();
    let arguments = [argument];
    let child = machine.create_thread(st, call.thread, start, &arguments[..takes.min(1)]);
    let block = machine.thread_object(child);
    machine.push_access(st, call.thread, block, 0..control::LIFE, true, Sync::Release);
    if detached {
        machine.store_at(st, block, control::CLAIMED, 8, Value::Word(2));
    }
    let handle = machine.address_value(block);
    let long = Type::Int(machine.pointer_bits as u16);
    store_result(machine, st, call, call.arg(0), long, handle)?;
    if machine.recorder.is_some() {
        let name = machine.function_name(start).to_owned();
        let text = format!("creates {child} running {name}");
        machine.record(st, call.thread, TraceKind::Synchronise, text, true);
    }
    Ok(())
}

/// The thread a `pthread_t` stands for.
pub(super) fn thread_behind(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    handle: Value,
) -> Exec<(ThreadId, ObjectId)> {
    machine.demand_meaning(st, call.thread, handle, "a thread handle")?;
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
    join_with(machine, st, call, Type::Ptr)?;
    value(Value::Word(0))
}

/// `pthread_tryjoin_np(handle, result)` and its timed variants never wait.
fn try_join(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.visible(st, call.thread)?;
    let (_, block) = thread_behind(machine, st, call, call.arg(0))?;
    if machine.load_at(st, block, control::DONE, 8) == Value::Word(0) {
        machine.push_access(st, call.thread, block, 0..8, false, Sync::Acquire);
        let timed = machine.program.functions[call.func].name != "pthread_tryjoin_np";
        return value(Value::Word(if timed { ETIMEDOUT } else { EBUSY }));
    }
    join(machine, st, call)
}

/// Waits for the thread of the first argument and stores its result where the second points.
pub(super) fn join_with(machine: &mut Machine<'_>, st: &mut State, call: &Call, ty: Type) -> Exec {
    machine.visible(st, call.thread)?;
    let (thread, block) = thread_behind(machine, st, call, call.arg(0))?;
    if machine.load_at(st, block, control::CLAIMED, 8) != Value::Word(0) {
        let message =
            format!("thread {thread} is joined although it was joined or detached before");
        return Err(machine.fail(st, call.thread, FaultKind::JoinMisuse, message));
    }
    machine.push_access(st, call.thread, block, 0..control::LIFE, true, Sync::Acquire);
    if machine.load_at(st, block, control::DONE, 8) == Value::Word(0) {
        // The result is stored when the wait is over, and somebody may notice.
        st.event.obscure |= call.arg(1) != Value::Word(0);
        return Err(machine.blocked(st, call.thread, |_| Waiting {
            text: format!("waits to join {thread}"),
            owners: vec![thread],
            object: Some((block, 0)),
            lost_signal: false,
        }));
    }
    // After this there may be no other thread, but this operation is under way already.
    st.acting = true;
    machine.store_at(st, block, control::CLAIMED, 8, Value::Word(1));
    if thread != Names::MAIN {
        st.unjoined = st.unjoined.saturating_sub(1);
    }
    // What nobody asks for is not looked at.
    if call.arg(1) != Value::Word(0) {
        let size = ty.bytes(&machine.program.target);
        let result = machine.load_at(st, block, control::RESULT, size);
        store_result(machine, st, call, call.arg(1), ty, result)?;
    }
    if machine.recorder.is_some() {
        machine.record(st, call.thread, TraceKind::Synchronise, format!("joins {thread}"), true);
    }
    Ok(())
}

pub(super) fn detach(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.visible(st, call.thread)?;
    let (thread, block) = thread_behind(machine, st, call, call.arg(0))?;
    machine.push_access(st, call.thread, block, control::CLAIMED..control::LIFE, true, Sync::Both);
    if machine.load_at(st, block, control::CLAIMED, 8) != Value::Word(0) {
        let message =
            format!("thread {thread} is detached although it was joined or detached before");
        return Err(machine.fail(st, call.thread, FaultKind::JoinMisuse, message));
    }
    machine.store_at(st, block, control::CLAIMED, 8, Value::Word(2));
    value(Value::Word(0))
}

/// The thread ends, after its clean-up handlers; or a destructor runs and this is called again.
pub(super) fn exit(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    cleanup::unwind(machine, st, call, call.arg(0))
}

pub(super) fn this_thread(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let block = machine.control_block(st, call.thread);
    value(machine.address_value(block))
}

pub(super) fn equal(machine: &mut Machine<'_>, _st: &mut State, call: &Call) -> Exec<Outcome> {
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
    if machine.decide(st, call.thread, condition)? {
        return nothing();
    }
    machine.explain(st, call.thread, |_| Waiting {
        text: "waits until the awaited condition holds".to_owned(),
        ..Waiting::default()
    });
    // What stands behind the condition in the same section is not known yet.
    st.event.obscure |= in_atomic(st, call.thread);
    Err(Stop::Blocked)
}
