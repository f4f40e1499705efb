//! Calls whose result a program looks at.

use raddle_ir::{Body, Callee, Loc, Op, Operand, Program, Reg};
use raddle_library::Refused;
use rustc_hash::FxHashSet;

/// The places where a library function is called that the system may refuse, and something reads the result.
pub fn calls_that_may_be_refused(program: &Program) -> Vec<Loc> {
    let mut places = Vec::new();
    let called = |callee: &Callee| match callee {
        Callee::Direct(func) => {
            let function = &program.functions[*func];
            let is_library = function.body.is_none() || program.is_of_runtime(function.loc);
            is_library && may_be_refused(&function.name)
        }
        Callee::Indirect(_) => false,
    };
    let own = program.functions.values().filter(|function| !program.is_of_runtime(function.loc));
    for body in own.filter_map(|function| function.body.as_ref()) {
        let mut read = None;
        for inst in body.blocks.values().flat_map(|block| &block.insts) {
            let Op::Call { dsts, callee, .. } = &inst.op else { continue };
            if called(callee) {
                let read = read.get_or_insert_with(|| read_registers(body));
                if dsts.iter().any(|dst| read.contains(dst)) {
                    places.push(inst.loc);
                }
            }
        }
    }
    places
}

fn may_be_refused(name: &str) -> bool {
    raddle_library::find(name).is_some_and(|row| row.refused == Refused::Else)
}

fn read_registers(body: &Body) -> FxHashSet<Reg> {
    let mut registers = FxHashSet::default();
    let mut note = |operand: &Operand| {
        if let Operand::Reg(reg) = operand {
            registers.insert(*reg);
        }
    };
    for block in body.blocks.values() {
        block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut note));
        block.terminator.for_each_operand(&mut note);
    }
    registers
}
