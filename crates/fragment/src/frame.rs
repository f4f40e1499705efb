//! A function that begins in the middle.

use raddle_analysis::{Liveness, natural_loops, successors};
use raddle_ir::{
    Block, BlockData, Body, FuncId, Function, Inst, Loc, Op, Operand, Param, Program, Reg, RegInfo,
    SlotId, Terminator, Type,
};
use raddle_machine::VersionOf;
use raddle_pointsto::Position;

/// A local variable in memory that a frame has when it stands at its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenSlot {
    pub slot: SlotId,
    pub reg: Reg,
    /// `None` for an array whose length is not known.
    pub size: Option<u64>,
    pub align: u64,
}

/// The local variables that exist where a frame stands: those of the entry block, and others that are still used.
pub(crate) fn open_slots(body: &Body, at: Position, live: &[Reg]) -> Vec<OpenSlot> {
    let mut slots = Vec::new();
    for (block, data) in body.blocks.iter() {
        for (inst, one) in data.insts.iter().enumerate() {
            let Op::Alloca { dst, slot, size, count, align } = &one.op else { continue };
            let before = at.block != block || inst < at.inst as usize;
            if !(block == Body::ENTRY && before || live.contains(dst)) {
                continue;
            }
            let size = match count {
                Operand::Const(count) => size.checked_mul(*count),
                _ => None,
            };
            slots.push(OpenSlot { slot: *slot, reg: *dst, size, align: *align });
        }
    }
    slots
}

/// Registers that are read from where a frame stands on. An outer frame stands behind its call.
pub(crate) fn live_registers(body: &Body, at: Position, innermost: bool) -> Vec<Reg> {
    let inst = at.inst as usize;
    if innermost {
        return Liveness::new(body).live_at(body, at.block, inst);
    }
    let mut live = Liveness::new(body).live_at(body, at.block, inst + 1);
    if let Some(call) = body.blocks[at.block].insts.get(inst) {
        call.op.for_each_result(|dst| live.retain(|reg| reg != dst));
    }
    live
}

/// How a version of a function begins.
pub(crate) struct Beginning<'b> {
    pub at: Position,
    /// Registers whose values are parameters.
    pub passed: &'b [Reg],
    /// Parameters that go to inner frames.
    pub through: &'b [Type],
    /// Registers with values that are constants.
    pub known: &'b [(Reg, Operand)],
    /// The version of the next inner frame's function.
    pub inner: Option<FuncId>,
    /// Executed before anything of the function.
    pub first: &'b [Op],
    /// Executed before the function returns.
    pub last: &'b [Op],
    /// Executed where the fragment ends; loops that start over end it.
    pub end: Option<Op>,
}

/// A version of a function that begins in the middle.
pub(crate) fn version(
    program: &Program,
    name: String,
    beginning: &Beginning<'_>,
) -> (Function, VersionOf) {
    let at = beginning.at;
    let original = &program.functions[at.func];
    let mut function = original.clone();
    function.source_name = Some(original.source_name.clone().unwrap_or(original.name.clone()));
    function.name = name;
    function.varargs = false;
    let mut body = function.body.take().unwrap_or_default();
    let back_edges = match &beginning.end {
        Some(_) => back_edges(&body),
        None => Vec::new(),
    };
    function.params = beginning
        .passed
        .iter()
        .map(|&reg| Param {
            ty: body.regs[reg].ty,
            reg,
            debug_type: body.regs[reg].debug_type,
            by_value: None,
        })
        .collect();
    let mut inner_arguments = Vec::new();
    for &ty in beginning.through {
        let reg = body.regs.push(RegInfo { ty, name: None, debug_type: None });
        function.params.push(Param { ty, reg, debug_type: None, by_value: None });
        inner_arguments.push((reg, ty));
    }
    let mut insts: Vec<Inst> = Vec::new();
    for &(dst, src) in beginning.known {
        let ty = body.regs[dst].ty;
        insts.push(Inst { op: Op::Copy { dst, ty, src }, loc: Loc::NONE });
    }
    insts.extend(beginning.first.iter().map(|op| Inst { op: op.clone(), loc: Loc::NONE }));
    let data = &body.blocks[at.block];
    let from = at.inst as usize + usize::from(beginning.inner.is_some());
    if let (Some(inner), Some(call)) = (beginning.inner, data.insts.get(at.inst as usize)) {
        let mut dsts = Vec::new();
        call.op.for_each_result(|&dst| dsts.push(dst));
        insts.push(Inst { op: crate::build::call(inner, dsts, &inner_arguments), loc: call.loc });
    }
    let rest = BlockData {
        insts: data.insts[from.min(data.insts.len())..].to_vec(),
        terminator: data.terminator.clone(),
        terminator_loc: data.terminator_loc,
    };
    let rest = body.blocks.push(rest);
    let old_entry = move_entry(&mut body);
    let moved = |block: Block| if block == Body::ENTRY { old_entry } else { block };
    body.blocks[Body::ENTRY] =
        BlockData { insts, terminator: Terminator::Jump(rest), terminator_loc: Loc::NONE };
    if let Some(end) = &beginning.end {
        let end = Inst { op: end.clone(), loc: Loc::NONE };
        let end = body.blocks.push(BlockData {
            insts: vec![end],
            terminator: Terminator::Unreachable,
            terminator_loc: Loc::NONE,
        });
        for (from, header) in back_edges {
            let header = moved(header);
            let same = (from == at.block).then_some(rest);
            for block in [Some(moved(from)), same].into_iter().flatten() {
                body.blocks[block].terminator.for_each_successor_mut(|target| {
                    if *target == header {
                        *target = end;
                    }
                });
            }
        }
    }
    for data in body.blocks.values_mut() {
        if let Terminator::Return(_) = data.terminator {
            let loc = data.terminator_loc;
            data.insts.extend(beginning.last.iter().map(|op| Inst { op: op.clone(), loc }));
        }
    }
    function.body = Some(body);
    (function, VersionOf { of: at.func, begins: at.block, rest, entry: old_entry })
}

/// Makes room for another entry block; where the old one is now.
fn move_entry(body: &mut Body) -> Block {
    let data = body.blocks[Body::ENTRY].clone();
    let moved = body.blocks.push(data);
    for data in body.blocks.values_mut() {
        data.terminator.for_each_successor_mut(|target| {
            if *target == Body::ENTRY {
                *target = moved;
            }
        });
    }
    moved
}

/// Edges from the end of a loop to its head.
fn back_edges(body: &Body) -> Vec<(Block, Block)> {
    let mut edges = Vec::new();
    for one in natural_loops(body) {
        for &block in &one.blocks {
            if successors(&body.blocks[block].terminator).contains(&one.header) {
                edges.push((block, one.header));
            }
        }
    }
    edges
}
