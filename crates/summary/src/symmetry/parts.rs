//! States taken apart: what was learnt of few threads, each time alone, covers a state in which they move together.
//!
//! Once all but a few threads have come to their end, what is learnt is a proof about those few alone. Most of the time they are in company: philosophers
//! who share a fork with their neighbours, and a counter with all. If the threads of a state fall into groups, each of which looks, under new names, like one that
//! was alone, and no group does to memory what the proof about another cannot bear (`touched.rs`), then in each run from here on each group does what it
//! does in some run alone. The checks that it makes are those of that run, and so none fails that was not reported: the state is covered.
//!
//! What has to be so:
//! - *Threads* take the names of others of the same role, and bytes go with them, within each group, as for whole states. Which objects there
//!   are besides those of the group's threads, and how many threads were created, is the same. The initial thread has come to its end. Nobody creates threads.
//! - *Memory.* Where one group writes, another one may only await what it wants to see there, or count. Nothing is asked of what is awaited.
//! - *Counters.* Of a counter is asked what each group asks for, however much the others may have added at any time.
//! - *Sleep.* Nobody slept where it was learnt: an order that was left out there may be another one in company.
//! - *What is reached* from here is what all groups reach. On which ways, nobody has seen.
//! - *The property* is about what one thread does: a failed assertion. Races, deadlocks and leaks are not looked for.
//!
//! This proves more than the states behind it have in common. A ring of philosophers is a row of pairs, of each of which one eats at a time.

use raddle_budget::Stage;
use raddle_machine::{Cell, Machine, Names, State, ThreadId};
use raddle_reduce::{Broken, SleepSet};
use rustc_hash::FxHashMap;

use std::cell::OnceCell;
use std::rc::Rc;

use crate::asking::Asking;
use crate::below::Below;
use crate::condition::{Bound, Condition, Decided, variables};
use crate::reach::{Reach, Reached, Waits, Way};
use crate::symmetry::known::Known;
use crate::symmetry::role::{Role, Standing};
use crate::symmetry::search::Search;
use crate::symmetry::{Symmetry, renamed};
use crate::touched::{Touched, Use};

/// Threads of one group.
const MOST_TOGETHER: usize = 2;
/// Summaries of one group of roles.
const MOST_KNOWN: usize = 64;
/// States that may be taken apart in vain at first, and how many more for every one that was pruned.
const CREDIT: i64 = 512;
const REWARD: i64 = 16;
/// Where nothing is left, one state in so many is tried.
const SELDOM: u32 = 16;

/// What was learnt of few threads alone.
#[derive(Debug)]
struct Part {
    /// Without what is asked of counters, and of what is awaited.
    known: Known,
    /// What is asked of counters.
    counters: Vec<Bound>,
}

#[derive(Debug)]
pub struct Parts {
    known: FxHashMap<Box<[u64]>, Vec<Rc<Part>>>,
    credit: i64,
    passed_over: u32,
}

/// A group of the state at hand that looks like one that was alone.
#[derive(Clone)]
struct Group {
    below: Below,
    touched: Rc<Touched>,
    counters: Vec<Bound>,
    /// How far it may move counters: the less the better.
    spread: i128,
}

/// How far groups may move counters, and where each of them starts and how many threads it has.
type Grouping = (i128, Vec<(usize, usize)>);

impl Parts {
    pub fn new() -> Parts {
        Parts { known: FxHashMap::default(), credit: CREDIT, passed_over: 0 }
    }
    pub fn forget(&mut self) {
        self.known.clear();
    }
}

/// The threads that are left, if the initial one is not among them.
fn left(state: &State, threads: &[(Role, ThreadId)]) -> Option<Vec<(Role, ThreadId)>> {
    let is_left = |thread: ThreadId| state.thread(thread).is_running();
    let left = threads.iter().copied().filter(|&(_, thread)| is_left(thread));
    let left: Vec<(Role, ThreadId)> = left.collect();
    left.iter().all(|&(_, thread)| thread != Names::MAIN).then_some(left)
}

fn key(common: &[u64], threads: &[(Role, ThreadId)]) -> Box<[u64]> {
    let mut roles: Vec<Role> = threads.iter().map(|&(role, _)| role).collect();
    roles.sort_unstable();
    common.iter().copied().chain(roles.into_iter().map(|role| u64::from(role.0))).collect()
}

impl Symmetry {
    /// Whether states are taken apart.
    pub fn takes_apart(&self) -> bool {
        self.parts.is_some()
    }

    /// Keeps what was learnt of a state in which few threads are left.
    pub fn keep_part(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        asleep: &SleepSet,
        below: &Below,
    ) {
        let running = state.threads.iter().filter(|thread| thread.is_running()).count();
        let known = below.touched.is_some() && !below.condition.fixed;
        if !self.takes_apart()
            || !known
            || !(1..=MOST_TOGETHER).contains(&running)
            || !asleep.is_empty()
        {
            return;
        }
        let Some((common, threads)) = self.roles(machine, state) else { return };
        let Some(left) = left(state, &threads) else { return };
        let Some(part) = part(machine, state, &left, below) else { return };
        if self.group(machine, state, &common, &left).is_some() {
            return;
        }
        let Some(parts) = &mut self.parts else { return };
        let known = parts.known.entry(key(&common, &left)).or_default();
        if known.len() < MOST_KNOWN {
            known.push(Rc::new(part));
        }
    }

