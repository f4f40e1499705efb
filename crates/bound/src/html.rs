//! The costs of the worst path as a heat map of the source.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::report::{Entry, Report};

const STYLE: &str = "body{font:14px sans-serif;margin:2em}pre{margin:0}table{border-collapse:collapse}\
td{padding:0 .6em;white-space:pre;font-family:monospace}td.n{color:#888;text-align:right}";

/// A page; `source` gives the text of a file, if it can be read.
pub fn page(report: &Report, source: &dyn Fn(&str) -> Option<String>) -> String {
    let mut page = String::new();
    write_page(&mut page, report, source).expect("writing to a string");
    page
}

fn write_page(
    page: &mut String,
    report: &Report,
    source: &dyn Fn(&str) -> Option<String>,
) -> std::fmt::Result {
    writeln!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>raddle bound</title>"
    )?;
    writeln!(page, "<style>{STYLE}</style></head><body><h1>Worst-case cost</h1>")?;
    for entry in &report.resources {
        write_entry(page, entry, source)?;
    }
    writeln!(page, "</body></html>")
}

fn write_entry(
    page: &mut String,
    entry: &Entry,
    source: &dyn Fn(&str) -> Option<String>,
) -> std::fmt::Result {
    writeln!(page, "<h2>{}</h2>", escaped(entry.resource))?;
    match (entry.bound, &entry.unknown) {
        (Some(bound), _) => {
            let quality = if entry.exact { "exact" } else { "upper bound" };
            writeln!(page, "<p><b>{bound}</b> ({quality})</p>")?;
        }
        (None, Some(unknown)) => writeln!(page, "<p>unknown: {}</p>", escaped(&unknown.what))?,
        (None, None) => {}
    }
    for reason in &entry.reasons {
        let place = reason
            .location
            .as_ref()
            .map_or(String::new(), |at| format!("{}:{}: ", at.file, at.line));
        writeln!(page, "<p>{}{}</p>", escaped(&place), escaped(&reason.text))?;
    }
    let Some(run) = &entry.witness else { return Ok(()) };
    writeln!(page, "<p>The run below was executed and costs {}.</p>", run.cost)?;
    if !run.inputs.is_empty() {
        writeln!(page, "<details><summary>{} inputs</summary><pre>", run.inputs.len())?;
        for input in &run.inputs {
            writeln!(page, "{} = {}", escaped(&input.name), escaped(&input.value))?;
        }
        writeln!(page, "</pre></details>")?;
    }
    let mut files: BTreeMap<&str, BTreeMap<u32, i64>> = BTreeMap::new();
    for line in &run.profile {
        files.entry(&line.file).or_default().insert(line.line, line.cost);
    }
    let hottest = run.profile.iter().map(|line| line.cost).max().unwrap_or(1).max(1);
    for (file, costs) in files {
        writeln!(page, "<h3>{}</h3><table>", escaped(file))?;
        match source(file) {
            Some(text) => {
                for (index, content) in text.lines().enumerate() {
                    let number = index as u32 + 1;
                    write_line(page, number, costs.get(&number).copied(), content, hottest)?;
                }
            }
            None => {
                for (number, cost) in costs {
                    write_line(page, number, Some(cost), "", hottest)?;
                }
            }
        }
        writeln!(page, "</table>")?;
    }
    Ok(())
}

/// Warmer means more expensive, on a logarithmic scale so that lines outside of loops stay visible.
fn write_line(
    page: &mut String,
    number: u32,
    cost: Option<i64>,
    content: &str,
    hottest: i64,
) -> std::fmt::Result {
    let (shown, colour) = match cost {
        None => (String::new(), "#fff".to_owned()),
        Some(cost) => {
            let heat = ((cost as f64) + 1.0).ln() / ((hottest as f64) + 1.0).ln();
            let pale = 245.0 - 170.0 * heat.clamp(0.0, 1.0);
            (cost.to_string(), format!("rgb(255,{pale:.0},{:.0})", pale * 0.8))
        }
    };
    writeln!(
        page,
        "<tr style=\"background:{colour}\"><td class=\"n\">{number}</td><td class=\"n\">{shown}</td><td>{}</td></tr>",
        escaped(content)
    )
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() && c != '\t' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
