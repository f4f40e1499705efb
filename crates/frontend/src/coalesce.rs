//! Fewer copies: unoptimised code reads a variable into a temporary, computes, and writes the temporary
//! back; with the variable promoted to a register these become plain copies, about a third of all
//! operations. Three steps, each inside one block, remove most of them:
//!
//! 1. *Forwarding*: an operand that is a copy of a register or constant is replaced by it, as long as
//!    neither has been assigned since. Of a variable and a temporary with the same value, the variable
//!    is preferred. An address computed with no offset counts as a copy.
//! 2. *Retargeting*: a temporary that is only assigned once and only read by the copy of it into a
//!    variable is replaced by the variable, if the variable is not touched between the two.
//! 3. *Cleaning*: copies into temporaries that nothing reads are dropped, as are undefined values that
//!    are overwritten before anything reads them, and the registers that are left are numbered anew.
//!
//! Named registers (source variables) keep all their assignments, so that traces can show them. An
//! undefined value is never forwarded: it stays with the variable that lacks it. No access to memory
//! is touched.

use rustc_hash::FxHashSet;

use raddle_ir::{BlockData, Body, EntityMap, Inst, Op, Operand, Param, Reg, RegInfo};

/// Applies all steps to one function.
pub fn coalesce(body: &mut Body, params: &mut [Param]) {
    let registers = body.regs.len();
    let named = body.regs.values().map(|info| info.name.is_some()).collect();
    let mut forwarding = Forwarding::new(registers, named);
    for block in body.blocks.values_mut() {
        forwarding.block(block);
    }
    let counts = Counts::of(body, params);
    let mut retargeting = Retargeting::new(registers);
    for block in body.blocks.values_mut() {
        retargeting.block(&mut block.insts, &body.regs, &counts);
    }
    let counts = Counts::of(body, params);
    for block in body.blocks.values_mut() {
        block.insts.retain(|inst| !is_useless(inst, &body.regs, &counts));
        drop_overwritten(&mut block.insts);
    }
    renumber(body, params);
}

/// What each register is currently a copy of.
struct Forwarding {
    /// Which registers are source variables.
    named: Vec<bool>,
    /// Changes whenever the register is assigned.
    versions: Vec<u32>,
    copies: Vec<Option<KnownCopy>>,
    next_version: u32,
    /// Copies made before this version belong to another block.
    block_start: u32,
}

#[derive(Clone, Copy)]
struct KnownCopy {
    source: Operand,
    made: u32,
    /// Versions of both registers when the copy was made.
    target_version: u32,
    source_version: u32,
}

impl Forwarding {
    fn new(registers: usize, named: Vec<bool>) -> Self {
        let (versions, copies) = (vec![0; registers], vec![None; registers]);
        Forwarding { named, versions, copies, next_version: 1, block_start: 0 }
    }

    fn block(&mut self, block: &mut BlockData) {
        // Nothing is known at the start of a block.
        self.next_version += 1;
        self.block_start = self.next_version;
        for inst in &mut block.insts {
            inst.op.for_each_operand_mut(|operand| self.replace(operand));
            identity_address_to_copy(&mut inst.op);
            inst.op.for_each_result(|&reg| self.assign(reg));
            if let Op::Copy { dst, src, .. } = inst.op {
                self.remember(dst, src);
            }
        }
        block.terminator.for_each_operand_mut(|operand| self.replace(operand));
    }

    fn version(&self, operand: Operand) -> u32 {
        match operand {
            Operand::Reg(reg) => self.versions[reg.0 as usize],
            _ => 0,
        }
    }

    fn replace(&self, operand: &mut Operand) {
        let Operand::Reg(reg) = *operand else { return };
        let Some(known) = self.copies[reg.0 as usize] else { return };
        let current = known.made >= self.block_start
            && known.target_version == self.versions[reg.0 as usize]
            && known.source_version == self.version(known.source);
        if current {
            *operand = known.source;
        }
    }

    fn assign(&mut self, reg: Reg) {
        self.versions[reg.0 as usize] = self.next_version;
        self.next_version += 1;
        self.copies[reg.0 as usize] = None;
    }

    fn remember(&mut self, dst: Reg, source: Operand) {
        if source == Operand::Undef || source == Operand::Reg(dst) {
            return;
        }
        let (mut target, mut source) = (dst, source);
        if let Operand::Reg(temporary) = source
            && self.named[dst.0 as usize]
            && !self.named[temporary.0 as usize]
        {
            (target, source) = (temporary, Operand::Reg(dst));
        }
        self.copies[target.0 as usize] = Some(KnownCopy {
            source,
            made: self.next_version,
            target_version: self.versions[target.0 as usize],
            source_version: self.version(source),
        });
    }
}

