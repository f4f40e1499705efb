//! Definitions of registers that must reach a place, evaluated (section 2.3): after `r1 = x + 5` and `r2 = x` both are values over one `x`.
//!
//! Each operation assigns a value over symbols; loads and calls assign new symbols, unless memory or a summary knows better. Where ways come together with different
//! values the register gets a symbol of that place. The same happens at the header of a loop to every value that mentions a symbol which is assigned inside
//! of the loop: control only comes back to an assignment through the header of a loop around it (every cycle has an edge back to one), so whenever a symbol is assigned
//! no state mentions what it stood for before. Hence all values at a place are over what symbols stand for *now*, and equal values are equal numbers.
//!
//! **Rounds of loops.** If a register holds, at each edge back to a header, what it held at the header plus something that the loop does not change, then it is `first + step · rounds` in
//! every round, where `rounds` is a symbol of the loop. That relates all counters of a loop, and those of several threads once their rounds are related
//! (`barriers.rs`, `distinct.rs`). Behind a loop that is left at its header only, by `i < n` with a step of one, `rounds` is `max(n - first, 0)`.
//!
//! Where ways come together that conditions tell apart, a register is a choice between its values (`choices.rs`).
//!
//! What it misses: values that differ between other ways, results of calls that are not plain expressions of arguments, intrinsics.

use std::rc::Rc;

use raddle_ir::{
    BinaryOp, Block, Body, CastOp, CompareOp, Entity, EntityMap, Op, Operand, Reg, SlotId,
    Terminator, Type,
};
use raddle_pointsto::Position;
use rustc_hash::FxHashMap;

use crate::broken::Broken;
use crate::flow::{Analysis, Frame, Joint, State, Ways};
use crate::values::{Node, SymbolKind, Val};
use crate::world::Shape;

/// By how much a register grows in every round of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Induction {
    /// A constant of its width, or a value that the loop does not change; of pointers, a number of bytes.
    pub(crate) step: Val,
    pub(crate) ty: Type,
}

/// The type of numbers of rounds.
pub(crate) const ROUNDS: Type = Type::Int(64);

