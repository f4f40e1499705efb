//! Branches whose sides are short and come together again, so that both can be evaluated and their results joined.
//!
//! A *diamond* is a branch with a join: the first block that every way out of it leads through. What lies between has no cycle, does nothing but compute, load and
//! store, and is short. Functions called in it are of that kind, too. Whether an operation can fail is not looked at here: that depends on states.
//!
//! Registers that *steer* are those that addresses and branches in loops depend on, as far as registers alone tell. What was a number in each of two runs is a
//! condition on inputs when they are joined; where it steers, every later access or round would have to be asked about. Registers that *turn* are
//! those of them that branches in loops depend on. A program that *may go on for ever* comes back to states only if
//! they hold numbers, so nothing that leaves a function is to be made a condition there.

use raddle_ir::{
    BinaryOp, Block, Body, Callee, Entity, EntityMap, FuncId, Intrinsic, Op, Operand, Program, Reg,
    Terminator,
};

use crate::cfg::successors;
use crate::natural_loops::{NaturalLoop, natural_loops};
use crate::postdominators::PostDominators;
use crate::uses::{defined_registers, read_operands};

/// Instructions of both sides together.
const MOST_INSTRUCTIONS: usize = 64;
/// How deeply calls in a side are nested.
const MOST_CALLS: u32 = 2;

#[derive(Clone, Debug)]
pub struct Diamonds {
    joins: EntityMap<Block, Option<Block>>,
    steers: EntityMap<Reg, bool>,
    turns: EntityMap<Reg, bool>,
    leaves: EntityMap<Reg, bool>,
}

impl Diamonds {
    /// Of a function with a body.
    pub fn new(program: &Program, body: &Body) -> Diamonds {
        let after = PostDominators::new(body);
        let join_of = |block: Block| {
            let Terminator::Branch { then, otherwise, .. } = body.blocks[block].terminator else {
                return None;
            };
            let join = after.immediate(block).filter(|&join| join != block)?;
            let sides = between(body, block, [then, otherwise], join)?;
            let sizes = sides.iter().map(|&side| size_of(program, body, side, 0));
            let size = sizes.sum::<Option<usize>>()?;
            (size <= MOST_INSTRUCTIONS).then_some(join)
        };
        let joins = body.blocks.keys().map(join_of).collect();
        let turns = computed_from(body, branched_on_in_loops(body));
        Diamonds { joins, steers: steering(body), turns, leaves: leaving(body) }
    }

    /// Where the sides of the branch at the end of a block come together, if they can be joined.
    pub fn join(&self, block: Block) -> Option<Block> {
        self.joins[block]
    }

    pub fn steers(&self, reg: Reg) -> bool {
        self.steers[reg]
    }

    /// Whether branches in loops depend on a register.
    pub fn turns(&self, reg: Reg) -> bool {
        self.turns[reg]
    }

    /// Whether what a register holds may be returned, stored or passed on.
    pub fn leaves(&self, reg: Reg) -> bool {
        self.leaves[reg]
    }
}

/// The blocks of both sides, if no cycle is among them.
fn between(body: &Body, branch: Block, sides: [Block; 2], join: Block) -> Option<Vec<Block>> {
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut seen = vec![0; body.blocks.len()];
    let mut found = Vec::new();
    let mut stack: Vec<(Block, bool)> = sides.iter().map(|&side| (side, false)).collect();
    while let Some((block, leaving)) = stack.pop() {
        if leaving {
            seen[block.index()] = DONE;
            continue;
        }
        if block == join || seen[block.index()] == DONE {
            continue;
        }
        if block == branch || seen[block.index()] == OPEN {
            return None;
        }
        seen[block.index()] = OPEN;
        found.push(block);
        stack.push((block, true));
        stack.extend(successors(&body.blocks[block].terminator).iter().map(|&next| (next, false)));
    }
    Some(found)
}

