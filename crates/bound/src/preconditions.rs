//! Preconditions of the function that is bounded: `--where`, and what it states in its source (`raddle_requires`).
//!
//! Runs that are looked for satisfy all of them, whatever they speak of. The simulation and proofs use what they say of arguments that are numbers; without the
//! rest there are only more runs. Both read arguments as signed words, preconditions by their types: of an unsigned argument they hear only if it is said to be so
//! small that the two are the same.

use raddle_budget::Budget;
use raddle_condition::{ConditionError, Kind, Node, Operator};
use raddle_ir::{DebugType, FuncId, Param, Program, Type};
use raddle_machine::{Config, Machine, PropertySet, SetupError, required_in_source};
use raddle_solver::{SolverConfig, default_solver};

use crate::affine::Int;
use crate::error::BoundError;
use crate::expression::Expression;

/// What is known when the function is called.
#[derive(Clone, Debug, Default)]
pub struct Preconditions {
    /// All of them, as they were written.
    pub texts: Vec<String>,
    /// What they say of arguments that are numbers, read as signed words.
    pub numbers: Option<Expression>,
}

/// An argument that is a number.
struct Argument<'p> {
    name: &'p str,
    bits: u32,
    signed: bool,
    /// What an unsigned argument is at most, if that fits a signed word.
    most: Option<Int>,
}

impl Preconditions {
    /// Those of a function, or nothing: main is called by nobody who could see to anything.
    pub fn of(
        program: &Program,
        function: Option<&str>,
        said: &[String],
    ) -> Result<Preconditions, BoundError> {
        let Some(func) = function.and_then(|name| program.function(name)) else {
            return Ok(Preconditions::default());
        };
        let mut texts = required_in_source(program, func);
        texts.extend_from_slice(said);
        let nodes: Vec<Node> = texts
            .iter()
            .map(|text| raddle_condition::parse(text).map_err(understood_wrongly))
            .collect::<Result<_, _>>()?;
        Ok(Preconditions { numbers: numbers(program, func, &nodes), texts })
    }

    /// All of them as one text: what a proof relies on.
    pub fn text(&self) -> Option<String> {
        match &self.texts[..] {
            [] => None,
            [one] => Some(one.clone()),
            all => {
                let all: Vec<String> = all.iter().map(|one| format!("({one})")).collect();
                Some(all.join(" && "))
            }
        }
    }

    /// Whether there is anything that they speak of, and somebody who can satisfy them.
    pub fn ensure_meant(
        &self,
        program: &Program,
        function: Option<&str>,
        budget: &Budget,
    ) -> Result<(), BoundError> {
        let Some(function) = function.filter(|_| !self.texts.is_empty()) else { return Ok(()) };
        let solver = SolverConfig { budget: budget.clone(), ..SolverConfig::default() };
        let config = Config {
            budget: budget.clone(),
            properties: PropertySet::of(&[]),
            ..Config::default()
        };
        let machine = Machine::new(program, config, default_solver(&solver));
        let entered = machine.and_then(|mut machine| {
            // What stands in the source is added there.
            let own = program
                .function(function)
                .map_or(0, |func| required_in_source(program, func).len());
            machine.initial_state_of(function, &self.texts[own..])
        });
        match entered {
            Err(SetupError::Precondition(error)) => Err(understood_wrongly(error)),
            Err(SetupError::NothingSatisfies(text)) => Err(BoundError::NothingSatisfies(text)),
            // Anything else is told by whoever looks for runs.
            Ok(_) | Err(_) => Ok(()),
        }
    }
}

fn understood_wrongly(error: ConditionError) -> BoundError {
    BoundError::Precondition(error)
}

