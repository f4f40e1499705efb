//! Whether `raddle hunt` goes wherever threads can go, and nowhere else.
//!
//! Trying everything tells which lines a thread can stand at, and which two lines two threads can stand at in one state. Each line is a goal, and
//! so are some pairs, and some checks with the condition that they fail. What can be reached must be, what cannot must not be said to be, and nothing may stay open.
//!
//! A thread stands at a statement until it has taken the step that the statement is; local statements are passed between
//! steps, and the thread may rest at each of them. The oracle has no opinion where C text and statement part: a line
//! inside a section that waits, and, in pairs, a compare-and-swap, which has code of its own behind the step.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::campaign::Campaign;
use crate::random::Random;

use super::code::numbered;
use super::drive::{Case, Config, DriveError, SC, Session, run_cases};
use super::interpret::{Ends, Machine, State, Successor};
use super::oracle::{Problem, answer, choices};
use super::print_c::{Printed, expr, print, with_labels_of_lines};
use super::program::{Expr, Label, Operator, Program, Stmt, Thread};

/// Lines that threads are to stand at, one of them or two.
type Goal = Vec<u32>;

/// Pairs that are hunted in one program, of those that can be reached and of those that cannot.
const PAIRS: usize = 6;
/// What a goal is given: enough that nothing stays open, and what the guided search gets on its own.
const ENOUGH: Duration = Duration::from_secs(10);
const GUIDED: Duration = Duration::from_millis(100);

/// What can be reached in a program.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    reachable: BTreeSet<Goal>,
    /// Lines the oracle has no opinion on unless they are reachable: in any goal, and in pairs.
    vague: BTreeSet<u32>,
    vague_in_pairs: BTreeSet<u32>,
}

impl Truth {
    /// Whether a goal can be reached; `None` without an opinion.
    pub fn of(&self, goal: &Goal) -> Option<bool> {
        if self.reachable.contains(goal) {
            return Some(true);
        }
        let vague = |line: &u32| {
            self.vague.contains(line) || (goal.len() > 1 && self.vague_in_pairs.contains(line))
        };
        (!goal.iter().any(vague)).then_some(false)
    }
}

/// Finds out by trying everything.
pub fn truth(program: &Program, printed: &Printed, states: usize) -> Result<Truth, Problem> {
    let mut truth = Truth::default();
    for (index, thread) in program.threads.iter().enumerate() {
        vague(&thread.body, &printed.statements[index], &mut truth);
    }
    for inputs in choices(&program.inputs) {
        let machine = Machine::new(program, inputs, Ends::Process).noting_standing();
        let mut seen: HashSet<State> = HashSet::new();
        let initial = machine.initial()?;
        let mut pending = vec![initial.state];
        while let Some(state) = pending.pop() {
            if state.ended || !seen.insert(state.clone()) {
                continue;
            }
            note_standing(&state, printed, &mut truth);
            if seen.len() > states {
                return Err(Problem::TooLarge);
            }
            for thread in machine.threads() {
                let successors = machine.successors(&state, thread)?;
                let spurious = machine.wakes_spuriously(&state, thread)?;
                for Successor { state: next, inside, .. } in successors.into_iter().chain(spurious)
                {
                    note_inside(&state, thread, &inside, printed, &mut truth);
                    pending.push(next);
                }
            }
        }
    }
    Ok(truth)
}

fn vague(body: &[Stmt], lines: &[u32], truth: &mut Truth) {
    let statements = numbered(body);
    for (number, stmt) in statements.iter().enumerate() {
        if let Stmt::CompareExchange { .. } = stmt {
            truth.vague_in_pairs.insert(lines[number]);
        }
        // A repetition is no step, and has code in several places.
        if let Stmt::Repeat { .. } = stmt {
            truth.vague.insert(lines[number]);
        }
        let Stmt::Section(inner) = stmt else { continue };
        let inner = numbered(inner);
        if inner.iter().any(|stmt| matches!(stmt, Stmt::Await(_))) {
            truth.vague.extend(&lines[number + 1..=number + inner.len()]);
        }
    }
}

/// Notes where threads stand, alone and together.
fn note_standing(state: &State, printed: &Printed, truth: &mut Truth) {
    let lines = |thread: usize| {
        state.standing[thread].iter().map(move |&statement| printed.statements[thread][statement])
    };
    for one in 0..state.standing.len() {
        for line in lines(one) {
            truth.reachable.insert(vec![line]);
            for other in one + 1..state.standing.len() {
                truth.reachable.extend(lines(other).map(|second| pair(line, second)));
            }
        }
    }
}

/// The same for a thread that is inside of a section, while the others stand where they stood.
fn note_inside(
    state: &State,
    thread: Thread,
    inside: &[usize],
    printed: &Printed,
    truth: &mut Truth,
) {
    for &statement in inside {
        let line = printed.statements[thread.0][statement];
        truth.reachable.insert(vec![line]);
        for (other, standing) in state.standing.iter().enumerate() {
            if other != thread.0 {
                let seconds = standing.iter().map(|&second| printed.statements[other][second]);
                truth.reachable.extend(seconds.map(|second| pair(line, second)));
            }
        }
    }
}

