//! Where the states of a search are: the loops and places in which most of them were made, for somebody whose time was not enough.
//!
//! A state belongs to the thread that moved last, and there to the innermost loop of the user's own code that it is in, be it in a function that
//! calls the one at hand; else to its place. A search that makes states by the thousand looks at all of them: one look takes a
//! walk over a few frames.

use raddle_analysis::natural_loops;
use raddle_findings::HotPlace;
use raddle_ir::{Block, Body, Callee, EntityMap, FuncId, Loc, Op, Program};
use raddle_machine::{Machine, StackEntry, State, required_in_source};
use raddle_plan::Options;
use rustc_hash::FxHashMap;

use crate::assemble;

/// So many places are told.
const SHOWN: usize = 3;
/// A place with a smaller share of the states, in percent, is none to look at.
const LEAST_PERCENT: u64 = 5;
/// More threads than these at once are many.
const CROWD: usize = 12;
/// Functions that read from standard input.
const READERS: &[&str] = &[
    "getchar", "getc", "fgetc", "fgets", "gets", "scanf", "fscanf", "getline", "getdelim", "fread",
    "read",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Loop(FuncId, Block),
    Line(FuncId, Loc),
}

/// For each block, the header of the innermost loop that it is in.
type Headers = EntityMap<Block, Option<Block>>;

#[derive(Debug, Default)]
pub(crate) struct HotPlaces {
    counts: FxHashMap<Place, u64>,
    headers: FxHashMap<FuncId, Headers>,
    /// States that there were when it was last looked.
    seen: u64,
    several_threads: bool,
    /// Most threads in a state, if they are many, and where the last of them was created.
    crowd: Option<(usize, StackEntry)>,
}

impl HotPlaces {
    /// There are so many states by now; the newest ones are like this one.
    pub(crate) fn look(&mut self, machine: &Machine<'_>, state: &State, states: u64) {
        let new = states - std::mem::replace(&mut self.seen, states);
        if new == 0 {
            return;
        }
        self.several_threads |= state.unjoined > 0;
        self.note_crowd(state);
        if let Some(place) = self.place(machine, state) {
            *self.counts.entry(place).or_insert(0) += new;
        }
    }

    fn note_crowd(&mut self, state: &State) {
        let most = self.crowd.map_or(CROWD, |(most, _)| most);
        if state.threads.len() > most {
            let created_at = state.threads.last().and_then(|thread| thread.created_at);
            self.crowd = created_at.map(|place| (state.threads.len(), place));
        }
    }

    fn place(&mut self, machine: &Machine<'_>, state: &State) -> Option<Place> {
        let moved = state.decisions.iter_back().next().and_then(|&id| state.position(id));
        let thread = &state.threads[moved.unwrap_or(0)];
        let mut line = None;
        for frame in thread.frames.iter().rev() {
            let function = &machine.program.functions[frame.func];
            let Some(body) = function.body.as_ref() else { continue };
            if !machine.is_user_location(function.loc) {
                continue;
            }
            let headers = self.headers.entry(frame.func).or_insert_with(|| headers(body));
            if let Some(header) = headers[frame.block] {
                return Some(Place::Loop(frame.func, header));
            }
            let data = &body.blocks[frame.block];
            let loc = data.insts.get(frame.inst).map_or(data.terminator_loc, |inst| inst.loc);
            line = line.or(Some(Place::Line(frame.func, loc)));
        }
        line
    }

    /// The hottest ones first.
    pub(crate) fn told(&self, program: &Program, options: &Options) -> Vec<HotPlace> {
        let all: u64 = self.counts.values().sum();
        let mut places: Vec<(Place, u64)> = self.counts.iter().map(|(&at, &n)| (at, n)).collect();
        places.retain(|(_, count)| count * 100 >= all * LEAST_PERCENT);
        let mut told: Vec<HotPlace> = places
            .into_iter()
            .map(|(place, count)| self.one(program, options, place, (count, all)))
            .collect();
        told.sort_by(|a, b| (b.states, &a.location).cmp(&(a.states, &b.location)));
        told.truncate(SHOWN);
        told
    }

