//! How memory is used below a state: what a proof about some threads can bear if other threads move in between.
//!
//! A summary of a state in which some threads are left is a proof about these threads *alone*. It is a proof about them in any company
//! as long as the others do not disturb it, and it bears more than to be left alone. Bytes are used in one of three ways:
//! - *awaited*: one thread of the proof uses them. It looks at them only to wait until they allow it to go on, writes what does not depend on them, and never
//!   waited in vain. Whatever others write there, the thread either waits, and does less than was proved, or goes on as in the proof. So nothing at
//!   all has to be asked of such bytes.
//! - *counted*: all threads of the proof add constants to them, and all that is asked of them, in each state of the proof, is that they are in an interval. If others
//!   add to them, too, then what is asked of the sum is asked for all that others may have added by then, and each step of the proof
//!   adds the same to all these sums. How much the threads of the proof may have added at any time is kept.
//! - *anything*: others must not write there.
//!
//! That is found out from below. A transition keeps bytes awaited if all its decisions that look at them are those of one who waits, and no condition on
//! another cell after it depends on them before it; it keeps them counted if they hold what they held and a constant. A thread that waits in vain looks at its bytes in any way, and where
//! inputs decide between several outcomes nothing is known. In any order of transitions that partial-order reduction left out each thread does
//! what it does in one that was explored: that one thread alone awaits some bytes does not depend on the order, and what is counted conflicts, so all orders of it are explored.

use raddle_expr::{Term, TermId, VarId};
use raddle_machine::{Cell, Effect, Event, Machine, ObjectId, Otherwise, Renaming, ThreadId};
use raddle_reduce::Broken;
use rustc_hash::FxHashSet;

use crate::below::Below;
use crate::condition::{Condition, image, variable_in_sum, variables};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Awaited,
    /// The least and the greatest that may have been added at any time.
    Counted {
        low: i128,
        high: i128,
    },
    Anything,
}

/// Bytes, and how they are used.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    pub object: ObjectId,
    pub start: u64,
    pub end: u64,
    /// The only thread that uses them.
    thread: Option<ThreadId>,
    pub written: bool,
    pub used: Use,
}

impl Touch {
    pub fn is_same_place(&self, other: &Touch) -> bool {
        (self.object, self.start, self.end) == (other.object, other.start, other.end)
    }
    pub fn overlaps(&self, other: &Touch) -> bool {
        self.object == other.object && self.start < other.end && other.start < self.end
    }
    pub fn is_cell(&self, cell: Cell) -> bool {
        let Cell::Memory { object, offset, size } = cell else { return false };
        (object, offset, offset + u64::from(size)) == (self.object, self.start, self.end)
    }
    /// The bytes of a cell of memory, used in any way, but not written.
    fn of_cell(cell: Cell) -> Option<Touch> {
        let Cell::Memory { object, offset, size } = cell else { return None };
        let (start, end) = (offset, offset + u64::from(size));
        Some(Touch { object, start, end, thread: None, written: false, used: Use::Anything })
    }
    /// Whether what is proved of its threads bears what other threads do.
    pub fn bears(&self, other: &Touch) -> bool {
        if !other.written || !self.overlaps(other) {
            return true;
        }
        match (self.used, other.used) {
            (Use::Awaited, _) => true,
            (Use::Counted { .. }, Use::Counted { .. }) => self.is_same_place(other),
            (Use::Counted { .. }, Use::Awaited | Use::Anything) | (Use::Anything, _) => false,
        }
    }
    fn merge(&mut self, other: &Touch) {
        let same_thread = self.thread.is_some() && self.thread == other.thread;
        self.used = match (self.used, other.used) {
            (Use::Awaited, Use::Awaited) if same_thread => Use::Awaited,
            (Use::Counted { low: a, high: b }, Use::Counted { low: c, high: d }) => {
                Use::Counted { low: a.min(c), high: b.max(d) }
            }
            _ => Use::Anything,
        };
        self.thread = self.thread.filter(|_| same_thread);
        self.written |= other.written;
    }
}

/// A transition that was explored.
#[derive(Debug)]
pub struct Transition<'a> {
    pub thread: ThreadId,
    pub event: &'a Event,
    pub effect: &'a Effect,
}

/// More is not kept.
const MOST_TOUCHED: usize = 64;

#[derive(Clone, Debug, Default)]
pub struct Touched(Vec<Touch>);

