//! Evaluation under a model.
//!
//! Iterative, so that very deep terms do not overflow the stack, and each subterm is computed once. Arrays are not
//! materialised: a read walks the writes above the variable, whose indices and values are known by then.

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

    pub fn eval(&mut self, terms: &Terms, t: TermId) -> Bits {
        assert!(matches!(terms.sort(t), Sort::Bits(_)), "arrays are evaluated by eval_array");
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

    /// Fills in the values of everything below `root`, operands first.
    fn compute(&mut self, terms: &Terms, root: TermId) {
        let mut stack = vec![(root, false)];
        while let Some((t, operands_done)) = stack.pop() {
            if self.values.contains_key(&t) || terms.as_const(t).is_some() {
                continue;
            }
            let node = terms.get(t);
            if operands_done {
                let value = self.apply(terms, t, node);
                self.values.insert(t, value);
            } else {
                stack.push((t, true));
                stack.extend(node.children().map(|child| (child, false)));
            }
        }
    }

    fn value(&self, terms: &Terms, t: TermId) -> Bits {
        match terms.as_const(t) {
            Some(bits) => bits.clone(),
            None => self.values[&t].clone(),
        }
    }

    /// The value of a term whose operands have theirs. An array has a dummy, as only its contents matter.
    fn apply(&self, terms: &Terms, t: TermId, node: &Term) -> Bits {
        let value = |t: TermId| self.value(terms, t);
        match *node {
            Term::Const(ref bits) => bits.clone(),
            Term::Var(var) => match terms.sort(t) {
                Sort::Bits(width) => {
                    self.model.bits.get(&var).cloned().unwrap_or_else(|| Bits::zero(width))
                }
                Sort::Array { .. } => Bits::truth(false),
            },
            Term::Not(of) => value(of).not(),
            Term::Neg(of) => value(of).neg(),
            Term::Binary(op, left, right) => match terms.sort(left) {
                Sort::Bits(_) => op.apply(&value(left), &value(right)),
                Sort::Array { index, .. } => {
                    debug_assert_eq!(op, BinaryOp::Eq);
                    let (left, right) =
                        (self.array_value(terms, left), self.array_value(terms, right));
                    Bits::truth(left.same_contents(&right, index))
                }
            },
            Term::Extract { high, low, of } => value(of).extract(high, low),
            Term::ZExt { width, of } => value(of).zext(width),
            Term::SExt { width, of } => value(of).sext(width),
            Term::Ite { cond, then, otherwise } => match terms.sort(then) {
                Sort::Bits(_) if value(cond).is_zero() => value(otherwise),
                Sort::Bits(_) => value(then),
                Sort::Array { .. } => Bits::truth(false),
            },
            Term::Read { array, index } => self.read(terms, array, &value(index)),
            Term::ConstArray { .. } | Term::Write { .. } => Bits::truth(false),
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
