//! Whether `raddle from` reports whatever can go wrong from where the threads of a program stand.
//!
//! Trying everything tells in which states all threads stand at statements. Where they stand is a context, and all states that have it in common are followed to all
//! their ends: a check that fails there, two accesses that race, a state in which nobody can move has to be among the findings from that context. There may be more of them: what a context
//! does not tell is left open. Some contexts are asked with `--confirm`: then what can go wrong is confirmed by a run from main, and whatever is confirmed can.
//! In half of the programs parts of threads are functions, and a context has the frames of their calls.
//! The whole program in its shortest pieces (`--piecewise`) has to show all that can go wrong in it up to a first race, and that race.
//! `raddle from` takes for granted that nothing raced before, so only states are looked at to which a way without a race leads: C says nothing of what follows a race.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::campaign::Campaign;
use crate::random::Random;

use super::drive::{Case, Config, DriveError, Session, run_cases};
use super::interpret::{Ends, Found, Machine, State, Whereabouts};
use super::oracle::{Problem, choices};
use super::print_c::{Calls, Printed, print_with, with_labels_of_lines};
use super::program::{Label, Program, Var};

/// Contexts that are tried in one program.
const CONTEXTS: usize = 3;
/// What a context is given at first. Most have told all that can go wrong by then, and those with a thread that goes round a loop forever do not come to an end at all.
const GLANCE: Duration = Duration::from_millis(700);
/// What it is given if something is missing.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where each thread is.
type Context = Vec<Whereabouts>;

/// What can go wrong from a context on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    failing: BTreeSet<Label>,
    racy: BTreeSet<Var>,
    stuck: bool,
}

impl Truth {
    fn note(&mut self, found: Vec<Found>) {
        for one in found {
            match one {
                Found::Failing(label) => {
                    self.failing.insert(label);
                }
                Found::Racy(var) => {
                    self.racy.insert(var);
                }
            }
        }
    }
}

/// The states of each context, with the inputs they belong to.
type States = BTreeMap<Context, Vec<(Vec<i64>, State)>>;

/// All contexts that a way without a race leads to.
fn contexts(program: &Program, states: usize) -> Result<States, Problem> {
    let mut all = States::new();
    for inputs in choices(&program.inputs) {
        let machine = Machine::new(program, inputs.clone(), Ends::Process);
        let mut seen = HashSet::new();
        let mut pending = vec![machine.initial()?.state];
        while let Some(state) = pending.pop() {
            if state.ended || seen.contains(&state) {
                continue;
            }
            let context: Context =
                machine.threads().map(|thread| machine.whereabouts(&state, thread)).collect();
            let is_said = !context.contains(&Whereabouts::Waking);
            if is_said && context.iter().any(|place| *place != Whereabouts::Nowhere) {
                all.entry(context).or_default().push((inputs.clone(), state.clone()));
            }
            for successor in steps(&machine, &state)? {
                if !successor.1.iter().any(|found| matches!(found, Found::Racy(_))) {
                    pending.push(successor.0);
                }
            }
            seen.insert(state);
            if seen.len() > states {
                return Err(Problem::TooLarge);
            }
        }
    }
    Ok(all)
}

/// The states after any step, with what the step found out.
fn steps(machine: &Machine<'_>, state: &State) -> Result<Vec<(State, Vec<Found>)>, Problem> {
    let mut all = Vec::new();
    for thread in machine.threads() {
        let successors = machine.successors(state, thread)?;
        let spurious = machine.wakes_spuriously(state, thread)?;
        all.extend(successors.into_iter().chain(spurious).map(|next| (next.state, next.found)));
    }
    Ok(all)
}

/// Whether a run is followed behind a race.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    /// In one fragment everything is found.
    Followed,
    /// A later fragment takes for granted that nothing raced before.
    LeftOut,
}

/// Follows the states of a context to all their ends.
fn truth(
    program: &Program,
    from: &[(Vec<i64>, State)],
    states: usize,
    behind_races: Behind,
) -> Result<Truth, Problem> {
    let mut truth = Truth::default();
    for inputs in choices(&program.inputs) {
        let machine = Machine::new(program, inputs.clone(), Ends::Process);
        let own = from.iter().filter(|(known, _)| *known == inputs);
        let mut pending: Vec<State> =
            own.map(|(_, state)| machine.without_history(state)).collect();
        let mut seen = HashSet::new();
        while let Some(state) = pending.pop() {
            if state.ended || seen.contains(&state) {
                continue;
            }
            let mut moves = false;
            for thread in machine.threads() {
                moves |= !machine.successors(&state, thread)?.is_empty();
            }
            truth.stuck |= !moves && !machine.finished(&state);
            for (next, found) in steps(&machine, &state)? {
                let raced = found.iter().any(|one| matches!(one, Found::Racy(_)));
                truth.note(found);
                if !raced || behind_races == Behind::Followed {
                    pending.push(next);
                }
            }
            seen.insert(state);
            if seen.len() > states {
                return Err(Problem::TooLarge);
            }
        }
    }
    Ok(truth)
}

