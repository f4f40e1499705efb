//! Debug info: positions, variables and types, from metadata nodes to [`raddle_ir::debug`].
//!
//! Types are merged across modules: everything but a struct is stored once per value, a named struct
//! once per (name, size, position). Structs are entered before their fields, since only they can
//! contain themselves.

use raddle_ir::{
    DebugType, DebugTypeId, EntityMap, Field as TypeField, FileId, Loc, Program, SourceFile,
};
use rustc_hash::FxHashMap;

use crate::lexer::unescape_text;
use crate::metadata::{Field, Metadata, Node};

/// Longer chains of types or scopes only occur in damaged files.
const MAX_DEPTH: u32 = 64;

/// Files and types of the whole program while it is being built.
#[derive(Debug, Default)]
pub struct DebugTables {
    files: EntityMap<FileId, SourceFile>,
    file_ids: FxHashMap<String, FileId>,
    types: EntityMap<DebugTypeId, DebugType>,
    interned: FxHashMap<TypeKey, DebugTypeId>,
    structs: FxHashMap<StructKey, DebugTypeId>,
}

/// [`DebugType`] as text: it holds nothing that cannot be compared that way, and is small.
type TypeKey = String;
type StructKey = (String, u64, Loc);

impl DebugTables {
    pub fn path(&self, file: FileId) -> Option<&str> {
        self.files.get(file).map(|file| file.path.as_str())
    }

    pub fn finish(self, program: &mut Program) {
        program.files = self.files;
        program.types = self.types;
    }

    fn file(&mut self, path: String) -> FileId {
        if let Some(&id) = self.file_ids.get(&path) {
            return id;
        }
        let id = self.files.push(SourceFile { path: path.clone() });
        self.file_ids.insert(path, id);
        id
    }

    fn intern(&mut self, ty: DebugType) -> DebugTypeId {
        let key = format!("{ty:?}");
        if let Some(&id) = self.interned.get(&key) {
            return id;
        }
        let id = self.types.push(ty);
        self.interned.insert(key, id);
        id
    }

    /// A pointer to `to`, for parameters that the ABI passes by reference.
    pub fn pointer_to(&mut self, to: Option<DebugTypeId>, bits: u32) -> DebugTypeId {
        self.intern(DebugType::Pointer { to, bits })
    }
}

/// A source variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variable {
    pub name: Option<String>,
    pub ty: Option<DebugTypeId>,
    pub loc: Loc,
}

/// Reads the metadata of one module.
#[derive(Debug)]
pub struct DebugContext<'m, 'a> {
    metadata: &'m Metadata<'a>,
    locations: FxHashMap<u32, Loc>,
    types: FxHashMap<u32, DebugTypeId>,
    scope_files: FxHashMap<u32, Option<FileId>>,
}

impl<'m, 'a> DebugContext<'m, 'a> {
    pub fn new(metadata: &'m Metadata<'a>) -> Self {
        DebugContext {
            metadata,
            locations: FxHashMap::default(),
            types: FxHashMap::default(),
            scope_files: FxHashMap::default(),
        }
    }

    /// The position of a `!dbg` attachment; of inlined code, where it was written.
    pub fn location(&mut self, tables: &mut DebugTables, id: Option<u32>) -> Loc {
        let Some(id) = id else { return Loc::NONE };
        if let Some(&loc) = self.locations.get(&id) {
            return loc;
        }
        let loc = self.read_location(tables, id).unwrap_or(Loc::NONE);
        self.locations.insert(id, loc);
        loc
    }

    fn read_location(&mut self, tables: &mut DebugTables, id: u32) -> Option<Loc> {
        let node = self.metadata.get(id)?;
        let line = node.unsigned("line").unwrap_or(0);
        if node.kind != "DILocation" || line == 0 {
            return None;
        }
        let column = node.unsigned("column").unwrap_or(0);
        let file = self.scope_file(tables, node.reference("scope")?, 0)?;
        Some(Loc::new(file, u32::try_from(line).ok()?, u32::try_from(column).unwrap_or(0)))
    }

    fn scope_file(&mut self, tables: &mut DebugTables, scope: u32, depth: u32) -> Option<FileId> {
        if let Some(&file) = self.scope_files.get(&scope) {
            return file;
        }
        if depth > MAX_DEPTH {
            return None;
        }
        let node = self.metadata.get(scope)?;
        let file = match node.reference("file") {
            Some(file) => self.file(tables, file),
            None if node.kind == "DIFile" => self.file(tables, scope),
            None => self.scope_file(tables, node.reference("scope")?, depth + 1),
        };
        self.scope_files.insert(scope, file);
        file
    }

    fn file(&self, tables: &mut DebugTables, id: u32) -> Option<FileId> {
        let node = self.metadata.get(id)?;
        let name = unescape_text(node.text("filename")?);
        let directory = unescape_text(node.text("directory").unwrap_or(""));
        Some(tables.file(join(&directory, &name)))
    }

