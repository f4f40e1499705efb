//! Loops that certainly end, and soon: they count a register from a constant to a constant by a constant.
//! Everything else may be endless, and then it decides whether what follows is executed.

use raddle_analysis::successors;
use raddle_ir::{
    BinaryOp, Block, Body, CompareOp, Function, Op, Operand, Program, Reg, Terminator,
};
use rustc_hash::FxHashSet;

/// Loops of more rounds are not said to end: with other values they might take too long.
const MOST_ROUNDS: u64 = 1 << 16;

/// The blocks that lie on a cycle which may be endless.
pub(crate) fn endless_blocks(program: &Program, function: &Function) -> FxHashSet<Block> {
    let Some(body) = &function.body else { return FxHashSet::default() };
    let all: Vec<Block> = body.blocks.keys().collect();
    let mut endless = FxHashSet::default();
    look_at(program, function, body, &all, &mut endless);
    endless
}

fn look_at(
    program: &Program,
    function: &Function,
    body: &Body,
    blocks: &[Block],
    endless: &mut FxHashSet<Block>,
) {
    for cycle in cycles(body, blocks) {
        let test =
            cycle.iter().copied().find(|&test| counts(program, function, body, &cycle, test));
        match test {
            // Every round comes to the test; what is left without it are inner loops.
            Some(test) => {
                let inner: Vec<Block> =
                    cycle.iter().copied().filter(|&block| block != test).collect();
                look_at(program, function, body, &inner, endless);
            }
            None => endless.extend(cycle),
        }
    }
}

/// The strongly connected parts, among some blocks, that contain a cycle.
fn cycles(body: &Body, blocks: &[Block]) -> Vec<Vec<Block>> {
    let allowed: FxHashSet<Block> = blocks.iter().copied().collect();
    let reach = |from: Block| {
        let mut seen = FxHashSet::default();
        let mut open = vec![from];
        while let Some(block) = open.pop() {
            for next in successors(&body.blocks[block].terminator) {
                if allowed.contains(&next) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let reached: Vec<FxHashSet<Block>> = blocks.iter().map(|&block| reach(block)).collect();
    let mut taken = FxHashSet::default();
    let mut found = Vec::new();
    for (index, &block) in blocks.iter().enumerate() {
        if taken.contains(&block) || !reached[index].contains(&block) {
            continue;
        }
        let members: Vec<Block> = (0..blocks.len())
            .filter(|&other| {
                reached[index].contains(&blocks[other]) && reached[other].contains(&block)
            })
            .map(|other| blocks[other])
            .collect();
        taken.extend(members.iter().copied());
        found.push(members);
    }
    found
}

/// Whether the branch of `test` leaves the cycle when a counter reaches a bound, which happens in time.
fn counts(
    program: &Program,
    function: &Function,
    body: &Body,
    cycle: &[Block],
    test: Block,
) -> bool {
    let data = &body.blocks[test];
    let Terminator::Branch { cond: Operand::Reg(cond), then, otherwise } = data.terminator else {
        return false;
    };
    let stays = |block: Block| cycle.contains(&block);
    if stays(then) == stays(otherwise) {
        return false;
    }
    // The last assignment of the condition in the block is the comparison.
    let comparison = data.insts.iter().rev().find(|inst| assigns(&inst.op, cond));
    let Some(Op::Compare { op, ty, a: Operand::Reg(counter), b: Operand::Const(bound), .. }) =
        comparison.map(|inst| &inst.op)
    else {
        return false;
    };
    let width = ty.bits(&program.target);
    if width > 64 || function.params.iter().any(|param| param.reg == *counter) {
        return false;
    }
    let Some((step, at)) = only_step(body, cycle, *counter) else { return false };
    // Every round makes the step: without it there is no round that comes to the test.
    let without: Vec<Block> = cycle.iter().copied().filter(|&block| block != at).collect();
    let every_round =
        at == test || !cycles(body, &without).iter().any(|members| members.contains(&test));
    let starts = start_values(body, cycle, *counter);
    every_round
        && starts.is_some_and(|starts| {
            starts.iter().all(|&start| ends(*op, width, start, step, *bound, stays(then)))
        })
}

fn assigns(op: &Op, wanted: Reg) -> bool {
    let mut found = false;
    op.for_each_result(|&reg| found |= reg == wanted);
    found
}

/// The one place of a cycle that changes the counter, and by how much.
fn only_step(body: &Body, cycle: &[Block], counter: Reg) -> Option<(i64, Block)> {
    let mut step = None;
    for &block in cycle {
        for inst in body.blocks[block].insts.iter().filter(|inst| assigns(&inst.op, counter)) {
            let Op::Binary { op, a: Operand::Reg(a), b: Operand::Const(by), ty, .. } = &inst.op
            else {
                return None;
            };
            let unused = match ty {
                raddle_ir::Type::Int(bits @ 1..=64) => 64 - u32::from(*bits),
                _ => return None,
            };
            let by = (*by << unused) as i64 >> unused;
            let by = match op {
                BinaryOp::Add => by,
                BinaryOp::Sub => by.checked_neg()?,
                _ => return None,
            };
            if *a != counter || step.is_some() {
                return None;
            }
            step = Some((by, block));
        }
    }
    step
}

/// What the counter can be when the cycle is entered, if those are constants.
fn start_values(body: &Body, cycle: &[Block], counter: Reg) -> Option<Vec<u64>> {
    let mut starts = Vec::new();
    for (_, data) in body.blocks.iter().filter(|(block, _)| !cycle.contains(block)) {
        for inst in data.insts.iter().filter(|inst| assigns(&inst.op, counter)) {
            match &inst.op {
                Op::Copy { src: Operand::Const(start), .. } => starts.push(*start),
                _ => return None,
            }
        }
    }
    (!starts.is_empty()).then_some(starts)
}

/// Whether the comparison comes out against staying after some steps. Only orders: once they say so they go
/// on saying so, even if the cycle is left and entered again in between.
fn ends(op: CompareOp, width: u32, start: u64, step: i64, bound: u64, stays_if: bool) -> bool {
    let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    let unused = 64 - width;
    let signed = |word: u64| (word << unused) as i64 >> unused;
    let mut value = start & mask;
    for _ in 0..MOST_ROUNDS {
        value = value.wrapping_add_signed(step) & mask;
        let (a, b) = (signed(value), signed(bound));
        let holds = match op {
            CompareOp::Ult => value < bound,
            CompareOp::Ule => value <= bound,
            CompareOp::Ugt => value > bound,
            CompareOp::Uge => value >= bound,
            CompareOp::Slt => a < b,
            CompareOp::Sle => a <= b,
            CompareOp::Sgt => a > b,
            CompareOp::Sge => a >= b,
            CompareOp::Eq | CompareOp::Ne => return false,
        };
        if holds != stays_if {
            return true;
        }
    }
    false
}
