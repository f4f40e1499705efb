//! What all synchronisation objects have in common.
//!
//! Their cells are bytes of the user's own object, laid out so that all zeros mean "initialised and free"
//! wherever C has a static initialiser. So whoever looks at memory accesses sees locks and waits too.
//! Accesses are noted for those bytes only which an operation may change, and as reads where it changed
//! nothing: operations that commute are then seen to do so.

use raddle_expr::TermId;
use raddle_ir::{CompareOp, Type};

use crate::event::{Order, Sync};
use crate::fault::{CutKind, FaultKind};
use crate::library_call::{Call, Outcome};
use crate::machine::Machine;
use crate::models::failures::failure;
use crate::models::value;
use crate::names::{ObjectId, ThreadId};
use crate::place::Direction;
use crate::state::{State, control};
use crate::stop::{Exec, Stop};
use crate::trace::TraceKind;
use crate::value::Value;
use crate::waits::Waiting;

pub(super) const EPERM: u64 = 1;
pub(super) const EINTR: u64 = 4;
pub(super) const EIO: u64 = 5;
pub(super) const EBADF: u64 = 9;
pub(super) const EAGAIN: u64 = 11;
pub(super) const ENOMEM: u64 = 12;
pub(super) const EBUSY: u64 = 16;
pub(super) const EINVAL: u64 = 22;
pub(super) const ENOTTY: u64 = 25;
pub(super) const ENOSPC: u64 = 28;
pub(super) const ERANGE: u64 = 34;
pub(super) const EDEADLK: u64 = 35;
pub(super) const ENOTSUP: u64 = 95;
pub(super) const ETIMEDOUT: u64 = 110;

/// In an object's mark cell: it was destroyed.
pub(super) const DESTROYED: u64 = 0x6465_7374;
/// In the mark cell of objects without a static initialiser: it was initialised.
pub(super) const READY: u64 = 0x7265_6479;
/// By which threads come to their places where a run starts in the middle of a program.
pub(super) const GATE: &str = "gate";

/// A model that ends with an error code, or has to be called again.
pub(super) enum Step {
    Done(u64),
    Again,
}

impl Step {
    pub fn outcome(self) -> Exec<Outcome> {
        match self {
            Step::Done(code) => value(Value::Word(code)),
            Step::Again => Ok(Outcome::Again),
        }
    }
}

/// What objects of one type are like.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// What one is called in messages: "mutex".
    pub what: &'static str,
    /// Bytes from its start that an operation may change.
    pub cells: u64,
    /// Bytes that it has. All of them have to be there, whatever an operation looks at.
    pub size: u64,
}

impl Shape {
    /// For who makes one: all of it changes.
    pub fn whole(self) -> Shape {
        Shape { cells: self.size, ..self }
    }
}

/// A synchronisation object that an operation works on.
#[derive(Clone, Copy, Debug)]
pub(super) struct SyncObject {
    pub object: ObjectId,
    pub offset: u64,
    /// What it is called in messages: "mutex".
    pub what: &'static str,
    /// Index of the access in the event of this transition, if others can notice it.
    access: Option<usize>,
}

impl SyncObject {
    /// The object a pointer argument points to.
    pub fn new(
        machine: &mut Machine<'_>,
        st: &mut State,
        call: &Call,
        pointer: Value,
        Shape { what, cells, size }: Shape,
        sync: Sync,
    ) -> Exec<SyncObject> {
        let noted = st.event.accesses.len();
        let place = match what {
            GATE => machine.own_place(st, call.thread, pointer, size, sync)?,
            _ => machine.place_for(st, call.thread, pointer, size, Direction::Write, sync)?,
        };
        let offset = known_value(machine, st, call, place.offset)?;
        let access = (st.event.accesses.len() > noted).then_some(noted);
        if let Some(access) = access {
            let access = &mut st.event.accesses[access];
            (access.start, access.end) = (offset, offset + cells);
        }
        Ok(SyncObject { object: place.object, offset, what, access })
    }

    /// An object that nothing is done to: only for its name.
    pub fn known(object: ObjectId, offset: u64, what: &'static str) -> SyncObject {
        SyncObject { object, offset, what, access: None }
    }

    /// Whether other threads can notice the operation.
    pub fn is_noticed(&self) -> bool {
        self.access.is_some()
    }

    /// Nothing of the object was changed: for others this is a read of its first bytes.
    pub fn only_read(&self, st: &mut State, size: u64) {
        if let Some(index) = self.access {
            let access = &mut st.event.accesses[index];
            access.write = false;
            access.sync = Sync::Acquire;
            access.end = access.start + size;
        }
    }

