//! Operands: constants, constant expressions, references to locals and symbols.

use super::function::Mention;
use super::{Parse, Parser};
use crate::ast::{
    FloatBits, InlineAsm, InstKind, LocalId, SymbolId, TypeId, TypeKind, TypedValue, Value,
};
use crate::lexer::{Token, unescape_bytes};

impl<'a> Parser<'a> {
    /// `type value`
    pub(super) fn typed_value(&mut self) -> Parse<TypedValue<'a>> {
        let ty = self.parse_type()?;
        let value = self.value(ty)?;
        Ok(TypedValue { ty, value })
    }

    pub(super) fn value(&mut self, ty: TypeId) -> Parse<Value<'a>> {
        if *self.module.types.kind(ty) == TypeKind::Metadata {
            return self.nested(|p| p.metadata_value());
        }
        self.nested(|p| p.plain_value())
    }

    fn plain_value(&mut self) -> Parse<Value<'a>> {
        match self.token {
            Token::Local(name) => {
                self.advance()?;
                Ok(Value::Local(self.local(name)))
            }
            Token::Global(name) => {
                self.advance()?;
                Ok(Value::Symbol(self.symbol(name)))
            }
            Token::Integer(text) => {
                let value = parse_integer(text);
                self.advance()?;
                Ok(value)
            }
            Token::Float(text) => {
                let value = parse_float(text).ok_or_else(|| self.expected("a number"))?;
                self.advance()?;
                Ok(Value::Float(value))
            }
            Token::Bytes(raw) => {
                self.advance()?;
                Ok(Value::Bytes(unescape_bytes(raw)))
            }
            Token::Word(word) => self.word_value(word),
            Token::Punct(b'[') => self.aggregate(b'[', b']'),
            Token::Punct(b'{') => self.aggregate(b'{', b'}'),
            Token::Punct(b'<') => self.vector_or_packed(),
            _ => Err(self.expected("a value")),
        }
    }

    fn word_value(&mut self, word: &'a str) -> Parse<Value<'a>> {
        let simple = match word {
            "null" => Value::Null,
            "undef" => Value::Undef,
            "poison" => Value::Poison,
            "zeroinitializer" | "none" => Value::Zero,
            "true" => Value::Int { bits: 1, exact: true },
            "false" => Value::Int { bits: 0, exact: true },
            "blockaddress" => return self.block_address(),
            "asm" => return self.inline_asm(),
            "splat" => return self.splat(),
            // Wrappers around a symbol that only a linker cares about.
            "dso_local_equivalent" | "no_cfi" => {
                self.advance()?;
                return self.plain_value();
            }
            _ => return self.rare_word_value(word),
        };
        self.advance()?;
        Ok(simple)
    }

    fn rare_word_value(&mut self, word: &'a str) -> Parse<Value<'a>> {
        if let Some(bits) = hexadecimal_integer(word) {
            self.advance()?;
            return Ok(bits);
        }
        if let Some(expression) = self.constant_expression(word)? {
            return Ok(Value::Expression(Box::new(expression)));
        }
        self.advance()?;
        if self.is_punct(b'(') {
            self.skip_group()?;
            return Ok(Value::Unknown(word));
        }
        Err(self.error(format!("expected a value, found '{word}'")))
    }

    fn block_address(&mut self) -> Parse<Value<'a>> {
        self.advance()?;
        self.expect(b'(')?;
        let Token::Global(name) = self.token else { return Err(self.expected("a function")) };
        self.advance()?;
        let function = self.symbol(name);
        self.expect(b',')?;
        let Token::Local(label) = self.token else { return Err(self.expected("a label")) };
        self.advance()?;
        self.expect(b')')?;
        Ok(Value::BlockAddress { function, label })
    }

    fn inline_asm(&mut self) -> Parse<Value<'a>> {
        self.advance()?;
        while let Token::Word(_) = self.token {
            self.advance()?;
        }
        let text = self.string("the assembly text")?;
        self.expect(b',')?;
        let constraints = self.string("the assembly constraints")?;
        Ok(Value::InlineAsm(Box::new(InlineAsm { text, constraints })))
    }

    fn splat(&mut self) -> Parse<Value<'a>> {
        self.advance()?;
        self.expect(b'(')?;
        let value = self.typed_value()?;
        self.expect(b')')?;
        Ok(Value::Splat(Box::new(value)))
    }

    fn aggregate(&mut self, open: u8, close: u8) -> Parse<Value<'a>> {
        self.expect(open)?;
        let mut elements = Vec::new();
        while !self.is_punct(close) {
            elements.push(self.typed_value()?);
            if !self.accept(b',')? {
                break;
            }
        }
        self.expect(close)?;
        Ok(Value::Aggregate(elements))
    }

    fn vector_or_packed(&mut self) -> Parse<Value<'a>> {
        self.expect(b'<')?;
        if self.is_punct(b'{') {
            let packed = self.aggregate(b'{', b'}')?;
            self.expect(b'>')?;
            return Ok(packed);
        }
        let mut elements = Vec::new();
        while !self.is_punct(b'>') {
            elements.push(self.typed_value()?);
            if !self.accept(b',')? {
                break;
            }
        }
        self.expect(b'>')?;
        Ok(Value::Aggregate(elements))
    }

    /// `opcode flags (operands)`: the same operands as the instruction, in parentheses.
    fn constant_expression(&mut self, word: &'a str) -> Parse<Option<InstKind<'a>>> {
        if !is_expression_word(word) {
            return Ok(None);
        }
        self.advance()?;
        let flags = self.flags()?;
        if word == "icmp" || word == "fcmp" {
            // The predicate was read as the last flag.
            return self.comparison_expression(word, flags.last().copied()).map(Some);
        }
        self.expect(b'(')?;
        let expression = self.operation(word, &flags, true)?;
        self.expect(b')')?;
        Ok(Some(expression))
    }

    fn comparison_expression(
        &mut self,
        word: &'a str,
        predicate: Option<&'a str>,
    ) -> Parse<InstKind<'a>> {
        let predicate = predicate.ok_or_else(|| self.expected("a predicate"))?;
        self.expect(b'(')?;
        let kind = self.comparison(word, predicate, true)?;
        self.expect(b')')?;
        Ok(kind)
    }

    fn metadata_value(&mut self) -> Parse<Value<'a>> {
        match self.token {
            Token::MetadataRef(id) => {
                self.advance()?;
                Ok(Value::MetadataRef(id))
            }
            Token::MetadataString(_) => {
                self.advance()?;
                Ok(Value::MetadataNode { empty: false })
            }
            Token::MetadataName(_) | Token::Punct(b'!') => {
                let node = self.metadata_node()?;
                let empty = node.operands.is_empty() && node.fields.is_empty();
                Ok(Value::MetadataNode { empty })
            }
            _ => Ok(Value::AsMetadata(Box::new(self.typed_value()?))),
        }
    }

    pub(super) fn symbol(&mut self, name: &'a str) -> SymbolId {
        let module = &mut self.module;
        *module.symbol_ids.entry(name).or_insert_with(|| module.symbols.push(name))
    }

    pub(super) fn local(&mut self, name: &'a str) -> LocalId {
        let scope = &mut self.scope;
        let offset = self.previous_offset;
        *scope.local_ids.entry(name).or_insert_with(|| {
            scope.mentions.push(Mention { offset, defined: false });
            scope.locals.push(name)
        })
    }
}