/// How it went.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub contexts: u64,
    /// Contexts from which something can go wrong.
    pub wrong: u64,
    /// Contexts whose answer is *safe*.
    pub safe: u64,
    /// Contexts in which time was up, or something was not followed, before all that can go wrong was found.
    pub open: u64,
    /// Checks that can fail from a context that was asked with `--confirm`, and those that a run from main was found for.
    pub reachable: u64,
    pub confirmed: u64,
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counts { contexts, wrong, safe, open, reachable, confirmed } = self;
        write!(
            f,
            "{contexts} contexts, {wrong} from which something can go wrong, {safe} said to be safe, {open} open, {confirmed} of {reachable} failing checks confirmed"
        )
    }
}

/// Starts in the middle of programs until they or the time run out; `progress` is told the state now and then.
pub fn run(
    config: &Config,
    raddle: &Path,
    progress: impl FnMut(&Campaign<Counts>),
) -> Result<Campaign<Counts>, DriveError> {
    run_cases::<Question>(config, raddle, progress)
}

/// A program with contexts and what can go wrong from each.
struct Question {
    printed: Printed,
    /// What can go wrong at all.
    whole: Truth,
    contexts: Vec<(Context, Truth)>,
}

impl Case for Question {
    type Counts = Counts;
    const NAME: &'static str = "from";

    /// `None` if the oracle cannot judge the program.
    fn new(program: &Program, seed: u64, session: &Session<'_>) -> Option<Question> {
        program.validate().ok()?;
        let program = &with_labels_of_lines(program);
        // Half of the programs call functions.
        let calls = match seed % 4 {
            0 | 1 => Calls::None,
            first => Calls::EverySecond(first as usize),
        };
        let printed = print_with(program, calls);
        let states = session.config.limits.states;
        let starts: Vec<_> = choices(&program.inputs)
            .into_iter()
            .map(|inputs| {
                let machine = Machine::new(program, inputs.clone(), Ends::Process);
                machine.initial().map(|initial| (inputs, initial.state))
            })
            .collect::<Result<_, _>>()
            .ok()?;
        let whole = truth(program, &starts, states, Behind::LeftOut).ok()?;
        let mut all: Vec<_> = contexts(program, states).ok()?.into_iter().collect();
        let mut random = Random::new(seed);
        let mut picked = Vec::new();
        while picked.len() < CONTEXTS && !all.is_empty() {
            let (context, from) = all.swap_remove(random.below(all.len()));
            picked.push((context, truth(program, &from, states, Behind::Followed).ok()?));
        }
        (!picked.is_empty()).then_some(Question { printed, whole, contexts: picked })
    }

    fn differences(
        &self,
        session: &Session<'_>,
        counts: &mut Counts,
    ) -> Result<Vec<String>, DriveError> {
        let file = match session.compile(&self.printed.text)? {
            Ok(file) => file.display().to_string(),
            Err(message) => return Ok(vec![format!("does not compile: {message}")]),
        };
        let mut all = self.missing_in_pieces(session, &file, counts)?;
        for (index, (context, truth)) in self.contexts.iter().enumerate() {
            let mut said = self.said(context);
            if index == 0 {
                said.push("--confirm".to_string());
            }
            let mut words = vec!["from".to_string(), "--format=json".to_string(), file.clone()];
            words.extend(["assert", "race", "deadlock"].map(|name| format!("--property={name}")));
            words.extend(said.iter().cloned());
            counts.contexts += 1;
            let missing = match self.answer(session, &words, truth)? {
                Ok(report) if index == 0 => {
                    let mut missing = self.missing(truth, &report, counts);
                    missing.extend(self.wrongly_confirmed(context, truth, &report));
                    self.count_confirmed(truth, &report, counts);
                    missing
                }
                Ok(report) => self.missing(truth, &report, counts),
                Err(message) => vec![message],
            };
            all.extend(missing.into_iter().map(|text| format!("[{}] {text}", said.join(" "))));
        }
        Ok(all)
    }
}

impl Question {
    /// A report in which nothing is missing, or the one for which there was more time.
    fn answer(
        &self,
        session: &Session<'_>,
        words: &[String],
        truth: &Truth,
    ) -> Result<Result<Value, String>, DriveError> {
        let ask = |time: Duration| {
            let time = format!("--time={}ms", time.as_millis());
            session.ask(&[words, &[time]].concat(), 3 * PATIENCE)
        };
        let first = ask(GLANCE)?;
        let Ok(report) = &first else { return Ok(first) };
        let mut own = Counts::default();
        self.missing(truth, report, &mut own);
        if words.iter().any(|word| word == "--confirm") {
            self.count_confirmed(truth, report, &mut own);
        }
        match own.open > 0 || own.confirmed < own.reachable {
            true => ask(PATIENCE),
            false => Ok(first),
        }
    }

