//! `raddle_invariant(condition)`: a condition on global variables that has to hold in every state.
//!
//! A state differs from the one before only by what was written, so the condition is evaluated behind every write that may
//! reach a variable it reads, as a part of the same step: a call of [`WATCH`] is put there. In an atomic section it is evaluated
//! at the end. What the condition reads is then read by each of these steps, so steps that write different variables of
//! one condition depend on each other like any others that access the same memory, and neither the exploration nor a slice needs to
//! know about invariants. Behind writes through pointers that are not followed, the address is compared first; behind library
//! functions that are given such pointers, the condition is evaluated in any case, which can do no harm.
//!
//! A condition is a function that takes nothing, calls only functions like it, and reads global variables by name. Others
//! are unsupported, where they are declared.

use raddle_ir::{
    Arg, BinaryOp, Block, BlockData, Body, Callee, CastOp, CompareOp, Entity, FuncId, Function,
    Global, GlobalId, InitPart, Initializer, Inst, Intrinsic, Loc, Op, Operand, Overflow, Param,
    Program, Reg, RegInfo, Terminator, Type,
};
use rustc_hash::FxHashSet;

use crate::origins::{Origin, Origins, call, escapes};

/// Evaluates the invariants, or notes in an atomic section that they have to be at its end.
const WATCH: &str = "raddle.watch";
/// The same at the end of an atomic section.
const WATCH_END: &str = "raddle.watch_end";
/// The same if an address is one of a variable that a condition reads.
const WATCH_AT: &str = "raddle.watch_at";
/// Evaluates all conditions that were declared.
const EVALUATE: &str = "raddle.evaluate";
/// How deeply the calling thread is inside of atomic sections.
const DEPTH: &str = "raddle.section_depth";
/// Reports an invariant whose condition is zero.
const HOLDS: &str = "raddle.holds";

const GENERATED: [&str; 6] = [WATCH, WATCH_END, WATCH_AT, EVALUATE, DEPTH, HOLDS];

const DECLARATION: &str = "raddle_invariant";
const SECTION_ENDS: [&str; 2] = ["raddle_atomic_end", "__VERIFIER_atomic_end"];
/// Functions with such names are atomic sections.
const ATOMIC_FUNCTION: &str = "__VERIFIER_atomic_";

/// A place where an invariant is declared.
struct Declared {
    condition: FuncId,
    loc: Loc,
    /// Whether that has happened yet.
    flag: GlobalId,
}

/// Makes the program evaluate its invariants.
pub fn watch(program: &mut Program) {
    let Some(declaration) = program.function(DECLARATION) else { return };
    // A program with functions of these names means something else.
    let taken = GENERATED.iter().any(|name| program.function(name).is_some());
    if program.functions[declaration].body.is_some() || taken {
        return;
    }
    let (declared, read) = declare(program, declaration);
    if declared.is_empty() {
        return;
    }
    let watched = Watched::new(program, read);
    let calls = Calls::new(program);
    let users: Vec<FuncId> = program.functions.keys().collect();
    for func in users {
        let atomic = program.functions[func].name.starts_with(ATOMIC_FUNCTION);
        watch_function(program, func, &watched, &calls, &declared, atomic);
    }
    generate(program, &watched, &calls, &declared);
}

/// All declarations that can be followed, and the variables that their conditions read. Others become unsupported.
fn declare(program: &mut Program, declaration: FuncId) -> (Vec<Declared>, FxHashSet<GlobalId>) {
    let mut declared = Vec::new();
    let mut read = FxHashSet::default();
    let places: Vec<(FuncId, Block, usize)> = positions(program)
        .filter(|&(func, block, at)| is_call_of(inst(program, func, block, at), declaration))
        .collect();
    for (func, block, at) in places {
        let Inst { op, loc } = inst(program, func, block, at);
        let loc = *loc;
        let condition = match op {
            Op::Call { args, .. } => args.first().map(|arg| arg.value),
            _ => None,
        };
        let mut variables = FxHashSet::default();
        let known = match condition {
            Some(Operand::Func(condition))
                if is_condition(program, condition, &mut variables, &mut Vec::new())
                    && program.functions[condition].params.is_empty()
                    && matches!(program.functions[condition].returns[..], [Type::Int(_)]) =>
            {
                Some(condition)
            }
            _ => None,
        };
        let body = program.functions[func].body.as_mut().expect("it has instructions");
        match known {
            Some(condition) => {
                read.extend(variables);
                let flag = program.globals.push(flag(declared.len(), false, loc));
                declared.push(Declared { condition, loc, flag });
            }
            None => {
                let what = "an invariant that is no function of global variables alone".to_owned();
                body.blocks[block].insts[at].op = Op::Unsupported { what };
            }
        }
    }
    (declared, read)
}

