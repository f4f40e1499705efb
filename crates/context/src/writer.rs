//! Writes values of the analysis down as values of a context: what is known of a symbol becomes an operand, a variable of a frame, what memory holds, or something
//! unknown with a name.

use raddle_ir::{
    Body, Callee, DebugType, DebugTypeId, EntityMap, FuncId, GlobalId, Op, Operand, Overflow,
    Program, Reg, SlotId, Type,
};
use raddle_pointsto::{Object, Offset, Place, Position};
use rustc_hash::FxHashMap;

use crate::flow::Analysis;
use crate::locksets::Taken;
use crate::members::{loaded_pointer, member_at, size_of};
use crate::places::place_name;
use crate::values::{Instance, Node, SymbolId, SymbolKind, Val};
use crate::world::World;
use crate::{ValueDef, ValueId};

/// Who has values that are those of a thread's creator.
pub(crate) const BEFORE: &str = "before ";

/// Writes values down, each once.
pub(crate) struct Writer {
    pub(crate) frames: FxHashMap<(Instance, FuncId), (usize, usize)>,
    pub(crate) values: EntityMap<ValueId, ValueDef>,
    pub(crate) known: FxHashMap<Val, ValueId>,
    /// Handles of threads, and where they lie.
    pub(crate) handles: FxHashMap<Val, (Val, Type)>,
    pub(crate) fresh: u32,
}

impl Writer {
    pub(crate) fn value(&mut self, analysis: &Analysis<'_>, value: Val) -> ValueId {
        if let Some(&id) = self.known.get(&value) {
            return id;
        }
        let def = match self.handles.get(&value).copied() {
            Some((address, ty)) => ValueDef::Load { address: self.value(analysis, address), ty },
            None => self.define(analysis, value),
        };
        let id = self.values.push(def);
        self.known.insert(value, id);
        id
    }

    pub(crate) fn define(&mut self, analysis: &Analysis<'_>, value: Val) -> ValueDef {
        let dst = Reg(0);
        let arg = |index: u32| Operand::Reg(Reg(index));
        let overflow = Overflow::default();
        let (op, parts): (Op, Vec<Val>) = match analysis.values.node(value).clone() {
            Node::Symbol(symbol) => return self.symbol(analysis, symbol),
            Node::Constant(operand, ty) => return ValueDef::Operand(operand, ty),
            Node::Binary(op, ty, a, b) => {
                (Op::Binary { dst, op, ty, a: arg(0), b: arg(1), overflow }, vec![a, b])
            }
            Node::Compare(op, ty, a, b) => {
                (Op::Compare { dst, op, ty, a: arg(0), b: arg(1) }, vec![a, b])
            }
            Node::FloatBinary(op, ty, a, b) => {
                (Op::FloatBinary { dst, op, ty, a: arg(0), b: arg(1) }, vec![a, b])
            }
            Node::FloatNeg(ty, a) => (Op::FloatNeg { dst, ty, a: arg(0) }, vec![a]),
            Node::FloatCompare(op, ty, a, b) => {
                (Op::FloatCompare { dst, op, ty, a: arg(0), b: arg(1) }, vec![a, b])
            }
            Node::Cast(op, from, to, a) => (Op::Cast { dst, op, from, to, a: arg(0) }, vec![a]),
            Node::Select(ty, cond, a, b) => {
                (Op::Select { dst, ty, cond: arg(0), a: arg(1), b: arg(2) }, vec![cond, a, b])
            }
            Node::Address(base, offset, indices) => {
                let mut parts = vec![base];
                let mut scaled = Vec::with_capacity(indices.len());
                for (index, ty, scale) in indices {
                    scaled.push((arg(parts.len() as u32), ty, scale));
                    parts.push(index);
                }
                let op =
                    Op::Address { dst, base: arg(0), offset, indices: scaled, in_bounds: false };
                (op, parts)
            }
        };
        let args = parts.into_iter().map(|part| self.value(analysis, part)).collect();
        ValueDef::Op { op, args }
    }

