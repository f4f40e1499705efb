//! The built-in backend: one gate graph for all terms, one SAT instance for each path in use.
//!
//! An instance shared by all paths would assign every gate ever made in each answer, which measures
//! 15 to 50 times slower; so instances belong to paths. A path's older conditions are asserted in its
//! instance and its newest [`TAIL`] to twice as many are assumed. That lets depth-first search backtrack a few conditions
//! without a new instance, and makes unsatisfiable cores exact on short paths.
//!
//! A query is first asked of an instance that leaves large products and quotients open (`refine`). Where that is not enough, it is asked again of one that does not: the two
//! are kept apart, so that circuits that one query needed are not in the way of others.

use std::time::Duration;

use raddle_expr::{TermId, Terms};

use crate::blast::{BlastError, Blaster};
use crate::effort::Effort;
use crate::instance::{Assumption, Instance, Outcome, Told};
use crate::normal_form::NormalForms;
use crate::path::Path;
use crate::query_clock::QueryClock;
use crate::{Answer, Solver, SolverConfig, UnknownReason};

/// Conditions at a path's end that are assumed rather than asserted, at least; at most twice as many.
/// Measured on the hard generated load, in queries/s: 1,100 with 0, 4,600 with 2, 5,000 to 6,300 with 4 to 6, 3,200
/// with 8.
const TAIL: u32 = 5;
/// Instances kept.
const INSTANCES: usize = 16;
/// An instance with this many gates that its path does not use, and twice as many as it uses, is rebuilt.
const UNUSED_GATES: usize = 8_000;
/// With this many gates (some 40 bytes each) the graph is thrown away and grows anew from what is asked.
const MOST_GATES: usize = 16_000_000;

#[derive(Debug)]
pub struct BitBlaster {
    blaster: Blaster,
    forms: NormalForms,
    /// The most recently used last.
    instances: Vec<Instance>,
    clock: QueryClock,
    open_from: usize,
    told: Told,
    query_effort: Effort,
    query_time: Option<Duration>,
    counters: Counters,
}

#[derive(Debug, Default)]
struct Counters {
    queries: u64,
    sat: u64,
    unsat: u64,
    unknown: u64,
    instances: u64,
    rebuilt: u64,
    lemmas: u64,
    exact: u64,
    graphs_dropped: u64,
}

impl BitBlaster {
    pub fn new(config: &SolverConfig) -> BitBlaster {
        let clock = QueryClock::new(config.budget.clone());
        BitBlaster {
            blaster: Blaster::new(clock.clone(), config.open_from),
            forms: NormalForms::default(),
            instances: Vec::new(),
            clock,
            open_from: config.open_from,
            told: Told {
                open_mistake: config.open_mistake,
                orders_from: config.orders_from,
                order_mistake: config.order_mistake,
            },
            query_effort: config.query_effort,
            query_time: config.query_time,
            counters: Counters::default(),
        }
    }

