//! The summaries of one search: making them, keeping them, and finding one that covers a state.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use raddle_budget::Stage;
use raddle_expr::{Bits, Model, TermId};
use raddle_machine::{ControlKey, Event, Halt, Machine, Property, State, Status, ThreadId, Value};
use raddle_moves as enabled;
use raddle_plan::SummaryLimits;
use raddle_reduce::{Broken, SleepSet};

use crate::asking::Asking;
use crate::below::{Below, Open};
use crate::boxes::Boxer;
use crate::condition::{self, Condition, Decided};
use crate::outcomes::{any_of, left_out, with_guards};
use crate::ranges::Ranges;
use crate::reach::{Above, Reach};
use crate::shared::Shared;
use crate::symmetry::joins::{self, Handles};
use crate::symmetry::{Symmetry, threads_share_code};
use crate::table::Table;
use crate::text;
use crate::thrift::{Favour, STATE, Thrift};
use crate::touched::{Touched, Transition};

/// As many times as large may the terms of a summary be while there is one thread: nothing multiplies them.
const SIZE_ALONE: usize = 4;

/// Nodes of the terms of a summary for each thread and for each two of them, if threads may change names: most is asked of one thread, or of what one has read and
/// another one may still do. A box around the state would be asked of all of them, and no other state would be like it.
const SIZE_PER_THREAD: usize = 64;
const SIZE_PER_PAIR: usize = 48;

/// So many summaries are made, and states met again, before it is asked what symmetry brought.
const SYMMETRY_TRIAL: u64 = 256;
const MET_AGAIN: u64 = 8;

/// What it takes to execute a transition once more over cells, and to keep a summary. Measured, as is what the parts
/// of a condition, what is reached and what is looked at under other names add to it.
const OUTCOME_WORK: u64 = STATE;
const KEEPING_WORK: u64 = STATE / 2;
const RENAMING_WORK: u64 = 4;

/// So many times what was explored below a state it is believed to save.
const CREDIBLE: u64 = 2;

/// The table of summaries.
#[derive(Debug)]
pub struct Summaries {
    limits: SummaryLimits,
    table: Table,
    /// The same summaries under other names, if threads may change them.
    symmetry: Option<Symmetry>,
    asking: Asking,
    shared: Shared,
    /// Somebody wants to know what is accessed below a state.
    reach_matters: bool,
    broken: Option<Broken>,
    thrift: Thrift,
    counters: BTreeMap<&'static str, u64>,
    /// What looking for summaries, and making them, took.
    looking: Duration,
    making: Duration,
}

impl Summaries {
    pub fn new(
        limits: SummaryLimits,
        reach_matters: bool,
        symmetry: bool,
        parts: bool,
        eager_turns: bool,
        broken: Option<Broken>,
    ) -> Summaries {
        let symmetry = symmetry.then(|| Symmetry::new(parts, broken));
        let (table, asking) = (Table::default(), Asking::default());
        let (looking, making) = (Duration::ZERO, Duration::ZERO);
        Summaries {
            limits,
            table,
            symmetry,
            asking,
            shared: Shared::default(),
            reach_matters,
            broken,
            thrift: if eager_turns { Thrift::of_little_credit() } else { Thrift::default() },
            counters: BTreeMap::new(),
            looking,
            making,
        }
    }

    pub fn counters(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        let others = [
            ("questions_left_out", self.asking.left_out),
            ("learning_cost", self.thrift.spent),
            ("states_saved", self.thrift.saved),
            ("learning_pauses", self.thrift.pauses),
            ("states_without_learning", self.thrift.unlearnt),
            ("summary lookup microseconds", self.looking.as_micros() as u64),
            ("summary making microseconds", self.making.as_micros() as u64),
        ];
        let counters = self.counters.iter().map(|(&name, &count)| (name, count));
        counters.chain(others.into_iter().filter(|&(_, count)| count > 0))
    }

    /// Nothing that was learnt holds any more.
    pub fn forget(&mut self) {
        self.table = Table::default();
        self.symmetry.iter_mut().for_each(Symmetry::forget);
        self.shared.forget();
    }

    fn count(&mut self, name: &'static str) {
        *self.counters.entry(name).or_insert(0) += 1;
    }

    /// Whether it pays to learn.
    pub fn pay(&self) -> bool {
        self.thrift.has_credit()
    }

    /// So many states should be explored without summaries now, where so many are enough.
    pub fn begin_pause(&mut self, enough: u64) -> u64 {
        self.thrift.begin_pause(enough)
    }

    /// Another attempt to learn what is of use, a long one if that is favoured.
    pub fn try_again(&mut self, favour: Favour) {
        self.thrift.try_again(favour);
    }

