//! What paths cost: the largest net amount, the largest intermediate amount, and the paths that reach them.
//!
//! For a resource that is only used up, both are the same. For one that is given back, `net` is what a path holds
//! when it ends and `high` the most it ever held, each the largest over all paths summarised, which may
//! be different ones (interpolation with non-cumulative resources: net and spike).
//!
//! Where counters (`RADDLE_COUNT`) are involved, one number does not do: which path is the worst depends on
//! what the assertions about counters forbid. Then the weight also carries the choices themselves, as a graph
//! in which shared parts are shared; `assertions` finds the worst path in it.

use std::rc::Rc;

use crate::affine::Int;
use crate::world::Place;

/// Places that control goes to, one after the other. Ropes share their parts.
#[derive(Clone, Debug, Default)]
pub struct Path(Option<Rc<PathNode>>);

#[derive(Debug)]
enum PathNode {
    Step(Place),
    Seq(Path, Path),
}

impl Path {
    pub fn step(place: Place) -> Path {
        Path(Some(Rc::new(PathNode::Step(place))))
    }
    pub fn then(&self, rest: &Path) -> Path {
        match (&self.0, &rest.0) {
            (None, _) => rest.clone(),
            (_, None) => self.clone(),
            (Some(_), Some(_)) => Path(Some(Rc::new(PathNode::Seq(self.clone(), rest.clone())))),
        }
    }
    /// The places from first to last.
    pub fn iter(&self) -> impl Iterator<Item = Place> + '_ {
        let mut open = vec![self];
        std::iter::from_fn(move || {
            while let Some(path) = open.pop() {
                match path.0.as_deref() {
                    None => {}
                    Some(PathNode::Step(place)) => return Some(*place),
                    Some(PathNode::Seq(first, second)) => {
                        open.push(second);
                        open.push(first);
                    }
                }
            }
            None
        })
    }
}

impl Drop for Path {
    /// Long paths are taken apart in a loop: the derived drop would recurse once per step.
    fn drop(&mut self) {
        let mut open: Vec<Rc<PathNode>> = self.0.take().into_iter().collect();
        while let Some(node) = open.pop() {
            if let Ok(PathNode::Seq(mut first, mut second)) = Rc::try_unwrap(node) {
                open.extend(first.0.take());
                open.extend(second.0.take());
            }
        }
    }
}

/// What happens to a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Event {
    Count(u32),
    Reset(u32),
    /// Paths on which this assertion does not hold are not considered.
    Assume(u32),
}

/// Choices between paths on which counters change.
#[derive(Debug)]
pub enum Choices {
    Plain(Weight),
    Event(Event),
    Seq(Rc<Choices>, Rc<Choices>),
    Either(Rc<Choices>, Rc<Choices>),
    /// A place where solutions are kept: the head of a loop, or what follows one.
    Node(Rc<Choices>),
    /// Nothing follows: only the cost matters then.
    Last(Rc<Choices>),
}

#[derive(Clone, Debug, Default)]
pub struct Weight {
    pub net: Int,
    pub high: Int,
    pub net_path: Path,
    pub high_path: Path,
    pub choices: Option<Rc<Choices>>,
}

impl Weight {
    /// Uses `amount` (negative: gives back).
    pub fn cost(amount: Int) -> Weight {
        Weight { net: amount, high: amount.max(0), ..Weight::default() }
    }
    pub fn step(place: Place) -> Weight {
        Weight { net_path: Path::step(place), high_path: Path::step(place), ..Weight::default() }
    }
    pub fn event(event: Event) -> Weight {
        Weight { choices: Some(Rc::new(Choices::Event(event))), ..Weight::default() }
    }

    /// One path after the other.
    pub fn then(&self, rest: &Weight) -> Weight {
        let through = self.net.saturating_add(rest.high);
        let high_path = if through > self.high || (through == self.high && rest.high > 0) {
            self.net_path.then(&rest.high_path)
        } else {
            // The peak is over; the rest still has to be a path that is allowed.
            self.high_path.then(&rest.net_path)
        };
        let choices = match (&self.choices, &rest.choices) {
            (None, None) => None,
            _ => Some(Rc::new(Choices::Seq(self.as_choices(), rest.as_choices()))),
        };
        Weight {
            net: self.net.saturating_add(rest.net),
            high: self.high.max(through),
            net_path: self.net_path.then(&rest.net_path),
            high_path,
            choices,
        }
    }

    /// Either path.
    pub fn or(&self, other: &Weight) -> Weight {
        let (net, net_path) = larger((self.net, &self.net_path), (other.net, &other.net_path));
        let (high, high_path) =
            larger((self.high, &self.high_path), (other.high, &other.high_path));
        let choices = match (&self.choices, &other.choices) {
            (None, None) => None,
            _ => Some(Rc::new(Choices::Either(self.as_choices(), other.as_choices()))),
        };
        Weight { net, high, net_path, high_path, choices }
    }

    /// The same weight as a node of the second phase; `last` if nothing follows.
    pub fn as_node(&self, last: bool) -> Weight {
        let inner = self.as_choices();
        let inner = if last { Rc::new(Choices::Last(inner)) } else { inner };
        Weight { choices: Some(Rc::new(Choices::Node(inner))), ..self.clone() }
    }

    pub fn as_choices(&self) -> Rc<Choices> {
        match &self.choices {
            Some(choices) => choices.clone(),
            None => Rc::new(Choices::Plain(self.clone())),
        }
    }
}

fn larger(a: (Int, &Path), b: (Int, &Path)) -> (Int, Path) {
    if a.0 >= b.0 { (a.0, a.1.clone()) } else { (b.0, b.1.clone()) }
}