    /// The operation was refused: it has read the first bytes, and nobody's release is seen by that.
    pub fn refused(&self, st: &mut State, size: u64) {
        self.only_read(st, size);
        if let Some(index) = self.access {
            // What is atomic and writes nothing neither releases nor acquires.
            st.event.accesses[index].sync = Sync::AtomicStore(Order::Relaxed);
        }
    }

    /// Of this operation and another one like it, it makes no difference which comes first.
    pub fn arrives_early(&self, st: &mut State) {
        if let Some(index) = self.access {
            st.event.accesses[index].sync = Sync::Arrival;
        }
    }

    /// Notes one more access to some bytes of the object.
    pub fn also_writes(
        &self,
        machine: &mut Machine<'_>,
        st: &mut State,
        thread: ThreadId,
        cell: u64,
        sync: Sync,
    ) {
        if self.access.is_some() {
            let start = self.offset + cell;
            machine.push_access(st, thread, self.object, start..start + 4, true, sync);
        }
    }

    pub fn address(&self, machine: &Machine<'_>) -> u64 {
        machine.names.base(self.object) + self.offset
    }

    pub fn id(&self) -> (ObjectId, u64) {
        (self.object, self.offset)
    }

    /// A cell of four bytes as it is.
    pub fn cell(&self, machine: &mut Machine<'_>, st: &State, cell: u64) -> Value {
        machine.load_state(st, self.object, self.offset + cell, 4)
    }

    /// A cell of four bytes whose content the operation depends on. A store whose address depends on inputs, to a member beside it,
    /// leaves a term there that has one value; one that has several is one case for each.
    pub fn word(
        &self,
        machine: &mut Machine<'_>,
        st: &mut State,
        call: &Call,
        cell: u64,
    ) -> Exec<u64> {
        match self.cell(machine, st, cell) {
            Value::Word(word) => Ok(word),
            Value::Term(term) => {
                if machine.terms.has_marked(term) {
                    self.demand_initialised(machine, st, call, term)?;
                }
                known_value(machine, st, call, Value::Term(term))
            }
            Value::Undef => Err(self.uninitialised(machine, st, call)),
        }
    }

    /// A cell whose term speaks of memory nobody wrote: it may do so only where it makes no difference.
    fn demand_initialised(
        &self,
        machine: &mut Machine<'_>,
        st: &mut State,
        call: &Call,
        term: TermId,
    ) -> Exec {
        let (differs, _) = machine.differs_if_undefined(term);
        let same = machine.terms.not(differs);
        let same = Value::of_term(&machine.terms, same);
        let message = format!("{} is used before it was initialised", self.name(machine));
        machine.demand(st, call.thread, same, FaultKind::UninitialisedSync, |_| message)
    }

    /// Who holds a lock, in a cell that names its owner. What an operation does depends on whether that is its own
    /// thread, so it is the thread that has to be the same, not the number.
    pub fn owner(
        &self,
        machine: &mut Machine<'_>,
        st: &mut State,
        call: &Call,
        cell: u64,
    ) -> Exec<u64> {
        match machine.pin_owner(st, self.object, self.offset + cell) {
            Some(word) => Ok(word),
            None => self.word(machine, st, call, cell),
        }
    }

    /// A thread has the lock now.
    pub fn set_owner(
        &self,
        machine: &mut Machine<'_>,
        st: &mut State,
        cell: u64,
        thread: ThreadId,
    ) {
        let owner = machine.owner_value(thread);
        machine.store_at(st, self.object, self.offset + cell, 4, owner);
    }

    pub fn set(&self, machine: &mut Machine<'_>, st: &mut State, cell: u64, word: u64) {
        machine.store_at(st, self.object, self.offset + cell, 4, Value::Word(word));
    }

    /// Sets all bytes to zero.
    pub fn clear(&self, machine: &mut Machine<'_>, st: &mut State, size: u64) {
        for offset in 0..size {
            machine.store_at(st, self.object, self.offset + offset, 1, Value::Word(0));
        }
    }

    pub fn uninitialised(&self, machine: &mut Machine<'_>, st: &State, call: &Call) -> Stop {
        let message = format!("{} is used before it was initialised", self.name(machine));
        machine.fail_at_object(st, call.thread, FaultKind::UninitialisedSync, message, self.object)
    }

