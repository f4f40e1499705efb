//! From the files and compiler flags of the command line to a program.

use raddle_budget::Budget;
use raddle_frontend::FrontendOptions;
use raddle_ir::Program;

use crate::arguments::InputArguments;
use crate::output::print_line_to_stderr;

pub(crate) fn load_program(input: &InputArguments, budget: &Budget) -> anyhow::Result<Program> {
    let warn = Some(print_warning as fn(&str));
    load_with(input, FrontendOptions { warn, ..compile_options(input, budget) })
}

/// The same for a process that helps another one, which has told the user what is doubtful about the sources.
pub(crate) fn load_silently(input: &InputArguments, budget: &Budget) -> anyhow::Result<Program> {
    load_with(input, compile_options(input, budget))
}

/// The program with a mark for every instruction of the input, so that they can be counted.
pub(crate) fn load_counted(input: &InputArguments, budget: &Budget) -> anyhow::Result<Program> {
    let count_instructions = true;
    load_with(input, FrontendOptions { count_instructions, ..compile_options(input, budget) })
}

/// How the command line wants sources to be compiled.
pub(crate) fn compile_options(input: &InputArguments, budget: &Budget) -> FrontendOptions {
    FrontendOptions {
        clang: input.clang.clone(),
        include_dirs: input.include_directories.clone(),
        defines: input.defines.clone(),
        std: input.standard.clone(),
        m32: input.bits32,
        extra_args: input.compiler_arguments.clone(),
        count_instructions: false,
        provided: Some(raddle_explore::is_library_function),
        warn: None,
        budget: budget.clone(),
    }
}

fn load_with(input: &InputArguments, options: FrontendOptions) -> anyhow::Result<Program> {
    let mut program = raddle_frontend::load(&input.files, &options)?;
    // To call it is the failure, whatever its body does: the verification community's convention.
    if let Some(reach_error) = program.function("reach_error") {
        program.functions[reach_error].body = None;
    }
    Ok(program)
}

fn print_warning(message: &str) {
    print_line_to_stderr(&raddle_report::printable(message));
}
