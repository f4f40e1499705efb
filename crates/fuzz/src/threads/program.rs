//! The language of the small concurrent programs, and the rules a program must obey.
//!
//! A program has shared integers and arrays, mutexes, condition variables, semaphores, barriers, inputs with a small
//! finite domain, and threads. Thread 0 is `main`; every other thread is started by exactly one [`Stmt::Spawn`].
//! Expressions speak of locals only. Every statement that touches something shared is one *step*, the unit of
//! interleaving; a [`Stmt::Section`] makes one step of several accesses. Everything else is local and runs
//! together with the step before it.
//!
//! Some variables are nodes on the heap ([`Storage`]): the interpreter takes their accesses for steps like all others, Raddle
//! for local ones as long as nobody else knows the node.
//!
//! [`Program::validate`] demands what makes the C text of a program well defined: threads are created once and
//! joined at most once, after their creation; an input is read at one place and once; sections hold no blocking operation but an await that comes before
//! every store; atomic operations go to atomic variables.

use thiserror::Error;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub usize);
    )*};
}

ids! {
    /// A shared integer or array.
    Var,
    Mutex,
    Condition,
    Semaphore,
    Barrier,
    Input,
    /// Index into [`Program::threads`]; `Thread(0)` is main.
    Thread,
    /// A local variable of the thread it is used in, initially 0.
    Local,
    /// Names one check or assert.
    Label,
}

/// The thread that every program starts with.
pub const MAIN: Thread = Thread(0);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub vars: Vec<VarDecl>,
    pub mutexes: usize,
    pub conditions: usize,
    /// Initial values.
    pub semaphores: Vec<i64>,
    /// How many threads each lets go on together.
    pub barriers: Vec<usize>,
    /// The domain of each input.
    pub inputs: Vec<Vec<i64>>,
    pub threads: Vec<ThreadDecl>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VarDecl {
    pub name: String,
    /// C11 `atomic_int`: accesses never race with each other, and order what surrounds them.
    pub atomic: bool,
    /// One value for an integer; an array has a power of two of them.
    pub initial: Vec<i64>,
    pub is_array: bool,
    pub storage: Storage,
}

/// Where a variable lies, and so who can know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    Global,
    /// In memory that this thread allocates when it begins. Others find it through a link.
    Node(Thread),
    /// A global pointer: 1 stands for the address of this node, 0 for none. A thread that reads the address knows the node until it reads again.
    Link(Var),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadDecl {
    pub name: String,
    pub locals: usize,
    pub body: Vec<Stmt>,
    pub end: End,
}

/// What reaching the end of a body means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Only this thread ends, as part of its last step.
    Thread,
    /// The process ends and takes all other threads with it; a step of its own. For main only.
    Process,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    Assign {
        local: Local,
        value: Expr,
    },
    /// Local: the value was chosen before the program began.
    ReadInput {
        local: Local,
        input: Input,
    },
    Load {
        local: Local,
        from: Place,
    },
    Store {
        to: Place,
        value: Expr,
    },
    /// Adds and gives the old value.
    FetchAdd {
        local: Local,
        at: Place,
        value: Expr,
    },
    /// Stores and gives the old value.
    Exchange {
        local: Local,
        at: Place,
        value: Expr,
    },
    /// Stores `desired` if the value is `expected`; `local` becomes 1 or 0.
    CompareExchange {
        local: Local,
        at: Place,
        expected: Expr,
        desired: Expr,
    },
    Lock(Mutex),
    Unlock(Mutex),
    /// `local` becomes 1 if the mutex was free and is now held, else 0.
    TryLock {
        local: Local,
        mutex: Mutex,
    },
    Wait {
        condition: Condition,
        mutex: Mutex,
    },
    Signal(Condition),
    Broadcast(Condition),
    Post(Semaphore),
    Take(Semaphore),
    /// Waits at a barrier; `local` becomes 1 for the last one to arrive, else 0.
    Arrive {
        local: Local,
        barrier: Barrier,
    },
    /// Local: it orders other steps only.
    Fence(Order),
    Section(Vec<Stmt>),
    /// Only in a section: the whole section waits until this holds.
    Await(Expr),
    Spawn(Thread),
    Join(Thread),
    /// Records a failure and goes on.
    Check {
        label: Label,
        holds: Expr,
    },
    /// A failure ends the process; outside a section that end is a step of its own.
    Assert {
        label: Label,
        holds: Expr,
    },
    If {
        condition: Expr,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    Repeat {
        times: usize,
        body: Vec<Stmt>,
    },
    While {
        condition: Expr,
        body: Vec<Stmt>,
    },
}