impl Analysis<'_> {
    pub(crate) fn compute(&mut self, frame: &Frame, state: &mut State, at: Position, op: &Op) {
        let program = self.world.program;
        let value = self.values.apply(op, &mut |values, operand, ty| match operand {
            Operand::Reg(reg) => state.regs.get(reg.index()).copied(),
            Operand::Global(global, _) if program.globals[global].thread_local => None,
            constant => values.operand(constant, ty),
        });
        match value {
            Some(value) => op.for_each_result(|&dst| state.regs[dst.index()] = value),
            None => self.assign_unknown(frame, state, at, op),
        }
    }

    /// The address of a local variable.
    pub(crate) fn slot(&mut self, frame: &Frame, at: Position, slot: SlotId) -> Val {
        let kind = match self.world.shape(frame.func).in_loop(at.block) {
            true => SymbolKind::Result(at, 0),
            false => SymbolKind::Slot(frame.func, slot),
        };
        self.symbol(frame, at.block, kind, Type::Ptr)
    }

    /// Gives every result of an operation a symbol.
    pub(crate) fn assign_unknown(
        &mut self,
        frame: &Frame,
        state: &mut State,
        at: Position,
        op: &Op,
    ) {
        let Some(body) = self.world.body(frame.func) else { return };
        let mut index = 0;
        op.for_each_result(|&dst| {
            let kind = SymbolKind::Result(at, index);
            state.regs[dst.index()] = self.symbol(frame, at.block, kind, body.regs[dst].ty);
            index += 1;
        });
    }

    pub(crate) fn join_registers(
        &mut self,
        joint: &Joint<'_>,
        before: Option<&State>,
        inductions: &FxHashMap<(Block, Reg), Induction>,
        ways: Option<&Ways>,
    ) -> Vec<Val> {
        let count = joint.incoming[0].0.regs.len();
        let mut regs = Vec::with_capacity(count);
        for index in 0..count {
            let reg = Reg::new(index);
            let first = joint.incoming[0].0.regs[index];
            let agreed = joint.incoming.iter().all(|(state, _)| state.regs[index] == first);
            let kept_around = self.world.broken == Some(Broken::LoopsIgnored);
            if agreed && !joint.forced && !joint.is_stale(&self.values, first) {
                let ty = self.values.type_of(first);
                let merge = self.merge(joint, reg, ty);
                // Once different, always different: that is what makes it end.
                let stays = before.is_some_and(|before| before.regs[index] == merge);
                regs.push(if stays { merge } else { first });
                continue;
            }
            if kept_around && joint.around.is_some() {
                regs.push(first);
                continue;
            }
            let counted = inductions.get(&(joint.block, reg)).copied();
            let value = counted.and_then(|induction| self.counted(joint, reg, induction));
            let ty = self.values.type_of(first);
            let merge = self.merge(joint, reg, ty);
            let stays = before.is_some_and(|before| before.regs[index] == merge);
            let value = match ways.filter(|_| !stays && value.is_none()) {
                Some(ways) => self.choice(joint, ways, index),
                None => value,
            };
            regs.push(value.unwrap_or(merge));
        }
        regs
    }

    /// A register that holds something else on each way.
    fn choice(&mut self, joint: &Joint<'_>, ways: &Ways, index: usize) -> Option<Val> {
        let assigned = joint.incoming.iter().all(|(state, _)| {
            let symbol = self.values.symbol_of(state.regs[index]);
            !symbol.is_some_and(|symbol| matches!(symbol.kind, SymbolKind::Unassigned(..)))
        });
        match assigned {
            true => self.chosen_by(ways, &|way| joint.incoming[way].0.regs[index]),
            false => None,
        }
    }

    fn merge(&mut self, joint: &Joint<'_>, reg: Reg, ty: Type) -> Val {
        let kind = SymbolKind::Merge(joint.frame.func, joint.block, reg);
        let ty = self.world.body(joint.frame.func).map_or(ty, |body| body.regs[reg].ty);
        self.symbol(joint.frame, joint.block, kind, ty)
    }

    /// The value of a register at a header by the number of rounds.
    fn counted(&mut self, joint: &Joint<'_>, reg: Reg, induction: Induction) -> Option<Val> {
        let mut entering = joint.incoming.iter().filter(|(_, back)| !back);
        let first = entering.next()?.0.regs[reg.index()];
        if !entering.all(|(state, _)| state.regs[reg.index()] == first)
            || joint.is_stale(&self.values, first)
        {
            return None;
        }
        let rounds = self.rounds(joint.frame, joint.block);
        self.after_rounds(first, induction, rounds)
    }

    pub(crate) fn rounds(&mut self, frame: &Frame, header: Block) -> Val {
        self.symbol(frame, header, SymbolKind::Trip(frame.func, header), ROUNDS)
    }

    fn after_rounds(&mut self, first: Val, induction: Induction, rounds: Val) -> Option<Val> {
        let Induction { step, ty } = induction;
        match ty {
            Type::Ptr if self.world.program.target.pointer_bits == 64 => {
                let step = self.values.word(step)?;
                self.values.address(first, 0, &[(rounds, ROUNDS, step)])
            }
            Type::Int(bits) => {
                let narrow = match bits {
                    64 => rounds,
                    _ => self.values.cast(CastOp::Trunc, ROUNDS, ty, rounds)?,
                };
                let grown = self.values.binary(BinaryOp::Mul, ty, narrow, step)?;
                self.values.binary(BinaryOp::Add, ty, grown, first)
            }
            _ => None,
        }
    }

    /// Registers that grow by a constant in every round of a loop.
    pub(crate) fn inductions(
        &mut self,
        ins: &EntityMap<Block, Option<Rc<State>>>,
        outs: &EntityMap<Block, Vec<Option<Rc<State>>>>,
        frame: &Frame,
        body: &Body,
        shape: &Shape,
    ) -> FxHashMap<(Block, Reg), Induction> {
        let mut found = FxHashMap::default();
        for around in &shape.loops {
            let Some(at_header) = &ins[around.header] else { continue };
            let back: Vec<&Rc<State>> = shape.sources[around.header]
                .iter()
                .filter(|(source, _)| around.contains(*source))
                .filter_map(|&(source, edge)| outs[source][edge].as_ref())
                .collect();
            for (reg, info) in body.regs.iter() {
                let value = at_header.regs[reg.index()];
                let kind = SymbolKind::Merge(frame.func, around.header, reg);
                if self.values.symbol_of(value).map(|symbol| symbol.kind) != Some(kind) {
                    continue;
                }
                let joint = Joint {
                    frame,
                    block: around.header,
                    around: Some(around),
                    incoming: &[],
                    forced: false,
                };
                let mut steps = back.iter().map(|state| {
                    let step = self.difference(state.regs[reg.index()], value, info.ty)?;
                    (!joint.is_stale(&self.values, step)).then_some(step)
                });
                let Some(Some(step)) = steps.next() else { continue };
                if steps.all(|other| other == Some(step)) {
                    found.insert((around.header, reg), Induction { step, ty: info.ty });
                }
            }
        }
        found
    }

    /// What a value is larger by than another one.
    fn difference(&mut self, value: Val, than: Val, ty: Type) -> Option<Val> {
        match (self.values.node(value), ty) {
            (&Node::Binary(BinaryOp::Add, _, base, by), Type::Int(bits)) if bits <= 64 => {
                match (base == than, by == than) {
                    (true, _) => Some(by),
                    (_, true) => Some(base),
                    _ => None,
                }
            }
            (Node::Address(base, by, indices), Type::Ptr)
                if *base == than && indices.is_empty() && *by > 0 =>
            {
                let bytes = *by as u64;
                Some(self.values.constant(bytes, ROUNDS))
            }
            _ => None,
        }
    }

    /// Replaces the number of rounds of a loop that control leaves, if it is known.
    pub(crate) fn leave_loop(
        &mut self,
        frame: &Frame,
        body: &Body,
        shape: &Shape,
        (block, target): (Block, Block),
        state: &mut State,
        inductions: &FxHashMap<(Block, Reg), Induction>,
    ) {
        let Some(around) = shape.headed[block].map(|index| &shape.loops[index]) else { return };
        let leaves_elsewhere = |inside: &Block| {
            *inside != block
                && raddle_analysis::successors(&body.blocks[*inside].terminator)
                    .iter()
                    .any(|next| !around.contains(*next))
        };
        if around.contains(target) || around.blocks.iter().any(leaves_elsewhere) {
            return;
        }
        let rounds = self.rounds(frame, block);
        let Some(total) = self.total_rounds(frame, body, around, state, inductions, rounds) else {
            return;
        };
        let Node::Symbol(symbol) = *self.values.node(rounds) else { return };
        let replace = |analysis: &mut Self, value: Val| {
            if analysis.values.mentions(value).binary_search(&symbol).is_err() {
                return Some(value);
            }
            analysis.values.replace(value, &mut |values, other| {
                let same = if other == symbol { total } else { values.of_symbol(other) };
                Some(same)
            })
        };
        for index in 0..state.regs.len() {
            if let Some(value) = replace(self, state.regs[index]) {
                state.regs[index] = value;
            }
        }
        let mut passes = state.passes.take();
        for (_, count) in passes.iter_mut().flatten() {
            if let Some(value) = replace(self, *count) {
                *count = value;
            }
        }
        state.passes = passes;
        // What is known of the number follows from what it is.
        let values = &self.values;
        state.conditions.retain(|&known| values.mentions(known).binary_search(&symbol).is_err());
    }

    /// How often a loop has run when control leaves it at its header.
    fn total_rounds(
        &mut self,
        frame: &Frame,
        body: &Body,
        around: &raddle_analysis::NaturalLoop,
        state: &State,
        inductions: &FxHashMap<(Block, Reg), Induction>,
        rounds: Val,
    ) -> Option<Val> {
        let (counter, op, _) = guard(body, around)?;
        let induction = inductions.get(&(around.header, counter))?;
        let Terminator::Branch { cond, .. } = &body.blocks[around.header].terminator else {
            return None;
        };
        let test = self.eval(state, *cond, Type::BOOL)?;
        let &Node::Compare(_, ty, value, bound) = self.values.node(test) else { return None };
        let Type::Int(bits) = ty else { return None };
        if self.values.word(induction.step) != Some(1)
            || bits > 64
            || value != state.regs[counter.index()]
        {
            return None;
        }
        let joint = Joint {
            frame,
            block: around.header,
            around: Some(around),
            incoming: &[],
            forced: false,
        };
        if joint.is_stale(&self.values, bound) {
            return None;
        }
        let narrow = match bits {
            64 => rounds,
            _ => self.values.cast(CastOp::Trunc, ROUNDS, ty, rounds)?,
        };
        let first = match *self.values.node(value) {
            _ if value == narrow => self.values.constant(0, ty),
            Node::Binary(BinaryOp::Add, _, grown, first) if grown == narrow => first,
            _ => return None,
        };
        let distance = self.values.binary(BinaryOp::Sub, ty, bound, first)?;
        let total = match op {
            CompareOp::Ne => distance,
            CompareOp::Slt | CompareOp::Ult => {
                let zero = self.values.constant(0, ty);
                let any = self.values.compare(op, ty, first, bound)?;
                self.values.select(ty, any, distance, zero)?
            }
            _ => return None,
        };
        match bits {
            64 => Some(total),
            _ => self.values.cast(CastOp::ZExt, ty, ROUNDS, total),
        }
    }
}

