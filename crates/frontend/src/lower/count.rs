//! Marks for counting: a call of `raddle.cost.<opcode>` in front of what each LLVM instruction becomes.
//!
//! A bound on executed instructions speaks of the IR that came in. Promotion and coalescing remove most of its
//! loads, stores and copies, so each instruction leaves a mark that neither of them touches. Marks are made only
//! when asked for; no other part of the program representation changes. Debug records and lifetime markers are no
//! instructions, and Raddle's own run-time library is not the user's code: neither is counted.

use raddle_ir::{Callee, Function, Loc, Op, Program};

use super::function::FunctionContext;
use crate::ast::{InstKind, TerminatorKind};
use crate::promote::is_lifetime_marker;

/// What the names of all marks start with.
pub const COST_PREFIX: &str = "raddle.cost.";

/// Every opcode that can be counted, as LLVM spells it (binary operations and casts by family).
pub const OPCODES: &[&str] = &[
    "binary",
    "fbinary",
    "fneg",
    "icmp",
    "fcmp",
    "cast",
    "select",
    "freeze",
    "phi",
    "getelementptr",
    "load",
    "store",
    "alloca",
    "fence",
    "cmpxchg",
    "atomicrmw",
    "extractvalue",
    "insertvalue",
    "extractelement",
    "insertelement",
    "shufflevector",
    "va_arg",
    "landingpad",
    "call",
    "ret",
    "br",
    "switch",
    "indirectbr",
    "unreachable",
];

/// Declares the functions that marks call.
pub(super) fn declare_marks(program: &mut Program) {
    for opcode in OPCODES {
        let name = format!("{COST_PREFIX}{opcode}");
        let id = program.functions.push(Function {
            name: name.clone(),
            source_name: None,
            params: Vec::new(),
            varargs: false,
            returns: Vec::new(),
            optimised: false,
            body: None,
            loc: Loc::NONE,
        });
        program.function_names.insert(name, id);
    }
}

impl<'a> FunctionContext<'_, '_, 'a> {
    /// Leaves the mark of one instruction.
    pub(super) fn mark(&mut self, kind: &InstKind<'a>) {
        if !self.module.counted {
            return;
        }
        let is_marker = |kind: &InstKind<'a>| match kind {
            InstKind::Call(call) => is_lifetime_marker(call, &self.module.module.symbols),
            _ => false,
        };
        let Some(opcode) = opcode(kind).filter(|_| !is_marker(kind)) else { return };
        if let Some(id) = self.program.function(&format!("{COST_PREFIX}{opcode}")) {
            self.emit(Op::Call { dsts: Vec::new(), callee: Callee::Direct(id), args: Vec::new() });
        }
    }
}

fn opcode(kind: &InstKind<'_>) -> Option<&'static str> {
    Some(match kind {
        InstKind::Binary { .. } => "binary",
        InstKind::FloatBinary { .. } => "fbinary",
        InstKind::FloatNeg { .. } => "fneg",
        InstKind::Compare { .. } => "icmp",
        InstKind::FloatCompare { .. } => "fcmp",
        InstKind::Cast { .. } => "cast",
        InstKind::Select { .. } => "select",
        InstKind::Freeze { .. } => "freeze",
        InstKind::Phi { .. } => "phi",
        InstKind::ElementPointer { .. } => "getelementptr",
        InstKind::Load { .. } => "load",
        InstKind::Store { .. } => "store",
        InstKind::Alloca { .. } => "alloca",
        InstKind::Fence { .. } => "fence",
        InstKind::CompareExchange { .. } => "cmpxchg",
        InstKind::AtomicUpdate { .. } => "atomicrmw",
        InstKind::ExtractValue { .. } => "extractvalue",
        InstKind::InsertValue { .. } => "insertvalue",
        InstKind::ExtractElement { .. } => "extractelement",
        InstKind::InsertElement { .. } => "insertelement",
        InstKind::ShuffleVector { .. } => "shufflevector",
        InstKind::VaArg { .. } => "va_arg",
        InstKind::LandingPad { .. } => "landingpad",
        InstKind::Call(_) => "call",
        InstKind::DebugVariable { .. } | InstKind::Nothing | InstKind::Unknown { .. } => {
            return None;
        }
        InstKind::Terminator(terminator) => match **terminator {
            TerminatorKind::Return(_) => "ret",
            TerminatorKind::Branch(_) | TerminatorKind::CondBranch { .. } => "br",
            TerminatorKind::Switch { .. } => "switch",
            TerminatorKind::IndirectBranch { .. } => "indirectbr",
            TerminatorKind::Invoke { .. } => "call",
            TerminatorKind::Unreachable => "unreachable",
            TerminatorKind::Unknown { .. } => return None,
        },
    })
}