    /// What was spent on learning, counted in states.
    pub fn spent(&self) -> u64 {
        self.thrift.spent
    }

    /// A summary that covers a state, if `allows` its use.
    pub fn find(
        &mut self,
        machine: &mut Machine<'_>,
        key: &ControlKey,
        state: &State,
        sleep: Option<&SleepSet>,
        allows: &mut dyn FnMut(&Reach) -> bool,
    ) -> Option<Below> {
        machine.config.budget.enter(Stage::Summaries);
        let before = Instant::now();
        let looked = self.table.looked;
        let asking = &mut self.asking;
        let mut may_use = |below: &Below| allows(&below.reach);
        let mut found = self.table.find(machine, key, state, sleep, asking, &mut may_use);
        if let (None, Some(symmetry)) = (&found, &mut self.symmetry) {
            let tried = symmetry.tried;
            found = symmetry.find(machine, state, sleep, asking, allows);
            if found.is_none() {
                found = symmetry.find_parts(machine, state, asking, allows);
                if found.is_some() {
                    *self.counters.entry("pruned_by_parts").or_insert(0) += 1;
                }
            }
            // It takes some time to find out what may be alike.
            let tried = symmetry.tried - tried + state.threads.len() as u64;
            self.thrift.spend(RENAMING_WORK * tried);
            if found.is_some() {
                self.count("pruned_by_symmetry");
            }
        }
        self.thrift.spend(self.table.looked - looked);
        self.looking += before.elapsed();
        self.judge_symmetry(machine);
        let (below, decided) = found?;
        self.thrift.save(below.states);
        self.count(match decided {
            Decided::ByValues => "pruned_by_values",
            Decided::BySolver => "pruned_by_solver",
        });
        Some(below)
    }

    /// Stops following names where states are met again, but never under other names, or where that costs more than it saves.
    fn judge_symmetry(&mut self, machine: &mut Machine<'_>) {
        let count = |name: &str| self.counters.get(name).copied().unwrap_or(0);
        let tried = count("summaries") >= SYMMETRY_TRIAL
            && count("pruned_by_values") + count("pruned_by_solver") >= MET_AGAIN;
        let in_vain = tried && count("pruned_by_symmetry") == 0;
        if self.symmetry.is_some() && in_vain {
            self.give_up_symmetry(machine);
        }
    }

    fn give_up_symmetry(&mut self, machine: &mut Machine<'_>) {
        self.symmetry = None;
        machine.config.generalise_names = false;
        self.count("symmetry_given_up");
    }

    /// Notes what is below one outcome of a thread's transition. `None`: nothing is known.
    pub fn outcome(
        &mut self,
        machine: &mut Machine<'_>,
        open: &mut Open,
        before: &State,
        thread: ThreadId,
        after: &State,
        below: Option<&Below>,
    ) {
        let started = Instant::now();
        self.note_outcome(machine, open, before, thread, after, below);
        self.making += started.elapsed();
    }

    fn note_outcome(
        &mut self,
        machine: &mut Machine<'_>,
        open: &mut Open,
        before: &State,
        thread: ThreadId,
        after: &State,
        below: Option<&Below>,
    ) {
        let Some(below) = below else {
            open.incomplete = true;
            return;
        };
        if open.incomplete {
            return;
        }
        open.states = open.states.saturating_add(below.states);
        self.thrift.spend(OUTCOME_WORK + below.work());
        let races = machine.config.properties.contains(Property::Race);
        let is_piece = before.rest.now || after.rest.now;
        let event = self.shared.event(Rc::new(after.event.clone()));
        let above = Above { thread, before, event: &event, is_piece };
        let nothing = Reach::default();
        let handed_up: &Reach = match self.broken {
            Some(Broken::AccessesNotHandedUp) => &nothing,
            _ => &below.reach,
        };
        if self.reach_matters {
            open.reach.add_before(machine, &above, handed_up, races, self.broken);
        }
        let parts = self.symmetry.as_ref().is_some_and(Symmetry::takes_apart) && !is_piece;
        let renames = self.symmetry.is_some();
        let outcomes = match machine.effect(before, thread, &after.model, after) {
            None => None,
            Some(effect) => {
                below.condition.before(machine, &effect, before).map(|mut condition| {
                    let touched = open.touched.take().filter(|_| parts);
                    open.touched = touched.and_then(|mut touched| {
                        let transition = Transition { thread, event: &event, effect: &effect };
                        touched.add_before(machine, &transition, below, self.broken)?;
                        Some(touched)
                    });
                    if let Some(handles) = open.handles.as_mut().filter(|_| renames) {
                        handles.add_outcome(machine, &effect, &below.free, &condition, self.broken);
                        let guards = effect.guards.iter().map(|guard| guard.condition);
                        handles.add_fixed(machine, guards);
                    }
                    for &variable in &effect.defined {
                        condition.add_defined(variable);
                    }
                    let unpinned = self.broken == Some(Broken::EnabledUnpinned)
                        && enabled::has_to_be_tried(machine, before, thread);
                    let guards = if unpinned { &[][..] } else { &effect.guards };
                    let mut condition = with_guards(machine, before, condition, guards);
                    condition.add_named(machine, &effect.named);
                    let left_out = left_out(
                        machine,
                        before,
                        &mut self.asking,
                        &condition,
                        guards,
                        self.broken,
                    );
                    std::iter::once(condition).chain(left_out).collect::<Vec<Condition>>()
                })
            }
        };
        let Some(outcomes) = outcomes else {
            self.count("not_expressible");
            open.incomplete = true;
            return;
        };
        let of_thread = open.explored.iter().position(|(other, _)| *other == thread);
        let of_thread = of_thread.unwrap_or_else(|| {
            open.explored.push((thread, Vec::new()));
            open.explored.len() - 1
        });
        for outcome in outcomes {
            let known = &mut open.explored[of_thread].1;
            if !known.contains(&outcome) {
                known.push(outcome);
            }
        }
    }