/// A cell of a shared variable, as one statement accesses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub var: Var,
    /// Of an array: the element is this value modulo the length.
    pub index: Option<Expr>,
    /// What an atomic access asks for, and what a compare-and-swap that fails does.
    pub orders: (Order, Order),
}

/// A memory order of C11. A store takes of it what releases, a load what acquires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

impl Order {
    pub fn acquires(self) -> bool {
        matches!(self, Order::Acquire | Order::AcqRel | Order::SeqCst)
    }
    pub fn releases(self) -> bool {
        matches!(self, Order::Release | Order::AcqRel | Order::SeqCst)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    Const(i64),
    Local(Local),
    Binary(Operator, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Add,
    Sub,
    Mul,
    BitAnd,
    BitOr,
    Equal,
    NotEqual,
    Less,
    LessEqual,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Invalid {
    #[error("thread {0} is created {1} times instead of once")]
    Created(String, usize),
    #[error("thread {0} is joined more than once")]
    JoinedTwice(String),
    #[error("thread {0} is joined where it need not have been created")]
    JoinBeforeCreation(String),
    #[error("thread {0} is created or joined in a loop")]
    ThreadInLoop(String),
    #[error("a section contains {0}")]
    InSection(&'static str),
    #[error("an await stands outside a section, or after a store")]
    Await,
    #[error("an atomic operation is used on the plain variable {0}")]
    NotAtomic(String),
    #[error(
        "variable {0} is used with the wrong number of indices, or its length is no power of two"
    )]
    Shape(String),
    #[error("{0} is not declared")]
    Undeclared(String),
    #[error("input {0} is read at several places, or in a loop")]
    InputTwice(usize),
    #[error(
        "thread {0} uses a node where it need not know it, or its link in a way that is not meant"
    )]
    Node(String),
    #[error("only main can end the process by its end")]
    End,
}

impl Place {
    pub fn scalar(var: Var) -> Place {
        Place { var, index: None, orders: (Order::SeqCst, Order::SeqCst) }
    }

    pub fn element(var: Var, index: Expr) -> Place {
        Place { var, index: Some(index), orders: (Order::SeqCst, Order::SeqCst) }
    }
}

impl Expr {
    pub fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
        Expr::Binary(operator, Box::new(left), Box::new(right))
    }

    /// Calls `visit` on each local that occurs.
    pub fn each_local(&self, visit: &mut impl FnMut(Local)) {
        match self {
            Expr::Const(_) => {}
            Expr::Local(local) => visit(*local),
            Expr::Binary(_, left, right) => {
                left.each_local(visit);
                right.each_local(visit);
            }
        }
    }
}

impl Stmt {
    /// The cell that it accesses.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Stmt::Load { from: place, .. }
            | Stmt::Store { to: place, .. }
            | Stmt::FetchAdd { at: place, .. }
            | Stmt::Exchange { at: place, .. }
            | Stmt::CompareExchange { at: place, .. } => Some(place),
            _ => None,
        }
    }

    /// The statement lists directly inside this one.
    pub fn bodies(&self) -> Vec<&Vec<Stmt>> {
        match self {
            Stmt::Section(body) | Stmt::Repeat { body, .. } | Stmt::While { body, .. } => {
                vec![body]
            }
            Stmt::If { then, otherwise, .. } => vec![then, otherwise],
            Stmt::Assign { .. }
            | Stmt::ReadInput { .. }
            | Stmt::Load { .. }
            | Stmt::Store { .. }
            | Stmt::FetchAdd { .. }
            | Stmt::Exchange { .. }
            | Stmt::CompareExchange { .. }
            | Stmt::Lock(_)
            | Stmt::Unlock(_)
            | Stmt::TryLock { .. }
            | Stmt::Wait { .. }
            | Stmt::Signal(_)
            | Stmt::Broadcast(_)
            | Stmt::Post(_)
            | Stmt::Take(_)
            | Stmt::Arrive { .. }
            | Stmt::Fence(_)
            | Stmt::Await(_)
            | Stmt::Spawn(_)
            | Stmt::Join(_)
            | Stmt::Check { .. }
            | Stmt::Assert { .. } => Vec::new(),
        }
    }
}

