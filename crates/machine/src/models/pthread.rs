//! Threads of POSIX, atomic sections and `raddle_await`.

use raddle_ir::{CompareOp, Type};

use crate::event::{Order, Sync};
use crate::fault::{CutKind, FaultKind};
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::failures::failure;
use crate::models::memory::read_bytes;
use crate::models::sync::{
    EAGAIN, EBUSY, EINVAL, EPERM, ERANGE, ETIMEDOUT, accepted, known_value, out_of_reach,
    store_result,
};
use crate::models::text::{is_zero, string_length};
use crate::models::times::Deadline;
use crate::models::{attributes, cleanup, nothing, value};
use crate::names::{Names, ObjectId, ObjectName, ThreadId};
use crate::place::Direction;
use crate::state::ENDED;
use crate::state::{State, control, in_atomic};
use crate::stop::{Exec, Stop};
use crate::trace::TraceKind;
use crate::value::Value;
use crate::waits::Waiting;

pub(super) const TABLE: super::Table = &[
    ("pthread_create", create),
    ("pthread_join", join),
    ("pthread_exit", exit),
    ("pthread_self", this_thread),
    ("pthread_equal", equal),
    ("pthread_detach", detach),
    ("pthread_tryjoin_np", try_join),
    ("pthread_timedjoin_np", timed_join),
    ("pthread_clockjoin_np", clock_join),
    ("pthread_setname_np", set_name),
    ("pthread_setaffinity_np", set_affinity),
    ("pthread_setschedparam", set_schedule),
    ("pthread_setconcurrency", set_concurrency),
    ("pthread_getconcurrency", get_concurrency),
    // A program that cancels threads has the run-time library's version.
    ("pthread_testcancel", accepted),
    ("raddle_atomic_begin", atomic_begin),
    ("raddle_atomic_end", atomic_end),
    ("__VERIFIER_atomic_begin", atomic_begin),
    ("__VERIFIER_atomic_end", atomic_end),
    ("raddle_await", wait_until),
];

/// Writes a value through a pointer argument unless it is NULL.
pub(super) fn store_if_wanted(
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
    store_result(machine, st, call, pointer, ty, result)
}

