//! What one step of a thread does: the meaning of the language, written down as directly as possible.
//!
//! A state is the values of all cells and locals, where each thread stands, who holds what, and the clocks of
//! [`HappensBefore`]. [`Machine::successors`] gives the states after one step of one thread: none if the thread
//! cannot move, several where a signal can wake one of several waiters. A waiter may also go on without a signal
//! ([`Machine::wakes_spuriously`]); nobody can count on that, so it is no way out of a deadlock.
//!
//! A step is one shared operation followed by all local work up to the next one, the end of the thread included.
//! A failing assert outside a section and the end of the process are steps of their own: other threads may still
//! move before the process ends, and what they do then counts.
//!
//! Programs whose C text would be undefined or depend on something this file does not model (signed overflow, unlocking a
//! mutex that is not held) give [`Undefined`]; the generator throws them away.

use std::collections::BTreeSet;

use thiserror::Error;

use super::code::{Code, Instr, flatten};
use super::happens_before::{Carrier, HappensBefore, Sizes};
use super::program::{
    Barrier, Condition, Expr, Label, Local, MAIN, Mutex, Operator, Order, Place, Program, Thread,
    Var,
};

/// Why a program has no meaning here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Undefined {
    #[error("a value does not fit an int")]
    Overflow,
    #[error("thread {0} unlocks or waits with a mutex it does not hold")]
    NotOwner(String),
    #[error("thread {0} runs for ever without touching anything shared")]
    LocalLoop(String),
}

/// Local instructions a thread may execute between two steps before it is said to loop.
const LOCAL_FUEL: usize = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    NotCreated,
    Running,
    /// In the queue of a condition variable, not yet woken.
    Queued(Condition),
    /// Arrived there, and not yet let go.
    At(Barrier),
    Done,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    cells: Vec<i64>,
    /// All locals of all threads.
    locals: Vec<i64>,
    positions: Vec<usize>,
    statuses: Vec<Status>,
    owners: Vec<Option<Thread>>,
    semaphores: Vec<i64>,
    /// The process has ended, by an assert or by main.
    pub ended: bool,
    order: HappensBefore,
    /// For each thread the statements that it can stand at: those it came by since its last step. Empty unless the machine is asked for them.
    pub standing: Vec<BTreeSet<usize>>,
}

/// Where a thread is, as a person would say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Whereabouts {
    /// Not begun, or ended, or about to end: it takes no part.
    Nowhere,
    /// Before the step that this statement is.
    At(usize),
    /// In the queue that it joined at this statement.
    Waiting(usize),
    /// It was woken and has not got its mutex back: no statement says so.
    Waking,
}

/// Something two steps of different threads may both touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Object {
    Cell(usize),
    Mutex(Mutex),
    Condition(Condition),
    Semaphore(usize),
    Barrier(Barrier),
    /// What a thread waits for that has arrived at a barrier.
    Release(Thread),
    Birth(Thread),
    Death(Thread),
}

#[derive(Clone, Copy, Debug)]
pub struct Touch {
    pub object: Object,
    pub writes: bool,
}

/// What a step found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Found {
    Failing(Label),
    Racy(Var),
}

#[derive(Clone, Debug)]
pub struct Successor {
    pub state: State,
    /// For the dependence between steps.
    pub touches: Vec<Touch>,
    pub found: Vec<Found>,
    /// Statements of a section that the step was; only if the machine is asked for them.
    pub inside: Vec<usize>,
}

/// What a failing assert and the end of main do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// What C says: they end the process.
    Process,
    /// A failing assert is a failing check, the end of main ends one thread: nothing is hidden by an early end.
    OnlyThreads,
}

/// A program made ready to run, with one choice of inputs.
#[derive(Clone, Debug)]
pub struct Machine<'a> {
    program: &'a Program,
    code: Vec<Code>,
    inputs: Vec<i64>,
    sizes: Sizes,
    first_cell: Vec<usize>,
    first_local: Vec<usize>,
    ends: Ends,
    notes_standing: bool,
}

impl<'a> Machine<'a> {
    pub fn new(program: &'a Program, inputs: Vec<i64>, ends: Ends) -> Machine<'a> {
        let first_cell = offsets(program.vars.iter().map(|var| var.initial.len()));
        let first_local = offsets(program.threads.iter().map(|thread| thread.locals));
        let sizes = Sizes {
            threads: program.threads.len(),
            mutexes: program.mutexes,
            semaphores: program.semaphores.len(),
            cells: program.vars.iter().map(|var| var.initial.len()).sum(),
        };
        let code = flatten(program);
        let notes_standing = false;
        Machine { program, code, inputs, sizes, first_cell, first_local, ends, notes_standing }
    }

    /// The same machine that also notes which statements threads can stand at.
    pub fn noting_standing(self) -> Machine<'a> {
        Machine { notes_standing: true, ..self }
    }

