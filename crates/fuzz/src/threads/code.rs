//! Structured threads flattened to instructions with jumps, which is what the interpreter walks over.
//!
//! `Repeat` is unrolled (its counts are tiny) so that no loop counter becomes part of a state; `While` stays a
//! backward jump, so that a spinning thread returns to a state that was seen before.

use super::program::{
    Barrier, Condition, End, Expr, Input, Label, Local, Mutex, Order, Place, Program, Semaphore,
    Stmt, Thread,
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
    /// First half of a wait at a barrier; the last one to arrive leaves at once.
    Arrive {
        local: Local,
        barrier: Barrier,
    },
    /// Second half, of the others.
    Leave(Local),
    Fence(Order),
    SectionBegin,
    SectionEnd,
    Await(Expr),
    Spawn(Thread),
    Join(Thread),
    EndThread,
    EndProcess,
}

/// The instructions of a thread.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub instrs: Vec<Instr>,
    /// For each of them the statement that begins with it, counted as [`numbered`] does.
    pub begins: Vec<Option<usize>>,
}

impl Code {
    fn push(&mut self, instr: Instr) {
        self.instrs.push(instr);
        self.begins.push(None);
    }

    fn len(&self) -> usize {
        self.instrs.len()
    }
}

/// The instructions of each thread.
pub fn flatten(program: &Program) -> Vec<Code> {
    program
        .threads
        .iter()
        .map(|thread| {
            let mut code = Code::default();
            flatten_body(&thread.body, 0, &mut code);
            code.push(match thread.end {
                End::Thread => Instr::EndThread,
                End::Process => Instr::EndProcess,
            });
            code
        })
        .collect()
}

/// The statements of a body with their numbers, outer ones first.
pub fn numbered(body: &[Stmt]) -> Vec<&Stmt> {
    body.iter()
        .flat_map(|stmt| {
            std::iter::once(stmt).chain(stmt.bodies().into_iter().flat_map(|body| numbered(body)))
        })
        .collect()
}

fn flatten_body(body: &[Stmt], first: usize, code: &mut Code) {
    let mut number = first;
    for stmt in body {
        let begin = code.len();
        flatten_stmt(stmt, number, code);
        // A repetition is no instruction; it begins with its first statement.
        if let Some(statement) = code.begins.get_mut(begin) {
            statement.get_or_insert(number);
        }
        number += size(stmt);
    }
}

/// How many statements a statement is.
fn size(stmt: &Stmt) -> usize {
    1 + stmt.bodies().into_iter().flatten().map(size).sum::<usize>()
}

fn flatten_stmt(stmt: &Stmt, number: usize, code: &mut Code) {
    match stmt {
        Stmt::If { condition, then, otherwise } => {
            flatten_if(condition, then, otherwise, number, code);
        }
        Stmt::Repeat { times, body } => {
            (0..*times).for_each(|_| flatten_body(body, number + 1, code));
        }
        Stmt::While { condition, body } => flatten_while(condition, body, number, code),
        Stmt::Section(body) => {
            code.push(Instr::SectionBegin);
            flatten_body(body, number + 1, code);
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
        Stmt::Arrive { local, barrier } => {
            code.push(Instr::Arrive { local: *local, barrier: *barrier });
            code.push(Instr::Leave(*local));
        }
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

fn flatten_if(condition: &Expr, then: &[Stmt], otherwise: &[Stmt], number: usize, code: &mut Code) {
    let branch = code.len();
    code.push(Instr::Jump(0));
    flatten_body(then, number + 1, code);
    let jump = code.len();
    if !otherwise.is_empty() {
        code.push(Instr::Jump(0));
    }
    code.instrs[branch] = Instr::BranchIfZero { condition: condition.clone(), target: code.len() };
    let behind = number + 1 + then.iter().map(size).sum::<usize>();
    flatten_body(otherwise, behind, code);
    if !otherwise.is_empty() {
        code.instrs[jump] = Instr::Jump(code.len());
    }
}

fn flatten_while(condition: &Expr, body: &[Stmt], number: usize, code: &mut Code) {
    let head = code.len();
    code.push(Instr::Jump(0));
    flatten_body(body, number + 1, code);
    code.push(Instr::Jump(head));
    code.instrs[head] = Instr::BranchIfZero { condition: condition.clone(), target: code.len() };
}
