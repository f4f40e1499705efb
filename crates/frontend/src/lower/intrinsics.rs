//! Calls of `llvm.…` functions.
//!
//! [`TABLE`] says for each intrinsic what becomes of it; a name matches the longest entry that is a
//! whole-word prefix of it, since the rest only spells out types. To add one, add a line.

use raddle_ir::{
    BinaryOp, CastOp, CompareOp, FloatCompareOp, Intrinsic, Op, Operand, Ordering, Overflow, Type,
};

use super::constants::number_operand;
use super::function::FunctionContext;
use super::x86::Packed;
use super::{Issue, malformed};
use crate::ast::{Call, LocalId, TypedValue, Value};

/// What an intrinsic is translated to.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    /// The operation of the same meaning with this many operands, lane by lane for vectors.
    Lanes(Intrinsic, usize),
    /// Likewise, with a result and an overflow flag.
    Overflow(Intrinsic),
    /// Memory operations: destination, source or byte, length.
    Memory(Intrinsic),
    /// Pointer operands only, no result.
    Pointers(Intrinsic, usize),
    /// No operands, one result.
    Nullary(Intrinsic),
    Lifetime(Intrinsic),
    Assume,
    ObjectSize,
    Trap,
    Fence,
    /// The result is the first operand.
    First,
    /// The result is a constant.
    Number(u64),
    /// Nothing happens; a result, if any, is undefined.
    Nothing,
    /// -1, 0 or 1
    ThreeWay {
        signed: bool,
    },
    /// Float to integer, clamped.
    SaturatingCast {
        signed: bool,
    },
    /// All lanes of the operand combined by an operation.
    Reduce(Reduction),
    /// The signs of the elements of a vector, as bits.
    SignMask,
    Packed(Packed),
    IsFpClass,
    /// |a|, with or without an undefined result for the smallest number.
    Absolute,
    /// A pointer with some bits cleared.
    PointerMask,
    Unsupported,
}

#[derive(Clone, Copy, Debug)]
enum Reduction {
    Binary(BinaryOp),
    Intrinsic(Intrinsic),
}

