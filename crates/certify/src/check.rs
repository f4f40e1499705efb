//! Checking a proof, claim by claim.

use raddle_budget::Budget;
use raddle_ir::{Body, FuncId, Program, Type};
use raddle_pointsto::PointsTo;

use crate::Question;
use crate::counting::{self, Branch, Next, Skeleton};
use crate::error::Rejected;
use crate::facts::Facts;
use crate::format::{Claim, Object, Outcome, Place, Proof, Rule};
use crate::obligations::{
    Obligation, Prover, Reached, Verdict, beginning, ending, go_on, requirements,
};
use crate::state::{Key, Scene, State, Value};
use crate::step::{Charge, Step, To, Way, entry, receive};
use crate::valid::validate;

/// Amounts beyond this are not bounded.
const LARGEST_AMOUNT: i64 = 1 << 40;

/// What was done to accept a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certificate {
    pub bound: i64,
    pub claims: usize,
    pub queries: u64,
}

/// Accepts the proof or says what is wrong with it. That an accepted bound is too small would be a defect of the
/// checker, of the solver or of the translation of the program.
pub fn check(
    program: &Program,
    question: &dyn Question,
    proof: &Proof,
    budget: &Budget,
) -> Result<Certificate, Rejected> {
    let entry = start_of(program, question)?;
    validate(program, question, entry, proof)?;
    let scene = Scene::new(program, proof);
    // Pointers that come from an unknown caller may point to anything.
    let prover = Prover::new(budget);
    let pointers = match question.function() {
        Some(_) => None,
        None => {
            let expired = || budget.look().is_some();
            Some(PointsTo::new(program, entry, &expired).ok_or(Rejected::Interrupted)?)
        }
    };
    let mut checker = Checker { scene, question, proof, pointers, prover, skeletons: Vec::new() };
    for (index, claim) in proof.claims.iter().enumerate() {
        if budget.look().is_some() {
            return Err(Rejected::Interrupted);
        }
        let skeleton = checker.claim(index, claim)?;
        checker.skeletons.push(skeleton);
    }
    checker.conclusion(entry)?;
    Ok(Certificate {
        bound: proof.bound,
        claims: proof.claims.len(),
        queries: checker.prover.queries,
    })
}

struct Checker<'a, 'p> {
    scene: Scene<'p>,
    question: &'a dyn Question,
    proof: &'a Proof,
    pointers: Option<PointsTo>,
    prover: Prover,
    skeletons: Vec<Skeleton>,
}

impl Checker<'_, '_> {
    fn claim(&mut self, index: usize, claim: &Claim) -> Result<Skeleton, Rejected> {
        match &claim.by {
            Rule::Step { next, called } => self.step(index, claim, next, called),
            Rule::Sequence { first, second } => {
                self.sequence(index, claim, *first, *second)?;
                let at = self.proof.claims[*second as usize].at;
                Ok(Skeleton::Sequence { first: *first, second: *second, at })
            }
        }
    }

    /// Asks for what a claim needs.
    fn need(
        &mut self,
        index: usize,
        reached: &Reached,
        obligations: &[Obligation],
    ) -> Result<(), Rejected> {
        let place = self.proof.claims[index].at;
        match self.prover.prove(
            &mut self.scene.terms,
            &reached.conditions,
            &reached.facts,
            obligations,
        ) {
            Verdict::Holds => Ok(()),
            Verdict::Fails(what) => Err(Rejected::Claim { claim: index, place, what }),
            Verdict::Undecided if self.prover.is_late() => Err(Rejected::Interrupted),
            Verdict::Undecided => Err(Rejected::Undecided {
                claim: index,
                place,
                what: "the solver gave up".to_owned(),
            }),
        }
    }

    fn step(
        &mut self,
        index: usize,
        claim: &Claim,
        next: &[u32],
        called: &[u32],
    ) -> Result<Skeleton, Rejected> {
        let start = beginning(&mut self.scene, claim);
        let mut step = Step::new(&mut self.scene, self.question, self.pointers.as_ref(), claim.at);
        let ways = step
            .ways(claim.at.inst, start.state.clone(), start.conditions.clone())
            .map_err(|what| Rejected::Claim { claim: index, place: claim.at, what })?;
        let mut branches = Vec::new();
        for way in ways {
            if let Some(branch) = self.way(index, claim, &start, way, next, called)? {
                branches.push(branch);
            }
        }
        Ok(Skeleton::Step(branches))
    }

