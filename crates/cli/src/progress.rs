//! The live line on a terminal: `12 s · 1234 runs · 5678 states · 910 queries/s · depth 40 · 3 pending`.

use std::io::{IsTerminal, Write};

use raddle_explore::Progress;

/// Prints to standard error if that is a terminal; silent otherwise.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    active: bool,
    shown: bool,
    previous_seconds: f64,
    previous_queries: u64,
}

impl ProgressLine {
    pub(crate) fn new(wanted: bool) -> Self {
        let active = wanted && std::io::stderr().is_terminal();
        ProgressLine { active, shown: false, previous_seconds: 0.0, previous_queries: 0 }
    }

    pub(crate) fn update(&mut self, progress: &Progress) {
        if !self.active {
            return;
        }
        let line = self.line(progress);
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
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
            let _ = std::io::stderr().flush();
            self.shown = false;
        }
    }

    fn line(&mut self, progress: &Progress) -> String {
        let elapsed = (progress.seconds - self.previous_seconds).max(0.001);
        let rate = progress.queries.saturating_sub(self.previous_queries) as f64 / elapsed;
        self.previous_seconds = progress.seconds;
        self.previous_queries = progress.queries;
        let mut parts = vec![
            format!("{:.0} s", progress.seconds),
            format!("{} runs", progress.runs),
            format!("{} states", progress.states),
            format!("{rate:.0} queries/s"),
            format!("depth {}", progress.depth),
            format!("{} pending", progress.pending),
        ];
        if let Some((met, of)) = progress.milestones {
            parts.insert(1, format!("{met} of {of} milestones"));
        }
        if progress.findings > 0 {
            parts.push(format!("{} found", progress.findings));
        }
        parts.join(" · ").chars().take(79).collect()
    }
}

#[cfg(test)]
mod tests {
    use raddle_explore::Progress;

    use super::ProgressLine;

    #[test]
    fn the_rate_is_that_of_the_last_interval() {
        let mut line = ProgressLine::new(false);
        let mut progress = Progress { seconds: 1.0, queries: 100, ..Progress::default() };
        assert!(line.line(&progress).contains("100 queries/s"));
        progress.seconds = 2.0;
        progress.queries = 150;
        assert!(line.line(&progress).contains("50 queries/s"));
    }
}
