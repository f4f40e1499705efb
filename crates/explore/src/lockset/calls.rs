//! Calls: functions of the program are entered, and of the library those are known that threads are made of. Whatever else is called ends the
//! look ahead.

use raddle_ir::{Arg, FuncId, Reg, Type};
use raddle_library::{Deed as Known, Limit, Mode, Sort};
use raddle_machine::{Machine, Names, ObjectName, Property, SyncSort, is_library_function};
use raddle_reduce::Broken;

use super::path::{Content, Lock, Memory, Path, Who, add};
use super::survey::{Manner, Next, Somebody, Survey, is_atomic_function};

/// What a library function does.
#[derive(Clone, Copy)]
enum Deed {
    /// Waits for a lock.
    Lock(SyncSort, Mode),
    /// Takes a lock, or returns a code.
    Try(SyncSort, Mode, u64),
    /// The same within a time, which a parameter points to.
    Timed(SyncSort, Mode, u64, usize),
    Unlock(SyncSort),
    Destroy(SyncSort),
    /// Waits with a condition variable; how that ends may be told by the result.
    Wait {
        /// The parameter with the time.
        until: Option<usize>,
    },
    Signal,
    /// Creates a thread; whether there are attributes.
    Create {
        attributes: bool,
    },
    Join,
    EndThread,
    EndRun,
    /// Something is wrong, and the run ends.
    Fail,
    Assume,
    /// Tells the checker what always holds.
    Check,
    BeginSection,
    EndSection,
    /// Nothing that matters here; its result may be anything.
    Nothing,
}

/// What is followed of what functions do; `None` if the look ahead ends there.
fn deed(name: &str) -> Option<Deed> {
    Some(match raddle_library::deed(name) {
        Known::Lock { of, mode } => Deed::Lock(sort(of)?, mode),
        Known::TryLock { of, mode, refusal, limit: Limit::None } => {
            Deed::Try(sort(of)?, mode, refusal)
        }
        Known::TryLock { of, mode, refusal, limit: Limit::Time(time) } => {
            Deed::Timed(sort(of)?, mode, refusal, time)
        }
        Known::Unlock { of } => Deed::Unlock(sort(of)?),
        Known::Destroy { of } => Deed::Destroy(sort(of)?),
        Known::Wait { limit: Limit::None } => Deed::Wait { until: None },
        Known::Wait { limit: Limit::Time(time) } => Deed::Wait { until: Some(time) },
        Known::Signal { .. } => Deed::Signal,
        Known::Create { function, .. } => Deed::Create { attributes: function > 1 },
        Known::Join => Deed::Join,
        Known::EndThread => Deed::EndThread,
        Known::EndRun => Deed::EndRun,
        Known::Fail => Deed::Fail,
        Known::Assume | Known::Await => Deed::Assume,
        Known::BeginSection => Deed::BeginSection,
        Known::EndSection => Deed::EndSection,
        Known::Check => Deed::Check,
        Known::Idle | Known::Input => Deed::Nothing,
        Known::TryLock { limit: Limit::Clock, .. }
        | Known::Wait { limit: Limit::Clock }
        | Known::Plain
        | Known::Other
        | Known::Init { .. }
        | Known::InitWithKind
        | Known::MutexKind
        | Known::Attribute
        | Known::BarrierWait
        | Known::CallAtEnd
        | Known::Sleep
        | Known::Once => return None,
    })
}

fn sort(of: Sort) -> Option<SyncSort> {
    match of {
        Sort::Mutex => Some(SyncSort::Mutex),
        Sort::ReadWriteLock => Some(SyncSort::ReadWriteLock),
        Sort::Spinlock => Some(SyncSort::Spinlock),
        Sort::Condition => Some(SyncSort::Condition),
        Sort::Semaphore | Sort::Barrier => None,
    }
}

