//! Which properties a program has, with ids that survive edits elsewhere.

use raddle_analysis::read_operands;
use raddle_ir::{
    BinaryOp, Block, BlockData, Body, Callee, FuncId, Function, GlobalId, InitPart, Inst,
    Intrinsic, Loc, Op, Operand, Program, Reg, Terminator,
};
use raddle_pointsto::{Position, positions_of};

/// Classes of properties that are asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    pub assert: bool,
    pub memory: bool,
    pub leak: bool,
    pub overflow: bool,
    pub race: bool,
    pub deadlock: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropertyKind {
    Assertion,
    ReachError,
    Check,
    /// The goal of a hunt.
    Target,
    /// Code that is not to be reached: traps, `abort` and the like.
    Trap,
    /// All accesses to memory of one function.
    Memory,
    /// All arithmetic of one function.
    Overflow,
    Leak,
    Race,
    Deadlock,
}

impl PropertyKind {
    pub fn name(self) -> &'static str {
        match self {
            PropertyKind::Assertion => "assertion",
            PropertyKind::ReachError => "reach-error",
            PropertyKind::Check => "check",
            PropertyKind::Target => "target",
            PropertyKind::Trap => "trap",
            PropertyKind::Memory => "memory",
            PropertyKind::Overflow => "overflow",
            PropertyKind::Leak => "leak",
            PropertyKind::Race => "race",
            PropertyKind::Deadlock => "deadlock",
        }
    }
    /// Whether it is a call in the program that can be removed, as `NDEBUG` removes an assertion.
    pub fn is_call(self) -> bool {
        match self {
            PropertyKind::Assertion
            | PropertyKind::ReachError
            | PropertyKind::Check
            | PropertyKind::Target => true,
            PropertyKind::Trap
            | PropertyKind::Memory
            | PropertyKind::Overflow
            | PropertyKind::Leak
            | PropertyKind::Race
            | PropertyKind::Deadlock => false,
        }
    }
}

/// One property.
#[derive(Clone, Debug)]
pub struct Property {
    /// Stable across runs and unrelated edits.
    pub id: String,
    pub kind: PropertyKind,
    /// Where it is, or where its function is.
    pub loc: Loc,
    /// The function it is about; none for the whole program.
    pub func: Option<FuncId>,
    /// The asserted expression, or what else is checked.
    pub text: String,
    /// The operations that can violate it; empty where every operation can.
    pub targets: Vec<Position>,
}

const FAILED_ASSERTIONS: &[&str] =
    &["__assert_fail", "__assert", "__assert_rtn", "__assert_perror_fail", "_assert", "__assert2"];
const ERRORS: &[&str] = &["reach_error", "__VERIFIER_error"];
const CHECKS: &[&str] = &["raddle_check", "raddle.holds"];
const TARGET: &str = "raddle.reached";

/// Every property of a program that is asked about, in the order of the source.
pub fn properties(program: &Program, asked: Asked) -> Vec<Property> {
    let mut all = Vec::new();
    for (func, function) in
        program.functions.iter().filter(|(_, function)| is_user(program, function))
    {
        if asked.assert {
            calls(program, func, function, &mut all);
        }
        if asked.memory {
            group(program, func, PropertyKind::Memory, &mut all);
        }
        if asked.overflow {
            group(program, func, PropertyKind::Overflow, &mut all);
        }
    }
    all.sort_by_key(|property| (property.loc, property.kind));
    if asked.assert {
        let targets = traps(program);
        if !targets.is_empty() {
            all.push(whole(PropertyKind::Trap, "code that must not be reached", targets));
        }
    }
    let wholes = [
        (asked.leak, PropertyKind::Leak, "all memory is freed"),
        (asked.race, PropertyKind::Race, "no data races"),
        (asked.deadlock, PropertyKind::Deadlock, "no deadlocks"),
    ];
    let asked = wholes.into_iter().filter(|(asked, _, _)| *asked);
    all.extend(asked.map(|(_, kind, text)| whole(kind, text, Vec::new())));
    all
}