#[rustfmt::skip]
const TABLE: &[(&str, Meaning)] = &[
    // Memory.
    ("memcpy", Meaning::Memory(Intrinsic::MemCopy)),
    ("memcpy.inline", Meaning::Memory(Intrinsic::MemCopy)),
    ("memcpy.element", Meaning::Unsupported),
    ("memmove", Meaning::Memory(Intrinsic::MemMove)),
    ("memmove.element", Meaning::Unsupported),
    ("memset", Meaning::Memory(Intrinsic::MemSet)),
    ("memset.inline", Meaning::Memory(Intrinsic::MemSet)),
    ("memset.element", Meaning::Unsupported),
    ("memset.pattern", Meaning::Unsupported),
    ("lifetime.start", Meaning::Lifetime(Intrinsic::LifetimeStart)),
    ("lifetime.end", Meaning::Lifetime(Intrinsic::LifetimeEnd)),
    ("stacksave", Meaning::Nullary(Intrinsic::StackSave)),
    ("stackrestore", Meaning::Pointers(Intrinsic::StackRestore, 1)),
    ("objectsize", Meaning::ObjectSize),
    ("threadlocal.address", Meaning::First),
    ("ptrmask", Meaning::PointerMask),
    ("ptr.annotation", Meaning::First),
    ("launder.invariant.group", Meaning::First),
    ("strip.invariant.group", Meaning::First),
    // Variable arguments.
    ("va_start", Meaning::Pointers(Intrinsic::VaStart, 1)),
    ("va_end", Meaning::Pointers(Intrinsic::VaEnd, 1)),
    ("va_copy", Meaning::Pointers(Intrinsic::VaCopy, 2)),
    // Integers.
    ("sadd.with.overflow", Meaning::Overflow(Intrinsic::SAddOverflow)),
    ("uadd.with.overflow", Meaning::Overflow(Intrinsic::UAddOverflow)),
    ("ssub.with.overflow", Meaning::Overflow(Intrinsic::SSubOverflow)),
    ("usub.with.overflow", Meaning::Overflow(Intrinsic::USubOverflow)),
    ("smul.with.overflow", Meaning::Overflow(Intrinsic::SMulOverflow)),
    ("umul.with.overflow", Meaning::Overflow(Intrinsic::UMulOverflow)),
    ("sadd.sat", Meaning::Lanes(Intrinsic::SAddSat, 2)),
    ("uadd.sat", Meaning::Lanes(Intrinsic::UAddSat, 2)),
    ("ssub.sat", Meaning::Lanes(Intrinsic::SSubSat, 2)),
    ("usub.sat", Meaning::Lanes(Intrinsic::USubSat, 2)),
    ("smax", Meaning::Lanes(Intrinsic::SMax, 2)),
    ("smin", Meaning::Lanes(Intrinsic::SMin, 2)),
    ("umax", Meaning::Lanes(Intrinsic::UMax, 2)),
    ("umin", Meaning::Lanes(Intrinsic::UMin, 2)),
    ("abs", Meaning::Absolute),
    ("ctpop", Meaning::Lanes(Intrinsic::CountOnes, 1)),
    ("ctlz", Meaning::Lanes(Intrinsic::LeadingZeros, 1)),
    ("cttz", Meaning::Lanes(Intrinsic::TrailingZeros, 1)),
    ("cttz.elts", Meaning::Unsupported),
    ("bswap", Meaning::Lanes(Intrinsic::ByteSwap, 1)),
    ("bitreverse", Meaning::Lanes(Intrinsic::BitReverse, 1)),
    ("fshl", Meaning::Lanes(Intrinsic::FunnelShiftLeft, 3)),
    ("fshr", Meaning::Lanes(Intrinsic::FunnelShiftRight, 3)),
    ("scmp", Meaning::ThreeWay { signed: true }),
    ("ucmp", Meaning::ThreeWay { signed: false }),
    ("vector.reduce.add", Meaning::Reduce(Reduction::Binary(BinaryOp::Add))),
    ("vector.reduce.mul", Meaning::Reduce(Reduction::Binary(BinaryOp::Mul))),
    ("vector.reduce.and", Meaning::Reduce(Reduction::Binary(BinaryOp::And))),
    ("vector.reduce.or", Meaning::Reduce(Reduction::Binary(BinaryOp::Or))),
    ("vector.reduce.xor", Meaning::Reduce(Reduction::Binary(BinaryOp::Xor))),
    ("vector.reduce.smax", Meaning::Reduce(Reduction::Intrinsic(Intrinsic::SMax))),
    ("vector.reduce.smin", Meaning::Reduce(Reduction::Intrinsic(Intrinsic::SMin))),
    ("vector.reduce.umax", Meaning::Reduce(Reduction::Intrinsic(Intrinsic::UMax))),
    ("vector.reduce.umin", Meaning::Reduce(Reduction::Intrinsic(Intrinsic::UMin))),
    ("x86.sse2.pmovmskb.128", Meaning::SignMask),
    ("x86.avx2.pmovmskb", Meaning::SignMask),
    ("x86.sse.movmsk.ps", Meaning::SignMask),
    ("x86.sse2.movmsk.pd", Meaning::SignMask),
    ("x86.sse2.psll.w", Meaning::Packed(Packed::Shift(BinaryOp::Shl))),
    ("x86.sse2.pslli.w", Meaning::Packed(Packed::Shift(BinaryOp::Shl))),
    ("x86.sse2.psll.d", Meaning::Packed(Packed::Shift(BinaryOp::Shl))),
    ("x86.sse2.pslli.d", Meaning::Packed(Packed::Shift(BinaryOp::Shl))),
    ("x86.sse2.psll.q", Meaning::Packed(Packed::Shift(BinaryOp::Shl))),
    ("x86.sse2.pslli.q", Meaning::Packed(Packed::Shift(BinaryOp::Shl))),
    ("x86.sse2.psrl.w", Meaning::Packed(Packed::Shift(BinaryOp::LShr))),
    ("x86.sse2.psrli.w", Meaning::Packed(Packed::Shift(BinaryOp::LShr))),
    ("x86.sse2.psrl.d", Meaning::Packed(Packed::Shift(BinaryOp::LShr))),
    ("x86.sse2.psrli.d", Meaning::Packed(Packed::Shift(BinaryOp::LShr))),
    ("x86.sse2.psrl.q", Meaning::Packed(Packed::Shift(BinaryOp::LShr))),
    ("x86.sse2.psrli.q", Meaning::Packed(Packed::Shift(BinaryOp::LShr))),
    ("x86.sse2.psra.w", Meaning::Packed(Packed::Shift(BinaryOp::AShr))),
    ("x86.sse2.psrai.w", Meaning::Packed(Packed::Shift(BinaryOp::AShr))),
    ("x86.sse2.psra.d", Meaning::Packed(Packed::Shift(BinaryOp::AShr))),
    ("x86.sse2.psrai.d", Meaning::Packed(Packed::Shift(BinaryOp::AShr))),
    ("x86.avx2.psll.w", Meaning::Packed(Packed::Shift(BinaryOp::Shl))),
    ("x86.avx2.pslli.w", Meaning::Packed(Packed::Shift(BinaryOp::Shl))),
    ("x86.avx2.psll.d", Meaning::Packed(Packed::Shift(BinaryOp::Shl))),
    ("x86.avx2.pslli.d", Meaning::Packed(Packed::Shift(BinaryOp::Shl))),
    ("x86.avx2.psll.q", Meaning::Packed(Packed::Shift(BinaryOp::Shl))),
    ("x86.avx2.pslli.q", Meaning::Packed(Packed::Shift(BinaryOp::Shl))),
    ("x86.avx2.psrl.w", Meaning::Packed(Packed::Shift(BinaryOp::LShr))),
    ("x86.avx2.psrli.w", Meaning::Packed(Packed::Shift(BinaryOp::LShr))),
    ("x86.avx2.psrl.d", Meaning::Packed(Packed::Shift(BinaryOp::LShr))),
    ("x86.avx2.psrli.d", Meaning::Packed(Packed::Shift(BinaryOp::LShr))),
    ("x86.avx2.psrl.q", Meaning::Packed(Packed::Shift(BinaryOp::LShr))),
    ("x86.avx2.psrli.q", Meaning::Packed(Packed::Shift(BinaryOp::LShr))),
    ("x86.avx2.psra.w", Meaning::Packed(Packed::Shift(BinaryOp::AShr))),
    ("x86.avx2.psrai.w", Meaning::Packed(Packed::Shift(BinaryOp::AShr))),
    ("x86.avx2.psra.d", Meaning::Packed(Packed::Shift(BinaryOp::AShr))),
    ("x86.avx2.psrai.d", Meaning::Packed(Packed::Shift(BinaryOp::AShr))),
    ("x86.sse2.packsswb.128", Meaning::Packed(Packed::Narrow { signed: true })),
    ("x86.sse2.packssdw.128", Meaning::Packed(Packed::Narrow { signed: true })),
    ("x86.sse2.packuswb.128", Meaning::Packed(Packed::Narrow { signed: false })),
    ("x86.sse41.packusdw", Meaning::Packed(Packed::Narrow { signed: false })),
    ("x86.avx2.packsswb", Meaning::Packed(Packed::Narrow { signed: true })),
    ("x86.avx2.packssdw", Meaning::Packed(Packed::Narrow { signed: true })),
    ("x86.avx2.packuswb", Meaning::Packed(Packed::Narrow { signed: false })),
    ("x86.avx2.packusdw", Meaning::Packed(Packed::Narrow { signed: false })),
    ("x86.sse2.pavg.b", Meaning::Packed(Packed::Average)),
    ("x86.sse2.pavg.w", Meaning::Packed(Packed::Average)),
    ("x86.avx2.pavg.b", Meaning::Packed(Packed::Average)),
    ("x86.avx2.pavg.w", Meaning::Packed(Packed::Average)),
    ("x86.sse2.pmulh.w", Meaning::Packed(Packed::MultiplyHigh { signed: true })),
    ("x86.sse2.pmulhu.w", Meaning::Packed(Packed::MultiplyHigh { signed: false })),
    ("x86.sse2.pmadd.wd", Meaning::Packed(Packed::MultiplyAdd)),
    ("x86.sse2.psad.bw", Meaning::Packed(Packed::SumOfDifferences)),
    ("x86.avx2.pmulh.w", Meaning::Packed(Packed::MultiplyHigh { signed: true })),
    ("x86.avx2.pmulhu.w", Meaning::Packed(Packed::MultiplyHigh { signed: false })),
    ("x86.avx2.pmadd.wd", Meaning::Packed(Packed::MultiplyAdd)),
    ("x86.avx2.psad.bw", Meaning::Packed(Packed::SumOfDifferences)),
    ("x86.ssse3.pshuf.b.128", Meaning::Packed(Packed::ShuffleBytes)),
    ("x86.avx2.pshuf.b", Meaning::Packed(Packed::ShuffleBytes)),
    ("x86.sse41.pblendvb", Meaning::Packed(Packed::BlendBytes)),
    ("x86.avx2.pblendvb", Meaning::Packed(Packed::BlendBytes)),
    ("x86.sse41.ptestz", Meaning::Packed(Packed::Test { inverted: false })),
    ("x86.avx.ptestz.256", Meaning::Packed(Packed::Test { inverted: false })),
    ("x86.sse41.ptestc", Meaning::Packed(Packed::Test { inverted: true })),
    ("x86.avx.ptestc.256", Meaning::Packed(Packed::Test { inverted: true })),
    ("x86.sse42.crc32.32.8", Meaning::Packed(Packed::Checksum)),
    ("x86.sse42.crc32.32.16", Meaning::Packed(Packed::Checksum)),
    ("x86.sse42.crc32.32.32", Meaning::Packed(Packed::Checksum)),
    ("x86.sse42.crc32.64.64", Meaning::Packed(Packed::Checksum)),
    // Floats.
    ("fabs", Meaning::Lanes(Intrinsic::FAbs, 1)),
    ("sqrt", Meaning::Lanes(Intrinsic::FSqrt, 1)),
    ("floor", Meaning::Lanes(Intrinsic::FFloor, 1)),
    ("ceil", Meaning::Lanes(Intrinsic::FCeil, 1)),
    ("trunc", Meaning::Lanes(Intrinsic::FTrunc, 1)),
    ("rint", Meaning::Lanes(Intrinsic::FRint, 1)),
    ("nearbyint", Meaning::Lanes(Intrinsic::FRint, 1)),
    ("roundeven", Meaning::Lanes(Intrinsic::FRint, 1)),
    ("round", Meaning::Lanes(Intrinsic::FRound, 1)),
    ("minnum", Meaning::Lanes(Intrinsic::FMin, 2)),
    ("maxnum", Meaning::Lanes(Intrinsic::FMax, 2)),
    ("minimumnum", Meaning::Lanes(Intrinsic::FMin, 2)),
    ("maximumnum", Meaning::Lanes(Intrinsic::FMax, 2)),
    ("copysign", Meaning::Lanes(Intrinsic::FCopySign, 2)),
    ("fma", Meaning::Lanes(Intrinsic::FMulAdd, 3)),
    ("fmuladd", Meaning::Lanes(Intrinsic::FMulAdd, 3)),
    ("pow", Meaning::Lanes(Intrinsic::FPow, 2)),
    ("exp", Meaning::Lanes(Intrinsic::FExp, 1)),
    ("exp2", Meaning::Lanes(Intrinsic::FExp2, 1)),
    ("log", Meaning::Lanes(Intrinsic::FLog, 1)),
    ("log2", Meaning::Lanes(Intrinsic::FLog2, 1)),
    ("log10", Meaning::Lanes(Intrinsic::FLog10, 1)),
    ("sin", Meaning::Lanes(Intrinsic::FSin, 1)),
    ("cos", Meaning::Lanes(Intrinsic::FCos, 1)),
    ("fptosi.sat", Meaning::SaturatingCast { signed: true }),
    ("fptoui.sat", Meaning::SaturatingCast { signed: false }),
    ("is.fpclass", Meaning::IsFpClass),
    ("flt.rounds", Meaning::Number(1)),
    ("get.rounding", Meaning::Number(1)),
    // Control and environment.
    ("assume", Meaning::Assume),
    ("expect", Meaning::First),
    ("expect.with.probability", Meaning::First),
    ("is.constant", Meaning::Number(0)),
    ("ssa.copy", Meaning::First),
    ("annotation", Meaning::First),
    ("returnaddress", Meaning::Nullary(Intrinsic::ReturnAddress)),
    ("frameaddress", Meaning::Nullary(Intrinsic::FrameAddress)),
    ("thread.pointer", Meaning::Nullary(Intrinsic::ThreadPointer)),
    ("trap", Meaning::Trap),
    ("debugtrap", Meaning::Trap),
    ("ubsantrap", Meaning::Trap),
    ("x86.sse2.mfence", Meaning::Fence),
    // Without meaning for us.
    ("x86.sse2.pause", Meaning::Nothing),
    ("aarch64.hint", Meaning::Nothing),
    ("dbg", Meaning::Nothing),
    ("donothing", Meaning::Nothing),
    ("sideeffect", Meaning::Nothing),
    ("pseudoprobe", Meaning::Nothing),
    ("prefetch", Meaning::Nothing),
    ("var.annotation", Meaning::Nothing),
    ("invariant.start", Meaning::Nothing),
    ("invariant.end", Meaning::Nothing),
    ("experimental.noalias.scope.decl", Meaning::Nothing),
    ("allow.runtime.check", Meaning::Number(1)),
    ("allow.ubsan.check", Meaning::Number(1)),
    ("fake.use", Meaning::Nothing),
];

