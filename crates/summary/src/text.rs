//! Summaries as text, for other processes that explore the same search.
//!
//! A summary is a proof, so it holds everywhere; what is needed is that its names mean the same: threads and objects do (`Book`), cells are told by
//! what they are, other variables by name. What cannot be written is not sent: a control or an interval that speaks of terms. A thread that waits for an object is
//! written if it holds nothing but words; otherwise it is not told what the operation waits for, which only makes more be tried.

use std::rc::Rc;

use raddle_expr::VarId;
use raddle_ir::{Block, FuncId, Reg};
use raddle_machine::{
    Cell, ControlKey, Frame, Machine, ObjectId, Phase, Spot, StackEntry, Status, Thread, ThreadId,
    Value,
};
use raddle_reduce::{Bytes, Heads, SleepSet, Source, Sources};

use crate::below::{Below, Outcomes};
use crate::condition::{Bound, Condition};
use crate::reach::{Reach, Reached, Waits, Way};
use crate::wire::{Reader, Writer};

/// A summary for others; `None` if it cannot be written.
pub fn write_summary(
    machine: &Machine<'_>,
    key: &ControlKey,
    asleep: &SleepSet,
    below: &Below,
) -> Option<String> {
    let mut writer = Writer::default();
    writer.list(key.words().iter(), |writer, &word| writer.number(word));
    writer.sleep(asleep);
    write_condition(&mut writer, machine, &below.condition)?;
    write_reach(&mut writer, &below.reach);
    Some(writer.finish())
}

pub fn read_summary(
    machine: &mut Machine<'_>,
    text: &str,
) -> Option<(ControlKey, SleepSet, Below)> {
    machine.see_nothing();
    let mut reader = Reader::new(text);
    let key = ControlKey::of_words(reader.list(Reader::get)?);
    let asleep = reader.sleep()?;
    let condition = Rc::new(read_condition(&mut reader, machine)?);
    let reach = Rc::new(read_reach(&mut reader)?);
    // How much it saves is not told.
    Some((key, asleep, Below { condition, reach, states: 1, ..Below::default() }))
}

/// What was learnt below the outcomes of one transition, as conditions on the state before it.
pub fn write_outcomes(machine: &Machine<'_>, outcomes: &Outcomes) -> Option<String> {
    let mut writer = Writer::default();
    writer.put(outcomes.conditions.len());
    for condition in &outcomes.conditions {
        write_condition(&mut writer, machine, condition)?;
    }
    write_reach(&mut writer, &outcomes.reach);
    Some(writer.finish())
}

pub fn read_outcomes(machine: &mut Machine<'_>, text: &str) -> Option<Outcomes> {
    machine.see_nothing();
    let mut reader = Reader::new(text);
    let conditions = reader.list(|reader| read_condition(reader, machine))?;
    Some(Outcomes { conditions, reach: read_reach(&mut reader)? })
}

fn write_condition(
    writer: &mut Writer,
    machine: &Machine<'_>,
    condition: &Condition,
) -> Option<()> {
    let Condition { bounds, terms, defined, spots, fixed } = condition;
    writer.put(bounds.len());
    for bound in bounds {
        write_cell(writer, machine, bound.variable)?;
        writer.flag(bound.signed);
        writer.put(bound.low());
        writer.put(bound.high());
    }
    writer.put(defined.len());
    for &variable in defined {
        write_cell(writer, machine, variable)?;
    }
    let addresses = spots.iter().map(|spot| spot.address);
    let roots: Vec<_> = terms.iter().copied().chain(addresses).collect();
    let mut cells: Vec<VarId> =
        roots.iter().flat_map(|&term| machine.terms.vars_of(term)).collect();
    cells.retain(|&variable| machine.cells.cell(variable).is_some());
    cells.sort_unstable();
    cells.dedup();
    writer.put(cells.len());
    for variable in cells {
        write_cell(writer, machine, variable)?;
    }
    writer.list(roots.iter(), |writer, &term| writer.term(&machine.terms, term));
    writer.list(spots.iter(), |writer, spot| {
        writer.put(spot.object.0);
        writer.put(spot.start);
        writer.put(spot.end);
    });
    writer.flag(*fixed);
    Some(())
}

