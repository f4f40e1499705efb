//! `raddle from --library`: every combination of calls of a library's functions that may run at the same time, or of a program's calls of them (`callers.rs`).
//!
//! Each combination is a check of its own, in a process of its own, as many at a time as `--jobs` says, or as there are workers.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Context as _;
use raddle_budget::{Budget, Spent};
use raddle_findings::codes::{AssumptionKind, ReasonKind};
use raddle_findings::{Assumption, Certainty, Finding, Location, Reason, Report, Verdict};
use raddle_ir::{FuncId, Program};
use raddle_pool::MOST_LOSSES;
use raddle_report::printable;
use serde_json::{Value, json};

use crate::arguments::{CheckArguments, Format};
use crate::callers::{self, Together};
use crate::crew::{Came, Crew, MOST_REPLACED, Request};
use crate::errands::{CallsErrand, CallsOutcome, Errand, Task};
use crate::finding_files;
use crate::from_arguments::{ContextArguments, FromArguments, until_text};
use crate::from_context::{self, defined};
use crate::interrupt::interrupt_on_signals;
use crate::library_conditions::ensure_meant;
use crate::limits;
use crate::load::load_program;
use crate::merge;
use crate::outcome::Outcome;
use crate::output::print;
use crate::paths;
use crate::setting::Setting;
use crate::so_far::add_spent;
use crate::workers::{asked_workers, first_file, local_workers};

pub(crate) fn check_all(arguments: &FromArguments, setting: &Setting) -> anyhow::Result<Outcome> {
    let FromArguments { context, check } = arguments;
    let CheckArguments { input, search, helpers, output, .. } = check;
    let budget = limits::budget(search.time, search.memory, search.stall.clone());
    interrupt_on_signals(&budget);
    let program = load_program(input, &budget)?;
    let Choice { combinations, apart, complete } = match context.caller.is_empty() {
        true => of_functions(&program, context, check)?,
        false => of_callers(&program, context, &budget)?,
    };
    let workers = asked_workers(helpers, &input.files, &budget)?;
    let jobs = search.jobs.min(combinations.len()).max(1);
    let limit = |memory: u64| memory / jobs as u64;
    let request = Request {
        program: &program,
        asked: check.asked(),
        memory: match workers {
            Some(_) => search.memory,
            None => budget.memory().map(limit),
        },
        about: first_file(&input.files),
        countable: true,
        talks: !output.quiet,
    };
    let replacements = MOST_REPLACED + MOST_LOSSES * u32::try_from(combinations.len())?;
    let remote = workers.is_some();
    let transport = workers.unwrap_or_else(|| local_workers(jobs, replacements));
    let mut crew = Crew::others(transport, request, None);
    let jobs = if remote { somebody(&crew) } else { jobs };
    let rounds = combinations.len().div_ceil(jobs).max(1) as u32;
    let time = search.time.map(|time| (time / rounds).max(Duration::from_secs(1)));
    let mut open: BTreeMap<u64, usize> = BTreeMap::new();
    for (index, one) in combinations.iter().enumerate() {
        let (name, errand) = (one.calls.join(" | "), one.errand.clone());
        open.insert(crew.offer(Task { name, time, errand }), index);
    }
    let nothing = raddle_explore::empty_report(&program, &check.options());
    let nothing = CallsOutcome { report: nothing, impossible: false };
    let mut outcomes: Vec<CallsOutcome> = vec![nothing; combinations.len()];
    while !open.is_empty() && budget.look().is_none() {
        match crew.next(|_, _| ())? {
            Some(Came::Outcome(number, outcome)) => {
                let Some(index) = open.remove(&number) else { continue };
                outcomes[index] = serde_json::from_slice(&outcome)
                    .context("what came of a combination is damaged")?;
            }
            Some(Came::Lost(number, why)) => {
                let Some(index) = open.remove(&number) else { continue };
                let kind = ReasonKind::WorkerLost;
                let message = format!("{}: {why}", kind.title());
                let code = kind.code().to_owned();
                outcomes[index].report.reasons.push(Reason {
                    code,
                    message,
                    location: None,
                    count: 1,
                });
            }
            None => {}
        }
    }
    drop(crew);
    for &index in open.values() {
        add_spent(&mut outcomes[index].report, budget.spent().or(Some(Spent::Time)));
    }
    let mut rows = Vec::new();
    for (Combination { calls, .. }, outcome) in combinations.into_iter().zip(outcomes) {
        let CallsOutcome { mut report, impossible } = outcome;
        report.verdict = merge::verdict(&report);
        paths::shorten(&mut report);
        report.files = input.files.iter().map(|file| file.display().to_string()).collect();
        limits::name_memory_limit(&mut report, &budget);
        rows.push(Row { calls, report, impossible });
    }
    keep(&rows, check, setting)?;
    let table = Table { verdict: verdict(&rows, complete), rows, apart, complete };
    let verdict = table.verdict;
    print(&match output.format {
        Format::Text => table.as_text(),
        Format::Json => format!("{:#}\n", table.as_json()?),
    })?;
    Ok(match verdict {
        Verdict::Unsafe => Outcome::Unsafe,
        Verdict::Safe => Outcome::Safe,
        Verdict::Unknown => Outcome::Unknown,
    })
}

