//! Random programs: a few threads, few locations, every order. Registers are set once, so that nothing that was read is lost.
//!
//! Two in three are a ring: each thread accesses one location and then the next thread's, with a little around it. Weak outcomes
//! come from such rings, and programs drawn without a plan rarely have one.
//!
//! Some programs with a lock take it by trylock, and some have a condition variable: one thread sets a plain location with the lock, and signals; others
//! wait for that. Some have a second generation of threads, or something that `main` does beside or between them (`generations.rs`).

use crate::random::Random;

use super::program::{Kind, Loc, Location, Order, Program, Reg, Stmt, Update, Value};

const ATOMIC: [&str; 3] = ["x", "y", "z"];
const PLAIN: &str = "p";
const MUTEX: &str = "m";
const AWAITED: &str = "q";
const CONDITION: &str = "o";

/// A program by its random source.
pub fn generate(random: &mut Random) -> Program {
    let waits = random.chance(8);
    let threads = 2 + random.weighted(if waits { &[75, 25] } else { &[45, 40, 15] });
    let atomic = 1 + random.weighted(&[20, 55, 25]);
    let mut program = Program::default();
    for name in &ATOMIC[..atomic] {
        program.locations.push(Location { name: (*name).to_string(), kind: Kind::Atomic });
    }
    let mut draft =
        Draft { random, program, atomic, stores: vec![0; atomic + 1], locks: None, tries: false };
    if waits || draft.random.chance(25) {
        let plain = Location { name: PLAIN.to_string(), kind: Kind::Plain };
        let mutex = Location { name: MUTEX.to_string(), kind: Kind::Mutex };
        draft.program.locations.extend([plain, mutex]);
        draft.locks = Some((Loc(atomic), Loc(atomic + 1)));
        draft.tries = !waits && draft.random.chance(30);
    }
    // Programs with few orders show more than those with all of them mixed.
    let mixed = draft.random.chance(50);
    let ring = atomic > 1 && draft.random.chance(66);
    for thread in 0..threads {
        let body = if ring {
            draft.ring(thread, threads, mixed)
        } else {
            let most = [4, 3, 2][threads - 2] + usize::from(draft.random.chance(20));
            let length = 1 + draft.random.below(if waits { 2 } else { most });
            draft.body(length, mixed)
        };
        draft.program.threads.push(body);
    }
    if waits {
        draft.waiting(atomic + 2);
    }
    if !waits && atomic > 1 && threads > 2 && draft.random.chance(15) {
        draft.published(threads, mixed);
    } else if !waits && draft.random.chance(40) {
        let body = draft.generations(threads, mixed);
        draft.program.threads.push(body);
    }
    draft.program.sections = draft.random.chance(50);
    draft.program
}

pub(super) struct Draft<'a> {
    pub(super) random: &'a mut Random,
    pub(super) program: Program,
    /// The first locations are atomic.
    pub(super) atomic: usize,
    /// How many stores of constants a location has: each gets a value of its own.
    stores: Vec<i64>,
    /// A plain location and the mutex that protects it.
    pub(super) locks: Option<(Loc, Loc)>,
    /// The lock is often taken by trylock.
    tries: bool,
}