    fn solve(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
    ) -> Result<Answer, BlastError> {
        let Some(family) = path.first().or(assumptions.first().copied()) else {
            return Ok(Answer::Sat(Default::default()));
        };
        let open = self.ask(terms, path, assumptions, family, false)?;
        let Some(answer) = open else {
            self.counters.exact += 1;
            let exact = self.ask(terms, path, assumptions, family, true)?;
            return Ok(exact.unwrap_or_else(|| self.stopped()));
        };
        Ok(answer)
    }
    /// Asks an instance; `None` if operations that it leaves open matter.
    fn ask(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        family: TermId,
        exact: bool,
    ) -> Result<Option<Answer>, BlastError> {
        let mut instance = self.take_instance(family, path, assumptions, exact);
        // After an error the instance may lack clauses and is dropped.
        let outcome = self.run(terms, &mut instance, path, assumptions)?;
        let asserted = instance.asserted().clone();
        self.counters.lemmas += std::mem::take(&mut instance.lemmas);
        self.instances.push(instance);
        Ok(match outcome {
            Outcome::Sat(model) => Some(Answer::Sat(model)),
            Outcome::Unsat { failed, needs_asserted } => {
                let older = asserted.iter().filter(|_| needs_asserted);
                Some(Answer::Unsat(older.chain(failed).collect()))
            }
            Outcome::Open => None,
            Outcome::Stopped => Some(self.stopped()),
        })
    }
    fn stopped(&self) -> Answer {
        Answer::Unknown(self.clock.stopped().unwrap_or(UnknownReason::Timeout))
    }
    /// Bounds the memory of a long exploration.
    fn collect_garbage(&mut self) {
        if self.blaster.gates.len() > MOST_GATES {
            self.blaster = Blaster::new(self.clock.clone(), self.open_from);
            self.instances.clear();
            self.counters.graphs_dropped += 1;
        }
    }
    /// Brings the instance to the path and solves.
    fn run(
        &mut self,
        terms: &mut Terms,
        instance: &mut Instance,
        path: &Path,
        assumptions: &[TermId],
    ) -> Result<Outcome, BlastError> {
        if path.len() - instance.asserted().len() > 2 * TAIL {
            let count = (path.len() - TAIL - instance.asserted().len()) as usize;
            let skipped = TAIL as usize;
            let mut prefixes: Vec<&Path> = path.prefixes().skip(skipped).take(count).collect();
            prefixes.reverse();
            for prefix in prefixes {
                let form = prefix.split_last().map(|(newest, _)| self.forms.of(terms, newest));
                instance.assert(&mut self.blaster, terms, prefix, form)?;
            }
        }
        let mut assumed = path.after(instance.asserted().len());
        assumed.extend_from_slice(assumptions);
        let assumed: Vec<Assumption> = assumed
            .into_iter()
            .map(|condition| Assumption { condition, form: self.forms.of(terms, condition) })
            .collect();
        instance.solve(&mut self.blaster, terms, &assumed)
    }
    /// The kept instance that has asserted most of the path, or a new one.
    fn take_instance(
        &mut self,
        family: TermId,
        path: &Path,
        assumptions: &[TermId],
        exact: bool,
    ) -> Instance {
        let usable = |instance: &Instance| {
            let asserted = instance.asserted();
            // A long way from the asserted prefix to the path's end is left to another instance, so that
            // looking for one stays cheap.
            instance.family() == family
                && instance.is_exact() == exact
                && asserted.len() <= path.len()
                && (path.len() - asserted.len() <= 4 * TAIL)
                && path.prefix(asserted.len()).same(asserted)
        };
        let found = (0..self.instances.len())
            .filter(|&at| usable(&self.instances[at]))
            .max_by_key(|&at| self.instances[at].asserted().len());
        if let Some(at) = found {
            let instance = self.instances.remove(at);
            if !self.is_overgrown(&instance, path, assumptions) {
                return instance;
            }
            self.counters.rebuilt += 1;
        }
        if self.instances.len() >= INSTANCES {
            self.instances.remove(0);
        }
        self.counters.instances += 1;
        Instance::new(family, exact, &self.told, self.clock.clone())
    }
    /// Whether most of the instance serves queries of the past.
    fn is_overgrown(&self, instance: &Instance, path: &Path, assumptions: &[TermId]) -> bool {
        let mut current = path.after(instance.asserted().len());
        current.extend_from_slice(assumptions);
        current.iter_mut().for_each(|condition| *condition = self.forms.known(*condition));
        let unused = instance.unused_gates(&current);
        unused > UNUSED_GATES && unused > 2 * (instance.gates() - unused)
    }
}

impl Solver for BitBlaster {
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer {
        self.counters.queries += 1;
        self.clock.start(limit.min(self.query_effort), self.query_time);
        self.collect_garbage();
        let solved = if self.clock.look() {
            Err(BlastError::Stopped)
        } else {
            self.solve(terms, path, assumptions)
        };
        let answer = match solved {
            Ok(answer) => answer,
            Err(BlastError::Unsupported) => Answer::Unknown(UnknownReason::Unsupported),
            Err(BlastError::Stopped) => self.stopped(),
        };
        match &answer {
            Answer::Sat(_) => self.counters.sat += 1,
            Answer::Unsat(_) => self.counters.unsat += 1,
            Answer::Unknown(_) => self.counters.unknown += 1,
        }
        answer
    }
    fn spent(&self) -> Effort {
        self.clock.spent()
    }
    fn counters(&self, into: &mut Vec<(&'static str, u64)>) {
        into.extend([
            ("bit-blaster queries", self.counters.queries),
            ("bit-blaster sat", self.counters.sat),
            ("bit-blaster unsat", self.counters.unsat),
            ("bit-blaster unknown", self.counters.unknown),
            ("SAT instances", self.counters.instances),
            ("SAT instances rebuilt", self.counters.rebuilt),
            ("lemmas", self.counters.lemmas),
            ("queries with nothing left open", self.counters.exact),
            ("conditions in normal form", self.forms.changed),
            ("gate graphs dropped", self.counters.graphs_dropped),
            ("solver effort", self.clock.spent().0),
            ("gates", self.blaster.gates.len() as u64),
        ]);
    }
}