fn read_condition(reader: &mut Reader<'_>, machine: &mut Machine<'_>) -> Option<Condition> {
    let bounds = reader.list(|reader| {
        let (variable, width) = read_cell(reader, machine)?;
        let (signed, low, high) = (reader.flag()?, reader.get()?, reader.get()?);
        (width <= 64).then(|| Bound::new(variable, width, signed, low, high))
    })?;
    let defined = reader.list(|reader| read_cell(reader, machine).map(|(variable, _)| variable))?;
    // Terms name them; from now on these names are those of cells.
    reader.list(|reader| read_cell(reader, machine))?;
    let mut terms = reader.list(|reader| reader.term(&mut machine.terms))?;
    let places: Vec<(u32, u64, u64)> =
        reader.list(|reader| Some((reader.get()?, reader.get()?, reader.get()?)))?;
    let addresses = terms.split_off(terms.len().checked_sub(places.len())?);
    let spots = places.into_iter().zip(addresses).map(|((object, start, end), address)| Spot {
        address,
        object: ObjectId(object),
        start,
        end,
    });
    Some(Condition { bounds, terms, defined, spots: spots.collect(), fixed: reader.flag()? })
}

fn write_cell(writer: &mut Writer, machine: &Machine<'_>, variable: VarId) -> Option<()> {
    writer.put(machine.terms.width(machine.terms.var_term(variable)));
    match machine.cells.cell(variable)? {
        Cell::Register { thread, depth, reg } => {
            writer.put("r");
            writer.thread(thread);
            writer.put(depth);
            writer.put(reg.0);
        }
        Cell::Memory { object, offset, size } => {
            writer.put("m");
            writer.put(object.0);
            writer.put(offset);
            writer.put(size);
        }
        Cell::Base { object } => {
            writer.put("b");
            writer.put(object.0);
        }
        Cell::Owner { thread } => {
            writer.put("o");
            writer.thread(thread);
        }
    }
    Some(())
}

fn read_cell(reader: &mut Reader<'_>, machine: &mut Machine<'_>) -> Option<(VarId, u32)> {
    let width: u32 = reader.get()?;
    let cell = match reader.word()? {
        "r" => Cell::Register {
            thread: reader.thread()?,
            depth: reader.get()?,
            reg: Reg(reader.get()?),
        },
        "m" => Cell::Memory {
            object: ObjectId(reader.get()?),
            offset: reader.get()?,
            size: reader.get()?,
        },
        "b" => Cell::Base { object: ObjectId(reader.get()?) },
        "o" => Cell::Owner { thread: reader.thread()? },
        _ => return None,
    };
    let term = machine.cell_variable(cell, width);
    Some((*machine.terms.vars_of(term).first()?, width))
}

fn write_reach(writer: &mut Writer, reach: &Reach) {
    let all: Vec<&Reached> = reach.iter().collect();
    let mut threads: Vec<Rc<Thread>> = Vec::new();
    writer.list(all.into_iter(), |writer, reached| {
        writer.thread(reached.thread);
        writer.access(&reached.access);
        writer.event(&reached.transition);
        let sources: Vec<&Source> = reached.sources.iter().collect();
        writer.list(sources.into_iter(), write_source);
        write_waits(writer, &mut threads, &reached.waits);
        writer.flag(reached.is_first);
        let Way { before, opening, alone } = &reached.way;
        writer.accesses(before);
        writer.flag(opening.is_some());
        opening.iter().for_each(|event| writer.event(event));
        writer.flag(*alone);
    });
}

fn read_reach(reader: &mut Reader<'_>) -> Option<Reach> {
    let mut threads: Vec<Rc<Thread>> = Vec::new();
    let all = reader.list(|reader| {
        let (thread, access, transition) = (reader.thread()?, reader.access()?, reader.event()?);
        let sources = Sources::of(reader.list(read_source)?);
        let waits = read_waits(reader, &mut threads)?;
        let is_first = reader.flag()?;
        let before = reader.accesses()?;
        let opening = if reader.flag()? { Some(reader.event()?) } else { None };
        let way = Way { before, opening, alone: reader.flag()? };
        Some(Reached { thread, access, transition, sources, waits, is_first, way })
    })?;
    Some(Reach::of(all))
}

fn write_source(writer: &mut Writer, source: &Source) {
    match *source {
        Source::Thread(thread) => {
            writer.put("t");
            writer.thread(thread);
        }
        Source::Fenced(thread) => {
            writer.put("f");
            writer.thread(thread);
        }
        Source::Read(thread) => {
            writer.put("r");
            writer.thread(thread);
        }
        Source::Lock(bytes) => {
            writer.put("l");
            write_bytes(writer, bytes);
        }
        Source::Message(bytes, heads) => {
            let (kind, thread) = match heads {
                Heads::Seen => ("s", None),
                Heads::All => ("a", None),
                Heads::By(thread) => ("b", Some(thread)),
            };
            writer.put(kind);
            write_bytes(writer, bytes);
            thread.into_iter().for_each(|thread| writer.thread(thread));
        }
    }
}

