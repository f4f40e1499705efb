//! Questions about one program that anybody can answer alone, who has it: a property, a combination of calls of a library, a fragment, a part of a hunt.
//!
//! A crew (`crew.rs`) has them answered: by this process, or by others. They travel as JSON. Whoever gets one trusts nothing in it: places that the program does not have
//! are an error, and no file and no program to run is named.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Context as _;
use raddle_budget::{Budget, Stage};
use raddle_explore::{
    Blocking, GuidedStats, HuntPart, Observer, Options, PartHunted, Searches, hunt, hunt_part,
};
use raddle_findings::{Report, Verdict};
use raddle_fragment::{parse_position, position_text};
use raddle_ir::{Entity as _, FileId, Program};
use raddle_pointsto::{PointsTo, Position};
use raddle_target::{Condition, Goal, Resolved, with_conditions, with_encounter};
use serde::{Deserialize, Serialize};

use crate::callers::{self, CallersErrand};
use crate::from_arguments::{ContextArguments, parse_until};
use crate::from_context::{self, From};
use crate::limits::Allowance;
use crate::piece::{self, PieceErrand, PieceOutcome};
use crate::setup_help::with_help;

/// A question, how long the answer may take, and what people call it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Task {
    pub(crate) name: String,
    pub(crate) time: Option<Duration>,
    pub(crate) errand: Errand,
}

impl Task {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    pub(crate) fn read(bytes: &[u8]) -> Option<Task> {
        serde_json::from_slice(bytes).ok()
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Errand {
    /// The property with this id. Its outcome is a report.
    Property(String),
    /// Its outcome is a [`CallsOutcome`].
    Calls(CallsErrand),
    /// The same for calls that a program makes.
    Callers(CallersErrand),
    /// Its outcome is a [`PieceOutcome`].
    Piece(PieceErrand),
    /// Its outcome is a [`HuntOutcome`].
    Hunt(HuntErrand),
}

/// Calls of a library's functions at the same time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CallsErrand {
    pub(crate) calls: Vec<String>,
    pub(crate) init: Option<String>,
    /// As the flag spells it.
    pub(crate) until: String,
}

/// What came of a combination of calls.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CallsOutcome {
    pub(crate) report: Report,
    /// The program cannot make these calls at the same time.
    pub(crate) impossible: bool,
}

/// A hunt, or a part of one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct HuntErrand {
    pub(crate) targets: Vec<TargetText>,
    pub(crate) conditions: Vec<Option<String>>,
    pub(crate) same_memory: bool,
    pub(crate) search: HuntSearch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum HuntSearch {
    /// Both searches side by side.
    Both,
    Guided {
        part: usize,
        of: usize,
    },
    Exhaustive,
}

/// A target that was found in the program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TargetText {
    file: usize,
    line: u32,
    positions: Vec<String>,
}

impl TargetText {
    pub(crate) fn of(program: &Program, target: &Resolved) -> TargetText {
        let positions = target.positions.iter().map(|&at| position_text(program, at)).collect();
        TargetText { file: target.file.index(), line: target.line, positions }
    }

    fn resolved(&self, program: &Program) -> Option<Resolved> {
        let file = (self.file < program.files.len()).then(|| FileId::new(self.file))?;
        let positions: Option<Vec<Position>> =
            self.positions.iter().map(|text| parse_position(program, text)).collect();
        Some(Resolved { file, line: self.line, positions: positions? })
    }
}

/// What came of a hunt, or of a part of one.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct HuntOutcome {
    report: Option<Report>,
    guided: bool,
    share: f64,
    states: u64,
    trace_sets: u64,
    trace_length: u64,
    refinements: u64,
    best: (u64, u64),
    blocking: Vec<BlockingText>,
}

#[derive(Debug, Serialize, Deserialize)]
struct BlockingText {
    at: String,
    times: u64,
    writers: u64,
    on_inputs: bool,
}

impl HuntOutcome {
    fn of(program: &Program, found: PartHunted) -> HuntOutcome {
        let PartHunted { guided, report, stats, share } = found;
        let blocking = stats.blocking.iter().map(|one| BlockingText {
            at: position_text(program, one.at),
            times: one.times,
            writers: one.writers,
            on_inputs: one.on_inputs,
        });
        HuntOutcome {
            report,
            guided,
            share,
            states: stats.states,
            trace_sets: stats.trace_sets,
            trace_length: stats.trace_length,
            refinements: stats.refinements,
            best: stats.best,
            blocking: blocking.collect(),
        }
    }

