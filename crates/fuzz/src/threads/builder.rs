//! Short spellings for writing programs by hand, in tests and for checking corpus programs.

use super::program::{
    End, Expr, Input, Label, Local, MAIN, Mutex, Operator, Place, Program, Stmt, Storage, Thread,
    ThreadDecl, Var, VarDecl,
};

/// Locals every hand-written thread has.
const LOCALS: usize = 6;

/// A program under construction; main comes last, in one of two forms.
#[derive(Clone, Debug)]
pub struct Builder {
    program: Program,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder::new()
    }
}

impl Builder {
    pub fn new() -> Builder {
        let main = declare("main", Vec::new());
        Builder {
            program: Program {
                vars: Vec::new(),
                mutexes: 0,
                conditions: 0,
                semaphores: Vec::new(),
                barriers: Vec::new(),
                inputs: Vec::new(),
                threads: vec![main],
            },
        }
    }

    pub fn var(&mut self, name: &str, initial: i64) -> Var {
        self.declare_var(name, false, vec![initial], false)
    }

    pub fn atomic(&mut self, name: &str, initial: i64) -> Var {
        self.declare_var(name, true, vec![initial], false)
    }

    pub fn array(&mut self, name: &str, initial: &[i64]) -> Var {
        self.declare_var(name, false, initial.to_vec(), true)
    }

    fn declare_var(&mut self, name: &str, atomic: bool, initial: Vec<i64>, is_array: bool) -> Var {
        let (name, storage) = (name.to_string(), Storage::Global);
        self.program.vars.push(VarDecl { name, atomic, initial, is_array, storage });
        Var(self.program.vars.len() - 1)
    }

    pub fn mutex(&mut self) -> Mutex {
        self.program.mutexes += 1;
        Mutex(self.program.mutexes - 1)
    }

    pub fn input(&mut self, domain: &[i64]) -> Input {
        self.program.inputs.push(domain.to_vec());
        Input(self.program.inputs.len() - 1)
    }

    pub fn thread(&mut self, name: &str, body: Vec<Stmt>) -> Thread {
        self.program.threads.push(declare(name, body));
        Thread(self.program.threads.len() - 1)
    }

    /// Everything not covered by a method of its own.
    pub fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    /// Main does `first`, then starts all threads, in one step, and ends.
    pub fn together(mut self, mut first: Vec<Stmt>) -> Program {
        first.extend(self.all_threads().map(Stmt::Spawn));
        self.program.threads[MAIN.0].body = vec![Stmt::Section(first)];
        self.program
    }

    /// Main does `body` step by step.
    pub fn main(mut self, body: Vec<Stmt>) -> Program {
        self.program.threads[MAIN.0].body = body;
        self.program
    }

    /// Main starts all threads step by step, waits for all, and then does `last`.
    pub fn join_all(mut self, last: Vec<Stmt>) -> Program {
        let mut body: Vec<Stmt> = self.all_threads().map(Stmt::Spawn).collect();
        body.extend(self.all_threads().map(Stmt::Join));
        body.extend(last);
        self.program.threads[MAIN.0].body = body;
        self.program
    }

    fn all_threads(&self) -> impl Iterator<Item = Thread> + use<> {
        (1..self.program.threads.len()).map(Thread)
    }
}

fn declare(name: &str, body: Vec<Stmt>) -> ThreadDecl {
    ThreadDecl { name: name.to_string(), locals: LOCALS, body, end: End::Thread }
}

pub fn n(value: i64) -> Expr {
    Expr::Const(value)
}

pub fn l(local: usize) -> Expr {
    Expr::Local(Local(local))
}

macro_rules! operators {
    ($($name:ident => $operator:ident),*) => {$(
        pub fn $name(left: Expr, right: Expr) -> Expr {
            Expr::binary(Operator::$operator, left, right)
        }
    )*};
}

operators! {
    add => Add, sub => Sub, mul => Mul, and => BitAnd, or => BitOr,
    eq => Equal, ne => NotEqual, lt => Less, le => LessEqual
}

pub fn read(local: usize, var: Var) -> Stmt {
    Stmt::Load { local: Local(local), from: Place::scalar(var) }
}

pub fn read_at(local: usize, var: Var, index: Expr) -> Stmt {
    Stmt::Load { local: Local(local), from: Place::element(var, index) }
}

pub fn write(var: Var, value: Expr) -> Stmt {
    Stmt::Store { to: Place::scalar(var), value }
}

pub fn write_at(var: Var, index: Expr, value: Expr) -> Stmt {
    Stmt::Store { to: Place::element(var, index), value }
}

pub fn set(local: usize, value: Expr) -> Stmt {
    Stmt::Assign { local: Local(local), value }
}

pub fn read_input(local: usize, input: Input) -> Stmt {
    Stmt::ReadInput { local: Local(local), input }
}

pub fn step(body: Vec<Stmt>) -> Stmt {
    Stmt::Section(body)
}

/// Reads `var` into `local` and waits until `condition` holds, in one step.
pub fn await_var(local: usize, var: Var, condition: Expr) -> Stmt {
    step(vec![read(local, var), Stmt::Await(condition)])
}

pub fn check(label: usize, holds: Expr) -> Stmt {
    Stmt::Check { label: Label(label), holds }
}

pub fn assert(label: usize, holds: Expr) -> Stmt {
    Stmt::Assert { label: Label(label), holds }
}

/// Reads `var` into `local` and checks, in one step.
pub fn check_var(label: usize, local: usize, var: Var, holds: Expr) -> Stmt {
    step(vec![read(local, var), check(label, holds)])
}

/// Copies one shared variable to another in one step.
pub fn copy(to: Var, from: Var) -> Stmt {
    step(vec![read(0, from), write(to, l(0))])
}

pub fn when(condition: Expr, then: Vec<Stmt>) -> Stmt {
    Stmt::If { condition, then, otherwise: Vec::new() }
}
