//! The text of a condition over a program's variables, as a tree: what `--where` says of a function's start, `--condition` of a target, and `RADDLE_ASSUME_COUNT` of
//! counters.
//!
//! The language is that of C expressions without side effects: names of variables (`T1:n` for that of a thread), numbers, characters,
//! `NULL`, `->`, `.`, `[]`, unary `*`, `!`, `-`, `~`, casts, `sizeof`, `offsetof`, `container_of`, arithmetic, operators on bits, comparisons, `&&`, `||`, `? :`, `==>` (implies), and a few
//! predicates that look like functions (`size(p)`, `null(p)`, …). Numbers are those of mathematics: nothing wraps around, and what is negative has ones in front
//! without end.

use std::fmt;
use std::ops::Range;

/// A part of a condition and where it stands.
#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    pub span: Range<usize>,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Number(i128),
    Name(String),
    Not(Box<Node>),
    Negative(Box<Node>),
    Pointee(Box<Node>),
    AddressOf(Box<Node>),
    SizeOf(Box<Node>),
    SizeOfType(String),
    /// `(size_t)n`, `(struct node *)p`
    Cast(String, Box<Node>),
    /// `offsetof(struct item, link.next)`
    OffsetOf(String, String),
    Binary(Operator, Box<Node>, Box<Node>),
    Bits(BitOperator, Box<Node>, Box<Node>),
    /// `a->f` or `a.f`
    Member {
        of: Box<Node>,
        name: String,
        arrow: bool,
    },
    Index(Box<Node>, Box<Node>),
    /// `a ? b : c`
    Choice(Box<Node>, Box<Node>, Box<Node>),
    Call(String, Vec<Node>),
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

/// What computes with bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitOperator {
    Or,
    Xor,
    And,
    ShiftLeft,
    ShiftRight,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Infix {
    Plain(Operator),
    Bits(BitOperator),
}

/// What is wrong with a condition, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionError {
    pub text: String,
    pub span: Range<usize>,
    pub message: String,
}

impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line: String =
            self.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let before = self.text.get(..self.span.start).map_or(0, |text| text.chars().count());
        let marked = self.text.get(self.span.clone()).map_or(1, |text| text.chars().count());
        let marks = "^".repeat(marked.max(1));
        write!(f, "{}\n    {line}\n    {}{marks}", self.message, " ".repeat(before))
    }
}

/// From weakest to strongest; longer spellings first.
const LEVELS: &[&[(&str, Infix)]] = &[
    &[("||", Infix::Plain(Operator::Or))],
    &[("&&", Infix::Plain(Operator::And))],
    &[("|", Infix::Bits(BitOperator::Or))],
    &[("^", Infix::Bits(BitOperator::Xor))],
    &[("&", Infix::Bits(BitOperator::And))],
    &[("==", Infix::Plain(Operator::Equal)), ("!=", Infix::Plain(Operator::NotEqual))],
    &[
        ("<=", Infix::Plain(Operator::LessEqual)),
        (">=", Infix::Plain(Operator::GreaterEqual)),
        ("<", Infix::Plain(Operator::Less)),
        (">", Infix::Plain(Operator::Greater)),
    ],
    &[("<<", Infix::Bits(BitOperator::ShiftLeft)), (">>", Infix::Bits(BitOperator::ShiftRight))],
    &[("+", Infix::Plain(Operator::Add)), ("-", Infix::Plain(Operator::Subtract))],
    &[
        ("*", Infix::Plain(Operator::Multiply)),
        ("/", Infix::Plain(Operator::Divide)),
        ("%", Infix::Plain(Operator::Remainder)),
    ],
];

const MAX_DEPTH: usize = 200;
const TYPE_WORDS: &[&str] = &[
    "struct", "union", "enum", "int", "unsigned", "signed", "long", "short", "char", "void",
    "float", "double", "_Bool", "bool", "size_t", "const", "volatile",
];

pub fn parse(text: &str) -> Result<Node, ConditionError> {
    let mut parser = Parser { text, at: 0, depth: 0, alternatives: 0 };
    let node = parser.implication()?;
    parser.skip_space();
    if parser.at < text.len() {
        let message = match parser.rest().starts_with('=') {
            true => "a comparison is written `==`; nothing can be assigned here",
            false => "this is not understood here",
        };
        return Err(parser.error(parser.at..text.len(), message.to_owned()));
    }
    Ok(node)
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spelled = LEVELS.iter().copied().flatten();
        let spelled = spelled.copied().find(|&(_, infix)| infix == Infix::Plain(*self));
        f.write_str(spelled.map_or("", |(text, _)| text))
    }
}

