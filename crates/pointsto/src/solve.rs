//! The solver: sets of places, inclusions between them, and the rules that add inclusions while it runs.
//!
//! A node is a set of places: what a register, a field of an object or a result may hold. Every object has a
//! node per pointer-sized cell that is accessed at a constant offset, one for what is stored at unknown
//! offsets (which may be in any cell), and one for what may be read at unknown offsets (all of them). The
//! sets grow until nothing changes; each node remembers what was added since its rules last ran.

use raddle_ir::{Entity, EntityMap, FuncId, GlobalId, Operand, Program, Reg, entity};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::object::{Object, ObjectId, Offset, Place};
use crate::position::Position;

entity!(/// A set of places.
    Node, "n");

/// Objects of more than this many distinct offsets are not told apart inside: a pointer walks through them.
const MOST_OFFSETS: usize = 64;
/// Copies of at most this many bytes keep the fields apart.
const LARGEST_COPY: u64 = 1024;

/// What happens to a place on its way from one node to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Shift {
    By(i64),
    Anywhere,
}

/// Rules that look at what a node points to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Rule {
    /// What lies there flows into `into`.
    Load {
        into: Node,
        bytes: u64,
    },
    /// `from` flows into what lies there.
    Store {
        from: Node,
        bytes: u64,
    },
    /// The content there is copied to where `to` points; `None`: of unknown length.
    CopyTo {
        to: Node,
        bytes: Option<u64>,
    },
    CopyFrom {
        from: Node,
        bytes: Option<u64>,
    },
    /// The functions there are called, or started, at a call site.
    Call {
        site: Position,
        how: Invocation,
    },
    /// What lies there may be read, changed and called by unknown code.
    Escape,
}

/// Who calls a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Invocation {
    Program,
    /// The library, in a new thread, with the parameter of this number.
    Thread {
        argument: usize,
    },
    /// The library, with values that were handed to it.
    Library,
    /// The library, in any thread that ends, with values that were handed to it.
    ThreadEnd,
    /// Unknown code.
    Unknown,
}

#[derive(Debug, Default)]
struct NodeData {
    places: FxHashSet<Place>,
    /// Added since the rules of the node last ran.
    fresh: Vec<Place>,
    queued: bool,
    to: Vec<(Node, Shift)>,
    rules: Vec<Rule>,
}

#[derive(Debug)]
pub(crate) struct ObjectData {
    pub object: Object,
    size: Option<u64>,
    offsets: FxHashSet<u64>,
    cells: FxHashMap<u64, Node>,
    /// Stored at unknown offsets.
    anywhere: Node,
    /// Everything that may be read from it.
    whole: Node,
    escaped: bool,
}

/// A call that a rule discovered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Discovered {
    pub site: Position,
    pub callee: FuncId,
    pub how: Invocation,
}

#[derive(Debug)]
pub(crate) struct Solver {
    cell_bytes: u64,
    nodes: EntityMap<Node, NodeData>,
    pub objects: EntityMap<ObjectId, ObjectData>,
    object_ids: FxHashMap<Object, ObjectId>,
    address_nodes: FxHashMap<Place, Node>,
    /// Node of the first register of each function.
    registers: EntityMap<FuncId, Node>,
    results: EntityMap<FuncId, Vec<Node>>,
    sizes: FxHashMap<Object, u64>,
    edges: FxHashSet<(Node, Node, Shift)>,
    known_rules: FxHashSet<(Node, Rule)>,
    work: Vec<Node>,
    /// Calls found since they were last taken.
    pub discovered: Vec<Discovered>,
    /// Values that were handed to the library.
    pub kept: Node,
    unknown: Option<ObjectId>,
}

