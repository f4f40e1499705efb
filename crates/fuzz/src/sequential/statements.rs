//! Statements: assignments, branches, loops, switches, calls, library calls, output.

use super::program::{Function, Generator};
use super::types::{Place, Scalar, Type, Variable};

/// Deepest nesting of blocks.
const DEEPEST_BLOCK: u32 = 3;
/// What one activation of a function may cost, in statements.
const COST_LIMIT: u64 = 4_000;

impl Generator {
    /// A block body: declarations, then statements. Variables declared inside go out of scope at its end.
    pub(super) fn block(&mut self, depth: u32) {
        let outer = self.scope.len();
        for _ in 0..self.random.below(3) {
            self.declaration();
        }
        for _ in 0..1 + self.random.below(4) {
            self.statement(depth);
        }
        self.scope.truncate(outer);
    }

    fn statement(&mut self, depth: u32) {
        self.cost += self.repetition;
        let deep = depth >= DEEPEST_BLOCK;
        match self.random.weighted(&[10, 3, 3, 2, 4, 2, 2, 1, 1, 1, 2, 1, 1]) {
            1 if !deep => self.branch(depth),
            2 if !deep => self.counting_loop(depth),
            3 if !deep => self.switch(depth),
            4 => self.call(),
            5 => self.increment(),
            6 => self.observe(),
            7 => self.library_call(),
            8 => self.output(),
            9 if !deep => self.leaving_loop(depth),
            10 => self.structure_assignment(),
            11 => self.variadic_call(),
            12 => self.refused_call(),
            _ => self.assignment(),
        }
    }

    /// A new local variable with a value.
    fn declaration(&mut self) {
        let name = self.fresh("v");
        if self.random.chance(25)
            && let Some((target, kind)) = self.addressable()
        {
            let kind = Type::Pointer(Box::new(kind));
            self.line(&format!("{} = &{target};", kind.declare(&name)));
            self.scope.push(Variable { name, kind, writable: true });
            return;
        }
        let kind = self.random_type();
        let value = self.initializer(&kind);
        let storage = if self.random.chance(10) && !matches!(kind, Type::Pointer(_)) {
            "static "
        } else {
            ""
        };
        // A static variable needs a constant, and keeps its value between calls.
        let value = if storage.is_empty() { value } else { self.constant_initializer(&kind) };
        self.line(&format!("{storage}{} = {value};", kind.declare(&name)));
        self.scope.push(Variable { name, kind, writable: true });
    }

    /// Something a new pointer may point to: a global, or a variable of this or an enclosing block.
    fn addressable(&mut self) -> Option<(String, Type)> {
        let candidates: Vec<Variable> = self
            .scope
            .iter()
            .filter(|variable| variable.writable && !matches!(variable.kind, Type::Pointer(_)))
            .cloned()
            .collect();
        if candidates.is_empty() {
            return None;
        }
        let variable = self.random.pick(&candidates).clone();
        match variable.kind {
            Type::Array(element, length) if self.random.chance(70) => {
                Some((format!("{}[{}]", variable.name, self.index(length)), *element))
            }
            Type::Array(..) => None,
            kind => Some((variable.name, kind)),
        }
    }

    fn initializer(&mut self, kind: &Type) -> String {
        match kind {
            Type::Scalar(scalar) => self.expression(*scalar, 2),
            other => self.constant_initializer(other),
        }
    }

    pub(super) fn constant_initializer(&mut self, kind: &Type) -> String {
        match kind {
            Type::Scalar(scalar) | Type::BitField(scalar, _) => self.literal(*scalar),
            // Fewer values than elements: the rest is zero.
            Type::Array(element, length) => {
                let given = 1 + self.random.below(*length);
                let values: Vec<String> =
                    (0..given).map(|_| self.constant_initializer(element)).collect();
                format!("{{{}}}", values.join(", "))
            }
            Type::Structure(index) => {
                let fields = self.structures[*index].clone();
                let values: Vec<String> =
                    fields.iter().map(|field| self.constant_initializer(field)).collect();
                format!("{{{}}}", values.join(", "))
            }
            Type::Pointer(_) => "0".to_owned(),
        }
    }