    pub(crate) fn into_report(self) -> Option<Report> {
        self.report
    }

    /// Nothing more has to be looked for.
    pub(crate) fn decides(&self) -> bool {
        self.report.as_ref().is_some_and(|report| report.verdict != Verdict::Unknown)
    }

    /// In the words of the search; the program is that of the goal.
    pub(crate) fn found(self, program: &Program) -> PartHunted {
        let blocking = self.blocking.iter().filter_map(|one| {
            let at = parse_position(program, &one.at)?;
            Some(Blocking { at, times: one.times, writers: one.writers, on_inputs: one.on_inputs })
        });
        let stats = GuidedStats {
            states: self.states,
            trace_sets: self.trace_sets,
            trace_length: self.trace_length,
            refinements: self.refinements,
            best: self.best,
            blocking: blocking.collect(),
        };
        let (guided, report, share) = (self.guided, self.report, self.share);
        PartHunted { guided, report, stats, share }
    }
}

impl Errand {
    /// Whether a process may do others after this one. Otherwise it has a process of its own: its peak of memory is told, and whatever goes wrong with it is its own.
    pub(crate) fn shares_a_process(&self) -> bool {
        match self {
            Errand::Property(_) | Errand::Calls(_) => false,
            Errand::Callers(_) | Errand::Piece(_) | Errand::Hunt(_) => true,
        }
    }

    /// The outcome of an errand that did not come to its end, with what was found until then.
    pub(crate) fn cut_short(&self, report: Report) -> Vec<u8> {
        match self {
            Errand::Property(_) => serde_json::to_vec(&report),
            Errand::Calls(_) | Errand::Callers(_) => {
                serde_json::to_vec(&CallsOutcome { report, impossible: false })
            }
            Errand::Piece(_) => serde_json::to_vec(&PieceOutcome::cut_short(report)),
            Errand::Hunt(hunt) => {
                let guided = matches!(hunt.search, HuntSearch::Guided { .. });
                let report = Some(report).filter(|_| !guided);
                let stats = GuidedStats::default();
                let found = PartHunted { guided, report, stats, share: 0.0 };
                serde_json::to_vec(&HuntOutcome::of(&Program::default(), found))
            }
        }
        .unwrap_or_default()
    }
}

/// Does errands about one program.
pub(crate) struct Runner {
    program: Arc<Program>,
    options: Options,
    /// Distances to a property are not used.
    unguided: bool,
    /// As soon as it is needed.
    points_to: OnceLock<Arc<PointsTo>>,
}

impl Runner {
    pub(crate) fn new(program: Arc<Program>, options: Options, unguided: bool) -> Runner {
        Runner { program, options, unguided, points_to: OnceLock::new() }
    }

    /// What is known of the program before anything is done.
    pub(crate) fn nothing_yet(&self) -> Report {
        raddle_explore::empty_report(&self.program, &self.options)
    }

    /// The outcome.
    pub(crate) fn run(
        &self,
        errand: &Errand,
        budget: &Budget,
        allowed: Allowance,
        observer: &mut dyn Observer,
    ) -> anyhow::Result<Vec<u8>> {
        budget.enter(Stage::Worker);
        let named = |mut report: Report| {
            allowed.name(&mut report);
            report
        };
        let outcome = match errand {
            Errand::Property(id) => serde_json::to_vec(&named(self.check(id, budget, observer)?)),
            Errand::Calls(calls) => {
                let report = named(self.call(calls, budget, observer)?);
                serde_json::to_vec(&CallsOutcome { report, impossible: false })
            }
            Errand::Callers(calls) => {
                let points_to = self.points_to(budget)?;
                let found = callers::check(
                    &self.program,
                    &points_to,
                    &self.options,
                    calls,
                    budget,
                    observer,
                )?;
                let report = named(found.report);
                serde_json::to_vec(&CallsOutcome { report, ..found })
            }
            Errand::Piece(piece) => {
                let points_to = self.points_to(budget)?;
                let explored =
                    piece::explore(&self.program, &points_to, &self.options, piece, budget)?;
                let report = named(explored.report);
                serde_json::to_vec(&PieceOutcome { report, ..explored })
            }
            Errand::Hunt(hunt) => {
                let found = self.hunt(hunt, budget, observer)?;
                let report = found.report.map(named);
                serde_json::to_vec(&HuntOutcome { report, ..found })
            }
        };
        outcome.context("the outcome cannot be written")
    }

