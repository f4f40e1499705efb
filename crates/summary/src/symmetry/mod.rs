//! Complete symmetry: what was learnt of a state is used for states in which threads have changed roles.
//!
//! Threads that run the same code are interchangeable up to the values they hold. A summary is a proof: a tree of
//! transitions, each with the conditions on cells under which it takes its course, and the bytes it accesses. Give
//! every thread in it the name of another one that stands at the same place, and every byte the address that the
//! renamed code computes for it: the result is again a proof, of another state. This is weak symmetry (Chu and
//! Jaffar, thesis of Chu, chapter 6): values do not have to be permuted, they have to satisfy the renamed
//! condition, so that sums, counters and one thread that differs are no obstacle.
//!
//! Why the renamed tree is what would be explored from the other state:
//! - *Control.* Roles are equal (`ControlShape`): code, call stack, objects, phases, what is alive. The initial thread
//!   keeps its name; threads and objects that are created below are named after their creator.
//! - *Registers* of a thread become those of the other one.
//! - *Memory.* Every access of the proof is a spot: an address as a term, and the bytes it led to. The renamed
//!   term, in the other state, says where these bytes are now. The mapping of bytes must be a function (what was
//!   the same place is the same place) and injective (what was not, is not), so all accesses conflict as they did,
//!   and every cell holds what its counterpart would hold. Bytes whose address does not depend on cells stay where they are.
//!   So rotations (`fork[i]`, `fork[(i + 1) % N]`) need no annotation, and neither does more than a rotation.
//! - *Values* that stand for a thread (its handle, where its variables lie, owner of a lock) are variables in
//!   conditions, not numbers (`machine/src/naming.rs`), and are renamed with it. All other numbers stay what they
//!   are. What looks at names in any other way makes a condition fixed, and it is used under its own names only.
//! - *Decisions* about dependence, enabledness and sleep are part of the condition, of what is reached and of the
//!   sleep set, all of which are renamed; what cannot be renamed is not used.
//! - *The property* must not tell threads apart. Assertions are code, at places of the code, and what was reported
//!   is kept by place: they read cells like all other code, and are renamed with it.
//!
//! The table of summaries stays what it is. This is a second index of its entries, by roles in order; `search.rs` finds a
//! renaming, and the renamed condition is then asked like any other.

mod index;
pub mod joins;
mod known;
mod neighbours;
mod parts;
mod plan;
mod renamed;
mod role;
mod search;

use std::rc::Rc;

use raddle_budget::Stage;
use raddle_machine::{Machine, Names, State, ThreadId};
use raddle_reduce::{Broken, SleepSet};
use rustc_hash::FxHashMap;

use crate::asking::Asking;
use crate::below::Below;
use crate::condition::Decided;
use crate::reach::Reach;
use index::Index;
use known::Known;
use parts::Parts;
use role::{Role, Roles};
use search::Search;

/// A state's control with its threads in the order of their roles.
#[derive(Clone, Debug)]
pub struct Shape {
    key: Box<[u64]>,
    threads: Vec<(Role, ThreadId)>,
}

/// Threads that are tried for others in one lookup: as long as that pays, and where it has not paid for long.
const MOST_TRIED: u32 = 4096;
const LEAST_TRIED: u32 = 32;
/// Threads that are tried for others with one summary, for each thread that it speaks of. What is asked of one thread alone leads to the right one at once. What is asked of
/// several together mostly fails for all their permutations, of which there are too many to be tried.
const TRIED_PER_THREAD: u32 = 3;
/// Where it has not, one state in so many is looked at.
const SELDOM: u32 = 16;
/// And one summary in so many is kept.
const SELDOM_KEPT: u32 = 4;
/// How many may be tried in vain at first, and how many more for every state that was pruned.
const CREDIT: i64 = 8_000;
const REWARD: i64 = 2_000;

#[derive(Debug)]
pub struct Symmetry {
    roles: FxHashMap<Box<[u64]>, Role>,
    known: FxHashMap<Box<[u64]>, Index>,
    parts: Option<Parts>,
    broken: Option<Broken>,
    /// Threads that were tried.
    pub tried: u64,
    /// Threads that may still be tried in vain.
    credit: i64,
    /// States that were not looked at, and summaries that were not kept, since there was nothing left.
    passed_over: u32,
    not_kept: u32,
}

impl Symmetry {
    /// `parts`: states are also taken apart.
    pub fn new(parts: bool, broken: Option<Broken>) -> Symmetry {
        let (roles, known) = (FxHashMap::default(), FxHashMap::default());
        let parts = parts.then(Parts::new);
        Symmetry {
            roles,
            known,
            parts,
            broken,
            tried: 0,
            credit: CREDIT,
            passed_over: 0,
            not_kept: 0,
        }
    }

    /// Nothing that was learnt is kept.
    pub fn forget(&mut self) {
        self.known.clear();
        self.parts.iter_mut().for_each(Parts::forget);
    }

