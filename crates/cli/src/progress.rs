//! The live line on a terminal: `12 s · ETA 20–80 s · 1 found · 1234 runs · 5678 states · 910 queries/s`.
//!
//! A check may begin several searches, one after the other (the whole program, then what assertions depend on). Each counts from zero; the line counts on.

use std::io::{IsTerminal, Write};

use raddle_explore::Progress;

/// Prints to standard error if that is a terminal; silent otherwise.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    active: bool,
    shown: bool,
    /// What earlier searches have done, and what this one had done when somebody last looked.
    before: Done,
    last: Done,
}

#[derive(Clone, Copy, Debug, Default)]
struct Done {
    seconds: f64,
    runs: u64,
    states: u64,
    queries: u64,
}

impl Done {
    fn of(progress: &Progress) -> Done {
        let Progress { seconds, runs, states, queries, .. } = *progress;
        Done { seconds, runs, states, queries }
    }

    fn and(self, other: Done) -> Done {
        Done {
            seconds: self.seconds + other.seconds,
            runs: self.runs + other.runs,
            states: self.states + other.states,
            queries: self.queries + other.queries,
        }
    }
}

impl ProgressLine {
    pub(crate) fn new(wanted: bool) -> Self {
        let active = wanted && std::io::stderr().is_terminal();
        ProgressLine { active, shown: false, before: Done::default(), last: Done::default() }
    }

    pub(crate) fn update(&mut self, progress: &Progress) {
        if !self.active {
            return;
        }
        let line = self.line(progress, room());
        self.say(&line);
    }

    /// Shows a text in place of the last one.
    pub(crate) fn say(&mut self, line: &str) {
        if !self.active {
            return;
        }
        // Back to the line's start, the text, and erase what a longer text left behind.
        let _ = write!(std::io::stderr().lock(), "\r{line}\x1b[K");
        let _ = std::io::stderr().flush();
        self.shown = true;
    }

    /// Removes the line, so that the report starts on a clean one.
    pub(crate) fn clear(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr().lock(), "{ERASED}");
            let _ = std::io::stderr().flush();
            self.shown = false;
        }
    }

    /// The most important first: what does not fit is left out.
    fn line(&mut self, progress: &Progress, room: usize) -> String {
        let now = Done::of(progress);
        if now.seconds < self.last.seconds {
            self.before = self.before.and(self.last);
            self.last = Done::default();
        }
        let elapsed = (now.seconds - self.last.seconds).max(0.001);
        let rate = now.queries.saturating_sub(self.last.queries) as f64 / elapsed;
        self.last = now;
        let all = self.before.and(now);
        let mut parts = vec![format!("{:.0} s", all.seconds)];
        parts.extend(eta(progress.share, now.seconds).map(|left| format!("ETA {left}")));
        parts.extend(progress.milestones.map(|(met, of)| format!("{met} of {of} milestones")));
        if progress.findings > 0 {
            parts.push(format!("{} found", progress.findings));
        }
        parts.push(format!("{} runs", all.runs));
        parts.push(format!("{} states", all.states));
        parts.push(format!("{rate:.0} queries/s"));
        if progress.pending > 0 {
            parts.push(format!("{} pending", progress.pending));
        }
        fitting(&parts, room)
    }
}

/// Back to the start of the line, and nothing in it.
pub(crate) const ERASED: &str = "\r\x1b[K";

fn fitting(parts: &[String], room: usize) -> String {
    let mut line = String::new();
    for part in parts {
        let longer = if line.is_empty() { part.clone() } else { format!("{line} · {part}") };
        if longer.chars().count() > room {
            break;
        }
        line = longer;
    }
    line
}

/// Columns of the terminal behind standard error but the last one, where some begin a new line. Never more than those of a plain one.
pub(crate) fn room() -> usize {
    let detected = terminal_size::terminal_size_of(std::io::stderr());
    detected.map_or(79, |(width, _)| usize::from(width.0).clamp(20, 80) - 1)
}

/// How long it may still take. The share is an estimate that errs by a factor easily: a range is all that is honest.
pub(crate) fn eta(share: f64, seconds: f64) -> Option<String> {
    if !(0.001..1.0).contains(&share) || seconds < 1.0 {
        return None;
    }
    let left = seconds * (1.0 - share) / share;
    let (least, most) = (left / 2.0, left * 2.0);
    let (unit, name) = match most {
        most if most < 120.0 => (1.0, "s"),
        most if most < 7200.0 => (60.0, "min"),
        most if most < 172_800.0 => (3600.0, "h"),
        _ => (86_400.0, "days"),
    };
    let least = (least / unit).floor();
    Some(format!("{least:.0}–{:.0} {name}", (most / unit).ceil().max(least + 1.0)))
}

#[cfg(test)]
mod tests {
    use raddle_explore::Progress;

    use super::{ProgressLine, eta};

    #[test]
    fn the_rate_is_that_of_the_last_interval() {
        let mut line = ProgressLine::new(false);
        let mut progress = Progress { seconds: 1.0, queries: 100, ..Progress::default() };
        assert!(line.line(&progress, 79).contains("100 queries/s"));
        progress.seconds = 2.0;
        progress.queries = 150;
        assert!(line.line(&progress, 79).contains("50 queries/s"));
    }

    #[test]
    fn a_search_that_begins_anew_counts_on() {
        let mut line = ProgressLine::new(false);
        let whole = Progress { seconds: 1.2, states: 500, runs: 40, ..Progress::default() };
        assert_eq!(line.line(&whole, 79), "1 s · 40 runs · 500 states · 0 queries/s");
        let slice = Progress { seconds: 0.2, states: 10, runs: 1, ..Progress::default() };
        assert_eq!(line.line(&slice, 79), "1 s · 41 runs · 510 states · 0 queries/s");
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let mut line = ProgressLine::new(false);
        let progress = Progress {
            seconds: 50_000.0,
            share: 0.5,
            findings: 12,
            states: 123_456_789_012,
            runs: 123_456_789_012,
            queries: 1_000_000,
            pending: 7,
            ..Progress::default()
        };
        let full = line.line(&progress, 200);
        assert!(full.ends_with("7 pending"), "{full}");
        let cut = line.line(&progress, 50);
        assert_eq!(cut, "50000 s · ETA 6–28 h · 12 found");
    }

    #[test]
    fn a_range_has_one_unit() {
        assert_eq!(eta(0.25, 10.0).as_deref(), Some("15–60 s"));
        assert_eq!(eta(0.1, 60.0).as_deref(), Some("4–18 min"));
        assert_eq!(eta(0.999, 60.0).as_deref(), Some("0–1 s"));
        assert_eq!(eta(0.0001, 60.0), None);
        assert_eq!(eta(1.0, 60.0), None);
    }
}
