//! Reading: tokens of one character class each, then recursive descent.

use super::TextError;
use crate::debug::{DebugType, DebugTypeId, Field, FileId, Loc, SourceFile};
use crate::entity::{Entity, EntityMap};
use crate::names::Named;
use crate::op::{
    Arg, AtomicOp, BinaryOp, Callee, CastOp, CompareOp, FloatBinaryOp, FloatCompareOp, Inst,
    Intrinsic, Op, Operand, Ordering, Overflow, Terminator,
};
use crate::program::{
    Block, BlockData, Body, FuncId, Function, Global, GlobalId, InitPart, Initializer, Param,
    Program, Reg, RegInfo, Slot, SlotId, Type,
};

/// Reads the text form of a program. The result is not verified.
pub fn parse_program(text: &str) -> Result<Program, TextError> {
    let tokens = tokenize(text)?;
    let mut parser = Parser { tokens: &tokens, position: 0, program: Program::default() };
    while parser.peek() != &Token::End {
        parser.entity()?;
    }
    Ok(parser.program)
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    /// Letters, digits, `_` and `.`, starting with a letter.
    Word(String),
    /// Digits, with a sign if one was written.
    Number(String),
    Text(Vec<u8>),
    Mark(char),
    End,
}

type Read<T> = Result<T, TextError>;

fn tokenize(text: &str) -> Read<Vec<(Token, usize)>> {
    let mut tokens = Vec::new();
    let mut lines = 0;
    for (index, line) in text.lines().enumerate() {
        lines = index + 1;
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            if first == '#' {
                break;
            }
            let (token, length) = next_token(first, rest)
                .map_err(|message| TextError { line: lines, message: message.to_owned() })?;
            tokens.push((token, lines));
            rest = rest[length..].trim_start();
        }
    }
    tokens.push((Token::End, lines.max(1)));
    Ok(tokens)
}

fn next_token(first: char, rest: &str) -> Result<(Token, usize), &'static str> {
    let span = |accept: fn(char) -> bool| {
        let after = &rest[first.len_utf8()..];
        first.len_utf8() + after.find(|c| !accept(c)).unwrap_or(after.len())
    };
    if first.is_ascii_alphabetic() {
        let length = span(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'));
        return Ok((Token::Word(rest[..length].to_owned()), length));
    }
    if first.is_ascii_digit() || (matches!(first, '+' | '-') && !rest.starts_with("->")) {
        let length = span(|c| c.is_ascii_digit());
        return Ok((Token::Number(rest[..length].to_owned()), length));
    }
    if first == '"' {
        return quoted(rest);
    }
    match first {
        '(' | ')' | '{' | '}' | ',' | ':' | '=' | '*' | '@' | '?' | '-' | '>' => {
            Ok((Token::Mark(first), 1))
        }
        _ => Err("unexpected character"),
    }
}

fn quoted(rest: &str) -> Result<(Token, usize), &'static str> {
    let bytes = rest.as_bytes();
    let mut text = Vec::new();
    let mut i = 1;
    loop {
        match bytes.get(i) {
            None => return Err("a string is not closed"),
            Some(b'"') => return Ok((Token::Text(text), i + 1)),
            Some(b'\\') => {
                let digits = rest.get(i + 1..i + 3).ok_or("an escape is incomplete")?;
                text.push(u8::from_str_radix(digits, 16).map_err(|_| "an escape is no number")?);
                i += 3;
            }
            Some(&byte) => {
                text.push(byte);
                i += 1;
            }
        }
    }
}

