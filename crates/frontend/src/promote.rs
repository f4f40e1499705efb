//! Which local variables can live in a register: scalar `alloca`s whose address is used by nothing but
//! plain loads and stores of the same type.
//!
//! Volatile and atomic accesses keep a variable in memory (the program insists on the access itself),
//! as does any other use of the address, which then may escape. Debug records and lifetime markers are
//! no uses. An instruction we do not know may use anything, so its operands, which we have not read,
//! could hide an escape: a function that contains one keeps all its variables in memory.

use raddle_ir::{EntityMap, Type};
use rustc_hash::FxHashMap;

use crate::ast::{Call, FunctionDef, InstKind, LocalId, SymbolId, TerminatorKind, TypeId, Value};

/// Promotable locals in the order of their `alloca`s, with the type of their register. `scalar` is the
/// register type of an LLVM type, if one register holds it.
pub fn promotable(
    definition: &FunctionDef<'_>,
    symbols: &EntityMap<SymbolId, &str>,
    mut scalar: impl FnMut(TypeId) -> Option<Type>,
) -> Vec<(LocalId, Type)> {
    let mut candidates = candidates(definition, &mut scalar);
    for inst in definition.blocks.values().flat_map(|block| &block.insts) {
        match &inst.kind {
            InstKind::Load { ty, ptr, volatile: false, order: None, .. } => {
                keep_if_same_type(&mut candidates, &ptr.value, scalar(*ty));
            }
            InstKind::Store { value, ptr, volatile: false, order: None, .. } => {
                drop_used(&mut candidates, &value.value);
                keep_if_same_type(&mut candidates, &ptr.value, scalar(value.ty));
            }
            InstKind::Call(call) if is_lifetime_marker(call, symbols) => {}
            InstKind::Unknown { .. } => return Vec::new(),
            InstKind::Terminator(terminator)
                if matches!(**terminator, TerminatorKind::Unknown { name: "callbr" }) =>
            {
                return Vec::new();
            }
            kind => kind.for_each_operand(|value| drop_used(&mut candidates, value)),
        }
    }
    let mut chosen: Vec<(LocalId, Type)> = candidates.into_iter().collect();
    chosen.sort_by_key(|&(local, _)| local);
    chosen
}

fn candidates(
    definition: &FunctionDef<'_>,
    scalar: &mut impl FnMut(TypeId) -> Option<Type>,
) -> FxHashMap<LocalId, Type> {
    let mut found = FxHashMap::default();
    for inst in definition.blocks.values().flat_map(|block| &block.insts) {
        let InstKind::Alloca { ty, count, .. } = &inst.kind else { continue };
        let single = match count {
            None => true,
            Some(count) => count.value == Value::Int { bits: 1, exact: true },
        };
        if let (true, Some(local), Some(ty)) = (single, inst.result, scalar(*ty)) {
            found.insert(local, ty);
        }
    }
    found
}

fn keep_if_same_type(
    candidates: &mut FxHashMap<LocalId, Type>,
    ptr: &Value<'_>,
    accessed: Option<Type>,
) {
    if let Value::Local(local) = ptr
        && candidates.get(local).copied() != accessed
    {
        candidates.remove(local);
    }
}

fn drop_used(candidates: &mut FxHashMap<LocalId, Type>, value: &Value<'_>) {
    match value {
        Value::Local(local) => {
            candidates.remove(local);
        }
        Value::MetadataValue(inner) => drop_used(candidates, &inner.value),
        _ => {}
    }
}

pub fn is_lifetime_marker(call: &Call<'_>, symbols: &EntityMap<SymbolId, &str>) -> bool {
    matches!(&call.callee, Value::Symbol(symbol) if symbols[*symbol].starts_with("llvm.lifetime."))
}
