//! Implicit path enumeration, for comparison: the bound as an integer program over how often blocks are executed.
//!
//! Flow into a block equals flow out of it; a function is entered as often as it is called; a loop goes round at most
//! its bound times for each time it is entered, where the bounds are those that the simulation found. An assertion
//! about counters joins if it must be passed after every event of its counters and they are never reset: then it
//! holds of the final numbers. Infeasible paths are not seen, so this is never below what the simulation finds
//! with the same assertions. Recursion, indirect calls and costs that are no constants are not expressed.

use std::time::Duration;

use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};
use raddle_analysis::successors;
use raddle_ir::{Block, Body, Callee, FuncId, Loc, Op, Operand, Program, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::affine::Int;
use crate::budget;
use crate::cost::{CostModel, Resource};
use crate::counters::{Counters, Role};
use crate::error::Stop;
use crate::expression::{Expression, Operator};
use crate::weight::Event;
use crate::world::World;
use raddle_budget::Budget;

/// Most executions of a block that the program can express.
const MOST: i32 = i32::MAX;

/// Finds the bound from loop bounds by function and head.
pub fn bound(
    world: &World<'_>,
    entry: FuncId,
    costs: &CostModel,
    counters: &Counters,
    loops: &FxHashMap<(FuncId, Block), u64>,
    budget: &Budget,
) -> Result<Int, Stop> {
    if costs.resource.has_peak() {
        let loc = world.program.functions[entry].loc;
        let what = "the order of steps matters for what is given back, and is lost in counts";
        return Err(Stop::new(loc, what, "use --method summaries"));
    }
    let mut ipet = Ipet {
        world,
        costs,
        problem: Problem::new(OptimizationDirection::Maximize),
        edges: FxHashMap::default(),
        calls: FxHashMap::default(),
        counted: FxHashMap::default(),
    };
    let functions = reachable(world.program, entry);
    for &func in &functions {
        ipet.declare(func)?;
    }
    for &func in &functions {
        ipet.flow(func, func == entry);
        ipet.bound_loops(func, loops)?;
    }
    ipet.assertions(counters);
    ipet.solve(world.program.functions[entry].loc, budget)
}

/// Time for the integer program where nothing else limits it.
const SOLVING_TIME: Duration = Duration::from_secs(24 * 3600);

fn reachable(program: &Program, entry: FuncId) -> Vec<FuncId> {
    let (mut found, mut open) = (Vec::new(), vec![entry]);
    while let Some(func) = open.pop() {
        if found.contains(&func) {
            continue;
        }
        let Some(body) = &program.functions[func].body else { continue };
        found.push(func);
        for inst in body.blocks.values().flat_map(|block| &block.insts) {
            if let Op::Call { callee: Callee::Direct(callee), .. } = inst.op {
                open.push(callee);
            }
        }
    }
    found
}

struct Ipet<'w, 'p> {
    world: &'w World<'p>,
    costs: &'w CostModel,
    problem: Problem,
    /// How often control goes from a block to another; `None` is the start or the end of the function.
    edges: FxHashMap<(FuncId, Option<Block>, Option<Block>), Variable>,
    /// Blocks that call each function.
    calls: FxHashMap<FuncId, Vec<(FuncId, Block)>>,
    /// Blocks with each event of a counter.
    counted: FxHashMap<Event, Vec<(FuncId, Block)>>,
}

impl Ipet<'_, '_> {
    /// One variable per edge, with the cost of the block it leaves.
    fn declare(&mut self, func: FuncId) -> Result<(), Stop> {
        let Some(body) = self.world.body(func) else { return Ok(()) };
        if self.world.loops_of(func).is_some_and(|facts| facts.recursive) {
            let loc = self.world.program.functions[func].loc;
            return Err(Stop::new(
                loc,
                "recursion is not expressed in counts",
                "use --method summaries",
            ));
        }
        let start = self.problem.add_integer_var(0.0, (0, MOST));
        self.edges.insert((func, None, Some(Body::ENTRY)), start);
        for (block, data) in body.blocks.iter() {
            let cost = self.block_cost(func, block)? as f64;
            let mut targets: Vec<Option<Block>> =
                successors(&data.terminator).into_iter().map(Some).collect();
            if let Terminator::Return(_) | Terminator::Unreachable = data.terminator {
                targets.push(None);
            }
            targets.sort();
            targets.dedup();
            for target in targets {
                let edge = self.problem.add_integer_var(cost, (0, MOST));
                self.edges.insert((func, Some(block), target), edge);
            }
        }
        Ok(())
    }

    fn block_cost(&mut self, func: FuncId, block: Block) -> Result<Int, Stop> {
        let program = self.world.program;
        let Some(body) = self.world.body(func) else { return Ok(0) };
        let mut total = 0;
        for inst in &body.blocks[block].insts {
            let Op::Call { callee, args, .. } = &inst.op else { continue };
            let Callee::Direct(callee) = *callee else {
                return Err(Stop::new(
                    inst.loc,
                    "an indirect call is not expressed in counts",
                    "use --method summaries",
                ));
            };
            if let Some(cost) = self.costs.mark(program, callee, func, inst.loc) {
                total += cost;
                continue;
            }
            if program.functions[callee].body.is_some() {
                self.calls.entry(callee).or_default().push((func, block));
            }
            let name = program.functions[callee].name.as_str();
            if name == "raddle_tick" && self.costs.resource == Resource::Ticks {
                match args.first().map(|arg| arg.value) {
                    Some(Operand::Const(amount)) => total += Int::from(amount as i64),
                    _ => return Err(not_constant(inst.loc)),
                }
            }
        }
        Ok(total)
    }

    /// The largest cost. A solution that is not proved to be the best would be no bound, nor would one that is only
    /// the best because counts cannot be larger.
    fn solve(mut self, loc: Loc, budget: &Budget) -> Result<Int, Stop> {
        let Some(time) = budget.time_left(SOLVING_TIME) else {
            return Err(budget::stop(budget, loc));
        };
        self.problem.set_time_limit(time);
        let unsolved = |what: &str| Err(Stop::new(loc, what, "use --method summaries"));
        let Ok(outcome) = self.problem.solve() else {
            return unsolved("the integer program has no solution");
        };
        if !outcome.is_optimal() {
            return Err(budget::stop(budget, loc));
        }
        let Ok(solution) = outcome.into_solution() else {
            return unsolved("the integer program has no solution");
        };
        let most = f64::from(MOST);
        if self.edges.values().any(|&edge| solution.var_value(edge) + 0.5 >= most) {
            return unsolved("a block is executed too often for the integer program");
        }
        Ok((solution.objective() + 1e-6).floor() as Int)
    }

    fn sum(
        &self,
        func: FuncId,
        pick: impl Fn(Option<Block>, Option<Block>) -> bool,
    ) -> Vec<(Variable, f64)> {
        let edges =
            self.edges.iter().filter(|((owner, from, to), _)| *owner == func && pick(*from, *to));
        edges.map(|(_, &edge)| (edge, 1.0)).collect()
    }

    /// How often a block is executed.
    fn count(&self, func: FuncId, block: Block) -> Vec<(Variable, f64)> {
        self.sum(func, |from, _| from == Some(block))
    }

    fn flow(&mut self, func: FuncId, is_entry: bool) {
        let Some(body) = self.world.body(func) else { return };
        for block in body.blocks.keys() {
            let mut balance = self.sum(func, |from, to| to == Some(block) && from != Some(block));
            balance.extend(
                self.sum(func, |from, to| from == Some(block) && to != Some(block))
                    .into_iter()
                    .map(negated),
            );
            self.problem.add_constraint(balance.as_slice(), ComparisonOp::Eq, 0.0);
        }
        let mut entered = self.sum(func, |from, _| from.is_none());
        if is_entry {
            self.problem.add_constraint(entered.as_slice(), ComparisonOp::Eq, 1.0);
            return;
        }
        let mut called: FxHashMap<usize, (Variable, f64)> = FxHashMap::default();
        for &(caller, block) in self.calls.get(&func).into_iter().flatten() {
            for (edge, factor) in self.count(caller, block) {
                called.entry(edge.idx()).or_insert((edge, 0.0)).1 += factor;
            }
        }
        entered.extend(called.into_values().map(negated));
        self.problem.add_constraint(entered.as_slice(), ComparisonOp::Eq, 0.0);
    }

    /// Edges back to the head are taken at most bound times as often as edges into the loop.
    fn bound_loops(
        &mut self,
        func: FuncId,
        bounds: &FxHashMap<(FuncId, Block), u64>,
    ) -> Result<(), Stop> {
        let Some(facts) = self.world.loops_of(func) else { return Ok(()) };
        let heads: Vec<(Block, FxHashSet<Block>)> =
            facts.loops.iter().map(|(&head, members)| (head, members.clone())).collect();
        for (head, members) in heads {
            let Some(&rounds) = bounds.get(&(func, head)) else {
                // The simulation never came here: nor does any run.
                let none = self.count(func, head);
                self.problem.add_constraint(none.as_slice(), ComparisonOp::Eq, 0.0);
                continue;
            };
            let inside = |block: Option<Block>| block.is_some_and(|block| members.contains(&block));
            let mut balance = self.sum(func, |from, to| to == Some(head) && inside(from));
            let entering = self.sum(func, |from, to| to == Some(head) && !inside(from));
            balance.extend(entering.into_iter().map(|(edge, _)| (edge, -(rounds as f64))));
            self.problem.add_constraint(balance.as_slice(), ComparisonOp::Le, 0.0);
        }
        Ok(())
    }

    fn assertions(&mut self, counters: &Counters) {
        let mut places: Vec<(u32, FuncId, Block)> = Vec::new();
        for (func, function) in self.world.program.functions.iter() {
            let Some(body) = &function.body else { continue };
            for (block, data) in body.blocks.iter() {
                for inst in &data.insts {
                    let Some(event) = event(self.world.program, counters, &inst.op) else {
                        continue;
                    };
                    self.counted.entry(event).or_default().push((func, block));
                    if let Event::Assume(assertion) = event {
                        places.push((assertion, func, block));
                    }
                }
            }
        }
        for (assertion, func, block) in places {
            let known = &counters.assertions[assertion as usize];
            if known.counters.iter().all(|&counter| self.is_final(counter, func, block)) {
                self.add_assertion(counters, &known.condition.clone());
            }
        }
    }

    /// Whether every event of the counter is followed by the assertion in this block.
    fn is_final(&self, counter: u32, func: FuncId, assertion: Block) -> bool {
        if self.counted.contains_key(&Event::Reset(counter)) {
            return false;
        }
        let Some(body) = self.world.body(func) else { return false };
        let events = self.counted.get(&Event::Count(counter)).into_iter().flatten();
        events.into_iter().all(|&(owner, block)| owner == func && must_pass(body, block, assertion))
    }

    fn add_assertion(&mut self, counters: &Counters, condition: &Expression) {
        let Expression::Binary(operator, a, b) = condition else { return };
        if *operator == Operator::And {
            self.add_assertion(counters, a);
            self.add_assertion(counters, b);
            return;
        }
        let rounding = matches!(operator, Operator::LessEqual | Operator::Less);
        let (Some(left), Some(right)) = (linear(a, false), linear(b, rounding)) else { return };
        let mut terms: FxHashMap<usize, (Variable, f64)> = FxHashMap::default();
        for (side, sign) in [(&left, 1.0), (&right, -1.0)] {
            for (name, factor) in &side.names {
                let Some(counter) = counters.names.iter().position(|known| known == name) else {
                    return;
                };
                let places =
                    self.counted.get(&Event::Count(counter as u32)).cloned().unwrap_or_default();
                for (func, block) in places {
                    for (edge, _) in self.count(func, block) {
                        terms.entry(edge.idx()).or_insert((edge, 0.0)).1 += sign * factor;
                    }
                }
            }
        }
        let limit = right.constant - left.constant;
        let terms: Vec<(Variable, f64)> = terms.into_values().collect();
        let (comparison, limit) = match operator {
            Operator::LessEqual => (ComparisonOp::Le, limit),
            Operator::Less => (ComparisonOp::Le, limit),
            Operator::GreaterEqual | Operator::Greater => (ComparisonOp::Ge, limit),
            Operator::Equal => (ComparisonOp::Eq, limit),
            _ => return,
        };
        self.problem.add_constraint(terms.as_slice(), comparison, limit);
    }
}

fn negated((edge, factor): (Variable, f64)) -> (Variable, f64) {
    (edge, -factor)
}

fn not_constant(loc: Loc) -> Stop {
    Stop::new(
        loc,
        "a cost that is not a constant is not expressed in counts",
        "use --method summaries",
    )
}

fn event(program: &Program, counters: &Counters, op: &Op) -> Option<Event> {
    let Op::Call { callee: Callee::Direct(callee), args, .. } = op else { return None };
    let role = Role::of(&program.functions[*callee].name)?;
    match args.first()?.value {
        Operand::Global(global, offset) => counters.event(role, global, offset),
        _ => None,
    }
}

/// Whether every way from a block to the end of the function passes another one.
fn must_pass(body: &Body, from: Block, gate: Block) -> bool {
    let (mut seen, mut open) = (FxHashSet::default(), vec![from]);
    while let Some(block) = open.pop() {
        if block == gate || !seen.insert(block) {
            continue;
        }
        let next = successors(&body.blocks[block].terminator);
        if next.is_empty() {
            return false;
        }
        open.extend(next);
    }
    true
}

/// A linear expression over names. Where `quotients` are allowed they are not rounded: on the larger side of a
/// comparison of counts, which are not negative, that only weakens it.
#[derive(Clone, Debug, Default)]
struct Linear {
    constant: f64,
    names: Vec<(String, f64)>,
}

fn linear(expression: &Expression, quotients: bool) -> Option<Linear> {
    let scaled = |linear: Linear, factor: f64| Linear {
        constant: linear.constant * factor,
        names: linear.names.into_iter().map(|(name, by)| (name, by * factor)).collect(),
    };
    match expression {
        Expression::Number(number) => Some(Linear { constant: *number as f64, names: Vec::new() }),
        Expression::Name(name) => Some(Linear { constant: 0.0, names: vec![(name.clone(), 1.0)] }),
        Expression::Negative(inner) => Some(scaled(linear(inner, false)?, -1.0)),
        Expression::Binary(operator @ (Operator::Add | Operator::Subtract), a, b) => {
            let sign = if *operator == Operator::Add { 1.0 } else { -1.0 };
            let (mut sum, other) = (linear(a, false)?, scaled(linear(b, false)?, sign));
            sum.constant += other.constant;
            sum.names.extend(other.names);
            Some(sum)
        }
        Expression::Binary(Operator::Multiply, a, b) => {
            let (a, b) = (linear(a, false)?, linear(b, false)?);
            match (a.names.is_empty(), b.names.is_empty()) {
                (true, _) => Some(scaled(b, a.constant)),
                (_, true) => Some(scaled(a, b.constant)),
                _ => None,
            }
        }
        Expression::Binary(Operator::Divide, a, b) if quotients => {
            let (a, b) = (linear(a, false)?, linear(b, false)?);
            let sensible = b.names.is_empty()
                && b.constant >= 1.0
                && a.names.iter().all(|(_, factor)| *factor >= 0.0);
            (sensible && a.constant >= 0.0).then(|| scaled(a, 1.0 / b.constant))
        }
        _ => None,
    }
}