impl Survey<'_, '_> {
    pub fn call(
        &mut self,
        who: Who,
        path: &mut Path,
        dsts: &[Reg],
        func: FuncId,
        args: &[Arg],
    ) -> Option<Next> {
        let function = &self.program.functions[func];
        if function.body.is_some() {
            return self.enter(who, path, dsts, func, args);
        }
        let known = Some(function.name.as_str()).filter(|name| is_library_function(name))?;
        let mut values = Vec::new();
        for arg in args {
            values.push(self.value(who, path, arg.value, arg.ty)?);
        }
        let prints = known == "printf" && self.prints_numbers(args, &values);
        let deed = if prints { Deed::Nothing } else { deed(known)? };
        self.act(who, path, dsts, deed, &values)
    }

    fn enter(
        &mut self,
        who: Who,
        path: &mut Path,
        dsts: &[Reg],
        func: FuncId,
        args: &[Arg],
    ) -> Option<Next> {
        let function = &self.program.functions[func];
        if !function.takes_plainly(args) || Self::is_too_deep(path) {
            return None;
        }
        let mut values = Vec::new();
        for arg in args {
            values.push(self.read(who, path, arg.value, arg.ty)?);
        }
        let mut frame = self.frame(func, &values)?;
        frame.results = dsts.iter().copied().collect();
        frame.held_at_call =
            self.is_broken(Broken::CalleesReleasesForgotten).then(|| path.locks.clone());
        path.top_mut().inst += 1;
        path.frames.push(frame);
        if is_atomic_function(self.program, func) {
            self.poll_calmly()?;
            path.sections += 1;
        }
        Some(Next::On)
    }

    fn act(
        &mut self,
        who: Who,
        path: &mut Path,
        dsts: &[Reg],
        deed: Deed,
        values: &[Content],
    ) -> Option<Next> {
        let argument = |index: usize| values.get(index).copied();
        let result = match deed {
            Deed::Lock(sort, mode) => {
                self.wait_calmly(path)?;
                let lock = self.lock(who, path, argument(0)?, sort, mode)?;
                // Whoever has it already waits for ever or does what is not defined.
                if path.holds(lock.memory, lock.offset).is_some() {
                    return None;
                }
                path.take(lock);
                Content::Word(0)
            }
            Deed::Try(sort, mode, refusal) | Deed::Timed(sort, mode, refusal, _) => {
                self.poll_calmly()?;
                if let Deed::Timed(.., time) = deed {
                    self.time(who, path, argument(time)?)?;
                }
                let lock = self.lock(who, path, argument(0)?, sort, mode)?;
                let mut refused = path.clone();
                proceed(&mut refused, dsts, Content::Word(refusal));
                if path.holds(lock.memory, lock.offset).is_some() {
                    return None;
                }
                path.take(lock);
                proceed(path, dsts, Content::Word(0));
                return Some(Next::Ways(vec![refused, path.clone()]));
            }
            Deed::Unlock(sort) => {
                let (memory, offset) = self.sync_object(who, path, argument(0)?, sort)?;
                path.holds(memory, offset)?;
                path.give_back(memory, offset);
                if !self.is_broken(Broken::TalliesOutliveLocks) {
                    path.forget_tallies();
                }
                Content::Word(0)
            }
            Deed::Destroy(sort) => {
                let (memory, offset) = self.sync_object(who, path, argument(0)?, sort)?;
                let held_by_dead = |thread: &std::rc::Rc<raddle_machine::Thread>| {
                    !thread.is_running()
                        && thread
                            .held
                            .iter()
                            .any(|held| (Memory::Old(held.0), held.1) == (memory, offset))
                };
                let dead = self.state.threads.iter().any(held_by_dead);
                if path.holds(memory, offset).is_some() || dead {
                    return None;
                }
                let &(end, _) = self.sync_objects.get(&(memory, offset))?;
                self.note(who, path, memory, (offset, end), true, Manner::Destroys);
                self.destroyed.insert((memory, offset));
                path.end(memory, offset);
                Content::Word(0)
            }
            Deed::Wait { until } => {
                self.poll_calmly()?;
                if let Some(time) = until {
                    self.time(who, path, argument(time)?)?;
                }
                let mutex = self.waits_with(who, path, values)?;
                path.holds(mutex.0, mutex.1)?;
                path.forget_tallies();
                if until.is_some() { Content::Any } else { Content::Word(0) }
            }
            Deed::Signal => {
                self.sync_object(who, path, argument(0)?, SyncSort::Condition)?;
                Content::Word(0)
            }
            Deed::Create { attributes } => {
                self.create(who, path, attributes, values)?;
                Content::Word(0)
            }
            Deed::Join => {
                self.wait_calmly(path)?;
                self.join(who, path, values)?;
                Content::Word(0)
            }
            Deed::EndThread => {
                self.end_thread(who, path);
                return Some(Next::Ended);
            }
            Deed::EndRun => return Some(Next::Ended),
            Deed::Fail => {
                self.fails |= self.looks_for(Property::Assert);
                return Some(Next::Ended);
            }
            Deed::Assume => match argument(0)? {
                Content::Word(word) if word != 0 => Content::Any,
                _ if self.looks_for(Property::Deadlock) => return None,
                Content::Word(_) => return Some(Next::Ended),
                _ => Content::Any,
            },
            Deed::Check if self.looks_for(Property::Assert) => return None,
            Deed::Check => Content::Any,
            Deed::BeginSection => {
                self.poll_calmly()?;
                path.sections += 1;
                Content::Any
            }
            Deed::EndSection => {
                path.sections = path.sections.saturating_sub(1);
                Content::Any
            }
            Deed::Nothing => Content::Any,
        };
        proceed(path, dsts, result);
        Some(Next::On)
    }

