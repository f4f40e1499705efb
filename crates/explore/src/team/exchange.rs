//! Summaries that processes send each other.

use raddle_machine::{ControlKey, State, ThreadId};
use raddle_reduce::SleepSet;

use crate::interleave::{Interleaver, Node, Visitor};
use crate::summary::Below;
use crate::summary::text::{read_outcomes, read_summary, write_outcomes, write_summary};

/// A summary is sent if so many nodes were explored to learn it; reading one costs about as much as exploring a few.
const HEAVY: u64 = 16;

impl Interleaver<'_, '_> {
    /// Sends a summary that others would have to work for.
    pub(crate) fn tell_others(
        &mut self,
        key: &ControlKey,
        asleep: &SleepSet,
        state: &State,
        below: &Below,
        weight: u64,
        visitor: &mut dyn Visitor,
    ) {
        let together = self.team.is_some() && self.machine.names.has_book();
        if !together || weight < HEAVY || !self.machine.has_portable_control(state) {
            return;
        }
        match write_summary(self.machine, key, asleep, below) {
            Some(text) => self.send(text, visitor),
            None => self.teamwork.unwritten += 1,
        }
    }

    fn send(&mut self, summary: String, visitor: &mut dyn Visitor) {
        let known = self.machine.reported.len() + self.machine.reported_races.len();
        let news = known != self.teamwork.told;
        let report = if news { visitor.so_far(self.machine) } else { None };
        let Some(team) = &mut self.team else { return };
        if news {
            self.teamwork.told = known;
            team.found(report);
        }
        self.teamwork.sent += 1;
        team.send(summary);
    }

    /// Takes over what others sent, and tells somebody new what is known here.
    pub(crate) fn exchange(&mut self, visitor: &mut dyn Visitor) {
        let (Some(team), Some(summaries)) = (&mut self.team, &mut self.summaries) else { return };
        for text in team.receive() {
            if let Some((key, asleep, below)) = read_summary(self.machine, &text) {
                self.teamwork.received += 1;
                summaries.take_over(self.machine, key, asleep, below);
            }
        }
        if team.has_newcomer() {
            for text in summaries.heavy(self.machine, HEAVY) {
                self.send(text, visitor);
            }
        }
    }

    /// What the last node of a path has learnt about its transition, as text.
    pub(super) fn learnt(&mut self) -> Option<String> {
        let open = self.stack.last_mut()?.open.take()?;
        write_outcomes(self.machine, &open.into_outcomes()?)
    }

    /// Lets the top node know what others learnt about a transition of it.
    pub(super) fn learn_from(&mut self, thread: ThreadId, learnt: Option<&str>) {
        let Some(Node { open: Some(open), .. }) = self.stack.last_mut() else { return };
        match learnt.and_then(|text| read_outcomes(self.machine, text)) {
            Some(outcomes) => open.add_outcomes(thread, outcomes),
            None => open.cut_short(),
        }
    }
}
