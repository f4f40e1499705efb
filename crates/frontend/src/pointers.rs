//! Pointers that pass as integers: clang loads, stores, exchanges and compares `_Atomic(T *)` as integers of the same width, and converts at both ends. Whoever comes to
//! memory by its types then finds a number where a pointer is. Temporaries that are only converted, moved and accessed become pointers, and so do the accesses.
//!
//! That is decided for groups: what one operation gives the same type stands in one. A group in which nothing is converted from or to a pointer stays what it is, and so
//! does one of which a member is used in any other way: computed with, compared, passed on. No value changes, since both types have the same bits.

use raddle_ir::{AtomicOp, Body, CastOp, EntityMap, Op, Operand, Param, Reg, Type};

/// Applied before copies are removed.
pub fn retype(body: &mut Body, params: &[Param], pointer_bits: u32) {
    let Ok(bits) = u16::try_from(pointer_bits) else { return };
    let word = Type::Int(bits);
    let mut groups = Groups::new(body, params, word);
    for inst in body.blocks.values().flat_map(|block| &block.insts) {
        groups.look_at(&inst.op, word);
    }
    for block in body.blocks.values() {
        block.terminator.for_each_operand(|operand| groups.refuse(operand));
    }
    let pointers = groups.pointers();
    if pointers.values().all(|&pointer| !pointer) {
        return;
    }
    for (reg, info) in body.regs.iter_mut() {
        if pointers[reg] {
            info.ty = Type::Ptr;
        }
    }
    for inst in body.blocks.values_mut().flat_map(|block| &mut block.insts) {
        rewrite(&mut inst.op, &pointers);
    }
}

/// Registers that have to have the same type, as trees; each knows the one above it.
struct Groups {
    above: EntityMap<Reg, Reg>,
    /// Of the top of a group: whether no member is used in another way, and whether one is converted.
    may: EntityMap<Reg, bool>,
    converted: EntityMap<Reg, bool>,
}

impl Groups {
    fn new(body: &Body, params: &[Param], word: Type) -> Groups {
        let mut may: EntityMap<Reg, bool> =
            body.regs.values().map(|info| info.ty == word && info.name.is_none()).collect();
        for param in params {
            may[param.reg] = false;
        }
        Groups {
            above: body.regs.keys().collect(),
            may,
            converted: body.regs.values().map(|_| false).collect(),
        }
    }

    fn top(&self, mut reg: Reg) -> Reg {
        while self.above[reg] != reg {
            reg = self.above[reg];
        }
        reg
    }

    fn join(&mut self, a: Reg, b: Reg) {
        let (a, b) = (self.top(a), self.top(b));
        self.above[b] = a;
        self.may[a] &= self.may[b];
        self.converted[a] |= self.converted[b];
    }

    fn refuse(&mut self, operand: &Operand) {
        if let Operand::Reg(reg) = *operand {
            let top = self.top(reg);
            self.may[top] = false;
        }
    }

    /// A value that is given the type of a register, or of an access without one.
    fn alike(&mut self, operand: &Operand, reg: Option<Reg>) {
        match (operand, reg) {
            (Operand::Reg(own), Some(reg)) => self.join(*own, reg),
            (Operand::Reg(_) | Operand::Const(_), _) => {}
            // The address of something that is used as a number without a conversion stays one.
            (_, Some(reg)) => self.refuse(&Operand::Reg(reg)),
            (_, None) => {}
        }
    }

    fn converts(&mut self, reg: Reg) {
        let top = self.top(reg);
        self.converted[top] = true;
    }

    fn look_at(&mut self, op: &Op, word: Type) {
        match *op {
            Op::Cast { dst, op: CastOp::Bits, from: Type::Ptr, to, a } if to == word => {
                self.refuse(&a);
                self.converts(dst);
            }
            Op::Cast { dst, op: CastOp::Bits, from, to: Type::Ptr, a } if from == word => {
                if let Operand::Reg(reg) = a {
                    self.converts(reg);
                }
                self.refuse(&Operand::Reg(dst));
            }
            Op::Copy { dst, ty, src } if ty == word && src != Operand::Undef => {
                self.alike(&src, Some(dst));
            }
            Op::Load { ty, ptr, .. } if ty == word => self.refuse(&ptr),
            Op::Store { ty, ptr, value, .. } if ty == word => {
                self.refuse(&ptr);
                self.alike(&value, None);
            }
            Op::AtomicUpdate { dst, op: AtomicOp::Exchange, ty, ptr, value, .. } if ty == word => {
                self.refuse(&ptr);
                self.alike(&value, Some(dst));
            }
            Op::CompareExchange { old, ok, ty, ptr, expected, new, .. } if ty == word => {
                self.refuse(&ptr);
                self.refuse(&Operand::Reg(ok));
                self.alike(&expected, Some(old));
                self.alike(&new, Some(old));
            }
            _ => {
                op.for_each_operand(|operand| self.refuse(operand));
                op.for_each_result(|&reg| self.refuse(&Operand::Reg(reg)));
            }
        }
    }

    fn pointers(&self) -> EntityMap<Reg, bool> {
        let is_pointer = |reg| {
            let top = self.top(reg);
            self.may[top] && self.converted[top]
        };
        self.above.keys().map(is_pointer).collect()
    }
}

fn rewrite(op: &mut Op, pointers: &EntityMap<Reg, bool>) {
    let is_pointer = |operand: &Operand| matches!(operand, Operand::Reg(reg) if pointers[*reg]);
    match op {
        Op::Cast { dst, a, .. } if pointers[*dst] || is_pointer(a) => {
            *op = Op::Copy { dst: *dst, ty: Type::Ptr, src: *a };
        }
        Op::Copy { dst, ty, .. } | Op::Load { dst, ty, .. } if pointers[*dst] => *ty = Type::Ptr,
        Op::Store { value, ty, .. } if is_pointer(value) => *ty = Type::Ptr,
        Op::AtomicUpdate { dst, ty, .. } if pointers[*dst] => *ty = Type::Ptr,
        Op::CompareExchange { old, ty, .. } if pointers[*old] => *ty = Type::Ptr,
        _ => {}
    }
}
