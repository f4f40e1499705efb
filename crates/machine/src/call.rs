//! Calls, returns and the life of local variables.

use std::rc::Rc;

use raddle_ir::{Arg, Callee, FuncId, GlobalId, Loc, Reg, SlotId, Type};
use smallvec::SmallVec;

use crate::fault::{CutKind, FaultKind};
use crate::library_call::{Call, Outcome};
use crate::machine::{Machine, c_name};
use crate::models::{self};
use crate::names::{ObjectName, ThreadId};
use crate::object::{Fill, Life, Object, ObjectKind};
use crate::place::Direction;
use crate::state::{State, Vararg, frame_bytes};
use crate::stop::{Exec, Stop};
use crate::value::{Value, mask};

impl Machine<'_> {
    pub(crate) fn call(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        dsts: &[Reg],
        callee: Callee,
        args: &[Arg],
        loc: Loc,
    ) -> Exec {
        let func = match callee {
            Callee::Direct(func) => func,
            Callee::Indirect(pointer) => {
                let pointer = self.read(st, thread, pointer, Type::Ptr);
                let types: SmallVec<[Type; 8]> = args.iter().map(|arg| arg.ty).collect();
                self.assume_callable(st, thread, pointer, &types)?;
                self.function_behind(st, thread, pointer)?
            }
        };
        if self.program.functions[func].body.is_some() {
            // The verifier has looked at direct calls.
            if let Callee::Indirect(_) = callee {
                self.check_call(st, thread, func, args, dsts)?;
            }
            return self.enter_function(st, thread, dsts, func, args);
        }
        self.check_call(st, thread, func, args, dsts)?;
        self.call_model(st, thread, dsts, func, args, loc)
    }

    /// The function a pointer points to.
    pub(crate) fn function_behind(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        pointer: Value,
    ) -> Exec<FuncId> {
        self.demand_meaning(st, thread, pointer, "a function pointer")?;
        let pointer = self.one_of(st, thread, pointer)?;
        let (id, offset) = match self.pin(pointer) {
            Value::Word(address) => match self.names.resolve(address) {
                Some((id, offset)) if !self.is_out_of_reach(id) => (id, offset),
                _ => {
                    let (kind, message) = if address == 0 {
                        (FaultKind::NullDereference, "null function pointer called".to_owned())
                    } else {
                        let message =
                            format!("function pointer {address:#x} points to no function");
                        (FaultKind::WildDereference, message)
                    };
                    return Err(self.fail(st, thread, kind, message));
                }
            },
            Value::Term(term) => (self.code_of(st, thread, term)?, 0),
            Value::Undef => unreachable!("undefined values are replaced when read"),
        };
        match self.facts.function_of_object.get(&id) {
            Some(&func) if offset == 0 && !self.is_generated(func) => Ok(func),
            None if matches!(self.names.name(id), ObjectName::Unknown { .. }) => {
                let message =
                    format!("{}, a function nobody knows, is called", self.object_name(id));
                Err(self.cut(st, thread, CutKind::UnresolvedExternal, message))
            }
            _ => {
                let message = format!("{} is called but is no function", self.object_name(id));
                Err(self.fail(st, thread, FaultKind::WildDereference, message))
            }
        }
    }

    /// Whether a function is none of the program's: nobody in it has its address, whatever number a pointer holds.
    pub(crate) fn is_generated(&self, func: FuncId) -> bool {
        self.program.functions[func].name.starts_with("raddle.")
    }

    fn enter_function(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        dsts: &[Reg],
        func: FuncId,
        args: &[Arg],
    ) -> Exec {
        let function = &self.program.functions[func];
        if self.is_atomic_function(func) {
            self.visible(st, thread)?;
        }
        let fixed = function.params.len();
        let mut values: SmallVec<[Value; 8]> = SmallVec::new();
        let mut copies: SmallVec<[crate::names::ObjectId; 2]> = SmallVec::new();
        for arg in args {
            let value = self.read_to_copy(st, thread, arg.value, arg.ty);
            values.push(match arg.by_value {
                None => value,
                Some((size, _)) => {
                    let copy = self.copy_argument(st, thread, func, value, size)?;
                    copies.push(copy);
                    self.address_value(copy)
                }
            });
        }
        let mut frame = self.new_frame(func, &values[..fixed]);
        frame.results = dsts.iter().copied().collect();
        frame.locals.extend(copies);
        if function.varargs {
            frame.varargs = args[fixed..]
                .iter()
                .zip(&values[fixed..])
                .map(|(arg, &value)| Vararg { ty: arg.ty, value, by_value: arg.by_value })
                .collect();
        }
        self.coverage.enter(func, frame.block);
        self.record_call(st, thread, func, &values[..fixed]);
        let owner = st.thread_mut(thread);
        owner.stack_bytes += frame_bytes(&frame);
        owner.top_mut().inst += 1;
        owner.frames.push(Rc::new(frame));
        if self.is_atomic_function(func) {
            self.begin_atomic(st, thread);
        }
        self.check_stack(st, thread)
    }

    /// A function that a model calls has to be one of the program.
    pub(crate) fn check_defined(&mut self, st: &State, thread: ThreadId, func: FuncId) -> Exec {
        let function = &self.program.functions[func];
        if function.body.is_some() {
            return Ok(());
        }
        let message = format!("`{}` is called by the library but defined nowhere", function.name);
        Err(self.cut(st, thread, CutKind::UnresolvedExternal, message))
    }

    /// Calls a function with pointers and then executes the instruction at hand again.
    pub(crate) fn enter_then_again(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        func: FuncId,
        values: &[Value],
    ) -> Exec {
        self.check_defined(st, thread, func)?;
        let given: SmallVec<[Type; 2]> = values.iter().map(|_| Type::Ptr).collect();
        self.check_signature(st, thread, func, &given, &[])?;
        let mut frame = self.new_frame(func, values);
        frame.again = true;
        self.coverage.enter(func, frame.block);
        self.record_call(st, thread, func, values);
        let owner = st.thread_mut(thread);
        owner.stack_bytes += frame_bytes(&frame);
        owner.top_mut().inst += 1;
        owner.frames.push(Rc::new(frame));
        self.check_stack(st, thread)
    }

    pub(crate) fn check_stack(&mut self, st: &mut State, thread: ThreadId) -> Exec {
        let used = st.thread(thread).stack_bytes;
        if used <= self.config.stack_limit {
            return Ok(());
        }
        let depth = st.thread(thread).frames.len();
        let calls = if depth == 1 { "call" } else { "calls" };
        let message = format!("the call stack overflows ({depth} {calls} deep)");
        Err(self.fail(st, thread, FaultKind::StackOverflow, message))
    }

    /// The private copy of a struct that is passed by value.
    fn copy_argument(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        func: FuncId,
        pointer: Value,
        size: u64,
    ) -> Exec<crate::names::ObjectId> {
        let pointer = self.defined_or_marked(st, thread, pointer, Type::Ptr);
        let place = self.place(st, thread, pointer, size, Direction::Read)?;
        let Value::Word(offset) = place.offset else {
            let message = "a struct passed by value lies at an address that depends on inputs";
            return Err(self.cut(st, thread, CutKind::FanOut, message.to_owned()));
        };
        let owner = st.thread_mut(thread);
        let slot = SlotId(u32::MAX);
        let name = ObjectName::Stack { thread, func, slot, count: owner.allocations };
        owner.allocations += 1;
        let Some(id) = self.names.object(name, size) else {
            let message = format!("a parameter of {size} bytes does not fit the address space");
            return Err(self.cut(st, thread, CutKind::TooLarge, message));
        };
        let loc = self.program.functions[func].loc;
        st.memory.insert(Object::new(id, size, ObjectKind::Stack, Fill::Undefined, loc));
        self.copy_bytes(st, (id, 0), (place.object, offset), size);
        Ok(id)
    }

    pub(crate) fn slot_loc(&self, func: FuncId, slot: SlotId) -> Loc {
        let body = self.program.functions[func].body.as_ref();
        body.and_then(|body| body.slots.get(slot)).map_or(Loc::NONE, |slot| slot.loc)
    }

    /// Local variables of the top frame are gone.
    pub(crate) fn end_locals(&mut self, st: &mut State, thread: ThreadId) {
        let locals = st.thread(thread).top().locals.clone();
        let mut bytes = 0;
        for id in locals {
            bytes += st.memory.get(id).map_or(0, |object| object.size);
            self.end_object(st, thread, id);
        }
        let owner = st.thread_mut(thread);
        owner.stack_bytes = owner.stack_bytes.saturating_sub(bytes);
    }

    fn call_model(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        dsts: &[Reg],
        func: FuncId,
        args: &[Arg],
        loc: Loc,
    ) -> Exec {
        let Some(model) = self.facts.models[func] else {
            return self.call_unknown(st, thread, dsts, func, loc);
        };
        if self.config.surroundings.is_some()
            && models::context::remembers(&self.program.functions[func].name)
        {
            let name = self.function_name(func);
            let message = format!("what `{name}` knows from before the context is not known");
            return Err(self.cut(st, thread, CutKind::Unsupported, message));
        }
        let before = st.clone();
        let loc = if self.is_user_location(loc) { loc } else { self.user_location(st, thread) };
        let mut call = Call { thread, func, loc, args: SmallVec::new() };
        let name = self.program.functions[func].name.as_str();
        self.name_call(name);
        for (index, arg) in args.iter().enumerate() {
            let mut value = self.read(st, thread, arg.value, arg.ty);
            if !models::takes_values(name) {
                value = self.pin_argument(st, name, index, value);
            }
            call.args.push((value, arg.ty));
        }
        let (resizings, faults) = (self.terms.resizings(), self.outbox.faults.len());
        let outcome = model(self, st, &call);
        if self.terms.resizings() != resizings {
            self.outbox.faults.truncate(faults);
            return Err(self.wrongly_declared(st, thread, func));
        }
        match outcome {
            // `pthread_exit` and the like leave no frame to return to.
            Ok(Outcome::Return(_)) if !st.thread(thread).is_running() => Ok(()),
            Ok(Outcome::Return(value)) => {
                if let (Some(&reg), Some(value)) = (dsts.first(), value) {
                    let Some(value) = self.declared_result(func, value) else {
                        return Err(self.wrongly_declared(st, thread, func));
                    };
                    self.write(st, thread, reg, value);
                }
                st.thread_mut(thread).top_mut().inst += 1;
                Ok(())
            }
            Ok(Outcome::EnterThenAgain(callee, values)) => {
                self.enter_then_again(st, thread, callee, &values)
            }
            Ok(Outcome::Again) => Ok(()),
            Err(stop) => {
                match stop {
                    // The call is made again: nothing of it may have happened yet.
                    Stop::Fork { .. } | Stop::Pause | Stop::Rest => *st = before,
                    // Likewise. It is worth another try only when something changes that it looked at.
                    Stop::Blocked => {
                        let event = std::mem::take(&mut st.event);
                        *st = before;
                        st.event = event;
                    }
                    Stop::Halt(_) => {}
                }
                Err(stop)
            }
        }
    }

    /// The result of a model, if it has the width that the declaration says.
    fn declared_result(&self, func: FuncId, value: Value) -> Option<Value> {
        let Some(&ty) = self.program.functions[func].returns.first() else { return Some(value) };
        let bits = ty.bits(&self.program.target);
        match value {
            Value::Word(word) => Some(Value::Word(mask(bits, word))),
            Value::Term(term) => (self.terms.width(term) == bits).then_some(value),
            Value::Undef => Some(value),
        }
    }

    fn wrongly_declared(&mut self, st: &State, thread: ThreadId, func: FuncId) -> Stop {
        let name = self.function_name(func);
        let message = format!("`{name}` is declared with types that are not its own");
        self.cut(st, thread, CutKind::Unsupported, message)
    }

    /// A function that nobody defines.
    fn call_unknown(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        dsts: &[Reg],
        func: FuncId,
        loc: Loc,
    ) -> Exec {
        let function = &self.program.functions[func];
        if !self.config.havoc_externals {
            let message = format!("`{}` is called but defined nowhere", function.name);
            return Err(self.cut(st, thread, CutKind::UnresolvedExternal, message));
        }
        for (&reg, &ty) in dsts.iter().zip(&function.returns) {
            let bits = ty.bits(&self.program.target);
            let name = &function.name;
            let value = self.input_value(st, thread, name, c_name(ty), bits, loc, false);
            self.write(st, thread, reg, value);
        }
        st.thread_mut(thread).top_mut().inst += 1;
        Ok(())
    }

    /// The address of a global; a thread-local one is made when its thread first needs it.
    pub(crate) fn global_address(
        &mut self,
        st: &mut State,
        thread: ThreadId,
        global: GlobalId,
    ) -> Value {
        if let Some(object) = self.facts.global_objects[global] {
            return Value::Word(self.names.base(object));
        }
        let size = self.program.globals[global].size;
        let name = ObjectName::ThreadLocal(global, thread);
        let Some(id) = self.names.object(name, size) else { return Value::Word(0) };
        if st.memory.get(id).is_none() {
            match self.name_in_context(thread) {
                Some(owner) => {
                    let path = format!("{owner}:{}", self.program.globals[global].name);
                    self.forget_variable(st, id, global, &path);
                }
                None => {
                    let object = self.global_object(global, id);
                    st.memory.insert(object);
                }
            }
        }
        self.address_value(id)
    }

    /// Heap memory nobody freed, reported when the program ends.
    pub(crate) fn report_leaks(&mut self, st: &mut State, thread: ThreadId) {
        let mut leaked = Vec::new();
        st.memory.for_each(&mut |object| {
            if object.kind == ObjectKind::Heap && object.life == Life::Alive {
                leaked.push((object.id, object.size, object.loc));
            }
        });
        for (id, size, loc) in leaked {
            let message = format!("{size} bytes of {} are never freed", self.object_name(id));
            self.record_fault(st, thread, FaultKind::Leak, message, None);
            // What leaks is told by where it was allocated, not by where the program ends.
            if let (Some(fault), ObjectName::Heap { site, .. }) =
                (self.outbox.faults.last_mut(), self.names.name(id))
            {
                fault.stack = vec![crate::history::StackEntry { func: site.func, loc }];
            }
        }
    }
}
