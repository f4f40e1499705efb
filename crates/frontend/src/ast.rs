//! What the parser builds: one LLVM module, close to its text, with types interned and names resolved
//! to dense ids. Pointee types of clang 14's typed pointers are dropped while parsing: every
//! instruction that needs one names it.

use raddle_ir::{
    AtomicOp, BinaryOp, CastOp, CompareOp, EntityMap, FloatBinaryOp, FloatCompareOp, Ordering,
    Overflow, entity,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::metadata::Metadata;

entity!(/// An interned type of one module.
    TypeId, "t");
entity!(/// A function, variable or alias name used in one module.
    SymbolId, "@");
entity!(/// An argument or instruction result of one function.
    LocalId, "%");
entity!(/// A basic block of one parsed function.
    LabelId, "bb");

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    Void,
    Int(u32),
    Half,
    BFloat,
    Float,
    Double,
    X86Fp80,
    Fp128,
    PpcFp128,
    Ptr,
    Array {
        count: u64,
        element: TypeId,
    },
    Vector {
        count: u64,
        element: TypeId,
        scalable: bool,
    },
    Struct {
        fields: Vec<TypeId>,
        packed: bool,
    },
    /// A `%name` struct, by its index in [`TypeTable::named`].
    Named(u32),
    Function {
        result: TypeId,
        params: Vec<TypeId>,
        varargs: bool,
    },
    Label,
    Metadata,
    Token,
    Opaque,
    /// A type no instruction we know can use (`target("…")`, `x86_amx`).
    Other,
}

/// The types of one module, each stored once.
#[derive(Debug, Default)]
pub struct TypeTable {
    kinds: EntityMap<TypeId, TypeKind>,
    interned: FxHashMap<TypeKind, TypeId>,
    /// Named structs with their definitions, `None` while only mentioned.
    pub named: Vec<Option<TypeId>>,
    named_ids: FxHashMap<String, u32>,
}

