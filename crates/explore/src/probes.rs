//! Short bounded searches beside the one that looks at everything.
//!
//! Depth first, a search stays for long, or for ever, below the first few decisions of its first run. A defect that needs one preemption near the start
//! of the program is met last. So, as soon as a search turns out not to be small, others are made that are bounded: by preemptions (Musuvathi and
//! Qadeer, *Iterative context bounding*, 2007), by transitions of a run, by threads, and by what they may cost. They come in rounds, each wider than the last.
//! Each round ends with random runs (`walk.rs`): where inputs choose among many ways at each step, bounds alone leave too much.
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
use crate::walk::Walk;

/// So much work the full search does before the first probe. A smaller program is explored by then.
const SMALL: u64 = 300;
/// Executed instructions that are counted as one more piece of work.
const INSTRUCTIONS: u64 = 256;
/// Effort of the solver that is counted as one more piece of work: what so many instructions take.
const EFFORT: u64 = 10 * INSTRUCTIONS;
/// Effort of the solver in the full search that is not counted, some half a second's: a program of few states and hard questions is explored by then.
const FREE_EFFORT: u64 = 12_500_000;
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
/// Random runs may cost so many times what one probe may: each of them goes to the end of the program, and a few are needed.
const WALKS: u64 = 4;
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
    pending: VecDeque<Probe>,
    limit: u64,
    /// Work that all probes have cost.
    spent: u64,
    /// Random runs that were made.
    walks: u64,
    /// Bounds within which everything was explored.
    done: Vec<Bounds>,
}

#[derive(Clone, Copy, Debug)]
enum Probe {
    Within(Bounds),
    /// Random runs.
    Walks,
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
            walks: 0,
            done: Vec::new(),
        }
    }

    /// The next probe, unless nothing is left to widen.
    fn next(&mut self) -> Option<Probe> {
        loop {
            while let Some(probe) = self.pending.pop_front() {
                match probe {
                    Probe::Within(bounds) if self.is_done(bounds) => {}
                    Probe::Within(_) | Probe::Walks => return Some(probe),
                }
            }
            self.pending = self.bounds().into_iter().map(Probe::Within).collect();
            if self.pending.is_empty() {
                return None;
            }
            self.pending.push_back(Probe::Walks);
            self.limit = WORK * WIDER.pow(self.rounds.min(WIDEST));
            self.rounds += 1;
        }
    }

    fn is_done(&self, bounds: Bounds) -> bool {
        self.done.iter().any(|done| bounds.is_within(*done))
    }

    fn is_in_first_round(&self) -> bool {
        self.rounds == 0 || (self.rounds == 1 && !self.pending.is_empty())
    }

    /// The probes of the next round.
    fn bounds(&self) -> Vec<Bounds> {
        let steps = STEPS * WIDER.pow(self.rounds.min(WIDEST));
        let threaded = self.ready.as_ref().is_some_and(|ready| ready.facts.threads);
        let most = self.options.max_threads;
        let few = Some(most.unwrap_or(u32::MAX).min(THREADS + self.rounds));
        let mut all = vec![Bounds { preemptions: 0, steps, threads: None }];
        if threaded {
            let preemptions = 0..=PREEMPTIONS + self.rounds;
            let pairs = preemptions.flat_map(|preemptions| {
                [most, few].map(|threads| Bounds { preemptions, steps, threads })
            });
            all = pairs.collect();
        }
        all.retain(|&bounds| !self.is_done(bounds));
        all
    }
}

impl<'p> Interleaver<'_, 'p> {
    /// What the search has cost.
    pub(crate) fn work(&self) -> u64 {
        let free = self.machine.solver.spent().0.min(FREE_EFFORT) / EFFORT;
        self.turns.entered(&self.tree) + done(self.machine) - free
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
        let Some(probe) = probes.next() else { return false };
        let mut ends = false;
        match probe {
            Probe::Within(bounds) => {
                let end = probes.search(bounds, visitor, &mut ends);
                ends |= self.tree.is_broken(Broken::ProbeTakenForEnd) && end == End::Finished;
            }
            Probe::Walks => ends = probes.walk(visitor),
        }
        if let Some(ready) = &probes.ready {
            self.machine.adopt_coverage(&ready.machine);
        }
        self.probes = Some(probes);
        ends
    }
}