    /// Checks the mark of an object that is used; `needs_init`: zeros are not enough.
    pub fn check_alive(
        &self,
        machine: &mut Machine<'_>,
        st: &mut State,
        call: &Call,
        mark: u64,
        needs_init: bool,
    ) -> Exec {
        match self.word(machine, st, call, mark)? {
            DESTROYED => {
                let message = format!("{} is used after it was destroyed", self.name(machine));
                Err(machine.fail(st, call.thread, FaultKind::UninitialisedSync, message))
            }
            READY => Ok(()),
            _ if needs_init => Err(self.uninitialised(machine, st, call)),
            _ => Ok(()),
        }
    }

    /// Checks that an object may be destroyed.
    pub fn check_destroyed_once(
        &self,
        machine: &mut Machine<'_>,
        st: &mut State,
        call: &Call,
        mark: u64,
    ) -> Exec {
        if self.word(machine, st, call, mark)? != DESTROYED {
            return Ok(());
        }
        let message = format!("{} is destroyed a second time", self.name(machine));
        Err(machine.fail(st, call.thread, FaultKind::DoubleDestroy, message))
    }

    /// "mutex `m`"
    pub fn name(&self, machine: &Machine<'_>) -> String {
        format!("{} `{}`", self.what, self.short_name(machine))
    }

    /// What the source calls the object, without the library's own members.
    pub fn short_name(&self, machine: &Machine<'_>) -> String {
        machine.lock_name(self.object, self.offset)
    }

    /// A row of the trace about this object.
    pub fn record(&self, machine: &mut Machine<'_>, st: &State, thread: ThreadId, verb: &str) {
        if machine.recorder.is_some() {
            let name = self.short_name(machine);
            let text = format!("{verb} {name}");
            // Who holds a lock is what readers of a trace ask for; locks for several at a time tell in words only.
            let exclusive = matches!(self.what, "mutex" | "spinlock");
            let state = match verb {
                "locks" | "locks again" if exclusive => Some(format!("held by {thread}")),
                "unlocks" if exclusive => Some("free".to_owned()),
                _ => None,
            };
            let cell = state.map(|state| (name, state));
            machine.record_cell(st, thread, TraceKind::Synchronise, text, true, cell);
        }
    }

    /// The operation has to wait for this object.
    pub fn blocked(
        &self,
        machine: &mut Machine<'_>,
        st: &State,
        thread: ThreadId,
        owners: &[ThreadId],
    ) -> Stop {
        machine.blocked(st, thread, |machine| {
            let mut text = format!("waits for {}", self.name(machine));
            if !owners.is_empty() {
                let names: Vec<String> =
                    owners.iter().map(|&owner| machine.owner_label(owner)).collect();
                text = format!("{text} held by {}", names.join(", "));
            }
            Waiting { text, owners: owners.to_vec(), object: Some(self.id()), lost_signal: false }
        })
    }

    /// The thread has taken this lock.
    pub fn hold(&self, machine: &Machine<'_>, st: &mut State, thread: ThreadId) {
        let at = machine.user_entry(st, thread);
        st.thread_mut(thread).held.push((self.object, self.offset, at));
    }

    /// The thread has given this lock back.
    pub fn let_go(&self, st: &mut State, thread: ThreadId) {
        let held = &mut st.thread_mut(thread).held;
        if let Some(at) = held.iter().rposition(|lock| (lock.0, lock.1) == self.id()) {
            held.remove(at);
        }
    }

    pub fn is_held_by(&self, st: &State, thread: ThreadId) -> bool {
        st.thread(thread).held.iter().any(|lock| (lock.0, lock.1) == self.id())
    }

    /// All threads that hold this lock.
    pub fn holders(&self, st: &State) -> Vec<ThreadId> {
        st.threads.iter().map(|thread| thread.id).filter(|&id| self.is_held_by(st, id)).collect()
    }
}

/// A value the course of an operation depends on; every value it can have is tried.
pub(super) fn known_value(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    value: Value,
) -> Exec<u64> {
    let term = match value {
        Value::Word(word) => return Ok(word),
        Value::Term(term) => term,
        Value::Undef => return Ok(0),
    };
    machine.demand_meaning(st, call.thread, value, "an argument")?;
    loop {
        let candidate = machine.eval_here(st, term);
        let word = candidate.to_u64().unwrap_or(0);
        let constant = machine.terms.constant_bits(candidate);
        let equal = machine.terms.eq(term, constant);
        let equal = Value::of_term(&machine.terms, equal);
        if machine.decide(st, call.thread, equal)? {
            return Ok(word);
        }
    }
}

