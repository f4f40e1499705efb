//! Memory as one thread sees it on its way, and the accesses that it makes.

use raddle_ir::{Intrinsic, Loc, Operand, Reg, Type};
use raddle_machine::{Cell, Life, ObjectId, ObjectKind, StackEntry, Value, mask};

use super::path::{Content, Memory, Path, Who};
use super::steps::narrow;
use super::survey::{MOST_STACK, Manner, Survey, Thing, Touch, Users};

impl Survey<'_, '_> {
    /// The local variables of the top frame are gone.
    pub fn end_locals(&mut self, who: Who, path: &mut Path) -> Option<()> {
        for memory in path.top().locals.clone() {
            self.note_end(who, path, memory);
            path.end_all(memory);
            match memory {
                Memory::Old(_) => {}
                Memory::New(thing) => {
                    path.renew(memory);
                    path.fresh.retain(|fresh| *fresh != memory);
                    // The next call has a variable in the same place: nobody may remember this one.
                    path.top_mut().locals.retain(|local| *local != memory);
                    let frame = path.frames.pop()?;
                    let kept = path
                        .words()
                        .any(|word| self.thing_at(word).is_some_and(|(at, _)| at == thing));
                    path.frames.push(frame);
                    if kept {
                        return None;
                    }
                }
            }
        }
        Some(())
    }

    pub fn note_end(&mut self, who: Who, path: &Path, memory: Memory) {
        let size = self.size_of(memory);
        self.note(who, path, memory, (0, size), true, Manner::Ends);
    }

    pub fn size_of(&self, memory: Memory) -> u64 {
        match memory {
            Memory::Old(object) => self.state.memory.get(object).map_or(0, |object| object.size),
            Memory::New(thing) => match self.things[thing as usize] {
                Thing::Local { size, .. } => size,
                Thing::Handle(_) => 0,
            },
        }
    }

    /// Makes a local variable, which must not exist yet.
    pub fn local(&mut self, who: Who, path: &mut Path, reg: Reg, size: u64) -> Option<Content> {
        let locals = path.frames.iter().flat_map(|frame| &frame.locals);
        let used: u64 = locals.map(|&local| self.size_of(local)).sum();
        if used.saturating_add(size) > MOST_STACK {
            return None;
        }
        let (depth, func) = (path.frames.len(), path.top().func);
        let thing = self.thing(Thing::Local { who, depth, func, reg, size });
        let memory = Memory::New(thing);
        if path.top().locals.contains(&memory) {
            return None;
        }
        path.top_mut().locals.push(memory);
        Some(Content::Word(address_of_thing(thing)))
    }

    pub fn thing(&mut self, thing: Thing) -> u32 {
        match self.things.iter().position(|known| *known == thing) {
            Some(at) => at as u32,
            None => {
                self.things.push(thing);
                self.things.len() as u32 - 1
            }
        }
    }

    /// The handle of a thread that does not exist yet.
    pub fn handle(&mut self, who: Who) -> u64 {
        address_of_thing(self.thing(Thing::Handle(who)))
    }

    /// The thread whose handle a word is, if that does not exist yet.
    pub fn behind_handle(&self, word: u64) -> Option<Who> {
        let (thing, offset) = self.thing_at(word)?;
        match self.things[thing as usize] {
            Thing::Handle(who) if offset == 0 => Some(who),
            Thing::Handle(_) | Thing::Local { .. } => None,
        }
    }

    /// What lies at an address of something that does not exist yet.
    pub fn thing_at(&self, word: u64) -> Option<(u32, i64)> {
        if word >> 63 == 0 {
            return None;
        }
        let thing = (word << 1 >> (REGION_BITS + 1)) as u32;
        let offset = (word & ((1 << REGION_BITS) - 1)) as i64 - REGION_MIDDLE as i64;
        let known =
            (thing as usize) < self.things.len() && offset.unsigned_abs() < REGION_MIDDLE / 2;
        known.then_some((thing, offset))
    }

