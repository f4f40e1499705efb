//! Chains that end, by a precondition: who follows a member from a pointer, or any element of a member that is an array of pointers, comes to null, perhaps after at most so many nodes.
//!
//! Memory is made when it is looked at, and each time another link becomes known the chain is walked anew as far as it is known: all places where one may be after one step, after
//! two, and so on, each under its condition. What was not met yet may be null.

use raddle_condition::{Kind, Node};
use raddle_expr::TermId;
use raddle_ir::{DebugType, DebugTypeId};
use raddle_solver::Answer;
use rustc_hash::FxHashMap;

use super::Unknowns;
use super::chain::{Chain, Links};
use super::choice::Leaf;
use super::precondition::{Evaluation, Found};
use crate::machine::Machine;
use crate::mistakes::UnknownMistake;
use crate::state::State;
use crate::value::Value;

/// Nodes that `ends(…)` may speak of.
const LONGEST_CHAIN: i128 = 64;

impl Unknowns {
    /// Whether a pointer comes behind another one on a chain that ends, or anywhere else in a tree. Then it does not point to where that one does: if the first is
    /// not at its own object, nothing is lost, because then that object is like any other that nobody else points to.
    pub(super) fn is_before_in_chain(&self, path: &str, later: &str) -> bool {
        let is_behind = later.len() > path.len() && later.starts_with(path);
        self.chains.iter().any(|chain| {
            (is_behind || chain.tree && later != path)
                && chain.links_in(path).is_some()
                && chain.links_in(later).is_some()
        })
    }

    /// Whether a chain is over where a pointer would be a link of it: then that is null. The same holds as above.
    pub(super) fn is_behind_chain(&self, path: &str) -> bool {
        self.chains.iter().any(|chain| {
            chain.most.is_some_and(|most| chain.links_in(path).is_some_and(|links| links >= most))
        })
    }
}

impl Machine<'_> {
    /// The chains that must end, as far as they were met, do.
    pub(super) fn keep_acyclic(&mut self, st: &mut State) {
        for chain in st.unknowns.chains.clone().iter() {
            let ends = self.chain_ends(st, chain);
            if self.terms.as_u64(ends) == Some(1) {
                continue;
            }
            if !self.terms.eval_bool(ends, &st.model)
                && let Answer::Sat(model) = self.solver.check(&mut self.terms, &st.path, &[ends])
            {
                st.model = model;
            }
            st.path = st.path.and(ends);
        }
    }

    /// Whether a chain ends, or comes to what was not met yet.
    fn chain_ends(&mut self, st: &State, chain: &Chain) -> TermId {
        let width = self.facts.pointer_bits;
        let mut known = FxHashMap::default();
        let root = chain.root.term(&mut self.terms, width);
        let Some(mut at) = self.leaves(root, &mut known) else { return self.terms.truth(true) };
        at.retain(|leaf| self.names.resolve(leaf.base).is_some());
        // Who never comes to a node twice is at the end after as many links as there are.
        let parts = st.unknowns.objects().iter().flat_map(|object| &object.parts);
        let all = parts.filter(|part| part.ty.is_none()).count();
        let mut met = at.clone();
        let mut wrong = self.terms.truth(false);
        for _ in 0..chain.most.unwrap_or(all + 1) {
            if at.is_empty() || self.config.budget.is_spent() {
                break;
            }
            let Some(next) = self.one_link_on(st, &chain.links, &at, &mut known) else {
                at.clear();
                break;
            };
            if chain.tree {
                let again = self.met_again(&mut met, &next);
                wrong = self.terms.or(wrong, again);
            }
            at = Vec::new();
            for leaf in next {
                self.merge(&mut at, leaf);
            }
            at.retain(|leaf| self.terms.as_u64(leaf.guard) != Some(0));
        }
        if self.config.budget.is_spent() {
            at.clear();
        }
        for leaf in at {
            wrong = self.terms.or(wrong, leaf.guard);
        }
        self.terms.not(wrong)
    }

    /// Whether one comes to a node that was met before, or in two ways at once.
    fn met_again(&mut self, met: &mut Vec<Leaf>, next: &[Leaf]) -> TermId {
        let mut again = self.terms.truth(false);
        for &leaf in next {
            for before in met.iter().filter(|met| (met.base, met.more) == (leaf.base, leaf.more)) {
                let both = self.terms.and(before.guard, leaf.guard);
                again = self.terms.or(again, both);
            }
            self.merge(met, leaf);
        }
        again
    }

    /// Where one may be after another link, once for each link that leads there. `None` if these are too many places.
    fn one_link_on(
        &mut self,
        st: &State,
        links: &[Links],
        at: &[Leaf],
        known: &mut FxHashMap<TermId, Vec<Leaf>>,
    ) -> Option<Vec<Leaf>> {
        let width = self.facts.pointer_bits;
        let mut next: Vec<Leaf> = Vec::new();
        for leaf in at {
            let Some((id, offset)) = self.names.resolve(leaf.base) else { continue };
            let Some(object) = st.unknowns.get(id) else { continue };
            let parts = object.parts.iter().filter(|part| part.ty.is_none());
            let parts: Vec<(u64, Value)> = parts.map(|part| (part.offset, part.value)).collect();
            for (place, value) in parts {
                let distance = place.wrapping_sub(offset as u64);
                let here = self.is_link(leaf, distance, links);
                let here = self.terms.and(leaf.guard, here);
                if self.terms.as_u64(here) == Some(0) {
                    continue;
                }
                let value = value.term(&mut self.terms, width);
                for target in self.leaves(value, known)? {
                    if self.names.resolve(target.base).is_some() {
                        let guard = self.terms.and(here, target.guard);
                        next.push(Leaf { guard, ..target });
                    }
                }
            }
        }
        Some(next)
    }

    /// Whether a pointer so far behind where a leaf's constants lead is a link of the leaf.
    fn is_link(&mut self, leaf: &Leaf, distance: u64, links: &[Links]) -> TermId {
        let width = self.facts.pointer_bits;
        let size = u64::from(width / 8);
        let mut any = self.terms.truth(false);
        let places = links.iter().flat_map(|link| (0..link.count).map(|k| link.start + k * size));
        for place in places {
            let left = crate::value::mask(width, distance.wrapping_sub(place));
            let here = match leaf.more {
                None => self.terms.truth(left == 0),
                Some(more) => {
                    let left = self.terms.constant(width, u128::from(left));
                    self.terms.eq(more, left)
                }
            };
            any = self.terms.or(any, here);
        }
        any
    }
}

