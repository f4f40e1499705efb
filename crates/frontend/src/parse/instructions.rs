//! Instructions, and constant expressions of the same shape.
//!
//! Flags (`nsw`, `samesign`, `fast`, …) are collected as words and looked up afterwards, so that
//! unknown ones do no harm; what follows the operands (`, align 4, !dbg !7`) is the *tail*.

use raddle_ir::{
    AtomicOp, BinaryOp, CastOp, CompareOp, FloatBinaryOp, FloatCompareOp, Ordering, Overflow,
};

use super::function::ParamAttributes;
use super::{Parse, Parser};
use crate::ast::{
    Call, CallArg, CastKind, DebugRecordKind, Inst, InstKind, TerminatorKind, TypeKind, TypedValue,
    Value,
};
use crate::lexer::Token;

/// What follows an instruction's operands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tail {
    align: Option<u64>,
    debug: Option<u32>,
    non_temporal: bool,
}

impl<'a> Parser<'a> {
    pub(super) fn instruction(&mut self) -> Parse<Inst<'a>> {
        let line = self.line;
        if let Token::Record(name) = self.token {
            let kind = self.debug_record(name)?;
            return Ok(Inst { result: None, kind, debug: None, non_temporal: false, line });
        }
        let mut result = None;
        if let Token::Local(name) = self.token {
            self.advance()?;
            self.expect(b'=')?;
            result = Some(self.define_local(name)?);
        }
        let mut tail = Tail::default();
        let kind = self.instruction_kind(&mut tail)?;
        while self.accept(b',')? {
            self.tail_item(&mut tail)?;
        }
        let kind = with_alignment(kind, tail.align);
        let Tail { debug, non_temporal, .. } = tail;
        Ok(Inst { result, kind, debug, non_temporal, line })
    }

    fn tail_item(&mut self, tail: &mut Tail) -> Parse<()> {
        match self.token {
            Token::Word("align") => {
                self.advance()?;
                tail.align = Some(self.unsigned("an alignment")?);
                Ok(())
            }
            Token::Word("addrspace") => {
                self.advance()?;
                self.skip_group_if_open()
            }
            Token::MetadataName(name) => {
                tail.non_temporal |= name == "nontemporal";
                self.attachment(name, &mut tail.debug)
            }
            _ => Err(self.expected("an attachment")),
        }
    }

    fn instruction_kind(&mut self, tail: &mut Tail) -> Parse<InstKind<'a>> {
        let opcode = self.word("an instruction")?;
        match opcode {
            "ret" | "br" | "switch" | "indirectbr" | "invoke" | "unreachable" => {
                let terminator = self.terminator(opcode)?;
                Ok(InstKind::Terminator(Box::new(terminator)))
            }
            "resume" | "callbr" | "cleanupret" | "catchret" | "catchswitch" => {
                self.skip_line()?;
                // `callbr` names its targets on a line of its own.
                while self.is_word("to") {
                    self.skip_line_from_start()?;
                }
                let terminator = TerminatorKind::Unknown { name: opcode };
                Ok(InstKind::Terminator(Box::new(terminator)))
            }
            "tail" | "musttail" | "notail" => {
                self.expect_word("call")?;
                self.call()
            }
            "call" => self.call(),
            "phi" => self.phi(tail),
            "alloca" => self.alloca(tail),
            "load" => self.load(),
            "store" => self.store(),
            "fence" => {
                let own_thread_only = self.scope()? == Some("singlethread");
                let order = self.required_ordering()?;
                // What only signal handlers notice is nothing to other threads.
                Ok(if own_thread_only { InstKind::Nothing } else { InstKind::Fence { order } })
            }
            "cmpxchg" => self.compare_exchange(),
            "atomicrmw" => self.atomic_update(),
            "va_arg" => {
                let list = self.typed_value()?;
                self.expect(b',')?;
                Ok(InstKind::VaArg { list, to: self.parse_type()? })
            }
            "landingpad" => self.landing_pad(),
            "extractvalue" => self.extract_value(tail),
            "insertvalue" => self.insert_value(tail),
            "getelementptr" => {
                let flags = self.flags()?;
                self.element_pointer(&flags, tail)
            }
            "icmp" | "fcmp" => {
                let flags = self.flags()?;
                let predicate = flags.last().ok_or_else(|| self.expected("a predicate"))?;
                self.comparison(opcode, predicate, false)
            }
            _ if is_operation(opcode) => {
                let flags = self.flags()?;
                self.operation(opcode, &flags, false)
            }
            _ => {
                self.skip_line()?;
                Ok(InstKind::Unknown { name: opcode })
            }
        }
    }

    /// Words before a type or an opening parenthesis.
    pub(super) fn flags(&mut self) -> Parse<Vec<&'a str>> {
        let mut flags = Vec::new();
        while let Token::Word(word) = self.token {
            if self.at_type() {
                break;
            }
            flags.push(word);
            self.advance()?;
            if word == "inrange" {
                self.skip_group_if_open()?;
            }
        }
        Ok(flags)
    }

    /// Operands of the instructions that also exist as constant expressions. In an expression every
    /// operand carries its type.
    pub(super) fn operation(
        &mut self,
        opcode: &'a str,
        flags: &[&'a str],
        expression: bool,
    ) -> Parse<InstKind<'a>> {
        if let Some(op) = binary_op(opcode) {
            let overflow =
                Overflow { signed: flags.contains(&"nsw"), unsigned: flags.contains(&"nuw") };
            let (a, b) = self.two_operands(expression)?;
            return Ok(InstKind::Binary { op, overflow, a, b });
        }
        if let Some(op) = float_binary_op(opcode) {
            let (a, b) = self.two_operands(expression)?;
            return Ok(InstKind::FloatBinary { op, a, b });
        }
        if let Some(kind) = cast_kind(opcode) {
            let value = self.typed_value()?;
            self.expect_word("to")?;
            let to = self.parse_type()?;
            return Ok(InstKind::Cast { kind, value, to });
        }
        match opcode {
            "fneg" => Ok(InstKind::FloatNeg { a: self.typed_value()? }),
            "freeze" => Ok(InstKind::Freeze { value: self.typed_value()? }),
            "select" => {
                let [cond, a, b] = self.three_operands()?;
                Ok(InstKind::Select { cond, a, b })
            }
            "extractelement" => {
                let vector = self.typed_value()?;
                self.expect(b',')?;
                let index = self.typed_value()?;
                Ok(InstKind::ExtractElement { vector, index })
            }
            "insertelement" => {
                let [vector, element, index] = self.three_operands()?;
                Ok(InstKind::InsertElement { vector, element, index })
            }
            "shufflevector" => {
                let [a, b, mask] = self.three_operands()?;
                Ok(InstKind::ShuffleVector { a, b, mask })
            }
            "getelementptr" => self.element_pointer(flags, &mut Tail::default()),
            "extractvalue" => self.extract_value(&mut Tail::default()),
            "insertvalue" => self.insert_value(&mut Tail::default()),
            _ => Err(self.error(format!("unknown operation '{opcode}'"))),
        }
    }

    fn two_operands(&mut self, expression: bool) -> Parse<(TypedValue<'a>, Value<'a>)> {
        let a = self.typed_value()?;
        self.expect(b',')?;
        let b = if expression { self.typed_value()?.value } else { self.value(a.ty)? };
        Ok((a, b))
    }

    fn three_operands(&mut self) -> Parse<[TypedValue<'a>; 3]> {
        let a = self.typed_value()?;
        self.expect(b',')?;
        let b = self.typed_value()?;
        self.expect(b',')?;
        let c = self.typed_value()?;
        Ok([a, b, c])
    }

    pub(super) fn comparison(
        &mut self,
        opcode: &str,
        predicate: &str,
        expression: bool,
    ) -> Parse<InstKind<'a>> {
        if opcode == "icmp" {
            let op = compare_op(predicate).ok_or_else(|| self.bad_predicate(predicate))?;
            let (a, b) = self.two_operands(expression)?;
            return Ok(InstKind::Compare { op, a, b });
        }
        let op = float_compare_op(predicate).ok_or_else(|| self.bad_predicate(predicate))?;
        let (a, b) = self.two_operands(expression)?;
        Ok(InstKind::FloatCompare { op, a, b })
    }

    fn bad_predicate(&self, predicate: &str) -> super::ParseError {
        self.error(format!("unknown comparison '{predicate}'"))
    }

    fn element_pointer(&mut self, flags: &[&'a str], tail: &mut Tail) -> Parse<InstKind<'a>> {
        let source = self.parse_type()?;
        self.expect(b',')?;
        let base = self.typed_value()?;
        let mut indices = Vec::new();
        while self.accept(b',')? {
            if let Token::MetadataName(_) = self.token {
                self.tail_item(tail)?;
                continue;
            }
            // LLVM before 19 marks an index of a vtable access.
            self.accept_word("inrange")?;
            indices.push(self.typed_value()?);
        }
        let in_bounds = flags.contains(&"inbounds");
        Ok(InstKind::ElementPointer { source, in_bounds, base, indices })
    }

    fn extract_value(&mut self, tail: &mut Tail) -> Parse<InstKind<'a>> {
        let aggregate = self.typed_value()?;
        let path = self.index_path(tail)?;
        Ok(InstKind::ExtractValue { aggregate, path })
    }

    fn insert_value(&mut self, tail: &mut Tail) -> Parse<InstKind<'a>> {
        let aggregate = self.typed_value()?;
        self.expect(b',')?;
        let element = self.typed_value()?;
        let path = self.index_path(tail)?;
        Ok(InstKind::InsertValue { aggregate, element, path })
    }

    fn index_path(&mut self, tail: &mut Tail) -> Parse<Vec<u64>> {
        let mut path = Vec::new();
        while self.accept(b',')? {
            match self.token {
                Token::Integer(_) => path.push(self.unsigned("an index")?),
                _ => self.tail_item(tail)?,
            }
        }
        Ok(path)
    }

    fn phi(&mut self, tail: &mut Tail) -> Parse<InstKind<'a>> {
        self.flags()?;
        let ty = self.parse_type()?;
        let mut incoming = Vec::new();
        loop {
            self.expect(b'[')?;
            let value = self.value(ty)?;
            self.expect(b',')?;
            let label = self.label_name()?;
            self.expect(b']')?;
            incoming.push((value, label));
            while self.accept(b',')? {
                if self.is_punct(b'[') {
                    break;
                }
                self.tail_item(tail)?;
            }
            if !self.is_punct(b'[') {
                return Ok(InstKind::Phi { ty, incoming });
            }
        }
    }

    fn alloca(&mut self, tail: &mut Tail) -> Parse<InstKind<'a>> {
        self.flags()?;
        let ty = self.parse_type()?;
        let mut count = None;
        while self.accept(b',')? {
            if self.at_type() {
                count = Some(self.typed_value()?);
            } else {
                self.tail_item(tail)?;
            }
        }
        Ok(InstKind::Alloca { ty, count, align: tail.align })
    }

    fn load(&mut self) -> Parse<InstKind<'a>> {
        let flags = self.flags()?;
        let ty = self.parse_type()?;
        self.expect(b',')?;
        let ptr = self.typed_value()?;
        let order = self.ordering()?;
        let volatile = flags.contains(&"volatile");
        Ok(InstKind::Load { ty, ptr, align: None, volatile, order })
    }

    fn store(&mut self) -> Parse<InstKind<'a>> {
        let flags = self.flags()?;
        let value = self.typed_value()?;
        self.expect(b',')?;
        let ptr = self.typed_value()?;
        let order = self.ordering()?;
        let volatile = flags.contains(&"volatile");
        Ok(InstKind::Store { value, ptr, align: None, volatile, order })
    }

    /// An optional `syncscope("…")` and memory order.
    fn ordering(&mut self) -> Parse<Option<Ordering>> {
        self.scope()?;
        let Token::Word(word) = self.token else { return Ok(None) };
        let Some(order) = memory_order(word) else { return Ok(None) };
        // An order always stands on the line of its instruction.
        if self.at_new_line() {
            return Ok(None);
        }
        self.advance()?;
        Ok(Some(order))
    }

    /// An optional `syncscope("…")`.
    fn scope(&mut self) -> Parse<Option<&'a str>> {
        if !self.accept_word("syncscope")? {
            return Ok(None);
        }
        self.expect(b'(')?;
        let Token::Text(name) = self.token else { return Err(self.expected("a name")) };
        self.advance()?;
        self.expect(b')')?;
        Ok(Some(name))
    }

    fn required_ordering(&mut self) -> Parse<Ordering> {
        self.ordering()?.ok_or_else(|| self.expected("a memory order"))
    }

    fn compare_exchange(&mut self) -> Parse<InstKind<'a>> {
        let flags = self.flags()?;
        let [ptr, expected, new] = self.three_operands()?;
        let success = self.required_ordering()?;
        let failure = self.required_ordering()?;
        let weak = flags.contains(&"weak");
        Ok(InstKind::CompareExchange { ptr, expected, new, weak, success, failure })
    }

    fn atomic_update(&mut self) -> Parse<InstKind<'a>> {
        let flags = self.flags()?;
        let name = *flags.last().ok_or_else(|| self.expected("an atomic operation"))?;
        let op = atomic_op(name).ok_or(name);
        let ptr = self.typed_value()?;
        self.expect(b',')?;
        let value = self.typed_value()?;
        let order = self.required_ordering()?;
        Ok(InstKind::AtomicUpdate { op, ptr, value, order })
    }

    fn landing_pad(&mut self) -> Parse<InstKind<'a>> {
        let ty = self.parse_type()?;
        loop {
            match self.token {
                Token::Word("cleanup") => {
                    self.advance()?;
                }
                Token::Word("catch" | "filter") => {
                    self.advance()?;
                    self.typed_value()?;
                }
                _ => return Ok(InstKind::LandingPad { ty }),
            }
        }
    }

    fn call(&mut self) -> Parse<InstKind<'a>> {
        let call = self.call_operands()?;
        Ok(self.debug_call(&call).unwrap_or_else(|| InstKind::Call(Box::new(call))))
    }

    /// Everything of a call from its flags to its operand bundles.
    fn call_operands(&mut self) -> Parse<Call<'a>> {
        self.call_words()?;
        let ty = self.parse_type()?;
        let callee = self.value(ty)?;
        let args = self.call_args()?;
        self.call_attributes()?;
        let (result, varargs) = match self.module.types.kind(ty) {
            TypeKind::Function { result, varargs, .. } => (*result, *varargs),
            _ => (ty, false),
        };
        Ok(Call { result, callee, args, varargs })
    }

    /// Fast-math flags, calling convention and result attributes.
    fn call_words(&mut self) -> Parse<()> {
        while !self.at_type() {
            match self.token {
                Token::Word("cc" | "align") => {
                    self.advance()?;
                    let parenthesised = self.accept(b'(')?;
                    self.unsigned("a number")?;
                    if parenthesised {
                        self.expect(b')')?;
                    }
                }
                Token::Word(_) | Token::Text(_) => {
                    self.advance()?;
                    self.skip_group_if_open()?;
                }
                _ => return Err(self.expected("the type of a call")),
            }
        }
        Ok(())
    }

    fn call_args(&mut self) -> Parse<Vec<CallArg<'a>>> {
        self.expect(b'(')?;
        let mut args = Vec::new();
        while !self.is_punct(b')') {
            let ty = self.parse_type()?;
            // What follows `metadata` may be a type, which must not be taken for an attribute.
            let attributes = match self.module.types.kind(ty) {
                TypeKind::Metadata => ParamAttributes::default(),
                _ => self.param_attributes()?,
            };
            let value = self.value(ty)?;
            args.push(CallArg {
                value: TypedValue { ty, value },
                by_value: attributes.by_value,
                element: attributes.element,
                align: attributes.align,
            });
            if !self.accept(b',')? {
                break;
            }
        }
        self.expect(b')')?;
        Ok(args)
    }

    /// Function attributes and operand bundles after the arguments.
    fn call_attributes(&mut self) -> Parse<()> {
        loop {
            match self.token {
                Token::Punct(b'[') => self.skip_group()?,
                Token::Word("to") => return Ok(()),
                Token::Word(_) if self.at_new_line() => return Ok(()),
                Token::AttributeGroup(_) => {
                    self.advance()?;
                }
                Token::Word(_) | Token::Text(_) => {
                    self.advance()?;
                    if self.accept(b'=')? {
                        self.string("an attribute value")?;
                    }
                    self.skip_group_if_open()?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Recognises calls of the debug intrinsics, which LLVM before 19 prints instead of records.
    fn debug_call(&self, call: &Call<'a>) -> Option<InstKind<'a>> {
        let Value::Symbol(symbol) = call.callee else { return None };
        let name = self.module.symbols[symbol].strip_prefix("llvm.dbg.")?;
        let operands: Vec<&Value<'a>> = call.args.iter().map(|arg| &arg.value.value).collect();
        Some(debug_variable(name, &operands))
    }

    fn debug_record(&mut self, name: &'a str) -> Parse<InstKind<'a>> {
        self.advance()?;
        self.expect(b'(')?;
        let metadata = self.module.types.intern(TypeKind::Metadata);
        let mut operands = Vec::new();
        while !self.is_punct(b')') {
            operands.push(self.value(metadata)?);
            if !self.accept(b',')? {
                break;
            }
        }
        self.expect(b')')?;
        let operands: Vec<&Value<'a>> = operands.iter().collect();
        Ok(debug_variable(name.strip_prefix("dbg_").unwrap_or(name), &operands))
    }

    fn terminator(&mut self, opcode: &str) -> Parse<TerminatorKind<'a>> {
        match opcode {
            "ret" => self.ret(),
            "br" => self.branch(),
            "switch" => self.switch(),
            "indirectbr" => self.indirect_branch(),
            "invoke" => self.invoke(),
            _ => Ok(TerminatorKind::Unreachable),
        }
    }

    fn ret(&mut self) -> Parse<TerminatorKind<'a>> {
        let ty = self.parse_type()?;
        if *self.module.types.kind(ty) == TypeKind::Void {
            return Ok(TerminatorKind::Return(None));
        }
        let value = self.value(ty)?;
        Ok(TerminatorKind::Return(Some(TypedValue { ty, value })))
    }

    fn branch(&mut self) -> Parse<TerminatorKind<'a>> {
        if self.is_word("label") {
            return Ok(TerminatorKind::Branch(self.label_operand()?));
        }
        let cond = self.typed_value()?;
        if *self.module.types.kind(cond.ty) != TypeKind::Int(1) {
            return Err(self.error("a branch condition must have type i1".to_owned()));
        }
        self.expect(b',')?;
        let then = self.label_operand()?;
        self.expect(b',')?;
        let otherwise = self.label_operand()?;
        Ok(TerminatorKind::CondBranch { cond: cond.value, then, otherwise })
    }

    fn switch(&mut self) -> Parse<TerminatorKind<'a>> {
        let value = self.typed_value()?;
        self.expect(b',')?;
        let default = self.label_operand()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.is_punct(b']') {
            let case = self.typed_value()?;
            self.expect(b',')?;
            cases.push((case.value, self.label_operand()?));
        }
        self.expect(b']')?;
        Ok(TerminatorKind::Switch { value, default, cases })
    }

    fn indirect_branch(&mut self) -> Parse<TerminatorKind<'a>> {
        let address = self.typed_value()?;
        self.expect(b',')?;
        self.expect(b'[')?;
        let mut targets = Vec::new();
        while !self.is_punct(b']') {
            targets.push(self.label_operand()?);
            if !self.accept(b',')? {
                break;
            }
        }
        self.expect(b']')?;
        Ok(TerminatorKind::IndirectBranch { address, targets })
    }

    fn invoke(&mut self) -> Parse<TerminatorKind<'a>> {
        let call = self.call_operands()?;
        self.expect_word("to")?;
        let normal = self.label_operand()?;
        self.expect_word("unwind")?;
        self.label_operand()?;
        Ok(TerminatorKind::Invoke { call, normal })
    }
}

