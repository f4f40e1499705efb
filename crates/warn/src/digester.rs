//! Makes a digest of each function: operation by operation, in the order of the program.

use raddle_analysis::{read_operands, terminator_operands};
use raddle_ir::{
    Arg, Block, Body, Callee, CompareOp, FuncId, Op, Operand, Program, Reg, Terminator,
};
use raddle_pointsto::{
    Object, ObjectId, Offset, Place, PointsTo, Position, Region, library_function,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::digest::{Access, BlockDigest, Digest, EdgeEvent, Event, Objects, Of, Passing};
use crate::hidden::{self, HiddenUse};
use crate::locks::LockRef;
use crate::spins::spins;
use crate::sync::{Family, Mode, SyncOp, ends_process, sync_op};
use crate::threads::{Joined, Kind, Threads};
use crate::values::{Value, Values};

pub(crate) struct Digester<'p> {
    pub(crate) program: &'p Program,
    pub(crate) points_to: &'p PointsTo,
    pub(crate) threads: Threads,
    pub(crate) objects: Objects,
    single: FxHashMap<ObjectId, bool>,
    /// Unknown functions, by name, with a place and how often they are called.
    pub(crate) unknown: FxHashMap<FuncId, (Position, u64)>,
    pub(crate) unsupported: Vec<Position>,
}