    /// What the program in the shortest pieces does not show of what can go wrong from its start.
    fn missing_in_pieces(
        &self,
        session: &Session<'_>,
        file: &str,
        counts: &mut Counts,
    ) -> Result<Vec<String>, DriveError> {
        let mut words = ["from", "--piecewise", "--piece-rounds=1", "--format=json", file]
            .map(ToString::to_string)
            .to_vec();
        words.extend(["assert", "race", "deadlock"].map(|name| format!("--property={name}")));
        // It is no context.
        let mut own = Counts::default();
        let missing = match self.answer(session, &words, &self.whole)? {
            Ok(report) => self.missing(&self.whole, &report, &mut own),
            Err(message) => vec![message],
        };
        counts.open += own.open;
        Ok(missing.into_iter().map(|text| format!("[--piecewise] {text}")).collect())
    }

    /// The context as raddle is told it.
    fn said(&self, context: &Context) -> Vec<String> {
        let mut words = Vec::new();
        for (index, place) in context.iter().enumerate() {
            let (flag, statement) = match *place {
                Whereabouts::At(statement) => ("--at", statement),
                Whereabouts::Waiting(statement) => ("--waiting", statement),
                Whereabouts::Nowhere | Whereabouts::Waking => continue,
            };
            let mut line = self.printed.statements[index][statement];
            let mut frames = vec![format!("case.c:{line}")];
            while let Some(&outer) = self.printed.called_from.get(&line) {
                frames.push(format!("case.c:{outer}"));
                line = outer;
            }
            words.extend([flag.to_string(), format!("T{index}={}", frames.join(","))]);
        }
        words
    }

    /// How many of the checks that can fail are confirmed to.
    fn count_confirmed(&self, truth: &Truth, report: &Value, counts: &mut Counts) {
        let findings = report["findings"].as_array().map_or(&[][..], Vec::as_slice);
        for finding in findings.iter().filter(|finding| finding["property"] == "assert") {
            let line = finding["location"]["line"].as_u64().unwrap_or(0) as u32;
            let label = self.printed.checks.get(&line);
            if label.is_some_and(|label| truth.failing.contains(label)) {
                counts.reachable += 1;
                counts.confirmed += u64::from(finding["certainty"] == "confirmed");
            }
        }
    }

    /// Findings that are confirmed although nothing goes wrong there. Without an opinion where threads wait or take no part: the run that confirms need not come through that.
    /// Without one also in programs that race: that run may come through a race, and the states that are looked at here do not.
    fn wrongly_confirmed(&self, context: &Context, truth: &Truth, report: &Value) -> Vec<String> {
        let all_stand = context.iter().all(|place| matches!(place, Whereabouts::At(_)));
        if !all_stand || !self.whole.racy.is_empty() {
            return Vec::new();
        }
        let findings = report["findings"].as_array().map_or(&[][..], Vec::as_slice);
        let confirmed = findings.iter().filter(|finding| finding["certainty"] == "confirmed");
        let wrong = confirmed.filter_map(|finding| {
            let line = finding["location"]["line"].as_u64().unwrap_or(0) as u32;
            let label = self.printed.checks.get(&line)?;
            (finding["property"] == "assert" && !truth.failing.contains(label))
                .then(|| format!("line {line} cannot fail and is confirmed"))
        });
        wrong.collect()
    }

    /// What the report does not have, unless it admits that.
    fn missing(&self, truth: &Truth, report: &Value, counts: &mut Counts) -> Vec<String> {
        let is_bad = !truth.failing.is_empty() || !truth.racy.is_empty() || truth.stuck;
        counts.wrong += u64::from(is_bad);
        counts.safe += u64::from(report["verdict"] == "safe");
        let findings = report["findings"].as_array().map_or(&[][..], Vec::as_slice);
        let lines = |kinds: &[&str]| -> BTreeSet<u32> {
            let of_kind =
                findings.iter().filter(|finding| kinds.iter().any(|kind| finding["kind"] == *kind));
            of_kind
                .map(|finding| finding["location"]["line"].as_u64().unwrap_or(0) as u32)
                .collect()
        };
        let failing = lines(&["check", "assertion", "abort"]);
        let racing = lines(&["data-race"]);
        let racy: BTreeSet<Var> =
            racing.iter().filter_map(|line| self.printed.accesses.get(line)).copied().collect();
        let stuck = !lines(&["deadlock", "self-lock", "lost-wakeup", "livelock"]).is_empty();
        let mut missing = Vec::new();
        for (line, label) in &self.printed.checks {
            if truth.failing.contains(label) && !failing.contains(line) {
                missing.push(format!("line {line} can fail"));
            }
        }
        missing.extend(
            truth.racy.difference(&racy).map(|var| format!("variable {} is raced for", var.0)),
        );
        if truth.stuck && !stuck {
            missing.push("nobody may be able to move".to_string());
        }
        let unfollowed = report["reasons"].as_array().is_some_and(|reasons| !reasons.is_empty());
        if !missing.is_empty() && unfollowed {
            counts.open += 1;
            return Vec::new();
        }
        missing
    }
}
