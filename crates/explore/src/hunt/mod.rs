//! Driving a program to a goal (Rungta, Mercer and Visser, "Efficient testing of concurrent programs with abstraction-guided symbolic
//! execution").
//!
//! Two searches run side by side. The *guided* one (`guided.rs`) follows a plan: a list of operations to be executed in this order, the
//! last of which is the goal; where a branch goes the wrong way it looks for operations that would change that, and puts
//! them into the plan (`refine.rs`). It knows no completeness, only directions. The *exhaustive* one is a check whose only property
//! is the goal, with all reductions and summaries, so it can say that there is no way. Whoever is first has the answer, and
//! the other one is stopped. With several workers there are several guided ones, each with trace sets of its own (`sets.rs`).
//!
//! Where we deviate from the paper: its abstract traces list every call and branch on the way; here distances through the control
//! flow of the whole program (`raddle_properties::Guide`) do that work, and a plan only has what distances do not know, that is,
//! operations of other threads that have to come first. Refinement asks which definitions *can* turn the branch, and how often an
//! addition has to happen, instead of trying them one by one.

mod guided;
mod plan;
mod refine;
mod sets;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use raddle_budget::Budget;
use raddle_findings::codes::ReasonKind;
use raddle_findings::{Reason, Report, Verdict};
use raddle_machine::{FaultKind, Focus, Property, SetupError};
use raddle_pointsto::PointsTo;
use raddle_properties::Guide;
use raddle_target::Goal;

use crate::search;
use crate::slicing::analysis_expired;
use raddle_evidence::empty_report;
use raddle_evidence::{Observer, Progress, TestCase};
use raddle_plan::{Aim, Options, Reduce, entry_function, uses_threads};

pub use guided::{Blocking, GuidedStats};
use sets::trace_sets;

/// What came of a hunt.
#[derive(Clone, Debug)]
pub struct Hunted {
    /// Has the run that reaches the goal as its only finding; *safe* if there is none.
    pub report: Report,
    /// The guided search was first.
    pub guided: bool,
    pub stats: GuidedStats,
    /// How likely it is that the goal can be reached, as far as that can be told: 1 or 0 where it is known.
    pub likelihood: f64,
}

/// Which searches to use, side by side in this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searches {
    pub guided: bool,
    pub exhaustive: bool,
}

/// A part of a hunt that somebody can do alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HuntPart {
    /// A guided search with one of so many parts of the trace sets.
    Guided {
        part: usize,
        of: usize,
    },
    Exhaustive,
}

/// What came of a part.
#[derive(Clone, Debug)]
pub struct PartHunted {
    pub guided: bool,
    /// Of a guided search: the run that reaches the goal, if it found one.
    pub report: Option<Report>,
    pub stats: GuidedStats,
    /// The share of the tree that was explored.
    pub share: f64,
}

impl PartHunted {
    /// Nothing more has to be looked for.
    pub fn decides(&self) -> bool {
        self.report.as_ref().is_some_and(|report| report.verdict != Verdict::Unknown)
    }
}

/// Stack of a thread that searches beside the caller's.
const STACK: usize = 256 << 20;

/// How many guided searches there can be at once, at most so many.
pub fn guided_parts(goal: &Goal, most: usize) -> usize {
    trace_sets(goal, most).len()
}

/// Looks for a run that reaches the goal, or for the proof that there is none.
pub fn hunt(
    goal: &Goal,
    options: &Options,
    budget: &Budget,
    searches: Searches,
    observer: &mut dyn Observer,
) -> Result<Hunted, SetupError> {
    let ways = Ways::to(goal, options, budget)?;
    // Whoever is first ends the other one; the caller's budget ends both.
    let (guided_budget, exhaustive_budget) = (budget.part(None), budget.part(None));
    let best = AtomicU64::new(0);
    let follow = || {
        let found = ways.follow(0, 1, &guided_budget, &best);
        if found.as_ref().is_ok_and(PartHunted::decides) {
            exhaustive_budget.interrupt();
        }
        found
    };
    let parts = std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().name("guided".to_owned()).stack_size(STACK);
        let guided = searches.guided.then(|| builder.spawn_scoped(scope, follow).ok()).flatten();
        let mut parts = Vec::new();
        if searches.exhaustive {
            parts.push(ways.exhaust(&exhaustive_budget, &best, observer));
        }
        // Without an answer the guided search has the rest of the time.
        if parts.iter().flatten().any(PartHunted::decides) {
            guided_budget.interrupt();
        }
        parts.extend(guided.and_then(|handle| handle.join().ok()));
        parts.into_iter().collect::<Result<Vec<_>, _>>()
    })?;
    Ok(hunted(goal, options, parts))
}

/// Does a part of a hunt.
pub fn hunt_part(
    goal: &Goal,
    options: &Options,
    budget: &Budget,
    part: HuntPart,
    observer: &mut dyn Observer,
) -> Result<PartHunted, SetupError> {
    let ways = Ways::to(goal, options, budget)?;
    let best = AtomicU64::new(0);
    match part {
        HuntPart::Guided { part, of } => ways.follow(part, of, budget, &best),
        HuntPart::Exhaustive => ways.exhaust(budget, &best, observer),
    }
}

