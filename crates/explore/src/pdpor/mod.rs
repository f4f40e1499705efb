//! Property-driven partial-order reduction (Chu, "Interpolation methods for symbolic execution", 2012, chapter 5): persistent sets
//! that ask for less than independence.
//!
//! A set of threads is enough in a state if whatever the others do before could as well come after the next steps of the
//! set. For that the two need not commute; it is enough that what goes wrong in the order that is left out goes wrong in the one
//! that is explored. A step `t` of the set *semi-commutes* with a step `u` of another thread, `t ↑ u`, if in every state in which both can be made
//!
//! 1. both orders take both threads to the same place with the same registers (those that may still be read);
//! 2. every check that fails in `u t` fails in `t u`, the same check: findings are told apart by place, so what was worked out for one
//!    says nothing about another;
//! 3. the memory after both orders is the same, but for cells that nobody can read any more, and for *counters*, which may hold more
//!    after `t u` than after `u t`.
//!
//! Both steps have a shape (`shape.rs`), and shapes never wait, so neither keeps the other from being made. Why it is sound: take a run
//! in which a check fails, and in it the first step of the set. (If there is none, the next step of the set can still be made at
//! the end.) Moved forward over one step after the other it meets only steps that it does not interfere with or that it
//! semi-commutes with; each time, the same check still fails: in one of the two steps by (2), or in what follows, because that begins in
//! the same state but for what nobody reads and for counters that hold more, and takes the same course:
//!
//! **Counters.** A set of cells is one of counters (`counters.rs`) if all that any thread may still do with them has a shape and is one of these: `c = k·d + n` for
//! counters `c` and `d` with constants `k ≥ 0` and `n`; a check that fails for more if it fails for less. So they decide no branch and no address, reach no register and no other
//! cell. Each of these is monotone as long as nothing wraps around, so a run from a state with more in its counters fails wherever
//! the same run from one with less does. How much counters can still grow is known if no step can be repeated: from that follows an
//! interval for each of them, in which nothing that follows can wrap around. This is the condition that the thesis calls `Ψ_trace`. It is asked of the state, and if the set is used
//! it joins what is learnt about the node, as do values of registers that shapes depend on. In other states: no semi-commutation.
//!
//! Whether `t ↑ u` holds is a question to the solver over all values of cells (within that interval, for counters) and of registers; it depends on
//! the shapes alone and is asked once. Resource counters (`+n` before `·k` before `−n`), flags that are only ever set to one
//! value, and updates that commute, such as a `fetch_add` whose result is unused, are the cases in which the answer is yes, but nothing is said about
//! them here: the solver finds them by itself. What has no shape, and what the solver does not decide, depends on everything it
//! touches, as in `persistent.rs`.
//!
//! **Properties.** Counters are for checks and invariants alone (`assert`). Steps that commute exactly reach the same states in both orders, so deadlocks and the misuse of
//! memory are found as well. Data races and overflows are a matter of the order itself: with these, as in a slice, where some values are
//! any values, this is the same as `persistent.rs`; but where data races alone are looked for, there is `lockset/`.

mod counters;
mod execute;
mod future;
mod linear;
mod pairs;
mod shape;

use std::rc::Rc;

use raddle_expr::TermId;
use raddle_ir::Reg;
use raddle_machine::{Access, Cell, Machine, Property, State, ThreadId, Value};
use raddle_pointsto::Position;
use raddle_reduce::Broken;
use rustc_hash::FxHashMap;

use crate::persistent::{Futures, firsts};
use counters::Counters;
use future::{ComingSteps, Future};
use pairs::{Given, Pairs, Relation};
use shape::Shape;

/// The reduction, with what it has found out so far.
#[derive(Debug)]
pub(crate) struct SemiCommutation {
    coming: ComingSteps,
    /// Shapes with values for registers.
    instances: FxHashMap<(u32, Registers), Rc<Shape>>,
    pairs: Pairs,
    broken: Option<Broken>,
    /// How often a thread was left out that a persistent set would have had to contain.
    pub left_out: u64,
}

/// The threads to try in a state, and what that was concluded from.
pub(crate) struct Choice {
    pub threads: Vec<ThreadId>,
    /// Conditions on the cells of the state.
    pub conditions: Vec<TermId>,
}

/// Registers and what they hold.
type Registers = Vec<(Reg, u64)>;

