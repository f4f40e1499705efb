//! What is tried to make a program smaller that Raddle and the oracle disagree on.

use super::program::{Program, Stmt};

/// Programs with one thread or statement less, or with a conditional replaced by what it guards.
pub fn smaller(program: &Program) -> Vec<Program> {
    let mut found = Vec::new();
    for thread in 0..program.threads.len() {
        if program.threads.len() > 1 && program.main() != Some(thread) {
            found.push(without_thread(program, thread));
        }
        let body = &program.threads[thread];
        for at in 0..body.len() {
            let mut next = program.clone();
            match &body[at] {
                Stmt::Lock(_) => {
                    let Some(end) =
                        body[at..].iter().position(|stmt| matches!(stmt, Stmt::Unlock(_)))
                    else {
                        continue;
                    };
                    next.threads[thread].drain(at..=at + end);
                }
                Stmt::Unlock(_) | Stmt::Create(_) | Stmt::Join(_) => continue,
                // What it guards comes right behind it.
                Stmt::TryLock { .. } => {
                    next.threads[thread].drain(at..(at + 2).min(body.len()));
                }
                Stmt::If { then, .. }
                    if then.iter().any(|stmt| matches!(stmt, Stmt::Unlock(_))) =>
                {
                    continue;
                }
                Stmt::If { then, .. } => {
                    let mut unguarded = next.clone();
                    unguarded.threads[thread].splice(at..=at, then.iter().cloned());
                    found.push(unguarded);
                    next.threads[thread].remove(at);
                }
                Stmt::Load { .. }
                | Stmt::Store { .. }
                | Stmt::Rmw { .. }
                | Stmt::Fill { .. }
                | Stmt::Fence(_)
                | Stmt::Signal { .. }
                | Stmt::Wait { .. }
                | Stmt::Enqueue { .. }
                | Stmt::Wake(_)
                | Stmt::Await { .. } => {
                    next.threads[thread].remove(at);
                }
            }
            found.push(next);
        }
    }
    found
}

/// Without a thread, and without what `main` has to do with it.
fn without_thread(program: &Program, thread: usize) -> Program {
    let mut next = program.clone();
    next.threads.remove(thread);
    if let Some(main) = program.main() {
        let body = &mut next.threads[main - 1];
        body.retain(|stmt| !matches!(stmt, Stmt::Create(of) | Stmt::Join(of) if *of == thread));
        for stmt in body {
            if let Stmt::Create(of) | Stmt::Join(of) = stmt {
                *of -= usize::from(*of > thread);
            }
        }
    }
    next
}
