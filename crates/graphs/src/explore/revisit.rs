//! Revisits: what a new write or operation does to what was there before it.

use std::rc::Rc;

use raddle_machine::{Access, State, ThreadId, Value, View, Writer};
use raddle_reduce::Broken;
use raddle_solver::Answer;
use smallvec::SmallVec;

use super::ways::deed_of;
use super::{Choice, Explorer, Visitor};
use crate::build::concern;
use crate::clock::Clock;
use crate::execute::{Executed, Glance, Outcome, execute, repeat};
use crate::graph::{Accesses, Deed, Graph, Loc, Name, Pending, Reserved, Source, Step};

/// What of a step a revisit deletes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    All,
    Write,
}

/// What is known of steps that the revisits of one write may delete: it is the same for all of them.
#[derive(Default)]
struct Maximal(Vec<[Option<bool>; 2]>);

impl Maximal {
    fn is(&mut self, graph: &Graph, at: usize, past: &Clock, part: Part) -> bool {
        self.0.resize(graph.steps.len(), [None; 2]);
        let step = &graph.steps[at];
        *self.0[at][part as usize]
            .get_or_insert_with(|| Explorer::is_maximal(graph, step, at, past, part))
    }
}

/// What a revisit leaves of a graph.
struct Kept {
    steps: Vec<usize>,
    pending: Vec<Pending>,
}

impl Explorer<'_, '_> {
    /// Whether a step was added in the one way that a revisit may undo, or what it wrote was.
    fn is_maximal(graph: &Graph, step: &Step, at: usize, past: &Clock, part: Part) -> bool {
        let counts = |other: &Step, stamp: u32, until: u32| {
            other.stamp != step.stamp && (stamp <= until || Graph::contains(past, other))
        };
        for (nth, node) in step.nodes.iter().enumerate() {
            let Some(loc) = node.loc else { continue };
            let writes_later = |after: usize, until: u32| {
                graph.writes(loc)[after..].iter().any(|&name| {
                    let other = graph.step_of(name);
                    counts(other, other.written, until)
                })
            };
            let reads_only = nth == 0 && !node.writes();
            let until = if reads_only { step.stamp } else { step.written };
            if writes_later(graph.rank(node), until) {
                return false;
            }
            if let (Part::All, Deed::Update(source)) = (part, node.deed)
                && writes_later(graph.position(loc, source), step.stamp)
            {
                return false;
            }
            let reads = |&other: &Name| {
                let by = graph.step_of(other);
                graph.node(other).source() == Some(Source::Node(node.name))
                    && counts(by, by.stamp, step.written)
            };
            if node.writes() && graph.readers(loc).iter().any(reads) {
                return false;
            }
            let waits_for = |pending: &Pending| {
                pending.source == Source::Node(node.name) && pending.stamp <= step.written
            };
            if node.writes() && graph.pending.iter().any(waits_for) {
                return false;
            }
        }
        if step.operation.is_empty() {
            return true;
        }
        let mut later = graph.steps[at + 1..]
            .iter()
            .filter(|other| !other.operation.is_empty() && Graph::contains(&other.past, step));
        let waits = |reserved: &Reserved| {
            reserved.stamp <= step.stamp && Graph::contains(&reserved.past, step)
        };
        let previous = |other: &Rc<Step>| counts(other, other.stamp, step.stamp);
        !later.any(previous) && !graph.reserved.iter().any(waits)
    }

    /// Whether a read-modify-write that has still to write has read what was newest.
    fn reads_maximally(graph: &Graph, pending: &Pending, past: &Clock) -> bool {
        let after = graph.position(pending.loc, pending.source);
        graph.writes(pending.loc)[after..].iter().all(|&name| {
            let other = graph.step_of(name);
            other.written > pending.stamp && !Graph::contains(past, other)
        })
    }

    /// Whether an operation that waits does so behind the newest one that it could wait behind.
    fn waits_maximally(&self, graph: &Graph, reserved: &Reserved, past: &Clock) -> bool {
        graph.steps.iter().all(|step| {
            let previous = step.stamp <= reserved.stamp || Graph::contains(past, step);
            !previous
                || !concern(&step.operation, &reserved.operation, self.coarse)
                || Graph::contains(&reserved.past, step)
        })
    }

    /// What a revisit of `target` keeps, if it may be made.
    fn kept(
        &self,
        graph: &Graph,
        target: usize,
        past: &Clock,
        maximal: &mut Maximal,
    ) -> Option<Kept> {
        let revisited = &graph.steps[target];
        let mut goes = graph.reserved.iter().filter(|other| other.stamp > revisited.stamp);
        if !goes.all(|reserved| self.waits_maximally(graph, reserved, past)) {
            return None;
        }
        self.left(graph, revisited.stamp, past, maximal)
    }

