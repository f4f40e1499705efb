//! Symbolic simulation: from a place and a context to a summary, with loops unrolled.
//!
//! Inside an iteration all feasible paths are followed, and contexts meet again only through summaries that are
//! used more than once. At the end of an iteration the paths are merged into one effect, which leads to the
//! context of the next iteration; when no path comes back to the head, the iterations are put together from
//! the last to the first, and the summary of each is remembered: the next time the loop is met, it is entered in
//! the middle. Loops are unrolled in a loop here, too; recursion is only as deep as blocks follow each other.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_certify::format::Rule;
use raddle_ir::{Body, FuncId};
use rustc_hash::FxHashMap;

use crate::affine::{Affine, Int, Var};
use crate::budget;
use crate::compose::compose;
use crate::constraints::Constraints;
use crate::context::{Context, Value};
use crate::edge::{Base, Edge, Ending, Local, Pin, Target};
use crate::error::Stop;
use crate::execute::{Settings, execute};
use crate::interpolants::Interpolants;
use crate::join::join;
use crate::proof::{Followed, Records};
use crate::summary::{Effect, Loss, Outcome, Summary};
use crate::weight::Weight;
use crate::world::{Cell, Place, Stack, World};
use raddle_budget::Budget;

/// How much may be done before giving up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub states: u64,
    pub iterations: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Everything.
    Summaries,
    /// Iterations are merged, but no summary is used twice.
    IterationAbstraction,
    /// Counts of blocks under flow constraints and the loop bounds that the simulation finds.
    Ipet,
}

/// What was done.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub states: u64,
    pub reused: u64,
    pub summaries: u64,
    /// Summaries whose requirements could not be expressed.
    pub unusable: u64,
}

/// The summaries of one place. Those that need a cell to have one certain value are found by it: a loop whose
/// iterations all differ (`i % 3`) would otherwise look through all of them in each.
#[derive(Debug, Default)]
struct Known {
    by_value: FxHashMap<(Var, Int), Vec<Rc<Summary>>>,
    cells: Vec<Var>,
    general: Vec<Rc<Summary>>,
}

impl Known {
    fn add(&mut self, world: &World<'_>, summary: Rc<Summary>) {
        match summary.requires.constraints.fixed_variable(|var| world.is_cell(var)) {
            None => self.general.push(summary),
            Some((cell, value)) => {
                if !self.cells.contains(&cell) {
                    self.cells.push(cell);
                }
                self.by_value.entry((cell, value)).or_default().push(summary);
            }
        }
    }

    fn find(&self, world: &mut World<'_>, context: &Context) -> Option<Rc<Summary>> {
        for &cell in &self.cells {
            let Some(Value::Int(affine)) = context.lookup(world, cell) else { continue };
            let Some(value) = context.store.bound(world, &affine).value() else { continue };
            let candidates = self.by_value.get(&(cell, value)).into_iter().flatten().rev();
            for summary in candidates {
                if summary.usable(world, context) {
                    return Some(summary.clone());
                }
            }
        }
        self.general.iter().rev().find(|summary| summary.usable(world, context)).cloned()
    }
}

/// An iteration of a loop whose further iterations are not summarised yet.
struct Iteration {
    before: Context,
    summary: Summary,
}

/// The enclosing loops of a place, outermost first.
type Active = Rc<Vec<Place>>;

pub struct Simulation<'w, 'p, 'c> {
    pub world: &'w mut World<'p>,
    pub settings: &'w Settings<'c>,
    pub limits: Limits,
    pub method: Method,
    pub interpolants: Interpolants,
    pub statistics: Statistics,
    pub losses: Vec<Loss>,
    /// Most iterations of one activation of each loop, by its head.
    pub loops: FxHashMap<Place, u64>,
    pub budget: &'w Budget,
    /// Where summaries are taken down for a proof, if one is wanted.
    pub records: Option<Records>,
    memo: FxHashMap<(Place, Active), Known>,
    /// Activations of functions that are summarised as a whole.
    depth: usize,
}

/// Deeper recursion of the program is not followed.
const MAX_RECURSION: usize = 2_000;

impl<'w, 'p, 'c> Simulation<'w, 'p, 'c> {
    pub fn new(
        world: &'w mut World<'p>,
        settings: &'w Settings<'c>,
        limits: Limits,
        method: Method,
        budget: &'w Budget,
    ) -> Self {
        Simulation {
            world,
            settings,
            limits,
            method,
            interpolants: Interpolants::Precondition,
            statistics: Statistics::default(),
            losses: Vec::new(),
            loops: FxHashMap::default(),
            budget,
            records: None,
            memo: FxHashMap::default(),
            depth: 0,
        }
    }

