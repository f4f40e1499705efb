//! The memory that a function was called with.

use serde::{Deserialize, Serialize};

/// What a finding of a function that is checked on its own starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heap {
    /// The function that was called.
    pub function: String,
    /// What it was called with, in order.
    pub arguments: Vec<HeapCell>,
    /// What they lead to, as far as it was looked at.
    pub objects: Vec<HeapObject>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeapObject {
    /// `node#1`
    pub name: String,
    /// The C type of one element; empty if it is not known.
    pub ty: String,
    pub elements: u64,
    /// Bytes behind it, of elements of a flexible array member.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub behind: u64,
    pub cells: Vec<HeapCell>,
}

/// A number or a pointer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeapCell {
    /// The name of an argument, or which part of an object it is: `.next`, `[3]`, or nothing if it is all of it.
    pub name: String,
    /// A number as C spells it, `NULL`, or where a pointer points to: `node#2`, `node#1.b`, `&counter`.
    pub value: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pointer: bool,
}

impl HeapCell {
    /// `next -> node#2`, `value = 3`
    pub fn text(&self) -> String {
        let name = self.name.trim_start_matches('.');
        let name = if name.is_empty() { "*" } else { name };
        match self.pointer && self.value != "NULL" && !self.value.starts_with('*') {
            true => format!("{name} -> {}", self.value),
            false => format!("{name} = {}", self.value),
        }
    }
}

impl HeapObject {
    /// `node#1 { value = 3, next -> node#2 }`, and of a variable with one value `count = 3`.
    pub fn text(&self) -> String {
        if let [whole] = &self.cells[..]
            && whole.name.is_empty()
            && !self.name.contains('#')
        {
            return HeapCell { name: self.name.clone(), ..whole.clone() }.text();
        }
        if let Some(text) = self.characters() {
            return format!("{}[{}] = {text}", self.name, self.elements);
        }
        let cells: Vec<String> = self.cells.iter().map(HeapCell::text).collect();
        let elements = match self.elements {
            1 if self.behind > 0 => format!(" and {} bytes", self.behind),
            1 => String::new(),
            count => format!("[{count}]"),
        };
        match cells.is_empty() {
            true => format!("{}{elements}", self.name),
            false => format!("{}{elements} {{ {} }}", self.name, cells.join(", ")),
        }
    }
}

impl HeapObject {
    /// An array of characters that are all known, as a literal; it says so if no zero ends it.
    fn characters(&self) -> Option<String> {
        let known = self.elements > 1 && self.cells.len() as u64 == self.elements;
        if !known || !matches!(self.ty.as_str(), "char" | "signed char" | "unsigned char") {
            return None;
        }
        let mut text = String::from("\"");
        let mut last = 0;
        for (index, cell) in self.cells.iter().enumerate() {
            let here = cell.name == format!("[{index}]") && !cell.pointer;
            let number = cell.value.trim_end_matches('u').parse::<i64>().ok().filter(|_| here)?;
            last = number as u8;
            if last == 0 && index + 1 == self.cells.len() {
                break;
            }
            match last {
                b'"' | b'\\' => text.extend(['\\', char::from(last)]),
                b' '..=b'~' => text.push(char::from(last)),
                _ => text.push_str(&format!("\\{last:03o}")),
            }
        }
        let end = if last == 0 { "\"" } else { "\" without a zero" };
        Some(text + end)
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}
