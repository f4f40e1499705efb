//! Terms to gates: every term is blasted once into the shared graph.
//!
//! Bit-vector operations become circuits (`circuits`, `division`), reads become selections over writes
//! (`arrays`, `table`). Large products and quotients may be left open (`open`).
//!
//! Blasting never recurses: terms may be as deep as an execution is long.

mod arrays;
pub mod circuits;
pub mod division;
pub mod gates;
mod open;
mod table;

pub use arrays::{Equality, EqualityId, Index, written_indices};
pub use open::{Lemma, Operation, OperationId, Small};

use raddle_budget::Stage;
use raddle_expr::{BinaryOp, Bits, Sort, Term, TermId, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::effort::Effort;
use crate::query_clock::QueryClock;
use circuits::{Shift, Word};
use division::Division;
use gates::{Edge, Gate, GateId, Gates, InputId};

/// What an input of the graph stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    Variable(VarId),
    /// A bit of a base read's value.
    Read(ReadId),
    /// An auxiliary input of a definition.
    Definition(DefinitionId),
    /// A bit of a product that may be left open, and what it is.
    Product(OperationId, Edge),
    /// Whether two arrays are equal.
    Equality(EqualityId),
    /// A bit of the value an array variable has where no write and no read speaks of it.
    Default(VarId),
    /// Any value will do.
    Free,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ReadId(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DefinitionId(u32);

/// What makes auxiliary inputs mean something.
#[derive(Debug)]
pub struct Definition {
    /// What holds whenever one of them is used.
    pub constraints: Vec<Edge>,
    /// The rest of what holds.
    pub exact: Vec<Edge>,
    /// The operation that is left open without that rest; if there is none, it cannot be.
    pub operation: Option<OperationId>,
}

/// The value of an array variable at an index.
#[derive(Debug)]
pub struct BaseRead {
    pub array: VarId,
    pub index: Word,
    pub value: Word,
}

/// Why a term could not be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlastError {
    /// There is no circuit for it.
    Unsupported,
    /// The budget ran out before all of it was blasted or loaded.
    Stopped,
}

/// Terms blasted between two looks at the clock; a single one can be a large multiplier.
const TERMS_PER_LOOK: u32 = 16;

#[derive(Debug)]
pub struct Blaster {
    pub gates: Gates,
    clock: QueryClock,
    origins: Vec<Origin>,
    /// Bits of all blasted bit-vector terms, in one arena.
    arena: Vec<Edge>,
    spans: FxHashMap<TermId, Span>,
    /// Array terms below which everything is blasted.
    arrays: FxHashSet<TermId>,
    array_reads: FxHashMap<(TermId, Index), Span>,
    base_reads: Vec<BaseRead>,
    equalities: Vec<Equality>,
    /// Distinct writes blasted, by the width of their index.
    writes: FxHashMap<u32, u64>,
    definitions: Vec<Definition>,
    operations: Vec<Operation>,
    /// Operations of at least so many partial products may be left open.
    open_from: usize,
    divisions: FxHashMap<(bool, TermId, TermId), (Span, Span)>,
}

#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    length: u32,
}

impl Blaster {
    pub fn new(clock: QueryClock, open_from: usize) -> Blaster {
        Blaster {
            gates: Gates::new(),
            clock,
            origins: Vec::new(),
            arena: Vec::new(),
            spans: FxHashMap::default(),
            arrays: FxHashSet::default(),
            array_reads: FxHashMap::default(),
            base_reads: Vec::new(),
            equalities: Vec::new(),
            writes: FxHashMap::default(),
            definitions: Vec::new(),
            operations: Vec::new(),
            open_from,
            divisions: FxHashMap::default(),
        }
    }
    /// The edge of a term of width 1.
    pub fn truth(&mut self, terms: &Terms, t: TermId) -> Result<Edge, BlastError> {
        self.blast(terms, t)?;
        Ok(self.bits(t)[0])
    }
    pub fn origin(&self, input: InputId) -> Origin {
        self.origins[input.0 as usize]
    }
    pub fn base_read(&self, read: ReadId) -> &BaseRead {
        &self.base_reads[read.0 as usize]
    }
    pub fn definition(&self, definition: DefinitionId) -> &Definition {
        &self.definitions[definition.0 as usize]
    }
    pub fn operation(&self, operation: OperationId) -> &Operation {
        &self.operations[operation.0 as usize]
    }
    /// What a bit of a product is.
    pub fn circuit_of(&self, gate: GateId) -> Option<Edge> {
        match self.gates.get(gate) {
            Gate::Input(input) => match self.origin(input) {
                Origin::Product(_, circuit) => Some(circuit),
                Origin::Variable(_)
                | Origin::Read(_)
                | Origin::Definition(_)
                | Origin::Equality(_)
                | Origin::Default(_)
                | Origin::Free => None,
            },
            _ => None,
        }
    }
    /// Two operations of one kind with equal operands.
    pub fn same_operation(&mut self, a: OperationId, b: OperationId, swapped: bool) -> Lemma {
        let (a, b) = (&self.operations[a.0 as usize], &self.operations[b.0 as usize]);
        a.same(b, swapped, &mut self.gates)
    }
    /// An operation with small operands.
    pub fn small_operation(&mut self, operation: OperationId, small: Small) -> Lemma {
        self.operations[operation.0 as usize].of_small(small, &mut self.gates)
    }
    /// That one blasted term is less than another.
    pub fn less(&mut self, signed: bool, a: TermId, b: TermId) -> Edge {
        let (a, b) = (self.word(a), self.word(b));
        match signed {
            true => circuits::signed_less(&mut self.gates, &a, &b),
            false => circuits::less(&mut self.gates, &a, &b),
        }
    }
    /// That two blasted terms are equal.
    pub fn equal(&mut self, a: TermId, b: TermId) -> Edge {
        let (a, b) = (self.word(a), self.word(b));
        circuits::equal(&mut self.gates, &a, &b)
    }
    /// The bits of a variable, if it was blasted.
    pub fn variable(&self, terms: &Terms, var: VarId) -> Option<&[Edge]> {
        self.spans.get(&terms.var_term(var)).map(|&span| self.span(span))
    }
    /// Both reads have the same index.
    pub fn same_index(&mut self, a: ReadId, b: ReadId) -> Edge {
        let (a, b) = (&self.base_reads[a.0 as usize], &self.base_reads[b.0 as usize]);
        circuits::equal(&mut self.gates, &a.index, &b.index)
    }

