//! Reading terms.

use rustc_hash::FxHashMap;

use super::is_plain;
use crate::bits::{Bits, ParseBitsError};
use crate::table::Terms;
use crate::term::{Sort, TermId};

/// Why a text is not a term.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("at byte {position}: {problem}")]
pub struct ParseError {
    /// Byte offset in the text.
    pub position: usize,
    pub problem: ParseProblem,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseProblem {
    #[error("the text ends inside a term")]
    End,
    #[error("expected {0}")]
    Expected(&'static str),
    #[error("unexpected `{0}`")]
    Unexpected(String),
    #[error("text follows the term")]
    Trailing,
    #[error("malformed constant: {0}")]
    Constant(#[from] ParseBitsError),
    #[error("variable `{0}` was used before with another sort or class")]
    VariableSort(String),
    #[error("`%{0}` is not bound here")]
    Unbound(String),
    #[error("unknown operation `{0}`")]
    UnknownOperation(String),
    #[error("`{0}` does not take these arguments")]
    Arguments(String),
}

/// The widest term a text may ask for: a typing error must not exhaust memory or time.
const WIDEST: u32 = 1 << 16;

impl Terms {
    /// Reads what [`Terms::display`] and [`Terms::display_shared`] write.
    pub fn parse(&mut self, text: &str) -> Result<TermId, ParseError> {
        let mut parser = Parser {
            terms: self,
            text,
            position: 0,
            frames: Vec::new(),
            bound: FxHashMap::default(),
        };
        parser.term()
    }
}

/// An operation or `let` whose end has not been read.
enum Frame {
    Operation {
        name: String,
        start: usize,
        arguments: Vec<Argument>,
    },
    /// Between the bindings of a `let`; the names bound so far, with what they meant before.
    Bindings {
        shadowed: Vec<(String, Option<TermId>)>,
    },
    /// After the name of a binding.
    Binding {
        name: String,
    },
    /// After the bindings.
    Body {
        shadowed: Vec<(String, Option<TermId>)>,
        value: Option<TermId>,
    },
}

#[derive(Clone, Copy)]
enum Argument {
    Term(TermId),
    Number(u32),
}

enum Token {
    Open,
    Close,
    /// A bare word.
    Word(String),
    Variable {
        name: String,
        sort: Sort,
        marked: bool,
    },
}

struct Parser<'t, 's> {
    terms: &'t mut Terms,
    text: &'s str,
    position: usize,
    frames: Vec<Frame>,
    bound: FxHashMap<String, TermId>,
}

impl Parser<'_, '_> {
    fn term(&mut self) -> Result<TermId, ParseError> {
        loop {
            let start = self.skip_space();
            let token = self.token()?;
            let complete = match token {
                Token::Open => {
                    self.open(start)?;
                    None
                }
                Token::Close => self.close(start)?,
                Token::Word(word) => self.word(start, &word)?.map(Argument::Term),
                Token::Variable { name, sort, marked } => {
                    Some(Argument::Term(self.variable(start, &name, sort, marked)?))
                }
            };
            let Some(Argument::Term(term)) = complete else { continue };
            if self.frames.is_empty() {
                return self.finish(term);
            }
            self.accept(start, Argument::Term(term))?;
        }
    }

    fn finish(&mut self, term: TermId) -> Result<TermId, ParseError> {
        let end = self.skip_space();
        if end < self.text.len() { Err(fail(end, ParseProblem::Trailing)) } else { Ok(term) }
    }

    /// After `(`: a binding, a `let` or an operation.
    fn open(&mut self, start: usize) -> Result<(), ParseError> {
        if matches!(self.frames.last(), Some(Frame::Bindings { .. })) {
            let name = self.bound_name()?;
            self.frames.push(Frame::Binding { name });
            return Ok(());
        }
        let at = self.skip_space();
        let Token::Word(name) = self.token()? else {
            return Err(fail(at, ParseProblem::Expected("the name of an operation")));
        };
        if name == "let" {
            let at = self.skip_space();
            let Token::Open = self.token()? else {
                return Err(fail(at, ParseProblem::Expected("`(` before the bindings")));
            };
            self.frames.push(Frame::Bindings { shadowed: Vec::new() });
        } else {
            self.frames.push(Frame::Operation { name, start, arguments: Vec::new() });
        }
        Ok(())
    }

    /// After `)`: what it completes, if that is a term.
    fn close(&mut self, start: usize) -> Result<Option<Argument>, ParseError> {
        match self.frames.pop() {
            Some(Frame::Operation { name, start, arguments }) => {
                let term =
                    build(self.terms, &name, &arguments).map_err(|problem| fail(start, problem))?;
                Ok(Some(Argument::Term(term)))
            }
            Some(Frame::Bindings { shadowed }) => {
                self.frames.push(Frame::Body { shadowed, value: None });
                Ok(None)
            }
            Some(Frame::Body { shadowed, value: Some(value) }) => {
                for (name, before) in shadowed.into_iter().rev() {
                    match before {
                        Some(term) => self.bound.insert(name, term),
                        None => self.bound.remove(&name),
                    };
                }
                Ok(Some(Argument::Term(value)))
            }
            Some(Frame::Binding { .. } | Frame::Body { value: None, .. }) => {
                Err(fail(start, ParseProblem::Expected("a term")))
            }
            None => Err(fail(start, ParseProblem::Unexpected(")".to_owned()))),
        }
    }

    /// Gives a complete term to the innermost unfinished construct.
    fn accept(&mut self, start: usize, argument: Argument) -> Result<(), ParseError> {
        match (self.frames.last_mut(), argument) {
            (Some(Frame::Operation { arguments, .. }), argument) => arguments.push(argument),
            (Some(Frame::Binding { .. }), Argument::Term(term)) => self.bind(term)?,
            (Some(Frame::Body { value: value @ None, .. }), Argument::Term(term)) => {
                *value = Some(term);
            }
            (Some(Frame::Body { .. }), _) => {
                return Err(fail(start, ParseProblem::Expected("`)` after the body of `let`")));
            }
            (Some(Frame::Bindings { .. } | Frame::Binding { .. }) | None, _) => {
                return Err(fail(start, ParseProblem::Expected("a binding")));
            }
        }
        Ok(())
    }

    /// Ends the innermost binding.
    fn bind(&mut self, term: TermId) -> Result<(), ParseError> {
        let at = self.skip_space();
        let Token::Close = self.token()? else {
            return Err(fail(at, ParseProblem::Expected("`)` after a binding")));
        };
        if let Some(Frame::Binding { name }) = self.frames.pop() {
            let before = self.bound.insert(name.clone(), term);
            if let Some(Frame::Bindings { shadowed }) = self.frames.last_mut() {
                shadowed.push((name, before));
            }
        }
        Ok(())
    }

    /// A bare word: a term, or a number that goes straight to the operation around it.
    fn word(&mut self, start: usize, word: &str) -> Result<Option<TermId>, ParseError> {
        if let Some(name) = word.strip_prefix('%') {
            let bound = self.bound.get(name).copied();
            return bound
                .map(Some)
                .ok_or_else(|| fail(start, ParseProblem::Unbound(name.to_owned())));
        }
        if word.starts_with('#') {
            let bits = Bits::parse(word).map_err(|error| fail(start, error.into()))?;
            return Ok(Some(self.terms.constant_bits(bits)));
        }
        match word {
            "true" => return Ok(Some(self.terms.truth(true))),
            "false" => return Ok(Some(self.terms.truth(false))),
            _ => {}
        }
        match (word.parse(), self.frames.last()) {
            (Ok(number), Some(Frame::Operation { .. })) => {
                self.accept(start, Argument::Number(number))?;
                Ok(None)
            }
            _ => Err(fail(start, ParseProblem::Unexpected(word.to_owned()))),
        }
    }

    fn variable(
        &mut self,
        start: usize,
        name: &str,
        sort: Sort,
        marked: bool,
    ) -> Result<TermId, ParseError> {
        if let Some(var) = self.terms.find_var(name)
            && (self.terms.var_sort(var) != sort || self.terms.is_marked(var) != marked)
        {
            return Err(fail(start, ParseProblem::VariableSort(name.to_owned())));
        }
        Ok(if marked { self.terms.marked_var(name, sort) } else { self.terms.var(name, sort) })
    }

    fn bound_name(&mut self) -> Result<String, ParseError> {
        let at = self.skip_space();
        match self.token()? {
            Token::Word(word) if word.starts_with('%') => Ok(word[1..].to_owned()),
            Token::Open | Token::Close | Token::Word(_) | Token::Variable { .. } => {
                Err(fail(at, ParseProblem::Expected("`%name`")))
            }
        }
    }

    fn token(&mut self) -> Result<Token, ParseError> {
        let start = self.skip_space();
        let Some(first) = self.peek() else { return Err(fail(start, ParseProblem::End)) };
        match first {
            '(' | ')' => {
                self.position += 1;
                Ok(if first == '(' { Token::Open } else { Token::Close })
            }
            '#' | '%' => {
                self.position += 1;
                let name = self.plain_word();
                Ok(Token::Word(format!("{first}{name}")))
            }
            _ => self.name_token(start, first),
        }
    }

    /// A variable, or a bare word if no colon follows.
    fn name_token(&mut self, start: usize, first: char) -> Result<Token, ParseError> {
        let marked = first == '?';
        if marked {
            self.position += 1;
        }
        let quoted = self.peek() == Some('|');
        let name = if quoted { self.quoted_name(start)? } else { self.plain_word() };
        if self.peek() == Some(':') {
            self.position += 1;
            let sort = self.sort()?;
            return Ok(Token::Variable { name, sort, marked });
        }
        if name.is_empty() || quoted || marked {
            let found = self.peek().map_or_else(|| name.clone(), String::from);
            return Err(fail(self.position, ParseProblem::Unexpected(found)));
        }
        Ok(Token::Word(name))
    }

    fn quoted_name(&mut self, start: usize) -> Result<String, ParseError> {
        let mut name = String::new();
        let mut characters = self.text[self.position + 1..].char_indices();
        while let Some((offset, character)) = characters.next() {
            match character {
                '|' => {
                    self.position += offset + 2;
                    return Ok(name);
                }
                '\\' => name.extend(characters.next().map(|(_, escaped)| escaped)),
                _ => name.push(character),
            }
        }
        Err(fail(start, ParseProblem::End))
    }

    fn sort(&mut self) -> Result<Sort, ParseError> {
        let width = self.width()?;
        if self.text[self.position..].starts_with("->") {
            self.position += 2;
            let element = self.width()?;
            return Ok(Sort::Array { index: width, element });
        }
        Ok(Sort::Bits(width))
    }

    fn width(&mut self) -> Result<u32, ParseError> {
        let start = self.position;
        let rest = &self.text[start..];
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        self.position += length;
        match rest[..length].parse() {
            Ok(width) if is_width(width) => Ok(width),
            _ => Err(fail(start, ParseProblem::Expected("a width"))),
        }
    }

    fn plain_word(&mut self) -> String {
        let rest = &self.text[self.position..];
        let length = rest.find(|c| !is_plain(c)).unwrap_or(rest.len());
        self.position += length;
        rest[..length].to_owned()
    }

    fn peek(&self) -> Option<char> {
        self.text[self.position..].chars().next()
    }

    fn skip_space(&mut self) -> usize {
        let rest = &self.text[self.position..];
        self.position += rest.len() - rest.trim_start().len();
        self.position
    }
}

fn fail(position: usize, problem: ParseProblem) -> ParseError {
    ParseError { position, problem }
}

fn is_width(width: u32) -> bool {
    (1..=WIDEST).contains(&width)
}

/// Applies an operation after checking that the arguments suit it.
fn build(terms: &mut Terms, name: &str, arguments: &[Argument]) -> Result<TermId, ParseProblem> {
    let term = match arguments {
        [Argument::Term(a)] => build_unary(terms, name, *a)?,
        [Argument::Number(n), Argument::Term(a)] => build_sized(terms, name, *n, *a)?,
        [Argument::Number(high), Argument::Number(low), Argument::Term(a)] => {
            build_extract(terms, name, *high, *low, *a)?
        }
        [Argument::Term(a), Argument::Term(b)] => build_binary(terms, name, *a, *b)?,
        [Argument::Term(a), Argument::Term(b), Argument::Term(c)]
            if matches!(name, "ite" | "write") =>
        {
            build_ternary(terms, name, *a, *b, *c)?
        }
        _ => build_many(terms, name, arguments)?,
    };
    term.ok_or_else(|| ParseProblem::Arguments(name.to_owned()))
}

type Built = Result<Option<TermId>, ParseProblem>;

fn unknown(name: &str) -> Built {
    let known = matches!(
        name,
        "not"
            | "neg"
            | "and"
            | "or"
            | "xor"
            | "add"
            | "sub"
            | "mul"
            | "udiv"
            | "urem"
            | "sdiv"
            | "srem"
            | "shl"
            | "lshr"
            | "ashr"
            | "eq"
            | "ne"
            | "ult"
            | "ule"
            | "slt"
            | "sle"
            | "concat"
            | "ite"
            | "implies"
            | "read"
            | "write"
            | "extract"
            | "zext"
            | "sext"
            | "const-array"
    );
    if known { Ok(None) } else { Err(ParseProblem::UnknownOperation(name.to_owned())) }
}

fn width_of(terms: &Terms, t: TermId) -> Option<u32> {
    match terms.sort(t) {
        Sort::Bits(width) => Some(width),
        Sort::Array { .. } => None,
    }
}

fn build_unary(terms: &mut Terms, name: &str, a: TermId) -> Built {
    let is_bits = width_of(terms, a).is_some();
    match name {
        "not" => Ok(is_bits.then(|| terms.not(a))),
        "neg" => Ok(is_bits.then(|| terms.neg(a))),
        _ => unknown(name),
    }
}

fn build_sized(terms: &mut Terms, name: &str, number: u32, a: TermId) -> Built {
    let Some(width) = width_of(terms, a) else { return unknown(name) };
    let extends = number >= width && is_width(number);
    match name {
        "zext" => Ok(extends.then(|| terms.zext(a, number))),
        "sext" => Ok(extends.then(|| terms.sext(a, number))),
        "const-array" => Ok(is_width(number).then(|| terms.const_array(number, a))),
        _ => unknown(name),
    }
}

fn build_extract(terms: &mut Terms, name: &str, high: u32, low: u32, a: TermId) -> Built {
    let in_range = width_of(terms, a).is_some_and(|width| low <= high && high < width);
    if name == "extract" {
        Ok(in_range.then(|| terms.extract(a, high, low)))
    } else {
        unknown(name)
    }
}

fn build_binary(terms: &mut Terms, name: &str, a: TermId, b: TermId) -> Built {
    match (terms.sort(a), terms.sort(b)) {
        (Sort::Array { index, .. }, Sort::Bits(width)) if name == "read" => {
            Ok((index == width).then(|| terms.read(a, b)))
        }
        (left @ Sort::Array { .. }, right) if left == right && matches!(name, "eq" | "ne") => {
            Ok(Some(if name == "eq" { terms.eq(a, b) } else { terms.ne(a, b) }))
        }
        (Sort::Bits(left), Sort::Bits(right)) if name == "concat" => {
            Ok(is_width(left + right).then(|| terms.concat(a, b)))
        }
        (Sort::Bits(left), Sort::Bits(right)) if left == right => {
            build_same_width(terms, name, left, a, b)
        }
        _ => unknown(name),
    }
}

fn build_same_width(terms: &mut Terms, name: &str, width: u32, a: TermId, b: TermId) -> Built {
    Ok(Some(match name {
        "and" => terms.and(a, b),
        "or" => terms.or(a, b),
        "xor" => terms.xor(a, b),
        "add" => terms.add(a, b),
        "sub" => terms.sub(a, b),
        "mul" => terms.mul(a, b),
        "udiv" => terms.udiv(a, b),
        "urem" => terms.urem(a, b),
        "sdiv" => terms.sdiv(a, b),
        "srem" => terms.srem(a, b),
        "shl" => terms.shl(a, b),
        "lshr" => terms.lshr(a, b),
        "ashr" => terms.ashr(a, b),
        "eq" => terms.eq(a, b),
        "ne" => terms.ne(a, b),
        "ult" => terms.ult(a, b),
        "ule" => terms.ule(a, b),
        "slt" => terms.slt(a, b),
        "sle" => terms.sle(a, b),
        "implies" if width == 1 => terms.implies(a, b),
        _ => return unknown(name),
    }))
}

fn build_ternary(terms: &mut Terms, name: &str, a: TermId, b: TermId, c: TermId) -> Built {
    let sorts = (terms.sort(a), terms.sort(b), terms.sort(c));
    Ok(match (name, sorts) {
        ("ite", (Sort::Bits(1), then, otherwise)) if then == otherwise => Some(terms.ite(a, b, c)),
        ("write", (Sort::Array { index, element }, at, value))
            if at == Sort::Bits(index) && value == Sort::Bits(element) =>
        {
            Some(terms.write(a, b, c))
        }
        _ => None,
    })
}

/// Three or more arguments of an associative operation, taken from the left.
fn build_many(terms: &mut Terms, name: &str, arguments: &[Argument]) -> Built {
    if !matches!(name, "and" | "or" | "xor" | "add" | "mul" | "concat") {
        return unknown(name);
    }
    let mut result = None;
    for argument in arguments {
        let Argument::Term(term) = *argument else { return Ok(None) };
        result = match result {
            None => Some(term),
            Some(before) => build_binary(terms, name, before, term)?,
        };
        if result.is_none() {
            return Ok(None);
        }
    }
    Ok(if arguments.len() < 2 { None } else { result })
}