impl Draft<'_> {
    fn body(&mut self, length: usize, mixed: bool) -> Vec<Stmt> {
        let mut own = Vec::new();
        let mut body = Vec::new();
        for _ in 0..length {
            let locks = if self.locks.is_some() { 35 } else { 0 };
            let branch = if own.is_empty() { 0 } else { 8 };
            match self.random.weighted(&[33, 33, 14, 12, locks, branch, 3]) {
                4 => self.section(&mut own, &mut body, mixed),
                5 => {
                    let reg = *self.random.pick(&own);
                    let equal = self.random.chance(60);
                    let value = self.random.between(0, 2);
                    let kind = self.random.weighted(&[1, 3, 1, 1]);
                    let then = vec![self.simple(kind, &mut own, mixed)];
                    body.push(Stmt::If { reg, equal, value, then });
                }
                6 => {
                    // Often nobody stores that, and the program is not judged.
                    let loc = Loc(self.random.below(self.atomic));
                    let order = self.order(&[Order::Relaxed, Order::Acquire, Order::SeqCst], mixed);
                    body.push(Stmt::Await { loc, value: self.random.between(1, 2), order });
                }
                kind => {
                    let stmt = self.simple(kind, &mut own, mixed);
                    body.push(stmt);
                }
            }
        }
        body
    }

    /// An access to a location and one to the next, sometimes with a statement between or around them.
    fn ring(&mut self, thread: usize, threads: usize, mixed: bool) -> Vec<Stmt> {
        let mut own = Vec::new();
        let mut body = Vec::new();
        let next = if thread + 1 == threads { 0 } else { thread + 1 };
        for (at, loc) in [thread, next].into_iter().enumerate() {
            // Stores come first more often, loads second.
            let kind = self.random.weighted(&[[30, 60, 10], [55, 35, 10]][at]);
            let loc = Loc(loc % self.atomic);
            let stmt = self.access(kind, loc, &mut own, mixed);
            body.push(stmt);
            if self.random.chance([25, 12][at]) {
                body.extend(self.body(1, mixed));
            }
        }
        body
    }

    /// Lets one thread set a location and signal, and others wait for that. `next` is the number of the next location.
    fn waiting(&mut self, next: usize) {
        let Some((_, mutex)) = self.locks else { return };
        let awaited = Location { name: AWAITED.to_string(), kind: Kind::Plain };
        let condition = Location { name: CONDITION.to_string(), kind: Kind::Condition };
        self.program.locations.extend([awaited, condition]);
        let (awaited, condition) = (Loc(next), Loc(next + 1));
        let threads = self.program.threads.len();
        let sets = self.random.below(threads);
        for thread in 0..threads {
            let mut part = vec![Stmt::Lock(mutex)];
            if thread == sets {
                let value = Value { reg: None, plus: 1 };
                part.push(Stmt::Store { loc: awaited, value, order: Order::Plain });
                part.push(Stmt::Unlock(mutex));
                // The signal may come before the store, or after the lock was given back.
                let all = self.random.chance(60);
                part.insert(1 + self.random.below(3), Stmt::Signal { condition, all });
            } else {
                let reg = self.register(&mut Vec::new());
                part.push(Stmt::Wait { reg, loc: awaited, value: 1, condition, mutex });
                part.push(Stmt::Unlock(mutex));
            }
            let body = &mut self.program.threads[thread];
            let is_outside = |at: &usize| {
                let locks = body[..*at].iter().filter(|stmt| matches!(stmt, Stmt::Lock(_)));
                let unlocks = body[..*at].iter().filter(|stmt| matches!(stmt, Stmt::Unlock(_)));
                locks.count() == unlocks.count()
            };
            let places: Vec<usize> = (0..=body.len()).filter(is_outside).collect();
            let at = *self.random.pick(&places);
            body.splice(at..at, part);
        }
    }

    /// Plain accesses with the lock if it is to be had.
    fn attempt(&mut self, own: &mut Vec<Reg>, body: &mut Vec<Stmt>, (plain, mutex): (Loc, Loc)) {
        let reg = self.register(own);
        body.push(Stmt::TryLock { reg, mutex });
        let access = match self.random.chance(50) {
            true => Stmt::Load { reg: self.register(own), loc: plain, order: Order::Plain },
            false => Stmt::Store { loc: plain, value: self.value(own, plain), order: Order::Plain },
        };
        let then = vec![access, Stmt::Unlock(mutex)];
        body.push(Stmt::If { reg, equal: true, value: 0, then });
    }

    /// Plain accesses under the lock, and rarely without it.
    fn section(&mut self, own: &mut Vec<Reg>, body: &mut Vec<Stmt>, mixed: bool) {
        let Some((plain, mutex)) = self.locks else { return };
        if self.tries && self.random.chance(60) {
            return self.attempt(own, body, (plain, mutex));
        }
        let locked = self.random.chance(95);
        if locked {
            body.push(Stmt::Lock(mutex));
        }
        for _ in 0..1 + self.random.below(2) {
            let stmt = match self.random.below(3) {
                0 => {
                    let reg = self.register(own);
                    Stmt::Load { reg, loc: plain, order: Order::Plain }
                }
                1 => Stmt::Store { loc: plain, value: self.value(own, plain), order: Order::Plain },
                _ => {
                    let kind = self.random.weighted(&[3, 3, 1]);
                    self.simple(kind, own, mixed)
                }
            };
            body.push(stmt);
        }
        if locked {
            body.push(Stmt::Unlock(mutex));
        }
    }

    /// 0 load, 1 store, 2 read-modify-write, 3 fence.
    pub(super) fn simple(&mut self, kind: usize, own: &mut Vec<Reg>, mixed: bool) -> Stmt {
        let loc = Loc(self.random.below(self.atomic));
        self.access(kind, loc, own, mixed)
    }

    pub(super) fn access(
        &mut self,
        kind: usize,
        loc: Loc,
        own: &mut Vec<Reg>,
        mixed: bool,
    ) -> Stmt {
        match kind {
            0 => {
                let order = self.order(&[Order::Relaxed, Order::Acquire, Order::SeqCst], mixed);
                Stmt::Load { reg: self.register(own), loc, order }
            }
            1 => {
                let order = self.order(&[Order::Relaxed, Order::Release, Order::SeqCst], mixed);
                Stmt::Store { loc, value: self.value(own, loc), order }
            }
            2 => {
                let order = self.order(
                    &[Order::Relaxed, Order::Acquire, Order::Release, Order::AcqRel, Order::SeqCst],
                    mixed,
                );
                let update = self.update(own, loc, mixed);
                Stmt::Rmw { reg: self.register(own), loc, update, order }
            }
            _ => {
                let orders = [Order::SeqCst, Order::Acquire, Order::Release, Order::AcqRel];
                // Full fences are what differs most between the models.
                let full = self.random.chance(30);
                Stmt::Fence(if full { Order::SeqCst } else { *self.random.pick(&orders) })
            }
        }
    }

    fn update(&mut self, own: &[Reg], loc: Loc, mixed: bool) -> Update {
        match self.random.below(3) {
            0 => Update::Add(Value { reg: None, plus: self.random.between(0, 2) }),
            1 => Update::Exchange(self.value(own, loc)),
            _ => Update::Compare {
                expected: self.random.between(0, 2),
                new: self.value(own, loc),
                failure: self.order(&[Order::Relaxed, Order::Acquire, Order::SeqCst], mixed),
            },
        }
    }

    /// Without mixing, relaxed in most cases.
    fn order(&mut self, orders: &[Order], mixed: bool) -> Order {
        if !mixed && self.random.chance(60) { orders[0] } else { *self.random.pick(orders) }
    }

    pub(super) fn value(&mut self, own: &[Reg], loc: Loc) -> Value {
        if !own.is_empty() && self.random.chance(15) {
            return Value { reg: Some(*self.random.pick(own)), plus: self.random.between(0, 1) };
        }
        self.stores[loc.0] += 1;
        Value { reg: None, plus: self.stores[loc.0] }
    }

    pub(super) fn register(&mut self, own: &mut Vec<Reg>) -> Reg {
        let reg = Reg(self.program.registers.len());
        let letter = char::from(b'a' + (reg.0 % 10) as u8);
        let round = reg.0 / 10;
        let name = if round == 0 { letter.to_string() } else { format!("{letter}{round}") };
        self.program.registers.push(name);
        own.push(reg);
        reg
    }
}
