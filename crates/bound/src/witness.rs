//! From a path to a run: inputs that take it, and what the run costs.
//!
//! A symbolic machine is led along the path, one instruction at a time; wherever it forks, the side that leads to
//! the path's next place is taken. On the way it believes that every side is possible, and the solver is asked once,
//! at the end: thousands of questions about ever longer paths took minutes where the one takes a second. If the
//! answer is no, the path is walked again with a solver to see where it cannot be followed, as far as that is quick. The inputs
//! found are given to a second machine, which runs on its own and only meters. Neither machine shares anything with the simulation, so a cost that is measured
//! equal to the bound proves the bound exact, whatever was merged on the way.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use raddle_expr::{Bits, Model, Sort, TermId, Terms, VarId};
use raddle_ir::{FuncId, Loc, Program};
use raddle_machine::{Config, Halt, Machine, Metered, PropertySet, Settled, State, Status, Value};
use raddle_solver::{
    Answer, BitBlaster, Effort, Path as SolverPath, Solver, SolverConfig, default_solver,
};
use rustc_hash::FxHashMap;

use crate::affine::Int;
use crate::cost::{CostModel, Resource};
use crate::counters::{Counters, Role};
use crate::weight::Path;
use crate::world::{Place, World};
use raddle_budget::Budget;

/// Longer paths are not followed.
const MAX_STEPS: u64 = 20_000_000;
/// Steps beside the path before giving up.
const MAX_STRAY_STEPS: u64 = 200_000;
/// Paths with more forks than this are not walked a second time.
const MAX_CAREFUL_FORKS: u64 = 5_000;
/// The solver's work in walking a path a second time: some 10 seconds.
const CAREFUL_EFFORT: Effort = Effort(250_000_000);
/// Lines of a run that are remembered.
const MAX_PATH: usize = 10_000;
/// Instructions per round of the second machine.
const FUEL: u64 = 100_000;

const CONTRADICTION: &str = "its conditions contradict each other";

/// A run.
#[derive(Clone, Debug, Default)]
pub struct Witness {
    pub inputs: Vec<(String, String)>,
    /// What the run cost: the net amount, or the most it held.
    pub measured: Int,
    /// An assertion about counters does not hold in this run.
    pub blocked: Option<String>,
    /// Where the run could not follow the path.
    pub left_path_at: Option<Loc>,
    /// What each source line cost; for what is given back, what it had taken, less what it had given back, when most was
    /// held.
    pub profile: BTreeMap<(String, u32), Int>,
    /// The lines the run came through, the first of them.
    pub path: Vec<Loc>,
    /// How many they were.
    pub steps: u64,
}

pub struct Request<'a> {
    pub program: &'a Program,
    pub function: Option<&'a str>,
    /// What its arguments and memory have to satisfy, but for what stands in its source.
    pub preconditions: &'a [String],
    pub costs: &'a CostModel,
    pub counters: &'a Counters,
    pub budget: &'a Budget,
}

/// Finds inputs for the path and runs on them. `Err` says why there is no run.
pub fn find(request: &Request<'_>, world: &World<'_>, path: &Path) -> Result<Witness, String> {
    let (inputs, left_path_at) = match lead(request, world, path, true)? {
        Led::Possible(inputs, left_at) => (inputs, left_at),
        Led::Impossible { forks } if forks <= MAX_CAREFUL_FORKS => {
            match lead(request, world, path, false)? {
                Led::Possible(inputs, left_at) => (inputs, left_at),
                Led::Impossible { .. } => return Err(CONTRADICTION.to_owned()),
            }
        }
        Led::Impossible { .. } => return Err(CONTRADICTION.to_owned()),
    };
    let given = inputs.iter().map(|(name, bits, _)| (name.clone(), bits.clone())).collect();
    let mut witness = measure(request, given)?;
    let shown = inputs.into_iter().filter_map(|(name, _, text)| Some((name, text?)));
    witness.inputs = shown.collect();
    witness.left_path_at = left_path_at;
    Ok(witness)
}

/// Says that everything is possible.
struct Trusting;