    /// What was there before a stamp, which is gone itself, and what is in a past, if all else was added in the maximal way.
    fn left(
        &self,
        graph: &Graph,
        target: u32,
        past: &Clock,
        maximal: &mut Maximal,
    ) -> Option<Kept> {
        let anyhow = self.broken == Some(Broken::DeletedAnyhow);
        let mut kept = Kept { steps: Vec::with_capacity(graph.steps.len()), pending: Vec::new() };
        for pending in &graph.pending {
            if pending.stamp < target {
                kept.pending.push(pending.clone());
            } else if !Self::reads_maximally(graph, pending, past) {
                return None;
            }
        }
        for (at, step) in graph.steps.iter().enumerate() {
            let known = Graph::contains(past, step) && step.stamp != target;
            if known || (step.stamp < target && step.written < target) {
                kept.steps.push(at);
                continue;
            }
            let part = if step.stamp < target { Part::Write } else { Part::All };
            if !anyhow && !maximal.is(graph, at, past, part) {
                return None;
            }
            if let (Part::Write, Some(node)) = (part, step.main())
                && let (Some(loc), Some(source)) = (node.loc, node.source())
            {
                let (thread, stamp) = (step.thread, step.stamp);
                kept.pending.push(Pending { thread, stamp, loc, source });
            }
        }
        Some(kept)
    }

    /// The graph of some of the steps of another one; they are executed again from where the two differ.
    fn restrict(&mut self, graph: &Graph, kept: &Kept, below: u32) -> Option<Graph> {
        let Kept { steps: kept, pending } = kept;
        let common = kept.iter().enumerate().take_while(|(nth, at)| nth == *at).count();
        let mut next = Graph::new(graph.states[0].clone());
        next.next_stamp = graph.next_stamp;
        let stays = |stamp: u32| stamp < below;
        next.reserved = graph.reserved.iter().filter(|r| stays(r.stamp)).cloned().collect();
        next.pending.clone_from(pending);
        for at in 0..common {
            next.push(graph.steps[at].clone(), graph.states[at + 1].clone());
        }
        let mut keeps = vec![false; graph.steps.len()];
        kept.iter().for_each(|&at| keeps[at] = true);
        let mut known = vec![false; graph.accesses.len()];
        next.nodes().filter_map(|node| node.loc).for_each(|loc| known[loc.0 as usize] = true);
        let restricted = graph.accesses.iter().zip(known).map(|(accesses, known)| {
            let Accesses { order, readers, start } = &**accesses;
            let stays = |name: &Name| keeps[graph.place(*name).0];
            if known && order.iter().chain(readers).all(stays) {
                return accesses.clone();
            }
            let order = order.iter().copied().filter(stays).collect();
            let readers = readers.iter().copied().filter(stays).collect();
            Rc::new(Accesses { order, readers, start: start.filter(|_| known) })
        });
        next.accesses = Rc::new(restricted.collect());
        let model = graph.state().model.clone();
        let old_path = graph.state().path.clone();
        for &at in &kept[common..] {
            let step = graph.steps[at].clone();
            let Some(state) = self.again(&mut next, &step, &model) else {
                // Nothing may be lost without a word.
                if !self.machine.config.budget.is_spent() {
                    let at = self.place_of(next.state(), step.thread);
                    self.cut("an operation that waits in another order", at);
                }
                return None;
            };
            next.push(step, Rc::new(state));
        }
        let stands =
            |thread: ThreadId| next.standing(thread.0).steps == graph.standing(thread.0).steps;
        next.joining = graph.joining.iter().copied().filter(|(waits, _)| stands(*waits)).collect();
        // Something was decided now that had not been decided there: both ways would have to be followed.
        let decided = next.state().path.after(graph.states[common].path.len());
        for condition in decided {
            let negated = self.machine.terms.not(condition);
            let solver = &mut self.machine.solver;
            match solver.check(&mut self.machine.terms, &old_path, &[negated]) {
                Answer::Unsat(_) => {}
                Answer::Sat(_) | Answer::Unknown(_) => {
                    let last = next.steps.last().map_or(ThreadId(0), |step| step.thread);
                    let at = self.place_of(next.state(), last);
                    self.cut("an order of operations whose values inputs decide", at);
                    return None;
                }
            }
        }
        Some(next)
    }