fn meaning(name: &str) -> Meaning {
    let name = name.strip_prefix("llvm.").unwrap_or(name);
    let matches = |entry: &str| {
        name.strip_prefix(entry).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let found = TABLE.iter().filter(|(entry, _)| matches(entry));
    found.max_by_key(|(entry, _)| entry.len()).map_or(Meaning::Unsupported, |&(_, m)| m)
}

impl<'f, 'm, 'a> FunctionContext<'f, 'm, 'a> {
    pub(super) fn intrinsic(
        &mut self,
        result: Option<LocalId>,
        name: &str,
        call: &Call<'a>,
    ) -> Result<(), Issue> {
        match meaning(name) {
            Meaning::Lanes(intrinsic, count) => self.lanes(result, intrinsic, count, call),
            Meaning::Overflow(intrinsic) => self.with_overflow(result, intrinsic, call),
            Meaning::Memory(intrinsic) => self.memory_intrinsic(intrinsic, call),
            Meaning::Pointers(intrinsic, count) => self.pointers(intrinsic, count, call),
            Meaning::Nullary(intrinsic) => self.nullary(result, intrinsic, call),
            Meaning::Lifetime(intrinsic) => self.lifetime(intrinsic, call),
            Meaning::Assume => self.assume(call),
            Meaning::ObjectSize => self.object_size(result, call),
            Meaning::Trap => {
                self.emit_intrinsic(Vec::new(), Intrinsic::Trap, Type::BOOL, Vec::new());
                Ok(())
            }
            Meaning::Fence => {
                self.emit(Op::Fence { order: Ordering::SeqCst });
                Ok(())
            }
            Meaning::First => self.copy(result, arg(call, 0)?),
            Meaning::Number(number) => {
                let regs = self.define_typed(result, call.result)?;
                self.copy_all(regs, &vec![Operand::Const(number); regs.count as usize]);
                Ok(())
            }
            Meaning::Nothing => {
                self.define_typed(result, call.result)?;
                Ok(())
            }
            Meaning::ThreeWay { signed } => self.three_way(result, signed, call),
            Meaning::SaturatingCast { signed } => self.saturating_cast(result, signed, call),
            Meaning::Reduce(reduction) => self.reduce(result, reduction, call),
            Meaning::SignMask => self.sign_mask(result, call),
            Meaning::Packed(packed) => self.packed(result, packed, call),
            Meaning::IsFpClass => self.is_fp_class(result, call),
            Meaning::PointerMask => self.pointer_mask(result, call),
            Meaning::Absolute => self.absolute(result, call),
            Meaning::Unsupported => {
                // Metadata or token results have no registers; then nothing can use them either.
                let _ = self.define_typed(result, call.result);
                Err(format!("intrinsic {name}").into())
            }
        }
    }

    fn emit_intrinsic(
        &mut self,
        dsts: Vec<raddle_ir::Reg>,
        intrinsic: Intrinsic,
        ty: Type,
        args: Vec<Operand>,
    ) {
        self.emit(Op::Intrinsic { dsts, intrinsic, ty, args });
    }

    fn lanes(
        &mut self,
        result: Option<LocalId>,
        intrinsic: Intrinsic,
        count: usize,
        call: &Call<'a>,
    ) -> Result<(), Issue> {
        let regs = self.define_typed(result, call.result)?;
        let types = self.types(call.result)?;
        self.require_arithmetic(call)?;
        let mut operands = Vec::new();
        for index in 0..count {
            let arg = arg(call, index)?;
            if self.types(arg.ty)? != types {
                return malformed("an intrinsic with operands of another type");
            }
            operands.push(self.operands(arg.ty, &arg.value)?);
        }
        for (lane, &ty) in types.iter().enumerate() {
            let args = operands.iter().map(|operand| operand[lane]).collect();
            self.emit_intrinsic(vec![regs.get(lane)], intrinsic, ty, args);
        }
        Ok(())
    }

    /// Refuses floats that are only carried around.
    fn require_arithmetic(&mut self, call: &Call<'a>) -> Result<(), Issue> {
        let leaves = self.module.leaves(call.result)?;
        if leaves.iter().any(|leaf| leaf.opaque_float) {
            return Err("arithmetic on 16- or 128-bit floating point".into());
        }
        Ok(())
    }

    fn with_overflow(
        &mut self,
        result: Option<LocalId>,
        intrinsic: Intrinsic,
        call: &Call<'a>,
    ) -> Result<(), Issue> {
        let (a, b) = (arg(call, 0)?, arg(call, 1)?);
        let types = self.types(a.ty)?;
        let regs = self.define_typed(result, call.result)?;
        let left = self.operands(a.ty, &a.value)?;
        let right = self.operands(b.ty, &b.value)?;
        // The results come first, then the flags.
        if left.len() != right.len() || regs.count as usize != 2 * left.len() {
            return malformed("an overflow intrinsic of the wrong shape");
        }
        for (lane, &ty) in types.iter().enumerate() {
            let dsts = vec![regs.get(lane), regs.get(types.len() + lane)];
            self.emit_intrinsic(dsts, intrinsic, ty, vec![left[lane], right[lane]]);
        }
        Ok(())
    }

    fn memory_intrinsic(&mut self, intrinsic: Intrinsic, call: &Call<'a>) -> Result<(), Issue> {
        let destination = self.pointer(arg(call, 0)?)?;
        let (second, second_ty) = self.typed_scalar(arg(call, 1)?)?;
        let expected = if intrinsic == Intrinsic::MemSet { Type::Int(8) } else { Type::Ptr };
        let (length, ty) = self.typed_scalar(arg(call, 2)?)?;
        if second_ty != expected || !matches!(ty, Type::Int(_)) {
            return malformed("a memory intrinsic with operands of the wrong type");
        }
        self.emit_intrinsic(Vec::new(), intrinsic, ty, vec![destination, second, length]);
        Ok(())
    }

    fn pointers(
        &mut self,
        intrinsic: Intrinsic,
        count: usize,
        call: &Call<'a>,
    ) -> Result<(), Issue> {
        let mut args = Vec::new();
        for index in 0..count {
            args.push(self.pointer(arg(call, index)?)?);
        }
        self.emit_intrinsic(Vec::new(), intrinsic, Type::Ptr, args);
        Ok(())
    }

    fn nullary(
        &mut self,
        result: Option<LocalId>,
        intrinsic: Intrinsic,
        call: &Call<'a>,
    ) -> Result<(), Issue> {
        let regs = self.define_typed(result, call.result)?;
        if regs.count != 1 || self.body.regs[regs.first].ty != Type::Ptr {
            return malformed("an intrinsic with a result of the wrong type");
        }
        // Only the caller's own frame is known.
        if matches!(intrinsic, Intrinsic::ReturnAddress | Intrinsic::FrameAddress)
            && arg(call, 0)?.value != (Value::Int { bits: 0, exact: true })
        {
            return Err("the return or frame address of an outer function".into());
        }
        self.emit_intrinsic(vec![regs.first], intrinsic, Type::Ptr, Vec::new());
        Ok(())
    }

    /// `(size, pointer)` before LLVM 22, `(pointer)` since.
    fn lifetime(&mut self, intrinsic: Intrinsic, call: &Call<'a>) -> Result<(), Issue> {
        let Some(last) = call.args.last() else { return malformed("a lifetime marker of nothing") };
        if let Value::Local(local) = last.value.value
            && let Some(&(dst, ty)) = self.promoted.get(&local)
        {
            if intrinsic == Intrinsic::LifetimeStart {
                self.emit(Op::Copy { dst, ty, src: Operand::Undef });
            }
            return Ok(());
        }
        let pointer = self.pointer(&last.value)?;
        self.emit_intrinsic(Vec::new(), intrinsic, Type::Ptr, vec![pointer]);
        Ok(())
    }

    fn assume(&mut self, call: &Call<'a>) -> Result<(), Issue> {
        let (condition, ty) = self.typed_scalar(arg(call, 0)?)?;
        if ty != Type::BOOL {
            return malformed("an assumption that is no i1");
        }
        // Operand bundles come with the condition `true`, which says nothing.
        if condition != Operand::Const(1) {
            self.emit_intrinsic(Vec::new(), Intrinsic::Assume, Type::BOOL, vec![condition]);
        }
        Ok(())
    }

    fn object_size(&mut self, result: Option<LocalId>, call: &Call<'a>) -> Result<(), Issue> {
        let pointer = self.pointer(arg(call, 0)?)?;
        let (minimum, minimum_ty) = self.typed_scalar(arg(call, 1)?)?;
        let types = self.types(call.result)?;
        let regs = self.define(result, &types)?;
        let (&[ty @ Type::Int(_)], Type::Int(1)) = (&types[..], minimum_ty) else {
            return malformed("an object size of the wrong type");
        };
        let args = vec![pointer, minimum];
        self.emit_intrinsic(vec![regs.first], Intrinsic::ObjectSize, ty, args);
        Ok(())
    }

    /// C's `abs` overflows for the smallest number: then the negation is spelled out, so that it is
    /// noticed like any other signed overflow.
    fn absolute(&mut self, result: Option<LocalId>, call: &Call<'a>) -> Result<(), Issue> {
        if arg(call, 1)?.value == (Value::Int { bits: 0, exact: true }) {
            return self.lanes(result, Intrinsic::Abs, 1, call);
        }
        let value = arg(call, 0)?;
        let types = self.types(value.ty)?;
        if types.iter().any(|&ty| !is_int(ty)) || self.types(call.result)? != types {
            return malformed("an absolute value of the wrong type");
        }
        if types.iter().any(|&ty| self.module.bits_of(ty) > 128) {
            return Err("integer constants of more than 128 bits".into());
        }
        let operands = self.operands(value.ty, &value.value)?;
        let regs = self.define(result, &types)?;
        for (lane, &ty) in types.iter().enumerate() {
            let (operand, zero) = (operands[lane], self.zero(ty));
            let negated = self.temporary(ty);
            let overflow = Overflow { signed: true, unsigned: false };
            let (op, a, b) = (BinaryOp::Sub, zero, operand);
            self.emit(Op::Binary { dst: negated, op, ty, a, b, overflow });
            let negative = self.flag(CompareOp::Slt, ty, operand, zero, Type::BOOL);
            let (dst, a) = (regs.get(lane), Operand::Reg(negated));
            self.emit(Op::Select { dst, ty, cond: negative, a, b: operand });
        }
        Ok(())
    }

    /// Through an integer, as compilers before LLVM 18 write it.
    fn pointer_mask(&mut self, result: Option<LocalId>, call: &Call<'a>) -> Result<(), Issue> {
        let pointer = self.pointer(arg(call, 0)?)?;
        let (mask, ty) = self.typed_scalar(arg(call, 1)?)?;
        let dst = self.define_one(result, Type::Ptr)?;
        if ty != self.pointer_int() {
            return Err("a pointer mask of another width than pointers".into());
        }
        let number = self.temporary(ty);
        let (op, from) = (CastOp::Bits, Type::Ptr);
        self.emit(Op::Cast { dst: number, op, from, to: ty, a: pointer });
        let a = self.plain_binary(ty, BinaryOp::And, Operand::Reg(number), mask);
        self.emit(Op::Cast { dst, op, from: ty, to: Type::Ptr, a });
        Ok(())
    }

    /// (a > b) - (a < b)
    fn three_way(
        &mut self,
        result: Option<LocalId>,
        signed: bool,
        call: &Call<'a>,
    ) -> Result<(), Issue> {
        let (a, b) = (arg(call, 0)?, arg(call, 1)?);
        let from = self.types(a.ty)?;
        let regs = self.define_typed(result, call.result)?;
        let to = self.types(call.result)?;
        let left = self.operands(a.ty, &a.value)?;
        let right = self.operands(a.ty, &b.value)?;
        if from.len() != to.len() || to.iter().chain(&from).any(|ty| !is_int(*ty)) {
            return malformed("a comparison intrinsic of the wrong shape");
        }
        let (greater, less) = match signed {
            true => (CompareOp::Sgt, CompareOp::Slt),
            false => (CompareOp::Ugt, CompareOp::Ult),
        };
        for lane in 0..to.len() {
            let (a, b) = (left[lane], right[lane]);
            let above = self.flag(greater, from[lane], a, b, to[lane]);
            let below = self.flag(less, from[lane], a, b, to[lane]);
            let src = self.plain_binary(to[lane], BinaryOp::Sub, above, below);
            self.emit(Op::Copy { dst: regs.get(lane), ty: to[lane], src });
        }
        Ok(())
    }

    /// A comparison as a number of type `to`.
    fn flag(&mut self, op: CompareOp, ty: Type, a: Operand, b: Operand, to: Type) -> Operand {
        let dst = self.temporary(Type::BOOL);
        self.emit(Op::Compare { dst, op, ty, a, b });
        self.resized(Type::BOOL, to, Operand::Reg(dst))
    }

    /// The cast itself only ever sees values in range (0 instead of others), since casting any other
    /// value is undefined; the bounds are powers of two, hence exact floats.
    fn saturating_cast(
        &mut self,
        result: Option<LocalId>,
        signed: bool,
        call: &Call<'a>,
    ) -> Result<(), Issue> {
        let (a, from) = self.typed_scalar(arg(call, 0)?)?;
        let types = self.types(call.result)?;
        let regs = self.define(result, &types)?;
        let (&[to @ Type::Int(bits)], Type::F32 | Type::F64) = (&types[..], from) else {
            return Err("a saturating cast of this type".into());
        };
        if bits > 64 {
            return Err("a saturating cast of this type".into());
        }
        let magnitude = i32::from(bits) - i32::from(signed);
        let below = if signed { -2f64.powi(magnitude) } else { 0.0 };
        let constant = |value: f64| match from {
            Type::F32 => Operand::Const(u64::from((value as f32).to_bits())),
            _ => Operand::Const(value.to_bits()),
        };
        let (upper, lower) = (constant(2f64.powi(magnitude)), constant(below));
        let too_high = self.float_flag(FloatCompareOp::Oge, from, a, upper);
        let too_low = self.float_flag(FloatCompareOp::Olt, from, a, lower);
        let not_a_number = self.float_flag(FloatCompareOp::Uno, from, a, a);
        let outside = self.plain_binary(Type::BOOL, BinaryOp::Or, too_high, too_low);
        let outside = self.plain_binary(Type::BOOL, BinaryOp::Or, outside, not_a_number);
        let safe = self.choice(from, outside, Operand::Const(0), a);
        let cast = self.temporary(to);
        let op = if signed { CastOp::FpToSi } else { CastOp::FpToUi };
        self.emit(Op::Cast { dst: cast, op, from, to, a: safe });
        let width = u32::from(bits);
        let highest = if signed { (1u128 << (width - 1)) - 1 } else { u128::MAX };
        let lowest = if signed { 1u128 << (width - 1) } else { 0 };
        let clamped = self.choice(to, too_high, number_operand(highest, width), Operand::Reg(cast));
        let (dst, b) = (regs.first, clamped);
        self.emit(Op::Select { dst, ty: to, cond: too_low, a: number_operand(lowest, width), b });
        Ok(())
    }

    fn float_flag(&mut self, op: FloatCompareOp, ty: Type, a: Operand, b: Operand) -> Operand {
        let dst = self.temporary(Type::BOOL);
        self.emit(Op::FloatCompare { dst, op, ty, a, b });
        Operand::Reg(dst)
    }

    fn choice(&mut self, ty: Type, cond: Operand, a: Operand, b: Operand) -> Operand {
        let dst = self.temporary(ty);
        self.emit(Op::Select { dst, ty, cond, a, b });
        Operand::Reg(dst)
    }

    fn reduce(
        &mut self,
        result: Option<LocalId>,
        reduction: Reduction,
        call: &Call<'a>,
    ) -> Result<(), Issue> {
        let vector = arg(call, 0)?;
        let types = self.types(vector.ty)?;
        let operands = self.operands(vector.ty, &vector.value)?;
        let (Some((&first, rest)), Some(&ty)) = (operands.split_first(), types.first()) else {
            return malformed("a reduction of an empty vector");
        };
        if !is_int(ty) || self.types(call.result)?[..] != [ty] {
            return malformed("a reduction of the wrong type");
        }
        let dst = self.define_one(result, ty)?;
        let mut total = first;
        for &operand in rest {
            total = match reduction {
                Reduction::Binary(op) => self.plain_binary(ty, op, total, operand),
                Reduction::Intrinsic(intrinsic) => {
                    let next = self.temporary(ty);
                    self.emit_intrinsic(vec![next], intrinsic, ty, vec![total, operand]);
                    Operand::Reg(next)
                }
            };
        }
        self.emit(Op::Copy { dst, ty, src: total });
        Ok(())
    }

    /// A number whose bits are the signs of a vector's elements, the first one lowest.
    fn sign_mask(&mut self, result: Option<LocalId>, call: &Call<'a>) -> Result<(), Issue> {
        let vector = arg(call, 0)?;
        let types = self.types(vector.ty)?;
        let operands = self.operands(vector.ty, &vector.value)?;
        let number = Type::Int(32);
        let (from, bits) = match types.first() {
            Some(&Type::Int(bits)) => (Type::Int(bits), bits),
            Some(Type::F32) => (Type::F32, 32),
            Some(Type::F64) => (Type::F64, 64),
            _ => return malformed("signs of what is no vector of numbers"),
        };
        if operands.len() > 32 || self.types(call.result)?[..] != [number] {
            return malformed("signs of the wrong type");
        }
        let dst = self.define_one(result, number)?;
        let mut mask = Operand::Const(0);
        for (index, &element) in operands.iter().enumerate() {
            let ty = Type::Int(bits);
            let raw = self.temporary(ty);
            match from == ty {
                true => self.emit(Op::Copy { dst: raw, ty, src: element }),
                false => {
                    self.emit(Op::Cast { dst: raw, op: CastOp::Bits, from, to: ty, a: element })
                }
            }
            let last = Operand::Const(u64::from(bits) - 1);
            let sign = self.plain_binary(ty, BinaryOp::LShr, Operand::Reg(raw), last);
            let sign = self.resized(ty, number, sign);
            let place = Operand::Const(index as u64);
            let bit = self.plain_binary(number, BinaryOp::Shl, sign, place);
            mask = self.plain_binary(number, BinaryOp::Or, mask, bit);
        }
        self.emit(Op::Copy { dst, ty: number, src: mask });
        Ok(())
    }

    /// Tests the classes of a mask on the bits of a float: with the sign bit shifted out, each class
    /// is an interval of the remaining number.
    fn is_fp_class(&mut self, result: Option<LocalId>, call: &Call<'a>) -> Result<(), Issue> {
        let (a, from) = self.typed_scalar(arg(call, 0)?)?;
        let dst = self.define_one(result, Type::BOOL)?;
        let mask = arg(call, 1)?;
        let mask = self.module.scalar_constant(mask.ty, &mask.value)?.bits;
        let (width, mantissa) = match from {
            Type::F32 => (32u32, 23u32),
            Type::F64 => (64, 52),
            Type::F80 | Type::Int(_) | Type::Ptr => {
                return Err("a classification of this floating-point type".into());
            }
        };
        let ty = Type::Int(width as u16);
        let bits = self.temporary(ty);
        self.emit(Op::Cast { dst: bits, op: CastOp::Bits, from, to: ty, a });
        let all = number_operand(u128::MAX, width - 1);
        let magnitude = self.plain_binary(ty, BinaryOp::And, Operand::Reg(bits), all);
        let negative = self.temporary(Type::BOOL);
        let zero = Operand::Const(0);
        let (op, value) = (CompareOp::Slt, Operand::Reg(bits));
        self.emit(Op::Compare { dst: negative, op, ty, a: value, b: zero });
        let infinity = ((1u64 << (width - 1 - mantissa)) - 1) << mantissa;
        let quiet = infinity | (1 << (mantissa - 1));
        let least_normal = 1u64 << mantissa;
        let last = if width == 64 { i64::MAX as u64 } else { i32::MAX as u64 };
        // (bit of the mask, sign required, first and last magnitude)
        let classes = [
            (0, None, infinity + 1, quiet - 1),
            (1, None, quiet, last),
            (2, Some(true), infinity, infinity),
            (3, Some(true), least_normal, infinity - 1),
            (4, Some(true), 1, least_normal - 1),
            (5, Some(true), 0, 0),
            (6, Some(false), 0, 0),
            (7, Some(false), 1, least_normal - 1),
            (8, Some(false), least_normal, infinity - 1),
            (9, Some(false), infinity, infinity),
        ];
        let mut any = Operand::Const(0);
        for (bit, sign, low, high) in classes {
            if mask >> bit & 1 == 0 {
                continue;
            }
            let mut inside = self.interval(ty, magnitude, low, high);
            if let Some(sign) = sign {
                let flip = Operand::Const(u64::from(!sign));
                let (op, a) = (BinaryOp::Xor, Operand::Reg(negative));
                let right_sign = self.plain_binary(Type::BOOL, op, a, flip);
                inside = self.plain_binary(Type::BOOL, BinaryOp::And, inside, right_sign);
            }
            any = self.plain_binary(Type::BOOL, BinaryOp::Or, any, inside);
        }
        self.emit(Op::Copy { dst, ty: Type::BOOL, src: any });
        Ok(())
    }

    fn interval(&mut self, ty: Type, value: Operand, low: u64, high: u64) -> Operand {
        let below = self.flag(CompareOp::Uge, ty, value, Operand::Const(low), Type::BOOL);
        let above = self.flag(CompareOp::Ule, ty, value, Operand::Const(high), Type::BOOL);
        self.plain_binary(Type::BOOL, BinaryOp::And, below, above)
    }
}

fn is_int(ty: Type) -> bool {
    matches!(ty, Type::Int(_))
}

pub(super) fn arg<'c, 'a>(call: &'c Call<'a>, index: usize) -> Result<&'c TypedValue<'a>, Issue> {
    match call.args.get(index) {
        Some(arg) => Ok(&arg.value),
        None => malformed("an intrinsic with too few operands"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Meaning, meaning};

    #[test]
    fn the_longest_whole_word_wins() {
        assert!(matches!(meaning("llvm.memcpy.p0.p0.i64"), Meaning::Memory(_)));
        assert!(matches!(meaning("llvm.memcpy.inline.p0.p0.i64"), Meaning::Memory(_)));
        assert!(matches!(
            meaning("llvm.memcpy.element.unordered.atomic.p0.p0.i64"),
            Meaning::Unsupported
        ));
        assert!(matches!(meaning("llvm.exp2.f64"), Meaning::Lanes(raddle_ir::Intrinsic::FExp2, 1)));
        assert!(matches!(meaning("llvm.expect.i64"), Meaning::First));
        assert!(matches!(meaning("llvm.no.such.thing"), Meaning::Unsupported));
    }
}
