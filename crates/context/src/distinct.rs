//! What is known of one thread of a context by the presence of another.
//!
//! **Distinct threads.** Two threads that come from the same creation were created in different executions of it. If one activation executes it (its function is executed
//! once), they were created in different rounds of the loops around it; if it is in no loop, they cannot both come from it. Arguments are values over those
//! rounds (`stack.rs`), so `for (i…) pthread_create(…, (void *)i)` has different `i`, and `&args[i]` different addresses, without a word about arguments: a solver finds out.
//! Nothing is claimed where the argument does not depend on the round.
//!
//! **Too few yet.** Nobody has passed a barrier before as many threads were created that use it as it waits for.
//!
//! **Lock-step.** Threads that use a barrier which waits for all its users have passed it equally often (`barriers.rs`).

use raddle_ir::{BinaryOp, CastOp, CompareOp, Op, Operand, Type};
use raddle_pointsto::{Offset, Place, Position, positions_of};
use raddle_warn::sync::{SyncOp, sync_op};

use crate::broken::Broken;
use crate::definitions::ROUNDS;
use crate::flow::{Analysis, State};
use crate::stack::{Before, Creation};
use crate::values::{Instance, Node, SymbolKind, Val};

/// A thread of the context as far as others are concerned.
#[derive(Debug)]
pub(crate) struct Met {
    /// What kinds of threads it may be.
    pub(crate) kinds: Vec<usize>,
    pub(crate) creations: Vec<Creation>,
    /// Its frames.
    pub(crate) own: Vec<Instance>,
    /// At its place.
    pub(crate) state: State,
    /// The barrier it stands in.
    pub(crate) waits_at: Option<Val>,
}

/// A barrier that was made.
#[derive(Debug)]
pub(crate) struct Made {
    /// `None` if it has no name that means the same to everybody.
    pub(crate) barrier: Option<Val>,
    pub(crate) places: Vec<Place>,
    pub(crate) count: Option<Val>,
    /// The place is executed at most once.
    once: bool,
}

fn overlap(a: &[Place], b: &[Place]) -> bool {
    a.iter().any(|a| {
        b.iter().any(|b| {
            a.object == b.object
                && (a.offset == b.offset || a.offset == Offset::Any || b.offset == Offset::Any)
        })
    })
}