impl Program {
    pub fn has_nodes(&self) -> bool {
        self.vars.iter().any(|var| var.storage != Storage::Global)
    }

    /// Whether a thread allocates a node.
    pub fn owns_node(&self, thread: Thread) -> bool {
        self.vars.iter().any(|var| var.storage == Storage::Node(thread))
    }

    /// Calls `visit` on every statement, outer ones first.
    pub fn each_stmt<'a>(&'a self, visit: &mut impl FnMut(Thread, &'a Stmt)) {
        for (index, thread) in self.threads.iter().enumerate() {
            each_stmt_of(&thread.body, &mut |stmt| visit(Thread(index), stmt));
        }
    }

    pub fn validate(&self) -> Result<(), Invalid> {
        self.validate_variables()?;
        self.validate_threads()?;
        let mut read = vec![false; self.inputs.len()];
        for thread in &self.threads {
            validate_inputs(&thread.body, false, &mut read)?;
        }
        for (index, thread) in self.threads.iter().enumerate() {
            if thread.end == End::Process && index != MAIN.0 {
                return Err(Invalid::End);
            }
            validate_sections(&thread.body)?;
            if !self.knows_its_nodes(Thread(index), &thread.body, &[]) {
                return Err(Invalid::Node(thread.name.clone()));
            }
        }
        Ok(())
    }

    /// Whether a thread that knows some nodes uses no others. It knows those that it allocated, and one whose link it has read where it
    /// has just asked whether there was an address.
    fn knows_its_nodes(&self, thread: Thread, body: &[Stmt], known: &[Var]) -> bool {
        let mut read: Option<(Local, Var)> = None;
        body.iter().all(|stmt| {
            let found = read.take();
            match stmt {
                Stmt::If { condition: Expr::Local(local), then, otherwise } => {
                    let found = found.filter(|(read, _)| read == local).map(|(_, node)| node);
                    let inside: Vec<Var> = known.iter().copied().chain(found).collect();
                    return self.knows_its_nodes(thread, then, &inside)
                        && self.knows_its_nodes(thread, otherwise, known);
                }
                Stmt::Fence(_) => read = found,
                _ => {}
            }
            if !stmt.bodies().into_iter().all(|body| self.knows_its_nodes(thread, body, known)) {
                return false;
            }
            let Some(place) = stmt.place() else { return true };
            match (self.vars[place.var.0].storage, stmt) {
                (Storage::Global, _) => true,
                (Storage::Node(owner), _) => owner == thread || known.contains(&place.var),
                (
                    Storage::Link(node),
                    Stmt::Load { local, .. } | Stmt::Exchange { local, value: Expr::Const(0), .. },
                ) => {
                    read = Some((*local, node));
                    // Who reads again forgets what it knew.
                    !known.contains(&node) && self.vars[node.0].storage != Storage::Node(thread)
                }
                (
                    Storage::Link(node),
                    Stmt::Store { value: Expr::Const(0 | 1), .. }
                    | Stmt::Exchange { value: Expr::Const(1), .. }
                    | Stmt::CompareExchange {
                        expected: Expr::Const(0), desired: Expr::Const(1), ..
                    },
                ) => self.vars[node.0].storage == Storage::Node(thread),
                (Storage::Link(_), _) => false,
            }
        })
    }

    fn validate_variables(&self) -> Result<(), Invalid> {
        for var in &self.vars {
            let length = var.initial.len();
            if !length.is_power_of_two() || (!var.is_array && length != 1) {
                return Err(Invalid::Shape(var.name.clone()));
            }
        }
        let mut result = Ok(());
        self.each_stmt(&mut |thread, stmt| {
            if result.is_ok() {
                result = self.validate_uses(thread, stmt);
            }
        });
        result
    }