    /// Summarises everything from the start of a function on.
    pub fn run(&mut self, place: Place, context: &Context) -> Result<Rc<Summary>, Stop> {
        self.visit(place, &Active::default(), context)
    }

    fn visit(
        &mut self,
        place: Place,
        active: &Active,
        context: &Context,
    ) -> Result<Rc<Summary>, Stop> {
        if self.is_head(place) {
            return self.unroll(place, active, context);
        }
        self.enter_state(place)?;
        if let Some(known) = self.remembered(place, active, context) {
            return Ok(known);
        }
        let (mut summary, followed) = self.expand(place, active, context)?;
        summary.claim = self.record(place, &summary, context, followed.rule());
        Ok(self.remember(place, active, summary))
    }

    fn record(
        &mut self,
        place: Place,
        summary: &Summary,
        context: &Context,
        rule: Rule,
    ) -> Option<u32> {
        self.records.as_mut().map(|records| records.add(place, summary, context, rule))
    }

    fn enter_state(&mut self, place: Place) -> Result<(), Stop> {
        self.statistics.states += 1;
        let loc = || self.world.loc(place);
        if self.statistics.states > self.limits.states {
            let what = format!("gave up after {} states", self.limits.states);
            return Err(Stop::new(
                loc(),
                what,
                "raise --max-states, or bound the inputs with raddle_assume",
            ));
        }
        budget::check(self.budget, loc)
    }

    fn is_head(&self, place: Place) -> bool {
        let func = self.world.func_at(place);
        place.inst == 0
            && self.world.loops_of(func).is_some_and(|facts| facts.loops.contains_key(&place.block))
    }

    fn remembered(
        &mut self,
        place: Place,
        active: &Active,
        context: &Context,
    ) -> Option<Rc<Summary>> {
        if self.method == Method::IterationAbstraction {
            return None;
        }
        let known = self.memo.get(&(place, active.clone()))?;
        let found = known.find(self.world, context)?;
        self.statistics.reused += 1;
        Some(found)
    }

    /// Where counters matter, heads of loops and what follows loops become nodes of the second phase.
    fn mark_nodes(&self, mut summary: Summary, only_ends: bool) -> Summary {
        if self.settings.counters.assertions.is_empty() {
            return summary;
        }
        for (outcome, effect) in &mut summary.outcomes {
            let last = matches!(outcome, Outcome::End(Ending::Exit));
            if (last && only_ends) || (!only_ends && effect.weight.choices.is_some()) {
                effect.weight = effect.weight.as_node(last);
            }
        }
        summary
    }

    fn remember(&mut self, place: Place, active: &Active, summary: Summary) -> Rc<Summary> {
        self.statistics.summaries += 1;
        let summary = Rc::new(summary);
        if summary.requires.never {
            self.statistics.unusable += 1;
        } else if self.method != Method::IterationAbstraction {
            self.memo.entry((place, active.clone())).or_default().add(self.world, summary.clone());
        }
        summary
    }

    fn compose(&mut self, context: &Context, edge: &Edge, rest: &Summary) -> Summary {
        compose(self.world, self.interpolants, context, edge, rest)
    }

    fn join(&mut self, context: &Context, a: Summary, b: Summary) -> Summary {
        join(self.world, self.interpolants, context, a, b, &mut self.losses)
    }

    /// Follows all edges from a place.
    fn expand(
        &mut self,
        place: Place,
        active: &Active,
        context: &Context,
    ) -> Result<(Summary, Followed), Stop> {
        let mut followed = Followed::default();
        let mut edges = execute(self.world, self.settings, place, context)?.into_iter();
        let Some(first) = edges.next() else { return Ok((Summary::default(), followed)) };
        let mut joined = self.follow(place, active, context, first, &mut followed)?;
        for edge in edges {
            budget::check(self.budget, || self.world.loc(place))?;
            let summary = self.follow(place, active, context, edge, &mut followed)?;
            joined = self.join(context, joined, summary);
        }
        Ok((joined, followed))
    }

