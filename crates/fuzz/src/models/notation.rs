//! Programs in one line: `x=1 rlx; y=1 rel | a=y acq; if a==1 { b=x rlx }`.
//!
//! Threads are separated by `|`, statements by `;`. Names say what they are: `u` to `z` atomic locations, `p` to `t` plain ones,
//! `k` to `n` mutexes, `o` condition variables, `a` to `j` registers; digits may follow. Orders are `rlx acq rel acq_rel sc`; plain accesses have none.
//!
//! | text | meaning |
//! |---|---|
//! | `x=a+1 rel`, `p=2` | store |
//! | `a=x acq`, `a=p` | load |
//! | `a=add(x,1) rlx`, `a=xchg(x,2) acq` | fetch_add, exchange |
//! | `a=cas(x,0,1) acq_rel rlx` | compare_exchange with both orders |
//! | `clear x y`, `copy x=1 y=2`, `byte x=1`, `wide x=1 y=2` | plain stores to neighbours, made at once or byte by byte |
//! | `create 1`, `join 1` | of `main`, which is the last thread if it says that |
//! | `fence sc`, `lock m`, `unlock m` | |
//! | `a=try(m)` | trylock: 0 if it gets the lock, else 1 |
//! | `signal o`, `broadcast o` | |
//! | `wait a=p==1 o m` | waits for signals until it is 1, with the lock |
//! | `await x==1 acq` | loads until it is 1 |
//! | `if a==1 { … }`, `if a!=1 { … }` | |
//!
//! A condition on the outcome is `a=1 b=0 x=2`: registers and final values of locations.

use std::fmt::{self, Display};

use super::program::{Fill, Kind, Loc, Location, Order, Program, Reg, Stmt, Update, Value};

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not understood: {1}")]
pub struct Misread(pub String, pub &'static str);

pub fn parse(text: &str) -> Result<Program, Misread> {
    let mut program = Program::default();
    for thread in text.split('|') {
        let words = words(thread);
        let mut rest = words.as_slice();
        let body = body(&mut program, &mut rest)?;
        if !rest.is_empty() {
            return Err(Misread(rest.join(" "), "it stands behind the end of a thread"));
        }
        program.threads.push(body);
    }
    Ok(program)
}

/// Values wanted of some registers and locations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    pub registers: Vec<(Reg, i64)>,
    pub locations: Vec<(Loc, i64)>,
}

impl Condition {
    pub fn parse(program: &Program, text: &str) -> Result<Condition, Misread> {
        let mut condition = Condition::default();
        for part in text.split_whitespace() {
            let complain = |what| Misread(part.to_string(), what);
            let (name, value) = part.split_once('=').ok_or(complain("it has no `=`"))?;
            let value = value.parse().map_err(|_| complain("the value is no number"))?;
            let register = program.registers.iter().position(|known| known == name);
            let location = program.locations.iter().position(|known| known.name == name);
            match (register, location) {
                (Some(register), _) => condition.registers.push((Reg(register), value)),
                (_, Some(location)) => condition.locations.push((Loc(location), value)),
                (None, None) => return Err(complain("the program has no such name")),
            }
        }
        Ok(condition)
    }

    /// Whether an outcome of the oracle is one of those meant.
    pub fn holds(&self, program: &Program, outcome: &[i64]) -> bool {
        self.registers.iter().all(|(reg, value)| outcome[reg.0] == *value)
            && self.locations.iter().all(|(loc, value)| outcome[place(program, *loc)] == *value)
    }
}

/// Where an outcome has the value of a location.
pub fn place(program: &Program, loc: Loc) -> usize {
    let shared = program.locations[..loc.0].iter().filter(|other| other.kind.has_value());
    program.registers.len() + shared.count()
}

/// Names, numbers, brackets and signs of a text.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let end = if is_name(first) {
            rest.find(|letter| !is_name(letter)).unwrap_or(rest.len())
        } else if rest.starts_with("==") || rest.starts_with("!=") {
            2
        } else {
            first.len_utf8()
        };
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}

fn body(program: &mut Program, rest: &mut &[&str]) -> Result<Vec<Stmt>, Misread> {
    let mut stmts = Vec::new();
    while let Some(&word) = rest.first() {
        match word {
            "}" => break,
            ";" => *rest = &rest[1..],
            _ => stmts.push(stmt(program, rest)?),
        }
    }
    Ok(stmts)
}

