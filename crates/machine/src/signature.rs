//! Whether a function is called as what it is.
//!
//! C leaves a call undefined whose type is not compatible with the function's. Here only that counts which a machine can tell apart: the
//! number of arguments, and how many bits in which kind of register each argument and result has. Pointers are all alike, and like
//! integers of their width. A struct in memory is copied onto the stack, and is no pointer to it. A function with variable arguments
//! looks for floats only if the caller, by its own type of the function, knew that it might. A function without parameters may get arguments, which it ignores (`void *worker()` as the start of a
//! thread), and the result of a function that has none is undefined, as is one of whose kind the caller knows nothing.

use raddle_ir::{Arg, FuncId, Reg, Type};
use smallvec::SmallVec;

use crate::fault::FaultKind;
use crate::machine::{Machine, c_name};
use crate::names::ThreadId;
use crate::state::State;
use crate::stop::Exec;
use crate::value::Value;

/// What is known about an argument: its type, the size of a struct of which a copy is passed, and whether it is a float that a
/// function with variable arguments is not told of.
struct Passed {
    ty: Type,
    copied: Option<u64>,
    unannounced: bool,
}

impl From<&Arg> for Passed {
    fn from(arg: &Arg) -> Passed {
        let copied = arg.by_value.map(|(size, _)| size);
        Passed { ty: arg.ty, copied, unannounced: arg.unannounced }
    }
}

impl From<&Type> for Passed {
    fn from(&ty: &Type) -> Passed {
        Passed { ty, copied: None, unannounced: false }
    }
}

/// An argument or a parameter in words.
fn described(ty: Type, copied: Option<u64>) -> String {
    match copied {
        Some(size) => format!("a struct of {size} bytes"),
        None => c_name(ty).to_owned(),
    }
}

impl Machine<'_> {
    /// Checks a call of the program. Results that nobody will write become undefined.
    pub(crate) fn check_call(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        func: FuncId,
        args: &[Arg],
        dsts: &[Reg],
    ) -> Exec {
        let given: SmallVec<[Passed; 6]> = args.iter().map(Passed::from).collect();
        let caller = st.thread(thread).top().func;
        let body = self.program.functions[caller].body.as_ref();
        let type_of = |reg: &Reg| body.map_or(Type::Ptr, |body| body.regs[*reg].ty);
        let results: SmallVec<[Type; 2]> = dsts.iter().map(type_of).collect();
        if let Some(message) = self.misfit(func, &given, &results) {
            return Err(self.fail(st, thread, FaultKind::FunctionType, message));
        }
        if self.facts.models[func].is_some() && args.iter().any(|arg| arg.by_value.is_some()) {
            let name = self.function_name(func);
            let message = format!("`{name}` is called with a struct but takes none");
            return Err(self.fail(st, thread, FaultKind::FunctionType, message));
        }
        if self.program.functions[func].returns.is_empty() {
            for &reg in dsts {
                self.write(st, thread, reg, Value::Undef);
            }
        }
        Ok(())
    }

    /// Checks a call with arguments of the given types whose results are taken for the given types; none: they are not looked at.
    pub(crate) fn check_signature(
        &mut self,
        st: &State,
        thread: ThreadId,
        func: FuncId,
        given: &[Type],
        results: &[Type],
    ) -> Exec {
        let given: SmallVec<[Passed; 6]> = given.iter().map(Passed::from).collect();
        let Some(message) = self.misfit(func, &given, results) else { return Ok(()) };
        Err(self.fail(st, thread, FaultKind::FunctionType, message))
    }

    /// Whether a call like this is one of the function as it is.
    pub(crate) fn fits(&self, func: FuncId, given: &[Type], results: &[Type]) -> bool {
        let given: SmallVec<[Passed; 6]> = given.iter().map(Passed::from).collect();
        self.misfit(func, &given, results).is_none()
    }

    fn misfit(&self, func: FuncId, given: &[Passed], results: &[Type]) -> Option<String> {
        let function = &self.program.functions[func];
        let name = self.function_name(func);
        let fixed = function.params.len();
        let too_many = given.len() > fixed && fixed > 0 && !function.varargs;
        if given.len() < fixed || too_many {
            let plural = if given.len() == 1 { "" } else { "s" };
            let count = given.len();
            return Some(format!(
                "`{name}` is called with {count} argument{plural} but takes {fixed}"
            ));
        }
        for (index, (given, param)) in given.iter().zip(&function.params).enumerate() {
            if given.copied != param.by_value || !self.passes_as(given.ty, param.ty) {
                let given = described(given.ty, given.copied);
                let own = described(param.ty, param.by_value);
                let nth = index + 1;
                return Some(format!(
                    "argument {nth} of `{name}` is passed as {given} but is taken as {own}"
                ));
            }
        }
        // A function without parameters is called with whatever somebody thinks fit.
        let variable = if fixed > 0 { given.get(fixed..).unwrap_or_default() } else { &[] };
        if variable.iter().any(|given| given.unannounced) {
            return Some(format!(
                "`{name}` takes a variable number of arguments but is called as if it did not"
            ));
        }
        if results.is_empty() || function.returns.is_empty() {
            return None;
        }
        if results.len() != function.returns.len() {
            return Some(format!("`{name}` is called as if it returned something else"));
        }
        let differ = |pair: &(&Type, &Type)| !self.passes_as(*pair.0, *pair.1);
        let (&wanted, &own) = results.iter().zip(&function.returns).find(differ)?;
        let (wanted, own) = (c_name(wanted), c_name(own));
        Some(format!("`{name}` returns {own} but is called as if it returned {wanted}"))
    }

    /// Whether two types look the same in a register.
    fn passes_as(&self, a: Type, b: Type) -> bool {
        let plain = |ty: Type| match ty {
            Type::Ptr => Type::Int(self.facts.pointer_bits as u16),
            Type::Int(_) | Type::F32 | Type::F64 | Type::F80 => ty,
        };
        plain(a) == plain(b)
    }
}