    fn declared_at(&self, tables: &mut DebugTables, node: &Node<'_>) -> Loc {
        let line = node.unsigned("line").and_then(|line| u32::try_from(line).ok()).unwrap_or(0);
        match node.reference("file").and_then(|file| self.file(tables, file)) {
            Some(file) if line > 0 => Loc::new(file, line, 0),
            _ => Loc::NONE,
        }
    }

    /// Source name and position of a function.
    pub fn subprogram(
        &mut self,
        tables: &mut DebugTables,
        id: Option<u32>,
    ) -> (Option<String>, Loc) {
        let Some(node) = id.and_then(|id| self.metadata.get(id)) else { return (None, Loc::NONE) };
        let name = node.text("name").map(|name| unescape_text(name).into_owned());
        (name, self.declared_at(tables, node))
    }

    /// Whether the unit that a function belongs to was optimised, if that is known.
    pub fn is_optimised(&self, subprogram: Option<u32>) -> Option<bool> {
        let subprogram = self.metadata.get(subprogram?)?;
        let unit = self.metadata.get(subprogram.reference("unit")?)?;
        Some(unit.word("isOptimized") == Some("true"))
    }

    /// A `DILocalVariable`, or a `DIGlobalVariable` behind its expression.
    pub fn variable(&mut self, tables: &mut DebugTables, id: Option<u32>) -> Variable {
        let Some(node) = id.and_then(|id| self.metadata.get(id)) else {
            return Variable::default();
        };
        let node = match node.reference("var").and_then(|var| self.metadata.get(var)) {
            Some(variable) => variable,
            None => node,
        };
        Variable {
            name: node.text("name").map(|name| unescape_text(name).into_owned()),
            ty: node.reference("type").and_then(|ty| self.ty(tables, ty, 0)),
            loc: self.declared_at(tables, node),
        }
    }

    /// Pointers that the source casts to: compilers keep their types although no variable has them, and they tell what a `void *` is taken for. And enumerations, whose names
    /// preconditions may use.
    pub fn keep_unnamed(&mut self, tables: &mut DebugTables) {
        let metadata = self.metadata;
        for unit in metadata.nodes().filter(|node| node.kind == "DICompileUnit") {
            for kept in metadata.elements(unit, "retainedTypes") {
                let Field::Ref(id) = *kept else { continue };
                let is_pointer = metadata.get(id).is_some_and(|node| {
                    node.kind == "DIDerivedType" && node.word("tag") == Some("DW_TAG_pointer_type")
                });
                if is_pointer {
                    self.ty(tables, id, 0);
                }
            }
            for kept in metadata.elements(unit, "enums") {
                if let Field::Ref(id) = *kept {
                    self.ty(tables, id, 0);
                }
            }
        }
    }

    /// The type behind a node, qualifiers dropped. `None` is `void`.
    fn ty(&mut self, tables: &mut DebugTables, id: u32, depth: u32) -> Option<DebugTypeId> {
        if let Some(&ty) = self.types.get(&id) {
            return Some(ty);
        }
        let node = self.metadata.get(id)?;
        if depth > MAX_DEPTH {
            return Some(tables.intern(DebugType::Unknown { name: String::new() }));
        }
        let ty = match node.kind {
            "DIBasicType" => tables.intern(basic_type(node)),
            "DIDerivedType" => return self.derived_type(tables, id, node, depth),
            "DICompositeType" => self.composite_type(tables, id, node, depth),
            "DISubroutineType" => tables.intern(DebugType::Function),
            _ => tables.intern(DebugType::Unknown { name: name_of(node) }),
        };
        self.types.insert(id, ty);
        Some(ty)
    }

    fn derived_type(
        &mut self,
        tables: &mut DebugTables,
        id: u32,
        node: &Node<'a>,
        depth: u32,
    ) -> Option<DebugTypeId> {
        let base = node.reference("baseType").and_then(|base| self.ty(tables, base, depth + 1));
        let ty = match node.word("tag").unwrap_or("") {
            "DW_TAG_pointer_type"
            | "DW_TAG_reference_type"
            | "DW_TAG_rvalue_reference_type"
            | "DW_TAG_ptr_to_member_type" => {
                let bits = node.unsigned("size").unwrap_or(64) as u32;
                DebugType::Pointer { to: base, bits }
            }
            "DW_TAG_typedef" => DebugType::Typedef { name: name_of(node), of: base },
            // const, volatile, restrict, _Atomic
            _ => return base,
        };
        let ty = tables.intern(ty);
        self.types.insert(id, ty);
        Some(ty)
    }

