//! Makes a program smaller while it keeps showing the same thing.
//!
//! Greedy: of all programs that are one simplification away, in an order that tries the largest deletions first,
//! the first valid one that still satisfies the predicate is taken, until none does. Simplifications: drop a
//! statement (with everything that belongs to it: the join with the creation, the unlock with the lock), replace
//! a compound statement by its parts, empty a thread, narrow an input, replace an expression by a simpler one.

use super::program::{Expr, MAIN, Program, Stmt, Storage, Thread};

/// `keeps` must hold for the program itself; at most `tries` programs are tried.
pub fn shrink(program: &Program, tries: usize, mut keeps: impl FnMut(&Program) -> bool) -> Program {
    let mut best = program.clone();
    let mut left = tries;
    'again: loop {
        for candidate in candidates(&best) {
            if candidate == best || candidate.validate().is_err() {
                continue;
            }
            if left == 0 {
                return best;
            }
            left -= 1;
            if keeps(&candidate) {
                best = candidate;
                continue 'again;
            }
        }
        return best;
    }
}

fn candidates(program: &Program) -> Vec<Program> {
    let mut result = Vec::new();
    result.extend(
        (1..program.threads.len())
            .rev()
            .filter_map(|thread| without_thread(program, Thread(thread))),
    );
    for (input, domain) in program.inputs.iter().enumerate() {
        result.extend((0..domain.len()).filter(|_| domain.len() > 1).map(|value| {
            let mut smaller = program.clone();
            smaller.inputs[input].remove(value);
            smaller
        }));
    }
    for (index, thread) in program.threads.iter().enumerate() {
        result.extend(smaller_bodies(&thread.body).into_iter().map(|body| {
            let mut smaller = program.clone();
            smaller.threads[index].body = body;
            smaller
        }));
    }
    result
}

/// Removes a thread that creates no other, with its creation and join.
fn without_thread(program: &Program, thread: Thread) -> Option<Program> {
    let mut creates = false;
    program.each_stmt(&mut |of, stmt| creates |= of == thread && matches!(stmt, Stmt::Spawn(_)));
    if creates || thread == MAIN || program.owns_node(thread) {
        return None;
    }
    let mut smaller = program.clone();
    smaller.threads.remove(thread.0);
    for var in &mut smaller.vars {
        if let Storage::Node(owner) = &mut var.storage {
            owner.0 -= usize::from(*owner > thread);
        }
    }
    for decl in &mut smaller.threads {
        let body = std::mem::take(&mut decl.body);
        decl.body = forget_thread(body, thread);
    }
    Some(smaller)
}

/// Later threads move up by one.
fn forget_thread(body: Vec<Stmt>, gone: Thread) -> Vec<Stmt> {
    let renamed = |thread: Thread| Thread(thread.0 - usize::from(thread > gone));
    body.into_iter()
        .filter(|stmt| !matches!(stmt, Stmt::Spawn(thread) | Stmt::Join(thread) if *thread == gone))
        .map(|stmt| match stmt {
            Stmt::Spawn(thread) => Stmt::Spawn(renamed(thread)),
            Stmt::Join(thread) => Stmt::Join(renamed(thread)),
            other => map_bodies(other, &mut |body| forget_thread(body, gone)),
        })
        .collect()
}

/// The statement with every list directly inside it changed.
pub(super) fn map_bodies(stmt: Stmt, change: &mut impl FnMut(Vec<Stmt>) -> Vec<Stmt>) -> Stmt {
    match stmt {
        Stmt::Section(body) => Stmt::Section(change(body)),
        Stmt::Repeat { times, body } => Stmt::Repeat { times, body: change(body) },
        Stmt::While { condition, body } => Stmt::While { condition, body: change(body) },
        Stmt::If { condition, then, otherwise } => {
            let then = change(then);
            Stmt::If { condition, then, otherwise: change(otherwise) }
        }
        other => other,
    }
}

/// Every list that is one simplification away.
fn smaller_bodies(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut result = Vec::new();
    for position in 0..body.len() {
        result.push(without_stmt(body, position));
        let mut replaced = |replacement: Vec<Stmt>| {
            let mut smaller = body.to_vec();
            smaller.splice(position..=position, replacement);
            result.push(smaller);
        };
        let stmt = &body[position];
        // The parts of a compound statement in its place, then each part made smaller where it is.
        for inner in stmt.bodies() {
            replaced(inner.clone());
        }
        for smaller in smaller_stmts(stmt) {
            replaced(vec![smaller]);
        }
    }
    result
}

