//! `raddle ir`: the program as the engine sees it.

use raddle_budget::Budget;

use crate::Outcome;
use crate::arguments::IrArguments;
use crate::load::load_program;
use crate::output::print;

pub(crate) fn print_ir(arguments: IrArguments) -> anyhow::Result<Outcome> {
    let program = load_program(&arguments.input, &Budget::default())?;
    print(&program.to_string())?;
    Ok(Outcome::DONE)
}