    /// A time is read, and known to be one that is not refused.
    fn time(&mut self, who: Who, path: &Path, pointer: Content) -> Option<()> {
        let long = Type::Int(self.program.target.pointer_bits as u16);
        let Content::Word(address) = pointer else { return None };
        self.load(who, path, pointer, long, Manner::Plain)?;
        let nanoseconds = Content::Word(address + long.bytes(&self.program.target));
        match self.load(who, path, nanoseconds, long, Manner::Plain)? {
            Content::Word(word) => (word < 1_000_000_000).then_some(()),
            _ => None,
        }
    }

    fn lock(
        &mut self,
        who: Who,
        path: &Path,
        pointer: Content,
        sort: SyncSort,
        mode: Mode,
    ) -> Option<Lock> {
        let (memory, offset) = self.sync_object(who, path, pointer, sort)?;
        let exclusive = mode == Mode::Alone || self.is_broken(Broken::ReadLocksExclude);
        Some(Lock { memory, offset, exclusive })
    }

    /// A synchronisation object that an operation on it can be made with.
    fn sync_object(
        &mut self,
        who: Who,
        path: &Path,
        pointer: Content,
        sort: SyncSort,
    ) -> Option<(Memory, u64)> {
        let size = sort.size(self.machine);
        let (memory, offset) = self.place(who, path, pointer, size, true)?;
        let Memory::Old(object) = memory else { return None };
        if path.gone.contains(&(memory, offset)) || path.fresh.contains(&memory) {
            return None;
        }
        let usable = self.machine.usable_sync(self.state, sort, object, offset)?;
        for &(cell, keeps) in &usable.cells {
            self.initial_word(object, offset + cell, 4, keeps)?;
        }
        let end = offset + usable.changed;
        self.note(who, path, memory, (offset, end), true, Manner::Operation);
        let known = self.sync_objects.insert((memory, offset), (end, sort));
        known.is_none_or(|known| known == (end, sort)).then_some((memory, offset))
    }

    /// The mutex that a condition variable is waited on with.
    fn waits_with(&mut self, who: Who, path: &Path, values: &[Content]) -> Option<(Memory, u64)> {
        let condition = self.sync_object(who, path, *values.first()?, SyncSort::Condition)?;
        let mutex = self.sync_object(who, path, *values.get(1)?, SyncSort::Mutex)?;
        let known = self.waits.insert(condition, mutex);
        known.is_none_or(|known| known == mutex).then_some(mutex)
    }