    fn validate_uses(&self, thread: Thread, stmt: &Stmt) -> Result<(), Invalid> {
        match stmt {
            Stmt::Load { local, from } => {
                self.validate_place(from)?;
                self.validate_local(thread, *local)
            }
            Stmt::Store { to, .. } => self.validate_place(to),
            Stmt::FetchAdd { local, at, .. }
            | Stmt::Exchange { local, at, .. }
            | Stmt::CompareExchange { local, at, .. } => {
                self.validate_place(at)?;
                self.validate_local(thread, *local)?;
                let var = &self.vars[at.var.0];
                if var.atomic { Ok(()) } else { Err(Invalid::NotAtomic(var.name.clone())) }
            }
            Stmt::Lock(mutex) | Stmt::Unlock(mutex) => self.validate_mutex(*mutex),
            Stmt::TryLock { local, mutex } => {
                self.validate_mutex(*mutex)?;
                self.validate_local(thread, *local)
            }
            Stmt::Wait { condition, mutex } => {
                self.validate_mutex(*mutex)?;
                declared(condition.0, self.conditions, "condition")
            }
            Stmt::Signal(condition) | Stmt::Broadcast(condition) => {
                declared(condition.0, self.conditions, "condition")
            }
            Stmt::Post(semaphore) | Stmt::Take(semaphore) => {
                declared(semaphore.0, self.semaphores.len(), "semaphore")
            }
            Stmt::Arrive { local, barrier } => {
                declared(barrier.0, self.barriers.len(), "barrier")?;
                self.validate_local(thread, *local)
            }
            Stmt::Assign { local, .. } => self.validate_local(thread, *local),
            Stmt::ReadInput { local, input } => {
                declared(input.0, self.inputs.len(), "input")?;
                self.validate_local(thread, *local)
            }
            Stmt::Spawn(child) | Stmt::Join(child) => {
                declared(child.0, self.threads.len(), "thread")
            }
            Stmt::Section(_)
            | Stmt::Fence(_)
            | Stmt::Await(_)
            | Stmt::Check { .. }
            | Stmt::Assert { .. }
            | Stmt::If { .. }
            | Stmt::Repeat { .. }
            | Stmt::While { .. } => Ok(()),
        }
    }

    fn validate_place(&self, place: &Place) -> Result<(), Invalid> {
        declared(place.var.0, self.vars.len(), "variable")?;
        let var = &self.vars[place.var.0];
        if var.is_array == place.index.is_some() {
            Ok(())
        } else {
            Err(Invalid::Shape(var.name.clone()))
        }
    }

    fn validate_mutex(&self, mutex: Mutex) -> Result<(), Invalid> {
        declared(mutex.0, self.mutexes, "mutex")
    }

    fn validate_local(&self, thread: Thread, local: Local) -> Result<(), Invalid> {
        declared(local.0, self.threads[thread.0].locals, "local")
    }

    fn validate_threads(&self) -> Result<(), Invalid> {
        let mut lives = vec![Life::default(); self.threads.len()];
        for thread in &self.threads {
            self.collect_lives(&thread.body, &mut Vec::new(), false, &mut lives)?;
        }
        for (life, thread) in lives.iter().zip(&self.threads).skip(1) {
            if life.created != 1 {
                return Err(Invalid::Created(thread.name.clone(), life.created));
            }
        }
        Ok(())
    }

    /// `known` holds the threads that have certainly been created by this thread at this point.
    fn collect_lives(
        &self,
        body: &[Stmt],
        known: &mut Vec<Thread>,
        in_loop: bool,
        lives: &mut [Life],
    ) -> Result<(), Invalid> {
        let outside = known.len();
        for stmt in body {
            let name = |thread: &Thread| self.threads[thread.0].name.clone();
            match stmt {
                Stmt::Spawn(child) | Stmt::Join(child) if in_loop => {
                    return Err(Invalid::ThreadInLoop(name(child)));
                }
                Stmt::Spawn(child) => {
                    lives[child.0].created += 1;
                    known.push(*child);
                }
                Stmt::Join(child) => {
                    if !known.contains(child) {
                        return Err(Invalid::JoinBeforeCreation(name(child)));
                    }
                    if std::mem::replace(&mut lives[child.0].joined, true) {
                        return Err(Invalid::JoinedTwice(name(child)));
                    }
                }
                Stmt::Section(body) => {
                    // What a section creates has certainly been created behind it.
                    self.collect_lives(body, known, in_loop, lives)?;
                    known.extend(body.iter().filter_map(|inner| match inner {
                        Stmt::Spawn(child) => Some(*child),
                        _ => None,
                    }));
                }
                _ => {
                    let in_loop =
                        in_loop || matches!(stmt, Stmt::Repeat { .. } | Stmt::While { .. });
                    for inner in stmt.bodies() {
                        self.collect_lives(inner, known, in_loop, lives)?;
                    }
                }
            }
        }
        known.truncate(outside);
        Ok(())
    }
}

