//! φ-functions become copies on the edges that lead to them.
//!
//! All φs of a block are assigned at once, from the values of the block control comes from. On an edge
//! the copies are therefore a *parallel* assignment: if some source is also a target, everything goes
//! through temporaries. Copies stand at the end of the predecessor if it has no other successor, else
//! in a new block on the edge, so that the registers are not changed on another way out.

use raddle_ir::{Block, BlockData, Inst, Loc, Op, Operand, Reg, Terminator, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Issue;
use super::function::FunctionContext;
use crate::ast::{InstKind, LabelId, LocalId, TypeId, Value};
use crate::error::FrontendError;

/// A φ: its result, type and incoming values.
type Phi<'p, 'a> = (LocalId, TypeId, &'p [(Value<'a>, LabelId)]);

/// An assignment to one register on an edge.
struct Move {
    dst: Reg,
    ty: Type,
    src: Operand,
}

impl<'f, 'm, 'a> FunctionContext<'f, 'm, 'a> {
    pub(super) fn lower_edges(&mut self) -> Result<(), FrontendError> {
        let definition = self.definition;
        let predecessors = self.predecessors();
        for &label in &definition.order {
            let insts = &definition.blocks[label].insts;
            let mut phis: Vec<Phi<'m, 'a>> = Vec::new();
            for inst in insts {
                if let (InstKind::Phi { ty, incoming }, Some(result)) = (&inst.kind, inst.result) {
                    phis.push((result, *ty, incoming));
                }
            }
            if phis.is_empty() {
                continue;
            }
            let line = insts.first().map_or(0, |inst| inst.line);
            for &from in predecessors.get(&label).map_or(&[][..], Vec::as_slice) {
                let outcome = self.lower_edge(from, label, &phis);
                self.settle_edge(outcome, from, label, line)?;
            }
        }
        Ok(())
    }

    /// Each block's predecessors, without repetition, in the order of the text.
    fn predecessors(&self) -> FxHashMap<LabelId, Vec<LabelId>> {
        let mut predecessors: FxHashMap<LabelId, Vec<LabelId>> = FxHashMap::default();
        for &label in &self.definition.order {
            let Some(last) = self.definition.blocks[label].insts.last() else { continue };
            let InstKind::Terminator(terminator) = &last.kind else { continue };
            let mut seen = FxHashSet::default();
            for target in terminator.successors() {
                if seen.insert(target) {
                    predecessors.entry(target).or_default().push(label);
                }
            }
        }
        predecessors
    }

    fn lower_edge(
        &mut self,
        from: LabelId,
        to: LabelId,
        phis: &[Phi<'m, 'a>],
    ) -> Result<(), Issue> {
        self.loc = self.body.blocks[self.block_of[from]].terminator_loc;
        let mut moves = Vec::new();
        for &(result, ty, incoming) in phis {
            let Some((value, _)) = incoming.iter().find(|(_, label)| *label == from) else {
                let name = self.definition.locals[result];
                return super::malformed(format!("φ %{name} lacks a value for a predecessor"));
            };
            let sources = self.operands(ty, value)?;
            let regs = self.define_typed(Some(result), ty)?;
            for (dst, src) in regs.iter().zip(sources) {
                moves.push(Move { dst, ty: self.body.regs[dst].ty, src });
            }
        }
        self.emit_moves(&moves);
        let copies = std::mem::take(&mut self.insts);
        self.place(copies, from, to);
        Ok(())
    }

    fn emit_moves(&mut self, moves: &[Move]) {
        let targets: FxHashSet<Reg> = moves.iter().map(|edge| edge.dst).collect();
        let conflict = moves.iter().any(|edge| {
            matches!(edge.src, Operand::Reg(src) if src != edge.dst && targets.contains(&src))
        });
        if !conflict {
            for &Move { dst, ty, src } in moves {
                if src != Operand::Reg(dst) {
                    self.emit(Op::Copy { dst, ty, src });
                }
            }
            return;
        }
        let mut temporaries = Vec::with_capacity(moves.len());
        for &Move { ty, src, .. } in moves {
            let dst = self.temporary(ty);
            self.emit(Op::Copy { dst, ty, src });
            temporaries.push(dst);
        }
        for (&Move { dst, ty, .. }, temporary) in moves.iter().zip(temporaries) {
            self.emit(Op::Copy { dst, ty, src: Operand::Reg(temporary) });
        }
    }

    /// Puts operations on the edge between two blocks.
    fn place(&mut self, insts: Vec<Inst>, from: LabelId, to: LabelId) {
        if insts.is_empty() {
            return;
        }
        let (from, to) = (self.block_of[from], self.block_of[to]);
        let source = &mut self.body.blocks[from];
        if let Terminator::Jump(_) = source.terminator {
            source.insts.extend(insts);
            return;
        }
        let terminator_loc = source.terminator_loc;
        let terminator = Terminator::Jump(to);
        let between = self.body.blocks.push(BlockData { insts, terminator, terminator_loc });
        self.body.blocks[from].terminator.for_each_successor_mut(|target| {
            if *target == to {
                *target = between;
            }
        });
    }

    fn settle_edge(
        &mut self,
        outcome: Result<(), Issue>,
        from: LabelId,
        to: LabelId,
        line: u32,
    ) -> Result<(), FrontendError> {
        if outcome.is_ok() {
            return Ok(());
        }
        self.settle(outcome, line)?;
        let insts = std::mem::take(&mut self.insts);
        self.place(insts, from, to);
        Ok(())
    }

    /// A block for control flow that we cannot follow.
    pub(super) fn stray_jump(&mut self) -> Block {
        // The block is appended once all blocks of the text have their numbers.
        self.stray_jumps.push(self.loc);
        Block(self.definition.order.len() as u32 + self.stray_jumps.len() as u32 - 1)
    }

    /// Appends the blocks promised by `stray_jump`.
    pub(super) fn place_stray_jumps(&mut self) {
        for loc in std::mem::take(&mut self.stray_jumps) {
            self.body.blocks.push(stray_block(loc));
        }
    }
}

fn stray_block(loc: Loc) -> BlockData {
    let what = "a computed goto to no label of its list".to_owned();
    BlockData {
        insts: vec![Inst { op: Op::Unsupported { what }, loc }],
        terminator: Terminator::Unreachable,
        terminator_loc: loc,
    }
}
