//! Top-level entities: targets, types, variables, aliases, functions, metadata.

use super::function::linkage_word;
use super::{Parse, Parser};
use crate::ast::{AliasDef, GlobalDef, Linkage, SymbolId, TypeKind, TypedValue};
use crate::lexer::Token;

impl<'a> Parser<'a> {
    pub(super) fn module(&mut self) -> Parse<()> {
        loop {
            match self.token {
                Token::End => return Ok(()),
                Token::Word(word) => self.top_level_word(word)?,
                Token::Local(_) => self.type_definition()?,
                Token::Global(_) => self.global_entity()?,
                Token::MetadataRef(_) | Token::MetadataName(_) => self.metadata_definition()?,
                // `$name = comdat any`, `^0 = module: (…)`
                Token::Comdat(_) | Token::Punct(b'^') => {
                    self.advance()?;
                    self.skip_line()?;
                }
                _ => return Err(self.expected("a top-level entity")),
            }
        }
    }

    fn top_level_word(&mut self, word: &'a str) -> Parse<()> {
        match word {
            "define" => self.definition(),
            "declare" => self.declaration(),
            "source_filename" => {
                self.advance()?;
                self.expect(b'=')?;
                self.module.source_file = self.string("a file name")?;
                Ok(())
            }
            "target" => self.target(),
            "module" => self.module_assembly(),
            "attributes" => self.attribute_group(),
            "uselistorder" | "uselistorder_bb" => {
                self.advance()?;
                self.skip_line()
            }
            _ => Err(self.expected("a top-level entity")),
        }
    }

    fn target(&mut self) -> Parse<()> {
        self.advance()?;
        let what = self.word("'datalayout' or 'triple'")?;
        self.expect(b'=')?;
        let text = self.string("a string")?;
        match what {
            "datalayout" => self.module.data_layout = text,
            "triple" => self.module.triple = text,
            _ => return Err(self.error(format!("unknown target property '{what}'"))),
        }
        Ok(())
    }

    fn module_assembly(&mut self) -> Parse<()> {
        let line = self.line;
        self.advance()?;
        self.expect_word("asm")?;
        let text = self.string("the assembly text")?;
        self.module.assembly.push((text, line));
        Ok(())
    }

    fn attribute_group(&mut self) -> Parse<()> {
        self.advance()?;
        let Token::AttributeGroup(group) = self.token else {
            return Err(self.expected("an attribute group"));
        };
        self.advance()?;
        self.expect(b'=')?;
        self.expect(b'{')?;
        while !self.is_punct(b'}') {
            match self.token {
                Token::Punct(b'(' | b'[' | b'{' | b'<') => {
                    self.skip_group()?;
                    continue;
                }
                Token::Word("optnone") => {
                    self.module.unoptimised_groups.insert(group);
                }
                Token::End => return Err(self.expected("'}'")),
                _ => {}
            }
            self.advance()?;
        }
        self.expect(b'}')
    }

    /// `@name = …`: a variable, an alias or an ifunc.
    fn global_entity(&mut self) -> Parse<()> {
        let line = self.line;
        let Token::Global(name) = self.advance()? else { return Err(self.expected("a name")) };
        let symbol = self.symbol(name);
        self.expect(b'=')?;
        let mut linkage = None;
        let mut thread_local = false;
        loop {
            let word = self.word("'global', 'constant', 'alias' or 'ifunc'")?;
            match word {
                "global" | "constant" => {
                    let constant = word == "constant";
                    return self.variable(symbol, linkage, constant, thread_local, line);
                }
                "alias" | "ifunc" => {
                    let linkage = linkage.unwrap_or(Linkage::External);
                    return self.alias(symbol, linkage, word == "ifunc");
                }
                "thread_local" => thread_local = true,
                _ => linkage = linkage_word(word).or(linkage),
            }
            self.skip_group_if_open()?;
        }
    }

    fn variable(
        &mut self,
        symbol: SymbolId,
        linkage: Option<Linkage>,
        constant: bool,
        thread_local: bool,
        line: u32,
    ) -> Parse<()> {
        let ty = self.parse_type()?;
        // An explicit `external` marks a declaration; a definition leaves the word out.
        let declared = matches!(linkage, Some(Linkage::External | Linkage::ExternWeak));
        let init = if declared { None } else { Some(self.value(ty)?) };
        let linkage = linkage.unwrap_or(Linkage::External);
        let (align, debug) = self.variable_tail()?;
        self.module.globals.push(GlobalDef {
            symbol,
            linkage,
            ty,
            constant,
            thread_local,
            init,
            align,
            debug,
            line,
        });
        Ok(())
    }

    /// `, section "…", comdat, align 8, !dbg !0`
    fn variable_tail(&mut self) -> Parse<(Option<u64>, Option<u32>)> {
        let mut align = None;
        let mut debug = None;
        while self.accept(b',')? {
            match self.token {
                Token::Word("align") => {
                    self.advance()?;
                    align = Some(self.unsigned("an alignment")?);
                }
                Token::Word(_) => {
                    self.advance()?;
                    if let Token::Text(_) = self.token {
                        self.advance()?;
                    }
                    self.skip_group_if_open()?;
                }
                Token::MetadataName(name) => self.attachment(name, &mut debug)?,
                _ => return Err(self.expected("a variable's property")),
            }
        }
        while let Token::AttributeGroup(_) = self.token {
            self.advance()?;
        }
        Ok((align, debug))
    }

    fn alias(&mut self, symbol: SymbolId, linkage: Linkage, resolver: bool) -> Parse<()> {
        self.parse_type()?;
        self.expect(b',')?;
        // An expression stands there without its type.
        let target = if self.at_type() {
            self.typed_value()?
        } else {
            let ty = self.module.types.intern(TypeKind::Ptr);
            TypedValue { ty, value: self.value(ty)? }
        };
        self.variable_tail()?;
        self.module.aliases.push(AliasDef { symbol, linkage, target, resolver });
        Ok(())
    }
}
