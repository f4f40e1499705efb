//! Whole programs: structures, globals, functions, a table of function pointers, recursion, and `main`.

use crate::random::Random;

use super::prelude::PRELUDE;
use super::refusals::REFUSALS;
use super::types::{Scalar, Structures, Type, Variable};

/// A generated function that later ones may call.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) parameters: Vec<Type>,
    pub(super) result: Type,
    /// Statements executed by one activation, at most.
    pub(super) cost: u64,
    /// Whether it has the signature of the function table.
    pub(super) in_table: bool,
}

/// The program under construction.
#[derive(Debug)]
pub(super) struct Generator {
    pub(super) random: Random,
    pub(super) structures: Structures,
    /// Variables that can be named here: globals first, then those of the open blocks.
    pub(super) scope: Vec<Variable>,
    pub(super) functions: Vec<Function>,
    pub(super) table_length: usize,
    pub(super) table_cost: u64,
    /// Estimated cost of the function being written, and how often the current place runs per activation.
    pub(super) cost: u64,
    pub(super) repetition: u64,
    /// Whether the text of `refusals` is needed.
    pub(super) refuses: bool,
    text: String,
    indent: usize,
    names: usize,
}

/// The text of a random program; the same seed gives the same text.
pub fn generate(seed: u64) -> String {
    let mut generator = Generator {
        random: Random::new(seed),
        structures: Vec::new(),
        scope: Vec::new(),
        functions: Vec::new(),
        table_length: 0,
        table_cost: 0,
        cost: 0,
        repetition: 1,
        text: String::new(),
        refuses: false,
        indent: 0,
        names: 0,
    };
    generator.program();
    let refusals = if generator.refuses { REFUSALS } else { "" };
    format!("/* Generated from seed {seed}. */\n{refusals}{PRELUDE}\n{}", generator.text)
}

impl Generator {
    fn program(&mut self) {
        for _ in 0..1 + self.random.below(3) {
            self.structure();
        }
        for _ in 0..3 + self.random.below(6) {
            self.global();
        }
        for _ in 0..1 + self.random.below(3) {
            self.function(true);
        }
        self.function_table();
        if self.random.chance(70) {
            self.recursive_function();
        }
        for _ in 0..1 + self.random.below(3) {
            self.function(false);
        }
        self.main();
    }

    /// A fresh name.
    pub(super) fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    pub(super) fn random_type(&mut self) -> Type {
        match self.random.below(10) {
            0 | 1 => Type::Array(Box::new(self.element_type()), 1 + self.random.below(7)),
            2 => {
                let row = Type::Array(
                    Box::new(Type::Scalar(Scalar::random(&mut self.random))),
                    2 + self.random.below(3),
                );
                Type::Array(Box::new(row), 2 + self.random.below(3))
            }
            3 | 4 if !self.structures.is_empty() => {
                Type::Structure(self.random.below(self.structures.len()))
            }
            _ => Type::Scalar(Scalar::random(&mut self.random)),
        }
    }

    fn element_type(&mut self) -> Type {
        if self.structures.is_empty() || self.random.chance(80) {
            return Type::Scalar(Scalar::random(&mut self.random));
        }
        Type::Structure(self.random.below(self.structures.len()))
    }

    fn structure(&mut self) {
        let mut fields = Vec::new();
        for _ in 0..1 + self.random.below(5) {
            fields.push(self.field_type());
        }
        let index = self.structures.len();
        self.open(&format!("struct s{index}"));
        for (number, field) in fields.iter().enumerate() {
            self.line(&format!("{};", field.declare(&format!("f{number}"))));
        }
        self.close_with(";");
        self.structures.push(fields);
    }

    fn field_type(&mut self) -> Type {
        match self.random.below(8) {
            0 => Type::BitField(Scalar::UnsignedInt, 1 + self.random.below(31) as u32),
            1 => Type::BitField(Scalar::Int, 2 + self.random.below(30) as u32),
            2 => Type::BitField(Scalar::UnsignedLong, 1 + self.random.below(60) as u32),
            3 => Type::Array(
                Box::new(Type::Scalar(Scalar::random(&mut self.random))),
                1 + self.random.below(4),
            ),
            4 if !self.structures.is_empty() => {
                Type::Structure(self.random.below(self.structures.len()))
            }
            _ => Type::Scalar(Scalar::random(&mut self.random)),
        }
    }

