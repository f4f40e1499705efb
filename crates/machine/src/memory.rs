//! The objects of a state.

use std::rc::Rc;

use raddle_expr::{Pair, RadixMap};

use crate::names::ObjectId;
use crate::object::Object;

#[derive(Clone, Debug, Default)]
pub struct Memory {
    objects: RadixMap<Rc<Object>>,
    changes: u64,
    /// Objects note which of their bytes are written.
    tracking: bool,
}

/// How much of a range was written since tracking began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Touched {
    Not,
    Partly,
    Wholly,
}

impl Memory {
    #[inline]
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.0).map(|object| &**object)
    }
    #[inline]
    pub fn get_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.changes += 1;
        let object = self.objects.get_mut(id.0).map(Rc::make_mut)?;
        if self.tracking {
            object.track();
        }
        Some(object)
    }
    pub fn remove(&mut self, id: ObjectId) {
        self.changes += 1;
        self.objects.remove(id.0);
    }
    pub fn insert(&mut self, mut object: Object) {
        self.changes += 1;
        if self.tracking {
            object.track();
            object.touch(0, object.size);
        }
        self.objects.insert(object.id.0, Rc::new(object));
    }
    /// From now on objects note which of their bytes are written.
    pub(crate) fn track(&mut self) {
        self.tracking = true;
    }
    /// Whether two memories have the same objects with the same content. What they share is not looked at.
    pub fn same_content(&self, other: &Memory) -> bool {
        self.objects.same(&other.objects, &|a, b| Rc::ptr_eq(a, b) || a.same_content(b))
    }
    /// Whether two memories have the same objects, each of which that one of them has changed passes the comparison.
    pub(crate) fn all_changed(
        &self,
        other: &Memory,
        compare: &dyn Fn(&Object, &Object) -> bool,
    ) -> bool {
        self.objects.same(&other.objects, &|a, b| Rc::ptr_eq(a, b) || compare(a, b))
    }
    /// Whether all objects that two memories do not share pass, beside what has the same name in the other memory.
    pub(crate) fn differ_only(
        &self,
        other: &Memory,
        pass: &dyn Fn(Pair<'_, Object>) -> bool,
    ) -> bool {
        self.objects.differ_only(&other.objects, &|pair| match pair {
            (Some(a), Some(b)) if Rc::ptr_eq(a, b) => true,
            (a, b) => pass((a.map(|object| &**object), b.map(|object| &**object))),
        })
    }
    /// How often something was changed since the start: equal numbers along a run mean equal content.
    pub fn changes(&self) -> u64 {
        self.changes
    }
    pub fn for_each<'a>(&'a self, visit: &mut dyn FnMut(&'a Object)) {
        self.objects.for_each(&mut |_, object| visit(object));
    }
}
