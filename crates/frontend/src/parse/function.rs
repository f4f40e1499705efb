//! Function headers and bodies: parameters, labels, and the names of one function.

use raddle_ir::EntityMap;
use rustc_hash::FxHashMap;

use super::values::is_value_word;
use super::{Parse, Parser};
use crate::ast::{
    BasicBlock, FunctionDef, InstKind, LabelId, Linkage, LocalId, ParamDef, SymbolId, TypeId,
};
use crate::lexer::Token;

/// The names of the function being parsed.
#[derive(Debug, Default)]
pub(super) struct Scope<'a> {
    pub locals: EntityMap<LocalId, &'a str>,
    pub local_ids: FxHashMap<&'a str, LocalId>,
    /// Per local.
    pub mentions: Vec<Mention>,
    labels: EntityMap<LabelId, LabelState<'a>>,
    label_ids: FxHashMap<&'a str, LabelId>,
    /// Number that LLVM gives an entry block without a label.
    implicit_entry: Option<u32>,
}

/// Where a local was mentioned first, and whether it has been given a value since.
#[derive(Debug)]
pub(super) struct Mention {
    pub offset: usize,
    pub defined: bool,
}

#[derive(Debug)]
struct LabelState<'a> {
    name: &'a str,
    /// Where it was mentioned first.
    offset: usize,
    block: Option<BasicBlock<'a>>,
}

/// Attributes of a parameter or argument that change its meaning.
#[derive(Debug, Default)]
pub(super) struct ParamAttributes {
    pub by_value: Option<TypeId>,
    pub element: Option<TypeId>,
    pub align: Option<u64>,
}

struct Header<'a> {
    symbol: SymbolId,
    linkage: Linkage,
    result: TypeId,
    params: Vec<ParamDef>,
    varargs: bool,
    tail: HeaderTail<'a>,
}

/// What of a header stands outside of its signature.
#[derive(Default)]
struct HeaderTail<'a> {
    optnone: bool,
    attribute_groups: Vec<&'a str>,
    debug: Option<u32>,
}

impl<'a> Parser<'a> {
    pub(super) fn declaration(&mut self) -> Parse<()> {
        self.advance()?;
        let mut header = self.header()?;
        self.header_tail(&mut header.tail, false)?;
        self.finish_function(header, EntityMap::new(), Vec::new());
        Ok(())
    }

    pub(super) fn definition(&mut self) -> Parse<()> {
        self.advance()?;
        let mut header = self.header()?;
        self.header_tail(&mut header.tail, true)?;
        self.expect(b'{')?;
        let order = self.body()?;
        self.expect(b'}')?;
        self.check_definitions()?;
        let labels = std::mem::take(&mut self.scope.labels);
        let mut blocks = EntityMap::new();
        for state in labels.into_values() {
            blocks.push(state.block.unwrap_or(BasicBlock { name: state.name, insts: Vec::new() }));
        }
        self.finish_function(header, blocks, order);
        Ok(())
    }

    fn finish_function(
        &mut self,
        header: Header<'a>,
        blocks: EntityMap<LabelId, BasicBlock<'a>>,
        order: Vec<LabelId>,
    ) {
        let locals = std::mem::take(&mut self.scope.locals);
        let Header { symbol, linkage, result, params, varargs, tail } = header;
        let HeaderTail { optnone, attribute_groups, debug } = tail;
        self.module.functions.push(FunctionDef {
            symbol,
            linkage,
            result,
            params,
            varargs,
            optnone,
            attribute_groups,
            debug,
            blocks,
            order,
            locals,
        });
    }

