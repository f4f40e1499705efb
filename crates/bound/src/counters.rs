//! Counters of the program (`RADDLE_COUNT`, `RADDLE_RESET`) and assertions about them (`RADDLE_ASSUME_COUNT`).
//!
//! Both are named by string constants: the macros of `<raddle.h>` turn their arguments into text.

use raddle_ir::{GlobalId, InitPart, Loc, Op, Operand, Program};
use rustc_hash::FxHashMap;

use crate::error::Stop;
use crate::expression::Expression;
use crate::weight::Event;

#[derive(Clone, Debug, Default)]
pub struct Counters {
    pub names: Vec<String>,
    pub assertions: Vec<Assertion>,
    events: FxHashMap<(GlobalId, i64, Role), Event>,
}

#[derive(Clone, Debug)]
pub struct Assertion {
    pub text: String,
    pub condition: Expression,
    pub loc: Loc,
    /// Numbers of the counters it speaks of.
    pub counters: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    Count,
    Reset,
    Assume,
}

impl Role {
    pub fn of(function: &str) -> Option<Role> {
        match function {
            "raddle_count" => Some(Role::Count),
            "raddle_reset" => Some(Role::Reset),
            "raddle_assume_count" => Some(Role::Assume),
            _ => None,
        }
    }
}

impl Counters {
    /// Finds all counters and assertions of a program. With `use_assertions` off, assertions are ignored.
    pub fn of(program: &Program, use_assertions: bool) -> Result<Counters, Stop> {
        let mut counters = Counters::default();
        let mut uses = Vec::new();
        for function in program.functions.values() {
            for inst in function
                .body
                .iter()
                .flat_map(|body| body.blocks.values())
                .flat_map(|block| &block.insts)
            {
                let Op::Call { callee: raddle_ir::Callee::Direct(callee), args, .. } = &inst.op
                else {
                    continue;
                };
                let Some(role) = Role::of(&program.functions[*callee].name) else { continue };
                let Some(Operand::Global(global, offset)) = args.first().map(|arg| arg.value)
                else {
                    return Err(malformed(
                        inst.loc,
                        "the name of a counter is not a string constant",
                    ));
                };
                let Some(text) = string(program, global, offset) else {
                    return Err(malformed(
                        inst.loc,
                        "the name of a counter is not a string constant",
                    ));
                };
                uses.push((role, global, offset, text, inst.loc));
            }
        }
        if !use_assertions || !uses.iter().any(|(role, ..)| *role == Role::Assume) {
            return Ok(counters);
        }
        for (role, global, offset, text, _) in &uses {
            let event = match role {
                Role::Count => Event::Count(counters.number(text)),
                Role::Reset => Event::Reset(counters.number(text)),
                Role::Assume => continue,
            };
            counters.events.insert((*global, *offset, *role), event);
        }
        for (role, global, offset, text, loc) in &uses {
            if *role != Role::Assume {
                continue;
            }
            let number = counters.assertion(text, *loc)?;
            counters.events.insert((*global, *offset, *role), Event::Assume(number));
        }
        counters.drop_irrelevant();
        Ok(counters)
    }

    fn number(&mut self, name: &str) -> u32 {
        match self.names.iter().position(|known| known == name) {
            Some(index) => index as u32,
            None => {
                self.names.push(name.to_owned());
                self.names.len() as u32 - 1
            }
        }
    }

    fn assertion(&mut self, text: &str, loc: Loc) -> Result<u32, Stop> {
        let condition = Expression::parse(text)
            .map_err(|message| malformed(loc, &format!("assertion `{text}`: {message}")))?;
        let mut unknown = None;
        let mut used = Vec::new();
        condition.names(&mut |name| match self.names.iter().position(|known| known == name) {
            Some(index) => used.push(index as u32),
            None => unknown = Some(name.to_owned()),
        });
        if let Some(name) = unknown {
            let message = format!(
                "assertion `{text}`: `{name}` is not a counter (nothing does RADDLE_COUNT({name}))"
            );
            return Err(malformed(loc, &message));
        }
        used.sort_unstable();
        used.dedup();
        self.assertions.push(Assertion { text: text.to_owned(), condition, loc, counters: used });
        Ok(self.assertions.len() as u32 - 1)
    }

    /// Counters that no assertion speaks of would only keep paths apart.
    fn drop_irrelevant(&mut self) {
        let used: Vec<u32> = self
            .assertions
            .iter()
            .flat_map(|assertion| assertion.counters.iter().copied())
            .collect();
        self.events.retain(|_, event| match event {
            Event::Count(counter) | Event::Reset(counter) => used.contains(counter),
            Event::Assume(_) => true,
        });
    }

    pub fn event(&self, role: Role, global: GlobalId, offset: i64) -> Option<Event> {
        self.events.get(&(global, offset, role)).copied()
    }

    /// Whether an assertion holds for these values of the counters; one that cannot be evaluated holds.
    pub fn holds(&self, assertion: u32, values: &[u64]) -> bool {
        let assertion = &self.assertions[assertion as usize];
        let value = |name: &str| {
            let index = self.names.iter().position(|known| known == name)?;
            values.get(index).map(|&value| value.into())
        };
        assertion.condition.evaluate(&value) != Some(0)
    }
}

fn malformed(loc: Loc, what: &str) -> Stop {
    Stop::new(
        loc,
        what,
        "write counters with RADDLE_COUNT(name) and assertions over these names and integers",
    )
}

/// The text of a string constant.
pub fn string(program: &Program, global: GlobalId, offset: i64) -> Option<String> {
    let init = program.globals[global].init.as_ref()?;
    let mut bytes = Vec::new();
    for (at, part) in &init.parts {
        if let InitPart::Bytes(content) = part {
            bytes.resize(*at as usize, 0);
            bytes.extend(content);
        }
    }
    let rest = bytes.get(usize::try_from(offset).ok()?..)?;
    let end = rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len());
    String::from_utf8(rest[..end].to_vec()).ok()
}
