//! Functions that a program may call although nobody knows what they do. They are listed all at once before the search, which would
//! name each of them only when a path arrives there.

use raddle_findings::Location;
use raddle_ir::{Callee, FuncId, InitPart, Loc, Op, Operand, Program};
use raddle_library::{StandIn, own_name};
use raddle_machine::stand_in;
use rustc_hash::FxHashSet;

/// A function that is called but neither defined nor modelled.
#[derive(Clone, Debug)]
pub struct Unmodelled {
    pub name: String,
    /// A place where it is called or its address is taken.
    pub place: Option<Location>,
    pub stand_in: StandIn,
}

/// All of them that control may come to from the given function, in the order of their names.
pub fn unmodelled(program: &Program, entry: FuncId) -> Vec<Unmodelled> {
    let mut reached =
        Reached { program, seen: FxHashSet::default(), open: Vec::new(), places: Vec::new() };
    reached.mention(entry, Loc::NONE);
    for &constructor in &program.constructors {
        reached.mention(constructor, Loc::NONE);
    }
    for global in program.globals.values() {
        for (_, part) in global.init.iter().flat_map(|init| &init.parts) {
            if let InitPart::Func(func) = part {
                reached.mention(*func, global.loc);
            }
        }
    }
    while let Some(func) = reached.open.pop() {
        reached.scan(func);
    }
    let mut found: Vec<Unmodelled> = reached
        .places
        .into_iter()
        .filter_map(|(func, loc)| {
            let name = program.functions[func].name.clone();
            let stand_in = stand_in(own_name(&name))?;
            Some(Unmodelled { name, place: located(program, loc), stand_in })
        })
        .collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

struct Reached<'p> {
    program: &'p Program,
    seen: FxHashSet<FuncId>,
    /// Functions with bodies that are still to be looked at.
    open: Vec<FuncId>,
    /// Functions without bodies, and where they were first met.
    places: Vec<(FuncId, Loc)>,
}

impl Reached<'_> {
    fn mention(&mut self, func: FuncId, loc: Loc) {
        if !self.seen.insert(func) {
            return;
        }
        match self.program.functions[func].body {
            Some(_) => self.open.push(func),
            None => self.places.push((func, loc)),
        }
    }

    fn scan(&mut self, func: FuncId) {
        let Some(body) = &self.program.functions[func].body else { return };
        for inst in body.blocks.values().flat_map(|block| &block.insts) {
            if let Op::Call { callee: Callee::Direct(callee), .. } = &inst.op {
                self.mention(*callee, inst.loc);
            }
            inst.op.for_each_operand(|operand| {
                if let Operand::Func(func) = operand {
                    self.mention(*func, inst.loc);
                }
            });
        }
    }
}

fn located(program: &Program, loc: Loc) -> Option<Location> {
    let place = loc.get()?;
    let file = program.files[place.file].path.clone();
    program.is_of_user(loc).then_some(Location {
        file,
        line: place.line,
        column: place.column,
        function: None,
    })
}
