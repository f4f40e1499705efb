//! From the files and compiler flags of the command line to a program.

use std::path::PathBuf;

use raddle_budget::Budget;
use raddle_frontend::FrontendOptions;
use raddle_ir::Program;

use crate::arguments::{InputArguments, VolatileName};
use crate::build_record::{Build, build};
use crate::output::print_line_to_stderr;

pub(crate) fn load_program(input: &InputArguments, budget: &Budget) -> anyhow::Result<Program> {
    let warn = Some(print_warning as fn(&str));
    load_with(input, FrontendOptions { warn, ..compile_options(input, budget) })
}

/// The program with a mark for every instruction of the input, so that they can be counted.
pub(crate) fn load_counted(input: &InputArguments, budget: &Budget) -> anyhow::Result<Program> {
    let count_instructions = true;
    load_with(input, FrontendOptions { count_instructions, ..compile_options(input, budget) })
}

/// How the command line wants sources to be compiled.
fn compile_options(input: &InputArguments, budget: &Budget) -> FrontendOptions {
    FrontendOptions {
        clang: input.clang.clone(),
        include_dirs: input.include_directories.clone(),
        defines: input.defines.clone(),
        std: input.standard.clone(),
        m32: input.bits32,
        file_arguments: Vec::new(),
        extra_args: input.compiler_arguments.clone(),
        volatile_is_atomic: input.volatile == VolatileName::Atomic,
        count_instructions: false,
        provided: Some(raddle_explore::is_library_function),
        warn: None,
        broken_checks: None,
        budget: budget.clone(),
    }
}

/// The files of the program, and how each of them is compiled.
pub(crate) fn compiled_files(
    input: &InputArguments,
    budget: &Budget,
) -> anyhow::Result<(Vec<PathBuf>, FrontendOptions)> {
    let mut options = compile_options(input, budget);
    let (build, _) = resolve(input, &mut options)?;
    Ok((build.files, options))
}

fn load_with(input: &InputArguments, mut options: FrontendOptions) -> anyhow::Result<Program> {
    let (_, mut program) = resolve(input, &mut options)?;
    // To call it is the failure, whatever its body does: the verification community's convention.
    if let Some(reach_error) = program.function("reach_error") {
        program.functions[reach_error].body = None;
    }
    Ok(program)
}

/// Reads the program, and adds files of its build as long as they define something that is missing.
fn resolve(
    input: &InputArguments,
    options: &mut FrontendOptions,
) -> anyhow::Result<(Build, Program)> {
    let mut build = build(input)?;
    loop {
        options.file_arguments.clone_from(&build.arguments);
        let program = raddle_frontend::load(&build.files, options)?;
        if !build.add_definitions(&missing_functions(&program)) {
            return Ok((build, program));
        }
        // What was doubtful about these files is known by now.
        options.warn = None;
    }
}

/// Functions that nobody defines.
fn missing_functions(program: &Program) -> Vec<&str> {
    let functions = program.functions.values().filter(|function| function.body.is_none());
    let names = functions.map(|function| function.name.as_str());
    names.filter(|name| !raddle_explore::is_library_function(name)).collect()
}

fn print_warning(message: &str) {
    print_line_to_stderr(&raddle_report::printable(message));
}
