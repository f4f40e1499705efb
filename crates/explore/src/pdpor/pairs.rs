//! Whether one step may come before another: the question to the solver, and its answers.

use raddle_expr::{Sort, TermId};
use raddle_machine::{Cell, Machine};
use raddle_reduce::Broken;
use raddle_solver::{Answer, Effort, Path};
use rustc_hash::FxHashMap;

use super::counters;
use super::shape::{self, Shape};

/// How the first of two steps may come first.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    /// Counters that may hold more then.
    pub differing: Vec<Cell>,
}

/// What is taken for granted in a question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Given {
    /// Cells that nobody reads any more: they may hold anything.
    pub unread: Vec<Cell>,
    /// Cells that do not wrap around, and may hold more.
    pub counters: Vec<Cell>,
    /// Registers are neither negative nor too large for a counter.
    pub small_registers: bool,
}

type Key = (u32, u32, Given);

/// What one question may take: some 500 milliseconds of work.
const LONGEST: Effort = Effort(12_500_000);

#[derive(Debug)]
pub(super) struct Pairs {
    known: FxHashMap<Key, Option<Relation>>,
    /// Whether the checks of a step fail for more in some counters if they fail for less.
    one_sided: FxHashMap<(u32, Vec<Cell>), bool>,
    broken: Option<Broken>,
    pub asked: u64,
}

/// Memory, registers and failed checks after two steps.
struct Both {
    memory: FxHashMap<Cell, TermId>,
    outs: [Vec<TermId>; 2],
    fails: Vec<(shape::Check, TermId)>,
}

impl Pairs {
    pub fn new(broken: Option<Broken>) -> Pairs {
        let (known, one_sided) = (FxHashMap::default(), FxHashMap::default());
        Pairs { known, one_sided, broken, asked: 0 }
    }

    /// Whether `first ↑ second`.
    pub fn ask(
        &mut self,
        machine: &mut Machine<'_>,
        first: &Shape,
        second: &Shape,
        given: Given,
    ) -> Option<Relation> {
        let (first, second) = match self.broken {
            Some(Broken::SemiCommutationReversed) => (second, first),
            _ => (first, second),
        };
        let key = (first.id, second.id, given);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let relation = self.question(machine, first, second, &key.2);
        self.known.insert(key, relation.clone());
        relation
    }

    fn question(
        &mut self,
        machine: &mut Machine<'_>,
        first: &Shape,
        second: &Shape,
        Given { unread, counters, small_registers }: &Given,
    ) -> Option<Relation> {
        let cells = first.cells.iter().chain(&second.cells);
        let overlapping = |&(a, _): &(Cell, bool)| {
            second.cells.iter().any(|&(b, _)| shape::overlap(a, b) && a != b)
        };
        if first.cells.iter().any(overlapping) {
            return None;
        }
        let mut cells: Vec<Cell> = cells.map(|&(cell, _)| cell).collect();
        cells.sort_unstable();
        cells.dedup();
        let mut assumed = Vec::new();
        // Registers of different threads are different, also if the code is the same.
        let other_names: FxHashMap<TermId, TermId> = first
            .registers
            .iter()
            .map(|&(reg, variable)| {
                let sort = Sort::Bits(machine.terms.width(variable));
                (variable, machine.terms.var(&format!("first {reg}:{sort:?}"), sort))
            })
            .collect();
        if *small_registers {
            let own = second.registers.iter().map(|&(_, variable)| variable);
            for variable in other_names.values().copied().chain(own) {
                let most = counters::range_of_width(machine.terms.width(variable));
                assumed.push(counters::within(machine, variable, 0, most));
            }
        }
        let first = &first.replaced(machine, &other_names, first.id);
        let explored = after(machine, first, second)?;
        let mut left_out = after(machine, second, first)?;
        left_out.outs.reverse();
        let mut bad = machine.terms.truth(false);
        let mut differing = Vec::new();
        for &cell in cells.iter().filter(|cell| !unread.contains(cell)) {
            let before = shape::variable(machine, cell)?;
            let value = |both: &Both| both.memory.get(&cell).copied().unwrap_or(before);
            let (explored, left_out) = (value(&explored), value(&left_out));
            if explored == left_out {
                continue;
            }
            let wrong = if counters.contains(&cell) {
                differing.push(cell);
                machine.terms.slt(explored, left_out)
            } else {
                machine.terms.ne(explored, left_out)
            };
            bad = machine.terms.or(bad, wrong);
        }
        for (explored, left_out) in explored.outs.iter().zip(&left_out.outs) {
            for (&explored, &left_out) in explored.iter().zip(left_out) {
                let differ = machine.terms.ne(explored, left_out);
                bad = machine.terms.or(bad, differ);
            }
        }
        let hidden = self.hidden(machine, &explored, &left_out);
        bad = machine.terms.or(bad, hidden);
        if machine.terms.is_false(bad) {
            return Some(Relation { differing });
        }
        assumed.push(bad);
        for &cell in counters {
            let variable = shape::variable(machine, cell)?;
            let (low, high) = counters::range_of(cell);
            // Also in the middle and at the end of either order.
            let mut values = vec![variable];
            for writes in [&first.writes, &second.writes] {
                let own = writes.iter().filter(|(written, _)| *written == cell);
                values.extend(own.map(|&(_, value)| value));
            }
            values.extend([&explored, &left_out].iter().filter_map(|both| both.memory.get(&cell)));
            for value in values {
                assumed.push(counters::within(machine, value, low, high));
            }
        }
        self.is_impossible(machine, &assumed).then_some(Relation { differing })
    }

