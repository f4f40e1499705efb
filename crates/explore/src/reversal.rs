//! Which races of a run have to be explored the other way round, and where.
//!
//! Two ways, chosen once for a whole exploration:
//!
//! *Optimal* (Abdulla, Aronis, Jonsson, Sagonas, "Optimal dynamic partial order reduction", 2014): a race is open while its
//! second event is on the run, and is judged at the end of every such run, when all that is independent of its
//! first event is known. Nothing is explored twice, not even the start of a run: whenever a node is free to choose who goes first, nobody
//! sleeps there. This needs to know exactly what the second event accesses when it comes first. Where
//! the operation alone does not say it, the reversed run is rehearsed; it must depend on the same events there, in
//! whatever run the race is part of. Mostly it is a lock that is rehearsed, or a join, and mostly it is not possible there: who holds the lock had to give it back first.
//! That is seen without a rehearsal. Such an operation looks at one object and at nothing else, and if nothing that stays before it touches that object, it finds there what
//! was there before the first event.
//!
//! *Source sets*: a race is judged when it is seen. This is right in more cases: one run may stand for several that inputs
//! tell apart, or may have been cut. It costs runs that end because whatever could follow is asleep.
//!
//! With a bound on preemptions neither is right: the run that covers another one may need more of them. Then nobody sleeps,
//! and a race makes everybody be tried before its first event and, so that the second thread need not preempt the first one,
//! where the first one began its stretch (Coons, Musuvathi, McKinley, "Bounded partial-order reduction", 2013, tries one
//! thread there where we try all).
//!
//! An exploration starts with the first way if it may, and starts again with the second one when
//! inputs come into play, or somebody sleeps where nobody should.

use std::rc::Rc;

use raddle_ir::Op;
use raddle_machine::{Access, Event, Machine, State, Thread, ThreadId};
use raddle_moves::{self as enabled, Rehearsal};
use raddle_reduce::{Broken, Cover, Race, Step, Trace};

use crate::node::Node;
use crate::run::Run;
use crate::tree::Tree;

impl Tree {
    /// Whether a node shows that the optimal way is not the right one for this program.
    pub(crate) fn contradicts_optimality(&self, node: &Node) -> bool {
        let by_inputs = !node.state.inputs.is_empty() || !node.state.path.is_empty();
        let granted = self.is_broken(Broken::OptimalityTakenForGranted);
        by_inputs || (!granted && node.wakeup.is_empty() && !node.sleep.is_empty())
    }

    /// Threads that the newest event blocked, or that came to a blocked operation by it, should also be
    /// tried where that operation was still possible.
    pub(crate) fn reverse_blocked(&mut self, machine: &mut Machine<'_>, node: &Node) {
        let Some(newest) = self.run.trace.steps().last() else { return };
        if self.is_broken(Broken::WaitsNotReversed) {
            return;
        }
        let mut affected: Vec<(ThreadId, Rc<Event>)> = Vec::new();
        for (thread, event) in &node.blocked {
            let born = newest.event.created.contains(thread);
            if born && self.is_broken(Broken::BirthsOverlooked) {
                continue;
            }
            // Whoever waits may return, or end, in the step that it waits to make.
            let hidden = newest.event.accesses.iter();
            let hidden = hidden
                .map(|access| access.object)
                .any(|object| machine.may_end(&node.state, *thread, object));
            if hidden || *thread == newest.thread || born || newest.event.conflicts(event) {
                // The optimal way rehearses what is accessed.
                let obscure = !self.optimal && (hidden || event.obscure);
                affected.push((*thread, Rc::new(Event { obscure, ..event.clone() })));
            }
        }
        let length = self.run.trace.len();
        for (thread, event) in affected {
            self.add_reversals_of(machine, &node.state, thread, &event, true, length);
        }
    }

    /// Adds the races of the event about to be appended.
    pub(crate) fn add_reversals(
        &mut self,
        machine: &mut Machine<'_>,
        before: &State,
        thread: ThreadId,
        event: &Rc<Event>,
    ) {
        let blocking = enabled::has_to_be_tried(machine, before, thread);
        if blocking && self.is_broken(Broken::LocksNotReversed) {
            return;
        }
        let length = self.run.trace.len() + 1;
        self.add_reversals_of(machine, before, thread, event, blocking, length);
    }

