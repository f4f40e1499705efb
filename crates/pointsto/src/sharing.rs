//! Which memory several threads may touch.
//!
//! Another thread can get at an object only if its address lies in a global variable, is handed to a thread
//! when it starts or to the library, or lies in an object that another thread can get at: such objects are
//! *published*. A published object is *shared* if the code of two threads may access it. Threads are told
//! apart by their start function; one that is started at several places, in a loop, or by another than the
//! first thread counts as several, and so does what every thread runs when it ends.

use raddle_analysis::Loops;
use raddle_ir::{FuncId, Program};
use rustc_hash::FxHashMap;

use crate::access::Accesses;
use crate::object::{Object, ObjectId};
use crate::position::positions_of;
use crate::{Expired, PointsTo};

/// Facts about the objects of a program.
#[derive(Clone, Debug)]
pub struct Sharing {
    published: Vec<bool>,
    shared: Vec<bool>,
    /// Whether the program can start threads at all.
    pub has_threads: bool,
}

/// Who may get at the memory that an instruction accesses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reach {
    /// Only the thread that made it.
    Private,
    /// Others could, but none has code that does.
    Published,
    /// Several threads access it.
    Shared,
}

impl Sharing {
    pub fn new(program: &Program, points_to: &PointsTo, expired: Expired<'_>) -> Option<Sharing> {
        let count = points_to.solver.objects.len();
        let published = published(program, points_to);
        let threads = thread_kinds(program, points_to);
        let mut users = vec![0u32; count];
        for (start, instances) in &threads {
            for object in accessed_by(program, points_to, *start, expired)? {
                users[object.0 as usize] += instances;
            }
        }
        let shared = (0..count).map(|index| published[index] && users[index] > 1).collect();
        Some(Sharing { published, shared, has_threads: threads.len() > 1 })
    }

    /// Whether another thread than its creator may get at the object.
    pub fn is_published(&self, object: ObjectId) -> bool {
        self.published[object.0 as usize]
    }

    /// Whether several threads may access the object.
    pub fn is_shared(&self, object: ObjectId) -> bool {
        self.shared[object.0 as usize]
    }

    /// How far what an instruction accesses is known to others; `None` if it accesses nothing.
    pub fn reach(&self, accesses: &Accesses) -> Option<Reach> {
        let regions = accesses.reads.iter().chain(&accesses.writes);
        regions
            .map(|region| match region.object {
                object if self.is_shared(object) => Reach::Shared,
                object if self.is_published(object) => Reach::Published,
                _ => Reach::Private,
            })
            .max()
    }
}

/// By object: whether another thread than its creator may get at it.
pub fn published(program: &Program, points_to: &PointsTo) -> Vec<bool> {
    let mut published = vec![false; points_to.solver.objects.len()];
    for object in points_to.reachable_objects(roots(program, points_to)) {
        published[object.0 as usize] = true;
    }
    published
}

fn roots(program: &Program, points_to: &PointsTo) -> Vec<ObjectId> {
    let solver = &points_to.solver;
    let mut roots = solver.pointees(solver.kept);
    for (id, data) in solver.objects.iter() {
        let global = match data.object {
            Object::Global(global) => !program.globals[global].thread_local,
            Object::Library | Object::Unknown => true,
            Object::Function(_)
            | Object::Local(..)
            | Object::ByValue(..)
            | Object::Variadic(_)
            | Object::Heap(_) => false,
        };
        if global {
            roots.push(id);
        }
    }
    for &(start, _) in &points_to.calls.starts {
        for param in &program.functions[start].params {
            roots.extend(solver.pointees(solver.register(start, param.reg)));
        }
    }
    roots
}

/// Start functions of threads, and how many threads of each count: one or two.
fn thread_kinds(program: &Program, points_to: &PointsTo) -> Vec<(Option<FuncId>, u32)> {
    let calls = &points_to.calls;
    let reachable = calls.reachable();
    let mut kinds: FxHashMap<FuncId, u32> = FxHashMap::default();
    for &(start, at) in calls.starts.iter().filter(|start| reachable.contains(&start.1.func)) {
        let body = program.functions[at.func].body.as_ref();
        let in_loop = body.is_none_or(|body| Loops::new(body).in_loop(at.block));
        let once = at.func == calls.entry && !in_loop && calls.callers(at.func).is_empty();
        *kinds.entry(start).or_default() += if once { 1 } else { 2 };
    }
    if !kinds.is_empty() {
        kinds.extend(calls.by_any_thread.iter().map(|&func| (func, 2)));
    }
    let mut kinds: Vec<_> = kinds.into_iter().map(|(start, count)| (Some(start), count)).collect();
    kinds.sort_unstable();
    kinds.push((None, 1));
    kinds
}

/// The objects that a thread may access; `None` is the first thread.
fn accessed_by(
    program: &Program,
    points_to: &PointsTo,
    start: Option<FuncId>,
    expired: Expired<'_>,
) -> Option<Vec<ObjectId>> {
    let roots = start.map_or_else(|| points_to.calls.roots.clone(), |start| vec![start]);
    let mut objects = Vec::new();
    for func in points_to.calls.reachable_from(roots) {
        for at in positions_of(program, func) {
            if expired() {
                return None;
            }
            let accesses = points_to.accesses(program, at);
            let regions = accesses.reads.iter().chain(&accesses.writes);
            objects.extend(regions.map(|region| region.object));
        }
    }
    objects.sort_unstable();
    objects.dedup();
    Some(objects)
}
