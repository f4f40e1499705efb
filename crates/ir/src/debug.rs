//! Source locations and source types: what a report needs to speak the user's language.

use crate::entity;
use crate::entity::EntityMap;

entity!(/// A source file named by debug info.
    FileId, "file");
entity!(/// A source type described by debug info.
    DebugTypeId, "type");

/// A source file. `path` is as the compiler was given it, joined with its directory if relative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    pub path: String,
}

/// What the paths of the linked run-time library's files contain, and no path of a user does.
pub const RUNTIME: &str = "<raddle>";

impl SourceFile {
    pub fn is_of_runtime(&self) -> bool {
        self.path.contains(RUNTIME)
    }
}

/// A source position, or none. Eight bytes, so that every instruction can carry one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Loc {
    // In the order in which places are compared.
    line: u32,
    column: u16,
    file: u16,
}

/// A [`Loc`] taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Location {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

impl Loc {
    pub const NONE: Loc = Loc { file: u16::MAX, column: 0, line: 0 };

    /// Columns beyond 65535 are recorded as 0 (unknown), as are positions in the 65535th file and later.
    pub fn new(file: FileId, line: u32, column: u32) -> Loc {
        match u16::try_from(file.0) {
            Ok(file) if file != u16::MAX => {
                Loc { file, column: u16::try_from(column).unwrap_or(0), line }
            }
            _ => Loc::NONE,
        }
    }
    pub fn is_none(self) -> bool {
        self.file == u16::MAX
    }
    pub fn get(self) -> Option<Location> {
        (!self.is_none()).then(|| Location {
            file: FileId(u32::from(self.file)),
            line: self.line,
            column: u32::from(self.column),
        })
    }
}

impl Default for Loc {
    fn default() -> Self {
        Loc::NONE
    }
}

pub type DebugTypes = EntityMap<DebugTypeId, DebugType>;

/// A source-level type. Qualifiers are dropped; typedefs are kept by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DebugType {
    Signed {
        name: String,
        bits: u32,
    },
    Unsigned {
        name: String,
        bits: u32,
    },
    Char {
        name: String,
        bits: u32,
        signed: bool,
    },
    Bool {
        name: String,
        bits: u32,
    },
    Float {
        name: String,
        bits: u32,
    },
    /// `None` points to `void`.
    Pointer {
        to: Option<DebugTypeId>,
        bits: u32,
    },
    /// `count` is `None` for an array of unknown length.
    Array {
        element: DebugTypeId,
        count: Option<u64>,
    },
    /// A struct or class; a union has every field at bit 0.
    Struct {
        name: String,
        fields: Vec<Field>,
        bits: u64,
        union: bool,
    },
    Enum {
        name: String,
        bits: u32,
        values: Vec<(String, i64)>,
    },
    Typedef {
        name: String,
        of: Option<DebugTypeId>,
    },
    Function,
    Unknown {
        name: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub ty: DebugTypeId,
    pub offset_bits: u64,
    /// Size of the field itself; a bit-field may be narrower than its type.
    pub bits: u64,
}
