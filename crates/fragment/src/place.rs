//! From `T1=foo.c:11,main.c:40` to a context.

use raddle_analysis::successors;
use raddle_context::{Context, ThreadAt};
use raddle_ir::{Block, Body, Callee, Entity, FuncId, Op, Program};
use raddle_library::Waits;
use raddle_pointsto::{PointsTo, Position, positions_of};
use raddle_target::{Place, PlaceError, Resolved, resolve};

use crate::given::Argument;

/// A thread as a user names it: its name, and its places, innermost first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    pub name: String,
    pub frames: Vec<FrameSpec>,
    pub waiting: bool,
    /// It was woken there.
    pub woken: bool,
    /// It has made the call of this function on its line.
    pub behind: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameSpec {
    pub place: Place,
    /// The function that it has to be in, if that is known.
    pub function: Option<String>,
    /// What its parameters hold, as far as that is known.
    pub arguments: Vec<Argument>,
}

/// Why something is no context of a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacesError {
    #[error(
        "`{0}` says nothing of a thread; write NAME=FILE:LINE, and outer frames behind it: T1=foo.c:11,main.c:40"
    )]
    Unreadable(String),
    #[error("thread {0} is named twice; each thread stands at one place")]
    Twice(String),
    #[error("thread {thread}: {error}")]
    Place { thread: String, error: PlaceError },
    #[error(
        "thread {thread}: nothing on {place} waits; name a line that waits for a lock, a signal, a barrier, a semaphore or a thread, or use --at"
    )]
    NoWait { thread: String, place: String },
    #[error("thread {thread}: {place} does not call `{called}`")]
    NoSuchCall { thread: String, place: String, called: String },
    #[error(
        "thread {thread}: {place} does not call `{callee}`, where its next inner frame is{known}"
    )]
    NoCall { thread: String, place: String, callee: String, known: String },
    #[error(
        "thread {thread}: {place} is in `{is}`, not in `{wanted}`; is this the program that the backtrace is of?"
    )]
    OtherFunction { thread: String, place: String, is: String, wanted: String },
    #[error(
        "thread {thread}: {place} is in `{function}`, which nothing that starts in main comes to"
    )]
    NeverCalled { thread: String, place: String, function: String },
    #[error("thread {thread}: nothing comes to {place}: it is dead code of `{function}`")]
    Dead { thread: String, place: String, function: String },
    #[error("the context has no threads; say where they stand with --at NAME=FILE:LINE")]
    Empty,
}

/// Reads `NAME=PLACE,PLACE…`.
pub fn parse_spec(text: &str, waiting: bool) -> Result<Spec, PlacesError> {
    let unreadable = || PlacesError::Unreadable(text.to_owned());
    let (name, places) = text.split_once('=').ok_or_else(unreadable)?;
    let name = name.trim();
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c)) {
        return Err(unreadable());
    }
    let in_thread = |error| PlacesError::Place { thread: name.to_owned(), error };
    let frames: Result<Vec<FrameSpec>, PlaceError> = places
        .split(',')
        .map(|place| {
            Ok(FrameSpec {
                place: Place::parse(place.trim())?,
                function: None,
                arguments: Vec::new(),
            })
        })
        .collect();
    let frames = frames.map_err(in_thread)?;
    Ok(Spec { name: name.to_owned(), frames, waiting, ..Spec::default() })
}

/// Finds the operations that threads stand at.
pub fn place_context(
    program: &Program,
    points_to: &PointsTo,
    specs: &[Spec],
) -> Result<Context, PlacesError> {
    if specs.is_empty() {
        return Err(PlacesError::Empty);
    }
    for (nth, spec) in specs.iter().enumerate() {
        if specs[..nth].iter().any(|other| other.name == spec.name) {
            return Err(PlacesError::Twice(spec.name.clone()));
        }
    }
    let reachable = points_to.calls.reachable();
    let mut threads = Vec::new();
    for spec in specs {
        let mut frames: Vec<Position> = Vec::new();
        for frame in &spec.frames {
            let at = match frames.last() {
                None => innermost(program, spec, frame)?,
                Some(inner) => calling(program, points_to, spec, frame, inner.func)?,
            };
            let function = || program.functions[at.func].name.clone();
            let (thread, place) = (spec.name.clone(), shown(program, at, &frame.place));
            if !reachable.contains(&at.func) {
                return Err(PlacesError::NeverCalled { thread, place, function: function() });
            }
            if !is_reached(program, at) {
                return Err(PlacesError::Dead { thread, place, function: function() });
            }
            frames.push(at);
        }
        threads.push(ThreadAt {
            name: spec.name.clone(),
            frames,
            waiting: spec.waiting,
            woken: spec.woken,
        });
    }
    Ok(Context { threads, ..Context::default() })
}

