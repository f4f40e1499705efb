//! What can influence control or cost: only that is worth following.
//!
//! A register is relevant if its value may reach a branch, the amount of a cost, an assumption, or the address of
//! an access to relevant memory; an object is relevant if something relevant may be read from it. Everything
//! else is data that the program merely carries along, and the simulation does not even look at it: this is
//! what lets iterations that differ only in such data share one summary.
//!
//! The analysis does not follow control flow. Pointers are followed through registers, parameters and
//! results; a pointer that comes out of memory may point to anything.

use raddle_ir::{
    Arg, Callee, EntityMap, FuncId, GlobalId, Inst, Op, Operand, Program, Reg, SlotId, Terminator,
};
use rustc_hash::FxHashSet;

use crate::library_facts;

/// Memory as this analysis tells it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    Global(GlobalId),
    Slot(FuncId, SlotId),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct PointsTo {
    regions: FxHashSet<Region>,
    anything: bool,
}

impl PointsTo {
    fn merge(&mut self, other: &PointsTo) -> bool {
        let before = (self.regions.len(), self.anything);
        self.regions.extend(&other.regions);
        self.anything |= other.anything;
        before != (self.regions.len(), self.anything)
    }
}

#[derive(Debug)]
pub struct Relevance {
    regs: EntityMap<FuncId, Vec<bool>>,
    regions: FxHashSet<Region>,
    all_memory: bool,
    pointers: Pointers,
}

/// Functions whose arguments are costs or conditions, with what of them matters.
const USES_ARGUMENTS: &[&str] = &[
    "raddle_tick",
    "raddle_acquire",
    "raddle_release",
    "raddle_assume",
    "__VERIFIER_assume",
    "malloc",
    "calloc",
    "realloc",
    "free",
    "alloca",
    "raddle_make_symbolic",
];

impl Relevance {
    /// `entry` is the function that the analysis starts in: its pointer arguments may point to anything.
    pub fn new(program: &Program, entry: FuncId) -> Relevance {
        let pointers = points_to(program, entry);
        let regs = program
            .functions
            .values()
            .map(|function| vec![false; function.body.as_ref().map_or(0, |body| body.regs.len())]);
        let mut relevance = Relevance {
            regs: regs.collect(),
            regions: FxHashSet::default(),
            all_memory: false,
            pointers: Pointers { regs: EntityMap::new() },
        };
        while relevance.round(program, &pointers) {}
        relevance.pointers = pointers;
        relevance
    }

    pub fn reg(&self, func: FuncId, reg: Reg) -> bool {
        self.regs[func].get(reg.0 as usize).copied().unwrap_or(false)
    }
    /// Whether a store through this pointer may change relevant memory.
    pub fn may_touch(&self, func: FuncId, pointer: Operand) -> bool {
        self.reads_relevant(&self.pointers, func, pointer)
    }
    pub fn region(&self, region: Region) -> bool {
        self.all_memory || self.regions.contains(&region)
    }

    fn mark(&mut self, func: FuncId, operand: Operand) -> bool {
        match operand {
            Operand::Reg(reg) => {
                let slot = &mut self.regs[func][reg.0 as usize];
                !std::mem::replace(slot, true)
            }
            _ => false,
        }
    }

    fn mark_memory(&mut self, pointers: &Pointers, func: FuncId, pointer: Operand) -> bool {
        let targets = pointers.of(func, pointer);
        let before = (self.regions.len(), self.all_memory);
        self.regions.extend(&targets.regions);
        self.all_memory |= targets.anything;
        before != (self.regions.len(), self.all_memory)
    }

    fn reads_relevant(&self, pointers: &Pointers, func: FuncId, pointer: Operand) -> bool {
        let targets = pointers.of(func, pointer);
        self.all_memory
            || (targets.anything && !self.regions.is_empty())
            || targets.regions.iter().any(|region| self.regions.contains(region))
    }

    fn round(&mut self, program: &Program, pointers: &Pointers) -> bool {
        let mut changed = false;
        for (func, function) in program.functions.iter() {
            let Some(body) = &function.body else { continue };
            for data in body.blocks.values() {
                for inst in &data.insts {
                    changed |= self.inst(program, pointers, func, inst);
                }
                changed |= self.terminator(program, func, &data.terminator);
            }
        }
        changed
    }

    fn terminator(&mut self, program: &Program, func: FuncId, terminator: &Terminator) -> bool {
        match terminator {
            Terminator::Branch { cond, .. } => self.mark(func, *cond),
            Terminator::Switch { value, .. } => self.mark(func, *value),
            Terminator::Return(values) => {
                if !self.result_used(program, func) {
                    return false;
                }
                values.iter().fold(false, |changed, &value| changed | self.mark(func, value))
            }
            Terminator::Jump(_) | Terminator::Unreachable => false,
        }
    }