/// What came of a probe.
struct Outcome {
    end: End,
    /// Something was cut by bounds other than that on preemptions.
    cut: bool,
    /// A schedule was left out for its preemptions.
    interrupts: bool,
    /// Work that it cost.
    cost: u64,
    /// Whoever watches wants an end of everything.
    ends: bool,
}

impl Probes<'_> {
    /// Explores within bounds, for a limited work. `ends`: whoever watches wants an end of everything.
    fn search(&mut self, bounds: Bounds, visitor: &mut dyn Visitor, ends: &mut bool) -> End {
        visitor.notice(Notice::ProbeBegins);
        let options = Options {
            preemptions: Some(bounds.preemptions),
            max_steps: Some(bounds.steps),
            max_threads: bounds.threads,
            ..self.options.clone()
        };
        let outcome = self.explore(&options, None, self.limit, visitor);
        visitor.notice(Notice::ProbeEnds);
        let Some(outcome) = outcome else { return End::Stopped };
        *ends |= outcome.ends;
        if outcome.end == End::Finished && !outcome.cut {
            let preemptions = if outcome.interrupts { bounds.preemptions } else { u32::MAX };
            self.done.push(Bounds { preemptions, ..bounds });
        }
        outcome.end
    }

    /// Makes random runs, for a limited work. Whether whoever watches wants an end of everything.
    fn walk(&mut self, visitor: &mut dyn Visitor) -> bool {
        visitor.notice(Notice::ProbeBegins);
        let limit = WALKS * self.limit;
        let mut left = limit;
        let mut ends = false;
        while left > 0 && !ends && !self.budget.is_spent() {
            self.walks += 1;
            let options = Options {
                preemptions: None,
                one_schedule: true,
                max_steps: Some(limit),
                ..self.options.clone()
            };
            let Some(outcome) = self.explore(&options, Some(Walk::new(self.walks)), left, visitor)
            else {
                break;
            };
            ends = outcome.ends;
            left = left.saturating_sub(outcome.cost.max(1));
        }
        visitor.notice(Notice::ProbeEnds);
        ends
    }

    fn explore(
        &mut self,
        options: &Options,
        walk: Option<Walk>,
        limit: u64,
        visitor: &mut dyn Visitor,
    ) -> Option<Outcome> {
        let ready = self.ready.as_mut()?;
        let plan = Plan::resolve(&ready.facts, options).ok()?;
        let steps = options.max_steps.unwrap_or(limit);
        let jumps = if ready.facts.threads { steps * JUMPS } else { steps / STEPS_PER_JUMP };
        ready.machine.config.max_jumps = Some(jumps);
        ready.machine.config.max_threads = options.max_threads;
        let before = done(&ready.machine);
        let asked = ready.machine.solver.spent().0;
        let mut watch = Watch {
            visitor,
            left: limit,
            ticks: 0,
            asked,
            cut: false,
            interrupts: false,
            ends: false,
        };
        let interleaver =
            Interleaver::new(&mut ready.machine, plan, ready.entry, &ready.known_races);
        let end = interleaver.with_walk(walk).run(ready.initial.clone(), &mut watch);
        let Watch { ticks, cut, interrupts, mut ends, .. } = watch;
        let cut = cut || ready.machine.outbox.has_cuts();
        ends |= visitor.tick(&mut ready.machine, &ready.initial, 0);
        let cost = ticks + done(&ready.machine) - before;
        self.spent += cost;
        Some(Outcome { end, cut, interrupts, cost, ends })
    }
}

/// What executing and solving took so far, in pieces of work.
fn done(machine: &Machine<'_>) -> u64 {
    machine.counters().instructions / INSTRUCTIONS + machine.solver.spent().0 / EFFORT
}

/// Between a probe and whoever watches the search.
struct Watch<'v> {
    visitor: &'v mut dyn Visitor,
    /// Work that is left.
    left: u64,
    ticks: u64,
    /// The solver's effort that was taken from it.
    asked: u64,
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
        let pieces = (machine.solver.spent().0 - self.asked) / EFFORT;
        self.asked += pieces * EFFORT;
        self.left = self.left.saturating_sub(1 + pieces);
        self.ticks += 1;
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