/// The first operation of a line, or the wait on it.
fn innermost(program: &Program, spec: &Spec, frame: &FrameSpec) -> Result<Position, PlacesError> {
    let thread = || spec.name.clone();
    let resolved = resolve(program, &frame.place)
        .map_err(|error| PlacesError::Place { thread: thread(), error })?;
    if let Some(called) = &spec.behind {
        return behind_call(program, spec, frame, &resolved, called);
    }
    let file = resolved.file;
    let found = match spec.waiting {
        true => on_line(program, file, resolved.line).find(|&at| waits_at(program, at)),
        false => {
            let first = |at: &&Position| {
                !matches!(at.op(program), Some(Op::Alloca { .. })) && fits(program, **at, frame)
            };
            let mut positions = resolved.positions.clone();
            positions.sort_unstable();
            let first = positions.iter().find(first).or(positions.first()).copied();
            // Locals in memory come to be with the first line of a function: behind them something happens.
            first.map(|at| behind_allocas(program, at))
        }
    };
    let place = match resolved.positions.first() {
        Some(&at) => shown(program, at, &frame.place),
        None => frame.place.line.to_string(),
    };
    let at = found.ok_or_else(|| PlacesError::NoWait { thread: thread(), place: place.clone() })?;
    check_function(program, spec, frame, at, place)?;
    Ok(at)
}

/// What comes after a call on a line.
fn behind_call(
    program: &Program,
    spec: &Spec,
    frame: &FrameSpec,
    resolved: &Resolved,
    called: &str,
) -> Result<Position, PlacesError> {
    let is_it = |at: &Position| match at.op(program) {
        Some(Op::Call { callee: Callee::Direct(func), .. }) => {
            program.functions[*func].name == called
        }
        _ => false,
    };
    let call = on_line(program, resolved.file, resolved.line).find(is_it);
    let call = call.ok_or_else(|| PlacesError::NoSuchCall {
        thread: spec.name.clone(),
        place: frame.place.line.to_string(),
        called: called.to_owned(),
    })?;
    check_function(program, spec, frame, call, shown(program, call, &frame.place))?;
    Ok(Position { inst: call.inst + 1, ..call })
}

fn behind_allocas(program: &Program, mut at: Position) -> Position {
    while matches!(at.op(program), Some(Op::Alloca { .. })) {
        at.inst += 1;
    }
    at
}

fn fits(program: &Program, at: Position, frame: &FrameSpec) -> bool {
    frame.function.as_ref().is_none_or(|name| is_named(program, at.func, name))
}

fn is_named(program: &Program, func: FuncId, name: &str) -> bool {
    let function = &program.functions[func];
    function.name == name || function.source_name.as_deref() == Some(name)
}

fn check_function(
    program: &Program,
    spec: &Spec,
    frame: &FrameSpec,
    at: Position,
    place: String,
) -> Result<(), PlacesError> {
    match &frame.function {
        Some(wanted) if !is_named(program, at.func, wanted) => Err(PlacesError::OtherFunction {
            thread: spec.name.clone(),
            place,
            is: program.functions[at.func].name.clone(),
            wanted: wanted.clone(),
        }),
        _ => Ok(()),
    }
}

