//! Random programs.
//!
//! A program is built from patterns that tend to interact: few variables, few constants, increments in two
//! steps, checks of what was just read. Each thread has a budget of steps, smaller the more threads there are, so
//! that trying all interleavings stays cheap. The result is structurally valid ([`Program::validate`]); whether it is well
//! defined and small enough is for the oracle to say, and the caller draws again if not.

use crate::random::Random;

use super::program::{
    Barrier, Condition, End, Expr, Input, Label, Local, MAIN, Mutex, Operator, Order, Place,
    Program, Semaphore, Stmt, Storage, Thread, ThreadDecl, Var, VarDecl,
};
use super::shrink::map_bodies;

/// What may occur, and how much of it.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Threads beside main.
    pub workers: (usize, usize),
    /// Steps of all workers together, roughly.
    pub steps: usize,
    pub inputs: bool,
    pub arrays: bool,
    pub atomics: bool,
    /// Memory orders weaker than `seq_cst`, and fences.
    pub orders: bool,
    /// How many of a hundred programs have a node on the heap that is handed on by its address.
    pub node_percent: u32,
    pub sections: bool,
    pub awaits: bool,
    pub locks: bool,
    pub conditions: bool,
    /// How many of a hundred programs have a condition variable.
    pub condition_percent: u32,
    pub semaphores: bool,
    /// How many of a hundred programs have a barrier.
    pub barrier_percent: u32,
    pub asserts: bool,
    pub loops: bool,
    /// Loops that wait for a value, of an atomic variable so that others can set it at any time.
    pub spins: bool,
    /// Main creates and joins step by step, workers create workers.
    pub dynamic: bool,
    /// Most workers run the same code with numbers of their own; sometimes one of them is a little different.
    pub alike: bool,
    /// Sections that add to variables, multiply, copy and bound them, and others that look at them in other ways.
    pub counters: bool,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape {
            workers: (2, 4),
            steps: 9,
            inputs: true,
            arrays: true,
            atomics: true,
            orders: true,
            node_percent: 20,
            sections: true,
            awaits: true,
            locks: true,
            conditions: true,
            condition_percent: 20,
            semaphores: true,
            barrier_percent: 0,
            asserts: true,
            loops: true,
            spins: true,
            dynamic: true,
            alike: false,
            counters: false,
        }
    }
}

impl Shape {
    /// Turns a feature off by its name; false if there is none of that name.
    pub fn turn_off(&mut self, feature: &str) -> bool {
        let switch = match feature {
            "inputs" => &mut self.inputs,
            "arrays" => &mut self.arrays,
            "atomics" => &mut self.atomics,
            "orders" => &mut self.orders,
            "nodes" => {
                self.node_percent = 0;
                return true;
            }
            "sections" => &mut self.sections,
            "awaits" => &mut self.awaits,
            "locks" => &mut self.locks,
            "conditions" => &mut self.conditions,
            "semaphores" => &mut self.semaphores,
            "asserts" => &mut self.asserts,
            "loops" => &mut self.loops,
            "spins" => &mut self.spins,
            "dynamic" => &mut self.dynamic,
            _ => return false,
        };
        *switch = false;
        true
    }
}

/// Locals of every thread; few, so that values meet.
const LOCALS: usize = 3;
/// Patterns nest this deep.
const DEPTH: usize = 2;

pub fn generate(random: &mut Random, shape: &Shape) -> Program {
    let program = Program {
        vars: variables(random, shape),
        mutexes: if shape.locks || shape.conditions { 1 + random.below(2) } else { 0 },
        conditions: usize::from(shape.conditions && random.chance(shape.condition_percent)),
        semaphores: if shape.semaphores && random.chance(20) {
            vec![random.between(0, 1)]
        } else {
            Vec::new()
        },
        barriers: Vec::new(),
        inputs: inputs(random, shape),
        threads: Vec::new(),
    };
    let inputs = (0..program.inputs.len()).map(Input).collect();
    let mut generator = Generator { random, shape, program, labels: 0, held: Vec::new(), inputs };
    generator.threads();
    let mut program = generator.program;
    if shape.orders && program.vars.iter().any(|var| var.atomic) && random.chance(70) {
        let seed = random.below(usize::MAX / 2) as u64;
        for thread in &mut program.threads {
            // Threads with the same code have the same orders.
            weaken(&mut Random::new(seed), &mut thread.body, true);
        }
    }
    program
}