impl Solver {
    pub fn new(program: &Program) -> Solver {
        let mut nodes: EntityMap<Node, NodeData> = EntityMap::new();
        let kept = nodes.push(NodeData::default());
        let mut registers = EntityMap::new();
        let mut results = EntityMap::new();
        let mut sizes = FxHashMap::default();
        for (id, function) in program.functions.iter() {
            let count =
                function.body.as_ref().map_or(function.params.len(), |body| body.regs.len());
            registers.push(nodes.next_key());
            (0..count.max(function.params.len())).for_each(|_| {
                nodes.push(NodeData::default());
            });
            let own = function.returns.iter().map(|_| nodes.push(NodeData::default())).collect();
            results.push(own);
            sizes.insert(Object::Function(id), 1);
        }
        for (id, global) in program.globals.iter() {
            sizes.insert(Object::Global(id), global.size);
        }
        Solver {
            cell_bytes: u64::from(program.target.pointer_bits / 8),
            nodes,
            objects: EntityMap::new(),
            object_ids: FxHashMap::default(),
            address_nodes: FxHashMap::default(),
            registers,
            results,
            sizes,
            edges: FxHashSet::default(),
            known_rules: FxHashSet::default(),
            work: Vec::new(),
            discovered: Vec::new(),
            kept,
            unknown: None,
        }
    }

    /// Says how large an object is before it is first used, so that offsets behind its end are recognised.
    pub fn set_size(&mut self, object: Object, size: u64) {
        self.sizes.insert(object, size);
    }

    pub fn size(&self) -> usize {
        self.edges.len() + self.nodes.values().map(|node| node.rules.len()).sum::<usize>()
    }

    pub fn fresh_node(&mut self) -> Node {
        self.nodes.push(NodeData::default())
    }

    pub fn register(&self, func: FuncId, reg: Reg) -> Node {
        Node::new(self.registers[func].index() + reg.index())
    }

    pub fn result(&self, func: FuncId, index: usize) -> Option<Node> {
        self.results[func].get(index).copied()
    }

    /// The node of an operand; `None` if it can hold no address.
    pub fn operand(&mut self, func: FuncId, operand: Operand) -> Option<Node> {
        match operand {
            Operand::Reg(reg) => Some(self.register(func, reg)),
            Operand::Global(global, offset) => Some(self.address_of_global(global, offset)),
            Operand::Func(func) => Some(self.address(Object::Function(func), Offset::At(0))),
            Operand::Const(_) | Operand::Wide { .. } | Operand::Undef => None,
        }
    }

    fn address_of_global(&mut self, global: GlobalId, offset: i64) -> Node {
        let object = self.object(Object::Global(global));
        let place = self.shifted(Place { object, offset: Offset::At(0) }, Shift::By(offset));
        self.address_node(place)
    }

    pub fn address(&mut self, object: Object, offset: Offset) -> Node {
        let object = self.object(object);
        self.address_node(Place { object, offset })
    }

    fn address_node(&mut self, place: Place) -> Node {
        if let Some(&node) = self.address_nodes.get(&place) {
            return node;
        }
        let node = self.fresh_node();
        self.address_nodes.insert(place, node);
        self.add(node, place);
        node
    }

    pub fn object(&mut self, object: Object) -> ObjectId {
        if let Some(&id) = self.object_ids.get(&object) {
            return id;
        }
        let (anywhere, whole) = (self.fresh_node(), self.fresh_node());
        let size = self.sizes.get(&object).copied();
        let id = self.objects.push(ObjectData {
            object,
            size,
            offsets: FxHashSet::default(),
            cells: FxHashMap::default(),
            anywhere,
            whole,
            escaped: false,
        });
        self.object_ids.insert(object, id);
        self.include(anywhere, whole, Shift::By(0));
        id
    }

    /// The object of unknown code. It holds itself: whatever it hands out points there.
    pub fn unknown(&mut self) -> ObjectId {
        if let Some(id) = self.unknown {
            return id;
        }
        let id = self.object(Object::Unknown);
        self.unknown = Some(id);
        let anywhere = self.objects[id].anywhere;
        self.add(anywhere, Place { object: id, offset: Offset::Any });
        self.add_rule(anywhere, Rule::Escape);
        id
    }

    /// What unknown code may hold.
    pub fn held_by_unknown(&mut self) -> Node {
        let id = self.unknown();
        self.objects[id].anywhere
    }

    /// Everything that may be stored in an object, at unknown offsets.
    pub fn anywhere_in(&self, object: ObjectId) -> Node {
        self.objects[object].anywhere
    }

    pub fn store_at(&mut self, object: ObjectId, offset: u64, place: Place) {
        let cell = self.cell(object, offset / self.cell_bytes);
        self.add(cell, place);
    }

    pub fn add(&mut self, node: Node, place: Place) {
        let data = &mut self.nodes[node];
        if data.places.insert(place) {
            data.fresh.push(place);
            self.queue(node);
        }
    }