/// What came of a hunt, by what came of its parts.
pub fn hunted(goal: &Goal, options: &Options, parts: Vec<PartHunted>) -> Hunted {
    let (mut found, mut stats) = (None, GuidedStats::default());
    let (mut exhaustive, mut share) = (None, 0.0);
    for part in parts {
        match part.report {
            explored if !part.guided => (exhaustive, share) = (explored, part.share),
            // How it went is told of the search that was first.
            Some(report) if found.is_none() => (found, stats) = (Some(report), part.stats),
            None if found.is_none() => stats.add(part.stats),
            _ => {}
        }
    }
    let exhaustive = exhaustive.unwrap_or_else(|| nothing_explored(goal, options));
    let (mut report, guided) = match found {
        Some(report) if exhaustive.findings.is_empty() => (report, true),
        _ => (exhaustive, false),
    };
    // Nobody asks which assertions were reached on the way.
    report.vacuous.clear();
    let likelihood = likelihood(report.verdict, stats.best, share);
    Hunted { report, guided, stats, likelihood }
}

/// What both searches need to know.
struct Ways<'g> {
    goal: &'g Goal,
    options: &'g Options,
    /// Unless time was up before.
    points_to: Option<PointsTo>,
}

impl<'g> Ways<'g> {
    /// Mistakes in the request show here.
    fn to(goal: &'g Goal, options: &'g Options, budget: &Budget) -> Result<Ways<'g>, SetupError> {
        let entry = entry_function(&goal.program, options.function.as_deref())?;
        let points_to = PointsTo::new(&goal.program, entry, &|| analysis_expired(budget));
        Ok(Ways { goal, options, points_to })
    }

    fn follow(
        &self,
        part: usize,
        of: usize,
        budget: &Budget,
        best: &AtomicU64,
    ) -> Result<PartHunted, SetupError> {
        let sets = trace_sets(self.goal, of).into_iter().nth(part).unwrap_or_default();
        let (report, stats) = match &self.points_to {
            Some(points_to) if !sets.is_empty() => {
                let request = request(self.goal, self.options, None);
                guided::search(self.goal, &sets, points_to, &request, budget, best)?
            }
            _ => (None, GuidedStats::default()),
        };
        Ok(PartHunted { guided: true, report, stats, share: 0.0 })
    }

    fn exhaust(
        &self,
        budget: &Budget,
        best: &AtomicU64,
        observer: &mut dyn Observer,
    ) -> Result<PartHunted, SetupError> {
        let Goal { program, reached, .. } = self.goal;
        let expired = || analysis_expired(budget);
        let points_to = self.points_to.as_ref();
        let guide = points_to.and_then(|known| Guide::by(program, known, reached, &expired));
        let request = request(self.goal, self.options, guide.map(Arc::new));
        let mut onlooker = Onlooker { observer, best, share: 0.0 };
        let report = search::check(program, &request, budget, &mut onlooker)?;
        let (stats, share) = (GuidedStats::default(), onlooker.share);
        Ok(PartHunted { guided: false, report: Some(report), stats, share })
    }
}

/// How likely a goal is that was not reached. A run that met most of what the plan wants speaks for it: that gives the odds before anything was
/// explored. A share of the tree that was explored without finding it speaks against it, by the rule of Bayes.
fn likelihood(verdict: Verdict, (met, of): (u64, u64), share: f64) -> f64 {
    match verdict {
        Verdict::Unsafe => 1.0,
        Verdict::Safe => 0.0,
        Verdict::Unknown => {
            let before = (1.0 + met as f64) / (2.0 + of as f64);
            let left = 1.0 - share.clamp(0.0, 1.0);
            before * left / (before * left + (1.0 - before))
        }
    }
}

/// Tells the caller's observer how far the guided search is, too.
struct Onlooker<'o> {
    observer: &'o mut dyn Observer,
    best: &'o AtomicU64,
    /// The share of the tree that the exhaustive search has explored.
    share: f64,
}

impl Observer for Onlooker<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.share = progress.share;
        let best = self.best.load(Ordering::Relaxed);
        let milestones = Some((best >> 32, best & u64::from(u32::MAX)));
        self.observer.progress(&Progress { milestones, ..progress.clone() });
    }
    fn test_case(&mut self, test: &TestCase) {
        self.observer.test_case(test);
    }
    fn found(&mut self, report: &Report) {
        self.observer.found(report);
    }
}

/// The report where only the guided search was asked for: without a run, nothing is known.
fn nothing_explored(goal: &Goal, options: &Options) -> Report {
    let kind = ReasonKind::GuidedOnly;
    let reason = Reason {
        code: kind.code().to_owned(),
        message: kind.title().to_owned(),
        location: None,
        count: 1,
    };
    Report {
        verdict: Verdict::Unknown,
        reasons: vec![reason],
        ..empty_report(&goal.program, options)
    }
}

/// The goal is all that counts. Whatever else goes wrong ends a run, as it would natively.
fn request(goal: &Goal, options: &Options, guide: Option<Arc<Guide>>) -> Options {
    let reducing = uses_threads(&goal.program) && options.reduce == Reduce::Dpor;
    let focus = Focus { kinds: vec![FaultKind::Target], func: None };
    Options {
        properties: Some(vec![Property::Assert, Property::Memory]),
        aim: Some(Aim { focus, skip: guide.is_some() && !reducing, guide }),
        first: true,
        ..options.clone()
    }
}
