//! A litmus test as a C file: what it shows, the program in one line, what is asked, and the verdicts, above the program itself.
//!
//! ```c
//! // Message passing: the flag is seen, the message is not.
//! //@ litmus: x=1 rlx; y=1 rel | a=y acq; b=x rlx
//! //@ asks: a=1 b=0
//! //@ sc: safe
//! //@ tso: safe
//! //@ pso: safe
//! //@ c11: safe
//! //@ graphs: 3
//! ```
//!
//! `graphs` is the number of consistent graphs under c11; a program with races has none.

use super::families::{FAMILIES, Family, Member};
use super::model::Model;
use super::notation::{Condition, Misread, parse};
use super::oracle::Answer;
use super::print_c::{Ending, print};
use super::program::Program;

#[derive(Debug)]
pub struct Litmus {
    /// Below `tests/litmus`.
    pub file: String,
    says: &'static str,
    code: String,
    pub program: Program,
    asks: String,
    pub condition: Condition,
    /// Whether each of the models allows the outcome, in the order of `Model::ALL`.
    pub expected: [bool; 4],
}

/// The tests of all families.
pub fn all() -> Result<Vec<Litmus>, Misread> {
    let members = FAMILIES
        .iter()
        .flat_map(|family| family.members.iter().map(move |member| Litmus::of(family, member)));
    members.collect()
}

/// Fills in `$1` to `$9`; `_` in what is filled in stands for a blank, but for `acq_rel`.
fn fill(template: &str, fills: &str) -> String {
    let mut text = template.to_string();
    for (index, fill) in fills.split_whitespace().enumerate() {
        let fill = if fill == "acq_rel" { fill.to_string() } else { fill.replace('_', " ") };
        text = text.replace(&format!("${}", index + 1), &fill);
    }
    text
}

impl Litmus {
    fn of(family: &'static Family, member: &Member) -> Result<Litmus, Misread> {
        let (name, fills, verdicts) = *member;
        let program = parse(&fill(family.code, fills))?;
        let asks = fill(family.asks, fills);
        let condition = Condition::parse(&program, &asks)?;
        let mut expected = [false; 4];
        for (place, letter) in expected.iter_mut().zip(verdicts.chars()) {
            *place = letter == 'u';
        }
        Ok(Litmus {
            file: format!("{}/{name}.c", family.name),
            says: family.says,
            code: program.to_string(),
            program,
            asks,
            condition,
            expected,
        })
    }

    /// What the oracle found says of the question: a race, or the outcome itself.
    pub fn happens(&self, answer: &Answer) -> bool {
        let asked = |outcome: &Vec<i64>| self.condition.holds(&self.program, outcome);
        answer.races || answer.outcomes.iter().any(asked)
    }

    /// The whole file. `graphs` is the number under c11, unless there are races.
    pub fn text(&self, graphs: Option<u64>) -> String {
        let mut text = format!("// {}\n", self.says);
        text.push_str(&format!("//@ litmus: {}\n//@ asks: {}\n", self.code, self.asks));
        for (model, allowed) in Model::ALL.into_iter().zip(self.expected) {
            let verdict = if allowed { "unsafe" } else { "safe" };
            text.push_str(&format!("//@ {}: {verdict}\n", model.name()));
        }
        if let Some(graphs) = graphs {
            text.push_str(&format!("//@ graphs: {graphs}\n"));
        }
        text.push_str(&print(&self.program, &Ending::Never(self.condition.clone())));
        text
    }
}
