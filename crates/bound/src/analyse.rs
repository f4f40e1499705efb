//! One question about one resource, from the program to the answer.

use std::collections::BTreeMap;

use raddle_certify::format::Proof;
use raddle_ir::{Body, FuncId, Loc, Program, Type};
use rustc_hash::FxHashMap;

use crate::affine::{Affine, Int};
use crate::assertions::{self, GaveUp, PhaseStatistics, Ties};
use crate::budget;
use crate::conditions;
use crate::context::{Context, Value};
use crate::cost::{CostModel, CostTable, Resource};
use crate::counters::Counters;
use crate::edge::Ending;
use crate::error::{BoundError, Stop};
use crate::execute::Settings;
use crate::expression::Expression;
use crate::interpolants::Interpolants;
use crate::ipet;
use crate::preconditions::Preconditions;
use crate::proof::Records;
use crate::simulate::{Limits, Method, Simulation, Statistics};
use crate::summary::{Loss, Outcome};
use crate::weight::Weight;
use crate::witness::{self, Witness};
use crate::world::{Place, Stack, StackId, World};
use raddle_budget::Budget;

#[derive(Clone, Debug)]
pub struct Options {
    pub resource: Resource,
    pub table: CostTable,
    /// The function to start in instead of `main`.
    pub function: Option<String>,
    /// What callers of that function see to, as text.
    pub preconditions: Vec<String>,
    pub limits: Limits,
    pub method: Method,
    pub interpolants: Interpolants,
    /// Whether assertions about counters are used.
    pub use_assertions: bool,
    /// Whether to look for a run that reaches the bound.
    pub want_witness: bool,
    /// Whether to write down a proof.
    pub want_proof: bool,
}

/// Why a bound is not known to be exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub loc: Option<Loc>,
    pub text: String,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Bounded {
    /// The bound: of the net amount, or of the most ever held for a resource that is given back.
    pub bound: Int,
    /// The net amount at the end is at most this.
    pub net: Int,
    /// The bound as it would be without assertions about counters.
    pub without_assertions: Option<Int>,
    /// A run was measured to cost exactly the bound.
    pub exact: bool,
    /// Why it may not be exact; empty if it is.
    pub reasons: Vec<Reason>,
    pub witness: Option<Witness>,
    /// Loops by the position of their head, with the most iterations of one activation.
    pub loops: Vec<(Loc, u64)>,
    pub statistics: Statistics,
    pub second_phase: Option<PhaseStatistics>,
    pub proof: Option<Box<Proof>>,
}

#[derive(Clone, Debug)]
pub enum Answer {
    Bound(Box<Bounded>),
    Unknown(Stop, Statistics),
}

/// Finds the bound.
pub fn bound(program: &Program, options: &Options, budget: &Budget) -> Result<Answer, BoundError> {
    let entry = entry(program, options.function.as_deref())?;
    let known = Preconditions::of(program, options.function.as_deref(), &options.preconditions)?;
    known.ensure_meant(program, options.function.as_deref(), budget)?;
    let counters =
        match check_program(program).and_then(|()| Counters::of(program, options.use_assertions)) {
            Ok(counters) => counters,
            Err(stop) => return Ok(Answer::Unknown(stop, Statistics::default())),
        };
    let costs = CostModel { resource: options.resource, table: options.table.clone() };
    let no_counters = Counters::default();
    let in_simulation = if options.method == Method::Ipet { &no_counters } else { &counters };
    let settings = Settings { costs: &costs, counters: in_simulation };
    let mut world = World::new(program, entry);
    let stack = world.stack(Stack { func: entry, back: None, root: true });
    let context = match initial(&mut world, stack, known.numbers.as_ref()) {
        Some(context) => context,
        None => return Ok(Answer::Unknown(no_run(program, entry), Statistics::default())),
    };
    let place = Place { stack, block: Body::ENTRY, inst: 0 };
    let mut simulation =
        Simulation::new(&mut world, &settings, options.limits, options.method, budget);
    simulation.interpolants = options.interpolants;
    simulation.records = options.want_proof.then(Records::default);
    let result = simulation.run(place, &context);
    let statistics = simulation.statistics.clone();
    let summary = match result {
        Ok(summary) => summary,
        Err(stop) => return Ok(Answer::Unknown(stop, statistics)),
    };
    let (losses, rounds, records) = (simulation.losses, simulation.loops, simulation.records);
    if options.method == Method::Ipet {
        return Ok(counted(&world, entry, &costs, &counters, &rounds, budget, statistics));
    }
    let ends = [Outcome::End(Ending::Exit), Outcome::End(Ending::Return)];
    let weights =
        ends.iter().filter_map(|end| summary.outcomes.get(end)).map(|effect| effect.weight.clone());
    let Some(first) = weights.reduce(|a, b| a.or(&b)) else {
        return Ok(Answer::Unknown(no_run(program, entry), statistics));
    };
    let states = options.limits.states;
    let second = |ties: Ties| second_phase(&counters, &first, states, budget, ties);
    let (weight, second_phase) = match second(Ties::First) {
        Ok(found) => found,
        Err(stop) => return Ok(Answer::Unknown(stop, statistics)),
    };
    let amount =
        |weight: &Weight| if options.resource.has_peak() { weight.high } else { weight.net };
    if let Some(stop) = too_large(program, entry, amount(&weight).max(weight.net), LARGEST_BOUND) {
        return Ok(Answer::Unknown(stop, statistics));
    }
    let mut found = Bounded {
        bound: amount(&weight),
        net: weight.net,
        without_assertions: second_phase.map(|_| amount(&first)),
        exact: false,
        reasons: Vec::new(),
        witness: None,
        loops: loops(&world, &rounds),
        statistics,
        second_phase,
        proof: None,
    };
    found.proof =
        records.map(|records| Box::new(written(&mut world, options, &known, &found, &records)));
    if options.want_witness {
        let request = witness::Request {
            program,
            function: options.function.as_deref(),
            preconditions: &options.preconditions,
            costs: &costs,
            counters: &counters,
            budget,
        };
        let path = |weight: &Weight| match options.resource.has_peak() {
            true => weight.high_path.clone(),
            false => weight.net_path.clone(),
        };
        judge(&mut found, witness::find(&request, &world, &path(&weight)));
        if !found.exact
            && found.second_phase.is_some()
            && let Ok((weight, _)) = second(Ties::Last)
        {
            let mut again = Bounded { reasons: Vec::new(), ..found.clone() };
            judge(&mut again, witness::find(&request, &world, &path(&weight)));
            if again.exact {
                found = again;
            }
        }
    } else {
        found.reasons.push(Reason { loc: None, text: "no run was looked for".to_owned() });
    }
    if !found.exact {
        found.reasons.extend(merges(&world, &losses));
    }
    Ok(Answer::Bound(Box::new(found)))
}