fn without_stmt(body: &[Stmt], position: usize) -> Vec<Stmt> {
    let mut smaller = body.to_vec();
    match smaller.remove(position) {
        Stmt::Lock(mutex) => {
            let unlock = smaller[position..].iter().position(|stmt| *stmt == Stmt::Unlock(mutex));
            if let Some(offset) = unlock {
                smaller.remove(position + offset);
            }
        }
        Stmt::Spawn(_)
        | Stmt::Join(_)
        | Stmt::Unlock(_)
        | Stmt::Assign { .. }
        | Stmt::ReadInput { .. }
        | Stmt::Load { .. }
        | Stmt::Store { .. }
        | Stmt::FetchAdd { .. }
        | Stmt::Exchange { .. }
        | Stmt::CompareExchange { .. }
        | Stmt::TryLock { .. }
        | Stmt::Wait { .. }
        | Stmt::Signal(_)
        | Stmt::Broadcast(_)
        | Stmt::Post(_)
        | Stmt::Take(_)
        | Stmt::Arrive { .. }
        | Stmt::Fence(_)
        | Stmt::Section(_)
        | Stmt::Await(_)
        | Stmt::Check { .. }
        | Stmt::Assert { .. }
        | Stmt::If { .. }
        | Stmt::Repeat { .. }
        | Stmt::While { .. } => {}
    }
    smaller
}

fn smaller_stmts(stmt: &Stmt) -> Vec<Stmt> {
    match stmt {
        Stmt::Section(body) => smaller_bodies(body).into_iter().map(Stmt::Section).collect(),
        Stmt::Repeat { times, body } => smaller_bodies(body)
            .into_iter()
            .map(|body| Stmt::Repeat { times: *times, body })
            .collect(),
        Stmt::While { condition, body } => smaller_bodies(body)
            .into_iter()
            .map(|body| Stmt::While { condition: condition.clone(), body })
            .collect(),
        Stmt::If { condition, then, otherwise } => {
            let in_then = smaller_bodies(then).into_iter().map(|then| Stmt::If {
                condition: condition.clone(),
                then,
                otherwise: otherwise.clone(),
            });
            let in_otherwise = smaller_bodies(otherwise).into_iter().map(|otherwise| Stmt::If {
                condition: condition.clone(),
                then: then.clone(),
                otherwise,
            });
            in_then.chain(in_otherwise).collect()
        }
        Stmt::Assign { local, value } => simpler_exprs(value)
            .into_iter()
            .map(|value| Stmt::Assign { local: *local, value })
            .collect(),
        Stmt::Store { to, value } => simpler_exprs(value)
            .into_iter()
            .map(|value| Stmt::Store { to: to.clone(), value })
            .collect(),
        Stmt::Check { label, holds } => simpler_exprs(holds)
            .into_iter()
            .map(|holds| Stmt::Check { label: *label, holds })
            .collect(),
        Stmt::ReadInput { .. }
        | Stmt::Load { .. }
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
        | Stmt::Assert { .. } => Vec::new(),
    }
}

/// Operands instead of operations, constants instead of operands.
fn simpler_exprs(expr: &Expr) -> Vec<Expr> {
    match expr {
        Expr::Const(0) => Vec::new(),
        Expr::Const(_) | Expr::Local(_) => vec![Expr::Const(0)],
        Expr::Binary(_, left, right) => {
            vec![Expr::Const(0), left.as_ref().clone(), right.as_ref().clone()]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shrink;
    use crate::random::Random;
    use crate::threads::generate::{Shape, generate};
    use crate::threads::oracle::{Limits, answer};
    use crate::threads::program::{Program, Stmt};

    fn statements(program: &Program) -> usize {
        let mut count = 0;
        program.each_stmt(&mut |_, stmt| count += usize::from(!matches!(stmt, Stmt::Section(_))));
        count
    }

    #[test]
    fn a_race_shrinks_to_two_accesses() {
        let racy = |program: &Program| {
            answer(program, &Limits::default()).is_ok_and(|answer| !answer.racy.is_empty())
        };
        let mut random = Random::new(11);
        let large = std::iter::repeat_with(|| generate(&mut random, &Shape::default()))
            .find(|program| racy(program) && statements(program) > 12)
            .expect("the generator finds a race sooner or later");
        let small = shrink(&large, 10_000, racy);
        // Two creations at most (the race may be with main) and one access on each side.
        assert!(racy(&small) && statements(&small) <= 4, "{small:?}");
    }
}
