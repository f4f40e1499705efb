//! Which operands an operation reads and which registers it assigns: for passes that do not care what
//! the operation does.

use crate::op::{Callee, Op, Operand, Terminator};
use crate::program::{Block, Reg};

/// Writes a visitor over shared and one over mutable operands from the same list.
macro_rules! operand_visitor {
    ($name:ident, $iter:ident $(, $mutable:tt)?) => {
        /// Calls `visit` on every operand that is read.
        pub fn $name(& $($mutable)? self, mut visit: impl FnMut(& $($mutable)? Operand)) {
            match self {
                Op::Copy { src, .. } => visit(src),
                Op::Binary { a, b, .. }
                | Op::Compare { a, b, .. }
                | Op::FloatBinary { a, b, .. }
                | Op::FloatCompare { a, b, .. } => {
                    visit(a);
                    visit(b);
                }
                Op::FloatNeg { a, .. } | Op::Cast { a, .. } => visit(a),
                Op::Select { cond, a, b, .. } => {
                    visit(cond);
                    visit(a);
                    visit(b);
                }
                Op::Address { base, indices, .. } => {
                    visit(base);
                    indices.$iter().for_each(|(index, _, _)| visit(index));
                }
                Op::Load { ptr, .. } => visit(ptr),
                Op::Store { value, ptr, .. } | Op::AtomicUpdate { value, ptr, .. } => {
                    visit(value);
                    visit(ptr);
                }
                Op::CompareExchange { ptr, expected, new, .. } => {
                    visit(ptr);
                    visit(expected);
                    visit(new);
                }
                Op::Alloca { count, .. } => visit(count),
                Op::Call { callee, args, .. } => {
                    if let Callee::Indirect(pointer) = callee {
                        visit(pointer);
                    }
                    args.$iter().for_each(|arg| visit(& $($mutable)? arg.value));
                }
                Op::Intrinsic { args, .. } => args.$iter().for_each(visit),
                Op::Fence { .. } | Op::Unsupported { .. } => {}
            }
        }
    };
}

/// Likewise for the registers that are assigned.
macro_rules! result_visitor {
    ($name:ident, $iter:ident $(, $mutable:tt)?) => {
        /// Calls `visit` on every register that is assigned.
        pub fn $name(& $($mutable)? self, mut visit: impl FnMut(& $($mutable)? Reg)) {
            match self {
                Op::Copy { dst, .. }
                | Op::Binary { dst, .. }
                | Op::Compare { dst, .. }
                | Op::FloatBinary { dst, .. }
                | Op::FloatNeg { dst, .. }
                | Op::FloatCompare { dst, .. }
                | Op::Cast { dst, .. }
                | Op::Select { dst, .. }
                | Op::Address { dst, .. }
                | Op::Load { dst, .. }
                | Op::AtomicUpdate { dst, .. }
                | Op::Alloca { dst, .. } => visit(dst),
                Op::CompareExchange { old, ok, .. } => {
                    visit(old);
                    visit(ok);
                }
                Op::Call { dsts, .. } | Op::Intrinsic { dsts, .. } => dsts.$iter().for_each(visit),
                Op::Store { .. } | Op::Fence { .. } | Op::Unsupported { .. } => {}
            }
        }
    };
}

impl Op {
    operand_visitor!(for_each_operand, iter);
    operand_visitor!(for_each_operand_mut, iter_mut, mut);
    result_visitor!(for_each_result, iter);
    result_visitor!(for_each_result_mut, iter_mut, mut);
}

impl Terminator {
    /// Calls `visit` on every operand that is read.
    pub fn for_each_operand(&self, mut visit: impl FnMut(&Operand)) {
        match self {
            Terminator::Branch { cond, .. } => visit(cond),
            Terminator::Switch { value, .. } => visit(value),
            Terminator::Return(values) => values.iter().for_each(visit),
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
    }

    /// Calls `visit` on every operand that is read.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        match self {
            Terminator::Branch { cond, .. } => visit(cond),
            Terminator::Switch { value, .. } => visit(value),
            Terminator::Return(values) => values.iter_mut().for_each(visit),
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
    }

    /// Calls `visit` on every block that control may go to.
    pub fn for_each_successor_mut(&mut self, mut visit: impl FnMut(&mut Block)) {
        match self {
            Terminator::Jump(target) => visit(target),
            Terminator::Branch { then, otherwise, .. } => {
                visit(then);
                visit(otherwise);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, block)| visit(block));
                visit(default);
            }
            Terminator::Return(_) | Terminator::Unreachable => {}
        }
    }

    /// Calls `visit` on every block that control may go to.
    pub fn for_each_successor(&self, mut visit: impl FnMut(Block)) {
        match self {
            Terminator::Jump(target) => visit(*target),
            Terminator::Branch { then, otherwise, .. } => {
                visit(*then);
                visit(*otherwise);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter().for_each(|&(_, block)| visit(block));
                visit(*default);
            }
            Terminator::Return(_) | Terminator::Unreachable => {}
        }
    }
}
