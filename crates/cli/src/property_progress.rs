//! How a check of many properties goes: bars on a terminal, log lines elsewhere.
//!
//! On a terminal, the running properties have a line each below what is finished; finished ones scroll up. Elsewhere every finished
//! property is a line, and every ten seconds there is one for each that runs.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use raddle_findings::{Report, Verdict};

use crate::messages::Pace;
use crate::output::print_line_to_stderr;
use crate::progress::{eta, room};

/// Log lines of running properties come this far apart.
const QUIET_TIME: Duration = Duration::from_secs(10);
const BAR: usize = 10;

#[derive(Debug)]
pub(crate) struct PropertyProgress {
    wanted: bool,
    terminal: bool,
    all: usize,
    done: usize,
    running: BTreeMap<String, Pace>,
    /// Lines on the terminal that are drawn anew.
    drawn: usize,
    last_log: Instant,
}

impl PropertyProgress {
    pub(crate) fn new(wanted: bool, all: usize) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let (running, last_log) = (BTreeMap::new(), Instant::now());
        PropertyProgress { wanted, terminal, all, done: 0, running, drawn: 0, last_log }
    }

    pub(crate) fn update(&mut self, property: &str, pace: Pace) {
        self.running.insert(property.to_owned(), pace);
        if !self.wanted {
            return;
        }
        if self.terminal {
            self.draw(None);
        } else if self.last_log.elapsed() >= QUIET_TIME {
            self.last_log = Instant::now();
            for (property, pace) in &self.running {
                print_line_to_stderr(&running_line(property, *pace));
            }
        }
    }

    /// A sub-check is over; `before`: it was in the journal.
    pub(crate) fn finished(&mut self, property: &str, report: &Report, before: bool) {
        self.running.remove(property);
        self.done += 1;
        let line = finished_line(self.done, self.all, property, report, before);
        self.tell(line);
    }

    pub(crate) fn lost(&mut self, property: &str, why: &str) {
        self.running.remove(property);
        self.done += 1;
        self.tell(format!("[{}/{}] {property}: unknown, {why}", self.done, self.all));
    }

    fn tell(&mut self, line: String) {
        match (self.wanted, self.terminal) {
            (false, _) => {}
            (true, true) => self.draw(Some(line)),
            (true, false) => print_line_to_stderr(&line),
        }
    }

    /// Removes the bars.
    pub(crate) fn clear(&mut self) {
        self.running.clear();
        if self.wanted && self.terminal && self.drawn > 0 {
            self.draw(None);
        }
    }

    /// Draws the bars again, below a line that stays.
    fn draw(&mut self, line: Option<String>) {
        let mut text = String::new();
        if self.drawn > 0 {
            // Up to the first bar, and erase from there.
            text += &format!("\x1b[{}A\r\x1b[J", self.drawn);
        }
        if let Some(line) = line {
            text += &line;
            text += "\n";
        }
        for (property, pace) in &self.running {
            text += &running_line(property, *pace);
            text += "\n";
        }
        self.drawn = self.running.len();
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }
}

fn finished_line(done: usize, all: usize, property: &str, report: &Report, before: bool) -> String {
    let verdict = match report.verdict {
        Verdict::Safe => "safe".to_owned(),
        Verdict::Unsafe => "violated".to_owned(),
        Verdict::Unknown => {
            let code = report.reasons.first().map_or("", |reason| reason.code.as_str());
            format!("unknown ({code})")
        }
    };
    let (states, seconds) = (report.stats.states, report.stats.seconds);
    let known = if before { ", from the journal" } else { "" };
    format!("[{done}/{all}] {property}: {verdict}, {states} states, {seconds:.1} s{known}")
}

/// `assertion-1a2b3c4d  [###-------]  25 %  1234 runs/s  ETA 10–40 s`
fn running_line(property: &str, pace: Pace) -> String {
    let share = pace.share.clamp(0.0, 1.0);
    let full = (share * BAR as f64).round() as usize;
    let bar = format!("{}{}", "#".repeat(full), "-".repeat(BAR - full));
    let rate = pace.runs as f64 / pace.seconds.max(0.001);
    let mut line = format!("{property:<24} [{bar}] {:>3.0} %  {rate:.0} runs/s", share * 100.0);
    if let Some(left) = eta(share, pace.seconds) {
        line += &format!("  ETA {left}");
    }
    if pace.findings > 0 {
        line += &format!("  {} found", pace.findings);
    }
    line.chars().take(room()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Pace, running_line};

    #[test]
    fn a_bar_is_as_full_as_the_share() {
        let pace = Pace { seconds: 10.0, runs: 1000, pruned: 7, share: 0.25, ..Pace::default() };
        let line = running_line("assertion-12345678", pace);
        assert!(line.contains("[###-------]  25 %  100 runs/s  ETA 15–60 s"), "{line}");
    }

    #[test]
    fn nothing_is_foretold_from_nothing() {
        let line = running_line("race", Pace { seconds: 5.0, ..Pace::default() });
        assert!(!line.contains("ETA"), "{line}");
    }
}
