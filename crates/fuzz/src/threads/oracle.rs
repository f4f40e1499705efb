//! The independent answer: everything a program can do, found by trying everything.
//!
//! [`answer`] visits every reachable state for every choice of inputs, in which a state includes the clocks, so
//! that no interleaving that could race differently is merged with another one.
//! [`count`] merges nothing and follows every interleaving to its end:
//!
//! - `runs`: interleavings summed over the inputs, those that fail, deadlock or are cut by the bound included;
//! - `traces`: Mazurkiewicz traces of the runs that were not cut, summed over the inputs. Two steps of different threads
//!   are dependent if they touch the same object and one of them changes it; a creation touches what all steps of
//!   the new thread touch, the last step of a thread what its join touches. Where an assert or the end of main would
//!   end the run, traces are counted as if it went on: that end is no order between steps of the program.
//!
//! A deadlock is a state in which no thread can move, not all have ended, and the process goes on. With loops there are also
//! states from which threads move for ever without any way to an end: livelocks. `answer` finds both as states from which no
//! end can be reached, without counting on spurious wake-ups: these are followed like any other step, but lead to no end.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use thiserror::Error;

use super::interpret::{Ends, Found, Machine, Object, State, Successor, Touch, Undefined};
use super::program::{Label, Program, Thread, Var};

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// States [`answer`] may visit for one choice of inputs.
    pub states: usize,
    /// Runs [`count`] may follow.
    pub runs: u64,
    /// A run is cut after this many steps.
    pub steps: Option<usize>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { states: 200_000, runs: 200_000, steps: None }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    pub failing: BTreeSet<Label>,
    /// From some state no end can be reached: a deadlock or a livelock.
    pub deadlock: bool,
    /// There is no deadlock, but there would be one if no assert and no end of main ended the process before: some
    /// threads cannot move any more while another one still ends the process. Both answers are right then.
    pub hidden_deadlock: bool,
    /// A thread waits for a mutex that it holds itself. For Raddle that failure is a step of its own.
    pub self_lock: bool,
    pub racy: BTreeSet<Var>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub runs: u64,
    pub traces: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    #[error("the program is not well defined: {0}")]
    Undefined(#[from] Undefined),
    #[error("the program is too large to try everything")]
    TooLarge,
}

/// Everything that can go wrong.
pub fn answer(program: &Program, limits: &Limits) -> Result<Answer, Problem> {
    let mut answer = search(program, limits, Ends::Process)?;
    answer.hidden_deadlock =
        !answer.deadlock && search(program, limits, Ends::OnlyThreads)?.deadlock;
    Ok(answer)
}

fn search(program: &Program, limits: &Limits, ends: Ends) -> Result<Answer, Problem> {
    let mut answer = Answer::default();
    for inputs in choices(&program.inputs) {
        let machine = Machine::new(program, inputs, ends);
        let mut search = Search {
            machine,
            limits,
            answer: &mut answer,
            seen: HashMap::new(),
            predecessors: Vec::new(),
            ends: Vec::new(),
        };
        search.run()?;
    }
    Ok(answer)
}

/// How many interleavings and traces there are; of programs without endless runs only.
pub fn count(program: &Program, limits: &Limits) -> Result<Counts, Problem> {
    let mut counts = Counts::default();
    for inputs in choices(&program.inputs) {
        let machine = Machine::new(program, inputs.clone(), Ends::Process);
        counts.runs += Counting::run(machine, limits)?.runs;
        let machine = Machine::new(program, inputs, Ends::OnlyThreads);
        counts.traces += Counting::run(machine, limits)?.traces;
    }
    Ok(counts)
}

/// Every choice of one value per domain.
pub(super) fn choices(domains: &[Vec<i64>]) -> Vec<Vec<i64>> {
    domains.iter().fold(vec![Vec::new()], |choices, domain| {
        choices
            .iter()
            .flat_map(|choice| {
                domain.iter().map(|&value| {
                    let mut longer = choice.clone();
                    longer.push(value);
                    longer
                })
            })
            .collect()
    })
}

