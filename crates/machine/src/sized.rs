//! Which memory gets a length of its own: what preconditions speak of with `size(…)` and `string(…)`.
//!
//! A precondition says it by a way in C, and an object has the way to the pointer it was made for; both are brought to the same steps, in which all elements of an array are alike and
//! `p->m` is the member of an element of `p`. Memory that a precondition speaks of and that had one element all the same would quietly leave out all callers with
//! more. So a way from another place that ends in the same members counts, too: that pointer may be an alias.

use raddle_condition::{ConditionError, Kind, Node, Operator, parse};
use raddle_ir::DebugTypeId;

use crate::mistakes::UnknownMistake;

/// Names of a variable and members, and `*` for an element.
pub(crate) type Way = Vec<String>;

pub(crate) const ELEMENT: &str = "*";

/// The memory whose size preconditions speak of.
#[derive(Clone, Debug, Default)]
pub struct Sized {
    pub(crate) ways: Vec<SizedWay>,
    /// Those of `size(…)`: what has a size may have none.
    measured: Vec<Way>,
    /// What is compared in a way that only makes sense within an array, if it is a pointer.
    ranges: Vec<SizedWay>,
    /// Ways to pointers that preconditions compare with others: `end == p + n`. Such a pointer may lead behind the last element of an array.
    ends: Vec<Way>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SizedWay {
    pub(crate) way: Way,
    /// It leads to several elements, each of which points to memory of its own.
    pub(crate) several: bool,
    /// What it is an array of, if that is known.
    pub(crate) element: Option<DebugTypeId>,
}

impl Sized {
    /// Memory without a way to it is an error where the precondition is evaluated.
    pub(crate) fn of(texts: &[String]) -> Sized {
        let (mut ways, mut measured) = (Vec::new(), Vec::new());
        let (mut ranges, mut ends) = (Vec::new(), Vec::new());
        for node in texts.iter().filter_map(|text| parse(text).ok()) {
            node.for_each_call(&mut |name, arguments| {
                if let ("size" | "string", [pointer]) = (name, arguments)
                    && let Some(way) = way_of(pointer)
                {
                    if name == "size" {
                        measured.push(way.clone());
                    }
                    ways.push(SizedWay { way, several: has_index(pointer), element: None });
                }
            });
        }
        for node in texts.iter().filter_map(|text| parse(text).ok()) {
            node.for_each_part(&mut |part| {
                if let Kind::Binary(operator, a, b) = &part.kind
                    && relates(*operator)
                    && let (Some(one), Some(other)) = (way_of(a), way_of(b))
                {
                    if *operator != Operator::Equal || is_moved(a) || is_moved(b) {
                        for (node, way) in [(a, &one), (b, &other)] {
                            let (way, several) = (way.clone(), has_index(node));
                            ranges.push(SizedWay { way, several, element: None });
                        }
                    }
                    ends.extend([one, other]);
                }
            });
        }
        ways.sort();
        ways.dedup();
        Sized { ways, measured, ranges, ends }
    }

    /// What is compared is as long as anything whose size is asked for, if these are pointers: `at <= end`.
    pub(crate) fn add_ranges(&mut self, element: impl Fn(&Way) -> Option<DebugTypeId>) {
        for mut range in std::mem::take(&mut self.ranges) {
            range.element = element(&range.way);
            if range.element.is_some() && !self.ways.iter().any(|known| known.way == range.way) {
                self.ways.push(range);
            }
        }
    }

    /// Whether a pointer may lead behind the last element of an array.
    pub(crate) fn may_be_behind(&self, path: &str, mistake: Option<UnknownMistake>) -> bool {
        !self.ends.is_empty()
            && mistake != Some(UnknownMistake::EndsLeftOut)
            && self.ends.iter().any(|wanted| is_alias(wanted, &way_in(path)))
    }

    /// Whether a pointer may lead to no elements at all: its size is asked for, and not that of one that it may be an alias of.
    pub(crate) fn may_be_empty(&self, path: &str, mistake: Option<UnknownMistake>) -> bool {
        !self.measured.is_empty()
            && mistake != Some(UnknownMistake::EmptyLeftOut)
            && self.measured.contains(&way_in(path))
    }