fn written(
    world: &mut World<'_>,
    options: &Options,
    known: &Preconditions,
    found: &Bounded,
    records: &Records,
) -> Proof {
    let mut proof = Proof {
        version: raddle_certify::format::VERSION,
        fingerprint: raddle_certify::fingerprint(world.program),
        resource: options.resource.name().to_owned(),
        function: options.function.clone(),
        assumption: known.text(),
        assertions: options.use_assertions,
        bound: i64::try_from(found.bound).unwrap_or(i64::MAX),
        stacks: Vec::new(),
        objects: Vec::new(),
        cells: Vec::new(),
        claims: Vec::new(),
    };
    records.claims(world, &mut proof);
    proof
}

/// The bound by implicit path enumeration, with the loop bounds of the simulation.
fn counted(
    world: &World<'_>,
    entry: FuncId,
    costs: &CostModel,
    counters: &Counters,
    rounds: &FxHashMap<Place, u64>,
    budget: &Budget,
    statistics: Statistics,
) -> Answer {
    let mut bounds = FxHashMap::default();
    for (&head, &rounds) in rounds {
        let most = bounds.entry((world.func_at(head), head.block)).or_insert(0);
        *most = rounds.max(*most);
    }
    match ipet::bound(world, entry, costs, counters, &bounds, budget) {
        Err(stop) => Answer::Unknown(stop, statistics),
        Ok(bound) if bound > LARGEST_COUNTED => {
            let stop = too_large(world.program, entry, bound, LARGEST_COUNTED);
            Answer::Unknown(stop.unwrap_or_else(|| no_run(world.program, entry)), statistics)
        }
        Ok(bound) => Answer::Bound(Box::new(Bounded {
            bound,
            net: bound,
            without_assertions: None,
            exact: false,
            reasons: vec![Reason {
                loc: None,
                text: "counts of blocks do not tell which path it is".to_owned(),
            }],
            witness: None,
            loops: loops(world, rounds),
            statistics,
            second_phase: None,
            proof: None,
        })),
    }
}

/// Bounds are reported as numbers of 64 bits.
const LARGEST_BOUND: Int = i64::MAX as Int;
/// Integer programs are solved in floating point, which is exact up to here.
const LARGEST_COUNTED: Int = 1 << 53;

fn too_large(program: &Program, entry: FuncId, bound: Int, largest: Int) -> Option<Stop> {
    (bound > largest).then(|| {
        let what = format!("the bound is larger than {largest}");
        Stop::new(program.functions[entry].loc, what, "scale the costs down")
    })
}

type Solved = (Weight, Option<PhaseStatistics>);