impl Node {
    /// The name that inputs have for a pointer: `list->next`. `None` for anything else than parameters and members.
    pub fn path(&self) -> Option<String> {
        match &self.kind {
            Kind::Name(name) => Some(name.clone()),
            Kind::Member { of, name, arrow: true } => Some(format!("{}->{name}", of.path()?)),
            Kind::Member { of, name, arrow: false } => Some(format!("{}.{name}", of.path()?)),
            Kind::Pointee(of) => Some(format!("(*{})", of.path()?)),
            Kind::Cast(_, of) => of.path(),
            _ => None,
        }
    }

    /// The name of a member, perhaps of one within it: `next`, `link.next`.
    pub fn member_path(&self) -> Option<String> {
        match &self.kind {
            Kind::Name(name) => Some(name.clone()),
            Kind::Member { of, name, arrow: false } => {
                Some(format!("{}.{name}", of.member_path()?))
            }
            _ => None,
        }
    }

    /// Calls `visit` for every name of a variable, and where it stands: not for members, nor for the numbers of `all(i, …)`.
    pub fn for_each_name(&self, visit: &mut dyn FnMut(&str, &Range<usize>)) {
        self.visit_names(&mut Vec::new(), visit);
    }

    fn visit_names<'n>(
        &'n self,
        bound: &mut Vec<&'n str>,
        visit: &mut dyn FnMut(&str, &Range<usize>),
    ) {
        match &self.kind {
            Kind::Number(_) | Kind::SizeOfType(_) | Kind::OffsetOf(..) => {}
            Kind::Name(name) if bound.contains(&name.as_str()) => {}
            Kind::Name(name) => visit(name, &self.span),
            Kind::Not(of)
            | Kind::Negative(of)
            | Kind::Pointee(of)
            | Kind::AddressOf(of)
            | Kind::SizeOf(of)
            | Kind::Cast(_, of)
            | Kind::Member { of, .. } => of.visit_names(bound, visit),
            Kind::Binary(_, a, b) | Kind::Bits(_, a, b) | Kind::Index(a, b) => {
                a.visit_names(bound, visit);
                b.visit_names(bound, visit);
            }
            Kind::Choice(a, b, c) => {
                [a, b, c].into_iter().for_each(|part| part.visit_names(bound, visit));
            }
            Kind::Call(name, arguments) => match (name.as_str(), &arguments[..]) {
                ("all", [Node { kind: Kind::Name(number), .. }, rest @ ..]) => {
                    bound.push(number);
                    rest.iter().for_each(|argument| argument.visit_names(bound, visit));
                    bound.pop();
                }
                // Between them are members.
                ("ends", [from, .., most]) => {
                    [from, most].into_iter().for_each(|part| part.visit_names(bound, visit));
                }
                ("acyclic" | "tree", [from, ..]) => from.visit_names(bound, visit),
                (_, arguments) => {
                    arguments.iter().for_each(|argument| argument.visit_names(bound, visit));
                }
            },
        }
    }

    /// Calls `visit` for every predicate.
    pub fn for_each_call(&self, visit: &mut dyn FnMut(&str, &[Node])) {
        self.for_each_part(&mut |part| {
            if let Kind::Call(name, arguments) = &part.kind {
                visit(name, arguments);
            }
        });
    }

    /// Calls `visit` for this node and all below it.
    pub fn for_each_part(&self, visit: &mut dyn FnMut(&Node)) {
        visit(self);
        match &self.kind {
            Kind::Number(_) | Kind::Name(_) | Kind::SizeOfType(_) | Kind::OffsetOf(..) => {}
            Kind::Not(of)
            | Kind::Negative(of)
            | Kind::Pointee(of)
            | Kind::AddressOf(of)
            | Kind::SizeOf(of)
            | Kind::Cast(_, of)
            | Kind::Member { of, .. } => of.for_each_part(visit),
            Kind::Binary(_, a, b) | Kind::Bits(_, a, b) | Kind::Index(a, b) => {
                a.for_each_part(visit);
                b.for_each_part(visit);
            }
            Kind::Choice(a, b, c) => {
                [a, b, c].into_iter().for_each(|part| part.for_each_part(visit));
            }
            Kind::Call(_, arguments) => {
                arguments.iter().for_each(|argument| argument.for_each_part(visit));
            }
        }
    }
}