struct Parser<'t> {
    tokens: &'t [(Token, usize)],
    position: usize,
    program: Program,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> &'t Token {
        &self.tokens[self.position].0
    }

    fn advance(&mut self) -> &'t Token {
        let token = self.peek();
        if *token != Token::End {
            self.position += 1;
        }
        token
    }

    fn line(&self) -> usize {
        self.tokens[self.position].1
    }

    fn fail<T>(&self, expected: &str) -> Read<T> {
        let message = format!("expected {expected}, found {:?}", self.peek());
        Err(TextError { line: self.line(), message })
    }

    fn accept(&mut self, mark: char) -> bool {
        let found = *self.peek() == Token::Mark(mark);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, mark: char) -> Read<()> {
        if self.accept(mark) { Ok(()) } else { self.fail(&format!("'{mark}'")) }
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(w) if w == word);
        if found {
            self.advance();
        }
        found
    }

    fn expect_word(&mut self, word: &str) -> Read<()> {
        if self.accept_word(word) { Ok(()) } else { self.fail(&format!("'{word}'")) }
    }

    fn word(&mut self) -> Read<&'t str> {
        match self.peek() {
            Token::Word(word) => {
                self.advance();
                Ok(word)
            }
            _ => self.fail("a word"),
        }
    }

    fn number<N: std::str::FromStr>(&mut self) -> Read<N> {
        let Token::Number(text) = self.peek() else { return self.fail("a number") };
        match text.parse() {
            Ok(number) => {
                self.advance();
                Ok(number)
            }
            Err(_) => self.fail("a number in range"),
        }
    }

    fn bytes(&mut self) -> Read<Vec<u8>> {
        match self.peek() {
            Token::Text(bytes) => {
                self.advance();
                Ok(bytes.clone())
            }
            _ => self.fail("a string"),
        }
    }

    fn string(&mut self) -> Read<String> {
        let bytes = self.bytes()?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn optional_string(&mut self) -> Read<Option<String>> {
        match self.peek() {
            Token::Text(_) => self.string().map(Some),
            _ => Ok(None),
        }
    }

    /// The number of an id such as `r12`, if the current token is one.
    fn id_number(&self, prefix: &str) -> Option<u32> {
        let Token::Word(word) = self.peek() else { return None };
        let digits = word.strip_prefix(prefix)?;
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        digits.parse().ok().filter(|_| plain)
    }

    fn optional_id<E: Entity>(&mut self, prefix: &str) -> Option<E> {
        let number = self.id_number(prefix)?;
        self.advance();
        Some(E::new(number as usize))
    }

    fn id<E: Entity>(&mut self, prefix: &str) -> Read<E> {
        match self.optional_id(prefix) {
            Some(id) => Ok(id),
            None => self.fail(&format!("'{prefix}…'")),
        }
    }

    /// An id that must be the next one of its kind.
    fn next_id<E: Entity, V>(&mut self, prefix: &str, map: &EntityMap<E, V>) -> Read<()> {
        let next = map.len();
        match self.id_number(prefix) {
            Some(number) if number as usize == next => {
                self.advance();
                Ok(())
            }
            _ => self.fail(&format!("'{prefix}{next}'")),
        }
    }

    fn reg(&mut self) -> Read<Reg> {
        self.id("r")
    }
    fn block(&mut self) -> Read<Block> {
        self.id("b")
    }
    fn debug_type(&mut self) -> Option<DebugTypeId> {
        self.optional_id("type")
    }

    fn loc(&mut self) -> Read<Loc> {
        if !self.accept('@') {
            return Ok(Loc::NONE);
        }
        let file: FileId = self.id("file")?;
        self.expect(':')?;
        let line = self.number()?;
        self.expect(':')?;
        let column = self.number()?;
        Ok(Loc::new(file, line, column))
    }

    fn ty(&mut self) -> Read<Type> {
        let ty = match self.peek() {
            Token::Word(word) => type_of_word(word),
            _ => None,
        };
        match ty {
            Some(ty) => {
                self.advance();
                Ok(ty)
            }
            None => self.fail("a type"),
        }
    }

    fn entity(&mut self) -> Read<()> {
        let Token::Word(word) = self.peek() else { return self.fail("an entity") };
        match word.as_str() {
            "target" => {
                self.advance();
                self.program.target.pointer_bits = self.number()?;
                self.program.target.triple = self.string()?;
                Ok(())
            }
            "constructor" => {
                self.advance();
                let id = self.id("fn")?;
                self.program.constructors.push(id);
                Ok(())
            }
            "public" => {
                self.advance();
                let id = self.id("fn")?;
                self.program.public.push(id);
                Ok(())
            }
            "unsupported" => {
                self.advance();
                let what = self.string()?;
                let loc = self.loc()?;
                self.program.unsupported.push((what, loc));
                Ok(())
            }
            _ => self.numbered_entity(),
        }
    }

    fn numbered_entity(&mut self) -> Read<()> {
        if self.id_number("file").is_some() {
            let files = std::mem::take(&mut self.program.files);
            self.next_id("file", &files)?;
            self.program.files = files;
            let path = self.string()?;
            self.program.files.push(SourceFile { path });
            return Ok(());
        }
        if self.id_number("type").is_some() {
            let types = std::mem::take(&mut self.program.types);
            self.next_id("type", &types)?;
            self.program.types = types;
            let ty = self.debug_type_definition()?;
            self.program.types.push(ty);
            return Ok(());
        }
        if self.id_number("g").is_some() {
            return self.global();
        }
        if self.id_number("fn").is_some() {
            return self.function();
        }
        self.fail("an entity")
    }

    fn type_or_void(&mut self) -> Read<Option<DebugTypeId>> {
        if self.accept_word("void") {
            return Ok(None);
        }
        self.id("type").map(Some)
    }

    fn debug_type_definition(&mut self) -> Read<DebugType> {
        let kind = self.word()?;
        Ok(match kind {
            "signed" => DebugType::Signed { name: self.string()?, bits: self.number()? },
            "unsigned" => DebugType::Unsigned { name: self.string()?, bits: self.number()? },
            "signed_char" | "unsigned_char" => DebugType::Char {
                name: self.string()?,
                bits: self.number()?,
                signed: kind == "signed_char",
            },
            "bool" => DebugType::Bool { name: self.string()?, bits: self.number()? },
            "float" => DebugType::Float { name: self.string()?, bits: self.number()? },
            "pointer" => DebugType::Pointer { to: self.type_or_void()?, bits: self.number()? },
            "array" => {
                let element = self.id("type")?;
                let count = if self.accept('?') { None } else { Some(self.number()?) };
                DebugType::Array { element, count }
            }
            "struct" | "union" => {
                let (name, bits) = (self.string()?, self.number()?);
                let fields = self.braced(Self::field)?;
                DebugType::Struct { name, fields, bits, union: kind == "union" }
            }
            "enum" => {
                let (name, bits) = (self.string()?, self.number()?);
                let values = self.braced(|p| Ok((p.string()?, p.number()?)))?;
                DebugType::Enum { name, bits, values }
            }
            "typedef" => DebugType::Typedef { name: self.string()?, of: self.type_or_void()? },
            "function" => DebugType::Function,
            "unknown" => DebugType::Unknown { name: self.string()? },
            _ => return self.fail("a kind of type before this"),
        })
    }

    fn field(&mut self) -> Read<Field> {
        Ok(Field {
            name: self.string()?,
            ty: self.id("type")?,
            offset_bits: self.number()?,
            bits: self.number()?,
        })
    }

    fn list<T>(&mut self, close: char, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut items = Vec::new();
        if self.accept(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.accept(',') {
                break;
            }
        }
        self.expect(close)?;
        Ok(items)
    }

    fn braced<T>(&mut self, item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        self.expect('{')?;
        self.list('}', item)
    }

    fn source_name(&mut self) -> Read<Option<String>> {
        if self.accept_word("source") { self.string().map(Some) } else { Ok(None) }
    }

    fn global(&mut self) -> Read<()> {
        let globals = std::mem::take(&mut self.program.globals);
        self.next_id("g", &globals)?;
        self.program.globals = globals;
        let name = self.string()?;
        let source_name = self.source_name()?;
        self.expect_word("size")?;
        let size = self.number()?;
        self.expect_word("align")?;
        let align = self.number()?;
        let constant = self.accept_word("constant");
        let thread_local = self.accept_word("thread_local");
        let local = self.accept_word("local");
        let ty = self.debug_type();
        let loc = self.loc()?;
        let init = match self.accept('=') {
            true => Some(Initializer { parts: self.braced(Self::init_part)? }),
            false => None,
        };
        self.program.globals.push(Global {
            name,
            source_name,
            size,
            align,
            constant,
            thread_local,
            local,
            init,
            ty,
            loc,
        });
        Ok(())
    }

    fn init_part(&mut self) -> Read<(u64, InitPart)> {
        let offset = self.number()?;
        self.expect(':')?;
        let part = if self.accept_word("undef") {
            InitPart::Undef(self.number()?)
        } else if let Token::Text(_) = self.peek() {
            InitPart::Bytes(self.bytes()?)
        } else if let Some(id) = self.optional_id::<FuncId>("fn") {
            InitPart::Func(id)
        } else {
            let id = self.id::<GlobalId>("g")?;
            InitPart::Global(id, self.signed_offset()?)
        };
        Ok((offset, part))
    }

    /// `+8`, `-8` or nothing.
    fn signed_offset(&mut self) -> Read<i64> {
        match self.peek() {
            Token::Number(text) if text.starts_with(['+', '-']) => self.number(),
            _ => Ok(0),
        }
    }

    fn function(&mut self) -> Read<()> {
        let functions = std::mem::take(&mut self.program.functions);
        self.next_id("fn", &functions)?;
        self.program.functions = functions;
        let name = self.string()?;
        let shadowed = self.accept_word("shadowed");
        let source_name = self.source_name()?;
        self.expect('(')?;
        let params = self.list(')', Self::param)?;
        let varargs = self.accept_word("varargs");
        self.expect('-')?;
        self.expect('>')?;
        self.expect('(')?;
        let returns = self.list(')', Self::ty)?;
        let optimised = self.accept_word("optimised");
        let loc = self.loc()?;
        let body = if self.accept('{') { Some(self.body()?) } else { None };
        let id = self.program.functions.push(Function {
            name: name.clone(),
            source_name,
            params,
            varargs,
            returns,
            optimised,
            body,
            loc,
        });
        if !shadowed {
            self.program.function_names.insert(name, id);
        }
        Ok(())
    }

    fn body(&mut self) -> Read<Body> {
        let mut body = Body::default();
        while self.id_number("r").is_some() {
            self.next_id("r", &body.regs)?;
            let ty = self.ty()?;
            let name = self.optional_string()?;
            let debug_type = self.debug_type();
            body.regs.push(RegInfo { ty, name, debug_type });
        }
        while self.id_number("slot").is_some() {
            self.next_id("slot", &body.slots)?;
            let name = self.optional_string()?;
            let debug_type = self.debug_type();
            let loc = self.loc()?;
            body.slots.push(Slot { name, debug_type, loc });
        }
        while !self.accept('}') {
            self.next_id("b", &body.blocks)?;
            self.expect(':')?;
            let block = self.block_data()?;
            body.blocks.push(block);
        }
        Ok(body)
    }

    fn block_data(&mut self) -> Read<BlockData> {
        let mut insts = Vec::new();
        loop {
            if let Some(terminator) = self.terminator()? {
                let terminator_loc = self.loc()?;
                return Ok(BlockData { insts, terminator, terminator_loc });
            }
            let op = self.op()?;
            let loc = self.loc()?;
            insts.push(Inst { op, loc });
        }
    }

    fn terminator(&mut self) -> Read<Option<Terminator>> {
        let Token::Word(word) = self.peek() else { return self.fail("an instruction") };
        Ok(Some(match word.as_str() {
            "jump" => {
                self.advance();
                Terminator::Jump(self.block()?)
            }
            "branch" => {
                self.advance();
                let cond = self.operand()?;
                self.expect(',')?;
                let then = self.block()?;
                self.expect(',')?;
                Terminator::Branch { cond, then, otherwise: self.block()? }
            }
            "switch" => {
                self.advance();
                let ty = self.ty()?;
                let value = self.operand()?;
                let cases = self.braced(|p| {
                    let case = p.number()?;
                    p.expect(':')?;
                    Ok((case, p.block()?))
                })?;
                self.expect_word("else")?;
                Terminator::Switch { ty, value, cases, default: self.block()? }
            }
            "return" => {
                self.advance();
                Terminator::Return(self.return_values()?)
            }
            "unreachable" => {
                self.advance();
                Terminator::Unreachable
            }
            _ => return Ok(None),
        }))
    }

    /// The values stand on the line of `return`; without any, the next token starts a new line, or
    /// is a position.
    fn return_values(&mut self) -> Read<Vec<Operand>> {
        let line = self.tokens[self.position - 1].1;
        let mut values = Vec::new();
        if self.line() != line || *self.peek() == Token::Mark('@') {
            return Ok(values);
        }
        loop {
            values.push(self.operand()?);
            if !self.accept(',') {
                return Ok(values);
            }
        }
    }

    fn operand(&mut self) -> Read<Operand> {
        if let Token::Number(_) = self.peek() {
            let value = self.number()?;
            if self.accept(':') {
                return Ok(Operand::Wide { high: value, low: self.number()? });
            }
            return Ok(Operand::Const(value));
        }
        if self.accept_word("undef") {
            return Ok(Operand::Undef);
        }
        if let Some(reg) = self.optional_id("r") {
            return Ok(Operand::Reg(reg));
        }
        if let Some(id) = self.optional_id("fn") {
            return Ok(Operand::Func(id));
        }
        match self.optional_id("g") {
            Some(id) => Ok(Operand::Global(id, self.signed_offset()?)),
            None => self.fail("an operand"),
        }
    }

    fn comma_operand(&mut self) -> Read<Operand> {
        self.expect(',')?;
        self.operand()
    }

    fn op(&mut self) -> Read<Op> {
        let mut dsts: Vec<Reg> = Vec::new();
        if self.id_number("r").is_some() {
            loop {
                dsts.push(self.reg()?);
                if !self.accept(',') {
                    break;
                }
            }
            self.expect('=')?;
        }
        let word = self.word()?;
        let mut parts = word.split('.');
        let head = parts.next().unwrap_or("");
        let suffixes: Vec<&str> = parts.collect();
        self.op_of(head, &suffixes, dsts)
    }

    fn single(&self, dsts: &[Reg]) -> Read<Reg> {
        match dsts {
            [dst] => Ok(*dst),
            _ => self.fail("an instruction with one result before this"),
        }
    }

    fn named<T: Named>(&self, name: Option<&&str>) -> Read<T> {
        match name.and_then(|name| T::from_name(name)) {
            Some(value) => Ok(value),
            None => self.fail("a known operator before this"),
        }
    }

    fn op_of(&mut self, head: &str, suffixes: &[&str], dsts: Vec<Reg>) -> Read<Op> {
        match head {
            "copy" => {
                let (dst, ty) = (self.single(&dsts)?, self.ty()?);
                Ok(Op::Copy { dst, ty, src: self.operand()? })
            }
            "cmp" => {
                let op: CompareOp = self.named(suffixes.first())?;
                let (dst, ty) = (self.single(&dsts)?, self.ty()?);
                let (a, b) = (self.operand()?, self.comma_operand()?);
                Ok(Op::Compare { dst, op, ty, a, b })
            }
            "fcmp" => {
                let op: FloatCompareOp = self.named(suffixes.first())?;
                let (dst, ty) = (self.single(&dsts)?, self.ty()?);
                let (a, b) = (self.operand()?, self.comma_operand()?);
                Ok(Op::FloatCompare { dst, op, ty, a, b })
            }
            "fneg" => {
                let (dst, ty) = (self.single(&dsts)?, self.ty()?);
                Ok(Op::FloatNeg { dst, ty, a: self.operand()? })
            }
            "cast" => {
                let op: CastOp = self.named(suffixes.first())?;
                let (dst, from, a) = (self.single(&dsts)?, self.ty()?, self.operand()?);
                self.expect_word("to")?;
                Ok(Op::Cast { dst, op, from, to: self.ty()?, a })
            }
            "select" => {
                let (dst, ty) = (self.single(&dsts)?, self.ty()?);
                let cond = self.operand()?;
                let (a, b) = (self.comma_operand()?, self.comma_operand()?);
                Ok(Op::Select { dst, ty, cond, a, b })
            }
            "address" => self.address(suffixes, &dsts),
            "load" => self.load(suffixes, &dsts),
            "store" => self.store(suffixes),
            "atomic" => {
                let op: AtomicOp = self.named(suffixes.first())?;
                let order: Ordering = self.named(suffixes.get(1))?;
                let (dst, ty) = (self.single(&dsts)?, self.ty()?);
                let (ptr, value) = (self.operand()?, self.comma_operand()?);
                Ok(Op::AtomicUpdate { dst, op, ty, ptr, value, order })
            }
            "compare_exchange" => self.compare_exchange(suffixes, &dsts),
            "fence" => Ok(Op::Fence { order: self.named(suffixes.first())? }),
            "alloca" => self.alloca(&dsts),
            "call" => self.call(dsts),
            "intrinsic" => {
                let intrinsic: Intrinsic = self.named(suffixes.first())?;
                let ty = self.ty()?;
                self.expect('(')?;
                let args = self.list(')', Self::operand)?;
                Ok(Op::Intrinsic { dsts, intrinsic, ty, args })
            }
            "unsupported" => Ok(Op::Unsupported { what: self.string()? }),
            _ => self.arithmetic(head, suffixes, &dsts),
        }
    }

    fn arithmetic(&mut self, head: &str, suffixes: &[&str], dsts: &[Reg]) -> Read<Op> {
        let dst = self.single(dsts)?;
        if let Some(op) = BinaryOp::from_name(head) {
            let overflow =
                Overflow { signed: suffixes.contains(&"nsw"), unsigned: suffixes.contains(&"nuw") };
            let ty = self.ty()?;
            let (a, b) = (self.operand()?, self.comma_operand()?);
            return Ok(Op::Binary { dst, op, ty, a, b, overflow });
        }
        let op: FloatBinaryOp = self.named(Some(&head))?;
        let ty = self.ty()?;
        let (a, b) = (self.operand()?, self.comma_operand()?);
        Ok(Op::FloatBinary { dst, op, ty, a, b })
    }

    fn address(&mut self, suffixes: &[&str], dsts: &[Reg]) -> Read<Op> {
        let in_bounds = suffixes.contains(&"in_bounds");
        let dst = self.single(dsts)?;
        let base = self.operand()?;
        self.expect(',')?;
        let offset = self.number()?;
        let mut indices = Vec::new();
        while self.accept(',') {
            let (ty, index) = (self.ty()?, self.operand()?);
            self.expect('*')?;
            indices.push((index, ty, self.number()?));
        }
        Ok(Op::Address { dst, base, offset, indices, in_bounds })
    }

    fn access_mode(&self, suffixes: &[&str]) -> Read<(bool, Option<Ordering>)> {
        let (volatile, rest) = match suffixes {
            ["volatile", rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        match rest {
            [] => Ok((volatile, None)),
            [order, ..] => Ok((volatile, Some(self.named(Some(order))?))),
        }
    }

    fn aligned(&mut self) -> Read<u64> {
        self.expect_word("align")?;
        self.number()
    }

    fn load(&mut self, suffixes: &[&str], dsts: &[Reg]) -> Read<Op> {
        let (volatile, order) = self.access_mode(suffixes)?;
        let (dst, ty, ptr) = (self.single(dsts)?, self.ty()?, self.operand()?);
        Ok(Op::Load { dst, ty, ptr, align: self.aligned()?, volatile, order })
    }

    fn store(&mut self, suffixes: &[&str]) -> Read<Op> {
        let (volatile, order) = self.access_mode(suffixes)?;
        let (ty, value, ptr) = (self.ty()?, self.operand()?, self.comma_operand()?);
        Ok(Op::Store { ty, value, ptr, align: self.aligned()?, volatile, order })
    }

    fn compare_exchange(&mut self, suffixes: &[&str], dsts: &[Reg]) -> Read<Op> {
        let (weak, orders) = match suffixes {
            ["weak", rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        let (success, failure) = (self.named(orders.first())?, self.named(orders.get(1))?);
        let &[old, ok] = dsts else { return self.fail("two results before this") };
        let (ty, ptr) = (self.ty()?, self.operand()?);
        let (expected, new) = (self.comma_operand()?, self.comma_operand()?);
        Ok(Op::CompareExchange { old, ok, ty, ptr, expected, new, weak, success, failure })
    }

    fn alloca(&mut self, dsts: &[Reg]) -> Read<Op> {
        let dst = self.single(dsts)?;
        let slot: SlotId = self.id("slot")?;
        self.expect_word("size")?;
        let size = self.number()?;
        self.expect_word("count")?;
        let count = self.operand()?;
        Ok(Op::Alloca { dst, slot, size, count, align: self.aligned()? })
    }

    fn call(&mut self, dsts: Vec<Reg>) -> Read<Op> {
        let callee = match self.accept('*') {
            true => Callee::Indirect(self.operand()?),
            false => Callee::Direct(self.id("fn")?),
        };
        self.expect('(')?;
        let args = self.list(')', Self::arg)?;
        Ok(Op::Call { dsts, callee, args })
    }

    fn param(&mut self) -> Read<Param> {
        let (reg, ty) = (self.reg()?, self.ty()?);
        let by_value = match self.accept_word("by_value") {
            true => Some(self.number()?),
            false => None,
        };
        Ok(Param { reg, ty, by_value, debug_type: self.debug_type() })
    }

    fn arg(&mut self) -> Read<Arg> {
        let (ty, value) = (self.ty()?, self.operand()?);
        let by_value = match self.accept_word("by_value") {
            true => Some((self.number()?, self.number()?)),
            false => None,
        };
        let unannounced = self.accept_word("unannounced");
        Ok(Arg { value, ty, by_value, unannounced })
    }
}

fn type_of_word(word: &str) -> Option<Type> {
    Some(match word {
        "ptr" => Type::Ptr,
        "f32" => Type::F32,
        "f64" => Type::F64,
        "f80" => Type::F80,
        _ => Type::Int(word.strip_prefix('i')?.parse().ok().filter(|&bits| bits > 0)?),
    })
}
