//! Sequential consistency and store buffers, step by step: every interleaving of a small machine.
//!
//! *tso*: each thread has a buffer of stores, first in, first out; a load takes the newest store to its location from the own
//! buffer, or what is in memory. *pso*: a buffer for each location. What the operations of C become:
//!
//! | C | tso (x86) | pso (SPARC) |
//! |---|---|---|
//! | load of any order | load | load |
//! | store that is plain or relaxed | store into the buffer | the same |
//! | store with release | the same | a store barrier, then the same |
//! | store with seq_cst | waits for an empty buffer, writes to memory (`xchg`) | the same |
//! | read-modify-write of any order, also one that fails | waits for an empty buffer, reads and writes memory | the same |
//! | lock, also one that is not got, unlock, signal, wait | the same | the same |
//! | creating or joining a thread, the end of one | the same | the same |
//! | fence with acquire | nothing | nothing |
//! | fence with release or acq_rel | nothing | a store barrier |
//! | fence with seq_cst | waits for an empty buffer | the same |
//!
//! A store barrier lets no store behind it leave the buffers before those in front of it.

use std::collections::{BTreeSet, HashSet};

use super::graph::TooLarge;
use super::model::Model;
use super::program::{Instr, Loc, Local, Order, Program, Stmt, Waiters, flatten};

/// A store on its way to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Pending {
    loc: Loc,
    value: i64,
    /// How many store barriers the thread passed before.
    barriers: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Thread {
    local: Local,
    buffer: Vec<Pending>,
    barriers: usize,
    created: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    memory: Vec<i64>,
    threads: Vec<Thread>,
}

