//! The machine: a program made ready to run, and the state every run starts in.

use std::rc::Rc;

use raddle_expr::{Bits, Model, TermId, Terms};
use raddle_ir::{
    EntityMap, FileId, FuncId, Function, GlobalId, InitPart, Loc, Op, Ordering, Program, Type,
};
use raddle_solver::{Path, Solver};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::config::{Config, Property};
use crate::coverage::Coverage;
use crate::event::Event;
use crate::fault::{Assumed, Cut, CutKind, Fault, FaultKind};
use crate::generalise::{Cells, Generalising};
use crate::guidance::Detour;
use crate::heap_types::HeapType;
use crate::models::{self, Model as LibraryModel};
use crate::names::{Names, ObjectId, ObjectName};
use crate::object::{Fill, Object, ObjectKind};
use crate::rest::Merges;
use crate::spin::{LoopFacts, SpinLog};
use crate::state::{Frame, List, Phase, Rest, State, Status, Thread};
use crate::strings::RUNTIME_PREFIX;
use crate::trace::Recorder;
use crate::turns::Turn;
use crate::uninitialised::Uninitialised;
use crate::unknown::{UnknownArgument, Unknowns, sized_paths};
use crate::value::Value;
use crate::waiting::Explanation;
use crate::wakeups::WaitSites;

/// Pairs of places, the smaller one first.
pub type RacePairs = FxHashSet<(Loc, Loc)>;

/// Executes one program. It does not know who is scheduled next, nor why.
pub struct Machine<'p> {
    pub program: &'p Program,
    pub config: Config,
    pub terms: Terms,
    pub solver: Box<dyn Solver>,
    pub names: Names,
    pub coverage: Coverage,
    /// Branches of which one side was enough.
    pub free_branches: u64,
    /// Sides to take before anything else is explored.
    pub given_turns: Vec<Turn>,
    /// A state came to another question than the one whose answer was given.
    pub way_lost: bool,
    /// Sides of branches that were not taken because they do not lead to the property.
    pub skipped: u64,
    /// Executed instructions, all runs together.
    pub instructions: u64,
    /// Faults and cuts met since they were last taken.
    pub faults: Vec<Fault>,
    pub cuts: Vec<Cut>,
    /// Weak points of the verdict that do not end a path, and where.
    pub assumptions: std::collections::BTreeSet<(Assumed, Loc)>,
    /// What will have to be assumed if a state is left out because of what was learnt.
    pub(crate) unseen: std::collections::BTreeSet<(Assumed, Loc)>,
    /// That is all there is.
    pub(crate) blind: bool,
    /// Races are looked for, and some atomic operation asks for less than sequential consistency.
    pub(crate) weak_orders_tell: bool,
    /// Places of `raddle_check` that some run has come to.
    pub checked: FxHashSet<Loc>,
    /// Given input values: set when replaying.
    pub given_inputs: Option<FxHashMap<String, Bits>>,
    pub recorder: Option<Recorder>,
    pub(crate) uninitialised: Uninitialised,
    /// What is on the heap, as far as it was told while recording.
    pub(crate) heap_types: FxHashMap<ObjectId, HeapType>,
    /// A thread used an object of another one that nobody was seen to share: what was explored so far may be too little.
    pub hidden_address: bool,
    /// Faults that somebody was told of, and where they are.
    pub(crate) told: FxHashSet<(FaultKind, Loc)>,
    /// Places of data races that were reported.
    pub reported_races: Rc<RacePairs>,
    /// Told of costs while running on given inputs.
    pub meter: Option<Meter>,
    /// Asked for by `blocked_on`: the next operation that cannot go on says why.
    pub(crate) explanation: Explanation,
    pub(crate) pointer_bits: u32,
    pub(crate) global_objects: EntityMap<GlobalId, Option<ObjectId>>,
    /// Variables of which every thread has its own.
    /// The function that evaluates the program's invariants.
    pub(crate) evaluate_invariants: Option<FuncId>,
    pub(crate) thread_locals: Vec<GlobalId>,
    pub(crate) function_objects: EntityMap<FuncId, ObjectId>,
    pub(crate) function_of_object: FxHashMap<ObjectId, FuncId>,
    pub(crate) models: EntityMap<FuncId, Option<LibraryModel>>,
    /// Which files are the user's, not the run-time library's.
    pub(crate) user_files: EntityMap<FileId, bool>,
    pub(crate) loops: LoopFacts,
    /// Branches that went away from where the guide leads, if somebody wants to know.
    pub detours: Option<Vec<Detour>>,
    /// Branches that went the way of the model without a look at the other one.
    pub followed_model: u64,
    /// What terms are under the model that is followed.
    pub(crate) followed_values: Option<(Rc<Model>, FxHashMap<TermId, Bits>)>,
    pub(crate) waits: WaitSites,
    pub cells: Cells,
    pub(crate) merges: Merges,
    /// Set while a transition is executed over cells.
    pub(crate) generalising: Option<Box<Generalising>>,
}