    fn assignment(&mut self) {
        let Some(Place { text, scalar, .. }) = self.place(true) else {
            return;
        };
        let value = self.expression(scalar, 3);
        let unsigned = !scalar.is_float() && !scalar.is_signed() && scalar != Scalar::Bool;
        // Compound assignment to unsigned short would be computed in int, which a product may overflow.
        let wide = matches!(scalar, Scalar::UnsignedInt | Scalar::UnsignedLong);
        if unsigned && self.random.chance(30) {
            let operators: &[&str] = if wide {
                &["+=", "-=", "*=", "^=", "|=", "&="]
            } else {
                &["+=", "-=", "^=", "|=", "&="]
            };
            let operator = *self.random.pick(operators);
            self.line(&format!("{text} {operator} {value};"));
        } else {
            self.line(&format!("{text} = {value};"));
        }
    }

    fn increment(&mut self) {
        let Some(Place { text, scalar, is_bit_field }) = self.place(true) else {
            return;
        };
        let unsigned = !scalar.is_float() && !scalar.is_signed() && scalar != Scalar::Bool;
        if unsigned && !is_bit_field {
            let form = *self.random.pick(&["{}++;", "{}--;", "++{};", "--{};"]);
            self.line(&form.replace("{}", &text));
        } else {
            let value = self.literal(scalar);
            self.line(&format!("{text} = {value};"));
        }
    }