/// `pthread_create(handle, attributes, start, argument)`
fn create(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    if attributes::asks_too_much(machine, st, call, call.arg(1))? {
        return value(Value::Word(EAGAIN));
    }
    let detached = attributes::says_detached(machine, st, call, call.arg(1))?;
    if let Some(error) = failure(machine, st, call, &[EAGAIN])? {
        return value(Value::Word(error));
    }
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
    let long = Type::Int(machine.facts.pointer_bits as u16);
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
    let handle = machine.one_of(st, call.thread, handle)?;
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

fn try_join(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    join_or(machine, st, call, EBUSY)
}

fn timed_join(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    join_until(machine, st, call, Deadline::at(2))
}

fn clock_join(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    join_until(machine, st, call, Deadline::on_clock(2))
}

/// Without a time this is a plain join. Its manual says that a wrong time is refused, but glibc waits on.
fn join_until(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    deadline: Deadline,
) -> Exec<Outcome> {
    if !deadline.has_clock(machine, st, call)? {
        return value(Value::Word(EINVAL));
    }
    if deadline.time(call) == Value::Word(0) {
        return join(machine, st, call);
    }
    if !deadline.has_time(machine, st, call)? {
        return Err(out_of_reach(machine, st, call, "nanoseconds of more than a second"));
    }
    join_or(machine, st, call, ETIMEDOUT)
}

/// Joins a thread that has ended; says `refusal` of others.
fn join_or(machine: &mut Machine<'_>, st: &mut State, call: &Call, refusal: u64) -> Exec<Outcome> {
    machine.visible(st, call.thread)?;
    let handle = machine.one_of(st, call.thread, call.arg(0))?;
    if ended_before(machine, handle).is_some() {
        return join(machine, st, call);
    }
    let (_, block) = thread_behind(machine, st, call, call.arg(0))?;
    if machine.load_at(st, block, control::DONE, 8) == Value::Word(0) {
        machine.push_access(st, call.thread, block, 0..8, false, Sync::Acquire);
        return value(Value::Word(refusal));
    }
    join(machine, st, call)
}

/// A thread's name has at most 15 characters.
fn set_name(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    thread_behind(machine, st, call, call.arg(0))?;
    let length = string_length(machine, st, call, call.arg(1))?;
    let width = machine.facts.pointer_bits;
    let long = machine.compare(CompareOp::Ugt, width, length, Value::Word(15));
    let long = machine.decide(st, call.thread, long)?;
    value(Value::Word(if long { ERANGE } else { 0 }))
}

/// A thread must be allowed to run somewhere.
fn set_affinity(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    thread_behind(machine, st, call, call.arg(0))?;
    let size = machine.known_size(st, call.thread, call.arg(1))?;
    let mut somewhere = machine.terms.truth(false);
    if size > 0 {
        for byte in read_bytes(machine, st, call, call.arg(2), size)? {
            let none = is_zero(machine, byte);
            let some = machine.terms.not(none);
            somewhere = machine.terms.or(somewhere, some);
        }
    }
    let somewhere = Value::of_term(&machine.terms, somewhere);
    machine.demand_defined(st, call.thread, somewhere, "a set of processors")?;
    if !machine.decide(st, call.thread, somewhere)? {
        return value(Value::Word(EINVAL));
    }
    let error = failure(machine, st, call, &[EINVAL])?;
    value(Value::Word(error.unwrap_or(0)))
}

/// How threads are scheduled makes no difference here.
fn set_schedule(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    thread_behind(machine, st, call, call.arg(0))?;
    let policy = known_value(machine, st, call, call.arg(1))?;
    let batch = [3, 5].contains(&policy);
    let policy = if batch { 0 } else { policy };
    if !attributes::is_schedule(machine, st, call, policy, call.arg(2))? {
        return value(Value::Word(EINVAL));
    }
    let error = failure(machine, st, call, &[EPERM])?;
    value(Value::Word(error.unwrap_or(0)))
}

/// The number that was asked for: it is kept and told, and has no other effect.
fn concurrency(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<ObjectId> {
    let object = machine.environment_object(st, "concurrency", 0, 4);
    machine.notice(
        st,
        call.thread,
        object,
        0..4,
        Direction::Write,
        Sync::AtomicUpdate(Order::Relaxed),
    )?;
    Ok(object)
}

fn set_concurrency(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let negative = machine.compare(CompareOp::Slt, 32, call.arg(0), Value::Word(0));
    if machine.decide(st, call.thread, negative)? {
        return value(Value::Word(EINVAL));
    }
    let object = concurrency(machine, st, call)?;
    machine.store_at(st, object, 0, 4, call.arg(0));
    value(Value::Word(0))
}

fn get_concurrency(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    let object = concurrency(machine, st, call)?;
    value(machine.load_at(st, object, 0, 4))
}

/// Waits for the thread of the first argument and stores its result where the second points.
pub(super) fn join_with(machine: &mut Machine<'_>, st: &mut State, call: &Call, ty: Type) -> Exec {
    machine.visible(st, call.thread)?;
    let handle = machine.one_of(st, call.thread, call.arg(0))?;
    if let Some(ended) = ended_before(machine, handle) {
        claim_ended(machine, st, call, ended, "joined")?;
        // What it returned is anybody's guess.
        if call.arg(1) != Value::Word(0) {
            let bits = ty.bits(&machine.program.target);
            let name = "result of a thread";
            let result = machine.input_value(st, call.thread, name, "bits", bits, call.loc, false);
            store_result(machine, st, call, call.arg(1), ty, result)?;
        }
        return Ok(());
    }
    let (thread, block) = thread_behind(machine, st, call, call.arg(0))?;
    if is_claimed(machine, st, call, block, control::CLAIMED)? {
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

/// What a handle stands for if its thread ended before the run starts.
fn ended_before(machine: &Machine<'_>, handle: Value) -> Option<ObjectId> {
    let (id, _) = machine.names.resolve(handle.word()?)?;
    let ended = matches!(machine.names.name(id), ObjectName::Environment { what: ENDED, .. });
    ended.then_some(id)
}

/// Joins or detaches a thread that ended before the run starts, unless somebody has done so already.
fn claim_ended(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    ended: ObjectId,
    how: &str,
) -> Exec {
    machine.push_access(st, call.thread, ended, 0..8, true, Sync::Both);
    if is_claimed(machine, st, call, ended, 0)? {
        let message =
            format!("a thread that has ended is {how} although it was joined or detached before");
        return Err(machine.fail(st, call.thread, FaultKind::JoinMisuse, message));
    }
    machine.store_at(st, ended, 0, 8, Value::Word(1));
    Ok(())
}

/// Whether a thread was joined or detached. Where a run starts in the middle of a program, that may be open.
fn is_claimed(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    object: ObjectId,
    offset: u64,
) -> Exec<bool> {
    let claimed = machine.load_at(st, object, offset, 8);
    if let Value::Word(word) = claimed {
        return Ok(word != 0);
    }
    let claimed = machine.compare(CompareOp::Ne, 64, claimed, Value::Word(0));
    machine.decide(st, call.thread, claimed)
}

pub(super) fn detach(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    machine.visible(st, call.thread)?;
    let handle = machine.one_of(st, call.thread, call.arg(0))?;
    if let Some(ended) = ended_before(machine, handle) {
        claim_ended(machine, st, call, ended, "detached")?;
        return value(Value::Word(0));
    }
    let (thread, block) = thread_behind(machine, st, call, call.arg(0))?;
    machine.push_access(st, call.thread, block, control::CLAIMED..control::LIFE, true, Sync::Both);
    if is_claimed(machine, st, call, block, control::CLAIMED)? {
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
    let same = machine.compare(CompareOp::Eq, width, call.arg(0), call.arg(1));
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
    let condition = machine.compare(CompareOp::Ne, width, call.arg(0), Value::Word(0));
    let decisions = machine.decisions();
    if machine.decide(st, call.thread, condition)? {
        machine.waits_unless_decided_so(decisions);
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
