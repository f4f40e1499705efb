//! From C sources and LLVM IR text to Raddle's program representation.
//!
//! `load` is the way in: sources go through an installed clang (`clang`(mod@clang)), the textual IR
//! that comes out, or was given, is tokenised (`lexer`), parsed (`parse`) into modules (`ast`),
//! linked by symbol (`link`(mod@link)) and translated (`lower`): locals that never escape are
//! promoted to registers (`promote`), jumps whose outcome is known are taken (`thread`(mod@thread)) and
//! needless copies removed (`coalesce`). Threads that may be cancelled at any moment look for it before what others can notice
//! (`cancellation`), and invariants become calls behind writes (`invariants`). This is the only crate that knows LLVM or runs a compiler.

mod ast;
mod cancellation;
mod clang;
mod coalesce;
mod error;
mod invariants;
mod lexer;
mod link;
mod lower;
mod metadata;
mod names;
mod old_c;
mod origins;
mod parse;
mod pointers;
mod promote;
mod runtime;
mod thread;
mod volatile;

use std::path::{Path, PathBuf};

use raddle_budget::Budget;
use raddle_ir::{Program, RUNTIME, verify};
use rustc_hash::FxHashSet;

pub use cancellation::BrokenChecks;
pub use clang::{FileArguments, FrontendOptions, find_clang, ir_text, run_tool};
pub use error::FrontendError;
use link::Unit;
pub use lower::{COST_PREFIX, OPCODES};
pub use names::shown_path;

/// The header that programs under analysis may include as `<raddle.h>`.
pub const RADDLE_HEADER: &str = include_str!("../include/raddle.h");

/// Reads, compiles where needed, links and translates all inputs.
pub fn load(inputs: &[PathBuf], options: &FrontendOptions) -> Result<Program, FrontendError> {
    if inputs.is_empty() {
        return Err(FrontendError::NoInput);
    }
    let mut texts = Vec::with_capacity(inputs.len());
    for path in inputs {
        texts.push((path.clone(), clang::ir_text(path, options)?));
    }
    let (copies, library);
    let mut units = parse_units(&texts)?;
    copies = inline_copies(&units, options)?;
    for (index, text) in &copies {
        units[*index] = parse_unit(&inputs[*index], text)?;
    }
    if let Some(text) = library_text(&units, options)? {
        library = text;
        units.push(parse_unit(Path::new(RUNTIME), &library)?);
    }
    translate(&units, options.count_instructions, options.broken_checks, &options.budget)
}

/// A function that is `inline` without `static` or `extern` is only a copy of one that is defined elsewhere, and a compiler that
/// does not optimise leaves it out. If there is no other definition the copy is used: sources that call a function nobody has are
/// compiled again. The result is their new texts, with their indices.
fn inline_copies(
    units: &[Unit<'_>],
    options: &FrontendOptions,
) -> Result<Vec<(usize, String)>, FrontendError> {
    let defined = defined_functions(units);
    let is_missing = |name: &str| {
        !name.starts_with("llvm.")
            && !defined.contains(name)
            && !runtime::defines(name)
            && !options.provided.is_some_and(|provided| provided(name))
    };
    let mut copies = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        let symbols = &unit.module.symbols;
        let mut functions = unit.module.functions.iter();
        if !clang::is_source(&unit.path)
            || !functions.any(|function| is_missing(symbols[function.symbol]))
        {
            continue;
        }
        let text = clang::text_with_inline_copies(&unit.path, options)?;
        let again = [parse_unit(&unit.path, &text)?];
        if defined_functions(&again).iter().any(|name| is_missing(name)) {
            copies.push((index, text));
        }
    }
    Ok(copies)
}

fn defined_functions<'a>(units: &[Unit<'a>]) -> FxHashSet<&'a str> {
    let functions = |unit: &Unit<'a>| {
        let defined = unit.module.functions.iter().filter(|function| !function.blocks.is_empty());
        defined.map(|function| unit.module.symbols[function.symbol]).collect::<Vec<_>>()
    };
    units.iter().flat_map(functions).collect()
}

/// IR of those functions of the run-time library that the program uses.
fn library_text(
    units: &[Unit<'_>],
    options: &FrontendOptions,
) -> Result<Option<String>, FrontendError> {
    let functions = || {
        units.iter().flat_map(|unit| {
            let symbols = &unit.module.symbols;
            unit.module.functions.iter().map(|function| (symbols[function.symbol], function))
        })
    };
    let defined = defined_functions(units);
    let missing =
        functions().map(|(name, _)| name).filter(|name| !FxHashSet::contains(&defined, name));
    let missing: Vec<&str> = missing.collect();
    // What ends a thread calls functions of the program, and `free` is none.
    let has = |name: &str| missing.contains(&name);
    let frees_values = has("free") && (has("pthread_key_create") || has("tss_create"));
    let at_any_moment = cancellation::is_possible(has).then_some(cancellation::CHECK);
    let frees = frees_values.then_some("__raddle_free");
    let missing = missing.iter().copied().chain(frees).chain(at_any_moment);
    match runtime::source_for(missing, &defined) {
        Some(source) => clang::library_text(&source, units[0].module.triple, options),
        None => Ok(None),
    }
}

/// Links and translates IR texts; each comes with the path to blame in messages.
pub fn load_texts(texts: &[(PathBuf, String)]) -> Result<Program, FrontendError> {
    translate(&parse_units(texts)?, false, None, &Budget::default())
}

fn parse_units(texts: &[(PathBuf, String)]) -> Result<Vec<Unit<'_>>, FrontendError> {
    texts.iter().map(|(path, text)| parse_unit(path, text)).collect()
}

fn translate(
    units: &[Unit<'_>],
    count_instructions: bool,
    broken_checks: Option<BrokenChecks>,
    budget: &Budget,
) -> Result<Program, FrontendError> {
    let links = link::link(units)?;
    let mut program = lower::lower(units, &links, count_instructions, budget)?;
    cancellation::allow_at_points(&mut program);
    // Costs are those of the program as it stands.
    if !count_instructions {
        cancellation::allow_at_any_moment(&mut program, broken_checks);
        invariants::watch(&mut program);
    }
    check(units, &program)?;
    Ok(program)
}

/// Translation checks what it relies on; whatever else is wrong with damaged IR is caught here.
fn check(units: &[Unit<'_>], program: &Program) -> Result<(), FrontendError> {
    let Err(errors) = verify(program) else { return Ok(()) };
    let path = units.first().map(|unit| unit.path.clone()).unwrap_or_default();
    let message = errors.first().map(ToString::to_string).unwrap_or_default();
    Err(FrontendError::Inconsistent { path, message })
}

fn parse_unit<'a>(path: &Path, text: &'a str) -> Result<Unit<'a>, FrontendError> {
    let module = parse::parse_module(text).map_err(|error| FrontendError::Parse {
        path: path.to_owned(),
        line: error.line,
        column: error.column,
        message: error.message,
    })?;
    Ok(Unit { path: path.to_owned(), module })
}

/// Feeds arbitrary bytes through everything that reads IR. Whatever they are, this returns: with an
/// error, or with a program that verifies and survives printing and reading back.
pub fn fuzz_once(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let Ok(program) = load_texts(&[(PathBuf::from("fuzz.ll"), text)]) else { return };
    let printed = program.to_string();
    match raddle_ir::parse_program(&printed) {
        Ok(read) => assert_eq!(read.to_string(), printed, "the text form is not stable"),
        Err(error) => panic!("the text form does not parse: {error}"),
    }
}
