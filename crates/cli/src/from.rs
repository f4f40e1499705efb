//! `raddle from`: a check that starts in the middle of a program.

use raddle_explore::{Reduce, Slicing, Strategy};

use crate::arguments::{CheckArguments, PropertyName};
use crate::check;
use crate::from_arguments::{ContextArguments, FromArguments};
use crate::from_context::From;
use crate::library;
use crate::outcome::Outcome;
use crate::output::print_line_to_stderr;
use crate::setting::Setting;

pub(crate) fn from(arguments: FromArguments, setting: Setting) -> anyhow::Result<Outcome> {
    refuse_what_has_no_meaning(&arguments.context, &arguments.check)?;
    refuse_in_libraries(&arguments.context, &arguments.check)?;
    let mut arguments = arguments.with_callers();
    let all_pairs = arguments.context.library && arguments.context.only.is_empty();
    if (all_pairs || arguments.context.piecewise) && arguments.check.helpers.workers.is_none() {
        arguments.check.search.use_all_cores();
    }
    if all_pairs {
        return library::check_all(&arguments, &setting);
    }
    let FromArguments { context, mut check } = arguments;
    if context.piecewise {
        return check::check_from(check, Some(From::new(context)), setting);
    }
    if check.search.jobs > 1 && !check.output.quiet {
        print_line_to_stderr(
            "note: a search that starts in the middle is not shared between processes: --jobs is not used",
        );
    }
    check.search.jobs = 1;
    check::check_from(check, Some(From::new(context)), setting)
}

fn refuse_what_has_no_meaning(
    context: &ContextArguments,
    check: &CheckArguments,
) -> anyhow::Result<()> {
    let CheckArguments { question, environment, search, helpers, output, .. } = check;
    let pieces = context.piecewise;
    let all_pairs = context.library && context.only.is_empty();
    anyhow::ensure!(
        helpers.workers.is_none() || pieces || all_pairs,
        "a search that starts in the middle is not shared: --workers is for `raddle from --piecewise`, whose fragments are, and for `raddle from --library`, whose combinations are"
    );
    let refused = [
        (question.function.is_some(), "--function"),
        (question.per_property, "--per-property"),
        (question.svcomp, "--svcomp"),
        (search.resume, "--resume"),
        (!pieces && environment.symbolic_args.is_some(), "--symbolic-args"),
        (!pieces && !environment.arguments.is_empty(), "--arg"),
    ];
    if let Some((_, flag)) = refused.iter().find(|(given, _)| *given) {
        anyhow::bail!("{flag} has no meaning for `raddle from`");
    }
    anyhow::ensure!(
        !question.properties.contains(&PropertyName::Leak),
        "--property memory:leak has no meaning for `raddle from`: what was allocated before the context is not known; `raddle check` looks for leaks"
    );
    let options = check.options();
    anyhow::ensure!(
        !options.memory_model.has_graphs(),
        "`raddle from` starts in a state of one order of all operations, and knows no --memory-model but sc"
    );
    let one_search = [
        (!question.preconditions.is_empty(), "--where"),
        (options.strategy != Strategy::Dfs, "--strategy"),
        (!matches!(options.reduce, Reduce::Dpor | Reduce::None), "--reduce persistent and pdpor"),
        (options.slice == Slicing::On, "--slice on"),
        (output.tree.is_some(), "--tree"),
        (output.emit_tests.is_some(), "--emit-tests"),
    ];
    match one_search.iter().find(|(given, _)| pieces && *given) {
        Some((_, flag)) => anyhow::bail!(
            "{flag} is for one search, and `raddle from --piecewise` makes many; name a context with --at for one of them"
        ),
        None => Ok(()),
    }
}

/// A library alone has no main, and one with its callers is in the state that these bring it to.
fn refuse_in_libraries(context: &ContextArguments, check: &CheckArguments) -> anyhow::Result<()> {
    if context.caller.is_empty() {
        anyhow::ensure!(
            !(context.library && context.confirm),
            "--confirm looks for runs from main, and a library has none; name a program that uses it with --caller"
        );
        return Ok(());
    }
    anyhow::ensure!(
        context.init.is_none(),
        "--init has no meaning with --caller: the program itself brings the library to the state in which it makes its calls"
    );
    anyhow::ensure!(
        check.question.preconditions.is_empty(),
        "--where has no meaning with --caller: the program itself says what it calls the library with; leave out --caller, or state what always holds in the source (raddle_assume)"
    );
    Ok(())
}
