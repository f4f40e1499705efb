//! Operations: everything that can stand in a block.

use crate::debug::Loc;
use crate::program::{Block, FuncId, GlobalId, Reg, SlotId, Type};

/// One instruction with its source position.
#[derive(Clone, Debug, PartialEq)]
pub struct Inst {
    pub op: Op,
    pub loc: Loc,
}

/// An input of an operation. The width of `Const` comes from the operation's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    Reg(Reg),
    /// An integer, pointer or float bit pattern of at most 64 bits, zero-extended.
    Const(u64),
    /// A constant wider than 64 bits: low and high half, zero-extended from the operation's width.
    Wide {
        low: u64,
        high: u64,
    },
    /// The address of a global plus a byte offset.
    Global(GlobalId, i64),
    /// The address of a function.
    Func(FuncId),
    /// Any value; using it in a branch or an address is an error of the program.
    Undef,
}

/// Which overflows are undefined for an `add`, `sub`, `mul` or `shl`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Overflow {
    pub signed: bool,
    pub unsigned: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatBinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// `O…` is false and `U…` true when an operand is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatCompareOp {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    Uno,
    True,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpTrunc,
    FpExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    /// Same bits, other type (int ↔ float of equal width, ptr ↔ ptr, ptr ↔ pointer-wide int).
    Bits,
}

/// Memory order of an atomic access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ordering {
    Unordered,
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// The function of an atomic read-modify-write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicOp {
    Exchange,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    Direct(FuncId),
    Indirect(Operand),
}

/// An argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arg {
    pub value: Operand,
    pub ty: Type,
    /// `Some((size, align))`: `value` points to an object that the callee gets a private copy of.
    pub by_value: Option<(u64, u64)>,
    /// A float in a register, passed by a type without `...`: a function with variable arguments is not told that there is one.
    pub unannounced: bool,
}

/// What a block computes, one step at a time. `ty` is the type of the operands unless said otherwise.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    Copy {
        dst: Reg,
        ty: Type,
        src: Operand,
    },
    Binary {
        dst: Reg,
        op: BinaryOp,
        ty: Type,
        a: Operand,
        b: Operand,
        overflow: Overflow,
    },
    /// Result is `i1`.
    Compare {
        dst: Reg,
        op: CompareOp,
        ty: Type,
        a: Operand,
        b: Operand,
    },
    FloatBinary {
        dst: Reg,
        op: FloatBinaryOp,
        ty: Type,
        a: Operand,
        b: Operand,
    },
    FloatNeg {
        dst: Reg,
        ty: Type,
        a: Operand,
    },
    /// Result is `i1`.
    FloatCompare {
        dst: Reg,
        op: FloatCompareOp,
        ty: Type,
        a: Operand,
        b: Operand,
    },
    Cast {
        dst: Reg,
        op: CastOp,
        from: Type,
        to: Type,
        a: Operand,
    },
    /// `cond` is `i1`.
    Select {
        dst: Reg,
        ty: Type,
        cond: Operand,
        a: Operand,
        b: Operand,
    },
    /// `dst = base + offset + Σ index·scale`; an index of type `i<n>` is sign-extended to pointer width.
    /// `in_bounds`: the result must stay inside (or one past) the object of `base`.
    Address {
        dst: Reg,
        base: Operand,
        offset: i64,
        indices: Vec<(Operand, Type, u64)>,
        in_bounds: bool,
    },
    /// `order` is `None` for a plain access.
    Load {
        dst: Reg,
        ty: Type,
        ptr: Operand,
        align: u64,
        volatile: bool,
        order: Option<Ordering>,
    },
    Store {
        ty: Type,
        value: Operand,
        ptr: Operand,
        align: u64,
        volatile: bool,
        order: Option<Ordering>,
    },
    /// `dst` gets the old value.
    AtomicUpdate {
        dst: Reg,
        op: AtomicOp,
        ty: Type,
        ptr: Operand,
        value: Operand,
        order: Ordering,
    },
    /// `old` gets the value found, `ok` (`i1`) whether it equalled `expected`.
    CompareExchange {
        old: Reg,
        ok: Reg,
        ty: Type,
        ptr: Operand,
        expected: Operand,
        new: Operand,
        weak: bool,
        success: Ordering,
        failure: Ordering,
    },
    Fence {
        order: Ordering,
    },
    /// Makes a new object of `count × size` bytes for the rest of this call (a variable-length array if
    /// `count` is not constant). `count` is a pointer-wide integer.
    Alloca {
        dst: Reg,
        slot: SlotId,
        size: u64,
        count: Operand,
        align: u64,
    },
    /// `dsts` are one register per scalar result, or empty where the result is unused.
    Call {
        dsts: Vec<Reg>,
        callee: Callee,
        args: Vec<Arg>,
    },
    /// A built-in operation; see [`Intrinsic`] for operands and results.
    Intrinsic {
        dsts: Vec<Reg>,
        intrinsic: Intrinsic,
        ty: Type,
        args: Vec<Operand>,
    },
    /// A construct the front end does not know. Executing it ends the path as *unknown*.
    Unsupported {
        what: String,
    },
}