    pub(crate) fn symbol(&mut self, analysis: &Analysis<'_>, symbol: SymbolId) -> ValueDef {
        let symbol = analysis.values.symbols[symbol];
        let program = analysis.world.program;
        let unknown = |reg: Option<(FuncId, Reg)>, name: String| {
            let info = reg.and_then(|(func, reg)| analysis.world.body(func)?.regs.get(reg));
            let source = info.and_then(|info| info.name.clone());
            let pointees = reg.filter(|_| symbol.ty == Type::Ptr).and_then(|(func, reg)| {
                pointees(&analysis.world.points_to.places(func, Operand::Reg(reg)))
            });
            ValueDef::Unknown {
                counts: matches!(
                    symbol.kind,
                    SymbolKind::Trip(..)
                        | SymbolKind::Passes(..)
                        | SymbolKind::Creation
                        | SymbolKind::Times(_)
                ),
                ty: symbol.ty,
                debug_type: reg.and_then(|(func, reg)| type_of(&analysis.world, func, reg)),
                name: owned(analysis.values.owner_of(symbol.instance), &source.unwrap_or(name)),
                pointees,
            }
        };
        match symbol.kind {
            SymbolKind::Slot(func, slot) => self.slot(analysis, symbol.instance, func, slot),
            SymbolKind::Result(at, index) => {
                let mut results = Vec::new();
                if let Some(op) = at.op(program) {
                    op.for_each_result(|&reg| results.push(reg));
                }
                let reg = results.get(index as usize).map(|&reg| (at.func, reg));
                let place = place_name(program, at);
                unknown(reg, format!("value of {place}"))
            }
            SymbolKind::Merge(func, block, reg) => {
                let place = place_name(program, Position { func, block, inst: 0 });
                unknown(Some((func, reg)), format!("value at {place}"))
            }
            SymbolKind::Unassigned(func, reg) => unknown(Some((func, reg)), format!("{reg}")),
            SymbolKind::Param(func, index) => {
                let param = program.functions[func].params.get(index as usize);
                unknown(param.map(|param| (func, param.reg)), format!("parameter {index}"))
            }
            SymbolKind::Trip(func, block) => {
                let place = place_name(program, Position { func, block, inst: 0 });
                let name = &program.functions[func].name;
                unknown(None, format!("rounds of the loop of {name} at {place}"))
            }
            SymbolKind::Passes(func, block, _) => {
                let name = &program.functions[func].name;
                unknown(None, format!("barriers passed at {name}:{block}"))
            }
            SymbolKind::Frozen(global, offset) | SymbolKind::Now(global, offset) => {
                let data = &program.globals[global];
                let name = data.source_name.clone().unwrap_or_else(|| data.name.clone());
                let start = u64::try_from(offset).ok();
                let member = data.ty.zip(start).and_then(|(ty, at)| member_at(program, ty, at));
                let bytes = symbol.ty.bytes(&program.target);
                let suffix = match &member {
                    Some(member) => member.path.clone(),
                    None if offset == 0 => String::new(),
                    None => format!("+{offset}"),
                };
                ValueDef::Unknown {
                    counts: false,
                    ty: symbol.ty,
                    debug_type: member
                        .map(|member| member.ty)
                        .filter(|&ty| size_of(program, ty) == Some(bytes)),
                    name: name + &suffix,
                    pointees: held_in(&analysis.world, global, offset)
                        .filter(|_| symbol.ty == Type::Ptr),
                }
            }
            SymbolKind::Lock(at) => {
                unknown(None, format!("a lock taken at {}", place_name(program, at)))
            }
            SymbolKind::Creation => {
                let owner = analysis.values.owner_of(symbol.instance);
                let name = match owner.strip_prefix(BEFORE) {
                    Some(thread) => format!("which creation made {thread}"),
                    None => "which creation it was".to_owned(),
                };
                unknown(None, name)
            }
            SymbolKind::Times(at) => unknown(None, format!("times of {}", place_name(program, at))),
        }
    }

    /// Whether an address is in memory that has a name here: its variable is one of a frame of the context, if it is a local one.
    pub(crate) fn knows(&self, analysis: &Analysis<'_>, address: Val) -> bool {
        analysis.values.mentions(address).iter().all(|&symbol| {
            let symbol = analysis.values.symbols[symbol];
            match symbol.kind {
                SymbolKind::Slot(func, _) => self.frames.contains_key(&(symbol.instance, func)),
                _ => true,
            }
        })
    }

    /// Whether an address lies in a local variable of a frame of the context.
    pub(crate) fn has_slot(&self, analysis: &Analysis<'_>, address: Val) -> bool {
        let mentions = analysis.values.mentions(address).iter();
        let mut kinds = mentions.map(|&symbol| analysis.values.symbols[symbol].kind);
        kinds.any(|kind| matches!(kind, SymbolKind::Slot(..))) && self.knows(analysis, address)
    }