    pub fn is_new(&self, word: u64) -> bool {
        self.thing_at(word).is_some()
    }

    /// What a register holds in the state.
    pub fn initial_register(&mut self, who: Who, depth: usize, reg: Reg) -> Option<Content> {
        let thread = self.threads[who as usize].real?;
        let frame = &self.state.thread(thread).frames[depth];
        let body = self.program.functions[frame.func].body.as_ref()?;
        let bits = narrow(body.regs[reg].ty.bits(&self.program.target))?;
        let cell = Cell::Register { thread, depth: depth as u32, reg };
        Some(match frame.regs[reg.0 as usize] {
            Value::Word(word) => {
                self.pins.insert(cell, (bits, Some(word)));
                Content::Word(word)
            }
            Value::Term(term) if !self.machine.terms.has_marked(term) => {
                self.pins.entry(cell).or_insert((bits, None));
                Content::Any
            }
            Value::Term(_) | Value::Undef => Content::Undefined,
        })
    }

    /// What bytes of an object hold in the state: a word if it does not depend on inputs, and its value matters if that is used.
    pub fn initial_content(
        &mut self,
        object: ObjectId,
        offset: u64,
        size: u64,
        used: bool,
    ) -> Option<Content> {
        if size > 8 {
            return None;
        }
        let constant = self.state.memory.get(object)?.constant;
        let cell = Cell::Memory { object, offset, size: size as u32 };
        let content = self.machine.cell_content(self.state, cell)?;
        let bits = size as u32 * 8;
        match content {
            Value::Word(word) if used => {
                if !constant {
                    self.pins.insert(cell, (bits, Some(word)));
                }
                Some(Content::Word(word))
            }
            Value::Word(_) | Value::Term(_) => {
                if !constant {
                    self.pins.entry(cell).or_insert((bits, None));
                }
                Some(Content::Any)
            }
            Value::Undef => None,
        }
    }

    /// A word of the state that has to be known; its value matters if it is used.
    pub fn initial_word(
        &mut self,
        object: ObjectId,
        offset: u64,
        size: u64,
        used: bool,
    ) -> Option<u64> {
        let known = self.state.memory.get(object)?.load_known(offset, size)?;
        self.initial_content(object, offset, size, used)?;
        Some(known)
    }

    /// Where a pointer points to, if some bytes there may be accessed.
    pub fn place(
        &mut self,
        who: Who,
        path: &Path,
        pointer: Content,
        size: u64,
        write: bool,
    ) -> Option<(Memory, u64)> {
        let Content::Word(address) = pointer else { return None };
        if let Some((thing, offset)) = self.thing_at(address) {
            let Thing::Local { who: owner, size: whole, .. } = self.things[thing as usize] else {
                return None;
            };
            let memory = Memory::New(thing);
            let alive =
                owner != who || path.frames.iter().any(|frame| frame.locals.contains(&memory));
            let inside = offset >= 0 && (offset as u64).saturating_add(size) <= whole;
            let alive = alive && !path.is_gone(memory);
            return (alive && inside).then_some((memory, offset as u64));
        }
        let (id, offset) = self.machine.names.resolve(address)?;
        let object = self.state.memory.get(id)?;
        let memory = Memory::Old(id);
        let kept = match object.kind {
            ObjectKind::Global | ObjectKind::Stack | ObjectKind::Heap | ObjectKind::Mapped => true,
            ObjectKind::Function
            | ObjectKind::Thread
            | ObjectKind::Environment
            | ObjectKind::Unknown => false,
        };
        let foreign =
            self.machine.names.owner(id).is_some_and(|owner| {
                self.threads[who as usize].real != Some(owner) && !object.shared
            });
        let inside = offset >= 0 && (offset as u64).saturating_add(size) <= object.size;
        let usable = kept
            && !foreign
            && inside
            && (object.life == Life::Alive || path.fresh.contains(&memory))
            && !object.external
            && !(object.constant && write)
            && !path.is_gone(memory);
        usable.then_some((memory, offset as u64))
    }

