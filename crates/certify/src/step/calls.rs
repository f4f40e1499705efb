//! Calls: costs, inputs, assumptions, and what library functions do to memory.

use raddle_expr::TermId;
use raddle_ir::{Arg, Callee, FuncId, Inst, Intrinsic, Operand, Reg, Type};
use raddle_pointsto::{Effect, library_function};

use super::{Charge, Flow, Path, Result, Step, To, Way};
use crate::Resource;
use crate::format::{Object, Place};
use crate::state::Value;

/// Functions that end the program.
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

impl Step<'_, '_> {
    pub(super) fn call(
        &mut self,
        path: &mut Path,
        callee: Callee,
        args: &[Arg],
        dsts: &[Reg],
        inst: &Inst,
    ) -> Result<Flow> {
        let way = &mut path.way;
        let function = match callee {
            Callee::Direct(function) => function,
            Callee::Indirect(pointer) => match self.operand(way, pointer, Type::Ptr) {
                Value::Function(function) => FuncId(function),
                _ => return Err("a call through a pointer of which nothing is claimed".to_owned()),
            },
        };
        let within = self.scene.function(self.stack);
        if let Some(cost) = self.question.mark(function, within, inst.loc) {
            way.charges.push(Charge::Fixed(cost));
            return Ok(Flow::Next);
        }
        let data = &self.scene.program.functions[function];
        if data.body.is_some() {
            if !data.takes_plainly(args) {
                return Err(
                    "a call with variable, copied or other arguments than the function takes"
                        .to_owned(),
                );
            }
            let arguments = args.iter().map(|arg| self.operand(way, arg.value, arg.ty)).collect();
            let back = Place { stack: self.stack, block: self.block, inst: path.inst as u32 };
            return Ok(Flow::Leave(To::Call { function, arguments, back }));
        }
        let back = Place { stack: self.stack, block: self.block, inst: path.inst as u32 };
        self.library(way, function, args, dsts, back)
    }

    pub(super) fn library(
        &mut self,
        way: &mut Way,
        function: FuncId,
        args: &[Arg],
        dsts: &[Reg],
        back: Place,
    ) -> Result<Flow> {
        let name = self.scene.program.functions[function].name.as_str();
        for &dst in dsts {
            self.assign_any(way, dst);
        }
        match name {
            "raddle_count" | "raddle_reset" | "raddle_assume_count" => {
                if let Some(Operand::Global(global, offset)) = args.first().map(|arg| arg.value) {
                    way.events.extend(self.question.event(function, global, offset));
                }
            }
            "raddle_tick" if self.question.resource() == Resource::Ticks => {
                let amount = self.amount(way, &args[0]);
                way.charges.push(Charge::Used(amount));
            }
            "raddle_acquire" if self.question.resource() == Resource::Held => {
                let amount = self.amount(way, &args[0]);
                way.charges.push(Charge::Used(amount));
            }
            "raddle_release" if self.question.resource() == Resource::Held => {
                let amount = self.amount(way, &args[0]);
                way.charges.push(Charge::Returned(amount));
            }
            "raddle_tick" | "raddle_acquire" | "raddle_release" => {}
            "raddle_assume" | "__VERIFIER_assume" => {
                let condition = self.number(way, args[0].value, args[0].ty);
                let width = self.scene.terms.width(condition);
                let zero = self.scene.terms.constant(width, 0);
                way.conditions.push(self.scene.terms.ne(condition, zero));
            }
            "raddle_make_symbolic" => self.lose_block(way, args[0].value),
            "malloc" | "calloc" | "realloc" => self.allocate(way, name, args, dsts, back)?,
            "free" => self.free(way, &args[0]),
            "strlen" | "strspn" | "strcspn" => self.length(way, &args[0], dsts),
            // Memory that nothing else points to, and of which nothing is claimed.
            "__errno_location" => {
                if let Some(&dst) = dsts.first() {
                    let zero = self.offset_constant(0);
                    self.assign(way, dst, Value::Pointer(Object::Heap(back, 4), zero));
                }
            }
            "__VERIFIER_nondet_bool" | "__VERIFIER_nondet__Bool" => {
                if let (Some(&dst), Some(&ty)) =
                    (dsts.first(), self.scene.program.functions[function].returns.first())
                {
                    let width = self.scene.bits(ty);
                    let bit = self.scene.any(1);
                    let value = self.scene.terms.zext(bit, width);
                    self.assign(way, dst, Value::Bits(value));
                }
            }
            _ if ENDS.contains(&name) => return Ok(Flow::Leave(To::Exit)),
            // They look at what they are given, and print.
            "raddle_print" | "raddle_check" | "raddle_invariant" | "raddle_requires_text" => {}
            _ => self.table_function(way, name, args)?,
        }
        Ok(Flow::Next)
    }