    /// One way of a step, to its end or through earlier claims. `None`: it is not possible.
    fn way(
        &mut self,
        index: usize,
        claim: &Claim,
        begun: &Reached,
        way: Way,
        next: &[u32],
        called: &[u32],
    ) -> Result<Option<Branch>, Rejected> {
        let Some((net, high)) = self.cost(&way) else {
            let what = "a cost on the way is not bounded".to_owned();
            return Err(Rejected::Claim { claim: index, place: claim.at, what });
        };
        let counted = self.question.counters() > 0;
        if counted && self.prover.is_possible(&mut self.scene.terms, &way.conditions) == Some(false)
        {
            return Ok(None);
        }
        let events = way.events;
        let start = &begun.state;
        let facts = begun.facts.clone();
        let mut reached =
            Reached { conditions: way.conditions, facts, state: way.state, net, high };
        let next = match way.to {
            To::Exit => {
                self.finish(index, claim, Outcome::Exit, start, &reached)?;
                Next::Outcome(Outcome::Exit)
            }
            To::Return => {
                self.finish(index, claim, Outcome::Return, start, &reached)?;
                Next::Outcome(Outcome::Return)
            }
            To::Place(place) => {
                let outcome = Outcome::At(place);
                if claim.ends.iter().any(|end| end.outcome == outcome) {
                    self.finish(index, claim, outcome, start, &reached)?;
                    Next::Outcome(outcome)
                } else {
                    Next::Claims(self.onward(index, claim, start, &reached, place, next)?)
                }
            }
            To::Call { function, arguments, back } => {
                let place = entry(&mut self.scene, function, Some(back));
                let inlined = next.iter().any(|&next| self.proof.claims[next as usize].at == place);
                if inlined || called.is_empty() {
                    reached.state.enter(&self.scene, place.stack);
                    pass(&self.scene, &mut reached.state, place.stack, function, &arguments);
                    Next::Claims(self.onward(index, claim, start, &reached, place, next)?)
                } else {
                    let place = entry(&mut self.scene, function, None);
                    let mut inside = reached.clone();
                    inside.state = reached.state.enter_whole(&self.scene);
                    pass(&self.scene, &mut inside.state, place.stack, function, &arguments);
                    let entered = self.covered(index, &inside, place, called)?;
                    let mut then = Vec::new();
                    for (called, inside) in &entered {
                        then.extend(self.after_call(
                            index, claim, start, &reached, *called, inside, back, next,
                        )?);
                    }
                    let entered = entered.into_iter().map(|(called, _)| called).collect();
                    Next::Call { entered, then }
                }
            }
        };
        Ok(Some(Branch { net, high, events, next }))
    }

    /// Goes on behind a call of a function as a whole.
    fn after_call(
        &mut self,
        index: usize,
        claim: &Claim,
        start: &State,
        before: &Reached,
        called: u32,
        inside: &Reached,
        back: Place,
        next: &[u32],
    ) -> Result<Vec<u32>, Rejected> {
        let proof = self.proof;
        let about = &proof.claims[called as usize];
        let mut then = Vec::new();
        for end in &about.ends {
            let ended = go_on(&mut self.scene, about.at.stack, inside, end);
            match end.outcome {
                Outcome::Exit => self.finish(index, claim, Outcome::Exit, start, &ended)?,
                Outcome::At(_) => {
                    let what = "a function that is called as a whole ends inside".to_owned();
                    return Err(Rejected::Claim { claim: index, place: claim.at, what });
                }
                Outcome::Return => {
                    let mut after = Reached { state: before.state.clone(), ..ended.clone() };
                    let function = self.scene.function(about.at.stack);
                    for position in 0..self.scene.cells.len() {
                        let key = self.scene.cells[position];
                        if let Key::Memory(..) = key {
                            let value = ended.state.get(&self.scene, key);
                            after.state.set(key, value);
                        }
                    }
                    let count = self.scene.program.functions[function].returns.len();
                    let results: Vec<Value> = (0..count as u32)
                        .map(|result| ended.state.get(&self.scene, Key::Result(function.0, result)))
                        .collect();
                    receive(&self.scene, &mut after.state, back, &results);
                    then.extend(self.onward(index, claim, start, &after, back, next)?);
                }
            }
        }
        Ok(then)
    }

