//! Which operands an operation reads and which registers it assigns.

use raddle_ir::{Callee, Op, Operand, Reg, Terminator};

/// Calls `visit` with every operand of an operation.
pub fn read_operands(op: &Op, visit: &mut dyn FnMut(Operand)) {
    match op {
        Op::Copy { src, .. } => visit(*src),
        Op::Binary { a, b, .. }
        | Op::Compare { a, b, .. }
        | Op::FloatBinary { a, b, .. }
        | Op::FloatCompare { a, b, .. } => {
            visit(*a);
            visit(*b);
        }
        Op::FloatNeg { a, .. } | Op::Cast { a, .. } => visit(*a),
        Op::Select { cond, a, b, .. } => {
            visit(*cond);
            visit(*a);
            visit(*b);
        }
        Op::Address { base, indices, .. } => {
            visit(*base);
            indices.iter().for_each(|&(index, ..)| visit(index));
        }
        Op::Load { ptr, .. } => visit(*ptr),
        Op::Store { value, ptr, .. } | Op::AtomicUpdate { value, ptr, .. } => {
            visit(*value);
            visit(*ptr);
        }
        Op::CompareExchange { ptr, expected, new, .. } => {
            visit(*ptr);
            visit(*expected);
            visit(*new);
        }
        Op::Alloca { count, .. } => visit(*count),
        Op::Call { callee, args, .. } => {
            if let Callee::Indirect(pointer) = callee {
                visit(*pointer);
            }
            args.iter().for_each(|arg| visit(arg.value));
        }
        Op::Intrinsic { args, .. } => args.iter().for_each(|&arg| visit(arg)),
        Op::Fence { .. } | Op::Unsupported { .. } => {}
    }
}

/// Calls `visit` with every register an operation assigns.
pub fn defined_registers(op: &Op, visit: &mut dyn FnMut(Reg)) {
    match op {
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
        | Op::Alloca { dst, .. } => visit(*dst),
        Op::CompareExchange { old, ok, .. } => {
            visit(*old);
            visit(*ok);
        }
        Op::Call { dsts, .. } | Op::Intrinsic { dsts, .. } => {
            dsts.iter().for_each(|&dst| visit(dst))
        }
        Op::Store { .. } | Op::Fence { .. } | Op::Unsupported { .. } => {}
    }
}

/// Calls `visit` with every operand of a terminator.
pub fn terminator_operands(terminator: &Terminator, visit: &mut dyn FnMut(Operand)) {
    match terminator {
        Terminator::Branch { cond, .. } => visit(*cond),
        Terminator::Switch { value, .. } => visit(*value),
        Terminator::Return(values) => values.iter().for_each(|&value| visit(value)),
        Terminator::Jump(_) | Terminator::Unreachable => {}
    }
}
