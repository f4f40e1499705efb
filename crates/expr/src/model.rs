//! Assignments of values to variables.

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::radix::RadixMap;
use crate::term::VarId;

/// Values for variables; a variable that is not mentioned is zero (an array: zero everywhere). The model of
/// a long path has thousands of values of which the next one changes a few, so models share what they have in
/// common.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub bits: VarMap<Bits>,
    pub arrays: VarMap<ArrayValue>,
}

/// A map from variables to values; cloning is cheap.
#[derive(Clone, Debug)]
pub struct VarMap<V>(RadixMap<V, 8>);

impl<V> Default for VarMap<V> {
    fn default() -> Self {
        VarMap(RadixMap::default())
    }
}

impl<V: Clone> VarMap<V> {
    pub fn get(&self, var: &VarId) -> Option<&V> {
        self.0.get(var.0)
    }
    pub fn insert(&mut self, var: VarId, value: V) {
        self.0.insert(var.0, value);
    }
    pub fn remove(&mut self, var: &VarId) {
        self.0.remove(var.0);
    }
    /// All variables with their values, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (VarId, &V)> {
        let mut all = Vec::new();
        self.0.for_each(&mut |var, value| all.push((VarId(var), value)));
        all.into_iter()
    }
}

/// An array: explicit entries over a default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayValue {
    pub default: Bits,
    pub entries: FxHashMap<Bits, Bits>,
}

impl ArrayValue {
    /// The same value everywhere.
    pub fn constant(default: Bits) -> ArrayValue {
        ArrayValue { default, entries: FxHashMap::default() }
    }
    pub fn read(&self, index: &Bits) -> &Bits {
        self.entries.get(index).unwrap_or(&self.default)
    }
    /// Both arrays have the same value at every index of this width.
    pub fn same_contents(&self, other: &ArrayValue, index_width: u32) -> bool {
        let mut indices: Vec<&Bits> = self.entries.keys().chain(other.entries.keys()).collect();
        indices.sort_unstable();
        indices.dedup();
        let all_named = index_width < 64 && indices.len() as u64 >= 1 << index_width;
        (self.default == other.default || all_named)
            && indices.iter().all(|index| self.read(index) == other.read(index))
    }
}