    /// Which of the candidates at a place hold there; at least one must, whatever the state.
    fn covered(
        &mut self,
        index: usize,
        reached: &Reached,
        place: Place,
        candidates: &[u32],
    ) -> Result<Vec<(u32, Reached)>, Rejected> {
        let proof = self.proof;
        let mut found = Vec::new();
        let mut fitting = Vec::new();
        let at_place: Vec<u32> = candidates
            .iter()
            .copied()
            .filter(|&candidate| proof.claims[candidate as usize].at == place)
            .collect();
        for &candidate in &at_place {
            let claim = &proof.claims[candidate as usize];
            let required = requirements(&mut self.scene, claim, &reached.state);
            if at_place.len() == 1 {
                self.need(index, reached, &required)?;
                let mut inside = reached.clone();
                for obligation in required {
                    inside.learn((obligation.term, obligation.fact));
                }
                return Ok(vec![(candidate, inside)]);
            }
            let all = self.scene.terms.and_all(required.iter().map(|obligation| obligation.term));
            if self.scene.terms.is_false(all) {
                continue;
            }
            fitting.push(all);
            let mut inside = reached.clone();
            inside.conditions.push(all);
            for fact in required.into_iter().filter_map(|obligation| obligation.fact) {
                inside.facts.add(&fact);
            }
            found.push((candidate, inside));
        }
        let some = self.scene.terms.or_all(fitting);
        let text = match at_place.is_empty() {
            true => format!("a path comes to {place:?}, where nothing is claimed"),
            false => {
                format!("none of the claims {at_place:?} is certain to hold where a path goes on")
            }
        };
        self.need(index, reached, &[Obligation::new(some, text)])?;
        Ok(found)
    }

    /// Goes on with what is claimed at a place.
    fn onward(
        &mut self,
        index: usize,
        claim: &Claim,
        start: &State,
        reached: &Reached,
        place: Place,
        candidates: &[u32],
    ) -> Result<Vec<u32>, Rejected> {
        let proof = self.proof;
        let mut used = Vec::new();
        for (next, reached) in self.covered(index, reached, place, candidates)? {
            let follower = &proof.claims[next as usize];
            for end in &follower.ends {
                let ended = go_on(&mut self.scene, follower.at.stack, &reached, end);
                self.finish(index, claim, end.outcome, start, &ended)?;
            }
            used.push(next);
        }
        Ok(used)
    }

    fn finish(
        &mut self,
        index: usize,
        claim: &Claim,
        outcome: Outcome,
        start: &State,
        reached: &Reached,
    ) -> Result<(), Rejected> {
        let obligations = ending(&mut self.scene, claim, outcome, start, reached);
        self.need(index, reached, &obligations)
    }

    fn sequence(
        &mut self,
        index: usize,
        claim: &Claim,
        first: u32,
        second: u32,
    ) -> Result<(), Rejected> {
        let proof = self.proof;
        let (before, after) = (&proof.claims[first as usize], &proof.claims[second as usize]);
        let start = beginning(&mut self.scene, claim);
        for (_, reached) in self.covered(index, &start, claim.at, &[first])? {
            for end in &before.ends {
                let ended = go_on(&mut self.scene, before.at.stack, &reached, end);
                if end.outcome == Outcome::At(after.at) {
                    self.onward(index, claim, &start.state, &ended, after.at, &[second])?;
                } else {
                    self.finish(index, claim, end.outcome, &start.state, &ended)?;
                }
            }
        }
        Ok(())
    }

    /// The most that is used up on the way, and the most that is held in between.
    fn cost(&mut self, way: &Way) -> Option<(i128, i128)> {
        let (mut net, mut high) = (0i128, 0i128);
        for charge in &way.charges {
            let amount = match *charge {
                Charge::Fixed(amount) => amount,
                Charge::Used(amount) => self.amount(way, amount)?,
                Charge::Returned(amount) => {
                    let negative = self.scene.terms.neg(amount);
                    self.amount(way, negative)?
                }
            };
            net += i128::from(amount);
            high = high.max(net);
        }
        Some((net, high))
    }

