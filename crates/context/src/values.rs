//! Values of a context: a graph of operations over *symbols*, hash-consed, so that two registers with equal values have the same [`Val`].
//!
//! A symbol is a value that nothing more is known of: what an operation gave that is not computed again (a load, a call), what a register holds where
//! several ways come together, a parameter, the number of rounds of a loop. It belongs to an [`Instance`]: one activation of a function. It stands for what
//! was last assigned there; who keeps values across a place where a symbol is assigned anew has to forget those that mention it (`definitions.rs`).
//! What is assigned at most once in a run of the program belongs to [`Instance::ONCE`], whichever thread speaks of it.
//!
//! Operations wrap around and leave the bounds of objects where the program's would be undefined: then a value is what machines compute, and nothing is
//! claimed by the absence of undefined behaviour.

use raddle_ir::{
    BinaryOp, Block, CastOp, CompareOp, EntityMap, FloatBinaryOp, FloatCompareOp, FuncId, GlobalId,
    Op, Operand, Reg, SlotId, Target, Type, entity,
};
use raddle_pointsto::Position;
use rustc_hash::FxHashMap;

entity!(/// A value.
    Val, "v");
entity!(/// A value that nothing more is known of.
    SymbolId, "s");
entity!(/// One activation of a function.
    Instance, "i");

