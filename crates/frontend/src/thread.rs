//! Jumps whose outcome is known: clang leaves a scope early by storing a number, jumping to the clean-up
//! code of the scope, and switching on the number there; a condition `a && b` is collected in a
//! register and branched on. Where a block sets such a register to a constant and jumps to a block that
//! only decides on it, the decision is taken at once: the few operations of the deciding block are
//! repeated, and control goes where it would have gone.
//!
//! Only decisions on unnamed registers are touched: what the source spells out as a branch stays one.
//! Deciding blocks that nothing leads to any more are dropped.

use raddle_ir::{Block, Body, Entity, EntityMap, Inst, Intrinsic, Op, Operand, Reg, Terminator};
use rustc_hash::FxHashMap;

/// A deciding block with more operations than this is not worth repeating.
const MAX_REPEATED: usize = 8;
/// Decisions taken in a row; more would be a loop of nothing but decisions.
const MAX_HOPS: usize = 16;

/// Takes all decisions whose outcome is known.
pub fn thread_jumps(body: &mut Body) {
    let before = reachable(body);
    let mut changed = false;
    for index in 0..body.blocks.len() {
        changed |= thread_block(body, Block::new(index));
    }
    if changed {
        drop_unreachable(body, &before);
    }
}

fn thread_block(body: &mut Body, block: Block) -> bool {
    let mut changed = false;
    for _ in 0..MAX_HOPS {
        let Terminator::Jump(middle) = body.blocks[block].terminator else { break };
        if middle == block || !is_deciding(body, middle) {
            break;
        }
        let constants = constants_at_end(&body.blocks[block].insts);
        let Some(target) = outcome(body, middle, constants) else { break };
        let repeated = body.blocks[middle].insts.clone();
        let data = &mut body.blocks[block];
        data.insts.extend(repeated);
        data.terminator = Terminator::Jump(target);
        changed = true;
    }
    changed
}

/// Whether a block does little but choose where to go, by an unnamed register.
fn is_deciding(body: &Body, block: Block) -> bool {
    let data = &body.blocks[block];
    let decides = match data.terminator {
        Terminator::Branch { cond: Operand::Reg(reg), .. }
        | Terminator::Switch { value: Operand::Reg(reg), .. } => body.regs[reg].name.is_none(),
        _ => false,
    };
    decides && data.insts.len() <= MAX_REPEATED && data.insts.iter().all(is_harmless)
}

/// Operations that clean-up code consists of.
fn is_harmless(inst: &Inst) -> bool {
    match inst.op {
        Op::Copy { .. } => true,
        Op::Intrinsic { intrinsic, .. } => intrinsic == Intrinsic::LifetimeEnd,
        _ => false,
    }
}

type Constants = FxHashMap<Reg, u64>;

/// Registers that hold a known constant after these operations.
fn constants_at_end(insts: &[Inst]) -> Constants {
    let mut constants = Constants::default();
    follow(insts, &mut constants);
    constants
}

fn follow(insts: &[Inst], constants: &mut Constants) {
    for inst in insts {
        let value = match inst.op {
            Op::Copy { src: Operand::Const(value), .. } => Some(value),
            Op::Copy { src: Operand::Reg(reg), .. } => constants.get(&reg).copied(),
            _ => None,
        };
        inst.op.for_each_result(|reg| {
            constants.remove(reg);
        });
        if let (Op::Copy { dst, .. }, Some(value)) = (&inst.op, value) {
            constants.insert(*dst, value);
        }
    }
}

/// Where the deciding block goes, given what is known on entry.
fn outcome(body: &Body, block: Block, mut constants: Constants) -> Option<Block> {
    let data = &body.blocks[block];
    follow(&data.insts, &mut constants);
    match &data.terminator {
        Terminator::Branch { cond: Operand::Reg(reg), then, otherwise } => {
            let taken = *constants.get(reg)? & 1 != 0;
            Some(if taken { *then } else { *otherwise })
        }
        Terminator::Switch { value: Operand::Reg(reg), cases, default, .. } => {
            let value = *constants.get(reg)?;
            let case = cases.iter().find(|(case, _)| *case == value);
            Some(case.map_or(*default, |&(_, target)| target))
        }
        _ => None,
    }
}

