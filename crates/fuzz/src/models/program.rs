//! The language: threads of loads, stores, read-modify-writes, fences, locks and condition variables, with small conditionals and no loops but waiting.
//!
//! Often `main` only creates all threads and joins them. It may also be the last thread of a program, and then says when it creates and joins the others.

/// An order of C11. `Plain` is an access that is not atomic; `consume` does not occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    Plain,
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

impl Order {
    /// At least acquire.
    pub fn acquires(self) -> bool {
        matches!(self, Order::Acquire | Order::AcqRel | Order::SeqCst)
    }

    /// At least release.
    pub fn releases(self) -> bool {
        matches!(self, Order::Release | Order::AcqRel | Order::SeqCst)
    }

    /// The order of the read of a read-modify-write of this order.
    pub fn of_read(self) -> Order {
        match self {
            Order::Release => Order::Relaxed,
            Order::AcqRel => Order::Acquire,
            Order::Plain | Order::Relaxed | Order::Acquire | Order::SeqCst => self,
        }
    }

    /// The order of its write.
    pub fn of_write(self) -> Order {
        match self {
            Order::Acquire => Order::Relaxed,
            Order::AcqRel => Order::Release,
            Order::Plain | Order::Relaxed | Order::Release | Order::SeqCst => self,
        }
    }
}

/// Shared memory: an index into `Program::locations`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Loc(pub usize);

/// A local variable: an index into `Program::registers`. Only one thread uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg(pub usize);

/// What a location is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Atomic,
    Plain,
    Mutex,
    Condition,
}

impl Kind {
    /// Whether it has a value that an outcome tells.
    pub fn has_value(self) -> bool {
        matches!(self, Kind::Atomic | Kind::Plain)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    pub name: String,
    pub kind: Kind,
}

/// A constant, or a register plus a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    pub reg: Option<Reg>,
    pub plus: i64,
}

/// What a read-modify-write makes of what it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Update {
    Add(Value),
    Exchange(Value),
    /// Writes only if it reads `expected`; otherwise it is a load of the order `failure`.
    Compare {
        expected: i64,
        new: Value,
        failure: Order,
    },
}

/// How a plain write of another size than an atomic location is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// `memset` of neighbours; all values are 0.
    Clear,
    /// `memcpy` to neighbours.
    Copy,
    /// The lowest byte of one location. No value is larger, so the others hold 0 already.
    Byte,
    /// The first two locations as one number.
    Wide,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stmt {
    Load {
        reg: Reg,
        loc: Loc,
        order: Order,
    },
    Store {
        loc: Loc,
        value: Value,
        order: Order,
    },
    /// The register gets what was read.
    Rmw {
        reg: Reg,
        loc: Loc,
        update: Update,
        order: Order,
    },
    /// Plain stores to neighbouring atomic locations, written in another way than one by one.
    Fill {
        how: Fill,
        first: Loc,
        values: Vec<i64>,
    },
    /// Of `main`: starts another thread.
    Create(usize),
    /// Of `main`: waits for the end of another thread.
    Join(usize),
    Fence(Order),
    Lock(Loc),
    Unlock(Loc),
    /// The register gets 0 with the lock, and 1 without it.
    TryLock {
        reg: Reg,
        mutex: Loc,
    },
    /// Wakes one thread that waits, or all of them.
    Signal {
        condition: Loc,
        all: bool,
    },
    /// With the lock: waits for signals until the plain location has this value. The register gets what was read.
    Wait {
        reg: Reg,
        loc: Loc,
        value: i64,
        condition: Loc,
        mutex: Loc,
    },
    /// A part of waiting: its thread is put among those that wait. If it wakes up for no reason, it goes on at `early` instead.
    Enqueue {
        condition: Loc,
        early: usize,
    },
    /// A part of waiting: its thread was signalled.
    Wake(Loc),
    /// Loads until the location has this value.
    Await {
        loc: Loc,
        value: i64,
        order: Order,
    },
    /// If the register is equal to the value, or if it is not.
    If {
        reg: Reg,
        equal: bool,
        value: i64,
        then: Vec<Stmt>,
    },
}

