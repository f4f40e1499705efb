//! A condition at a target as a part of the program: from the tree of its text to operations.
//!
//! It has to hold in the state in which all threads stand at their targets, and is computed there, by whoever is the last to arrive. So a
//! thread that stays leaves the values of the locals that its condition speaks of (or their addresses, if they are in memory) in global variables that
//! nobody else knows. Numbers are as wide as they have to be. A condition that looks at memory through a null pointer does not hold.

use std::collections::BTreeMap;
use std::ops::Range;

use raddle_analysis::Liveness;
use raddle_condition::{ConditionError, Kind, Node, Operator, parse};
use raddle_ir::{
    BinaryOp, Block, BlockData, Body, CastOp, CompareOp, DebugType, DebugTypeId, Global, GlobalId,
    InitPart, Initializer, Inst, Loc, Op, Operand, Overflow, Program, Reg, RegInfo, Terminator,
    Type,
};
use raddle_pointsto::Position;

/// A condition as a user writes it.
#[derive(Clone, Debug)]
pub struct Condition {
    text: String,
    node: Node,
}

impl Condition {
    pub fn parse(text: &str) -> Result<Condition, ConditionError> {
        Ok(Condition { text: text.to_owned(), node: parse(text)? })
    }

    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A condition whose names are known.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    text: String,
    node: Node,
    /// Where the locals are left that it speaks of.
    kept: BTreeMap<String, Kept>,
}

#[derive(Clone, Copy, Debug)]
struct Kept {
    cell: GlobalId,
    ty: DebugTypeId,
    /// What is left there: the value, of this type, or the address.
    value: Option<Type>,
}

/// A local variable of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Local {
    Register(Reg),
    /// The register has its address.
    Memory(Reg),
}

type Found<T> = Result<T, ConditionError>;

/// Numbers are at least this wide, in bits, and at most twice that.
const WIDTH: u32 = 64;

impl Known {
    /// Finds what the names of a condition mean at the places of a target; adds global variables for its locals.
    pub fn new(program: &mut Program, condition: &Condition, places: &[Position]) -> Found<Known> {
        let Condition { text, node } = condition.clone();
        let mut known = Known { text, node, kept: BTreeMap::new() };
        let mut names = Vec::new();
        names_of(&known.node, &mut names);
        for (name, span) in names {
            if known.kept.contains_key(&name) {
                continue;
            }
            let mut meanings = Vec::new();
            for &at in places {
                meanings.push(known.local(program, at, &name, &span)?);
            }
            meanings.dedup_by_key(|found| found.map(|(_, ty, value)| (ty, value)));
            match meanings[..] {
                [] | [None] => {}
                [Some((_, ty, value))] => {
                    let size =
                        value.map_or(8, |ty| u64::from(ty.bits(&program.target).div_ceil(8)));
                    let cell = program.globals.push(cell(&name, size));
                    known.kept.insert(name, Kept { cell, ty, value });
                }
                _ => {
                    let message = format!("`{name}` is not the same on all ways to this line");
                    return known.error(&span, message);
                }
            }
        }
        Ok(known)
    }

    fn error<T>(&self, span: &Range<usize>, message: impl Into<String>) -> Found<T> {
        let (text, message) = (self.text.clone(), message.into());
        Err(ConditionError { text, span: span.clone(), message })
    }