#[derive(Debug)]
struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    /// How many `?` wait for their `:`.
    alternatives: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }
    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }
    fn error(&self, span: Range<usize>, message: String) -> ConditionError {
        ConditionError { text: self.text.to_owned(), span, message }
    }
    fn eat(&mut self, token: &str) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }
    fn expect(&mut self, token: &str) -> Result<(), ConditionError> {
        if self.eat(token) {
            return Ok(());
        }
        Err(self.error(self.at..self.at, format!("`{token}` is missing")))
    }

    /// `a ==> b` is `!a || b`, and binds weaker than all else.
    fn implication(&mut self) -> Result<Node, ConditionError> {
        let left = self.choice()?;
        if !self.eat("==>") {
            return Ok(left);
        }
        let start = left.span.start;
        let not = Node { span: left.span.clone(), kind: Kind::Not(Box::new(left)) };
        let right = self.nested(Self::implication)?;
        let span = start..right.span.end;
        Ok(Node { kind: Kind::Binary(Operator::Or, Box::new(not), Box::new(right)), span })
    }

    fn choice(&mut self) -> Result<Node, ConditionError> {
        let condition = self.level(0)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        self.alternatives += 1;
        let one = self.nested(Self::implication)?;
        self.alternatives -= 1;
        self.expect(":")?;
        let other = self.nested(Self::choice)?;
        let span = condition.span.start..other.span.end;
        let kind = Kind::Choice(Box::new(condition), Box::new(one), Box::new(other));
        Ok(Node { kind, span })
    }

    fn level(&mut self, level: usize) -> Result<Node, ConditionError> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1)?;
        loop {
            self.skip_space();
            let found = operators.iter().find(|(token, _)| self.rest().starts_with(token));
            // `->` is no minus, `==>` no comparison, and `&&` no `&`.
            let other = ["->", "==>", "&&", "||"].iter();
            let other = other.copied().find(|token| self.rest().starts_with(token));
            let whole = |&&(token, _): &&(&str, Infix)| other.is_none_or(|other| other == token);
            let Some(&(token, infix)) = found.filter(whole) else {
                return Ok(left);
            };
            self.at += token.len();
            let right = self.level(level + 1)?;
            let span = left.span.start..right.span.end;
            if let Infix::Bits(BitOperator::And | BitOperator::Or | BitOperator::Xor) = infix
                && let Some(bare) =
                    [&left, &right].into_iter().find(|part| is_bare_comparison(part))
            {
                let message =
                    format!("as in C, this binds stronger than `{token}`: put parentheses");
                return Err(self.error(bare.span.clone(), message));
            }
            let (a, b) = (Box::new(left), Box::new(right));
            let kind = match infix {
                Infix::Plain(operator) => Kind::Binary(operator, a, b),
                Infix::Bits(operator) => Kind::Bits(operator, a, b),
            };
            left = Node { kind, span };
        }
    }

    fn unary(&mut self) -> Result<Node, ConditionError> {
        self.nested(Self::unary_inner)
    }

    fn nested(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Result<Node, ConditionError>,
    ) -> Result<Node, ConditionError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(self.at..self.at, "this is too deeply nested".to_owned()));
        }
        let node = parse(self);
        self.depth -= 1;
        node
    }

    fn unary_inner(&mut self) -> Result<Node, ConditionError> {
        self.skip_space();
        let start = self.at;
        type Wrap = fn(Box<Node>) -> Kind;
        let prefixes: [(&str, Wrap); 4] =
            [("!", Kind::Not), ("-", Kind::Negative), ("*", Kind::Pointee), ("&", Kind::AddressOf)];
        for (token, wrap) in prefixes {
            if !self.rest().starts_with("&&") && self.eat(token) {
                let of = self.unary()?;
                let span = start..of.span.end;
                return Ok(Node { kind: wrap(Box::new(of)), span });
            }
        }
        if self.eat("~") {
            return self.complement(start);
        }
        if self.word() == "sizeof" {
            self.at += "sizeof".len();
            return self.size_of(start);
        }
        if let Some(name) = self.cast() {
            let of = self.unary()?;
            let span = start..of.span.end;
            return Ok(Node { kind: Kind::Cast(name, Box::new(of)), span });
        }
        self.postfix()
    }

    /// The type of a cast, if one stands here: `(name)` before a value can be nothing else.
    fn cast(&mut self) -> Option<String> {
        let inside = self.rest().strip_prefix('(')?;
        let (name, behind) = inside.split_once(')')?;
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let begins = |c: char| is_word(c) || c == '(';
        let first = name.trim_start().split(|c| !is_word(c)).next().unwrap_or_default();
        let is_type = match TYPE_WORDS.contains(&first) {
            true => true,
            false if name.trim().chars().all(is_word) => {
                !name.trim().is_empty() && behind.trim_start().starts_with(begins)
            }
            false => name.trim_end().ends_with('*') && name.trim_start().starts_with(is_word),
        };
        if !is_type {
            return None;
        }
        self.at += name.len() + 2;
        Some(name.trim().to_owned())
    }

    /// `~a` is `-a - 1`.
    fn complement(&mut self, start: usize) -> Result<Node, ConditionError> {
        let of = self.unary()?;
        let span = start..of.span.end;
        let part = |kind| Box::new(Node { kind, span: span.clone() });
        let (negative, one) = (part(Kind::Negative(Box::new(of))), part(Kind::Number(1)));
        Ok(Node { kind: Kind::Binary(Operator::Subtract, negative, one), span })
    }

    fn size_of(&mut self, start: usize) -> Result<Node, ConditionError> {
        let before = self.at;
        if self.eat("(") {
            self.skip_space();
            if TYPE_WORDS.contains(&self.word()) || self.is_type_in_parentheses() {
                let end = self.rest().find(')').map_or(self.text.len(), |end| self.at + end);
                let name = self.text[self.at..end].trim().to_owned();
                self.at = end;
                self.expect(")")?;
                return Ok(Node { kind: Kind::SizeOfType(name), span: start..self.at });
            }
            self.at = before;
        }
        let of = self.unary()?;
        let span = start..of.span.end;
        Ok(Node { kind: Kind::SizeOf(Box::new(of)), span })
    }

    /// `(name *)` can only be a type.
    fn is_type_in_parentheses(&self) -> bool {
        let inside = self.rest().split(')').next().unwrap_or_default().trim_end();
        inside.ends_with('*')
    }

    fn word(&self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    }

    fn postfix(&mut self) -> Result<Node, ConditionError> {
        let mut node = self.primary()?;
        loop {
            let start = node.span.start;
            if self.eat("->") || self.eat(".") {
                let arrow = self.text[..self.at].ends_with("->");
                self.skip_space();
                let name = self.word().to_owned();
                if name.is_empty() {
                    return Err(self.error(self.at..self.at, "a member is missing".to_owned()));
                }
                self.at += name.len();
                let kind = Kind::Member { of: Box::new(node), name, arrow };
                node = Node { kind, span: start..self.at };
            } else if self.eat("[") {
                let index = self.implication()?;
                self.expect("]")?;
                let kind = Kind::Index(Box::new(node), Box::new(index));
                node = Node { kind, span: start..self.at };
            } else {
                return Ok(node);
            }
        }
    }

    fn primary(&mut self) -> Result<Node, ConditionError> {
        self.skip_space();
        let start = self.at;
        if self.eat("(") {
            let inner = self.implication()?;
            self.expect(")")?;
            return Ok(Node { span: start..self.at, ..inner });
        }
        if self.rest().starts_with('\'') {
            return self.character();
        }
        let word = self.word();
        if word.is_empty() {
            let span = self.at..self.text.len().min(self.at + 1);
            return Err(self.error(span, "a value is missing here".to_owned()));
        }
        self.at += word.len();
        let span = start..self.at;
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let wrong = || self.error(span.clone(), format!("`{word}` is not a whole number"));
            return Ok(Node { kind: Kind::Number(number_of(word).ok_or_else(wrong)?), span });
        }
        if word == "NULL" {
            return Ok(Node { kind: Kind::Number(0), span });
        }
        if !self.eat("(") {
            return Ok(self.name_from(span));
        }
        match word {
            "offsetof" | "__builtin_offsetof" => return self.offset_of(start),
            "container_of" | "list_entry" => return self.container_of(start),
            _ => {}
        }
        let mut arguments = Vec::new();
        while !self.eat(")") {
            if !arguments.is_empty() {
                self.expect(",")?;
            }
            arguments.push(self.implication()?);
        }
        Ok(Node { kind: Kind::Call(word.to_owned(), arguments), span: start..self.at })
    }

    /// What stands before the next comma or parenthesis: a type, or a member.
    fn plain_text(&mut self, end: &str) -> Result<String, ConditionError> {
        let length = self.rest().find([',', ')']).unwrap_or(self.rest().len());
        let text = self.rest()[..length].trim().to_owned();
        if text.is_empty() {
            return Err(self.error(self.at..self.at, "a name is missing here".to_owned()));
        }
        self.at += length;
        self.expect(end)?;
        Ok(text)
    }

    fn offset_of(&mut self, start: usize) -> Result<Node, ConditionError> {
        let ty = self.plain_text(",")?;
        let member = self.plain_text(")")?;
        Ok(Node { kind: Kind::OffsetOf(ty, member), span: start..self.at })
    }

    /// `container_of(p, type, member)` is `(type *)((char *)p - offsetof(type, member))`.
    fn container_of(&mut self, start: usize) -> Result<Node, ConditionError> {
        let pointer = self.implication()?;
        self.expect(",")?;
        let offset = self.offset_of(start)?;
        let Kind::OffsetOf(ty, _) = &offset.kind else { return Ok(offset) };
        let ty = format!("{ty} *");
        let part = |kind| Box::new(Node { kind, span: start..self.at });
        let bytes = part(Kind::Cast("char *".to_owned(), Box::new(pointer)));
        let whole = part(Kind::Binary(Operator::Subtract, bytes, Box::new(offset)));
        Ok(*part(Kind::Cast(ty, whole)))
    }

    /// The name of a variable whose first word was read: of a thread's, or of anybody's. In `a ? b:c`, `b` is no thread.
    fn name_from(&mut self, word: Range<usize>) -> Node {
        self.at = word.end;
        let begins = |c: char| c.is_ascii_alphabetic() || c == '_';
        let number = self.text[word.clone()].strip_prefix('T');
        let is_number = number.is_some_and(|number| number.parse::<u32>().is_ok());
        if (self.alternatives == 0 || is_number)
            && self.rest().strip_prefix(':').is_some_and(|rest| rest.starts_with(begins))
        {
            self.at += 1;
            self.at += self.word().len();
        }
        let span = word.start..self.at;
        Node { kind: Kind::Name(self.text[span.clone()].to_owned()), span }
    }

    fn character(&mut self) -> Result<Node, ConditionError> {
        let start = self.at;
        let mut letters = self.rest()[1..].chars();
        let (code, length) = match (letters.next(), letters.next(), letters.next()) {
            (Some('\\'), Some(escaped), Some('\'')) => {
                let code = match escaped {
                    'a' => 7,
                    'b' => 8,
                    't' => 9,
                    'n' => 10,
                    'v' => 11,
                    'f' => 12,
                    'r' => 13,
                    '0' => 0,
                    '\\' | '\'' | '"' | '?' => escaped as i128,
                    _ => {
                        let message = "this escape is not known: write the number".to_owned();
                        return Err(self.error(start..start + 3, message));
                    }
                };
                (code, 4)
            }
            (Some(letter), Some('\''), _) if letter.is_ascii() => (letter as i128, 3),
            _ => return Err(self.error(start..start + 1, "this is no character".to_owned())),
        };
        self.at += length;
        Ok(Node { kind: Kind::Number(code), span: start..self.at })
    }
}

