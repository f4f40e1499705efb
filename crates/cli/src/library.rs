//! `raddle from --library`: every combination of calls of a library's functions that may run at the same time.
//!
//! Each combination is a check of its own, in a process of its own, as many at a time as `--jobs` says.

use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use anyhow::Context as _;
use raddle_budget::Budget;
use raddle_ir::{FuncId, Program};
use raddle_report::printable;
use serde_json::{Value, json};

use crate::arguments::Format;
use crate::from_arguments::FromArguments;
use crate::load::load_program;
use crate::outcome::Outcome;
use crate::output::print;
use crate::setting::Setting;

/// A function that the program defines.
pub(crate) fn defined(program: &Program, name: &String) -> anyhow::Result<FuncId> {
    let found = program.function(name).filter(|&func| program.functions[func].body.is_some());
    found.with_context(|| format!("the library defines no function `{name}`"))
}

pub(crate) fn check_all(arguments: &FromArguments, setting: &Setting) -> anyhow::Result<Outcome> {
    let program = load_program(&arguments.check.input, &Budget::default())?;
    if let Some(init) = &arguments.context.init {
        defined(&program, init)?;
    }
    let names = public_functions(&program, arguments.context.init.as_deref());
    anyhow::ensure!(!names.is_empty(), "the files define no function that others may call");
    let combinations = combinations(&names, arguments.context.calls as usize);
    let jobs = arguments.check.search.jobs.min(combinations.len()).max(1);
    let share = arguments.check.search.time.map(|time| {
        let rounds = combinations.len().div_ceil(jobs) as u32;
        (time / rounds).max(Duration::from_secs(1))
    });
    let next = Mutex::new(0);
    let results: Vec<Mutex<Option<anyhow::Result<Value>>>> =
        combinations.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some(index) = take(&next, combinations.len()) {
                    let result = check_one(setting, &combinations[index], share);
                    if let Ok(mut slot) = results[index].lock() {
                        *slot = Some(result);
                    }
                }
            });
        }
    });
    let mut rows = Vec::new();
    for (calls, result) in combinations.into_iter().zip(results) {
        let result =
            result.into_inner().ok().flatten().context("a check did not come to its end")?;
        rows.push(Row { calls, report: result? });
    }
    let verdict = verdict(&rows);
    print(&match arguments.check.output.format {
        Format::Text => table(&rows, verdict),
        Format::Json => format!("{:#}\n", as_json(&rows, verdict)),
    })?;
    Ok(match verdict {
        "unsafe" => Outcome::Unsafe,
        "safe" => Outcome::Safe,
        _ => Outcome::Unknown,
    })
}

/// The report on one combination.
struct Row {
    calls: Vec<String>,
    report: Value,
}

fn take(next: &Mutex<usize>, count: usize) -> Option<usize> {
    let mut next = next.lock().ok()?;
    (*next < count).then(|| {
        *next += 1;
        *next - 1
    })
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

/// Checks one combination in another process.
fn check_one(setting: &Setting, calls: &[String], time: Option<Duration>) -> anyhow::Result<Value> {
    let mut words = without(&setting.words, &["--format", "--jobs", "--report", "--time"]);
    words.retain(|word| word != "-q" && word != "--quiet" && word != "--no-config");
    let mut added = vec![format!("--only={}", calls.join(",")), "--no-config".to_owned()];
    added.push("--format=json".to_owned());
    added.extend(time.map(|time| format!("--time={}s", time.as_secs().max(1))));
    words.splice(1..1, added);
    let program = std::env::current_exe().context("cannot find this program")?;
    let output = Command::new(program)
        .args(&words)
        .stdin(Stdio::null())
        .output()
        .context("cannot start another process")?;
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).with_context(|| {
        let error = String::from_utf8_lossy(&output.stderr);
        format!("the check of {} failed: {}", calls.join(" and "), printable(error.trim()))
    })
}

/// Words of a command line without some flags and their values.
fn without(words: &[String], flags: &[&str]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "--" {
            kept.push(word.clone());
            kept.extend(words.cloned());
            break;
        }
        if flags.contains(&word.as_str()) {
            words.next();
        } else if !flags.iter().any(|flag| word.starts_with(&format!("{flag}="))) {
            kept.push(word.clone());
        }
    }
    kept
}

fn verdict(rows: &[Row]) -> &'static str {
    let any = |verdict: &str| rows.iter().any(|row| row.report["verdict"] == verdict);
    match (any("unsafe"), any("unknown")) {
        (true, _) => "unsafe",
        (false, true) => "unknown",
        (false, false) => "safe",
    }
}

fn as_json(rows: &[Row], verdict: &str) -> Value {
    let calls: Vec<Value> = rows
        .iter()
        .map(|row| json!({ "calls": row.calls, "verdict": row.report["verdict"], "report": row.report }))
        .collect();
    json!({ "verdict": verdict, "combinations": calls })
}

fn table(rows: &[Row], verdict: &str) -> String {
    let width = rows.iter().map(|row| row.calls.join(" | ").len()).max().unwrap_or(0);
    let mut text = String::new();
    for row in rows {
        let calls = row.calls.join(" | ");
        let own = row.report["verdict"].as_str().unwrap_or("unknown");
        let notes = notes(&row.report);
        let first = notes.first().cloned().unwrap_or_default();
        text += format!("{calls:<width$}  {own:<7}  {first}").trim_end();
        text.push('\n');
        for more in notes.iter().skip(1) {
            text += &format!("{:width$}           {more}\n", "");
        }
    }
    let count = |verdict: &str| rows.iter().filter(|row| row.report["verdict"] == verdict).count();
    text += &format!(
        "{verdict}: {} combinations, {} safe, {} unsafe (possible), {} unknown; each call on its own: raddle from --library --only F,G …\n",
        rows.len(),
        count("safe"),
        count("unsafe"),
        count("unknown"),
    );
    text
}

/// What was found, or what was not explored.
fn notes(report: &Value) -> Vec<String> {
    let list = match report["verdict"].as_str() {
        Some("unsafe") => &report["findings"],
        Some("unknown") => &report["reasons"],
        _ => return Vec::new(),
    };
    let describe = |one: &Value| {
        let text = |value: &Value| printable(value.as_str().unwrap_or(""));
        let place = &one["location"];
        let place = match place["line"].as_u64() {
            Some(line) => format!(" at {}:{line}", text(&place["file"])),
            None => String::new(),
        };
        format!("{} {}{place}", text(&one["code"]), text(&one["message"]))
    };
    list.as_array().into_iter().flatten().map(describe).collect()
}

#[cfg(test)]
mod tests {
    use super::{combinations, without};

    #[test]
    fn combinations_have_no_order() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let pairs: Vec<String> =
            combinations(&names, 2).iter().map(|calls| calls.join("")).collect();
        assert_eq!(pairs, ["aa", "ab", "ac", "bb", "bc", "cc"]);
        assert_eq!(combinations(&names, 3).len(), 10);
    }

    #[test]
    fn flags_are_left_out_with_their_values() {
        let words = ["from", "--jobs", "4", "a.c", "--format=json", "--", "--jobs"];
        let words = words.map(str::to_owned);
        assert_eq!(without(&words, &["--jobs", "--format"]), ["from", "a.c", "--", "--jobs"]);
    }
}