/// All final states: registers, then the locations that are not mutexes. `model` is not c11.
pub fn outcomes(
    program: &Program,
    model: Model,
    most: usize,
) -> Result<BTreeSet<Vec<i64>>, TooLarge> {
    let code: Vec<Vec<Instr>> = program.threads.iter().map(|body| flatten(body)).collect();
    let created = |thread| program.main().is_none_or(|main| main == thread);
    let thread = |thread| Thread {
        local: Local::new(program),
        buffer: Vec::new(),
        barriers: 0,
        created: created(thread),
    };
    let threads = (0..code.len()).map(thread).collect();
    let start = State { memory: vec![0; program.locations.len()], threads };
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    let mut found = BTreeSet::new();
    while let Some(state) = open.pop() {
        if state.has_ended(&code) {
            found.insert(state.outcome(program));
        }
        for thread in (0..code.len()).filter(|&thread| state.threads[thread].created) {
            let moved = match state.turn(&code, thread) {
                Some(turned) => turned.into_iter().collect(),
                None => state.execute(&code[thread], thread, model),
            };
            for next in moved.into_iter().chain(state.flushes(thread, model)) {
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        if seen.len() > most {
            return Err(TooLarge);
        }
    }
    Ok(found)
}

impl State {
    fn has_ended(&self, code: &[Vec<Instr>]) -> bool {
        self.threads.iter().zip(code).all(|(thread, code)| {
            thread.buffer.is_empty() && thread.local.clone().statement(code).is_none()
        })
    }

    /// Creates or joins a thread, if that is next, and if it does not have to wait.
    fn turn(&self, code: &[Vec<Instr>], thread: usize) -> Option<Option<State>> {
        let mut state = self.clone();
        let done = match *state.threads[thread].local.statement(&code[thread])? {
            Stmt::Create(other) => {
                state.threads[other].created = true;
                true
            }
            Stmt::Join(other) => {
                let joined = &mut state.threads[other];
                joined.buffer.is_empty() && joined.local.statement(&code[other]).is_none()
            }
            _ => return None,
        };
        let own = &mut state.threads[thread];
        own.local.next += 1;
        Some((done && own.buffer.is_empty()).then_some(state))
    }

    fn outcome(&self, program: &Program) -> Vec<i64> {
        let register =
            |reg| self.threads.iter().map(|thread| thread.local.registers[reg]).sum::<i64>();
        let locations = program.locations.iter().zip(&self.memory);
        let shared = locations.filter(|(location, _)| location.kind.has_value());
        (0..program.registers.len()).map(register).chain(shared.map(|(_, &value)| value)).collect()
    }

    /// The newest store of the thread, or memory.
    fn load(&self, thread: usize, loc: Loc) -> i64 {
        let own = self.threads[thread].buffer.iter().rev().find(|store| store.loc == loc);
        own.map_or(self.memory[loc.0], |store| store.value)
    }

    /// Executes the next statement in every way, if it does not have to wait.
    fn execute(&self, code: &[Instr], thread: usize, model: Model) -> Vec<State> {
        let mut waiting = self.clone();
        let empty = waiting.threads[thread].buffer.is_empty();
        match waiting.threads[thread].local.statement(code) {
            Some(&Stmt::Signal { condition, all }) if empty => {
                let after = Waiters::of(waiting.memory[condition.0]).signal(all);
                after.into_iter().map(|after| waiting.went_on(thread, condition, after)).collect()
            }
            Some(&Stmt::Enqueue { condition, early }) if empty => {
                let after = Waiters::of(waiting.memory[condition.0]).enqueue(thread);
                let mut ways = vec![waiting.went_on(thread, condition, after)];
                let local = &mut waiting.threads[thread].local;
                if !std::mem::replace(&mut local.woke_early, true) {
                    local.next = early;
                    ways.push(waiting);
                }
                ways
            }
            Some(&Stmt::Wake(condition)) if empty => {
                let after = Waiters::of(waiting.memory[condition.0]).woken(thread);
                after.map(|after| waiting.went_on(thread, condition, after)).into_iter().collect()
            }
            _ => self.execute_simple(code, thread, model).into_iter().collect(),
        }
    }

    /// After something was done to a condition variable.
    fn went_on(&self, thread: usize, condition: Loc, after: Waiters) -> State {
        let mut state = self.clone();
        state.memory[condition.0] = after.value();
        state.threads[thread].local.next += 1;
        state
    }

    /// A statement that can go on in one way.
    fn execute_simple(&self, code: &[Instr], thread: usize, model: Model) -> Option<State> {
        let mut state = self.clone();
        let stmt = state.threads[thread].local.statement(code)?;
        let empty = state.threads[thread].buffer.is_empty();
        match *stmt {
            Stmt::Load { reg, loc, .. } => {
                let value = state.load(thread, loc);
                state.threads[thread].local.registers[reg.0] = value;
            }
            Stmt::Await { loc, value, .. } => {
                if state.load(thread, loc) != value {
                    return None;
                }
            }
            Stmt::Store { loc, value, order } => {
                let own = &mut state.threads[thread];
                let value = own.local.value(value);
                if model == Model::Sc || order == Order::SeqCst {
                    if !empty {
                        return None;
                    }
                    state.memory[loc.0] = value;
                } else {
                    own.barriers += usize::from(order.releases());
                    own.buffer.push(Pending { loc, value, barriers: own.barriers });
                }
            }
            Stmt::Rmw { reg, loc, update, .. } => {
                let old = state.memory[loc.0];
                let own = &mut state.threads[thread].local;
                let new = own.updated(update, old);
                own.registers[reg.0] = old;
                if !empty {
                    return None;
                }
                state.memory[loc.0] = new.unwrap_or(old);
            }
            Stmt::Fence(order) => {
                if order == Order::SeqCst && !empty {
                    return None;
                }
                state.threads[thread].barriers += usize::from(order.releases());
            }
            Stmt::Lock(mutex) => {
                if !empty || state.memory[mutex.0] != 0 {
                    return None;
                }
                state.memory[mutex.0] = 1;
            }
            Stmt::Unlock(mutex) => {
                if !empty {
                    return None;
                }
                state.memory[mutex.0] = 0;
            }
            Stmt::TryLock { reg, mutex } => {
                if !empty {
                    return None;
                }
                let busy = std::mem::replace(&mut state.memory[mutex.0], 1);
                state.threads[thread].local.registers[reg.0] = busy;
            }
            Stmt::If { .. }
            | Stmt::Fill { .. }
            | Stmt::Create(_)
            | Stmt::Join(_)
            | Stmt::Signal { .. }
            | Stmt::Wait { .. }
            | Stmt::Enqueue { .. }
            | Stmt::Wake(_) => return None,
        }
        state.threads[thread].local.next += 1;
        Some(state)
    }

    /// The states after one store has left a buffer of the thread.
    fn flushes(&self, thread: usize, model: Model) -> Vec<State> {
        let buffer = &self.threads[thread].buffer;
        let may_leave = |at: &usize| {
            let store = &buffer[*at];
            match model {
                Model::Pso => buffer[..*at]
                    .iter()
                    .all(|older| older.loc != store.loc && older.barriers == store.barriers),
                Model::Sc | Model::Tso | Model::C11 => *at == 0,
            }
        };
        let flush = |at: usize| {
            let mut state = self.clone();
            let store = state.threads[thread].buffer.remove(at);
            state.memory[store.loc.0] = store.value;
            state
        };
        (0..buffer.len()).filter(may_leave).map(flush).collect()
    }
}