    /// What was learnt of groups of threads, if it covers a state and `allows` its use.
    pub fn find_parts(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        asking: &mut Asking,
        allows: &mut dyn FnMut(&Reach) -> bool,
    ) -> Option<(Below, Decided)> {
        let parts = self.parts.as_mut().filter(|parts| !parts.known.is_empty())?;
        if parts.credit <= 0 {
            parts.passed_over += 1;
            if !parts.passed_over.is_multiple_of(SELDOM) {
                return None;
            }
        }
        let (common, threads) = self.roles(machine, state)?;
        let mut left = left(state, &threads)?;
        left.sort_unstable_by_key(|&(_, thread)| thread);
        // What is learnt of a group as a whole says more.
        if left.len() <= MOST_TOGETHER {
            return None;
        }
        let parts = self.parts.as_mut()?;
        parts.credit -= 1;
        let groups = self.groups(machine, state, &common, &left)?;
        let below = together(machine, &groups, self.broken)?;
        let decided = below.condition.holds(machine, state, asking)?;
        if !allows(&below.reach) {
            return None;
        }
        if let Some(parts) = &mut self.parts {
            parts.credit = (parts.credit + REWARD).min(CREDIT);
        }
        Some((below, decided))
    }

    /// Groups of threads next to each other, in a row or a ring, that move counters least.
    fn groups(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        common: &[u64],
        left: &[(Role, ThreadId)],
    ) -> Option<Vec<Group>> {
        let count = left.len();
        let mut known: FxHashMap<(usize, usize), Option<Group>> = FxHashMap::default();
        let mut best: Option<Grouping> = None;
        for first in 0..MOST_TOGETHER.min(count) {
            // For each number of threads the best way to group so many.
            let mut ways: Vec<Option<Grouping>> = vec![None; count + 1];
            ways[0] = Some((0, Vec::new()));
            for done in 0..count {
                machine.config.budget.enter(Stage::Symmetry);
                if machine.config.budget.is_spent() {
                    return None;
                }
                let Some((spread, way)) = ways[done].clone() else { continue };
                for size in 1..=MOST_TOGETHER.min(count - done) {
                    let at = (first + done) % count;
                    let group = known.entry((at, size)).or_insert_with(|| {
                        let members = (0..size).map(|offset| left[(at + offset) % count]);
                        self.group(machine, state, common, &members.collect::<Vec<_>>())
                    });
                    let Some(group) = group else { continue };
                    let spread = spread + group.spread;
                    let known = &mut ways[done + size];
                    if known.as_ref().is_none_or(|(least, _)| spread <= *least) {
                        let way = way.iter().copied().chain([(at, size)]).collect();
                        *known = Some((spread, way));
                    }
                }
            }
            if let Some((spread, way)) = ways.pop().flatten()
                && best.as_ref().is_none_or(|(least, _)| spread < *least)
            {
                best = Some((spread, way));
            }
        }
        let (_, way) = best?;
        way.iter().map(|place| known.get(place).cloned().flatten()).collect()
    }

    /// What was learnt of threads like these alone.
    fn group(
        &self,
        machine: &mut Machine<'_>,
        state: &State,
        common: &[u64],
        threads: &[(Role, ThreadId)],
    ) -> Option<Group> {
        let mut threads = threads.to_vec();
        threads.sort_unstable();
        let known = self.parts.as_ref()?.known.get(&key(common, &threads))?;
        let mut best: Option<Group> = None;
        for part in known.iter().rev() {
            let plan = &part.known.ready(machine).plan;
            let mut search = Search::new(machine, state, &threads, plan, None);
            search.left = 4 * (MOST_TOGETHER * MOST_TOGETHER) as u32;
            let Some(renaming) = search.run() else { continue };
            let Some(below) = renamed::below(machine, state, &part.known, &renaming, self.broken)
            else {
                continue;
            };
            let Some(touched) = below.touched.clone() else { continue };
            let mut counters = Vec::new();
            for bound in &part.counters {
                counters.push(bound.of(renamed::variable(machine, bound.variable, &renaming)?));
            }
            let spread = spread(machine, &touched, &counters);
            if best.as_ref().is_none_or(|known| spread < known.spread) {
                best = Some(Group { below, touched, counters, spread });
            }
        }
        best
    }
}

/// So far from where numbers end an interval is meant to.
const FAR: i128 = 1 << 16;

/// How far a group may move counters towards the ends of what it asks of them.
fn spread(machine: &Machine<'_>, touched: &Touched, counters: &[Bound]) -> i128 {
    let mut spread = 0;
    for bound in counters {
        let cell = machine.cells.cell(bound.variable);
        let used = cell.and_then(|cell| touched.of_cell(cell)).map(|touch| touch.used);
        let Some(Use::Counted { low, high }) = used else { continue };
        if bound.high() < Bound::greatest(bound.width(), bound.signed) - FAR {
            spread += high;
        }
        if bound.low() > Bound::least(bound.width(), bound.signed) + FAR {
            spread -= low;
        }
    }
    spread
}