fn pair(one: u32, other: u32) -> Goal {
    vec![one.min(other), one.max(other)]
}

/// How hunts went.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub goals: u64,
    pub reached: u64,
    pub unreachable: u64,
    /// Checks that were hunted with a condition.
    pub conditions: u64,
    /// Lines that the compiler made no code of.
    pub without_code: u64,
    /// Goals that the guided search reached on its own.
    pub guided: u64,
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counts { goals, reached, unreachable, conditions, guided, .. } = self;
        write!(
            f,
            "{goals} goals, {reached} reached, {guided} by the guided search alone, {unreachable} unreachable, {conditions} conditions"
        )
    }
}

/// Hunts until the programs or the time run out; `progress` is told the state now and then.
pub fn run(
    config: &Config,
    raddle: &Path,
    progress: impl FnMut(&Campaign<Counts>),
) -> Result<Campaign<Counts>, DriveError> {
    run_cases::<Question>(config, raddle, progress)
}

/// A program with what is hunted in it.
struct Question {
    printed: Printed,
    truth: Truth,
    goals: Vec<Goal>,
    failures: Vec<Failure>,
}

/// A check, what has to hold for it to fail, and whether it can.
struct Failure {
    line: u32,
    condition: String,
    can_fail: bool,
}

/// Checks that are hunted in one program.
const FAILURES: usize = 2;

impl Case for Question {
    type Counts = Counts;
    const NAME: &'static str = "hunt";

    /// `None` if the oracle cannot judge the program.
    fn new(program: &Program, seed: u64, session: &Session<'_>) -> Option<Question> {
        program.validate().ok()?;
        let program = &with_labels_of_lines(program);
        let printed = print(program);
        let truth = truth(program, &printed, session.config.limits.states).ok()?;
        let goals = goals(&printed, &truth, seed);
        let failing = answer(program, &session.config.limits).ok()?.failing;
        let failures = failures(program, &printed, &truth, &failing, seed);
        (!goals.is_empty()).then_some(Question { printed, truth, goals, failures })
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
        let (lines, pairs) = targets(&self.goals);
        let (lines, pairs) =
            (session.write("lines.txt", &lines)?, session.write("pairs.txt", &pairs)?);
        let mut all = Vec::new();
        for (way, each) in [("both", ENOUGH), ("exhaustive", ENOUGH), ("guided", GUIDED)] {
            let time = each * self.goals.len() as u32;
            let seconds = format!("{}s", time.as_secs() + 1);
            let mut words: Vec<String> =
                ["hunt", "--format", "json", "--search-with", way, "--time", &seconds]
                    .into_iter()
                    .chain(SC)
                    .map(ToString::to_string)
                    .collect();
            words.push(file.clone());
            words.extend(["--targets".to_string(), lines.display().to_string()]);
            if self.goals.iter().any(|goal| goal.len() > 1) {
                words.extend(["--targets".to_string(), pairs.display().to_string()]);
            }
            let differences = match session.ask(&words, time + Duration::from_secs(30))? {
                Ok(report) => self.compare(&report, way, counts),
                Err(message) => vec![message],
            };
            all.extend(differences.into_iter().map(|text| format!("[{way}] {text}")));
        }
        for failure in &self.failures {
            all.extend(failure.difference(session, &file, counts)?);
        }
        Ok(all)
    }
}

impl Question {
    fn compare(&self, report: &Value, way: &str, counts: &mut Counts) -> Vec<String> {
        let single = [report.clone()];
        let results = report["goals"].as_array().map_or(&single[..], Vec::as_slice);
        let mut verdicts: BTreeMap<Goal, &Value> = BTreeMap::new();
        for result in results {
            let targets = result["targets"].as_array().into_iter().flatten();
            let lines =
                targets.filter_map(|target| target.as_str()?.rsplit(':').next()?.parse().ok());
            let mut goal: Goal = lines.collect();
            goal.sort_unstable();
            verdicts.insert(goal, result);
        }
        let mut differences = Vec::new();
        for goal in &self.goals {
            let Some(result) = verdicts.get(goal) else {
                counts.without_code += u64::from(way == "both");
                continue;
            };
            let verdict = result["verdict"].as_str().unwrap_or_default();
            if way == "both" {
                counts.goals += 1;
                counts.reached += u64::from(verdict == "reached");
                counts.unreachable += u64::from(verdict == "unreachable");
            }
            counts.guided += u64::from(way == "guided" && verdict == "reached");
            let truth = self.truth.of(goal);
            let agrees = match verdict {
                "reached" => truth != Some(false),
                "unreachable" => truth != Some(true),
                _ => way == "guided" || locks_twice(result),
            };
            if !agrees {
                let reasons = &result["reasons"];
                differences
                    .push(format!("lines {goal:?}: {verdict}, reachable: {truth:?} {reasons}"));
            }
            if verdict == "reached" && result["findings"][0]["replayed"] != true {
                differences.push(format!("lines {goal:?}: the run was not replayed"));
            }
        }
        differences
    }
}

