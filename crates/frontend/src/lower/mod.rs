//! From linked modules to a [`Program`].
//!
//! One [`ModuleContext`] per module knows its types, symbols and debug info; functions are translated
//! one at a time. Two kinds of trouble are told apart ([`Issue`]): what we do not support becomes an
//! `unsupported` operation at its place, what is no valid IR is an error for the whole input.

mod aggregates;
mod asm;
mod calls;
mod constants;
mod count;
mod debug;
mod edges;
mod function;
mod globals;
mod instructions;
mod intrinsics;
mod layout;
mod memory;
mod x86;

use std::path::{Path, PathBuf};

use raddle_budget::{Budget, Stage};
use raddle_ir::{Function, Param, Program, RUNTIME, Reg, Target as IrTarget};

use crate::ast::{FunctionDef, Module, SymbolId, TypeId};
use crate::error::FrontendError;
use crate::lexer::unescape_text;
use crate::link::{Links, Target, Unit};
pub use count::{COST_PREFIX, OPCODES};
use debug::{DebugContext, DebugTables};
use layout::{DataLayout, Layouts};

/// Why something could not be translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Issue {
    /// Valid, but beyond us: becomes [`raddle_ir::Op::Unsupported`].
    Unsupported(String),
    /// Not valid IR.
    Malformed(String),
}

impl From<String> for Issue {
    fn from(message: String) -> Self {
        Issue::Unsupported(message)
    }
}
impl From<&str> for Issue {
    fn from(message: &str) -> Self {
        Issue::Unsupported(message.to_owned())
    }
}

pub(crate) fn malformed<T>(message: impl Into<String>) -> Result<T, Issue> {
    Err(Issue::Malformed(message.into()))
}

/// What translating any part of one module needs.
pub(crate) struct ModuleContext<'m, 'a> {
    pub unit: usize,
    pub units: &'m [Unit<'a>],
    pub links: &'m Links,
    pub module: &'m Module<'a>,
    pub layouts: Layouts,
    pub debug: DebugContext<'m, 'a>,
    /// Whether instructions leave marks.
    pub counted: bool,
    /// It is as clang made it of C text, without optimisation.
    pub compiled: bool,
}

