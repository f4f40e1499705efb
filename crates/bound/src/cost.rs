//! What is counted, and how much each instruction costs.
//!
//! A cost file is a small TOML file: `default = 1`, and tables `[opcode]`, `[function]` and `[line]` that give the
//! cost of each executed instruction of an opcode, in a function, or on a source line (`"file.c:12"` or `12`). The
//! most specific entry counts: line, then function, then opcode.

use raddle_frontend::{COST_PREFIX, OPCODES};
use raddle_ir::{FuncId, Loc, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::affine::Int;
use crate::error::BoundError;

/// What is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resource {
    /// Executed instructions of the IR that came in, weighted by the cost file.
    Instructions,
    /// The sum of all `raddle_tick(n)`.
    Ticks,
    /// What `raddle_acquire` took and `raddle_release` did not give back.
    Held,
    /// Bytes that `malloc` and relatives gave and `free` did not take back.
    Heap,
}

impl Resource {
    pub fn name(self) -> &'static str {
        match self {
            Resource::Instructions => "instructions",
            Resource::Ticks => "ticks",
            Resource::Held => "held",
            Resource::Heap => "heap",
        }
    }
    /// Whether the resource is given back, so that the most ever held is what counts.
    pub fn has_peak(self) -> bool {
        matches!(self, Resource::Held | Resource::Heap)
    }
}

/// With larger ones the sum along a path could leave 64 bits.
const LARGEST_COST: i64 = 1_000_000_000_000;

/// The costs of instructions.
#[derive(Clone, Debug)]
pub struct CostTable {
    default: Int,
    opcodes: FxHashMap<String, Int>,
    functions: FxHashMap<String, Int>,
    lines: FxHashMap<(Option<String>, u32), Int>,
}

impl Default for CostTable {
    fn default() -> Self {
        CostTable {
            default: 1,
            opcodes: FxHashMap::default(),
            functions: FxHashMap::default(),
            lines: FxHashMap::default(),
        }
    }
}

impl CostTable {
    /// Reads a cost file; `path` is for messages.
    pub fn parse(path: &str, text: &str) -> Result<CostTable, BoundError> {
        let mut table = CostTable::default();
        let mut section = String::new();
        let mut seen: FxHashSet<(String, String)> = FxHashSet::default();
        for (index, raw) in text.lines().enumerate() {
            let error = |message: String| BoundError::CostFile {
                path: path.to_owned(),
                line: index + 1,
                message,
            };
            let line = raw.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            if let Some(name) = line.strip_prefix('[') {
                let name = name
                    .strip_suffix(']')
                    .ok_or_else(|| error("`]` is missing".to_owned()))?
                    .trim();
                if !matches!(name, "opcode" | "function" | "line") {
                    return Err(error(format!(
                        "unknown table [{name}]: there are [opcode], [function] and [line]"
                    )));
                }
                section = name.to_owned();
                continue;
            }
            let (key, value) =
                line.split_once('=').ok_or_else(|| error("expected `name = cost`".to_owned()))?;
            let (key, value) = (key.trim().trim_matches('"'), value.trim());
            let cost: i64 =
                value.parse().map_err(|_| error(format!("`{value}` is not an integer")))?;
            if cost < 0 {
                return Err(error(format!("a cost cannot be negative: {cost}")));
            }
            if cost > LARGEST_COST {
                return Err(error(format!("a cost cannot be above {LARGEST_COST}: {cost}")));
            }
            if !seen.insert((section.clone(), key.to_owned())) {
                return Err(error(format!("`{key}` is given twice")));
            }
            table.enter(&section, key, cost.into()).map_err(error)?;
        }
        Ok(table)
    }