    /// Whether a precondition speaks of the size of what a path leads to.
    pub(crate) fn contains(&self, path: &str, mistake: Option<UnknownMistake>) -> bool {
        if self.ways.is_empty() {
            return false;
        }
        let way = way_in(path);
        let aliases = mistake != Some(UnknownMistake::SizedOnOneWay);
        self.ways.iter().any(|wanted| match aliases {
            true => is_alias(&wanted.way, &way),
            false => wanted.way == way,
        })
    }
}

/// Whether a way leads where a wanted one does, or may do so from another place.
fn is_alias(wanted: &Way, way: &Way) -> bool {
    let ends_like = |end: &[String]| way.len() > 1 && way[1..].ends_with(end);
    wanted == way || end_of(wanted).is_some_and(ends_like)
}

/// Whether what an operator says of two pointers may be that one of them is where the memory of the other ends.
fn relates(operator: Operator) -> bool {
    match operator {
        Operator::Equal
        | Operator::Less
        | Operator::LessEqual
        | Operator::Greater
        | Operator::GreaterEqual
        | Operator::Subtract => true,
        Operator::NotEqual
        | Operator::Or
        | Operator::And
        | Operator::Add
        | Operator::Multiply
        | Operator::Divide
        | Operator::Remainder => false,
    }
}

/// Whether a number is added to something, or taken from it.
fn is_moved(node: &Node) -> bool {
    matches!(node.kind, Kind::Binary(Operator::Add | Operator::Subtract, ..))
}

fn has_index(node: &Node) -> bool {
    match &node.kind {
        Kind::Index(..) => true,
        Kind::Member { of, .. } | Kind::Pointee(of) | Kind::AddressOf(of) | Kind::Cast(_, of) => {
            has_index(of)
        }
        Kind::Binary(_, a, b) => has_index(a) || has_index(b),
        _ => false,
    }
}

/// The way to the memory that a pointer points into.
fn way_of(node: &Node) -> Option<Way> {
    let with = |of: &Node, steps: &[&str]| {
        let mut way = way_of(of)?;
        way.extend(steps.iter().map(|&step| step.to_owned()));
        Some(way)
    };
    match &node.kind {
        Kind::Name(name) => Some(vec![name.clone()]),
        Kind::Member { of, name, arrow: true } => with(of, &[ELEMENT, name]),
        Kind::Member { of, name, arrow: false } => with(of, &[name]),
        Kind::Index(array, _) => with(array, &[ELEMENT]),
        Kind::Pointee(of) => with(of, &[ELEMENT]),
        Kind::AddressOf(of) => way_around(of),
        Kind::Cast(_, of) => way_of(of),
        Kind::Binary(Operator::Add | Operator::Subtract, pointer, number) => {
            way_of(pointer).or_else(|| way_of(number))
        }
        _ => None,
    }
}

/// The way to the memory that a place lies in.
fn way_around(place: &Node) -> Option<Way> {
    match &place.kind {
        Kind::Member { of, arrow: false, .. } => way_around(of),
        Kind::Member { of, arrow: true, .. } | Kind::Pointee(of) => way_of(of),
        Kind::Index(array, _) => way_of(array),
        Kind::Name(name) => Some(vec![name.clone()]),
        _ => None,
    }
}

/// The steps of the name that an unknown object has: `list->next[2]`, `(*texts)`, `items[0].name`.
fn way_in(path: &str) -> Way {
    let path = path.strip_suffix("->").unwrap_or(path);
    let (before, steps) = if let Some(inner) = path.strip_suffix(')') {
        match inner.strip_prefix("(*") {
            Some(inner) => (inner, [ELEMENT].as_slice()),
            None => return vec![path.to_owned()],
        }
    } else if let (true, Some(open)) = (path.ends_with(']'), path.rfind('[')) {
        (&path[..open], [ELEMENT].as_slice())
    } else {
        match path.rfind(['.', '>']) {
            Some(dot) if path[..dot].ends_with('-') => {
                let mut way = way_in(&path[..dot - 1]);
                way.extend([ELEMENT.to_owned(), path[dot + 1..].to_owned()]);
                return way;
            }
            Some(dot) => {
                let mut way = way_in(&path[..dot]);
                way.push(path[dot + 1..].to_owned());
                return way;
            }
            None => return vec![path.to_owned()],
        }
    };
    let mut way = way_in(before);
    way.extend(steps.iter().map(|&step| step.to_owned()));
    way
}

/// What a way from elsewhere ends in: its last member and what follows. Without members only the way itself counts.
fn end_of(way: &Way) -> Option<&[String]> {
    let last = way.iter().skip(1).rposition(|step| step != ELEMENT)?;
    Some(&way[last + 1..])
}

/// What is said of a pointer to memory that has no way: its size would not be known in time.
pub(crate) fn refuse_nameless(text: &str, node: &Node) -> Result<(), ConditionError> {
    if way_of(node).is_some() {
        return Ok(());
    }
    let message = "the length of this cannot be spoken of: name it by variables, members and elements, like `p->data` or `v[i]`";
    Err(ConditionError {
        text: text.to_owned(),
        span: node.span.clone(),
        message: message.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use raddle_condition::parse;

    use super::{Sized, way_in, way_of};

    #[test]
    fn ways_of_conditions_and_of_names_are_the_same() {
        for (condition, path) in [
            ("p", "p"),
            ("p->name", "p->name"),
            ("p->name", "p[0].name"),
            ("p[i].name", "p->name"),
            ("*v", "(*v)"),
            ("v[i]", "(*v)"),
            ("v[i + 1]", "v[3]"),
            ("&p->a[2].b", "p->a"),
            ("&(p->a)", "p"),
            ("&p->count", "p"),
            ("p->data + 1", "p->data"),
            ("head->next[k]->text", "head->next[2]->text"),
            ("table.slots[i]->key", "table.slots[7]->key"),
            ("(*v)[i].text", "(*v)[0].text"),
        ] {
            let node = parse(condition).expect(condition);
            assert_eq!(way_of(&node), Some(way_in(path)), "{condition} {path}");
        }
        assert_eq!(way_in("(p in struct s)->name"), ["(p in struct s)", "*", "name"]);
    }

    #[test]
    fn an_alias_is_sized_too() {
        let sized = Sized::of(&["all(i, n, string(q[i].name)) && size(d) > 3".to_owned()]);
        let is_sized = |path| sized.contains(path, None);
        assert!(is_sized("p->name") && is_sized("list->next->name") && is_sized("d"));
        assert!(!is_sized("name") && !is_sized("p->d"));
    }

    #[test]
    fn pointers_that_are_compared_may_be_at_an_end() {
        let sized = Sized::of(&["r->end == p + n && p != q && !s".to_owned()]);
        let may_be_behind = |path| sized.may_be_behind(path, None);
        assert!(may_be_behind("r->end") && may_be_behind("p") && may_be_behind("list->end"));
        assert!(!may_be_behind("q") && !may_be_behind("s"));
    }
}
