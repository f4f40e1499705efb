//! The program representation Raddle executes: small, typed, and free of LLVM.
//!
//! A function body is a graph of basic blocks over *mutable* registers (no φ-functions: a φ becomes
//! copies on its incoming edges, a promoted local becomes a register that is assigned). Every register
//! holds one scalar: an integer of some width, a pointer or a float. Aggregates and vectors that LLVM
//! passes around as values are split into one register per scalar by the front end, so calls may have
//! several results.
//!
//! This crate has never heard of LLVM, of terms or of run-time state.

pub mod debug;
pub mod entity;
mod names;
mod op;
mod program;
mod text;
mod verify;
mod visit;

pub use debug::{
    DebugType, DebugTypeId, DebugTypes, Field, FileId, Loc, Location, RUNTIME, SourceFile,
};
pub use entity::{Entity, EntityMap};
pub use op::{
    Arg, AtomicOp, BinaryOp, Callee, CastOp, CompareOp, FloatBinaryOp, FloatCompareOp, Inst,
    Intrinsic, NON_TEMPORAL_STORE, Op, Operand, Ordering, Overflow, Terminator,
};
pub use program::{
    Block, BlockData, Body, FuncId, Function, Global, GlobalId, InitPart, Initializer, Param,
    Program, Reg, RegInfo, Slot, SlotId, Target, Type,
};
pub use text::{TextError, parse_program};
pub use verify::{VerifyError, verify};
