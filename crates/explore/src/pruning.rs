//! Where the exploration of interleavings uses and makes summaries.

use raddle_machine::{ControlKey, Event, Machine, Property, State, ThreadId};
use raddle_moves as enabled;
use raddle_plan::Reduce;
use raddle_reduce::{Broken, Cover, KnownRaces, SleepSet, Trace};
use raddle_summary::{Below, Open, Reach, Reached, Waits};

use crate::cycles::{self, Met, looks_for_races};
use crate::node::Node;
use crate::run::Run;
use crate::tree::Tree;

/// So many states that rested are explored before it is asked what that brought.
const REST_TRIAL: u64 = 64;
/// One in so many has to save the exploration of another one.
const REST_YIELD: u64 = 8;

/// What was learnt at a node, for so many others below it.
pub(crate) struct Lesson {
    pub key: ControlKey,
    pub asleep: SleepSet,
    pub state: State,
    pub below: Below,
    pub weight: u64,
}

impl Tree {
    /// Puts a node on the stack; with summaries, `key` is its control.
    pub(crate) fn enter(&mut self, mut node: Node, key: Option<ControlKey>) {
        if let Some(key) = key {
            node.inside = self.sections.are_entered(&self.run, &node.state);
            self.cycles.enter(&key, self.run.stack.len());
            let concluded_from = std::mem::take(&mut node.concluded_from);
            let open = Open::new(key, &node.sleep, concluded_from, self.entered);
            node.open = Some(Box::new(open));
        }
        self.entered += 1;
        self.run.stack.push(node);
    }

    /// Everything below a node was explored. What was learnt, if it is `wanted`.
    pub(crate) fn conclude(
        &mut self,
        machine: &mut Machine<'_>,
        node: Node,
        wanted: bool,
    ) -> Option<Lesson> {
        if node.inside {
            self.sections.leave(&self.run, &node);
        }
        let (Some(summaries), Some(open)) = (&mut self.summaries, node.open) else { return None };
        let (key, asleep) = (open.key().clone(), open.asleep().clone());
        let weight = self.entered - open.entered();
        let kept = !node.inside;
        let below = summaries.finish(machine, *open, &node.state, &node.blocked, weight, kept);
        let exact = below.is_none();
        let lesson = below.clone().filter(|_| wanted).map(|below| {
            let (key, asleep, state) = (key.clone(), asleep.clone(), node.state.clone());
            Lesson { key, asleep, state, below, weight }
        });
        self.cycles.leave(machine, &self.run, key, &node.state, &asleep, exact);
        if node.state.rest.now {
            self.rests_explored += 1;
            self.judge_rests(machine);
        }
        self.learn(machine, &node.state, below.as_ref());
        lesson
    }

    /// Stops resting where it has proved useless.
    fn judge_rests(&mut self, machine: &mut Machine<'_>) {
        if self.rests_explored >= REST_TRIAL && self.rests_pruned * REST_YIELD < self.rests_explored
        {
            machine.forbid_rests();
        }
    }

    /// Tells the node on top of the stack what is below one outcome of its current transition.
    pub(crate) fn learn(
        &mut self,
        machine: &mut Machine<'_>,
        after: &State,
        below: Option<&Below>,
    ) {
        let (Some(summaries), Some(parent)) = (&mut self.summaries, self.run.stack.last_mut())
        else {
            return;
        };
        let (Some(open), Some(thread)) = (&mut parent.open, parent.current) else { return };
        summaries.outcome(machine, open, &parent.state, thread, after, below);
    }

    /// Whether a summary covers a state that is about to become a node. What the reduction would have seen
    /// below it is handed to the nodes on the stack. Otherwise: what the node starts with.
    pub(crate) fn is_covered(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        sleep: &SleepSet,
    ) -> Result<(), Option<ControlKey>> {
        let races_pruned = self.is_broken(Broken::RacesPruned);
        let sleep_matters = !self.is_broken(Broken::SleepOfSummariesIgnored);
        let compared = !self.sections.are_entered(&self.run, state);
        let Tree { run: Run { trace, .. }, summaries, known_races: known, .. } = self;
        let Some(summaries) = summaries else { return Err(None) };
        let key = machine.control_key(state);
        let races = machine.config.properties.contains(Property::Race) && !races_pruned;
        let mut allows = |reach: &Reach| {
            !races || reach.iter().all(|reached| hides_no_race(trace, known, reached))
        };
        let required = sleep_matters.then_some(sleep);
        let found = match compared {
            true => summaries.find(machine, &key, state, required, &mut allows),
            false => None,
        };
        let Some(below) = found else {
            if self.was_met(machine, &key, state, sleep) {
                machine.assume_unseen();
                self.rests_pruned += u64::from(state.rest.now);
                self.learn(machine, state, None);
                return Ok(());
            }
            return Err(Some(key));
        };
        machine.assume_unseen();
        if self.plan.reduce == Reduce::Dpor && !self.is_broken(Broken::PrunedAccessesForgotten) {
            self.reverse_below(machine, &below);
        }
        self.rests_pruned += u64::from(state.rest.now);
        self.learn(machine, state, Some(&below));
        Ok(())
    }

