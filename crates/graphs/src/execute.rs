//! What a step of a thread does: the machine executes it, with what a read is to see put into memory before.

use std::borrow::Cow;
use std::rc::Rc;

use raddle_expr::TermId;
use raddle_ir::{Callee, Op};
use raddle_library::{By, Deed, Row};
use raddle_machine::{
    Access, Cut, Event, Fault, Life, Machine, ObjectId, ObjectName, Settled, State, Status, Sync,
    ThreadId, Value, View,
};
use raddle_moves::{FUEL, undo_halted_section};
use raddle_reduce::Broken;
use smallvec::{SmallVec, smallvec};

use crate::build::LIFE;
use crate::graph::Fork;
use crate::model::Model;

/// Bytes of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    pub object: ObjectId,
    pub start: u64,
    pub end: u64,
}

impl Range {
    pub fn of(access: &Access) -> Range {
        Range { object: access.object, start: access.start, end: access.end }
    }
    pub fn size(&self) -> u64 {
        self.end - self.start
    }
    pub fn overlaps(&self, other: &Range) -> bool {
        self.object == other.object && self.start < other.end && other.start < self.end
    }
}

/// Which plain accesses are events, with a choice of what they read. Under C11 none is. Where plain accesses have a meaning although they race, those to bytes
/// that were seen to race are: without a race there is one write that an access can read, and it is local work.
#[derive(Clone, Debug)]
pub struct Events {
    pub model: Model,
    /// Bytes that were seen to race.
    racy: Vec<Range>,
    broken: Option<Broken>,
}

/// Objects with more racy ranges are racy as a whole.
const RACY_RANGES: usize = 8;

impl Events {
    pub fn new(model: Model, broken: Option<Broken>) -> Events {
        Events { model, racy: Vec::new(), broken }
    }

    pub fn is_event(&self, access: &Access) -> bool {
        let range = Range::of(access);
        access.sync.is_plain() && self.racy.iter().any(|racy| racy.overlaps(&range))
    }

    /// Makes events of accesses to bytes that race.
    pub fn note_race(&mut self, access: &Access) {
        let range = Range::of(access);
        let known = self.racy.iter().filter(|racy| racy.object == range.object).count();
        self.racy.push(match known < RACY_RANGES {
            true => range,
            false => Range { start: 0, end: u64::MAX, ..range },
        });
    }
}

/// What a read is to see instead of what is newest.
#[derive(Clone, Copy, Debug)]
pub struct Glance {
    pub range: Range,
    pub value: Value,
    /// What memory holds before and after it.
    pub newest: Value,
    pub view: View,
}

/// One way in which a step can go.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub state: Rc<State>,
    pub events: SmallVec<[Event; 2]>,
    /// The access to a location that it begins with.
    pub main: Option<usize>,
    /// What that access wrote.
    pub written: Option<Value>,
    pub forks: SmallVec<[Fork; 1]>,
    pub stuck: bool,
    /// It did nothing but create and join threads, and local work.
    pub only_threads: bool,
    /// The thread that it then waits to join.
    pub joins: Option<ThreadId>,
    pub told: Told,
}

/// What the machine had to tell of a step. It happened only if the graph with the step is consistent.
#[derive(Clone, Debug, Default)]
pub struct Told {
    pub faults: Vec<Fault>,
    pub cuts: Vec<Cut>,
}

impl Told {
    /// All that the machine has to tell now.
    fn take(machine: &mut Machine<'_>) -> Told {
        Told { faults: machine.outbox.take_faults(), cuts: machine.outbox.take_cuts() }
    }
    fn put_back(self, machine: &mut Machine<'_>) {
        machine.outbox.put_back(self.faults, self.cuts);
    }
    fn extend(&mut self, later: Told) {
        self.faults.extend(later.faults);
        self.cuts.extend(later.cuts);
    }
    pub fn tell(&self, machine: &mut Machine<'_>, broken: Option<Broken>) {
        self.faults.iter().for_each(|fault| machine.outbox.report(fault.clone()));
        if broken != Some(Broken::CutsForgotten) {
            self.tell_cuts(machine);
        }
    }
    pub fn tell_cuts(&self, machine: &mut Machine<'_>) {
        self.cuts.iter().for_each(|cut| machine.outbox.report_cut(cut.clone()));
    }
}