impl std::fmt::Debug for Digester<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Digester").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl<'p> Digester<'p> {
    pub(crate) fn new(program: &'p Program, points_to: &'p PointsTo, threads: Threads) -> Self {
        Digester {
            program,
            points_to,
            threads,
            objects: Objects::default(),
            single: FxHashMap::default(),
            unknown: FxHashMap::default(),
            unsupported: Vec::new(),
        }
    }

    pub(crate) fn is_single(&mut self, object: ObjectId) -> bool {
        if let Some(&single) = self.single.get(&object) {
            return single;
        }
        let single = self.threads.is_single(self.program, self.points_to, object);
        self.single.insert(object, single);
        single
    }

    /// Everything that may matter in a function, accesses to whatever memory included.
    pub(crate) fn function(&mut self, func: FuncId) -> Digest {
        let function = &self.program.functions[func];
        let Some(body) = &function.body else { return Digest::default() };
        let mut values = Values::new(function, body);
        let mut digest = Digest { parameters: function.params.len(), ..Digest::default() };
        let mut tries: FxHashMap<Reg, (LockRef, Mode)> = FxHashMap::default();
        let locals = self.locals(func, body);
        for (block, data) in body.blocks.iter() {
            let mut here = BlockDigest::default();
            let mut ended = false;
            for (inst, operation) in data.insts.iter().enumerate() {
                let at = Position { func, block, inst: inst as u32 };
                self.operation(body, &mut values, at, &operation.op, &mut here.events, &mut tries);
                if self.never_returns(&operation.op) {
                    if let Some(Event::ThreadEnd { at }) = here.events.last() {
                        here.events.extend(ends(*at, &locals));
                    }
                    ended = true;
                    break;
                }
            }
            // The end of main is the end of all threads.
            if matches!(data.terminator, Terminator::Return(_))
                && func != self.points_to.calls.entry
            {
                let at = Position { func, block, inst: data.insts.len() as u32 };
                here.events.extend(ends(at, &locals));
            }
            if !ended {
                here.next = raddle_analysis::successors(&data.terminator);
                here.returns = matches!(data.terminator, Terminator::Return(_));
            }
            digest.blocks.push(here);
        }
        if function.name.starts_with("__VERIFIER_atomic_") {
            enclose_in_section(&mut digest);
        }
        self.tested_tries(body, &tries, &mut digest);
        self.joins_by_loops(&mut digest);
        add_forgets(body, &values, &mut digest);
        digest.spins = spins(self.program, func, body);
        digest
    }

    /// The local variables of a function that lie in memory.
    fn locals(&self, func: FuncId, body: &Body) -> Vec<Region> {
        let mut locals = Vec::new();
        for inst in body.blocks.values().flat_map(|data| &data.insts) {
            if let Op::Alloca { dst, .. } = inst.op {
                let places = self.points_to.places(func, Operand::Reg(dst)).into_iter();
                locals.extend(places.map(|place| Region { object: place.object, bytes: None }));
            }
        }
        locals
    }

    fn never_returns(&self, op: &Op) -> bool {
        let Op::Call { callee: Callee::Direct(callee), .. } = op else { return false };
        let function = &self.program.functions[*callee];
        (function.body.is_none() && ends_process(&function.name))
            || sync_op(&function.name) == Some(SyncOp::ThreadEnd)
    }

    pub(crate) fn lock_ref(
        &mut self,
        body: &Body,
        values: &mut Values,
        func: FuncId,
        operand: Operand,
        family: Family,
    ) -> LockRef {
        let mut places = self.points_to.places(func, operand);
        places.retain(|place| {
            !matches!(self.points_to.object(place.object), Object::Library | Object::Unknown)
        });
        places.sort_unstable();
        let rooted = values.pointer(body, operand);
        let by_parameter = rooted.is_some_and(|(value, _)| {
            let params = &self.program.functions[func].params;
            let reg = values.register(value);
            reg.is_some_and(|reg| params.iter().any(|param| param.reg == reg))
                && values.is_steady(body, value)
        });
        let definite = self.definite(&places);
        LockRef { family, places, definite, rooted, by_parameter }
    }

    fn definite(&mut self, places: &[Place]) -> Option<Place> {
        match places {
            [place] if place.offset != Offset::Any && self.is_single(place.object) => Some(*place),
            _ => None,
        }
    }

    fn operation(
        &mut self,
        body: &Body,
        values: &mut Values,
        at: Position,
        op: &Op,
        events: &mut Vec<Event>,
        tries: &mut FxHashMap<Reg, (LockRef, Mode)>,
    ) {
        match op {
            Op::Load { ptr, order, .. } | Op::Store { ptr, order, .. } => {
                self.access(body, values, at, [Some(*ptr); 2], order.is_some(), events);
            }
            Op::AtomicUpdate { ptr, .. } | Op::CompareExchange { ptr, .. } => {
                self.access(body, values, at, [Some(*ptr); 2], true, events);
            }
            Op::Intrinsic { intrinsic, args, .. } => {
                use raddle_ir::Intrinsic::{MemCopy, MemMove, MemSet};
                if matches!(intrinsic, MemCopy | MemMove | MemSet) {
                    let pointers = [args.get(1).copied(), args.first().copied()];
                    self.access(body, values, at, pointers, false, events);
                }
            }
            Op::Call { callee, args, dsts } => {
                self.call(body, values, at, *callee, args, dsts, events, tries);
            }
            Op::Unsupported { .. } => self.unsupported.push(at),
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
            | Op::Alloca { .. } => {}
        }
    }

    /// What an operation accesses: what it reads by the first pointer, what it writes by the second, where these are known.
    fn access(
        &mut self,
        body: &Body,
        values: &mut Values,
        at: Position,
        pointers: [Option<Operand>; 2],
        atomic: bool,
        events: &mut Vec<Event>,
    ) {
        let accesses = self.points_to.accesses(self.program, at);
        let [read, written] = pointers;
        let sides = [(false, accesses.reads, read), (true, accesses.writes, written)];
        for (write, regions, pointer) in sides {
            // An atomic update is one access, which writes.
            let also_written = matches!(
                at.op(self.program),
                Some(Op::AtomicUpdate { .. } | Op::CompareExchange { .. })
            );
            if regions.is_empty() || (!write && also_written) {
                continue;
            }
            let roots: Vec<(Value, Vec<Place>)> = pointer
                .map_or(Vec::new(), |pointer| values.bases(body, pointer))
                .into_iter()
                .filter_map(|value| {
                    let reg = values.register(value)?;
                    Some((value, self.points_to.places(at.func, Operand::Reg(reg))))
                })
                .collect();
            let parameters = self.steady_parameters(body, values, at.func, &roots);
            let fresh = regions.iter().any(|region| {
                matches!(self.points_to.object(region.object), Object::Heap(made) if made.func == at.func)
            });
            let aliases = {
                let mut objects: Vec<ObjectId> = regions.iter().map(|one| one.object).collect();
                objects.dedup();
                objects.len()
            };
            events.push(Event::Access(Access {
                at,
                write,
                atomic,
                regions,
                roots,
                fresh,
                aliases,
                of: if self.frees(at) { Of::Free } else { Of::Data },
                parameters,
            }));
        }
    }

    fn frees(&self, at: Position) -> bool {
        let Some(Op::Call { callee: Callee::Direct(callee), .. }) = at.op(self.program) else {
            return false;
        };
        matches!(self.program.functions[*callee].name.as_str(), "free" | "cfree" | "realloc")
    }

    /// Roots that are parameters which are never assigned.
    fn steady_parameters(
        &self,
        body: &Body,
        values: &Values,
        func: FuncId,
        roots: &[(Value, Vec<Place>)],
    ) -> Vec<Value> {
        let count = self.program.functions[func].params.len();
        let is_parameter = |value: Value| (value.0 as usize) < count;
        let candidates = roots.iter().map(|(value, _)| *value).filter(|&value| is_parameter(value));
        candidates.filter(|&value| values.is_steady(body, value)).collect()
    }

    /// Synchronisation objects are memory, too: they may be made, freed or written over while somebody uses them.
    fn object_access(
        &mut self,
        body: &Body,
        values: &mut Values,
        at: Position,
        operand: Operand,
        of: Of,
        events: &mut Vec<Event>,
    ) {
        let handle_bytes = u64::from(self.program.target.pointer_bits / 8);
        let bytes = if of == Of::Handle { handle_bytes } else { 4 };
        let places = self.points_to.places(at.func, operand);
        let regions: Vec<Region> = places
            .iter()
            .map(|place| Region {
                object: place.object,
                bytes: match place.offset {
                    Offset::At(start) => Some((start, start.saturating_add(bytes))),
                    Offset::Any => None,
                },
            })
            .collect();
        if !regions.is_empty() {
            let roots: Vec<(Value, Vec<Place>)> =
                values.bases(body, operand).into_iter().map(|value| (value, Vec::new())).collect();
            events.push(Event::Access(Access {
                at,
                write: true,
                atomic: of == Of::Use,
                aliases: regions.len(),
                regions,
                parameters: self.steady_parameters(body, values, at.func, &roots),
                roots,
                fresh: false,
                of,
            }));
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn call(
        &mut self,
        body: &Body,
        values: &mut Values,
        at: Position,
        callee: Callee,
        args: &[Arg],
        dsts: &[Reg],
        events: &mut Vec<Event>,
        tries: &mut FxHashMap<Reg, (LockRef, Mode)>,
    ) {
        let func = at.func;
        let arg = |index: usize| args.get(index).map_or(Operand::Const(0), |arg| arg.value);
        let op = match callee {
            Callee::Direct(callee) => {
                let function = &self.program.functions[callee];
                if function.body.is_some() { None } else { sync_op(&function.name) }
            }
            Callee::Indirect(_) => None,
        };
        let Some(op) = op else {
            self.ordinary_call(body, values, at, args, events);
            return;
        };
        match op {
            SyncOp::Lock { .. }
            | SyncOp::TryLock { .. }
            | SyncOp::Unlock { .. }
            | SyncOp::Wait
            | SyncOp::Signal { .. }
            | SyncOp::BarrierWait => self.object_access(body, values, at, arg(0), Of::Use, events),
            SyncOp::MutexInit
            | SyncOp::C11MutexInit
            | SyncOp::SemaphoreInit
            | SyncOp::BarrierInit
            | SyncOp::Making => self.object_access(body, values, at, arg(0), Of::Making, events),
            SyncOp::RecursiveAttribute
            | SyncOp::Create { .. }
            | SyncOp::Join
            | SyncOp::ThreadEnd
            | SyncOp::Once
            | SyncOp::SectionBegin
            | SyncOp::SectionEnd
            | SyncOp::Await
            | SyncOp::Nothing => {}
        }
        match op {
            SyncOp::Lock { family, mode } => {
                let lock = self.lock_ref(body, values, func, arg(0), family);
                self.note_family(&lock);
                if family == Family::Semaphore && !dsts.iter().any(|&result| is_read(body, result))
                {
                    self.objects.interruptible.extend(lock.places.iter().copied());
                }
                events.push(Event::Acquire { at, lock, mode });
            }
            SyncOp::TryLock { family, mode } => {
                let lock = self.lock_ref(body, values, func, arg(0), family);
                self.note_family(&lock);
                if let Some(&result) = dsts.first() {
                    tries.insert(result, (lock.clone(), mode));
                }
                events.push(Event::Try { at, lock, mode, tested: false });
            }
            SyncOp::Unlock { family } => {
                let lock = self.lock_ref(body, values, func, arg(0), family);
                self.note_family(&lock);
                events.push(Event::Release { at, lock });
            }
            SyncOp::Wait => {
                let condition = self.lock_ref(body, values, func, arg(0), Family::Mutex);
                let mutex = self.lock_ref(body, values, func, arg(1), Family::Mutex);
                events.push(Event::Wait { at, condition, mutex });
            }
            SyncOp::Signal { all } => {
                let condition = self.lock_ref(body, values, func, arg(0), Family::Mutex);
                events.push(Event::Signal { at, condition, all });
            }
            SyncOp::BarrierWait => {
                let barrier = self.lock_ref(body, values, func, arg(0), Family::Mutex);
                events.push(Event::Barrier { at, barrier });
            }
            SyncOp::Create { .. } => {
                self.object_access(body, values, at, arg(0), Of::Handle, events);
                let kinds = self.threads.created_at.get(&at).cloned().unwrap_or_default();
                events.push(Event::Create { at, kinds });
            }
            SyncOp::Join => {
                let itself = self.is_own_handle(body, arg(0));
                let joined = self.threads.joined(self.program, self.points_to, at, arg(0));
                events.push(Event::Join { at, joined, itself });
            }
            SyncOp::ThreadEnd => events.push(Event::ThreadEnd { at }),
            SyncOp::Once => {
                let control = self.lock_ref(body, values, func, arg(0), Family::Once);
                let callees = self.points_to.calls.called_at(at).collect::<Vec<_>>();
                let callees =
                    callees.into_iter().filter(|&f| self.program.functions[f].body.is_some());
                events.push(Event::Once { at, control, callees: callees.collect() });
            }
            SyncOp::SectionBegin => events.push(Event::Section { begins: true }),
            SyncOp::SectionEnd => events.push(Event::Section { begins: false }),
            SyncOp::Await => events.push(Event::Await { at }),
            SyncOp::MutexInit => {
                let places = |index| self.points_to.places(func, arg(index));
                self.objects.attributed.push((places(0), places(1)));
            }
            SyncOp::RecursiveAttribute => {
                // PTHREAD_MUTEX_RECURSIVE and PTHREAD_MUTEX_ERRORCHECK: the owner does not wait for itself.
                if matches!(arg(1), Operand::Const(1 | 2)) {
                    self.objects.recursive_attributes.extend(self.points_to.places(func, arg(0)));
                }
            }
            SyncOp::C11MutexInit => {
                if matches!(arg(1), Operand::Const(kind) if kind & 1 != 0) {
                    self.objects.recursive.extend(self.points_to.places(func, arg(0)));
                }
            }
            SyncOp::SemaphoreInit => {
                let places = self.points_to.places(func, arg(0));
                remember(&mut self.objects.units, places, arg(2));
            }
            SyncOp::BarrierInit => {
                let places = self.points_to.places(func, arg(0));
                remember(&mut self.objects.counts, places, arg(2));
            }
            SyncOp::Making | SyncOp::Nothing => {}
        }
    }

    fn note_family(&mut self, lock: &LockRef) {
        if lock.family == Family::Semaphore {
            self.objects.semaphores.extend(lock.places.iter().copied());
        }
    }

    fn is_own_handle(&self, body: &Body, handle: Operand) -> bool {
        let Operand::Reg(reg) = handle else { return false };
        body.blocks.values().flat_map(|data| &data.insts).any(|inst| match &inst.op {
            Op::Call { dsts, callee: Callee::Direct(callee), .. } => {
                dsts.first() == Some(&reg)
                    && matches!(
                        self.program.functions[*callee].name.as_str(),
                        "pthread_self" | "thrd_current"
                    )
            }
            _ => false,
        })
    }

    fn ordinary_call(
        &mut self,
        body: &Body,
        values: &mut Values,
        at: Position,
        args: &[Arg],
        events: &mut Vec<Event>,
    ) {
        // A call that passes a start function on creates the thread.
        if let Some(kinds) = self.threads.created_at.get(&at) {
            events.push(Event::Create { at, kinds: kinds.clone() });
        }
        let callees: Vec<FuncId> = self.points_to.calls.called_at(at).collect();
        let hidden =
            callees.iter().filter_map(|&callee| hidden::used_by(self.program, callee, args));
        let library_memory = self.points_to.find(Object::Library);
        events.extend(hidden.zip(library_memory).map(|(used, object)| uses(at, used, object)));
        let (defined, library): (Vec<FuncId>, Vec<FuncId>) =
            callees.into_iter().partition(|&callee| self.program.functions[callee].body.is_some());
        let mut known = false;
        for &callee in &library {
            let name = &self.program.functions[callee].name;
            if library_function(name).is_some() || hidden::of(name).is_some() {
                known = true;
            } else {
                self.unknown.entry(callee).or_insert((at, 0)).1 += 1;
            }
        }
        let atomic = library.iter().any(|&callee| {
            let name = &self.program.functions[callee].name;
            name.starts_with("__atomic_") || name.starts_with("__sync_")
        });
        if known && let Some(first) = args.first() {
            let before = events.len();
            // What it reads may lie behind any of its arguments.
            let read = (args.len() == 1).then_some(first.value);
            self.access(body, values, at, [read, Some(first.value)], atomic, events);
            // What a function allocates is not known to anybody yet.
            for event in &mut events[before..] {
                if let Event::Access(access) = event {
                    access
                        .regions
                        .retain(|region| self.points_to.object(region.object) != Object::Heap(at));
                }
            }
        }
        if !defined.is_empty() {
            let passings: Vec<Passing> = args
                .iter()
                .map(|arg| {
                    let mut places = self.points_to.places(at.func, arg.value);
                    places.sort_unstable();
                    let definite = self.definite(&places);
                    let value = values.pointer(body, arg.value);
                    let steady = value.is_some_and(|(value, _)| values.is_steady(body, value));
                    Passing { value, places, definite, steady }
                })
                .collect();
            let joining = defined.iter().find_map(|callee| self.threads.joins_its(*callee));
            events.push(Event::Call { at, callees: defined, args: passings });
            // A handle that is passed on is known here, not where it is joined.
            if let Some(handle) = joining.and_then(|parameter| args.get(parameter)) {
                let joined = self.threads.joined(self.program, self.points_to, at, handle.value);
                events.push(Event::Join { at, joined, itself: false });
            }
        }
    }

    /// Branches on the results of trylocks.
    fn tested_tries(
        &self,
        body: &Body,
        tries: &FxHashMap<Reg, (LockRef, Mode)>,
        digest: &mut Digest,
    ) {
        if tries.is_empty() {
            return;
        }
        let mut defined: FxHashMap<Reg, Vec<&Op>> = FxHashMap::default();
        for inst in body.blocks.values().flat_map(|data| &data.insts) {
            inst.op.for_each_result(|&reg| defined.entry(reg).or_default().push(&inst.op));
        }
        let single = |reg: Reg| match defined.get(&reg).map(Vec::as_slice) {
            Some([op]) => Some(*op),
            _ => None,
        };
        let mut tested: FxHashSet<Reg> = FxHashSet::default();
        for (block, data) in body.blocks.iter() {
            let (cond, edges) = match &data.terminator {
                Terminator::Branch { cond: Operand::Reg(cond), then, otherwise } => {
                    (*cond, [(*then, true), (*otherwise, false)])
                }
                _ => continue,
            };
            let Some((result, zero_if)) = zero_test(cond, &single) else { continue };
            let Some((lock, mode)) = tries.get(&result) else { continue };
            tested.insert(result);
            for (target, value) in edges {
                let event =
                    EdgeEvent::Assume { lock: lock.clone(), mode: *mode, held: value == zero_if };
                digest.edges.entry((block, target)).or_default().push(event);
            }
        }
        for data in digest.blocks.values_mut() {
            for event in &mut data.events {
                if let Event::Try { at, tested: known, .. } = event
                    && let Some(Op::Call { dsts, .. }) = at.op(self.program)
                {
                    *known = dsts.first().is_some_and(|result| tested.contains(result));
                }
            }
        }
    }

    /// A loop that joins every thread of a kind has done so when it is left by its header.
    fn joins_by_loops(&self, digest: &mut Digest) {
        let mut left: Vec<(Block, Vec<Kind>)> = Vec::new();
        for data in digest.blocks.values() {
            for event in &data.events {
                if let Event::Join { joined: Joined { kinds, all_by: Some(header) }, .. } = event {
                    left.push((*header, kinds.clone()));
                }
            }
        }
        for (header, kinds) in left {
            // The header's `then` stays in the loop.
            if let Some(&exit) = digest.blocks[header].next.get(1) {
                let events = digest.edges.entry((header, exit)).or_default();
                events.push(EdgeEvent::JoinedAll(kinds));
            }
        }
    }
}

/// A function that the verification community's convention makes atomic by its name.
fn enclose_in_section(digest: &mut Digest) {
    for (block, data) in digest.blocks.iter_mut() {
        if block == Body::ENTRY {
            data.events.insert(0, Event::Section { begins: true });
        }
        if data.returns {
            data.events.push(Event::Section { begins: false });
        }
    }
}

/// A call uses memory that a library function keeps for all threads.
fn uses(at: Position, used: HiddenUse, object: ObjectId) -> Event {
    Event::Access(Access {
        at,
        write: used.write,
        atomic: false,
        regions: vec![Region { object, bytes: Some((used.memory, used.memory + 1)) }],
        roots: Vec::new(),
        fresh: false,
        aliases: 1,
        of: Of::Hidden,
        parameters: Vec::new(),
    })
}

/// Local variables cease to exist.
fn ends(at: Position, locals: &[Region]) -> Option<Event> {
    (!locals.is_empty()).then(|| {
        Event::Access(Access {
            at,
            write: true,
            atomic: false,
            regions: locals.to_vec(),
            roots: Vec::new(),
            fresh: false,
            aliases: 1,
            of: Of::End,
            parameters: Vec::new(),
        })
    })
}

fn remember(table: &mut FxHashMap<Place, Option<u64>>, places: Vec<Place>, value: Operand) {
    for place in places {
        let value = match value {
            Operand::Const(value) => Some(value),
            _ => None,
        };
        table
            .entry(place)
            .and_modify(|known| *known = known.filter(|_| *known == value))
            .or_insert(value);
    }
}

/// The register that a condition compares with zero, and whether the condition holds if it is zero.
fn zero_test<'a>(cond: Reg, single: &dyn Fn(Reg) -> Option<&'a Op>) -> Option<(Reg, bool)> {
    let mut reg = cond;
    let mut holds_if_zero = false;
    for _ in 0..16 {
        match single(reg)? {
            Op::Compare { op, a: Operand::Reg(a), b: Operand::Const(0), .. } => {
                match op {
                    CompareOp::Eq => holds_if_zero = !holds_if_zero,
                    CompareOp::Ne => {}
                    _ => return None,
                }
                reg = *a;
            }
            Op::Copy { src: Operand::Reg(a), .. } | Op::Cast { a: Operand::Reg(a), .. } => reg = *a,
            Op::Binary {
                op: raddle_ir::BinaryOp::Xor,
                a: Operand::Reg(a),
                b: Operand::Const(1),
                ..
            } => {
                holds_if_zero = !holds_if_zero;
                reg = *a;
            }
            Op::Call { .. } => return Some((reg, holds_if_zero)),
            _ => return None,
        }
    }
    None
}

