//! How often barriers were passed, and what follows for threads in lock-step (section 4.4, "barrier matching").
//!
//! A state counts how often the thread has come back from each barrier, as a value: one more per call, `first + step · rounds` in a loop that passes it
//! equally often in every round (`definitions.rs`), the total behind a loop with a known number of rounds. Two threads then need no matching of their loops: their counts
//! are compared as values.
//!
//! Let a barrier wait for at least as many threads as ever use it. Then each of its rounds takes all of them: a thread comes back from its k-th wait only when all others
//! have begun their k-th. So `passed(a) <= begun(b)` for any two users `a` and `b`, where `begun = passed`, or one more for a thread that stands in the wait. Two
//! threads that do not wait have passed it equally often.
//!
//! How many threads use a barrier is bounded by the creations that may lead to a wait: one for a creation that is executed once, the number of rounds for one in a
//! loop that is executed once. That number is compared with what the barrier was made with as values of `main`, or as constants.

use std::rc::Rc;

use raddle_analysis::NaturalLoop;
use raddle_ir::{BinaryOp, Block, CompareOp, EntityMap, Operand};
use raddle_pointsto::{Object, Position};
use rustc_hash::FxHashMap;

use crate::definitions::ROUNDS;
use crate::flow::{Analysis, Frame, Joint, State};
use crate::locksets::Named;
use crate::values::{Instance, Node, Root, SymbolKind, Val};
use crate::world::Shape;