    /// The local variable that a name means at a place, its type, and the type of its value if it is in a register.
    fn local(
        &self,
        program: &Program,
        at: Position,
        name: &str,
        span: &Range<usize>,
    ) -> Found<Option<(Local, DebugTypeId, Option<Type>)>> {
        let function = &program.functions[at.func];
        let Some(body) = &function.body else { return Ok(None) };
        let mut found: Vec<(Local, Option<DebugTypeId>)> = body
            .regs
            .iter()
            .filter(|(_, info)| info.name.as_deref() == Some(name))
            .map(|(reg, info)| (Local::Register(reg), info.debug_type))
            .collect();
        for inst in body.blocks.values().flat_map(|block| &block.insts) {
            if let Op::Alloca { dst, slot, .. } = inst.op {
                let slot = &body.slots[slot];
                if slot.name.as_deref() == Some(name) {
                    found.push((Local::Memory(dst), slot.debug_type));
                }
            }
        }
        // The argument itself is forgotten where the parameter has a place of its own.
        let is_argument =
            |local: Local| function.params.iter().any(|param| local == Local::Register(param.reg));
        if found.len() > 1 {
            found.retain(|&(local, _)| !is_argument(local));
        }
        if found.len() > 1 {
            // Variables of the same name in different scopes: the one that is used from here on.
            let live = Liveness::new(body).live_at(body, at.block, at.inst as usize);
            let used: Vec<_> = found
                .iter()
                .copied()
                .filter(|(local, _)| match local {
                    Local::Register(reg) | Local::Memory(reg) => live.contains(reg),
                })
                .collect();
            if used.len() == 1 {
                found = used;
            }
        }
        match found[..] {
            [] => Ok(None),
            [(local, Some(ty))] => {
                let value = match local {
                    Local::Register(reg) => Some(body.regs[reg].ty),
                    Local::Memory(_) => None,
                };
                Ok(Some((local, ty, value)))
            }
            [(local, None)] => {
                let param = function.params.iter().find(|p| local == Local::Register(p.reg));
                match param.and_then(|param| Some((param.ty, param.debug_type?))) {
                    Some((ty, debug)) => Ok(Some((local, debug, Some(ty)))),
                    None => self.error(span, format!("the type of `{name}` is not known")),
                }
            }
            _ => self.error(span, format!("there are several `{name}` that may be meant here")),
        }
    }

    /// The operations that leave the locals of a thread at a place, for whoever is the last, and those that take them back if `inside` says that the
    /// thread cannot stay.
    pub fn keep(
        &self,
        program: &Program,
        at: Position,
        inside: Option<Reg>,
        register: &mut dyn FnMut(Type) -> Reg,
    ) -> (Vec<Op>, Vec<Op>) {
        let (mut leave, mut take_back) = (Vec::new(), Vec::new());
        let (align, volatile, order) = (1, false, None);
        for (name, kept) in &self.kept {
            let Ok(Some((local, ..))) = self.local(program, at, name, &(0..0)) else { continue };
            let (Local::Register(reg) | Local::Memory(reg)) = local;
            let (ty, ptr) = (kept.value.unwrap_or(Type::Ptr), Operand::Global(kept.cell, 0));
            let value = Operand::Reg(reg);
            if let Some(inside) = inside {
                let (before, dst, cond) = (register(ty), register(ty), Operand::Reg(inside));
                leave.push(Op::Load { dst: before, ty, ptr, align, volatile, order });
                take_back.push(Op::Select { dst, ty, cond, a: Operand::Reg(before), b: value });
                let value = Operand::Reg(dst);
                take_back.push(Op::Store { ty, value, ptr, align, volatile, order });
            }
            leave.push(Op::Store { ty, value, ptr, align, volatile, order });
        }
        (leave, take_back)
    }

    /// Goes on in `yes` or `no`, from the end of a block on.
    pub fn test(
        &self,
        program: &Program,
        body: &mut Body,
        from: Block,
        (yes, no): (Block, Block),
        loc: Loc,
    ) -> Found<()> {
        let (regs, blocks) = (body.regs.clone(), body.blocks.clone());
        for width in [WIDTH, 2 * WIDTH] {
            let mut writer = Writer {
                known: self,
                program,
                body: &mut *body,
                block: from,
                fails: no,
                loc,
                width,
                most: 0,
            };
            writer.test(&self.node, yes, no)?;
            if writer.most <= width {
                return Ok(());
            }
            (body.regs, body.blocks) = (regs.clone(), blocks.clone());
        }
        self.error(&self.node.span, "this has too large numbers")
    }
}

