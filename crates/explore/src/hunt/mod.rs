//! Driving a program to a goal (Rungta, Mercer and Visser, "Efficient testing of concurrent programs with abstraction-guided symbolic
//! execution").
//!
//! Two searches run side by side. The *guided* one (`guided.rs`) follows a plan: a list of operations to be executed in this order, the
//! last of which is the goal; where a branch goes the wrong way it looks for operations that would change that, and puts
//! them into the plan (`refine.rs`). It knows no completeness, only directions. The *exhaustive* one is a check whose only property
//! is the goal, with all reductions and summaries, so it can say that there is no way. Whoever is first has the answer, and
//! the other one is stopped.
//!
//! Where we deviate from the paper: its abstract traces list every call and branch on the way; here distances through the control
//! flow of the whole program (`raddle_properties::Guide`) do that work, and a plan only has what distances do not know, that is,
//! operations of other threads that have to come first. Refinement asks which definitions *can* turn the branch, and how often an
//! addition has to happen, instead of trying them one by one.

mod guided;
mod plan;
mod refine;

use std::sync::Arc;

use raddle_budget::Budget;
use raddle_findings::codes::ReasonKind;
use raddle_findings::{Reason, Report, Verdict};
use raddle_machine::{FaultKind, Focus, Property, SetupError};
use raddle_properties::Guide;
use raddle_target::Goal;

use crate::options::{Aim, Observer, Options, Reduce};
use crate::per_property::empty_report;
use crate::search::{self, uses_threads};
use crate::slicing::{analysis_expired, entry_function};

pub use guided::GuidedStats;

/// What came of a hunt.
#[derive(Clone, Debug)]
pub struct Hunted {
    /// Has the run that reaches the goal as its only finding; *safe* if there is none.
    pub report: Report,
    /// The guided search was first.
    pub guided: bool,
    pub stats: GuidedStats,
}

/// Which searches to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searches {
    pub guided: bool,
    pub exhaustive: bool,
}

/// Stack of the thread that searches beside the caller's.
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
    let guide = guide(goal, options, budget)?;
    // Whoever is first ends the other one; the caller's budget ends both.
    let (guided_budget, exhaustive_budget) = (budget.part(None), budget.part(None));
    std::thread::scope(|scope| {
        let guided = || {
            let found = guided::search(goal, &request(goal, options, None), &guided_budget);
            if found.as_ref().is_ok_and(|(report, _)| report.is_some()) {
                exhaustive_budget.interrupt();
            }
            found
        };
        let builder = std::thread::Builder::new().name("guided".to_owned()).stack_size(STACK);
        let handle = searches.guided.then(|| builder.spawn_scoped(scope, guided));
        let exhaustive = if searches.exhaustive {
            let request = request(goal, options, guide);
            search::check(&goal.program, &request, &exhaustive_budget, observer)
        } else {
            Ok(nothing_explored(goal, options))
        };
        let decided = exhaustive.as_ref().is_ok_and(|report| report.verdict != Verdict::Unknown);
        // Without an answer the guided search has the rest of the time.
        if decided {
            guided_budget.interrupt();
        }
        let beside = handle.and_then(|handle| handle.ok()?.join().ok());
        let (report, stats) = beside.transpose()?.unwrap_or_default();
        let exhaustive = exhaustive?;
        Ok(match report {
            Some(report) if exhaustive.findings.is_empty() => {
                Hunted { report, guided: true, stats }
            }
            _ => Hunted { report: exhaustive, guided: false, stats },
        })
    })
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

fn guide(
    goal: &Goal,
    options: &Options,
    budget: &Budget,
) -> Result<Option<Arc<Guide>>, SetupError> {
    let entry = entry_function(&goal.program, options.function.as_deref())?;
    let expired = || analysis_expired(budget);
    Ok(Guide::new(&goal.program, entry, &goal.reached, &expired).map(Arc::new))
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
