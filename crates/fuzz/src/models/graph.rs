//! All candidate graphs of a program: every choice of what each read reads from and of an order of the writes to each location.
//!
//! A graph is built by adding events in program order; a read takes any write that is already there, so the union of program
//! order and reads-from has no circle (every model here asks for that). Graphs that are built in different orders are the same
//! graph and are kept once. Nothing else is left out here but what no model allows: two read-modify-writes that read from the
//! same write, and orders of writes that put something between the two halves of a read-modify-write.

use std::collections::HashSet;

use super::program::{Instr, Loc, Local, Order, Program, Stmt, Update, Waiters, flatten};
use super::relation::MOST;

/// An event by thread and position in it; the initial write of a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    Initial(Loc),
    Event { thread: usize, index: usize },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    Read(Source),
    Write,
    Fence,
    /// A thread starts another one, which begins; a thread ends, and is joined.
    Create(usize),
    Begin,
    End,
    Join(usize),
}

impl Deed {
    /// Whether it is a matter of threads, and not of memory.
    pub fn is_of_threads(self) -> bool {
        matches!(self, Deed::Create(_) | Deed::Begin | Deed::End | Deed::Join(_))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    pub deed: Deed,
    /// None for fences.
    pub loc: Option<Loc>,
    pub value: i64,
    pub order: Order,
    /// Half of a read-modify-write (also of one that fails, which has no write).
    pub rmw: bool,
    /// Part of a lock or unlock.
    pub locks: bool,
}

/// What each thread did, and what it reads from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    pub threads: Vec<Vec<Event>>,
    pub locals: Vec<Local>,
    /// Where a thread waits for ever, and the value that it waits for in vain.
    pub in_vain: Vec<Option<(Loc, i64)>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the program has too many graphs")]
pub struct TooLarge;

/// Complete choices of reads-from, and those in which a thread is stuck at a lock, or waits for ever.
#[derive(Debug)]
pub struct Readings {
    pub complete: Vec<Reading>,
    pub stuck: Vec<Reading>,
}

/// Every choice of reads-from, each once. `torn`: read-modify-writes need not be whole.
pub fn readings(program: &Program, most: usize, torn: bool) -> Result<Readings, TooLarge> {
    let code: Vec<Vec<Instr>> = program.threads.iter().map(|body| flatten(body)).collect();
    let mut start = Reading {
        threads: vec![Vec::new(); code.len()],
        locals: vec![Local::new(program); code.len()],
        in_vain: vec![None; code.len()],
    };
    // If `main` is a thread, the others begin when it creates them.
    if let Some(main) = program.main() {
        start.threads[main].push(of_threads(Deed::Begin));
    }
    start.run_to_reads(&code);
    let mut seen: HashSet<Reading> = HashSet::from([start.clone()]);
    let mut open = vec![start];
    let mut found = Readings { complete: Vec::new(), stuck: Vec::new() };
    while let Some(reading) = open.pop() {
        let successors = reading.successors(&code, torn);
        if successors.is_empty() {
            let ends = reading.in_vain.iter().all(Option::is_none)
                && (0..code.len()).all(|thread| reading.clone().wanted(&code, thread).is_none());
            (if ends { &mut found.complete } else { &mut found.stuck }).push(reading);
            continue;
        }
        for successor in successors {
            if seen.insert(successor.clone()) {
                open.push(successor);
            }
        }
        if seen.len() > most {
            return Err(TooLarge);
        }
    }
    let events = found.complete.iter().map(|reading| reading.events(program));
    if events.max().is_some_and(|events| events > MOST) { Err(TooLarge) } else { Ok(found) }
}

fn of_threads(deed: Deed) -> Event {
    Event { deed, loc: None, value: 0, order: Order::Plain, rmw: false, locks: false }
}

impl Reading {
    fn events(&self, program: &Program) -> usize {
        program.locations.len() + self.threads.iter().map(Vec::len).sum::<usize>()
    }

    /// Everything that is not a read happens at once: that only gives reads more to choose from.
    fn run_to_reads(&mut self, code: &[Vec<Instr>]) {
        while (0..code.len()).any(|thread| self.is_running(thread) && self.turn(code, thread)) {}
    }