    pub fn threads(&self) -> impl Iterator<Item = Thread> + use<> {
        (0..self.sizes.threads).map(Thread)
    }

    /// The state in which main stands before its first step.
    pub fn initial(&self) -> Result<Successor, Undefined> {
        let locals = self.program.threads.iter().map(|thread| thread.locals).sum();
        let mut statuses = vec![Status::NotCreated; self.sizes.threads];
        statuses[MAIN.0] = Status::Running;
        let state = State {
            cells: self.program.vars.iter().flat_map(|var| var.initial.clone()).collect(),
            locals: vec![0; locals],
            positions: vec![0; self.sizes.threads],
            statuses,
            owners: vec![None; self.program.mutexes],
            semaphores: self.program.semaphores.clone(),
            ended: false,
            order: HappensBefore::new(self.sizes),
            standing: vec![
                BTreeSet::new();
                if self.notes_standing { self.sizes.threads } else { 0 }
            ],
        };
        let mut next = Successor::of(state);
        self.advance(&mut next, MAIN)?;
        Ok(next)
    }

    /// Whether every thread that was created has ended.
    pub fn finished(&self, state: &State) -> bool {
        state.statuses.iter().all(|status| matches!(status, Status::NotCreated | Status::Done))
    }

    /// Whether a thread is about to lock what it holds already.
    pub fn locks_itself(&self, state: &State, thread: Thread) -> bool {
        state.statuses[thread.0] == Status::Running
            && match self.instr(state, thread) {
                Instr::Lock(mutex) => state.owners[mutex.0] == Some(thread),
                _ => false,
            }
    }

    /// The states after one step of `thread`.
    pub fn successors(&self, state: &State, thread: Thread) -> Result<Vec<Successor>, Undefined> {
        if state.ended || state.statuses[thread.0] != Status::Running {
            return Ok(Vec::new());
        }
        let mut next = Successor::of(state.clone());
        next.moves(thread);
        next.touch(Object::Birth(thread), false);
        let results = match self.instr(&next.state, thread) {
            Instr::SectionBegin => {
                if self.section(&mut next, thread)? {
                    vec![next]
                } else {
                    Vec::new()
                }
            }
            Instr::Signal(condition) => self.signal(next, thread, *condition),
            _ => {
                if self.operation(&mut next, thread)? {
                    vec![next]
                } else {
                    Vec::new()
                }
            }
        };
        results.into_iter().map(|next| self.finish_step(next, thread)).collect()
    }

    /// The state after a wait of `thread` ends although nobody signalled, if its mutex is free.
    pub fn wakes_spuriously(
        &self,
        state: &State,
        thread: Thread,
    ) -> Result<Option<Successor>, Undefined> {
        if state.ended || !matches!(state.statuses[thread.0], Status::Queued(_)) {
            return Ok(None);
        }
        let mut next = Successor::of(state.clone());
        next.state.statuses[thread.0] = Status::Running;
        next.moves(thread);
        if !self.operation(&mut next, thread)? {
            return Ok(None);
        }
        self.finish_step(next, thread).map(Some)
    }

    fn finish_step(&self, mut next: Successor, thread: Thread) -> Result<Successor, Undefined> {
        if !next.state.ended {
            self.advance(&mut next, thread)?;
        }
        Ok(next)
    }

    /// Where a thread is between two steps.
    pub fn whereabouts(&self, state: &State, thread: Thread) -> Whereabouts {
        let (position, begins) = (state.positions[thread.0], &self.code[thread.0].begins);
        match (state.statuses[thread.0], self.instr(state, thread)) {
            (Status::NotCreated | Status::Done, _) => Whereabouts::Nowhere,
            (Status::Queued(_) | Status::At(_), _) => {
                begins[position - 1].map_or(Whereabouts::Waking, Whereabouts::Waiting)
            }
            (Status::Running, Instr::Relock { .. } | Instr::Leave(_)) => Whereabouts::Waking,
            (Status::Running, Instr::EndThread | Instr::EndProcess) => Whereabouts::Nowhere,
            (Status::Running, _) => begins[position].map_or(Whereabouts::Waking, Whereabouts::At),
        }
    }

