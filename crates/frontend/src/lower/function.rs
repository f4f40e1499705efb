//! One function: registers, blocks, and the place where operations are emitted.

use raddle_ir::{
    BinaryOp, Block, BlockData, Body, DebugTypeId, Entity, EntityMap, FuncId, Inst, Loc,
    NON_TEMPORAL_STORE, Op, Operand, Overflow, Program, Reg, RegInfo, Slot, SlotId, Terminator,
    Type,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::constants::{Base, Scalar, number_operand};
use super::debug::{DebugTables, Variable};
use super::layout::Leaf;
use super::{Issue, ModuleContext, malformed};
use crate::ast::{
    DebugRecordKind, FunctionDef, Inst as AstInst, InstKind, LabelId, LocalId, TypeId, TypeKind,
    TypedValue, Value,
};
use crate::coalesce::coalesce;
use crate::error::FrontendError;
use crate::pointers::retype;
use crate::promote::{Promotion, Sizes, promotable};
use crate::thread::thread_jumps;

pub(super) type Operands = SmallVec<[Operand; 2]>;

/// The registers of a local: consecutive, one per leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct Regs {
    pub first: Reg,
    pub count: u32,
}

impl Regs {
    pub fn iter(self) -> impl Iterator<Item = Reg> {
        (self.first.0..self.first.0 + self.count).map(Reg)
    }
    pub fn get(self, index: usize) -> Reg {
        Reg(self.first.0 + index as u32)
    }
}

pub(super) struct FunctionContext<'f, 'm, 'a> {
    pub module: &'f mut ModuleContext<'m, 'a>,
    pub program: &'f Program,
    pub tables: &'f mut DebugTables,
    pub definition: &'m FunctionDef<'a>,
    pub body: Body,
    /// `None` until defined, or used before its (unsupported) definition.
    pub locals: EntityMap<LocalId, Option<Regs>>,
    /// Locals kept in a register instead of memory, with their type.
    pub promoted: FxHashMap<LocalId, (Reg, Type)>,
    /// Source variables that locals point to (`alloca`) or hold (everything else).
    pub variables: FxHashMap<LocalId, (DebugRecordKind, u32)>,
    /// IR block of each label.
    pub block_of: EntityMap<LabelId, Block>,
    /// Operations of the block being filled.
    pub insts: Vec<Inst>,
    pub loc: Loc,
    /// Positions of computed gotos whose default block is still to be appended.
    pub stray_jumps: Vec<Loc>,
    /// Position of what debug info gives none.
    function_loc: Loc,
}

pub(super) fn lower_function(
    program: &mut Program,
    module: &mut ModuleContext<'_, '_>,
    tables: &mut DebugTables,
    id: FuncId,
    index: usize,
) -> Result<(), FrontendError> {
    let definition = &module.module.functions[index];
    let function_loc = program.functions[id].loc;
    let mut context = FunctionContext {
        program,
        tables,
        definition,
        body: Body::default(),
        locals: definition.locals.values().map(|_| None).collect(),
        promoted: FxHashMap::default(),
        variables: FxHashMap::default(),
        block_of: EntityMap::new(),
        insts: Vec::new(),
        loc: function_loc,
        stray_jumps: Vec::new(),
        function_loc,
        module,
    };
    context.collect_variables();
    let param_types = context.define_params()?;
    context.promote();
    context.lower_blocks()?;
    let body = context.body;
    let function = &mut program.functions[id];
    function.body = Some(body);
    for (param, debug_type) in function.params.iter_mut().zip(param_types) {
        param.debug_type = debug_type;
    }
    if let Some(body) = &mut function.body {
        thread_jumps(body);
        retype(body, &function.params, program.target.pointer_bits);
        coalesce(body, &mut function.params);
    }
    Ok(())
}