    fn global(&mut self) {
        let kind = self.random_type();
        self.define_global(kind);
    }

    fn define_global(&mut self, kind: Type) -> String {
        let name = self.fresh("g");
        let value = self.constant_initializer(&kind);
        let storage = if self.random.chance(50) { "static " } else { "" };
        if self.random.chance(20) {
            self.line(&format!("{storage}{};", kind.declare(&name)));
        } else {
            self.line(&format!("{storage}{} = {value};", kind.declare(&name)));
        }
        self.scope.push(Variable { name: name.clone(), kind, writable: true });
        name
    }

    /// A global of the type, for pointer arguments. Each pointed-to type gets one before the function is written.
    pub(super) fn global_of(&self, kind: &Type) -> String {
        let found = self
            .scope
            .iter()
            .find(|variable| variable.name.starts_with('g') && variable.kind == *kind);
        found.map_or_else(|| "g1".to_owned(), |variable| variable.name.clone())
    }

    /// A function; those of the table share one signature.
    fn function(&mut self, in_table: bool) {
        let name = self.fresh("f");
        let (parameters, result) = if in_table {
            let int = || Type::Scalar(Scalar::Int);
            (vec![int(), Type::Scalar(Scalar::UnsignedLong)], Type::Scalar(Scalar::Long))
        } else {
            self.signature()
        };
        let body = |generator: &mut Self| generator.function_body();
        self.write_function(&name, &parameters, &result, body);
        self.functions.push(Function { name, parameters, result, cost: self.cost, in_table });
    }

    fn signature(&mut self) -> (Vec<Type>, Type) {
        let mut parameters = Vec::new();
        for _ in 0..self.random.below(4) {
            let kind = match self.random.below(5) {
                0 => Type::Structure(self.random.below(self.structures.len())),
                1 => {
                    let target = Type::Scalar(Scalar::random(&mut self.random));
                    self.define_global(target.clone());
                    Type::Pointer(Box::new(target))
                }
                _ => Type::Scalar(Scalar::random(&mut self.random)),
            };
            parameters.push(kind);
        }
        let result = match self.random.below(4) {
            0 => Type::Structure(self.random.below(self.structures.len())),
            _ => Type::Scalar(Scalar::random(&mut self.random)),
        };
        (parameters, result)
    }

    fn write_function(
        &mut self,
        name: &str,
        parameters: &[Type],
        result: &Type,
        body: impl FnOnce(&mut Self),
    ) {
        let globals = self.scope.len();
        let mut declarations = Vec::new();
        for kind in parameters {
            let parameter = self.fresh("p");
            declarations.push(kind.declare(&parameter));
            self.scope.push(Variable { name: parameter, kind: kind.clone(), writable: true });
        }
        let list =
            if declarations.is_empty() { "void".to_owned() } else { declarations.join(", ") };
        (self.cost, self.repetition) = (1, 1);
        self.open(&format!("static {}", result.declare(&format!("{name}({list})"))));
        body(self);
        let value = self.returned(result);
        self.line(&format!("return {value};"));
        self.close();
        self.scope.truncate(globals);
    }

    fn function_body(&mut self) {
        for _ in 0..1 + self.random.below(3) {
            self.block(0);
        }
    }

    fn returned(&mut self, result: &Type) -> String {
        match result {
            Type::Scalar(scalar) => self.expression(*scalar, 2),
            other => {
                let known = self.scope.iter().rev().find(|variable| variable.kind == *other);
                match known.map(|variable| variable.name.clone()) {
                    Some(name) => name,
                    None => format!(
                        "({}){}",
                        other.declare("").trim(),
                        self.constant_initializer(other)
                    ),
                }
            }
        }
    }

    fn function_table(&mut self) {
        let entries: Vec<Function> =
            self.functions.iter().filter(|function| function.in_table).cloned().collect();
        let names: Vec<&str> = entries.iter().map(|function| function.name.as_str()).collect();
        self.table_length = entries.len();
        self.table_cost = entries.iter().map(|function| function.cost).max().unwrap_or(0);
        self.line(&format!(
            "static long (*const table[])(int, unsigned long) = {{{}}};",
            names.join(", ")
        ));
    }

