//! What pointers in registers point into, as far as a function's own text tells, and which addresses go elsewhere: for what puts
//! calls before or behind accesses ([`crate::invariants`], [`crate::cancellation`]). A pointer that is not followed is unknown.

use raddle_ir::{
    Arg, Body, Callee, CastOp, FuncId, GlobalId, Inst, Intrinsic, Loc, Op, Operand, Program, Reg,
    Type,
};
use rustc_hash::FxHashMap;

/// What a pointer points into.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    Global(GlobalId),
    /// The local variable whose address this register holds.
    Local(Reg),
    Unknown,
}

/// Where the pointers in the registers of a function come from, as far as one assignment tells.
pub(crate) struct Origins {
    registers: FxHashMap<Reg, Origin>,
}

impl Origins {
    pub(crate) fn new(program: &Program, func: FuncId, body: &Body) -> Origins {
        let mut assigned: FxHashMap<Reg, u32> = FxHashMap::default();
        program.functions[func].params.iter().for_each(|param| {
            assigned.insert(param.reg, 1);
        });
        let insts = || body.blocks.values().flat_map(|block| &block.insts);
        for inst in insts() {
            inst.op.for_each_result(|reg| *assigned.entry(*reg).or_insert(0) += 1);
        }
        let mut origins = Origins { registers: FxHashMap::default() };
        // A pointer may be computed before its base in the order of blocks.
        loop {
            let before = origins.registers.len();
            for inst in insts() {
                let (dst, origin) = match inst.op {
                    Op::Address { dst, base: source, .. }
                    | Op::Copy { dst, src: source, .. }
                    | Op::Cast { dst, op: CastOp::Bits, a: source, .. } => {
                        (dst, origins.of(source))
                    }
                    Op::Alloca { dst, .. } => (dst, Origin::Local(dst)),
                    _ => continue,
                };
                if assigned[&dst] == 1 && origin != Origin::Unknown {
                    origins.registers.insert(dst, origin);
                }
            }
            if origins.registers.len() == before {
                return origins;
            }
        }
    }

    pub(crate) fn of(&self, pointer: Operand) -> Origin {
        match pointer {
            Operand::Global(global, _) => Origin::Global(global),
            Operand::Reg(reg) => self.registers.get(&reg).copied().unwrap_or(Origin::Unknown),
            Operand::Const(_) | Operand::Wide { .. } | Operand::Func(_) | Operand::Undef => {
                Origin::Unknown
            }
        }
    }
}

/// Visits the operands of an operation whose value goes elsewhere than into an access.
pub(crate) fn escapes(origins: &Origins, op: &Op, note: &mut impl FnMut(&Operand)) {
    match op {
        Op::Load { .. } | Op::Compare { .. } => {}
        Op::Store { value, .. } | Op::AtomicUpdate { value, .. } => note(value),
        Op::CompareExchange { expected, new, .. } => {
            note(expected);
            note(new);
        }
        Op::Address { dst, base, indices, .. } => {
            indices.iter().for_each(|(index, _, _)| note(index));
            if origins.of(Operand::Reg(*dst)) == Origin::Unknown {
                note(base);
            }
        }
        Op::Copy { dst, src: source, .. } | Op::Cast { dst, op: CastOp::Bits, a: source, .. }
            if origins.of(Operand::Reg(*dst)) != Origin::Unknown =>
        {
            let _ = source;
        }
        Op::Intrinsic {
            intrinsic: Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet,
            ..
        } => {}
        Op::Copy { .. }
        | Op::Binary { .. }
        | Op::FloatBinary { .. }
        | Op::FloatNeg { .. }
        | Op::FloatCompare { .. }
        | Op::Cast { .. }
        | Op::Select { .. }
        | Op::Fence { .. }
        | Op::Alloca { .. }
        | Op::Call { .. }
        | Op::Intrinsic { .. }
        | Op::Unsupported { .. } => op.for_each_operand(note),
    }
}

/// A call of a function that is put into a program.
pub(crate) fn call(func: FuncId, args: &[(Operand, Type)], dsts: Vec<Reg>, loc: Loc) -> Inst {
    let arg =
        |&(value, ty): &(Operand, Type)| Arg { value, ty, by_value: None, unannounced: false };
    let args = args.iter().map(arg).collect();
    Inst { op: Op::Call { dsts, callee: Callee::Direct(func), args }, loc }
}