/// Whether nothing is open but what a thread does that locks a mutex twice, which is undefined.
fn locks_twice(result: &Value) -> bool {
    let reasons = result["reasons"].as_array().map_or(&[][..], Vec::as_slice);
    let is_self_lock = |reason: &Value| {
        reason["code"] == "U0306"
            && reason["message"].as_str().is_some_and(|text| text.starts_with("self-lock"))
    };
    !reasons.is_empty() && reasons.iter().all(is_self_lock)
}

impl Failure {
    fn difference(
        &self,
        session: &Session<'_>,
        file: &str,
        counts: &mut Counts,
    ) -> Result<Option<String>, DriveError> {
        let Failure { line, condition, can_fail } = self;
        let (target, time) = (line.to_string(), format!("{}s", ENOUGH.as_secs()));
        let words = [
            "hunt",
            "--format",
            "json",
            "--time",
            &time,
            file,
            "--target",
            &target,
            "--condition",
            condition,
        ]
        .into_iter()
        .chain(SC)
        .map(ToString::to_string);
        let words: Vec<String> = words.collect();
        let right = if *can_fail { "reached" } else { "unreachable" };
        let (verdict, excused) = match session.ask(&words, 3 * ENOUGH)? {
            Ok(report) => {
                let verdict = report["verdict"].as_str().unwrap_or_default().to_string();
                let excused = verdict == "unknown" && locks_twice(&report);
                (verdict, excused)
            }
            Err(message) => (message, false),
        };
        counts.conditions += 1;
        Ok((verdict != right && !excused)
            .then(|| format!("line {line} with {condition}: {verdict}, not {right}")))
    }
}

/// Some checks that speak of what conditions can speak of.
fn failures(
    program: &Program,
    printed: &Printed,
    truth: &Truth,
    failing: &BTreeSet<Label>,
    seed: u64,
) -> Vec<Failure> {
    let mut all = Vec::new();
    for (index, thread) in program.threads.iter().enumerate() {
        for (number, stmt) in numbered(&thread.body).into_iter().enumerate() {
            let (Stmt::Check { label, holds } | Stmt::Assert { label, holds }) = stmt else {
                continue;
            };
            let line = printed.statements[index][number];
            if has_bits(holds)
                || truth.vague.contains(&line)
                || all.iter().any(|one: &Failure| one.line == line)
            {
                continue;
            }
            let condition = format!("!({})", expr(holds));
            all.push(Failure { line, condition, can_fail: failing.contains(label) });
        }
    }
    let mut random = Random::new(seed);
    while all.len() > FAILURES {
        all.swap_remove(random.below(all.len()));
    }
    all
}

fn has_bits(of: &Expr) -> bool {
    match of {
        Expr::Const(_) | Expr::Local(_) => false,
        Expr::Binary(Operator::BitAnd | Operator::BitOr, ..) => true,
        Expr::Binary(_, left, right) => has_bits(left) || has_bits(right),
    }
}

/// All lines, and some pairs of lines.
fn goals(printed: &Printed, truth: &Truth, seed: u64) -> Vec<Goal> {
    let lines: BTreeSet<u32> = printed.statements.iter().flatten().copied().collect();
    let mut random = Random::new(seed);
    let (mut can, mut cannot): (Vec<Goal>, Vec<Goal>) = (Vec::new(), Vec::new());
    for &one in &lines {
        for &other in lines.range(one..) {
            let goal = pair(one, other);
            match truth.of(&goal) {
                Some(true) => can.push(goal),
                Some(false) => cannot.push(goal),
                None => {}
            }
        }
    }
    let mut goals: Vec<Goal> = lines.into_iter().map(|line| vec![line]).collect();
    for mut pairs in [can, cannot] {
        for _ in 0..PAIRS.min(pairs.len()) {
            let picked = random.below(pairs.len());
            goals.push(pairs.swap_remove(picked));
        }
    }
    goals
}

/// Goals as raddle reads them: lines as warnings of a compiler, pairs as reports of ThreadSanitizer.
fn targets(goals: &[Goal]) -> (String, String) {
    let (mut lines, mut pairs) = (String::new(), String::new());
    for goal in goals {
        match goal[..] {
            [line] => lines += &format!("case.c:{line}: warning: line\n"),
            [one, other] => {
                pairs += &format!(
                    "WARNING: ThreadSanitizer: data race (pid=1)\n  Write of size 4 at 0x1 by thread T1:\n    #0 f case.c:{one}\n\n  \
                     Previous read of size 4 at 0x1 by thread T2:\n    #0 g case.c:{other}\n\n"
                );
            }
            _ => {}
        }
    }
    (lines, pairs)
}