    fn one(
        &self,
        program: &Program,
        options: &Options,
        place: Place,
        (states, of): (u64, u64),
    ) -> HotPlace {
        let (func, loc) = match place {
            Place::Loop(func, header) => (func, Self::begin(program, func, header)),
            Place::Line(func, loc) => (func, loc),
        };
        let is_loop = matches!(place, Place::Loop(..));
        let help = match place {
            Place::Line(..) if self.crowd.is_some() => "",
            Place::Loop(func, header) if self.reads(program, func, header) => {
                match options.input_limit {
                    None => "--input N ends what it reads",
                    Some(_) => "a smaller --input ends what it reads",
                }
            }
            Place::Loop(..) if options.array_limit > 4 && speaks_of_sizes(program, options) => {
                "--array-elements 4 leaves out longer arrays, --unwind N ends it after N rounds"
            }
            Place::Loop(..) if options.unwind.is_some() => "a smaller --unwind ends it earlier",
            Place::Loop(..) => "--unwind N ends it after N rounds",
            Place::Line(..) if self.several_threads && options.preemptions.is_none() => {
                "--preemptions K leaves out schedules with more switches"
            }
            Place::Line(..) => "",
        };
        let help = match &self.crowd {
            Some((most, created)) if help.is_empty() => {
                let line = assemble::location(program, created.func, created.loc)
                    .map_or(String::new(), |at| format!(" in line {}", at.line));
                format!("up to {most} threads at once, created{line}: let it create fewer of them")
            }
            _ => help.to_owned(),
        };
        let location = assemble::location(program, func, loc);
        HotPlace { is_loop, location, states, of, help }
    }

    /// Blocks of a loop, which may have others inside.
    fn blocks(&self, func: FuncId, header: Block) -> impl Iterator<Item = Block> + '_ {
        let headers = self.headers.get(&func).into_iter().flat_map(EntityMap::iter);
        headers.filter(move |(_, at)| **at == Some(header)).map(|(block, _)| block)
    }

    /// Where the source says that a loop begins: where it is decided whether to go round.
    fn begin(program: &Program, func: FuncId, header: Block) -> Loc {
        let Some(body) = program.functions[func].body.as_ref() else { return Loc::NONE };
        let data = &body.blocks[header];
        let locs = [data.terminator_loc].into_iter().chain(data.insts.iter().map(|inst| inst.loc));
        locs.into_iter().find(|loc| !loc.is_none()).unwrap_or(Loc::NONE)
    }

    fn reads(&self, program: &Program, func: FuncId, header: Block) -> bool {
        let Some(body) = program.functions[func].body.as_ref() else { return false };
        self.blocks(func, header).flat_map(|block| &body.blocks[block].insts).any(|inst| {
            let Op::Call { callee: Callee::Direct(callee), .. } = &inst.op else { return false };
            let name = program.functions[*callee].name.as_str();
            READERS.contains(&name.trim_start_matches("__isoc99_").trim_start_matches("__isoc23_"))
        })
    }
}

fn headers(body: &Body) -> Headers {
    let loops = natural_loops(body);
    let innermost = |block| loops.iter().find(|one| one.contains(block)).map(|one| one.header);
    body.blocks.keys().map(innermost).collect()
}

/// Whether a function is checked on its own with arrays of unknown length.
fn speaks_of_sizes(program: &Program, options: &Options) -> bool {
    let func = options.function.as_deref().and_then(|name| program.function(name));
    let required = func.map_or_else(Vec::new, |func| required_in_source(program, func));
    let mut texts = required.iter().chain(&options.preconditions);
    texts.any(|text| ["size(", "string("].iter().any(|word| text.contains(word)))
}