/// How many workers share the time: those that come within a moment.
fn somebody(crew: &Crew) -> usize {
    std::thread::sleep(Duration::from_secs(1));
    crew.helpers().max(1)
}

/// Keeps what was found, if somebody asks for it.
fn keep(rows: &[Row], check: &CheckArguments, setting: &Setting) -> anyhow::Result<()> {
    let (Some(out), Some(program)) = (&check.output.out, check.input.files.first()) else {
        return Ok(());
    };
    let commands: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let mut words = setting.words.clone();
            words.insert(1, format!("--only={}", row.calls.join(",")));
            words
        })
        .collect();
    let found = rows.iter().zip(&commands).flat_map(|(row, command)| {
        row.report.findings.iter().map(move |finding| (command.as_slice(), finding))
    });
    let found: Vec<(&[String], &Finding)> = found.collect();
    finding_files::write_each(&finding_files::directory(Some(out), program), &found)?;
    Ok(())
}

/// Calls at the same time, and the question about them.
struct Combination {
    calls: Vec<String>,
    errand: Errand,
}

/// What there is to be checked.
struct Choice {
    combinations: Vec<Combination>,
    /// How many others of the program's calls cannot run at the same time, if a program makes them.
    apart: Option<u64>,
    /// There was time to choose.
    complete: bool,
}

/// Functions of the library, whoever calls them.
fn of_functions(
    program: &Program,
    context: &ContextArguments,
    check: &CheckArguments,
) -> anyhow::Result<Choice> {
    if let Some(init) = &context.init {
        defined(program, init)?;
    }
    let names = public_functions(program, context.init.as_deref());
    anyhow::ensure!(!names.is_empty(), "the files define no function that others may call");
    ensure_meant(program, &names, &check.question.preconditions)?;
    let combination = |calls: Vec<String>| {
        let (init, until) = (context.init.clone(), until_text(context.until));
        let errand = Errand::Calls(CallsErrand { calls: calls.clone(), init, until });
        Combination { calls, errand }
    };
    let all = combinations(&names, context.calls as usize).into_iter().map(combination);
    Ok(Choice { combinations: all.collect(), apart: None, complete: true })
}

/// Calls that the program makes.
fn of_callers(
    program: &Program,
    context: &ContextArguments,
    budget: &Budget,
) -> anyhow::Result<Choice> {
    let points_to = from_context::points_to(program, budget)?;
    let calls = callers::calls(program, &points_to, context)?;
    let size = context.calls as usize;
    let Together { combinations, apart, complete } =
        callers::together(program, &points_to, &calls, size, budget)?;
    let combination = |chosen: Vec<usize>| Combination {
        calls: chosen.iter().map(|&call| calls[call].name.clone()).collect(),
        errand: Errand::Callers(callers::errand(program, &calls, &chosen, context)),
    };
    let combinations = combinations.into_iter().map(combination).collect();
    Ok(Choice { combinations, apart: Some(apart), complete })
}

/// The report on one combination.
struct Row {
    calls: Vec<String>,
    report: Report,
    impossible: bool,
}

fn public_functions(program: &Program, init: Option<&str>) -> Vec<String> {
    let is_users = |func: &&FuncId| program.is_of_user(program.functions[**func].loc);
    let names = program.public.iter().filter(is_users);
    let names = names.map(|&func| program.functions[func].name.clone());
    names.filter(|name| name != "main" && Some(name.as_str()) != init).collect()
}

/// All choices of so many functions, the same one as often as one likes, in no order.
fn combinations(names: &[String], size: usize) -> Vec<Vec<String>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, name) in names.iter().enumerate() {
        for mut rest in combinations(&names[index..], size - 1) {
            rest.insert(0, name.clone());
            all.push(rest);
        }
    }
    all
}

fn verdict(rows: &[Row], complete: bool) -> Verdict {
    let any = |verdict| rows.iter().any(|row| row.report.verdict == verdict);
    match (any(Verdict::Unsafe), any(Verdict::Unknown) || !complete) {
        (true, _) => Verdict::Unsafe,
        (false, true) => Verdict::Unknown,
        (false, false) => Verdict::Safe,
    }
}

