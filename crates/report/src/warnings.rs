//! Warnings for people and as SARIF. JSON is the data itself (docs/warn.md).

use annotate_snippets::Level;
use raddle_findings::{
    Confirmation, ConfirmationStatus, Location, Rank, Related, WarnedPlace, Warning, WarningNote,
    Warnings, codes,
};
use serde_json::{Value, json};

use crate::excerpt::{Excerpt, render};
use crate::paint::{Paint, Role};
use crate::sarif;
use crate::sources::Sources;
use crate::text::{counted, grouped, place, printable};
use crate::text_options::TextOptions;

/// Warnings of one kind about one thing that are shown in full; the others get one line.
const SHOWN_IN_FULL: usize = 1;

/// All warnings as text, ending in a newline.
pub fn warnings_text(report: &Warnings, options: &TextOptions) -> String {
    let sources = Sources::default();
    let paint = Paint { color: options.color };
    let mut text = String::new();
    if !options.quiet {
        let mut start = 0;
        while start < report.warnings.len() {
            let first = &report.warnings[start];
            let alike = |one: &&Warning| {
                (&one.code, &one.subject, one.rank) == (&first.code, &first.subject, first.rank)
            };
            let count = report.warnings[start..].iter().take_while(alike).count();
            let group = &report.warnings[start..start + count];
            text.push_str(&group_text(group, &sources, options, paint));
            text.push('\n');
            start += count;
        }
        text.push_str(&notes_text(&report.notes, paint));
    }
    text.push_str(&summary(report, paint));
    text
}

fn group_text(group: &[Warning], sources: &Sources, options: &TextOptions, paint: Paint) -> String {
    let mut text = String::new();
    for warning in &group[..group.len().min(SHOWN_IN_FULL)] {
        text.push_str(&one_text(warning, sources, options, paint));
    }
    let rest = &group[group.len().min(SHOWN_IN_FULL)..];
    if !rest.is_empty() {
        text.push_str(&format!("  {}\n", paint.text(Role::Heading, "the same")));
    }
    for warning in rest {
        let places: Vec<String> = warning
            .places
            .iter()
            .take(2)
            .filter_map(|one| {
                one.location.as_ref().map(|at| format!("{} ({})", place(at), one.what))
            })
            .collect();
        let outcome = confirmation(warning).map(|text| format!("; {text}")).unwrap_or_default();
        text.push_str(&format!("    {}{outcome}\n", printable(&places.join(" with "))));
    }
    let more: u64 = group.iter().map(|warning| warning.more).sum();
    if more > 0 {
        text.push_str(&format!("    … and {} more\n", grouped(more)));
    }
    text
}

fn one_text(warning: &Warning, sources: &Sources, options: &TextOptions, paint: Paint) -> String {
    let info = codes::by_code(&warning.code);
    let title = info.map_or(warning.kind.as_str(), |info| info.title);
    let label = |one: &WarnedPlace| one.what.clone();
    let (main, others) = match warning.places.split_first() {
        Some((main, others)) => (Some(main), others),
        None => (None, &[][..]),
    };
    // A place that is shown already needs no second mark.
    let related: Vec<Related> = others
        .iter()
        .filter(|one| {
            one.location.is_some() && one.location != main.and_then(|m| m.location.clone())
        })
        .map(|one| Related { label: label(one), location: one.location.clone(), stack: Vec::new() })
        .collect();
    let mut notes = vec![format!("{}: {}", warning.message, warning.because)];
    if !warning.decided_by.is_empty() {
        notes.push(format!("`{}` decides it", warning.decided_by));
    }
    if !warning.hunted_by.is_empty() {
        notes.push(format!("`{}` hunts it", warning.hunted_by));
    }
    let excerpt = Excerpt {
        level: Level::WARNING,
        code: &warning.code,
        title: format!("{title} ({} rank)", warning.rank.name()),
        location: main.and_then(|one| one.location.as_ref()),
        label: main.map(label).unwrap_or_default(),
        related: &related,
        notes,
        help: info.map(|info| info.help),
    };
    let mut text = render(excerpt, sources, options) + "\n";
    if let Some(outcome) = confirmation(warning) {
        text.push_str(&format!("  {}\n", paint.text(Role::Heading, &outcome)));
    }
    for one in &warning.places {
        text.push_str(&place_text(one, paint));
    }
    text
}

/// What came of a warning.
fn confirmation(warning: &Warning) -> Option<String> {
    let Confirmation { status, file, because, .. } = warning.confirmation.as_ref()?;
    let shown = file.as_ref().map(|file| format!("; raddle replay {file} shows it"));
    Some(printable(&format!("{}: {because}{}", status.name(), shown.unwrap_or_default())))
}

fn place_text(one: &WarnedPlace, paint: Paint) -> String {
    let locks = if one.locks.is_empty() { "no lock".to_owned() } else { one.locks.join(", ") };
    let mut text = format!(
        "  {} in {}, with {}\n",
        paint.text(Role::Heading, &printable(&one.what)),
        printable(&one.thread),
        printable(&locks)
    );
    for frame in &one.stack {
        let function = frame.function.as_deref().unwrap_or("?");
        text.push_str(&format!("    {function}  {}\n", paint.text(Role::Faint, &place(frame))));
    }
    text
}

fn notes_text(notes: &[WarningNote], paint: Paint) -> String {
    if notes.is_empty() {
        return String::new();
    }
    let mut text = format!("{}\n", paint.text(Role::Heading, "taken for granted"));
    for note in notes {
        let at = note.location.as_ref().map(|at| format!("{}: ", place(at))).unwrap_or_default();
        let times = if note.count > 1 { format!(" ({} times)", note.count) } else { String::new() };
        text.push_str(&format!("  {at}{}{times}\n", printable(&note.message)));
    }
    text + "\n"
}

