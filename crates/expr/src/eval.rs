//! Evaluation under a model.
//!
//! Iterative, so that very deep terms do not overflow the stack; each subterm is computed at most once, and only if the
//! result depends on it. Arrays are not materialised: a read walks the writes above the variable, whose indices and
//! values are known by then.

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::model::{ArrayValue, Model};
use crate::table::Terms;
use crate::term::{BinaryOp, Sort, Term, TermId, VarId};

impl Terms {
    /// Evaluates a bit-vector term; variables the model does not mention are zero.
    pub fn eval(&self, t: TermId, model: &Model) -> Bits {
        if let Some(bits) = self.as_const(t) {
            return bits.clone();
        }
        Evaluator::new(model).eval(self, t)
    }
    pub fn eval_bool(&self, t: TermId, model: &Model) -> bool {
        !self.eval(t, model).is_zero()
    }
    /// The contents of an array term.
    pub fn eval_array(&self, t: TermId, model: &Model) -> ArrayValue {
        Evaluator::new(model).eval_array(self, t)
    }
}

/// Subterms that are evaluated without the memo.
const SMALL: u32 = 48;

/// Evaluates terms of one table under one model and remembers every value: the way to evaluate many related terms.
#[derive(Debug)]
pub struct Evaluator<'m> {
    model: &'m Model,
    values: FxHashMap<TermId, Bits>,
}