    /// The state with nothing known of what was ordered before it: what two later steps do to each other is the same.
    pub fn without_history(&self, state: &State) -> State {
        State { order: HappensBefore::new(self.sizes), ..state.clone() }
    }

    fn instr(&self, state: &State, thread: Thread) -> &Instr {
        &self.code[thread.0].instrs[state.positions[thread.0]]
    }

    /// The statement that begins where a thread is.
    fn begins(&self, state: &State, thread: Thread) -> Option<usize> {
        self.code[thread.0].begins[state.positions[thread.0]].filter(|_| self.notes_standing)
    }

    /// Runs local instructions until the thread stands before a step or has ended.
    fn advance(&self, next: &mut Successor, thread: Thread) -> Result<(), Undefined> {
        for _ in 0..LOCAL_FUEL {
            let instr = self.instr(&next.state, thread);
            if let Some(statement) = self.begins(&next.state, thread) {
                next.state.standing[thread.0].insert(statement);
            }
            let last = matches!(instr, Instr::EndThread)
                || (matches!(instr, Instr::EndProcess) && self.ends == Ends::OnlyThreads);
            if last {
                next.state.statuses[thread.0] = Status::Done;
                next.touch(Object::Death(thread), true);
                return Ok(());
            }
            if !self.local(next, thread, instr)? {
                return Ok(());
            }
        }
        Err(Undefined::LocalLoop(self.name(thread)))
    }

    /// Executes a local instruction; false, and nothing done, if it is a step.
    fn local(
        &self,
        next: &mut Successor,
        thread: Thread,
        instr: &Instr,
    ) -> Result<bool, Undefined> {
        match instr {
            Instr::Assign { local, value } => {
                let value = self.eval(&next.state, thread, value)?;
                self.set_local(&mut next.state, thread, *local, value);
            }
            Instr::ReadInput { local, input } => {
                self.set_local(&mut next.state, thread, *local, self.inputs[input.0]);
            }
            Instr::Check { label, holds } => {
                if self.eval(&next.state, thread, holds)? == 0 {
                    next.found.push(Found::Failing(*label));
                }
            }
            Instr::Assert { label, holds } => {
                if self.eval(&next.state, thread, holds)? == 0 {
                    if self.ends == Ends::Process {
                        return Ok(false);
                    }
                    next.found.push(Found::Failing(*label));
                }
            }
            Instr::Fence(order) => next.state.order.fence(self.sizes, thread, *order),
            Instr::BranchIfZero { condition, target } => {
                if self.eval(&next.state, thread, condition)? == 0 {
                    next.state.positions[thread.0] = *target;
                    return Ok(true);
                }
            }
            Instr::Jump(target) => {
                next.state.positions[thread.0] = *target;
                return Ok(true);
            }
            Instr::Load { .. }
            | Instr::Store { .. }
            | Instr::FetchAdd { .. }
            | Instr::Exchange { .. }
            | Instr::CompareExchange { .. }
            | Instr::Lock(_)
            | Instr::Unlock(_)
            | Instr::TryLock { .. }
            | Instr::Enqueue { .. }
            | Instr::Relock { .. }
            | Instr::Signal(_)
            | Instr::Broadcast(_)
            | Instr::Post(_)
            | Instr::Take(_)
            | Instr::Arrive { .. }
            | Instr::Leave(_)
            | Instr::SectionBegin
            | Instr::SectionEnd
            | Instr::Await(_)
            | Instr::Spawn(_)
            | Instr::Join(_)
            | Instr::EndThread
            | Instr::EndProcess => return Ok(false),
        }
        next.state.positions[thread.0] += 1;
        Ok(true)
    }

    /// Executes a whole section; false if it has to wait.
    fn section(&self, next: &mut Successor, thread: Thread) -> Result<bool, Undefined> {
        next.state.positions[thread.0] += 1;
        loop {
            let instr = self.instr(&next.state, thread);
            next.inside.extend(self.begins(&next.state, thread));
            match instr {
                Instr::SectionEnd => {
                    next.state.positions[thread.0] += 1;
                    return Ok(true);
                }
                Instr::Await(condition) => {
                    if self.eval(&next.state, thread, condition)? == 0 {
                        return Ok(false);
                    }
                    next.state.positions[thread.0] += 1;
                }
                Instr::Load { .. }
                | Instr::Store { .. }
                | Instr::FetchAdd { .. }
                | Instr::Exchange { .. }
                | Instr::CompareExchange { .. } => {
                    self.memory(next, thread, instr, true)?;
                    next.state.positions[thread.0] += 1;
                }
                _ => {
                    if !self.local(next, thread, instr)? && !self.operation(next, thread)? {
                        return Ok(false);
                    }
                }
            }
            if next.state.ended {
                return Ok(true);
            }
        }
    }