impl Touched {
    pub fn iter(&self) -> impl Iterator<Item = &Touch> {
        self.0.iter()
    }
    pub fn is_small(&self) -> bool {
        self.0.len() <= MOST_TOUCHED
    }
    pub fn of_cell(&self, cell: Cell) -> Option<&Touch> {
        self.0.iter().find(|touch| touch.is_cell(cell))
    }

    /// Bytes that overlap others are used in any way.
    pub fn add(&mut self, mut touch: Touch) {
        let mut known = None;
        for (index, other) in self.0.iter_mut().enumerate() {
            if other.is_same_place(&touch) {
                known = Some(index);
            } else if other.overlaps(&touch) {
                other.used = Use::Anything;
                touch.used = Use::Anything;
            }
        }
        match known {
            Some(index) => self.0[index].merge(&touch),
            None => self.0.push(touch),
        }
    }

    /// All bytes may be used in any way.
    pub fn spoil(&mut self) {
        self.0.iter_mut().for_each(|touch| touch.used = Use::Anything);
    }

    /// And so are the cells of some terms.
    pub fn spoil_cells_of(&mut self, machine: &Machine<'_>, terms: &[TermId]) {
        for &term in terms {
            for variable in machine.terms.vars_of(term) {
                if let Some(touch) = machine.cells.cell(variable).and_then(Touch::of_cell) {
                    self.add(touch);
                }
            }
        }
    }

    /// A thread waits in vain.
    pub fn add_blocked(
        &mut self,
        machine: &Machine<'_>,
        thread: ThreadId,
        event: &Event,
        guards: &[TermId],
    ) {
        let used = Use::Anything;
        for access in &event.accesses {
            let (object, start, end) = (access.object, access.start, access.end);
            let (thread, written) = (Some(thread), access.write);
            self.add(Touch { object, start, end, thread, written, used });
        }
        self.spoil_cells_of(machine, guards);
    }

    /// Only intervals of what is counted and awaited may be asked for.
    pub fn judge(&mut self, machine: &Machine<'_>, condition: &Condition) {
        let spots = condition.spots.iter().map(|spot| spot.address);
        let terms: Vec<TermId> = condition.terms.iter().copied().chain(spots).collect();
        self.spoil_cells_of(machine, &terms);
        for variable in variables(machine, condition) {
            let Some(cell) = machine.cells.cell(variable) else { continue };
            if let Some(touch) = Touch::of_cell(cell)
                && self.of_cell(cell).is_none()
            {
                self.add(touch);
            }
        }
    }

    /// Adds what a transition uses, and what is used below it. `None`: it cannot be told.
    pub fn add_before(
        &mut self,
        machine: &mut Machine<'_>,
        transition: &Transition<'_>,
        below: &Below,
        broken: Option<Broken>,
    ) -> Option<()> {
        let &Transition { event, effect, .. } = transition;
        let after = below.touched.as_ref()?;
        let symbolic = event.accesses.iter().any(|access| access.symbolic.is_some());
        if symbolic || event.obscure || !event.created.is_empty() || !event.fences.is_empty() {
            return None;
        }
        let looks = Looks::new(machine, effect, &below.condition, broken)?;
        let mut own = Touched::default();
        for access in &event.accesses {
            let (object, start, end) = (access.object, access.start, access.end);
            let (thread, written) = (Some(transition.thread), access.write);
            // How it is used is seen below, with what follows.
            let used = Use::Counted { low: 0, high: 0 };
            own.add(Touch { object, start, end, thread, written, used });
        }
        for spot in &effect.named.spots {
            let (object, start, end, thread) =
                (spot.object, spot.start, spot.end, Some(transition.thread));
            let spot = Touch { object, start, end, thread, written: true, used: Use::Anything };
            // Nobody else notices it.
            if !own.0.iter().any(|known| known.overlaps(&spot)) {
                own.0.push(spot);
            }
        }
        for touch in after.iter() {
            if !own.0.iter().any(|known| known.is_same_place(touch)) {
                let unused = own.0.iter().all(|known| !known.overlaps(touch));
                let used = if unused { looks.kept(machine, touch) } else { Use::Anything };
                self.add(Touch { used, ..*touch });
            }
        }
        for touch in &own.0 {
            let follows = after.iter().find(|known| known.is_same_place(touch));
            let apart =
                after.iter().all(|known| known.is_same_place(touch) || !known.overlaps(touch));
            let mut touch = *touch;
            if touch.used != Use::Anything {
                let used = looks.used(machine, effect, &touch, follows);
                touch.used = if apart { used } else { Use::Anything };
            }
            if let Some(follows) = follows {
                touch.written |= follows.written;
                touch.thread = touch.thread.filter(|_| follows.thread == touch.thread);
                if touch.thread.is_none() && touch.used == Use::Awaited {
                    touch.used = Use::Anything;
                }
            }
            self.add(touch);
        }
        Some(())
    }

