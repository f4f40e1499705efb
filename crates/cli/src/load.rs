//! From the files and compiler flags of the command line to a program.

use raddle_ir::Program;

use crate::arguments::InputArguments;

pub(crate) fn load_program(input: &InputArguments) -> anyhow::Result<Program> {
    let _ = (
        &input.include_directories,
        &input.defines,
        &input.standard,
        input.bits32,
        &input.clang,
        &input.compiler_arguments,
    );
    anyhow::bail!("this build has no front end")
}