impl Outcome {
    pub fn access(&self) -> Option<&Access> {
        Some(&self.events[0].accesses[self.main?])
    }
}

#[derive(Debug)]
pub enum Executed {
    Outcomes(Vec<Outcome>),
    /// The thread has to wait; what it looked at.
    Waits(Event),
    /// Whether it has to wait depends on inputs.
    Depends,
    /// The budget is spent.
    Unfinished,
}

/// Executes a step of a thread with everything that inputs can decide in it.
pub fn execute(
    machine: &mut Machine<'_>,
    events: &Events,
    state: &State,
    thread: ThreadId,
    glance: Option<&Glance>,
) -> Executed {
    let mut base = Cow::Borrowed(state);
    if let Some(Glance { range, value, view, .. }) = glance {
        let base = base.to_mut();
        machine.put_bytes(base, range.object, range.start, range.size(), *value);
        base.views.push(*view);
    }
    let starts_atomic = is_atomic(machine, state, thread);
    let mut done = Vec::new();
    let mut waits = None;
    for first in transitions(machine, &base, thread) {
        match first {
            Moved::Unfinished => return Executed::Unfinished,
            Moved::Waits(event) => waits = Some(event),
            Moved::Done { state: mut after, forks, told, stuck } => {
                let state = Rc::make_mut(&mut after);
                let mut event = std::mem::take(&mut state.event);
                if !state.position(thread).is_some_and(|at| state.threads[at].is_running()) {
                    // An access that failed, to an address that inputs decide, was to no location.
                    event.accesses.retain(|access| access.symbolic.is_none());
                }
                let main = main_access(&event, state, starts_atomic, events);
                let written = main.map(|at| Range::of(&event.accesses[at])).and_then(|range| {
                    machine.bytes_at(state, range.object, range.start, range.size())
                });
                if let Some(Glance { range, newest, .. }) = glance {
                    let size = range.size();
                    machine.put_bytes(state, range.object, range.start, size, *newest);
                }
                let only_threads =
                    main.is_none() && Local::of(machine, state, &event, events) != Local::No;
                let outcome = Outcome {
                    state: after,
                    events: smallvec![event],
                    main,
                    written,
                    forks,
                    stuck,
                    only_threads,
                    joins: None,
                    told,
                };
                if !run_on(machine, events, outcome, thread, &mut done) {
                    return Executed::Unfinished;
                }
            }
        }
    }
    match waits {
        Some(event) if done.is_empty() => Executed::Waits(event),
        Some(_) => Executed::Depends,
        None => Executed::Outcomes(done),
    }
}