/// How many instructions a block has, those of called functions included; `None` if one of them is not of the kind that can be joined.
fn size_of(program: &Program, body: &Body, block: Block, depth: u32) -> Option<usize> {
    let data = &body.blocks[block];
    match data.terminator {
        Terminator::Jump(_) | Terminator::Branch { .. } => {}
        Terminator::Return(_) if depth > 0 => {}
        Terminator::Return(_) | Terminator::Switch { .. } | Terminator::Unreachable => return None,
    }
    let mut size = data.insts.len();
    for inst in &data.insts {
        match &inst.op {
            Op::Copy { .. }
            | Op::Binary { .. }
            | Op::Compare { .. }
            | Op::Cast { .. }
            | Op::Select { .. }
            | Op::Address { .. } => {}
            Op::Load { volatile, order, .. } | Op::Store { volatile, order, .. } => {
                if *volatile || order.is_some() {
                    return None;
                }
            }
            Op::Intrinsic { intrinsic, .. } if is_pure(*intrinsic) => {}
            Op::Call { callee: Callee::Direct(callee), .. } => {
                size += size_of_call(program, *callee, depth + 1)?;
            }
            Op::Call { .. }
            | Op::Intrinsic { .. }
            | Op::FloatBinary { .. }
            | Op::FloatNeg { .. }
            | Op::FloatCompare { .. }
            | Op::AtomicUpdate { .. }
            | Op::CompareExchange { .. }
            | Op::Fence { .. }
            | Op::Alloca { .. }
            | Op::Unsupported { .. } => return None,
        }
    }
    Some(size)
}

fn size_of_call(program: &Program, callee: FuncId, depth: u32) -> Option<usize> {
    let body = program.functions[callee].body.as_ref().filter(|_| depth <= MOST_CALLS)?;
    let ends = natural_loops(body).is_empty() && body.blocks.len() <= MOST_INSTRUCTIONS;
    let blocks = body.blocks.keys().filter(|_| ends);
    let size = blocks.map(|block| size_of(program, body, block, depth)).sum::<Option<usize>>()?;
    (ends && size <= MOST_INSTRUCTIONS).then_some(size)
}

/// Whether a built-in operation computes numbers from numbers.
fn is_pure(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::SAddOverflow
            | Intrinsic::UAddOverflow
            | Intrinsic::SSubOverflow
            | Intrinsic::USubOverflow
            | Intrinsic::SMulOverflow
            | Intrinsic::UMulOverflow
            | Intrinsic::SAddSat
            | Intrinsic::UAddSat
            | Intrinsic::SSubSat
            | Intrinsic::USubSat
            | Intrinsic::SMax
            | Intrinsic::SMin
            | Intrinsic::UMax
            | Intrinsic::UMin
            | Intrinsic::Abs
            | Intrinsic::CountOnes
            | Intrinsic::LeadingZeros
            | Intrinsic::TrailingZeros
            | Intrinsic::ByteSwap
            | Intrinsic::BitReverse
            | Intrinsic::FunnelShiftLeft
            | Intrinsic::FunnelShiftRight
    )
}

/// Whether a program may go on for ever doing new things: it has a loop with a call in it that no counter ends.
pub fn may_go_on(program: &Program) -> bool {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    bodies.into_iter().any(|body| {
        natural_loops(body).iter().any(|around| {
            let mut insts = around.blocks.iter().flat_map(|&block| &body.blocks[block].insts);
            insts.any(|inst| matches!(inst.op, Op::Call { .. })) && !is_counted(body, around)
        })
    })
}

/// Whether a loop ends by a comparison of a register that it counts.
fn is_counted(body: &Body, around: &NaturalLoop) -> bool {
    let insts = || around.blocks.iter().flat_map(|&block| &body.blocks[block].insts);
    let counts = |operand: Operand| {
        insts().any(|inst| match inst.op {
            Op::Binary { dst, op: BinaryOp::Add | BinaryOp::Sub, a, b, .. } => {
                Operand::Reg(dst) == operand && a == operand && matches!(b, Operand::Const(_))
            }
            _ => false,
        })
    };
    around.blocks.iter().any(|&block| {
        let Terminator::Branch { cond, then, otherwise } = body.blocks[block].terminator else {
            return false;
        };
        let exits = !around.contains(then) || !around.contains(otherwise);
        exits
            && insts().any(|inst| match inst.op {
                Op::Compare { dst, a, b, .. } => {
                    Operand::Reg(dst) == cond && (counts(a) || counts(b))
                }
                _ => false,
            })
    })
}