/// Operations that may occur as constant expressions in some LLVM version from 14 on.
fn is_expression_word(word: &str) -> bool {
    matches!(
        word,
        "getelementptr"
            | "bitcast"
            | "inttoptr"
            | "ptrtoint"
            | "ptrtoaddr"
            | "addrspacecast"
            | "trunc"
            | "zext"
            | "sext"
            | "fptrunc"
            | "fpext"
            | "fptoui"
            | "fptosi"
            | "uitofp"
            | "sitofp"
            | "add"
            | "sub"
            | "mul"
            | "udiv"
            | "sdiv"
            | "urem"
            | "srem"
            | "and"
            | "or"
            | "xor"
            | "shl"
            | "lshr"
            | "ashr"
            | "icmp"
            | "fcmp"
            | "select"
            | "extractelement"
            | "insertelement"
            | "shufflevector"
            | "extractvalue"
            | "insertvalue"
    )
}

/// Words that begin a value; everything else between a type and a value is an attribute.
pub(super) fn is_value_word(word: &str) -> bool {
    matches!(
        word,
        "null"
            | "undef"
            | "poison"
            | "zeroinitializer"
            | "none"
            | "true"
            | "false"
            | "blockaddress"
            | "asm"
            | "splat"
            | "dso_local_equivalent"
            | "no_cfi"
            | "ptrauth"
    ) || hexadecimal_integer(word).is_some()
        || is_expression_word(word)
}

pub(super) fn parse_integer<'a>(text: &str) -> Value<'a> {
    let (negative, digits) = match text.as_bytes() {
        [b'-', ..] => (true, &text[1..]),
        [b'+', ..] => (false, &text[1..]),
        _ => (false, text),
    };
    match digits.parse::<u128>() {
        Ok(magnitude) => {
            let bits = if negative { magnitude.wrapping_neg() } else { magnitude };
            Value::Int { bits, exact: true }
        }
        Err(_) => Value::Int { bits: 0, exact: false },
    }
}

/// `u0x1F` and `s0x1F`
fn hexadecimal_integer<'a>(word: &str) -> Option<Value<'a>> {
    let digits = word.strip_prefix("u0x").or_else(|| word.strip_prefix("s0x"))?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    Some(match u128::from_str_radix(digits, 16) {
        Ok(bits) => Value::Int { bits, exact: true },
        Err(_) => Value::Int { bits: 0, exact: false },
    })
}

fn parse_float(text: &str) -> Option<FloatBits> {
    let Some(hex) = text.strip_prefix("0x") else {
        return text.parse::<f64>().ok().map(|value| FloatBits::Double(value.to_bits()));
    };
    let wide = |digits: &str| u128::from_str_radix(digits, 16).ok();
    match hex.as_bytes().first()? {
        b'K' => wide(&hex[1..]).map(FloatBits::X87),
        // The low half comes first.
        b'L' | b'M' => wide(&hex[1..]).map(|bits| FloatBits::Quad(bits.rotate_left(64))),
        b'H' | b'R' => u16::from_str_radix(&hex[1..], 16).ok().map(FloatBits::Half),
        _ => u64::from_str_radix(hex, 16).ok().map(FloatBits::Double),
    }
}
