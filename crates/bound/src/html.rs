//! The costs of the worst path as a heat map of the source.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::report::{Entry, Position, Report};

/// Steps of a path that are shown.
const SHOWN_STEPS: usize = 2_000;

/// Colours for light and dark surroundings. Heat is a tint of the background, so that text stays readable on it; its
/// strength is a custom property of each line.
const STYLE: &str = "\
:root{color-scheme:light dark;--page:#fff;--text:#1c1c1c;--faint:#6b6b6b;--rule:#ddd;--hot:224 60 20}\
@media(prefers-color-scheme:dark){:root{--page:#17181a;--text:#e6e6e6;--faint:#9a9a9a;--rule:#3a3b3e;--hot:240 96 48}}\
body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:75em;padding:0 1em;background:var(--page);color:var(--text)}\
h1{font-size:1.5em}h2{border-top:1px solid var(--rule);padding-top:1em}h3{font-size:1em}\
.bound{font-size:1.6em;font-weight:600}.faint{color:var(--faint)}\
.source{overflow-x:auto;border:1px solid var(--rule);border-radius:6px}\
table{border-collapse:collapse;width:100%}\
td,th{padding:0 .8em;white-space:pre;font:13px/1.55 ui-monospace,monospace;tab-size:4;text-align:left}\
th{color:var(--faint);font-weight:400;border-bottom:1px solid var(--rule);padding:.3em .8em}\
.n{text-align:right;color:var(--faint);width:1%;user-select:none}.cost{color:inherit}\
tr[style]{background:rgb(var(--hot)/var(--heat))}\
.loops td{font:inherit;white-space:normal;padding:.1em .8em}";

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
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>raddle bound</title>"
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
            writeln!(
                page,
                "<p><span class=\"bound\">{bound}</span> {} <span class=\"faint\">({quality})</span></p>",
                escaped(entry.resource)
            )?;
        }
        (None, Some(unknown)) => {
            let place = shown(unknown.location.as_ref());
            writeln!(page, "<p>unknown: {}{}</p>", escaped(&place), escaped(&unknown.what))?;
            writeln!(page, "<p class=\"faint\">{}</p>", escaped(&unknown.advice))?;
        }
        (None, None) => {}
    }
    for reason in &entry.reasons {
        let place = shown(reason.location.as_ref());
        writeln!(page, "<p>{}{}</p>", escaped(&place), escaped(&reason.text))?;
    }
    write_loops(page, entry)?;
    let Some(run) = &entry.witness else { return Ok(()) };
    writeln!(page, "<p>The run below was executed and costs {}.</p>", run.cost)?;
    if !run.inputs.is_empty() {
        writeln!(page, "<details><summary>{} inputs</summary><pre>", run.inputs.len())?;
        for input in &run.inputs {
            writeln!(page, "{} = {}", escaped(&input.name), escaped(&input.value))?;
        }
        writeln!(page, "</pre></details>")?;
    }
    if !run.path.is_empty() {
        writeln!(page, "<details><summary>path of {} lines</summary>", run.steps)?;
        writeln!(page, "<p>{}</p></details>", escaped(&run.shown_path(SHOWN_STEPS)))?;
    }
    let mut files: BTreeMap<&str, BTreeMap<u32, i64>> = BTreeMap::new();
    for line in &run.profile {
        files.entry(&line.file).or_default().insert(line.line, line.cost);
    }
    let scale = Scale {
        hottest: run.profile.iter().map(|line| line.cost).max().unwrap_or(1).max(1),
        total: run.cost.max(1),
    };
    for (file, costs) in files {
        writeln!(page, "<h3>{}</h3><div class=\"source\"><table>", escaped(file))?;
        writeln!(
            page,
            "<tr><th class=\"n\">line</th><th class=\"n\">cost</th><th class=\"n\">share</th><th></th></tr>"
        )?;
        match source(file) {
            Some(text) => {
                for (index, content) in text.lines().enumerate() {
                    let number = index as u32 + 1;
                    write_line(page, number, costs.get(&number).copied(), content, &scale)?;
                }
            }
            None => {
                for (number, cost) in costs {
                    write_line(page, number, Some(cost), "", &scale)?;
                }
            }
        }
        writeln!(page, "</table></div>")?;
    }
    Ok(())
}

fn write_loops(page: &mut String, entry: &Entry) -> std::fmt::Result {
    if entry.loops.is_empty() {
        return Ok(());
    }
    writeln!(page, "<details open><summary>Loops</summary><table class=\"loops\">")?;
    for found in &entry.loops {
        let place = found
            .location
            .as_ref()
            .map_or_else(String::new, |at| format!("{}:{}", at.file, at.line));
        writeln!(
            page,
            "<tr><td>{}</td><td>at most {} iterations</td></tr>",
            escaped(&place),
            found.iterations
        )?;
    }
    writeln!(page, "</table></details>")
}

fn shown(location: Option<&Position>) -> String {
    location.map_or_else(String::new, |at| format!("{}:{}: ", at.file, at.line))
}

/// What costs are compared with.
struct Scale {
    hottest: i64,
    total: i64,
}

/// Warmer means more expensive, on a logarithmic scale so that lines outside of loops stay visible.
fn write_line(
    page: &mut String,
    number: u32,
    cost: Option<i64>,
    content: &str,
    scale: &Scale,
) -> std::fmt::Result {
    let content = escaped(content);
    let Some(cost) = cost else {
        return writeln!(
            page,
            "<tr><td class=\"n\">{number}</td><td class=\"n\"></td><td class=\"n\"></td><td>{content}</td></tr>"
        );
    };
    let share = 100.0 * cost as f64 / scale.total as f64;
    if cost <= 0 {
        return writeln!(
            page,
            "<tr><td class=\"n\">{number}</td><td class=\"n cost\">{cost}</td>\
             <td class=\"n cost\">{share:.1}%</td><td>{content}</td></tr>"
        );
    }
    let heat = ((cost as f64) + 1.0).ln() / ((scale.hottest as f64) + 1.0).ln();
    let heat = 0.04 + 0.56 * heat.clamp(0.0, 1.0);
    writeln!(
        page,
        "<tr style=\"--heat:{heat:.2}\"><td class=\"n\">{number}</td><td class=\"n cost\">{cost}</td>\
         <td class=\"n cost\">{share:.1}%</td><td>{content}</td></tr>"
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