    /// Whether a state was met before, on the run at hand or, once there are circles, elsewhere.
    fn was_met(
        &mut self,
        machine: &mut Machine<'_>,
        key: &ControlKey,
        state: &State,
        sleep: &SleepSet,
    ) -> bool {
        if !self.plan.circles {
            return false;
        }
        let races = looks_for_races(machine) && !self.is_broken(Broken::StandingIgnored);
        if self.cycles.closes_circle(machine, &self.run, key, state, sleep, races) {
            self.note_circle();
            return true;
        }
        let ignored = self.is_broken(Broken::ConditionsOfCirclesIgnored);
        let trace = &self.run.trace;
        if self.cycles.found && self.cycles.was_explored(machine, trace, key, state, sleep, ignored)
        {
            return true;
        }
        let depth = self.run.stack.len();
        if !self.plan.renamed_circles
            || state.rest.now
            || !self.cycles.looks_behind_names(depth, self.plan.eager_turns)
        {
            return false;
        }
        let met = self.cycles.was_met_renamed(machine, &self.run, key, state, sleep, races);
        if met == Met::OnRun {
            self.note_circle();
        }
        met != Met::Not
    }

    /// A circle was closed: nobody is postponed any more.
    fn note_circle(&mut self) {
        self.cycles.found = true;
        if self.plan.reduce != Reduce::None && !self.is_broken(Broken::CirclesHideOthers) {
            self.run.stack.iter_mut().for_each(Node::try_everybody);
        }
    }

    /// Whether the only thread that is left goes round for ever in local work. Then there is nothing more to explore on this path. Nothing is learnt from it either:
    /// what the loop depends on was not kept.
    pub(crate) fn works_for_ever(&mut self, machine: &mut Machine<'_>, state: &mut State) -> bool {
        let ignored = self.is_broken(Broken::MemoryOfCirclesIgnored);
        let for_ever = self.plan.circles && cycles::comes_back(machine, state, ignored);
        if for_ever {
            self.learn(machine, state, None);
        }
        for_ever
    }

    /// What would be seen below a pruned state has to be tried above it.
    pub(crate) fn reverse_below(&mut self, machine: &mut Machine<'_>, below: &Below) {
        for reached in below.reach.iter().filter(|reached| reached.is_first) {
            self.reverse_reached(machine, reached, &below.reach);
        }
    }

    /// An access below a pruned state should also be tried before the last event it conflicts with: a run that
    /// starts with whatever does not depend on that event leads there.
    fn reverse_reached(&mut self, machine: &mut Machine<'_>, reached: &Reached, reach: &Reach) {
        let Reached { thread, access, ref way, .. } = *reached;
        for at in self.run.trace.unordered_conflicts(thread, &access) {
            // What its thread does before it comes after that event, too; that is what has to be reversed.
            let assumed = self.is_broken(Broken::FollowersAssumed) && !way.before.is_empty();
            if assumed || self.run.trace.would_follow(at, &way.before) {
                continue;
            }
            let at = self.start_of(at);
            if !self.may_come_first(machine, reached, at) {
                continue;
            }
            let forgotten = self.is_broken(Broken::WakersForgotten);
            let node = &mut self.run.stack[at];
            // Asleep since an earlier node: what wakes it below has to come first.
            let sleeps = node.sleep.transition_of(thread).filter(|_| !node.done.contains(&thread));
            let sleeps = sleeps.filter(|_| !way.alone).cloned();
            let opening = way.opening.as_ref().filter(|_| sleeps.is_none());
            let moves = self.run.trace.meanwhile(at, opening.map(|event| (thread, event)));
            if moves.is_empty() {
                match sleeps {
                    Some(next) if !forgotten => node.wake_wakers(thread, &next, reach),
                    Some(_) | None => node.wake(thread),
                }
            } else if node.sleep.covers(&moves) == Cover::No {
                node.wakeup.insert(moves);
            }
            return;
        }
    }

    /// Whether an access to come could have been made before an event of the run. If not, perhaps before an earlier one.
    fn may_come_first(&mut self, machine: &mut Machine<'_>, reached: &Reached, at: usize) -> bool {
        let Reached { thread, access, .. } = *reached;
        let waits_for_it = |(blocked, event): &(ThreadId, Event)| {
            *blocked == thread
                && event.accesses.iter().any(|blocking| blocking.object == access.object)
        };
        if self.run.stack[at].blocked.iter().any(waits_for_it) {
            return false;
        }
        // Whatever touches what it waits for depends on the event, so the state before the event tells.
        let Waits::ForObject(standing) = &reached.waits else { return true };
        enabled::is_possible_for(machine, &self.run.stack[at].state, standing)
    }
}

/// Whether an access below a pruned state cannot race with the run so far in a way nobody knows of.
pub(crate) fn hides_no_race(trace: &Trace, known: &KnownRaces, reached: &Reached) -> bool {
    let racing = trace.racing(reached.thread, &reached.access, &reached.sources);
    racing.iter().all(|earlier| known.contain(earlier.at.loc, reached.access.at.loc))
}
