//! Numbers that threads draw from a common counter: `lock; id = next; next = next + 1; unlock`, or `id = atomic_fetch_add(&next, 1)`.
//!
//! Let every write to the counter, once there are threads, add a small positive constant to what was read just before in the same block, all under one lock, or all atomically. Then a later
//! draw reads more than an earlier one, as long as the counter does not wrap around. A thread draws at most once at such a place (it lies in no loop, and there is one way to it from
//! the thread's start), and there are fewer threads than numbers; so two threads have drawn different ones. (What is added is small, so that the counter does not wrap around for
//! fewer than 2^24 of them.) Other places may draw as well, but then they could be in loops: they have
//! to fulfil the same.

use raddle_ir::{AtomicOp, BinaryOp, CompareOp, Op, Operand, Type};
use raddle_pointsto::{Object, Position, Region};

use crate::distinct::Met;
use crate::flow::{Analysis, State};
use crate::values::{Instance, Node, SymbolKind, Val, signed};

/// Frames between the start of a thread and a draw.
const DEEPEST: u32 = 32;
/// What a draw may add.
const MOST_ADDED: i64 = 256;

impl Analysis<'_> {
    /// That two threads have drawn different numbers.
    pub(crate) fn different_tickets(&mut self, a: &Met, b: &Met) -> Vec<Val> {
        let draws = |analysis: &Self, owners: &[Instance]| -> Vec<(Position, Val, Type)> {
            let symbols = analysis.values.symbols.iter();
            let own = symbols.filter(|(_, symbol)| owners.contains(&symbol.instance));
            own.filter_map(|(id, symbol)| match symbol.kind {
                SymbolKind::Result(at, 0) => {
                    Some((at, analysis.values.known_symbol(id)?, symbol.ty))
                }
                _ => None,
            })
            .collect()
        };
        let others = draws(self, &b.own);
        let mut conditions = Vec::new();
        for (at, mine, ty) in draws(self, &a.own) {
            let Some(&(_, other, _)) = others.iter().find(|(place, ..)| *place == at) else {
                continue;
            };
            if mine != other && self.is_draw(at) {
                conditions.extend(self.values.compare(CompareOp::Ne, ty, mine, other));
            }
        }
        conditions
    }

    /// Whether every execution of a place reads another number.
    fn is_draw(&mut self, at: Position) -> bool {
        let reads = self.world.points_to.accesses(self.world.program, at).reads;
        let [region @ Region { object, bytes: Some((start, end)) }] = reads[..] else {
            return false;
        };
        // One counter, with more numbers than there are threads.
        let one = match self.world.points_to.object(object) {
            Object::Global(global) => !self.world.program.globals[global].thread_local,
            Object::Heap(at) => self.world.at_most_once(at.func, at.block),
            _ => false,
        };
        let writes = self.later_writes(&region);
        if !one || end - start < 4 || writes.is_empty() {
            return false;
        }
        let mut draws: Vec<Position> = Vec::with_capacity(writes.len());
        for &write in &writes {
            let written = self.world.points_to.accesses(self.world.program, write).writes;
            let Some(draw) = self.draw_of(write).filter(|_| written == [region]) else {
                return false;
            };
            if !self.is_once_per_thread(draw, 0) {
                return false;
            }
            draws.push(draw);
        }
        let is_atomic = |write: &Position| {
            matches!(write.op(self.world.program), Some(Op::AtomicUpdate { .. }))
        };
        let atomic = writes.iter().filter(|write| is_atomic(write)).count();
        draws.contains(&at)
            && (atomic == writes.len() || (atomic == 0 && self.common_lock(&writes)))
    }

    /// The place that reads what a write adds a small number to, with nothing but computations in between.
    fn draw_of(&mut self, write: Position) -> Option<Position> {
        let insts = &write.data(self.world.program).insts;
        match &insts.get(write.inst as usize)?.op {
            Op::AtomicUpdate { op: AtomicOp::Add, ty, value: Operand::Const(by), .. } => {
                is_small(*by, *ty).then_some(write)
            }
            Op::Store { .. } => {
                let summary = self.summary(write.func)?;
                let draw = *summary.draws.get(&write)?;
                let between = insts.get(draw.inst as usize..write.inst as usize)?;
                let calls = between.iter().any(|inst| matches!(inst.op, Op::Call { .. }));
                (draw.block == write.block && !calls).then_some(draw)
            }
            _ => None,
        }
    }

    /// What a store adds to, if it adds a small number to what was read at that address before.
    pub(crate) fn adds_to(&mut self, state: &State, at: Position) -> Option<Position> {
        let Some(Op::Store { ty, value, ptr, order: None, volatile: false, .. }) =
            at.op(self.world.program)
        else {
            return None;
        };
        let address = self.eval(state, *ptr, Type::Ptr)?;
        let sum = self.eval(state, *value, *ty)?;
        let &Node::Binary(BinaryOp::Add, _, read, by) = self.values.node(sum) else { return None };
        let small = self.values.word(by).is_some_and(|by| is_small(by, *ty));
        let known = state.memory.entries.iter();
        let mut known = known.filter(|entry| (entry.address, entry.ty) == (address, *ty));
        match self.values.symbol_of(read)?.kind {
            SymbolKind::Result(draw, 0)
                if small && draw.func == at.func && known.any(|entry| entry.value == read) =>
            {
                Some(draw)
            }
            _ => None,
        }
    }

    /// Whether a thread comes by a place at most once.
    fn is_once_per_thread(&self, at: Position, depth: u32) -> bool {
        if depth > DEEPEST || self.world.shape(at.func).in_loop(at.block) {
            return false;
        }
        let calls = &self.world.points_to.calls;
        let sites = self.world.callers(at.func);
        let started = sites.iter().any(|site| site.starts_with.is_some());
        let mut called = sites.iter().filter(|site| site.starts_with.is_none());
        match (called.next(), called.next()) {
            (None, _) => started || at.func == calls.entry,
            (Some(site), None) => {
                // A thread that began in this function does not call it besides.
                let again = || calls.reachable_from([at.func]).contains(&site.at.func);
                site.passes_arguments
                    && !(started && again())
                    && self.is_once_per_thread(site.at, depth + 1)
            }
            _ => false,
        }
    }

    /// Whether all these places are executed under one lock.
    fn common_lock(&mut self, places: &[Position]) -> bool {
        let Some(first) = places.first() else { return false };
        let Some(summary) = self.summary(first.func) else { return false };
        let locks = summary.certain.get(first).map_or(Vec::new(), |(locks, _)| locks.clone());
        locks.into_iter().any(|lock| places.iter().all(|&at| self.held_for_certain(at, lock)))
    }
}

fn is_small(word: u64, ty: Type) -> bool {
    match ty {
        Type::Int(bits) if bits <= 64 => (1..=MOST_ADDED).contains(&signed(u32::from(bits), word)),
        _ => false,
    }
}