    /// A function that the table of library functions knows.
    pub(super) fn table_function(&mut self, way: &mut Way, name: &str, args: &[Arg]) -> Result<()> {
        let known = library_function(name)
            .ok_or_else(|| format!("nothing is known of the function `{name}`"))?;
        for effect in known.effects {
            match *effect {
                Effect::ReturnsFresh
                | Effect::ReturnsFilled
                | Effect::ReturnsInto(_)
                | Effect::ReturnsLibrary
                | Effect::ReturnsKept
                | Effect::Reads(_)
                | Effect::ReadsFrom(_)
                | Effect::CopiesToFresh { .. }
                | Effect::Loads { .. }
                | Effect::Keeps(_) => {}
                Effect::Writes(to)
                | Effect::Copies { to, .. }
                | Effect::StoresFresh { to }
                | Effect::StoresInto { to, .. }
                | Effect::Stores { to, .. }
                | Effect::StoresKept { to } => {
                    if let Some(arg) = args.get(to) {
                        self.lose_block(way, arg.value);
                    }
                }
                Effect::Starts { .. } | Effect::Calls { .. } | Effect::CallsAtEnd { .. } => {
                    return Err(format!("`{name}` calls functions of the program"));
                }
            }
        }
        Ok(())
    }

    /// An argument as a signed number of 64 bits.
    pub(super) fn amount(&mut self, way: &mut Way, arg: &Arg) -> TermId {
        let bits = self.number(way, arg.value, arg.ty);
        match self.scene.terms.width(bits) {
            64.. => self.scene.terms.extract(bits, 63, 0),
            _ => self.scene.terms.sext(bits, 64),
        }
    }

    /// The length of a string, which ends inside of its object.
    pub(super) fn length(&mut self, way: &mut Way, arg: &Arg, dsts: &[Reg]) {
        let Value::Pointer(object, offset) = self.operand(way, arg.value, Type::Ptr) else {
            return;
        };
        let (Some(&dst), Some(size)) = (dsts.first(), self.scene.size(object)) else { return };
        let width = self.scene.program.target.pointer_bits;
        let length = self.scene.any(width);
        let terms = &mut self.scene.terms;
        let size = terms.constant(width, size.into());
        let (inside, left) = (terms.ult(offset, size), terms.sub(size, offset));
        let ends = terms.ult(length, left);
        way.conditions.extend([inside, ends]);
        self.assign(way, dst, Value::Bits(length));
    }