/// Every place where an assertion, an error or a check can fail or a trap can be reached, each of them at most one finding.
/// `None` if there may be others: library functions that are called through pointers, and what fails in the run-time
/// library, which is reported where it was called.
pub fn places_of_assertions(program: &Program) -> Option<Vec<(PropertyKind, Loc, Position)>> {
    let mut places = Vec::new();
    for (func, function) in program.functions.iter() {
        let Some(body) = &function.body else { continue };
        for at in positions_of(program, func) {
            if points_to_library(program, body, at) {
                return None;
            }
            let found = match at.op(program) {
                Some(Op::Call { .. }) => match property_call(program, at) {
                    Some((kind, inst, _)) => Some((kind, inst.loc)),
                    None => abort_call(program, at).map(|inst| (PropertyKind::Trap, inst.loc)),
                },
                Some(Op::Intrinsic { intrinsic: Intrinsic::Trap | Intrinsic::Assume, .. }) => {
                    let inst = at.data(program).insts.get(at.inst as usize);
                    inst.map(|inst| (PropertyKind::Trap, inst.loc))
                }
                Some(_) => None,
                None => is_open_end(program, body, at)
                    .then(|| (PropertyKind::Trap, at.data(program).terminator_loc)),
            };
            if found.is_some() && !is_user(program, function) {
                return None;
            }
            places.extend(found.map(|(kind, loc)| (kind, loc, at)));
        }
    }
    let parts = program.globals.values().filter_map(|global| global.init.as_ref());
    let mut parts = parts.flat_map(|init| &init.parts);
    let library =
        |part: &InitPart| matches!(part, InitPart::Func(func) if is_library(program, *func));
    (!parts.any(|(_, part)| library(part))).then_some(places)
}

fn is_library(program: &Program, func: FuncId) -> bool {
    program.functions[func].body.is_none()
}

/// Whether the address of a library function is used here.
fn points_to_library(program: &Program, body: &Body, at: Position) -> bool {
    let mut found = false;
    let mut visit = |operand| {
        found |= matches!(operand, Operand::Func(func) if is_library(program, func));
    };
    match (at.op(program), &body.blocks[at.block].terminator) {
        (Some(op), _) => read_operands(op, &mut visit),
        (None, Terminator::Return(values)) => values.iter().copied().for_each(visit),
        (None, _) => {}
    }
    found
}

fn whole(kind: PropertyKind, text: &str, targets: Vec<Position>) -> Property {
    let text = text.to_owned();
    Property { id: kind.name().to_owned(), kind, loc: Loc::NONE, func: None, text, targets }
}

fn is_user(program: &Program, function: &Function) -> bool {
    function.body.is_some() && !program.is_of_runtime(function.loc)
}

/// Assertions, errors and checks of a function.
fn calls(program: &Program, func: FuncId, function: &Function, all: &mut Vec<Property>) {
    for at in positions_of(program, func) {
        let Some((kind, inst, name)) = property_call(program, at) else { continue };
        let text = match (kind, &inst.op) {
            (PropertyKind::Assertion, Op::Call { args, .. }) => {
                let texts = args.iter().filter_map(|arg| string(program, arg.value));
                let mut texts: Vec<String> = texts.collect();
                // The expression is the first argument, or the last one elsewhere.
                let index = if name == "__assert_fail" { 0 } else { texts.len().saturating_sub(1) };
                if texts.is_empty() { String::new() } else { texts.swap_remove(index) }
            }
            _ => name.to_owned(),
        };
        let same = |other: &&mut Property| {
            other.kind == kind && other.loc == inst.loc && other.func == Some(func)
        };
        // Optimisation of the input may have copied a call: it is still one property.
        if let Some(other) = all.iter_mut().find(same) {
            other.targets.push(at);
            continue;
        }
        let id = call_id(function, kind, inst.loc, &text);
        all.push(Property { id, kind, loc: inst.loc, func: Some(func), text, targets: vec![at] });
    }
}

