//! The goal as a part of the program.
//!
//! With one target, a call of [`REACHED`] in front of the line is the goal. With several, a thread that comes to one of them
//! may stay there for ever ([`STAYS`] is an input that decides), and whoever is the last of all to stay somewhere reaches the goal:
//!
//! ```text
//! if (stays()) { atomic { standing[k] = 1; all = standing[0] & standing[1] & … && conditions; } if (all) reached(); assume(0); }
//! ```
//!
//! A thread stays at one target only, so threads are distinct. In a state of the goal no thread that stands at a target has to
//! move again, so nothing is lost by letting it stay when it gets there; and a thread that goes on instead is followed, too. All of this
//! is made of operations that every reduction, summary and slice knows already, so none of them has to know about targets.
//!
//! Inside of an atomic section a thread cannot stay: nobody else could move. It may be the last to arrive, and else goes on as if it had not been asked.
//!
//! A line that is given twice is a goal for two threads: the first to stay takes the first place. Where a target has a condition,
//! threads choose which place to take, and whoever is the last computes all conditions (`condition.rs`) before the goal is reached.
//!
//! Where runs are to go *through* a goal ([`through`]), threads wait for the last one instead of staying for ever, and all go on from there.

use raddle_condition::ConditionError;
use raddle_ir::{
    Arg, BinaryOp, Block, BlockData, Callee, CompareOp, FuncId, Function, Global, GlobalId,
    InitPart, Initializer, Inst, Loc, Op, Operand, Overflow, Program, Reg, RegInfo, Terminator,
    Type,
};
use raddle_pointsto::Position;

use crate::condition::{Condition, Known};
use crate::encounter::Encounter;
use crate::place::Resolved;

/// Called where the goal is reached.
pub const REACHED: &str = "raddle.reached";
/// How deeply a thread is inside of atomic sections.
const DEPTH: &str = "raddle.section_depth";
/// Whether a thread stays where it is: an input that no user asked for.
pub const STAYS: &str = "raddle.stays";

/// Says that all are there, and lets a thread wait for that; and the variable that says it.
const READY: &str = "raddle.ready";
pub(crate) const WAIT: &str = "raddle.wait";
const PASSED: &str = "raddle.passed";
/// Bytes of a gate.
const GATE: u64 = 4;

/// A program that can reach a goal.
#[derive(Clone, Debug)]
pub struct Goal {
    pub program: Program,
    /// The calls of [`REACHED`].
    pub reached: Vec<Position>,
    /// For each target, where a thread stands that has come to it.
    pub arrivals: Vec<Vec<Position>>,
    /// There are conditions: being there is not enough.
    pub conditional: bool,
}

/// Makes the goal a part of the program. Targets on the same line are places for as many threads.
pub fn with_goal(program: &Program, targets: &[Resolved]) -> Goal {
    with_conditions(program, targets, &[]).expect("no condition is wrong")
}

/// Two accesses (see [`crate::accesses`]) to the same memory as a goal, so that they race.
pub fn with_encounter(program: &Program, targets: &[Resolved; 2]) -> Goal {
    let mut program = program.clone();
    let encounter = Encounter::new(&mut program);
    let goal = add_goal(program, targets, vec![None; 2], Some(encounter));
    goal.expect("there are no conditions")
}

/// The same with conditions, for each target or for the first ones, that hold when all threads are there.
pub fn with_conditions(
    program: &Program,
    targets: &[Resolved],
    conditions: &[Option<Condition>],
) -> Result<Goal, ConditionError> {
    let mut program = program.clone();
    let mut known: Vec<Option<Known>> = vec![None; targets.len()];
    for ((target, condition), known) in targets.iter().zip(conditions).zip(&mut known) {
        if let Some(condition) = condition {
            *known = Some(Known::new(&mut program, condition, &target.positions)?);
        }
    }
    add_goal(program, targets, known, None)
}