/// The call on a line that enters a function.
fn calling(
    program: &Program,
    points_to: &PointsTo,
    spec: &Spec,
    frame: &FrameSpec,
    callee: FuncId,
) -> Result<Position, PlacesError> {
    let thread = || spec.name.clone();
    let resolved = resolve(program, &frame.place)
        .map_err(|error| PlacesError::Place { thread: thread(), error })?;
    let mut known: Vec<&str> = Vec::new();
    for at in on_line(program, resolved.file, resolved.line) {
        let Some(Op::Call { callee: called, .. }) = at.op(program) else { continue };
        let direct = match called {
            Callee::Direct(func) => Some(*func),
            Callee::Indirect(_) => None,
        };
        let mut called = direct.into_iter().chain(points_to.calls.called_at(at));
        if called.any(|func| func == callee) {
            let place = shown(program, at, &frame.place);
            check_function(program, spec, frame, at, place)?;
            return Ok(at);
        }
        known.extend(direct.map(|func| program.functions[func].name.as_str()));
    }
    let place = match resolved.positions.first() {
        Some(&at) => shown(program, at, &frame.place),
        None => frame.place.line.to_string(),
    };
    let known = match &known[..] {
        [] => "; it calls nothing".to_owned(),
        names => format!("; it calls {}", names.join(", ")),
    };
    let callee = program.functions[callee].name.clone();
    Err(PlacesError::NoCall { thread: thread(), place, callee, known })
}

/// The operations of a line, in order.
fn on_line(
    program: &Program,
    file: raddle_ir::FileId,
    line: u32,
) -> impl Iterator<Item = Position> + '_ {
    let all = program.functions.keys().flat_map(move |func| positions_of(program, func));
    all.filter(move |at| {
        let inst = at.data(program).insts.get(at.inst as usize);
        inst.and_then(|inst| inst.loc.get()).is_some_and(|loc| (loc.file, loc.line) == (file, line))
    })
}

/// Library functions in which a thread may wait.
pub fn is_wait(name: &str) -> bool {
    let waits = raddle_library::find(name).map_or(Waits::Never, |row| row.threads.waits);
    match waits {
        Waits::ForOneObject | Waits::ForAWhile | Waits::InTwoSteps => true,
        Waits::Never | Waits::Else => false,
    }
}

fn waits_at(program: &Program, at: Position) -> bool {
    let Some(Op::Call { callee: Callee::Direct(func), .. }) = at.op(program) else { return false };
    is_wait(&program.functions[*func].name)
}

/// Whether control can come to an operation within its function.
fn is_reached(program: &Program, at: Position) -> bool {
    let Some(body) = &program.functions[at.func].body else { return false };
    let mut seen = vec![false; body.blocks.len()];
    let mut open: Vec<Block> = vec![Body::ENTRY];
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut seen[block.index()], true) {
            open.extend(successors(&body.blocks[block].terminator));
        }
    }
    seen[at.block.index()]
}

fn shown(program: &Program, at: Position, place: &Place) -> String {
    let data = at.data(program);
    let loc = data.insts.get(at.inst as usize).map_or(data.terminator_loc, |inst| inst.loc);
    match loc.get() {
        Some(found) => {
            let path = &program.files[found.file].path;
            let name = path.rsplit('/').next().unwrap_or(path);
            format!("{name}:{}", found.line)
        }
        None => format!("{}:{}", place.file.as_deref().unwrap_or("line"), place.line),
    }
}

#[cfg(test)]
mod tests {
    use super::{PlacesError, parse_spec};

    #[test]
    fn threads_have_names_and_places() {
        let spec = parse_spec("T2=bar.c:11,main.c:40", false).expect("a thread");
        let lines: Vec<u32> = spec.frames.iter().map(|frame| frame.place.line).collect();
        assert_eq!((spec.name.as_str(), &lines[..]), ("T2", &[11, 40][..]));
        for wrong in ["", "T1", "=foo.c:3", "T 1=foo.c:3", "T1,foo.c:3"] {
            assert_eq!(parse_spec(wrong, false), Err(PlacesError::Unreadable(wrong.to_owned())));
        }
        assert!(matches!(parse_spec("T1=foo.c", false), Err(PlacesError::Place { .. })));
    }
}
