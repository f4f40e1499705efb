//! From the files and compiler flags of the command line to a program.

use raddle_budget::Budget;
use raddle_frontend::FrontendOptions;
use raddle_ir::Program;

use crate::arguments::InputArguments;

pub(crate) fn load_program(input: &InputArguments, budget: &Budget) -> anyhow::Result<Program> {
    load_with(input, false, budget)
}

/// The program with a mark for every instruction of the input, so that they can be counted.
pub(crate) fn load_counted(input: &InputArguments, budget: &Budget) -> anyhow::Result<Program> {
    load_with(input, true, budget)
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
        budget: budget.clone(),
    }
}

fn load_with(
    input: &InputArguments,
    count_instructions: bool,
    budget: &Budget,
) -> anyhow::Result<Program> {
    let options = FrontendOptions { count_instructions, ..compile_options(input, budget) };
    let mut program = raddle_frontend::load(&input.files, &options)?;
    // To call it is the failure, whatever its body does: the verification community's convention.
    if let Some(reach_error) = program.function("reach_error") {
        program.functions[reach_error].body = None;
    }
    Ok(program)
}
