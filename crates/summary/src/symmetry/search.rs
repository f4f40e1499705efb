//! Finds new names for the threads of a known state under which it looks like the state at hand.
//!
//! Threads get names one after another, their own first where they have the same role; each choice says where the
//! bytes are that the thread accesses, and is given up as soon as that contradicts earlier choices or some condition.
//! What comes out is a proposal: whether the renamed condition holds is asked afterwards.

use raddle_expr::{Bits, Model, VarId};
use raddle_machine::{Machine, Moved, Names, Renaming, Spot, State, ThreadId, Value};
use raddle_reduce::SleepSet;
use rustc_hash::FxHashSet;

use crate::condition::Bound;
use crate::symmetry::plan::{Check, Place, Plan, Step};
use crate::symmetry::role::Role;

pub struct Search<'a, 'p> {
    machine: &'a mut Machine<'p>,
    state: &'a State,
    threads: &'a [(Role, ThreadId)],
    plan: &'a Plan,
    sleep: Option<&'a SleepSet>,
    renaming: Renaming,
    /// What the cells of the known state hold here, under the names so far.
    model: Model,
    /// Cells that depend on inputs here.
    open: FxHashSet<VarId>,
    /// Threads that may still be tried.
    pub left: u32,
    /// A mistake on purpose: conditions are not looked at.
    pub overlooks_values: bool,
}

impl<'a, 'p> Search<'a, 'p> {
    pub fn new(
        machine: &'a mut Machine<'p>,
        state: &'a State,
        threads: &'a [(Role, ThreadId)],
        plan: &'a Plan,
        sleep: Option<&'a SleepSet>,
    ) -> Self {
        let (renaming, model, open) = (Renaming::default(), Model::default(), FxHashSet::default());
        let overlooks_values = false;
        Search {
            machine,
            state,
            threads,
            plan,
            sleep,
            renaming,
            model,
            open,
            left: 0,
            overlooks_values,
        }
    }

    /// The first names that contradict nothing.
    pub fn run(&mut self) -> Option<Renaming> {
        if !self.name_from(0) {
            return None;
        }
        self.name_others();
        Some(std::mem::take(&mut self.renaming))
    }

    fn name_from(&mut self, index: usize) -> bool {
        let plan = self.plan;
        let Some(step) = plan.steps.get(index) else { return true };
        let (threads, bytes) = (self.renaming.threads.len(), self.renaming.bytes.len());
        for new in self.candidates(step.role, step.thread) {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            if self.name(step, new).is_some() && self.name_from(index + 1) {
                return true;
            }
            self.renaming.threads.truncate(threads);
            self.renaming.bytes.truncate(bytes);
        }
        false
    }

    /// Threads of a role that have not been given to anybody, the thread itself first.
    fn candidates(&self, role: Role, thread: ThreadId) -> Vec<ThreadId> {
        if thread == Names::MAIN {
            return vec![thread];
        }
        let from = self.threads.partition_point(|&(other, _)| other < role);
        let same = self.threads[from..].iter().take_while(|&&(other, _)| other == role);
        let taken = |new: ThreadId| self.renaming.threads.iter().any(|&(_, other)| other == new);
        let mut free: Vec<ThreadId> =
            same.map(|&(_, new)| new).filter(|&new| !taken(new)).collect();
        if let Some(own) = free.iter().position(|&new| new == thread) {
            free[..=own].rotate_right(1);
        }
        free
    }

    /// Gives a thread a name and looks at everything that is known then. `None`: it is the wrong one.
    fn name(&mut self, step: &Step, new: ThreadId) -> Option<()> {
        if step.asleep && self.sleep.is_some_and(|sleep| !sleep.contains(new)) {
            return None;
        }
        self.renaming.threads.push((step.thread, new));
        for place in &step.own {
            self.read(place)?;
        }
        let held = &self.state.thread(new).held;
        for (&(object, start), here) in step.held.iter().zip(held) {
            let moved = Moved { object, start, end: start + 1, to: here.0, to_start: here.1 };
            self.add_bytes(moved)?;
        }
        for check in &step.checks {
            let holds = match check {
                Check::Spot(spot) => {
                    self.locate(spot)?;
                    true
                }
                Check::Memory(place) => {
                    self.read(place)?;
                    true
                }
                Check::Bound(bound) => self.open.contains(&bound.variable) || self.is_within(bound),
                Check::Term(term) => {
                    let cells = self.machine.terms.vars_of(*term);
                    cells.iter().any(|cell| self.open.contains(cell))
                        || self.machine.terms.eval_bool(*term, &self.model)
                }
            };
            if !holds && !self.overlooks_values {
                return None;
            }
        }
        Some(())
    }

    /// Notes what a cell holds.
    fn read(&mut self, place: &Place) -> Option<()> {
        let cell = self.machine.renamed_cell(&self.renaming, place.cell)?;
        match self.machine.cell_content(self.state, cell)? {
            Value::Word(word) => {
                self.open.remove(&place.variable);
                self.model.bits.insert(place.variable, Bits::new(place.width, u128::from(word)));
            }
            Value::Term(_) => {
                self.open.insert(place.variable);
            }
            Value::Undef => return None,
        }
        Some(())
    }

    fn is_within(&self, bound: &Bound) -> bool {
        let Some(value) = self.model.bits.get(&bound.variable).and_then(Bits::to_u64) else {
            return false;
        };
        bound.contains(value)
    }

    /// Where the bytes of a spot are here.
    fn locate(&mut self, spot: &Spot) -> Option<()> {
        let cells = self.machine.terms.vars_of(spot.address);
        let unknown =
            |cell: &VarId| self.open.contains(cell) || self.machine.cells.cell(*cell).is_none();
        if cells.iter().any(unknown) {
            return None;
        }
        let address = self.machine.terms.eval(spot.address, &self.model).to_u64()?;
        let (to, offset) = self.machine.names.resolve(address)?;
        let to_start = u64::try_from(offset).ok()?;
        let &Spot { object, start, end, .. } = spot;
        self.add_bytes(Moved { object, start, end, to, to_start })
    }

    fn add_bytes(&mut self, moved: Moved) -> Option<()> {
        let object = self.machine.renamed_object(&self.renaming, moved.object)?;
        if moved.to != object && !self.machine.are_alike(self.state, object, moved.to) {
            return None;
        }
        let end = moved.to_start + (moved.end - moved.start);
        let fits = match self.state.memory.get(moved.to) {
            Some(found) => end <= found.size,
            // Not made yet.
            None => moved.to_start == moved.start,
        };
        (fits && self.renaming.add(moved)).then_some(())
    }

    /// The threads that nothing is asked of keep their names where they can.
    fn name_others(&mut self) {
        let plan = self.plan;
        let mut moved = Vec::new();
        for &(role, thread) in &plan.others {
            match self.candidates(role, thread).first() {
                Some(&new) if new == thread => self.renaming.threads.push((thread, new)),
                Some(_) | None => moved.push((role, thread)),
            }
        }
        for (role, thread) in moved {
            if let Some(&new) = self.candidates(role, thread).first() {
                self.renaming.threads.push((thread, new));
            }
        }
    }
}