fn write_bytes(writer: &mut Writer, bytes: Bytes) {
    writer.put(bytes.object.0);
    writer.put(bytes.start);
    writer.put(bytes.end);
}

fn read_bytes(reader: &mut Reader<'_>) -> Option<Bytes> {
    Some(Bytes { object: ObjectId(reader.get()?), start: reader.get()?, end: reader.get()? })
}

fn read_source(reader: &mut Reader<'_>) -> Option<Source> {
    match reader.word()? {
        "t" => Some(Source::Thread(reader.thread()?)),
        "f" => Some(Source::Fenced(reader.thread()?)),
        "r" => Some(Source::Read(reader.thread()?)),
        "l" => Some(Source::Lock(read_bytes(reader)?)),
        "s" => Some(Source::Message(read_bytes(reader)?, Heads::Seen)),
        "a" => Some(Source::Message(read_bytes(reader)?, Heads::All)),
        "b" => Some(Source::Message(read_bytes(reader)?, Heads::By(reader.thread()?))),
        _ => None,
    }
}

fn write_waits(writer: &mut Writer, threads: &mut Vec<Rc<Thread>>, waits: &Waits) {
    match waits {
        Waits::Never => writer.put("never"),
        Waits::ForObject(thread) if holds_words_only(thread) => {
            let known = threads.iter().position(|known| Rc::ptr_eq(known, thread));
            match known {
                Some(known) => writer.put(known),
                None => {
                    threads.push(thread.clone());
                    writer.put("thread");
                    write_thread(writer, thread);
                }
            }
        }
        Waits::ForObject(_) | Waits::Unclear => writer.put("unclear"),
    }
}

fn read_waits(reader: &mut Reader<'_>, threads: &mut Vec<Rc<Thread>>) -> Option<Waits> {
    match reader.word()? {
        "never" => Some(Waits::Never),
        "unclear" => Some(Waits::Unclear),
        "thread" => {
            let thread = Rc::new(read_thread(reader)?);
            threads.push(thread.clone());
            Some(Waits::ForObject(thread))
        }
        known => threads.get(known.parse::<usize>().ok()?).cloned().map(Waits::ForObject),
    }
}

/// Whether all of a thread that matters can be written.
fn holds_words_only(thread: &Thread) -> bool {
    let plain = |frame: &Rc<Frame>| {
        let terms = frame.regs.iter().any(|value| matches!(value, Value::Term(_)));
        !terms && frame.varargs.is_empty()
    };
    thread.status == Status::Running
        && thread.phase.given_up.is_empty()
        && thread.frames.iter().all(plain)
}

fn write_thread(writer: &mut Writer, thread: &Thread) {
    writer.thread(thread.id);
    writer.put(thread.allocations);
    writer.put(thread.inputs);
    writer.put(thread.undefined);
    writer.put(thread.created);
    writer.put(thread.stack_bytes);
    writer.flag(thread.created_at.is_some());
    thread.created_at.iter().for_each(|at| write_place(writer, at));
    writer.list(thread.held.iter(), |writer, (object, offset, at)| {
        writer.put(object.0);
        writer.put(offset);
        write_place(writer, at);
    });
    writer.put(thread.phase.step);
    writer.put(thread.phase.code);
    writer.list(thread.frames.iter(), |writer, frame| write_frame(writer, frame));
}

fn read_thread(reader: &mut Reader<'_>) -> Option<Thread> {
    let id: ThreadId = reader.thread()?;
    let (allocations, inputs, undefined) = (reader.get()?, reader.get()?, reader.get()?);
    let (created, stack_bytes) = (reader.get()?, reader.get()?);
    let created_at = if reader.flag()? { Some(read_place(reader)?) } else { None };
    let held = reader
        .list(|reader| Some((ObjectId(reader.get()?), reader.get()?, read_place(reader)?)))?;
    let (step, code) = (reader.get()?, reader.get()?);
    Some(Thread {
        id,
        frames: reader.list(|reader| read_frame(reader).map(Rc::new))?,
        status: Status::Running,
        allocations,
        inputs,
        undefined,
        created,
        stack_bytes,
        created_at,
        held: held.into(),
        phase: Phase { step, code, given_up: Rc::default() },
        // An operation that waits is none of a loop that does.
        branches: 0,
        taken: 0,
        gate: None,
        spin: Default::default(),
    })
}