fn next<'a>(rest: &mut &[&'a str]) -> Result<&'a str, Misread> {
    let (first, others) =
        rest.split_first().ok_or(Misread(String::new(), "the text ends too soon"))?;
    *rest = others;
    Ok(first)
}

fn expect(rest: &mut &[&str], wanted: &'static str) -> Result<(), Misread> {
    let found = next(rest)?;
    if found == wanted { Ok(()) } else { Err(Misread(found.to_string(), wanted)) }
}

fn stmt(program: &mut Program, rest: &mut &[&str]) -> Result<Stmt, Misread> {
    match next(rest)? {
        "clear" => fill(program, Fill::Clear, rest),
        "copy" => fill(program, Fill::Copy, rest),
        "byte" => fill(program, Fill::Byte, rest),
        "wide" => fill(program, Fill::Wide, rest),
        "create" => Ok(Stmt::Create(thread(rest)?)),
        "join" => Ok(Stmt::Join(thread(rest)?)),
        "fence" => Ok(Stmt::Fence(order(rest))),
        "lock" => Ok(Stmt::Lock(location(program, next(rest)?)?)),
        "unlock" => Ok(Stmt::Unlock(location(program, next(rest)?)?)),
        "signal" => Ok(Stmt::Signal { condition: location(program, next(rest)?)?, all: false }),
        "broadcast" => Ok(Stmt::Signal { condition: location(program, next(rest)?)?, all: true }),
        "wait" => {
            let reg = register(program, next(rest)?)?;
            expect(rest, "=")?;
            let loc = location(program, next(rest)?)?;
            expect(rest, "==")?;
            let value = number(next(rest)?)?;
            let condition = location(program, next(rest)?)?;
            Ok(Stmt::Wait { reg, loc, value, condition, mutex: location(program, next(rest)?)? })
        }
        "await" => {
            let loc = location(program, next(rest)?)?;
            expect(rest, "==")?;
            let value = number(next(rest)?)?;
            Ok(Stmt::Await { loc, value, order: order(rest) })
        }
        "if" => {
            let reg = register(program, next(rest)?)?;
            let equal = next(rest)? == "==";
            let value = number(next(rest)?)?;
            expect(rest, "{")?;
            let then = body(program, rest)?;
            expect(rest, "}")?;
            Ok(Stmt::If { reg, equal, value, then })
        }
        name if is_register(name) => {
            let reg = register(program, name)?;
            expect(rest, "=")?;
            load(program, reg, rest)
        }
        name => {
            let loc = location(program, name)?;
            expect(rest, "=")?;
            let value = value(program, rest)?;
            Ok(Stmt::Store { loc, value, order: order(rest) })
        }
    }
}

fn thread(rest: &mut &[&str]) -> Result<usize, Misread> {
    let number = next(rest)?;
    let counted = number.parse().ok().and_then(|number: usize| number.checked_sub(1));
    counted.ok_or(Misread(number.to_string(), "threads are 1, 2, …"))
}

/// Neighbours with their values, until the statement ends. Locations are neighbours as they occur first.
fn fill(program: &mut Program, how: Fill, rest: &mut &[&str]) -> Result<Stmt, Misread> {
    let (mut first, mut values) = (None, Vec::new());
    while rest.first().is_some_and(|&word| word != ";") {
        let name = next(rest)?;
        let loc = location(program, name)?;
        let Loc(start) = *first.get_or_insert(loc);
        if loc.0 != start + values.len() || program.locations[loc.0].kind != Kind::Atomic {
            return Err(Misread(name.to_string(), "it is no neighbour"));
        }
        if how == Fill::Clear {
            values.push(0);
        } else {
            expect(rest, "=")?;
            values.push(number(next(rest)?)?);
        }
    }
    let first = first.ok_or(Misread(String::new(), "nothing is written"))?;
    Ok(Stmt::Fill { how, first, values })
}

