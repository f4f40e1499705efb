//! The report for people: findings, what was not explored, assertions never reached, and at the end the verdict.
//!
//! The verdict stands last because that is where the eye is when a command returns; `--quiet` prints nothing else.

use raddle_findings::{Finding, Location, Report, Verdict};

use crate::excerpt::{Excerpt, render};
use crate::finding::finding_section;
use crate::fragments::{fragments_line, fragments_section};
use crate::groups::{Group, groups};
use crate::paint::{Paint, Role};
use crate::reason::reason_sections;
use crate::sources::Sources;
use crate::statistics::{full_statistics, not_honoured, short_statistics};
use crate::text::{counted, place, printable};
use crate::text_options::TextOptions;
use crate::verdict::{is_set_aside, verdict_lines};

/// The whole report as text, ending in a newline.
pub fn terminal(report: &Report, options: &TextOptions) -> String {
    let sources = Sources::default();
    let paint = Paint { color: options.color };
    let mut sections: Vec<String> = Vec::new();
    if !options.quiet {
        let counting = report.findings.iter().filter(|finding| !is_set_aside(finding));
        for group in groups(counting, options.all_pairs) {
            let mut section = finding_section(group.first, &sources, options);
            section.push_str(&others_line(&group, paint));
            sections.push(section);
        }
        sections.extend(set_aside_section(report, paint));
        sections.extend(refuted_section(report, paint));
        sections.extend(reason_sections(report, &sources, options));
        sections.extend(vacuous_section(report, &sources, options));
        sections.extend(properties_section(report, paint));
        sections.extend(fragments_section(report, paint));
    }
    let mut ending = verdict_lines(report, paint, options.width);
    if !options.quiet {
        ending.push_str(&fragments_line(report).unwrap_or_default());
        ending.push_str(&short_statistics(report, paint));
        ending.push_str(&not_honoured(&report.stats));
    }
    if options.statistics {
        ending.push_str(&full_statistics(&report.stats, paint));
    }
    sections.push(ending);
    sections.join("\n")
}

/// How many more pairs of accesses there are, and some of their places.
fn others_line(group: &Group<'_>, paint: Paint) -> String {
    const PLACES: usize = 4;
    let count = group.others.len() as u64;
    if count == 0 {
        return String::new();
    }
    let mut places: Vec<String> = Vec::new();
    for at in group.others.iter().filter_map(|other| other.location.as_ref()).map(place) {
        if !places.contains(&at) {
            places.push(at);
        }
    }
    let more = if places.len() > PLACES { ", …" } else { "" };
    places.truncate(PLACES);
    let text = format!(
        "and {} of accesses like this one, at {}{more}; --all-pairs shows them",
        counted(count, "more pair"),
        places.join(", ")
    );
    format!("{}\n", paint.text(Role::Faint, &text))
}

/// One finding as text.
pub fn finding(finding: &Finding, options: &TextOptions) -> String {
    finding_section(finding, &Sources::default(), options)
}

/// One line for each finding that turned out to be none.
fn refuted_section(report: &Report, paint: Paint) -> Option<String> {
    if report.refuted.is_empty() {
        return None;
    }
    let lines = report.refuted.iter().map(|finding| {
        let at = finding.location.as_ref().map(place).unwrap_or_default();
        let (code, message) = (paint.text(Role::Faint, &finding.code), printable(&finding.message));
        format!("  {code} {at}  {message}\n")
    });
    let title = "possible from the context, but no run from main through it comes to this:\n";
    Some(title.to_owned() + &lines.collect::<String>())
}

/// One line for each finding that does not count, so that nothing disappears without a trace.
fn set_aside_section(report: &Report, paint: Paint) -> Option<String> {
    let aside: Vec<&Finding> =
        report.findings.iter().filter(|finding| is_set_aside(finding)).collect();
    if aside.is_empty() {
        return None;
    }
    let lines = aside.into_iter().map(|finding| {
        let at = finding.location.as_ref().map(place).unwrap_or_default();
        let why = match &finding.suppressed {
            Some(reason) => format!("suppressed: {}", printable(reason)),
            None => "known from the baseline".to_owned(),
        };
        format!("  {} {at}  {}\n", paint.text(Role::Faint, &finding.id), why)
    });
    Some(format!("{}\n{}", paint.text(Role::Heading, "set aside"), lines.collect::<String>()))
}

/// One line for each property that was checked on its own.
fn properties_section(report: &Report, paint: Paint) -> Option<String> {
    if report.by_property.is_empty() {
        return None;
    }
    let width = report.by_property.iter().map(|one| one.id.len()).max().unwrap_or(0);
    let lines = report.by_property.iter().map(|one| {
        let verdict = match one.verdict {
            Verdict::Safe => "safe".to_owned(),
            Verdict::Unsafe => "violated".to_owned(),
            Verdict::Unknown => format!("unknown ({})", one.reasons.join(", ")),
        };
        let behind: Vec<&str> = report
            .findings
            .iter()
            .filter(|finding| one.findings.contains(&finding.id))
            .flat_map(|finding| finding.behind.iter().map(String::as_str))
            .collect();
        let behind = if behind.is_empty() {
            String::new()
        } else {
            format!(", behind {}", behind.join(", "))
        };
        let at = one.location.as_ref().map(place).unwrap_or_default();
        format!(
            "  {:<width$}  {verdict}{behind}  {}\n",
            one.id,
            paint.text(Role::Faint, &format!("{at} {}", printable(&one.text)))
        )
    });
    Some(format!("{}\n{}", paint.text(Role::Heading, "properties"), lines.collect::<String>()))
}

/// Assertions that no path reached make "safe" say less than it seems; with findings or gaps they are no news.
fn vacuous_section(report: &Report, sources: &Sources, options: &TextOptions) -> Option<String> {
    if report.verdict != Verdict::Safe || report.vacuous.is_empty() {
        return None;
    }
    let count = report.vacuous.len() as u64;
    let verb = if count == 1 { "was" } else { "were" };
    let (first, others) = report.vacuous.split_first()?;
    let excerpt = Excerpt {
        level: annotate_snippets::Level::WARNING,
        code: "",
        title: format!("{} {verb} never reached", counted(count, "assertion")),
        location: Some(first),
        label: "not reached on any path".to_owned(),
        related: &[],
        notes: other_places(others),
        help: Some(
            "check that assumptions before it are not contradictory, and that the code is called",
        ),
    };
    Some(render(excerpt, sources, options) + "\n")
}

fn other_places(others: &[Location]) -> Vec<String> {
    if others.is_empty() {
        return Vec::new();
    }
    let places: Vec<String> = others.iter().map(place).collect();
    vec![format!("also {}", places.join(", "))]
}