fn write_place(writer: &mut Writer, at: &StackEntry) {
    writer.put(at.func.0);
    writer.loc(at.loc);
}

fn read_place(reader: &mut Reader<'_>) -> Option<StackEntry> {
    Some(StackEntry { func: FuncId(reader.get()?), loc: reader.loc()? })
}

fn write_frame(writer: &mut Writer, frame: &Frame) {
    writer.put(frame.func.0);
    writer.put(frame.block.0);
    writer.put(frame.inst);
    writer.list(frame.regs.iter(), |writer, value| match value {
        Value::Word(word) => writer.number(*word),
        // Terms are not written, so nothing else is left.
        Value::Undef | Value::Term(_) => writer.put("-"),
    });
    writer.list(frame.results.iter(), |writer, reg| writer.put(reg.0));
    writer.list(frame.locals.iter(), |writer, object| writer.put(object.0));
    writer.flag(frame.again);
    writer.list(frame.iterations.iter(), |writer, (block, count)| {
        writer.put(block.0);
        writer.put(count);
    });
}

fn read_frame(reader: &mut Reader<'_>) -> Option<Frame> {
    Some(Frame {
        func: FuncId(reader.get()?),
        block: Block(reader.get()?),
        inst: reader.get()?,
        regs: reader
            .list(|reader| match reader.word()? {
                "-" => Some(Value::Undef),
                word => word.parse().ok().map(Value::Word),
            })?
            .into(),
        results: reader.list(|reader| reader.get().map(Reg))?.into(),
        locals: reader.list(|reader| reader.get().map(ObjectId))?.into(),
        varargs: Rc::from([]),
        again: reader.flag()?,
        iterations: reader.list(|reader| Some((Block(reader.get()?), reader.get()?)))?.into(),
        rounds: Default::default(),
    })
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use raddle_expr::Sort;
    use raddle_ir::{Block, FuncId, Loc, Program, Reg, parse_program};
    use raddle_machine::{
        Cell, Config, ControlKey, Frame, Machine, ObjectId, Phase, Spot, StackEntry, Status,
        Thread, ThreadId, Value,
    };
    use raddle_reduce::{Bytes, Heads, SleepSet, Source, Sources};
    use raddle_solver::{SolverConfig, default_solver};

    use super::{read_outcomes, read_summary, write_outcomes, write_summary};
    use crate::below::{Below, Outcomes};
    use crate::condition::{Bound, Condition};
    use crate::reach::{Reach, Reached, Waits, Way};
    use crate::wire::tests::event;

    fn machine(program: &Program) -> Machine<'_> {
        let solver = default_solver(&SolverConfig::default());
        Machine::new(program, Config::default(), solver).expect("there is nothing to set up")
    }

    fn condition(machine: &mut Machine<'_>) -> Condition {
        let register = Cell::Register { thread: ThreadId(1), depth: 2, reg: Reg(3) };
        let memory = Cell::Memory { object: ObjectId(4), offset: 8, size: 4 };
        let register = machine.cell_variable(register, 32);
        let memory = machine.cell_variable(memory, 32);
        let base = machine.cell_variable(Cell::Base { object: ObjectId(1) }, 64);
        let owner = machine.cell_variable(Cell::Owner { thread: ThreadId(2) }, 32);
        let input = machine.terms.var("an input", Sort::Bits(32));
        let terms = &mut machine.terms;
        let sum = terms.add(memory, input);
        let (less, same) = (terms.slt(register, sum), terms.eq(owner, memory));
        let seven = terms.constant(64, 7);
        let address = terms.add(base, seven);
        let variable = |term| machine.terms.vars_of(term)[0];
        let bound = |term, signed, low, high| Bound::new(variable(term), 32, signed, low, high);
        Condition {
            bounds: vec![bound(register, true, -5, 5), bound(memory, false, 0, 1 << 31)],
            terms: vec![less, same],
            defined: vec![variable(memory)],
            spots: vec![Spot { address, object: ObjectId(1), start: 7, end: 9 }],
            fixed: true,
        }
    }

    fn waiting() -> Rc<Thread> {
        let at = StackEntry { func: FuncId(1), loc: Loc::NONE };
        let frame = Frame {
            func: FuncId(1),
            block: Block(2),
            inst: 3,
            regs: [Value::Word(u64::MAX), Value::Undef].into(),
            results: [Reg(1)].into_iter().collect(),
            locals: [ObjectId(3)].into_iter().collect(),
            varargs: Rc::from([]),
            again: true,
            iterations: [(Block(1), 2)].into_iter().collect(),
            rounds: Default::default(),
        };
        Rc::new(Thread {
            id: ThreadId(1),
            frames: vec![Rc::new(frame)],
            status: Status::Running,
            allocations: 1,
            inputs: 2,
            undefined: 3,
            created: 4,
            stack_bytes: 5,
            created_at: Some(at),
            held: [(ObjectId(1), 2, at)].into_iter().collect(),
            phase: Phase { step: 1, code: 2, given_up: Rc::default() },
            branches: 0,
            taken: 0,
            gate: None,
            spin: Default::default(),
        })
    }

    fn reach() -> Reach {
        let (event, thread) = (event(1, true), waiting());
        let before = Rc::new(event.accesses.to_vec());
        let bytes = Bytes { object: ObjectId(1), start: 0, end: 4 };
        let message = |heads| Source::Message(bytes, heads);
        let weak = [Source::Fenced(ThreadId(1)), Source::Read(ThreadId(2)), Source::Lock(bytes)];
        let messages = [Heads::Seen, Heads::All, Heads::By(ThreadId(3))].map(message);
        let sources = [Source::Thread(ThreadId(1))].into_iter().chain(weak).chain(messages);
        let reached = |waits, opening, alone| Reached {
            thread: ThreadId(1),
            access: event.accesses[0],
            transition: event.clone(),
            sources: Sources::of(sources.clone()),
            waits,
            is_first: alone,
            way: Way { before: before.clone(), opening, alone },
        };
        Reach::of(vec![
            reached(Waits::Never, None, true),
            reached(Waits::Unclear, Some(event.clone()), false),
            reached(Waits::ForObject(thread.clone()), None, false),
            reached(Waits::ForObject(thread), None, true),
        ])
    }

    /// What is read by a process that has met nothing before is written there as it was here.
    #[test]
    fn summaries_round_trip_as_text() {
        let program = parse_program("target 64 \"\"\n").expect("it is empty");
        let (mut here, mut there) = (machine(&program), machine(&program));
        let mut asleep = SleepSet::default();
        asleep.insert(ThreadId(2), event(2, false));
        let condition = Rc::new(condition(&mut here));
        let below = Below { condition, reach: Rc::new(reach()), states: 1, ..Below::default() };
        let key = ControlKey::of_words(vec![0, 1, u64::MAX]);
        let text = write_summary(&here, &key, &asleep, &below).expect("it can be written");
        let (key, asleep, below) = read_summary(&mut there, &text).expect("it can be read");
        assert_eq!(key.words(), [0, 1, u64::MAX]);
        assert!(matches!(below.reach.iter().nth(2).map(|r| &r.waits), Some(Waits::ForObject(_))));
        assert_eq!(write_summary(&there, &key, &asleep, &below), Some(text.clone()));
        assert!(read_summary(&mut there, &text[..text.len() / 2]).is_none(), "it is cut short");
    }

    #[test]
    fn outcomes_round_trip_as_text() {
        let program = parse_program("target 64 \"\"\n").expect("it is empty");
        let (mut here, mut there) = (machine(&program), machine(&program));
        let conditions = vec![condition(&mut here), Condition::default()];
        let text = write_outcomes(&here, &Outcomes { conditions, reach: reach() });
        let text = text.expect("it can be written");
        let again = read_outcomes(&mut there, &text).expect("it can be read");
        assert_eq!(write_outcomes(&there, &again), Some(text));
    }

    #[test]
    fn an_interval_of_an_input_is_not_written() {
        let program = parse_program("target 64 \"\"\n").expect("it is empty");
        let mut machine = machine(&program);
        let input = machine.terms.var("an input", Sort::Bits(8));
        let variable = machine.terms.vars_of(input)[0];
        let bound = Bound::new(variable, 8, false, 0, 1);
        let condition = Condition { bounds: vec![bound], ..Condition::default() };
        let outcomes = Outcomes { conditions: vec![condition], reach: Reach::default() };
        assert_eq!(write_outcomes(&machine, &outcomes), None);
    }
}
