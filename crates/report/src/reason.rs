//! What was not explored: one message per code, with the first place as an excerpt and the others listed.

use std::collections::BTreeMap;

use annotate_snippets::Level;
use raddle_findings::{Reason, Report, codes};

use crate::excerpt::{Excerpt, render};
use crate::sources::Sources;
use crate::text::{counted, place};
use crate::text_options::TextOptions;

/// More places of one code are only counted.
const PLACES_SHOWN: usize = 5;

pub(crate) fn reason_sections(
    report: &Report,
    sources: &Sources,
    options: &TextOptions,
) -> Vec<String> {
    let mut by_code: BTreeMap<&str, Vec<&Reason>> = BTreeMap::new();
    for reason in &report.reasons {
        by_code.entry(reason.code.as_str()).or_default().push(reason);
    }
    by_code.into_iter().map(|(code, reasons)| section(code, &reasons, sources, options)).collect()
}

fn section(code: &str, reasons: &[&Reason], sources: &Sources, options: &TextOptions) -> String {
    let first = reasons[0];
    let info = codes::by_code(code);
    let excerpt = Excerpt {
        level: Level::WARNING.with_name("not explored"),
        code,
        title: first.message.clone(),
        location: first.location.as_ref(),
        label: times(first.count),
        related: &[],
        notes: others(&reasons[1..]),
        help: info.map(|info| info.help),
    };
    render(excerpt, sources, options) + "\n"
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
