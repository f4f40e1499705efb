//! Global variables and their initial bytes, constructors, module assembly.

use raddle_ir::{FuncId, Global, InitPart, Initializer, Loc, Program};

use super::constants::Base;
use super::debug::DebugTables;
use super::layout::Extent;
use super::{Issue, ModuleContext, malformed};
use crate::ast::{GlobalDef, InstKind, Linkage, TypeId, TypeKind, Value};
use crate::error::FrontendError;
use crate::lexer::unescape_text;

/// Zero bytes between two parts that are cheaper stored than split.
const MAX_GAP: u64 = 16;

pub fn lower_globals(
    program: &mut Program,
    contexts: &mut [ModuleContext<'_, '_>],
    tables: &mut DebugTables,
) -> Result<(), FrontendError> {
    let Some(first) = contexts.first() else { return Ok(()) };
    let links = first.links;
    for origin in links.globals.values() {
        let context = &mut contexts[origin.unit];
        let definition = &context.module.globals[origin.index];
        let global = lower_global(program, context, tables, definition)?;
        program.globals.push(global);
    }
    Ok(())
}

fn lower_global<'a>(
    program: &mut Program,
    context: &mut ModuleContext<'_, 'a>,
    tables: &mut DebugTables,
    definition: &GlobalDef<'a>,
) -> Result<Global, FrontendError> {
    let name = context.symbol_name(definition.symbol);
    let variable = context.debug.variable(tables, definition.debug);
    let complain = |message: String| (format!("global '{name}': {message}"), variable.loc);
    let extent = match context.extent(definition.ty) {
        Ok(extent) => extent,
        Err(issue) => {
            // An incomplete type behind an `extern` declaration is harmless.
            if definition.init.is_some() {
                program.unsupported.push(complain(message_of(issue)));
            }
            Extent { size: 0, align: 1 }
        }
    };
    let init = match &definition.init {
        None => None,
        Some(value) => match initializer(context, definition.ty, value) {
            Ok(init) => Some(init),
            Err(Issue::Unsupported(message)) => {
                program.unsupported.push(complain(message));
                Some(Initializer { parts: vec![(0, InitPart::Undef(extent.size))] })
            }
            Err(Issue::Malformed(message)) => {
                return Err(context.malformed_error(definition.line, message));
            }
        },
    };
    Ok(Global {
        source_name: variable.name.filter(|source| *source != name),
        name,
        size: extent.size,
        align: valid_align(definition.align, extent.align),
        constant: definition.constant,
        thread_local: definition.thread_local,
        // An alias may be a name for others.
        local: definition.linkage.is_local() && context.module.aliases.is_empty(),
        init,
        ty: variable.ty,
        loc: variable.loc,
    })
}

/// Damaged files may hold alignments that are no power of two.
pub fn valid_align(written: Option<u64>, natural: u64) -> u64 {
    written.filter(|align| align.is_power_of_two()).unwrap_or(natural)
}

fn message_of(issue: Issue) -> String {
    match issue {
        Issue::Unsupported(message) | Issue::Malformed(message) => message,
    }
}

fn initializer<'a>(
    context: &mut ModuleContext<'_, 'a>,
    ty: TypeId,
    value: &Value<'a>,
) -> Result<Initializer, Issue> {
    let mut builder = InitBuilder::default();
    builder.value(context, ty, value, 0)?;
    Ok(Initializer { parts: builder.parts })
}

#[derive(Default)]
struct InitBuilder {
    parts: Vec<(u64, InitPart)>,
}