/// Names of locks are valid until a register is assigned from which they are computed.
fn add_forgets(body: &Body, values: &Values, digest: &mut Digest) {
    let mut roots: FxHashMap<Reg, Vec<Value>> = FxHashMap::default();
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let mut note = |value: Value| {
        if seen.insert(value) {
            for reg in values.depends_on(value) {
                roots.entry(reg).or_default().push(value);
            }
        }
    };
    for event in digest.blocks.values().flat_map(|data| &data.events) {
        match event {
            Event::Acquire { lock, .. } | Event::Try { lock, .. } => {
                if let Some((value, _)) = lock.rooted {
                    note(value);
                }
            }
            Event::Call { args, .. } => {
                args.iter().filter_map(|arg| arg.value).for_each(|(value, _)| note(value));
            }
            _ => {}
        }
    }
    if roots.is_empty() {
        return;
    }
    for (block, data) in body.blocks.iter() {
        let mut forgotten: Vec<(u32, Vec<Value>)> = Vec::new();
        for (inst, operation) in data.insts.iter().enumerate() {
            operation.op.for_each_result(|reg| {
                if let Some(values) = roots.get(reg) {
                    forgotten.push((inst as u32, values.clone()));
                }
            });
        }
        if !forgotten.is_empty() {
            let events = std::mem::take(&mut digest.blocks[block].events);
            digest.blocks[block].events = merged(events, forgotten);
        }
    }
}

fn merged(events: Vec<Event>, forgotten: Vec<(u32, Vec<Value>)>) -> Vec<Event> {
    let mut all = Vec::with_capacity(events.len() + forgotten.len());
    let mut forgotten = forgotten.into_iter().peekable();
    let mut last = 0;
    for event in events {
        let inst = event.position().map_or(last, |at| at.inst);
        last = inst;
        // An instruction that assigns a result does so when it is done.
        while let Some((_, values)) = forgotten.next_if(|(at, _)| *at < inst) {
            all.push(Event::Forget(values));
        }
        all.push(event);
    }
    all.extend(forgotten.map(|(_, values)| Event::Forget(values)));
    all
}

/// Whether anything in the function looks at a register.
fn is_read(body: &Body, reg: Reg) -> bool {
    let wanted = Operand::Reg(reg);
    body.blocks.values().any(|data| {
        let mut read = false;
        for inst in &data.insts {
            read_operands(&inst.op, &mut |operand| read |= operand == wanted);
        }
        terminator_operands(&data.terminator, &mut |operand| read |= operand == wanted);
        read
    })
}