    fn enter(&mut self, section: &str, key: &str, cost: Int) -> Result<(), String> {
        match section {
            "opcode" if OPCODES.contains(&key) => {
                self.opcodes.insert(key.to_owned(), cost);
            }
            "opcode" => {
                return Err(format!("unknown opcode `{key}`; known are {}", OPCODES.join(", ")));
            }
            "function" => {
                self.functions.insert(key.to_owned(), cost);
            }
            "line" => {
                let (file, line) = match key.rsplit_once(':') {
                    Some((file, line)) => (Some(file.to_owned()), line),
                    None => (None, key),
                };
                let line = line.parse().ok().filter(|&line: &u32| line > 0);
                let line =
                    line.ok_or_else(|| format!("`{key}` is not a line (\"file.c:12\" or 12)"))?;
                self.lines.insert((file, line), cost);
            }
            _ if key == "default" => self.default = cost,
            _ => {
                return Err(format!(
                    "unknown setting `{key}`; outside of tables there is `default`"
                ));
            }
        }
        Ok(())
    }

    fn cost(&self, program: &Program, opcode: &str, func: FuncId, loc: Loc) -> Int {
        if !self.lines.is_empty()
            && let Some(location) = loc.get()
        {
            let path = &program.files[location.file].path;
            let by_file = self.lines.iter().find(|((file, line), _)| {
                *line == location.line && file.as_ref().is_some_and(|file| names_file(path, file))
            });
            let found = by_file
                .map(|(_, &cost)| cost)
                .or_else(|| self.lines.get(&(None, location.line)).copied());
            if let Some(cost) = found {
                return cost;
            }
        }
        let name = program.functions[func].name.as_str();
        let by_function = self.functions.get(name).copied();
        by_function.or_else(|| self.opcodes.get(opcode).copied()).unwrap_or(self.default)
    }

    /// Functions in the table that the program does not have.
    pub fn missing_functions(&self, program: &Program) -> Vec<String> {
        let mut missing: Vec<String> = self
            .functions
            .keys()
            .filter(|name| program.function(name).is_none())
            .cloned()
            .collect();
        missing.sort();
        missing
    }

    /// Files in the table that the program was not made from.
    pub fn missing_files(&self, program: &Program) -> Vec<String> {
        let is_missing =
            |name: &&String| !program.files.values().any(|file| names_file(&file.path, name));
        let named = self.lines.keys().filter_map(|(file, _)| file.as_ref());
        let mut missing: Vec<String> = named.filter(is_missing).cloned().collect();
        missing.sort();
        missing.dedup();
        missing
    }
}

/// Whether a path is, or ends in, the name of a file.
fn names_file(path: &str, name: &str) -> bool {
    path.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// How much what a program does costs, of one resource.
#[derive(Clone, Debug)]
pub struct CostModel {
    pub resource: Resource,
    pub table: CostTable,
}

impl CostModel {
    /// The cost of a mark, if the function is one.
    pub fn mark(&self, program: &Program, callee: FuncId, func: FuncId, loc: Loc) -> Option<Int> {
        let opcode = program.functions[callee].name.strip_prefix(COST_PREFIX)?;
        Some(match self.resource {
            Resource::Instructions => self.table.cost(program, opcode, func, loc),
            Resource::Ticks | Resource::Held | Resource::Heap => 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::CostTable;

    #[test]
    fn good_files_are_read() {
        let text = "default = 2\n[opcode]\nload = 3 # slow\n[function]\nf = 0\n[line]\n\"a.c:12\" = 7\n9 = 1\n";
        let table = CostTable::parse("costs.toml", text).expect("a good file");
        assert_eq!(table.default, 2);
        assert_eq!(table.opcodes["load"], 3);
        assert_eq!(table.lines[&(Some("a.c".to_owned()), 12)], 7);
    }

    #[test]
    fn bad_files_are_refused_with_the_line() {
        for (text, line) in [
            ("default = -1", 1),
            ("x = 1", 1),
            ("[opcode]\nfrobnicate = 1", 2),
            ("[speed]", 1),
            ("[opcode", 1),
            ("[line]\nabc = 1", 2),
            ("default 3", 1),
            ("default = many", 1),
            ("default = 1\ndefault = 2", 2),
            ("[function]\n\"f\" = 3\nf = 4", 3),
            ("default = 9223372036854775807", 1),
            ("[line]\n0 = 1", 2),
        ] {
            let error = CostTable::parse("costs.toml", text).expect_err(text).to_string();
            assert!(error.contains(&format!("line {line}:")), "{error}");
        }
    }
}