    pub fn load(
        &mut self,
        who: Who,
        path: &Path,
        pointer: Content,
        ty: Type,
        manner: Manner,
    ) -> Option<Content> {
        let bits = narrow(ty.bits(&self.program.target))?;
        let size = ty.bytes(&self.program.target);
        let (memory, offset) = self.place(who, path, pointer, size, false)?;
        let constant = match memory {
            Memory::Old(object) => self.state.memory.get(object)?.constant,
            Memory::New(_) => false,
        };
        // First of all: what this thread is the second one to use may be a tally already when it stores there.
        if !constant {
            self.note(who, path, memory, (offset, offset + size), false, manner);
        }
        let content = match self.tally_at(memory, offset, size) {
            Some(tally) => self.read_tally(who, path, tally),
            None => self.content(who, path, memory, offset, size)?,
        };
        // Without a lock somebody may wait for it to change, unless that would be a race.
        let unordered = manner == Manner::Plain && path.locks.is_empty() && !self.finds_races;
        Some(match content {
            Content::Word(word) => Content::Word(mask(bits, word)),
            other if unordered && self.is_used_by_several(memory, who) => self.not_awaited(other),
            other => other,
        })
    }

    /// What some bytes hold, which must be defined.
    pub fn content(
        &mut self,
        who: Who,
        path: &Path,
        memory: Memory,
        offset: u64,
        size: u64,
    ) -> Option<Content> {
        let stored = path.stored.get(&(memory, offset)).filter(|(stored, _)| *stored == size);
        if let Some(&(_, content)) = stored {
            return Some(content);
        }
        let mut covered = 0;
        for (&(_, start), &(length, _)) in path.stored.range((memory, 0)..=(memory, u64::MAX)) {
            let (from, to) = (start.max(offset), (start + length).min(offset + size));
            covered += to.saturating_sub(from);
        }
        if covered == size {
            return Some(Content::Any);
        }
        let Memory::Old(object) = memory else { return None };
        if path.fresh.contains(&memory) {
            return None;
        }
        let by_others = self.is_used_by_several(memory, who) && {
            let range = (memory, 0, 0)..=(memory, u64::MAX, u64::MAX);
            let mut written = self.written.range(range);
            written.any(|&(_, start, end)| start < offset + size && offset < end)
        };
        self.initial_content(object, offset, size, covered == 0 && !by_others)
    }

    /// The block of a local variable is entered or left.
    pub fn change_life(
        &mut self,
        who: Who,
        path: &mut Path,
        intrinsic: Intrinsic,
        args: &[Operand],
    ) -> Option<()> {
        let Content::Word(address) = self.value(who, path, *args.last()?, Type::Ptr)? else {
            return None;
        };
        let memory = match self.thing_at(address) {
            Some((thing, 0)) => Memory::New(thing),
            Some(_) => return None,
            None => match self.machine.names.resolve(address)? {
                (object, 0) => Memory::Old(object),
                _ => return None,
            },
        };
        if !path.frames.iter().any(|frame| frame.locals.contains(&memory)) {
            return None;
        }
        self.refute_tallies_in(memory);
        if intrinsic == Intrinsic::LifetimeStart {
            path.renew(memory);
        } else {
            self.note_end(who, path, memory);
            path.end_all(memory);
        }
        path.top_mut().inst += 1;
        Some(())
    }

    pub fn is_used_by_several(&self, memory: Memory, who: Who) -> bool {
        match self.users.get(&memory) {
            None => false,
            Some(Users::One(one)) => *one != who,
            Some(Users::Several) => true,
        }
    }