    /// The state after a step that is executed once more, in a graph that knows the places of its writes.
    fn again(
        &mut self,
        graph: &mut Graph,
        step: &Step,
        model: &raddle_expr::Model,
    ) -> Option<State> {
        let before = graph.state().clone();
        for node in &step.nodes {
            let Some(loc) = node.loc else { continue };
            if !graph.is_accessed(loc) {
                let range = self.ranges[loc.0 as usize];
                let start = self.machine.bytes_at(&before, range.object, range.start, range.size());
                graph.accesses_mut(loc).start = start.or(Some(Value::Undef));
            }
        }
        let decision = before.decisions.len();
        let mut glance = None;
        let mut left = None;
        if let Some(node) = step.main()
            && node.offset == 0
            && let Some(loc) = node.loc
        {
            let range = self.ranges[loc.0 as usize];
            let newest = executed_newest(graph, loc);
            if let Some(source) = node.source()
                && source != newest
                && let Source::Node(name) = newest
            {
                let saw = match source {
                    Source::Start => Writer::Start,
                    Source::Node(name) => Writer::Decision(graph.decision(name)),
                };
                let instead = graph.decision(name);
                let view = View { decision, saw: Some((saw, instead)), left: Some(instead) };
                let (value, newest) = (graph.value(loc, source), graph.value(loc, newest));
                glance = Some(Glance { range, value, newest, view });
            } else if node.deed == Deed::Write
                && let Source::Node(name) = newest
                && graph.position(loc, newest) > graph.position(loc, Source::Node(node.name))
            {
                left = Some((range, graph.value(loc, newest), graph.decision(name)));
            }
        }
        let count = step.transitions;
        let mut state = repeat(self.machine, &before, step.thread, count, glance.as_ref(), model)?;
        if let Some((range, value, newest)) = left {
            let size = range.size();
            self.machine.put_bytes(&mut state, range.object, range.start, size, value);
            state.views.push(View { decision, saw: None, left: Some(newest) });
        }
        Some(state)
    }

    /// Whether deleted steps took first sides wherever inputs decided, or there were no others given what is kept.
    fn took_first_sides(&mut self, graph: &Graph, kept: &Kept, next: &Graph) -> bool {
        let mut deleted: Vec<&Rc<Step>> = Vec::new();
        for (at, step) in graph.steps.iter().enumerate() {
            if kept.steps.binary_search(&at).is_err() && !step.forks.is_empty() {
                deleted.push(step);
            }
        }
        if deleted.is_empty() || self.broken == Some(Broken::SidesTakenForFirst) {
            return true;
        }
        deleted.sort_by_key(|step| step.stamp);
        let mut path = next.state().path.clone();
        let forks = |step: &Rc<Step>| -> Vec<_> {
            step.forks.iter().map(|&fork| (step.thread, fork)).collect()
        };
        for (thread, fork) in deleted.iter().flat_map(|step| forks(step)) {
            if fork.taken {
                path = path.and(fork.first);
                continue;
            }
            let solver = &mut self.machine.solver;
            match solver.check(&mut self.machine.terms, &path, &[fork.first]) {
                Answer::Unsat(_) => {}
                Answer::Sat(_) => return false,
                Answer::Unknown(_) => {
                    let at = self.place_of(graph.state(), thread);
                    self.cut("a condition that the solver does not decide", at);
                    return false;
                }
            }
            let other = self.machine.terms.not(fork.first);
            path = path.and(other);
        }
        true
    }

    /// Lets a write be read by reads that were there before it.
    pub(super) fn revisit(&mut self, graph: &Graph, visitor: Visitor) {
        let Visitor { thread, loc, source, stamp } = visitor;
        let mut past = graph.standing(thread.0).past.clone();
        if let Some(Source::Node(name)) = source {
            past.join(&graph.step_of(name).past);
        }
        let mut visited = false;
        let mut maximal = Maximal::default();
        for target in (0..graph.steps.len()).rev() {
            let step = &graph.steps[target];
            let reads = step.main().is_some_and(|node| {
                node.loc == Some(loc) && node.source().is_some() && node.offset == 0
            });
            if !reads || step.thread == thread || Graph::contains(&past, step) {
                continue;
            }
            let is_stuck = step.after.iter().any(|(_, standing)| standing.stuck);
            if is_stuck && self.broken == Some(Broken::StuckForEver) {
                continue;
            }
            if self.broken == Some(Broken::RevisitsDropped) && std::mem::replace(&mut visited, true)
            {
                return;
            }
            let Some(kept) = self.kept(graph, target, &past, &mut maximal) else { continue };
            let Some(next) = self.restrict(graph, &kept, step.stamp) else { continue };
            if !self.took_first_sides(graph, &kept, &next) {
                continue;
            }
            let glance = match source {
                Some(source) if source != next.newest(loc) => self.glance(&next, loc, source),
                _ => None,
            };
            let state = next.state().clone();
            let executed = execute(self.machine, &self.events, &state, thread, glance.as_ref());
            let Some(outcomes) = self.outcomes(executed, &state, thread) else { return };
            for outcome in &outcomes {
                let Some(access) = self.accessed(outcome, loc) else { continue };
                let from = source.unwrap_or(Source::Start);
                if !matches!(deed_of(&access, from), Deed::Write | Deed::Update(_)) {
                    continue;
                }
                for choice in self.choices(&next, thread, loc, &access, from) {
                    let choice = Choice { stamp, ..choice };
                    let Some(with) = self.place(next.clone(), thread, outcome, choice) else {
                        continue;
                    };
                    self.read_again(&with, step, loc);
                }
            }
        }
    }

