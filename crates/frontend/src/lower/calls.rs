//! Calls: who is called, and how the arguments meet the callee's parameters.
//!
//! A call through a cast of a known function is a direct call. Where its arguments differ from the
//! parameters only in ways every C implementation shrugs off (integer for pointer of the same width,
//! surplus arguments, an ignored or missing result) they are adapted; any other mismatch is
//! left to whoever executes it.

use raddle_ir::{Arg, Callee, CastOp, FuncId, Function, Op, Operand, Param, Reg, Type};

use super::constants::Base;
use super::function::{FunctionContext, Regs};
use super::globals::{called_symbol, valid_align};
use super::{Issue, malformed};
use crate::ast::{Call, CallArg, LocalId, Value};
use crate::link::Target;

impl<'f, 'm, 'a> FunctionContext<'f, 'm, 'a> {
    pub(super) fn call(&mut self, result: Option<LocalId>, call: &Call<'a>) -> Result<(), Issue> {
        if let Value::InlineAsm(asm) = &call.callee {
            return self.inline_asm(result, asm, call);
        }
        let symbol = called_symbol(&call.callee);
        if let Some(symbol) = symbol
            && self.module.target(symbol) == Target::Intrinsic
        {
            let name = self.module.module.symbols[symbol];
            return self.intrinsic(result, name, call);
        }
        let regs = self.define_typed(result, call.result)?;
        if let Some(symbol) = symbol
            && let Base::Func(id) = self.module.symbol_address(symbol)?.base
        {
            return self.direct_call(id, regs, call);
        }
        let callee = self.callee_operand(&call.callee)?;
        let args = self.args(&call.args)?;
        self.mistyped_call(callee, regs, args, call.varargs);
        Ok(())
    }

    /// A call of which nobody has looked yet whether it suits the function: whoever executes it does.
    fn mistyped_call(&mut self, callee: Operand, regs: Regs, mut args: Vec<Arg>, varargs: bool) {
        // With 32-bit pointers all arguments lie on the stack.
        let in_registers = self.module.pointer_bits() == 64;
        for arg in &mut args {
            let is_float = matches!(arg.ty, Type::F32 | Type::F64);
            arg.unannounced = in_registers && !varargs && is_float;
        }
        let dsts = regs.iter().collect();
        self.emit(Op::Call { dsts, callee: Callee::Indirect(callee), args });
    }

    fn callee_operand(&mut self, callee: &Value<'a>) -> Result<Operand, Issue> {
        match callee {
            Value::Local(local) => Ok(Operand::Reg(self.define_one(Some(*local), Type::Ptr)?)),
            Value::Null | Value::Zero => Ok(Operand::Const(0)),
            Value::Undef | Value::Poison => Ok(Operand::Undef),
            Value::Symbol(symbol) => {
                let address = self.module.symbol_address(*symbol)?;
                Ok(match address.base {
                    Base::Global(id) => Operand::Global(id, address.offset()),
                    Base::Func(id) => Operand::Func(id),
                    Base::None => Operand::Const(address.bits as u64),
                    Base::Undef => Operand::Undef,
                })
            }
            Value::Expression(expression) => {
                let regs = self.expression(expression)?;
                if regs.count != 1 || self.body.regs[regs.first].ty != Type::Ptr {
                    return malformed("a call of something other than a pointer");
                }
                Ok(Operand::Reg(regs.first))
            }
            _ => malformed("a call of something other than a function"),
        }
    }

