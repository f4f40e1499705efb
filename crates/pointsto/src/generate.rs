//! From operations to inclusions. Functions are looked at when they turn out to be called.

use raddle_ir::{
    Arg, BinaryOp, Callee, FuncId, GlobalId, InitPart, Intrinsic, Op, Operand, Program, Reg,
    Terminator, Type,
};
use rustc_hash::FxHashSet;

use crate::Purpose;
use crate::calls::{CallGraph, CallSite};
use crate::library::{Effect, library_function};
use crate::object::{Object, Offset, Place};
use crate::position::Position;
use crate::solve::{Discovered, Invocation, Node, Rule, Shift, Solver};
use crate::wrappers::wrappers;

/// Generates and solves; `None` if there was no time for it.
pub(crate) fn analyse(
    program: &Program,
    entry: FuncId,
    purpose: Purpose,
    expired: &dyn Fn() -> bool,
) -> Option<(Solver, CallGraph)> {
    let mut generator = Generator {
        program,
        solver: Solver::new(program),
        calls: CallGraph::new(program, entry),
        seen: FxHashSet::default(),
        open: Vec::new(),
        purpose,
        wrappers: match purpose {
            Purpose::Proofs => FxHashSet::default(),
            Purpose::Warnings => wrappers(program),
        },
    };
    program.globals.keys().for_each(|global| generator.global(global));
    generator.enter_roots();
    generator.run(expired).then_some((generator.solver, generator.calls))
}

struct Generator<'p> {
    program: &'p Program,
    solver: Solver,
    calls: CallGraph,
    seen: FxHashSet<FuncId>,
    open: Vec<FuncId>,
    purpose: Purpose,
    /// Functions whose results are new objects at each call.
    wrappers: FxHashSet<FuncId>,
}

const SAME: Shift = Shift::By(0);

