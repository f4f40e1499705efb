//! `raddle ir`: the program as the engine sees it.

use crate::arguments::IrArguments;
use crate::load::load_program;
use crate::outcome::Outcome;
use crate::output::print;

pub(crate) fn print_ir(arguments: IrArguments) -> anyhow::Result<Outcome> {
    let (budget, watchdog) = arguments.limits.begin_silently();
    let program = load_program(&arguments.input, &budget)?;
    watchdog.answer(Outcome::DONE);
    print(&program.to_string())?;
    Ok(Outcome::DONE)
}