fn load(program: &mut Program, reg: Reg, rest: &mut &[&str]) -> Result<Stmt, Misread> {
    let name = next(rest)?;
    if name == "try" {
        expect(rest, "(")?;
        let mutex = location(program, next(rest)?)?;
        expect(rest, ")")?;
        return Ok(Stmt::TryLock { reg, mutex });
    }
    if !matches!(name, "add" | "xchg" | "cas") {
        let loc = location(program, name)?;
        return Ok(Stmt::Load { reg, loc, order: order(rest) });
    }
    expect(rest, "(")?;
    let loc = location(program, next(rest)?)?;
    expect(rest, ",")?;
    let mut update = match name {
        "add" => Update::Add(value(program, rest)?),
        "xchg" => Update::Exchange(value(program, rest)?),
        _ => {
            let expected = number(next(rest)?)?;
            expect(rest, ",")?;
            Update::Compare { expected, new: value(program, rest)?, failure: Order::Relaxed }
        }
    };
    expect(rest, ")")?;
    let order_of_rmw = order(rest);
    if let Update::Compare { failure, .. } = &mut update {
        *failure = order(rest);
    }
    Ok(Stmt::Rmw { reg, loc, update, order: order_of_rmw })
}

fn value(program: &mut Program, rest: &mut &[&str]) -> Result<Value, Misread> {
    let first = next(rest)?;
    if !is_register(first) {
        return Ok(Value { reg: None, plus: number(first)? });
    }
    let reg = Some(register(program, first)?);
    if rest.first() != Some(&"+") {
        return Ok(Value { reg, plus: 0 });
    }
    next(rest)?;
    Ok(Value { reg, plus: number(next(rest)?)? })
}

fn number(word: &str) -> Result<i64, Misread> {
    word.parse().map_err(|_| Misread(word.to_string(), "it should be a number"))
}

/// The names of the orders.
const ORDERS: &[(&str, Order)] = &[
    ("rlx", Order::Relaxed),
    ("acq", Order::Acquire),
    ("rel", Order::Release),
    ("acq_rel", Order::AcqRel),
    ("sc", Order::SeqCst),
];

fn order(rest: &mut &[&str]) -> Order {
    let named = rest.first().and_then(|word| ORDERS.iter().find(|(name, _)| name == word));
    if named.is_some() {
        *rest = &rest[1..];
    }
    named.map_or(Order::Plain, |(_, order)| *order)
}

fn is_register(name: &str) -> bool {
    name.starts_with(|letter| ('a'..='j').contains(&letter))
}

fn register(program: &mut Program, name: &str) -> Result<Reg, Misread> {
    if !is_register(name) {
        return Err(Misread(name.to_string(), "registers are a to j"));
    }
    let known = program.registers.iter().position(|register| register == name);
    Ok(Reg(known.unwrap_or_else(|| {
        program.registers.push(name.to_string());
        program.registers.len() - 1
    })))
}

fn location(program: &mut Program, name: &str) -> Result<Loc, Misread> {
    let kind = match name.chars().next() {
        Some('u'..='z') => Kind::Atomic,
        Some('p'..='t') => Kind::Plain,
        Some('k'..='n') => Kind::Mutex,
        Some('o') => Kind::Condition,
        _ => return Err(Misread(name.to_string(), "locations are k to z")),
    };
    let known = program.locations.iter().position(|location| location.name == name);
    Ok(Loc(known.unwrap_or_else(|| {
        program.locations.push(Location { name: name.to_string(), kind });
        program.locations.len() - 1
    })))
}

impl Display for Program {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let threads: Vec<String> = self.threads.iter().map(|body| self.show(body)).collect();
        formatter.write_str(&threads.join(" | "))
    }
}

impl Program {
    fn show(&self, body: &[Stmt]) -> String {
        body.iter().map(|stmt| self.show_stmt(stmt)).collect::<Vec<_>>().join("; ")
    }