struct Search<'a> {
    machine: Machine<'a>,
    limits: &'a Limits,
    answer: &'a mut Answer,
    /// States, with the number of steps taken where that is limited, and their numbers.
    seen: HashMap<(State, usize), usize>,
    /// For each state the states it was reached from.
    predecessors: Vec<Vec<usize>>,
    /// States in which the run is over or was cut.
    ends: Vec<usize>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), Problem> {
        let initial = self.machine.initial()?;
        self.note(&initial.found);
        let mut pending = vec![((initial.state.clone(), 0), 0)];
        self.seen.insert((initial.state, 0), 0);
        self.predecessors.push(Vec::new());
        while let Some(((state, steps), number)) = pending.pop() {
            if self.limits.steps == Some(steps) || self.machine.finished(&state) || state.ended {
                self.ends.push(number);
                continue;
            }
            for thread in self.machine.threads() {
                self.answer.self_lock |= self.machine.locks_itself(&state, thread);
                for next in self.machine.successors(&state, thread)? {
                    self.note(&next.found);
                    let steps = if self.limits.steps.is_some() { steps + 1 } else { 0 };
                    pending.extend(self.reach((next.state, steps), Some(number)));
                }
                if let Some(next) = self.machine.wakes_spuriously(&state, thread)? {
                    self.note(&next.found);
                    let steps = if self.limits.steps.is_some() { steps + 1 } else { 0 };
                    pending.extend(self.reach((next.state, steps), None));
                }
            }
            if self.seen.len() > self.limits.states {
                return Err(Problem::TooLarge);
            }
        }
        self.answer.deadlock |= self.some_state_without_end();
        Ok(())
    }

    /// Notes that a state was reached, and from which other if that has to lead there; gives it back if it is new.
    fn reach(
        &mut self,
        key: (State, usize),
        from: Option<usize>,
    ) -> Option<((State, usize), usize)> {
        if let Some(&number) = self.seen.get(&key) {
            self.predecessors[number].extend(from);
            return None;
        }
        let number = self.predecessors.len();
        self.predecessors.push(from.into_iter().collect());
        self.seen.insert(key.clone(), number);
        Some((key, number))
    }

    fn some_state_without_end(&self) -> bool {
        let mut ends = vec![false; self.predecessors.len()];
        let mut pending = self.ends.clone();
        while let Some(number) = pending.pop() {
            if !std::mem::replace(&mut ends[number], true) {
                pending.extend(&self.predecessors[number]);
            }
        }
        ends.contains(&false)
    }

    fn note(&mut self, found: &[Found]) {
        for found in found {
            match found {
                Found::Failing(label) => self.answer.failing.insert(*label),
                Found::Racy(var) => self.answer.racy.insert(*var),
            };
        }
    }
}

/// Follows all interleavings of one choice of inputs.
struct Counting<'a> {
    machine: Machine<'a>,
    limits: &'a Limits,
    runs: u64,
    /// Canonical forms of the traces, hashed.
    traces: HashSet<u64>,
    /// The steps of the current run.
    run: Vec<(Thread, Vec<Touch>)>,
}

impl<'a> Counting<'a> {
    fn run(machine: Machine<'a>, limits: &'a Limits) -> Result<Counts, Problem> {
        let initial = machine.initial()?;
        let mut counting =
            Counting { machine, limits, runs: 0, traces: HashSet::new(), run: Vec::new() };
        counting.explore(&initial.state)?;
        Ok(Counts { runs: counting.runs, traces: counting.traces.len() as u64 })
    }

    fn explore(&mut self, state: &State) -> Result<(), Problem> {
        let over = state.ended || self.machine.finished(state);
        let cut = !over && self.limits.steps == Some(self.run.len());
        let mut moved = false;
        if !over && !cut {
            for thread in self.machine.threads() {
                for Successor { state, touches, .. } in self.machine.successors(state, thread)? {
                    moved = true;
                    self.run.push((thread, touches));
                    self.explore(&state)?;
                    self.run.pop();
                }
            }
        }
        if !moved {
            self.runs += 1;
            if !cut {
                self.traces.insert(canonical_form(&self.run));
            }
        }
        if self.runs > self.limits.runs { Err(Problem::TooLarge) } else { Ok(()) }
    }
}

/// Equal for two runs exactly if they are the same trace: each step is described by its thread and by how many
/// steps of each thread must come before it, and the descriptions are put in an order that does not depend on
/// the interleaving.
fn canonical_form(run: &[(Thread, Vec<Touch>)]) -> u64 {
    let threads = run.iter().map(|(thread, _)| thread.0 + 1).max().unwrap_or(0);
    let mut own = vec![vec![0_u32; threads]; threads];
    let mut changes: HashMap<Object, Vec<u32>> = HashMap::new();
    let mut uses: HashMap<Object, Vec<u32>> = HashMap::new();
    let mut steps = Vec::with_capacity(run.len());
    for (thread, touches) in run {
        let mut clock = own[thread.0].clone();
        for touch in touches {
            join(&mut clock, changes.get(&touch.object));
            if touch.writes {
                join(&mut clock, uses.get(&touch.object));
            }
        }
        clock[thread.0] += 1;
        for touch in touches {
            let table = if touch.writes { &mut changes } else { &mut uses };
            join(table.entry(touch.object).or_insert_with(|| vec![0; threads]), Some(&clock));
        }
        steps.push((thread.0, clock[thread.0], clock.clone()));
        own[thread.0] = clock;
    }
    steps.sort();
    let mut hasher = DefaultHasher::new();
    steps.hash(&mut hasher);
    hasher.finish()
}

fn join(clock: &mut [u32], other: Option<&Vec<u32>>) {
    for (ours, theirs) in clock.iter_mut().zip(other.into_iter().flatten()) {
        *ours = (*theirs).max(*ours);
    }
}