impl std::fmt::Debug for Machine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine").field("config", &self.config).finish_non_exhaustive()
    }
}

/// Who is told of costs.
pub type Meter = Box<dyn FnMut(&Metered)>;

/// Something with a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Metered {
    /// A function of `<raddle.h>` that tells costs, or a mark; with its first argument as a word and as a string.
    Called {
        callee: FuncId,
        within: FuncId,
        loc: Loc,
        amount: Option<u64>,
        text: Option<String>,
    },
    /// Bytes of heap taken or given back.
    Allocated(u64),
    Freed(u64),
}

/// Why a program cannot be started at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    NoSuchFunction(String),
    /// A `main` that is not called as the C standard says.
    StrangeMain,
    /// An order of exploration that does not keep track of threads.
    OrderWithThreads,
    /// A precondition that cannot be understood.
    Precondition(raddle_condition::ConditionError),
    /// A precondition that no arguments satisfy, alone or with those before it.
    NothingSatisfies(String),
    /// What cannot be asked of a function with pointer parameters.
    NotWithUnknownMemory(&'static str),
    /// A global variable that does not fit the address space.
    GlobalTooLarge {
        name: String,
        size: u64,
    },
}

impl std::fmt::Display for SetupError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SetupError::NoSuchFunction(name) => {
                write!(f, "the program defines no function `{name}`")
            }
            SetupError::StrangeMain => f.write_str(
                "`main` has parameters or a result of other types than `int main(int, char **, char **)`",
            ),
            SetupError::OrderWithThreads => f.write_str(
                "the program creates threads, which only `--strategy dfs` explores with races and deadlocks",
            ),
            SetupError::Precondition(error) => write!(f, "--where: {error}"),
            SetupError::NothingSatisfies(text) => write!(
                f,
                "no arguments satisfy --where `{text}` (together with what stands before it): nothing would be checked"
            ),
            SetupError::NotWithUnknownMemory(what) => write!(
                f,
                "{what} cannot be used with a function whose parameters point to unknown memory; leave it out"
            ),
            SetupError::GlobalTooLarge { name, size } => {
                write!(f, "global variable `{name}` of {size} bytes does not fit the address space")
            }
        }
    }
}

impl std::error::Error for SetupError {}

/// The front end puts calls of it behind writes.
const EVALUATE_INVARIANTS: &str = "raddle.evaluate";