fn flag(number: usize, thread_local: bool, loc: Loc) -> Global {
    let name = if thread_local { "raddle.pending" } else { "raddle.declared" };
    let bytes = InitPart::Bytes(vec![0]);
    Global {
        name: format!("{name}.{number}"),
        source_name: Some("invariants".to_owned()),
        size: 1,
        align: 1,
        constant: false,
        thread_local,
        local: true,
        init: Some(Initializer { parts: vec![(0, bytes)] }),
        ty: None,
        loc,
    }
}

fn positions(program: &Program) -> impl Iterator<Item = (FuncId, Block, usize)> + '_ {
    program.functions.iter().flat_map(|(func, function)| {
        function.body.iter().flat_map(move |body| {
            body.blocks.iter().flat_map(move |(block, data)| {
                (0..data.insts.len()).map(move |at| (func, block, at))
            })
        })
    })
}

fn inst(program: &Program, func: FuncId, block: Block, at: usize) -> &Inst {
    &program.functions[func].body.as_ref().expect("it has instructions").blocks[block].insts[at]
}

fn is_call_of(inst: &Inst, func: FuncId) -> bool {
    matches!(inst.op, Op::Call { callee: Callee::Direct(callee), .. } if callee == func)
}

/// Whether a function only reads global variables by name and computes. Collects the variables.
fn is_condition(
    program: &Program,
    func: FuncId,
    variables: &mut FxHashSet<GlobalId>,
    seen: &mut Vec<FuncId>,
) -> bool {
    if seen.contains(&func) {
        return true;
    }
    seen.push(func);
    let Some(body) = &program.functions[func].body else { return false };
    let origins = Origins::new(program, func, body);
    body.blocks.values().flat_map(|block| &block.insts).all(|inst| match &inst.op {
        Op::Load { ptr, .. } => match origins.of(*ptr) {
            Origin::Global(global) => {
                let variable = &program.globals[global];
                if !variable.constant {
                    variables.insert(global);
                }
                !variable.thread_local
            }
            Origin::Local(_) | Origin::Unknown => false,
        },
        Op::Call { callee: Callee::Direct(callee), .. } => {
            is_condition(program, *callee, variables, seen)
        }
        Op::Copy { .. }
        | Op::Binary { .. }
        | Op::Compare { .. }
        | Op::FloatBinary { .. }
        | Op::FloatNeg { .. }
        | Op::FloatCompare { .. }
        | Op::Cast { .. }
        | Op::Select { .. }
        | Op::Address { .. } => true,
        Op::Store { .. }
        | Op::AtomicUpdate { .. }
        | Op::CompareExchange { .. }
        | Op::Fence { .. }
        | Op::Alloca { .. }
        | Op::Call { .. }
        | Op::Intrinsic { .. }
        | Op::Unsupported { .. } => false,
    })
}

/// The variables whose writes count.
struct Watched {
    variables: FxHashSet<GlobalId>,
    /// Those of them whose address is used for more than to access them.
    escaping: Vec<GlobalId>,
}

impl Watched {
    fn new(program: &Program, variables: FxHashSet<GlobalId>) -> Watched {
        let mut escaping = FxHashSet::default();
        for global in program.globals.values() {
            let parts = global.init.iter().flat_map(|init| &init.parts);
            escaping.extend(parts.filter_map(|(_, part)| match part {
                InitPart::Global(target, _) => Some(*target),
                InitPart::Bytes(_) | InitPart::Func(_) | InitPart::Undef(_) => None,
            }));
        }
        for (func, function) in program.functions.iter() {
            let Some(body) = &function.body else { continue };
            let origins = Origins::new(program, func, body);
            let mut note = |operand: &Operand| {
                if let Origin::Global(global) = origins.of(*operand) {
                    escaping.insert(global);
                }
            };
            for block in body.blocks.values() {
                block.insts.iter().for_each(|inst| escapes(&origins, &inst.op, &mut note));
                block.terminator.for_each_operand(&mut note);
            }
        }
        let mut escaping: Vec<GlobalId> =
            escaping.into_iter().filter(|global| variables.contains(global)).collect();
        escaping.sort();
        Watched { variables, escaping }
    }

