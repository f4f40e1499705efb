//! Writing terms.

use std::fmt;

use rustc_hash::FxHashMap;

use super::{is_plain, operation_name};
use crate::table::Terms;
use crate::term::{Sort, Term, TermId, VarId};

/// A term as text, made by [`Terms::display`] and [`Terms::display_shared`].
#[derive(Debug)]
pub struct DisplayTerm<'t> {
    terms: &'t Terms,
    root: TermId,
    shared: bool,
}

impl Terms {
    /// The term written out in full; a subterm used twice is written twice.
    pub fn display(&self, t: TermId) -> DisplayTerm<'_> {
        DisplayTerm { terms: self, root: t, shared: false }
    }
    /// The term with subterms that are used more than once bound by `let`: as long as the graph, not as the tree.
    pub fn display_shared(&self, t: TermId) -> DisplayTerm<'_> {
        DisplayTerm { terms: self, root: t, shared: true }
    }

    /// The subterms of `roots` that are no constants or variables, each once, operands first.
    pub(crate) fn inner_terms(&self, roots: &[TermId]) -> InnerTerms {
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        let mut order = Vec::new();
        let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|&t| (t, false)).collect();
        while let Some((t, operands_done)) = stack.pop() {
            if operands_done {
                order.push(t);
                continue;
            }
            if matches!(self.get(t), Term::Const(_) | Term::Var(_)) {
                continue;
            }
            let count = uses.entry(t).or_insert(0);
            *count += 1;
            if *count == 1 {
                stack.push((t, true));
                stack.extend(self.get(t).children().map(|child| (child, false)));
            }
        }
        InnerTerms { order, uses }
    }
}

/// See [`Terms::inner_terms`].
pub(crate) struct InnerTerms {
    pub(crate) order: Vec<TermId>,
    /// How often each is an operand or root.
    pub(crate) uses: FxHashMap<TermId, u32>,
}

impl fmt::Display for DisplayTerm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = FxHashMap::default();
        if !self.shared {
            return write_term(f, self.terms, self.root, &names);
        }
        let inner = self.terms.inner_terms(&[self.root]);
        for &t in inner.order.iter().filter(|t| inner.uses[t] > 1) {
            f.write_str(if names.is_empty() { "(let (" } else { " " })?;
            let name = names.len() as u32;
            write!(f, "(%{name} ")?;
            write_term(f, self.terms, t, &names)?;
            f.write_str(")")?;
            names.insert(t, name);
        }
        let bound = !names.is_empty();
        f.write_str(if bound { ") " } else { "" })?;
        write_term(f, self.terms, self.root, &names)?;
        f.write_str(if bound { ")" } else { "" })
    }
}

enum Piece {
    Term(TermId),
    Close,
}

/// Writes a term; subterms with a name are written as that name, but `root` itself in full.
fn write_term(
    f: &mut fmt::Formatter<'_>,
    terms: &Terms,
    root: TermId,
    names: &FxHashMap<TermId, u32>,
) -> fmt::Result {
    let mut stack = Vec::new();
    open(f, terms, root, &mut stack)?;
    while let Some(piece) = stack.pop() {
        match piece {
            Piece::Close => f.write_str(")")?,
            Piece::Term(t) => {
                f.write_str(" ")?;
                match names.get(&t) {
                    Some(name) => write!(f, "%{name}")?,
                    None => open(f, terms, t, &mut stack)?,
                }
            }
        }
    }
    Ok(())
}

/// Writes a leaf, or the start of an operation whose rest is put on the stack.
fn open(
    f: &mut fmt::Formatter<'_>,
    terms: &Terms,
    t: TermId,
    stack: &mut Vec<Piece>,
) -> fmt::Result {
    let node = terms.get(t);
    match *node {
        Term::Const(ref bits) => return write!(f, "{bits}"),
        Term::Var(var) => return write_variable(f, terms, var),
        Term::Not(_) => f.write_str("(not")?,
        Term::Neg(_) => f.write_str("(neg")?,
        Term::Binary(op, _, _) => write!(f, "({}", operation_name(op))?,
        Term::Extract { high, low, .. } => write!(f, "(extract {high} {low}")?,
        Term::ZExt { width, .. } => write!(f, "(zext {width}")?,
        Term::SExt { width, .. } => write!(f, "(sext {width}")?,
        Term::Ite { .. } => f.write_str("(ite")?,
        Term::ConstArray { index, .. } => write!(f, "(const-array {index}")?,
        Term::Read { .. } => f.write_str("(read")?,
        Term::Write { .. } => f.write_str("(write")?,
    }
    stack.push(Piece::Close);
    let first = stack.len();
    stack.extend(node.children().map(Piece::Term));
    stack[first..].reverse();
    Ok(())
}

fn write_variable(f: &mut fmt::Formatter<'_>, terms: &Terms, var: VarId) -> fmt::Result {
    let name = terms.var_name(var);
    if terms.is_marked(var) {
        f.write_str("?")?;
    }
    if !name.is_empty() && name.chars().all(is_plain) {
        f.write_str(name)?;
    } else {
        write!(f, "|{}|", name.replace('\\', "\\\\").replace('|', "\\|"))?;
    }
    match terms.var_sort(var) {
        Sort::Bits(width) => write!(f, ":{width}"),
        Sort::Array { index, element } => write!(f, ":{index}->{element}"),
    }
}