/// What was learnt of the threads that are left, made ready for company.
fn part(
    machine: &Machine<'_>,
    state: &State,
    left: &[(Role, ThreadId)],
    below: &Below,
) -> Option<Part> {
    let touched = below.touched.as_ref()?;
    let is_left = |thread: ThreadId| left.iter().any(|&(_, other)| other == thread);
    let strange = touched
        .iter()
        .any(|touch| machine.named_after(touch.object).is_some_and(|thread| !is_left(thread)));
    let foreign = |cell: Cell| match cell {
        Cell::Register { thread, .. } | Cell::Owner { thread } => !is_left(thread),
        Cell::Base { object } | Cell::Memory { object, .. } => {
            machine.named_after(object).is_some_and(|thread| !is_left(thread))
        }
    };
    let cells = variables(machine, &below.condition);
    let mut cells = cells.into_iter().filter_map(|variable| machine.cells.cell(variable));
    if strange || cells.any(foreign) {
        return None;
    }
    let mut condition = Condition::clone(&below.condition);
    let mut counters = Vec::new();
    condition.bounds.retain(|bound| {
        let cell = machine.cells.cell(bound.variable);
        match cell.and_then(|cell| touched.of_cell(cell)).map(|touch| touch.used) {
            Some(Use::Awaited) => false,
            Some(Use::Counted { .. }) => {
                counters.push(*bound);
                false
            }
            Some(Use::Anything) | None => true,
        }
    });
    let below = Below { condition: Rc::new(condition), free: Rc::default(), ..below.clone() };
    let threads = left.iter().map(|&(role, thread)| Standing {
        role,
        thread,
        held: state.thread(thread).held.iter().map(|held| (held.0, held.1)).collect(),
    });
    let known = Known {
        below,
        asleep: SleepSet::default(),
        threads: threads.collect(),
        ready: OnceCell::new(),
    };
    Some(Part { known, counters })
}

/// What is known of all groups together, unless one disturbs another.
fn together(machine: &mut Machine<'_>, groups: &[Group], broken: Option<Broken>) -> Option<Below> {
    let careless = broken == Some(Broken::PartsMayInterfere);
    for (index, group) in groups.iter().enumerate() {
        for other in groups.iter().enumerate().filter(|&(at, _)| at != index).map(|(_, it)| it) {
            let mut pairs = group
                .touched
                .iter()
                .flat_map(|own| other.touched.iter().map(move |its| (own, its)));
            if !careless && pairs.any(|(own, its)| !own.bears(its)) {
                return None;
            }
        }
    }
    let mut condition = Condition::default();
    let mut reach = Reach::default();
    let mut touched = Touched::default();
    let mut states = 0u64;
    for (index, group) in groups.iter().enumerate() {
        condition.add_all(&machine.terms, Condition::clone(&group.below.condition));
        for bound in &group.counters {
            let others = groups.iter().enumerate().filter(|&(at, _)| at != index);
            let others = others.map(|(_, other)| &*other.touched);
            condition.add_bound(in_company(machine, bound, others, broken));
        }
        for reached in group.below.reach.iter() {
            let reached = reached.clone();
            // Others may have to move first.
            let (waits, way) = (Waits::Unclear, Way::default());
            reach.add(Reached { waits, way, ..reached });
        }
        add_counts(&mut touched, &group.touched);
        states = states.saturating_add(group.below.states);
    }
    let touched = Some(Rc::new(touched)).filter(|touched| touched.is_small());
    Some(Below {
        condition: Rc::new(condition),
        reach: Rc::new(reach),
        states,
        touched,
        ..Below::default()
    })
}

/// What is asked of a counter that others add to.
fn in_company<'a>(
    machine: &Machine<'_>,
    bound: &Bound,
    others: impl Iterator<Item = &'a Touched>,
    broken: Option<Broken>,
) -> Bound {
    let (mut low, mut high) = (bound.low(), bound.high());
    let cell = machine.cells.cell(bound.variable);
    for other in others.filter(|_| broken != Some(Broken::OthersDoNotCount)) {
        let its = cell.and_then(|cell| other.of_cell(cell)).map(|touch| touch.used);
        if let Some(Use::Counted { low: least, high: most }) = its {
            low -= least;
            high -= most;
        }
    }
    Bound::new(bound.variable, bound.width(), bound.signed, low, high)
}

/// What groups count together is the sum of what each counts.
fn add_counts(touched: &mut Touched, more: &Touched) {
    for touch in more.iter() {
        let known = touched.iter().find(|known| known.is_same_place(touch)).map(|known| known.used);
        let mut touch = *touch;
        if let (Some(Use::Counted { low: a, high: b }), Use::Counted { low: c, high: d }) =
            (known, touch.used)
        {
            touch.used = Use::Counted { low: a + c, high: b + d };
        }
        touched.add(touch);
    }
}