/// Lets a thread go on with what nobody else has a say in. That is so of a join, too, if the thread has ended. But what is joined is in the past of the
/// whole step, and so of threads that it created: only a step that accesses and creates nothing goes on with one.
fn run_on(
    machine: &mut Machine<'_>,
    events: &Events,
    outcome: Outcome,
    thread: ThreadId,
    done: &mut Vec<Outcome>,
) -> bool {
    let mut open = vec![outcome];
    while let Some(mut outcome) = open.pop() {
        let runs = outcome
            .state
            .position(thread)
            .is_some_and(|at| outcome.state.threads[at].is_running() && outcome.state.unjoined > 0);
        let only_threads = outcome.only_threads;
        let creates = outcome.events.iter().any(|event| !event.created.is_empty())
            && events.broken != Some(Broken::JoinedBeforeCreated);
        if outcome.stuck || !runs || ends_step(machine, &outcome.state, thread, only_threads) {
            done.push(outcome);
            continue;
        }
        let mark = machine.outbox.mark();
        let moved = transitions(machine, &outcome.state, thread);
        let goes_on = moved.iter().all(|moved| match moved {
            Moved::Done { state, .. } => match Local::of(machine, state, &state.event, events) {
                Local::Plain => !touches_again(&outcome, &state.event),
                Local::Joins => only_threads && !creates,
                Local::No => false,
            },
            Moved::Waits(_) | Moved::Unfinished => false,
        });
        if moved.iter().any(|moved| matches!(moved, Moved::Unfinished)) {
            return false;
        }
        if !goes_on {
            machine.outbox.return_to(mark);
            if let [Moved::Waits(event)] = &moved[..] {
                outcome.joins = joined(machine, thread, event);
            }
            done.push(outcome);
            continue;
        }
        let mut left = moved.len();
        let mut outcome = Some(outcome);
        for moved in moved {
            left -= 1;
            let Moved::Done { mut state, forks, told, stuck } = moved else { continue };
            let copy = if left == 0 { outcome.take() } else { outcome.clone() };
            let Some(mut next) = copy else { continue };
            next.events.push(std::mem::take(&mut Rc::make_mut(&mut state).event));
            next.forks.extend(forks);
            next.told.extend(told);
            (next.state, next.stuck) = (state, stuck);
            open.push(next);
        }
    }
    true
}

/// Whether plain accesses are to what a store of the same step was to. The store may have come before others by then (a fence between the two may say so), and
/// what is newest is in memory only when the step has ended.
fn touches_again(outcome: &Outcome, event: &Event) -> bool {
    let Some(stored) = outcome.access().filter(|access| access.write) else { return false };
    let touches = |access: &Access| {
        let whole = access.object == stored.object && access.symbolic.is_some();
        whole || access.overlaps(stored)
    };
    event.accesses.iter().any(touches)
}

/// What became of one transition.
enum Moved {
    Done { state: Rc<State>, forks: SmallVec<[Fork; 1]>, told: Told, stuck: bool },
    Waits(Event),
    Unfinished,
}

fn transitions(machine: &mut Machine<'_>, before: &State, thread: ThreadId) -> Vec<Moved> {
    let mut found = Vec::new();
    let granted = machine.grant(before.clone(), thread);
    let mut open = vec![(granted, SmallVec::<[Fork; 1]>::new(), Told::default())];
    while let Some((state, forks, mut told)) = open.pop() {
        if machine.config.budget.is_spent() {
            return vec![Moved::Unfinished];
        }
        let outside = Told::take(machine);
        let settled = machine.settle(state, FUEL);
        told.extend(Told::take(machine));
        outside.put_back(machine);
        match settled {
            Settled::Done(state) => {
                let mut state = Rc::new(state);
                let after = Rc::make_mut(&mut state);
                undo_halted_section(before, after, thread);
                let repeats = machine.note_transition(before, after, thread);
                let waits = |at: usize| after.threads[at].spin.waits.is_some();
                let stuck = repeats || after.position(thread).is_some_and(waits);
                found.push(Moved::Done { state, forks, told, stuck });
            }
            Settled::OutOfFuel(state) => open.push((state, forks, told)),
            Settled::Forked(one, two) => {
                let first = newest_condition(&one);
                for (taken, side) in [(false, two), (true, one)] {
                    let mut forks = forks.clone();
                    forks.extend(first.map(|first| Fork { first, taken }));
                    // What failed before is told with the side that is looked at first.
                    let told = if taken { std::mem::take(&mut told) } else { Told::default() };
                    open.push((side, forks, told));
                }
            }
            Settled::Blocked(event) => {
                told.tell_cuts(machine);
                found.push(Moved::Waits(event));
            }
        }
    }
    found
}

fn newest_condition(state: &State) -> Option<TermId> {
    state.path.split_last().map(|(condition, _)| condition)
}