    fn show_stmt(&self, stmt: &Stmt) -> String {
        let at = |loc: &Loc| self.locations[loc.0].name.as_str();
        let named = |reg: &Reg| self.registers[reg.0].as_str();
        let text = match stmt {
            Stmt::Load { reg, loc, order } => {
                format!("{}={} {}", named(reg), at(loc), order_name(*order))
            }
            Stmt::Store { loc, value, order } => {
                format!("{}={} {}", at(loc), self.show_value(*value), order_name(*order))
            }
            Stmt::Rmw { reg, loc, update, order } => {
                let (name, values, failure) = match update {
                    Update::Add(value) => ("add", self.show_value(*value), ""),
                    Update::Exchange(value) => ("xchg", self.show_value(*value), ""),
                    Update::Compare { expected, new, failure } => (
                        "cas",
                        format!("{expected},{}", self.show_value(*new)),
                        order_name(*failure),
                    ),
                };
                let order = order_name(*order);
                format!("{}={name}({},{values}) {order} {failure}", named(reg), at(loc))
            }
            Stmt::Fill { how, first, values } => {
                let name = |at: usize| self.locations[first.0 + at].name.as_str();
                let each = values.iter().enumerate().map(|(at, value)| match how {
                    Fill::Clear => format!(" {}", name(at)),
                    Fill::Copy | Fill::Byte | Fill::Wide => format!(" {}={value}", name(at)),
                });
                fill_name(*how).to_string() + &each.collect::<String>()
            }
            Stmt::Create(thread) => format!("create {}", thread + 1),
            Stmt::Join(thread) => format!("join {}", thread + 1),
            Stmt::Fence(order) => format!("fence {}", order_name(*order)),
            Stmt::Lock(mutex) => format!("lock {}", at(mutex)),
            Stmt::Unlock(mutex) => format!("unlock {}", at(mutex)),
            Stmt::TryLock { reg, mutex } => format!("{}=try({})", named(reg), at(mutex)),
            Stmt::Signal { condition, all: false } => format!("signal {}", at(condition)),
            Stmt::Signal { condition, all: true } => format!("broadcast {}", at(condition)),
            Stmt::Wait { reg, loc, value, condition, mutex } => {
                format!("wait {}={}=={value} {} {}", named(reg), at(loc), at(condition), at(mutex))
            }
            Stmt::Enqueue { .. } | Stmt::Wake(_) => String::new(),
            Stmt::Await { loc, value, order } => {
                format!("await {}=={value} {}", at(loc), order_name(*order))
            }
            Stmt::If { reg, equal, value, then } => {
                let sign = if *equal { "==" } else { "!=" };
                format!("if {}{sign}{value} {{ {} }}", named(reg), self.show(then))
            }
        };
        text.trim_end().to_string()
    }

    pub(super) fn show_value(&self, value: Value) -> String {
        match (value.reg, value.plus) {
            (None, plus) => plus.to_string(),
            (Some(reg), 0) => self.registers[reg.0].clone(),
            (Some(reg), plus) => format!("{}+{plus}", self.registers[reg.0]),
        }
    }
}

fn fill_name(how: Fill) -> &'static str {
    match how {
        Fill::Clear => "clear",
        Fill::Copy => "copy",
        Fill::Byte => "byte",
        Fill::Wide => "wide",
    }
}

fn order_name(order: Order) -> &'static str {
    ORDERS.iter().find(|(_, known)| *known == order).map_or("", |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::{Condition, parse};

    #[test]
    fn what_is_written_is_read() {
        let text = "x=1 rlx; a=cas(x,0,2) acq_rel rlx; fence sc | lock m; p=2; unlock m; b=add(x,1) rel; c=xchg(x,b+1) acq; \
                    if b!=1 { d=p; await y==1 acq } | e=try(m); if e==0 { unlock m }; lock m; wait f=q==1 o m; unlock m; signal o; broadcast o";
        let program = parse(text).expect("it is well formed");
        assert_eq!(program.to_string(), text);
        assert_eq!(program.registers, ["a", "b", "c", "d", "e", "f"]);
        let text =
            "a=x rlx; b=y rlx | clear x y; create 1; join 1; copy x=1 y=2; byte y=3; wide x=1 y=4";
        let program = parse(text).expect("it is well formed");
        assert_eq!((program.to_string().as_str(), program.main()), (text, Some(1)));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in
            ["=1 rlx", "a=", "x=1 rlx }", "if a==1 x=2", "create 0", "copy x=1 p=2", "clear"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
        let program = parse("x=1 rlx").expect("it is well formed");
        assert!(Condition::parse(&program, "a=1").is_err());
        assert!(Condition::parse(&program, "x=1").is_ok());
    }
}