    /// Whether some call of the function has a relevant result.
    fn result_used(&self, program: &Program, wanted: FuncId) -> bool {
        program.functions.iter().any(|(func, function)| {
            let insts = function
                .body
                .iter()
                .flat_map(|body| body.blocks.values())
                .flat_map(|block| &block.insts);
            insts.into_iter().any(|inst| match &inst.op {
                Op::Call { dsts, callee, .. } => {
                    let may_call = match callee {
                        Callee::Direct(callee) => *callee == wanted,
                        Callee::Indirect(_) => true,
                    };
                    may_call && dsts.iter().any(|&dst| self.reg(func, dst))
                }
                _ => false,
            })
        })
    }

    /// What is written matters if somebody looks at it, and what an argument points to if the result says something of it.
    fn library_call(
        &mut self,
        pointers: &Pointers,
        func: FuncId,
        name: &str,
        args: &[Arg],
        dsts: &[Reg],
    ) -> bool {
        let mut changed = false;
        for arg in library_facts::effects(name).into_iter().flat_map(library_facts::written) {
            let Some(arg) = args.get(arg) else { continue };
            if self.reads_relevant(pointers, func, arg.value) {
                changed |= self.mark(func, arg.value);
            }
        }
        let used = dsts.iter().any(|&dst| self.reg(func, dst));
        if let Some(first) = args.first().filter(|_| used && library_facts::looks_at_first(name)) {
            changed |= self.mark(func, first.value);
        }
        changed
    }

    fn inst(&mut self, program: &Program, pointers: &Pointers, func: FuncId, inst: &Inst) -> bool {
        match &inst.op {
            Op::Store { value, ptr, .. } | Op::AtomicUpdate { value, ptr, .. } => {
                if !self.reads_relevant(pointers, func, *ptr) {
                    return false;
                }
                self.mark(func, *value) | self.mark(func, *ptr)
            }
            Op::CompareExchange { ptr, expected, new, .. } => {
                self.mark(func, *ptr) | self.mark(func, *expected) | self.mark(func, *new)
            }
            Op::Load { dst, ptr, .. } => {
                if !self.reg(func, *dst) {
                    return false;
                }
                self.mark(func, *ptr) | self.mark_memory(pointers, func, *ptr)
            }
            Op::Intrinsic { intrinsic, args, dsts, .. } => {
                use raddle_ir::Intrinsic;
                match intrinsic {
                    Intrinsic::MemCopy | Intrinsic::MemMove => {
                        if !self.reads_relevant(pointers, func, args[0]) {
                            return false;
                        }
                        args.iter().fold(false, |changed, &arg| changed | self.mark(func, arg))
                            | self.mark_memory(pointers, func, args[1])
                    }
                    Intrinsic::MemSet => {
                        self.reads_relevant(pointers, func, args[0])
                            && args
                                .iter()
                                .fold(false, |changed, &arg| changed | self.mark(func, arg))
                    }
                    Intrinsic::Assume => self.mark(func, args[0]),
                    _ if dsts.iter().any(|&dst| self.reg(func, dst)) => {
                        args.iter().fold(false, |changed, &arg| changed | self.mark(func, arg))
                    }
                    _ => false,
                }
            }
            Op::Call { callee, args, dsts } => {
                let mut changed = false;
                if let Callee::Indirect(pointer) = callee {
                    changed |= self.mark(func, *pointer);
                    for arg in args {
                        changed |= self.mark(func, arg.value);
                    }
                    return changed;
                }
                let Callee::Direct(target) = callee else { return changed };
                let function = &program.functions[*target];
                match &function.body {
                    Some(_) => {
                        for (arg, param) in args.iter().zip(&function.params) {
                            if self.reg(*target, param.reg) {
                                changed |= self.mark(func, arg.value);
                            }
                            if arg.by_value.is_some() {
                                changed |= self.mark_memory(pointers, func, arg.value);
                            }
                        }
                    }
                    None if USES_ARGUMENTS.contains(&function.name.as_str()) => {
                        for arg in args {
                            changed |= self.mark(func, arg.value);
                        }
                    }
                    None => {
                        changed |= self.library_call(pointers, func, &function.name, args, dsts);
                    }
                }
                changed
            }
            Op::Alloca { count, .. } => self.mark(func, *count),
            op => {
                let mut used = false;
                op.for_each_result(|&dst| used |= self.reg(func, dst));
                let mut changed = false;
                if used {
                    op.for_each_operand(|&operand| changed |= self.mark(func, operand));
                }
                changed
            }
        }
    }
}

/// Where registers may point to.
#[derive(Debug)]
struct Pointers {
    regs: EntityMap<FuncId, Vec<PointsTo>>,
}

impl Pointers {
    fn of(&self, func: FuncId, operand: Operand) -> PointsTo {
        match operand {
            Operand::Reg(reg) => self.regs[func][reg.0 as usize].clone(),
            Operand::Global(global, _) => PointsTo {
                regions: [Region::Global(global)].into_iter().collect(),
                anything: false,
            },
            Operand::Const(_) | Operand::Wide { .. } | Operand::Func(_) | Operand::Undef => {
                PointsTo::default()
            }
        }
    }
    fn add(&mut self, func: FuncId, reg: Reg, targets: &PointsTo) -> bool {
        self.regs[func][reg.0 as usize].merge(targets)
    }
}