/// Everything is 0 before the threads start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Program {
    pub locations: Vec<Location>,
    pub registers: Vec<String>,
    pub threads: Vec<Vec<Stmt>>,
    /// Atomic sections stand for what a mutex protects, where that means the same.
    pub sections: bool,
}

impl Program {
    /// The thread that is `main`, if it says itself when it creates the others: the last one.
    pub fn main(&self) -> Option<usize> {
        let creates = |body: &Vec<Stmt>| body.iter().any(|stmt| matches!(stmt, Stmt::Create(_)));
        self.threads.last().filter(|body| creates(body)).map(|_| self.threads.len() - 1)
    }

    /// Whether its atomic locations are neighbours in one record.
    pub fn has_record(&self) -> bool {
        self.threads.iter().flatten().any(|stmt| matches!(stmt, Stmt::Fill { .. }))
    }

    /// Whether each consistent graph is explored once. A lock that is not got, and what is done to a condition variable, has a place in an order of operations
    /// that makes no difference: there are more graphs than there have to be, and these are not counted.
    pub fn is_counted(&self) -> bool {
        let orders = |stmt: &Stmt| {
            matches!(stmt, Stmt::TryLock { .. } | Stmt::Signal { .. } | Stmt::Wait { .. })
        };
        !self.threads.iter().flatten().any(orders)
    }

    /// Whether everything between a lock and its unlock is plain accesses, with a store among them. All of them are to the one location that the mutex
    /// protects; so atomic sections have the order that the mutex gives, and empty store buffers as it does.
    pub fn has_sections(&self) -> bool {
        let is_plain = |stmt: &Stmt| {
            matches!(
                stmt,
                Stmt::Load { order: Order::Plain, .. } | Stmt::Store { order: Order::Plain, .. }
            )
        };
        let fits = |body: &Vec<Stmt>| {
            body.split(|stmt| matches!(stmt, Stmt::Lock(_))).skip(1).all(|behind| {
                let end = behind.iter().position(|stmt| matches!(stmt, Stmt::Unlock(_)));
                let stores = |stmt: &Stmt| matches!(stmt, Stmt::Store { .. });
                let fits =
                    |inside: &[Stmt]| inside.iter().all(is_plain) && inside.iter().any(stores);
                end.is_some_and(|end| fits(&behind[..end]))
            })
        };
        self.sections && self.is_counted() && self.threads.iter().all(fits)
    }
}

/// A thread without nested statements.
#[derive(Clone, Debug)]
pub enum Instr {
    Do(Stmt),
    /// Jumps to `target` unless the register compares as told.
    Unless {
        reg: Reg,
        equal: bool,
        value: i64,
        target: usize,
    },
    Goto(usize),
}

/// The thread with jumps for its conditionals and waits.
pub fn flatten(body: &[Stmt]) -> Vec<Instr> {
    let mut code = Vec::new();
    append(body, &mut code);
    code
}

fn append(body: &[Stmt], code: &mut Vec<Instr>) {
    for stmt in body {
        if let Stmt::If { reg, equal, value, then } = stmt {
            let branch = code.len();
            code.push(Instr::Unless { reg: *reg, equal: *equal, value: *value, target: 0 });
            append(then, code);
            let end = code.len();
            if let Instr::Unless { target, .. } = &mut code[branch] {
                *target = end;
            }
        } else if let Stmt::Fill { first, values, .. } = stmt {
            for (at, &plus) in values.iter().enumerate() {
                let (loc, value) = (Loc(first.0 + at), Value { reg: None, plus });
                code.push(Instr::Do(Stmt::Store { loc, value, order: Order::Plain }));
            }
        } else if let Stmt::Wait { reg, loc, value, condition, mutex } = *stmt {
            append_wait(reg, loc, value, (condition, mutex), code);
        } else {
            code.push(Instr::Do(stmt.clone()));
        }
    }
}

