//! Short bounded searches beside the one that looks at everything.
//!
//! Depth first, a search stays for long, or for ever, below the first few decisions of its first run. A defect that needs one preemption near the start
//! of the program is met last. So, as soon as a search turns out not to be small, others are made that are bounded: by preemptions (Musuvathi and
//! Qadeer, *Iterative context bounding*, 2007), by transitions of a run, by threads, and by what they may cost. They come in rounds, each wider than the last.
//!
//! A probe has a machine of its own and leaves nothing behind but findings, which are replayed and shrunk like all others: it prunes
//! nothing of the full search, takes nothing from it, and says nothing about safety. What it counts is counted apart. Its cost is counted in pieces of work, never in time:
//! the first round costs no more than the full search has cost by then, and all of them together a small part of that. Each probe has to wait for its turn,
//! so that no program pays for a whole round just before its end. Only while the full search follows a run
//! without an end in sight do they get half: then the search widens fairly instead of following that run.

use std::collections::VecDeque;

use raddle_budget::Budget;
use raddle_evidence::{Notice, Visitor};
use raddle_findings::Report;
use raddle_ir::Program;
use raddle_machine::{Machine, State};
use raddle_plan::{Options, Plan, Slicing};
use raddle_reduce::Broken;

use crate::interleave::{End, Interleaver};
use crate::search::{Ready, prepare};

/// So much work the full search does before the first probe. A smaller program is explored by then.
const SMALL: u64 = 300;
/// Executed instructions that are counted as one more piece of work.
const INSTRUCTIONS: u64 = 256;
/// All probes together cost one part in so many of the full search, after the first round.
const SHARE: u64 = 8;
/// The same in the first round, and while the full search follows a run that seems to have no end.
const FAIR_SHARE: u64 = 1;
/// A run that goes on for so much work without anything being explored completely seems to have no end.
const LONG: u64 = 2_000;

/// Bounds of the first round: transitions of a run, and work for one probe.
const STEPS: u64 = 48;
const WORK: u64 = 400;
/// Each round multiplies them by this.
const WIDER: u64 = 2;
/// Rounds after which bounds grow no more.
const WIDEST: u32 = 24;
/// Jumps in the local work of one transition, for each transition that a run may have.
const JUMPS: u64 = 16;
/// A program with one thread makes a jump in place of so many transitions: each of its runs is one transition.
const STEPS_PER_JUMP: u64 = 4;
/// Most preemptions in the first round. Each round allows one more.
const PREEMPTIONS: u32 = 2;
/// In every other probe so many threads may be alive at once in the first round, the initial one included.
const THREADS: u32 = 4;

pub(crate) struct Probes<'p> {
    program: &'p Program,
    options: Options,
    budget: Budget,
    /// Made when the first probe begins.
    ready: Option<Ready<'p>>,
    /// Rounds that were begun, what is left of the last one, and the work for each probe of it.
    rounds: u32,
    pending: VecDeque<Bounds>,
    limit: u64,
    /// Work that all probes have cost.
    spent: u64,
    /// Bounds within which everything was explored.
    done: Vec<Bounds>,
}

/// What a probe may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    preemptions: u32,
    steps: u64,
    threads: Option<u32>,
}

impl Bounds {
    /// Whether everything within these bounds is within others, no matter how long runs are.
    fn is_within(self, other: Bounds) -> bool {
        let fewer = match (self.threads, other.threads) {
            (_, None) => true,
            (Some(own), Some(most)) => own <= most,
            (None, Some(_)) => false,
        };
        self.preemptions <= other.preemptions && fewer
    }
}

impl<'p> Probes<'p> {
    pub(crate) fn new(program: &'p Program, options: &Options, budget: &Budget) -> Probes<'p> {
        let options = Options {
            summaries: None,
            slice: Slicing::Off,
            asked: Vec::new(),
            preemptions: Some(0),
            ..options.clone()
        };
        Probes {
            program,
            options,
            budget: budget.clone(),
            ready: None,
            rounds: 0,
            pending: VecDeque::new(),
            limit: WORK,
            spent: 0,
            done: Vec::new(),
        }
    }

    /// The next probe, unless nothing is left to widen.
    fn next(&mut self) -> Option<Bounds> {
        loop {
            while let Some(bounds) = self.pending.pop_front() {
                if !self.is_done(bounds) {
                    return Some(bounds);
                }
            }
            self.pending = self.bounds();
            self.limit = WORK * WIDER.pow(self.rounds.min(WIDEST));
            self.rounds += 1;
            if self.pending.is_empty() {
                return None;
            }
        }
    }

    fn is_done(&self, bounds: Bounds) -> bool {
        self.done.iter().any(|done| bounds.is_within(*done))
    }

    fn is_in_first_round(&self) -> bool {
        self.rounds == 0 || (self.rounds == 1 && !self.pending.is_empty())
    }

    /// The probes of the next round.
    fn bounds(&self) -> VecDeque<Bounds> {
        let steps = STEPS * WIDER.pow(self.rounds.min(WIDEST));
        let threaded = self.ready.as_ref().is_some_and(|ready| ready.facts.threads);
        if !threaded {
            return VecDeque::from([Bounds { preemptions: 0, steps, threads: None }]);
        }
        let most = self.options.max_threads;
        let few = Some(most.unwrap_or(u32::MAX).min(THREADS + self.rounds));
        let preemptions = 0..=PREEMPTIONS + self.rounds;
        let pairs = preemptions.flat_map(|preemptions| {
            [most, few].map(|threads| Bounds { preemptions, steps, threads })
        });
        pairs.filter(|&bounds| !self.is_done(bounds)).collect()
    }
}

impl<'p> Interleaver<'_, 'p> {
    /// What the search has cost.
    pub(crate) fn work(&self) -> u64 {
        self.turns.entered(&self.tree) + self.machine.counters().instructions / INSTRUCTIONS
    }

