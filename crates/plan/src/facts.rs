//! What of a program decides which techniques can be used on it.

use raddle_analysis::Loops;
use raddle_ir::{Callee, Op, Operand, Program, Type};
use raddle_library::{Deed, Row, Watches};
use raddle_machine::Property;
use raddle_machine::has_weak_orders;
use rustc_hash::FxHashSet;

use crate::options::{Options, Strategy};
use crate::request::{default_properties, knows, uses_threads};

/// What a plan depends on, besides the request.
#[derive(Clone, Debug)]
pub struct Facts {
    /// What is looked for.
    pub properties: Vec<Property>,
    /// The program can create threads.
    pub threads: bool,
    /// Several threads may run the same code, as far as a quick look tells.
    pub alike: bool,
    /// Some atomic operation asks for less than sequential consistency.
    pub weak_orders: bool,
    /// An operation hides what it accesses, or looks whether another thread has ended without waiting for that.
    pub obscure: bool,
    /// Something tells whether a thread has ended, without waiting for it.
    pub asks_for_ends: bool,
    /// Something may run when a thread ends.
    pub runs_at_the_end: bool,
    pub thread_locals: bool,
    pub pointer_bits: u32,
    /// The search starts with memory that nobody knows. An access through an unknown pointer goes to several objects at once.
    pub unknown_memory: bool,
    /// What can lead to the property is known.
    pub guided: bool,
}

impl Facts {
    pub fn of(program: &Program, options: &Options) -> Facts {
        let threads = uses_threads(program);
        Facts {
            properties: options.properties.clone().unwrap_or_else(|| default_properties(program)),
            threads,
            alike: threads && threads_may_be_alike(program),
            weak_orders: creates_threads(program, options) && has_weak_orders(program),
            obscure: knows(program, is_obscure),
            asks_for_ends: knows(program, |row| row.threads.watches == Watches::WhetherEnded),
            runs_at_the_end: knows(program, |row| row.threads.deed == Deed::CallAtEnd),
            thread_locals: program.globals.values().any(|global| global.thread_local),
            pointer_bits: program.target.pointer_bits,
            unknown_memory: starts_with_unknown_memory(program, options),
            guided: match &options.aim {
                Some(aim) => aim.guide.is_some(),
                None => options.strategy == Strategy::Distance,
            },
        }
    }

    /// Whether this and nothing else is looked for.
    pub(crate) fn only(&self, property: Property) -> bool {
        self.properties.iter().all(|&other| other == property) && self.asks(property)
    }

    pub(crate) fn asks(&self, property: Property) -> bool {
        self.properties.contains(&property)
    }
}

/// What keeps the optimal way of reversing races from knowing what a transition accesses: a section that waits shows nothing of what stands
/// behind its condition; and for some operations it matters when another thread ends, although they do not wait for that, while
/// whether a transition ends its thread can depend on what it reads.
fn is_obscure(row: &Row) -> bool {
    row.threads.watches.ends() || row.threads.deed == Deed::Await
}

/// Whether the search starts with memory that nobody knows.
pub fn starts_with_unknown_memory(program: &Program, options: &Options) -> bool {
    if options.surroundings.is_some() {
        return true;
    }
    let name = options.function.as_deref();
    let func = name.and_then(|name| program.function(name));
    func.is_some_and(|func| {
        program.functions[func].params.iter().any(|param| param.ty == Type::Ptr)
    })
}

/// Whether threads can be created from where the search starts.
fn creates_threads(program: &Program, options: &Options) -> bool {
    let Some(entry) = options.function.as_deref().and_then(|name| program.function(name)) else {
        return uses_threads(program);
    };
    let (mut open, mut seen) = (vec![entry], FxHashSet::default());
    while let Some(func) = open.pop() {
        let function = &program.functions[func];
        if matches!(raddle_library::deed(&function.name), Deed::Create { .. }) {
            return true;
        }
        let blocks = function.body.iter().flat_map(|body| body.blocks.values());
        for inst in blocks.flat_map(|block| &block.insts) {
            match &inst.op {
                Op::Call { callee: Callee::Direct(callee), .. } if seen.insert(*callee) => {
                    open.push(*callee);
                }
                Op::Call { callee: Callee::Indirect { .. }, .. } => return uses_threads(program),
                _ => {}
            }
        }
    }
    false
}

/// Whether several threads of a program may start in the same function, as far as a quick look tells: a thread is
/// started in a loop, outside of main, in a function that is not named there, or in one that another is started in.
fn threads_may_be_alike(program: &Program) -> bool {
    let mut started = FxHashSet::default();
    for function in program.functions.values() {
        let Some(body) = &function.body else { continue };
        let loops = Loops::new(body);
        for (block, data) in body.blocks.iter() {
            for inst in &data.insts {
                let Op::Call { callee: Callee::Direct(callee), args, .. } = &inst.op else {
                    continue;
                };
                let name = program.functions[*callee].name.as_str();
                let Deed::Create { function: index, .. } = raddle_library::deed(name) else {
                    continue;
                };
                let once = function.name == "main" && !loops.in_loop(block);
                match args.get(index).map(|arg| arg.value) {
                    Some(Operand::Func(start)) if once && started.insert(start) => {}
                    _ => return true,
                }
            }
        }
    }
    false
}
