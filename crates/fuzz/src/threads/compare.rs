//! Whether a report of `raddle check --format json` says what the oracle says.
//!
//! Compared are the verdict, the lines of failing checks and asserts, whether there is a deadlock, the racy
//! variables (both if the check was asked for them), and, where asked, the number of runs. A verdict of *unknown* or a finding of any other kind is a
//! mismatch too: these programs use nothing that Raddle may refuse.

use std::collections::BTreeSet;

use serde_json::Value;

use super::oracle::{Answer, Counts};
use super::print_c::Printed;
use super::program::Var;

/// Which numbers must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    Nothing,
    /// `runs` are all interleavings (no reduction).
    Runs,
    /// `full_runs` are the Mazurkiewicz traces (an optimal reduction, without summaries).
    Traces,
}

/// What the oracle says about a printed program.
#[derive(Clone, Debug)]
pub struct Expected {
    pub printed: Printed,
    pub answer: Answer,
    pub counts: Counts,
    pub claim: Claim,
}

/// What the oracle's counts say about Raddle's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// They are equal.
    Exact,
    /// There are inputs, and one symbolic run may stand for several of their values: no more runs than counted. Nothing follows for
    /// traces, since accesses that only may meet are ordered both ways. The same where threads meet at a barrier.
    RunsAtMost,
    /// A run may be cut short by the end of the process or never end, or an operation is divided into steps
    /// differently.
    Nothing,
}

/// The differences in words; empty if there are none.
pub fn compare(expected: &Expected, report: &Value, counting: Counting) -> Vec<String> {
    let mut differences = Vec::new();
    let reported = Reported::read(expected, report, &mut differences);
    let failing: BTreeSet<u32> = expected
        .printed
        .checks
        .iter()
        .filter(|(_, label)| expected.answer.failing.contains(label))
        .map(|(&line, _)| line)
        .collect();
    let asked = |property: &str| {
        let properties = report["properties"].as_array();
        properties.is_none_or(|all| all.iter().any(|known| known == property))
    };
    if asked("assert") {
        compare_sets("failing lines", &failing, &reported.failing, &mut differences);
    }
    if asked("race") {
        compare_sets("racy variables", &expected.answer.racy, &reported.racy, &mut differences);
    }
    let Answer { deadlock, hidden_deadlock, .. } = expected.answer;
    if asked("deadlock") && reported.deadlock != deadlock && !(reported.deadlock && hidden_deadlock)
    {
        differences.push(format!("deadlock: {} reported, {deadlock} true", reported.deadlock));
    }
    // What was reported is judged above; the verdict must follow from it.
    let bad = reported.deadlock || !reported.failing.is_empty() || !reported.racy.is_empty();
    let verdict = if bad { "unsafe" } else { "safe" };
    // Locking a mutex twice, when nobody asked about that, is undefined and makes it unknown.
    let locks_twice = deadlock || hidden_deadlock;
    let excused = locks_twice && !asked("deadlock") && report["verdict"] == "unknown";
    if report["verdict"] != verdict && !excused {
        differences.push(format!(
            "verdict {} with reasons {}, not {verdict}",
            report["verdict"], report["reasons"]
        ));
    }
    compare_counts(expected, report, counting, &mut differences);
    differences
}

/// The differences between two reports of one program. Bounds cut them, so that the oracle has no opinion.
pub fn compare_reports(expected: &Expected, first: &Value, second: &Value) -> Vec<String> {
    let mut differences = Vec::new();
    let [one, other] =
        [first, second].map(|report| Reported::read(expected, report, &mut differences));
    compare_sets("failing lines", &one.failing, &other.failing, &mut differences);
    compare_sets("racy variables", &one.racy, &other.racy, &mut differences);
    if one.deadlock != other.deadlock {
        differences.push(format!("deadlock: {} and {}", one.deadlock, other.deadlock));
    }
    differences
}

/// The part of a report that the oracle has an opinion on.
#[derive(Default)]
struct Reported {
    failing: BTreeSet<u32>,
    racy: BTreeSet<Var>,
    deadlock: bool,
}