fn second_phase(
    counters: &Counters,
    weight: &Weight,
    limit: u64,
    budget: &Budget,
    ties: Ties,
) -> Result<Solved, Stop> {
    if weight.choices.is_none() {
        return Ok((weight.clone(), None));
    }
    let loc = counters.assertions.first().map_or(Loc::NONE, |assertion| assertion.loc);
    match assertions::worst(counters, weight, limit, budget, ties) {
        Ok((Some(weight), statistics)) => Ok((weight, Some(statistics))),
        Ok((None, _)) => {
            Err(Stop::new(loc, "the assertions about counters exclude every path", "weaken them"))
        }
        Err(GaveUp::Budget) => Err(budget::stop(budget, loc)),
        Err(GaveUp::States(limit)) => {
            let what = format!("gave up after {limit} states of the second phase");
            Err(Stop::new(loc, what, "use fewer counters, or reset them where they are local"))
        }
    }
}

/// Whether a run shows the bound to be exact.
fn judge(found: &mut Bounded, witness: Result<Witness, String>) {
    let witness = match witness {
        Ok(witness) => witness,
        Err(why) => {
            found.reasons.push(Reason {
                loc: None,
                text: format!("no run was found that reaches the bound: {why}"),
            });
            return;
        }
    };
    if let Some(assertion) = &witness.blocked {
        let text = format!("in the run that was found the assertion `{assertion}` does not hold");
        found.reasons.push(Reason { loc: None, text });
    } else if witness.measured == found.bound {
        found.exact = true;
    } else {
        let text = match witness.left_path_at {
            Some(_) => "the most expensive path of the abstraction is not possible here",
            None => "a run along the most expensive path costs less",
        };
        found.reasons.push(Reason { loc: witness.left_path_at, text: text.to_owned() });
    }
    found.witness = Some(witness);
}

fn no_run(program: &Program, entry: FuncId) -> Stop {
    let what = "no path comes to an end: the assumptions exclude every run";
    Stop::new(program.functions[entry].loc, what, "weaken the assumptions")
}

/// Things outside of functions that the simulation does not know.
fn check_program(program: &Program) -> Result<(), Stop> {
    if let Some(&constructor) = program.constructors.first() {
        let loc = program.functions[constructor].loc;
        return Err(Stop::new(loc, "code that runs before main", "call it from main"));
    }
    match program.unsupported.first() {
        Some((what, loc)) => Err(Stop::new(*loc, format!("unsupported: {what}"), "remove it")),
        None => Ok(()),
    }
}

fn loops(world: &World<'_>, rounds: &FxHashMap<Place, u64>) -> Vec<(Loc, u64)> {
    let mut all: BTreeMap<Loc, u64> = BTreeMap::new();
    for (&head, &rounds) in rounds {
        let most = all.entry(world.loc(head)).or_insert(0);
        *most = (*most).max(rounds);
    }
    all.into_iter().collect()
}

fn merges(world: &World<'_>, losses: &[Loss]) -> Vec<Reason> {
    let mut all: Vec<(Loc, String)> =
        losses.iter().map(|loss| (world.loc(loss.place), world.cell_name(loss.cell))).collect();
    all.sort();
    all.dedup();
    let reason = |(loc, name): (Loc, String)| {
        let text = format!(
            "iterations of the loop here were merged although they leave {name} with different values"
        );
        Reason { loc: Some(loc), text }
    };
    all.into_iter().map(reason).collect()
}

fn entry(program: &Program, name: Option<&str>) -> Result<FuncId, BoundError> {
    let name = name.unwrap_or("main");
    let missing = || BoundError::NoSuchFunction(name.to_owned());
    let id = program.function(name).ok_or_else(missing)?;
    program.functions[id].body.as_ref().ok_or_else(missing)?;
    Ok(id)
}

/// The context at the start: of arguments only what is assumed of numbers is known. `None`: it cannot hold.
fn initial(
    world: &mut World<'_>,
    stack: StackId,
    assumption: Option<&Expression>,
) -> Option<Context> {
    let mut context = Context::default();
    let mut arguments: Vec<(String, Affine)> = Vec::new();
    let func = world.stack_of(stack).func;
    for param in &world.program.functions[func].params {
        let var = world.reg(stack, param.reg);
        let value = match param.ty {
            Type::Int(bits) if bits <= 64 => {
                let range = world.type_range(param.ty);
                let unknown = Affine::var(world.unknown(range));
                arguments.push((world.cell_name(var), unknown.clone()));
                Value::Int(unknown)
            }
            _ => Value::Any,
        };
        context.set(world, var, value);
    }
    let Some(assumption) = assumption else { return Some(context) };
    let named = |name: &str| {
        arguments.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    };
    for constraint in &conditions::implied(assumption, &named) {
        if !context.assume(world, constraint) {
            return None;
        }
    }
    Some(context)
}