impl Sizes for ModuleContext<'_, '_> {
    fn size(&mut self, ty: TypeId) -> Option<u64> {
        self.extent(ty).ok().map(|extent| extent.size)
    }
    fn scalar(&mut self, ty: TypeId) -> Option<Type> {
        match self.leaves(ty).ok()?[..] {
            [leaf] => Some(leaf.ty),
            _ => None,
        }
    }
}

impl<'f, 'm, 'a> FunctionContext<'f, 'm, 'a> {
    /// Which source variable each local stands for. A parameter inherits the variable it is spilled
    /// to, since that is the one debug info describes.
    fn collect_variables(&mut self) {
        let definition = self.definition;
        for inst in definition.blocks.values().flat_map(|block| &block.insts) {
            if let InstKind::DebugVariable { kind, local, variable } = inst.kind {
                self.variables.entry(local).or_insert((kind, variable));
            }
        }
        let params: FxHashMap<LocalId, ()> =
            definition.params.iter().map(|param| (param.local, ())).collect();
        let Some(&entry) = definition.order.first() else { return };
        for inst in &definition.blocks[entry].insts {
            if let InstKind::Store { value, ptr, .. } = &inst.kind
                && let (Value::Local(value), Value::Local(slot)) = (&value.value, &ptr.value)
                && params.contains_key(value)
                && let Some(&variable) = self.variables.get(slot)
            {
                self.variables.entry(*value).or_insert(variable);
            }
        }
    }

    pub fn variable(&mut self, local: LocalId) -> Variable {
        let id = self.variables.get(&local).map(|&(_, variable)| variable);
        let mut variable = self.module.debug.variable(self.tables, id);
        // Without any debug info the names of the IR are better than nothing.
        if variable.name.is_none() && self.definition.debug.is_none() {
            let name = self.definition.locals[local];
            let numbered = name.bytes().all(|byte| byte.is_ascii_digit());
            variable.name = (!numbered).then(|| name.to_owned());
        }
        variable
    }

    fn define_params(&mut self) -> Result<Vec<Option<DebugTypeId>>, FrontendError> {
        let definition = self.definition;
        let mut debug_types = Vec::new();
        for param in &definition.params {
            let leaves = match self.module.leaves(param.ty) {
                Ok(leaves) => leaves,
                // The signature stops here as well; uses of the parameter are unsupported.
                Err(_) => break,
            };
            let mut variable = self.variable(param.local);
            // The register points to it; that the parameter itself is no pointer is told by its type.
            let own_type = variable.ty;
            if param.by_value.is_some() {
                let bits = self.module.pointer_bits();
                variable.ty = Some(self.tables.pointer_to(variable.ty, bits));
            }
            let single = leaves.len() == 1;
            let debug_type = if single { variable.ty } else { None };
            let types: Vec<Type> = leaves.iter().map(|leaf| leaf.ty).collect();
            let regs = self.new_regs(&types, variable.name, debug_type);
            self.locals[param.local] = Some(regs);
            debug_types.extend(types.iter().map(|_| own_type.filter(|_| single)));
        }
        Ok(debug_types)
    }

    fn promote(&mut self) {
        let definition = self.definition;
        let symbols = &self.module.module.symbols;
        let Promotion { locals, casts } = promotable(definition, symbols, self.module);
        for (local, ty) in locals {
            let variable = self.variable(local);
            let reg = self.new_reg(ty, variable.name, variable.ty);
            self.promoted.insert(local, (reg, ty));
        }
        for (cast, local) in casts {
            if let Some(&promoted) = self.promoted.get(&local) {
                self.promoted.insert(cast, promoted);
            }
        }
    }

    fn lower_blocks(&mut self) -> Result<(), FrontendError> {
        let definition = self.definition;
        self.block_of = definition.blocks.values().map(|_| Block(0)).collect();
        for (index, &label) in definition.order.iter().enumerate() {
            self.block_of[label] = Block::new(index);
        }
        self.check_entry()?;
        for &label in &definition.order {
            let insts = &definition.blocks[label].insts;
            self.loc = self.function_loc;
            let terminator = self.lower_insts(insts)?;
            let insts = std::mem::take(&mut self.insts);
            let terminator_loc = self.loc;
            self.body.blocks.push(BlockData { insts, terminator, terminator_loc });
        }
        self.place_stray_jumps();
        self.lower_edges()
    }

