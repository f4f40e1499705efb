//! The answer found by trying everything: outcomes, graphs and races of a program under each model.

use std::collections::BTreeSet;

use super::axioms::{Defect, Frame};
use super::buffers::outcomes;
use super::graph::{Reading, Source, TooLarge, readings};
use super::model::Model;
use super::program::Program;

/// What a model allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Final states: registers, then the locations that are not mutexes.
    pub outcomes: BTreeSet<Vec<i64>>,
    /// Complete consistent graphs: distinct choices of what reads read from and of orders of writes.
    pub graphs: u64,
    /// Some graph has a race (by C11's happens-before).
    pub races: bool,
    /// Some graph cannot be completed: a thread waits for ever.
    pub stuck: bool,
}

/// What may be tried before a program counts as too large.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Partial graphs, and states of the buffer machine.
    pub states: usize,
    /// Candidate graphs.
    pub candidates: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { states: 400_000, candidates: 2_000_000 }
    }
}

/// The answers for all models, in the order of [`Model::ALL`], from the graphs.
pub fn answers(program: &Program, limits: &Limits) -> Result<[Answer; 4], TooLarge> {
    answers_with(program, limits, None)
}

/// The same with something done wrong.
pub fn answers_with(
    program: &Program,
    limits: &Limits,
    defect: Option<Defect>,
) -> Result<[Answer; 4], TooLarge> {
    let mut answers: [Answer; 4] = Default::default();
    let readings = readings(program, limits.states, defect == Some(Defect::UpdatesAreTorn))?;
    let mut tried = 0;
    for reading in &readings.complete {
        visit(program, reading, &mut tried, limits, defect, |answer, outcome, races| {
            let answer = &mut answers[answer];
            answer.graphs += 1;
            answer.races |= races;
            answer.outcomes.insert(outcome);
        })?;
    }
    for reading in &readings.stuck {
        visit(program, reading, &mut tried, limits, defect, |answer, _, races| {
            answers[answer].stuck = true;
            answers[answer].races |= races;
        })?;
    }
    Ok(answers)
}

/// The same for one model.
pub fn answer(program: &Program, model: Model, limits: &Limits) -> Result<Answer, TooLarge> {
    let all = answers(program, limits)?;
    let named = all.into_iter().zip(Model::ALL).find(|(_, known)| *known == model);
    named.map(|(answer, _)| answer).ok_or(TooLarge)
}

/// What the machine with store buffers can end with.
pub fn buffered(
    program: &Program,
    model: Model,
    limits: &Limits,
) -> Result<BTreeSet<Vec<i64>>, TooLarge> {
    outcomes(program, model, limits.states)
}

/// Tells of every consistent graph with these reads: the model's place, the outcome and whether it has a race.
fn visit(
    program: &Program,
    reading: &Reading,
    tried: &mut usize,
    limits: &Limits,
    defect: Option<Defect>,
    mut tell: impl FnMut(usize, Vec<i64>, bool),
) -> Result<(), TooLarge> {
    let orders = reading.orders(program, defect == Some(Defect::UpdatesAreTorn));
    let frame = Frame::new(program, reading, defect);
    let races = frame.races();
    let mut chosen = vec![0; orders.len()];
    if orders.iter().any(Vec::is_empty) {
        return Ok(());
    }
    loop {
        *tried += 1;
        if *tried > limits.candidates {
            return Err(TooLarge);
        }
        let order: Vec<&Vec<Source>> =
            orders.iter().zip(&chosen).map(|(orders, &at)| &orders[at]).collect();
        let graph = frame.with_order(program, reading, &order);
        for (place, model) in Model::ALL.into_iter().enumerate() {
            if reading.waits_in_vain(&order) && graph.allowed(model) {
                tell(place, reading.outcome(program, &order), races);
            }
        }
        // Count up, one digit for each location.
        let Some(digit) = (0..chosen.len()).find(|&at| chosen[at] + 1 < orders[at].len()) else {
            return Ok(());
        };
        chosen[digit] += 1;
        chosen[..digit].fill(0);
    }
}