    /// Everything below a node was explored, with so many other nodes: returns what was learnt, and keeps it if that is wanted.
    pub fn finish(
        &mut self,
        machine: &mut Machine<'_>,
        mut open: Open,
        state: &State,
        blocked: &[(ThreadId, Event)],
        weight: u64,
        kept: bool,
    ) -> Option<Below> {
        let cut = |thread: &Rc<raddle_machine::Thread>| thread.status == Status::Halted(Halt::Cut);
        let cuts_matter = self.broken != Some(Broken::CutsIgnored);
        if open.incomplete || (cuts_matter && state.threads.iter().any(cut)) {
            return None;
        }
        let mut condition = Condition::default();
        for &term in &open.concluded_from {
            condition.add(&machine.terms, term);
        }
        if let Some(handles) = &mut open.handles {
            handles.add_fixed(machine, open.concluded_from.iter().copied());
        }
        let races = machine.config.properties.contains(Property::Race);
        let mut touched = open.touched;
        if let Some(touched) = &mut touched {
            touched.spoil_cells_of(machine, &open.concluded_from);
            if open.explored.iter().any(|(_, outcomes)| outcomes.len() > 1) {
                touched.spoil();
            }
        }
        for (thread, event) in blocked {
            let event = Rc::new(event.clone());
            let above = Above { thread: *thread, before: state, event: &event, is_piece: false };
            if self.reach_matters {
                open.reach.add_event(machine, &above, races, false);
            }
            let Some(blocking) = machine.blocking_guards(state, *thread) else {
                self.count("not_expressible");
                return None;
            };
            if let Some(touched) = &mut touched {
                touched.add_blocked(machine, *thread, &event, &blocking.guards);
            }
            if let Some(handles) = &mut open.handles {
                handles.add_fixed(machine, blocking.guards.iter().copied());
            }
            let pinned = self.broken != Some(Broken::DisabledUnpinned);
            for guard in blocking.guards.into_iter().filter(|_| pinned) {
                condition.add(&machine.terms, guard);
            }
            condition.add_named(machine, &blocking.named);
        }
        for (_, outcomes) in open.explored {
            let of_thread = any_of(machine, state, &mut self.asking, outcomes, self.broken);
            condition.add_all(&machine.terms, of_thread);
        }
        if condition.fixed {
            condition.fix(machine);
        }
        self.bound_size(machine, state, &mut condition)?;
        if let Some(touched) = &mut touched {
            touched.judge(machine, &condition);
        }
        let touched = touched.filter(Touched::is_small).map(Rc::new);
        let free = self.free_handles(machine, open.handles, state, &condition).into();
        // What was pruned there would have been explored in part only: other threads would have slept.
        let states = open.states.saturating_add(1).min(weight.saturating_mul(CREDIBLE));
        if kept {
            self.shared.share(&mut open.reach);
        }
        let (condition, reach) = (Rc::new(condition), Rc::new(open.reach));
        let below = Below { condition, reach, states, touched, free };
        if kept {
            self.thrift.spend(KEEPING_WORK + below.work());
            self.keep(machine, open.key, state, open.asleep, &below, weight);
        }
        Some(below)
    }

    /// The terms of a condition about handles whose threads may change places.
    fn free_handles(
        &mut self,
        machine: &mut Machine<'_>,
        handles: Option<Handles>,
        state: &State,
        condition: &Condition,
    ) -> Vec<TermId> {
        if self.symmetry.is_none() || condition.fixed {
            return Vec::new();
        }
        let at_joins = joins::free_before_joins(machine, state, condition);
        at_joins.unwrap_or_else(|| handles.map_or_else(Vec::new, |handles| handles.free(condition)))
    }