/// A register whose value matters.
type Pin = (Cell, u32, u64);

/// A step to come of one thread.
pub(super) struct Item {
    thread: ThreadId,
    at: Position,
    /// As its code says, and with the values that registers have.
    general: Rc<Shape>,
    shape: Rc<Shape>,
    pins: Vec<Pin>,
    repeats: bool,
}

impl Item {
    /// Whether all registers that it reads are known to hold small numbers.
    fn has_small_registers(&self) -> bool {
        let small = |&(_, bits, word): &Pin| {
            let value = raddle_summary::number(word, bits, true);
            0 <= value && value <= counters::range_of_width(bits)
        };
        self.pins.len() == self.general.registers.len() && self.pins.iter().all(small)
    }
}

/// All that may still happen.
pub(super) struct Outlook {
    items: Vec<Item>,
    rests: Vec<(ThreadId, Rc<Future>)>,
}

/// What questions about steps are answered from.
pub(super) struct Scene<'a, 'p> {
    machine: &'a mut Machine<'p>,
    futures: &'a Futures,
    pairs: &'a mut Pairs,
    outlook: &'a Outlook,
}

/// What has to hold so that a thread can be left out.
#[derive(Default)]
struct Need {
    pins: Vec<Pin>,
    intervals: Vec<(Cell, i128, i128)>,
}

impl SemiCommutation {
    pub fn new(broken: Option<Broken>) -> SemiCommutation {
        SemiCommutation {
            coming: ComingSteps::default(),
            instances: FxHashMap::default(),
            pairs: Pairs::new(broken),
            broken,
            left_out: 0,
        }
    }

    pub fn asked(&self) -> u64 {
        self.pairs.asked
    }

    /// The smallest set found of threads whose next steps nobody interferes with, or semi-commute with what does.
    pub fn persistent_set(
        &mut self,
        machine: &mut Machine<'_>,
        futures: &mut Futures,
        state: &State,
        next: &[(ThreadId, Vec<Access>)],
        due: Option<ThreadId>,
    ) -> Choice {
        let outlook = self.outlook(machine, futures, state);
        let pairs = &mut self.pairs;
        let scene = Scene { machine, futures, pairs, outlook: &outlook };
        let (broken, counters) = (self.broken, Counters::default());
        let mut closure = Closure { scene, counters, state, next, broken, skipped: 0 };
        let mut best: Option<(Vec<ThreadId>, Need, u64)> = None;
        for first in firsts(next, due) {
            closure.skipped = 0;
            let Some((threads, need)) = closure.of(first) else { continue };
            let skipped = closure.skipped;
            let better = best.as_ref().is_none_or(|(known, _, _)| threads.len() < known.len());
            if better {
                best = Some((threads, need, skipped));
            }
            if best.as_ref().is_some_and(|(known, _, _)| known.len() == 1) {
                break;
            }
        }
        let Some((threads, need, skipped)) = best else {
            let threads = next.iter().map(|(thread, _)| *thread).collect();
            return Choice { threads, conditions: Vec::new() };
        };
        self.left_out += skipped;
        let dropped = self.broken == Some(Broken::TraceConditionDropped);
        let conditions = if dropped { Vec::new() } else { need.conditions(machine) };
        Choice { threads, conditions }
    }

    fn outlook(
        &mut self,
        machine: &mut Machine<'_>,
        futures: &mut Futures,
        state: &State,
    ) -> Outlook {
        let mut outlook = Outlook { items: Vec::new(), rests: Vec::new() };
        for thread in state.threads.iter().filter(|thread| thread.is_running()) {
            let future = self.coming.of_thread(machine, futures, state, thread.id);
            let frame = thread.top();
            let here = Position { func: frame.func, block: frame.block, inst: frame.inst as u32 };
            for step in &future.steps {
                let pinned = step.at == here && !step.repeats;
                let (shape, pins) = if pinned {
                    self.instance(machine, state, thread.id, &step.shape)
                } else {
                    (step.shape.clone(), Vec::new())
                };
                outlook.items.push(Item {
                    thread: thread.id,
                    at: step.at,
                    general: step.shape.clone(),
                    shape,
                    pins,
                    repeats: step.repeats,
                });
            }
            outlook.rests.push((thread.id, future));
        }
        outlook
    }