    pub(super) fn allocate(
        &mut self,
        way: &mut Way,
        name: &str,
        args: &[Arg],
        dsts: &[Reg],
        back: Place,
    ) -> Result<()> {
        let heap = self.question.resource() == Resource::Heap;
        let size = match name {
            "calloc" => {
                let (count, size) = (self.amount(way, &args[0]), self.amount(way, &args[1]));
                self.scene.terms.mul(count, size)
            }
            "realloc" => self.amount(way, &args[1]),
            _ => self.amount(way, &args[0]),
        };
        let sizes: Vec<i64> = self
            .scene
            .objects
            .iter()
            .filter_map(|object| match object {
                Object::Heap(place, size) if *place == back => Some(*size),
                _ => None,
            })
            .collect();
        // Several sizes at one place belong to different claims: which one is meant cannot be told here.
        let constant = self.scene.terms.as_u64(size).and_then(|size| i64::try_from(size).ok());
        let tag = match (constant, &sizes[..]) {
            (Some(size), _) => size,
            (None, &[size]) => size,
            (None, _) if heap => {
                return Err("blocks of several sizes are allocated at one place".to_owned());
            }
            (None, _) => i64::from(u32::MAX),
        };
        if heap {
            let most = self.scene.terms.constant(64, tag as u64 as u128);
            let fits = self.scene.terms.ule(size, most);
            // Asked for rather than assumed: an amount that is too large makes the charge too large.
            let excess = self.scene.terms.sub(size, most);
            let zero = self.scene.terms.constant(64, 0);
            let excess = self.scene.terms.ite(fits, zero, excess);
            way.charges.push(Charge::Fixed(tag));
            way.charges.push(Charge::Used(excess));
            if name == "realloc" {
                self.free(way, &args[0]);
            }
        }
        if let Some(&dst) = dsts.first() {
            let zero = self.offset_constant(0);
            self.assign(way, dst, Value::Pointer(Object::Heap(back, tag), zero));
        }
        Ok(())
    }

    /// What is not known to be given back counts as held.
    pub(super) fn free(&mut self, way: &mut Way, arg: &Arg) {
        if self.question.resource() != Resource::Heap {
            return;
        }
        if let Value::Pointer(Object::Heap(_, size), _) = self.operand(way, arg.value, Type::Ptr) {
            way.charges.push(Charge::Fixed(-size));
        }
    }

    pub(super) fn intrinsic(
        &mut self,
        way: &mut Way,
        intrinsic: Intrinsic,
        ty: Type,
        args: &[Operand],
        dsts: &[Reg],
    ) -> Result<Flow> {
        match intrinsic {
            Intrinsic::MemCopy | Intrinsic::MemMove => self.copy_block(way, args, ty),
            Intrinsic::MemSet => self.set_block(way, args, ty),
            Intrinsic::SMax | Intrinsic::SMin | Intrinsic::UMax | Intrinsic::UMin => {
                let (a, b) = (self.number(way, args[0], ty), self.number(way, args[1], ty));
                let terms = &mut self.scene.terms;
                let less = match intrinsic {
                    Intrinsic::SMax | Intrinsic::SMin => terms.slt(a, b),
                    _ => terms.ult(a, b),
                };
                let value = match intrinsic {
                    Intrinsic::SMax | Intrinsic::UMax => terms.ite(less, b, a),
                    _ => terms.ite(less, a, b),
                };
                dsts.iter().for_each(|&dst| self.assign(way, dst, Value::Bits(value)));
            }
            Intrinsic::Abs => {
                let a = self.number(way, args[0], ty);
                let terms = &mut self.scene.terms;
                let zero = terms.constant(terms.width(a), 0);
                let (negative, negated) = (terms.slt(a, zero), terms.neg(a));
                let value = terms.ite(negative, negated, a);
                dsts.iter().for_each(|&dst| self.assign(way, dst, Value::Bits(value)));
            }
            Intrinsic::Assume => {
                let condition = self.number(way, args[0], Type::BOOL);
                way.conditions.push(condition);
            }
            Intrinsic::Trap => return Ok(Flow::Leave(To::Exit)),
            Intrinsic::VaStart | Intrinsic::VaEnd | Intrinsic::VaCopy => {
                return Err("variable arguments".to_owned());
            }
            Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd => {}
            // Everything else computes a value that is not followed, and changes no memory.
            _ => dsts.iter().for_each(|&dst| self.assign_any(way, dst)),
        }
        Ok(Flow::Next)
    }
}