    /// A thread that others create is there.
    fn is_running(&self, thread: usize) -> bool {
        let begins = |events: &Vec<Event>| events.first().map(|event| event.deed);
        let has_main = self.threads.iter().any(|events| begins(events) == Some(Deed::Begin));
        !has_main || begins(&self.threads[thread]) == Some(Deed::Begin)
    }

    /// Creates or joins a thread, or ends: whether something was done.
    fn turn(&mut self, code: &[Vec<Instr>], thread: usize) -> bool {
        self.run_one_to_reads(code, thread);
        if self.in_vain[thread].is_some() {
            return false;
        }
        let ended = |events: &Vec<Event>| events.last().is_some_and(|last| last.deed == Deed::End);
        let deed = match self.locals[thread].statement(&code[thread]) {
            Some(&Stmt::Create(other)) => {
                self.threads[other].push(of_threads(Deed::Begin));
                Deed::Create(other)
            }
            Some(&Stmt::Join(other)) if ended(&self.threads[other]) => Deed::Join(other),
            Some(_) => return false,
            None => {
                let begins = self.threads[thread].first().is_some_and(|it| it.deed == Deed::Begin);
                if !begins || ended(&self.threads[thread]) {
                    return false;
                }
                Deed::End
            }
        };
        self.locals[thread].next += 1;
        self.threads[thread].push(of_threads(deed));
        true
    }

    fn run_one_to_reads(&mut self, code: &[Vec<Instr>], thread: usize) {
        while self.wanted(code, thread).is_none() && self.in_vain[thread].is_none() {
            let local = &mut self.locals[thread];
            let Some(stmt) = local.statement(&code[thread]) else { break };
            let event = |deed, loc, value, order, locks| Event {
                deed,
                loc,
                value,
                order,
                rmw: false,
                locks,
            };
            let event = match *stmt {
                Stmt::Store { loc, value, order } => {
                    event(Deed::Write, Some(loc), local.value(value), order, false)
                }
                Stmt::Unlock(mutex) => event(Deed::Write, Some(mutex), 0, Order::Release, true),
                Stmt::Fence(order) => event(Deed::Fence, None, 0, order, false),
                Stmt::Load { .. }
                | Stmt::Rmw { .. }
                | Stmt::Fill { .. }
                | Stmt::Create(_)
                | Stmt::Join(_)
                | Stmt::Lock(_)
                | Stmt::TryLock { .. }
                | Stmt::Signal { .. }
                | Stmt::Wait { .. }
                | Stmt::Enqueue { .. }
                | Stmt::Wake(_)
                | Stmt::Await { .. }
                | Stmt::If { .. } => break,
            };
            local.next += 1;
            self.threads[thread].push(event);
        }
    }

    /// The location that the thread reads next.
    fn wanted(&mut self, code: &[Vec<Instr>], thread: usize) -> Option<Loc> {
        if self.in_vain[thread].is_some() || !self.is_running(thread) {
            return None;
        }
        match *self.locals[thread].statement(&code[thread])? {
            Stmt::Load { loc, .. } | Stmt::Rmw { loc, .. } | Stmt::Await { loc, .. } => Some(loc),
            Stmt::Lock(mutex) | Stmt::TryLock { mutex, .. } => Some(mutex),
            Stmt::Signal { condition, .. }
            | Stmt::Enqueue { condition, .. }
            | Stmt::Wake(condition) => Some(condition),
            Stmt::Wait { .. }
            | Stmt::Store { .. }
            | Stmt::Fill { .. }
            | Stmt::Create(_)
            | Stmt::Join(_)
            | Stmt::Unlock(_)
            | Stmt::Fence(_)
            | Stmt::If { .. } => None,
        }
    }