    /// Whether a write through a pointer may reach a watched variable.
    fn may_reach(&self, origin: Origin) -> Reaches {
        match origin {
            Origin::Global(global) if self.variables.contains(&global) => Reaches::Certainly,
            Origin::Unknown if !self.escaping.is_empty() => Reaches::Perhaps,
            Origin::Global(_) | Origin::Local(_) | Origin::Unknown => Reaches::Never,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reaches {
    Never,
    Perhaps,
    Certainly,
}

/// The functions that calls are put in of.
struct Calls {
    watch: FuncId,
    watch_end: FuncId,
    watch_at: FuncId,
    evaluate: FuncId,
    depth: FuncId,
    holds: FuncId,
}

impl Calls {
    fn new(program: &mut Program) -> Calls {
        let int = Type::Int(32);
        Calls {
            watch: function(program, WATCH, &[], &[]),
            watch_end: function(program, WATCH_END, &[], &[]),
            watch_at: function(program, WATCH_AT, &[Type::Ptr], &[]),
            evaluate: function(program, EVALUATE, &[], &[]),
            depth: function(program, DEPTH, &[], &[int]),
            holds: function(program, HOLDS, &[int], &[]),
        }
    }
}

fn function(program: &mut Program, name: &str, params: &[Type], returns: &[Type]) -> FuncId {
    let param = |(at, &ty): (usize, &Type)| Param {
        ty,
        reg: Reg::new(at),
        by_value: None,
        debug_type: None,
    };
    let func = program.functions.push(Function {
        name: name.to_owned(),
        source_name: Some("invariants".to_owned()),
        params: params.iter().enumerate().map(param).collect(),
        varargs: false,
        returns: returns.to_vec(),
        optimised: false,
        body: None,
        loc: Loc::NONE,
    });
    program.function_names.insert(name.to_owned(), func);
    func
}

/// Puts the calls into a function.
fn watch_function(
    program: &mut Program,
    func: FuncId,
    watched: &Watched,
    calls: &Calls,
    declared: &[Declared],
    atomic: bool,
) {
    let Some(mut body) = program.functions[func].body.take() else { return };
    let origins = Origins::new(program, func, &body);
    for data in body.blocks.values_mut() {
        let mut insts = Vec::with_capacity(data.insts.len());
        for inst in std::mem::take(&mut data.insts) {
            let loc = inst.loc;
            if let Some(flag) = declares(program, &inst, declared) {
                let (value, ptr) = (Operand::Const(1), Operand::Global(flag, 0));
                let ty = Type::Int(8);
                let op = Op::Store { ty, value, ptr, align: 1, volatile: false, order: None };
                insts.push(Inst { op, loc });
                insts.push(call(calls.watch, &[], Vec::new(), loc));
                continue;
            }
            let ends_section = SECTION_ENDS.iter().any(|name| {
                program.function(name).is_some_and(|function| is_call_of(&inst, function))
            });
            if ends_section {
                insts.push(call(calls.watch_end, &[], Vec::new(), loc));
            }
            let after = watched_after(program, &origins, watched, calls, &inst);
            insts.push(inst);
            insts.extend(after);
        }
        if atomic && matches!(data.terminator, Terminator::Return(_)) {
            insts.push(call(calls.watch_end, &[], Vec::new(), data.terminator_loc));
        }
        data.insts = insts;
    }
    program.functions[func].body = Some(body);
}

/// The flag of the invariant that an instruction declares.
fn declares(program: &Program, inst: &Inst, declared: &[Declared]) -> Option<GlobalId> {
    let declaration = program.function(DECLARATION)?;
    let Op::Call { args, .. } = &inst.op else { return None };
    let condition = args.first().map(|arg| arg.value)?;
    let same =
        |known: &&Declared| known.loc == inst.loc && condition == Operand::Func(known.condition);
    declared.iter().filter(|_| is_call_of(inst, declaration)).find(same).map(|known| known.flag)
}

/// What has to follow an instruction.
fn watched_after(
    program: &Program,
    origins: &Origins,
    watched: &Watched,
    calls: &Calls,
    inst: &Inst,
) -> Option<Inst> {
    let always = || call(calls.watch, &[], Vec::new(), inst.loc);
    match &inst.op {
        Op::Store { ptr, .. } | Op::AtomicUpdate { ptr, .. } | Op::CompareExchange { ptr, .. } => {
            match watched.may_reach(origins.of(*ptr)) {
                Reaches::Never => None,
                Reaches::Certainly => Some(always()),
                Reaches::Perhaps => {
                    Some(call(calls.watch_at, &[(*ptr, Type::Ptr)], Vec::new(), inst.loc))
                }
            }
        }
        Op::Intrinsic {
            intrinsic: Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet,
            args,
            ..
        } => {
            let reaches = |to: &&Operand| watched.may_reach(origins.of(**to)) != Reaches::Never;
            args.first().filter(reaches).map(|_| always())
        }
        Op::Call { callee, args, .. } => {
            // Functions of the program have their own calls.
            let library = match callee {
                Callee::Direct(callee) => program.functions[*callee].body.is_none(),
                Callee::Indirect(_) => true,
            };
            let reaches = |arg: &Arg| {
                arg.ty == Type::Ptr && watched.may_reach(origins.of(arg.value)) != Reaches::Never
            };
            (library && args.iter().any(reaches)).then(always)
        }
        Op::Copy { .. }
        | Op::Binary { .. }
        | Op::Compare { .. }
        | Op::FloatBinary { .. }
        | Op::FloatNeg { .. }
        | Op::FloatCompare { .. }
        | Op::Cast { .. }
        | Op::Select { .. }
        | Op::Address { .. }
        | Op::Load { .. }
        | Op::Fence { .. }
        | Op::Alloca { .. }
        | Op::Intrinsic { .. }
        | Op::Unsupported { .. } => None,
    }
}

/// Writes the bodies of the functions that are called.
fn generate(program: &mut Program, watched: &Watched, calls: &Calls, declared: &[Declared]) {
    let pending = program.globals.push(flag(0, true, Loc::NONE));
    let pointer = Type::Int(program.target.pointer_bits as u16);
    let bodies = [
        (calls.watch, watch_body(calls, pending)),
        (calls.watch_end, watch_end_body(calls, pending)),
        (calls.watch_at, watch_at_body(program, watched, calls, pointer)),
        (calls.evaluate, evaluate_body(program, calls, declared)),
    ];
    for (func, body) in bodies {
        program.functions[func].body = Some(body);
    }
}

/// A body that grows block by block.
struct Writer {
    body: Body,
    insts: Vec<Inst>,
}

impl Writer {
    fn new(params: &[Type]) -> Writer {
        let mut writer = Writer { body: Body::default(), insts: Vec::new() };
        params.iter().for_each(|&ty| {
            writer.reg(ty);
        });
        writer
    }
    fn reg(&mut self, ty: Type) -> Reg {
        self.body.regs.push(RegInfo { ty, name: None, debug_type: None })
    }
    fn push(&mut self, op: Op) {
        self.insts.push(Inst { op, loc: Loc::NONE });
    }
    fn load(&mut self, flag: GlobalId) -> Operand {
        let (ty, ptr) = (Type::Int(8), Operand::Global(flag, 0));
        let dst = self.reg(ty);
        self.push(Op::Load { dst, ty, ptr, align: 1, volatile: false, order: None });
        Operand::Reg(dst)
    }
    fn store(&mut self, flag: GlobalId, value: u64) {
        let (ty, ptr) = (Type::Int(8), Operand::Global(flag, 0));
        let value = Operand::Const(value);
        self.push(Op::Store { ty, value, ptr, align: 1, volatile: false, order: None });
    }
    fn compare(&mut self, op: CompareOp, ty: Type, a: Operand, b: u64) -> Operand {
        let dst = self.reg(Type::BOOL);
        self.push(Op::Compare { dst, op, ty, a, b: Operand::Const(b) });
        Operand::Reg(dst)
    }
    fn call(&mut self, func: FuncId) {
        self.insts.push(call(func, &[], Vec::new(), Loc::NONE));
    }
    fn end(&mut self, terminator: Terminator) {
        let insts = std::mem::take(&mut self.insts);
        self.body.blocks.push(BlockData { insts, terminator, terminator_loc: Loc::NONE });
    }
    /// Goes on in the next block if the condition holds, else `further` blocks behind it.
    fn branch(&mut self, cond: Operand, further: usize) {
        let next = self.body.blocks.len() + 1;
        let (then, otherwise) = (Block::new(next), Block::new(next + further));
        self.end(Terminator::Branch { cond, then, otherwise });
    }
    fn jump(&mut self) {
        let next = Block::new(self.body.blocks.len() + 1);
        self.end(Terminator::Jump(next));
    }
    fn finish(mut self) -> Body {
        self.end(Terminator::Return(Vec::new()));
        self.body
    }
    fn depth(&mut self, calls: &Calls) -> Operand {
        let depth = self.reg(Type::Int(32));
        self.insts.push(call(calls.depth, &[], vec![depth], Loc::NONE));
        Operand::Reg(depth)
    }
}

fn watch_body(calls: &Calls, pending: GlobalId) -> Body {
    let mut writer = Writer::new(&[]);
    let depth = writer.depth(calls);
    let outside = writer.compare(CompareOp::Eq, Type::Int(32), depth, 0);
    writer.branch(outside, 1);
    writer.call(calls.evaluate);
    writer.end(Terminator::Return(Vec::new()));
    writer.store(pending, 1);
    writer.finish()
}

fn watch_end_body(calls: &Calls, pending: GlobalId) -> Body {
    let mut writer = Writer::new(&[]);
    let depth = writer.depth(calls);
    let last = writer.compare(CompareOp::Eq, Type::Int(32), depth, 1);
    writer.branch(last, 2);
    let value = writer.load(pending);
    let wrote = writer.compare(CompareOp::Ne, Type::Int(8), value, 0);
    writer.branch(wrote, 1);
    writer.store(pending, 0);
    writer.call(calls.evaluate);
    writer.jump();
    writer.finish()
}

fn watch_at_body(program: &Program, watched: &Watched, calls: &Calls, pointer: Type) -> Body {
    let mut writer = Writer::new(&[Type::Ptr]);
    let given = writer.reg(pointer);
    let a = Operand::Reg(Reg::new(0));
    writer.push(Op::Cast { dst: given, op: CastOp::Bits, from: Type::Ptr, to: pointer, a });
    for &global in &watched.escaping {
        let base = writer.reg(pointer);
        let a = Operand::Global(global, 0);
        writer.push(Op::Cast { dst: base, op: CastOp::Bits, from: Type::Ptr, to: pointer, a });
        let offset = writer.reg(pointer);
        writer.push(Op::Binary {
            dst: offset,
            op: BinaryOp::Sub,
            ty: pointer,
            a: Operand::Reg(given),
            b: Operand::Reg(base),
            overflow: Overflow::default(),
        });
        let size = program.globals[global].size;
        let inside = writer.compare(CompareOp::Ult, pointer, Operand::Reg(offset), size);
        writer.branch(inside, 1);
        writer.call(calls.watch);
        writer.end(Terminator::Return(Vec::new()));
    }
    writer.finish()
}

fn evaluate_body(program: &Program, calls: &Calls, declared: &[Declared]) -> Body {
    let mut writer = Writer::new(&[]);
    for &Declared { condition, loc, flag } in declared {
        let value = writer.load(flag);
        let known = writer.compare(CompareOp::Ne, Type::Int(8), value, 0);
        writer.branch(known, 1);
        let ty = program.functions[condition].returns[0];
        let result = writer.reg(ty);
        writer.insts.push(call(condition, &[], vec![result], loc));
        let holds = writer.compare(CompareOp::Ne, ty, Operand::Reg(result), 0);
        let wide = writer.reg(Type::Int(32));
        let (from, to) = (Type::BOOL, Type::Int(32));
        writer.push(Op::Cast { dst: wide, op: CastOp::ZExt, from, to, a: holds });
        let arg = [(Operand::Reg(wide), to)];
        writer.insts.push(call(calls.holds, &arg, Vec::new(), loc));
        writer.jump();
    }
    writer.finish()
}
