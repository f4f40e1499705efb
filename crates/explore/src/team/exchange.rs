//! Summaries that processes send each other.

use std::time::{Duration, Instant};

use raddle_evidence::Visitor;
use raddle_machine::{Machine, ThreadId};
use raddle_summary::{read_outcomes, read_summary, write_outcomes, write_summary};

use super::{Teamwork, stamped, unstamped};
use crate::interleave::Interleaver;
use crate::node::Node;
use crate::pruning::Lesson;

/// A summary is sent if at least so many nodes were explored to learn it.
const LEAST: u64 = 16;
/// Writing and reading summaries may take one part in so many of the time: some summaries cost as much as they save.
const MOST_TIME: u32 = 12;

/// So many summaries are sent to somebody new.
const MOST_AT_ONCE: usize = 1000;

impl Teamwork {
    /// A summary is worth sending if it stands for so many nodes.
    fn heavy(&self) -> u64 {
        LEAST << self.reluctance
    }

    fn spend(&mut self, time: Duration) {
        self.spent += time;
        let all = self.begun.get_or_insert_with(Instant::now).elapsed();
        if self.spent * MOST_TIME > all + Duration::from_millis(100) {
            self.reluctance = (self.reluctance + 1).min(20);
        } else if self.spent * (2 * MOST_TIME) < all {
            self.reluctance = self.reluctance.saturating_sub(1);
        }
    }
}

impl Interleaver<'_, '_> {
    /// Sends a summary that others would have to work for.
    pub(crate) fn tell_others(&mut self, lesson: &Lesson, visitor: &mut dyn Visitor) {
        let Lesson { key, asleep, state, below, weight } = lesson;
        let together = self.team.is_some() && self.machine.names.has_book();
        let heavy = *weight >= self.teamwork.heavy();
        if !together || !heavy || !self.machine.has_portable_control(state) {
            return;
        }
        let begun = Instant::now();
        match write_summary(self.machine, key, asleep, below) {
            Some(text) => self.send(text, visitor),
            None => self.teamwork.unwritten += 1,
        }
        self.teamwork.spend(begun.elapsed());
    }

    fn send(&mut self, summary: String, visitor: &mut dyn Visitor) {
        let races = self.tree.known_races.clone();
        let known = |machine: &Machine<'_>| machine.told_or_met() + races.count();
        let news = known(self.machine) != self.teamwork.told;
        let report = if news { visitor.report(self.machine, false) } else { None };
        self.teamwork.told = known(self.machine);
        let Some(team) = &mut self.team else { return };
        if news {
            team.found(report);
        }
        self.teamwork.sent += 1;
        team.send(stamped(self.machine, &summary));
    }

    /// Takes over what others sent, and tells somebody new what is known here.
    pub(crate) fn exchange(&mut self, visitor: &mut dyn Visitor) {
        let (Some(team), Some(summaries)) = (&mut self.team, &mut self.tree.summaries) else {
            return;
        };
        let mail = team.receive();
        let newcomer = team.has_newcomer();
        if mail.is_empty() && !newcomer {
            return;
        }
        let begun = Instant::now();
        for text in mail {
            let text = unstamped(self.machine, &text);
            let read = text.and_then(|text| read_summary(self.machine, text));
            if let Some((key, asleep, below)) = read {
                self.teamwork.received += 1;
                summaries.take_over(self.machine, key, asleep, below);
            }
        }
        if newcomer {
            for text in summaries.heavy(self.machine, self.teamwork.heavy(), MOST_AT_ONCE) {
                self.send(text, visitor);
            }
        }
        self.teamwork.spend(begun.elapsed());
    }

    /// What the last node of a path has learnt about its transition, as text.
    pub(super) fn learnt(&mut self) -> Option<String> {
        let open = self.tree.run.stack.last_mut()?.open.take()?;
        write_outcomes(self.machine, &open.into_outcomes()?)
    }

    /// Lets the top node know what others learnt about a transition of it.
    pub(super) fn learn_from(&mut self, thread: ThreadId, learnt: Option<&str>) {
        let Some(Node { open: Some(open), .. }) = self.tree.run.stack.last_mut() else { return };
        match learnt.and_then(|text| read_outcomes(self.machine, text)) {
            Some(outcomes) => open.add_outcomes(thread, outcomes),
            None => open.cut_short(),
        }
    }
}