impl Instance {
    pub(crate) const ONCE: Instance = Instance(0);
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum SymbolKind {
    /// A result of an operation.
    Result(Position, u32),
    /// A register where ways come together.
    Merge(FuncId, Block, Reg),
    /// How often control came back to the header of a loop since it was entered.
    Trip(FuncId, Block),
    Param(FuncId, u32),
    /// A register that was not assigned.
    Unassigned(FuncId, Reg),
    Slot(FuncId, SlotId),
    /// A global that is not written any more once there are threads.
    Frozen(GlobalId, i64),
    /// What a global holds in the context.
    Now(GlobalId, i64),
    /// A lock that was taken at this place, and which one is not known.
    Lock(Position),
    /// How often a barrier was passed, where ways come together.
    Passes(FuncId, Block, u32),
    /// Which creation a thread comes from.
    Creation,
    /// Stands for an operation that is counted.
    Times(Position),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Symbol {
    pub(crate) instance: Instance,
    pub(crate) kind: SymbolKind,
    pub(crate) ty: Type,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    Symbol(SymbolId),
    /// Never a register, never undefined.
    Constant(Operand, Type),
    Binary(BinaryOp, Type, Val, Val),
    Compare(CompareOp, Type, Val, Val),
    FloatBinary(FloatBinaryOp, Type, Val, Val),
    FloatNeg(Type, Val),
    FloatCompare(FloatCompareOp, Type, Val, Val),
    Cast(CastOp, Type, Type, Val),
    Select(Type, Val, Val, Val),
    Address(Val, i64, Vec<(Val, Type, u64)>),
}

/// A value with more operations is not followed.
const LARGEST: u32 = 60;

#[derive(Debug)]
struct Data {
    node: Node,
    size: u32,
    /// In order.
    mentions: Vec<SymbolId>,
}

/// The table of all values.
#[derive(Debug)]
pub(crate) struct Values {
    target: Target,
    data: EntityMap<Val, Data>,
    numbers: FxHashMap<Node, Val>,
    pub(crate) symbols: EntityMap<SymbolId, Symbol>,
    symbol_numbers: FxHashMap<Symbol, SymbolId>,
    /// Whose each instance is, for names.
    owners: Vec<String>,
    /// Whose the next instances are.
    pub(crate) owner: String,
}

impl Values {
    pub(crate) fn new(target: &Target) -> Values {
        Values {
            target: target.clone(),
            data: EntityMap::new(),
            numbers: FxHashMap::default(),
            symbols: EntityMap::new(),
            symbol_numbers: FxHashMap::default(),
            owners: Vec::new(),
            owner: String::new(),
        }
    }

    pub(crate) fn new_instance(&mut self) -> Instance {
        self.owners.push(self.owner.clone());
        Instance(self.owners.len() as u32)
    }

    /// Whose an instance is; empty for what is the same for everybody.
    pub(crate) fn owner_of(&self, instance: Instance) -> &str {
        let index = (instance.0 as usize).checked_sub(1);
        index.and_then(|index| self.owners.get(index)).map_or("", String::as_str)
    }

    pub(crate) fn node(&self, value: Val) -> &Node {
        &self.data[value].node
    }

    pub(crate) fn mentions(&self, value: Val) -> &[SymbolId] {
        &self.data[value].mentions
    }

    pub(crate) fn symbol_of(&self, value: Val) -> Option<Symbol> {
        match self.data[value].node {
            Node::Symbol(symbol) => Some(self.symbols[symbol]),
            _ => None,
        }
    }

    pub(crate) fn symbol(&mut self, symbol: Symbol) -> Val {
        let id = match self.symbol_numbers.get(&symbol) {
            Some(&id) => id,
            None => {
                let id = self.symbols.push(symbol);
                self.symbol_numbers.insert(symbol, id);
                id
            }
        };
        self.intern(Node::Symbol(id)).expect("a symbol is small")
    }

    /// The value of a symbol that is in the table already.
    pub(crate) fn known_symbol(&self, symbol: SymbolId) -> Option<Val> {
        self.numbers.get(&Node::Symbol(symbol)).copied()
    }

    pub(crate) fn of_symbol(&mut self, symbol: SymbolId) -> Val {
        self.intern(Node::Symbol(symbol)).expect("a symbol is small")
    }

    fn intern(&mut self, node: Node) -> Option<Val> {
        if let Some(&value) = self.numbers.get(&node) {
            return Some(value);
        }
        let mut mentions = Vec::new();
        let mut size = 1u32;
        if let Node::Symbol(symbol) = node {
            mentions.push(symbol);
        }
        for_each_part(&node, &mut |part| {
            size = size.saturating_add(self.data[part].size);
            mentions.extend(&self.data[part].mentions);
        });
        if size > LARGEST {
            return None;
        }
        mentions.sort_unstable();
        mentions.dedup();
        let value = self.data.push(Data { node: node.clone(), size, mentions });
        self.numbers.insert(node, value);
        Some(value)
    }

    pub(crate) fn constant(&mut self, word: u64, ty: Type) -> Val {
        let word = low_bits(ty.bits(&self.target), word);
        self.intern(Node::Constant(Operand::Const(word), ty)).expect("a constant is small")
    }

    /// `None` for what is undefined.
    pub(crate) fn operand(&mut self, operand: Operand, ty: Type) -> Option<Val> {
        match operand {
            Operand::Reg(_) | Operand::Undef => None,
            // The same address whatever type it is used at.
            Operand::Global(..) | Operand::Func(_) => {
                let address = self.intern(Node::Constant(operand, Type::Ptr))?;
                self.converted(address, ty)
            }
            Operand::Const(_) | Operand::Wide { .. } => self.intern(Node::Constant(operand, ty)),
        }
    }

    /// Whether a choice between two values stays small enough for more to be computed from it.
    pub(crate) fn is_small(&self, a: Val, b: Val) -> bool {
        self.data[a].size + self.data[b].size <= LARGEST / 3
    }

    /// The word of a constant of at most 64 bits.
    pub(crate) fn word(&self, value: Val) -> Option<u64> {
        match self.data[value].node {
            Node::Constant(Operand::Const(word), _) => Some(word),
            _ => None,
        }
    }

    pub(crate) fn type_of(&self, value: Val) -> Type {
        match &self.data[value].node {
            Node::Symbol(symbol) => self.symbols[*symbol].ty,
            Node::Constant(_, ty)
            | Node::Binary(_, ty, ..)
            | Node::FloatBinary(_, ty, ..)
            | Node::FloatNeg(ty, _)
            | Node::Select(ty, ..) => *ty,
            Node::Compare(..) | Node::FloatCompare(..) => Type::BOOL,
            Node::Cast(_, _, to, _) => *to,
            Node::Address(..) => Type::Ptr,
        }
    }

    fn bits(&self, ty: Type) -> u32 {
        ty.bits(&self.target)
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, ty: Type, a: Val, b: Val) -> Option<Val> {
        let bits = self.bits(ty);
        let (x, y) = (self.word(a), self.word(b));
        if bits > 64 {
            return self.intern(Node::Binary(op, ty, a, b));
        }
        match (op, x, y) {
            (_, Some(x), Some(y)) => {
                if let Some(word) = fold_binary(op, bits, x, y) {
                    return Some(self.constant(word, ty));
                }
            }
            (BinaryOp::Add, Some(_), None) => return self.binary(op, ty, b, a),
            (BinaryOp::Mul, Some(_), None) => return self.binary(op, ty, b, a),
            (BinaryOp::Add | BinaryOp::Sub, _, Some(0)) | (BinaryOp::Mul, _, Some(1)) => {
                return Some(a);
            }
            (BinaryOp::Mul | BinaryOp::And, _, Some(0)) => return Some(b),
            (BinaryOp::Sub, _, Some(y)) => {
                let b = self.constant(y.wrapping_neg(), ty);
                return self.binary(BinaryOp::Add, ty, a, b);
            }
            (BinaryOp::Add, _, Some(y)) => {
                if let Node::Binary(BinaryOp::Add, _, inner, by) = self.data[a].node
                    && let Some(by) = self.word(by)
                {
                    let by = self.constant(by.wrapping_add(y), ty);
                    return self.binary(BinaryOp::Add, ty, inner, by);
                }
            }
            (BinaryOp::Sub, ..) if a == b => return Some(self.constant(0, ty)),
            _ => {}
        }
        self.intern(Node::Binary(op, ty, a, b))
    }

    pub(crate) fn compare(&mut self, op: CompareOp, ty: Type, a: Val, b: Val) -> Option<Val> {
        let bits = self.bits(ty);
        if bits <= 64
            && let (Some(x), Some(y)) = (self.word(a), self.word(b))
        {
            return Some(self.constant(u64::from(fold_compare(op, bits, x, y)), Type::BOOL));
        }
        if a == b {
            let holds = matches!(
                op,
                CompareOp::Eq | CompareOp::Ule | CompareOp::Uge | CompareOp::Sle | CompareOp::Sge
            );
            return Some(self.constant(u64::from(holds), Type::BOOL));
        }
        // A truth value that was made a number and is asked for.
        if let (CompareOp::Eq | CompareOp::Ne, Some(0)) = (op, self.word(b)) {
            let truth = match self.data[a].node {
                Node::Cast(CastOp::ZExt | CastOp::SExt, Type::BOOL, _, truth) => Some(truth),
                _ if ty == Type::BOOL => Some(a),
                _ => None,
            };
            match (truth, op) {
                (Some(truth), CompareOp::Ne) => return Some(truth),
                (Some(truth), _) => {
                    if let Node::Compare(op, ty, a, b) = self.data[truth].node {
                        return self.intern(Node::Compare(opposite(op), ty, a, b));
                    }
                    let zero = self.constant(0, Type::BOOL);
                    return self.intern(Node::Compare(CompareOp::Eq, Type::BOOL, truth, zero));
                }
                (None, _) => {}
            }
        }
        self.intern(Node::Compare(op, ty, a, b))
    }

    pub(crate) fn not(&mut self, truth: Val) -> Option<Val> {
        let zero = self.constant(0, Type::BOOL);
        self.compare(CompareOp::Eq, Type::BOOL, truth, zero)
    }

    pub(crate) fn cast(&mut self, op: CastOp, from: Type, to: Type, a: Val) -> Option<Val> {
        let (narrow, wide) = (self.bits(from), self.bits(to));
        if from == to && op == CastOp::Bits {
            return Some(a);
        }
        if let Some(word) = self.word(a)
            && narrow <= 64
            && wide <= 64
            && !from.is_float()
            && !to.is_float()
        {
            match op {
                CastOp::Trunc | CastOp::ZExt | CastOp::Bits => {
                    return Some(self.constant(word, to));
                }
                CastOp::SExt => return Some(self.constant(signed(narrow, word) as u64, to)),
                _ => {}
            }
        }
        match (op, &self.data[a].node) {
            // There and back again.
            (CastOp::Bits, &Node::Cast(CastOp::Bits, before, _, inner)) if before == to => {
                return Some(inner);
            }
            (CastOp::Trunc, &Node::Cast(CastOp::SExt | CastOp::ZExt, before, _, inner))
                if before == to =>
            {
                return Some(inner);
            }
            _ => {}
        }
        self.intern(Node::Cast(op, from, to, a))
    }

    /// The same bits at another type; `None` if it has other ones.
    pub(crate) fn converted(&mut self, value: Val, ty: Type) -> Option<Val> {
        match self.type_of(value) {
            from if from == ty => Some(value),
            from if self.bits(from) == self.bits(ty) => self.cast(CastOp::Bits, from, ty, value),
            _ => None,
        }
    }

    pub(crate) fn select(&mut self, ty: Type, cond: Val, a: Val, b: Val) -> Option<Val> {
        match self.word(cond) {
            Some(0) => Some(b),
            Some(_) => Some(a),
            None if a == b => Some(a),
            None if ty == Type::BOOL && self.word(a) == Some(1) && self.word(b) == Some(0) => {
                Some(cond)
            }
            None => self.intern(Node::Select(ty, cond, a, b)),
        }
    }

    pub(crate) fn address(
        &mut self,
        base: Val,
        offset: i64,
        indices: &[(Val, Type, u64)],
    ) -> Option<Val> {
        let (mut base, mut offset) = (base, offset);
        let mut rest: Vec<(Val, Type, u64)> = Vec::new();
        if let Node::Address(inner, by, before) = &self.data[base].node {
            offset = offset.wrapping_add(*by);
            rest.extend(before);
            base = *inner;
        }
        for &(index, ty, scale) in indices {
            match self.word(index) {
                Some(word) => {
                    let word = signed(self.bits(ty).min(64), word);
                    offset = offset.wrapping_add(word.wrapping_mul(scale as i64));
                }
                None => rest.push((index, ty, scale)),
            }
        }
        match (&self.data[base].node, rest.is_empty()) {
            (_, true) if offset == 0 => Some(base),
            (Node::Constant(Operand::Global(global, at), _), _) => {
                let operand = Operand::Global(*global, at.wrapping_add(offset));
                let moved = self.intern(Node::Constant(operand, Type::Ptr))?;
                match rest.is_empty() {
                    true => Some(moved),
                    false => self.intern(Node::Address(moved, 0, rest)),
                }
            }
            _ => self.intern(Node::Address(base, offset, rest)),
        }
    }

    /// An address as what it is computed from and a constant distance.
    pub(crate) fn distance(&self, address: Val) -> (Root, i64) {
        match &self.data[address].node {
            Node::Constant(Operand::Global(global, at), _) => (Root::Global(*global), *at),
            Node::Address(base, by, indices) => {
                let (root, at) = match &self.data[*base].node {
                    Node::Constant(Operand::Global(global, at), _) => (Root::Global(*global), *at),
                    _ => (Root::Value(*base), 0),
                };
                match indices.is_empty() {
                    true => (root, at.wrapping_add(*by)),
                    false => (Root::Indexed(Box::new(root), indices.clone()), at.wrapping_add(*by)),
                }
            }
            _ => (Root::Value(address), 0),
        }
    }

    /// Puts values in the place of symbols. `None` if that becomes too large.
    pub(crate) fn replace(
        &mut self,
        value: Val,
        by: &mut dyn FnMut(&mut Values, SymbolId) -> Option<Val>,
    ) -> Option<Val> {
        if self.data[value].mentions.is_empty() {
            return Some(value);
        }
        match self.data[value].node.clone() {
            Node::Symbol(symbol) => by(self, symbol),
            Node::Constant(..) => Some(value),
            Node::Binary(op, ty, a, b) => {
                let (a, b) = (self.replace(a, by)?, self.replace(b, by)?);
                self.binary(op, ty, a, b)
            }
            Node::Compare(op, ty, a, b) => {
                let (a, b) = (self.replace(a, by)?, self.replace(b, by)?);
                self.compare(op, ty, a, b)
            }
            Node::FloatBinary(op, ty, a, b) => {
                let (a, b) = (self.replace(a, by)?, self.replace(b, by)?);
                self.intern(Node::FloatBinary(op, ty, a, b))
            }
            Node::FloatNeg(ty, a) => {
                let a = self.replace(a, by)?;
                self.intern(Node::FloatNeg(ty, a))
            }
            Node::FloatCompare(op, ty, a, b) => {
                let (a, b) = (self.replace(a, by)?, self.replace(b, by)?);
                self.intern(Node::FloatCompare(op, ty, a, b))
            }
            Node::Cast(op, from, to, a) => {
                let a = self.replace(a, by)?;
                self.cast(op, from, to, a)
            }
            Node::Select(ty, cond, a, b) => {
                let cond = self.replace(cond, by)?;
                let (a, b) = (self.replace(a, by)?, self.replace(b, by)?);
                self.select(ty, cond, a, b)
            }
            Node::Address(base, offset, indices) => {
                let base = self.replace(base, by)?;
                let mut replaced = Vec::with_capacity(indices.len());
                for (index, ty, scale) in indices {
                    replaced.push((self.replace(index, by)?, ty, scale));
                }
                self.address(base, offset, &replaced)
            }
        }
    }

    /// An operation without effects on values; `None` if it is none or too large.
    pub(crate) fn apply(
        &mut self,
        op: &Op,
        operand: &mut dyn FnMut(&mut Values, Operand, Type) -> Option<Val>,
    ) -> Option<Val> {
        match op {
            Op::Copy { ty, src, .. } => operand(self, *src, *ty),
            Op::Binary { op, ty, a, b, .. } => {
                let (a, b) = (operand(self, *a, *ty)?, operand(self, *b, *ty)?);
                self.binary(*op, *ty, a, b)
            }
            Op::Compare { op, ty, a, b, .. } => {
                let (a, b) = (operand(self, *a, *ty)?, operand(self, *b, *ty)?);
                self.compare(*op, *ty, a, b)
            }
            Op::FloatBinary { op, ty, a, b, .. } => {
                let (a, b) = (operand(self, *a, *ty)?, operand(self, *b, *ty)?);
                self.intern(Node::FloatBinary(*op, *ty, a, b))
            }
            Op::FloatNeg { ty, a, .. } => {
                let a = operand(self, *a, *ty)?;
                self.intern(Node::FloatNeg(*ty, a))
            }
            Op::FloatCompare { op, ty, a, b, .. } => {
                let (a, b) = (operand(self, *a, *ty)?, operand(self, *b, *ty)?);
                self.intern(Node::FloatCompare(*op, *ty, a, b))
            }
            Op::Cast { op, from, to, a, .. } => {
                let a = operand(self, *a, *from)?;
                self.cast(*op, *from, *to, a)
            }
            Op::Select { ty, cond, a, b, .. } => {
                let cond = operand(self, *cond, Type::BOOL)?;
                let (a, b) = (operand(self, *a, *ty)?, operand(self, *b, *ty)?);
                self.select(*ty, cond, a, b)
            }
            Op::Address { base, offset, indices, .. } => {
                let base = operand(self, *base, Type::Ptr)?;
                let mut values = Vec::with_capacity(indices.len());
                for &(index, ty, scale) in indices {
                    values.push((operand(self, index, ty)?, ty, scale));
                }
                self.address(base, *offset, &values)
            }
            Op::Load { .. }
            | Op::Store { .. }
            | Op::AtomicUpdate { .. }
            | Op::CompareExchange { .. }
            | Op::Fence { .. }
            | Op::Alloca { .. }
            | Op::Call { .. }
            | Op::Intrinsic { .. }
            | Op::Unsupported { .. } => None,
        }
    }
}

/// What an address is computed from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Root {
    Global(GlobalId),
    Value(Val),
    Indexed(Box<Root>, Vec<(Val, Type, u64)>),
}

pub(crate) fn for_each_part(node: &Node, visit: &mut dyn FnMut(Val)) {
    match node {
        Node::Symbol(_) | Node::Constant(..) => {}
        Node::Binary(_, _, a, b)
        | Node::Compare(_, _, a, b)
        | Node::FloatBinary(_, _, a, b)
        | Node::FloatCompare(_, _, a, b) => {
            visit(*a);
            visit(*b);
        }
        Node::FloatNeg(_, a) | Node::Cast(_, _, _, a) => visit(*a),
        Node::Select(_, cond, a, b) => {
            visit(*cond);
            visit(*a);
            visit(*b);
        }
        Node::Address(base, _, indices) => {
            visit(*base);
            indices.iter().for_each(|&(index, ..)| visit(index));
        }
    }
}

pub(crate) fn opposite(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::Ult => CompareOp::Uge,
        CompareOp::Ule => CompareOp::Ugt,
        CompareOp::Ugt => CompareOp::Ule,
        CompareOp::Uge => CompareOp::Ult,
        CompareOp::Slt => CompareOp::Sge,
        CompareOp::Sle => CompareOp::Sgt,
        CompareOp::Sgt => CompareOp::Sle,
        CompareOp::Sge => CompareOp::Slt,
    }
}