impl TypeTable {
    pub fn intern(&mut self, kind: TypeKind) -> TypeId {
        if let Some(&id) = self.interned.get(&kind) {
            return id;
        }
        let id = self.kinds.push(kind.clone());
        self.interned.insert(kind, id);
        id
    }
    pub fn named(&mut self, name: &str) -> u32 {
        if let Some(&id) = self.named_ids.get(name) {
            return id;
        }
        let id = self.named.len() as u32;
        self.named.push(None);
        self.named_ids.insert(name.to_owned(), id);
        id
    }
    pub fn kind(&self, id: TypeId) -> &TypeKind {
        &self.kinds[id]
    }
    /// The kind of `id` with a named struct looked through. A chain of names that leads nowhere is
    /// [`TypeKind::Opaque`].
    pub fn resolved(&self, id: TypeId) -> &TypeKind {
        let mut kind = self.kind(id);
        for _ in 0..16 {
            let TypeKind::Named(index) = kind else { return kind };
            match self.named[*index as usize] {
                Some(definition) => kind = self.kind(definition),
                None => return &TypeKind::Opaque,
            }
        }
        &TypeKind::Opaque
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TypedValue<'a> {
    pub ty: TypeId,
    pub value: Value<'a>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    Local(LocalId),
    Symbol(SymbolId),
    /// Two's complement; `exact` is false if the text needs more than 128 bits.
    Int {
        bits: u128,
        exact: bool,
    },
    Float(FloatBits),
    Null,
    Undef,
    /// What has no value because computing it is undefined.
    Poison,
    /// `zeroinitializer`
    Zero,
    Aggregate(Vec<TypedValue<'a>>),
    Bytes(Vec<u8>),
    Splat(Box<TypedValue<'a>>),
    /// A constant expression, in the shape of the instruction of the same name.
    Expression(Box<InstKind<'a>>),
    BlockAddress {
        function: SymbolId,
        label: &'a str,
    },
    InlineAsm(Box<InlineAsm<'a>>),
    MetadataRef(u32),
    /// A value wrapped as metadata.
    AsMetadata(Box<TypedValue<'a>>),
    /// An inline node, kept only as far as anybody asks (`!DIExpression()`).
    MetadataNode {
        empty: bool,
    },
    /// A constant of a kind we do not know.
    Unknown(&'a str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatBits {
    /// Decimal or `0x…`: the bits of a double, whatever the constant's type.
    Double(u64),
    X87(u128),
    Half(u16),
    /// fp128 and ppc_fp128.
    Quad(u128),
}

#[derive(Clone, Debug, PartialEq)]
pub struct InlineAsm<'a> {
    pub text: &'a str,
    pub constraints: &'a str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastKind {
    Plain(CastOp),
    PtrToInt,
    IntToPtr,
    BitCast,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CallArg<'a> {
    pub value: TypedValue<'a>,
    /// The type behind `byval(…)`.
    pub by_value: Option<TypeId>,
    /// The type behind `elementtype(…)`: what inline assembly accesses there.
    pub element: Option<TypeId>,
    pub align: Option<u64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Call<'a> {
    pub result: TypeId,
    pub callee: Value<'a>,
    pub args: Vec<CallArg<'a>>,
    pub varargs: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DebugRecordKind {
    Declare,
    Value,
}

#[derive(Clone, Debug, PartialEq)]
pub enum InstKind<'a> {
    Binary {
        op: BinaryOp,
        overflow: Overflow,
        a: TypedValue<'a>,
        b: Value<'a>,
    },
    FloatBinary {
        op: FloatBinaryOp,
        a: TypedValue<'a>,
        b: Value<'a>,
    },
    FloatNeg {
        a: TypedValue<'a>,
    },
    Compare {
        op: CompareOp,
        a: TypedValue<'a>,
        b: Value<'a>,
    },
    FloatCompare {
        op: FloatCompareOp,
        a: TypedValue<'a>,
        b: Value<'a>,
    },
    Cast {
        kind: CastKind,
        value: TypedValue<'a>,
        to: TypeId,
    },
    Select {
        cond: TypedValue<'a>,
        a: TypedValue<'a>,
        b: TypedValue<'a>,
    },
    Freeze {
        value: TypedValue<'a>,
    },
    Phi {
        ty: TypeId,
        incoming: Vec<(Value<'a>, LabelId)>,
    },
    ElementPointer {
        source: TypeId,
        in_bounds: bool,
        base: TypedValue<'a>,
        indices: Vec<TypedValue<'a>>,
    },
    Load {
        ty: TypeId,
        ptr: TypedValue<'a>,
        align: Option<u64>,
        volatile: bool,
        order: Option<Ordering>,
    },
    Store {
        value: TypedValue<'a>,
        ptr: TypedValue<'a>,
        align: Option<u64>,
        volatile: bool,
        order: Option<Ordering>,
    },
    Alloca {
        ty: TypeId,
        count: Option<TypedValue<'a>>,
        align: Option<u64>,
    },
    Fence {
        order: Ordering,
    },
    CompareExchange {
        ptr: TypedValue<'a>,
        expected: TypedValue<'a>,
        new: TypedValue<'a>,
        weak: bool,
        success: Ordering,
        failure: Ordering,
    },
    AtomicUpdate {
        /// `Err` names an operation we do not know.
        op: Result<AtomicOp, &'a str>,
        ptr: TypedValue<'a>,
        value: TypedValue<'a>,
        order: Ordering,
    },
    ExtractValue {
        aggregate: TypedValue<'a>,
        path: Vec<u64>,
    },
    InsertValue {
        aggregate: TypedValue<'a>,
        element: TypedValue<'a>,
        path: Vec<u64>,
    },
    ExtractElement {
        vector: TypedValue<'a>,
        index: TypedValue<'a>,
    },
    InsertElement {
        vector: TypedValue<'a>,
        element: TypedValue<'a>,
        index: TypedValue<'a>,
    },
    ShuffleVector {
        a: TypedValue<'a>,
        b: TypedValue<'a>,
        mask: TypedValue<'a>,
    },
    VaArg {
        list: TypedValue<'a>,
        to: TypeId,
    },
    LandingPad {
        ty: TypeId,
    },
    Call(Box<Call<'a>>),
    /// A debug intrinsic or record: `local` holds (`Value`) or points to (`Declare`) the variable.
    DebugVariable {
        kind: DebugRecordKind,
        local: LocalId,
        variable: u32,
    },
    /// A debug record that says nothing we use.
    Nothing,
    /// An instruction we do not know, skipped to the end of its line.
    Unknown {
        name: &'a str,
    },
    Terminator(Box<TerminatorKind<'a>>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum TerminatorKind<'a> {
    Return(Option<TypedValue<'a>>),
    Branch(LabelId),
    CondBranch {
        cond: Value<'a>,
        then: LabelId,
        otherwise: LabelId,
    },
    Switch {
        value: TypedValue<'a>,
        default: LabelId,
        cases: Vec<(Value<'a>, LabelId)>,
    },
    IndirectBranch {
        address: TypedValue<'a>,
        targets: Vec<LabelId>,
    },
    Invoke {
        call: Call<'a>,
        normal: LabelId,
    },
    Unreachable,
    /// A way to leave a block that we do not follow (`resume`, `callbr`, …).
    Unknown {
        name: &'a str,
    },
}

impl TerminatorKind<'_> {
    pub fn successors(&self) -> Vec<LabelId> {
        match self {
            TerminatorKind::Branch(target) => vec![*target],
            TerminatorKind::CondBranch { then, otherwise, .. } => vec![*then, *otherwise],
            TerminatorKind::Switch { default, cases, .. } => {
                cases.iter().map(|(_, label)| *label).chain([*default]).collect()
            }
            TerminatorKind::IndirectBranch { targets, .. } => targets.clone(),
            TerminatorKind::Invoke { normal, .. } => vec![*normal],
            TerminatorKind::Return(_)
            | TerminatorKind::Unreachable
            | TerminatorKind::Unknown { .. } => Vec::new(),
        }
    }
}

impl<'a> InstKind<'a> {
    /// Calls `visit` for every operand, constant expressions not entered.
    pub fn for_each_operand(&self, mut visit: impl FnMut(&Value<'a>)) {
        match self {
            InstKind::Binary { a, b, .. }
            | InstKind::FloatBinary { a, b, .. }
            | InstKind::Compare { a, b, .. }
            | InstKind::FloatCompare { a, b, .. } => {
                visit(&a.value);
                visit(b);
            }
            InstKind::FloatNeg { a } => visit(&a.value),
            InstKind::Cast { value, .. } | InstKind::Freeze { value } => visit(&value.value),
            InstKind::Select { cond, a, b } => {
                [cond, a, b].into_iter().for_each(|operand| visit(&operand.value));
            }
            InstKind::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| visit(value)),
            InstKind::ElementPointer { base, indices, .. } => {
                visit(&base.value);
                indices.iter().for_each(|index| visit(&index.value));
            }
            InstKind::Load { ptr, .. } => visit(&ptr.value),
            InstKind::Store { value, ptr, .. } => {
                visit(&value.value);
                visit(&ptr.value);
            }
            InstKind::Alloca { count, .. } => count.iter().for_each(|count| visit(&count.value)),
            InstKind::CompareExchange { ptr, expected, new, .. } => {
                [ptr, expected, new].into_iter().for_each(|operand| visit(&operand.value));
            }
            InstKind::AtomicUpdate { ptr, value, .. } => {
                visit(&ptr.value);
                visit(&value.value);
            }
            InstKind::ExtractValue { aggregate, .. } => visit(&aggregate.value),
            InstKind::InsertValue { aggregate, element, .. } => {
                visit(&aggregate.value);
                visit(&element.value);
            }
            InstKind::ExtractElement { vector, index } => {
                visit(&vector.value);
                visit(&index.value);
            }
            InstKind::InsertElement { vector, element, index } => {
                [vector, element, index].into_iter().for_each(|operand| visit(&operand.value));
            }
            InstKind::ShuffleVector { a, b, .. } => {
                visit(&a.value);
                visit(&b.value);
            }
            InstKind::VaArg { list, .. } => visit(&list.value),
            InstKind::Call(call) => call.for_each_operand(visit),
            InstKind::Terminator(terminator) => match &**terminator {
                TerminatorKind::Return(value) => value.iter().for_each(|value| visit(&value.value)),
                TerminatorKind::CondBranch { cond, .. } => visit(cond),
                TerminatorKind::Switch { value, .. } => visit(&value.value),
                TerminatorKind::IndirectBranch { address, .. } => visit(&address.value),
                TerminatorKind::Invoke { call, .. } => call.for_each_operand(visit),
                TerminatorKind::Branch(_)
                | TerminatorKind::Unreachable
                | TerminatorKind::Unknown { .. } => {}
            },
            InstKind::Fence { .. }
            | InstKind::LandingPad { .. }
            | InstKind::DebugVariable { .. }
            | InstKind::Nothing
            | InstKind::Unknown { .. } => {}
        }
    }
}

impl<'a> Call<'a> {
    fn for_each_operand(&self, mut visit: impl FnMut(&Value<'a>)) {
        visit(&self.callee);
        self.args.iter().for_each(|arg| visit(&arg.value.value));
    }
}

#[derive(Clone, Debug)]
pub struct Inst<'a> {
    pub result: Option<LocalId>,
    pub kind: InstKind<'a>,
    /// The `!dbg` attachment.
    pub debug: Option<u32>,
    /// It has the attachment `!nontemporal`.
    pub non_temporal: bool,
    /// Line in the IR file, for messages.
    pub line: u32,
}

#[derive(Debug)]
pub struct BasicBlock<'a> {
    pub name: &'a str,
    pub insts: Vec<Inst<'a>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    Private,
    Internal,
    External,
    AvailableExternally,
    LinkOnce,
    Weak,
    Common,
    Appending,
    ExternWeak,
}

impl Linkage {
    /// Invisible to other modules.
    pub fn is_local(self) -> bool {
        matches!(self, Linkage::Private | Linkage::Internal)
    }
}

#[derive(Debug)]
pub struct ParamDef {
    pub ty: TypeId,
    pub local: LocalId,
    /// The type behind `byval(…)`.
    pub by_value: Option<TypeId>,
}

#[derive(Debug)]
pub struct FunctionDef<'a> {
    pub symbol: SymbolId,
    pub linkage: Linkage,
    pub result: TypeId,
    pub params: Vec<ParamDef>,
    pub varargs: bool,
    /// The attribute of functions that no optimiser changes.
    pub optnone: bool,
    pub attribute_groups: Vec<&'a str>,
    pub debug: Option<u32>,
    /// Empty for a declaration.
    pub blocks: EntityMap<LabelId, BasicBlock<'a>>,
    /// Labels in the order of the text; the entry comes first.
    pub order: Vec<LabelId>,
    /// Names of arguments and results, as in the text.
    pub locals: EntityMap<LocalId, &'a str>,
}

#[derive(Debug)]
pub struct GlobalDef<'a> {
    pub symbol: SymbolId,
    pub linkage: Linkage,
    pub ty: TypeId,
    pub constant: bool,
    pub thread_local: bool,
    pub init: Option<Value<'a>>,
    pub align: Option<u64>,
    pub debug: Option<u32>,
    pub line: u32,
}

#[derive(Debug)]
pub struct AliasDef<'a> {
    pub symbol: SymbolId,
    pub linkage: Linkage,
    pub target: TypedValue<'a>,
    /// An `ifunc`: the target is a resolver function to be run at load time.
    pub resolver: bool,
}

#[derive(Debug, Default)]
pub struct Module<'a> {
    pub source_file: &'a str,
    pub data_layout: &'a str,
    pub triple: &'a str,
    pub types: TypeTable,
    pub symbols: EntityMap<SymbolId, &'a str>,
    pub symbol_ids: FxHashMap<&'a str, SymbolId>,
    pub functions: Vec<FunctionDef<'a>>,
    pub globals: Vec<GlobalDef<'a>>,
    pub aliases: Vec<AliasDef<'a>>,
    pub metadata: Metadata<'a>,
    /// Attribute groups with `optnone`.
    pub unoptimised_groups: FxHashSet<&'a str>,
    /// Lines of module-level assembly.
    pub assembly: Vec<(&'a str, u32)>,
}