    /// The same under new names.
    pub fn renamed(&self, machine: &mut Machine<'_>, renaming: &Renaming) -> Option<Touched> {
        let mut result = Touched::default();
        for touch in &self.0 {
            let (object, start) =
                machine.renamed_bytes(renaming, touch.object, touch.start, touch.end)?;
            let thread = touch.thread.map(|thread| machine.renamed_thread(renaming, thread));
            let end = start + (touch.end - touch.start);
            result.add(Touch { object, start, end, thread, ..*touch });
        }
        Some(result)
    }
}

/// What a transition looks at, and what of it matters afterwards.
struct Looks {
    /// Cells that it decides by, other than to wait.
    decides: FxHashSet<VarId>,
    /// Cells that others depend on which something is asked of afterwards.
    flows: FxHashSet<VarId>,
}

impl Looks {
    fn new(
        machine: &mut Machine<'_>,
        effect: &Effect,
        after: &Condition,
        broken: Option<Broken>,
    ) -> Option<Looks> {
        let mut decides = FxHashSet::default();
        let careless = broken == Some(Broken::DecisionsTakenForWaits);
        for guard in &effect.guards {
            if !matches!(guard.otherwise, Otherwise::Waits) && !careless {
                decides.extend(machine.terms.vars_of(guard.condition));
            }
        }
        let mut flows = FxHashSet::default();
        for variable in variables(machine, after) {
            if machine.cells.cell(variable).is_none() {
                continue;
            }
            let image = image(machine, effect, variable)?;
            let sources = machine.terms.vars_of(image);
            // A cell that holds what it held, or that and a constant, is looked at by itself.
            flows.extend(sources.into_iter().filter(|&source| source != variable));
        }
        Some(Looks { decides, flows })
    }

    fn mentions(set: &FxHashSet<VarId>, machine: &Machine<'_>, touch: &Touch) -> bool {
        set.iter().any(|&variable| {
            let cell = machine.cells.cell(variable).and_then(Touch::of_cell);
            cell.is_some_and(|cell| cell.overlaps(touch))
        })
    }

    /// How bytes are used that are used below, and that the transition does not notice.
    fn kept(&self, machine: &Machine<'_>, touch: &Touch) -> Use {
        let seen = Looks::mentions(&self.decides, machine, touch)
            || Looks::mentions(&self.flows, machine, touch);
        if seen { Use::Anything } else { touch.used }
    }

    /// How bytes are used by the transition and what `follows` it.
    fn used(
        &self,
        machine: &mut Machine<'_>,
        effect: &Effect,
        touch: &Touch,
        follows: Option<&Touch>,
    ) -> Use {
        let size = touch.end - touch.start;
        if !matches!(size, 1 | 2 | 4 | 8) {
            return Use::Anything;
        }
        let bits = 8 * size as u32;
        let cell = Cell::Memory { object: touch.object, offset: touch.start, size: size as u32 };
        let Some(image) = machine.image(effect, cell, bits) else { return Use::Anything };
        let variable = machine.cell_variable(cell, bits);
        let added = added(machine, variable, image);
        let independent = added == Some(0)
            || machine.terms.vars_of(image).iter().all(|&source| {
                let source = machine.cells.cell(source).and_then(Touch::of_cell);
                !source.is_some_and(|source| source.overlaps(touch))
            });
        let follows = follows.map(|follows| follows.used);
        if independent
            && matches!(follows, None | Some(Use::Awaited))
            && !Looks::mentions(&self.decides, machine, touch)
            && !Looks::mentions(&self.flows, machine, touch)
        {
            return Use::Awaited;
        }
        match (added, follows) {
            (Some(added), None) => Use::Counted { low: added.min(0), high: added.max(0) },
            (Some(added), Some(Use::Counted { low, high })) => {
                Use::Counted { low: (added + low).min(0), high: (added + high).max(0) }
            }
            _ => Use::Anything,
        }
    }
}

/// The constant that a term adds to a cell.
fn added(machine: &Machine<'_>, cell: TermId, term: TermId) -> Option<i128> {
    let (variable, added) = variable_in_sum(&machine.terms, term)?;
    matches!(*machine.terms.get(cell), Term::Var(own) if own == variable).then_some(added)
}