/// A program whose threads may wait for each other at their places and go on from there together.
#[derive(Clone, Debug)]
pub struct Through {
    pub program: Program,
    /// Not zero once all threads were at their places in one state.
    pub passed: GlobalId,
}

/// Lets runs go through a state in which distinct threads stand at these places.
pub fn through(program: &Program, places: &[Position]) -> Through {
    let original = program.clone();
    let mut program = program.clone();
    let (ready, wait) =
        (declared(&mut program, READY, vec![]), declared(&mut program, WAIT, vec![]));
    let passed = program.globals.push(variable(PASSED, None, (GATE, GATE)));
    let conditions = vec![None; places.len()];
    let mut maker = Maker::new(&mut program, places.len(), &original, conditions);
    maker.meet(places.len(), Some(Opening { ready, wait, passed }));
    let mut distinct = places.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    for &at in distinct.iter().rev() {
        let wanted: Vec<usize> = (0..places.len()).filter(|&k| places[k] == at).collect();
        maker.arrive(at, &wanted).expect("there are no conditions");
    }
    Through { program, passed }
}

fn add_goal(
    mut program: Program,
    targets: &[Resolved],
    conditions: Vec<Option<Known>>,
    encounter: Option<Encounter>,
) -> Result<Goal, ConditionError> {
    // What the names mean is looked up where nothing was added yet.
    let original = program.clone();
    let conditional = encounter.is_some() || conditions.iter().any(Option::is_some);
    let mut maker = Maker::new(&mut program, targets.len(), &original, conditions);
    maker.encounter = encounter;
    // From the back to the front, so that places in front of others stay where they are.
    let mut places: Vec<Position> = targets.iter().flat_map(|t| t.positions.clone()).collect();
    places.sort_unstable();
    places.dedup();
    for &at in places.iter().rev() {
        let wanted: Vec<usize> =
            (0..targets.len()).filter(|&k| targets[k].positions.contains(&at)).collect();
        if conditional {
            for one in wanted.chunks(1) {
                maker.arrive(at, one)?;
            }
        } else {
            maker.arrive(at, &wanted)?;
        }
    }
    let mut goal = Goal {
        reached: Vec::new(),
        arrivals: vec![Vec::new(); targets.len()],
        program,
        conditional,
    };
    find_calls(&mut goal, targets);
    Ok(goal)
}

/// Where the calls are now. An arrival stands at the line of its target.
fn find_calls(goal: &mut Goal, targets: &[Resolved]) {
    let program = &goal.program;
    let named = |name: &str| program.function(name);
    let (reached, stays) = (named(REACHED), named(STAYS));
    for func in program.functions.keys() {
        for at in raddle_pointsto::positions_of(program, func) {
            let Some(Op::Call { callee: Callee::Direct(callee), .. }) = at.op(program) else {
                continue;
            };
            if Some(*callee) == reached {
                goal.reached.push(at);
            }
            let first = if stays.is_none() { reached } else { stays };
            if Some(*callee) != first {
                continue;
            }
            let place = at.data(program).insts[at.inst as usize].loc.get();
            for (target, arrivals) in targets.iter().zip(&mut goal.arrivals) {
                if place.is_some_and(|place| (place.file, place.line) == (target.file, target.line))
                {
                    arrivals.push(at);
                }
            }
        }
    }
}

struct Maker<'p> {
    program: &'p mut Program,
    reached: FuncId,
    /// What several targets need.
    meeting: Option<Meeting>,
    /// The program before anything was added.
    original: &'p Program,
    /// The condition of each target.
    conditions: Vec<Option<Known>>,
    encounter: Option<Encounter>,
}

struct Meeting {
    stays: FuncId,
    begin: FuncId,
    end: FuncId,
    assume: FuncId,
    standing: GlobalId,
    targets: usize,
    /// [`DEPTH`], if the program has atomic sections.
    depth: Option<FuncId>,
    /// Threads go on when all are there.
    opening: Option<Opening>,
}

