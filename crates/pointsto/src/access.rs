//! Which memory one instruction may read and write, in its own function: what it calls is not included.

use raddle_ir::{Arg, FuncId, Intrinsic, Op, Operand, Program, Type};

use crate::PointsTo;
use crate::library::{Effect, library_function};
use crate::object::{Object, ObjectId, Offset};
use crate::position::Position;

/// Bytes of an object; `None`: any of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Region {
    pub object: ObjectId,
    pub bytes: Option<(u64, u64)>,
}

impl Region {
    pub fn overlaps(&self, other: &Region) -> bool {
        self.object == other.object
            && match (self.bytes, other.bytes) {
                (Some((a, a_end)), Some((b, b_end))) => a < b_end && b < a_end,
                (None, _) | (_, None) => true,
            }
    }
}

/// What an instruction may read and write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accesses {
    pub reads: Vec<Region>,
    pub writes: Vec<Region>,
}

impl PointsTo {
    /// What the instruction at a position may access. Terminators access nothing.
    pub fn accesses(&self, program: &Program, at: Position) -> Accesses {
        let mut accesses = Accesses::default();
        let Some(op) = at.op(program) else { return accesses };
        let bytes = |ty: &Type| Some(ty.bytes(&program.target));
        match op {
            Op::Load { ty, ptr, .. } => accesses.reads = self.regions(at.func, *ptr, bytes(ty)),
            Op::Store { ty, ptr, .. } => accesses.writes = self.regions(at.func, *ptr, bytes(ty)),
            Op::AtomicUpdate { ty, ptr, .. } | Op::CompareExchange { ty, ptr, .. } => {
                accesses.reads = self.regions(at.func, *ptr, bytes(ty));
                accesses.writes = accesses.reads.clone();
            }
            Op::Call { args, .. } => self.call_accesses(program, at, args, &mut accesses),
            Op::Intrinsic { intrinsic, args, .. } => {
                self.intrinsic_accesses(at.func, *intrinsic, args, &mut accesses);
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
            | Op::Fence { .. }
            | Op::Alloca { .. }
            | Op::Unsupported { .. } => {}
        }
        accesses
    }

    /// The bytes behind a pointer; `None`: an unknown number, from anywhere in the object.
    fn regions(&self, func: FuncId, pointer: Operand, bytes: Option<u64>) -> Vec<Region> {
        let places = self.places(func, pointer).into_iter();
        let region = |object, offset| match (offset, bytes) {
            (Offset::At(at), Some(bytes)) => {
                Region { object, bytes: Some((at, at.saturating_add(bytes))) }
            }
            (Offset::Any, _) | (_, None) => Region { object, bytes: None },
        };
        let mut regions: Vec<Region> =
            places.map(|place| region(place.object, place.offset)).collect();
        regions.sort_unstable();
        regions.dedup();
        regions
    }

    fn intrinsic_accesses(
        &self,
        func: FuncId,
        intrinsic: Intrinsic,
        args: &[Operand],
        accesses: &mut Accesses,
    ) {
        let length = |index: usize| match args[index] {
            Operand::Const(bytes) => Some(bytes),
            _ => None,
        };
        match intrinsic {
            Intrinsic::MemCopy | Intrinsic::MemMove => {
                accesses.writes = self.regions(func, args[0], length(2));
                accesses.reads = self.regions(func, args[1], length(2));
            }
            Intrinsic::MemSet => accesses.writes = self.regions(func, args[0], length(2)),
            Intrinsic::VaStart | Intrinsic::VaEnd => {
                accesses.writes = self.regions(func, args[0], None);
            }
            Intrinsic::VaCopy => {
                accesses.writes = self.regions(func, args[0], None);
                accesses.reads = self.regions(func, args[1], None);
            }
            // What lies there becomes undefined, or must not be used any more.
            Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd => {
                accesses.writes = self.regions(func, args[0], None);
            }
            _ => {}
        }
    }

    fn call_accesses(
        &self,
        program: &Program,
        at: Position,
        args: &[Arg],
        accesses: &mut Accesses,
    ) {
        for callee in self.calls.called_at(at) {
            let function = &program.functions[callee];
            if function.body.is_some() {
                self.argument_accesses(program, at, callee, args, accesses);
                continue;
            }
            match library_function(&function.name) {
                Some(known) => {
                    for &effect in known.effects {
                        self.effect_accesses(at, effect, args, accesses);
                    }
                }
                None => self.unknown_accesses(at.func, args, accesses),
            }
        }
        for list in [&mut accesses.reads, &mut accesses.writes] {
            list.sort_unstable();
            list.dedup();
        }
    }

    /// Structs passed by value are read and copied; variable arguments are stored where the callee finds
    /// them.
    fn argument_accesses(
        &self,
        program: &Program,
        at: Position,
        callee: FuncId,
        args: &[Arg],
        accesses: &mut Accesses,
    ) {
        let fixed = program.functions[callee].params.len();
        for (index, arg) in args.iter().enumerate() {
            if let Some((size, _)) = arg.by_value {
                accesses.reads.extend(self.regions(at.func, arg.value, Some(size)));
            }
            let target = match arg.by_value {
                _ if index >= fixed => Object::Variadic(callee),
                Some(_) => Object::ByValue(callee, index as u32),
                None => continue,
            };
            let object = self.solver.find(target);
            accesses.writes.extend(object.map(|object| Region { object, bytes: None }));
        }
    }

    fn effect_accesses(&self, at: Position, effect: Effect, args: &[Arg], accesses: &mut Accesses) {
        let behind = |index: usize| {
            args.get(index).map_or_else(Vec::new, |arg| self.regions(at.func, arg.value, None))
        };
        match effect {
            Effect::Reads(index) | Effect::Loads { from: index } => {
                accesses.reads.extend(behind(index));
            }
            Effect::ReadsFrom(first) => {
                (first..args.len()).for_each(|index| accesses.reads.extend(behind(index)));
            }
            Effect::Writes(index)
            | Effect::StoresFresh { to: index }
            | Effect::StoresInto { to: index, .. }
            | Effect::StoresKept { to: index } => accesses.writes.extend(behind(index)),
            Effect::Stores { to, .. } => accesses.writes.extend(behind(to)),
            Effect::Copies { to, from } => {
                accesses.writes.extend(behind(to));
                accesses.reads.extend(behind(from));
            }
            Effect::ReturnsFresh | Effect::ReturnsFilled => self.write_heap(at, accesses),
            Effect::CopiesToFresh { from } => {
                accesses.reads.extend(behind(from));
                self.write_heap(at, accesses);
            }
            Effect::ReturnsInto(_)
            | Effect::ReturnsLibrary
            | Effect::ReturnsKept
            | Effect::Keeps(_)
            | Effect::Starts { .. }
            | Effect::Calls { .. }
            | Effect::CallsAtEnd { .. } => {}
        }
    }

    fn write_heap(&self, at: Position, accesses: &mut Accesses) {
        let object = self.solver.find(Object::Heap(at));
        accesses.writes.extend(object.map(|object| Region { object, bytes: None }));
    }

    /// Unknown code reads and writes everything it can get hold of.
    fn unknown_accesses(&self, func: FuncId, args: &[Arg], accesses: &mut Accesses) {
        let mut objects: Vec<ObjectId> = self.solver.find(Object::Unknown).into_iter().collect();
        for arg in args {
            objects.extend(self.places(func, arg.value).into_iter().map(|place| place.object));
        }
        for object in self.reachable_objects(objects) {
            let region = Region { object, bytes: None };
            accesses.reads.push(region);
            accesses.writes.push(region);
        }
    }

    /// Objects and everything they lead to.
    pub(crate) fn reachable_objects(&self, roots: Vec<ObjectId>) -> Vec<ObjectId> {
        let mut seen = vec![false; self.solver.objects.len()];
        let mut open = roots;
        let mut reached = Vec::new();
        while let Some(object) = open.pop() {
            if !std::mem::replace(&mut seen[object.0 as usize], true) {
                reached.push(object);
                open.extend(self.solver.held_by(object));
            }
        }
        reached
    }
}