    pub fn store(
        &mut self,
        who: Who,
        path: &mut Path,
        pointer: Content,
        ty: Type,
        value: Content,
        manner: Manner,
    ) -> Option<()> {
        narrow(ty.bits(&self.program.target))?;
        let size = ty.bytes(&self.program.target);
        let (memory, offset) = self.place(who, path, pointer, size, true)?;
        self.note(who, path, memory, (offset, offset + size), true, manner);
        if let Some(tally) = self.tally_at(memory, offset, size) {
            self.store_in_tally(who, path, tally, value);
        }
        self.keep(who, path, (memory, offset, size), value);
        // What a thread stores for itself is part of where it is.
        path.looks &= !self.is_used_by_several(memory, who);
        Some(())
    }

    /// What some bytes hold from now on.
    pub fn keep(
        &mut self,
        who: Who,
        path: &mut Path,
        (memory, offset, size): (Memory, u64, u64),
        value: Content,
    ) {
        // Of memory that others use, too, it is known only that something was stored there.
        let value = if self.is_used_by_several(memory, who) { Content::Any } else { value.alone() };
        // What is stored in part keeps some value.
        let overlapping: Vec<(Memory, u64)> = path
            .stored
            .range((memory, 0)..=(memory, u64::MAX))
            .filter(|&(&(_, start), &(length, _))| start < offset + size && offset < start + length)
            .map(|(&place, _)| place)
            .collect();
        for place in overlapping {
            let (length, _) = path.stored[&place];
            let (start, end) = (place.1, place.1 + length);
            path.stored.remove(&place);
            // The parts before and behind it.
            if start < offset {
                path.stored.insert((memory, start), (offset - start, Content::Any));
            }
            if end > offset + size {
                path.stored.insert((memory, offset + size), (end - offset - size, Content::Any));
            }
        }
        path.stored.insert((memory, offset), (size, value));
    }

    /// Notes an access.
    pub fn note(
        &mut self,
        who: Who,
        path: &Path,
        memory: Memory,
        (start, end): (u64, u64),
        write: bool,
        manner: Manner,
    ) {
        let manner = match manner {
            Manner::Plain if path.sections > 0 => Manner::Synchronised,
            other => other,
        };
        match self.users.get(&memory) {
            None => {
                self.users.insert(memory, Users::One(who));
            }
            Some(Users::One(one)) if *one != who => {
                self.users.insert(memory, Users::Several);
                self.changed = true;
            }
            Some(Users::One(_) | Users::Several) => {}
        }
        let stores =
            write && matches!(manner, Manner::Plain | Manner::Synchronised | Manner::Operation);
        if stores && self.written.insert((memory, start, end)) {
            self.changed = true;
        }
        let (locks, joined, created) =
            (path.locks.clone(), path.joined.clone(), path.created.clone());
        let at = self.entry(path);
        self.touches.insert(Touch {
            who,
            memory,
            start,
            end,
            write,
            manner,
            at,
            locks,
            joined,
            created,
        });
    }

    /// Where a path stands, as the user sees it.
    pub fn entry(&self, path: &Path) -> StackEntry {
        let mut first = None;
        for (depth, frame) in path.frames.iter().rev().enumerate() {
            // A caller stands behind its call already.
            let inst = if depth == 0 { frame.inst } else { frame.inst.saturating_sub(1) };
            let loc = self.program.functions[frame.func].body.as_ref().map_or(Loc::NONE, |body| {
                let block = &body.blocks[frame.block];
                block.insts.get(inst).map_or(block.terminator_loc, |inst| inst.loc)
            });
            let entry = StackEntry { func: frame.func, loc };
            if self.machine.is_user_location(loc) {
                return entry;
            }
            first = first.or(Some(entry));
        }
        first.expect("a path has a frame")
    }
}

const REGION_BITS: u32 = 36;
const REGION_MIDDLE: u64 = 1 << (REGION_BITS - 1);

/// Above all addresses of objects that exist.
fn address_of_thing(thing: u32) -> u64 {
    1 << 63 | u64::from(thing) << REGION_BITS | REGION_MIDDLE
}
