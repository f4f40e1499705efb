//! Replacing subterms.

use rustc_hash::FxHashMap;

use crate::table::Terms;
use crate::term::TermId;
use crate::varset::VarSetId;

impl Terms {
    /// The term with every occurrence of a key replaced by its value, all at once (values are not substituted again).
    /// Outermost keys win. Rebuilt through the constructors, each subterm once, without recursion.
    pub fn substitute(&mut self, t: TermId, replacements: &FxHashMap<TermId, TermId>) -> TermId {
        for (&key, &value) in replacements {
            assert_eq!(self.sort(key), self.sort(value), "a replacement has another sort");
        }
        let Some(touched) = self.touched_variables(replacements) else {
            return t;
        };
        let mut results = replacements.clone();
        let mut stack = vec![(t, false)];
        while let Some((t, operands_done)) = stack.pop() {
            if results.contains_key(&t) {
                continue;
            }
            if operands_done {
                let result = self.rebuild(t, |child| results[&child]);
                results.insert(t, result);
            } else if self.cannot_change(t, touched) {
                results.insert(t, t);
            } else {
                stack.push((t, true));
                stack.extend(self.get(t).children().map(|child| (child, false)));
            }
        }
        results[&t]
    }

    /// The variables of all keys: a term without any of them contains no key, unless some key has no variable at all
    /// (then: the empty set). `None` if there is nothing to replace.
    fn touched_variables(&mut self, replacements: &FxHashMap<TermId, TermId>) -> Option<VarSetId> {
        let mut touched = VarSetId::EMPTY;
        let mut closed_key = false;
        let mut any = false;
        for &key in replacements.keys() {
            let set = self.var_set(key);
            closed_key |= set == VarSetId::EMPTY;
            any = true;
            touched = self.var_sets().union(touched, set);
        }
        any.then_some(if closed_key { VarSetId::EMPTY } else { touched })
    }

    fn cannot_change(&mut self, t: TermId, touched: VarSetId) -> bool {
        let set = self.var_set(t);
        touched != VarSetId::EMPTY && !self.var_sets().intersects(set, touched)
    }
}