impl Generator<'_> {
    fn run(&mut self, expired: &dyn Fn() -> bool) -> bool {
        loop {
            while let Some(func) = self.open.pop() {
                self.function(func);
            }
            if !self.solver.run(expired) {
                return false;
            }
            let discovered = std::mem::take(&mut self.solver.discovered);
            if discovered.is_empty() && self.open.is_empty() {
                return true;
            }
            discovered.into_iter().for_each(|call| self.invoke(call));
        }
    }

    /// The arguments of the functions that run first come from the environment.
    fn enter_roots(&mut self) {
        let library = self.solver.object(Object::Library);
        let anywhere = self.solver.anywhere_in(library);
        self.solver.add(anywhere, Place { object: library, offset: Offset::Any });
        for root in self.calls.roots.clone() {
            self.reach(root);
            let params = self.program.functions[root].params.iter();
            for param in params.filter(|param| param.ty == Type::Ptr) {
                let node = self.solver.register(root, param.reg);
                self.solver.add(node, Place { object: library, offset: Offset::Any });
            }
        }
    }

    fn reach(&mut self, func: FuncId) {
        if self.program.functions[func].body.is_some() && self.seen.insert(func) {
            self.open.push(func);
        }
    }

    /// The addresses a global holds from the start.
    fn global(&mut self, id: GlobalId) {
        let global = &self.program.globals[id];
        let object = self.solver.object(Object::Global(id));
        let Some(init) = &global.init else {
            // Defined elsewhere: a stream or the like.
            let library = self.solver.object(Object::Library);
            let anywhere = self.solver.anywhere_in(object);
            self.solver.add(anywhere, Place { object: library, offset: Offset::Any });
            return;
        };
        for (offset, part) in &init.parts {
            let operand = match part {
                InitPart::Global(target, addend) => Operand::Global(*target, *addend),
                InitPart::Func(target) => Operand::Func(*target),
                InitPart::Bytes(_) | InitPart::Undef(_) => continue,
            };
            // The function that holds the operand does not matter for constants.
            for place in self.constant_places(operand) {
                self.solver.store_at(object, *offset, place);
            }
        }
    }

    fn constant_places(&mut self, operand: Operand) -> Vec<Place> {
        let entry = self.calls.entry;
        self.solver.operand(entry, operand);
        self.solver.places_of(entry, operand)
    }

    fn function(&mut self, func: FuncId) {
        let Some(body) = &self.program.functions[func].body else { return };
        for (block, data) in body.blocks.iter() {
            for (inst, operation) in data.insts.iter().enumerate() {
                let at = Position { func, block, inst: inst as u32 };
                self.operation(at, &operation.op);
            }
            self.terminator(func, &data.terminator);
        }
    }

    fn terminator(&mut self, func: FuncId, terminator: &Terminator) {
        if let Terminator::Return(values) = terminator {
            for (index, &value) in values.iter().enumerate() {
                if let (Some(from), Some(to)) =
                    (self.solver.operand(func, value), self.solver.result(func, index))
                {
                    self.solver.include(from, to, SAME);
                }
            }
        }
    }

    fn flow(&mut self, func: FuncId, from: Operand, to: Reg, shift: Shift) {
        if let Some(from) = self.solver.operand(func, from) {
            let to = self.solver.register(func, to);
            self.solver.include(from, to, shift);
        }
    }

    fn load(&mut self, func: FuncId, pointer: Operand, into: Reg, ty: Type) {
        if let Some(pointer) = self.solver.operand(func, pointer) {
            let into = self.solver.register(func, into);
            let bytes = ty.bytes(&self.program.target);
            self.solver.add_rule(pointer, Rule::Load { into, bytes });
        }
    }

    fn store(&mut self, func: FuncId, pointer: Operand, value: Operand, ty: Type) {
        if let (Some(pointer), Some(from)) =
            (self.solver.operand(func, pointer), self.solver.operand(func, value))
        {
            let bytes = ty.bytes(&self.program.target);
            self.solver.add_rule(pointer, Rule::Store { from, bytes });
        }
    }

    fn operation(&mut self, at: Position, op: &Op) {
        let func = at.func;
        match op {
            Op::Copy { dst, src, .. } => self.flow(func, *src, *dst, SAME),
            Op::Cast { dst, a, .. } => self.flow(func, *a, *dst, SAME),
            Op::Select { dst, a, b, .. } => {
                self.flow(func, *a, *dst, SAME);
                self.flow(func, *b, *dst, SAME);
            }
            Op::Binary { dst, op, a, b, ty, .. } => self.binary(func, *dst, *op, *ty, *a, *b),
            Op::Address { dst, base, offset, indices, .. } => {
                let shift = self.constant_shift(*offset, indices);
                self.flow(func, *base, *dst, shift);
                for &(index, _, _) in indices {
                    self.flow(func, index, *dst, Shift::Anywhere);
                }
            }
            Op::Load { dst, ty, ptr, .. } => self.load(func, *ptr, *dst, *ty),
            Op::Store { ty, value, ptr, .. } => self.store(func, *ptr, *value, *ty),
            Op::AtomicUpdate { dst, ty, ptr, value, .. } => {
                self.load(func, *ptr, *dst, *ty);
                self.store(func, *ptr, *value, *ty);
                // What was there is computed with and put back.
                self.store(func, *ptr, Operand::Reg(*dst), *ty);
            }
            Op::CompareExchange { old, ty, ptr, new, .. } => {
                self.load(func, *ptr, *old, *ty);
                self.store(func, *ptr, *new, *ty);
            }
            Op::Alloca { dst, slot, size, count, .. } => {
                let object = Object::Local(func, *slot);
                if let Operand::Const(count) = count {
                    self.solver.set_size(object, size.saturating_mul(*count));
                }
                self.point(func, *dst, object, Offset::At(0));
            }
            Op::Call { callee, .. } => self.call(at, *callee),
            Op::Intrinsic { dsts, intrinsic, args, .. } => {
                self.intrinsic(func, dsts, *intrinsic, args);
            }
            Op::Compare { .. }
            | Op::FloatBinary { .. }
            | Op::FloatNeg { .. }
            | Op::FloatCompare { .. }
            | Op::Fence { .. }
            | Op::Unsupported { .. } => {}
        }
    }

    fn point(&mut self, func: FuncId, reg: Reg, object: Object, offset: Offset) {
        let object = self.solver.object(object);
        let node = self.solver.register(func, reg);
        self.solver.add(node, Place { object, offset });
    }

    fn binary(&mut self, func: FuncId, dst: Reg, op: BinaryOp, ty: Type, a: Operand, b: Operand) {
        let pointer_wide = ty.bits(&self.program.target) == self.program.target.pointer_bits;
        let shift = |constant: Operand| match constant {
            Operand::Const(word) if pointer_wide => {
                let bits = self.program.target.pointer_bits;
                let unused = 64 - bits;
                let signed = (word << unused) as i64 >> unused;
                Some(if op == BinaryOp::Sub { signed.wrapping_neg() } else { signed })
            }
            _ => None,
        };
        match op {
            BinaryOp::Add | BinaryOp::Sub => {
                let (by_a, by_b) = (shift(a), shift(b));
                self.flow(func, a, dst, by_b.map_or(Shift::Anywhere, Shift::By));
                let by_a = by_a.filter(|_| op == BinaryOp::Add);
                self.flow(func, b, dst, by_a.map_or(Shift::Anywhere, Shift::By));
            }
            BinaryOp::Mul
            | BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr => {
                self.flow(func, a, dst, Shift::Anywhere);
                self.flow(func, b, dst, Shift::Anywhere);
            }
            BinaryOp::URem | BinaryOp::SRem => {}
        }
    }

    /// How far an address computation goes, if only constants are involved.
    fn constant_shift(&self, offset: i64, indices: &[(Operand, Type, u64)]) -> Shift {
        let mut total = offset;
        for &(index, ty, scale) in indices {
            let Operand::Const(word) = index else { return Shift::Anywhere };
            let unused = 64u32.saturating_sub(ty.bits(&self.program.target));
            let index = (word << unused) as i64 >> unused;
            total = total.wrapping_add(index.wrapping_mul(scale as i64));
        }
        Shift::By(total)
    }

    fn intrinsic(&mut self, func: FuncId, dsts: &[Reg], intrinsic: Intrinsic, args: &[Operand]) {
        match intrinsic {
            Intrinsic::MemCopy | Intrinsic::MemMove => {
                let bytes = match args[2] {
                    Operand::Const(bytes) => Some(bytes),
                    _ => None,
                };
                self.copy(func, args[0], args[1], bytes);
            }
            Intrinsic::VaCopy => self.copy(func, args[0], args[1], None),
            Intrinsic::VaStart => {
                let area = self.solver.address(Object::Variadic(func), Offset::Any);
                if let Some(list) = self.solver.operand(func, args[0]) {
                    // Registers and stack are saved in several areas the list points to.
                    self.store_anywhere(list, area);
                }
            }
            Intrinsic::ThreadPointer | Intrinsic::ReturnAddress | Intrinsic::FrameAddress => {
                for &dst in dsts {
                    self.point(func, dst, Object::Library, Offset::Any);
                }
            }
            Intrinsic::MemSet
            | Intrinsic::VaEnd
            | Intrinsic::StackSave
            | Intrinsic::StackRestore
            | Intrinsic::LifetimeStart
            | Intrinsic::LifetimeEnd
            | Intrinsic::Assume
            | Intrinsic::ObjectSize
            | Intrinsic::Trap => {}
            _ => {
                // Computations on numbers, which may be addresses.
                for &dst in dsts {
                    args.iter().for_each(|&arg| self.flow(func, arg, dst, Shift::Anywhere));
                }
            }
        }
    }

    fn copy(&mut self, func: FuncId, to: Operand, from: Operand, bytes: Option<u64>) {
        if let (Some(to), Some(from)) =
            (self.solver.operand(func, to), self.solver.operand(func, from))
        {
            self.copy_nodes(to, from, bytes);
        }
    }

    fn copy_nodes(&mut self, to: Node, from: Node, bytes: Option<u64>) {
        self.solver.add_rule(from, Rule::CopyTo { to, bytes });
        self.solver.add_rule(to, Rule::CopyFrom { from, bytes });
    }

    fn store_anywhere(&mut self, pointer: Node, value: Node) {
        let blurred = self.solver.fresh_node();
        self.solver.include(pointer, blurred, Shift::Anywhere);
        self.solver.add_rule(blurred, Rule::Store { from: value, bytes: 1 });
    }

    fn call(&mut self, at: Position, callee: Callee) {
        match callee {
            Callee::Direct(callee) => {
                self.invoke(Discovered { site: at, callee, how: Invocation::Program });
            }
            Callee::Indirect(pointer) => {
                if let Some(pointer) = self.solver.operand(at.func, pointer) {
                    let how = Invocation::Program;
                    self.solver.add_rule(pointer, Rule::Call { site: at, how });
                }
            }
        }
    }

    /// A call becomes possible.
    fn invoke(&mut self, call: Discovered) {
        let Discovered { site, callee, how } = call;
        let defined = self.program.functions[callee].body.is_some();
        let starts_with = match how {
            Invocation::Thread { argument } => Some(argument),
            Invocation::Program
            | Invocation::Library
            | Invocation::ThreadEnd
            | Invocation::Unknown => None,
        };
        if how == Invocation::Unknown {
            self.enter_from_unknown(callee);
            return;
        }
        let passes_arguments = how == Invocation::Program;
        let known = CallSite { at: site, passes_arguments, starts_with };
        if !self.calls.add(site.func, callee, known) {
            return;
        }
        self.reach(callee);
        if how == Invocation::ThreadEnd {
            self.calls.by_any_thread.push(callee);
        }
        let Some(Op::Call { dsts, args, .. }) = site.op(self.program) else { return };
        match how {
            Invocation::Program if self.wrappers.contains(&callee) => {
                self.pass(site.func, callee, &[], args);
                for &dst in dsts {
                    self.point(site.func, dst, Object::Heap(site), Offset::At(0));
                }
            }
            Invocation::Program if defined => self.pass(site.func, callee, dsts, args),
            Invocation::Program => self.library_call(site, callee, dsts, args),
            Invocation::Thread { argument } => {
                let from = args.get(argument).copied();
                if let Some(from) = from.and_then(|arg| self.solver.operand(site.func, arg.value)) {
                    self.give_first(callee, from, SAME);
                }
                self.keep_results(callee);
            }
            Invocation::Library | Invocation::ThreadEnd => {
                let kept = self.solver.kept;
                self.give_first(callee, kept, SAME);
            }
            Invocation::Unknown => {}
        }
    }

    fn give_first(&mut self, callee: FuncId, from: Node, shift: Shift) {
        if let Some(param) = self.program.functions[callee].params.first() {
            let to = self.solver.register(callee, param.reg);
            self.solver.include(from, to, shift);
        }
    }

    /// What a thread returns can be had by joining it.
    fn keep_results(&mut self, callee: FuncId) {
        if let Some(result) = self.solver.result(callee, 0) {
            let kept = self.solver.kept;
            self.solver.include(result, kept, SAME);
        }
    }

    fn enter_from_unknown(&mut self, callee: FuncId) {
        if self.calls.roots.contains(&callee) {
            return;
        }
        self.calls.roots.push(callee);
        self.calls.by_any_thread.push(callee);
        self.reach(callee);
        let unknown = self.solver.held_by_unknown();
        for param in &self.program.functions[callee].params {
            let to = self.solver.register(callee, param.reg);
            self.solver.include(unknown, to, Shift::Anywhere);
        }
        if let Some(result) = self.solver.result(callee, 0) {
            self.solver.include(result, unknown, SAME);
        }
    }

    /// Arguments become parameters, results become registers.
    fn pass(&mut self, caller: FuncId, callee: FuncId, dsts: &[Reg], args: &[Arg]) {
        let function = &self.program.functions[callee];
        for (index, arg) in args.iter().enumerate() {
            let Some(from) = self.solver.operand(caller, arg.value) else { continue };
            match (function.params.get(index), arg.by_value) {
                (Some(param), None) => {
                    let to = self.solver.register(callee, param.reg);
                    self.solver.include(from, to, SAME);
                }
                (Some(param), Some((size, _))) => {
                    let copy = Object::ByValue(callee, index as u32);
                    self.solver.set_size(copy, size);
                    self.point(callee, param.reg, copy, Offset::At(0));
                    let to = self.solver.register(callee, param.reg);
                    self.copy_nodes(to, from, Some(size));
                }
                (None, by_value) => {
                    let area = self.solver.object(Object::Variadic(callee));
                    let anywhere = self.solver.anywhere_in(area);
                    self.solver.include(from, anywhere, SAME);
                    if by_value.is_some() {
                        // The copy lies in the area itself.
                        let area = self.solver.address(Object::Variadic(callee), Offset::Any);
                        self.copy_nodes(area, from, None);
                    }
                }
            }
        }
        for (index, &dst) in dsts.iter().enumerate() {
            if let Some(result) = self.solver.result(callee, index) {
                let to = self.solver.register(caller, dst);
                self.solver.include(result, to, SAME);
            }
        }
        // The area points to itself: the list that walks through it is kept in it.
        if function.varargs {
            let area = self.solver.object(Object::Variadic(callee));
            let anywhere = self.solver.anywhere_in(area);
            self.solver.add(anywhere, Place { object: area, offset: Offset::Any });
        }
    }

    fn library_call(&mut self, at: Position, callee: FuncId, dsts: &[Reg], args: &[Arg]) {
        let name = &self.program.functions[callee].name;
        match library_function(name) {
            Some(known) => {
                for &effect in known.effects {
                    self.effect(at, effect, dsts, args);
                }
            }
            None => match self.purpose {
                Purpose::Proofs => self.unknown_call(at, dsts, args),
                Purpose::Warnings => {
                    for &dst in dsts {
                        self.point(at.func, dst, Object::Heap(at), Offset::At(0));
                    }
                }
            },
        }
    }

    /// Nothing is known about the function: it gets hold of everything its arguments lead to.
    fn unknown_call(&mut self, at: Position, dsts: &[Reg], args: &[Arg]) {
        let unknown = self.solver.held_by_unknown();
        for arg in args {
            if let Some(from) = self.solver.operand(at.func, arg.value) {
                self.solver.include(from, unknown, SAME);
            }
        }
        for &dst in dsts {
            let to = self.solver.register(at.func, dst);
            self.solver.include(unknown, to, Shift::Anywhere);
        }
    }

    fn effect(&mut self, at: Position, effect: Effect, dsts: &[Reg], args: &[Arg]) {
        let func = at.func;
        let arg = |solver: &mut Solver, index: usize| {
            args.get(index).and_then(|arg| solver.operand(func, arg.value))
        };
        let dst = dsts.first().map(|&dst| self.solver.register(func, dst));
        match effect {
            Effect::ReturnsFresh | Effect::ReturnsFilled => {
                if let Some(&dst) = dsts.first() {
                    self.point(func, dst, Object::Heap(at), Offset::At(0));
                }
            }
            Effect::ReturnsInto(index) => {
                if let (Some(from), Some(dst)) = (arg(&mut self.solver, index), dst) {
                    self.solver.include(from, dst, SAME);
                    self.solver.include(from, dst, Shift::Anywhere);
                }
            }
            Effect::ReturnsLibrary => {
                if let Some(&dst) = dsts.first() {
                    self.point(func, dst, Object::Library, Offset::Any);
                }
            }
            Effect::ReturnsKept => {
                if let Some(dst) = dst {
                    let kept = self.solver.kept;
                    self.solver.include(kept, dst, SAME);
                }
            }
            Effect::Copies { to, from } => {
                let (to, from) = (arg(&mut self.solver, to), arg(&mut self.solver, from));
                if let (Some(to), Some(from)) = (to, from) {
                    self.copy_nodes(to, from, None);
                }
            }
            Effect::CopiesToFresh { from } => {
                if let Some(from) = arg(&mut self.solver, from) {
                    let to = self.solver.address(Object::Heap(at), Offset::Any);
                    self.copy_nodes(to, from, None);
                }
            }
            Effect::StoresFresh { to } => {
                if let Some(to) = arg(&mut self.solver, to) {
                    let value = self.solver.address(Object::Heap(at), Offset::At(0));
                    self.store_word(to, value);
                }
            }
            Effect::StoresInto { to, value } => {
                let (to, value) = (arg(&mut self.solver, to), arg(&mut self.solver, value));
                if let (Some(to), Some(value)) = (to, value) {
                    let into = self.solver.fresh_node();
                    self.solver.include(value, into, Shift::Anywhere);
                    self.store_word(to, into);
                }
            }
            Effect::Stores { to, value } => {
                let (to, value) = (arg(&mut self.solver, to), arg(&mut self.solver, value));
                if let (Some(to), Some(value)) = (to, value) {
                    self.store_word(to, value);
                }
            }
            Effect::Loads { from } => {
                if let (Some(from), Some(into)) = (arg(&mut self.solver, from), dst) {
                    let bytes = Type::Ptr.bytes(&self.program.target);
                    self.solver.add_rule(from, Rule::Load { into, bytes });
                }
            }
            Effect::Keeps(index) => {
                if let Some(from) = arg(&mut self.solver, index) {
                    let kept = self.solver.kept;
                    self.solver.include(from, kept, SAME);
                }
            }
            Effect::StoresKept { to } => {
                if let Some(to) = arg(&mut self.solver, to) {
                    let kept = self.solver.kept;
                    self.store_word(to, kept);
                }
            }
            Effect::Starts { function, argument } => {
                if let Some(function) = arg(&mut self.solver, function) {
                    let how = Invocation::Thread { argument };
                    self.solver.add_rule(function, Rule::Call { site: at, how });
                }
            }
            Effect::Calls { function } => {
                if let Some(function) = arg(&mut self.solver, function) {
                    let how = Invocation::Library;
                    self.solver.add_rule(function, Rule::Call { site: at, how });
                }
            }
            Effect::CallsAtEnd { function } => {
                if let Some(function) = arg(&mut self.solver, function) {
                    let how = Invocation::ThreadEnd;
                    self.solver.add_rule(function, Rule::Call { site: at, how });
                }
            }
            Effect::Reads(_) | Effect::ReadsFrom(_) | Effect::Writes(_) => {}
        }
    }

    fn store_word(&mut self, pointer: Node, value: Node) {
        let bytes = Type::Ptr.bytes(&self.program.target);
        self.solver.add_rule(pointer, Rule::Store { from: value, bytes });
    }
}
