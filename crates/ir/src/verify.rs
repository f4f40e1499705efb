//! Checks that a program is well formed. Everything downstream relies on these invariants:
//!
//! Program
//! 1. Pointers are 32 or 64 bits wide.
//! 2. Positions name existing files, and debug types exist.
//! 3. `function_names` maps each name to a function of that name; constructors and public functions exist.
//!
//! Globals
//! 4. The alignment is a power of two. The parts of an initialiser lie inside the global, in ascending
//!    order, without overlap, and name existing globals and functions.
//!
//! Functions with a body
//! 5. Parameters arrive in distinct registers of their type.
//! 6. There is at least one block; the entry block has no predecessors.
//! 7. Every register, block, slot, global and function that is named exists.
//! 8. Every operand has the type its operation asks for: registers exactly; `Const` for types of at
//!    most 64 bits and `Wide` for wider ones of at most 128, both zero beyond the width; addresses only
//!    as `ptr`; integers are at least one bit wide.
//! 9. Every result register has the type that its operation produces.
//! 10. Casts go between types that suit them; alignments are powers of two; an address is indexed by
//!     integers.
//! 11. `switch` looks at an integer; its cases are distinct and fit the type.
//! 12. `return` gives as many values as the function has results, of the same types.
//! 13. A direct call of a function with a body passes at least its parameters, with their types, and
//!     more only if it takes variable arguments; it takes all results, or none. Of a call of anything
//!     else only the operands themselves are checked. An argument by value is a pointer.
//! 14. Intrinsics have the operands and results that [`Intrinsic`] lists.

use std::fmt;

use rustc_hash::FxHashSet;

use crate::debug::{DebugType, DebugTypeId, Loc};
use crate::entity::Entity;
use crate::op::{Arg, AtomicOp, Callee, CastOp, Intrinsic, Op, Operand, Terminator};
use crate::program::{
    Block, Body, FuncId, Function, Global, GlobalId, InitPart, Program, Reg, Type,
};

/// One violated invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// Where: a global, or function, block and instruction.
    pub place: String,
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// Finding more than this many errors helps nobody.
const MAX_ERRORS: usize = 100;

/// Checks all invariants listed at the top of this file.
pub fn verify(program: &Program) -> Result<(), Vec<VerifyError>> {
    let mut verifier = Verifier { program, place: Place::Program, errors: Vec::new() };
    verifier.program();
    for (id, global) in program.globals.iter() {
        verifier.place = Place::Global(id);
        verifier.global(global);
    }
    for (id, function) in program.functions.iter() {
        verifier.place = Place::Function(id);
        verifier.function(id, function);
    }
    if verifier.errors.is_empty() { Ok(()) } else { Err(verifier.errors) }
}

/// What is being checked; put into words only if something is wrong.
#[derive(Clone, Copy)]
enum Place {
    Program,
    Global(GlobalId),
    Function(FuncId),
    Inst(FuncId, Block, usize),
    Terminator(FuncId, Block),
}

impl Place {
    fn describe(self, program: &Program) -> String {
        let function = |id: FuncId| format!("{id} \"{}\"", program.functions[id].name);
        match self {
            Place::Program => "program".to_owned(),
            Place::Global(id) => format!("{id} \"{}\"", program.globals[id].name),
            Place::Function(id) => function(id),
            Place::Inst(id, block, index) => {
                format!("{} {block} instruction {index}", function(id))
            }
            Place::Terminator(id, block) => format!("{} {block} terminator", function(id)),
        }
    }
}

struct Verifier<'p> {
    program: &'p Program,
    place: Place,
    errors: Vec<VerifyError>,
}

impl<'p> Verifier<'p> {
    fn require(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds && self.errors.len() < MAX_ERRORS {
            let place = self.place.describe(self.program);
            self.errors.push(VerifyError { place, message: message() });
        }
    }

    fn program(&mut self) {
        let program = self.program;
        let bits = program.target.pointer_bits;
        self.require(matches!(bits, 32 | 64), || format!("pointers of {bits} bits"));
        for (name, &id) in &program.function_names {
            let found = program.functions.get(id).is_some_and(|function| function.name == *name);
            self.require(found, || format!("{id} is not called {name}"));
        }
        for &id in &program.constructors {
            self.require(program.functions.contains(id), || format!("no constructor {id}"));
        }
        for &id in &program.public {
            self.require(program.functions.contains(id), || format!("no public function {id}"));
        }
        for (_, loc) in &program.unsupported {
            self.loc(*loc);
        }
        for ty in program.types.values() {
            self.debug_type(ty);
        }
    }