fn with_alignment<'a>(mut kind: InstKind<'a>, found: Option<u64>) -> InstKind<'a> {
    if let InstKind::Load { align, .. }
    | InstKind::Store { align, .. }
    | InstKind::Alloca { align, .. } = &mut kind
    {
        *align = found;
    }
    kind
}

/// `operands`: what holds the variable, the variable, its expression.
fn debug_variable<'a>(name: &str, operands: &[&Value<'a>]) -> InstKind<'a> {
    let kind = match name {
        "declare" | "addr" => DebugRecordKind::Declare,
        "value" => DebugRecordKind::Value,
        _ => return InstKind::Nothing,
    };
    // With a non-empty expression the local holds something else than the variable itself.
    if let [
        Value::AsMetadata(value),
        Value::MetadataRef(variable),
        Value::MetadataNode { empty: true },
        ..,
    ] = operands
        && let Value::Local(local) = value.value
    {
        return InstKind::DebugVariable { kind, local, variable: *variable };
    }
    InstKind::Nothing
}

fn is_operation(opcode: &str) -> bool {
    binary_op(opcode).is_some()
        || float_binary_op(opcode).is_some()
        || cast_kind(opcode).is_some()
        || matches!(
            opcode,
            "fneg" | "freeze" | "select" | "extractelement" | "insertelement" | "shufflevector"
        )
}

