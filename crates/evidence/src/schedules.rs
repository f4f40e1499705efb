//! One schedule for each way that inputs decide: what synchronised with what, and for which inputs.
//!
//! With [`Options::one_schedule`](crate::Options) threads go on as long as they can, and no other order is explored. So each run is decided by inputs alone; its
//! synchronisation operations are a schedule that covers these inputs, in programs without data races.

use raddle_expr::{BinaryOp, Term, TermId, Terms};
use raddle_findings::ScheduleOperation;
use raddle_ir::{Callee, FuncId, Loc, Op};
use raddle_library::Deed;
use raddle_machine::{Halt, Machine, State, Status, Sync, Whereabouts};
use raddle_reduce::Trace;

use crate::assemble;

/// A run that inputs decide.
#[derive(Clone, Debug)]
pub struct ScheduledRun {
    /// What inputs satisfy; all of it.
    pub conditions: Vec<InputCondition>,
    /// The operations of threads on synchronisation objects, in an order that they allow.
    pub operations: Vec<ScheduleOperation>,
    /// Where the threads stand that are left, if one is at the end of the piece.
    pub ends: Option<Vec<Whereabouts>>,
}

/// Something that holds for the inputs of a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputCondition {
    /// The exact term, without a negation around it: conditions with the same one are the same or opposite.
    pub term: String,
    pub holds: bool,
    /// As somebody would write it in C.
    pub text: String,
}

impl InputCondition {
    fn new(terms: &Terms, condition: TermId) -> InputCondition {
        let (term, holds) = match *terms.get(condition) {
            Term::Not(of) => (of, false),
            _ => (condition, true),
        };
        let term = terms.display_shared(term).to_string();
        InputCondition { term, holds, text: in_words(terms, condition) }
    }

    pub fn is_opposite_of(&self, other: &InputCondition) -> bool {
        self.term == other.term && self.holds != other.holds
    }
}

pub(crate) fn scheduled(
    machine: &mut Machine<'_>,
    operations: Vec<ScheduleOperation>,
    state: &State,
) -> ScheduledRun {
    let operations = with_first_creations(machine, operations, state);
    let mut conditions: Vec<InputCondition> =
        state.path.iter().map(|one| InputCondition::new(&machine.terms, one)).collect();
    conditions.reverse();
    conditions.dedup();
    let at_end = state.threads.iter().any(|one| one.status == Status::Halted(Halt::End));
    let left = state.threads.iter().filter(|one| one.status != Status::Done);
    let left: Vec<_> = left.map(|one| one.id).collect();
    let ends =
        at_end.then(|| left.into_iter().map(|one| machine.whereabouts(state, one)).collect());
    ScheduledRun { conditions, operations, ends }
}

/// Threads that were created before anybody had a choice are in no step of a run.
fn with_first_creations(
    machine: &Machine<'_>,
    operations: Vec<ScheduleOperation>,
    state: &State,
) -> Vec<ScheduleOperation> {
    let mut all = Vec::new();
    for thread in &state.threads {
        let object = format!("thread {}", machine.thread_label(thread.id));
        let is_creation =
            |one: &ScheduleOperation| one.object == object && creates_thread(&one.operation);
        let Some(at) = thread.created_at.filter(|_| !operations.iter().any(is_creation)) else {
            continue;
        };
        let Some(operation) = called_at(machine, at.func, at.loc) else { continue };
        let location = assemble::location(machine.program, at.func, at.loc);
        if location.is_some() && creates_thread(&operation) {
            let thread = "main".to_owned();
            all.push(ScheduleOperation { thread, operation, object, location });
        }
    }
    all.extend(operations);
    all
}

fn creates_thread(operation: &str) -> bool {
    matches!(raddle_library::deed(operation), Deed::Create { .. })
}

/// What the run at hand has synchronised, without the way to where it starts.
pub(crate) fn operations(machine: &Machine<'_>, trace: &Trace) -> Vec<ScheduleOperation> {
    let mut found = Vec::new();
    for step in trace.steps() {
        let synchronises =
            |sync: Sync| !matches!(sync, Sync::Plain | Sync::Movable | Sync::Observed);
        let access = step.event.accesses.iter().find(|access| synchronises(access.sync));
        let Some(access) = access else { continue };
        let location = assemble::location(machine.program, access.at.func, access.at.loc);
        let called = called_at(machine, access.at.func, access.at.loc);
        let inner = called.as_ref().is_some_and(|name| name.starts_with("raddle."));
        let Some(location) = location.filter(|_| !inner) else { continue };
        let mut object = machine.lock_name(access.object, access.start);
        let is_thread = trace.steps().iter().find(|one| object == format!("thread {}", one.thread));
        if let Some(one) = is_thread {
            object = format!("thread {}", machine.thread_label(one.thread));
        }
        // A thread that goes on in a call waits for what it notes of itself.
        if called.is_some() && is_thread.is_none() && object.starts_with("thread ") {
            object = "goes on".to_owned();
        }
        let operation = match called {
            Some(name) => name,
            None if is_thread.is_some() => "end".to_owned(),
            None => "atomic access".to_owned(),
        };
        let thread = machine.thread_label(step.thread);
        found.push(ScheduleOperation { thread, operation, object, location: Some(location) });
    }
    found
}