    /// Executes one shared operation that is neither a section nor a signal; false if it has to wait.
    fn operation(&self, next: &mut Successor, thread: Thread) -> Result<bool, Undefined> {
        let instr = self.instr(&next.state, thread);
        let moved = match instr {
            Instr::Load { .. }
            | Instr::Store { .. }
            | Instr::FetchAdd { .. }
            | Instr::Exchange { .. }
            | Instr::CompareExchange { .. } => {
                self.memory(next, thread, instr, false)?;
                true
            }
            Instr::Lock(mutex) => self.lock(next, thread, *mutex),
            Instr::Relock { condition, mutex } => {
                next.touch(Object::Condition(*condition), false);
                self.lock(next, thread, *mutex)
            }
            Instr::Unlock(mutex) => {
                self.unlock(next, thread, *mutex)?;
                true
            }
            Instr::TryLock { local, mutex } => {
                self.try_lock(next, thread, *local, *mutex);
                true
            }
            Instr::Enqueue { condition, mutex } => {
                self.unlock(next, thread, *mutex)?;
                next.touch(Object::Condition(*condition), true);
                next.state.statuses[thread.0] = Status::Queued(*condition);
                true
            }
            Instr::Broadcast(condition) => {
                self.broadcast(next, *condition);
                true
            }
            Instr::Post(semaphore) => {
                // Which of two posts came first nobody can tell.
                next.touch(Object::Semaphore(semaphore.0), false);
                next.state.semaphores[semaphore.0] += 1;
                let carrier = Carrier::Semaphore(semaphore.0);
                next.state.order.publish_more(self.sizes, thread, carrier);
                true
            }
            Instr::Take(semaphore) => self.take(next, thread, semaphore.0),
            Instr::Arrive { local, barrier } => {
                self.arrive(next, thread, *local, *barrier);
                true
            }
            Instr::Leave(local) => {
                next.touch(Object::Release(thread), false);
                self.set_local(&mut next.state, thread, *local, 0);
                true
            }
            Instr::Spawn(child) => {
                self.spawn(next, thread, *child)?;
                true
            }
            Instr::Join(child) => self.join(next, thread, *child),
            Instr::Assert { label, .. } => {
                // `local` comes here only with an assert that fails.
                next.found.push(Found::Failing(*label));
                next.state.ended = true;
                return Ok(true);
            }
            Instr::EndProcess => {
                next.state.ended = true;
                return Ok(true);
            }
            Instr::Assign { .. }
            | Instr::ReadInput { .. }
            | Instr::Check { .. }
            | Instr::Fence(_)
            | Instr::BranchIfZero { .. }
            | Instr::Jump(_)
            | Instr::Signal(_)
            | Instr::SectionBegin
            | Instr::SectionEnd
            | Instr::Await(_)
            | Instr::EndThread => unreachable!("{instr:?} is no operation of its own"),
        };
        if moved {
            next.state.positions[thread.0] += 1;
        }
        Ok(moved)
    }

