//! Constructors of terms, which simplify as they build.
//!
//! Each operation has an ordered list of rules, one file per family; a rule is a small function documented as `match:` /
//! `result:`. The first rule that matches wins, and what it builds goes through the constructors again. A new rule is one
//! function and one line in its family's list; the tests then run it on all terms of a pool by exhaustive evaluation and
//! fail if it is wrong, or if nothing in the pool makes it fire.
//!
//! Normal forms the rules steer to:
//! - constants on the right of commutative operations, other operands by id;
//! - sums as `((m1 + m2) + …) + constant`, each `m` an atom, its negation or a constant multiple;
//! - shifts by constants and masks with few runs as `concat`/`extract`/extensions, so that bits that are shifted or
//!   masked out leave the term altogether; `concat` nested to the right, adjacent parts of one term fused;
//! - a value that depends on one condition alone as `ite` of constants, with constant bits before and after split off;
//! - one-bit `eq`, `add`, `mul`, `ult`, `slt` as logic.
//!
//! Rewriting is bounded per call ([`Effort`]): a rule that distributes over a large shared graph must not turn a
//! constructor into a traversal. Beyond the bound nodes are stored as they are, which is sound, only less simple.

mod array;
mod choose;
mod compare;
mod concat;
mod divide;
mod equality;
mod extend;
mod extract;
mod linear;
mod logic;
mod pieces;
mod product;
mod range;
mod shift;
mod view;

use crate::table::{Terms, hash_of};
use crate::term::{BinaryOp, Sort, Term, TermId};

/// A rewrite with its name, for the tests.
pub(crate) struct Rule<F> {
    #[cfg_attr(not(test), expect(dead_code, reason = "only tests name rules"))]
    pub(crate) name: &'static str,
    pub(crate) apply: F,
}

type UnaryRule = Rule<fn(&mut Terms, TermId) -> Option<TermId>>;
type BinaryRule = Rule<fn(&mut Terms, TermId, TermId) -> Option<TermId>>;
type TernaryRule = Rule<fn(&mut Terms, TermId, TermId, TermId) -> Option<TermId>>;
/// The term, `high` and `low`.
type ExtractRule = Rule<fn(&mut Terms, TermId, u32, u32) -> Option<TermId>>;
/// The term and the new width, which is greater than its own.
type ExtendRule = Rule<fn(&mut Terms, TermId, u32) -> Option<TermId>>;

/// An ordered list of rules from the names of their functions.
macro_rules! rules {
    ($($rule:ident),* $(,)?) => {
        &[$(crate::simplify::Rule { name: stringify!($rule), apply: $rule }),*]
    };
}
use rules;

/// Bounds the rewriting that one call of a constructor from outside may start.
#[derive(Debug, Default)]
pub(crate) struct Effort {
    depth: u32,
    left: u32,
    /// Calls from outside that used up their effort.
    exhausted: u64,
}

/// Nested constructor calls: bounds the stack.
const DEEPEST: u32 = 64;
/// Constructor calls altogether: bounds the time.
const MOST_CALLS: u32 = 600;

/// The rules of a binary operation. Operands are ordered and not both constant.
pub(crate) fn binary_rules(op: BinaryOp) -> &'static [BinaryRule] {
    match op {
        BinaryOp::And => logic::AND,
        BinaryOp::Or => logic::OR,
        BinaryOp::Xor => logic::XOR,
        BinaryOp::Add => linear::ADD,
        BinaryOp::Mul => product::MUL,
        BinaryOp::UDiv => divide::UDIV,
        BinaryOp::URem => divide::UREM,
        BinaryOp::SDiv => divide::SDIV,
        BinaryOp::SRem => divide::SREM,
        BinaryOp::Shl => shift::SHL,
        BinaryOp::LShr => shift::LSHR,
        BinaryOp::AShr => shift::ASHR,
        BinaryOp::Eq => equality::EQ,
        BinaryOp::Ult => compare::ULT,
        BinaryOp::Slt => compare::SLT,
        BinaryOp::Concat => concat::CONCAT,
    }
}

impl Terms {
    pub fn not(&mut self, a: TermId) -> TermId {
        if let Some(bits) = self.as_const(a) {
            let bits = bits.not();
            return self.constant_bits(bits);
        }
        self.build(Term::Not(a), |terms| first(logic::NOT, |rule| rule(terms, a)))
    }
    pub fn neg(&mut self, a: TermId) -> TermId {
        if let Some(bits) = self.as_const(a) {
            let bits = bits.neg();
            return self.constant_bits(bits);
        }
        self.build(Term::Neg(a), |terms| first(linear::NEG, |rule| rule(terms, a)))
    }