/// One of `count` possibilities that nothing in the program decides: an input the user did not ask for.
pub(super) fn choose(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    what: &str,
    count: usize,
) -> Exec<usize> {
    if count <= 1 {
        return Ok(0);
    }
    let input = machine.input_value(st, call.thread, what, "unsigned int", 32, call.loc, true);
    for index in 0..count - 1 {
        let this = machine.compare(CompareOp::Eq, 32, input, Value::Word(index as u64));
        if machine.decide(st, call.thread, this)? {
            return Ok(index);
        }
    }
    Ok(count - 1)
}

/// Threads in the queue of a condition variable or barrier that nobody has taken out of it yet.
pub(super) fn queued(machine: &mut Machine<'_>, st: &State, address: u64) -> Vec<ThreadId> {
    waiting(machine, st, address, 0)
}

/// Threads that wait at a condition variable or barrier with `signalled` in their cell of that name.
pub(super) fn waiting(
    machine: &mut Machine<'_>,
    st: &State,
    address: u64,
    signalled: u64,
) -> Vec<ThreadId> {
    let mut waiting = Vec::new();
    for thread in st.threads.iter().map(|thread| thread.id) {
        let block = machine.thread_object(thread);
        if st.memory.get(block).is_some()
            && machine.load_at(st, block, control::QUEUE, 8) == Value::Word(address)
            && machine.load_at(st, block, control::SIGNALLED, 8) == Value::Word(signalled)
        {
            waiting.push(thread);
        }
    }
    waiting
}

/// Puts the thread into a queue: the next step of its operation waits there.
pub(super) fn enqueue(machine: &mut Machine<'_>, st: &mut State, thread: ThreadId, address: u64) {
    set_control(machine, st, thread, control::QUEUE, address);
    set_control(machine, st, thread, control::SIGNALLED, 0);
}

/// Takes another thread out of the queue it is in. `sync` says whether that orders anything.
pub(super) fn wake(
    machine: &mut Machine<'_>,
    st: &mut State,
    by: ThreadId,
    thread: ThreadId,
    sync: Sync,
) {
    let block = machine.control_block(st, thread);
    machine.store_at(st, block, control::SIGNALLED, 8, Value::Word(1));
    if st.unjoined > 0 {
        let cell = control::SIGNALLED..control::SIGNALLED + 8;
        machine.push_access(st, by, block, cell, true, sync);
    }
}

/// Notes that an operation depends on how another thread waits.
pub(super) fn look_at_queue(
    machine: &mut Machine<'_>,
    st: &mut State,
    by: ThreadId,
    thread: ThreadId,
) {
    let block = machine.control_block(st, thread);
    if st.unjoined > 0 {
        let cell = control::SIGNALLED..control::SIGNALLED + 8;
        machine.push_access(st, by, block, cell, false, Sync::Acquire);
    }
}

/// Whether another thread took this one out of its queue. A visible operation of its own.
pub(super) fn was_woken(
    machine: &mut Machine<'_>,
    st: &mut State,
    thread: ThreadId,
    sync: Sync,
) -> Exec<bool> {
    machine.visible(st, thread)?;
    let block = machine.control_block(st, thread);
    if st.unjoined > 0 {
        let cell = control::SIGNALLED..control::SIGNALLED + 8;
        machine.push_access(st, thread, block, cell, true, sync);
    }
    Ok(machine.load_at(st, block, control::SIGNALLED, 8) == Value::Word(1))
}

/// The thread is in no queue any more and its operation of several steps is over.
pub(crate) fn finish(machine: &mut Machine<'_>, st: &mut State, thread: ThreadId) {
    set_control(machine, st, thread, control::QUEUE, 0);
    set_control(machine, st, thread, control::SIGNALLED, 0);
    set_phase(st, thread, 0, 0);
}

/// The thread has come to a step of its operation.
pub(super) fn set_phase(st: &mut State, thread: ThreadId, step: u32, code: u32) {
    let phase = &mut st.thread_mut(thread).phase;
    (phase.step, phase.code) = (step, code);
}

pub(super) fn control_word(
    machine: &mut Machine<'_>,
    st: &mut State,
    thread: ThreadId,
    cell: u64,
) -> u64 {
    let block = machine.control_block(st, thread);
    machine.load_at(st, block, cell, 8).word().unwrap_or(0)
}

pub(super) fn set_control(
    machine: &mut Machine<'_>,
    st: &mut State,
    thread: ThreadId,
    cell: u64,
    word: u64,
) {
    let block = machine.control_block(st, thread);
    machine.store_at(st, block, cell, 8, Value::Word(word));
}