/// The comparison at the header under which a loop goes on: a register that the header does not assign, how it is compared, and with what.
pub(crate) fn guard(
    body: &Body,
    around: &raddle_analysis::NaturalLoop,
) -> Option<(Reg, CompareOp, Operand)> {
    let header = &body.blocks[around.header];
    let Terminator::Branch { cond: Operand::Reg(cond), then, otherwise } = &header.terminator
    else {
        return None;
    };
    let goes_on = match (around.contains(*then), around.contains(*otherwise)) {
        (true, false) => true,
        (false, true) => false,
        _ => return None,
    };
    let mut found: Option<(Reg, CompareOp, Operand)> = None;
    for inst in &header.insts {
        let mut assigned = false;
        inst.op.for_each_result(|reg| {
            assigned |= reg == cond || found.is_some_and(|(counter, ..)| *reg == counter);
        });
        match &inst.op {
            Op::Compare { dst, op, a: Operand::Reg(a), b, .. } if dst == cond => {
                found = Some((*a, *op, *b));
            }
            _ if assigned => found = None,
            _ => {}
        }
    }
    let (counter, op, bound) = found?;
    let assigned_here = header.insts.iter().any(|inst| {
        let mut assigned = false;
        inst.op.for_each_result(|reg| assigned |= *reg == counter);
        assigned
    });
    if assigned_here {
        return None;
    }
    Some((counter, if goes_on { op } else { crate::values::opposite(op) }, bound))
}