#[derive(Clone, Copy)]
struct Opening {
    ready: FuncId,
    wait: FuncId,
    passed: GlobalId,
}

impl<'p> Maker<'p> {
    fn new(
        program: &'p mut Program,
        targets: usize,
        original: &'p Program,
        conditions: Vec<Option<Known>>,
    ) -> Maker<'p> {
        let conditional = conditions.iter().any(Option::is_some);
        let reached = declared(program, REACHED, vec![]);
        let mut maker =
            Maker { program, reached, meeting: None, original, conditions, encounter: None };
        if targets > 1 || conditional {
            maker.meet(targets, None);
        }
        maker
    }

    /// Gets ready for threads that have to be somewhere together.
    fn meet(&mut self, targets: usize, opening: Option<Opening>) {
        let program = &mut *self.program;
        let is_section =
            |name: &str| name == "raddle_atomic_begin" || name.starts_with("__VERIFIER_atomic_");
        let has_sections = program.functions.values().any(|one| is_section(&one.name));
        self.meeting = Some(Meeting {
            depth: has_sections.then(|| declared(program, DEPTH, vec![Type::Int(32)])),
            stays: declared(program, STAYS, vec![Type::Int(32)]),
            begin: declared(program, "raddle_atomic_begin", vec![]),
            end: declared(program, "raddle_atomic_end", vec![]),
            assume: declared(program, "raddle_assume", vec![]),
            standing: program.globals.push(variable(
                STANDING,
                Some("targets"),
                (targets as u64, 1),
            )),
            targets,
            opening,
        });
    }

    /// Lets a thread arrive in front of an operation.
    fn arrive(&mut self, at: Position, wanted: &[usize]) -> Result<(), ConditionError> {
        // A thread that goes on has done nothing there that anybody could point at.
        let goes_on = self.meeting.as_ref().is_some_and(|meeting| meeting.opening.is_some());
        let loc = if goes_on { Loc::NONE } else { location(self.program, at) };
        let Some(meeting) = &self.meeting else {
            let body = self.program.functions[at.func].body.as_mut();
            let blocks = &mut body.expect("positions lie in bodies").blocks;
            blocks[at.block]
                .insts
                .insert(at.inst as usize, call(self.reached, vec![], vec![], loc));
            return Ok(());
        };
        let Some(mut body) = self.program.functions[at.func].body.take() else { return Ok(()) };
        let mut register = |ty| body.regs.push(RegInfo { ty, name: None, debug_type: None });
        let mut insts = Vec::new();
        let inside = meeting.depth.map(|func| {
            let (depth, inside) = (register(Type::Int(32)), register(Type::BOOL));
            insts.push(call(func, vec![depth], vec![], loc));
            insts.push(Inst { op: is_not_zero(inside, depth, Type::Int(32)), loc });
            inside
        });
        let (mut kept, mut taken_back) = (Vec::new(), Vec::new());
        for (&k, encounter) in wanted.iter().zip(self.encounter) {
            let (leave, take_back) = encounter.keep(self.original, at, k, inside, &mut register);
            kept.extend(leave);
            taken_back.extend(take_back.into_iter().map(|op| Inst { op, loc }));
        }
        for known in wanted.iter().filter_map(|&k| self.conditions[k].as_ref()) {
            let (leave, take_back) = known.keep(self.original, at, inside, &mut register);
            kept.extend(leave);
            taken_back.extend(take_back.into_iter().map(|op| Inst { op, loc }));
        }
        let all = stand(meeting, wanted, inside, kept, loc, &mut insts, &mut register);
        let stays = register(Type::Int(32));
        let chosen = register(Type::BOOL);
        // The rest of the block becomes a block of its own.
        let data = &mut body.blocks[at.block];
        let rest = BlockData {
            insts: data.insts.split_off(at.inst as usize),
            terminator: std::mem::replace(&mut data.terminator, Terminator::Unreachable),
            terminator_loc: data.terminator_loc,
        };
        let rest = body.blocks.push(rest);
        let end_section = call(meeting.end, vec![], vec![], loc);
        let (all_there, not_all_there) = match meeting.opening {
            None => (
                vec![end_section, call(self.reached, vec![], vec![], loc)],
                call(meeting.assume, vec![], vec![word(0)], loc),
            ),
            Some(Opening { ready, wait, passed }) => {
                let gate = || vec![pointer(Operand::Global(passed, 0))];
                let open = call(ready, vec![], gate(), loc);
                (vec![open, end_section], call(wait, vec![], gate(), loc))
            }
        };
        let reached = body.blocks.push(BlockData {
            insts: all_there,
            terminator: Terminator::Jump(rest),
            terminator_loc: loc,
        });
        let end = body.blocks.push(BlockData {
            insts: vec![not_all_there],
            terminator: Terminator::Jump(rest),
            terminator_loc: loc,
        });
        let end = match inside {
            Some(inside) => body.blocks.push(BlockData {
                insts: vec![],
                terminator: branch(inside, rest, end),
                terminator_loc: loc,
            }),
            None => end,
        };
        // The section ends on either side.
        taken_back.push(call(meeting.end, vec![], vec![], loc));
        let end = body.blocks.push(BlockData {
            insts: taken_back,
            terminator: Terminator::Jump(end),
            terminator_loc: loc,
        });
        let mut holds = reached;
        if let Some(encounter) = self.encounter {
            let mut register = |ty| body.regs.push(RegInfo { ty, name: None, debug_type: None });
            let (ops, met) = encounter.test(&mut register);
            holds = body.blocks.push(BlockData {
                insts: ops.into_iter().map(|op| Inst { op, loc }).collect(),
                terminator: branch(met, reached, end),
                terminator_loc: loc,
            });
        }
        for known in self.conditions.iter().flatten() {
            let test = body.blocks.push(BlockData {
                insts: vec![],
                terminator: Terminator::Unreachable,
                terminator_loc: loc,
            });
            known.test(self.original, &mut body, test, (holds, end), loc)?;
            holds = test;
        }
        let standing = body.blocks.push(BlockData {
            insts,
            terminator: branch(all, holds, end),
            terminator_loc: loc,
        });
        let data = &mut body.blocks[at.block];
        data.insts.push(call(meeting.stays, vec![stays], vec![], loc));
        data.insts.push(Inst { op: is_not_zero(chosen, stays, Type::Int(32)), loc });
        data.terminator = branch(chosen, standing, rest);
        data.terminator_loc = loc;
        self.program.functions[at.func].body = Some(body);
        Ok(())
    }
}

