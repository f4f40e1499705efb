//! An execution graph: what every thread did (program order), which write each read took its value from (reads-from), and in which
//! order the writes to each location took effect (modification order).
//!
//! Events are *nodes*. A *step* is what the machine executes at once: one visible operation, which comes first, and behind it
//! local work, fences and plain accesses up to the next visible one. Steps are kept in an order in which they can be executed
//! (a read comes after what it reads from), with the state before each of them. When a step was added is told by its *stamp*.

use std::rc::Rc;

use raddle_expr::TermId;
use raddle_machine::{Access, Order, State, ThreadId, Value};
use smallvec::SmallVec;

use crate::clock::Clock;

/// A location: an index into the explorer's table of objects and ranges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Loc(pub u32);

/// A node by its thread and how many nodes its thread had before. It means the same in all graphs that have the node's past.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Name {
    pub thread: u32,
    pub index: u32,
}

/// What a read reads from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// What the location held before its first access in the graph.
    Start,
    Node(Name),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    Read(Source),
    Write,
    /// An atomic read-modify-write.
    Update(Source),
    Fence,
    /// A section of the run-time library that only looks whether somebody wants something: no buffer has to be empty for that.
    Look,
    /// Something else with a place in its thread: an operation of the library, the creation, end or join of a thread.
    Other,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub name: Name,
    pub deed: Deed,
    pub loc: Option<Loc>,
    /// `None`: a plain access.
    pub order: Option<Order>,
    /// The outcome of a read-modify-write, also of one that was refused.
    pub locked: bool,
    /// What it wrote.
    pub value: Value,
    /// Nodes that happen before it, itself included.
    pub hb: Clock,
    /// What a read of this write acquires.
    pub release: Clock,
    /// The same as far as its own thread is concerned, which later writes of the thread hand on.
    pub sequence: Clock,
    /// How many transitions of its step come before the one it belongs to.
    pub offset: u32,
}

impl Node {
    pub fn writes(&self) -> bool {
        matches!(self.deed, Deed::Write | Deed::Update(_))
    }
    pub fn source(&self) -> Option<Source> {
        match self.deed {
            Deed::Read(source) | Deed::Update(source) => Some(source),
            Deed::Write | Deed::Fence | Deed::Look | Deed::Other => None,
        }
    }
    pub fn is_sc(&self) -> bool {
        self.order == Some(Order::SeqCst)
    }
}

/// An access that may race.
#[derive(Clone, Debug)]
pub struct Touch {
    pub thread: u32,
    /// It happens before what knows more than so many nodes of its thread.
    pub place: u32,
    pub access: Access,
    pub hb: Clock,
}

/// Where a thread stands in a graph.
#[derive(Clone, Default, Debug)]
pub struct Standing {
    pub nodes: u32,
    pub steps: u32,
    /// How many of these did more than create and join threads.
    pub turns: u32,
    /// It stands before an access to what only one thread accesses, as far as is known.
    pub private: bool,
    pub hb: Clock,
    /// What happened before it was created.
    pub born: Clock,
    /// What the next acquire fence acquires.
    pub pending: Clock,
    /// What the last release fence released.
    pub fenced: Clock,
    /// Steps in its past, by program order, reads-from and the order of operations on library objects.
    pub past: Clock,
    /// It only waits until another write can be read.
    pub stuck: bool,
}

/// Inputs decided something: the side that comes first, and whether it was taken.
#[derive(Clone, Copy, Debug)]
pub struct Fork {
    pub first: TermId,
    pub taken: bool,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub thread: ThreadId,
    /// How many steps its thread made before.
    pub index: u32,
    pub stamp: u32,
    /// When it wrote: later than it read, if it is a read-modify-write that was revisited.
    pub written: u32,
    pub nodes: SmallVec<[Node; 2]>,
    pub touches: Vec<Touch>,
    /// What it did to objects of the library.
    pub operation: SmallVec<[Access; 2]>,
    /// The node of that: the last one, if it has several. It knows all that came before.
    pub operates: Option<usize>,
    /// Transitions of the machine.
    pub transitions: u32,
    pub past: Clock,
    pub forks: SmallVec<[Fork; 1]>,
    /// Its thread afterwards, and threads that it created.
    pub after: SmallVec<[(u32, Rc<Standing>); 1]>,
}