impl Solver for Trusting {
    fn check_within(&mut self, _: &mut Terms, _: &SolverPath, _: &[TermId], _: Effort) -> Answer {
        Answer::Sat(Rc::new(Model::default()))
    }
    fn spent(&self) -> Effort {
        Effort::default()
    }
    fn counters(&self, _: &mut Vec<(&'static str, u64)>) {}
}

/// Inputs that are all different, or in falling or rising order, take many a path through a search or a sort: that is
/// tried before the solver, which needs a minute for a hundred thousand conditions.
fn guessed(terms: &Terms, path: &SolverPath, budget: &Budget) -> Option<Model> {
    let orders: [fn(u64, u64) -> u64; 3] =
        [|index, _| 2 * index + 3, |index, count| 2 * (count - index) + 1, |_, _| 0];
    orders.into_iter().find_map(|order| {
        let mut model = Model::default();
        let count = terms.var_count() as u64;
        for index in 0..terms.var_count() as u32 {
            if let Sort::Bits(width) = terms.var_sort(VarId(index)) {
                let value = order(index.into(), count);
                model.bits.insert(VarId(index), Bits::new(width, value.into()));
            }
        }
        let holds = |condition| !budget.is_spent() && terms.eval_bool(condition, &model);
        path.iter().all(holds).then_some(model)
    })
}

fn late() -> String {
    "time or memory was used up".to_owned()
}

fn machine<'p>(request: &Request<'p>, solver: Box<dyn Solver>) -> Result<Machine<'p>, String> {
    let budget = request.budget.clone();
    let config = Config { budget, properties: PropertySet::of(&[]), ..Config::default() };
    Machine::new(request.program, config, solver).map_err(|error| error.to_string())
}

fn start(request: &Request<'_>, machine: &mut Machine<'_>) -> Result<State, String> {
    let state = match request.function {
        None => machine.initial_state(),
        Some(name) => machine.initial_state_of(name, request.preconditions),
    };
    state.map_err(|error| error.to_string())
}

/// Where a state is: how deep, in which block, before which instruction.
type Position = (usize, FuncId, raddle_ir::Block, usize);

fn position(state: &State) -> Option<Position> {
    let thread = state.threads.first()?;
    let frame = thread.frames.last()?;
    Some((thread.frames.len(), frame.func, frame.block, frame.inst))
}

/// Whether control went to another block, or back to the start of the same one.
fn moved(before: Position, after: Position) -> bool {
    (before.0, before.1, before.2) != (after.0, after.1, after.2) || after.3 < before.3
}

/// Names, values, and how these are shown: what only says which pointers are null or equal is not.
type Inputs = Vec<(String, Bits, Option<String>)>;

/// Where leading a machine along a path ended.
enum Led {
    /// Inputs, and where the path had to be left.
    Possible(Inputs, Option<Loc>),
    Impossible {
        forks: u64,
    },
}

/// Leads a symbolic machine along the path.
fn lead(
    request: &Request<'_>,
    world: &World<'_>,
    path: &Path,
    trusting: bool,
) -> Result<Led, String> {
    let config = SolverConfig { budget: request.budget.clone(), ..SolverConfig::default() };
    let careful = SolverConfig { query_effort: CAREFUL_EFFORT, ..config.clone() };
    let solver: Box<dyn Solver> =
        if trusting { Box::new(Trusting) } else { default_solver(&careful) };
    let mut machine = machine(request, solver)?;
    let (mut forks, mut stray) = (0, 0u64);
    let mut state = start(request, &mut machine)?;
    let mut leader = Leader { world, places: path.iter().peekable(), left_at: None };
    let mut steps = 0;
    while let Some(before) = position(&state) {
        steps += 1;
        if steps > MAX_STEPS {
            return Err(format!("the path is longer than {MAX_STEPS} instructions"));
        }
        if request.budget.is_spent() {
            return Err(late());
        }
        if machine.solver.spent() > CAREFUL_EFFORT {
            return Err(CONTRADICTION.to_owned());
        }
        state = match machine.settle(state, 1) {
            Settled::Done(done) => {
                state = done;
                break;
            }
            Settled::Blocked(_) => return Err("the run waits for another thread".to_owned()),
            Settled::OutOfFuel(next) => {
                if let Some(after) = position(&next) {
                    leader.note(before, after);
                }
                next
            }
            Settled::Forked(holds, fails) => {
                forks += 1;
                let at = position(&holds).unwrap_or(before);
                if moved(before, at) {
                    leader.note(before, at);
                }
                leader.choose(&mut machine, holds, fails)
            }
        };
        if trusting && leader.left_at.is_some() {
            return Ok(Led::Impossible { forks });
        }
        if leader.left_at.is_some() {
            // Any run will do now, but not one that takes for ever.
            stray += 1;
            if stray > MAX_STRAY_STEPS {
                break;
            }
        }
        if !machine.outbox.is_empty() {
            machine.outbox.forget();
        }
    }
    if trusting {
        // Layers that pay for many related questions take quadratic time for one of a hundred thousand conditions.
        let mut solver = BitBlaster::new(&config);
        let answer = match guessed(&machine.terms, &state.path, request.budget) {
            Some(model) => Answer::Sat(Rc::new(model)),
            None => solver.check(&mut machine.terms, &state.path, &[]),
        };
        match answer {
            Answer::Sat(model) => state.model = model,
            Answer::Unsat(_) => return Ok(Led::Impossible { forks }),
            Answer::Unknown(_) => {
                return Err("the solver could not decide whether it is possible".to_owned());
            }
        }
    }
    Ok(Led::Possible(inputs(&machine, &state), leader.left_at))
}