    /// The same for a transition that comes next, or could; its races are part of runs of this length.
    fn add_reversals_of(
        &mut self,
        machine: &mut Machine<'_>,
        at: &State,
        thread: ThreadId,
        event: &Rc<Event>,
        blocking: bool,
        length: usize,
    ) {
        let races = if self.optimal {
            self.exact_races(machine, at, thread, event, blocking, length)
        } else {
            self.seen_races(machine, at, thread, event, blocking, length)
        };
        for race in races {
            if machine.config.budget.is_spent() {
                return;
            }
            let race = Race { first: self.start_of(race.first), ..race };
            if self.plan.preemptions.is_some() {
                self.reverse_within_bound(race.first);
                continue;
            }
            let moves = self.run.trace.reversal(&race, false);
            let node = &mut self.run.stack[race.first];
            if node.sleep.covers(&moves) != Cover::No && race.is_alike() {
                continue;
            }
            if self.optimal {
                self.run.open_races.push(race);
            } else {
                node.wakeup.insert(moves);
            }
        }
    }

    /// The node where the transition began that an event of the run is a part of: between, it only rested.
    pub(crate) fn start_of(&self, event: usize) -> usize {
        if self.is_broken(Broken::RestsTakenForEnds) {
            return event;
        }
        self.run.start_of(event)
    }

    fn reverse_within_bound(&mut self, first: usize) {
        let steps = &self.run.trace.steps()[..=first];
        let stretch =
            steps.iter().rev().take_while(|step| step.thread == steps[first].thread).count();
        self.run.stack[first].try_everybody();
        if self.is_broken(Broken::TurnsOverlooked) {
            return;
        }
        self.run.stack[first + 1 - stretch].try_everybody();
    }

    /// Races as far as the run at hand shows them.
    fn seen_races(
        &mut self,
        machine: &mut Machine<'_>,
        at: &State,
        thread: ThreadId,
        event: &Rc<Event>,
        blocking: bool,
        length: usize,
    ) -> Vec<Race> {
        let meanwhile = !self.is_broken(Broken::MeanwhileIgnored);
        let run = &self.run;
        let mut possible = |first: usize| {
            let first = run.start_of(first);
            (meanwhile && run.trace.enabled_meanwhile(first, event))
                || enabled::is_possible(machine, &run.stack[first].state, at, thread)
        };
        let ask: Option<&mut dyn FnMut(usize) -> bool> =
            if blocking { Some(&mut possible) } else { None };
        let reversals = run.trace.reversals(thread, event, ask);
        let second = run.trace.len();
        let event = || event.clone();
        let race = |first| Race { first, second, thread, event: event(), seen: event(), length };
        reversals.into_iter().map(race).collect()
    }

    /// Races with what the second event accesses when it comes first.
    fn exact_races(
        &mut self,
        machine: &mut Machine<'_>,
        at: &State,
        thread: ThreadId,
        event: &Rc<Event>,
        blocking: bool,
        length: usize,
    ) -> Vec<Race> {
        let second = self.run.trace.len();
        let mut races = Vec::new();
        let fixed = if blocking { None } else { fixed_accesses(machine, at, thread, event) };
        let meanwhile = !self.is_broken(Broken::MeanwhileIgnored);
        let Tree { run: Run { trace, stack, .. }, optimality_refuted, .. } = self;
        let standing = if meanwhile { enabled::waiting(machine, at, thread) } else { None };
        let seen = event;
        let race = |first, event| Race { first, second, thread, event, seen: seen.clone(), length };
        if let Some(event) = fixed {
            let reversals = trace.reversals(thread, seen, None).into_iter();
            let seen = event.clone();
            let race = |first| Race { seen: seen.clone(), ..race(first, seen.clone()) };
            return reversals.map(race).collect();
        }
        let mut rehearse = |first: usize| {
            let state = &stack[first].state;
            if let Some(standing) = &standing
                && waits_in_vain(machine, trace, first, state, standing, seen)
            {
                return false;
            }
            let rehearsal = match meanwhile {
                true => rehearse_before(machine, trace, first, state, thread, seen),
                false => enabled::rehearse(machine, state, std::iter::empty(), thread),
            };
            match rehearsal {
                Rehearsal::Possible(event) => {
                    races.push(race(first, Rc::new(event)));
                    true
                }
                Rehearsal::Impossible(_) => false,
                Rehearsal::Unclear => {
                    *optimality_refuted = true;
                    false
                }
            }
        };
        trace.reversals(thread, seen, Some(&mut rehearse));
        races
    }

