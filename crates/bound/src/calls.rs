//! Calls: functions of the program, costs, inputs, and the few library functions whose effect matters here.

use raddle_ir::{Arg, Body, Callee, FuncId, Operand, Reg, Type};

use crate::affine::{Affine, Int, Range};
use crate::context::{Fill, Value};
use crate::cost::Resource;
use crate::counters::Role;
use crate::edge::{Ending, Local, Target};
use crate::error::Stop;
use crate::execute::{Executor, Flow, Run};
use crate::relevance::Region;
use crate::weight::Weight;
use crate::world::{Cell, ObjectKind, Place, Stack, UNKNOWN_SIZE};

/// Deeper chains of calls are not followed.
const MAX_DEPTH: usize = 200;

/// Library functions that end the program.
const ENDS: &[&str] = &[
    "exit",
    "_exit",
    "_Exit",
    "abort",
    "quick_exit",
    "__assert_fail",
    "__assert",
    "__VERIFIER_error",
    "reach_error",
];

/// Library functions that only compute or print: they change no memory that the program can read.
const HARMLESS: &[&str] = &[
    "printf",
    "puts",
    "putchar",
    "fprintf",
    "fputs",
    "fputc",
    "putc",
    "fflush",
    "perror",
    "vprintf",
    "vfprintf",
    "raddle_print",
    "raddle_check",
    "raddle_invariant",
    "raddle_requires_text",
    "sin",
    "cos",
    "tan",
    "exp",
    "log",
    "log2",
    "log10",
    "pow",
    "sqrt",
    "fabs",
    "floor",
    "ceil",
    "fmod",
    "atan",
    "atan2",
    "abs",
    "labs",
    "isdigit",
    "isalpha",
    "isspace",
    "isalnum",
    "isupper",
    "islower",
    "toupper",
    "tolower",
    "time",
    "clock",
    "rand",
    "random",
    "getchar",
    "srand",
];