impl Evaluation<'_, '_, '_> {
    /// `acyclic(p, member, …)`: from `p` one never comes back to where one was. `tree(p, member, …)`: and never to a node in two ways. `ends(p, member, …, n)`: there are at most `n`
    /// nodes on any way.
    pub(super) fn chain(&mut self, node: &Node, name: &str, arguments: &[Node]) -> Found<TermId> {
        let (pointer, members, most) = match (name, arguments) {
            ("acyclic" | "tree", [pointer, members @ ..]) if !members.is_empty() => {
                (pointer, members, None)
            }
            ("ends", [pointer, members @ .., count]) if !members.is_empty() => {
                (pointer, members, Some(self.most(count)?))
            }
            ("ends", _) => {
                let message = "ends(…) takes a pointer, the name of a member (or of several) and a number: ends(p, next, 3)";
                return self.error(&node.span, message);
            }
            _ => {
                let message = format!(
                    "{name}(…) takes a pointer and the name of a member, or of several: {name}(p, left, right)"
                );
                return self.error(&node.span, message);
            }
        };
        let (root, to, ok) = self.pointer(pointer)?;
        let links = members.iter().map(|member| self.links(pointer, member, to));
        let links = links.collect::<Found<Vec<Links>>>()?;
        let always = self.machine.terms.as_u64(self.given) == Some(1);
        let path = pointer.path().filter(|_| always);
        let zero = self.machine.terms.constant(self.machine.facts.pointer_bits, 0);
        let root = match self.machine.config.unknown_mistake {
            Some(UnknownMistake::ChainsAlwaysEnd) => root,
            _ => self.machine.terms.ite(self.given, root, zero),
        };
        let root = Value::of_term(&self.machine.terms, root);
        let chain = Chain { root, links, path, most, tree: name == "tree" };
        let ends = self.machine.chain_ends(self.st, &chain);
        self.st.unknowns.chains.push(chain);
        Ok(match most {
            Some(_) => self.machine.terms.and(ends, ok),
            None => ends,
        })
    }

    fn most(&self, count: &Node) -> Found<usize> {
        match count.kind {
            Kind::Number(most @ 0..=LONGEST_CHAIN) => Ok(most as usize),
            _ => {
                let message = format!("this should be a number up to {LONGEST_CHAIN}");
                self.error(&count.span, message)
            }
        }
    }

    fn links(&self, pointer: &Node, member: &Node, to: Option<DebugTypeId>) -> Found<Links> {
        let Some(path) = member.member_path() else {
            return self.error(&member.span, "this should be the name of a member");
        };
        let Some(mut at) = to.filter(|&to| self.machine.is_struct(to)) else {
            return self.error(&pointer.span, "this does not point to a struct");
        };
        let mut start = 0;
        for name in path.split('.') {
            let (bits, field) = self.field(member, at, name)?;
            (start, at) = (start + bits / 8, field);
        }
        let machine = &*self.machine;
        if machine.pointee(at).is_some() {
            return Ok(Links { member: path, start, count: 1, several: false });
        }
        match machine.program.types[machine.resolved(at)] {
            DebugType::Array { element, count } if machine.pointee(element).is_some() => {
                let count = count.filter(|&count| count > 0).unwrap_or(machine.config.array_limit);
                Ok(Links { member: path, start, count, several: true })
            }
            _ => self.error(&member.span, "this member is no pointer and no array of pointers"),
        }
    }
}

/// Whether a condition speaks of chains.
pub(super) fn speaks_of_chains(node: &Node) -> bool {
    let mut found = false;
    node.for_each_call(&mut |name, _| found |= matches!(name, "acyclic" | "tree" | "ends"));
    found
}