fn steering(body: &Body) -> EntityMap<Reg, bool> {
    let mut seeds = branched_on_in_loops(body);
    for inst in body.blocks.values().flat_map(|data| &data.insts) {
        match &inst.op {
            Op::Address { indices, .. } => seeds.extend(indices.iter().map(|index| index.0)),
            Op::Load { ptr, .. } | Op::Store { ptr, .. } => seeds.push(*ptr),
            Op::Alloca { count, .. } => seeds.push(*count),
            _ => {}
        }
    }
    computed_from(body, seeds)
}

/// What decides where branches in loops lead.
fn branched_on_in_loops(body: &Body) -> Vec<Operand> {
    let loops = natural_loops(body);
    let in_loop = |block: Block| loops.iter().any(|around| around.contains(block));
    let decided_by = |(block, terminator): (Block, &Terminator)| match *terminator {
        Terminator::Branch { cond, .. } if in_loop(block) => Some(cond),
        Terminator::Switch { value, .. } if in_loop(block) => Some(value),
        _ => None,
    };
    let terminators = body.blocks.iter().map(|(block, data)| (block, &data.terminator));
    terminators.filter_map(decided_by).collect()
}

fn leaving(body: &Body) -> EntityMap<Reg, bool> {
    let mut seeds = Vec::new();
    for data in body.blocks.values() {
        for inst in &data.insts {
            match &inst.op {
                Op::Store { value, .. } => seeds.push(*value),
                Op::Call { args, .. } => seeds.extend(args.iter().map(|arg| arg.value)),
                _ => {}
            }
        }
        if let Terminator::Return(values) = &data.terminator {
            seeds.extend(values);
        }
    }
    computed_from(body, seeds)
}

/// The registers that operands are computed from. What calls make of their arguments, and what memory holds, is not followed.
fn computed_from(body: &Body, seeds: Vec<Operand>) -> EntityMap<Reg, bool> {
    let mut found: EntityMap<Reg, bool> = body.regs.keys().map(|_| false).collect();
    let mut open = seeds;
    let insts: Vec<_> = body.blocks.values().flat_map(|data| &data.insts).collect();
    while let Some(operand) = open.pop() {
        let Operand::Reg(reg) = operand else { continue };
        if std::mem::replace(&mut found[reg], true) {
            continue;
        }
        for inst in &insts {
            let mut defines = false;
            defined_registers(&inst.op, &mut |dst| defines |= dst == reg);
            if defines && !matches!(inst.op, Op::Call { .. } | Op::Load { .. }) {
                read_operands(&inst.op, &mut |operand| open.push(operand));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use raddle_ir::{Block, Reg, parse_program};

    use super::Diamonds;

    fn diamonds(text: &str) -> Diamonds {
        let program = parse_program(text).expect("a valid program");
        let function = program.function("f").expect("it is there");
        let body = program.functions[function].body.as_ref().expect("it has a body");
        Diamonds::new(&program, body)
    }

    #[test]
    fn sides_that_only_compute_are_joined() {
        let facts = diamonds(
            "fn0 \"f\" (r0 i1, r1 i32) -> (i32) {\n  r0 i1\n  r1 i32\nb0:\n  branch r0, b1, b2\nb1:\n  \
             r1 = add i32 r1, 1\n  jump b2\nb2:\n  return r1\n}\n",
        );
        assert_eq!(facts.join(Block(0)), Some(Block(2)));
        assert_eq!(facts.join(Block(1)), None);
        assert!(!facts.steers(Reg(1)));
    }

    #[test]
    fn a_side_with_a_loop_or_an_end_is_not() {
        let facts = diamonds(
            "fn0 \"f\" (r0 i1) -> () {\n  r0 i1\nb0:\n  branch r0, b1, b2\nb1:\n  branch r0, b1, b2\n\
             b2:\n  branch r0, b3, b4\nb3:\n  unreachable\nb4:\n  return\n}\n",
        );
        assert_eq!(facts.join(Block(0)), None);
        assert_eq!(facts.join(Block(1)), None);
        assert_eq!(facts.join(Block(2)), None);
        assert!(facts.steers(Reg(0)));
    }
}