    /// Whether the checks of a step that fail still do if some counters hold more, and nothing wraps around.
    pub fn fails_for_more(
        &mut self,
        machine: &mut Machine<'_>,
        step: &Shape,
        counters: &[Cell],
    ) -> bool {
        let read = |cell: &&Cell| step.reads.contains(cell);
        let mut counters: Vec<Cell> = counters.iter().filter(read).copied().collect();
        counters.sort_unstable();
        if counters.is_empty() || step.fails.is_empty() {
            return true;
        }
        let key = (step.id, counters);
        if let Some(&known) = self.one_sided.get(&key) {
            return known;
        }
        let answer = self.ask_for_more(machine, step, &key.1).is_some();
        self.one_sided.insert(key, answer);
        answer
    }

    fn ask_for_more(
        &mut self,
        machine: &mut Machine<'_>,
        step: &Shape,
        counters: &[Cell],
    ) -> Option<()> {
        let mut replacements = FxHashMap::default();
        let mut assumed = Vec::new();
        for &cell in counters {
            let variable = shape::variable(machine, cell)?;
            let sort = Sort::Bits(machine.terms.width(variable));
            let more = machine.terms.var(&format!("more {cell:?}"), sort);
            replacements.insert(variable, more);
            assumed.push(machine.terms.sle(variable, more));
            let (low, high) = counters::range_of(cell);
            for value in [variable, more] {
                assumed.push(counters::within(machine, value, low, high));
            }
        }
        let with_more = step.replaced(machine, &replacements, step.id);
        for (cell, value) in step.writes.iter().chain(&with_more.writes) {
            if counters.contains(cell) {
                let (low, high) = counters::range_of(*cell);
                assumed.push(counters::within(machine, *value, low, high));
            }
        }
        let mut bad = machine.terms.truth(false);
        for (&(_, less), &(_, more)) in step.fails.iter().zip(&with_more.fails) {
            let holds = machine.terms.not(more);
            let only = machine.terms.and(less, holds);
            bad = machine.terms.or(bad, only);
        }
        if machine.terms.is_false(bad) {
            return Some(());
        }
        assumed.push(bad);
        self.is_impossible(machine, &assumed).then_some(())
    }

    /// Whether conditions exclude each other. What is not decided soon is not worth knowing: an order is explored then.
    fn is_impossible(&mut self, machine: &mut Machine<'_>, conditions: &[TermId]) -> bool {
        self.asked += 1;
        let Machine { solver, terms, .. } = machine;
        let answer = solver.check_within(terms, &Path::new(), conditions, LONGEST);
        match answer {
            Answer::Unsat(_) => true,
            Answer::Sat(_) | Answer::Unknown(_) => false,
        }
    }

    /// The condition under which a check fails in the order that is left out, and not in the one explored.
    fn hidden(&self, machine: &mut Machine<'_>, explored: &Both, left_out: &Both) -> TermId {
        let mut hidden = machine.terms.truth(false);
        for &(check, fails) in &left_out.fails {
            let same = |known: &&(shape::Check, TermId)| {
                known.0 == check || self.broken == Some(Broken::ChecksConfused)
            };
            let mut also = machine.terms.truth(false);
            for &(_, condition) in explored.fails.iter().filter(same) {
                also = machine.terms.or(also, condition);
            }
            let not = machine.terms.not(also);
            let only = machine.terms.and(fails, not);
            hidden = machine.terms.or(hidden, only);
        }
        hidden
    }
}

/// What two steps leave behind, one after the other.
fn after(machine: &mut Machine<'_>, first: &Shape, second: &Shape) -> Option<Both> {
    let mut replacements = FxHashMap::default();
    let mut memory = FxHashMap::default();
    for &(cell, value) in &first.writes {
        replacements.insert(shape::variable(machine, cell)?, value);
        memory.insert(cell, value);
    }
    let later = second.replaced(machine, &replacements, second.id);
    memory.extend(later.writes.iter().copied());
    let mut fails = first.fails.clone();
    fails.extend(later.fails);
    Some(Both { memory, outs: [first.outs.clone(), later.outs], fails })
}