impl InitBuilder {
    fn value<'a>(
        &mut self,
        context: &mut ModuleContext<'_, 'a>,
        ty: TypeId,
        value: &Value<'a>,
        offset: u64,
    ) -> Result<(), Issue> {
        match value {
            Value::Zero | Value::Null => Ok(()),
            Value::Undef | Value::Poison => {
                let size = context.extent(ty)?.size;
                if size > 0 {
                    self.parts.push((offset, InitPart::Undef(size)));
                }
                Ok(())
            }
            Value::Bytes(bytes) => {
                if bytes.len() as u64 != context.extent(ty)?.size {
                    return malformed("a string constant does not fit its type");
                }
                self.bytes(offset, bytes);
                Ok(())
            }
            Value::Aggregate(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    let place = element_place(context, ty, index as u64, elements.len())?;
                    self.value(context, element.ty, &element.value, offset + place)?;
                }
                Ok(())
            }
            Value::Splat(element) if matches!(context.kind(ty), TypeKind::Vector { .. }) => {
                let count = context.leaves(ty)?.len();
                for index in 0..count {
                    let place = element_place(context, ty, index as u64, count)?;
                    self.value(context, element.ty, &element.value, offset + place)?;
                }
                Ok(())
            }
            _ => self.scalar(context, ty, value, offset),
        }
    }

    fn scalar<'a>(
        &mut self,
        context: &mut ModuleContext<'_, 'a>,
        ty: TypeId,
        value: &Value<'a>,
        offset: u64,
    ) -> Result<(), Issue> {
        let scalar = context.scalar_constant(ty, value)?;
        let pointer_wide = scalar.width == context.pointer_bits();
        match scalar.base {
            Base::None => {
                let bytes = scalar.bits.to_le_bytes();
                self.bytes(offset, &bytes[..scalar.width.div_ceil(8) as usize]);
            }
            Base::Global(id) if pointer_wide => {
                self.parts.push((offset, InitPart::Global(id, scalar.offset())));
            }
            Base::Func(id) if pointer_wide && scalar.bits == 0 => {
                self.parts.push((offset, InitPart::Func(id)));
            }
            Base::Undef => {
                self.parts.push((offset, InitPart::Undef(u64::from(scalar.width.div_ceil(8)))));
            }
            Base::Global(_) | Base::Func(_) => {
                return Err("an address that cannot be stored as a constant".into());
            }
        }
        Ok(())
    }

    /// Appends bytes, joining them with what lies right before.
    fn bytes(&mut self, offset: u64, bytes: &[u8]) {
        if bytes.iter().all(|&byte| byte == 0) {
            return;
        }
        if let Some((start, InitPart::Bytes(last))) = self.parts.last_mut() {
            let end = *start + last.len() as u64;
            if end <= offset && offset - end <= MAX_GAP {
                last.resize((offset - *start) as usize, 0);
                last.extend_from_slice(bytes);
                return;
            }
        }
        self.parts.push((offset, InitPart::Bytes(bytes.to_vec())));
    }
}

fn element_place(
    context: &mut ModuleContext<'_, '_>,
    ty: TypeId,
    index: u64,
    count: usize,
) -> Result<u64, Issue> {
    match context.kind(ty) {
        TypeKind::Struct { fields, .. } if fields.len() == count => {
            Ok(context.layouts.field(&context.module.types, ty, index)?.0)
        }
        TypeKind::Array { count: length, element } if *length == count as u64 => {
            Ok(context.extent(*element)?.size * index)
        }
        TypeKind::Vector { count: length, .. } if *length == count as u64 => {
            let leaves = context.leaves(ty)?;
            if leaves.iter().any(|leaf| !context.bits_of(leaf.ty).is_multiple_of(8)) {
                return Err("a vector of bits as a constant".into());
            }
            Ok(leaves[index as usize].offset)
        }
        _ => malformed("a constant does not fit its type"),
    }
}

impl<'m, 'a> ModuleContext<'m, 'a> {
    pub fn kind(&self, ty: TypeId) -> &'m TypeKind {
        self.module.types.resolved(ty)
    }
}

/// What a module brings besides functions and variables: constructors and assembly.
pub fn lower_module_entities(program: &mut Program, context: &mut ModuleContext<'_, '_>) {
    let module = context.module;
    for (text, line) in &module.assembly {
        let first = unescape_text(text).lines().next().unwrap_or("").to_owned();
        let message = format!("module-level assembly (line {line} of the IR): {first}");
        program.unsupported.push((message, Loc::NONE));
    }
    for global in &module.globals {
        let name = module.symbols[global.symbol];
        if global.linkage == Linkage::Appending && name == "llvm.global_ctors" {
            add_constructors(program, context, global);
        }
    }
}

fn add_constructors<'a>(
    program: &mut Program,
    context: &mut ModuleContext<'_, 'a>,
    global: &GlobalDef<'a>,
) {
    let Some(Value::Aggregate(entries)) = &global.init else { return };
    let mut found: Vec<(u128, FuncId)> = Vec::new();
    for entry in entries {
        match constructor(context, &entry.value) {
            Some(constructor) => found.push(constructor),
            None => {
                program.unsupported.push(("an unusual global constructor".to_owned(), Loc::NONE));
            }
        }
    }
    // Lower priorities run first; equal ones in order.
    found.sort_by_key(|&(priority, _)| priority);
    program.constructors.extend(found.into_iter().map(|(_, id)| id));
}

fn constructor<'a>(
    context: &mut ModuleContext<'_, 'a>,
    entry: &Value<'a>,
) -> Option<(u128, FuncId)> {
    let Value::Aggregate(parts) = entry else { return None };
    let [priority, function, ..] = parts.as_slice() else { return None };
    let priority = context.scalar_constant(priority.ty, &priority.value).ok()?;
    let function = context.scalar_constant(function.ty, &function.value).ok()?;
    match function.base {
        Base::Func(id) => Some((priority.bits, id)),
        _ => None,
    }
}

/// The symbol behind casts, if a value is one: what a call really calls.
pub fn called_symbol<'v, 'a>(value: &'v Value<'a>) -> Option<crate::ast::SymbolId> {
    match value {
        Value::Symbol(symbol) => Some(*symbol),
        Value::Expression(expression) => match &**expression {
            InstKind::Cast { value, .. } => called_symbol(&value.value),
            _ => None,
        },
        _ => None,
    }
}