/// The names in a condition.
fn names_of(node: &Node, found: &mut Vec<(String, Range<usize>)>) {
    match &node.kind {
        Kind::Number(_) | Kind::SizeOfType(_) | Kind::OffsetOf(..) => {}
        Kind::Name(name) => found.push((name.clone(), node.span.clone())),
        Kind::Not(of)
        | Kind::Negative(of)
        | Kind::Pointee(of)
        | Kind::AddressOf(of)
        | Kind::SizeOf(of)
        | Kind::Cast(_, of)
        | Kind::Member { of, .. } => names_of(of, found),
        Kind::Binary(_, a, b) | Kind::Bits(_, a, b) | Kind::Index(a, b) => {
            names_of(a, found);
            names_of(b, found);
        }
        Kind::Choice(a, b, c) => [a, b, c].into_iter().for_each(|part| names_of(part, found)),
        Kind::Call(_, arguments) => arguments.iter().for_each(|one| names_of(one, found)),
    }
}

fn cell(name: &str, size: u64) -> Global {
    Global {
        name: format!("raddle.kept.{name}"),
        source_name: None,
        size,
        align: 8,
        constant: false,
        thread_local: false,
        local: true,
        init: Some(Initializer { parts: vec![(0, InitPart::Bytes(vec![0; size as usize]))] }),
        ty: None,
        loc: Loc::NONE,
    }
}

#[derive(Clone, Copy, Debug)]
enum Meaning {
    /// A number with a sign, and the bits it needs.
    Number(Operand, u32),
    Pointer(Operand, Option<DebugTypeId>),
    /// Something in memory.
    Memory(Operand, DebugTypeId),
}

/// Writes the operations of a condition.
struct Writer<'w> {
    known: &'w Known,
    program: &'w Program,
    body: &'w mut Body,
    block: Block,
    /// Where to go on if the condition means nothing.
    fails: Block,
    loc: Loc,
    width: u32,
    /// The bits that the widest number needs.
    most: u32,
}