fn points_to(program: &Program, entry: FuncId) -> Pointers {
    let regs = program.functions.values().map(|function| {
        vec![PointsTo::default(); function.body.as_ref().map_or(0, |body| body.regs.len())]
    });
    let mut pointers = Pointers { regs: regs.collect() };
    if program.functions[entry].body.is_some() {
        for param in &program.functions[entry].params {
            pointers.add(entry, param.reg, &anything());
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (func, function) in program.functions.iter() {
            let Some(body) = &function.body else { continue };
            for data in body.blocks.values() {
                for inst in &data.insts {
                    changed |= flow(program, &mut pointers, func, inst);
                }
                if let Terminator::Return(values) = &data.terminator {
                    for (index, &value) in values.iter().enumerate() {
                        changed |= flow_result(program, &mut pointers, func, index, value);
                    }
                }
            }
        }
    }
    pointers
}

fn anything() -> PointsTo {
    PointsTo { regions: FxHashSet::default(), anything: true }
}

fn flow(program: &Program, pointers: &mut Pointers, func: FuncId, inst: &Inst) -> bool {
    match &inst.op {
        Op::Alloca { dst, slot, .. } => {
            let targets = PointsTo {
                regions: [Region::Slot(func, *slot)].into_iter().collect(),
                anything: false,
            };
            pointers.add(func, *dst, &targets)
        }
        Op::Load { dst, .. } | Op::AtomicUpdate { dst, .. } => {
            is_pointer_like(program, func, *dst) && pointers.add(func, *dst, &anything())
        }
        Op::CompareExchange { old, .. } => {
            is_pointer_like(program, func, *old) && pointers.add(func, *old, &anything())
        }
        Op::Call { dsts, callee, args } => {
            let direct = match callee {
                Callee::Direct(target) => program.functions[*target].body.as_ref().map(|_| *target),
                Callee::Indirect(_) => None,
            };
            let mut changed = false;
            match direct {
                Some(target) => {
                    for (arg, param) in args.iter().zip(&program.functions[target].params) {
                        let targets = pointers.of(func, arg.value);
                        changed |= pointers.add(target, param.reg, &targets);
                    }
                }
                None if returned_into(program, *callee).is_some() => {
                    let into = returned_into(program, *callee).into_iter().flatten();
                    for arg in into.filter_map(|parameter| args.get(parameter)) {
                        let targets = pointers.of(func, arg.value);
                        dsts.iter().for_each(|&dst| changed |= pointers.add(func, dst, &targets));
                    }
                }
                None => {
                    // An unknown callee may keep and return what it gets, and hand it to any function.
                    for &dst in dsts {
                        changed |= is_pointer_like(program, func, dst)
                            && pointers.add(func, dst, &anything());
                    }
                    if let Callee::Indirect(_) = callee {
                        for target in program.functions.keys() {
                            let function = &program.functions[target];
                            if function.body.is_none() {
                                continue;
                            }
                            for param in &function.params {
                                changed |= pointers.add(target, param.reg, &anything());
                            }
                        }
                    }
                }
            }
            changed
        }
        op => {
            let mut targets = PointsTo::default();
            op.for_each_operand(|&operand| {
                targets.merge(&pointers.of(func, operand));
            });
            let mut changed = false;
            op.for_each_result(|&dst| changed |= pointers.add(func, dst, &targets));
            changed
        }
    }
}

/// The parameters that the result of a library function points into, if it points to nothing else.
fn returned_into(program: &Program, callee: Callee) -> Option<impl Iterator<Item = usize>> {
    let Callee::Direct(target) = callee else { return None };
    library_facts::returned_into(&program.functions[target].name)
}

fn flow_result(
    program: &Program,
    pointers: &mut Pointers,
    func: FuncId,
    index: usize,
    value: Operand,
) -> bool {
    let targets = pointers.of(func, value);
    if targets == PointsTo::default() {
        return false;
    }
    let mut changed = false;
    for (caller, function) in program.functions.iter() {
        let insts = function
            .body
            .iter()
            .flat_map(|body| body.blocks.values())
            .flat_map(|block| &block.insts);
        for inst in insts {
            if let Op::Call { dsts, callee: Callee::Direct(target), .. } = &inst.op
                && *target == func
                && let Some(&dst) = dsts.get(index)
            {
                changed |= pointers.add(caller, dst, &targets);
            }
        }
    }
    changed
}

/// Whether the register is wide enough to hold an address.
fn is_pointer_like(program: &Program, func: FuncId, reg: Reg) -> bool {
    let Some(body) = &program.functions[func].body else { return false };
    let ty = body.regs[reg].ty;
    !ty.is_float() && ty.bits(&program.target) >= program.target.pointer_bits
}
