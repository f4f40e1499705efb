//! Conditions as the backend solves them: sums and products in normal form where that helps.
//!
//! A solver that works on bits never finishes with `(x + y) * z ≠ x * z + y * z`, nor with a long sum that
//! is added up in another order. Multiplying out decides both. It may also make a term larger, so the
//! normal form is taken only if it decides the condition or has fewer multiplications.
//!
//! Digits are another such case: `n % 10 + 10 * (n / 10 % 10) + …` is `n` again, which takes a solver that
//! works on bits more time than anybody has. So remainders are taken apart, too, if that leaves at most half of
//! the sums. Halves of numbers that are multiplied one by one and put together are a third: they are taken apart if that decides the condition.

use raddle_expr::{
    BinaryOp, PolynomialLimits, Term, TermId, Terms, normalise_polynomials,
    normalise_polynomials_within,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Larger conditions are left alone: each new condition would be walked through once more.
const LARGEST: usize = 600;
/// Conditions remembered; then the memo starts anew.
const CAPACITY: usize = 1 << 18;

/// Remembers the form of each condition.
#[derive(Debug, Default)]
pub struct NormalForms {
    forms: FxHashMap<TermId, TermId>,
    pub changed: u64,
}

/// What a condition is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Size {
    multiplications: usize,
    sums: usize,
    /// A quotient and the remainder beside it are one division.
    divisions: usize,
    /// Bits from a number, with others left out.
    pieces: usize,
}

impl NormalForms {
    /// A condition equivalent to this one, to be solved in its place.
    pub fn of(&mut self, terms: &mut Terms, condition: TermId) -> TermId {
        if let Some(&form) = self.forms.get(&condition) {
            return form;
        }
        if self.forms.len() >= CAPACITY {
            self.forms.clear();
        }
        let form = better_form(terms, condition);
        self.changed += u64::from(form != condition);
        self.forms.insert(condition, form);
        form
    }
    /// The form, if the condition was met before, else the condition.
    pub fn known(&self, condition: TermId) -> TermId {
        self.forms.get(&condition).copied().unwrap_or(condition)
    }
}

fn better_form(terms: &mut Terms, condition: TermId) -> TermId {
    let Some(before) = size(terms, condition) else { return condition };
    // One sum or one product has nothing to be multiplied out with or reordered against.
    if before.multiplications + before.sums < 2 {
        return condition;
    }
    let form = normalise_polynomials(terms, condition);
    let decided = terms.as_const(form).is_some();
    // Fewer sums alone are no gain: `(10 * x + y) * 10 + z` shares a circuit with its parts that
    // `100 * x + 10 * y + z` does not.
    let fewer =
        size(terms, form).is_some_and(|after| after.multiplications < before.multiplications);
    if decided || fewer {
        return form;
    }
    without_digits(terms, condition, before)
        .or_else(|| decided_by_pieces(terms, condition, before))
        .unwrap_or(condition)
}

/// The truth of a condition on products of pieces of numbers.
fn decided_by_pieces(terms: &mut Terms, condition: TermId, before: Size) -> Option<TermId> {
    if before.multiplications < 2 || before.pieces == 0 {
        return None;
    }
    let limits = PolynomialLimits { remainders: true, pieces: true, ..PolynomialLimits::default() };
    let form = normalise_polynomials_within(terms, condition, limits);
    terms.as_const(form).is_some().then_some(form)
}

/// The condition with remainders taken apart, if that is worth it.
fn without_digits(terms: &mut Terms, condition: TermId, before: Size) -> Option<TermId> {
    if before.divisions == 0 {
        return None;
    }
    let limits = PolynomialLimits { remainders: true, ..PolynomialLimits::default() };
    let form = normalise_polynomials_within(terms, condition, limits);
    let after = size(terms, form)?;
    let worth = 2 * after.sums <= before.sums
        && after.divisions <= before.divisions
        && after.multiplications <= before.multiplications;
    worth.then_some(form)
}

/// Multiplications of unknowns, and all other sums and products, unless the condition is too large.
fn size(terms: &Terms, condition: TermId) -> Option<Size> {
    let mut size = Size { multiplications: 0, sums: 0, divisions: 0, pieces: 0 };
    let mut divided = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut stack = vec![condition];
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        if seen.len() > LARGEST {
            return None;
        }
        match *terms.get(t) {
            Term::Binary(BinaryOp::Mul, a, b)
                if terms.as_const(a).is_none() && terms.as_const(b).is_none() =>
            {
                size.multiplications += 1;
            }
            Term::Binary(BinaryOp::Add | BinaryOp::Mul, _, _) => size.sums += 1,
            Term::Binary(BinaryOp::UDiv | BinaryOp::URem, a, b) => {
                size.divisions += usize::from(divided.insert((a, b, false)));
            }
            Term::Binary(BinaryOp::SDiv | BinaryOp::SRem, a, b) => {
                size.divisions += usize::from(divided.insert((a, b, true)));
            }
            Term::Extract { .. } => size.pieces += 1,
            _ => (),
        }
        stack.extend(terms.get(t).children());
    }
    Some(size)
}

#[cfg(test)]
mod tests {
    use raddle_expr::{Sort, Terms};

    use super::NormalForms;

    #[test]
    fn digits_make_up_their_number() {
        let mut terms = Terms::new();
        // Three digits, each kept in a byte as a character, as in a textbook's itoa and atoi.
        let digit = |quotient: &str| {
            let character = format!("(extract 7 0 (add (srem {quotient} #x0000000a) #x00000030))");
            format!("(zext 64 (add (sext 32 {character}) #xffffffd0))")
        };
        let [first, second, third] =
            ["n:32", "(sdiv n:32 #x0000000a)", "(sdiv (sdiv n:32 #x0000000a) #x0000000a)"]
                .map(digit);
        let ten = "#x000000000000000a";
        let text = format!(
            "(eq n:32 (extract 31 0 (add {first} (mul {ten} (add {second} (mul {ten} {third}))))))"
        );
        let condition = terms.parse(&text).unwrap();
        let form = NormalForms::default().of(&mut terms, condition);
        let shown = terms.display(form).to_string();
        assert!(!shown.contains("srem") && shown.matches("sdiv").count() == 3, "{shown}");
    }

    #[test]
    fn quotient_and_remainder_belong_together() {
        let mut terms = Terms::new();
        let text = "(eq a:32 (add (mul c:32 (udiv a:32 c:32)) (urem a:32 c:32)))";
        let condition = terms.parse(text).unwrap();
        let form = NormalForms::default().of(&mut terms, condition);
        assert!(terms.is_true(form));
        let text = "(eq (urem a:32 #x0000000a) (add b:32 #x00000001))";
        let condition = terms.parse(text).unwrap();
        let form = NormalForms::default().of(&mut terms, condition);
        assert_eq!(form, condition, "there is nothing to be gained here");
    }

    #[test]
    fn identities_are_decided() {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.var(name, Sort::Bits(32)));
        let sum = terms.add(x, y);
        let product = terms.mul(sum, z);
        let (xz, yz) = (terms.mul(x, z), terms.mul(y, z));
        let expanded = terms.add(xz, yz);
        let same = terms.eq(product, expanded);
        let mut forms = NormalForms::default();
        let form = forms.of(&mut terms, same);
        assert!(terms.is_true(form));
        let xy = terms.mul(x, y);
        let other = terms.eq(product, xy);
        assert_eq!(forms.of(&mut terms, other), other, "multiplying out would only cost here");
    }
}
