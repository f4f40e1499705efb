//! Places at which a thread can be seen standing: a gate that is open is put in front of each. Threads go through it, but that is a visible operation, so
//! there is a state in which a thread stands there and has not gone on, even in the middle of work that nobody else notices.

use raddle_ir::{Callee, GlobalId, Inst, Op, Operand, Program};
use raddle_pointsto::Position;

use crate::arrival::{WAIT, declared, location, open_gate, pointer};

/// A program with gates in front of places.
#[derive(Clone, Debug)]
pub struct Marked {
    pub program: Program,
    /// In order, and each once.
    places: Vec<Position>,
}

/// Puts a gate in front of each of these places.
pub fn with_marks(program: &Program, places: impl Iterator<Item = Position>) -> Marked {
    let mut program = program.clone();
    let mut places: Vec<Position> = places.collect();
    places.sort_unstable();
    places.dedup();
    let wait = declared(&mut program, WAIT, vec![]);
    let gate: GlobalId = program.globals.push(open_gate());
    // From the back to the front, so that places in front of others stay where they are.
    for &at in places.iter().rev() {
        let loc = location(&program, at);
        let args = vec![pointer(Operand::Global(gate, 0))];
        let op = Op::Call { dsts: vec![], callee: Callee::Direct(wait), args };
        if let Some(body) = &mut program.functions[at.func].body {
            body.blocks[at.block].insts.insert(at.inst as usize, Inst { op, loc });
        }
    }
    Marked { program, places }
}

impl Marked {
    /// Where a thread stands that stood at a place of the program: before its gate, if it has one.
    pub fn place(&self, at: Position) -> Position {
        let before = |other: &&Position| {
            (other.func, other.block) == (at.func, at.block) && other.inst < at.inst
        };
        Position { inst: at.inst + self.places.iter().filter(before).count() as u32, ..at }
    }
}