fn identity_address_to_copy(op: &mut Op) {
    if let Op::Address { dst, base, offset: 0, indices, .. } = op
        && indices.is_empty()
    {
        *op = Op::Copy { dst: *dst, ty: raddle_ir::Type::Ptr, src: *base };
    }
}

/// How often each register is read and assigned in the whole function.
struct Counts {
    reads: Vec<u32>,
    writes: Vec<u32>,
}

impl Counts {
    fn of(body: &Body, params: &[Param]) -> Counts {
        let registers = body.regs.len();
        let mut counts = Counts { reads: vec![0; registers], writes: vec![0; registers] };
        for param in params {
            counts.writes[param.reg.0 as usize] += 1;
        }
        for block in body.blocks.values() {
            for inst in &block.insts {
                inst.op.for_each_operand(|operand| counts.read(*operand));
                inst.op.for_each_result(|reg| counts.writes[reg.0 as usize] += 1);
            }
            block.terminator.for_each_operand(|operand| counts.read(*operand));
        }
        counts
    }

    fn read(&mut self, operand: Operand) {
        if let Operand::Reg(reg) = operand {
            self.reads[reg.0 as usize] += 1;
        }
    }

    fn is_private(&self, reg: Reg) -> bool {
        self.reads[reg.0 as usize] == 1 && self.writes[reg.0 as usize] == 1
    }
}

/// Finds temporaries that can be replaced by the variable they are copied to. Positions count on from
/// block to block, so that the tables need no clearing.
struct Retargeting {
    /// Position of the last instruction that assigned a register.
    assigned: Vec<u64>,
    /// Position of the last instruction that read or assigned it.
    touched: Vec<u64>,
    next_position: u64,
}

impl Retargeting {
    fn new(registers: usize) -> Self {
        Retargeting { assigned: vec![0; registers], touched: vec![0; registers], next_position: 1 }
    }

    fn block(&mut self, insts: &mut Vec<Inst>, regs: &EntityMap<Reg, RegInfo>, counts: &Counts) {
        let start = self.next_position;
        let mut dropped = vec![false; insts.len()];
        for index in 0..insts.len() {
            let here = start + index as u64;
            if let Some((definition, temporary, variable)) =
                self.replaceable(insts, index, start, regs, counts)
            {
                insts[definition].op.for_each_result_mut(|reg| {
                    if *reg == temporary {
                        *reg = variable;
                    }
                });
                dropped[index] = true;
                self.assigned[variable.0 as usize] = here;
                self.touched[variable.0 as usize] = here;
                continue;
            }
            let op = &insts[index].op;
            op.for_each_operand(|operand| {
                if let Operand::Reg(reg) = operand {
                    self.touched[reg.0 as usize] = here;
                }
            });
            op.for_each_result(|reg| {
                self.assigned[reg.0 as usize] = here;
                self.touched[reg.0 as usize] = here;
            });
        }
        self.next_position = start + insts.len() as u64;
        let mut index = 0;
        insts.retain(|_| {
            index += 1;
            !dropped[index - 1]
        });
    }

    /// If the instruction at `index` copies a temporary into a variable that could have been assigned
    /// directly: where the temporary is assigned, the temporary, and the variable.
    fn replaceable(
        &self,
        insts: &[Inst],
        index: usize,
        start: u64,
        regs: &EntityMap<Reg, RegInfo>,
        counts: &Counts,
    ) -> Option<(usize, Reg, Reg)> {
        let Op::Copy { dst, src: Operand::Reg(temporary), .. } = insts[index].op else {
            return None;
        };
        let from = self.assigned[temporary.0 as usize];
        if from < start || !counts.is_private(temporary) || regs[temporary].name.is_some() {
            return None;
        }
        let definition = (from - start) as usize;
        let last = self.touched[dst.0 as usize];
        // The instruction that assigns the temporary may read the variable, but not assign it.
        let free = last < from || (last == from && !assigns(&insts[definition].op, dst));
        free.then_some((definition, temporary, dst))
    }
}

fn assigns(op: &Op, reg: Reg) -> bool {
    let mut found = false;
    op.for_each_result(|&result| found |= result == reg);
    found
}

fn is_useless(inst: &Inst, regs: &EntityMap<Reg, RegInfo>, counts: &Counts) -> bool {
    match inst.op {
        Op::Copy { dst, src, .. } => {
            let unread = counts.reads[dst.0 as usize] == 0 && regs[dst].name.is_none();
            unread || src == Operand::Reg(dst)
        }
        _ => false,
    }
}