fn binary_op(opcode: &str) -> Option<BinaryOp> {
    Some(match opcode {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "mul" => BinaryOp::Mul,
        "udiv" => BinaryOp::UDiv,
        "sdiv" => BinaryOp::SDiv,
        "urem" => BinaryOp::URem,
        "srem" => BinaryOp::SRem,
        "and" => BinaryOp::And,
        "or" => BinaryOp::Or,
        "xor" => BinaryOp::Xor,
        "shl" => BinaryOp::Shl,
        "lshr" => BinaryOp::LShr,
        "ashr" => BinaryOp::AShr,
        _ => return None,
    })
}

fn float_binary_op(opcode: &str) -> Option<FloatBinaryOp> {
    Some(match opcode {
        "fadd" => FloatBinaryOp::Add,
        "fsub" => FloatBinaryOp::Sub,
        "fmul" => FloatBinaryOp::Mul,
        "fdiv" => FloatBinaryOp::Div,
        "frem" => FloatBinaryOp::Rem,
        _ => return None,
    })
}

fn cast_kind(opcode: &str) -> Option<CastKind> {
    Some(match opcode {
        "trunc" => CastKind::Plain(CastOp::Trunc),
        "zext" => CastKind::Plain(CastOp::ZExt),
        "sext" => CastKind::Plain(CastOp::SExt),
        "fptrunc" => CastKind::Plain(CastOp::FpTrunc),
        "fpext" => CastKind::Plain(CastOp::FpExt),
        "fptoui" => CastKind::Plain(CastOp::FpToUi),
        "fptosi" => CastKind::Plain(CastOp::FpToSi),
        "uitofp" => CastKind::Plain(CastOp::UiToFp),
        "sitofp" => CastKind::Plain(CastOp::SiToFp),
        "ptrtoint" | "ptrtoaddr" => CastKind::PtrToInt,
        "inttoptr" => CastKind::IntToPtr,
        "bitcast" | "addrspacecast" => CastKind::BitCast,
        _ => return None,
    })
}