    pub fn in_entry_block(&self) -> bool {
        self.body.blocks.is_empty()
    }

    /// LLVM forbids jumps to the entry block, and we rely on it.
    fn check_entry(&self) -> Result<(), FrontendError> {
        let entry = LabelId(0);
        for inst in self.definition.blocks.values().flat_map(|block| block.insts.last()) {
            let InstKind::Terminator(terminator) = &inst.kind else { continue };
            if terminator.successors().contains(&entry) {
                let message = "a jump to the entry block".to_owned();
                return Err(self.module.malformed_error(inst.line, message));
            }
        }
        Ok(())
    }

    fn lower_insts(&mut self, insts: &'m [AstInst<'a>]) -> Result<Terminator, FrontendError> {
        for inst in insts {
            let loc = self.module.debug.location(self.tables, inst.debug);
            if !loc.is_none() {
                self.loc = loc;
            }
            self.mark(&inst.kind);
            if inst.non_temporal && matches!(inst.kind, InstKind::Store { .. }) {
                self.emit(Op::Unsupported { what: NON_TEMPORAL_STORE.to_owned() });
            }
            let outcome = match &inst.kind {
                InstKind::Terminator(kind) => match self.lower_terminator(inst, kind) {
                    Ok(terminator) => return Ok(terminator),
                    Err(issue) => Err(issue),
                },
                kind => self.lower_inst(inst.result, kind),
            };
            self.settle(outcome, inst.line)?;
        }
        // Only an unsupported terminator gets here: control stops at its `unsupported` operation.
        Ok(Terminator::Unreachable)
    }

    /// Turns what we do not support into an operation, and passes on what is wrong.
    pub fn settle(&mut self, outcome: Result<(), Issue>, line: u32) -> Result<(), FrontendError> {
        match outcome {
            Ok(()) => Ok(()),
            Err(Issue::Unsupported(what)) => {
                self.emit(Op::Unsupported { what });
                Ok(())
            }
            Err(Issue::Malformed(message)) => Err(self.module.malformed_error(line, message)),
        }
    }

    pub fn emit(&mut self, op: Op) {
        self.insts.push(Inst { op, loc: self.loc });
    }

    pub fn new_reg(
        &mut self,
        ty: Type,
        name: Option<String>,
        debug_type: Option<DebugTypeId>,
    ) -> Reg {
        self.body.regs.push(RegInfo { ty, name, debug_type })
    }

    pub fn temporary(&mut self, ty: Type) -> Reg {
        self.new_reg(ty, None, None)
    }

    fn new_regs(
        &mut self,
        types: &[Type],
        name: Option<String>,
        debug_type: Option<DebugTypeId>,
    ) -> Regs {
        let first = self.body.regs.next_key();
        for &ty in types {
            self.new_reg(ty, name.clone(), debug_type);
        }
        Regs { first, count: types.len() as u32 }
    }

    /// The registers that a result goes to. They may exist already, if a φ or an earlier block in
    /// the text used the local.
    pub fn define(&mut self, result: Option<LocalId>, types: &[Type]) -> Result<Regs, Issue> {
        let Some(local) = result else { return Ok(self.new_regs(types, None, None)) };
        if let Some(regs) = self.locals[local] {
            self.check_types(local, regs, types)?;
            return Ok(regs);
        }
        let (name, debug_type) = match self.variables.get(&local) {
            Some((DebugRecordKind::Value, _)) if types.len() == 1 => {
                let variable = self.variable(local);
                (variable.name, variable.ty)
            }
            _ => (None, None),
        };
        let regs = self.new_regs(types, name, debug_type);
        self.locals[local] = Some(regs);
        Ok(regs)
    }

    pub fn define_one(&mut self, result: Option<LocalId>, ty: Type) -> Result<Reg, Issue> {
        Ok(self.define(result, &[ty])?.first)
    }

    fn check_types(&self, local: LocalId, regs: Regs, types: &[Type]) -> Result<(), Issue> {
        let same = regs.count as usize == types.len()
            && regs.iter().zip(types).all(|(reg, &ty)| self.body.regs[reg].ty == ty);
        if same {
            return Ok(());
        }
        let name = self.definition.locals[local];
        malformed(format!("%{name} is used with a type other than its own"))
    }

    /// The compiler has computed an expression of constants and found that it is undefined: a division by zero, or a shift by too many
    /// bits. Whoever executes it is told so.
    fn undefined_expression(&mut self, ty: Type) -> Result<(), Issue> {
        let op = if self.is_shift() { BinaryOp::Shl } else { BinaryOp::SDiv };
        let amount = if op == BinaryOp::Shl { u64::from(self.module.bits_of(ty)) } else { 0 };
        let dst = self.define_one(None, ty)?;
        let (a, b) = (Operand::Const(1), Operand::Const(amount));
        self.emit(Op::Binary { dst, op, ty, a, b, overflow: Overflow::default() });
        Ok(())
    }

    /// Whether the source has a shift where the instruction at hand comes from, and no division.
    fn is_shift(&self) -> bool {
        let text = self.loc.get().and_then(|place| {
            let path = self.tables.path(place.file)?;
            let text = std::fs::read_to_string(path).ok()?;
            Some(text.lines().nth(place.line as usize - 1)?.to_owned())
        });
        text.is_some_and(|line| {
            let code = line.split("//").next().unwrap_or_default();
            (code.contains("<<") || code.contains(">>")) && !code.contains(['/', '%'])
        })
    }

    fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.module.module.types.kind(ty), TypeKind::Int(_))
    }

    /// One operand per leaf of `ty`.
    pub fn operands(&mut self, ty: TypeId, value: &Value<'a>) -> Result<Operands, Issue> {
        let leaves = self.module.leaves(ty)?;
        match value {
            Value::Local(local) => self.local_operands(*local, &leaves),
            Value::Zero | Value::Null => {
                if leaves.iter().any(|leaf| self.module.bits_of(leaf.ty) > 128) {
                    return Err("integer constants of more than 128 bits".into());
                }
                Ok(leaves.iter().map(|leaf| self.zero(leaf.ty)).collect())
            }
            Value::Poison if self.module.compiled && self.is_integer(ty) => {
                self.undefined_expression(leaves[0].ty)?;
                Ok(leaves.iter().map(|_| Operand::Undef).collect())
            }
            Value::Undef | Value::Poison => Ok(leaves.iter().map(|_| Operand::Undef).collect()),
            Value::Aggregate(elements) => self.aggregate_operands(elements, leaves.len()),
            Value::Splat(element) => {
                let one = self.operands(element.ty, &element.value)?;
                let [operand] = one[..] else { return malformed("splat of an aggregate") };
                Ok(leaves.iter().map(|_| operand).collect())
            }
            Value::Bytes(bytes) if bytes.len() == leaves.len() => {
                Ok(bytes.iter().map(|&byte| Operand::Const(u64::from(byte))).collect())
            }
            _ => self.constant_operands(ty, value, &leaves),
        }
    }

    fn local_operands(&mut self, local: LocalId, leaves: &[Leaf]) -> Result<Operands, Issue> {
        if self.promoted.contains_key(&local) {
            return malformed("the address of a promoted local is used");
        }
        let types: SmallVec<[Type; 4]> = leaves.iter().map(|leaf| leaf.ty).collect();
        let regs = self.define(Some(local), &types)?;
        Ok(regs.iter().map(Operand::Reg).collect())
    }

    pub fn zero(&self, ty: Type) -> Operand {
        number_operand(0, self.module.bits_of(ty))
    }

    fn aggregate_operands(
        &mut self,
        elements: &[TypedValue<'a>],
        expected: usize,
    ) -> Result<Operands, Issue> {
        let mut all = Operands::new();
        for element in elements {
            all.extend(self.operands(element.ty, &element.value)?);
        }
        if all.len() != expected {
            return malformed("a constant does not fit its type");
        }
        Ok(all)
    }

    /// Scalars, folded if possible; other constant expressions become operations.
    fn constant_operands(
        &mut self,
        ty: TypeId,
        value: &Value<'a>,
        leaves: &[Leaf],
    ) -> Result<Operands, Issue> {
        let unsupported = match self.module.scalar_constant(ty, value) {
            Ok(scalar) if leaves.len() == 1 => return self.scalar_operand(scalar, leaves[0].ty),
            Ok(_) => return malformed("a constant does not fit its type"),
            Err(issue) => issue,
        };
        let Value::Expression(expression) = value else { return Err(unsupported) };
        let types: SmallVec<[Type; 4]> = leaves.iter().map(|leaf| leaf.ty).collect();
        let regs = self.expression(expression)?;
        if regs.count as usize != types.len()
            || regs.iter().zip(&types).any(|(reg, &ty)| self.body.regs[reg].ty != ty)
        {
            return malformed("a constant expression does not have the type it is used with");
        }
        Ok(regs.iter().map(Operand::Reg).collect())
    }

    fn scalar_operand(&mut self, scalar: Scalar, ty: Type) -> Result<Operands, Issue> {
        let bits = self.module.bits_of(ty);
        let address = match scalar.base {
            Base::Undef => return Ok(Operands::from_elem(Operand::Undef, 1)),
            Base::None => return Ok(Operands::from_elem(number_operand(scalar.bits, bits), 1)),
            Base::Global(id) => Operand::Global(id, scalar.offset()),
            Base::Func(id) if scalar.bits == 0 => Operand::Func(id),
            Base::Func(_) => return Err("an address inside a function".into()),
        };
        if ty == Type::Ptr {
            return Ok(Operands::from_elem(address, 1));
        }
        // An address used as an integer: only a cast says so in our IR.
        let dst = self.temporary(ty);
        let (op, from) = (raddle_ir::CastOp::Bits, Type::Ptr);
        self.emit(Op::Cast { dst, op, from, to: ty, a: address });
        Ok(Operands::from_elem(Operand::Reg(dst), 1))
    }

    /// The single operand of a scalar value, with its type.
    pub fn scalar(&mut self, ty: TypeId, value: &Value<'a>) -> Result<(Operand, Type), Issue> {
        let leaves = self.module.leaves(ty)?;
        let operands = self.operands(ty, value)?;
        match (&operands[..], &leaves[..]) {
            (&[operand], &[leaf]) => Ok((operand, leaf.ty)),
            _ => malformed("a scalar was expected"),
        }
    }

    pub fn typed_scalar(&mut self, value: &TypedValue<'a>) -> Result<(Operand, Type), Issue> {
        self.scalar(value.ty, &value.value)
    }

    pub fn pointer(&mut self, value: &TypedValue<'a>) -> Result<Operand, Issue> {
        match self.typed_scalar(value)? {
            (operand, Type::Ptr) => Ok(operand),
            _ => malformed("a pointer was expected"),
        }
    }

    pub fn pointer_int(&self) -> Type {
        Type::Int(self.module.pointer_bits() as u16)
    }

    pub fn new_slot(&mut self, local: Option<LocalId>) -> SlotId {
        let variable = match local {
            Some(local) => self.variable(local),
            None => Variable::default(),
        };
        let Variable { name, ty, loc } = variable;
        self.body.slots.push(Slot { name, debug_type: ty, loc })
    }
}