    fn blast(&mut self, terms: &Terms, root: TermId) -> Result<(), BlastError> {
        self.clock.enter(Stage::Blast);
        let mut stack = vec![(root, false)];
        let mut blasted = 0;
        while let Some((t, operands_done)) = stack.pop() {
            if self.is_done(t) {
                continue;
            }
            if operands_done {
                blasted += 1;
                let is_over = self.clock.spend(Effort::TERM);
                if is_over || (blasted % TERMS_PER_LOOK == 0 && self.clock.look()) {
                    return Err(BlastError::Stopped);
                }
                self.blast_node(terms, t)?;
            } else {
                stack.push((t, true));
                stack.extend(terms.get(t).children().map(|operand| (operand, false)));
            }
        }
        Ok(())
    }
    fn is_done(&self, t: TermId) -> bool {
        self.spans.contains_key(&t) || self.arrays.contains(&t)
    }
    /// Blasts one term whose operands are done.
    fn blast_node(&mut self, terms: &Terms, t: TermId) -> Result<(), BlastError> {
        let width = match terms.sort(t) {
            Sort::Bits(width) => width,
            Sort::Array { index, .. } => {
                self.arrays.insert(t);
                if let Term::Write { .. } = terms.get(t) {
                    *self.writes.entry(index).or_default() += 1;
                }
                return Ok(());
            }
        };
        let width = width as usize;
        let word = match *terms.get(t) {
            Term::Const(ref bits) => constant(bits),
            Term::Var(var) => self.fresh_word(Origin::Variable(var), width),
            Term::Not(of) => circuits::invert(self.bits(of)),
            Term::Neg(of) => {
                let of = self.word(of);
                circuits::negate(&mut self.gates, &of)
            }
            Term::Binary(op, a, b) => self.binary(terms, op, a, b)?,
            Term::Extract { high, low, of } => self.bits(of)[low as usize..=high as usize].to_vec(),
            Term::ZExt { of, .. } => self.extended(of, width, Edge::FALSE),
            Term::SExt { of, .. } => {
                let sign = self.bits(of)[self.bits(of).len() - 1];
                self.extended(of, width, sign)
            }
            Term::Ite { cond, then, otherwise } => {
                let (cond, then, otherwise) =
                    (self.bits(cond)[0], self.word(then), self.word(otherwise));
                circuits::select(&mut self.gates, cond, &then, &otherwise)
            }
            Term::Read { array, index } => self.read(terms, array, &Index::Term(index)),
            Term::ConstArray { .. } | Term::Write { .. } => return Err(BlastError::Unsupported),
        };
        debug_assert_eq!(word.len(), width, "width of a blasted term");
        let span = self.keep(&word);
        self.spans.insert(t, span);
        Ok(())
    }
    fn binary(
        &mut self,
        terms: &Terms,
        op: BinaryOp,
        a: TermId,
        b: TermId,
    ) -> Result<Word, BlastError> {
        if let Sort::Array { index, .. } = terms.sort(a) {
            return Ok(vec![self.array_equality(terms, a, b, index)]);
        }
        if let Some(word) = self.division(op, a, b) {
            return Ok(word);
        }
        let (x, y) = (self.word(a), self.word(b));
        if op == BinaryOp::Mul {
            return Ok(self.product(x, y));
        }
        let gates = &mut self.gates;
        let bitwise = |gates: &mut Gates, f: fn(&mut Gates, Edge, Edge) -> Edge| -> Word {
            x.iter().zip(&y).map(|(&p, &q)| f(gates, p, q)).collect()
        };
        Ok(match op {
            BinaryOp::And => bitwise(gates, Gates::and),
            BinaryOp::Or => bitwise(gates, Gates::or),
            BinaryOp::Xor => bitwise(gates, Gates::xor),
            BinaryOp::Add => circuits::add(gates, &x, &y),
            BinaryOp::Shl => circuits::shift(gates, Shift::Left, &x, &y),
            BinaryOp::LShr => circuits::shift(gates, Shift::Right, &x, &y),
            BinaryOp::AShr => circuits::shift(gates, Shift::Arithmetic, &x, &y),
            BinaryOp::Eq => vec![circuits::equal(gates, &x, &y)],
            BinaryOp::Ult => vec![circuits::less(gates, &x, &y)],
            BinaryOp::Slt => vec![circuits::signed_less(gates, &x, &y)],
            BinaryOp::Concat => y.iter().chain(&x).copied().collect(),
            BinaryOp::Mul | BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => {
                return Err(BlastError::Unsupported);
            }
        })
    }
    /// A product, whose bits are inputs if it may be left open. Bits that are there without the multiplier are no inputs.
    fn product(&mut self, a: Word, b: Word) -> Word {
        let before = self.gates.len();
        let circuit = circuits::multiply(&mut self.gates, &a, &b);
        if circuits::partial_products(&a, &b) < self.open_from {
            return circuit;
        }
        let id = OperationId(self.operations.len() as u32);
        let product: Word = circuit
            .into_iter()
            .map(|bit| {
                if bit.gate().index() < before {
                    return bit;
                }
                self.origins.push(Origin::Product(id, bit));
                self.gates.input().1
            })
            .collect();
        self.operations.push(Operation::Product { factors: [a, b], product: product.clone() });
        product
    }
    /// Quotient and remainder of the same operands share one definition.
    fn division(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<Word> {
        let (signed, wants_quotient) = match op {
            BinaryOp::UDiv => (false, true),
            BinaryOp::URem => (false, false),
            BinaryOp::SDiv => (true, true),
            BinaryOp::SRem => (true, false),
            BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Add
            | BinaryOp::Mul
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::Eq
            | BinaryOp::Ult
            | BinaryOp::Slt
            | BinaryOp::Concat => return None,
        };
        let (quotient, remainder) = match self.divisions.get(&(signed, a, b)) {
            Some(&spans) => spans,
            None => self.define_division(signed, a, b),
        };
        Some(self.span(if wants_quotient { quotient } else { remainder }).to_vec())
    }
    fn define_division(&mut self, signed: bool, a: TermId, b: TermId) -> (Span, Span) {
        let (dividend, divisor) = (self.word(a), self.word(b));
        let id = DefinitionId(self.definitions.len() as u32);
        let origins = &mut self.origins;
        let mut fresh = |gates: &mut Gates| {
            origins.push(Origin::Definition(id));
            gates.input().1
        };
        let made = if signed {
            division::divide_signed(&mut self.gates, &mut fresh, &dividend, &divisor)
        } else {
            division::divide(&mut self.gates, &mut fresh, &dividend, &divisor)
        };
        let Division { quotient, remainder, constraints, exact, operation } = made;
        let open = operation.filter(|operation| {
            let [dividend, divisor] = operation.operands();
            circuits::partial_products(dividend, divisor) >= self.open_from
        });
        let operation = open.map(|open| {
            self.operations.push(open);
            OperationId(self.operations.len() as u32 - 1)
        });
        self.definitions.push(Definition { constraints, exact, operation });
        let spans = (self.keep(&quotient), self.keep(&remainder));
        self.divisions.insert((signed, a, b), spans);
        spans
    }

    fn fresh_word(&mut self, origin: Origin, width: usize) -> Word {
        self.origins.extend(std::iter::repeat_n(origin, width));
        (0..width).map(|_| self.gates.input().1).collect()
    }
    fn extended(&self, of: TermId, width: usize, fill: Edge) -> Word {
        let mut word = self.word(of);
        word.resize(width, fill);
        word
    }
    fn keep(&mut self, word: &[Edge]) -> Span {
        let start = u32::try_from(self.arena.len()).expect("fewer than 2^32 blasted bits");
        self.arena.extend_from_slice(word);
        Span { start, length: word.len() as u32 }
    }
    fn span(&self, span: Span) -> &[Edge] {
        &self.arena[span.start as usize..(span.start + span.length) as usize]
    }
    fn bits(&self, t: TermId) -> &[Edge] {
        self.span(self.spans[&t])
    }
    fn word(&self, t: TermId) -> Word {
        self.bits(t).to_vec()
    }
}

fn constant(bits: &Bits) -> Word {
    let bit = |place: u32| bits.words()[place as usize / 64] >> (place % 64) & 1 == 1;
    (0..bits.width()).map(|place| Edge::constant(bit(place))).collect()
}