    fn memory(
        &self,
        next: &mut Successor,
        thread: Thread,
        instr: &Instr,
        in_section: bool,
    ) -> Result<(), Undefined> {
        match instr {
            Instr::Load { local, from } => {
                let cell = self.cell(&next.state, thread, from)?;
                let order = self.order(from, from.orders.0, in_section);
                next.touch(Object::Cell(cell), false);
                let races = next.state.order.read(self.sizes, thread, cell, order);
                next.note_race(races, from.var);
                let value = next.state.cells[cell];
                self.set_local(&mut next.state, thread, *local, value);
            }
            Instr::Store { to, value } => {
                let cell = self.cell(&next.state, thread, to)?;
                let value = self.eval(&next.state, thread, value)?;
                let order = self.order(to, to.orders.0, in_section);
                next.touch(Object::Cell(cell), true);
                let races = next.state.order.write(self.sizes, thread, cell, order);
                next.note_race(races, to.var);
                next.state.cells[cell] = value;
            }
            Instr::FetchAdd { local, at, value } => {
                let cell = self.cell(&next.state, thread, at)?;
                let value = self.eval(&next.state, thread, value)?;
                let old = next.state.cells[cell];
                self.update(next, thread, at, cell, int(old + value)?);
                self.set_local(&mut next.state, thread, *local, old);
            }
            Instr::Exchange { local, at, value } => {
                let cell = self.cell(&next.state, thread, at)?;
                let value = self.eval(&next.state, thread, value)?;
                let old = next.state.cells[cell];
                self.update(next, thread, at, cell, value);
                self.set_local(&mut next.state, thread, *local, old);
            }
            Instr::CompareExchange { local, at, expected, desired } => {
                let cell = self.cell(&next.state, thread, at)?;
                let expected = self.eval(&next.state, thread, expected)?;
                let desired = self.eval(&next.state, thread, desired)?;
                let equal = next.state.cells[cell] == expected;
                if equal {
                    self.update(next, thread, at, cell, desired);
                } else {
                    next.touch(Object::Cell(cell), false);
                    let failure = Some(at.orders.1);
                    let races = next.state.order.read(self.sizes, thread, cell, failure);
                    next.note_race(races, at.var);
                }
                self.set_local(&mut next.state, thread, *local, i64::from(equal));
            }
            _ => unreachable!("{instr:?} is no memory access"),
        }
        Ok(())
    }

    /// The order of an access: none if it is a plain one.
    fn order(&self, place: &Place, order: Order, in_section: bool) -> Option<Order> {
        match (self.program.vars[place.var.0].atomic, in_section) {
            (true, _) => Some(order),
            (false, true) => Some(Order::SeqCst),
            (false, false) => None,
        }
    }

    /// A read-modify-write. One that stores what was there orders like any other as far as somebody can know of it, but does not make
    /// the order of the steps matter.
    fn update(&self, next: &mut Successor, thread: Thread, at: &Place, cell: usize, value: i64) {
        let changes = next.state.cells[cell] != value;
        next.touch(Object::Cell(cell), changes);
        let order = at.orders.0;
        let races = next.state.order.update(self.sizes, thread, cell, order, changes);
        next.note_race(races, at.var);
        next.state.cells[cell] = value;
    }

    fn lock(&self, next: &mut Successor, thread: Thread, mutex: Mutex) -> bool {
        if next.state.owners[mutex.0].is_some() {
            return false;
        }
        next.touch(Object::Mutex(mutex), true);
        next.state.owners[mutex.0] = Some(thread);
        next.state.order.acquire(self.sizes, thread, Carrier::Mutex(mutex.0));
        true
    }

    fn unlock(&self, next: &mut Successor, thread: Thread, mutex: Mutex) -> Result<(), Undefined> {
        if next.state.owners[mutex.0] != Some(thread) {
            return Err(Undefined::NotOwner(self.name(thread)));
        }
        next.touch(Object::Mutex(mutex), true);
        next.state.owners[mutex.0] = None;
        next.state.order.publish(self.sizes, thread, Carrier::Mutex(mutex.0));
        Ok(())
    }

    fn try_lock(&self, next: &mut Successor, thread: Thread, local: Local, mutex: Mutex) {
        let success = self.lock(next, thread, mutex);
        if !success {
            next.touch(Object::Mutex(mutex), false);
        }
        self.set_local(&mut next.state, thread, local, i64::from(success));
    }

    /// One successor for each waiter that can be the one to wake; one without a change if nobody waits.
    fn signal(&self, next: Successor, thread: Thread, condition: Condition) -> Vec<Successor> {
        let waiters: Vec<Thread> = self
            .threads()
            .filter(|waiter| next.state.statuses[waiter.0] == Status::Queued(condition))
            .collect();
        let mut next = next;
        next.touch(Object::Condition(condition), true);
        next.state.positions[thread.0] += 1;
        if waiters.is_empty() {
            return vec![next];
        }
        let wake = |waiter: &Thread| {
            let mut woken = next.clone();
            woken.state.statuses[waiter.0] = Status::Running;
            woken
        };
        waiters.iter().map(wake).collect()
    }

    fn broadcast(&self, next: &mut Successor, condition: Condition) {
        next.touch(Object::Condition(condition), true);
        for waiter in self.threads() {
            if next.state.statuses[waiter.0] == Status::Queued(condition) {
                next.state.statuses[waiter.0] = Status::Running;
            }
        }
    }

    fn take(&self, next: &mut Successor, thread: Thread, semaphore: usize) -> bool {
        if next.state.semaphores[semaphore] == 0 {
            return false;
        }
        next.touch(Object::Semaphore(semaphore), true);
        next.state.semaphores[semaphore] -= 1;
        next.state.order.acquire(self.sizes, thread, Carrier::Semaphore(semaphore));
        true
    }

