//! What an instance learns about operations that it leaves open, one wrong model after the other.
//!
//! A model is right if each open operation is, or if the query holds in it by evaluation: then what the operations really give does as well as what the model
//! has for them. Otherwise there is a lemma for each wrong operation ([`crate::blast::Operation`]). The lemmas exclude the model, and there are finitely many of them, so this comes to
//! an end; where nothing small is left to say, an exact instance is asked instead.

use raddle_expr::Bits;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blast::circuits::Word;
use crate::blast::gates::Edge;
use crate::blast::{Blaster, Lemma, OperationId, Small};
use crate::config::OpenMistake;

/// Wrong models of one query after which it is left to an exact instance.
const MOST_ROUNDS: u32 = 100;

/// The values of words in a model.
type Values<'a> = &'a dyn Fn(&[Edge]) -> Bits;

/// The open operations of an instance, and what is known of them.
#[derive(Debug, Default)]
pub struct OpenOperations {
    /// In the order in which they came.
    all: Vec<OperationId>,
    known: FxHashSet<OperationId>,
    /// For which operands the results are said.
    small: FxHashMap<OperationId, Small>,
    /// Wrong models of this query.
    rounds: u32,
    mistake: Option<OpenMistake>,
}

impl OpenOperations {
    pub fn new(mistake: Option<OpenMistake>) -> OpenOperations {
        OpenOperations { mistake, ..OpenOperations::default() }
    }
    /// A query begins.
    pub fn begin(&mut self) {
        self.rounds = 0;
    }
    /// Whether the operation was not there yet.
    pub fn insert(&mut self, operation: OperationId) -> bool {
        let is_new = self.known.insert(operation);
        if is_new {
            self.all.push(operation);
        }
        is_new
    }
    /// The operations whose results are wrong.
    pub fn wrong(&self, blaster: &Blaster, value: Values) -> Vec<OperationId> {
        if self.mistake == Some(OpenMistake::ModelsBelieved) {
            return Vec::new();
        }
        let is_wrong = |id: &OperationId| !blaster.operation(*id).is_right(value);
        self.all.iter().copied().filter(is_wrong).collect()
    }
    /// Lemmas that exclude a model with these operations wrong; none if there is nothing small to say.
    pub fn lemmas(
        &mut self,
        blaster: &mut Blaster,
        wrong: &[OperationId],
        value: Values,
    ) -> Vec<Lemma> {
        self.rounds += 1;
        if self.rounds > MOST_ROUNDS {
            return Vec::new();
        }
        let mut lemmas = self.equals(blaster, wrong, value);
        for &id in wrong {
            let Some(small) = blaster.operation(id).small(value) else { continue };
            let known = self.small.get(&id).copied().unwrap_or_default();
            // Both together if that is still small: one circuit in place of several.
            let small = Some(known.and(small)).filter(|both| both.is_small()).unwrap_or(small);
            self.small.insert(id, small);
            let mut lemma = blaster.small_operation(id, small);
            if self.mistake == Some(OpenMistake::SmallForAll) {
                lemma.guard = Edge::TRUE;
            }
            lemmas.push(lemma);
        }
        lemmas
    }
    /// Wrong operations are compared with those that have the same operands in the model.
    fn equals(&self, blaster: &mut Blaster, wrong: &[OperationId], value: Values) -> Vec<Lemma> {
        let careless = self.mistake == Some(OpenMistake::OnceEqual);
        let mut first: FxHashMap<(bool, Bits, Bits), OperationId> = FxHashMap::default();
        let mut pairs = Vec::new();
        for &id in &self.all {
            let operation = blaster.operation(id);
            let other = *first.entry(operation.key(value)).or_insert(id);
            if other == id || !(wrong.contains(&id) || wrong.contains(&other)) {
                continue;
            }
            let known = blaster.operation(other);
            if value(&operation.results()) != value(&known.results()) {
                let values = |operands: [&Word; 2]| operands.map(|word| value(word));
                let swapped = values(operation.operands()) != values(known.operands());
                pairs.push((id, other, swapped));
            }
        }
        let lemma = |(id, other, swapped)| match careless {
            true => Lemma { guard: Edge::TRUE, ..blaster.same_operation(id, other, swapped) },
            false => blaster.same_operation(id, other, swapped),
        };
        pairs.into_iter().map(lemma).collect()
    }
}