    fn follow(
        &mut self,
        place: Place,
        active: &Active,
        context: &Context,
        edge: Edge,
        followed: &mut Followed,
    ) -> Result<Summary, Stop> {
        match edge.target {
            Target::End(ending) => {
                let ended = Summary::ended(Outcome::End(ending));
                Ok(self.compose(context, &edge, &ended))
            }
            Target::To(next) if active.contains(&next) => {
                let ended = Summary::ended(Outcome::Back(next));
                Ok(self.compose(context, &edge, &ended))
            }
            Target::To(next) => {
                let enclosing = self.enclosing(active, next);
                let mut rest = self.visit(next, &enclosing, &edge.after)?;
                followed.next.extend(rest.claim);
                if enclosing.len() < active.len() && !self.settings.counters.assertions.is_empty() {
                    rest = Rc::new(self.mark_nodes((*rest).clone(), true));
                }
                Ok(self.compose(context, &edge, &rest))
            }
            Target::Blocked => Ok(self.compose(context, &edge, &Summary::default())),
            Target::Call(func, back) => {
                self.call(place, active, context, edge, (func, back), followed)
            }
        }
    }

    /// Loops that are still around at the next place: one whose blocks are left is over.
    fn enclosing(&self, active: &Active, next: Place) -> Active {
        let inside = |head: &Place| {
            if head.stack != next.stack {
                return self.world.called_from(next.stack, head.stack);
            }
            let func = self.world.func_at(*head);
            self.world.loops_of(func).is_some_and(|facts| {
                facts.loops.get(&head.block).is_some_and(|members| members.contains(&next.block))
            })
        };
        if active.iter().all(inside) {
            return active.clone();
        }
        Rc::new(active.iter().filter(|head| inside(head)).copied().collect())
    }

    fn unroll(
        &mut self,
        head: Place,
        active: &Active,
        context: &Context,
    ) -> Result<Rc<Summary>, Stop> {
        let mut inner: Vec<Place> = active.to_vec();
        inner.push(head);
        let inner: Active = Rc::new(inner);
        let mut iterations: Vec<Iteration> = Vec::new();
        let mut current = context.clone();
        let mut tail = loop {
            self.enter_state(head)?;
            if let Some(known) = self.remembered(head, active, &current) {
                break known;
            }
            let (mut summary, followed) = self.expand(head, &inner, &current)?;
            summary.claim = self.record(head, &summary, &current, followed.rule());
            let Some(effect) = summary.outcomes.get(&Outcome::Back(head)) else {
                let summary = self.mark_nodes(summary, false);
                break self.remember(head, active, summary);
            };
            let next = effect.apply(self.world, &current);
            self.check_progress(head, &current, &next, iterations.len() as u64)?;
            iterations.push(Iteration { before: std::mem::replace(&mut current, next), summary });
        };
        let rounds = self.loops.entry(head).or_insert(0);
        *rounds = (*rounds).max(tail.rounds + iterations.len() as u64);
        // The context in front of the tail.
        let mut after = current;
        while let Some(Iteration { before, mut summary }) = iterations.pop() {
            budget::check(self.budget, || self.world.loc(head))?;
            let parts = summary.claim.zip(tail.claim);
            if let Some(effect) = summary.outcomes.remove(&Outcome::Back(head)) {
                let edge = effect.as_edge(after);
                let repeated = self.compose(&before, &edge, &tail);
                summary = self.join(&before, repeated, summary);
            }
            if let Some((first, second)) = parts {
                let rule = Rule::Sequence { first, second };
                summary.claim = self.record(head, &summary, &before, rule);
            }
            summary.rounds = tail.rounds + 1;
            let summary = self.mark_nodes(summary, false);
            tail = self.remember(head, active, summary);
            after = before;
        }
        Ok(tail)
    }

    fn check_progress(
        &self,
        head: Place,
        before: &Context,
        after: &Context,
        done: u64,
    ) -> Result<(), Stop> {
        let loc = self.world.loc(head);
        if done + 1 >= self.limits.iterations {
            let what = format!("a loop goes round more than {} times", self.limits.iterations);
            let advice =
                "raise --max-iterations, or assume a bound on what its condition depends on";
            return Err(Stop::new(loc, what, advice));
        }
        let unchanged = !before.store.has_relations()
            && !after.store.has_relations()
            && before.shape(self.world) == after.shape(self.world);
        if unchanged {
            let what = "no bound is known for this loop: nothing its condition depends on changes predictably";
            let advice = "count its iterations in a variable and assume a bound, e.g. raddle_assume(rounds <= 100)";
            return Err(Stop::new(loc, what, advice));
        }
        Ok(())
    }

