//! Driving a program to a goal (Rungta, Mercer and Visser, "Efficient testing of concurrent programs with abstraction-guided symbolic
//! execution").
//!
//! Two searches run side by side. The *guided* one (`guided.rs`) follows a plan: a list of operations to be executed in this order, the
//! last of which is the goal; where a branch goes the wrong way it looks for operations that would change that, and puts
//! them into the plan (`refine.rs`). It knows no completeness, only directions. The *exhaustive* one is a check whose only property
//! is the goal, with all reductions and summaries, so it can say that there is no way. Whoever is first has the answer, and
//! the other one is stopped. There may be several guided ones (`--jobs`), each with trace sets of its own (`sets.rs`).
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
use sets::{TraceSet, trace_sets};

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

/// Which searches to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searches {
    /// How many guided ones at the same time, at most.
    pub guided: usize,
    pub exhaustive: bool,
}

/// Stack of a thread that searches beside the caller's.
const STACK: usize = 256 << 20;

/// Looks for a run that reaches the goal, or for the proof that there is none.
pub fn hunt(
    goal: &Goal,
    options: &Options,
    budget: &Budget,
    searches: Searches,
    observer: &mut dyn Observer,
) -> Result<Hunted, SetupError> {
    // Mistakes in the request show before anything is started.
    let entry = entry_function(&goal.program, options.function.as_deref())?;
    let expired = || analysis_expired(budget);
    let points_to = PointsTo::new(&goal.program, entry, &expired);
    let guide = points_to.as_ref().and_then(|points_to| {
        Guide::by(&goal.program, points_to, &goal.reached, &expired).map(Arc::new)
    });
    let parts = points_to.as_ref().map_or_else(Vec::new, |_| trace_sets(goal, searches.guided));
    // Whoever is first ends the other one; the caller's budget ends both.
    let (guided_budget, exhaustive_budget) = (budget.part(None), budget.part(None));
    let best = AtomicU64::new(0);
    let mut onlooker = Onlooker { observer, best: &best, share: 0.0 };
    let guided = |sets: &[TraceSet], points_to: &PointsTo| {
        let request = request(goal, options, None);
        let found = guided::search(goal, sets, points_to, &request, &guided_budget, &best);
        if found.as_ref().is_ok_and(|(report, _)| report.is_some()) {
            guided_budget.interrupt();
            exhaustive_budget.interrupt();
        }
        found
    };
    std::thread::scope(|scope| {
        let mut handles = Vec::new();
        for (sets, points_to) in parts.iter().zip(points_to.iter().cycle()) {
            let builder = std::thread::Builder::new().name("guided".to_owned()).stack_size(STACK);
            let guided = &guided;
            handles.extend(builder.spawn_scoped(scope, move || guided(sets, points_to)));
        }
        let exhaustive = if searches.exhaustive {
            let request = request(goal, options, guide);
            search::check(&goal.program, &request, &exhaustive_budget, &mut onlooker)
        } else {
            Ok(nothing_explored(goal, options))
        };
        let decided = exhaustive.as_ref().is_ok_and(|report| report.verdict != Verdict::Unknown);
        // Without an answer the guided search has the rest of the time.
        if decided {
            guided_budget.interrupt();
        }
        let (mut report, mut stats) = (None, GuidedStats::default());
        for found in handles.into_iter().filter_map(|handle| handle.join().ok()) {
            let (found, its) = found?;
            match found {
                // How it went is told of the search that was first.
                Some(found) if report.is_none() => (report, stats) = (Some(found), its),
                None if report.is_none() => stats.add(its),
                _ => {}
            }
        }
        let exhaustive = exhaustive?;
        let (mut report, guided) = match report {
            Some(report) if exhaustive.findings.is_empty() => (report, true),
            _ => (exhaustive, false),
        };
        // Nobody asks which assertions were reached on the way.
        report.vacuous.clear();
        let likelihood = likelihood(report.verdict, stats.best, onlooker.share);
        Ok(Hunted { report, guided, stats, likelihood })
    })
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
