//! Conditions as text: what `RADDLE_ASSUME_COUNT` says of counters and `--where` of arguments.
//!
//! The syntax is C's: `||`, `&&`, `!`, comparisons, `+ - * / %`, parentheses, integers, names, and `abs(…)`.

use std::fmt;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// Operators from weakest to strongest; longer spellings first.
const LEVELS: &[&[(&str, Operator)]] = &[
    &[("||", Operator::Or)],
    &[("&&", Operator::And)],
    &[("==", Operator::Equal), ("!=", Operator::NotEqual)],
    &[
        ("<=", Operator::LessEqual),
        (">=", Operator::GreaterEqual),
        ("<", Operator::Less),
        (">", Operator::Greater),
    ],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)],
];

/// Deeper nesting is refused.
const MAX_DEPTH: usize = 200;

impl Expression {
    pub fn parse(text: &str) -> Result<Expression, String> {
        let mut parser = Parser { rest: text, depth: 0 };
        let expression = parser.level(0)?;
        parser.skip_space();
        if parser.rest.is_empty() {
            Ok(expression)
        } else {
            Err(format!("unexpected `{}`", parser.rest))
        }
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

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spelled = LEVELS.iter().copied().flatten().find(|(_, operator)| operator == self);
        f.write_str(spelled.map_or("", |(text, _)| text))
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

struct Parser<'t> {
    rest: &'t str,
    depth: usize,
}

impl Parser<'_> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }
    fn eat(&mut self, token: &str) -> bool {
        self.skip_space();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn level(&mut self, level: usize) -> Result<Expression, String> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1)?;
        while let Some(&(_, operator)) = operators.iter().find(|(token, _)| self.eat(token)) {
            let right = self.level(level + 1)?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expression, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("too deeply nested".to_owned());
        }
        let expression = self.unary_inner();
        self.depth -= 1;
        expression
    }

    fn unary_inner(&mut self) -> Result<Expression, String> {
        if self.eat("!") {
            return Ok(Expression::Not(Box::new(self.unary()?)));
        }
        if self.eat("-") {
            return Ok(Expression::Negative(Box::new(self.unary()?)));
        }
        if self.eat("(") {
            let inner = self.level(0)?;
            return if self.eat(")") { Ok(inner) } else { Err("`)` is missing".to_owned()) };
        }
        self.skip_space();
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return Err(match self.rest {
                "" => "a value is missing at the end".to_owned(),
                rest => format!("a value is missing before `{rest}`"),
            });
        }
        self.rest = rest;
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
            return digits
                .parse()
                .map(Expression::Number)
                .map_err(|_| format!("`{word}` is not a number"));
        }
        if matches!(word, "abs" | "labs") && self.eat("(") {
            let inner = self.level(0)?;
            return match self.eat(")") {
                true => Ok(Expression::Absolute(Box::new(inner))),
                false => Err("`)` is missing".to_owned()),
            };
        }
        Ok(Expression::Name(word.to_owned()))
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