    fn composite_type(
        &mut self,
        tables: &mut DebugTables,
        id: u32,
        node: &Node<'a>,
        depth: u32,
    ) -> DebugTypeId {
        match node.word("tag").unwrap_or("") {
            "DW_TAG_array_type" => self.array_type(tables, node, depth),
            "DW_TAG_enumeration_type" => {
                let values = self.enumerators(node);
                let bits = node.unsigned("size").unwrap_or(32) as u32;
                tables.intern(DebugType::Enum { name: name_of(node), bits, values })
            }
            "DW_TAG_structure_type" | "DW_TAG_class_type" => {
                self.struct_type(tables, id, node, false, depth)
            }
            "DW_TAG_union_type" => self.struct_type(tables, id, node, true, depth),
            _ => tables.intern(DebugType::Unknown { name: name_of(node) }),
        }
    }

    fn array_type(&mut self, tables: &mut DebugTables, node: &Node<'a>, depth: u32) -> DebugTypeId {
        let base = node.reference("baseType").and_then(|base| self.ty(tables, base, depth + 1));
        let unknown = DebugType::Unknown { name: String::new() };
        let mut element = base.unwrap_or_else(|| tables.intern(unknown));
        // One subrange per dimension, outermost first.
        for dimension in self.metadata.elements(node, "elements").iter().rev() {
            let Some(range) = self.node(dimension) else { continue };
            let count = range.unsigned("count");
            element = tables.intern(DebugType::Array { element, count });
        }
        element
    }

    fn node<'n>(&'n self, field: &'n Field<'a>) -> Option<&'n Node<'a>> {
        match field {
            Field::Ref(id) => self.metadata.get(*id),
            Field::Inline(node) => Some(node),
            _ => None,
        }
    }

    fn enumerators(&self, node: &Node<'a>) -> Vec<(String, i64)> {
        let elements = self.metadata.elements(node, "elements");
        elements
            .iter()
            .filter_map(|element| self.node(element))
            .map(|element| {
                // An unsigned value above i64::MAX wraps, as the machine's comparison will.
                let value = element.integer("value");
                let unsigned = || element.unsigned("value").map(|value| value as i64);
                (name_of(element), value.or_else(unsigned).unwrap_or(0))
            })
            .collect()
    }

    fn struct_type(
        &mut self,
        tables: &mut DebugTables,
        id: u32,
        node: &Node<'a>,
        union: bool,
        depth: u32,
    ) -> DebugTypeId {
        let name = name_of(node);
        let bits = node.unsigned("size").unwrap_or(0);
        let key = (name.clone(), bits, self.declared_at(tables, node));
        if !name.is_empty()
            && !key.2.is_none()
            && let Some(&known) = tables.structs.get(&key)
        {
            return known;
        }
        let fields = Vec::new();
        let ty = tables.types.push(DebugType::Struct { name: name.clone(), fields, bits, union });
        self.types.insert(id, ty);
        tables.structs.insert(key, ty);
        let fields = self.fields(tables, node, depth);
        tables.types[ty] = DebugType::Struct { name, fields, bits, union };
        ty
    }

    fn fields(&mut self, tables: &mut DebugTables, node: &Node<'a>, depth: u32) -> Vec<TypeField> {
        let metadata = self.metadata;
        let mut fields = Vec::new();
        let elements = match node.field("elements") {
            Some(Field::Ref(id)) => metadata.get(*id).map_or(&[][..], |tuple| &tuple.operands),
            _ => &[],
        };
        for element in elements {
            let Field::Ref(id) = element else { continue };
            let Some(member) = metadata.get(*id) else { continue };
            let tag = member.word("tag").unwrap_or("");
            if !matches!(tag, "DW_TAG_member" | "DW_TAG_inheritance") {
                continue;
            }
            let ty = member.reference("baseType").and_then(|ty| self.ty(tables, ty, depth + 1));
            let Some(ty) = ty else { continue };
            fields.push(TypeField {
                name: name_of(member),
                ty,
                offset_bits: member.unsigned("offset").unwrap_or(0),
                bits: member.unsigned("size").unwrap_or(0),
            });
        }
        fields
    }
}

fn name_of(node: &Node<'_>) -> String {
    unescape_text(node.text("name").unwrap_or("")).into_owned()
}

fn basic_type(node: &Node<'_>) -> DebugType {
    let name = name_of(node);
    let bits = node.unsigned("size").unwrap_or(0) as u32;
    match node.word("encoding").unwrap_or("") {
        "DW_ATE_signed" => DebugType::Signed { name, bits },
        "DW_ATE_unsigned" => DebugType::Unsigned { name, bits },
        "DW_ATE_signed_char" => DebugType::Char { name, bits, signed: true },
        "DW_ATE_unsigned_char" | "DW_ATE_UTF" => DebugType::Char { name, bits, signed: false },
        "DW_ATE_boolean" => DebugType::Bool { name, bits },
        "DW_ATE_float" => DebugType::Float { name, bits },
        _ => DebugType::Unknown { name },
    }
}

fn join(directory: &str, name: &str) -> String {
    let relative = !name.starts_with('/');
    if relative && !directory.is_empty() && directory != "." {
        return format!("{}/{name}", directory.trim_end_matches('/'));
    }
    name.to_owned()
}