    fn debug_type(&mut self, ty: &DebugType) {
        match ty {
            DebugType::Pointer { to, .. } | DebugType::Typedef { of: to, .. } => {
                self.debug_type_id(*to);
            }
            DebugType::Array { element, .. } => self.debug_type_id(Some(*element)),
            DebugType::Struct { fields, .. } => {
                fields.iter().for_each(|field| self.debug_type_id(Some(field.ty)));
            }
            DebugType::Signed { .. }
            | DebugType::Unsigned { .. }
            | DebugType::Char { .. }
            | DebugType::Bool { .. }
            | DebugType::Float { .. }
            | DebugType::Enum { .. }
            | DebugType::Function
            | DebugType::Unknown { .. } => {}
        }
    }

    fn debug_type_id(&mut self, id: Option<DebugTypeId>) {
        if let Some(id) = id {
            self.require(self.program.types.contains(id), || format!("no debug type {id}"));
        }
    }

    fn loc(&mut self, loc: Loc) {
        if let Some(location) = loc.get() {
            let file = location.file;
            self.require(self.program.files.contains(file), || format!("no source file {file}"));
        }
    }

    fn global(&mut self, global: &Global) {
        self.loc(global.loc);
        self.debug_type_id(global.ty);
        self.align(global.align);
        let pointer_bytes = u64::from(self.program.target.pointer_bits / 8);
        let mut end = 0u64;
        for (offset, part) in global.init.iter().flat_map(|init| &init.parts) {
            let length = match part {
                InitPart::Bytes(bytes) => bytes.len() as u64,
                InitPart::Undef(length) => *length,
                InitPart::Global(id, _) => {
                    let exists = self.program.globals.contains(*id);
                    self.require(exists, || format!("no global {id}"));
                    pointer_bytes
                }
                InitPart::Func(id) => {
                    let exists = self.program.functions.contains(*id);
                    self.require(exists, || format!("no function {id}"));
                    pointer_bytes
                }
            };
            self.require(*offset >= end, || format!("initialiser overlaps at byte {offset}"));
            end = offset.saturating_add(length);
            let size = global.size;
            self.require(end <= size, || format!("initialiser reaches byte {end} of {size}"));
        }
    }

    fn align(&mut self, align: u64) {
        self.require(align.is_power_of_two(), || format!("alignment {align}"));
    }

    fn function(&mut self, id: FuncId, function: &'p Function) {
        self.loc(function.loc);
        for param in &function.params {
            self.debug_type_id(param.debug_type);
        }
        let Some(body) = &function.body else { return };
        let program = self.program;
        let mut check = BodyVerifier { verifier: self, program, function, body };
        check.declarations();
        for (block, data) in body.blocks.iter() {
            for (index, inst) in data.insts.iter().enumerate() {
                check.verifier.place = Place::Inst(id, block, index);
                check.verifier.loc(inst.loc);
                check.op(&inst.op);
            }
            check.verifier.place = Place::Terminator(id, block);
            check.verifier.loc(data.terminator_loc);
            check.terminator(&data.terminator);
        }
    }
}

struct BodyVerifier<'v, 'p> {
    verifier: &'v mut Verifier<'p>,
    program: &'p Program,
    function: &'p Function,
    body: &'p Body,
}

impl BodyVerifier<'_, '_> {
    fn require(&mut self, holds: bool, message: impl FnOnce() -> String) {
        self.verifier.require(holds, message);
    }

    fn bits(&self, ty: Type) -> u32 {
        ty.bits(&self.program.target)
    }

    fn pointer_int(&self) -> Type {
        Type::Int(self.program.target.pointer_bits as u16)
    }

    fn declarations(&mut self) {
        let body = self.body;
        self.require(!body.blocks.is_empty(), || "a body without blocks".to_owned());
        for info in body.regs.values() {
            self.ty(info.ty);
            self.verifier.debug_type_id(info.debug_type);
        }
        for slot in body.slots.values() {
            self.verifier.loc(slot.loc);
            self.verifier.debug_type_id(slot.debug_type);
        }
        let mut seen = FxHashSet::default();
        for param in &self.function.params {
            let reg = param.reg;
            self.require(seen.insert(reg), || format!("{reg} is two parameters"));
            self.result(reg, param.ty);
        }
    }

    fn ty(&mut self, ty: Type) {
        self.require(ty != Type::Int(0), || "an integer without bits".to_owned());
    }

