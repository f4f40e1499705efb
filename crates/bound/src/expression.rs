//! Conditions as text: what `RADDLE_ASSUME_COUNT` says of counters and `--where` of arguments.
//!
//! The syntax is that of `raddle_condition`; of it, integers, names, `||`, `&&`, `!`, comparisons, `+ - * / %` and `abs(…)` have a meaning here.

use std::fmt;
use std::ops::Range;

pub use raddle_condition::Operator;
use raddle_condition::{ConditionError, Kind, Node};

use crate::affine::Int;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    Number(Int),
    Name(String),
    Not(Box<Expression>),
    Negative(Box<Expression>),
    Absolute(Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
}

impl Expression {
    pub fn parse(text: &str) -> Result<Expression, String> {
        let tree = raddle_condition::parse(text).map_err(|error| error.to_string())?;
        Expression::of(&tree).map_err(|span| {
            let (text, message) = (text.to_owned(), "only numbers and names have a meaning here");
            ConditionError { text, span, message: message.to_owned() }.to_string()
        })
    }

    /// The expression of a tree, or where it has no meaning.
    pub(crate) fn of(tree: &Node) -> Result<Expression, Range<usize>> {
        let boxed = |tree: &Node| Expression::of(tree).map(Box::new);
        Ok(match &tree.kind {
            Kind::Number(number) => Expression::Number(*number),
            Kind::Name(name) => Expression::Name(name.clone()),
            Kind::Not(of) => Expression::Not(boxed(of)?),
            Kind::Negative(of) => Expression::Negative(boxed(of)?),
            Kind::Binary(operator, a, b) => Expression::Binary(*operator, boxed(a)?, boxed(b)?),
            Kind::Call(name, arguments) => match (name.as_str(), &arguments[..]) {
                ("abs" | "labs", [of]) => Expression::Absolute(boxed(of)?),
                _ => return Err(tree.span.clone()),
            },
            Kind::Pointee(_)
            | Kind::AddressOf(_)
            | Kind::SizeOf(_)
            | Kind::SizeOfType(_)
            | Kind::Cast(..)
            | Kind::OffsetOf(..)
            | Kind::Member { .. }
            | Kind::Index(..)
            | Kind::Bits(..)
            | Kind::Choice(..) => return Err(tree.span.clone()),
        })
    }

    /// `None` if a name has no value, a divisor is zero or a number too large.
    pub fn evaluate(&self, value: &dyn Fn(&str) -> Option<Int>) -> Option<Int> {
        Some(match self {
            Expression::Number(number) => *number,
            Expression::Name(name) => value(name)?,
            Expression::Not(inner) => (inner.evaluate(value)? == 0).into(),
            Expression::Negative(inner) => inner.evaluate(value)?.checked_neg()?,
            Expression::Absolute(inner) => inner.evaluate(value)?.checked_abs()?,
            Expression::Binary(operator, a, b) => {
                let (a, b) = (a.evaluate(value)?, b.evaluate(value)?);
                match operator {
                    Operator::Or => (a != 0 || b != 0).into(),
                    Operator::And => (a != 0 && b != 0).into(),
                    Operator::Equal => (a == b).into(),
                    Operator::NotEqual => (a != b).into(),
                    Operator::Less => (a < b).into(),
                    Operator::LessEqual => (a <= b).into(),
                    Operator::Greater => (a > b).into(),
                    Operator::GreaterEqual => (a >= b).into(),
                    Operator::Add => a.checked_add(b)?,
                    Operator::Subtract => a.checked_sub(b)?,
                    Operator::Multiply => a.checked_mul(b)?,
                    Operator::Divide => a.checked_div(b)?,
                    Operator::Remainder => a.checked_rem(b)?,
                }
            }
        })
    }

    pub fn names(&self, visit: &mut dyn FnMut(&str)) {
        match self {
            Expression::Number(_) => {}
            Expression::Name(name) => visit(name),
            Expression::Not(inner) | Expression::Negative(inner) | Expression::Absolute(inner) => {
                inner.names(visit)
            }
            Expression::Binary(_, a, b) => {
                a.names(visit);
                b.names(visit);
            }
        }
    }
}

/// With all parentheses: equal conditions are printed alike.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Number(number) => write!(f, "{number}"),
            Expression::Name(name) => f.write_str(name),
            Expression::Not(inner) => write!(f, "!({inner})"),
            Expression::Negative(inner) => write!(f, "-({inner})"),
            Expression::Absolute(inner) => write!(f, "abs({inner})"),
            Expression::Binary(operator, a, b) => write!(f, "({a} {operator} {b})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Expression;

    fn value(text: &str) -> Option<i128> {
        Expression::parse(text).expect(text).evaluate(&|name| match name {
            "c" => Some(4),
            "n" => Some(10),
            _ => None,
        })
    }

    #[test]
    fn operators_bind_as_in_c() {
        assert_eq!(value("1 + 2 * 3"), Some(7));
        assert_eq!(value("c <= n / 2 && !(c == n)"), Some(1));
        assert_eq!(value("abs(c - n) <= 5"), Some(0));
        assert_eq!(value("10 - 3 - 2"), Some(5));
        assert_eq!(value("-c + 1"), Some(-3));
        assert_eq!(value("0 <= c"), Some(1));
        assert_eq!(value("c / 0"), None);
        assert_eq!(value("d"), None);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "c <=", "(c", "c c", "3x", "abs(c", "c & 1"] {
            assert!(Expression::parse(text).is_err(), "{text}");
        }
    }
}