    fn queue(&mut self, node: Node) {
        let data = &mut self.nodes[node];
        if !data.queued {
            data.queued = true;
            self.work.push(node);
        }
    }

    /// Whatever is in `from` is, shifted, in `to`.
    pub fn include(&mut self, from: Node, to: Node, shift: Shift) {
        if (from == to && shift == Shift::By(0)) || !self.edges.insert((from, to, shift)) {
            return;
        }
        self.nodes[from].to.push((to, shift));
        let places: Vec<Place> = self.nodes[from].places.iter().copied().collect();
        for place in places {
            let place = self.shifted(place, shift);
            self.add(to, place);
        }
    }

    pub fn add_rule(&mut self, node: Node, rule: Rule) {
        if !self.known_rules.insert((node, rule)) {
            return;
        }
        self.nodes[node].rules.push(rule);
        let places: Vec<Place> = self.nodes[node].places.iter().copied().collect();
        for place in places {
            self.apply(rule, place);
        }
    }

    /// Lets the sets grow until nothing changes; `false` if there was no time for it.
    pub fn run(&mut self, expired: &dyn Fn() -> bool) -> bool {
        let mut steps = 0u32;
        while let Some(node) = self.work.pop() {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(1024) && expired() {
                return false;
            }
            let data = &mut self.nodes[node];
            data.queued = false;
            let fresh = std::mem::take(&mut data.fresh);
            let to = data.to.clone();
            let rules = data.rules.clone();
            for &place in &fresh {
                for &(next, shift) in &to {
                    let place = self.shifted(place, shift);
                    self.add(next, place);
                }
                for &rule in &rules {
                    self.apply(rule, place);
                }
            }
        }
        true
    }

    /// A place after pointer arithmetic. Offsets outside of the object, and those of objects with too many,
    /// are unknown ones.
    fn shifted(&mut self, place: Place, shift: Shift) -> Place {
        let object = &mut self.objects[place.object];
        let by = match shift {
            Shift::By(0) => return place,
            Shift::By(by) => Some(by),
            Shift::Anywhere => None,
        };
        let offset = match (place.offset, by) {
            (Offset::At(at), Some(by)) => at.checked_add_signed(by),
            (Offset::Any, _) | (_, None) => None,
        };
        let inside = offset.filter(|&at| object.size.is_none_or(|size| at <= size));
        let known = inside.filter(|at| {
            let room = object.offsets.len() < MOST_OFFSETS;
            object.offsets.contains(at) || (room && object.offsets.insert(*at))
        });
        Place { object: place.object, offset: known.map_or(Offset::Any, Offset::At) }
    }

    fn cell(&mut self, object: ObjectId, index: u64) -> Node {
        if let Some(&node) = self.objects[object].cells.get(&index) {
            return node;
        }
        let node = self.fresh_node();
        let data = &mut self.objects[object];
        data.cells.insert(index, node);
        let (anywhere, whole) = (data.anywhere, data.whole);
        self.include(anywhere, node, Shift::By(0));
        self.include(node, whole, Shift::By(0));
        node
    }

    /// The cells that an access of some bytes touches.
    fn cells_at(&self, at: u64, bytes: u64) -> std::ops::RangeInclusive<u64> {
        let last = at.saturating_add(bytes.max(1) - 1);
        at / self.cell_bytes..=last / self.cell_bytes
    }

    fn apply(&mut self, rule: Rule, place: Place) {
        match rule {
            Rule::Load { into, bytes } => match place.offset {
                Offset::Any => {
                    let whole = self.objects[place.object].whole;
                    self.include(whole, into, Shift::By(0));
                }
                Offset::At(at) => {
                    for index in self.cells_at(at, bytes) {
                        let cell = self.cell(place.object, index);
                        self.include(cell, into, Shift::By(0));
                    }
                }
            },
            Rule::Store { from, bytes } => match place.offset {
                Offset::Any => {
                    let anywhere = self.objects[place.object].anywhere;
                    self.include(from, anywhere, Shift::By(0));
                }
                Offset::At(at) => {
                    for index in self.cells_at(at, bytes) {
                        let cell = self.cell(place.object, index);
                        self.include(from, cell, Shift::By(0));
                    }
                }
            },
            Rule::CopyTo { to, bytes } => {
                let targets: Vec<Place> = self.nodes[to].places.iter().copied().collect();
                targets.into_iter().for_each(|target| self.copy(place, target, bytes));
            }
            Rule::CopyFrom { from, bytes } => {
                let sources: Vec<Place> = self.nodes[from].places.iter().copied().collect();
                sources.into_iter().for_each(|source| self.copy(source, place, bytes));
            }
            Rule::Call { site, how } => {
                if let Object::Function(callee) = self.objects[place.object].object {
                    self.discovered.push(Discovered { site, callee, how });
                }
            }
            Rule::Escape => self.escape(place.object),
        }
    }

