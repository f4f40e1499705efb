//! Which values may be undefined: read from a variable nobody assigned, or from memory nobody wrote. A branch
//! on such a value is a fault, so it has to stay.
//!
//! Local variables in memory and new heap memory count as undefined for good; globals are defined until an
//! undefined value is stored there.

use raddle_analysis::Liveness;
use raddle_ir::{
    Body, EntityMap, FuncId, InitPart, Intrinsic, Op, Operand, Program, Reg, Terminator,
};
use raddle_pointsto::{
    Effect, Expired, Object, ObjectId, PointsTo, Position, Region, library_function, positions_of,
};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Debug)]
pub(crate) struct Definedness {
    registers: FxHashSet<(FuncId, Reg)>,
    results: EntityMap<FuncId, bool>,
    objects: FxHashSet<ObjectId>,
    changed: bool,
}

impl Definedness {
    pub fn new(
        program: &Program,
        points_to: &PointsTo,
        functions: &FxHashSet<FuncId>,
        regions: &FxHashMap<Position, raddle_pointsto::Accesses>,
        expired: Expired<'_>,
    ) -> Option<Definedness> {
        let mut facts = Definedness {
            registers: FxHashSet::default(),
            results: program.functions.keys().map(|_| false).collect(),
            objects: points_to
                .objects()
                .filter(|&id| starts_undefined(program, points_to.object(id)))
                .collect(),
            changed: true,
        };
        for &func in functions {
            facts.unassigned(program, func);
        }
        while facts.changed {
            facts.changed = false;
            for &func in functions {
                for at in positions_of(program, func) {
                    if expired() {
                        return None;
                    }
                    facts.step(program, points_to, regions, at);
                }
            }
        }
        Some(facts)
    }

    pub fn may_be_undefined(&self, func: FuncId, operand: Operand) -> bool {
        match operand {
            Operand::Reg(reg) => self.registers.contains(&(func, reg)),
            Operand::Undef => true,
            Operand::Const(_) | Operand::Wide { .. } | Operand::Global(..) | Operand::Func(_) => {
                false
            }
        }
    }

    /// Registers that some way leads to before they are assigned.
    fn unassigned(&mut self, program: &Program, func: FuncId) {
        let function = &program.functions[func];
        let Some(body) = &function.body else { return };
        for reg in Liveness::new(body).live_at(body, Body::ENTRY, 0) {
            if !function.params.iter().any(|param| param.reg == reg) {
                self.registers.insert((func, reg));
            }
        }
    }

    fn mark(&mut self, func: FuncId, reg: Reg) {
        self.changed |= self.registers.insert((func, reg));
    }

    fn mark_objects(&mut self, regions: &[Region]) {
        for region in regions {
            self.changed |= self.objects.insert(region.object);
        }
    }

    fn reads_undefined(&self, regions: &[Region]) -> bool {
        regions.iter().any(|region| self.objects.contains(&region.object))
    }

    fn step(
        &mut self,
        program: &Program,
        points_to: &PointsTo,
        regions: &FxHashMap<Position, raddle_pointsto::Accesses>,
        at: Position,
    ) {
        let func = at.func;
        let Some(op) = at.op(program) else {
            if let Some(Terminator::Return(values)) = at.terminator(program)
                && values.iter().any(|&value| self.may_be_undefined(func, value))
                && !self.results[func]
            {
                self.results[func] = true;
                self.changed = true;
            }
            return;
        };
        let none = raddle_pointsto::Accesses::default();
        let accesses = regions.get(&at).unwrap_or(&none);
        let mut operands = false;
        op.for_each_operand(|&operand| operands |= self.may_be_undefined(func, operand));
        match op {
            Op::Load { dst, ptr, .. } => {
                // A pointer to nowhere in particular may lead anywhere.
                if accesses.reads.is_empty()
                    || self.reads_undefined(&accesses.reads)
                    || self.may_be_undefined(func, *ptr)
                {
                    self.mark(func, *dst);
                }
            }
            Op::Store { value, .. } => {
                if self.may_be_undefined(func, *value) {
                    self.mark_objects(&accesses.writes);
                }
            }
            Op::AtomicUpdate { .. } | Op::CompareExchange { .. } => {
                if operands || self.reads_undefined(&accesses.reads) || accesses.reads.is_empty() {
                    op.for_each_result(|&reg| self.mark(func, reg));
                    self.mark_objects(&accesses.writes);
                }
            }
            Op::Call { .. } => self.call(program, points_to, at, accesses),
            Op::Intrinsic { intrinsic, .. } => {
                if operands {
                    op.for_each_result(|&reg| self.mark(func, reg));
                }
                if copies(*intrinsic) && (operands || self.reads_undefined(&accesses.reads)) {
                    self.mark_objects(&accesses.writes);
                }
            }
            Op::Copy { .. }
            | Op::Binary { .. }
            | Op::Compare { .. }
            | Op::FloatBinary { .. }
            | Op::FloatNeg { .. }
            | Op::FloatCompare { .. }
            | Op::Cast { .. }
            | Op::Select { .. }
            | Op::Address { .. }
            | Op::Fence { .. }
            | Op::Alloca { .. }
            | Op::Unsupported { .. } => {
                if operands {
                    op.for_each_result(|&reg| self.mark(func, reg));
                }
            }
        }
    }

