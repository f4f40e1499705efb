//! The closure of the criteria under control and data dependence.

use raddle_analysis::{PostDominators, read_operands};
use raddle_ir::{
    Arg, Block, Callee, EntityMap, FuncId, Intrinsic, Op, Operand, Program, Reg, Terminator, Type,
};
use raddle_pointsto::{
    Accesses, Expired, ObjectId, PointsTo, Position, Positions, Reach, Region, Sharing,
    positions_of,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::criteria::{Criteria, Need};
use crate::defined::Definedness;
use crate::{Question, Slice};

pub(crate) fn slice(
    program: &Program,
    points_to: &PointsTo,
    sharing: &Sharing,
    question: Question,
    expired: Expired<'_>,
) -> Option<Slice> {
    let reachable = points_to.calls.reachable();
    let accesses = all_accesses(program, points_to, &reachable, expired)?;
    let defined = Definedness::new(program, points_to, &reachable, &accesses, expired)?;
    let criteria = Criteria::new(program, points_to, sharing, question, &accesses, defined);
    let mut closure = Closure::new(program, points_to, &reachable, &accesses);
    for &func in &reachable {
        for (at, need) in criteria.of_function(func) {
            closure.keep(at);
            if need == Need::Value {
                closure.keep_value(at);
            }
        }
    }
    // A schedule names the threads that take turns at accesses that others can notice: which of these are
    // executed must not depend on what is outside, or a schedule would mean something else for other inputs.
    if sharing.has_threads {
        let noticed = |accesses: &Accesses| sharing.reach(accesses) > Some(Reach::Private);
        for (&at, _) in accesses.iter().filter(|(_, accesses)| noticed(accesses)) {
            closure.control(at);
        }
    }
    closure.run(expired)?;
    let Closure { positions, kept, valued, .. } = closure;
    Some(Slice { positions, kept, valued, reachable })
}

/// What every instruction of some functions may access, where it is anything.
pub(crate) fn all_accesses(
    program: &Program,
    points_to: &PointsTo,
    functions: &FxHashSet<FuncId>,
    expired: Expired<'_>,
) -> Option<FxHashMap<Position, Accesses>> {
    let mut all = FxHashMap::default();
    for &func in functions {
        for at in positions_of(program, func) {
            if expired() {
                return None;
            }
            let accesses = points_to.accesses(program, at);
            if !accesses.reads.is_empty() || !accesses.writes.is_empty() {
                all.insert(at, accesses);
            }
        }
    }
    Some(all)
}

pub(crate) struct Closure<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    accesses: &'a FxHashMap<Position, Accesses>,
    positions: Positions,
    /// Whether and where it is executed matters.
    kept: Vec<bool>,
    /// What it computes, or stores, matters.
    valued: Vec<bool>,
    open: Vec<(Position, Need)>,
    /// Functions with something in the slice: their calls are in it too.
    entered: FxHashSet<FuncId>,
    /// But not those of functions that only compute: only calls whose results are needed.
    pub only_compute: FxHashSet<FuncId>,
    needed: FxHashSet<(FuncId, Reg)>,
    needed_results: FxHashSet<FuncId>,
    post_dominators: FxHashMap<FuncId, PostDominators>,
    /// Where each register is assigned.
    definitions: FxHashMap<(FuncId, Reg), Vec<Position>>,
    returns: EntityMap<FuncId, Vec<Position>>,
    writers: FxHashMap<ObjectId, Vec<(Position, Region)>>,
}