    /// Content moves from one place to another.
    fn copy(&mut self, source: Place, target: Place, bytes: Option<u64>) {
        let aligned = |offset: u64| offset.is_multiple_of(self.cell_bytes);
        if let (Offset::At(from), Offset::At(to), Some(bytes)) =
            (source.offset, target.offset, bytes)
            && bytes <= LARGEST_COPY
            && aligned(from)
            && aligned(to)
        {
            let (first_from, first_to) = (from / self.cell_bytes, to / self.cell_bytes);
            for index in 0..bytes.div_ceil(self.cell_bytes) {
                let from = self.cell(source.object, first_from + index);
                let to = self.cell(target.object, first_to + index);
                self.include(from, to, Shift::By(0));
            }
            return;
        }
        let (from, to) = (self.objects[source.object].whole, self.objects[target.object].anywhere);
        self.include(from, to, Shift::By(0));
    }

    /// Unknown code can get at this object.
    fn escape(&mut self, id: ObjectId) {
        let data = &mut self.objects[id];
        if std::mem::replace(&mut data.escaped, true) {
            return;
        }
        let (object, anywhere, whole) = (data.object, data.anywhere, data.whole);
        if let Object::Function(callee) = object {
            let site = Position { func: callee, block: raddle_ir::Body::ENTRY, inst: 0 };
            self.discovered.push(Discovered { site, callee, how: Invocation::Unknown });
            return;
        }
        let unknown = self.held_by_unknown();
        self.include(whole, unknown, Shift::By(0));
        self.include(unknown, anywhere, Shift::Anywhere);
    }

    pub fn places_of(&self, func: FuncId, operand: Operand) -> Vec<Place> {
        match operand {
            Operand::Reg(reg) => {
                self.nodes[self.register(func, reg)].places.iter().copied().collect()
            }
            Operand::Global(global, offset) => {
                let Some(&object) = self.object_ids.get(&Object::Global(global)) else {
                    return Vec::new();
                };
                let size = self.objects[object].size.unwrap_or(0);
                let inside = u64::try_from(offset).ok().filter(|&offset| offset <= size);
                vec![Place { object, offset: inside.map_or(Offset::Any, Offset::At) }]
            }
            Operand::Func(func) => {
                let object = self.object_ids.get(&Object::Function(func));
                object.map(|&object| Place { object, offset: Offset::At(0) }).into_iter().collect()
            }
            Operand::Const(_) | Operand::Wide { .. } | Operand::Undef => Vec::new(),
        }
    }

    pub fn find(&self, object: Object) -> Option<ObjectId> {
        self.object_ids.get(&object).copied()
    }

    pub fn held_by(&self, object: ObjectId) -> Vec<ObjectId> {
        self.pointees(self.objects[object].whole)
    }

    pub fn held_anywhere(&self, object: ObjectId) -> Vec<Place> {
        self.nodes[self.objects[object].whole].places.iter().copied().collect()
    }

    pub fn held_at(&self, object: ObjectId, range: std::ops::Range<u64>) -> Vec<Place> {
        let data = &self.objects[object];
        let cells = range.start / self.cell_bytes..range.end.div_ceil(self.cell_bytes);
        let cells = cells.filter_map(|cell| data.cells.get(&cell).copied());
        let nodes = cells.chain([data.anywhere]);
        let mut places: Vec<Place> =
            nodes.flat_map(|node| self.nodes[node].places.iter().copied()).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The objects a node points to, each once.
    pub fn pointees(&self, node: Node) -> Vec<ObjectId> {
        let mut objects: Vec<ObjectId> =
            self.nodes[node].places.iter().map(|place| place.object).collect();
        objects.sort_unstable();
        objects.dedup();
        objects
    }
}
