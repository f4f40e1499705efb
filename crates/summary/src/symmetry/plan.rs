//! In which order the threads of a known state are given new names, and what can be checked after each.
//!
//! A thread is followed by one that shares bytes with it: then a wrong choice is noticed at once. (In a ring of
//! philosophers the first choice decides all others.)

use raddle_expr::{TermId, VarId};
use raddle_machine::{Cell, Machine, Names, ObjectId, Spot, ThreadId};
use raddle_reduce::SleepSet;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::condition::{Bound, Condition, variables};
use crate::symmetry::role::{Role, Standing};

/// A cell that a condition speaks of.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub variable: VarId,
    pub cell: Cell,
    pub width: u32,
}

/// One thread, and what is known as soon as it has its new name.
#[derive(Debug)]
pub struct Step {
    pub thread: ThreadId,
    pub role: Role,
    pub asleep: bool,
    /// Registers of the thread, and what stands for it.
    pub own: Vec<Place>,
    /// Locks it holds.
    pub held: Vec<(ObjectId, u64)>,
    /// What is known then, in an order in which each needs only what comes before it.
    pub checks: Vec<Check>,
}

#[derive(Clone, Copy, Debug)]
pub enum Check {
    /// Where these bytes are now.
    Spot(Spot),
    /// What this cell of memory holds.
    Memory(Place),
    Bound(Bound),
    Term(TermId),
}

#[derive(Debug)]
pub struct Plan {
    /// Threads that something is asked of, the initial one first.
    pub steps: Vec<Step>,
    /// Threads that may have any name of their role.
    pub others: Vec<(Role, ThreadId)>,
}

impl Plan {
    pub fn new(
        machine: &Machine<'_>,
        threads: &[Standing],
        asleep: &SleepSet,
        condition: &Condition,
        joins: &[TermId],
    ) -> Plan {
        let places = places(machine, threads, condition);
        let mut left: Vec<Step> = Vec::new();
        let mut others = Vec::new();
        for &Standing { role, thread, ref held } in threads {
            let own: Vec<Place> = places
                .iter()
                .filter(|(owner, _)| *owner == Some(thread))
                .map(|&(_, own)| own)
                .collect();
            let held = held.clone();
            let asleep = asleep.contains(thread);
            if thread != Names::MAIN && own.is_empty() && held.is_empty() && !asleep {
                others.push((role, thread));
            } else {
                left.push(Step { thread, role, asleep, own, held, checks: Vec::new() });
            }
        }
        let mut steps = in_order(machine, condition, left);
        let memory = places.iter().filter(|(owner, _)| owner.is_none()).map(|&(_, place)| place);
        let terms: Vec<TermId> =
            condition.terms.iter().copied().filter(|term| !joins.contains(term)).collect();
        add_checks(machine, condition, terms, &memory.collect::<Vec<_>>(), &mut steps);
        Plan { steps, others }
    }
}

/// All cells of a condition, with the thread they belong to unless they are memory.
fn places(
    machine: &Machine<'_>,
    threads: &[Standing],
    condition: &Condition,
) -> Vec<(Option<ThreadId>, Place)> {
    let mut seen = FxHashSet::default();
    let mut places = Vec::new();
    for variable in variables(machine, condition) {
        let Some(cell) = machine.cells.cell(variable).filter(|_| seen.insert(variable)) else {
            continue;
        };
        let width = machine.terms.width(machine.terms.var_term(variable));
        let owner = match cell {
            Cell::Register { thread, .. } | Cell::Owner { thread } => Some(thread),
            Cell::Base { object } => machine.named_after(object),
            Cell::Memory { .. } => None,
        };
        let owner = owner.map(|thread| living(machine, threads, thread));
        places.push((owner, Place { variable, cell, width }));
    }
    places
}

/// A thread, or the one after whom it will be named once it is born.
fn living(machine: &Machine<'_>, threads: &[Standing], thread: ThreadId) -> ThreadId {
    let mut thread = thread;
    while threads.iter().all(|known| known.thread != thread) {
        let Some((parent, _)) = machine.names.creation(thread) else { break };
        thread = parent;
    }
    thread
}

/// Puts threads that share bytes next to each other.
fn in_order(machine: &Machine<'_>, condition: &Condition, mut left: Vec<Step>) -> Vec<Step> {
    let mut users: FxHashMap<(ObjectId, u64), Vec<ThreadId>> = FxHashMap::default();
    for spot in &condition.spots {
        let variables = machine.terms.vars_of(spot.address);
        let uses = |step: &&Step| step.own.iter().any(|own| variables.contains(&own.variable));
        for step in left.iter().filter(uses) {
            users.entry((spot.object, spot.start)).or_default().push(step.thread);
        }
    }
    let mut steps: Vec<Step> = Vec::with_capacity(left.len());
    let mut near: FxHashSet<ThreadId> = FxHashSet::default();
    while !left.is_empty() {
        let best = (0..left.len()).min_by_key(|&index| {
            let step = &left[index];
            (step.thread != Names::MAIN, !near.contains(&step.thread), step.thread)
        });
        let step = left.swap_remove(best.unwrap_or(0));
        for threads in users.values().filter(|threads| threads.contains(&step.thread)) {
            near.extend(threads);
        }
        steps.push(step);
    }
    steps
}

/// Gives each step what can be checked after it.
fn add_checks(
    machine: &Machine<'_>,
    condition: &Condition,
    mut terms: Vec<TermId>,
    memory: &[Place],
    steps: &mut [Step],
) {
    let mut known: FxHashSet<VarId> = FxHashSet::default();
    let mut spots: Vec<Spot> = condition.spots.clone();
    let mut memory: Vec<Place> = memory.to_vec();
    let mut bounds: Vec<Bound> = condition.bounds.clone();
    let mut mapped: Vec<Spot> = Vec::new();
    for step in steps {
        known.extend(step.own.iter().map(|own| own.variable));
        loop {
            let before = step.checks.len();
            let checks = &mut step.checks;
            let is_known = |known: &FxHashSet<VarId>, term: TermId| {
                machine.terms.vars_of(term).iter().all(|variable| {
                    known.contains(variable) || machine.cells.cell(*variable).is_none()
                })
            };
            spots.retain(|spot| {
                let ready = is_known(&known, spot.address);
                if ready {
                    mapped.push(*spot);
                    checks.push(Check::Spot(*spot));
                }
                !ready
            });
            memory.retain(|place| {
                let ready = mapped.iter().any(|spot| contains(spot, place.cell));
                if ready {
                    known.insert(place.variable);
                    checks.push(Check::Memory(*place));
                }
                !ready
            });
            bounds.retain(|bound| {
                let ready = known.contains(&bound.variable);
                if ready {
                    checks.push(Check::Bound(*bound));
                }
                !ready
            });
            let speaks_of_cells = |term: &TermId| {
                machine.terms.vars_of(*term).iter().all(|&id| machine.cells.cell(id).is_some())
            };
            terms.retain(|term| {
                let ready = speaks_of_cells(term) && is_known(&known, *term);
                if ready {
                    checks.push(Check::Term(*term));
                }
                !ready
            });
            if step.checks.len() == before {
                break;
            }
        }
    }
}

/// Whether a spot is memory that a cell lies in.
pub fn contains(spot: &Spot, cell: Cell) -> bool {
    match cell {
        Cell::Memory { object, offset, size } => {
            spot.object == object && spot.start <= offset && offset + u64::from(size) <= spot.end
        }
        Cell::Register { .. } | Cell::Base { .. } | Cell::Owner { .. } => false,
    }
}