fn reachable(body: &Body) -> Vec<bool> {
    let mut seen = vec![false; body.blocks.len()];
    let mut pending = vec![Body::ENTRY];
    while let Some(block) = pending.pop() {
        if std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        body.blocks[block].terminator.for_each_successor(|next| pending.push(next));
    }
    seen
}

/// Drops blocks that threading cut off, unless they hold code of the user's.
fn drop_unreachable(body: &mut Body, before: &[bool]) {
    let after = reachable(body);
    let dropped = |block: Block| {
        let index = block.index();
        before[index] && !after[index] && body.blocks[block].insts.iter().all(is_harmless)
    };
    let mut numbers = Vec::with_capacity(body.blocks.len());
    let mut next = 0;
    for block in body.blocks.keys() {
        numbers.push(if dropped(block) { None } else { Some(Block(next)) });
        next += u32::from(!dropped(block));
    }
    // A block that stays, but is never reached, may still name one that does not.
    let stays = |block: Block| numbers[block.index()].unwrap_or(Block(0));
    let kept = std::mem::take(&mut body.blocks).into_values().zip(&numbers);
    let mut blocks = EntityMap::new();
    for (mut data, number) in kept {
        if number.is_none() {
            continue;
        }
        let mut lost = false;
        data.terminator.for_each_successor_mut(|target| {
            lost |= numbers[target.index()].is_none();
            *target = stays(*target);
        });
        if lost {
            data.terminator = Terminator::Unreachable;
        }
        blocks.push(data);
    }
    body.blocks = blocks;
}

#[cfg(test)]
mod tests {
    use super::thread_jumps;
    use raddle_ir::{parse_program, verify};

    fn threaded(code: &str) -> String {
        let text = format!(
            "target 64 \"\"\nfn0 \"f\" (r0 i32) -> (i32) {{\n  r0 i32\n  r1 i32\n  r2 i32\n  r3 i32 \"n\"\n  r4 ptr\n{code}}}\n"
        );
        let mut program = parse_program(&text).expect("parses");
        let function = program.functions.values_mut().next().expect("a function");
        thread_jumps(function.body.as_mut().expect("a body"));
        verify(&program).expect("is valid");
        let printed = program.to_string();
        printed[printed.find("b0:").expect("code")..].replace("}\n", "")
    }

    #[test]
    fn clean_up_switches_are_taken_at_once() {
        let code = "b0:\n  switch i32 r0 { 1: b1 } else b2\nb1:\n  r1 = copy i32 2\n  jump b3\nb2:\n  r1 = copy i32 0\n  jump b3\nb3:\n  intrinsic.lifetime_end ptr (r4)\n  r2 = copy i32 r1\n  switch i32 r2 { 0: b4, 2: b5 } else b6\nb4:\n  return 4\nb5:\n  return 5\nb6:\n  unreachable\n";
        let expected = "b0:\n  switch i32 r0 { 1: b1 } else b2\nb1:\n  r1 = copy i32 2\n  intrinsic.lifetime_end ptr (r4)\n  r2 = copy i32 r1\n  jump b4\nb2:\n  r1 = copy i32 0\n  intrinsic.lifetime_end ptr (r4)\n  r2 = copy i32 r1\n  jump b3\nb3:\n  return 4\nb4:\n  return 5\n";
        assert_eq!(threaded(code), expected);
    }

    #[test]
    fn branches_of_the_source_and_unknown_values_stay() {
        let named = "b0:\n  r3 = copy i32 1\n  jump b1\nb1:\n  switch i32 r3 { 1: b2 } else b3\nb2:\n  return 1\nb3:\n  return 2\n";
        assert_eq!(threaded(named), named);
        let unknown = named.replace("r3 = copy i32 1", "r1 = copy i32 r0").replace("r3", "r1");
        assert_eq!(threaded(&unknown), unknown);
    }
}
