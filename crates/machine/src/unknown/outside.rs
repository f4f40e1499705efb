//! What pointers from outside may point to: variables and functions that somebody outside of the program knows.
//!
//! Others know a variable that they can name, or whose address they were told. A `static` variable cannot be named outside of its
//! file. Nobody was told its address if its own file uses it for nothing but accesses: no store, call, return, cast or
//! initializer has it as a value. So a pointer that comes from outside does not lead there; that it is computed
//! from the address of another object is what C does not allow. The same holds of pointers in memory that is not known: whatever stored them there was
//! told the address.
//!
//! Addresses are followed through copies, choices and arithmetic within a function, and no further: a `static` variable that is passed to
//! a function of the program counts as one that others know, although that function may keep it for itself. What library functions do with
//! addresses is in their table.

use std::collections::BTreeSet;

use raddle_ir::{Body, Callee, FuncId, GlobalId, InitPart, Intrinsic, Op, Operand, Program, Reg};
use raddle_library::{Effect, Memory};

use crate::machine::Machine;
use crate::mistakes::UnknownMistake;

/// What is known outside.
#[derive(Debug)]
pub(crate) struct Outside {
    /// Functions with a body whose address something else than a call uses.
    pub functions: Vec<FuncId>,
    /// Variables whose address is used as a value.
    told: BTreeSet<GlobalId>,
    /// There are constants that are structs.
    pub constants: bool,
}

impl Machine<'_> {
    pub(super) fn outside(&self) -> &Outside {
        self.facts.outside.get_or_init(|| {
            let is_struct = |ty| self.elements_of(Some(ty)).0.is_some_and(|ty| self.is_struct(ty));
            let mut globals = self.program.globals.values();
            let constants =
                globals.any(|global| global.constant && global.ty.is_some_and(is_struct));
            Outside { constants, ..Outside::of(self.program) }
        })
    }

    /// Whether a pointer from outside may point to a variable.
    pub(super) fn is_known_outside(&self, id: GlobalId) -> bool {
        let told = self.config.unknown_mistake != Some(UnknownMistake::StaticsHidden)
            && self.outside().told.contains(&id);
        !self.program.globals[id].local || told
    }
}

impl Outside {
    fn of(program: &Program) -> Outside {
        let (functions, told) = (Vec::new(), BTreeSet::new());
        let mut outside = Outside { functions, told, constants: false };
        for global in program.globals.values() {
            for (_, part) in global.init.iter().flat_map(|init| &init.parts) {
                match *part {
                    InitPart::Func(func) => outside.functions.push(func),
                    InitPart::Global(id, _) => drop(outside.told.insert(id)),
                    InitPart::Bytes(_) | InitPart::Undef(_) => (),
                }
            }
        }
        for body in program.functions.values().filter_map(|function| function.body.as_ref()) {
            outside.add_functions(body);
            outside.add_variables(program, body);
        }
        outside.functions.retain(|&func| program.functions[func].body.is_some());
        outside.functions.sort_unstable();
        outside.functions.dedup();
        outside
    }

    fn add_functions(&mut self, body: &Body) {
        let mut visit = |operand: &Operand| {
            if let Operand::Func(func) = operand {
                self.functions.push(*func);
            }
        };
        for block in body.blocks.values() {
            block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut visit));
            block.terminator.for_each_operand(&mut visit);
        }
    }

    fn add_variables(&mut self, program: &Program, body: &Body) {
        let addresses = Addresses::of(program, body);
        let mut visit = |operand: &Operand| self.told.extend(addresses.in_operand(operand));
        for block in body.blocks.values() {
            block.insts.iter().for_each(|inst| values(program, &inst.op, &mut visit));
            block.terminator.for_each_operand(&mut visit);
        }
    }
}

/// Variables whose addresses registers of a function may hold.
struct Addresses {
    held: BTreeSet<(Reg, GlobalId)>,
}

impl Addresses {
    fn of(program: &Program, body: &Body) -> Addresses {
        let mut addresses = Addresses { held: BTreeSet::new() };
        let insts = || body.blocks.values().flat_map(|block| &block.insts);
        loop {
            let before = addresses.held.len();
            insts().for_each(|inst| addresses.follow(program, &inst.op));
            if addresses.held.len() == before {
                return addresses;
            }
        }
    }

