//! The paths that threads really take from a context, by brute force: to know how far from the truth a check from the context is, and that it misses nothing.
//!
//! All states of the whole program are visited, from main on, each state once. All interleavings are, but for one thing: a thread that makes an ordinary access next moves first. In a program without data races
//! nobody else can tell when it did, nor can whoever goes on from a context while that thread is stopped; what a program with races does beyond that is not counted. (Places of the context are behind gates, which are no ordinary accesses: nobody
//! goes past one before its turn.) Wherever threads stand as the context says, the
//! others are stopped for good, and all that the threads of the context do from there is visited in the same way, until each has come to its end or has taken
//! as many branches as it may. A *path* is the sides of branches that each of them took; in which order threads moved does not matter.
//!
//! A check from a context takes for granted that no other threads run: states in which one of them holds a lock or stands in a wait are left out.

use std::collections::BTreeSet;

use raddle_budget::Budget;
use raddle_expr::TermId;
use raddle_ir::Program;
use raddle_machine::{
    ControlKey, Halt, Machine, Settled, SetupError, Snapshot, State, Status, ThreadId,
};
use raddle_moves::{FUEL, Tried, attempt};
use raddle_plan::{Options, Reduce, Slicing};
use raddle_pointsto::Position;
use raddle_reduce::Broken;
use raddle_target::{Marked, with_marks};
use rustc_hash::FxHashMap;

use crate::cycles::{has_all, snapshot};
use crate::search::{Ready, prepare};

/// Where one thread of a context stands, with all its frames, innermost first.
#[derive(Clone, Debug)]
pub struct Standpoint {
    pub frames: Vec<Position>,
    pub waiting: bool,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Feasible {
    /// As numbers for the sides that each thread of the context took, in its order.
    pub paths: BTreeSet<Vec<u64>>,
    /// Nothing was left out.
    pub complete: bool,
    pub states: u64,
}

/// The paths of at most so many branches from a context.
pub fn feasible(
    program: &Program,
    options: &Options,
    context: &[Standpoint],
    branches: u64,
    budget: &Budget,
) -> Result<Feasible, SetupError> {
    let stand = context.iter().filter(|thread| !thread.waiting);
    let marked = with_marks(program, stand.map(|thread| thread.frames[0]));
    let options = Options {
        reduce: Reduce::None,
        slice: Slicing::Off,
        joins: false,
        properties: Some(Vec::new()),
        ..options.clone()
    };
    let Ready { mut machine, initial, .. } = prepare(&marked.program, &options, budget, &[])?;
    machine.config.joins = false;
    let mut force = Force {
        machine: &mut machine,
        budget,
        marked: &marked,
        context,
        branches,
        broken: options.broken,
        found: Feasible { complete: true, ..Feasible::default() },
    };
    force.walk_from_main(initial);
    Ok(force.found)
}

struct Force<'f, 'p> {
    machine: &'f mut Machine<'p>,
    budget: &'f Budget,
    marked: &'f Marked,
    context: &'f [Standpoint],
    branches: u64,
    broken: Option<Broken>,
    found: Feasible,
}

/// States that were visited: by control and by the branches that threads took, with the conditions on inputs that their content depends on.
type Visited = FxHashMap<(ControlKey, Vec<(u64, u64)>), Vec<(Snapshot, Vec<TermId>)>>;

impl Force<'_, '_> {
    fn walk_from_main(&mut self, initial: State) {
        let mut visited = Visited::default();
        let mut open = self.settled(initial);
        while let Some(state) = self.next(&mut open, &mut visited) {
            for members in self.members(&state) {
                self.walk_from_context(state.clone(), &members);
            }
            self.moves(&state, &mut open);
        }
    }

    /// All that these threads can do from here if nobody else moves.
    fn walk_from_context(&mut self, mut state: State, members: &[ThreadId]) {
        for thread in running(&state) {
            let is_member = members.contains(&thread);
            let thread = state.thread_mut(thread);
            (thread.branches, thread.taken) = (0, 0);
            if !is_member {
                thread.status = Status::Halted(Halt::End);
            }
        }
        self.machine.config.branches = Some(self.branches);
        let mut visited = Visited::default();
        let mut open = vec![state];
        while let Some(state) = self.next(&mut open, &mut visited) {
            let is_over = !self.moves(&state, &mut open);
            if is_over && self.found.complete {
                let taken = members.iter().map(|&thread| state.thread(thread).taken);
                self.found.paths.insert(taken.collect());
            }
        }
        self.machine.config.branches = None;
    }