#[derive(Clone, Default)]
struct Life {
    created: usize,
    joined: bool,
}

fn declared(index: usize, count: usize, what: &str) -> Result<(), Invalid> {
    if index < count { Ok(()) } else { Err(Invalid::Undeclared(format!("{what} {index}"))) }
}

fn each_stmt_of<'a>(body: &'a [Stmt], visit: &mut impl FnMut(&'a Stmt)) {
    for stmt in body {
        visit(stmt);
        for inner in stmt.bodies() {
            each_stmt_of(inner, visit);
        }
    }
}

/// Every reading in C gives a new value; here an input has one.
fn validate_inputs(body: &[Stmt], in_loop: bool, read: &mut [bool]) -> Result<(), Invalid> {
    for stmt in body {
        if let Stmt::ReadInput { input, .. } = stmt
            && (std::mem::replace(&mut read[input.0], true) || in_loop)
        {
            return Err(Invalid::InputTwice(input.0));
        }
        let in_loop = in_loop || matches!(stmt, Stmt::Repeat { .. } | Stmt::While { .. });
        for inner in stmt.bodies() {
            validate_inputs(inner, in_loop, read)?;
        }
    }
    Ok(())
}

fn validate_sections(body: &[Stmt]) -> Result<(), Invalid> {
    for stmt in body {
        match stmt {
            Stmt::Await(_) => return Err(Invalid::Await),
            Stmt::Section(inner) => validate_section_body(inner, &mut true)?,
            _ => {
                for inner in stmt.bodies() {
                    validate_sections(inner)?;
                }
            }
        }
    }
    Ok(())
}

/// `may_wait`: nothing has been written nor reported yet, so that a section which has to wait can be begun anew.
fn validate_section_body(body: &[Stmt], may_wait: &mut bool) -> Result<(), Invalid> {
    for stmt in body {
        match stmt {
            Stmt::Assign { .. } | Stmt::ReadInput { .. } | Stmt::Load { .. } => {}
            Stmt::Await(_) if *may_wait => {}
            Stmt::Await(_) => return Err(Invalid::Await),
            Stmt::Store { .. }
            | Stmt::FetchAdd { .. }
            | Stmt::Exchange { .. }
            | Stmt::CompareExchange { .. }
            | Stmt::Spawn(_)
            | Stmt::Check { .. }
            | Stmt::Assert { .. } => *may_wait = false,
            Stmt::If { then, otherwise, .. } => {
                validate_section_body(then, may_wait)?;
                validate_section_body(otherwise, may_wait)?;
                *may_wait = false;
            }
            Stmt::Repeat { body, .. } => {
                *may_wait = false;
                validate_section_body(body, may_wait)?;
            }
            Stmt::While { .. } => return Err(Invalid::InSection("an unbounded loop")),
            Stmt::Section(_) => return Err(Invalid::InSection("another section")),
            Stmt::Lock(_) | Stmt::Unlock(_) | Stmt::TryLock { .. } => {
                return Err(Invalid::InSection("a mutex operation"));
            }
            Stmt::Wait { .. } | Stmt::Signal(_) | Stmt::Broadcast(_) => {
                return Err(Invalid::InSection("a condition variable operation"));
            }
            Stmt::Post(_) | Stmt::Take(_) => {
                return Err(Invalid::InSection("a semaphore operation"));
            }
            Stmt::Arrive { .. } => return Err(Invalid::InSection("a barrier")),
            Stmt::Join(_) => return Err(Invalid::InSection("a join")),
            Stmt::Fence(_) => return Err(Invalid::InSection("a fence")),
        }
    }
    Ok(())
}