    fn result(&mut self, reg: Reg, ty: Type) {
        let found = self.body.regs.get(reg).map(|info| info.ty);
        self.require(found == Some(ty), || match found {
            None => format!("no register {reg}"),
            Some(found) => format!("{reg} is {found} but gets {ty}"),
        });
    }

    fn operand(&mut self, operand: Operand, ty: Type) {
        let bits = self.bits(ty);
        match operand {
            Operand::Reg(reg) => {
                let found = self.body.regs.get(reg).map(|info| info.ty);
                self.require(found == Some(ty), || match found {
                    None => format!("no register {reg}"),
                    Some(found) => format!("{reg} is {found} but used as {ty}"),
                });
            }
            Operand::Const(value) => {
                let fits = bits <= 64 && (bits == 64 || value >> bits == 0);
                self.require(fits, || format!("constant {value} does not fit {ty}"));
            }
            Operand::Wide { high, .. } => {
                let fits = match bits {
                    65..=127 => high >> (bits - 64) == 0,
                    128 => true,
                    _ => false,
                };
                self.require(fits, || format!("wide constant does not fit {ty}"));
            }
            Operand::Global(id, _) => {
                let exists = self.program.globals.contains(id);
                self.require(exists, || format!("no global {id}"));
                self.require(ty == Type::Ptr, || format!("address of {id} used as {ty}"));
            }
            Operand::Func(id) => {
                let exists = self.program.functions.contains(id);
                self.require(exists, || format!("no function {id}"));
                self.require(ty == Type::Ptr, || format!("address of {id} used as {ty}"));
            }
            Operand::Undef => {}
        }
    }

    fn int(&mut self, ty: Type) {
        self.ty(ty);
        self.require(matches!(ty, Type::Int(_)), || format!("an integer type, not {ty}"));
    }

    fn float(&mut self, ty: Type) {
        self.require(ty.is_float(), || format!("a float type, not {ty}"));
    }

    fn op(&mut self, op: &Op) {
        match op {
            Op::Copy { dst, ty, src } => {
                self.ty(*ty);
                self.result(*dst, *ty);
                self.operand(*src, *ty);
            }
            Op::Binary { dst, ty, a, b, .. } => {
                self.int(*ty);
                self.result(*dst, *ty);
                self.operand(*a, *ty);
                self.operand(*b, *ty);
            }
            Op::Compare { dst, ty, a, b, .. } => {
                self.require(!ty.is_float(), || "an integer comparison of floats".to_owned());
                self.ty(*ty);
                self.result(*dst, Type::BOOL);
                self.operand(*a, *ty);
                self.operand(*b, *ty);
            }
            Op::FloatBinary { dst, ty, a, b, .. } => {
                self.float(*ty);
                self.result(*dst, *ty);
                self.operand(*a, *ty);
                self.operand(*b, *ty);
            }
            Op::FloatNeg { dst, ty, a } => {
                self.float(*ty);
                self.result(*dst, *ty);
                self.operand(*a, *ty);
            }
            Op::FloatCompare { dst, ty, a, b, .. } => {
                self.float(*ty);
                self.result(*dst, Type::BOOL);
                self.operand(*a, *ty);
                self.operand(*b, *ty);
            }
            Op::Cast { dst, op, from, to, a } => {
                self.cast(*op, *from, *to);
                self.result(*dst, *to);
                self.operand(*a, *from);
            }
            Op::Select { dst, ty, cond, a, b } => {
                self.ty(*ty);
                self.result(*dst, *ty);
                self.operand(*cond, Type::BOOL);
                self.operand(*a, *ty);
                self.operand(*b, *ty);
            }
            Op::Address { dst, base, indices, .. } => {
                self.result(*dst, Type::Ptr);
                self.operand(*base, Type::Ptr);
                for &(index, ty, _) in indices {
                    self.int(ty);
                    self.operand(index, ty);
                }
            }
            Op::Load { dst, ty, ptr, align, .. } => {
                self.ty(*ty);
                self.verifier.align(*align);
                self.result(*dst, *ty);
                self.operand(*ptr, Type::Ptr);
            }
            Op::Store { ty, value, ptr, align, .. } => {
                self.ty(*ty);
                self.verifier.align(*align);
                self.operand(*value, *ty);
                self.operand(*ptr, Type::Ptr);
            }
            Op::AtomicUpdate { dst, op, ty, ptr, value, .. } => {
                self.atomic(*op, *ty);
                self.result(*dst, *ty);
                self.operand(*ptr, Type::Ptr);
                self.operand(*value, *ty);
            }
            Op::CompareExchange { old, ok, ty, ptr, expected, new, .. } => {
                self.require(!ty.is_float(), || "compare-and-exchange of floats".to_owned());
                self.ty(*ty);
                self.result(*old, *ty);
                self.result(*ok, Type::BOOL);
                self.operand(*ptr, Type::Ptr);
                self.operand(*expected, *ty);
                self.operand(*new, *ty);
            }
            Op::Fence { .. } | Op::Unsupported { .. } => {}
            Op::Alloca { dst, slot, count, align, .. } => {
                let exists = self.body.slots.contains(*slot);
                self.require(exists, || format!("no slot {slot}"));
                self.verifier.align(*align);
                self.result(*dst, Type::Ptr);
                self.operand(*count, self.pointer_int());
            }
            Op::Call { dsts, callee, args } => {
                for arg in args {
                    self.ty(arg.ty);
                    self.operand(arg.value, arg.ty);
                    let fits = arg.by_value.is_none() || arg.ty == Type::Ptr;
                    self.require(fits, || "an argument by value that is no pointer".to_owned());
                }
                for &dst in dsts {
                    let exists = self.body.regs.contains(dst);
                    self.require(exists, || format!("no register {dst}"));
                }
                match callee {
                    Callee::Indirect(pointer) => self.operand(*pointer, Type::Ptr),
                    Callee::Direct(id) => {
                        self.direct_call(*id, dsts, args);
                    }
                }
            }
            Op::Intrinsic { dsts, intrinsic, ty, args } => {
                self.intrinsic(*intrinsic, *ty, dsts, args);
            }
        }
    }