    fn points_to(&self, budget: &Budget) -> anyhow::Result<Arc<PointsTo>> {
        if let Some(known) = self.points_to.get() {
            return Ok(known.clone());
        }
        let found = from_context::points_to(&self.program, budget)?;
        Ok(self.points_to.get_or_init(|| found).clone())
    }

    fn check(
        &self,
        wanted: &str,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> anyhow::Result<Report> {
        let (program, options) = (&*self.program, &self.options);
        let listed =
            raddle_properties::properties(program, raddle_explore::asked(program, options));
        let property = listed.iter().find(|property| property.id == wanted);
        let property = property.with_context(|| format!("there is no property {wanted}"))?;
        let guided = !self.unguided;
        let mut report =
            raddle_explore::check_property(program, options, property, guided, budget, observer)?;
        raddle_report::tell_conditions(&mut report.findings, &program.source_names());
        Ok(report)
    }

    fn call(
        &self,
        errand: &CallsErrand,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> anyhow::Result<Report> {
        let CallsErrand { calls, init, until } = errand;
        let until = parse_until(until).map_err(anyhow::Error::msg)?;
        let from = From::new(ContextArguments::of_library(calls.clone(), init.clone(), until));
        let mut options = self.options.clone();
        let program = from.enter(&self.program, &mut options, budget)?;
        let mut report = raddle_explore::check(&program, &options, budget, observer)
            .map_err(|error| with_help(error, &program))?;
        anyhow::ensure!(
            report.verdict != Verdict::Safe || report.stats.runs > 0,
            "the library is in no state in which these functions can be called"
        );
        raddle_report::tell_conditions(&mut report.findings, &program.source_names());
        from.mark(&mut report);
        Ok(report)
    }

    fn hunt(
        &self,
        errand: &HuntErrand,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> anyhow::Result<HuntOutcome> {
        let goal = goal(&self.program, errand)?;
        let (program, options) = (&goal.program, &self.options);
        let part = match errand.search {
            HuntSearch::Both => {
                let searches = Searches { guided: true, exhaustive: true };
                let hunted = hunt(&goal, options, budget, searches, observer)
                    .map_err(|error| with_help(error, program))?;
                let (report, stats) = (Some(hunted.report), hunted.stats);
                PartHunted { guided: hunted.guided, report, stats, share: 0.0 }
            }
            HuntSearch::Guided { part, of } => {
                hunt_part(&goal, options, budget, HuntPart::Guided { part, of }, observer)
                    .map_err(|error| with_help(error, program))?
            }
            HuntSearch::Exhaustive => {
                hunt_part(&goal, options, budget, HuntPart::Exhaustive, observer)
                    .map_err(|error| with_help(error, program))?
            }
        };
        let mut outcome = HuntOutcome::of(program, part);
        if let Some(report) = &mut outcome.report {
            raddle_report::tell_conditions(&mut report.findings, &program.source_names());
        }
        Ok(outcome)
    }
}

/// The program in which arriving at the targets is noticed.
fn goal(program: &Program, errand: &HuntErrand) -> anyhow::Result<Goal> {
    let targets: Option<Vec<Resolved>> =
        errand.targets.iter().map(|target| target.resolved(program)).collect();
    let targets = targets.context("the program has no such place")?;
    if let (true, [one, other]) = (errand.same_memory, &targets[..]) {
        return Ok(with_encounter(program, &[one.clone(), other.clone()]));
    }
    let condition = |text: &Option<String>| text.as_deref().map(Condition::parse).transpose();
    let conditions: Result<Vec<_>, _> = errand.conditions.iter().map(condition).collect();
    let conditions = conditions.map_err(|error| anyhow::anyhow!("the condition: {error}"))?;
    with_conditions(program, &targets, &conditions)
        .map_err(|error| anyhow::anyhow!("the condition: {error}"))
}
