//! Accesses that cannot fail, whatever the values of variables are: they name a variable and constant bytes
//! inside of it.
//!
//! A pointer variable may outlive what it points to; only unnamed registers, which the front end makes where
//! the variable is in scope, are followed.

use raddle_ir::{Body, FuncId, GlobalId, Op, Operand, Program, Reg, SlotId};
use rustc_hash::FxHashMap;

/// The variable that a pointer points into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Variable {
    Global(GlobalId),
    Local(SlotId),
}

#[derive(Clone, Copy, Debug)]
struct Target {
    variable: Variable,
    size: u64,
    offset: i64,
}

/// Pointers of one function that certainly point into variables.
#[derive(Debug)]
pub(crate) struct DirectPointers<'p> {
    program: &'p Program,
    registers: FxHashMap<Reg, Target>,
}

impl<'p> DirectPointers<'p> {
    pub fn new(program: &'p Program, func: FuncId) -> DirectPointers<'p> {
        let mut direct = DirectPointers { program, registers: FxHashMap::default() };
        if let Some(body) = &program.functions[func].body {
            direct.find(body);
        }
        direct
    }

    fn find(&mut self, body: &Body) {
        let mut definitions: FxHashMap<Reg, u32> = FxHashMap::default();
        for inst in body.blocks.values().flat_map(|data| &data.insts) {
            inst.op.for_each_result(|&reg| *definitions.entry(reg).or_default() += 1);
        }
        let usable = |reg: Reg| definitions.get(&reg) == Some(&1) && body.regs[reg].name.is_none();
        for inst in &body.blocks[Body::ENTRY].insts {
            if let Op::Alloca { dst, slot, size, count: Operand::Const(count), .. } = &inst.op
                && usable(*dst)
            {
                let size = size.saturating_mul(*count);
                let target = Target { variable: Variable::Local(*slot), size, offset: 0 };
                self.registers.insert(*dst, target);
            }
        }
        // A register is computed from others that were computed before it: a few rounds are enough.
        for _ in 0..4 {
            for inst in body.blocks.values().flat_map(|data| &data.insts) {
                let Op::Address { dst, base, offset, indices, .. } = &inst.op else { continue };
                if usable(*dst)
                    && let Some(mut target) = self.target(*base)
                    && let Some(by) = constant_offset(self.program, *offset, indices)
                {
                    target.offset = target.offset.wrapping_add(by);
                    self.registers.insert(*dst, target);
                }
            }
        }
    }

    fn target(&self, pointer: Operand) -> Option<Target> {
        match pointer {
            Operand::Reg(reg) => self.registers.get(&reg).copied(),
            Operand::Global(global, offset) => {
                let data = &self.program.globals[global];
                data.init.as_ref()?;
                Some(Target { variable: Variable::Global(global), size: data.size, offset })
            }
            Operand::Const(_) | Operand::Wide { .. } | Operand::Func(_) | Operand::Undef => None,
        }
    }

    /// The variable of an access to `bytes` bytes that cannot fail; `None` if it may.
    pub fn access(&self, pointer: Operand, bytes: u64, write: bool) -> Option<Variable> {
        let target = self.target(pointer)?;
        let start = u64::try_from(target.offset).ok()?;
        let inside = start.checked_add(bytes).is_some_and(|end| end <= target.size);
        let constant = match target.variable {
            Variable::Global(global) => self.program.globals[global].constant,
            Variable::Local(_) => false,
        };
        (inside && !(write && constant)).then_some(target.variable)
    }
}

fn constant_offset(
    program: &Program,
    offset: i64,
    indices: &[(Operand, raddle_ir::Type, u64)],
) -> Option<i64> {
    indices.iter().try_fold(offset, |total, &(index, ty, scale)| {
        let Operand::Const(word) = index else { return None };
        let unused = 64u32.checked_sub(ty.bits(&program.target))?;
        let index = (word << unused) as i64 >> unused;
        total.checked_add(index.checked_mul(i64::try_from(scale).ok()?)?)
    })
}
