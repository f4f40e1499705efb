//! Conditions that share no variable are solved apart.
//!
//! The conditions of a path fall into groups connected by variables. Each group is a path of its own:
//! extending the path extends one group, so that the layers and SAT instances below see growing paths
//! again, only shorter ones. A query asks the groups its assumptions touch; the values of all other
//! variables come from the models the other groups already have.
//!
//! Bounds of a term that a stronger one implies are left out of a group once they are more than half of
//! it, so that a loop with a symbolic bound does not ask about all its earlier iterations again. A bound
//! that contradicts the strongest one on the path is answered here.
//!
//! A program that reads until the end of its input has paths of thousands of groups, and each branch asks
//! about one of them. So the groups of a path share all they can with those of its prefix, and a query looks
//! only at the groups it touches and at those that are new.

use std::cell::RefCell;
use std::rc::Rc;

use raddle_expr::{Model, RadixMap, Sort, TermId, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::bounds::Bound;
use crate::path::Path;
use crate::{Answer, Effort, Solver};

/// A group with fewer implied bounds is left as it is.
const IMPLIED: u32 = 8;
/// Paths whose partition is kept; then all are computed anew, from the nearest kept prefix.
const PARTITIONS: usize = 2048;
/// Prefixes at the end of a path whose partitions are kept when it is seen for the first time.
const KEPT: usize = 32;

#[derive(Debug)]
pub struct Independence<S> {
    below: S,
    partitions: FxHashMap<usize, (Path, Rc<Partition>)>,
    /// Paths made by joining groups, by the identities of the groups' paths.
    joined: FxHashMap<SmallVec<[usize; 4]>, Joined>,
    split: u64,
    whole: u64,
    contradicted: u64,
    left_out: u64,
}

/// A path made of several groups' conditions; the groups' paths are held so that their identities last.
#[derive(Debug)]
struct Joined {
    path: Path,
    _parts: SmallVec<[Path; 4]>,
}

#[derive(Clone, Debug, Default)]
struct Partition {
    /// By numbers that are never used again.
    groups: RadixMap<Rc<Group>, 8>,
    next: u32,
    count: usize,
    /// The number of each variable's group.
    owner: RadixMap<u32, 8>,
    /// The condition with the strongest bound of each term, by [`Bound::key`].
    strongest: RadixMap<TermId, 8>,
    /// Satisfies all groups but the open ones.
    model: RefCell<Rc<Model>>,
    /// Groups that no query has touched since they came into being.
    open: RefCell<SmallVec<[u32; 4]>>,
}

#[derive(Debug)]
struct Group {
    path: Path,
    variables: Vec<VarId>,
    /// Conditions on the group's path that others imply.
    implied: u32,
    model: RefCell<Option<Rc<Model>>>,
}

impl<S: Solver> Independence<S> {
    pub fn new(below: S) -> Independence<S> {
        Independence {
            below,
            partitions: FxHashMap::default(),
            joined: FxHashMap::default(),
            split: 0,
            whole: 0,
            contradicted: 0,
            left_out: 0,
        }
    }

    /// The groups of the path, from those of its nearest prefix that is known.
    fn partition(&mut self, terms: &Terms, path: &Path) -> Rc<Partition> {
        let mut missing: Vec<&Path> = Vec::new();
        let mut partition = Rc::new(Partition::default());
        for prefix in path.prefixes() {
            if let Some((_, known)) = self.partitions.get(&prefix.id()) {
                partition = known.clone();
                break;
            }
            if !prefix.is_empty() {
                missing.push(prefix);
            }
        }
        if self.partitions.len() + missing.len() > PARTITIONS {
            self.partitions.clear();
        }
        while let Some(prefix) = missing.pop() {
            partition = Rc::new(self.extend(terms, partition, prefix));
            // Of a long run of unknown prefixes only the end will be asked for again.
            if missing.len() < KEPT {
                self.partitions.insert(prefix.id(), (prefix.clone(), partition.clone()));
            }
        }
        partition
    }
    /// The partition with the newest condition of `path`.
    fn extend(&mut self, terms: &Terms, partition: Rc<Partition>, path: &Path) -> Partition {
        let mut next = Rc::unwrap_or_clone(partition);
        let Some((condition, _)) = path.split_last() else { return next };
        let mut variables = terms.vars_of(condition);
        let touched = next.touched(&variables);
        let mut joined = self.join(&next, &touched).and(condition);
        let mut implied = u32::from(next.add_bound(terms, condition));
        for &number in &touched {
            let group = next.group(number);
            variables.extend_from_slice(&group.variables);
            implied += group.implied;
        }
        variables.sort_unstable();
        variables.dedup();
        if implied > IMPLIED && 2 * implied > joined.len() {
            let before = joined.len();
            joined = next.without_implied(terms, &joined);
            self.left_out += u64::from(before - joined.len());
            implied = 0;
        }
        let group = Group { path: joined, variables, implied, model: RefCell::default() };
        next.replace(&touched, group);
        next
    }
    /// The conditions of several groups as one path: the longest one, extended by the others. The same
    /// groups give the same path.
    fn join(&mut self, partition: &Partition, groups: &[u32]) -> Path {
        let paths = || groups.iter().map(|&number| &partition.group(number).path);
        match groups {
            [] => return Path::new(),
            [number] => return partition.group(*number).path.clone(),
            [_, _, ..] => (),
        }
        let mut key: SmallVec<[usize; 4]> = paths().map(Path::id).collect();
        key.sort_unstable();
        if let Some(joined) = self.joined.get(&key) {
            return joined.path.clone();
        }
        let mut parts: SmallVec<[Path; 4]> = paths().cloned().collect();
        parts.sort_by_key(|path| std::cmp::Reverse(path.len()));
        let mut path = parts[0].clone();
        for part in &parts[1..] {
            path = part.after(0).into_iter().fold(path, |path, condition| path.and(condition));
        }
        if self.joined.len() >= PARTITIONS {
            self.joined.clear();
        }
        self.joined.insert(key, Joined { path: path.clone(), _parts: parts });
        path
    }
    /// A model of the open groups that the query does not touch, or the answer that prevents it.
    fn solve_open_groups(
        &mut self,
        terms: &mut Terms,
        partition: &Partition,
        touched: &[u32],
        limit: Effort,
    ) -> Result<(), Answer> {
        while let Some(number) = partition.next_open(touched) {
            let group = partition.group(number);
            let known = group.model.borrow().clone();
            let model = match known {
                Some(model) => model,
                None => match self.below.check_within(terms, &group.path, &[], limit) {
                    Answer::Sat(model) => model,
                    answer @ (Answer::Unsat(_) | Answer::Unknown(_)) => return Err(answer),
                },
            };
            let mut whole = partition.model.borrow_mut();
            copy_values(terms, &group.variables, &model, Rc::make_mut(&mut whole));
            *group.model.borrow_mut() = Some(model);
            partition.open.borrow_mut().retain(|open| *open != number);
        }
        Ok(())
    }
}

impl Partition {
    /// Takes note of a new condition's bound. True if that makes a condition of the path redundant: the
    /// one it is stronger than, or itself.
    fn add_bound(&mut self, terms: &Terms, condition: TermId) -> bool {
        let Some(bound) = Bound::of(terms, condition) else { return false };
        let key = Bound::key(bound.term, bound.side);
        let Some(&strongest) = self.strongest.get(key) else {
            self.strongest.insert(key, condition);
            return false;
        };
        if strongest == condition {
            return false;
        }
        if Bound::of(terms, strongest).is_some_and(|known| bound.implies(&known)) {
            self.strongest.insert(key, condition);
        }
        true
    }
    /// The conditions of a path except those that the strongest bounds imply.
    fn without_implied(&self, terms: &Terms, path: &Path) -> Path {
        let mut kept = Path::new();
        for condition in path.after(0) {
            let is_implied = Bound::of(terms, condition).is_some_and(|bound| {
                let strongest = self.strongest.get(Bound::key(bound.term, bound.side));
                strongest.is_some_and(|&strongest| strongest != condition)
            });
            if !is_implied {
                kept = kept.and(condition);
            }
        }
        kept
    }
    /// A condition of the path whose bound contradicts this one's.
    fn contradiction(&self, terms: &Terms, condition: TermId) -> Option<TermId> {
        let bound = Bound::of(terms, condition)?;
        let known = *self.strongest.get(Bound::key(bound.term, bound.side.opposite()))?;
        Bound::of(terms, known)?.excludes(&bound).then_some(known)
    }
    /// The groups that own one of the variables.
    fn touched(&self, variables: &[VarId]) -> SmallVec<[u32; 4]> {
        let mut touched: SmallVec<[u32; 4]> =
            variables.iter().filter_map(|var| self.owner.get(var.0).copied()).collect();
        touched.sort_unstable();
        touched.dedup();
        touched
    }
    /// Puts a group in the place of others.
    fn replace(&mut self, replaced: &[u32], group: Group) {
        for &number in replaced {
            self.groups.remove(number);
        }
        let number = self.next;
        self.next += 1;
        self.count = self.count + 1 - replaced.len();
        for var in &group.variables {
            self.owner.insert(var.0, number);
        }
        self.groups.insert(number, Rc::new(group));
        let open = self.open.get_mut();
        open.retain(|open| !replaced.contains(open));
        open.push(number);
    }
    fn group(&self, number: u32) -> &Group {
        self.groups.get(number).expect("an owner's group exists")
    }
    /// An open group that is not among the touched ones.
    fn next_open(&self, touched: &[u32]) -> Option<u32> {
        self.open.borrow().iter().copied().find(|number| !touched.contains(number))
    }
    /// The model of the touched groups and the assumptions, with all other groups' values: then no group is
    /// open any more.
    fn combine(
        &self,
        terms: &Terms,
        touched: &[u32],
        variables: &[VarId],
        model: Rc<Model>,
    ) -> Rc<Model> {
        self.open.borrow_mut().clear();
        if touched.len() == self.count {
            *self.model.borrow_mut() = model.clone();
            return model;
        }
        let mut whole = self.model.borrow_mut();
        let changed = Rc::make_mut(&mut whole);
        for &number in touched {
            copy_values(terms, &self.group(number).variables, &model, changed);
        }
        copy_values(terms, variables, &model, changed);
        whole.clone()
    }
}

/// Gives the variables the values they have in `from`; absent ones become absent, which is zero.
fn copy_values(terms: &Terms, variables: &[VarId], from: &Model, into: &mut Model) {
    for var in variables {
        match terms.var_sort(*var) {
            Sort::Bits(_) => match from.bits.get(var) {
                Some(value) => into.bits.insert(*var, value.clone()),
                None => into.bits.remove(var),
            },
            Sort::Array { .. } => match from.arrays.get(var) {
                Some(value) => into.arrays.insert(*var, value.clone()),
                None => into.arrays.remove(var),
            },
        }
    }
}

fn variables_of(terms: &Terms, assumptions: &[TermId]) -> Vec<VarId> {
    match assumptions {
        [] => Vec::new(),
        [one] => terms.vars_of(*one),
        [_, _, ..] => {
            let all: FxHashSet<VarId> =
                assumptions.iter().flat_map(|&assumption| terms.vars_of(assumption)).collect();
            all.into_iter().collect()
        }
    }
}

impl<S: Solver> Solver for Independence<S> {
    fn check_within(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        assumptions: &[TermId],
        limit: Effort,
    ) -> Answer {
        let partition = self.partition(terms, path);
        for &assumption in assumptions {
            if let Some(known) = partition.contradiction(terms, assumption) {
                self.contradicted += 1;
                return Answer::Unsat([known, assumption].into());
            }
        }
        let variables = variables_of(terms, assumptions);
        let touched = partition.touched(&variables);
        match touched.len() == partition.count {
            true => self.whole += 1,
            false => self.split += 1,
        }
        let joined = self.join(&partition, &touched);
        let model = match self.below.check_within(terms, &joined, assumptions, limit) {
            Answer::Sat(model) => model,
            answer @ (Answer::Unsat(_) | Answer::Unknown(_)) => return answer,
        };
        if let Err(answer) = self.solve_open_groups(terms, &partition, &touched, limit) {
            return answer;
        }
        Answer::Sat(partition.combine(terms, &touched, &variables, model))
    }
    fn spent(&self) -> Effort {
        self.below.spent()
    }
    fn counters(&self, into: &mut Vec<(&'static str, u64)>) {
        into.extend([
            ("queries split", self.split),
            ("queries not split", self.whole),
            ("answered by bounds", self.contradicted),
            ("implied bounds left out", self.left_out),
        ]);
        self.below.counters(into);
    }
}