/// Takes the first free place of those wanted, unless `inside` says that the thread cannot stay, and finds out whether all are taken. The section
/// that this begins is still open then.
fn stand(
    meeting: &Meeting,
    wanted: &[usize],
    inside: Option<Reg>,
    kept: Vec<Op>,
    loc: Loc,
    insts: &mut Vec<Inst>,
    register: &mut dyn FnMut(Type) -> Reg,
) -> Reg {
    const BYTE: Type = Type::Int(8);
    let mut push = |op| insts.push(Inst { op, loc });
    let place = |k: usize| Operand::Global(meeting.standing, k as i64);
    let combine =
        |op, dst, a, b| Op::Binary { dst, op, ty: BYTE, a, b, overflow: Overflow::default() };
    push(call_op(meeting.begin, vec![], vec![]));
    let mut before: Vec<Operand> = Vec::new();
    for k in 0..meeting.targets {
        let dst = register(BYTE);
        push(Op::Load { dst, ty: BYTE, ptr: place(k), align: 1, volatile: false, order: None });
        before.push(Operand::Reg(dst));
    }
    // The first place is taken now. Another one is taken if it was, or if all in front of it were taken before.
    let mut after = before.clone();
    let mut earlier: Option<Operand> = None;
    for &k in wanted {
        let (both, either) = (register(BYTE), register(BYTE));
        earlier = Some(match earlier {
            None => {
                after[k] = Operand::Const(1);
                before[k]
            }
            Some(earlier) => {
                push(combine(BinaryOp::Or, either, before[k], earlier));
                push(combine(BinaryOp::And, both, before[k], earlier));
                after[k] = Operand::Reg(either);
                Operand::Reg(both)
            }
        });
        let value = match inside {
            None => after[k],
            Some(inside) => {
                let (cond, dst) = (Operand::Reg(inside), register(BYTE));
                push(Op::Select { dst, ty: BYTE, cond, a: before[k], b: after[k] });
                Operand::Reg(dst)
            }
        };
        push(Op::Store { ty: BYTE, value, ptr: place(k), align: 1, volatile: false, order: None });
    }
    let mut all = Operand::Const(1);
    for taken in after {
        let both = register(BYTE);
        push(combine(BinaryOp::And, both, taken, all));
        all = Operand::Reg(both);
    }
    kept.into_iter().for_each(&mut push);
    let truth = register(Type::BOOL);
    push(Op::Compare { dst: truth, op: CompareOp::Ne, ty: BYTE, a: all, b: Operand::Const(0) });
    truth
}