    /// Reverses the open races as they are seen now, and all others when they are seen.
    pub(crate) fn stop_being_optimal(&mut self) {
        if !std::mem::take(&mut self.optimal) {
            return;
        }
        for race in std::mem::take(&mut self.run.open_races) {
            let moves = self.run.trace.reversal(&race, false);
            let node = &mut self.run.stack[race.first];
            if node.sleep.covers(&moves) == Cover::No || !race.is_alike() {
                node.wakeup.insert(moves);
            }
        }
    }

    /// Judges the open races at the end of a complete run.
    pub(crate) fn judge_races(&mut self, machine: &mut Machine<'_>) {
        let granted = self.is_broken(Broken::OptimalityTakenForGranted);
        let Tree { run: Run { trace, stack, open_races, .. }, optimality_refuted, .. } = self;
        open_races.retain(|race| {
            // Long runs have many; once the budget is spent, nothing will be explored any more.
            if machine.config.budget.is_spent() {
                return true;
            }
            *optimality_refuted |= !granted && !trace.depends_likewise(race);
            let moves = trace.reversal(race, true);
            let node = &mut stack[race.first];
            let cover = node.sleep.covers(&moves);
            if cover == Cover::No {
                node.wakeup.insert(moves);
            }
            cover != Cover::Always || !race.is_alike()
        });
    }
}

/// Whether an operation that waits for one object is not possible where it comes before the event `first` and all that depends on that, as far as the state before that event tells.
fn waits_in_vain(
    machine: &mut Machine<'_>,
    trace: &Trace,
    first: usize,
    state: &State,
    standing: &Rc<Thread>,
    seen: &Event,
) -> bool {
    let touched =
        trace.broken() != Some(Broken::TouchedMeanwhile) && trace.enabled_meanwhile(first, seen);
    !touched && !enabled::is_possible_for(machine, state, standing)
}

/// What the next transition of a thread comes to where it comes before the event `first` and all that depends on that: from the state before it,
/// with those moves in between that it depends on. It was seen to access `seen`; where it accesses something else, all moves count.
fn rehearse_before(
    machine: &mut Machine<'_>,
    trace: &Trace,
    first: usize,
    state: &State,
    thread: ThreadId,
    seen: &Event,
) -> Rehearsal {
    let company = trace.company(first, thread, seen);
    let moves = company.iter().map(|&index| trace.steps()[index].thread);
    let rehearsal = enabled::rehearse(machine, state, moves, thread);
    let (Rehearsal::Possible(event) | Rehearsal::Impossible(event)) = &rehearsal else {
        return rehearsal;
    };
    let missing = |(index, step): (usize, &Step)| {
        step.event.conflicts(event) && company.binary_search(&index).is_err()
    };
    if trace.broken() != Some(Broken::CompanyMissing) && trace.independent_of(first).any(missing) {
        let all = trace.independent_of(first).map(|(_, step)| step.thread);
        return enabled::rehearse(machine, state, all, thread);
    }
    rehearsal
}

/// What the transition that `thread` makes from `state` accesses whatever it reads, or `None` if that depends on it.
fn fixed_accesses(
    machine: &mut Machine<'_>,
    state: &State,
    thread: ThreadId,
    event: &Rc<Event>,
) -> Option<Rc<Event>> {
    let frame = state.thread(thread).frames.last()?;
    let body = machine.program.functions[frame.func].body.as_ref()?;
    let inst = body.blocks[frame.block].insts.get(frame.inst)?;
    if !matches!(inst.op, Op::Load { .. } | Op::Store { .. } | Op::AtomicUpdate { .. }) {
        return None;
    }
    // Whether it returns, and ends local variables that others know, may depend on what it reads.
    if machine.may_end_shared(state, thread) {
        return None;
    }
    // So may the end of the thread, which belongs to its last transition.
    let first = *event.accesses.first()?;
    let own = machine.thread_object(thread);
    let end = Access { object: own, start: 0, end: u64::MAX, write: true, ..first };
    let mut event = Event::clone(event);
    event.accesses.push(end);
    Some(Rc::new(event))
}