    /// Any binary operation.
    ///
    /// # Panics
    /// If the sorts of the operands do not suit the operation. So do all constructors: that is a mistake of the caller,
    /// not of any input.
    pub fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        self.check_operands(op, a, b);
        if let (Some(left), Some(right)) = (self.as_const(a), self.as_const(b)) {
            let bits = op.apply(left, right);
            return self.constant_bits(bits);
        }
        let (a, b) = self.ordered(op, a, b);
        let rules = binary_rules(op);
        self.build(Term::Binary(op, a, b), |terms| first(rules, |rule| rule(terms, a, b)))
    }

    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::And, a, b)
    }
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Or, a, b)
    }
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Xor, a, b)
    }
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Add, a, b)
    }
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.check_operands(BinaryOp::Add, a, b);
        if a == b {
            return self.constant(self.width(a), 0);
        }
        let negated = self.neg(b);
        self.add(a, negated)
    }
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Mul, a, b)
    }
    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::UDiv, a, b)
    }
    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::URem, a, b)
    }
    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::SDiv, a, b)
    }
    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::SRem, a, b)
    }
    pub fn shl(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Shl, a, b)
    }
    pub fn lshr(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::LShr, a, b)
    }
    pub fn ashr(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::AShr, a, b)
    }
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Eq, a, b)
    }
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }
    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Ult, a, b)
    }
    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.ult(b, a);
        self.not(greater)
    }
    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Slt, a, b)
    }
    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.slt(b, a);
        self.not(greater)
    }
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        self.binary(BinaryOp::Concat, high, low)
    }

    /// Bits `low ..= high` of the term.
    pub fn extract(&mut self, t: TermId, high: u32, low: u32) -> TermId {
        let width = self.width(t);
        assert!(low <= high && high < width, "extraction out of range");
        if high - low + 1 == width {
            return t;
        }
        if let Some(bits) = self.as_const(t) {
            let bits = bits.extract(high, low);
            return self.constant_bits(bits);
        }
        self.build(Term::Extract { high, low, of: t }, |terms| {
            first(extract::EXTRACT, |rule| rule(terms, t, high, low))
        })
    }
    pub fn zext(&mut self, t: TermId, width: u32) -> TermId {
        assert!(width >= self.width(t), "an extension does not narrow");
        if width == self.width(t) {
            return t;
        }
        if let Some(bits) = self.as_const(t) {
            let bits = bits.zext(width);
            return self.constant_bits(bits);
        }
        self.build(Term::ZExt { width, of: t }, |terms| {
            first(extend::ZEXT, |rule| rule(terms, t, width))
        })
    }
    pub fn sext(&mut self, t: TermId, width: u32) -> TermId {
        assert!(width >= self.width(t), "an extension does not narrow");
        if width == self.width(t) {
            return t;
        }
        if let Some(bits) = self.as_const(t) {
            let bits = bits.sext(width);
            return self.constant_bits(bits);
        }
        self.build(Term::SExt { width, of: t }, |terms| {
            first(extend::SEXT, |rule| rule(terms, t, width))
        })
    }
    pub fn ite(&mut self, cond: TermId, then: TermId, otherwise: TermId) -> TermId {
        assert_eq!(self.width(cond), 1, "a condition is one bit");
        assert_eq!(self.sort(then), self.sort(otherwise), "arms differ in sort");
        if then == otherwise {
            return then;
        }
        match self.as_truth(cond) {
            Some(true) => then,
            Some(false) => otherwise,
            None => self.build(Term::Ite { cond, then, otherwise }, |terms| {
                first(choose::ITE, |rule| rule(terms, cond, then, otherwise))
            }),
        }
    }
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or(not_a, b)
    }
    /// The conjunction of one-bit terms; true for none.
    pub fn and_all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let start = self.truth(true);
        terms.into_iter().fold(start, |all, term| self.and(all, term))
    }
    /// The disjunction of one-bit terms; false for none.
    pub fn or_all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let start = self.truth(false);
        terms.into_iter().fold(start, |any, term| self.or(any, term))
    }

    pub fn const_array(&mut self, index_width: u32, value: TermId) -> TermId {
        assert!((1..1 << 31).contains(&index_width), "an array index has at least one bit");
        let _ = self.width(value);
        self.intern(Term::ConstArray { index: index_width, value })
    }
    pub fn read(&mut self, array: TermId, index: TermId) -> TermId {
        self.check_index(array, index);
        self.build(Term::Read { array, index }, |terms| {
            first(array::READ, |rule| rule(terms, array, index))
        })
    }
    pub fn write(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let element = self.check_index(array, index);
        assert_eq!(self.width(value), element, "value and array elements differ in width");
        self.build(Term::Write { array, index, value }, |terms| {
            first(array::WRITE, |rule| rule(terms, array, index, value))
        })
    }

    /// How many calls of constructors stopped rewriting because of the bound on effort.
    pub fn exhausted_rewrites(&self) -> u64 {
        self.effort.exhausted
    }

    /// The term with its operands replaced, built by the constructors.
    pub(crate) fn rebuild(&mut self, t: TermId, new: impl Fn(TermId) -> TermId) -> TermId {
        match *self.get(t) {
            Term::Const(_) | Term::Var(_) => t,
            Term::Not(of) => self.not(new(of)),
            Term::Neg(of) => self.neg(new(of)),
            Term::Binary(op, left, right) => self.binary(op, new(left), new(right)),
            Term::Extract { high, low, of } => self.extract(new(of), high, low),
            Term::ZExt { width, of } => self.zext(new(of), width),
            Term::SExt { width, of } => self.sext(new(of), width),
            Term::Ite { cond, then, otherwise } => self.ite(new(cond), new(then), new(otherwise)),
            Term::ConstArray { index, value } => self.const_array(index, new(value)),
            Term::Read { array, index } => self.read(new(array), new(index)),
            Term::Write { array, index, value } => self.write(new(array), new(index), new(value)),
        }
    }

    /// The node itself if it is known, as it was stored because no rule applies; else what the rules make of it; else
    /// the node, stored now.
    fn build(&mut self, node: Term, rewrite: impl FnOnce(&mut Terms) -> Option<TermId>) -> TermId {
        let hash = hash_of(&node);
        let vacancy = match self.find_hashed(&node, hash) {
            Ok(known) => return known,
            Err(vacancy) => vacancy,
        };
        let size = self.len();
        if self.enter() {
            let rewritten = rewrite(self);
            self.effort.depth -= 1;
            if let Some(result) = rewritten {
                return result;
            }
        }
        if self.len() == size {
            return self.insert_hashed(node, vacancy, hash);
        }
        // Trying the rules built something, maybe the node itself.
        self.intern(node)
    }

    /// Accounts for one more attempt to rewrite; false if there have been enough.
    fn enter(&mut self) -> bool {
        if self.effort.depth == 0 {
            self.effort.left = MOST_CALLS;
        }
        if self.effort.left == 0 || self.effort.depth >= DEEPEST {
            return false;
        }
        self.effort.left -= 1;
        self.effort.exhausted += u64::from(self.effort.left == 0);
        self.effort.depth += 1;
        true
    }

    /// A binary node without trying the rules, for builders of normal forms.
    fn raw_binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(op, a, b);
        self.intern(Term::Binary(op, a, b))
    }

    fn ordered(&self, op: BinaryOp, a: TermId, b: TermId) -> (TermId, TermId) {
        if !op.is_commutative() || self.as_const(b).is_some() {
            return (a, b);
        }
        if a > b || self.as_const(a).is_some() { (b, a) } else { (a, b) }
    }

    fn check_operands(&self, op: BinaryOp, a: TermId, b: TermId) {
        match op {
            BinaryOp::Eq => assert_eq!(self.sort(a), self.sort(b), "operands differ in sort"),
            BinaryOp::Concat => {
                let width = self.width(a).checked_add(self.width(b));
                assert!(width.is_some(), "the concatenation is too wide");
            }
            BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Add
            | BinaryOp::Mul
            | BinaryOp::UDiv
            | BinaryOp::URem
            | BinaryOp::SDiv
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::Ult
            | BinaryOp::Slt => {
                assert_eq!(self.width(a), self.width(b), "operands differ in width");
            }
        }
    }

    /// The element width of an array that takes this index.
    fn check_index(&self, array: TermId, index: TermId) -> u32 {
        match self.sort(array) {
            Sort::Array { index: expected, element } => {
                assert_eq!(self.width(index), expected, "index and array differ in width");
                element
            }
            Sort::Bits(_) => panic!("only arrays are read and written"),
        }
    }
}

/// The result of the first rule that applies.
fn first<F: Copy>(rules: &[Rule<F>], mut apply: impl FnMut(F) -> Option<TermId>) -> Option<TermId> {
    rules.iter().find_map(|rule| apply(rule.apply))
}

#[cfg(test)]
mod tests;