const ORDERS: [Order; 7] = [
    Order::Relaxed,
    Order::Relaxed,
    Order::Relaxed,
    Order::Acquire,
    Order::Release,
    Order::AcqRel,
    Order::SeqCst,
];

/// Gives atomic accesses other orders, and puts fences between statements that are no part of a loop or section.
fn weaken(random: &mut Random, body: &mut Vec<Stmt>, may_fence: bool) {
    let mut result = Vec::new();
    for mut stmt in std::mem::take(body) {
        let may_fence_inside = may_fence && !matches!(stmt, Stmt::Section(_) | Stmt::While { .. });
        let place = match &mut stmt {
            Stmt::Load { from: place, .. }
            | Stmt::Store { to: place, .. }
            | Stmt::FetchAdd { at: place, .. }
            | Stmt::Exchange { at: place, .. }
            | Stmt::CompareExchange { at: place, .. } => Some(place),
            _ => None,
        };
        if let Some(place) = place {
            place.orders = (*random.pick(&ORDERS), *random.pick(&ORDERS));
        }
        if may_fence && random.chance(15) {
            result.push(Stmt::Fence(*random.pick(&ORDERS)));
        }
        result.push(map_bodies(stmt, &mut |mut inner| {
            weaken(random, &mut inner, may_fence_inside);
            inner
        }));
    }
    *body = result;
}

fn variables(random: &mut Random, shape: &Shape) -> Vec<VarDecl> {
    let count = 2 + random.below(3);
    let mut vars: Vec<VarDecl> = (0..count)
        .map(|index| VarDecl {
            name: format!("x{index}"),
            atomic: shape.atomics && random.chance(25),
            initial: vec![random.between(0, 1)],
            is_array: false,
            storage: Storage::Global,
        })
        .collect();
    if shape.arrays && random.chance(50) {
        let initial = if shape.alike {
            vec![random.between(0, 1); 4]
        } else {
            vec![random.between(0, 1), random.between(0, 2)]
        };
        let (name, storage) = ("a".to_string(), Storage::Global);
        let atomic = shape.atomics && random.chance(30);
        vars.push(VarDecl { name, atomic, initial, is_array: true, storage });
    }
    vars
}

fn inputs(random: &mut Random, shape: &Shape) -> Vec<Vec<i64>> {
    if !shape.inputs {
        return Vec::new();
    }
    let domains: [&[i64]; 4] = [&[0, 1], &[0, 1, 2], &[-1, 1], &[1, 2]];
    let count = random.weighted(&[4, 5, 1]);
    (0..count).map(|_| random.pick(&domains).to_vec()).collect()
}

struct Generator<'a> {
    random: &'a mut Random,
    shape: &'a Shape,
    program: Program,
    labels: usize,
    /// Mutexes the code being generated holds.
    held: Vec<Mutex>,
    /// Inputs nobody reads yet.
    inputs: Vec<Input>,
}