/// Executes a step again whose outcome is known: where inputs decide, it goes the way of a model. What there is to tell was told.
pub fn repeat(
    machine: &mut Machine<'_>,
    state: &State,
    thread: ThreadId,
    count: u32,
    glance: Option<&Glance>,
    model: &raddle_expr::Model,
) -> Option<State> {
    let mut base = state.clone();
    if let Some(Glance { range, value, view, .. }) = glance {
        machine.put_bytes(&mut base, range.object, range.start, range.size(), *value);
        base.views.push(*view);
    }
    let outside = Told::take(machine);
    let mut repeated = Some(base);
    for nth in 0..count {
        let Some(before) = repeated.take() else { break };
        let Some(mut after) = transition_again(machine, &before, thread, model) else { break };
        if let Some(Glance { range, newest, .. }) = glance.filter(|_| nth == 0) {
            machine.put_bytes(&mut after, range.object, range.start, range.size(), *newest);
        }
        repeated = Some(after);
    }
    outside.put_back(machine);
    repeated
}

fn transition_again(
    machine: &mut Machine<'_>,
    before: &State,
    thread: ThreadId,
    model: &raddle_expr::Model,
) -> Option<State> {
    let mut open = machine.grant(before.clone(), thread);
    while !machine.config.budget.is_spent() {
        match machine.settle(open, FUEL) {
            Settled::Done(mut after) => {
                machine.note_transition(before, &mut after, thread);
                return Some(after);
            }
            Settled::OutOfFuel(state) => open = state,
            Settled::Forked(one, two) => {
                let holds = newest_condition(&one)
                    .is_none_or(|condition| machine.terms.eval_bool(condition, model));
                open = if holds { one } else { two };
            }
            Settled::Blocked(_) => return None,
        }
    }
    None
}

/// What a thread stands before.
pub fn standing_before<'m>(
    machine: &Machine<'m>,
    state: &State,
    thread: ThreadId,
) -> Option<&'m Op> {
    let frame = state.threads[state.position(thread)?].frames.last()?;
    let body = machine.program.functions[frame.func].body.as_ref()?;
    body.blocks[frame.block].insts.get(frame.inst).map(|inst| &inst.op)
}