/// Drops undefined values that the same block replaces unread. A lifetime begins with one, and most
/// variables are initialised right away.
fn drop_overwritten(insts: &mut Vec<Inst>) {
    let mut overwritten: FxHashSet<Reg> = FxHashSet::default();
    let mut keep = vec![true; insts.len()];
    for (position, inst) in insts.iter().enumerate().rev() {
        if let Op::Copy { dst, src: Operand::Undef, .. } = inst.op
            && overwritten.contains(&dst)
        {
            keep[position] = false;
            continue;
        }
        inst.op.for_each_result(|reg| {
            overwritten.insert(*reg);
        });
        inst.op.for_each_operand(|operand| {
            if let Operand::Reg(reg) = operand {
                overwritten.remove(reg);
            }
        });
    }
    let mut position = 0;
    insts.retain(|_| {
        position += 1;
        keep[position - 1]
    });
}

/// Drops registers that nothing mentions any more.
fn renumber(body: &mut Body, params: &mut [Param]) {
    let counts = Counts::of(body, params);
    let mut numbers: Vec<Option<Reg>> = vec![None; body.regs.len()];
    let mut kept = EntityMap::new();
    for (reg, info) in body.regs.iter() {
        let index = reg.0 as usize;
        if counts.reads[index] + counts.writes[index] > 0 {
            numbers[index] = Some(kept.push(info.clone()));
        }
    }
    let rename = |reg: &mut Reg| {
        if let Some(number) = numbers[reg.0 as usize] {
            *reg = number;
        }
    };
    let rename_operand = |operand: &mut Operand| {
        if let Operand::Reg(reg) = operand {
            rename(reg);
        }
    };
    for block in body.blocks.values_mut() {
        for inst in &mut block.insts {
            inst.op.for_each_operand_mut(rename_operand);
            inst.op.for_each_result_mut(rename);
        }
        block.terminator.for_each_operand_mut(rename_operand);
    }
    params.iter_mut().for_each(|param| rename(&mut param.reg));
    body.regs = kept;
}

#[cfg(test)]
mod tests {
    use super::coalesce;
    use raddle_ir::{parse_program, verify};

    /// Coalesces the only function of a program and returns its code, without declarations.
    fn code(text: &str) -> String {
        let mut program = parse_program(text).expect("parses");
        verify(&program).expect("is valid before");
        let function = program.functions.values_mut().next().expect("has a function");
        let body = function.body.as_mut().expect("has a body");
        coalesce(body, &mut function.params);
        verify(&program).expect("is valid after");
        let printed = program.to_string();
        let start = printed.find("b0:").expect("has code");
        printed[start..].replace("}\n", "")
    }

    const HEADER: &str = "target 64 \"\"\nfn0 \"f\" (r0 i32) -> (i32) {\n  r0 i32 \"n\"\n  r1 i32 \"i\"\n  r2 i32\n  r3 i32\n  r4 i32\n  r5 ptr\nb0:\n";

    fn check(body: &str, expected: &str) {
        assert_eq!(code(&format!("{HEADER}{body}}}\n")), format!("b0:\n{expected}"));
    }

    #[test]
    fn a_loop_counter_is_incremented_in_place() {
        check(
            "  r1 = copy i32 r0\n  r2 = copy i32 r1\n  r3 = add.nsw i32 r2, 1\n  r1 = copy i32 r3\n  r4 = copy i32 r1\n  return r4\n",
            "  r1 = copy i32 r0\n  r1 = add.nsw i32 r0, 1\n  return r1\n",
        );
    }

    #[test]
    fn an_old_value_is_kept_when_the_variable_changes() {
        // return i++
        check(
            "  r2 = copy i32 r1\n  r3 = add i32 r2, 1\n  r1 = copy i32 r3\n  return r2\n",
            "  r2 = copy i32 r1\n  r1 = add i32 r1, 1\n  return r2\n",
        );
    }

    #[test]
    fn a_variable_touched_in_between_is_not_retargeted() {
        check(
            "  r2 = add i32 r0, 1\n  r3 = add i32 r1, r2\n  r1 = copy i32 7\n  r1 = copy i32 r3\n  return r1\n",
            "  r2 = add i32 r0, 1\n  r3 = add i32 r1, r2\n  r1 = copy i32 7\n  r1 = copy i32 r3\n  return r1\n",
        );
    }

    #[test]
    fn nothing_is_known_across_blocks() {
        check(
            "  r1 = copy i32 7\n  jump b1\nb1:\n  r2 = copy i32 r1\n  r3 = add i32 r2, r0\n  return r3\n",
            "  r1 = copy i32 7\n  jump b1\nb1:\n  r2 = add i32 r1, r0\n  return r2\n",
        );
    }

    #[test]
    fn undefined_values_stay_with_their_variable() {
        check("  r2 = copy i32 undef\n  return r2\n", "  r1 = copy i32 undef\n  return r1\n");
    }

    #[test]
    fn an_address_without_offset_is_a_copy() {
        check(
            "  r5 = address.in_bounds 0, 0\n  r2 = load i32 r5 align 4\n  return r2\n",
            "  r1 = load i32 0 align 4\n  return r1\n",
        );
    }
}