    fn call(
        &mut self,
        program: &Program,
        points_to: &PointsTo,
        at: Position,
        accesses: &raddle_pointsto::Accesses,
    ) {
        let Some(Op::Call { dsts, args, .. }) = at.op(program) else { return };
        for callee in points_to.calls.called_at(at).collect::<Vec<_>>() {
            let function = &program.functions[callee];
            if function.body.is_some() {
                let sites = points_to.calls.callers(callee).iter();
                // What the library passes on may be anything that was handed to it.
                let passed_on = sites.filter(|site| site.at == at).any(|s| !s.passes_arguments);
                for (index, param) in function.params.iter().enumerate() {
                    let arg = args.get(index).map_or(Operand::Undef, |arg| arg.value);
                    if passed_on || self.may_be_undefined(at.func, arg) {
                        self.mark(callee, param.reg);
                    }
                }
                if self.results[callee] {
                    dsts.iter().for_each(|&dst| self.mark(at.func, dst));
                }
                continue;
            }
            match library_function(&function.name) {
                Some(known) if !known.effects.iter().any(hands_on_content) => {}
                // Content moves about, from wherever: taken as undefined.
                Some(_) | None => {
                    dsts.iter().for_each(|&dst| self.mark(at.func, dst));
                    self.mark_objects(&accesses.writes);
                }
            }
        }
        for callee in points_to.calls.started_at(at).collect::<Vec<_>>() {
            let sites = points_to.calls.callers(callee).iter().filter(|site| site.at == at);
            for site in sites.copied().collect::<Vec<_>>() {
                let value = site.starts_with.and_then(|index| args.get(index));
                let first = program.functions[callee].params.first();
                if let (Some(arg), Some(param)) = (value, first)
                    && self.may_be_undefined(at.func, arg.value)
                {
                    self.mark(callee, param.reg);
                }
            }
        }
    }
}

fn starts_undefined(program: &Program, object: Object) -> bool {
    match object {
        Object::Global(global) => match &program.globals[global].init {
            None => true,
            Some(init) => init.parts.iter().any(|(_, part)| matches!(part, InitPart::Undef(_))),
        },
        Object::Function(_) => false,
        Object::Local(..)
        | Object::ByValue(..)
        | Object::Variadic(_)
        | Object::Heap(_)
        | Object::Library
        | Object::Unknown => true,
    }
}

fn copies(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet | Intrinsic::VaCopy
    )
}

/// Effects by which an undefined value may get somewhere else.
fn hands_on_content(effect: &Effect) -> bool {
    match effect {
        Effect::Copies { .. }
        | Effect::CopiesToFresh { .. }
        | Effect::Stores { .. }
        | Effect::Loads { .. }
        | Effect::StoresKept { .. }
        | Effect::ReturnsKept
        | Effect::Calls { .. }
        | Effect::CallsAtEnd { .. } => true,
        Effect::ReturnsFresh
        | Effect::ReturnsFilled
        | Effect::ReturnsInto(_)
        | Effect::ReturnsLibrary
        | Effect::Reads(_)
        | Effect::Writes(_)
        | Effect::ReadsFrom(_)
        | Effect::StoresFresh { .. }
        | Effect::StoresInto { .. }
        | Effect::Keeps(_)
        | Effect::Starts { .. } => false,
    }
}