struct Leader<'w, 'p, I: Iterator<Item = Place>> {
    world: &'w World<'p>,
    places: std::iter::Peekable<I>,
    left_at: Option<Loc>,
}

impl<I: Iterator<Item = Place>> Leader<'_, '_, I> {
    /// Takes note of where control went.
    fn note(&mut self, before: Position, after: Position) {
        if !moved(before, after) || self.left_at.is_some() {
            return;
        }
        let Some(place) = self.places.next() else { return };
        if (self.world.func_at(place), place.block) != (after.1, after.2) {
            self.left_at = Some(self.world.loc(place));
        }
    }

    /// The side of a fork that leads to the next place.
    fn choose(&mut self, machine: &mut Machine<'_>, holds: State, fails: State) -> State {
        let wanted = match self.places.peek() {
            Some(&place) if self.left_at.is_none() => (self.world.func_at(place), place.block),
            _ => return holds,
        };
        let (Some(at), Settled::OutOfFuel(next)) =
            (position(&holds), machine.settle(holds.clone(), 1))
        else {
            return holds;
        };
        match position(&next) {
            Some(after) if moved(at, after) && (after.1, after.2) != wanted => fails,
            _ => holds,
        }
    }
}

fn inputs(machine: &Machine<'_>, state: &State) -> Inputs {
    let records = state.inputs.to_vec().into_iter();
    records
        .filter_map(|record| {
            let bits = match record.value {
                Value::Term(term) => machine.terms.eval(term, &state.model),
                Value::Word(word) => Bits::new(record.bits, word.into()),
                Value::Undef => return None,
            };
            let word = bits.to_u64().unwrap_or(0);
            let text = raddle_machine::word_text(record.ty, record.bits, word);
            Some((record.name.to_string(), bits, (!record.hidden).then_some(text)))
        })
        .collect()
}

/// What the meter of the second machine adds up.
#[derive(Debug, Default)]
struct Meter {
    net: Int,
    high: Int,
    values: Vec<u64>,
    blocked: Option<String>,
    profile: BTreeMap<Loc, Int>,
    /// The profile as it was when most was held, and how much that was.
    noted: Option<Int>,
    at_peak: BTreeMap<Loc, Int>,
    /// The instruction that is executed.
    at: Loc,
    path: Vec<Loc>,
    steps: u64,
}

impl Meter {
    /// To be called before less is held, and at the end.
    fn note_peak(&mut self) {
        if self.net == self.high && self.noted < Some(self.high) {
            self.at_peak = self.profile.clone();
            self.noted = Some(self.high);
        }
    }

    /// Takes note of the instruction that is executed.
    fn come_to(&mut self, loc: Loc) {
        let line = |loc: Loc| loc.get().map(|location| (location.file, location.line));
        let (Some(new), old) = (line(loc), line(self.at)) else { return };
        self.at = loc;
        if Some(new) != old {
            self.steps += 1;
            if self.path.len() < MAX_PATH {
                self.path.push(loc);
            }
        }
    }

    fn add(&mut self, amount: Int, loc: Loc) {
        if amount < 0 {
            self.note_peak();
        }
        self.net += amount;
        self.high = self.high.max(self.net);
        if amount != 0 {
            *self.profile.entry(loc).or_insert(0) += amount;
        }
    }
}

