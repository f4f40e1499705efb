//! How a machine is made, and the state every run starts in.

use std::rc::Rc;

use raddle_expr::{Model, Terms};
use raddle_ir::{
    EntityMap, FuncId, Function, GlobalId, InitPart, Loc, Op, Ordering, Program, SourceFile, Type,
};
use raddle_library::{Deed, Watches};
use raddle_solver::{Path, Solver};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::cells::Cells;
use crate::config::Config;
use crate::coverage::Coverage;
use crate::event::Event;
use crate::facts::{Facts, LoopFacts, Merges, WaitSites};
use crate::fault::{Cut, CutKind};
use crate::history::List;
use crate::inputs_made::Uninitialised;
use crate::machine::{Counters, Given, Machine, SetupError, c_name};
use crate::models;
use crate::names::{Names, ObjectId, ObjectName};
use crate::object::{Fill, Object, ObjectKind};
use crate::outbox::Outbox;
use crate::property::Property;
use crate::spin_log::SpinLog;
use crate::state::{Frame, Phase, Rest, State, Status, Thread};
use crate::unknown::{Part, UnknownArgument, Unknowns, required_in_source};
use crate::value::Value;
use crate::waits::Explanation;

/// The front end puts calls of it behind writes.
const EVALUATE_INVARIANTS: &str = "raddle.evaluate";

/// Whether some atomic operation asks for less than sequential consistency.
pub fn has_weak_orders(program: &Program) -> bool {
    let is_weak = |order: &Ordering| *order != Ordering::SeqCst;
    let is_called = |function: &Function| function.name.starts_with("__atomic_");
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let mut insts = bodies.flat_map(|body| body.blocks.values()).flat_map(|block| &block.insts);
    program.functions.values().any(is_called)
        || insts.any(|inst| match &inst.op {
            Op::Load { order, .. } | Op::Store { order, .. } => order.as_ref().is_some_and(is_weak),
            Op::AtomicUpdate { order, .. } | Op::Fence { order } => is_weak(order),
            Op::CompareExchange { success, failure, .. } => is_weak(success) || is_weak(failure),
            _ => false,
        })
}

/// Whether somebody may see how far others are without being ordered after them: by atomics with weak orders, an attempt that fails, or a question.
pub fn looks_without_order(program: &Program) -> bool {
    let looks = |function: &Function| {
        raddle_library::find(&function.name).is_some_and(|row| {
            matches!(row.threads.deed, Deed::TryLock { .. } | Deed::Attribute)
                || row.threads.watches != Watches::Nothing
        })
    };
    has_weak_orders(program) || program.functions.values().any(looks)
}