/// What stands before a store that does not keep the order of the others. It is none of the things we do not know as long as there is one thread.
pub const NON_TEMPORAL_STORE: &str = "a non-temporal store, which later stores may overtake";

/// Built-in operations. `ty` stands for the type of the instruction that carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Intrinsic {
    /// (destination, source, length of type `ty`); the regions may not overlap.
    MemCopy,
    /// (destination, source, length of type `ty`).
    MemMove,
    /// (destination, byte `i8`, length of type `ty`).
    MemSet,
    /// (a, b) → (result, overflowed `i1`)
    SAddOverflow,
    UAddOverflow,
    SSubOverflow,
    USubOverflow,
    SMulOverflow,
    UMulOverflow,
    SAddSat,
    UAddSat,
    SSubSat,
    USubSat,
    SMax,
    SMin,
    UMax,
    UMin,
    /// (a) → |a|
    Abs,
    /// (a) → a
    CountOnes,
    /// (a) → leading zeros, the width for 0.
    LeadingZeros,
    TrailingZeros,
    ByteSwap,
    BitReverse,
    /// (high, low, shift)
    FunnelShiftLeft,
    FunnelShiftRight,
    /// (a) → a, all floats below.
    FAbs,
    FSqrt,
    FFloor,
    FCeil,
    FTrunc,
    FRint,
    FRound,
    /// (a, b)
    FMin,
    FMax,
    FCopySign,
    /// (a, b, c) → a·b + c
    FMulAdd,
    FPow,
    FExp,
    FExp2,
    FLog,
    FLog2,
    FLog10,
    FSin,
    FCos,
    /// (address of the va_list)
    VaStart,
    VaEnd,
    /// (destination, source)
    VaCopy,
    /// () → ptr, remembers which dynamic allocations exist.
    StackSave,
    /// (saved ptr), frees those made since.
    StackRestore,
    /// (ptr) the stack object's value is undefined from here on / its life ends.
    LifetimeStart,
    LifetimeEnd,
    /// (condition `i1`) undefined behaviour if false (`__builtin_assume`).
    Assume,
    /// (pointer, minimum `i1`) → size of type `ty`, all ones or zero if unknown.
    ObjectSize,
    /// () → ptr
    ReturnAddress,
    FrameAddress,
    ThreadPointer,
    /// The program asked to stop abnormally (`__builtin_trap`).
    Trap,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Terminator {
    Jump(Block),
    /// `cond` is `i1`.
    Branch {
        cond: Operand,
        then: Block,
        otherwise: Block,
    },
    /// Values are zero-extended from `ty`; they are distinct.
    Switch {
        ty: Type,
        value: Operand,
        cases: Vec<(u64, Block)>,
        default: Block,
    },
    /// One operand per scalar result.
    Return(Vec<Operand>),
    /// Control cannot come here in a well-defined program.
    Unreachable,
}
