//! Metadata definitions and inline nodes, read into the generic form of [`crate::metadata`].

use super::{Parse, Parser};
use crate::lexer::Token;
use crate::metadata::{Field, Node};

impl<'a> Parser<'a> {
    /// `!12 = …` or `!name = …`
    pub(super) fn metadata_definition(&mut self) -> Parse<()> {
        let target = self.advance()?;
        self.expect(b'=')?;
        self.accept_word("distinct")?;
        let node = match self.token {
            Token::MetadataString(_) | Token::MetadataRef(_) => {
                self.advance()?;
                Node::default()
            }
            Token::MetadataName(_) | Token::Punct(b'!') => self.metadata_node()?,
            _ => {
                self.typed_value()?;
                Node::default()
            }
        };
        if let Token::MetadataRef(id) = target
            && !self.module.metadata.insert(id, node)
        {
            return Err(self.error(format!("metadata number {id} is out of range")));
        }
        Ok(())
    }

    /// `!{…}` or `!Kind(…)`
    pub(super) fn metadata_node(&mut self) -> Parse<Node<'a>> {
        self.nested(|p| match p.token {
            Token::MetadataName(kind) => {
                p.advance()?;
                p.specialised_node(kind)
            }
            Token::Punct(b'!') => {
                p.advance()?;
                p.tuple()
            }
            _ => Err(p.expected("a metadata node")),
        })
    }

    fn tuple(&mut self) -> Parse<Node<'a>> {
        self.expect(b'{')?;
        let mut operands = Vec::new();
        while !self.is_punct(b'}') {
            operands.push(self.field_value()?);
            if !self.accept(b',')? {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(Node { kind: "", fields: Vec::new(), operands })
    }

    fn specialised_node(&mut self, kind: &'a str) -> Parse<Node<'a>> {
        let mut node = Node { kind, fields: Vec::new(), operands: Vec::new() };
        self.expect(b'(')?;
        while !self.is_punct(b')') {
            if let Token::Label(name) = self.token {
                self.advance()?;
                let value = self.field_value()?;
                node.fields.push((name, value));
            } else {
                let value = self.field_value()?;
                node.operands.push(value);
            }
            if !self.accept(b',')? {
                break;
            }
        }
        self.expect(b')')?;
        Ok(node)
    }

    fn field_value(&mut self) -> Parse<Field<'a>> {
        let value = match self.token {
            Token::MetadataRef(id) => Field::Ref(id),
            Token::Integer(text) | Token::Float(text) => Field::Integer(text),
            Token::Text(text) | Token::MetadataString(text) => Field::Text(text),
            Token::MetadataName(_) | Token::Punct(b'!') => {
                return Ok(Field::Inline(Box::new(self.metadata_node()?)));
            }
            _ if self.at_type() => return self.value_field(),
            Token::Word(word) => return self.word_field(word),
            Token::Punct(b'(' | b'{' | b'[') => {
                self.skip_group()?;
                return Ok(Field::Other);
            }
            _ => return Err(self.expected("a metadata field")),
        };
        self.advance()?;
        Ok(value)
    }

    /// `i32 7`: a typed value. Integers are kept, other values are of no interest.
    fn value_field(&mut self) -> Parse<Field<'a>> {
        self.parse_type()?;
        if let Token::Integer(text) = self.token {
            self.advance()?;
            return Ok(Field::Integer(text));
        }
        let void = self.module.types.intern(crate::ast::TypeKind::Void);
        self.value(void)?;
        Ok(Field::Other)
    }

    /// A word, or several joined by `|`.
    fn word_field(&mut self, word: &'a str) -> Parse<Field<'a>> {
        self.advance()?;
        while self.accept(b'|')? {
            match self.token {
                Token::Word(_) | Token::Integer(_) => self.advance()?,
                _ => return Err(self.expected("a flag")),
            };
        }
        if self.is_punct(b'(') {
            self.skip_group()?;
        }
        Ok(Field::Word(word))
    }
}
