//! Queries in SMT-LIB 2, for other solvers to look at. Every shared subterm is defined once.

use std::fmt::Write as _;

use raddle_expr::{BinaryOp, Bits, Sort, Term, TermId, Terms};
use rustc_hash::FxHashSet;

/// The text of a query; the answer, if known, becomes its `:status`.
pub fn query(terms: &Terms, conditions: &[TermId], status: Option<&str>) -> String {
    let mut text = String::from("(set-logic QF_ABV)\n");
    if let Some(status) = status {
        line(&mut text, format_args!("(set-info :status {status})"));
    }
    let mut done = FxHashSet::default();
    for &condition in conditions {
        define(terms, condition, &mut done, &mut text);
    }
    for &condition in conditions {
        line(&mut text, format_args!("(assert (= {} #b1))", reference(terms, condition)));
    }
    text.push_str("(check-sat)\n");
    text
}

/// Declares and defines everything below a term, operands first.
fn define(terms: &Terms, root: TermId, done: &mut FxHashSet<TermId>, text: &mut String) {
    let mut stack = vec![(root, false)];
    while let Some((t, operands_done)) = stack.pop() {
        if done.contains(&t) {
            continue;
        }
        if !operands_done {
            stack.push((t, true));
            stack.extend(terms.get(t).children().map(|operand| (operand, false)));
            continue;
        }
        done.insert(t);
        let (name, sort) = (reference(terms, t), sort(terms.sort(t)));
        match terms.get(t) {
            Term::Const(_) => (),
            Term::Var(_) => line(text, format_args!("(declare-fun {name} () {sort})")),
            term => {
                let body = body(terms, t, term);
                line(text, format_args!("(define-fun {name} () {sort} {body})"));
            }
        }
    }
}

fn line(text: &mut String, content: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{content}");
}

fn sort(sort: Sort) -> String {
    match sort {
        Sort::Bits(width) => format!("(_ BitVec {width})"),
        Sort::Array { index, element } => {
            format!("(Array (_ BitVec {index}) (_ BitVec {element}))")
        }
    }
}

/// How other terms name this one.
fn reference(terms: &Terms, t: TermId) -> String {
    match *terms.get(t) {
        Term::Const(ref bits) => constant(bits),
        Term::Var(var) => format!("|{}|", terms.var_name(var).replace(['|', '\\'], "_")),
        _ => format!("t!{}", t.index()),
    }
}

fn constant(bits: &Bits) -> String {
    let digits = (0..bits.width()).rev().map(|place| if bits.bit(place) { '1' } else { '0' });
    "#b".chars().chain(digits).collect()
}

fn body(terms: &Terms, t: TermId, term: &Term) -> String {
    let name = |t: TermId| reference(terms, t);
    match *term {
        Term::Const(_) | Term::Var(_) => name(t),
        Term::Not(of) => format!("(bvnot {})", name(of)),
        Term::Neg(of) => format!("(bvneg {})", name(of)),
        Term::Binary(op, a, b) => binary(op, &name(a), &name(b)),
        Term::Extract { high, low, of } => format!("((_ extract {high} {low}) {})", name(of)),
        Term::ZExt { width, of } => {
            format!("((_ zero_extend {}) {})", width - terms.width(of), name(of))
        }
        Term::SExt { width, of } => {
            format!("((_ sign_extend {}) {})", width - terms.width(of), name(of))
        }
        Term::Ite { cond, then, otherwise } => {
            format!("(ite (= {} #b1) {} {})", name(cond), name(then), name(otherwise))
        }
        Term::ConstArray { value, .. } => {
            format!("((as const {}) {})", sort(terms.sort(t)), name(value))
        }
        Term::Read { array, index } => format!("(select {} {})", name(array), name(index)),
        Term::Write { array, index, value } => {
            format!("(store {} {} {})", name(array), name(index), name(value))
        }
    }
}

fn binary(op: BinaryOp, a: &str, b: &str) -> String {
    let function = match op {
        BinaryOp::And => "bvand",
        BinaryOp::Or => "bvor",
        BinaryOp::Xor => "bvxor",
        BinaryOp::Add => "bvadd",
        BinaryOp::Mul => "bvmul",
        BinaryOp::UDiv => "bvudiv",
        BinaryOp::URem => "bvurem",
        BinaryOp::SDiv => "bvsdiv",
        BinaryOp::SRem => "bvsrem",
        BinaryOp::Shl => "bvshl",
        BinaryOp::LShr => "bvlshr",
        BinaryOp::AShr => "bvashr",
        BinaryOp::Concat => "concat",
        BinaryOp::Eq => return format!("(ite (= {a} {b}) #b1 #b0)"),
        BinaryOp::Ult => return format!("(ite (bvult {a} {b}) #b1 #b0)"),
        BinaryOp::Slt => return format!("(ite (bvslt {a} {b}) #b1 #b0)"),
    };
    format!("({function} {a} {b})")
}