impl<'m> Evaluator<'m> {
    pub fn new(model: &'m Model) -> Evaluator<'m> {
        Evaluator { model, values: FxHashMap::default() }
    }

    /// Goes on with what an evaluator of the same model and table remembered.
    pub fn resume(model: &'m Model, values: FxHashMap<TermId, Bits>) -> Evaluator<'m> {
        Evaluator { model, values }
    }
    pub fn into_values(self) -> FxHashMap<TermId, Bits> {
        self.values
    }

    pub fn eval(&mut self, terms: &Terms, t: TermId) -> Bits {
        assert!(matches!(terms.sort(t), Sort::Bits(_)), "arrays are evaluated by eval_array");
        if let Some(value) = self.known(terms, t) {
            return value;
        }
        if let Some(value) = self.small(terms, t, &mut { SMALL }) {
            return value;
        }
        self.compute(terms, t);
        self.value(terms, t)
    }
    pub fn eval_bool(&mut self, terms: &Terms, t: TermId) -> bool {
        !self.eval(terms, t).is_zero()
    }
    pub fn eval_array(&mut self, terms: &Terms, t: TermId) -> ArrayValue {
        self.compute(terms, t);
        self.array_value(terms, t)
    }

    /// The value of a term that is small as a tree, without the memo; most branch conditions are, and for them the memo
    /// costs several times as much as the operations. Recursion is bounded by the budget.
    fn small(&self, terms: &Terms, t: TermId, budget: &mut u32) -> Option<Bits> {
        *budget = budget.checked_sub(1)?;
        let mut value = |t: TermId| self.small(terms, t, budget);
        match *terms.get(t) {
            Term::Const(ref bits) => Some(bits.clone()),
            Term::Var(var) => Some(self.variable(terms, var)),
            Term::Not(of) => Some(value(of)?.not()),
            Term::Neg(of) => Some(value(of)?.neg()),
            Term::Binary(op, a, b) => match terms.sort(a) {
                Sort::Bits(_) => Some(op.apply(&value(a)?, &value(b)?)),
                Sort::Array { .. } => None,
            },
            Term::Extract { high, low, of } => Some(value(of)?.extract(high, low)),
            Term::ZExt { width, of } => Some(value(of)?.zext(width)),
            Term::SExt { width, of } => Some(value(of)?.sext(width)),
            Term::Ite { cond, then, otherwise } => {
                let cond = value(cond)?;
                value(if cond.is_zero() { otherwise } else { then })
            }
            Term::ConstArray { .. } | Term::Read { .. } | Term::Write { .. } => None,
        }
    }

    /// Fills in the value of `root` and of what it depends on under this model. Of an `ite`, and of a conjunction or
    /// disjunction that one side decides, the rest is left alone.
    fn compute(&mut self, terms: &Terms, root: TermId) {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            let waiting = stack.len();
            if let Some(value) = self.apply(terms, t, &mut stack) {
                self.values.insert(t, value);
                stack.pop();
            } else {
                debug_assert!(stack.len() > waiting, "nothing to wait for");
            }
        }
    }

    fn known(&self, terms: &Terms, t: TermId) -> Option<Bits> {
        match terms.as_const(t) {
            Some(bits) => Some(bits.clone()),
            None => self.values.get(&t).cloned(),
        }
    }

    fn value(&self, terms: &Terms, t: TermId) -> Bits {
        self.known(terms, t).expect("operands are evaluated first")
    }

    /// The value of an operand; if it has none yet, the operand is put on the stack.
    fn need(&self, terms: &Terms, t: TermId, stack: &mut Vec<TermId>) -> Option<Bits> {
        let value = self.known(terms, t);
        if value.is_none() {
            stack.push(t);
        }
        value
    }

    /// The value of a term, or `None` with missing operands put on the stack. An array has a dummy, as only its contents
    /// matter, which are found from the values of its parts.
    fn apply(&self, terms: &Terms, t: TermId, stack: &mut Vec<TermId>) -> Option<Bits> {
        match *terms.get(t) {
            Term::Const(ref bits) => Some(bits.clone()),
            Term::Var(var) => Some(self.variable(terms, var)),
            Term::Not(of) => Some(self.need(terms, of, stack)?.not()),
            Term::Neg(of) => Some(self.need(terms, of, stack)?.neg()),
            Term::Binary(op, a, b) => self.binary(terms, op, a, b, stack),
            Term::Extract { high, low, of } => {
                Some(self.need(terms, of, stack)?.extract(high, low))
            }
            Term::ZExt { width, of } => Some(self.need(terms, of, stack)?.zext(width)),
            Term::SExt { width, of } => Some(self.need(terms, of, stack)?.sext(width)),
            Term::Ite { cond, then, otherwise } => {
                let cond = self.need(terms, cond, stack)?;
                self.need(terms, if cond.is_zero() { otherwise } else { then }, stack)
            }
            Term::ConstArray { value, .. } => self.need(terms, value, stack),
            Term::Read { array, index } => {
                let index = self.need(terms, index, stack);
                self.need(terms, array, stack)?;
                Some(self.read(terms, array, &index?))
            }
            Term::Write { array, index, value } => {
                let index = self.need(terms, index, stack);
                let value = self.need(terms, value, stack);
                let array = self.need(terms, array, stack);
                index.and(value).and(array)
            }
        }
    }

    fn binary(
        &self,
        terms: &Terms,
        op: BinaryOp,
        a: TermId,
        b: TermId,
        stack: &mut Vec<TermId>,
    ) -> Option<Bits> {
        match op {
            BinaryOp::And | BinaryOp::Or if terms.width(a) == 1 => {
                let deciding = Bits::truth(op == BinaryOp::Or);
                let (left, right) = (self.known(terms, a), self.known(terms, b));
                if left.as_ref() == Some(&deciding) || right.as_ref() == Some(&deciding) {
                    return Some(deciding);
                }
                // Right operands tend to be newer, and newer conditions to be the ones that fail.
                if right.is_none() {
                    stack.push(b);
                    return None;
                }
                self.need(terms, a, stack)
            }
            _ => {
                let right = self.need(terms, b, stack);
                let left = self.need(terms, a, stack);
                let (left, right) = (left?, right?);
                match terms.sort(a) {
                    Sort::Bits(_) => Some(op.apply(&left, &right)),
                    Sort::Array { index, .. } => {
                        let (left, right) =
                            (self.array_value(terms, a), self.array_value(terms, b));
                        Some(Bits::truth(left.same_contents(&right, index)))
                    }
                }
            }
        }
    }

    fn variable(&self, terms: &Terms, var: VarId) -> Bits {
        match terms.var_sort(var) {
            Sort::Bits(width) => {
                self.model.bits.get(&var).cloned().unwrap_or_else(|| Bits::zero(width))
            }
            Sort::Array { .. } => Bits::truth(false),
        }
    }

    fn read(&self, terms: &Terms, array: TermId, index: &Bits) -> Bits {
        let mut array = array;
        loop {
            match *terms.get(array) {
                Term::Write { index: at, value, .. } if self.value(terms, at) == *index => {
                    return self.value(terms, value);
                }
                Term::Write { array: below, .. } => array = below,
                Term::Ite { cond, then, otherwise } => {
                    array = if self.value(terms, cond).is_zero() { otherwise } else { then };
                }
                Term::ConstArray { value, .. } => return self.value(terms, value),
                Term::Var(var) => return self.read_variable(terms, var, index),
                _ => unreachable!("not an array term"),
            }
        }
    }

    fn read_variable(&self, terms: &Terms, var: VarId, index: &Bits) -> Bits {
        match self.model.arrays.get(&var) {
            Some(array) => array.read(index).clone(),
            None => Bits::zero(element_width(terms.var_sort(var))),
        }
    }

    fn array_value(&self, terms: &Terms, array: TermId) -> ArrayValue {
        let mut array = array;
        let mut writes = Vec::new();
        let mut result = loop {
            match *terms.get(array) {
                Term::Write { array: below, index, value } => {
                    writes.push((self.value(terms, index), self.value(terms, value)));
                    array = below;
                }
                Term::Ite { cond, then, otherwise } => {
                    array = if self.value(terms, cond).is_zero() { otherwise } else { then };
                }
                Term::ConstArray { value, .. } => {
                    break ArrayValue::constant(self.value(terms, value));
                }
                Term::Var(var) => {
                    break self.model.arrays.get(&var).cloned().unwrap_or_else(|| {
                        ArrayValue::constant(Bits::zero(element_width(terms.var_sort(var))))
                    });
                }
                _ => unreachable!("not an array term"),
            }
        };
        result.entries.extend(writes.into_iter().rev());
        result
    }
}

fn element_width(sort: Sort) -> u32 {
    match sort {
        Sort::Array { element, .. } => element,
        Sort::Bits(width) => width,
    }
}