/// Translates all modules.
pub fn lower(
    units: &[Unit<'_>],
    links: &Links,
    count_instructions: bool,
    budget: &Budget,
) -> Result<Program, FrontendError> {
    let target = common_target(units)?;
    let mut program = Program { target, ..Program::default() };
    let mut tables = DebugTables::default();
    let mut contexts = Vec::with_capacity(units.len());
    for (unit, input) in units.iter().enumerate() {
        let layout = DataLayout::parse(input.module.data_layout)
            .map_err(|message| FrontendError::Target { path: input.path.clone(), message })?;
        contexts.push(ModuleContext {
            unit,
            units,
            links,
            module: &input.module,
            layouts: Layouts::new(layout),
            debug: DebugContext::new(&input.module.metadata),
            compiled: input.path.extension().is_none_or(|ending| ending != "ll"),
            counted: count_instructions && input.path != Path::new(RUNTIME),
        });
    }
    declare_functions(&mut program, &mut contexts, &mut tables);
    if count_instructions {
        count::declare_marks(&mut program);
    }
    globals::lower_globals(&mut program, &mut contexts, &mut tables)?;
    lower_bodies(&mut program, &mut contexts, &mut tables, budget)?;
    for (context, input) in contexts.iter_mut().zip(units) {
        if input.path != Path::new(RUNTIME) {
            context.debug.keep_unnamed(&mut tables);
        }
        globals::lower_module_entities(&mut program, context);
    }
    tables.finish(&mut program);
    Ok(program)
}

fn common_target(units: &[Unit<'_>]) -> Result<IrTarget, FrontendError> {
    let mut common: Option<(&PathBuf, u32)> = None;
    for unit in units {
        let layout = DataLayout::parse(unit.module.data_layout)
            .map_err(|message| FrontendError::Target { path: unit.path.clone(), message })?;
        let bits = layout.pointer_bits;
        match common {
            Some((path, first_bits)) if first_bits != bits => {
                return Err(FrontendError::PointerWidths {
                    first_path: path.clone(),
                    first_bits,
                    second_path: unit.path.clone(),
                    second_bits: bits,
                });
            }
            Some(_) => {}
            None => common = Some((&unit.path, bits)),
        }
    }
    let triple = units.first().map_or("", |unit| unit.module.triple).to_owned();
    Ok(IrTarget { pointer_bits: common.map_or(64, |(_, bits)| bits), triple })
}

/// Gives every function its signature, so that calls can be checked against it.
fn declare_functions(
    program: &mut Program,
    contexts: &mut [ModuleContext<'_, '_>],
    tables: &mut DebugTables,
) {
    let Some(first) = contexts.first() else { return };
    let links = first.links;
    for (id, origin) in links.functions.iter() {
        let context = &mut contexts[origin.unit];
        let definition = &context.module.functions[origin.index];
        let function = declare_function(context, definition, tables);
        let local = definition.linkage.is_local();
        let name = function.name.clone();
        program.functions.push(function);
        if local {
            program.function_names.entry(name).or_insert(id);
        } else {
            program.function_names.insert(name, id);
            program.public.extend((!definition.blocks.is_empty()).then_some(id));
        }
    }
}

fn declare_function(
    context: &mut ModuleContext<'_, '_>,
    definition: &FunctionDef<'_>,
    tables: &mut DebugTables,
) -> Function {
    let name = context.symbol_name(definition.symbol);
    let mut params = Vec::new();
    let mut varargs = definition.varargs;
    for param in &definition.params {
        // A parameter we have no registers for only matters if the function has a body, and then
        // its translation says so.
        let Ok(leaves) = context.leaves(param.ty) else {
            varargs = true;
            break;
        };
        let size = param.by_value.and_then(|ty| Some(context.extent(ty).ok()?.size));
        for leaf in leaves.iter() {
            let reg = Reg(params.len() as u32);
            let by_value = size.filter(|_| leaf.ty == raddle_ir::Type::Ptr);
            params.push(Param { ty: leaf.ty, reg, by_value, debug_type: None });
        }
    }
    let returns = match context.leaves(definition.result) {
        Ok(leaves) => leaves.iter().map(|leaf| leaf.ty).collect(),
        Err(_) => Vec::new(),
    };
    let (source_name, loc) = context.debug.subprogram(tables, definition.debug);
    let source_name = source_name.filter(|source| *source != name);
    let optimised = is_optimised(context, definition);
    Function { name, source_name, params, varargs, returns, optimised, body: None, loc }
}

/// Whether an optimiser may have changed a function. Debug info says so; without it only `optnone` rules it out.
fn is_optimised(context: &ModuleContext<'_, '_>, definition: &FunctionDef<'_>) -> bool {
    let groups = &context.module.unoptimised_groups;
    let is_kept = |group| groups.contains(group);
    let optnone = definition.optnone || definition.attribute_groups.iter().any(is_kept);
    let has_body = !definition.blocks.is_empty();
    has_body && !optnone && context.debug.is_optimised(definition.debug).unwrap_or(true)
}

fn lower_bodies(
    program: &mut Program,
    contexts: &mut [ModuleContext<'_, '_>],
    tables: &mut DebugTables,
    budget: &Budget,
) -> Result<(), FrontendError> {
    let Some(first) = contexts.first() else { return Ok(()) };
    let links = first.links;
    for (id, origin) in links.functions.iter() {
        let context = &mut contexts[origin.unit];
        if context.module.functions[origin.index].blocks.is_empty() {
            continue;
        }
        budget.enter(Stage::Read);
        if budget.look().is_some() {
            return Err(FrontendError::Spent);
        }
        function::lower_function(program, context, tables, id, origin.index)?;
    }
    Ok(())
}

impl<'m, 'a> ModuleContext<'m, 'a> {
    pub fn leaves(&mut self, ty: TypeId) -> Result<std::rc::Rc<[layout::Leaf]>, Issue> {
        Ok(self.layouts.leaves(&self.module.types, ty)?)
    }
    pub fn extent(&mut self, ty: TypeId) -> Result<layout::Extent, Issue> {
        Ok(self.layouts.extent(&self.module.types, ty)?)
    }
    pub fn pointer_bits(&self) -> u32 {
        self.layouts.target.pointer_bits
    }
    pub fn symbol_name(&self, symbol: SymbolId) -> String {
        // LLVM marks names that must not be decorated by a leading byte 1.
        let name = unescape_text(self.module.symbols[symbol]);
        name.strip_prefix('\u{1}').unwrap_or(&name).to_owned()
    }
    pub fn target(&self, symbol: SymbolId) -> Target {
        self.links.symbols[self.unit][symbol]
    }
    pub fn malformed_error(&self, line: u32, message: String) -> FrontendError {
        FrontendError::Malformed { path: self.units[self.unit].path.clone(), line, message }
    }
}