    fn cast(&mut self, op: CastOp, from: Type, to: Type) {
        self.ty(from);
        self.ty(to);
        let (before, after) = (self.bits(from), self.bits(to));
        let int = |ty| matches!(ty, Type::Int(_));
        let suits = match op {
            CastOp::Trunc => int(from) && int(to) && after < before,
            CastOp::ZExt | CastOp::SExt => int(from) && int(to) && after > before,
            CastOp::FpTrunc => from.is_float() && to.is_float() && after < before,
            CastOp::FpExt => from.is_float() && to.is_float() && after > before,
            CastOp::FpToUi | CastOp::FpToSi => from.is_float() && int(to),
            CastOp::UiToFp | CastOp::SiToFp => int(from) && to.is_float(),
            CastOp::Bits => before == after,
        };
        self.require(suits, || format!("cast {op:?} from {from} to {to}"));
    }

    fn atomic(&mut self, op: AtomicOp, ty: Type) {
        self.ty(ty);
        let suits = match op {
            AtomicOp::Exchange => true,
            AtomicOp::FAdd | AtomicOp::FSub => ty.is_float(),
            AtomicOp::Add
            | AtomicOp::Sub
            | AtomicOp::And
            | AtomicOp::Nand
            | AtomicOp::Or
            | AtomicOp::Xor
            | AtomicOp::Max
            | AtomicOp::Min
            | AtomicOp::UMax
            | AtomicOp::UMin => matches!(ty, Type::Int(_)),
        };
        self.require(suits, || format!("atomic {op:?} of {ty}"));
    }

    fn direct_call(&mut self, id: FuncId, dsts: &[Reg], args: &[Arg]) {
        let Some(function) = self.program.functions.get(id) else {
            return self.require(false, || format!("no function {id}"));
        };
        if function.body.is_none() {
            return;
        }
        let (given, wanted) = (args.len(), function.params.len());
        let enough = given == wanted || (function.varargs && given > wanted);
        self.require(enough, || format!("{given} arguments for {wanted} parameters"));
        for (arg, param) in args.iter().zip(&function.params) {
            let (given, ty) = (arg.ty, param.ty);
            self.require(given == ty, || format!("argument {given} for a parameter {ty}"));
            let copied = arg.by_value.map(|(size, _)| size);
            let alike = copied == param.by_value;
            self.require(alike, || "a struct by value for a pointer, or the reverse".to_owned());
        }
        if dsts.is_empty() {
            return;
        }
        let (taken, given) = (dsts.len(), function.returns.len());
        self.require(taken == given, || format!("{taken} registers for {given} results"));
        for (&dst, &ty) in dsts.iter().zip(&function.returns) {
            self.result(dst, ty);
        }
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic, ty: Type, dsts: &[Reg], args: &[Operand]) {
        self.ty(ty);
        let (operands, results) = intrinsic_signature(intrinsic, ty);
        let (given, wanted) = (args.len(), operands.len());
        self.require(given == wanted, || format!("{given} operands for {intrinsic:?}"));
        let (given, wanted) = (dsts.len(), results.len());
        self.require(given == wanted, || format!("{given} results of {intrinsic:?}"));
        for (&arg, ty) in args.iter().zip(operands) {
            self.operand(arg, ty);
        }
        for (&dst, ty) in dsts.iter().zip(results) {
            self.result(dst, ty);
        }
    }