/// The property that a call stands for.
pub(crate) fn property_call(
    program: &Program,
    at: Position,
) -> Option<(PropertyKind, &Inst, &str)> {
    let inst = at.data(program).insts.get(at.inst as usize)?;
    let Op::Call { callee: Callee::Direct(callee), .. } = &inst.op else { return None };
    let callee = &program.functions[*callee];
    if callee.body.is_some() {
        return None;
    }
    let name = callee.name.as_str();
    let kind = if FAILED_ASSERTIONS.contains(&name) {
        PropertyKind::Assertion
    } else if ERRORS.contains(&name) {
        PropertyKind::ReachError
    } else if CHECKS.contains(&name) {
        PropertyKind::Check
    } else if name == TARGET {
        PropertyKind::Target
    } else {
        return None;
    };
    Some((kind, inst, name))
}

/// A call of `abort`, but for assumptions that are written with it.
fn abort_call(program: &Program, at: Position) -> Option<&Inst> {
    let inst = at.data(program).insts.get(at.inst as usize)?;
    let Op::Call { callee: Callee::Direct(callee), .. } = &inst.op else { return None };
    let callee = &program.functions[*callee];
    let aborts = callee.body.is_none() && callee.name == "abort";
    let assumes = program.functions[at.func].name == "assume_abort_if_not";
    (aborts && !assumes).then_some(inst)
}

/// From the kind, the function, the text and the place relative to the function, as ids of findings are.
fn call_id(function: &Function, kind: PropertyKind, loc: Loc, text: &str) -> String {
    let start = function.loc.get().map_or(0, |place| place.line);
    let (line, column) = loc.get().map_or((0, 0), |place| (place.line, place.column));
    let relative = i64::from(line) - i64::from(start);
    let text = format!("{}|{text}|{}|{relative}|{column}", kind.name(), function.name);
    // FNV-1a, as for findings.
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{}-{:08x}", kind.name(), hash >> 32)
}

/// A string that an operand points to.
fn string(program: &Program, operand: Operand) -> Option<String> {
    let Operand::Global(global, 0) = operand else { return None };
    let init = program.globals[global].init.as_ref()?;
    let bytes = init.parts.iter().find_map(|(offset, part)| match part {
        InitPart::Bytes(bytes) if *offset == 0 => Some(bytes),
        _ => None,
    })?;
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
}

/// One property for all operations of a function that may violate it.
fn group(program: &Program, func: FuncId, kind: PropertyKind, all: &mut Vec<Property>) {
    let may_fail = |at: &Position| match at.op(program) {
        Some(op) if kind == PropertyKind::Memory => may_misuse_memory(program, op),
        Some(op) => may_overflow(op),
        None => kind == PropertyKind::Memory && is_decision(&at.data(program).terminator),
    };
    let targets: Vec<Position> = positions_of(program, func).filter(may_fail).collect();
    if targets.is_empty() {
        return;
    }
    let function = &program.functions[func];
    let text = match kind {
        PropertyKind::Memory => format!("use of memory in {}", function.name),
        _ => format!("arithmetic of {}", function.name),
    };
    let id = format!("{}-{}", kind.name(), function.name);
    all.push(Property { id, kind, loc: function.loc, func: Some(func), text, targets });
}

fn may_misuse_memory(program: &Program, op: &Op) -> bool {
    let outside = |pointer: &Operand, bytes: u64| match pointer {
        Operand::Global(global, offset) => !is_inside(program, *global, *offset, bytes),
        _ => true,
    };
    match op {
        Op::Load { ty, ptr, .. } => outside(ptr, ty.bytes(&program.target)),
        Op::Store { ty, ptr, .. } => {
            outside(ptr, ty.bytes(&program.target)) || is_constant(program, ptr)
        }
        Op::AtomicUpdate { .. } | Op::CompareExchange { .. } => true,
        Op::Intrinsic { intrinsic, .. } => matches!(
            intrinsic,
            Intrinsic::MemCopy
                | Intrinsic::MemMove
                | Intrinsic::MemSet
                | Intrinsic::VaStart
                | Intrinsic::VaEnd
                | Intrinsic::VaCopy
                | Intrinsic::StackRestore
                | Intrinsic::LifetimeStart
                | Intrinsic::LifetimeEnd
                | Intrinsic::Assume
        ),
        // Whatever is called needs room on the stack.
        Op::Call { .. } | Op::Alloca { .. } => true,
        // A divisor that nobody wrote.
        Op::Binary { op, .. } => divides(*op),
        Op::Copy { .. }
        | Op::Compare { .. }
        | Op::FloatBinary { .. }
        | Op::FloatNeg { .. }
        | Op::FloatCompare { .. }
        | Op::Cast { .. }
        | Op::Select { .. }
        | Op::Address { .. }
        | Op::Fence { .. }
        | Op::Unsupported { .. } => false,
    }
}