impl<'p> Machine<'p> {
    pub fn new(
        program: &'p Program,
        config: Config,
        solver: Box<dyn Solver>,
    ) -> Result<Machine<'p>, SetupError> {
        let is_users = |file: &SourceFile| !file.is_of_runtime();
        let facts = Facts {
            pointer_bits: program.target.pointer_bits,
            global_objects: EntityMap::new(),
            thread_locals: Vec::new(),
            function_objects: EntityMap::new(),
            function_of_object: FxHashMap::default(),
            models: program.functions.values().map(models::lookup).collect(),
            evaluate_invariants: program.function(EVALUATE_INVARIANTS),
            user_files: program.files.values().map(is_users).collect(),
            ends_are_asked_for: program.functions.values().any(|function| {
                let row = raddle_library::find(&function.name);
                row.is_some_and(|row| row.threads.watches == Watches::WhetherEnded)
            }),
            weak_orders_tell: config.orders_matter
                || config.properties.contains(Property::Race) && has_weak_orders(program),
            loops: LoopFacts::default(),
            waits: WaitSites::default(),
            merges: Merges::default(),
            diamonds: FxHashMap::default(),
            may_go_on: None,
            outside: std::cell::OnceCell::new(),
        };
        let mut machine = Machine {
            program,
            config,
            terms: Terms::new(),
            solver,
            names: Names::new(program.target.pointer_bits),
            cells: Cells::default(),
            outbox: Outbox::default(),
            facts,
            counters: Counters::default(),
            coverage: Coverage::new(program),
            given: Given::default(),
            recorder: None,
            uninitialised: Uninitialised::default(),
            heap_types: FxHashMap::default(),
            meter: None,
            explanation: Explanation::NotAsked,
            detours: None,
            followed_values: None,
            generalising: None,
            hidden_address: false,
            last_difference: None,
        };
        machine.name_globals()?;
        Ok(machine)
    }

    fn name_globals(&mut self) -> Result<(), SetupError> {
        for id in self.program.functions.keys() {
            let object = self.names.object(ObjectName::Function(id), 16);
            let name = || self.program.functions[id].name.clone();
            let object =
                object.ok_or_else(|| SetupError::GlobalTooLarge { name: name(), size: 16 })?;
            self.facts.function_objects.push(object);
            self.facts.function_of_object.insert(object, id);
        }
        for (id, global) in self.program.globals.iter() {
            let object = if global.thread_local {
                None
            } else {
                let object = self.names.object(ObjectName::Global(id), global.size);
                let too_large =
                    || SetupError::GlobalTooLarge { name: global.name.clone(), size: global.size };
                Some(object.ok_or_else(too_large)?)
            };
            self.facts.global_objects.push(object);
            self.facts.thread_locals.extend(global.thread_local.then_some(id));
        }
        Ok(())
    }

    /// The state before the first instruction of `main`.
    pub fn initial_state(&mut self) -> Result<State, SetupError> {
        let main = self.defined("main")?;
        let params = self.program.functions[main].params.len();
        let given = [Type::Int(32), Type::Ptr, Type::Ptr];
        if params > given.len() || !self.fits(main, &given[..params], &[Type::Int(32)]) {
            return Err(SetupError::StrangeMain);
        }
        let mut state = self.state_with_globals();
        let (count, vector) = self.command_line(&mut state);
        let environment = self.environment_vector(&mut state);
        let arguments = [count, vector, environment];
        self.enter(&mut state, main, &arguments[..params]);
        self.enter_constructors(&mut state);
        Ok(state)
    }

    /// The state before the first instruction of a function whose arguments are inputs that satisfy preconditions, those in its
    /// source included.
    pub fn initial_state_of(
        &mut self,
        name: &str,
        preconditions: &[String],
    ) -> Result<State, SetupError> {
        let func = self.defined(name)?;
        let mut conditions = required_in_source(self.program, func);
        conditions.extend_from_slice(preconditions);
        let surroundings = self.config.surroundings.clone();
        // Threads of a context have their numbers in its order, whoever is met first.
        for nth in 0..surroundings.as_ref().map_or(0, |around| around.threads.len()) {
            self.names.thread(Names::MAIN, nth as u32);
        }
        let mut state = self.state_with_globals();
        let mut params = self.program.functions[func].params.clone();
        let parts: Vec<Option<Part>> =
            params.iter().map(|param| self.part_of_parameter(func, param)).collect();
        for (param, part) in params.iter_mut().zip(&parts) {
            param.debug_type = param.debug_type.or(part.as_ref().map(|part| part.ty));
        }
        let body = self.program.functions[func].body.as_ref();
        let names: Vec<String> = params
            .iter()
            .zip(&parts)
            .enumerate()
            .map(|(index, (param, part))| {
                let name = body.and_then(|body| body.regs[param.reg].name.clone());
                let name = name.or_else(|| Some(part.as_ref()?.path.clone()));
                name.unwrap_or_else(|| format!("argument{index}"))
            })
            .collect();
        self.config.sized = self.sized_by(&conditions, &params, &names);
        let mut arguments = vec![Value::Undef; params.len()];
        for (index, param) in params.iter().enumerate().filter(|(_, param)| param.ty != Type::Ptr) {
            let bits = param.ty.bits(&self.program.target);
            let shown = self.type_name(param.debug_type, u64::from(bits / 8));
            let (name, ty) = (&names[index], shown.unwrap_or(c_name(param.ty)));
            arguments[index] = if surroundings.is_none() {
                self.input_value(&mut state, Names::MAIN, name, ty, bits, Loc::NONE, false)
            } else if self.is_thread_handle(param.debug_type) {
                self.unknown_thread(&mut state, name, None)
            } else {
                self.unknown_value(&mut state, name, ty, bits)
            };
        }
        for index in self.order_of_pointers(&params, &names) {
            let ty = self.type_behind_void(func, &params[index]);
            let limit = surroundings.as_ref().and_then(|around| around.pointees[index].clone());
            arguments[index] = self.unknown_argument(&mut state, &names[index], ty, &limit);
        }
        let all = params.iter().zip(&names).zip(&arguments).zip(parts);
        state.unknowns.arguments = all
            .map(|(((param, name), &value), part)| UnknownArgument {
                name: Rc::from(name.as_str()),
                value,
                ty: param.ty,
                declared: param.debug_type,
                by_value: param.by_value.is_some(),
                part_of: part.map(|part| part.whole),
            })
            .collect();
        self.enter(&mut state, func, &arguments);
        // Given inputs satisfy them.
        if self.given.inputs.is_none() {
            for condition in &conditions {
                self.assume_precondition(&mut state, condition)?;
            }
        }
        // In the middle of a program, constructors have run.
        if surroundings.is_none() {
            self.enter_constructors(&mut state);
        }
        Ok(state)
    }

    /// Whether no other variable has the same name in the source.
    fn is_only(&self, id: GlobalId) -> bool {
        let name = &self.program.globals[id].source_name;
        self.program
            .globals
            .iter()
            .all(|(other, global)| other == id || global.source_name != *name)
    }

    fn defined(&self, name: &str) -> Result<FuncId, SetupError> {
        let missing = || SetupError::NoSuchFunction(name.to_owned());
        let func = self.program.function(name).ok_or_else(missing)?;
        if self.program.functions[func].body.is_none() {
            return Err(missing());
        }
        Ok(func)
    }

    fn state_with_globals(&mut self) -> State {
        let mut state = State {
            threads: Vec::new(),
            memory: Default::default(),
            path: Path::new(),
            given: None,
            model: Rc::new(Model::default()),
            unsettled: SmallVec::new(),
            decisions: List::default(),
            views: List::default(),
            in_event: false,
            sides: List::default(),
            shareable: true,
            inputs: List::default(),
            output: List::default(),
            exiting: None,
            unjoined: 0,
            speculation: None,
            poison: SmallVec::new(),
            granted: None,
            acting: false,
            atomic: None,
            jumps: 0,
            event: Event::default(),
            rest: Rest::default(),
            lap: None,
            unknowns: Unknowns::default(),
        };
        for &object in self.facts.function_objects.values() {
            let mut function = Object::new(object, 16, ObjectKind::Function, Fill::Zero, Loc::NONE);
            function.constant = true;
            state.memory.insert(function);
        }
        let surroundings = self.config.surroundings.clone();
        for (id, global) in self.program.globals.iter() {
            let Some(object) = self.facts.global_objects[id] else { continue };
            if surroundings.as_ref().is_some_and(|around| around.unknown.contains(&id)) {
                let name = global.source_name.as_ref().filter(|_| self.is_only(id));
                let name = name.unwrap_or(&global.name).clone();
                self.forget_variable(&mut state, object, id, &name);
            } else {
                let object = self.global_object(id, object);
                state.memory.insert(object);
            }
        }
        state.threads.push(Rc::new(Thread {
            id: Names::MAIN,
            frames: Vec::new(),
            status: Status::Running,
            allocations: 0,
            inputs: 0,
            undefined: 0,
            created: 0,
            stack_bytes: 0,
            created_at: None,
            held: SmallVec::new(),
            phase: Phase::default(),
            branches: 0,
            taken: 0,
            gate: None,
            spin: SpinLog::default(),
        }));
        state.unsettled.push(Names::MAIN);
        models::provide_globals(self, &mut state);
        state
    }

    /// The object of a global (or of one thread's copy of it) with its initial content.
    pub(crate) fn global_object(&mut self, id: GlobalId, object: ObjectId) -> Object {
        let global = &self.program.globals[id];
        let mut made = Object::new(object, global.size, ObjectKind::Global, Fill::Zero, global.loc);
        made.shared = !global.thread_local;
        let pointer_bytes = u64::from(self.facts.pointer_bits / 8);
        for (offset, part) in global.init.iter().flat_map(|init| &init.parts) {
            match part {
                InitPart::Bytes(bytes) => {
                    for (index, &byte) in bytes.iter().enumerate() {
                        let at = offset + index as u64;
                        made.store_known(&mut self.terms, at, 1, u64::from(byte));
                    }
                }
                InitPart::Global(target, addend) => {
                    let address =
                        self.global_address_at_start(*target).wrapping_add_signed(*addend);
                    store_word(&mut made, &mut self.terms, *offset, pointer_bytes, address);
                }
                InitPart::Func(func) => {
                    let address = self.function_address(*func);
                    store_word(&mut made, &mut self.terms, *offset, pointer_bytes, address);
                }
                InitPart::Undef(size) => made.store_undefined(&mut self.terms, *offset, *size),
            }
        }
        made.constant = global.constant;
        made.external = global.init.is_none();
        made
    }

    /// Address of a global in an initialiser. A thread-local one has no address before its thread runs.
    fn global_address_at_start(&self, id: GlobalId) -> u64 {
        self.facts.global_objects[id].map_or(0, |object| self.names.base(object))
    }

    /// Address of a variable that is not thread-local.
    pub fn address_of_global(&self, id: GlobalId) -> Option<u64> {
        self.facts.global_objects[id].map(|object| self.names.base(object))
    }

    pub fn function_address(&self, func: FuncId) -> u64 {
        self.names.base(self.facts.function_objects[func])
    }

    fn enter(&mut self, state: &mut State, func: FuncId, arguments: &[Value]) {
        let frame = self.new_frame(func, arguments);
        self.coverage.enter(func, frame.block);
        Rc::make_mut(&mut state.threads[0]).frames.push(Rc::new(frame));
    }

    /// Constructors run before `main`: their frames lie above its frame.
    fn enter_constructors(&mut self, state: &mut State) {
        for &func in self.program.constructors.iter().rev() {
            if self.program.functions[func].body.is_some() {
                self.enter(state, func, &[]);
            }
        }
    }

    /// A frame about to execute the first instruction of a function with a body.
    pub(crate) fn new_frame(&self, func: FuncId, arguments: &[Value]) -> Frame {
        let function = &self.program.functions[func];
        let body = function.body.as_ref().expect("only functions with a body are entered");
        let mut regs = vec![Value::Undef; body.regs.len()].into_boxed_slice();
        for (param, &value) in function.params.iter().zip(arguments) {
            regs[param.reg.0 as usize] = value;
        }
        Frame {
            func,
            block: raddle_ir::Body::ENTRY,
            inst: 0,
            regs,
            results: SmallVec::new(),
            locals: SmallVec::new(),
            varargs: Rc::from([]),
            again: false,
            iterations: SmallVec::new(),
            rounds: SmallVec::new(),
        }
    }

    /// A fresh object that belongs to the environment.
    pub(crate) fn environment_object(
        &mut self,
        state: &mut State,
        what: &'static str,
        index: u64,
        size: u64,
    ) -> ObjectId {
        let name = ObjectName::Environment { what, index };
        let id = self.names.object(name, size).expect("environment objects are small");
        if state.memory.get(id).is_none() {
            let mut object = Object::new(id, size, ObjectKind::Environment, Fill::Zero, Loc::NONE);
            object.shared = true;
            state.memory.insert(object);
        }
        id
    }

    fn command_line(&mut self, state: &mut State) -> (Value, Value) {
        let pointer_bytes = u64::from(self.facts.pointer_bits / 8);
        let mut given: Vec<Vec<u8>> = vec![b"program".to_vec()];
        given.extend(self.config.args.iter().map(|arg| arg.clone().into_bytes()));
        let (symbolic, length) = self.config.symbolic_args.unwrap_or((0, 0));
        let count = given.len() as u64 + u64::from(symbolic);
        let vector = self.environment_object(state, "argv", 0, (count + 1) * pointer_bytes);
        for index in 0..count {
            let text = given.get(index as usize).cloned();
            let size = text.as_ref().map_or(u64::from(length) + 1, |text| text.len() as u64 + 1);
            let string = self.environment_object(state, "argument", index, size);
            match text {
                Some(text) => self.write_bytes(state, string, &text),
                None => {
                    let name = format!("argv[{index}]");
                    self.symbolic_bytes(state, string, u64::from(length), &name, Loc::NONE);
                }
            }
            let address = self.names.base(string);
            let object = state.memory.get_mut(vector).expect("argv was just made");
            store_word(object, &mut self.terms, index * pointer_bytes, pointer_bytes, address);
        }
        (Value::Word(count), Value::Word(self.names.base(vector)))
    }

    fn environment_vector(&mut self, state: &mut State) -> Value {
        let object =
            self.environment_object(state, "envp", 0, u64::from(self.facts.pointer_bits / 8));
        Value::Word(self.names.base(object))
    }

    pub(crate) fn write_bytes(&mut self, state: &mut State, object: ObjectId, bytes: &[u8]) {
        let object = state.memory.get_mut(object).expect("object exists");
        for (index, &byte) in bytes.iter().enumerate() {
            object.store_known(&mut self.terms, index as u64, 1, u64::from(byte));
        }
    }

    pub(crate) fn cut_at(&mut self, kind: CutKind, message: String, func: FuncId, loc: Loc) {
        self.outbox.cuts.push(Cut { kind, message, loc, func: Some(func.0) });
    }
}

fn store_word(object: &mut Object, terms: &mut Terms, offset: u64, size: u64, word: u64) {
    for index in 0..size {
        object.store_known(terms, offset + index, 1, word >> (8 * index) & 0xff);
    }
}