    /// A shape with the values that the registers of a thread have where it stands.
    fn instance(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        thread: ThreadId,
        shape: &Rc<Shape>,
    ) -> (Rc<Shape>, Vec<Pin>) {
        let frames = &state.thread(thread).frames;
        let depth = frames.len() - 1;
        let mut values = Vec::new();
        let mut pins = Vec::new();
        let mut replacements = FxHashMap::default();
        for &(reg, variable) in &shape.registers {
            let Value::Word(word) = frames[depth].regs[reg.0 as usize] else { continue };
            let bits = machine.terms.width(variable);
            values.push((reg, word));
            pins.push((Cell::Register { thread, depth: depth as u32, reg }, bits, word));
            let constant = machine.terms.constant(bits, u128::from(word));
            replacements.insert(variable, constant);
        }
        if values.is_empty() {
            return (shape.clone(), pins);
        }
        let key = (shape.id, values);
        if let Some(known) = self.instances.get(&key) {
            return (known.clone(), pins);
        }
        let id = self.coming.shapes.next_id();
        let instance = Rc::new(shape.replaced(machine, &replacements, id));
        self.instances.insert(key, instance.clone());
        (instance, pins)
    }
}

impl Need {
    fn add(&mut self, other: Need) {
        for pin in other.pins {
            if !self.pins.contains(&pin) {
                self.pins.push(pin);
            }
        }
        for interval in other.intervals {
            if !self.intervals.contains(&interval) {
                self.intervals.push(interval);
            }
        }
    }

    /// As terms over the cells of the state.
    fn conditions(&self, machine: &mut Machine<'_>) -> Vec<TermId> {
        let mut conditions = Vec::new();
        for &(cell, bits, word) in &self.pins {
            let variable = machine.cell_variable(cell, bits);
            let constant = machine.terms.constant(bits, u128::from(word));
            conditions.push(machine.terms.eq(variable, constant));
        }
        for &(cell, low, high) in &self.intervals {
            if let Some(variable) = shape::variable(machine, cell) {
                conditions.push(counters::within(machine, variable, low, high));
            }
        }
        conditions
    }
}

impl Outlook {
    fn items_of(&self, thread: ThreadId) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.thread == thread)
    }
}

impl Scene<'_, '_> {
    /// Whether what a thread does outside of steps that have a shape may interfere with accesses to some bytes.
    fn interfere(&self, bytes: &[Bytes], thread: ThreadId, future: &Future) -> bool {
        let interferes =
            |own: &Bytes| self.futures.interferes(self.machine, thread, &future.rest, *own);
        bytes.iter().any(interferes)
    }

    fn ask(&mut self, first: &Shape, second: &Shape, given: Given) -> Option<Relation> {
        self.pairs.ask(self.machine, first, second, given)
    }
}

/// A set of threads in the making.
struct Closure<'a, 'p> {
    scene: Scene<'a, 'p>,
    counters: Counters,
    state: &'a State,
    next: &'a [(ThreadId, Vec<Access>)],
    broken: Option<Broken>,
    /// Threads that semi-commute although they interfere.
    skipped: u64,
}

/// Bytes that a step accesses.
type Bytes = (raddle_machine::ObjectId, u64, u64, bool);