    /// Adds a read that now reads from the newest step.
    fn read_again(&mut self, graph: &Graph, step: &Step, loc: Loc) {
        let written = graph.steps.last().and_then(|step| step.main()).map(|node| node.name);
        let Some(name) = written else { return };
        let source = Source::Node(name);
        let glance = match graph.newest(loc) == source {
            true => None,
            false => self.glance(graph, loc, source),
        };
        let state = graph.state().clone();
        let executed = execute(self.machine, &self.events, &state, step.thread, glance.as_ref());
        let Some(outcomes) = self.outcomes(executed, &state, step.thread) else { return };
        let mut writes = false;
        for outcome in &outcomes {
            let Some(access) = self.accessed(outcome, loc) else { continue };
            writes |= matches!(deed_of(&access, source), Deed::Update(_));
            for choice in self.choices(graph, step.thread, loc, &access, source) {
                let choice = Choice { stamp: Some(step.stamp), ..choice };
                let next = self.place(graph.clone(), step.thread, outcome, choice);
                self.open.extend(next);
            }
        }
        if writes && self.broken != Some(Broken::UpdatesRevisitNothing) {
            let (thread, stamp) = (step.thread, Some(step.stamp));
            self.revisit(graph, Visitor { thread, loc, source: Some(source), stamp });
        }
    }

    /// A read-modify-write that has read before writes now.
    pub(super) fn update_again(&mut self, graph: &Graph, pending: Pending) {
        let Pending { thread, stamp, loc, source } = pending;
        let glance = match graph.newest(loc) == source {
            true => None,
            false => self.glance(graph, loc, source),
        };
        let state = graph.state().clone();
        let executed = execute(self.machine, &self.events, &state, thread, glance.as_ref());
        let Some(outcomes) = self.outcomes(executed, &state, thread) else { return };
        for outcome in &outcomes {
            let Some(access) = self.accessed(outcome, loc) else { continue };
            for choice in self.choices(graph, thread, loc, &access, source) {
                let choice = Choice { stamp: Some(stamp), ..choice };
                let next = self.place(graph.clone(), thread, outcome, choice);
                self.open.extend(next);
            }
        }
        self.revisit(graph, Visitor { thread, loc, source: Some(source), stamp: Some(stamp) });
    }

    /// Lets an operation on objects of the library come before operations that were there before it, or be what one that waits was
    /// waiting for.
    pub(super) fn revisit_operations(
        &mut self,
        graph: &Graph,
        thread: ThreadId,
        accesses: &[Access],
    ) {
        if self.broken == Some(Broken::OperationsInOneOrder) {
            return;
        }
        let coarse = self.coarse;
        let own = graph.standing(thread.0).past.clone();
        let concerned: Vec<usize> = (0..graph.steps.len())
            .filter(|&at| concern(&graph.steps[at].operation, accesses, coarse))
            .collect();
        for (nth, &at) in concerned.iter().enumerate() {
            let follows =
                |&before: &usize| Graph::contains(&graph.steps[at].past, &graph.steps[before]);
            if !concerned[..nth].iter().all(follows) {
                // Objects that operations have in common with this one only: their orders would have to be combined.
                self.too_fine = true;
                return;
            }
        }
        let mut past = own;
        for nth in 0..=concerned.len() {
            let next = concerned.get(nth).map(|&at| &graph.steps[at]);
            if next.is_none_or(|step| step.thread != thread && !Graph::contains(&past, step)) {
                if let Some(&target) = concerned.get(nth) {
                    let target = Waiting::of_step(&graph.steps[target]);
                    self.come_before(graph, thread, accesses, &target, &past);
                }
                for reserved in &graph.reserved {
                    if concern(&reserved.operation, accesses, coarse) {
                        let target = Waiting::of_reserved(reserved);
                        self.come_before(graph, thread, accesses, &target, &past);
                    }
                }
            }
            if let Some(step) = next {
                past.join(&step.past);
            }
        }
    }