impl Generator<'_> {
    fn threads(&mut self) {
        let (low, high) = self.shape.workers;
        let workers = low + self.random.below(high - low + 1);
        let shape = self.shape;
        let nodes = shape.atomics && shape.orders && self.random.chance(shape.node_percent);
        let steps = if nodes { shape.steps / 2 } else { shape.steps };
        let budget = (steps / workers).max(1);
        self.program.threads.push(declare("main", Vec::new()));
        if self.shape.alike {
            self.workers_alike(workers, budget);
        }
        for index in self.program.threads.len()..=workers {
            let mut body = self.worker_inputs();
            let budget = 1 + self.random.below(budget + 1);
            body.extend(self.body(budget, DEPTH));
            self.program.threads.push(declare(&format!("t{index}"), body));
        }
        if self.random.chance(shape.barrier_percent) {
            self.barrier(workers);
        }
        let children = self.nested_creation(workers);
        let main = self.main(&children);
        self.program.threads[MAIN.0].body = main;
        if nodes {
            self.node(workers);
        }
    }

    /// One worker fills a node and hands its address on; others look for it.
    fn node(&mut self, workers: usize) {
        let owner = Thread(1 + self.random.below(workers));
        let node = Var(self.program.vars.len());
        let link = Var(node.0 + 1);
        for (name, atomic, storage) in
            [("node", false, Storage::Node(owner)), ("link", true, Storage::Link(node))]
        {
            let (name, initial) = (name.to_string(), vec![0]);
            self.program.vars.push(VarDecl { name, atomic, initial, is_array: false, storage });
        }
        let publication = self.publication(node, link);
        self.insert(owner, publication);
        let mut readers: Vec<Thread> =
            (1..=workers).map(Thread).filter(|&reader| reader != owner).collect();
        if self.shape.alike {
            // They stay alike.
            let look = self.look(node, link);
            for reader in readers {
                self.program.threads[reader.0].body.extend(look.clone());
            }
        } else {
            readers.truncate(1 + self.random.below(2));
            for reader in readers {
                let look = self.look(node, link);
                self.insert(reader, look);
            }
        }
    }

    /// Workers meet at a barrier, most of them, and look at something behind it; some barriers wait for one more or one less.
    fn barrier(&mut self, workers: usize) {
        let barrier = Barrier(self.program.barriers.len());
        let mut arrivals = 0;
        let meet = self.meeting(barrier);
        for worker in (1..=workers).map(Thread) {
            if self.shape.alike {
                // They stay alike.
                self.program.threads[worker.0].body.extend(meet.clone());
                arrivals += 1;
            } else if self.random.chance(85) {
                let meet = self.meeting(barrier);
                arrivals += meet.iter().filter(|stmt| matches!(stmt, Stmt::Arrive { .. })).count();
                self.insert(worker, meet);
            }
        }
        let needed = match self.random.below(10) {
            0 => arrivals + 1,
            1 | 2 => arrivals.saturating_sub(1),
            _ => arrivals,
        };
        self.program.barriers.push(needed.max(1));
    }

    fn meeting(&mut self, barrier: Barrier) -> Vec<Stmt> {
        let serial = self.local();
        let mut result = vec![Stmt::Arrive { local: serial, barrier }];
        let seen = self.local();
        match self.random.below(4) {
            0 => {}
            1 => {
                let store = Stmt::Store { to: self.place(), value: self.value() };
                let condition = Expr::Local(serial);
                result.push(Stmt::If { condition, then: vec![store], otherwise: Vec::new() });
            }
            _ => {
                result.push(Stmt::Load { local: seen, from: self.place() });
                result.push(Stmt::Check { label: self.label(), holds: self.claim(seen) });
            }
        }
        if !self.shape.alike && self.random.chance(10) {
            result.push(Stmt::Arrive { local: serial, barrier });
        }
        result
    }

    /// Inserts statements into the body of a thread, mostly where it begins.
    fn insert(&mut self, thread: Thread, stmts: Vec<Stmt>) {
        let length = self.program.threads[thread.0].body.len();
        let first = usize::from(self.shape.alike).min(length);
        let at = if self.random.chance(60) {
            first
        } else {
            first + self.random.below(length - first + 1)
        };
        self.program.threads[thread.0].body.splice(at..at, stmts);
    }

    fn publication(&mut self, node: Var, link: Var) -> Vec<Stmt> {
        let mut result = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            result.push(Stmt::Store { to: Place::scalar(node), value: self.value() });
            if self.random.chance(40) {
                result.push(Stmt::Fence(*self.random.pick(&ORDERS)));
            }
        }
        let (at, one) = (self.link_place(link), Expr::Const(1));
        let local = Local(LOCALS);
        result.push(match self.random.below(10) {
            0..=5 => Stmt::Store { to: at, value: one },
            6 | 7 => Stmt::Exchange { local, at, value: one },
            _ => Stmt::CompareExchange { local, at, expected: Expr::Const(0), desired: one },
        });
        if self.random.chance(15) {
            result.push(Stmt::Load { local: self.local(), from: Place::scalar(node) });
        }
        result
    }

    fn look(&mut self, node: Var, link: Var) -> Vec<Stmt> {
        let found = Local(LOCALS);
        let place = self.link_place(link);
        let mut result = vec![if self.random.chance(80) {
            Stmt::Load { local: found, from: place }
        } else {
            Stmt::Exchange { local: found, at: place, value: Expr::Const(0) }
        }];
        let mut then = Vec::new();
        if self.random.chance(40) {
            then.push(Stmt::Fence(*self.random.pick(&ORDERS)));
        }
        if self.random.chance(70) {
            let local = self.local();
            then.push(Stmt::Load { local, from: Place::scalar(node) });
            then.push(Stmt::Check { label: self.label(), holds: self.claim(local) });
        } else {
            then.push(Stmt::Store { to: Place::scalar(node), value: self.value() });
        }
        let condition = Expr::Local(found);
        result.push(Stmt::If { condition, then, otherwise: Vec::new() });
        result
    }

    fn link_place(&mut self, link: Var) -> Place {
        let orders = (*self.random.pick(&ORDERS), *self.random.pick(&ORDERS));
        Place { orders, ..Place::scalar(link) }
    }

    /// Workers with the same code, told apart by what their first local holds.
    fn workers_alike(&mut self, workers: usize, budget: usize) {
        let budget = 1 + self.random.below(budget + 1);
        let body = self.body(budget, DEPTH);
        let alike = if self.random.chance(70) { workers } else { workers - 1 };
        let odd = if self.random.chance(25) { 1 + self.random.below(alike) } else { 0 };
        let apart = self.random.chance(80);
        for index in 1..=alike {
            let mut body = body.clone();
            if index == odd {
                self.make_odd(&mut body);
            }
            let number = if apart { index as i64 - 1 } else { 0 };
            body.insert(0, Stmt::Assign { local: Local(0), value: Expr::Const(number) });
            self.program.threads.push(declare(&format!("t{index}"), body));
        }
    }

    /// One statement more or less than the others.
    fn make_odd(&mut self, body: &mut Vec<Stmt>) {
        let at = self.random.below(body.len().max(1));
        let removable = |stmt: &Stmt| matches!(stmt, Stmt::Store { .. } | Stmt::Section(_));
        if body.get(at).is_some_and(removable) && self.random.chance(50) {
            body.remove(at);
        } else {
            let extra = self.access();
            body.splice(at..at, extra);
        }
    }

    fn worker_inputs(&mut self) -> Vec<Stmt> {
        if self.inputs.is_empty() || !self.random.chance(20) {
            return Vec::new();
        }
        let input = self.inputs.remove(self.random.below(self.inputs.len()));
        vec![Stmt::ReadInput { local: self.local(), input }]
    }

    /// Lets the first worker create the last one, sometimes; gives the threads that are left for main.
    fn nested_creation(&mut self, workers: usize) -> Vec<Thread> {
        let mut left: Vec<Thread> = (1..=workers).map(Thread).collect();
        if self.shape.dynamic && workers > 2 && self.random.chance(25) {
            left.pop();
            let (creator, child) = (left[0], Thread(workers));
            let position = self.random.below(self.program.threads[creator.0].body.len() + 1);
            let join = self.random.chance(50);
            let body = &mut self.program.threads[creator.0].body;
            body.insert(position, Stmt::Spawn(child));
            if join {
                body.push(Stmt::Join(child));
            }
        }
        left
    }

    fn main(&mut self, children: &[Thread]) -> Vec<Stmt> {
        let mut first = Vec::new();
        for input in std::mem::take(&mut self.inputs) {
            if self.random.chance(80) {
                let local = self.local();
                first.push(Stmt::ReadInput { local, input });
                first.push(Stmt::Store { to: self.place(), value: Expr::Local(local) });
            }
        }
        let spawns = children.iter().map(|&child| Stmt::Spawn(child));
        if !self.shape.dynamic || self.random.chance(60) {
            first.extend(spawns);
            return vec![Stmt::Section(first)];
        }
        for spawn in spawns {
            first.push(spawn);
            if self.random.chance(20) {
                let extra = self.access();
                first.extend(extra);
            }
        }
        if self.random.chance(70) {
            first.extend(children.iter().map(|&child| Stmt::Join(child)));
            first.extend(self.read_and_check());
            if self.random.chance(50) {
                self.program.threads[MAIN.0].end = End::Process;
            }
        }
        first
    }

    /// Statements worth about `budget` steps.
    fn body(&mut self, budget: usize, depth: usize) -> Vec<Stmt> {
        let mut result = Vec::new();
        let mut left = budget;
        while left > 0 {
            let (stmts, cost) = self.pattern(left, depth);
            result.extend(stmts);
            left = left.saturating_sub(cost);
        }
        result
    }

    fn pattern(&mut self, budget: usize, depth: usize) -> (Vec<Stmt>, usize) {
        let shape = self.shape;
        let nests = u32::from(depth > 0 && budget > 1);
        let weights = [
            5,
            3,
            4,
            4 * u32::from(shape.sections),
            2 * u32::from(shape.awaits),
            4 * nests * u32::from(shape.locks && self.program.mutexes > 0),
            3 * nests,
            nests * u32::from(shape.loops),
            // Where most programs have one, they use it.
            (3 + shape.condition_percent / 10) * u32::from(self.program.conditions > 0),
            4 * u32::from(!self.program.semaphores.is_empty()),
            u32::from(shape.asserts),
            u32::from(shape.spins && self.program.vars.iter().any(|var| var.atomic)),
            1,
            20 * u32::from(shape.counters),
        ];
        match self.random.weighted(&weights) {
            0 => (self.access(), 1),
            1 => (self.increment(), 2),
            2 => (self.read_and_check(), 1),
            3 => (vec![self.section()], 1),
            4 => (vec![self.await_value()], 1),
            5 => (self.critical_section(budget - 1, depth), budget),
            6 => (vec![self.conditional(budget, depth)], budget),
            7 => (vec![self.repeat(budget, depth)], budget),
            8 => (self.condition_variable(), 3),
            9 => (vec![self.semaphore()], 1),
            10 => (vec![self.assert()], 0),
            11 => (self.spin(), 2),
            13 => (vec![self.counter()], 1),
            _ => (vec![Stmt::Assign { local: self.local(), value: self.value() }], 0),
        }
    }

    fn access(&mut self) -> Vec<Stmt> {
        let place = self.place();
        let local = self.local();
        let atomic = self.program.vars[place.var.0].atomic;
        vec![match self.random.below(if atomic { 9 } else { 6 }) {
            0..=1 => Stmt::Load { local, from: place },
            2..=5 => Stmt::Store { to: place, value: self.value() },
            6 => Stmt::FetchAdd { local, at: place, value: self.value() },
            7 => Stmt::Exchange { local, at: place, value: self.value() },
            _ => {
                let (expected, desired) = (self.value(), self.value());
                Stmt::CompareExchange { local, at: place, expected, desired }
            }
        }]
    }

    /// In two steps, which is where updates get lost.
    fn increment(&mut self) -> Vec<Stmt> {
        let (place, local) = (self.place(), self.local());
        let operator = *self.random.pick(&[Operator::Add, Operator::Add, Operator::Mul]);
        let by = Expr::Const(self.random.between(1, 2));
        let value = Expr::binary(operator, Expr::Local(local), by);
        vec![Stmt::Load { local, from: place.clone() }, Stmt::Store { to: place, value }]
    }

    fn read_and_check(&mut self) -> Vec<Stmt> {
        let (from, local) = (self.place(), self.local());
        let check = Stmt::Check { label: self.label(), holds: self.claim(local) };
        vec![Stmt::Load { local, from }, check]
    }

    fn section(&mut self) -> Stmt {
        let local = self.local();
        let mut body = vec![Stmt::Load { local, from: self.place() }];
        if self.random.chance(60) {
            body.push(Stmt::Store { to: self.place(), value: self.value() });
        }
        if self.random.chance(50) {
            let (label, holds) = (self.label(), self.claim(local));
            body.push(if self.shape.asserts && self.random.chance(15) {
                Stmt::Assert { label, holds }
            } else {
                Stmt::Check { label, holds }
            });
        }
        Stmt::Section(body)
    }

    /// A section that treats a variable as a counter. Its local is mostly one that nothing else uses.
    fn counter(&mut self) -> Stmt {
        let place = self.place();
        let local = if self.random.chance(90) { Local(LOCALS) } else { self.local() };
        let mut body = vec![Stmt::Load { local, from: place.clone() }];
        let by = |number: i64, operator: Operator| {
            Expr::binary(operator, Expr::Local(local), Expr::Const(number))
        };
        match self.random.below(10) {
            0..=3 => {
                let value = by(self.random.between(1, 3), Operator::Add);
                body.push(Stmt::Store { to: place, value });
            }
            4..=5 => {
                let value = by(self.random.between(2, 3), Operator::Mul);
                body.push(Stmt::Store { to: place, value });
            }
            6 => {
                let value = by(self.random.between(1, 2), Operator::Sub);
                body.push(Stmt::Store { to: place, value });
            }
            7 => {
                let to = self.place();
                body.push(Stmt::Store { to, value: Expr::Local(local) });
            }
            8 => {
                let value = Expr::Const(self.random.between(0, 1));
                body.push(Stmt::Store { to: place, value });
            }
            _ => {}
        }
        if self.random.chance(60) {
            let from = self.place();
            body.push(Stmt::Load { local, from });
            let operator = *self.random.pick(&[
                Operator::LessEqual,
                Operator::LessEqual,
                Operator::Less,
                Operator::NotEqual,
            ]);
            let bound = Expr::Const(self.random.between(1, 9));
            let holds = Expr::binary(operator, Expr::Local(local), bound);
            body.push(Stmt::Check { label: self.label(), holds });
        }
        Stmt::Section(body)
    }

    fn await_value(&mut self) -> Stmt {
        let local = self.local();
        let mut body =
            vec![Stmt::Load { local, from: self.place() }, Stmt::Await(self.claim(local))];
        if self.random.chance(30) {
            body.push(Stmt::Store { to: self.place(), value: self.value() });
        }
        Stmt::Section(body)
    }

    fn critical_section(&mut self, budget: usize, depth: usize) -> Vec<Stmt> {
        let mutex = Mutex(self.random.below(self.program.mutexes));
        if self.held.contains(&mutex) && !self.random.chance(5) {
            return self.body(budget.max(1), depth - 1);
        }
        let try_first = !self.held.contains(&mutex) && self.random.chance(20);
        self.held.push(mutex);
        let mut body = self.body(budget.max(1), depth - 1);
        self.held.pop();
        body.push(Stmt::Unlock(mutex));
        if try_first {
            let local = self.local();
            let condition = Expr::Local(local);
            return vec![
                Stmt::TryLock { local, mutex },
                Stmt::If { condition, then: body, otherwise: Vec::new() },
            ];
        }
        body.insert(0, Stmt::Lock(mutex));
        body
    }

    fn conditional(&mut self, budget: usize, depth: usize) -> Stmt {
        let local = self.local();
        let condition = self.claim(local);
        let then = self.body(budget.div_ceil(2), depth - 1);
        let otherwise = if self.random.chance(40) {
            self.body(budget.div_ceil(2), depth - 1)
        } else {
            Vec::new()
        };
        Stmt::If { condition, then, otherwise }
    }

    fn repeat(&mut self, budget: usize, depth: usize) -> Stmt {
        Stmt::Repeat { times: 2, body: self.body((budget / 2).max(1), depth - 1) }
    }

    /// One side of a flag that is guarded by mutex 0 and announced by condition 0; some forget to look again, to announce it, or do
    /// that when the mutex is free again.
    fn condition_variable(&mut self) -> Vec<Stmt> {
        let (mutex, condition) = (Mutex(0), Condition(0));
        let flag = Place::scalar(Var(0));
        if self.held.contains(&mutex) {
            return vec![Stmt::Signal(condition)];
        }
        if self.random.chance(50) {
            let announce = if self.random.chance(60) {
                Stmt::Signal(condition)
            } else {
                Stmt::Broadcast(condition)
            };
            let store = Stmt::Store { to: flag, value: Expr::Const(1) };
            let unlock = Stmt::Unlock(mutex);
            return match self.random.below(10) {
                0 => vec![Stmt::Lock(mutex), store, unlock],
                1 | 2 => vec![Stmt::Lock(mutex), store, unlock, announce],
                _ => vec![Stmt::Lock(mutex), store, announce, unlock],
            };
        }
        let local = self.local();
        let load = Stmt::Load { local, from: flag };
        let unset = Expr::binary(Operator::Equal, Expr::Local(local), Expr::Const(0));
        let mut body = vec![Stmt::Wait { condition, mutex }, load.clone()];
        if self.random.chance(20) {
            // What a thread does after each wake-up.
            let to = Place::scalar(Var(1));
            body.push(Stmt::Store { to, value: Expr::Const(self.random.between(0, 2)) });
        }
        let wait = if self.random.chance(60) {
            Stmt::While { condition: unset, body }
        } else {
            Stmt::If { condition: unset, then: body, otherwise: Vec::new() }
        };
        vec![Stmt::Lock(mutex), load, wait, Stmt::Unlock(mutex)]
    }

    fn semaphore(&mut self) -> Stmt {
        if self.random.chance(50) { Stmt::Post(Semaphore(0)) } else { Stmt::Take(Semaphore(0)) }
    }

    fn assert(&mut self) -> Stmt {
        let local = self.local();
        Stmt::Assert { label: self.label(), holds: self.claim(local) }
    }

    /// Waits for one variable, for two that are read one after the other, or to win a compare-and-swap.
    fn spin(&mut self) -> Vec<Stmt> {
        let atomics: Vec<Var> = (0..self.program.vars.len())
            .map(Var)
            .filter(|var| self.program.vars[var.0].atomic)
            .collect();
        let at = self.waited_for(&atomics);
        let local = self.local();
        let is_zero = Expr::binary(Operator::Equal, Expr::Local(local), Expr::Const(0));
        if self.random.chance(30) {
            let expected = Expr::Const(self.random.between(0, 1));
            let desired = Expr::Const(self.random.between(0, 2));
            let swap = Stmt::CompareExchange { local, at, expected, desired };
            return vec![swap.clone(), Stmt::While { condition: is_zero, body: vec![swap] }];
        }
        let mut reads = vec![Stmt::Load { local, from: at }];
        if self.random.chance(40) {
            let second = Local((local.0 + 1) % LOCALS);
            let from = self.waited_for(&atomics);
            let sum = Expr::binary(Operator::Add, Expr::Local(local), Expr::Local(second));
            reads.extend([Stmt::Load { local: second, from }, Stmt::Assign { local, value: sum }]);
        }
        let condition = self.claim(local);
        let mut result = reads.clone();
        result.push(Stmt::While { condition, body: reads });
        result
    }

    /// The same place in every round.
    fn waited_for(&mut self, atomics: &[Var]) -> Place {
        let var = *self.random.pick(atomics);
        match self.program.vars[var.0].is_array {
            true => Place::element(var, Expr::Const(self.random.between(0, 1))),
            false => Place::scalar(var),
        }
    }

    fn place(&mut self) -> Place {
        let var = Var(self.random.below(self.program.vars.len()));
        if !self.program.vars[var.0].is_array {
            return Place::scalar(var);
        }
        let index = if self.shape.alike && self.random.chance(70) {
            // An element of its own, or of its neighbour.
            let by = Expr::Const(self.random.between(0, 1));
            Expr::binary(Operator::Add, Expr::Local(Local(0)), by)
        } else if self.random.chance(60) {
            Expr::Local(self.local())
        } else {
            Expr::Const(self.random.between(0, 1))
        };
        Place::element(var, index)
    }

    fn value(&mut self) -> Expr {
        match self.random.below(6) {
            0..=2 => Expr::Const(self.random.between(0, 2)),
            3 => Expr::Local(self.local()),
            4 => Expr::binary(Operator::Add, Expr::Local(self.local()), Expr::Const(1)),
            _ => {
                let operator = *self.random.pick(&[
                    Operator::Add,
                    Operator::Sub,
                    Operator::Mul,
                    Operator::BitAnd,
                ]);
                Expr::binary(operator, Expr::Local(self.local()), Expr::Local(self.local()))
            }
        }
    }

    /// Something about a local that is sometimes true.
    fn claim(&mut self, local: Local) -> Expr {
        let operators = [
            Operator::NotEqual,
            Operator::NotEqual,
            Operator::Equal,
            Operator::LessEqual,
            Operator::Less,
        ];
        let operator = *self.random.pick(&operators);
        let right = if self.random.chance(80) {
            Expr::Const(self.random.between(0, 2))
        } else {
            Expr::Local(self.local())
        };
        Expr::binary(operator, Expr::Local(local), right)
    }

    fn local(&mut self) -> Local {
        // Where workers are alike, their number is seldom forgotten.
        let first = usize::from(self.shape.alike && self.random.chance(85));
        Local(first + self.random.below(LOCALS - first))
    }

    fn label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels - 1)
    }
}

