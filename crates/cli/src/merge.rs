//! One report from several.

use raddle_findings::{Finding, Reason, Report, Verdict};

/// The verdict that findings and reasons amount to.
pub(crate) fn verdict(report: &Report) -> Verdict {
    if !report.findings.is_empty() {
        Verdict::Unsafe
    } else if report.reasons.is_empty() {
        Verdict::Safe
    } else {
        Verdict::Unknown
    }
}

/// Adds what was found in another part of the same search: what both met is one finding, and what neither reached was not reached.
pub(crate) fn add_part(whole: &mut Report, mut report: Report) {
    let same = |a: &Finding, b: &Finding| {
        a.id == b.id || (&a.code, &a.location, &a.related) == (&b.code, &b.location, &b.related)
    };
    report.findings.retain(|finding| !whole.findings.iter().any(|known| same(known, finding)));
    let vacuous = std::mem::take(&mut report.vacuous);
    whole.vacuous.retain(|place| vacuous.contains(place));
    add(whole, report);
    whole.findings.sort_by(|a, b| (&a.location, &a.code).cmp(&(&b.location, &b.code)));
}

/// Adds what one more property's sub-check says.
pub(crate) fn add(whole: &mut Report, report: Report) {
    whole.findings.extend(report.findings);
    whole.vacuous.extend(report.vacuous);
    for reason in report.reasons {
        let same = |other: &&mut Reason| {
            (&other.code, &other.message, &other.location)
                == (&reason.code, &reason.message, &reason.location)
        };
        match whole.reasons.iter_mut().find(same) {
            Some(known) => known.count += reason.count,
            None => whole.reasons.push(reason),
        }
    }
    for assumption in report.assumptions {
        if !whole.assumptions.contains(&assumption) {
            whole.assumptions.push(assumption);
        }
    }
    let coverage = &mut whole.coverage;
    for (file, missed) in &mut coverage.missed {
        let other = report.coverage.missed.get(file);
        missed.retain(|line| other.is_some_and(|lines| lines.contains(line)));
    }
    coverage.missed.retain(|_, lines| !lines.is_empty());
    let missed: usize = coverage.missed.values().map(Vec::len).sum();
    coverage.lines_covered = coverage.lines_total.saturating_sub(missed as u64);
    coverage.branches_total = coverage.branches_total.max(report.coverage.branches_total);
    coverage.branches_covered = coverage.branches_covered.max(report.coverage.branches_covered);
    let (stats, more) = (&mut whole.stats, report.stats);
    stats.runs += more.runs;
    stats.full_runs += more.full_runs;
    stats.partial_runs += more.partial_runs;
    stats.blocked_runs += more.blocked_runs;
    stats.states += more.states;
    stats.subsumed += more.subsumed;
    stats.queries += more.queries;
    stats.instructions += more.instructions;
    stats.seconds += more.seconds;
    stats.probes.searches += more.probes.searches;
    stats.probes.runs += more.probes.runs;
    stats.probes.states += more.probes.states;
    stats.probes.findings += more.probes.findings;
    stats.peak_memory = stats.peak_memory.max(more.peak_memory);
    for (name, count) in more.counters {
        *stats.counters.entry(name).or_insert(0) += count;
    }
    for technique in more.plan {
        let known = stats.plan.iter_mut().find(|known| known.technique == technique.technique);
        match known {
            Some(known) if technique.used => *known = technique,
            Some(_) => {}
            None => stats.plan.push(technique),
        }
    }
}
