//! Programs, globals and functions: the containers that hold operations.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::debug::{DebugType, DebugTypeId, DebugTypes, FileId, Loc, SourceFile};
use crate::entity;
use crate::entity::EntityMap;
use crate::op::{Arg, Inst, Terminator};

entity!(/// A function of the program, defined or merely declared.
    FuncId, "fn");
entity!(/// A global variable.
    GlobalId, "g");
entity!(/// A register of one function body.
    Reg, "r");
entity!(/// A basic block of one function body; block 0 is the entry.
    Block, "b");
entity!(/// A local variable that lives in memory.
    SlotId, "slot");

/// The type of a register, an operand or a memory access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// An integer of 1 to 65535 bits; `Int(1)` is also the type of truth values.
    Int(u16),
    /// A pointer, `Target::pointer_bits` wide.
    Ptr,
    F32,
    F64,
    /// x87 extended precision: 80 bits of value, stored in 16 bytes (12 with 32-bit pointers).
    F80,
}

impl Type {
    pub const BOOL: Type = Type::Int(1);

    /// Width of the value in bits.
    pub fn bits(self, target: &Target) -> u32 {
        match self {
            Type::Int(bits) => u32::from(bits),
            Type::Ptr => target.pointer_bits,
            Type::F32 => 32,
            Type::F64 => 64,
            Type::F80 => 80,
        }
    }
    /// Bytes that a load or store of this type touches.
    pub fn bytes(self, target: &Target) -> u64 {
        u64::from(self.bits(target).div_ceil(8))
    }
    pub fn is_float(self) -> bool {
        matches!(self, Type::F32 | Type::F64 | Type::F80)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int(bits) => write!(f, "i{bits}"),
            Type::Ptr => f.write_str("ptr"),
            Type::F32 => f.write_str("f32"),
            Type::F64 => f.write_str("f64"),
            Type::F80 => f.write_str("f80"),
        }
    }
}
impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What the program was compiled for. All supported targets are little-endian.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub pointer_bits: u32,
    /// The compiler's target triple, as far as it is known.
    pub triple: String,
}

impl Default for Target {
    fn default() -> Self {
        Target { pointer_bits: 64, triple: String::new() }
    }
}

/// A whole linked program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub target: Target,
    pub files: EntityMap<FileId, SourceFile>,
    pub types: DebugTypes,
    pub globals: EntityMap<GlobalId, Global>,
    pub functions: EntityMap<FuncId, Function>,
    /// Functions by symbol name, external ones included. Use [`Program::function`].
    pub function_names: FxHashMap<String, FuncId>,
    /// Functions run before `main`, in order (`llvm.global_ctors`).
    pub constructors: Vec<FuncId>,
    /// Functions with a body that other programs may call, as far as the front end tells: those that are not `static`.
    pub public: Vec<FuncId>,
    /// Things that could not be translated although nothing has executed them, e.g. module-level
    /// assembly: each one taints "safe".
    pub unsupported: Vec<(String, Loc)>,
}

impl Program {
    /// Whether a place is in the linked run-time library.
    pub fn is_of_runtime(&self, loc: Loc) -> bool {
        loc.get().is_some_and(|place| self.files[place.file].is_of_runtime())
    }

    /// Whether a place is in a file of the user's.
    pub fn is_of_user(&self, loc: Loc) -> bool {
        loc.get().is_some_and(|place| !self.files[place.file].is_of_runtime())
    }

    /// The type behind typedefs.
    pub fn resolved_type(&self, mut ty: DebugTypeId) -> DebugTypeId {
        // Damaged debug info may go round.
        for _ in 0..100 {
            let DebugType::Typedef { of: Some(of), .. } = self.types[ty] else { break };
            ty = of;
        }
        ty
    }

    /// Everything the source gives a name that debug info knows: variables, functions, members.
    pub fn source_names(&self) -> std::collections::BTreeSet<String> {
        let mut names = std::collections::BTreeSet::new();
        for global in self.globals.values() {
            names.extend(
                [Some(global.name.clone()), global.source_name.clone()].into_iter().flatten(),
            );
        }
        for function in self.functions.values() {
            names.insert(function.name.clone());
            let Some(body) = &function.body else { continue };
            names.extend(body.regs.values().filter_map(|reg| reg.name.clone()));
            names.extend(body.slots.values().filter_map(|slot| slot.name.clone()));
        }
        for ty in self.types.values() {
            if let DebugType::Struct { fields, .. } = ty {
                names.extend(fields.iter().map(|field| field.name.clone()));
            }
        }
        names
    }

    pub fn function(&self, name: &str) -> Option<FuncId> {
        self.function_names.get(name).copied()
    }
}

/// A global variable or constant.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    pub name: String,
    /// The name in the source, where debug info knows it (`counter` for `f.counter`).
    pub source_name: Option<String>,
    pub size: u64,
    pub align: u64,
    pub constant: bool,
    pub thread_local: bool,
    /// `static`: nobody outside of its file can name it.
    pub local: bool,
    /// `None`: declared here and defined nowhere in the program.
    pub init: Option<Initializer>,
    pub ty: Option<DebugTypeId>,
    pub loc: Loc,
}

/// The initial bytes of a global. Bytes that no part covers are zero.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Initializer {
    pub parts: Vec<(u64, InitPart)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum InitPart {
    Bytes(Vec<u8>),
    /// The address of a global plus an offset, stored pointer-wide.
    Global(GlobalId, i64),
    /// The address of a function, stored pointer-wide.
    Func(FuncId),
    /// Bytes with no defined value.
    Undef(u64),
}

/// A function. `body` is `None` for a declaration: a library model or an unknown external.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// The name in the source, where it differs from the symbol (C++ and Rust mangling).
    pub source_name: Option<String>,
    pub params: Vec<Param>,
    pub varargs: bool,
    /// One entry per scalar result.
    pub returns: Vec<Type>,
    /// An optimiser may have changed the body: it may load what the source does not read, as long as nothing
    /// depends on it.
    pub optimised: bool,
    pub body: Option<Body>,
    pub loc: Loc,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    pub ty: Type,
    /// The register the argument arrives in (meaningful only with a body).
    pub reg: Reg,
    /// `Some(size)`: the argument is a struct of so many bytes; the register points to the callee's copy.
    pub by_value: Option<u64>,
    pub debug_type: Option<DebugTypeId>,
}

impl Function {
    /// Whether arguments simply become parameters: one for each, of the same type, and nothing is copied.
    pub fn takes_plainly(&self, args: &[Arg]) -> bool {
        let plain = |(arg, param): (&Arg, &Param)| {
            arg.ty == param.ty && arg.by_value.is_none() && param.by_value.is_none()
        };
        !self.varargs && args.len() == self.params.len() && args.iter().zip(&self.params).all(plain)
    }
}

/// The code of a function.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub regs: EntityMap<Reg, RegInfo>,
    pub slots: EntityMap<SlotId, Slot>,
    pub blocks: EntityMap<Block, BlockData>,
}

impl Body {
    pub const ENTRY: Block = Block(0);
}

/// A register. One that is read before it was assigned has an undefined value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegInfo {
    pub ty: Type,
    /// The source variable a promoted local stands for.
    pub name: Option<String>,
    pub debug_type: Option<DebugTypeId>,
}

/// A local variable that lives in memory because its address is taken or it is an aggregate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    pub name: Option<String>,
    pub debug_type: Option<DebugTypeId>,
    pub loc: Loc,
}

#[derive(Clone, Debug)]
pub struct BlockData {
    pub insts: Vec<Inst>,
    pub terminator: Terminator,
    pub terminator_loc: Loc,
}