fn measure(request: &Request<'_>, given: FxHashMap<String, Bits>) -> Result<Witness, String> {
    let config = SolverConfig { budget: request.budget.clone(), ..SolverConfig::default() };
    let mut machine = machine(request, default_solver(&config))?;
    machine.give_inputs(given);
    let meter = Rc::new(RefCell::new(Meter {
        values: vec![0; request.counters.names.len()],
        ..Meter::default()
    }));
    machine.set_meter(Some(metering(request, meter.clone())));
    let mut state = start(request, &mut machine)?;
    let mut executed: u64 = 0;
    let end = loop {
        if request.budget.look().is_some() {
            return Err(late());
        }
        match machine.settle(state, FUEL) {
            Settled::Done(end) => break end,
            Settled::Blocked(_) => return Err("the run waits for another thread".to_owned()),
            // Only undefined memory forks here: any choice is a possible run.
            Settled::Forked(next, _) => state = next,
            Settled::OutOfFuel(next) => state = next,
        }
        executed += FUEL;
        if executed > 100 * MAX_STEPS {
            return Err("the run took too long".to_owned());
        }
    };
    if let Some(thread) = end.threads.first()
        && let Status::Halted(Halt::Assume | Halt::Cut) = thread.status
    {
        return Err("the run ended at an assumption or at something unsupported".to_owned());
    }
    machine.set_meter(None);
    let mut meter = meter.borrow_mut();
    meter.note_peak();
    let peak = request.costs.resource.has_peak();
    let mut profile: BTreeMap<(String, u32), Int> = BTreeMap::new();
    for (loc, &amount) in if peak { &meter.at_peak } else { &meter.profile } {
        if let Some(location) = loc.get() {
            let file = request.program.files[location.file].path.clone();
            *profile.entry((file, location.line)).or_insert(0) += amount;
        }
    }
    Ok(Witness {
        inputs: Vec::new(),
        measured: if peak { meter.high } else { meter.net },
        blocked: meter.blocked.clone(),
        left_path_at: None,
        profile,
        path: meter.path.clone(),
        steps: meter.steps,
    })
}

/// The part of a program that metering needs, owned, because the machine keeps the meter.
fn metering(request: &Request<'_>, meter: Rc<RefCell<Meter>>) -> Box<dyn FnMut(&Metered)> {
    let costs = request.costs.clone();
    let counters = request.counters.clone();
    let names: Vec<String> =
        request.program.functions.values().map(|function| function.name.clone()).collect();
    let marks = MarkCosts::new(request.program, &costs);
    Box::new(move |event| {
        let mut meter = meter.borrow_mut();
        match event {
            Metered::Allocated(size) if costs.resource == Resource::Heap => {
                let at = meter.at;
                meter.add((*size).into(), at)
            }
            Metered::Freed(size) if costs.resource == Resource::Heap => {
                let at = meter.at;
                meter.add(-Int::from(*size), at)
            }
            Metered::Allocated(_) | Metered::Freed(_) => {}
            Metered::Called { callee, within, loc, amount, text } => {
                meter.come_to(*loc);
                let name = names[callee.0 as usize].as_str();
                if let Some(cost) = marks.cost(*callee, *within, *loc) {
                    meter.add(cost, *loc);
                    return;
                }
                let amount = amount.map_or(0, |word| Int::from(word as i64));
                match (name, costs.resource) {
                    ("raddle_tick", Resource::Ticks) | ("raddle_acquire", Resource::Held) => {
                        meter.add(amount, *loc)
                    }
                    ("raddle_release", Resource::Held) => meter.add(-amount, *loc),
                    _ => count(&mut meter, &counters, name, text.as_deref()),
                }
            }
        }
    })
}

fn count(meter: &mut Meter, counters: &Counters, name: &str, text: Option<&str>) {
    let (Some(role), Some(text)) = (Role::of(name), text) else { return };
    let counter = counters.names.iter().position(|known| known == text);
    match (role, counter) {
        (Role::Count, Some(index)) => meter.values[index] += 1,
        (Role::Reset, Some(index)) => meter.values[index] = 0,
        (Role::Count | Role::Reset, None) => {}
        (Role::Assume, _) => {
            for (number, assertion) in counters.assertions.iter().enumerate() {
                if assertion.text == text && !counters.holds(number as u32, &meter.values) {
                    meter.blocked = Some(text.to_owned());
                }
            }
        }
    }
}

/// Costs of marks, by function and place.
struct MarkCosts {
    costs: FxHashMap<(FuncId, FuncId, Loc), Int>,
    marks: Vec<bool>,
}

impl MarkCosts {
    fn new(program: &Program, model: &CostModel) -> MarkCosts {
        let mut costs = FxHashMap::default();
        for (within, function) in program.functions.iter() {
            for inst in function
                .body
                .iter()
                .flat_map(|body| body.blocks.values())
                .flat_map(|block| &block.insts)
            {
                if let raddle_ir::Op::Call { callee: raddle_ir::Callee::Direct(callee), .. } =
                    inst.op
                    && let Some(cost) = model.mark(program, callee, within, inst.loc)
                {
                    costs.insert((callee, within, inst.loc), cost);
                }
            }
        }
        let marks = program
            .functions
            .values()
            .map(|function| function.name.starts_with(raddle_frontend::COST_PREFIX));
        MarkCosts { costs, marks: marks.collect() }
    }
    fn cost(&self, callee: FuncId, within: FuncId, loc: Loc) -> Option<Int> {
        self.marks[callee.0 as usize]
            .then(|| self.costs.get(&(callee, within, loc)).copied().unwrap_or(0))
    }
}