    fn header(&mut self) -> Parse<Header<'a>> {
        self.scope = Scope::default();
        let mut tail = HeaderTail::default();
        while let Token::MetadataName(name) = self.token {
            self.attachment(name, &mut tail.debug)?;
        }
        let linkage = self.header_words()?;
        let result = self.parse_type()?;
        let Token::Global(name) = self.token else {
            return Err(self.expected("a function name"));
        };
        self.advance()?;
        let symbol = self.symbol(name);
        let (params, varargs) = self.params()?;
        Ok(Header { symbol, linkage, result, params, varargs, tail })
    }

    /// Linkage, visibility, calling convention and return attributes, up to the return type.
    fn header_words(&mut self) -> Parse<Linkage> {
        let mut linkage = Linkage::External;
        loop {
            if self.at_type() {
                return Ok(linkage);
            }
            match self.token {
                Token::Word("cc") => {
                    self.advance()?;
                    self.unsigned("a calling convention")?;
                }
                Token::Word("align") => self.alignment_attribute().map(|_| ())?,
                Token::Word(word) => {
                    linkage = linkage_word(word).unwrap_or(linkage);
                    self.advance()?;
                    self.skip_group_if_open()?;
                }
                Token::Text(_) => self.text_attribute()?,
                _ => return Err(self.expected("a return type")),
            }
        }
    }

    fn params(&mut self) -> Parse<(Vec<ParamDef>, bool)> {
        self.expect(b'(')?;
        let mut params = Vec::new();
        let mut varargs = false;
        let mut unnamed = 0;
        while !self.is_punct(b')') {
            if self.token == Token::Ellipsis {
                self.advance()?;
                varargs = true;
                break;
            }
            let ty = self.parse_type()?;
            let attributes = self.param_attributes()?;
            let local = self.param_name(&mut unnamed)?;
            params.push(ParamDef { ty, local, by_value: attributes.by_value });
            if !self.accept(b',')? {
                break;
            }
        }
        self.expect(b')')?;
        self.scope.implicit_entry = Some(unnamed);
        Ok((params, varargs))
    }

    fn param_name(&mut self, unnamed: &mut u32) -> Parse<LocalId> {
        let name = match self.token {
            Token::Local(name) => {
                self.advance()?;
                name
            }
            // Only declarations leave parameters without a name in what compilers print.
            _ => "",
        };
        if name.is_empty() || name.bytes().all(|b| b.is_ascii_digit()) {
            *unnamed += 1;
        }
        if name.is_empty() {
            let offset = self.previous_offset;
            self.scope.mentions.push(Mention { offset, defined: true });
            return Ok(self.scope.locals.push(name));
        }
        self.define_local(name)
    }

    /// Makes `name` known as defined here.
    pub(super) fn define_local(&mut self, name: &'a str) -> Parse<LocalId> {
        let local = self.local(name);
        let defined = &mut self.scope.mentions[local.0 as usize].defined;
        if *defined {
            return Err(self.error(format!("%{name} is defined twice")));
        }
        *defined = true;
        Ok(local)
    }

    /// Attributes of a parameter, argument or result: words, groups and strings.
    pub(super) fn param_attributes(&mut self) -> Parse<ParamAttributes> {
        let mut attributes = ParamAttributes::default();
        loop {
            match self.token {
                Token::Word(word) if is_value_word(word) => return Ok(attributes),
                Token::Word("align") => attributes.align = self.alignment_attribute()?,
                Token::Word("elementtype") => {
                    self.advance()?;
                    if self.accept(b'(')? {
                        attributes.element = Some(self.parse_type()?);
                        self.expect(b')')?;
                    }
                }
                Token::Word("byval") => {
                    self.advance()?;
                    if self.accept(b'(')? {
                        attributes.by_value = Some(self.parse_type()?);
                        self.expect(b')')?;
                    }
                }
                Token::Word(_) => {
                    self.advance()?;
                    self.skip_group_if_open()?;
                }
                Token::Text(_) => self.text_attribute()?,
                _ => return Ok(attributes),
            }
        }
    }

    /// `align 8` or `align(8)`
    fn alignment_attribute(&mut self) -> Parse<Option<u64>> {
        self.advance()?;
        let parenthesised = self.accept(b'(')?;
        let align = self.unsigned("an alignment")?;
        if parenthesised {
            self.expect(b')')?;
        }
        Ok(Some(align))
    }

    /// `"key"` or `"key"="value"`
    fn text_attribute(&mut self) -> Parse<()> {
        self.advance()?;
        if self.accept(b'=')? {
            self.string("an attribute value")?;
        }
        Ok(())
    }

    /// What stands between the parameters and the body, or the end of a declaration.
    fn header_tail(&mut self, tail: &mut HeaderTail<'a>, definition: bool) -> Parse<()> {
        loop {
            match self.token {
                Token::Punct(b'{') => return Ok(()),
                Token::Word("prefix" | "prologue" | "personality") => {
                    self.advance()?;
                    self.typed_value()?;
                }
                Token::Word(_) if !definition && self.at_new_line() => return Ok(()),
                Token::Word("align") => self.alignment_attribute().map(|_| ())?,
                Token::Word(word) => {
                    tail.optnone |= word == "optnone";
                    self.advance()?;
                    self.skip_group_if_open()?;
                }
                Token::MetadataName(_) if !definition && self.at_new_line() => return Ok(()),
                Token::MetadataName(name) => self.attachment(name, &mut tail.debug)?,
                Token::Text(_) => self.text_attribute()?,
                Token::AttributeGroup(group) => {
                    tail.attribute_groups.push(group);
                    self.advance()?;
                }
                _ if definition => return Err(self.expected("the function's body")),
                _ => return Ok(()),
            }
        }
    }

    /// `!name !12` or `!name !{…}`; remembers the number of `!dbg`.
    pub(super) fn attachment(&mut self, name: &str, debug: &mut Option<u32>) -> Parse<()> {
        self.advance()?;
        match self.token {
            Token::MetadataRef(id) => {
                if name == "dbg" {
                    *debug = Some(id);
                }
                self.advance()?;
                Ok(())
            }
            Token::MetadataName(_) | Token::Punct(b'!') => self.metadata_node().map(|_| ()),
            _ => Err(self.expected("metadata")),
        }
    }

    /// All blocks; returns their labels in the order of the text.
    fn body(&mut self) -> Parse<Vec<LabelId>> {
        let mut order = Vec::new();
        while !self.is_punct(b'}') {
            // `uselistorder` lines may follow the last block.
            if matches!(self.token, Token::Word("uselistorder" | "uselistorder_bb")) {
                self.skip_line()?;
                continue;
            }
            let label = self.block_label(order.is_empty())?;
            if self.scope.labels[label].block.is_some() {
                return Err(self.error("this label is defined twice".to_owned()));
            }
            order.push(label);
            let insts = self.block_instructions()?;
            let state = &mut self.scope.labels[label];
            state.block = Some(BasicBlock { name: state.name, insts });
        }
        if order.is_empty() {
            return Err(self.expected("a basic block"));
        }
        Ok(order)
    }

    fn block_label(&mut self, entry: bool) -> Parse<LabelId> {
        match self.token {
            Token::Label(name) => {
                self.advance()?;
                if entry {
                    self.scope.implicit_entry = None;
                }
                Ok(self.label(name))
            }
            _ if entry => {
                Ok(self.scope.labels.push(LabelState { name: "", offset: 0, block: None }))
            }
            _ => Err(self.expected("a label")),
        }
    }

    fn block_instructions(&mut self) -> Parse<Vec<crate::ast::Inst<'a>>> {
        let mut insts = Vec::new();
        loop {
            if matches!(self.token, Token::Label(_) | Token::Punct(b'}')) {
                return Err(self.expected("an instruction"));
            }
            let inst = self.instruction()?;
            let last = matches!(inst.kind, InstKind::Terminator(_));
            insts.push(inst);
            if last {
                return Ok(insts);
            }
        }
    }

    /// The label called `name`, which may be defined further down.
    pub(super) fn label(&mut self, name: &'a str) -> LabelId {
        let scope = &mut self.scope;
        if let Some(&id) = scope.label_ids.get(name) {
            return id;
        }
        if scope.implicit_entry.is_some_and(|number| name.parse() == Ok(number)) {
            return LabelId(0);
        }
        let offset = self.previous_offset;
        let id = scope.labels.push(LabelState { name, offset, block: None });
        scope.label_ids.insert(name, id);
        id
    }

    /// `label %name`
    pub(super) fn label_operand(&mut self) -> Parse<LabelId> {
        self.expect_word("label")?;
        self.label_name()
    }

    pub(super) fn label_name(&mut self) -> Parse<LabelId> {
        let Token::Local(name) = self.token else { return Err(self.expected("a label")) };
        self.advance()?;
        Ok(self.label(name))
    }

    fn check_definitions(&self) -> Parse<()> {
        if let Some(state) = self.scope.labels.values().find(|state| state.block.is_none()) {
            let message = format!("label %{} is not defined", state.name);
            return Err(self.error_at(state.offset, message));
        }
        for (mention, name) in self.scope.mentions.iter().zip(self.scope.locals.values()) {
            if !mention.defined {
                let message = format!("%{name} is used but not defined");
                return Err(self.error_at(mention.offset, message));
            }
        }
        Ok(())
    }
}

pub(super) fn linkage_word(word: &str) -> Option<Linkage> {
    Some(match word {
        "private" | "linker_private" => Linkage::Private,
        "internal" => Linkage::Internal,
        "external" => Linkage::External,
        "available_externally" => Linkage::AvailableExternally,
        "linkonce" | "linkonce_odr" => Linkage::LinkOnce,
        "weak" | "weak_odr" => Linkage::Weak,
        "common" => Linkage::Common,
        "appending" => Linkage::Appending,
        "extern_weak" => Linkage::ExternWeak,
        _ => return None,
    })
}