impl Step {
    /// The node of its operation on objects of the library.
    pub fn operates(&self) -> Option<&Node> {
        self.operates.map(|at| &self.nodes[at])
    }

    /// The access it begins with, if that is one to a location.
    pub fn main(&self) -> Option<&Node> {
        self.nodes.first().filter(|node| node.loc.is_some())
    }
}

/// A thread that wants to do something to a library object behind what was there, and waits. It has its place among the steps
/// already, and stays there until another operation revisits it.
#[derive(Clone, Debug)]
pub struct Reserved {
    pub thread: ThreadId,
    pub stamp: u32,
    pub operation: SmallVec<[Access; 2]>,
    /// The past of what it waits behind.
    pub past: Clock,
}

/// A read-modify-write that has read, and has still to write.
#[derive(Clone, Debug)]
pub struct Pending {
    pub thread: ThreadId,
    pub stamp: u32,
    pub loc: Loc,
    pub source: Source,
}

/// Accesses to a location.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    /// Writes, oldest first.
    pub order: SmallVec<[Name; 4]>,
    /// What reads, with read-modify-writes, in no order.
    pub readers: SmallVec<[Name; 4]>,
    /// What it held before the first of them.
    pub start: Option<Value>,
}

#[derive(Clone, Debug)]
pub struct Graph {
    pub steps: Vec<Rc<Step>>,
    /// The state before each step, and the one at the end.
    pub states: Vec<Rc<State>>,
    pub threads: Vec<Rc<Standing>>,
    /// Where each thread's nodes are: step and position there.
    places: Vec<Rc<Vec<(u32, u32)>>>,
    /// Shared with the graphs that this one was made of, as far as nothing was added.
    pub accesses: Rc<Vec<Rc<Accesses>>>,
    pub reserved: Vec<Reserved>,
    /// They write before anything else is done.
    pub pending: Vec<Pending>,
    /// Steps with plain accesses: only these race with atomic ones.
    pub plain: Vec<u32>,
    /// Threads that were seen to wait for the end of others.
    pub joining: SmallVec<[(ThreadId, ThreadId); 2]>,
    pub next_stamp: u32,
}

impl Graph {
    pub fn new(state: Rc<State>) -> Graph {
        Graph {
            steps: Vec::new(),
            states: vec![state],
            threads: Vec::new(),
            places: Vec::new(),
            accesses: Rc::default(),
            reserved: Vec::new(),
            pending: Vec::new(),
            plain: Vec::new(),
            joining: SmallVec::new(),
            next_stamp: 0,
        }
    }

    pub fn state(&self) -> &Rc<State> {
        self.states.last().expect("there is one before the first step")
    }

    pub fn standing(&self, thread: u32) -> Rc<Standing> {
        self.threads.get(thread as usize).cloned().unwrap_or_default()
    }

    /// When a thread has its turn: less is earlier.
    pub fn turn_of(&self, thread: ThreadId) -> (bool, u32) {
        let standing = self.threads.get(thread.0 as usize);
        standing.map_or((true, 0), |standing| (!standing.private, standing.turns))
    }

    pub fn is_stuck(&self, thread: u32) -> bool {
        self.threads.get(thread as usize).is_some_and(|standing| standing.stuck)
    }

    pub fn place(&self, name: Name) -> (usize, usize) {
        let (step, at) = self.places[name.thread as usize][name.index as usize];
        (step as usize, at as usize)
    }

    /// Whether a node is in the graph.
    pub fn has(&self, name: Name) -> bool {
        self.places.get(name.thread as usize).is_some_and(|nodes| nodes.len() > name.index as usize)
    }

