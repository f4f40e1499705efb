//! Types. A typed pointer is read and then forgotten down to `ptr`.

use super::{Parse, Parser};
use crate::ast::{TypeId, TypeKind};
use crate::lexer::Token;

/// LLVM's own limit for integer widths is 2^23; our registers hold up to 65535 bits.
const MAX_INT_BITS: u32 = 1 << 23;

impl<'a> Parser<'a> {
    pub(super) fn parse_type(&mut self) -> Parse<TypeId> {
        self.nested(|p| {
            let base = p.base_type()?;
            p.type_suffix(base)
        })
    }

    /// True if the current token can start a type.
    pub(super) fn at_type(&self) -> bool {
        match self.token {
            Token::Word(word) => simple_type(word).is_some() || word == "target",
            Token::Local(_) => true,
            Token::Punct(byte) => matches!(byte, b'[' | b'{' | b'<'),
            _ => false,
        }
    }

    fn base_type(&mut self) -> Parse<TypeId> {
        match self.token {
            Token::Word("target") => self.target_type(),
            Token::Word(word) => match simple_type(word) {
                Some(kind) => {
                    self.advance()?;
                    Ok(self.module.types.intern(kind))
                }
                None => Err(self.expected("a type")),
            },
            Token::Local(name) => {
                self.advance()?;
                let id = self.module.types.named(name);
                Ok(self.module.types.intern(TypeKind::Named(id)))
            }
            Token::Punct(b'[') => self.array_type(),
            Token::Punct(b'{') => self.struct_type(false),
            Token::Punct(b'<') => self.vector_or_packed_type(),
            _ => Err(self.expected("a type")),
        }
    }

    fn target_type(&mut self) -> Parse<TypeId> {
        self.advance()?;
        if !self.is_punct(b'(') {
            return Err(self.expected("'('"));
        }
        self.skip_group()?;
        Ok(self.module.types.intern(TypeKind::Other))
    }

    fn array_type(&mut self) -> Parse<TypeId> {
        self.expect(b'[')?;
        let count = self.unsigned("an array length")?;
        self.expect_word("x")?;
        let element = self.parse_type()?;
        self.expect(b']')?;
        Ok(self.module.types.intern(TypeKind::Array { count, element }))
    }

    fn vector_or_packed_type(&mut self) -> Parse<TypeId> {
        self.expect(b'<')?;
        if self.is_punct(b'{') {
            let packed = self.struct_type(true)?;
            self.expect(b'>')?;
            return Ok(packed);
        }
        let scalable = self.accept_word("vscale")?;
        if scalable {
            self.expect_word("x")?;
        }
        let count = self.unsigned("a vector length")?;
        self.expect_word("x")?;
        let element = self.parse_type()?;
        self.expect(b'>')?;
        Ok(self.module.types.intern(TypeKind::Vector { count, element, scalable }))
    }

    fn struct_type(&mut self, packed: bool) -> Parse<TypeId> {
        self.expect(b'{')?;
        let mut fields = Vec::new();
        while !self.is_punct(b'}') {
            fields.push(self.parse_type()?);
            if !self.accept(b',')? {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(self.module.types.intern(TypeKind::Struct { fields, packed }))
    }

    fn type_suffix(&mut self, base: TypeId) -> Parse<TypeId> {
        let mut ty = base;
        loop {
            match self.token {
                Token::Punct(b'*') => {
                    self.advance()?;
                    ty = self.module.types.intern(TypeKind::Ptr);
                }
                // Address spaces make no difference: all pointers live in one.
                Token::Word("addrspace") => {
                    self.advance()?;
                    self.skip_group_if_open()?;
                }
                Token::Punct(b'(') => ty = self.function_type(ty)?,
                _ => return Ok(ty),
            }
        }
    }

    pub(super) fn skip_group_if_open(&mut self) -> Parse<()> {
        if self.is_punct(b'(') { self.skip_group() } else { Ok(()) }
    }

    fn function_type(&mut self, result: TypeId) -> Parse<TypeId> {
        self.expect(b'(')?;
        let mut params = Vec::new();
        let mut varargs = false;
        while !self.is_punct(b')') {
            if self.token == Token::Ellipsis {
                self.advance()?;
                varargs = true;
                break;
            }
            params.push(self.parse_type()?);
            self.param_attributes()?;
            if !self.accept(b',')? {
                break;
            }
        }
        self.expect(b')')?;
        Ok(self.module.types.intern(TypeKind::Function { result, params, varargs }))
    }

    /// `%name = type …`
    pub(super) fn type_definition(&mut self) -> Parse<()> {
        let Token::Local(name) = self.advance()? else { return Err(self.expected("a type name")) };
        let id = self.module.types.named(name);
        self.expect(b'=')?;
        self.expect_word("type")?;
        let definition = if self.accept_word("opaque")? {
            self.module.types.intern(TypeKind::Opaque)
        } else {
            self.parse_type()?
        };
        self.module.types.named[id as usize] = Some(definition);
        Ok(())
    }
}

fn simple_type(word: &str) -> Option<TypeKind> {
    Some(match word {
        "void" => TypeKind::Void,
        "half" => TypeKind::Half,
        "bfloat" => TypeKind::BFloat,
        "float" => TypeKind::Float,
        "double" => TypeKind::Double,
        "x86_fp80" => TypeKind::X86Fp80,
        "fp128" => TypeKind::Fp128,
        "ppc_fp128" => TypeKind::PpcFp128,
        "ptr" => TypeKind::Ptr,
        "label" => TypeKind::Label,
        "metadata" => TypeKind::Metadata,
        "token" => TypeKind::Token,
        "x86_amx" | "x86_mmx" => TypeKind::Other,
        _ => return integer_type(word),
    })
}

fn integer_type(word: &str) -> Option<TypeKind> {
    let digits = word.strip_prefix('i')?;
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let bits: u32 = digits.parse().ok()?;
    (1..=MAX_INT_BITS).contains(&bits).then_some(TypeKind::Int(bits))
}