    fn block(&mut self, block: Block) {
        self.require(self.body.blocks.contains(block), || format!("no block {block}"));
        self.require(block.index() != 0, || "a jump to the entry block".to_owned());
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Jump(target) => self.block(*target),
            Terminator::Branch { cond, then, otherwise } => {
                self.operand(*cond, Type::BOOL);
                self.block(*then);
                self.block(*otherwise);
            }
            Terminator::Switch { ty, value, cases, default } => {
                self.int(*ty);
                self.operand(*value, *ty);
                self.block(*default);
                let bits = self.bits(*ty);
                let mut seen = FxHashSet::default();
                for &(case, block) in cases {
                    self.block(block);
                    self.require(seen.insert(case), || format!("case {case} twice"));
                    let fits = bits >= 64 || case >> bits == 0;
                    self.require(fits, || format!("case {case} does not fit {ty}"));
                }
            }
            Terminator::Return(values) => {
                let returns = &self.function.returns;
                let (given, wanted) = (values.len(), returns.len());
                self.require(given == wanted, || format!("{given} values for {wanted} results"));
                for (&value, &ty) in values.iter().zip(returns) {
                    self.operand(value, ty);
                }
            }
            Terminator::Unreachable => {}
        }
    }
}

/// Types of the operands and of the results.
fn intrinsic_signature(intrinsic: Intrinsic, ty: Type) -> (Vec<Type>, Vec<Type>) {
    match intrinsic {
        Intrinsic::MemCopy | Intrinsic::MemMove => (vec![Type::Ptr, Type::Ptr, ty], vec![]),
        Intrinsic::MemSet => (vec![Type::Ptr, Type::Int(8), ty], vec![]),
        Intrinsic::SAddOverflow
        | Intrinsic::UAddOverflow
        | Intrinsic::SSubOverflow
        | Intrinsic::USubOverflow
        | Intrinsic::SMulOverflow
        | Intrinsic::UMulOverflow => (vec![ty, ty], vec![ty, Type::BOOL]),
        Intrinsic::SAddSat
        | Intrinsic::UAddSat
        | Intrinsic::SSubSat
        | Intrinsic::USubSat
        | Intrinsic::SMax
        | Intrinsic::SMin
        | Intrinsic::UMax
        | Intrinsic::UMin
        | Intrinsic::FMin
        | Intrinsic::FMax
        | Intrinsic::FCopySign
        | Intrinsic::FPow => (vec![ty, ty], vec![ty]),
        Intrinsic::Abs
        | Intrinsic::CountOnes
        | Intrinsic::LeadingZeros
        | Intrinsic::TrailingZeros
        | Intrinsic::ByteSwap
        | Intrinsic::BitReverse
        | Intrinsic::FAbs
        | Intrinsic::FSqrt
        | Intrinsic::FFloor
        | Intrinsic::FCeil
        | Intrinsic::FTrunc
        | Intrinsic::FRint
        | Intrinsic::FRound
        | Intrinsic::FExp
        | Intrinsic::FExp2
        | Intrinsic::FLog
        | Intrinsic::FLog2
        | Intrinsic::FLog10
        | Intrinsic::FSin
        | Intrinsic::FCos => (vec![ty], vec![ty]),
        Intrinsic::FunnelShiftLeft | Intrinsic::FunnelShiftRight | Intrinsic::FMulAdd => {
            (vec![ty, ty, ty], vec![ty])
        }
        Intrinsic::VaStart
        | Intrinsic::VaEnd
        | Intrinsic::StackRestore
        | Intrinsic::LifetimeStart
        | Intrinsic::LifetimeEnd => (vec![Type::Ptr], vec![]),
        Intrinsic::VaCopy => (vec![Type::Ptr, Type::Ptr], vec![]),
        Intrinsic::StackSave
        | Intrinsic::ReturnAddress
        | Intrinsic::FrameAddress
        | Intrinsic::ThreadPointer => (vec![], vec![Type::Ptr]),
        Intrinsic::Assume => (vec![Type::BOOL], vec![]),
        Intrinsic::ObjectSize => (vec![Type::Ptr, Type::BOOL], vec![ty]),
        Intrinsic::Trap => (vec![], vec![]),
    }
}
