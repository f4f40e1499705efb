//! What is known when control is at a place: the values of cells, and constraints on the unknowns in them.

use std::collections::BTreeMap;
use std::rc::Rc;

use raddle_ir::{FuncId, GlobalId, InitPart, Type};
use rustc_hash::FxHashSet;

use crate::affine::{Affine, Int, Range, Var};
use crate::constraints::{Constraint, Store};
use crate::world::{Cell, ObjectId, ObjectKind, VarKind, World};

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Int(Affine),
    /// An address: object and byte offset.
    Pointer(ObjectId, Affine),
    Function(FuncId),
    /// Nothing is known, not even whether it is a number.
    Any,
}

impl Value {
    pub fn constant(value: Int) -> Value {
        Value::Int(Affine::constant(value))
    }
    pub fn affine(&self) -> Option<&Affine> {
        match self {
            Value::Int(affine) | Value::Pointer(_, affine) => Some(affine),
            Value::Function(_) | Value::Any => None,
        }
    }
    /// The same kind of value with another number in it.
    pub fn with(&self, affine: Affine) -> Value {
        match self {
            Value::Int(_) => Value::Int(affine),
            Value::Pointer(object, _) => Value::Pointer(*object, affine),
            Value::Function(func) => Value::Function(*func),
            Value::Any => Value::Any,
        }
    }
}

/// The content of those cells of an object that have none of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    Unknown,
    Zero,
    /// A copy of the initial content of a constant.
    CopyOf(GlobalId),
}

#[derive(Clone, Debug, Default)]
pub struct Context {
    pub cells: Rc<BTreeMap<Var, Value>>,
    /// Objects that are not (or no longer) as the program initialised them.
    pub fills: Rc<BTreeMap<ObjectId, Fill>>,
    pub store: Rc<Store>,
}

impl Context {
    pub fn set(&mut self, world: &World<'_>, cell: Var, value: Value) {
        let cells = Rc::make_mut(&mut self.cells);
        if memory_object(world, cell).is_some() {
            cells.retain(|&other, _| !world.overlap(cell, other));
        }
        cells.insert(cell, value);
    }
    pub fn assume(&mut self, world: &World<'_>, constraint: &Constraint) -> bool {
        Rc::make_mut(&mut self.store).assume(world, constraint)
    }
    /// Gives an object a new content: what was known of its cells is gone.
    pub fn refill(&mut self, world: &World<'_>, object: ObjectId, fill: Fill) {
        Rc::make_mut(&mut self.fills).insert(object, fill);
        Rc::make_mut(&mut self.cells).retain(|&var, _| memory_object(world, var) != Some(object));
    }

    /// The value of a cell; `None` if nothing is known of it.
    pub fn lookup(&self, world: &mut World<'_>, var: Var) -> Option<Value> {
        if let Some(value) = self.cells.get(&var) {
            return Some(value.clone());
        }
        let VarKind::Cell(Cell::Memory(object, offset, size), ty) = world.var_kind(var) else {
            return None;
        };
        // A cell that overlaps one that was written speaks of other bytes than those at the start.
        if self.overlapped(world, object, offset, size) {
            return None;
        }
        self.fill_value(world, object, offset, size, ty)
    }

    fn overlapped(&self, world: &World<'_>, object: ObjectId, offset: i64, size: u8) -> bool {
        self.cells.keys().any(|&var| match world.cell_of(var) {
            Some(Cell::Memory(other, at, length)) => {
                other == object && at < offset + i64::from(size) && offset < at + i64::from(length)
            }
            _ => false,
        })
    }

    fn fill_value(
        &self,
        world: &mut World<'_>,
        object: ObjectId,
        offset: i64,
        size: u8,
        ty: Type,
    ) -> Option<Value> {
        let source = match (self.fills.get(&object), world.object_kind(object)) {
            (Some(Fill::Unknown), _) => return None,
            (Some(Fill::Zero), _) => return Some(Value::constant(0)),
            (Some(Fill::CopyOf(global)), _) => *global,
            (None, ObjectKind::Global(global)) => global,
            (None, ObjectKind::Slot(..) | ObjectKind::Heap(..)) => return None,
        };
        if ty == Type::Ptr
            && let Some(part) = world.initial_pointer(source, offset)
        {
            return Some(match part {
                InitPart::Global(target, at) => {
                    let object = world.object(ObjectKind::Global(target));
                    Value::Pointer(object, Affine::constant(at.into()))
                }
                InitPart::Func(func) => Value::Function(func),
                InitPart::Bytes(_) | InitPart::Undef(_) => Value::Any,
            });
        }
        world.initial(source, offset, size).map(Value::constant)
    }

    /// The expression over unknowns that an expression over cells means here.
    pub fn resolve(&self, world: &mut World<'_>, expression: &Affine) -> Option<Affine> {
        expression.substitute(|var| {
            if !world.is_cell(var) {
                return Some(Affine::var(var));
            }
            self.lookup(world, var)?.affine().cloned()
        })
    }
    pub fn resolve_constraint(
        &self,
        world: &mut World<'_>,
        constraint: &Constraint,
    ) -> Option<Constraint> {
        constraint.map(|var| {
            if !world.is_cell(var) {
                return Some(Affine::var(var));
            }
            self.lookup(world, var)?.affine().cloned()
        })
    }

    /// A range that contains the expression's value.
    pub fn range(&self, world: &mut World<'_>, expression: &Affine) -> Range {
        match self.resolve(world, expression) {
            Some(resolved) => self.store.bound(world, &resolved),
            None => Range::ALL,
        }
    }

    pub fn decide(&self, world: &mut World<'_>, constraint: &Constraint) -> Option<bool> {
        let resolved = self.resolve_constraint(world, constraint)?;
        self.store.decide(world, &resolved)
    }

    /// Whether the constraint is certain here.
    pub fn entails(&self, world: &mut World<'_>, constraint: &Constraint) -> bool {
        self.decide(world, constraint) == Some(true)
    }

    /// Forgets constraints on unknowns that no cell depends on any more.
    pub fn tidy(&mut self) {
        let mut used: FxHashSet<Var> = FxHashSet::default();
        for value in self.cells.values() {
            used.extend(value.affine().into_iter().flat_map(Affine::vars));
        }
        Rc::make_mut(&mut self.store).retain(|var| used.contains(&var));
    }

    /// The context without the names of its unknowns: two that look alike behave alike, except for relations.
    pub fn shape(&self, world: &World<'_>) -> Shape {
        let cells = self.cells.iter().map(|(&cell, value)| {
            let (kind, range) = match value {
                Value::Int(affine) => (None, self.store.bound(world, affine)),
                Value::Pointer(object, affine) => (Some(*object), self.store.bound(world, affine)),
                Value::Function(_) | Value::Any => (None, Range::ALL),
            };
            (cell, kind, range)
        });
        Shape { cells: cells.collect(), fills: self.fills.clone() }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    cells: Vec<(Var, Option<ObjectId>, Range)>,
    fills: Rc<BTreeMap<ObjectId, Fill>>,
}

/// The object that a memory cell belongs to.
pub fn memory_object(world: &World<'_>, var: Var) -> Option<ObjectId> {
    match world.cell_of(var) {
        Some(Cell::Memory(object, _, _)) => Some(object),
        _ => None,
    }
}
