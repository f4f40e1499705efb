//! Programs that are well-formed but cannot be started: what to do about them.

use raddle_explore::SetupError;
use raddle_ir::{Function, Program};

/// A program that cannot be started, and what to do about it.
pub(crate) fn with_help(error: SetupError, program: &Program) -> anyhow::Error {
    let help = match &error {
        SetupError::NoSuchFunction(_) => {
            format!("--function NAME checks one function; {}", defined_functions(program))
        }
        SetupError::StrangeMain => {
            "declare it as `int main(int argc, char **argv)`, or name another function with --function".to_owned()
        }
        SetupError::OrderWithThreads => {
            "leave out --strategy, or say --strategy dfs".to_owned()
        }
        SetupError::Precondition(_) => "`raddle check --help` has an example of --where".to_owned(),
        SetupError::NothingSatisfies(text) => {
            let sizes = match text.contains("size") || text.contains("string") {
                true => ", or speak of longer arrays than --array-elements allows (16 without it)",
                false => "; an array that neither size(p) nor string(p) speaks of has one element",
            };
            format!("weaken --where (or what the source requires): its parts contradict each other{sizes}")
        }
        SetupError::NotWithUnknownMemory(_) => {
            "write a small main that builds what the function needs".to_owned()
        }
        SetupError::NotWithMemoryModel(..) => {
            "leave out one of the two; --memory-model sc has one order".to_owned()
        }
        SetupError::GlobalTooLarge { .. } => {
            "make it smaller, for instance by a macro and -D".to_owned()
        }
    };
    anyhow::anyhow!("{error}\nhelp: {help}")
}

/// Names of functions for a message; a program may have very many.
fn defined_functions(program: &Program) -> String {
    const SHOWN: usize = 8;
    let is_library = |function: &Function| program.is_of_runtime(function.loc);
    let names: Vec<&str> = program
        .functions
        .values()
        .filter(|function| function.body.is_some() && !is_library(function))
        .map(|function| function.source_name.as_deref().unwrap_or(&function.name))
        .collect();
    match names.as_slice() {
        [] => "the program defines none".to_owned(),
        few if few.len() <= SHOWN => format!("the program defines {}", few.join(", ")),
        many => format!("the program defines {} and others", many[..SHOWN].join(", ")),
    }
}
