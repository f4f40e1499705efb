//! The table of summaries: by control, then by what is cheapest to tell apart.
//!
//! All summaries of one control speak of few cells. Their contents are read once per lookup. Many summaries
//! ask for one certain value of some cells, such as a loop's counter, and are found by it; the others are told
//! apart by comparing numbers. Only what is left is evaluated, or asked of the solver.

use std::rc::Rc;

use raddle_expr::{Bits, Model, TermId, VarId};
use raddle_machine::{ControlKey, Machine, State, Value};
use raddle_reduce::SleepSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::asking::Asking;
use crate::below::Below;
use crate::condition::{Bound, Decided, Spelling, content};
use crate::demand::Demand;

#[derive(Debug, Default)]
pub struct Table {
    slots: FxHashMap<ControlKey, Slot>,
    pub entries: usize,
    /// About what they take in memory.
    pub bytes: usize,
    /// Cells and summaries that were looked at.
    pub looked: u64,
    /// Conditions may speak of threads and spots.
    spells: bool,
    spelling: Spelling,
}

/// The summaries of one control.
#[derive(Debug, Default)]
struct Slot {
    /// The cells that some summary speaks of.
    variables: Vec<VarId>,
    groups: Vec<Group>,
    demand: Demand,
}

/// Summaries that pin the same cells at least, by the values they pin them to.
#[derive(Debug, Default)]
struct Group {
    pinned: Vec<usize>,
    entries: FxHashMap<Box<[u64]>, Vec<Entry>>,
}

/// Places among a slot's variables; most terms speak of few.
type Places = SmallVec<[u32; 4]>;

#[derive(Debug)]
struct Entry {
    below: Below,
    /// What slept when the node was explored.
    asleep: SleepSet,
    bounds: Vec<Range>,
    /// Terms, and the places of their cells among the slot's variables.
    terms: Vec<(TermId, Places)>,
    defined: Vec<usize>,
    /// Some term speaks of inputs still to come.
    has_inputs: bool,
    /// How many nodes were explored to learn it here; none if it is not for others.
    weight: u64,
    /// About what it takes in memory.
    bytes: usize,
}

/// An interval of a cell, in numbers that compare like the cell's values.
#[derive(Clone, Copy, Debug)]
struct Range {
    variable: usize,
    /// Unused high bits of a signed cell; `None` for an unsigned one.
    unused: Option<u32>,
    low: u64,
    high: u64,
}

const SIGN: u64 = 1 << 63;

impl Range {
    fn new(variable: usize, bound: &Bound) -> Range {
        // The order of signed numbers is that of unsigned ones with the sign bit turned round.
        let flip = |value: i128| value as i64 as u64 ^ SIGN;
        let (low, high) = (bound.low(), bound.high());
        if bound.signed {
            let unused = Some(64 - bound.width());
            return Range { variable, unused, low: flip(low), high: flip(high) };
        }
        Range { variable, unused: None, low: low as u64, high: high as u64 }
    }

    #[inline]
    fn contains(&self, word: u64) -> bool {
        let value = match self.unused {
            None => word,
            Some(unused) => ((word << unused) as i64 >> unused) as u64 ^ SIGN,
        };
        self.low <= value && value <= self.high
    }

    /// The value of a cell that must have a certain one, as it is stored.
    fn only_value(&self) -> Option<(usize, u64)> {
        let value = match self.unused {
            None => self.low,
            Some(unused) => (self.low ^ SIGN) << unused >> unused,
        };
        (self.low == self.high).then_some((self.variable, value))
    }

    fn lies_in(&self, other: &Range) -> bool {
        (self.variable, self.unused) == (other.variable, other.unused)
            && other.low <= self.low
            && self.high <= other.high
    }
}

/// So many groups of one control are looked through.
const MOST_GROUPS: usize = 8;

/// Summaries that one state is compared with by the solver, or by what may race below them.
const MOST_QUESTIONS: u32 = 8;