/// Reads, and as long as the value is another one: gives the lock back, is woken by a signal or for no reason, and takes the lock again.
fn append_wait(
    reg: Reg,
    loc: Loc,
    value: i64,
    (condition, mutex): (Loc, Loc),
    code: &mut Vec<Instr>,
) {
    let start = code.len();
    code.extend([
        Instr::Do(Stmt::Load { reg, loc, order: Order::Plain }),
        Instr::Unless { reg, equal: false, value, target: start + 10 },
        Instr::Do(Stmt::Enqueue { condition, early: start + 7 }),
        Instr::Do(Stmt::Unlock(mutex)),
        Instr::Do(Stmt::Wake(condition)),
        Instr::Do(Stmt::Lock(mutex)),
        Instr::Goto(start),
        Instr::Do(Stmt::Unlock(mutex)),
        Instr::Do(Stmt::Lock(mutex)),
        Instr::Goto(start),
    ]);
}

/// Threads that wait at a condition variable, and those that were signalled: the value of its location.
#[derive(Clone, Copy, Debug, Default)]
pub struct Waiters {
    waiting: i64,
    signalled: i64,
}

impl Waiters {
    const THREADS: i64 = 1 << 8;

    pub fn of(value: i64) -> Waiters {
        Waiters { waiting: value % Waiters::THREADS, signalled: value / Waiters::THREADS }
    }

    pub fn value(self) -> i64 {
        self.waiting + self.signalled * Waiters::THREADS
    }

    pub fn enqueue(self, thread: usize) -> Waiters {
        Waiters { waiting: self.waiting | 1 << thread, ..self }
    }

    /// Without the signal that the thread was waiting for, if there is one.
    pub fn woken(self, thread: usize) -> Option<Waiters> {
        let signalled = self.signalled & !(1 << thread);
        (signalled != self.signalled).then_some(Waiters { signalled, ..self })
    }

    /// After a signal, which may go to any of those that wait.
    pub fn signal(self, all: bool) -> Vec<Waiters> {
        if all || self.waiting == 0 {
            return vec![Waiters { waiting: 0, signalled: self.signalled | self.waiting }];
        }
        let single = (0..8).map(|thread| 1 << thread).filter(|bit| self.waiting & bit != 0);
        single
            .map(|bit| Waiters { waiting: self.waiting & !bit, signalled: self.signalled | bit })
            .collect()
    }
}

/// Where a thread stands, apart from memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Local {
    pub next: usize,
    /// All registers of the program; a thread uses its own.
    pub registers: Vec<i64>,
    /// It woke up for no reason. Once is enough: to do so again is to sleep longer.
    pub woke_early: bool,
}

impl Local {
    pub fn new(program: &Program) -> Local {
        Local { next: 0, registers: vec![0; program.registers.len()], woke_early: false }
    }

    pub fn value(&self, value: Value) -> i64 {
        value.reg.map_or(0, |reg| self.registers[reg.0]) + value.plus
    }

    /// The next statement, after the jumps before it; `None` at the end.
    pub fn statement<'a>(&mut self, code: &'a [Instr]) -> Option<&'a Stmt> {
        while let Some(instr) = code.get(self.next) {
            match instr {
                Instr::Do(stmt) => return Some(stmt),
                Instr::Unless { reg, equal, value, target } => {
                    let taken = (self.registers[reg.0] == *value) == *equal;
                    self.next = if taken { self.next + 1 } else { *target };
                }
                Instr::Goto(target) => self.next = *target,
            }
        }
        None
    }

    /// What the update writes if it reads `old`.
    pub fn updated(&self, update: Update, old: i64) -> Option<i64> {
        match update {
            Update::Add(value) => Some(old + self.value(value)),
            Update::Exchange(value) => Some(self.value(value)),
            Update::Compare { expected, new, .. } => (old == expected).then(|| self.value(new)),
        }
    }
}