    /// Whether the run at hand seems to have no end.
    pub(crate) fn has_no_end(&self) -> bool {
        self.work() - self.explored_at.min(self.work()) > LONG
    }

    pub(crate) fn probe_is_due(&self) -> bool {
        let Some(probes) = &self.probes else { return false };
        let work = self.work();
        if work < SMALL {
            return false;
        }
        let fair = self.has_no_end() || probes.is_in_first_round();
        let share = if fair { FAIR_SHARE } else { SHARE };
        work >= probes.spent.saturating_mul(share)
    }

    /// One short search. Whether whoever watches wants an end.
    pub(crate) fn probe(&mut self, visitor: &mut dyn Visitor) -> bool {
        let Some(mut probes) = self.probes.take() else { return false };
        if probes.ready.is_none() {
            let ready = prepare(probes.program, &probes.options, &probes.budget, &[]);
            // What cannot be made ready cannot be probed.
            let Ok(ready) = ready else { return false };
            probes.ready = Some(ready);
        }
        let Some(bounds) = probes.next() else { return false };
        let mut ends = false;
        let end = probes.search(bounds, visitor, &mut ends);
        ends |= self.tree.is_broken(Broken::ProbeTakenForEnd) && end == End::Finished;
        if let Some(ready) = &probes.ready {
            self.machine.adopt_coverage(&ready.machine);
        }
        self.probes = Some(probes);
        ends
    }
}

impl Probes<'_> {
    /// Explores within bounds, for a limited work. `ends`: whoever watches wants an end of everything.
    fn search(&mut self, bounds: Bounds, visitor: &mut dyn Visitor, ends: &mut bool) -> End {
        let limit = self.limit;
        let Some(ready) = &mut self.ready else { return End::Stopped };
        let options = Options {
            preemptions: Some(bounds.preemptions),
            max_steps: Some(bounds.steps),
            ..self.options.clone()
        };
        let Ok(plan) = Plan::resolve(&ready.facts, &options) else { return End::Stopped };
        let threads = ready.facts.threads;
        let jumps = if threads { bounds.steps * JUMPS } else { bounds.steps / STEPS_PER_JUMP };
        ready.machine.config.max_jumps = Some(jumps);
        ready.machine.config.max_threads = bounds.threads;
        let before = ready.machine.counters().instructions;
        let mut watch = Watch { visitor, left: limit, cut: false, interrupts: false, ends: false };
        watch.visitor.notice(Notice::ProbeBegins);
        let interleaver =
            Interleaver::new(&mut ready.machine, plan, ready.entry, &ready.known_races);
        let end = interleaver.run(ready.initial.clone(), &mut watch);
        let Watch { left, cut, interrupts, .. } = watch;
        *ends |= watch.ends;
        let cut = cut || ready.machine.outbox.has_cuts();
        *ends |= visitor.tick(&mut ready.machine, &ready.initial, 0);
        visitor.notice(Notice::ProbeEnds);
        if end == End::Finished && !cut {
            let preemptions = if interrupts { bounds.preemptions } else { u32::MAX };
            self.done.push(Bounds { preemptions, ..bounds });
        }
        let executed = ready.machine.counters().instructions - before;
        self.spent += limit - left + executed / INSTRUCTIONS;
        end
    }
}

/// Between a probe and whoever watches the search.
struct Watch<'v> {
    visitor: &'v mut dyn Visitor,
    /// Work that is left.
    left: u64,
    /// Something was cut by bounds other than that on preemptions.
    cut: bool,
    /// A schedule was left out for its preemptions.
    interrupts: bool,
    /// Whoever watches wants an end.
    ends: bool,
}

impl Visitor for Watch<'_> {
    fn tick(&mut self, machine: &mut Machine<'_>, state: &State, depth: usize) -> bool {
        self.cut |= machine.outbox.has_cuts();
        self.ends |= self.visitor.tick(machine, state, depth);
        if self.left == 0 || self.ends {
            return true;
        }
        self.left -= 1;
        false
    }

    fn notice(&mut self, what: Notice<'_, '_>) {
        match what {
            Notice::Node
            | Notice::Event { .. }
            | Notice::SomeBlocked { .. }
            | Notice::RunEnded { .. }
            | Notice::RunBlocked
            | Notice::RunSubsumed
            | Notice::RunHarmless => self.visitor.notice(what),
            // It is a run, but no reason for anything.
            Notice::RunTooLong => {
                self.cut = true;
                self.visitor.notice(Notice::RunBlocked);
            }
            Notice::TooManyPreemptions => self.interrupts = true,
            Notice::Settled { .. }
            | Notice::StartedAgain
            | Notice::CountsFromZero
            | Notice::CountsForTheOther
            | Notice::ProbeBegins
            | Notice::ProbeEnds
            | Notice::Endless { .. }
            | Notice::Share(_)
            | Notice::Count(..) => {}
        }
    }

    fn share_is_due(&self) -> bool {
        false
    }

    fn has_findings(&self) -> bool {
        self.visitor.has_findings()
    }

    fn report(&mut self, machine: &mut Machine<'_>, news: bool) -> Option<Report> {
        self.visitor.report(machine, news)
    }
}

#[cfg(test)]
mod tests {
    use super::Bounds;

    #[test]
    fn fewer_preemptions_and_threads_are_within_more() {
        let few = Bounds { preemptions: 1, steps: 10, threads: Some(3) };
        let many = Bounds { preemptions: 2, steps: 5, threads: None };
        assert!(few.is_within(many) && !many.is_within(few) && few.is_within(few));
    }
}
