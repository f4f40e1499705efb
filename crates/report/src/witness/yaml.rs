//! Witnesses in the YAML format. Texts are quoted as JSON strings, which YAML reads the same way.

use raddle_findings::{Finding, Location, Report, Verdict};

use super::{
    HINTS_MARK, Waypoint, WitnessTask, closing_parenthesis, counted, hashed_files, route, sha256,
    specification_of,
};
use crate::sources::Sources;

/// One entry per finding, or one without invariants for a safe program; `None` if there is nothing to witness.
pub fn yaml_witness(report: &Report, task: &WitnessTask) -> std::io::Result<Option<String>> {
    let files = hashed_files(report)?;
    let sources = Sources::default();
    let head = Head { report, task, files: &files };
    let text = match report.verdict {
        Verdict::Unsafe => {
            counted(report).map(|finding| violation(&head, finding, &sources)).collect()
        }
        Verdict::Safe => correctness(&head),
        Verdict::Unknown => String::new(),
    };
    Ok(if text.is_empty() { None } else { Some(text) })
}

struct Head<'a> {
    report: &'a Report,
    task: &'a WitnessTask,
    files: &'a [(&'a str, String)],
}

impl Head<'_> {
    fn text(&self, entry: &str, version: &str, specification: &str, description: &str) -> String {
        let Head { report, task, files } = self;
        let seed = format!("{entry}{specification}{description}{}{files:?}", task.created);
        let model = if task.bits32 { "ILP32" } else { "LP64" };
        let mut text = format!(
            "- entry_type: {entry}\n  metadata:\n    format_version: {}\n    uuid: {}\n    creation_time: {}\n    \
             producer:\n      name: Raddle\n      version: {}\n      command_line: {}\n",
            quoted(version),
            quoted(&uuid(&seed)),
            quoted(&task.created),
            quoted(&report.tool_version),
            quoted(&format!("raddle {}", task.command.join(" "))),
        );
        if !description.is_empty() {
            text.push_str(&format!("      description: {}\n", quoted(description)));
        }
        text.push_str("    task:\n      input_files:\n");
        for (file, _) in *files {
            text.push_str(&format!("        - {}\n", quoted(file)));
        }
        text.push_str("      input_file_hashes:\n");
        for (file, hash) in *files {
            text.push_str(&format!("        {}: {}\n", quoted(file), quoted(hash)));
        }
        text.push_str(&format!(
            "      specification: {}\n      data_model: {model}\n      language: C\n",
            quoted(specification)
        ));
        text
    }
}

fn correctness(head: &Head<'_>) -> String {
    let specification = if head.task.specification.is_empty() {
        specification_of(head.report.properties.first().map_or("", String::as_str), "")
    } else {
        head.task.specification.clone()
    };
    head.text("invariant_set", "2.0", &specification, "") + "  content: []\n"
}

fn violation(head: &Head<'_>, finding: &Finding, sources: &Sources) -> String {
    let route = route(finding, head.task, sources);
    let specification = if head.task.specification.is_empty() {
        specification_of(&finding.property, &finding.code)
    } else {
        head.task.specification.clone()
    };
    // Version 2.2 added threads; what 2.0 can say is understood by more readers.
    let version = if route.threaded { "2.2" } else { "2.0" };
    let hints = serde_json::to_string(&route.hints).unwrap_or_default();
    let description = format!("{HINTS_MARK}{hints}");
    let mut text = head.text("violation_sequence", version, &specification, &description);
    text.push_str("  content:\n");
    for waypoint in &route.waypoints {
        text.push_str("    - segment:\n");
        text.push_str(&segment(waypoint, route.threaded, sources));
    }
    text
}

fn segment(waypoint: &Waypoint<'_>, threaded: bool, sources: &Sources) -> String {
    let thread = |number: u32| if threaded { Some(number) } else { None };
    match waypoint {
        Waypoint::Returned { step, location, value } => {
            let format = if threaded { "ext_c_expression" } else { "acsl_expression" };
            let constraint = Some((format!("\\result == {value}"), format));
            let column = closing_parenthesis(location, sources);
            point("function_return", thread(step.thread), location, column, constraint)
        }
        Waypoint::Switch { step, location } => {
            let constraint = Some(("1".to_owned(), "c_expression"));
            point("assumption", thread(step.thread), location, None, constraint)
        }
        Waypoint::Target { step_thread, location, other } => {
            let column = Some(location.column).filter(|column| *column > 0);
            let mut text = point("target", thread(*step_thread), location, column, None);
            if let Some((number, place)) = other {
                let column = Some(place.column).filter(|column| *column > 0);
                text.push_str(&point("target", thread(*number), place, column, None));
            }
            text
        }
    }
}

fn point(
    kind: &str,
    thread: Option<u32>,
    location: &Location,
    column: Option<u32>,
    constraint: Option<(String, &str)>,
) -> String {
    let indent = "          ";
    let mut text = format!("      - waypoint:\n{indent}type: {kind}\n{indent}action: follow\n");
    if let Some(thread) = thread {
        text.push_str(&format!("{indent}thread_id: {thread}\n"));
    }
    text.push_str(&format!(
        "{indent}location:\n{indent}  file_name: {}\n{indent}  line: {}\n",
        quoted(&location.file),
        location.line
    ));
    if let Some(column) = column {
        text.push_str(&format!("{indent}  column: {column}\n"));
    }
    if let Some(function) = &location.function {
        text.push_str(&format!("{indent}  function: {}\n", quoted(function)));
    }
    if let Some((value, format)) = constraint {
        text.push_str(&format!(
            "{indent}constraint:\n{indent}  value: {}\n{indent}  format: {format}\n",
            quoted(&value)
        ));
    }
    text
}

/// An identifier that follows from the content: the same check writes the same witness. Version 8 of RFC 9562 leaves the
/// bits to whoever makes it.
fn uuid(seed: &str) -> String {
    let digits = sha256::hex(seed.as_bytes());
    format!(
        "{}-{}-8{}-8{}-{}",
        &digits[..8],
        &digits[8..12],
        &digits[13..16],
        &digits[17..20],
        &digits[20..32]
    )
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