impl Writer<'_> {
    fn error<T>(&self, node: &Node, message: impl Into<String>) -> Found<T> {
        self.known.error(&node.span, message)
    }

    fn register(&mut self, ty: Type) -> Reg {
        self.body.regs.push(RegInfo { ty, name: None, debug_type: None })
    }

    fn push(&mut self, op: Op) {
        self.body.blocks[self.block].insts.push(Inst { op, loc: self.loc });
    }

    fn new_block(&mut self) -> Block {
        self.body.blocks.push(BlockData {
            insts: Vec::new(),
            terminator: Terminator::Unreachable,
            terminator_loc: self.loc,
        })
    }

    fn end_with(&mut self, terminator: Terminator) {
        let data = &mut self.body.blocks[self.block];
        data.terminator = terminator;
        data.terminator_loc = self.loc;
    }

    fn number_type(&self) -> Type {
        Type::Int(self.width as u16)
    }

    fn number(&mut self, operand: Operand, bits: u32) -> Meaning {
        self.most = self.most.max(bits);
        Meaning::Number(operand, bits)
    }

    fn constant(&mut self, number: i128) -> Meaning {
        let magnitude = if number < 0 { !number } else { number };
        let bits = 129 - magnitude.leading_zeros();
        let operand = match self.width {
            WIDTH => Operand::Const(number as u64),
            _ => Operand::Wide { low: number as u64, high: (number >> 64) as u64 },
        };
        self.number(operand, bits)
    }

    /// Branches by the truth of a part.
    fn test(&mut self, node: &Node, yes: Block, no: Block) -> Found<()> {
        match &node.kind {
            Kind::Binary(Operator::And, a, b) => {
                let middle = self.new_block();
                self.test(a, middle, no)?;
                self.block = middle;
                self.test(b, yes, no)
            }
            Kind::Binary(Operator::Or, a, b) => {
                let middle = self.new_block();
                self.test(a, yes, middle)?;
                self.block = middle;
                self.test(b, yes, no)
            }
            Kind::Not(of) => self.test(of, no, yes),
            _ => {
                let (ty, a) = match self.meaning(node)? {
                    Meaning::Number(value, _) => (self.number_type(), value),
                    Meaning::Pointer(value, _) => (Type::Ptr, value),
                    Meaning::Memory(..) => {
                        return self.error(node, "this is no number and no pointer");
                    }
                };
                let truth = self.compare(CompareOp::Ne, ty, a, self.zero(ty));
                self.end_with(Terminator::Branch {
                    cond: Operand::Reg(truth),
                    then: yes,
                    otherwise: no,
                });
                Ok(())
            }
        }
    }

    fn zero(&self, ty: Type) -> Operand {
        match ty {
            Type::Int(bits) if u32::from(bits) > 64 => Operand::Wide { low: 0, high: 0 },
            _ => Operand::Const(0),
        }
    }

    fn compare(&mut self, op: CompareOp, ty: Type, a: Operand, b: Operand) -> Reg {
        let dst = self.register(Type::BOOL);
        self.push(Op::Compare { dst, op, ty, a, b });
        dst
    }

    /// A truth as a number.
    fn truth(&mut self, from: Reg) -> Meaning {
        let value = self.cast(CastOp::ZExt, Type::BOOL, Operand::Reg(from));
        self.number(value, 2)
    }

    fn cast(&mut self, op: CastOp, from: Type, a: Operand) -> Operand {
        let to = self.number_type();
        if from == to {
            return a;
        }
        let dst = self.register(to);
        self.push(Op::Cast { dst, op, from, to, a });
        Operand::Reg(dst)
    }

    /// What a part means; memory is read.
    fn meaning(&mut self, node: &Node) -> Found<Meaning> {
        match self.place(node)? {
            Meaning::Memory(address, ty) => self.read(node, address, ty),
            other => Ok(other),
        }
    }

    fn as_number(&mut self, node: &Node) -> Found<(Operand, u32)> {
        match self.meaning(node)? {
            Meaning::Number(value, bits) => Ok((value, bits)),
            Meaning::Pointer(..) => self.error(node, "this is a pointer, not a number"),
            Meaning::Memory(..) => self.error(node, "this is no number"),
        }
    }

    fn as_pointer(&mut self, node: &Node) -> Found<(Operand, Option<DebugTypeId>)> {
        match self.meaning(node)? {
            Meaning::Pointer(value, to) => Ok((value, to)),
            Meaning::Number(..) | Meaning::Memory(..) => self.error(node, "this is no pointer"),
        }
    }

    fn place(&mut self, node: &Node) -> Found<Meaning> {
        match &node.kind {
            Kind::Number(number) => Ok(self.constant(*number)),
            Kind::Name(name) => self.named(node, name),
            Kind::Not(_) | Kind::Binary(Operator::And | Operator::Or, ..) => self.decided(node),
            Kind::Negative(of) => {
                let (b, bits) = self.as_number(of)?;
                let zero = self.zero(self.number_type());
                let value = self.binary(BinaryOp::Sub, zero, b);
                Ok(self.number(value, bits + 1))
            }
            Kind::Pointee(of) => {
                let (address, to) = self.as_pointer(of)?;
                self.demand(address);
                self.pointee(node, address, to)
            }
            Kind::AddressOf(of) => match self.place(of)? {
                Meaning::Memory(address, ty) => Ok(Meaning::Pointer(address, Some(ty))),
                Meaning::Number(..) | Meaning::Pointer(..) => {
                    self.error(node, "only what is in memory has an address")
                }
            },
            Kind::SizeOf(_) | Kind::SizeOfType(_) | Kind::OffsetOf(..) | Kind::Cast(..) => {
                self.error(node, "neither sizes nor casts can be spoken of at a target")
            }
            Kind::Bits(..) | Kind::Choice(..) => {
                self.error(node, "at a target, neither bits nor `?` can be spoken of")
            }
            Kind::Member { of, name, arrow } => self.member(node, of, name, *arrow),
            Kind::Index(array, index) => self.element(node, array, index),
            Kind::Binary(operator, a, b) => self.calculation(node, *operator, a, b),
            Kind::Call(name, arguments) => match (name.as_str(), &arguments[..]) {
                ("null", [pointer]) => {
                    let (address, _) = self.as_pointer(pointer)?;
                    let truth = self.compare(CompareOp::Eq, Type::Ptr, address, Operand::Const(0));
                    Ok(self.truth(truth))
                }
                _ => self.error(node, format!("`{name}` is not known here; there is null(p)")),
            },
        }
    }

    /// The truth of a part that needs branches, as a number.
    fn decided(&mut self, node: &Node) -> Found<Meaning> {
        let (ty, result) = (self.number_type(), self.register(self.number_type()));
        let (yes, no, behind) = (self.new_block(), self.new_block(), self.new_block());
        self.test(node, yes, no)?;
        for (block, truth) in [(yes, 1), (no, 0)] {
            self.block = block;
            let Meaning::Number(src, _) = self.constant(truth) else { continue };
            self.push(Op::Copy { dst: result, ty, src });
            self.end_with(Terminator::Jump(behind));
        }
        self.block = behind;
        Ok(self.number(Operand::Reg(result), 2))
    }

    /// Goes on only with a pointer that is not null.
    fn demand(&mut self, pointer: Operand) {
        if let Operand::Global(..) = pointer {
            return;
        }
        let truth = self.compare(CompareOp::Ne, Type::Ptr, pointer, Operand::Const(0));
        let (then, otherwise) = (self.new_block(), self.fails);
        self.end_with(Terminator::Branch { cond: Operand::Reg(truth), then, otherwise });
        self.block = then;
    }

    fn pointee(&self, node: &Node, address: Operand, to: Option<DebugTypeId>) -> Found<Meaning> {
        match to {
            Some(ty) => Ok(Meaning::Memory(address, ty)),
            None => self.error(node, "what this points to has no type"),
        }
    }

    fn named(&mut self, node: &Node, name: &str) -> Found<Meaning> {
        if let Some(Kept { cell, ty, value }) = self.known.kept.get(name).copied() {
            let from = value.unwrap_or(Type::Ptr);
            let dst = self.load(from, Operand::Global(cell, 0));
            return match value {
                None => Ok(Meaning::Memory(dst, ty)),
                Some(from) => self.scalar(node, dst, from, ty),
            };
        }
        let is_called =
            |global: &Global| global.source_name.as_deref().unwrap_or(&global.name) == name;
        if let Some((id, global)) = self.program.globals.iter().find(|(_, one)| is_called(one)) {
            return match global.ty {
                Some(ty) => Ok(Meaning::Memory(Operand::Global(id, 0), ty)),
                None => self.error(node, format!("the type of `{name}` is not known")),
            };
        }
        for ty in self.program.types.values() {
            if let DebugType::Enum { values, .. } = ty
                && let Some((_, value)) = values.iter().find(|(known, _)| known == name)
            {
                return Ok(self.constant(i128::from(*value)));
            }
        }
        let message =
            format!("there is no variable `{name}` at the target, neither local nor global");
        self.error(node, message)
    }

    fn load(&mut self, ty: Type, ptr: Operand) -> Operand {
        let dst = self.register(ty);
        self.push(Op::Load { dst, ty, ptr, align: 1, volatile: false, order: None });
        Operand::Reg(dst)
    }

    fn read(&mut self, node: &Node, address: Operand, ty: DebugTypeId) -> Found<Meaning> {
        let bits = match &self.program.types[self.program.resolved_type(ty)] {
            DebugType::Array { element, .. } => {
                return Ok(Meaning::Pointer(address, Some(*element)));
            }
            DebugType::Struct { .. } => return Ok(Meaning::Memory(address, ty)),
            DebugType::Pointer { .. } => {
                let value = self.load(Type::Ptr, address);
                return self.scalar(node, value, Type::Ptr, ty);
            }
            DebugType::Signed { bits, .. }
            | DebugType::Unsigned { bits, .. }
            | DebugType::Char { bits, .. }
            | DebugType::Bool { bits, .. }
            | DebugType::Enum { bits, .. } => *bits,
            DebugType::Float { .. }
            | DebugType::Typedef { .. }
            | DebugType::Function
            | DebugType::Unknown { .. } => {
                return self.error(node, "this is no integer and no pointer");
            }
        };
        let from = Type::Int(bits as u16);
        let value = self.load(from, address);
        self.scalar(node, value, from, ty)
    }

    /// A number or pointer from a value of its type.
    fn scalar(
        &mut self,
        node: &Node,
        value: Operand,
        from: Type,
        ty: DebugTypeId,
    ) -> Found<Meaning> {
        let signed = match &self.program.types[self.program.resolved_type(ty)] {
            DebugType::Pointer { to, .. } => return Ok(Meaning::Pointer(value, *to)),
            DebugType::Struct { .. } if from == Type::Ptr => return Ok(Meaning::Memory(value, ty)),
            DebugType::Signed { .. } | DebugType::Enum { .. } => true,
            DebugType::Char { signed, .. } => *signed,
            DebugType::Unsigned { .. } | DebugType::Bool { .. } => false,
            _ => return self.error(node, "this is no integer and no pointer"),
        };
        let bits = from.bits(&self.program.target);
        let op = if signed { CastOp::SExt } else { CastOp::ZExt };
        let wide = if bits > self.width { value } else { self.cast(op, from, value) };
        Ok(self.number(wide, if signed { bits } else { bits + 1 }))
    }

    fn size(&self, ty: DebugTypeId) -> Option<u64> {
        let bits = match &self.program.types[self.program.resolved_type(ty)] {
            DebugType::Signed { bits, .. }
            | DebugType::Unsigned { bits, .. }
            | DebugType::Char { bits, .. }
            | DebugType::Bool { bits, .. }
            | DebugType::Float { bits, .. }
            | DebugType::Pointer { bits, .. }
            | DebugType::Enum { bits, .. } => u64::from(*bits),
            DebugType::Struct { bits, .. } => *bits,
            DebugType::Array { element, count } => {
                self.size(*element)?.checked_mul(8 * (*count)?)?
            }
            DebugType::Typedef { .. } | DebugType::Function | DebugType::Unknown { .. } => {
                return None;
            }
        };
        Some(bits.div_ceil(8))
    }

    fn member(&mut self, node: &Node, of: &Node, name: &str, arrow: bool) -> Found<Meaning> {
        let (base, ty) = if arrow {
            match self.as_pointer(of)? {
                (base, Some(ty)) => {
                    self.demand(base);
                    (base, ty)
                }
                (_, None) => return self.error(of, "what this points to has no type"),
            }
        } else {
            match self.place(of)? {
                Meaning::Memory(base, ty) => (base, ty),
                Meaning::Pointer(..) => return self.error(of, "this is a pointer: use `->`"),
                Meaning::Number(..) => return self.error(of, "this is no struct"),
            }
        };
        let DebugType::Struct { fields, .. } = &self.program.types[self.program.resolved_type(ty)]
        else {
            return self.error(of, "this is no struct");
        };
        let Some(field) = fields.iter().find(|field| field.name == name) else {
            let known: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
            return self
                .error(node, format!("there is no member `{name}`, only {}", known.join(", ")));
        };
        if field.offset_bits % 8 != 0 || field.bits % 8 != 0 {
            return self.error(node, "bit-fields cannot be spoken of");
        }
        let address = self.address(base, (field.offset_bits / 8) as i64, Vec::new());
        Ok(Meaning::Memory(address, field.ty))
    }

    fn address(
        &mut self,
        base: Operand,
        offset: i64,
        indices: Vec<(Operand, Type, u64)>,
    ) -> Operand {
        let dst = self.register(Type::Ptr);
        self.push(Op::Address { dst, base, offset, indices, in_bounds: false });
        Operand::Reg(dst)
    }

    fn element(&mut self, node: &Node, array: &Node, index: &Node) -> Found<Meaning> {
        let (base, to) = self.as_pointer(array)?;
        self.demand(base);
        let (index, _) = self.as_number(index)?;
        let Some((size, ty)) = to.and_then(|to| Some((self.size(to)?, to))) else {
            return self.error(array, "the size of what this points to is not known");
        };
        let index = match self.width {
            WIDTH => index,
            _ => {
                let (dst, from) = (self.register(Type::Int(64)), self.number_type());
                let (op, to) = (CastOp::Trunc, Type::Int(64));
                self.push(Op::Cast { dst, op, from, to, a: index });
                Operand::Reg(dst)
            }
        };
        let address = self.address(base, 0, vec![(index, Type::Int(64), size)]);
        self.pointee(node, address, Some(ty))
    }

    fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Operand {
        let (ty, dst) = (self.number_type(), self.register(self.number_type()));
        self.push(Op::Binary { dst, op, ty, a, b, overflow: Overflow::default() });
        Operand::Reg(dst)
    }

    fn calculation(
        &mut self,
        node: &Node,
        operator: Operator,
        a: &Node,
        b: &Node,
    ) -> Found<Meaning> {
        let (left, right) = (self.meaning(a)?, self.meaning(b)?);
        let (x, y) = match (left, right) {
            (Meaning::Number(x, bits), Meaning::Number(y, more)) => {
                let bits = (bits, more);
                return self.of_numbers(node, operator, (x, y), bits);
            }
            (Meaning::Pointer(..), Meaning::Number(..)) if operator == Operator::Add => {
                let Meaning::Memory(address, ty) = self.element(node, a, b)? else {
                    return self.error(node, "this is no pointer");
                };
                return Ok(Meaning::Pointer(address, Some(ty)));
            }
            (left, right) => (self.compared(a, left)?, self.compared(b, right)?),
        };
        let op = match operator {
            Operator::Equal => CompareOp::Eq,
            Operator::NotEqual => CompareOp::Ne,
            Operator::Less => CompareOp::Ult,
            Operator::LessEqual => CompareOp::Ule,
            Operator::Greater => CompareOp::Ugt,
            Operator::GreaterEqual => CompareOp::Uge,
            _ => return self.error(node, "pointers cannot be computed with like this"),
        };
        let truth = self.compare(op, Type::Ptr, x, y);
        Ok(self.truth(truth))
    }

    /// A pointer, or the null that one is compared with.
    fn compared(&self, node: &Node, meaning: Meaning) -> Found<Operand> {
        match meaning {
            Meaning::Pointer(value, _) => Ok(value),
            Meaning::Number(Operand::Const(0) | Operand::Wide { low: 0, high: 0 }, _) => {
                Ok(Operand::Const(0))
            }
            Meaning::Number(..) | Meaning::Memory(..) => {
                self.error(node, "a pointer is compared with this, which is none")
            }
        }
    }

    fn of_numbers(
        &mut self,
        node: &Node,
        operator: Operator,
        (x, y): (Operand, Operand),
        (bits, more): (u32, u32),
    ) -> Found<Meaning> {
        let wider = bits.max(more) + 1;
        let (op, needed) = match operator {
            Operator::Add => (BinaryOp::Add, wider),
            Operator::Subtract => (BinaryOp::Sub, wider),
            Operator::Multiply => (BinaryOp::Mul, bits + more),
            Operator::Divide => (BinaryOp::SDiv, wider),
            Operator::Remainder => (BinaryOp::SRem, wider),
            Operator::Equal => return Ok(self.comparison(CompareOp::Eq, x, y)),
            Operator::NotEqual => return Ok(self.comparison(CompareOp::Ne, x, y)),
            Operator::Less => return Ok(self.comparison(CompareOp::Slt, x, y)),
            Operator::LessEqual => return Ok(self.comparison(CompareOp::Sle, x, y)),
            Operator::Greater => return Ok(self.comparison(CompareOp::Sgt, x, y)),
            Operator::GreaterEqual => return Ok(self.comparison(CompareOp::Sge, x, y)),
            Operator::And | Operator::Or => return self.decided(node),
        };
        let value = self.binary(op, x, y);
        Ok(self.number(value, needed))
    }

    fn comparison(&mut self, op: CompareOp, x: Operand, y: Operand) -> Meaning {
        let truth = self.compare(op, self.number_type(), x, y);
        self.truth(truth)
    }
}
