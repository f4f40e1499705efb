//! The metadata nodes of a module, kept generic: a kind, named fields and operands.
//!
//! Which fields exist changes with every LLVM version; readers ask for the ones they know
//! ([`Node::field`]) and never notice the others.

#[derive(Clone, Debug, PartialEq)]
pub enum Field<'a> {
    Ref(u32),
    /// Decimal text; may be negative.
    Integer(&'a str),
    /// Raw, with escapes.
    Text(&'a str),
    /// A symbolic constant, `true`, `null`, or the first of several flags joined by `|`.
    Word(&'a str),
    Inline(Box<Node<'a>>),
    /// Something nobody asks for.
    Other,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node<'a> {
    /// `DILocation` and the like; empty for a plain tuple.
    pub kind: &'a str,
    pub fields: Vec<(&'a str, Field<'a>)>,
    /// Elements of a tuple, or unnamed arguments (`DIExpression`).
    pub operands: Vec<Field<'a>>,
}

impl<'a> Node<'a> {
    pub fn field(&self, name: &str) -> Option<&Field<'a>> {
        self.fields.iter().find(|(n, _)| *n == name).map(|(_, value)| value)
    }
    pub fn reference(&self, name: &str) -> Option<u32> {
        match self.field(name)? {
            Field::Ref(id) => Some(*id),
            _ => None,
        }
    }
    pub fn integer(&self, name: &str) -> Option<i64> {
        match self.field(name)? {
            Field::Integer(text) => text.parse().ok(),
            _ => None,
        }
    }
    pub fn unsigned(&self, name: &str) -> Option<u64> {
        match self.field(name)? {
            Field::Integer(text) => text.parse().ok(),
            _ => None,
        }
    }
    pub fn text(&self, name: &str) -> Option<&'a str> {
        match self.field(name)? {
            Field::Text(text) => Some(text),
            _ => None,
        }
    }
    pub fn word(&self, name: &str) -> Option<&'a str> {
        match self.field(name)? {
            Field::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// All numbered nodes of a module.
#[derive(Debug, Default)]
pub struct Metadata<'a> {
    nodes: Vec<Option<Node<'a>>>,
}

/// Numbers far beyond what any compiler hands out only occur in damaged files, and must not make us
/// reserve memory for them.
const MAX_NODE: u32 = 50_000_000;

impl<'a> Metadata<'a> {
    /// False if the number is out of reach.
    pub fn insert(&mut self, id: u32, node: Node<'a>) -> bool {
        let index = id as usize;
        if index >= self.nodes.len() {
            // Dense numbering is the rule; tolerate gaps, but not a reservation of gigabytes.
            if id > MAX_NODE || index > self.nodes.len() * 2 + 100_000 {
                return false;
            }
            self.nodes.resize_with(index + 1, || None);
        }
        self.nodes[index] = Some(node);
        true
    }
    pub fn nodes(&self) -> impl Iterator<Item = &Node<'a>> {
        self.nodes.iter().flatten()
    }
    pub fn get(&self, id: u32) -> Option<&Node<'a>> {
        self.nodes.get(id as usize)?.as_ref()
    }
    /// The operands of the tuple that field `name` of `node` refers to.
    pub fn elements<'m>(&'m self, node: &'m Node<'a>, name: &str) -> &'m [Field<'a>] {
        match node.field(name) {
            Some(Field::Ref(id)) => self.get(*id).map_or(&[], |tuple| &tuple.operands),
            Some(Field::Inline(tuple)) => &tuple.operands,
            _ => &[],
        }
    }
}
