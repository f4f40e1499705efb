//! The report as one JSON object, described by `docs/report.schema.json`.

use raddle_findings::Report;

/// One object, indented, ending in a newline.
pub fn json(report: &Report) -> serde_json::Result<String> {
    let mut text = serde_json::to_string_pretty(report)?;
    text.push('\n');
    Ok(text)
}
