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
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use raddle_findings::Report;
use raddle_machine::{FaultKind, Focus, Property, SetupError};
use raddle_properties::Guide;
use raddle_target::Goal;

use crate::options::{Aim, Interrupt, Observer, Options, Reduce};
use crate::search::{self, uses_threads};
use crate::slicing::entry_function;

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

/// Stack of the thread that searches beside the caller's.
const STACK: usize = 256 << 20;

/// Looks for a run that reaches the goal, or for the proof that there is none.
pub fn hunt(
    goal: &Goal,
    options: &Options,
    interrupt: &Interrupt,
    observer: &mut dyn Observer,
) -> Result<Hunted, SetupError> {
    // Mistakes in the request show before anything is started.
    entry_function(&goal.program, options.function.as_deref())?;
    let (guided_stop, exhaustive_stop) = (Interrupt::default(), Interrupt::default());
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // What the user raises is raised for both.
        let relay = || {
            while !ended.load(Ordering::Relaxed) {
                if interrupt.is_raised() {
                    guided_stop.raise();
                    exhaustive_stop.raise();
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        };
        scope.spawn(relay);
        let guided = || {
            let request = request(goal, options, None);
            let found = guided::search(goal, &request, &guided_stop);
            if found.as_ref().is_ok_and(|(report, _)| report.is_some()) {
                exhaustive_stop.raise();
            }
            found
        };
        let builder = std::thread::Builder::new().name("guided".to_owned()).stack_size(STACK);
        let handle = builder.spawn_scoped(scope, guided);
        let guide = guide(goal, options);
        let exhaustive = guide.and_then(|guide| {
            let request = request(goal, options, Some(guide));
            search::check(&goal.program, &request, &exhaustive_stop, observer)
        });
        let decided = exhaustive
            .as_ref()
            .is_ok_and(|report| report.verdict != raddle_findings::Verdict::Unknown);
        // Without an answer the guided search has the rest of the time.
        if decided {
            guided_stop.raise();
        }
        let beside = handle.ok().and_then(|handle| handle.join().ok());
        ended.store(true, Ordering::Relaxed);
        let (report, stats) = match beside {
            Some(result) => result?,
            None => (None, GuidedStats::default()),
        };
        let exhaustive = exhaustive?;
        Ok(match report {
            Some(report) if exhaustive.findings.is_empty() => {
                Hunted { report, guided: true, stats }
            }
            _ => Hunted { report: exhaustive, guided: false, stats },
        })
    })
}

fn guide(goal: &Goal, options: &Options) -> Result<Arc<Guide>, SetupError> {
    let entry = entry_function(&goal.program, options.function.as_deref())?;
    Ok(Arc::new(Guide::new(&goal.program, entry, &goal.reached)))
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