/// What the contents of cells say about a summary.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Check {
    Holds,
    Fails,
    /// It depends on inputs.
    Open,
}

impl Table {
    pub fn insert(
        &mut self,
        machine: &mut Machine<'_>,
        key: ControlKey,
        asleep: SleepSet,
        below: Below,
        weight: u64,
    ) {
        let slot = self.slots.entry(key).or_default();
        if !slot.demand.wants_another() {
            return;
        }
        self.spells |= machine.config.generalise_names;
        let spelling = self.spells.then_some(&mut self.spelling);
        let compiled = slot.compile(machine, spelling, asleep, below);
        let entry = Entry { weight, bytes: compiled.bytes(), ..compiled };
        let group = slot.group_for(entry.pins());
        let values = entry.pinned_to(&group.pinned);
        let entries = group.entries.entry(values).or_default();
        let (mut gone, mut freed) = (0, 0);
        entries.retain(|known| {
            let kept = !entry.is_more_general(known);
            gone += usize::from(!kept);
            freed += if kept { 0 } else { known.bytes };
            kept
        });
        self.entries = self.entries + 1 - gone;
        self.bytes = self.bytes + entry.bytes - freed;
        entries.push(entry);
    }

    /// A summary that covers a state, if `allows` its use, and how that was found out.
    pub fn find(
        &mut self,
        machine: &mut Machine<'_>,
        key: &ControlKey,
        state: &State,
        sleep: Option<&SleepSet>,
        asking: &mut Asking,
        allows: &mut dyn FnMut(&Below) -> bool,
    ) -> Option<(Below, Decided)> {
        let Slot { variables, groups, demand } = self.slots.get_mut(key)?;
        let values: Vec<Option<Value>> =
            variables.iter().map(|&variable| content(machine, state, variable)).collect();
        let (values, model, questions) = (&values[..], None, MOST_QUESTIONS);
        let looked = &mut self.looked;
        *looked += values.len() as u64;
        let mut lookup =
            Lookup { machine, state, sleep, asking, variables, values, model, questions, looked };
        for group in groups {
            let pinned = group.pinned.iter().map(|&cell| values[cell].and_then(Value::word));
            let found = match pinned.collect::<Option<Box<[u64]>>>() {
                Some(words) => {
                    group.entries.get_mut(&words).and_then(|entries| lookup.first(entries, allows))
                }
                // Some depend on inputs: any of the values may be meant.
                None => {
                    group.entries.values_mut().find_map(|entries| lookup.first(entries, allows))
                }
            };
            if found.is_some() {
                demand.was_used();
                return found;
            }
        }
        None
    }

    /// Summaries that took at least so many nodes.
    pub fn heavy(
        &self,
        weight: u64,
    ) -> impl Iterator<Item = (u64, &ControlKey, &SleepSet, &Below)> {
        self.slots.iter().flat_map(move |(key, slot)| {
            let entries = slot.groups.iter().flat_map(|group| group.entries.values().flatten());
            let entries = entries.filter(move |entry| entry.weight >= weight);
            entries.map(move |entry| (entry.weight, key, &entry.asleep, &entry.below))
        })
    }

    /// Forgets the summaries that were used least recently, of every control.
    pub fn forget_half(&mut self) {
        let (mut kept, mut bytes) = (0, 0);
        for slot in self.slots.values_mut() {
            for group in &mut slot.groups {
                for entries in group.entries.values_mut() {
                    entries.truncate(entries.len() / 2);
                    kept += entries.len();
                    bytes += entries.iter().map(|entry| entry.bytes).sum::<usize>();
                }
                group.entries.retain(|_, entries| !entries.is_empty());
            }
            slot.groups.retain(|group| !group.entries.is_empty());
        }
        self.slots.retain(|_, slot| !slot.groups.is_empty());
        self.entries = kept;
        self.bytes = bytes;
    }
}