    fn follow(&mut self, program: &Program, op: &Op) {
        match *op {
            Op::Copy { dst, src, .. } => self.add(dst, &src),
            Op::Select { dst, ref a, ref b, .. } => {
                [a, b].into_iter().for_each(|one| self.add(dst, one))
            }
            Op::Address { dst, ref base, .. } => self.add(dst, base),
            Op::Call { ref dsts, callee, ref args } => {
                let effects = effects_of(program, callee).unwrap_or(&[]);
                let returned = |at: usize| effects.contains(&Effect::ReturnsInto(at));
                for (_, arg) in args.iter().enumerate().filter(|&(at, _)| returned(at)) {
                    dsts.iter().for_each(|&dst| self.add(dst, &arg.value));
                }
            }
            _ => (),
        }
    }

    fn add(&mut self, dst: Reg, source: &Operand) {
        let held = self.in_operand(source);
        self.held.extend(held.into_iter().map(|id| (dst, id)));
    }

    fn in_operand(&self, operand: &Operand) -> Vec<GlobalId> {
        match *operand {
            Operand::Global(id, _) => vec![id],
            Operand::Reg(reg) => {
                let all = (reg, GlobalId(0))..=(reg, GlobalId(u32::MAX));
                self.held.range(all).map(|&(_, id)| id).collect()
            }
            Operand::Const(_) | Operand::Wide { .. } | Operand::Func(_) | Operand::Undef => {
                Vec::new()
            }
        }
    }
}

/// Operands that are used as values: not those that say where an access goes, nor those that `Addresses` follows.
fn values(program: &Program, op: &Op, visit: &mut impl FnMut(&Operand)) {
    match op {
        Op::Load { .. } | Op::Compare { .. } | Op::Copy { .. } | Op::Select { .. } => (),
        Op::Intrinsic {
            intrinsic: Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet,
            ..
        } => (),
        Op::Store { value, .. } | Op::AtomicUpdate { value, .. } => visit(value),
        Op::CompareExchange { expected, new, .. } => [expected, new].into_iter().for_each(visit),
        Op::Address { indices, .. } => indices.iter().for_each(|(index, ..)| visit(index)),
        Op::Call { callee, args, .. } => match effects_of(program, *callee) {
            Some(effects) => {
                let told = args.iter().enumerate().filter(|&(at, _)| hands_on(effects, at));
                told.for_each(|(_, arg)| visit(&arg.value));
            }
            None => op.for_each_operand(visit),
        },
        _ => op.for_each_operand(visit),
    }
}

/// All that a library function does to memory, if the table says so. A function of the program may have its name.
fn effects_of(program: &Program, callee: Callee) -> Option<&'static [Effect]> {
    let Callee::Direct(func) = callee else { return None };
    let function = &program.functions[func];
    let of_library = function.body.is_none() || program.is_of_runtime(function.loc);
    match raddle_library::find(&function.name).filter(|_| of_library)?.memory {
        Memory::Does(effects) => Some(effects),
        Memory::AsWritten | Memory::Anything => None,
    }
}

/// Whether a function hands an argument on to somebody else than its caller.
fn hands_on(effects: &[Effect], at: usize) -> bool {
    effects.iter().any(|effect| match *effect {
        Effect::Keeps(value)
        | Effect::StoresInto { value, .. }
        | Effect::Stores { value, .. }
        | Effect::Starts { argument: value, .. }
        | Effect::Calls { function: value }
        | Effect::CallsAtEnd { function: value } => value == at,
        Effect::ReturnsFresh
        | Effect::ReturnsFilled
        | Effect::ReturnsInto(_)
        | Effect::ReturnsLibrary
        | Effect::ReturnsKept
        | Effect::Reads(_)
        | Effect::Writes(_)
        | Effect::ReadsFrom(_)
        | Effect::Copies { .. }
        | Effect::CopiesToFresh { .. }
        | Effect::StoresFresh { .. }
        | Effect::Loads { .. }
        | Effect::StoresKept { .. } => false,
    })
}
