//! Which local variables can live in a register: `alloca`s whose address is used by nothing but plain
//! loads and stores, all of one scalar type that fills the object, or of pointers and integers of the same width: clang looks at pointers as at integers where they
//! come from or go to atomic memory. (rustc allocates bytes, so the type of the `alloca` itself says nothing.)
//!
//! Volatile and atomic accesses keep a variable in memory (the program insists on the access itself),
//! as does any other use of the address, which then may escape. Debug records and lifetime markers are
//! no uses. An instruction we do not know may use anything, so its operands, which we have not read,
//! could hide an escape: a function that contains one keeps all its variables in memory. So does one that calls `setjmp`
//! or a relative, which may return once more from any later call: no flow of control shows that its variables are still needed.

use raddle_ir::{EntityMap, Type};
use rustc_hash::FxHashMap;

use crate::ast::{
    Call, CastKind, FunctionDef, InstKind, LocalId, SymbolId, TerminatorKind, TypeId, Value,
};

/// What promotion asks about types.
pub trait Sizes {
    /// Bytes that an object of this type occupies.
    fn size(&mut self, ty: TypeId) -> Option<u64>;
    /// The register type of a type that one register holds.
    fn scalar(&mut self, ty: TypeId) -> Option<Type>;
}

/// An `alloca` that nothing spoke against yet: its size, and the type of its accesses so far.
struct Candidate {
    size: u64,
    accessed: Option<Type>,
}

type Candidates = FxHashMap<LocalId, Candidate>;

/// What can be promoted.
#[derive(Debug, Default)]
pub struct Promotion {
    /// In the order of their `alloca`s, with the type of their register.
    pub locals: Vec<(LocalId, Type)>,
    /// Casts of the address of a local, promotable or not, that only lifetime markers use: typed
    /// pointers need them.
    pub casts: FxHashMap<LocalId, LocalId>,
}

pub fn promotable(
    definition: &FunctionDef<'_>,
    symbols: &EntityMap<SymbolId, &str>,
    sizes: &mut impl Sizes,
) -> Promotion {
    let mut candidates = candidates(definition, sizes);
    let casts = marker_casts(definition, symbols);
    for inst in definition.blocks.values().flat_map(|block| &block.insts) {
        match &inst.kind {
            InstKind::Load { ty, ptr, volatile: false, order: None, .. } => {
                access(&mut candidates, &ptr.value, *ty, sizes);
            }
            InstKind::Store { value, ptr, volatile: false, order: None, .. } => {
                drop_used(&mut candidates, &value.value);
                access(&mut candidates, &ptr.value, value.ty, sizes);
            }
            InstKind::Call(call) if is_lifetime_marker(call, symbols) => {}
            InstKind::Call(call) if returns_twice(call, symbols) => return Promotion::default(),
            InstKind::Cast { .. }
                if inst.result.is_some_and(|result| casts.contains_key(&result)) => {}
            InstKind::Unknown { .. } => return Promotion::default(),
            InstKind::Terminator(terminator)
                if matches!(**terminator, TerminatorKind::Unknown { name: "callbr" }) =>
            {
                return Promotion::default();
            }
            kind => kind.for_each_operand(|value| drop_used(&mut candidates, value)),
        }
    }
    let accessed = candidates.into_iter().filter_map(|(id, found)| Some((id, found.accessed?)));
    let mut locals: Vec<(LocalId, Type)> = accessed.collect();
    locals.sort_by_key(|&(local, _)| local);
    Promotion { locals, casts }
}

/// Pointer casts of locals whose result goes to lifetime markers and nowhere else.
fn marker_casts(
    definition: &FunctionDef<'_>,
    symbols: &EntityMap<SymbolId, &str>,
) -> FxHashMap<LocalId, LocalId> {
    let insts = || definition.blocks.values().flat_map(|block| &block.insts);
    let mut casts = FxHashMap::default();
    for inst in insts() {
        if let InstKind::Cast { kind: CastKind::BitCast, value, .. } = &inst.kind
            && let (Some(result), Value::Local(source)) = (inst.result, &value.value)
        {
            casts.insert(result, *source);
        }
    }
    if casts.is_empty() {
        return casts;
    }
    for inst in insts() {
        match &inst.kind {
            InstKind::Call(call) if is_lifetime_marker(call, symbols) => {}
            kind => kind.for_each_operand(|value| {
                if let Value::Local(local) = value {
                    casts.remove(local);
                }
            }),
        }
    }
    casts
}

fn candidates(definition: &FunctionDef<'_>, sizes: &mut impl Sizes) -> Candidates {
    let mut found = FxHashMap::default();
    for inst in definition.blocks.values().flat_map(|block| &block.insts) {
        let InstKind::Alloca { ty, count, .. } = &inst.kind else { continue };
        let single = match count {
            None => true,
            Some(count) => count.value == Value::Int { bits: 1, exact: true },
        };
        if let (true, Some(local), Some(size)) = (single, inst.result, sizes.size(*ty)) {
            found.insert(local, Candidate { size, accessed: None });
        }
    }
    found
}

fn access(candidates: &mut Candidates, ptr: &Value<'_>, ty: TypeId, sizes: &mut impl Sizes) {
    let Value::Local(local) = ptr else { return };
    let Some(candidate) = candidates.get_mut(local) else { return };
    let scalar = sizes.scalar(ty).filter(|_| sizes.size(ty) == Some(candidate.size));
    let both = scalar.and_then(|scalar| match candidate.accessed {
        None => Some(scalar),
        Some(before) => one_type(before, scalar, 8 * candidate.size),
    });
    match both {
        Some(both) => candidate.accessed = Some(both),
        None => {
            candidates.remove(local);
        }
    }
}

/// The type of a register that is accessed with both.
fn one_type(a: Type, b: Type, bits: u64) -> Option<Type> {
    match (a, b) {
        _ if a == b => Some(a),
        (Type::Ptr, Type::Int(width)) | (Type::Int(width), Type::Ptr)
            if u64::from(width) == bits =>
        {
            Some(Type::Ptr)
        }
        _ => None,
    }
}

fn drop_used(candidates: &mut Candidates, value: &Value<'_>) {
    match value {
        Value::Local(local) => {
            candidates.remove(local);
        }
        Value::AsMetadata(inner) => drop_used(candidates, &inner.value),
        _ => {}
    }
}

pub fn is_lifetime_marker(call: &Call<'_>, symbols: &EntityMap<SymbolId, &str>) -> bool {
    matches!(&call.callee, Value::Symbol(symbol) if symbols[*symbol].starts_with("llvm.lifetime."))
}

/// Whether a call may return a second time.
fn returns_twice(call: &Call<'_>, symbols: &EntityMap<SymbolId, &str>) -> bool {
    const NAMES: [&str; 4] = ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"];
    matches!(&call.callee, Value::Symbol(symbol) if NAMES.contains(&symbols[*symbol]))
}