/// The function that is called at a place; neither an atomic access nor the end of a thread is a call.
fn called_at(machine: &Machine<'_>, func: FuncId, loc: Loc) -> Option<String> {
    let body = machine.program.functions[func].body.as_ref()?;
    let mut insts = body.blocks.values().flat_map(|block| &block.insts);
    insts.find_map(|inst| match &inst.op {
        Op::Call { callee: Callee::Direct(callee), .. } if inst.loc == loc => {
            Some(machine.program.functions[*callee].name.clone())
        }
        _ => None,
    })
}

/// Longer conditions are cut.
const LONGEST: usize = 160;
const DEEPEST: u32 = 12;

/// A condition as somebody would write it in C. Conversions between widths are left out.
fn in_words(terms: &Terms, condition: TermId) -> String {
    let text = word(terms, condition, 0);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn word(terms: &Terms, term: TermId, depth: u32) -> String {
    if depth > DEEPEST {
        return "…".to_owned();
    }
    let inner = |term: TermId| word(terms, term, depth + 1);
    let pair =
        |a: TermId, operator: &str, b: TermId| format!("({} {operator} {})", inner(a), inner(b));
    match *terms.get(term) {
        Term::Const(ref bits) => match bits.to_u64() {
            Some(word) if terms.width(term) == 1 => {
                if word == 1 { "true" } else { "false" }.to_owned()
            }
            Some(word) => signed(word, terms.width(term)).to_string(),
            None => terms.display(term).to_string(),
        },
        Term::Var(var) => {
            let name = terms.var_name(var);
            name.rsplit_once(':').map_or(name, |(name, _)| name).to_owned()
        }
        Term::Not(of) => match *terms.get(of) {
            Term::Binary(BinaryOp::Eq, a, b) => pair(a, "!=", b),
            Term::Binary(BinaryOp::Slt | BinaryOp::Ult, a, b) => pair(a, ">=", b),
            _ if terms.width(term) == 1 => format!("!{}", inner(of)),
            _ => format!("~{}", inner(of)),
        },
        Term::Neg(of) => format!("-{}", inner(of)),
        Term::Binary(op, a, b) => match op {
            BinaryOp::And if terms.width(term) == 1 => pair(a, "&&", b),
            BinaryOp::Or if terms.width(term) == 1 => pair(a, "||", b),
            BinaryOp::And => pair(a, "&", b),
            BinaryOp::Or => pair(a, "|", b),
            BinaryOp::Xor => pair(a, "^", b),
            BinaryOp::Add => pair(a, "+", b),
            BinaryOp::Mul => pair(a, "*", b),
            BinaryOp::UDiv | BinaryOp::SDiv => pair(a, "/", b),
            BinaryOp::URem | BinaryOp::SRem => pair(a, "%", b),
            BinaryOp::Shl => pair(a, "<<", b),
            BinaryOp::LShr | BinaryOp::AShr => pair(a, ">>", b),
            BinaryOp::Eq => pair(a, "==", b),
            BinaryOp::Ult | BinaryOp::Slt => pair(a, "<", b),
            BinaryOp::Concat => format!("concat({}, {})", inner(a), inner(b)),
        },
        Term::Extract { low: 0, of, .. } | Term::ZExt { of, .. } | Term::SExt { of, .. } => {
            inner(of)
        }
        Term::Extract { low, of, .. } => format!("({} >> {low})", inner(of)),
        Term::Ite { cond, then, otherwise } => {
            format!("({} ? {} : {})", inner(cond), inner(then), inner(otherwise))
        }
        Term::ConstArray { .. } | Term::Read { .. } | Term::Write { .. } => {
            terms.display_shared(term).to_string()
        }
    }
}

fn signed(word: u64, width: u32) -> i64 {
    let unused = 64u32.saturating_sub(width);
    ((word << unused) as i64) >> unused
}