    /// A thread that stands in the middle of an operation gets to its end: only waits with condition variables are known to do so.
    pub fn finish_wait(&mut self, who: Who, path: &mut Path) -> Option<()> {
        use raddle_ir::{Callee, Op};
        let frame = path.top();
        let body = self.program.functions[frame.func].body.as_ref()?;
        let Op::Call { dsts, callee: Callee::Direct(func), args } =
            &body.blocks[frame.block].insts.get(frame.inst)?.op
        else {
            return None;
        };
        let Deed::Wait { .. } = deed(&self.program.functions[*func].name)? else { return None };
        let mut values = Vec::new();
        for arg in args {
            values.push(self.value(who, path, arg.value, arg.ty)?);
        }
        let (memory, offset) = self.waits_with(who, path, &values)?;
        path.take(Lock { memory, offset, exclusive: true });
        proceed(path, dsts, Content::Any);
        Some(())
    }

    /// `create(handle, [attributes,] start, argument)`
    fn create(
        &mut self,
        who: Who,
        path: &mut Path,
        attributes: bool,
        values: &[Content],
    ) -> Option<()> {
        // Without the thread the program may do anything else.
        if self.machine.config.calls_may_fail {
            return None;
        }
        let skip = usize::from(attributes);
        if attributes && values.get(1) != Some(&Content::Word(0)) {
            return None;
        }
        let &Content::Word(start) = values.get(1 + skip)? else { return None };
        let argument = values.get(2 + skip)?.alone();
        let start = *self.functions.get(&start)?;
        let takes = self.program.functions[start].params.len();
        let mut child = Path::new(vec![self.frame(start, &[argument][..takes.min(1)])?]);
        if takes > 1 || self.program.functions[start].varargs {
            return None;
        }
        let before =
            self.threads[who as usize].real.map_or(0, |real| self.state.thread(real).created);
        let nth = before + path.created.len() as u32;
        let born = self.somebody(who, nth);
        child.joined = path.joined.clone();
        child.know_from(path);
        // It is there before its creator knows.
        let handle = Content::Word(self.handle(born));
        let mut after = path.clone();
        add(&mut after.created, born);
        if values[0] != Content::Word(0) {
            let word = Type::Int(64);
            self.store(who, &mut after, values[0], word, handle, Manner::Plain)?;
        }
        *path = after;
        if !self.is_broken(Broken::ThreadsToComeForgotten) {
            self.births.push((born, child));
        }
        Some(())
    }

    /// The thread that another one creates after so many.
    fn somebody(&mut self, parent: Who, nth: u32) -> Who {
        let birth = Some((parent, nth));
        match self.threads.iter().position(|known| known.birth == birth) {
            Some(at) => at as Who,
            None => {
                self.threads.push(Somebody { real: None, birth });
                self.threads.len() as Who - 1
            }
        }
    }

    /// `join(handle, result)`
    fn join(&mut self, who: Who, path: &mut Path, values: &[Content]) -> Option<()> {
        let &Content::Word(handle) = values.first()? else { return None };
        if values.get(1) != Some(&Content::Word(0)) {
            return None;
        }
        let other = match self.behind_handle(handle) {
            Some(other) => path.created.contains(&other).then_some(other)?,
            None => self.existing(handle)?,
        };
        let again = path.joined.contains(&other);
        let by_others = self.joins.insert(other, who).is_some_and(|joiner| joiner != who);
        if other == who || again || by_others {
            return None;
        }
        add(&mut path.joined, other);
        Some(())
    }

    /// The thread behind a handle, which nobody may have joined or detached yet.
    fn existing(&mut self, handle: u64) -> Option<Who> {
        let (object, offset) = self.machine.names.resolve(handle)?;
        let &ObjectName::Thread(thread) = self.machine.names.name(object) else { return None };
        let claimed = self.initial_word(object, Machine::offset_of_claim(), 8, true)?;
        if offset != 0 || claimed != 0 || thread == Names::MAIN {
            return None;
        }
        self.state.position(thread).map(|at| at as Who)
    }
}

/// Goes on behind a call.
fn proceed(path: &mut Path, dsts: &[Reg], result: Content) {
    if let Some(&reg) = dsts.first() {
        path.set(reg, result);
    }
    path.top_mut().inst += 1;
}