    fn args(&mut self, args: &[CallArg<'a>]) -> Result<Vec<Arg>, Issue> {
        let mut all = Vec::with_capacity(args.len());
        for arg in args {
            let types = self.types(arg.value.ty)?;
            let operands = self.operands(arg.value.ty, &arg.value.value)?;
            let by_value = match arg.by_value {
                None => None,
                Some(ty) => {
                    let extent = self.module.extent(ty)?;
                    Some((extent.size, valid_align(arg.align, extent.align)))
                }
            };
            for (&value, &ty) in operands.iter().zip(&types) {
                let by_value = by_value.filter(|_| ty == Type::Ptr);
                all.push(Arg { value, ty, by_value, unannounced: false });
            }
        }
        Ok(all)
    }

    fn direct_call(&mut self, id: FuncId, regs: Regs, call: &Call<'a>) -> Result<(), Issue> {
        let mut args = self.args(&call.args)?;
        let function = &self.program.functions[id];
        let origin = self.module.links.functions[id];
        let definition = &self.module.units[origin.unit].module.functions[origin.index];
        let varargs = function.varargs;
        let suits = match definition.blocks.is_empty() {
            // A mere declaration says little (`int f();`); whoever models the function checks.
            true => call.varargs || !varargs || function.params.is_empty(),
            false => {
                self.is_call_of(function, call, &args) && self.is_result_of(&function.returns, regs)
            }
        };
        if !suits {
            self.mistyped_call(Operand::Func(id), regs, args, call.varargs);
            return Ok(());
        }
        if !definition.blocks.is_empty() {
            let params: Vec<Type> = function.params.iter().map(|param| param.ty).collect();
            self.adapt_args(&params, varargs, &mut args);
        }
        let function = &self.program.functions[id];
        let returns = match definition.blocks.is_empty() {
            true => regs.iter().map(|reg| self.body.regs[reg].ty).collect(),
            false => function.returns.clone(),
        };
        let dsts = self.adapted_results(&returns, regs);
        self.emit(Op::Call { dsts: dsts.clone(), callee: Callee::Direct(id), args });
        self.convert_results(&dsts, regs);
        Ok(())
    }

    /// Whether arguments suit parameters, except that pointers may be passed as integers and the other way round. A
    /// function without parameters ignores what it is given.
    fn is_call_of(&self, function: &Function, call: &Call<'a>, args: &[Arg]) -> bool {
        let params = &function.params;
        let more = (function.varargs && call.varargs) || params.is_empty();
        let enough = args.len() == params.len() || (more && args.len() > params.len());
        let suits = |(arg, param): (&Arg, &Param)| {
            let copied = arg.by_value.map(|(size, _)| size);
            copied == param.by_value && self.is_alike(arg.ty, param.ty)
        };
        enough && args.iter().zip(params).all(suits)
    }

    /// Whether results can be taken for those of a function; its own or the wanted ones may be none.
    fn is_result_of(&self, returns: &[Type], regs: Regs) -> bool {
        let mut pairs = regs.iter().map(|reg| self.body.regs[reg].ty).zip(returns);
        let count = regs.count as usize;
        returns.is_empty()
            || count == 0
            || (count == returns.len() && pairs.all(|(wanted, &own)| self.is_alike(wanted, own)))
    }

    fn is_alike(&self, a: Type, b: Type) -> bool {
        a == b || (self.pointer_like(a) && self.pointer_like(b))
    }

    fn adapt_args(&mut self, params: &[Type], varargs: bool, args: &mut Vec<Arg>) {
        if !varargs {
            args.truncate(params.len());
        }
        for (arg, &ty) in args.iter_mut().zip(params) {
            if arg.ty == ty {
                continue;
            }
            let dst = self.temporary(ty);
            let (from, a) = (arg.ty, arg.value);
            self.emit(Op::Cast { dst, op: CastOp::Bits, from, to: ty, a });
            *arg = Arg { value: Operand::Reg(dst), ty, by_value: None, unannounced: false };
        }
    }

    /// A pointer, or an integer as wide.
    fn pointer_like(&self, ty: Type) -> bool {
        ty == Type::Ptr || ty == self.pointer_int()
    }

    /// Registers for the results as the callee returns them.
    fn adapted_results(&mut self, returns: &[Type], regs: Regs) -> Vec<Reg> {
        let wanted: Vec<Type> = regs.iter().map(|reg| self.body.regs[reg].ty).collect();
        if wanted == returns {
            return regs.iter().collect();
        }
        // Called as void, or a function without result whose result is used: undefined if looked at.
        if wanted.is_empty() || returns.is_empty() {
            return Vec::new();
        }
        returns.iter().map(|&ty| self.temporary(ty)).collect()
    }

    fn convert_results(&mut self, dsts: &[Reg], regs: Regs) {
        if dsts.is_empty() {
            let undefined = vec![Operand::Undef; regs.count as usize];
            self.copy_all(regs, &undefined);
            return;
        }
        for (&src, dst) in dsts.iter().zip(regs.iter()) {
            let (from, to) = (self.body.regs[src].ty, self.body.regs[dst].ty);
            let a = Operand::Reg(src);
            if src == dst {
                continue;
            }
            match from == to {
                true => self.emit(Op::Copy { dst, ty: to, src: a }),
                false => self.emit(Op::Cast { dst, op: CastOp::Bits, from, to, a }),
            }
        }
    }
}