    pub(crate) fn slot(
        &self,
        analysis: &Analysis<'_>,
        instance: Instance,
        func: FuncId,
        slot: SlotId,
    ) -> ValueDef {
        if let Some(&(thread, frame)) = self.frames.get(&(instance, func)) {
            return ValueDef::Slot { thread, frame, slot };
        }
        let info = analysis.world.body(func).and_then(|body| body.slots.get(slot));
        let object =
            analysis.world.points_to.objects().find(|&object| {
                analysis.world.points_to.object(object) == Object::Local(func, slot)
            });
        ValueDef::Unknown {
            counts: false,
            ty: Type::Ptr,
            debug_type: None,
            name: info
                .and_then(|info| info.name.clone())
                .map_or("&local".to_owned(), |n| format!("&{n}")),
            pointees: object.map(|object| vec![Place { object, offset: Offset::At(0) }]),
        }
    }

    /// Another lock of those that were taken at a place.
    pub(crate) fn some_lock(&mut self, analysis: &Analysis<'_>, taken: &Taken) -> ValueId {
        self.fresh += 1;
        let place = place_name(analysis.world.program, taken.at);
        let name = format!("lock {} taken at {place}", self.fresh);
        self.unknown(Type::Ptr, name, pointees(&taken.places))
    }

    pub(crate) fn unknown(
        &mut self,
        ty: Type,
        name: String,
        pointees: Option<Vec<Place>>,
    ) -> ValueId {
        let counts = false;
        self.values.push(ValueDef::Unknown { ty, debug_type: None, name, pointees, counts })
    }
}

/// Where a pointer in a variable may point.
fn held_in(world: &World<'_>, global: GlobalId, offset: i64) -> Option<Vec<Place>> {
    let object = world.points_to.find(Object::Global(global))?;
    let start = u64::try_from(offset).ok()?;
    let size = u64::from(world.program.target.pointer_bits / 8);
    pointees(&world.points_to.held_at(object, start..start + size))
}

/// The type of a register; if it is a pointer, perhaps that of a variable that it is stored in or was read from.
fn type_of(world: &World<'_>, func: FuncId, reg: Reg) -> Option<DebugTypeId> {
    let program = world.program;
    let body = world.body(func)?;
    let info = body.regs.get(reg)?;
    if info.debug_type.is_some() || info.ty != Type::Ptr {
        return info.debug_type;
    }
    let is_pointer =
        |ty: &DebugTypeId| matches!(program.types[*ty], DebugType::Pointer { to: Some(_), .. });
    let insts = body.blocks.values().flat_map(|block| &block.insts);
    let mut types = insts.filter_map(|inst| match inst.op {
        Op::Copy { dst, src: Operand::Reg(src), .. } if src == reg => {
            body.regs.get(dst)?.debug_type
        }
        Op::Load { dst, ptr: Operand::Global(global, 0), .. } if dst == reg => {
            program.globals[global].ty
        }
        Op::Store { value: Operand::Reg(src), ptr: Operand::Global(global, 0), .. }
            if src == reg =>
        {
            program.globals[global].ty
        }
        _ => None,
    });
    types.find(is_pointer).or_else(|| pointer_type(program, body, reg))
}

/// The type of a register with a pointer: that of the member that it was read from, or that of what functions are called through.
pub fn pointer_type(program: &Program, body: &Body, reg: Reg) -> Option<DebugTypeId> {
    if body.regs.get(reg)?.ty != Type::Ptr {
        return None;
    }
    loaded_pointer(program, body, reg).or_else(|| called_type(program, body, reg))
}

/// The type of a register that functions are called through.
fn called_type(program: &Program, body: &Body, reg: Reg) -> Option<DebugTypeId> {
    let mut insts = body.blocks.values().flat_map(|block| &block.insts);
    let calls = |op: &Op| matches!(op, Op::Call { callee: Callee::Indirect(callee), .. } if *callee == Operand::Reg(reg));
    if !insts.any(|inst| calls(&inst.op)) {
        return None;
    }
    let leads_to_function = |ty: &DebugType| match ty {
        DebugType::Pointer { to: Some(to), .. } => {
            matches!(program.types[*to], DebugType::Function)
        }
        _ => false,
    };
    program.types.iter().find(|(_, ty)| leads_to_function(ty)).map(|(id, _)| id)
}

fn owned(owner: &str, name: &str) -> String {
    if name.starts_with("which ") {
        return name.to_owned();
    }
    if owner.is_empty() { name.to_owned() } else { format!("{owner}.{name}") }
}

/// Places, if there are any.
fn pointees(places: &[Place]) -> Option<Vec<Place>> {
    (!places.is_empty()).then(|| places.to_vec())
}
