//! Whether threads can stand where the context says: places that are none, calls that are not made, code that is not reached, more threads than there are.

use raddle_ir::Program;
use raddle_pointsto::Position;

use crate::executed::Stack;
use crate::stack::Above;
use crate::world::World;
use crate::{Context, ContextError, ThreadAt};

/// `FILE:LINE` as a user would write it, or the function.
pub(crate) fn place_name(program: &Program, at: Position) -> String {
    let data = at.data(program);
    let loc = data.insts.get(at.inst as usize).map_or(data.terminator_loc, |inst| inst.loc);
    match loc.get().and_then(|place| Some((program.files.get(place.file)?, place.line))) {
        Some((file, line)) => {
            let name = file.path.rsplit('/').next().unwrap_or(&file.path);
            format!("{name}:{line}")
        }
        None => format!("a place of {}", function_name(program, at)),
    }
}

fn function_name(program: &Program, at: Position) -> String {
    let function = &program.functions[at.func];
    function.source_name.clone().unwrap_or_else(|| function.name.clone())
}

/// Places that are none, and calls that are not made.
pub(crate) fn check_places(world: &World<'_>, context: &Context) -> Result<(), ContextError> {
    if context.threads.is_empty() {
        return Err(ContextError::NoThreads);
    }
    let reachable = world.points_to.calls.reachable();
    for thread in &context.threads {
        let name = || thread.name.clone();
        if thread.frames.is_empty() {
            return Err(ContextError::NoPlace { thread: name() });
        }
        for &at in &thread.frames {
            let body = world.program.functions.get(at.func).and_then(|f| f.body.as_ref());
            let data = body.and_then(|body| body.blocks.get(at.block));
            if data.is_none_or(|data| at.inst as usize > data.insts.len()) {
                let function = world.program.functions.get(at.func);
                let function = function.map_or_else(String::new, |f| f.name.clone());
                return Err(ContextError::NoOperation { thread: name(), function });
            }
            if !reachable.contains(&at.func) {
                return Err(ContextError::NeverCalled {
                    thread: name(),
                    place: place_name(world.program, at),
                    function: function_name(world.program, at),
                });
            }
            if !world.shape(at.func).order.contains(&at.block) {
                let place = place_name(world.program, at);
                return Err(ContextError::Unreachable { thread: name(), place });
            }
        }
        for pair in thread.frames.windows(2) {
            let calls = world.callers(pair[0].func).iter();
            if !calls.clone().any(|site| site.at == pair[1] && site.starts_with.is_none()) {
                return Err(ContextError::NotCalled {
                    thread: name(),
                    caller: function_name(world.program, pair[1]),
                    callee: function_name(world.program, pair[0]),
                    place: place_name(world.program, pair[1]),
                });
            }
        }
    }
    Ok(())
}

/// The kinds of threads that each thread of the context may be.
pub(crate) fn possible_kinds(
    world: &World<'_>,
    context: &Context,
    executed: &dyn Fn(Position) -> bool,
) -> Vec<Vec<usize>> {
    let kinds = |thread: &ThreadAt| {
        let mut func = thread.frames[thread.frames.len() - 1].func;
        // Down to where the stack may go on in several ways.
        for _ in 0..64 {
            match world.above(func, executed) {
                Above::Call(site) => func = site.at.func,
                Above::Root => return vec![0],
                Above::Created(sites) => {
                    let from = |kind: &usize| {
                        let kind = &world.kinds[*kind];
                        kind.start == func && sites.iter().any(|site| kind.site == Some(site.at))
                    };
                    return world.kinds_of(func, executed).into_iter().filter(from).collect();
                }
                Above::Several(_) | Above::Unknown => break,
            }
        }
        world.kinds_of(func, executed)
    };
    context.threads.iter().map(kinds).collect()
}

/// Whether every thread can be another one.
pub(crate) fn check_kinds(
    world: &World<'_>,
    context: &Context,
    kinds: &[Vec<usize>],
) -> Result<(), ContextError> {
    for (thread, kinds) in context.threads.iter().zip(kinds) {
        if kinds.is_empty() {
            let place = place_name(world.program, thread.frames[0]);
            return Err(ContextError::NotCreatedYet { thread: thread.name.clone(), place });
        }
    }
    // Kinds of which there are several take any number of threads.
    let few: Vec<usize> = (0..kinds.len())
        .filter(|&index| kinds[index].iter().all(|&kind| world.kinds[kind].single))
        .collect();
    let mut taken: Vec<Option<usize>> = vec![None; world.kinds.len()];
    for &thread in &few {
        let mut tried = vec![false; world.kinds.len()];
        if !assign(thread, kinds, &mut taken, &mut tried) {
            let rivals: Vec<&str> = few
                .iter()
                .filter(|&&other| kinds[other].iter().any(|kind| tried[*kind]))
                .map(|&other| context.threads[other].name.as_str())
                .collect();
            return Err(ContextError::TooManyThreads { threads: rivals.join(", ") });
        }
    }
    Ok(())
}

/// Finds a kind for a thread, moving others if need be.
fn assign(
    thread: usize,
    kinds: &[Vec<usize>],
    taken: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for &kind in &kinds[thread] {
        if std::mem::replace(&mut tried[kind], true) {
            continue;
        }
        if taken[kind].is_none_or(|other| assign(other, kinds, taken, tried)) {
            taken[kind] = Some(thread);
            return true;
        }
    }
    false
}

/// The stacks of threads that are the only ones of their kind, down to where they began.
pub(crate) fn whole_stacks(
    world: &World<'_>,
    context: &Context,
    kinds: &[Vec<usize>],
) -> Vec<Stack> {
    let mut stacks = Vec::new();
    for (thread, kinds) in context.threads.iter().zip(kinds) {
        let [kind] = kinds[..] else { continue };
        let mut places: Vec<Position> = thread.frames.clone();
        let start = world.kinds[kind].start;
        let mut func = places[places.len() - 1].func;
        let whole = (0..64).any(|_| match world.above(func, &|_| true) {
            Above::Call(site) => {
                places.push(site.at);
                func = site.at.func;
                false
            }
            Above::Root | Above::Created(_) => func == start,
            Above::Several(_) | Above::Unknown => false,
        });
        if whole && world.kinds[kind].single {
            places.reverse();
            stacks.push(Stack { kind, places });
        }
    }
    stacks
}