/// A function whose effect does not matter here and that always succeeds.
pub(super) fn accepted(_: &mut Machine<'_>, _: &mut State, _: &Call) -> Exec<Outcome> {
    value(Value::Word(0))
}

/// A function of this kind with arguments that Raddle does not follow: the path ends here.
pub(super) fn out_of_reach(machine: &mut Machine<'_>, st: &State, call: &Call, what: &str) -> Stop {
    let name = &machine.program.functions[call.func].name;
    let message = format!("`{name}` with {what} is not modelled");
    machine.cut(st, call.thread, CutKind::Unsupported, message)
}

/// A setting without effect here, which has to be one of the numbers from 0 to `largest`.
pub(super) fn accepted_up_to(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    largest: u64,
) -> Exec<Outcome> {
    let known = machine.compare(CompareOp::Ule, 32, call.arg(1), Value::Word(largest));
    let known = machine.decide(st, call.thread, known)?;
    value(Value::Word(if known { 0 } else { EINVAL }))
}

/// `setpshared(attributes, whether)`: there is one process.
pub(super) fn set_shared(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec<Outcome> {
    accepted_up_to(machine, st, call, 1)
}

/// An attributes object is set to the defaults: its first `size` bytes become zero.
pub(super) fn init_attributes(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    size: u64,
) -> Exec<Outcome> {
    if let Some(error) = failure(machine, st, call, &[ENOMEM])? {
        return value(Value::Word(error));
    }
    for offset in 0..size / 4 {
        put_attribute(machine, st, call, 4 * offset, Value::Word(0))?;
    }
    value(Value::Word(0))
}

/// The first four bytes of an attributes object, which must have been initialised.
pub(super) fn attribute(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
) -> Exec<Value> {
    let int = raddle_ir::Type::Int(32);
    let place = machine.place(st, call.thread, pointer, 4, Direction::Read)?;
    let content = machine.load(st, call.thread, place, int)?;
    let content = machine.defined_or_marked(st, call.thread, content, int);
    machine.demand_defined(st, call.thread, content, "attributes")?;
    Ok(content)
}

/// Attributes without effect here, if the second argument points to some.
pub(super) fn check_attributes(machine: &mut Machine<'_>, st: &mut State, call: &Call) -> Exec {
    if call.arg(1) != Value::Word(0) {
        attribute(machine, st, call, call.arg(1))?;
    }
    Ok(())
}

/// Writes four bytes of the attributes object that the first argument points to.
pub(super) fn put_attribute(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    offset: u64,
    content: Value,
) -> Exec {
    let pointer = machine.offset_pointer(call.arg(0), offset);
    let place = machine.place(st, call.thread, pointer, 4, Direction::Write)?;
    machine.store(st, call.thread, place, raddle_ir::Type::Int(32), content)
}

/// Writes a value through a pointer argument that must not be NULL.
pub(crate) fn store_result(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    pointer: Value,
    ty: Type,
    result: Value,
) -> Exec {
    let size = ty.bytes(&machine.program.target);
    let place = machine.place(st, call.thread, pointer, size, Direction::Write)?;
    machine.publish(st, place.object, result);
    machine.store(st, call.thread, place, ty, result)
}

/// Whether a number is a priority of a real-time thread.
pub(crate) fn is_priority(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    number: Value,
) -> Exec<bool> {
    let number = known_value(machine, st, call, number)?;
    Ok((1..=99).contains(&number))
}

/// Memory of unknown type that is used as a lock is one, as it would be if its type said so.
pub(crate) fn free_if_untyped(
    machine: &mut Machine<'_>,
    st: &mut State,
    lock: &SyncObject,
    cell: u64,
    size: u64,
) {
    let untyped = st.unknowns.get(lock.object).is_some_and(|object| object.ty.is_none());
    if untyped && matches!(lock.cell(machine, st, cell), Value::Term(_)) {
        machine.make_lock_of_bytes(st, lock.object, lock.offset..lock.offset + size);
    }
}

/// Decides what cells of a lock hold, if nothing is known of them yet, or if they are near to something that was written at an
/// offset that depends on inputs.
pub(crate) fn decide_cells(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    lock: &SyncObject,
    cells: &[u64],
) -> Exec {
    if st.unknowns.get(lock.object).is_none() {
        return Ok(());
    }
    for &cell in cells {
        let found = lock.cell(machine, st, cell);
        if let Value::Term(_) = found {
            let word = known_value(machine, st, call, found)?;
            lock.set(machine, st, cell, word);
        }
    }
    Ok(())
}
