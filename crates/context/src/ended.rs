//! Threads that are gone.
//!
//! Let the context have all threads of the program, and let its first thread have created more threads that begin in a function than the context has: then some of them have
//! ended. A thread that has ended has passed a barrier as often as its function does from its beginning to its end. If the barrier waits for all who use it (`barriers.rs`), whoever uses
//! it has begun to wait at least as often, since the one that is gone came back from its last wait.
//!
//! Creations are counted as passes of barriers are, by the function that the thread begins in. Those that may begin in one of several functions are not counted: there are
//! at least as many threads as that. It is taken for granted that creations do not fail; who thinks that they may must not say that the context has all threads.
//!
//! A context also has all threads if it names as many of each kind that was created by then as there can ever be ([`Analysis::left_out`]): none is left that could be elsewhere, or could have ended.
//!
//! What it misses: threads that may end in the middle of their functions, or that are created by others than the first thread.

use raddle_ir::{BinaryOp, CompareOp, FuncId, Operand, Type};
use raddle_pointsto::Position;
use raddle_warn::sync::{SyncOp, sync_op};

use crate::broken::Broken;
use crate::definitions::ROUNDS;
use crate::distinct::Met;
use crate::flow::{Analysis, State};
use crate::values::{Instance, Symbol, SymbolKind, Val};

impl Analysis<'_> {
    /// A thread is created, if it is known where it begins.
    pub(crate) fn count_creation(&mut self, state: &mut State, at: Position) {
        self.count(state, at);
        let mut started = self.world.points_to.calls.started_at(at);
        let (Some(func), None) = (started.next(), started.next()) else { return };
        let one = self.values.constant(1, ROUNDS);
        if let Some(key) = self.values.operand(Operand::Func(func), Type::Ptr) {
            self.add_passes(state, key, one);
        }
    }

    /// An operation is executed once more.
    pub(crate) fn count(&mut self, state: &mut State, at: Position) {
        let key = self.times(at);
        let one = self.values.constant(1, ROUNDS);
        self.add_passes(state, key, one);
    }

    /// What an operation is counted by.
    pub(crate) fn times(&mut self, at: Position) -> Val {
        let (instance, kind) = (Instance::ONCE, SymbolKind::Times(at));
        self.values.symbol(Symbol { instance, kind, ty: ROUNDS })
    }

    /// The kinds of which the program may have had other threads than those of a context, whose threads are of these kinds. `None` if the budget is spent.
    pub(crate) fn left_out(
        &mut self,
        threads: &[Vec<usize>],
        executed: &dyn Fn(Position) -> bool,
    ) -> Option<Vec<usize>> {
        let mut left_out = Vec::new();
        for kind in 0..self.world.kinds.len() {
            if self.world.kinds[kind].site.is_some_and(|site| !executed(site)) {
                continue;
            }
            let named = threads.iter().filter(|kinds| kinds[..] == [kind]).count() as u64;
            let most = self.instances(kind, ROUNDS, executed)?;
            let most = most.and_then(|most| self.values.word(most));
            if most.is_none_or(|most| most > named) {
                left_out.push(kind);
            }
        }
        Some(left_out)
    }

    /// What threads that are gone tell of others that use a barrier with them, which have passed it so often or wait at it.
    pub(crate) fn outlived(
        &mut self,
        barrier: Val,
        users: &[usize],
        threads: &[Met],
        counts: &[(Val, bool)],
    ) -> Vec<Val> {
        let mut starts: Vec<FuncId> =
            users.iter().map(|&user| self.world.kinds[user].start).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut conditions = Vec::new();
        for start in starts {
            let total = match self.some_have_ended(start, threads) {
                true => self.passes_of(start, barrier),
                false => None,
            };
            let Some(total) = total else { continue };
            for &(passed, waits) in counts {
                let more = self.values.constant(u64::from(waits), ROUNDS);
                let begun = self.values.binary(BinaryOp::Add, ROUNDS, passed, more);
                conditions.extend(
                    begun.and_then(|begun| {
                        self.values.compare(CompareOp::Ule, ROUNDS, total, begun)
                    }),
                );
            }
        }
        conditions
    }

    /// Whether some thread that began in a function is not there any more.
    fn some_have_ended(&mut self, start: FuncId, threads: &[Met]) -> bool {
        let Some(first) = threads.iter().find(|thread| thread.kinds == [0]) else { return false };
        let Some(key) = self.values.operand(Operand::Func(start), Type::Ptr) else { return false };
        let created = self.passed(&first.state, key);
        let Some(created) = created.and_then(|created| self.values.word(created)) else {
            return false;
        };
        let kinds = &self.world.kinds;
        let may_be = |thread: &&Met| thread.kinds.iter().any(|&kind| kinds[kind].start == start);
        let there = threads.iter().filter(may_be).count() as u64;
        match self.world.broken {
            Some(Broken::AllTakenForEnded) => created > 0,
            _ => created > there,
        }
    }

    /// How often threads that begin in a function pass a barrier before they end, as a value that means the same to everybody.
    pub(crate) fn passes_of(&mut self, start: FuncId, barrier: Val) -> Option<Val> {
        let program = self.world.program;
        let ends_early = |func: &FuncId| {
            let function = &program.functions[*func];
            function.body.is_none() && sync_op(&function.name) == Some(SyncOp::ThreadEnd)
        };
        let executed = self.world.points_to.calls.reachable_from([start]);
        if executed.iter().any(ends_early) || program.function("pthread_cancel").is_some() {
            return None;
        }
        let summary = self.summary(start)?;
        let total = self.times_counted(summary.passes_at_end()?, barrier)?;
        self.is_steady(total).then_some(total)
    }
}
