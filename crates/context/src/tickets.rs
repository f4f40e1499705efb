//! Numbers that threads draw from a common counter: `lock; id = next; next = next + 1; unlock`, or `id = atomic_fetch_add(&next, 1)`.
//!
//! Let every write to the counter, once there are threads, add a positive constant to what was read just before in the same block, all under one lock, or all atomically. Then a later
//! draw reads more than an earlier one, as long as the counter does not wrap around. A thread draws at most once at such a place (it lies in no loop, and there is one way to it from
//! the thread's start), and there are fewer threads than numbers; so two threads have drawn different ones. Other places may draw as well, but then they could be in loops: they have
//! to fulfil the same.

use raddle_ir::{AtomicOp, BinaryOp, CompareOp, Op, Operand, Type};
use raddle_pointsto::{Position, Region};

use crate::distinct::Met;
use crate::flow::Analysis;
use crate::values::{Instance, SymbolKind, Val, signed};

/// Frames between the start of a thread and a draw.
const DEEPEST: u32 = 32;

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
        let Some(counter) = self.counter_of(at) else { return false };
        let bytes = match counter.1 {
            // There are more numbers than threads.
            Type::Int(bits) if bits >= 32 => u64::from(bits).div_ceil(8),
            _ => return false,
        };
        let reads = self.world.points_to.accesses(self.world.program, at).reads;
        let [Region { bytes: Some((start, end)), .. }] = reads[..] else { return false };
        if end - start != bytes || !self.is_once_per_thread(at) {
            return false;
        }
        let writes = self.later_writes(&reads[0]);
        let drawn = writes.iter().all(|&write| {
            self.draw_of(write).is_some_and(|draw| {
                self.counter_of(draw) == Some(counter) && self.is_once_per_thread(draw)
            })
        });
        if !drawn || writes.is_empty() {
            return false;
        }
        let atomic = |write: &Position| {
            matches!(write.op(self.world.program), Some(Op::AtomicUpdate { .. }))
        };
        match writes.iter().filter(|write| atomic(write)).count() {
            0 => self.common_lock(&writes),
            count => count == writes.len(),
        }
    }

    /// The place that reads what a write adds to: a load in front of it, or itself.
    fn draw_of(&self, write: Position) -> Option<Position> {
        let data = write.data(self.world.program);
        match &data.insts.get(write.inst as usize)?.op {
            Op::AtomicUpdate { op: AtomicOp::Add, .. } => Some(write),
            Op::Store { value: Operand::Reg(sum), order: None, volatile: false, .. } => {
                let before = (0..write.inst).rev();
                let mut wanted = *sum;
                for inst in before {
                    let op = &data.insts[inst as usize].op;
                    let mut assigns = false;
                    op.for_each_result(|reg| assigns |= *reg == wanted);
                    match op {
                        Op::Binary { a: Operand::Reg(a), .. } if assigns => wanted = *a,
                        Op::Copy { src: Operand::Reg(src), .. } if assigns => wanted = *src,
                        Op::Load { order: None, volatile: false, .. } if assigns => {
                            return Some(Position { inst, ..write });
                        }
                        _ if assigns => return None,
                        Op::Call { .. } => return None,
                        _ => {}
                    }
                }
                None
            }
            _ => None,
        }
    }

    /// The global that a place draws from.
    fn counter_of(&self, draw: Position) -> Option<(Operand, Type)> {
        let insts = &draw.data(self.world.program).insts;
        let positive = |word: u64, ty: Type| match ty {
            Type::Int(bits) => signed(u32::from(bits), word) > 0,
            _ => false,
        };
        match &insts.get(draw.inst as usize)?.op {
            Op::AtomicUpdate { op: AtomicOp::Add, ty, ptr, value: Operand::Const(by), .. } => {
                (is_global(*ptr) && positive(*by, *ty)).then_some((*ptr, *ty))
            }
            Op::Load { dst, ty, ptr, order: None, volatile: false, .. } if is_global(*ptr) => {
                // What it stands for until the sum is stored.
                let mut same = vec![*dst];
                let mut sum = None;
                for inst in &insts[draw.inst as usize + 1..] {
                    match &inst.op {
                        Op::Store { value: Operand::Reg(value), ptr: to, ty: width, .. }
                            if to == ptr =>
                        {
                            return (Some(*value) == sum && width == ty).then_some((*ptr, *ty));
                        }
                        // Read again under the lock.
                        Op::Load {
                            dst,
                            ty: width,
                            ptr: from,
                            order: None,
                            volatile: false,
                            ..
                        } if from == ptr && width == ty => {
                            same.push(*dst);
                            continue;
                        }
                        Op::Copy { dst, src: Operand::Reg(src), .. } if same.contains(src) => {
                            same.push(*dst);
                            continue;
                        }
                        Op::Binary {
                            dst,
                            op: BinaryOp::Add,
                            a: Operand::Reg(a),
                            b: Operand::Const(by),
                            ..
                        } if same.contains(a) && positive(*by, *ty) => {
                            sum = Some(*dst);
                            same.retain(|reg| reg != dst);
                            continue;
                        }
                        Op::Call { .. } | Op::Store { .. } => return None,
                        _ => {}
                    }
                    inst.op.for_each_result(|reg| {
                        same.retain(|other| other != reg);
                        if sum == Some(*reg) {
                            sum = None;
                        }
                    });
                }
                None
            }
            _ => None,
        }
    }

    /// Whether a thread comes by a place at most once.
    fn is_once_per_thread(&self, at: Position) -> bool {
        let mut at = at;
        for _ in 0..DEEPEST {
            if self.world.shape(at.func).in_loop(at.block) {
                return false;
            }
            match self.world.callers(at.func) {
                [] => return at.func == self.world.points_to.calls.entry,
                sites if sites.iter().all(|site| site.starts_with.is_some()) => return true,
                [site] if site.passes_arguments => at = site.at,
                _ => return false,
            }
        }
        false
    }

    /// Whether all these places are executed under one lock.
    fn common_lock(&mut self, places: &[Position]) -> bool {
        let Some(first) = places.first() else { return false };
        let Some(summary) = self.summary(first.func) else { return false };
        let locks = summary.certain.get(first).map_or(Vec::new(), |(locks, _)| locks.clone());
        locks.into_iter().any(|lock| places.iter().all(|&at| self.held_for_certain(at, lock)))
    }
}

fn is_global(operand: Operand) -> bool {
    matches!(operand, Operand::Global(..))
}