/// A number as C writes it; a zero in front makes it octal.
fn number_of(word: &str) -> Option<i128> {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']).to_ascii_lowercase();
    let (digits, radix) = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 16),
        (_, Some(digits)) => (digits, 2),
        _ if digits.len() > 1 && digits.starts_with('0') => (digits.as_str(), 8),
        _ => (digits.as_str(), 10),
    };
    i128::from_str_radix(digits, radix).ok()
}

/// Whether a comparison stands without parentheses, which would begin before its left side. Next to `&` hardly anybody means that.
fn is_bare_comparison(node: &Node) -> bool {
    match &node.kind {
        Kind::Binary(
            Operator::Equal
            | Operator::NotEqual
            | Operator::Less
            | Operator::LessEqual
            | Operator::Greater
            | Operator::GreaterEqual,
            left,
            _,
        ) => node.span.start == left.span.start,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, parse};

    #[test]
    fn operators_bind_as_in_c() {
        let node =
            parse("0 <= n && size(p) >= n * sizeof *p || !null(a->b[2].c)").expect("it is fine");
        assert!(matches!(node.kind, Kind::Binary(super::Operator::Or, ..)));
        let node = parse("a == 1 && b ==> c == 2 || d ==> e").expect("it is fine");
        let Kind::Binary(super::Operator::Or, not, rest) = node.kind else { panic!("no ==>") };
        assert!(matches!(not.kind, Kind::Not(_)) && matches!(rest.kind, Kind::Binary(..)));
        assert!(parse("sizeof(struct node) == 16 && a - -1 > 'x'").is_ok());
        let node = parse("a ? b:c | (1 << d == ~e) & 3 ==> f").expect("it is fine");
        let Kind::Binary(super::Operator::Or, not, _) = node.kind else { panic!("no ==>") };
        let Kind::Not(choice) = not.kind else { panic!("no ==>") };
        let Kind::Choice(_, _, or) = choice.kind else { panic!("no choice") };
        let Kind::Bits(super::BitOperator::Or, _, and) = or.kind else { panic!("no |") };
        let Kind::Bits(super::BitOperator::And, equal, _) = and.kind else { panic!("no &") };
        assert!(matches!(equal.kind, Kind::Binary(super::Operator::Equal, ..)));
        assert_eq!(parse("a->b.c").ok().and_then(|node| node.path()).as_deref(), Some("a->b.c"));
    }

    #[test]
    fn names_are_those_of_variables() {
        let text = "all(i, T1:n, a[i] < i) && ends(list, next, m) && s.f == sizeof(int) ==> b :c";
        let mut names = Vec::new();
        assert!(parse(text).is_err(), "a colon stands within a name");
        let node = parse(text.trim_end_matches(" :c")).expect("it is fine");
        node.for_each_name(&mut |name, span| names.push((name.to_owned(), span.start)));
        let at = |name: &str| (name.to_owned(), text.find(name).expect("it is there"));
        assert_eq!(
            names,
            [at("T1:n"), at("a["), at("list"), at("m)"), at("s.f"), at("b ")].map(
                |(name, start)| (
                    name.trim_end_matches(['[', ')', ' ']).trim_end_matches(".f").to_owned(),
                    start
                )
            )
        );
    }

    #[test]
    fn casts_are_told_from_parentheses() {
        for text in
            ["(size_t)n * 4", "(struct s *)p", "(item_t *)p->q", "(uint8_t)(n)", "(const char *)p"]
        {
            let node = parse(text).expect(text);
            let is_cast = match &node.kind {
                Kind::Binary(_, left, _) => matches!(left.kind, Kind::Cast(..)),
                kind => matches!(kind, Kind::Cast(..)),
            };
            assert!(is_cast, "{text}");
        }
        for text in ["(n) * 4", "(n) - 1", "(n * m)", "(*p)", "((n))", "(n) & m"] {
            let mut casts = 0;
            let node = parse(text).expect(text);
            node.for_each_part(&mut |part| casts += u32::from(matches!(part.kind, Kind::Cast(..))));
            assert_eq!(casts, 0, "{text}");
        }
        let node = parse("container_of(p->next, struct item, link)").expect("it is fine");
        assert!(matches!(&node.kind, Kind::Cast(ty, _) if ty == "struct item *"));
    }

    #[test]
    fn numbers_and_characters_are_those_of_c() {
        for (text, number) in
            [("010", 8), ("0x1fUL", 31), ("0b101", 5), ("0", 0), ("'\\r'", 13), ("'\\\\'", 92)]
        {
            let node = parse(text).expect(text);
            assert!(matches!(node.kind, Kind::Number(found) if found == number), "{text}");
        }
        assert!(parse("08").is_err() && parse("1e3").is_err() && parse("'\\q'").is_err());
    }

    #[test]
    fn errors_say_where() {
        for (text, at) in [
            ("", 0),
            ("n <", 3),
            ("(n", 2),
            ("n n", 2),
            ("3x", 0),
            ("a->", 3),
            ("f(1 2)", 4),
            ("n @ 1", 2),
            ("n ? 1", 5),
            ("n & 1 == 0", 4),
        ] {
            let error = parse(text).expect_err(text);
            assert_eq!(error.span.start, at, "{text}: {}", error.message);
        }
    }
}