fn declare(name: &str, body: Vec<Stmt>) -> ThreadDecl {
    ThreadDecl { name: name.to_string(), locals: LOCALS + 1, body, end: End::Thread }
}

#[cfg(test)]
mod tests {
    use super::{Shape, generate};
    use crate::random::Random;
    use crate::threads::oracle::{Answer, Limits, answer};

    /// The answers for many programs, and how many could not be answered.
    fn answers(count: u64) -> (Vec<Answer>, usize) {
        let limits = Limits { states: 30_000, ..Limits::default() };
        let results = (0..count).map(|seed| {
            let program = generate(&mut Random::new(seed), &Shape::default());
            assert_eq!(program.validate(), Ok(()), "seed {seed}");
            answer(&program, &limits)
        });
        let (good, bad): (Vec<_>, Vec<_>) = results.partition(Result::is_ok);
        (good.into_iter().flatten().collect(), bad.len())
    }

    #[test]
    fn every_outcome_is_common_and_few_programs_are_rejected() {
        let (answers, rejected) = answers(400);
        let share = |wanted: fn(&Answer) -> bool| {
            answers.iter().filter(|answer| wanted(answer)).count() * 100 / answers.len()
        };
        assert!(rejected < 100, "{rejected} rejected");
        assert!((25..90).contains(&share(|answer| !answer.failing.is_empty())));
        assert!((5..50).contains(&share(|answer| answer.deadlock)));
        assert!((25..90).contains(&share(|answer| !answer.racy.is_empty())));
        let clean: fn(&Answer) -> bool =
            |answer| answer.failing.is_empty() && answer.racy.is_empty() && !answer.deadlock;
        assert!(share(clean) > 3);
    }
}
