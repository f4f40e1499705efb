//! Instructions and terminators of a whole program, numbered densely.

use raddle_ir::{Block, BlockData, Entity, FuncId, Op, Program, Terminator, entity};

entity!(/// An instruction or a terminator of some function.
    PositionId, "at");

/// An instruction of a block, or its terminator if `inst` is the number of its instructions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Position {
    pub func: FuncId,
    pub block: Block,
    pub inst: u32,
}

impl Position {
    pub fn data<'p>(&self, program: &'p Program) -> &'p BlockData {
        let body = program.functions[self.func].body.as_ref();
        &body.expect("positions lie in functions with a body").blocks[self.block]
    }
    /// The operation here; `None` for a terminator.
    pub fn op<'p>(&self, program: &'p Program) -> Option<&'p Op> {
        self.data(program).insts.get(self.inst as usize).map(|inst| &inst.op)
    }
    /// The terminator here; `None` for an instruction.
    pub fn terminator<'p>(&self, program: &'p Program) -> Option<&'p Terminator> {
        let data = self.data(program);
        (self.inst as usize == data.insts.len()).then_some(&data.terminator)
    }
}

/// The numbering.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// Number of the first position of each block, by function.
    first: Vec<Vec<u32>>,
    count: usize,
}

impl Positions {
    pub fn new(program: &Program) -> Positions {
        let mut positions = Positions::default();
        for function in program.functions.values() {
            let mut blocks = Vec::new();
            for data in function.body.iter().flat_map(|body| body.blocks.values()) {
                blocks.push(positions.count as u32);
                positions.count += data.insts.len() + 1;
            }
            positions.first.push(blocks);
        }
        positions
    }
    pub fn len(&self) -> usize {
        self.count
    }
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
    /// The number of a position, below [`Positions::len`].
    pub fn index(&self, position: Position) -> usize {
        (self.first[position.func.index()][position.block.index()] + position.inst) as usize
    }
}

/// Every position of a function, block by block.
pub fn positions_of(program: &Program, func: FuncId) -> impl Iterator<Item = Position> + '_ {
    let body = program.functions[func].body.iter();
    body.flat_map(move |body| {
        body.blocks.iter().flat_map(move |(block, data)| {
            (0..=data.insts.len() as u32).map(move |inst| Position { func, block, inst })
        })
    })
}