const STANDING: &str = "raddle.standing";

fn variable(name: &str, source_name: Option<&str>, (size, align): (u64, u64)) -> Global {
    let zeros = InitPart::Bytes(vec![0; size as usize]);
    Global {
        name: name.to_owned(),
        source_name: source_name.map(str::to_owned),
        size,
        align,
        constant: false,
        thread_local: false,
        local: true,
        init: Some(Initializer { parts: vec![(0, zeros)] }),
        ty: None,
        loc: Loc::NONE,
    }
}

/// A gate that nobody has to open.
pub(crate) fn open_gate() -> Global {
    let mut gate = variable("raddle.mark", None, (GATE, GATE));
    gate.init =
        Some(Initializer { parts: vec![(0, InitPart::Bytes(1u32.to_le_bytes().to_vec()))] });
    gate
}

/// A library function, declared if the program does not know it.
pub(crate) fn declared(program: &mut Program, name: &str, returns: Vec<Type>) -> FuncId {
    if let Some(known) = program.function(name) {
        return known;
    }
    let func = program.functions.push(Function {
        name: name.to_owned(),
        source_name: None,
        params: Vec::new(),
        varargs: true,
        returns,
        body: None,
        optimised: false,
        loc: Loc::NONE,
    });
    program.function_names.insert(name.to_owned(), func);
    func
}

pub(crate) fn location(program: &Program, at: Position) -> Loc {
    let data = at.data(program);
    data.insts.get(at.inst as usize).map_or(data.terminator_loc, |inst| inst.loc)
}

fn call(func: FuncId, dsts: Vec<Reg>, args: Vec<Arg>, loc: Loc) -> Inst {
    Inst { op: call_op(func, dsts, args), loc }
}

fn call_op(func: FuncId, dsts: Vec<Reg>, args: Vec<Arg>) -> Op {
    Op::Call { dsts, callee: Callee::Direct(func), args }
}

pub(crate) fn pointer(value: Operand) -> Arg {
    Arg { value, ty: Type::Ptr, by_value: None, unannounced: false }
}

fn word(value: u64) -> Arg {
    Arg { value: Operand::Const(value), ty: Type::Int(32), by_value: None, unannounced: false }
}

fn is_not_zero(dst: Reg, value: Reg, ty: Type) -> Op {
    Op::Compare { dst, op: CompareOp::Ne, ty, a: Operand::Reg(value), b: Operand::Const(0) }
}

fn branch(cond: Reg, then: Block, otherwise: Block) -> Terminator {
    Terminator::Branch { cond: Operand::Reg(cond), then, otherwise }
}