impl Reported {
    fn read(expected: &Expected, report: &Value, differences: &mut Vec<String>) -> Reported {
        let mut reported = Reported::default();
        let findings = report["findings"].as_array().map_or(&[][..], Vec::as_slice);
        for finding in findings {
            let line = finding["location"]["line"].as_u64().unwrap_or(0) as u32;
            match finding["kind"].as_str().unwrap_or("") {
                "check" | "assertion" | "abort" | "invariant" => {
                    reported.failing.insert(line);
                }
                "data-race" => match expected.printed.accesses.get(&line) {
                    Some(var) => {
                        reported.racy.insert(*var);
                    }
                    None => {
                        differences.push(format!("a race at line {line}, which accesses nothing"))
                    }
                },
                "deadlock" | "self-lock" | "lost-wakeup" | "livelock" => reported.deadlock = true,
                other => differences.push(format!("unexpected finding {other} at line {line}")),
            }
            if finding["replayed"] != true {
                differences.push(format!("the finding at line {line} was not replayed"));
            }
        }
        reported
    }
}

fn compare_sets<T: Ord + std::fmt::Debug>(
    what: &str,
    expected: &BTreeSet<T>,
    reported: &BTreeSet<T>,
    differences: &mut Vec<String>,
) {
    let missing: Vec<&T> = expected.difference(reported).collect();
    let wrong: Vec<&T> = reported.difference(expected).collect();
    if !missing.is_empty() || !wrong.is_empty() {
        differences.push(format!("{what}: missing {missing:?}, wrong {wrong:?}"));
    }
}

fn compare_counts(
    expected: &Expected,
    report: &Value,
    counting: Counting,
    differences: &mut Vec<String>,
) {
    let (name, wanted) = match counting {
        Counting::Nothing => return,
        Counting::Runs => ("runs", expected.counts.runs),
        Counting::Traces => ("full_runs", expected.counts.traces),
    };
    let got = report["stats"][name].as_u64().unwrap_or(0);
    let (agrees, relation) = match (expected.claim, counting) {
        (Claim::Exact, _) => (got == wanted, ""),
        (Claim::RunsAtMost, Counting::Runs) => (got <= wanted, "at most "),
        (Claim::RunsAtMost | Claim::Nothing, _) => return,
    };
    if !agrees {
        differences.push(format!("{name}: {got} instead of {relation}{wanted}"));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Claim, Counting, Expected, compare};
    use crate::threads::builder::{Builder, check, eq, l, n, read, write};
    use crate::threads::oracle::{Limits, answer, count};
    use crate::threads::print_c::print;

    /// A plain write beside a plain read whose value is checked.
    fn racy_program() -> Expected {
        let mut builder = Builder::new();
        let x = builder.var("x", 0);
        builder.thread("t1", vec![write(x, n(1))]);
        builder.thread("t2", vec![read(0, x), check(0, eq(l(0), n(0)))]);
        let program = builder.together(vec![]);
        Expected {
            printed: print(&program),
            answer: answer(&program, &Limits::default()).expect("well defined"),
            counts: count(&program, &Limits::default()).expect("small"),
            claim: Claim::Exact,
        }
    }

    fn line_of(expected: &Expected, text: &str) -> u64 {
        let position = expected.printed.text.lines().position(|line| line.trim() == text);
        position.expect("the line is printed") as u64 + 1
    }

    #[test]
    fn the_right_report_agrees() {
        let expected = racy_program();
        let report = json!({
            "verdict": "unsafe",
            "findings": [
                {"kind": "check", "location": {"line": line_of(&expected, "raddle_check((l0 == 0));")}, "replayed": true},
                {"kind": "data-race", "location": {"line": line_of(&expected, "x = 1;")}, "replayed": true},
            ],
            "stats": {"runs": 2, "full_runs": 2},
        });
        assert_eq!(compare(&expected, &report, Counting::Runs), Vec::<String>::new());
        assert_eq!(compare(&expected, &report, Counting::Traces), Vec::<String>::new());
    }

    #[test]
    fn every_kind_of_lie_is_noticed() {
        let expected = racy_program();
        let report = json!({
            "verdict": "unknown",
            "findings": [{"kind": "deadlock", "location": {"line": 3}, "replayed": false}],
            "stats": {"runs": 1},
        });
        // Check, race, deadlock, replay, verdict, count.
        assert_eq!(compare(&expected, &report, Counting::Runs).len(), 6);
    }
}