    pub fn node(&self, name: Name) -> &Node {
        let (step, at) = self.place(name);
        &self.steps[step].nodes[at]
    }

    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.steps.iter().flat_map(|step| step.nodes.iter())
    }

    pub fn thread_count(&self) -> usize {
        self.places.len()
    }

    /// The nodes of a thread, in program order.
    pub fn nodes_of(&self, thread: usize) -> impl Iterator<Item = &Node> {
        let places = self.places[thread].iter();
        places.map(|&(step, at)| &self.steps[step as usize].nodes[at as usize])
    }

    pub fn readers(&self, loc: Loc) -> &[Name] {
        self.accesses.get(loc.0 as usize).map_or(&[], |accesses| &accesses.readers)
    }

    /// Whether a thread with this knowledge comes after a node.
    pub fn knows(hb: &Clock, name: Name) -> bool {
        hb.get(name.thread) > name.index
    }

    pub fn writes(&self, loc: Loc) -> &[Name] {
        self.accesses.get(loc.0 as usize).map_or(&[], |accesses| &accesses.order)
    }

    /// How many writes come before what follows a source directly.
    pub fn position(&self, loc: Loc, source: Source) -> usize {
        match source {
            Source::Start => 0,
            Source::Node(name) => {
                // What is asked for is among the newest ones most of the time.
                let at = self.writes(loc).iter().rposition(|&other| other == name);
                1 + at.expect("a source is among the writes")
            }
        }
    }

    /// A number that tells where a node comes in the order of its location: writes have their position, reads that of their source.
    pub fn rank(&self, node: &Node) -> usize {
        let loc = node.loc.expect("only accesses have one");
        match node.deed {
            Deed::Write | Deed::Update(_) => self.position(loc, Source::Node(node.name)),
            Deed::Read(source) => self.position(loc, source),
            Deed::Fence | Deed::Look | Deed::Other => 0,
        }
    }

    /// The value that a source has written.
    pub fn value(&self, loc: Loc, source: Source) -> Value {
        match source {
            Source::Start => {
                self.accesses[loc.0 as usize].start.expect("the location was accessed before")
            }
            Source::Node(name) => self.node(name).value,
        }
    }

    /// The source that is newest.
    pub fn newest(&self, loc: Loc) -> Source {
        self.writes(loc).last().map_or(Source::Start, |&name| Source::Node(name))
    }

    /// The number of the machine's decision that made a write.
    pub fn decision(&self, name: Name) -> u64 {
        let (step, at) = self.place(name);
        self.states[step].decisions.len() + u64::from(self.steps[step].nodes[at].offset)
    }

    /// Whether a step lies in a past.
    pub fn contains(past: &Clock, step: &Step) -> bool {
        past.get(step.thread.0) > step.index
    }

    pub fn step_of(&self, name: Name) -> &Rc<Step> {
        &self.steps[self.place(name).0]
    }

    /// Whether it is known what a location held before its first access.
    pub fn is_accessed(&self, loc: Loc) -> bool {
        self.accesses.get(loc.0 as usize).is_some_and(|accesses| accesses.start.is_some())
    }

    pub fn accesses_mut(&mut self, loc: Loc) -> &mut Accesses {
        let at = loc.0 as usize;
        let accesses = Rc::make_mut(&mut self.accesses);
        if at >= accesses.len() {
            accesses.resize_with(at + 1, Rc::default);
        }
        Rc::make_mut(&mut accesses[at])
    }

    /// Adds a step whose writes have their places in the orders already.
    pub fn push(&mut self, step: Rc<Step>, state: Rc<State>) {
        let at = self.steps.len() as u32;
        for (position, node) in step.nodes.iter().enumerate() {
            let thread = node.name.thread as usize;
            if thread >= self.places.len() {
                self.places.resize_with(thread + 1, Rc::default);
            }
            debug_assert_eq!(self.places[thread].len(), node.name.index as usize);
            Rc::make_mut(&mut self.places[thread]).push((at, position as u32));
        }
        for (thread, standing) in &step.after {
            let thread = *thread as usize;
            if thread >= self.threads.len() {
                self.threads.resize_with(thread + 1, Rc::default);
            }
            self.threads[thread] = standing.clone();
        }
        if step.touches.iter().any(|touch| touch.access.sync.is_plain()) {
            self.plain.push(at);
        }
        self.steps.push(step);
        self.states.push(state);
    }
}