    fn amount(&mut self, way: &Way, amount: raddle_expr::TermId) -> Option<i64> {
        if let Some(word) = self.scene.terms.as_u64(amount) {
            return Some(word as i64);
        }
        self.prover.largest(&mut self.scene.terms, &way.conditions, amount, LARGEST_AMOUNT)
    }

    /// The last claim is about the start, and says that the bound holds.
    fn conclusion(&mut self, entry: FuncId) -> Result<(), Rejected> {
        let proof = self.proof;
        let wrong = |what: &str| Rejected::Conclusion(what.to_owned());
        let Some(last) = proof.claims.last() else {
            return Err(wrong("the proof claims nothing"));
        };
        let stack = self.scene.stacks.get(last.at.stack);
        let at_start = stack.start
            && stack.function == entry.0
            && (last.at.block, last.at.inst) == (Body::ENTRY.0, 0);
        if !at_start {
            return Err(wrong("the last claim is not about the start of the program"));
        }
        if last.ends.iter().any(|end| end.outcome != Outcome::Exit) {
            return Err(wrong("the last claim is not about the end of the program"));
        }
        let index = proof.claims.len() - 1;
        let start = self.at_start(entry, last.at.stack)?;
        self.covered(index, &start, last.at, &[index as u32])?;
        let peak = self.question.resource().has_peak();
        let pick = |net: i128, high: i128| if peak { high } else { net };
        let most = if self.question.counters() == 0 {
            let ends = last.ends.iter();
            ends.map(|end| pick(end.net.into(), end.high.into())).max()
        } else {
            let late = &mut || self.prover.is_late();
            let found = counting::worst(self.question, &self.skeletons, index as u32, late)
                .ok_or(Rejected::Interrupted)?;
            found.map(|(net, high)| pick(net, high))
        };
        match most {
            None => Err(wrong("no path comes to an end")),
            Some(most) if most > i128::from(proof.bound) => Err(Rejected::Conclusion(format!(
                "the claims allow a cost of {most}, more than the bound {}",
                proof.bound
            ))),
            Some(_) => Ok(()),
        }
    }

    /// The state in which executions start.
    fn at_start(&mut self, entry: FuncId, stack: u32) -> Result<Reached, Rejected> {
        let mut state = State::default();
        for index in 0..self.scene.cells.len() {
            let key = self.scene.cells[index];
            let value = match key {
                Key::Memory(Object::Global(global), at, size) => {
                    self.scene.initial(global, at, size)
                }
                _ => Value::Unknown,
            };
            state.set(key, value);
        }
        let function = &self.scene.program.functions[entry];
        let mut arguments = Vec::new();
        for param in &function.params {
            let Type::Int(width) = param.ty else { continue };
            let bits = self.scene.any(u32::from(width));
            state.set(Key::Register(stack, param.reg.0), Value::Bits(bits));
            let name = function.body.as_ref().and_then(|body| body.regs[param.reg].name.clone());
            arguments.push((name.unwrap_or_default(), bits));
        }
        let assumption = self
            .question
            .assumption(&mut self.scene.terms, &arguments)
            .map_err(Rejected::OtherQuestion)?;
        let conditions = assumption.into_iter().collect();
        Ok(Reached { conditions, facts: Facts::default(), state, net: 0, high: 0 })
    }
}

/// Gives arguments to parameters.
fn pass(scene: &Scene<'_>, state: &mut State, stack: u32, function: FuncId, arguments: &[Value]) {
    for (param, &value) in scene.program.functions[function].params.iter().zip(arguments) {
        state.set(Key::Register(stack, param.reg.0), value);
    }
}

fn start_of(program: &Program, question: &dyn Question) -> Result<FuncId, Rejected> {
    let name = question.function().unwrap_or("main");
    let missing = || Rejected::OtherQuestion(format!("the program defines no function `{name}`"));
    let entry = program.function(name).ok_or_else(missing)?;
    program.functions[entry].body.as_ref().ok_or_else(missing)?;
    if !program.constructors.is_empty() || !program.unsupported.is_empty() {
        return Err(Rejected::OtherQuestion(
            "the program has code before main, or something unsupported".to_owned(),
        ));
    }
    Ok(entry)
}
