//! Pure expressions: any scalar type, any depth, defined for all values of the variables they read.

use super::program::Generator;
use super::types::{Place, Scalar, Type, Variable};

impl Generator {
    /// An expression of the given type.
    pub(super) fn expression(&mut self, scalar: Scalar, depth: u32) -> String {
        if depth == 0 || self.random.chance(20) {
            return self.leaf(scalar);
        }
        if scalar.is_float() {
            self.float_operation(scalar, depth)
        } else {
            self.integer_operation(scalar, depth)
        }
    }

    /// A condition.
    pub(super) fn condition(&mut self, depth: u32) -> String {
        let scalar = Scalar::random(&mut self.random);
        match self.random.below(6) {
            0 if depth > 0 => {
                let operator = *self.random.pick(&["&&", "||"]);
                format!("({} {operator} {})", self.condition(depth - 1), self.condition(depth - 1))
            }
            1 if depth > 0 => format!("(!{})", self.condition(depth - 1)),
            _ => {
                let operator = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                let left = self.expression(scalar, depth);
                let right = self.expression(scalar, depth / 2);
                format!("({left} {operator} {right})")
            }
        }
    }

    fn leaf(&mut self, scalar: Scalar) -> String {
        if self.random.chance(70)
            && let Some(place) = self.place(false)
        {
            return convert(&place.text, place.scalar, scalar);
        }
        self.literal(scalar)
    }

    pub(super) fn literal(&mut self, scalar: Scalar) -> String {
        if scalar.is_float() {
            // Halves and quarters are exact in both widths.
            let quarters = self.random.between(-400, 400);
            let suffix = if scalar == Scalar::Float { "f" } else { "" };
            return format!("({:?}{suffix})", quarters as f64 / 4.0);
        }
        let value = match self.random.below(4) {
            0 => self.random.between(-3, 3),
            1 => self.random.between(-200, 200),
            2 => self.random.between(-70_000, 70_000),
            _ => self.random.word() as i64 >> 1,
        };
        format!("(({})({value}l))", scalar.name())
    }

    fn integer_operation(&mut self, scalar: Scalar, depth: u32) -> String {
        let text = match self.random.below(10) {
            0 => {
                let condition = self.condition(depth - 1);
                let (yes, no) =
                    (self.expression(scalar, depth - 1), self.expression(scalar, depth - 1));
                format!("({condition} ? {yes} : {no})")
            }
            1 => self.condition(depth - 1),
            2 => {
                let inner = self.expression(Scalar::Double, depth - 1);
                format!("safe_from_float({inner})")
            }
            3 => {
                let inner = self.operand(depth - 1);
                format!("~({}){inner}", Scalar::UnsignedLong.name())
            }
            _ => self.arithmetic(depth),
        };
        format!("(({})({text}))", scalar.name())
    }

    /// Arithmetic in one of the four types C computes in.
    fn arithmetic(&mut self, depth: u32) -> String {
        let width = *self.random.pick(&[
            Scalar::Int,
            Scalar::UnsignedInt,
            Scalar::Long,
            Scalar::UnsignedLong,
        ]);
        let left = self.expression(width, depth - 1);
        let right = self.expression(width, depth - 1);
        let operator = self.random.below(10);
        let suffix = match width {
            Scalar::Int => "int",
            Scalar::Long => "long",
            Scalar::UnsignedInt => "unsigned",
            _ => "ulong",
        };
        let bits = if matches!(width, Scalar::Long | Scalar::UnsignedLong) { 63 } else { 31 };
        let call = |name: &str| format!("safe_{name}_{suffix}({left}, {right})");
        match (operator, width.is_signed()) {
            (0, true) => call("add"),
            (1, true) => call("sub"),
            (2, true) => call("mul"),
            (3, _) => call("div"),
            (4, _) => call("rem"),
            (5, true) => format!("safe_shl_{suffix}({left}, (int){right})"),
            (6, true) => format!("safe_shr_{suffix}({left}, (int){right})"),
            (0, false) => format!("({left} + {right})"),
            (1, false) => format!("({left} - {right})"),
            (2, false) => format!("({left} * {right})"),
            (5, false) => format!("({left} << ({right} & {bits}))"),
            (6, false) => format!("({left} >> ({right} & {bits}))"),
            (7, _) => format!("({left} & {right})"),
            (8, _) => format!("({left} | {right})"),
            _ => format!("({left} ^ {right})"),
        }
    }

    fn operand(&mut self, depth: u32) -> String {
        let scalar = *self.random.pick(Scalar::INTEGERS);
        self.expression(scalar, depth)
    }

    fn float_operation(&mut self, scalar: Scalar, depth: u32) -> String {
        let left = self.expression(scalar, depth - 1);
        let text = match self.random.below(6) {
            0 => {
                let inner = self.operand(depth - 1);
                return format!("(({}){inner})", scalar.name());
            }
            1 => format!("(-{left})"),
            2 => format!("({left} / {})", self.expression(scalar, depth - 1)),
            3 => format!("({left} * {})", self.expression(scalar, depth - 1)),
            4 => format!("({left} - {})", self.expression(scalar, depth - 1)),
            _ => format!("({left} + {})", self.expression(scalar, depth - 1)),
        };
        // Keeps values in range, so that a later conversion to float does not overflow.
        format!("(({})safe_float({text}))", scalar.name())
    }

    /// A random place that holds a scalar, or nothing if no variable is in scope.
    pub(super) fn place(&mut self, for_writing: bool) -> Option<Place> {
        let candidates: Vec<Variable> = self
            .scope
            .iter()
            .filter(|variable| variable.writable || !for_writing)
            .cloned()
            .collect();
        if candidates.is_empty() {
            return None;
        }
        let variable = self.random.pick(&candidates).clone();
        Some(self.descend(variable.name, variable.kind))
    }

    /// Walks from a variable down to a scalar: fields, elements, targets.
    fn descend(&mut self, mut text: String, mut kind: Type) -> Place {
        loop {
            kind = match kind {
                Type::Scalar(scalar) => return Place { text, scalar, is_bit_field: false },
                Type::BitField(scalar, _) => return Place { text, scalar, is_bit_field: true },
                Type::Array(element, length) => {
                    text = format!("{text}[{}]", self.index(length));
                    *element
                }
                Type::Structure(index) => {
                    let field = self.random.below(self.structures[index].len());
                    text = format!("{text}.f{field}");
                    self.structures[index][field].clone()
                }
                Type::Pointer(target) => {
                    text = format!("(*{text})");
                    *target
                }
            };
        }
    }

    /// An index below the length: a constant, or an integer variable reduced.
    pub(super) fn index(&mut self, length: usize) -> String {
        let integers: Vec<String> = self
            .scope
            .iter()
            .filter(|variable| matches!(&variable.kind, Type::Scalar(scalar) if !scalar.is_float()))
            .map(|variable| variable.name.clone())
            .collect();
        if integers.is_empty() || self.random.chance(40) {
            return self.random.below(length).to_string();
        }
        format!("(unsigned long){} % {length}", self.random.pick(&integers))
    }
}

/// A value of one scalar type as another; from floating point to integers through the guarded helper.
fn convert(text: &str, from: Scalar, to: Scalar) -> String {
    match (from.is_float(), to.is_float()) {
        (true, false) => format!("(({})safe_from_float({text}))", to.name()),
        (true, true) => format!("(({})safe_float({text}))", to.name()),
        (false, _) => format!("(({}){text})", to.name()),
    }
}