/// What conditions say of arguments, in signed words.
fn numbers(program: &Program, func: FuncId, nodes: &[Node]) -> Option<Expression> {
    let mut conjuncts = Vec::new();
    for node in nodes {
        split(node, &mut conjuncts);
    }
    let mut arguments = arguments(program, func);
    while learn(&mut arguments, &conjuncts) {}
    let small = arguments.iter().filter(|one| !one.signed && one.most.is_some());
    let not_negative = small.map(|one| {
        let (zero, name) = (Expression::Number(0), Expression::Name(one.name.to_owned()));
        Expression::Binary(Operator::LessEqual, Box::new(zero), Box::new(name))
    });
    let said = conjuncts.iter().filter_map(|node| {
        let expression = Expression::of(node).ok()?;
        let mut readable = true;
        expression.names(&mut |name| {
            let known = arguments.iter().find(|one| one.name == name);
            readable &= known.is_some_and(|one| one.signed || one.most.is_some());
        });
        readable.then_some(expression)
    });
    let all = not_negative.chain(said);
    all.reduce(|a, b| Expression::Binary(Operator::And, Box::new(a), Box::new(b)))
}

fn split<'n>(node: &'n Node, into: &mut Vec<&'n Node>) {
    match &node.kind {
        Kind::Binary(Operator::And, a, b) => {
            split(a, into);
            split(b, into);
        }
        _ => into.push(node),
    }
}

fn arguments(program: &Program, func: FuncId) -> Vec<Argument<'_>> {
    let function = &program.functions[func];
    let Some(body) = &function.body else { return Vec::new() };
    let argument = |param: &Param| {
        let Type::Int(bits) = param.ty else { return None };
        let name = body.regs[param.reg].name.as_deref()?;
        let bits = u32::from(bits);
        let signed = is_signed(program, param)?;
        (bits <= 64).then_some(Argument { name, bits, signed, most: None })
    };
    function.params.iter().filter_map(argument).collect()
}

/// How the language of preconditions reads a parameter. `None`: as no number.
fn is_signed(program: &Program, param: &Param) -> Option<bool> {
    match &program.types[program.resolved_type(param.debug_type?)] {
        DebugType::Signed { .. } | DebugType::Enum { .. } => Some(true),
        DebugType::Char { signed, .. } => Some(*signed),
        DebugType::Unsigned { .. } | DebugType::Bool { .. } => Some(false),
        _ => None,
    }
}

/// Whether some unsigned argument is known to be small that was not before.
fn learn(arguments: &mut [Argument<'_>], conjuncts: &[&Node]) -> bool {
    let mut learnt = Vec::new();
    for (nth, argument) in arguments.iter().enumerate() {
        if argument.signed || argument.most.is_some() {
            continue;
        }
        let bounds = conjuncts.iter().filter_map(|node| {
            let Kind::Binary(operator, a, b) = &node.kind else { return None };
            let (less, more) = match operator {
                Operator::Less | Operator::LessEqual => (a, b),
                Operator::Greater | Operator::GreaterEqual => (b, a),
                Operator::Equal if is_name(a, argument.name) => (a, b),
                Operator::Equal => (b, a),
                _ => return None,
            };
            is_name(less, argument.name).then(|| greatest(more, arguments)).flatten()
        });
        let most = bounds.min();
        learnt.extend(most.filter(|&most| most <= largest(argument.bits)).map(|most| (nth, most)));
    }
    for &(nth, most) in &learnt {
        arguments[nth].most = Some(most);
    }
    !learnt.is_empty()
}

fn is_name(node: &Node, wanted: &str) -> bool {
    matches!(&node.kind, Kind::Name(name) if name == wanted)
}

/// What a part of a condition is at most.
fn greatest(node: &Node, arguments: &[Argument<'_>]) -> Option<Int> {
    match &node.kind {
        Kind::Number(number) => Some(*number),
        Kind::Name(name) => {
            let known = arguments.iter().find(|one| one.name == name)?;
            if known.signed { Some(largest(known.bits)) } else { known.most }
        }
        _ => None,
    }
}

/// The largest signed word.
fn largest(bits: u32) -> Int {
    (1 << (bits - 1)) - 1
}
