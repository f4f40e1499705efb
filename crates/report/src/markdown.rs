//! The report as Markdown, for the summary page of a continuous integration service or a comment on a change.

use raddle_findings::{Finding, Reason, Report, Verdict, codes};

use crate::paint::Paint;
use crate::reason::hot_place;
use crate::statistics::short_statistics;
use crate::terminal::finding as finding_text;
use crate::text::{place, printable};
use crate::text_options::TextOptions;
use crate::verdict::{is_set_aside, verdict_lines};

/// More findings are counted: services cut long summaries.
const FINDINGS_SHOWN: usize = 20;

const PLAIN: Paint = Paint { color: false };

/// A text, ending in a newline.
pub fn markdown(report: &Report) -> String {
    let mut text = format!("# Raddle: {}\n\n", escaped(&report.files.join(", ")));
    let verdict = verdict_lines(report, PLAIN, usize::MAX);
    let (word, rest) = verdict.trim_end().split_at(verdict_word(report.verdict).len());
    text.push_str(&format!("**{word}**{}\n", escaped(rest)));
    text.push_str(&findings_table(report));
    for finding in shown(report).filter(|finding| !is_set_aside(finding)) {
        text.push_str(&details(finding));
    }
    text.push_str(&reasons_table(&report.reasons));
    for hot in &report.stats.hot {
        text.push_str(&format!("- {}\n", escaped(&hot_place(hot))));
    }
    let statistics = short_statistics(report, PLAIN);
    text.push_str(&format!("\n{}\n", escaped(statistics.trim_end())));
    text
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Safe => "safe",
        Verdict::Unsafe => "unsafe",
        Verdict::Unknown => "unknown",
    }
}

fn shown(report: &Report) -> impl Iterator<Item = &Finding> {
    report.findings.iter().take(FINDINGS_SHOWN)
}

fn findings_table(report: &Report) -> String {
    if report.findings.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n| finding | where | what |\n|---|---|---|\n");
    for finding in shown(report) {
        let title = codes::by_code(&finding.code).map_or(&*finding.kind, |info| info.title);
        let aside = match (&finding.suppressed, finding.known) {
            (Some(reason), _) => format!(" (suppressed: {})", escaped(reason)),
            (None, true) => " (in the baseline)".to_owned(),
            (None, false) => String::new(),
        };
        let at = finding.location.as_ref().map(place).unwrap_or_default();
        text.push_str(&format!(
            "| `{}` {title}{aside} | {} | {} |\n",
            finding.code,
            escaped(&at),
            escaped(&finding.message)
        ));
    }
    if report.findings.len() > FINDINGS_SHOWN {
        let more = report.findings.len() - FINDINGS_SHOWN;
        text.push_str(&format!("| … | | and {more} more |\n"));
    }
    text
}

/// How a finding comes about, folded.
fn details(finding: &Finding) -> String {
    let body = finding_text(finding, &TextOptions::default());
    // A fence that is longer than any in the text.
    let longest = body.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    // Between marks of HTML, those of Markdown are none.
    let title = html_escaped(&format!("{}: {}", finding.id, finding.message));
    format!("\n<details><summary>{title}</summary>\n\n{fence}text\n{body}{fence}\n\n</details>\n")
}

fn reasons_table(reasons: &[Reason]) -> String {
    if reasons.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n| not explored | where | what |\n|---|---|---|\n");
    for reason in reasons.iter().take(FINDINGS_SHOWN) {
        let at = reason.location.as_ref().map(place).unwrap_or_default();
        let (code, at, what) = (&reason.code, escaped(&at), escaped(&reason.message));
        text.push_str(&format!("| `{code}` | {at} | {what} |\n"));
    }
    text + "\n"
}

fn html_escaped(text: &str) -> String {
    printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text in which nothing is a mark of Markdown, of HTML, or the end of a cell.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for character in printable(text).chars() {
        match character {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => {
                safe.extend(['\\', character]);
            }
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::{escaped, html_escaped};

    #[test]
    fn nothing_of_the_program_is_markup() {
        assert_eq!(escaped("a | <b> `*p`\n"), "a \\| &lt;b&gt; \\`\\*p\\`\\\\n");
        assert_eq!(html_escaped("`a` </details>"), "`a` &lt;/details&gt;");
    }
}