    /// Forgets what was used least recently of every shape.
    pub fn forget_half(&mut self) {
        self.known.values_mut().for_each(Index::forget_half);
        self.known.retain(|_, known| !known.is_empty());
    }

    /// The shape of a state, if some of its threads may change names.
    fn shape(&mut self, machine: &Machine<'_>, state: &State) -> Option<Shape> {
        let (mut key, threads) = self.roles(machine, state)?;
        key.extend(threads.iter().map(|(role, _)| u64::from(role.0)));
        Some(Shape { key: key.into(), threads })
    }

    /// What threads have in common, and what each of them is doing, in the order of roles.
    fn roles(&mut self, machine: &Machine<'_>, state: &State) -> Option<(Vec<u64>, Roles)> {
        if !threads_share_code(state) {
            return None;
        }
        let control = machine.control_shape(state)?;
        let mut threads: Vec<(Role, ThreadId)> = Vec::with_capacity(control.threads.len());
        for (thread, mut words) in control.threads {
            if thread == Names::MAIN {
                // Nobody takes the part of the initial thread.
                let mut own = words.into_vec();
                own.push(u64::MAX);
                words = own.into();
            }
            let next = Role(self.roles.len() as u32);
            threads.push((*self.roles.entry(words).or_insert(next), thread));
        }
        threads.sort_unstable();
        Some((control.common, threads))
    }

    /// Whether it has been of use lately, for what it costs.
    pub fn pays(&self) -> bool {
        self.credit > 0
    }

    /// Keeps what was learnt of a state.
    pub fn keep(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        asleep: &SleepSet,
        below: &Below,
    ) {
        if below.condition.fixed {
            return;
        }
        if !self.pays() {
            self.not_kept += 1;
            if !self.not_kept.is_multiple_of(SELDOM_KEPT) {
                return;
            }
        }
        let Some(shape) = self.shape(machine, state) else { return };
        let index = self.known.entry(shape.key.clone()).or_default();
        if !index.demand.wants_another() {
            return;
        }
        let known = Known::new(state, &shape.threads, asleep, below);
        index.insert(machine, &shape.threads, &below.condition, known);
    }

    /// What was learnt of a state with other names, if it covers this one and `allows` its use.
    pub fn find(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        sleep: Option<&SleepSet>,
        asking: &mut Asking,
        allows: &mut dyn FnMut(&Reach) -> bool,
    ) -> Option<(Below, Decided)> {
        if !self.pays() {
            self.passed_over += 1;
            if !self.passed_over.is_multiple_of(SELDOM) {
                return None;
            }
        }
        let shape = self.shape(machine, state)?;
        let careless = self.broken == Some(Broken::OddThreadsOverlooked);
        let index = self.known.get_mut(&shape.key)?;
        let lists = index.candidates(machine, state, &shape.threads, careless);
        let most = self.credit.clamp(i64::from(LEAST_TRIED), i64::from(MOST_TRIED)) as u32;
        let mut left = most;
        let mut found = None;
        'lists: for known in lists {
            for index in (0..known.len()).rev() {
                machine.config.budget.enter(Stage::Symmetry);
                if machine.config.budget.is_spent() {
                    break 'lists;
                }
                let plan = &known[index].ready(machine).plan;
                let mut search = Search::new(machine, state, &shape.threads, plan, sleep);
                let own = (TRIED_PER_THREAD * plan.steps.len() as u32).min(left);
                search.left = own;
                search.overlooks_values = careless;
                let renaming = search.run();
                left -= own - search.left;
                if let Some(renaming) = renaming
                    && let Some(below) =
                        renamed::below(machine, state, &known[index], &renaming, self.broken)
                    && let Some(decided) = if careless {
                        Some(Decided::ByValues)
                    } else {
                        below.condition.holds(machine, state, asking)
                    }
                    && known[index].is_asleep(machine, &renaming, sleep)
                    && allows(&below.reach)
                {
                    // What was of use once is likely to be again: the newest are looked at first.
                    known[index..].rotate_left(1);
                    found = Some((below, decided));
                    break 'lists;
                }
                if left == 0 {
                    break 'lists;
                }
            }
        }
        self.tried += u64::from(most - left);
        self.credit = (self.credit - i64::from(most - left)).max(0);
        let found = found?;
        if let Some(index) = self.known.get_mut(&shape.key) {
            index.demand.was_used();
        }
        self.credit = (self.credit + REWARD).min(CREDIT);
        Some(found)
    }
}

/// Whether two threads run the same function, or did.
pub fn threads_share_code(state: &State) -> bool {
    let others = || state.threads.iter().filter(|thread| thread.id != Names::MAIN);
    let start = |thread: &Rc<raddle_machine::Thread>| thread.frames.first().map(|frame| frame.func);
    others().enumerate().any(|(index, thread)| {
        let function = start(thread);
        others().skip(index + 1).any(|other| {
            let other = start(other);
            other == function || other.is_none() || function.is_none()
        })
    })
}
