//! What a verdict depends on by itself: operations that may fail, wait, end the run, ask for input or be seen
//! from outside, and branches that decide whether a loop ends.

use raddle_ir::{Arg, BinaryOp, Callee, EntityMap, FuncId, Intrinsic, Op, Operand, Program, Type};
use raddle_ir::{CastOp, Terminator};
use raddle_pointsto::{
    Accesses, Control, PointsTo, Position, Sharing, library_function, positions_of,
};
use rustc_hash::FxHashMap;

use crate::Question;
use crate::defined::Definedness;
use crate::direct::DirectPointers;
use crate::termination::endless_blocks;

/// In what way an instruction matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// Whether it is executed, and for an access where it goes.
    Execution,
    /// Also what it computes or stores.
    Value,
}

/// Local variables larger than this may overflow the stack.
const LARGE_LOCAL: u64 = 1 << 16;

/// Finds the criteria of a slice.
pub(crate) struct Criteria<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    sharing: &'a Sharing,
    question: Question,
    accesses: &'a FxHashMap<Position, Accesses>,
    direct: EntityMap<FuncId, DirectPointers<'a>>,
    defined: Definedness,
}

impl<'a> Criteria<'a> {
    pub fn new(
        program: &'a Program,
        points_to: &'a PointsTo,
        sharing: &'a Sharing,
        question: Question,
        accesses: &'a FxHashMap<Position, Accesses>,
        defined: Definedness,
    ) -> Criteria<'a> {
        let direct = program.functions.keys().map(|func| DirectPointers::new(program, func));
        Criteria {
            program,
            points_to,
            sharing,
            question,
            accesses,
            direct: direct.collect(),
            defined,
        }
    }

    /// All criteria in a function.
    pub fn of_function(&self, func: FuncId) -> Vec<(Position, Need)> {
        let endless = endless_blocks(self.program, &self.program.functions[func]);
        let matters = |at: Position| match at.op(self.program) {
            Some(op) => {
                if self.question.leak || self.publishes(at, op) {
                    return Some((at, Need::Value));
                }
                self.operation(at, op).then_some((at, Need::Execution))
            }
            None => {
                let terminator = at.terminator(self.program);
                let matters = endless.contains(&at.block)
                    || terminator.is_some_and(|terminator| self.terminator(at, terminator));
                matters.then_some((at, Need::Execution))
            }
        };
        positions_of(self.program, func).filter_map(matters).collect()
    }

    /// Whether an address is stored where other threads find it. From then on accesses to what it points to
    /// are places at which threads may be switched, so the schedule of a run depends on it.
    fn publishes(&self, at: Position, op: &Op) -> bool {
        if !self.sharing.has_threads {
            return false;
        }
        let address = |operand: &Operand| !self.points_to.places(at.func, *operand).is_empty();
        let stores_address = match op {
            Op::Store { value, .. } | Op::AtomicUpdate { value, .. } => address(value),
            Op::CompareExchange { new, .. } => address(new),
            Op::Intrinsic { intrinsic: Intrinsic::MemCopy | Intrinsic::MemMove, .. } => true,
            _ => false,
        };
        let accesses = self.accesses.get(&at).filter(|_| stores_address);
        accesses.is_some_and(|accesses| {
            accesses.writes.iter().any(|region| self.sharing.is_published(region.object))
        })
    }

    fn terminator(&self, at: Position, terminator: &Terminator) -> bool {
        match terminator {
            Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => {
                self.question.leak || self.defined.may_be_undefined(at.func, *value)
            }
            Terminator::Unreachable => true,
            // The end of a thread, or of the program.
            Terminator::Return(_) => {
                let calls = &self.points_to.calls;
                self.question.leak
                    || at.func == calls.entry
                    || calls.starts.iter().any(|start| start.0 == at.func)
            }
            Terminator::Jump(_) => false,
        }
    }

    fn operation(&self, at: Position, op: &Op) -> bool {
        match op {
            Op::Copy { .. } | Op::Compare { .. } | Op::Select { .. } | Op::Address { .. } => false,
            // It orders nothing but what may race.
            Op::Fence { .. } => self.question.race,
            Op::Cast { op, .. } => is_float_cast(*op),
            Op::Binary { op, b, overflow, ty, .. } => self.may_fail(*op, *b, overflow.signed, *ty),
            // A float that depends on inputs ends the path.
            Op::FloatBinary { .. } | Op::FloatNeg { .. } | Op::FloatCompare { .. } => true,
            Op::Load { ty, ptr, .. } => self.access(at, *ptr, *ty, false),
            Op::Store { ty, ptr, .. } => self.access(at, *ptr, *ty, true),
            // They synchronise.
            Op::AtomicUpdate { .. } | Op::CompareExchange { .. } => true,
            Op::Alloca { size, count, .. } => match count {
                Operand::Const(count) => size.saturating_mul(*count) > LARGE_LOCAL,
                _ => true,
            },
            Op::Call { callee, args, .. } => self.call(at, *callee, args),
            Op::Intrinsic { intrinsic, args, .. } => self.intrinsic(at, *intrinsic, args),
            Op::Unsupported { .. } => true,
        }
    }

    fn may_fail(&self, op: BinaryOp, b: Operand, signed: bool, ty: Type) -> bool {
        match op {
            BinaryOp::UDiv | BinaryOp::URem => !matches!(b, Operand::Const(1..)),
            BinaryOp::SDiv | BinaryOp::SRem => {
                let bits = ty.bits(&self.program.target);
                let minus_one = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
                !matches!(b, Operand::Const(divisor) if divisor != 0 && divisor != minus_one)
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => self.question.overflow,
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => self.question.overflow && signed,
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => false,
        }
    }

    fn access(&self, at: Position, pointer: Operand, ty: Type, write: bool) -> bool {
        let bytes = ty.bytes(&self.program.target);
        self.direct[at.func].access(pointer, bytes, write).is_none()
            || (self.question.race && self.touches_shared(at))
    }

    fn touches_shared(&self, at: Position) -> bool {
        let Some(accesses) = self.accesses.get(&at) else { return false };
        let mut regions = accesses.reads.iter().chain(&accesses.writes);
        regions.any(|region| self.sharing.is_shared(region.object))
    }

    fn call(&self, at: Position, callee: Callee, args: &[Arg]) -> bool {
        let Callee::Direct(callee) = callee else { return true };
        let function = &self.program.functions[callee];
        if function.body.is_some() {
            return self.points_to.calls.is_recursive(callee)
                || function.name.starts_with("__VERIFIER_atomic_")
                || args.len() < function.params.len()
                || args.iter().any(|arg| arg.by_value.is_some())
                || (self.question.race && self.touches_shared(at));
        }
        match library_function(&function.name) {
            Some(known) => match known.control {
                Control::Computes => self.question.overflow,
                Control::Kept | Control::Joins => true,
            },
            None => true,
        }
    }

    fn intrinsic(&self, at: Position, intrinsic: Intrinsic, args: &[Operand]) -> bool {
        let direct = &self.direct[at.func];
        let shared = self.question.race && self.touches_shared(at);
        match intrinsic {
            Intrinsic::MemSet => {
                let Operand::Const(bytes) = args[2] else { return true };
                shared || direct.access(args[0], bytes, true).is_none()
            }
            Intrinsic::MemCopy | Intrinsic::MemMove => {
                let Operand::Const(bytes) = args[2] else { return true };
                let to = direct.access(args[0], bytes, true);
                let from = direct.access(args[1], bytes, false);
                // Overlapping copies inside of one variable may fail.
                shared || to.is_none() || from.is_none() || to == from
            }
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
            | Intrinsic::CountOnes
            | Intrinsic::ByteSwap
            | Intrinsic::BitReverse
            | Intrinsic::LifetimeStart
            | Intrinsic::LifetimeEnd => false,
            Intrinsic::Abs
            | Intrinsic::LeadingZeros
            | Intrinsic::TrailingZeros
            | Intrinsic::FunnelShiftLeft
            | Intrinsic::FunnelShiftRight
            | Intrinsic::FAbs
            | Intrinsic::FSqrt
            | Intrinsic::FFloor
            | Intrinsic::FCeil
            | Intrinsic::FTrunc
            | Intrinsic::FRint
            | Intrinsic::FRound
            | Intrinsic::FMin
            | Intrinsic::FMax
            | Intrinsic::FCopySign
            | Intrinsic::FMulAdd
            | Intrinsic::FPow
            | Intrinsic::FExp
            | Intrinsic::FExp2
            | Intrinsic::FLog
            | Intrinsic::FLog2
            | Intrinsic::FLog10
            | Intrinsic::FSin
            | Intrinsic::FCos
            | Intrinsic::VaStart
            | Intrinsic::VaEnd
            | Intrinsic::VaCopy
            | Intrinsic::StackSave
            | Intrinsic::StackRestore
            | Intrinsic::Assume
            | Intrinsic::ObjectSize
            | Intrinsic::ReturnAddress
            | Intrinsic::FrameAddress
            | Intrinsic::ThreadPointer
            | Intrinsic::Trap => true,
        }
    }
}

fn is_float_cast(op: CastOp) -> bool {
    match op {
        CastOp::FpTrunc
        | CastOp::FpExt
        | CastOp::FpToUi
        | CastOp::FpToSi
        | CastOp::UiToFp
        | CastOp::SiToFp => true,
        CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::Bits => false,
    }
}
