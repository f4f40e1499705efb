//! What must hold, and asking the solver whether it does.

use raddle_budget::Budget;
use raddle_expr::{TermId, Terms};
use raddle_solver::{Answer, Path, Solver, SolverConfig, default_solver};

use crate::conditions;
use crate::facts::{Fact, Facts};
use crate::format::{Base, Claim, End, Linear, Outcome};
use crate::state::{Key, Scene, State, Value};

/// A point that executions come to, and what they cost until then at most.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    pub conditions: Vec<TermId>,
    /// Some of the conditions once more.
    pub facts: Facts,
    pub state: State,
    pub net: i128,
    pub high: i128,
}

impl Reached {
    /// From here on a condition holds.
    pub fn learn(&mut self, (term, fact): (TermId, Option<Fact>)) {
        self.conditions.push(term);
        if let Some(fact) = fact {
            self.facts.add(&fact);
        }
    }
}

/// Something that must hold.
#[derive(Clone, Debug)]
pub(crate) struct Obligation {
    pub term: TermId,
    /// The same as a fact, if it is one.
    pub fact: Option<Fact>,
    /// What it means for somebody who reads that it does not hold.
    pub text: String,
}

impl Obligation {
    pub fn new(term: TermId, text: String) -> Obligation {
        Obligation { term, fact: None, text }
    }
}

/// What the solver said.
pub(crate) enum Verdict {
    Holds,
    /// The first obligation that can fail.
    Fails(String),
    Undecided,
}

pub(crate) struct Prover {
    solver: Box<dyn Solver>,
    budget: Budget,
    pub queries: u64,
}

impl Prover {
    pub fn new(budget: &Budget) -> Prover {
        let config = SolverConfig { budget: budget.clone(), ..SolverConfig::default() };
        Prover { solver: default_solver(&config), budget: budget.clone(), queries: 0 }
    }

    /// Whether time was up before everything was asked.
    pub fn is_late(&self) -> bool {
        self.budget.look().is_some()
    }

    fn ask(&mut self, terms: &mut Terms, conditions: &[TermId], assumed: &[TermId]) -> Answer {
        self.queries += 1;
        let path = conditions.iter().fold(Path::new(), |path, &condition| path.and(condition));
        self.solver.check(terms, &path, assumed)
    }

    /// Whether all obligations follow from the conditions.
    pub fn prove(
        &mut self,
        terms: &mut Terms,
        conditions: &[TermId],
        facts: &Facts,
        obligations: &[Obligation],
    ) -> Verdict {
        // Most obligations are about cells that did not change, and are among the conditions.
        let is_open = |obligation: &&Obligation| {
            !conditions.contains(&obligation.term)
                && !obligation.fact.as_ref().is_some_and(|fact| facts.imply(fact))
        };
        let open: Vec<&Obligation> = obligations.iter().filter(is_open).collect();
        let all = terms.and_all(open.iter().map(|obligation| obligation.term));
        if terms.is_true(all) || conditions.contains(&all) {
            return Verdict::Holds;
        }
        match self.prove_at_once(terms, conditions, &open) {
            // One at a time they are more questions, but easier ones.
            Verdict::Undecided if open.len() > 1 && !self.is_late() => {
                let verdicts =
                    open.iter().map(|&open| self.prove_at_once(terms, conditions, &[open]));
                let unproved = |verdict: &Verdict| !matches!(verdict, Verdict::Holds);
                verdicts.into_iter().find(unproved).unwrap_or(Verdict::Holds)
            }
            verdict => verdict,
        }
    }

    fn prove_at_once(
        &mut self,
        terms: &mut Terms,
        conditions: &[TermId],
        open: &[&Obligation],
    ) -> Verdict {
        let all = terms.and_all(open.iter().map(|obligation| obligation.term));
        let negated = terms.not(all);
        match self.ask(terms, conditions, &[negated]) {
            Answer::Unsat(_) => Verdict::Holds,
            Answer::Unknown(_) => Verdict::Undecided,
            Answer::Sat(model) => {
                let failing = open.iter().find(|open| !terms.eval_bool(open.term, &model));
                Verdict::Fails(failing.map_or_else(String::new, |open| open.text.clone()))
            }
        }
    }