    /// A state that was not visited.
    fn next(&mut self, open: &mut Vec<State>, visited: &mut Visited) -> Option<State> {
        while let Some(state) = open.pop() {
            if self.budget.is_spent() {
                self.found.complete = false;
                return None;
            }
            let counts = state.threads.iter().map(|thread| (thread.branches, thread.taken));
            let key = (self.machine.control_key(&state), counts.collect());
            let known = visited.entry(key).or_default();
            let machine = &mut *self.machine;
            let met = known.iter().any(|(other, conditions)| {
                machine.goes_on_like(other, &state) && has_all(&state.path, conditions)
            });
            if met {
                continue;
            }
            let conditions = machine.relevant_conditions(&state);
            known.push((snapshot(&state), conditions));
            self.found.states += 1;
            return Some(state);
        }
        None
    }

    /// Adds what next transitions lead to. Whether somebody can move.
    fn moves(&mut self, state: &State, open: &mut Vec<State>) -> bool {
        let mut all = Vec::new();
        let mut moves = false;
        for thread in running(state) {
            let next = self.after(state, thread);
            moves |= !next.is_empty();
            if self.is_ordinary(&next) {
                all = next;
                break;
            }
            all.extend(next);
        }
        open.extend(all.into_iter().filter(|state| !is_excluded(state)));
        moves
    }

    /// Whether a transition has ordinary accesses only, and some of them.
    fn is_ordinary(&self, after: &[State]) -> bool {
        let all = self.broken == Some(Broken::AtomicsTakenForOrdinary);
        let ordinary = |state: &State| {
            let event = &state.event;
            let plain = event.accesses.iter().all(|access| all || access.sync.is_plain());
            plain
                && !event.accesses.is_empty()
                && event.fences.is_empty()
                && event.created.is_empty()
        };
        !after.is_empty() && after.iter().all(ordinary)
    }

    /// What the next transition of a thread leads to, or the cases that have to be told apart before it can be made: also what the machine
    /// abandons, since the same is shown elsewhere.
    fn after(&mut self, state: &State, thread: ThreadId) -> Vec<State> {
        let mark = self.machine.outbox.mark();
        let tried = attempt(self.machine, state, thread);
        self.machine.outbox.return_to(mark);
        match tried {
            Tried::Possible(states) | Tried::Depends(states) => states,
            Tried::Impossible(_) => Vec::new(),
            Tried::Unfinished => {
                self.found.complete = false;
                Vec::new()
            }
        }
    }

    /// The states before anybody has a choice.
    fn settled(&mut self, initial: State) -> Vec<State> {
        let (mut open, mut settled) = (vec![initial], Vec::new());
        while let Some(state) = open.pop() {
            if self.budget.is_spent() {
                self.found.complete = false;
                break;
            }
            match self.machine.settle(state, FUEL) {
                Settled::Done(state) => settled.push(state),
                Settled::OutOfFuel(state) => open.push(state),
                Settled::Forked(holds, fails) => open.extend([fails, holds]),
                Settled::Blocked(_) => {}
            }
        }
        settled
    }

    /// Every way in which threads of a state are those of the context, in its order.
    fn members(&mut self, state: &State) -> Vec<Vec<ThreadId>> {
        let running = running(state);
        let mut found: Vec<Vec<ThreadId>> = vec![Vec::new()];
        for standpoint in self.context {
            let here: Vec<ThreadId> = running
                .iter()
                .copied()
                .filter(|&one| self.stands(state, one, standpoint))
                .collect();
            found = found
                .into_iter()
                .flat_map(|members| {
                    let others = here.iter().filter(|one| !members.contains(one)).copied();
                    let longer = others.map(|one| [&members[..], &[one]].concat());
                    longer.collect::<Vec<_>>()
                })
                .collect();
        }
        let is_idle = |thread: ThreadId| {
            let thread = state.thread(thread);
            thread.held.is_empty() && thread.phase.step == 0
        };
        found.retain(|members| running.iter().all(|one| members.contains(one) || is_idle(*one)));
        found
    }

    fn stands(&mut self, state: &State, thread: ThreadId, standpoint: &Standpoint) -> bool {
        let stands = self.machine.whereabouts(state, thread);
        stands.waits == standpoint.waiting
            && stands.frames.len() == standpoint.frames.len()
            && stands.frames.iter().zip(&standpoint.frames).all(|(here, &there)| {
                let there = self.marked.place(there);
                (here.func, here.block, here.inst) == (there.func, there.block, there.inst)
            })
    }
}

fn running(state: &State) -> Vec<ThreadId> {
    state.threads.iter().filter(|thread| thread.is_running()).map(|thread| thread.id).collect()
}

/// A run that an assumption excludes is no run.
fn is_excluded(state: &State) -> bool {
    state.threads.iter().any(|thread| thread.status == Status::Halted(Halt::Assume))
}
