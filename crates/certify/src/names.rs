//! Names of stacks, and the text that a proof belongs to.

use raddle_ir::Program;
use rustc_hash::FxHashMap;

use crate::format::{Place, Stack};

/// A number that another text of the program would not have (except by rare chance). File names do not matter.
pub fn fingerprint(program: &Program) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for line in program.to_string().lines().filter(|line| !line.starts_with("file")) {
        for byte in line.bytes().chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

/// Stacks by number. Those of the proof come first; others are added when a path leads to them.
#[derive(Debug)]
pub(crate) struct Stacks {
    all: Vec<Stack>,
    numbers: FxHashMap<Stack, u32>,
}

impl Stacks {
    pub fn new(known: &[Stack]) -> Stacks {
        let mut stacks = Stacks { all: Vec::new(), numbers: FxHashMap::default() };
        for &stack in known {
            stacks.numbers.entry(stack).or_insert(stacks.all.len() as u32);
            stacks.all.push(stack);
        }
        stacks
    }
    pub fn number(&mut self, stack: Stack) -> u32 {
        *self.numbers.entry(stack).or_insert_with(|| {
            self.all.push(stack);
            self.all.len() as u32 - 1
        })
    }
    pub fn get(&self, number: u32) -> Stack {
        self.all[number as usize]
    }
    /// Whether the stack is, or was called from, the other one.
    pub fn is_within(&self, stack: u32, outer: u32) -> bool {
        let mut at = stack;
        loop {
            if at == outer {
                return true;
            }
            match self.get(at).back {
                Some(Place { stack, .. }) => at = stack,
                None => return false,
            }
        }
    }
}