    fn successors(&self, code: &[Vec<Instr>], torn: bool) -> Vec<Reading> {
        let mut successors = Vec::new();
        for thread in 0..code.len() {
            let mut at_read = self.clone();
            let Some(loc) = at_read.wanted(code, thread) else { continue };
            let awaits = at_read.locals[thread].statement(&code[thread]);
            if let Some(&Stmt::Await { loc, value, .. }) = awaits {
                let mut waiting = at_read.clone();
                waiting.in_vain[thread] = Some((loc, value));
                successors.push(waiting);
            }
            if let Some(&Stmt::Enqueue { early, .. }) = awaits
                && !at_read.locals[thread].woke_early
            {
                let mut awake = at_read.clone();
                awake.locals[thread].woke_early = true;
                awake.locals[thread].next = early;
                awake.run_to_reads(code);
                successors.push(awake);
            }
            for source in self.writes(loc) {
                let mut next = at_read.clone();
                let free = torn || !self.is_updated(source);
                if let Some(&Stmt::Signal { all, .. }) = awaits {
                    for after in Waiters::of(self.value_of(source)).signal(all) {
                        let mut next = at_read.clone();
                        if next.operate(thread, loc, source, after, free) {
                            next.run_to_reads(code);
                            successors.push(next);
                        }
                    }
                    continue;
                }
                if next.read(&code[thread], thread, loc, source, free) {
                    next.run_to_reads(code);
                    successors.push(next);
                }
            }
        }
        successors
    }

    /// The writes to a location, the initial one first.
    fn writes(&self, loc: Loc) -> Vec<Source> {
        let mut writes = vec![Source::Initial(loc)];
        for (thread, events) in self.threads.iter().enumerate() {
            for (index, event) in events.iter().enumerate() {
                if event.deed == Deed::Write && event.loc == Some(loc) {
                    writes.push(Source::Event { thread, index });
                }
            }
        }
        writes
    }

    fn value_of(&self, source: Source) -> i64 {
        match source {
            Source::Initial(_) => 0,
            Source::Event { thread, index } => self.threads[thread][index].value,
        }
    }

    /// Does something to a condition variable: a read-modify-write that orders nothing else.
    fn operate(
        &mut self,
        thread: usize,
        loc: Loc,
        source: Source,
        after: Waiters,
        free: bool,
    ) -> bool {
        let (loc, order, rmw, locks) = (Some(loc), Order::Relaxed, true, true);
        let value = self.value_of(source);
        self.locals[thread].next += 1;
        let events = &mut self.threads[thread];
        events.push(Event { deed: Deed::Read(source), loc, value, order, rmw, locks });
        let value = after.value();
        events.push(Event { deed: Deed::Write, loc, value, order, rmw, locks });
        free
    }

    /// Adds the read, and the write of a read-modify-write, if one may be made of the source; false if that is not possible.
    fn read(
        &mut self,
        code: &[Instr],
        thread: usize,
        loc: Loc,
        source: Source,
        free: bool,
    ) -> bool {
        let value = self.value_of(source);
        let local = &mut self.locals[thread];
        let Some(stmt) = local.statement(code) else { return false };
        let (order, written, locks) = match *stmt {
            Stmt::Load { reg, order, .. } => {
                local.registers[reg.0] = value;
                (order, None, false)
            }
            Stmt::Await { value: wanted, order, .. } => {
                if value != wanted {
                    return false;
                }
                (order, None, false)
            }
            Stmt::Lock(_) => {
                if value != 0 {
                    return false;
                }
                (Order::Acquire, Some((1, Order::Relaxed)), true)
            }
            Stmt::TryLock { reg, .. } => {
                local.registers[reg.0] = value;
                match value {
                    0 => (Order::Acquire, Some((1, Order::Relaxed)), true),
                    _ => (Order::Relaxed, None, true),
                }
            }
            Stmt::Enqueue { .. } => {
                let after = Waiters::of(value).enqueue(thread);
                return self.operate(thread, loc, source, after, free);
            }
            Stmt::Wake(_) => {
                let after = Waiters::of(value).woken(thread);
                return after.is_some_and(|after| self.operate(thread, loc, source, after, free));
            }
            Stmt::Rmw { reg, update, order, .. } => {
                let written = local.updated(update, value).map(|new| (new, order.of_write()));
                local.registers[reg.0] = value;
                let order = match update {
                    Update::Compare { failure, .. } if written.is_none() => failure,
                    Update::Compare { .. } | Update::Add(_) | Update::Exchange(_) => {
                        order.of_read()
                    }
                };
                (order, written, false)
            }
            Stmt::Store { .. }
            | Stmt::Fill { .. }
            | Stmt::Create(_)
            | Stmt::Join(_)
            | Stmt::Unlock(_)
            | Stmt::Fence(_)
            | Stmt::Signal { .. }
            | Stmt::Wait { .. }
            | Stmt::If { .. } => {
                return false;
            }
        };
        local.next += 1;
        let rmw = matches!(stmt, Stmt::Rmw { .. } | Stmt::Lock(_) | Stmt::TryLock { .. });
        if written.is_some() && !free {
            return false;
        }
        let loc = Some(loc);
        let events = &mut self.threads[thread];
        events.push(Event { deed: Deed::Read(source), loc, value, order, rmw, locks });
        if let Some((value, order)) = written {
            events.push(Event { deed: Deed::Write, loc, value, order, rmw, locks });
        }
        true
    }