    fn keep(
        &mut self,
        machine: &mut Machine<'_>,
        key: ControlKey,
        state: &State,
        asleep: SleepSet,
        below: &Below,
        weight: u64,
    ) {
        if self.limits.entries == 0 {
            return;
        }
        self.make_room();
        self.count("summaries");
        if let Some(symmetry) = &mut self.symmetry {
            symmetry.keep(machine, state, &asleep, below);
            symmetry.keep_part(machine, state, &asleep, below);
        }
        let weight = if machine.has_portable_control(state) { weight } else { 0 };
        self.table.insert(machine, key, asleep, below.clone(), weight);
    }

    /// Keeps what others learnt.
    pub fn take_over(
        &mut self,
        machine: &mut Machine<'_>,
        key: ControlKey,
        asleep: SleepSet,
        below: Below,
    ) {
        if self.limits.entries > 0 {
            self.make_room();
            self.table.insert(machine, key, asleep, below, 0);
        }
    }

    /// Summaries of nodes with at least so many others below them, the heaviest first, as text.
    pub fn heavy(&self, machine: &Machine<'_>, weight: u64, most: usize) -> Vec<String> {
        let mut heavy: Vec<_> = self.table.heavy(weight).collect();
        heavy.sort_by_key(|(weight, ..)| std::cmp::Reverse(*weight));
        let heavy =
            heavy.into_iter().take(most).map(|(_, key, asleep, below)| (key, asleep, below));
        heavy
            .filter_map(|(key, asleep, below)| text::write_summary(machine, key, asleep, below))
            .collect()
    }

    fn make_room(&mut self) {
        if self.table.entries >= self.limits.entries || self.table.bytes >= self.limits.bytes {
            self.table.forget_half();
            self.symmetry.iter_mut().for_each(Symmetry::forget_half);
            self.shared.forget();
            self.count("summaries_forgotten");
        }
    }

    /// Replaces the terms of a condition that has grown too large by a box around the state.
    fn bound_size(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        condition: &mut Condition,
    ) -> Option<()> {
        let limit = match &self.symmetry {
            // What is asked of all threads alike is only of use as a whole.
            Some(symmetry) if symmetry.pays() && threads_share_code(state) => {
                let threads = state.threads.len();
                let pairs = threads * threads.saturating_sub(1) / 2;
                self.limits.size.max(SIZE_PER_THREAD * threads + SIZE_PER_PAIR * pairs)
            }
            Some(_) | None if state.threads.len() == 1 => self.limits.size * SIZE_ALONE,
            Some(_) | None => self.limits.size,
        };
        if condition::size(&machine.terms, &condition.terms, limit) <= limit {
            return Some(());
        }
        self.count("boxed");
        let (model, ranges) = self.values_of_cells(machine, state, &condition.terms)?;
        let terms = std::mem::take(&mut condition.terms);
        for term in terms {
            let (terms, model, ranges) = (&machine.terms, &model, &ranges);
            if !(Boxer { terms, model, ranges, condition }).try_to_keep(term) {
                condition.terms.push(term);
            }
        }
        if condition::size(&machine.terms, &condition.terms, limit) > limit {
            self.count("too_large");
            return None;
        }
        Some(())
    }

    /// What the cells of some terms hold, and what those that depend on inputs can be.
    fn values_of_cells(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        terms: &[TermId],
    ) -> Option<(Model, Ranges)> {
        let mut model = Model::default();
        let mut ranges = Ranges::default();
        let mut inputs = None;
        for &term in terms {
            for variable in machine.terms.vars_of(term) {
                let width = machine.terms.width(machine.terms.var_term(variable));
                let value = match machine.cells.cell(variable) {
                    Some(cell) => Some(machine.cell_content(state, cell)?),
                    // An input still to come.
                    None => None,
                };
                let bits = match value {
                    Some(Value::Word(word)) => Bits::new(width, u128::from(word)),
                    Some(Value::Undef) => {
                        self.count("too_large");
                        return None;
                    }
                    Some(Value::Term(term)) => {
                        let inputs = inputs
                            .get_or_insert_with(|| Ranges::of_inputs(&machine.terms, &state.path));
                        for signed in [false, true] {
                            let range = inputs.of(&machine.terms, term, signed);
                            ranges.insert(variable, signed, range, width);
                        }
                        machine.terms.eval(term, &state.model)
                    }
                    None => {
                        ranges.insert(variable, false, None, width);
                        Bits::new(width, 0)
                    }
                };
                model.bits.insert(variable, bits);
            }
        }
        Some((model, ranges))
    }
}