    /// Copies a whole structure from one place to another.
    fn structure_assignment(&mut self) {
        let places: Vec<(String, usize)> = self
            .scope
            .iter()
            .filter_map(|variable| match &variable.kind {
                Type::Structure(index) => Some((variable.name.clone(), *index)),
                Type::Pointer(target) => match **target {
                    Type::Structure(index) => Some((format!("(*{})", variable.name), index)),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        if places.is_empty() {
            return self.assignment();
        }
        let (target, index) = self.random.pick(&places).clone();
        let sources: Vec<(String, usize)> =
            places.into_iter().filter(|(text, other)| *other == index && *text != target).collect();
        if let Some((source, _)) = sources.first() {
            // A pointer may point to the target itself; an exact overlap is allowed.
            self.line(&format!("{target} = {source};"));
        }
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.condition(2);
        self.open(&format!("if {condition}"));
        self.block(depth + 1);
        if self.random.chance(60) {
            self.reopen("else");
            self.block(depth + 1);
        }
        self.close();
    }

    fn counting_loop(&mut self, depth: u32) {
        let counter = self.fresh("i");
        let rounds = 1 + self.random.below(6) as u64;
        let kind = *self.random.pick(&[
            Scalar::Int,
            Scalar::UnsignedInt,
            Scalar::UnsignedChar,
            Scalar::Long,
        ]);
        let kind_name = kind.name();
        self.scope.push(Variable {
            name: counter.clone(),
            kind: Type::Scalar(kind),
            writable: false,
        });
        let outer = self.repetition;
        self.repetition *= rounds;
        match self.random.below(3) {
            0 => {
                self.line(&format!("{kind_name} {counter} = 0;"));
                self.open(&format!("while ({counter} < {rounds})"));
                self.block(depth + 1);
                self.line(&format!("{counter}++;"));
                self.close();
            }
            1 => {
                self.line(&format!("{kind_name} {counter} = {rounds};"));
                self.open("do");
                self.block(depth + 1);
                self.close_with(&format!("while (--{counter} > 0);"));
            }
            _ => {
                self.open(&format!(
                    "for ({kind_name} {counter} = 0; {counter} < {rounds}; {counter}++)"
                ));
                self.block(depth + 1);
                self.close();
                self.scope.retain(|variable| variable.name != counter);
            }
        }
        self.repetition = outer;
    }

    /// A loop with `break` and `continue`.
    fn leaving_loop(&mut self, depth: u32) {
        let counter = self.fresh("i");
        let rounds = 2 + self.random.below(6) as u64;
        let outer = self.repetition;
        self.repetition *= rounds;
        self.open(&format!("for (int {counter} = 0; {counter} < {rounds}; {counter}++)"));
        let outside = self.scope.len();
        self.scope.push(Variable {
            name: counter.clone(),
            kind: Type::Scalar(Scalar::Int),
            writable: false,
        });
        let condition = self.condition(1);
        self.line(&format!("if {condition} continue;"));
        self.block(depth + 1);
        let condition = self.condition(1);
        self.line(&format!("if {condition} break;"));
        self.statement(depth + 1);
        self.close();
        self.scope.truncate(outside);
        self.repetition = outer;
    }

    fn switch(&mut self, depth: u32) {
        let modulus = 2 + self.random.below(5);
        let scalar =
            *self.random.pick(&[Scalar::UnsignedInt, Scalar::UnsignedLong, Scalar::UnsignedChar]);
        let selector = self.expression(scalar, 2);
        self.open(&format!("switch ({selector} % {modulus})"));
        for case in 0..modulus - 1 {
            self.reopen_label(&format!("case {case}:"));
            self.block(depth + 1);
            if self.random.chance(75) {
                self.line("break;");
            }
            self.close();
        }
        self.reopen_label("default:");
        self.block(depth + 1);
        self.close();
        self.close();
    }

    /// Calls an earlier function, directly or through a table of pointers.
    fn call(&mut self) {
        let affordable: Vec<Function> = self
            .functions
            .iter()
            .filter(|function| self.cost + function.cost * self.repetition < COST_LIMIT)
            .cloned()
            .collect();
        if affordable.is_empty() {
            return self.assignment();
        }
        let function = self.random.pick(&affordable).clone();
        self.cost += function.cost * self.repetition;
        let arguments: Vec<String> =
            function.parameters.clone().iter().map(|kind| self.argument(kind)).collect();
        let callee = if function.in_table && self.table_length > 0 && self.random.chance(60) {
            format!("table[{}]", self.index(self.table_length))
        } else {
            function.name.clone()
        };
        if function.in_table {
            // Any entry of the table may be called.
            self.cost += self.table_cost * self.repetition;
        }
        self.store_result(&format!("{callee}({})", arguments.join(", ")), &function.result);
    }

    fn argument(&mut self, kind: &Type) -> String {
        match kind {
            Type::Scalar(scalar) => self.expression(*scalar, 2),
            Type::Structure(index) => {
                let wanted = Type::Structure(*index);
                let known = self.scope.iter().find(|variable| variable.kind == wanted);
                match known.map(|variable| variable.name.clone()) {
                    Some(name) => name,
                    None => format!("(struct s{index}){}", self.constant_initializer(kind)),
                }
            }
            Type::Pointer(target) => {
                let known = self
                    .scope
                    .iter()
                    .find(|variable| variable.writable && variable.kind == **target);
                let name = known.map(|variable| variable.name.clone());
                name.map_or_else(
                    || format!("&{}", self.global_of(target)),
                    |name| format!("&{name}"),
                )
            }
            Type::BitField(..) | Type::Array(..) => "0".to_owned(),
        }
    }

    fn store_result(&mut self, call: &str, result: &Type) {
        match result {
            Type::Structure(index) => {
                let name = self.fresh("r");
                self.line(&format!("struct s{index} {name} = {call};"));
                self.scope.push(Variable { name, kind: result.clone(), writable: true });
            }
            Type::Scalar(scalar) if scalar.is_float() => self.line(&format!("mix_float({call});")),
            _ => match self.place(true) {
                Some(place) if !place.scalar.is_float() => {
                    // The target may contain a variable the call changes, so it is computed afterwards.
                    let name = self.fresh("t");
                    self.line(&format!("{{ unsigned long {name} = (unsigned long){call};"));
                    self.line(&format!("{} = ({}){name}; }}", place.text, place.scalar.name()));
                }
                _ => self.line(&format!("mix((unsigned long){call});")),
            },
        }
    }

    /// Folds some value into the checksum.
    fn observe(&mut self) {
        let scalar = Scalar::random(&mut self.random);
        let value = self.expression(scalar, 2);
        if scalar.is_float() {
            self.line(&format!("mix_float({value});"));
        } else {
            self.line(&format!("mix((unsigned long){value});"));
        }
    }

    /// Calls of the library whose errors are compared.
    fn refused_call(&mut self) {
        let which = self.random.below(8);
        self.cost += 8 * self.repetition;
        self.refuses = true;
        for _ in 0..1 + self.random.below(4) {
            let (a, b) = (self.random.word() >> 40, self.expression(Scalar::UnsignedLong, 1));
            self.line(&format!("mix(refused_call({which}, {a}, {b}));"));
        }
    }

    fn library_call(&mut self) {
        let length = 4 + self.random.below(12);
        let name = self.fresh("b");
        let fill = self.expression(Scalar::UnsignedChar, 1);
        let count = self.random.below(length);
        let number = self.random.between(-9999, 9999);
        self.cost += 4 * self.repetition;
        match self.random.below(5) {
            0 => self.lines(&[
                format!("{{ unsigned char {name}[{length}];"),
                format!("memset({name}, {fill}, {length});"),
                format!("memmove({name} + {}, {name}, {count});", length - count),
                format!("{name}[{count}] ^= 1;"),
                format!("for (int k = 0; k < {length}; k++) mix({name}[k]); }}"),
            ]),
            1 => self.lines(&[
                format!("{{ char {name}[{}] = \"abc\";", length + 4),
                format!("for (int k = 0; k < {count}; k++) {{ {name}[k] = 'a' + (k + {fill}) % 26; {name}[k + 1] = 0; }}"),
                format!("mix(strlen({name}) * 16 + (strcmp({name}, \"abd\") < 0) + 2 * (strchr({name}, 'b') != 0));"),
                format!("mix(strncmp({name}, \"abc\", 2) == 0); }}"),
            ]),
            2 => self.lines(&[
                format!("{{ int *{name} = malloc({length} * sizeof(int));"),
                format!("for (int k = 0; k < {length}; k++) {name}[k] = ((int){fill} * 37 + k * 91) % 50;"),
                format!("qsort({name}, {length}, sizeof(int), compare_ints);"),
                format!("for (int k = 0; k < {length}; k++) mix((unsigned long){name}[k]);"),
                format!("free({name}); }}"),
            ]),
            3 => self.lines(&[
                format!("{{ int {name} = atoi(\"{number}\");"),
                format!("mix((unsigned long)abs({name})); }}"),
            ]),
            _ => self.lines(&[
                format!("{{ long *{name} = calloc({length}, sizeof(long));"),
                format!("{name}[{count}] = {fill};"),
                format!("{name} = realloc({name}, {} * sizeof(long));", length * 2),
                format!("mix((unsigned long){name}[{count}] + (unsigned long){name}[0]);"),
                format!("free({name}); }}"),
            ]),
        }
    }

    /// Prints a few values in various formats.
    fn output(&mut self) {
        if self.repetition > 12 {
            return self.observe();
        }
        let (format, scalar) = *self.random.pick(&[
            ("%d", Scalar::Int),
            ("%5d|", Scalar::Int),
            ("%-6d|", Scalar::Int),
            ("%u", Scalar::UnsignedInt),
            ("%x", Scalar::UnsignedInt),
            ("%08lx", Scalar::UnsignedLong),
            ("%ld", Scalar::Long),
            ("%lu", Scalar::UnsignedLong),
            ("%hhd", Scalar::Char),
            ("%o", Scalar::UnsignedInt),
        ]);
        let value = self.expression(scalar, 2);
        self.line(&format!("printf(\"{format}\\n\", {value});"));
    }

    fn variadic_call(&mut self) {
        let count = self.random.below(5);
        let mut arguments = vec![count.to_string()];
        for position in 0..count {
            let scalar = [Scalar::Int, Scalar::Long, Scalar::Double][position % 3];
            arguments.push(self.expression(scalar, 1));
        }
        self.line(&format!("mix((unsigned long)sum_of({}));", arguments.join(", ")));
    }
}