impl Analysis<'_> {
    /// Whether an address means the same to every thread.
    pub(crate) fn is_steady(&self, value: Val) -> bool {
        self.values.mentions(value).iter().all(|&symbol| {
            let symbol = self.values.symbols[symbol];
            symbol.instance == Instance::ONCE && !matches!(symbol.kind, SymbolKind::Lock(_))
        })
    }

    pub(crate) fn pass(&mut self, state: &mut State, barrier: &Named) {
        let one = self.values.constant(1, ROUNDS);
        match barrier.lock.filter(|&address| self.is_steady(address)) {
            Some(address) => self.add_passes(state, address, one),
            None => state.passes = None,
        }
    }

    pub(crate) fn add_passes(&mut self, state: &mut State, barrier: Val, times: Val) {
        let Some(passes) = &mut state.passes else { return };
        match passes.iter_mut().find(|(known, _)| *known == barrier) {
            Some((_, count)) => match self.values.binary(BinaryOp::Add, ROUNDS, *count, times) {
                Some(sum) => *count = sum,
                None => state.passes = None,
            },
            None => {
                passes.push((barrier, times));
                passes.sort_unstable();
            }
        }
    }

    /// How often a barrier was passed, or whatever else is counted. `None` also if something was counted at an address that may be the same.
    pub(crate) fn passed(&mut self, state: &State, key: Val) -> Option<Val> {
        self.times_counted(state.passes.as_ref()?, key)
    }

    pub(crate) fn times_counted(&mut self, passes: &[(Val, Val)], key: Val) -> Option<Val> {
        let apart = |(other, _): &(Val, Val)| *other == key || self.never_the_same(*other, key);
        passes.iter().all(apart).then(|| self.listed(passes, key))
    }

    /// The same by that name alone.
    fn listed(&mut self, passes: &[(Val, Val)], key: Val) -> Val {
        let known = passes.iter().find(|(known, _)| *known == key).map(|(_, count)| *count);
        known.unwrap_or_else(|| self.values.constant(0, ROUNDS))
    }

    /// Whether two names of what is counted never mean the same.
    fn never_the_same(&self, a: Val, b: Val) -> bool {
        if self.counts_executions(a) || self.counts_executions(b) {
            return a != b;
        }
        let ((root, at), (other, there)) = (self.values.distance(a), self.values.distance(b));
        match root == other {
            true => at != there,
            false => self.is_one_object(&root) && self.is_one_object(&other),
        }
    }

    /// Whether it is no address that is counted by, but an operation, or a function that threads begin in.
    fn counts_executions(&self, key: Val) -> bool {
        match *self.values.node(key) {
            Node::Constant(operand, _) => matches!(operand, Operand::Func(_)),
            Node::Symbol(symbol) => {
                matches!(self.values.symbols[symbol].kind, SymbolKind::Times(_))
            }
            _ => false,
        }
    }

    /// Whether addresses are those of one object that no other name leads to.
    fn is_one_object(&self, root: &Root) -> bool {
        match root {
            Root::Global(_) => true,
            Root::Value(value) => self.values.symbol_of(*value).is_some_and(|symbol| {
                let has_name = match symbol.kind {
                    SymbolKind::Slot(..) => true,
                    SymbolKind::Result(at, 0) => {
                        self.world.points_to.find(Object::Heap(at)).is_some()
                    }
                    _ => false,
                };
                has_name && symbol.instance == Instance::ONCE
            }),
            Root::Indexed(..) => false,
        }
    }

    pub(crate) fn join_passes(
        &mut self,
        joint: &Joint<'_>,
        before: Option<&State>,
        steps: &FxHashMap<(Block, Val), u64>,
    ) -> Option<Vec<(Val, Val)>> {
        let mut barriers: Vec<Val> = Vec::new();
        for (state, _) in joint.incoming {
            barriers.extend(state.passes.as_ref()?.iter().map(|(barrier, _)| *barrier));
        }
        barriers.sort_unstable();
        barriers.dedup();
        let mut joined = Vec::with_capacity(barriers.len());
        for barrier in barriers {
            let mut counts = Vec::with_capacity(joint.incoming.len());
            for (state, back) in joint.incoming {
                counts.push((self.listed(state.passes.as_ref()?, barrier), *back));
            }
            let first = counts[0].0;
            let kind = SymbolKind::Passes(joint.frame.func, joint.block, barrier.0);
            let merge = self.symbol(joint.frame, joint.block, kind, ROUNDS);
            let stays = before.is_some_and(|before| {
                before.passes.iter().flatten().any(|known| *known == (barrier, merge))
            });
            let agreed = counts.iter().all(|(count, _)| *count == first);
            if agreed && !joint.forced && !stays && !joint.is_stale(&self.values, first) {
                joined.push((barrier, first));
                continue;
            }
            let step = steps.get(&(joint.block, barrier)).copied();
            let counted = step.and_then(|step| self.counted_passes(joint, &counts, step));
            joined.push((barrier, counted.unwrap_or(merge)));
        }
        Some(joined)
    }

    fn counted_passes(
        &mut self,
        joint: &Joint<'_>,
        counts: &[(Val, bool)],
        step: u64,
    ) -> Option<Val> {
        let mut entering = counts.iter().filter(|(_, back)| !back);
        let first = entering.next()?.0;
        if !entering.all(|(count, _)| *count == first) || joint.is_stale(&self.values, first) {
            return None;
        }
        let rounds = self.rounds(joint.frame, joint.block);
        let step = self.values.constant(step, ROUNDS);
        let grown = self.values.binary(BinaryOp::Mul, ROUNDS, rounds, step)?;
        self.values.binary(BinaryOp::Add, ROUNDS, grown, first)
    }

    /// By how much the counts grow in every round of a loop.
    pub(crate) fn pass_steps(
        &mut self,
        ins: &EntityMap<Block, Option<Rc<State>>>,
        outs: &EntityMap<Block, Vec<Option<Rc<State>>>>,
        frame: &Frame,
        shape: &Shape,
    ) -> FxHashMap<(Block, Val), u64> {
        let mut found = FxHashMap::default();
        for around in &shape.loops {
            let Some(at_header) = &ins[around.header] else { continue };
            for &(barrier, value) in at_header.passes.iter().flatten() {
                let kind = SymbolKind::Passes(frame.func, around.header, barrier.0);
                if self.values.symbol_of(value).map(|symbol| symbol.kind) == Some(kind)
                    && let Some(step) = self.pass_step(outs, shape, around, barrier, value)
                {
                    found.insert((around.header, barrier), step);
                }
            }
        }
        found
    }

    fn pass_step(
        &mut self,
        outs: &EntityMap<Block, Vec<Option<Rc<State>>>>,
        shape: &Shape,
        around: &NaturalLoop,
        barrier: Val,
        value: Val,
    ) -> Option<u64> {
        let mut step = None;
        for &(source, edge) in &shape.sources[around.header] {
            if !around.contains(source) {
                continue;
            }
            let Some(state) = &outs[source][edge] else { continue };
            let count = self.listed(state.passes.as_ref()?, barrier);
            let by = match *self.values.node(count) {
                _ if count == value => 0,
                Node::Binary(BinaryOp::Add, _, base, by) if base == value => {
                    self.values.word(by)?
                }
                _ => return None,
            };
            if step.is_some_and(|step| step != by) {
                return None;
            }
            step = Some(by);
        }
        step
    }

    /// The conditions between two threads that have passed a barrier so often.
    pub(crate) fn lock_step(
        &mut self,
        (a, a_waits): (Val, bool),
        (b, b_waits): (Val, bool),
    ) -> Vec<Val> {
        if !a_waits && !b_waits {
            return self.values.compare(CompareOp::Eq, ROUNDS, a, b).into_iter().collect();
        }
        let mut conditions = Vec::new();
        for (passed, begun, waits) in [(a, b, b_waits), (b, a, a_waits)] {
            let more = self.values.constant(u64::from(waits), ROUNDS);
            let begun = self.values.binary(BinaryOp::Add, ROUNDS, begun, more);
            conditions.extend(
                begun.and_then(|begun| self.values.compare(CompareOp::Ule, ROUNDS, passed, begun)),
            );
        }
        conditions
    }

    /// The barrier that an operand points to.
    pub(crate) fn barrier(&mut self, state: &State, at: Position, operand: Operand) -> Named {
        self.named(state, at, operand)
    }
}
