//! Runs that never end: a state that is met again closes a circle.
//!
//! A program whose threads loop for ever has infinite runs but often few states. A state that equals one on the
//! current run need not be explored again: whatever can happen from it happens from that one. From the first
//! circle on the reduction postpones nobody any more, since a thread that goes round for ever would hide
//! the others; and states explored completely that no summary speaks for (they lead back into the run at
//! hand) are remembered as they are. A set of threads asleep is part of what was explored.
//!
//! A thread that goes round for ever without a visible operation never comes to a node. Its local work is interrupted now and then; what it is like at
//! these moments follows from what it was like at the one before, so a state met twice means that it never ends (`comes_back`, after Brent, "An improved Monte Carlo
//! factorization algorithm", 1980). That is asked only where no other thread is left, who could go on meanwhile.
//!
//! Where data races are looked for, the accesses of the run belong to the state, as far as they matter ([`Standing`]).

use std::cell::OnceCell;
use std::rc::Rc;

use raddle_expr::TermId;
use raddle_ir::Loc;
use raddle_machine::{Assumed, ControlKey, Lap, Machine, Property, Snapshot, State};
use raddle_reduce::{SleepSet, Standing, Trace};
use raddle_solver::Path;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::run::Run;

#[derive(Debug, Default)]
pub(crate) struct Cycles {
    /// A circle was closed.
    pub found: bool,
    /// Nodes of the run at hand, by control.
    on_stack: OnRun,
    /// States that were explored completely, by control.
    explored: FxHashMap<ControlKey, Vec<Explored>>,
}

/// Nodes of a run, by control.
pub(crate) type OnRun = FxHashMap<ControlKey, Vec<OnStack>>;

/// A node of the run at hand.
#[derive(Debug)]
pub(crate) struct OnStack {
    at: usize,
    /// Worked out when asked for.
    standing: OnceCell<Standing>,
}

/// A state that was explored completely, and the conditions on inputs that its content depends on.
#[derive(Debug)]
struct Explored {
    state: Snapshot,
    asleep: SleepSet,
    conditions: Vec<TermId>,
    /// If data races are looked for.
    standing: Option<Standing>,
}

impl Cycles {
    /// A node was put on the stack.
    pub fn enter(&mut self, key: &ControlKey, at: usize) {
        let node = OnStack { at, standing: OnceCell::new() };
        match self.on_stack.get_mut(key) {
            Some(known) => known.push(node),
            None => {
                self.on_stack.insert(key.clone(), vec![node]);
            }
        }
    }

    /// The node on top of the stack, where the run at hand ends, was explored; nothing general was learnt if `exact`.
    pub fn leave(
        &mut self,
        machine: &mut Machine<'_>,
        trace: &Trace,
        key: ControlKey,
        state: &State,
        sleep: &SleepSet,
        exact: bool,
    ) {
        if let Some(known) = self.on_stack.get_mut(&key) {
            known.pop();
            if known.is_empty() {
                self.on_stack.remove(&key);
            }
        }
        if exact && self.found {
            let (asleep, conditions) = (sleep.clone(), machine.relevant_conditions(state));
            let standing = looks_for_races(machine).then(|| trace.standing(trace.len()));
            let explored = Explored { state: snapshot(state), asleep, conditions, standing };
            self.explored.entry(key).or_default().push(explored);
        }
    }

    pub fn forget_run(&mut self) {
        self.on_stack.clear();
    }

    /// Another run is explored for a while.
    pub fn set_aside(&mut self) -> OnRun {
        std::mem::take(&mut self.on_stack)
    }

    pub fn go_back_to(&mut self, run: OnRun) {
        self.on_stack = run;
    }
}

pub(crate) fn looks_for_races(machine: &Machine<'_>) -> bool {
    machine.config.properties.contains(Property::Race)
}

fn snapshot(state: &State) -> Snapshot {
    Snapshot { threads: state.threads.clone(), memory: state.memory.clone() }
}

impl Cycles {
    /// Whether a state closes a circle of the run at hand.
    pub fn closes_circle(
        &self,
        machine: &mut Machine<'_>,
        run: &Run,
        key: &ControlKey,
        state: &State,
        sleep: &SleepSet,
        races: bool,
    ) -> bool {
        let Run { stack, trace, .. } = run;
        let Some(candidates) = self.on_stack.get(key) else { return false };
        let standing = OnceCell::new();
        let races_alike = |known: &OnStack| {
            let standing = standing.get_or_init(|| trace.standing(trace.len()));
            standing.is_covered_by(known.standing.get_or_init(|| trace.standing(known.at)))
        };
        candidates.iter().rev().any(|known| {
            let node = &stack[known.at];
            let slept = node.open.as_ref().is_some_and(|open| sleep.includes(open.asleep()));
            slept
                && machine.goes_on_like(&snapshot(&node.state), state)
                && (!races || races_alike(known))
        })
    }

    /// Whether a state was explored completely. `ignored`: whatever its content depends on.
    pub fn was_explored(
        &self,
        machine: &mut Machine<'_>,
        trace: &Trace,
        key: &ControlKey,
        state: &State,
        sleep: &SleepSet,
        ignored: bool,
    ) -> bool {
        let Some(known) = self.explored.get(key) else { return false };
        let standing = OnceCell::new();
        let races_alike = |known: &Standing| {
            standing.get_or_init(|| trace.standing(trace.len())).is_covered_by(known)
        };
        known.iter().any(|explored| {
            sleep.includes(&explored.asleep)
                && machine.goes_on_like(&explored.state, state)
                && (ignored || has_all(&state.path, &explored.conditions))
                && explored.standing.as_ref().is_none_or(races_alike)
        })
    }
}

/// Whether local work that was interrupted came back to a state it was in before. Conditions on inputs can only have become more since then.
pub(crate) fn comes_back(
    machine: &mut Machine<'_>,
    state: &mut State,
    ignores_memory: bool,
) -> bool {
    if state.threads.iter().filter(|thread| thread.is_running()).count() != 1 {
        return false;
    }
    if let Some(lap) = &mut state.lap {
        let lap = Rc::make_mut(lap);
        lap.length += 1;
        let mut start = lap.start.clone();
        if ignores_memory {
            start.memory = state.memory.clone();
        }
        if machine.goes_on_like(&start, state) {
            name_the_loop(machine, state);
            return true;
        }
    }
    let most = match state.lap.as_ref().map(|lap| (lap.length, lap.most)) {
        Some((length, most)) if length < most => return false,
        Some((_, most)) => most * 2,
        None => 1,
    };
    state.lap = Some(Rc::new(Lap { start: snapshot(state), length: 0, most }));
    false
}

fn name_the_loop(machine: &mut Machine<'_>, state: &State) {
    let Some(&thread) = state.unsettled.last() else { return };
    let stack = machine.stack(state, thread);
    let own = stack.iter().find(|entry| machine.is_user_location(entry.loc));
    let loc = own.map_or(Loc::NONE, |entry| entry.loc);
    machine.outbox.assume(Assumed::NeverEnds, loc);
}

fn has_all(path: &Path, conditions: &[TermId]) -> bool {
    let mut missing: FxHashSet<TermId> = conditions.iter().copied().collect();
    let mut rest = path;
    while let Some((condition, before)) = rest.split_last().filter(|_| !missing.is_empty()) {
        missing.remove(&condition);
        rest = before;
    }
    missing.is_empty()
}
