//! Figures: one faint line always, every counter with `--stats`.

use raddle_findings::{Coverage, PlannedTechnique, Probes, Report, Stats};

use crate::paint::{Paint, Role};
use crate::text::{counted, grouped};

pub(crate) fn short_statistics(report: &Report, paint: Paint) -> String {
    let stats = &report.stats;
    let mut parts = vec![
        counted(stats.runs, "run"),
        states(stats),
        counted(stats.queries, "query"),
        seconds(stats.seconds),
    ];
    parts.extend(coverage(&report.coverage));
    format!("{}\n", paint.text(Role::Faint, &parts.join(" · ")))
}

/// What a second search did beside the one that is counted is work, too: the progress line has shown it.
fn states(stats: &Stats) -> String {
    let states = counted(stats.states, "state");
    match stats.counters.get("states of the other search") {
        Some(&others) if others > 0 => {
            format!("{states} (and {} of a second search)", grouped(others))
        }
        _ => states,
    }
}

fn coverage(coverage: &Coverage) -> Option<String> {
    if coverage.lines_total == 0 {
        return None;
    }
    let lines = format!("lines {}/{}", coverage.lines_covered, coverage.lines_total);
    if coverage.branches_total == 0 {
        return Some(lines);
    }
    Some(format!("{lines}, branches {}/{}", coverage.branches_covered, coverage.branches_total))
}

pub(crate) fn full_statistics(stats: &Stats, paint: Paint) -> String {
    let mut rows = vec![
        ("runs".to_owned(), grouped(stats.runs)),
        ("full_runs".to_owned(), grouped(stats.full_runs)),
        ("partial_runs".to_owned(), grouped(stats.partial_runs)),
        ("blocked_runs".to_owned(), grouped(stats.blocked_runs)),
        ("states".to_owned(), grouped(stats.states)),
        ("subsumed".to_owned(), grouped(stats.subsumed)),
        ("queries".to_owned(), grouped(stats.queries)),
        ("instructions".to_owned(), grouped(stats.instructions)),
        ("seconds".to_owned(), format!("{:.3}", stats.seconds)),
        ("peak_memory".to_owned(), bytes(stats.peak_memory)),
    ];
    if !stats.probes.is_none() {
        let Probes { searches, runs, states, findings } = stats.probes;
        let counts = [
            ("probes", searches),
            ("runs of probes", runs),
            ("states of probes", states),
            ("findings of probes", findings),
        ];
        rows.extend(counts.map(|(name, count)| (name.to_owned(), grouped(count))));
    }
    rows.extend(stats.counters.iter().map(|(name, count)| (name.clone(), grouped(*count))));
    let name_width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = format!("{}\n", paint.text(Role::Heading, "statistics"));
    for (name, value) in rows {
        text.push_str(&format!("  {name:<name_width$}  {value:>14}\n"));
    }
    text.push_str(&plan(stats, paint));
    text
}

/// Which techniques were used, and why others were not.
fn plan(stats: &Stats, paint: Paint) -> String {
    if stats.plan.is_empty() {
        return String::new();
    }
    let mut text = format!("{}\n", paint.text(Role::Heading, "plan"));
    let name_width = stats.plan.iter().map(|one| one.technique.len()).max().unwrap_or(0);
    for PlannedTechnique { technique, because, .. } in &stats.plan {
        let used = match because {
            None => "used".to_owned(),
            Some(because) => format!("not used: {because}"),
        };
        text.push_str(&format!("  {technique:<name_width$}  {used}\n"));
    }
    text
}

/// What was asked for and is not used.
pub(crate) fn not_honoured(stats: &Stats) -> String {
    let refused = stats.plan.iter().filter(|one| one.asked && !one.used);
    let lines = refused.map(|one| {
        let because = one.because.as_deref().unwrap_or("it does not apply");
        format!("note: not used, although it was asked for: {} ({because})\n", one.technique)
    });
    lines.collect()
}

fn seconds(seconds: f64) -> String {
    if seconds < 10.0 { format!("{seconds:.2} s") } else { format!("{seconds:.1} s") }
}

fn bytes(count: u64) -> String {
    format!("{:.1} MiB", count as f64 / f64::from(1 << 20))
}

#[cfg(test)]
mod tests {
    use raddle_findings::{PlannedTechnique, Stats};

    use super::not_honoured;

    #[test]
    fn only_what_was_asked_for_and_is_not_used_is_told() {
        let planned = |technique: &str, used: bool, asked| PlannedTechnique {
            technique: technique.to_owned(),
            used,
            because: (!used).then(|| "of a flag".to_owned()),
            asked,
        };
        let plan =
            vec![planned("a", true, true), planned("b", false, true), planned("c", false, false)];
        let told = not_honoured(&Stats { plan, ..Stats::default() });
        assert_eq!(told, "note: not used, although it was asked for: b (of a flag)\n");
    }
}