    /// `None`: the solver does not know.
    pub fn is_possible(&mut self, terms: &mut Terms, conditions: &[TermId]) -> Option<bool> {
        match self.ask(terms, conditions, &[]) {
            Answer::Sat(_) => Some(true),
            Answer::Unsat(_) => Some(false),
            Answer::Unknown(_) => None,
        }
    }

    /// The largest value of a signed number, or the smallest of its negation; `None` if it is beyond `limit` or not
    /// known.
    pub fn largest(
        &mut self,
        terms: &mut Terms,
        conditions: &[TermId],
        number: TermId,
        limit: i64,
    ) -> Option<i64> {
        let at_most = |prover: &mut Prover, terms: &mut Terms, value: i64| {
            let bound = terms.constant(terms.width(number), value as u64 as u128);
            let holds = terms.sle(number, bound);
            let obligation = Obligation::new(holds, String::new());
            match prover.prove(terms, conditions, &Facts::default(), &[obligation]) {
                Verdict::Holds => Some(true),
                Verdict::Fails(_) => Some(false),
                Verdict::Undecided => None,
            }
        };
        let (mut low, mut high) = (-limit, limit);
        if !at_most(self, terms, high)? {
            return None;
        }
        while low < high {
            let middle = low + (high - low) / 2;
            match at_most(self, terms, middle)? {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        Some(high)
    }
}

/// The number in a value; any number if there is none.
fn bits(scene: &mut Scene<'_>, key: Key, value: Value) -> TermId {
    match value {
        Value::Bits(bits) | Value::Pointer(_, bits) => bits,
        Value::Function(_) | Value::Unknown => {
            let width = scene.width(key);
            scene.any(width)
        }
    }
}

/// A condition, over the cells of a state before and one after.
fn condition(
    scene: &mut Scene<'_>,
    linear: &Linear,
    old: &State,
    new: &State,
) -> (TermId, Option<Fact>) {
    let mut numbers = Vec::new();
    for (list, state, is_new) in [(&linear.old, old, false), (&linear.new, new, true)] {
        for &(_, cell) in list {
            let key = scene.cells[cell as usize];
            let value = state.get(scene, key);
            numbers.push(((cell, is_new), bits(scene, key, value)));
        }
    }
    let number = |cell: u32, is_new: bool| {
        let found = numbers.iter().find(|(name, _)| *name == (cell, is_new));
        found.expect("all cells of the condition were looked up").1
    };
    let term = conditions::term(&mut scene.terms, linear, number);
    (term, Fact::new(&scene.terms, linear, number))
}

/// Whether a value is of a kind.
fn is_based(scene: &Scene<'_>, value: Value, base: Base) -> bool {
    match (base, value) {
        (Base::Object(object), Value::Pointer(other, _)) => scene.objects[object as usize] == other,
        (Base::Function(function), Value::Function(other)) => function == other,
        (Base::Number, Value::Bits(_)) => true,
        _ => false,
    }
}

/// What a claim requires, as terms over the state.
pub(crate) fn requirements(scene: &mut Scene<'_>, claim: &Claim, state: &State) -> Vec<Obligation> {
    let mut found = Vec::new();
    for &(cell, base) in &claim.bases {
        let value = state.get(scene, scene.cells[cell as usize]);
        if !is_based(scene, value, base) {
            let text = format!("cell {cell} does not hold what the next claim requires ({base:?})");
            found.push(Obligation::new(scene.terms.truth(false), text));
        }
    }
    for linear in &claim.requires {
        let (term, fact) = condition(scene, linear, state, state);
        let text = format!("what the next claim requires is not certain: {linear:?}");
        found.push(Obligation { term, fact, text });
    }
    found
}

/// The conditions with which a claim begins.
pub(crate) fn beginning(scene: &mut Scene<'_>, claim: &Claim) -> Reached {
    let state = State::any(scene, &claim.bases, &claim.requires);
    // Over variables, so that a number that does not fit its cell makes the claim empty rather than true of another.
    let free = State::any(scene, &claim.bases, &[]);
    let mut reached = Reached {
        conditions: Vec::new(),
        facts: Facts::default(),
        state: state.clone(),
        net: 0,
        high: 0,
    };
    for start in [&free, &state] {
        for linear in &claim.requires {
            let condition = condition(scene, linear, start, start);
            reached.learn(condition);
        }
    }
    reached.conditions.retain(|&condition| !scene.terms.is_true(condition));
    reached
}

/// Where executions come to when they go on as an end of a claim about `from` says.
pub(crate) fn go_on(scene: &mut Scene<'_>, from: u32, reached: &Reached, end: &End) -> Reached {
    let mut next = reached.clone();
    for index in 0..scene.cells.len() {
        let key = scene.cells[index];
        let in_object = matches!(key, Key::Memory(object, ..)
            if end.objects.iter().any(|&changed| scene.objects[changed as usize] == object));
        if in_object || scene.is_over(from, end.outcome, key) {
            next.state.lose([key]);
        }
    }
    for &cell in &end.changed {
        let key = scene.cells[cell as usize];
        let base = end.bases.iter().find(|(based, _)| *based == cell).map(|(_, base)| *base);
        let value = scene.named(key, base);
        next.state.set(key, value);
    }
    for linear in &end.relation {
        let condition = condition(scene, linear, &reached.state, &next.state);
        next.learn(condition);
    }
    next.high = reached.high.max(reached.net + i128::from(end.high));
    next.net = reached.net + i128::from(end.net);
    next
}

/// What must hold for executions that come to an outcome to be as the claim says.
pub(crate) fn ending(
    scene: &mut Scene<'_>,
    claim: &Claim,
    outcome: Outcome,
    start: &State,
    reached: &Reached,
) -> Vec<Obligation> {
    let mut found = Vec::new();
    let Some(end) = claim.ends.iter().find(|end| end.outcome == outcome) else {
        let text = format!("a path comes to {outcome:?}, of which the claim says nothing");
        return vec![Obligation::new(scene.terms.truth(false), text)];
    };
    if reached.net > i128::from(end.net) || reached.high > i128::from(end.high) {
        let text = format!(
            "a path to {outcome:?} costs {} (at most {} in between), more than {} ({})",
            reached.net, reached.high, end.net, end.high
        );
        found.push(Obligation::new(scene.terms.truth(false), text));
    }
    for key in reached.state.changed(scene) {
        let said = end.changed.iter().any(|&cell| scene.cells[cell as usize] == key)
            || matches!(key, Key::Memory(object, ..)
                if end.objects.iter().any(|&changed| scene.objects[changed as usize] == object));
        if said || scene.is_over(claim.at.stack, outcome, key) {
            continue;
        }
        let (before, after) = (start.get(scene, key), reached.state.get(scene, key));
        let same = match (before, after) {
            (Value::Bits(a), Value::Bits(b)) => scene.terms.eq(a, b),
            (Value::Pointer(x, a), Value::Pointer(y, b)) if x == y => scene.terms.eq(a, b),
            _ => scene.terms.truth(false),
        };
        let text = format!("{key:?} changes, which the claim does not say");
        found.push(Obligation::new(same, text));
    }
    if outcome == Outcome::Exit {
        return found;
    }
    for &(cell, base) in &end.bases {
        let value = reached.state.get(scene, scene.cells[cell as usize]);
        if !is_based(scene, value, base) {
            let text = format!("cell {cell} does not end as the claim says ({base:?})");
            found.push(Obligation::new(scene.terms.truth(false), text));
        }
    }
    for linear in &end.relation {
        let (term, fact) = condition(scene, linear, start, &reached.state);
        let text = format!("the effect is not as the claim says: {linear:?}");
        found.push(Obligation { term, fact, text });
    }
    found
}