    /// A recursive function: summarised as a whole, in a frame of its own, and then one step of the caller.
    fn call(
        &mut self,
        place: Place,
        active: &Active,
        context: &Context,
        edge: Edge,
        (func, back): (FuncId, Place),
        followed: &mut Followed,
    ) -> Result<Summary, Stop> {
        if self.depth >= MAX_RECURSION {
            let what = format!("recursion is deeper than {MAX_RECURSION} calls");
            return Err(Stop::new(self.world.loc(place), what, "assume a bound on the argument"));
        }
        let stack = self.world.stack(Stack { func, back: None, root: false });
        let entry = Place { stack, block: Body::ENTRY, inst: 0 };
        let entering = self.entering(&edge.after, func, entry);
        self.depth += 1;
        let called = self.visit(entry, &Active::default(), &entering.after);
        self.depth -= 1;
        let called = called?;
        followed.called.extend(called.claim);
        let called = self.compose(&edge.after, &entering, &called);
        let mut rest = Summary { requires: called.requires.clone(), ..Summary::default() };
        for (outcome, effect) in &called.outcomes {
            let summary = match outcome {
                Outcome::End(Ending::Return) => {
                    let step = self.returning(&edge.after, effect, func, back);
                    let enclosing = self.enclosing(active, back);
                    let after = self.visit(back, &enclosing, &step.after)?;
                    followed.next.extend(after.claim);
                    self.compose(&edge.after, &step, &after)
                }
                Outcome::End(Ending::Exit) => {
                    let step = effect.as_edge(edge.after.clone());
                    self.compose(&edge.after, &step, &Summary::ended(*outcome))
                }
                Outcome::Back(_) => continue,
            };
            rest = self.join(&edge.after, rest, summary);
        }
        Ok(self.compose(context, &edge, &rest))
    }

    /// The step from the call into the frame of the function: arguments become parameters.
    fn entering(&mut self, context: &Context, func: FuncId, entry: Place) -> Edge {
        let mut after = context.clone();
        let world = &*self.world;
        Rc::make_mut(&mut after.cells)
            .retain(|&var, _| matches!(world.cell_of(var), Some(Cell::Memory(..))));
        let mut assigned = BTreeMap::new();
        for (index, param) in self.world.program.functions[func].params.iter().enumerate() {
            let argument = self.world.cell(Cell::Argument(func, index as u32), param.ty);
            let Some(value) = context.lookup(self.world, argument) else { continue };
            let pins = match (self.world.may_hold_address(argument), Base::of(&value)) {
                (true, Some(base)) => vec![Pin::Base(argument, base)],
                _ => Vec::new(),
            };
            let parameter = self.world.reg(entry.stack, param.reg);
            assigned.insert(parameter, Local { value: value.with(Affine::var(argument)), pins });
            after.set(self.world, parameter, value);
        }
        after.tidy();
        Edge {
            target: Target::To(entry),
            guards: Vec::new(),
            requires: Vec::new(),
            assigned,
            observed: BTreeSet::new(),
            refilled: BTreeMap::new(),
            weight: Weight::step(entry),
            witness: Constraints::default(),
            merged: Vec::new(),
            after,
        }
    }

    /// The effect of a whole call as a step of the caller: results go to its registers.
    fn returning(&mut self, before: &Context, effect: &Effect, func: FuncId, back: Place) -> Edge {
        let mut after = effect.apply(self.world, before);
        let mut step = effect.as_edge(Context::default());
        let program = self.world.program;
        let caller = self.world.func_at(back);
        let call = self
            .world
            .body(caller)
            .map(|body| &body.blocks[back.block].insts[back.inst as usize - 1].op);
        let dsts: &[raddle_ir::Reg] = match call {
            Some(raddle_ir::Op::Call { dsts, .. }) => dsts,
            _ => &[],
        };
        for (index, &ty) in program.functions[func].returns.iter().enumerate() {
            let cell = self.world.cell(Cell::Result(func, index as u32), ty);
            let local = step.assigned.remove(&cell).unwrap_or_else(Local::any);
            let value = after.lookup(self.world, cell).unwrap_or(Value::Any);
            if let Some(&dst) = dsts.get(index)
                && self.world.relevance.reg(caller, dst)
            {
                let var = self.world.reg(back.stack, dst);
                step.assigned.insert(var, local);
                after.set(self.world, var, value);
            }
        }
        let world = &*self.world;
        let passing =
            |var: &Var| matches!(world.cell_of(*var), Some(Cell::Argument(..) | Cell::Result(..)));
        Rc::make_mut(&mut after.cells).retain(|var, _| !passing(var));
        after.tidy();
        step.weight = step.weight.then(&Weight::step(back));
        step.target = Target::To(back);
        step.after = after;
        step
    }
}