    /// Whether a read-modify-write reads from this write and writes.
    fn is_updated(&self, source: Source) -> bool {
        self.threads.iter().any(|events| {
            events.windows(2).any(|pair| {
                pair[0].deed == Deed::Read(source)
                    && pair[0].rmw
                    && pair[1].rmw
                    && pair[1].deed == Deed::Write
            })
        })
    }

    /// For each location, every order of its writes that respects program order and keeps read-modify-writes whole, unless they
    /// may be torn.
    pub fn orders(&self, program: &Program, torn: bool) -> Vec<Vec<Vec<Source>>> {
        let of = |loc| {
            let writes = self.writes(Loc(loc));
            let mut found = Vec::new();
            self.extend(&mut vec![writes[0]], &writes, torn, &mut found);
            found
        };
        (0..program.locations.len()).map(of).collect()
    }

    fn extend(
        &self,
        order: &mut Vec<Source>,
        writes: &[Source],
        torn: bool,
        found: &mut Vec<Vec<Source>>,
    ) {
        if order.len() == writes.len() {
            found.push(order.clone());
            return;
        }
        let last = order[order.len() - 1];
        for &write in writes {
            let earlier = |other: &Source| match (*other, write) {
                (
                    Source::Event { thread: one, index: before },
                    Source::Event { thread: two, index: after },
                ) => one == two && before < after,
                _ => false,
            };
            let in_order =
                writes.iter().filter(|other| earlier(other)).all(|other| order.contains(other));
            let whole = self.updated_by(write).map_or(!self.is_updated(last), |read| read == last);
            if !order.contains(&write) && in_order && (whole || torn) {
                order.push(write);
                self.extend(order, writes, torn, found);
                order.pop();
            }
        }
    }

    /// What the read-modify-write of this write reads from.
    fn updated_by(&self, write: Source) -> Option<Source> {
        let Source::Event { thread, index } = write else { return None };
        let events = &self.threads[thread];
        if !events[index].rmw {
            return None;
        }
        match events[index.checked_sub(1)?].deed {
            Deed::Read(source) => Some(source),
            _ => None,
        }
    }

    /// Whether every wait in vain is one: in the end, the location has another value.
    pub fn waits_in_vain(&self, orders: &[&Vec<Source>]) -> bool {
        self.in_vain.iter().flatten().all(|(loc, wanted)| {
            let order = orders[loc.0];
            self.value_of(order[order.len() - 1]) != *wanted
        })
    }

    /// Registers, then the last values of the locations that are not mutexes.
    pub fn outcome(&self, program: &Program, orders: &[&Vec<Source>]) -> Vec<i64> {
        let mut outcome = vec![0; program.registers.len()];
        for local in &self.locals {
            for (value, own) in outcome.iter_mut().zip(&local.registers) {
                // A register that the thread does not use stays 0.
                *value += own;
            }
        }
        for (location, order) in program.locations.iter().zip(orders) {
            if location.kind.has_value() {
                outcome.push(self.value_of(order[order.len() - 1]));
            }
        }
        outcome
    }
}