fn summary(report: &Warnings, paint: Paint) -> String {
    let count = |rank: Rank| report.warnings.iter().filter(|one| one.rank == rank).count();
    let total = report.warnings.len() as u64;
    let verdict = if total == 0 {
        "no warnings".to_owned()
    } else {
        format!(
            "{} ({} high, {} medium, {} low)",
            counted(total, "warning"),
            count(Rank::High),
            count(Rank::Medium),
            count(Rank::Low)
        )
    };
    let status = |status| {
        let is = |one: &&Warning| one.confirmation.as_ref().is_some_and(|c| c.status == status);
        report.warnings.iter().filter(is).count()
    };
    let asked = report.warnings.iter().any(|warning| warning.confirmation.is_some());
    let came_of = match asked {
        true => format!(
            "; {} confirmed, {} refuted, {} open",
            status(ConfirmationStatus::Confirmed),
            status(ConfirmationStatus::Refuted),
            status(ConfirmationStatus::Open)
        ),
        false => String::new(),
    };
    let executed = match asked {
        true => "",
        false => "nothing was executed: a warning may be of something that cannot happen\n",
    };
    let cut = if report.complete { "" } else { "; time ran out before everything was looked at" };
    let stats = &report.stats;
    format!(
        "{}{came_of}{cut}\n{} functions · {} kinds of threads · {} locks · {} shared objects · {:.2} s\n{executed}",
        paint.text(Role::Heading, &verdict),
        grouped(stats.functions),
        grouped(stats.threads),
        grouped(stats.locks),
        grouped(stats.shared_objects),
        stats.seconds
    )
}

/// The warnings as one JSON object.
pub fn warnings_json(report: &Warnings) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(report)? + "\n")
}

/// The warnings as SARIF 2.1.0: one result each, with the other places as related ones.
pub fn warnings_sarif(report: &Warnings) -> serde_json::Result<String> {
    let mut rules: Vec<&str> = report.warnings.iter().map(|one| one.code.as_str()).collect();
    rules.sort_unstable();
    rules.dedup();
    let results: Vec<Value> = report.warnings.iter().map(|one| result(one, &rules)).collect();
    let notes: Vec<Value> = report.notes.iter().map(note).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Raddle",
                "semanticVersion": report.tool_version,
                "rules": rules.iter().map(|code| sarif::rule(code)).collect::<Vec<_>>(),
            } },
            "columnKind": "utf16CodeUnits",
            "invocations": [{ "executionSuccessful": report.complete, "toolExecutionNotifications": notes }],
            "artifacts": report.files.iter()
                .map(|file| json!({ "location": sarif::artifact(file) })).collect::<Vec<_>>(),
            "results": results,
        }],
    });
    Ok(serde_json::to_string_pretty(&log)? + "\n")
}

fn note(note: &WarningNote) -> Value {
    let mut value = json!({ "level": "note", "message": { "text": printable(&note.message) } });
    if let Some(at) = &note.location {
        value["locations"] = json!([sarif::location(at, None)]);
    }
    value
}

fn result(warning: &Warning, rules: &[&str]) -> Value {
    let level = match warning.rank {
        Rank::High => "warning",
        Rank::Medium => "warning",
        Rank::Low => "note",
    };
    let percent = match warning.rank {
        Rank::High => 90.0,
        Rank::Medium => 50.0,
        Rank::Low => 10.0,
    };
    let located = |one: &WarnedPlace| one.location.clone();
    let first: Vec<Value> = warning
        .places
        .first()
        .and_then(located)
        .iter()
        .map(|at: &Location| sarif::location(at, None))
        .collect();
    let others: Vec<Value> = warning
        .places
        .iter()
        .skip(1)
        .filter_map(|one| Some((one, one.location.as_ref()?)))
        .enumerate()
        .map(|(id, (one, at))| {
            let mut value = sarif::location(at, Some(&one.what));
            value["id"] = json!(id);
            value
        })
        .collect();
    let stacks: Vec<Value> = warning
        .places
        .iter()
        .filter(|one| !one.stack.is_empty())
        .map(|one| {
            let frames: Vec<Value> = one
                .stack
                .iter()
                .map(|frame| json!({ "location": sarif::location(frame, None) }))
                .collect();
            json!({ "message": { "text": printable(&format!("{} in {}", one.what, one.thread)) }, "frames": frames })
        })
        .collect();
    let kind = match warning.confirmation.as_ref().map(|one| one.status) {
        None => "review",
        Some(ConfirmationStatus::Confirmed) => "fail",
        Some(ConfirmationStatus::Refuted) => "pass",
        Some(ConfirmationStatus::Open) => "open",
    };
    // SARIF has levels for failures only.
    let level = if matches!(kind, "review" | "fail") { level } else { "none" };
    json!({
        "ruleId": warning.code,
        "ruleIndex": rules.iter().position(|code| *code == warning.code),
        "kind": kind,
        "level": level,
        "rank": percent,
        "message": { "text": printable(&format!("{}: {}", warning.message, warning.because)) },
        "locations": first,
        "relatedLocations": others,
        "stacks": stacks,
        "properties": {
            "rank": warning.rank,
            "subject": warning.subject,
            "decidedBy": warning.decided_by,
            "huntedBy": warning.hunted_by,
            "confirmation": warning.confirmation,
        },
    })
}
