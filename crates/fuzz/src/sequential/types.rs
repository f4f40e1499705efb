//! Types and variables of generated programs.

use crate::random::Random;

/// A scalar type; the order is that of [`Scalar::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    Bool,
    Char,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    Float,
    Double,
}

impl Scalar {
    pub(super) const INTEGERS: &'static [Scalar] = &[
        Scalar::Bool,
        Scalar::Char,
        Scalar::UnsignedChar,
        Scalar::Short,
        Scalar::UnsignedShort,
        Scalar::Int,
        Scalar::UnsignedInt,
        Scalar::Long,
        Scalar::UnsignedLong,
    ];

    pub(super) fn random(random: &mut Random) -> Scalar {
        // Plain int is what programs use most; floating point is rarer.
        const CHOICES: &[(Scalar, u32)] = &[
            (Scalar::Bool, 1),
            (Scalar::Char, 2),
            (Scalar::UnsignedChar, 2),
            (Scalar::Short, 2),
            (Scalar::UnsignedShort, 2),
            (Scalar::Int, 5),
            (Scalar::UnsignedInt, 3),
            (Scalar::Long, 3),
            (Scalar::UnsignedLong, 3),
            (Scalar::Float, 1),
            (Scalar::Double, 2),
        ];
        let weights: Vec<u32> = CHOICES.iter().map(|(_, weight)| *weight).collect();
        CHOICES[random.weighted(&weights)].0
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, Scalar::Float | Scalar::Double)
    }

    pub(super) fn is_signed(self) -> bool {
        matches!(self, Scalar::Char | Scalar::Short | Scalar::Int | Scalar::Long)
    }

    /// As it is written in C. `signed char`, because the sign of `char` differs between machines.
    pub(super) fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "_Bool",
            Scalar::Char => "signed char",
            Scalar::UnsignedChar => "unsigned char",
            Scalar::Short => "short",
            Scalar::UnsignedShort => "unsigned short",
            Scalar::Int => "int",
            Scalar::UnsignedInt => "unsigned",
            Scalar::Long => "long",
            Scalar::UnsignedLong => "unsigned long",
            Scalar::Float => "float",
            Scalar::Double => "double",
        }
    }
}

/// A type of a variable, field or element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Scalar(Scalar),
    /// A bit-field of a structure: the declared type and the width.
    BitField(Scalar, u32),
    Array(Box<Type>, usize),
    /// Index into [`Structures`].
    Structure(usize),
    Pointer(Box<Type>),
}

impl Type {
    /// `int x[3]`, `struct s1 *x`, `unsigned x:3`.
    pub(super) fn declare(&self, name: &str) -> String {
        match self {
            Type::Scalar(scalar) => format!("{} {name}", scalar.name()),
            Type::BitField(scalar, width) => format!("{} {name}:{width}", scalar.name()),
            Type::Array(element, length) => element.declare(&format!("{name}[{length}]")),
            Type::Structure(index) => format!("struct s{index} {name}"),
            Type::Pointer(target) => match **target {
                Type::Array(..) => target.declare(&format!("(*{name})")),
                _ => target.declare(&format!("*{name}")),
            },
        }
    }
}

/// The fields of each `struct sN`, named `f0`, `f1`, ….
pub(super) type Structures = Vec<Vec<Type>>;

/// A variable in scope.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) kind: Type,
    /// Loop counters and the like must not be assigned.
    pub(super) writable: bool,
}

/// A place that holds a scalar, reached through some variable.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) text: String,
    pub(super) scalar: Scalar,
    pub(super) is_bit_field: bool,
}
