//! What was not explored: one message per code, with the first place as an excerpt and the others listed.

use std::collections::BTreeMap;

use annotate_snippets::Level;
use raddle_findings::codes::ReasonKind;
use raddle_findings::{HotPlace, Reason, Report, Stats, codes};

use crate::excerpt::{Excerpt, render};
use crate::sources::Sources;
use crate::text::{counted, place};
use crate::text_options::TextOptions;

/// More places of one code are only counted.
const PLACES_SHOWN: usize = 5;
/// A question that took this part of the time is what was slow, not the number of states.
const LONG_QUERY: f64 = 0.3;

pub(crate) fn reason_sections(
    report: &Report,
    sources: &Sources,
    options: &TextOptions,
) -> Vec<String> {
    let mut by_code: BTreeMap<&str, Vec<&Reason>> = BTreeMap::new();
    for reason in &report.reasons {
        by_code.entry(reason.code.as_str()).or_default().push(reason);
    }
    let section = |(code, reasons): (&str, Vec<&Reason>)| {
        let slow = if is_of_whole_search(&reasons) { slow(&report.stats) } else { Vec::new() };
        section(code, &reasons, slow, sources, options)
    };
    by_code.into_iter().map(section).collect()
}

/// Time, memory or patience was not enough.
fn is_of_whole_search(reasons: &[&Reason]) -> bool {
    let kinds = [ReasonKind::TimeBound, ReasonKind::MemoryBound, ReasonKind::Interrupted];
    let is_one = |reason: &&Reason| kinds.iter().any(|kind| kind.code() == reason.code);
    reasons.iter().any(|reason| is_one(reason) && reason.location.is_none())
}

fn section(
    code: &str,
    reasons: &[&Reason],
    slow: Vec<String>,
    sources: &Sources,
    options: &TextOptions,
) -> String {
    let first = reasons[0];
    let info = codes::by_code(code);
    let mut notes = others(&reasons[1..]);
    notes.extend(slow);
    let excerpt = Excerpt {
        level: Level::WARNING.with_name("not explored"),
        code,
        title: first.message.clone(),
        location: first.location.as_ref(),
        label: times(first.count),
        related: &[],
        notes,
        help: info.map(|info| info.help),
    };
    render(excerpt, sources, options) + "\n"
}

/// What took the time: the solver, or the places where most states are.
fn slow(stats: &Stats) -> Vec<String> {
    let counter = |name: &str| stats.counters.get(name).copied().unwrap_or(0) as f64 / 1e6;
    let (solver, slowest) = (counter("solver microseconds"), counter("slowest query microseconds"));
    if slowest <= stats.seconds * LONG_QUERY {
        return stats.hot.iter().map(hot_place).collect();
    }
    let percent = (solver / stats.seconds * 100.0).min(100.0);
    vec![format!(
        "{percent:.0} % of the time went into the solver, {slowest:.1} s into one question: --query-time N leaves what takes longer open, and says where"
    )]
}

/// `96 % of the states are in the loop at seq.c:5: --input N ends what it reads`.
pub(crate) fn hot_place(hot: &HotPlace) -> String {
    let HotPlace { is_loop, location, states, of, help } = hot;
    let percent = states.saturating_mul(100) / (*of).max(1);
    let at = location.as_ref().map_or("somewhere".to_owned(), |at| format!("at {}", place(at)));
    let what = if *is_loop { format!("in the loop {at}") } else { at };
    let help = if help.is_empty() { String::new() } else { format!(": {help}") };
    format!("{percent} % of the states are {what}{help}")
}

fn times(count: u64) -> String {
    if count > 1 { counted(count, "time") } else { String::new() }
}

fn others(reasons: &[&Reason]) -> Vec<String> {
    let mut notes: Vec<String> =
        reasons.iter().take(PLACES_SHOWN).map(|reason| other(reason)).collect();
    if reasons.len() > PLACES_SHOWN {
        let hidden = (reasons.len() - PLACES_SHOWN) as u64;
        notes.push(format!("and {}", counted(hidden, "more place")));
    }
    notes
}

fn other(reason: &Reason) -> String {
    match &reason.location {
        Some(location) => format!("also at {}: {}", place(location), reason.message),
        None => format!("also: {}", reason.message),
    }
}
