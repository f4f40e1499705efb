//! Two threads that meet at the same memory: a race as a goal.
//!
//! Targets are accesses here, not lines. A thread that stays leaves where it is about to access, how many bytes, and how; whoever is the last
//! compares: the bytes have to overlap, one of the two writes, and one is not atomic. Then nothing orders the two, since both
//! are about to happen: a data race.

use raddle_ir::{
    BinaryOp, CompareOp, Global, GlobalId, InitPart, Initializer, Loc, Op, Operand, Overflow,
    Program, Reg, Type,
};
use raddle_pointsto::Position;

use crate::place::Resolved;

const WRITES: u64 = 1;
const PLAIN: u64 = 2;
/// Address, bytes, [`WRITES`] and [`PLAIN`].
const SIZE: u64 = 24;

/// What threads leave.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encounter {
    cells: GlobalId,
}

/// An access as it is in the program.
#[derive(Clone, Copy, Debug)]
struct Access {
    pointer: Operand,
    bytes: u64,
    how: u64,
}

fn access(program: &Program, at: Position) -> Option<Access> {
    let (pointer, ty, writes, order) = match at.op(program)? {
        Op::Load { ptr, ty, order, .. } => (*ptr, *ty, false, order.is_some()),
        Op::Store { ptr, ty, order, .. } => (*ptr, *ty, true, order.is_some()),
        Op::AtomicUpdate { ptr, ty, .. } | Op::CompareExchange { ptr, ty, .. } => {
            (*ptr, *ty, true, true)
        }
        _ => return None,
    };
    let bytes = u64::from(ty.bits(&program.target).div_ceil(8));
    let how = u64::from(writes) * WRITES + u64::from(!order) * PLAIN;
    Some(Access { pointer, bytes, how })
}

/// The accesses of a line to memory, in place of where control enters it; nothing if it has none.
pub fn accesses(program: &Program, line: &Resolved) -> Option<Resolved> {
    let is_here = |at: &Position| {
        let data = at.data(program);
        let place = data.insts.get(at.inst as usize).and_then(|inst| inst.loc.get());
        place.is_some_and(|place| (place.file, place.line) == (line.file, line.line))
            && access(program, *at).is_some()
    };
    let mut functions: Vec<_> = line.positions.iter().map(|at| at.func).collect();
    functions.sort_unstable();
    functions.dedup();
    let positions: Vec<Position> = functions
        .into_iter()
        .flat_map(|func| raddle_pointsto::positions_of(program, func))
        .filter(is_here)
        .collect();
    (!positions.is_empty()).then_some(Resolved { positions, ..line.clone() })
}

impl Encounter {
    pub fn new(program: &mut Program) -> Encounter {
        let size = 2 * SIZE;
        let cells = program.globals.push(Global {
            name: "raddle.encounter".to_owned(),
            source_name: None,
            size,
            align: 8,
            constant: false,
            thread_local: false,
            local: true,
            init: Some(Initializer { parts: vec![(0, InitPart::Bytes(vec![0; size as usize]))] }),
            ty: None,
            loc: Loc::NONE,
        });
        Encounter { cells }
    }

    fn cell(self, target: usize, offset: u64) -> Operand {
        Operand::Global(self.cells, (target as u64 * SIZE + offset) as i64)
    }

    /// The operations that leave what a thread is about to access, and those that take it back if `inside` says that it cannot stay.
    pub fn keep(
        self,
        program: &Program,
        at: Position,
        target: usize,
        inside: Option<Reg>,
        register: &mut dyn FnMut(Type) -> Reg,
    ) -> (Vec<Op>, Vec<Op>) {
        let (mut leave, mut take_back) = (Vec::new(), Vec::new());
        let Some(Access { pointer, bytes, how }) = access(program, at) else {
            return (leave, take_back);
        };
        let (align, volatile, order) = (1, false, None);
        let word = Type::Int(64);
        let parts =
            [(Type::Ptr, pointer), (word, Operand::Const(bytes)), (word, Operand::Const(how))];
        for (offset, (ty, value)) in (0..).step_by(8).zip(parts) {
            let ptr = self.cell(target, offset);
            if let Some(inside) = inside {
                let (before, dst, cond) = (register(ty), register(ty), Operand::Reg(inside));
                leave.push(Op::Load { dst: before, ty, ptr, align, volatile, order });
                take_back.push(Op::Select { dst, ty, cond, a: Operand::Reg(before), b: value });
                let value = Operand::Reg(dst);
                take_back.push(Op::Store { ty, value, ptr, align, volatile, order });
            }
            leave.push(Op::Store { ty, value, ptr, align, volatile, order });
        }
        (leave, take_back)
    }

    /// The operations that find out whether the two meet, and the register (`i1`) that says so.
    pub fn test(self, register: &mut dyn FnMut(Type) -> Reg) -> (Vec<Op>, Reg) {
        let mut ops = Vec::new();
        let word = Type::Int(64);
        let load = |ty, ptr, ops: &mut Vec<Op>, register: &mut dyn FnMut(Type) -> Reg| {
            let dst = register(ty);
            ops.push(Op::Load { dst, ty, ptr, align: 1, volatile: false, order: None });
            Operand::Reg(dst)
        };
        let mut begin = Vec::new();
        let mut end = Vec::new();
        let mut how = Vec::new();
        for target in 0..2 {
            let base = load(Type::Ptr, self.cell(target, 0), &mut ops, register);
            let bytes = load(word, self.cell(target, 8), &mut ops, register);
            how.push(load(word, self.cell(target, 16), &mut ops, register));
            let dst = register(Type::Ptr);
            let indices = vec![(bytes, word, 1)];
            ops.push(Op::Address { dst, base, offset: 0, indices, in_bounds: false });
            begin.push(base);
            end.push(Operand::Reg(dst));
        }
        let compare = |op, ty, a, b, ops: &mut Vec<Op>, register: &mut dyn FnMut(Type) -> Reg| {
            let dst = register(Type::BOOL);
            ops.push(Op::Compare { dst, op, ty, a, b });
            Operand::Reg(dst)
        };
        let ptr = Type::Ptr;
        let left = compare(CompareOp::Ult, ptr, begin[0], end[1], &mut ops, register);
        let right = compare(CompareOp::Ult, ptr, begin[1], end[0], &mut ops, register);
        let both = register(word);
        let overflow = Overflow::default();
        ops.push(Op::Binary {
            dst: both,
            op: BinaryOp::Or,
            ty: word,
            a: how[0],
            b: how[1],
            overflow,
        });
        let all = Operand::Const(WRITES | PLAIN);
        let conflict = compare(CompareOp::Eq, word, Operand::Reg(both), all, &mut ops, register);
        let mut met = left;
        for more in [right, conflict] {
            let dst = register(Type::BOOL);
            ops.push(Op::Binary {
                dst,
                op: BinaryOp::And,
                ty: Type::BOOL,
                a: met,
                b: more,
                overflow,
            });
            met = Operand::Reg(dst);
        }
        let Operand::Reg(met) = met else { unreachable!("it was computed") };
        (ops, met)
    }
}
