//! One question about one resource, from the program to the answer.

use raddle_ir::{Body, FuncId, Loc, Program, Type};

use crate::affine::{Affine, Int};
use crate::context::{Context, Fill, Value};
use crate::cost::{CostModel, CostTable, Resource};
use crate::counters::Counters;
use crate::edge::Ending;
use crate::error::{BoundError, Stop};
use crate::execute::Settings;
use crate::simulate::{Limits, Method, Simulation, Statistics};
use crate::summary::{Loss, Outcome};
use crate::weight::Weight;
use crate::world::{ObjectKind, Place, Stack, World};

#[derive(Clone, Debug)]
pub struct Options {
    pub resource: Resource,
    pub table: CostTable,
    /// The function to start in instead of `main`.
    pub function: Option<String>,
    pub limits: Limits,
    pub method: Method,
    /// Whether assertions about counters are used.
    pub use_assertions: bool,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Bounded {
    /// The bound: of the net amount, or of the most ever held for a resource that is given back.
    pub bound: Int,
    /// The net amount at the end is at most this.
    pub net: Int,
    pub loops: Vec<(Loc, u64)>,
    /// Places where merging iterations lost the value of a variable.
    pub merges: Vec<(Loc, String)>,
    pub statistics: Statistics,
}

#[derive(Clone, Debug)]
pub enum Answer {
    Bound(Bounded),
    Unknown(Stop, Statistics),
}

/// Finds the bound.
pub fn bound(program: &Program, options: &Options, interrupt: &dyn Fn() -> bool) -> Result<Answer, BoundError> {
    let entry = entry(program, options.function.as_deref())?;
    let counters = match Counters::of(program, options.use_assertions) {
        Ok(counters) => counters,
        Err(stop) => return Ok(Answer::Unknown(stop, Statistics::default())),
    };
    let costs = CostModel { resource: options.resource, table: options.table.clone() };
    let settings = Settings { costs: &costs, counters: &counters };
    let mut world = World::new(program, entry);
    let stack = world.stack(Stack { func: entry, back: None, root: true });
    let context = initial(&mut world, stack, options.function.is_some());
    let place = Place { stack, block: Body::ENTRY, inst: 0 };
    let mut simulation = Simulation::new(&mut world, &settings, options.limits, options.method, interrupt);
    let result = simulation.run(place, &context);
    let statistics = simulation.statistics.clone();
    let summary = match result {
        Ok(summary) => summary,
        Err(stop) => return Ok(Answer::Unknown(stop, statistics)),
    };
    let (losses, loops) = (simulation.losses, simulation.loops);
    let ends = [Outcome::End(Ending::Exit), Outcome::End(Ending::Return)];
    let weights = ends.iter().filter_map(|end| summary.outcomes.get(end)).map(|effect| &effect.weight);
    let Some(weight) = weights.cloned().reduce(|a: Weight, b: Weight| a.or(&b)) else {
        let stop = Stop::new(
            program.functions[entry].loc,
            "no path comes to an end: the assumptions exclude every run",
            "weaken the assumptions",
        );
        return Ok(Answer::Unknown(stop, statistics));
    };
    let bound = if options.resource.has_peak() { weight.high } else { weight.net };
    let mut loops: Vec<(Loc, u64)> = loops.iter().map(|(&head, &rounds)| (world.loc(head), rounds)).collect();
    loops.sort();
    Ok(Answer::Bound(Bounded { bound, net: weight.net, loops, merges: merges(&world, &losses), statistics }))
}

fn merges(world: &World<'_>, losses: &[Loss]) -> Vec<(Loc, String)> {
    let mut all: Vec<(Loc, String)> =
        losses.iter().map(|loss| (world.loc(loss.place), world.cell_name(loss.cell))).collect();
    all.sort();
    all.dedup();
    all
}

fn entry(program: &Program, name: Option<&str>) -> Result<FuncId, BoundError> {
    let name = name.unwrap_or("main");
    let missing = || BoundError::NoSuchFunction(name.to_owned());
    let id = program.function(name).ok_or_else(missing)?;
    program.functions[id].body.as_ref().ok_or_else(missing)?;
    Ok(id)
}

/// The context at the start: nothing is known of arguments, and in the middle of a program nothing of variables.
fn initial(world: &mut World<'_>, stack: crate::world::StackId, in_the_middle: bool) -> Context {
    let mut context = Context::default();
    let func = world.stack_of(stack).func;
    for param in &world.program.functions[func].params {
        let var = world.reg(stack, param.reg);
        let value = match param.ty {
            Type::Int(bits) if bits <= 64 => {
                let range = world.type_range(param.ty);
                Value::Int(Affine::var(world.unknown(range)))
            }
            _ => Value::Any,
        };
        context.set(var, value);
    }
    if in_the_middle {
        for (id, global) in world.program.globals.iter() {
            if !global.constant {
                let object = world.object(ObjectKind::Global(id));
                context.refill(world, object, Fill::Unknown);
            }
        }
    }
    context
}