pub(crate) fn low_bits(bits: u32, word: u64) -> u64 {
    if bits >= 64 { word } else { word & ((1 << bits) - 1) }
}

pub(crate) fn signed(bits: u32, word: u64) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    ((word << unused) as i64) >> unused
}

fn fold_compare(op: CompareOp, bits: u32, a: u64, b: u64) -> bool {
    let (x, y) = (signed(bits, a), signed(bits, b));
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Ugt => a > b,
        CompareOp::Uge => a >= b,
        CompareOp::Slt => x < y,
        CompareOp::Sle => x <= y,
        CompareOp::Sgt => x > y,
        CompareOp::Sge => x >= y,
    }
}

/// `None` where the operation may be undefined or is not folded.
fn fold_binary(op: BinaryOp, bits: u32, a: u64, b: u64) -> Option<u64> {
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::UDiv if b != 0 => a / b,
        BinaryOp::URem if b != 0 => a % b,
        // The smallest number divided by -1 has no result.
        BinaryOp::SDiv if b != 0 => signed(bits, a).checked_div(signed(bits, b))? as u64,
        BinaryOp::SRem if b != 0 => signed(bits, a).checked_rem(signed(bits, b))? as u64,
        BinaryOp::Shl if b < u64::from(bits) => a << b,
        BinaryOp::LShr if b < u64::from(bits) => a >> b,
        BinaryOp::UDiv
        | BinaryOp::URem
        | BinaryOp::SDiv
        | BinaryOp::SRem
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr => return None,
    })
}