    /// `f(n, x)` calls itself with n − 1.
    fn recursive_function(&mut self) {
        let name = self.fresh("f");
        let depth = 2 + self.random.below(20) as u64;
        let parameters = [Type::Scalar(Scalar::UnsignedChar), Type::Scalar(Scalar::Long)];
        let inner = name.clone();
        self.write_function(&name, &parameters, &Type::Scalar(Scalar::Long), move |generator| {
            let count = generator.scope.len();
            let (n, x) =
                (generator.scope[count - 2].name.clone(), generator.scope[count - 1].name.clone());
            generator.scope[count - 2].writable = false;
            generator
                .line(&format!("if ({n} == 0 || {n} > {depth}) return safe_add_long({x}, 1);"));
            generator.assignment_only();
            let value = generator.expression(Scalar::Long, 2);
            let operator =
                if generator.random.chance(50) { "safe_add_long" } else { "safe_sub_long" };
            generator.line(&format!("{x} = {operator}({inner}({n} - 1, {value}), {x});"));
            generator.assignment_only();
        });
        let cost = self.cost.max(4) * (depth + 1);
        let result = Type::Scalar(Scalar::Long);
        let parameters = parameters.to_vec();
        self.functions.push(Function { name, parameters, result, cost, in_table: false });
    }

    fn assignment_only(&mut self) {
        self.cost += 1;
        if let Some(place) = self.place(true) {
            let value = self.expression(place.scalar, 2);
            self.line(&format!("{} = {value};", place.text));
        }
    }

    fn main(&mut self) {
        (self.cost, self.repetition) = (1, 1);
        self.open("int main(void)");
        for _ in 0..3 {
            self.block(0);
        }
        self.observe_globals();
        self.line("printf(\"checksum %016lx\\n\", checksum);");
        if self.random.chance(30) {
            self.line("if (checksum % 3 == 0) { fflush(stdout); abort(); }");
        }
        self.line("return 16 + (int)(checksum % 64);");
        self.close();
    }

    /// Everything the program computed into globals reaches the checksum, scalar by scalar.
    fn observe_globals(&mut self) {
        for variable in self.scope.clone() {
            self.observe_place(&variable.name, &variable.kind, 0);
        }
    }

    fn observe_place(&mut self, text: &str, kind: &Type, level: usize) {
        match kind {
            Type::Scalar(scalar) if scalar.is_float() => self.line(&format!("mix_float({text});")),
            Type::Scalar(_) | Type::BitField(..) => {
                self.line(&format!("mix((unsigned long){text});"))
            }
            Type::Array(element, length) => {
                let counter = format!("k{level}");
                self.open(&format!("for (int {counter} = 0; {counter} < {length}; {counter}++)"));
                self.observe_place(&format!("{text}[{counter}]"), element, level + 1);
                self.close();
            }
            Type::Structure(index) => {
                for (number, field) in self.structures[*index].clone().iter().enumerate() {
                    self.observe_place(&format!("{text}.f{number}"), field, level);
                }
            }
            Type::Pointer(target) => self.observe_place(&format!("(*{text})"), target, level),
        }
    }

    pub(super) fn line(&mut self, text: &str) {
        self.text.push_str(&"    ".repeat(self.indent));
        self.text.push_str(text);
        self.text.push('\n');
    }

    pub(super) fn lines(&mut self, lines: &[String]) {
        lines.iter().for_each(|line| self.line(line));
    }

    pub(super) fn open(&mut self, head: &str) {
        self.line(&format!("{head} {{"));
        self.indent += 1;
    }

    pub(super) fn close(&mut self) {
        self.close_with("");
    }

    pub(super) fn close_with(&mut self, tail: &str) {
        self.indent -= 1;
        self.line(format!("}} {tail}").trim_end());
    }

    /// `} else {`.
    pub(super) fn reopen(&mut self, head: &str) {
        self.indent -= 1;
        self.open(&format!("}} {head}"));
    }

    /// `case 1: {`.
    pub(super) fn reopen_label(&mut self, label: &str) {
        self.open(label);
    }
}

#[cfg(test)]
mod tests {
    use super::generate;

    #[test]
    fn the_same_seed_gives_the_same_program() {
        assert_eq!(generate(5), generate(5));
        assert_ne!(generate(5), generate(6));
    }

    #[test]
    fn programs_are_neither_empty_nor_huge() {
        for seed in 0..200 {
            let lines = generate(seed).lines().count();
            assert!((100..4000).contains(&lines), "seed {seed}: {lines} lines");
        }
    }
}
