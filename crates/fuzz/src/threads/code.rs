//! Structured threads flattened to instructions with jumps, which is what the interpreter walks over.
//!
//! `Repeat` is unrolled (its counts are tiny) so that no loop counter becomes part of a state; `While` stays a
//! backward jump, so that a spinning thread returns to a state that was seen before.

use super::program::{
    Condition, End, Expr, Input, Label, Local, Mutex, Order, Place, Program, Semaphore, Stmt,
    Thread,
};

/// One instruction; see [`Stmt`] for the meaning of those with the same name.
#[derive(Clone, Debug)]
pub enum Instr {
    Assign {
        local: Local,
        value: Expr,
    },
    ReadInput {
        local: Local,
        input: Input,
    },
    Check {
        label: Label,
        holds: Expr,
    },
    Assert {
        label: Label,
        holds: Expr,
    },
    BranchIfZero {
        condition: Expr,
        target: usize,
    },
    Jump(usize),
    Load {
        local: Local,
        from: Place,
    },
    Store {
        to: Place,
        value: Expr,
    },
    FetchAdd {
        local: Local,
        at: Place,
        value: Expr,
    },
    Exchange {
        local: Local,
        at: Place,
        value: Expr,
    },
    CompareExchange {
        local: Local,
        at: Place,
        expected: Expr,
        desired: Expr,
    },
    Lock(Mutex),
    Unlock(Mutex),
    TryLock {
        local: Local,
        mutex: Mutex,
    },
    /// First half of a wait: gives the mutex back and queues up.
    Enqueue {
        condition: Condition,
        mutex: Mutex,
    },
    /// Second half: once woken, takes the mutex again.
    Relock {
        condition: Condition,
        mutex: Mutex,
    },
    Signal(Condition),
    Broadcast(Condition),
    Post(Semaphore),
    Take(Semaphore),
    Fence(Order),
    SectionBegin,
    SectionEnd,
    Await(Expr),
    Spawn(Thread),
    Join(Thread),
    EndThread,
    EndProcess,
}

/// The instructions of each thread.
pub fn flatten(program: &Program) -> Vec<Vec<Instr>> {
    program
        .threads
        .iter()
        .map(|thread| {
            let mut code = Vec::new();
            flatten_body(&thread.body, &mut code);
            code.push(match thread.end {
                End::Thread => Instr::EndThread,
                End::Process => Instr::EndProcess,
            });
            code
        })
        .collect()
}

fn flatten_body(body: &[Stmt], code: &mut Vec<Instr>) {
    for stmt in body {
        flatten_stmt(stmt, code);
    }
}

fn flatten_stmt(stmt: &Stmt, code: &mut Vec<Instr>) {
    match stmt {
        Stmt::If { condition, then, otherwise } => flatten_if(condition, then, otherwise, code),
        Stmt::Repeat { times, body } => (0..*times).for_each(|_| flatten_body(body, code)),
        Stmt::While { condition, body } => flatten_while(condition, body, code),
        Stmt::Section(body) => {
            code.push(Instr::SectionBegin);
            flatten_body(body, code);
            code.push(Instr::SectionEnd);
        }
        Stmt::Wait { condition, mutex } => {
            code.push(Instr::Enqueue { condition: *condition, mutex: *mutex });
            code.push(Instr::Relock { condition: *condition, mutex: *mutex });
        }
        Stmt::Assign { local, value } => {
            code.push(Instr::Assign { local: *local, value: value.clone() });
        }
        Stmt::ReadInput { local, input } => {
            code.push(Instr::ReadInput { local: *local, input: *input });
        }
        Stmt::Load { local, from } => code.push(Instr::Load { local: *local, from: from.clone() }),
        Stmt::Store { to, value } => {
            code.push(Instr::Store { to: to.clone(), value: value.clone() });
        }
        Stmt::FetchAdd { local, at, value } => {
            code.push(Instr::FetchAdd { local: *local, at: at.clone(), value: value.clone() })
        }
        Stmt::Exchange { local, at, value } => {
            code.push(Instr::Exchange { local: *local, at: at.clone(), value: value.clone() })
        }
        Stmt::CompareExchange { local, at, expected, desired } => {
            code.push(Instr::CompareExchange {
                local: *local,
                at: at.clone(),
                expected: expected.clone(),
                desired: desired.clone(),
            });
        }
        Stmt::Lock(mutex) => code.push(Instr::Lock(*mutex)),
        Stmt::Unlock(mutex) => code.push(Instr::Unlock(*mutex)),
        Stmt::TryLock { local, mutex } => {
            code.push(Instr::TryLock { local: *local, mutex: *mutex });
        }
        Stmt::Signal(condition) => code.push(Instr::Signal(*condition)),
        Stmt::Broadcast(condition) => code.push(Instr::Broadcast(*condition)),
        Stmt::Post(semaphore) => code.push(Instr::Post(*semaphore)),
        Stmt::Take(semaphore) => code.push(Instr::Take(*semaphore)),
        Stmt::Fence(order) => code.push(Instr::Fence(*order)),
        Stmt::Await(condition) => code.push(Instr::Await(condition.clone())),
        Stmt::Spawn(thread) => code.push(Instr::Spawn(*thread)),
        Stmt::Join(thread) => code.push(Instr::Join(*thread)),
        Stmt::Check { label, holds } => {
            code.push(Instr::Check { label: *label, holds: holds.clone() });
        }
        Stmt::Assert { label, holds } => {
            code.push(Instr::Assert { label: *label, holds: holds.clone() });
        }
    }
}

fn flatten_if(condition: &Expr, then: &[Stmt], otherwise: &[Stmt], code: &mut Vec<Instr>) {
    let branch = code.len();
    code.push(Instr::Jump(0));
    flatten_body(then, code);
    let jump = code.len();
    if !otherwise.is_empty() {
        code.push(Instr::Jump(0));
    }
    code[branch] = Instr::BranchIfZero { condition: condition.clone(), target: code.len() };
    flatten_body(otherwise, code);
    if !otherwise.is_empty() {
        code[jump] = Instr::Jump(code.len());
    }
}

fn flatten_while(condition: &Expr, body: &[Stmt], code: &mut Vec<Instr>) {
    let head = code.len();
    code.push(Instr::Jump(0));
    flatten_body(body, code);
    code.push(Instr::Jump(head));
    code[head] = Instr::BranchIfZero { condition: condition.clone(), target: code.len() };
}