impl Executor<'_, '_, '_> {
    pub(crate) fn call(
        &mut self,
        mut run: Run,
        callee: Callee,
        args: &[Arg],
        dsts: &[Reg],
    ) -> Result<Flow, Stop> {
        let func = match callee {
            Callee::Direct(func) => func,
            Callee::Indirect(pointer) => {
                let pointer = self.operand(&mut run, pointer, Type::Ptr);
                let Value::Function(func) = pointer.value else {
                    let what = "a call through a pointer whose target is not known";
                    return Err(self.stop(&run, what, "call the function by its name"));
                };
                run.requires.extend(pointer.pins);
                func
            }
        };
        let program = self.world.program;
        let inst = run.inst.saturating_sub(1) as u32;
        let loc = self.world.loc(Place { inst, ..self.place });
        if let Some(cost) = self.settings.costs.mark(program, func, self.func, loc) {
            add_cost(&mut run, cost);
            return Ok(Flow::Next(run));
        }
        let values: Vec<Local> =
            args.iter().map(|arg| self.operand(&mut run, arg.value, arg.ty)).collect();
        match program.functions[func].body.as_ref() {
            Some(_) => self.enter(run, func, args, values),
            None => self.library(run, func, args, values, dsts),
        }
    }

    fn enter(
        &mut self,
        mut run: Run,
        func: FuncId,
        args: &[Arg],
        values: Vec<Local>,
    ) -> Result<Flow, Stop> {
        let function = &self.world.program.functions[func];
        if function.varargs {
            return Err(self.stop(
                &run,
                "a call with variable arguments",
                "give the function fixed parameters",
            ));
        }
        if args.iter().any(|arg| arg.by_value.is_some()) {
            return Err(self.stop(&run, "a struct passed by value", "pass a pointer"));
        }
        if !function.takes_plainly(args) {
            let what = "a call with other arguments than the function takes";
            return Err(self.stop(&run, what, "call the function as what it is"));
        }
        let back = Place { inst: run.inst as u32, ..self.place };
        let recursive = self.world.loops_of(func).is_some_and(|facts| facts.recursive);
        if self.depth() > MAX_DEPTH {
            return Err(self.stop(&run, "calls are nested too deeply", "reduce the nesting"));
        }
        let params = || function.params.iter().enumerate();
        if recursive {
            self.refuse_local_memory(&run, func)?;
            for ((index, param), value) in params().zip(values) {
                if self.world.relevance.reg(func, param.reg) {
                    let var = self.world.cell(Cell::Argument(func, index as u32), param.ty);
                    run.assigned.insert(var, value);
                }
            }
            return Ok(Flow::Leave(run, Target::Call(func, back)));
        }
        let stack = self.world.stack(Stack { func, back: Some(back), root: false });
        for ((_, param), value) in params().zip(values) {
            if self.world.relevance.reg(func, param.reg) {
                let var = self.world.reg(stack, param.reg);
                run.assigned.insert(var, value);
            }
        }
        Ok(Flow::Leave(run, Target::To(Place { stack, block: Body::ENTRY, inst: 0 })))
    }

    /// All activations of a recursive function share one frame here, which is right for registers only.
    fn refuse_local_memory(&self, run: &Run, func: FuncId) -> Result<(), Stop> {
        let Some(body) = self.world.body(func) else { return Ok(()) };
        let mut slots = body.slots.keys();
        match slots.any(|slot| self.world.relevance.region(Region::Slot(func, slot))) {
            false => Ok(()),
            true => {
                let what = "a recursive function with a local array, or a local variable whose address is taken";
                Err(self.stop(run, what, "make it a parameter"))
            }
        }
    }

    fn depth(&self) -> usize {
        let (mut depth, mut at) = (0, self.stack);
        while let Some(back) = self.world.stack_of(at).back {
            depth += 1;
            at = back.stack;
        }
        depth
    }

    fn library(
        &mut self,
        mut run: Run,
        func: FuncId,
        args: &[Arg],
        values: Vec<Local>,
        dsts: &[Reg],
    ) -> Result<Flow, Stop> {
        let function = &self.world.program.functions[func];
        let name = function.name.as_str();
        let result = function.returns.first().copied();
        if let Some(role) = Role::of(name) {
            self.count(&mut run, role, args);
            return Ok(Flow::Next(run));
        }
        match name {
            "raddle_tick" | "raddle_acquire" | "raddle_release" => {
                self.explicit_cost(&mut run, name, args, &values)?
            }
            "raddle_assume" | "__VERIFIER_assume" => {
                let condition = self.as_int(values[0].clone(), args[0].ty);
                return Ok(self.assume(run, &condition));
            }
            "raddle_make_symbolic" => {
                let length = self.length(&mut run, &values[1]);
                self.make_symbolic(&mut run, &values[0], length);
            }
            "malloc" | "calloc" | "realloc" => {
                let object = self.allocate(&mut run, name, &values)?;
                return Ok(self.result(run, dsts, object));
            }
            "free" => self.free(&mut run, &values),
            _ if ENDS.contains(&name) => return Ok(Flow::Leave(run, Target::End(Ending::Exit))),
            _ if name.starts_with("__VERIFIER_nondet_") => {
                let value = match (name, result) {
                    ("__VERIFIER_nondet_bool" | "__VERIFIER_nondet__Bool", Some(_)) => {
                        self.fresh_in(Range::new(0, 1))
                    }
                    (_, Some(ty)) => self.fresh(ty),
                    (_, None) => Local::any(),
                };
                return Ok(self.result(run, dsts, value));
            }
            _ if HARMLESS.contains(&name) => {}
            _ => {
                if let Some(flow) = self.table_function(&run, name, args, &values, dsts) {
                    return Ok(flow);
                }
                let what = format!("nothing is known of the function `{name}`");
                let advice = "define it, or replace its result by __VERIFIER_nondet_int()";
                return Err(self.stop(&run, what, advice));
            }
        }
        self.assign_unknown(&mut run, dsts);
        Ok(Flow::Next(run))
    }

    pub(crate) fn result(&mut self, mut run: Run, dsts: &[Reg], value: Local) -> Flow {
        if let Some(&dst) = dsts.first() {
            self.assign(&mut run, dst, value);
        }
        Flow::Next(run)
    }

    /// Results of which nothing is known.
    pub(crate) fn assign_unknown(&mut self, run: &mut Run, dsts: &[Reg]) {
        for &dst in dsts {
            let ty = self.world.body(self.func).map_or(Type::Int(64), |body| body.regs[dst].ty);
            let value = self.fresh(ty);
            self.assign(run, dst, value);
        }
    }

    /// Goes on where the condition holds. That it cannot hold is a fact about this context.
    pub(crate) fn assume(&mut self, run: Run, condition: &Local) -> Flow {
        match self.split_nonzero(run, condition) {
            (Some(holds), _) => Flow::Next(holds),
            (None, Some(fails)) => Flow::Leave(fails, Target::Blocked),
            (None, None) => Flow::Fork(Vec::new()),
        }
    }

    fn count(&mut self, run: &mut Run, role: Role, args: &[Arg]) {
        let Some(Operand::Global(global, offset)) = args.first().map(|arg| arg.value) else {
            return;
        };
        if let Some(event) = self.settings.counters.event(role, global, offset) {
            run.weight = run.weight.then(&Weight::event(event));
        }
    }

    fn explicit_cost(
        &mut self,
        run: &mut Run,
        name: &str,
        args: &[Arg],
        values: &[Local],
    ) -> Result<(), Stop> {
        let counted = matches!(
            (name, self.settings.costs.resource),
            ("raddle_tick", Resource::Ticks)
                | ("raddle_acquire" | "raddle_release", Resource::Held)
        );
        let amount = self.as_int(values[0].clone(), args[0].ty);
        let range = self.range(run, &amount);
        if range.lo < 0 {
            let what = format!("{name} with an amount that may be negative");
            return Err(self.stop(run, what, "assume that the amount is at least zero"));
        }
        if !counted {
            return Ok(());
        }
        // The largest amount is used up, the smallest given back.
        let amount_used = if name == "raddle_release" { -range.lo } else { range.hi };
        let pins = self.keep_within(&amount, range);
        run.requires.extend(pins);
        add_cost(run, amount_used);
        Ok(())
    }

    fn allocate(&mut self, run: &mut Run, name: &str, values: &[Local]) -> Result<Local, Stop> {
        let index = usize::from(name == "realloc");
        let heap = self.settings.costs.resource == Resource::Heap;
        let mut size: Int = 1;
        let factors = if name == "calloc" { &values[0..2] } else { &values[index..=index] };
        for factor in factors {
            let factor = self.as_int(factor.clone(), Type::Int(64));
            let range = self.range(run, &factor);
            if heap && (range.hi > UNKNOWN_SIZE || range.lo < 0) {
                let what = format!("the size given to {name} is not bounded");
                return Err(self.stop(run, what, "assume a bound on the size"));
            }
            let bounded = range.lo >= 0 && range.hi < UNKNOWN_SIZE;
            if heap || bounded {
                let pins = self.keep_within(&factor, range);
                run.requires.extend(pins);
            }
            size = size.saturating_mul(if bounded { range.hi } else { UNKNOWN_SIZE });
        }
        if heap {
            // The old block is given back only when its content has been copied.
            add_cost(run, size);
            if name == "realloc" {
                self.free(run, values);
            }
        }
        let place = Place { inst: run.inst as u32, ..self.place };
        let object = self.world.object(ObjectKind::Heap(place, size));
        Ok(Local::of(Value::Pointer(object, Affine::constant(0))))
    }

    /// What is not known to be given back counts as held.
    fn free(&mut self, run: &mut Run, values: &[Local]) {
        if self.settings.costs.resource != Resource::Heap {
            return;
        }
        let Some(Local { value: Value::Pointer(object, _), pins }) = values.first() else { return };
        if let ObjectKind::Heap(_, size) = self.world.object_kind(*object) {
            run.requires.extend(pins.iter().cloned());
            add_cost(run, -size);
        }
    }

    fn make_symbolic(&mut self, run: &mut Run, pointer: &Local, length: Option<u64>) {
        let Value::Pointer(object, offset) = &pointer.value else {
            return self.fill_block(run, pointer, length, Fill::Unknown);
        };
        let ty = match length {
            Some(1) => Type::Int(8),
            Some(2) => Type::Int(16),
            Some(4) => Type::Int(32),
            Some(8) => Type::Int(64),
            _ => return self.fill_block(run, pointer, length, Fill::Unknown),
        };
        if offset.as_constant().is_none() || length == self.world.object_size(*object) {
            return self.fill_block(run, pointer, length, Fill::Unknown);
        }
        let value = self.fresh(ty);
        self.store(run, pointer.clone(), ty, value);
    }
}

pub(crate) fn add_cost(run: &mut Run, amount: Int) {
    if run.weight.choices.is_some() {
        run.weight = run.weight.then(&Weight::cost(amount));
        return;
    }
    run.weight.net = run.weight.net.saturating_add(amount);
    run.weight.high = run.weight.high.max(run.weight.net);
}