/// The answer.
struct Table {
    verdict: Verdict,
    rows: Vec<Row>,
    apart: Option<u64>,
    complete: bool,
}

impl Table {
    fn as_json(&self) -> anyhow::Result<Value> {
        let one = |row: &Row| {
            let text = raddle_report::json(&row.report)?;
            let report: Value = serde_json::from_str(&text)?;
            let verdict = &report["verdict"];
            let mut one = json!({ "calls": row.calls, "verdict": verdict, "report": report });
            if self.apart.is_some() {
                one["impossible"] = row.impossible.into();
            }
            Ok(one)
        };
        let calls: serde_json::Result<Vec<Value>> = self.rows.iter().map(one).collect();
        let calls = calls.context("cannot print a report as JSON")?;
        let mut table = json!({ "verdict": self.verdict, "combinations": calls });
        if let Some(apart) = self.apart {
            table["apart"] = apart.into();
            table["complete"] = self.complete.into();
        }
        Ok(table)
    }

    fn as_text(&self) -> String {
        let width = self.rows.iter().map(|row| row.calls.join(" | ").len()).max().unwrap_or(0);
        let mut text = String::new();
        for row in &self.rows {
            let calls = row.calls.join(" | ");
            let own = if row.impossible { "impossible" } else { name(row.report.verdict) };
            let notes = notes(&row.report);
            let first = notes.first().cloned().unwrap_or_default();
            text += format!("{calls:<width$}  {own:<7}  {first}").trim_end();
            text.push('\n');
            for more in notes.iter().skip(1) {
                text += &format!("{:width$}           {more}\n", "");
            }
        }
        text + &self.summary()
    }

    fn summary(&self) -> String {
        let is = |row: &&Row, verdict| !row.impossible && row.report.verdict == verdict;
        let count = |verdict| self.rows.iter().filter(|row| is(row, verdict)).count();
        let verdict = name(self.verdict);
        let all = self.rows.len();
        let [safe, bad, unknown] = [Verdict::Safe, Verdict::Unsafe, Verdict::Unknown].map(count);
        let Some(apart) = self.apart else {
            return format!(
                "{verdict}: {all} combinations, {safe} safe, {bad} unsafe (possible), {unknown} unknown; each call on its own: raddle from --library --only F,G …\n"
            );
        };
        let impossible = self.rows.iter().filter(|row| row.impossible).count();
        let mut text = format!(
            "{verdict}: {all} combinations of calls that may run at the same time, {safe} safe, {bad} unsafe, {unknown} unknown, {impossible} impossible; {apart} others cannot; one of them in full: raddle from --library --caller --only CALL,CALL …\n"
        );
        if !self.complete {
            text +=
                "the time was over before all combinations were known; allow more with --time\n";
        }
        text + &self.assumptions()
    }

    /// What it rests on that rows are safe, and that others are none.
    fn assumptions(&self) -> String {
        let mut all: Vec<Assumption> = vec![callers::assumption(AssumptionKind::BeginTogether)];
        for row in self.rows.iter().filter(|row| row.report.verdict == Verdict::Safe) {
            let new = row.report.assumptions.iter().filter(|one| !all.contains(one));
            let new: Vec<Assumption> = new.cloned().collect();
            all.extend(new);
        }
        format!("this is right{}\n", raddle_report::assuming(&all))
    }
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Safe => "safe",
        Verdict::Unsafe => "unsafe",
        Verdict::Unknown => "unknown",
    }
}

/// What was found, or what was not explored.
fn notes(report: &Report) -> Vec<String> {
    let describe = |code: &str, message: &str, place: Option<&Location>| {
        let place = place.map(|place| format!(" at {}:{}", printable(&place.file), place.line));
        format!("{} {}{}", printable(code), printable(message), place.unwrap_or_default())
    };
    match report.verdict {
        Verdict::Safe => Vec::new(),
        Verdict::Unsafe => {
            let all = report.findings.iter().map(|one| {
                let text = describe(&one.code, &one.message, one.location.as_ref());
                match one.certainty {
                    Some(Certainty::Confirmed) => format!("{text} (confirmed)"),
                    _ => text,
                }
            });
            all.collect()
        }
        Verdict::Unknown => {
            let all = report.reasons.iter();
            all.map(|one| describe(&one.code, &one.message, one.location.as_ref())).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::combinations;

    #[test]
    fn combinations_have_no_order() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let pairs: Vec<String> =
            combinations(&names, 2).iter().map(|calls| calls.join("")).collect();
        assert_eq!(pairs, ["aa", "ab", "ac", "bb", "bc", "cc"]);
        assert_eq!(combinations(&names, 3).len(), 10);
    }
}