/// Whether some atomic operation may ask for less than sequential consistency.
fn has_weak_orders(program: &Program) -> bool {
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

impl<'p> Machine<'p> {
    pub fn new(
        program: &'p Program,
        config: Config,
        solver: Box<dyn Solver>,
    ) -> Result<Machine<'p>, SetupError> {
        let mut machine = Machine {
            program,
            config,
            terms: Terms::new(),
            solver,
            names: Names::new(program.target.pointer_bits),
            coverage: Coverage::new(program),
            free_branches: 0,
            given_turns: Vec::new(),
            way_lost: false,
            skipped: 0,
            instructions: 0,
            faults: Vec::new(),
            cuts: Vec::new(),
            assumptions: Default::default(),
            unseen: Default::default(),
            blind: false,
            weak_orders_tell: false,
            checked: FxHashSet::default(),
            given_inputs: None,
            recorder: None,
            uninitialised: Uninitialised::default(),
            heap_types: FxHashMap::default(),
            hidden_address: false,
            told: FxHashSet::default(),
            reported_races: Rc::default(),
            meter: None,
            explanation: Explanation::NotAsked,
            pointer_bits: program.target.pointer_bits,
            global_objects: EntityMap::new(),
            evaluate_invariants: program.function(EVALUATE_INVARIANTS),
            thread_locals: Vec::new(),
            function_objects: EntityMap::new(),
            function_of_object: FxHashMap::default(),
            models: program.functions.values().map(models::lookup).collect(),
            user_files: program
                .files
                .values()
                .map(|file| !file.path.contains(RUNTIME_PREFIX))
                .collect(),
            loops: LoopFacts::default(),
            detours: None,
            followed_model: 0,
            followed_values: None,
            waits: WaitSites::default(),
            cells: Cells::default(),
            merges: Merges::default(),
            generalising: None,
        };
        machine.weak_orders_tell =
            machine.config.properties.contains(Property::Race) && has_weak_orders(program);
        machine.name_globals()?;
        Ok(machine)
    }

    fn name_globals(&mut self) -> Result<(), SetupError> {
        for id in self.program.functions.keys() {
            let object = self.names.object(ObjectName::Function(id), 16);
            let name = || self.program.functions[id].name.clone();
            let object =
                object.ok_or_else(|| SetupError::GlobalTooLarge { name: name(), size: 16 })?;
            self.function_objects.push(object);
            self.function_of_object.insert(object, id);
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
            self.global_objects.push(object);
            self.thread_locals.extend(global.thread_local.then_some(id));
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
        let mut conditions = self.required_in_source(func);
        conditions.extend_from_slice(preconditions);
        self.config.sized_parameters = sized_paths(&conditions);
        let surroundings = self.config.surroundings.clone();
        let mut state = self.state_with_globals();
        let params = self.program.functions[func].params.clone();
        let body = self.program.functions[func].body.as_ref();
        let names: Vec<String> = params
            .iter()
            .enumerate()
            .map(|(index, param)| {
                let name = body.and_then(|body| body.regs[param.reg].name.clone());
                name.unwrap_or_else(|| format!("argument{index}"))
            })
            .collect();
        let mut arguments = vec![Value::Undef; params.len()];
        for (index, param) in params.iter().enumerate().filter(|(_, param)| param.ty != Type::Ptr) {
            let bits = param.ty.bits(&self.program.target);
            let shown = self.type_name(param.debug_type, u64::from(bits / 8));
            let (name, ty) = (&names[index], shown.unwrap_or(c_name(param.ty)));
            arguments[index] = if surroundings.is_none() {
                self.input_value(&mut state, Names::MAIN, name, ty, bits, Loc::NONE, false)
            } else if self.is_thread_handle(param.debug_type) {
                self.unknown_thread(&mut state, name)
            } else {
                self.unknown_value(&mut state, name, ty, bits)
            };
        }
        for index in self.order_of_pointers(&params) {
            let ty = self.type_behind_void(func, &params[index]);
            let limit = surroundings.as_ref().and_then(|around| around.pointees[index].clone());
            arguments[index] = self.unknown_argument(&mut state, &names[index], ty, &limit);
        }
        let all = params.iter().zip(&names).zip(&arguments);
        state.unknowns.arguments = all
            .map(|((param, name), &value)| UnknownArgument {
                name: Rc::from(name.as_str()),
                value,
                ty: param.ty,
                by_value: param.by_value.is_some(),
            })
            .collect();
        self.enter(&mut state, func, &arguments);
        // Given inputs satisfy them.
        if self.given_inputs.is_none() {
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
            model: Rc::new(Model::default()),
            unsettled: SmallVec::new(),
            decisions: List::default(),
            in_event: false,
            turns: List::default(),
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
            unknowns: Unknowns::default(),
        };
        for &object in self.function_objects.values() {
            let mut function = Object::new(object, 16, ObjectKind::Function, Fill::Zero, Loc::NONE);
            function.constant = true;
            state.memory.insert(function);
        }
        let surroundings = self.config.surroundings.clone();
        for (id, global) in self.program.globals.iter() {
            let Some(object) = self.global_objects[id] else { continue };
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
        let pointer_bytes = u64::from(self.pointer_bits / 8);
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
        self.global_objects[id].map_or(0, |object| self.names.base(object))
    }

    /// Address of a variable that is not thread-local.
    pub fn address_of_global(&self, id: GlobalId) -> Option<u64> {
        self.global_objects[id].map(|object| self.names.base(object))
    }

    pub fn function_address(&self, func: FuncId) -> u64 {
        self.names.base(self.function_objects[func])
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
        let pointer_bytes = u64::from(self.pointer_bits / 8);
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
        let object = self.environment_object(state, "envp", 0, u64::from(self.pointer_bits / 8));
        Value::Word(self.names.base(object))
    }

    pub(crate) fn write_bytes(&mut self, state: &mut State, object: ObjectId, bytes: &[u8]) {
        let object = state.memory.get_mut(object).expect("object exists");
        for (index, &byte) in bytes.iter().enumerate() {
            object.store_known(&mut self.terms, index as u64, 1, u64::from(byte));
        }
    }

    pub(crate) fn cut_at(&mut self, kind: CutKind, message: String, func: FuncId, loc: Loc) {
        self.cuts.push(Cut { kind, message, loc, func: Some(func.0) });
    }
}

/// How C calls an integer of this width.
pub(crate) fn c_name(ty: Type) -> &'static str {
    match ty {
        Type::Int(1) => "_Bool",
        Type::Int(8) => "char",
        Type::Int(16) => "short",
        Type::Int(32) => "int",
        Type::Int(64) => "long",
        Type::Int(128) => "__int128",
        Type::Int(_) => "bits",
        Type::Ptr => "pointer",
        Type::F32 => "float",
        Type::F64 => "double",
        Type::F80 => "long double",
    }
}

fn store_word(object: &mut Object, terms: &mut Terms, offset: u64, size: u64, word: u64) {
    for index in 0..size {
        object.store_known(terms, offset + index, 1, word >> (8 * index) & 0xff);
    }
}
