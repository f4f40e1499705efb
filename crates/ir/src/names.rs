//! The words that stand for operators in the text form, in both directions.

use crate::op::{
    AtomicOp, BinaryOp, CastOp, CompareOp, FloatBinaryOp, FloatCompareOp, Intrinsic, Ordering,
};

/// An enumeration whose values have fixed names.
pub(crate) trait Named: Copy + Sized + 'static {
    const NAMES: &'static [(Self, &'static str)];
    fn name(self) -> &'static str;
    fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, n)| *n == name).map(|&(value, _)| value)
    }
}

/// Writes both directions from one list; the `match` keeps the list complete.
macro_rules! named {
    ($type:ident { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl Named for $type {
            const NAMES: &'static [(Self, &'static str)] = &[$(($type::$variant, $name)),+];
            fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name),+
                }
            }
        }
    };
}

named!(BinaryOp {
    Add => "add", Sub => "sub", Mul => "mul", UDiv => "udiv", SDiv => "sdiv", URem => "urem",
    SRem => "srem", And => "and", Or => "or", Xor => "xor", Shl => "shl", LShr => "lshr",
    AShr => "ashr",
});
named!(CompareOp {
    Eq => "eq", Ne => "ne", Ult => "ult", Ule => "ule", Ugt => "ugt", Uge => "uge", Slt => "slt",
    Sle => "sle", Sgt => "sgt", Sge => "sge",
});
named!(FloatBinaryOp {
    Add => "fadd", Sub => "fsub", Mul => "fmul", Div => "fdiv", Rem => "frem",
});
named!(FloatCompareOp {
    False => "false", Oeq => "oeq", Ogt => "ogt", Oge => "oge", Olt => "olt", Ole => "ole",
    One => "one", Ord => "ord", Ueq => "ueq", Ugt => "ugt", Uge => "uge", Ult => "ult",
    Ule => "ule", Une => "une", Uno => "uno", True => "true",
});
named!(CastOp {
    Trunc => "trunc", ZExt => "zext", SExt => "sext", FpTrunc => "fptrunc", FpExt => "fpext",
    FpToUi => "fptoui", FpToSi => "fptosi", UiToFp => "uitofp", SiToFp => "sitofp", Bits => "bits",
});
named!(Ordering {
    Unordered => "unordered", Relaxed => "relaxed", Acquire => "acquire", Release => "release",
    AcqRel => "acq_rel", SeqCst => "seq_cst",
});
named!(AtomicOp {
    Exchange => "exchange", Add => "add", Sub => "sub", And => "and", Nand => "nand", Or => "or",
    Xor => "xor", Max => "max", Min => "min", UMax => "umax", UMin => "umin", FAdd => "fadd",
    FSub => "fsub",
});
named!(Intrinsic {
    MemCopy => "memory_copy", MemMove => "memory_move", MemSet => "memory_set",
    SAddOverflow => "sadd_overflow", UAddOverflow => "uadd_overflow",
    SSubOverflow => "ssub_overflow", USubOverflow => "usub_overflow",
    SMulOverflow => "smul_overflow", UMulOverflow => "umul_overflow",
    SAddSat => "sadd_sat", UAddSat => "uadd_sat", SSubSat => "ssub_sat", USubSat => "usub_sat",
    SMax => "smax", SMin => "smin", UMax => "umax", UMin => "umin", Abs => "abs",
    CountOnes => "count_ones", LeadingZeros => "leading_zeros",
    TrailingZeros => "trailing_zeros", ByteSwap => "byte_swap", BitReverse => "bit_reverse",
    FunnelShiftLeft => "funnel_shift_left", FunnelShiftRight => "funnel_shift_right",
    FAbs => "fabs", FSqrt => "fsqrt", FFloor => "ffloor", FCeil => "fceil", FTrunc => "ftrunc",
    FRint => "frint", FRound => "fround", FMin => "fmin", FMax => "fmax",
    FCopySign => "fcopysign", FMulAdd => "fmuladd", FPow => "fpow", FExp => "fexp",
    FExp2 => "fexp2", FLog => "flog", FLog2 => "flog2", FLog10 => "flog10", FSin => "fsin",
    FCos => "fcos", VaStart => "va_start", VaEnd => "va_end", VaCopy => "va_copy",
    StackSave => "stack_save", StackRestore => "stack_restore",
    LifetimeStart => "lifetime_start", LifetimeEnd => "lifetime_end", Assume => "assume",
    ObjectSize => "object_size", ReturnAddress => "return_address",
    FrameAddress => "frame_address", ThreadPointer => "thread_pointer", Trap => "trap",
});