/// A state that summaries are compared with.
struct Lookup<'a, 'm, 'p> {
    machine: &'a mut Machine<'p>,
    state: &'m State,
    /// What sleeps here; `None`: nobody asks.
    sleep: Option<&'m SleepSet>,
    asking: &'a mut Asking,
    variables: &'m [VarId],
    values: &'m [Option<Value>],
    /// The values that are known, once they are needed.
    model: Option<Model>,
    /// How many more summaries may be looked at by more than values.
    questions: u32,
    looked: &'a mut u64,
}

impl Lookup<'_, '_, '_> {
    fn first(
        &mut self,
        entries: &mut [Entry],
        allows: &mut dyn FnMut(&Below) -> bool,
    ) -> Option<(Below, Decided)> {
        for index in 0..entries.len() {
            if self.machine.config.budget.is_spent() {
                return None;
            }
            let entry = &mut entries[index];
            *self.looked += 1;
            let check = self.check(entry);
            if check == Check::Fails
                || self.sleep.is_some_and(|sleep| !sleep.includes(&entry.asleep))
            {
                continue;
            }
            if self.questions == 0 {
                return None;
            }
            self.questions -= 1;
            if !allows(&entry.below) {
                continue;
            }
            let decided = match check {
                Check::Holds => Decided::ByValues,
                Check::Fails | Check::Open => {
                    match entry.below.condition.holds(self.machine, self.state, self.asking) {
                        Some(decided) => decided,
                        None => continue,
                    }
                }
            };
            // What was of use once is likely to be again.
            entries[..=index].rotate_right(1);
            return Some((entries[0].below.clone(), decided));
        }
        None
    }

    fn check(&mut self, entry: &mut Entry) -> Check {
        let values = self.values;
        let mut open = entry.has_inputs;
        for index in 0..entry.bounds.len() {
            let bound = entry.bounds[index];
            match values[bound.variable] {
                Some(Value::Word(word)) => {
                    if !bound.contains(word) {
                        // What told it apart once is asked first from now on.
                        entry.bounds.swap(0, index);
                        return Check::Fails;
                    }
                }
                Some(Value::Term(_)) => open = true,
                Some(Value::Undef) | None => return Check::Fails,
            }
        }
        if entry.defined.iter().any(|&variable| values[variable].is_none()) {
            return Check::Fails;
        }
        for (term, cells) in &entry.terms {
            let known = |&cell: &u32| matches!(values[cell as usize], Some(Value::Word(_)));
            if cells.iter().any(|&cell| values[cell as usize].is_none()) {
                return Check::Fails;
            }
            if entry.has_inputs || !cells.iter().all(known) {
                open = true;
                continue;
            }
            let (machine, variables) = (&*self.machine, self.variables);
            let model = &mut self.model;
            let model = model.get_or_insert_with(|| known_values(machine, variables, values));
            if !machine.terms.eval_bool(*term, model) {
                return Check::Fails;
            }
        }
        if open { Check::Open } else { Check::Holds }
    }
}

impl Slot {
    /// The group of summaries that pin these cells. When there are many groups, looking at each takes long: then it is the one with
    /// most of these cells, without those that are not among them.
    fn group_for(&mut self, pins: Vec<usize>) -> &mut Group {
        let known = self.groups.iter().position(|group| group.pinned == pins);
        let at = known.unwrap_or_else(|| {
            if self.groups.len() < MOST_GROUPS {
                self.groups.push(Group { pinned: pins.clone(), ..Group::default() });
                return self.groups.len() - 1;
            }
            let shared =
                |group: &Group| group.pinned.iter().filter(|cell| pins.contains(cell)).count();
            // The first of the best.
            let best = (0..self.groups.len()).rev().max_by_key(|&at| shared(&self.groups[at]));
            best.unwrap_or_default()
        });
        let group = &mut self.groups[at];
        group.pin_only(&pins);
        group
    }

