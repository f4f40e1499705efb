//! `raddle from`: a check that starts in the middle of a program.

use raddle_explore::{Reduce, Slicing, Strategy};

use crate::arguments::{CheckArguments, PropertyName};
use crate::check;
use crate::from_arguments::{CALLS, ContextArguments, FromArguments};
use crate::from_context::From;
use crate::library;
use crate::outcome::Outcome;
use crate::output::print_line_to_stderr;
use crate::setting::Setting;

pub(crate) fn from(arguments: FromArguments, setting: Setting) -> anyhow::Result<Outcome> {
    refuse_what_is_of_other_modes(&arguments.context)?;
    refuse_what_has_no_meaning(&arguments.context, &arguments.check)?;
    refuse_where_there_are_many(&arguments.context, &arguments.check)?;
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
    let CheckArguments { question, environment, search, helpers, .. } = check;
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
    Ok(())
}

/// Where many searches are made, flags of one have no meaning.
fn refuse_where_there_are_many(
    context: &ContextArguments,
    check: &CheckArguments,
) -> anyhow::Result<()> {
    let CheckArguments { question, output, .. } = check;
    if context.piecewise {
        let own = [(!question.preconditions.is_empty(), "--where")];
        refuse_for_one_search(
            check,
            &own,
            "`raddle from --piecewise` makes many; name a context with --at for one of them",
        )?;
    }
    if context.library && context.only.is_empty() {
        let own =
            [(!output.reports.is_empty(), "--report"), (output.baseline.is_some(), "--baseline")];
        refuse_for_one_search(
            check,
            &own,
            "`raddle from --library` makes one for each combination; name one of them with --only, or take the table as --format json",
        )?;
    }
    Ok(())
}

/// Flags of one search where many are made.
fn refuse_for_one_search(
    check: &CheckArguments,
    more: &[(bool, &str)],
    what: &str,
) -> anyhow::Result<()> {
    let (options, output) = (check.options(), &check.output);
    let one_search = [
        (options.strategy != Strategy::Dfs, "--strategy"),
        (!matches!(options.reduce, Reduce::Dpor | Reduce::None), "--reduce persistent and pdpor"),
        (options.slice == Slicing::On, "--slice on"),
        (output.tree.is_some(), "--tree"),
        (output.emit_tests.is_some(), "--emit-tests"),
        (output.log_queries.is_some(), "--log-queries"),
    ];
    match one_search.iter().chain(more).find(|(given, _)| *given) {
        Some((_, flag)) => anyhow::bail!("{flag} is for one search, and {what}"),
        None => Ok(()),
    }
}

/// What a flag needs is not asked for where that conflicts with another flag, so it is looked at here.
fn refuse_what_is_of_other_modes(context: &ContextArguments) -> anyhow::Result<()> {
    let library = "`raddle from --library`";
    let flags = [
        (!context.library && context.init.is_some(), "--init", library),
        (!context.library && !context.only.is_empty(), "--only", library),
        (!context.library && context.calls != CALLS, "--calls", library),
        (
            context.backtrace_values && context.backtrace.is_none(),
            "--backtrace-values",
            "--backtrace",
        ),
    ];
    match flags.iter().find(|(given, ..)| *given) {
        Some((_, flag, what)) => anyhow::bail!("{flag} is for {what}"),
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
