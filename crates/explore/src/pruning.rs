//! Where the exploration of interleavings uses and makes summaries.

use raddle_machine::{ControlKey, Event, Property, RacePairs, State, ThreadId};
use raddle_reduce::{Broken, SleepSet, Trace};

use crate::interleave::{Interleaver, Node};
use crate::options::Reduce;
use crate::summary::{Below, Open, Reach, Reached};

impl Interleaver<'_, '_> {
    /// Puts a node on the stack; with summaries, `key` is its control.
    pub(crate) fn enter(&mut self, mut node: Node, key: Option<ControlKey>) {
        if let Some(key) = key {
            self.cycles.enter(&key, self.stack.len());
            node.open = Some(Box::new(Open::new(key, &node.sleep)));
        }
        self.stack.push(node);
    }

    /// Everything below a node was explored.
    pub(crate) fn conclude(&mut self, node: Node) {
        let (Some(summaries), Some(open)) = (&mut self.summaries, node.open) else { return };
        let (key, asleep) = (open.key().clone(), open.asleep().clone());
        let below = summaries.finish(self.machine, *open, &node.state, &node.blocked);
        self.cycles.leave(key, &node.state, &asleep, below.is_none());
        self.learn(&node.state, below.as_ref());
    }

    /// Tells the node on top of the stack what is below one outcome of its current transition.
    pub(crate) fn learn(&mut self, after: &State, below: Option<&Below>) {
        let (Some(summaries), Some(parent)) = (&mut self.summaries, self.stack.last_mut()) else {
            return;
        };
        let (Some(open), Some(thread)) = (&mut parent.open, parent.current) else { return };
        summaries.outcome(self.machine, open, &parent.state, thread, after, below);
    }

    /// Whether a summary covers a state that is about to become a node. What the reduction would have seen
    /// below it is handed to the nodes on the stack. Otherwise: what the node starts with.
    pub(crate) fn is_covered(
        &mut self,
        state: &State,
        sleep: &SleepSet,
    ) -> Result<(), Option<ControlKey>> {
        let sleep_matters = !self.is_broken(Broken::SleepOfSummariesIgnored);
        let Interleaver { machine, trace, summaries, .. } = self;
        let Some(summaries) = summaries else { return Err(None) };
        let key = machine.control_key(state);
        let races = machine.config.properties.contains(Property::Race);
        let known = machine.reported_races.clone();
        let mut allows = |reach: &Reach| {
            !races || reach.iter().all(|reached| hides_no_race(trace, &known, reached))
        };
        let required = sleep_matters.then_some(sleep);
        let Some(below) = summaries.find(machine, &key, state, required, &mut allows) else {
            if self.was_met(&key, state, sleep) {
                self.learn(state, None);
                return Ok(());
            }
            return Err(Some(key));
        };
        if self.reduce == Reduce::Dpor && !self.is_broken(Broken::PrunedAccessesForgotten) {
            for reached in below.reach.iter() {
                self.reverse_reached(reached);
            }
        }
        self.learn(state, Some(&below));
        Ok(())
    }

    /// An access below a pruned state should also be tried before the last event it conflicts with.
    fn reverse_reached(&mut self, reached: &Reached) {
        let Reached { thread, access, .. } = *reached;
        for at in self.trace.unordered_conflicts(thread, &access) {
            let node = &mut self.stack[at];
            let waits_for_it = |(blocked, event): &(ThreadId, Event)| {
                *blocked == thread
                    && event.accesses.iter().any(|blocking| blocking.object == access.object)
            };
            if node.blocked.iter().any(waits_for_it) {
                // It could not have been executed there; perhaps before an earlier event.
                continue;
            }
            node.wake(thread);
            return;
        }
    }
}

/// Whether an access below a pruned state cannot race with the run so far in a way nobody knows of.
fn hides_no_race(trace: &Trace, known: &RacePairs, reached: &Reached) -> bool {
    let racing = trace.racing(reached.thread, &reached.access, &reached.sources);
    racing.iter().all(|earlier| {
        let (a, b) = (earlier.at.loc, reached.access.at.loc);
        known.contains(&(a.min(b), a.max(b)))
    })
}