    fn place(&mut self, variable: VarId) -> usize {
        let known = self.variables.iter().position(|&known| known == variable);
        known.unwrap_or_else(|| {
            self.variables.push(variable);
            self.variables.len() - 1
        })
    }

    fn compile(
        &mut self,
        machine: &mut Machine<'_>,
        spelling: Option<&mut Spelling>,
        asleep: SleepSet,
        below: Below,
    ) -> Entry {
        let condition = match spelling {
            Some(spelling) => Rc::new(below.condition.spelled_out(machine, spelling)),
            None => below.condition.clone(),
        };
        let bounds = condition.bounds.iter();
        let bounds = bounds.map(|bound| Range::new(self.place(bound.variable), bound)).collect();
        let defined = condition.defined.iter().map(|&variable| self.place(variable)).collect();
        let mut has_inputs = false;
        let mut terms = Vec::new();
        for &term in &condition.terms {
            let variables = machine.terms.vars_of(term);
            has_inputs |= variables.iter().any(|&id| machine.cells.cell(id).is_none());
            let cells = variables.into_iter().filter(|&id| machine.cells.cell(id).is_some());
            terms.push((term, cells.map(|id| self.place(id) as u32).collect()));
        }
        Entry { below, asleep, bounds, terms, defined, has_inputs, weight: 0, bytes: 0 }
    }
}

impl Entry {
    /// Whether it covers all that another one covers, as far as intervals tell.
    fn is_more_general(&self, other: &Entry) -> bool {
        self.terms.is_empty()
            && other.asleep.includes(&self.asleep)
            && self.defined.iter().all(|variable| other.defined.contains(variable))
            && self.bounds.iter().all(|bound| other.bounds.iter().any(|own| own.lies_in(bound)))
    }

    /// About what it takes in memory.
    fn bytes(&self) -> usize {
        let condition = &self.below.condition;
        size_of::<Entry>()
            + size_of_val(&self.bounds[..])
            + size_of_val(&condition.bounds[..])
            + self.terms.len() * 2 * size_of::<(TermId, Places)>()
            + self.below.reach.bytes()
    }

    /// The cells that have to have one certain value.
    fn pins(&self) -> Vec<usize> {
        let pins = self.bounds.iter().filter_map(Range::only_value);
        let mut pins: Vec<usize> = pins.map(|(variable, _)| variable).collect();
        pins.sort_unstable();
        pins.dedup();
        pins
    }

    /// The values that some of these cells have to have.
    fn pinned_to(&self, cells: &[usize]) -> Box<[u64]> {
        let value = |cell: &usize| {
            let mut pins = self.bounds.iter().filter_map(Range::only_value);
            pins.find(|(variable, _)| variable == cell).map_or(0, |(_, value)| value)
        };
        cells.iter().map(value).collect()
    }
}

impl Group {
    /// Entries are found by those cells only that are among these.
    fn pin_only(&mut self, cells: &[usize]) {
        let before = self.pinned.len();
        self.pinned.retain(|cell| cells.contains(cell));
        if self.pinned.len() == before {
            return;
        }
        let entries = std::mem::take(&mut self.entries);
        let mut lists: Vec<(Box<[u64]>, Vec<Entry>)> = entries.into_iter().collect();
        lists.sort_by(|a, b| a.0.cmp(&b.0));
        for entry in lists.into_iter().flat_map(|(_, entries)| entries) {
            let values = entry.pinned_to(&self.pinned);
            self.entries.entry(values).or_default().push(entry);
        }
    }
}

fn known_values(machine: &Machine<'_>, variables: &[VarId], values: &[Option<Value>]) -> Model {
    let mut model = Model::default();
    for (&variable, value) in variables.iter().zip(values) {
        if let Some(Value::Word(word)) = value {
            let width = machine.terms.width(machine.terms.var_term(variable));
            model.bits.insert(variable, Bits::new(width, u128::from(*word)));
        }
    }
    model
}