impl<'a> Closure<'a> {
    pub fn new(
        program: &'a Program,
        points_to: &'a PointsTo,
        functions: &FxHashSet<FuncId>,
        accesses: &'a FxHashMap<Position, Accesses>,
    ) -> Closure<'a> {
        let positions = Positions::new(program);
        let mut closure = Closure {
            program,
            points_to,
            accesses,
            kept: vec![false; positions.len()],
            valued: vec![false; positions.len()],
            positions,
            open: Vec::new(),
            entered: FxHashSet::default(),
            only_compute: FxHashSet::default(),
            needed: FxHashSet::default(),
            needed_results: FxHashSet::default(),
            post_dominators: FxHashMap::default(),
            definitions: FxHashMap::default(),
            returns: program.functions.keys().map(|_| Vec::new()).collect(),
            writers: FxHashMap::default(),
        };
        for &func in functions {
            closure.index(func);
        }
        for (&at, accesses) in accesses {
            for &region in &accesses.writes {
                closure.writers.entry(region.object).or_default().push((at, region));
            }
        }
        closure
    }

    fn index(&mut self, func: FuncId) {
        let Some(body) = &self.program.functions[func].body else { return };
        self.post_dominators.insert(func, PostDominators::new(body));
        for at in positions_of(self.program, func) {
            if let Some(op) = at.op(self.program) {
                op.for_each_result(|&reg| {
                    self.definitions.entry((func, reg)).or_default().push(at);
                });
            } else if let Some(Terminator::Return(_)) = at.terminator(self.program) {
                self.returns[func].push(at);
            }
        }
    }

    pub fn keep(&mut self, at: Position) {
        if !std::mem::replace(&mut self.kept[self.positions.index(at)], true) {
            self.open.push((at, Need::Execution));
        }
    }

    fn keep_value(&mut self, at: Position) {
        self.keep(at);
        if !std::mem::replace(&mut self.valued[self.positions.index(at)], true) {
            self.open.push((at, Need::Value));
        }
    }

    pub fn contains(&self, at: Position) -> bool {
        self.kept[self.positions.index(at)]
    }

    /// `None` if there was no time.
    pub fn run(&mut self, expired: Expired<'_>) -> Option<()> {
        while let Some((at, need)) = self.open.pop() {
            if expired() {
                return None;
            }
            match need {
                Need::Execution => {
                    self.control(at);
                    self.execute(at);
                }
                Need::Value => self.evaluate(at),
            }
        }
        Some(())
    }

    /// Whether an access fails depends on where it goes, not on what is there.
    fn execute(&mut self, at: Position) {
        match at.op(self.program) {
            Some(
                Op::Load { ptr, .. }
                | Op::Store { ptr, .. }
                | Op::AtomicUpdate { ptr, .. }
                | Op::CompareExchange { ptr, .. },
            ) => self.need(at.func, *ptr),
            Some(Op::Intrinsic { intrinsic: Intrinsic::MemSet, args, .. }) => {
                self.need(at.func, args[0]);
                self.need(at.func, args[2]);
            }
            Some(Op::Intrinsic {
                intrinsic: Intrinsic::MemCopy | Intrinsic::MemMove,
                args,
                ..
            }) => args.iter().for_each(|&arg| self.need(at.func, arg)),
            Some(_) => self.keep_value(at),
            None => self.terminator(at),
        }
    }

    fn evaluate(&mut self, at: Position) {
        match at.op(self.program) {
            Some(Op::Call { .. }) => self.call(at),
            Some(op) => op.for_each_operand(|&operand| self.need(at.func, operand)),
            None => {}
        }
        if let Some(accesses) = self.accesses.get(&at) {
            accesses.reads.iter().for_each(|region| self.read(region));
        }
    }

    /// Whatever decides whether a position is executed.
    fn control(&mut self, at: Position) {
        if let Some(facts) = self.post_dominators.get(&at.func) {
            let controllers: Vec<Block> = facts.controllers(at.block).to_vec();
            for block in controllers {
                let inst = self.terminator_index(at.func, block);
                self.keep(Position { func: at.func, block, inst });
            }
        }
        if self.entered.insert(at.func) && !self.only_compute.contains(&at.func) {
            let sites = self.points_to.calls.callers(at.func);
            sites.iter().for_each(|site| self.keep(site.at));
        }
    }

    fn terminator_index(&self, func: FuncId, block: Block) -> u32 {
        Position { func, block, inst: 0 }.data(self.program).insts.len() as u32
    }

    fn terminator(&mut self, at: Position) {
        let Some(terminator) = at.terminator(self.program) else { return };
        // What the program returns to its environment matters to nobody here.
        let exits = at.func == self.points_to.calls.entry
            && self.points_to.calls.callers(at.func).is_empty()
            && matches!(terminator, Terminator::Return(_));
        if !exits {
            terminator.for_each_operand(|&operand| self.need(at.func, operand));
        }
    }

    /// A call needs what decides where it goes; arguments are needed as far as their parameters are, and
    /// those of library functions always.
    fn call(&mut self, at: Position) {
        let Some(Op::Call { callee, args, .. }) = at.op(self.program) else { return };
        if let Callee::Indirect(pointer) = callee {
            self.need(at.func, *pointer);
        }
        let callees: Vec<FuncId> = self.points_to.calls.called_at(at).collect();
        let program = self.program;
        let library = callees.iter().any(|&callee| program.functions[callee].body.is_none());
        let fixed = callees.iter().map(|&callee| program.functions[callee].params.len()).min();
        let prints = self.only_prints(at);
        for (index, arg) in args.iter().enumerate() {
            let variable = fixed.is_none_or(|fixed| index >= fixed);
            let printed = prints && variable && is_small_number(arg);
            if (library || variable || arg.by_value.is_some()) && !printed {
                self.need(at.func, arg.value);
            }
        }
        for callee in callees {
            if !self.only_compute.contains(&callee) {
                continue;
            }
            let params = program.functions[callee].params.iter();
            for (param, arg) in params.zip(args) {
                if self.needed.contains(&(callee, param.reg)) {
                    self.need(at.func, arg.value);
                }
            }
        }
    }

    /// Whether a call writes text for people, and nobody asks how long it is. What the numbers in it are matters to nobody here.
    fn only_prints(&self, at: Position) -> bool {
        let Some(Op::Call { callee: Callee::Direct(callee), dsts, .. }) = at.op(self.program)
        else {
            return false;
        };
        let function = &self.program.functions[*callee];
        let body = self.program.functions[at.func].body.as_ref();
        let is_asked = |reg: &Reg| {
            let mut found = false;
            let mut note = |operand: Operand| found |= operand == Operand::Reg(*reg);
            for block in body.iter().flat_map(|body| body.blocks.values()) {
                block.insts.iter().for_each(|inst| read_operands(&inst.op, &mut note));
                block.terminator.for_each_operand(|&operand| note(operand));
            }
            found
        };
        function.body.is_none()
            && matches!(function.name.as_str(), "printf" | "fprintf")
            && !dsts.iter().any(is_asked)
    }

    fn need(&mut self, func: FuncId, operand: Operand) {
        let Operand::Reg(reg) = operand else { return };
        if !self.needed.insert((func, reg)) {
            return;
        }
        for at in self.definitions.get(&(func, reg)).cloned().unwrap_or_default() {
            self.keep_value(at);
            if let Some(Op::Call { .. }) = at.op(self.program) {
                for callee in self.points_to.calls.called_at(at).collect::<Vec<_>>() {
                    self.need_result(callee);
                }
            }
        }
        let params = &self.program.functions[func].params;
        if let Some(index) = params.iter().position(|param| param.reg == reg) {
            self.need_argument(func, index);
        }
    }

    fn need_result(&mut self, callee: FuncId) {
        if self.needed_results.insert(callee) {
            for at in self.returns[callee].clone() {
                self.keep(at);
            }
        }
    }

    fn need_argument(&mut self, callee: FuncId, index: usize) {
        let everywhere = !self.only_compute.contains(&callee);
        for site in self.points_to.calls.callers(callee).to_vec() {
            if !everywhere && !self.contains(site.at) {
                continue;
            }
            self.keep(site.at);
            let Some(Op::Call { args, .. }) = site.at.op(self.program) else { continue };
            let argument = match site.starts_with {
                Some(argument) if index == 0 => Some(argument),
                Some(_) => None,
                None if site.passes_arguments => Some(index),
                None => None,
            };
            if let Some(arg) = argument.and_then(|argument| args.get(argument)) {
                self.need(site.at.func, arg.value);
            }
        }
    }

    /// Whoever may have written what is read.
    fn read(&mut self, region: &Region) {
        let writers = self.writers.get(&region.object).into_iter().flatten();
        let found: Vec<Position> =
            writers.filter(|(_, written)| written.overlaps(region)).map(|&(at, _)| at).collect();
        found.into_iter().for_each(|at| self.keep_value(at));
    }
}

/// A number that cannot be an address.
fn is_small_number(arg: &Arg) -> bool {
    arg.by_value.is_none() && matches!(arg.ty, Type::Int(..=32))
}