/// Whether something is decided here: by memory that nobody wrote, perhaps.
fn is_decision(terminator: &Terminator) -> bool {
    match terminator {
        Terminator::Branch { cond: decided, .. } | Terminator::Switch { value: decided, .. } => {
            matches!(decided, Operand::Reg(_) | Operand::Undef)
        }
        Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => false,
    }
}

fn divides(op: BinaryOp) -> bool {
    match op {
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => true,
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => false,
    }
}

fn is_inside(program: &Program, global: GlobalId, offset: i64, bytes: u64) -> bool {
    let size = program.globals[global].size;
    u64::try_from(offset).is_ok_and(|offset| offset.saturating_add(bytes) <= size)
}

fn is_constant(program: &Program, pointer: &Operand) -> bool {
    matches!(pointer, Operand::Global(global, _) if program.globals[*global].constant)
}

fn may_overflow(op: &Op) -> bool {
    match op {
        Op::Binary { op, overflow, .. } => match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => overflow.signed,
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => true,
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => true,
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => false,
        },
        Op::Intrinsic { intrinsic, .. } => matches!(intrinsic, Intrinsic::Abs),
        Op::Call { .. } => true,
        _ => false,
    }
}

/// Traps, aborts, and ends of blocks that are promised not to be reached.
fn traps(program: &Program) -> Vec<Position> {
    let mut found = Vec::new();
    for (func, function) in
        program.functions.iter().filter(|(_, function)| is_user(program, function))
    {
        let Some(body) = &function.body else { continue };
        let trap = |at: &Position| match at.op(program) {
            Some(Op::Intrinsic { intrinsic: Intrinsic::Trap, .. }) => true,
            Some(_) => abort_call(program, *at).is_some(),
            None => is_open_end(program, body, *at),
        };
        found.extend(positions_of(program, func).filter(trap));
    }
    found
}

/// An unreachable end that no call of a library function which does not return stands before.
fn is_open_end(program: &Program, body: &Body, at: Position) -> bool {
    let data = &body.blocks[at.block];
    let after_library = data.insts.last().is_some_and(|inst| match &inst.op {
        Op::Call { callee: Callee::Direct(callee), .. } => {
            program.functions[*callee].body.is_none()
        }
        _ => false,
    });
    matches!(data.terminator, Terminator::Unreachable)
        && !after_library
        && !is_never_taken(body, at.block)
}

/// Whether a block is only the default of switches over all that was ever assigned to what they look at. Compilers leave such
/// blocks where scopes end.
fn is_never_taken(body: &Body, target: Block) -> bool {
    let never = |data: &BlockData| {
        let mut leads = false;
        data.terminator.for_each_successor(|next| leads |= next == target);
        match &data.terminator {
            _ if !leads => true,
            Terminator::Switch { value: Operand::Reg(reg), cases, .. } => {
                let listed = |value: u64| {
                    cases.iter().any(|&(case, block)| case == value && block != target)
                };
                cases.iter().all(|&(_, block)| block != target) && holds_only(body, *reg, &listed)
            }
            _ => false,
        }
    };
    target != Body::ENTRY && body.blocks.values().all(never)
}

/// Whether all that is assigned to a register are constants of a kind.
fn holds_only(body: &Body, reg: Reg, allowed: &dyn Fn(u64) -> bool) -> bool {
    let insts = body.blocks.values().flat_map(|data| &data.insts);
    insts.into_iter().all(|inst| {
        let mut assigned = false;
        inst.op.for_each_result(|&result| assigned |= result == reg);
        let constant =
            matches!(inst.op, Op::Copy { src: Operand::Const(value), .. } if allowed(value));
        !assigned || constant
    })
}