/// What is known of the library function that an instruction calls.
fn called(machine: &Machine<'_>, op: &Op) -> Option<&'static Row> {
    let Op::Call { callee: Callee::Direct(func), .. } = op else { return None };
    let function = &machine.program.functions[*func];
    function.body.is_none().then(|| raddle_library::find(&function.name)).flatten()
}

fn is_atomic_op(machine: &Machine<'_>, op: &Op) -> bool {
    match op {
        Op::Load { order, .. } | Op::Store { order, .. } => order.is_some(),
        Op::AtomicUpdate { .. } | Op::CompareExchange { .. } => true,
        _ => called(machine, op).is_some_and(|row| row.by == By::Machine("atomic")),
    }
}

/// Whether a thread stands before an atomic operation of the language.
pub fn is_atomic(machine: &Machine<'_>, state: &State, thread: ThreadId) -> bool {
    standing_before(machine, state, thread).is_some_and(|op| is_atomic_op(machine, op))
}

/// Whether a thread stands before something that is certainly a step of its own. What is not known to be one is tried.
fn ends_step(machine: &Machine<'_>, state: &State, thread: ThreadId, only_threads: bool) -> bool {
    let Some(op) = standing_before(machine, state, thread) else { return false };
    if is_atomic_op(machine, op) {
        return true;
    }
    called(machine, op).is_some_and(|row| match row.threads.deed {
        _ if row.threads.watches.ends() => true,
        Deed::Join => !only_threads,
        Deed::Lock { .. } | Deed::TryLock { .. } | Deed::Unlock { .. } => true,
        Deed::Wait { .. } | Deed::Signal { .. } | Deed::BarrierWait => true,
        _ => false,
    })
}

/// Whether a thread stands before a call of the library that is one operation, and not the beginning of an atomic section.
pub fn is_call(machine: &Machine<'_>, state: &State, thread: ThreadId) -> bool {
    let row = standing_before(machine, state, thread).and_then(|op| called(machine, op));
    row.is_some_and(|row| !matches!(row.threads.deed, Deed::BeginSection | Deed::Await))
}

/// Whether a thread stands before an attempt to get a lock that may be refused.
pub fn is_attempt(machine: &Machine<'_>, state: &State, thread: ThreadId) -> bool {
    let row = standing_before(machine, state, thread).and_then(|op| called(machine, op));
    row.is_some_and(|row| matches!(row.threads.deed, Deed::TryLock { .. }))
}

/// Whether a thread stands before a call that tells what an object of the library holds, and changes nothing.
pub fn is_look(machine: &Machine<'_>, state: &State, thread: ThreadId) -> bool {
    let row = standing_before(machine, state, thread).and_then(|op| called(machine, op));
    row.is_some_and(|row| row.threads.deed == Deed::Attribute)
}

/// Whether a thread stands before a section of the run-time library, and a transition from there only looks: whether it was cancelled, say.
pub fn looks(machine: &Machine<'_>, state: &State, thread: ThreadId, event: &Event) -> bool {
    let frame = state.position(thread).and_then(|at| state.threads[at].frames.last());
    let program = machine.program;
    frame.is_some_and(|frame| program.is_of_runtime(program.functions[frame.func].loc))
        && event
            .accesses
            .iter()
            .all(|access| access.sync.is_plain() || matches!(access.sync, Sync::AtomicLoad(_)))
}

/// The thread that another one waits to join.
pub fn joined(machine: &Machine<'_>, thread: ThreadId, event: &Event) -> Option<ThreadId> {
    event.accesses.iter().find_map(|access| match machine.names.name(access.object) {
        ObjectName::Thread(other) if *other != thread => Some(*other),
        _ => None,
    })
}

/// Whether a thread stands before a read-modify-write that always writes.
pub fn always_writes(machine: &Machine<'_>, state: &State, thread: ThreadId) -> bool {
    matches!(standing_before(machine, state, thread), Some(Op::AtomicUpdate { .. }))
}

/// Whether a thread stands before a call that asks whether another thread has ended, and does not wait for that.
pub fn asks_for_end(machine: &Machine<'_>, state: &State, thread: ThreadId) -> bool {
    let row = standing_before(machine, state, thread).and_then(|op| called(machine, op));
    row.is_some_and(|row| row.threads.watches.ends())
}

/// Whether an object is gone. What ended it is no access to one of its locations.
pub fn has_ended(state: &State, object: ObjectId) -> bool {
    state.memory.get(object).is_none_or(|object| object.life != Life::Alive)
}

/// The access to a location among the accesses of a transition, which led to this state.
fn main_access(event: &Event, state: &State, atomic: bool, events: &Events) -> Option<usize> {
    if atomic {
        return event.accesses.iter().position(|access| {
            matches!(
                access.sync,
                Sync::AtomicLoad(_) | Sync::AtomicStore(_) | Sync::AtomicUpdate(_)
            )
        });
    }
    let is_event = |access: &Access| events.is_event(access) && !has_ended(state, access.object);
    event.accesses.iter().position(is_event)
}

/// Whether others have a say in what a transition did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Local {
    /// It did nothing but plain accesses that are no events, and created threads.
    Plain,
    /// It also joined threads that have ended.
    Joins,
    No,
}

impl Local {
    /// Of a transition that led to a state.
    fn of(machine: &Machine<'_>, state: &State, event: &Event, events: &Events) -> Local {
        let mut local = Local::Plain;
        for access in &event.accesses {
            let thread = match machine.names.name(access.object) {
                ObjectName::Thread(thread) if access.start < LIFE => Some(*thread),
                _ => None,
            };
            let has_ended = |thread: ThreadId| {
                let at = state.position(thread);
                at.is_some_and(|at| state.threads[at].status == Status::Done)
            };
            match (access.sync, thread) {
                (Sync::Observed, _) => {}
                (sync, _) if sync.is_plain() && !events.is_event(access) => {}
                // The end of a thread belongs to its last transition; its start to that of its creator.
                (Sync::Release, Some(_)) => {}
                (Sync::Acquire, Some(other)) if has_ended(other) => local = Local::Joins,
                _ => return Local::No,
            }
        }
        local
    }
}
