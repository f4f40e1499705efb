//! What a machine has to tell: faults, cuts, and what was taken for granted on the way. Whoever only tries something takes a
//! [`Mark`] before and returns to it: what did not happen is not told.

use std::collections::BTreeSet;

use raddle_ir::Loc;
use rustc_hash::FxHashSet;

use crate::fault::{Assumed, Cut, Fault, FaultKind};

#[derive(Debug, Default)]
pub struct Outbox {
    /// Met since they were last taken.
    pub(crate) faults: Vec<Fault>,
    pub(crate) cuts: Vec<Cut>,
    /// Weak points of the verdict that do not end a path, and where.
    pub(crate) assumptions: BTreeSet<(Assumed, Loc)>,
    /// What will have to be assumed if a state is left out because of what was learnt.
    pub(crate) unseen: BTreeSet<(Assumed, Loc)>,
    /// That is all there is.
    pub(crate) blind: bool,
    /// Faults that somebody was told of, and where they are.
    pub(crate) told: FxHashSet<(FaultKind, Loc)>,
    /// Places of `raddle_check` that some run has come to.
    pub(crate) checked: FxHashSet<Loc>,
    /// A thread used an object of another one that nobody was seen to share.
    pub(crate) hidden_address: bool,
}

/// How much was in it at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    faults: usize,
    cuts: usize,
}

/// What was noted on the way at some time.
pub(crate) struct Notes {
    assumptions: BTreeSet<(Assumed, Loc)>,
    unseen: BTreeSet<(Assumed, Loc)>,
    checked: FxHashSet<Loc>,
}

impl Outbox {
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    pub fn cuts(&self) -> &[Cut] {
        &self.cuts
    }

    /// Whether there is no fault and no cut in it.
    pub fn is_empty(&self) -> bool {
        self.faults.is_empty() && self.cuts.is_empty()
    }

    pub fn report(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    pub fn report_cut(&mut self, cut: Cut) {
        self.cuts.push(cut);
    }

    pub fn take_faults(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.faults)
    }

    pub fn take_cuts(&mut self) -> Vec<Cut> {
        std::mem::take(&mut self.cuts)
    }

    /// Faults and cuts that were set aside are all there are.
    pub fn put_back(&mut self, faults: Vec<Fault>, cuts: Vec<Cut>) {
        self.faults = faults;
        self.cuts = cuts;
    }

    /// Faults that were set aside are all there are.
    pub fn put_back_faults(&mut self, faults: Vec<Fault>) {
        self.faults = faults;
    }

    /// Faults and cuts never happened.
    pub fn forget(&mut self) {
        self.faults.clear();
        self.cuts.clear();
    }

    pub fn forget_faults(&mut self) {
        self.faults.clear();
    }

    pub fn mark(&self) -> Mark {
        Mark { faults: self.faults.len(), cuts: self.cuts.len() }
    }

    /// What came since did not happen.
    pub fn return_to(&mut self, mark: Mark) {
        self.faults.truncate(mark.faults);
        self.cuts.truncate(mark.cuts);
    }

    /// What is taken for granted and was checked, to be put back.
    pub(crate) fn notes(&self) -> Notes {
        Notes {
            assumptions: self.assumptions.clone(),
            unseen: self.unseen.clone(),
            checked: self.checked.clone(),
        }
    }

    pub(crate) fn return_to_notes(&mut self, notes: Notes) {
        self.assumptions = notes.assumptions;
        self.unseen = notes.unseen;
        self.checked = notes.checked;
    }

    /// The same for faults alone.
    pub fn return_faults_to(&mut self, mark: Mark) {
        self.faults.truncate(mark.faults);
    }

    /// What came between did not happen.
    pub fn forget_between(&mut self, from: Mark, to: Mark) {
        self.faults.drain(from.faults..to.faults);
        self.cuts.drain(from.cuts..to.cuts);
    }

    /// The first fault that came since.
    pub fn fault_since(&self, mark: Mark) -> Option<&Fault> {
        self.faults.get(mark.faults)
    }

    /// The verdict rests on this.
    pub fn assume(&mut self, what: Assumed, at: Loc) {
        self.assumptions.insert((what, at));
    }

    pub fn assumptions(&self) -> impl Iterator<Item = (Assumed, Loc)> + '_ {
        self.assumptions.iter().copied()
    }

    /// Whether a path was cut that nobody was told of yet.
    pub fn has_cuts(&self) -> bool {
        !self.cuts.is_empty()
    }

    /// Whether some run has come to the check at this place.
    pub fn was_checked(&self, at: Loc) -> bool {
        self.checked.contains(&at)
    }

    /// Whether a thread used an object of another one that nobody was seen to share: what was explored so far may be too little.
    pub fn has_hidden_address(&self) -> bool {
        self.hidden_address
    }

    pub fn note_hidden_address(&mut self) {
        self.hidden_address = true;
    }

    /// The same question, which is settled then.
    pub fn take_hidden_address(&mut self) -> bool {
        std::mem::take(&mut self.hidden_address)
    }
}