fn compare_op(predicate: &str) -> Option<CompareOp> {
    Some(match predicate {
        "eq" => CompareOp::Eq,
        "ne" => CompareOp::Ne,
        "ult" => CompareOp::Ult,
        "ule" => CompareOp::Ule,
        "ugt" => CompareOp::Ugt,
        "uge" => CompareOp::Uge,
        "slt" => CompareOp::Slt,
        "sle" => CompareOp::Sle,
        "sgt" => CompareOp::Sgt,
        "sge" => CompareOp::Sge,
        _ => return None,
    })
}

fn float_compare_op(predicate: &str) -> Option<FloatCompareOp> {
    Some(match predicate {
        "false" => FloatCompareOp::False,
        "oeq" => FloatCompareOp::Oeq,
        "ogt" => FloatCompareOp::Ogt,
        "oge" => FloatCompareOp::Oge,
        "olt" => FloatCompareOp::Olt,
        "ole" => FloatCompareOp::Ole,
        "one" => FloatCompareOp::One,
        "ord" => FloatCompareOp::Ord,
        "ueq" => FloatCompareOp::Ueq,
        "ugt" => FloatCompareOp::Ugt,
        "uge" => FloatCompareOp::Uge,
        "ult" => FloatCompareOp::Ult,
        "ule" => FloatCompareOp::Ule,
        "une" => FloatCompareOp::Une,
        "uno" => FloatCompareOp::Uno,
        "true" => FloatCompareOp::True,
        _ => return None,
    })
}

fn memory_order(word: &str) -> Option<Ordering> {
    Some(match word {
        "unordered" => Ordering::Unordered,
        "monotonic" => Ordering::Relaxed,
        "acquire" => Ordering::Acquire,
        "release" => Ordering::Release,
        "acq_rel" => Ordering::AcqRel,
        "seq_cst" => Ordering::SeqCst,
        _ => return None,
    })
}

fn atomic_op(name: &str) -> Option<AtomicOp> {
    Some(match name {
        "xchg" => AtomicOp::Exchange,
        "add" => AtomicOp::Add,
        "sub" => AtomicOp::Sub,
        "and" => AtomicOp::And,
        "nand" => AtomicOp::Nand,
        "or" => AtomicOp::Or,
        "xor" => AtomicOp::Xor,
        "max" => AtomicOp::Max,
        "min" => AtomicOp::Min,
        "umax" => AtomicOp::UMax,
        "umin" => AtomicOp::UMin,
        "fadd" => AtomicOp::FAdd,
        "fsub" => AtomicOp::FSub,
        _ => return None,
    })
}