impl Analysis<'_> {
    /// What follows from two threads being different ones.
    pub(crate) fn different(&mut self, a: &Met, b: &Met) -> Vec<Val> {
        let mut conditions = Vec::new();
        for one in &a.creations {
            for other in b.creations.iter().filter(|other| other.site == one.site) {
                let Some(condition) = self.different_rounds(one, other) else { continue };
                // Only if both come from there.
                let mut guarded = Some(condition);
                let holds = self.values.constant(1, Type::BOOL);
                for chosen in [one.chosen, other.chosen].into_iter().flatten() {
                    guarded = guarded
                        .and_then(|inner| self.values.select(Type::BOOL, chosen, inner, holds));
                }
                conditions.extend(guarded);
                conditions.extend(self.different_objects(one, other));
                if self.world.broken == Some(Broken::RoundsTakenForArguments)
                    && let (Some(x), Some(y)) = (one.argument, other.argument)
                {
                    conditions.extend(self.values.compare(CompareOp::Ne, Type::Ptr, x, y));
                }
            }
        }
        conditions
    }

    /// Memory that each round allocates for the thread it creates, and nobody frees, is different.
    fn different_objects(&mut self, a: &Creation, b: &Creation) -> Option<Val> {
        let (x, y) = (a.argument?, b.argument?);
        let at = match (self.values.symbol_of(x)?.kind, self.values.symbol_of(y)?.kind) {
            (SymbolKind::Result(at, 0), SymbolKind::Result(also, 0)) if at == also => at,
            _ => return None,
        };
        let (name, _) = self.world.library_call(at.op(self.world.program)?)?;
        let shape = self.world.shape(at.func);
        let loops = |at: Position| -> Vec<_> {
            shape.loops_around(at.block).map(|around| around.header).collect()
        };
        let each_round = at.func == a.site.func && a.rounds.is_some() && loops(at) == loops(a.site);
        if x == y || !each_round || !matches!(name, "malloc" | "calloc") || self.is_freed(at) {
            return None;
        }
        // They may both be null.
        let null = self.values.constant(0, Type::Ptr);
        let holds = self.values.constant(1, Type::BOOL);
        let none = self.values.compare(CompareOp::Eq, Type::Ptr, x, null)?;
        let differ = self.values.compare(CompareOp::Ne, Type::Ptr, x, y)?;
        self.values.select(Type::BOOL, none, holds, differ)
    }

    fn different_rounds(&mut self, a: &Creation, b: &Creation) -> Option<Val> {
        let (a, b) = (a.rounds.as_ref()?, b.rounds.as_ref()?);
        let mut differ = self.values.constant(0, Type::BOOL);
        let holds = self.values.constant(1, Type::BOOL);
        for (&x, &y) in a.iter().zip(b) {
            let other = self.values.compare(CompareOp::Ne, ROUNDS, x, y)?;
            differ = self.values.select(Type::BOOL, other, holds, differ)?;
        }
        Some(differ)
    }

    /// The barriers that may have been made. `None` if the budget is spent.
    pub(crate) fn made_barriers(
        &mut self,
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<Vec<Made>> {
        let mut made = Vec::new();
        for at in self.calls_of(SyncOp::BarrierInit, executed) {
            let kind = self.world.certain_kind(at.func, executed);
            let state = self.state_before(at, kind, executed, 0)?.state;
            let Some(state) = state else { continue };
            let Some(Op::Call { args, .. }) = at.op(self.world.program) else { continue };
            let Some(first) = args.first() else { continue };
            let named = self.barrier(&state, at, first.value);
            let barrier = named.lock.filter(|&address| self.is_steady(address));
            let count = args.get(2).and_then(|arg| self.eval(&state, arg.value, arg.ty));
            let count = count.filter(|&count| self.is_steady(count));
            let once = self.world.at_most_once(at.func, at.block);
            made.push(Made { barrier, places: named.places.to_vec(), count, once });
        }
        Some(made)
    }

    fn calls_of(&self, wanted: SyncOp, executed: &dyn Fn(Position) -> bool) -> Vec<Position> {
        let mut functions: Vec<_> = self.world.points_to.calls.reachable().into_iter().collect();
        functions.sort_unstable();
        let is_wanted = |at: &Position| {
            let library = at.op(self.world.program).and_then(|op| self.world.library_call(op));
            library.is_some_and(|(name, _)| sync_op(name) == Some(wanted)) && executed(*at)
        };
        functions
            .into_iter()
            .flat_map(|func| positions_of(self.world.program, func))
            .filter(is_wanted)
            .collect()
    }

    /// Conditions between threads that pass barriers together. `None` if the budget is spent.
    pub(crate) fn in_lock_step(
        &mut self,
        threads: &[Met],
        made: &[Made],
        whole: bool,
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<Vec<Val>> {
        let mut conditions = Vec::new();
        for one in made {
            let Some(barrier) = one.barrier else { continue };
            let alone =
                made.iter().filter(|other| overlap(&other.places, &one.places)).count() == 1;
            if !alone || !one.once {
                continue;
            }
            let users = self.users(one, executed);
            conditions.extend(self.too_few_yet(one, barrier, &users, threads));
            let complete = self.is_complete(one, &users, executed)?;
            if !complete && self.world.broken != Some(Broken::PartialBarriersTrusted) {
                continue;
            }
            let mut counts: Vec<(Val, bool)> = Vec::new();
            for thread in threads {
                if !thread.kinds.iter().all(|kind| users.contains(kind)) {
                    continue;
                }
                let Some(passed) = self.passed(&thread.state, barrier) else { continue };
                let mut passed = passed;
                if self.world.broken == Some(Broken::BarriersOffByOne) && counts.is_empty() {
                    let one = self.values.constant(1, ROUNDS);
                    passed = self.values.binary(BinaryOp::Add, ROUNDS, passed, one)?;
                }
                counts.push((passed, thread.waits_at == Some(barrier)));
            }
            if whole {
                conditions.extend(self.outlived(barrier, &users, threads, &counts));
            }
            for (index, &a) in counts.iter().enumerate() {
                for &b in &counts[index + 1..] {
                    conditions.extend(self.lock_step(a, b));
                }
            }
        }
        Some(conditions)
    }

    /// Nobody has passed a barrier while fewer threads were created that use it than it waits for.
    fn too_few_yet(
        &mut self,
        made: &Made,
        barrier: Val,
        users: &[usize],
        threads: &[Met],
    ) -> Vec<Val> {
        let mut conditions = Vec::new();
        let Some(enough) = self.enough_created(made, users, threads) else { return conditions };
        let none = self.values.constant(0, ROUNDS);
        let holds = self.values.constant(1, Type::BOOL);
        for thread in threads {
            let Some(passed) = self.passed(&thread.state, barrier) else { continue };
            let not_yet = self.values.compare(CompareOp::Eq, ROUNDS, passed, none);
            conditions
                .extend(not_yet.and_then(|not| self.values.select(Type::BOOL, enough, holds, not)));
        }
        conditions
    }

    fn enough_created(&mut self, made: &Made, users: &[usize], threads: &[Met]) -> Option<Val> {
        let count = made.count?;
        let ty = self.values.type_of(count);
        let needed = match ty {
            Type::Int(64) => count,
            _ => self.values.cast(CastOp::ZExt, ty, ROUNDS, count)?,
        };
        let mut starts: Vec<_> = users.iter().map(|&user| self.world.kinds[user].start).collect();
        starts.sort_unstable();
        starts.dedup();
        let main = u64::from(users.contains(&0));
        let mut all = self.values.constant(main, ROUNDS);
        let first = self.world.kinds[0].start;
        for start in starts.into_iter().filter(|&start| start != first) {
            let created = self.created(start, threads)?;
            all = self.values.binary(BinaryOp::Add, ROUNDS, all, created)?;
        }
        let all = match self.world.broken {
            Some(Broken::CreatedForgotten) => self.values.constant(0, ROUNDS),
            _ => all,
        };
        self.values.compare(CompareOp::Uge, ROUNDS, all, needed)
    }

    /// The kinds of threads that may wait at a barrier.
    fn users(&self, made: &Made, executed: &dyn Fn(Position) -> bool) -> Vec<usize> {
        let mut users = Vec::new();
        for at in self.calls_of(SyncOp::BarrierWait, &|_| true) {
            let Some(Op::Call { args, .. }) = at.op(self.world.program) else { continue };
            let Some(first) = args.first() else { continue };
            if overlap(&self.world.points_to.places(at.func, first.value), &made.places) {
                users.extend(self.world.kinds_of(at.func, executed));
            }
        }
        users.sort_unstable();
        users.dedup();
        users
    }

    /// Whether a barrier waits for all who use it.
    fn is_complete(
        &mut self,
        made: &Made,
        users: &[usize],
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<bool> {
        let Some(count) = made.count else { return Some(false) };
        let ty = self.values.type_of(count);
        let mut threads = self.values.constant(0, ty);
        for &user in users {
            let instances = self.instances(user, ty, executed)?;
            let sum =
                instances.and_then(|more| self.values.binary(BinaryOp::Add, ty, threads, more));
            let Some(sum) = sum else { return Some(false) };
            threads = sum;
        }
        Some(match (self.values.word(threads), self.values.word(count)) {
            (Some(threads), Some(count)) => threads <= count,
            _ => threads == count,
        })
    }

    /// At most how many threads of a kind there are, as a value that means the same to everybody.
    pub(crate) fn instances(
        &mut self,
        kind: usize,
        ty: Type,
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<Option<Val>> {
        if self.world.kinds[kind].single {
            return Some(Some(self.values.constant(1, ty)));
        }
        let Some(at) = self.world.kinds[kind].site else { return Some(None) };
        let creator = self.world.certain_kind(at.func, executed);
        let Before { frame, state, own, .. } = self.state_before(at, creator, executed, 0)?;
        let Some(state) = state else { return Some(None) };
        let rounds = self.rounds_around(at, &frame, &own, executed);
        let Some([rounds]) = rounds.as_deref() else { return Some(None) };
        Some(self.bound_of(&state, *rounds, ty))
    }

    /// At most how many values a number of rounds has, by `first + rounds < bound` and `first <= first + rounds`.
    fn bound_of(&mut self, state: &State, rounds: Val, wanted: Type) -> Option<Val> {
        for &condition in &state.conditions {
            let &Node::Compare(op, ty, value, bound) = self.values.node(condition) else {
                continue;
            };
            let Type::Int(bits) = ty else { continue };
            if !matches!(op, CompareOp::Slt | CompareOp::Ult) || !self.is_steady(bound) {
                continue;
            }
            let narrow = match bits {
                64 => Some(rounds),
                _ => self.values.cast(CastOp::Trunc, ROUNDS, ty, rounds),
            };
            let first = match *self.values.node(value) {
                _ if Some(value) == narrow => self.values.constant(0, ty),
                Node::Binary(BinaryOp::Add, _, grown, first) if Some(grown) == narrow => first,
                _ => continue,
            };
            let from = if op == CompareOp::Slt { CompareOp::Sle } else { CompareOp::Ule };
            let not_below = self.values.compare(from, ty, first, value);
            let holds = not_below.is_some_and(|c| state.conditions.binary_search(&c).is_ok());
            if self.values.word(first).is_none() || !holds {
                continue;
            }
            let distance = self.values.binary(BinaryOp::Sub, ty, bound, first)?;
            return match ty == wanted {
                true => Some(distance),
                false => self.values.word(distance).map(|word| self.values.constant(word, wanted)),
            };
        }
        None
    }

    /// The barrier that a thread is about to wait at.
    pub(crate) fn waits_at(&mut self, state: &State, at: Position) -> Option<Val> {
        let (name, args) = self.world.library_call(at.op(self.world.program)?)?;
        if sync_op(name) != Some(SyncOp::BarrierWait) {
            return None;
        }
        let operand: Operand = args.first()?.value;
        self.barrier(state, at, operand).lock
    }
}