impl<'a> Closure<'a, '_> {
    /// A thread, and whoever may interfere with what it and they do next; `None` if somebody among them cannot move.
    fn of(&mut self, first: ThreadId) -> Option<(Vec<ThreadId>, Need)> {
        let mut set = vec![first];
        let mut need = Need::default();
        let mut at = 0;
        while at < set.len() {
            let (_, accesses) = self.next.iter().find(|(thread, _)| *thread == set[at])?;
            let made: Vec<Bytes> = accesses
                .iter()
                .map(|access| (access.object, access.start, access.end, access.write))
                .collect();
            let (others, own) = self.interfering(set[at], &made, &set);
            need.add(own);
            for thread in others {
                self.next.iter().find(|(enabled, _)| *enabled == thread)?;
                set.push(thread);
            }
            at += 1;
        }
        Some((set, need))
    }

    /// The threads that may interfere with the next step of one, and what has to hold so that the others do not.
    fn interfering(
        &mut self,
        thread: ThreadId,
        made: &[Bytes],
        set: &[ThreadId],
    ) -> (Vec<ThreadId>, Need) {
        let plain = self.touching(made, set);
        let step = self.next_item(thread);
        let (Some(step), false) = (step, plain.is_empty()) else { return (plain, Need::default()) };
        // Others may change what the step reads, and so which way it goes.
        let mut all = made.to_vec();
        all.extend(step.general.cells.iter().filter_map(|&(cell, write)| match cell {
            Cell::Memory { object, offset, size } => {
                Some((object, offset, offset + u64::from(size), write))
            }
            Cell::Register { .. } | Cell::Base { .. } | Cell::Owner { .. } => None,
        }));
        let mut found = Vec::new();
        let mut need = Need::default();
        let mut skipped = 0;
        for other in self.touching(&all, set) {
            match self.semi_commutes_with_all(step, &all, other) {
                Some(own) => {
                    need.add(own);
                    skipped += 1;
                }
                None => found.push(other),
            }
        }
        if skipped == 0 {
            return (plain, Need::default());
        }
        self.skipped += skipped;
        (found, need)
    }

    fn next_item(&self, thread: ThreadId) -> Option<&'a Item> {
        let frame = self.state.thread(thread).top();
        let here = Position { func: frame.func, block: frame.block, inst: frame.inst as u32 };
        self.scene.outlook.items.iter().find(|item| item.thread == thread && item.at == here)
    }

    /// Threads outside of the set that may still touch some bytes.
    fn touching(&self, bytes: &[Bytes], set: &[ThreadId]) -> Vec<ThreadId> {
        let outlook = self.scene.outlook;
        let outside = outlook.rests.iter().filter(|(thread, _)| !set.contains(thread));
        let touches = |(thread, future): &&(ThreadId, Rc<Future>)| {
            self.scene.interfere(bytes, *thread, future)
                || outlook.items_of(*thread).any(|item| conflict(bytes, &item.general))
        };
        outside.filter(touches).map(|(thread, _)| *thread).collect()
    }

    /// What has to hold so that a step semi-commutes with all that a thread may still do; `None` if nothing helps.
    fn semi_commutes_with_all(
        &mut self,
        step: &Item,
        bytes: &[Bytes],
        other: ThreadId,
    ) -> Option<Need> {
        let outlook: &'a Outlook = self.scene.outlook;
        let (_, future) = outlook.rests.iter().find(|(thread, _)| *thread == other)?;
        if self.scene.interfere(bytes, other, future) {
            return None;
        }
        let mut need = Need::default();
        for item in outlook.items_of(other).filter(|item| conflict(bytes, &item.general)) {
            need.add(self.semi_commutes(step, item)?);
        }
        Some(need)
    }

    /// What has to hold so that a step may come before another one; `None` if nothing helps.
    fn semi_commutes(&mut self, step: &Item, other: &Item) -> Option<Need> {
        let Closure { scene, counters, .. } = self;
        let forgotten = self.broken == Some(Broken::DifferencesForgotten);
        let unread = counters.unread(scene, [step, other], forgotten);
        let given = Given { unread, ..Given::default() };
        if scene.ask(&step.general, &other.general, given.clone()).is_some() {
            return Some(Need::default());
        }
        let properties = scene.machine.config.properties;
        if properties.contains(Property::Memory) || properties.contains(Property::Deadlock) {
            return None;
        }
        let growing = counters.of_pair(scene, [step, other]);
        let given = Given { counters: growing.clone(), ..given };
        // One question for all small values of registers is better than one for each.
        let small = Given { small_registers: true, ..given.clone() };
        let of_small = (step.has_small_registers() && other.has_small_registers())
            .then(|| scene.ask(&step.general, &other.general, small));
        let relation = match of_small.flatten() {
            Some(relation) => relation,
            None => scene.ask(&step.shape, &other.shape, given)?,
        };
        let need = counters.need(scene, [step, other], &growing, &relation.differing)?;
        let overlooked = self.broken == Some(Broken::WrappingOverlooked);
        let holds = overlooked || counters::holds(scene.machine, self.state, &need.intervals);
        holds.then_some(need)
    }
}

/// Whether the order of some accesses and a step matters.
fn conflict(bytes: &[Bytes], shape: &Shape) -> bool {
    shape.cells.iter().any(|&(cell, written)| {
        let Cell::Memory { object, offset, size } = cell else { return false };
        bytes.iter().any(|&(own, start, end, write)| {
            own == object && (write || written) && start < offset + u64::from(size) && offset < end
        })
    })
}