    /// An operation with a given past comes before one that was there: all the rest of what was added since then goes.
    fn come_before(
        &mut self,
        graph: &Graph,
        thread: ThreadId,
        accesses: &[Access],
        target: &Waiting,
        past: &Clock,
    ) {
        let mut goes = graph.reserved.iter().filter(|other| other.stamp >= target.stamp);
        if !goes.all(|reserved| self.waits_maximally(graph, reserved, past)) {
            return;
        }
        let maximal = &mut Maximal::default();
        let Some(kept) = self.left(graph, target.stamp, past, maximal) else { return };
        for step in kept.steps.iter().map(|&at| &graph.steps[at]) {
            // It would come before the operation, and does not.
            if !Graph::contains(past, step) && concern(&step.operation, accesses, self.coarse) {
                return;
            }
        }
        let Some(next) = self.restrict(graph, &kept, target.stamp) else { return };
        if !self.took_first_sides(graph, &kept, &next) {
            return;
        }
        let state = next.state().clone();
        let executed = execute(self.machine, &self.events, &state, thread, None);
        let Some(outcomes) = self.outcomes(executed, &state, thread) else { return };
        for outcome in &outcomes {
            let Some(with) = self.place(next.clone(), thread, outcome, Choice::default()) else {
                continue;
            };
            // Inputs may decide which object it is about.
            let step = with.steps.last().expect("it was added");
            if begins_alike(&step.operation, accesses) {
                self.operate_again(with, target);
            }
        }
    }

    /// What a step leads to, if it can be made here.
    pub(super) fn outcomes(
        &mut self,
        executed: Executed,
        state: &State,
        thread: ThreadId,
    ) -> Option<Vec<Outcome>> {
        match executed {
            Executed::Outcomes(outcomes) => Some(outcomes),
            Executed::Depends => {
                let at = self.place_of(state, thread);
                self.cut("whether an operation waits depends on inputs", at);
                None
            }
            Executed::Waits(_) | Executed::Unfinished => None,
        }
    }

    /// Adds an operation behind the newest step, or notes that it has to wait.
    fn operate_again(&mut self, mut graph: Graph, target: &Waiting) {
        let state = graph.state().clone();
        let Waiting { thread, stamp, .. } = *target;
        match execute(self.machine, &self.events, &state, thread, None) {
            Executed::Outcomes(outcomes) => {
                for outcome in &outcomes {
                    let choice = Choice { stamp: Some(stamp), ..Choice::default() };
                    let next = self.place(graph.clone(), thread, outcome, choice);
                    self.open.extend(next);
                }
            }
            Executed::Waits(_) => {
                let operation = target.operation.clone();
                let past = graph.steps.last().expect("it was added").past.clone();
                if self.broken != Some(Broken::WaitingForgotten) {
                    graph.reserved.push(Reserved { thread, stamp, operation, past });
                }
                self.open.push(graph);
            }
            Executed::Depends => {
                let at = self.place_of(&state, thread);
                self.cut("whether an operation waits depends on inputs", at);
            }
            Executed::Unfinished => {}
        }
    }
}

fn begins_alike(one: &[Access], two: &[Access]) -> bool {
    match (one.first(), two.first()) {
        (Some(one), Some(two)) => one.overlaps(two),
        _ => false,
    }
}

/// An operation that another one comes before.
struct Waiting {
    thread: ThreadId,
    stamp: u32,
    operation: SmallVec<[Access; 2]>,
}

impl Waiting {
    fn of_step(step: &Step) -> Waiting {
        let (thread, stamp) = (step.thread, step.stamp);
        Waiting { thread, stamp, operation: step.operation.clone() }
    }
    fn of_reserved(reserved: &Reserved) -> Waiting {
        let (thread, stamp) = (reserved.thread, reserved.stamp);
        Waiting { thread, stamp, operation: reserved.operation.clone() }
    }
}

/// The newest write to a location that is in the graph already.
fn executed_newest(graph: &Graph, loc: Loc) -> Source {
    let there = |name: &&crate::graph::Name| graph.has(**name);
    graph.writes(loc).iter().rev().find(there).map_or(Source::Start, |&name| Source::Node(name))
}