    /// Who of several came first makes no difference unless one of them is the last, or may be: that is who comes when one or none more is awaited.
    fn arrive(&self, next: &mut Successor, thread: Thread, local: Local, barrier: Barrier) {
        let is_there = |other: &Thread| next.state.statuses[other.0] == Status::At(barrier);
        let waiters: Vec<Thread> = self.threads().filter(is_there).collect();
        let needed = self.program.barriers[barrier.0];
        next.touch(Object::Barrier(barrier), waiters.len() + 2 >= needed);
        if waiters.len() + 1 < needed {
            next.state.statuses[thread.0] = Status::At(barrier);
            return;
        }
        for &waiter in &waiters {
            next.state.order.order(self.sizes, waiter, thread);
        }
        for &waiter in &waiters {
            next.touch(Object::Release(waiter), true);
            next.state.statuses[waiter.0] = Status::Running;
            next.state.order.order(self.sizes, thread, waiter);
        }
        self.set_local(&mut next.state, thread, local, 1);
        // It does not wait.
        next.state.positions[thread.0] += 1;
    }

    fn spawn(&self, next: &mut Successor, thread: Thread, child: Thread) -> Result<(), Undefined> {
        next.touch(Object::Birth(child), true);
        next.state.statuses[child.0] = Status::Running;
        next.state.order.order(self.sizes, thread, child);
        self.advance(next, child)
    }

    fn join(&self, next: &mut Successor, thread: Thread, child: Thread) -> bool {
        if next.state.statuses[child.0] != Status::Done {
            return false;
        }
        next.touch(Object::Death(child), false);
        next.moves(child);
        next.state.order.order(self.sizes, child, thread);
        true
    }

    fn cell(&self, state: &State, thread: Thread, place: &Place) -> Result<usize, Undefined> {
        let first = self.first_cell[place.var.0];
        let Some(index) = &place.index else { return Ok(first) };
        let length = self.program.vars[place.var.0].initial.len() as i64;
        // The C text masks the index the same way; the length is a power of two.
        Ok(first + (self.eval(state, thread, index)? & (length - 1)) as usize)
    }

    fn set_local(&self, state: &mut State, thread: Thread, local: Local, value: i64) {
        state.locals[self.first_local[thread.0] + local.0] = value;
    }

    fn eval(&self, state: &State, thread: Thread, expr: &Expr) -> Result<i64, Undefined> {
        match expr {
            Expr::Const(value) => Ok(*value),
            Expr::Local(local) => Ok(state.locals[self.first_local[thread.0] + local.0]),
            Expr::Binary(operator, left, right) => {
                let left = self.eval(state, thread, left)?;
                let right = self.eval(state, thread, right)?;
                int(apply(*operator, left, right))
            }
        }
    }

    fn name(&self, thread: Thread) -> String {
        self.program.threads[thread.0].name.clone()
    }
}

impl Successor {
    fn of(state: State) -> Successor {
        Successor { state, touches: Vec::new(), found: Vec::new(), inside: Vec::new() }
    }

    /// A thread leaves what it stands at.
    fn moves(&mut self, thread: Thread) {
        if let Some(standing) = self.state.standing.get_mut(thread.0) {
            standing.clear();
        }
    }

    fn note_race(&mut self, races: bool, var: Var) {
        if races {
            self.found.push(Found::Racy(var));
        }
    }

    fn touch(&mut self, object: Object, writes: bool) {
        self.touches.push(Touch { object, writes });
    }
}

fn apply(operator: Operator, left: i64, right: i64) -> i64 {
    match operator {
        Operator::Add => left + right,
        Operator::Sub => left - right,
        Operator::Mul => left * right,
        Operator::BitAnd => left & right,
        Operator::BitOr => left | right,
        Operator::Equal => i64::from(left == right),
        Operator::NotEqual => i64::from(left != right),
        Operator::Less => i64::from(left < right),
        Operator::LessEqual => i64::from(left <= right),
    }
}

fn int(value: i64) -> Result<i64, Undefined> {
    if i32::try_from(value).is_ok() { Ok(value) } else { Err(Undefined::Overflow) }
}

/// Where each of several consecutive blocks begins.
fn offsets(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    lengths
        .scan(0, |next, length| {
            let first = *next;
            *next += length;
            Some(first)
        })
        .collect()
}
